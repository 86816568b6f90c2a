import {existsSync, mkdirSync} from "node:fs";
import {join} from "node:path";
import {type Guarded, runGuarded} from "../../shared/core/children/guarded-command.ts";
import {startPostgres} from "../../shared/core/postgres/server.ts";
import {secretsFromFiles} from "../../shared/core/process/secret-files.ts";
import {watchNpm} from "../npm-parents.ts";
import {startFault} from "../start-fault.ts";
import {
  type Environment,
  embeddedEnvironment,
  launchEnvironment,
  plannedConfig,
  postgresDir,
  prepareKey,
  writeAddressFile,
} from "./environment.ts";
import {type DataDirLock, lockDataDir} from "./lock.ts";
import {type LineFilter, LogFile} from "./log-file.ts";
import {type ProcfileLine, readProcfile} from "./procfile.ts";
import {step} from "./progress.ts";
import {isReleased} from "./released.ts";
import {requireFreePort, waitUntilReady} from "./startup-checks.ts";
import {type Supervised, startProcess, supervise} from "./supervise.ts";
import {welcome} from "./welcome.ts";

export interface LaunchOptions {
  /** Restarts each process when one of the files that it has loaded changes. */
  watch: boolean;
  /** Selects what the terminal shows of a process's log, before and after the service is ready. */
  visibleLines(name: string, isReady: () => boolean): LineFilter;
}

const root = join(import.meta.dir, "..", "..");
const startedAt = performance.now();
/** A stop takes 5 s at most: the processes have a little more than SHUTDOWN_GRACE_MS, and Postgres has the rest. */
const WORKER_WAITS_FOR_WEB_MS = 1000;
const POSTGRES_STOP_MS = 800;
const SAME_SIGNAL_MS = 500;
/** The option that accepts a new key where the database's own is lost. */
const NEW_KEY = "--new-key";

const running: {
  web?: Supervised;
  worker?: Supervised;
  postgres?: Supervised;
  /** The release or the first start. */
  once?: Guarded;
  lock?: DataDirLock;
  ready: boolean;
  graceMs: number;
} = {ready: false, graceMs: 3000};

/**
 * Runs the whole service on one machine: an embedded Postgres (unless DATABASE_URL is set), the release, the web and
 * the worker process of the Procfile, and on first start an organization and the demo. Stops all of it on a signal.
 */
export async function launch(options: LaunchOptions): Promise<void> {
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, onSignal);
  watchNpm(stopAndExit);
  await start(options).catch(endAll);
}

async function start(options: LaunchOptions): Promise<void> {
  const given = secretsFromFiles(process.env);
  const {config: planned, embedded} = plannedConfig(given);
  const {dataDir} = planned;
  const logsDir = join(dataDir, "logs");
  mkdirSync(dataDir, {recursive: true});
  for (const dir of [logsDir, join(dataDir, "run"), planned.warehouseDir]) {
    mkdirSync(dir, {recursive: true, mode: 0o700});
  }
  running.lock = lockDataDir(dataDir);
  const launch = await launchEnvironment(given, planned);
  await step(`Waiting for port ${launch["PORT"]}`, requireFreePort(planned, running.lock.leftover));

  const isKeyLost = process.argv.includes(NEW_KEY);
  if (embedded) prepareKey(launch, dataDir, {isLost: isKeyLost});
  const databaseUrl = embedded ? await startDatabase(dataDir, logsDir) : planned.databaseUrl;
  const env = embedded ? embeddedEnvironment(launch, dataDir, databaseUrl) : launch;
  const {config} = plannedConfig(env);
  writeAddressFile(config);
  running.graceMs = config.shutdownDrainMs + config.shutdownGraceMs;

  const {release, web, worker} = readProcfile();
  if (!release || !web || !worker) throw new Error("The Procfile needs the lines release, web and worker");
  if (isKeyLost) release.command.push(NEW_KEY);
  if (isKeyLost || !(await isReleased(databaseUrl, config.encryptionKeys)))
    await step("Migrating the database", runOnce("release", release, env));
  const runAlways = (name: string, line: ProcfileLine) =>
    superviseProcess(
      name,
      options.watch ? watched(line) : line,
      env,
      logsDir,
      options.visibleLines(name, isUp),
    );
  running.worker = runAlways("worker", worker);
  const demoFile = join(dataDir, "first-start");
  const firstStart = !existsSync(demoFile);
  const awaited = firstStart ? {DEMO_FILE: demoFile} : {};
  running.web = runAlways("web", {...web, environment: {...web.environment, ...awaited}});
  const failure = Promise.race([
    running.web.ended.then(never),
    running.worker.ended.then(never),
    running.postgres?.ended.then(never) ?? never(),
  ]);
  failure.catch(endAll);

  await step("Starting the web and the worker process", Promise.race([waitUntilReady(config), failure]));
  running.ready = true;
  for (const part of [running.web, running.worker, running.postgres]) part?.markReady();
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

const isUp = () => running.ready;

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

function superviseProcess(
  name: string,
  line: ProcfileLine,
  env: Environment,
  logsDir: string,
  filterLine: LineFilter,
): Supervised {
  const log = new LogFile(join(logsDir, `${name}.log`));
  return supervise({
    name,
    report: console.error,
    start: async () => startProcess(line, {env, cwd: root, log, show: showLine, filterLine}),
  });
}

/** Prints a line without colour: `console.error` would print each line in red. */
function showLine(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** The command of the line with the runtime's watch mode, which restarts the process when a loaded file changes. */
function watched({command: [bun = process.execPath, ...rest], environment}: ProcfileLine): ProcfileLine {
  return {environment, command: [bun, "--watch", "--no-clear-screen", ...rest]};
}

async function runOnce(name: string, {command, environment}: ProcfileLine, env: Environment): Promise<void> {
  const child = runGuarded({command, stopSignal: "TERM", cwd: root, env: {...env, ...environment}});
  running.once = child;
  const [code, output, errors] = await Promise.all([
    child.exited,
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  if (code !== 0) throw new Error(`The ${name} failed:\n${output}${errors}`);
}

function never(): Promise<never> {
  return new Promise(() => {});
}

let ending: Promise<void> | undefined;

/** Stops the release or the first start, the web process, the worker, then Postgres. */
function stopAll(): Promise<void> {
  ending ??= (async () => {
    running.once?.stop();
    const killer = setTimeout(() => {
      running.web?.kill();
      running.worker?.kill();
    }, running.graceMs + WORKER_WAITS_FOR_WEB_MS);
    // Requests under way in the web process still need the worker.
    const webStopped = running.web?.stop();
    await Promise.race([webStopped, Bun.sleep(WORKER_WAITS_FOR_WEB_MS)]);
    await Promise.all([webStopped, running.worker?.stop()]);
    clearTimeout(killer);
    // If the server is killed here it replays its log at the next start, so nothing that was committed is lost.
    const postgresKiller = setTimeout(() => running.postgres?.kill(), POSTGRES_STOP_MS);
    await running.postgres?.stop();
    clearTimeout(postgresKiller);
    running.lock?.release();
  })();
  return ending;
}

async function endAll(error: unknown): Promise<void> {
  if (ending) return;
  console.error(`\n${startFault(error, process.env)}`);
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

/** A second signal ends everything at once, unless npm passed it on for the same Ctrl-C. */
function onSignal(): void {
  if (performance.now() - signalledAt > SAME_SIGNAL_MS) {
    for (const part of [running.web, running.worker, running.postgres]) part?.kill();
  }
  signalledAt = Math.min(signalledAt, performance.now());
  stopAndExit();
}
