# The package as Debian sees it; nothing runs before somebody wants it.

say "lintian reads the package"
lintian --allow-root --fail-on error,warning "$package" || fail "the package has faults"

say "the package is installed"
cp "$package" "$root/root/reconcile.deb"
chroot "$root" env LC_ALL=C DEBIAN_FRONTEND=noninteractive dpkg --install /root/reconcile.deb
[ "$(stat -c '%a %u' "$root/etc/reconcile/credentials")" = "700 0" ] || fail "the folder of the secrets is open"
write_policy off
write_secrets

say "one folder of the state, for root at once and for the service later"
[ "$(readlink "$root/var/lib/reconcile")" = private/reconcile ] || fail "the package makes no folder of the state"
[ -d "$root/var/lib/private/reconcile" ] || fail "the link of the state leads nowhere"
told=$(chroot "$root" reconcile override list)
grep -qF '/var/lib/reconcile' <<<"$told" || fail "root has a state of its own: $told"
[ ! -e "$root/root/.local/state/reconcile" ] || fail "root has a state of its own"

say "it boots"
# Listens where nobody else does, and nobody from outside can.
exporter=127.0.0.1:$(free_port)
echo "ARGS=\"--web.listen-address=$exporter\"" >"$root/etc/default/prometheus-node-exporter"
boot
inside systemctl is-enabled reconcile.timer reconcile-watch.service reconcile-serve.socket && fail "nobody enabled it"

version=$(inside systemctl --version | head -n 1)
say "the unit files, as $version sees them"
check_units /lib/systemd/system/reconcile.service /lib/systemd/system/reconcile.timer \
  /lib/systemd/system/reconcile-watch.service /lib/systemd/system/reconcile-serve.service \
  /lib/systemd/system/reconcile-serve.socket
