#!/usr/bin/env bash
# Signs a request and sends it: PINRATE_SECRET=… ask.sh METHOD PATH [BODY]
set -euo pipefail
: "${PINRATE_SECRET:?}"
method=$1 path=$2 body=${3-}
timestamp=$(date +%s)
headers=(-H "x-service-id: ${PINRATE_SERVICE_ID:-main-system}" -H "x-timestamp: $timestamp")
sha256=
if [ -n "$body" ]; then
  sha256=$(printf '%s' "$body" | openssl dgst -sha256 -r | cut -d ' ' -f 1)
  headers+=(-H 'content-type: application/json' -H "x-content-sha256: $sha256" --data-binary "$body")
fi
signature=$(printf '%s' "$method$path$timestamp$sha256" | openssl dgst -sha256 -hmac "$PINRATE_SECRET" -binary | base64)
headers+=(-H "x-signature: $signature")
curl -sS --max-time 5 -X "$method" "${headers[@]}" "${PINRATE_URL:-http://127.0.0.1:8080}$path"
