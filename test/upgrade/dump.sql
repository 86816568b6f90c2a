--
-- PostgreSQL database dump
--


-- Dumped from database version 15.18 (Debian 15.18-0+deb12u1)
-- Dumped by pg_dump version 15.18 (Debian 15.18-0+deb12u1)

SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

--
-- Name: graphile_worker; Type: SCHEMA; Schema: -; Owner: -
--

CREATE SCHEMA graphile_worker;


--
-- Name: job_spec; Type: TYPE; Schema: graphile_worker; Owner: -
--

CREATE TYPE graphile_worker.job_spec AS (
	identifier text,
	payload json,
	queue_name text,
	run_at timestamp with time zone,
	max_attempts smallint,
	job_key text,
	priority smallint,
	flags text[]
);


SET default_tablespace = '';

SET default_table_access_method = heap;

--
-- Name: _private_jobs; Type: TABLE; Schema: graphile_worker; Owner: -
--

CREATE TABLE graphile_worker._private_jobs (
    id bigint NOT NULL,
    job_queue_id integer,
    task_id integer NOT NULL,
    payload json DEFAULT '{}'::json NOT NULL,
    priority smallint DEFAULT 0 NOT NULL,
    run_at timestamp with time zone DEFAULT now() NOT NULL,
    attempts smallint DEFAULT 0 NOT NULL,
    max_attempts smallint DEFAULT 25 NOT NULL,
    last_error text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    key text,
    locked_at timestamp with time zone,
    locked_by text,
    revision integer DEFAULT 0 NOT NULL,
    flags jsonb,
    is_available boolean GENERATED ALWAYS AS (((locked_at IS NULL) AND (attempts < max_attempts))) STORED NOT NULL,
    CONSTRAINT jobs_key_check CHECK (((length(key) > 0) AND (length(key) <= 512))),
    CONSTRAINT jobs_max_attempts_check CHECK ((max_attempts >= 1))
);


--
-- Name: add_job(text, json, text, timestamp with time zone, integer, text, integer, text[], text); Type: FUNCTION; Schema: graphile_worker; Owner: -
--

CREATE FUNCTION graphile_worker.add_job(identifier text, payload json DEFAULT NULL::json, queue_name text DEFAULT NULL::text, run_at timestamp with time zone DEFAULT NULL::timestamp with time zone, max_attempts integer DEFAULT NULL::integer, job_key text DEFAULT NULL::text, priority integer DEFAULT NULL::integer, flags text[] DEFAULT NULL::text[], job_key_mode text DEFAULT 'replace'::text) RETURNS graphile_worker._private_jobs
    LANGUAGE plpgsql
    AS $$
declare
  v_job "graphile_worker"._private_jobs;
begin
  if (job_key is null or job_key_mode is null or job_key_mode in ('replace', 'preserve_run_at')) then
    select * into v_job
    from "graphile_worker".add_jobs(
      ARRAY[(
        identifier,
        payload,
        queue_name,
        run_at,
        max_attempts::smallint,
        job_key,
        priority::smallint,
        flags
      )::"graphile_worker".job_spec],
      (job_key_mode = 'preserve_run_at')
    )
    limit 1;
    return v_job;
  elsif job_key_mode = 'unsafe_dedupe' then
    -- Ensure all the tasks exist (insert only missing identifiers so identity is not consumed)
    insert into "graphile_worker"._private_tasks as tasks (identifier)
    select add_job.identifier
    where not exists (
      select 1
      from "graphile_worker"._private_tasks as existing
      where existing.identifier = add_job.identifier
    )
    on conflict do nothing;
    -- Ensure all the queues exist
    if add_job.queue_name is not null then
      insert into "graphile_worker"._private_job_queues as job_queues (queue_name)
      select add_job.queue_name
      where not exists (
        select 1
        from "graphile_worker"._private_job_queues as existing
        where existing.queue_name = add_job.queue_name
      )
      on conflict do nothing;
    end if;
    -- Insert job, but if one already exists then do nothing, even if the
    -- existing job has already started (and thus represents an out-of-date
    -- world state). This is dangerous because it means that whatever state
    -- change triggered this add_job may not be acted upon (since it happened
    -- after the existing job started executing, but no further job is being
    -- scheduled), but it is useful in very rare circumstances for
    -- de-duplication. If in doubt, DO NOT USE THIS.
    insert into "graphile_worker"._private_jobs as jobs (
      job_queue_id,
      task_id,
      payload,
      run_at,
      max_attempts,
      key,
      priority,
      flags
    )
      select
        job_queues.id,
        tasks.id,
        coalesce(add_job.payload, '{}'::json),
        coalesce(add_job.run_at, now()),
        coalesce(add_job.max_attempts::smallint, 25::smallint),
        add_job.job_key,
        coalesce(add_job.priority::smallint, 0::smallint),
        (
          select jsonb_object_agg(flag, true)
          from unnest(add_job.flags) as item(flag)
        )
      from "graphile_worker"._private_tasks as tasks
      left join "graphile_worker"._private_job_queues as job_queues
      on job_queues.queue_name = add_job.queue_name
      where tasks.identifier = add_job.identifier
    on conflict (key)
      -- Bump the updated_at so that there's something to return
      do update set
        revision = jobs.revision + 1,
        updated_at = now()
      returning *
      into v_job;
    if v_job.revision = 0 then
      perform pg_notify('jobs:insert', '{"r":' || random()::text || ',"count":1}');
    end if;
    return v_job;
  else
    raise exception 'Invalid job_key_mode value, expected ''replace'', ''preserve_run_at'' or ''unsafe_dedupe''.' using errcode = 'GWBKM';
  end if;
end;
$$;


--
-- Name: add_jobs(graphile_worker.job_spec[], boolean); Type: FUNCTION; Schema: graphile_worker; Owner: -
--

CREATE FUNCTION graphile_worker.add_jobs(specs graphile_worker.job_spec[], job_key_preserve_run_at boolean DEFAULT false) RETURNS SETOF graphile_worker._private_jobs
    LANGUAGE plpgsql
    AS $$
begin
  -- Ensure all the tasks exist (insert only missing identifiers so identity is not consumed)
  insert into "graphile_worker"._private_tasks as tasks (identifier)
  select distinct spec.identifier
  from unnest(specs) spec
  where not exists (
    select 1
    from "graphile_worker"._private_tasks as existing
    where existing.identifier = spec.identifier
  )
  on conflict do nothing;
  -- Ensure all the queues exist
  insert into "graphile_worker"._private_job_queues as job_queues (queue_name)
  select distinct spec.queue_name
  from unnest(specs) spec
  where spec.queue_name is not null
  and not exists (
    select 1
    from "graphile_worker"._private_job_queues as existing
    where existing.queue_name = spec.queue_name
  )
  on conflict do nothing;
  -- Ensure any locked jobs have their key cleared - in the case of locked
  -- existing job create a new job instead as it must have already started
  -- executing (i.e. it's world state is out of date, and the fact add_job
  -- has been called again implies there's new information that needs to be
  -- acted upon).
  update "graphile_worker"._private_jobs as jobs
  set
    key = null,
    attempts = jobs.max_attempts,
    updated_at = now()
  from unnest(specs) spec
  where spec.job_key is not null
  and jobs.key = spec.job_key
  and is_available is not true;

  -- WARNING: this count is not 100% accurate; 'on conflict' clause will cause it to be an overestimate
  perform pg_notify('jobs:insert', '{"r":' || random()::text || ',"count":' || array_length(specs, 1)::text || '}');

  -- TODO: is there a risk that a conflict could occur depending on the
  -- isolation level?
  return query insert into "graphile_worker"._private_jobs as jobs (
    job_queue_id,
    task_id,
    payload,
    run_at,
    max_attempts,
    key,
    priority,
    flags
  )
    select
      job_queues.id,
      tasks.id,
      coalesce(spec.payload, '{}'::json),
      coalesce(spec.run_at, now()),
      coalesce(spec.max_attempts, 25),
      spec.job_key,
      coalesce(spec.priority, 0),
      (
        select jsonb_object_agg(flag, true)
        from unnest(spec.flags) as item(flag)
      )
    from unnest(specs) spec
    inner join "graphile_worker"._private_tasks as tasks
    on tasks.identifier = spec.identifier
    left join "graphile_worker"._private_job_queues as job_queues
    on job_queues.queue_name = spec.queue_name
  on conflict (key) do update set
    job_queue_id = excluded.job_queue_id,
    task_id = excluded.task_id,
    payload =
      case
      when json_typeof(jobs.payload) = 'array' and json_typeof(excluded.payload) = 'array' then
        (jobs.payload::jsonb || excluded.payload::jsonb)::json
      else
        excluded.payload
      end,
    max_attempts = excluded.max_attempts,
    run_at = (case
      when job_key_preserve_run_at is true and jobs.attempts = 0 then jobs.run_at
      else excluded.run_at
    end),
    priority = excluded.priority,
    revision = jobs.revision + 1,
    flags = excluded.flags,
    -- always reset error/retry state
    attempts = 0,
    last_error = null,
    updated_at = now()
  where jobs.locked_at is null
  returning *;
end;
$$;


--
-- Name: complete_jobs(bigint[]); Type: FUNCTION; Schema: graphile_worker; Owner: -
--

CREATE FUNCTION graphile_worker.complete_jobs(job_ids bigint[]) RETURNS SETOF graphile_worker._private_jobs
    LANGUAGE sql
    AS $$
  delete from "graphile_worker"._private_jobs as jobs
    where id = any(job_ids)
    and (
      locked_at is null
    or
      locked_at < now() - interval '4 hours'
    )
    returning *;
$$;


--
-- Name: force_unlock_workers(text[]); Type: FUNCTION; Schema: graphile_worker; Owner: -
--

CREATE FUNCTION graphile_worker.force_unlock_workers(worker_ids text[]) RETURNS void
    LANGUAGE sql
    AS $$
update "graphile_worker"._private_jobs as jobs
set locked_at = null, locked_by = null
where locked_by = any(worker_ids);
update "graphile_worker"._private_job_queues as job_queues
set locked_at = null, locked_by = null
where locked_by = any(worker_ids);
$$;


--
-- Name: permanently_fail_jobs(bigint[], text); Type: FUNCTION; Schema: graphile_worker; Owner: -
--

CREATE FUNCTION graphile_worker.permanently_fail_jobs(job_ids bigint[], error_message text DEFAULT NULL::text) RETURNS SETOF graphile_worker._private_jobs
    LANGUAGE sql
    AS $$
  update "graphile_worker"._private_jobs as jobs
    set
      last_error = coalesce(error_message, 'Manually marked as failed'),
      attempts = max_attempts,
      updated_at = now()
    where id = any(job_ids)
    and (
      locked_at is null
    or
      locked_at < NOW() - interval '4 hours'
    )
    returning *;
$$;


--
-- Name: remove_job(text); Type: FUNCTION; Schema: graphile_worker; Owner: -
--

CREATE FUNCTION graphile_worker.remove_job(job_key text) RETURNS graphile_worker._private_jobs
    LANGUAGE plpgsql STRICT
    AS $$
declare
  v_job "graphile_worker"._private_jobs;
begin
  -- Delete job if not locked
  delete from "graphile_worker"._private_jobs as jobs
    where key = job_key
    and (
      locked_at is null
    or
      locked_at < NOW() - interval '4 hours'
    )
  returning * into v_job;
  if not (v_job is null) then
    perform pg_notify('jobs:insert', '{"r":' || random()::text || ',"count":-1}');
    return v_job;
  end if;
  -- Otherwise prevent job from retrying, and clear the key
  update "graphile_worker"._private_jobs as jobs
  set
    key = null,
    attempts = jobs.max_attempts,
    updated_at = now()
  where key = job_key
  returning * into v_job;
  return v_job;
end;
$$;


--
-- Name: reschedule_jobs(bigint[], timestamp with time zone, integer, integer, integer); Type: FUNCTION; Schema: graphile_worker; Owner: -
--

CREATE FUNCTION graphile_worker.reschedule_jobs(job_ids bigint[], run_at timestamp with time zone DEFAULT NULL::timestamp with time zone, priority integer DEFAULT NULL::integer, attempts integer DEFAULT NULL::integer, max_attempts integer DEFAULT NULL::integer) RETURNS SETOF graphile_worker._private_jobs
    LANGUAGE sql
    AS $$
  update "graphile_worker"._private_jobs as jobs
    set
      run_at = coalesce(reschedule_jobs.run_at, jobs.run_at),
      priority = coalesce(reschedule_jobs.priority::smallint, jobs.priority),
      attempts = coalesce(reschedule_jobs.attempts::smallint, jobs.attempts),
      max_attempts = coalesce(reschedule_jobs.max_attempts::smallint, jobs.max_attempts),
      updated_at = now()
    where id = any(job_ids)
    and (
      locked_at is null
    or
      locked_at < NOW() - interval '4 hours'
    )
    returning *;
$$;


--
-- Name: _private_job_queues; Type: TABLE; Schema: graphile_worker; Owner: -
--

CREATE TABLE graphile_worker._private_job_queues (
    id integer NOT NULL,
    queue_name text NOT NULL,
    locked_at timestamp with time zone,
    locked_by text,
    is_available boolean GENERATED ALWAYS AS ((locked_at IS NULL)) STORED NOT NULL,
    CONSTRAINT job_queues_queue_name_check CHECK ((length(queue_name) <= 128))
);


--
-- Name: _private_known_crontabs; Type: TABLE; Schema: graphile_worker; Owner: -
--

CREATE TABLE graphile_worker._private_known_crontabs (
    identifier text NOT NULL,
    known_since timestamp with time zone NOT NULL,
    last_execution timestamp with time zone
);


--
-- Name: _private_tasks; Type: TABLE; Schema: graphile_worker; Owner: -
--

CREATE TABLE graphile_worker._private_tasks (
    id integer NOT NULL,
    identifier text NOT NULL,
    CONSTRAINT tasks_identifier_check CHECK ((length(identifier) <= 128))
);


--
-- Name: job_queues_id_seq; Type: SEQUENCE; Schema: graphile_worker; Owner: -
--

ALTER TABLE graphile_worker._private_job_queues ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME graphile_worker.job_queues_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: jobs; Type: VIEW; Schema: graphile_worker; Owner: -
--

CREATE VIEW graphile_worker.jobs AS
 SELECT jobs.id,
    job_queues.queue_name,
    tasks.identifier AS task_identifier,
    jobs.priority,
    jobs.run_at,
    jobs.attempts,
    jobs.max_attempts,
    jobs.last_error,
    jobs.created_at,
    jobs.updated_at,
    jobs.key,
    jobs.locked_at,
    jobs.locked_by,
    jobs.revision,
    jobs.flags
   FROM ((graphile_worker._private_jobs jobs
     JOIN graphile_worker._private_tasks tasks ON ((tasks.id = jobs.task_id)))
     LEFT JOIN graphile_worker._private_job_queues job_queues ON ((job_queues.id = jobs.job_queue_id)));


--
-- Name: jobs_id_seq1; Type: SEQUENCE; Schema: graphile_worker; Owner: -
--

ALTER TABLE graphile_worker._private_jobs ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME graphile_worker.jobs_id_seq1
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: migrations; Type: TABLE; Schema: graphile_worker; Owner: -
--

CREATE TABLE graphile_worker.migrations (
    id integer NOT NULL,
    ts timestamp with time zone DEFAULT now() NOT NULL,
    breaking boolean DEFAULT false NOT NULL
);


--
-- Name: tasks_id_seq; Type: SEQUENCE; Schema: graphile_worker; Owner: -
--

ALTER TABLE graphile_worker._private_tasks ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME graphile_worker.tasks_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: audit_log; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.audit_log (
    id bigint NOT NULL,
    org_id text NOT NULL,
    actor_id text NOT NULL,
    action text NOT NULL,
    resource_type text NOT NULL,
    resource_id text NOT NULL,
    details jsonb DEFAULT '{}'::jsonb NOT NULL,
    address text,
    request_id text,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL
);


--
-- Name: audit_log_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.audit_log ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.audit_log_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: browser_sessions; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.browser_sessions (
    hash bytea NOT NULL,
    org_id text NOT NULL,
    principal_id text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    seen_at timestamp(3) with time zone DEFAULT now() NOT NULL
);


--
-- Name: charts; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.charts (
    id text NOT NULL,
    org_id text NOT NULL,
    project_id text NOT NULL,
    dataset_id text,
    type text NOT NULL,
    query json NOT NULL,
    config json DEFAULT '{}'::json NOT NULL
);


--
-- Name: connections; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.connections (
    id text NOT NULL,
    org_id text NOT NULL,
    name text NOT NULL,
    type text NOT NULL,
    config jsonb NOT NULL,
    secrets bytea,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL
);


--
-- Name: content; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.content (
    id text NOT NULL,
    org_id text NOT NULL,
    type text NOT NULL,
    name text NOT NULL,
    owner_id text NOT NULL,
    team_id text,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT content_type_check CHECK ((type = ANY (ARRAY['chart'::text, 'dashboard'::text, 'sheet'::text, 'dataset'::text])))
);


--
-- Name: dashboard_tiles; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.dashboard_tiles (
    org_id text NOT NULL,
    dashboard_id text NOT NULL,
    "position" integer NOT NULL,
    chart_id text NOT NULL,
    x integer NOT NULL,
    y integer NOT NULL,
    w integer NOT NULL,
    h integer NOT NULL,
    placed_by text
);


--
-- Name: dashboards; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.dashboards (
    id text NOT NULL,
    org_id text NOT NULL,
    filters json DEFAULT '[]'::json NOT NULL
);


--
-- Name: datasets; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.datasets (
    id text NOT NULL,
    org_id text NOT NULL,
    project_id text NOT NULL,
    kind text NOT NULL,
    slug text NOT NULL,
    definition json,
    columns json NOT NULL,
    row_count bigint,
    size_bytes bigint,
    CONSTRAINT datasets_check CHECK (((kind = 'live'::text) = (definition IS NOT NULL))),
    CONSTRAINT datasets_kind_check CHECK ((kind = ANY (ARRAY['live'::text, 'snapshot'::text])))
);


--
-- Name: embed_tokens; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.embed_tokens (
    id text NOT NULL,
    org_id text NOT NULL,
    content_id text NOT NULL,
    attributes jsonb DEFAULT '{}'::jsonb NOT NULL,
    created_by text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    revoked_at timestamp(3) with time zone
);


--
-- Name: grants; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.grants (
    id text NOT NULL,
    org_id text NOT NULL,
    content_id text NOT NULL,
    grantee_team_id text,
    grantee_user_id text,
    permission text NOT NULL,
    cascade_charts_permission text,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT grants_cascade_charts_permission_check CHECK ((cascade_charts_permission = ANY (ARRAY['view'::text, 'edit'::text]))),
    CONSTRAINT grants_check CHECK ((num_nonnulls(grantee_team_id, grantee_user_id) = 1)),
    CONSTRAINT grants_permission_check CHECK ((permission = ANY (ARRAY['view'::text, 'edit'::text])))
);


--
-- Name: idempotency_keys; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.idempotency_keys (
    org_id text NOT NULL,
    principal_id text NOT NULL,
    method text NOT NULL,
    path text NOT NULL,
    key text NOT NULL,
    body_hash bytea NOT NULL,
    status integer,
    response jsonb,
    headers jsonb,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL
);


--
-- Name: layer_versions; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.layer_versions (
    org_id text NOT NULL,
    project_id text NOT NULL,
    version integer NOT NULL,
    graph json NOT NULL,
    model_count integer NOT NULL,
    note text NOT NULL,
    created_by text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL
);


--
-- Name: oauth_clients; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.oauth_clients (
    id text NOT NULL,
    name text NOT NULL,
    metadata jsonb NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    last_used_at timestamp(3) with time zone
);


--
-- Name: oauth_grants; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.oauth_grants (
    id text NOT NULL,
    org_id text NOT NULL,
    principal_id text NOT NULL,
    client_id text NOT NULL,
    scopes text[] NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    last_used_at timestamp(3) with time zone,
    expires_at timestamp(3) with time zone NOT NULL
);


--
-- Name: oauth_interactions; Type: TABLE; Schema: public; Owner: -
--

CREATE UNLOGGED TABLE public.oauth_interactions (
    hash bytea NOT NULL,
    payload jsonb NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL
);


--
-- Name: oauth_tokens; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.oauth_tokens (
    hash bytea NOT NULL,
    kind text NOT NULL,
    org_id text NOT NULL,
    grant_id text NOT NULL,
    scopes text[] DEFAULT '{}'::text[] NOT NULL,
    audience text,
    payload jsonb NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    consumed_at timestamp(3) with time zone,
    expires_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT oauth_tokens_kind_check CHECK ((kind = ANY (ARRAY['AuthorizationCode'::text, 'AccessToken'::text, 'RefreshToken'::text])))
);


--
-- Name: orgs; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.orgs (
    id text NOT NULL,
    name text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL
);


--
-- Name: password_links; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.password_links (
    hash bytea NOT NULL,
    org_id text NOT NULL,
    principal_id text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL
);


--
-- Name: passwords; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.passwords (
    principal_id text NOT NULL,
    org_id text NOT NULL,
    hash text NOT NULL,
    changed_at timestamp(3) with time zone DEFAULT now() NOT NULL
);


--
-- Name: pgmigrations; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.pgmigrations (
    id integer NOT NULL,
    name character varying(255) NOT NULL,
    run_on timestamp without time zone NOT NULL
);


--
-- Name: pgmigrations_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

CREATE SEQUENCE public.pgmigrations_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: pgmigrations_id_seq; Type: SEQUENCE OWNED BY; Schema: public; Owner: -
--

ALTER SEQUENCE public.pgmigrations_id_seq OWNED BY public.pgmigrations.id;


--
-- Name: principals; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.principals (
    id text NOT NULL,
    org_id text NOT NULL,
    kind text NOT NULL,
    name text NOT NULL,
    email text,
    org_role text NOT NULL,
    seat text DEFAULT 'editor'::text NOT NULL,
    attributes jsonb DEFAULT '{}'::jsonb NOT NULL,
    scopes text[] DEFAULT '{}'::text[] NOT NULL,
    expires_at timestamp(3) with time zone,
    last_used_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT principals_check CHECK (((kind = 'user'::text) = (email IS NOT NULL))),
    CONSTRAINT principals_kind_check CHECK ((kind = ANY (ARRAY['user'::text, 'service_account'::text]))),
    CONSTRAINT principals_org_role_check CHECK ((org_role = ANY (ARRAY['admin'::text, 'member'::text]))),
    CONSTRAINT principals_seat_check CHECK ((seat = ANY (ARRAY['editor'::text, 'viewer'::text])))
);


--
-- Name: project_teams; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.project_teams (
    org_id text NOT NULL,
    project_id text NOT NULL,
    team_id text NOT NULL
);


--
-- Name: projects; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.projects (
    id text NOT NULL,
    org_id text NOT NULL,
    name text NOT NULL,
    connection_id text NOT NULL,
    git jsonb,
    timezone text DEFAULT 'UTC'::text NOT NULL,
    week_start text DEFAULT 'monday'::text NOT NULL,
    cache_ttl_seconds integer DEFAULT 0 NOT NULL,
    is_default boolean DEFAULT false NOT NULL,
    layer_version integer DEFAULT 0 NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT projects_cache_ttl_seconds_check CHECK ((cache_ttl_seconds >= 0)),
    CONSTRAINT projects_week_start_check CHECK ((week_start = ANY (ARRAY['monday'::text, 'sunday'::text])))
);


--
-- Name: query_result_chunks; Type: TABLE; Schema: public; Owner: -
--

CREATE UNLOGGED TABLE public.query_result_chunks (
    run_id text NOT NULL,
    "position" integer NOT NULL,
    bytes bytea NOT NULL
);
ALTER TABLE ONLY public.query_result_chunks ALTER COLUMN bytes SET STORAGE EXTERNAL;


--
-- Name: query_runs; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.query_runs (
    id text NOT NULL,
    org_id text NOT NULL,
    principal_id text NOT NULL,
    project_id text NOT NULL,
    connection_id text NOT NULL,
    model text NOT NULL,
    trigger text NOT NULL,
    status text NOT NULL,
    fingerprint text NOT NULL,
    request jsonb,
    content_type text,
    cache text,
    times integer DEFAULT 1 NOT NULL,
    row_count bigint,
    size_bytes bigint,
    duration_ms double precision,
    error jsonb,
    request_id text,
    worker_id text,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    started_at timestamp(3) with time zone,
    finished_at timestamp(3) with time zone,
    CONSTRAINT query_runs_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'running'::text, 'succeeded'::text, 'failed'::text, 'cancelled'::text, 'skipped'::text]))),
    CONSTRAINT query_runs_trigger_check CHECK ((trigger = ANY (ARRAY['interactive'::text, 'batch'::text, 'async'::text])))
);


--
-- Name: sheet_queries; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.sheet_queries (
    org_id text NOT NULL,
    sheet_id text NOT NULL,
    "position" integer NOT NULL,
    project_id text NOT NULL,
    dataset_id text
);


--
-- Name: sheets; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.sheets (
    id text NOT NULL,
    org_id text NOT NULL,
    tabs json NOT NULL
);


--
-- Name: snapshot_chunks; Type: TABLE; Schema: public; Owner: -
--

CREATE UNLOGGED TABLE public.snapshot_chunks (
    org_id text NOT NULL,
    upload_id text NOT NULL,
    "position" integer NOT NULL,
    bytes bytea NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL
);
ALTER TABLE ONLY public.snapshot_chunks ALTER COLUMN bytes SET STORAGE EXTERNAL;


--
-- Name: team_members; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.team_members (
    org_id text NOT NULL,
    team_id text NOT NULL,
    principal_id text NOT NULL,
    role text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT team_members_role_check CHECK ((role = ANY (ARRAY['lead'::text, 'member'::text])))
);


--
-- Name: teams; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.teams (
    id text NOT NULL,
    org_id text NOT NULL,
    name text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL
);


--
-- Name: throttles; Type: TABLE; Schema: public; Owner: -
--

CREATE UNLOGGED TABLE public.throttles (
    key bytea NOT NULL,
    times timestamp with time zone[] NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL
);


--
-- Name: tokens; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.tokens (
    hash bytea NOT NULL,
    org_id text NOT NULL,
    principal_id text NOT NULL,
    expires_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL
);


--
-- Name: worker_calls; Type: TABLE; Schema: public; Owner: -
--

CREATE UNLOGGED TABLE public.worker_calls (
    id text NOT NULL,
    name text NOT NULL,
    request bytea NOT NULL,
    answer bytea,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL
);


--
-- Name: workers; Type: TABLE; Schema: public; Owner: -
--

CREATE UNLOGGED TABLE public.workers (
    id text NOT NULL,
    address text,
    runners text[] NOT NULL,
    queue_pool_ids text[] DEFAULT '{}'::text[] NOT NULL,
    started_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    heartbeat_at timestamp(3) with time zone DEFAULT now() NOT NULL
);


--
-- Name: pgmigrations id; Type: DEFAULT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.pgmigrations ALTER COLUMN id SET DEFAULT nextval('public.pgmigrations_id_seq'::regclass);


--
-- Data for Name: _private_job_queues; Type: TABLE DATA; Schema: graphile_worker; Owner: -
--



--
-- Data for Name: _private_jobs; Type: TABLE DATA; Schema: graphile_worker; Owner: -
--

INSERT INTO graphile_worker._private_jobs OVERRIDING SYSTEM VALUE VALUES (2, NULL, 1, '{"orgId":"org_01m80rawcrf24rf71qfe8wyjm5","runId":"run_01m80razj6f24rf79jp1ey57b1"}', 0, '2026-11-22 04:30:55.576301+00', 0, 3, NULL, '2026-11-22 04:30:55.576301+00', '2026-11-22 04:30:55.576301+00', 'run_01m80razj6f24rf79jp1ey57b1', NULL, NULL, 0, NULL, DEFAULT);
INSERT INTO graphile_worker._private_jobs OVERRIDING SYSTEM VALUE VALUES (4, NULL, 3, '{"orgId":"org_01m80rawcrf24rf71qfe8wyjm5","datasetId":"ds_01m80raxgjf24rf76mvsqtx15t"}', 0, '2026-11-22 04:30:55.602067+00', 0, 5, NULL, '2026-11-22 04:30:55.602067+00', '2026-11-22 04:30:55.602067+00', NULL, NULL, NULL, 0, NULL, DEFAULT);
INSERT INTO graphile_worker._private_jobs OVERRIDING SYSTEM VALUE VALUES (3, NULL, 1, '{"orgId":"org_01m80rawcrf24rf71qfe8wyjm5","runId":"run_01m80razk8f24rf79vam3kvc2m"}', 0, '2026-11-22 04:30:55.593967+00', 1, 3, NULL, '2026-11-22 04:30:55.593967+00', '2026-11-22 04:30:55.593967+00', 'run_01m80razk8f24rf79vam3kvc2m', '2026-11-22 04:30:55.641295+00', 'pool-0123456789abcdef01', 0, NULL, DEFAULT);


--
-- Data for Name: _private_known_crontabs; Type: TABLE DATA; Schema: graphile_worker; Owner: -
--

INSERT INTO graphile_worker._private_known_crontabs VALUES ('collect_garbage', '2026-11-22 04:30:52.485+00', NULL);
INSERT INTO graphile_worker._private_known_crontabs VALUES ('collect_snapshots', '2026-11-22 04:30:52.485+00', NULL);


--
-- Data for Name: _private_tasks; Type: TABLE DATA; Schema: graphile_worker; Owner: -
--

INSERT INTO graphile_worker._private_tasks OVERRIDING SYSTEM VALUE VALUES (1, 'run_query');
INSERT INTO graphile_worker._private_tasks OVERRIDING SYSTEM VALUE VALUES (2, 'answer_call');
INSERT INTO graphile_worker._private_tasks OVERRIDING SYSTEM VALUE VALUES (3, 'delete_snapshot');
INSERT INTO graphile_worker._private_tasks OVERRIDING SYSTEM VALUE VALUES (4, 'collect_snapshots');
INSERT INTO graphile_worker._private_tasks OVERRIDING SYSTEM VALUE VALUES (5, 'collect_garbage');


--
-- Data for Name: migrations; Type: TABLE DATA; Schema: graphile_worker; Owner: -
--

INSERT INTO graphile_worker.migrations VALUES (1, '2026-11-22 04:30:51.934499+00', true);
INSERT INTO graphile_worker.migrations VALUES (2, '2026-11-22 04:30:51.949786+00', false);
INSERT INTO graphile_worker.migrations VALUES (3, '2026-11-22 04:30:51.958646+00', true);
INSERT INTO graphile_worker.migrations VALUES (4, '2026-11-22 04:30:51.963711+00', false);
INSERT INTO graphile_worker.migrations VALUES (5, '2026-11-22 04:30:51.969014+00', false);
INSERT INTO graphile_worker.migrations VALUES (6, '2026-11-22 04:30:51.974318+00', false);
INSERT INTO graphile_worker.migrations VALUES (7, '2026-11-22 04:30:51.980639+00', false);
INSERT INTO graphile_worker.migrations VALUES (8, '2026-11-22 04:30:51.984537+00', false);
INSERT INTO graphile_worker.migrations VALUES (9, '2026-11-22 04:30:51.989123+00', false);
INSERT INTO graphile_worker.migrations VALUES (10, '2026-11-22 04:30:51.991904+00', false);
INSERT INTO graphile_worker.migrations VALUES (11, '2026-11-22 04:30:51.993648+00', true);
INSERT INTO graphile_worker.migrations VALUES (12, '2026-11-22 04:30:52.028088+00', false);
INSERT INTO graphile_worker.migrations VALUES (13, '2026-11-22 04:30:52.030534+00', true);
INSERT INTO graphile_worker.migrations VALUES (14, '2026-11-22 04:30:52.034844+00', true);
INSERT INTO graphile_worker.migrations VALUES (15, '2026-11-22 04:30:52.037557+00', false);
INSERT INTO graphile_worker.migrations VALUES (16, '2026-11-22 04:30:52.040984+00', true);
INSERT INTO graphile_worker.migrations VALUES (17, '2026-11-22 04:30:52.04888+00', false);
INSERT INTO graphile_worker.migrations VALUES (18, '2026-11-22 04:30:52.052897+00', false);
INSERT INTO graphile_worker.migrations VALUES (19, '2026-11-22 04:30:52.061811+00', true);
INSERT INTO graphile_worker.migrations VALUES (20, '2026-11-22 04:30:52.066901+00', false);


--
-- Data for Name: audit_log; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.audit_log OVERRIDING SYSTEM VALUE VALUES (1, 'org_01m80rawcrf24rf71qfe8wyjm5', 'user_01m80rawcsf24rf71yfdpcpq0w', 'organization.create', 'organization', 'org_01m80rawcrf24rf71qfe8wyjm5', '{}', NULL, NULL, '2026-11-22 04:30:52.321+00');
INSERT INTO public.audit_log OVERRIDING SYSTEM VALUE VALUES (2, 'org_01m80rawcrf24rf71qfe8wyjm5', 'svc_01m80rawcsf24rf725a0hs3xj6', 'team.create', 'team', 'team_01m80rawtef24rf72j0mfy5q1f', '{"name": "Sales"}', NULL, 'req_01a20185-733c-73a2-bbb9-242e82467f2a', '2026-11-22 04:30:52.751+00');
INSERT INTO public.audit_log OVERRIDING SYSTEM VALUE VALUES (3, 'org_01m80rawcrf24rf71qfe8wyjm5', 'svc_01m80rawcsf24rf725a0hs3xj6', 'member.create', 'member', 'user_01m80rawttf24rf72rqaazd4sf', '{"seat": "editor", "email": "mel@example.com", "orgRole": "member"}', NULL, 'req_01a20185-7358-7004-b020-e0e2c68a0abe', '2026-11-22 04:30:52.763+00');
INSERT INTO public.audit_log OVERRIDING SYSTEM VALUE VALUES (4, 'org_01m80rawcrf24rf71qfe8wyjm5', 'svc_01m80rawcsf24rf725a0hs3xj6', 'member.create', 'member', 'user_01m80rawtzf24rf73537fh65wq', '{"seat": "viewer", "email": "vic@example.com", "orgRole": "member"}', NULL, 'req_01a20185-735f-7497-bb4b-9543ba7ba6bc', '2026-11-22 04:30:52.769+00');
INSERT INTO public.audit_log OVERRIDING SYSTEM VALUE VALUES (5, 'org_01m80rawcrf24rf71qfe8wyjm5', 'svc_01m80rawcsf24rf725a0hs3xj6', 'team_member.put', 'team', 'team_01m80rawtef24rf72j0mfy5q1f', '{"role": "lead", "principalId": "user_01m80rawttf24rf72rqaazd4sf"}', NULL, 'req_01a20185-7368-70f0-b8ec-3bc614f5f0cb', '2026-11-22 04:30:52.788+00');
INSERT INTO public.audit_log OVERRIDING SYSTEM VALUE VALUES (6, 'org_01m80rawcrf24rf71qfe8wyjm5', 'svc_01m80rawcsf24rf725a0hs3xj6', 'service_account.create', 'service_account', 'svc_01m80rawwbf24rf73fk321dhcq', '{"name": "Reporting", "teams": [], "scopes": ["read", "write"], "orgRole": "member"}', NULL, 'req_01a20185-7386-706e-82a1-38166e827ae9', '2026-11-22 04:30:52.814+00');
INSERT INTO public.audit_log OVERRIDING SYSTEM VALUE VALUES (7, 'org_01m80rawcrf24rf71qfe8wyjm5', 'svc_01m80rawcsf24rf725a0hs3xj6', 'team_member.put', 'team', 'team_01m80rawtef24rf72j0mfy5q1f', '{"role": "member", "principalId": "svc_01m80rawwbf24rf73fk321dhcq"}', NULL, 'req_01a20185-739e-75c1-b19d-9f0c4c20d584', '2026-11-22 04:30:52.835+00');
INSERT INTO public.audit_log OVERRIDING SYSTEM VALUE VALUES (8, 'org_01m80rawcrf24rf71qfe8wyjm5', 'svc_01m80rawcsf24rf725a0hs3xj6', 'service_account.create', 'service_account', 'svc_01m80rawxdf24rf73nbmf7j5gx', '{"name": "Ending", "teams": [], "scopes": ["read"], "orgRole": "member"}', NULL, 'req_01a20185-73ac-73ae-b2f1-0c6572a1296c', '2026-11-22 04:30:52.849+00');
INSERT INTO public.audit_log OVERRIDING SYSTEM VALUE VALUES (9, 'org_01m80rawcrf24rf71qfe8wyjm5', 'user_01m80rawcsf24rf71yfdpcpq0w', 'password.set', 'member', 'user_01m80rawcsf24rf71yfdpcpq0w', '{}', NULL, NULL, '2026-11-22 04:30:52.929+00');
INSERT INTO public.audit_log OVERRIDING SYSTEM VALUE VALUES (10, 'org_01m80rawcrf24rf71qfe8wyjm5', 'user_01m80rawttf24rf72rqaazd4sf', 'password.set', 'member', 'user_01m80rawttf24rf72rqaazd4sf', '{}', NULL, NULL, '2026-11-22 04:30:52.999+00');
INSERT INTO public.audit_log OVERRIDING SYSTEM VALUE VALUES (11, 'org_01m80rawcrf24rf71qfe8wyjm5', 'svc_01m80rawcsf24rf725a0hs3xj6', 'connection.create', 'connection', 'conn_01m80rax4bf24rf73xqn5c70t7', '{"name": "Shop", "type": "duckdb"}', NULL, 'req_01a20185-7455-7558-a00a-1cd5ae8d685e', '2026-11-22 04:30:53.068+00');
INSERT INTO public.audit_log OVERRIDING SYSTEM VALUE VALUES (12, 'org_01m80rawcrf24rf71qfe8wyjm5', 'svc_01m80rawcsf24rf725a0hs3xj6', 'connection.create', 'connection', 'conn_01m80rax57f24rf740we7mrcx8', '{"name": "Books", "type": "postgres"}', NULL, 'req_01a20185-7490-77f5-a253-2e769afc1916', '2026-11-22 04:30:53.096+00');
INSERT INTO public.audit_log OVERRIDING SYSTEM VALUE VALUES (13, 'org_01m80rawcrf24rf71qfe8wyjm5', 'svc_01m80rawcsf24rf725a0hs3xj6', 'project.create', 'project', 'proj_01m80rax5jf24rf74awpgz8xnq', '{"name": "Shop"}', NULL, 'req_01a20185-74af-7723-8875-09ef318ff1c0', '2026-11-22 04:30:53.107+00');
INSERT INTO public.audit_log OVERRIDING SYSTEM VALUE VALUES (14, 'org_01m80rawcrf24rf71qfe8wyjm5', 'svc_01m80rawcsf24rf725a0hs3xj6', 'project.create', 'project', 'proj_01m80rax5yf24rf74n55220qrx', '{"name": "Books"}', NULL, 'req_01a20185-74bc-7368-b3df-2119231e61b9', '2026-11-22 04:30:53.119+00');
INSERT INTO public.audit_log OVERRIDING SYSTEM VALUE VALUES (15, 'org_01m80rawcrf24rf71qfe8wyjm5', 'svc_01m80rawcsf24rf725a0hs3xj6', 'layer.apply', 'project', 'proj_01m80rax5jf24rf74awpgz8xnq', '{"note": "Applied 2 models and 1 join", "version": 1}', NULL, 'req_01a20185-74d6-74fd-959a-308958a2eeb2', '2026-11-22 04:30:53.255+00');
INSERT INTO public.audit_log OVERRIDING SYSTEM VALUE VALUES (16, 'org_01m80rawcrf24rf71qfe8wyjm5', 'svc_01m80rawcsf24rf725a0hs3xj6', 'layer.apply', 'project', 'proj_01m80rax5jf24rf74awpgz8xnq', '{"note": "Applied 2 models and 1 join", "version": 2}', NULL, 'req_01a20185-7555-740b-873c-0edc41b8c161', '2026-11-22 04:30:53.311+00');
INSERT INTO public.audit_log OVERRIDING SYSTEM VALUE VALUES (17, 'org_01m80rawcrf24rf71qfe8wyjm5', 'svc_01m80rawcsf24rf725a0hs3xj6', 'chart.create', 'chart', 'chart_01m80raxcgf24rf74r05c0cccz', '{"name": "By status", "teamId": null}', NULL, 'req_01a20185-7589-7648-9892-417200082fdf', '2026-11-22 04:30:53.33+00');
INSERT INTO public.audit_log OVERRIDING SYSTEM VALUE VALUES (18, 'org_01m80rawcrf24rf71qfe8wyjm5', 'svc_01m80rawcsf24rf725a0hs3xj6', 'chart.create', 'chart', 'chart_01m80raxctf24rf754kxb9jbpa', '{"name": "By month", "teamId": null}', NULL, 'req_01a20185-7599-73f1-8717-ad749986a889', '2026-11-22 04:30:53.341+00');
INSERT INTO public.audit_log OVERRIDING SYSTEM VALUE VALUES (19, 'org_01m80rawcrf24rf71qfe8wyjm5', 'svc_01m80rawcsf24rf725a0hs3xj6', 'chart.create', 'chart', 'chart_01m80raxd1f24rf759x6bw3mf8', '{"name": "Share", "teamId": null}', NULL, 'req_01a20185-75a0-76cc-8282-891ef2d0588a', '2026-11-22 04:30:53.345+00');
INSERT INTO public.audit_log OVERRIDING SYSTEM VALUE VALUES (20, 'org_01m80rawcrf24rf71qfe8wyjm5', 'svc_01m80rawcsf24rf725a0hs3xj6', 'chart.create', 'chart', 'chart_01m80raxd4f24rf75qvfdz4vzn', '{"name": "Ids", "teamId": "team_01m80rawtef24rf72j0mfy5q1f"}', NULL, 'req_01a20185-75a4-7645-9b1e-78e2b0c94543', '2026-11-22 04:30:53.349+00');
INSERT INTO public.audit_log OVERRIDING SYSTEM VALUE VALUES (21, 'org_01m80rawcrf24rf71qfe8wyjm5', 'svc_01m80rawcsf24rf725a0hs3xj6', 'dashboard.create', 'dashboard', 'dash_01m80raxddf24rf75ztrzh4vhq', '{"name": "Sales", "teamId": null}', NULL, 'req_01a20185-75ac-751f-ade3-c9c710b7cfdd', '2026-11-22 04:30:53.358+00');
INSERT INTO public.audit_log OVERRIDING SYSTEM VALUE VALUES (22, 'org_01m80rawcrf24rf71qfe8wyjm5', 'svc_01m80rawcsf24rf725a0hs3xj6', 'dashboard.update', 'dashboard', 'dash_01m80raxddf24rf75ztrzh4vhq', '{"changed": ["tiles"]}', NULL, 'req_01a20185-75b5-765b-8b65-0372514c2cea', '2026-11-22 04:30:53.368+00');
INSERT INTO public.audit_log OVERRIDING SYSTEM VALUE VALUES (23, 'org_01m80rawcrf24rf71qfe8wyjm5', 'svc_01m80rawcsf24rf725a0hs3xj6', 'dataset.create', 'dataset', 'ds_01m80raxe9f24rf762krkf79q3', '{"name": "Paid orders", "teamId": null}', NULL, 'req_01a20185-75c6-77d5-9620-075f3ac66d78', '2026-11-22 04:30:53.389+00');
INSERT INTO public.audit_log OVERRIDING SYSTEM VALUE VALUES (24, 'org_01m80rawcrf24rf71qfe8wyjm5', 'svc_01m80rawcsf24rf725a0hs3xj6', 'dataset.create', 'dataset', 'ds_01m80raxeqf24rf76cbrqvvw30', '{"name": "Regions", "teamId": null}', NULL, 'req_01a20185-75d5-731e-b20a-402df7a6aada', '2026-11-22 04:30:53.449+00');
INSERT INTO public.audit_log OVERRIDING SYSTEM VALUE VALUES (25, 'org_01m80rawcrf24rf71qfe8wyjm5', 'svc_01m80rawcsf24rf725a0hs3xj6', 'dataset.create', 'dataset', 'ds_01m80raxgjf24rf76mvsqtx15t', '{"name": "Frozen", "teamId": null}', NULL, 'req_01a20185-7610-72f9-9428-bc51864609f3', '2026-11-22 04:30:53.503+00');
INSERT INTO public.audit_log OVERRIDING SYSTEM VALUE VALUES (26, 'org_01m80rawcrf24rf71qfe8wyjm5', 'svc_01m80rawcsf24rf725a0hs3xj6', 'chart.create', 'chart', 'chart_01m80raxjdf24rf771vgjqjrgb', '{"name": "Of the snapshot", "teamId": null}', NULL, 'req_01a20185-7646-7383-a1fe-07637e6f7609', '2026-11-22 04:30:53.517+00');
INSERT INTO public.audit_log OVERRIDING SYSTEM VALUE VALUES (27, 'org_01m80rawcrf24rf71qfe8wyjm5', 'svc_01m80rawcsf24rf725a0hs3xj6', 'sheet.create', 'sheet', 'sheet_01m80raxjyf24rf77c1t3xj476', '{"name": "Sums", "teamId": null}', NULL, 'req_01a20185-765b-73e6-af9b-6b26358d5e86', '2026-11-22 04:30:53.536+00');
INSERT INTO public.audit_log OVERRIDING SYSTEM VALUE VALUES (28, 'org_01m80rawcrf24rf71qfe8wyjm5', 'svc_01m80rawcsf24rf725a0hs3xj6', 'grant.put', 'dashboard', 'dash_01m80raxddf24rf75ztrzh4vhq', '{"grantId": "grant_01m80raxkef24rf77j7pfdwc0b", "permission": "view", "granteeTeamId": "team_01m80rawtef24rf72j0mfy5q1f", "cascadeChartsPermission": "view"}', NULL, 'req_01a20185-766a-75cd-801c-a51223fd54f2', '2026-11-22 04:30:53.548+00');
INSERT INTO public.audit_log OVERRIDING SYSTEM VALUE VALUES (29, 'org_01m80rawcrf24rf71qfe8wyjm5', 'svc_01m80rawcsf24rf725a0hs3xj6', 'grant.put', 'sheet', 'sheet_01m80raxjyf24rf77c1t3xj476', '{"grantId": "grant_01m80raxkkf24rf77vjtyeevgv", "permission": "edit", "granteeUserId": "user_01m80rawttf24rf72rqaazd4sf", "cascadeChartsPermission": null}', NULL, 'req_01a20185-7671-776c-9c77-7774cb91e929', '2026-11-22 04:30:53.555+00');
INSERT INTO public.audit_log OVERRIDING SYSTEM VALUE VALUES (30, 'org_01m80rawcrf24rf71qfe8wyjm5', 'svc_01m80rawcsf24rf725a0hs3xj6', 'embed_token.create', 'embed_token', 'emb_01m80raxkpf24rf7867z7gr7hq', '{"expiresAt": "2096-11-04T04:30:54.000Z", "resourceId": "dash_01m80raxddf24rf75ztrzh4vhq", "resourceType": "dashboard"}', NULL, NULL, '2026-11-22 04:30:53.559+00');
INSERT INTO public.audit_log OVERRIDING SYSTEM VALUE VALUES (31, 'org_01m80rawcrf24rf71qfe8wyjm5', 'svc_01m80rawcsf24rf725a0hs3xj6', 'embed_token.create', 'embed_token', 'emb_01m80raxkxf24rf789vser53wx', '{"expiresAt": "2096-11-04T04:30:54.000Z", "resourceId": "chart_01m80raxd1f24rf759x6bw3mf8", "resourceType": "chart"}', NULL, NULL, '2026-11-22 04:30:53.566+00');
INSERT INTO public.audit_log OVERRIDING SYSTEM VALUE VALUES (32, 'org_01m80rawcrf24rf71qfe8wyjm5', 'svc_01m80rawcsf24rf725a0hs3xj6', 'embed_token.revoke', 'embed_token', 'emb_01m80raxkxf24rf789vser53wx', '{}', NULL, 'req_01a20185-7682-75ad-bb39-350f7ce10d74', '2026-11-22 04:30:53.571+00');
INSERT INTO public.audit_log OVERRIDING SYSTEM VALUE VALUES (33, 'org_01m80rawcrf24rf71qfe8wyjm5', 'user_01m80rawttf24rf72rqaazd4sf', 'member.sign_in', 'member', 'user_01m80rawttf24rf72rqaazd4sf', '{}', 'unknown', 'req_01a20185-773a-7327-b961-de70e8b1a415', '2026-11-22 04:30:53.831+00');
INSERT INTO public.audit_log OVERRIDING SYSTEM VALUE VALUES (34, 'org_01m80rawcrf24rf71qfe8wyjm5', 'user_01m80rawttf24rf72rqaazd4sf', 'oauth_grant.create', 'oauth_grant', 'oauth_01m80raxwwf24rf78rcgjk82eh', '{"scopes": ["read", "write"], "clientId": "client_01m80raxmdf24rf78h0xk81ev6"}', 'unknown', 'req_01a20185-7796-7679-8de2-f8c95a8cd82f', '2026-11-22 04:30:53.854+00');
INSERT INTO public.audit_log OVERRIDING SYSTEM VALUE VALUES (35, 'org_01m80rawcrf24rf71qfe8wyjm5', 'svc_01m80rawcsf24rf725a0hs3xj6', 'dataset.delete', 'dataset', 'ds_01m80raxgjf24rf76mvsqtx15t', '{"name": "Frozen"}', NULL, 'req_01a20185-7e70-7794-843a-0d4ab27fcf98', '2026-11-22 04:30:55.602+00');


--
-- Data for Name: browser_sessions; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.browser_sessions VALUES ('\x098eb61e58a7b972eabf3986069220a799085600e53b1040d59ae58af188ce63', 'org_01m80rawcrf24rf71qfe8wyjm5', 'user_01m80rawttf24rf72rqaazd4sf', '2026-11-22 04:30:53.837+00', '2026-11-22 04:30:53.837+00');


--
-- Data for Name: charts; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.charts VALUES ('chart_01m80raxcgf24rf74r05c0cccz', 'org_01m80rawcrf24rf71qfe8wyjm5', 'proj_01m80rax5jf24rf74awpgz8xnq', NULL, 'bar', '{"model":"orders","dimensions":["orders.status"],"measures":["orders.count","orders.total"],"orderBy":["orders.status"]}', '{}');
INSERT INTO public.charts VALUES ('chart_01m80raxctf24rf754kxb9jbpa', 'org_01m80rawcrf24rf71qfe8wyjm5', 'proj_01m80rax5jf24rf74awpgz8xnq', NULL, 'line', '{"model":"orders","dimensions":["orders.placed_at.month"],"measures":["orders.count"]}', '{}');
INSERT INTO public.charts VALUES ('chart_01m80raxd1f24rf759x6bw3mf8', 'org_01m80rawcrf24rf71qfe8wyjm5', 'proj_01m80rax5jf24rf74awpgz8xnq', NULL, 'big_number', '{"model":"orders","measures":["orders.share"]}', '{}');
INSERT INTO public.charts VALUES ('chart_01m80raxd4f24rf75qvfdz4vzn', 'org_01m80rawcrf24rf71qfe8wyjm5', 'proj_01m80rax5jf24rf74awpgz8xnq', NULL, 'table', '{"model":"orders","dimensions":["orders.id","orders.status"],"orderBy":["orders.id"]}', '{}');
INSERT INTO public.charts VALUES ('chart_01m80raxjdf24rf771vgjqjrgb', 'org_01m80rawcrf24rf71qfe8wyjm5', 'proj_01m80rax5jf24rf74awpgz8xnq', 'ds_01m80raxeqf24rf76cbrqvvw30', 'pie', '{"model":"regions","dimensions":["regions.region"],"measures":["regions.amount"]}', '{}');


--
-- Data for Name: connections; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.connections VALUES ('conn_01m80rax4bf24rf73xqn5c70t7', 'org_01m80rawcrf24rf71qfe8wyjm5', 'Shop', 'duckdb', '{"path": "shop.duckdb"}', NULL, 1, '2026-11-22 04:30:53.068+00', '2026-11-22 04:30:53.068+00');
INSERT INTO public.connections VALUES ('conn_01m80rax57f24rf740we7mrcx8', 'org_01m80rawcrf24rf71qfe8wyjm5', 'Books', 'postgres', '{"ssl": "disable", "host": "127.0.0.1", "port": 5432, "user": "reader", "database": "shop"}', '\x010b5d198ea7e7d2b24d1a74d4d0ba512923e4df90c9977dfc23abb3d9246182d2ebe8e5f606c8e261a076ea47e3a89ee053d469c4de249c', 1, '2026-11-22 04:30:53.096+00', '2026-11-22 04:30:53.096+00');


--
-- Data for Name: content; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.content VALUES ('chart_01m80raxcgf24rf74r05c0cccz', 'org_01m80rawcrf24rf71qfe8wyjm5', 'chart', 'By status', 'svc_01m80rawcsf24rf725a0hs3xj6', NULL, '2026-11-22 04:30:53.33+00', '2026-11-22 04:30:53.33+00');
INSERT INTO public.content VALUES ('chart_01m80raxctf24rf754kxb9jbpa', 'org_01m80rawcrf24rf71qfe8wyjm5', 'chart', 'By month', 'svc_01m80rawcsf24rf725a0hs3xj6', NULL, '2026-11-22 04:30:53.341+00', '2026-11-22 04:30:53.341+00');
INSERT INTO public.content VALUES ('chart_01m80raxd1f24rf759x6bw3mf8', 'org_01m80rawcrf24rf71qfe8wyjm5', 'chart', 'Share', 'svc_01m80rawcsf24rf725a0hs3xj6', NULL, '2026-11-22 04:30:53.345+00', '2026-11-22 04:30:53.345+00');
INSERT INTO public.content VALUES ('chart_01m80raxd4f24rf75qvfdz4vzn', 'org_01m80rawcrf24rf71qfe8wyjm5', 'chart', 'Ids', 'svc_01m80rawcsf24rf725a0hs3xj6', 'team_01m80rawtef24rf72j0mfy5q1f', '2026-11-22 04:30:53.349+00', '2026-11-22 04:30:53.349+00');
INSERT INTO public.content VALUES ('dash_01m80raxddf24rf75ztrzh4vhq', 'org_01m80rawcrf24rf71qfe8wyjm5', 'dashboard', 'Sales', 'svc_01m80rawcsf24rf725a0hs3xj6', NULL, '2026-11-22 04:30:53.358+00', '2026-11-22 04:30:53.368+00');
INSERT INTO public.content VALUES ('ds_01m80raxe9f24rf762krkf79q3', 'org_01m80rawcrf24rf71qfe8wyjm5', 'dataset', 'Paid orders', 'svc_01m80rawcsf24rf725a0hs3xj6', NULL, '2026-11-22 04:30:53.389+00', '2026-11-22 04:30:53.389+00');
INSERT INTO public.content VALUES ('ds_01m80raxeqf24rf76cbrqvvw30', 'org_01m80rawcrf24rf71qfe8wyjm5', 'dataset', 'Regions', 'svc_01m80rawcsf24rf725a0hs3xj6', NULL, '2026-11-22 04:30:53.449+00', '2026-11-22 04:30:53.449+00');
INSERT INTO public.content VALUES ('chart_01m80raxjdf24rf771vgjqjrgb', 'org_01m80rawcrf24rf71qfe8wyjm5', 'chart', 'Of the snapshot', 'svc_01m80rawcsf24rf725a0hs3xj6', NULL, '2026-11-22 04:30:53.517+00', '2026-11-22 04:30:53.517+00');
INSERT INTO public.content VALUES ('sheet_01m80raxjyf24rf77c1t3xj476', 'org_01m80rawcrf24rf71qfe8wyjm5', 'sheet', 'Sums', 'svc_01m80rawcsf24rf725a0hs3xj6', NULL, '2026-11-22 04:30:53.536+00', '2026-11-22 04:30:53.536+00');


--
-- Data for Name: dashboard_tiles; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.dashboard_tiles VALUES ('org_01m80rawcrf24rf71qfe8wyjm5', 'dash_01m80raxddf24rf75ztrzh4vhq', 0, 'chart_01m80raxcgf24rf74r05c0cccz', 0, 0, 18, 6, 'svc_01m80rawcsf24rf725a0hs3xj6');
INSERT INTO public.dashboard_tiles VALUES ('org_01m80rawcrf24rf71qfe8wyjm5', 'dash_01m80raxddf24rf75ztrzh4vhq', 1, 'chart_01m80raxctf24rf754kxb9jbpa', 0, 6, 18, 6, 'svc_01m80rawcsf24rf725a0hs3xj6');
INSERT INTO public.dashboard_tiles VALUES ('org_01m80rawcrf24rf71qfe8wyjm5', 'dash_01m80raxddf24rf75ztrzh4vhq', 2, 'chart_01m80raxd1f24rf759x6bw3mf8', 0, 12, 18, 6, 'svc_01m80rawcsf24rf725a0hs3xj6');


--
-- Data for Name: dashboards; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.dashboards VALUES ('dash_01m80raxddf24rf75ztrzh4vhq', 'org_01m80rawcrf24rf71qfe8wyjm5', '[{"field":"orders.status","label":"Status"}]');


--
-- Data for Name: datasets; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.datasets VALUES ('ds_01m80raxe9f24rf762krkf79q3', 'org_01m80rawcrf24rf71qfe8wyjm5', 'proj_01m80rax5jf24rf74awpgz8xnq', 'live', 'paid_orders', '{"model":"orders","dimensions":["orders.placed_at","orders.id"],"measures":["orders.total"],"filters":[{"field":"orders.status","op":"=","value":"paid"}]}', '[{"name":"orders.placed_at","type":"timestamp","field":"paid_orders.placed_at"},{"name":"orders.id","type":"number","field":"paid_orders.id"},{"name":"orders.total","type":"number","field":"paid_orders.total"}]', NULL, NULL);
INSERT INTO public.datasets VALUES ('ds_01m80raxeqf24rf76cbrqvvw30', 'org_01m80rawcrf24rf71qfe8wyjm5', 'proj_01m80rax5jf24rf74awpgz8xnq', 'snapshot', 'regions', NULL, '[{"name":"region","type":"string","field":"regions.region"},{"name":"amount","type":"number","field":"regions.amount"},{"name":"units","type":"number","integer":true,"field":"regions.units"},{"name":"sold_on","type":"date","field":"regions.sold_on"},{"name":"vip","type":"boolean","field":"regions.vip"}]', 3, 686);


--
-- Data for Name: embed_tokens; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.embed_tokens VALUES ('emb_01m80raxkpf24rf7867z7gr7hq', 'org_01m80rawcrf24rf71qfe8wyjm5', 'dash_01m80raxddf24rf75ztrzh4vhq', '{"region": ["north"]}', 'svc_01m80rawcsf24rf725a0hs3xj6', '2026-11-22 04:30:53.559+00', '2096-11-04 04:30:54+00', NULL);
INSERT INTO public.embed_tokens VALUES ('emb_01m80raxkxf24rf789vser53wx', 'org_01m80rawcrf24rf71qfe8wyjm5', 'chart_01m80raxd1f24rf759x6bw3mf8', '{}', 'svc_01m80rawcsf24rf725a0hs3xj6', '2026-11-22 04:30:53.566+00', '2096-11-04 04:30:54+00', '2026-11-22 04:30:53.571+00');


--
-- Data for Name: grants; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.grants VALUES ('grant_01m80raxkef24rf77j7pfdwc0b', 'org_01m80rawcrf24rf71qfe8wyjm5', 'dash_01m80raxddf24rf75ztrzh4vhq', 'team_01m80rawtef24rf72j0mfy5q1f', NULL, 'view', 'view', '2026-11-22 04:30:53.548+00');
INSERT INTO public.grants VALUES ('grant_01m80raxkkf24rf77vjtyeevgv', 'org_01m80rawcrf24rf71qfe8wyjm5', 'sheet_01m80raxjyf24rf77c1t3xj476', NULL, 'user_01m80rawttf24rf72rqaazd4sf', 'edit', NULL, '2026-11-22 04:30:53.555+00');


--
-- Data for Name: idempotency_keys; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.idempotency_keys VALUES ('org_01m80rawcrf24rf71qfe8wyjm5', 'svc_01m80rawcsf24rf725a0hs3xj6', 'POST', '/api/orgs/org_01m80rawcrf24rf71qfe8wyjm5/service-accounts', 'make-reporting', '\xc83d783fc05aba8dd39ad0aad9072f829c4b9246f2fd33b30fb81c972f681080', 201, '"{\"serviceAccount\":{\"id\":\"svc_01m80rawwbf24rf73fk321dhcq\",\"name\":\"Reporting\",\"scopes\":[\"read\",\"write\"],\"orgRole\":\"member\",\"expiresAt\":null,\"createdAt\":\"2026-11-22T04:30:52.811Z\",\"lastUsedAt\":null},\"token\":null}"', '{"content-type": "application/json"}', '2026-11-22 04:30:52.809+00');
INSERT INTO public.idempotency_keys VALUES ('org_01m80rawcrf24rf71qfe8wyjm5', 'svc_01m80rawcsf24rf725a0hs3xj6', 'POST', '/api/projects/proj_01m80rax5jf24rf74awpgz8xnq/datasets', 'make-regions', '\xe3d57bcc3e4d54d16190ee6fa715a17ec42a04b0cdbf1bf93b883c13cc38b894', 201, '"{\"id\":\"ds_01m80raxeqf24rf76cbrqvvw30\",\"projectId\":\"proj_01m80rax5jf24rf74awpgz8xnq\",\"name\":\"Regions\",\"kind\":\"snapshot\",\"slug\":\"regions\",\"columns\":[{\"name\":\"region\",\"type\":\"string\",\"field\":\"regions.region\"},{\"name\":\"amount\",\"type\":\"number\",\"field\":\"regions.amount\"},{\"name\":\"units\",\"type\":\"number\",\"integer\":true,\"field\":\"regions.units\"},{\"name\":\"sold_on\",\"type\":\"date\",\"field\":\"regions.sold_on\"},{\"name\":\"vip\",\"type\":\"boolean\",\"field\":\"regions.vip\"}],\"rowCount\":3,\"sizeBytes\":686,\"teamId\":null,\"ownerId\":\"svc_01m80rawcsf24rf725a0hs3xj6\",\"createdAt\":\"2026-11-22T04:30:53.449Z\"}"', '{"content-type": "application/json"}', '2026-11-22 04:30:53.447+00');


--
-- Data for Name: layer_versions; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.layer_versions VALUES ('org_01m80rawcrf24rf71qfe8wyjm5', 'proj_01m80rax5jf24rf74awpgz8xnq', 1, '{"models":[{"name":"orders","table":{"schema":"main","name":"orders"},"primaryKey":["id"],"dimensions":[{"name":"id","type":"number","column":"id"},{"name":"status","type":"string","column":"status"},{"name":"placed_at","type":"timestamp","column":"placed_at"}],"measures":[{"name":"count","type":"count"},{"name":"total","type":"sum","column":"amount","format":{"style":"number","decimals":2}},{"name":"paid","type":"count","where":"status = ''paid''"},{"name":"share","type":"number","sql":"${paid} / ${count}","format":{"style":"percent"}}]},{"name":"customers","table":{"schema":"main","name":"customers"},"primaryKey":["id"],"dimensions":[{"name":"name","type":"string","column":"name"},{"name":"region","type":"string","column":"region"}],"measures":[{"name":"count","type":"count"}],"rowAccess":[{"dimension":"region","attribute":"region"}]}],"joins":[{"from":"orders","to":"customers","relationship":"many_to_one","on":[{"from":"customer_id","to":"id"}]}]}', 2, 'Applied 2 models and 1 join', 'svc_01m80rawcsf24rf725a0hs3xj6', '2026-11-22 04:30:53.255+00');
INSERT INTO public.layer_versions VALUES ('org_01m80rawcrf24rf71qfe8wyjm5', 'proj_01m80rax5jf24rf74awpgz8xnq', 2, '{"models":[{"name":"orders","label":"Orders","description":"What was sold","table":{"schema":"main","name":"orders"},"primaryKey":["id"],"dimensions":[{"name":"id","type":"number","column":"id"},{"name":"status","type":"string","column":"status"},{"name":"placed_at","type":"timestamp","column":"placed_at"}],"measures":[{"name":"count","type":"count"},{"name":"total","type":"sum","column":"amount","format":{"style":"number","decimals":2}},{"name":"paid","type":"count","where":"status = ''paid''"},{"name":"share","type":"number","sql":"${paid} / ${count}","format":{"style":"percent"}}]},{"name":"customers","table":{"schema":"main","name":"customers"},"primaryKey":["id"],"dimensions":[{"name":"name","type":"string","column":"name"},{"name":"region","type":"string","column":"region"}],"measures":[{"name":"count","type":"count"}],"rowAccess":[{"dimension":"region","attribute":"region"}]}],"joins":[{"from":"orders","to":"customers","relationship":"many_to_one","on":[{"from":"customer_id","to":"id"}]}]}', 2, 'Applied 2 models and 1 join', 'svc_01m80rawcsf24rf725a0hs3xj6', '2026-11-22 04:30:53.311+00');


--
-- Data for Name: oauth_clients; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.oauth_clients VALUES ('client_01m80raxmdf24rf78h0xk81ev6', 'Test client', '{"client_name": "Test client", "grant_types": ["authorization_code", "refresh_token"], "allowed_scope": "read write", "redirect_uris": ["http://127.0.0.1:4711/callback"], "response_types": ["code"], "application_type": "native", "token_endpoint_auth_method": "none"}', '2026-11-22 04:30:53.582+00', '2026-11-22 04:30:53.854+00');


--
-- Data for Name: oauth_grants; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.oauth_grants VALUES ('oauth_01m80raxwwf24rf78rcgjk82eh', 'org_01m80rawcrf24rf71qfe8wyjm5', 'user_01m80rawttf24rf72rqaazd4sf', 'client_01m80raxmdf24rf78h0xk81ev6', '{read,write}', '2026-11-22 04:30:53.854+00', '2026-11-22 04:30:53.945+00', '2026-12-22 04:30:53.938+00');


--
-- Data for Name: oauth_interactions; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: oauth_tokens; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.oauth_tokens VALUES ('\x58a4739b65e9227b136e23c6d8ba954cf6dfa102705beabd680a65874b1e4101', 'AuthorizationCode', 'org_01m80rawcrf24rf71qfe8wyjm5', 'oauth_01m80raxwwf24rf78rcgjk82eh', '{read,write}', NULL, '{"exp": 1795321913, "iat": 1795321853, "kind": "AuthorizationCode", "scope": "read write", "grantId": "oauth_01m80raxwwf24rf78rcgjk82eh", "authTime": 1795321853, "clientId": "client_01m80raxmdf24rf78h0xk81ev6", "resource": "http://localhost:3000/mcp", "accountId": "user_01m80rawttf24rf72rqaazd4sf", "sessionUid": "WF-bzqOYTMzNd_jj9ueAx9m4fn0YzMSCZD1WHvq9HRj", "redirectUri": "http://127.0.0.1:4711/callback", "codeChallenge": "lZhnfsAdoMZiI-ESSNFZzdVO3aDmDpZjXa5wL6pFIA8", "codeChallengeMethod": "S256"}', '2026-11-22 04:30:53.876+00', '2026-11-22 04:30:53.931+00', '2026-11-22 04:31:53.876+00');
INSERT INTO public.oauth_tokens VALUES ('\x3844a9c2040a44d5c682036067dba1ce14f52a44244e390d1b1e0541d31acb3a', 'AccessToken', 'org_01m80rawcrf24rf71qfe8wyjm5', 'oauth_01m80raxwwf24rf78rcgjk82eh', '{read,write}', 'http://localhost:3000/mcp', '{"aud": "http://localhost:3000/mcp", "exp": 1795325453, "gty": "authorization_code", "iat": 1795321853, "kind": "AccessToken", "scope": "read write", "grantId": "oauth_01m80raxwwf24rf78rcgjk82eh", "clientId": "client_01m80raxmdf24rf78h0xk81ev6", "accountId": "user_01m80rawttf24rf72rqaazd4sf", "sessionUid": "WF-bzqOYTMzNd_jj9ueAx9m4fn0YzMSCZD1WHvq9HRj"}', '2026-11-22 04:30:53.935+00', NULL, '2026-11-22 05:30:53.935+00');
INSERT INTO public.oauth_tokens VALUES ('\xfc8e74938b4ab4f0f00abefb0bed1657ded30e822c7d54834fcb31cd58605b25', 'RefreshToken', 'org_01m80rawcrf24rf71qfe8wyjm5', 'oauth_01m80raxwwf24rf78rcgjk82eh', '{read,write}', NULL, '{"exp": 1797913853, "gty": "authorization_code", "iat": 1795321853, "iiat": 1795321853, "kind": "RefreshToken", "scope": "read write", "grantId": "oauth_01m80raxwwf24rf78rcgjk82eh", "authTime": 1795321853, "clientId": "client_01m80raxmdf24rf78h0xk81ev6", "resource": "http://localhost:3000/mcp", "accountId": "user_01m80rawttf24rf72rqaazd4sf", "rotations": 0, "sessionUid": "WF-bzqOYTMzNd_jj9ueAx9m4fn0YzMSCZD1WHvq9HRj"}', '2026-11-22 04:30:53.938+00', NULL, '2026-12-22 04:30:53.938+00');


--
-- Data for Name: orgs; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.orgs VALUES ('org_01m80rawcrf24rf71qfe8wyjm5', 'Upgrade Ltd', '2026-11-22 04:30:52.321+00');


--
-- Data for Name: password_links; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.password_links VALUES ('\xe714b8e27b7e9956cb5d0e84611a2075cc8a0631496303cfac0c155f8d31ce55', 'org_01m80rawcrf24rf71qfe8wyjm5', 'user_01m80rawtzf24rf73537fh65wq', '2026-11-22 04:30:53.012+00', '2026-11-23 04:30:53.01+00');


--
-- Data for Name: passwords; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.passwords VALUES ('user_01m80rawcsf24rf71yfdpcpq0w', 'org_01m80rawcrf24rf71qfe8wyjm5', '$argon2id$v=19$m=19456,t=2,p=1$PyD8bKzuu1p8QVgJ47gL3K9X9dxyVf5lo3V+Oi3x1z4$lJza1TzkGR3YNGg69su5432n5jsF6rbs9c3SkpbwOJQ', '2026-11-22 04:30:52.929+00');
INSERT INTO public.passwords VALUES ('user_01m80rawttf24rf72rqaazd4sf', 'org_01m80rawcrf24rf71qfe8wyjm5', '$argon2id$v=19$m=19456,t=2,p=1$GVvJ/04zg9Zy1+6COkwJBKx0WeXw34IgkQhsFKudkAw$UcJykkT6S6ZGPPhwYACYHNAR+SVy/NSPK0aRUGPkkPU', '2026-11-22 04:30:52.999+00');


--
-- Data for Name: pgmigrations; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.pgmigrations VALUES (1, '0001_foundation', '2026-11-22 04:30:52.097306');
INSERT INTO public.pgmigrations VALUES (2, '0002_worker_calls', '2026-11-22 04:30:52.154123');
INSERT INTO public.pgmigrations VALUES (3, '0003_content', '2026-11-22 04:30:52.163022');
INSERT INTO public.pgmigrations VALUES (4, '0004_sharing', '2026-11-22 04:30:52.200626');
INSERT INTO public.pgmigrations VALUES (5, '0006_oauth', '2026-11-22 04:30:52.205713');
INSERT INTO public.pgmigrations VALUES (6, '0007_snapshot_chunks', '2026-11-22 04:30:52.267297');
INSERT INTO public.pgmigrations VALUES (7, '0008_sheets', '2026-11-22 04:30:52.2732');
INSERT INTO public.pgmigrations VALUES (8, '0009_lists', '2026-11-22 04:30:52.284265');
INSERT INTO public.pgmigrations VALUES (9, '0010_embedding', '2026-11-22 04:30:52.29194');


--
-- Data for Name: principals; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.principals VALUES ('user_01m80rawcsf24rf71yfdpcpq0w', 'org_01m80rawcrf24rf71qfe8wyjm5', 'user', 'Ada Admin', 'admin@example.com', 'admin', 'editor', '{}', '{}', NULL, NULL, '2026-11-22 04:30:52.321+00');
INSERT INTO public.principals VALUES ('user_01m80rawtzf24rf73537fh65wq', 'org_01m80rawcrf24rf71qfe8wyjm5', 'user', 'Vic Viewer', 'vic@example.com', 'member', 'viewer', '{}', '{}', NULL, NULL, '2026-11-22 04:30:52.767+00');
INSERT INTO public.principals VALUES ('svc_01m80rawwbf24rf73fk321dhcq', 'org_01m80rawcrf24rf71qfe8wyjm5', 'service_account', 'Reporting', NULL, 'member', 'editor', '{"region": ["north"]}', '{read,write}', NULL, NULL, '2026-11-22 04:30:52.811+00');
INSERT INTO public.principals VALUES ('svc_01m80rawxdf24rf73nbmf7j5gx', 'org_01m80rawcrf24rf71qfe8wyjm5', 'service_account', 'Ending', NULL, 'member', 'editor', '{}', '{read}', '2031-01-01 00:00:00+00', NULL, '2026-11-22 04:30:52.845+00');
INSERT INTO public.principals VALUES ('svc_01m80rawcsf24rf725a0hs3xj6', 'org_01m80rawcrf24rf71qfe8wyjm5', 'service_account', 'Admin', NULL, 'admin', 'editor', '{}', '{read,write,manage}', NULL, '2026-11-22 04:30:53.144+00', '2026-11-22 04:30:52.321+00');
INSERT INTO public.principals VALUES ('user_01m80rawttf24rf72rqaazd4sf', 'org_01m80rawcrf24rf71qfe8wyjm5', 'user', 'Mel Member', 'mel@example.com', 'member', 'editor', '{"region": ["north"]}', '{}', NULL, '2026-11-22 04:30:53.945+00', '2026-11-22 04:30:52.762+00');


--
-- Data for Name: project_teams; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.project_teams VALUES ('org_01m80rawcrf24rf71qfe8wyjm5', 'proj_01m80rax5yf24rf74n55220qrx', 'team_01m80rawtef24rf72j0mfy5q1f');


--
-- Data for Name: projects; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.projects VALUES ('proj_01m80rax5yf24rf74n55220qrx', 'org_01m80rawcrf24rf71qfe8wyjm5', 'Books', 'conn_01m80rax57f24rf740we7mrcx8', NULL, 'UTC', 'monday', 0, false, 0, '2026-11-22 04:30:53.119+00', '2026-11-22 04:30:53.119+00');
INSERT INTO public.projects VALUES ('proj_01m80rax5jf24rf74awpgz8xnq', 'org_01m80rawcrf24rf71qfe8wyjm5', 'Shop', 'conn_01m80rax4bf24rf73xqn5c70t7', NULL, 'Europe/Berlin', 'monday', 0, true, 2, '2026-11-22 04:30:53.107+00', '2026-11-22 04:30:53.311+00');


--
-- Data for Name: query_result_chunks; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.query_result_chunks VALUES ('run_01m80raxzwf24rf797220a17hm', 0, '\x7b22636f6c756d6e73223a5b7b226e616d65223a226f72646572732e737461747573222c2274797065223a22737472696e67227d2c7b226e616d65223a226f72646572732e636f756e74222c2274797065223a226e756d626572227d5d2c22726f7773223a5b5b226f70656e222c315d2c5b2270616964222c335d5d2c227472756e6361746564223a66616c73657d');
INSERT INTO public.query_result_chunks VALUES ('run_01m80razk8f24rf79vam3kvc2m', 0, '\x68616c66206f66206120726573');


--
-- Data for Name: query_runs; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.query_runs VALUES ('run_01m80raxgkf24rf76xwpwqvqqf', 'org_01m80rawcrf24rf71qfe8wyjm5', 'svc_01m80rawcsf24rf725a0hs3xj6', 'proj_01m80rax5jf24rf74awpgz8xnq', 'conn_01m80rax4bf24rf73xqn5c70t7', 'orders', 'interactive', 'succeeded', '_h6Zrgl-f0bk90d0R5YPyEcZqNRrDjxpCDOJICjwXRU', NULL, NULL, 'miss', 1, 2, 45, 11.13009000000011, NULL, 'req_01a20185-7610-72f9-9428-bc51864609f3', 'worker_01m80rawghf24rf72eb8zszn3e', '2026-11-22 04:30:53.461+00', '2026-11-22 04:30:53.461+00', '2026-11-22 04:30:53.472+00');
INSERT INTO public.query_runs VALUES ('run_01m80raxzwf24rf797220a17hm', 'org_01m80rawcrf24rf71qfe8wyjm5', 'svc_01m80rawcsf24rf725a0hs3xj6', 'proj_01m80rax5jf24rf74awpgz8xnq', 'conn_01m80rax4bf24rf73xqn5c70t7', 'orders', 'async', 'succeeded', 'j7FwE7xi11tntunIVCTUscncyuxpovShaduVkzDDIjA', '{"sql": "select\n  \"status\" as \"orders.status\",\n  count(*) as \"orders.count\"\nfrom \"main\".\"orders\"\ngroup by 1\norder by \"orders.status\" nulls last\nlimit 1001", "fresh": false, "limit": 1000, "orgId": "org_01m80rawcrf24rf71qfe8wyjm5", "format": "json", "record": {"model": "orders", "runId": "run_01m80raxzwf24rf797220a17hm", "rights": "T1PNoYwrqgwDVLtfmj7L5e0Sq02OEbqHPC8RFhICuUU", "trigger": "async", "projectId": "proj_01m80rax5jf24rf74awpgz8xnq", "requestId": "req_01a20185-77fa-74df-baa7-1429126a9b5b", "principalId": "svc_01m80rawcsf24rf725a0hs3xj6"}, "columns": [{"name": "orders.status", "type": "string"}, {"name": "orders.count", "type": "number"}], "timezone": "Europe/Berlin", "timeoutMs": 60000, "parameters": [], "fingerprint": "j7FwE7xi11tntunIVCTUscncyuxpovShaduVkzDDIjA", "connectionId": "conn_01m80rax4bf24rf73xqn5c70t7", "connectionVersion": 1}', 'application/json', NULL, 1, 2, 143, 18.973246000000017, NULL, 'req_01a20185-77fa-74df-baa7-1429126a9b5b', 'worker_01m80rawghf24rf72eb8zszn3e', '2026-11-22 04:30:53.95+00', '2026-11-22 04:30:53.964+00', '2026-11-22 04:30:53.983+00');
INSERT INTO public.query_runs VALUES ('run_01m80ray20f24rf79cr96tncm5', 'org_01m80rawcrf24rf71qfe8wyjm5', 'svc_01m80rawcsf24rf725a0hs3xj6', 'proj_01m80rax5jf24rf74awpgz8xnq', 'conn_01m80rax4bf24rf73xqn5c70t7', 'orders', 'interactive', 'succeeded', 'j7FwE7xi11tntunIVCTUscncyuxpovShaduVkzDDIjA', NULL, NULL, 'miss', 1, 2, 143, 11.527194000000236, NULL, 'req_01a20185-783f-7433-bb1e-f3aaa1c8f489', 'worker_01m80rawghf24rf72eb8zszn3e', '2026-11-22 04:30:54.018+00', '2026-11-22 04:30:54.018+00', '2026-11-22 04:30:54.029+00');
INSERT INTO public.query_runs VALUES ('run_01m80razj6f24rf79jp1ey57b1', 'org_01m80rawcrf24rf71qfe8wyjm5', 'svc_01m80rawcsf24rf725a0hs3xj6', 'proj_01m80rax5jf24rf74awpgz8xnq', 'conn_01m80rax4bf24rf73xqn5c70t7', 'orders', 'async', 'queued', 'j7FwE7xi11tntunIVCTUscncyuxpovShaduVkzDDIjA', '{"sql": "select\n  \"status\" as \"orders.status\",\n  count(*) as \"orders.count\"\nfrom \"main\".\"orders\"\ngroup by 1\norder by \"orders.status\" nulls last\nlimit 1001", "fresh": false, "limit": 1000, "orgId": "org_01m80rawcrf24rf71qfe8wyjm5", "format": "json", "record": {"model": "orders", "runId": "run_01m80razj6f24rf79jp1ey57b1", "rights": "T1PNoYwrqgwDVLtfmj7L5e0Sq02OEbqHPC8RFhICuUU", "trigger": "async", "projectId": "proj_01m80rax5jf24rf74awpgz8xnq", "requestId": "req_01a20185-7e45-7138-9c47-f0e2fdf4081b", "principalId": "svc_01m80rawcsf24rf725a0hs3xj6"}, "columns": [{"name": "orders.status", "type": "string"}, {"name": "orders.count", "type": "number"}], "timezone": "Europe/Berlin", "timeoutMs": 60000, "parameters": [], "fingerprint": "j7FwE7xi11tntunIVCTUscncyuxpovShaduVkzDDIjA", "connectionId": "conn_01m80rax4bf24rf73xqn5c70t7", "connectionVersion": 1}', 'application/json', NULL, 1, NULL, NULL, NULL, NULL, 'req_01a20185-7e45-7138-9c47-f0e2fdf4081b', NULL, '2026-11-22 04:30:55.576+00', NULL, NULL);
INSERT INTO public.query_runs VALUES ('run_01m80razk8f24rf79vam3kvc2m', 'org_01m80rawcrf24rf71qfe8wyjm5', 'svc_01m80rawcsf24rf725a0hs3xj6', 'proj_01m80rax5jf24rf74awpgz8xnq', 'conn_01m80rax4bf24rf73xqn5c70t7', 'orders', 'async', 'running', 'j7FwE7xi11tntunIVCTUscncyuxpovShaduVkzDDIjA', '{"sql": "select\n  \"status\" as \"orders.status\",\n  count(*) as \"orders.count\"\nfrom \"main\".\"orders\"\ngroup by 1\norder by \"orders.status\" nulls last\nlimit 1001", "fresh": false, "limit": 1000, "orgId": "org_01m80rawcrf24rf71qfe8wyjm5", "format": "json", "record": {"model": "orders", "runId": "run_01m80razk8f24rf79vam3kvc2m", "rights": "T1PNoYwrqgwDVLtfmj7L5e0Sq02OEbqHPC8RFhICuUU", "trigger": "async", "projectId": "proj_01m80rax5jf24rf74awpgz8xnq", "requestId": "req_01a20185-7e64-72bf-a1c0-447fe5780fa8", "principalId": "svc_01m80rawcsf24rf725a0hs3xj6"}, "columns": [{"name": "orders.status", "type": "string"}, {"name": "orders.count", "type": "number"}], "timezone": "Europe/Berlin", "timeoutMs": 60000, "parameters": [], "fingerprint": "j7FwE7xi11tntunIVCTUscncyuxpovShaduVkzDDIjA", "connectionId": "conn_01m80rax4bf24rf73xqn5c70t7", "connectionVersion": 1}', 'application/json', NULL, 1, NULL, NULL, NULL, NULL, 'req_01a20185-7e64-72bf-a1c0-447fe5780fa8', 'worker_killed', '2026-11-22 04:30:55.594+00', '2026-11-22 04:30:55.637+00', NULL);


--
-- Data for Name: sheet_queries; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.sheet_queries VALUES ('org_01m80rawcrf24rf71qfe8wyjm5', 'sheet_01m80raxjyf24rf77c1t3xj476', 0, 'proj_01m80rax5jf24rf74awpgz8xnq', NULL);


--
-- Data for Name: sheets; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.sheets VALUES ('sheet_01m80raxjyf24rf77c1t3xj476', 'org_01m80rawcrf24rf71qfe8wyjm5', '[{"name":"One","cells":{"A1":"Orders by status","E1":"=SUM(C4:C5)","E2":"=E1*2"},"formats":{"E1":"0.00"},"queries":[{"anchor":"A3","query":{"projectId":"proj_01m80rax5jf24rf74awpgz8xnq","model":"orders","dimensions":["orders.status"],"measures":["orders.count","orders.total"],"orderBy":["orders.status"]}}]}]');


--
-- Data for Name: snapshot_chunks; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: team_members; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.team_members VALUES ('org_01m80rawcrf24rf71qfe8wyjm5', 'team_01m80rawtef24rf72j0mfy5q1f', 'user_01m80rawttf24rf72rqaazd4sf', 'lead', '2026-11-22 04:30:52.788+00');
INSERT INTO public.team_members VALUES ('org_01m80rawcrf24rf71qfe8wyjm5', 'team_01m80rawtef24rf72j0mfy5q1f', 'svc_01m80rawwbf24rf73fk321dhcq', 'member', '2026-11-22 04:30:52.835+00');


--
-- Data for Name: teams; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.teams VALUES ('team_01m80rawtef24rf72j0mfy5q1f', 'org_01m80rawcrf24rf71qfe8wyjm5', 'Sales', '2026-11-22 04:30:52.751+00');


--
-- Data for Name: throttles; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.throttles VALUES ('\x4760c344dca2fed54822c14b5f08ff580a84f5c42a65c7311022261231c38dde', '{"2026-11-22 04:30:53.580212+00"}', '2026-11-22 05:30:53.58+00');


--
-- Data for Name: tokens; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.tokens VALUES ('\xdf03127bf944bc6268ca1222f632e67ffc8b5764a3813ef2dbeff14474a30603', 'org_01m80rawcrf24rf71qfe8wyjm5', 'svc_01m80rawcsf24rf725a0hs3xj6', NULL, '2026-11-22 04:30:52.321+00');
INSERT INTO public.tokens VALUES ('\x7607218e26215fa31fd93ff91cb5bd4b494834cfcc6a657915e5db31a13578ba', 'org_01m80rawcrf24rf71qfe8wyjm5', 'svc_01m80rawwbf24rf73fk321dhcq', NULL, '2026-11-22 04:30:52.814+00');
INSERT INTO public.tokens VALUES ('\x5c7a83bae9ad49e170e8be2d8e65aec37c7dd2086f87a0f432e74f76fbe372dd', 'org_01m80rawcrf24rf71qfe8wyjm5', 'svc_01m80rawxdf24rf73nbmf7j5gx', NULL, '2026-11-22 04:30:52.849+00');


--
-- Data for Name: worker_calls; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: workers; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.workers VALUES ('worker_killed', NULL, '{interactive,background}', '{pool-0123456789abcdef01}', '2026-11-22 04:30:55.643+00', '2026-11-22 04:29:55.643+00');


--
-- Name: job_queues_id_seq; Type: SEQUENCE SET; Schema: graphile_worker; Owner: -
--

SELECT pg_catalog.setval('graphile_worker.job_queues_id_seq', 1, false);


--
-- Name: jobs_id_seq1; Type: SEQUENCE SET; Schema: graphile_worker; Owner: -
--

SELECT pg_catalog.setval('graphile_worker.jobs_id_seq1', 4, true);


--
-- Name: tasks_id_seq; Type: SEQUENCE SET; Schema: graphile_worker; Owner: -
--

SELECT pg_catalog.setval('graphile_worker.tasks_id_seq', 5, true);


--
-- Name: audit_log_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.audit_log_id_seq', 35, true);


--
-- Name: pgmigrations_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.pgmigrations_id_seq', 9, true);


--
-- Name: _private_job_queues job_queues_pkey1; Type: CONSTRAINT; Schema: graphile_worker; Owner: -
--

ALTER TABLE ONLY graphile_worker._private_job_queues
    ADD CONSTRAINT job_queues_pkey1 PRIMARY KEY (id);


--
-- Name: _private_job_queues job_queues_queue_name_key; Type: CONSTRAINT; Schema: graphile_worker; Owner: -
--

ALTER TABLE ONLY graphile_worker._private_job_queues
    ADD CONSTRAINT job_queues_queue_name_key UNIQUE (queue_name);


--
-- Name: _private_jobs jobs_key_key1; Type: CONSTRAINT; Schema: graphile_worker; Owner: -
--

ALTER TABLE ONLY graphile_worker._private_jobs
    ADD CONSTRAINT jobs_key_key1 UNIQUE (key);


--
-- Name: _private_jobs jobs_pkey1; Type: CONSTRAINT; Schema: graphile_worker; Owner: -
--

ALTER TABLE ONLY graphile_worker._private_jobs
    ADD CONSTRAINT jobs_pkey1 PRIMARY KEY (id);


--
-- Name: _private_known_crontabs known_crontabs_pkey; Type: CONSTRAINT; Schema: graphile_worker; Owner: -
--

ALTER TABLE ONLY graphile_worker._private_known_crontabs
    ADD CONSTRAINT known_crontabs_pkey PRIMARY KEY (identifier);


--
-- Name: migrations migrations_pkey; Type: CONSTRAINT; Schema: graphile_worker; Owner: -
--

ALTER TABLE ONLY graphile_worker.migrations
    ADD CONSTRAINT migrations_pkey PRIMARY KEY (id);


--
-- Name: _private_tasks tasks_identifier_key; Type: CONSTRAINT; Schema: graphile_worker; Owner: -
--

ALTER TABLE ONLY graphile_worker._private_tasks
    ADD CONSTRAINT tasks_identifier_key UNIQUE (identifier);


--
-- Name: _private_tasks tasks_pkey; Type: CONSTRAINT; Schema: graphile_worker; Owner: -
--

ALTER TABLE ONLY graphile_worker._private_tasks
    ADD CONSTRAINT tasks_pkey PRIMARY KEY (id);


--
-- Name: audit_log audit_log_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.audit_log
    ADD CONSTRAINT audit_log_pkey PRIMARY KEY (id);


--
-- Name: browser_sessions browser_sessions_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.browser_sessions
    ADD CONSTRAINT browser_sessions_pkey PRIMARY KEY (hash);


--
-- Name: charts charts_org_id_id_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.charts
    ADD CONSTRAINT charts_org_id_id_key UNIQUE (org_id, id);


--
-- Name: charts charts_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.charts
    ADD CONSTRAINT charts_pkey PRIMARY KEY (id);


--
-- Name: connections connections_org_id_id_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.connections
    ADD CONSTRAINT connections_org_id_id_key UNIQUE (org_id, id);


--
-- Name: connections connections_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.connections
    ADD CONSTRAINT connections_pkey PRIMARY KEY (id);


--
-- Name: content content_org_id_id_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.content
    ADD CONSTRAINT content_org_id_id_key UNIQUE (org_id, id);


--
-- Name: content content_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.content
    ADD CONSTRAINT content_pkey PRIMARY KEY (id);


--
-- Name: dashboard_tiles dashboard_tiles_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.dashboard_tiles
    ADD CONSTRAINT dashboard_tiles_pkey PRIMARY KEY (dashboard_id, "position");


--
-- Name: dashboards dashboards_org_id_id_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.dashboards
    ADD CONSTRAINT dashboards_org_id_id_key UNIQUE (org_id, id);


--
-- Name: dashboards dashboards_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.dashboards
    ADD CONSTRAINT dashboards_pkey PRIMARY KEY (id);


--
-- Name: datasets datasets_org_id_id_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.datasets
    ADD CONSTRAINT datasets_org_id_id_key UNIQUE (org_id, id);


--
-- Name: datasets datasets_org_id_slug_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.datasets
    ADD CONSTRAINT datasets_org_id_slug_key UNIQUE (org_id, slug);


--
-- Name: datasets datasets_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.datasets
    ADD CONSTRAINT datasets_pkey PRIMARY KEY (id);


--
-- Name: embed_tokens embed_tokens_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.embed_tokens
    ADD CONSTRAINT embed_tokens_pkey PRIMARY KEY (id);


--
-- Name: grants grants_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.grants
    ADD CONSTRAINT grants_pkey PRIMARY KEY (id);


--
-- Name: idempotency_keys idempotency_keys_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.idempotency_keys
    ADD CONSTRAINT idempotency_keys_pkey PRIMARY KEY (principal_id, method, path, key);


--
-- Name: layer_versions layer_versions_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.layer_versions
    ADD CONSTRAINT layer_versions_pkey PRIMARY KEY (project_id, version);


--
-- Name: oauth_clients oauth_clients_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.oauth_clients
    ADD CONSTRAINT oauth_clients_pkey PRIMARY KEY (id);


--
-- Name: oauth_grants oauth_grants_org_id_id_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.oauth_grants
    ADD CONSTRAINT oauth_grants_org_id_id_key UNIQUE (org_id, id);


--
-- Name: oauth_grants oauth_grants_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.oauth_grants
    ADD CONSTRAINT oauth_grants_pkey PRIMARY KEY (id);


--
-- Name: oauth_interactions oauth_interactions_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.oauth_interactions
    ADD CONSTRAINT oauth_interactions_pkey PRIMARY KEY (hash);


--
-- Name: oauth_tokens oauth_tokens_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.oauth_tokens
    ADD CONSTRAINT oauth_tokens_pkey PRIMARY KEY (hash);


--
-- Name: orgs orgs_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.orgs
    ADD CONSTRAINT orgs_pkey PRIMARY KEY (id);


--
-- Name: password_links password_links_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.password_links
    ADD CONSTRAINT password_links_pkey PRIMARY KEY (hash);


--
-- Name: passwords passwords_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.passwords
    ADD CONSTRAINT passwords_pkey PRIMARY KEY (principal_id);


--
-- Name: pgmigrations pgmigrations_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.pgmigrations
    ADD CONSTRAINT pgmigrations_pkey PRIMARY KEY (id);


--
-- Name: principals principals_org_id_id_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.principals
    ADD CONSTRAINT principals_org_id_id_key UNIQUE (org_id, id);


--
-- Name: principals principals_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.principals
    ADD CONSTRAINT principals_pkey PRIMARY KEY (id);


--
-- Name: project_teams project_teams_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.project_teams
    ADD CONSTRAINT project_teams_pkey PRIMARY KEY (project_id, team_id);


--
-- Name: projects projects_org_id_id_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.projects
    ADD CONSTRAINT projects_org_id_id_key UNIQUE (org_id, id);


--
-- Name: projects projects_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.projects
    ADD CONSTRAINT projects_pkey PRIMARY KEY (id);


--
-- Name: query_result_chunks query_result_chunks_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.query_result_chunks
    ADD CONSTRAINT query_result_chunks_pkey PRIMARY KEY (run_id, "position");


--
-- Name: query_runs query_runs_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.query_runs
    ADD CONSTRAINT query_runs_pkey PRIMARY KEY (id);


--
-- Name: sheet_queries sheet_queries_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.sheet_queries
    ADD CONSTRAINT sheet_queries_pkey PRIMARY KEY (sheet_id, "position");


--
-- Name: sheets sheets_org_id_id_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.sheets
    ADD CONSTRAINT sheets_org_id_id_key UNIQUE (org_id, id);


--
-- Name: sheets sheets_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.sheets
    ADD CONSTRAINT sheets_pkey PRIMARY KEY (id);


--
-- Name: snapshot_chunks snapshot_chunks_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.snapshot_chunks
    ADD CONSTRAINT snapshot_chunks_pkey PRIMARY KEY (upload_id, "position");


--
-- Name: team_members team_members_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.team_members
    ADD CONSTRAINT team_members_pkey PRIMARY KEY (team_id, principal_id);


--
-- Name: teams teams_org_id_id_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.teams
    ADD CONSTRAINT teams_org_id_id_key UNIQUE (org_id, id);


--
-- Name: teams teams_org_id_name_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.teams
    ADD CONSTRAINT teams_org_id_name_key UNIQUE (org_id, name);


--
-- Name: teams teams_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.teams
    ADD CONSTRAINT teams_pkey PRIMARY KEY (id);


--
-- Name: throttles throttles_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.throttles
    ADD CONSTRAINT throttles_pkey PRIMARY KEY (key);


--
-- Name: tokens tokens_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.tokens
    ADD CONSTRAINT tokens_pkey PRIMARY KEY (hash);


--
-- Name: worker_calls worker_calls_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.worker_calls
    ADD CONSTRAINT worker_calls_pkey PRIMARY KEY (id);


--
-- Name: workers workers_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.workers
    ADD CONSTRAINT workers_pkey PRIMARY KEY (id);


--
-- Name: jobs_main_index; Type: INDEX; Schema: graphile_worker; Owner: -
--

CREATE INDEX jobs_main_index ON graphile_worker._private_jobs USING btree (priority, run_at) INCLUDE (id, task_id, job_queue_id) WHERE (is_available = true);


--
-- Name: jobs_no_queue_index; Type: INDEX; Schema: graphile_worker; Owner: -
--

CREATE INDEX jobs_no_queue_index ON graphile_worker._private_jobs USING btree (priority, run_at) INCLUDE (id, task_id) WHERE ((is_available = true) AND (job_queue_id IS NULL));


--
-- Name: audit_log_by_org; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX audit_log_by_org ON public.audit_log USING btree (org_id, id DESC);


--
-- Name: browser_sessions_by_principal; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX browser_sessions_by_principal ON public.browser_sessions USING btree (principal_id);


--
-- Name: charts_by_dataset; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX charts_by_dataset ON public.charts USING btree (dataset_id);


--
-- Name: charts_by_project; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX charts_by_project ON public.charts USING btree (project_id, id DESC);


--
-- Name: connections_by_org; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX connections_by_org ON public.connections USING btree (org_id, id DESC);


--
-- Name: content_by_org; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX content_by_org ON public.content USING btree (org_id, type, id DESC);


--
-- Name: content_by_owner; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX content_by_owner ON public.content USING btree (owner_id);


--
-- Name: content_by_team; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX content_by_team ON public.content USING btree (team_id, type, id DESC, org_id);


--
-- Name: content_of_persons; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX content_of_persons ON public.content USING btree (owner_id, type, id DESC, org_id) WHERE (team_id IS NULL);


--
-- Name: dashboard_tiles_by_chart; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX dashboard_tiles_by_chart ON public.dashboard_tiles USING btree (chart_id);


--
-- Name: dashboard_tiles_by_placer; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX dashboard_tiles_by_placer ON public.dashboard_tiles USING btree (placed_by);


--
-- Name: datasets_by_project; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX datasets_by_project ON public.datasets USING btree (project_id, id DESC);


--
-- Name: embed_tokens_by_content; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX embed_tokens_by_content ON public.embed_tokens USING btree (content_id);


--
-- Name: embed_tokens_by_end; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX embed_tokens_by_end ON public.embed_tokens USING btree (expires_at);


--
-- Name: embed_tokens_by_org; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX embed_tokens_by_org ON public.embed_tokens USING btree (org_id, id DESC);


--
-- Name: grants_by_team; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX grants_by_team ON public.grants USING btree (grantee_team_id, content_id DESC, org_id);


--
-- Name: grants_by_user; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX grants_by_user ON public.grants USING btree (grantee_user_id, content_id DESC, org_id);


--
-- Name: grants_to_teams; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX grants_to_teams ON public.grants USING btree (content_id, grantee_team_id);


--
-- Name: grants_to_users; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX grants_to_users ON public.grants USING btree (content_id, grantee_user_id);


--
-- Name: idempotency_keys_by_age; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX idempotency_keys_by_age ON public.idempotency_keys USING btree (created_at);


--
-- Name: oauth_clients_unused; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX oauth_clients_unused ON public.oauth_clients USING btree (created_at) WHERE (last_used_at IS NULL);


--
-- Name: oauth_grants_by_age; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX oauth_grants_by_age ON public.oauth_grants USING btree (expires_at);


--
-- Name: oauth_grants_by_client; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX oauth_grants_by_client ON public.oauth_grants USING btree (client_id);


--
-- Name: oauth_grants_by_org; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX oauth_grants_by_org ON public.oauth_grants USING btree (org_id, id DESC);


--
-- Name: oauth_grants_by_principal; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX oauth_grants_by_principal ON public.oauth_grants USING btree (principal_id);


--
-- Name: oauth_interactions_by_age; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX oauth_interactions_by_age ON public.oauth_interactions USING btree (expires_at);


--
-- Name: oauth_tokens_by_age; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX oauth_tokens_by_age ON public.oauth_tokens USING btree (expires_at);


--
-- Name: oauth_tokens_by_grant; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX oauth_tokens_by_grant ON public.oauth_tokens USING btree (grant_id);


--
-- Name: password_links_by_principal; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX password_links_by_principal ON public.password_links USING btree (principal_id);


--
-- Name: principals_by_org; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX principals_by_org ON public.principals USING btree (org_id, kind, id DESC);


--
-- Name: principals_email; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX principals_email ON public.principals USING btree (lower(email));


--
-- Name: project_teams_by_team; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX project_teams_by_team ON public.project_teams USING btree (team_id);


--
-- Name: projects_by_org; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX projects_by_org ON public.projects USING btree (org_id, id DESC);


--
-- Name: projects_default; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX projects_default ON public.projects USING btree (org_id) WHERE is_default;


--
-- Name: query_runs_by_age; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX query_runs_by_age ON public.query_runs USING btree (created_at);


--
-- Name: query_runs_by_principal; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX query_runs_by_principal ON public.query_runs USING btree (org_id, principal_id, id DESC);


--
-- Name: query_runs_unfinished; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX query_runs_unfinished ON public.query_runs USING btree (worker_id) WHERE (status = ANY (ARRAY['queued'::text, 'running'::text]));


--
-- Name: sheet_queries_by_dataset; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX sheet_queries_by_dataset ON public.sheet_queries USING btree (dataset_id);


--
-- Name: sheet_queries_by_project; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX sheet_queries_by_project ON public.sheet_queries USING btree (project_id);


--
-- Name: snapshot_chunks_by_age; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX snapshot_chunks_by_age ON public.snapshot_chunks USING btree (created_at);


--
-- Name: team_members_by_principal; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX team_members_by_principal ON public.team_members USING btree (principal_id);


--
-- Name: throttles_by_age; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX throttles_by_age ON public.throttles USING btree (expires_at);


--
-- Name: tokens_by_principal; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX tokens_by_principal ON public.tokens USING btree (principal_id);


--
-- Name: worker_calls_by_age; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX worker_calls_by_age ON public.worker_calls USING btree (created_at);


--
-- Name: audit_log audit_log_org_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.audit_log
    ADD CONSTRAINT audit_log_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.orgs(id) ON DELETE CASCADE;


--
-- Name: browser_sessions browser_sessions_org_id_principal_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.browser_sessions
    ADD CONSTRAINT browser_sessions_org_id_principal_id_fkey FOREIGN KEY (org_id, principal_id) REFERENCES public.principals(org_id, id) ON DELETE CASCADE;


--
-- Name: charts charts_org_id_dataset_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.charts
    ADD CONSTRAINT charts_org_id_dataset_id_fkey FOREIGN KEY (org_id, dataset_id) REFERENCES public.datasets(org_id, id);


--
-- Name: charts charts_org_id_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.charts
    ADD CONSTRAINT charts_org_id_id_fkey FOREIGN KEY (org_id, id) REFERENCES public.content(org_id, id) ON DELETE CASCADE;


--
-- Name: charts charts_org_id_project_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.charts
    ADD CONSTRAINT charts_org_id_project_id_fkey FOREIGN KEY (org_id, project_id) REFERENCES public.projects(org_id, id);


--
-- Name: connections connections_org_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.connections
    ADD CONSTRAINT connections_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.orgs(id) ON DELETE CASCADE;


--
-- Name: content content_org_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.content
    ADD CONSTRAINT content_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.orgs(id) ON DELETE CASCADE;


--
-- Name: content content_org_id_owner_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.content
    ADD CONSTRAINT content_org_id_owner_id_fkey FOREIGN KEY (org_id, owner_id) REFERENCES public.principals(org_id, id);


--
-- Name: content content_org_id_team_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.content
    ADD CONSTRAINT content_org_id_team_id_fkey FOREIGN KEY (org_id, team_id) REFERENCES public.teams(org_id, id);


--
-- Name: dashboard_tiles dashboard_tiles_org_id_chart_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.dashboard_tiles
    ADD CONSTRAINT dashboard_tiles_org_id_chart_id_fkey FOREIGN KEY (org_id, chart_id) REFERENCES public.charts(org_id, id);


--
-- Name: dashboard_tiles dashboard_tiles_org_id_dashboard_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.dashboard_tiles
    ADD CONSTRAINT dashboard_tiles_org_id_dashboard_id_fkey FOREIGN KEY (org_id, dashboard_id) REFERENCES public.dashboards(org_id, id) ON DELETE CASCADE;


--
-- Name: dashboard_tiles dashboard_tiles_org_id_placed_by_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.dashboard_tiles
    ADD CONSTRAINT dashboard_tiles_org_id_placed_by_fkey FOREIGN KEY (org_id, placed_by) REFERENCES public.principals(org_id, id);


--
-- Name: dashboards dashboards_org_id_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.dashboards
    ADD CONSTRAINT dashboards_org_id_id_fkey FOREIGN KEY (org_id, id) REFERENCES public.content(org_id, id) ON DELETE CASCADE;


--
-- Name: datasets datasets_org_id_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.datasets
    ADD CONSTRAINT datasets_org_id_id_fkey FOREIGN KEY (org_id, id) REFERENCES public.content(org_id, id) ON DELETE CASCADE;


--
-- Name: datasets datasets_org_id_project_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.datasets
    ADD CONSTRAINT datasets_org_id_project_id_fkey FOREIGN KEY (org_id, project_id) REFERENCES public.projects(org_id, id);


--
-- Name: embed_tokens embed_tokens_org_id_content_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.embed_tokens
    ADD CONSTRAINT embed_tokens_org_id_content_id_fkey FOREIGN KEY (org_id, content_id) REFERENCES public.content(org_id, id) ON DELETE CASCADE;


--
-- Name: grants grants_org_id_content_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.grants
    ADD CONSTRAINT grants_org_id_content_id_fkey FOREIGN KEY (org_id, content_id) REFERENCES public.content(org_id, id) ON DELETE CASCADE;


--
-- Name: grants grants_org_id_grantee_team_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.grants
    ADD CONSTRAINT grants_org_id_grantee_team_id_fkey FOREIGN KEY (org_id, grantee_team_id) REFERENCES public.teams(org_id, id) ON DELETE CASCADE;


--
-- Name: grants grants_org_id_grantee_user_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.grants
    ADD CONSTRAINT grants_org_id_grantee_user_id_fkey FOREIGN KEY (org_id, grantee_user_id) REFERENCES public.principals(org_id, id) ON DELETE CASCADE;


--
-- Name: idempotency_keys idempotency_keys_org_id_principal_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.idempotency_keys
    ADD CONSTRAINT idempotency_keys_org_id_principal_id_fkey FOREIGN KEY (org_id, principal_id) REFERENCES public.principals(org_id, id) ON DELETE CASCADE;


--
-- Name: layer_versions layer_versions_org_id_project_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.layer_versions
    ADD CONSTRAINT layer_versions_org_id_project_id_fkey FOREIGN KEY (org_id, project_id) REFERENCES public.projects(org_id, id) ON DELETE CASCADE;


--
-- Name: oauth_grants oauth_grants_client_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.oauth_grants
    ADD CONSTRAINT oauth_grants_client_id_fkey FOREIGN KEY (client_id) REFERENCES public.oauth_clients(id);


--
-- Name: oauth_grants oauth_grants_org_id_principal_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.oauth_grants
    ADD CONSTRAINT oauth_grants_org_id_principal_id_fkey FOREIGN KEY (org_id, principal_id) REFERENCES public.principals(org_id, id) ON DELETE CASCADE;


--
-- Name: oauth_tokens oauth_tokens_org_id_grant_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.oauth_tokens
    ADD CONSTRAINT oauth_tokens_org_id_grant_id_fkey FOREIGN KEY (org_id, grant_id) REFERENCES public.oauth_grants(org_id, id) ON DELETE CASCADE;


--
-- Name: password_links password_links_org_id_principal_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.password_links
    ADD CONSTRAINT password_links_org_id_principal_id_fkey FOREIGN KEY (org_id, principal_id) REFERENCES public.principals(org_id, id) ON DELETE CASCADE;


--
-- Name: passwords passwords_org_id_principal_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.passwords
    ADD CONSTRAINT passwords_org_id_principal_id_fkey FOREIGN KEY (org_id, principal_id) REFERENCES public.principals(org_id, id) ON DELETE CASCADE;


--
-- Name: principals principals_org_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.principals
    ADD CONSTRAINT principals_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.orgs(id) ON DELETE CASCADE;


--
-- Name: project_teams project_teams_org_id_project_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.project_teams
    ADD CONSTRAINT project_teams_org_id_project_id_fkey FOREIGN KEY (org_id, project_id) REFERENCES public.projects(org_id, id) ON DELETE CASCADE;


--
-- Name: project_teams project_teams_org_id_team_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.project_teams
    ADD CONSTRAINT project_teams_org_id_team_id_fkey FOREIGN KEY (org_id, team_id) REFERENCES public.teams(org_id, id);


--
-- Name: projects projects_org_id_connection_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.projects
    ADD CONSTRAINT projects_org_id_connection_id_fkey FOREIGN KEY (org_id, connection_id) REFERENCES public.connections(org_id, id);


--
-- Name: projects projects_org_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.projects
    ADD CONSTRAINT projects_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.orgs(id) ON DELETE CASCADE;


--
-- Name: query_runs query_runs_org_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.query_runs
    ADD CONSTRAINT query_runs_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.orgs(id) ON DELETE CASCADE;


--
-- Name: sheet_queries sheet_queries_org_id_dataset_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.sheet_queries
    ADD CONSTRAINT sheet_queries_org_id_dataset_id_fkey FOREIGN KEY (org_id, dataset_id) REFERENCES public.datasets(org_id, id);


--
-- Name: sheet_queries sheet_queries_org_id_project_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.sheet_queries
    ADD CONSTRAINT sheet_queries_org_id_project_id_fkey FOREIGN KEY (org_id, project_id) REFERENCES public.projects(org_id, id);


--
-- Name: sheet_queries sheet_queries_org_id_sheet_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.sheet_queries
    ADD CONSTRAINT sheet_queries_org_id_sheet_id_fkey FOREIGN KEY (org_id, sheet_id) REFERENCES public.sheets(org_id, id) ON DELETE CASCADE;


--
-- Name: sheets sheets_org_id_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.sheets
    ADD CONSTRAINT sheets_org_id_id_fkey FOREIGN KEY (org_id, id) REFERENCES public.content(org_id, id) ON DELETE CASCADE;


--
-- Name: team_members team_members_org_id_principal_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.team_members
    ADD CONSTRAINT team_members_org_id_principal_id_fkey FOREIGN KEY (org_id, principal_id) REFERENCES public.principals(org_id, id) ON DELETE CASCADE;


--
-- Name: team_members team_members_org_id_team_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.team_members
    ADD CONSTRAINT team_members_org_id_team_id_fkey FOREIGN KEY (org_id, team_id) REFERENCES public.teams(org_id, id) ON DELETE CASCADE;


--
-- Name: teams teams_org_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.teams
    ADD CONSTRAINT teams_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.orgs(id) ON DELETE CASCADE;


--
-- Name: tokens tokens_org_id_principal_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.tokens
    ADD CONSTRAINT tokens_org_id_principal_id_fkey FOREIGN KEY (org_id, principal_id) REFERENCES public.principals(org_id, id) ON DELETE CASCADE;


--
-- Name: _private_job_queues; Type: ROW SECURITY; Schema: graphile_worker; Owner: -
--

ALTER TABLE graphile_worker._private_job_queues ENABLE ROW LEVEL SECURITY;

--
-- Name: _private_jobs; Type: ROW SECURITY; Schema: graphile_worker; Owner: -
--

ALTER TABLE graphile_worker._private_jobs ENABLE ROW LEVEL SECURITY;

--
-- Name: _private_known_crontabs; Type: ROW SECURITY; Schema: graphile_worker; Owner: -
--

ALTER TABLE graphile_worker._private_known_crontabs ENABLE ROW LEVEL SECURITY;

--
-- Name: _private_tasks; Type: ROW SECURITY; Schema: graphile_worker; Owner: -
--

ALTER TABLE graphile_worker._private_tasks ENABLE ROW LEVEL SECURITY;

--
-- PostgreSQL database dump complete
--


