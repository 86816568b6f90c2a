import type {Actor} from "../../core/actor.ts";
import {type ContentType, SHARED_TYPES} from "../../core/content-types.ts";
import {type Db, sql} from "../../core/db.ts";
import {invalidAt, ServiceError} from "../../core/errors.ts";
import {listTeams} from "../../identity/organization/teams.ts";
import {visibleProjects} from "../../querying/layers/visible-projects.ts";
import {pointerTo} from "../../semantic/coded-error.ts";
import {nearest} from "../../semantic/nearest-names.ts";
import {readableIds} from "../../tenancy/content-rights/rights.ts";
import type {ToolContext} from "./tool.ts";

interface Named {
  id: string;
  name: string;
}

type Look = (context: ToolContext, name: string) => Promise<readonly Named[]>;

/** Arguments that accept a name in place of an id, by key. */
const KEYS: ReadonlyMap<string, {what: string; look: Look}> = new Map([
  ["projectId", {what: "project", look: async ({runner, actor}) => visibleProjects(runner, actor)}],
  ["teamId", {what: "team", look: ({runner, actor}) => listTeams(runner.db, actor)}],
  ["granteeTeamId", {what: "team", look: ({runner, actor}) => listTeams(runner.db, actor)}],
  [
    "granteeUserId",
    {what: "member or service account", look: ({runner, actor}, name) => people(runner.db, actor, name)},
  ],
  ["chartId", {what: "chart", look: content("chart")}],
]);
const RESOURCES: ReadonlySet<string> = new Set<string>(SHARED_TYPES);

/** Arguments nest no deeper than queries in sheets do. */
const MAX_DEPTH = 8;
/** The most resources with the same name that are listed. */
const MAX_CALLED = 11;
const ID = /^[a-z]{1,10}_[0-9a-z]{26}$/;

/**
 * The arguments with ids in place of names: agents know names from lists, or from a person. A name is compared without
 * regard to case, and must belong to exactly one resource that the caller can see. Texts that name nothing stay as they
 * are.
 */
export async function withIds(context: ToolContext, args: unknown): Promise<unknown> {
  return holdsName(args) ? replaceNames(context, args, []) : args;
}

/** Whether there is a name to look up. Most arguments of queries have none, and copying them takes 3 µs. */
function holdsName(value: unknown, depth = 0): boolean {
  if (typeof value !== "object" || value === null || depth >= MAX_DEPTH) return false;
  if (Array.isArray(value)) return value.some(item => holdsName(item, depth + 1));
  return Object.entries(value).some(
    ([key, inner]) => nameAt(value, key, inner) || holdsName(inner, depth + 1),
  );
}

async function replaceNames(
  context: ToolContext,
  value: unknown,
  segments: readonly string[],
): Promise<unknown> {
  if (typeof value !== "object" || value === null || segments.length >= MAX_DEPTH) return value;
  if (Array.isArray(value))
    return Promise.all(value.map((item, i) => replaceNames(context, item, [...segments, String(i)])));
  const result: [string, unknown][] = [];
  for (const [key, inner] of Object.entries(value)) {
    const at = [...segments, key];
    const named = nameAt(value, key, inner);
    const id = named && (await idOf(context, named.name, named, pointerTo(at)));
    result.push([key, id ?? (await replaceNames(context, inner, at))]);
  }
  return Object.fromEntries(result);
}

/** The name that stands in place of an id under this key of the holder. */
function nameAt(
  holder: object,
  key: string,
  inner: unknown,
): {name: string; what: string; look: Look} | undefined {
  if (typeof inner !== "string" || inner === "" || ID.test(inner)) return undefined;
  const known = key === "resourceId" ? ofType(Reflect.get(holder, "resourceType")) : KEYS.get(key);
  return known && {name: inner, ...known};
}

function ofType(type: unknown): {what: string; look: Look} | undefined {
  return isContent(type) ? {what: type, look: content(type)} : undefined;
}

function isContent(type: unknown): type is ContentType {
  return typeof type === "string" && RESOURCES.has(type);
}

/** The id for a name. `invalid_request` if several resources have the name, or if only similar names exist. */
async function idOf(
  context: ToolContext,
  name: string,
  {what, look}: {what: string; look: Look},
  path: string,
): Promise<string | undefined> {
  const seen = await look(context, name);
  const called = seen.filter(one => one.name.toLowerCase() === name.trim().toLowerCase());
  const exact = called.filter(one => one.name === name);
  const found = exact.length > 0 ? exact : called;
  if (found.length === 1) return found[0]?.id;
  if (found.length > 1) {
    const message = `${found.length} ${what}s are called "${name}": give the id.`;
    throw new ServiceError("invalid_request", message, {
      errors: [{path, message, allowed: found.slice(0, 10).map(({id}) => id)}],
    });
  }
  const suggestions = nearest(
    name,
    seen.map(one => one.name),
    3,
  );
  if (suggestions.length === 0) return undefined;
  throw invalidAt(path, `There is no ${what} "${name}" that you can see.`, {suggestions});
}

function content(type: ContentType): Look {
  return async ({runner, actor}, name) => {
    const only = (column: string) => sql`${sql.raw(column)} in (select named.id from content named
      where named.org_id = ${actor.orgId} and named.type = ${type} and lower(named.name) = lower(${name.trim()}))`;
    const ids = readableIds(actor, type, {before: undefined, limit: MAX_CALLED, only});
    const {rows} = await sql<Named>`
      select c.id, c.name from ${ids} readable join content c on c.org_id = ${actor.orgId} and c.id = readable.id
      order by c.id desc`.execute(runner.db);
    return rows;
  };
}

/** Members by name. Only org-admins see the other members of the organization. */
async function people(db: Db, actor: Actor, name: string): Promise<readonly Named[]> {
  if (actor.orgRole !== "admin") return [{id: actor.id, name: actor.name}];
  const {rows} = await sql<Named>`
    select p.id, ${name} as name from principals p
    where p.org_id = ${actor.orgId} and (lower(p.name) = lower(${name.trim()}) or lower(p.email) = lower(${name.trim()}))
    limit ${MAX_CALLED}`.execute(db);
  return rows;
}
