#!/usr/bin/env python3
"""Measures the cost of the screen: runs the built program on a pty of 120x36. Prints Markdown.

    screen.py path/of/pushinbox [COUNT …]

COUNT is the number of notifications in the list. Processor time is that of all threads, from /proc. Figures are
medians.
"""
import fcntl
import json
import os
import pty
import select
import shutil
import signal
import statistics
import struct
import subprocess
import sys
import tempfile
import termios
import time
import urllib.request

HERE = os.path.dirname(os.path.abspath(__file__))
COLUMNS, ROWS = 120, 36
# The lines of make-feed.py for each listed notification: some are silent, and some replace others.
LINES_PER_NOTIFICATION = 1.16


class Program:
    """pushinbox on a terminal of its own."""

    def __init__(self, path, home, options, hint=b"UNLOCKED"):
        self.started = time.monotonic()
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            # The size is set before the program reads it.
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
            os.execve(path, [path, "--listen", "127.0.0.1:0"] + options, environment(home))
        self.output = b""
        while hint not in self.output:
            if not self.read(30):
                raise SystemExit("bench: no frame within 30 s: %r" % self.output[-300:])
        self.first_frame = (time.monotonic() - self.started) * 1e3
        self.first_cpu = self.cpu() * 1e3

    def read(self, timeout):
        """Reads output of the program; returns whether any arrived within the timeout, in seconds."""
        if not select.select([self.terminal], [], [], timeout)[0]:
            return False
        try:
            data = os.read(self.terminal, 1 << 16)
        except OSError:
            return False
        self.output += data
        return bool(data)

    def settle(self):
        while self.read(0.3):
            pass
        self.output = b""

    def load(self):
        """Waits until the program is idle: it loads the list after the first frame."""
        before = -1
        while self.cpu() - before > 0.005:
            before = self.cpu()
            self.settle()

    def cpu(self):
        """Returns the processor time of all threads, in seconds."""
        total = 0
        for task in os.listdir("/proc/%d/task" % self.pid):
            with open("/proc/%d/task/%s/schedstat" % (self.pid, task)) as file:
                total += int(file.read().split()[0])
        return total / 1e9

    def memory(self):
        """Returns the resident anonymous memory, in bytes."""
        with open("/proc/%d/status" % self.pid) as file:
            for line in file:
                if line.startswith("RssAnon"):
                    return int(line.split()[1]) << 10
        return 0

    def press(self, keys):
        """Types keys; returns the processor time until the program is idle, in seconds, and the bytes written."""
        before, self.output = self.cpu(), b""
        os.write(self.terminal, keys)
        while self.read(0.06):
            pass
        return self.cpu() - before, len(self.output)

    def answer(self, keys):
        """Types keys; returns the seconds until the first frame is written, and until all output is."""
        start = end = first = time.monotonic()
        os.write(self.terminal, keys)
        while self.read(0.5 if end == start else 0.06):
            end = time.monotonic()
            # A frame of this size fits into one read.
            first = end if first == start else first
        return first - start, end - start

    def end(self):
        os.kill(self.pid, signal.SIGTERM)
        while self.read(5):
            pass
        os.waitpid(self.pid, 0)
        os.close(self.terminal)


def environment(home):
    return {
        "HOME": home, "PATH": os.environ["PATH"], "TERM": "xterm-256color", "LC_ALL": "C.UTF-8",
        "TZ": "UTC", "XDG_CONFIG_HOME": home + "/config", "XDG_DATA_HOME": home + "/data",
        "XDG_STATE_HOME": home + "/state", "XDG_RUNTIME_DIR": home,
    }


def fill(path, home, store, count):
    """Stores about `count` notifications; returns the number listed and the mean bytes of their text."""
    lines = os.path.join(home, "feed.jsonl")
    with open(lines, "w") as feed:
        subprocess.run(
            [HERE + "/make-feed.py", "-n", str(int(count * LINES_PER_NOTIFICATION))], stdout=feed,
            check=True)
    held = serve(path, home, store, lines)
    text = 0
    for line in open(lines):
        alert = json.loads(line)["payload"]["aps"].get("alert") or {}
        text += sum(len(part.encode()) for part in alert.values())
    return held, text / sum(1 for _ in open(lines))


def serve(path, home, store, lines):
    """Stores the pushes of a file of lines; returns the number of notifications listed."""
    server = subprocess.Popen(
        [path, "serve", "--listen", "127.0.0.1:0", "--store", store, "--feed", lines, "--quiet",
         "--print-endpoints"], env=environment(home), stdout=subprocess.PIPE)
    port = json.loads(server.stdout.readline())["apns"]
    drain = subprocess.Popen(["cat"], stdin=server.stdout, stdout=subprocess.DEVNULL)
    count = sum(1 for _ in open(lines))
    end = time.monotonic() + 600
    while metric(port, "pushes_accepted_total") < count:
        if time.monotonic() > end:
            server.kill()
            raise SystemExit("bench: not all lines of the feed are accepted")
        time.sleep(0.2)
    held = metric(port, "notifications_listed")
    server.terminate()
    server.wait()
    drain.wait()
    return held


def metric(port, name):
    with urllib.request.urlopen("http://%s/metrics" % port) as answer:
        for line in answer.read().decode().splitlines():
            if line.startswith("pushinbox_%s " % name):
                return int(line.split()[-1])
    return 0


def measure(path, home, count):
    store = "%s/store-%d" % (home, count)
    held, text = fill(path, home, store, count)
    starts, cpus = [], []
    for _ in range(5):
        program = Program(path, home, ["--store", store])
        starts.append(program.first_frame)
        cpus.append(program.first_cpu)
        program.settle()
        if len(starts) < 5:
            program.end()
    program.load()
    memory = program.memory()
    # Each page up or down draws a frame in which all rows are new.
    program.press(b"=")
    frames = [program.press(key)[0] for key in [b"\x06", b"\x02", b"G", b"g"] * 12]
    steps = [program.press(b"j")[0] for _ in range(30)]
    filters = []
    for word in [b"parcel", b"app:news", b"is:unread lunch"]:
        program.press(b"/")
        for letter in word:
            filters.append(program.answer(bytes([letter])))
        program.press(b"\x15")
        program.press(b"\r")
    program.end()
    shutil.rmtree(store)
    return {
        "held": held, "text": text, "start": statistics.median(starts), "cpu": statistics.median(cpus),
        "memory": memory,
        "frame": statistics.median(frames) * 1e3, "step": statistics.median(steps) * 1e3,
        "first": answers([first for first, _ in filters]),
        "all": answers([last for _, last in filters]),
    }


def measure_cards(path, home, count):
    """Returns the milliseconds of frames with `count` Live Activities: in the inbox, on the lock screen, of a card."""
    lines, store = os.path.join(home, "cards.jsonl"), home + "/store-cards"
    with open(lines, "w") as feed:
        subprocess.run([HERE + "/make-feed.py", "-n", "200"], stdout=feed, check=True)
        for number in range(count):
            app = "com.example.card%d" % (number // 5)
            headers = {"apns-topic": app + ".push-type.liveactivity", "apns-push-type": "liveactivity"}
            state = {"home": number, "away": 0, "minute": 44, "status": "second half", "scorer": "Okafor"}
            aps = {
                "event": "start", "timestamp": int(time.time()), "content-state": state,
                "attributes-type": "Match", "attributes": {"name": "Match %d" % number, "place": "Hall"}}
            print(json.dumps({"headers": headers, "payload": {"aps": aps}}), file=feed)
    serve(path, home, store, lines)
    program = Program(path, home, ["--store", store], hint=b"Live %d" % count)
    program.settle()
    program.load()
    frames = []
    # The first keys lead to the section, to the lock screen, and to the page of a card.
    for way, keys in [(b"gkg", b"jk"), (b"I", b"jk"), (b"6", b"JK")]:
        program.press(way)
        times = [program.press(bytes([key]))[0] for key in keys * 12]
        frames.append(statistics.median(times) * 1e3)
    program.end()
    shutil.rmtree(store)
    return frames


def answers(seconds):
    """Formats the median and the maximum, in milliseconds."""
    return "%.0f (%.0f)" % (statistics.median(seconds) * 1e3, max(seconds) * 1e3)


def main():
    if not sys.platform.startswith("linux"):
        raise SystemExit("bench: the screen is measured on Linux only")
    path = os.path.abspath(sys.argv[1])
    counts = [int(word) for word in sys.argv[2:]] or [1000, 10000, 100000]
    home = tempfile.mkdtemp(prefix="pushinbox-bench-")
    try:
        os.makedirs(home + "/config/pushinbox")
        with open(home + "/config/pushinbox/config.json5", "w") as file:
            file.write("{ history: { keep: 1000000 } }\n")
        empty = Program(path, home, ["--ephemeral"])
        empty.settle()
        base = empty.memory()
        empty.end()
        print("`screen.py`, a pty of %dx%d. A frame is given as processor time of all threads."
              % (COLUMNS, ROWS))
        print()
        print("| Listed | first frame, ms (processor) | new page, ms | next row, ms |"
              " first match after a letter of a filter, ms (max) | all matches, ms (max) |"
              " memory per notification, bytes (text) |")
        print("| ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
        for count in counts:
            result = measure(path, home, count)
            print("| %d | %.0f (%.0f) | %.1f | %.1f | %s | %s | %.0f (%.0f) |" % (
                result["held"], result["start"], result["cpu"], result["frame"], result["step"], result["first"],
                result["all"],
                (result["memory"] - base) / result["held"], result["text"]))
            sys.stdout.flush()
        print("| target | 50 at 10,000, 100 at 100,000 | 4 at 100,000 | | 33 at 100,000 | | text + 300 |")
        print()
        print("| Live Activities | frame of the inbox, ms | of the lock screen, ms | of the page of a card, ms |")
        print("| ---: | ---: | ---: | ---: |")
        print("| 20 | %.1f | %.1f | %.1f |" % tuple(measure_cards(path, home, 20)))
        print("| target | 4 | 4 | 4 |")
    finally:
        shutil.rmtree(home, ignore_errors=True)


if __name__ == "__main__":
    main()
