#!/usr/bin/env bash
# Makes the root file system of the container image: the package, what it depends on, and nothing else. There is no shell
# in it and no package manager. Usage: image-root.sh PACKAGE FOLDER, as root.
# FOLDER/root is to look at; FOLDER/root-ARCHITECTURE.tar is what the Containerfile takes.
set -euo pipefail
umask 022
package=$(realpath "$1") folder=$2
[ "$(id -u)" = 0 ] || { echo "error: only root can make a root file system; run 'sudo make image-root'" >&2; exit 1; }
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git -C "$here" log -1 --format=%ct)}
export SOURCE_DATE_EPOCH LC_ALL=C
field() { dpkg-deb --field "$package" "$1"; }
architecture=$(field Architecture)
root=$folder/root
mkdir -p "$folder"
rm -rf "$root"

# Unpacked, not installed: nothing in the image could run what an installation runs.
depends=$(field Depends | sed 's/ *([^)]*)//g; s/, */,/g')
mmdebstrap --quiet --mode=root --variant=extract --architectures="$architecture" --include="$depends" bookworm "$root"
dpkg-deb --extract "$package" "$root"

# Of it all the program needs the libraries, the time zones and the authorities that Debian trusts, these in the one file in
# which curl looks for them. The licences stay.
authorities=$(cat "$root"/usr/share/ca-certificates/mozilla/*.crt)
only() { find "$root/$1" -mindepth 1 -maxdepth 1 "${@:2}" -exec rm -rf {} +; }
only . ! -name usr ! -name 'lib*'
only lib ! -name '*-linux-gnu*' ! -name 'ld-linux*'
only usr ! -name bin ! -name lib ! -name share
only usr/bin ! -name reconcile
only usr/lib ! -name '*-linux-gnu*'
only usr/share ! -name zoneinfo ! -name doc
only usr/share/zoneinfo -name right -o -name posix
find "$root"/usr/lib/*-linux-gnu* -mindepth 1 -maxdepth 1 -type d -exec rm -rf {} +
find "$root/usr/share/doc" -type f ! -name copyright -delete
find "$root" -mindepth 1 -type d -empty -delete
mkdir -p "$root/etc/ssl/certs"
cat >"$root/etc/ssl/certs/ca-certificates.crt" <<<"$authorities"

# A user who can do nothing, and its two places: what it is given, and what it remembers.
user=65532
printf '%s\n' 'root:x:0:0:root:/:/usr/sbin/nologin' \
  "reconcile:x:$user:$user:reconcile:/var/lib/reconcile:/usr/sbin/nologin" >"$root/etc/passwd"
printf '%s\n' 'root:x:0:' "reconcile:x:$user:" >"$root/etc/group"
echo 'hosts: files dns' >"$root/etc/nsswitch.conf"
install -d -m 0755 "$root"/{dev,proc,sys,run,var/lib,etc/reconcile}
install -d -m 1777 "$root/tmp"
install -d -m 0700 -o "$user" -g "$user" "$root/var/lib/reconcile" "$root/etc/reconcile/credentials"

# Nobody gets more rights by anything in it, and whoever breaks into the program can change nothing of it.
more=$(find "$root" ! -type l \( -perm /6000 -o -perm -o+w ! -path "$root/tmp" \
  -o -user "$user" ! -path "$root/var/lib/reconcile" ! -path "$root/etc/reconcile/credentials" \))
[ -z "$more" ] || { echo "error: too open in the image:" "$more" >&2; exit 1; }

tar --create --file "$folder/root-$architecture.tar" --directory "$root" --numeric-owner --sort=name \
  --mtime="@$SOURCE_DATE_EPOCH" --format=gnu .
echo "$folder/root-$architecture.tar: $(du -m "$folder/root-$architecture.tar" | cut -f 1) MiB"
