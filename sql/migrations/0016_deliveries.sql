-- Deliveries by mail, and what makes them come due.
alter table content drop constraint content_type_check;
alter table content add constraint content_type_check
  check (type in ('chart', 'dashboard', 'sheet', 'dataset', 'schedule'));

-- Who saved the chart's query last; null where that was not written down, and its owner counts.
alter table charts add column query_by text;

-- Everything that comes due, under its own id.
create table cadences (
  id text primary key,
  org_id text not null references orgs (id) on delete cascade,
  kind text not null check (kind in ('schedule')),
  cron text not null,
  timezone text not null,
  active boolean not null default true,
  -- Null while it is paused.
  next_at timestamptz(3)
);
create index cadences_due on cadences (next_at) where next_at is not null;
create index cadences_by_org on cadences (org_id);

create table schedules (
  id text primary key,
  org_id text not null,
  resources json not null,
  recipients json not null,
  formats json not null,
  filters json not null default '[]',
  condition json,
  subject text,
  message text,
  -- Whose rows are sent.
  run_as text not null,
  -- The charts as they were when the principal last saved it, a hash of each query by its id.
  accepted json not null default '{}',
  -- Why the service has paused it.
  paused_because text,
  -- What the rows of the last delivery were, for the condition "changed".
  rows_hash text,
  -- When its failure was last told by mail.
  failure_told_at timestamptz(3),
  unique (org_id, id),
  foreign key (org_id, id) references content (org_id, id) on delete cascade,
  foreign key (org_id, run_as) references principals (org_id, id)
);
create index schedules_by_run_as on schedules (run_as);

create table deliveries (
  id text primary key,
  org_id text not null references orgs (id) on delete cascade,
  source_type text not null check (source_type in ('schedule', 'action', 'agent')),
  source_id text not null,
  schedule_id text,
  trigger text not null check (trigger in ('schedule', 'test', 'action', 'agent')),
  -- The delivery whose failure this one tells of.
  notice_of text,
  status text not null default 'queued'
    check (status in ('queued', 'running', 'succeeded', 'failed', 'cancelled', 'skipped')),
  slot timestamptz(3),
  -- What it was called when it was sent.
  name text not null,
  run_as text not null,
  -- What it sends, as it was when it was made: a later change of the schedule does not mix with it.
  definition json not null default '{}',
  created_at timestamptz(3) not null default now(),
  started_at timestamptz(3),
  -- How often its rows were asked for: a warehouse that does not answer is asked again later.
  renderings integer not null default 0,
  -- When its mail was complete and stored: from then on every attempt sends the same bytes.
  rendered_at timestamptz(3),
  finished_at timestamptz(3),
  resources json not null default '[]',
  files json not null default '[]',
  -- The statements behind its rows: who would get the same ones now may read its files.
  statements json not null default '[]',
  rows_hash text,
  -- Why nothing was sent.
  error text,
  foreign key (org_id, schedule_id) references schedules (org_id, id) on delete cascade
);
create unique index deliveries_slots on deliveries (source_id, slot) where trigger = 'schedule' and notice_of is null;
create index deliveries_by_source on deliveries (source_id, id desc);
create index deliveries_by_schedule on deliveries (schedule_id);
create index deliveries_by_org on deliveries (org_id);
create index deliveries_by_time on deliveries (created_at);

create table delivery_recipients (
  org_id text not null,
  delivery_id text not null references deliveries (id) on delete cascade,
  position integer not null,
  email text not null,
  status text not null default 'queued' check (status in ('queued', 'sending', 'sent', 'failed', 'skipped')),
  attempts integer not null default 0,
  message_id text,
  -- The worker that sends it.
  claimed_by text,
  next_attempt_at timestamptz(3) not null default now(),
  sent_at timestamptz(3),
  -- The mail server's last answer, or why there was none.
  answer text,
  primary key (delivery_id, position)
);

-- How many messages an organization has had sent, by day in UTC.
create table mail_days (
  org_id text not null references orgs (id) on delete cascade,
  day date not null,
  messages integer not null,
  primary key (org_id, day)
);

-- Who wants no more mail from a schedule, an action or an agent. Addresses are in lower case.
create table mail_stops (
  org_id text not null references orgs (id) on delete cascade,
  source_id text not null,
  email text not null,
  stopped_at timestamptz(3) not null default now(),
  primary key (source_id, email)
);
create index mail_stops_by_org on mail_stops (org_id);
