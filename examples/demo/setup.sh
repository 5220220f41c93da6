# What the demonstrations have in common, to be sourced: a pretend household that runs, a policy beside it, and words.
# The first argument is the folder with the binaries, the second the policy to take. The household ends by itself after
# `household_seconds`, if nobody ends it before.
binaries=$(cd "$1" && pwd)
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
work=$(mktemp -d)
simulator=
finish() {
  if [ -n "$simulator" ]; then kill "$simulator" 2>/dev/null || true; wait "$simulator" 2>/dev/null || true; fi
  rm -rf "$work"
}
trap finish EXIT
cd "$work"

# A certificate that no machine trusts, as a console has one.
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=unifi.local \
  -keyout console.key -out console.pem 2>/dev/null
pin="sha256//$(openssl x509 -in console.pem -pubkey -noout | openssl pkey -pubin -outform der \
  | openssl dgst -sha256 -binary | base64)"

"$binaries/reconcile-simulator" --certificate console.pem --key console.key --for "${household_seconds:-300}" --ports-file ports >simulator.log 2>&1 &
simulator=$!
for _ in $(seq 100); do
  if [ -s ports ]; then break; fi
  kill -0 "$simulator" 2>/dev/null || { cat simulator.log >&2; exit 1; }
  sleep 0.1
done
if [ ! -s ports ]; then echo "the simulator did not start" >&2; exit 1; fi
unifi=$(awk '$1 == "unifi" {print $2}' ports)
pihole=$(awk '$1 == "pihole" {print $2}' ports)
sed -e "s|UNIFI_PORT|$unifi|; s|PIHOLE_PORT|$pihole|; s|UNIFI_PIN|$pin|; 1d" "$here/$2" >household.yaml
export STATE_DIRECTORY="$work/state" # what it remembers is its own
# A secret says itself where it may go: to which address, which kind of system, which key.
export DEMO_UNIFI_KEY=demonstration-key DEMO_UNIFI_KEY_FOR="for https://127.0.0.1:$unifi unifi $pin"
export DEMO_PIHOLE_PASSWORD=demonstration-password DEMO_PIHOLE_PASSWORD_FOR="for http://127.0.0.1:$pihole pihole"
export PATH="$binaries:$PATH"

bold='' plain=''
if [ -t 1 ] && [ -z "${NO_COLOR:-}" ]; then bold=$'\033[1m' plain=$'\033[0m'; fi
say() { printf '\n%s# %s%s\n' "$bold" "$*" "$plain"; }
# Runs a command as somebody would type it, and checks that it ends as the story says.
run() {
  local expected=$1; shift
  printf '$ %s\n' "$*"
  local status=0
  "$@" || status=$?
  if [ "$status" != "$expected" ]; then echo "the demo expected exit status $expected, not $status" >&2; exit 1; fi
}

