"""The service under test. test/sdk/python.test.ts of the project starts the service and passes its
address and credentials.
"""

from __future__ import annotations

import json
import os
import unittest
from typing import Any, Dict

FILE = os.environ.get("TENANT_OPS_TEST_SERVICE")
UNKNOWN = "0198f0c4-7c5e-7a10-9d3e-5b1f6a2c8e40"


def load() -> Dict[str, Any]:
    if FILE is None:
        raise unittest.SkipTest("TENANT_OPS_TEST_SERVICE names no service")
    with open(FILE, encoding="utf-8") as file:
        told: Dict[str, Any] = json.load(file)
        return told
