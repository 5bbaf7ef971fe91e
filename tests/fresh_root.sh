#!/usr/bin/env bash
# Proves that a clone works on a machine with nothing installed: makes a minimal Debian or Ubuntu
# root (debootstrap, once; it is kept), clones the committed tree into it and runs a command there.
#
#   tests/fresh_root.sh SUITE MIRROR ROOT [COMMAND...]
#
#   SUITE    bookworm, trixie, noble, ...
#   MIRROR   the address of a package mirror of that distribution
#   ROOT     the folder of the root, made if absent
#   COMMAND  run in the clone; default: ./dev build
#
# Needs root and debootstrap. The way to the mirror (proxy, retries) is copied from this machine.
set -euo pipefail

if (($# < 3)); then
  sed -n '2,13s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" >&2
  exit 2
fi
((EUID == 0)) || { echo "Only root can make a root." >&2; exit 1; }
# In namespaces of its own nothing stays mounted and no process is left behind.
if [[ -z ${SSMSCOPE_UNSHARED:-} ]]; then
  exec env SSMSCOPE_UNSHARED=1 unshare --mount --propagation private --pid --fork --kill-child \
    "${BASH_SOURCE[0]}" "$@"
fi

readonly suite=$1 mirror=$2 root=$3
shift 3
source_dir=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
readonly clone=/root/ssmscope

make_root() {
  debootstrap --variant=minbase "$suite" "$root" "$mirror"
  # Ubuntu keeps most of what is needed in its component universe.
  local components=main
  [[ -e $root/usr/share/keyrings/ubuntu-archive-keyring.gpg ]] && components="main universe"
  printf 'deb %s %s %s\n' "$mirror" "$suite" "$components" >"$root/etc/apt/sources.list"
  touch "$root/etc/fresh_root_made"
}

# A clone of what is committed; later runs bring it up to date and keep its build folder.
update_clone() {
  if [[ ! -d $root$clone/.git ]]; then
    git clone -q --no-hardlinks "$source_dir" "$root$clone"
  else
    git -C "$root$clone" fetch -q "$source_dir" HEAD
    git -C "$root$clone" checkout -q --force --detach FETCH_HEAD
  fi
}

[[ -e $root/etc/fresh_root_made ]] || make_root
apt-config dump | grep -E '^Acquire::(http|https|ftp|Retries|Check-)' \
  >"$root/etc/apt/apt.conf.d/90way-to-the-mirror" || true
cp -L /etc/resolv.conf /etc/hosts "$root/etc/"
update_clone
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
mount -t tmpfs -o mode=1777 tmpfs "$root/dev/shm"

(($#)) || set -- ./dev build
# shellcheck disable=SC2016  # expanded inside
chroot "$root" /usr/bin/env -u SSMSCOPE_UNSHARED -u DISPLAY -u WAYLAND_DISPLAY HOME=/root \
  PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
  /bin/bash -c 'cd "$1" && shift && exec "$@"' bash "$clone" "$@"
