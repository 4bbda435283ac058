# Prints a signature: PINRATE_SECRET=… python3 sign.py METHOD PATH TIMESTAMP [BODY_SHA256]
import base64, hashlib, hmac, os, sys

text = "".join(sys.argv[1:])
secret = os.environ["PINRATE_SECRET"]
digest = hmac.new(secret.encode(), text.encode(), hashlib.sha256).digest()
print(base64.b64encode(digest).decode())
