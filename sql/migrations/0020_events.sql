-- What happened, kept until the actions that wait for it have their runs.
create table events (
  id text primary key,
  org_id text not null references orgs (id) on delete cascade,
  type text not null,
  -- The ids that a trigger can name, the one that it is about first.
  resources json not null,
  -- The only principal who sees it; null where rights on the first resource decide.
  principal_id text,
  -- The run of an action that led to it.
  caused_by text,
  created_at timestamptz(3) not null default now()
);
create index events_by_org on events (org_id);

alter table actions
  add column event text generated always as (trigger ->> 'event') stored,
  add column event_resource_id text generated always as (trigger ->> 'resourceId') stored,
  add column loop_told_at timestamptz(3);
create index actions_by_event on actions (org_id, event) where event is not null;

alter table action_runs
  add column event_id text,
  -- The runs of actions that led to it, oldest first: [{"actionId", "runId"}].
  add column chain json not null default '[]',
  -- The job that has it in hand.
  add column job_key text;
create unique index action_runs_events on action_runs (action_id, event_id) where event_id is not null;

-- The run of an action that it was made by.
alter table deliveries add column caused_by text;

-- Snapshots that an action makes again and again under one name.
alter table datasets add column series text;
create index datasets_by_series on datasets (series) where series is not null;

-- A dry run takes no other run's place.
drop index action_runs_waiting;
create unique index action_runs_waiting on action_runs (action_id) where status = 'queued' and not dry_run;

-- A check writes ten thousand of them at once, and the constraint would cost as much as they do: `deleteAction` deletes
-- them.
alter table action_states drop constraint action_states_org_id_action_id_fkey;
