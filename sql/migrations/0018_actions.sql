-- Actions: a trigger and effects, and the record of their runs.
alter table content drop constraint content_type_check;
alter table content add constraint content_type_check
  check (type in ('chart', 'dashboard', 'sheet', 'dataset', 'schedule', 'action'));
alter table cadences drop constraint cadences_kind_check;
alter table cadences add constraint cadences_kind_check check (kind in ('schedule', 'action'));

create table actions (
  id text primary key,
  org_id text not null,
  trigger json not null,
  effects json not null,
  active boolean not null default true,
  -- Whose rows and rights its runs have.
  run_as text not null,
  paused_because text,
  failure_told_at timestamptz(3),
  unique (org_id, id),
  foreign key (org_id, id) references content (org_id, id) on delete cascade,
  foreign key (org_id, run_as) references principals (org_id, id)
);
create index actions_by_run_as on actions (run_as);

create table action_runs (
  id text primary key,
  org_id text not null,
  action_id text not null,
  status text not null default 'queued'
    check (status in ('queued', 'running', 'succeeded', 'failed', 'cancelled', 'skipped')),
  -- What made it: {type, by?}.
  cause json not null,
  slot timestamptz(3),
  dry_run boolean not null default false,
  -- The action as it was: a later change does not mix with it.
  name text not null,
  trigger json not null,
  run_as text not null,
  created_at timestamptz(3) not null default now(),
  started_at timestamptz(3),
  -- When its trigger was judged; from then on its effects are carried out, once each.
  judged_at timestamptz(3),
  finished_at timestamptz(3),
  -- The rows that decided, the first hundred, and the statement behind them.
  found json,
  statements json not null default '[]',
  effects json not null,
  error text,
  foreign key (org_id, action_id) references actions (org_id, id) on delete cascade
);
create unique index action_runs_slots on action_runs (action_id, slot) where slot is not null;
-- One waits; what comes meanwhile is skipped.
create unique index action_runs_waiting on action_runs (action_id) where status = 'queued';
create index action_runs_by_action on action_runs (action_id, id desc);
create index action_runs_by_time on action_runs (created_at);

-- What a threshold saw last of each key.
create table action_states (
  org_id text not null,
  action_id text not null,
  key text not null,
  holds boolean not null,
  fired_at timestamptz(3),
  primary key (action_id, key),
  foreign key (org_id, action_id) references actions (org_id, id) on delete cascade
);

alter table deliveries add column action_id text;
alter table deliveries add foreign key (org_id, action_id) references actions (org_id, id) on delete cascade;
create index deliveries_by_action on deliveries (action_id);
