"""Shows what `lines.py` delivered on a strict terminal: every view, with the messages of feeds that fail."""

import checks
import feeds
from checks import must
from screen import Screen

COLUMNS, ROWS = 120, 36
PAGES, PUSHES, REQUESTS, COMPARED = 12, 25, 25, 3
PAGE_DOWN, PAGE_UP = "\x06", "\x02"


def check(program, cases, findings):
    """Goes through the pages of all views, and through the tabs of pushes and requests."""
    with findings.check("views: what reaches the terminal is printable, and no other sequence does"):
        # Feeds that fail are among the messages of the log.
        sources = feeds.Feeds(program.home, cases, "view-")
        screen = Screen(program, COLUMNS, ROWS, sources.options)
        try:
            show(screen)
        finally:
            status = screen.end()
            sources.end()
        terminal = screen.terminal
        must(not terminal.violations, terminal.violations[:5])
        checks.find(checks.FORBIDDEN, "".join(sorted(terminal.printed)), "the screen")
        must(terminal.frames > PAGES + PUSHES + REQUESTS, "only", terminal.frames, "frames were drawn")
        must(status in (0, 143), "the program ended with", status)


def show(screen):
    screen.wait(lambda: screen.has("[1 Inbox"), "the list does not come")
    press(screen, PAGE_DOWN * PAGES)
    press(screen, "g\r" + "]]]]]]J" * PUSHES)
    screen.type("q")
    screen.wait(lambda: screen.has("[1 Inbox"), "the list does not come back")
    for _ in range(COMPARED):
        press(screen, "vJ=" + PAGE_DOWN * 3)
        leave(screen)
        screen.type("|")
        # The payload goes through a command, whose output is shown.
        screen.type("/bin/cat; /bin/cat answers/* >&2\r")
        screen.wait(lambda: "| /bin/cat" in screen.terminal.lines[0], "the output of a command does not come")
        press(screen, PAGE_DOWN * 3)
        leave(screen)
        screen.type("J")
    screen.type("2")
    screen.wait(lambda: screen.has("[2 Rejected"), "the rejected requests do not come")
    press(screen, PAGE_DOWN * PAGES)
    press(screen, "g\r" + "]J" * REQUESTS)
    screen.type("q3")
    screen.wait(lambda: screen.has("/stream:"), "the log has no line of a feed")
    press(screen, PAGE_UP * PAGES)
    for key, sign, keys in (
            ("4", "[4 Settings", PAGE_DOWN + "]"), ("5", "[5 Held", PAGE_DOWN), ("I", "I leave", "jl")):
        screen.type(key)
        screen.wait(lambda: screen.has(sign), f"{sign} does not come")
        press(screen, keys * PAGES)


def leave(screen):
    """Returns to the list. A key that comes with Esc would be taken for one with Alt."""
    screen.type("\x1b")
    screen.wait(lambda: screen.has("[1 Inbox"), "the list does not come back")


def press(screen, keys):
    """Presses keys, each when the frame of the one before is there, or when none comes."""
    for key in keys:
        before = screen.terminal.frames
        screen.type(key)
        while screen.terminal.frames == before and screen.read(0.1):
            pass
