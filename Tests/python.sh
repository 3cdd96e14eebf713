# Functions for the scripts in Tests/*/run: without Python 3.11 a script prints a TAP skip and passes.

# skip REASON: ends the script as a skipped test.
skip() {
  echo "1..0 # SKIP $1"
  exit 0
}

# need_python MODULE: skips the script unless python3 has this module and is 3.11 or newer.
need_python() {
  command -v python3 > /dev/null || skip "there is no python3"
  python3 -c "import $1, sys; sys.exit(sys.version_info < (3, 11))" 2> /dev/null \
    || skip "python3 is older than 3.11, or has no $1"
}
