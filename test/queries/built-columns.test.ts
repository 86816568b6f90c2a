import {expect, test} from "bun:test";
import {markUnknownCollation} from "../../shared/querying/layers/query-project.ts";

const text = {name: "status", kind: "text", same: true} as const;

test.each([
  [
    "is unknown in Postgres if an earlier worker did not record it",
    {engineType: 'text collate "de-x-icu"'},
    false,
  ],
  [
    "is known in Postgres if the worker recorded it",
    {engineType: 'text collate "de-x-icu"', merges: false},
    true,
  ],
  ["is known in Postgres without a collation of the column", {engineType: "text"}, true],
  ["is known in MySQL", {engineType: "longtext character set utf8mb4 collate utf8mb4_nopad_bin"}, true],
])("that a built column merges no texts %s", (_, column, same) => {
  expect(markUnknownCollation({...text, ...column}).same).toBe(same);
});
