#!/bin/sh
# Writes .env for compose.yaml, with secrets of its own. Refuses if there is one: other secrets would lock out what is stored already.
set -eu
cd "$(dirname "$0")/.."
file=${1:-.env}
if [ -e "$file" ]; then
  printf '%s is there already. Without its secrets nothing that is stored can be read, so it stays as it is.\n' "$file" >&2
  exit 1
fi
secret() { od -An -N32 -tx1 /dev/urandom | tr -d ' \n'; }
umask 077
draft=$file.$$
trap 'rm -f "$draft"' EXIT
cat >"$draft" <<END
# For compose.yaml. Keep a copy elsewhere: no backup has these secrets.
SESSION_SECRET=$(secret)
DATA_KEYS=$(date +%Y):$(secret)
WORKER_SECRET=$(secret)
METRICS_TOKEN=$(secret)
BACKUP_PASSPHRASE=$(secret)
POSTGRES_PASSWORD=$(secret)
S3_ACCESS_KEY=vox
S3_SECRET_KEY=$(secret)
TURN_SECRET=$(secret)

# For customers: a proxy with TLS in front, and these.
#NODE_ENV=production
#PUBLIC_URL=https://voice.example.com
#TRUST_PROXY=1
#ADMIN_EMAILS=you@example.com
#SMTP_URL=smtp://user:password@mail.example.com:587
#MAIL_FROM=Example <noreply@example.com>
END
# Fails if another one has appeared meanwhile.
ln "$draft" "$file"
printf 'Wrote %s. Keep a copy of it elsewhere.\n' "$file"
