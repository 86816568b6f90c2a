-- The history says of a query that a schedule, an action or an agent ran it.
alter table query_runs drop constraint query_runs_trigger_check;
alter table query_runs add constraint query_runs_trigger_check
  check (trigger in ('interactive', 'batch', 'async', 'schedule', 'action', 'agent'));
