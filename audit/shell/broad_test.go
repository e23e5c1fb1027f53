package shell

import "testing"

func TestBroad(t *testing.T) {
	t.Parallel()
	for pattern, want := range map[string]bool{
		"*": true, ":*": true, "**": true, "*:*": true, "* --help": true,
		"sh:*": true, "bash *": true, "bash": false, "bash -c:*": true, "bash -c *": true, "bash -lc *": true,
		"bash scripts/x.sh:*": false, "bash ./scripts/*": false, "zsh*": true,
		"python:*": true, "python3 *": true, "python3.12 -c *": true, "python -m *": true, "python -m pytest:*": false,
		"python scripts/a.py *": false, "python -c 'print(1)'": false, "node:*": true, "node -e:*": true, "node *.js": true,
		"node scripts/*.js": false, "deno run:*": true, "deno test:*": false, "perl -e:*": true, "awk:*": false,
		"curl:*": true, "curl -s *": true, "curl http://localhost:8080/*": false, "curl http://127.0.0.1.evil.test/*": true,
		"curl https://example.test/x": false, "wget *": true, "ssh:*": true, "ssh host *": true, "scp *": true,
		"sudo:*": true, "sudo apt-get install:*": true, "sudo make install": false,
		"env *": true, "env FOO=1 python *": true, "FOO=1 bash:*": true, "timeout 5 *": true, "xargs:*": true, "eval:*": true,
		"npx:*": true, "npx *": true, "npx -y *": true, "npx eslint:*": false, "npx prettier --check *": false, "bunx *": true,
		"pnpm dlx *": true, "yarn dlx:*": true, "uvx *": true, "uvx ruff:*": false, "pipx run *": true, "uv run:*": true,
		"uv run pytest:*": false, "npm exec:*": true, "npm:*": true, "npm run:*": false, "npm run test:*": false, "npm test": false,
		"docker:*": true, "docker run:*": true, "docker ps:*": false, "docker compose up:*": false,
		"git status:*": false, "git diff *": false, "go test ./...": false, "go test:*": false, "make:*": false, "ls:*": false,
		"cd web && npx *": true, "cd x && npm test": false, "pwsh:*": true, "cmd /c *": true, "./scripts/*": false,
		"find . -name *.go": false, "echo *": false, "sudo": false, "pip install -r requirements.txt": false,
	} {
		if _, got := Broad(pattern); got != want {
			t.Errorf("Broad(%q) = %v, want %v", pattern, got, want)
		}
	}
}
