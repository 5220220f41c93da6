# A Debian 12 in the folder $root: fetched, booted, asked, and powered off.

console=$work/console.log
nspawn='' init=''

fail() {
  echo "FAILED: $*" >&2
  if [ -n "$init" ]; then inside journalctl --no-pager -n 60 -u 'reconcile*' >&2 || true; fi
  tail -n 20 "$console" >&2 || true
  exit 1
}
say() { printf '\n# %s\n' "$*"; }
# Runs a command in the machine that was booted.
inside() { nsenter -t "$init" -m -u -i -n -p -C -- "$@"; }
# Tries a command every half second until it succeeds, at most $1 seconds long.
within() {
  local end=$((SECONDS + $1)); shift
  until "$@"; do
    [ "$SECONDS" -lt "$end" ] || return 1
    sleep 0.5
  done
}
# A port of 127.0.0.1 that nobody listens on: the machine has no network of its own.
free_port() {
  local port
  for port in $(shuf -i 20000-29999 -n 100); do
    (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null || { echo "$port"; return; }
  done
  return 1
}

# Everything of Debian that the package or a story needs, and the packages in $also. Another list is another cached folder.
fetch_machine() {
  local included=systemd,systemd-sysv,dbus
  included+=,libcurl4,libical3,libmicrohttpd12,libqrencode4,libyaml-0-2,libsqlite3-0,libsodium23,libgcc-s1,tzdata,ca-certificates
  included+=,git,openssh-client,prometheus-node-exporter,sudo${also:+,$also}
  local base
  base=$folder/debian-$(cksum <<<"$included" | cut -d ' ' -f 1)
  if [ ! -d "$base" ]; then
    say "Debian 12 is fetched, once"
    rm -rf "$folder"/debian*
    debootstrap --variant=minbase --include="$included" bookworm "$base.new" >"$work/debootstrap.log" ||
      { tail -n 20 "$work/debootstrap.log" >&2; exit 1; }
    mv "$base.new" "$base"
  fi
  cp -a --reflink=auto "$base" "$root"
}

find_init() { init=$(pgrep -P "$nspawn" | head -n 1); [ -n "$init" ]; }
runs() { [ "$(inside systemctl is-system-running 2>/dev/null || true)" = running ]; }
gone() { ! kill -0 "$nspawn" 2>/dev/null; }

boot() {
  setsid systemd-nspawn --quiet --register=no --keep-unit -D "$root" --boot --console=read-only >>"$console" 2>&1 &
  nspawn=$!
  within 20 find_init || fail "it did not start"
  within 60 runs || fail "it is not running: $(inside systemctl --failed --no-pager || true)"
  # A container is given another word for this start of the machine, which a service with a /proc of its own does not see.
  inside umount /proc/sys/kernel/random/boot_id || true
}

power_off() {
  inside systemctl poweroff || true
  within 60 gone || fail "it did not power off"
  wait "$nspawn" || fail "it ended with $?"
  nspawn='' init=''
}

# What a unit told, what systemd knows of the daemon, and whether no run is under way.
journal() { inside journalctl --no-pager -o cat -u "$1"; }
of_daemon() { inside systemctl show -P "$1" reconcile-watch.service; }
idle() { [ "$(inside systemctl show -P ActiveState reconcile.service)" = inactive ]; }
# systemd starts nothing more than five times in ten seconds, unless it forgets. What is not loaded it has forgotten.
forget_starts() { inside systemctl reset-failed "$1" 2>/dev/null || true; }
# Nothing to say about these unit files, and little that they may do.
check_units() {
  local words unit level
  words=$(inside systemd-analyze verify --man=no "$@" 2>&1) || fail "$words"
  [ -z "$words" ] || fail "$words"
  for unit; do
    case $unit in *.service) ;; *) continue ;; esac
    level=$(inside systemd-analyze security --no-pager "$(basename "$unit")" | awk '/Overall exposure level/ {print $(NF - 2)}')
    echo "$(basename "$unit"): exposure $level"
    awk -v level="$level" 'BEGIN {exit !(level != "" && level <= 1.5)}' || fail "$unit may do too much"
  done
}

# Ends only what was started here, each by its number; the inside first, as it would survive the outside.
end_machine() {
  if [ -n "$nspawn" ] && kill -0 "$nspawn" 2>/dev/null; then
    if [ -n "$init" ]; then kill -KILL "$init" 2>/dev/null || true; fi
    kill -TERM "$nspawn" 2>/dev/null || true
    wait "$nspawn" || true
  fi
}
