# The secrets reach the daemon, which runs, and nobody else. Afterwards it is stopped.

say "its secrets are read by nobody else"
daemon=$(of_daemon MainPID)
loaded=/run/credentials/reconcile-watch.service
[ "$(inside find "$loaded" -type f | wc -l)" = 3 ] || fail "the secrets are not where systemd puts them"
as_nobody() { inside setpriv --reuid=65534 --regid=65534 --clear-groups "$@"; }
as_nobody true || fail "nobody cannot be tried"
for file in /etc/reconcile/credentials/unifi-api-key "$loaded"/reconcile_unifi-api-key /var/lib/reconcile/ \
  "/proc/$daemon/environ"; do
  inside test -e "$file" || fail "$file is not there"
  if as_nobody head -c 1 "$file" 2>/dev/null || as_nobody ls "$file/" 2>/dev/null; then fail "everybody can read $file"; fi
done
for secret in "$key" "$password"; do
  inside cat "/proc/$daemon/environ" "/proc/$daemon/cmdline" | grep -aqF "$secret" && fail "a secret is in the process table"
done

say "it stops within five seconds, even where a system hangs"
by_hand 'fault/slow?seconds=60&times=5'
inside systemctl reload reconcile-watch.service
sleep 2
began=$(date +%s%N)
inside systemctl stop reconcile-watch.service
took=$((($(date +%s%N) - began) / 1000000))
echo "stopped after $took ms"
[ "$took" -le 5000 ] || fail "it did not stop in time"
[ "$(of_daemon ActiveState) $(of_daemon Result)" = "inactive success" ] ||
  fail "to be stopped is a failure: $(of_daemon ActiveState) $(of_daemon Result)"
by_hand fault/none
