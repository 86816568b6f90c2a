-- Of users who can sign in. Apart from principals, so that nothing that reads a person reads this.
create table passwords (
  principal_id text primary key,
  org_id text not null,
  -- argon2id, with its salt and costs
  hash text not null,
  changed_at timestamptz(3) not null default now(),
  foreign key (org_id, principal_id) references principals (org_id, id) on delete cascade
);

-- One-time links that set a first or a forgotten password, by the SHA-256 of their token.
create table password_links (
  hash bytea primary key,
  org_id text not null,
  principal_id text not null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  foreign key (org_id, principal_id) references principals (org_id, id) on delete cascade
);
create index password_links_by_principal on password_links (principal_id);

-- People signed in with a browser, by the SHA-256 of their cookie.
create table browser_sessions (
  hash bytea primary key,
  org_id text not null,
  principal_id text not null,
  created_at timestamptz(3) not null default now(),
  seen_at timestamptz(3) not null default now(),
  foreign key (org_id, principal_id) references principals (org_id, id) on delete cascade
);
create index browser_sessions_by_principal on browser_sessions (principal_id);

-- Programs that registered themselves (RFC 7591). They belong to no organization, and hold no secret.
create table oauth_clients (
  id text primary key,
  name text not null,
  metadata jsonb not null,
  created_at timestamptz(3) not null default now(),
  -- null: nobody has let it in yet
  last_used_at timestamptz(3)
);
create index oauth_clients_unused on oauth_clients (created_at) where last_used_at is null;

-- What a person lets a client do. Every token of it goes when it goes.
create table oauth_grants (
  id text primary key,
  org_id text not null,
  principal_id text not null,
  client_id text not null references oauth_clients,
  scopes text[] not null,
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3),
  -- moves on with each token that is made of it
  expires_at timestamptz(3) not null,
  unique (org_id, id),
  foreign key (org_id, principal_id) references principals (org_id, id) on delete cascade
);
create index oauth_grants_by_org on oauth_grants (org_id, id desc);
create index oauth_grants_by_principal on oauth_grants (principal_id);
create index oauth_grants_by_client on oauth_grants (client_id);
create index oauth_grants_by_age on oauth_grants (expires_at);

-- Codes, access and refresh tokens, by their SHA-256. A used refresh token stays, so that its reuse is noticed.
create table oauth_tokens (
  hash bytea primary key,
  kind text not null check (kind in ('AuthorizationCode', 'AccessToken', 'RefreshToken')),
  org_id text not null,
  grant_id text not null,
  -- of access tokens
  scopes text[] not null default '{}',
  audience text,
  payload jsonb not null,
  created_at timestamptz(3) not null default now(),
  consumed_at timestamptz(3),
  expires_at timestamptz(3) not null,
  foreign key (org_id, grant_id) references oauth_grants (org_id, id) on delete cascade
);
create index oauth_tokens_by_grant on oauth_tokens (grant_id);
create index oauth_tokens_by_age on oauth_tokens (expires_at);

-- Authorization requests between the browser's arrival and its return, by the SHA-256 of their id.
create unlogged table oauth_interactions (
  hash bytea primary key,
  payload jsonb not null,
  expires_at timestamptz(3) not null
);
create index oauth_interactions_by_age on oauth_interactions (expires_at);

-- When something that is limited was last done, for all processes together.
create unlogged table throttles (
  key bytea primary key,
  times timestamptz[] not null,
  expires_at timestamptz(3) not null
);
create index throttles_by_age on throttles (expires_at);
