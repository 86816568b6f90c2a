import type {ServiceAccount} from "../../../shared/identity/organization/schemas.ts";
import {Refusal} from "./api.ts";
import {isAdminEditor} from "./reader.ts";
import {askRepeatedly} from "./repeat.ts";
import {type Me, Service, service, serviceOf, whoAmI} from "./service.ts";
import {inTabStorage} from "./tab-storage.ts";

/** The lifetime of a service account that a browser has made. */
const LIFE_HOURS = 8;
/** How long the old token works after a new one is made, for other tabs of the same person. */
const OVERLAP_SECONDS = 3600;
const MINUTE_MS = 60_000;

/**
 * Access for changes of connections, projects, layers and agents, which the service only takes from the service account of
 * an org-admin. The token is only in the memory of this document.
 */
export interface AdminAccess {
  service: Service;
  /** The scopes of the token. Without `manage` nothing can be deleted. */
  scopes: readonly string[];
  name: string;
  /** When the service account ends, in ISO 8601; `null` for one without an end. */
  expiresAt: string | null;
}

/** Whether an account that expires at this time (ISO 8601; `null`: never) is still valid `forMs` from now. */
export function lasts(expiresAt: string | null, forMs: number): boolean {
  return expiresAt === null || Date.parse(expiresAt) > Date.now() + forMs;
}

/** What a change needs of an account, besides the scope `write`. */
export interface Needs {
  /** How long the account must last at least. */
  neededMs?: number | undefined;
  /** A scope that accounts made by a browser never have. */
  scope?: "manage" | undefined;
}

let current: AdminAccess | undefined;
const listeners = new Set<() => void>();

export function adminAccess(): AdminAccess | undefined {
  return current;
}

/** Calls `changed` when access is gained or replaced, or resuming has ended. Returns the function that removes the listener. */
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
 * Makes a service account for this person's browser, with the scopes `read` and `write` and an end after eight hours, or
 * reuses the account that the person has made before, if it is valid for at least `neededMs`.
 */
export async function makeAdminAccess(neededMs = MINUTE_MS): Promise<AdminAccess> {
  return adoptToken((await reuseAccount(neededMs)) ?? (await makeAccount()));
}

async function pathOfAccounts(): Promise<string> {
  return `/api/orgs/${(await whoAmI()).orgId}/service-accounts`;
}

async function nameOfAccount(): Promise<string> {
  return `${(await whoAmI()).principal.name} in a browser`.slice(0, 200);
}

async function makeAccount(): Promise<string> {
  const {token} = await service.post<{token: string}>(await pathOfAccounts(), {
    name: await nameOfAccount(),
    scopes: ["read", "write"],
    orgRole: "admin",
    expiresAt: new Date(Date.now() + LIFE_HOURS * 3_600_000).toISOString(),
    endsWithMe: true,
  });
  return token;
}

/** A new token of the account that this person has made before; `undefined` if there is none that lasts. */
async function reuseAccount(neededMs: number): Promise<string | undefined> {
  const [path, name, {principal}] = [await pathOfAccounts(), await nameOfAccount(), await whoAmI()];
  const {rows} = await service.list<ServiceAccount>(`${path}?limit=500`);
  const before = rows.find(
    account =>
      account.name === name &&
      account.endsWith === principal.id &&
      account.orgRole === "admin" &&
      account.scopes.join() === "read,write" &&
      account.expiresAt !== null &&
      lasts(account.expiresAt, neededMs),
  );
  if (!before) return undefined;
  const body = {overlapSeconds: OVERLAP_SECONDS};
  return (await service.post<{token: string}>(`${path}/${before.id}/rotate`, body)).token;
}

async function adoptToken(token: string): Promise<AdminAccess> {
  const access = {...(await accessOf(token, {})), service: serviceOfMade(token)};
  // The tab stores when the account ends, never a token.
  inTabStorage(storage => storage.setItem(expiryKey(), access.expiresAt ?? ""));
  set(access);
  return access;
}

/** A client with the token of an account that a browser has made. If another tab has replaced the token, gets a new one. */
function serviceOfMade(first: string): Service {
  let token = first;
  return new Service(async (method, path, asking) => {
    try {
      return await askRepeatedly(method, path, {...asking, token});
    } catch (error) {
      const isEnded = error instanceof Refusal && error.status === 401;
      const next = isEnded ? await reuseAccount(MINUTE_MS) : undefined;
      if (next === undefined) throw error;
      token = next;
      return askRepeatedly(method, path, {...asking, token});
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
 * deleted in the meantime is not made again. Returns whether this is under way; listeners are notified when it has ended.
 */
export function resumeAdminAccess(neededMs = MINUTE_MS): boolean {
  const end = inTabStorage(storage => storage.getItem(expiryKey()));
  const canResume = !!end && lasts(end, neededMs) && isAdminEditor();
  if (canResume && current === undefined) {
    resuming ??= resume(neededMs).finally(() => {
      resuming = undefined;
      notifyListeners();
    });
  }
  return resuming !== undefined;
}

async function resume(neededMs: number): Promise<void> {
  const token = await reuseAccount(neededMs).catch(() => undefined);
  const access = token && (await adoptToken(token).catch(() => undefined));
  if (!access) inTabStorage(storage => storage.removeItem(expiryKey()));
}

/** The document's access; without a valid one, new access. */
export async function haveAdminAccess(): Promise<AdminAccess> {
  return current && lasts(current.expiresAt, MINUTE_MS) ? current : makeAdminAccess();
}

/** Gains access with the token of a service account. Rejects with the reason if the token does not suffice. */
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
  if (!lasts(expiresAt, neededMs)) throw new Error("This token expires too soon.");
  return {service: given, scopes, name: principal.name, expiresAt};
}
