"""One decision: read, decide, write, in the caller's transaction."""

import hashlib
import json
import time
import uuid
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from sqlalchemy import Row, bindparam, func, insert, select, update
from sqlalchemy.orm import Session

from .models import DaySpend, Decision, Household, Member, Override, Rule, SignIn
from .wire import AuthorizeRequest, AuthorizeResponse, Check

OVERRIDE_VALID_MS = 300_000

# Statements are made once: making them anew takes longer than running them.
HOUSEHOLD = (
    select(Household.id, Household.time_zone, Household.chain_length, Household.chain_hash)
    .join(Member, Member.household_id == Household.id)
    .join(SignIn, SignIn.member_id == Member.id)
    .where(
        SignIn.id == bindparam("sign_in"),
        SignIn.revoked_at_ms.is_(None),
        SignIn.expires_at_ms > bindparam("now_ms"),
        Member.id == bindparam("member"),
        Member.is_active,
    )
)
OLDEST_OVERRIDE = (
    select(Override.id)
    .where(
        Override.member_id == bindparam("member"),
        Override.merchant_key == bindparam("merchant_key"),
        Override.amount_cents == bindparam("amount_cents"),
        Override.created_at_ms > bindparam("oldest_ms"),
        Override.used_at_ms.is_(None),
    )
    .order_by(Override.created_at_ms)
    .limit(1)
)
USE_OVERRIDE = (
    update(Override.__table__)
    .where(Override.id == bindparam("override"))
    .values(used_at_ms=bindparam("now_ms"))
)
LIMIT = select(Rule.monthly_limit_cents).where(
    Rule.member_id == bindparam("member"), Rule.category == bindparam("category")
)
SPENT = select(func.coalesce(func.sum(DaySpend.spend_cents), 0)).where(
    DaySpend.member_id == bindparam("member"),
    DaySpend.category == bindparam("category"),
    DaySpend.day.between(bindparam("first_day"), bindparam("last_day")),
)
KEEP = insert(Decision.__table__)
ADVANCE_CHAIN = (
    update(Household.__table__)
    .where(Household.id == bindparam("household"))
    .values(chain_length=bindparam("position"), chain_hash=bindparam("link"))
)


class Unauthenticated(Exception):
    """The sign-in behind the token is over."""


def authorize(session: Session, claims: dict, request: AuthorizeRequest) -> AuthorizeResponse:
    """Decides whether a purchase may go ahead, and keeps the decision with its reasons."""
    now_ms = time.time_ns() // 1_000_000
    member = claims["sub"]
    caller = {"sign_in": claims["sid"], "member": member, "now_ms": now_ms}
    household = session.execute(HOUSEHOLD, caller).one_or_none()
    if household is None:
        raise Unauthenticated
    category = (request.category or "uncategorized").strip().lower()

    override = session.scalar(OLDEST_OVERRIDE, purchase(member, request, now_ms))
    trace = [override_check(override)]
    if override is not None:
        session.execute(USE_OVERRIDE, {"override": override, "now_ms": now_ms})
        decision, reason, message = "APPROVE", "override", None
    else:
        trace.append(Check(check="geofence_block", outcome="skip", detail="No geofence is set."))
        limit = session.scalar(LIMIT, {"member": member, "category": category})
        spent = session.scalar(
            SPENT,
            {"member": member, "category": category, **this_month(household.time_zone, now_ms)},
        )
        check = rule_check(category, limit, spent, request.amount_cents)
        trace.append(check)
        if check.outcome == "decline":
            decision, reason = "DECLINE", "risky"
            message = "This looks risky based on your rule."
        else:
            trace.append(Check(check="geofence_warn", outcome="skip", detail="No geofence is set."))
            decision, reason, message = "APPROVE", "ok", None

    response = AuthorizeResponse(
        decision=decision,
        reason=reason,
        message=message,
        decision_id=str(uuid.uuid4()),
        trace=trace,
    )
    keep(session, household, member, category, request, response, now_ms)
    return response


def purchase(member: str, request: AuthorizeRequest, now_ms: int) -> dict:
    """What an override must be for."""
    return {
        "member": member,
        "merchant_key": " ".join(request.merchant.split()).casefold(),
        "amount_cents": request.amount_cents,
        "oldest_ms": now_ms - OVERRIDE_VALID_MS,
    }


def this_month(time_zone: str, now_ms: int) -> dict:
    """The days from the 1st to today, in the household's zone."""
    today = datetime.fromtimestamp(now_ms / 1_000, UTC).astimezone(ZoneInfo(time_zone)).date()
    return {"first_day": today.replace(day=1).isoformat(), "last_day": today.isoformat()}


def override_check(override: int | None) -> Check:
    if override is None:
        detail = "No unused override for this merchant and amount."
        return Check(check="override", outcome="pass", detail=detail)
    detail = "An override allows exactly this purchase."
    return Check(check="override", outcome="approve", detail=detail)


def rule_check(category: str, limit: int | None, spent: int, amount: int) -> Check:
    if limit is None:
        return Check(check="rule_limit", outcome="skip", detail=f"{category}: no limit is set.")
    if limit == 0 or spent + amount > limit or 2 * amount > limit:
        verb, outcome = "does not fit in", "decline"
    else:
        verb, outcome = "fits in", "pass"
    detail = (
        f"{category}: {dollars(amount)} on top of {dollars(spent)} this month"
        f" {verb} {dollars(limit)}."
    )
    return Check(check="rule_limit", outcome=outcome, detail=detail)


def dollars(cents: int) -> str:
    return f"${cents // 100}.{cents % 100:02d}"


def keep(
    session: Session,
    household: Row,
    member: str,
    category: str,
    request: AuthorizeRequest,
    response: AuthorizeResponse,
    now_ms: int,
) -> None:
    """Appends the decision to the household's hash chain."""
    values = {
        "id": response.decision_id,
        "household_id": household.id,
        "position": household.chain_length + 1,
        "member_id": member,
        "merchant": request.merchant,
        "category": category,
        "amount_cents": request.amount_cents,
        "decision": response.decision,
        "reason": response.reason,
        "message": response.message,
        "trace": json.dumps([check.model_dump() for check in response.trace]),
        "decided_at_ms": now_ms,
        "previous_hash": household.chain_hash,
    }
    content = json.dumps(values, sort_keys=True, separators=(",", ":"))
    values["hash"] = hashlib.sha256(content.encode()).hexdigest()
    session.execute(KEEP, values)
    session.execute(
        ADVANCE_CHAIN,
        {"household": household.id, "position": values["position"], "link": values["hash"]},
    )
