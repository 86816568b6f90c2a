-- Calls of the web process that could not take the direct door. Both sides are encrypted: they may hold secrets.
create unlogged table worker_calls (
  id text primary key,
  name text not null,
  request bytea not null,
  answer bytea,
  created_at timestamptz(3) not null default now()
);
create index worker_calls_by_age on worker_calls (created_at);
