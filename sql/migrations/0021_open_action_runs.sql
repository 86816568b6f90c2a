-- Those that are under way, among the history of a month.
create index action_runs_open on action_runs (created_at) where status in ('queued', 'running');
