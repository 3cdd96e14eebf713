"""A `pushinbox serve` with injected faults, and senders that record its answers."""

import contextlib
import ctypes
import itertools
import mmap
import os
import resource
import shutil
import socket
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "crash"))
from record import Mismatch, Push, must  # noqa: E402, F401
from inbox import APPS, TIMEOUT, TOKENS, Inbox, request, wait  # noqa: E402

SLOTS = [
    "error", "operations", "delay", "kill_at", "torn", "gate", "clock", "calls", "waiting", "failed",
    "writes", "syncs", "truncations", "removals", "renames", "creations"]
WRITES, SYNCS, TRUNCATIONS, REMOVALS, RENAMES, CREATIONS = (1 << number for number in range(6))
ALL = WRITES | SYNCS | TRUNCATIONS | REMOVALS | RENAMES | CREATIONS


class Skip(Exception):
    """A fault that cannot be injected on this system."""


class Failpoint:
    """The numbers that the library of `failpoint.c` shares with the test, by name."""

    preload = None

    @classmethod
    def build(cls, folder):
        """Compiles the library; leaves it None, with the reason in `missing`, where that fails."""
        source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "failpoint.c")
        target = os.path.join(folder, "failpoint.so")
        compiler = next(filter(shutil.which, ["cc", "gcc", "clang"]), None)
        if not sys.platform.startswith("linux") or not compiler:
            cls.missing = "there is no cc" if sys.platform.startswith("linux") else "LD_PRELOAD needs Linux"
            return
        built = subprocess.run(
            [compiler, "-shared", "-fPIC", "-O1", "-o", target, source, "-ldl"], capture_output=True,
            text=True)
        if built.returncode == 0:
            cls.preload = target
        else:
            cls.missing = "failpoint.c does not compile: " + " ".join(built.stderr.split())[:200]

    def __init__(self, folder, root):
        if not self.preload:
            raise Skip(self.missing)
        self.path, self.root = os.path.join(folder, "failpoint"), root
        with open(self.path, "w+b") as file:
            file.truncate(8 * len(SLOTS))
            self.memory = mmap.mmap(file.fileno(), 8 * len(SLOTS))
        self.array = (ctypes.c_int64 * len(SLOTS)).from_buffer(self.memory)

    def __getitem__(self, name):
        return self.array[SLOTS.index(name)]

    def __setitem__(self, name, number):
        self.array[SLOTS.index(name)] = number

    def fail(self, error, operations=ALL):
        """Makes these calls fail with an errno until ``clear``."""
        self["operations"], self["error"] = operations, error

    def clear(self):
        for name in SLOTS[:7]:
            self[name] = 0

    @property
    def environment(self):
        return {"LD_PRELOAD": self.preload, "FAILPOINT_ROOT": self.root, "FAILPOINT_CONTROL": self.path}


class Victim(Inbox):
    """A program on a store of its own, into which faults are injected."""

    def __init__(self, program, folder, configuration=None, *options, has_failpoint=True):
        super().__init__(
            program, os.path.realpath(folder), configuration or {}, "--socket", "control", *options)
        self.failpoint = Failpoint(self.folder, self.store) if has_failpoint else None
        self.limits = {}
        self.pushes = []
        self.numbers = itertools.count(1)

    @property
    def errors(self):
        """The standard error of the program so far."""
        with contextlib.suppress(FileNotFoundError), open(os.path.join(self.folder, "stderr")) as errors:
            return errors.read()
        return ""

    def begin(self):
        faults = self.failpoint.environment if self.failpoint else {}

        def limit():
            for kind, most in self.limits.items():
                resource.setrlimit(kind, (most, most))

        super().begin(faults, limit if self.limits else None)

    def start(self):
        """Starts the program; returns and records the address it listens on."""
        self.address = super().start()
        return self.address

    def try_to_start(self):
        """Starts the program; returns whether it listens. Otherwise waits for its exit."""
        address = self.listen()
        if address:
            self.address = address
        else:
            self.process.wait(TIMEOUT)
        return address is not None

    def end(self):
        """Stops the program with SIGTERM; returns its exit status."""
        self.process.terminate()
        try:
            return self.process.wait(TIMEOUT)
        except subprocess.TimeoutExpired:
            self.process.kill()
            must(False, "the program", f"does not exit within {TIMEOUT} s of SIGTERM")

    def run(self, *words):
        """Runs a command, without injected faults."""
        return subprocess.run(
            [*self.call(*words), "--socket", "control"], cwd=self.folder, env=self.environment,
            timeout=TIMEOUT, capture_output=True, text=True)

    def make_push(self):
        push = Push(
            f"00000000-0000-4000-8000-{next(self.numbers):012}", APPS[len(self.pushes) % len(APPS)],
            TOKENS[len(self.pushes) % len(TOKENS)])
        self.pushes.append(push)
        return push

    def send(self, count=1):
        """Sends pushes over a new connection; returns the number of answers with 200 before it closed."""
        with contextlib.suppress(ConnectionError), Sender(self) as sender:
            sender.send(count)
            while sender.waiting and sender.receive():
                pass
            return count - len(sender.waiting)
        return 0

    def is_ready(self):
        """Whether `GET /ready` is answered with 200 within `TIMEOUT`."""
        with socket.create_connection(self.address, TIMEOUT) as connection:
            connection.sendall(b"GET /ready HTTP/1.1\r\nHost: localhost\r\n\r\n")
            return connection.makefile("rb").readline().strip() == b"HTTP/1.1 200 OK"

    def check(self, *more):
        """Checks the store of the running program: each push answered with 200 is stored once, no unknown push is
        stored, and SQLite reports no damage. `more` has further identifiers that may be stored."""
        with self.database() as database:
            verdict = [line for line, in database.execute("PRAGMA integrity_check")]
            must(verdict == ["ok"], "the database", verdict[:3])
            there = [id for id, in database.execute("SELECT apns_id FROM pushes ORDER BY id")]
        must(len(there) == len(set(there)), "a push", "is stored twice")
        lost = [push.id for push in self.pushes if push.answered and push.id not in set(there)]
        must(not lost, f"{len(lost)} pushes", f"answered with 200 and not stored: {lost[:3]}")
        unknown = set(there) - {push.id for push in self.pushes} - set(more)
        must(not unknown, unknown, "stored and never sent")

    def check_after_kill(self):
        """Kills the program, restarts it without faults, and checks its store and that it answers another push."""
        self.kill()
        if self.failpoint:
            self.failpoint.clear()
        self.limits = {}
        self.start()
        must("was damaged" not in self.errors, "the store", "is reported as damaged")
        self.check()
        must(self.send() == 1, "a push", "is not answered after the restart")
        self.check()

    @property
    def answered(self):
        return sum(push.answered for push in self.pushes)


class Sender:
    """A connection over HTTP/1.1 that pipelines pushes."""

    def __init__(self, victim):
        self.victim = victim
        self.socket = socket.create_connection(victim.address, TIMEOUT)
        self.input = self.socket.makefile("rb")
        self.waiting = []

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self.input.close()
        self.socket.close()

    def send(self, count=1):
        pushes = [self.victim.make_push() for _ in range(count)]
        self.waiting += pushes
        self.socket.sendall("".join(map(request, pushes)).encode())

    def receive(self):
        """Receives the next response; returns whether it is a 200, and None at the end of the connection."""
        try:
            status = self.input.readline()
            size = 0
            while (field := self.input.readline()) != b"\r\n":
                if not field.endswith(b"\r\n"):
                    return None
                if field.lower().startswith(b"content-length:"):
                    size = int(field.split(b":")[1])
            self.input.read(size)
        except ConnectionError:
            return None
        except TimeoutError:
            must(False, self.waiting[0].id, f"no answer within {TIMEOUT} s")
        push = self.waiting.pop(0)
        push.answered = status.strip() == b"HTTP/1.1 200 OK"
        return push.answered

    def is_answered(self):
        """Whether a response or the end of the connection can be read now."""
        self.socket.settimeout(0)
        try:
            return self.socket.recv(1, socket.MSG_PEEK) is not None
        except BlockingIOError:
            return False
        finally:
            self.socket.settimeout(TIMEOUT)


@contextlib.contextmanager
def running(*arguments, **options):
    """Starts a `Victim`, and kills it at the end."""
    victim = Victim(*arguments, **options)
    try:
        victim.start()
        yield victim
    finally:
        victim.kill()
