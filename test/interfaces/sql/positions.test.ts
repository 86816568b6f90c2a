import {expect, test} from "bun:test";
import {applyEdits, positionBeforeEdits} from "../../../shared/surfaces/sql/statement/source.ts";

const TEXT = "select 'é😀', a, b from flights where a = 'x' -- end";
const EDITS = [
  {start: TEXT.indexOf("a,"), end: TEXT.indexOf("a,") + 1, text: '"flights"."a" as "a"'},
  {start: TEXT.indexOf("flights"), end: TEXT.indexOf("flights") + 7, text: "pg_temp.in0 as flights"},
  // This edit is within another one, and is dropped.
  {start: TEXT.indexOf("lights"), end: TEXT.indexOf("lights") + 1, text: "nothing"},
  {start: TEXT.indexOf("'x'"), end: TEXT.indexOf("'x'"), text: "text "},
];

const place = (text: string, part: string) => [...text.slice(0, text.indexOf(part))].length + 1;

test.each(["select", "'é", "b from", "where", "a =", "-- end"])(
  "a position at %p, which no edit has changed, is mapped to the same text",
  part => {
    const edited = applyEdits(TEXT, EDITS);
    expect(positionBeforeEdits(TEXT, EDITS, place(edited, part))).toBe(place(TEXT, part));
  },
);

test.each([
  ['"a" as', "a,"],
  ['"flights"."a"', "a,"],
  ["in0", "flights"],
  ["text 'x'", "'x'"],
])(
  "a position at %p, in the text of an edit, is mapped to the text that the edit replaced",
  (part, original) => {
    const edited = applyEdits(TEXT, EDITS);
    expect(positionBeforeEdits(TEXT, EDITS, place(edited, part))).toBe(place(TEXT, original));
  },
);
