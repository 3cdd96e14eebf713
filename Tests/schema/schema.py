"""Validates assets and output with the schemas of `pushinbox schema`. Prints TAP.

schema.py PROGRAM. The validator is that of Debian's python3-jsonschema. The schemas have to accept what the readers accept;
the schema of payloads has to reject what lint calls a key or value of another form, and that of scenarios what `run` rejects
by its form.
"""

import glob
import json
import os
import re
import subprocess
import sys
import tempfile

import jsonschema

PROGRAM = os.path.abspath(sys.argv[1])
NAMES = ["payload", "push", "scenario", "config", "event", "inbox"]
count, failed = 0, False


def row(title, problems):
    global count, failed
    count += 1
    print(f"{'not ok' if problems else 'ok'} {count} - {title}", flush=True)
    for problem in problems[:10]:
        print("# " + str(problem)[:500].replace("\n", "\n# "))
    failed = failed or bool(problems)


def program(*words, codes=(0,), text=None):
    result = subprocess.run([PROGRAM, *words], capture_output=True, text=True, input=text, env=ENVIRONMENT)
    if result.returncode not in codes:
        raise RuntimeError(f"{words}: exit {result.returncode}: {result.stderr[-500:]}")
    return result.stdout


def json5(text):
    """The value of a JSON5 text of our own: comments, bare keys, single quotes, trailing commas."""
    tokens = re.compile(
        r"""("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|(//[^\n]*|/\*.*?\*/)|([A-Za-z_$][\w$]*)(?=\s*:)|(,)(?=(?:\s|//[^\n]*)*[}\]])""",
        re.DOTALL)

    def plain(match):
        string, comment, key, comma = match.groups()
        if string:
            return string if string[0] == '"' else json.dumps(string[1:-1].replace("\\'", "'"))
        return json.dumps(key) if key else ""

    return json.loads(tokens.sub(plain, text))


def lines(path):
    """The lines of a scenario that are no comments, with their numbers."""
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            if line.strip() and not line.lstrip().startswith(("#", "//")):
                yield number, line


def objects(text):
    return [json.loads(line) for line in text.split("\n") if line]


def error(validator, value):
    """The first error, or None."""
    return next((f"{'.'.join(map(str, e.absolute_path))}: {e.message}" for e in validator.iter_errors(value)), None)


def problems(validator, values):
    """The errors of values, each with its place."""
    for place, value in values:
        found = error(validator, value)
        if found:
            yield f"{place}: {found}"


def set_keys(schema):
    """A key for each entry of the schema of `set`, with the words of the entry."""
    step = schema["else"]["properties"]["set"]
    quoted, plain = r'"(\\[\s\S]|[^"\\])*"', "PLAIN"
    for name, value in [*step["properties"].items(), *step["patternProperties"].items()]:
        if name.startswith("^"):
            # A name without quotes, which ends before a list.
            name = re.sub(r'\[\^"\]\(\?:\(\?!.*?\)\[\\s\\S\]\)\*', plain, name)
            for pattern, sample in [
                (f"({quoted}|{plain})", "com.example.a"), (f"({quoted})", '"com.example.a"'),
                ("[A-Za-z0-9][A-Za-z0-9._-]*", "com.example.a"), ("[0-9]+", "0"), ("[+-]?$", "$"), ("\\.", "."), ("^", ""), ("$", "")]:
                name = name.replace(pattern, sample)
        words = [word for each in value.get("anyOf", [value]) for word in each.get("enum", [])]
        yield name, words


# The rules of lint about keys and forms.
FORM_RULES = {"wrong-type", "null-value", "loose-flag", "out-of-range", "unknown-level", "unknown-key", "misspelt-key"}

PAYLOADS = [
    {"aps": {"alert": "Hi", "badge": 1, "sound": "default", "thread-id": "t", "content-available": 1}},
    {"aps": {"alert": {"title": "T", "body": "B", "loc-args": ["a"], "loc-key": "K"}}, "order": {"badge": "x"}},
    {"aps": {"alert": {"title-loc-key": "K", "action-loc-key": None}}},
    {"aps": {"sound": {"critical": 1, "name": "a.caf", "volume": 0.5}, "interruption-level": "time-sensitive"}},
    {"aps": {"event": "update", "timestamp": 1, "content-state": {"a": 1}, "relevance-score": 100}},
    {"aps": {"event": "end", "timestamp": 1, "alert": {"title": {"loc-key": "K"}, "sound": "default"}}},
    {"badge": 1, "aps": {"mutable-content": 0}}, {"aps": {"content-changed": True}}, {"aps": {"content-changed": "yes"}},
    {"aps": {"content-changed": 1}},
    {"aps": {"badge": "1"}}, {"aps": {"badge": 1.5}}, {"aps": {"badge": -1}}, {"aps": {"badge": None}},
    {"aps": {"sound": 1}}, {"aps": {"sound": {"volume": 2}}}, {"aps": {"sound": {"nme": "x"}}},
    {"aps": {"content-available": True}}, {"aps": {"content-available": "1"}}, {"aps": {"mutable-content": 2}},
    {"aps": {"alert": 1}}, {"aps": {"alert": {"titel": "T", "body": "B"}}}, {"aps": {"alert": {"body": 1}}},
    {"aps": {"alert": {"body": "B", "loc-args": "a"}}}, {"aps": {"alert": {"body": "B", "loc-args": [1]}}},
    {"aps": {"alert": {"title": {"loc-key": "K"}}}}, {"aps": {"alert": {"body": "B", "summary-arg-count": 0}}},
    {"aps": {"interruption-level": "timesensitive"}}, {"aps": {"relevance-score": 2}},
    {"aps": {"thread-id": 7}}, {"aps": {"category": None}}, {"aps": {"mutable_content": 1}}, {"aps": {"foo": 1}},
    {"aps": {"event": "update", "timestamp": "now", "content-state": {}}}, {"aps": []},
]

# Lines that `run` rejects by their form.
BAD_STEPS = [
    {"advanse": "5m"}, {"advance": 5}, {"clock": 1}, {"repeat": 2}, {"advance": "1s", "repeat": 2},
    {"advance": "1s", "say": "x"}, {"device": {"lock": "open"}}, {"device": {"lok": "locked"}},
    {"device": {"stackThreshold": 1}}, {"device": {"lowPower": "yes"}}, {"act": {"on": True, "action": "open"}},
    {"act": {"on": "last", "action": "open", "test": "x"}}, {"screen": {"size": 80, "golden": "a.txt"}},
    {"history": {"keep": 0}}, {"expect": {"unred": 1}}, {"expect": {"unread": "1"}},
    {"expect": {"groups": {"$contain": []}}}, {"expectEvent": {"evnt": "shown"}}, {"expectNone": 1},
    {"push": {"bundleId": 1, "payload": {}}}, {"push": {"payload": {}, "hedders": {}}}, {"push": {"payload": {}}, "wire": "x"},
    {"faults": [{"delay": 5}]}, {"gateway": {"strict": 1}}, {"focus": {"name": "x", "days": 1}},
    {"app": {"bundleId": "a.b", "state": "asleep"}}, {"set": {"lock": ["locked"]}}, {"set": ["locked"]}, {"set": [1]}, {"unknown": 1}, {},
    {"advance": "5"}, {"advance": "-5m"}, {"advance": "5m", "at": "noon"}, {"clock": "yesterday"}, {"clock": "2026-13-01T00:00:00Z"},
    {"act": {}}, {"act": {"on": "last"}}, {"app": {}}, {"focus": {}}, {"screen": {"golden": "a.txt"}}, {"screen": {"size": "80x24"}},
    {"screen": {"size": "80", "golden": "a.txt"}}, {"focus": {"name": "x", "from": "7:00"}}, {"device": {"languages": ["russian"]}},
    {"summary": {"times": ["25:00"], "apps": []}}, {"queue": {"ttl": "1 day"}}, {"faults": [{"next": 1, "delay": "long"}]},
    {"expect": {"now": "yesterday"}}, {"push": {"payload": {}, "receivedAt": "now"}},
    {"push": {"payload": {}}, "repeat": 2, "every": "1"}, {"device": {"language": "russian"}}, {"device": {"timeZone": "3"}},
    {"focus": {"name": "x", "days": "someday"}}, {"focus": {"name": "x", "days": ["someday"]}},
    {"app": {"bundleId": "a.b", "present": "on"}}, {"set": {"apps.a.b.present": "on"}}, {"set": {"focus.dinner.days": "someday"}},
    {"set": {"lock": "ajar"}}, {"set": {"bogus": 1}}, {"set": {"dnd": 5}}, {"set": {"dnd": "until:7"}}, {"set": {"online": "maybe"}},
    {"set": {"clock": "real"}}, {"set": {"clock": "5m"}}, {"set": {"summary": "later"}}, {"set": {"language": "russian"}},
    {"set": {"focus.until": "07:00"}}, {"set": {"device": "{}"}}, {"set": {"device.lok": "locked"}}, {"set": {"device.lock+": "locked"}},
    {"set": {"device.stackThreshold": 1}}, {"set": {"device.stackThreshold": "three"}}, {"set": {"device.lowPower": 2}},
    {"set": {"apps.com.example.banners": "maybe"}}, {"set": {"apps.com.example.banner": False}}, {"set": {"apps.com.example": "on"}},
    {"set": {"apps.com.example.extension": "on"}}, {"set": {"apps.com.example.extension.limit": "0s"}},
    {"set": {"app.com.example": "asleep"}}, {"set": {"app.": "foreground"}}, {"set": {"mute.com.example": "on"}},
    {"set": {"badge.com.example": -1}}, {"set": {"badge.com.example": "many"}}, {"set": {"remove.com.example": ""}},
    {"set": {"activity.com.example": "3"}}, {"set": {"tokens.com.example": "old"}}, {"set": {"subscribe.com.example": "Inbox"}},
    {"set": {"focus.dinner.from": "evening"}}, {"set": {"focus.dinner.allowApps+": "-a"}},
    {"set": {"categories.M.actions": "READ"}}, {"set": {"categories.M.actions.0": "READ"}},
    {"set": {"categories.M.actions.first.title": "Read"}}, {"set": {"colours.title": "red"}}, {"set": {"bidi": "on"}},
]

# Settings that some keys of `set` belong to.
SET_UP = [
    {"focus": {"name": "com.example.a", "from": "22:00", "to": "07:00"}},
    {"app": {"bundleId": "com.example.a", "extension": {"run": ["true"]},
             "contentExtension": {"run": ["true"], "categories": ["A"]},
             "categories": {"com.example.a": {"actions": [{"id": "A", "title": "T"}]}}}},
    {"categories": {"com.example.a": {"actions": [{"id": "A", "title": "T"}]}}},
]

# Values for each key of `set`, besides its own words.
VALUES = [
    "", "on", "off", "yes", "false", True, False, 0, 1, 5, 2012, 1.5, -1, "5", "null", "{}", "[]", '["a.b"]', "a.b,c.d", "a.b, , c.d",
    "red", "locked", "today", "all", "new", "now", "late", "+5m", "10s", "0s", ".5h", "5", "07:00", "until:07:00", "until:7",
    "2036-04-14T18:58:00Z", "2036-04-14t18:58:00.5+03:00", "A3", "ann@example.com/Inbox", "ru", "pt-BR", "ru,en", "com.example.a",
    "Europe/Moscow", "+03:00", "weekdays", "mon,tue", "daily", "banner,sound", "date?", "A", '{"run":["true"]}',
    '[{"id":"READ"}]', '{"id":"READ"}',
]

BAD_SETTINGS = [
    {"devise": {}}, {"device": {"lock": 1}}, {"history": {"keep": 0}}, {"history": {"maxAge": "1d"}},
    {"apps": {"a.b": {"sounds": "on"}}}, {"summary": {"times": "08:00"}}, {"focus": {"x": {"allowApps": "a.b"}}},
    {"gateway": {"streams": True}}, {"hooks": {}},
]

with tempfile.TemporaryDirectory() as home:
    ENVIRONMENT = {"PATH": os.environ["PATH"], "HOME": home, "XDG_RUNTIME_DIR": home, "LC_ALL": "C.UTF-8"}
    schemas = {name: json.loads(program("schema", name)) for name in NAMES}
    validators = {}
    for name, schema in schemas.items():
        try:
            jsonschema.Draft7Validator.check_schema(schema)
            row(f"the schema of {name} is one of draft-07", [])
        except jsonschema.SchemaError as invalid:
            row(f"the schema of {name} is one of draft-07", [invalid.message])
        validators[name] = jsonschema.Draft7Validator(schema)

    files = sorted(glob.glob("assets/*/*.jsonl"))
    read = [(f"{path}:{number}", json.loads(line)) for path in files for number, line in lines(path)]
    row(f"the {len(read)} lines of our scenarios are scenario lines", list(problems(validators["scenario"], read)))
    bad = [line for line in BAD_STEPS if not error(validators["scenario"], line)]
    row("lines of another form are no scenario lines", bad)
    wrong = []
    for line in BAD_STEPS:
        path = os.path.join(home, "step.jsonl")
        with open(path, "w", encoding="utf-8") as file:
            print(json.dumps(line), file=file)
        if subprocess.run([PROGRAM, "run", path], capture_output=True, env=ENVIRONMENT).returncode != 5:
            wrong.append(line)
    row("run rejects these lines, too", wrong)

    # Whatever `run` accepts in `set` has to be of the schema.
    assignments = [(key, value) for key, words in set_keys(schemas["scenario"]) for value in [*VALUES, *words]]
    steps = {}
    for number, (key, value) in enumerate(assignments):
        path = os.path.join(home, f"{number}.jsonl")
        steps[path] = {"set": {key: value, **({"focus": "dnd"} if key == "focus.until" else {})}}
        with open(path, "w", encoding="utf-8") as file:
            print(*map(json.dumps, [*SET_UP, steps[path]]), sep="\n", file=file)
    played = set(re.findall(r"^ok \d+ - (\S+\.jsonl) ", program("run", "--allow-programs", *steps, codes=(0, 1, 5)), re.MULTILINE))
    accepted = [step for name, step in steps.items() if name in played]
    keys = {key for step in accepted for key in step["set"]}
    row(f"{len(accepted)} of {len(steps)} steps of {len(keys)} keys that run accepts are of the schema",
        [step for step in accepted if error(validators["scenario"], step)]
        or ([] if len(keys) > 140 else ["too few are accepted"]))
    unlike = [step for name, step in steps.items() if name not in played and not error(validators["scenario"], step)]
    print(f"# The schema accepts {len(unlike)} of the {len(steps) - len(accepted)} others.")

    configurations = [*glob.glob("assets/*.json5"), *glob.glob("assets/guides/*.json5")]
    settings = []
    for path in sorted(configurations):
        with open(path, encoding="utf-8") as file:
            settings.append((path, json5(file.read())))
    settings.append(("config show", json.loads(program("config", "show", "--json", codes=(0, 2)) or "{}")))
    row(f"our {len(settings)} configurations are of their schema", list(problems(validators["config"], settings)))
    row("settings of another form are rejected", [s for s in BAD_SETTINGS if not error(validators["config"], s)])

    # Payloads: those of the table, and all in our scenarios.
    payloads = PAYLOADS + [
        push["payload"] for _, line in read
        for push in [line.get("push", line)] if isinstance(push, dict) and isinstance(push.get("payload"), dict)]
    feed = "".join(json.dumps({"bundleId": "com.example.app", "payload": payload}) + "\n" for payload in payloads)
    remarked = {}
    for finding in objects(program("lint", "--json", "-", codes=(0, 1, 5), text=feed)):
        is_beside_aps = not (finding["path"] or "").startswith("aps")
        if finding["name"] in FORM_RULES or finding["name"] == "misplaced-key" and not is_beside_aps:
            remarked.setdefault(finding["line"], []).append(f"{finding['name']} {finding['path']}")
    differing = []
    for number, payload in enumerate(payloads, 1):
        found = error(validators["payload"], payload)
        if bool(found) != (number in remarked):
            differing.append(f"{json.dumps(payload)[:300]}: schema: {found}; lint: {remarked.get(number)}")
    row(f"the schema rejects {len(remarked)} of {len(payloads)} payloads, the same as lint", differing)

    pushes = [(f"line {n}", line) for n, line in enumerate([
        {"payload": {"aps": {"alert": "Hi"}}}, {"aps": {"alert": "Hi"}, "Simulator Target Bundle": "com.example.app"},
        {"payloadText": "{", "token": None}, {"payload": {"aps": {}}, "headers": {"apns-priority": 5}, "id": 7},
        {"payload": {"aps": {}}, "bundleId": "com.example.app", "receivedAt": "2026-01-01T00:00:00Z", "more": 1},
        json.load(open("assets/welcome.apns", encoding="utf-8"))])]
    row("push lines and files are pushes", list(problems(validators["push"], pushes)))
    row("others are not", [line for line in [{"payload": {}, "headers": []}, {"aps": {"badge": "1"}}, 1,
                                             {"payload": {"aps": {"badge": "1"}}}, {"payload": {}, "token": {}}]
                           if not error(validators["push"], line)])

    # Output: the final inbox of each scenario, and the events of its pushes.
    # A scenario that starts programs is not run, and prints null.
    inboxes = [(path, inbox) for path in files
               for inbox in objects(program("run", "--json", path, codes=(0, 1, 5))) if inbox]
    row(f"the inboxes of {len(inboxes)} scenarios are of their schema", list(problems(validators["inbox"], inboxes)))
    row("an inbox with another key is not",
        [] if error(validators["inbox"], {**inboxes[0][1], "unred": 1}) else ["accepted"])

    served = subprocess.Popen(
        [PROGRAM, "serve", "--json", "--ephemeral", "--listen", "127.0.0.1:0", "--socket", home + "/s", "--feed", "-"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=ENVIRONMENT)
    served.stdin.write(feed.encode())
    served.stdin.flush()
    at = ["--socket", home + "/s"]
    program("ready", *at, "--wait", "20s")
    program("send", "Hi", *at, codes=(0, 3, 4))
    program("wait", "Hi", *at, "--timeout", "20s")
    program("act", "last", "open", *at, codes=range(8))
    program("set", "dnd=on", "app.com.example.app.state=background", *at, codes=range(8))
    program("rm", "last", *at, codes=range(8))
    served.terminate()
    events = [("event", event) for event in objects(served.communicate()[0].decode())]
    kinds = {event["event"] for _, event in events}
    row(f"{len(events)} events of {len(kinds)} kinds are of their schema",
        list(problems(validators["event"], events)) or ([] if len(kinds) > 5 else [kinds]))
    row("an event of another kind is not", [] if error(validators["event"], {"event": "arrived"}) else ["accepted"])

print(f"1..{count}")
sys.exit(failed)
