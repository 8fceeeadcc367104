"""A poller in Python: from 15 minutes before the newest item it told, less the ids it has told. One run is one poll."""
import json
import os
from datetime import datetime, timedelta
from pathlib import Path
from urllib.parse import urlencode
from urllib.request import Request, urlopen

URL = os.environ["POLLPROOF_URL"]
LIST = os.environ["POLLPROOF_LIST"]  # cases, or threats, which cannot be asked for what is new
ITEMS, ID = ("items", "case_id") if LIST == "cases" else ("data", "event_id")
STATE = Path(os.environ["POLLPROOF_STATE"], "state.json")


def read_list(since):
    cursor = None
    while True:
        query = {"created_after": since, **({"next_cursor": cursor} if cursor else {})}
        with urlopen(f"{URL}/{LIST}?{urlencode(query)}") as answer:
            page = json.load(answer)
        yield from page[ITEMS]
        cursor = page.get("next_cursor")
        if cursor is None:
            return


def tell(item):
    urlopen(Request(f"{URL}/told", json.dumps({"id": item[ID]}).encode(), method="POST")).close()


def main():
    now = os.environ["POLLPROOF_NOW"]
    state = json.loads(STATE.read_text()) if STATE.exists() else {"last": now, "told": []}
    since = datetime.fromisoformat(state["last"].replace("Z", "+00:00")) - timedelta(minutes=15)
    since = since.strftime("%Y-%m-%dT%H:%M:%S.000Z")
    for item in list(read_list(since)):
        if item["created_at"] < since or item[ID] in state["told"]:
            continue
        tell(item)
        state["told"].append(item[ID])
        state["last"] = max(state["last"], item["created_at"])
    STATE.write_text(json.dumps(state))


main()
