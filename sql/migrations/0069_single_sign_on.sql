-- People who sign in at an OpenID Connect provider: a member is bound to one subject of an issuer, once.
create table sign_in_bindings (
  issuer text not null,
  subject text not null,
  org_id text not null,
  principal_id text not null,
  created_at timestamptz(3) not null default now(),
  signed_in_at timestamptz(3) not null default now(),
  primary key (issuer, subject),
  unique (principal_id, issuer),
  foreign key (org_id, principal_id) references principals (org_id, id) on delete cascade
);

-- Sign-ins that have begun and wait for the provider's answer. A row is deleted by the answer, so that one state is
-- good for one answer.
create unlogged table sign_in_flows (
  state_hash bytea primary key,
  -- A keyed hash of what only the browser knows that has begun.
  browser_mac text not null,
  -- The nonce and the code verifier, encrypted.
  sealed bytea not null,
  return_to text,
  -- The organization that the person has chosen, where there is a choice.
  org_id text,
  expires_at timestamptz(3) not null
);

create index sign_in_flows_by_age on sign_in_flows (expires_at);

-- Sessions, and what was granted in them, of people who signed in at a provider: its log-out ends both.
alter table browser_sessions
  add column issuer text,
  add column provider_session text,
  add column sealed_id_token bytea;

alter table oauth_grants
  add column issuer text,
  add column provider_session text;

create index browser_sessions_by_provider on browser_sessions (issuer, provider_session) where issuer is not null;
create index oauth_grants_by_provider on oauth_grants (issuer, provider_session) where issuer is not null;

-- Whether a group of the provider, and not an admin here, has made the member an org-admin. It is the person's, so that
-- it outlives the binding.
alter table principals add column admin_by_claim boolean not null default false;

-- Memberships that follow a claim of the provider; the others were made by hand, and stay.
alter table team_members add column by_claim boolean not null default false;
