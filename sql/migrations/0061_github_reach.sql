-- An installation reaches what its account has given it, which can be far more than the person who connects it may read.
-- Several organizations can connect one, each for the repositories that its own people may read.
alter table github_installations
  drop constraint github_installations_pkey,
  drop constraint github_installations_org_id_id_key,
  add primary key (org_id, id);
create index github_installations_by_id on github_installations (id);

-- The repositories that a member has confirmed: GitHub has shown that their own account may read or write them.
-- Installations that were connected before have none, and reach nothing until somebody confirms.
create table github_reaches (
  org_id text not null,
  installation_id bigint not null,
  -- The repository is known by its number: its name may change.
  repository_id bigint not null,
  confirmed_by text not null,
  permission text not null check (permission in ('read', 'write')),
  checked_at timestamptz(3) not null default now(),
  primary key (org_id, installation_id, repository_id, confirmed_by),
  foreign key (org_id, installation_id) references github_installations (org_id, id) on delete cascade
);

alter table github_connects
  -- The installation that is to be confirmed again; none for a link by which the App is installed.
  add column confirms_id bigint,
  -- What GitHub has shown whoever came back: [{id, repository, permission}].
  add column repositories json not null default '[]',
  add column repositories_left_out int not null default 0;
