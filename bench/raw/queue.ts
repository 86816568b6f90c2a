import {Logger, makeWorkerUtils, run} from "graphile-worker";
import pg from "pg";

/** The settings that the service's own job runner and pool have. */
const CONCURRENCY = 16;
const POOL_SIZE = 10;
const POLL_MS = 2000;

/** Plain graphile-worker: a job runs one statement and stores its result. */
export async function plainQueue(databaseUrl: string, work: () => Promise<string>) {
  const pool = new pg.Pool({connectionString: databaseUrl, max: POOL_SIZE});
  const logger = new Logger(() => () => {});
  const utils = await makeWorkerUtils({pgPool: pool, logger});
  await utils.migrate();
  await pool.query("create table results (id text primary key, body bytea)");
  await run({
    pgPool: pool,
    concurrency: CONCURRENCY,
    pollInterval: POLL_MS,
    noHandleSignals: true,
    logger,
    taskList: {
      async answer(_payload, {job}) {
        const body = Buffer.from(await work());
        await pool.query("insert into results (id, body) values ($1, $2)", [job.id, body]);
      },
    },
  });
  return {
    async add(): Promise<string> {
      const {rows} = await pool.query<{id: string}>("select id from graphile_worker.add_job('answer')");
      return JSON.stringify({id: rows[0]?.id});
    },
  };
}
