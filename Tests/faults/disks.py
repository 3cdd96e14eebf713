"""Rows: the disk is full, fails, is slow or is read-only; the store is removed or replaced."""

import contextlib
import errno
import os
import shutil
import signal
import subprocess

from screens import Screen
from victim import TIMEOUT, Sender, Skip, Victim, must, running, wait


def fail_and_heal(program, folder, error, message):
    """Checks that while all calls fail, a push is not answered, the error is reported and everything else works,
    and that the push is answered when the calls succeed again."""
    with running(program, folder) as victim, Sender(victim) as sender:
        must(victim.send(5) == 5, "five pushes", "are not answered")
        victim.failpoint.fail(error)
        sender.send(3)
        is_reported = wait(lambda: message in victim.errors)
        must(is_reported, "standard error", f"does not contain “{message}”: {victim.errors}")
        failed = victim.failpoint["failed"]
        # After another failed attempt nothing has been answered.
        must(wait(lambda: victim.failpoint["failed"] > failed), "a commit", "is not retried")
        must(not sender.is_answered(), "a push", "is answered without being stored")
        must(victim.is_ready(), "GET /ready", "is not answered")
        must(victim.run("ls").returncode == 0, "ls", "fails")
        victim.failpoint.clear()
        must(all(sender.receive() for _ in range(3)), "a push", "is not answered when the disk works again")
        victim.check()
        victim.check_after_kill()


def full(program, folder, is_long):
    """no space is left (ENOSPC), then space is freed: pushes wait and are answered"""
    fail_and_heal(program, os.path.join(folder, "full"), errno.ENOSPC, "no space is left for the store")


def broken(program, folder, is_long):
    """reads and writes fail (EIO), then succeed: pushes wait and are answered"""
    fail_and_heal(program, os.path.join(folder, "broken"), errno.EIO, "the store failed: disk I/O error")


def read_only(program, folder, is_long):
    """the file system becomes read-only (EROFS), then writable: pushes wait and are answered"""
    fail_and_heal(program, os.path.join(folder, "read-only"), errno.EROFS, "is on a read-only file system")


def start_fails(program, folder, is_long):
    """the store cannot be written at the start: the program exits with a message and leaves it unchanged"""
    for number, error in enumerate([errno.EROFS, errno.ENOSPC, errno.EIO, errno.EACCES]):
        with running(program, os.path.join(folder, str(number))) as victim:
            must(victim.send(3) == 3, "three pushes", "are not answered")
            victim.kill()
            victim.failpoint.fail(error)
            must(not victim.try_to_start(), os.strerror(error), "the program listens")
            must(victim.process.returncode in (1, 3), os.strerror(error), f"exit {victim.process.returncode}")
            must("pushinbox: the store " in victim.last_error(), os.strerror(error), victim.last_error())
            victim.check_after_kill()


def tmpfs(program, folder, is_long):
    """a file system of 3 MB fills up, then grows: pushes wait and are answered"""
    place = os.path.join(folder, "tmpfs")
    os.makedirs(place)
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=3m", "tmpfs", place], capture_output=True, text=True)
    if mounted.returncode != 0:
        raise Skip("mount: " + " ".join(mounted.stderr.split()))
    victim = Victim(program, os.path.join(place, "victim"), has_failpoint=False)
    try:
        victim.start()
        with open(os.path.join(place, "filler"), "wb") as filler:
            filler.write(bytes(2 << 20))
        with Sender(victim) as sender:
            while "no space is left" not in victim.errors:
                sender.send()
                is_handled = wait(lambda: sender.is_answered() or "no space is left" in victim.errors)
                must(is_handled, "a push", "is neither answered nor held for lack of space")
                if sender.is_answered():
                    must(sender.receive(), "a push", "is rejected")
            subprocess.run(["mount", "-o", "remount,size=16m", place], check=True)
            while sender.waiting:
                must(sender.receive(), "a push", "is not answered when space is free again")
        must(victim.send(20) == 20, "twenty pushes", "are not answered")
        victim.check_after_kill()
        return f"{len(victim.pushes)} pushes"
    finally:
        victim.kill()
        subprocess.run(["umount", place], check=True)


def fail(error):
    return lambda victim: victim.failpoint.fail(error)


def hang(victim):
    victim.failpoint["gate"] = 1


def remove(victim):
    shutil.rmtree(victim.store)


def replace(victim):
    """Puts an empty file in the place of the store."""
    path = os.path.join(victim.store, "inbox.db")
    os.rename(path, path + ".old")
    with open(path, "wb"):
        pass


def damage(victim):
    """Overwrites all pages of the database but the first, and reads one that was not read before."""
    path = os.path.join(victim.store, "inbox.db")
    with open(path, "r+b") as file:
        file.seek(4_096)
        file.write(b"\xa5" * (os.path.getsize(path) - 4_096))
    victim.run("show", "1")


# Each disturbance with what the screen says of it, and whether a push waits until it is undone.
SCREENS = {
    "full": (fail(errno.ENOSPC), "no space is left", True),
    "broken": (fail(errno.EIO), "the store failed: disk I/O error", True),
    "read-only": (fail(errno.EROFS), "is on a read-only file system", True),
    "hanging": (hang, "has not answered for 5 s; pushes and keys wait", True),
    "removed": (remove, "was removed; it was written again", False),
    "replaced": (replace, "was replaced by another file", False),
    "damaged": (damage, "was damaged: ", False)}


def screen(program, folder, is_long):
    """each failure of the store: the screen reports it, and a push is answered when the store works"""
    for name, (disturb, message, waits) in SCREENS.items():
        show(program, os.path.join(folder, name), disturb, message, waits)


def show(program, folder, disturb, message, waits):
    victim = Victim(program, folder)
    victim.start()
    must(victim.send(40) == 40, "forty pushes", "are not answered")
    victim.end()
    with Screen(victim) as screen:
        must(victim.send(2) == 2, "two pushes", "are not answered")
        with Sender(victim) as sender:
            disturb(victim)
            sender.send()
            screen.must_say(message)
            if waits:
                must(not sender.is_answered(), "a push", "is answered without being stored")
                victim.failpoint.clear()
            must(sender.receive(), "a push", "is not answered when the store works")
        victim.check()


def gate(program, folder, is_long):
    """a write blocks: pushes are not answered, other requests are, and a message says that the disk does not answer"""
    with running(program, os.path.join(folder, "gate")) as victim, Sender(victim) as sender:
        must(victim.send(3) == 3, "three pushes", "are not answered")
        victim.failpoint["gate"] = 1
        sender.send(40)
        must(wait(lambda: victim.failpoint["waiting"]), "a push", "is not stored")
        must(victim.is_ready(), "GET /ready", "is not answered")
        must(not sender.is_answered(), "a push", "is answered without being stored")
        must(wait(lambda: "has not answered for 5 s" in victim.errors), "standard error", victim.errors)
        victim.failpoint["gate"] = 0
        must(all(sender.receive() for _ in range(40)), "a push", "is not answered")
        must(wait(lambda: "the disk of the store answered after" in victim.errors), "standard error", victim.errors)
        victim.check_after_kill()


def slow(program, folder, is_long):
    """each write takes 20 ms: every push is answered"""
    with running(program, os.path.join(folder, "slow")) as victim:
        victim.failpoint["delay"] = 20
        senders = [Sender(victim) for _ in range(8)]
        for _ in range(10 if is_long else 3):
            for sender in senders:
                sender.send(10)
            must(victim.run("ls").returncode == 0, "ls", "fails")
            for sender in senders:
                must(all(sender.receive() for _ in range(10)), "a push", "is not answered")
        for sender in senders:
            sender.close()
        victim.check_after_kill()


def stopped_disk(program, folder, is_long):
    """the program is stopped while the disk fails: pushes that are not stored are rejected"""
    with running(program, os.path.join(folder, "stopped-disk")) as victim, Sender(victim) as sender:
        must(victim.send(3) == 3, "three pushes", "are not answered")
        victim.failpoint.fail(errno.ENOSPC)
        sender.send(2)
        must(wait(lambda: victim.failpoint["failed"]), "a push", "is not stored")
        victim.process.send_signal(signal.SIGTERM)
        answers = [sender.receive() for _ in range(2)]
        must(answers == [False, False], "pushes that are not stored", f"are answered: {answers}")
        must(victim.process.wait(TIMEOUT) == 143, "the exit status", victim.process.returncode)
        victim.check_after_kill()
        with victim.database() as database:
            count, = database.execute("SELECT count(*) FROM pushes").fetchone()
        must(count == 4, "a rejected push", "is stored")


def removed(program, folder, is_long):
    """the folder of the store is removed: pushes answered before and after it are stored"""
    with running(program, os.path.join(folder, "removed"), has_failpoint=False) as victim:
        must(victim.send(5) == 5, "five pushes", "are not answered")
        shutil.rmtree(victim.store)
        must(victim.send(3) == 3, "three pushes", "are not answered")
        must(victim.is_ready() and victim.run("ls").returncode == 0, "ls", "fails")
        is_reported = wait(lambda: "was removed" in victim.errors)
        must(is_reported, "standard error", "does not report that the store was removed")
        victim.check_after_kill()


def replaced(program, folder, is_long):
    """the store is replaced by an older copy: pushes answered before and after it are stored"""
    files = ["inbox.db", "inbox.db-wal", "inbox.db-shm"]
    with running(program, os.path.join(folder, "replaced"), has_failpoint=False) as victim:
        must(victim.send(5) == 5, "five pushes", "are not answered")
        for name in files:
            shutil.copy(os.path.join(victim.store, name), os.path.join(victim.folder, name))
        must(victim.send(3) == 3, "three pushes", "are not answered")
        for name in files:
            os.rename(os.path.join(victim.folder, name), os.path.join(victim.store, name))
        must(victim.send(3) == 3, "three pushes", "are not answered")
        is_reported = wait(lambda: "was replaced" in victim.errors)
        must(is_reported, "standard error", "does not report that the store was replaced")
        victim.check_after_kill()


ROWS = [
    full, broken, read_only, start_fails, tmpfs, screen, gate, slow, stopped_disk, removed, replaced]
