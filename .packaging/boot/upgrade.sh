# A newer package, and the same one once more: what ran goes on, what was kept stays.

# The package under a later version.
newer() {
  rm -rf "$work/newer"
  dpkg-deb --raw-extract "$package" "$work/newer"
  sed -i "s/^Version: .*/&+$1/" "$work/newer/DEBIAN/control"
  dpkg-deb --root-owner-group -Znone --build "$work/newer" "$root/root/newer.deb" >/dev/null
}
kept() {
  inside sh -c 'cd /etc/reconcile && sha256sum policy.yaml credentials/* && stat -c "%n %a %u" credentials credentials/*'
  inside reconcile history --verify
}

say "an upgrade while the timer runs"
inside systemctl enable --now reconcile.timer
within 30 idle
before=$(kept)
newer 1
inside env LC_ALL=C dpkg --install /root/newer.deb
inside systemctl is-active reconcile.timer || fail "the timer does not run any more"
inside systemctl is-enabled reconcile.timer || fail "the timer is not enabled any more"
[ "$(kept)" = "$before" ] || fail "the upgrade changed: $(diff <(echo "$before") <(kept))"

say "a state from before the page, of a user that was made for each start"
inside systemctl stop reconcile.timer
within 30 idle
inside sh -c 'cd /var/lib/private && chown -R 64999:64999 reconcile && chmod 700 reconcile && chmod 600 reconcile/*'
inside systemctl start reconcile.service || fail "it cannot go on with its state: $(journal reconcile.service | tail)"
[ "$(inside stat -c '%a %U %G' /var/lib/private/reconcile)" = "770 reconcile reconcile" ] || fail "the folder was not handed over"
[ "$(inside stat -c '%a %U %G' /var/lib/private/reconcile/journal.db)" = "660 reconcile reconcile" ] ||
  fail "the page could not write the state: $(inside ls -ln /var/lib/private/reconcile)"
[ "$(kept)" = "$before" ] || fail "something was lost: $(diff <(echo "$before") <(kept))"
inside systemctl start reconcile.timer

say "an upgrade while the daemon runs"
inside systemctl disable --now reconcile.timer
inside systemctl enable --now reconcile-watch.service
old=$(of_daemon MainPID)
newer 2
inside env LC_ALL=C dpkg --install /root/newer.deb
[ "$(of_daemon ActiveState)" = active ] || fail "the daemon does not run any more"
[ "$(of_daemon MainPID)" != "$old" ] || fail "the old program still runs"
[ "$(kept)" = "$before" ] || fail "the upgrade changed: $(diff <(echo "$before") <(kept))"

say "the same package again"
inside env LC_ALL=C dpkg --install /root/newer.deb
[ "$(of_daemon ActiveState)" = active ] || fail "the daemon does not run any more"
inside systemctl is-active reconcile.timer && fail "nobody started the timer"
by_hand rules/Downtime-iPad/toggle
inside systemctl reload reconcile-watch.service
within 20 kids_are off || fail "the new program does not look after the rules"

say "the timer takes over again"
inside systemctl start reconcile.timer
stopped() { [ "$(of_daemon ActiveState) $(of_daemon Result)" = "inactive success" ]; }
within 10 stopped || fail "the timer and the daemon run both"
