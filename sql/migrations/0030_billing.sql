-- Billing: what Stripe says of plans and of each organization, and what was used. Everything belongs to one of Stripe's
-- modes (test, live), which never mix.

-- Products of Stripe that are plans.
create table billing_plans (
  id text not null,
  livemode boolean not null,
  name text not null,
  active boolean not null,
  -- Offered to everybody in a checkout.
  is_public boolean not null,
  -- That of organizations without a subscription.
  is_default boolean not null,
  -- {seats, llmTokens, deliveries, queryRows}; one that is missing is not limited. Seats are those of one unit.
  limits json not null,
  features text[] not null,
  price_id text,
  currency text,
  -- What is wrong with its metadata.
  faults text[] not null default '{}',
  synced_at timestamptz(3) not null default now(),
  primary key (id, livemode)
);

-- What Stripe said last of the customer that is an organization.
create table billing_accounts (
  org_id text not null references orgs (id) on delete cascade,
  livemode boolean not null,
  customer_id text not null unique,
  customer_deleted boolean not null default false,
  subscription_id text,
  status text not null default 'none'
    check (status in ('none', 'trialing', 'active', 'past_due', 'unpaid', 'paused', 'canceled')),
  plan_id text,
  quantity int not null default 1,
  features text[] not null default '{}',
  currency text,
  period_start timestamptz(3),
  period_end timestamptz(3),
  cancel_at timestamptz(3),
  trial_end timestamptz(3),
  -- Since when an invoice is not paid: the period of grace begins then.
  unpaid_since timestamptz(3),
  payment_problem json,
  -- What org-admins should know: [{code, message}].
  notices json not null default '[]',
  synced_at timestamptz(3),
  primary key (org_id, livemode)
);

-- Events that were received, so that each is acted on once.
create table billing_events (
  id text primary key,
  livemode boolean not null,
  type text not null,
  received_at timestamptz(3) not null default now()
);
create index billing_events_by_time on billing_events (received_at);

-- Charges that were given back or disputed, as they are now.
create table billing_charges (
  id text primary key,
  org_id text not null references orgs (id) on delete cascade,
  livemode boolean not null,
  amount bigint not null,
  amount_refunded bigint not null,
  currency text not null,
  disputed boolean not null,
  synced_at timestamptz(3) not null default now()
);
create index billing_charges_by_org on billing_charges (org_id);

-- What was used. Rows only grow, and no row spans two periods of a subscription: it is one day's, or the part of a day
-- that lies in one period. Several rows (shards) share what is counted at the same time.
create table usage_counters (
  org_id text not null references orgs (id) on delete cascade,
  livemode boolean not null,
  meter text not null check (meter in ('llm_tokens', 'deliveries', 'query_rows')),
  period_start timestamptz(3) not null,
  day date not null,
  shard smallint not null,
  amount bigint not null check (amount >= 0),
  primary key (org_id, livemode, meter, period_start, day, shard)
);

-- What of it was reported to Stripe: one meter event each, whose identifier is the id.
create table usage_reports (
  id text primary key,
  org_id text not null,
  livemode boolean not null,
  meter text not null,
  period_start timestamptz(3) not null,
  day date not null,
  amount bigint not null check (amount > 0),
  created_at timestamptz(3) not null default now(),
  tried_at timestamptz(3),
  sent_at timestamptz(3),
  -- Refused for good.
  error text,
  foreign key (org_id, livemode) references billing_accounts (org_id, livemode) on delete cascade
);
create index usage_reports_by_counter on usage_reports (org_id, livemode, meter, period_start, day);
-- Of one counter, one is under way: whether Stripe has counted it can then be told from a sum.
create unique index usage_reports_under_way on usage_reports (org_id, livemode, meter, period_start, day)
  where sent_at is null and error is null;

-- What Stripe has counted in the period, when it was last asked.
create table usage_checks (
  org_id text not null,
  livemode boolean not null,
  meter text not null,
  period_start timestamptz(3) not null,
  at_stripe bigint not null,
  reported bigint not null,
  checked_at timestamptz(3) not null default now(),
  primary key (org_id, livemode, meter, period_start),
  foreign key (org_id, livemode) references billing_accounts (org_id, livemode) on delete cascade
);

alter table deliveries add column usage_counted boolean not null default false;
