"""What travels as JSON."""

from typing import Literal

from pydantic import BaseModel, Field


class AuthorizeRequest(BaseModel):
    amount_cents: int = Field(gt=0, le=1_000_000_000_000)
    merchant: str = Field(min_length=1, max_length=120)
    category: str | None = Field(default=None, min_length=1, max_length=32)
    mcc: int | None = Field(default=None, ge=0, le=9_999)


class Check(BaseModel):
    check: str
    outcome: str
    detail: str


class AuthorizeResponse(BaseModel):
    decision: Literal["APPROVE", "DECLINE"]
    reason: Literal["override", "risky", "ok"]
    message: str | None = None
    decision_id: str
    trace: list[Check]
