-- Tokens by which the pages of a signed-in browser call the API, by their SHA-256. They end with the session.
create table session_tokens (
  hash bytea primary key,
  org_id text not null,
  session_hash bytea not null references browser_sessions (hash) on delete cascade,
  expires_at timestamptz(3) not null
);
create index session_tokens_by_session on session_tokens (session_hash);
create index session_tokens_by_age on session_tokens (expires_at);
