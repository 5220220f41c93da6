# Somebody without access to the state asks by sudo, with the lines that the docs give; the timer sends the code to an
# approver's command, and the code lets it happen. Nothing else is allowed by these lines.

say "emma may ask, lock and look by sudo"
inside useradd --create-home --shell /bin/bash emma
awk '/^# \/etc\/sudoers.d\/reconcile$/ {found = 1} /^```$/ {found = 0} found' "$project/docs/requests.md" \
  >"$root/etc/sudoers.d/reconcile"
cat "$root/etc/sudoers.d/reconcile"
chmod 440 "$root/etc/sudoers.d/reconcile"
inside visudo -cq || fail "the lines of the docs are no good"
cat >"$root/usr/local/bin/tell-anna" <<'END_OF_COMMAND'
#!/bin/sh
cat >/var/lib/reconcile/told-anna
END_OF_COMMAND
chmod 755 "$root/usr/local/bin/tell-anna"
(umask 077; echo 'anna: {command: /usr/local/bin/tell-anna}' >"$root/etc/reconcile/people.yaml")
# What the timer story wants, and a guard.
guarded_policy() {
  policy_text off | sed -e 's/^systems:/people: {anna: {}}\nsystems:/' \
    -e 's/acl-rules: \["Downtime-\*"\]/&, guard: {approve: anna}/' >"$root/etc/reconcile/policy.yaml.new"
  mv "$root/etc/reconcile/policy.yaml.new" "$root/etc/reconcile/policy.yaml"
}
guarded_policy
inside reconcile validate /etc/reconcile/policy.yaml || fail "the guarded policy is no good"
as_emma() { inside runuser -u emma -- env -C /home/emma "$@"; }

say "she asks, and nothing changes before anna agrees"
as_emma sudo -n reconcile ask kids on --for 30m --because 'film night' || fail "she may not ask"
kids_are off || fail "asking opened it"
told() { inside test -s /var/lib/private/reconcile/told-anna; }
within 90 told || fail "anna was not told: $(inside reconcile requests)"
as_emma sudo -n reconcile requests
code=$(inside sed -n 's/.*"code":"\([^"]*\)".*/\1/p' /var/lib/private/reconcile/told-anna)
[ -n "$code" ] || fail "anna has no code"
journal reconcile.service | grep -qF "$code" && fail "the code is in the journal"
kids_are off || fail "the code alone opened it"

say "she may do nothing else"
refused() {
  local status=0
  as_emma sudo -n "$@" >"$work/refused" 2>&1 </dev/null || status=$?
  echo "sudo $*: $status, $(tail -n 1 "$work/refused")"
  [ "$status" != 0 ] || fail "emma may: $*"
}
refused reconcile override kids on --for 10m
refused reconcile apply /etc/reconcile/policy.yaml
refused reconcile approve 1
refused reconcile people reset anna
refused reconcile ask kids on --for 10m --as anna
refused reconcile ask kids on --for 10m --policy /home/emma/policy.yaml
refused reconcile lock kids --for 10m --state /home/emma
refused reconcile lock kids --for 10m --apply
refused RECONCILE_PEOPLE=/home/emma/people.yaml reconcile requests
# A policy of her own in the folder that she calls it from is not looked at.
inside sh -c 'echo "timezone: Mars/North" >/home/emma/policy.yaml'
as_emma sudo -n reconcile lock kids --for 10m || fail "she may not lock"
if as_emma reconcile requests; then fail "she reads the state without sudo"; fi
kids_are off || fail "something opened it"

say "anna's code opens it"
echo "$code" | inside reconcile approve 1 || fail "the code was refused"
# The newest override counts: it was approved after the lock.
opened() { kids_are on; }
within 90 opened || fail "what was approved was not done"
inside reconcile history --requests
inside reconcile history --verify
inside reconcile override end all
write_policy off
rm "$root/etc/sudoers.d/reconcile" "$root/etc/reconcile/people.yaml"
closed() { kids_are off; }
within 90 closed || fail "the policy did not come back"
inside rm /var/lib/private/reconcile/told-anna
