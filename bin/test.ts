import {existsSync, readdirSync, readFileSync} from "node:fs";
import {mkdtemp, rm, statfs} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join, resolve} from "node:path";
import {startPostgres} from "../shared/core/postgres/server.ts";
import {chromiumPath} from "../test/support/chromium.ts";
import {startClickhouse} from "../test/support/engines/clickhouse.ts";
import {startMysql} from "../test/support/engines/mysql.ts";
import {testDatabase} from "../test/support/postgres.ts";
import {watchNpm} from "./npm-parents.ts";
import {failuresIn, filesToRerun} from "./tests/failures.ts";
import {costLine, watchCost} from "./tests/run-cost.ts";
import {closingLine, racesIn, type Tally, tallyOf, withRerun} from "./tests/tally.ts";

/**
 * Runs the checks beside the tests, on its own Postgres. With arguments it only runs the tests and passes the arguments
 * to `bun test`. With `--fast` (`npm run test:fast`) it runs the checks and what needs no running service. With
 * `--long` first (`npm run test:long`) it runs the tests that can search longer (random queries, faults), in their long
 * form. The second-last line has the cost of the run, the last line the number of checks and tests.
 */

/**
 * `tsc` has one thread: several would check some types twice, and take twice the processor time, which the tests need.
 */
const CHECKS = [
  {name: "biome", command: ["biome", "check", "--error-on-warnings"]},
  {name: "tsc", command: ["tsc", "--noEmit", "--singleThreaded"]},
  {name: "tsc, pages", command: ["tsc", "--noEmit", "--singleThreaded", "-p", "api/client"]},
  {name: "knip", command: ["knip"]},
];
/**
 * The number of test processes in addition to one per core, because the longest tests mostly wait: for a missed
 * heartbeat, for the end of a period, for the start of a process. Tests of `--fast` only compute.
 */
const WAITING_PROCESSES = 2;
/** The timeout of a test or a hook. On a busy machine processes take many times as long to start as on an idle one. */
const TEST_TIMEOUT_MS = 600_000;
/** Tests that need no running service: of the compiler, of pure functions, and of the source tree. */
const FAST = [
  ...[
    "semantic",
    "layer-formats",
    "shared",
    "charts",
    "sheets",
    "queries",
    "schedules",
    "tools",
    "cadence",
    "docs",
  ],
  ...["introspect", "organization", "workers", "boundaries.test.ts"],
].map(name => `test/${name}`);
/** Tests in the folders of `FAST` that take minutes or start processes. */
const NOT_FAST = ["test/semantic/differential/**", "test/shared/start.test.ts", "test/shared/database/**"];
/**
 * The duration of each test file in ms, so that the longest start first. `-- --update-timings` rewrites the file. A run
 * with `TEST_TIMINGS` does not change this file, and writes its durations into the file of that name.
 */
const TIMINGS = "--timings=test/timings.json";
/** The folder that Linux keeps in memory, and the free space that it needs for the files of Postgres and the tests. */
const MEMORY_DIR = "/dev/shm";
const MEMORY_BYTES = 4 * 1024 ** 3;
const root = join(import.meta.dir, "..");
const bin = join(root, "node_modules", ".bin");

async function main(given: readonly string[]): Promise<number> {
  const isLong = given[0] === "--long";
  const isFast = given[0] === "--fast";
  const named = isLong || isFast ? given.slice(1) : given;
  const cost = watchCost();
  if (!isLong && (await hasMemory()) && mayStartPrograms()) process.env["TMPDIR"] = MEMORY_DIR;
  const args = isLong && named.length === 0 ? longTests() : isFast ? [...fastTests(), ...named] : named;
  const [server, mysql, clickhouse] = await Promise.all([
    startServer(),
    isFast ? undefined : startMysql(),
    isFast ? undefined : startClickhouse({compiles: isLong}),
  ]);
  const {url, stop} = server;
  await makeTemplate(url);
  if (!isFast) reportSkipped(mysql !== undefined, clickhouse !== undefined);
  const tallies: Tally[] = [];
  try {
    const tests = runTests(args, isFast ? 0 : WAITING_PROCESSES, {
      TEST_DATABASE_URL: url,
      TEST_MYSQL_URL: mysql?.url,
      TEST_CLICKHOUSE_URL: clickhouse?.url,
      TEST_LONG: isLong ? "1" : undefined,
    });
    const checks = given.length === 0 || (isFast && named.length === 0) ? runChecks() : [];
    tallies.push(...(await checks), await tests);
  } finally {
    await Promise.all([stop(), mysql?.stop(), clickhouse?.stop()]);
  }
  for (const {output} of failedChecks) console.log(output);
  for (const race of racesIn(tallies)) console.log(race);
  console.log(costLine(cost()));
  console.log(closingLine(tallies));
  return tallies.some(tally => tally.failed > 0) ? 1 : 0;
}

function reportSkipped(hasMysql: boolean, hasClickhouse: boolean): void {
  if (!hasMysql) console.log("mysql: its tests are skipped, as no mariadb-server is installed");
  if (!hasClickhouse)
    console.log("clickhouse: its tests are skipped, as its engine (the npm package chdb) is not installed");
  if (chromiumPath() === undefined)
    console.log("chromium: the tests in a browser are skipped, as none is installed");
  if (!Bun.which("soffice"))
    console.log("LibreOffice: the tests with it are skipped, as it is not installed");
}

/**
 * Whether the folder in memory has space for the files that tests write. Each database, and each worker's own Postgres,
 * is a copy of 950 small files, on which a disk's file system spends more processor time than the server.
 */
async function hasMemory(): Promise<boolean> {
  if (!existsSync(MEMORY_DIR)) return false;
  const {bavail, bsize} = await statfs(MEMORY_DIR);
  return bavail * bsize >= MEMORY_BYTES;
}

/** Whether programs may be started from the folder in memory: tests unpack and compile some into their own folders. */
function mayStartPrograms(): boolean {
  return !/^\S+ \/dev\/shm \S+ \S*\bnoexec\b/m.test(readFileSync("/proc/mounts", "utf8"));
}

async function startServer(): Promise<{url: string; stop(): Promise<void>}> {
  const parent = (await hasMemory()) ? MEMORY_DIR : tmpdir();
  const dir = await mkdtemp(join(parent, "analytics-test-"));
  return startPostgres({
    dir,
    logFile: join(dir, "postgres.log"),
    listen: "tcp",
    temporary: true,
    // The kernel copies the files of a template: a database takes 30 to 35 ms of processor time instead of 34 to 60.
    settings: {max_connections: "300", file_copy_method: "clone"},
  });
}

/** Makes the migrated database that all tests copy, so that no hook of a test has to wait for it. */
async function makeTemplate(server: string): Promise<void> {
  await (await testDatabase({server})).drop();
}

/** The output of failed checks, which is shown again after the tests. */
const failedChecks: {output: string}[] = [];

/** Runs the checks one after the other, because the tests run beside them. */
async function runChecks(): Promise<Tally[]> {
  const tallies: Tally[] = [];
  for (const check of CHECKS) tallies.push(await runCheck(check));
  return tallies;
}

async function runCheck({name, command: [tool, ...args]}: (typeof CHECKS)[number]): Promise<Tally> {
  const started = performance.now();
  const check = Bun.spawn([join(bin, tool!), ...args], {cwd: root, stdout: "pipe", stderr: "pipe"});
  const [code, output, errors] = await Promise.all([check.exited, check.stdout.text(), check.stderr.text()]);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  if (code === 0) {
    console.log(`${name}: passed (${seconds} s)`);
    return {passed: 1, failed: 0, skipped: 0};
  }
  failedChecks.push({output: `${name}: failed (${seconds} s)\n${output}${errors}`});
  console.log(`${name}: failed (${seconds} s)`);
  return {passed: 0, failed: 1, skipped: 0};
}

function testFiles(): string[] {
  return readdirSync(join(root, "test"), {recursive: true, encoding: "utf8"})
    .filter(name => name.endsWith(".test.ts"))
    .map(name => join("test", name));
}

function fastTests(): string[] {
  const isOut = (path: string) => NOT_FAST.some(pattern => new Bun.Glob(pattern).match(path));
  return testFiles().filter(path => FAST.some(start => path.startsWith(start)) && !isOut(path));
}

/** The test files that have a long form. */
function longTests(): string[] {
  return testFiles().filter(path => readFileSync(join(root, path), "utf8").includes("support/long.ts"));
}

interface TestRun {
  tally: Tally;
  output: string;
}

/**
 * Runs `bun test`. If few of all tests fail, their files run again alone, because a test that runs beside others may
 * have a race, in the test or in the service. Such a test is named at the end, and counts as failed only if it fails
 * again.
 */
async function runTests(
  args: readonly string[],
  waitingProcesses: number,
  servers: Readonly<Record<string, string | undefined>>,
): Promise<Tally> {
  // The number of processes is set explicitly, because bun would take UV_THREADPOOL_SIZE for the number of cores. The
  // files of one process share their imports, because loading these anew takes half a second of computing for each
  // file: no test may leave a module changed that another one could read.
  const parallel = [`--parallel=${navigator.hardwareConcurrency + waitingProcesses}`, "--no-isolate"];
  const measured = process.env["TEST_TIMINGS"];
  // Of several `--timings` files bun writes the first.
  const timings = measured ? [`--timings=${resolve(measured)}`, TIMINGS, "--update-timings"] : [TIMINGS];
  const {tally, output} = await bunTest([...parallel, ...timings, ...args], servers);
  const failures = args.length === 0 ? failuresIn(output) : [];
  const files = filesToRerun(failures, tally.failed);
  if (files.length === 0) return tally;
  console.log(`\nrunning again, alone: ${files.join(", ")}`);
  const again = await bunTest(
    files.map(file => `./${file}`),
    servers,
  );
  return withRerun(tally, failures, {tally: again.tally, failures: failuresIn(again.output)});
}

/** Shows the output of `bun test` as it arrives, and reads its summary. */
async function bunTest(
  args: readonly string[],
  servers: Readonly<Record<string, string | undefined>>,
): Promise<TestRun> {
  const {DATABASE_URL: _url, ENCRYPTION_KEY: _key, ...environment} = process.env;
  // Files that tests leave behind are removed with this folder.
  const temporary = await mkdtemp(join(tmpdir(), "analytics-"));
  // Tests are too short for the last tier of compilation to pay off: without it they take a fourteenth less processor
  // time.
  const compiling = servers["TEST_LONG"] === undefined ? {BUN_JSC_useFTLJIT: "0"} : {};
  // Freed memory is given back to the system after two seconds, because mostly a test uses it again before: giving it
  // back at once, and taking it anew, took a sixth of the processor time. Without giving it back, the test processes
  // together grew to 15 GB. Garbage is collected when memory is allocated; collecting it every second, too, takes 13 ms
  // a second of a test that waits. DuckDB makes a hash table of megabytes for each step of a statement: two fifths of
  // the processor time of a statement over few rows are spent on getting that memory from the system again.
  const memory = {
    MIMALLOC_PURGE_DELAY: "2000",
    BUN_GC_TIMER_INTERVAL: "10000",
    DUCKDB_JE_MALLOC_CONF: "dirty_decay_ms:-1,muzzy_decay_ms:-1",
  };
  const tests = Bun.spawn([process.execPath, "test", `--timeout=${TEST_TIMEOUT_MS}`, ...args], {
    cwd: root,
    env: {
      ...environment,
      TMPDIR: temporary,
      ...servers,
      UV_THREADPOOL_SIZE: "32",
      ...compiling,
      ...memory,
      ...(process.stdout.isTTY ? {FORCE_COLOR: "1"} : {}),
    },
    stdout: "inherit",
    stderr: "pipe",
  });
  interrupt = () => tests.kill();
  const decoder = new TextDecoder();
  let output = "";
  for await (const chunk of tests.stderr) {
    process.stderr.write(chunk);
    output += decoder.decode(chunk, {stream: true});
  }
  const code = await tests.exited;
  await rm(temporary, {recursive: true, force: true});
  return {tally: tallyOf(output.slice(-2000), code), output};
}

let interrupt = (): void => process.exit(130);
// Passes a signal on to the tests. This process ends after them and the server.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => interrupt());
watchNpm(() => interrupt());
process.exitCode = await main(process.argv.slice(2));
