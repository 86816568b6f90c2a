-- Agents: scheduled work of a language model over the organization's content, the record of its runs, and its budget.
alter table content drop constraint content_type_check;
alter table content add constraint content_type_check
  check (type in ('chart', 'dashboard', 'sheet', 'dataset', 'schedule', 'action', 'agent'));
alter table cadences drop constraint cadences_kind_check;
alter table cadences add constraint cadences_kind_check check (kind in ('schedule', 'action', 'agent'));

create table agents (
  id text primary key,
  org_id text not null,
  instructions text not null,
  model text not null,
  grounding json not null,
  outputs json not null,
  max_tokens_per_run integer not null,
  max_rounds integer not null,
  strict boolean not null,
  active boolean not null default true,
  -- Whose rows and rights its runs have.
  run_as text not null,
  -- The charts of its grounding as the principal last saw them, a hash of each query by its id.
  accepted json not null default '{}',
  -- The charts and dashboards that it has made, by output.
  made json not null default '{}',
  paused_because text,
  failure_told_at timestamptz(3),
  unique (org_id, id),
  foreign key (org_id, id) references content (org_id, id) on delete cascade,
  foreign key (org_id, run_as) references principals (org_id, id)
);
create index agents_by_run_as on agents (run_as);

create table agent_runs (
  id text primary key,
  org_id text not null,
  agent_id text not null,
  status text not null default 'queued'
    check (status in ('queued', 'running', 'succeeded', 'failed', 'stopped', 'cancelled', 'skipped')),
  -- What made it: {type, by?}.
  cause json not null,
  slot timestamptz(3),
  -- The agent as it was: a later change does not mix with it.
  name text not null,
  run_as text not null,
  definition json not null,
  created_at timestamptz(3) not null default now(),
  started_at timestamptz(3),
  finished_at timestamptz(3),
  -- Calls of the model that have ended, and what they cost.
  rounds integer not null default 0,
  input_tokens bigint not null default 0,
  output_tokens bigint not null default 0,
  -- Who has it in hand: a worker that was taken for dead, and is not, finds that another has.
  held_by text,
  -- What it is doing now, in words.
  doing text,
  -- The answer of the model with its figures checked, kept before the outputs are made of it.
  answer json,
  -- Why it was stopped, once that is certain.
  stopping text,
  outputs json not null default '[]',
  error text,
  foreign key (org_id, agent_id) references agents (org_id, id) on delete cascade
);
create unique index agent_runs_slots on agent_runs (agent_id, slot) where slot is not null;
-- One at a time.
create unique index agent_runs_under_way on agent_runs (agent_id) where status in ('queued', 'running');
create index agent_runs_by_agent on agent_runs (agent_id, id desc);
create index agent_runs_by_time on agent_runs (created_at);

-- The calls of a run in order: what was said, asked and answered. A run is taken up behind the last one.
create table agent_rounds (
  org_id text not null,
  run_id text not null references agent_runs (id) on delete cascade,
  round integer not null,
  -- What the call added to the conversation: the model's words and the results of its tools.
  messages json not null,
  input_tokens bigint not null,
  output_tokens bigint not null,
  -- The provider's own account, as far as it gave one.
  usage json,
  finish text not null,
  duration_ms integer not null,
  finished_at timestamptz(3) not null default now(),
  primary key (run_id, round)
);

-- The rows that the tools of a run have given, and the statement behind each.
create table agent_evidence (
  org_id text not null,
  run_id text not null references agent_runs (id) on delete cascade,
  query_run_id text not null,
  round integer not null,
  statement json not null,
  sql text not null,
  columns json not null,
  rows json not null,
  primary key (run_id, query_run_id)
);

-- The tokens an organization may spend in a calendar month (UTC); without a row as many as it likes.
create table llm_budgets (
  org_id text primary key references orgs (id) on delete cascade,
  tokens_per_month bigint not null check (tokens_per_month >= 0)
);

create table llm_months (
  org_id text not null references orgs (id) on delete cascade,
  month date not null,
  used bigint not null default 0,
  reserved bigint not null default 0,
  -- When it was told that the budget is running low.
  low_told_at timestamptz(3),
  primary key (org_id, month)
);

-- What a run holds back of a month: for the call under way, and for the last one.
create table llm_reservations (
  run_id text primary key,
  org_id text not null references orgs (id) on delete cascade,
  month date not null,
  tokens bigint not null,
  -- Of these, what the call under way may cost; 0 between calls.
  call_tokens bigint not null,
  -- For the record of what is spent.
  agent_id text not null,
  model text not null
);

create table llm_usage (
  org_id text not null references orgs (id) on delete cascade,
  month date not null,
  agent_id text not null,
  model text not null,
  calls integer not null default 0,
  input_tokens bigint not null default 0,
  output_tokens bigint not null default 0,
  -- Of calls that ended without an account of their provider: counted at their upper bound.
  unreported_tokens bigint not null default 0,
  primary key (org_id, month, agent_id, model)
);

alter table deliveries add column agent_id text;
alter table deliveries add foreign key (org_id, agent_id) references agents (org_id, id) on delete cascade;
create index deliveries_by_agent on deliveries (agent_id);
