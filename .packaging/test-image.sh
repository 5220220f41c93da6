#!/usr/bin/env bash
# Starts the program in the root file system of the image, as a container engine would: read-only, by a user who can do
# nothing, with the policy and the state put into it. Usage: test-image.sh FOLDER SIMULATOR, as root.
set -euo pipefail
umask 022
image=$(realpath "$1/root") simulator=$(realpath "$2")
work=$(mktemp -d) root=$work/household console=/dev/null
project=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# The words of the tests that boot: what they are told about, wait for and pretend.
. "$project/.packaging/boot/machine.sh"
. "$project/.packaging/boot/household.sh"
served=''
finish() {
  if [ -n "$served" ]; then kill -KILL "$served" 2>/dev/null || true; { wait "$served"; } 2>/dev/null || true; fi
  end_household
  rm -rf "$work"
}
trap finish EXIT

user=65532
install -d -m 0755 "$root/etc/reconcile"
install -d -m 0700 "$root/etc/reconcile/credentials"
install -d -m 0700 -o "$user" -g "$user" "$work/state"
mkdir "$work/mounted"
begin_household
write_policy "off except school"
write_secrets
chown -R "$user:$user" "$root/etc/reconcile/credentials"
# Its library is loaded only for this.
sed -i 's/^policy:$/schedules: {school: {ics: school.ics}}\n&/' "$root/etc/reconcile/policy.yaml"
printf '%s\r\n' BEGIN:VCALENDAR VERSION:2.0 PRODID:-//home//home//EN BEGIN:VEVENT UID:1 DTSTAMP:20260101T000000Z \
  DTSTART\;VALUE=DATE:20300101 SUMMARY:Away END:VEVENT END:VCALENDAR >"$root/etc/reconcile/school.ics"

# The name spaces end with the program, and with them what is mounted.
# unshare itself takes no notice of a request to end.
contained() {
  exec unshare --mount --ipc --uts --pid --fork --kill-child bash -euc '
    mount --bind "$1" "$2"
    mount -o remount,bind,ro,nosuid,nodev "$2"
    mount --bind "$3" "$2/etc/reconcile" && mount -o remount,bind,ro "$2/etc/reconcile"
    mount --bind "$4" "$2/var/lib/reconcile"
    mount -t proc proc "$2/proc"
    mount --bind /dev "$2/dev"
    exec env -i PATH="$PATH" LANG=C.UTF-8 setpriv --no-new-privs --bounding-set=-all,+sys_chroot,+setuid,+setgid \
      chroot --userspec="$5:$5" --groups= "$2" /usr/bin/reconcile "${@:6}"
  ' _ "$image" "$work/mounted" "$root/etc/reconcile" "$work/state" "$user" "$@"
}
run() { (contained "$@"); }
policy=/etc/reconcile/policy.yaml

say "the program starts"
version=$(run --version)
echo "$version"
[ "$version" = "reconcile $(sed -n '1s/.*(\(.*\)).*/\1/p' "$project/.packaging/debian/changelog")" ] || fail "another version"

say "every library is there"
loader=$(cd "$image" && find lib* -name 'ld-linux*.so.*' | head -n 1)
for library in usr/bin/reconcile $(cd "$image" && ls usr/lib/*/lib{ical,microhttpd,qrencode}.so.*); do
  missing=$(chroot "$image" "/$loader" --list "/$library" 2>&1) || fail "$missing"
  if grep 'not found' <<<"$missing"; then fail "'$library' has not what it needs"; fi
done

say "the policy is valid"
run validate "$policy"

say "what a dry run says, with the secrets and the key of the console; nothing is written"
run --dry-run "$policy" | tee "$work/plan"
grep -q "Downtime-KidsRoom" "$work/plan" || fail "the plan does not name what is to be switched"
[ "$(writes)" = 0 ] || fail "a dry run wrote: $(seen)"

say "it is made so, and remembered"
run apply "$policy"
kids_are off || fail "nothing was switched: $(seen)"
run history | grep "Downtime-KidsRoom" || fail "the history does not know it"

say "nothing but the state can be written"
for place in /etc/reconcile /usr/lib; do
  if words=$(run units --output "$place" "$policy" 2>&1); then fail "it wrote to $place"; fi
  grep -i 'read-only' <<<"$words" || fail "refused for another reason: $words"
done

# Asks the first process in the container to end, as an engine does.
ends() {
  kill -TERM "$(pgrep -P "$served")"
  within 10 sh -c "! kill -0 $served 2>/dev/null" || fail "$1 does not end when it is asked to"
  { wait "$served"; } 2>/dev/null || true
  served=''
}
say "what the image starts by itself puts right what was done by hand"
contained watch --interval 5s "$policy" >"$work/watch.log" 2>&1 &
served=$!
is_ready() { grep -q '^Following ' "$work/watch.log"; }
within 15 is_ready || fail "it does not watch: $(cat "$work/watch.log")"
by_hand rules/Downtime-KidsRoom/toggle
within 30 kids_are off || fail "a change by hand was not put right: $(cat "$work/watch.log")"
# What somebody says from another container, which has the same state.
run override kids on --for 30m
within 30 kids_are on || fail "an override is not followed: $(cat "$work/watch.log")"
run override end all
within 30 kids_are off || fail "the end of an override is not followed: $(cat "$work/watch.log")"
ends watch

say "the page"
sed -i 's/^targets:$/people: {anna: {manages: kids}}\n&/' "$root/etc/reconcile/policy.yaml"
port=$(free_port)
contained serve --listen "127.0.0.1:$port" "$policy" >"$work/serve.log" 2>&1 &
served=$!
answers() { curl -s --max-time 5 "http://127.0.0.1:$port/" >"$work/page"; }
within 15 answers || fail "the page does not answer: $(cat "$work/serve.log")"
grep -qi '<!doctype html>' "$work/page" || fail "this is not a page: $(head -c 300 "$work/page")"
ends serve
printf '\n%s works in the image.\n' "$version"
