-- About how many rows the tables of a layer have, as the warehouse said when the layer was last applied. It only decides
-- how statements are written, so that it belongs to no version.
create table table_sizes (
  org_id text not null,
  project_id text not null,
  -- The table as its model names it: catalog, schema and name with dots.
  name text not null,
  row_count bigint not null check (row_count >= 0),
  primary key (project_id, name),
  foreign key (org_id, project_id) references projects (org_id, id) on delete cascade
);
