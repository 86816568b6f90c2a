import {expect, test} from "bun:test";
import {withKnown} from "../../shared/querying/layers/query-project.ts";

const text = {name: "status", kind: "text", same: true} as const;

test.each([
  ["of Postgres by a worker that did not ask", {engineType: 'text collate "de-x-icu"'}, false],
  ["of Postgres by one that asked", {engineType: 'text collate "de-x-icu"', merges: false}, true],
  ["of Postgres without a collation of its own", {engineType: "text"}, true],
  ["of MySQL", {engineType: "longtext character set utf8mb4 collate utf8mb4_nopad_bin"}, true],
])("a column that was built %s merges no texts, if that is known", (_, column, same) => {
  expect(withKnown({...text, ...column}).same).toBe(same);
});
