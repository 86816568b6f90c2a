import type {Actor} from "../actor.ts";
import type {Db} from "../db.ts";
import {ThreadPool} from "../thread-pool.ts";
import {requireProject} from "./find.ts";
import {readLayerText} from "./versions.ts";

export interface OssieRequest {
  /** As JSON. */
  graph: string;
  name: string;
}

const TIMEOUT_MS = 30_000;

const pool = new ThreadPool<OssieRequest, string>({
  threads: 1,
  timeoutMs: TIMEOUT_MS,
  script: new URL("./import-ossie-thread.ts", import.meta.url),
  tooLong: `The layer took longer than ${TIMEOUT_MS / 1000} s to write. Get it as a graph.`,
  mostWaiting: 20,
});

/** A project's layer as a document of Ossie, in YAML. It is written on a thread beside the event loop. */
export async function exportOssie(
  db: Db,
  actor: Actor,
  projectId: string,
  signal: AbortSignal,
): Promise<string> {
  const {name} = await requireProject(db, actor, projectId);
  const {text} = await readLayerText(db, actor, projectId);
  return pool.run({graph: text, name}, signal);
}
