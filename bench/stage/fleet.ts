import {randomBytes} from "node:crypto";
import {readFile, writeFile} from "node:fs/promises";
import {join} from "node:path";
import {freePort} from "../../shared/core/postgres/server.ts";
import {newDatabase, type WarehouseData} from "./data.ts";
import {type BenchProcess, root, startProcess, until} from "./processes.ts";
import {type Caller, caller, idOf, newOrganization} from "./service.ts";
import {shippedLines} from "./shipped.ts";

/** Processes of the service on TCP alone, as on several machines, behind HAProxy. */
export interface Fleet {
  /** The address of HAProxy. */
  address: string;
  token: string;
  api: Caller;
  /** The id of a connection to the Postgres warehouse. */
  connectionId: string;
  webs: Member[];
  workers: Member[];
  /** Starts another worker and waits until it has announced itself. */
  addWorker(): Promise<Member>;
  /** Stops a process, starts it again with the same address, and waits until it serves. */
  restart(member: Member): Promise<void>;
  kill(member: Member): Promise<void>;
  stop(): Promise<void>;
}

export interface Member {
  name: string;
  port: number;
  process: BenchProcess;
}

export interface FleetOptions {
  webs: number;
  /** The statements that each worker runs at once on one connection. */
  places: number;
}

const DRAIN_MS = 2000;

/** The commands of `docs/operations.md`, with ports that are free. */
export async function startFleet(
  dir: string,
  serverUrl: string,
  data: WarehouseData,
  options: FleetOptions,
): Promise<Fleet> {
  const databaseUrl = await newDatabase(serverUrl, "fleet");
  const certificate = await makeCertificate(dir);
  const proxyPort = await freePort();
  const address = `http://127.0.0.1:${proxyPort}`;
  const env = {
    DATABASE_URL: databaseUrl,
    DATA_DIR: join(dir, "fleet"),
    BASE_URL: address,
    TRUSTED_PROXIES: "1",
    ENCRYPTION_KEY: randomBytes(32).toString("base64"),
    LOG_LEVEL: "info",
    RATE_LIMIT_PER_MINUTE: "100000000",
    CONNECTION_CONCURRENCY: String(options.places),
    SHUTDOWN_DRAIN_MS: String(DRAIN_MS),
    WORKER_TLS_CERT: certificate.cert,
    WORKER_TLS_KEY: certificate.key,
    WORKER_TLS_CA: certificate.cert,
  };
  const lines = await shippedLines();
  const start = (kind: "release" | "web" | "worker", name: string, own: Record<string, string>) => {
    const line = lines[kind];
    if (!line) throw new Error(`The Procfile needs the line ${kind}`);
    return startProcess({name, dir, command: line.command, env: {...env, ...line.environment, ...own}});
  };
  const startWeb = async (name: string, port: number) => {
    const process = await start("web", name, {PORT: String(port)});
    await until(`${name} listens`, () => fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined));
    return process;
  };
  const startWorker = async (name: string, port: number) => {
    const log = join(dir, `${name}.log`);
    const readyLines = async () =>
      (await readFile(log, "utf8").catch(() => "")).split(`"msg":"the worker is ready"`).length;
    const before = await readyLines();
    const process = await start("worker", name, {WORKER_LISTEN: `127.0.0.1:${port}`});
    await until(`${name} is ready`, async () => ((await readyLines()) > before ? true : undefined));
    return process;
  };
  if ((await (await start("release", "fleet-release", {})).guarded.exited) !== 0)
    throw new Error("The release failed");

  const webs: Member[] = [];
  for (let n = 1; n <= options.webs; n++) {
    const port = await freePort();
    webs.push({name: `fleet-web${n}`, port, process: await startWeb(`fleet-web${n}`, port)});
  }
  const workers: Member[] = [];
  const addWorker = async () => {
    const [name, port] = [`fleet-worker${workers.length + 1}`, await freePort()];
    const member = {name, port, process: await startWorker(name, port)};
    workers.push(member);
    return member;
  };
  await addWorker();
  const proxy = await startProxy(dir, proxyPort, webs);
  await until("the proxy finds a web process", async () => {
    const answer = await fetch(`${address}/readyz`).catch(() => undefined);
    return answer?.status === 200 ? true : undefined;
  });
  const {token} = await newOrganization(databaseUrl);
  const api = caller(address, token);
  return {
    address,
    token,
    api,
    connectionId: await connect(api, data.postgresUrl),
    webs,
    workers,
    addWorker,
    async restart(member) {
      await member.process.stop();
      member.process = await (webs.includes(member) ? startWeb : startWorker)(member.name, member.port);
    },
    async kill(member) {
      member.process.guarded.kill();
      await member.process.guarded.exited;
    },
    async stop() {
      await proxy.stop();
      await Promise.all([...webs, ...workers].map(({process}) => process.stop()));
    },
  };
}

/** A certificate of its own for the workers, as an operator makes it. */
async function makeCertificate(dir: string): Promise<{cert: string; key: string}> {
  const [cert, key] = [join(dir, "worker.crt"), join(dir, "worker.key")];
  const made = Bun.spawn(
    [
      ...["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"],
      ...["-days", "2", "-subj", "/CN=workers", "-addext", "subjectAltName=IP:127.0.0.1"],
      ...["-keyout", key, "-out", cert],
    ],
    {stdout: "ignore", stderr: "pipe"},
  );
  if ((await made.exited) !== 0) throw new Error(`openssl: ${await made.stderr.text()}`);
  return {cert, key};
}

/** HAProxy with the configuration of the documents. */
async function startProxy(dir: string, port: number, webs: readonly Member[]): Promise<BenchProcess> {
  let text = await readFile(join(root, "docs", "haproxy.cfg"), "utf8");
  text = text.replace("127.0.0.1:8080", `127.0.0.1:${port}`);
  for (const [n, web] of webs.entries())
    text = text.replace(`127.0.0.1:${3001 + n}`, `127.0.0.1:${web.port}`);
  const file = join(dir, "haproxy.cfg");
  await writeFile(file, text);
  return startProcess({name: "haproxy", dir, command: ["haproxy", "-f", file], env: {}});
}

async function connect(api: Caller, postgresUrl: string): Promise<string> {
  const {hostname: host, port, username: user, password, pathname} = new URL(postgresUrl);
  const config = {
    host,
    port: Number(port),
    database: pathname.slice(1),
    user,
    password,
    ssl: "disable",
  };
  return idOf(await api("/api/connections", {name: "Postgres", type: "postgres", config}));
}
