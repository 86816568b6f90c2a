import {type Static, type TSchema, Type} from "@sinclair/typebox";
import {type Db, sql, type Tx} from "./db.ts";
import type {RunnerName} from "./process/job-runners-config.ts";
import {tasksUpTo, versionedTask} from "./process/protocol-version.ts";

const lenient = {additionalProperties: true} as const;

/**
 * Job name → schema of its payload: ids, never data. New fields are optional and unknown ones are let through,
 * because queued jobs outlive a deploy.
 */
export const JOBS = {
  run_query: Type.Object({orgId: Type.String(), runId: Type.String()}, lenient),
  answer_call: Type.Object({callId: Type.String()}, lenient),
  delete_snapshot: Type.Object({orgId: Type.String(), datasetId: Type.String()}, lenient),
  take_due: Type.Object({}, lenient),
  run_action: Type.Object({orgId: Type.String(), runId: Type.String()}, lenient),
  run_agent: Type.Object({orgId: Type.String(), runId: Type.String()}, lenient),
  answer_question: Type.Object({orgId: Type.String(), runId: Type.String()}, lenient),
  step_evaluation: Type.Object({orgId: Type.String(), evaluationId: Type.String()}, lenient),
  repeat_evaluation: Type.Object(
    {orgId: Type.String(), evaluationId: Type.String(), slot: Type.String()},
    lenient,
  ),
  take_event: Type.Object({orgId: Type.String(), eventId: Type.String()}, lenient),
  plan_checks: Type.Object({orgId: Type.String()}, lenient),
  check_group: Type.Object({orgId: Type.String(), runIds: Type.Array(Type.String())}, lenient),
  run_delivery: Type.Object({orgId: Type.String(), deliveryId: Type.String()}, lenient),
  erase_recipient: Type.Object({orgId: Type.String(), name: Type.String()}, lenient),
  take_github_delivery: Type.Object({deliveryId: Type.String()}, lenient),
  sync_project: Type.Object({orgId: Type.String(), projectId: Type.String()}, lenient),
  preview_pull: Type.Object(
    {orgId: Type.String(), projectId: Type.String(), pullNumber: Type.Integer()},
    lenient,
  ),
  write_back: Type.Object({orgId: Type.String(), projectId: Type.String()}, lenient),
  refresh_write_backs: Type.Object(
    {
      orgId: Type.String(),
      projectId: Type.String(),
      /** The number of a pull request that is closed, and may be reopened. */
      pullNumber: Type.Optional(Type.Integer()),
      /** How often GitHub did not know yet whether the pull requests can be merged. */
      looks: Type.Optional(Type.Integer()),
    },
    lenient,
  ),
  build_rollup: Type.Object({orgId: Type.String(), rollupId: Type.String()}, lenient),
  check_rollup_tables: Type.Object({orgId: Type.String(), buildIds: Type.Array(Type.String())}, lenient),
  check_rollup_files: Type.Object({orgId: Type.String(), buildIds: Type.Array(Type.String())}, lenient),
  compare_heads: Type.Object({}, lenient),
  redeliver_github: Type.Object({}, lenient),
  collect_snapshots: Type.Object({}, lenient),
  collect_delivery_files: Type.Object({}, lenient),
  collect_garbage: Type.Object({}, lenient),
  sync_customer: Type.Object({customerId: Type.String()}, lenient),
  sync_plans: Type.Object({}, lenient),
  record_charge: Type.Object({chargeId: Type.String()}, lenient),
  read_thin_event: Type.Object({eventId: Type.String()}, lenient),
  report_usage: Type.Object({}, lenient),
  reconcile_billing: Type.Object({}, lenient),
} satisfies Record<string, TSchema>;

export type JobName = keyof typeof JOBS;
export type JobPayload<N extends JobName> = Static<(typeof JOBS)[N]>;

/** The runner of each job: `interactive` if a person waits for it, else `background`, or that of agents and questions. */
export const RUNNER_OF: Record<JobName, RunnerName> = {
  run_query: "interactive",
  answer_call: "interactive",
  delete_snapshot: "background",
  take_due: "interactive",
  run_action: "background",
  run_agent: "agents",
  answer_question: "questions",
  step_evaluation: "background",
  repeat_evaluation: "background",
  take_event: "background",
  plan_checks: "background",
  check_group: "background",
  run_delivery: "background",
  erase_recipient: "background",
  take_github_delivery: "background",
  sync_project: "background",
  preview_pull: "background",
  write_back: "interactive",
  refresh_write_backs: "background",
  build_rollup: "background",
  // Interactive, because until the job has run, queries try a table that does not exist.
  check_rollup_tables: "interactive",
  // Interactive for the same reason: each query tries the files, and may fetch them from a bucket, before it is answered.
  check_rollup_files: "interactive",
  compare_heads: "background",
  redeliver_github: "background",
  collect_snapshots: "background",
  collect_delivery_files: "background",
  collect_garbage: "background",
  sync_customer: "background",
  sync_plans: "background",
  record_charge: "background",
  read_thin_event: "background",
  report_usage: "background",
  reconcile_billing: "background",
};

/** Jobs that carry a request from one process to another, in a version of their protocol. */
const VERSIONED: ReadonlySet<JobName> = new Set(["run_query", "answer_call", "write_back"]);

/** The names in the queue under which a worker takes a job. */
export function tasksOf(name: JobName): string[] {
  return VERSIONED.has(name) ? tasksUpTo(name) : [name];
}

export interface EnqueueOptions {
  /** Replaces a waiting job with the same key. */
  key?: string;
  /**
   * Whether no job can have the key yet, such as the key of a new run. Then no job to replace is searched for, which is
   * cheaper.
   */
  isNewKey?: boolean;
  maxAttempts?: number;
  /** Earliest start in seconds from now, by the database's clock. Default 0. */
  afterSeconds?: number;
  /** Earliest start. */
  runAt?: Date;
  /** The name of a queue, whose jobs run one after another. */
  queue?: ReturnType<typeof sql>;
  /** A worker skips jobs with a flag while it has no slot for them. */
  flags?: readonly string[];
  /** Whether a waiting job with the same key keeps its start time, so that added work does not postpone it. */
  keepStart?: boolean;
}

/** A call of `add_job`, for use inside another statement. */
export function jobSql<N extends JobName>(
  name: N,
  payload: JobPayload<N>,
  {
    key,
    isNewKey = false,
    maxAttempts = 25,
    afterSeconds = 0,
    runAt,
    queue = sql`null`,
    flags,
    keepStart = false,
  }: EnqueueOptions = {},
) {
  const mode = isNewKey ? "unsafe_dedupe" : keepStart ? "preserve_run_at" : "replace";
  const task = VERSIONED.has(name) ? versionedTask(name) : name;
  return sql`graphile_worker.add_job(${task}, ${JSON.stringify(payload)}::json,
    job_key => ${key ?? null}, job_key_mode => ${mode},
    max_attempts => ${maxAttempts}::int, queue_name => ${queue},
    flags => ${flags ?? null}::text[],
    run_at => coalesce(${runAt?.toISOString() ?? null}::timestamptz,
      case when ${afterSeconds}::int > 0 then now() + ${afterSeconds}::int * interval '1 second' end))`;
}

/** Adds a job. Pass the transaction of the change that the job belongs to, so that both commit together. */
export async function enqueue<N extends JobName>(
  db: Db | Tx,
  name: N,
  payload: JobPayload<N>,
  options: EnqueueOptions = {},
): Promise<void> {
  await sql`select ${jobSql(name, payload, options)}`.execute(db);
}

/** How many jobs of one kind all workers together run at once for an organization. A power of two. */
const LANES = 2;

/**
 * SQL of the named queue for a job of an organization, one of its `LANES` for this kind of work, so that no organization
 * takes all slots for background work by one kind. A worker leaves a slot to others if an organization has several kinds
 * (`RunSlots`). Jobs with the same `key` run one after another.
 */
export function laneOf(kind: string, orgId: ReturnType<typeof sql>, key: ReturnType<typeof sql>) {
  return sql`(${sql.lit(`${kind} `)} || ${orgId} || ' ' || (hashtext(${key}) & ${sql.lit(LANES - 1)}))`;
}
