"""Two devices of one family, made from the contract of sync alone, against a server that runs.

Takes the server's URL, an e-mail address and a password. Each device keeps copies, edits them
without the server, and syncs; says each step. Ends with 0 when both agree wherever they should.
"""

import sys
import uuid

import requests

ATTEMPTS = 5


class Server:
    """The four endpoints, as a device calls them."""

    def __init__(self, url, token):
        self.url = url
        self.session = requests.Session()
        self.session.trust_env = False
        self.session.headers["Authorization"] = f"Bearer {token}"
        self.calls = 0
        self.loses = False

    def _call(self, method, path, **arguments):
        self.calls += 1
        answer = self.session.request(method, self.url + path, timeout=60, **arguments)
        if self.loses:
            self.loses = False
            raise ConnectionError("the answer was lost")
        return answer

    def changes(self, since):
        answer = self._call("GET", "/sync/changes", params={"since": since, "limit": 3})
        assert answer.status_code == 200, answer.text
        return answer.json()

    def put(self, kind, record, value, version):
        head = {"If-None-Match": "*"} if version is None else {"If-Match": f'"{version}"'}
        return self._call("PUT", f"/sync/{kind}/{record}", json=value, headers=head)

    def delete(self, kind, record, version):
        head = {"If-Match": f'"{version}"'}
        return self._call("DELETE", f"/sync/{kind}/{record}", headers=head)


class Copy:
    """A record on a device: what all had last, with its version, and what is here."""

    def __init__(self, base, version, value):
        self.base = base
        self.version = version
        self.value = value

    @property
    def is_edited(self):
        return self.value != self.base


def merged(kind, base, own, theirs):
    """Field by field: who changed one wins, and of two changes the policy of the kind."""
    result = {}
    for key in set(base or {}) | set(own) | set(theirs):
        before, mine, other = ((base or {}).get(key), own.get(key), theirs.get(key))
        if mine == before:
            chosen = other
        elif other == before or mine == other:
            chosen = mine
        elif key == "monthlyLimitCents":
            chosen = min(mine, other)
        else:
            chosen = mine
        if chosen is not None:
            result[key] = chosen
    return result


class Device:
    """Copies, edits that wait, and how far the feed was read."""

    def __init__(self, server):
        self.server = server
        self.copies = {}
        self.cursor = 0
        self.told = []

    # What the family does, without the server.

    def edit(self, kind, record, **fields):
        copy = self.copies[kind, record]
        copy.value = {**copy.value, **fields}

    def make(self, kind, **value):
        record = str(uuid.uuid4())
        self.copies[kind, record] = Copy(None, None, value)
        return record

    def remove(self, kind, record):
        self.copies[kind, record].value = None

    # Syncing.

    def sync(self):
        self.pull()
        for key in sorted(self.copies):
            if key in self.copies and self.copies[key].is_edited:
                self.push(key)
        self.pull()

    def pull(self):
        while True:
            page = self.server.changes(self.cursor)
            if page["reset"] and self.cursor:
                kept = {k: c for k, c in self.copies.items() if c.is_edited}
                self.copies, self.cursor = kept, 0
                self.told.append("began anew")
            for record in page["changes"]:
                self.take(record)
            assert page["cursor"] >= self.cursor, page
            self.cursor = page["cursor"]
            if not page["hasMore"]:
                return

    def take(self, record):
        """What the server has becomes what all have."""
        key = (record["kind"], record["id"])
        copy = self.copies.get(key)
        if record["deleted"]:
            if copy is None:
                return
            del self.copies[key]
            if copy.is_edited and copy.value is not None:
                # A deletion loses against a newer edit, which goes on under an id of its own.
                self.copies[key[0], str(uuid.uuid4())] = Copy(None, None, copy.value)
                self.told.append("an edit outlived a deletion")
            return
        value = record["value"]
        if copy is None or not copy.is_edited:
            self.copies[key] = Copy(value, record["version"], value)
        elif copy.value is None:
            if copy.version != record["version"] and copy.base != value:
                self.copies[key] = Copy(value, record["version"], value)
                self.told.append("a deletion gave way to an edit")
            else:
                copy.base, copy.version = value, record["version"]
        else:
            copy.value = merged(key[0], copy.base, copy.value, value)
            copy.base, copy.version = value, record["version"]

    def push(self, key):
        kind, record = key
        for _ in range(ATTEMPTS):
            copy = self.copies.get(key)
            if copy is None or not copy.is_edited:
                return
            if copy.value is None and copy.version is None:
                del self.copies[key]
                return
            if copy.value is None:
                answer = self.server.delete(kind, record, copy.version)
            else:
                answer = self.server.put(kind, record, copy.value, copy.version)
            if answer.status_code in (200, 201):
                told = answer.json()
                assert answer.headers["ETag"] == f'"{told["version"]}"', answer.headers
                if told["deleted"]:
                    del self.copies[key]
                else:
                    self.copies[key] = Copy(told["value"], told["version"], told["value"])
                return
            if answer.status_code == 412:
                self.take(answer.json()["current"])
            elif answer.status_code == 409 and "current" in answer.json():
                # Another record holds the key: this one folds into it.
                del self.copies[key]
                current = answer.json()["current"]
                self.take(current)
                other = self.copies[kind, current["id"]]
                other.value = merged(kind, None, copy.value, other.value)
                self.told.append("folded")
                key, record = (kind, current["id"]), current["id"]
            else:
                raise AssertionError(f"{answer.status_code} {answer.text}")
        raise AssertionError("always another version")

    def values(self):
        return {key: copy.value for key, copy in self.copies.items()}


def agree(*devices):
    for _ in range(2):
        for device in devices:
            device.sync()
    first = devices[0].values()
    for device in devices[1:]:
        assert device.values() == first, (device.values(), first)
    assert all(not copy.is_edited for device in devices for copy in device.copies.values())


def story(url, email, password):
    def sign_in():
        credentials = {"email": email, "password": password}
        answer = requests.post(f"{url}/api/v1/auth/login", json=credentials, timeout=60)
        assert answer.status_code == 200, answer.text
        return answer.json()

    first, second = sign_in(), sign_in()
    member = first["userId"] if "userId" in first else first["user"]["userId"]
    a, b = Device(Server(url, first["token"])), Device(Server(url, second["token"]))

    rule = a.make("rule", memberId=member, category="fun", monthlyLimitCents=9000)
    agree(a, b)
    print("copied")

    a.edit("rule", rule, monthlyLimitCents=5000)
    b.edit("rule", rule, monthlyLimitCents=8000)
    agree(a, b)
    assert b.copies["rule", rule].value["monthlyLimitCents"] == 5000
    print("the stricter limit")

    place = {"memberId": member, "lat": 40.5, "lon": -74, "radiusM": 500, "policy": "block"}
    fence = a.make("geofence", name="Mall", **place)
    agree(a, b)
    a.edit("geofence", fence, name="Shop")
    b.edit("geofence", fence, lat=41.25)
    agree(a, b)
    assert a.copies["geofence", fence].value["name"] == "Shop"
    assert a.copies["geofence", fence].value["lat"] == 41.25
    print("both changes of one fence")

    a.remove("geofence", fence)
    b.edit("geofence", fence, name="Corner")
    a.sync()
    agree(b, a)
    assert "an edit outlived a deletion" in b.told
    (fence,) = [key[1] for key in a.copies if key[0] == "geofence"]
    b.edit("geofence", fence, name="Market")
    a.remove("geofence", fence)
    b.sync()
    agree(a, b)
    assert "a deletion gave way to an edit" in a.told
    assert b.copies["geofence", fence].value["name"] == "Market"
    print("an edit before a deletion")

    twins = [a.make("geofence", name="Twin", **place), b.make("geofence", name="Twin", **place)]
    agree(a, b)
    a.edit("geofence", twins[1], radiusM=100)
    b.edit("geofence", twins[0], radiusM=200)
    agree(a, b)
    assert [a.copies["geofence", twin].value["radiusM"] for twin in twins] == [200, 100]
    print("two fences of one place")

    lost = a.make("geofence", name="Lost", **place)
    a.pull()
    a.server.loses = True
    try:
        a.push(("geofence", lost))
    except ConnectionError:
        pass
    else:
        raise AssertionError("the answer was not lost")
    agree(a, b)
    assert a.copies["geofence", lost].value == b.copies["geofence", lost].value
    print("an answer that was lost")

    toys = [
        device.make("rule", memberId=member, category="toys", monthlyLimitCents=cents)
        for device, cents in ((a, 3000), (b, 2000))
    ]
    agree(a, b)
    assert [toy for toy in toys if ("rule", toy) in a.copies] == toys[:1]
    assert a.copies["rule", toys[0]].value["monthlyLimitCents"] == 2000
    assert "folded" in b.told
    print("one limit of two")

    body = {"category": "fun", "monthly_limit_cents": 700}
    answer = a.server.session.post(f"{url}/rules", json=body, timeout=60)
    assert answer.status_code in (200, 201), answer.text
    agree(a, b)
    assert b.copies["rule", rule].value["monthlyLimitCents"] == 700
    print("a change through the document's endpoint")

    before = a.server.calls
    a.pull()
    assert a.server.calls == before + 1
    a.cursor += 1_000
    a.edit("rule", rule, monthlyLimitCents=600)
    agree(a, b)
    assert "began anew" in a.told
    assert b.copies["rule", rule].value["monthlyLimitCents"] == 600
    print("began anew, and lost no edit")


if __name__ == "__main__":
    story(*sys.argv[1:])
