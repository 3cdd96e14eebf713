"""A strict terminal: turns the bytes of a program into a grid of cells and reports every other sequence.

It accepts what the entry xterm-256color of terminfo and the program use: cursor movement, SGR, erasing,
inserting and deleting, scrolling, modes, the title and OSC 52. Anything else is a violation.
"""

import base64
import binascii
import ctypes
import locale

locale.setlocale(locale.LC_CTYPE, "C.UTF-8")
_wcwidth = ctypes.CDLL(None).wcwidth
BLANK = (" ", ())
ATTRIBUTES = {1: "bold", 2: "dim", 3: "italic", 4: "underlined", 7: "reversed"}
ENDS = {22: ("bold", "dim"), 23: ("italic",), 24: ("underlined",), 27: ("reversed",)}
MODES = {"1", "7", "12", "25", "1000", "1006", "2004", "2026", "1049"}
LONGEST = 1 << 20


def width(character):
    return _wcwidth(ord(character))


class Terminal:
    """The state of the terminal after the bytes that were fed."""

    def __init__(self, columns, rows):
        self.columns, self.rows = columns, rows
        self.cells = self.blank_cells()
        self.row = self.column = 0
        self.saved = (0, 0)
        self.top, self.bottom = 0, rows - 1
        self.wraps_next = False
        self.style = {}
        self.last = " "
        self.title = "shell"
        self.titles = []
        self.clipboard = []
        self.violations = []
        self.printed = set()
        self.is_drawing = False
        self.frames = self.bells = 0
        self.state = self.ground
        self.pending = b""

    def blank_cells(self):
        return [[BLANK] * self.columns for _ in range(self.rows)]

    @property
    def lines(self):
        """The rows as text, without blanks at their ends."""
        return ["".join([cell[0] for cell in row]).rstrip() for row in self.cells]

    @property
    def text(self):
        return "\n".join(self.lines)

    def violate(self, text):
        self.violations.append(text)

    def feed(self, data):
        for byte in data:
            self.state(byte)

    # Parsing

    def ground(self, byte):
        if byte >= 0x80 or self.pending:
            self.decode(byte)
        elif byte >= 0x20 and byte != 0x7F:
            self.print(chr(byte))
        elif byte == 0x1B:
            self.state = self.escape
        elif byte == 0x07:
            self.bells += 1
        elif byte == 0x08:
            self.move(self.row, self.column - 1)
        elif byte == 0x0A:
            self.line_feed()
        elif byte == 0x0D:
            self.move(self.row, 0)
        else:
            self.violate(f"control {byte:02x}")

    def decode(self, byte):
        self.pending += bytes([byte])
        try:
            text = self.pending.decode()
        except UnicodeDecodeError as problem:
            if problem.reason == "unexpected end of data" and len(self.pending) < 4:
                return
            self.violate(f"invalid UTF-8 {self.pending.hex()}")
            self.pending = b""
            if byte == 0x1B:
                self.state = self.escape
            return
        self.pending = b""
        self.print(text)

    def escape(self, byte):
        self.state = self.ground
        match chr(byte):
            case "[":
                self.begin(self.sequence)
            case "]":
                self.begin(self.command)
            case "(":
                self.state = self.charset
            case "=" | ">":
                pass
            case "7":
                self.saved = self.row, self.column
            case "8":
                self.move(*self.saved)
            case "M":
                if self.row == self.top:
                    self.scroll(-1)
                else:
                    self.move(self.row - 1, self.column)
            case other:
                self.violate(f"ESC {other!r}")

    def begin(self, state):
        self.state, self.buffer = state, bytearray()

    def charset(self, byte):
        self.state = self.ground
        if byte != ord("B"):
            self.violate(f"charset {byte:02x}")

    def command(self, byte):
        if byte == 0x07:
            self.state = self.ground
            self.perform_command(bytes(self.buffer))
        elif byte < 0x20 or byte == 0x7F or len(self.buffer) > LONGEST:
            self.state = self.ground
            self.violate(f"byte {byte:02x} in OSC {bytes(self.buffer)!r}")
        else:
            self.buffer.append(byte)

    def sequence(self, byte):
        if 0x20 <= byte <= 0x3F:
            self.buffer.append(byte)
            return
        self.state = self.ground
        text = self.buffer.decode()
        if not 0x40 <= byte <= 0x7E or not self.perform(text, chr(byte)):
            self.violate(f"CSI {text}{chr(byte)!r}")

    # Performing

    def perform_command(self, command):
        """Accepts the title, a copy and the reset of the palette."""
        try:
            text = command.decode()
        except UnicodeDecodeError:
            self.violate(f"invalid UTF-8 in OSC {command!r}")
            return
        if text.startswith("52;c;"):
            try:
                self.clipboard.append(base64.b64decode(text[5:], validate=True))
            except binascii.Error:
                self.violate(f"OSC {text!r}")
        elif text.startswith("2;"):
            self.title = text[2:]
        elif text != "104":
            self.violate(f"OSC {text!r}")

    def perform(self, parameters, final):
        """Performs a control sequence; returns whether it is one that is accepted."""
        if final in "hl":
            return self.set_mode(parameters, final == "h")
        if final == "t":
            return self.keep_title(parameters)
        if (parameters, final) == ("!", "p"):
            return True
        if not all(part.isdecimal() or not part for part in parameters.split(";")) or len(parameters) > 40:
            return False
        numbers = [int(part or 0) for part in parameters.split(";")]
        if final == "m":
            return self.set_style(numbers)
        return self.perform_number(final, numbers)

    def perform_number(self, final, numbers):
        first = numbers[0]
        count = min(max(1, first), 9999)
        second = numbers[1] if len(numbers) > 1 else 0
        match final:
            case "H":
                self.move(count - 1, max(1, second) - 1)
            case "A" | "B":
                self.move(self.row + (count if final == "B" else -count), self.column)
            case "C" | "D":
                self.move(self.row, self.column + (count if final == "C" else -count))
            case "G":
                self.move(self.row, count - 1)
            case "d":
                self.move(count - 1, self.column)
            case "J":
                self.erase_screen(first)
            case "K":
                self.erase_row(self.row, first)
            case "X":
                self.blank(self.row, self.column, self.column + count)
            case "P":
                self.delete(count)
            case "@":
                self.insert(count)
            case "b":
                for _ in range(count):
                    self.print(self.last)
            case "S" | "T":
                self.scroll(count if final == "S" else -count)
            case "L" | "M":
                self.shift_lines(count if final == "M" else -count)
            case "r":
                self.top, self.bottom = count - 1, min(self.rows, second or self.rows) - 1
                self.move(0, 0)
            case _:
                return False
        return True

    def set_mode(self, parameters, is_on):
        if parameters in ("4", "8"):
            return parameters == "8" or not is_on
        if not parameters.startswith("?"):
            return False
        for mode in parameters[1:].split(";"):
            if mode not in MODES:
                return False
            if mode == "2026":
                self.is_drawing = is_on
                self.frames += not is_on
            if mode == "1049":
                self.cells = self.blank_cells()
        return True

    def keep_title(self, parameters):
        if parameters in ("22;0;0", "22;2"):
            self.titles.append(self.title)
        elif parameters in ("23;0;0", "23;2") and self.titles:
            self.title = self.titles.pop()
        else:
            return False
        return True

    def set_style(self, numbers):
        numbers = list(numbers)
        while numbers:
            number = numbers.pop(0)
            if number == 0:
                self.style = {}
            elif number in ATTRIBUTES:
                self.style[ATTRIBUTES[number]] = True
            elif number in ENDS:
                for name in ENDS[number]:
                    self.style.pop(name, None)
            elif number in (39, 49):
                self.style.pop("fore" if number == 39 else "back", None)
            elif 30 <= number <= 37 or 90 <= number <= 97:
                self.style["fore"] = number
            elif number == 38 and len(numbers) > 1 and numbers[0] == 5:
                self.style["fore"] = ("index", numbers[1])
                del numbers[:2]
            else:
                return False
        return True

    def print(self, character):
        self.printed.add(character)
        columns = width(character)
        if columns <= 0:
            self.combine(character, columns)
            return
        if self.wraps_next or self.column + columns > self.columns:
            self.move(self.row, 0)
            self.line_feed()
        self.last = character
        self.blank(self.row, self.column, self.column + columns)
        style = tuple(sorted(self.style.items(), key=str))
        self.cells[self.row][self.column] = (character, style)
        if columns == 2:
            self.cells[self.row][self.column + 1] = ("", style)
        self.wraps_next = self.column + columns == self.columns
        self.column = min(self.columns - 1, self.column + columns)

    def combine(self, character, columns):
        """Adds a character without a width to the cell before it; marks joined so stay in their cell."""
        if columns < 0:
            self.violate(f"U+{ord(character):04X} has no width")
        column = self.column if self.wraps_next else self.column - 1
        while column > 0 and self.cells[self.row][column][0] == "":
            column -= 1
        if column < 0:
            self.violate(f"U+{ord(character):04X} follows no cell")
            return
        text, style = self.cells[self.row][column]
        self.cells[self.row][column] = (text + character, style)

    def move(self, row, column):
        self.row = min(max(0, row), self.rows - 1)
        self.column = min(max(0, column), self.columns - 1)
        self.wraps_next = False

    def line_feed(self):
        if self.row == self.bottom:
            self.scroll(1)
        else:
            self.move(self.row + 1, self.column)

    def scroll(self, count):
        self.shift(self.top, count)

    def shift_lines(self, count):
        self.shift(self.row, count)

    def shift(self, top, count):
        """Moves the rows from one to the end of the region up, or down when the count is negative."""
        for _ in range(min(abs(count), self.bottom - top + 1)):
            del self.cells[top if count > 0 else self.bottom]
            self.cells.insert(self.bottom if count > 0 else top, [BLANK] * self.columns)

    def erase_screen(self, part):
        self.erase_row(self.row, part)
        for row in range(self.rows):
            if part == 2 or (part == 0 and row > self.row) or (part == 1 and row < self.row):
                self.blank(row, 0, self.columns)

    def erase_row(self, row, part):
        self.blank(row, self.column if part == 0 else 0, self.column + 1 if part == 1 else self.columns)

    def delete(self, count):
        row = self.cells[self.row]
        del row[self.column:self.column + count]
        row += [BLANK] * (self.columns - len(row))

    def insert(self, count):
        row = self.cells[self.row]
        row[self.column:self.column] = [BLANK] * count
        del row[self.columns:]

    def blank(self, row, start, end):
        """Blanks cells, and the other half of a wide character that loses one."""
        cells = self.cells[row]
        if start > 0 and cells[start][0] == "":
            cells[start - 1] = BLANK
        if end < self.columns and cells[end][0] == "":
            cells[end] = BLANK
        for column in range(start, min(end, self.columns)):
            cells[column] = BLANK
