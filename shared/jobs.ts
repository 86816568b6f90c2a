import {type Static, type TSchema, Type} from "@sinclair/typebox";
import {type Db, sql, type Tx} from "./db.ts";

const closed = {additionalProperties: true} as const;

/**
 * Job name → schema of its payload: ids, never data. New fields are optional and unknown ones are let through,
 * because queued jobs outlive a deploy.
 */
export const JOBS = {
  run_query: Type.Object({orgId: Type.String(), runId: Type.String()}, closed),
  answer_call: Type.Object({callId: Type.String()}, closed),
  delete_snapshot: Type.Object({orgId: Type.String(), datasetId: Type.String()}, closed),
  collect_snapshots: Type.Object({}, closed),
  collect_garbage: Type.Object({}, closed),
} satisfies Record<string, TSchema>;

export type JobName = keyof typeof JOBS;
export type JobPayload<N extends JobName> = Static<(typeof JOBS)[N]>;

/** Which runner takes it: what a person waits for, or what may take its time. */
export const RUNNER_OF: Record<JobName, "interactive" | "background"> = {
  run_query: "interactive",
  answer_call: "interactive",
  delete_snapshot: "background",
  collect_snapshots: "background",
  collect_garbage: "background",
};

export interface EnqueueOptions {
  /** A job of the same key that still waits is replaced. */
  key?: string;
  maxAttempts?: number;
}

/** A call of `add_job`, for a statement that adds a job while doing something else. */
export function jobSql<N extends JobName>(
  name: N,
  payload: JobPayload<N>,
  {key, maxAttempts = 5}: EnqueueOptions = {},
) {
  return sql`graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json,
    job_key => ${key ?? null}, max_attempts => ${maxAttempts}::int)`;
}

/** Adds a job in the transaction of what it is about. */
export async function enqueue<N extends JobName>(
  db: Db | Tx,
  name: N,
  payload: JobPayload<N>,
  options: EnqueueOptions = {},
): Promise<void> {
  await sql`select ${jobSql(name, payload, options)}`.execute(db);
}
