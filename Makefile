# Two commands for a newcomer: `make demo` and `make test`. `make help` lists the rest.

SHELL := /bin/bash
PREFIX ?= /usr/local
DESTDIR ?=

# What the build and the demo need besides a Swift toolchain. SwiftPM calls pkg-config; gold is the linker.
PACKAGES := binutils ca-certificates curl git libc6-dev libcurl4-openssl-dev libgcc-12-dev libical-dev \
  libmicrohttpd-dev libqrencode-dev libsodium-dev libsqlite3-dev libstdc++-12-dev libyaml-dev make openssl \
  pkg-config tzdata
# What the Swift toolchain itself is linked with.
PACKAGES += libncurses6 libxml2
# What the tests need beyond that: they try the completions in their shells, the schema with a validator, the units with
# systemd's own checks (which need no running systemd), the manual page with its formatter, and signed commits.
TEST_PACKAGES := fish groff-base openssh-client python3-venv systemd zsh
# What boots a Debian 12 of its own, for 'make test-systemd'.
SYSTEMD_PACKAGES := debootstrap lintian procps systemd-container
# What makes the image's root file system and starts the program in it, and what makes an apt repository.
IMAGE_PACKAGES := curl mmdebstrap openssl procps util-linux
REPOSITORY_PACKAGES := apt-utils gnupg xz-utils
# What the image is called, and whether it goes to the registry in that name (PUSH=push).
IMAGE ?= reconcile
PUSH ?=
# Which secret key of gpg's keyring signs the apt repository.
SIGNING_KEY ?=

# The validator that the tests hold the JSON Schema against, in a folder of its own. The mark names the folder, because
# what pip installs cannot be moved.
CHECK_JSONSCHEMA := 0.39.0
PYTHON := .build/python
PYTHON_MARK := $(PYTHON)/check-jsonschema-$(CHECK_JSONSCHEMA)

# What the benchmark races against, in a folder of its own for the same reason.
ANSIBLE_CORE := 2.18.6
REQUESTS := 2.32.4
RIVALS := .build/rivals
RIVALS_MARK := $(RIVALS)/ansible-core-$(ANSIBLE_CORE)-requests-$(REQUESTS)

# A Home Assistant to try the program on, in a folder of its own for the same reason. The list says which versions.
HOME_ASSISTANT := .build/home-assistant
HOME_ASSISTANT_LIST := Tests/HomeAssistant/requirements.txt
HOME_ASSISTANT_MARK := $(HOME_ASSISTANT)/installed
HOME_ASSISTANT_PACKAGES := python3-venv
HOME_ASSISTANT_FLAGS ?=
# What drives the page in a real browser, and what looks at it there. axe is a file of a Python package.
BROWSER_PACKAGES := chromium chromium-driver curl python3-pil python3-selenium python3-venv zbar-tools
AXE := 0.1.0
BROWSER := .build/browser
AXE_FILE := $(BROWSER)/axe-$(AXE)/axe_core_python/axe.min.js
STORIES ?=
# Which program 'make test-home-assistant' tries.
BINARY ?= .build/debug/reconcile

# A folder in which the linker finds the C++ library that Swift's runtime needs as an archive only, and so puts what is
# needed of it into the program: finding its symbols at every start took a twentieth of a short run.
STATIC := .build/static
STATIC_LIBRARIES = @mkdir -p $(STATIC) && ln -sf $$(ls /usr/lib/gcc/*/12/libstdc++.a) $(STATIC)/libstdc++.a

# Linked by the toolchain's own linker: identical code is kept once, relocations are packed (which needs glibc 2.36,
# Debian 12), and nothing is exported, as nothing is ever loaded into the program. docs/performance.md has the figures.
# Where functions of libraries are is looked up at the start and not at the first call: after that nothing of it can be
# overwritten. Tables for exceptions are left out, as nothing here throws one (.packaging/no-unwind-tables.ld). Types are made by
# code and not from their names, whose parts the runtime would look up one by one: a tenth of a short run.
RELEASE := swift build -c release --static-swift-stdlib --disable-local-rpath -Xswiftc -use-ld=lld \
  -Xlinker --icf=safe -Xlinker -z -Xlinker pack-relative-relocs -Xlinker -z -Xlinker now -Xlinker --no-export-dynamic \
  -Xlinker --no-eh-frame-hdr -Xlinker --script=$(CURDIR)/.packaging/no-unwind-tables.ld -Xlinker "-L$(CURDIR)/$(STATIC)" \
  -Xswiftc -Xfrontend -Xswiftc -disable-concrete-type-metadata-mangled-name-accessors

# TESTS says which suites or tests run, by patterns; all of them where it says nothing.
BUILD_TESTS := swift build --build-tests
TESTS ?=
RUN_TESTS := swift test --skip-build $(addprefix --filter ,$(TESTS))

# Hundreds of tests run at once, many with systems that listen; a shell of Debian begins with 1024 open files. Where a
# container allows a billion, starting a process would close them one by one.
OPEN_FILES := { ulimit -S -n 16384 2>/dev/null || ulimit -S -n "$$(ulimit -H -n)"; }

# Which fuzzers run, how long each of them, and where they keep what they have learnt.
FUZZERS ?= yaml sentence json http unifi-answer pihole-answer home-assistant-answer easy-control-answer \
  builderos-answer state forged calendar
FUZZ_SECONDS ?= 600
FUZZ := .build/fuzz

# Where coverage is measured, and what the sanitizers are told. A path in it must not depend on where a program runs.
COVERAGE := .build/coverage
# What is suppressed is named, and the programs that the tests start have no PATH on which to find who knows names.
SYMBOLIZER = external_symbolizer_path=$(shell command -v llvm-symbolizer)
RACES = suppressions=$(CURDIR)/Tests/sanitizers/thread.txt:$(SYMBOLIZER)
LEAKS := suppressions=$(CURDIR)/Tests/sanitizers/leak.txt:print_suppressions=0
# What is suppressed is found by where it was made, which may be deep.
MEMORY = malloc_context_size=80:$(SYMBOLIZER)

# Which households are simulated, for how many years, whether on all days or on some, whether with a network, a house
# or both, and in which of them targets are guarded (none, some, all); and which of them live once more beside a program that stays: each so many, for so many years.
SEEDS ?= 0..999
YEARS ?= 1
DAYS ?= some
KINDS ?= all
GUARDS ?= some
EVERY ?= 100
WATCHED ?= 0.02
SIMULATE := .build/release/reconcile-simulate

.PHONY: help deps packages rivals build test check sanitize hostile test-live home-assistant test-home-assistant test-systemd lint bench fuzz simulate mutants demo demo-requests demo-page test-page bench-page install deb check-tag apt-repository test-apt-repository test-ansible image-root image golden clean

help:
	@echo "make demo          build everything and watch it work on a pretend household"
	@echo "make demo-requests the same for somebody who asks, and somebody who approves"
	@echo "make demo-page     the same with the page open: its address and its code in the terminal"
	@echo "make test          install what is missing, lint, build and run every test (or those of TESTS=pattern)"
	@echo "make check         lint, run every test and compare the lines that they cover with Tests/coverage/ratchet.txt"
	@echo "make sanitize      run every test under the thread sanitizer and under the address sanitizer"
	@echo "make hostile       run the release binary against devices, policies, repositories and people that mean harm"
	@echo "make build         build the release binaries into .build/release"
	@echo "make deb           build the Debian package into .build"
	@echo "make image-root    make the root file system of the container image, and start the program in it (as root)"
	@echo "make image         build the container image $(IMAGE) of it, with docker, podman or buildah"
	@echo "make apt-repository  make an apt repository of the packages in .build, signed by SIGNING_KEY"
	@echo "make test-apt-repository  let a Debian 12 install from one, and refuse what was tampered with (as root)"
	@echo "make install       copy the binary to $(PREFIX)/bin, and its units, manual page and completions beside it"
	@echo "make test-live     try a real Pi-hole or console: PIHOLE_URL=… PIHOLE_PASSWORD=… PIHOLE_PIN=… UNIFI_URL=… UNIFI_API_KEY=… UNIFI_PIN=… UNIFI_SSID=…"
	@echo "make test-home-assistant  install a Home Assistant into $(HOME_ASSISTANT), and try BINARY (now $(BINARY)) on it"
	@echo "make test-page     tell the stories of the page in a real browser (or those of STORIES)"
	@echo "make test-systemd  boot a Debian 12 with systemd, and let the package live there (as root)"
	@echo "make lint          check the format of the sources, imports, portability, and the English of what users read"
	@echo "make test-ansible  boot a Debian 12, and let the role of examples/ansible set it up (as root)"
	@echo "make bench         measure the release binary and the evaluator, and print one table"
	@echo "make bench-page    measure what the page takes, and what it stands"
	@echo "make fuzz          search FUZZ_SECONDS long (now $(FUZZ_SECONDS)) for texts that break what reads them, with each of FUZZERS"
	@echo "                   (now $(FUZZERS))"
	@echo "make simulate      let the households SEEDS (now $(SEEDS)) live for YEARS (now $(YEARS)), with bad weather"
	@echo "make mutants       break the code on purpose in many small ways, and show that the tests notice each (MUTANTS=name,…)"
	@echo "make golden        rewrite the expected outputs in Fixtures (look at the difference before you commit)"
	@echo "make packages      install what the build needs"
	@echo "make deps          install what the tests need as well: Debian packages, and a validator from PyPI"
	@echo "make clean         remove all that was built"

# Installs those of the packages $(1) that are missing.
define install_missing
@missing=""; \
for package in $(1); do \
  dpkg-query -W -f='$${Status}' $$package 2>/dev/null | grep -q 'ok installed' || missing="$$missing $$package"; \
done; \
if [ -n "$$missing" ]; then \
  echo "installing:$$missing"; \
  if [ "$$(id -u)" = 0 ]; then as_root=""; \
  elif command -v sudo >/dev/null; then as_root="sudo"; \
  else echo "error: these packages are missing, and there is neither root nor sudo to install them:$$missing" >&2; exit 1; fi; \
  $$as_root apt-get update -qq && \
  $$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $$missing >/dev/null; \
fi
endef

packages:
	$(call install_missing,$(PACKAGES))
	@command -v swift >/dev/null || { \
	  echo "error: no Swift toolchain found" >&2; \
	  echo "hint: install Swift 6.2 or later for Debian 12 from https://www.swift.org/install/linux and put its usr/bin on the PATH" >&2; \
	  exit 1; }

deps: packages
	$(call install_missing,$(TEST_PACKAGES))
	@grep -qxsF '$(CURDIR)' $(PYTHON_MARK) || { \
	  echo "installing: check-jsonschema $(CHECK_JSONSCHEMA) into $(PYTHON)"; \
	  rm -rf $(PYTHON) && /usr/bin/python3 -m venv $(PYTHON) && \
	  $(PYTHON)/bin/pip install --quiet --disable-pip-version-check check-jsonschema==$(CHECK_JSONSCHEMA) && \
	  echo '$(CURDIR)' > $(PYTHON_MARK); }

build: packages
	$(STATIC_LIBRARIES)
	@echo "building the release binaries: some minutes the first time"
	@$(RELEASE) --product reconcile
	@$(RELEASE) --product reconcile-simulator
	@strip .build/release/reconcile .build/release/reconcile-simulator

lint: packages
	$(call install_missing,python3)
	@$(OPEN_FILES) && swift format lint --strict --parallel -r Package.swift Sources Tests
	/usr/bin/python3 Tests/Structure/imports.py
	/usr/bin/python3 -B Tests/Structure/english_tests.py
	/usr/bin/python3 -B Tests/Structure/english.py
	/usr/bin/python3 Tests/Structure/portable.py

# On real systems, see docs/contributing.md. make hands the variables of its command line on to what it runs.
test-live: packages
	@RECONCILE_LIVE=1 swift build --product reconcile-live
	@.build/debug/reconcile-live

# No part of `make deps`, as nothing else needs its 700 MB. What is pinned is all of it, so that nothing is looked for.
home-assistant: packages
	$(call install_missing,$(HOME_ASSISTANT_PACKAGES))
	@grep -qxsF "$(CURDIR) $$(sha256sum < $(HOME_ASSISTANT_LIST))" $(HOME_ASSISTANT_MARK) || { \
	  echo "installing: Home Assistant into $(HOME_ASSISTANT), some minutes"; \
	  rm -rf $(HOME_ASSISTANT) && /usr/bin/python3 -m venv $(HOME_ASSISTANT) && \
	  timeout 840 $(HOME_ASSISTANT)/bin/pip install -qq --disable-pip-version-check --no-deps -r $(HOME_ASSISTANT_LIST) && \
	  $(HOME_ASSISTANT)/bin/pip check --disable-pip-version-check && \
	  echo "$(CURDIR) $$(sha256sum < $(HOME_ASSISTANT_LIST))" > $(HOME_ASSISTANT_MARK); }

# On a real server, which lives on 127.0.0.1 as long as this takes. HOME_ASSISTANT_FLAGS could be "--facts" or
# "--only lock".
test-home-assistant: home-assistant
	swift build --product reconcile
	@timeout --kill-after=20 300 $(HOME_ASSISTANT)/bin/python Tests/HomeAssistant/run.py $(HOME_ASSISTANT_FLAGS) $(BINARY)

# Each story in a household of its own; the pictures are in $(BROWSER)/pictures.
test-page: deps
	$(call install_missing,$(BROWSER_PACKAGES))
	@test -f $(AXE_FILE) || { \
	  /usr/bin/python3 -m venv $(BROWSER)/python && \
	  $(BROWSER)/python/bin/pip install -qq --disable-pip-version-check --no-deps --target $(BROWSER)/axe-$(AXE) \
	    axe-core-python==$(AXE); }
	swift build --product reconcile && swift build --product reconcile-simulator
	timeout --kill-after=20 900 /usr/bin/python3 Tests/Browser/run.py .build/debug $(AXE_FILE) $(STORIES)

# What the page takes and stands, beside what docs/performance.md says of it.
bench-page: build
	timeout --kill-after=20 600 /usr/bin/python3 Tests/Browser/load.py .build/release

test: deps lint
	$(BUILD_TESTS)
	@echo "running the tests: some minutes"
	@$(OPEN_FILES) && $(RUN_TESTS)
	$(if $(TESTS),,$(HOSTILE) --quick --without root,git,openssl .build/debug/reconcile)

# Devices, policies, repositories and neighbours that mean harm; `make test` tries the quick ones. HOSTILE_FLAGS could be
# "--only NAME,NAME". What a machine lacks counts as a failure here, unless "--without root" says that it is known.
HOSTILE := /usr/bin/python3 Tests/Hostile/run.py
HOSTILE_FLAGS ?=
hostile: deps build
	$(HOSTILE) $(HOSTILE_FLAGS) .build/release/reconcile

# The coverage of the pure modules; before a release.
check: deps lint
	$(BUILD_TESTS) --enable-code-coverage --scratch-path $(COVERAGE)
	$(OPEN_FILES) && $(RUN_TESTS) --enable-code-coverage --scratch-path $(COVERAGE)
	/usr/bin/python3 Tests/coverage/ratchet.py \
	  "$$(swift test --show-codecov-path --scratch-path $(COVERAGE))" Tests/coverage/ratchet.txt

# The programs that the tests start are built like the tests, and are handed the options. Optimized, the suites take a
# sixth of the time.
SANITIZED := $(BUILD_TESTS) -Xswiftc -O
sanitize: deps
	$(SANITIZED) --sanitize=thread --scratch-path .build/thread
	$(OPEN_FILES) && TSAN_OPTIONS="$(RACES)" $(RUN_TESTS) --sanitize=thread --scratch-path .build/thread
	$(SANITIZED) --sanitize=address --scratch-path .build/address
	$(OPEN_FILES) && ASAN_OPTIONS="$(MEMORY)" LSAN_OPTIONS="$(LEAKS)" $(RUN_TESTS) --sanitize=address --scratch-path .build/address

rivals: deps
	@grep -qxsF '$(CURDIR)' $(RIVALS_MARK) || { \
	  echo "installing: ansible-core $(ANSIBLE_CORE) and requests $(REQUESTS) into $(RIVALS)"; \
	  rm -rf $(RIVALS) && /usr/bin/python3 -m venv $(RIVALS) && \
	  $(RIVALS)/bin/pip install --quiet --disable-pip-version-check \
	    ansible-core==$(ANSIBLE_CORE) requests==$(REQUESTS) && \
	  echo '$(CURDIR)' > $(RIVALS_MARK); }

bench: build rivals
	RECONCILE_BENCH=1 $(RELEASE) --product reconcile-bench
	@.build/release/reconcile-bench .build/release/reconcile .build/release/reconcile-simulator \
	  $(CURDIR)/$(RIVALS)/bin $(CURDIR)/Sources/reconcile-bench/Rivals

# A build folder of its own, as everything in it is instrumented. Only the compiler's last sanitizer option decides
# whether coverage is counted, and SwiftPM passes them in the order of a set: with one hash seed it is always the same,
# and the second fuzzer does not build everything anew. State files are written in memory, hundreds of them in a second;
# the smallest that holds something has 8 KiB.
fuzz: deps
	@for fuzzer in $(FUZZERS); do \
	  SWIFT_DETERMINISTIC_HASHING=1 RECONCILE_FUZZ=1 swift build -c release --sanitize=fuzzer --sanitize=address -Xswiftc -sanitize=fuzzer \
	    --scratch-path $(FUZZ) --product fuzz-$$fuzzer || exit 1; \
	  mkdir -p $(FUZZ)/corpus-$$fuzzer $(FUZZ)/found-$$fuzzer; \
	  case $$fuzzer in state) most=16384 ;; *) most=4096 ;; esac; \
	  TMPDIR=/dev/shm LSAN_OPTIONS="$(LEAKS)" $(FUZZ)/release/fuzz-$$fuzzer -max_total_time=$(FUZZ_SECONDS) -timeout=10 -max_len=$$most \
	    -detect_leaks=1 -print_final_stats=1 -artifact_prefix=$(FUZZ)/found-$$fuzzer/ \
	    $(FUZZ)/corpus-$$fuzzer Fixtures/fuzz/$$fuzzer || \
	    { echo "error: the text that broke it is in $(FUZZ)/found-$$fuzzer" >&2; \
	      echo "hint: mend it, then keep the text in Fixtures/fuzz/$$fuzzer, where the tests read it" >&2; exit 1; }; \
	done

# Half the households on each of two cores. Sets and dictionaries keep one order, so that a seed tells the same story.
simulate: packages
	$(STATIC_LIBRARIES)
	RECONCILE_SIMULATE=1 $(RELEASE) --product reconcile-simulate
	@began=$$(date +%s); seeds="$(SEEDS)"; \
	seq $${seeds%%..*} $${seeds##*..} | \
	  SWIFT_DETERMINISTIC_HASHING=1 DAYS=$(DAYS) KINDS=$(KINDS) GUARDS=$(GUARDS) EVERY=$(EVERY) WATCHED=$(WATCHED) xargs -P 2 -n 10 $(SIMULATE) $(YEARS); status=$$?; \
	echo "$$(( $${seeds##*..} - $${seeds%%..*} + 1 )) households, $(YEARS) years each, in $$(( $$(date +%s) - began )) s"; \
	exit $$status

# In a copy of its own, so that what is built here stays what it is.
mutants: deps
	@MUTANTS="$(MUTANTS)" /usr/bin/python3 Tests/Mutants/mutants.py

golden: deps
	$(BUILD_TESTS)
	$(OPEN_FILES) && REWRITE_FIXTURES=1 $(RUN_TESTS)

demo: build
	@examples/demo/run.sh .build/release

demo-requests: build
	@examples/demo/requests.sh .build/release

demo-page: build
	@examples/demo/page.sh .build/release

# Not built here: the toolchain is seldom on root's PATH.
install:
	@test -x .build/release/reconcile || { echo "error: nothing is built yet; run 'make build' first" >&2; exit 1; }
	.packaging/install.sh .build/release/reconcile $(PREFIX) $(DESTDIR)
	@# What root does by hand and what the timer does is one history.
	@if [ -z "$(DESTDIR)" ] && [ "$$(id -u)" = 0 ] && [ ! -e /var/lib/reconcile ]; then \
	  install -d -m 0700 /var/lib/reconcile; fi

deb: build
	.packaging/build-deb.sh .build/release/reconcile .build

test-systemd: deb
	$(call install_missing,$(SYSTEMD_PACKAGES))
	.packaging/test-systemd.sh .build/reconcile_*_$$(dpkg --print-architecture).deb .build/release/reconcile-simulator .build/systemd

# TAG is that of the version that the package has.
check-tag:
	@version=$$(sed -n '1s/.*(\(.*\)).*/\1/p' .packaging/debian/changelog); [ "$(TAG)" = "v$$version" ] || { \
	  echo "error: this is version $$version, and the tag is '$(TAG)'" >&2; exit 1; }

apt-repository:
	$(call install_missing,$(REPOSITORY_PACKAGES))
	.packaging/apt-repository.sh .build .build/apt-repository '$(SIGNING_KEY)'

test-apt-repository: deb
	$(call install_missing,$(REPOSITORY_PACKAGES) $(SYSTEMD_PACKAGES))
	.packaging/test-apt-repository.sh .build .build/systemd

# In a folder of its own, as it is another Debian.
test-ansible: deb
	$(call install_missing,$(SYSTEMD_PACKAGES))
	.packaging/test-ansible.sh .build/reconcile_*_$$(dpkg --print-architecture).deb .build/release/reconcile-simulator .build/ansible

# What the Containerfile takes. The container image is this and nothing more, so what works here works there.
image-root: deb
	$(call install_missing,$(IMAGE_PACKAGES))
	.packaging/image-root.sh .build/reconcile_*_$$(dpkg --print-architecture).deb .build/image
	.packaging/test-image.sh .build/image .build/release/reconcile-simulator

image:
	.packaging/image.sh .build/image $(IMAGE) $(PUSH)

clean:
	rm -rf .build
