"""Runs the ```console blocks of the documentation and follows its links.

docs.py PROGRAM [PAGE…] prints TAP, a row for each page. The blocks of a page are run in order, in the folder of the
repository, beside an inbox of its own whose port takes the place of 2197. A line that begins with `$ ` is a command; one
that ends with a backslash continues in the next line. The lines below are its output, in which `...` stands for any
lines. Identifiers and times are made equal on both sides.
"""

import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "crash"))
from inbox import PATIENCE, Inbox  # noqa: E402

PORT = ":2197"
VARIABLE = [
    (re.compile(r"[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}"), "UUID"),
    (re.compile(r"\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)?"), "TIME"),
]
LINK = re.compile(r"\]\(([^)\s]+)\)")


def pages():
    for folder, _, files in os.walk("docs"):
        yield from (os.path.join(folder, name) for name in files if name.endswith(".md"))
    yield from (name for name in os.listdir(".") if name.endswith(".md"))


def blocks(text):
    """The ```console blocks of a page, without their indentation."""
    for indent, block in re.findall(r"^( *)```console\n(.*?)^ *```$", text, re.MULTILINE | re.DOTALL):
        yield [line.removeprefix(indent) for line in block.split("\n")[:-1]]


def sessions(block):
    """The commands of a block, each with the lines below it."""
    found = []
    continues = False
    for line in block:
        if continues:
            found[-1][0].append(line)
        elif line.startswith("$ "):
            found.append(([line[2:]], []))
        else:
            found[-1][1].append(line)
            continue
        continues = line.endswith("\\")
    return [("\n".join(command), output) for command, output in found]


def plain(line):
    for pattern, word in VARIABLE:
        line = pattern.sub(word, line)
    return line.rstrip()


def matches(output, expected):
    """Whether lines are the expected ones."""
    if not expected:
        return not output
    if expected[0] == "...":
        return any(matches(output[start:], expected[1:]) for start in range(len(output) + 1))
    return bool(output) and output[0] == expected[0] and matches(output[1:], expected[1:])


def run_blocks(program, text):
    """Runs the commands of a page; returns what differs."""
    todo = [session for block in blocks(text) for session in sessions(block)]
    if not todo:
        return []
    problems = []
    with tempfile.TemporaryDirectory() as folder:
        inbox = Inbox(program, os.path.join(folder, "home"), {}, "--quiet")
        with open(os.path.join(inbox.folder, ".curlrc"), "w") as file:
            file.write("silent\n")
        path = os.path.dirname(program) + ":" + os.environ["PATH"]
        environment = inbox.environment | {"PATH": path, "TZ": "UTC"}
        try:
            port = str(inbox.start()[1])
            for command, expected in todo:
                done = subprocess.run(
                    ["bash", "-c", command.replace(PORT, ":" + port)], env=environment, text=True, timeout=PATIENCE,
                    stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
                output = [plain(line) for line in done.stdout.replace(":" + port, PORT).splitlines()]
                if not matches(output, [plain(line) for line in expected]):
                    problems.append("\n".join([f"$ {command}", *done.stdout.splitlines(), f"exit {done.returncode}"]))
        finally:
            inbox.kill()
    return problems


def prose(text):
    """A page without its blocks."""
    return re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)


def anchors(text):
    """The anchors of the headings of a page, as the usual hosts make them."""
    headings = re.findall(r"^#+ +(.*)$", prose(text), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def broken_links(page, text):
    problems = []
    for link in LINK.findall(prose(text)):
        if re.match(r"[a-z]+:", link):
            continue
        path, _, anchor = link.partition("#")
        target = os.path.normpath(os.path.join(os.path.dirname(page), path)) if path else page
        if not os.path.exists(target):
            problems.append(f"no file: {link}")
        elif anchor:
            with open(target, encoding="utf-8") as file:
                if anchor not in anchors(file.read()):
                    problems.append(f"no heading: {link}")
    return problems


def main():
    program = os.path.realpath(sys.argv[1])
    names = sys.argv[2:] or sorted(pages())
    print(f"1..{len(names)}", flush=True)
    has_failed = False
    for number, page in enumerate(names, 1):
        with open(page, encoding="utf-8") as file:
            text = file.read()
        problems = broken_links(page, text) + run_blocks(program, text)
        print(f"{'not ok' if problems else 'ok'} {number} - {page}", flush=True)
        for problem in problems:
            print("\n".join("# " + line for line in problem.split("\n")), flush=True)
        has_failed |= bool(problems)
    return 1 if has_failed else 0


sys.exit(main())
