import {parseArgs} from "node:util";
import pg from "pg";
import {type Config, readConfig} from "../shared/core/config.ts";
import {commit, version} from "../shared/core/process/version.ts";
import {checkClock, checkKeys, checkMigrations, checkServer} from "./doctor/database.ts";
import {type Finding, findingsOf} from "./doctor/finding.ts";
import {checkAddress, checkBucket, checkCertificates, checkDisk, checkMail} from "./doctor/surroundings.ts";
import {checkQueue, checkWarehouses, checkWorkers} from "./doctor/workers.ts";
import {commandEnvironment} from "./start/environment.ts";
import {startFault} from "./start-fault.ts";

/**
 * `analytics doctor [--json]`: checks the configuration and everything that the service needs, in the environment of
 * one of its processes, and prints faults with their remedies. Changes nothing, and prints no secret. The exit code is
 * 1 if a fault prevents the service from working.
 */
async function main(): Promise<void> {
  const {values} = parseArgs({options: {json: {type: "boolean"}}});
  const findings = await examine();
  if (values.json) console.log(JSON.stringify({version, commit, findings}, null, 2));
  else print(findings);
  if (findings.some(({state}) => state === "fault")) process.exitCode = 1;
}

async function examine(): Promise<Finding[]> {
  let config: Config;
  try {
    config = readConfig(await commandEnvironment(process.env));
  } catch (error) {
    const found = startFault(error, process.env);
    return [{about: "configuration", state: "fault", found, remedy: "See docs/configuration.md."}];
  }
  const configuration: Finding = {
    about: "configuration",
    state: "ok",
    found: "Every variable is valid.",
  };
  return [
    configuration,
    ...(await findingsOf(
      "disk",
      () => checkDisk(config),
      "Set DATA_DIR to a folder that this account may write.",
    )),
    ...(await checkDatabase(config)),
    ...(await findingsOf(
      "mail",
      () => checkMail(config),
      "Correct SMTP_URL: address, port, user and password.",
    )),
    ...(await findingsOf("bucket", () => checkBucket(config), "Correct the variables S3_….")),
    ...(await findingsOf(
      "certificates",
      () => checkCertificates(config),
      "Correct the paths of the certificates.",
    )),
    ...(await findingsOf("address", () => checkAddress(config), "Correct BASE_URL.")),
  ];
}

async function checkDatabase(config: Config): Promise<Finding[]> {
  const client = new pg.Client({
    connectionString: config.databaseUrl,
    application_name: "analytics-service doctor",
    connectionTimeoutMillis: config.databaseWaitMs,
    statement_timeout: 30_000,
  });
  // An error of a lost connection also rejects the statement.
  client.on("error", () => undefined);
  try {
    await client.connect();
  } catch (error) {
    return findingsOf("database", () => Promise.reject(error), "Start Postgres, or correct DATABASE_URL.");
  }
  try {
    const remedy = "Correct DATABASE_URL, or the rights of its user.";
    const server = await findingsOf("database", () => checkServer(config, client), remedy);
    const clock = await findingsOf("clock", () => checkClock(client), remedy);
    const migrations = await findingsOf("migrations", () => checkMigrations(client), remedy);
    const before = [...server, ...clock, ...migrations];
    if (migrations.some(({state}) => state === "fault")) return before;
    const keys = await findingsOf("keys", () => checkKeys(config, client), remedy);
    const {findings, reached} = await checkWorkers(config, client);
    const queue = await findingsOf("queue", () => checkQueue(client), remedy);
    const warehouses = await findingsOf("warehouses", () => checkWarehouses(config, client, reached), remedy);
    return [...before, ...keys, ...findings, ...queue, ...warehouses];
  } finally {
    await client.end();
  }
}

function print(findings: readonly Finding[]): void {
  for (const {about, state, found, remedy} of findings) {
    console.log(`${state.padEnd(8)} ${about.padEnd(13)} ${found}`);
    if (remedy) console.log(`${" ".repeat(23)}→ ${remedy}`);
  }
  const count = (state: Finding["state"]) => findings.filter(one => one.state === state).length;
  console.log(
    `\n${count("fault")} faults, ${count("warning")} warnings (${version}, ${commit ?? "commit not known"}).`,
  );
}

await main().catch((error: unknown) => {
  console.error(startFault(error, process.env));
  process.exitCode = 1;
});
