#!/usr/bin/env python3
"""Write random Codex cases: valid .txtar trees without want sections.

  gen_codex.py --seed N --count K --area layers|docs|skills|catalog|mixed --out DIR

Case i is a function of (area, N+i) alone, so one case can be made again with --count 1.
Record the output with record_codex.py --write.  Standard library only.
"""
import argparse, hashlib, os, random, re

LEVELS = ["trusted", "untrusted"]
DIRS = ["a", "sub", "pkg", "src", "lib", "x.y", "b_1", "Deep", "c-d", "with space", "\u65e5\u672c", "\u00fcber", "node_modules", "..x"]
WORDS = ("alpha beta gamma delta omega lint deploy review parse token cache merge branch patch build ship "
         "audit docs schema query index fetch local plain quiet exact").split()


class Raw(str):
    """TOML text of a value."""


class Case:
    def __init__(self, area, seed):
        self.r = random.Random(f"{area}/{seed}")
        self.area, self.head, self.post, self.files, self.dirs = area, [], [], {}, set()
        self.links, self.size, self.args, self.features = set(), {}, [], []
        self.layers = {}                       # path of a config.toml -> dict
        self.codex_home, self.worktree = "home/.codex", None
        self.skills = []                       # (name, path of SKILL.md)
        self.raw_tail, self.raw_lead = {}, {}

    # -- chance
    def p(self, x): return self.r.random() < x
    def pick(self, xs): return xs[self.r.randrange(len(xs))]
    def n(self, a, b): return self.r.randint(a, b)

    def weigh(self, pairs):
        t = self.r.random() * sum(w for _, w in pairs)
        for v, w in pairs:
            t -= w
            if t < 0: return v
        return pairs[-1][0]

    def some(self, xs, k):
        xs = list(xs); out = []
        while xs and len(out) < k: out.append(xs.pop(self.r.randrange(len(xs))))
        return out

    # -- tree
    def d(self, k, v):
        if k == "mkdir" and self.worktree and (v + "/").startswith(self.worktree + "/"):
            self.files[v + "/.keep"] = ""      # directives make folders before the worktree exists
        else: self.head.append(f"{k}: {v}")

    def note(self, f):
        if f not in self.features: self.features.append(f)

    def free(self, path):
        if path in self.files or path in self.links or path in self.dirs: return False
        parts = path.split("/")
        for i in range(1, len(parts)):
            a = "/".join(parts[:i])
            if a in self.files or a in self.links: return False
        return not any(x.startswith(path + "/") for x in list(self.files) + sorted(self.links) + sorted(self.dirs))

    def put(self, path, body, **kw):
        if not self.free(path): return False
        if body and not body.endswith("\n"): body += "\n"
        body = "".join(" " + l if re.match(r"^-- .+ --$", l.rstrip("\n")) else l for l in body.splitlines(True))
        data = body.replace("$ROOT", "/mnt").encode()
        self.files[path] = body
        if kw.get("chomp") and data.endswith(b"\n"): self.post.append(f"chomp: {path}"); data = data[:-1]
        if kw.get("crlf"): self.post.append(f"crlf: {path}"); data = data.replace(b"\n", b"\r\n")
        if kw.get("bom"): self.post.append(f"bom: {path}"); data = b"\xef\xbb\xbf" + data
        if kw.get("mode"): self.post.append(f"mode: {kw['mode']} {path}")
        self.size[path] = data
        return True

    def raw(self, path, esc):
        if " " in path or not self.free(path): return False
        self.files[path] = None
        self.post.append(f"bytes: {path} {esc}")
        self.size[path] = unescape(esc)
        return True

    def link(self, path, target):
        if not self.free(path): return False
        self.links.add(path); self.post.append(f"symlink: {path} -> {target}")
        self.note("symlink")
        return True

    def mkdir(self, path):
        if not self.free(path): return False
        self.dirs.add(path); self.d("mkdir", path)
        return True

    def text(self):
        import json
        self.finish_layers()
        head = [f"Random case, area {self.area}: {', '.join(self.features) or 'plain'}.", f"cwd: {self.cwd}"] + self.head
        if self.args: head.append("args: " + json.dumps(self.args, ensure_ascii=False))
        out = ["\n".join(head + self.post) + "\n"]
        for k, v in self.files.items():
            if v is not None: out.append(f"-- {k} --\n{v}")
        return "".join(out)

    def finish_layers(self):
        for path, tree in self.layers.items():
            kw = {}
            if tree is None: continue
            if self.p(.03): kw["crlf"] = True; self.note("config-crlf")
            if self.p(.03): kw["bom"] = True; self.note("config-bom")
            if self.p(.03): kw["chomp"] = True
            tail = self.raw_tail.get(path, "")
            lead = self.raw_lead.get(path, "")
            self.put(path, lead + toml(self, tree) + tail, **kw)

    def layer(self, path): return self.layers.setdefault(path, {})


def unescape(s):
    out, i = bytearray(), 0
    while i < len(s):
        c = s[i]
        if c == "\\" and i + 1 < len(s):
            n = s[i + 1]
            if n == "x": out.append(int(s[i + 2:i + 4], 16)); i += 4; continue
            simple = {"n": 10, "r": 13, "t": 9, "\\": 92, "0": 0}
            if n in simple: out.append(simple[n]); i += 2; continue
        out += c.encode(); i += 1
    return bytes(out)


# ---------------------------------------------------------------- TOML text
def quote(s):
    m = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r"}
    return '"' + "".join(m.get(ch, ch if ord(ch) >= 32 and ord(ch) != 127 else f"\\u{ord(ch):04x}") for ch in s) + '"'


def key(c, k):
    if re.match(r"^[A-Za-z0-9_-]+$", k): return quote(k) if c.p(.06) else k
    if "'" not in k and "\n" not in k and c.p(.3): return "'" + k + "'"
    return quote(k)


def string(c, s):
    """A random way to write the text s."""
    if "'" not in s and "\n" not in s and "$ROOT" not in s and c.p(.15): return Raw("'" + s + "'")
    if c.p(.06) and '"' not in s and "\\" not in s and s: return Raw('"""\n' + s + '"""')
    if c.p(.04) and "'" not in s and s: return Raw("'''" + s + "'''")
    if c.p(.05) and s and ord(s[-1]) > 32 and s[-1] not in '"\\' and "$" not in s:
        return Raw(quote(s[:-1])[:-1] + f"\\u{ord(s[-1]):04X}\"") if ord(s[-1]) < 65536 else Raw(quote(s))
    return Raw(quote(s))


def inline(c, v):
    if isinstance(v, dict): return "{" + (" " if v else "") + ", ".join(f"{key(c, k)} = {inline(c, x)}" for k, x in v.items()) + (" " if v else "") + "}"
    if isinstance(v, list):
        if not v: return "[]"
        if c.p(.15) : return "[\n" + "".join(f"  {inline(c, x)},\n" for x in v) + "]"
        return "[" + ", ".join(inline(c, x) for x in v) + "]"
    return v if isinstance(v, Raw) else value(c, v)


def value(c, v):
    if v is True: return "true"
    if v is False: return "false"
    if isinstance(v, (int, float)): return str(v)
    return string(c, v)


def toml(c, tree):
    out = []
    emit(c, tree, [], out)
    return "".join(out)


def dotted(c, v, path, out):
    for k, x in v.items():
        p = path + [key(c, k)]
        if isinstance(x, dict) and x: dotted(c, x, p, out)
        else: out.append((" . " if c.p(.02) else ".").join(p) + f" = {inline(c, x)}\n")


def emit(c, tree, path, out):
    later = []
    for k, v in tree.items():
        kt = key(c, k)
        if c.p(.03): out.append("# a comment\n")
        if isinstance(v, dict):
            style = c.weigh([("header", 60), ("dotted", 18), ("inline", 22)])
            if style == "dotted" and v: dotted(c, v, [kt], out)
            elif style == "inline": out.append(f"{kt} = {inline(c, v)}\n")
            else: later.append((kt, v))
        elif isinstance(v, list) and v and all(isinstance(x, dict) for x in v) and c.p(.65): later.append((kt, v))
        else: out.append(f"{kt} = {inline(c, v)}\n")
    for kt, v in later:
        p = path + [kt]
        if isinstance(v, list):
            for x in v:
                out.append(f"[[{'.'.join(p)}]]\n"); emit(c, x, p, out)
        else:
            scalars = [k for k, x in v.items() if not isinstance(x, dict)]
            if scalars or not v or c.p(.5): out.append(f"{'' if c.p(.95) else chr(10)}[{'.'.join(p)}]\n"); emit(c, v, p, out)
            else:
                for k, x in v.items():
                    out.append(f"[{'.'.join(p + [key(c, k)])}]\n"); emit(c, x, p + [key(c, k)], out)


# ---------------------------------------------------------------- values
def scalar(c):
    k = c.weigh([("int", 20), ("str", 30), ("bool", 12), ("float", 8), ("date", 6), ("oddstr", 14), ("oddint", 8), ("oddfloat", 2)])
    if k == "int": return c.n(-5, 99)
    if k == "str": return " ".join(c.some(WORDS, c.n(1, 3)))
    if k == "bool": return c.p(.5)
    if k == "float": return c.pick([1.5, -0.25, 3.0, 1e10, 1e-7, 100.125])
    if k == "date": return Raw(c.pick(["1979-05-27T07:32:00Z", "1979-05-27T00:32:00.999-07:00", "1979-05-27 07:32:00", "1979-05-27", "07:32:00.5"]))
    if k == "oddint": return Raw(c.pick(["0xFF", "0o17", "0b101", "1_000_000", "9223372036854775807", "-9223372036854775808", "+7", "-0"]))
    if k == "oddfloat": return Raw(c.pick(["inf", "-inf", "nan", "-0.0", "5e+22", "6.626e-34", "1e06", "9007199254740993.0"]))
    return Raw(c.pick(['""', "''", '"\\u00e9\\t\\"q\\""', "'C:\\x\\y'", '"""\nline one\nline two\n"""', "'''\nraw \\n\n'''",
                       '"""a \\\n    b"""', '"\u65e5\u672c\u8a9e"', '"$HOME"', '"~/x"', '"./rel"', '"# not a comment"', '"emoji \U0001f600"', '"\\U0001F600"',
                       '"trailing space "', '"a\\\\b"', '"""two ""quotes"" in"""', "'''it''s'''", '"\\b\\f\\r"']))


UKEYS = ["custom", "x", "zz", "extra", "a.b", "quoted key", "\u043a\u043b\u044e\u0447", "\u65e5", "", "1", "true", "-d", "_u", "it's", 'say "hi"', "UPPER", "tab\tkey", "a", "b", "c", "$x", "*"]


def ukey(c): return c.weigh([(k, 12 if re.match(r"^[a-z]+$", k) else 2) for k in UKEYS])


def tree_value(c, depth):
    k = c.weigh([("scalar", 50), ("table", 28 if depth < 4 else 0), ("array", 12), ("aot", 8 if depth < 3 else 0), ("empty", 3), ("mixed", 3)])
    if k == "scalar": return scalar(c)
    if k == "table":
        out = {}
        for _ in range(c.n(1, 3)): out[ukey(c)] = tree_value(c, depth + 1)
        return out
    if k == "array": return [scalar(c) for _ in range(c.n(0, 3))]
    if k == "aot":
        c.note("array-of-tables")
        return [{ukey(c): tree_value(c, depth + 2) for _ in range(c.n(0, 2))} for _ in range(c.n(1, 3))]
    if k == "empty": return c.pick([{}, []])
    return [scalar(c), [scalar(c)], {"k": scalar(c)}][:c.n(1, 3)]


def enum(*xs): return lambda c: c.pick(xs)
def boolean(c): return c.p(.5)
def num(a, b): return lambda c: c.n(a, b)
def word(c): return c.pick(WORDS) + "-" + str(c.n(1, 99))
def words(c): return [c.pick(WORDS) for _ in range(c.n(0, 3))]


KNOWN = [
    ("model", word, 6), ("review_model", word, 2), ("model_context_window", num(100000, 400000), 1),
    ("model_auto_compact_token_limit", num(50000, 90000), 2), ("approval_policy", lambda c: c.weigh([("on-request", 50), ("never", 46), ("untrusted", 4)]), 5),
    ("sandbox_mode", enum("read-only", "workspace-write", "danger-full-access"), 5),
    ("sandbox_workspace_write.network_access", boolean, 3), ("sandbox_workspace_write.exclude_slash_tmp", boolean, 2),
    ("sandbox_workspace_write.writable_roots", "paths", 4), ("developer_instructions", word, 2), ("compact_prompt", word, 1),
    ("model_reasoning_effort", enum("minimal", "low", "medium", "high"), 4), ("model_reasoning_summary", enum("auto", "concise", "detailed", "none"), 2),
    ("model_verbosity", enum("low", "medium", "high"), 4), ("hide_agent_reasoning", boolean, 3), ("show_raw_agent_reasoning", boolean, 1),
    ("check_for_update_on_startup", boolean, 1), ("disable_paste_burst", boolean, 1), ("tool_output_token_limit", num(100, 9000), 3),
    ("project_doc_max_bytes", num(0, 400), 2), ("project_doc_fallback_filenames", words, 2), ("history.persistence", enum("save-all", "none"), 2),
    ("history.max_bytes", num(1, 10 ** 6), 2), ("file_opener", enum("vscode", "none", "cursor"), 1), ("tui.animations", boolean, 2),
    ("tui.notifications", lambda c: c.p(.5) if c.p(.6) else ["agent-turn-complete"], 2), ("tui.show_tooltips", boolean, 1),
    ("web_search", enum("disabled", "cached", "live"), 3), ("features.NAME", "feature", 6),
    ("shell_environment_policy.inherit", enum("all", "core", "none"), 2), ("shell_environment_policy.set.KEY", word, 3),
    ("shell_environment_policy.exclude", lambda c: c.some(["AWS_*", "*_TOKEN", "X"], c.n(0, 3)), 2), ("shell_environment_policy.ignore_default_excludes", boolean, 1),
    ("mcp_servers.NAME", "mcp", 6), ("model_providers.pp", "provider", 2), ("notice.hide_full_access_warning", boolean, 1),
    ("analytics.enabled", boolean, 1), ("feedback.enabled", boolean, 1), ("log_dir", "dir", 2), ("sqlite_home", "dir", 1),
    ("model_instructions_file", "file", 3), ("experimental_compact_prompt_file", "file", 2), ("agents.reviewer", "agent", 3),
    ("agents.max_threads", num(1, 9), 2), ("agents.max_depth", num(1, 4), 1), ("memories.no_memories_if_mcp_or_web_search", boolean, 1),
    ("memories.disable_on_external_context", boolean, 1), ("memories.generate_memories", boolean, 1), ("notify", words, 3),
    ("chatgpt_base_url", lambda c: "http://127.0.0.1:9/" + word(c), 1), ("openai_base_url", lambda c: "http://127.0.0.1:9/" + word(c), 2),
    ("otel.environment", word, 2), ("otel.log_user_prompt", boolean, 1), ("profiles.old.model", word, 1), ("personality", enum("friendly", "pragmatic", "none"), 1),
    ("allow_login_shell", boolean, 1), ("commit_attribution", word, 1), ("suppress_unstable_features_warning", boolean, 1), ("hooks", "hooks", 3),
    ("js_repl_node_path", "any", 1), ("project_root_markers", lambda c: c.pick([[".git"], [".hg", ".git"], [".root"], ["marker.txt", ".git"]]), 1),
    ("instructions", word, 1), ("cli_auth_credentials_store", enum("file"), 1), ("tools.view_image", boolean, 1),
    ("skills.include_instructions", boolean, 1), ("service_tier", enum("fast", "flex"), 1),
]
FEATURES = ["unified_exec", "memories", "web_search_request", "no_such_feature", "undo", "shell_snapshot", "respect_system_proxy", "multi_agent"]
SERVERS = ["s1", "srv-two", "a.b"]


def setp(tree, dotpath, v):
    ks = dotpath if isinstance(dotpath, list) else dotpath.split(".")
    for k in ks[:-1]:
        t = tree.get(k)
        if not isinstance(t, dict): t = tree[k] = {}
        tree = t
    if isinstance(v, dict) and isinstance(tree.get(ks[-1]), dict): tree[ks[-1]].update(v)
    else: tree[ks[-1]] = v


def path_text(c, folder, name):
    """A spelling of a path below the layer's folder, and the place it names (None when outside the tree)."""
    k = c.weigh([("rel", 30), ("dot", 15), ("up", 15), ("abs", 20), ("home", 12), ("messy", 8)])
    if k == "rel": return name, f"{folder}/{name}"
    if k == "dot": return "./" + name, f"{folder}/{name}"
    if k == "up": return "../" + name, os.path.dirname(folder) + "/" + name
    if k == "abs": return f"$ROOT/files/{name}", f"files/{name}"
    if k == "home": return f"~/{name}", f"home/{name}"
    return f"x/.././/{name}", f"{folder}/{name}"


def known_value(c, spec, path, folder):
    if callable(spec): return path, spec(c)
    if spec == "paths":
        c.note("path-typed")
        return path, [path_text(c, folder, c.pick(["w1", "w2"]))[0] for _ in range(c.n(1, 2))]
    if spec in ("dir", "any"):
        c.note("path-typed"); return path, path_text(c, folder, c.pick(["out", "var/log"]))[0]
    if spec == "file":
        c.note("path-typed")
        t, place = path_text(c, folder, f"t{c.n(1, 99)}.md")
        if c.p(.95): c.put(place.lstrip("/"), "Text of a file.\n")
        return path, t
    if spec == "agent":
        c.note("path-typed")
        t, place = path_text(c, folder, f"r{c.n(1, 99)}.toml")
        c.put(place.lstrip("/"), 'developer_instructions = "role text"\nname = "reviewer"\ndescription = "d"\n')
        return path, {"description": word(c), "config_file": t} if c.p(.8) else {"description": word(c)}
    if spec == "feature": return "features." + c.pick(FEATURES), c.p(.5)
    if spec == "mcp":
        s = {"command": c.pick(["true", "false", "no-such-program"])} if c.p(.93) else {}
        if c.p(.5): s["args"] = words(c)
        if c.p(.3): s["env"] = {c.pick(["A", "B_C"]): word(c)}
        if c.p(.3): s["startup_timeout_sec"] = c.pick([5, 7.5])
        if c.p(.3): s["enabled"] = c.p(.4)
        if c.p(.15): s["enabled_tools"] = words(c)
        return ["mcp_servers", c.pick(SERVERS[:2])], s
    if spec == "provider": return "model_providers.pp", {"name": "PP", "base_url": "http://127.0.0.1:9/v1", "wire_api": "responses"} if c.p(.7) else {"name": word(c), "base_url": "http://127.0.0.1:9/v2"}
    if spec == "hooks":
        c.note("hooks")
        return "hooks", {c.pick(["PreToolUse", "PostToolUse", "Stop", "SessionStart"]): [
            {**({"matcher": c.pick(["Bash", "^x$", "*"])} if c.p(.6) else {}), "hooks": [{"type": "command", "command": "echo " + c.pick(WORDS)}]}]}
    raise KeyError(spec)


# raw fragments; the first group is believed legal, the second mostly not
EXOTIC_OK = ["q1.w.e = 1\nq1.w.r = 2\n", "q2 = [ # c\n 1, 2,\n # d\n]\n", "'q3' . \"x\" = 1\n", "q4 = {a.b = 1, a.c = 2}\n", "q5 = 07:32:00\n",
             "q6 = 1979-05-27t07:32:00z\n", "q7 = \"a\\u0000b\"\n", "[q8.x]\n[q8]\ny = 1\n", "[[q9]]\n[q9.sub]\nk = 1\n[[q9]]\n[q9.sub]\nk = 2\n",
             "[ q10 . 'y z' ]\nk = 1 # end\n", "q11 = 1e1_0\n", "q12 = '''\n'''\n", "q13 = \"\"\"\\\n   x \\\n\n   y\"\"\"\n", "3.14 = \"pi\"\n", "q15 = [[1, 2], [\"a\"], []]\n",
             "q16 = \"\"\"\"\"\"\n", "q17 = \"\"\"\"quoted\"\"\"\"\n", "q18 = 1987-07-05T17:45:56.123456789Z\n", "q19 = 0xdead_beef\n"]
EXOTIC_BAD = ["q = 1\nq = 2\n", "[tq]\n[tq]\n", "aq.b = 1\n[aq]\nc = 1\n", "q = 01\n", "q = .5\n", "q = 1.\n", "q = 1__0\n", "q = {a = 1,}\n", "q = {a = 1,\n b = 2}\n",
              "q = \"\\e[0m\"\n", "q = \"\\x41\"\n", "q = 1979-05-27T07:32Z\n", "\u043a\u043b = 1\n", "q = 9223372036854775808\n", "[aq]\n[[aq]]\n", "q = [1, 2\n", "= 1\n",
              "q\n", "q = \n", "q = \"abc\n", "q = 'abc\n", "q = \"\\q\"\n", "q = TRUE\n", "q = 1 r = 2\n", "[q\n", "[]\n", "q = [1,,2]\n", "q = nul\n", "q = 1979-13-01\n",
              "q = 25:00:00\n", "aq = {b = 1}\naq.c = 2\n", "aq = {b = 1}\n[aq.c]\n", "aq = [1]\n[[aq]]\n", "q = \"\\ud800\"\n", "q : 1\n", "q.= 1\n", "\"\"\"q\"\"\" = 1\n", "[q.]\n"]


def wrong(c, k):
    return c.pick([{"a": 1}, [1, {"x": 2}], 12345 if k != "model" else True, Raw("1979-05-27"), "definitely-not-a-value", -7.5])


# ---------------------------------------------------------------- layout
def layout(c, plain=False):
    r = c.r
    kind = c.weigh([("git", 46), ("nested", 0 if plain else 11), ("worktree", 0 if plain else 14), ("nogit", 9), ("gitfile", 0 if plain else 6),
                    ("gitdir", 4), ("markers", 0 if plain else 8), ("two", 0 if plain else 3)])
    c.kind = kind; c.note(kind)
    depth = c.weigh([(0, 22), (1, 33), (2, 27), (3, 12), (4, 6)])
    names = c.some(DIRS, depth) if depth else []
    root = "repo"
    c.above, c.main = [], None
    if kind in ("git", "two"): c.d("git-init", "repo")
    if kind == "two": c.d("git-init", "other")
    if kind == "gitdir": c.mkdir("repo/.git")
    if kind == "nested":
        c.d("git-init", "repo")
        inner = "repo/" + c.pick(["inner", "vendor/dep", "third.party/x"])
        c.d("git-init", inner)
        if c.p(.75): root = inner; c.above = ["repo"]
        else: c.below = [inner]
    if kind == "worktree":
        c.d("git-init", "repo")
        wt = c.pick(["wt/feature", "repo/wt", "repo/.worktrees/w1", "wt-b"])
        c.d("git-worktree", f"repo {wt}")
        c.main, c.worktree = "repo", wt
        if c.p(.82): root = wt
        else: names = [x for x in names if x != "wt"]
    if kind == "gitfile":
        t = c.weigh([("junk", 30), ("fake", 40), ("missing", 30)])
        if t == "junk": c.put("repo/.git", c.pick(["not a pointer\n", "", "gitdir:\n"]))
        elif t == "missing": c.put("repo/.git", "gitdir: ../elsewhere/.git/worktrees/w\n")
        else:
            c.note("forged-pointer")
            c.d("git-init", "other"); c.put("repo/.git", c.pick(["gitdir: $ROOT/other/.git/worktrees/w\n", "gitdir: ../other/.git/worktrees/w\n", "gitdir: ../other/.git\n"]))
            c.main = "other"
    if kind == "nogit":
        c.above = ["repo/" + "/".join(names[:i]) if i else "repo" for i in range(len(names))]
    chain = [root] + [root + "/" + "/".join(names[:i + 1]) for i in range(len(names))]
    if kind == "nogit": chain = chain[-1:]; root = chain[0]
    if kind == "markers":
        if c.p(.6): c.d("git-init", "repo")
        m = c.pick(["marker.txt", ".root", "go.mod", ".hg"])
        at = c.pick(chain)
        c.put(f"{at}/{m}", "m\n") if c.p(.7) else c.mkdir(f"{at}/{m}")
        ms = c.weigh([([m], 40), ([m, ".git"], 30), ([".git", m], 10), ([], 10), (["nope"], 10)])
        where = c.weigh([("user", 60), ("system", 15), ("runtime", 15), ("project", 10)])
        if where == "user": c.markers_in = ("user", ms)
        elif where == "system": c.layer("etc/codex/config.toml")["project_root_markers"] = ms
        elif where == "project": c.layer(f"{chain[0]}/.codex/config.toml")["project_root_markers"] = ms
        else: c.args += ["-c", "project_root_markers=" + "[" + ", ".join(f'"{x}"' for x in ms) + "]"]
    c.root, c.chain, c.cwd = root, chain, chain[-1]
    c.real_cwd = c.cwd
    if not plain and c.p(.08):
        at = c.pick(chain); name = c.pick(["ln", "links/l1", "home/ln"])
        if c.link(name, ("../" if "/" in name else "") + at):
            c.d("mkdir", c.real_cwd); c.cwd = name + c.cwd[len(at):]; c.note("cwd-symlink"); c.linkroot = name
    if c.p(.5) and not hasattr(c, "below"): c.below = [c.real_cwd + "/below"]
    c.below = getattr(c, "below", [])
    # CODEX_HOME
    if not plain:
        k = c.weigh([("", 88), ("alt", 4), ("inrepo", 3), ("link", 2), ("rel", 1), ("empty", 1), ("missing", .6), ("file", .4)])
        if k: c.note("codex-home-" + k)
        if k == "alt": c.codex_home = "home/alt"; c.d("env", "CODEX_HOME=$ROOT/home/alt"); c.d("mkdir", "home/alt")
        if k == "inrepo":
            c.codex_home = c.pick(chain) + "/.codex"
            c.d("env", f"CODEX_HOME=$ROOT/{c.codex_home}"); c.d("mkdir", c.codex_home)
        if k == "link":
            c.codex_home = "store/ch"; c.d("mkdir", "store/ch"); c.link("home/chl", "../store/ch"); c.d("env", "CODEX_HOME=$ROOT/home/chl")
        if k == "rel": c.codex_home = c.real_cwd + "/ch"; c.d("mkdir", c.codex_home); c.d("env", "CODEX_HOME=ch")
        if k == "empty": c.d("env", "CODEX_HOME=")
        if k == "missing": c.d("env", "CODEX_HOME=$ROOT/home/none")
        if k == "file": c.put("home/chfile", "x\n"); c.d("env", "CODEX_HOME=$ROOT/home/chfile")
    c.user = c.codex_home + "/config.toml"
    u = c.layer(c.user)
    if hasattr(c, "markers_in"): u["project_root_markers"] = c.markers_in[1]


def near_miss(c, p):
    up = os.path.dirname(p)
    return c.pick([p + "/", "$ROOT/" + up if not up.startswith("$") and up else "$ROOT", p + "/.", p + "x",
                   p.replace("$ROOT/", "$ROOT//"), p.replace("$ROOT/", "$ROOT/./"), "repo", "~/repo", p.swapcase().replace("$root", "$ROOT"),
                   "*", p + "/*", p + " "])


def trust(c, good=.74):
    key0 = c.main if c.main and c.p(.7) else c.root
    e = {}
    k = c.weigh([("yes", good * 100), ("none", 8), ("no", 8), ("near", 10)])
    c.note({"yes": "trusted", "none": "undecided", "no": "marked-untrusted", "near": "trust-near-miss"}[k])
    if k == "yes": e["$ROOT/" + key0] = "trusted"
    if k == "no": e["$ROOT/" + key0] = "untrusted"
    if k == "near": e[near_miss(c, "$ROOT/" + key0)] = c.pick(LEVELS)
    if c.p(.22):
        for f in c.some(c.chain + c.above + c.below + ([c.main] if c.main else []), c.n(1, 2)):
            e.setdefault("$ROOT/" + f, c.weigh([("trusted", 55), ("untrusted", 45)])); c.note("trust-extra")
    if hasattr(c, "linkroot") and c.p(.5): e.setdefault("$ROOT/" + c.linkroot, c.pick(LEVELS))
    if c.p(.08): e[near_miss(c, "$ROOT/" + c.pick(c.chain))] = c.pick(LEVELS)
    if c.p(.05): e["$ROOT/" + c.pick(["gone", "home", "repo/none"])] = c.pick(LEVELS)
    ent = {p: ({"trust_level": v} if c.p(.985) else c.pick([{}, {"trust_level": v, "extra": 1}])) for p, v in e.items()}
    where = c.weigh([("user", 88), ("system", 4), ("runtime", 5), ("split", 3)])
    if not ent: where = "none"
    if where == "user": c.layer(c.user).setdefault("projects", {}).update(ent)
    elif where == "system": c.layer("etc/codex/config.toml").setdefault("projects", {}).update(ent); c.note("trust-system")
    elif where == "runtime":
        c.args += ["-c", "projects={" + ", ".join(f"{quote(p)} = {inline(c, v)}" for p, v in ent.items()) + "}"]; c.note("trust-flag")
    elif where == "split":
        for p, v in ent.items(): c.layer(c.pick([c.user, "etc/codex/config.toml"])).setdefault("projects", {})[p] = v
    if c.p(.04):
        c.layer(c.pick(c.chain) + "/.codex/config.toml").setdefault("projects", {})["$ROOT/" + c.pick(c.chain)] = {"trust_level": c.pick(LEVELS)}
        c.note("trust-in-project")


# ---------------------------------------------------------------- areas
def fill_layers(c, few=False):
    ks = []
    for _ in range(c.n(1, 2) if few else c.n(2, 5)):
        ks.append(c.weigh([((k, s), w) for k, s, w in KNOWN]))
    us = [[ukey(c) for _ in range(c.n(1, 4))] for _ in range(0 if few and c.p(.6) else c.n(1, 3))]
    spots = []
    if c.p(.25 if few else .5): spots.append("etc/codex/config.toml")
    if c.p(.5 if few else .85): spots.append(c.user)
    for f in c.chain:
        if c.p(.3 if few else .6): spots.append(f + "/.codex/config.toml")
    for f in c.above + c.below + ([c.main] if c.main and c.main != c.root else []):
        if c.p(.2 if few else .4): spots.append(f + "/.codex/config.toml")
    for path in spots:
        t, folder = c.layer(path), os.path.dirname(path)
        proj = path.endswith("/.codex/config.toml") and path != c.user
        for k, spec in ks:
            if not c.p(.62): continue
            if k == "skills.include_instructions" and few: continue
            p, v = known_value(c, spec, k, folder)
            if p == "sqlite_home" and proj: continue
            setp(t, p, v)
        for u in us:
            if c.p(.6):
                v = scalar(c) if c.p(.55) else tree_value(c, len(u))
                setp(t, u[:c.n(1, len(u))] if c.p(.2) else u, v)
        if proj and c.p(.12):
            for k, spec, _ in c.some([x for x in KNOWN if x[0] in ("notify", "openai_base_url", "otel.environment", "chatgpt_base_url", "profiles.old.model")], 2):
                p, v = known_value(c, spec, k, folder); setp(t, p, v)
            if c.p(.3): setp(t, "features.respect_system_proxy", True)
            if c.p(.3): setp(t, "model_provider", "nowhere")
            c.note("denylist")
    c.us, c.ks = us, ks
    odd = 0.35 if few else 1
    if spots and c.p(.05 * odd):
        path = c.pick(spots); k = c.pick(ks)[0]
        if k.split(".")[0] not in ("notice", "hooks") and "NAME" not in k:
            setp(c.layer(path), k, wrong(c, k)); c.note("wrong-type")
            if c.p(.4):
                p, v = known_value(c, dict((a, b) for a, b in ks)[k], k, os.path.dirname(path))
                if isinstance(p, str): c.args += ["-c", f"{p}={inline(c, v)}"]; c.note("wrong-type-overridden")
    if spots and c.p(.10 * odd):
        path = c.pick(spots); c.raw_lead[path] = c.pick([x for x in EXOTIC_OK if "[q" not in x and "[ q" not in x]) if c.p(.5) else ""
        if not c.raw_lead[path]: c.raw_tail[path] = "[tail]\n" * c.p(.3) + c.pick([x for x in EXOTIC_OK if "[q" in x or "[ q" in x] if c.p(.5) else EXOTIC_OK)
        c.note("exotic-toml")
    elif spots and c.p(.055 * odd):
        path = c.pick(spots); c.raw_tail[path] = c.pick(EXOTIC_BAD); c.note("broken-toml")
    if c.p(.03 * odd):
        f = c.pick(c.chain); p = f + "/.codex/config.toml"
        if p not in c.layers or p != c.user:
            c.layers[p] = None
            c.weigh([(lambda: c.mkdir(p), 1), (lambda: c.put(p, ""), 3), (lambda: c.raw(p, "a = \"\\xff\"\\n"), 1), (lambda: c.put(p, "# only a comment"), 2),
                     (lambda: c.put(p, "model = \"m\"\n", mode="000"), 1)])()
            c.note("odd-project-file")
    if c.p(.04 * odd) and not few:
        f = c.pick(c.chain)
        if f + "/.codex/config.toml" not in c.layers and f + "/.codex" != c.codex_home:
            c.weigh([(lambda: c.put(f + "/.codex", "a file\n"), 1), (lambda: c.mkdir(f + "/.codex"), 2),
                     (lambda: c.put("shared/cfg/config.toml", 'model = "linked"\nlog_dir = "logs"\n') and c.link(f + "/.codex", "$ROOT/shared/cfg"), 2)])()
            c.note("codex-folder-form")
    # runtime
    if c.p(.2 if few else .38):
        c.note("runtime-flags")
        for _ in range(c.n(1, 3)):
            k = c.weigh([("known", 45), ("unknown", 35), ("odd", 20)])
            if k == "known":
                kk, spec = c.pick(ks)
                p, v = known_value(c, spec, kk, c.real_cwd)
                if p == "skills.include_instructions": continue
                p = ".".join(p) if isinstance(p, list) else p
                c.args += ["-c", f"{p}={inline(c, v)}"]
            elif k == "unknown" and us:
                u = c.pick(us)
                if all(u): c.args += ["-c", ".".join(x for x in u[:c.n(1, len(u))]) + "=" + inline(c, scalar(c) if c.p(.7) else tree_value(c, 3))]
            else:
                c.args += ["-c", c.pick(["zz=007", "zz=hello world", "zz=", " zz = 1 ", "zz.a.b=[1,2", "zz='lit'", "zz=\"a=b\"", "zz=a=b", "zz=1979-05-27", "zz={a=1,b={c=[true]}}",
                                         "zz.\"a.b\".c=1", "zz=o3", "zz=true", "zz=TRUE", "zz=1_000", "zz=0x1F", "zz=nan", "zz=-", "zz=[]", "zz={}", "zz=\u65e5", "custom.x=1", "zz=\"\"\"m\"\"\"", "zz..a=1", "zz=1 # c"])]
    # requirements
    if c.p(.06 if few else .17): c.note("requirements"); c.put("etc/codex/requirements.toml", toml(c, requirements(c)))
    if c.p(.03 if few else .09):
        c.note("managed-file")
        t = {}
        for k, spec in ks[:c.n(1, 3)]:
            p, v = known_value(c, spec, k, "etc/codex"); setp(t, p, v)
        if c.p(.5): t["approval_policy"] = c.weigh([("never", 50), ("on-request", 45), ("untrusted", 5)])
        if c.p(.4): t["sandbox_mode"] = c.pick(["read-only", "workspace-write"])
        if us and c.p(.5): setp(t, c.pick(us), scalar(c))
        c.put("etc/codex/managed_config.toml", toml(c, t))
    if c.p(.04): c.put(c.pick([c.codex_home, c.chain[0] + "/.codex"]) + "/" + c.pick(["requirements.toml", "managed_config.toml"]), 'allowed_approval_policies = ["never"]\napproval_policy = "never"\n')


def requirements(c):
    t = {}
    for k in c.some(["ap", "sm", "ws", "ft", "mcp", "mho", "unk", "rules", "res", "rev"], c.weigh([(1, 50), (2, 35), (3, 15)])):
        if k == "ap": t["allowed_approval_policies"] = c.some(["on-request", "never"] + ["untrusted"] * c.p(.2), c.n(1, 3))
        if k == "sm":
            t["allowed_sandbox_modes"] = ["read-only"] + c.some(["workspace-write", "danger-full-access"], c.n(0, 2))
            if c.p(.06): t["allowed_sandbox_modes"].pop(0)
        if k == "ws": t["allowed_web_search_modes"] = c.some(["cached", "live", "disabled"], c.n(0, 2))
        if k == "ft": t[c.pick(["features", "feature_requirements"])] = {c.pick(FEATURES): c.p(.5) for _ in range(c.n(1, 2))}
        if k == "mcp": t["mcp_servers"] = {c.pick(SERVERS): {"identity": {"command": "true"} if c.p(.7) else {"url": "http://127.0.0.1:9/"}} for _ in range(c.n(0, 2))}
        if k == "mho": t["allow_managed_hooks_only"] = c.p(.5)
        if k == "unk": t[c.pick(["not_a_field", "allowed_things"])] = tree_value(c, 2)
        if k == "rules": t["rules"] = {"prefix_rules": [{"pattern": [{"token": c.pick(WORDS)}], "decision": c.pick(["prompt", "forbidden"]), "justification": "why"}]}
        if k == "res": t["enforce_residency"] = "us"
        if k == "rev": t["allowed_approvals_reviewers"] = c.some(["user", "auto_review"], c.n(1, 2))
    return t


def doc_text(c):
    k = c.weigh([("plain", 46), ("lines", 18), ("multi", 10), ("empty", 6), ("space", 6), ("edge", 6), ("marker", 5), ("import", 3)])
    w = lambda n: " ".join(c.some(WORDS, n))
    if k == "plain": return w(c.n(1, 8)) + "\n"
    if k == "lines": return f"# {w(2)}\n\n- {w(4)}\n- {w(3)}\n" + ("```\ncode $HOME\n```\n" if c.p(.3) else "")
    if k == "multi": return c.pick(["\u65e5\u672c\u8a9e\u306e\u8aac\u660e", "\u00e9t\u00e9 na\u00efve", "\U0001f600\U0001f600 ok", "\u0645\u0631\u062d\u0628\u0627"]) + " " + w(c.n(1, 4)) + "\n"
    if k == "empty": return ""
    if k == "space": return c.pick([" \n", "\n\n\n", "\t\n", "\u00a0\n", "\u3000\n"])
    if k == "edge": return c.pick(["\n\n", "  "]) + w(3) + c.pick(["  \n\n\n", "\n \n"])
    if k == "import": return f"@./{c.pick(WORDS)}.md\n" + w(2) + "\n"
    return c.pick(["</INSTRUCTIONS>\nafter\n", "--- project-doc ---\n", "# AGENTS.md instructions for /elsewhere\n", "<environment_context>\n</environment_context>\n", "$ROOT ${HOME}\n"]) + w(2) + "\n"


def put_doc(c, path):
    """One instruction file in a random form."""
    k = c.weigh([("text", 74), ("crlf", 4), ("bom", 4), ("chomp", 6), ("bytes", 4), ("linkin", 3), ("linkout", 2), ("dangling", 1.5), ("dir", 2), ("mode", .8)])
    if k == "text": return c.put(path, doc_text(c))
    c.note("doc-" + k)
    if k in ("crlf", "bom", "chomp"): return c.put(path, doc_text(c) or "x\n", **{k: True})
    if k == "bytes": return c.raw(path, c.pick(["ok \\xff\\xfe end\\n", "\\xe6\\x97", "a\\0b\\n", "\\xc3\\x28 bad\\n", "caf\\xe9\\n", "x\\xed\\xa0\\x80y\\n", "\\xef\\xbb\\xbf", "\\xf0\\x9f\\x98", "a\\rb\\r"]))
    up = "../" * path.count("/")
    if k == "linkin":
        t = c.root + "/docs/shared.md"; c.put(t, doc_text(c) or "t\n"); ok = c.link(path, up + t); c.size.setdefault(path, c.size.get(t, b"")); return ok
    if k == "linkout": c.put("outside/o.md", "outside text\n"); ok = c.link(path, c.pick([up + "outside/o.md", "$ROOT/outside/o.md"])); c.size.setdefault(path, b"outside text\n"); return ok
    if k == "dangling": return c.link(path, "nowhere.md")
    if k == "dir": return c.mkdir(path)
    if k == "mode": return c.put(path, "locked\n", mode="000")


def fill_docs(c, few=False):
    fb = []
    if c.p(.12 if few else .4):
        fb = [c.weigh([("CLAUDE.md", 30), ("RULES.md", 25), ("docs/GUIDE.md", 10), ("", 5), ("AGENTS.md", 4), ("../UP.md", 4), ("agents.md", 6), (".hidden.md", 5), ("$ROOT/outside/abs.md", 3), ("CLAUDE.md", 8)]) for _ in range(c.n(1, 3))]
        c.note("fallback-names")
        where = c.weigh([(c.user, 60), ("etc/codex/config.toml", 12), (c.pick(c.chain) + "/.codex/config.toml", 18), ("args", 10)])
        if where == "args": c.args += ["-c", "project_doc_fallback_filenames=[" + ", ".join(quote(x) for x in fb) + "]"]
        else: c.layer(where)["project_doc_fallback_filenames"] = list(fb)
        if "$ROOT/outside/abs.md" in fb: c.put("outside/abs.md", "absolute\n")
    order = []
    for f in c.chain:
        got = None
        for name, pr in [("AGENTS.override.md", .2), ("AGENTS.md", .45 if few else .72), *[(x, .5) for x in fb if x and not x.startswith("$")], ("CLAUDE.md", .06), ("agents.md", .03), ("AGENT.md", .03)]:
            path = os.path.normpath(f"{f}/{name}")
            if c.p(pr) and put_doc(c, path) and not got and path in c.size: got = path
        if got: order.append(got)
    for f in c.above + c.below + ([c.main] if c.main else []) + [""]:
        if c.p(.3): c.put(os.path.normpath(f"{f}/AGENTS.md").lstrip("/"), c.pick(WORDS) + " decoy\n")
    for name, pr in [("AGENTS.override.md", .16), ("AGENTS.md", .5)]:
        if c.p(pr): put_doc(c, f"{c.codex_home}/{name}"); c.note("global-doc")
    if fb and c.p(.1): c.put(f"{c.codex_home}/CLAUDE.md", "global fallback decoy\n")
    if order and c.p(.12 if few else .5):
        total, marks = 0, [0, 1]
        for x in order:
            n = len(c.size[x]); marks += [total + n - 1, total + n, total + n + 1, total + n // 2, total + n // 3]; total += n
        v = max(0, c.pick(marks)); c.note("doc-budget")
        where = c.weigh([(c.user, 55), ("etc/codex/config.toml", 10), (c.pick(c.chain) + "/.codex/config.toml", 20), ("args", 15)])
        if where == "args": c.args += ["-c", f"project_doc_max_bytes={v}"]
        else: c.layer(where)["project_doc_max_bytes"] = v


def skill_text(c, name, full=True):
    r = c.r
    desc = " ".join(c.some(WORDS, c.n(2, 9)))
    k = c.weigh([("plain", 40), ("style", 30), ("yaml", 18), ("form", 12)]) if full else "plain"
    body = f"Body of {name}.\n" + ("\n## More\n\ntext\n" if c.p(.2) else "")
    if k == "plain": fm = f"name: {name}\ndescription: {desc}\n"
    elif k == "style":
        c.note("fm-style")
        fm = c.pick([
            f'name: "{name}"\ndescription: "{desc}"\n', f"name: '{name}'\ndescription: '{desc}'\n", f"description: >\n  {desc}\n  and more\nname: {name}\n",
            f"name: {name}\ndescription: >-\n  {desc}\n\n  second paragraph\n", f"name: {name}\ndescription: |\n  {desc}\n   indented\n", f"name: {name}\ndescription: |-\n  one\n  two\n",
            f"name: {name}\ndescription: {desc}\n  continued here\n  and here\n", f"name: {name}\ndescription: {desc} # comment\n", f"# head\nname: {name}\n\ndescription: {desc}\n",
            f"name: {name}\ndescription: \u65e5\u672c\u8a9e {desc} \U0001f600\n", f"name: {name}\ndescription: a\u00a0b\u3000c  d\n", f"name: {name}\ndescription: \"tab\\tnew\\nline \\u00e9\"\n",
            f"description: {desc}\n", f"name:\ndescription: {desc}\n", f"name: ''\ndescription: {desc}\n", f"name: ~\ndescription: {desc}\n", f"name: {c.pick(['42', 'true', '1.5', '0x10', '2024-01-02', 'null', 'yes', '1_000', '1e3'])}\ndescription: {desc}\n",
            f"name: {name}\ndescription: {c.pick(['42', 'true', 'null', '~', '1.50', 'no', '.inf', '2024-01-02', '0o17', '0b1', '-'])}\n",
            f"name: {name}\ndescription: {desc}\nmetadata:\n  short-description: short one\n", f"name: {name}\ndescription: {desc}\nmetadata:\n  short-description: ''\n  author: x\n",
            f"name: {name}\ndescription: {desc}\nlicense: MIT\nallowed-tools: [a, b]\nnested:\n  - x: 1\n", f"name: Some {name}\ndescription: {desc}\n", f"name: {name.upper()}\ndescription: {desc}\n",
            f"name: '  {name}  '\ndescription: '  padded  {desc} '\n", f"{{name: {name}, description: {desc}}}\n", f'"name": {name}\n"description": {desc}\n', f"name : {name}\ndescription : {desc}\n",
            f"name: &n {name}\ndescription: *n\n", f"name: !!str {name}\ndescription: !!str 12\n", f"? name\n: {name}\n? description\n: {desc}\n",
            f"name: {name}\ndescription: {desc}\nmetadata: text\n", f"name: {name}\ndescription: {desc}\nmetadata: null\n", f"name: {name}\ndescription: {desc}\nmetadata:\n  short-description: [a]\n",
            f"name: {name}\nDescription: {desc}\n", f"Name: {name}\ndescription: {desc}\n"])
    elif k == "yaml":
        c.note("fm-yaml-odd")
        fm = c.pick([
            f"name: {name}\ndescription: Use when: {desc}\n", f"name: {name}\ndescription: a: b: c\n", f"name: {name}: x\ndescription: {desc}\n", f"name: [{name}\ndescription: {desc}\n", f"name: {name}\ndescription: [{desc}]\n",
            f"name: {name}\ndescription: {{a: b}}\n", f"name: {name}\nname: other\ndescription: {desc}\n", f"name: {name}\ndescription: it's {desc}\n", f"name: {name}\ndescription: 'it's {desc}'\n",
            f'name: {name}\ndescription: "unclosed {desc}\n', f'name: {name}\ndescription: "{desc}" trailing\n', f"name: {name}\ndescription: @{desc}\n", f"name: {name}\ndescription: `{desc}`\n", f"name: {name}\ndescription: %{desc}\n",
            f"name: {name}\ndescription: *{desc}\n", f"name: {name}\ndescription: &a {desc}\n", f"name: {name}\ndescription: !tag {desc}\n", f"name: {name}\ndescription: - {desc}\n", f"name: {name}\ndescription: ? {desc}\n", f"name: {name}\ndescription: # {desc}\n",
            f"name:{name}\ndescription: {desc}\n", f"name: {name}\n\tdescription: {desc}\n", f"name: {name}\ndescription:\t{desc}\n", f"  name: {name}\n  description: {desc}\n", f" name: {name}\ndescription: {desc}\n", f"- name: {name}\n- description: {desc}\n", f"{desc}\n",
            f"name: {name}\ndescription: {desc}\nextra: a: b\n", f"name: {name}\ndescription: {desc}\n<<: {{a: 1}}\n", f"base: &b {{description: {desc}}}\n<<: *b\nname: {name}\n", f"name: {name}\ndescription: {desc}\nbad: [1, 2\n", f"name: {name}\ndescription: \"\\q bad escape\"\n",
            f"name: {name}\ndescription: {desc}\n...\nmore: 1\n", f"name: {name}\ndescription: http://x.invalid/a:b#c\n", f"name: {name}\ndescription: {desc}:\n", f"name: {name}\ndescription: x # y: z\n", f"name: {name}\ndescription: |\n{desc}\n", f"name: {name}\ndescription: >\n\n\n", f"name: {name}\ndescription:\n  {desc}\n",
            f"name: {name}\ndescription:\n  - {desc}\n", f"name: {name}\ndescription: \"{desc}\n  over lines\"\n", f"name: {name}\ndescription: \u201c{desc}\u201d: x\n", f"name: {name}\ndescription: {desc}\nmetadata:\n  short-description: a: b\n", f"name: {name}\ndescription: ''''\n", f"name: {name}\ndescription: a\\nb\n",
            f"name: {name}\ndescription: Key: \"v\" and 'w'\n", f"name: {name}\ndescription: {desc}\nargs: {{{{x}}}}\n", f"name: {name}\ndescription: <{desc}>: y\n"])
    else:
        c.note("fm-form")
        fm = f"name: {name}\ndescription: {desc}\n"
        k = c.pick(["none", "unclosed", "blank", "trail", "dots", "four", "indent", "empty", "emptyfile", "nobody", "long64", "long65", "longd", "late", "nodesc", "emptydesc", "twice", "onlyname"])
        if k == "none": return body
        if k == "unclosed": return "---\n" + fm + body
        if k == "blank": return "\n---\n" + fm + "---\n" + body
        if k == "trail": return "---  \n" + fm + "--- \n" + body
        if k == "dots": return "---\n" + fm + "...\n" + body
        if k == "four": return "----\n" + fm + "----\n" + body
        if k == "indent": return " ---\n" + fm + "  ---\n" + body
        if k == "empty": return "---\n---\n" + body
        if k == "emptyfile": return ""
        if k == "nobody": return "---\n" + fm + "---\n"
        if k == "long64": fm = f"name: {'n' * 64}\ndescription: {desc}\n"
        if k == "long65": fm = f"name: {'n' * 65}\ndescription: {desc}\n"
        if k == "longd": fm = f"name: {name}\ndescription: {'wd ' * c.pick([341, 342, 60])}end\n"
        if k == "late": return "# title\n---\n" + fm + "---\n" + body
        if k == "nodesc": fm = f"name: {name}\n"
        if k == "emptydesc": fm = f"name: {name}\ndescription: {c.pick(['', chr(34) * 2, chr(39) + ' ' + chr(39), chr(0x3000)])}\n"
        if k == "twice": return "---\n" + fm + "---\n---\nname: second\n---\n" + body
        if k == "onlyname": fm = f"name: {name}"
    return "---\n" + fm + "---\n" + body


OPENAI = [
    'interface:\n  display_name: "Nice Name"\n  short_description: short text\n', 'interface:\n  brand_color: "#A1b2C3"\n  default_prompt: do it\n', 'interface:\n  brand_color: red\n  display_name: D\n', 'interface:\n  brand_color: "#12345"\n',
    'interface:\n  icon_small: ./assets/i.png\n  icon_large: assets/sub/l.svg\n', 'interface:\n  icon_small: ../assets/i.png\n  icon_large: /abs/l.svg\n  display_name: D\n', 'interface:\n  icon_small: img/i.png\n',
    'policy:\n  allow_implicit_invocation: false\n', 'policy:\n  allow_implicit_invocation: true\n', 'policy:\n  allow_implicit_invocation: "false"\ninterface:\n  display_name: D\n', 'policy:\n  allow_implicit_invocation: no\n', 'policy: {}\n', 'policy:\n',
    'policy:\n  products: [codex]\n', 'policy:\n  products: [chatgpt]\n', 'policy:\n  products: []\n', 'policy:\n  products: [CODEX]\n', 'policy:\n  products: [nope]\ninterface:\n  display_name: D\n',
    'dependencies:\n  tools:\n    - type: mcp\n      value: srv\n      description: d\n', 'dependencies:\n  tools:\n    - type: mcp\n    - type: env_var\n      value: TOKEN\n', 'dependencies:\n  tools:\n    - type: mcp\n      value: s\n      transport: streamable_http\n      url: http://127.0.0.1:9/\n', 'dependencies:\n  tools: []\n', 'dependencies:\n  tools: text\ninterface:\n  display_name: D\n',
    'not: [closed\n', '', '# nothing\n', '[]\n', 'text\n', 'unknown: 1\ninterface:\n  display_name: "  padded   name "\n  other: 2\n', 'interface:\n  display_name: 5\n', 'interface:\n  display_name: ""\n  short_description: s\n', 'interface:\n  display_name: [a]\npolicy:\n  allow_implicit_invocation: false\n',
    'interface:\n  display_name: a\n  display_name: b\n', "interface:\n  default_prompt: |\n    many\n    lines\n", 'interface: &i\n  display_name: A\npolicy:\n  allow_implicit_invocation: false\n', 'interface:\n  display_name: ' + "n" * 65 + '\n  short_description: kept\n']


def skill_roots(c):
    """(root, weight); the first ones are read by the agent, the last ones are not."""
    out = []
    for f in c.chain: out += [(f + "/.agents/skills", 4), (f + "/.codex/skills", 2)]
    out += [(c.codex_home + "/skills", 3), ("home/.agents/skills", 3), ("etc/codex/skills", 2)]
    for f in c.above + c.below + ([c.main] if c.main and c.main != c.root else []): out.append((f + "/.agents/skills", .7))
    return out + [(c.root + "/.claude/skills", .4), (c.root + "/skills", .3), ("home/.claude/skills", .3), (c.root + "/.agents", .2)]


def fill_skills(c, count, full=True):
    roots, names = skill_roots(c), []
    for i in range(count):
        base = c.weigh(roots)
        name = c.pick(WORDS) + c.weigh([("", 50), ("-" + c.pick(WORDS), 40), (str(c.n(1, 9)), 10)])
        if names and c.p(.1): name = c.pick(names); c.note("duplicate-name")
        names.append(name)
        place = c.weigh([("one", 74), ("deep", 12), ("hidden", 3), ("atroot", 2), ("deep6", 3), ("inside", 4), ("plugin", 3)]) if full else c.weigh([("one", 85), ("deep", 15)])
        folder = f"{base}/{name}"
        if place == "deep": folder = f"{base}/" + "/".join(c.some(["g", "team", "x y", "t2"], c.n(1, 3))) + f"/{name}"
        if place == "hidden": folder = f"{base}/.h/{name}" if c.p(.5) else f"{base}/.{name}"
        if place == "atroot": folder = base
        if place == "deep6": folder = f"{base}/" + "/".join("d" + str(j) for j in range(c.n(4, 6))) + f"/{name}"
        if place == "inside" and c.skills: folder = os.path.dirname(c.pick(c.skills)[1]) + f"/{name}"
        if place == "plugin":
            folder = f"{base}/plug/skills/{name}"; c.put(f"{base}/plug/.codex-plugin/plugin.json", c.pick(['{"name": "plug"}\n', '{"name": "my plug"}\n', '{}\n', 'bad\n']))
        if place != "one": c.note("skill-" + place)
        fname = "SKILL.md" if not full or c.p(.96) else c.pick(["skill.md", "SKILL.MD", "Skill.md", "SKILL.txt"])
        kw = {}
        if full and c.p(.04): kw["crlf"] = True; c.note("skill-crlf")
        if full and c.p(.02): kw["bom"] = True; c.note("skill-bom")
        if full and c.p(.01): kw["mode"] = "000"; c.note("skill-unreadable")
        how = c.weigh([("file", 90), ("linkdir", 5), ("linkfile", 2), ("bytes", 1.5)]) if full else "file"
        up = "../" * folder.count("/")
        if how == "file": ok = c.put(f"{folder}/{fname}", skill_text(c, name, full), **kw)
        elif how == "bytes": ok = c.raw(f"{folder}/SKILL.md", f"---\\nname: {name}\\ndescription: bad \\xff\\n---\\nx\\n"); c.note("skill-bad-utf8")
        elif how == "linkdir":
            t = c.pick(["store", c.root + "/tools"]) + "/" + name
            dot, far = c.pick(["", "./"]), base.startswith("etc/")      # etc/ is mounted elsewhere: no relative way out
            c.put(f"{t}/SKILL.md", skill_text(c, name, False)); ok = c.link(folder, "$ROOT/" + t if far else dot + up + t); c.note("skill-linked-folder")
            if c.p(.3): c.link(f"{base}/again", "$ROOT/" + t if far else "../" * (base.count("/") + 1) + t)
        else:
            c.put(f"store/{name}.md", skill_text(c, name, False)); ok = c.link(f"{folder}/SKILL.md", ("$ROOT/" if base.startswith("etc/") else "../" + up) + f"store/{name}.md"); c.note("skill-linked-file")
        if not ok: continue
        if how == "file" and fname == "SKILL.md": c.skills.append((name, f"{folder}/SKILL.md"))
        if c.p(.22 if full else .06) and how == "file":
            c.note("openai-yaml")
            p = folder + "/agents/" + ("openai.yaml" if c.p(.93) else c.pick(["openai.yml", "OpenAI.yaml"]))
            c.put(p, c.pick(OPENAI), **({"crlf": True} if c.p(.04) else {}))
        if c.p(.08): c.put(f"{folder}/scripts/run.py", "print(1)\n")
    if c.p(.03 if full else 0):
        b = c.pick([x for x, _ in roots[:4]]); c.link(b + "/loop", c.pick([".", "..", "../skills"]))
        c.note("skill-loop")


def skills_config(c, p):
    if not c.p(p) or not c.skills: return
    c.note("skills-config")
    ents = []
    for _ in range(c.n(1, 3)):
        name, path = c.pick(c.skills)
        k = c.weigh([("path", 35), ("name", 30), ("folder", 8), ("rel", 8), ("both", 5), ("neither", 3), ("ghost", 5), ("padded", 3), ("home", 3)])
        e = {"path": {"path": f"$ROOT/{path}"}, "name": {"name": name}, "folder": {"path": "$ROOT/" + os.path.dirname(path)}, "rel": {"path": c.pick(["../", "./", ""]) + path.split("/", 1)[1]},
             "both": {"path": f"$ROOT/{path}", "name": name}, "neither": {}, "ghost": {"name": "ghost"}, "padded": {"name": f" {name} "},
             "home": {"path": "~/" + path[5:] if path.startswith("home/") else f"$ROOT/x/../{path}"}}[k]
        ents.append({**e, "enabled": c.p(.25)})
    where = c.weigh([(c.user, 68), ("etc/codex/config.toml", 8), (c.chain[0] + "/.codex/config.toml", 10), ("args", 14)])
    if where == "args": c.args += ["-c", "skills.config=[" + ", ".join(inline(c, e) for e in ents) + "]"]
    else: c.layer(where).setdefault("skills", {})["config"] = ents
    if c.p(.2): c.layer(c.user).setdefault("skills", {}).setdefault("config", [{"name": c.pick(c.skills)[0], "enabled": c.p(.5)}])


def mention(c, p):
    if not c.p(p) or not c.skills: return
    c.note("mention")
    for _ in range(c.n(1, 2)):
        parts = []
        for _ in range(c.n(1, 3)):
            n, path = c.pick(c.skills)
            parts.append(c.weigh([(f"${n}", 40), (f"[${n}]($ROOT/{path})", 16), (f"${n}.", 6), (f"${n}x", 4), (f"[${n}](skill://$ROOT/{path})", 5), (f"[$other]($ROOT/{path})", 4), (f"${n.upper()}", 4), (f"$$${n}", 2),
                                  (f"[${n}] ( $ROOT/{path} )", 3), (f"[${n}](/no/where)", 4), ("$HOME", 3), ("$nothing", 4), (f"`${n}`", 3), (f"${n}\u00e9", 2), (f"{n}", 3), (f"[{n}]($ROOT/{path})", 3), (f"a${n}:b", 2), (f"[$PATH]($ROOT/{path})", 2)]))
        c.d("mention", c.pick(["use ", "run ", "please \\n"]) + c.pick([" ", ", ", "\\n", " and "]).join(parts))


def area_layers(c):
    layout(c); fill_layers(c); trust(c)
    if c.p(.15): put_doc(c, c.chain[0] + "/AGENTS.md")
    if c.p(.03): profile(c)


def profile(c):
    c.note("profile")
    name = c.pick(["work", "p1", "x-y"])
    c.d("profile", name)
    if c.p(.8):
        t = {}
        if c.p(.6): t["project_doc_max_bytes"] = c.pick([0, 5, 12, 4000])
        if c.p(.4): t["project_doc_fallback_filenames"] = ["CLAUDE.md"]
        if c.p(.4): t["model"] = word(c)
        if c.p(.3): t["projects"] = {"$ROOT/" + c.root: {"trust_level": c.pick(LEVELS)}}
        c.put(f"{c.codex_home}/{name}.config.toml", toml(c, t))
    c.put(c.chain[0] + "/AGENTS.md", "profile doc text\n"); c.put(c.chain[0] + "/CLAUDE.md", "claude text\n")
    c.put(c.real_cwd + "/CLAUDE.md", "claude below\n")


def area_docs(c):
    layout(c); fill_docs(c); trust(c, .66)
    if c.p(.12): fill_layers(c, few=True)
    if c.p(.05): profile(c)
    if c.p(.04):
        c.note("memory")
        setp(c.layer(c.user), "features.memories", c.p(.85))
        c.put(c.codex_home + "/memories/memory_summary.md", c.pick(["remember this\n", "  \n", "\n\nline one\nline two\n\n"]))


def area_skills(c):
    layout(c); fill_skills(c, c.n(2, 7)); trust(c, .66); skills_config(c, .25); mention(c, .14)
    if c.p(.06): setp(c.layer(c.user), "skills.bundled.enabled", False)
    if c.p(.03): setp(c.layer(c.user), "skills.include_instructions", c.p(.3))


def area_catalog(c):
    layout(c, plain=c.p(.7))
    n = c.n(4, 12)
    roots = c.some([x for x, _ in skill_roots(c)[:len(c.chain) * 2 + 3]], c.n(1, 4))
    for i in range(n):
        base = c.pick(roots)
        name = c.weigh([(f"{c.pick(WORDS)}-{i}", 50), (f"s{i:02d}", 40), (c.pick(WORDS) + "-" + c.pick(WORDS) + "-" + c.pick(WORDS) + str(i), 15), (f"\u65e5{i}", 3)])
        body = c.weigh([(" ".join(c.some(WORDS, c.n(1, 4))), 35), (" ".join(c.pick(WORDS) for _ in range(c.n(8, 30))), 40), ("\u65e5\u672c\u8a9e" * c.n(1, 12), 8), ("x", 6), ("\U0001f600 " * c.n(1, 9) + "end", 4), ("w" * c.n(10, 150), 7)])
        folder = f"{base}/{name}" if c.p(.85) else f"{base}/grp/{name}"
        p = f"{folder}/SKILL.md"
        if c.put(p, f"---\nname: {name}\ndescription: {body.strip()}\n---\nB.\n"): c.skills.append((name, p, body.strip()))
        if c.p(.05): c.put(folder + "/agents/openai.yaml", c.pick(["policy:\n  allow_implicit_invocation: false\n", "interface:\n  short_description: sd\n"]))
    full = sum(-(-(len(f"- {n}: {d} (file: /mnt/{p})".encode()) + 1) // 4) for n, p, d in c.skills)
    bare = sum(-(-(len(f"- {n}: (file: /mnt/{p})".encode()) + 1) // 4) for n, p, d in c.skills)
    k = c.weigh([("cut", 42), ("edge", 22), ("omit", 26), ("fits", 6), ("none", 4)])
    c.note("catalog-" + k)
    b = {"cut": lambda: c.n(bare, max(bare, full)), "edge": lambda: max(1, c.pick([full, full - 1, bare, bare - 1, bare + 1])), "omit": lambda: c.n(max(1, bare // 5), max(1, bare)), "fits": lambda: full + c.n(1, 90), "none": lambda: c.n(1, 9)}[k]()
    w = b * 50 + c.n(0, 49)
    u = c.layer(c.user)
    u.setdefault("skills", {})["bundled"] = {"enabled": False}
    where = c.weigh([("user", 55), ("args", 35), ("system", 10)])
    if where == "user": u["model_context_window"] = w
    elif where == "args": c.args += ["-c", f"model_context_window={w}"]
    else: c.layer("etc/codex/config.toml")["model_context_window"] = w
    c.skills = [(a, b) for a, b, _ in c.skills]
    trust(c, .7)
    if c.p(.1): skills_config(c, 1)


def area_mixed(c):
    layout(c); fill_layers(c, few=True); fill_docs(c, few=True); fill_skills(c, c.n(1, 4)); trust(c, .7); skills_config(c, .15); mention(c, .08)
    if c.p(.03): profile(c)


AREAS = {"layers": area_layers, "docs": area_docs, "skills": area_skills, "catalog": area_catalog, "mixed": area_mixed}


def make(area, seed):
    c = Case(area, seed)
    AREAS[area](c)
    name = f"{area}-{hashlib.sha256(f'{area}/{seed}'.encode()).hexdigest()[:8]}.txtar"
    return name, c.text(), c


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--seed", type=int, required=True); ap.add_argument("--count", type=int, default=1)
    ap.add_argument("--area", choices=sorted(AREAS), default="mixed"); ap.add_argument("--out", required=True)
    a = ap.parse_args()
    os.makedirs(a.out, exist_ok=True)
    for s in range(a.seed, a.seed + a.count):
        name, text, _ = make(a.area, s)
        with open(os.path.join(a.out, name), "w", newline="") as f: f.write(text)


if __name__ == "__main__":
    main()
