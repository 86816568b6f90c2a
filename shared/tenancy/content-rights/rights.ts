import {notFound} from "../../core/access.ts";
import type {Actor} from "../../core/actor.ts";
import {CONTENT_PREFIXES, type ContentType} from "../../core/content-types.ts";
import {sql} from "../../core/db.ts";
import {ServiceError} from "../../core/errors.ts";
import {grantedTo, placerLevel, teamsOf} from "./inherited-access.ts";

/**
 * What a caller may do with a piece of content. Each right includes those before it. `own` allows deleting it and
 * giving it to another team, which no grant allows. `share` allows making and revoking grants on it.
 */
export type Right = "view" | "edit" | "own" | "share";

const LEVELS: Record<Right, number> = {view: 1, edit: 2, own: 3, share: 4};

/**
 * Whether everyone in an organization may read content of this type. Its kind of content decides who may change it, and
 * it cannot be granted.
 */
export const isOpen = (type: ContentType) => type === "agent";

/** The caller's level, which is at least view for an open type. */
export function levelOn(type: ContentType, level: number): number {
  return isOpen(type) ? Math.max(level, LEVELS.view) : level;
}

interface Part {
  before: string | undefined;
  /** The maximum number of ids; `null` for all of them, in no order. */
  limit: number | null;
  /** A further condition on the id in that column. */
  only?: (column: string) => ReturnType<typeof sql>;
}

/** The level of the permission in a column. */
const levelOf = (column: string) => sql.raw(`case ${column} when 'edit' then 2 when 'view' then 1 end`);

/**
 * The caller's level on the row `c` of `content`, 0 for none. Org-admins and the lead of the owning team can share; so
 * can the owner if there is no team. Members of the owning team can own it. Grants to the caller or to a team of theirs
 * allow view or edit, and so do cascades from dashboards that show a chart.
 */
export function levelSql(actor: Actor) {
  const {grounding} = actor;
  if (grounding === undefined) return ownLevelSql(actor);
  return sql<number>`case when c.id = any (${[...grounding.content]}::text[]) then ${ownLevelSql(actor)} else 0 end`;
}

function ownLevelSql(actor: Actor) {
  if (actor.orgRole === "admin") return sql<number>`${LEVELS.share}::int`;
  const {teams, leads} = teamsOf(actor);
  return sql<number>`case
    when c.team_id is null and c.owner_id = ${actor.id} then ${LEVELS.share}::int
    when c.team_id = any (${leads}::text[]) then ${LEVELS.share}::int
    when c.team_id = any (${teams}::text[]) then ${LEVELS.own}::int
    else coalesce(greatest(
      (select max(${levelOf("g.permission")}) from grants g
        where g.org_id = c.org_id and g.content_id = c.id and ${grantedTo(actor)}),
      (select max(least(${levelOf("g.cascade_charts_permission")}, ${placerLevel}, t.most_level))
        from dashboard_tiles t join grants g on g.org_id = t.org_id and g.content_id = t.dashboard_id
        where c.type = 'chart' and t.org_id = c.org_id and t.chart_id = c.id
          and g.cascade_charts_permission is not null and ${grantedTo(actor)})
    ), 0) end`;
}

/**
 * A subquery with the column `id`: ids of content of a type that the caller can read, newest first, `limit` of them,
 * all below `before` and with `only` true. It must agree with `levelSql`. Each source is read by an index of its own
 * and only as far as the page needs, so that the cost does not grow with the organization.
 */
export function readableIds(actor: Actor, type: ContentType, page: Part) {
  const part = groundedPart(actor, page);
  const {fits, newest} = pageSql(part);
  if (actor.orgRole === "admin" || isOpen(type)) {
    return sql`(select c.id from content c
      where c.org_id = ${actor.orgId} and c.type = ${type} and ${fits("c.id")} ${newest("c.id")})`;
  }
  const {teams} = teamsOf(actor);
  const sources = [
    sql`(select c.id from content c
      where c.org_id = ${actor.orgId} and c.type = ${type} and c.owner_id = ${actor.id} and c.team_id is null
        and ${fits("c.id")} ${newest("c.id")})`,
    sql`(select owned.id from unnest(${teams}::text[]) as mine (team_id) cross join lateral (
      select c.id from content c
      where c.org_id = ${actor.orgId} and c.type = ${type} and c.team_id = mine.team_id
        and ${fits("c.id")} ${newest("c.id")}) owned)`,
    ...granted(actor, type, part),
    ...(type === "chart" ? [cascaded(actor, part)] : []),
  ];
  return sql`(select distinct id from (${sql.join(sources, sql` union all `)}) sources ${newest("id")})`;
}

function groundedPart({grounding}: Actor, part: Part): Part {
  if (grounding === undefined) return part;
  const {only = () => sql`true`} = part;
  const ids = [...grounding.content];
  return {...part, only: column => sql`${only(column)} and ${sql.raw(column)} = any (${ids}::text[])`};
}

/** Grants on content of this type. Ids begin with the prefix of their type, so that this is one range of the index. */
function grantsOn(type: ContentType) {
  return sql`g.content_id between ${`${CONTENT_PREFIXES[type]}_0`} and ${`${CONTENT_PREFIXES[type]}_z`}`;
}

function granted(actor: Actor, type: ContentType, part: Part) {
  const {fits, newest} = pageSql(part);
  const {teams} = teamsOf(actor);
  const ofType = grantsOn(type);
  return [
    sql`(select g.content_id as id from grants g
      where g.org_id = ${actor.orgId} and g.grantee_user_id = ${actor.id} and ${ofType}
        and ${fits("g.content_id")} ${newest("g.content_id")})`,
    sql`(select shared.id from unnest(${teams}::text[]) as mine (team_id) cross join lateral (
      select g.content_id as id from grants g
      where g.org_id = ${actor.orgId} and g.grantee_team_id = mine.team_id and ${ofType}
        and ${fits("g.content_id")} ${newest("g.content_id")}) shared)`,
  ];
}

/**
 * Charts on dashboards that are granted together with their charts. The placers' rights are checked chart by chart,
 * newest first, until the page is full; `offset 0` makes Postgres keep this order.
 */
function cascaded(actor: Actor, part: Part) {
  const {fits, newest} = pageSql(part);
  return sql`(select placed.chart_id as id
    from (select t.chart_id, array_agg(distinct t.placed_by) as placers
      from grants g cross join lateral (
        select t.chart_id, t.placed_by from dashboard_tiles t
        where t.org_id = ${actor.orgId} and t.dashboard_id = g.content_id and ${fits("t.chart_id")} offset 0) t
      where g.org_id = ${actor.orgId} and ${grantedTo(actor)} and ${grantsOn("dashboard")}
        and g.cascade_charts_permission is not null
      group by t.chart_id order by t.chart_id desc offset 0) placed
    cross join lateral (select from content c
      where c.org_id = ${actor.orgId} and c.id = placed.chart_id
        and exists (select from unnest(placed.placers) as t (placed_by) where ${placerLevel} > 0) offset 0) held
    ${newest("placed.chart_id")})`;
}

function pageSql({before, limit, only = () => sql`true`}: Part) {
  const older = (column: string) => (before === undefined ? sql`true` : sql`${sql.raw(column)} < ${before}`);
  return {
    fits: (column: string) => sql`${older(column)} and ${only(column)}`,
    newest: (column: string) =>
      limit === null ? sql`` : sql`order by ${sql.raw(column)} desc limit ${limit}`,
  };
}

/** Throws `not_found` for content that the caller cannot see, and `missing_privilege` for content without that right. */
export function requireRight(level: number | undefined, right: Right, type: ContentType, id: string): void {
  if (!level) throw notFound(type, id);
  if (level >= LEVELS[right]) return;
  const needed = {
    view: "",
    edit: `You may read this ${type}, but not change it: that takes a member of its team, or a grant with "edit".`,
    own: `This needs the ${type}'s owner, a member of its team or an org-admin${isOpen(type) ? "" : ": a grant is not enough"}.`,
    share: `This needs an org-admin, the lead of the ${type}'s team or, where it has no team, its owner.`,
  }[right];
  throw new ServiceError("missing_privilege", needed);
}

/** A condition: the caller has the right on the row `c` of `content`. */
export function levelAllows(actor: Actor, right: Right) {
  return sql<boolean>`${levelSql(actor)} >= ${LEVELS[right]}`;
}

/** Whether a level from `levelSql` includes a right. */
export function allows(level: number, right: Right): boolean {
  return level >= LEVELS[right];
}
