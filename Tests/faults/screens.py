"""The program with its screen, on a terminal of its own."""

import contextlib
import fcntl
import os
import pty
import resource
import signal
import struct
import sys
import termios
import threading

sys.path.insert(1, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "text"))
from terminal import Terminal  # noqa: E402
from victim import must, wait  # noqa: E402

COLUMNS, ROWS = 400, 40


class Screen:
    """Runs a `Victim` with a screen in place of `serve`, from the start of the context to its end."""

    def __init__(self, victim):
        self.victim, self.terminal, self.seen = victim, Terminal(COLUMNS, ROWS), set()

    def __enter__(self):
        victim = self.victim
        faults = victim.failpoint.environment if victim.failpoint else {}
        arguments = victim.call("--listen", "127.0.0.1:0", "--socket", "control")
        self.process, self.descriptor = pty.fork()
        if self.process == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
            os.chdir(victim.folder)
            for kind, most in victim.limits.items():
                resource.setrlimit(kind, (most, most))
            environment = {**victim.environment, **faults, "TERM": "xterm-256color", "LC_ALL": "C.UTF-8"}
            os.execve(arguments[0], arguments, environment)
        threading.Thread(target=self.read, daemon=True).start()
        try:
            must(wait(lambda: victim.run("ready").returncode == 0), "the screen", "does not start")
            victim.address = find_address(victim.run("env").stdout)
        except BaseException:
            self.end()
            raise
        return self

    def __exit__(self, *_):
        self.end()

    def end(self):
        os.kill(self.process, signal.SIGKILL)
        os.waitpid(self.process, 0)
        os.close(self.descriptor)

    def read(self):
        # The program redraws only cells that changed, so texts are looked for on the screen.
        with contextlib.suppress(OSError):
            while text := os.read(self.descriptor, 65_536):
                self.terminal.feed(text)
                self.seen.update(self.terminal.lines)

    def must_say(self, text):
        """Waits until a line with the text was on the screen."""
        is_said = wait(lambda: any(text in line for line in list(self.seen)))
        must(is_said, "the screen", f"does not contain “{text}”:\n{self.terminal.text}")

    def must_show_push(self):
        """Sends a push, and waits until it is on the screen."""
        must(self.victim.send() == 1, "a push", "is not answered")
        self.must_say(self.victim.pushes[-1].id)


def find_address(text):
    """Returns the address in the output of `pushinbox env`."""
    words = text.replace("/", " ").replace("\"", " ").replace("'", " ").split()
    host, port = next(word for word in words if word.startswith("127.0.0.1:")).rsplit(":", 1)
    return host, int(port.rstrip(";,"))
