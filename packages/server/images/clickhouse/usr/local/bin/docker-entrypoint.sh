#!/bin/bash
# Starts ClickHouse as its own user, with the settings of the official image: CLICKHOUSE_USER, _PASSWORD, _DB.
set -euo pipefail

if [ "$1" = clickhouse-server ]; then
  mkdir -p /var/lib/clickhouse /var/log/clickhouse-server /etc/clickhouse-server/users.d
  chown -R clickhouse:clickhouse /var/lib/clickhouse /var/log/clickhouse-server
  user=${CLICKHOUSE_USER:-default}
  if [ -n "${CLICKHOUSE_PASSWORD:-}" ] || [ "$user" != default ]; then
    # A hash needs no escaping, and keeps the password out of the file.
    hash=$(printf %s "${CLICKHOUSE_PASSWORD:-}" | sha256sum | cut -d' ' -f1)
    if [[ ! $user =~ ^[A-Za-z_][A-Za-z0-9_]*$ ]]; then
      echo >&2 "CLICKHOUSE_USER must be letters, digits and _"
      exit 1
    fi
    remove_default=''
    if [ "$user" != default ]; then remove_default='<default remove="remove"/>'; fi
    cat >/etc/clickhouse-server/users.d/levelrail.xml <<XML
<yandex><users>$remove_default<$user replace="replace">
  <password_sha256_hex>$hash</password_sha256_hex>
  <networks><ip>::/0</ip></networks><profile>default</profile><quota>default</quota>
</$user></users></yandex>
XML
  fi
  if [ -n "${CLICKHOUSE_DB:-}" ]; then
    if [[ ! $CLICKHOUSE_DB =~ ^[A-Za-z_][A-Za-z0-9_]*$ ]]; then
      echo >&2 "CLICKHOUSE_DB must be letters, digits and _"
      exit 1
    fi
    # A database is a folder and a definition; the server reads both at start.
    mkdir -p "/var/lib/clickhouse/metadata" "/var/lib/clickhouse/data/$CLICKHOUSE_DB" "/var/lib/clickhouse/metadata/$CLICKHOUSE_DB"
    if [ ! -e "/var/lib/clickhouse/metadata/$CLICKHOUSE_DB.sql" ]; then
      echo "ATTACH DATABASE $CLICKHOUSE_DB ENGINE = Ordinary" >"/var/lib/clickhouse/metadata/$CLICKHOUSE_DB.sql"
    fi
    chown -R clickhouse:clickhouse /var/lib/clickhouse
  fi
  exec setpriv --reuid=clickhouse --regid=clickhouse --clear-groups -- "$@"
fi
exec "$@"
