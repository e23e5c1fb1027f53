package random

import "strings"

// skillText is the text of a skill; with full its head comes in many forms.
func (m *maker) skillText(name string, full bool) string {
	desc := m.sentence(m.between(2, 9))
	body := "Body of " + name + ".\n"
	if m.chance(.2) {
		body += "\n## More\n\ntext\n"
	}
	fill := strings.NewReplacer("{name}", name, "{NAME}", strings.ToUpper(name), "{desc}", desc)
	head := "name: " + name + "\ndescription: " + desc + "\n"
	if full {
		switch m.kind("plain:40 style:30 yaml:18 form:12") {
		case "style":
			m.note("fm-style")
			head = fill.Replace(pick(m, styledHeads))
		case "yaml":
			m.note("fm-yaml-odd")
			head = fill.Replace(pick(m, yamlHeads))
		case "form":
			m.note("fm-form")
			return strings.NewReplacer("{head}", head, "{body}", body, "{name}", name, "{desc}", desc).Replace(pick(m, headForms))
		}
	}
	return "---\n" + head + "---\n" + body
}

// headForms are whole skills whose head is missing, misplaced, too long or incomplete.
var headForms = []string{
	"{body}",
	"---\n{head}{body}",
	"\n---\n{head}---\n{body}",
	"---  \n{head}--- \n{body}",
	"---\n{head}...\n{body}",
	"----\n{head}----\n{body}",
	" ---\n{head}  ---\n{body}",
	"---\n---\n{body}",
	"",
	"---\n{head}---\n",
	"---\nname: " + strings.Repeat("n", 64) + "\ndescription: {desc}\n---\n{body}",
	"---\nname: " + strings.Repeat("n", 65) + "\ndescription: {desc}\n---\n{body}",
	"---\nname: {name}\ndescription: " + strings.Repeat("wd ", 341) + "end\n---\n{body}",
	"---\nname: {name}\ndescription: " + strings.Repeat("wd ", 342) + "end\n---\n{body}",
	"---\nname: {name}\ndescription: " + strings.Repeat("wd ", 60) + "end\n---\n{body}",
	"# title\n---\n{head}---\n{body}",
	"---\nname: {name}\n---\n{body}",
	"---\nname: {name}\ndescription: \n---\n{body}",
	"---\nname: {name}\ndescription: \"\"\n---\n{body}",
	"---\nname: {name}\ndescription: ' '\n---\n{body}",
	"---\nname: {name}\ndescription: \u3000\n---\n{body}",
	"---\n{head}---\n---\nname: second\n---\n{body}",
	"---\nname: {name}---\n{body}",
}

// styledHeads are heads in the styles that people write. {name}, {NAME} and {desc} are filled in.
var styledHeads = []string{
	"name: \"{name}\"\ndescription: \"{desc}\"\n",
	"name: '{name}'\ndescription: '{desc}'\n",
	"description: >\n  {desc}\n  and more\nname: {name}\n",
	"name: {name}\ndescription: >-\n  {desc}\n\n  second paragraph\n",
	"name: {name}\ndescription: |\n  {desc}\n   indented\n",
	"name: {name}\ndescription: |-\n  one\n  two\n",
	"name: {name}\ndescription: {desc}\n  continued here\n  and here\n",
	"name: {name}\ndescription: {desc} # comment\n",
	"# head\nname: {name}\n\ndescription: {desc}\n",
	"name: {name}\ndescription: 日本語 {desc} 😀\n",
	"name: {name}\ndescription: a\u00a0b\u3000c  d\n",
	"name: {name}\ndescription: \"tab\\tnew\\nline \\u00e9\"\n",
	"description: {desc}\n",
	"name:\ndescription: {desc}\n",
	"name: ''\ndescription: {desc}\n",
	"name: ~\ndescription: {desc}\n",
	"name: 42\ndescription: {desc}\n",
	"name: true\ndescription: {desc}\n",
	"name: 1.5\ndescription: {desc}\n",
	"name: 0x10\ndescription: {desc}\n",
	"name: 2024-01-02\ndescription: {desc}\n",
	"name: null\ndescription: {desc}\n",
	"name: yes\ndescription: {desc}\n",
	"name: 1_000\ndescription: {desc}\n",
	"name: 1e3\ndescription: {desc}\n",
	"name: {name}\ndescription: 42\n",
	"name: {name}\ndescription: true\n",
	"name: {name}\ndescription: null\n",
	"name: {name}\ndescription: ~\n",
	"name: {name}\ndescription: 1.50\n",
	"name: {name}\ndescription: no\n",
	"name: {name}\ndescription: .inf\n",
	"name: {name}\ndescription: 2024-01-02\n",
	"name: {name}\ndescription: 0o17\n",
	"name: {name}\ndescription: 0b1\n",
	"name: {name}\ndescription: -\n",
	"name: {name}\ndescription: {desc}\nmetadata:\n  short-description: short one\n",
	"name: {name}\ndescription: {desc}\nmetadata:\n  short-description: ''\n  author: x\n",
	"name: {name}\ndescription: {desc}\nlicense: MIT\nallowed-tools: [a, b]\nnested:\n  - x: 1\n",
	"name: Some {name}\ndescription: {desc}\n",
	"name: {NAME}\ndescription: {desc}\n",
	"name: '  {name}  '\ndescription: '  padded  {desc} '\n",
	"{name: {name}, description: {desc}}\n",
	"\"name\": {name}\n\"description\": {desc}\n",
	"name : {name}\ndescription : {desc}\n",
	"name: &n {name}\ndescription: *n\n",
	"name: !!str {name}\ndescription: !!str 12\n",
	"? name\n: {name}\n? description\n: {desc}\n",
	"name: {name}\ndescription: {desc}\nmetadata: text\n",
	"name: {name}\ndescription: {desc}\nmetadata: null\n",
	"name: {name}\ndescription: {desc}\nmetadata:\n  short-description: [a]\n",
	"name: {name}\nDescription: {desc}\n",
	"Name: {name}\ndescription: {desc}\n",
}

// yamlHeads are heads that are broken, or read otherwise than they look.
var yamlHeads = []string{
	"name: {name}\ndescription: Use when: {desc}\n",
	"name: {name}\ndescription: a: b: c\n",
	"name: {name}: x\ndescription: {desc}\n",
	"name: [{name}\ndescription: {desc}\n",
	"name: {name}\ndescription: [{desc}]\n",
	"name: {name}\ndescription: {a: b}\n",
	"name: {name}\nname: other\ndescription: {desc}\n",
	"name: {name}\ndescription: it's {desc}\n",
	"name: {name}\ndescription: 'it's {desc}'\n",
	"name: {name}\ndescription: \"unclosed {desc}\n",
	"name: {name}\ndescription: \"{desc}\" trailing\n",
	"name: {name}\ndescription: @{desc}\n",
	"name: {name}\ndescription: `{desc}`\n",
	"name: {name}\ndescription: %{desc}\n",
	"name: {name}\ndescription: *{desc}\n",
	"name: {name}\ndescription: &a {desc}\n",
	"name: {name}\ndescription: !tag {desc}\n",
	"name: {name}\ndescription: - {desc}\n",
	"name: {name}\ndescription: ? {desc}\n",
	"name: {name}\ndescription: # {desc}\n",
	"name:{name}\ndescription: {desc}\n",
	"name: {name}\n\tdescription: {desc}\n",
	"name: {name}\ndescription:\t{desc}\n",
	"  name: {name}\n  description: {desc}\n",
	" name: {name}\ndescription: {desc}\n",
	"- name: {name}\n- description: {desc}\n",
	"{desc}\n",
	"name: {name}\ndescription: {desc}\nextra: a: b\n",
	"name: {name}\ndescription: {desc}\n<<: {a: 1}\n",
	"base: &b {description: {desc}}\n<<: *b\nname: {name}\n",
	"name: {name}\ndescription: {desc}\nbad: [1, 2\n",
	"name: {name}\ndescription: \"\\q bad escape\"\n",
	"name: {name}\ndescription: {desc}\n...\nmore: 1\n",
	"name: {name}\ndescription: http://x.invalid/a:b#c\n",
	"name: {name}\ndescription: {desc}:\n",
	"name: {name}\ndescription: x # y: z\n",
	"name: {name}\ndescription: |\n{desc}\n",
	"name: {name}\ndescription: >\n\n\n",
	"name: {name}\ndescription:\n  {desc}\n",
	"name: {name}\ndescription:\n  - {desc}\n",
	"name: {name}\ndescription: \"{desc}\n  over lines\"\n",
	"name: {name}\ndescription: “{desc}”: x\n",
	"name: {name}\ndescription: {desc}\nmetadata:\n  short-description: a: b\n",
	"name: {name}\ndescription: ''''\n",
	"name: {name}\ndescription: a\\nb\n",
	"name: {name}\ndescription: Key: \"v\" and 'w'\n",
	"name: {name}\ndescription: {desc}\nargs: {{x}}\n",
	"name: {name}\ndescription: <{desc}>: y\n",
}

// openaiFiles are texts of agents/openai.yaml beside a skill.
var openaiFiles = []string{
	"interface:\n  display_name: \"Nice Name\"\n  short_description: short text\n",
	"interface:\n  brand_color: \"#A1b2C3\"\n  default_prompt: do it\n",
	"interface:\n  brand_color: red\n  display_name: D\n",
	"interface:\n  brand_color: \"#12345\"\n",
	"interface:\n  icon_small: ./assets/i.png\n  icon_large: assets/sub/l.svg\n",
	"interface:\n  icon_small: ../assets/i.png\n  icon_large: /abs/l.svg\n  display_name: D\n",
	"interface:\n  icon_small: img/i.png\n",
	"policy:\n  allow_implicit_invocation: false\n",
	"policy:\n  allow_implicit_invocation: true\n",
	"policy:\n  allow_implicit_invocation: \"false\"\ninterface:\n  display_name: D\n",
	"policy:\n  allow_implicit_invocation: no\n",
	"policy: {}\n",
	"policy:\n",
	"policy:\n  products: [codex]\n",
	"policy:\n  products: [chatgpt]\n",
	"policy:\n  products: []\n",
	"policy:\n  products: [CODEX]\n",
	"policy:\n  products: [nope]\ninterface:\n  display_name: D\n",
	"dependencies:\n  tools:\n    - type: mcp\n      value: srv\n      description: d\n",
	"dependencies:\n  tools:\n    - type: mcp\n    - type: env_var\n      value: TOKEN\n",
	"dependencies:\n  tools:\n    - type: mcp\n      value: s\n      transport: streamable_http\n      url: http://127.0.0.1:9/\n",
	"dependencies:\n  tools: []\n",
	"dependencies:\n  tools: text\ninterface:\n  display_name: D\n",
	"not: [closed\n",
	"",
	"# nothing\n",
	"[]\n",
	"text\n",
	"unknown: 1\ninterface:\n  display_name: \"  padded   name \"\n  other: 2\n",
	"interface:\n  display_name: 5\n",
	"interface:\n  display_name: \"\"\n  short_description: s\n",
	"interface:\n  display_name: [a]\npolicy:\n  allow_implicit_invocation: false\n",
	"interface:\n  display_name: a\n  display_name: b\n",
	"interface:\n  default_prompt: |\n    many\n    lines\n",
	"interface: &i\n  display_name: A\npolicy:\n  allow_implicit_invocation: false\n",
	"interface:\n  display_name: " + strings.Repeat("n", 65) + "\n  short_description: kept\n",
}
