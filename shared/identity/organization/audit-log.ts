import {type Static, Type} from "@sinclair/typebox";
import {requireOrgAdmin} from "../../core/access.ts";
import type {Actor} from "../../core/actor.ts";
import {type Db, sql} from "../../core/db.ts";
import {invalidAt, ServiceError} from "../../core/errors.ts";
import {foreignCursor, type Page, PageQuery} from "../../core/paging.ts";
import {isOnCalendar} from "./expiry.ts";
import type {AuditEntry} from "./schemas.ts";

const moment = (description: string) =>
  Type.Optional(
    Type.String({format: "date-time", pattern: "(Z|z|[+-]\\d\\d:\\d\\d)$", maxLength: 40, description}),
  );

/** The query string of the audit log. */
export const AuditLogQuery = Type.Object(
  {
    ...PageQuery.properties,
    actorId: Type.Optional(
      Type.String({maxLength: 64, description: "Only what this member or service account did."}),
    ),
    resourceType: Type.Optional(
      Type.String({
        maxLength: 64,
        description: "Only what was done to this kind of resource, such as `member` or `dashboard`.",
      }),
    ),
    from: moment("Only what was done at this time or later: ISO 8601 with an offset or `Z`."),
    to: moment("Only what was done before this time, in the same form; later than `from`."),
  },
  {additionalProperties: false},
);
type Find = Pick<Static<typeof AuditLogQuery>, "actorId" | "resourceType" | "from" | "to">;

/** The resource's present name, found by its id, which no two kinds share. */
const resourceName = sql<string | null>`coalesce(
  (select c.name from content c where c.org_id = a.org_id and c.id = a.resource_id),
  (select r.name from principals r where r.org_id = a.org_id and r.id = a.resource_id),
  (select t.name from teams t where t.org_id = a.org_id and t.id = a.resource_id),
  (select j.name from projects j where j.org_id = a.org_id and j.id = a.resource_id),
  (select w.name from connections w where w.org_id = a.org_id and w.id = a.resource_id),
  (select e.name from evaluations e where e.org_id = a.org_id and e.id = a.resource_id))`;

/** The selected entries of the audit log, newest first; one more than the page holds if there are more. */
export async function listAuditLog(
  db: Db,
  actor: Actor,
  page: Page,
  {actorId, resourceType, from, to}: Find = {},
): Promise<AuditEntry[]> {
  requireOrgAdmin(actor);
  requireOnCalendar({from, to});
  requireNonEmptySpan(from, to);
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
      resourceName.as("resourceName"),
      sql<AuditEntry["details"]>`a.details`.as("details"),
      "a.address",
      "a.request_id as requestId",
      "a.created_at",
    ])
    .where("a.org_id", "=", actor.orgId)
    .$if(actorId !== undefined, query => query.where("a.actor_id", "=", actorId ?? ""))
    .$if(resourceType !== undefined, query => query.where("a.resource_type", "=", resourceType ?? ""))
    .$if(from !== undefined, query => query.where("a.created_at", ">=", new Date(from ?? "")))
    .$if(to !== undefined, query => query.where("a.created_at", "<", new Date(to ?? "")))
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

function requireOnCalendar(times: Record<"from" | "to", string | undefined>): void {
  for (const [name, time] of Object.entries(times))
    if (time !== undefined && !isOnCalendar(time))
      throw invalidAt(`/${name}`, `"${time}" is on a day that the calendar does not have.`);
}

/** Throws `invalid_request` for an empty span, which must be a mistake. */
function requireNonEmptySpan(from: string | undefined, to: string | undefined): void {
  if (from === undefined || to === undefined || new Date(from) < new Date(to)) return;
  const message = `It is not after \`from\`, ${from}.`;
  throw new ServiceError("invalid_request", "`to` must be later than `from`.", {
    errors: [{path: "/to", message}],
  });
}
