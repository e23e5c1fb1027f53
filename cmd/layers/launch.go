package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/layers"
)

// launch are the flags that claude is started with and that decide what it loads, under claude's own names. All but
// --settings are left out of each command's help: `layers help starting-claude` explains them.
type launch struct {
	layers.Launch
	sources string
	flags   []*pflag.Flag
}

const (
	startSettings = "settings"
	startSources  = "setting-sources"
	startMode     = "permission-mode"
)

func (l *launch) register(cmd *cobra.Command) {
	f := pflag.NewFlagSet("starting claude", pflag.ContinueOnError)
	f.StringVar(&l.Settings, startSettings, "", "settings that claude is started with: a `FILE`, or JSON text")
	f.StringVar(&l.sources, startSources, "", "which settings are read: a `LIST` of user, project, local")
	f.StringVar(&l.Mode, startMode, "", "the permission `MODE` of the session")
	f.StringVar(&l.Model, "model", "", "the model `NAME` of the session")
	f.StringArrayVar(&l.AddDirs, "add-dir", nil, "one more `DIR` that the session may use")
	f.StringArrayVar(&l.Plugins, "plugin-dir", nil, "a plugin, or a folder of plugins, in `DIR`")
	f.BoolVar(&l.Bare, "bare", false, "nothing is loaded for the model by itself")
	f.BoolVar(&l.NoSkills, "disable-slash-commands", false, "no skills and no commands")
	f.BoolVar(&l.Bypass, "dangerously-skip-permissions", false, "the mode bypassPermissions, where it is allowed")
	f.VisitAll(func(flag *pflag.Flag) {
		flag.Hidden = flag.Name != startSettings
		l.flags = append(l.flags, flag)
	})
	cmd.PersistentFlags().AddFlagSet(f)
}

// check refuses flags that the agent does not have, and values that it would refuse itself.
func (l *launch) check(d dialect.Dialect) error {
	for _, flag := range l.flags {
		if flag.Changed && d.Config.Format != dialect.FormatJSON {
			return usage("%s takes no --%s here; try -c KEY=VALUE", d.Name, flag.Name)
		}
		if !flag.Changed {
			continue
		}
		switch flag.Name {
		case startSources:
			if err := l.splitSources(); err != nil {
				return err
			}
		case startMode:
			if modes := modesOf(d); !slices.Contains(modes, l.Mode) {
				return usage("--%s %s: claude has %s", flag.Name, l.Mode, strings.Join(modes, ", "))
			}
		}
	}
	return nil
}

// splitSources reads the list as claude does: no text is a list of none.
func (l *launch) splitSources() error {
	known := []dialect.Kind{dialect.User, dialect.Project, dialect.Local}
	l.Sources = []string{}
	if l.sources == "" {
		return nil
	}
	for part := range strings.SplitSeq(l.sources, ",") {
		name := strings.TrimSpace(part)
		if !slices.Contains(known, dialect.Kind(name)) {
			return usage("--%s %s: claude has user, project, local", startSources, l.sources)
		}
		l.Sources = append(l.Sources, name)
	}
	return nil
}

// modesOf are the permission modes that a session can be started in.
func modesOf(d dialect.Dialect) []string {
	for k := range d.Config.Keys.All() {
		if k.Path == d.Session.Modes.Key {
			return slices.DeleteFunc(slices.Clone(k.Values), func(v string) bool { return v == d.Session.Modes.Default })
		}
	}
	return nil
}

const startingClaudeText = `What claude loads depends on the flags that it is started with. Give the same
flags to layers, with --agent claude:

  --settings FILE|JSON             one more layer of settings, above the files
  --setting-sources LIST           read only these of user, project, local
  --permission-mode MODE           the permission mode of the session
  --dangerously-skip-permissions   the mode bypassPermissions, where it is allowed
  --model NAME                     the model of the session; decides the size of
                                   the skill list
  --add-dir DIR                    one more folder; its skills load, and its
                                   instructions where the environment says so
  --plugin-dir DIR                 a plugin, or a folder of plugins
  --bare                           nothing is loaded for the model by itself
  --disable-slash-commands         no skills and no commands

--add-dir and --plugin-dir can be given several times, one DIR each.
`

func startingClaudeTopic() *cobra.Command {
	return &cobra.Command{Use: "starting-claude", Short: "the flags that claude is started with", Long: startingClaudeText}
}
