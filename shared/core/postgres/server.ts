import {randomInt} from "node:crypto";
import {existsSync} from "node:fs";
import {readFile, rm} from "node:fs/promises";
import {createServer} from "node:net";
import {join} from "node:path";
import {type Guarded, runGuardedToFile} from "../children/guarded-command.ts";
import {type ClusterOptions, makeCluster, ownedDir, reasonIn, SUPERUSER} from "./cluster.ts";
import {binaries, serverAccount, spawnAs} from "./os-user.ts";

/** The range of ports from which `freePort` chooses; the upper bound is exclusive. */
const CHOSEN_PORTS = [15_000, 30_000] as const;

/** An embedded Postgres server: a child process that ends with this process, however this process ends. */
export interface PostgresServer {
  /** Connects as superuser to the database `postgres`. */
  url: string;
  port: number;
  process: Guarded;
  /** Fast shutdown: open sessions are closed, everything committed is on disk. Resolves when the server is gone. */
  stop(): Promise<void>;
}

export interface PostgresOptions extends ClusterOptions {
  /**
   * A unix socket is the default: no port can collide, and no warehouse connection can lead to it. TCP means loopback
   * on a free port; it is also used where the path is too long for a socket.
   */
  listen?: "socket" | "tcp";
  /** The TCP port; a free one by default. */
  port?: number;
  /** A folder for the socket, in place of a path in `dir` that may be too long. Only this account may enter the folder. */
  socketDir?: string;
  /** The most memory that each process of the server may map, where the system can bound it. */
  processBytes?: number;
  settings?: Readonly<Record<string, string>>;
}

const PORT_OF_SOCKET = 5432;
// A socket address holds 108 bytes on Linux and 104 on macOS, including the socket's name and a final zero.
const MAX_SOCKET_DIR = 103 - "/.s.PGSQL.5432".length;
/**
 * How long a start waits for processes of a server that was killed: each of them ends at its next wait, and until then
 * Postgres refuses to start.
 */
const REMNANTS_MS = 15_000;
const UNFLUSHED = {fsync: "off", full_page_writes: "off", synchronous_commit: "off", autovacuum: "off"};

/** Whether this folder's path is short enough for the address of a socket in it. */
export function fitsSocket(dir: string): boolean {
  return Buffer.byteLength(dir) <= MAX_SOCKET_DIR;
}

/** Ends the server that runs in `dir`, whichever process started it. */
export function endServerIn(dir: string): Promise<void> {
  return endLeftover(join(dir, "cluster"));
}

/** The beginning of a command line that bounds the memory of the command after it. */
function bounded(sizeBytes: number): string[] {
  return ["sh", "-c", 'ulimit -v "$0" 2>/dev/null; exec "$@"', String(Math.ceil(sizeBytes / 1024))];
}

/**
 * The address of the server that runs in `dir` now, whichever process started it, for the superuser of the default name;
 * `undefined` where none runs.
 */
export async function runningPostgresUrl(dir: string): Promise<string | undefined> {
  const cluster = join(dir, "cluster");
  const [pid, , , port, socket] = await lockLines(cluster);
  if (!pid || !(await isServerOf(Number(pid), cluster))) return undefined;
  return urlOf(SUPERUSER, await readFile(join(dir, "password"), "utf8"), socket || "127.0.0.1", Number(port));
}

/** Creates the cluster if there is none, recovers after a crash, and resolves once connections are accepted. */
export async function startPostgres(options: PostgresOptions): Promise<PostgresServer> {
  const cluster = join(options.dir, "cluster");
  const account = await serverAccount(options.dir);
  if (!existsSync(cluster)) await makeCluster(options, account);
  await endLeftover(cluster);

  const socketDir = options.socketDir ?? cluster;
  if (options.socketDir !== undefined) await ownedDir(options.socketDir, account);
  const tcp = options.listen === "tcp" || !fitsSocket(socketDir);
  const port = tcp ? (options.port ?? (await freePort())) : PORT_OF_SOCKET;
  const settings: Record<string, string> = {
    listen_addresses: tcp ? "127.0.0.1" : "",
    port: String(port),
    unix_socket_directories: tcp ? "" : socketDir,
    timezone: "UTC",
    log_timezone: "UTC",
    jit: "off",
    ...(options.temporary ? UNFLUSHED : {}),
    ...options.settings,
  };
  const command = {
    command: [
      ...(options.processBytes === undefined ? [] : bounded(options.processBytes)),
      join(await binaries(account), "postgres"),
      "-D",
      cluster,
      ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
    ],
    stopSignal: "INT" as const,
    ...(options.temporary ? {removeAfter: options.dir} : {}),
    env: {LC_MESSAGES: "C"},
    ...spawnAs(account),
  };
  const server = await runServer(command, cluster, options);
  const password = await readFile(join(options.dir, "password"), "utf8");
  return {
    url: urlOf(options.superuser ?? SUPERUSER, password, tcp ? "127.0.0.1" : socketDir, port),
    port,
    process: server,
    stop: async () => {
      server.stop();
      await server.exited;
    },
  };
}

/** Starts the server. Retries while processes of a killed server still use its memory. */
async function runServer(
  command: Parameters<typeof runGuardedToFile>[0],
  cluster: string,
  {logFile, temporary = false}: PostgresOptions,
): Promise<Guarded> {
  const until = performance.now() + REMNANTS_MS;
  for (;;) {
    const server = runGuardedToFile(command, logFile);
    try {
      await whenReady(cluster, server, logFile);
      return server;
    } catch (error) {
      const mayPass = !temporary && String(error).includes("pre-existing shared memory block");
      if (!mayPass || performance.now() > until) throw error;
      await Bun.sleep(200);
    }
  }
}

function urlOf(user: string, password: string, host: string, port: number): string {
  const credentials = `postgres://${user}:${password}`;
  if (!host.startsWith("/")) return `${credentials}@${host}:${port}/postgres`;
  return `${credentials}@localhost:${port}/postgres?host=${encodeURIComponent(host)}`;
}

/**
 * Ends a server that still runs in the cluster, such as one whose launcher was killed, and waits for its end. A lock
 * file that no server of this cluster holds is removed: Postgres would refuse to start if another process now has that
 * pid.
 */
async function endLeftover(cluster: string): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    const [pid] = (await lockLines(cluster)).map(Number);
    if (!pid || !(await isServerOf(pid, cluster))) return rm(join(cluster, "postmaster.pid"), {force: true});
    if (attempt === 0) process.kill(pid, "SIGINT");
    else if (attempt === 100) process.kill(pid, "SIGQUIT");
    else if (attempt > 150)
      throw new Error(`A Postgres server (process ${pid}) still uses ${cluster}; end it first`);
    await Bun.sleep(100);
  }
}

/** The lines of Postgres' lock file: pid, folder, start, port, socket folder, address, shared memory, status. */
async function lockLines(cluster: string): Promise<string[]> {
  const text = await readFile(join(cluster, "postmaster.pid"), "utf8").catch(() => "");
  return text.split("\n").map(line => line.trim());
}

async function isServerOf(pid: number, cluster: string): Promise<boolean> {
  const command = existsSync("/proc/self/cmdline")
    ? await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "")
    : await Bun.spawn(["ps", "-p", String(pid), "-o", "command="]).stdout.text();
  return command.includes("postgres") && command.includes(cluster);
}

/** Waits until Postgres writes `ready` into the eighth line of its lock file. Recovery after a crash may take long. */
async function whenReady(cluster: string, server: Guarded, logFile: string): Promise<void> {
  while (server.running()) {
    if ((await lockLines(cluster))[7] === "ready") return;
    await Bun.sleep(10);
  }
  const log = (await readFile(logFile, "utf8")).trimEnd().split("\n").slice(-8);
  if (log.some(line => /No space left on device|Disk quota exceeded/.test(line)))
    throw new Error(`The embedded Postgres did not start: ${reasonIn(log.join("\n"), cluster, logFile)}`);
  throw new Error(`The embedded Postgres did not start. The end of ${logFile}:\n  ${log.join("\n  ")}`);
}

/**
 * A free TCP port on loopback. It is below the ports that the system gives to connections and to listeners on any port,
 * so that no other process is given the port before the caller listens on it.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(...CHOSEN_PORTS);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  const {promise, resolve, reject} = Promise.withResolvers<boolean>();
  const probe = createServer().once("error", error => {
    if ("code" in error && error.code === "EADDRINUSE") resolve(false);
    else reject(error);
  });
  probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  return promise;
}
