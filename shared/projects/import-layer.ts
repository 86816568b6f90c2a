import {requireOrgAdminServiceAccount} from "../access.ts";
import type {Actor} from "../actor.ts";
import type {Db} from "../db.ts";
import {type ErrorDetail, ServiceError} from "../errors.ts";
import type {DbtSettings, RenderTask} from "../semantic/import/dbt/templates.ts";
import {ThreadPool} from "../thread-pool.ts";
import {requireProject} from "./find.ts";
import type {RenderedOne} from "./import-jinja.ts";

export interface ImportRequest {
  bytes: Uint8Array;
  contentType: string;
  settings: DbtSettings;
  /** What the templates gave that an earlier answer asked for. */
  rendered?: ReadonlyMap<string, RenderedOne>;
}

/** The preview as JSON, or why there is none, or the templates that it needs first. */
export type ImportAnswer = {text: string} | {refused: string; errors: ErrorDetail[]} | {render: RenderTask};

const TIMEOUT_MS = 20_000;
const RENDER_TIMEOUT_MS = 2000;

const pool = new ThreadPool<ImportRequest, ImportAnswer>({
  threads: 2,
  timeoutMs: TIMEOUT_MS,
  script: new URL("./import-thread.ts", import.meta.url),
  tooLong: `The files took longer than ${TIMEOUT_MS / 1000} s to read. Send fewer, or smaller ones.`,
  mostWaiting: 20,
});

/** Templates are of whoever sent them: they have a thread of their own, which is stopped when it takes too long. */
const renderers = new ThreadPool<RenderTask, RenderedOne[]>({
  threads: 1,
  timeoutMs: RENDER_TIMEOUT_MS,
  script: new URL("./import-jinja-thread.ts", import.meta.url),
  tooLong: `The templates took longer than ${RENDER_TIMEOUT_MS / 1000} s.`,
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
  let answer = await pool.run(request, signal);
  if ("render" in answer) {
    const rendered = await render(answer.render, signal);
    answer = await pool.run({...request, rendered}, signal);
  }
  if ("text" in answer) return answer.text;
  if ("render" in answer) throw new Error("Templates were asked for twice");
  const {refused, errors} = answer;
  throw new ServiceError("invalid_request", refused, errors.length > 0 ? {errors} : {});
}

/** Each template's text, or its fault: one that takes too long costs no more than a note. */
async function render(task: RenderTask, signal: AbortSignal): Promise<Map<string, RenderedOne>> {
  let results: RenderedOne[];
  try {
    results = await renderers.run(task, signal);
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== "invalid_request") throw error;
    results = task.templates.map(() => ({fault: "the project's templates took too long"}));
  }
  return new Map(task.templates.map((template, i) => [template, results[i] ?? {fault: "it gave nothing"}]));
}
