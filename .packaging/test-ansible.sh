#!/usr/bin/env bash
# Boots a Debian 12 with systemd and Ansible, and lets the role of examples/ansible set it up for a pretend household.
# Usage: test-ansible.sh PACKAGE SIMULATOR FOLDER, as root. Nothing is left but a cached Debian in FOLDER.
set -euo pipefail
umask 022
package=$(realpath "$1") simulator=$(realpath "$2") folder=$3
[ "$(id -u)" = 0 ] || { echo "error: only root can boot a system; run 'sudo make test-ansible'" >&2; exit 1; }
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
root=$folder/root work=$folder/work
project=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# The last one is what python3-cryptography needs by another name, which debootstrap does not look up.
also=ansible-core,python3-apt,python3-cffi-backend
. "$project/.packaging/boot/machine.sh"
. "$project/.packaging/boot/household.sh"
finish() { end_machine; end_household; rm -rf "$root" "$work"; }
trap finish EXIT
rm -rf "$root" "$work"
mkdir -p "$work"
fetch_machine
begin_household
boot

# What somebody has beside the role.
plays=$root/root/plays
cp -r "$project/examples/ansible" "$plays"
cp "$package" "$plays/reconcile.deb"
policy_text off >"$plays/policy.yaml"
printf 'vault_unifi_api_key: %s\nvault_pihole_password: %s\n' "$key" "$password" >"$plays/secrets.yml"
echo 'correct horse' >"$plays/password"
cat >"$plays/home.yml" <<END
- hosts: all
  gather_facts: false
  vars_files: [vault.yml]
  roles:
    - role: reconcile
      vars:
        reconcile_package: reconcile.deb
        reconcile_secrets:
          - {name: unifi-api-key, value: "{{ vault_unifi_api_key }}", for: "$unifi unifi $pin"}
          - {name: pihole-password, value: "{{ vault_pihole_password }}", for: "$pihole pihole"}
END
in_plays() { inside env -i -C /root/plays HOME=/root LANG=C.UTF-8 PATH=/usr/sbin:/usr/bin:/sbin:/bin "$@"; }
in_plays ansible-vault encrypt --vault-password-file password --output vault.yml secrets.yml
rm "$plays/secrets.yml"
# Everything that it says, with differences and as talkative as anybody asks for, is looked at for secrets.
play() {
  local status=0
  in_plays ansible-playbook -i localhost, -c local --vault-password-file password --diff -vvv "$@" home.yml >"$work/play" 2>&1 ||
    status=$?
  cat "$work/play" >>"$work/plays"
  return "$status"
}
counts() { sed -n 's/^localhost .*\(ok=.*\)$/\1/p' "$work/play" | tail -n 1; }
changed() { counts | sed 's/.*changed=\([0-9]*\).*/\1/'; }

say "the example is understood"
cp "$plays/home.yml" "$work/home.yml"
in_plays ansible-playbook --syntax-check --vault-password-file password -i localhost, site.yml

say "the first run sets everything up"
play || fail "$(tail -n 30 "$work/play")"
counts
[ "$(changed)" -ge 5 ] || fail "hardly anything was changed"
[ "$(stat -c '%a %u' "$root/etc/reconcile/credentials/unifi-api-key")" = "600 0" ] || fail "a secret is open"
[ "$(cat "$root/etc/reconcile/credentials/unifi-api-key")" = "$key"$'\n'"for $unifi unifi $pin" ] || fail "another secret"
inside systemctl is-enabled reconcile.timer
inside systemctl is-active reconcile.timer
is_right() { kids_are off && pihole_is paused; }
within 90 is_right || fail "nothing was switched: $(seen)"

say "the second run changes nothing"
play || fail "$(tail -n 30 "$work/play")"
counts
[ "$(changed)" = 0 ] || fail "$(grep '^changed' "$work/play")"

say "a policy that is not valid is refused, and so is one whose tests fail; the old one stays"
cp "$root/etc/reconcile/policy.yaml" "$work/good.yaml"
refuses() {
  if play; then fail "it was taken"; fi
  grep -q "$1" "$work/play" || fail "refused for another reason: $(tail -n 30 "$work/play")"
  cmp "$work/good.yaml" "$root/etc/reconcile/policy.yaml" || fail "the old one is gone"
  counts
}
policy_text 'of 22:00' >"$plays/policy.yaml"
refuses "the statement\|1 error"
{ policy_text off; printf 'tests:\n  - {at: 2026-11-20 22:00, expect: {kids: on}}\n'; } >"$plays/policy.yaml"
refuses 'should be on'

say "an edit is taken, and the daemon instead of the timer"
policy_text on >"$plays/policy.yaml"
play -e reconcile_run=watch || fail "$(tail -n 30 "$work/play")"
counts
inside systemctl is-active reconcile-watch.service
if inside systemctl is-active reconcile.timer; then fail "the timer runs as well"; fi
is_open() { kids_are on; }
within 30 is_open || fail "the new policy is not followed: $(seen)"
play -e reconcile_run=watch || fail "$(tail -n 30 "$work/play")"
[ "$(changed)" = 0 ] || fail "$(grep '^changed' "$work/play")"

say "no secret was shown"
[ "$(grep -c '^PLAY RECAP' "$work/plays")" = 6 ] || fail "not every run was looked at"
if grep -F -e "$key" -e "$password" "$work/plays"; then fail "a secret was shown"; fi
power_off
printf '\nThe role works.\n'
