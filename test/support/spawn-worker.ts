import {join} from "node:path";
import {bundled} from "./processes/bundle.ts";
import {until} from "./until.ts";
import type {TestService} from "./worker.ts";

export interface SpawnedWorker {
  id: string;
  signal(signal: NodeJS.Signals): void;
  /** Kills the process and waits until it has ended. */
  kill(signal: NodeJS.Signals): Promise<void>;
}

/** Starts a worker as its own process, which can be killed. */
export async function spawnWorker(
  {db, databaseUrl, web: {config}}: TestService,
  environment: Record<string, string> = {},
): Promise<SpawnedWorker> {
  const ids = async () => (await db.selectFrom("workers").select("id").execute()).map(({id}) => id);
  const before = new Set(await ids());
  const spawned = Bun.spawn([process.execPath, await bundled("worker/main.ts")], {
    cwd: join(import.meta.dir, "../.."),
    stdout: "ignore",
    stderr: "inherit",
    env: {
      DATABASE_URL: databaseUrl,
      ENCRYPTION_KEY: config.encryptionKeys.map(key => key.toString("base64")).join(),
      DATA_DIR: config.dataDir,
      LOG_LEVEL: "fatal",
      UV_THREADPOOL_SIZE: "8",
      ...environment,
    },
  });
  const id = await until(async () => {
    if (spawned.exitCode !== null) throw new Error(`the worker ended with code ${spawned.exitCode}`);
    return (await ids()).find(id => !before.has(id));
  });
  return {
    id,
    signal: name => spawned.kill(name),
    async kill(signal) {
      spawned.kill(signal);
      await spawned.exited;
    },
  };
}
