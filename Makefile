# PushInbox. `make run` opens the inbox, `make test` runs every test; both install missing system libraries first.

PREFIX ?= /usr/local
DESTDIR ?=
SWIFT ?= swift
ARGS ?=
TIME ?= 60
# Options of the build for `test`. If set, `check` uses the same build.
FLAGS ?=
# Linux: links the Swift libraries statically if the toolchain has them; the program starts faster.
ARCHIVES = $(dir $(realpath $(shell command -v $(SWIFT))))../lib/swift_static/linux/libswiftCore.a
RELEASE = -c release $(if $(wildcard $(ARCHIVES)),--static-swift-stdlib) $(if $(INFO),-Xlinker $(INFO))
# Linux: the commit and the compiler, for `pushinbox --version`.
INFO = $(if $(filter Linux,$(shell uname -s)),$(CURDIR)/.build/build-info.o)

.PHONY: help run test check check-asan check-tsan fuzz deps build dist deb container source release install uninstall bench format clean

help:
	@echo 'make run       build and open the inbox        (ARGS="--listen 127.0.0.1:0" passes options)'
	@echo 'make test      run every test'
	@echo 'make check     format, warnings as errors, order of the rooms, rules, quoting, comments, demos'
	@echo 'make check-asan, make check-tsan    every test with a memory or thread sanitizer (ARGS="--filter NAME")'
	@echo 'make fuzz      every reader with generated inputs       (TIME=60 seconds each)'
	@echo 'make bench     cost by stage and size, compared with nghttpd, node and jq'
	@echo 'make install   install under PREFIX ($(PREFIX))'
	@echo 'make dist      the portable program for Linux in .build/dist, with an archive'
	@echo 'make deb       the Debian package of it          (make container: the layout of an image)'
	@echo 'make release   all of them, and the sources with the Homebrew formula'
	@echo 'make format    format the sources'
	@echo 'make deps      install the system libraries that are missing'

deps:
	@.ci/deps

build: deps
	$(if $(INFO),@packaging/build-info $(INFO))
	@$(SWIFT) build $(RELEASE) --product pushinbox

dist: build
	@packaging/dist "$$($(SWIFT) build $(RELEASE) --show-bin-path)" $(INFO)

deb: dist
	@packaging/deb

container: dist
	@packaging/container

source:
	@packaging/source

release: dist deb container source

run: build
	@exec "$$($(SWIFT) build $(RELEASE) --show-bin-path)/pushinbox" $(ARGS)

test: deps
	$(SWIFT) test $(FLAGS)

check: deps
	$(SWIFT) format lint --strict --recursive Sources Tests Package.swift
	.ci/check-arrows
	.ci/draw-rooms --check
	.ci/check-rules
	.ci/check-quoting
	.ci/check-comments
	.ci/embed-demos --check
	$(SWIFT) build --build-tests $(or $(FLAGS),--scratch-path .build-check -Xswiftc -warnings-as-errors)

check-asan: deps
	Tests/sanitizers/run address $(ARGS)

check-tsan: deps
	Tests/sanitizers/run thread $(ARGS)

fuzz: deps
	Tests/fuzz/run $(TIME)

bench: build
	@.ci/deps --bench
	@PUSHINBOX="$$($(SWIFT) build $(RELEASE) --show-bin-path)/pushinbox" Benchmarks/bench.sh

# The files that the installed program generates: the manual, and completions for three shells.
MADE = $(addprefix $(DESTDIR)$(PREFIX)/share/, man/man1/pushinbox.1 bash-completion/completions/pushinbox \
  zsh/site-functions/_pushinbox fish/vendor_completions.d/pushinbox.fish)

install: build
	install -d "$(DESTDIR)$(PREFIX)/bin"
	install -m 755 "$$($(SWIFT) build $(RELEASE) --show-bin-path)/pushinbox" "$(DESTDIR)$(PREFIX)/bin/pushinbox"
	install -d $(dir $(MADE))
	"$(DESTDIR)$(PREFIX)/bin/pushinbox" man > "$(word 1,$(MADE))"
	"$(DESTDIR)$(PREFIX)/bin/pushinbox" completions bash > "$(word 2,$(MADE))"
	"$(DESTDIR)$(PREFIX)/bin/pushinbox" completions zsh > "$(word 3,$(MADE))"
	"$(DESTDIR)$(PREFIX)/bin/pushinbox" completions fish > "$(word 4,$(MADE))"

uninstall:
	rm -f "$(DESTDIR)$(PREFIX)/bin/pushinbox" $(MADE)
	rm -rf "$(DESTDIR)$(PREFIX)/share/pushinbox"

format:
	$(SWIFT) format --in-place --recursive Sources Tests Package.swift

clean:
	rm -rf .build .build-check .build-address .build-thread .build-fuzz Benchmarks/Stages/.build
