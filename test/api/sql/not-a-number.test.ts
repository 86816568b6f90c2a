import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {clickhouseUrl} from "../../support/engines/clickhouse-url.ts";
import {type SqlOverShops, sqlOverShops} from "./support/sql-over-shops.ts";

const url = clickhouseUrl();
const database = `readings_${crypto.randomUUID().replaceAll("-", "")}`;

async function admin(sql: string): Promise<void> {
  const {origin, username, password} = new URL(url ?? "");
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
  const answer = await fetch(origin, {method: "POST", headers: {authorization}, body: sql});
  if (answer.status !== 200) throw new Error(await answer.text());
}

/** No dimension reads the column `value`, so that the layer does not know that it contains doubles. */
const GRAPH = {
  models: [
    {
      name: "readings",
      table: {name: "readings"},
      primaryKey: ["id"],
      dimensions: [
        {name: "id", type: "number", column: "id"},
        {name: "sensor", type: "string", column: "sensor"},
      ],
      measures: [
        {name: "total", type: "sum", column: "value"},
        {name: "doubled", type: "number", sql: "${total} * 2"},
        {name: "last_id", type: "max", column: "id"},
      ],
    },
  ],
  joins: [],
};

describe.skipIf(url === undefined)("over ClickHouse", () => {
  let sides: SqlOverShops;
  beforeAll(async () => {
    sides = await sqlOverShops();
    await admin(`create database ${database}`);
    await admin(
      `create table ${database}.readings (id Int64, sensor String, value Float64) engine = MergeTree order by id`,
    );
    await admin(
      `insert into ${database}.readings values (1, 'a', 1), (2, 'a', 2), (3, 'b', nan), (4, 'c', 10), (5, 'd', 4)`,
    );
    const {port, username, password} = new URL(url ?? "");
    const config = {host: "127.0.0.1", port: Number(port), database, user: username, password};
    const post = async (path: string, body: unknown) => {
      const answer = await sides.service.call("POST", path, {body});
      expect([path, answer.status]).toEqual([path, 201]);
      return answer.body;
    };
    const connection = await post("/api/connections", {name: "readings", type: "clickhouse", config});
    const project = await post("/api/projects", {name: "readings", connectionId: connection.id});
    await post(`/api/projects/${project.id}/introspect`, GRAPH);
  });
  afterAll(async () => {
    await sides?.stop();
    await admin(`drop database ${database} sync`);
  });

  const sensors = async (rest: string) => {
    const place = {password: sides.service.org.admin.token, database: "readings"};
    const rows = await sides.rowsOf(place, `select sensor from readings group by sensor ${rest}`);
    return rows.map(([sensor]) => sensor).join("");
  };

  test("a measure that is NaN is greater than all numbers, even if its type is unknown", async () => {
    for (const measure of ["total", "doubled"]) {
      expect(await sensors(`order by measure(${measure}) desc limit 2`)).toBe("bc");
      expect(await sensors(`order by measure(${measure}) limit 3`)).toBe("adc");
    }
    expect(await sensors("having measure(total) > 5 order by sensor")).toBe("bc");
    expect(await sensors("having measure(total) >= 20 order by sensor")).toBe("b");
    expect(await sensors("having measure(total) < 5 order by sensor")).toBe("ad");
    expect(await sensors("having measure(doubled) > 8 order by sensor")).toBe("bc");
    expect(await sensors("having measure(doubled) <= 8 order by sensor")).toBe("ad");
    expect(await sensors("having measure(total) < measure(doubled) order by sensor")).toBe("acd");
  });

  test("a measure whose type the warehouse has reported is ordered in the warehouse", async () => {
    expect(await sensors("order by measure(last_id) desc limit 2")).toBe("dc");
  });
});
