"""Checks of output: printable text in UTF-8, valid JSON, well-formed XML."""

import json
import re
import xml.parsers.expat

# C0 but line feeds, DEL, C1, what reorders, breaks lines or hides text, and noncharacters
# (docs/guides/terminals.md, "Pipes and simple terminals").
FORBIDDEN = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u2064\u2066-\u206f"
    "\ufdd0-\ufdef\ufeff\ufff9-\ufffb\U000e0000-\U000e007f"
    + "".join(chr(plane << 16 | code) for plane in range(17) for code in (0xFFFE, 0xFFFF)) + "]")
# The control characters among them.
CONTROL = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f]")
MOST = 6


class Problem(Exception):
    """An output that fails a check."""

    def __str__(self):
        return " ".join(str(part) for part in self.args)


def must(is_so, *because):
    if not is_so:
        raise Problem(*because)


def decode(data, name):
    try:
        return data.decode()
    except UnicodeDecodeError as problem:
        start = problem.start
        raise Problem(f"{name}: invalid UTF-8 at {start}: {data[max(0, start - 30):start + 9]!r}") from None


def find(pattern, text, name):
    """Reports the characters of a pattern in a text, with the text around them."""
    hits = []
    for match in pattern.finditer(text):
        start = match.start()
        hits.append(f"U+{ord(match[0]):04X} in {ascii(text[max(0, start - 40):start + 20])}")
        if len(hits) == MOST:
            break
    must(not hits, f"{name}:", "; ".join(hits))


def plain(data, name):
    """Checks text for people."""
    find(FORBIDDEN, decode(data, name), name)


def lines_of_json(data, name):
    """Checks lines of JSON; returns their values."""
    text = decode(data, name)
    find(FORBIDDEN, text, name)
    values = []
    for line in text.split("\n"):
        try:
            values += [json.loads(line)] if line else []
        except ValueError as problem:
            raise Problem(f"{name}: {problem}: {ascii(line[:200])}") from None
    return values


def markup(data, name):
    """Checks XML."""
    plain(data, name)
    try:
        xml.parsers.expat.ParserCreate().Parse(data, True)
    except xml.parsers.expat.ExpatError as problem:
        raise Problem(f"{name}: {problem}") from None
