"""Starts the program in folders of its own, and sends requests to it."""

import datetime
import json
import os
import socket
import struct
import subprocess

from checks import Problem

DEADLINE = 30


def environment(home):
    """Returns an environment in which the program finds its own folder and a shell, and no tool to copy with."""
    values = {
        "HOME": home, "PATH": os.path.join(home, "bin"), "LC_ALL": "C.UTF-8", "TERM": "xterm-256color", "TZ": "UTC"}
    for name in "DATA_HOME", "STATE_HOME", "CONFIG_HOME", "CACHE_HOME", "RUNTIME_DIR":
        values[f"XDG_{name}"] = home
    return values


def noon_zone():
    """Returns a time zone in which it is noon, so that no day ends during a test."""
    hours = datetime.datetime.now(datetime.timezone.utc).hour - 12
    return f"Etc/GMT{hours:+d}" if hours else "Etc/GMT"


class Program:
    """The program with a configuration and a store."""

    def __init__(self, path, home, configuration=None):
        self.path, self.home = path, home
        os.makedirs(os.path.join(home, "bin"))
        os.symlink("/bin/sh", os.path.join(home, "bin", "sh"))
        settings = {"device": {"timeZone": noon_zone()}} | (configuration or {})
        with open(os.path.join(home, "config.json5"), "w") as file:
            json.dump(settings, file)
        self.process = None
        self.configuration = "config.json5"

    def call(self, *words):
        common = ["--store", "store", "--socket", "control", "--config", self.configuration]
        return [self.path, *words, *common]

    def run(self, *words, text=b"", variables=None):
        """Runs a command to its end, or with environment variables in place of the usual options."""
        call = self.call(*words) if variables is None else [self.path, *words]
        more = {f"PUSHINBOX_{name}": value for name, value in (variables or {}).items()}
        return subprocess.run(
            call, cwd=self.home, env=environment(self.home) | more, input=text, capture_output=True, timeout=DEADLINE)

    def start(self, *words, name):
        """Starts a command whose output goes to files of that name."""
        with open(self.file(name + ".out"), "wb") as out, open(self.file(name + ".err"), "wb") as err:
            return subprocess.Popen(
                self.call(*words), cwd=self.home, env=environment(self.home), stdin=subprocess.DEVNULL,
                stdout=out, stderr=err)

    def file(self, name):
        return os.path.join(self.home, name)

    def read(self, name):
        with open(self.file(name), "rb") as file:
            return file.read()

    def serve(self, *words):
        """Starts `serve`, and returns when commands find it."""
        self.process = self.start(
            "serve", "--listen", "127.0.0.1:0", "--legacy", "127.0.0.1:0", "--print-endpoints", *words,
            name="serve")
        ready = self.run("ready", "--wait", f"{DEADLINE - 5}s")
        if ready.returncode or self.process.poll() is not None:
            raise Problem(f"serve does not start: {self.read('serve.err')!r}")
        endpoints = json.loads(self.read("serve.out").split(b"\n")[0])
        self.port, self.legacy = (int(endpoints[name].rsplit(":", 1)[1]) for name in ("apns", "legacy"))

    def end(self):
        """Ends `serve`; returns its exit status."""
        if not self.process:
            return None
        self.process.terminate()
        try:
            return self.process.wait(DEADLINE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return self.process.wait()

    def request(self, body, fields=(), path=b"/3/device/abcd", method=b"POST", host=b"localhost"):
        """Sends a request over a connection of its own; returns the status line, empty if there is none."""
        return self.respond(body, fields, path, method, host).split(b"\r\n")[0]

    def respond(self, body, fields=(), path=b"/3/device/abcd", method=b"POST", host=b"localhost"):
        """Sends a request over a connection of its own; returns the response."""
        lines = [method + b" " + path + b" HTTP/1.1", b"Host: " + host, b"Connection: close"]
        lines += [name + b": " + value for name, value in fields]
        lines += [b"Content-Length: %d" % len(body)] if body else []
        with socket.create_connection(("127.0.0.1", self.port), DEADLINE) as connection:
            return self.converse(connection, b"\r\n".join(lines) + b"\r\n\r\n" + body)

    def exchange_unix(self, path, data):
        """Sends lines over a Unix socket; returns the answer."""
        with socket.socket(socket.AF_UNIX) as connection:
            connection.settimeout(DEADLINE)
            connection.connect(self.file(path))
            return self.converse(connection, data)

    @staticmethod
    def converse(connection, data):
        """Sends data and the end of the output; returns the bytes received until the other end closes."""
        answer = b""
        try:
            connection.sendall(data)
            connection.shutdown(socket.SHUT_WR)
            while part := connection.recv(1 << 16):
                answer += part
        except (ConnectionResetError, BrokenPipeError):
            pass
        except TimeoutError:
            raise Problem(f"no answer within {DEADLINE} s to {data[:80]!r}") from None
        return answer

    def send_legacy(self, body):
        """Sends a payload over the binary interface, and waits until it ends the connection.

        The length has 16 bits: of a longer payload the frame holds as many bytes as that says.
        """
        body = body[:0xFFFF]
        frame = struct.pack("!BH32sH", 0, 32, bytes(32), len(body)) + body
        with socket.create_connection(("127.0.0.1", self.legacy), DEADLINE) as connection:
            connection.sendall(frame)
            connection.shutdown(socket.SHUT_WR)
            while connection.recv(1 << 12):
                pass
