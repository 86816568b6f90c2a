import {makeApp} from "../../api/app.ts";
import type {Web} from "../../api/dependencies.ts";
import {openWeb} from "../../api/open-dependencies.ts";
import type {OrgRole, Scope} from "../../shared/core/actor.ts";
import {type Config, readConfig} from "../../shared/core/config.ts";
import type {Db} from "../../shared/core/db.ts";
import {newId} from "../../shared/core/ids.ts";
import {makeLogger} from "../../shared/core/log.ts";
import {hashToken, newToken} from "../../shared/core/secrets.ts";
import {type Place, testDatabase} from "./postgres.ts";

interface Traits {
  role: OrgRole;
  scopes: readonly Scope[];
  user?: true;
  seat?: "viewer";
}

/** The principals of every test organization. */
const KINDS = {
  /** An org-admin service account with every scope. */
  admin: {role: "admin", scopes: ["read", "write", "manage"]},
  adminReader: {role: "admin", scopes: ["read"]},
  /** An org-admin who is a person, with the scopes of an OAuth token. */
  adminUser: {role: "admin", scopes: ["read", "write"], user: true},
  member: {role: "member", scopes: ["read", "write", "manage"]},
  writer: {role: "member", scopes: ["read", "write"]},
  reader: {role: "member", scopes: ["read"]},
  viewer: {role: "member", scopes: ["read", "write", "manage"], seat: "viewer"},
} as const satisfies Record<string, Traits>;

type Kind = keyof typeof KINDS;

interface TestPrincipal {
  id: string;
  token: string;
}

export interface TestOrg extends Record<Kind, TestPrincipal> {
  id: string;
}

interface CallOptions {
  /** By default the admin's token; `null` sends none. */
  token?: string | null;
  /** Sent as JSON; a string or bytes are sent as they are. */
  body?: unknown;
  headers?: Record<string, string>;
}

interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** The parsed JSON, as loosely typed as `JSON.parse` gives it; `undefined` where the answer is not JSON. */
  body: ReturnType<typeof JSON.parse>;
}

type Call = (method: string, path: string, options?: CallOptions) => Promise<Answer>;

export interface TestApp {
  web: Web;
  db: Db;
  databaseUrl: string;
  /** The organization that `call` speaks for. */
  org: TestOrg;
  app: ReturnType<typeof makeApp>;
  /**
   * Sends a request. If the service could not take it because the machine is busy, sends it again after `Retry-After`.
   * For tests of that answer itself there is `callOnce`.
   */
  call: Call;
  callOnce: Call;
  addOrg(name: string): Promise<TestOrg>;
  /** Adds a token for a principal of `org`; it expires at `expiresAt`, if given. */
  addToken(principalId: string, expiresAt?: Date): Promise<string>;
  /** A second web process over the same database, with the same organization. */
  another(): Promise<TestApp>;
  stop(): Promise<void>;
}

/** The whole web process over a fresh database. Call `stop` in `afterAll`. */
export async function testApp(environment: Record<string, string> = {}, place: Place = {}): Promise<TestApp> {
  const database = await testDatabase(place);
  return overDatabase(database.url, environment, undefined, () => database.drop());
}

/** Like `testApp`, over an existing database that is already migrated. */
export async function overDatabase(
  databaseUrl: string,
  environment: Record<string, string>,
  known?: TestOrg,
  after: () => Promise<void> = async () => undefined,
): Promise<TestApp> {
  const config = testConfig(databaseUrl, environment);
  const {web, close} = await openWeb(
    config,
    makeLogger("test", config.logLevel),
    new AbortController().signal,
  );
  const {db} = web;
  const org = known ?? (await addOrg(db, "Acme"));
  const app = makeApp(web);
  const others: TestApp[] = [];
  const callOnce: Call = (method, path, options = {}) =>
    call(app, method, path, {token: org.admin.token, ...options});
  return {
    web,
    db,
    databaseUrl,
    org,
    app,
    call: (method, path, options = {}) => callAgain(() => callOnce(method, path, options), options),
    callOnce,
    addOrg: name => addOrg(db, name),
    addToken: (principalId, expiresAt) => addToken(db, org.id, principalId, expiresAt),
    another: async () => {
      const other = await overDatabase(databaseUrl, environment, org);
      others.push(other);
      return other;
    },
    stop: async () => {
      for (const other of others) await other.stop();
      await close();
      await after();
    },
  };
}

/** The configuration of a test process: quiet, with small limits. */
export function testConfig(databaseUrl: string, environment: Record<string, string>): Config {
  return readConfig({
    DATABASE_URL: databaseUrl,
    ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64"),
    LOG_LEVEL: "silent",
    DATABASE_POOL_SIZE: "5",
    // There are few connections for many callers, and the machine may be busy: a long wait is not a failure.
    DATABASE_WAIT_MS: "30000",
    // Each slot of a runner polls the database every two seconds, even while the service of a test file has no work.
    WORKER_INTERACTIVE_CONCURRENCY: "4",
    WORKER_AGENT_CONCURRENCY: "4",
    WORKER_QUESTION_CONCURRENCY: "4",
    // The same as in the process that runs the tests.
    UV_THREADPOOL_SIZE: "32",
    ...environment,
  });
}

async function addOrg(db: Db, name: string): Promise<TestOrg> {
  const id = newId("org");
  await db.insertInto("orgs").values({id, name}).execute();
  const make = (kind: Kind) => addPrincipal(db, id, kind, KINDS[kind]);
  return {
    id,
    admin: await make("admin"),
    adminReader: await make("adminReader"),
    adminUser: await make("adminUser"),
    member: await make("member"),
    writer: await make("writer"),
    reader: await make("reader"),
    viewer: await make("viewer"),
  };
}

async function addPrincipal(db: Db, orgId: string, name: string, traits: Traits): Promise<TestPrincipal> {
  const id = newId(traits.user ? "user" : "svc");
  await db
    .insertInto("principals")
    .values({
      id,
      org_id: orgId,
      kind: traits.user ? "user" : "service_account",
      name,
      email: traits.user ? `${id}@example.com` : null,
      org_role: traits.role,
      seat: traits.seat ?? "editor",
      scopes: [...traits.scopes],
    })
    .execute();
  return {id, token: await addToken(db, orgId, id)};
}

async function addToken(db: Db, orgId: string, principalId: string, expiresAt?: Date): Promise<string> {
  const token = newToken();
  await db
    .insertInto("tokens")
    .values({
      hash: hashToken(token),
      org_id: orgId,
      principal_id: principalId,
      expires_at: expiresAt ?? null,
    })
    .execute();
  return token;
}

/** An app whose `call` does not repeat, for helpers of tests that expect the service to be unavailable. */
export function withoutRepeating<T extends TestApp>(app: T): T {
  return {...app, call: app.callOnce};
}

const PASSING = new Set(["worker_unavailable", "database_unavailable"]);
const MAX_WAIT_SECONDS = 3;
const MAX_REPETITIONS = 5;

async function callAgain(ask: () => Promise<Answer>, {body}: CallOptions): Promise<Answer> {
  for (let repetition = 0; ; repetition++) {
    const answer = await ask();
    const seconds = Number(answer.headers.get("retry-after") ?? Number.NaN);
    const isPassing = answer.status === 503 && PASSING.has(answer.body?.code) && seconds <= MAX_WAIT_SECONDS;
    // A stream cannot be sent again.
    if (!isPassing || repetition === MAX_REPETITIONS || body instanceof ReadableStream) return answer;
    await Bun.sleep(seconds * 1000);
  }
}

async function call(
  app: {handle(request: Request): Promise<Response>},
  method: string,
  path: string,
  {token, body, headers = {}}: CallOptions,
): Promise<Answer> {
  const raw = typeof body === "string" || body instanceof Uint8Array || body instanceof ReadableStream;
  const response = await app.handle(
    new Request(`http://service.test${path}`, {
      method,
      headers: {
        ...(token ? {authorization: `Bearer ${token}`} : {}),
        ...(body === undefined ? {} : {"content-type": "application/json"}),
        ...headers,
      },
      ...(body === undefined ? {} : {body: raw ? body : JSON.stringify(body)}),
    }),
  );
  const text = await response.text();
  const isJson = /\bjson\b/.test(response.headers.get("content-type") ?? "");
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: isJson && text ? JSON.parse(text) : undefined,
  };
}
