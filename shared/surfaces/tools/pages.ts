import {Type} from "@sinclair/typebox";
import {invalidAt} from "../../core/errors.ts";
import type {Page} from "../../core/paging.ts";
import {countFitting} from "./answer-size.ts";
import {type Row, tsv} from "./table.ts";
import type {ToolAnswer} from "./tool.ts";

export const PAGE_ROWS = 25;

export const cursor = Type.Optional(Type.String({maxLength: 600, description: "Previous nextCursor"}));

/** The fields of every list's answer. */
export const ListOutput = Type.Object({
  items: Type.Array(Type.Object({})),
  nextCursor: Type.Optional(Type.String()),
});

/** A page of a list in order of ids, newest first. */
export function idPage(args: {cursor?: string | undefined}): Page {
  return {
    limit: PAGE_ROWS,
    before: args.cursor === undefined ? undefined : readCursor(args.cursor, /^[\w-]{1,100}$/),
  };
}

/** The offset at which a page of a ranked list begins. */
export function offsetOf(args: {cursor?: string | undefined}): number {
  return args.cursor === undefined ? 0 : Number(readCursor(args.cursor, /^\d{1,6}$/));
}

/** The name after which the page begins. */
export function nameBefore(args: {cursor?: string | undefined}): string | undefined {
  return args.cursor === undefined ? undefined : readCursor(args.cursor, /^/);
}

function readCursor(given: string, shape: RegExp): string {
  const text = Buffer.from(given, "base64url").toString();
  if (shape.test(text) && cursorTo(text) === given) return text;
  const message = "cursor is not from this tool: send nextCursor of the previous page, or no cursor.";
  throw invalidAt("/cursor", message);
}

function cursorTo(place: string | number): string {
  return Buffer.from(String(place)).toString("base64url");
}

interface Listing {
  /** Contains one row more than a page if there are more. */
  rows: readonly Row[];
  /** Columns of the text; rows may have more. */
  columns: readonly string[];
  /** The cursor of the page after the row with this index. */
  placeAfter: (index: number) => string | number;
  /** The text of an empty list. */
  empty: string;
}

/** A page as text and as data. It has fewer rows if they are long. */
export function listAnswer({rows, columns, placeAfter, empty}: Listing): ToolAnswer {
  const page = rows.slice(0, PAGE_ROWS);
  const count = countFitting(page, index => tsv([page[index] ?? {}], columns));
  const items = page.slice(0, count);
  if (items.length === 0) return {text: empty, structured: {items}};
  const isLast = count === rows.length;
  const text = tsv(items, columns);
  if (isLast) return {text, structured: {items}};
  const nextCursor = cursorTo(placeAfter(count - 1));
  return {text: `${text}\nnextCursor: ${nextCursor}`, structured: {items, nextCursor}};
}
