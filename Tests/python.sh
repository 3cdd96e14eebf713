# For the scripts in the folders beside this file: passes, as TAP has it, where there is no Python 3.11.

# skip REASON: ends the script as a test that is passed over.
skip() {
  echo "1..0 # SKIP $1"
  exit 0
}

# need_python MODULE
need_python() {
  command -v python3 > /dev/null || skip "there is no python3"
  python3 -c "import $1, sys; sys.exit(sys.version_info < (3, 11))" 2> /dev/null \
    || skip "python3 is older than 3.11, or has no $1"
}
