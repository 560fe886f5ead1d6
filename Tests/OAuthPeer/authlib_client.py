"""authlib, a standard OAuth client by other hands, against a server that runs.

Takes the server's URL, an e-mail address and a password; goes the whole way of an app and says
each step. Ends with 0 when every step went as the RFCs say.
"""

import sys
from html.parser import HTMLParser
from urllib.parse import parse_qs, urljoin, urlsplit

import requests
from authlib.common.security import generate_token
from authlib.integrations.base_client.errors import OAuthError
from authlib.integrations.requests_client import OAuth2Session
from authlib.oauth2.rfc7636 import create_s256_code_challenge
from authlib.oidc.core import CodeIDToken
from joserfc import jwt
from joserfc.jwk import KeySet

CLIENT = "purser-native"
REDIRECT = "http://127.0.0.1:51234/callback"
SCOPE = "openid profile email offline_access"


class FirstForm(HTMLParser):
    """The first form of a page that has a field for a password."""

    def __init__(self, page):
        super().__init__()
        self.forms = []
        self.feed(page)
        self.form = next(f for f in self.forms if "password" in f["types"])

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if tag == "form":
            self.forms.append({"action": attributes.get("action") or "", "fields": {}, "types": {}})
        elif tag == "input" and self.forms and attributes.get("name"):
            form = self.forms[-1]
            form["fields"][attributes["name"]] = attributes.get("value") or ""
            form["types"][attributes.get("type", "text")] = attributes["name"]


def sign_in(url, email, password):
    """Signs in on the page as a person does, and returns where the browser is sent."""
    browser = requests.Session()
    browser.trust_env = False
    page = browser.get(url, timeout=60, allow_redirects=False)
    assert page.status_code == 200, (page.status_code, page.text)
    form = FirstForm(page.text).form
    fields = form["fields"]
    fields[form["types"].get("email") or form["types"]["text"]] = email
    fields[form["types"]["password"]] = password
    target = urljoin(url, form["action"])
    answer = browser.post(target, data=fields, timeout=60, allow_redirects=False)
    assert answer.status_code == 302, (answer.status_code, answer.text)
    return answer.headers["Location"]


def session(**options):
    client = OAuth2Session(CLIENT, token_endpoint_auth_method="none", **options)
    client.trust_env = False
    return client


def refused(error, work):
    """Makes sure that the server refuses with this error."""
    try:
        work()
    except OAuthError as refusal:
        assert refusal.error == error, refusal
        print(f"refused: {error}")
    else:
        raise AssertionError(f"{error} was expected")


def check_identity(token, metadata, keys, nonce):
    checked = jwt.decode(token["id_token"], keys, algorithms=["ES256"])
    claims = CodeIDToken(
        checked.claims,
        checked.header,
        options={
            "iss": {"essential": True, "value": metadata["issuer"]},
            "aud": {"essential": True, "value": CLIENT},
        },
        params={"nonce": nonce} if nonce else {},
    )
    claims.validate()
    return claims


def main(server, email, password):
    plain = requests.Session()
    plain.trust_env = False
    address = f"{server}/.well-known/openid-configuration"
    metadata = plain.get(address, timeout=60).json()
    assert metadata["issuer"] == server, metadata
    keys = KeySet.import_key_set(plain.get(metadata["jwks_uri"], timeout=60).json())
    print("discovered")

    client = session(redirect_uri=REDIRECT, scope=SCOPE, code_challenge_method="S256")
    verifier, nonce = generate_token(64), generate_token(20)
    url, state = client.create_authorization_url(
        metadata["authorization_endpoint"], code_verifier=verifier, nonce=nonce
    )
    location = sign_in(url, email, password)
    assert location.startswith(REDIRECT + "?"), location
    query = parse_qs(urlsplit(location).query)
    assert query["iss"] == [server], query
    assert query["state"] == [state], query
    print("signed in")

    endpoint = metadata["token_endpoint"]
    exchange = {"authorization_response": location, "state": state}
    refused(
        "invalid_grant",
        lambda: session(redirect_uri=REDIRECT).fetch_token(
            endpoint, code_verifier=generate_token(64), **exchange
        ),
    )
    token = client.fetch_token(endpoint, code_verifier=verifier, **exchange)
    assert token["token_type"] == "Bearer" and token["expires_in"] == 3600, token
    # An app of the house has all of the API without asking.
    assert token["scope"].startswith(f"{SCOPE} guardian "), token
    claims = check_identity(token, metadata, keys, nonce)
    assert claims["email"] == email, claims
    me = client.get(f"{server}/api/auth/me", timeout=60)
    assert me.status_code == 200 and me.json()["email"] == email, me.text
    print("exchanged")

    renewed = client.refresh_token(endpoint, refresh_token=token["refresh_token"])
    assert renewed["refresh_token"] != token["refresh_token"], renewed
    assert check_identity(renewed, metadata, keys, None)["sub"] == claims["sub"]
    assert client.get(f"{server}/api/auth/me", timeout=60).status_code == 200
    print("renewed")

    refused(
        "invalid_grant",
        lambda: session(redirect_uri=REDIRECT).fetch_token(
            endpoint, code_verifier=verifier, **exchange
        ),
    )
    ended = plain.get(
        f"{server}/api/auth/me",
        headers={"Authorization": f"Bearer {renewed['access_token']}"},
        timeout=60,
    )
    assert ended.status_code == 401, ended.text
    print("ended")

    assert create_s256_code_challenge(verifier) in url, url
    wrong = plain.get(url.replace("S256", "plain"), timeout=60, allow_redirects=False)
    assert wrong.status_code == 302, wrong.text
    error = parse_qs(urlsplit(wrong.headers["Location"]).query)
    assert error["error"] == ["invalid_request"] and error["state"] == [state], error
    print("refused: plain")


main(*sys.argv[1:])
