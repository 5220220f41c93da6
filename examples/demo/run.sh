#!/usr/bin/env bash
# The whole story on a pretend household: validate, look, apply, apply again, a change by hand, drift, put right.
# Usage: run.sh FOLDER-WITH-THE-BINARIES
set -euo pipefail
# shellcheck source=/dev/null
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh" "$1" household.yaml

say "A household's policy: rules, a firewall policy, a Pi-hole's group, a pause."
cat household.yaml
say "Is it right? No network is needed to know."
run 0 reconcile validate household.yaml
say "What would be done now? A dry run cannot write."
run 0 reconcile --dry-run household.yaml
say "Do it. Every change is read back before it is called applied."
run 0 reconcile household.yaml
say "Once more: there is nothing to do, so nothing is written."
run 0 reconcile household.yaml
say "Somebody flips a switch by hand in the console's web interface."
curl -ks -X POST "https://127.0.0.1:$unifi/simulator/rules/Downtime-iPad/toggle"
say "Drift shows it (and exits with 2, for scripts)."
run 2 reconcile drift household.yaml
say "The next run puts it right."
run 0 reconcile household.yaml
say "What the console was asked in all this: one PUT for each change, nothing else."
curl -ks "https://127.0.0.1:$unifi/simulator/log" | awk '{print $2, $4}' | sort | uniq -c
