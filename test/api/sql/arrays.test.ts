import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {text as textOf} from "node:stream/consumers";
import {tableFromIPC} from "apache-arrow";
import {to as copyTo} from "pg-copy-streams";
import {hasPython, PYTHON} from "./support/python.ts";
import {type SqlOverShops, sqlOverShops} from "./support/sql-over-shops.ts";

let sides: SqlOverShops;
beforeAll(async () => {
  sides = await sqlOverShops();
});
afterAll(() => sides.stop());

const TEXTS = ["new", null, "", "NULL", "a,b", "{c}", 'say "d"', "e\\f", "Größe 🙂"];
/** The same as Postgres writes it. */
const TEXTS_WRITTEN = '{new,NULL,"","NULL","a,b","{c}","say \\"d\\"","e\\\\f","Größe 🙂"}';
const NUMBERS_WRITTEN = "{12345678901234567890.25,-1.50,NULL}";

/** The rows of `articles`, with arrays in the words of an engine. */
function articles(array: string, numbers: string) {
  const texts = TEXTS.map(one => (one === null ? "null" : `'${one}'`)).join(", ");
  const rows = [
    [`[${texts}]`, "[12345678901234567890.25, -1.50, null]", "[true, false, null]"],
    ["['new', 'old']", "[7.00]", "[false]"],
    ["['New']", "[]", "[]"],
    ["[]", "[null]", null],
    [null, null, null],
    ["['old', 'new']", "[7.00, 7.00]", "[false]"],
    ["['new', 'old']", "[7]", "[true]"],
  ];
  const types = ["varchar[]", numbers, "boolean[]"];
  const written = rows.map((row, index) => {
    const values = row.map((value, c) => `cast(${value === null ? "null" : array + value} as ${types[c]})`);
    return `select ${index + 1} as id, ${["tags", "scores", "flags"].map((name, c) => `${values[c]} as ${name}`).join(", ")}`;
  });
  return {
    name: "articles",
    table: {sql: written.join(" union all ")},
    primaryKey: ["id"],
    dimensions: [
      {name: "tags", type: "json", items: "string", column: "tags"},
      {name: "scores", type: "json", items: "number", column: "scores"},
      {name: "flags", type: "json", items: "boolean", column: "flags"},
      {name: "id", type: "number", column: "id"},
    ],
    measures: [
      {name: "count", type: "count"},
      {name: "ids", type: "count_distinct", column: "id"},
    ],
  };
}

/** Conditions, and the ids of the rows that meet them. */
const CONDITIONS: [condition: string, ids: number[]][] = [
  ["'new' = any(tags)", [1, 2, 6, 7]],
  ["not ('new' = any(tags))", [3, 4]],
  ["('new' = any(tags)) is not true", [3, 4, 5]],
  ["'NEW' = any(tags)", []],
  ["'' = any(tags)", [1]],
  ["'NULL' = any(tags)", [1]],
  ["'a,b' = any(tags) and '{c}' = any(tags) and 'e\\f' = any(tags)", [1]],
  ["null = any(tags)", []],
  ["'new' = any(tags) and id > 2", [6, 7]],
  ["'new' = any(tags) or tags is null", [1, 2, 5, 6, 7]],
  ["'new' <> all(tags)", [3, 4]],
  ["tags @> array['new', 'old']", [2, 6, 7]],
  ["tags @> array['old', 'old']::text[]", [2, 6, 7]],
  ["array['new'] <@ tags", [1, 2, 6, 7]],
  ["tags <@ array['new', 'old']", [2, 4, 6, 7]],
  ["tags @> array[]::text[]", [1, 2, 3, 4, 6, 7]],
  ["tags @> array['new', null]", []],
  ["not (tags @> array['old'])", [1, 3, 4]],
  ["tags && array['old', 'New']", [2, 3, 6, 7]],
  ["array['old', null] && tags", [2, 6, 7]],
  ["tags && '{old}'", [2, 6, 7]],
  ["tags @> '{new,old}'::text[]", [2, 6, 7]],
  ["tags = array['new', 'old']", [2, 7]],
  ["tags = '{}'", [4]],
  ["tags is distinct from '{}' and tags < array['new']", [3]],
  ["tags is null", [5]],
  ["tags is not null and flags is null", [4]],
  ["array_length(tags, 1) = 2", [2, 6, 7]],
  ["tags[1] = 'old'", [6]],
  ["exists (select from unnest(tags) as tag where tag like 'o%')", [2, 6, 7]],
  ["7 = any(scores)", [2, 6, 7]],
  ["12345678901234567890.25 = any(scores)", [1]],
  ["-1.5 = any(scores)", [1]],
  ["scores @> array[7.0]", [2, 6, 7]],
  ["7 <> all(scores)", [3]],
  ["true = any(flags)", [1, 7]],
  ["flags && array[false]", [1, 2, 6]],
  ["false", []],
];

describe.each(["postgres", "duckdb"] as const)("arrays of %s", engine => {
  const isPostgres = engine === "postgres";
  let slug: string;
  const place = () => ({database: `shop ${engine}`, password: sides.service.org.admin.token});
  const text = {getTypeParser: () => (value: string) => value};

  async function query(sql: string, values: unknown[] = []) {
    const client = await sides.open(place());
    try {
      return await client.query({text: sql, values, rowMode: "array", types: text});
    } finally {
      await client.end();
    }
  }
  const rowsOf = async (sql: string, values: unknown[] = []) => (await query(sql, values)).rows;

  beforeAll(async () => {
    const path = `/api/projects/${sides.shops[engine].projectId}`;
    const model = isPostgres ? articles("array", "numeric[]") : articles("", "decimal(30, 2)[]");
    const body = {models: [model], joins: []};
    const applied = await sides.service.call("POST", `${path}/introspect`, {body});
    expect(applied.status, applied.text).toBe(201);
    const dimensions = ["articles.id", "articles.tags", "articles.scores"];
    const definition = {model: "articles", dimensions, measures: ["articles.count"]};
    const dataset = await sides.service.call("POST", `${path}/datasets`, {
      body: {name: `tagged ${engine}`, kind: "live", definition},
    });
    expect(dataset.status, dataset.text).toBe(201);
    slug = dataset.body.slug;
  });

  test("are arrays of Postgres, whether the warehouse answers alone or Postgres computes the rest", async () => {
    for (const more of ["", ", count(*) over () as n"]) {
      const {rows, fields} = await query(`select tags, scores, flags${more} from articles where id = 1`);
      expect(fields.slice(0, 3).map(({dataTypeID}) => dataTypeID)).toEqual([1009, 1231, 1000]);
      expect(rows[0]?.slice(0, 3)).toEqual([TEXTS_WRITTEN, NUMBERS_WRITTEN, "{t,f,NULL}"]);
    }
    const others = await rowsOf("select id, tags, flags from articles where id between 3 and 5 order by id");
    expect(others).toEqual([
      ["3", "{New}", "{}"],
      ["4", "{}", null],
      ["5", null, null],
    ]);
    const kinds = "pg_typeof(tags), pg_typeof(scores), pg_typeof(flags), tags[7], scores[1], flags[2]";
    expect(await rowsOf(`select ${kinds} from articles where id = 1`)).toEqual([
      ["text[]", "numeric[]", "boolean[]", 'say "d"', "12345678901234567890.25", "f"],
    ]);
  });

  test("are compared as in Postgres", async () => {
    for (const [condition, ids] of CONDITIONS) {
      const rows = await rowsOf(`select id from articles where ${condition} order by id`);
      expect([condition, rows.map(([id]) => Number(id))]).toEqual([condition, ids]);
      const [[count]] = (await rowsOf(`select count(*) from articles where ${condition}`)) as [[string]];
      expect([condition, Number(count)]).toEqual([condition, ids.length]);
    }
    const having = "select tags, count(*) from articles group by tags having 'old' = any(tags) order by tags";
    expect(await rowsOf(having)).toEqual([
      ["{new,old}", "2"],
      ["{old,new}", "1"],
    ]);
  });

  test("are parameters, and are compared with parameters", async () => {
    for (const [condition, value, ids] of [
      ["$1 = any(tags)", "old", ["2", "6", "7"]],
      ["tags && $1", ["old", "New"], ["2", "3", "6", "7"]],
      ["tags @> $1", ["old", "new"], ["2", "6", "7"]],
      ["tags = $1", TEXTS, ["1"]],
      ["$1 = any(scores)", 7, ["2", "6", "7"]],
    ] as [string, unknown, string[]][]) {
      const rows = await rowsOf(`select id from articles where ${condition} order by id`, [value]);
      expect([condition, rows.flat()]).toEqual([condition, ids]);
    }
  });

  test("are grouped, counted and sorted as in Postgres", async () => {
    const groups = await rowsOf(
      "select tags, count(*), measure(ids) from articles group by tags order by tags",
    );
    expect(groups).toEqual([
      ["{}", "1", "1"],
      ["{New}", "1", "1"],
      ["{new,old}", "2", "2"],
      [TEXTS_WRITTEN, "1", "1"],
      ["{old,new}", "1", "1"],
      [null, "1", "1"],
    ]);
    // {7} and {7.00} are equal.
    const counts = await rowsOf("select count(*) from articles group by scores order by 1 desc");
    expect(counts.flat()).toEqual(["2", "1", "1", "1", "1", "1"]);
    const summary = "count(distinct scores), count(distinct tags), min(tags), max(tags), count(tags)";
    expect(await rowsOf(`select ${summary} from articles`)).toEqual([["5", "5", "{}", "{old,new}", "6"]]);
    const tags =
      "select tag, count(*) from articles, unnest(tags) as tag group by tag having count(*) > 1 order by 1";
    expect(await rowsOf(tags)).toEqual([
      ["new", "4"],
      ["old", "3"],
    ]);
    const distinct = await rowsOf(
      "select distinct tags from articles where tags is not null order by tags desc limit 2",
    );
    expect(distinct.flat()).toEqual(["{old,new}", TEXTS_WRITTEN]);
    const refused = rowsOf("select scores, measure(ids) from articles group by scores");
    await expect(refused).rejects.toMatchObject({code: "0A000"});
  });

  test("can be the only columns of a statement that no row meets", async () => {
    for (const sql of [
      "select tags from articles where false",
      "select tags, scores from articles where id = null",
      "select tags, measure(count) from articles where false group by tags",
    ])
      expect([sql, await rowsOf(sql)]).toEqual([sql, []]);
  });

  test("are arrays in the catalog and in datasets", async () => {
    const columns = "select column_name, data_type, udt_name from information_schema.columns";
    const found = await rowsOf(`${columns} where table_name = 'articles' and data_type = 'ARRAY' order by 1`);
    expect(found).toEqual([
      ["flags", "ARRAY", "_bool"],
      ["scores", "ARRAY", "_numeric"],
      ["tags", "ARRAY", "_text"],
    ]);
    const table = `datasets."${slug}"`;
    const rows = await rowsOf(
      `select id, tags, scores from ${table} where 'old' = any(tags) and 'old' = tags[1]`,
    );
    expect(rows).toEqual([["6", "{old,new}", "{7.00,7.00}"]]);
    const format =
      "select format_type(atttypid, atttypmod) from pg_attribute where attname = 'tags' and attrelid = $1::regclass";
    expect(await rowsOf(format, [table])).toEqual([["text[]"]]);
  });

  test("are copied in the text form of an array", async () => {
    const client = await sides.open(place());
    const copied = (options: string) =>
      textOf(client.query(copyTo(`copy (select id, tags from articles where id = 1) to stdout${options}`)));
    // Tab-separated text doubles backslashes.
    expect(await copied("")).toBe(`1\t${TEXTS_WRITTEN.replaceAll("\\", "\\\\")}\n`);
    expect(await copied(" (format csv)")).toBe(`1,"${TEXTS_WRITTEN.replaceAll('"', '""')}"\n`);
    await client.end();
  });

  test("are arrays of JSON over HTTP", async () => {
    const {projectId} = sides.shops[engine];
    const [scores, flags] = ["[12345678901234567890.25,-1.50,null]", "[true,false,null]"];
    for (const more of ["", ", array_length(tags, 1) as n", ", array_agg(tags[1]) over () as n"]) {
      const sql = `select tags, scores, flags${more} from articles where id = 1`;
      const ask = (accept: string) =>
        sides.service.call("POST", "/api/sql", {body: {sql, projectId}, headers: {accept}});
      const answer = await ask("application/json");
      expect(answer.body.columns.slice(0, 3)).toEqual(
        ["tags", "scores", "flags"].map(name => ({name, type: "json"})),
      );
      expect(answer.body.rows[0][0]).toEqual(TEXTS);
      expect(answer.text.replaceAll(" ", "")).toContain(`,${scores},${flags}`);
      if (more.includes("agg")) expect(answer.body.rows[0][3]).toEqual(["new"]);
      const csv = await ask("text/csv");
      expect(csv.text.replaceAll(" ", "")).toContain(`,"${scores}","${flags}"`);
      const headers = {
        authorization: `Bearer ${sides.service.org.admin.token}`,
        accept: "application/vnd.apache.arrow.stream",
        "content-type": "application/json",
      };
      const request = new Request("http://localhost/api/sql", {
        method: "POST",
        headers,
        body: JSON.stringify({sql, projectId}),
      });
      const table = tableFromIPC(
        new Uint8Array(await (await sides.service.app.handle(request)).arrayBuffer()),
      );
      expect(JSON.parse(String(table.getChild("tags")?.get(0)))).toEqual(TEXTS);
    }
  });

  test.skipIf(!isPostgres || !hasPython("psycopg2"))("are lists of psycopg2", async () => {
    const script = `
import psycopg2, sys
connection = psycopg2.connect(host="127.0.0.1", port=int(sys.argv[1]), user="me", dbname=sys.argv[2], password=sys.argv[3])
cursor = connection.cursor()
cursor.execute("select tags, scores, flags from articles where tags @> %s and id > 5", (["old", "new"],))
print(sorted(cursor.fetchall()))`;
    const {database, password} = place();
    const client = Bun.spawn([PYTHON, "-c", script, String(sides.port), database, password], {
      stderr: "pipe",
    });
    const [printed, errors] = await Promise.all([client.stdout.text(), client.stderr.text()]);
    expect(errors).toBe("");
    expect(printed.trim()).toBe(
      "[(['new', 'old'], [Decimal('7')], [True]), (['old', 'new'], [Decimal('7.00'), Decimal('7.00')], [False])]",
    );
  });
});
