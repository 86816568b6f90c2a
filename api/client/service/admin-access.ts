import {type Me, type Service, service, serviceOf, whoAmI} from "./service.ts";

/** How long a service account that a browser has made may act. */
const LIFE_HOURS = 8;
/** How long another tab of the same person can go on with the token that it has. */
const OVERLAP_SECONDS = 3600;

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
 * takes up the one that they made before.
 */
export async function makeAdminAccess(): Promise<AdminAccess> {
  const {orgId, principal} = await whoAmI();
  const name = `${principal.name} in a browser`.slice(0, 200);
  const path = `/api/orgs/${orgId}/service-accounts`;
  const {rows} = await service.list<ServiceAccount>(`${path}?limit=500`);
  const soon = Date.now() + 60_000;
  const before = rows.find(
    account =>
      account.name === name &&
      account.orgRole === "admin" &&
      account.scopes.join() === "read,write" &&
      account.expiresAt !== null &&
      Date.parse(account.expiresAt) > soon,
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
export async function takeAdminAccess(token: string): Promise<AdminAccess> {
  const given = serviceOf(token);
  const {principal, orgId, orgRole, scopes} = await given.get<Me>("/api/whoami");
  if (orgId !== (await whoAmI()).orgId) throw new Error("This token is another organization's.");
  if (principal.kind !== "service_account" || orgRole !== "admin")
    throw new Error("This is not the token of an org-admin's service account.");
  if (!scopes.includes("write")) throw new Error('This token lacks the scope "write".');
  const access = {service: given, scopes, name: principal.name};
  set(access);
  return access;
}
