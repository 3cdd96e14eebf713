"""The hostile texts: the cases of terminal-injection.json, and random strings from a seed."""

import base64
import dataclasses
import json
import os
import random

FILE = os.path.join(
    os.path.dirname(os.path.abspath(__file__)), "..", "PushInboxTests", "Fixtures", "terminal-injection.json")

CONTROLS = [chr(code) for code in (*range(0x20), *range(0x7F, 0xA0))]
MARKS = ["\u0301", "\u0489", "\u0600", "\u0e33", "\u0f39", "\u20dd", "\ufe0f", "\ufe20", "\U0001d165", "\u1ab0"]
BIDIRECTIONAL = [chr(code) for code in (0x61C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A))]
INVISIBLE = [
    chr(code) for code in (
        0xAD, 0x34F, 0x115F, 0x180E, *range(0x200B, 0x200E), 0x2028, 0x2029, *range(0x2060, 0x2065),
        *range(0x206A, 0x2070), 0x3164, 0xFE00, 0xFEFF, *range(0xFFF9, 0xFFFC), 0xE0001, 0xE0041, 0xE007F, 0xE0100)]
WIDE = ["界", "한", "Ａ", "😀", "👨\u200d👩\u200d👧", "🇩🇪", "\u3000", "ﷺ", "\ufdfd"]
NONCHARACTERS = ["\ufdd0", "\ufdef", "\ufffe", "\uffff", "\U0001fffe", "\U0010ffff"]
LETTERS = list("ab <>&\"'\\%") + ["א", "ع", "é", "ß", "\ue000"]
SEQUENCES = ["\x1b[2J", "\x1b]0;x\x07", "\x1b[31m", "\x9b5n", "\x1bP1$r\x1b\\", "\x1b[?1049l", "\r\n", "]]>"]
GROUPS = [CONTROLS, MARKS, BIDIRECTIONAL, INVISIBLE, WIDE, NONCHARACTERS, LETTERS, SEQUENCES]
INVALID = [b"\x80", b"\xc0\xaf", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xff", b"\xfe", b"\xc2", b"\xe2\x80", b"\x9b2J"]


@dataclasses.dataclass
class Case:
    """A hostile text, or a payload of bytes."""

    name: str
    kind: str
    texts: dict | None = None
    payload: bytes | None = None
    # The texts of header fields and paths, which are bytes.
    raw: bytes = b""

    @property
    def text(self):
        """The texts of all fields as one."""
        return "".join(self.texts.values()) if self.texts else ""

    def field(self, name):
        """The text for a field that the case may not name."""
        return (self.texts or {}).get(name, self.text)


def read():
    """Returns the cases of the file."""
    with open(FILE) as file:
        return [make(case) for case in json.load(file)["cases"]]


def make(case):
    name, kind = case["id"], case["category"]
    if "payloadBase64" in case:
        payload = base64.b64decode(case["payloadBase64"])
        return Case(name, kind, payload=payload, raw=payload)
    text = case["text"]
    texts = text if isinstance(text, dict) else {"title": text, "body": text}
    return Case(name, kind, texts, raw="".join(texts.values()).encode(errors="surrogatepass"))


def select(cases):
    """Returns one case of each kind, and of those whose texts are divided over fields one more."""
    chosen = {}
    for case in cases:
        divided = case.texts is not None and len(set(case.texts.values())) > 1
        chosen.setdefault((case.kind, divided), case)
    return list(chosen.values())


def draw(seed, count):
    """Returns cases with so many random strings, three in each; the same seed gives the same cases."""
    source = random.Random(seed)
    return [draw_case(source, number) for number in range(count // 3)]


def draw_case(source, number):
    texts = {name: draw_text(source) for name in ("title", "subtitle", "body")}
    raw = "".join(texts.values()).encode()
    for _ in range(source.randint(0, 3)):
        place = source.randint(0, len(raw))
        raw = raw[:place] + source.choice(INVALID) + raw[place:]
    if number % 4 == 3:
        body = b'{"aps":{"alert":{"title":"T","body":"' + escape(raw) + b'"}}}'
        return Case(f"random-{number}", "random-bytes", payload=body, raw=raw)
    return Case(f"random-{number}", "random", texts, raw=raw)


def draw_text(source):
    return "".join(source.choice(source.choice(GROUPS)) for _ in range(source.randint(1, 24)))


def escape(raw):
    """Returns bytes for a string of JSON: quotes, backslashes and most controls escaped, the rest as it is."""
    escaped = raw.replace(b"\\", b"\\\\").replace(b'"', b'\\"')
    return b"".join(
        b"\\u%04x" % byte if byte < 0x20 else bytes([byte]) for byte in escaped)
