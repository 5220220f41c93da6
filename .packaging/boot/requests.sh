# A child asks by sudo, with the lines of docs/requests.md, word for word; and what she tries beside that changes nothing.

# The block below this heading of docs/requests.md.
shown_below() {
  awk -v heading="## $1" '/^## / {here = ($0 == heading)} here && /^```/ {open = !open; next} here && open' \
    "$project/docs/requests.md"
}
# Runs a command as emma, in her own folder, with nothing but what a login gives.
as_emma() {
  inside env -i PATH=/usr/local/bin:/usr/bin:/bin HOME=/home/emma USER=emma LOGNAME=emma LANG=C.UTF-8 \
    setpriv --reuid=emma --regid=emma --init-groups sh -c 'cd && exec "$@"' sh "$@"
}
by_sudo() { as_emma sudo -n "$@"; }
# Everything of the state that counts, and the household.
all_of_it() {
  inside sh -c 'find /var/lib/private/reconcile -type f ! -name last-run ! -name "*-shm" -exec sha256sum {} + | sort'
  inside reconcile history --format json | cksum
  curl -ks "$unifi/simulator" | grep -v 'the clock shows'
}
# That a command is refused with these words, with this status where one is given, and changes nothing.
refused() {
  local words=$1 status=$2 before answer came=0
  shift 2
  before=$(all_of_it)
  answer=$("$@" 2>&1 </dev/null) || came=$?
  echo "emma\$ ${*:2}: $came: $answer"
  [ "$came" = "$status" ] || fail "it ends with $came and not with $status"
  grep -qF -- "$words" <<<"$answer" || fail "it does not say: $words"
  [ "$(all_of_it)" = "$before" ] || fail "it changed something: $(diff <(echo "$before") <(all_of_it))"
}

say "emma is no administrator, and may do what the recipe says"
# What sudo would say of a machine that does not know its own name.
inside sh -c 'echo "127.0.1.1 $(uname -n)" >>/etc/hosts'
inside useradd --create-home --shell /bin/bash emma
recipe=$(shown_below 'Letting others ask')
place=$(sed -n '1s/^# //p' <<<"$recipe")
[ "$place" = /etc/sudoers.d/reconcile ] || fail "docs/requests.md does not say where the recipe belongs"
echo "$recipe" | tee "$root$place"
chmod 440 "$root$place"
inside visudo --check || fail "sudo does not understand the recipe"
as_emma true || fail "emma cannot be tried"

say "the children are guarded, and anna is reached"
inside systemctl enable --now reconcile.timer
policy_text off | sed -e 's/^targets:/people: {anna: {}, ben: {}, emma: {}}\n&/' \
  -e 's/acl-rules: \[[^]]*\]/&, guard: {approve: [anna, ben]}/' >"$root/etc/reconcile/policy.yaml.new"
mv "$root/etc/reconcile/policy.yaml.new" "$root/etc/reconcile/policy.yaml"
grep -q guard "$root/etc/reconcile/policy.yaml"
# The service may write nowhere; what is handed through a pipe is not written.
mkfifo -m 622 "$root/srv/letterbox"
printf '#!/bin/sh\nexec cat >/srv/letterbox\n' >"$root/usr/local/bin/tell-anna"
chmod 755 "$root/usr/local/bin/tell-anna"
exec 7<>"$root/srv/letterbox"
(umask 077; echo 'anna: {command: /usr/local/bin/tell-anna}' >"$root/etc/reconcile/people.yaml")
inside systemctl start reconcile.service
kids_are off || fail "the children are not off: $(seen)"

say "emma asks, and anna is told"
inside systemctl stop reconcile.timer
within 30 idle
by_sudo reconcile ask kids on --for 30m --because 'film night' --wait >"$work/asked" 2>&1 &
asker=$!
asks() { asking=$(pgrep -fx '(/usr/bin/)?reconcile ask kids .*--wait'); }
within 20 asks || fail "she may not ask: $(cat "$work/asked")"
# A key at her terminal does not stop what may hold the state.
kill -TSTP "$asking"
sleep 1
grep -qE '^State:[[:space:]]+[RSD]' "/proc/$asking/status" || fail "a key stops it: $(cat "/proc/$asking/status")"
by_sudo reconcile requests | grep 'emma asks for kids on' || fail "it is not known who asks"
inside systemctl start reconcile.timer
IFS= read -r -t 90 message <&7 || fail "anna was not told: $(by_sudo reconcile requests)"
code=$(sed -n 's/.*"code": *"\([^"]*\)".*/\1/p' <<<"$message")
[ "${#code}" = 9 ] || fail "there is no code in the message"
sed "s/$code/…/" <<<"$message"
[[ $message == *'"asker":'*emma* && $message == *'film night'* ]] || fail "the message does not say who and why"
wait "$asker" || fail "she was not told whether anna was: $(cat "$work/asked")"
cat "$work/asked"
told() { by_sudo reconcile requests | grep 'anna  was notified'; }
within 30 told || fail "emma is not told that anna was: $(by_sudo reconcile requests)"
by_sudo reconcile requests | grep 'ben   cannot be notified' || fail "emma is not told that ben is not reached"
kids_are off || fail "to ask is enough"
if inside journalctl --no-pager | grep -qF "$code"; then fail "the code is in the journal"; fi

say "anna agrees, and the timer does it"
if inside sh -c 'echo K9K9-K9K9 | reconcile approve 1'; then fail "any code is good"; fi
echo "$code" | inside reconcile approve 1 || fail "her code is not taken"
within 90 kids_are on || fail "what was approved does not come about: $(journal reconcile.service | tail)"
by_sudo reconcile requests
inside reconcile history --requests | grep 'anna agrees to kids on' || fail "the history does not say who agreed"

say "emma locks, which ends it"
by_sudo reconcile lock kids --for 2h || fail "she may not lock"
within 90 kids_are off || fail "what she has locked is not off"

# Nothing moves by itself from here on.
inside systemctl stop reconcile.timer
within 30 idle

say "she reads what everybody may read, and nothing of the state"
as_emma reconcile validate /etc/reconcile/policy.yaml || fail "she may not read the policy"
as_emma reconcile explain kids --schedule-only | grep -q kids || fail "she is not told what the schedule says"
for line in requests history 'override list' people; do
  # shellcheck disable=SC2086
  refused '/var/lib/reconcile' 77 as_emma reconcile $line
done
refused '/var/lib/reconcile' 77 as_emma reconcile override kids on --for 5m
refused '/var/lib/reconcile' 77 as_emma reconcile lock kids --for 5m
if as_emma cat /etc/reconcile/people.yaml; then fail "she can read how anna is reached"; fi

say "sudo allows nothing else"
for line in 'override kids on --for 5m' 'override end all' 'more kids 5m' 'approve 1' 'deny 1' 'cancel 1' apply \
  'people pin anna' 'people reset anna' 'release --all' 'requests --state /tmp' 'history' '--policy x.yaml' x.yaml \
  '--state /tmp ask kids on --for 5m' '--policy=x.yaml lock kids --for 5m' ask lock ''; do
  # shellcheck disable=SC2086
  refused 'a password is required' 1 by_sudo reconcile $line
done
refused 'not allowed to set' 1 by_sudo RECONCILE_POLICY=/home/emma/policy.yaml reconcile ask kids on --for 5m
refused 'not allowed to preserve' 1 by_sudo -E reconcile ask kids on --for 5m
refused 'not allowed to set' 1 by_sudo PATH=/home/emma/bin reconcile ask kids on --for 5m
refused 'a password is required' 1 by_sudo -g root reconcile ask kids on --for 5m
refused 'a password is required' 1 by_sudo -u daemon reconcile ask kids on --for 5m

say "what sudo lets through is refused by the program"
policy_text on | inside tee /home/emma/policy.yaml '/home/emma/ask x.yaml' '/home/emma/lock x.yaml' >/dev/null
inside sh -c 'printf "#!/bin/sh\nid >/srv/owned\n" >/home/emma/evil && chmod 755 /home/emma/evil'
for word in ask lock; do
  refused "'--policy' cannot be used through sudo" 64 by_sudo reconcile $word kids off --for 5m --policy /home/emma/policy.yaml
  refused "'--policy' cannot be used through sudo" 64 by_sudo reconcile $word kids off --for 5m --policy=/home/emma/policy.yaml
  refused "'--state' cannot be used through sudo" 64 by_sudo reconcile $word kids off --for 5m --state /home/emma
  refused 'is one word' 64 by_sudo reconcile "$word x.yaml"
  refused 'is one word' 64 by_sudo reconcile "$word x.yaml" --state /home/emma
  refused 'is one word' 64 by_sudo reconcile "$word x.yaml" --notify-command /home/emma/evil
  refused 'is one word' 64 by_sudo reconcile "$word x.yaml" --metrics /srv/owned
  refused 'is one word' 64 by_sudo reconcile "$word x.yaml" --dry-run --output /srv/owned
  refused 'does not belong' 64 by_sudo reconcile $word kids off --for 5m --notify-command /home/emma/evil
  refused 'does not belong' 64 by_sudo reconcile $word kids off --for 5m --output /srv/owned
  refused 'does not belong' 64 by_sudo reconcile $word kids off --for 5m --metrics /srv/owned
  refused 'does not belong' 64 by_sudo reconcile $word kids off --for 5m --log json
done
refused "'--apply' cannot be used through sudo" 64 by_sudo reconcile lock kids --for 5m --apply
refused 'does not belong' 64 by_sudo reconcile ask kids on --for 5m --apply
refused 'only root may use --as anna' 64 by_sudo reconcile ask kids on --for 5m --as anna
refused 'does not belong' 64 by_sudo reconcile lock kids --for 5m --as anna

say "nor do variables count that an administrator lets through"
variables=(RECONCILE_POLICY=/home/emma/policy.yaml RECONCILE_PEOPLE=/home/emma/people.yaml STATE_DIRECTORY=/home/emma
  XDG_STATE_HOME=/home/emma CREDENTIALS_DIRECTORY=/home/emma NOTIFY_SOCKET=/home/emma/socket HOME=/home/emma USER=anna
  LOGNAME=anna)
printf 'Defaults:emma env_keep += "%s"\n' "$(printf '%s\n' "${variables[@]%%=*}" | paste -sd ' ')" |
  tee "$root/etc/sudoers.d/open"
chmod 440 "$root/etc/sudoers.d/open"
inside visudo --check || fail "sudo does not understand that"
# Who asks is what sudo says, whatever stands in that variable before.
with_variables() { as_emma env "${variables[@]}" SUDO_USER=root sudo -n "$@"; }
# As the policy of the machine says and not hers, in which nothing is guarded.
with_variables reconcile ask kids on --for 10m | tee "$work/asked"
grep -q 'needs   anna or ben' "$work/asked" && grep -q 'state   /var/lib/reconcile' "$work/asked" ||
  fail "she chooses what it works on"
[ -z "$(inside find /home/emma -name 'state*')" ] || fail "a state of hers was written"
inside reconcile requests | grep 'emma asks for kids on' || fail "variables say who asks"
refused 'only root may use --as anna' 64 with_variables reconcile ask kids on --for 5m --as anna
rm "$root/etc/sudoers.d/open"

say "nor what is held back from the program"
for limit in --fsize=0 --nofile=3 --as=1000000 --nproc=0 --cpu=0; do
  as_emma prlimit "$limit" sudo -n reconcile lock kids --for 5m >/dev/null 2>&1 </dev/null || true
  as_emma prlimit "$limit" sudo -n reconcile ask kids on --for 5m >/dev/null 2>&1 </dev/null || true
done
inside reconcile history --verify || fail "the state is broken"
[ "$(stat -c '%a' "$root/var/lib/private/reconcile")" = 770 ] || fail "the folder of the state is open"
[ ! -e "$root/srv/owned" ] || fail "root has done what emma wrote"
inside systemctl start reconcile.service || fail "the service cannot go on"
kids_are off || fail "the children are on"

say "it is put back"
for id in 2 3 4; do inside reconcile cancel "$id" >/dev/null 2>&1 || true; done
inside systemctl start reconcile.timer
rm "$root$place" "$root/etc/reconcile/people.yaml" "$root/usr/local/bin/tell-anna" "$root/srv/letterbox"
exec 7>&-
write_policy off
inside reconcile override end all
inside userdel --remove emma
