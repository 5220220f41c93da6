#!/usr/bin/env bash
# The page of a pretend household, to be opened in a browser of this machine: one link for a parent, one for a child.
# It stays for ten minutes, or until Enter is pressed. Usage: page.sh FOLDER-WITH-THE-BINARIES
set -euo pipefail
seconds=${DEMO_SECONDS:-600}
# Read by setup.sh: the household is there for as long as its page is, and for the words at its end.
# shellcheck disable=SC2034
household_seconds=$((seconds + 60))
# shellcheck source=/dev/null
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh" "$1" page.yaml
programs=()
stop() {
  for program in "${programs[@]}"; do kill "$program" 2>/dev/null || true; wait "$program" 2>/dev/null || true; done
  finish
}
trap stop EXIT

export RECONCILE_POLICY="$work/household.yaml"
reconcile >/dev/null
reconcile watch >watch.log 2>&1 &
programs+=($!)
# Any free port; the page says itself where it is.
reconcile serve --listen 127.0.0.1:0 >serve.log 2>&1 &
programs+=($!)
for _ in $(seq 100); do
  if grep -q http serve.log; then break; fi
  kill -0 "${programs[1]}" 2>/dev/null || { cat serve.log >&2; exit 1; }
  sleep 0.1
done

say "The page is served, and something keeps the household on its schedule. Nobody is known to the page yet."
cat serve.log
say "A link for Anna, who looks after everything, as a phone would take it from the screen:"
run 0 reconcile people link anna --device "Anna's phone"
say "And one for Emma, who may ask. Open it in a private window, and say yes in Anna's."
run 0 reconcile people link emma --device tablet
say "Press Enter to end it; it ends by itself after $((seconds / 60)) minutes."
read -r -t "$seconds" || true
say "What was done meanwhile:"
run 0 reconcile history
