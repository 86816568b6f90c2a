create table sheets (
  id text primary key,
  org_id text not null,
  tabs json not null,
  unique (org_id, id),
  foreign key (org_id, id) references content (org_id, id) on delete cascade
);

-- Where each query of a sheet belongs, in the order of its tabs and, in a tab, of its queries.
create table sheet_queries (
  org_id text not null,
  sheet_id text not null,
  position integer not null,
  project_id text not null,
  dataset_id text,
  primary key (sheet_id, position),
  foreign key (org_id, sheet_id) references sheets (org_id, id) on delete cascade,
  foreign key (org_id, project_id) references projects (org_id, id),
  foreign key (org_id, dataset_id) references datasets (org_id, id)
);
create index sheet_queries_by_project on sheet_queries (project_id);
create index sheet_queries_by_dataset on sheet_queries (dataset_id);
