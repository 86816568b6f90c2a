-- What the queries of the history ask, without what they compare with: of each shape one row, to which runs refer.
create table query_shapes (
  org_id text not null,
  project_id text not null,
  -- A hash of the query.
  id text not null,
  query json not null,
  -- The day on which it was last prepared.
  seen_on date not null,
  primary key (project_id, id),
  foreign key (org_id, project_id) references projects (org_id, id) on delete cascade
);

alter table query_runs add column shape text;
