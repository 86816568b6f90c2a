import {parseArgs} from "node:util";
import pg from "pg";
import {type Config, readConfig} from "../shared/ground/config.ts";
import {commit, version} from "../shared/ground/process/version.ts";
import {lookAtClock, lookAtKeys, lookAtMigrations, lookAtServer} from "./doctor/database.ts";
import {type Finding, lookedAt} from "./doctor/finding.ts";
import {
  lookAtAddress,
  lookAtBucket,
  lookAtCertificates,
  lookAtDisk,
  lookAtMail,
} from "./doctor/surroundings.ts";
import {lookAtQueue, lookAtWarehouses, lookAtWorkers} from "./doctor/workers.ts";
import {commandEnvironment} from "./start/environment.ts";
import {startFault} from "./start-fault.ts";

/**
 * `analytics doctor [--json]`: looks at the configuration and at everything that the service needs, in the environment
 * of one of its processes, and says what is wrong and what to do. Changes nothing, and prints no secret. The exit code
 * is 1 where something keeps the service from its work.
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
    found: "Every variable can be used.",
  };
  return [
    configuration,
    ...(await lookedAt(
      "disk",
      () => lookAtDisk(config),
      "Set DATA_DIR to a folder that this account may write.",
    )),
    ...(await lookInDatabase(config)),
    ...(await lookedAt(
      "mail",
      () => lookAtMail(config),
      "Correct SMTP_URL: address, port, user and password.",
    )),
    ...(await lookedAt("bucket", () => lookAtBucket(config), "Correct the variables S3_….")),
    ...(await lookedAt(
      "certificates",
      () => lookAtCertificates(config),
      "Correct the paths of the certificates.",
    )),
    ...(await lookedAt("address", () => lookAtAddress(config), "Correct BASE_URL.")),
  ];
}

async function lookInDatabase(config: Config): Promise<Finding[]> {
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
    return lookedAt("database", () => Promise.reject(error), "Start Postgres, or correct DATABASE_URL.");
  }
  try {
    const remedy = "Correct DATABASE_URL, or the rights of its user.";
    const server = await lookedAt("database", () => lookAtServer(config, client), remedy);
    const clock = await lookedAt("clock", () => lookAtClock(client), remedy);
    const migrations = await lookedAt("migrations", () => lookAtMigrations(client), remedy);
    const before = [...server, ...clock, ...migrations];
    if (migrations.some(({state}) => state === "fault")) return before;
    const keys = await lookedAt("keys", () => lookAtKeys(config, client), remedy);
    const {findings, reached} = await lookAtWorkers(config, client);
    const queue = await lookedAt("queue", () => lookAtQueue(client), remedy);
    const warehouses = await lookedAt("warehouses", () => lookAtWarehouses(config, client, reached), remedy);
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
