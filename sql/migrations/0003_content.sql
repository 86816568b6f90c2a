-- What people save. One row here says whose it is; what it holds is in the table of its type.
create table content (
  id text primary key,
  org_id text not null references orgs (id) on delete cascade,
  type text not null check (type in ('chart', 'dashboard', 'sheet', 'dataset')),
  name text not null,
  owner_id text not null,
  -- With a team it is the team's, without one its owner's alone.
  team_id text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (org_id, id),
  foreign key (org_id, owner_id) references principals (org_id, id),
  foreign key (org_id, team_id) references teams (org_id, id)
);
create index content_by_org on content (org_id, type, id desc);
create index content_by_owner on content (owner_id, type, id desc);
create index content_by_team on content (team_id, type, id desc);

create table datasets (
  id text primary key,
  org_id text not null,
  project_id text not null,
  kind text not null check (kind in ('live', 'snapshot')),
  slug text not null,
  definition json,
  columns json not null,
  row_count bigint,
  size_bytes bigint,
  check ((kind = 'live') = (definition is not null)),
  unique (org_id, id),
  unique (org_id, slug),
  foreign key (org_id, id) references content (org_id, id) on delete cascade,
  foreign key (org_id, project_id) references projects (org_id, id)
);
create index datasets_by_project on datasets (project_id, id desc);

create table charts (
  id text primary key,
  org_id text not null,
  project_id text not null,
  -- The dataset whose slug the query names as its model: it stays while the chart does.
  dataset_id text,
  type text not null,
  query json not null,
  config json not null default '{}',
  unique (org_id, id),
  foreign key (org_id, id) references content (org_id, id) on delete cascade,
  foreign key (org_id, project_id) references projects (org_id, id),
  foreign key (org_id, dataset_id) references datasets (org_id, id)
);
create index charts_by_project on charts (project_id, id desc);
create index charts_by_dataset on charts (dataset_id);

create table dashboards (
  id text primary key,
  org_id text not null,
  unique (org_id, id),
  foreign key (org_id, id) references content (org_id, id) on delete cascade
);

create table dashboard_tiles (
  org_id text not null,
  dashboard_id text not null,
  position integer not null,
  chart_id text not null,
  x integer not null,
  y integer not null,
  w integer not null,
  h integer not null,
  -- A cascade reaches the chart as far as this principal's own rights on it do.
  placed_by text not null,
  primary key (dashboard_id, position),
  foreign key (org_id, dashboard_id) references dashboards (org_id, id) on delete cascade,
  foreign key (org_id, chart_id) references charts (org_id, id),
  foreign key (org_id, placed_by) references principals (org_id, id)
);
create index dashboard_tiles_by_chart on dashboard_tiles (chart_id);
create index dashboard_tiles_by_placer on dashboard_tiles (placed_by);

create table grants (
  id text primary key,
  org_id text not null,
  content_id text not null,
  grantee_team_id text,
  grantee_user_id text,
  permission text not null check (permission in ('view', 'edit')),
  cascade_charts_permission text check (cascade_charts_permission in ('view', 'edit')),
  created_at timestamptz(3) not null default now(),
  check (num_nonnulls(grantee_team_id, grantee_user_id) = 1),
  foreign key (org_id, content_id) references content (org_id, id) on delete cascade,
  foreign key (org_id, grantee_team_id) references teams (org_id, id) on delete cascade,
  foreign key (org_id, grantee_user_id) references principals (org_id, id) on delete cascade
);
create unique index grants_to_teams on grants (content_id, grantee_team_id);
create unique index grants_to_users on grants (content_id, grantee_user_id);
create index grants_by_team on grants (grantee_team_id, content_id desc);
create index grants_by_user on grants (grantee_user_id, content_id desc);
