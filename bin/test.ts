import {mkdtemp, rm} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {chromiumPath} from "../test/support/chromium.ts";
import {startMysql} from "../test/support/mysql.ts";
import {watchNpm} from "./npm-parents.ts";
import {startPostgres} from "./postgres.ts";
import {closingLine, type Tally, tallyOf} from "./tally.ts";

/**
 * Runs everything that has to hold: the checks, then the tests, on a Postgres of its own. With arguments it runs
 * the tests alone, and hands the arguments to `bun test`. The last line counts checks and tests together.
 */

const CHECKS = [
  {name: "biome", command: ["biome", "check", "--error-on-warnings"]},
  {name: "tsc", command: ["tsc", "--noEmit"]},
  {name: "tsc, embedded page", command: ["tsc", "--noEmit", "-p", "api/embed/client"]},
  {name: "knip", command: ["knip"]},
];
// Said outright: bun would take UV_THREADPOOL_SIZE for the number of cores.
const PARALLEL = `--parallel=${navigator.hardwareConcurrency}`;
const root = join(import.meta.dir, "..");
const bin = join(root, "node_modules", ".bin");

async function main(args: readonly string[]): Promise<number> {
  const server = startServer();
  const mysqlServer = startMysql();
  const tallies = args.length > 0 ? [] : await Promise.all(CHECKS.map(runCheck));
  const {url, stop} = await server;
  const mysql = await mysqlServer;
  if (mysql === undefined) console.log("mysql: its tests are skipped, as no mariadb-server is installed");
  if (chromiumPath() === undefined)
    console.log("chromium: the tests in a browser are skipped, as none is installed");
  if (!Bun.which("soffice"))
    console.log("LibreOffice: the tests with it are skipped, as it is not installed");
  try {
    tallies.push(await runTests(args, url, mysql?.url));
  } finally {
    await Promise.all([stop(), mysql?.stop()]);
  }
  console.log(closingLine(tallies));
  return tallies.some(tally => tally.failed > 0) ? 1 : 0;
}

async function startServer(): Promise<{url: string; stop(): Promise<void>}> {
  const dir = await mkdtemp(join(tmpdir(), "analytics-test-"));
  return startPostgres({
    dir,
    logFile: join(dir, "postgres.log"),
    listen: "tcp",
    temporary: true,
    settings: {max_connections: "300"},
  });
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
  console.log(`${name}: failed (${seconds} s)\n${output}${errors}`);
  return {passed: 0, failed: 1, skipped: 0};
}

/** Shows what `bun test` prints as it comes, and reads its summary. */
async function runTests(
  args: readonly string[],
  databaseUrl: string,
  mysqlUrl: string | undefined,
): Promise<Tally> {
  const {DATABASE_URL: _url, ENCRYPTION_KEY: _key, ...environment} = process.env;
  // What tests leave behind goes with it.
  const temporary = await mkdtemp(join(tmpdir(), "analytics-"));
  const tests = Bun.spawn([process.execPath, "test", PARALLEL, "--timeout=30000", ...args], {
    cwd: root,
    env: {
      ...environment,
      TMPDIR: temporary,
      TEST_DATABASE_URL: databaseUrl,
      ...(mysqlUrl === undefined ? {} : {TEST_MYSQL_URL: mysqlUrl}),
      UV_THREADPOOL_SIZE: "32",
      ...(process.stdout.isTTY ? {FORCE_COLOR: "1"} : {}),
    },
    stdout: "inherit",
    stderr: "pipe",
  });
  interrupt = () => tests.kill();
  const decoder = new TextDecoder();
  let end = "";
  for await (const chunk of tests.stderr) {
    process.stderr.write(chunk);
    end = (end + decoder.decode(chunk, {stream: true})).slice(-2000);
  }
  const code = await tests.exited;
  await rm(temporary, {recursive: true, force: true});
  return tallyOf(end, code);
}

let interrupt = (): void => process.exit(130);
// While tests run we stay until they and the server have ended.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => interrupt());
watchNpm(() => interrupt());
process.exitCode = await main(process.argv.slice(2));
