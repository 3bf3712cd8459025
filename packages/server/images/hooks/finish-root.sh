#!/bin/sh
# mmdebstrap calls this with the new root once its packages are unpacked (their own scripts never run).
# LEVELRAIL_OVERLAYS: folders to copy over the root, LEVELRAIL_TRIMS: what to remove from it; one to a line.
set -eu
root=$1

copy_overlay() {
  (cd "$1" && find . -type d) | while read -r folder; do mkdir -p "$root/$folder"; done
  # Modes are set, not copied: a checkout's own umask must not reach the image.
  (cd "$1" && find . -type f -perm -u+x) | while read -r file; do install -m 755 "$1/$file" "$root/$file"; done
  (cd "$1" && find . -type f ! -perm -u+x) | while read -r file; do install -m 644 "$1/$file" "$root/$file"; done
}

printf '%s\n' "$LEVELRAIL_OVERLAYS" | while read -r overlay; do copy_overlay "$overlay"; done
printf '%s\n' "$LEVELRAIL_TRIMS" | while read -r trim; do
  [ -n "$trim" ] || continue
  # The pattern is meant to be expanded.
  # shellcheck disable=SC2086
  rm -rf "$root"/$trim
done
for folder in doc man locale info lintian bug doc-base; do rm -rf "$root/usr/share/$folder"; done
rm -rf "$root"/var/lib/dpkg "$root"/var/log/* "$root"/var/cache/apt

mkdir -p "$root/tmp" "$root/root" "$root/run" "$root/etc"
chmod 1777 "$root/tmp"
[ -e "$root/var/run" ] || ln -s ../run "$root/var/run"
[ -e "$root/etc/localtime" ] || ln -s /usr/share/zoneinfo/Etc/UTC "$root/etc/localtime"

if [ ! -e "$root/bin/sh" ] && [ -x "$root/bin/dash" ]; then ln -s dash "$root/bin/sh"; fi
if [ ! -e "$root/bin/sh" ] && [ -x "$root/bin/busybox" ]; then
  for tool in $(chroot "$root" /bin/busybox --list); do
    [ -e "$root/bin/$tool" ] || [ -e "$root/usr/bin/$tool" ] || [ -e "$root/sbin/$tool" ] || [ -e "$root/usr/sbin/$tool" ] \
      || ln -s busybox "$root/bin/$tool"
  done
fi
ldconfig -r "$root"
