#!/usr/bin/env bash
# Starts a server, waits for its first answer, checks it, stops it, and keeps the reports of every check
# in a separate folder. The exit code is that of the check.
#
# Variables select the server; default: the reference server.
#
#   START     the command that starts the server
#   BASE_URL  its address
#   SETUP     a command that prints credentials as JSON
#   KEEP      the folder for the reports
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
touchstone=${TOUCHSTONE_COMMAND:-npx touchstone}

BASE_URL=${BASE_URL:-http://127.0.0.1:7001}
START=${START:-exec $touchstone serve --port ${BASE_URL##*:} --db check.sqlite3}
SETUP=${SETUP:-$here/make-keys.sh check.sqlite3}
KEEP=${KEEP:-kept-reports}

reports=$KEEP/$(date -u +%Y-%m-%dT%H-%M-%SZ)
code=0
$touchstone check --base-url "$BASE_URL" --start "$START" --wait 30 --setup "$SETUP" \
  --reports "$reports" "$@" || code=$?
echo "The reports are kept in $reports."
exit "$code"
