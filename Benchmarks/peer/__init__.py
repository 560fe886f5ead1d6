"""The same decision as Purser's, on FastAPI, SQLAlchemy and SQLite."""
