import {mkdtemp, rm} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {makeLogger} from "../../shared/core/log.ts";
import {openChildren, type WorkerChildren} from "../../worker/children.ts";
import {type RunningWorker, startWorker} from "../../worker/start.ts";
import {type TestApp, testApp, testConfig} from "./app.ts";
import type {Place} from "./postgres.ts";

export interface TestService extends TestApp {
  worker: RunningWorker;
  /** Where the files of `duckdb` connections are: `<dir>/<orgId>/`. */
  warehouseDir: string;
  /** Starts another worker over the same database. */
  addWorker(environment?: Record<string, string>): Promise<RunningWorker>;
}

/**
 * The child processes, which all services in this process share and which end with it: those of each service would take
 * half a second of processor time each to load the libraries that draw, render mails, calculate and parse.
 */
let children: WorkerChildren | undefined;

/** The child processes keep their fonts in a folder that outlasts each service's own. */
function childrenOfAll(databaseUrl: string): WorkerChildren {
  const dataDir = join(tmpdir(), `analytics-children-${process.pid}`);
  children ??= openChildren(testConfig(databaseUrl, {DATA_DIR: dataDir}));
  return children;
}

/** A cluster that is made once in a run of tests, and copied for each private Postgres. */
export const NEW_CLUSTER = join(tmpdir(), "new-cluster");

/**
 * The whole service in this process: the web process and a worker, over a fresh database. Call `stop` in `afterAll`.
 */
export async function testService(
  environment: Record<string, string> = {},
  place: Place = {},
): Promise<TestService> {
  const dataDir = await mkdtemp(join(tmpdir(), "analytics-test-"));
  const own = {DATA_DIR: dataDir, ...environment};
  const app = await testApp(own, place);
  const workers: RunningWorker[] = [];
  const addWorker = async (more: Record<string, string> = {}) => {
    const socket = join(dataDir, `worker-${workers.length}.sock`);
    const config = testConfig(app.databaseUrl, {WORKER_LISTEN: socket, ...own, ...more});
    const log = makeLogger("test", config.logLevel);
    const running = await startWorker(config, log, {
      children: childrenOfAll(app.databaseUrl),
      clusterCopyOf: NEW_CLUSTER,
    });
    workers.push(running);
    return running;
  };
  const worker = await addWorker();
  return {
    ...app,
    worker,
    warehouseDir: app.web.config.warehouseDir,
    addWorker,
    async stop() {
      for (const running of workers) await running.stop();
      await app.stop();
      await rm(dataDir, {recursive: true, force: true});
    },
  };
}
