"""What others of a household do meanwhile, by the API."""

import ask_pages
import requests
from family_pages import CHILD


class Member:
    """Somebody who is signed in with an app."""

    def __init__(self, url, email, password):
        self.url = url
        self.http = requests.Session()
        self.http.trust_env = False
        login = self.call("POST", "/api/v1/auth/login", {"email": email, "password": password})
        self.http.headers["Authorization"] = f"Bearer {login['token']}"

    def call(self, method, path, body=None):
        answer = self.http.request(method, f"{self.url}{path}", json=body, timeout=60)
        if not answer.ok:
            raise RuntimeError(f"{method} {path}: {answer.status_code} {answer.text}")
        return answer.json() if answer.content else None


class Household:
    """A parent with transactions and a child, who may buy nothing that is fun without asking."""

    def __init__(self, url, email, password):
        self.url = url
        self.email = email
        self.password = password
        self.parent = Member(url, email, password)
        if not self.parent.call("GET", "/accounts")["accounts"]:
            ask_pages.seed(url, email, password)
        children = self.parent.call("GET", "/api/v1/families/current/children")["children"]
        found = [one for one in children if one["email"] == CHILD[0]]
        profile = found[0] if found else self.register()
        self.child_id = profile["childId"]
        self.chores = f"/api/v1/children/{self.child_id}/chores"
        self.child = Member(url, *CHILD)
        rule = {"category": "fun", "monthly_limit_cents": 0, "user_id": profile["userId"]}
        self.parent.call("POST", "/rules", rule)

    def register(self):
        child = {"firstName": "Cleo", "lastName": "Doe", "weeklyAllowance": 10}
        sign_in = {"email": CHILD[0], "password": CHILD[1]}
        return self.parent.call("POST", "/api/v1/auth/register/child", sign_in | child)

    def ask_to_buy(self, merchant):
        """The child asks for something that it may not buy."""
        purchase = {"amount_cents": 1290, "merchant": merchant, "category": "fun"}
        self.child.call("POST", "/guardian/authorize", purchase)

    def answer_to(self, merchant):
        """What became of what the child asked to buy."""
        asked = self.parent.call("GET", "/guardian/approvals")
        return [one["state"] for one in asked if one["merchant"] == merchant]

    def ask_for_money(self, purpose):
        body = {"amount": 1.5, "purpose": purpose}
        self.child.call("POST", "/api/v1/requests", body)

    def requests_for(self, purpose):
        """What the child asked for, with what was answered."""
        asked = self.parent.call("GET", "/api/v1/requests")["requests"]
        return [(one["state"], one.get("message")) for one in asked if one["purpose"] == purpose]

    def assign(self, title):
        """A parent sets the child a chore."""
        self.parent.call("POST", self.chores, {"title": title, "reward": 1})

    def chore(self, title):
        chores = self.child.call("GET", self.chores)["chores"]
        return next(one for one in chores if one["title"] == title)

    def finish(self, title):
        """The child says that a chore is done."""
        self.child.call("POST", f"/api/v1/chores/{self.chore(title)['id']}/done")

    def settle(self):
        """A parent answers all that waits in the family, so that nothing does."""
        for one in self.parent.call("GET", "/api/v1/requests?state=Pending")["requests"]:
            self.parent.call("POST", f"/api/v1/requests/{one['id']}/decline", {})
        for one in self.parent.call("GET", f"{self.chores}?state=Done")["chores"]:
            self.parent.call("POST", f"/api/v1/chores/{one['id']}/approve")
