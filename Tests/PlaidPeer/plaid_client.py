"""plaid-python, Plaid's own client, against a sandbox bank that runs.

Takes the bank's URL; makes every call that the bank serves and says each step. Ends with 0 when
every answer fits the client's models and says what it should.
"""

import base64
import hashlib
import json
import sys
import threading
from decimal import Decimal
from http.server import BaseHTTPRequestHandler, HTTPServer

import plaid
import requests
from joserfc import jws
from joserfc.jwk import ECKey
from plaid.api import plaid_api
from plaid.model.accounts_get_request import AccountsGetRequest
from plaid.model.country_code import CountryCode
from plaid.model.item_public_token_exchange_request import ItemPublicTokenExchangeRequest
from plaid.model.item_remove_request import ItemRemoveRequest
from plaid.model.link_token_create_request import LinkTokenCreateRequest
from plaid.model.link_token_create_request_user import LinkTokenCreateRequestUser
from plaid.model.products import Products
from plaid.model.sandbox_item_fire_webhook_request import SandboxItemFireWebhookRequest
from plaid.model.sandbox_item_reset_login_request import SandboxItemResetLoginRequest
from plaid.model.sandbox_public_token_create_request import SandboxPublicTokenCreateRequest
from plaid.model.sandbox_public_token_create_request_options import (
    SandboxPublicTokenCreateRequestOptions,
)
from plaid.model.transactions_sync_request import TransactionsSyncRequest
from plaid.model.webhook_verification_key_get_request import WebhookVerificationKeyGetRequest

DAY = 86_400


class Inbox(BaseHTTPRequestHandler):
    """Keeps the webhooks that come."""

    received = []
    arrived = threading.Semaphore(0)

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.received.append((body, self.headers["Plaid-Verification"]))
        self.send_response(200)
        self.end_headers()
        self.arrived.release()

    def log_message(self, *arguments):
        pass


def refused(code, work):
    """Makes sure that the bank refuses with this code."""
    try:
        work()
    except plaid.ApiException as refusal:
        error = json.loads(refusal.body)
        assert error["error_code"] == code, error
        assert error["error_type"] and error["request_id"], error
        print(f"refused: {code}")
    else:
        raise AssertionError(f"{code} was expected")


def ours(url, path, **fields):
    """Calls what Plaid does not have."""
    session = requests.Session()
    session.trust_env = False
    headers = {"PLAID-CLIENT-ID": "client", "PLAID-SECRET": "secret"}
    answer = session.post(url + path, json=fields, headers=headers, timeout=60)
    assert answer.status_code == 200, answer.text
    return answer.json()


def sync(client, token, held, cursor=None, count=None):
    """Reads every page after a cursor, and tells the last cursor, balances and what happened."""
    counts = {"added": 0, "modified": 0, "removed": 0, "pages": 0}
    while True:
        fields = {"access_token": token}
        if cursor is not None:
            fields["cursor"] = cursor
        if count is not None:
            fields["count"] = count
        page = client.transactions_sync(TransactionsSyncRequest(**fields))
        for transaction in page.added + page.modified:
            held[transaction.transaction_id] = transaction
        for gone in page.removed:
            del held[gone.transaction_id]
        for name in ("added", "modified", "removed"):
            counts[name] += len(page[name])
        counts["pages"] += 1
        cursor = page.next_cursor
        if not page.has_more:
            return cursor, page.accounts, counts


def sums(held, account):
    """The sum of an account's posted transactions, in cents."""
    mine = [t for t in held.values() if t.account_id == account.account_id and not t.pending]
    return sum(int(Decimal(str(t.amount)) * 100) for t in mine)


def cents(number):
    return int(Decimal(str(number)) * 100)


def check_webhook(client, item, body, verification):
    header = json.loads(base64.urlsafe_b64decode(verification.split(".")[0] + "=="))
    assert header["alg"] == "ES256", header
    answer = client.webhook_verification_key_get(
        WebhookVerificationKeyGetRequest(key_id=header["kid"])
    )
    key = answer.key.to_dict()
    assert key["expired_at"] is None, key
    known = {name: key[name] for name in ("alg", "crv", "kid", "kty", "use", "x", "y")}
    signed = jws.deserialize_compact(verification, ECKey.import_key(known), algorithms=["ES256"])
    claims = json.loads(signed.payload)
    assert claims["request_body_sha256"] == hashlib.sha256(body).hexdigest(), claims
    event = json.loads(body)
    assert event["item_id"] == item and event["webhook_type"] == "TRANSACTIONS", event


def main(url):
    inbox = HTTPServer(("127.0.0.1", 0), Inbox)
    threading.Thread(target=inbox.serve_forever, daemon=True).start()
    configuration = plaid.Configuration(
        host=url,
        api_key={"clientId": "client", "secret": "secret", "plaidVersion": "2020-09-14"},
    )
    client = plaid_api.PlaidApi(plaid.ApiClient(configuration))

    link = client.link_token_create(
        LinkTokenCreateRequest(
            client_name="Purser",
            language="en",
            country_codes=[CountryCode("US")],
            user=LinkTokenCreateRequestUser(client_user_id="member-1"),
            products=[Products("transactions")],
        )
    )
    assert link.link_token.startswith("link-sandbox-") and link.expiration.tzinfo, link
    print("link token")

    def public_token(institution):
        options = SandboxPublicTokenCreateRequestOptions(
            webhook=f"http://127.0.0.1:{inbox.server_port}/"
        )
        return client.sandbox_public_token_create(
            SandboxPublicTokenCreateRequest(
                institution_id=institution,
                initial_products=[Products("transactions")],
                options=options,
            )
        ).public_token

    refused("INVALID_INSTITUTION", lambda: public_token("ins_0"))
    exchange = ItemPublicTokenExchangeRequest(public_token=public_token("ins_109509"))
    linked = client.item_public_token_exchange(exchange)
    token = linked.access_token
    print("linked")
    refused("INVALID_PUBLIC_TOKEN", lambda: client.item_public_token_exchange(exchange))

    answer = client.accounts_get(AccountsGetRequest(access_token=token))
    assert answer.item.item_id == linked.item_id, answer
    assert answer.item.institution_id == "ins_109509", answer
    kinds = [str(account.subtype) for account in answer.accounts]
    assert kinds == ["checking", "savings", "credit card"], kinds
    print("accounts")

    held = {}
    cursor, accounts, counts = sync(client, token, held, count=50)
    assert counts["pages"] > 2 and counts["added"] == len(held) > 100, counts
    print("synced")
    again, _, counts = sync(client, token, held, cursor)
    assert again == cursor, "the cursor stays"
    assert (counts["added"], counts["modified"], counts["removed"]) == (0, 0, 0), counts
    print("nothing new")

    before = {account.account_id: account for account in accounts}
    posted = {account.account_id: sums(held, account) for account in accounts}
    pending = {t.transaction_id for t in held.values() if t.pending}
    ours(url, "/sandbox/clock/advance", seconds=30 * DAY)
    cursor, accounts, counts = sync(client, token, held, cursor)
    assert counts["added"] > 10 and counts["removed"] > 0, counts
    for account in accounts:
        change = sums(held, account) - posted[account.account_id]
        old = before[account.account_id].balances
        sign = 1 if str(account.type) == "credit" else -1
        moved = cents(account.balances.current) - cents(old.current)
        assert moved == sign * change, (account, change)
    assert not pending & set(held), "what was pending a month ago is not any more"
    print("posted")

    first = client.transactions_sync(TransactionsSyncRequest(access_token=token, count=5))
    assert first.has_more, first
    ours(url, "/sandbox/clock/advance", seconds=10 * DAY)
    refused(
        "TRANSACTIONS_SYNC_MUTATION_DURING_PAGINATION",
        lambda: client.transactions_sync(
            TransactionsSyncRequest(access_token=token, count=5, cursor=first.next_cursor)
        ),
    )

    fired = client.sandbox_item_fire_webhook(
        SandboxItemFireWebhookRequest(access_token=token, webhook_code="SYNC_UPDATES_AVAILABLE")
    )
    assert fired.webhook_fired, fired
    assert Inbox.arrived.acquire(timeout=60), "the webhook came"
    check_webhook(client, linked.item_id, *Inbox.received[0])
    print("webhook")

    reset = client.sandbox_item_reset_login(SandboxItemResetLoginRequest(access_token=token))
    assert reset.reset_login, reset
    refused(
        "ITEM_LOGIN_REQUIRED",
        lambda: client.accounts_get(AccountsGetRequest(access_token=token)),
    )
    ours(url, "/sandbox/item/repair_login", access_token=token)
    client.accounts_get(AccountsGetRequest(access_token=token))
    print("repaired")

    client.item_remove(ItemRemoveRequest(access_token=token))
    print("removed")
    refused(
        "ITEM_NOT_FOUND", lambda: client.item_remove(ItemRemoveRequest(access_token=token))
    )


main(*sys.argv[1:])
