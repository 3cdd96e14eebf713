# For the scripts in this folder: facts of the project and of the commit. Sourced in the root of the repository.

# The names under which packages are published: RELEASING.md. The project has no address yet, so these are of RFC 2606.
homepage=https://pushinbox.example
maintainer='PushInbox maintainers <maintainers@pushinbox.example>'

version=$(sed -n 's/.*static let number = "\(.*\)"/\1/p' Sources/PushInbox/CLI/Grammar/Version.swift)
machine=$(uname -m)
dist=$PWD/.build/dist

# The commit, as `--version` prints it, and the moment that files of a package get. Sources without git may say both in
# the environment.
commit=${PUSHINBOX_COMMIT:-}
if git rev-parse --git-dir >/dev/null 2>&1; then
  commit=$(git rev-parse --short=12 HEAD)
  git diff --quiet HEAD -- || commit+=-modified
  : "${SOURCE_DATE_EPOCH:=$(git log -1 --format=%ct)}"
fi
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-0}

# fail MESSAGE
fail() {
  echo "$1" >&2
  exit 1
}

# oldest_glibc PROGRAM: the oldest glibc that the program runs with, by the versions of the symbols that its loader demands.
oldest_glibc() {
  local demanded
  demanded=$(objdump -p "$1" | sed -n '/^Version References:/,$p' | grep -o 'GLIBC_[A-Z0-9._]*' | sort -uV)
  # Versions without a number stand for features of the loader.
  ! grep -v '^GLIBC_[0-9.]*$' <<<"$demanded" >&2 || fail 'The program demands a feature of glibc whose version is unknown.'
  sed -n '$s/^GLIBC_//p' <<<"$demanded"
}

# archived FOLDER FILE.tar.xz: the folder as an archive that is the same for the same files. The first filter is for the
# machine code of x86.
archived() {
  local filter=()
  [ "$machine" = x86_64 ] && filter=(--x86)
  tar --create --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner \
    --mode='u=rwX,go=rX' --directory="$(dirname "$1")" "$(basename "$1")" |
    xz --threads=1 "${filter[@]}" --lzma2=preset=9e >"$2"
}
