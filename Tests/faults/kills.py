"""Rows: the program is killed at each call that changes its files."""

import itertools
import os
import shutil

from victim import Sender, Victim, must, running

# The number of pages of the write-ahead log that trigger a checkpoint (`PRAGMA wal_autocheckpoint`).
LOG_PAGES = 4_000
PAGE = 4_096


def run_until_killed(victim, number, *, is_torn=False, ends=False):
    """Starts the program, sends two batches and, with `ends`, stops it; the program is killed at the call with this
    number. Returns whether it made fewer calls."""
    victim.failpoint["torn"], victim.failpoint["kill_at"] = is_torn, number
    victim.failpoint["calls"] = 0
    if not victim.try_to_start():
        status = victim.process.returncode
        must(status == -9, f"call {number}", f"exit {status} at the start")
        return False
    answered = victim.send(3) + victim.send(5)
    if ends and answered == 8:
        status = victim.end()
        must(status in (143, -9), f"call {number}", f"exit {status} at the end")
        return status == 143
    is_killed = answered < 8
    victim.kill()
    return not is_killed


def kill_at_each(program, folder, template, first, step, *, is_torn=False, ends=False, configuration=None):
    """Kills the program on copies of a store at the calls ``first``, ``first + step`` …, until a run makes fewer
    calls; returns the number of kills."""
    kills = 0
    for number in itertools.count(first, step):
        victim = Victim(program, os.path.join(folder, f"{number}{'-torn' * is_torn}"), configuration)
        if template:
            shutil.copytree(template.store, victim.store)
            victim.pushes, victim.numbers = list(template.pushes), template.numbers
        try:
            is_over = run_until_killed(victim, number, is_torn=is_torn, ends=ends)
            victim.check_after_kill()
        except Exception as problem:
            place = f"killed at call {number}" + ", half of it written" * is_torn
            raise type(problem)(f"{place}: {problem}") from problem
        finally:
            victim.kill()
        shutil.rmtree(victim.folder)
        if is_over:
            return kills
        kills += 1


def first_start(program, folder, is_long):
    """kill -9 at each write of the first start, which creates the store: no answered push is lost"""
    kills = kill_at_each(program, folder, None, 1, 1 if is_long else 3)
    kills += kill_at_each(program, folder, None, 1, 1 if is_long else 5, is_torn=True)
    return f"{kills} kills"


def batches(program, folder, is_long):
    """kill -9 at each write of a start, two batches and the exit: no answered push is lost"""
    with running(program, os.path.join(folder, "template")) as template:
        template.send(4)
    kills = kill_at_each(program, folder, template, 1, 1, ends=True)
    kills += kill_at_each(program, folder, template, 1, 1 if is_long else 4, is_torn=True, ends=True)
    return f"{kills} kills"


def limit(program, folder, is_long):
    """kill -9 at each write of a commit that trims to history.keep: the newest pushes are stored"""
    configuration = {"history": {"keep": 6, "durable": True}}
    kills = 0
    for number in itertools.count(1):
        victim = Victim(program, os.path.join(folder, str(number)), configuration)
        try:
            victim.start()
            must(victim.send(6) == 6, "six pushes", "are not answered")
            victim.failpoint["kill_at"] = victim.failpoint["calls"] + number
            is_over = victim.send(4) == 4
            victim.kill()
            victim.failpoint.clear()
            victim.start()
            check_newest(victim, 6)
        except Exception as problem:
            raise type(problem)(f"killed at call {number}: {problem}") from problem
        finally:
            victim.kill()
        if is_over:
            return f"{kills} kills"
        kills += 1


def check_newest(victim, keep):
    """Checks that the list holds the newest pushes, as many as the limit allows, and the last answered one."""
    with victim.database() as database:
        verdict = [line for line, in database.execute("PRAGMA integrity_check")]
        must(verdict == ["ok"], "the database", verdict[:3])
        there = [id for id, in database.execute("SELECT apns_id FROM pushes WHERE place = 0 ORDER BY id")]
    ids = [push.id for push in victim.pushes]
    must(len(there) == keep, "the list", f"has {len(there)} of {keep}")
    last = ids.index(there[-1])
    must(there == ids[last - keep + 1:last + 1], "the list", f"is not the newest pushes in order: {there}")
    answered = [number for number, push in enumerate(victim.pushes) if push.answered]
    must(last >= answered[-1], ids[answered[-1]], "answered with 200 and not stored")


def checkpoint(program, folder, is_long):
    """kill -9 at each write of a commit with a checkpoint: no answered push is lost"""
    configuration = {"history": {"keep": 1_000_000}}
    with running(program, os.path.join(folder, "template"), configuration, has_failpoint=False) as template:
        log = os.path.join(template.store, "inbox.db-wal")
        with Sender(template) as sender:
            while os.path.getsize(log) < (LOG_PAGES - 20) * PAGE:
                sender.send()
                must(sender.receive(), "a push", "is not answered")
    size = os.path.getsize(log)
    counts = Victim(program, os.path.join(folder, "counts"), configuration)
    shutil.copytree(template.store, counts.store)
    counts.pushes, counts.numbers = list(template.pushes), template.numbers
    try:
        counts.start()
        before = counts.failpoint["syncs"]
        # A checkpoint begins with a sync of the log.
        is_emptied = any(counts.send() == 1 and counts.failpoint["syncs"] > before for _ in range(100))
        must(is_emptied, "the log", "is not checkpointed")
        calls = counts.failpoint["calls"]
        counts.check()
    finally:
        counts.kill()
    must(size > 0 and calls > 40, "the commit", f"has {calls} calls and no checkpoint")
    kills = 0
    for number in range(1, calls + 1, 1 if is_long else 7):
        victim = Victim(program, os.path.join(folder, str(number)), configuration)
        shutil.copytree(template.store, victim.store)
        victim.pushes, victim.numbers = list(template.pushes), template.numbers
        try:
            victim.failpoint["kill_at"], victim.failpoint["torn"] = number, kills % 2
            # The checkpoint starts after about ten further pushes.
            if victim.try_to_start():
                must(any(victim.send() == 0 for _ in range(100)), "the program", "is not killed")
            kills += 1
            victim.check_after_kill()
        except Exception as problem:
            raise type(problem)(f"killed at call {number} of {calls}: {problem}") from problem
        finally:
            victim.kill()
        shutil.rmtree(victim.folder)
    return f"{kills} kills in {calls} calls"


def durable(program, folder, is_long):
    """history.durable: the log is synced before each 200"""
    with running(program, os.path.join(folder, "durable"), {"history": {"durable": True}}) as victim:
        for _ in range(20):
            before = victim.failpoint["syncs"]
            must(victim.send() == 1, "a push", "is not answered")
            must(victim.failpoint["syncs"] > before, "a push", "is answered before the log is synced")
        victim.check_after_kill()


ROWS = [first_start, batches, limit, checkpoint, durable]
