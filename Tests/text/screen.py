"""Shows hostile pushes on a terminal, and compares all other cells with those of a harmless session.

A session shows a store in which each hostile push stands between two harmless ones. The same keys are pressed
in a session whose pushes are all harmless; every cell outside the hostile pushes must be the same, in text and
in style, after each key.
"""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import termios
import time

import checks
import fields
from checks import Problem, must
from corpus import Case
from lines import Findings
from program import DEADLINE, Program, environment
from terminal import Terminal

SIZES = [(120, 36), (80, 24)]
BATCH = 7
TABS = ["Summary", "Why", "Payload", "Headers", "Timeline", "Raw"]
# Times, sizes in bytes, ports and rates differ from run to run.
VARIABLE = re.compile(
    r"\d\d:\d\d(:\d\d(\.\d{3})?)?|:\d{4,5} |\d+ connections? \d+/s|\d+c \d+/s|connection \d+|Etc/GMT\S*"
    r"|[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}")
# Text of varying width, which is aligned right.
TRAFFIC = re.compile(r" +APNs :.*$")
# The visible lines of a pane, in the rule above it, if its content has more lines.
EXTENT = re.compile(r" \d+-\d+ of \d+ (?=\u2500)")
# The age of a push at the end of a row, after its state in the inspector: `now` for a minute, then its time.
AGE = re.compile(r"( *[A-Z]+  )?( *now|\d\d:\d\d) ?$")
BASELINES = {}


def harmless(number):
    text = f"harmless text {number}"
    return Case(f"harmless-{number}", "harmless", {"title": text, "subtitle": text, "body": text}, raw=text.encode())


class Store:
    """A store with hostile pushes between harmless ones, the first and the last of them harmless."""

    def __init__(self, path, folder, cases):
        self.cases = cases
        configuration = fields.configuration(cases)
        self.program = Program(path, folder, configuration)
        self.bodies, self.rejected_bodies = [], []

    def fill(self):
        try:
            self.program.serve()
            for number, case in enumerate(self.cases):
                self.push(f"com.example.harmless{number}", number * 2, self.payload(harmless(number)))
                token = fields.provider_token(fields.side_text(case))
                self.push(fields.application(number), number * 2 + 1, self.payload(case), token)
            self.push("com.example.harmless", len(self.cases) * 2, self.payload(harmless(len(self.cases))))
            for number, case in enumerate(self.cases):
                self.push(fields.harmless_held(number), 500 + number * 2, self.payload(harmless(number)))
                self.push(fields.held(number), 501 + number * 2, self.payload(case))
            for case in self.cases:
                self.reject(harmless(0))
                self.reject(case)
            self.reject(harmless(0))
        finally:
            status = self.program.end()
        must(status == 143, "serve ended with", status)
        return self

    @staticmethod
    def payload(case):
        if case.payload is not None:
            text = fields.shorten(case.raw.decode(errors="replace"), fields.SIDE)
            return fields.escaped({"aps": {"alert": text, "category": fields.CATEGORY}, "k" + text: text})
        side = fields.shorten(case.text, 60)
        payload = fields.fields_payload(side)
        payload["aps"] |= {"alert": fields.texts(case), "category": fields.CATEGORY}
        return fields.dump(payload)

    def push(self, app, number, body, token=b""):
        known = [(b"apns-topic", app.encode()), (b"apns-id", fields.identifier(number, 7).encode())]
        known += [(b"authorization", b"bearer " + token)] if token else []
        status = self.program.request(body, known)
        must(b" 200 " in status, app, status, body[:99])
        self.bodies.append(body)

    def reject(self, case):
        """Sends a push that is rejected, with the text in headers, the path and the body."""
        value = bytes(byte for byte in case.raw[:60] if byte >= 0x20 and byte != 0x7F)
        path = b"/3/device/" + b"".join(b"%%%02X" % byte for byte in case.raw[:30])
        token = b"bearer " + fields.provider_token(fields.side_text(case))
        headers = [(b"apns-id", b"x" + value), (b"user-agent", value), (b"authorization", token)]
        self.rejected_bodies.append(b'{"aps":' + case.raw[:500] + b"{")
        self.program.request(self.rejected_bodies[-1], headers, path)


class Screen:
    """The program on a pty, and what its terminal shows."""

    def __init__(self, program, columns, rows, options=()):
        self.terminal = Terminal(columns, rows)
        self.columns, self.rows = columns, rows
        self.pid, self.descriptor = pty.fork()
        if self.pid == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
            os.chdir(program.home)
            words = program.call("--listen", "127.0.0.1:0", "--no-mouse", *options)
            os.execve(program.path, words, environment(program.home))

    def type(self, keys):
        os.write(self.descriptor, keys.encode())

    def read(self, seconds):
        """Reads output into the terminal; returns whether any arrived."""
        if not select.select([self.descriptor], [], [], seconds)[0]:
            return False
        try:
            data = os.read(self.descriptor, 1 << 16)
        except OSError:
            return False
        self.terminal.feed(data)
        return bool(data)

    def wait(self, is_so, what):
        """Reads until a condition of a complete frame holds; returns its result."""
        end = time.monotonic() + DEADLINE
        while True:
            if not self.terminal.is_drawing and (result := is_so()):
                return result
            left = end - time.monotonic()
            if left <= 0 or not self.read(left):
                found = what() if callable(what) else what
                raise Problem(found, "\n" + ascii_frame(self.terminal))

    def has(self, text):
        return text in self.terminal.text

    def cells(self):
        return [mask(row) for row in self.terminal.cells]

    def end(self):
        """Ends the program as a closing terminal does, and reads the rest."""
        os.kill(self.pid, signal.SIGTERM)
        end = time.monotonic() + DEADLINE
        while time.monotonic() < end and self.read(1):
            pass
        _, status = os.waitpid(self.pid, 0)
        os.close(self.descriptor)
        return os.waitstatus_to_exitcode(status)


def mask(row):
    """Returns the cells of a row with what varies from run to run made the same."""
    text = "".join(cell[0][:1] or "\0" for cell in row)
    row = list(row)
    for match in VARIABLE.finditer(text):
        for column in range(*match.span()):
            row[column] = ("0" if text[column] != " " else " ", row[column][1])
    for match in EXTENT.finditer(text):
        row[slice(*match.span())] = [row[match.end()]] * len(match[0])
    for match in [*AGE.finditer(text), *TRAFFIC.finditer(text)]:
        row[match.start():] = [(" ", ())] * (len(row) - match.start())
    return row


def ascii_frame(terminal):
    return "\n".join(ascii(line)[1:-1] for line in terminal.lines)


class Session:
    """Presses the keys of all views. A step has a name, a condition for its end, and cells that may differ."""

    def __init__(self, screen, store, baseline, findings, is_brief=False):
        self.screen, self.store = screen, store
        # The frames of the harmless session by part and number, or None to record them.
        self.baseline = baseline
        self.frames = {}
        # Whether copies, dialogs, prompts and settings are left out.
        self.is_brief = is_brief
        self.part, self.number = None, 0
        self.findings = findings
        self.is_wide = screen.columns >= 100
        self.size = f"{screen.columns}x{screen.rows}"
        self.count = len(store.cases)
        self.last = None

    def step(self, view, keys, sign, own):
        """Types keys, waits for the condition `sign` and compares the cells that are not in `own`."""
        self.last = f"{view}, after {keys!r}"
        self.number += 1
        self.screen.type(keys)
        shows = sign if callable(sign) else (lambda: self.screen.has(sign))
        if self.baseline is None:
            # The title is written after the first frame.
            self.screen.wait(
                lambda: shows() and self.screen.terminal.title != "shell", f"{self.last}: the step does not end with harmless texts")
            self.frames[self.part, self.number] = self.screen.cells(), self.screen.terminal.title
            return
        cells, title = self.baseline[self.part, self.number]
        self.screen.wait(
            lambda: shows() and self.screen.terminal.title == title and not self.differences(cells, own),
            lambda: f"{self.last}: {self.differences(cells, own) or 'the title differs or the step does not end'}")

    def differences(self, wanted, own):
        found = []
        for row, (line, before) in enumerate(zip(self.screen.cells(), wanted)):
            if line == before:
                continue
            for column, (cell, old) in enumerate(zip(line, before)):
                if cell != old and not own(row, column):
                    found.append(f"({row},{column}) {ascii(old)} became {ascii(cell)}")
        return found[:5]

    def play(self):
        """Shows all views in turn; each begins and ends with the list and its first push."""
        parts = [self.list, self.inspector, self.rejected, self.held, self.lock_screen]
        if not self.is_brief:
            parts += [self.copies, self.replies, self.prompts, self.settings]
        for part in [*parts, self.arrivals]:
            self.part, self.number = part.__name__, 0
            part()

    # Cells that belong to hostile pushes

    def list_top(self):
        return 2 if self.is_wide else 1

    def own_list(self, place):
        """The rows of hostile pushes, and the pane of the selected push if it is one of them."""
        top, width = self.list_top(), 66 if self.is_wide else 80

        def own(row, column):
            index = row - top
            if 0 <= index < 2 * self.count + 1 and index % 2 and column < width:
                return True
            if not place % 2:
                return False
            return column > 66 and 1 <= row < 32 if self.is_wide else row in (19, 20)
        return own

    def own_page(self, row, column):
        """The content of the inspector, and what its frame says about the size of that."""
        if row == 2:
            return column >= 60
        if row == 0:
            return column < self.screen.columns - (32 if self.is_wide else 12)
        return 2 < row < self.screen.rows - 2 and not (self.is_wide and column == 60)

    # Views

    def selects(self, place, top):
        return lambda: self.screen.terminal.lines[top + place].startswith(">")

    def list(self):
        top = self.list_top()
        self.step("inbox", "", self.selects(0, top), self.own_list(0))
        for place in range(1, 2 * self.count + 1):
            self.step("inbox", "j", self.selects(place, top), self.own_list(place))
        self.first()

    def copies(self):
        """Copies all that can be copied of each hostile push, and of the newest rejected hostile requests."""
        for place in range(1, 2 * self.count, 2):
            self.screen.type("j")
            number = 2 * self.count + 1 - place
            self.copy_all(f"#{number}", self.store.bodies[number - 1], fields.identifier(number - 1, 7).encode())
            self.screen.type("j")
        self.screen.type("2g")
        for place in range(1, 2 * self.count, 2):
            self.screen.type("j")
            self.copy_rejected(f"R{2 * self.count + 1 - place}", self.store.rejected_bodies[-1 - place])
            self.screen.type("j")
        self.first("1")

    def copy_all(self, name, body, identifier):
        """Copies a push: as it came, as commands that send it again, and what a terminal shows of it."""
        for key, wanted in ("p", body), ("i", identifier), ("t", b"abcd"):
            copied = self.copy(key, name)
            must(copied == wanted, name, f"was copied by y{key} as", copied[:300], "and not as", wanted[:300])
        checks.plain(self.copy("v", name), f"the text of {name}")
        self.copy_commands(name, body)

    def copy_rejected(self, name, body):
        copied = self.copy("p", name)
        must(copied == body.decode(errors="replace").encode(), name, "was copied by yp as", copied[:300])
        for key in "itav":
            checks.plain(self.copy(key, name), f"the copy y{key} of {name}")
        self.copy_commands(name, body)

    def copy_commands(self, name, body):
        for key in "cC":
            line = self.copy(key, name)
            checks.find(checks.CONTROL, checks.decode(line, name), f"the command y{key} of {name}")
            words, data = run_curl(line)
            must(body in (*words, data), name, f"y{key} does not send the payload:", line[:600])

    def copy(self, key, name):
        """Returns what a key copies."""
        count = len(self.screen.terminal.clipboard)
        self.screen.type("y" + key)
        self.screen.wait(lambda: len(self.screen.terminal.clipboard) > count, f"no copy of {name} by y{key}")
        return self.screen.terminal.clipboard[-1]

    def inspector(self):
        """Goes through the tabs of each hostile push."""
        self.step("inbox", "j", self.selects(1, self.list_top()), self.own_list(1))
        self.step("inspector", "\r", "[Summary]", self.own_page)
        for place in range(1, 2 * self.count, 2):
            number = 2 * self.count + 1 - place
            for tab in TABS[1:]:
                self.step(f"inspector, {tab}", "]", f"[{tab}]", self.own_page)
            for tab in TABS[:1]:
                self.step(f"inspector, {tab}", "]", f"[{tab}]", self.own_page)
            if number > 2:
                for other in number - 1, number - 2:
                    self.step("inspector", "J", self.names(other), self.own_page)
        self.step("inbox", "q", "[1 Inbox", self.own_list(2 * self.count - 1))

    def names(self, number):
        return lambda: self.screen.terminal.lines[0].startswith(f" #{number} ")

    def first(self, keys=""):
        """Returns to the first push of the list, which is followed again."""
        selects = self.selects(0, self.list_top())
        self.screen.type(keys)
        self.step("inbox", "g", lambda: self.screen.has("follow ON") and selects(), self.own_list(0))

    def ends(self, text):
        """Whether the last line has a text."""
        return lambda: text in self.screen.terminal.lines[-1]

    def replies(self):
        """Opens the dialog of a reply, whose title, button and placeholder are hostile."""
        self.first()
        for place in range(1, 2 * self.count, 2):
            own = self.own_list(place)
            self.step("inbox", "j", self.selects(place, self.list_top()), own)
            self.step("reply", "r", self.ends("Enter send"), self.own_dialog(own))
            self.step("reply", "\x1b", self.ends("Enter inspect"), own)
            self.step("actions", "a", self.ends("Esc cancel"), self.own_dialog(own))
            self.step("actions", "\x1b", self.ends("Enter inspect"), own)
            self.step("inbox", "j", self.selects(place + 1, self.list_top()), self.own_list(place + 1))

    def own_dialog(self, own):
        return lambda row, column: own(row, column) or 2 < row < self.screen.rows - 4

    def prompts(self):
        """Pastes the texts into the prompts of the filter and of a command.

        A filter is a phrase that no push has, or the negation of that, which lists all of them.
        """
        self.first()
        for case in self.store.cases:
            text = fields.side_text(case).replace("\x1b[201~", "").replace("\x1b[200~", "")
            phrase = text.replace("\\", "\\\\").replace('"', '\\"')
            self.step("prompt", f'/"{paste(phrase)} zq"', self.ends("zq"), self.own_prompt)
            self.step("filter without matches", "\r", self.ends("Esc list all"), self.own_prompt)
            self.step("inbox", "\x1b", self.ends("Enter inspect"), self.own_list(0))
            self.first()
            self.step("prompt", f'/-"{paste(phrase)} zq"', self.ends("zq"), self.own_filtered)
            self.step("filter with all matches", "\r", self.ends("Esc list all"), self.own_filtered)
            self.step("inbox", "\x1b", lambda: not self.ends("Esc list all")(), self.own_list(0))
            self.first()
            # An unknown command; its name is the text.
            self.step("command", f":zq{paste(text)}qz", self.ends("qz"), self.own_command)
            self.step("command", "\x1b", self.ends("Enter inspect"), self.own_list(0))
            self.first()

    def own_command(self, row, column):
        """The prompt, and the list's rows of hostile pushes."""
        return row == self.screen.rows - 1 or self.own_list(0)(row, column)

    def own_filtered(self, row, column):
        """The same, and the line of the filter, which takes what room it needs from the list's numbers."""
        return self.own_command(row, column) or row == self.screen.rows - 3

    def own_prompt(self, row, column):
        """The prompt, the line of the filter, and the filter in the sentence that nothing matches it."""
        return row in (self.screen.rows - 1, self.screen.rows - 3) or row == 2 and column > 18

    def held(self):
        """Shows what the summary holds; the newest push is hostile, and each second one."""
        end = 26 if self.is_wide else 14

        def own(place, scrolled):
            def own(row, column):
                if 1 < row < end:
                    return (row + scrolled) % 2 == 0 and column > (28 if self.is_wide else 18)
                return place % 2 == 0 and end < row < self.screen.rows - 3
            return own

        def shows(place):
            return lambda: self.screen.terminal.lines[end + 1].startswith(f" #{4 * self.count + 1 - place} ")

        self.step("held", "5", "[5 Held", own(0, 0))
        for place in range(1, 2 * self.count):
            # The list scrolls when the selection is in its last row.
            self.step("held", "j", shows(place), own(place, max(0, place - (end - 3))))
        self.first("1")

    def rejected(self):
        top = self.rejected_top()
        self.step("rejected", "2", "[2 Rejected", self.own_rejected(0))
        for place in range(1, 5):
            own = self.own_rejected(place)
            self.step("rejected", "j", self.selects(place, top), own)
            if place % 2:
                self.step("rejected, Request", "\r", "[Request]", self.own_request)
                self.step("rejected, Raw", "]", "[Raw]", self.own_request)
                self.step("rejected", "q", "[2 Rejected", own)
        self.first("1")

    def own_request(self, row, column):
        return row == 2 and column >= 60 or 2 < row < self.screen.rows - 2

    def rejected_top(self):
        return 3 if self.is_wide else 2

    def own_rejected(self, place):
        """The rows of hostile requests, and the details of a selected one, which take the rows they need."""
        top, end = self.rejected_top(), 17 if self.is_wide else 8

        def own(row, column):
            if not top <= row < self.screen.rows - 3:
                return False
            if row < end:
                return (row - top) % 2
            return place % 2 or (not self.is_wide and row < 11 and (row - top) % 2)
        return own

    def settings(self):
        """Shows all pages of the settings: names of a Focus, of apps and categories are hostile."""
        first, detail = 3, self.screen.rows - 4
        names = range(first, first + self.count)

        def own(hostile, selected):
            def own(row, column):
                return selected in hostile if row == detail else row in hostile and 2 < column < 33
            return own

        self.step("settings", "4", "[4 Settings", own((), first))
        # `dnd` comes before the others.
        focus = range(first + 1, first + 1 + self.count)
        self.step("settings, Focus", "]", "[Focus]", own(focus, first))
        for place in range(1, self.count + 1):
            self.step("settings, Focus", "j", self.selects(place, first), own(focus, first + place))
            self.step("settings, a Focus", " ", "\u25be", self.own_unfolded(own(focus, first + place), first + place))
            self.step("settings, Focus", " ", lambda: not self.screen.has("\u25be"), own(focus, first + place))
        # The apps of hostile and harmless pushes, and of those that are held.
        held = range(first + 2 * self.count + 1, first + 3 * self.count + 1)
        apps = [row for row in (*names, *held) if row < detail - 1]
        self.step("settings, Apps", "]", "[Apps]", own(apps, first))
        for place in range(self.count):
            self.step("settings, an app", " ", "\u25be", self.own_unfolded(own(apps, first + place), first + place))
            self.step("settings, Apps", " ", lambda: not self.screen.has("\u25be"), own(apps, first + place))
            self.step("settings, Apps", "j", self.selects(place + 1, first), own(apps, first + place + 1))
        self.step("settings, Categories", "]", "[Categories]", own(names, first))
        for page in "Queue", "Faults", "Screen", "Keys":
            self.step(f"settings, {page}", "]", f"[{page}]", own((), first))
        self.first("1")

    def own_unfolded(self, own, selected):
        """The values of a Focus or an app that is unfolded, and of the rows that follow."""
        end = self.screen.rows - 5
        return lambda row, column: own(row, column) or selected < row < end and column > 4

    def lock_screen(self):
        left, right = (31, 88) if self.is_wide else (19, 60)

        def own(row, column):
            return 1 < row < self.screen.rows - 3 and left <= column <= right

        self.step("lock screen", "I", self.ends("I leave"), own)
        self.step("lock screen", "j", self.ends("I leave"), own)
        self.step("lock screen", "l", self.ends("I leave"), own)
        self.first("I")

    def arrivals(self):
        """Sends hostile pushes while the screen shows them, then looks at the log."""
        port = re.search(r"APNs :(\d+)", self.screen.terminal.text)
        must(port, "no port is shown")
        program, before = self.store.program, 2 * self.count + 1
        program.port = int(port[1])
        for number, case in enumerate(self.store.cases):
            for place, each in enumerate([harmless(number), case]):
                self.store.push(
                    fields.application(number) if place else f"com.example.harmless{number}",
                    1000 + number * 2 + place, self.store.payload(each))
            total = before + 2 * (number + 1)
            self.screen.wait(lambda: self.screen.has(f"[1 Inbox {total}]"), f"{total} pushes are not shown")
        done = program.run("set", "banner=off")
        must(done.returncode == 0, "set fails:", done.stderr)

        def own(row, _):
            return row > 1 and row % 2

        self.step("log", "3g", "[3 Log", own)


def paste(text):
    return f"\x1b[200~{text}\x1b[201~"


def run_curl(line):
    """Has a shell carry out a copied command; returns the words that curl gets, and its input."""
    script = b"curl() { for word; do printf '%s\\0' \"$word\"; done; printf '\\0'; /bin/cat; }\nTOKEN='$TOKEN'\n"
    done = subprocess.run(
        ["/bin/sh", "-c", script + line], stdin=subprocess.DEVNULL, capture_output=True, timeout=DEADLINE)
    words, _, data = done.stdout.partition(b"\0\0")
    return words.split(b"\0"), data


def record(path, folder, size):
    """Records the frames of a harmless session; returns the findings, which have them."""
    findings = Findings()
    findings.frames = None
    with findings.check(f"screen {size[0]}x{size[1]}: harmless pushes"):
        texts = [harmless(number + 50) for number in range(BATCH)]
        findings.frames = run(path, folder, texts, size, None, findings)
    return findings


def play(path, folder, cases, size, is_brief=False):
    """Plays a session for a batch of cases; returns the findings."""
    findings = Findings()
    name = f"{size[0]}x{size[1]}"
    with findings.check(f"screen {name}: only the cells of a hostile push differ"):
        must(BASELINES.get(size), "the harmless session has no frames")
        try:
            run(path, folder, cases, size, BASELINES[size], findings, is_brief)
        except Problem as problem:
            raise Problem([case.name for case in cases], problem) from None
    return findings


def run(path, folder, cases, size, baseline, findings, is_brief=False):
    store = Store(path, folder, cases).fill()
    screen = Screen(store.program, *size)
    session = Session(screen, store, baseline, findings, is_brief)
    try:
        session.play()
    finally:
        status = screen.end()
        with findings.check(f"screen {size[0]}x{size[1]}: no other sequence reaches the terminal"):
            terminal = screen.terminal
            must(not terminal.violations, [case.name for case in cases], terminal.violations[:5])
            must(terminal.bells <= 2 * len(cases), [case.name for case in cases], terminal.bells, "bells rang")
        with findings.check(f"screen {size[0]}x{size[1]}: the program survives"):
            must(status in (0, 143), [case.name for case in cases], "it ended with", status)
    return session.frames
