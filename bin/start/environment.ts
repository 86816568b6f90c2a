import {randomBytes} from "node:crypto";
import {existsSync, readFileSync, renameSync, writeFileSync} from "node:fs";
import {createServer} from "node:net";
import {join, resolve} from "node:path";
import {type Config, readConfig} from "../../shared/core/config.ts";
import {freePort, runningPostgresUrl} from "../../shared/core/postgres/server.ts";
import {ownCommand} from "../../shared/core/process/own-command.ts";
import {secretsFromFiles} from "../../shared/core/process/secret-files.ts";

export type Environment = Record<string, string | undefined>;

const MAX_SOCKET_PATH = 103;
const LAST_PORT = 65_535;
const LOOPBACK = "127.0.0.1";
const NO_KEY = Buffer.alloc(32).toString("base64");

/** Checks the configuration before there is a database address, so that all other errors are found at once. */
export function plannedConfig(env: Environment): {config: Config; embedded: boolean} {
  const embedded = !env["DATABASE_URL"]?.trim();
  const config = readConfig(
    embedded
      ? {...env, DATABASE_URL: "postgres://embedded", ENCRYPTION_KEY: env["ENCRYPTION_KEY"] || NO_KEY}
      : env,
  );
  return {config, embedded};
}

export const postgresDir = (dataDir: string) => join(dataDir, "postgres");

/** Creates the key of a new embedded database. Throws where the database exists without its key, unless `isLost` is set. */
export function prepareKey(env: Environment, dataDir: string, {isLost}: {isLost: boolean}): void {
  const file = join(dataDir, "encryption-key");
  if (env["ENCRYPTION_KEY"]?.trim() || existsSync(file)) return;
  if (!isLost && existsSync(join(postgresDir(dataDir), "cluster"))) {
    throw new Error(
      `${file} is missing, and the database beside it needs it: put it back from a backup, or set ENCRYPTION_KEY. If ` +
        `it is lost, \`${ownCommand("start", "--new-key")}\` makes another, and the secrets of connections have to be entered again`,
    );
  }
  loadOrCreateSecret(file, newKey);
}

/** The environment of the service's processes on the embedded database. */
export function embeddedEnvironment(env: Environment, dataDir: string, databaseUrl: string): Environment {
  return {
    ...env,
    DATABASE_URL: databaseUrl,
    ENCRYPTION_KEY:
      env["ENCRYPTION_KEY"]?.trim() || readFileSync(join(dataDir, "encryption-key"), "utf8").trim(),
  };
}

/** The file with the running service's `BASE_URL`, for commands whose own environment does not set it. */
const addressFile = (dataDir: string) => join(dataDir, "run", "address");

export function writeAddressFile({dataDir, baseUrl}: Config): void {
  writeFileSync(addressFile(dataDir), `${baseUrl}\n`);
}

/** The address in the file; `undefined` where no service has written it. */
function addressIn({dataDir}: Config): string | undefined {
  const file = addressFile(dataDir);
  return existsSync(file) ? readFileSync(file, "utf8").trim() : undefined;
}

/** The environment of a command that runs beside the service: by default with the embedded database's address. */
export async function commandEnvironment(given: Environment): Promise<Environment> {
  const env = secretsFromFiles(given);
  const {config, embedded} = plannedConfig(env);
  const known = {
    ...env,
    BASE_URL: env["BASE_URL"]?.trim() || env["PORT"] ? env["BASE_URL"] : addressIn(config),
  };
  if (!embedded) return known;
  const url = await runningPostgresUrl(postgresDir(config.dataDir));
  if (url) return embeddedEnvironment(known, config.dataDir, url);
  throw new Error(
    `No database runs in ${config.dataDir}: start the service first (\`${ownCommand("start")}\`), or set DATABASE_URL`,
  );
}

/** Variables with the path of a file or folder; those of keys and certificates may also hold PEM. */
const PATHS = [
  "FONT_DIR",
  "GITHUB_APP_PRIVATE_KEY",
  "MAIL_DKIM_KEY",
  "SQL_TLS_CERT",
  "SQL_TLS_KEY",
  "WAREHOUSE_DIR",
  "WORKER_LISTEN",
  "WORKER_TLS_CA",
  "WORKER_TLS_CERT",
  "WORKER_TLS_KEY",
];

/** The paths, absolute: they are relative to the launcher's folder, and the processes run in the service's. */
function absolutePaths(env: Environment): Environment {
  const given = PATHS.flatMap((name): [string, string][] => {
    const value = env[name]?.trim();
    const isPath =
      value && !value.includes("-----BEGIN") && (name !== "WORKER_LISTEN" || value.includes("/"));
    return isPath ? [[name, resolve(value)]] : [];
  });
  return Object.fromEntries(given);
}

/**
 * The environment of the service's processes: absolute paths, and the launcher's own defaults for settings that are not
 * set, which are shorter times and addresses that are free.
 */
export async function launchEnvironment(env: Environment, config: Config): Promise<Environment> {
  const socket = join(config.dataDir, "run", "worker.sock.01234567");
  const port = config.port === 0 ? await freePort() : config.port;
  const sql = env["SQL_LISTEN"] === undefined ? await sqlAddress(port + 1) : undefined;
  return {
    ...env,
    ...absolutePaths(env),
    ...(sql === undefined ? {} : {SQL_LISTEN: sql}),
    PORT: String(port),
    DATA_DIR: config.dataDir,
    SHUTDOWN_GRACE_MS: env["SHUTDOWN_GRACE_MS"]?.trim() || "3000",
    ...(env["WORKER_LISTEN"] || Buffer.byteLength(socket) <= MAX_SOCKET_PATH
      ? {}
      : {WORKER_LISTEN: `127.0.0.1:${await freePort()}`}),
  };
}

/** The default address for Postgres' protocol; `undefined` where its port is taken. */
async function sqlAddress(port: number): Promise<string | undefined> {
  const probe = createServer();
  const isFree = await new Promise<boolean>(resolve => {
    probe.once("error", () => resolve(false));
    if (port > LAST_PORT) resolve(false);
    else probe.listen(port, LOOPBACK, () => resolve(true));
  });
  probe.close();
  return isFree ? `${LOOPBACK}:${port}` : undefined;
}

/** The address for reaching the service locally, because BASE_URL may be a proxy that is not running. */
export function localAddress({host, port}: Config): string {
  if (host === "0.0.0.0" || host === "::") return `http://127.0.0.1:${port}`;
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

/** The secret in a file that only its owner may read; created once. The file is written atomically. */
export function loadOrCreateSecret(file: string, make: () => string): string {
  if (!existsSync(file)) {
    writeFileSync(`${file}.new`, `${make()}\n`, {mode: 0o600, flush: true});
    renameSync(`${file}.new`, file);
  }
  return readFileSync(file, "utf8").trim();
}

function newKey(): string {
  return randomBytes(32).toString("base64");
}
