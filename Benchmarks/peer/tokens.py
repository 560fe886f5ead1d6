"""Bearer tokens: ES256, each signature checked once."""

import time
from collections import OrderedDict
from pathlib import Path

import jwt
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)

ISSUER = "http://127.0.0.1"
AUDIENCE = "peer"
REMEMBERED_TOKENS = 10_000


def make_key(path: Path) -> EllipticCurvePrivateKey:
    """Makes a signing key and writes it to a file of the owner's."""
    key = ec.generate_private_key(ec.SECP256R1())
    pem = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    path.touch(mode=0o600)
    path.write_bytes(pem)
    return key


def issue(key: EllipticCurvePrivateKey, member: str, household: str, sign_in: str) -> str:
    """Signs a token that is valid for a day."""
    now = int(time.time())
    claims = {
        "iss": ISSUER,
        "aud": AUDIENCE,
        "sub": member,
        "hid": household,
        "sid": sign_in,
        "iat": now,
        "exp": now + 86_400,
    }
    return jwt.encode(claims, key, algorithm="ES256")


class TokenVerifier:
    """Checks tokens and remembers the claims of those that passed."""

    def __init__(self, key_file: Path) -> None:
        key = load_pem_private_key(key_file.read_bytes(), password=None)
        self._public_key = key.public_key()
        self._verified: OrderedDict[str, dict] = OrderedDict()

    def claims(self, token: str) -> dict:
        """What the token says; raises ``jwt.InvalidTokenError`` when it is not valid now."""
        claims = self._verified.get(token)
        if claims is None:
            claims = jwt.decode(
                token, self._public_key, algorithms=["ES256"], audience=AUDIENCE, issuer=ISSUER
            )
            self._verified[token] = claims
            if len(self._verified) > REMEMBERED_TOKENS:
                self._verified.popitem(last=False)
        elif claims["exp"] <= time.time():
            raise jwt.ExpiredSignatureError("the token has expired")
        return claims
