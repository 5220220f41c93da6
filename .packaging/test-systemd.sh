#!/usr/bin/env bash
# Boots Debian 12 with systemd, installs the package there, and lets it live with a pretend household: one story a file
# in 'boot'. Usage: test-systemd.sh PACKAGE SIMULATOR FOLDER [STORY...], as root; without a story all of them, in order.
# Nothing is left but a cached Debian in FOLDER.
set -euo pipefail
umask 022
package=$(realpath "$1") simulator=$(realpath "$2") folder=$3
[ "$(id -u)" = 0 ] || { echo "error: only root can boot a system; run 'sudo make test-systemd'" >&2; exit 1; }
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
shift 3
[ "$#" -gt 0 ] || set -- timer daemon secrets power history metrics requests page repository upgrade removal
root=$folder/root work=$folder/work
project=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
stories=$project/.packaging/boot

. "$stories/machine.sh"
. "$stories/household.sh"
finish() { end_machine; end_household; rm -rf "$root" "$work"; }
trap finish EXIT

rm -rf "$root" "$work"
mkdir -p "$work"
fetch_machine
begin_household

for story in package "$@"; do
  . "$stories/$story.sh"
done
say "it powers off"
power_off
echo "$version: all of it worked."
