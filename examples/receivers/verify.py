"""Verifies webhook deliveries. Run it as a program: WEBHOOK_SECRET=… verify.py TIMESTAMP SIGNATURE < raw-body"""

import hashlib
import hmac
import os
import sys
import time

MAX_AGE_S = 300


def is_genuine(secret: str, timestamp: str, signature: str, raw_body: bytes) -> bool:
    """Returns true if the signature is valid and the timestamp is recent. Pass the raw body, before any parsing."""
    if not (timestamp.isascii() and timestamp.isdigit()):
        return False
    if abs(time.time() - int(timestamp)) > MAX_AGE_S:
        return False
    signed = timestamp.encode() + b"." + raw_body
    expected = hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest()
    return hmac.compare_digest(expected.encode(), signature.encode())


if __name__ == "__main__":
    genuine = is_genuine(os.environ["WEBHOOK_SECRET"], sys.argv[1], sys.argv[2], sys.stdin.buffer.read())
    print("genuine" if genuine else "refused")
    sys.exit(0 if genuine else 1)
