import {existsSync, mkdirSync} from "node:fs";
import {join} from "node:path";
import pg from "pg";
import {type Config, readConfig} from "../../shared/core/config.ts";
import {runningPostgresUrl, startPostgres} from "../../shared/core/postgres/server.ts";
import {secretsFromFiles} from "../../shared/core/process/secret-files.ts";
import {type Environment, embeddedEnvironment, plannedConfig, postgresDir} from "../start/environment.ts";
import {lockDataDir} from "../start/lock.ts";

/**
 * The configuration. Without `DATABASE_URL` its database address is a placeholder, because an embedded database has an
 * address only while it runs.
 */
export function plannedConfiguration(given: Environment): {
  env: Environment;
  config: Config;
  embedded: boolean;
} {
  const env = secretsFromFiles(given);
  return {env, ...plannedConfig(env)};
}

/**
 * Calls `work` with the service's database: that of `DATABASE_URL`, or else the embedded database in the data folder,
 * which is started until `work` is done, unless the service runs. Throws where there is none, unless `create` is set.
 */
export async function withDatabase<T>(
  given: Environment,
  {create}: {create: boolean},
  work: (config: Config, client: pg.Client) => Promise<T>,
): Promise<T> {
  const {env, config, embedded} = plannedConfiguration(given);
  if (!embedded) return await connected(config, work);
  const dir = postgresDir(config.dataDir);
  const running = await runningPostgresUrl(dir);
  if (running !== undefined)
    return await connected(readConfig(embeddedEnvironment(env, config.dataDir, running)), work);
  if (!create && !existsSync(join(dir, "cluster")))
    throw new Error(
      `There is no database in ${config.dataDir}: set DATA_DIR to the service's folder, or DATABASE_URL`,
    );
  const logsDir = join(config.dataDir, "logs");
  mkdirSync(logsDir, {recursive: true, mode: 0o700});
  const lock = lockDataDir(config.dataDir);
  try {
    const server = await startPostgres({dir, logFile: join(logsDir, "postgres.log")});
    try {
      return await connected(readConfig(embeddedEnvironment(env, config.dataDir, server.url)), work);
    } finally {
      await server.stop();
    }
  } finally {
    lock.release();
  }
}

async function connected<T>(
  config: Config,
  work: (config: Config, client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    connectionString: config.databaseUrl,
    application_name: "analytics-service back-up",
  });
  await client.connect();
  try {
    return await work(config, client);
  } finally {
    await client.end();
  }
}
