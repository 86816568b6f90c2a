import {randomBytes} from "node:crypto";
import {mkdir} from "node:fs/promises";
import {join} from "node:path";
import {readProcfile} from "../../../bin/start/procfile.ts";
import {freePort} from "../../../shared/core/postgres/server.ts";
import {SECRET_KEY, type StripeStandIn, stripeStandIn} from "../../../test/billing/stripe/server.ts";
import {newDatabase} from "../../stage/data.ts";
import {type BenchProcess, root, startProcess, until} from "../../stage/processes.ts";
import type {Stage} from "../../stage/stage.ts";

export const SECRET = "whsec_bench";

export interface BillingStage {
  address: string;
  databaseUrl: string;
  bareAddress: string;
  stripe: StripeStandIn;
  startWorker(): Promise<BenchProcess>;
  stop(): Promise<void>;
}

/**
 * Starts the service as the Procfile does, with a database of its own, a stand-in for Stripe, and the route that stores
 * events without checks (`bench/raw-events.ts`).
 */
export async function billingStage(stage: Stage): Promise<BillingStage> {
  const {url} = await stage.server();
  const databaseUrl = await newDatabase(url, "billing");
  const bareUrl = await newDatabase(url, "bare_events");
  const stripe = stripeStandIn();
  const dir = join(stage.dir, "billing");
  await mkdir(join(dir, "run"), {recursive: true, mode: 0o700});
  const env = {
    DATABASE_URL: databaseUrl,
    DATA_DIR: dir,
    WORKER_LISTEN: join(dir, "run", "worker.sock"),
    ENCRYPTION_KEY: randomBytes(32).toString("base64"),
    LOG_LEVEL: "warn",
    STRIPE_SECRET_KEY: SECRET_KEY,
    STRIPE_WEBHOOK_SECRET: SECRET,
    STRIPE_API_URL: stripe.url,
  };
  const lines = readProcfile();
  const start = (name: "release" | "web" | "worker", more: Record<string, string> = {}) => {
    const line = lines[name];
    if (!line) throw new Error(`The Procfile needs the line ${name}`);
    return startProcess({
      name: `billing-${name}`,
      dir,
      command: line.command,
      env: {...env, ...line.environment, ...more},
    });
  };
  const release = await start("release");
  if ((await release.guarded.exited) !== 0)
    throw new Error(`The release failed: see ${dir}/billing-release.log`);
  const [port, barePort] = [await freePort(), await freePort()];
  const address = `http://127.0.0.1:${port}`;
  const bareAddress = `http://127.0.0.1:${barePort}`;
  const web = await start("web", {PORT: String(port)});
  const bare = await startProcess({
    name: "bare-events",
    dir,
    command: [process.execPath, join(root, "bench", "raw-events.ts")],
    env: {PORT: String(barePort), DATABASE_URL: bareUrl},
  });
  for (const one of [`${address}/healthz`, bareAddress])
    await until(`${one} answers`, async () => fetch(one).catch(() => undefined));
  const workers: BenchProcess[] = [];
  return {
    address,
    databaseUrl,
    bareAddress,
    stripe,
    async startWorker() {
      const worker = await start("worker");
      workers.push(worker);
      return worker;
    },
    async stop() {
      await Promise.all([web, bare, ...workers].map(one => one.stop()));
      await stripe.stop();
    },
  };
}
