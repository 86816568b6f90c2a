import type pg from "pg";
import type {Config} from "../../shared/core/config.ts";
import {compareMigrations, newerSentence, olderSentence} from "../../shared/core/database/migrations.ts";
import {keyId} from "../../shared/core/process/key-check.ts";
import {decryptSecret} from "../../shared/core/secrets.ts";
import type {Finding} from "./finding.ts";

/**
 * Sessions of a web process or a worker besides those of its pool: one for notices, those of the queue, and one that
 * watches the pool while statements do not end.
 */
const SESSIONS_BESIDE = 8;
const NOTICE_MS = 3000;
const CLOCK_WARNING_MS = 1000;
const CLOCK_FAULT_MS = 30_000;

/** Version, rights, sessions and mode of the connection. */
export async function checkServer(config: Config, client: pg.Client): Promise<Finding[]> {
  const {rows} = await client.query<{
    version: string;
    number: number;
    most: number;
    used: number;
    owns: boolean;
  }>(
    `select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
            current_setting('max_connections')::int as most,
            (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as used,
            has_schema_privilege('public', 'create') and has_database_privilege(current_database(), 'create') as owns`,
  );
  const [server] = rows;
  if (!server) throw new Error("The database answers nothing");
  const findings: Finding[] = [
    {
      about: "database",
      state: "ok",
      found: `Postgres ${server.version} answers, with ${server.used} of ${server.most} sessions in use.`,
    },
  ];
  if (!server.owns)
    findings.push({
      about: "database",
      state: "fault",
      found: "The user of DATABASE_URL may not create tables and schemas in its database.",
      remedy: "Make the user the owner of the database, and let it create in the schema public.",
    });
  const needed = config.databasePoolSize + SESSIONS_BESIDE;
  if (server.most - server.used < needed)
    findings.push({
      about: "database",
      state: "warning",
      found: `Only ${server.most - server.used} sessions are free, and one more process takes up to ${needed}.`,
      remedy: "Raise max_connections in Postgres, or lower DATABASE_POOL_SIZE.",
    });
  findings.push(await checkNotices(client));
  return findings;
}

/** Checks that notices arrive: changes are announced by `notify`, which a pooler in transaction mode loses. */
async function checkNotices(client: pg.Client): Promise<Finding> {
  const {promise, resolve} = Promise.withResolvers<boolean>();
  const channel = `doctor_${process.pid}`;
  client.once("notification", () => resolve(true));
  const timer = setTimeout(() => resolve(false), NOTICE_MS);
  await client.query(`listen ${channel}`);
  await client.query(`notify ${channel}`);
  // A notice is sent with the answer of a later statement at the latest.
  await client.query("select 1");
  const arrived = await promise;
  clearTimeout(timer);
  await client.query(`unlisten ${channel}`);
  if (arrived) return {about: "notices", state: "ok", found: "A notice of the database arrives."};
  return {
    about: "notices",
    state: "fault",
    found: "A notice of the database does not arrive.",
    remedy: "A pooler in front of the database must work in session mode.",
  };
}

export async function checkMigrations(client: pg.Client): Promise<Finding> {
  const about = "migrations";
  const {rows: found} = await client.query<{present: boolean}>(
    "select to_regclass('pgmigrations') is not null as present",
  );
  const remedy = "Run the release: analytics release.";
  if (found[0]?.present !== true)
    return {about, state: "fault", found: "Nothing was released into this database yet.", remedy};
  const {rows} = await client.query<{name: string}>("select name from pgmigrations");
  const difference = await compareMigrations(rows.map(({name}) => name));
  const older = olderSentence(difference);
  if (older) return {about, state: "fault", found: older, remedy};
  const newer = newerSentence(difference);
  if (newer) return {about, state: "warning", found: newer, remedy: "Replace this version by the newer one."};
  return {about, state: "ok", found: `All ${rows.length} migrations of this version are applied.`};
}

/**
 * Whether this machine and the database have the same time. Both clocks decide when tokens expire and schedules are
 * due.
 */
export async function checkClock(client: pg.Client): Promise<Finding> {
  const before = Date.now();
  const {rows} = await client.query<{now: Date}>("select clock_timestamp() as now");
  const middle = (before + Date.now()) / 2;
  const offMs = Math.round(middle - (rows[0]?.now.getTime() ?? Number.NaN));
  const found = `This machine's clock is ${Math.abs(offMs) / 1000} s ${offMs < 0 ? "behind" : "ahead of"} the database's.`;
  if (Math.abs(offMs) < CLOCK_WARNING_MS) return {about: "clock", state: "ok", found};
  const state = Math.abs(offMs) < CLOCK_FAULT_MS ? "warning" : "fault";
  return {about: "clock", state, found, remedy: "Let a time server (NTP) set both clocks."};
}

/** Whether the keys are the database's, and decrypt the secrets of every connection. Changes nothing. */
export async function checkKeys({encryptionKeys}: Config, client: pg.Client): Promise<Finding[]> {
  const about = "keys";
  const {rows: known} = await client.query<{id: string}>("select id from encryption_keys");
  const ours = encryptionKeys.map(keyId);
  if (known.length > 0 && !known.some(({id}) => ours.includes(id)))
    return [
      {
        about,
        state: "fault",
        found: "ENCRYPTION_KEY is not the key of this database.",
        remedy:
          "Set the key with which the database's secrets were encrypted. If the key is lost: analytics release --new-key, and enter the secrets of connections again.",
      },
    ];
  const {rows} = await client.query<{id: string; name: string; secrets: Buffer}>(
    "select id, name, secrets from connections where secrets is not null order by id",
  );
  const closed = rows.filter(({id, secrets}) => !decrypts(encryptionKeys, id, secrets));
  if (closed.length === 0)
    return [{about, state: "ok", found: `The secrets of ${rows.length} connections can be decrypted.`}];
  return closed.map(({id, name}) => ({
    about,
    state: "fault",
    found: `The secrets of the connection "${name}" (${id}) cannot be decrypted with this ENCRYPTION_KEY.`,
    remedy: "Set the older key behind a comma, or enter the connection's secrets again.",
  }));
}

function decrypts(keys: readonly Buffer[], context: string, sealed: Buffer): boolean {
  try {
    decryptSecret(keys, context, sealed);
    return true;
  } catch {
    return false;
  }
}
