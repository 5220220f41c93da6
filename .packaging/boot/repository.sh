# The machine follows a repository, by the units of examples/gitops: signed commits only, one after the other.

say "a repository, and a machine that follows it"
source=$work/policy
git_port=$(free_port)
ssh-keygen -q -t ed25519 -N '' -f "$work/anna"
ssh-keygen -q -t ed25519 -N '' -f "$work/mallory"
echo "anna@home.example $(cat "$work/anna.pub")" >"$root/etc/reconcile/allowed-signers"
git init --quiet --initial-branch=main "$source"
git init --quiet --bare --initial-branch=main "$root/srv/policy.git"
in_source() { GIT_CONFIG_GLOBAL=/dev/null git -C "$source" -c user.name=Anna -c user.email=anna@home.example "$@"; }
# Commits a policy, signed by somebody or nobody, and publishes it.
publish() {
  policy_text "$1" >"$source/policy.yaml"
  in_source add --all
  local signed=(--no-gpg-sign)
  if [ "$2" != nobody ]; then signed=(--gpg-sign); fi
  in_source -c gpg.format=ssh -c "user.signingKey=$work/$2" commit --quiet --allow-empty --message="kids $1" "${signed[@]}"
  in_source push --quiet --force "$root/srv/policy.git" main
}

examples=/usr/share/doc/reconcile/examples/gitops
inside useradd --system --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin reconcile-policy
inside install -m 0755 "$examples/reconcile-pull" /usr/local/bin/
inside install -m 0644 "$examples/reconcile-pull.service" "$examples/reconcile-pull.timer" /etc/systemd/system/
sed -i "s|^Environment=REPOSITORY=.*|Environment=REPOSITORY=git://127.0.0.1:$git_port/policy.git|
  s|^#\(Environment=ALLOWED_SIGNERS=\)|\1|" "$root/etc/systemd/system/reconcile-pull.service"
inside systemctl daemon-reload
inside systemd-run --quiet --unit=repository git daemon --export-all --base-path=/srv \
  --listen=127.0.0.1 --port="$git_port" /srv
check_units /etc/systemd/system/reconcile-pull.service /etc/systemd/system/reconcile-pull.timer
served() { (exec 3<>"/dev/tcp/127.0.0.1/$git_port") 2>/dev/null; }
within 10 served || fail "the repository is not served"

pull() { forget_starts reconcile-pull.service; inside systemctl start reconcile-pull.service; }
followed() { inside readlink /var/lib/reconcile-policy/current; }
refuses() {
  local before; before=$(followed)
  if pull 2>/dev/null; then fail "this was followed: $1"; fi
  journal reconcile-pull.service | tail -n 6 | grep "$1" || fail "not refused for: $1"
  [ "$(followed)" = "$before" ] || fail "it follows another one: $1"
  forget_starts reconcile-pull.service
}
publish on anna
pull || fail "the first commit is not followed: $(journal reconcile-pull.service)"
pull || fail "the same commit is no success"
publish off nobody
refuses 'has no signature of an allowed signer'
publish off mallory
refuses 'has no signature of an allowed signer'
publish 'of 22:00' anna
refuses 'is not valid'
in_source reset --quiet --hard HEAD~3
in_source commit --quiet --amend --no-gpg-sign --message=rewritten
publish on anna
refuses 'the past was rewritten'

say "a clone that a power cut left in pieces is mended"
store=$root/var/lib/reconcile-policy/store.git
truncate --size 0 "$(find "$store/objects" -type f | sort | head -n 1)"
before=$(followed)
in_source reset --quiet --hard "${before#commits/}"
publish on anna
pull || fail "the clone is not mended: $(journal reconcile-pull.service)"
[ "$(followed)" != "$before" ] || fail "the new commit is not followed"

inside systemctl enable --now reconcile.timer
say "the service follows it, by the units that the program prints"
inside reconcile units /var/lib/reconcile-policy/current/policy.yaml |
  inside awk '/^# \/etc\/systemd\/system\// {file = $2} {print > file}'
inside systemctl daemon-reload
check_units /etc/systemd/system/reconcile.service /etc/systemd/system/reconcile.timer
inside systemctl start reconcile.service
kids_are on || fail "the service does not follow the repository"
rm "$root/etc/systemd/system"/reconcile*.service "$root/etc/systemd/system"/reconcile*.timer
inside systemctl daemon-reload
inside systemctl restart reconcile.timer
inside systemctl start reconcile.service
kids_are off || fail "the service does not follow its own policy again"
inside systemctl stop repository.service
