package render

import "github.com/agentlayers/layers/audit"

// The shapes of SARIF 2.1.0, as far as this program writes them.

type sarifLog struct {
	Schema  string     `json:"$schema"`
	Version string     `json:"version"`
	Runs    []sarifRun `json:"runs"`
}

type sarifRun struct {
	Tool              sarifTool            `json:"tool"`
	AutomationDetails sarifID              `json:"automationDetails"`
	Invocations       []sarifInvocation    `json:"invocations"`
	BaseIDs           map[string]sarifBase `json:"originalUriBaseIds"`
	ColumnKind        string               `json:"columnKind"`
	Results           []sarifResult        `json:"results"`
}

type sarifTool struct {
	Driver sarifDriver `json:"driver"`
}

type sarifDriver struct {
	Name            string      `json:"name"`
	SemanticVersion string      `json:"semanticVersion,omitempty"`
	Rules           []sarifRule `json:"rules"`
}

type sarifRule struct {
	ID         string              `json:"id"`
	Name       string              `json:"name"`
	Short      sarifText           `json:"shortDescription"`
	Full       sarifText           `json:"fullDescription"`
	Help       sarifHelp           `json:"help"`
	Default    sarifLevel          `json:"defaultConfiguration"`
	Properties sarifRuleProperties `json:"properties"`
}

type sarifText struct {
	Text string `json:"text"`
}

type sarifHelp struct {
	Text     string `json:"text"`
	Markdown string `json:"markdown"`
}

type sarifLevel struct {
	Level string `json:"level"`
}

type sarifRuleProperties struct {
	SecuritySeverity string   `json:"security-severity,omitempty"`
	Precision        string   `json:"precision,omitempty"`
	Tags             []string `json:"tags"`
}

type sarifID struct {
	ID string `json:"id"`
}

type sarifBase struct {
	Description sarifText `json:"description"`
}

type sarifInvocation struct {
	ExecutionSuccessful bool                `json:"executionSuccessful"`
	Notifications       []sarifNotification `json:"toolExecutionNotifications,omitempty"`
}

type sarifNotification struct {
	Level   string    `json:"level"`
	Message sarifText `json:"message"`
}

type sarifResult struct {
	RuleID       string                `json:"ruleId"`
	RuleIndex    int                   `json:"ruleIndex"`
	Level        string                `json:"level"`
	Message      sarifText             `json:"message"`
	Locations    []sarifLocation       `json:"locations"`
	Related      []sarifLocation       `json:"relatedLocations,omitempty"`
	Fingerprints map[string]string     `json:"partialFingerprints"`
	Suppressions []sarifSuppression    `json:"suppressions,omitempty"`
	Properties   sarifResultProperties `json:"properties"`
}

type sarifResultProperties struct {
	Severity         string         `json:"severity"`
	Confidence       string         `json:"confidence"`
	SecuritySeverity string         `json:"security-severity,omitempty"`
	Key              []string       `json:"key,omitempty"`
	Effects          []audit.Effect `json:"effects,omitempty"`
}

type sarifLocation struct {
	ID       int           `json:"id,omitempty"`
	Message  *sarifText    `json:"message,omitempty"`
	Physical sarifPhysical `json:"physicalLocation"`
}

type sarifPhysical struct {
	Artifact sarifArtifact `json:"artifactLocation"`
	Region   sarifRegion   `json:"region"`
}

type sarifArtifact struct {
	URI  string `json:"uri"`
	Base string `json:"uriBaseId,omitempty"`
}

type sarifRegion struct {
	StartLine   int `json:"startLine"`
	StartColumn int `json:"startColumn"`
	EndLine     int `json:"endLine"`
	EndColumn   int `json:"endColumn"`
}

type sarifSuppression struct {
	Kind          string `json:"kind"`
	Justification string `json:"justification,omitempty"`
}
