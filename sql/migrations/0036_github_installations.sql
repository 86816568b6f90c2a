-- Installations of the App, each of one organization.
create table github_installations (
  id bigint primary key,
  org_id text not null references orgs (id) on delete cascade,
  -- The account is known by its number: its name may change.
  account_id bigint not null,
  account_login text not null,
  account_type text not null,
  repository_selection text not null check (repository_selection in ('all', 'selected')),
  status text not null default 'active' check (status in ('active', 'suspended', 'removed')),
  connected_by text not null,
  created_at timestamptz(3) not null default now(),
  checked_at timestamptz(3) not null default now(),
  unique (org_id, id)
);
create index github_installations_by_org on github_installations (org_id, id desc);

-- Who has asked for a link, and, once somebody has come back by it, for what. The state is known by its SHA-256 alone.
create table github_connects (
  state_hash bytea primary key,
  org_id text not null,
  asked_by text not null,
  expires_at timestamptz(3) not null,
  -- The member who came back, and proved to see the installation.
  returned_as text,
  installation_id bigint,
  account_login text,
  created_at timestamptz(3) not null default now(),
  foreign key (org_id, asked_by) references principals (org_id, id) on delete cascade,
  foreign key (org_id, returned_as) references principals (org_id, id) on delete cascade,
  check ((returned_as is null) = (installation_id is null))
);
create index github_connects_by_time on github_connects (expires_at);
create index github_connects_by_asker on github_connects (asked_by);
create index github_connects_by_returner on github_connects (returned_as);
