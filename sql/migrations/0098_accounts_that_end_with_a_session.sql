-- A service account that a page has made to act for its person ends with the person's browser session: `session_hash` is
-- that session's. It names no session by a foreign key, as the account, which may own content, outlives the session,
-- without acting.
alter table principals add column session_hash bytea;
create index principals_by_session on principals (session_hash) where session_hash is not null;
