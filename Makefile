# Two commands for a newcomer: `make demo` and `make test`. `make help` lists the rest.

SHELL := /bin/bash
PREFIX ?= /usr/local
DESTDIR ?=

# What the build and the tests need besides a Swift toolchain. SwiftPM calls pkg-config; gold is the linker.
PACKAGES := binutils ca-certificates curl git libc6-dev libcurl4-openssl-dev libgcc-12-dev libmicrohttpd-dev \
  libsodium-dev libstdc++-12-dev libyaml-dev make openssl pkg-config tzdata
# What the Swift toolchain itself is linked with.
PACKAGES += libncurses6 libsqlite3-0 libxml2
RELEASE := swift build -c release --static-swift-stdlib

.PHONY: help deps build test lint demo install golden clean

help:
	@echo "make demo      build everything and watch it work on a pretend household"
	@echo "make test      install what is missing, lint, build and run every test"
	@echo "make build     build the release binaries into .build/release"
	@echo "make install   copy the binary to $(PREFIX)/bin"
	@echo "make lint      check the format of the sources"
	@echo "make golden    rewrite the expected outputs in Fixtures (look at the difference before you commit)"
	@echo "make deps      install the Debian packages that the build needs"

deps:
	@missing=""; \
	for package in $(PACKAGES); do \
	  dpkg-query -W -f='$${Status}' $$package 2>/dev/null | grep -q 'ok installed' || missing="$$missing $$package"; \
	done; \
	if [ -n "$$missing" ]; then \
	  echo "installing:$$missing"; \
	  if [ "$$(id -u)" = 0 ]; then as_root=""; \
	  elif command -v sudo >/dev/null; then as_root="sudo"; \
	  else echo "error: these packages are missing, and there is neither root nor sudo to install them:$$missing" >&2; exit 1; fi; \
	  $$as_root apt-get update -qq && \
	  DEBIAN_FRONTEND=noninteractive $$as_root apt-get install -y -qq --no-install-recommends $$missing >/dev/null; \
	fi
	@command -v swift >/dev/null || { \
	  echo "error: no Swift toolchain found" >&2; \
	  echo "hint: install Swift 6.2 or later for Debian 12 from https://www.swift.org/install/linux and put its usr/bin on the PATH" >&2; \
	  exit 1; }

build: deps
	$(RELEASE) --product reconcile
	$(RELEASE) --product reconcile-simulator
	strip .build/release/reconcile .build/release/reconcile-simulator

lint: deps
	swift format lint --strict --parallel -r Package.swift Sources Tests

test: lint
	swift build --build-tests
	swift test --skip-build

golden: deps
	REWRITE_FIXTURES=1 swift test

demo: build
	@examples/demo/run.sh .build/release

install: build
	install -D -m 0755 .build/release/reconcile $(DESTDIR)$(PREFIX)/bin/reconcile

clean:
	rm -rf .build
