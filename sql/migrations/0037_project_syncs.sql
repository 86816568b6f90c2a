-- What a project follows at GitHub, and how far it has come.
alter table projects
  -- The repository is known by its number: its name may change.
  add column git_repository_id bigint,
  -- Whether the installation reaches the repository.
  add column git_state text not null default 'active' check (git_state in ('active', 'moved', 'removed')),
  -- The branch's head when the layer was last brought up to it, the tree below the path, and the layer's version.
  add column git_commit text,
  add column git_tree text,
  add column git_layer_version int;
create index projects_by_repository on projects (git_repository_id) where git_repository_id is not null;

create table project_syncs (
  id text primary key,
  org_id text not null,
  project_id text not null,
  status text not null default 'queued'
    check (status in ('queued', 'running', 'succeeded', 'failed', 'cancelled', 'skipped')),
  -- It would break saved content, and waits for somebody's consent.
  held boolean not null default false,
  -- What made it: {type, by?}.
  trigger json not null,
  -- Of a push: the commit that must be readable.
  wanted text,
  -- The run of an action that it was made by.
  caused_by text,
  tries int not null default 0,
  -- GitHub is not asked before.
  waits_until timestamptz(3),
  approved_by text,
  commit_id text,
  author text,
  message text,
  layer_version int,
  added json not null default '[]',
  changed json not null default '[]',
  removed json not null default '[]',
  notes json not null default '[]',
  broken json not null default '[]',
  error text,
  -- What is wrong, with file and line: for org-admins.
  errors json not null default '[]',
  created_at timestamptz(3) not null default now(),
  started_at timestamptz(3),
  finished_at timestamptz(3),
  foreign key (org_id, project_id) references projects (org_id, id) on delete cascade
);
-- One waits, which whatever comes meanwhile joins; one runs; one is held.
create unique index project_syncs_waiting on project_syncs (project_id) where status = 'queued' and not held;
create unique index project_syncs_running on project_syncs (project_id) where status = 'running';
create unique index project_syncs_held on project_syncs (project_id) where held;
create index project_syncs_by_project on project_syncs (project_id, id desc);
create index project_syncs_by_time on project_syncs (created_at);
