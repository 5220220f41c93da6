#!/usr/bin/env bash
# Makes the Debian package. Usage: build-deb.sh PROGRAM FOLDER
# The same sources give the same bytes: every time in it is the time of the last commit.
set -euo pipefail
umask 022
program=$1 folder=$2
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git -C "$here" log -1 --format=%ct)}
export SOURCE_DATE_EPOCH LC_ALL=C

version=$("$program" --version | cut -d ' ' -f 2)
architecture=$(dpkg --print-architecture)
root=$folder/deb
package=$folder/reconcile_${version}_$architecture.deb

# Every library that the program is linked with has to come with a package that it depends on, and so do libcurl, libical,
# libmicrohttpd and libqrencode, which it loads only when it needs them: linked with them, every start would take some
# milliseconds longer.
depends=$(sed -n 's/^Depends: //p' "$here/debian/control")
linked=$(objdump -p "$program" | awk '$1 == "NEEDED" {print $2}')
case $linked in
  *libcurl* | *libical* | *libmicrohttpd* | *libqrencode*) echo "error: '$program' is linked with a library that it is to load" >&2; exit 1 ;;
esac
for library in $linked $(grep -aoF -e libcurl.so.4 -e libical.so.3 -e libmicrohttpd.so.12 -e libqrencode.so.4 "$program" | sort -u); do
  case $library in
    libical.so.3) needed=libical3 ;;
    libmicrohttpd.so.12) needed=libmicrohttpd12 ;;
    libqrencode.so.4) needed=libqrencode4 ;;
    libcurl.so.4) needed=libcurl4 ;;
    libyaml-0.so.2) needed=libyaml-0-2 ;;
    libsqlite3.so.0) needed=libsqlite3-0 ;;
    libsodium.so.23) needed=libsodium23 ;;
    libgcc_s.so.1) needed=libgcc-s1 ;;
    libc.so.6 | libm.so.6 | ld-linux*) needed=libc6 ;;
    *) echo "error: no package is known for '$library'" >&2; exit 1 ;;
  esac
  case ", $depends," in
    *", $needed,"* | *", $needed "*) ;;
    *) echo "error: '$library' is needed, and the package does not depend on '$needed'" >&2; exit 1 ;;
  esac
done

# Nothing that the program jumps through can be overwritten once it runs, and it lies somewhere else at every start.
headers=$(readelf -hldW "$program")
for needed in 'DYN (Position-Independent' GNU_RELRO BIND_NOW; do
  case $headers in
    *"$needed"*) ;;
    *) echo "error: '$program' is not hardened: readelf shows no $needed" >&2; exit 1 ;;
  esac
done
case $(readelf -lW "$program" | grep GNU_STACK) in
  *RWE*) echo "error: '$program' has a stack that can be executed" >&2; exit 1 ;;
esac

rm -rf "$root"
"$here/install.sh" "$program" /usr "$root"
documents=$root/usr/share/doc/reconcile
install -m 0644 "$here/debian/copyright" "$documents/copyright"
gzip -9n <"$here/debian/changelog" >"$documents/changelog.gz"
install -D -m 0644 "$here/debian/lintian-overrides" "$root/usr/share/lintian/overrides/reconcile"

install -d -m 0755 "$root/DEBIAN"
for script in postinst prerm postrm; do install -m 0755 "$here/debian/$script" "$root/DEBIAN/$script"; done
size=$(find "$root" -path "$root/DEBIAN" -prune -o -type f -printf '%s\n' | awk '{kib += int(($1 + 1023) / 1024)} END {print kib}')
sed -e "s/@VERSION@/$version/; s/@ARCHITECTURE@/$architecture/; s/@SIZE@/$size/" "$here/debian/control" >"$root/DEBIAN/control"
(cd "$root" && find . -path ./DEBIAN -prune -o -type f -printf '%P\n' | sort | xargs -d '\n' md5sum >DEBIAN/md5sums)
chmod 0644 "$root/DEBIAN/control" "$root/DEBIAN/md5sums"
find "$root" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
dpkg-deb --root-owner-group -Zxz --build "$root" "$package"
