import {type Me, type Service, service, serviceOf, whoAmI} from "./service.ts";

/** How long a service account that a browser has made may act. */
const LIFE_HOURS = 8;
/** How long another tab of the same person can go on with the token that it has. */
const OVERLAP_SECONDS = 3600;
const MINUTE_MS = 60_000;

interface ServiceAccount {
  id: string;
  name: string;
  scopes: string[];
  orgRole: "admin" | "member";
  expiresAt: string | null;
}

/**
 * What an org-admin needs for changes that the service takes from an org-admin's service account alone: connections,
 * projects, layers, agents. The token is only in the memory of this document.
 */
export interface AdminAccess {
  service: Service;
  /** The scopes of the token. Without `manage` nothing can be deleted. */
  scopes: readonly string[];
  name: string;
  /** When the service account ends, in ISO 8601; `null` for one without an end. */
  expiresAt: string | null;
}

/** Whether an end, in ISO 8601 or `null` for none, is further away than that. */
export function lasts(expiresAt: string | null, forMs: number): boolean {
  return expiresAt === null || Date.parse(expiresAt) > Date.now() + forMs;
}

/** What a change needs of an account, beside the scope `write`. */
export interface Needs {
  /** How long the account must last at least. */
  neededMs?: number | undefined;
  /** A scope that an account which a browser has made never has. */
  scope?: "manage" | undefined;
}

let current: AdminAccess | undefined;
const listeners = new Set<() => void>();

export function adminAccess(): AdminAccess | undefined {
  return current;
}

/** Calls `changed` when access is gained, and whenever another token replaces it. Returns the function that ends that. */
export function onAdminAccess(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

function set(access: AdminAccess): void {
  current = access;
  for (const changed of listeners) changed();
}

/**
 * Makes a service account for this person's browser, with the scopes `read` and `write` and an end after eight hours, or
 * takes up the one that they made before, if that lasts for as long as is needed.
 */
export async function makeAdminAccess(neededMs = MINUTE_MS): Promise<AdminAccess> {
  const {orgId, principal} = await whoAmI();
  const name = `${principal.name} in a browser`.slice(0, 200);
  const path = `/api/orgs/${orgId}/service-accounts`;
  const {rows} = await service.list<ServiceAccount>(`${path}?limit=500`);
  const before = rows.find(
    account =>
      account.name === name &&
      account.orgRole === "admin" &&
      account.scopes.join() === "read,write" &&
      account.expiresAt !== null &&
      lasts(account.expiresAt, neededMs),
  );
  const {token} = before
    ? await service.post<{token: string}>(`${path}/${before.id}/rotate`, {overlapSeconds: OVERLAP_SECONDS})
    : await service.post<{token: string}>(path, {
        name,
        scopes: ["read", "write"],
        orgRole: "admin",
        expiresAt: new Date(Date.now() + LIFE_HOURS * 3_600_000).toISOString(),
      });
  return takeAdminAccess(token);
}

/** Takes the token of a service account that somebody has. Rejects with a text that says why it does not do. */
export async function takeAdminAccess(
  token: string,
  {neededMs = 0, scope}: Needs = {},
): Promise<AdminAccess> {
  const given = serviceOf(token);
  const {principal, orgId, orgRole, scopes} = await given.get<Me>("/api/whoami");
  if (orgId !== (await whoAmI()).orgId) throw new Error("This token is another organization's.");
  if (principal.kind !== "service_account" || orgRole !== "admin")
    throw new Error("This is not the token of an org-admin's service account.");
  const missing = ["write", scope].find(one => one && !scopes.includes(one));
  if (missing) throw new Error(`This token lacks the scope “${missing}”.`);
  const {expiresAt} = await service.get<ServiceAccount>(
    `/api/orgs/${orgId}/service-accounts/${principal.id}`,
  );
  if (!lasts(expiresAt, neededMs)) throw new Error("This token ends too soon for it.");
  const access = {service: given, scopes, name: principal.name, expiresAt};
  set(access);
  return access;
}
