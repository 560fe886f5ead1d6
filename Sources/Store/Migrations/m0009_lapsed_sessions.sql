-- Sessions by when they were last of use, for forgetting them. Those that stand for the tokens of
-- another issuer stay as long as their member: nothing tells when they were used.
DROP INDEX sessions_by_end;
CREATE INDEX sessions_by_age ON sessions (COALESCE(ended_at_ms, last_used_at_ms, created_at_ms))
    WHERE origin <> 'external';
