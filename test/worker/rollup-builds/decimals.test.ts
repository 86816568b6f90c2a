import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {mkdtemp, rm} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {DuckDBInstance} from "@duckdb/node-api";
import {buildLayer} from "../../../shared/semantic/layer/layer.ts";
import {planRollups} from "../../../shared/semantic/rollup-matching/planned-rollups.ts";
import {openRollupFiles} from "../../../worker/execute/open-rollup.ts";
import {type Bench, limits, openBench} from "./differential.ts";
import {makeInFiles} from "./make-rollup.ts";

const {signal} = new AbortController();
/** Few rows, so that the files are read into memory, and too many for that. */
const SIZES = [
  ["in memory", 4],
  ["on disk", 1e9],
] as const;

describe("a roll-up whose files have different types for a column", () => {
  let dir: string;
  const paths: string[] = [];
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), "decimals-"));
    const connection = await (await DuckDBInstance.create(":memory:")).connect();
    for (const [i, row] of [
      "1::bigint, 12.25::decimal(38,2), '12.25'",
      "2::bigint, 7::bigint, 7::bigint",
      "3::bigint, 7.125::decimal(38,3), 7.125::decimal(38,3)",
      "4::bigint, -0.5::decimal(38,1), -0.5::decimal(38,1)",
      "5::bigint, 5::decimal(38,0), 5::decimal(38,0) where false",
    ].entries()) {
      const path = join(dir, `${i}.parquet`);
      await connection.run(
        `copy (select * from (select ${row}) t(d0, m0, m1)) to '${path}' (format parquet)`,
      );
      paths.push(path);
    }
  });
  afterAll(() => rm(dir, {recursive: true, force: true}));

  describe.each(SIZES)("%s", (_, rowCount) => {
    const rows = async (sql: string, files = paths) => {
      const columns = [
        {name: "d0", kind: "integer", engineType: "BIGINT"},
        {name: "m0", kind: "decimal", engineType: "DECIMAL(38,3)"},
        {name: "m1", kind: "other", engineType: "VARCHAR"},
      ] as const;
      const opened = await openRollupFiles([{paths: files, columns, rowCount, sizeBytes: 1000}], {
        ...limits,
        tempDir: join(dir, "tmp"),
      });
      try {
        return await opened.rows({sql, parameters: []}, signal);
      } finally {
        await opened.close();
      }
    };

    test("has every digit, in whatever order the files are", async () => {
      for (const files of [paths, paths.toReversed()])
        expect(await rows("select d0, cast(m0 as varchar), m1 from data order by d0", files)).toEqual([
          ["1", "12.250", "12.25"],
          ["2", "7.000", "7"],
          ["3", "7.125", "7.125"],
          ["4", "-0.500", "-0.5"],
        ]);
    });

    test.each([
      ["m0 = 7.125", "3"],
      ["m0 = 7", "2"],
      ["m0 < 7.1", "24"],
      ["m0 > 7.1", "13"],
      ["m0 between -0.5 and 7.0", "24"],
      ["m0 in (7.125, 12.25)", "13"],
      ["m0 <> 7.125", "124"],
      ["m1 in ('7', '-0.5')", "24"],
    ])("is filtered by exact values: %s", async (where, found) => {
      const ids = await rows(`select d0 from data where ${where} order by d0`);
      expect(ids.flat().join("")).toBe(found);
    });
  });
});

describe("two roll-ups whose files have different types for a dimension", () => {
  let dir: string;
  const fileOf = (type: string) => join(dir, `${type}.parquet`);
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), "decimals-"));
    const connection = await (await DuckDBInstance.create(":memory:")).connect();
    for (const [type, prices] of [
      ["DECIMAL(38,1)", "(5.1), (-0.5)"],
      ["DECIMAL(38,3)", "(5.125), (5.1)"],
      ["BIGINT", "(5), (-1)"],
    ] as const)
      await connection.run(
        `copy (select v::${type} as d0, v::${type} as p0 from (values ${prices}) t(v)) to '${fileOf(type)}' (format parquet)`,
      );
  });
  afterAll(() => rm(dir, {recursive: true, force: true}));

  describe.each(SIZES)("%s", (_, rowCount) => {
    test.each([
      ["DECIMAL(38,1)", "DECIMAL(38,3)", ["-0.5", "5.1", "5.125"]],
      ["DECIMAL(38,3)", "DECIMAL(38,1)", ["-0.5", "5.1", "5.125"]],
      ["BIGINT", "DECIMAL(38,3)", ["-1", "5", "5.1", "5.125"]],
      ["DECIMAL(38,1)", "BIGINT", ["-1", "-0.5", "5", "5.1"]],
    ])("have every digit in groups that they share: %s and %s", async (one, other, wanted) => {
      const rollups = [one, other].map(engineType => ({
        paths: [fileOf(engineType)],
        columns: ["d0", "p0"].map(name => ({name, kind: "decimal" as const, engineType})),
        rowCount,
        sizeBytes: 1000,
      }));
      const opened = await openRollupFiles(rollups, {...limits, tempDir: join(dir, "tmp")});
      try {
        const sql = `
          with shared as (select d0 from data union all select d0 from data_2)
          select distinct cast(d0 as double) as price from shared order by price`;
        const found = await opened.rows({sql, parameters: []}, signal);
        expect(found.map(([price]) => String(Number(price)))).toEqual(wanted);
      } finally {
        await opened.close();
      }
    });
  });
});

describe("sums of Postgres' numeric whose months have different numbers of decimals", () => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await openBench("postgres");
  });
  afterAll(() => bench.close());

  const layerBy = (partition: "day" | "month") =>
    buildLayer({
      models: [
        {
          name: "sales",
          table: {name: "sales"},
          dimensions: [
            {name: "at", type: "timestamp", column: "at"},
            {name: "price", type: "number", column: "price"},
          ],
          measures: (["sum", "avg", "min", "max"] as const).map(type => ({
            name: type,
            type,
            column: "amount",
          })),
        },
      ],
      joins: [],
      rollups: [
        {
          name: "daily",
          model: "sales",
          dimensions: ["sales.price"],
          measures: ["sales.sum", "sales.avg", "sales.min", "sales.max"],
          time: {dimension: "sales.at", grain: "day", timezone: "UTC"},
          incremental: {window: "1h", partition},
        },
      ],
    });

  test.each([
    ["month", SIZES[0]],
    ["month", SIZES[1]],
    ["day", SIZES[0]],
    ["day", SIZES[1]],
  ] as const)("are the same from files by %s, %p, as from the table", async (partition, [, rowCount]) => {
    const warehouse = await bench.load({
      sales: {
        columns: {at: "timestamp", price: "numeric", amount: "numeric"},
        rows: [
          ["2026-01-05 10:00:00", 1, 12.25],
          ["2026-01-06 10:00:00", 1.5, 0.2],
          ["2026-02-05 10:00:00", 2, 7],
          ["2026-03-05 10:00:00", 2.25, 7.125],
          ["2026-03-06 10:00:00", 3, 99.7],
        ],
      },
    });
    try {
      const layer = layerBy(partition);
      const source = {dialect: "postgres", weekStart: "monday", id: "conn", version: 1} as const;
      const [planned] = planRollups(layer, source);
      if (planned === undefined || !("plan" in planned)) throw new Error("no roll-up");
      const project = {
        ...source,
        orgId: "org",
        source: {kind: "connection" as const, id: "conn", version: 1},
      };
      const turns = [new Date("2026-04-01"), new Date("2026-04-02")];
      const {files} = await makeInFiles({warehouse, dir: bench.dir}, {project, layer, planned}, turns);
      const opened = await openRollupFiles([{...files, rowCount}], {
        ...limits,
        tempDir: join(bench.dir, "tmp"),
      });
      try {
        const cells = files.columns.map(({name}) => `cast(${name} as varchar)`).join(", ");
        const kept = await opened.rows(
          {sql: `select ${cells} from data order by d0`, parameters: []},
          signal,
        );
        const [prices, , ...measures] = files.columns.map((_, i) => kept.map(row => row[i]).map(Number));
        expect(prices).toEqual([1, 1.5, 2, 2.25, 3]);
        // The sum, the parts of the average, the least and the greatest.
        expect(measures).toEqual([
          [12.25, 0.2, 7, 7.125, 99.7],
          [1, 1, 1, 1, 1],
          [12.25, 0.2, 7, 7.125, 99.7],
          [12.25, 0.2, 7, 7.125, 99.7],
        ]);
      } finally {
        await opened.close();
      }
    } finally {
      await warehouse.close();
    }
  });
});
