-- The history of queries, partitioned by the day in its ids (UUIDv7), so that a day that has expired is dropped whole.
-- shared/queries/run-days.ts makes and drops the days.

-- Reads the table while others use it.
alter table query_runs validate constraint query_runs_early;

alter table query_runs rename to query_runs_early;
alter index query_runs_pkey rename to query_runs_early_pkey;
alter index query_runs_by_principal rename to query_runs_early_by_principal;
alter index query_runs_by_age rename to query_runs_early_by_age;
alter index query_runs_unfinished rename to query_runs_early_unfinished;

create table query_runs (
  id text primary key,
  org_id text not null constraint query_runs_org_id_fkey references orgs on delete cascade,
  principal_id text not null,
  project_id text not null,
  connection_id text not null,
  model text not null,
  trigger text not null constraint query_runs_trigger_check
    check (trigger in ('interactive', 'batch', 'async', 'schedule', 'action', 'agent')),
  status text not null constraint query_runs_status_check
    check (status in ('queued', 'running', 'succeeded', 'failed', 'cancelled', 'skipped')),
  fingerprint text not null,
  request jsonb,
  content_type text,
  cache text,
  -- equal answers from the cache, one soon after the other, are one row
  times int not null default 1,
  row_count bigint,
  size_bytes bigint,
  duration_ms double precision,
  error jsonb,
  request_id text,
  worker_id text,
  created_at timestamptz(3) not null default now(),
  started_at timestamptz(3),
  finished_at timestamptz(3)
) partition by range (id);
create index query_runs_by_principal on query_runs (org_id, principal_id, id desc);
create index query_runs_unfinished on query_runs (worker_id) where status in ('queued', 'running');

create or replace function pg_temp.run_id_at(start timestamptz) returns text language sql as $$
  select 'run_' || string_agg(substr('0123456789abcdefghjkmnpqrstvwxyz', ((ms >> (45 - 5 * i)) & 31)::int + 1, 1), '' order by i)
  from (select (extract(epoch from start) * 1000)::bigint as ms) t, generate_series(0, 9) i
$$;

do $$
declare
  today date := (now() at time zone 'UTC')::date;
  bound text;
  run_day date;
begin
  select substring(pg_get_constraintdef(oid) from '''(run_\w+)''') into strict bound
  from pg_constraint where conrelid = 'query_runs_early'::regclass and conname = 'query_runs_early';
  if exists (select from query_runs_early) then
    execute format('alter table query_runs attach partition query_runs_early for values from (minvalue) to (%L)', bound);
    alter table query_runs_early drop constraint query_runs_early;
  else
    drop table query_runs_early;
    bound := '';
  end if;
  -- The next days. The worker makes the later ones.
  for run_day in select today + i from generate_series(-1, 14) i loop
    continue when pg_temp.run_id_at(run_day::timestamp at time zone 'UTC') < bound;
    execute format('create table %I partition of query_runs for values from (%L) to (%L)',
      to_char(run_day, '"query_runs_"YYYY_MM_DD'),
      pg_temp.run_id_at(run_day::timestamp at time zone 'UTC'),
      pg_temp.run_id_at((run_day + 1)::timestamp at time zone 'UTC'));
  end loop;
end
$$;
