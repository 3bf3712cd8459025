#!/bin/bash
# Prepares a new data folder and starts MariaDB or MySQL, with the settings of the official images:
# MARIADB_* or MYSQL_* ROOT_PASSWORD, DATABASE, USER, PASSWORD (each also as *_FILE), and initdb.d.
set -euo pipefail

data=/var/lib/mysql
socket=/run/mysqld/mysqld.sock

setting() {
  local name
  for name in "MARIADB_$1" "MYSQL_$1"; do
    local file="${name}_FILE"
    if [ -n "${!name:-}" ]; then
      printf %s "${!name}"
      return
    elif [ -n "${!file:-}" ]; then
      printf %s "$(<"${!file}")"
      return
    fi
  done
}

# Inside a quoted SQL string both the quote and the backslash mean something.
quoted() {
  local text=${1//\\/\\\\}
  printf "'%s'" "${text//\'/\'\'}"
}

identifier() {
  printf '`%s`' "${1//\`/\`\`}"
}

first_statements() {
  local root database user password
  root=$(quoted "$(setting ROOT_PASSWORD)")
  database=$(setting DATABASE)
  user=$(setting USER)
  password=$(setting PASSWORD)
  # MariaDB makes these with an empty password.
  echo "DROP USER IF EXISTS 'root'@'127.0.0.1', 'root'@'::1', 'root'@$(quoted "$(hostname)");"
  echo "CREATE USER 'root'@'%' IDENTIFIED BY $root; GRANT ALL ON *.* TO 'root'@'%' WITH GRANT OPTION;"
  if [ -n "$database" ]; then echo "CREATE DATABASE $(identifier "$database");"; fi
  if [ -n "$user" ]; then
    echo "CREATE USER $(quoted "$user")@'%' IDENTIFIED BY $(quoted "$password");"
    if [ -n "$database" ]; then echo "GRANT ALL ON $(identifier "$database").* TO $(quoted "$user")@'%';"; fi
  fi
  echo "ALTER USER 'root'@'localhost' IDENTIFIED BY $root;"
}

initialise() {
  local server=$1 client=mysql
  if [ -z "$(setting ROOT_PASSWORD)" ]; then
    echo >&2 'Database is uninitialized and password option is not specified'
    exit 1
  fi
  if [ "$server" = mariadbd ]; then
    client=mariadb
    mariadb-install-db --user=mysql --datadir="$data" --skip-test-db --auth-root-authentication-method=normal >/dev/null
  else
    mysqld --initialize-insecure --user=mysql --datadir="$data"
  fi

  # Not reachable from outside until it is complete.
  "$server" --user=mysql --datadir="$data" --skip-networking --socket="$socket" &
  local pid=$!
  until "$client" -uroot --socket="$socket" -e 'SELECT 1' >/dev/null 2>&1; do
    kill -0 "$pid"
    sleep 0.1
  done
  first_statements | "$client" -uroot --socket="$socket"
  local file password database
  password=$(setting ROOT_PASSWORD)
  database=$(setting DATABASE)
  for file in /docker-entrypoint-initdb.d/*; do
    case "$file" in
      *.sql) MYSQL_PWD=$password "$client" -uroot --socket="$socket" "${database:-mysql}" <"$file" ;;
      *.sql.gz) gunzip -c "$file" | MYSQL_PWD=$password "$client" -uroot --socket="$socket" "${database:-mysql}" ;;
    esac
  done
  kill "$pid"
  wait "$pid"
  echo 'Init process complete; ready for start up.'
}

if [ "${1:0:1}" = - ]; then set -- "$DATABASE_SERVER" "$@"; fi
if [ "$1" = "$DATABASE_SERVER" ]; then
  mkdir -p "$data" /run/mysqld /var/lib/mysql-files
  chown -R mysql:mysql "$data" /run/mysqld /var/lib/mysql-files
  if [ ! -d "$data/mysql" ]; then initialise "$1"; fi
  set -- "$@" --user=mysql --datadir="$data" --bind-address=0.0.0.0 --socket="$socket"
fi
exec "$@"
