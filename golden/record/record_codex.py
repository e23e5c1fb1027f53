#!/usr/bin/env python3
"""Record what the real Codex CLI does on small fixture trees (see README.md).

Usage:
  record_codex.py --write [--jobs N] CASE.txtar...    fill in the want sections
  record_codex.py --check [--jobs N] CASE.txtar...    re-run and diff
  record_codex.py --show  CASE.txtar                  print the facts, change nothing

The binaries come from --codex VERSION=PATH (repeatable) or CODEX_ORACLE_BINS
("0.145.0=PATH:0.171.0=PATH"); PATH is the codex executable itself or the folder
in which the npm package was installed.  Needs root (private mount and network
namespaces); the machine's own /etc is never touched and no network is reachable.
"""
import argparse, concurrent.futures, difflib, glob, hashlib, http.server, json, os, queue
import re, shutil, subprocess, sys, tempfile, threading, time

ROOT = "/mnt"            # where every case tree is mounted inside its namespace
UID = 65534              # the agent runs unprivileged so that mode 000 means something
VERSIONS = ["0.145.0", "0.171.0"]

# ---------------------------------------------------------------- txtar
MARK = re.compile(r"^-- (.+) --$")


def parse_txtar(text):
    comment, files, cur = [], [], None
    for line in text.splitlines(keepends=True):
        m = MARK.match(line.rstrip("\n"))
        if m:
            cur = [m.group(1).strip(), []]
            files.append(cur)
        elif cur is None:
            comment.append(line)
        else:
            cur[1].append(line)
    return "".join(comment), [(n, "".join(b)) for n, b in files]


def format_txtar(comment, files):
    out = [comment if comment.endswith("\n") or not comment else comment + "\n"]
    for name, body in files:
        if body and not body.endswith("\n"):
            body += "\n"
        out.append(f"-- {name} --\n{body}")
    return "".join(out)


DIRECTIVES = {"cwd", "git-init", "git-worktree", "symlink", "args", "profile", "env", "mode", "expand",
              "bytes", "bom", "crlf", "chomp", "mkdir", "repeat", "mention", "versions", "facts",
              "unset", "delete"}


def directives(comment):
    out = []
    for line in comment.splitlines():
        m = re.match(r"^([a-z-]+):\s?(.*)$", line)
        if m and m.group(1) in DIRECTIVES:
            out.append((m.group(1), m.group(2).strip()))
    return out


def unescape(s):
    """\\n \\r \\t \\\\ \\0 and \\xNN to bytes; everything else is UTF-8."""
    out, i = bytearray(), 0
    while i < len(s):
        c = s[i]
        if c == "\\" and i + 1 < len(s):
            n = s[i + 1]
            if n == "x":
                out.append(int(s[i + 2:i + 4], 16)); i += 4; continue
            simple = {"n": 10, "r": 13, "t": 9, "\\": 92, "0": 0}
            if n in simple:
                out.append(simple[n]); i += 2; continue
        out += c.encode(); i += 1
    return bytes(out)


# ---------------------------------------------------------------- building a tree
def under(path):
    p = os.path.normpath(os.path.join(ROOT, path))
    if p != ROOT and not p.startswith(ROOT + "/"):
        raise SystemExit(f"path leaves the case: {path}")
    return p


def put(path, data):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as f:
        f.write(data)


def git(*a, cwd):
    env = {"PATH": os.environ.get("PATH", ""), "HOME": ROOT + "/home", "GIT_CONFIG_NOSYSTEM": "1",
           "GIT_AUTHOR_NAME": "c", "GIT_AUTHOR_EMAIL": "c@example.invalid",
           "GIT_COMMITTER_NAME": "c", "GIT_COMMITTER_EMAIL": "c@example.invalid"}
    subprocess.run(["git", "-c", "init.defaultBranch=main", "-c", "safe.directory=*", *a], cwd=cwd, env=env,
                   check=True, stdout=subprocess.DEVNULL)


def build(comment, files):
    """Expand the case into ROOT.  Returns the run parameters."""
    ds = directives(comment)
    run = {"cwd": "repo", "args": [], "env": {}, "mentions": [], "profile": None, "unset": []}
    for k, v in ds:
        if k == "cwd": run["cwd"] = v
        elif k == "args": run["args"] += json.loads(v.replace("$ROOT", ROOT))
        elif k == "profile": run["profile"] = v
        elif k == "env":
            n, _, val = v.partition("=")
            run["env"][n] = val.replace("$ROOT", ROOT)
        elif k == "unset": run["unset"].append(v)
        elif k == "mention": run["mentions"].append(v)
    os.makedirs(under("home"), exist_ok=True)
    for k, v in ds:
        if k == "mkdir": os.makedirs(under(v), exist_ok=True)
        if k == "git-init":
            os.makedirs(under(v), exist_ok=True)
            git("init", "-q", cwd=under(v))
            git("commit", "-q", "--allow-empty", "-m", "start", cwd=under(v))
    for k, v in ds:
        if k == "git-worktree":
            repo, wt = v.split()
            os.makedirs(os.path.dirname(under(wt)), exist_ok=True)
            git("worktree", "add", "-q", "-b", os.path.basename(wt), under(wt), cwd=under(repo))
    repeats = {}
    for k, v in ds:
        if k == "repeat":
            n, p = v.split(None, 1)
            repeats[p] = int(n)
    for name, body in files:
        if name.startswith("want/"):
            continue
        body = body.replace("$ROOT", ROOT)
        if name in repeats:
            for i in range(repeats[name]):
                t = str(i).zfill(max(3, len(str(repeats[name] - 1))))
                put(under(name.replace("{{i}}", t)), body.replace("{{i}}", t).encode())
        else:
            put(under(name), body.encode())
    for k, v in ds:
        if k == "chomp":
            p = under(v); d = open(p, "rb").read(); put(p, d[:-1] if d.endswith(b"\n") else d)
        elif k == "crlf":
            p = under(v); put(p, open(p, "rb").read().replace(b"\n", b"\r\n"))
        elif k == "bom":
            p = under(v); put(p, b"\xef\xbb\xbf" + open(p, "rb").read())
        elif k == "bytes":
            p, _, esc = v.partition(" "); put(under(p), unescape(esc))
        elif k == "expand":
            p, n = v.rsplit(None, 1); p = under(p); d = open(p, "rb").read() or b"x"; n = int(n)
            put(p, (d * (n // len(d) + 1))[:n])
        elif k == "symlink":
            link, target = [x.strip() for x in v.split("->")]
            os.makedirs(os.path.dirname(under(link)), exist_ok=True)
            os.symlink(target.replace("$ROOT", ROOT), under(link))
        elif k == "delete":
            p = under(v)
            shutil.rmtree(p) if os.path.isdir(p) and not os.path.islink(p) else os.remove(p)
    os.makedirs(under(run["cwd"]), exist_ok=True)
    for base, dirs, names in os.walk(ROOT):
        for n in [base] + [os.path.join(base, x) for x in names + dirs]:
            os.chown(n, UID, UID, follow_symlinks=False)
    for k, v in ds:
        if k == "mode":
            m, p = v.split(None, 1); os.chmod(under(p), int(m, 8))
    return run


# ---------------------------------------------------------------- normalising
def norm_str(s):
    s = re.sub(r"(?<![\w.$/-])/mnt(?=/|$|[\s\"'`:,;)\]>}.=])", "$ROOT", s)
    s = re.sub(r"(?<![\w.$/-])/etc/codex(?=/|$|[\s\"'`:,;)\]>}.=])", "$ROOT/etc/codex", s)
    s = re.sub(r"projects\./mnt/", "projects.$ROOT/", s)
    s = re.sub(r"skill:///mnt/", "skill://$ROOT/", s)
    return s


def norm(v):
    if isinstance(v, str): return norm_str(v)
    if isinstance(v, list): return [norm(x) for x in v]
    if isinstance(v, dict): return {norm_str(k): norm(x) for k, x in v.items()}
    return v


def source(n):
    """A layer name in our own words."""
    t = n["type"]
    out = {"kind": {"sessionFlags": "runtime", "legacyManagedConfigTomlFromFile": "managed-file",
                    "packagedDefaults": "packaged-defaults"}.get(t, t)}
    for a in ("file", "dotCodexFolder", "profile"):
        if n.get(a) is not None:
            out["folder" if a == "dotCodexFolder" else a] = n[a]
    return out


def disabled_class(reason):
    if "marked as untrusted" in reason: c = "marked-untrusted"
    elif "as a trusted project" in reason: c = "not-trusted"
    else: c = "other:" + digest(reason)
    m = re.search(r"(?:^|add )(/.+?) (?:is marked as untrusted|as a trusted project)", reason)
    out = {"class": c}
    if m: out["trust_key"] = m.group(1)
    return out


def digest(s):
    return hashlib.sha256(re.sub(r"[\da-f-]{36}", "", s).encode()).hexdigest()[:10]


ANSI = re.compile(r"\x1b\[[0-9;]*m")
DROP = re.compile(r"bubblewrap|PATH aliases|failed to refresh available models|helper binaries|"
                  r"Under-development features|remote_?plugin|featured plugin|shell snapshot|"
                  r"failed to (?:load|fetch|sync|warm).*plugin|os error 101|error sending request|"
                  r"stream disconnected|app_server_transport|Failed to (?:create|delete) shell|"
                  r"curated plugins|rmcp_client|codex_models_manager|unsupported operation|state db|"
                  r"system bwrap|could not create PATH")


def position(text):
    """file:line:column where the message gives one."""
    out = {}
    m = re.search(r"(/(?:mnt|etc/codex)[^:`'\"\n]*):(\d+):(\d+)", text)
    if m:
        return {"file": m.group(1), "line": int(m.group(2)), "column": int(m.group(3))}
    m = (re.search(r"(/(?:mnt|etc/codex)[^:`'\",)\n]*?\.(?:toml|md|json|yaml|rules))(?![\w.])", text)
         or re.search(r"(/(?:mnt|etc/codex)[^\s:`'\",)]*)", text))
    if m: out["file"] = m.group(1).rstrip(".")
    m = re.search(r"at line (\d+),? column (\d+)", text) or re.search(r"line (\d+) column (\d+)", text)
    if m: out["line"], out["column"] = int(m.group(1)), int(m.group(2))
    return out


WARNINGS = [
    ("project-keys-ignored", r"unsupported project-local config keys in (.+?): ([^.]+(?:\.[a-z_]+)*)\."),
    ("unrecognized-settings", r"unrecognized configuration setting"),
    ("legacy-profiles", r"profile.*(?:deprecated|no longer|legacy)"),
    ("project-layers-disabled", r"[Pp]roject-local config, hooks, and exec policies are disabled"),
    ("requirement-fallback", r"is disallowed by requirements; falling back"),
    ("doc-truncated", r"Loaded only (\d+) of (\d+) bytes from `([^`]*)`|[Pp]roject doc .*(?:truncat|exceeds)"),
    ("doc-skipped", r"Skipped project instructions"),
    ("instructions-over-limit", r"Combined user instructions use (\d+) bytes"),
    ("doc-invalid-utf8", r"invalid UTF-8"),
    ("skill-not-loaded", r"Failed to load skill|skipped loading|Skipped loading"),
    ("skills-budget-descriptions-shortened", r"Skill descriptions were shortened"),
    ("skills-budget-skills-omitted", r"Exceeded skills context budget"),
    ("requirements-conflict", r"requirements? .*conflict|Managed"),
    ("deprecated-key", r"deprecat"),
    ("requirement-applied", r"requirement"),
]


def classify(text, table, extra):
    for cls, rx in table:
        m = re.search(rx, text)
        if not m: continue
        out = {"class": cls}
        if cls == "project-keys-ignored":
            out["file"] = m.group(1); out["keys"] = [k.strip() for k in m.group(2).split(",")]
        elif cls == "unrecognized-settings":
            out["entries"] = [{k: v for k, v in (("source", a), ("file", b), ("key", c)) if v}
                              if b else {"source": a, "key": c} for a, b, c in re.findall(
                r"^\s*([\w-]+)(?: \(([^)]*)\))?: `([^`]*)` ", text, re.M)]
            mm = re.search(r"and (\d+) more", text)
            if mm: out["more"] = int(mm.group(1))
        elif cls == "requirement-fallback":
            mm = re.search(r"value for `?([\w.]+)`? is disallowed.*?falling back to required value (\S+)", text, re.S)
            if mm: out["field"] = mm.group(1)
        elif cls == "doc-truncated" and m.group(1):
            out.update(file=m.group(3), loaded=int(m.group(1)), of=int(m.group(2)))
        elif cls == "instructions-over-limit":
            out["bytes"] = int(m.group(1))
        elif cls == "project-layers-disabled":
            out["folders"] = list(dict.fromkeys(re.findall(r"(/mnt(?:[^\n]*?)/\.codex)(?![/\w])", text)))
        elif cls in ("doc-truncated", "doc-skipped", "doc-invalid-utf8", "skill-not-loaded"):
            out.update({k: v for k, v in position(text).items() if k == "file"})
        elif cls == "skills-budget-skills-omitted":
            mm = re.search(r"(\d+) additional", text)
            if mm: out["omitted"] = int(mm.group(1))
        else:
            out.update(position(text))
        return out
    return {"class": "unclassified", "id": digest(norm_str(text)), **extra, **position(text)}


ERRORS = [
    ("path-unresolved", r"AbsolutePathBuf deserialized without a base path"),
    ("requirement-rule-invalid", r"invalid rules in requirements"),
    ("requirement-combination-refused", r"cannot be used because requirements do not allow"),
    ("requirement-conflict", r"is not in the allowed set|must include 'read-only'|cannot be empty|must not be empty"),
    ("wrong-type", r"invalid type|unknown variant|did not match any variant|missing field|unknown field|invalid length"),
    ("toml-syntax", r"TOML parse error|Error parsing project config|invalid (?:key|string|array|table|number|inline|escape)|duplicate key|unterminated|"
                    r"(?:expected|extra|missing) .*(?:newline|`=`|equals|bracket|quote|comma|`\]`)|key with no value|unclosed|unexpected key or value|string values must be quoted"),
    ("wrong-type", r"invalid type|unknown variant|did not match any variant|missing field|unknown field|invalid value|expected (?:a|an) |invalid length"),
    ("profile-legacy-conflict", r"cannot be used while"),
    ("profile-name-invalid", r"[Ii]nvalid .*profile|profile.*(?:must|may) (?:only )?contain"),
    ("profile-legacy-unsupported", r"legacy `?profile"),
    ("codex-home-missing", r"CODEX_HOME.*(?:does not exist|is not a directory|points to)"),
    ("requirement-conflict", r"is not in the allowed set|required by|disallowed|allowed_"),
    ("profile-missing", r"config profile .* not found"),
    ("unreadable", r"Permission denied|Failed to read|Is a directory|stream did not contain valid UTF-8|No such file"),
    ("provider-missing", r"[Mm]odel provider .* not found"),
]

SKILL_ERRORS = [
    ("path-unresolved", r"AbsolutePathBuf deserialized without a base path"),
    ("requirement-rule-invalid", r"invalid rules in requirements"),
    ("requirement-combination-refused", r"cannot be used because requirements do not allow"),
    ("missing-frontmatter", r"missing YAML frontmatter"),
    ("bad-yaml", r"invalid YAML|while parsing|did not find expected|mapping values|could not find expected|unexpected end|found (?:character|unexpected|duplicate)|duplicate"),
    ("missing-field", r"missing field `?(\w+)`?"),
    ("field-too-long", r"invalid (\w+(?:\.\w+)*): exceeds maximum length of (\d+)"),
    ("field-invalid", r"invalid (\w+(?:\.\w+)*):"),
    ("unreadable", r"failed to read|Permission denied|No such file|UTF-8"),
    ("wrong-type", r"invalid type"),
]


def skill_error(e):
    msg = e["message"]
    for cls, rx in SKILL_ERRORS:
        m = re.search(rx, msg)
        if m:
            out = {"path": e["path"], "class": cls}
            if cls in ("missing-field", "field-too-long", "field-invalid"): out["field"] = m.group(1)
            if cls == "field-too-long": out["limit"] = int(m.group(2))
            return out
    return {"path": e["path"], "class": "unclassified", "id": digest(norm_str(msg))}


# ---------------------------------------------------------------- talking to Codex
class AppServer:
    def __init__(self, cmd, cwd, env):
        self.p = subprocess.Popen(cmd, cwd=cwd, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE, user=UID, group=UID, extra_groups=[])
        self.q, self.err, self.notes, self.n = queue.Queue(), [], [], 0
        threading.Thread(target=self._out, daemon=True).start()
        self.te = threading.Thread(target=self._err, daemon=True); self.te.start()

    def _out(self):
        for line in self.p.stdout:
            try: self.q.put(json.loads(line))
            except ValueError: pass
        self.q.put(None)

    def _err(self):
        for line in self.p.stderr: self.err.append(ANSI.sub("", line.decode("utf-8", "replace")))

    def send(self, obj):
        try:
            self.p.stdin.write((json.dumps(obj) + "\n").encode()); self.p.stdin.flush()
        except BrokenPipeError:
            pass

    def call(self, method, params, timeout=240):
        self.n += 1
        self.send({"id": self.n, "method": method, "params": params})
        end = time.time() + timeout
        while True:
            try: m = self.q.get(timeout=max(0.01, end - time.time()))
            except queue.Empty:
                self.p.kill(); raise RuntimeError("no answer to " + method)
            if m is None:
                self.q.put(None); return None
            if m.get("id") == self.n and "method" not in m: return m
            if "method" in m: self.notes.append(m)

    def drain(self, seconds, until=None):
        end = time.time() + seconds
        while time.time() < end:
            try: m = self.q.get(timeout=max(0.01, end - time.time()))
            except queue.Empty: return
            if m is None:
                self.q.put(None); return
            if "method" in m:
                self.notes.append(m)
                if until and m["method"] == until: return

    def close(self, kill=False):
        try: self.p.stdin.close()
        except OSError: pass
        if kill: self.p.kill()
        try: rc = self.p.wait(6)
        except subprocess.TimeoutExpired:
            self.p.kill(); self.p.wait(); rc = None
        self.te.join(2)
        return rc


def merge(base, over):
    if isinstance(base, dict) and isinstance(over, dict):
        out = dict(base)
        for k, v in over.items(): out[k] = merge(out[k], v) if k in out else v
        return out
    return over


ALIASES = [("memories", "no_memories_if_mcp_or_web_search", "disable_on_external_context")]


def renamed(config):
    """Old key names become new ones before merging; the new name wins inside one layer."""
    out = dict(config)
    for table, old, new in ALIASES:
        t = out.get(table)
        if isinstance(t, dict) and old in t:
            t = dict(t); v = t.pop(old); t.setdefault(new, v); out[table] = t
    return out


MISSING = object()


def compare(merged, typed, path, absent, changed):
    if isinstance(merged, dict) and isinstance(typed, dict):
        for k, v in merged.items(): compare(v, typed.get(k, MISSING), path + [k], absent, changed)
    elif typed is MISSING: absent.append(path)
    elif isinstance(merged, float) and isinstance(typed, (int, float)) and abs(merged - typed) < 1e-4: pass
    elif merged != typed: changed.append({"path": path, "value": typed})


def is_system_skill(path):
    return "/.system/" in path


CATALOG = re.compile(r"^- (.*)\((file|environment resource|orchestrator resource|custom resource): (.*)\)$")


def catalog_facts(text):
    m = re.search(r"### Available skills\n(.*?)(?:\n### |\n</skills_instructions>)", text, re.S)
    roots = re.findall(r"^- `(r\d+)` = `([^`]*)`", text, re.M)
    lines, cur = [], None
    for l in (m.group(1).split("\n") if m else []):
        if l.startswith("- "): lines.append(l)
        elif lines: lines[-1] += "\n" + l
    sysroots = [a for a, p in roots if p.endswith("/.system")]
    systems = [i for i, l in enumerate(lines) if "/.system/" in l
               or any(f" {a}/" in l for a in sysroots)]
    out = {"lines": [l for i, l in enumerate(lines) if i not in systems]}
    if systems:
        out["system_skills"] = "first" if all(i < len(systems) for i in systems) else "mixed"
        if len(systems) == len(lines): out["system_skills"] = "only"
    if roots: out["roots"] = [{"alias": a, "path": p} for a, p in roots]
    return out


def prompt_facts(items, facts):
    seps = []
    for it in items:
        for c in it.get("content", []) or []:
            t = c.get("text", "")
            if it.get("role") == "user" and t.startswith("# AGENTS.md instructions"):
                m = re.match(r"# AGENTS\.md instructions(?: for (.*?))?\n\n<INSTRUCTIONS>\n(.*)\n</INSTRUCTIONS>", t, re.S)
                facts["instructions"] = ({"for": m.group(1), "text": m.group(2)} if m
                                         else {"text": t, "unparsed": True})
                if facts["instructions"].get("for") is None: facts["instructions"].pop("for", None)
            elif "MEMORY_SUMMARY BEGINS" in t:
                m = re.search(r"=+ MEMORY_SUMMARY BEGINS =+\n(.*)\n=+ MEMORY_SUMMARY ENDS =+", t, re.S)
                facts["memory_summary"] = m.group(1) if m else "unparsed"
            elif "<skills_instructions>" in t:
                cat = catalog_facts(t)
                if cat.get("system_skills") != "only": facts["catalog"] = cat


def mention_facts(body, marker):
    """What followed the user's text in the request: skill injections, in order."""
    out, seen = [], False
    for it in body.get("input", []):
        if it.get("type") not in (None, "message"): continue
        for c in it.get("content", []) or []:
            t = c.get("text", "")
            if t == marker: seen = True
            m = re.match(r"<skill>\n<name>(.*?)</name>\n<path>(.*?)</path>\n(.*)\n</skill>$", t, re.S)
            if m:
                out.append({"name": m.group(1), "path": m.group(2), "contents": m.group(3),
                            "role": it.get("role"), "after_user_text": seen})
            elif t.startswith("<skill>"):
                out.append({"unparsed": t})
    return out


class FakeModel:
    """A loopback Responses API that records bodies and answers with an empty turn."""
    def __init__(self):
        me = self; self.bodies = []

        class H(http.server.BaseHTTPRequestHandler):
            def log_message(self, *a): pass

            def do_GET(self):
                self.send_response(404); self.end_headers()

            def do_POST(self):
                d = self.rfile.read(int(self.headers.get("content-length", 0)))
                enc = self.headers.get("content-encoding")
                try: me.bodies.append(json.loads(d))
                except Exception: me.bodies.append({"undecodable": enc or True})
                ev = [{"type": "response.created", "response": {"id": "r1"}},
                      {"type": "response.output_item.done", "item": {"type": "message", "role": "assistant", "id": "m1",
                       "content": [{"type": "output_text", "text": "ok"}]}},
                      {"type": "response.completed", "response": {"id": "r1", "usage": {
                          "input_tokens": 1, "input_tokens_details": None, "output_tokens": 1,
                          "output_tokens_details": None, "total_tokens": 2}}}]
                b = "".join(f"event: {e['type']}\ndata: {json.dumps(e)}\n\n" for e in ev).encode()
                self.send_response(200); self.send_header("content-type", "text/event-stream")
                self.send_header("content-length", str(len(b))); self.end_headers(); self.wfile.write(b)
        self.s = http.server.ThreadingHTTPServer(("127.0.0.1", 0), H)
        self.port = self.s.server_address[1]
        threading.Thread(target=self.s.serve_forever, daemon=True).start()


def no_names():
    """A loopback name server that knows no names, so that look-ups fail at once."""
    import socket
    s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); s.bind(("127.0.0.1", 53))

    def loop():
        while True:
            d, who = s.recvfrom(4096)
            s.sendto(d[:2] + b"\x81\x83" + d[4:6] + b"\0\0\0\0\0\0" + d[12:], who)
    threading.Thread(target=loop, daemon=True).start()


def messages_of(stderr_lines):
    """Join multi-line log records; keep WARN/ERROR ones and bare lines."""
    out = []
    for line in stderr_lines:
        line = line.rstrip("\n")
        m = re.match(r"^\d{4}-\d\d-\d\dT\S+\s+(\w+) ([\w:]+): (.*)$", line)
        if m: out.append(m.group(3) if m.group(1) in ("WARN", "ERROR") else None)
        elif out and out[-1] is not None and (line.startswith(" ") or line.startswith("|") or not line.strip()):
            out[-1] += "\n" + line
        elif line.strip(): out.append(line)
    return [x for x in out if x]


STAGES = ["app-server", "config/read", "requirements", "skills", "session", "prompt"]


def record(binary, comment, files, verbose=False):
    run = build(comment, files)
    cwd = under(run["cwd"])
    env = {"PATH": "/usr/bin:/bin", "HOME": ROOT + "/home", "LANG": "C.UTF-8", "USER": "nobody",
           "TERM": "dumb", "RUST_LOG": "error", "TMPDIR": "/tmp"}
    env.update(run["env"])
    for u in run["unset"]: env.pop(u, None)
    prof = ["--profile", run["profile"]] if run["profile"] else []
    args = run["args"]
    facts, warnings, errors = {"root": ROOT}, [], []
    watch = {}
    for base, dirs, names in os.walk(ROOT + "/home"):
        for n in names:
            if n.endswith(".toml"):
                p = os.path.join(base, n)
                try: watch[p] = open(p, "rb").read()
                except OSError: pass

    texts = []
    # 1. the prompt the model would see
    p = subprocess.run([binary, *prof, *args, "debug", "prompt-input", "hello"], cwd=cwd, env=env, user=UID, group=UID,
                       extra_groups=[], capture_output=True, timeout=300)
    facts["exit"] = p.returncode
    err = ANSI.sub("", p.stderr.decode("utf-8", "replace"))
    if p.returncode == 0:
        prompt_facts(json.loads(p.stdout), facts)
    else:
        errors.append({"stage": "prompt", **classify(err, ERRORS, {})})
    if p.returncode == 0:
        texts += messages_of(err.splitlines())
    # 2. the app server: layers, origins, requirements, skills, session
    # (it has no --profile, so for a profile only the prompt below is observed)
    asrv = None if prof else AppServer([binary, *args, "app-server"], cwd, env)
    init = asrv and asrv.call("initialize", {"clientInfo": {"name": "recorder", "version": "0"},
                                             "capabilities": {"experimentalApi": True}})
    raw = {}
    if init and "result" in init:
        asrv.send({"method": "initialized"})
        home = init["result"].get("codexHome")
        if home: facts["codex_home"] = home
        r = raw["config"] = asrv.call("config/read", {"includeLayers": True, "cwd": cwd})
        q = raw["req"] = asrv.call("configRequirements/read", None)
        s = raw["skills"] = asrv.call("skills/list", {"cwds": [cwd], "forceReload": True})
        t = raw["thread"] = asrv.call("thread/start", {"cwd": cwd, "ephemeral": True})
        asrv.drain(0.4)
        if r and "result" in r:
            res = r["result"]
            facts["layers"] = []
            merged = {}
            for l in res["layers"]:
                e = source(l["name"])
                if l.get("disabledReason"): e["disabled"] = disabled_class(l["disabledReason"])
                e["config"] = l["config"]
                if e["kind"] != "packaged-defaults": facts["layers"].append(e)
            for l in reversed(res["layers"]):
                if not l.get("disabledReason"): merged = merge(merged, renamed(l["config"]))
            absent, changed = [], []
            compare(merged, res["config"], [], absent, changed)
            facts["effective"] = merged
            if absent: facts["untyped_keys"] = sorted(absent)
            ch = [c for c in changed if not (isinstance(c["value"], dict) and c["path"])]
            if ch: facts["typed_view_differs"] = ch
            facts["origins"] = {k: source(v["name"]) for k, v in res["origins"].items()}
        else:
            errors.append({"stage": "config/read", **classify((r or {}).get("error", {}).get("message", "closed"), ERRORS, {})})
        if q and "result" in q:
            facts["requirements"] = {k: v for k, v in ((q["result"].get("requirements") or {})).items()
                                     if v is not None and v != [] and v != {}
                                     and (k, v) != ("allowedLoginMethods", ["api", "chatgpt"])} or None
        elif q: errors.append({"stage": "requirements", **classify(q["error"]["message"], ERRORS, {})})
        if s and "result" in s:
            for ent in s["result"]["data"]:
                facts["skills"] = [
                    {k: v for k, v in x.items() if v is not None and k not in ("pluginId",)}
                    for x in ent["skills"] if not is_system_skill(x["path"])]
                for x in facts["skills"]:
                    if isinstance(x.get("interface"), dict):
                        x["interface"] = {k: v for k, v in x["interface"].items() if v is not None}
                    if isinstance(x.get("dependencies"), dict):
                        x["dependencies"] = {"tools": [{k: v for k, v in t0.items() if v is not None}
                                                       for t0 in x["dependencies"]["tools"]]}
                facts["skill_errors"] = [skill_error(x) for x in ent["errors"]
                                         if not is_system_skill(x["path"]) and x["path"] != cwd]
                errors += [{"stage": "skills", **classify(x["message"], ERRORS, {})}
                           for x in ent["errors"] if x["path"] == cwd]
        elif s: errors.append({"stage": "skills", **classify(s["error"]["message"], ERRORS, {})})
        if t and "result" in t:
            tr = t["result"]
            facts["session"] = {"approval_policy": tr.get("approvalPolicy"), "sandbox": tr.get("sandbox"),
                                "instruction_sources": tr.get("instructionSources", [])}
        elif t: errors.append({"stage": "session", **classify(t["error"]["message"], ERRORS, {})})
    rc = asrv and asrv.close(kill=bool(init and "result" in init))
    if asrv and not (init and "result" in init):
        text = "\n".join(messages_of(asrv.err))
        errors.append({"stage": "app-server", "exit": rc, **classify(text, ERRORS, {})})
    for n in asrv.notes if asrv else []:
        if n["method"] in ("configWarning", "warning", "error", "deprecationNotice", "guardianWarning"):
            p = n["params"]
            texts.append("\n".join(str(p[k]) for k in ("summary", "message", "details", "text") if p.get(k)))
    seen = []
    for t in texts:
        if DROP.search(t): continue
        w = classify(t, WARNINGS, {})
        if w["class"] == "unclassified":
            e = classify(t, ERRORS, {})
            if e["class"] != "unclassified": w = {**e, "class": "config-error-" + e["class"]}
        w = norm(w)
        if w not in seen: seen.append(w)
    warnings = sorted(seen, key=json.dumps)
    # 3. a turn against a loopback model, for explicit mentions
    if run["mentions"]:
        fm = FakeModel()
        prov = ["-c", 'model_provider="fake"', "-c",
                'model_providers.fake={name="fake",base_url="http://127.0.0.1:%d/v1",wire_api="responses",'
                'requires_openai_auth=false,request_max_retries=0,stream_max_retries=0}' % fm.port]
        facts["mentions"] = []
        a2 = AppServer([binary, *prof, *args, *prov, "app-server"], cwd, env)
        i2 = a2.call("initialize", {"clientInfo": {"name": "recorder", "version": "0"}})
        a2.send({"method": "initialized"})
        for text in run["mentions"] if i2 and "result" in i2 else []:
            text = text.replace("$ROOT", ROOT).replace("\\n", "\n")
            t2 = a2.call("thread/start", {"cwd": cwd, "ephemeral": True})   # a fresh thread each time
            before = len(fm.bodies)
            if t2 and "result" in t2:
                a2.call("turn/start", {"threadId": t2["result"]["thread"]["id"],
                                       "input": [{"type": "text", "text": text}]})
                a2.drain(120, until="turn/completed")
            mine = [b for b in fm.bodies[before:] if any(
                c.get("text") == text for it in b.get("input", []) for c in it.get("content") or []
                if isinstance(c, dict))]
            e = {"text": text, "injected": mention_facts(mine[0], text) if mine else []}
            if not mine: e["no_request"] = True
            facts["mentions"].append(e)
        a2.close(kill=True)
        for b in fm.bodies: prompt_facts([it for it in b.get("input", []) if "MEMORY_SUMMARY" in json.dumps(it)], facts)
    if warnings: facts["warnings"] = warnings
    if errors: facts["errors"] = sorted(errors, key=lambda e: STAGES.index(e["stage"]))
    for pth, data in watch.items():
        try:
            if open(pth, "rb").read() != data: facts.setdefault("mutated", []).append(pth)
        except OSError: pass
    for k in ("skill_errors", "skills", "requirements"):
        if not facts.get(k): facts.pop(k, None)
    if verbose:
        for t in texts: print("TEXT", repr(t), file=sys.stderr)
        if err: print("STDERR", err, file=sys.stderr)
        if asrv: print("APPERR", "".join(asrv.err)[-1500:], file=sys.stderr)
        for k, v in raw.items():
            if v and "error" in v: print("RPCERR", k, v["error"], file=sys.stderr)
    out = norm(facts)
    out["root"] = ROOT
    return out


# ---------------------------------------------------------------- outer process
INNER = """set -e
ip link set lo up 2>/dev/null || "$PYTHON" -c '
import fcntl,socket,struct
s=socket.socket();r=struct.pack("16sh",b"lo",0x1|0x40);fcntl.ioctl(s,0x8914,r+bytes(8))'
mount --bind "$BOX" %(root)s
mount --bind "$BOX/etc" /etc
exec "$PYTHON" "$SELF" --inner "$JOB"
""" % {"root": ROOT}


def resolve_bin(p):
    if os.path.isfile(p): return p
    hits = glob.glob(os.path.join(p, "**/vendor/*/bin/codex"), recursive=True) + \
        glob.glob(os.path.join(p, "**/vendor/*/codex/codex"), recursive=True)
    if not hits: raise SystemExit(f"no codex binary under {p}")
    return hits[0]


def run_case(path, version, binary, verbose=False):
    box = tempfile.mkdtemp(prefix="record-")
    try:
        os.chmod(box, 0o755)
        os.makedirs(box + "/etc/codex")
        for f in ("passwd", "group", "hosts", "nsswitch.conf", "ld.so.cache", "ld.so.conf", "localtime"):
            if os.path.exists("/etc/" + f): shutil.copy("/etc/" + f, box + "/etc/" + f)
        open(box + "/etc/resolv.conf", "w").write("nameserver 127.0.0.1\n")
        job = box + ".job"
        json.dump({"case": os.path.abspath(path), "bin": binary, "out": box + ".out", "verbose": verbose},
                  open(job, "w"))
        env = dict(os.environ, BOX=box, PYTHON=sys.executable, SELF=os.path.abspath(__file__), JOB=job)
        p = subprocess.run(["unshare", "-m", "-n", "--propagation", "private", "sh", "-c", INNER], env=env,
                           stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=1500)
        if verbose: sys.stderr.write(p.stderr)
        if p.returncode: raise RuntimeError(f"{path} {version}: {p.stderr[-2000:]}")
        return json.load(open(box + ".out"))
    finally:
        shutil.rmtree(box, ignore_errors=True)
        for x in (box + ".job", box + ".out"):
            if os.path.exists(x): os.remove(x)


def dump(facts):
    return json.dumps(facts, indent=1, sort_keys=True, ensure_ascii=False) + "\n"


def wanted(files, version):
    for n, b in files:
        if n == f"want/codex-{version}.json":
            d = json.loads(b)
            if "same-as" in d: return wanted(files, d["same-as"].removeprefix("codex-"))
            return d
    return None


def main():
    if len(sys.argv) == 3 and sys.argv[1] == "--inner":
        job = json.load(open(sys.argv[2]))
        os.chdir("/")
        no_names()
        comment, files = parse_txtar(open(job["case"], newline="").read())
        facts = record(job["bin"], comment, files, job.get("verbose"))
        json.dump(facts, open(job["out"], "w"))
        return 0
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    g = ap.add_mutually_exclusive_group(required=True)
    g.add_argument("--write", action="store_true"); g.add_argument("--check", action="store_true")
    g.add_argument("--show", action="store_true")
    ap.add_argument("--codex", action="append", default=[], metavar="VERSION=PATH")
    ap.add_argument("--only", action="append", metavar="VERSION")
    ap.add_argument("--jobs", type=int, default=4); ap.add_argument("--verbose", action="store_true")
    ap.add_argument("cases", nargs="+")
    a = ap.parse_args()
    bins = {}
    spec = [x for x in os.environ.get("CODEX_ORACLE_BINS", "").split(":") if x] + a.codex
    for x in spec:
        v, _, p = x.partition("="); bins[v] = resolve_bin(p)
    versions = [v for v in VERSIONS if v in bins and (not a.only or v in a.only)]
    if not versions: raise SystemExit("give the binaries: --codex VERSION=PATH or CODEX_ORACLE_BINS")
    todo = [(c, v) for c in a.cases for v in versions]
    results, bad, lock = {}, 0, threading.Lock()

    def finish(c):
        nonlocal bad
        comment, files = parse_txtar(open(c, newline="").read())
        if a.show:
            for v in versions:
                if (c, v) in results: print(f"== {c} {v}\n{dump(results[(c, v)])}", flush=True)
            return
        if a.check:
            for v in versions:
                if (c, v) not in results: continue
                want, got = wanted(files, v), results[(c, v)]
                if want == got: print("ok  ", c, v, flush=True)
                else:
                    bad += 1
                    print("DIFF", c, v)
                    sys.stdout.writelines(difflib.unified_diff(
                        dump(want or {}).splitlines(True), dump(got).splitlines(True), "recorded", "now"))
            return
        keep = [(n, b) for n, b in files if not n.startswith("want/")]
        have = {v: results.get((c, v), wanted(files, v)) for v in VERSIONS}
        base = None
        for v in VERSIONS:
            if have[v] is None: continue
            if base is not None and have[v] == have[base]:
                keep.append((f"want/codex-{v}.json", json.dumps({"same-as": f"codex-{base}"}) + "\n"))
            else:
                keep.append((f"want/codex-{v}.json", dump(have[v])))
                base = base or v
        with open(c, "w", newline="") as fh: fh.write(format_txtar(comment, keep))
        print("wrote", c, flush=True)

    left = {c: len(versions) for c in a.cases}
    with concurrent.futures.ThreadPoolExecutor(a.jobs) as ex:
        futs = {ex.submit(run_case, c, v, bins[v], a.verbose): (c, v) for c, v in todo}
        for f in concurrent.futures.as_completed(futs):
            c, v = futs[f]
            try: results[(c, v)] = f.result()
            except Exception as e:
                bad += 1; print("FAIL", c, v, e, file=sys.stderr)
            left[c] -= 1
            if not left[c]: finish(c)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
