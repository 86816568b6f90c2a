import type {ServiceAccount} from "../../../shared/identity/organization/schemas.ts";
import {Refusal} from "./api.ts";
import {isAdminEditor} from "./reader.ts";
import {requestWithRetries} from "./repeat.ts";
import {type Me, Service, service, serviceOf, whoAmI} from "./service.ts";
import {inTabStorage} from "./tab-storage.ts";

/** The lifetime of a service account that a browser has made. */
const LIFETIME_HOURS = 8;
/** How long the old token works after a new one is made, for other tabs of the same person. */
const OVERLAP_SECONDS = 3600;
const MINUTE_MS = 60_000;

/**
 * Access for changes of connections, projects, layers and agents, which the service accepts only from the service
 * account of an org-admin. The token is only in the memory of this document.
 */
export interface AdminAccess {
  service: Service;
  /** The scopes of the token. Without `manage` nothing can be deleted. */
  scopes: readonly string[];
  name: string;
  /** The time at which the service account expires, in ISO 8601; `null` if it does not expire. */
  expiresAt: string | null;
}

/** Whether an account that expires at this time (ISO 8601; `null`: never) is still valid `forMs` from now. */
export function isValidFor(expiresAt: string | null, forMs: number): boolean {
  return expiresAt === null || Date.parse(expiresAt) > Date.now() + forMs;
}

/** The requirements of a change on the service account, besides the scope `write`. */
export interface Needs {
  /** The minimum remaining lifetime of the account. */
  neededMs?: number | undefined;
  /** A scope that an account created by a browser never has. */
  scope?: "manage" | undefined;
}

let current: AdminAccess | undefined;
const listeners = new Set<() => void>();

export function adminAccess(): AdminAccess | undefined {
  return current;
}

/**
 * Calls `changed` when access is gained or replaced, or resuming has ended. Returns the function that removes the
 * listener.
 */
export function onAdminAccess(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

function set(access: AdminAccess): void {
  current = access;
  notifyListeners();
}

function notifyListeners(): void {
  for (const changed of listeners) changed();
}

/**
 * Makes a service account for this person's browser, with the scopes `read` and `write` and an end after eight hours,
 * or reuses the account that the person has made before, if it is valid for at least `neededMs`.
 */
export async function makeAdminAccess(neededMs = MINUTE_MS): Promise<AdminAccess> {
  const expiresAt = new Date(Date.now() + LIFETIME_HOURS * 3_600_000).toISOString();
  return adoptToken((await reuseAccount(neededMs)) ?? (await makeAccount(expiresAt)));
}

async function pathOfAccounts(): Promise<string> {
  return `/api/orgs/${(await whoAmI()).orgId}/service-accounts`;
}

async function nameOfAccount(): Promise<string> {
  return `${(await whoAmI()).principal.name} in a browser`.slice(0, 200);
}

/** A token, with the id of its service account. */
interface AccountToken {
  token: string;
  accountId: string;
}

async function makeAccount(expiresAt: string): Promise<AccountToken> {
  const {token, serviceAccount} = await service.post<{token: string; serviceAccount: ServiceAccount}>(
    await pathOfAccounts(),
    {
      name: await nameOfAccount(),
      scopes: ["read", "write"],
      orgRole: "admin",
      expiresAt,
      endsWithMe: true,
    },
  );
  return {token, accountId: serviceAccount.id};
}

/** The accounts that this person's browsers have made, newest first. */
async function ownAccounts(): Promise<ServiceAccount[]> {
  const [path, name, {principal}] = [await pathOfAccounts(), await nameOfAccount(), await whoAmI()];
  const {rows} = await service.list<ServiceAccount>(`${path}?limit=500`);
  return rows.filter(
    account =>
      account.name === name &&
      account.endsWith === principal.id &&
      account.orgRole === "admin" &&
      account.scopes.join() === "read,write" &&
      account.expiresAt !== null,
  );
}

/** A new token of the account that this person has made before; `undefined` if none is valid for long enough. */
async function reuseAccount(neededMs: number): Promise<AccountToken | undefined> {
  return rotateLasting(await ownAccounts(), neededMs);
}

async function rotateLasting(
  accounts: readonly ServiceAccount[],
  neededMs: number,
): Promise<AccountToken | undefined> {
  const before = accounts.find(({expiresAt}) => isValidFor(expiresAt, neededMs));
  if (!before) return undefined;
  const body = {overlapSeconds: OVERLAP_SECONDS};
  const path = `${await pathOfAccounts()}/${before.id}/rotate`;
  return {token: (await service.post<{token: string}>(path, body)).token, accountId: before.id};
}

/**
 * A new token in place of a token that no longer works, of an account that expires at `expiresAt`. Another tab may have
 * replaced the token. Or the account has ended with the browser session, and this person has signed in again: then a
 * new account with the same expiry replaces it. `undefined` after the expiry, and if somebody has deleted the account.
 */
async function replaceToken(accountId: string, expiresAt: string | null): Promise<AccountToken | undefined> {
  const accounts = await ownAccounts();
  const lasting = await rotateLasting(accounts, MINUTE_MS);
  if (lasting || expiresAt === null || !isValidFor(expiresAt, MINUTE_MS)) return lasting;
  return accounts.some(({id}) => id === accountId) ? makeAccount(expiresAt) : undefined;
}

async function adoptToken(made: AccountToken): Promise<AdminAccess> {
  const known = await accessOf(made.token, {});
  const access = {...known, service: serviceOfMade(made, known.expiresAt)};
  // The tab stores the expiry time of the account, never a token.
  inTabStorage(storage => storage.setItem(expiryKey(), access.expiresAt ?? ""));
  set(access);
  return access;
}

/**
 * A client with the token of an account that a browser has created. If the token no longer works, the client uses the
 * token of `replaceToken`, if there is one.
 */
function serviceOfMade(first: AccountToken, expiresAt: string | null): Service {
  let made = first;
  return new Service(async (method, path, options) => {
    try {
      return await requestWithRetries(method, path, {...options, token: made.token});
    } catch (error) {
      const isEnded = error instanceof Refusal && error.status === 401;
      const next = isEnded ? await replaceToken(made.accountId, expiresAt) : undefined;
      if (next === undefined) throw error;
      made = next;
      return requestWithRetries(method, path, {...options, token: made.token});
    }
  });
}

/** The key in the tab's storage for the time until which this person has unlocked changes. */
function expiryKey(): string {
  return `unlocked ${document.body.dataset["user"] ?? ""}`;
}

let resuming: Promise<void> | undefined;

/**
 * After a reload, resumes the account that this person had in this tab, without another press. An account that was
 * deleted in the meantime is not created again. Returns whether resuming is in progress; listeners are notified when it
 * has ended.
 */
export function resumeAdminAccess(neededMs = MINUTE_MS): boolean {
  const end = inTabStorage(storage => storage.getItem(expiryKey()));
  const canResume = !!end && isValidFor(end, neededMs) && isAdminEditor();
  if (canResume && current === undefined) {
    resuming ??= resume(neededMs).finally(() => {
      resuming = undefined;
      notifyListeners();
    });
  }
  return resuming !== undefined;
}

async function resume(neededMs: number): Promise<void> {
  const made = await reuseAccount(neededMs).catch(() => undefined);
  const access = made && (await adoptToken(made).catch(() => undefined));
  if (!access) inTabStorage(storage => storage.removeItem(expiryKey()));
}

/** The document's access; without a valid one, new access. */
export async function ensureAdminAccess(): Promise<AdminAccess> {
  return current && isValidFor(current.expiresAt, MINUTE_MS) ? current : makeAdminAccess();
}

/** Uses the token of a service account as access. Rejects with the reason if the token does not meet the needs. */
export async function takeAdminAccess(token: string, needs: Needs = {}): Promise<AdminAccess> {
  const access = await accessOf(token, needs);
  set(access);
  return access;
}

async function accessOf(token: string, {neededMs = 0, scope}: Needs): Promise<AdminAccess> {
  const given = serviceOf(token);
  const {principal, orgId, orgRole, scopes} = await given.get<Me>("/api/whoami");
  if (orgId !== (await whoAmI()).orgId) throw new Error("This token is another organization's.");
  if (principal.kind !== "service_account" || orgRole !== "admin")
    throw new Error("This is not the token of an org-admin's service account.");
  const missing = (["write", scope] as const).find(one => one && !scopes.includes(one));
  if (missing) throw new Error(`This token lacks the scope “${missing}”.`);
  const {expiresAt} = await service.get<ServiceAccount>(
    `/api/orgs/${orgId}/service-accounts/${principal.id}`,
  );
  if (!isValidFor(expiresAt, neededMs)) throw new Error("This token expires too soon.");
  return {service: given, scopes, name: principal.name, expiresAt};
}
