# A phone joins, looks and has thirty minutes more, through a service that has no secret and no network of its own.

say "the page waits on its socket, and nobody has begun it"
policy_text off | sed -e 's/^targets:/people: {anna: {manages: [kids]}}\n&/' >"$root/etc/reconcile/policy.yaml.new"
mv "$root/etc/reconcile/policy.yaml.new" "$root/etc/reconcile/policy.yaml"
inside systemctl enable --now reconcile.timer
inside systemctl start reconcile.service
kids_are off || fail "the children are not off: $(seen)"
port=$(free_port)
# As links name it.
page=localhost:$port
mkdir -p "$root/etc/systemd/system/reconcile-serve.socket.d"
printf '[Socket]\nListenStream=\nListenStream=127.0.0.1:%s\n' "$port" >"$root/etc/systemd/system/reconcile-serve.socket.d/page.conf"
inside systemctl daemon-reload
inside systemctl enable --now reconcile-serve.socket
of_page() { inside systemctl show -P "$1" reconcile-serve.service; }
[ "$(of_page ActiveState)" = inactive ] || fail "the page runs although nobody came"

say "who comes without a cookie sees a door"
visit() { curl -s --max-time 20 --cookie "$work/cookies" --cookie-jar "$work/cookies" "$@"; }
visit "http://$page/" >"$work/door"
grep -q '<main class="door">' "$work/door" || fail "there is no door: $(cat "$work/door")"
if grep -q kids "$work/door"; then fail "somebody without a cookie sees the children"; fi
[ "$(of_page ActiveState)" = active ] || fail "the page does not run: $(journal reconcile-serve.service)"
if curl -s --max-time 5 --header 'Host: evil.example' "http://$page/" | grep -q '<main class="door">'; then
  fail "it answers to every name"
fi

say "a link lets a phone join, once"
link=$(inside reconcile people link anna --device phone | head -n 1)
echo "${link%/*}/…"
[ "${link%/join/*}" = "http://$page" ] || fail "the link leads elsewhere: $link"
visit "$link" | grep -q '<button class="main">' || fail "the link shows no button"
[ "$(visit --output /dev/null --write-out '%{http_code}' --request POST "$link")" = 303 ] || fail "the button does nothing"
curl -s --max-time 20 --output /dev/null --write-out '%{http_code}' --request POST "$link" | grep -q '^303$' &&
  fail "the link is good twice"
visit "http://$page/" >"$work/page"
grep -q 'id="t-kids"' "$work/page" || fail "anna does not see the children: $(cat "$work/page")"

say "thirty minutes more"
value() { sed -n "s/.*name=\"$1\" value=\"\([^\"]*\)\".*/\1/p" "$work/card"; }
grep -o '<section class="card[^>]*id="t-kids".*' "$work/page" | sed 's|</form>.*||' >"$work/card"
visit --output /dev/null --write-out '%{http_code}\n' --data-urlencode "from=$(value from)" --data-urlencode "key=$(value key)" \
  --data target=kids --data do=more-30 "http://$page/do" | grep -q '^303$' || fail "the button does nothing"
inside reconcile override list | tee "$work/listed"
grep -q anna "$work/listed" || fail "nothing was asked for"
within 90 kids_are on || fail "what was asked for does not come about: $(journal reconcile.service | tail)"
is_told() { visit "http://$page/" | grep -q 'class="truth good"'; }
within 20 is_told || fail "the page does not say that it is done"

say "it holds no secret, has no network, and shares nothing but the state"
serving=$(of_page MainPID)
[ "$(inside stat -c %U "/proc/$serving")" = reconcile-serve ] || fail "it is another user: $(inside stat -c %U "/proc/$serving")"
looked=$(python3 - "$serving" "$init" "$key" "$password" <<'END_OF_LOOK'
import pathlib, re, sys

inner, init, secrets = int(sys.argv[1]), int(sys.argv[2]), [word.encode() for word in sys.argv[3:]]
# The number outside the machine of the process that has this one inside it.
space = pathlib.Path(f"/proc/{init}/ns/pid").readlink()
for status in pathlib.Path("/proc").glob("[0-9]*/status"):
    try:
        numbers = re.search(r"^NSpid:\s+(.*)$", status.read_text(), re.M).group(1).split()
        if int(numbers[-1]) == inner and len(numbers) > 1 and pathlib.Path(status.parent, "ns/pid").readlink() == space:
            break
    except OSError:
        continue
else:
    sys.exit("the process is not found")
read = 0
with open(status.parent / "mem", "rb") as memory:
    for line in open(status.parent / "maps"):
        first, last = (int(number, 16) for number in line.split()[0].split("-"))
        if "r" not in line.split()[1] or "[v" in line:
            continue
        try:
            memory.seek(first)
            piece = memory.read(last - first)
        except (OSError, ValueError):
            continue
        read += len(piece)
        if any(secret in piece for secret in secrets):
            sys.exit("a secret is in its memory")
print(f"{read >> 20} MiB of its memory were looked through")
END_OF_LOOK
) || fail "$looked"
echo "$looked"
[ ! -e "$root/run/credentials/reconcile-serve.service" ] || fail "it was handed a credential"
inside nsenter -t "$serving" -n ip link 2>/dev/null | grep -q ': e' && fail "it has a network"
inside nsenter -t "$serving" -m ls /var/lib | grep -v '^reconcile$' && fail "it sees more than the state"

say "it is put back"
inside systemctl disable --now reconcile-serve.socket
inside systemctl stop reconcile-serve.service
rm -r "$root/etc/systemd/system/reconcile-serve.socket.d"
inside systemctl daemon-reload
inside reconcile override end all
inside reconcile people unlink anna
write_policy off
inside systemctl start reconcile.service
