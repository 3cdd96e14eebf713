"""Runs a program on a terminal of its own, waits until its screen shows the inbox, and types Q."""
import os
import pty
import select
import sys
import time

process, terminal = pty.fork()
if process == 0:
    os.execvp(sys.argv[1], sys.argv[1:])
output, deadline, shown = b"", time.monotonic() + 20, False
while time.monotonic() < deadline:
    if terminal in select.select([terminal], [], [], 0.2)[0]:
        try:
            data = os.read(terminal, 65536)
        except OSError:
            break
        if not data:
            break
        output += data
    if not shown and b"PushInbox" in output and b"\x1b[" in output:
        shown = True
        os.write(terminal, b"Q")
status = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
if not shown or b"one line per event" in output or status != 0:
    print(f"shown: {shown}, exit {status}", output[-2000:])
    sys.exit(1)
