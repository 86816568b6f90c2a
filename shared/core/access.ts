import type {Actor, Scope} from "./actor.ts";
import {ServiceError} from "./errors.ts";

/** Checks the token's scope, and that a viewer's seat does not write. */
export function requireScope(actor: Actor, scope: Scope): void {
  if (!actor.scopes.includes(scope)) {
    throw new ServiceError("missing_scope", `This call needs a token with the scope "${scope}".`, {
      headers: {"www-authenticate": `Bearer error="insufficient_scope", scope="${scope}"`},
    });
  }
}

/** Refuses a viewer's seat, which may read and query but change nothing. */
export function requireEditor(actor: Actor): void {
  if (actor.seat === "viewer") {
    throw new ServiceError("missing_privilege", "This call needs an editor's seat; yours is a viewer's.");
  }
}

export function requireOrgAdmin(actor: Actor): void {
  if (actor.orgRole !== "admin") {
    throw new ServiceError("missing_privilege", "This call needs an org-admin.");
  }
}

/** Refuses everyone but service accounts: an OAuth token of an org-admin is not enough. */
export function requireOrgAdminServiceAccount(actor: Actor): void {
  if (actor.orgRole !== "admin" || actor.kind !== "service_account") {
    throw new ServiceError("missing_privilege", "This call needs the service account of an org-admin.");
  }
}

/** Throws `not_found` for another organization's id, as for one that does not exist. */
export function requireOrg(actor: Actor, orgId: string): void {
  if (actor.orgId !== orgId) throw notFound("organization", orgId);
}

/**
 * The error for a missing resource and for one that the caller may not see: the same for both, so that nobody learns
 * which ids exist.
 */
export function notFound(what: string, id: string): ServiceError {
  return new ServiceError("not_found", `There is no ${what} "${id}" that you can see.`);
}

/**
 * Whether a reader may know the errors of queries that ran with somebody's rights: the errors can name fields and
 * resources that the reader does not see.
 */
export function mayKnowErrors(reader: Pick<Actor, "id" | "orgRole">, runAs: string): boolean {
  return reader.id === runAs || reader.orgRole === "admin";
}
