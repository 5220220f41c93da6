# The package goes, then what it kept; what a person wrote stays. In all this nobody wrote a secret down.

say "no secret is in the journal or in the state"
inside journalctl --no-pager -a >"$work/journal"
wc -l <"$work/journal"
for secret in "$key" "$password"; do
  if grep -qF "$secret" "$work/journal"; then fail "a secret is in the journal"; fi
  if grep -rqaF "$secret" "$root/var/lib"; then fail "a secret is in the state"; fi
done
if grep -E 'setpriority|thread priority|Bad system call|SIGSYS' "$work/journal"; then fail "a system call was denied"; fi
[ -z "$(inside systemctl --failed --no-legend --plain)" ] || fail "a unit failed: $(inside systemctl --failed --no-pager)"

say "the package is removed: nothing runs, all of it is kept"
inside env LC_ALL=C dpkg --remove reconcile
for unit in reconcile.timer reconcile-watch.service reconcile-serve.socket reconcile-serve.service; do
  inside systemctl is-active "$unit" && fail "$unit still runs"
done
[ -n "$(inside find /var/lib/private/reconcile -type f)" ] || fail "the state is gone"

say "the package is purged: the state goes, the policy and the secrets stay"
inside env LC_ALL=C dpkg --purge reconcile | tee "$work/purged"
grep -q '/etc/reconcile' "$work/purged" || fail "nobody is told what stays"
inside test ! -e /var/lib/private/reconcile || fail "the state is still there"
for file in policy.yaml credentials/unifi-api-key credentials/pihole-password; do
  inside test -e "/etc/reconcile/$file" || fail "$file was removed"
done
[ -z "$(inside systemctl --failed --no-legend --plain)" ] || fail "a unit failed: $(inside systemctl --failed --no-pager)"
if inside find /etc/systemd /var/lib/systemd -name '*reconcile*' ! -name '*pull*' | grep .; then fail "this was left"; fi
