"""Rows: the database is damaged, or one of its files is lost, before a start and while the program runs."""

import contextlib
import itertools
import os
import shutil
import sqlite3
import struct

from victim import Sender, Victim, must, running, wait

PAGE = 4_096


def flip(page):
    """Inverts bits at both ends, where SQLite keeps its tables, and in the middle."""
    page = bytearray(page)
    for start in (0, len(page) // 2, len(page) - 64):
        for place in range(start, min(start + 32, len(page))):
            page[place] ^= 0x5a
    return bytes(page)


def zero(page):
    return bytes(len(page))


# Functions that damage a page; None truncates the file before it.
DAMAGES = {"flipped": flip, "zeroed": zero, "truncated": None}


def spoil(path, number, damage):
    """Damages the page of a file, counted from 0."""
    with open(path, "r+b") as file:
        if damage is None:
            file.truncate(number * PAGE)
            return
        file.seek(number * PAGE)
        page = file.read(PAGE)
        file.seek(number * PAGE)
        file.write(damage(page))


def make_template(program, folder, pages):
    """Creates a store with at least this number of pages, all in the database and none in the write-ahead log."""
    with running(program, os.path.join(folder, "template"), has_failpoint=False) as template:
        with Sender(template) as sender:
            while os.path.getsize(os.path.join(template.store, "inbox.db-wal")) < 2 * pages * PAGE:
                sender.send(20)
                must(all(sender.receive() for _ in range(20)), "a push", "is not answered")
        template.end()
    must(sorted(os.listdir(template.store)) == ["inbox.db", "inbox.lock"], "the program", "leaves a log at its exit")
    return template


def restart(program, folder, template, name, spoil_it):
    """Starts the program on a damaged copy of a store. The program listens or reports an error; it keeps the
    damaged file unchanged, under its name or a new one; and it answers a push."""
    victim = Victim(program, os.path.join(folder, name), has_failpoint=False)
    shutil.copytree(template.store, victim.store)
    spoil_it(victim.store)
    with open(os.path.join(victim.store, "inbox.db"), "rb") as file:
        spoiled = file.read()
    try:
        is_running = victim.try_to_start()
        if not is_running:
            must(victim.process.returncode in (1, 3), name, f"exit {victim.process.returncode}")
            must("pushinbox: " in victim.last_error(), name, "ends without a message")
            return "not started"
        moved = moved_aside(victim)
        if moved:
            with open(os.path.join(victim.store, moved[0]), "rb") as file:
                must(file.read() == spoiled, name, "was changed before it was moved aside")
        must(victim.send(2) == 2, name, "a push is not answered")
        use_commands(victim, name)
        must(victim.end() == 143, name, f"exit {victim.process.returncode} at the end")
        must(all(each in victim.errors for each in moved), name, f"is not reported: {victim.errors}")
        victim.start()
        check_answered(victim, template, name)
        if moved_aside(victim) == moved:
            return "moved aside" if moved else "used"
        return "moved aside later"
    finally:
        victim.kill()
        shutil.rmtree(victim.folder)


def moved_aside(victim):
    """The names of the databases that were moved aside."""
    return sorted(each for each in os.listdir(victim.store) if ".corrupt-" in each and each.endswith("Z"))


def check_answered(victim, template, name):
    """Each push that was answered before the damage is there if its row can be read in one of the databases
    that were moved aside; what was answered later is there."""
    there = stored(os.path.join(victim.store, "inbox.db"))
    lost = {push.id for push in victim.pushes if push.answered} - there
    must(not lost, name, f"{len(lost)} pushes answered with 200 are not there: {sorted(lost)[:3]}")
    readable = set()
    for moved in moved_aside(victim):
        readable |= readable_pushes(victim, moved)
    lost = (readable & {push.id for push in template.pushes}) - there
    must(not lost, name, f"{len(lost)} pushes that can be read are not in the new store: {sorted(lost)[:3]}")


def stored(path):
    with contextlib.closing(sqlite3.connect(path)) as database:
        return {id for id, in database.execute("SELECT apns_id FROM pushes")}


def readable_pushes(victim, name):
    """The pushes of a damaged database whose rows can be read one by one, in a copy of it."""
    copy = os.path.join(victim.folder, "copy.db")
    for companion in ["", "-wal"]:
        if os.path.exists(os.path.join(victim.store, name + companion)):
            shutil.copy(os.path.join(victim.store, name + companion), copy + companion)
    readable = set()
    with contextlib.closing(sqlite3.connect(copy)) as database:
        for number in range(1, 4_000):
            with contextlib.suppress(sqlite3.DatabaseError, UnicodeDecodeError):
                for row in database.execute("SELECT apns_id, * FROM pushes WHERE id = ?", [number]):
                    readable.add(row[0])
    for companion in ["", "-wal", "-shm"]:
        with contextlib.suppress(FileNotFoundError):
            os.remove(copy + companion)
    return readable


def use_commands(victim, name):
    """Runs commands that read the whole store. A command may fail with a message; the program must not exit."""
    for words in (["ls"], ["export"], ["show", "1"], ["show", "20"], ["show", "last"], ["ls", "is:rejected"]):
        done = victim.run(*words)
        must(done.returncode in (0, 1, 3), name, f"{words} ends with {done.returncode}")
        must(done.returncode != 3 or "damaged" in done.stderr, name, f"{words} fails: {done.stderr}")
    must(victim.process.poll() is None, name, f"exit {victim.process.returncode}")


def pages(program, folder, is_long):
    """each page of the database is inverted, zeroed or truncated before a start"""
    template = make_template(program, folder, 200 if is_long else 40)
    count = os.path.getsize(os.path.join(template.store, "inbox.db")) // PAGE
    results = []
    for kind, damage in DAMAGES.items():
        # The short form damages different pages in each way. The first pages hold the schema.
        start = list(DAMAGES).index(kind)
        for number in range(count) if is_long else [*range(3), *range(3 + start, count, 3)]:
            results.append(restart(
                program, folder, template, f"page-{number}-{kind}",
                lambda store: spoil(os.path.join(store, "inbox.db"), number, damage)))
    return f"{len(results)} damages of {count} pages: " + ", ".join(
        f"{results.count(each)} {each}" for each in sorted(set(results)))


def sizes(program, folder, is_long):
    """a database that is empty, too short, all zeros or text: the program starts, or reports it"""
    template = make_template(program, folder, 20)
    for name, bytes_ in {
            "empty": b"", "short": b"SQLite format 3\0", "zeros": bytes(100_000),
            "text": b"# not a database\n" * 99,
            "page-size": b"SQLite format 3\0" + struct.pack(">H", 3) + bytes(5_000)}.items():
        def overwrite(store):
            with open(os.path.join(store, "inbox.db"), "wb") as file:
                file.write(bytes_)
        restart(program, folder, template, name, overwrite)


def log(program, folder, is_long):
    """a damaged write-ahead log: only pushes behind the damage are lost"""
    with running(program, os.path.join(folder, "template"), has_failpoint=False) as template:
        frame = PAGE + 24
        # The number of frames in the log after each push.
        ends = []
        for _ in range(20):
            template.send()
            ends.append((os.path.getsize(os.path.join(template.store, "inbox.db-wal")) - 32) // frame)
    count = ends[-1]
    for number in range(0, count, 1 if is_long else 12):
        victim = Victim(program, os.path.join(folder, f"frame-{number}"), has_failpoint=False)
        shutil.copytree(template.store, victim.store)
        with open(os.path.join(victim.store, "inbox.db-wal"), "r+b") as file:
            file.seek(32 + number * frame + 24 + 100)
            file.write(b"\x5a" * 64)
        try:
            is_running = victim.try_to_start()
            must(is_running, f"frame {number}", victim.last_error())
            with victim.database() as database:
                there = [id for id, in database.execute("SELECT apns_id FROM pushes ORDER BY id")]
                verdict = database.execute("PRAGMA integrity_check").fetchone()
            must(verdict == ("ok",), f"frame {number}", verdict)
            ids = [push.id for push in template.pushes]
            must(there == ids[:len(there)], f"frame {number}", "leaves a gap in the stored pushes")
            whole = sum(end <= number for end in ends)
            must(len(there) >= whole, f"frame {number}", f"leaves {len(there)} of {whole} pushes")
            must(victim.send() == 1, f"frame {number}", "a push is not answered")
        finally:
            victim.kill()
            shutil.rmtree(victim.folder)
    return f"{count} frames"


def live(program, folder, is_long):
    """pages are damaged while the program runs: it continues"""
    template = make_template(program, folder, 200 if is_long else 40)
    count = os.path.getsize(os.path.join(template.store, "inbox.db")) // PAGE
    results = []
    for number in range(0, count, 1 if is_long else 4):
        victim = Victim(program, os.path.join(folder, f"live-{number}"), has_failpoint=False)
        shutil.copytree(template.store, victim.store)
        try:
            victim.start()
            must(victim.send(2) == 2, f"page {number}", "a push is not answered before")
            spoil(os.path.join(victim.store, "inbox.db"), number, flip)
            before = len(victim.pushes)
            must(victim.send(60) == 60, f"page {number}", "a push is not answered")
            use_commands(victim, f"page {number}")
            moved = moved_aside(victim)
            must(victim.end() == 143, f"page {number}", f"exit {victim.process.returncode} at the end")
            if moved:
                # The program had all pushes in memory.
                lost = {push.id for push in template.pushes + victim.pushes}
                lost -= stored(os.path.join(victim.store, "inbox.db"))
                must(not lost, f"page {number}", f"{len(lost)} pushes are not there: {sorted(lost)[:3]}")
            # The next start finds the same damage unless it was found before.
            must(victim.try_to_start(), f"page {number}", victim.last_error())
            must(victim.send() == 1, f"page {number}", "a push is not answered after the restart")
            later = moved_aside(victim)
            results.append("moved aside" if moved else "moved aside at the next start" if later else "used")
            must(all(each in victim.errors for each in later), f"page {number}", victim.errors)
            check_answered(victim, template, f"page {number}")
        finally:
            victim.kill()
            shutil.rmtree(victim.folder)
    return f"{len(results)} of {count} pages: " + ", ".join(
        f"{results.count(each)} {each}" for each in sorted(set(results)))


def reported(program, folder, is_long):
    """damage found by a command: the running program reports it, with the new path of the file"""
    template = make_template(program, folder, 40)
    count = os.path.getsize(os.path.join(template.store, "inbox.db")) // PAGE
    for number in range(count):
        victim = Victim(program, os.path.join(folder, f"reported-{number}"), has_failpoint=False)
        shutil.copytree(template.store, victim.store)
        spoil(os.path.join(victim.store, "inbox.db"), number, flip)
        try:
            must(victim.try_to_start(), f"page {number}", victim.last_error())
            use_commands(victim, f"page {number}")
            victim.end()
            for name in moved_aside(victim):
                must(name in victim.errors, f"page {number}", "is moved aside without a message")
        finally:
            victim.kill()
            shutil.rmtree(victim.folder)
    return f"{count} pages"


def remove(path):
    os.remove(path)


def truncate(path):
    os.truncate(path, 0)


def overwrite(path):
    size = os.path.getsize(path)
    with open(path, "r+b") as file:
        file.write(bytes(size))


FILES = ["inbox.db", "inbox.db-wal", "inbox.db-shm"]
CHANGES = {"removed": remove, "truncated": truncate, "zeroed": overwrite}
REPORTS = ["was damaged", "was removed", "the log of the store"]


def change(victim, name, kind):
    CHANGES[kind](os.path.join(victim.store, name))


def check_all(victim, name):
    """Each push that was answered is there once."""
    with victim.database() as database:
        there = [id for id, in database.execute("SELECT apns_id FROM pushes")]
        verdict = database.execute("PRAGMA integrity_check").fetchone()
    must(verdict == ("ok",), name, verdict)
    lost = {push.id for push in victim.pushes if push.answered} - set(there)
    must(not lost, name, f"{len(lost)} pushes answered with 200 are not there: {sorted(lost)[:3]}")
    must(len(there) == len(set(there)), name, "a push is stored twice")


def lose(program, folder, then):
    """Changes each file of a running program in each way, and then ends and restarts the program: it has every push,
    and reported the change."""
    count = 0
    with running(program, folder, has_failpoint=False) as victim:
        for name, kind in itertools.product(FILES, CHANGES):
            title = f"{name} {kind}"
            must(victim.send(4) == 4, title, "a push is not answered before")
            before = len(victim.errors)

            def is_reported(name=name, before=before):
                # The index has nothing that the log does not have; it is made again without a message.
                return name.endswith("-shm") or any(each in victim.errors[before:] for each in REPORTS)

            change(victim, name, kind)
            then(victim, title, is_reported)
            must(is_reported(), title, f"is not reported: {victim.errors[before:]}")
            must(victim.try_to_start(), title, victim.last_error())
            check_all(victim, title)
            count += 1
    return f"{count} changes"


def push_and_kill(victim, title, is_reported):
    must(victim.send(4) == 4, title, "a push is not answered")
    must(victim.process.poll() is None, title, f"exit {victim.process.returncode}")
    # The message follows the answers.
    wait(is_reported)
    victim.kill()


def push_and_end(victim, title, _):
    use_commands(victim, title)
    must(victim.send(4) == 4, title, "a push is not answered")
    must(victim.end() == 143, title, f"exit {victim.process.returncode} at the end")


def end_at_once(victim, title, _):
    must(victim.end() == 143, title, f"exit {victim.process.returncode} at the end")


def lost_then_killed(program, folder, is_long):
    """a file of the store is lost while the program runs, which is then killed: every push is stored"""
    return lose(program, os.path.join(folder, "killed"), push_and_kill)


def lost_then_ended(program, folder, is_long):
    """a file of the store is lost while the program runs, which is then ended: every push is stored"""
    return lose(program, os.path.join(folder, "ended"), push_and_end)


def lost_at_the_end(program, folder, is_long):
    """a file of the store is lost while the program runs, which is ended without another push: every push is stored"""
    return lose(program, os.path.join(folder, "at-once"), end_at_once)


def lost_before_start(program, folder, is_long):
    """a file of the store is lost after a kill: the next start recovers what the others have, and reports a loss"""
    with running(program, os.path.join(folder, "template"), has_failpoint=False) as template:
        must(template.send(6) == 6, "six pushes", "are not answered")
    for number, (name, kind) in enumerate(itertools.product(FILES, CHANGES)):
        title = f"{name} {kind}"
        victim = Victim(program, os.path.join(folder, str(number)), has_failpoint=False)
        victim.numbers = itertools.count(100)
        shutil.copytree(template.store, victim.store)
        change(victim, name, kind)
        try:
            must(victim.try_to_start(), title, victim.last_error())
            must(victim.send(2) == 2, title, "a push is not answered")
            is_lost = name.endswith("-wal")
            if not is_lost:
                victim.pushes += template.pushes
            check_all(victim, title)
            # The message may follow the answers.
            wanted = [*moved_aside(victim), *(["was damaged"] if is_lost else [])]
            is_reported = wait(lambda: all(each in victim.errors for each in wanted))
            must(is_reported, title, f"is not reported: {victim.errors}")
        finally:
            victim.kill()
            shutil.rmtree(victim.folder)


def unlocked(program, folder, is_long):
    """inbox.lock is removed while the program runs: the next push makes it again, and no other program uses the store"""
    with running(program, os.path.join(folder, "first"), has_failpoint=False) as victim:
        must(victim.send(2) == 2, "a push", "is not answered before")
        remove(os.path.join(victim.store, "inbox.lock"))
        must(victim.send(2) == 2, "a push", "is not answered")
        other = Victim(program, os.path.join(folder, "other"), has_failpoint=False)
        other.store = victim.store
        must(not other.try_to_start(), "another program", "uses the same store")
        must("is in use" in other.last_error(), "the error is", other.last_error())
        victim.check_after_kill()


def taken_over(program, folder, is_long):
    """inbox.lock is removed, another program uses the store: the first accepts nothing, says so, nothing is lost"""
    with running(program, os.path.join(folder, "first"), has_failpoint=False) as victim:
        must(victim.send(2) == 2, "a push", "is not answered before")
        remove(os.path.join(victim.store, "inbox.lock"))
        other = Victim(program, os.path.join(folder, "other"), has_failpoint=False)
        other.store, other.numbers = victim.store, itertools.count(100)
        try:
            other.start()
            must(other.send(2) == 2, "a push", "to the other program is not answered")
            other.kill()
            with Sender(victim) as sender:
                sender.send(2)
                must(wait(lambda: "another pushinbox has used the store" in victim.errors), "it", "is not reported")
                must(not sender.is_answered(), "a push", "is answered after another program used the store")
            victim.kill()
            victim.pushes = [push for push in victim.pushes if push.answered] + other.pushes
            victim.start()
            victim.check()
        finally:
            other.kill()


ROWS = [
    pages, sizes, log, live, reported, lost_then_killed, lost_then_ended, lost_at_the_end, lost_before_start,
    unlocked, taken_over]
