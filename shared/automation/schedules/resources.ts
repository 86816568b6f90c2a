import {Type} from "@sinclair/typebox";
import {ScheduleResource} from "../../content/resources/schemas.ts";
import type {Actor} from "../../core/actor.ts";
import {prepared} from "../../core/database/prepared.ts";
import {type Db, sql, type Tx} from "../../core/db.ts";
import {type ErrorDetail, invalidAt, ServiceError} from "../../core/errors.ts";
import {levelSql} from "../../tenancy/content-rights/rights.ts";
import type {ScheduleInput} from "./schemas.ts";

/**
 * A resource with its name at the time when the schedule was saved, so that a mail can still name the resource after
 * its deletion.
 */
export const NamedResource = Type.Object({...ScheduleResource.properties, name: Type.String()});
export type NamedResource = ScheduleResource & {name: string};

/**
 * The resources of an input. The input has two forms: a list, or `resourceType` and `resourceId`. If both are given,
 * they must agree.
 */
export function resourcesOf({resources, resourceType, resourceId}: ScheduleInput): ScheduleResource[] {
  if ((resourceType === undefined) !== (resourceId === undefined)) {
    const missing = resourceType === undefined ? "resourceType" : "resourceId";
    throw invalidAt(`/${missing}`, "resourceType and resourceId must be sent together.");
  }
  const single = resourceType && resourceId ? {resourceType, resourceId} : undefined;
  if (!resources) {
    if (single) return [single];
    throw invalidAt(
      "/resources",
      "A schedule needs a resource. Send resourceType and resourceId, or resources.",
    );
  }
  const [first] = resources;
  if (single && !Bun.deepEquals(first, single)) {
    throw invalidAt(
      "/resourceId",
      "resourceType and resourceId must be equal to the first entry of resources.",
    );
  }
  const ids = resources.map(resource => resource.resourceId);
  const twice = ids.findIndex((id, i) => ids.indexOf(id) !== i);
  if (twice >= 0) throw invalidAt(`/resources/${twice}`, `"${ids[twice]}" is listed twice.`);
  return resources;
}

/**
 * The resources with their names. A resource that the caller cannot see is refused in the same way as a resource that
 * does not exist. An exception are the resources in `unchanged`: the editor of a schedule need not see everything that
 * it sends.
 */
export async function nameResources(
  db: Db | Tx,
  actor: Actor,
  resources: readonly ScheduleResource[],
  unchanged: readonly NamedResource[] = [],
): Promise<NamedResource[]> {
  const ids = resources.map(({resourceId}) => resourceId);
  const {rows} = await sql<{id: string; type: string; name: string; level: number}>`
    ${prepared} select c.id, c.type, c.name, ${levelSql(actor)} as level from content c
    where c.org_id = ${actor.orgId} and c.id = any (${ids}::text[])`.execute(db);
  const errors: ErrorDetail[] = [];
  const named: NamedResource[] = [];
  for (const [index, resource] of resources.entries()) {
    const {resourceType, resourceId} = resource;
    const found = rows.find(({id, type, level}) => id === resourceId && type === resourceType && level > 0);
    const known = unchanged.find(one => one.resourceId === resourceId && one.resourceType === resourceType);
    const name = found?.name ?? known?.name;
    if (name !== undefined) named.push({resourceType, resourceId, name});
    else {
      const message = `There is no ${resourceType} "${resourceId}" that you can see.`;
      errors.push({path: `/resources/${index}/resourceId`, message});
    }
  }
  if (errors[0]) throw new ServiceError("invalid_request", errors[0].message, {errors});
  return named;
}
