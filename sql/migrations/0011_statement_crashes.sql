-- Statements that were running in workers when these crashed. One that ends normally afterwards is taken out.
create table statement_crashes (
  org_id text not null references orgs on delete cascade,
  fingerprint text not null,
  -- The workers that crashed.
  worker_ids text[] not null,
  crashed_at timestamptz(3) not null default now(),
  primary key (org_id, fingerprint)
);
create index statement_crashes_by_age on statement_crashes (crashed_at);
