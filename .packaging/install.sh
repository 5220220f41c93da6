#!/usr/bin/env bash
# Copies the program and what belongs to it. Usage: install.sh PROGRAM PREFIX [DESTDIR]
set -euo pipefail
umask 022
program=$1 prefix=$2 destination=${3:-}
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
project=$(dirname "$here")
at=$destination$prefix

# Where Debian and a machine's own software keep the same things.
if [ "$prefix" = /usr ]; then
  units=$destination/lib/systemd/system zsh=$at/share/zsh/vendor-completions
else
  units=$at/lib/systemd/system zsh=$at/share/zsh/site-functions
fi

# Makes a file of standard input, whole or not at all.
write() {
  install -d -m 0755 "$(dirname "$1")"
  cat >"$1.new" && chmod 0644 "$1.new" && mv -f "$1.new" "$1"
}

install -d -m 0755 "$at/bin"
install -m 0755 "$program" "$at/bin/reconcile"
for unit in "$here"/systemd/*; do
  sed "s|=/usr/bin/reconcile |=$prefix/bin/reconcile |" "$unit" | write "$units/$(basename "$unit")"
done
write "$at/lib/sysusers.d/reconcile.conf" <"$here/sysusers.conf"
"$program" help man | gzip -9n | write "$at/share/man/man1/reconcile.1.gz"
"$program" completions bash | write "$at/share/bash-completion/completions/reconcile"
"$program" completions fish | write "$at/share/fish/vendor_completions.d/reconcile.fish"
"$program" completions zsh | write "$zsh/_reconcile"
for document in "$project/README.md" "$project"/docs/*.* "$project"/docs/page/* "$project"/docs/schemas/*; do
  write "$at/share/doc/reconcile/${document#"$project/"}" <"$document"
done
for policy in household flat school; do
  write "$at/share/doc/reconcile/examples/$policy.yaml" <"$project/examples/$policy.yaml"
done
for folder in ansible github gitlab gitops grafana page release; do
  find "$project/examples/$folder" ! -type d -printf '%P\n' | while IFS= read -r file; do
    name=$at/share/doc/reconcile/examples/$folder/$file
    write "$name" <"$project/examples/$folder/$file"
    if [ -x "$project/examples/$folder/$file" ]; then chmod 0755 "$name"; fi
  done
done
# Secrets lie here. What is in it already stays as it is.
install -d -m 0755 "$destination/etc/reconcile"
install -d -m 0700 "$destination/etc/reconcile/credentials"
# A daemon that runs goes on as the version before, and would not read what this one writes.
if [ -z "$destination" ] && [ -d /run/systemd/system ]; then
  # The users of the units, which the package makes: without them the page cannot start before the machine has.
  echo "Now run: systemd-sysusers reconcile.conf && systemctl daemon-reload && systemctl try-restart reconcile-watch.service reconcile-serve.service"
fi
