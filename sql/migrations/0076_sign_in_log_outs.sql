-- Log-outs of a provider that a sign-in may have crossed: a flow that began before one of these opens no session. Kept for
-- as long as a flow may take.
create table sign_in_log_outs (
  issuer text not null,
  -- Of the person, of the session, or of both.
  subject text,
  provider_session text,
  -- The provider's time, which tells a log-out from the same one that is sent again.
  issued_at timestamptz(3) not null,
  received_at timestamptz(3) not null default now(),
  check (subject is not null or provider_session is not null)
);
create index sign_in_log_outs_by_subject on sign_in_log_outs (issuer, subject);
create index sign_in_log_outs_by_session on sign_in_log_outs (issuer, provider_session);
create index sign_in_log_outs_by_age on sign_in_log_outs (received_at);
