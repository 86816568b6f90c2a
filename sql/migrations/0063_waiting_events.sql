-- Every event makes a run, and they wait for one another; of what comes due or is asked for by hand one waits.
drop index action_runs_waiting;
create unique index action_runs_waiting on action_runs (action_id)
  where status = 'queued' and not dry_run and event_id is null;
create index action_runs_waiting_events on action_runs (action_id, id)
  where status = 'queued' and event_id is not null;
