"""A program that is killed and restarted, and clients that push to it."""

import contextlib
import json
import os
import socket
import sqlite3
import subprocess
import threading
import time

from record import Push, must

APPS = ["com.example.chat", "com.example.mail"]
TOKENS = ["ab" * 32, "cd" * 32, "ef" * 32]
TIMEOUT = 60  # seconds


class Inbox:
    """A program on a store of its own, which remains when the program is killed."""

    def __init__(self, program, folder, configuration, *options):
        self.program, self.folder, self.configuration, self.options = program, folder, configuration, options
        self.store = os.path.join(folder, "store")
        self.process = None
        self.environment = {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "HOME": folder, "TMPDIR": folder}
        os.makedirs(folder)
        with open(os.path.join(folder, "config.json5"), "w") as file:
            json.dump(configuration, file)

    def call(self, *words):
        return [self.program, *words, "--store", self.store, "--config", "config.json5"]

    def begin(self, environment=(), limit=None):
        """Starts the program without waiting for it; `limit` is called in the child process before exec."""
        with open(os.path.join(self.folder, "stderr"), "ab") as errors:
            self.process = subprocess.Popen(
                self.call("serve", "--print-endpoints", "--listen", "127.0.0.1:0", *self.options),
                cwd=self.folder, env={**self.environment, **dict(environment)}, stdout=subprocess.PIPE,
                stderr=errors, preexec_fn=limit)

    def listen(self):
        """Starts the program; returns its address, or None if it exits or does not listen in time."""
        self.begin()
        watch = threading.Timer(TIMEOUT, self.process.kill)
        watch.start()
        line = self.process.stdout.readline()
        watch.cancel()
        if not line:
            return None
        # Its events are read, because a full pipe would block it.
        threading.Thread(target=self.process.stdout.read, daemon=True).start()
        host, port = json.loads(line)["apns"].rsplit(":", 1)
        return host, int(port)

    def start(self):
        """Starts the program; returns its address."""
        address = self.listen()
        must(address, "the program does not start", self.last_error())
        return address

    def last_error(self):
        with open(os.path.join(self.folder, "stderr")) as errors:
            return "".join(errors.readlines()[-1:]).strip() or f"no error within {TIMEOUT} s"

    def kill(self):
        if self.process:
            self.process.kill()
            self.process.wait()

    def run(self, *words):
        return subprocess.run(
            self.call(*words), cwd=self.folder, env=self.environment, timeout=TIMEOUT, capture_output=True)

    def set(self, *words):
        """Changes settings; returns whether the program confirmed it."""
        return self.run("set", *words).returncode == 0

    def repair_link(self):
        """Makes the link reliable, and restarts the program, which resets the time limits of repeat requests."""
        must(self.set("queue.loss=0", "queue.duplicate=0", "queue.delay=0s"), "set queue", "fails")
        self.kill()
        return self.start()

    @contextlib.contextmanager
    def database(self):
        with contextlib.closing(sqlite3.connect(os.path.join(self.store, "inbox.db"))) as database:
            yield database

    def export(self, *words):
        done = self.run("export", *words)
        must(done.returncode == 0, "export", done.stderr)
        return json.loads(done.stdout)


def wait(is_so):
    """Waits for a condition; returns whether it became true in time."""
    end = time.monotonic() + TIMEOUT
    while time.monotonic() < end:
        if is_so():
            return True
        time.sleep(0.05)
    return False


def send(address, line, prefix, draw):
    """Sends pushes over one connection until it closes, and records the answers."""
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


def send_few(address, prefix, apps_and_tokens):
    """Sends pushes over a new connection, and waits for their answers."""
    pushes = [
        Push(f"{prefix}-4000-8000-{number:012}", app, token) for number, (app, token) in enumerate(apps_and_tokens)]
    with socket.create_connection(address) as connection:
        connection.sendall("".join(map(request, pushes)).encode())
        answers = connection.makefile("rb")
        for push in pushes:
            status = answers.readline().decode().strip()
            must(status == "HTTP/1.1 200 OK", push.id, status)
            while answers.readline() != b"\r\n":
                pass
            push.answered = True
    return pushes
