-- Changes of a layer that are written back as a pull request, and what became of it.
create table write_backs (
  id text primary key,
  org_id text not null,
  project_id text not null,
  repository_id bigint not null,
  branch text not null,
  title text not null,
  status text not null default 'queued'
    check (status in ('queued', 'open', 'merged', 'closed', 'conflicting', 'failed')),
  -- Of the pull request, once it is there.
  number int,
  url text,
  created_at timestamptz(3) not null default now(),
  closed_at timestamptz(3),
  foreign key (org_id, project_id) references projects (org_id, id) on delete cascade
);
create index write_backs_by_project on write_backs (project_id, id desc);

-- Each request for changes: one commit, on the branch of its write-back.
create table write_back_requests (
  id text primary key,
  org_id text not null,
  project_id text not null,
  write_back_id text not null references write_backs (id) on delete cascade,
  status text not null default 'queued' check (status in ('queued', 'running', 'succeeded', 'failed')),
  changes json not null,
  -- The service account that asked, and the person behind it: names, as they were.
  asked_by json not null,
  -- Of the principal and its Idempotency-Key: a request that is repeated is the same one.
  request_key bytea unique,
  tries int not null default 0,
  -- GitHub is not asked before.
  waits_until timestamptz(3),
  commit_id text,
  -- What it changes, in names: {added, changed, removed}.
  diff json,
  -- Why it was refused: {code, message, errors}.
  error json,
  created_at timestamptz(3) not null default now(),
  finished_at timestamptz(3),
  foreign key (org_id, project_id) references projects (org_id, id) on delete cascade
);
create index write_back_requests_by_write_back on write_back_requests (write_back_id, id);
create index write_back_requests_under_way on write_back_requests (project_id, id) where status in ('queued', 'running');
