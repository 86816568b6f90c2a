import {SCOPES} from "../../core/actor.ts";
import {audit} from "../../core/audit.ts";
import type {Db} from "../../core/db.ts";
import {ServiceError} from "../../core/errors.ts";
import {newId} from "../../core/ids.ts";
import {hashToken, newToken} from "../../core/secrets.ts";
import {refuseTakenEmail, requireFreeEmail} from "./taken-email.ts";

export interface NewOrganization {
  name: string;
  adminEmail: string;
  adminName?: string;
  /** The token of the admin service account, for a caller who must store it before the organization is created. */
  token?: string;
}

export interface CreatedOrganization {
  orgId: string;
  userId: string;
  serviceAccountId: string;
  /** The token of the admin service account. It is returned only here: the database has just its SHA-256. */
  token: string;
}

/** Creates an organization with an admin user and an admin service account that has every scope, in one transaction. */
export async function createOrganization(db: Db, input: NewOrganization): Promise<CreatedOrganization> {
  const name = nonEmpty(input.name, "The organization's name");
  const email = emailAddress(input.adminEmail);
  const token = input.token ?? newToken();
  const created = {orgId: newId("org"), userId: newId("user"), serviceAccountId: newId("svc"), token};
  const {orgId, userId, serviceAccountId} = created;
  const admin = {org_id: orgId, org_role: "admin"};
  const user = {
    ...admin,
    id: userId,
    kind: "user",
    name: nonEmpty(input.adminName ?? email, "The admin's name"),
    email,
  };
  const account = {
    ...admin,
    id: serviceAccountId,
    kind: "service_account",
    name: "Admin",
    scopes: [...SCOPES],
  };
  await db.transaction().execute(async tx => {
    await tx.insertInto("orgs").values({id: orgId, name}).execute();
    await requireFreeEmail(tx, user);
    await refuseTakenEmail(email, () => tx.insertInto("principals").values(user).execute());
    await tx.insertInto("principals").values(account).execute();
    await tx
      .insertInto("tokens")
      .values({hash: hashToken(token), org_id: orgId, principal_id: serviceAccountId})
      .execute();
    const actor = {
      id: userId,
      kind: "user",
      name: user.name,
      orgId,
      orgName: name,
      orgRole: "admin",
      seat: "editor",
      scopes: SCOPES,
      teams: [],
      attributes: {},
    } as const;
    await audit(tx, actor, "organization.create", {type: "organization", id: orgId});
  });
  return created;
}

function nonEmpty(text: string, what: string): string {
  const trimmed = text.trim();
  if (trimmed) return trimmed;
  throw new ServiceError("invalid_request", `${what} is empty.`);
}

function emailAddress(text: string): string {
  const trimmed = text.trim();
  if (/^[^\s@]+@[^\s@]+$/.test(trimmed)) return trimmed;
  throw new ServiceError("invalid_request", `"${text}" is not an email address.`);
}
