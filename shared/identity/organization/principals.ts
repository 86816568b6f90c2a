import type {SelectQueryBuilder} from "kysely";
import {notFound} from "../../core/access.ts";
import type {Actor} from "../../core/actor.ts";
import {audit} from "../../core/audit.ts";
import {publish} from "../../core/change-notices.ts";
import {isForeignKeyViolation} from "../../core/database/constraints.ts";
import type {DB} from "../../core/database/db-types.ts";
import type {Db, Tx} from "../../core/db.ts";
import {invalidAt, ServiceError} from "../../core/errors.ts";
import type {Page} from "../../core/paging.ts";
import type {SignInConfig} from "../../core/process/oidc-config.ts";
import {endAccountsOf} from "./end-service-accounts.ts";
import {describeNeeds} from "./needs.ts";
import {transferContent} from "./transfer-content.ts";

/** A page of the selected principals, newest first; one more than the page holds if there are more. */
export function newestFirst<O>(principals: SelectQueryBuilder<DB, "principals", O>, page: Page) {
  return principals
    .$if(page.before !== undefined, query => query.where("id", "<", page.before ?? ""))
    .orderBy("id", "desc")
    .limit(page.limit + 1)
    .execute();
}

/**
 * Locks the organization, so that changes of its administrators run one at a time and two admins cannot remove each
 * other. Statements that only refer to the organization are not blocked, which prevents deadlocks with transactions
 * that have locked a principal.
 */
export async function lockOrg(tx: Tx, orgId: string): Promise<void> {
  await tx.selectFrom("orgs").select("id").where("id", "=", orgId).forNoKeyUpdate().execute();
}

/** The configured methods of signing in. An admin who is a person must be able to use one of them. */
export interface SignInMethods {
  oidc: Pick<NonNullable<SignInConfig["oidc"]>, "issuer"> | undefined;
  passwordSignIn: boolean;
}

/**
 * Throws `conflict` if the organization has no administrator but this principal. An administrator is an admin with an
 * editor's seat and no expiry: a person who can sign in, or a service account that has a token with the scope `write` and
 * does not end with another principal. Call `lockOrg` before.
 */
export async function requireAnotherAdmin(
  tx: Tx,
  {oidc, passwordSignIn}: SignInMethods,
  orgId: string,
  principalId: string,
): Promise<void> {
  const admins = await tx
    .selectFrom("principals")
    .select("id")
    .where("org_id", "=", orgId)
    .where("org_role", "=", "admin")
    .where("seat", "=", "editor")
    .where("expires_at", "is", null)
    .where(eb =>
      eb.or([
        eb.and([
          eb("kind", "=", "service_account"),
          eb("scopes", "@>", eb.val(["write"])),
          eb("ends_with", "is", null),
          eb("id", "in", eb.selectFrom("tokens").select("principal_id").where("org_id", "=", orgId)),
        ]),
        ...(passwordSignIn
          ? [eb("id", "in", eb.selectFrom("passwords").select("principal_id").where("org_id", "=", orgId))]
          : []),
        ...(oidc
          ? [
              eb(
                "id",
                "in",
                eb
                  .selectFrom("sign_in_bindings")
                  .select("principal_id")
                  .where("org_id", "=", orgId)
                  .where("issuer", "=", oidc.issuer),
              ),
            ]
          : []),
      ]),
    )
    .execute();
  if (admins.some(admin => admin.id !== principalId) || admins.length === 0) return;
  throw new ServiceError(
    "conflict",
    "This is the organization's last admin: make somebody else an admin before you remove or demote this one.",
  );
}

/**
 * Deletes a principal with its tokens, which end within a second, its memberships and the grants to it. Everything that
 * needs the principal (`needs.ts`) goes to `transferTo`. Throws `conflict` without `transferTo` if anything needs the
 * principal; the message lists it. Call `lockOrg` before. `details` are for the audit log.
 */
export async function deletePrincipal(
  {tx, config}: {tx: Tx; config: SignInMethods},
  actor: Actor,
  principal: {id: string; type: "member" | "service_account"; details: object},
  transferTo: string | undefined,
): Promise<void> {
  const {id, type, details} = principal;
  await audit(tx, actor, `${type}.delete`, {type, id}, {...details, transferTo: transferTo ?? null});
  await requireAnotherAdmin(tx, config, actor.orgId, id);
  await deleteRow(tx, actor.orgId, {id, what: type.replace("_", " ")}, transferTo);
  await endAccountsOf(tx, actor, id);
  await publish(tx, {kind: "principal", id});
}

async function deleteRow(
  tx: Tx,
  orgId: string,
  {id, what}: {id: string; what: string},
  transferTo: string | undefined,
): Promise<void> {
  if (transferTo === undefined) {
    const needs = await describeNeeds(tx, orgId, id);
    if (needs !== undefined) throw needsHeir(`The ${what} "${id}" ${needs}`);
  } else {
    await requireHeir(tx, orgId, id, transferTo);
    await transferContent(tx, orgId, id, transferTo);
  }
  try {
    await tx.deleteFrom("principals").where("org_id", "=", orgId).where("id", "=", id).execute();
  } catch (error) {
    if (!isForeignKeyViolation(error)) throw error;
    throw needsHeir(`The ${what} "${id}" owns content`, error);
  }
}

function needsHeir(owning: string, cause?: unknown): ServiceError {
  const message = `${owning}: name an heir with ?transferTo=<principal id>.`;
  return new ServiceError("conflict", message, {cause});
}

async function requireHeir(tx: Tx, orgId: string, principalId: string, heirId: string): Promise<void> {
  if (heirId !== principalId && (await findPrincipal(tx, orgId, heirId))) return;
  const message = `"${heirId}" cannot inherit: the heir is another member or service account of this organization.`;
  throw invalidAt("/transferTo", message);
}

/** A user or service account of the organization, locked against deletion until the transaction ends. */
export async function requirePrincipal(db: Db | Tx, orgId: string, principalId: string) {
  const principal = await findPrincipal(db, orgId, principalId);
  if (!principal) throw notFound("principal", principalId);
  return principal;
}

function findPrincipal(db: Db | Tx, orgId: string, principalId: string) {
  return db
    .selectFrom("principals")
    .select(["id", "kind", "name"])
    .$narrowType<{kind: Actor["kind"]}>()
    .where("org_id", "=", orgId)
    .where("id", "=", principalId)
    .forKeyShare()
    .executeTakeFirst();
}
