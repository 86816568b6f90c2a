import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {readFileSync} from "node:fs";
import {join} from "node:path";
import pg from "pg";
import {sql as query} from "../../../shared/core/db.ts";
import {until} from "../../support/until.ts";
import {shopInPostgres} from "../../support/warehouse.ts";
import {type TestService, testService} from "../../support/worker.ts";

let service: TestService;
let admin: pg.Client;
let drop: () => Promise<void>;
let connections: {people: string; writer: string};

beforeAll(async () => {
  service = await testService();
  const shop = await shopInPostgres();
  drop = shop.drop;
  admin = new pg.Client({connectionString: shop.url});
  await admin.connect();
  await admin.query(`create schema rollups;
    create collation without_case (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
    create table words (word text collate "en-x-icu", kind text collate "en-x-icu", same text collate without_case, day date);
    insert into words values ('a', 'k', 'x', '2024-01-01'), ('B', 'k', 'X', '2024-01-02'), ('c', 'L', 'y', '2024-01-02'),
      ('D', 'L', 'Y', '2024-01-03'), ('é', null, 'y', '2024-01-03'), (null, 'k', 'y', '2024-01-03'), ('a', 'L', 'X', '2024-01-04'), ('a', 'L', 'Y', '2024-01-05'), ('a', 'L', 'y', '2024-01-05')`);
  const connection = async (name: string) => {
    const body = {name, type: "postgres", config: {url: `${shop.url}?sslmode=disable`}};
    return create("/api/connections", body);
  };
  connections = {people: await connection("people"), writer: await connection("writer")};
});
afterAll(async () => {
  await service.stop();
  await admin.end();
  await drop();
});

async function create(path: string, body: object): Promise<string> {
  const made = await service.call("POST", path, {body});
  expect(made.status, made.text).toBe(201);
  return made.body.id;
}

const C = `collate "C"`;
/**
 * Each with an equivalent statement written by hand. The collation of the columns sorts "a", "B", "c"; by code points "B" comes
 * first.
 */
const STATEMENTS: readonly {
  about: string;
  sql: string;
  byHand: string;
  isOfTable: boolean;
  isOfFiles: boolean;
}[] = [
  {
    about: "a comparison",
    sql: "select word, measure(count) from words where word < 'a' group by 1 order by 1",
    byHand: `select word, count(*)::int from words where word ${C} < 'a' group by 1 order by word ${C}`,
    isOfTable: true,
    isOfFiles: false,
  },
  {
    about: "between",
    sql: "select word, measure(count) from words where word between 'B' and 'Z' group by 1 order by 1",
    byHand: `select word, count(*)::int from words where word ${C} between 'B' and 'Z' group by 1 order by word ${C}`,
    isOfTable: true,
    isOfFiles: false,
  },
  {
    about: "the first of an order",
    sql: "select word, measure(count) from words where word is not null group by 1 order by 1 limit 3",
    byHand: `select word, count(*)::int from words where word is not null group by 1 order by word ${C} limit 3`,
    isOfTable: true,
    isOfFiles: false,
  },
  {
    about: "having on a key",
    sql: "select word, measure(count) from words group by 1 having word >= 'a' order by 1",
    byHand: `select word, count(*)::int from words group by 1 having word ${C} >= 'a' order by word ${C}`,
    isOfTable: true,
    isOfFiles: false,
  },
  {
    about: "ends of texts",
    sql: "select kind, min(word), max(word) from words group by 1 order by 1",
    byHand: `select kind, min(word ${C}), max(word ${C}) from words group by 1 order by kind ${C}`,
    isOfTable: false,
    isOfFiles: false,
  },
  {
    about: "having on ends of texts",
    sql: "select kind, max(word) from words group by 1 having min(word) < 'C' and max(word) >= 'a' order by 1",
    byHand: `select kind, max(word ${C}) from words group by 1 having min(word ${C}) < 'C' and max(word ${C}) >= 'a' order by kind ${C}`,
    isOfTable: false,
    isOfFiles: false,
  },
  {
    about: "a comparison of two texts",
    sql: "select word, measure(count) from words where word > kind group by 1 order by 1",
    byHand: `select word, count(*)::int from words where word ${C} > kind ${C} group by 1 order by word ${C}`,
    isOfTable: true,
    isOfFiles: false,
  },
  {
    about: "a comparison of texts that the column takes for one",
    sql: "select kind, measure(count) from words where same < 'Z' group by 1 order by 1",
    byHand: `select kind, count(*)::int from words where same ${C} < 'Z' group by 1 order by kind ${C}`,
    isOfTable: false,
    isOfFiles: false,
  },
  {
    about: "the least text by a measure of the layer, which follows the collation",
    sql: "select kind, measure(first) from words group by 1 having measure(count) > 2 order by 1",
    byHand: `select kind, min(word) from words group by 1 having count(*) > 2 order by kind ${C}`,
    isOfTable: false,
    isOfFiles: false,
  },
  {
    about: "having on a number",
    sql: "select kind, measure(count) from words where word in ('a', 'B') group by 1 having measure(count) > 1 order by 1",
    byHand: `select kind, count(*)::int from words where word in ('a', 'B') group by 1 having count(*) > 1 order by kind ${C}`,
    isOfTable: true,
    isOfFiles: false,
  },
];

describe.each(["table", "files"] as const)("over a roll-up in a %s", kind => {
  let projectId: string;
  beforeAll(async () => {
    projectId = await create("/api/projects", {name: `words in ${kind}`, connectionId: connections.people});
    const words = {
      name: "words",
      table: {schema: "public", name: "words"},
      dimensions: [
        ...["word", "kind", "same"].map(name => ({name, type: "string", column: name})),
        {name: "day", type: "date", column: "day"},
      ],
      measures: [
        {name: "count", type: "count"},
        {name: "first", type: "min", column: "word"},
      ],
    };
    const rollup = {
      name: "words",
      model: "words",
      dimensions: ["words.word", "words.kind", "words.same"],
      measures: ["words.count"],
      time: {dimension: "words.day", grain: "day"},
      ...(kind === "table" ? {storage: {connectionId: connections.writer, schema: "rollups"}} : {}),
    };
    const applied = await service.call("POST", `/api/projects/${projectId}/introspect`, {
      body: {models: [words], rollups: [rollup]},
    });
    expect(applied.status, applied.text).toBe(201);
    const built = await until(async () => {
      const {body} = await service.call("GET", `/api/projects/${projectId}/rollups`);
      return body[0]?.lastBuild?.finishedAt ? body[0] : undefined;
    });
    expect(built).toMatchObject({state: "fresh", lastBuild: {error: null}});
    await service.web.notices.caughtUp();
  });

  test.each(STATEMENTS)(
    "$about has the rows of the statement written by hand",
    async ({sql, byHand, isOfTable, isOfFiles}) => {
      const {status, body, headers, text} = await service.call("POST", "/api/sql", {body: {sql, projectId}});
      expect(status, text).toBe(200);
      expect(body.rows).toEqual((await admin.query({text: byHand, rowMode: "array"})).rows);
      expect(headers.get("x-data-as-of") !== null).toBe(kind === "table" ? isOfTable : isOfFiles);
    },
  );

  test.each(["", "order by 1", "order by 1 desc", "order by 2 desc, 1", "order by 2, 1 limit 2"])(
    "texts that are equal by their column's collation are one group %s",
    async order => {
      const sql = `select same, measure(count) from words group by 1 ${order}`;
      const {status, body, headers, text} = await service.call("POST", "/api/sql", {body: {sql, projectId}});
      expect(status, text).toBe(200);
      const byHand = "select upper(same), count(*)::int from words group by same order by 1";
      // Any of the equal texts may represent them.
      const rows = body.rows.map(([same, count]: [string, number]) => [same.toUpperCase(), count]).sort();
      expect(rows).toEqual((await admin.query({text: byHand, rowMode: "array"})).rows);
      expect(headers.get("x-data-as-of") !== null).toBe(kind === "table");
    },
  );

  test.each(["", "order by 1"])(
    "texts that are equal by their column's collation are listed once %s",
    async order => {
      const sql = `select distinct same from words ${order}`;
      const {status, body, text} = await service.call("POST", "/api/sql", {body: {sql, projectId}});
      expect(status, text).toBe(200);
      expect(body.rows).toHaveLength(2);
    },
  );
});

describe("over a table that was built by a version without support for collations with equal texts", () => {
  const COUNTED = "select kind, measure(count) from words where same < 'Z' group by 1 order by 1";
  const EQUAL = "select same, measure(count) from words group by 1";
  const BY_HAND = `select kind, count(*)::int from words where same ${C} < 'Z' group by 1 order by kind ${C}`;
  const migration = readFileSync(
    join(import.meta.dir, "../../../sql/migrations/0084_merging_collations.sql"),
    "utf8",
  );
  let projectId: string;
  let buildId: string;
  beforeAll(async () => {
    projectId = await create("/api/projects", {name: "old words", connectionId: connections.people});
    buildId = await apply();
  });

  const rollups = async () => (await service.call("GET", `/api/projects/${projectId}/rollups`)).body;

  /** Applies the layer, and resolves with the id of the roll-up's first build. */
  async function apply(): Promise<string> {
    const words = {
      name: "words",
      table: {schema: "public", name: "words"},
      dimensions: ["word", "kind", "same"].map(name => ({name, type: "string", column: name})),
      measures: [{name: "count", type: "count"}],
    };
    const rollup = {
      name: "words",
      model: "words",
      dimensions: ["words.word", "words.kind", "words.same"],
      measures: ["words.count"],
      storage: {connectionId: connections.writer, schema: "rollups"},
    };
    const applied = await service.call("POST", `/api/projects/${projectId}/introspect`, {
      body: {models: [words], rollups: [rollup]},
    });
    expect(applied.status, applied.text).toBe(201);
    const {lastBuild} = await until(async () => {
      const [one] = await rollups();
      return one?.lastBuild?.finishedAt ? one : undefined;
    });
    expect(lastBuild).toMatchObject({status: "succeeded"});
    await service.web.notices.caughtUp();
    return lastBuild.id;
  }

  const columns = async (id: string) => {
    const {rows} = await query<{columns: {kind: string; same?: boolean; merges?: boolean}[]}>`
      select columns from rollup_builds where id = ${id}`.execute(service.db);
    return rows[0]!.columns;
  };

  /** The rows of a web process that has just started, and whether they come from the roll-up. */
  const answered = async (sql: string) => {
    const web = await service.another();
    const {body, headers, text, status} = await web.call("POST", "/api/sql", {body: {sql, projectId}});
    expect(status, text).toBe(200);
    return {rows: body.rows, isOfTable: headers.get("x-data-as-of") !== null};
  };

  test("comparisons are no longer answered from it, and other queries are", async () => {
    const fresh = await columns(buildId);
    expect(fresh.map(({same}) => same)).toContain(false);
    // Writes the columns as a worker of that version does, even after the migration.
    const old = fresh.map(({merges: _, ...column}) =>
      column.kind === "text" ? {...column, same: true} : column,
    );
    await query`update rollup_builds set columns = ${JSON.stringify(old)}::json where id = ${buildId}`.execute(
      service.db,
    );
    const byHand = (await admin.query({text: BY_HAND, rowMode: "array"})).rows;
    expect(await answered(COUNTED)).toEqual({rows: byHand, isOfTable: false});
    const groups = await answered(EQUAL);
    expect([groups.rows.length, groups.isOfTable]).toEqual([2, true]);
    // The migration changes existing rows for the processes of that version, too.
    await query.raw(migration).execute(service.db);
    expect(await answered(COUNTED)).toEqual({rows: byHand, isOfTable: false});
    expect((await columns(buildId)).map(({same}) => same)).toEqual(
      old.map(({kind}) => (kind === "text" ? false : undefined)),
    );
  });

  test("everything is answered from a new build", async () => {
    const asked = await service.call("POST", `/api/projects/${projectId}/rollups/words/build`);
    expect(asked.status, asked.text).toBeLessThan(300);
    const built = await until(async () => {
      const [{lastBuild}] = await rollups();
      return lastBuild.id !== buildId && lastBuild.finishedAt ? lastBuild.id : undefined;
    });
    await service.web.notices.caughtUp();
    const kinds = (await columns(built)).filter(({kind}) => kind === "text");
    expect(kinds.map(({same}) => same).sort()).toEqual([false, true, true]);
    const sql = "select word, measure(count) from words where word < 'a' group by 1 order by 1";
    const text = `select word, count(*)::int from words where word ${C} < 'a' group by 1 order by word ${C}`;
    const {rows} = await admin.query({text, rowMode: "array"});
    expect(await answered(sql)).toEqual({rows, isOfTable: true});
  });
});
