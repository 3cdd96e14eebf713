"""Delivers hostile texts to `serve`, and checks all outputs that are lines, JSON or XML."""

import collections
import contextlib
import http.client
import io
import itertools
import json
import os
import re
import subprocess
import time
import types

import checks
import feeds
import fields
import scenarios
import secure
from checks import Problem, must
from program import DEADLINE, Program, environment

FILTERS = ["is:rejected", "is:silent", "is:hidden", "app:c1", "is:unread"]
CHANGES = ["lock=locked", "dnd=on", "language=ru", "device.grouping=byApp"]


class Findings:
    """The problems of each check, in the order of the checks."""

    def __init__(self):
        self.problems = collections.defaultdict(list)

    @contextlib.contextmanager
    def check(self, name):
        """Records what a check finds; the next one goes on."""
        problems = self.problems[name]
        try:
            yield
        except Exception as problem:
            problems.append(str(problem) if isinstance(problem, Problem) else f"{type(problem).__name__}: {problem}")

    def merge(self, other):
        for name, problems in other.problems.items():
            self.problems[name] += problems


class Lines:
    """A batch of cases in one inbox."""

    def __init__(self, path, folder, cases):
        self.cases = cases
        self.program = Program(path, os.path.join(folder, "inbox"), fields.configuration(cases, has_programs=True))
        self.findings = Findings()
        self.sent = {}
        self.texts = [fields.shorten(case.text, fields.SIDE) for case in cases]

    def check(self, name):
        return self.findings.check(name)

    def run(self):
        followers = []
        self.write_programs()
        sources = feeds.Feeds(self.program.home, self.cases)
        try:
            with open(self.program.file("token"), "w") as file:
                file.write(fields.API_TOKEN)
            self.program.serve(*sources.options, "--offer", "unix:offer", "--api-token-file", "token")
            followers = self.follow()
            self.deliver()
            self.ask_api()
            self.secure()
            self.subscribe()
            self.wait(sources)
            self.check_commands()
            self.check_faulty()
            self.check_arguments()
        finally:
            with self.check("lines: the program survives"):
                status = self.program.end()
                must(status == 143, f"serve ended with {status}")
            sources.end()
            for follower in followers:
                follower.kill()
                follower.wait()
        self.check_streams()
        self.check_talk()
        scenarios.check(self.program, self.cases, self.findings)
        return self.findings

    def follow(self):
        """Starts `events` and waits until each has reported a change of its own."""
        followers = [
            self.program.start("events", name="events"), self.program.start("events", "--json", name="events-json")]
        for count in range(1000):
            self.program.run("set", f"apps.com.example.marker.banners={'true' if count % 2 else 'false'}")
            if self.program.read("events.out") and self.program.read("events-json.out"):
                break
        return followers

    def write_programs(self):
        """Writes the programs of the phone, and what they answer."""
        os.mkdir(self.program.file("answers"))
        for name, script in fields.SCRIPTS.items():
            path = self.program.file(name)
            with open(path, "w") as file:
                file.write(f"#!/bin/sh\n{script}\n")
            os.chmod(path, 0o700)
        for number, case in enumerate(self.cases):
            for name, answer in fields.answers(number, case):
                with open(self.program.file(f"answers/{name}"), "wb") as file:
                    file.write(answer)

    def secure(self):
        """Sends pushes with client certificates, and asks for hosts with hostile names."""
        key = secure.Key()
        with self.check("lines: pushes with client certificates are answered"):
            for number, case in enumerate(self.cases):
                value = case.raw[:60].decode(errors="replace").encode()
                names = [("UID", fields.application(number).encode()), ("CN", value), ("O", case.raw[:60])]
                files = secure.write(self.program.home, key, number, names)
                for topic, wanted in (fields.application(number), b" 200 "), ("com.example.other", b" 400 "):
                    status = secure.push(self.program.port, files, (
                        f"POST /3/device/abcd HTTP/1.1\r\nHost: localhost\r\napns-topic: {topic}\r\n"
                        'Connection: close\r\nContent-Length: 26\r\n\r\n{"aps":{"alert":"secure"}}').encode())
                    must(wanted in status, case.name, topic, status)
        with self.check("lines: requests for hostile host names are answered"):
            for case in self.cases:
                name = case.raw[:60].replace(b"\0", b"") or b"x"
                secure.ask_for(self.program.port, name)
                secure.ask_for_text(self.program.port, name.decode("latin-1").encode("ascii", "replace").decode())

    def ask_api(self):
        """Sends requests to the API for tests, with its token and with the texts as tokens."""
        for number, case in enumerate(self.cases):
            value = case.raw[:64].translate(None, b"\r\n\0").strip()
            for request in fields.api_requests(number, case):
                with self.check("JSON: the API"):
                    known = [*request.fields, (b"authorization", b"Bearer " + fields.API_TOKEN.encode())]
                    head, body = split(self.program.respond(
                        request.body, known, request.path, request.method))
                    checks.plain(head.replace(b"\r\n", b"\n"), f"{request.name}, head")
                    if b"text/plain" in head:
                        # The query or the path is not valid in HTTP.
                        checks.plain(body, request.name)
                    else:
                        must(checks.lines_of_json(body, request.name) or b"ndjson" in head, request.name, "has no body", head)
            with self.check("JSON: the API"):
                token = [(b"authorization", b"Bearer " + value)]
                status = self.program.request(b"", token, b"/api/v1/pushes", b"GET")
                must(b" 401 " in status or b" 400 " in status, case.name, status)

    def subscribe(self):
        """Speaks to the offer as phones with hostile names do."""
        with self.check("lines: the offer answers phones"):
            for case in self.cases:
                text = fields.side_text(case)
                for lines in (
                        [{"subscribe": {"device": text, "last": {text: 1}, "arrivals": text}},
                         {"ack": {text: 1}, "arrivals": [{"n": 1, "app": text, "position": 1, "how": text}]},
                         {"repeat": {"app": text, "positions": [1]}}],
                        [{"subscribe": {"device": f"d{text}"[:9], "last": {}, "arrivals": "a1b2c3d4e5f60718"}},
                         {"ack": {text: text}}, {"repeat": {"app": text, "positions": text}}],
                        [case.raw[:300].replace(b"\n", b"")]):
                    data = b"".join((line if isinstance(line, bytes) else fields.dump(line)) + b"\n" for line in lines)
                    answer = self.program.exchange_unix("offer", data)
                    checks.lines_of_json(answer, "the offer")

    def wait(self, sources):
        """Waits until the feeds have read everything and the hooks have ended."""
        with self.check("lines: the feeds read what their servers send"):
            late = sources.wait(DEADLINE)
            must(not late, len(late), "feeds have not read everything:", late[:5])
        with self.check("lines: each hook reports what it wrote"):
            end = time.monotonic() + DEADLINE
            while (count := self.program.read("serve.err").count(b"exited with 3")) < len(self.cases):
                must(time.monotonic() < end, count, "of", len(self.cases), "hooks are reported")
                time.sleep(0.2)

    def deliver(self):
        with self.check("lines: every request is answered"):
            wrong = []
            for number, case in enumerate(self.cases):
                for request in fields.requests(number, case):
                    status = self.program.request(
                        request.body, request.fields, request.path, request.method, request.host)
                    if request.is_accepted:
                        self.sent[dict(request.fields)[b"apns-id"].decode().upper()] = request.body
                        if b" 200 " not in status:
                            wrong.append(f"{case.name}, {request.name}: {status!r}")
                if case.payload is not None or case.text:
                    self.program.send_legacy(case.payload or fields.escaped({"aps": {"alert": case.text[:40]}}))
            must(not wrong, wrong[:9])
        self.ingest()

    def ingest(self):
        """Ingests lines, and files with hostile names."""
        with open(self.program.file("lines.jsonl"), "wb") as file:
            file.write(b"".join(line + b"\n" for line in fields.push_lines(self.cases)))
        self.plain("ingest", "lines.jsonl")
        self.lint("lint", "lines.jsonl")
        names = sorted({fields.file_name(case) for case in self.cases})
        folder = os.fsencode(self.program.file("files"))
        os.makedirs(folder, exist_ok=True)
        for name in names:
            with open(os.path.join(folder, name + b".apns"), "wb") as file:
                file.write(b'{"aps":{"alert":"file"},"Simulator Target Bundle":"com.example.app"}')
            with open(os.path.join(folder, name + b".jsonl"), "wb") as file:
                file.write(b'{"aps"')
        self.plain("ingest of a folder", "ingest", "files")
        self.lint("lint of a folder", "files")

    def lint(self, name, path):
        """Checks each format of the findings in a file or folder."""
        count = self.plain(name, "lint", path).count(b"\n")
        self.json(f"{name}, --json", "lint", "--json", path)
        annotations = self.plain(f"{name}, --format github", "lint", "--format", "github", path)
        with self.check(f"plain: {name}, --format github"):
            starts = [line.split(b" ")[0] for line in annotations.splitlines()]
            must(len(starts) == count and {b"::error", b"::warning", b"::notice"}.issuperset(starts),
                 len(starts), "annotations for", count, "findings:", set(starts))
        with self.check(f"JSON: {name}, --format sarif"):
            done = self.program.run("lint", "--format", "sarif", path)
            checks.find(checks.FORBIDDEN, checks.decode(done.stdout, "sarif"), "sarif")
            results = json.loads(done.stdout)["runs"][0]["results"]
            must(len(results) == count, len(results), "results for", count, "findings")

    def plain(self, name, *words, text=b""):
        with self.check(f"plain: {name}"):
            done = self.program.run(*words, text=text)
            checks.plain(done.stdout, name)
            checks.plain(done.stderr, name + ", errors")
            must(done.returncode >= 0, name, "ended with", done.returncode)
            return done.stdout
        return b""

    def json(self, name, *words):
        with self.check(f"JSON: {name}"):
            done = self.program.run(*words)
            values = checks.lines_of_json(done.stdout, name)
            checks.plain(done.stderr, name + ", errors")
            must(values, name, "printed nothing:", done.stderr)
            return values
        return []

    def check_commands(self):
        for words in [["ls"], *(["ls", filter] for filter in FILTERS), ["env"]]:
            self.plain(" ".join(words), *words)
        self.json("fault add --json", "fault", "add", "app=com.example.other", "delay=1ms", "--json")
        for words in ["fault", "ls"], ["queue"], ["tokens"], ["tokens", "--all"]:
            self.plain(" ".join(words), *words)
            self.json(" ".join(words) + " --json", *words, "--json")
        for words in ["config", "show"], ["config", "show", "--origin"], ["config", "diff"], ["config", "check"]:
            self.plain(" ".join(words), *words)
        with self.check("JSON: config show --json"):
            shown = self.program.run("config", "show", "--json").stdout
            checks.find(checks.FORBIDDEN, checks.decode(shown, "config"), "config")
            must(json.loads(shown)["apps"], "no apps are shown")
        for change in CHANGES:
            self.plain("what-if", "what-if", change)
            self.json("what-if --json", "what-if", change, "--json")
        for filter in FILTERS[:2]:
            self.json(f"ls {filter} --json", "ls", filter, "--json")
        self.plain("wait", "wait", "", "--timeout", "5s")
        self.json("wait --json", "wait", "", "--json", "--timeout", "5s")
        self.plain("man", "man")
        for shell in "bash", "zsh", "fish":
            with self.check(f"plain: completions {shell}"):
                checks.find(re.compile(checks.FORBIDDEN.pattern.replace("\x00-\x09", "\x00-\x08")),
                            checks.decode(self.program.run("completions", shell).stdout, shell), shell)
        self.check_each()
        self.check_originals()

    def check_each(self):
        """Runs the commands about one push for some pushes of each inbox; `--talk` inspects all of them."""
        for number in range(1, len(self.cases) * 4, max(1, len(self.cases) // 3)):
            for command in "show", "why":
                self.plain(command, command, str(number))
                self.json(f"{command} --json", command, str(number), "--json")
        for number in range(1, len(self.cases) * 8, max(1, len(self.cases))):
            self.plain("show of a rejected push", "show", f"R{number}")
            self.json("show --json of a rejected push", "show", f"R{number}", "--json")

    def check_originals(self):
        """Checks that JSON has the payloads and texts that were sent."""
        listed = {}
        for name in "export", "ls --json":
            for value in self.json(name, *name.split()):
                for group in value["groups"]:
                    for each in group["notifications"]:
                        listed[each["apnsID"]] = each | listed.get(each["apnsID"], {})
        with self.check("JSON: payloads and texts are the original ones"):
            for identifier, body in self.sent.items():
                payload = json.loads(body)
                # Background pushes and Live Activities are not listed.
                if "alert" not in payload["aps"] or "event" in payload["aps"]:
                    continue
                must(identifier in listed, identifier, "is not listed")
                found = listed[identifier]
                must(found["payload"] == payload, identifier, "has another payload:", ascii(found["payload"])[:300])
                alert = payload["aps"]["alert"]
                for name in "title", "subtitle", "body":
                    wanted = alert.get(name) or None
                    if not any(key.endswith("loc-key") for key in alert):
                        must(found["content"][name] == wanted, identifier, name, ascii(found["content"][name])[:300])
                must((found["thread"] or None) == (payload["aps"].get("thread-id") or None), identifier, ascii(found["thread"]))

    def check_faulty(self):
        """Checks configurations that are not valid, and some that are not JSON5."""
        merged = {}
        for case in self.cases:
            for part in fields.faulty_configurations(fields.side_text(case)):
                fields.merge(merged, part)
        schema = json.loads(self.program.run("schema", "config").stdout)
        wrong = fields.wrong_settings(schema, itertools.cycle([fields.side_text(case) for case in self.cases]))
        files = [fields.dump(merged), fields.dump(wrong), *(b"{ device: " + case.raw[:200] + b" }" for case in self.cases)]
        self.program.configuration = "faulty.json5"
        for number, data in enumerate(files):
            with open(self.program.file("faulty.json5"), "wb") as file:
                file.write(data)
            with self.check("plain: config check of a faulty file"):
                found = self.program.run("config", "check").stderr
                checks.plain(found, "config check")
                must(number or found.count(b"\n") > len(self.cases), found.count(b"\n"), "faults are reported")
        self.program.configuration = "config.json5"

    def check_arguments(self):
        """Runs commands whose words are the hostile texts."""
        for text in self.texts:
            word = text.replace("\0", "")
            if not word:
                continue
            self.plain("send", "send", word, "--title", word, "--thread", word, "--category", word)
            self.plain("ls of a filter", "ls", word)
            self.plain("act", "act", "last", word, "--text", word)
            self.plain("set", "set", f"apps.com.example.app.name={word}")
        self.check_wrong_arguments()
        self.check_variables()
        self.check_focus()

    def check_wrong_arguments(self):
        """Runs commands that report a word which they do not accept."""
        commands = [
            ["show"], ["why"], ["tokens"], ["schema"], ["completions"], ["env", "--client"], ["lint", "lines.jsonl", "--format"],
            ["fault", "add"], ["fault", "rm"], []]
        for number, text in enumerate(self.texts):
            # Each command gets some of the texts.
            words = [*commands[number % len(commands)], text.replace("\0", "") or "x"]
            self.plain("commands with a wrong word", *words)
            self.plain("set of a wrong word", "set", f"tokens.{words[-1]}=new", f"activity.{words[-1]}={words[-1]}")

    def check_variables(self):
        """Runs commands that read their options from environment variables with the texts."""
        # The store cannot be opened, so that `serve` ends when it has read its options.
        serve = {"STORE": "config.json5/store"}
        usual = self.program.run("serve", variables=serve).stderr
        forms = {name: (["serve"], serve, "{}") for name in (
            "CONFIG", "EPHEMERAL", "NO_COLOR", "ASCII", "NO_MOUSE", "PLAIN", "TALK", "QUIET", "LISTEN", "LEGACY",
            "FEEDBACK", "OFFER", "FEED_FROM", "API", "ALLOW_NETWORK", "STRICT")} | {
            "STORE": (["serve"], {}, "config.json5/{}"), "SOCKET": (["ready"], {}, "{}"),
            "FEED": (["serve"], serve, "tcp:{}"),
            "API_TOKEN_FILE": (["serve"], {"EPHEMERAL": "1", "LISTEN": "127.0.0.1:0"}, "{}")}
        names = list(forms)
        for number, text in enumerate(self.texts):
            name = names[number % len(names)]
            words, others, form = forms[name]
            with self.check("plain: environment variables"):
                value = form.format("x" + text.replace("\0", "").replace("/", ""))
                done = self.program.run(*words, variables=others | {name: value})
                must(done.returncode and done.stderr != usual, name, "is not read", done.returncode, done.stderr)
                checks.plain(done.stdout + done.stderr, name)

    def check_focus(self):
        """Turns on the Focus of each case, and has it silence a push."""
        others = []
        for number, case in enumerate(self.cases):
            name, app = fields.focus_name(case, number), fields.application(number)
            # No argument can have a zero byte.
            if "\0" in name:
                continue
            # No Focus silences the app that an earlier request opened.
            self.plain("set a Focus", "set", f"focus={name}", f"app.{app}=background")
            sent = self.plain("send", "send", "silenced", "--app", app)
            # Not "last": a push that waited may have been decided meanwhile.
            push = (re.findall(rb" id=(\d+)$", sent.strip()) or [b"last"])[-1].decode()
            trace = self.plain("why of a silenced push", "why", push)
            self.json("why --json of a silenced push", "why", push, "--json")
            if b" focus.rule " not in trace:
                others.append((name, sent[:80], *re.findall(rb"(?m)^ *\d+  \w+ +\S+", trace)))
        with self.check("lines: each Focus silences a push"):
            must(not others, len(others), "pushes are not silenced:", others[:1])
        self.plain("config diff", "config", "diff")
        self.plain("set a Focus", "set", "focus=off")

    def check_streams(self):
        for name in "serve", "events":
            with self.check(f"plain: {name}"):
                data = self.program.read(name + ".out")
                must(data.count(b"\n") > len(self.cases), name, "has too few lines")
                # The first line of serve is the JSON of --print-endpoints.
                checks.plain(data, name)
                checks.plain(self.program.read(name + ".err"), name + ", errors")
        with self.check("JSON: events --json"):
            values = checks.lines_of_json(self.program.read("events-json.out"), "events --json")
            must(len(values) > len(self.cases), "events --json has too few lines")
            bodies = {value.get("body") for value in values}
            for number, case in enumerate(self.cases):
                body = fields.texts(case)["body"] if case.texts else None
                must(not body or body in bodies, "events --json lacks", ascii(body))

    def check_talk(self):
        """Opens the same store with --talk, and inspects each push."""
        commands = ["ls", "ls is:rejected", "ls is:silent", "help", "what-if lock=locked"]
        commands += [f"{command} {number}" for number in range(1, len(self.cases) * 5) for command in ("show", "why")]
        commands += [f"show R{number}" for number in range(1, len(self.cases) * 20)]
        commands += [f"/{text}" for text in self.texts if text.isprintable()]
        out = b""
        for start in range(0, len(commands), 200):
            out += self.talk(commands[start:start + 200])
        with self.check("plain: --talk"):
            must(len(out) > 1000 * len(self.cases), "--talk printed", len(out), "bytes only", ascii(out[-300:]))

    def talk(self, commands):
        text = "\n".join([*commands, "quit", ""]).encode()
        return self.plain("--talk", "--talk", "--listen", "127.0.0.1:0", text=text)

    def check_long_talk(self):
        """Checks that more commands than one read of a pipe returns are all performed."""
        with self.check("--talk performs all commands of a pipe"):
            words = ["--talk", "--listen", "127.0.0.1:0"]
            process = subprocess.Popen(
                self.program.call(*words), cwd=self.program.home, env=environment(self.program.home),
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
            try:
                # The pipe holds all commands, and its writer has closed it before the first line is read.
                out, _ = process.communicate(b"help\n" * 2000, timeout=DEADLINE / 3)
            except subprocess.TimeoutExpired:
                process.kill()
                raise Problem("the program does not end; it read", process.communicate()[0].count(b"dnd on"),
                              "of 2000 commands") from None
            must(out.count(b"dnd on") == 2000, out.count(b"dnd on"), "of 2000 commands were carried out")


def split(data):
    """Returns the head and the body of a response over HTTP/1.1."""
    response = http.client.HTTPResponse(types.SimpleNamespace(makefile=lambda _: io.BytesIO(data)))
    response.begin()
    return data.partition(b"\r\n\r\n")[0], response.read()


def play_talk(path, folder):
    """Checks --talk with an inbox of its own."""
    session = Lines(path, folder, [])
    session.check_long_talk()
    return session.findings
