#!/bin/bash
# Prepares a new data folder and starts PostgreSQL, with the settings of the official image:
# POSTGRES_PASSWORD, _USER, _DB (each also as *_FILE), POSTGRES_INITDB_ARGS, POSTGRES_HOST_AUTH_METHOD, initdb.d.
set -euo pipefail

from_file() {
  local file="${1}_FILE"
  if [ -n "${!file:-}" ]; then export "$1"="$(<"${!file}")"; fi
  unset "$file"
}

initialise() {
  from_file POSTGRES_PASSWORD
  from_file POSTGRES_USER
  from_file POSTGRES_DB
  local user=${POSTGRES_USER:-postgres}
  local database=${POSTGRES_DB:-$user}
  local method=${POSTGRES_HOST_AUTH_METHOD:-scram-sha-256}
  if [ -z "${POSTGRES_PASSWORD:-}" ] && [ "$method" != trust ]; then
    echo >&2 'Error: Database is uninitialized and superuser password is not specified.'
    exit 1
  fi

  local password_file password_argument=()
  password_file=$(mktemp)
  if [ -n "${POSTGRES_PASSWORD:-}" ]; then
    printf '%s\n' "$POSTGRES_PASSWORD" >"$password_file"
    password_argument=(--pwfile="$password_file")
  fi
  # Word splitting is meant here: the setting holds several arguments.
  # shellcheck disable=SC2086
  initdb --username="$user" "${password_argument[@]}" --encoding=UTF8 --locale=C.UTF-8 \
    --auth-host="$method" --auth-local=trust ${POSTGRES_INITDB_ARGS:-}
  rm "$password_file"
  printf '\nhost all all all %s\nhost replication all all %s\n' "$method" "$method" >>"$PGDATA/pg_hba.conf"
  sed -ri "s/^#?listen_addresses.*/listen_addresses = '*'/" "$PGDATA/postgresql.conf"

  # Not reachable from outside until it is complete.
  pg_ctl -D "$PGDATA" -o "-c listen_addresses=''" -w start
  local query=(psql -v ON_ERROR_STOP=1 --no-psqlrc --no-password -U "$user")
  if [ "$database" != postgres ]; then
    echo 'CREATE DATABASE :"name";' | "${query[@]}" -d postgres --set name="$database"
  fi
  local file
  for file in /docker-entrypoint-initdb.d/*; do
    # shellcheck disable=SC1090
    case "$file" in
      *.sh) . "$file" ;;
      *.sql) "${query[@]}" -d "$database" -f "$file" ;;
      *.sql.gz) gunzip -c "$file" | "${query[@]}" -d "$database" ;;
    esac
  done
  pg_ctl -D "$PGDATA" -m fast -w stop
  echo 'PostgreSQL init process complete; ready for start up.'
}

if [ "${1:0:1}" = - ]; then set -- postgres "$@"; fi
if [ "$1" = postgres ]; then
  if [ "$(id -u)" = 0 ]; then
    mkdir -p "$PGDATA" /var/run/postgresql
    chmod 700 "$PGDATA"
    chmod 3775 /var/run/postgresql
    chown -R postgres:postgres "$PGDATA" /var/run/postgresql
    exec setpriv --reuid=postgres --regid=postgres --init-groups -- "$0" "$@"
  fi
  export HOME=/var/lib/postgresql
  if [ ! -s "$PGDATA/PG_VERSION" ]; then initialise; fi
fi
exec "$@"
