import {statSync} from "node:fs";
import {resolve} from "node:path";
import {type BillingConfig, readBillingConfig} from "./process/billing-config.ts";
import {type GithubConfig, readGithubConfig} from "./process/github-config.ts";
import {type RunnerName, readConcurrency, readRunners} from "./process/job-runners-config.ts";
import {type LlmConfig, readLlmConfig} from "./process/llm-config.ts";
import {type MailConfig, type Reading, readMailConfig} from "./process/mail-config.ts";
import {readSignInConfig, type SignInConfig} from "./process/oidc-config.ts";
import {readS3Config, type S3Config} from "./process/s3-config.ts";
import {withSecretFiles} from "./process/secret-files.ts";
import {readSqlConfig, type SqlConfig} from "./process/sql-config.ts";
import {readSqlRestConfig, type SqlRestConfig} from "./process/sql-rest-config.ts";
import {readTracingConfig, type TracingConfig} from "./process/tracing-config.ts";

/** Everything the processes read from the environment, typed and checked. Times in milliseconds, sizes in bytes. */
export interface Config extends SignInConfig {
  port: number;
  host: string;
  /** The public address of the service, without a slash at its end. */
  baseUrl: string;
  /**
   * The pages that may show an embedded chart or dashboard in a frame, or by a script, as a `frame-ancestors` source
   * list.
   */
  embedFrameAncestors: string;
  dataDir: string;
  /** While this file is missing, `/readyz` says that the demo is not loaded yet. */
  demoFile: string | undefined;
  /** A folder of the operator's fonts, for characters that the pictures' own font lacks. */
  fontDir: string | undefined;
  /** The folder of DuckDB files: those of an organization are in `<warehouseDir>/<orgId>/`. */
  warehouseDir: string;
  /**
   * The bucket for snapshots and the files of deliveries. `undefined`: they are in folders of `dataDir`, which all
   * workers share.
   */
  s3: S3Config | undefined;
  /** Bytes of the bucket's snapshots that a worker caches on its disk. */
  snapshotCacheBytes: number;
  /** Bytes of memory in which a worker caches roll-ups, apart from the roll-ups that queries are reading. */
  rollupMemoryBytes: number;
  databaseUrl: string;
  databasePoolSize: number;
  /** How long a statement waits for the service's own database, or for a connection of the pool. */
  databaseWaitMs: number;
  /** The key that encrypts, followed by older keys that can still decrypt. 32 bytes each. */
  encryptionKeys: Buffer[];
  logLevel: string;
  /** Where a worker listens for queries: a path of a unix socket, or `host:port`. */
  workerListen: string;
  /** Certificate and key files of a worker's TCP listener; required beyond loopback. */
  workerTls: {cert: string; key: string} | undefined;
  /** Certificate file with which the web process verifies the workers' listeners. Default: the system's certificates. */
  workerTlsCa: string | undefined;
  workerRunners: RunnerName[];
  workerConcurrency: Record<RunnerName, number>;
  /** How long a query waits for any worker before it is refused with `worker_unavailable`. */
  workerWaitMs: number;
  queryTimeoutMs: number;
  /** Statements that one worker runs at once on one connection. */
  connectionConcurrency: number;
  sqlRest: SqlRestConfig;
  /** How long a client may read nothing of its result before the stream is ended. */
  readerStallMs: number;
  /** Bytes of results that a worker buffers on its disk for the slower of several readers of one result. */
  overflowBytes: number;
  duckdbMemoryLimit: string;
  duckdbThreads: number;
  /** Threads for blocking calls of an engine; the runtime reads their number from the same variable. */
  threadPoolSize: number;
  resultCacheBytes: number;
  resultRetentionMs: number;
  historyRetentionDays: number;
  rateLimitPerMinute: number;
  /**
   * The number of proxies before the web process, each of which adds the address of its client to `X-Forwarded-For`.
   */
  trustedProxies: number;
  bodyLimitBytes: number;
  /** The largest CSV that can become a snapshot. Inside of JSON it may have 100 MB at most. */
  snapshotLimitBytes: number;
  /** How long a request's body may take to arrive; a large body must also arrive at 8 KB a second or faster. */
  bodyWaitMs: number;
  /**
   * The most bytes of request bodies that a web process buffers for unauthenticated callers. One network may have half
   * of them.
   */
  unverifiedBodyBytes: number;
  /** The most concurrent requests in a web process, in all and from one address (of IPv6, from one /64). */
  requestsAtOnce: number;
  requestsPerAddress: number;
  /** Host names or CIDR blocks of allowed warehouses. `undefined`: every host that is not refused for other reasons. */
  warehouseAllowedHosts: string[] | undefined;
  /** `undefined`: nothing listens for Postgres' protocol. */
  sql: SqlConfig | undefined;
  mail: MailConfig;
  /** `undefined`: no Stripe is configured, so there are no plans and nothing is counted. */
  billing: BillingConfig | undefined;
  llm: LlmConfig;
  /** `undefined`: no GitHub App is configured. */
  github: GithubConfig | undefined;
  /** `undefined`: nothing is traced. */
  tracing: TracingConfig | undefined;
  /** Whether statements carry a comment that names the caller, for the warehouse's own log. */
  statementComments: boolean;
  /** How long a stopping web process still accepts requests. */
  shutdownDrainMs: number;
  /** How long a shutdown waits for work in flight. */
  shutdownGraceMs: number;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the environment, and the files of secrets that it names (`<name>_FILE`). A variable that is empty counts as not
 * set. Throws one `Error` that names every invalid variable and what it should hold.
 */
export function readConfig(given: Environment = process.env): Config {
  const faults: string[] = [];
  const env = withSecretFiles(given, message => faults.push(message));
  const text = (name: string, fallback: string) => env[name]?.trim() || fallback;
  const integer = (name: string, fallback: number, min: number, max: number): number => {
    const raw = env[name]?.trim();
    if (!raw) return fallback;
    const value = Number(raw);
    if (/^\d+$/.test(raw) && value >= min && value <= max) return value;
    faults.push(`${name} is "${raw}": a whole number from ${min} to ${max} is needed`);
    return fallback;
  };

  const reading: Reading = {
    text,
    integer,
    choice: (name, fallback, allowed) => choice(name, text(name, fallback), allowed, faults),
    list: name => list(env[name]),
    fault: message => faults.push(message),
  };
  const port = integer("PORT", 3000, 0, 65_535);
  const host = text("HOST", "127.0.0.1");
  const dataDir = resolve(text("DATA_DIR", ".data"));
  const databaseUrl = text("DATABASE_URL", "");
  if (!/^postgres(ql)?:\/\//.test(databaseUrl)) {
    faults.push("DATABASE_URL is missing: postgres://user:password@host:port/database is needed");
  } else if (![databaseUrl, databaseUrl.replace("@/", "@localhost/")].some(one => URL.canParse(one))) {
    // The driver's error, "Invalid URL", names no variable. Only a host may be left out.
    faults.push(
      "DATABASE_URL cannot be read: in user and password / ? # and % have to be written as %2F %3F %23 and %25",
    );
  }
  const config: Config = {
    port,
    host,
    baseUrl: baseUrl(env["BASE_URL"]?.trim(), host, port, faults),
    embedFrameAncestors: frameAncestors(text("EMBED_FRAME_ANCESTORS", "*"), faults),
    dataDir,
    demoFile: env["DEMO_FILE"]?.trim() || undefined,
    fontDir: folder("FONT_DIR", env["FONT_DIR"]?.trim(), faults),
    warehouseDir: resolve(text("WAREHOUSE_DIR", `${dataDir}/warehouses`)),
    s3: readS3Config(reading),
    rollupMemoryBytes: integer("ROLLUP_MEMORY_MB", 512, 1, 16_777_216) * 1024 * 1024,
    snapshotCacheBytes: integer("SNAPSHOT_CACHE_MB", 2048, 1, 16_777_216) * 1024 * 1024,
    databaseUrl,
    databasePoolSize: integer("DATABASE_POOL_SIZE", 10, 2, 1000),
    databaseWaitMs: integer("DATABASE_WAIT_MS", 5000, 1000, 600_000),
    encryptionKeys: encryptionKeys(text("ENCRYPTION_KEY", ""), faults),
    logLevel: choice("LOG_LEVEL", text("LOG_LEVEL", "info"), LOG_LEVELS, faults),
    workerListen: text("WORKER_LISTEN", `${dataDir}/run/worker.sock`),
    workerTls: tlsFiles(env["WORKER_TLS_CERT"]?.trim(), env["WORKER_TLS_KEY"]?.trim(), faults),
    workerTlsCa: env["WORKER_TLS_CA"]?.trim() || undefined,
    workerRunners: readRunners(reading),
    workerConcurrency: readConcurrency(reading),
    workerWaitMs: integer("WORKER_WAIT_MS", 5000, 0, 600_000),
    queryTimeoutMs: integer("QUERY_TIMEOUT_MS", 60_000, 100, 3_600_000),
    connectionConcurrency: integer("CONNECTION_CONCURRENCY", 16, 1, 1000),
    sqlRest: readSqlRestConfig(reading),
    readerStallMs: integer("READER_STALL_MS", 30_000, 1000, 3_600_000),
    overflowBytes: integer("OVERFLOW_MB", 2048, 0, 16_777_216) * 1024 * 1024,
    duckdbMemoryLimit: size("DUCKDB_MEMORY_LIMIT", text("DUCKDB_MEMORY_LIMIT", "1GB"), faults),
    duckdbThreads: integer("DUCKDB_THREADS", navigator.hardwareConcurrency, 1, 1024),
    threadPoolSize: integer("UV_THREADPOOL_SIZE", navigator.hardwareConcurrency, 1, 1024),
    resultCacheBytes: integer("RESULT_CACHE_MB", 64, 0, 65_536) * 1024 * 1024,
    resultRetentionMs: integer("RESULT_RETENTION_HOURS", 24, 1, 720) * 3_600_000,
    historyRetentionDays: integer("HISTORY_RETENTION_DAYS", 30, 1, 3650),
    rateLimitPerMinute: integer("RATE_LIMIT_PER_MINUTE", 100_000, 1, 100_000_000),
    trustedProxies: integer("TRUSTED_PROXIES", 0, 0, 10),
    bodyWaitMs: integer("BODY_WAIT_MS", 10_000, 100, 600_000),
    unverifiedBodyBytes: integer("UNVERIFIED_BODIES_MB", 64, 56, 65_536) * 1024 * 1024,
    requestsAtOnce: integer("REQUESTS_AT_ONCE", 4096, 1, 1_000_000),
    requestsPerAddress: integer("REQUESTS_PER_ADDRESS", 1024, 1, 1_000_000),
    bodyLimitBytes: integer("BODY_LIMIT_KB", 1024, 16, 1_048_576) * 1024,
    snapshotLimitBytes: integer("SNAPSHOT_LIMIT_MB", 1024, 1, 102_400) * 1024 * 1024,
    warehouseAllowedHosts: list(env["WAREHOUSE_ALLOWED_HOSTS"]),
    sql: readSqlConfig(reading),
    mail: readMailConfig(reading),
    billing: readBillingConfig(reading),
    llm: readLlmConfig(reading),
    github: readGithubConfig(reading),
    ...readSignInConfig(reading),
    tracing: readTracingConfig(reading),
    statementComments:
      choice("STATEMENT_COMMENTS", text("STATEMENT_COMMENTS", "off"), ["on", "off"], faults) === "on",
    shutdownDrainMs: integer("SHUTDOWN_DRAIN_MS", 0, 0, 600_000),
    shutdownGraceMs: integer("SHUTDOWN_GRACE_MS", 4000, 0, 600_000),
  };
  if (faults.length > 0) throw new Error(`The configuration is not usable:\n  ${faults.join("\n  ")}`);
  return config;
}

const LOG_LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;

function choice(name: string, value: string, allowed: readonly string[], faults: string[]): string {
  if (!allowed.includes(value)) faults.push(`${name} is "${value}": one of ${allowed.join(", ")} is needed`);
  return value;
}

function size(name: string, value: string, faults: string[]): string {
  if (!/^\d+(\.\d+)?\s*(KB|MB|GB|TB|KiB|MiB|GiB|TiB)$/.test(value)) {
    faults.push(`${name} is "${value}": a size with its unit is needed, such as 2GB`);
  }
  return value;
}

/** https://www.w3.org/TR/CSP3/#directive-frame-ancestors */
function frameAncestors(value: string, faults: string[]): string {
  const source = /^(\*|'self'|'none'|https?:(\/\/(\*\.)?[a-zA-Z0-9.-]+(:(\d+|\*))?)?)$/;
  const sources = value.split(/\s+/);
  if (!sources.every(one => source.test(one))) {
    faults.push(
      `EMBED_FRAME_ANCESTORS is "${value}": *, 'self', 'none' or addresses such as https://app.example.com are needed`,
    );
  }
  // A list in a settings file may contain line breaks, but a header must not.
  return sources.join(" ");
}

function baseUrl(raw: string | undefined, host: string, port: number, faults: string[]): string {
  if (!raw) {
    const name = host === "0.0.0.0" || host === "::" ? "localhost" : host.includes(":") ? `[${host}]` : host;
    return `http://${name}:${port}`;
  }
  const url = URL.parse(raw);
  // The text itself is used, so it is checked too: `URL.parse` ignores line breaks, and an empty query or fragment.
  if (url && /^https?:$/.test(url.protocol) && !url.username && !url.password && !/[\s?#]/.test(raw)) {
    return raw.replace(/\/+$/, "");
  }
  faults.push(
    `BASE_URL is "${raw.replace(/\/\/[^/]*@/, "//…@")}": an http(s) address without user, query or fragment, in one line, is needed`,
  );
  return raw;
}

function encryptionKeys(raw: string, faults: string[]): Buffer[] {
  const keys = raw
    .split(",")
    .filter(Boolean)
    .map(key => Buffer.from(key.trim(), "base64"));
  if (keys.length === 0 || keys.some(key => key.length !== 32)) {
    faults.push(
      "ENCRYPTION_KEY must hold 32 bytes in base64 (`openssl rand -base64 32`); " +
        "for a rotation the new key, a comma and the old key",
    );
  }
  return keys;
}

function folder(name: string, path: string | undefined, faults: string[]): string | undefined {
  if (!path) return undefined;
  if (!statSync(path, {throwIfNoEntry: false})?.isDirectory())
    faults.push(`${name} is "${path}": a folder that can be read is needed`);
  return resolve(path);
}

function tlsFiles(cert: string | undefined, key: string | undefined, faults: string[]): Config["workerTls"] {
  if (cert && key) return {cert, key};
  if (cert || key) faults.push("WORKER_TLS_CERT and WORKER_TLS_KEY go together: give both files, or neither");
  return undefined;
}

function list(raw: string | undefined): string[] | undefined {
  const entries = (raw ?? "")
    .split(",")
    .map(entry => entry.trim())
    .filter(Boolean);
  return entries.length > 0 ? entries : undefined;
}
