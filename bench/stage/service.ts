import {randomBytes} from "node:crypto";
import {link, mkdir} from "node:fs/promises";
import {join} from "node:path";
import {Type} from "@sinclair/typebox";
import type {ProcfileLine} from "../../bin/start/procfile.ts";
import {openDatabase} from "../../shared/core/db.ts";
import {makeLogger} from "../../shared/core/log.ts";
import {freePort} from "../../shared/core/postgres/server.ts";
import {parserOf} from "../../shared/core/validate.ts";
import {createOrganization} from "../../shared/identity/organization/create-organization.ts";
import type {Query} from "../../shared/semantic/documents.ts";
import {type Provider, startProvider} from "../../test/agents/provider/provider.ts";
import {type Ask, askOf} from "../client.ts";
import {CONNECTIONS, COUNTRY, GRAPH} from "../questions.ts";
import {newDatabase, type WarehouseData} from "./data.ts";
import {type MailSink, openMailSink} from "./mail-sink.ts";
import {type BenchProcess, startProcess, until} from "./processes.ts";
import {shippedLines} from "./shipped.ts";

type ProjectName = "postgres" | "duckdb" | "cached";

export interface Service {
  address: string;
  databaseUrl: string;
  orgId: string;
  web: BenchProcess;
  worker: BenchProcess;
  /** Where the web process speaks Postgres' protocol. */
  sqlPort: number;
  /** The mail server that accepts all mail of the service. */
  mail: MailSink;
  /** The stand-in for a provider of language models. */
  models: Provider;
  projects: Record<ProjectName, string>;
  /** The token of a service account that may read, with the country attribute that row access needs. */
  token: string;
  /** The token of the organization's first service account, which may do everything. */
  adminToken: string;
  /** The service account of `token`. */
  accountId: string;
  ask(project: string, query: Query, headers?: Record<string, string>): Ask;
  /** Calls the API as an org-admin, and returns the answer's JSON. */
  api: Caller;
  /** A project over the Postgres warehouse, without a layer. */
  newProject(name: string): Promise<string>;
  /** Starts another web process on another port. */
  startWeb(name: string, env?: Record<string, string>): Promise<{process: BenchProcess; address: string}>;
  /** Starts another worker, which must listen elsewhere. */
  startWorker(name: string, env: Record<string, string>): Promise<BenchProcess>;
  stop(): Promise<void>;
}

/** Starts the service as in the Procfile, with connections, projects and layers made through its API. */
export async function startService(dir: string, serverUrl: string, data: WarehouseData): Promise<Service> {
  const databaseUrl = await newDatabase(serverUrl, "service");
  const mail = openMailSink();
  const models = startProvider({key: "bench", contextTokens: 10_000_000});
  const base = {
    DATABASE_URL: databaseUrl,
    DATA_DIR: dir,
    WAREHOUSE_DIR: join(dir, "warehouses"),
    WORKER_LISTEN: join(dir, "run", "worker.sock"),
    ENCRYPTION_KEY: randomBytes(32).toString("base64"),
    LOG_LEVEL: "warn",
    RATE_LIMIT_PER_MINUTE: "100000000",
    CONNECTION_CONCURRENCY: String(CONNECTIONS),
    SMTP_URL: mail.url,
    LLM_BASE_URL: models.openAiUrl,
    LLM_API_KEY: "bench",
    LLM_CONTEXT_TOKENS: "10000000",
    AGENT_RESULTS_KB: "65536",
    MAIL_FROM: "Bench <bench@service.example>",
    MAIL_RATE_PER_SECOND: "100000",
    MAIL_DAILY_LIMIT: "100000000",
  };
  await mkdir(join(dir, "run"), {recursive: true, mode: 0o700});
  const sqlPort = await freePort();
  const lines = await shippedLines();
  const start = (name: string, line: ProcfileLine | undefined, env: Record<string, string>) => {
    if (!line) throw new Error("The Procfile needs the lines release, web and worker");
    return startProcess({name, dir, command: line.command, env: {...base, ...line.environment, ...env}});
  };
  const startWeb = async (name: string, env: Record<string, string> = {}) => {
    const port = await freePort();
    const address = `http://127.0.0.1:${port}`;
    return {address, process: await start(name, lines["web"], {PORT: String(port), ...env})};
  };

  const release = await start("release", lines["release"], {});
  if ((await release.guarded.exited) !== 0) throw new Error(`The release failed: see ${dir}/release.log`);
  const [{process: web, address}, worker] = await Promise.all([
    startWeb("web", {SQL_LISTEN: `127.0.0.1:${sqlPort}`}),
    start("worker", lines["worker"], {}),
  ]);
  const {orgId, token: adminToken} = await newOrganization(databaseUrl);
  await mkdir(join(base.WAREHOUSE_DIR, orgId), {recursive: true});
  await link(data.duckdbFile, join(base.WAREHOUSE_DIR, orgId, "flights.duckdb"));
  const api = caller(address, adminToken);
  await until("the service is ready", async () => {
    const answer = await fetch(`${address}/readyz`).catch(() => undefined);
    return answer?.status === 200 ? true : undefined;
  });

  const {hostname: host, port, username: user, password, pathname} = new URL(data.postgresUrl);
  const connect = async (name: string, type: string, config: unknown) =>
    idOf(await api("/api/connections", {name, type, config}));
  const postgres = await connect("Postgres", "postgres", {
    host,
    port: Number(port),
    database: pathname.slice(1),
    user,
    password,
    ssl: "disable",
  });
  const duckdb = await connect("DuckDB", "duckdb", {path: "flights.duckdb"});
  const bare = async (name: string, connectionId: string, cacheTtlSeconds = 0) =>
    idOf(await api("/api/projects", {name, connectionId, cacheTtlSeconds}));
  const project = async (name: string, connectionId: string, cacheTtlSeconds = 0) => {
    const id = await bare(name, connectionId, cacheTtlSeconds);
    await api(`/api/projects/${id}/introspect`, {graph: GRAPH, replace: true});
    return id;
  };
  const projects = {
    postgres: await project("postgres", postgres),
    duckdb: await project("duckdb", duckdb),
    cached: await project("cached", postgres, 86_400),
  };
  const account = await api(`/api/orgs/${orgId}/service-accounts`, {
    name: "Reader",
    scopes: ["read"],
    attributes: {country: [COUNTRY]},
  });
  const token = tokenOf(account);

  return {
    address,
    databaseUrl,
    orgId,
    web,
    worker,
    sqlPort,
    mail,
    models,
    projects,
    token,
    adminToken,
    accountId: accountOf(account),
    api,
    ask: (projectId, query, headers = {}) =>
      askOf(address, {
        path: "/api/query",
        headers: {authorization: `Bearer ${token}`, ...headers},
        body: {...query, projectId},
      }),
    newProject: name => bare(name, postgres),
    startWeb,
    startWorker: (name, env) => start(name, lines["worker"], env),
    stop: async () => {
      await Promise.all([web.stop(), worker.stop()]);
      mail.stop();
      await models.stop();
    },
  };
}

/** An organization of its own, with the token of its first service account. */
export async function newOrganization(databaseUrl: string): Promise<{orgId: string; token: string}> {
  const {db, pool} = openDatabase(databaseUrl, 1, makeLogger("bench", "warn"));
  try {
    return await createOrganization(db, {name: "Bench", adminEmail: "bench@localhost"});
  } finally {
    await pool.end();
  }
}

export type Caller = (path: string, body: unknown, method?: "POST" | "PUT") => Promise<unknown>;

/** Calls the API with that token, and returns the answer's JSON. */
export function caller(address: string, token: string): Caller {
  return async (path, body, method = "POST") => {
    const response = await fetch(`${address}${path}`, {
      method,
      headers: {authorization: `Bearer ${token}`, "content-type": "application/json"},
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return response.json();
  };
}

const parseIdentified = parserOf(Type.Object({id: Type.String()}), "answer");
const parseToken = parserOf(
  Type.Object({token: Type.String(), serviceAccount: Type.Object({id: Type.String()})}),
  "answer",
);
export const idOf = (answer: unknown) => parseIdentified(answer).id;
export const tokenOf = (answer: unknown) => parseToken(answer).token;
export const accountOf = (answer: unknown) => parseToken(answer).serviceAccount.id;
