import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {compile, detail} from "../../shared/semantic/compile.ts";
import {mysql} from "../../shared/semantic/dialects/mysql.ts";
import {toMysqlSpelling} from "../../shared/semantic/dialects/mysql-fragment.ts";
import {shiftToZone} from "../../shared/semantic/dialects/mysql-zones.ts";
import type {Graph} from "../../shared/semantic/layer/graph.ts";
import {buildLayer} from "../../shared/semantic/layer/layer.ts";
import type {Filter} from "../../shared/semantic/query/filter.ts";
import type {Query} from "../../shared/semantic/query/query.ts";
import {mysqlUrl} from "../support/engines/mysql-url.ts";
import type {Engine} from "./engines.ts";
import {openMysql} from "./mysql-engine.ts";

const context = {
  dialect: "mysql",
  timezone: "UTC",
  weekStart: "monday",
  attributes: {},
  now: new Date("2024-03-15T12:00:00Z"),
} as const;

test.each([
  [`"a" = 'b'`, "`a` = 'b'"],
  [`"a""b\`c"`, '`a"b``c`'],
  [`'it''s "so"'`, `'it''s "so"'`],
  [`'back\\slash''s'`, "_utf8mb4 0x6261636b5c736c6173682773"],
  ["a --b\n+ 1", "a -- b\n+ 1"],
  ["a /*! or true */ + /* plain */ 1", "a /* ! or true */ + /* plain */ 1"],
  ["'/*! --'", "'/*! --'"],
])("the fragment %s is written so that no setting changes its meaning", (sql, settled) => {
  expect(toMysqlSpelling(sql)).toBe(settled);
});

test("a fragment with a comment that only MySQL recognizes is refused", () => {
  expect(() => toMysqlSpelling("true # or false")).toThrow(/comment/);
  expect(toMysqlSpelling("'#' = \"#\"")).toBe("'#' = `#`");
});

test("a boolean column is told apart from another expression in no time, whatever the column's name is", () => {
  const isTrue = (expression: string) =>
    mysql.compare?.(expression, "=", {kind: "boolean", value: true}, () => "?");
  const name = `\`${"``".repeat(64)}\``;
  expect(isTrue(`\`flags\`.${name}`)).toContain("< 0 or");
  const begin = performance.now();
  expect(isTrue(`${name} = 1`)).toEndWith(" <> 0)");
  expect(performance.now() - begin).toBeLessThan(200);
});

describe.skipIf(mysqlUrl() === undefined)("on a MySQL server", () => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await openMysql(mysqlUrl() ?? "");
  });
  afterAll(() => engine.close());

  test("local times of every timezone agree with the calendar, from 1970 to 2037", async () => {
    const moments = Array.from({length: 250}, (_, i) => Math.floor((i * 2_147_000_000) / 250 / 1800) * 1800);
    // The last second before a clock change and the second of the change, in Berlin and in New York.
    moments.push(1711846799, 1711846800, 1710053999, 1710054000, 1730613599, 1730613600);
    const texts = moments.map(seconds =>
      new Date(seconds * 1000).toISOString().slice(0, 19).replace("T", " "),
    );
    await engine.load({moments: {columns: {at: "timestamp"}, rows: texts.map(text => [text])}});
    for (const zone of Intl.supportedValuesOf("timeZone").filter((_, i) => i % 4 === 0)) {
      const rows = await engine.run(`select at, ${shiftToZone("at", zone)} from moments`, []);
      const wanted = texts.map(text => [
        text,
        Temporal.Instant.from(`${text.replace(" ", "T")}Z`)
          .toZonedDateTimeISO(zone)
          .toPlainDateTime()
          .toString({smallestUnit: "second"})
          .replace("T", " "),
      ]);
      expect({zone, rows}).toEqual({zone, rows: wanted});
    }
  });

  test("the year of a day is right in the first century and for day 0, too", async () => {
    const days = [
      "0000-00-00",
      "0001-01-01",
      "0069-12-31",
      "0070-01-01",
      "0099-06-15",
      "0100-01-01",
      "2026-00-00",
    ];
    await engine.load({days: {columns: {day: "date"}, rows: days.map(day => [day])}});
    const graph: Graph = {
      models: [
        {name: "days", table: {name: "days"}, dimensions: [{name: "day", type: "date", column: "day"}]},
      ],
    };
    const query = {model: "days", dimensions: ["days.day.year"]};
    const {sql, parameters} = compile(buildLayer(graph), query, context);
    const years = [
      ["0000-01-01"],
      ["0001-01-01"],
      ["0069-01-01"],
      ["0070-01-01"],
      ["0099-01-01"],
      ["0100-01-01"],
    ];
    expect(await engine.run(sql, parameters)).toEqual([...years, ["2026-01-01"]]);
  });

  describe("a number read as a boolean is true unless it is 0", () => {
    const layer = buildLayer({
      models: [
        {
          name: "flags",
          table: {name: "flags"},
          primaryKey: ["id"],
          dimensions: [
            {name: "id", type: "number", column: "id"},
            {name: "flag", type: "boolean", column: "flag"},
            {name: "bits", type: "boolean", sql: "${id} & 2"},
            {name: "other", type: "boolean", column: "other"},
            {name: "kind", type: "string", column: "kind"},
          ],
          measures: [
            {name: "count", type: "count"},
            {name: "values", type: "count_distinct", column: "flag"},
            {name: "all_true", type: "min", column: "flag"},
            {name: "any_true", type: "max", sql: "${flag}"},
            {name: "of_true", type: "count", where: "${flag} = true"},
            {name: "all_true_raw", type: "min", sql: "flag"},
            {name: "any_true_raw", type: "max", sql: "coalesce(flag, other)"},
            {name: "values_raw", type: "count_distinct", sql: "flag"},
          ],
        },
        {
          name: "own_flags",
          table: {name: "flags"},
          dimensions: [{name: "flag", type: "boolean", column: "flag"}],
          measures: [{name: "count", type: "count"}],
          rowAccess: [{dimension: "flag", attribute: "flags"}],
        },
      ],
    });
    const ask = (query: Partial<Query>, attributes: Record<string, string[]> = {}) => {
      const asked = {model: "flags", ...query};
      const {sql, parameters} = compile(layer, asked, {...context, attributes});
      return engine.run(sql, parameters);
    };
    const idsOf = async (filters: Query["filters"]) =>
      (await ask({dimensions: ["flags.id"], ...(filters ? {filters} : {})})).map(([id]) => Number(id));

    beforeAll(async () => {
      const columns = {id: "integer", flag: "tinyint(1)", other: "tinyint(1)", kind: "varchar(10)"};
      const rows = [
        [1, 1, 3, "a"],
        [2, 2, 1, "a"],
        [3, 0, 0, "b"],
        [4, -1, null, "a"],
        [5, null, 1, "b"],
        [6, 0, -5, "c"],
      ];
      await engine.load({flags: {columns, rows}});
    });

    test("in groups, in the order of a result and in rows", async () => {
      const dimensions = ["flags.flag"];
      const groups = {dimensions, measures: ["flags.count"], orderBy: ["flags.flag desc"]};
      expect(await ask(groups)).toEqual([
        ["1", "3"],
        ["0", "2"],
        [null, "1"],
      ]);
      expect(await ask({...groups, dimensions: ["flags.bits"], orderBy: ["flags.bits"]})).toEqual([
        ["0", "3"],
        ["1", "3"],
      ]);
      const byKind = {dimensions: ["flags.flag", "flags.kind"], orderBy: ["flags.flag", "flags.kind"]};
      expect(await ask({...byKind, measures: ["flags.count"]})).toEqual([
        ["0", "b", "1"],
        ["0", "c", "1"],
        ["1", "a", "3"],
        [null, "b", "1"],
      ]);
      expect(await ask({dimensions: ["flags.id", "flags.flag"], rows: true, orderBy: ["flags.id"]})).toEqual([
        ["1", "1"],
        ["2", "1"],
        ["3", "0"],
        ["4", "1"],
        ["5", null],
        ["6", "0"],
      ]);
    });

    test("in filters", async () => {
      const filter = (op: string, value?: unknown) => [{field: "flags.flag", op, value}] as Query["filters"];
      expect(await idsOf(filter("=", true))).toEqual([1, 2, 4]);
      expect(await idsOf(filter("=", false))).toEqual([3, 6]);
      expect(await idsOf(filter("!=", true))).toEqual([3, 5, 6]);
      expect(await idsOf(filter("!=", false))).toEqual([1, 2, 4, 5]);
      expect(await idsOf(filter("in", [true]))).toEqual([1, 2, 4]);
      expect(await idsOf(filter("in", [true, false]))).toEqual([1, 2, 3, 4, 6]);
      expect(await idsOf(filter("not_in", [true]))).toEqual([3, 5, 6]);
      expect(await idsOf(filter("is_null"))).toEqual([5]);
      expect(await idsOf([{field: "flags.bits", op: "=", value: true}])).toEqual([2, 3, 6]);
      expect(await idsOf([{not: {field: "flags.flag", op: "=", value: true}}])).toEqual([3, 5, 6]);
      const same: Query["filters"] = [{field: "flags.flag", op: "=", other: "flags.other"}];
      expect(await idsOf(same)).toEqual([1, 2, 3]);
    });

    test("in measures", async () => {
      const measures = ["flags.values", "flags.all_true", "flags.any_true", "flags.of_true"];
      expect(await ask({dimensions: ["flags.kind"], measures})).toEqual([
        ["a", "1", "1", "1", "3"],
        ["b", "1", "0", "0", "0"],
        ["c", "1", "0", "0", "0"],
      ]);
      expect(await ask({measures})).toEqual([["2", "0", "1", "3"]]);
      const raw = ["flags.all_true_raw", "flags.any_true_raw", "flags.values_raw"];
      expect(await ask({dimensions: ["flags.kind"], measures: raw})).toEqual([
        ["a", "1", "1", "1"],
        ["b", "0", "1", "1"],
        ["c", "0", "0", "1"],
      ]);
      const allTrue: Query["filters"] = [{field: "flags.all_true", op: "=", value: true}];
      expect(await ask({dimensions: ["flags.kind"], measures: ["flags.count"], filters: allTrue})).toEqual([
        ["a", "3"],
      ]);
    });

    test("in the groups that top keeps, and in row access", async () => {
      const top = {dimension: "flags.flag", by: "flags.count", count: 1};
      const query = {dimensions: ["flags.flag"], measures: ["flags.count"]};
      expect(await ask({...query, top})).toEqual([["1", "3"]]);
      const own = {model: "own_flags", measures: ["own_flags.count"]};
      expect(await ask(own, {flags: ["true"]})).toEqual([["3"]]);
      expect(await ask(own, {flags: ["false"]})).toEqual([["2"]]);
      expect(await ask(own, {flags: ["true", "false"]})).toEqual([["5"]]);
    });

    test("and an index on the column and the one after it is used", async () => {
      await engine.load({
        many: {
          columns: {id: "integer", flag: "tinyint(1)", other: "integer, key by_flag (flag, other)"},
          rows: manyFlags(),
        },
      });
      await engine.run("analyze table many");
      const model = {
        name: "many",
        table: {name: "many"},
        dimensions: [
          {name: "flag", type: "boolean" as const, column: "flag"},
          {name: "other", type: "number" as const, column: "other"},
        ],
        measures: [{name: "total", type: "sum" as const, column: "id"}],
      };
      const filters: Query["filters"] = [
        {field: "many.flag", op: "=", value: true},
        {field: "many.other", op: "between", value: [7, 8]},
      ];
      const query = {model: "many", measures: ["many.total"], filters};
      const {sql, parameters} = compile(buildLayer({models: [model]}), query, context);
      const [[, , , type, , key, length] = []] = await engine.run(`explain ${sql}`, parameters);
      // The key parts that are used: two bytes of the flag and five of the number, both of them nullable.
      expect({type, key, length}).toEqual({type: "range", key: "by_flag", length: "7"});
      expect(await engine.run(sql, parameters)).toEqual([["1500"]]);
    });
  });

  test("fragments with quotes and backslashes mean the same in a prepared and in a pasted statement", async () => {
    await engine.load({
      notes: {
        columns: {id: "integer", text: "text"},
        rows: [
          [1, "a\\b"],
          [2, 'say "so"'],
          [3, null],
        ],
      },
    });
    const graph: Graph = {
      models: [
        {
          name: "notes",
          table: {sql: `select "id", text, 'c:\\' as root from notes --every one`},
          primaryKey: ["id"],
          dimensions: [
            {name: "id", type: "number", column: "id"},
            {name: "path", type: "string", sql: `concat(root, coalesce("text", '\\'))`},
            {name: "slashed", type: "boolean", sql: "text like '%|\\%' escape '|'"},
          ],
          measures: [{name: "share", type: "avg", sql: "case when instr(text, '\\') > 0 then 1 else 0 end"}],
        },
      ],
    };
    const query = {
      model: "notes",
      dimensions: ["notes.id", "notes.path", "notes.slashed"],
      measures: ["notes.share"],
      filters: [{field: "notes.path", op: "!=" as const, value: "\\'"}],
      limit: 9,
    };
    const {sql, parameters} = compile(buildLayer(graph), query, context);
    const rows = await engine.run(sql, parameters);
    expect(rows).toEqual([
      ["1", "c:\\a\\b", "1", "1"],
      ["2", 'c:\\say "so"', "0", "0"],
      ["3", "c:\\\\", null, "0"],
    ]);
    expect(await engine.run(detail(buildLayer(graph), query, context))).toEqual(rows);
  });

  test("exact texts are different groups and values, even if the collation takes them for equal", async () => {
    const loose = await openMysql(mysqlUrl() ?? "", "utf8mb4_general_ci");
    try {
      await loose.load({words: {columns: {word: "text"}, rows: [["CA"], ["ca"], ["CA "], ["CA"], [null]]}});
      const graph: Graph = {
        models: [
          {
            name: "words",
            table: {name: "words"},
            dimensions: [{name: "word", type: "string", column: "word"}],
            measures: [{name: "count", type: "count"}],
          },
        ],
      };
      const ask = async (filters: Filter[], exactTexts: boolean) => {
        const query = {
          model: "words",
          dimensions: ["words.word"],
          measures: ["words.count"],
          filters,
          limit: 9,
        };
        const {sql, parameters} = compile(buildLayer(graph), query, {...context, exactTexts});
        return (await loose.run(sql, parameters)).map(row => row.join("|")).sort();
      };
      const isCa = {field: "words.word", op: "=", value: "CA"};
      expect(await ask([], true)).toEqual(["CA |1", "CA|2", "ca|1", "|1"]);
      expect(await ask([isCa], true)).toEqual(["CA|2"]);
      expect(await ask([{...isCa, op: "in", value: ["CA", "x"]}], true)).toEqual(["CA|2"]);
      expect(await ask([{...isCa, op: "!="}], true)).toEqual(["CA |1", "ca|1", "|1"]);
      expect(await ask([{...isCa, op: "not_in", value: ["CA"]}], true)).toEqual(["CA |1", "ca|1", "|1"]);
      expect(await ask([isCa], false)).toEqual(["CA|4"]);
    } finally {
      await loose.close();
    }
  });

  test("a time of day is compared as text where texts are exact, and bytes are not", async () => {
    await engine.load({
      shifts: {
        columns: {id: "integer", begins: "time", code: "varbinary(4)"},
        rows: [
          [1, "12:00:00", "ab"],
          [2, "-838:59:59", "cd"],
        ],
      },
    });
    const graph: Graph = {
      models: [
        {
          name: "shifts",
          table: {name: "shifts"},
          primaryKey: ["id"],
          dimensions: [
            {name: "id", type: "number", column: "id"},
            ...["begins", "code"].map(name => ({name, type: "string" as const, column: name})),
          ],
        },
      ],
    };
    const ask = async (filters: Filter[]) => {
      const dimensions = ["shifts.id", "shifts.begins", "shifts.code"];
      const query = {model: "shifts", dimensions, filters, orderBy: ["shifts.id"]};
      const {sql, parameters} = compile(buildLayer(graph), query, {...context, exactTexts: true});
      return engine.run(sql, parameters);
    };
    const [noon, early] = [
      ["1", "12:00:00", "\\x6162"],
      ["2", "-838:59:59", "\\x6364"],
    ];
    expect(await ask([])).toEqual([noon, early]);
    expect(await ask([{field: "shifts.begins", op: "=", value: "12:00:00"}])).toEqual([noon]);
  });

  test("exact texts are different in conditions on measures, too", async () => {
    const loose = await openMysql(mysqlUrl() ?? "", "utf8mb4_general_ci");
    try {
      const columns = {shop: "integer", status: "text"};
      const rows = [
        [1, "Paid"],
        [2, "paid"],
        [2, "paid"],
        [3, "Open"],
        [3, "Paid"],
        [4, "paid "],
        [5, null],
      ];
      await loose.load({orders: {columns, rows}});
      const graph: Graph = {
        models: [
          {
            name: "orders",
            table: {name: "orders"},
            dimensions: [
              {name: "shop", type: "number", column: "shop"},
              {name: "status", type: "string", column: "status"},
            ],
            measures: [{name: "last_status", type: "max", column: "status"}],
          },
        ],
      };
      const ask = async (op: string, value: string | string[], exactTexts = true) => {
        const query = {
          model: "orders",
          dimensions: ["orders.shop"],
          measures: ["orders.last_status"],
          filters: [{field: "orders.last_status", op, value}],
          limit: 9,
        };
        const {sql, parameters} = compile(buildLayer(graph), query, {...context, exactTexts});
        return (await loose.run(sql, parameters)).map(([shop]) => shop).sort();
      };
      expect(await ask("=", "paid")).toEqual(["2"]);
      expect(await ask("!=", "paid")).toEqual(["1", "3", "4", "5"]);
      expect(await ask("in", ["paid", "x"])).toEqual(["2"]);
      expect(await ask("not_in", ["Paid", "x"])).toEqual(["2", "4", "5"]);
      expect(await ask("=", "paid", false)).toEqual(["1", "2", "3", "4"]);
    } finally {
      await loose.close();
    }
  });

  test("columns whose names are longer than an alias may be are distinct, and can be ordered by", async () => {
    await engine.load({
      wide: {
        columns: {id: "integer", a: "integer", b: "integer"},
        rows: [
          [1, 2, 3],
          [2, 1, null],
        ],
      },
    });
    const long = (end: string) => "n".repeat(120) + end;
    const graph: Graph = {
      models: [
        {
          name: long("model"),
          table: {name: "wide"},
          primaryKey: ["id"],
          dimensions: [
            {name: long("first"), type: "number", column: "a"},
            {name: long("second"), type: "number", column: "b"},
          ],
        },
      ],
    };
    const names = ["first", "second"].map(end => `${long("model")}.${long(end)}`);
    const query = {model: long("model"), dimensions: names, orderBy: [`${names[1]} asc`], limit: 9};
    const {sql, parameters} = compile(buildLayer(graph), query, context);
    expect(await engine.run(sql, parameters)).toEqual([
      ["2", "3"],
      ["1", null],
    ]);
  });

  test("groups without a value come last, also where the others have long texts from an inner select", async () => {
    await engine.load({
      people: {
        columns: {team: "integer", name: "text"},
        rows: [
          [2, "Ada"],
          [1, null],
          [1, "Bo"],
          [2, null],
        ],
      },
    });
    const graph: Graph = {
      models: [
        {
          name: "people",
          table: {sql: "select team, repeat(name, 4) as label from people"},
          dimensions: [
            {name: "team", type: "number", column: "team"},
            {name: "label", type: "string", column: "label"},
          ],
          measures: [{name: "count", type: "count"}],
        },
      ],
    };
    const query = {
      model: "people",
      dimensions: ["people.team", "people.label"],
      measures: ["people.count"],
      limit: 9,
    };
    const {sql, parameters} = compile(buildLayer(graph), query, context);
    expect(await engine.run(sql, parameters)).toEqual([
      ["1", "BoBoBoBo", "1"],
      ["1", null, "1"],
      ["2", "AdaAdaAdaAda", "1"],
      ["2", null, "1"],
    ]);
  });

  test("texts are compared by their column's collation, but searched alike under every collation", async () => {
    await engine.load({
      people: {
        columns: {id: "integer", name: "varchar(20) collate utf8mb4_general_ci"},
        rows: [
          [1, "Ada"],
          [2, "ada"],
          [3, "Bo"],
        ],
      },
    });
    const graph: Graph = {
      models: [
        {
          name: "people",
          table: {name: "people"},
          primaryKey: ["id"],
          dimensions: [{name: "name", type: "string", column: "name"}],
          measures: [{name: "count", type: "count"}],
        },
      ],
    };
    const ask = async (filter: {op: "=" | "contains"; value: string; caseSensitive?: boolean}) => {
      const query = {
        model: "people",
        measures: ["people.count"],
        filters: [{field: "people.name", ...filter}],
      };
      const {sql, parameters} = compile(buildLayer(graph), query, context);
      return [await engine.run(sql, parameters), await engine.run(detail(buildLayer(graph), query, context))];
    };
    expect(await ask({op: "=", value: "ADA"})).toEqual([[["2"]], [["2"]]]);
    expect(await ask({op: "contains", value: "AD"})).toEqual([[["2"]], [["2"]]]);
    expect(await ask({op: "contains", value: "Ad", caseSensitive: true})).toEqual([[["1"]], [["1"]]]);
    expect(await ask({op: "contains", value: "ÄD"})).toEqual([[["0"]], [["0"]]]);
  });

  test("a rule of row access follows its dimension's collation, which the layer can choose", async () => {
    await engine.load({
      notes: {
        columns: {id: "integer", owner: "varchar(20) collate utf8mb4_general_ci"},
        rows: ["ann", "Ann", "änn", "bob"].map((owner, id) => [id, owner]),
      },
    });
    const seen = async (rule: string) => {
      const graph: Graph = {
        models: [
          {
            name: "notes",
            table: {name: "notes"},
            primaryKey: ["id"],
            dimensions: [
              {name: "id", type: "number", column: "id"},
              {name: "owner", type: "string", column: "owner"},
              {name: "exact_owner", type: "string", sql: "owner collate utf8mb4_bin"},
            ],
            rowAccess: [{dimension: rule, attribute: "name"}],
          },
        ],
      };
      const query = {model: "notes", dimensions: ["notes.id"], orderBy: ["notes.id"]};
      const caller = {...context, attributes: {name: ["ann"]}};
      const {sql, parameters} = compile(buildLayer(graph), query, caller);
      return (await engine.run(sql, parameters)).map(([id]) => Number(id));
    };
    expect(await seen("owner")).toEqual([0, 1, 2]);
    expect(await seen("exact_owner")).toEqual([0]);
  });
});

/** Ten of each thousand rows are true: their flag is 1, 2 or -1. */
function manyFlags(): number[][] {
  const trues = [1, 2, -1];
  return Array.from({length: 5000}, (_, i) => [
    i,
    i % 100 === 0 ? (trues[(i / 100) % 3] ?? 1) : 0,
    Math.floor(i / 100),
  ]);
}
