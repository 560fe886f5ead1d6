-- Of a session that another issuer's token began: when it ends at the latest, and when its member
-- showed that issuer who they are, as far as the issuer told. NULL for every other session, whose
-- beginning tells both.
ALTER TABLE sessions ADD COLUMN ends_at_ms BIGINT;
ALTER TABLE sessions ADD COLUMN authenticated_at_ms BIGINT;
