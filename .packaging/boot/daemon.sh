# The daemon instead of the timer: what it tells systemd, what it notices, and how it ends.

# As a shell does it: Debian's kill(1) is in a package of its own.
signal() { inside sh -c "kill -$1 $(of_daemon MainPID)"; }
is_restarted() { [ "$(of_daemon NRestarts)" = "$1" ] && [ "$(of_daemon ActiveState)" = active ]; }

say "the daemon starts, and the timer gives way"
# Shorter than in the unit, so that the test need not wait for minutes.
watchdog=10
inside mkdir -p /run/systemd/system/reconcile-watch.service.d
printf '[Service]\nWatchdogSec=%ss\nRestartSec=1s\n' "$watchdog" |
  inside tee /run/systemd/system/reconcile-watch.service.d/short.conf
inside systemctl daemon-reload
inside systemctl start reconcile-watch.service
since=$SECONDS daemon=$(of_daemon MainPID)
[ "$(of_daemon ActiveState)" = active ] || fail "it does not say that it is ready"
inside systemctl is-active reconcile.timer && fail "the timer and the daemon run both"
tells() { of_daemon StatusText | grep -q "$1"; }
within 20 tells 'nothing changes any more' || fail "it does not say what comes next: $(of_daemon StatusText)"

say "an override is noticed"
inside reconcile override kids on --for 30m --because 'film night'
within 15 kids_are on || fail "the override was not noticed"
within 15 tells 'next change .*kids' || fail "the end of the override is not told: $(of_daemon StatusText)"
inside systemctl status --no-pager reconcile-watch.service
inside reconcile override end 1
within 15 kids_are off || fail "the end of the override was not noticed"

say "an edit is noticed, and a broken one is told and not followed"
write_policy on
within 15 kids_are on || fail "the edit was not noticed"
before=$(writes)
write_policy 'of 22:00'
broken() { journal reconcile-watch.service | grep -q 'policy.yaml:8:'; }
within 15 broken || fail "the mistake is not told"
[ "$(writes)" = "$before" ] || fail "a broken policy moved something"
write_policy off
within 15 kids_are off || fail "the mended policy was not noticed"

say "it reloads"
inside systemctl reload reconcile-watch.service
reloaded() { journal reconcile-watch.service | grep -q "was read again" && [ "$(of_daemon ActiveState)" = active ]; }
within 15 reloaded || fail "it did not read the policy again"

say "it lives longer than its watchdog waits"
old_enough() { [ $((SECONDS - since)) -gt $((3 * watchdog)) ]; }
within $((3 * watchdog + 5)) old_enough
[ "$(of_daemon MainPID) $(of_daemon NRestarts)" = "$daemon 0" ] || fail "it was restarted"

say "one that hangs is ended by the watchdog, and started again"
signal STOP
within $((watchdog + 30)) is_restarted 1 || fail "it was not restarted: $(of_daemon Result)"
journal reconcile-watch.service | grep -i 'watchdog timeout' || fail "another thing ended it"

say "one that is killed is started again, and remembers"
signal KILL
within 30 is_restarted 2 || fail "it was not restarted: $(of_daemon Result)"
inside reconcile history | grep -q 'film night' || fail "the state is lost"
by_hand rules/Downtime-iPad/toggle
inside systemctl reload reconcile-watch.service
within 15 kids_are off || fail "it does not look after the rules any more"
inside reconcile history --verify || fail "the chain of the past is broken"
