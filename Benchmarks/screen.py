#!/usr/bin/env python3
"""What the screen costs: the built program on a pty of 120x36, measured from outside. Prints Markdown.

    screen.py path/of/pushinbox [HELD …]

Processor time is that of all threads of the program, from /proc; figures are medians.
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
# Of the lines of make-feed.py some are silent and some replace others.
LINES_A_NOTIFICATION = 1.16


class Program:
    """pushinbox on a terminal of its own."""

    def __init__(self, path, home, options, hint=b"UNLOCKED"):
        self.started = time.monotonic()
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            # The child's size is known before the program asks for it.
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
            os.execve(path, [path, "--listen", "127.0.0.1:0"] + options, environment(home))
        self.output = b""
        while hint not in self.output:
            if not self.read(30):
                raise SystemExit("bench: no frame came: %r" % self.output[-300:])
        self.first_frame = (time.monotonic() - self.started) * 1e3
        self.first_cpu = self.cpu() * 1e3

    def read(self, patience):
        """Takes what the program writes within so many seconds; false when there was nothing."""
        if not select.select([self.terminal], [], [], patience)[0]:
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
        """Waits until the list is loaded, which goes on after the first frame: until the program does no more."""
        before = -1
        while self.cpu() - before > 0.005:
            before = self.cpu()
            self.settle()

    def cpu(self):
        """Seconds all threads have run."""
        total = 0
        for task in os.listdir("/proc/%d/task" % self.pid):
            with open("/proc/%d/task/%s/schedstat" % (self.pid, task)) as file:
                total += int(file.read().split()[0])
        return total / 1e9

    def memory(self):
        """Bytes of its own memory in use."""
        with open("/proc/%d/status" % self.pid) as file:
            for line in file:
                if line.startswith("RssAnon"):
                    return int(line.split()[1]) << 10
        return 0

    def press(self, keys):
        """Types; returns the processor time until all is quiet again, and the bytes written."""
        before, self.output = self.cpu(), b""
        os.write(self.terminal, keys)
        while self.read(0.06):
            pass
        return self.cpu() - before, len(self.output)

    def answer(self, keys):
        """Types; returns the seconds until the first frame after it is written, and until all is."""
        start = end = first = time.monotonic()
        os.write(self.terminal, keys)
        while self.read(0.5 if end == start else 0.06):
            end = time.monotonic()
            # A frame of this size is read in one go.
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
    """Stores so many notifications; returns how many are held and the bytes of their text."""
    lines = os.path.join(home, "feed.jsonl")
    with open(lines, "w") as feed:
        subprocess.run(
            [HERE + "/make-feed.py", "-n", str(int(count * LINES_A_NOTIFICATION))], stdout=feed,
            check=True)
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
    text = 0
    for line in open(lines):
        alert = json.loads(line)["payload"]["aps"].get("alert") or {}
        text += sum(len(part.encode()) for part in alert.values())
    return held, text / count


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
    # Every page down is a frame whose rows are all new, as is the way back.
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


def answers(seconds):
    """Median and greatest, in milliseconds."""
    return "%.0f (%.0f)" % (statistics.median(seconds) * 1e3, max(seconds) * 1e3)


def main():
    if not sys.platform.startswith("linux"):
        raise SystemExit("bench: the screen is measured on Linux alone")
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
        print("`screen.py`: a pty of %dx%d; frames in milliseconds of processor time, all threads."
              % (COLUMNS, ROWS))
        print()
        print("| Held | first frame, ms (of it ours) | a frame all new, ms | one row on, ms |"
              " a letter of a filter, ms (slowest) | all its matches, ms (slowest) | bytes a notification (text) |")
        print("| ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
        for count in counts:
            it = measure(path, home, count)
            print("| %d | %.0f (%.0f) | %.1f | %.1f | %s | %s | %.0f (%.0f) |" % (
                it["held"], it["start"], it["cpu"], it["frame"], it["step"], it["first"], it["all"],
                (it["memory"] - base) / it["held"], it["text"]))
            sys.stdout.flush()
        print("| aim | 50 at 10,000, 100 at 100,000 | 4 at 100,000 | | 33 at 100,000 | | text + 300 |")
    finally:
        shutil.rmtree(home, ignore_errors=True)


if __name__ == "__main__":
    main()
