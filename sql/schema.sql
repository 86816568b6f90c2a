-- Made by `npm run schema` from the migrations.

CREATE OR REPLACE FUNCTION public.exact_wordings(project_id text, question text, phrasings text[])
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
    select array_agg(project_id || ' ' || rtrim(lower(regexp_replace(btrim(wording), '\s+', ' ', 'g')), ' ?!.'))
    from unnest(phrasings || question) as wording
  $function$;

CREATE OR REPLACE FUNCTION public.take_file_entry()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into deleted_file_questions (org_id, project_id, file_entry)
  values (old.org_id, old.project_id, old.file_entry)
  on conflict (project_id, lower(file_entry ->> 'question'))
    do update set file_entry = excluded.file_entry, deleted_at = now();
  new.file_entry := null;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.wording_distance(a text, b text)
 RETURNS real
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$select a <-> b$function$;

create table action_runs (
  id text not null,
  org_id text not null,
  action_id text not null,
  status text default 'queued'::text not null,
  cause json not null,
  slot timestamp(3) with time zone,
  dry_run boolean default false not null,
  name text not null,
  trigger json not null,
  run_as text not null,
  created_at timestamp(3) with time zone default now() not null,
  started_at timestamp(3) with time zone,
  judged_at timestamp(3) with time zone,
  finished_at timestamp(3) with time zone,
  found json,
  statements json default '[]'::json not null,
  effects json not null,
  error text,
  event_id text,
  chain json default '[]'::json not null,
  job_key text,
  constraint action_runs_org_id_action_id_fkey FOREIGN KEY (org_id, action_id) REFERENCES actions(org_id, id) ON DELETE CASCADE,
  constraint action_runs_pkey PRIMARY KEY (id),
  constraint action_runs_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'running'::text, 'succeeded'::text, 'failed'::text, 'cancelled'::text, 'skipped'::text])))
);

CREATE INDEX action_runs_by_action ON public.action_runs USING btree (action_id, id DESC);

CREATE INDEX action_runs_by_time ON public.action_runs USING btree (created_at);

CREATE UNIQUE INDEX action_runs_events ON public.action_runs USING btree (action_id, event_id) WHERE (event_id IS NOT NULL);

CREATE INDEX action_runs_open ON public.action_runs USING btree (created_at) WHERE (status = ANY (ARRAY['queued'::text, 'running'::text]));

CREATE UNIQUE INDEX action_runs_slots ON public.action_runs USING btree (action_id, slot) WHERE (slot IS NOT NULL);

CREATE UNIQUE INDEX action_runs_waiting ON public.action_runs USING btree (action_id) WHERE ((status = 'queued'::text) AND (NOT dry_run) AND (event_id IS NULL));

CREATE INDEX action_runs_waiting_events ON public.action_runs USING btree (action_id, id) WHERE ((status = 'queued'::text) AND (event_id IS NOT NULL));

create table action_states (
  org_id text not null,
  action_id text not null,
  key text not null,
  holds boolean not null,
  fired_at timestamp(3) with time zone,
  constraint action_states_pkey PRIMARY KEY (action_id, key)
);

create table actions (
  id text not null,
  org_id text not null,
  trigger json not null,
  effects json not null,
  active boolean default true not null,
  run_as text not null,
  paused_because text,
  failure_told_at timestamp(3) with time zone,
  accepted json default '{}'::json not null,
  event text generated always as ((trigger ->> 'event'::text)) stored,
  event_resource_id text generated always as ((trigger ->> 'resourceId'::text)) stored,
  loop_told_at timestamp(3) with time zone,
  seen_at timestamp with time zone,
  constraint actions_org_id_id_fkey FOREIGN KEY (org_id, id) REFERENCES content(org_id, id) ON DELETE CASCADE,
  constraint actions_org_id_id_key UNIQUE (org_id, id),
  constraint actions_org_id_run_as_fkey FOREIGN KEY (org_id, run_as) REFERENCES principals(org_id, id),
  constraint actions_pkey PRIMARY KEY (id)
);

CREATE INDEX actions_by_event ON public.actions USING btree (org_id, event) WHERE (event IS NOT NULL);

CREATE INDEX actions_by_run_as ON public.actions USING btree (run_as);

create table agent_evidence (
  org_id text not null,
  run_id text not null,
  query_run_id text not null,
  round integer not null,
  statement json not null,
  sql text not null,
  columns json not null,
  rows json not null,
  constraint agent_evidence_pkey PRIMARY KEY (run_id, query_run_id),
  constraint agent_evidence_run_id_fkey FOREIGN KEY (run_id) REFERENCES agent_runs(id) ON DELETE CASCADE
);

create table agent_rounds (
  org_id text not null,
  run_id text not null,
  round integer not null,
  messages json not null,
  input_tokens bigint not null,
  output_tokens bigint not null,
  usage json,
  finish text not null,
  duration_ms integer not null,
  finished_at timestamp(3) with time zone default now() not null,
  constraint agent_rounds_pkey PRIMARY KEY (run_id, round),
  constraint agent_rounds_run_id_fkey FOREIGN KEY (run_id) REFERENCES agent_runs(id) ON DELETE CASCADE
);

create table agent_runs (
  id text not null,
  org_id text not null,
  agent_id text,
  status text default 'queued'::text not null,
  cause json not null,
  slot timestamp(3) with time zone,
  name text not null,
  run_as text not null,
  definition json not null,
  created_at timestamp(3) with time zone default now() not null,
  started_at timestamp(3) with time zone,
  finished_at timestamp(3) with time zone,
  rounds integer default 0 not null,
  input_tokens bigint default 0 not null,
  output_tokens bigint default 0 not null,
  held_by text,
  doing text,
  answer json,
  stopping text,
  outputs json default '[]'::json not null,
  error text,
  conversation_id text,
  listened_at timestamp(3) with time zone,
  stop_code text,
  constraint agent_runs_belong_check CHECK (((agent_id IS NULL) <> (conversation_id IS NULL))) NOT VALID,
  constraint agent_runs_conversation_fkey FOREIGN KEY (org_id, conversation_id) REFERENCES conversations(org_id, id) ON DELETE CASCADE NOT VALID,
  constraint agent_runs_org_id_agent_id_fkey FOREIGN KEY (org_id, agent_id) REFERENCES agents(org_id, id) ON DELETE CASCADE,
  constraint agent_runs_pkey PRIMARY KEY (id),
  constraint agent_runs_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'running'::text, 'succeeded'::text, 'failed'::text, 'stopped'::text, 'cancelled'::text, 'skipped'::text])))
);

CREATE UNIQUE INDEX agent_runs_asked ON public.agent_runs USING btree (conversation_id) WHERE ((conversation_id IS NOT NULL) AND (status = ANY (ARRAY['queued'::text, 'running'::text])));

CREATE INDEX agent_runs_by_agent ON public.agent_runs USING btree (agent_id, id DESC);

CREATE INDEX agent_runs_by_conversation ON public.agent_runs USING btree (conversation_id, id) WHERE (conversation_id IS NOT NULL);

CREATE INDEX agent_runs_by_time ON public.agent_runs USING btree (created_at);

CREATE UNIQUE INDEX agent_runs_slots ON public.agent_runs USING btree (agent_id, slot) WHERE (slot IS NOT NULL);

CREATE UNIQUE INDEX agent_runs_under_way ON public.agent_runs USING btree (agent_id) WHERE (status = ANY (ARRAY['queued'::text, 'running'::text]));

create table agents (
  id text not null,
  org_id text not null,
  instructions text not null,
  model text not null,
  grounding json not null,
  outputs json not null,
  max_tokens_per_run integer not null,
  max_rounds integer not null,
  strict boolean not null,
  active boolean default true not null,
  run_as text not null,
  accepted json default '{}'::json not null,
  made json default '{}'::json not null,
  paused_because text,
  failure_told_at timestamp(3) with time zone,
  constraint agents_org_id_id_fkey FOREIGN KEY (org_id, id) REFERENCES content(org_id, id) ON DELETE CASCADE,
  constraint agents_org_id_id_key UNIQUE (org_id, id),
  constraint agents_org_id_run_as_fkey FOREIGN KEY (org_id, run_as) REFERENCES principals(org_id, id),
  constraint agents_pkey PRIMARY KEY (id)
);

CREATE INDEX agents_by_run_as ON public.agents USING btree (run_as);

create table audit_log (
  id bigint generated always as identity not null,
  org_id text not null,
  actor_id text not null,
  action text not null,
  resource_type text not null,
  resource_id text not null,
  details jsonb default '{}'::jsonb not null,
  address text,
  request_id text,
  created_at timestamp(3) with time zone default now() not null,
  constraint audit_log_org_id_fkey FOREIGN KEY (org_id) REFERENCES orgs(id) ON DELETE CASCADE,
  constraint audit_log_pkey PRIMARY KEY (id)
);

CREATE INDEX audit_log_by_actor ON public.audit_log USING btree (org_id, actor_id, id DESC);

CREATE INDEX audit_log_by_org ON public.audit_log USING btree (org_id, id DESC);

CREATE INDEX audit_log_by_resource_type ON public.audit_log USING btree (org_id, resource_type, id DESC);

CREATE INDEX audit_log_by_time ON public.audit_log USING btree (org_id, created_at);

create table billing_accounts (
  org_id text not null,
  livemode boolean not null,
  customer_id text not null,
  customer_deleted boolean default false not null,
  subscription_id text,
  status text default 'none'::text not null,
  plan_id text,
  quantity integer default 1 not null,
  features text[] default '{}'::text[] not null,
  currency text,
  period_start timestamp(3) with time zone,
  period_end timestamp(3) with time zone,
  cancel_at timestamp(3) with time zone,
  trial_end timestamp(3) with time zone,
  unpaid_since timestamp(3) with time zone,
  payment_problem json,
  notices json default '[]'::json not null,
  synced_at timestamp(3) with time zone,
  constraint billing_accounts_customer_id_key UNIQUE (customer_id),
  constraint billing_accounts_org_id_fkey FOREIGN KEY (org_id) REFERENCES orgs(id) ON DELETE CASCADE,
  constraint billing_accounts_pkey PRIMARY KEY (org_id, livemode),
  constraint billing_accounts_status_check CHECK ((status = ANY (ARRAY['none'::text, 'trialing'::text, 'active'::text, 'past_due'::text, 'unpaid'::text, 'paused'::text, 'canceled'::text])))
);

create table billing_charges (
  id text not null,
  org_id text not null,
  livemode boolean not null,
  amount bigint not null,
  amount_refunded bigint not null,
  currency text not null,
  disputed boolean not null,
  synced_at timestamp(3) with time zone default now() not null,
  constraint billing_charges_org_id_fkey FOREIGN KEY (org_id) REFERENCES orgs(id) ON DELETE CASCADE,
  constraint billing_charges_pkey PRIMARY KEY (id)
);

CREATE INDEX billing_charges_by_org ON public.billing_charges USING btree (org_id);

create table billing_events (
  id text not null,
  livemode boolean not null,
  type text not null,
  received_at timestamp(3) with time zone default now() not null,
  constraint billing_events_pkey PRIMARY KEY (id)
);

CREATE INDEX billing_events_by_time ON public.billing_events USING btree (received_at);

create table billing_plans (
  id text not null,
  livemode boolean not null,
  name text not null,
  active boolean not null,
  is_public boolean not null,
  is_default boolean not null,
  limits json not null,
  features text[] not null,
  price_id text,
  currency text,
  faults text[] default '{}'::text[] not null,
  synced_at timestamp(3) with time zone default now() not null,
  constraint billing_plans_pkey PRIMARY KEY (id, livemode)
);

create table browser_sessions (
  hash bytea not null,
  org_id text not null,
  principal_id text not null,
  created_at timestamp(3) with time zone default now() not null,
  seen_at timestamp(3) with time zone default now() not null,
  issuer text,
  provider_session text,
  sealed_id_token bytea,
  constraint browser_sessions_org_id_principal_id_fkey FOREIGN KEY (org_id, principal_id) REFERENCES principals(org_id, id) ON DELETE CASCADE,
  constraint browser_sessions_pkey PRIMARY KEY (hash)
);

CREATE INDEX browser_sessions_by_principal ON public.browser_sessions USING btree (principal_id);

CREATE INDEX browser_sessions_by_provider ON public.browser_sessions USING btree (issuer, provider_session) WHERE (issuer IS NOT NULL);

create table cadences (
  id text not null,
  org_id text not null,
  kind text not null,
  cron text not null,
  timezone text not null,
  active boolean default true not null,
  next_at timestamp(3) with time zone,
  constraint cadences_kind_check CHECK ((kind = ANY (ARRAY['schedule'::text, 'action'::text, 'agent'::text, 'rollup'::text, 'evaluation'::text]))),
  constraint cadences_org_id_fkey FOREIGN KEY (org_id) REFERENCES orgs(id) ON DELETE CASCADE,
  constraint cadences_pkey PRIMARY KEY (id)
);

CREATE INDEX cadences_by_org ON public.cadences USING btree (org_id);

CREATE INDEX cadences_due ON public.cadences USING btree (next_at) WHERE (next_at IS NOT NULL);

create table charts (
  id text not null,
  org_id text not null,
  project_id text not null,
  dataset_id text,
  type text not null,
  query json not null,
  config json default '{}'::json not null,
  query_by text,
  query_at timestamp(3) with time zone default now() not null,
  constraint charts_org_id_dataset_id_fkey FOREIGN KEY (org_id, dataset_id) REFERENCES datasets(org_id, id),
  constraint charts_org_id_id_fkey FOREIGN KEY (org_id, id) REFERENCES content(org_id, id) ON DELETE CASCADE,
  constraint charts_org_id_id_key UNIQUE (org_id, id),
  constraint charts_org_id_project_id_fkey FOREIGN KEY (org_id, project_id) REFERENCES projects(org_id, id),
  constraint charts_pkey PRIMARY KEY (id)
);

CREATE INDEX charts_by_dataset ON public.charts USING btree (dataset_id);

CREATE INDEX charts_by_project ON public.charts USING btree (project_id, id DESC);

create table connections (
  id text not null,
  org_id text not null,
  name text not null,
  type text not null,
  config jsonb not null,
  secrets bytea,
  version integer default 1 not null,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null,
  constraint connections_org_id_fkey FOREIGN KEY (org_id) REFERENCES orgs(id) ON DELETE CASCADE,
  constraint connections_org_id_id_key UNIQUE (org_id, id),
  constraint connections_pkey PRIMARY KEY (id)
);

CREATE INDEX connections_by_org ON public.connections USING btree (org_id, id DESC);

create table content (
  id text not null,
  org_id text not null,
  type text not null,
  name text not null,
  owner_id text not null,
  team_id text,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null,
  constraint content_org_id_fkey FOREIGN KEY (org_id) REFERENCES orgs(id) ON DELETE CASCADE,
  constraint content_org_id_id_key UNIQUE (org_id, id),
  constraint content_org_id_owner_id_fkey FOREIGN KEY (org_id, owner_id) REFERENCES principals(org_id, id),
  constraint content_org_id_team_id_fkey FOREIGN KEY (org_id, team_id) REFERENCES teams(org_id, id),
  constraint content_pkey PRIMARY KEY (id),
  constraint content_type_check CHECK ((type = ANY (ARRAY['chart'::text, 'dashboard'::text, 'sheet'::text, 'dataset'::text, 'schedule'::text, 'action'::text, 'agent'::text])))
);

CREATE INDEX content_by_org ON public.content USING btree (org_id, type, id DESC);

CREATE INDEX content_by_owner ON public.content USING btree (owner_id);

CREATE INDEX content_by_team ON public.content USING btree (team_id, type, id DESC, org_id);

CREATE INDEX content_of_persons ON public.content USING btree (owner_id, type, id DESC, org_id) WHERE (team_id IS NULL);

create table content_stars (
  org_id text not null,
  principal_id text not null,
  content_id text not null,
  created_at timestamp(3) with time zone default now() not null,
  constraint content_stars_org_id_content_id_fkey FOREIGN KEY (org_id, content_id) REFERENCES content(org_id, id) ON DELETE CASCADE,
  constraint content_stars_org_id_principal_id_fkey FOREIGN KEY (org_id, principal_id) REFERENCES principals(org_id, id) ON DELETE CASCADE,
  constraint content_stars_pkey PRIMARY KEY (principal_id, content_id)
);

CREATE INDEX content_stars_by_content ON public.content_stars USING btree (content_id);

create table content_views (
  org_id text not null,
  content_id text not null,
  views bigint not null,
  last_viewed_at timestamp(3) with time zone not null,
  constraint content_views_org_id_content_id_fkey FOREIGN KEY (org_id, content_id) REFERENCES content(org_id, id) ON DELETE CASCADE,
  constraint content_views_pkey PRIMARY KEY (content_id)
);

create table conversations (
  id text not null,
  org_id text not null,
  owner_id text not null,
  title text not null,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null,
  evaluation_id text,
  constraint conversations_evaluation_fkey FOREIGN KEY (org_id, evaluation_id) REFERENCES evaluations(org_id, id) ON DELETE CASCADE,
  constraint conversations_org_id_id_key UNIQUE (org_id, id),
  constraint conversations_org_id_owner_id_fkey FOREIGN KEY (org_id, owner_id) REFERENCES principals(org_id, id) ON DELETE CASCADE,
  constraint conversations_pkey PRIMARY KEY (id)
);

CREATE INDEX conversations_by_evaluation ON public.conversations USING btree (evaluation_id) WHERE (evaluation_id IS NOT NULL);

CREATE INDEX conversations_by_owner ON public.conversations USING btree (owner_id, id DESC);

CREATE INDEX conversations_listed ON public.conversations USING btree (owner_id, id DESC) WHERE (evaluation_id IS NULL);

create table dashboard_tiles (
  org_id text not null,
  dashboard_id text not null,
  "position" integer not null,
  chart_id text not null,
  x integer not null,
  y integer not null,
  w integer not null,
  h integer not null,
  placed_by text,
  placed_at timestamp(3) with time zone default now() not null,
  most_level smallint default 2 not null,
  vouches_rows boolean default true not null,
  vouches_source boolean default true not null,
  constraint dashboard_tiles_org_id_chart_id_fkey FOREIGN KEY (org_id, chart_id) REFERENCES charts(org_id, id),
  constraint dashboard_tiles_org_id_dashboard_id_fkey FOREIGN KEY (org_id, dashboard_id) REFERENCES dashboards(org_id, id) ON DELETE CASCADE,
  constraint dashboard_tiles_org_id_placed_by_fkey FOREIGN KEY (org_id, placed_by) REFERENCES principals(org_id, id),
  constraint dashboard_tiles_pkey PRIMARY KEY (dashboard_id, "position")
);

CREATE INDEX dashboard_tiles_by_chart ON public.dashboard_tiles USING btree (chart_id);

CREATE INDEX dashboard_tiles_by_placer ON public.dashboard_tiles USING btree (placed_by);

create table dashboards (
  id text not null,
  org_id text not null,
  filters json default '[]'::json not null,
  constraint dashboards_org_id_id_fkey FOREIGN KEY (org_id, id) REFERENCES content(org_id, id) ON DELETE CASCADE,
  constraint dashboards_org_id_id_key UNIQUE (org_id, id),
  constraint dashboards_pkey PRIMARY KEY (id)
);

create table datasets (
  id text not null,
  org_id text not null,
  project_id text not null,
  kind text not null,
  slug text not null,
  definition json,
  columns json not null,
  row_count bigint,
  size_bytes bigint,
  series text,
  crc32 text,
  constraint datasets_check CHECK (((kind = 'live'::text) = (definition IS NOT NULL))),
  constraint datasets_kind_check CHECK ((kind = ANY (ARRAY['live'::text, 'snapshot'::text]))),
  constraint datasets_org_id_id_fkey FOREIGN KEY (org_id, id) REFERENCES content(org_id, id) ON DELETE CASCADE,
  constraint datasets_org_id_id_key UNIQUE (org_id, id),
  constraint datasets_org_id_project_id_fkey FOREIGN KEY (org_id, project_id) REFERENCES projects(org_id, id),
  constraint datasets_org_id_slug_key UNIQUE (org_id, slug),
  constraint datasets_pkey PRIMARY KEY (id)
);

CREATE INDEX datasets_by_project ON public.datasets USING btree (project_id, id DESC);

CREATE INDEX datasets_by_series ON public.datasets USING btree (series) WHERE (series IS NOT NULL);

create table deleted_file_questions (
  org_id text not null,
  project_id text not null,
  file_entry jsonb not null,
  deleted_at timestamp(3) with time zone default now() not null,
  constraint deleted_file_questions_org_id_project_id_fkey FOREIGN KEY (org_id, project_id) REFERENCES projects(org_id, id) ON DELETE CASCADE
);

CREATE INDEX deleted_file_questions_by_org ON public.deleted_file_questions USING btree (org_id);

CREATE UNIQUE INDEX deleted_file_questions_once ON public.deleted_file_questions USING btree (project_id, lower((file_entry ->> 'question'::text)));

create table deliveries (
  id text not null,
  org_id text not null,
  source_type text not null,
  source_id text not null,
  schedule_id text,
  trigger text not null,
  notice_of text,
  status text default 'queued'::text not null,
  slot timestamp(3) with time zone,
  name text not null,
  run_as text not null,
  definition json default '{}'::json not null,
  created_at timestamp(3) with time zone default now() not null,
  started_at timestamp(3) with time zone,
  renderings integer default 0 not null,
  rendered_at timestamp(3) with time zone,
  finished_at timestamp(3) with time zone,
  resources json default '[]'::json not null,
  files json default '[]'::json not null,
  statements json default '[]'::json not null,
  rows_hash text,
  error text,
  action_id text,
  caused_by text,
  agent_id text,
  usage_counted boolean default false not null,
  sent_by text,
  constraint deliveries_org_id_action_id_fkey FOREIGN KEY (org_id, action_id) REFERENCES actions(org_id, id) ON DELETE CASCADE,
  constraint deliveries_org_id_agent_id_fkey FOREIGN KEY (org_id, agent_id) REFERENCES agents(org_id, id) ON DELETE CASCADE,
  constraint deliveries_org_id_fkey FOREIGN KEY (org_id) REFERENCES orgs(id) ON DELETE CASCADE,
  constraint deliveries_org_id_schedule_id_fkey FOREIGN KEY (org_id, schedule_id) REFERENCES schedules(org_id, id) ON DELETE CASCADE,
  constraint deliveries_pkey PRIMARY KEY (id),
  constraint deliveries_source_type_check CHECK ((source_type = ANY (ARRAY['schedule'::text, 'action'::text, 'agent'::text]))),
  constraint deliveries_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'running'::text, 'succeeded'::text, 'failed'::text, 'cancelled'::text, 'skipped'::text]))),
  constraint deliveries_trigger_check CHECK ((trigger = ANY (ARRAY['schedule'::text, 'test'::text, 'action'::text, 'agent'::text])))
);

CREATE INDEX deliveries_by_action ON public.deliveries USING btree (action_id);

CREATE INDEX deliveries_by_agent ON public.deliveries USING btree (agent_id);

CREATE INDEX deliveries_by_org ON public.deliveries USING btree (org_id);

CREATE INDEX deliveries_by_schedule ON public.deliveries USING btree (schedule_id);

CREATE INDEX deliveries_by_source ON public.deliveries USING btree (source_id, id DESC);

CREATE INDEX deliveries_by_time ON public.deliveries USING btree (created_at);

CREATE UNIQUE INDEX deliveries_slots ON public.deliveries USING btree (source_id, slot) WHERE ((trigger = 'schedule'::text) AND (notice_of IS NULL));

create table delivery_recipients (
  org_id text not null,
  delivery_id text not null,
  "position" integer not null,
  email text not null,
  status text default 'queued'::text not null,
  attempts integer default 0 not null,
  message_id text,
  claimed_by text,
  next_attempt_at timestamp(3) with time zone default now() not null,
  sent_at timestamp(3) with time zone,
  answer text,
  constraint delivery_recipients_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES deliveries(id) ON DELETE CASCADE,
  constraint delivery_recipients_pkey PRIMARY KEY (delivery_id, "position"),
  constraint delivery_recipients_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'sending'::text, 'sent'::text, 'failed'::text, 'skipped'::text])))
);

create table embed_tokens (
  id text not null,
  org_id text not null,
  content_id text not null,
  attributes jsonb default '{}'::jsonb not null,
  created_by text not null,
  created_at timestamp(3) with time zone default now() not null,
  expires_at timestamp(3) with time zone not null,
  revoked_at timestamp(3) with time zone,
  constraint embed_tokens_org_id_content_id_fkey FOREIGN KEY (org_id, content_id) REFERENCES content(org_id, id) ON DELETE CASCADE,
  constraint embed_tokens_pkey PRIMARY KEY (id)
);

CREATE INDEX embed_tokens_by_content ON public.embed_tokens USING btree (content_id);

CREATE INDEX embed_tokens_by_end ON public.embed_tokens USING btree (expires_at);

CREATE INDEX embed_tokens_by_org ON public.embed_tokens USING btree (org_id, id DESC);

create table encryption_keys (
  id text not null,
  created_at timestamp(3) with time zone default now() not null,
  constraint encryption_keys_pkey PRIMARY KEY (id)
);

create table evaluated_layers (
  org_id text not null,
  project_id text not null,
  hash text not null,
  layer json not null,
  kept_at timestamp(3) with time zone default now() not null,
  constraint evaluated_layers_org_id_project_id_fkey FOREIGN KEY (org_id, project_id) REFERENCES projects(org_id, id) ON DELETE CASCADE,
  constraint evaluated_layers_org_id_project_id_hash_key UNIQUE (org_id, project_id, hash),
  constraint evaluated_layers_pkey PRIMARY KEY (project_id, hash)
);

create table evaluation_runs (
  org_id text not null,
  evaluation_id text not null,
  case_number integer not null,
  run_number integer not null,
  run_id text,
  result json,
  constraint evaluation_runs_org_id_evaluation_id_fkey FOREIGN KEY (org_id, evaluation_id) REFERENCES evaluations(org_id, id) ON DELETE CASCADE,
  constraint evaluation_runs_pkey PRIMARY KEY (evaluation_id, case_number, run_number)
);

CREATE INDEX evaluation_runs_by_org ON public.evaluation_runs USING btree (org_id);

create table evaluations (
  id text not null,
  org_id text not null,
  project_id text not null,
  name text not null,
  run_as text not null,
  definition json not null,
  status text default 'queued'::text not null,
  summary json,
  compared json,
  error text,
  created_at timestamp(3) with time zone default now() not null,
  started_at timestamp(3) with time zone,
  finished_at timestamp(3) with time zone,
  layer json,
  layer_commit text,
  input json,
  repeats text,
  slot timestamp(3) with time zone,
  layer_hash text,
  tries integer default 0 not null,
  constraint evaluations_layer_fkey FOREIGN KEY (org_id, project_id, layer_hash) REFERENCES evaluated_layers(org_id, project_id, hash) NOT VALID,
  constraint evaluations_org_id_id_key UNIQUE (org_id, id),
  constraint evaluations_org_id_project_id_fkey FOREIGN KEY (org_id, project_id) REFERENCES projects(org_id, id) ON DELETE CASCADE,
  constraint evaluations_pkey PRIMARY KEY (id),
  constraint evaluations_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'running'::text, 'succeeded'::text, 'failed'::text, 'cancelled'::text])))
);

CREATE INDEX evaluations_by_layer ON public.evaluations USING btree (project_id, layer_hash) WHERE (layer_hash IS NOT NULL);

CREATE INDEX evaluations_by_org ON public.evaluations USING btree (org_id);

CREATE INDEX evaluations_by_project ON public.evaluations USING btree (project_id, id DESC);

CREATE UNIQUE INDEX evaluations_slots ON public.evaluations USING btree (repeats, slot) WHERE (repeats IS NOT NULL);

create table events (
  id text not null,
  org_id text not null,
  type text not null,
  resources json not null,
  principal_id text,
  caused_by text,
  created_at timestamp(3) with time zone default now() not null,
  constraint events_org_id_fkey FOREIGN KEY (org_id) REFERENCES orgs(id) ON DELETE CASCADE,
  constraint events_pkey PRIMARY KEY (id)
);

CREATE INDEX events_by_org ON public.events USING btree (org_id);

create table github_connects (
  state_hash bytea not null,
  org_id text not null,
  asked_by text not null,
  expires_at timestamp(3) with time zone not null,
  returned_as text,
  installation_id bigint,
  account_login text,
  created_at timestamp(3) with time zone default now() not null,
  confirms_id bigint,
  repositories json default '[]'::json not null,
  repositories_left_out integer default 0 not null,
  constraint github_connects_check CHECK (((returned_as IS NULL) = (installation_id IS NULL))),
  constraint github_connects_org_id_asked_by_fkey FOREIGN KEY (org_id, asked_by) REFERENCES principals(org_id, id) ON DELETE CASCADE,
  constraint github_connects_org_id_returned_as_fkey FOREIGN KEY (org_id, returned_as) REFERENCES principals(org_id, id) ON DELETE CASCADE,
  constraint github_connects_pkey PRIMARY KEY (state_hash)
);

CREATE INDEX github_connects_by_asker ON public.github_connects USING btree (asked_by);

CREATE INDEX github_connects_by_returner ON public.github_connects USING btree (returned_as);

CREATE INDEX github_connects_by_time ON public.github_connects USING btree (expires_at);

create table github_deliveries (
  id text not null,
  body_hash bytea not null,
  event text not null,
  action text,
  installation_id bigint,
  repository_id bigint,
  ref text,
  commit_id text,
  received_at timestamp(3) with time zone default now() not null,
  pull_number integer,
  constraint github_deliveries_body_hash_key UNIQUE (body_hash),
  constraint github_deliveries_pkey PRIMARY KEY (id)
);

CREATE INDEX github_deliveries_by_time ON public.github_deliveries USING btree (received_at);

create table github_installations (
  id bigint not null,
  org_id text not null,
  account_id bigint not null,
  account_login text not null,
  account_type text not null,
  repository_selection text not null,
  status text default 'active'::text not null,
  connected_by text not null,
  created_at timestamp(3) with time zone default now() not null,
  checked_at timestamp(3) with time zone default now() not null,
  constraint github_installations_org_id_fkey FOREIGN KEY (org_id) REFERENCES orgs(id) ON DELETE CASCADE,
  constraint github_installations_pkey PRIMARY KEY (org_id, id),
  constraint github_installations_repository_selection_check CHECK ((repository_selection = ANY (ARRAY['all'::text, 'selected'::text]))),
  constraint github_installations_status_check CHECK ((status = ANY (ARRAY['active'::text, 'suspended'::text, 'removed'::text])))
);

CREATE INDEX github_installations_by_id ON public.github_installations USING btree (id);

CREATE INDEX github_installations_by_org ON public.github_installations USING btree (org_id, id DESC);

create table github_reaches (
  org_id text not null,
  installation_id bigint not null,
  repository_id bigint not null,
  confirmed_by text not null,
  permission text not null,
  checked_at timestamp(3) with time zone default now() not null,
  constraint github_reaches_org_id_installation_id_fkey FOREIGN KEY (org_id, installation_id) REFERENCES github_installations(org_id, id) ON DELETE CASCADE,
  constraint github_reaches_permission_check CHECK ((permission = ANY (ARRAY['read'::text, 'write'::text]))),
  constraint github_reaches_pkey PRIMARY KEY (org_id, installation_id, repository_id, confirmed_by)
);

create table grants (
  id text not null,
  org_id text not null,
  content_id text not null,
  grantee_team_id text,
  grantee_user_id text,
  permission text not null,
  cascade_charts_permission text,
  created_at timestamp(3) with time zone default now() not null,
  constraint grants_cascade_charts_permission_check CHECK ((cascade_charts_permission = ANY (ARRAY['view'::text, 'edit'::text]))),
  constraint grants_check CHECK ((num_nonnulls(grantee_team_id, grantee_user_id) = 1)),
  constraint grants_org_id_content_id_fkey FOREIGN KEY (org_id, content_id) REFERENCES content(org_id, id) ON DELETE CASCADE,
  constraint grants_org_id_grantee_team_id_fkey FOREIGN KEY (org_id, grantee_team_id) REFERENCES teams(org_id, id) ON DELETE CASCADE,
  constraint grants_org_id_grantee_user_id_fkey FOREIGN KEY (org_id, grantee_user_id) REFERENCES principals(org_id, id) ON DELETE CASCADE,
  constraint grants_permission_check CHECK ((permission = ANY (ARRAY['view'::text, 'edit'::text]))),
  constraint grants_pkey PRIMARY KEY (id)
);

CREATE INDEX grants_by_team ON public.grants USING btree (grantee_team_id, content_id DESC, org_id);

CREATE INDEX grants_by_user ON public.grants USING btree (grantee_user_id, content_id DESC, org_id);

CREATE UNIQUE INDEX grants_to_teams ON public.grants USING btree (content_id, grantee_team_id);

CREATE UNIQUE INDEX grants_to_users ON public.grants USING btree (content_id, grantee_user_id);

create table idempotency_keys (
  org_id text not null,
  principal_id text not null,
  method text not null,
  path text not null,
  key text not null,
  body_hash bytea not null,
  status integer,
  response jsonb,
  headers jsonb,
  created_at timestamp(3) with time zone default now() not null,
  constraint idempotency_keys_org_id_principal_id_fkey FOREIGN KEY (org_id, principal_id) REFERENCES principals(org_id, id) ON DELETE CASCADE,
  constraint idempotency_keys_pkey PRIMARY KEY (principal_id, method, path, key)
);

CREATE INDEX idempotency_keys_by_age ON public.idempotency_keys USING btree (created_at);

create table layer_versions (
  org_id text not null,
  project_id text not null,
  version integer not null,
  graph json,
  model_count integer not null,
  note text not null,
  created_by text not null,
  created_at timestamp(3) with time zone default now() not null,
  packed bytea storage external,
  constraint layer_versions_held CHECK (((graph IS NULL) <> (packed IS NULL))) NOT VALID,
  constraint layer_versions_org_id_project_id_fkey FOREIGN KEY (org_id, project_id) REFERENCES projects(org_id, id) ON DELETE CASCADE,
  constraint layer_versions_pkey PRIMARY KEY (project_id, version)
);

CREATE INDEX layer_versions_whole ON public.layer_versions USING btree (project_id, version) WHERE (graph IS NOT NULL);

create table llm_budgets (
  org_id text not null,
  tokens_per_month bigint not null,
  constraint llm_budgets_org_id_fkey FOREIGN KEY (org_id) REFERENCES orgs(id) ON DELETE CASCADE,
  constraint llm_budgets_pkey PRIMARY KEY (org_id),
  constraint llm_budgets_tokens_per_month_check CHECK ((tokens_per_month >= 0))
);

create table llm_months (
  org_id text not null,
  month date not null,
  used bigint default 0 not null,
  reserved bigint default 0 not null,
  low_told_at timestamp(3) with time zone,
  constraint llm_months_org_id_fkey FOREIGN KEY (org_id) REFERENCES orgs(id) ON DELETE CASCADE,
  constraint llm_months_pkey PRIMARY KEY (org_id, month)
);

create table llm_reservations (
  run_id text not null,
  org_id text not null,
  month date not null,
  tokens bigint not null,
  call_tokens bigint not null,
  agent_id text not null,
  model text not null,
  constraint llm_reservations_org_id_fkey FOREIGN KEY (org_id) REFERENCES orgs(id) ON DELETE CASCADE,
  constraint llm_reservations_pkey PRIMARY KEY (run_id)
);

create table llm_usage (
  org_id text not null,
  month date not null,
  agent_id text not null,
  model text not null,
  calls integer default 0 not null,
  input_tokens bigint default 0 not null,
  output_tokens bigint default 0 not null,
  unreported_tokens bigint default 0 not null,
  constraint llm_usage_org_id_fkey FOREIGN KEY (org_id) REFERENCES orgs(id) ON DELETE CASCADE,
  constraint llm_usage_pkey PRIMARY KEY (org_id, month, agent_id, model)
);

create table mail_days (
  org_id text not null,
  day date not null,
  messages integer not null,
  constraint mail_days_org_id_fkey FOREIGN KEY (org_id) REFERENCES orgs(id) ON DELETE CASCADE,
  constraint mail_days_pkey PRIMARY KEY (org_id, day)
);

create table mail_stops (
  org_id text not null,
  source_id text not null,
  email text not null,
  stopped_at timestamp(3) with time zone default now() not null,
  constraint mail_stops_org_id_fkey FOREIGN KEY (org_id) REFERENCES orgs(id) ON DELETE CASCADE,
  constraint mail_stops_pkey PRIMARY KEY (source_id, email)
);

CREATE INDEX mail_stops_by_org ON public.mail_stops USING btree (org_id);

create table oauth_clients (
  id text not null,
  name text not null,
  metadata jsonb not null,
  created_at timestamp(3) with time zone default now() not null,
  last_used_at timestamp(3) with time zone,
  constraint oauth_clients_pkey PRIMARY KEY (id)
);

CREATE INDEX oauth_clients_unused ON public.oauth_clients USING btree (created_at) WHERE (last_used_at IS NULL);

create table oauth_grants (
  id text not null,
  org_id text not null,
  principal_id text not null,
  client_id text not null,
  scopes text[] not null,
  created_at timestamp(3) with time zone default now() not null,
  last_used_at timestamp(3) with time zone,
  expires_at timestamp(3) with time zone not null,
  issuer text,
  provider_session text,
  constraint oauth_grants_client_id_fkey FOREIGN KEY (client_id) REFERENCES oauth_clients(id),
  constraint oauth_grants_org_id_id_key UNIQUE (org_id, id),
  constraint oauth_grants_org_id_principal_id_fkey FOREIGN KEY (org_id, principal_id) REFERENCES principals(org_id, id) ON DELETE CASCADE,
  constraint oauth_grants_pkey PRIMARY KEY (id)
);

CREATE INDEX oauth_grants_by_age ON public.oauth_grants USING btree (expires_at);

CREATE INDEX oauth_grants_by_client ON public.oauth_grants USING btree (client_id);

CREATE INDEX oauth_grants_by_org ON public.oauth_grants USING btree (org_id, id DESC);

CREATE INDEX oauth_grants_by_principal ON public.oauth_grants USING btree (principal_id);

CREATE INDEX oauth_grants_by_provider ON public.oauth_grants USING btree (issuer, provider_session) WHERE (issuer IS NOT NULL);

create unlogged table oauth_interactions (
  hash bytea not null,
  payload jsonb not null,
  expires_at timestamp(3) with time zone not null,
  constraint oauth_interactions_pkey PRIMARY KEY (hash)
);

CREATE INDEX oauth_interactions_by_age ON public.oauth_interactions USING btree (expires_at);

create table oauth_tokens (
  hash bytea not null,
  kind text not null,
  org_id text not null,
  grant_id text not null,
  scopes text[] default '{}'::text[] not null,
  audience text,
  payload jsonb not null,
  created_at timestamp(3) with time zone default now() not null,
  consumed_at timestamp(3) with time zone,
  expires_at timestamp(3) with time zone not null,
  constraint oauth_tokens_kind_check CHECK ((kind = ANY (ARRAY['AuthorizationCode'::text, 'AccessToken'::text, 'RefreshToken'::text]))),
  constraint oauth_tokens_org_id_grant_id_fkey FOREIGN KEY (org_id, grant_id) REFERENCES oauth_grants(org_id, id) ON DELETE CASCADE,
  constraint oauth_tokens_pkey PRIMARY KEY (hash)
);

CREATE INDEX oauth_tokens_by_age ON public.oauth_tokens USING btree (expires_at);

CREATE INDEX oauth_tokens_by_grant ON public.oauth_tokens USING btree (grant_id);

create table orgs (
  id text not null,
  name text not null,
  created_at timestamp(3) with time zone default now() not null,
  constraint orgs_pkey PRIMARY KEY (id)
);

create table password_links (
  hash bytea not null,
  org_id text not null,
  principal_id text not null,
  created_at timestamp(3) with time zone default now() not null,
  expires_at timestamp(3) with time zone not null,
  constraint password_links_org_id_principal_id_fkey FOREIGN KEY (org_id, principal_id) REFERENCES principals(org_id, id) ON DELETE CASCADE,
  constraint password_links_pkey PRIMARY KEY (hash)
);

CREATE INDEX password_links_by_principal ON public.password_links USING btree (principal_id);

create table passwords (
  principal_id text not null,
  org_id text not null,
  hash text not null,
  changed_at timestamp(3) with time zone default now() not null,
  constraint passwords_org_id_principal_id_fkey FOREIGN KEY (org_id, principal_id) REFERENCES principals(org_id, id) ON DELETE CASCADE,
  constraint passwords_pkey PRIMARY KEY (principal_id)
);

create table principals (
  id text not null,
  org_id text not null,
  kind text not null,
  name text not null,
  email text,
  org_role text not null,
  seat text default 'editor'::text not null,
  attributes jsonb default '{}'::jsonb not null,
  scopes text[] default '{}'::text[] not null,
  expires_at timestamp(3) with time zone,
  last_used_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone default now() not null,
  admin_by_claim boolean default false not null,
  runs_paused_at timestamp(3) with time zone,
  ends_with text,
  session_hash bytea,
  constraint principals_check CHECK (((kind = 'user'::text) = (email IS NOT NULL))),
  constraint principals_kind_check CHECK ((kind = ANY (ARRAY['user'::text, 'service_account'::text]))),
  constraint principals_org_id_fkey FOREIGN KEY (org_id) REFERENCES orgs(id) ON DELETE CASCADE,
  constraint principals_org_id_id_key UNIQUE (org_id, id),
  constraint principals_org_role_check CHECK ((org_role = ANY (ARRAY['admin'::text, 'member'::text]))),
  constraint principals_pkey PRIMARY KEY (id),
  constraint principals_seat_check CHECK ((seat = ANY (ARRAY['editor'::text, 'viewer'::text])))
);

CREATE INDEX principals_by_ends_with ON public.principals USING btree (org_id, ends_with) WHERE (ends_with IS NOT NULL);

CREATE INDEX principals_by_org ON public.principals USING btree (org_id, kind, id DESC);

CREATE INDEX principals_by_session ON public.principals USING btree (session_hash) WHERE (session_hash IS NOT NULL);

CREATE UNIQUE INDEX principals_email ON public.principals USING btree (lower(email));

create table project_syncs (
  id text not null,
  org_id text not null,
  project_id text not null,
  status text default 'queued'::text not null,
  held boolean default false not null,
  trigger json not null,
  wanted text,
  caused_by text,
  tries integer default 0 not null,
  waits_until timestamp(3) with time zone,
  approved_by text,
  commit_id text,
  author text,
  message text,
  layer_version integer,
  added json default '[]'::json not null,
  changed json default '[]'::json not null,
  removed json default '[]'::json not null,
  notes json default '[]'::json not null,
  broken json default '[]'::json not null,
  error text,
  errors json default '[]'::json not null,
  created_at timestamp(3) with time zone default now() not null,
  started_at timestamp(3) with time zone,
  finished_at timestamp(3) with time zone,
  constraint project_syncs_org_id_project_id_fkey FOREIGN KEY (org_id, project_id) REFERENCES projects(org_id, id) ON DELETE CASCADE,
  constraint project_syncs_pkey PRIMARY KEY (id),
  constraint project_syncs_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'running'::text, 'succeeded'::text, 'failed'::text, 'cancelled'::text, 'skipped'::text])))
);

CREATE INDEX project_syncs_by_project ON public.project_syncs USING btree (project_id, id DESC);

CREATE INDEX project_syncs_by_time ON public.project_syncs USING btree (created_at);

CREATE UNIQUE INDEX project_syncs_held ON public.project_syncs USING btree (project_id) WHERE held;

CREATE UNIQUE INDEX project_syncs_running ON public.project_syncs USING btree (project_id) WHERE (status = 'running'::text);

CREATE UNIQUE INDEX project_syncs_waiting ON public.project_syncs USING btree (project_id) WHERE ((status = 'queued'::text) AND (NOT held));

create table project_teams (
  org_id text not null,
  project_id text not null,
  team_id text not null,
  constraint project_teams_org_id_project_id_fkey FOREIGN KEY (org_id, project_id) REFERENCES projects(org_id, id) ON DELETE CASCADE,
  constraint project_teams_org_id_team_id_fkey FOREIGN KEY (org_id, team_id) REFERENCES teams(org_id, id),
  constraint project_teams_pkey PRIMARY KEY (project_id, team_id)
);

CREATE INDEX project_teams_by_team ON public.project_teams USING btree (team_id);

create table projects (
  id text not null,
  org_id text not null,
  name text not null,
  connection_id text not null,
  git jsonb,
  timezone text default 'UTC'::text not null,
  week_start text default 'monday'::text not null,
  cache_ttl_seconds integer default 0 not null,
  is_default boolean default false not null,
  layer_version integer default 0 not null,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null,
  git_repository_id bigint,
  git_state text default 'active'::text not null,
  git_commit text,
  git_tree text,
  git_layer_version integer,
  constraint projects_cache_ttl_seconds_check CHECK ((cache_ttl_seconds >= 0)),
  constraint projects_git_state_check CHECK ((git_state = ANY (ARRAY['active'::text, 'moved'::text, 'removed'::text]))),
  constraint projects_org_id_connection_id_fkey FOREIGN KEY (org_id, connection_id) REFERENCES connections(org_id, id),
  constraint projects_org_id_fkey FOREIGN KEY (org_id) REFERENCES orgs(id) ON DELETE CASCADE,
  constraint projects_org_id_id_key UNIQUE (org_id, id),
  constraint projects_pkey PRIMARY KEY (id),
  constraint projects_week_start_check CHECK ((week_start = ANY (ARRAY['monday'::text, 'sunday'::text])))
);

CREATE INDEX projects_by_org ON public.projects USING btree (org_id, id DESC);

CREATE INDEX projects_by_repository ON public.projects USING btree (git_repository_id) WHERE (git_repository_id IS NOT NULL);

CREATE UNIQUE INDEX projects_default ON public.projects USING btree (org_id) WHERE is_default;

create unlogged table query_result_chunks (
  run_id text not null,
  "position" integer not null,
  bytes bytea storage external not null,
  constraint query_result_chunks_pkey PRIMARY KEY (run_id, "position")
);

create table query_run_sums (
  org_id text not null,
  project_id text not null,
  begins_at timestamp(3) with time zone not null,
  id text not null,
  connection_id text not null,
  model text not null,
  shape text,
  is_miss boolean not null,
  runs bigint not null,
  hits bigint not null,
  ms double precision not null,
  answers_ms double precision not null,
  constraint query_run_sums_org_id_project_id_fkey FOREIGN KEY (org_id, project_id) REFERENCES projects(org_id, id) ON DELETE CASCADE,
  constraint query_run_sums_pkey PRIMARY KEY (project_id, begins_at, id)
);

CREATE INDEX query_run_sums_by_age ON public.query_run_sums USING btree (begins_at);

create table query_run_sums_until (
  run_id text not null
);

create table query_runs (
  id text not null,
  org_id text not null,
  principal_id text not null,
  project_id text not null,
  connection_id text not null,
  model text not null,
  trigger text not null,
  status text not null,
  fingerprint text not null,
  request jsonb,
  content_type text,
  cache text,
  times integer default 1 not null,
  row_count bigint,
  size_bytes bigint,
  duration_ms double precision,
  error jsonb,
  request_id text,
  worker_id text,
  created_at timestamp(3) with time zone default now() not null,
  started_at timestamp(3) with time zone,
  finished_at timestamp(3) with time zone,
  shape text,
  constraint query_runs_org_id_fkey FOREIGN KEY (org_id) REFERENCES orgs(id) ON DELETE CASCADE,
  constraint query_runs_pkey PRIMARY KEY (id),
  constraint query_runs_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'running'::text, 'succeeded'::text, 'failed'::text, 'cancelled'::text, 'skipped'::text]))),
  constraint query_runs_trigger_check CHECK ((trigger = ANY (ARRAY['interactive'::text, 'batch'::text, 'async'::text, 'schedule'::text, 'action'::text, 'agent'::text, 'sql'::text]))) NOT VALID
) partition by RANGE (id);

CREATE INDEX query_runs_by_principal ON ONLY public.query_runs USING btree (org_id, principal_id, id DESC);

CREATE INDEX query_runs_unfinished ON ONLY public.query_runs USING btree (worker_id) WHERE (status = ANY (ARRAY['queued'::text, 'running'::text]));

create table query_shapes (
  org_id text not null,
  project_id text not null,
  id text not null,
  query json not null,
  seen_on date not null,
  constraint query_shapes_org_id_project_id_fkey FOREIGN KEY (org_id, project_id) REFERENCES projects(org_id, id) ON DELETE CASCADE,
  constraint query_shapes_pkey PRIMARY KEY (project_id, id)
);

create table rollup_builds (
  id text not null,
  org_id text not null,
  rollup_id text not null,
  status text default 'queued'::text not null,
  trigger json not null,
  slot timestamp(3) with time zone,
  tries integer default 0 not null,
  error text,
  signature text,
  data_as_of timestamp(3) with time zone,
  columns json default '[]'::json not null,
  files json default '[]'::json not null,
  row_count bigint,
  size_bytes bigint,
  created_at timestamp(3) with time zone default now() not null,
  started_at timestamp(3) with time zone,
  finished_at timestamp(3) with time zone,
  table_name text,
  constraint rollup_builds_pkey PRIMARY KEY (id),
  constraint rollup_builds_rollup_id_fkey FOREIGN KEY (rollup_id) REFERENCES rollups(id) ON DELETE CASCADE,
  constraint rollup_builds_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'running'::text, 'succeeded'::text, 'failed'::text, 'cancelled'::text, 'skipped'::text])))
);

CREATE INDEX rollup_builds_by_org ON public.rollup_builds USING btree (org_id);

CREATE INDEX rollup_builds_by_rollup ON public.rollup_builds USING btree (rollup_id, id DESC);

CREATE UNIQUE INDEX rollup_builds_running ON public.rollup_builds USING btree (rollup_id) WHERE (status = 'running'::text);

CREATE UNIQUE INDEX rollup_builds_waiting ON public.rollup_builds USING btree (rollup_id) WHERE (status = 'queued'::text);

create table rollup_tables (
  name text not null,
  org_id text not null,
  connection_id text not null,
  schema text not null,
  build_id text not null,
  created_at timestamp(3) with time zone default now() not null,
  error text,
  tried_at timestamp(3) with time zone,
  constraint rollup_tables_org_id_connection_id_fkey FOREIGN KEY (org_id, connection_id) REFERENCES connections(org_id, id) ON DELETE CASCADE,
  constraint rollup_tables_pkey PRIMARY KEY (name)
);

CREATE INDEX rollup_tables_by_connection ON public.rollup_tables USING btree (org_id, connection_id);

create table rollups (
  id text not null,
  org_id text not null,
  project_id text not null,
  name text not null,
  build_id text,
  seen text,
  created_at timestamp(3) with time zone default now() not null,
  store_id text,
  constraint rollups_org_id_project_id_fkey FOREIGN KEY (org_id, project_id) REFERENCES projects(org_id, id) ON DELETE CASCADE,
  constraint rollups_org_id_store_id_fkey FOREIGN KEY (org_id, store_id) REFERENCES connections(org_id, id) DEFERRABLE INITIALLY DEFERRED,
  constraint rollups_pkey PRIMARY KEY (id),
  constraint rollups_project_id_name_key UNIQUE (project_id, name)
);

CREATE INDEX rollups_by_store ON public.rollups USING btree (store_id) WHERE (store_id IS NOT NULL);

create table schedules (
  id text not null,
  org_id text not null,
  resources json not null,
  recipients json not null,
  formats json not null,
  filters json default '[]'::json not null,
  condition json,
  subject text,
  message text,
  run_as text not null,
  accepted json default '{}'::json not null,
  paused_because text,
  rows_hash text,
  failure_told_at timestamp(3) with time zone,
  constraint schedules_org_id_id_fkey FOREIGN KEY (org_id, id) REFERENCES content(org_id, id) ON DELETE CASCADE,
  constraint schedules_org_id_id_key UNIQUE (org_id, id),
  constraint schedules_org_id_run_as_fkey FOREIGN KEY (org_id, run_as) REFERENCES principals(org_id, id),
  constraint schedules_pkey PRIMARY KEY (id)
);

CREATE INDEX schedules_by_run_as ON public.schedules USING btree (run_as);

create table session_tokens (
  hash bytea not null,
  org_id text not null,
  session_hash bytea not null,
  expires_at timestamp(3) with time zone not null,
  constraint session_tokens_pkey PRIMARY KEY (hash),
  constraint session_tokens_session_hash_fkey FOREIGN KEY (session_hash) REFERENCES browser_sessions(hash) ON DELETE CASCADE
);

CREATE INDEX session_tokens_by_age ON public.session_tokens USING btree (expires_at);

CREATE INDEX session_tokens_by_session ON public.session_tokens USING btree (session_hash);

create table sheet_queries (
  org_id text not null,
  sheet_id text not null,
  "position" integer not null,
  project_id text not null,
  dataset_id text,
  constraint sheet_queries_org_id_dataset_id_fkey FOREIGN KEY (org_id, dataset_id) REFERENCES datasets(org_id, id),
  constraint sheet_queries_org_id_project_id_fkey FOREIGN KEY (org_id, project_id) REFERENCES projects(org_id, id),
  constraint sheet_queries_org_id_sheet_id_fkey FOREIGN KEY (org_id, sheet_id) REFERENCES sheets(org_id, id) ON DELETE CASCADE,
  constraint sheet_queries_pkey PRIMARY KEY (sheet_id, "position")
);

CREATE INDEX sheet_queries_by_dataset ON public.sheet_queries USING btree (dataset_id);

CREATE INDEX sheet_queries_by_project ON public.sheet_queries USING btree (project_id);

create table sheets (
  id text not null,
  org_id text not null,
  tabs json not null,
  cells_by text,
  cells_at timestamp(3) with time zone default now() not null,
  cells_hash text,
  constraint sheets_org_id_id_fkey FOREIGN KEY (org_id, id) REFERENCES content(org_id, id) ON DELETE CASCADE,
  constraint sheets_org_id_id_key UNIQUE (org_id, id),
  constraint sheets_pkey PRIMARY KEY (id)
);

create table sign_in_bindings (
  issuer text not null,
  subject text not null,
  org_id text not null,
  principal_id text not null,
  created_at timestamp(3) with time zone default now() not null,
  signed_in_at timestamp(3) with time zone default now() not null,
  constraint sign_in_bindings_org_id_principal_id_fkey FOREIGN KEY (org_id, principal_id) REFERENCES principals(org_id, id) ON DELETE CASCADE,
  constraint sign_in_bindings_pkey PRIMARY KEY (issuer, subject),
  constraint sign_in_bindings_principal_id_issuer_key UNIQUE (principal_id, issuer)
);

create unlogged table sign_in_flows (
  state_hash bytea not null,
  browser_mac text not null,
  sealed bytea not null,
  return_to text,
  org_id text,
  expires_at timestamp(3) with time zone not null,
  constraint sign_in_flows_pkey PRIMARY KEY (state_hash)
);

CREATE INDEX sign_in_flows_by_age ON public.sign_in_flows USING btree (expires_at);

create table sign_in_log_outs (
  issuer text not null,
  subject text,
  provider_session text,
  issued_at timestamp(3) with time zone not null,
  received_at timestamp(3) with time zone default now() not null,
  constraint sign_in_log_outs_check CHECK (((subject IS NOT NULL) OR (provider_session IS NOT NULL)))
);

CREATE INDEX sign_in_log_outs_by_age ON public.sign_in_log_outs USING btree (received_at);

CREATE INDEX sign_in_log_outs_by_session ON public.sign_in_log_outs USING btree (issuer, provider_session);

CREATE INDEX sign_in_log_outs_by_subject ON public.sign_in_log_outs USING btree (issuer, subject);

create unlogged table snapshot_chunks (
  org_id text not null,
  upload_id text not null,
  "position" integer not null,
  bytes bytea storage external not null,
  created_at timestamp(3) with time zone default now() not null,
  constraint snapshot_chunks_pkey PRIMARY KEY (upload_id, "position")
);

CREATE INDEX snapshot_chunks_by_age ON public.snapshot_chunks USING btree (created_at);

create table statement_crashes (
  org_id text not null,
  fingerprint text not null,
  worker_ids text[] not null,
  crashed_at timestamp(3) with time zone default now() not null,
  constraint statement_crashes_org_id_fkey FOREIGN KEY (org_id) REFERENCES orgs(id) ON DELETE CASCADE,
  constraint statement_crashes_pkey PRIMARY KEY (org_id, fingerprint)
);

CREATE INDEX statement_crashes_by_age ON public.statement_crashes USING btree (crashed_at);

create table table_sizes (
  org_id text not null,
  project_id text not null,
  name text not null,
  row_count bigint not null,
  constraint table_sizes_org_id_project_id_fkey FOREIGN KEY (org_id, project_id) REFERENCES projects(org_id, id) ON DELETE CASCADE,
  constraint table_sizes_pkey PRIMARY KEY (project_id, name),
  constraint table_sizes_row_count_check CHECK ((row_count >= 0))
);

create table team_members (
  org_id text not null,
  team_id text not null,
  principal_id text not null,
  role text not null,
  created_at timestamp(3) with time zone default now() not null,
  by_claim boolean default false not null,
  constraint team_members_org_id_principal_id_fkey FOREIGN KEY (org_id, principal_id) REFERENCES principals(org_id, id) ON DELETE CASCADE,
  constraint team_members_org_id_team_id_fkey FOREIGN KEY (org_id, team_id) REFERENCES teams(org_id, id) ON DELETE CASCADE,
  constraint team_members_pkey PRIMARY KEY (team_id, principal_id),
  constraint team_members_role_check CHECK ((role = ANY (ARRAY['lead'::text, 'member'::text])))
);

CREATE INDEX team_members_by_principal ON public.team_members USING btree (principal_id);

create table teams (
  id text not null,
  org_id text not null,
  name text not null,
  created_at timestamp(3) with time zone default now() not null,
  constraint teams_org_id_fkey FOREIGN KEY (org_id) REFERENCES orgs(id) ON DELETE CASCADE,
  constraint teams_org_id_id_key UNIQUE (org_id, id),
  constraint teams_org_id_name_key UNIQUE (org_id, name),
  constraint teams_pkey PRIMARY KEY (id)
);

create unlogged table throttles (
  key bytea not null,
  times timestamp with time zone[] default '{}'::timestamp with time zone[] not null,
  expires_at timestamp(3) with time zone not null,
  level double precision default 0 not null,
  strikes integer default 0 not null,
  counted_at timestamp(3) with time zone default now() not null,
  paused_until timestamp(3) with time zone,
  constraint throttles_pkey PRIMARY KEY (key)
);

CREATE INDEX throttles_by_age ON public.throttles USING btree (expires_at);

create table tokens (
  hash bytea not null,
  org_id text not null,
  principal_id text not null,
  expires_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone default now() not null,
  constraint tokens_org_id_principal_id_fkey FOREIGN KEY (org_id, principal_id) REFERENCES principals(org_id, id) ON DELETE CASCADE,
  constraint tokens_pkey PRIMARY KEY (hash)
);

CREATE INDEX tokens_by_principal ON public.tokens USING btree (principal_id);

create table usage_checks (
  org_id text not null,
  livemode boolean not null,
  meter text not null,
  period_start timestamp(3) with time zone not null,
  at_stripe bigint not null,
  reported bigint not null,
  checked_at timestamp(3) with time zone default now() not null,
  constraint usage_checks_org_id_livemode_fkey FOREIGN KEY (org_id, livemode) REFERENCES billing_accounts(org_id, livemode) ON DELETE CASCADE,
  constraint usage_checks_pkey PRIMARY KEY (org_id, livemode, meter, period_start)
);

create table usage_counters (
  org_id text not null,
  livemode boolean not null,
  meter text not null,
  period_start timestamp(3) with time zone not null,
  day date not null,
  shard smallint not null,
  amount bigint not null,
  constraint usage_counters_amount_check CHECK ((amount >= 0)),
  constraint usage_counters_meter_check CHECK ((meter = ANY (ARRAY['llm_tokens'::text, 'deliveries'::text, 'query_rows'::text]))),
  constraint usage_counters_org_id_fkey FOREIGN KEY (org_id) REFERENCES orgs(id) ON DELETE CASCADE,
  constraint usage_counters_pkey PRIMARY KEY (org_id, livemode, meter, period_start, day, shard)
);

create table usage_reports (
  id text not null,
  org_id text not null,
  livemode boolean not null,
  meter text not null,
  period_start timestamp(3) with time zone not null,
  day date not null,
  amount bigint not null,
  created_at timestamp(3) with time zone default now() not null,
  tried_at timestamp(3) with time zone,
  sent_at timestamp(3) with time zone,
  error text,
  constraint usage_reports_amount_check CHECK ((amount > 0)),
  constraint usage_reports_org_id_livemode_fkey FOREIGN KEY (org_id, livemode) REFERENCES billing_accounts(org_id, livemode) ON DELETE CASCADE,
  constraint usage_reports_pkey PRIMARY KEY (id)
);

CREATE INDEX usage_reports_by_counter ON public.usage_reports USING btree (org_id, livemode, meter, period_start, day);

CREATE UNIQUE INDEX usage_reports_under_way ON public.usage_reports USING btree (org_id, livemode, meter, period_start, day) WHERE ((sent_at IS NULL) AND (error IS NULL));

create table verified_questions (
  id text not null,
  org_id text not null,
  project_id text not null,
  question text not null,
  phrasings text[] default '{}'::text[] not null,
  query json not null,
  note text,
  verified_by text,
  verified_at timestamp(3) with time zone default now() not null,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null,
  wording text not null,
  terms tsvector not null,
  from_file boolean default false not null,
  verified_attributes jsonb,
  file_entry jsonb,
  constraint verified_questions_org_id_project_id_fkey FOREIGN KEY (org_id, project_id) REFERENCES projects(org_id, id) ON DELETE CASCADE,
  constraint verified_questions_pkey PRIMARY KEY (id)
);

CREATE INDEX verified_questions_by_exact_wording ON public.verified_questions USING gin (exact_wordings(project_id, question, phrasings));

CREATE INDEX verified_questions_by_org ON public.verified_questions USING btree (org_id);

CREATE INDEX verified_questions_by_project ON public.verified_questions USING btree (project_id, id DESC);

CREATE INDEX verified_questions_by_terms ON public.verified_questions USING gin (terms);

CREATE INDEX verified_questions_by_wording ON public.verified_questions USING gist (project_id, wording gist_trgm_ops (siglen='64'));

CREATE UNIQUE INDEX verified_questions_once ON public.verified_questions USING btree (project_id, lower(question));

CREATE TRIGGER verified_questions_renamed BEFORE UPDATE OF question ON public.verified_questions FOR EACH ROW WHEN (((lower(new.question) <> lower(old.question)) AND (old.file_entry IS NOT NULL) AND (NOT (new.file_entry IS DISTINCT FROM old.file_entry)))) EXECUTE FUNCTION take_file_entry();

create unlogged table worker_calls (
  id text not null,
  name text not null,
  request bytea not null,
  answer bytea,
  created_at timestamp(3) with time zone default now() not null,
  constraint worker_calls_pkey PRIMARY KEY (id)
);

CREATE INDEX worker_calls_by_age ON public.worker_calls USING btree (created_at);

create unlogged table workers (
  id text not null,
  address text,
  runners text[] not null,
  queue_pool_ids text[] default '{}'::text[] not null,
  started_at timestamp(3) with time zone default now() not null,
  heartbeat_at timestamp(3) with time zone default now() not null,
  endpoint text,
  protocol_oldest integer,
  protocol_newest integer,
  constraint workers_pkey PRIMARY KEY (id),
  constraint workers_protocols_check CHECK ((((protocol_oldest IS NULL) = (protocol_newest IS NULL)) AND (protocol_oldest <= protocol_newest) AND ((endpoint IS NULL) OR ((address IS NULL) AND (protocol_newest IS NOT NULL)))))
);

create table write_back_requests (
  id text not null,
  org_id text not null,
  project_id text not null,
  write_back_id text not null,
  status text default 'queued'::text not null,
  changes json not null,
  asked_by json not null,
  request_key bytea,
  tries integer default 0 not null,
  waits_until timestamp(3) with time zone,
  commit_id text,
  diff json,
  error json,
  created_at timestamp(3) with time zone default now() not null,
  finished_at timestamp(3) with time zone,
  with_questions boolean default false not null,
  left_out json,
  constraint write_back_requests_org_id_project_id_fkey FOREIGN KEY (org_id, project_id) REFERENCES projects(org_id, id) ON DELETE CASCADE,
  constraint write_back_requests_pkey PRIMARY KEY (id),
  constraint write_back_requests_request_key_key UNIQUE (request_key),
  constraint write_back_requests_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'running'::text, 'waiting'::text, 'writing'::text, 'succeeded'::text, 'failed'::text]))),
  constraint write_back_requests_write_back_id_fkey FOREIGN KEY (write_back_id) REFERENCES write_backs(id) ON DELETE CASCADE
);

CREATE INDEX write_back_requests_by_write_back ON public.write_back_requests USING btree (write_back_id, id);

CREATE INDEX write_back_requests_under_way ON public.write_back_requests USING btree (project_id, id) WHERE (status = ANY (ARRAY['queued'::text, 'running'::text]));

CREATE INDEX write_back_requests_waiting ON public.write_back_requests USING btree (project_id, id) WHERE (status = ANY (ARRAY['waiting'::text, 'writing'::text]));

create table write_backs (
  id text not null,
  org_id text not null,
  project_id text not null,
  repository_id bigint not null,
  branch text not null,
  title text not null,
  status text default 'queued'::text not null,
  number integer,
  url text,
  created_at timestamp(3) with time zone default now() not null,
  closed_at timestamp(3) with time zone,
  constraint write_backs_org_id_project_id_fkey FOREIGN KEY (org_id, project_id) REFERENCES projects(org_id, id) ON DELETE CASCADE,
  constraint write_backs_pkey PRIMARY KEY (id),
  constraint write_backs_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'open'::text, 'merged'::text, 'closed'::text, 'conflicting'::text, 'failed'::text])))
);

CREATE INDEX write_backs_by_project ON public.write_backs USING btree (project_id, id DESC);

create table written_questions (
  id bigint generated always as identity not null,
  org_id text not null,
  project_id text not null,
  question text not null,
  entry jsonb,
  constraint written_questions_org_id_project_id_fkey FOREIGN KEY (org_id, project_id) REFERENCES projects(org_id, id) ON DELETE CASCADE,
  constraint written_questions_pkey PRIMARY KEY (id)
);

CREATE INDEX written_questions_by_name ON public.written_questions USING btree (project_id, lower(question));

CREATE INDEX written_questions_by_org ON public.written_questions USING btree (org_id);
