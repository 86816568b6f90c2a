import {existsSync, mkdirSync} from "node:fs";
import {join} from "node:path";
import {
  type Environment,
  embeddedEnvironment,
  launchEnvironment,
  plannedConfig,
  postgresDir,
} from "./environment.ts";
import {type DataDirLock, lockDataDir} from "./lock.ts";
import {LogFile} from "./log-file.ts";
import {watchNpm} from "./npm-parents.ts";
import {startPostgres} from "./postgres.ts";
import {type ProcfileLine, readProcfile} from "./procfile.ts";
import {step} from "./progress.ts";
import {isReady, portIsFree} from "./reach.ts";
import {isReleased} from "./released.ts";
import {type Supervised, startProcess, supervise} from "./supervise.ts";
import {welcome} from "./welcome.ts";

/**
 * `npm start`: the whole service on one machine. An embedded Postgres (unless DATABASE_URL is set), the release,
 * the web and the worker process of the Procfile, and on first start an organization and the demo.
 */

const root = join(import.meta.dir, "..");
const startedAt = performance.now();
/** A stop takes 5 s at most: the processes have SHUTDOWN_GRACE_MS and a little, then Postgres the rest. */
const WORKER_WAITS_FOR_WEB_MS = 1000;
const POSTGRES_STOP_MS = 800;
const SAME_SIGNAL_MS = 500;

const running: {
  web?: Supervised;
  worker?: Supervised;
  postgres?: Supervised;
  lock?: DataDirLock;
  ready: boolean;
  graceMs: number;
} = {ready: false, graceMs: 3000};

async function start(): Promise<void> {
  const {config: planned, embedded} = plannedConfig(process.env);
  const {dataDir} = planned;
  const logsDir = join(dataDir, "logs");
  mkdirSync(dataDir, {recursive: true});
  for (const dir of [logsDir, join(dataDir, "run"), planned.warehouseDir]) {
    mkdirSync(dir, {recursive: true, mode: 0o700});
  }
  running.lock = lockDataDir(dataDir);
  const launch = await launchEnvironment(process.env, planned);
  await step(`Waiting for port ${launch["PORT"]}`, portIsFree(planned, running.lock.leftover));

  const databaseUrl = embedded ? await startDatabase(dataDir, logsDir) : planned.databaseUrl;
  const env = embedded ? embeddedEnvironment(launch, dataDir, databaseUrl) : launch;
  const {config} = plannedConfig(env);
  running.graceMs = config.shutdownGraceMs;

  const {release, web, worker} = readProcfile();
  if (!release || !web || !worker) throw new Error("The Procfile needs the lines release, web and worker");
  if (!(await isReleased(databaseUrl)))
    await step("Migrating the database", runOnce("release", release, env));
  running.worker = runAlways("worker", worker, env, logsDir);
  running.web = runAlways("web", web, env, logsDir);
  const failure = Promise.race([
    running.web.ended.then(never),
    running.worker.ended.then(never),
    running.postgres?.ended.then(never) ?? never(),
  ]);
  failure.catch(endAll);

  const firstStart = !existsSync(join(dataDir, "first-start"));
  await step("Starting the web and the worker process", Promise.race([isReady(config), failure]));
  running.ready = true;
  if (firstStart) {
    const line = {environment: {}, command: [process.execPath, "bin/first-start.ts"]};
    await step(
      "Making the first organization and its demo",
      Promise.race([runOnce("first start", line, env), failure]),
    );
  }
  const seconds = (performance.now() - startedAt) / 1000;
  console.log(await welcome(config, {firstStart, seconds}));
}

/** Until all is up, the processes miss each other, and say so. */
const shownFrom = () => (running.ready ? "warn" : "error");

async function startDatabase(dataDir: string, logsDir: string): Promise<string> {
  const options = {dir: postgresDir(dataDir), logFile: join(logsDir, "postgres.log")};
  const isNew = !existsSync(options.dir);
  const server = await step(
    isNew ? "Setting up the embedded Postgres" : "Starting the embedded Postgres",
    startPostgres(options),
  );
  let next = async () => server.process;
  running.postgres = supervise({
    name: "Postgres",
    report: console.error,
    start: async () => {
      const process = await next();
      next = async () => (await startPostgres({...options, port: server.port})).process;
      return process;
    },
  });
  return server.url;
}

function runAlways(name: string, line: ProcfileLine, env: Environment, logsDir: string): Supervised {
  const log = new LogFile(join(logsDir, `${name}.log`));
  return supervise({
    name,
    report: console.error,
    start: async () => startProcess(name, line, {env, cwd: root, log, show: console.error, shownFrom}),
  });
}

async function runOnce(name: string, {command, environment}: ProcfileLine, env: Environment): Promise<void> {
  const process = Bun.spawn(command, {
    cwd: root,
    env: {...env, ...environment},
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const [code, output, errors] = await Promise.all([
    process.exited,
    process.stdout.text(),
    process.stderr.text(),
  ]);
  if (code !== 0) throw new Error(`The ${name} failed:\n${output}${errors}`);
}

function never(): Promise<never> {
  return new Promise(() => {});
}

let ending: Promise<void> | undefined;

/** Stops the web process, the worker, then Postgres. */
function stopAll(): Promise<void> {
  ending ??= (async () => {
    const killer = setTimeout(() => {
      running.web?.kill();
      running.worker?.kill();
    }, running.graceMs + WORKER_WAITS_FOR_WEB_MS);
    // Requests in flight in the web process still need the worker.
    const webStopped = running.web?.stop();
    await Promise.race([webStopped, Bun.sleep(WORKER_WAITS_FOR_WEB_MS)]);
    await Promise.all([webStopped, running.worker?.stop()]);
    clearTimeout(killer);
    // A server that is killed here replays its log at the next start: nothing that was committed is lost.
    const postgresKiller = setTimeout(() => running.postgres?.kill(), POSTGRES_STOP_MS);
    await running.postgres?.stop();
    clearTimeout(postgresKiller);
    running.lock?.release();
  })();
  return ending;
}

async function endAll(error: unknown): Promise<void> {
  if (ending) return;
  console.error(`\n${error instanceof Error ? error.message : error}`);
  if (running.web) console.error("Stopping everything.");
  await stopAll();
  process.exit(1);
}

async function stopAndExit(): Promise<void> {
  if (!ending && process.stdout.isTTY) console.log("\nStopping …");
  await stopAll();
  process.exit(0);
}

let signalledAt = Number.POSITIVE_INFINITY;

/** A second signal ends everything at once; but not one that npm passes on of the same Ctrl-C. */
function onSignal(): void {
  if (performance.now() - signalledAt > SAME_SIGNAL_MS) {
    for (const part of [running.web, running.worker, running.postgres]) part?.kill();
  }
  signalledAt = Math.min(signalledAt, performance.now());
  stopAndExit();
}

for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, onSignal);
watchNpm(stopAndExit);
await start().catch(endAll);
