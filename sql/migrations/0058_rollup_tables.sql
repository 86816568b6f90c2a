-- Roll-ups that are kept as tables of the warehouse: the connection that writes them, and every table that was made.
alter table rollups
  -- Absent where it is kept as files.
  add column store_id text,
  add foreign key (org_id, store_id) references connections (org_id, id);
create index rollups_by_store on rollups (store_id) where store_id is not null;

create table rollup_tables (
  -- Its name in the warehouse, which no other table ever has.
  name text primary key,
  org_id text not null,
  connection_id text not null,
  schema text not null,
  -- The build that fills it; one that is gone has left it behind.
  build_id text not null,
  created_at timestamptz(3) not null default now(),
  -- Why it could not be dropped when that was tried last.
  error text,
  tried_at timestamptz(3),
  foreign key (org_id, connection_id) references connections (org_id, id) on delete cascade
);
create index rollup_tables_by_connection on rollup_tables (org_id, connection_id);

alter table rollup_builds
  -- Of one that is kept as a table.
  add column table_name text;
