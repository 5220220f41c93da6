# The timer puts the household right, finds nothing to do a minute later, and undoes what was done by hand.

say "the timer is enabled, and fires"
inside systemctl enable --now reconcile.timer
is_right() { kids_are off && pihole_is paused; }
within 90 is_right || fail "nothing was switched: $(seen)"
within 30 idle || fail "the service did not end"
[ "$(inside systemctl show -P Result reconcile.service)" = success ] || fail "the service failed"
inside systemctl status --no-pager reconcile.service reconcile.timer || [ $? = 3 ]

say "the status says that it runs"
told=$(inside reconcile status) || fail "the status is not well: $told"
echo "$told"
grep -q '^Last run .*, by reconcile.timer\.$' <<<"$told" || fail "the timer is not named"

say "its journal"
journal reconcile.service
journal reconcile.service | grep -q "'Downtime-KidsRoom'" || fail "the journal does not say what was switched"
journal reconcile.service | grep -q '^journal head [0-9a-f]\{64\}$' || fail "the head of the chain is not in the journal"
kept=$(inside find /var/lib/private/reconcile -type f -printf '%f %m %s\n')
echo "$kept"
# Its group is the service's own; the page is in it, and nobody else.
[ "$(inside stat -c '%a %U %G' /var/lib/private/reconcile)" = "770 reconcile reconcile" ] || fail "the folder of the state is open"
[ -z "$(inside getent group reconcile | cut -d : -f 4)" ] || fail "somebody is in the group of the state"
grep -q ' 660 [1-9]' <<<"$kept" || fail "nothing was remembered"
if grep -vqE ' 6[06]0 [0-9]+$' <<<"$kept"; then fail "a file of the state is open"; fi

say "the next minute finds nothing to do"
before=$(writes)
runs_ended() { journal reconcile.service | grep -c '^Finished'; }
second() { [ "$(runs_ended)" -ge 2 ]; }
within 90 second || fail "the timer did not fire again"
[ "$(writes)" = "$before" ] || fail "it wrote again: $(seen)"
inside journalctl --no-pager -o short -u reconcile.service |
  awk '/Starting/ {text = ""} {text = text $0 "\n"} END {printf "%s", text}'

say "a change by hand is put right by the next run, with its cause"
by_hand rules/Downtime-iPad/toggle
third() { journal reconcile.service | grep -q "✓.*'Downtime-iPad'"; }
within 90 third || fail "the change by hand was not put right"
journal reconcile.service | grep -A 2 "✓.*'Downtime-iPad'"
journal reconcile.service | grep -qi outside || fail "the cause is not told"
