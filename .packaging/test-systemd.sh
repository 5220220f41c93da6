#!/usr/bin/env bash
# Boots Debian 12 with systemd, installs the package there, and lets its timer switch rules of a pretend household.
# Usage: test-systemd.sh PACKAGE SIMULATOR FOLDER, as root. Nothing of it is left but a cached Debian in FOLDER.
set -euo pipefail
umask 022
package=$1 simulator=$2 folder=$3
[ "$(id -u)" = 0 ] || { echo "error: only root can boot a system; run 'sudo make test-systemd'" >&2; exit 1; }
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
base=$folder/debian root=$folder/root work=$folder/work
console=$work/console.log
nspawn='' init='' pretend=''

# Ends only what was started here, each by its number; the inside first, as it would survive the outside.
finish() {
  if [ -n "$nspawn" ] && kill -0 "$nspawn" 2>/dev/null; then
    if [ -n "$init" ]; then kill -KILL "$init" 2>/dev/null || true; fi
    kill -TERM "$nspawn" 2>/dev/null || true
  fi
  if [ -n "$pretend" ]; then kill "$pretend" 2>/dev/null || true; fi
  wait || true
  rm -rf "$root" "$work"
}
trap finish EXIT
fail() {
  echo "FAILED: $*" >&2
  if [ -n "$init" ]; then inside journalctl --no-pager -u 'reconcile*' >&2 || true; fi
  tail -n 20 "$console" >&2 || true
  exit 1
}
say() { printf '\n# %s\n' "$*"; }
inside() { nsenter -t "$init" -m -u -i -n -p -C -- "$@"; }
# Tries a command every half second until it succeeds, at most $1 seconds long.
within() {
  local end=$((SECONDS + $1)); shift
  until "$@"; do
    [ "$SECONDS" -lt "$end" ] || return 1
    sleep 0.5
  done
}

if [ ! -d "$base" ]; then
  say "Debian 12 is fetched, once"
  rm -rf "$base.new"
  depends=libcurl4,libyaml-0-2,libsqlite3-0,libsodium23,libstdc++6,libgcc-s1,tzdata,ca-certificates
  debootstrap --variant=minbase --include="systemd,systemd-sysv,dbus,$depends" bookworm "$base.new" >"$folder/debootstrap.log" ||
    { tail -n 20 "$folder/debootstrap.log" >&2; exit 1; }
  mv "$base.new" "$base"
fi
rm -rf "$root" "$work"
mkdir -p "$work"
cp -a --reflink=auto "$base" "$root"

say "the package is installed"
cp "$package" "$root/tmp/reconcile.deb"
chroot "$root" env LC_ALL=C DEBIAN_FRONTEND=noninteractive dpkg --install /tmp/reconcile.deb
rm "$root/tmp/reconcile.deb"

say "a household, and a policy that wants something else of it"
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=unifi.local \
  -keyout "$work/key.pem" -out "$work/certificate.pem" 2>/dev/null
pin="sha256//$(openssl x509 -in "$work/certificate.pem" -pubkey -noout | openssl pkey -pubin -outform der \
  | openssl dgst -sha256 -binary | base64)"
key=key-$(openssl rand -hex 12) password=password-$(openssl rand -hex 12)
echo "$key" >"$work/api-key"
echo "$password" >"$work/password"
"$simulator" --certificate "$work/certificate.pem" --key "$work/key.pem" --for 600 --ports-file "$work/ports" \
  --api-key-file "$work/api-key" --password-file "$work/password" >"$work/simulator.log" 2>&1 &
pretend=$!
within 10 test -s "$work/ports" || fail "the simulator did not start: $(cat "$work/simulator.log")"
unifi=https://127.0.0.1:$(awk '$1 == "unifi" {print $2}' "$work/ports")
pihole=http://127.0.0.1:$(awk '$1 == "pihole" {print $2}' "$work/ports")
seen() { curl -ks "$unifi/simulator/log"; curl -s "$pihole/simulator/log"; }

cat >"$root/etc/reconcile/policy.yaml" <<END
timezone: Europe/Berlin
systems:
  gateway: {kind: unifi, url: $unifi, api-key: {credential: unifi-api-key}, tls: {pin: "$pin"}}
  pihole: {kind: pihole, url: $pihole, password: {credential: pihole-password}}
targets:
  kids: {system: gateway, acl-rules: ["Downtime-*"]}
policy:
  - kids off
  - pause pihole
END
secrets=$root/etc/reconcile/credentials
[ "$(stat -c '%a %u' "$secrets")" = "700 0" ] || fail "the folder of the secrets is open"
(umask 077; printf '%s\nfor %s %s\n' "$key" "$unifi" "$pin" >"$secrets/unifi-api-key"
  printf '%s\nfor %s\n' "$password" "$pihole" >"$secrets/pihole-password")

say "it boots"
setsid systemd-nspawn --quiet --register=no --keep-unit -D "$root" --boot --console=read-only >"$console" 2>&1 &
nspawn=$!
find_init() { init=$(pgrep -P "$nspawn" | head -n 1); [ -n "$init" ]; }
within 20 find_init || fail "it did not start"
runs() { [ "$(inside systemctl is-system-running 2>/dev/null || true)" = running ]; }
within 60 runs || fail "it is not running: $(inside systemctl --failed --no-pager || true)"
inside systemctl is-enabled reconcile.timer && fail "nobody enabled the timer"

version=$(inside systemctl --version | head -n 1)
say "the unit files, as $version sees them"
words=$(inside systemd-analyze verify --man=no /lib/systemd/system/reconcile.service /lib/systemd/system/reconcile.timer \
  /lib/systemd/system/reconcile-watch.service 2>&1) || fail "$words"
[ -z "$words" ] || fail "$words"
inside systemd-analyze security --no-pager reconcile.service | tail -n 1

say "the timer is enabled, and fires"
inside systemctl enable --now reconcile.timer
writes() { seen | grep -cE '(PUT|POST) [^ ]*(acl-rules/|dns/blocking)' || true; }
written() { [ "$(writes)" -ge 2 ]; }
within 90 written || fail "nothing was switched: $(seen)"
seen | grep -E 'PUT|POST' || true
idle() { [ "$(inside systemctl show -P ActiveState reconcile.service)" = inactive ]; }
within 30 idle || fail "the service did not end"
[ "$(inside systemctl show -P Result reconcile.service)" = success ] || fail "the service failed"
inside systemctl status --no-pager reconcile.service reconcile.timer || [ $? = 3 ]

say "its journal"
journal=$(inside journalctl --no-pager -o cat -u reconcile.service)
echo "$journal"
grep -q "'Downtime-KidsRoom'" <<<"$journal" || fail "the journal does not say what was switched"
grep -qE 'setpriority|thread priority|Bad system call|SIGSYS' <<<"$journal" && fail "a system call was denied"
everything=$(inside journalctl --no-pager -a)
for secret in "$key" "$password"; do
  if grep -qF "$secret" <<<"$everything"; then fail "a secret is in the journal"; fi
done
inside ls -ld /var/lib/reconcile /var/lib/private/reconcile
[ "$(inside stat -c %a /var/lib/private/reconcile)" = 700 ] || fail "the folder of the state is open"
kept=$(inside find /var/lib/private/reconcile -type f -printf '%f %m %s\n')
echo "$kept"
grep -q ' 600 [1-9]' <<<"$kept" || fail "nothing was remembered"
grep -vqE ' 600 [0-9]+$' <<<"$kept" && fail "a file of the state is open"

say "the next minute finds nothing to do"
before=$(writes)
second() { [ "$(inside journalctl --no-pager -o cat -u reconcile.service | grep -c '^Finished')" -ge 2 ]; }
within 90 second || fail "the timer did not fire again"
[ "$(writes)" = "$before" ] || fail "it wrote again: $(seen)"

say "a change by hand is put right by the next run, with its cause"
curl -ks -X POST "$unifi/simulator/rules/Downtime-iPad/toggle" >/dev/null
third() { inside journalctl --no-pager -o cat -u reconcile.service | grep -q "✓.*'Downtime-iPad'"; }
within 90 third || fail "the change by hand was not put right"
inside journalctl --no-pager -o cat -u reconcile.service | grep -A 2 "✓.*'Downtime-iPad'"
inside journalctl --no-pager -o cat -u reconcile.service | grep -qi 'outside' || fail "the cause is not told"

say "the package is removed, and purged"
inside env LC_ALL=C dpkg --purge reconcile
inside systemctl is-active reconcile.timer && fail "the timer is still there"
inside test ! -e /var/lib/private/reconcile || fail "the state is still there"
inside test -e /etc/reconcile/policy.yaml || fail "the policy was removed"
[ -z "$(inside systemctl --failed --no-legend --plain)" ] || fail "a unit failed: $(inside systemctl --failed --no-pager)"

say "it powers off"
inside systemctl poweroff || true
gone() { ! kill -0 "$nspawn" 2>/dev/null; }
within 60 gone || fail "it did not power off"
wait "$nspawn" || fail "it ended with $?"
nspawn=''
echo "$version: all of it worked."
