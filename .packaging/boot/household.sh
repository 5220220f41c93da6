# A pretend household on 127.0.0.1, what lives in it, and a policy that wants something else of it.

pretend=''

begin_household() {
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=unifi.local \
    -keyout "$work/key.pem" -out "$work/certificate.pem" 2>/dev/null
  pin="sha256//$(openssl x509 -in "$work/certificate.pem" -pubkey -noout | openssl pkey -pubin -outform der \
    | openssl dgst -sha256 -binary | base64)"
  key=key-$(openssl rand -hex 12) password=password-$(openssl rand -hex 12)
  echo "$key" >"$work/api-key"
  echo "$password" >"$work/password"
  "$simulator" --certificate "$work/certificate.pem" --key "$work/key.pem" --for 3600 --ports-file "$work/ports" \
    --api-key-file "$work/api-key" --password-file "$work/password" >"$work/simulator.log" 2>&1 &
  pretend=$!
  within 10 test -s "$work/ports" || fail "the simulator did not start: $(cat "$work/simulator.log")"
  unifi=https://127.0.0.1:$(awk '$1 == "unifi" {print $2}' "$work/ports")
  pihole=http://127.0.0.1:$(awk '$1 == "pihole" {print $2}' "$work/ports")
}

end_household() {
  if [ -n "$pretend" ]; then kill "$pretend" 2>/dev/null || true; wait "$pretend" || true; fi
}

# What the systems were asked, and how many switches were moved.
seen() { curl -ks "$unifi/simulator/log"; curl -s "$pihole/simulator/log"; }
writes() { seen | grep -cE '(PUT|POST) [^ ]*(acl-rules/|dns/blocking)' || true; }
# Does something by hand: on the console, on the Pi-hole.
by_hand() { curl -ksf -X POST "$unifi/simulator/$1" >/dev/null; }
by_hand_on_pihole() { curl -sf -X POST "$pihole/simulator/$1" >/dev/null; }
# Whether the children's devices are blocked (on, off), and the Pi-hole is active or paused.
kids_are() {
  local switch=enabled
  if [ "$1" = on ]; then switch=disabled; fi
  [ "$(curl -ks "$unifi/simulator" | grep -c "'Downtime-.*' $switch")" = 2 ]
}
pihole_is() { curl -s "$pihole/simulator" | grep -q "^blocking $1"; }

# Where the children's devices are to be on or off, and the Pi-hole paused.
policy_text() {
  cat <<END_OF_POLICY
timezone: Europe/Berlin
systems:
  gateway: {kind: unifi, url: $unifi, api-key: {credential: unifi-api-key}, tls: {pin: "$pin"}}
  pihole: {kind: pihole, url: $pihole, password: {credential: pihole-password}}
targets:
  kids: {system: gateway, acl-rules: ["Downtime-*"]}
policy:
  - kids $1
  - pause pihole
END_OF_POLICY
}
# As an editor does it: a new file takes the place of the old one.
write_policy() {
  policy_text "$1" >"$root/etc/reconcile/policy.yaml.new"
  mv "$root/etc/reconcile/policy.yaml.new" "$root/etc/reconcile/policy.yaml"
}
write_secrets() {
  local secrets=$root/etc/reconcile/credentials
  (umask 077
    printf '%s\nfor %s unifi %s\n' "$key" "$unifi" "$pin" >"$secrets/unifi-api-key"
    printf '%s\nfor %s pihole\n' "$password" "$pihole" >"$secrets/pihole-password")
}
