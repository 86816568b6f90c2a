-- Statements in SQL are runs of queries, too. The check is not repeated for the runs that are there, which held the
-- narrower one.
alter table query_runs
  drop constraint query_runs_trigger_check,
  add constraint query_runs_trigger_check
    check (trigger in ('interactive', 'batch', 'async', 'schedule', 'action', 'agent', 'sql')) not valid;
