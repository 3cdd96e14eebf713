"""Rows: the program has few descriptors or little memory."""

import contextlib
import os
import resource

from screens import Screen
from victim import Sender, Victim, must, running, wait


def descriptors(program, folder, is_long):
    """`ulimit -n 64` and 200 connections: no answered push is lost; service resumes when they close"""
    victim = Victim(program, os.path.join(folder, "descriptors"), has_failpoint=False)
    victim.limits = {resource.RLIMIT_NOFILE: 64}
    try:
        victim.start()
        must(victim.send(5) == 5, "five pushes", "are not answered")
        senders = []
        for _ in range(200):
            sender = Sender(victim)
            senders.append(sender)
            with contextlib.suppress(ConnectionError):
                sender.send()
        must(wait(lambda: is_reported(victim)), "the lack of descriptors", "is not reported")
        # The first connections have descriptors. The others are answered, wait or are closed.
        must(all(sender.receive() for sender in senders[:20]), "one of the first", "is not answered")
        for sender in senders:
            sender.close()
        # Requests that waited in the sockets are still handled; the connection closes when its answer cannot be sent.
        must(wait(lambda: is_served(victim)), "the program", "does not resume service")
        must(victim.run("ls").returncode == 0, "ls", "fails")
        must(victim.send(5) == 5, "five pushes", "are not answered afterwards")
        must(wait(lambda: descriptors_of(victim) < 40), "the program", "leaks descriptors")
        victim.check()
        victim.check_after_kill()
    finally:
        victim.kill()


def is_served(victim):
    try:
        return victim.is_ready()
    except OSError:
        return False


def is_reported(victim):
    """Whether the store has the row about descriptors. It is read from the file, since no command can connect."""
    with victim.database() as database:
        rows = database.execute("SELECT because FROM refused WHERE reason = 'intake.full'").fetchall()
    return any("no descriptors left" in because for because, in rows)


def descriptors_of(victim):
    return len(os.listdir(f"/proc/{victim.process.pid}/fd"))


def descriptors_on_screen(program, folder, is_long):
    """`ulimit -n 64` and 200 connections: the screen reports it, and shows pushes when they close"""
    victim = Victim(program, os.path.join(folder, "screen"), has_failpoint=False)
    victim.limits = {resource.RLIMIT_NOFILE: 64}
    with Screen(victim) as screen:
        screen.must_show_push()
        senders = [Sender(victim) for _ in range(200)]
        screen.must_say("intake.full")
        for sender in senders:
            sender.close()
        must(wait(lambda: is_served(victim)), "the program", "does not resume service")
        screen.must_show_push()
        victim.check()


def few_descriptors(program, folder, is_long):
    """with too few descriptors the program starts, or reports it"""
    results = []
    for most in range(10, 40):
        victim = Victim(program, os.path.join(folder, str(most)), has_failpoint=False)
        victim.limits = {resource.RLIMIT_NOFILE: most}
        try:
            if victim.try_to_start():
                # Such a program may have no descriptor left for a connection.
                break
            status, words = victim.process.returncode, victim.last_error()
            if status not in (1, 3) or not ("descriptors" in words or "open files" in words):
                results.append(f"{most}: exit {status}, {words[:60]}")
        finally:
            victim.kill()
    must(not results, "ulimit -n", "; ".join(results))
    return f"starts with {most}"


def memory(program, folder, is_long):
    """`ulimit -v`: the program reports too little memory and exits, or answers each push"""
    size = used_size(program, os.path.join(folder, "size"))
    results = []
    for more in (-100, 0, 32, 64, 96, 128, 160, 192, 256, 512) if is_long else (-100, 64, 160, 512):
        name = f"{more:+} MiB"
        victim = Victim(program, os.path.join(folder, str(more)), has_failpoint=False)
        victim.limits = {resource.RLIMIT_AS: size + (more << 20)}
        try:
            if victim.try_to_start():
                send_much(victim)
                must(victim.answered == 2_400, name, f"{victim.answered} of 2,400 are answered")
                victim.check_after_kill()
                results.append(f"{name}: all answered")
            else:
                must(more < 512, name, f"does not start: {victim.last_error()}")
                status, words = victim.process.returncode, victim.last_error()
                must(status == 3 and "pushinbox: the limit on memory" in words, name, f"exit {status}: {words}")
                results.append(f"{name}: exit 3")
        finally:
            victim.kill()
    return "; ".join(results)


def send_much(victim):
    """Sends 2,400 pushes over 60 connections, and reads the answers."""
    senders = []
    for _ in range(60):
        sender = Sender(victim)
        senders.append(sender)
        sender.send(40)
    for sender in senders:
        while sender.waiting and sender.receive():
            pass
    for sender in senders:
        sender.close()


def used_size(program, folder):
    """The virtual memory of the program after its start, in bytes."""
    with running(program, folder, has_failpoint=False) as victim:
        with open(f"/proc/{victim.process.pid}/statm") as file:
            return int(file.read().split()[0]) * resource.getpagesize()


ROWS = [descriptors, descriptors_on_screen, few_descriptors, memory]
