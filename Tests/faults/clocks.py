"""Rows: the wall clock jumps, and the program is suspended."""

import os
import signal
import time

from screens import Screen
from victim import TIMEOUT, Sender, Victim, must, running, socket, wait

HOUR = 3_600 * 10**9
YEAR = 8_766 * HOUR
# The successive offsets of the clock from the true time, in nanoseconds.
JUMPS = [HOUR, -HOUR, 40 * 24 * HOUR, -10 * YEAR, 10 * YEAR, 90 * YEAR, -40 * YEAR, 0]


def virtual(program, folder, is_long):
    """`set clock` forward and back: each push is answered and stored, and `set clock=real` restores the clock"""
    moments = [
        "+1h", "+30d", "2001-01-01T00:00:00Z", "real", "2090-02-28T23:59:59Z", "1971-01-01T00:00:00Z", "+5m",
        "real"]
    with running(program, os.path.join(folder, "virtual"), has_failpoint=False) as victim:
        # Each night on the way has a beginning and an end.
        must(victim.set("focus.night.from=22:00", "focus.night.to=07:00"), "a schedule", "is not set")
        for moment in moments:
            done = victim.run("set", f"clock={moment}")
            must(done.returncode == 0, f"set clock={moment}", done.stderr)
            must(victim.send(3) == 3, f"a push after clock={moment}", "is not answered")
            must(victim.run("ls").returncode == 0, f"ls after clock={moment}", "fails")
            victim.check()
        victim.check_after_kill()


def far(program, folder, is_long):
    """`set clock=real` restores a clock that was set two thousand years back"""
    with running(program, os.path.join(folder, "far"), has_failpoint=False) as victim:
        must(victim.set("clock=0001-01-01T00:00:00Z"), "set clock", "fails")
        must(victim.send(3) == 3, "a push two thousand years ago", "is not answered")
        done = victim.run("set", "clock=real")
        must(done.returncode == 0, "set clock=real", done.stderr)
        must(victim.send(3) == 3, "a push", "is not answered")
        victim.check_after_kill()


def real(program, folder, is_long):
    """the system clock jumps forward and back: each push is answered and stored"""
    with running(program, os.path.join(folder, "real")) as victim, Sender(victim) as sender:
        for jump in JUMPS:
            victim.failpoint["clock"] = jump
            # On an open connection and a new one: time limits do not depend on the wall clock.
            sender.send(2)
            must(all(sender.receive() for _ in range(2)), f"a push after {jump} ns", "is not answered")
            must(victim.send(2) == 2, f"a push after {jump} ns", "is not answered")
            must(victim.run("ls").returncode == 0, f"ls after {jump} ns", "fails")
            victim.check()
        victim.failpoint["clock"] = -YEAR
        victim.kill()
        victim.start()
        must(victim.send(2) == 2, "a push dated a year before the others", "is not answered")
        victim.check()
        victim.check_after_kill()


def on_screen(program, folder, is_long):
    """the system clock jumps, and the program is suspended: the screen shows each push"""
    victim = Victim(program, os.path.join(folder, "screen"))
    with Screen(victim) as screen:
        for jump in JUMPS:
            victim.failpoint["clock"] = jump
            screen.must_show_push()
        os.kill(screen.process, signal.SIGSTOP)
        with Sender(victim) as sender:
            sender.send()
            os.kill(screen.process, signal.SIGCONT)
            must(sender.receive(), "a push sent while suspended", "is not answered")
        screen.must_say(victim.pushes[-1].id)
        victim.check()


def jump_while_held(program, folder, is_long):
    """the clock jumps while pushes are held for the phone: they are delivered when it is online"""
    with running(program, os.path.join(folder, "held"), {"queue": {"apps": []}}) as victim:
        must(victim.set("online=no"), "set online", "fails")
        must(victim.send(6) == 6, "pushes to a phone that is offline", "are not answered")
        for jump in (YEAR // 100, -YEAR):
            victim.failpoint["clock"] = jump
            must(victim.send(2) == 2, f"a push after {jump} ns", "is not answered")
        victim.failpoint["clock"] = 0
        must(victim.set("online=yes"), "set online", "fails")
        victim.check_after_kill()


def stop(program, folder, is_long):
    """SIGSTOP with connected clients, then SIGCONT: complete requests are answered"""
    # The short form exceeds the time limit of a request, 10 s.
    seconds = 60 if is_long else 11
    with running(program, os.path.join(folder, "stop"), has_failpoint=False) as victim:
        early = [Sender(victim) for _ in range(5)]
        for sender in early:
            sender.send()
            must(sender.receive(), "a push", "is not answered")
        half = [socket.create_connection(victim.address, TIMEOUT) for _ in range(3)]
        for connection in half:
            connection.sendall(b"POST /nowhere HTTP/1.1\r\nHost: local")
        victim.process.send_signal(signal.SIGSTOP)
        must(wait(lambda: state(victim) == "T"), "SIGSTOP", "does not suspend the program")
        try:
            late = [Sender(victim) for _ in range(20)]
            for sender in early + late:
                sender.send(4)
            end = time.monotonic() + seconds
            while (rest := end - time.monotonic()) > 0:
                time.sleep(rest)
        finally:
            victim.process.send_signal(signal.SIGCONT)
        for sender in early + late:
            answers = [sender.receive() for _ in range(4)]
            must(answers == [True] * 4, "a push sent while suspended", f"is not answered: {answers}")
            sender.close()
        for connection in half:
            answer_or_end(connection)
        must(victim.is_ready(), "GET /ready", "is not answered")
        victim.check()
        victim.check_after_kill()
        return f"suspended for {seconds} s"


def answer_or_end(connection):
    """Checks that an incomplete request is answered, perhaps with an error, or its connection is closed."""
    try:
        connection.sendall(b"host\r\nContent-Length: 2\r\n\r\n{}")
        first = connection.recv(100)
    except ConnectionError:
        return
    must(not first or first.startswith(b"HTTP/1.1 4"), "half a request", first)


def state(victim):
    with open(f"/proc/{victim.process.pid}/stat") as file:
        return file.read().rpartition(")")[2].split()[0]


ROWS = [virtual, far, real, on_screen, jump_while_held, stop]
