import {Type} from "@sinclair/typebox";
import {ServiceError} from "../errors.ts";
import type {Page} from "../paging.ts";
import {fitting, type Row, tsv} from "./table.ts";
import type {ToolAnswer} from "./tool.ts";

export const PAGE_ROWS = 25;

export const cursor = Type.Optional(
  Type.String({maxLength: 600, description: "nextCursor of the page before"}),
);

/** What every list gives. */
export const ListOutput = Type.Object({
  items: Type.Array(Type.Object({})),
  nextCursor: Type.Optional(Type.String()),
});

/** A page of what is listed by id, newest first. */
export function idPage(args: {cursor?: string | undefined}): Page {
  return {
    limit: PAGE_ROWS,
    before: args.cursor === undefined ? undefined : readCursor(args.cursor, /^[\w-]{1,100}$/),
  };
}

/** A page of what is listed by rank: where it begins. */
export function offsetOf(args: {cursor?: string | undefined}): number {
  return args.cursor === undefined ? 0 : Number(readCursor(args.cursor, /^\d{1,6}$/));
}

/** The name that the page begins behind. */
export function nameBefore(args: {cursor?: string | undefined}): string | undefined {
  return args.cursor === undefined ? undefined : readCursor(args.cursor, /^/);
}

function readCursor(given: string, shape: RegExp): string {
  const text = Buffer.from(given, "base64url").toString();
  if (shape.test(text) && cursorTo(text) === given) return text;
  const message =
    "cursor is not one that this tool gave: take nextCursor of the page before, or leave it out.";
  throw new ServiceError("invalid_request", message, {errors: [{path: "/cursor", message}]});
}

function cursorTo(place: string | number): string {
  return Buffer.from(String(place)).toString("base64url");
}

interface Listing {
  /** One more than a page where there is more. */
  rows: readonly Row[];
  /** Columns of the text; rows may hold more. */
  columns: readonly string[];
  /** Where the page that follows a row of this index begins. */
  placeAfter: (index: number) => string | number;
  /** Said where there is nothing. */
  empty: string;
}

/** A page as text and as data: fewer rows than a page has where they are long. */
export function listAnswer({rows, columns, placeAfter, empty}: Listing): ToolAnswer {
  const page = rows.slice(0, PAGE_ROWS);
  const count = fitting(page, index => tsv([page[index] ?? {}], columns));
  const items = page.slice(0, count);
  if (items.length === 0) return {text: empty, structured: {items}};
  const isLast = count === rows.length;
  const text = tsv(items, columns);
  if (isLast) return {text, structured: {items}};
  const nextCursor = cursorTo(placeAfter(count - 1));
  return {text: `${text}\nnextCursor: ${nextCursor}`, structured: {items, nextCursor}};
}
