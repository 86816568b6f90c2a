-- The fields that readers of a dashboard are offered to filter it by.
alter table dashboards add column filters json not null default '[]';

-- Tokens for one chart or dashboard each. The token itself is signed, not kept; without its row it opens nothing.
create table embed_tokens (
  id text primary key,
  org_id text not null,
  content_id text not null,
  attributes jsonb not null default '{}',
  created_by text not null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  revoked_at timestamptz(3),
  foreign key (org_id, content_id) references content (org_id, id) on delete cascade
);
create index embed_tokens_by_org on embed_tokens (org_id, id desc);
create index embed_tokens_by_content on embed_tokens (content_id);
create index embed_tokens_by_end on embed_tokens (expires_at);
