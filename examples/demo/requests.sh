#!/usr/bin/env bash
# Two stories on a pretend household: a child asks for more time and a parent reads a code out; an adult is held to
# something, and only the other one's code ends it. A script plays the approvers' phones.
# Usage: requests.sh FOLDER-WITH-THE-BINARIES
set -euo pipefail
# shellcheck source=/dev/null
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh" "$1" requests.yaml

# Each approver's phone is a folder, in which what they are told is kept.
for name in anna ben; do
  mkdir "$name"
  printf '#!/bin/sh\ncat > %s/%s/message\n' "$work" "$name" > "tell-$name"
  chmod 755 "tell-$name"
done
printf 'anna: {command: %s/tell-anna}\nben: {command: %s/tell-ben}\n' "$work" "$work" > people.yaml
chmod 600 people.yaml
chmod 755 "$work"
export RECONCILE_PEOPLE="$work/people.yaml" RECONCILE_POLICY="$work/household.yaml"
# What a phone shows: the summary, and below it the code.
phone() { sed -n 's/.*"code":"\([^"]*\)".*"summary":"\([^"]*\)".*/\2   code: \1/p' "$1/message"; }
code() { sed -n 's/.*"code":"\([^"]*\)".*/\1/p' "$1/message"; }
# Types a code, as its owner reads it out.
typing() {
  local expected=$1 typed=$2; shift 2
  run "$expected" "$@" <<< "$typed"
}

say "The kids' rules and a phone are guarded: somebody has to agree before they are made freer."
grep -A3 '^targets' household.yaml
run 0 reconcile

say "A child asks for half an hour. That changes nothing yet."
run 0 reconcile ask kids on --for 30m --because "film night"
say "The next run makes a code for each approver, and tells them."
run 0 reconcile
echo "Anna's phone: $(phone anna)"
echo "Ben's phone:  $(phone ben)"
run 0 reconcile requests
say "A code that is guessed is wrong, and is noted. Anna's is right."
typing 4 7K3M-9QXZ reconcile approve 1
typing 0 "$(code anna)" reconcile approve 1
run 0 reconcile
say "The same code once more is good for nothing."
typing 4 "$(code anna)" reconcile approve 1

say "Somebody wants to be held to something: to lock needs nobody's leave."
run 0 reconcile lock my-phone --for 20h --because "until tomorrow"
run 0 reconcile
say "To end it does. So does everything else that would make it freer."
run 4 reconcile override end my-phone
run 0 reconcile
echo "Anna's phone: $(phone anna)"
typing 0 "$(code anna)" reconcile deny 2
say "Anna has said no, and the lock holds."
run 0 reconcile override list
say "The file itself does not set it free: an edit that would is held, and what was approved goes on."
sed -i 's/^  - my-phone off .*/  - my-phone off 2031-01-01/' household.yaml
run 0 reconcile
echo "Anna's phone: $(phone anna)"
run 0 reconcile explain my-phone
typing 0 "$(code anna)" reconcile approve 3
run 0 reconcile
run 0 reconcile explain my-phone

say "All of it is in the history, which nobody can rewrite unnoticed."
run 0 reconcile history --requests
run 0 reconcile history --verify
