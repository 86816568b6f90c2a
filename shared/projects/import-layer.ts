import {requireOrgAdminServiceAccount} from "../access.ts";
import type {Actor} from "../actor.ts";
import type {Db} from "../db.ts";
import {type ErrorDetail, ServiceError} from "../errors.ts";
import {ThreadPool} from "../thread-pool.ts";
import {requireProject} from "./find.ts";

export interface ImportRequest {
  bytes: Uint8Array;
  contentType: string;
}

/** The preview as JSON, or why there is none. */
export type ImportAnswer = {text: string} | {refused: string; errors: ErrorDetail[]};

const TIMEOUT_MS = 20_000;

const pool = new ThreadPool<ImportRequest, ImportAnswer>({
  threads: 2,
  timeoutMs: TIMEOUT_MS,
  script: new URL("./import-thread.ts", import.meta.url),
  tooLong: `The files took longer than ${TIMEOUT_MS / 1000} s to read. Send fewer, or smaller ones.`,
  mostWaiting: 20,
});

/** Whoever may author the project's layer may import: 404 before 403. */
export async function requireImporter(db: Db, actor: Actor, projectId: string): Promise<void> {
  await requireProject(db, actor, projectId);
  requireOrgAdminServiceAccount(actor);
}

/**
 * What the files of a request's body say of a layer, as the JSON of a preview. They are read on a thread beside the
 * event loop. `invalid_request` where no model is found, with the files and lines that stood in the way.
 */
export async function previewImport(request: ImportRequest, signal: AbortSignal): Promise<string> {
  const answer = await pool.run(request, signal);
  if ("text" in answer) return answer.text;
  const {refused, errors} = answer;
  throw new ServiceError("invalid_request", refused, errors.length > 0 ? {errors} : {});
}
