"""Sends pushes that each name a new app, and leave a badge, a wake-up, a Live Activity or long texts behind.

names.py PROGRAM prints TAP. Once as many are there as may be, the memory of a `pushinbox serve` of its own stays where
it is. Then long pushes are listed while other clients ask for them and do not read, or leave: the memory does not
grow by the lists, and what a client reads is whole. Linux only: the memory is read from /proc.
"""

import contextlib
import json
import os
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time

from load import Inbox
from unread import memory

BATCH = 50
LONG = "%1$@" * 140
LETTERS = "z" * 500


def activity(number):
    return "liveactivity", f"app{number}.push-type.liveactivity", {"aps": {
        "event": "start", "timestamp": int(time.time()), "content-state": {"text": "s" * 3500},
        "attributes-type": "Match", "attributes": {}, "alert": "started"}}


def wake(number):
    return "background", f"app{number}".ljust(240, "x"), {"aps": {"content-available": 1}}


def texts(number):
    alert = {f"{part}loc-{kind}": value for part in ("", "title-", "subtitle-")
             for kind, value in (("key", LONG), ("args", [LETTERS]))}
    return "alert", f"app{number}", {"aps": {"alert": alert, "badge": 1}}


def long(number):
    return "alert", "com.example.long", {"aps": {"alert": {"title": str(number), "body": "b" * 3500}}}


# What is pushed, how many until as many are there as may be, how many more, and the bytes by which these may grow.
CASES = {
    "Live Activities of new apps": (activity, 1_200, 1_500, 5_000_000),
    "long texts of new apps": (texts, 600, 900, 5_000_000),
}
SETTINGS = "history: { keep: 500 }"
# BackgroundFetches.appLimit.
APPS = 10_000
# Long pushes in a list.
LISTED = 2_000


class Sender:
    """Sends pushes over one connection, in batches."""

    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port), 60)
        self.answers = self.socket.makefile("rb")
        self.count = 0

    def send(self, make, count):
        for _ in range(count // BATCH):
            self.socket.sendall(b"".join(self.request(*make(self.count + index)) for index in range(BATCH)))
            self.count += BATCH
            for _ in range(BATCH):
                self.read()

    @staticmethod
    def request(kind, topic, payload):
        body = json.dumps(payload).encode()
        head = (f"POST /3/device/{'ab' * 32} HTTP/1.1\r\nHost: localhost\r\napns-push-type: {kind}\r\napns-topic: {topic}"
                f"\r\napns-priority: 5\r\nContent-Length: {len(body)}\r\n\r\n")
        return head.encode() + body

    def read(self):
        line = self.answers.readline()
        assert line.startswith(b"HTTP/1.1 200 "), line
        length = 0
        while (field := self.answers.readline()) != b"\r\n":
            assert field, "the program closed the connection"
            if field.lower().startswith(b"content-length:"):
                length = int(field.split(b":")[1])
        self.answers.read(length)


def growth(program, make, first, more):
    """The bytes by which the most memory grows with `more` pushes after the first ones."""
    with tempfile.TemporaryDirectory() as home:
        inbox = Inbox(program, home, SETTINGS)
        try:
            sender = Sender(inbox.port)
            sender.send(make, first)
            before = memory(inbox.process.pid)
            sender.send(make, more)
            return memory(inbox.process.pid) - before
        finally:
            inbox.end()


def woken(program, count):
    """The number of apps whose wake-ups are stored after pushes to as many apps."""
    with tempfile.TemporaryDirectory() as home:
        inbox = Inbox(program, home, SETTINGS)
        try:
            Sender(inbox.port).send(wake, count)
        finally:
            inbox.end()
        with contextlib.closing(sqlite3.connect(f"{home}/store/inbox.db")) as store:
            return store.execute("SELECT count(*) FROM fetches").fetchone()[0]


def leave(inbox, *commands):
    """Asks for lists and leaves, mostly after the requests have arrived and before they are carried out."""
    with contextlib.ExitStack() as clients:
        for command in commands:
            client = clients.enter_context(socket.socket(socket.AF_UNIX))
            client.connect(inbox.socket)
            client.sendall(json.dumps({"v": 1, "words": command.split(), "input": 0}).encode() + b"\n")
        time.sleep(0.002)


def lists(program):
    """Yields the checks of long lists."""
    with tempfile.TemporaryDirectory() as home:
        inbox = Inbox(program, home, f"history: {{ keep: {LISTED} }}")
        try:
            sender = Sender(inbox.port)
            sender.send(long, LISTED)
            before = memory(inbox.process.pid)
            command = [program, "export", "--socket", inbox.socket]
            idle = [subprocess.Popen(command, env=inbox.environment, stdout=subprocess.PIPE) for _ in range(20)]
            begun = all(client.stdout.read(1) == b"{" for client in idle)
            pushes = [each for group in json.loads(inbox.run("export"))["groups"] for each in group["notifications"]]
            titles = [int(each["title"]) for each in pushes]
            own = all(each["payload"]["aps"]["alert"]["title"] == each["title"] for each in pushes)
            lines = inbox.run("ls").count("\n")
            sender.send(long, BATCH)
            grown = memory(inbox.process.pid) - before
            for client in idle:
                client.kill()
                client.wait()
                client.stdout.close()
            is_whole = sorted(titles) == list(range(LISTED)) and lines == LISTED + 1
            yield f"a list of {LISTED} long pushes is whole, each with its payload", is_whole and own
            yield f"20 clients that do not read such lists: {grown / 1e6:.0f} MB more", begun and grown < 30_000_000
            for _ in range(30):
                leave(inbox, "ls", "ls nothing", "export", "ls --json nothing", "ls is:rejected nothing", "ls")
            sender.send(long, BATCH)
            yield "clients that leave before their list is begun disturb nobody", True
        finally:
            inbox.end()


def checks(program):
    for name, (make, first, more, most) in CASES.items():
        grown = growth(program, make, first, more)
        yield f"{more} {name} beyond {first}: {grown / 1e6:.1f} MB more", grown < most
    found = woken(program, APPS + 500)
    yield f"of {APPS + 500} woken apps {found} are counted", found == APPS
    yield from lists(program)


def main(program):
    if not os.path.exists("/proc/self/status"):
        print("1..0 # SKIP the system does not report the memory of processes")
        return 0
    is_good, number = True, 0
    for number, (name, is_so) in enumerate(checks(program), 1):
        print(f"{'ok' if is_so else 'not ok'} {number} - {name}", flush=True)
        is_good = is_good and is_so
    print(f"1..{number}", flush=True)
    return 0 if is_good else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
