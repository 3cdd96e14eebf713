"""Kills `pushinbox serve` at random moments under load, restarts it on the same store and compares the store with the
sent pushes.

crash.py PROGRAM KILLS [SEED]. The seed determines the moments, the pushes and when the phone is offline. The timing of
the machine varies, so that a failure may need several runs with its seed.
"""

import collections
import concurrent.futures
import os
import random
import shutil
import sys
import tempfile
import time

from record import Mismatch, Round, must, verify
from inbox import APPS, TOKENS, Inbox, send, send_few, wait
from pair import Pair

CONNECTIONS = 6
# The settings of a lossy link.
LOSSY = {"loss": 10, "duplicate": 10, "delay": "20ms", "repeatMaxCount": 1000}
# After this number of kills a store is verified, and a new store starts with the next configuration.
SPAN = 10
CONFIGURATIONS = [
    {"history": {"keep": 1_000_000}},
    # The limit removes pushes at the moment of a kill.
    {"history": {"keep": 250}},
    # The phone requests all pushes that it missed while it was offline.
    {"history": {"keep": 1_000_000}, "queue": {"apps": [APPS[1]], "repeatMaxCount": 1000}},
    # The same with pushes that are lost, delayed and duplicated.
    {"history": {"keep": 1_000_000}, "queue": {"apps": [APPS[1]], **LOSSY}},
]
MAXIMUM_LOAD = 0.3  # seconds


class CrashTest:
    """Kills one inbox repeatedly, and records the pushes sent to it."""

    def __init__(self, inbox, draw):
        self.inbox, self.draw = inbox, draw
        self.rounds = []
        # The last setting of `online`; None if the program was killed before it confirmed a change.
        self.online = True
        self.start_duration = 0.1

    def kill_at_start(self):
        self.inbox.begin()
        time.sleep(self.draw.uniform(0, self.start_duration))
        self.inbox.kill()

    def kill_under_load(self, kill):
        began = time.monotonic()
        address = self.inbox.start()
        self.start_duration = time.monotonic() - began
        self.check_online()
        sent = Round([[] for _ in range(CONNECTIONS)], self.online)
        self.rounds.append(sent)
        moment, seeds = self.draw.uniform(0, MAXIMUM_LOAD), [self.draw.random() for _ in sent.lines]
        with concurrent.futures.ThreadPoolExecutor(CONNECTIONS + 1) as threads:
            work = [
                threads.submit(send, address, line, f"{kill:08}-{number:04}", random.Random(seed))
                for number, (line, seed) in enumerate(zip(sent.lines, seeds))]
            if self.draw.random() < 0.4:
                sent.online = False
                work.append(threads.submit(self.toggle_online, self.draw.uniform(0, moment)))
            try:
                time.sleep(moment)
            finally:
                self.inbox.kill()
        for each in work:
            each.result()

    def toggle_online(self, delay):
        time.sleep(delay)
        wanted, self.online = not self.online, None
        if self.inbox.set(f"online={'yes' if wanted else 'no'}"):
            self.online = wanted

    def check_online(self):
        is_online = self.inbox.export("id:0")["device"]["online"]
        must(self.online in (None, is_online), "set online", f"confirmed, but the stored value is {is_online}")
        self.online = is_online

    def verify(self):
        """Verifies the store; returns the number of pushes by whether they were answered with 200."""
        address = self.inbox.start()
        must(self.inbox.set("online=yes"), "set online", "fails")
        if "loss" in self.inbox.configuration.get("queue", {}):
            address = self.inbox.repair_link()
            # The next push of each queue reveals the gaps before it.
            self.rounds.append(Round([send_few(address, "ffffffff-ffff", [(APPS[1], token) for token in TOKENS])], True))
            with self.inbox.database() as database:
                wait(lambda: database.execute("SELECT count(*) FROM queued").fetchone() == (0,))
        running = self.inbox.export()
        self.inbox.kill()
        killed = self.inbox.export()
        must(running["groups"] == killed["groups"], "export", "differs after the program is killed")
        with self.inbox.database() as database:
            return verify(self.rounds, self.inbox.configuration, database, running)


def run(program, folder, kills, draw):
    """Runs the tests of all stores; returns the number of pushes by whether they were answered with 200."""
    counts = collections.Counter()
    for first in range(1, kills + 1, SPAN):
        store = first // SPAN
        configuration = CONFIGURATIONS[store % len(CONFIGURATIONS)]
        inbox = Inbox(program, os.path.join(folder, str(store)), configuration)
        test = CrashTest(inbox, draw)
        try:
            for kill in range(first, min(first + SPAN, kills + 1)):
                # The first start creates the store, so it is always killed.
                if kill == first or draw.random() < 0.2:
                    test.kill_at_start()
                else:
                    test.kill_under_load(kill)
            counts += test.verify()
        except Mismatch as problem:
            raise Mismatch(f"after kill {kill}, store {inbox.folder}: {problem}") from problem
        finally:
            inbox.kill()
        counts += Pair(program, os.path.join(folder, f"{store}-pair"), LOSSY, draw).run(SPAN // 2)
    return counts


def main(program, kills, seed):
    folder = tempfile.mkdtemp(prefix="pushinbox-crash-")
    print("1..1", flush=True)
    try:
        counts = run(os.path.abspath(program), folder, kills, random.Random(seed))
        must(counts[True], "the pushes", "none was answered")
    except Mismatch as problem:
        print(f"not ok 1 - each push answered with 200 is stored once\n# seed {seed}, {problem}")
        return 1
    print(f"ok 1 - {kills} kills, {counts[True]} pushes answered with 200, each stored once")
    print(f"# seed {seed}; {counts[False]} further pushes were stored and not answered before a kill")
    shutil.rmtree(folder)
    return 0


if __name__ == "__main__":
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else random.randrange(1_000_000)
    sys.exit(main(sys.argv[1], int(sys.argv[2]), seed))
