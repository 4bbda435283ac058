#!/usr/bin/env bash
# Prints a signature: PINRATE_SECRET=… sign.sh METHOD PATH TIMESTAMP [BODY_SHA256]
set -euo pipefail
printf '%s' "$1$2$3${4-}" | openssl dgst -sha256 -hmac "$PINRATE_SECRET" -binary | base64
