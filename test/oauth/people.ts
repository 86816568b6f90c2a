import {createHash, randomBytes} from "node:crypto";
import {OpenTransaction} from "../../api/server/open-transaction.ts";
import {sql} from "../../shared/core/db.ts";
import {newId} from "../../shared/core/ids.ts";
import {loadRunAs} from "../../shared/core/load-run-as.ts";
import {createGrant} from "../../shared/identity/sign-in/grants.ts";
import {addPasswordLink, setPassword} from "../../shared/identity/sign-in/passwords.ts";
import type {TestApp} from "../support/app.ts";
import {lockAwaited} from "../support/postgres.ts";
import {type Seen, Visitor} from "./visitor.ts";

export const PASSWORD = "correct horse battery";
export const REDIRECT = "http://127.0.0.1:4711/callback";

export interface User {
  id: string;
  email: string;
}

/** A member who can sign in, with `PASSWORD`. */
export async function addUser(
  t: TestApp,
  {role = "member", seat = "editor", orgId = t.org.id}: {role?: string; seat?: string; orgId?: string} = {},
): Promise<User> {
  const id = newId("user");
  const email = `${id}@example.com`;
  await t.db
    .insertInto("principals")
    .values({id, org_id: orgId, kind: "user", name: `Ada ${id.slice(-4)}`, email, org_role: role, seat})
    .execute();
  const {url} = await addPasswordLink(t.db, orgId, id, "");
  await setPassword(t.web, url.split("token=")[1] ?? "", PASSWORD, {});
  return {id, email};
}

/** Resets the throttles, which have counted the requests of earlier tests: all tests come from one address. */
export async function forgetThrottles(t: TestApp): Promise<void> {
  await sql`delete from throttles`.execute(t.db);
}

export function visitor(t: TestApp): Visitor {
  return new Visitor(request => t.app.handle(request), t.web.config.baseUrl);
}

export async function register(t: TestApp, metadata: object = {}) {
  const body = {client_name: "Test client", redirect_uris: [REDIRECT], ...metadata};
  const answer = await t.call("POST", "/oauth/register", {token: null, body});
  return answer;
}

export async function newClient(t: TestApp, metadata: object = {}): Promise<string> {
  await forgetThrottles(t);
  const {status, body, text} = await register(t, metadata);
  if (status !== 201) throw new Error(text);
  return body.client_id;
}

export interface Request {
  clientId: string;
  verifier: string;
  url: string;
}

/** An authorization request, as a client makes it; `changes` replaces parameters, `null` leaves one out. */
export function authorization(
  t: TestApp,
  clientId: string,
  changes: Record<string, string | null> = {},
): Request {
  const verifier = randomBytes(32).toString("base64url");
  const query = new URLSearchParams();
  const parameters = {
    client_id: clientId,
    redirect_uri: REDIRECT,
    response_type: "code",
    state: "state-1",
    scope: "read write",
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
    ...changes,
  };
  for (const [name, value] of Object.entries(parameters)) if (value !== null) query.set(name, value);
  return {clientId, verifier, url: `${t.web.config.baseUrl}/oauth/authorize?${query}`};
}

export async function signIn(browser: Visitor, page: Seen, user: User, password = PASSWORD): Promise<Seen> {
  return browser.submit(page, [
    ["email", user.email],
    ["password", password],
  ]);
}

/**
 * Carries out `change` while the user's browser session gives a client a grant, which is stored and not committed yet.
 * Returns the grants that the user has afterwards.
 */
export async function grantsAfter(t: TestApp, userId: string, change: () => Promise<unknown>) {
  const session = await t.db
    .selectFrom("browser_sessions")
    .select("hash")
    .where("principal_id", "=", userId)
    .executeTakeFirstOrThrow();
  const open = new OpenTransaction(t.db, () => t.db.startTransaction().execute());
  const user = await loadRunAs(t.db, t.org.id, userId);
  await createGrant(open.db, user, await newClient(t), ["read"], session.hash);
  const changed = change();
  await lockAwaited(t.db);
  await open.commit();
  await changed;
  return t.db.selectFrom("oauth_grants").select("id").where("principal_id", "=", userId).execute();
}

export function allow(browser: Visitor, page: Seen, scopes = ["read", "write"]): Promise<Seen> {
  return browser.submit(page, [
    ...scopes.map((one): [string, string] => ["scope", one]),
    ["action", "allow"],
  ]);
}

/** The parameters of the redirect to the client. */
export function answerOf(seen: Seen): URLSearchParams {
  return new URL(seen.headers.get("location") ?? "about:blank").searchParams;
}

/** Goes the whole way through the browser, and returns the code. */
export async function codeFor(t: TestApp, user: User, request: Request, scopes?: string[]): Promise<string> {
  const browser = visitor(t);
  const page = await signIn(browser, await browser.open(request.url), user);
  const code = answerOf(await allow(browser, page, scopes)).get("code");
  if (!code) throw new Error(`no code: ${page.text}`);
  return code;
}

/** A request to the token endpoint. */
export function tokenCall(t: TestApp, fields: Record<string, string>) {
  return t.call("POST", "/oauth/token", {
    token: null,
    headers: {"content-type": "application/x-www-form-urlencoded"},
    body: new URLSearchParams(fields).toString(),
  });
}

export function exchange(t: TestApp, {clientId, verifier}: Request, code: string, changes: object = {}) {
  return tokenCall(t, {
    grant_type: "authorization_code",
    client_id: clientId,
    code,
    code_verifier: verifier,
    redirect_uri: REDIRECT,
    ...changes,
  });
}

export function refresh(t: TestApp, clientId: string, token: string, changes: object = {}) {
  return tokenCall(t, {grant_type: "refresh_token", client_id: clientId, refresh_token: token, ...changes});
}

export interface Tokens {
  clientId: string;
  access: string;
  refresh: string;
  scope: string;
}

/** A user's tokens for a new client. */
export async function tokensOf(
  t: TestApp,
  user: User,
  {scopes, changes}: {scopes?: string[]; changes?: Record<string, string>} = {},
): Promise<Tokens> {
  const clientId = await newClient(t);
  const request = authorization(t, clientId, changes);
  const {status, body, text} = await exchange(t, request, await codeFor(t, user, request, scopes));
  if (status !== 200) throw new Error(text);
  return {clientId, access: body.access_token, refresh: body.refresh_token, scope: body.scope};
}

export async function whoami(t: TestApp, token: string): Promise<number> {
  return (await t.call("GET", "/api/whoami", {token})).status;
}
