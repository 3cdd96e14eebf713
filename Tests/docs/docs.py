"""Runs the ```console blocks of the documentation and checks its links.

docs.py PROGRAM [PAGE…] prints TAP, a row for each page. The blocks of a page run in order, in a folder with a copy of
`assets`, with an inbox of their own, whose port replaces 2197. A line that begins with `$ ` is a command; it continues
in the next line if it ends with a backslash or has an open here-document or quote. The lines below it are its output;
`...` stands for any lines. Identifiers and times are replaced by words before the comparison.

A comment `<!-- configuration: FILE -->` in a page gives its inbox the configuration in that file of `assets`.

Words after `console` name requirements of a block: a program, or `clients/SET`, the Python environment that
Tests/clients/run creates. A block whose requirements are missing is skipped; the output reports it.
"""

import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "crash"))
from inbox import TIMEOUT, Inbox  # noqa: E402

PORT = re.compile(r"\b2197\b")
# The name of the folders in which the commands run and the program keeps its files.
HOME = "/home/ann"
VARIABLE = [
    (re.compile(r"[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}"), "UUID"),
    (re.compile(r"\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)?"), "TIME"),
    (re.compile(r"^\d\d:\d\d:\d\d\.\d{3}\b"), "TIME"),
    (re.compile(r"\bpid \d+"), "pid N"),
    (re.compile(r"\bpushinbox-\w{6}(?=/pushinbox\.sock)"), "pushinbox-XXXXXX"),
    (re.compile(r"\b127\.0\.0\.1:[3-6]\d{4}\b"), "127.0.0.1:PORT"),
]
CONFIGURATION = re.compile(r"^<!-- configuration: (\S+) -->$", re.MULTILINE)
LINK = re.compile(r"\]\(([^)\s]+)\)")


def pages():
    for folder, _, files in os.walk("docs"):
        yield from (os.path.join(folder, name) for name in files if name.endswith(".md"))
    yield from (name for name in os.listdir(".") if name.endswith(".md"))


def blocks(text):
    """Yields the ```console blocks of a page, without their indentation, each with its requirements."""
    for indent, needs, block in re.findall(
            r"^( *)```console([^\n]*)\n(.*?)^ *```$", text, re.MULTILINE | re.DOTALL):
        yield needs.split(), [line.removeprefix(indent) for line in block.split("\n")[:-1]]


def is_open(command):
    """Whether a command continues in the next line."""
    if command.endswith("\\"):
        return True
    heredoc = re.search(r"<<-?'?(\w+)'?", command)
    if heredoc:
        return heredoc[1] not in command.split("\n")[1:]
    return subprocess.run(["bash", "-n", "-c", command], capture_output=True).returncode != 0


def sessions(block):
    """Returns the commands of a block, each with its expected output."""
    found = []
    continues = False
    for line in block:
        if continues:
            found[-1][0] += "\n" + line
        elif line.startswith("$ "):
            found.append([line[2:], []])
        else:
            found[-1][1].append(line)
            continue
        continues = is_open(found[-1][0])
    return found


def missing(needs):
    """Returns the requirements that are not installed."""
    return [need for need in needs if not (
        os.path.exists(f".build/{need}/pins") if need.startswith("clients/") else shutil.which(need))]


def plain(line):
    for pattern, word in VARIABLE:
        line = pattern.sub(word, line)
    return line.rstrip()


def matches(output, expected):
    """Whether lines match the expected ones."""
    if not expected:
        return not output
    if expected[0] == "...":
        return any(matches(output[start:], expected[1:]) for start in range(len(output) + 1))
    return bool(output) and output[0] == expected[0] and matches(output[1:], expected[1:])


def run_command(command, folder, environment):
    """Runs a command, whose background processes remain.

    Returns its process group, its exit status, None if it did not end in time, and its output lines.
    """
    with tempfile.TemporaryFile("w+") as output:
        process = subprocess.Popen(
            ["bash", "-c", command], cwd=folder, env=environment, start_new_session=True,
            stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT)
        status = None
        with contextlib.suppress(subprocess.TimeoutExpired):
            status = process.wait(TIMEOUT)
        process.kill()
        output.seek(0)
        return process.pid, status, output.read().splitlines()


def run_blocks(program, text):
    """Runs the commands of a page; returns the differences and the skipped blocks."""
    problems, skipped, todo, groups = [], [], [], []
    for needs, block in blocks(text):
        if missing(needs):
            skipped.append("skipped, not installed: " + ", ".join(missing(needs)))
        else:
            folders = [os.path.realpath(f".build/{need}/bin") for need in needs if need.startswith("clients/")]
            todo += [(folders, *session) for session in sessions(block)]
    if not todo:
        return problems, skipped
    with tempfile.TemporaryDirectory() as folder:
        inbox = Inbox(program, os.path.join(folder, "home"), {}, "--quiet")
        with open(os.path.join(inbox.folder, ".curlrc"), "w") as file:
            file.write("silent\n")
        configured = CONFIGURATION.search(text)
        if configured:
            shutil.copy(configured[1], os.path.join(inbox.folder, "config.json5"))
            shutil.copytree("assets/strings", os.path.join(inbox.folder, "strings"))
        work = os.path.join(folder, "work")
        shutil.copytree("assets", os.path.join(work, "assets"))
        try:
            port = str(inbox.start()[1])
            for folders, command, expected in todo:
                path = ":".join([*folders, os.path.dirname(program), os.environ["PATH"]])
                process, status, lines = run_command(
                    PORT.sub(port, command), work, inbox.environment | {"PATH": path, "TZ": "UTC"})
                groups.append(process)
                lines = [re.sub(rf"\b{port}\b", "2197", line) for line in lines]
                for found in (work, inbox.folder):
                    lines = [line.replace(found, HOME) for line in lines]
                output = [plain(line) for line in lines]
                if status is None:
                    problems.append("\n".join([f"$ {command}", *lines, f"not ended after {TIMEOUT} s"]))
                    break
                if not matches(output, [plain(line) for line in expected]):
                    problems.append("\n".join([f"$ {command}", *lines, f"exit {status}"]))
        finally:
            for group in groups:
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(group, signal.SIGKILL)
            inbox.kill()
    return problems, skipped


def prose(text):
    """Returns a page without its blocks."""
    return re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)


def anchors(text):
    """Returns the anchors of the headings of a page, in the form of GitHub."""
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


def failed_scenarios(program):
    """Returns the output of the scenarios of the guides, which compare the pictures, if one fails."""
    folder = "assets/guides"
    files = sorted(os.path.join(folder, name) for name in os.listdir(folder) if name.endswith(".jsonl"))
    done = subprocess.run([program, "run", *files], text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return done.stdout if done.returncode else ""


def main():
    program = os.path.realpath(sys.argv[1])
    names = sys.argv[2:] or sorted(pages())
    print(f"1..{len(names) + 1}", flush=True)
    problem = failed_scenarios(program)
    print(f"{'not ok' if problem else 'ok'} {len(names) + 1} - assets/guides", flush=True)
    print("".join(f"# {line}\n" for line in problem.splitlines()), end="", flush=True)
    has_failed = bool(problem)
    for number, page in enumerate(names, 1):
        with open(page, encoding="utf-8") as file:
            text = file.read()
        problems, skipped = run_blocks(program, text)
        problems = broken_links(page, text) + problems
        print(f"{'not ok' if problems else 'ok'} {number} - {page}", flush=True)
        for problem in problems + skipped:
            print("\n".join("# " + line for line in problem.split("\n")), flush=True)
        has_failed |= bool(problems)
    return 1 if has_failed else 0


sys.exit(main())
