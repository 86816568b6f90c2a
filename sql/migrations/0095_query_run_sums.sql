-- What the runs of a project add up to, by a quarter of a day and by what answered them: lists of roll-ups and
-- suggestions read these in place of a week of the history. shared/querying/queries/run-sums.ts fills them.
create table query_run_sums (
  org_id text not null,
  project_id text not null,
  begins_at timestamptz(3) not null,
  -- A hash of the columns up to `is_miss`, of which a source may be long.
  id text not null,
  connection_id text not null,
  model text not null,
  shape text,
  is_miss boolean not null,
  runs bigint not null,
  -- Answers, of which a run may count several.
  hits bigint not null,
  ms double precision not null,
  -- As if each answer had taken what its run took.
  answers_ms double precision not null,
  primary key (project_id, begins_at, id),
  foreign key (org_id, project_id) references projects (org_id, id) on delete cascade
);
create index query_run_sums_by_age on query_run_sums (begins_at);

-- Runs whose ids are below this one are in the sums; its only row begins before all.
create table query_run_sums_until (
  run_id text not null
);
insert into query_run_sums_until (run_id) values ('');
