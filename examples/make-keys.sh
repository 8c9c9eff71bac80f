#!/usr/bin/env bash
# Creates the credentials for a check of the reference server and prints them in the form of --setup.
#   make-keys.sh <database>
set -euo pipefail
touchstone=${TOUCHSTONE_COMMAND:-npx touchstone}

active=$($touchstone key create --db "$1")
inactive=$($touchstone key create --db "$1")
$touchstone key revoke "$inactive" --db "$1" >&2
printf '{"api-key": "%s", "inactive-api-key": "%s"}\n' "$active" "$inactive"
