#!/bin/sh
# Starts Redis or Valkey as its own user; arguments or a .conf file alone are passed to the server, as in the official images.
set -eu

server=redis-server
[ -x /usr/bin/valkey-server ] && server=valkey-server
if [ "${1#-}" != "$1" ] || [ "${1%.conf}" != "$1" ]; then set -- "$server" "$@"; fi
if [ "$1" = "$server" ]; then
  if [ "$(id -u)" = 0 ]; then
    chown -R redis:redis /data
    exec setpriv --reuid=redis --regid=redis --clear-groups -- "$0" "$@"
  fi
  # The network around a container decides who may connect, so the loopback-only mode would only be in the way.
  set -- "$@" --protected-mode no
fi
exec "$@"
