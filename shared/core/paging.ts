import {type Static, Type} from "@sinclair/typebox";
import {sql} from "kysely";
import {ServiceError} from "./errors.ts";

const MAX_LIMIT = 500;
const DEFAULT_LIMIT = 100;

/** The query string of every list that is paged. */
export const PageQuery = Type.Object(
  {
    limit: Type.Optional(
      Type.String({
        pattern: "^[1-9]\\d{0,2}$",
        description: `Rows per page, at most ${MAX_LIMIT}. Default ${DEFAULT_LIMIT}.`,
        means: {type: "integer", minimum: 1, maximum: MAX_LIMIT, default: DEFAULT_LIMIT},
      }),
    ),
    cursor: Type.Optional(
      Type.String({
        maxLength: 200,
        description:
          "The place where the page begins: an opaque text from the `Link` header of the page before.",
      }),
    ),
  },
  {additionalProperties: false},
);

/** Newest first: the rows whose id is below `before`. */
export interface Page {
  limit: number;
  before: string | undefined;
}

export function pageOf(query: Static<typeof PageQuery>): Page {
  const limit = query.limit === undefined ? DEFAULT_LIMIT : Number(query.limit);
  if (limit > MAX_LIMIT)
    throw new ServiceError("invalid_request", `limit is ${limit}: at most ${MAX_LIMIT} rows make a page.`);
  if (query.cursor === undefined) return {limit, before: undefined};
  const before = Buffer.from(query.cursor, "base64url").toString();
  if (!/^[\w-]{1,100}$/.test(before)) throw foreignCursor();
  return {limit, before};
}

export function foreignCursor(): ServiceError {
  const message = "cursor is not from this list: take it from the list's Link header.";
  return new ServiceError("invalid_request", message);
}

/** The end of a statement: the page's rows by the column with their ids, and one row more if there are more. */
export function newestPage({before, limit}: Page, column: string) {
  const id = sql.ref(column);
  const older = before === undefined ? sql`` : sql`and ${id} < ${before}`;
  return sql`${older} order by ${id} desc limit ${limit + 1}`;
}

/**
 * Select `page.limit + 1` rows and pass them here. Returns one page, and if there are more rows, sets `Link` with
 * `rel="next"` (RFC 8288). `placeOf` gives a row's position in the list's order.
 */
export function paged<T extends {id: string | number}>(
  rows: T[],
  page: Pick<Page, "limit">,
  request: Request,
  headers: Headers,
  placeOf = ({id}: T) => String(id),
): T[] {
  if (rows.length <= page.limit) return rows;
  const pageRows = rows.slice(0, page.limit);
  const last = pageRows.at(-1);
  if (last) linkNextPage(placeOf(last), request, headers);
  return pageRows;
}

/** Sets `Link` with `rel="next"` for the page of rows after this place. */
export function linkNextPage(place: string, request: Request, headers: Headers): void {
  const url = new URL(request.url);
  url.searchParams.set("cursor", Buffer.from(place).toString("base64url"));
  headers.set("link", `<${url.pathname}${url.search}>; rel="next"`);
}
