"""schemathesis, which makes requests out of an OpenAPI document, against a server that runs.

  schemathesis_peer.py URL SEED EXAMPLES PHASES

Makes two households, then runs every check over every operation but those that end the session it
uses. Says how many cases there were; ends with 0 when there was no finding, else shows each with
the curl line that repeats it.
"""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import requests
import yaml

# Each ends the session that it is called with.
ENDING = ("logoutUser", "endSession", "endSessions")
# Each names a policy in its path.
OF_POLICIES = ("getPolicy", "updatePolicy", "setPolicyState", "getPolicyShadow")
# That of the document's examples. Whoever starts the server has made a member with it whose e-mail
# is that of the examples too, so that what they show works.
PASSWORD = "password123"


class Household:
    """A family with a parent and children, and something of everything in it."""

    def __init__(self, url, email):
        self.url = url
        made = self.post(
            "/api/v1/auth/register/parent",
            None,
            email=email,
            password=PASSWORD,
            firstName="Jane",
            lastName="Doe",
            familyName="Doe",
        )
        self.parent = made["token"]
        self.children = []
        for index in (1, 2):
            account = {"email": f"{index}.{email}", "password": PASSWORD}
            self.post(
                "/api/v1/auth/register/child",
                self.parent,
                firstName=f"Child {index}",
                lastName="Doe",
                weeklyAllowance=10,
                **account,
            )
            token = self.post("/api/v1/auth/login", None, **account)["token"]
            self.children.append(token)
        family = self.get("/api/v1/families/current/children", self.parent)
        self.child_ids = [child["childId"] for child in family["children"]]

    def fill(self):
        """Gives each child what the other operations name."""
        found = {"goalId": [], "choreId": [], "requestId": []}
        for child, token in zip(self.child_ids, self.children):
            self.post(
                "/api/v1/transactions",
                self.parent,
                childId=child,
                amount=500,
                type="Credit",
                description="Savings",
            )
            goal = self.post(
                f"/api/v1/children/{child}/goals", token, name="Bicycle", targetAmount=200
            )
            found["goalId"].append(goal["id"])
            for _ in range(3):
                chore = self.post(
                    f"/api/v1/children/{child}/chores", self.parent, title="Dishes", reward=2
                )
                found["choreId"].append(chore["id"])
                request = self.post("/api/v1/requests", token, amount=5, purpose="A book")
                found["requestId"].append(request["id"])
        found["policyId"] = [self.policy(number)["id"] for number in range(4)]
        return found

    def policy(self, number):
        """A policy that decides nothing yet, of a condition within conditions."""
        cap = {"spent": {"window": "day", "of": "purchases", "more_than": 1000 * number}}
        return self.post(
            "/guardian/policies",
            self.parent,
            name=f"Policy {number}",
            when={"any": [cap, {"not": {"category": ["fun"]}}]},
            then="warn",
        )

    def post(self, path, token, **body):
        return self.answer(requests.post, path, token, json=body)

    def get(self, path, token):
        return self.answer(requests.get, path, token)

    def answer(self, call, path, token, **options):
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        answer = call(self.url + path, headers=headers, timeout=60, **options)
        assert answer.ok, (path, answer.status_code, answer.text)
        return answer.json()


def listed(values):
    return "[" + ", ".join(f'"{value}"' for value in values) + "]"


def dictionaries(values):
    """Real names for places of paths and bodies, in half of the cases; the rest are made up."""
    lines = []
    for name, known in values.items():
        lines += [f"[dictionaries.{name}]", f"values = {listed(known)}"]
    lines.append("[parameters]")
    for name in values:
        if name not in ("spareChild", "policyId"):
            lines.append(f'"path.{name}" = {{ dictionary = "{name}", probability = 0.5 }}')
    lines.append('"body.childId" = { dictionary = "childId", probability = 0.5 }')
    return lines


def configuration(document, household, stranger):
    """What schemathesis is told beside the document; no check is off, and none is loosened."""
    names = {"childId": household.child_ids, "spareChild": stranger.child_ids}
    names.update(household.fill())
    for_children = [
        operation["operationId"]
        for operations in document["paths"].values()
        for operation in operations.values()
        if "role is Child" in operation["description"]
    ]
    lines = [
        # What is needed to repeat a finding is shown as it was; the server is gone with its secrets.
        "[output.sanitization]",
        "enabled = false",
        *dictionaries(names),
        # What is for children alone is asked by a child, the rest by a parent.
        "[[operations]]",
        f"include-operation-id = {listed(for_children)}",
        f'headers = {{ Authorization = "Bearer {household.children[0]}" }}',
        "[[operations]]",
        f"include-operation-id = {listed(OF_POLICIES)}",
        'parameters = { "path.id" = { dictionary = "policyId", probability = 0.5 } }',
        # A child that was taken out of the family would end the child's session.
        "[[operations]]",
        'include-operation-id = "removeChild"',
        'parameters = { "path.childId" = { dictionary = "spareChild", probability = 0.5 } }',
    ]
    return "\n".join(lines) + "\n"


def run(folder, token, url, seed, examples, phases):
    here = Path(__file__).resolve().parent
    command = [
        str(Path(sys.executable).parent / "schemathesis"),
        "--config-file",
        str(folder / "schemathesis.toml"),
        "run",
        str(folder / "openapi.yaml"),
        *("-H", f"Authorization: Bearer {token}"),
        *("--url", url, "--checks", "all", "--phases", phases, "--seed", seed),
        *("--max-examples", examples, "--generation-database", "none"),
        *("--continue-on-failure", "--warnings", "off", "--no-color"),
    ]
    for name in ENDING:
        command += ["--exclude-operation-id", name]
    environment = dict(os.environ)
    environment["SCHEMATHESIS_HOOKS"] = "schemathesis_hooks"
    environment["PYTHONPATH"] = str(here)
    environment["PYTHONDONTWRITEBYTECODE"] = "1"
    return subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False
    )


def main(url, seed, examples, phases):
    text = requests.get(url + "/openapi.yaml", timeout=60).text
    household = Household(url, "household@example.com")
    stranger = Household(url, "stranger@example.com")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "openapi.yaml").write_text(text, encoding="utf-8")
        told = configuration(yaml.safe_load(text), household, stranger)
        (folder / "schemathesis.toml").write_text(told, encoding="utf-8")
        result = run(folder, household.parent, url, seed, examples, phases)
    cases = re.search(r"(\d+) generated", result.stdout)
    if result.returncode != 0 or not cases:
        findings = result.stdout.find("= FAILURES =")
        print(result.stdout[max(0, findings) :], result.stderr, file=sys.stderr)
        print(f"schemathesis: seed {seed}, {examples} examples, {phases}", file=sys.stderr)
        sys.exit(1)
    print(f"cases: {cases[1]}")


main(*sys.argv[1:])
