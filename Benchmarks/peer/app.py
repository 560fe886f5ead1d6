"""The service.

PEER_DATABASE=FILE PEER_KEYS=FILE uvicorn peer.app:app --loop uvloop --http httptools
"""

import asyncio
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Annotated

import jwt
from fastapi import Depends, FastAPI, HTTPException
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from sqlalchemy import text
from sqlalchemy.orm import Session

from .authorize import Unauthenticated, authorize
from .models import open_engine
from .tokens import TokenVerifier
from .wire import AuthorizeRequest, AuthorizeResponse

engine = open_engine(os.environ["PEER_DATABASE"])
verifier = TokenVerifier(Path(os.environ["PEER_KEYS"]))
bearer = HTTPBearer()
app = FastAPI(title="Peer", openapi_url=None)

# SQLite has one writer. Forty threads that ask for its lock sleep between their attempts and starve
# each other; one thread that writes while the loop parses and answers was the quickest of what was
# tried, with the shortest tail.
writer = ThreadPoolExecutor(max_workers=1)


async def current_claims(
    credentials: Annotated[HTTPAuthorizationCredentials, Depends(bearer)],
) -> dict:
    try:
        return verifier.claims(credentials.credentials)
    except jwt.InvalidTokenError as error:
        raise HTTPException(401, "authentication required") from error


def authorize_durably(claims: dict, request: AuthorizeRequest) -> AuthorizeResponse:
    with Session(engine) as session, session.begin():
        return authorize(session, claims, request)


@app.post("/guardian/authorize", response_model_exclude_none=True)
async def authorize_purchase(
    request: AuthorizeRequest, claims: Annotated[dict, Depends(current_claims)]
) -> AuthorizeResponse:
    loop = asyncio.get_running_loop()
    try:
        return await loop.run_in_executor(writer, authorize_durably, claims, request)
    except Unauthenticated as error:
        raise HTTPException(401, "authentication required") from error


@app.get("/health")
def health() -> dict[str, str]:
    with engine.connect() as connection:
        connection.execute(text("SELECT 1"))
    return {"status": "ok"}
