"""One JSON request on standard input, one JSON answer on standard output."""

import hashlib
import json
import re
import sys

INTEGER = re.compile(r"(0|-?[1-9][0-9]{0,999})\Z")


def items_of(text):
    """The integers of a document, or None where it is no list of integers."""
    document = json.loads(text)
    if not isinstance(document, dict) or document.get("type") != "sequence.integers@1":
        return None
    value = document.get("value")
    if not isinstance(value, dict) or value.keys() != {"items"}:
        return None
    items = value["items"]
    if not isinstance(items, list):
        return None
    if not all(isinstance(item, str) and INTEGER.match(item) for item in items):
        return None
    return [int(item) for item in items]


def verdict_of(roles):
    lists = {}
    for role in ("list", "sorted"):
        lists[role] = items_of(roles[role]) if role in roles else None
        if lists[role] is None:
            return {"verdict": "REJECTED", "reason": "must be a list of integers", "at": f"/roles/{role}"}
    if sorted(lists["list"]) == lists["sorted"]:
        return {"verdict": "ACCEPTED"}
    return {"verdict": "REJECTED", "reason": "is not the list, sorted", "at": "/roles/sorted/value/items"}


def digest_of(text):
    return "sha256:" + hashlib.sha256(text.encode("utf-8")).hexdigest()


request = json.load(sys.stdin)
answer = verdict_of(request["roles"])
# Of every document that was read: a verdict about other bytes than those that were sent does not count.
answer["digests"] = {role: digest_of(text) for role, text in request["roles"].items()}
json.dump(answer, sys.stdout)
