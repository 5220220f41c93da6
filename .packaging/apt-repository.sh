#!/usr/bin/env bash
# Makes a signed apt repository of the packages in a folder. Usage: apt-repository.sh FOLDER REPOSITORY KEY
# KEY names a secret key of gpg's keyring (GNUPGHOME). What REPOSITORY holds afterwards is to be served as it is.
set -euo pipefail
umask 022
folder=$1 repository=$2 key=$3
[ -n "$key" ] || { echo "error: no key; run 'make apt-repository SIGNING_KEY=FINGERPRINT'" >&2; exit 1; }
shopt -s nullglob
packages=("$folder"/reconcile_*.deb)
[ "${#packages[@]}" -gt 0 ] || { echo "error: no package in '$folder'; run 'make deb'" >&2; exit 1; }
sign() { gpg --batch --yes --pinentry-mode loopback --local-user "$key" --digest-algo SHA256 "$@"; }

rm -rf "$repository"
pool=pool/main/r/reconcile index=dists/stable/main
mkdir -p "$repository/$pool"
cp "${packages[@]}" "$repository/$pool/"
cd "$repository"
architectures=$(for package in "$pool"/*.deb; do dpkg-deb --field "$package" Architecture; done | sort -u | paste -sd ' ')
for architecture in $architectures; do
  mkdir -p "$index/binary-$architecture"
  apt-ftparchive --arch "$architecture" -o APT::FTPArchive::MD5=false -o APT::FTPArchive::SHA1=false packages "$pool" \
    >"$index/binary-$architecture/Packages"
  xz --keep "$index/binary-$architecture/Packages"
done
apt-ftparchive -o APT::FTPArchive::Release::Origin=reconcile -o APT::FTPArchive::Release::Label=reconcile \
  -o APT::FTPArchive::Release::Suite=stable -o APT::FTPArchive::Release::Codename=stable \
  -o APT::FTPArchive::Release::Components=main -o "APT::FTPArchive::Release::Architectures=$architectures" \
  -o APT::FTPArchive::MD5=false -o APT::FTPArchive::SHA1=false release dists/stable >Release
mv Release dists/stable/Release
sign --armor --detach-sign --output dists/stable/Release.gpg dists/stable/Release
sign --clearsign --output dists/stable/InRelease dists/stable/Release
gpg --batch --armor --export "$key" >reconcile.asc

# For whoever takes a package by itself.
(cd "$pool" && sha256sum -- *.deb) >SHA256SUMS
sign --armor --detach-sign --output SHA256SUMS.asc SHA256SUMS
cat SHA256SUMS
