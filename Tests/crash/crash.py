"""Kills `pushinbox serve` at random moments under load, starts it again on the same store and balances its books.

crash.py PROGRAM KILLS [SEED]. The seed decides what is drawn: the moments, the pushes, when the phone is offline. What
the machine makes of a moment is its own, so a failure may take several runs to come back.
"""

import collections
import concurrent.futures
import contextlib
import json
import os
import random
import shutil
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time

from books import Push, Round, Unbalanced, balance, must

CONNECTIONS = 6
APPS = ["com.example.chat", "com.example.mail"]
TOKENS = ["ab" * 32, "cd" * 32, "ef" * 32]
# After so many kills the books of a store are balanced, and the next store begins with the next configuration.
SPAN = 10
CONFIGURATIONS = [
    {"history": {"keep": 1_000_000}},
    # The limit is at work at the moment of a kill.
    {"history": {"keep": 250}},
    # The phone asks for all that it missed while it was offline.
    {"history": {"keep": 1_000_000}, "queue": {"apps": [APPS[1]], "repeatMaxCount": 1000}},
]
LONGEST_LOAD = 0.3
PATIENCE = 60


class Inbox:
    """A program on a store of its own, which outlives it."""

    def __init__(self, program, folder, configuration):
        self.program, self.folder, self.configuration = program, folder, configuration
        self.store = os.path.join(folder, "store")
        self.process = None
        self.environment = {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "HOME": folder, "TMPDIR": folder}
        os.makedirs(folder)
        with open(os.path.join(folder, "config.json5"), "w") as file:
            json.dump(configuration, file)

    def call(self, *words):
        return [self.program, *words, "--store", self.store, "--config", "config.json5"]

    def begin(self):
        """Starts the program, and does not wait for it."""
        with open(os.path.join(self.folder, "stderr"), "ab") as errors:
            self.process = subprocess.Popen(
                self.call("serve", "--print-endpoints", "--listen", "127.0.0.1:0"),
                cwd=self.folder, env=self.environment, stdout=subprocess.PIPE, stderr=errors)

    def start(self):
        """Starts the program; returns where it listens."""
        self.begin()
        watch = threading.Timer(PATIENCE, self.process.kill)
        watch.start()
        line = self.process.stdout.readline()
        watch.cancel()
        must(line, "it does not start", self.last_words())
        # Its events are read, or it would wait for us.
        threading.Thread(target=self.process.stdout.read, daemon=True).start()
        host, port = json.loads(line)["apns"].rsplit(":", 1)
        return host, int(port)

    def last_words(self):
        with open(os.path.join(self.folder, "stderr")) as errors:
            return "".join(errors.readlines()[-1:]).strip() or f"not within {PATIENCE} s"

    def kill(self):
        if self.process:
            self.process.kill()
            self.process.wait()

    def run(self, *words):
        return subprocess.run(
            self.call(*words), cwd=self.folder, env=self.environment, timeout=PATIENCE, capture_output=True)

    def set(self, words):
        """Whether it was answered."""
        return self.run("set", words).returncode == 0

    def export(self, *words):
        done = self.run("export", *words)
        must(done.returncode == 0, "export", done.stderr)
        return json.loads(done.stdout)


class Ordeal:
    """Kills one inbox again and again, and knows what was sent to it."""

    def __init__(self, inbox, draw):
        self.inbox, self.draw = inbox, draw
        self.rounds = []
        # As it was set last; None while nobody knows whether that was kept.
        self.online = True
        self.start_takes = 0.1

    def kill_at_start(self):
        self.inbox.begin()
        time.sleep(self.draw.uniform(0, self.start_takes))
        self.inbox.kill()

    def kill_under_load(self, kill):
        began = time.monotonic()
        address = self.inbox.start()
        self.start_takes = time.monotonic() - began
        self.look_at_phone()
        sent = Round([[] for _ in range(CONNECTIONS)], self.online)
        self.rounds.append(sent)
        moment, seeds = self.draw.uniform(0, LONGEST_LOAD), [self.draw.random() for _ in sent.lines]
        with concurrent.futures.ThreadPoolExecutor(CONNECTIONS + 1) as threads:
            work = [
                threads.submit(send, address, line, f"{kill:08}-{number:04}", random.Random(seed))
                for number, (line, seed) in enumerate(zip(sent.lines, seeds))]
            if self.draw.random() < 0.4:
                sent.online = False
                work.append(threads.submit(self.turn_phone, self.draw.uniform(0, moment)))
            try:
                time.sleep(moment)
            finally:
                self.inbox.kill()
        for each in work:
            each.result()

    def turn_phone(self, delay):
        time.sleep(delay)
        wanted, self.online = not self.online, None
        if self.inbox.set(f"online={'yes' if wanted else 'no'}"):
            self.online = wanted

    def look_at_phone(self):
        is_online = self.inbox.export("id:0")["device"]["online"]
        must(self.online in (None, is_online), "set online", f"answered, and is not kept: {is_online}")
        self.online = is_online

    def balance(self):
        """Counts the pushes by whether they were answered with 200."""
        self.inbox.start()
        must(self.inbox.set("online=yes"), "set online", "fails")
        running = self.inbox.export()
        self.inbox.kill()
        killed = self.inbox.export()
        must(running["groups"] == killed["groups"], "export", "differs once the program is killed")
        with contextlib.closing(sqlite3.connect(os.path.join(self.inbox.store, "inbox.db"))) as database:
            return balance(self.rounds, self.inbox.configuration, database, running)


def send(address, line, prefix, draw):
    """Pushes over one connection until it is cut, and notes what is answered."""
    with contextlib.suppress(ConnectionError), socket.create_connection(address) as connection:
        answers = connection.makefile("rb")
        while True:
            burst = []
            for _ in range(draw.randint(1, 8)):
                id = f"{prefix}-4000-8000-{len(line):012}"
                burst.append(Push(id, draw.choice(APPS), draw.choice(TOKENS)))
                line.append(burst[-1])
            connection.sendall("".join(map(request, burst)).encode())
            for push in burst:
                head = []
                while (field := answers.readline()) != b"\r\n":
                    if not field.endswith(b"\r\n"):
                        return
                    head.append(field.decode().strip())
                must(head[0] == "HTTP/1.1 200 OK" and f"apns-id: {push.id}" in head, push.id, head)
                push.answered = True


def request(push):
    body = json.dumps({"aps": {"alert": push.id}})
    return (
        f"POST /3/device/{push.token} HTTP/1.1\r\nHost: localhost\r\napns-id: {push.id}\r\n"
        f"apns-topic: {push.app}\r\nContent-Length: {len(body)}\r\n\r\n{body}")


def kill_them(program, folder, kills, draw):
    """Counts the pushes by whether they were answered with 200."""
    counts = collections.Counter()
    for first in range(1, kills + 1, SPAN):
        store = first // SPAN
        configuration = CONFIGURATIONS[store % len(CONFIGURATIONS)]
        inbox = Inbox(program, os.path.join(folder, str(store)), configuration)
        ordeal = Ordeal(inbox, draw)
        try:
            for kill in range(first, min(first + SPAN, kills + 1)):
                # The first start makes the store, and is worth a kill of its own.
                if kill == first or draw.random() < 0.2:
                    ordeal.kill_at_start()
                else:
                    ordeal.kill_under_load(kill)
            counts += ordeal.balance()
        except Unbalanced as problem:
            raise Unbalanced(f"after kill {kill}, store {inbox.folder}: {problem}") from problem
        finally:
            inbox.kill()
    return counts


def main(program, kills, seed):
    folder = tempfile.mkdtemp(prefix="pushinbox-crash-")
    print("1..1", flush=True)
    try:
        counts = kill_them(os.path.abspath(program), folder, kills, random.Random(seed))
        must(counts[True], "the pushes", "none was answered")
    except Unbalanced as problem:
        print(f"not ok 1 - each push answered 200 is there once\n# seed {seed}, {problem}")
        return 1
    print(f"ok 1 - {kills} kills, {counts[True]} pushes answered 200, all there once")
    print(f"# seed {seed}; {counts[False]} more were taken and not answered before a kill")
    shutil.rmtree(folder)
    return 0


if __name__ == "__main__":
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else random.randrange(1_000_000)
    sys.exit(main(sys.argv[1], int(sys.argv[2]), seed))
