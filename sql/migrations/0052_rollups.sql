-- The roll-ups that the current layers declare, and what is built of each.
create table rollups (
  id text primary key,
  org_id text not null,
  project_id text not null,
  name text not null,
  -- The build that queries read.
  build_id text,
  -- What the statement of `refresh.when` said at the last build.
  seen text,
  created_at timestamptz(3) not null default now(),
  unique (project_id, name),
  foreign key (org_id, project_id) references projects (org_id, id) on delete cascade
);

create table rollup_builds (
  id text primary key,
  org_id text not null,
  rollup_id text not null references rollups (id) on delete cascade,
  status text not null default 'queued'
    check (status in ('queued', 'running', 'succeeded', 'failed', 'cancelled', 'skipped')),
  -- `layer`: the layer has a new version; `cadence`: it came due; `manual`, with the principal.
  trigger json not null,
  slot timestamptz(3),
  tries int not null default 0,
  error text,
  -- What it was built from, and of what time its values are.
  signature text,
  data_as_of timestamptz(3),
  columns json not null default '[]',
  -- Each file, with the period that it holds; those of a build under way are not built again.
  files json not null default '[]',
  row_count bigint,
  size_bytes bigint,
  created_at timestamptz(3) not null default now(),
  started_at timestamptz(3),
  finished_at timestamptz(3)
);
create index rollup_builds_by_rollup on rollup_builds (rollup_id, id desc);
create index rollup_builds_by_org on rollup_builds (org_id);
create unique index rollup_builds_running on rollup_builds (rollup_id) where status = 'running';
create unique index rollup_builds_waiting on rollup_builds (rollup_id) where status = 'queued';

alter table cadences drop constraint cadences_kind_check;
alter table cadences add constraint cadences_kind_check check (kind in ('schedule', 'action', 'agent', 'rollup'));
