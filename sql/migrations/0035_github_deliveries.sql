-- What GitHub has sent: what it is about, never its content. The state is fetched.
create table github_deliveries (
  id text primary key,
  -- Nothing but the body is signed: the same bytes under another id are the same delivery.
  body_hash bytea not null unique,
  event text not null,
  action text,
  installation_id bigint,
  repository_id bigint,
  -- Of a push: the ref, and the commit that it was moved to.
  ref text,
  commit_id text,
  received_at timestamptz(3) not null default now()
);
create index github_deliveries_by_time on github_deliveries (received_at);
