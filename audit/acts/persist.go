package acts

import (
	"path"
	"strings"

	"github.com/agentlayers/layers/audit/shell"
)

// startups are places below home that the system starts things from, or that let somebody in.
var startups = []string{
	".ssh/authorized_keys", ".ssh/rc", ".config/systemd", ".local/share/systemd", ".config/autostart", "Library/LaunchAgents",
	".config/environment.d", "AppData/Roaming/Microsoft/Windows/Start Menu/Programs/Startup", ".xprofile", ".xinitrc", ".xsession",
}

// systemStartups are the like outside home.
var systemStartups = []string{
	"/etc/cron.d", "/etc/cron.daily", "/etc/cron.hourly", "/etc/cron.weekly", "/etc/cron.monthly", "/etc/crontab", "/var/spool/cron",
	"/etc/systemd", "/lib/systemd", "/usr/lib/systemd", "/etc/init.d", "/etc/rc.local", "/Library/LaunchDaemons",
	"/Library/LaunchAgents", "/etc/xdg/autostart",
}

// persists reports whether what lies at a path is started again later, without the agent.
func persists(p string) bool {
	if rel, ok := belowHome(p); ok {
		return within(rel, startups)
	}
	clean := path.Clean(p)
	return within(clean, systemStartups) || strings.Contains("/"+clean+"/", "/.git/hooks/")
}

// persistence reports calls that make something run later.
func (f *finder) persistence(raw shell.Call) {
	c := unwrap(raw)
	what := ""
	switch c.name {
	case "crontab":
		if !c.has("-l", "-r", "--help", "-V") && len(c.args) > 0 {
			what = "installs a crontab"
		}
	case "systemctl":
		if c.starts("enable") || c.starts("link") || c.starts("reenable") || c.has("enable") {
			what = "enables a service"
		}
	case "systemd-run":
		if strings.Contains(strings.Join(c.args, " "), "--on-") {
			what = "starts a timer"
		}
	case "loginctl":
		if c.has("enable-linger") {
			what = "lets services run without a login"
		}
	case "launchctl":
		if c.has("load", "bootstrap", "submit", "enable") {
			what = "loads a launch agent"
		}
	case "at", "batch":
		if !c.has("-l", "-V") && (len(c.args) > 0 || c.name == "batch") {
			what = "queues a job for later"
		}
	case "schtasks":
		if hasFold(c.args, "/create") {
			what = "creates a scheduled task"
		}
	case "reg":
		if hasFold(c.args, "add") && strings.Contains(strings.ToLower(strings.Join(c.args, " ")), `currentversion\run`) {
			what = "adds a program to the login"
		}
	case "register-scheduledtask", "new-service", "update-rc.d", "rc-update", "chkconfig":
		what = "registers a service"
	case "sc":
		if hasFold(c.args, "create") {
			what = "registers a service"
		}
	case "ssh-copy-id":
		return
	}
	if what != "" {
		f.add(Persistence, raw, c.dropped, what)
	}
}

func hasFold(args []string, word string) bool {
	for _, a := range args {
		if strings.EqualFold(a, word) {
			return true
		}
	}
	return false
}
