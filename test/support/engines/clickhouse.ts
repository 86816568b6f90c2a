import {existsSync} from "node:fs";
import {homedir} from "node:os";
import {join} from "node:path";

export interface ClickhouseServer {
  /** `http://user:password@127.0.0.1:port`; the user may do anything. */
  url: string;
  stop(): Promise<void>;
}

/** Where `.ci/run` installs the npm package `chdb`, which is too large (546 MB) for the dependencies. */
const INSTALLED = join(
  process.env["XDG_CACHE_HOME"] || join(homedir(), ".cache"),
  "analytics-service/chdb/node_modules/chdb",
);

/**
 * Starts ClickHouse's engine in its own process; `undefined` on a machine where it is not installed. `compiles` has it
 * compile expressions, as servers do, which only pays in a long run.
 */
export async function startClickhouse({compiles = false} = {}): Promise<ClickhouseServer | undefined> {
  if (!existsSync(INSTALLED)) return undefined;
  const password = crypto.randomUUID();
  const running = Bun.spawn(
    [
      process.execPath,
      join(import.meta.dir, "clickhouse-engine.ts"),
      INSTALLED,
      "tester",
      password,
      compiles ? "1" : "0",
    ],
    // With the folder for temporary files that this process has set.
    {env: process.env, stdin: "pipe", stdout: "pipe", stderr: "inherit"},
  );
  const {value} = await running.stdout.getReader().read();
  const port = value && Number(Buffer.from(value).toString().trim());
  if (!port) throw new Error("ClickHouse's engine did not start");
  return {
    url: `http://tester:${password}@127.0.0.1:${port}`,
    stop: async () => {
      running.stdin.end();
      await running.exited;
    },
  };
}
