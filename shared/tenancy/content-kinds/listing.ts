import {type Static, Type} from "@sinclair/typebox";
import type {Actor} from "../../core/actor.ts";
import type {ContentType} from "../../core/content-types.ts";
import {sql} from "../../core/db.ts";
import {foreignCursor, PageQuery, paged, pageOf} from "../../core/paging.ts";
import {isReadable} from "../../core/validate.ts";
import {levelAllows, readableIds} from "../content-rights/rights.ts";

const SORTS = ["createdAt", "updatedAt", "name", "viewCount", "lastViewedAt"] as const;
type SortKey = (typeof SORTS)[number];

const MAX_WORDS = 10;

const Sort = Type.Union(
  SORTS.flatMap(key => [Type.Literal(key), Type.Literal(`-${key}` as const)]),
  {
    description:
      "The order of the list; `-` is descending. Default `-createdAt`. By `lastViewedAt`, content that was never viewed comes last either way.",
  },
);

const id = Type.String({maxLength: 64});

const find = {
  name: Type.Optional(Type.String({maxLength: 200, description: "Only content with exactly this name."})),
  q: Type.Optional(
    Type.String({
      maxLength: 200,
      description: "Only content whose name contains each of these words (of the first ten), ignoring case.",
    }),
  ),
  teamId: Type.Optional(
    Type.String({
      maxLength: 64,
      description: "Only content that this team owns; `none`: only content that no team owns.",
    }),
  ),
  ownerId: Type.Optional({...id, description: "Only content that this member or service account owns."}),
  starred: Type.Optional(
    Type.Literal("true", {
      description: "`true`: only content that the caller has starred.",
      means: {type: "boolean"},
    }),
  ),
  permission: Type.Optional(
    Type.Literal("edit", {description: "`edit`: only content that the caller may edit."}),
  ),
  sort: Type.Optional(Sort),
};

const {limit, cursor} = PageQuery.properties;
const page = {limit, cursor: Type.Optional({...cursor, maxLength: 2000})};
const closed = {additionalProperties: false} as const;

/** The query string of a list of content. */
export const ContentListQuery = Type.Object({...page, ...find}, closed);

/** The query string of a list of content that queries the models of projects. */
export const ProjectContentListQuery = Type.Object(
  {
    ...page,
    ...find,
    projectId: Type.Optional({
      ...id,
      description: "Only content that queries a model or dataset of this project.",
    }),
  },
  closed,
);

type Find = Pick<
  Static<typeof ProjectContentListQuery>,
  "name" | "q" | "teamId" | "ownerId" | "starred" | "permission" | "projectId"
>;

interface Order {
  key: SortKey;
  down: boolean;
}

/** A page of a list of content: at most `limit` rows, after those of the previous page. */
export interface ContentPage {
  limit: number;
  /** For the order newest first: only ids below this one. */
  before: string | undefined;
  find?: Find;
  /** An order other than newest first. */
  order?: Order & {after: Place | undefined};
}

/** The end of a page: the value that the page is sorted by, and the id. */
const Place = Type.Tuple([
  Type.Union([Type.String(), Type.Number(), Type.Null()]),
  Type.String({pattern: "^\\w{1,64}$"}),
]);
type Place = Static<typeof Place>;
const isPlace = isReadable(Place);

type PlaceValue = Place[0];

/** Whether a value is a time as `toISOString` writes it, of a year that Postgres can read. */
const isTime = (value: PlaceValue) =>
  typeof value === "string" &&
  /^[1-9]\d{3}-\d\d-/.test(value) &&
  !Number.isNaN(Date.parse(value)) &&
  new Date(value).toISOString() === value;

/** Whether a sort key can have a value, as `pagedContent` writes it. */
const CAN_BE: Record<SortKey, (value: PlaceValue) => boolean> = {
  createdAt: isTime,
  updatedAt: isTime,
  name: value => typeof value === "string" && value.isWellFormed() && !value.includes("\0"),
  viewCount: value => typeof value === "number" && Number.isSafeInteger(value) && value >= 0,
  lastViewedAt: value => value === null || isTime(value),
};

/** Throws `invalid_request` for a cursor from a list in another order. */
export function contentPageOf(query: Static<typeof ProjectContentListQuery>): ContentPage {
  const {sort = "-createdAt", cursor, limit, ...find} = query;
  const order = orderOf(sort);
  if (sort === "-createdAt") return {...pageOf({...(limit && {limit}), ...(cursor && {cursor})}), find};
  return {
    ...pageOf(limit ? {limit} : {}),
    find,
    order: {...order, after: cursor ? placeOf(cursor, order.key) : undefined},
  };
}

function orderOf(sort: Static<typeof Sort>): Order {
  const down = sort.startsWith("-");
  const key = SORTS.find(one => one === (down ? sort.slice(1) : sort));
  return {key: key ?? "createdAt", down};
}

function placeOf(cursor: string, key: SortKey): Place {
  try {
    const place: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString());
    if (isPlace(place) && CAN_BE[key](place[0])) return place;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw foreignCursor();
}

/** A list's entry, beside the fields of its type. */
type Listed = {id: string} & Partial<Record<SortKey, string | number | null>>;

/** Like `paged`, for the rows that `readablePage` gave. */
export function pagedContent<T extends Listed>(
  rows: T[],
  page: ContentPage,
  request: Request,
  headers: Headers,
): T[] {
  const {order} = page;
  if (!order) return paged(rows, page, request, headers);
  const placed = ({[order.key]: value = null, id}: T) => JSON.stringify([value, id] satisfies Place);
  return paged(rows, page, request, headers, placed);
}

/** The columns that content is sorted by, of the rows `c` of `content` and `v` of `content_views`. */
const COLUMNS: Record<SortKey, string> = {
  createdAt: "c.created_at",
  updatedAt: "c.updated_at",
  name: "lower(c.name)",
  viewCount: "coalesce(v.views, 0)",
  lastViewedAt: "v.last_viewed_at",
};

function keyOf(key: SortKey, value: string | number) {
  if (key === "name") return sql`lower(${String(value)})`;
  return key === "viewCount" ? sql`${String(value)}::bigint` : sql`${String(value)}::timestamptz`;
}

type Sql = ReturnType<typeof sql>;

/** The properties of a kind of content that its lists need. */
export interface Listable {
  readonly type: ContentType;
  /**
   * For content that queries the models of projects: the condition that the content whose id is in this column queries
   * a model or dataset of the project.
   */
  readonly inProject?: (actor: Actor, projectId: string, id: Sql) => Sql;
}

/**
 * The condition that the content's project is one of those in this table, whose rows have the content's id as `key`.
 */
export const projectIn =
  (table: string, key = "id"): NonNullable<Listable["inProject"]> =>
  ({orgId}, projectId, id) =>
    sql`exists (select from ${sql.table(table)} p
      where p.org_id = ${orgId} and p.project_id = ${projectId} and ${sql.ref(`p.${key}`)} = ${id})`;

/**
 * A subquery with the columns `id` and `place`: the content of a type that the caller can read and that the page
 * selects, one row more than the page holds if there are more; `place` is a row's position in the order. The cost of
 * newest first grows with the page; any other order reads everything that the caller can read.
 */
export function readablePage(
  actor: Actor,
  {type, inProject}: Listable,
  {limit, before, find = {}, order}: ContentPage,
) {
  const only = (column: string) => found(actor, inProject, find, column);
  if (!order) {
    const ids = readableIds(actor, type, {before, limit: limit + 1, only});
    return sql`(select ids.id, row_number() over (order by ids.id desc) as place from ${ids} ids)`;
  }
  const ids = readableIds(actor, type, {before: undefined, limit: null, only});
  const key = sql.raw(COLUMNS[order.key]);
  const sorted = sql`order by (k.key is null), k.key ${sql.raw(order.down ? "desc" : "asc")}, k.id desc`;
  return sql`(select k.id, row_number() over (${sorted}) as place
    from (select c.id, ${key} as key from ${ids} ids
      join content c on c.org_id = ${actor.orgId} and c.id = ids.id
      left join content_views v on v.org_id = c.org_id and v.content_id = c.id) k
    where ${isAfter(order)} ${sorted} limit ${limit + 1})`;
}

function isAfter({key, down, after}: Order & {after: Place | undefined}) {
  if (!after) return sql`true`;
  const [value, id] = after;
  if (value === null) return sql`k.key is null and k.id < ${id}`;
  const given = keyOf(key, value);
  const further = sql.raw(down ? "<" : ">");
  return sql`(k.key is null or k.key ${further} ${given} or k.key = ${given} and k.id < ${id})`;
}

/** A condition: the content with the id in that column matches the search. */
function found(actor: Actor, inProject: Listable["inProject"], find: Find, column: string) {
  const {name, q, teamId, ownerId, starred, permission, projectId} = find;
  const own = [
    ...(name === undefined ? [] : [sql`f.name = ${name}`]),
    ...wordsOf(q).map(word => sql`position(lower(${word}) in lower(f.name)) > 0`),
    ...(teamId === undefined
      ? []
      : [teamId === "none" ? sql`f.team_id is null` : sql`f.team_id = ${teamId}`]),
    ...(ownerId === undefined ? [] : [sql`f.owner_id = ${ownerId}`]),
  ];
  const id = sql.raw(column);
  const all = [
    ...(own.length === 0
      ? []
      : [
          sql`exists (select from content f
          where f.org_id = ${actor.orgId} and f.id = ${id} and ${sql.join(own, sql` and `)})`,
        ]),
    ...(starred === undefined
      ? []
      : [
          sql`exists (select from content_stars s
          where s.org_id = ${actor.orgId} and s.principal_id = ${actor.id} and s.content_id = ${id})`,
        ]),
    ...(permission === undefined ? [] : [isEditable(actor, id)]),
    ...(projectId === undefined || !inProject ? [] : [inProject(actor, projectId, id)]),
  ];
  return all.length === 0 ? sql`true` : sql`(${sql.join(all, sql` and `)})`;
}

/** The condition on the id is outside of the innermost subquery, because that subquery has a `c` of its own. */
function isEditable(actor: Actor, id: ReturnType<typeof sql.raw>) {
  return sql`exists (select from (select ${id} as id) listed cross join lateral (
    select from content c
    where c.org_id = ${actor.orgId} and c.id = listed.id and ${levelAllows(actor, "edit")}) own)`;
}

function wordsOf(q = ""): string[] {
  return q.split(/\s+/).filter(Boolean).slice(0, MAX_WORDS);
}
