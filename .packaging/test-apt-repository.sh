#!/usr/bin/env bash
# Makes an apt repository, signed by a key that is thrown away, and lets a Debian 12 install from it; and refuse whatever was
# tampered with. Usage: test-apt-repository.sh PACKAGES FOLDER, as root. Nothing is left but a cached Debian in FOLDER.
set -euo pipefail
umask 022
packages=$(realpath "$1") folder=$2
[ "$(id -u)" = 0 ] || { echo "error: only root can make a system; run 'sudo make test-apt-repository'" >&2; exit 1; }
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
work=$(mktemp -d) root=$folder/apt-root
project=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
. "$project/.packaging/boot/machine.sh"
export GNUPGHOME=$work/keys LC_ALL=C
finish() { gpgconf --kill all || true; rm -rf "$root" "$work"; }
trap finish EXIT
rm -rf "$root"
: >"$console"

say "a repository, and who does not know its key"
mkdir -m 0700 "$GNUPGHOME"
for name in owner mallory; do
  gpg --batch --quiet --passphrase '' --quick-generate-key "$name@reconcile.invalid" ed25519 sign never 2>/dev/null
done
"$project/.packaging/apt-repository.sh" "$packages" "$work/repository" owner@reconcile.invalid
(cd "$work/repository/pool/main/r/reconcile" && sha256sum --quiet --check ../../../../SHA256SUMS)
gpg --batch --quiet --verify "$work/repository/SHA256SUMS.asc" "$work/repository/SHA256SUMS" 2>/dev/null

fetch_machine
install -D -m 0644 "$work/repository/reconcile.asc" "$root/etc/apt/keyrings/reconcile.asc"
# Everything that the package depends on is in this Debian, so there is no other source and no network.
rm -rf "$root/etc/apt/sources.list" "$root"/etc/apt/sources.list.d/*
cat >"$root/etc/apt/sources.list.d/reconcile.sources" <<END
Types: deb
URIs: file:/srv/repository
Suites: stable
Components: main
Signed-By: /etc/apt/keyrings/reconcile.asc
END
# Puts the repository there as it was made, and forgets what apt knew of it.
lay() {
  rm -rf "$root/srv/repository" "$root"/var/lib/apt/lists/* "$root"/var/cache/apt/archives/*.deb
  cp -r "$work/repository" "$root/srv/repository"
}
apt() { chroot "$root" env LC_ALL=C DEBIAN_FRONTEND=noninteractive PATH=/usr/sbin:/usr/bin:/sbin:/bin apt-get "$@" 2>&1; }
refuses() {
  local reason=$1 words; shift
  if words=$(apt "$@"); then fail "apt-get $1 took it: $words"; fi
  grep -m 1 "$reason" <<<"$words" || fail "refused for another reason: $words"
}
indexes() { find "$root/srv/repository/dists" -name 'Packages*'; }

say "it is installed from there"
lay
words=$(apt update) || fail "$words"
if grep -E '^[WE]:' <<<"$words"; then fail "apt has something to say"; fi
words=$(apt install --yes --no-install-recommends reconcile) || fail "$words"
grep '^Setting up reconcile' <<<"$words" || fail "it was not installed: $words"
chroot "$root" reconcile --version

say "another package under its name is refused"
printf 'X' | dd of="$(find "$root/srv/repository/pool" -name "*_$(dpkg --print-architecture).deb")" bs=1 seek=4096 \
  conv=notrunc status=none
refuses 'Hash Sum mismatch' install --yes --reinstall reconcile

say "another list is refused"
lay
for file in $(indexes); do printf '\n\n' >>"$file"; done
refuses 'File has unexpected size\|Hash Sum mismatch' update

say "another signature is refused"
lay
(cd "$root/srv/repository/dists/stable" && rm InRelease &&
  gpg --batch --yes --local-user mallory@reconcile.invalid --armor --detach-sign --output Release.gpg Release)
refuses 'NO_PUBKEY' update

say "no signature is refused"
lay
rm "$root/srv/repository/dists/stable/InRelease" "$root/srv/repository/dists/stable/Release.gpg"
refuses 'does not have a Release file\|is not signed' update
printf '\nThe apt repository works.\n'
