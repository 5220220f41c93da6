# The past is told, and its head in the journal proves that nobody cut its end off.

say "what happened"
told=$(inside reconcile history)
echo "$told"
for text in 'film night' 'changed by somebody else' 'corrected' 'policy changed' 'pihole: active → paused · override ended'; do
  grep -qF "$text" <<<"$told" || fail "the history does not tell of: $text"
done
heads() { inside journalctl --no-pager -o cat -u 'reconcile*' | sed -n 's/^journal head //p'; }
[ "$(heads | wc -l)" -ge 5 ] || fail "the heads are not in the journal"
for head in $(heads | sed -n '1p;$p'); do
  inside reconcile history --verify "$head" || fail "the head $head is not found"
done
if inside reconcile history --verify "$(printf 'f%.0s' {1..64})"; then fail "any head is found"; fi
