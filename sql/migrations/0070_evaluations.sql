-- Whether the repository's file has the question: a file without it takes it away.
alter table verified_questions add column from_file boolean not null default false;

-- Evaluations of how well a model answers questions whose answers are known.
create table evaluations (
  id text primary key,
  org_id text not null,
  project_id text not null,
  name text not null,
  -- Whose rights and rows its questions have.
  run_as text not null,
  definition json not null,
  status text not null default 'queued'
    check (status in ('queued', 'running', 'succeeded', 'failed', 'cancelled')),
  summary json,
  compared json,
  error text,
  created_at timestamptz(3) not null default now(),
  started_at timestamptz(3),
  finished_at timestamptz(3),
  unique (org_id, id),
  foreign key (org_id, project_id) references projects (org_id, id) on delete cascade
);
create index evaluations_by_project on evaluations (project_id, id desc);
create index evaluations_by_org on evaluations (org_id);

-- Each question once for each of its runs.
create table evaluation_runs (
  org_id text not null,
  evaluation_id text not null,
  case_number int not null,
  run_number int not null,
  -- The question's run, once it was asked.
  run_id text,
  result json,
  primary key (evaluation_id, case_number, run_number),
  foreign key (org_id, evaluation_id) references evaluations (org_id, id) on delete cascade
);
create index evaluation_runs_by_org on evaluation_runs (org_id);
