# Metrics for Debian's node exporter, set up as docs/running.md says it, word for word.

# The block of this language below 'Metrics' in docs/running.md.
shown() {
  awk -v fence="\`\`\`$1" '/^## / {here = ($0 == "## Metrics")} here && /^```/ {open = ($0 == fence); next} here && open' \
    "$project/docs/running.md"
}

say "the node exporter shows the metrics"
shown sh | sed 's/^sudo //; /^apt /d' >"$root/root/metrics.sh"
[ -s "$root/root/metrics.sh" ] && [ -n "$(shown ini)" ] || fail "docs/running.md does not say how"
inside bash -eux /root/metrics.sh
inside mkdir -p /etc/systemd/system/reconcile.service.d
shown ini | tee "$root/etc/systemd/system/reconcile.service.d/override.conf"
inside systemctl daemon-reload
inside systemctl start reconcile.service || fail "the service cannot write its metrics"
curl -sf "http://$exporter/metrics" | grep '^reconcile_' | tee "$work/metrics" || fail "there are no metrics"
grep -q '^reconcile_exit_status 0$' "$work/metrics" || fail "the last run did not succeed"
[ "$(grep -c '^reconcile_system_up{.*} 1$' "$work/metrics")" = 2 ] || fail "two systems are up"

say "the file is always whole"
place=$(inside find / -xdev -name reconcile.prom)
inside stat -c '%n %a' "$place"
for _ in 1 2 3 4 5; do
  forget_starts reconcile.service
  inside systemctl start --no-block reconcile.service
  for _ in 1 2 3 4 5 6 7 8 9 10; do
    curl -sf "http://$exporter/metrics" >"$work/metrics"
    grep -q '^reconcile_next_change\|^reconcile_warnings' "$work/metrics" || fail "half a file was read"
    grep -q '^node_textfile_scrape_error 0$' "$work/metrics" || fail "the exporter could not read the file"
  done
done
within 30 idle
[ "$(inside find "$(dirname "$place")" -type f | wc -l)" = 1 ] || fail "something is left beside it"
rm -r "$root/etc/systemd/system/reconcile.service.d"
inside systemctl daemon-reload
