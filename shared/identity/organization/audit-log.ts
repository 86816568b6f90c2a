import {requireOrgAdmin} from "../../ground/access.ts";
import type {Actor} from "../../ground/actor.ts";
import {type Db, sql} from "../../ground/db.ts";
import {foreignCursor, type Page} from "../../ground/paging.ts";
import type {AuditEntry} from "./schemas.ts";

/** The audit log, newest first. Returns one entry more than the page holds if there are more. */
export async function listAuditLog(db: Db, actor: Actor, page: Page): Promise<AuditEntry[]> {
  requireOrgAdmin(actor);
  const before = page.before === undefined ? undefined : Number(page.before);
  if (before !== undefined && !Number.isSafeInteger(before)) throw foreignCursor();
  const rows = await db
    .selectFrom("audit_log as a")
    .leftJoin("principals as p", join =>
      join.onRef("p.id", "=", "a.actor_id").onRef("p.org_id", "=", "a.org_id"),
    )
    .select([
      "a.id",
      "a.actor_id as actorId",
      "p.name as actorName",
      "a.action",
      "a.resource_type as resourceType",
      "a.resource_id as resourceId",
      sql<AuditEntry["details"]>`a.details`.as("details"),
      "a.address",
      "a.request_id as requestId",
      "a.created_at",
    ])
    .where("a.org_id", "=", actor.orgId)
    .$if(before !== undefined, query => query.where("a.id", "<", before ?? 0))
    .orderBy("a.id", "desc")
    .limit(page.limit + 1)
    .execute();
  return rows.map(({id, created_at, ...row}) => ({
    id: String(id),
    ...row,
    createdAt: created_at.toISOString(),
  }));
}
