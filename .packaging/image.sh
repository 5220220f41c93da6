#!/usr/bin/env bash
# Builds the container image of the root file systems in FOLDER. Usage: image.sh FOLDER NAME [push]
# With 'push' it is that of every architecture that is there, and goes to the registry in NAME; else this machine's, to
# be run here.
set -euo pipefail
folder=$1 name=$2 push=${3:-}
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
project=$(dirname "$here")
architecture=$(dpkg --print-architecture)
version=$(sed -n '1s/.*(\(.*\)).*/\1/p' "$here/debian/changelog")
arguments=(--file "$project/examples/release/Containerfile" --tag "$name:$version"
  --build-arg "VERSION=$version" --build-arg "REVISION=$(git -C "$project" rev-parse HEAD)")

engine=${ENGINE:-}
for found in docker podman buildah; do
  if [ -z "$engine" ] && command -v "$found" >/dev/null; then engine=$found; fi
done
if [ -n "$push" ]; then
  [ "$engine" = docker ] || { echo "error: only docker builds for several architectures and pushes" >&2; exit 1; }
  platforms=$(cd "$folder" && printf '%s\n' root-*.tar | sed 's|^root-\(.*\)\.tar$|linux/\1|' | paste -sd ,)
  exec docker buildx build "${arguments[@]}" --platform "$platforms" --push "$folder"
fi
[ -e "$folder/root-$architecture.tar" ] || { echo "error: there is no root file system; run 'make image-root'" >&2; exit 1; }
case $engine in
  docker) exec docker buildx build "${arguments[@]}" --platform "linux/$architecture" --load "$folder" ;;
  podman | buildah) exec "$engine" build "${arguments[@]}" --platform "linux/$architecture" "$folder" ;;
  *) echo "error: there is neither docker nor podman nor buildah" >&2; exit 1 ;;
esac
