# Makes images from Debian packages that stand in for images of a registry, under the same tags. For the tests of
# machines that reach Debian's packages but no registry. To be sourced; needs root, docker, debootstrap and a function
# bounded SECONDS COMMAND...
#
# A stand-in does with the variables and arguments what the tests need of the original, and no more. Its version is
# that of the Debian release, as each line below says.

# stand_in IMAGE DIR: makes IMAGE; DIR is for the files of Debian. Ends with 1 if there is no stand-in for it.
stand_in() {
  case $1 in
    debian:12) debian_image "$1" bookworm "$2" ;;
    debian:13) debian_image "$1" trixie "$2" ;;
    debian:sid) debian_image "$1" sid "$2" ;;
    debian:experimental) experimental_image "$1" "$2" ;;
    redis:6.2) embedded_redis_image "$1" "$2" ;;                                          # of Maven's repository
    redis:7) server_image "$1" debian:12 "$2" redis-server redis ;;                       # 7.0
    redis:8.0) server_image "$1" debian:13 "$2" redis-server redis ;;                     # 8.0
    redis:8) server_image "$1" debian:experimental "$2" redis-server/experimental redis ;; # the newest, 8.6
    valkey/valkey:8) server_image "$1" debian:13 "$2" valkey-server valkey ;;             # 8.1
    valkey/valkey:9) server_image "$1" debian:sid "$2" valkey-server valkey ;;            # 9.1
    postgres:15) server_image "$1" debian:12 "$2" postgresql-15 postgres ;;               # 15
    postgres:17) server_image "$1" debian:13 "$2" postgresql-17 postgres ;;               # 17
    postgres:18) server_image "$1" debian:sid "$2" postgresql-18 postgres ;;              # 18
    mariadb:10.11) server_image "$1" debian:12 "$2" mariadb-server mariadb ;;             # 10.11
    mariadb:11.8) server_image "$1" debian:13 "$2" mariadb-server mariadb ;;              # 11.8
    mysql:9) server_image "$1" debian:sid "$2" mysql-server mysql ;;                      # 9.7
    *) return 1 ;;
  esac
}

# The image itself, or what stands in for it.
base_image() { # TAG DIR
  docker image inspect "$1" >/dev/null 2>&1 || stand_in "$1" "$2"
}

# Debian itself, and the certificate authorities that this machine trusts besides those of Debian.
debian_image() { # TAG SUITE DIR
  local root=$3/$2
  if [ ! -f "$root.made" ]; then
    rm -rf "$root"
    bounded 600 debootstrap --variant=minbase "$2" "$root" >"$root.log" 2>&1 || { tail -n 5 "$root.log" >&2; return 2; }
    rm -rf "$root"/var/cache/apt/archives/*.deb
    mkdir -p "$root/usr/local/share/ca-certificates"
    find /usr/local/share/ca-certificates -name '*.crt' -exec cp {} "$root/usr/local/share/ca-certificates/" \;
    # A mirror may be a picture of some day: what changes daily says of itself that it is too old then.
    [ "$2" != sid ] || echo 'Acquire::Check-Valid-Until "false";' >"$root/etc/apt/apt.conf.d/90picture"
    touch "$root.made"
  fi
  tar -C "$root" --exclude=./proc --exclude=./sys -c . | docker import --change 'CMD ["bash"]' - "$1" >/dev/null
}

# Debian sid, and what its archive has of tomorrow, from the same mirror.
experimental_image() { # TAG DIR
  base_image debian:sid "$2" || return
  image_of "$1" "$2" <<'EOF'
FROM debian:sid
RUN sed 's/ sid / experimental /' /etc/apt/sources.list >/etc/apt/sources.list.d/experimental.list
EOF
}

# The server that the gate's tests run on, which Debian has no package of.
embedded_redis_image() { # TAG DIR
  local jar
  base_image debian:12 "$2" || return
  jar=$(find "${MAVEN_REPOSITORY:-$HOME/.m2/repository}/com/github/codemonstur/embedded-redis" -name 'embedded-redis-*.jar' | sort -V | tail -n 1)
  [ -n "$jar" ] || { echo "no embedded-redis in the repository of Maven: run mvn test-compile -pl test-support -am first" >&2; return 2; }
  files=$(mktemp -d "$2/files.XXXXXX")
  (cd "$files" && jar xf "$jar" && mv "$(ls redis-server-*-linux-amd64 | head -n 1)" redis-server && chmod 755 redis-server) || return 2
  entry_of_redis | sed '/^if root/,/^fi/d' >"$files/entry"
  chmod 755 "$files/entry"
  image_of "$1" "$2" "$files/redis-server" "$files/entry" <<'EOF' || return
FROM debian:12
RUN apt-get update && apt-get install -y --no-install-recommends libssl3 && rm -rf /var/lib/apt/lists/*
COPY redis-server entry /usr/local/bin/
RUN redis-server --version
WORKDIR /data
ENTRYPOINT ["entry"]
CMD ["redis-server"]
EXPOSE 6379
EOF
  rm -rf "$files"
}

# Builds an image of the Dockerfile on stdin.
image_of() { # TAG DIR FILE...
  local tag=$1 context
  context=$(mktemp -d "$2/context.XXXXXX")
  cat >"$context/Dockerfile"
  shift 2
  [ $# -eq 0 ] || cp "$@" "$context"
  bounded 900 docker build -q -t "$tag" "$context" >"$context/log" 2>&1 || { tail -n 5 "$context/log" >&2; return 2; }
  rm -rf "$context"
}

# A server from a Debian package, with an entry that does what the original's does.
server_image() { # TAG BASE DIR PACKAGE KIND
  local files end
  base_image "$2" "$3" || return
  files=$(mktemp -d "$3/files.XXXXXX")
  "entry_of_$5" >"$files/entry"
  chmod 755 "$files/entry"
  case $5 in
    # A volume that is mounted here begins with this owner, so that --user may be given.
    redis | valkey) end=$(printf 'RUN chown %s:%s /data\nWORKDIR /data\nCMD ["%s-server"]\nEXPOSE 6379' "$5" "$5" "$5") ;;
    postgres) end=$'RUN install -d -o postgres -g postgres -m 1777 /var/lib/postgresql/data && chmod 3777 /run/postgresql\nCMD ["postgres"]\nEXPOSE 5432\nSTOPSIGNAL SIGINT' ;;
    mariadb) end=$'CMD ["mariadbd"]\nEXPOSE 3306' ;;
    mysql) end=$'CMD ["mysqld"]\nEXPOSE 3306' ;;
  esac
  image_of "$1" "$3" "$files/entry" <<EOF || return
FROM $2
RUN apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $4 \\
  && rm -rf /var/lib/apt/lists/* /var/lib/mysql /var/lib/postgresql/*/main && mkdir -p /data \\
  && for file in /usr/lib/postgresql/*/bin/*; do [ ! -e "\$file" ] || ln -s "\$file" /usr/local/bin/; done
COPY entry /usr/local/bin/entry
ENTRYPOINT ["entry"]
$end
EOF
  rm -rf "$files"
}

entry_of_redis() {
  cat <<'EOF'
#!/bin/bash
set -eu
root() { [ "$(id -u)" = 0 ]; }
case $1 in -*) set -- redis-server "$@" ;; esac
# Protected mode would refuse everybody outside of the container.
[ "$1" != redis-server ] || set -- "$@" --protected-mode no
if root; then
  chown -R redis:redis /data
  set -- setpriv --reuid redis --regid redis --clear-groups "$@"
fi
exec "$@"
EOF
}

entry_of_valkey() {
  entry_of_redis | sed 's/redis/valkey/g'
}

entry_of_postgres() {
  cat <<'EOF'
#!/bin/bash
set -eu
export PGDATA=${PGDATA:-/var/lib/postgresql/data}
[ -z "${POSTGRES_PASSWORD_FILE:-}" ] || POSTGRES_PASSWORD=$(cat "$POSTGRES_PASSWORD_FILE")
if [ "$(id -u)" = 0 ]; then
  export POSTGRES_PASSWORD
  mkdir -p "$PGDATA" /run/postgresql
  chown postgres:postgres "$PGDATA" /run/postgresql
  unset POSTGRES_PASSWORD_FILE
  exec setpriv --reuid postgres --regid postgres --clear-groups "$0" "$@"
fi
chmod 700 "$PGDATA"
user=${POSTGRES_USER:-postgres}
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  initdb --username="$user" --pwfile=<(printf '%s' "$POSTGRES_PASSWORD") --encoding=UTF8 --auth-local=trust --auth-host=scram-sha-256
  echo 'host all all all scram-sha-256' >>"$PGDATA/pg_hba.conf"
  pg_ctl -w start -o "-c listen_addresses=''"
  createdb --username="$user" "${POSTGRES_DB:-$user}" || [ "${POSTGRES_DB:-$user}" = postgres ]
  pg_ctl -w stop
fi
unset POSTGRES_PASSWORD
exec "$@" -c listen_addresses='*'
EOF
}

entry_of_mariadb() {
  cat <<'EOF'
#!/bin/bash
set -eu
mkdir -p /var/lib/mysql /run/mysqld
chown mysql:mysql /var/lib/mysql /run/mysqld
if [ ! -d /var/lib/mysql/mysql ]; then
  mariadb-install-db --user=mysql --auth-root-authentication-method=normal >/dev/null
  init=$(mktemp)
  {
    root=${MARIADB_ROOT_PASSWORD:-${MYSQL_ROOT_PASSWORD:-root}}
    echo "ALTER USER root@localhost IDENTIFIED BY '$root';"
    echo "CREATE USER root@'%' IDENTIFIED BY '$root';"
    echo "GRANT ALL ON *.* TO root@'%' WITH GRANT OPTION;"
    database=${MARIADB_DATABASE:-${MYSQL_DATABASE:-}} user=${MARIADB_USER:-${MYSQL_USER:-}}
    [ -z "$database" ] || echo "CREATE DATABASE \`$database\`;"
    if [ -n "$user" ]; then
      echo "CREATE USER '$user'@'%' IDENTIFIED BY '${MARIADB_PASSWORD:-$MYSQL_PASSWORD}';"
      [ -z "$database" ] || echo "GRANT ALL ON \`$database\`.* TO '$user'@'%';"
    fi
  } >"$init"
  chown mysql "$init"
  set -- "$@" "--init-file=$init"
fi
exec "$@" --user=mysql --bind-address=0.0.0.0
EOF
}

entry_of_mysql() {
  cat <<'EOF'
#!/bin/bash
set -eu
mkdir -p /var/lib/mysql /run/mysqld
chown mysql:mysql /var/lib/mysql /run/mysqld
if [ ! -d /var/lib/mysql/mysql ]; then
  mysqld --initialize-insecure --user=mysql
  init=$(mktemp)
  {
    echo "CREATE USER 'root'@'%' IDENTIFIED BY '$MYSQL_ROOT_PASSWORD';"
    echo "GRANT ALL ON *.* TO 'root'@'%' WITH GRANT OPTION;"
  } >"$init"
  chown mysql "$init"
  set -- "$@" "--init-file=$init"
fi
exec "$@" --user=mysql --bind-address=0.0.0.0
EOF
}
