from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import re
from dataclasses import dataclass
from datetime import datetime, timezone
from typing import Dict, Iterable, List, Optional, Protocol, Sequence, Tuple, Union, cast

from .errors import TenantOpsError, WebhookVerificationError
from .records import WebhookEvent


class DeliveryHeaders(Protocol):
    """The headers of a delivery: a dict, or the `request.headers` of a web framework."""

    def items(self) -> Iterable[Tuple[str, Union[str, Sequence[str]]]]: ...


@dataclass(frozen=True)
class _Scheme:
    timestamp: str
    signed: str
    signatures: List[bytes]


_TOLERANCE_SECONDS: float = 300


def verify(
    payload: Union[str, bytes],
    headers: DeliveryHeaders,
    secret: Union[str, Sequence[str]],
    *,
    tolerance_seconds: float = _TOLERANCE_SECONDS,
    now: Optional[datetime] = None,
) -> WebhookEvent:
    """Verifies the signature and the timestamp of a delivery and returns its event.

    Accepts the signature in `X-Webhook-Signature` and that of Standard Webhooks. Pass the raw
    body, before any parsing, and the secret of the endpoint in either format. During a rotation,
    pass both secrets. `now` replaces the current time in tests.
    """
    schemes = _find_schemes(headers)
    if not schemes:
        raise WebhookVerificationError("missing_headers", "The delivery carries no signature")
    present = (now or datetime.now(timezone.utc)).timestamp()
    fresh = [one for one in schemes if _age_of(one.timestamp, present) <= tolerance_seconds]
    if not fresh:
        message = "The delivery is older or newer than the tolerance allows"
        raise WebhookVerificationError("old_timestamp", message)
    body = payload.encode() if isinstance(payload, str) else payload
    keys = [_key_of(one) for one in ([secret] if isinstance(secret, str) else secret)]
    if not any(_is_signed(scheme, body, key) for key in keys for scheme in fresh):
        message = "The signature is not of this body and secret"
        raise WebhookVerificationError("wrong_signature", message)
    return _parse_event(body)


def sign(
    payload: str, secret: str, *, event_id: Optional[str] = None, now: Optional[datetime] = None
) -> Dict[str, str]:
    """Signs a body like a delivery of the service, so that you can test your receiver without the
    service. Returns the headers. `event_id` is the id of the event, by default that of the body.
    """
    id = event_id or _event_id_of(payload)
    timestamp = str(int((now or datetime.now(timezone.utc)).timestamp()))
    body, key = payload.encode(), _key_of(secret)
    own = hmac.new(key, f"{timestamp}.".encode() + body, hashlib.sha256).hexdigest()
    standard = hmac.new(key, f"{id}.{timestamp}.".encode() + body, hashlib.sha256).digest()
    return {
        "content-type": "application/json",
        "x-webhook-timestamp": timestamp,
        "x-webhook-signature": own,
        "webhook-id": id,
        "webhook-timestamp": timestamp,
        "webhook-signature": f"v1,{base64.b64encode(standard).decode()}",
    }


def _event_id_of(payload: str) -> str:
    try:
        body = json.loads(payload)
    except ValueError:
        return _UNKNOWN_EVENT_ID
    id = cast(Dict[str, object], body).get("event_id") if isinstance(body, dict) else None
    return id if isinstance(id, str) else _UNKNOWN_EVENT_ID


_UNKNOWN_EVENT_ID = "00000000-0000-7000-8000-000000000000"


def _find_schemes(headers: DeliveryHeaders) -> List[_Scheme]:
    """Collects the signature schemes whose headers the delivery contains."""
    schemes: List[_Scheme] = []
    webhook_id = _read_header(headers, "webhook-id")
    timestamp = _read_header(headers, "webhook-timestamp")
    signatures = _read_header(headers, "webhook-signature")
    if webhook_id and timestamp and signatures:
        schemes.append(_Scheme(timestamp, f"{webhook_id}.{timestamp}.", _read_standard(signatures)))
    own_timestamp = _read_header(headers, "x-webhook-timestamp")
    own_signature = _read_header(headers, "x-webhook-signature")
    if own_timestamp and own_signature:
        schemes.append(_Scheme(own_timestamp, f"{own_timestamp}.", _read_hex(own_signature)))
    return schemes


def _read_header(headers: DeliveryHeaders, name: str) -> Optional[str]:
    """Returns the value of a header, or None if the header is missing or repeated."""
    found: List[str] = []
    for key, value in headers.items():
        if key.lower() == name:
            found.extend([value] if isinstance(value, str) else value)
    return found[0] if len(found) == 1 else None


def _age_of(timestamp: str, present: float) -> float:
    if not re.fullmatch("[0-9]{1,12}", timestamp):
        return float("inf")
    return abs(present - int(timestamp))


def _read_standard(text: str) -> List[bytes]:
    """Parses a list of signatures, separated by spaces. For a day after a rotation, the list also
    contains a signature with the previous secret.
    """
    found = [_read_base64(one[3:]) for one in text.split(" ") if one.startswith("v1,")]
    return [one for one in found if one is not None]


def _read_hex(text: str) -> List[bytes]:
    return [bytes.fromhex(text)] if re.fullmatch("[0-9a-fA-F]{64}", text) else []


def _read_base64(text: str) -> Optional[bytes]:
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return None


def _key_of(secret: str) -> bytes:
    """Returns the key of a secret. The format `whsec_…` contains the key in base64; the other
    format is the key as text.
    """
    prefix = "whsec_"
    decoded = _read_base64(secret[len(prefix) :]) if secret.startswith(prefix) else None
    key = secret.encode() if decoded is None else decoded
    if not key:
        raise TenantOpsError("The secret of the endpoint is empty")
    return key


def _is_signed(scheme: _Scheme, body: bytes, key: bytes) -> bool:
    expected = hmac.new(key, scheme.signed.encode() + body, hashlib.sha256).digest()
    return any([hmac.compare_digest(expected, one) for one in scheme.signatures])


def _parse_event(body: bytes) -> WebhookEvent:
    try:
        return cast(WebhookEvent, json.loads(body.decode()))
    except ValueError:
        raise WebhookVerificationError("wrong_body", "The body is no JSON") from None
