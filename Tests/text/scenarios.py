"""Plays scenarios with hostile pushes, and checks reports and golden screens."""

import os

import checks
import fields
from checks import must

VIEWS = [
    "inbox", "unfolded", "detail", "why", "payload", "headers", "timeline", "raw", "rejected", "log", "lock",
    "settings", "help"]


def steps(cases):
    """Yields the lines of a scenario: pushes, and expectations that fail with the texts in their messages."""
    yield fields.dump({"clock": "2026-04-14T12:00:00Z", "seed": 1})
    for number, case in enumerate(cases):
        text = fields.shorten(case.text or case.raw.decode(errors="replace"), fields.SIDE)
        yield fields.dump({"app": {"bundleId": fields.application(number), "name": text or "empty"}})
        alert = {"title": text, "subtitle": text, "body": text}
        payload = fields.fields_payload(text)
        payload["aps"]["alert"] = alert
        yield fields.dump({"push": {"bundleId": text, "headers": {"apns-id": text}, "payload": payload}})
        yield fields.dump({"push": {"bundleId": fields.application(number), "payload": payload}})
        yield fields.dump({"name": text[:100] or "empty", "expect": {"last": {"title": text + "x", "body": text}}})
        yield fields.dump({"name": text[:100] or "empty", "expect": {"badges": {text: 1}}})
        yield fields.dump({"expectEvent": {"event": "shown", "body": text + "x", "title": text}})
        yield fields.dump({"push": {"bundleId": fields.application(number), "payload": {"aps": {"alert": alert}}}})


def check(program, cases, findings):
    """Plays one scenario with all cases, in every form of output."""
    lines = list(steps(cases))
    screens = []
    for view in VIEWS:
        for form in "txt", "svg":
            golden = {"size": "100x60", "view": view, "golden": f"{view}.{form}"}
            golden |= {"style": f"{view}.style"} if form == "txt" else {}
            screens.append(fields.dump({"screen": golden}))
    write(program, "hostile.jsonl", lines)
    pushes = [line for line in lines if b'"expect' not in line]
    write(program, "pushes.jsonl", pushes)
    write(program, "golden.jsonl", pushes + screens)
    check_reports(program, findings, len(cases))
    check_goldens(program, findings)
    for view in VIEWS:
        for size in "80x24", "120x36":
            with findings.check("plain: run --screen"):
                done = program.run("run", "pushes.jsonl", "--screen", size, "--view", view)
                checks.plain(done.stdout, f"--screen {size} --view {view}")
                must(done.stdout.strip(), view, "is empty:", done.stderr[:200])
                must(done.stdout.count(b"\n") <= int(size.split("x")[1]), view, "has too many rows")
    with findings.check("JSON: run --json"):
        must(checks.lines_of_json(program.run("run", "pushes.jsonl", "--json").stdout, "run --json") != [None],
             "the scenario broke")
    check_names(program, cases, findings)


def write(program, name, lines):
    with open(program.file(name), "wb") as file:
        file.write(b"\n".join(lines) + b"\n")


def check_reports(program, findings, count):
    with findings.check("plain: run (TAP)"):
        done = program.run("run", "hostile.jsonl", "--junit", "report.xml", "--report", "report.jsonl")
        checks.plain(done.stdout, "TAP")
        checks.plain(done.stderr, "errors")
        must(done.returncode == 1, "run ended with", done.returncode, done.stderr[:300])
        must(done.stdout.count(b"\nnot ok ") >= 3 * count, "too few expectations failed")
    with findings.check("plain: run --format github"):
        annotations = program.run("run", "hostile.jsonl", "--format", "github")
        checks.plain(annotations.stdout, "annotations")
        checks.plain(annotations.stderr, "errors")
        failures = done.stdout.count(b"\nnot ok ")
        must(annotations.stdout.count(b"\n::error ") + annotations.stdout.startswith(b"::error ") == failures,
             failures, "failures, and other annotations")
    with findings.check("XML: run --junit"):
        checks.markup(program.read("report.xml"), "JUnit")
    with findings.check("JSON: run --report"):
        values = checks.lines_of_json(program.read("report.jsonl"), "report")
        must(len(values) >= 3 * count, "too few lines in the report")


def check_goldens(program, findings):
    with findings.check("plain: run --update"):
        done = program.run("run", "golden.jsonl", "--update")
        checks.plain(done.stdout, "TAP")
        checks.plain(done.stderr, "errors")
    for view in VIEWS:
        for form in "txt", "style":
            with findings.check(f"plain: golden .{form}"):
                checks.plain(program.read(f"{view}.{form}"), f"{view}.{form}")
        with findings.check("XML: golden .svg"):
            checks.markup(program.read(f"{view}.svg"), f"{view}.svg")


def check_names(program, cases, findings):
    """Plays, and fails to play, files with hostile names, all at once."""
    names = []
    for case in cases:
        name = fields.file_name(case) + b".jsonl"
        names.append(os.fsencode(program.home) + b"/" + name)
        with open(names[-1], "wb") as file:
            file.write(b'{"clock":"2026-04-14T12:00:00Z"}\n{"expect":{"unread":3}}\n{"nonsense":1}\n')
    relative = [os.path.basename(name) for name in names]
    for form in [], ["--screen", "80x24"], ["--junit", "names.xml", "--report", "names.jsonl"]:
        with findings.check("plain: run of files with hostile names"):
            done = program.run("run", *form, *(b"./" + name for name in relative))
            checks.plain(done.stdout, "output")
            checks.plain(done.stderr, "errors")
    with findings.check("XML: run --junit of files with hostile names"):
        checks.markup(program.read("names.xml"), "JUnit")
    with findings.check("JSON: run --report of files with hostile names"):
        checks.lines_of_json(program.read("names.jsonl"), "report")
