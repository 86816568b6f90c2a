import {createHmac, randomBytes, randomUUID} from "node:crypto";
import {mkdir} from "node:fs/promises";
import {join} from "node:path";
import {DuckDBInstance} from "@duckdb/node-api";
import {readProcfile} from "../../../bin/start/procfile.ts";
import {freePort} from "../../../shared/core/postgres/server.ts";
import {APP_ID, GithubStandIn, type StoredRepository} from "../../../test/github/stand-in.ts";
import {type Ask, askOf} from "../../client.ts";
import {newDatabase} from "../../stage/data.ts";
import {type BenchProcess, root, startProcess, until} from "../../stage/processes.ts";
import {type Caller, caller, newOrganization} from "../../stage/service.ts";
import {rowsOf, type Stage} from "../../stage/stage.ts";
import {COLUMNS, METRICS, MODELS, projectFiles} from "../import.ts";

const INSTALLATION = 900;
const REPOSITORY = 7001;

export interface GithubStage {
  address: string;
  databaseUrl: string;
  bareAddress: string;
  github: GithubStandIn;
  api: Caller;
  /** The repository for `files`, of which the warehouse `models.duckdb` has the tables. */
  repository: StoredRepository;
  files: Record<string, string>;
  /** Starts the worker at the first call, because it would take processor time from the receiver. */
  startWorker(): Promise<void>;
  stop(): Promise<void>;
}

/** A push of that repository, signed as GitHub signs it. */
export function pushAsk(address: string, path: string, repository: number, after: string): Ask {
  const body = {
    ref: "refs/heads/main",
    after,
    repository: {id: repository, full_name: `acme/r${repository}`, pushed_at: Math.random()},
    installation: {id: INSTALLATION},
    padding: "x".repeat(6000),
    id: randomUUID(),
  };
  const signature = createHmac("sha256", "new-secret").update(JSON.stringify(body)).digest("hex");
  const headers = {
    "x-github-delivery": body.id,
    "x-github-event": "push",
    "x-hub-signature-256": `sha256=${signature}`,
    "x-github-hook-installation-target-type": "integration",
    "x-github-hook-installation-target-id": String(APP_ID),
  };
  return askOf(address, {path, headers, body});
}

/**
 * Starts the service as the Procfile does, with a database of its own, a stand-in for GitHub, and the route that stores
 * deliveries without checks (`bench/raw-events.ts`).
 */
export async function githubStage(stage: Stage): Promise<GithubStage> {
  const {url} = await stage.server();
  const databaseUrl = await newDatabase(url, "github");
  const bareUrl = await newDatabase(url, "bare_deliveries");
  const github = new GithubStandIn();
  const dir = join(stage.dir, "github");
  await mkdir(join(dir, "run"), {recursive: true, mode: 0o700});
  const warehouseDir = join(dir, "warehouses");
  const env = {
    DATABASE_URL: databaseUrl,
    DATA_DIR: dir,
    WAREHOUSE_DIR: warehouseDir,
    WORKER_LISTEN: join(dir, "run", "worker.sock"),
    ENCRYPTION_KEY: randomBytes(32).toString("base64"),
    LOG_LEVEL: "warn",
    ...github.environment(),
  };
  const lines = readProcfile();
  const start = (name: "release" | "web" | "worker", more: Record<string, string> = {}) => {
    const line = lines[name];
    if (!line) throw new Error(`The Procfile needs the line ${name}`);
    const own = {...env, ...line.environment, ...more};
    return startProcess({name: `github-${name}`, dir, command: line.command, env: own});
  };
  const release = await start("release");
  if ((await release.guarded.exited) !== 0)
    throw new Error(`The release failed: see ${dir}/github-release.log`);
  const [port, barePort] = [await freePort(), await freePort()];
  const address = `http://127.0.0.1:${port}`;
  const bareAddress = `http://127.0.0.1:${barePort}`;
  const web = await start("web", {PORT: String(port)});
  const bare = await startProcess({
    name: "bare-deliveries",
    dir,
    command: [process.execPath, join(root, "bench", "raw-events.ts")],
    env: {PORT: String(barePort), DATABASE_URL: bareUrl},
  });
  for (const one of [`${address}/healthz`, bareAddress])
    await until(`${one} answers`, async () => fetch(one).catch(() => undefined));

  const {orgId, token} = await newOrganization(databaseUrl);
  await makeTables(join(warehouseDir, orgId));
  const files = Object.fromEntries(projectFiles());
  const repository = await github.addRepository(REPOSITORY, "acme/models");
  github.install(INSTALLATION, "acme", [REPOSITORY]);
  await rowsOf(
    databaseUrl,
    `insert into github_installations (id, org_id, account_id, account_login, account_type, repository_selection, connected_by)
     values ($1, $2, $3, 'acme', 'Organization', 'selected', 'bench')`,
    [INSTALLATION, orgId, INSTALLATION + 1_000_000],
  );
  await rowsOf(
    databaseUrl,
    `insert into github_reaches (org_id, installation_id, repository_id, confirmed_by, permission)
     values ($1, $2, $3, 'bench', 'write')`,
    [orgId, INSTALLATION, REPOSITORY],
  );
  const api = caller(address, token);
  const workers: BenchProcess[] = [];
  return {
    address,
    databaseUrl,
    bareAddress,
    github,
    api,
    repository,
    files,
    async startWorker() {
      if (workers.length === 0) workers.push(await start("worker"));
    },
    async stop() {
      await Promise.all([web, bare, ...workers].map(one => one.stop()));
      await github.stop();
    },
  };
}

/** A table for each model, in the schema that dbt puts them. */
async function makeTables(dir: string): Promise<void> {
  await mkdir(dir, {recursive: true});
  const instance = await DuckDBInstance.create(join(dir, "models.duckdb"));
  const connection = await instance.connect();
  await connection.run("create schema marts");
  const columns = [
    "id bigint",
    "parent_id bigint",
    '"at" timestamp',
    ...Array.from({length: COLUMNS}, (_, n) => `col_${n} varchar`),
    ...Array.from({length: METRICS}, (_, n) => `amount_${n} double`),
  ];
  for (let i = 0; i < MODELS; i++)
    await connection.run(`create table marts.model_${i} (${columns.join(", ")})`);
  await connection.run("checkpoint");
  connection.closeSync();
  instance.closeSync();
}
