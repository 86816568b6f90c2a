-- Questions that people ask. Each is a run of the agents' machinery that belongs to a conversation in place of an agent.
create table conversations (
  id text primary key,
  org_id text not null,
  -- Nobody else reads it.
  owner_id text not null,
  -- The beginning of its first question.
  title text not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (org_id, id),
  foreign key (org_id, owner_id) references principals (org_id, id) on delete cascade
);
create index conversations_by_owner on conversations (owner_id, id desc);

-- The checks are not repeated for the runs that are there, all of which have an agent and no conversation.
alter table agent_runs
  alter column agent_id drop not null,
  add column conversation_id text,
  -- When somebody last listened to its events; null for a run whose events nobody has read.
  add column listened_at timestamptz(3),
  add constraint agent_runs_belong_check check ((agent_id is null) <> (conversation_id is null)) not valid,
  add constraint agent_runs_conversation_fkey foreign key (org_id, conversation_id)
    references conversations (org_id, id) on delete cascade not valid;
create index agent_runs_by_conversation on agent_runs (conversation_id, id) where conversation_id is not null;
-- One at a time.
create unique index agent_runs_asked on agent_runs (conversation_id)
  where conversation_id is not null and status in ('queued', 'running');
