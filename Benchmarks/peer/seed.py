"""Fills an empty file with households, their rules and four months of spending.

python -m peer.seed --database FILE --households N --tokens FILE --keys FILE
"""

import argparse
import time
import uuid
from datetime import UTC, datetime, timedelta
from pathlib import Path

from sqlalchemy import Engine, insert

from .models import Base, DaySpend, Household, Member, Rule, SignIn, open_engine
from .tokens import issue, make_key

CATEGORIES = ("fun", "groceries", "fast_food", "transport")
DAYS = 120
LIMIT_CENTS = 1_000_000_000


def seed(engine: Engine, households: int) -> list[tuple[str, str, str]]:
    """Writes the rows; answers (member, household, sign-in) of each household."""
    Base.metadata.create_all(engine)
    expires_at_ms = int((time.time() + 86_400) * 1_000)
    today = datetime.now(UTC).date()
    days = [(today - timedelta(days=back)).isoformat() for back in range(DAYS)]
    ids = [tuple(str(uuid.uuid4()) for _ in range(3)) for _ in range(households)]
    rows = {
        Household: [
            dict(id=h, currency="USD", time_zone="UTC", chain_length=0, chain_hash="0" * 64)
            for _, h, _ in ids
        ],
        Member: [dict(id=m, household_id=h, role="Parent", is_active=True) for m, h, _ in ids],
        SignIn: [dict(id=s, member_id=m, expires_at_ms=expires_at_ms) for m, _, s in ids],
        Rule: [
            dict(member_id=m, category="fun", monthly_limit_cents=LIMIT_CENTS) for m, _, _ in ids
        ],
        DaySpend: [
            dict(member_id=m, category=category, day=day, spend_cents=1_250)
            for m, _, _ in ids
            for category in CATEGORIES
            for day in days
        ],
    }
    with engine.begin() as connection:
        for model, values in rows.items():
            connection.execute(insert(model), values)
    return ids


def main() -> None:
    parser = argparse.ArgumentParser(prog="peer.seed", description=__doc__)
    parser.add_argument("--database", required=True)
    parser.add_argument("--households", type=int, required=True)
    parser.add_argument("--tokens", type=Path, required=True)
    parser.add_argument("--keys", type=Path, required=True)
    arguments = parser.parse_args()
    ids = seed(open_engine(arguments.database), arguments.households)
    key = make_key(arguments.keys)
    tokens = [issue(key, member, household, sign_in) for member, household, sign_in in ids]
    arguments.tokens.write_text("\n".join(tokens) + "\n")


if __name__ == "__main__":
    main()
