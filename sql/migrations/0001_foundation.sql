-- Organizations are fully apart: every table below carries the org, and every statement names it.
create table orgs (
  id text primary key,
  name text not null,
  created_at timestamptz(3) not null default now()
);

-- Users and service accounts: whoever can act, own and be a member of a team.
create table principals (
  id text primary key,
  org_id text not null references orgs on delete cascade,
  kind text not null check (kind in ('user', 'service_account')),
  name text not null,
  email text,
  org_role text not null check (org_role in ('admin', 'member')),
  seat text not null default 'editor' check (seat in ('editor', 'viewer')),
  -- attribute → list of values, for row-level security
  attributes jsonb not null default '{}',
  -- service accounts only
  scopes text[] not null default '{}',
  expires_at timestamptz(3),
  last_used_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  unique (org_id, id),
  check ((kind = 'user') = (email is not null))
);
create unique index principals_email on principals (lower(email));
create index principals_by_org on principals (org_id, kind, id desc);

-- A token is known by its SHA-256 alone. Rotation leaves the old row to live until expires_at.
create table tokens (
  hash bytea primary key,
  org_id text not null,
  principal_id text not null,
  expires_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  foreign key (org_id, principal_id) references principals (org_id, id) on delete cascade
);
create index tokens_by_principal on tokens (principal_id);

create table teams (
  id text primary key,
  org_id text not null references orgs on delete cascade,
  name text not null,
  created_at timestamptz(3) not null default now(),
  unique (org_id, id),
  unique (org_id, name)
);

create table team_members (
  org_id text not null,
  team_id text not null,
  principal_id text not null,
  role text not null check (role in ('lead', 'member')),
  created_at timestamptz(3) not null default now(),
  primary key (team_id, principal_id),
  foreign key (org_id, team_id) references teams (org_id, id) on delete cascade,
  foreign key (org_id, principal_id) references principals (org_id, id) on delete cascade
);
create index team_members_by_principal on team_members (principal_id);

create table audit_log (
  id bigint generated always as identity primary key,
  org_id text not null references orgs on delete cascade,
  actor_id text not null,
  action text not null,
  resource_type text not null,
  resource_id text not null,
  details jsonb not null default '{}',
  address text,
  request_id text,
  created_at timestamptz(3) not null default now()
);
create index audit_log_by_org on audit_log (org_id, id desc);

create table idempotency_keys (
  org_id text not null,
  principal_id text not null,
  method text not null,
  path text not null,
  key text not null,
  body_hash bytea not null,
  -- null while the first request is still at work
  status int,
  response jsonb,
  headers jsonb,
  created_at timestamptz(3) not null default now(),
  primary key (principal_id, method, path, key),
  foreign key (org_id, principal_id) references principals (org_id, id) on delete cascade
);
create index idempotency_keys_by_age on idempotency_keys (created_at);

create table connections (
  id text primary key,
  org_id text not null references orgs on delete cascade,
  name text not null,
  type text not null,
  config jsonb not null,
  -- the secret part of the configuration, encrypted; null where there is none
  secrets bytea,
  -- counts edits, so that pools, caches and fingerprints of an older one are not met again
  version int not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (org_id, id)
);
create index connections_by_org on connections (org_id, id desc);

create table projects (
  id text primary key,
  org_id text not null references orgs on delete cascade,
  name text not null,
  connection_id text not null,
  git jsonb,
  timezone text not null default 'UTC',
  week_start text not null default 'monday' check (week_start in ('monday', 'sunday')),
  cache_ttl_seconds int not null default 0 check (cache_ttl_seconds >= 0),
  is_default boolean not null default false,
  -- of layer_versions; 0 before the first
  layer_version int not null default 0,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (org_id, id),
  foreign key (org_id, connection_id) references connections (org_id, id)
);
create index projects_by_org on projects (org_id, id desc);
create unique index projects_default on projects (org_id) where is_default;

-- A project without rows here is visible to the whole org.
create table project_teams (
  org_id text not null,
  project_id text not null,
  team_id text not null,
  primary key (project_id, team_id),
  foreign key (org_id, project_id) references projects (org_id, id) on delete cascade,
  foreign key (org_id, team_id) references teams (org_id, id)
);
create index project_teams_by_team on project_teams (team_id);

create table layer_versions (
  org_id text not null,
  project_id text not null,
  version int not null,
  -- json, not jsonb: the order of keys is the author's, and it is read whole
  graph json not null,
  model_count int not null,
  note text not null,
  created_by text not null,
  created_at timestamptz(3) not null default now(),
  primary key (project_id, version),
  foreign key (org_id, project_id) references projects (org_id, id) on delete cascade
);

-- One row per query that ran, whoever waited for it. `request` only where the run waits in the queue.
create table query_runs (
  id text primary key,
  org_id text not null references orgs on delete cascade,
  principal_id text not null,
  project_id text not null,
  connection_id text not null,
  model text not null,
  trigger text not null check (trigger in ('interactive', 'batch', 'async')),
  status text not null check (status in ('queued', 'running', 'succeeded', 'failed', 'cancelled', 'skipped')),
  fingerprint text not null,
  request jsonb,
  content_type text,
  cache text,
  -- equal answers from the cache, one soon after the other, are one row
  times int not null default 1,
  row_count bigint,
  size_bytes bigint,
  duration_ms double precision,
  error jsonb,
  request_id text,
  worker_id text,
  created_at timestamptz(3) not null default now(),
  started_at timestamptz(3),
  finished_at timestamptz(3)
);
create index query_runs_by_principal on query_runs (org_id, principal_id, id desc);
create index query_runs_by_age on query_runs (created_at);
create index query_runs_unfinished on query_runs (worker_id) where status in ('queued', 'running');

-- Results are lost with a crash of the database, and say so (410); their runs are not.
create unlogged table query_result_chunks (
  run_id text not null,
  position int not null,
  bytes bytea not null,
  primary key (run_id, position)
);
alter table query_result_chunks alter column bytes set storage external;

-- Where the direct doors are. A worker whose heartbeat stops is taken for dead.
create unlogged table workers (
  id text primary key,
  address text,
  runners text[] not null,
  -- graphile-worker's own names for the runners of this process, to unlock their jobs when it dies
  queue_pool_ids text[] not null default '{}',
  started_at timestamptz(3) not null default now(),
  heartbeat_at timestamptz(3) not null default now()
);
