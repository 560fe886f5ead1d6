"""The tables, and how the file is opened."""

import sqlite3

from sqlalchemy import (
    Connection,
    Engine,
    ForeignKey,
    Index,
    UniqueConstraint,
    create_engine,
    event,
)
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class Base(DeclarativeBase):
    pass


class Household(Base):
    __tablename__ = "households"

    id: Mapped[str] = mapped_column(primary_key=True)
    currency: Mapped[str]
    time_zone: Mapped[str]
    chain_length: Mapped[int]
    chain_hash: Mapped[str]


class Member(Base):
    __tablename__ = "members"

    id: Mapped[str] = mapped_column(primary_key=True)
    household_id: Mapped[str] = mapped_column(ForeignKey("households.id"))
    role: Mapped[str]
    is_active: Mapped[bool]


class SignIn(Base):
    __tablename__ = "sign_ins"

    id: Mapped[str] = mapped_column(primary_key=True)
    member_id: Mapped[str] = mapped_column(ForeignKey("members.id"))
    expires_at_ms: Mapped[int]
    revoked_at_ms: Mapped[int | None]


class Rule(Base):
    __tablename__ = "rules"
    __table_args__ = (UniqueConstraint("member_id", "category"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    member_id: Mapped[str] = mapped_column(ForeignKey("members.id"))
    category: Mapped[str]
    monthly_limit_cents: Mapped[int]


class Override(Base):
    __tablename__ = "overrides"
    __table_args__ = (
        Index("overrides_by_use", "member_id", "merchant_key", "amount_cents", "created_at_ms"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    member_id: Mapped[str] = mapped_column(ForeignKey("members.id"))
    merchant_key: Mapped[str]
    amount_cents: Mapped[int]
    created_at_ms: Mapped[int]
    used_at_ms: Mapped[int | None]


class DaySpend(Base):
    """What a member spent in a category on a day; moved with every purchase."""

    __tablename__ = "day_spend"

    member_id: Mapped[str] = mapped_column(ForeignKey("members.id"), primary_key=True)
    category: Mapped[str] = mapped_column(primary_key=True)
    day: Mapped[str] = mapped_column(primary_key=True)
    spend_cents: Mapped[int]


class Decision(Base):
    __tablename__ = "decisions"
    __table_args__ = (
        UniqueConstraint("household_id", "position"),
        Index("decisions_by_member", "member_id", "decided_at_ms"),
    )

    id: Mapped[str] = mapped_column(primary_key=True)
    household_id: Mapped[str] = mapped_column(ForeignKey("households.id"))
    position: Mapped[int]
    member_id: Mapped[str] = mapped_column(ForeignKey("members.id"))
    merchant: Mapped[str]
    category: Mapped[str]
    amount_cents: Mapped[int]
    decision: Mapped[str]
    reason: Mapped[str]
    message: Mapped[str | None]
    trace: Mapped[str]
    decided_at_ms: Mapped[int]
    previous_hash: Mapped[str]
    hash: Mapped[str]


def open_engine(path: str) -> Engine:
    """Opens the file: durable at every commit, one writer, no upgrade of a read lock."""
    engine = create_engine(f"sqlite:///{path}")

    @event.listens_for(engine, "connect")
    def configure(connection: sqlite3.Connection, _record: object) -> None:
        # The driver's own BEGIN comes too late and is deferred; SQLAlchemy's event does it.
        connection.isolation_level = None
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA busy_timeout = 10000")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    return engine
