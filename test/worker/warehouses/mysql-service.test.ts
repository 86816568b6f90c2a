import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {type Connection, createConnection, type RowDataPacket} from "mysql2/promise";
import {mysqlUrl} from "../../support/engines/mysql-url.ts";
import {until} from "../../support/until.ts";
import {type TestService, testService} from "../../support/worker.ts";

const url = mysqlUrl();
const database = `shop_${crypto.randomUUID().replaceAll("-", "")}`;

const SHOP = [
  "create table countries (code varchar(2) primary key, name varchar(50) not null comment 'In English') comment = 'Where people live'",
  "insert into countries values ('de', 'Germany'), ('fr', 'France')",
  "create table people (id int primary key, name varchar(50), country_code varchar(2), manager_id int, email varchar(50) unique, born varchar(10), foreign key (country_code) references countries (code), foreign key (manager_id) references people (id))",
  "insert into people values (1, 'Ada', 'de', null, 'a@x', '1915-12-10'), (2, 'Bo', 'fr', 1, 'b@x', '1990-01-31'), (3, 'Cy', null, 1, null, '1985-07-01')",
  "create table orders (id bigint unsigned primary key, buyer_id int not null, status enum('open', 'paid'), amount decimal(38, 2), placed_at datetime(6), seen_at timestamp null, is_paid boolean, flags bit(3), details json, duration time, made year, picture blob, foreign key (buyer_id) references people (id))",
  `insert into orders values
    (9223372036854775809, 1, 'paid', 10.50, '2026-01-31 23:30:00', '2026-01-31 23:30:00', 2, b'101', '{"a": 1}', '838:59:59', 2026, null),
    (9223372036854775810, 1, 'open', 0.10, '2026-02-01 00:30:00', null, false, b'000', null, '-00:00:01', 2026, null),
    (9223372036854775811, 2, 'paid', 99999999999999999999.99, '2026-02-28 12:00:00', null, null, null, '[]', null, null, null),
    (9223372036854775812, 2, null, null, null, null, true, null, null, null, null, null)`,
  "create table order_lines (order_id bigint unsigned, line_no int, weight float, primary key (order_id, line_no), foreign key (order_id) references orders (id))",
  "insert into order_lines values (9223372036854775809, 1, 0.1), (9223372036854775809, 2, 0.2), (9223372036854775810, 1, 0.3)",
  "create table logs (at datetime, text longtext)",
  "create view paid as select * from orders where is_paid",
];

describe.skipIf(url === undefined)("mysql, over HTTP", () => {
  let service: TestService;
  let admin: Connection;
  let projectId: string;

  const configOf = (changes: object = {}) => {
    const {hostname, port, username, password} = new URL(url ?? "");
    return {host: hostname, port: Number(port), database, user: username, password, ...changes};
  };
  const post = (path: string, body: unknown) => service.call("POST", path, {body});
  const create = (config: object) => post("/api/connections", {name: "Shop", type: "mysql", config});
  const query = async (body: object) => {
    const answer = await post("/api/query", {projectId, ...body});
    if (answer.status !== 200) throw new Error(answer.text);
    return answer.body;
  };

  beforeAll(async () => {
    service = await testService();
    admin = await createConnection({uri: url ?? ""});
    await admin.query(`create database ${database} charset utf8mb4`);
    await admin.query(`use ${database}`);
    for (const statement of SHOP) await admin.query(statement);
    const {hostname, port, username, password} = new URL(url ?? "");
    const connection = await create({
      url: `mysql://${username}:${password}@${hostname}:${port}/${database}?sslmode=disable`,
    });
    expect(connection.status).toBe(201);
    const project = await post("/api/projects", {name: "Shop", connectionId: connection.body.id});
    projectId = project.body.id;
  });
  afterAll(async () => {
    await service.stop();
    await admin.query(`drop database ${database}`);
    await admin.end();
  });

  test("a connection is shown without its password, and reports its version", async () => {
    const {body: made} = await create(configOf());
    expect(made).toMatchObject({type: "mysql", config: {database, ssl: "disable"}});
    expect(made.config.password).toBeUndefined();
    const {body: tested} = await post(`/api/connections/${made.id}/test`, {});
    expect(tested.version).toMatch(/^(MariaDB|MySQL) \d+\.\d+\.\d+$/);
  });

  test.each([
    [{password: "wrong"}, /refused the password/],
    [{database: "no_such_database"}, /no database "no_such_database"/],
    [{port: 1}, /Nothing listens/],
    [{host: "169.254.169.254"}, /link-local/],
    [{ssl: "verify-full"}, /certificate/],
  ])("%p is refused with the reason", async (changes, words) => {
    const {status, body} = await create(configOf(changes));
    expect({status, code: body.code}).toEqual({status: 422, code: "connection_failed"});
    expect(body.detail).toMatch(words);
  });

  test("only known parameters of a URL are accepted", async () => {
    const {body} = await create({url: "mysql://a:b@127.0.0.1/shop?socketPath=/tmp/x"});
    expect(body.errors[0].message).toMatch(/"socketPath" is not a known one/);
    expect((await create({url: "postgres://a:b@127.0.0.1/shop"})).body.detail).toMatch(/mysql:\/\//);
  });

  test("the catalogue has types, keys and foreign keys", async () => {
    const {body} = await service.call("GET", `/api/projects/${projectId}/schemas?schema=${database}`);
    expect(body.map((schema: {name: string}) => schema.name)).toEqual([database]);
    const tables = Object.fromEntries(body[0].tables.map((table: {name: string}) => [table.name, table]));
    expect(Object.keys(tables)).toEqual(["countries", "logs", "order_lines", "orders", "paid", "people"]);
    expect(tables.paid.kind).toBe("view");
    expect(tables.order_lines).toMatchObject({
      kind: "table",
      primaryKey: ["order_id", "line_no"],
      foreignKeys: [
        {
          columns: ["order_id"],
          referencedSchema: database,
          referencedTable: "orders",
          referencedColumns: ["id"],
        },
      ],
    });
    const types = tables.orders.columns.map(
      ({name, type}: {name: string; type: string}) => `${name} ${type}`,
    );
    expect(types).toContain("id bigint(20) unsigned");
    expect(types).toContain("details json");
    expect(tables.countries.columns[1].nullable).toBe(false);
  });

  test("a proposed layer runs", async () => {
    const preview = await post(`/api/projects/${projectId}/introspect/preview`, {inferJoins: true});
    expect(preview.status).toBe(200);
    const {graph, notes} = preview.body;
    const orders = graph.models.find((model: {name: string}) => model.name === "orders");
    const types = orders.dimensions.map(({name, type}: {name: string; type: string}) => [name, type]);
    expect(Object.fromEntries(types)).toEqual({
      id: "number",
      buyer_id: "number",
      status: "string",
      amount: "number",
      placed_at: "timestamp",
      seen_at: "timestamp",
      is_paid: "boolean",
      flags: "number",
      details: "json",
      duration: "string",
      made: "number",
    });
    const countries = graph.models.find((model: {name: string}) => model.name === "countries");
    expect(countries.description).toBe("Where people live");
    expect(countries.dimensions[1].description).toBe("In English");
    const joins = graph.joins.map(
      ({name, from, to}: {name?: string; from: string; to: string}) => `${from} → ${name ?? ""}:${to}`,
    );
    expect(joins.sort()).toEqual([
      "order_lines → :orders",
      "orders → :people",
      "people → :countries",
      "people → manager:people",
    ]);
    const codes = notes.map(({model, field, code}: {model: string; field?: string; code: string}) =>
      [model, field, code].join(" "),
    );
    expect(codes).toContain("orders  column_skipped");
    expect(codes).toContain("people born text_looks_like_date");
    expect(codes).toContain("logs  no_primary_key");
    const born = notes.find(({code}: {code: string}) => code === "text_looks_like_date").message;
    expect(born).toContain('cast("born" as date)');
    const saved = await post(`/api/projects/${projectId}/introspect`, graph);
    expect(saved.status).toBe(201);

    const everything = await query({
      model: "orders",
      dimensions: orders.dimensions.map(({name}: {name: string}) => `orders.${name}`),
      orderBy: ["orders.id"],
      limit: 1,
      timezone: "Europe/Berlin",
    });
    expect(everything.rows.map((row: unknown[]) => row.slice(1))).toEqual([
      [
        1,
        "paid",
        10.5,
        "2026-02-01T00:30:00+01:00",
        "2026-02-01T00:30:00+01:00",
        true,
        5,
        {a: 1},
        "838:59:59",
        2026,
      ],
    ]);
  });

  test("a boolean that is stored as 2 is true, in a query and in SQL", async () => {
    const {rows} = await query({
      model: "orders",
      dimensions: ["orders.is_paid"],
      measures: ["orders.count"],
      orderBy: ["orders.is_paid desc"],
    });
    expect(rows).toEqual([
      [true, 2],
      [false, 1],
      [null, 1],
    ]);
    const run = async (sql: string) => (await post("/api/sql", {projectId, sql})).body.rows;
    expect(await run("select count(*) from orders where is_paid")).toEqual([[2]]);
    expect(await run("select count(*) from orders where is_paid is not true")).toEqual([[2]]);
    expect(await run("select count(distinct is_paid), bool_or(is_paid) from orders")).toEqual([[2, true]]);
    // The window is computed by the service and not by the warehouse.
    expect(await run("select is_paid, lag(is_paid) over (order by id) from orders order by id")).toEqual([
      [true, null],
      [false, true],
      [null, false],
      [true, null],
    ]);
  });

  test("fan-outs, months in a timezone and exact sums have the right values", async () => {
    const {rows} = await query({
      model: "orders",
      dimensions: ["people.name", "orders.placed_at.month"],
      measures: ["orders.amount_sum", "orders.count"],
      timezone: "Europe/Berlin",
    });
    expect(rows).toEqual([
      ["Ada", "2026-02-01", 10.6, 2],
      ["Bo", "2026-02-01", 1e20, 1],
      ["Bo", null, null, 1],
    ]);
    const raw = await service.call("POST", "/api/query", {
      body: {projectId, model: "orders", measures: ["orders.amount_sum"]},
    });
    expect(raw.text).toContain("[[100000000000000000010.59]]");
    const fanned = await query({
      model: "orders",
      dimensions: ["order_lines.line_no"],
      measures: ["orders.amount_sum", "order_lines.weight_sum"],
    });
    expect(fanned.rows.map((row: unknown[]) => row.slice(0, 2))).toEqual([
      [1, 10.6],
      [2, 10.5],
      [null, 1e20],
    ]);
  });

  test("a pasted statement gives the same rows, under the server's own settings", async () => {
    const body = {
      projectId,
      model: "orders",
      dimensions: ["orders.status"],
      measures: ["orders.amount_avg", "orders.count"],
      filters: [{field: "people.name", op: "!=", value: "back\\slash's"}],
      limit: 10,
    };
    const {body: told} = await post("/api/query/detail", body);
    expect(told.dialect).toBe("mysql");
    const [rows] = await admin.query({sql: told.sql, rowsAsArray: true});
    const {rows: own} = await query(body);
    const numbers = ([status, average, count]: unknown[]) => [status, Number(average), Number(count)];
    expect(JSON.parse(JSON.stringify(rows)).map(numbers)).toEqual(own.map(numbers));
  });

  test("a faulty fragment is refused with the server's message when the layer is applied", async () => {
    const graph = {
      models: [
        {
          name: "faulty",
          table: {name: "people"},
          primaryKey: ["id"],
          dimensions: [
            {name: "fine", type: "string", sql: "concat(name, '\\', \"email\")"},
            {name: "wrong", type: "string", sql: "no_such_function(name)"},
          ],
        },
      ],
    };
    const {status, body} = await post(`/api/projects/${projectId}/introspect`, graph);
    expect(status).toBe(422);
    expect(body.errors.map(({path}: {path: string}) => path)).toEqual(["/models/0/dimensions/1/sql"]);
  });

  describe("a roll-up stored as a table", () => {
    const id = crypto.randomUUID().slice(0, 8);
    const [reader, writer, schema] = [`reader_${id}`, `writer_${id}`, `rollups_${id}`];
    let keptIn: string;

    const asked = async (query: object) => {
      const answer = await post("/api/query", {projectId: keptIn, model: "things", ...query});
      expect(answer.status, answer.text).toBe(200);
      return {text: answer.text, rows: answer.body.rows, isKept: answer.headers.has("x-data-as-of")};
    };
    /** Waits until the last build has ended and the web process knows it. */
    const built = async () => {
      const one = await until(async () => {
        const {body} = await service.call("GET", `/api/projects/${keptIn}/rollups`);
        return body[0]?.lastBuild?.finishedAt ? body[0] : undefined;
      });
      await service.web.notices.caughtUp();
      return one;
    };
    const build = async () => {
      expect((await post(`/api/projects/${keptIn}/rollups/kept/build`, {})).status).toBe(202);
      return built();
    };
    const tables = async (): Promise<string[]> => {
      const [rows] = await admin.query({
        sql: `select table_name from information_schema.tables where table_schema = '${schema}'`,
        rowsAsArray: true,
      });
      return Array.isArray(rows) ? rows.flat().map(String) : [];
    };

    beforeAll(async () => {
      for (const statement of [
        "create table things (word varchar(40) collate utf8mb4_general_ci, size enum('small', 'large'), n bigint unsigned, part float, flags bit(3), price decimal(38, 2), at datetime(6))",
        `insert into things values ('Paid', 'large', 18446744073709551615, 0.1, b'101', 10.50, '2026-01-31 23:30:00.25'),
          ('paid', 'large', 18446744073709551615, 0.1, b'101', 0.10, '2026-01-31 23:10:00'),
          ('O''Brien \\\\ "x" 😀', 'small', 2, 0.2, b'000', 99999999999999999999.99, '2026-02-28 12:00:00'),
          (null, null, null, null, null, null, null)`,
        `create user ${reader} identified by 'r'`,
        `grant select on ${database}.* to ${reader}`,
        // As documented in `docs/rollups.md`.
        `create user ${writer} identified by 'w'`,
        `create database ${schema}`,
        `grant create, drop, select, insert on ${schema}.* to ${writer}`,
      ])
        await admin.query(statement);
      const connect = async (name: string, changes: object) => {
        const config = configOf({password: name[0], ...changes});
        const made = await post("/api/connections", {name, type: "mysql", config});
        expect(made.status, made.text).toBe(201);
        return made.body.id;
      };
      const connectionId = await connect("reader", {user: reader});
      const storage = {connectionId: await connect("writer", {user: writer, database: schema}), schema};
      keptIn = (await post("/api/projects", {name: "Kept", connectionId})).body.id;
      const things = {
        name: "things",
        table: {name: "things"},
        dimensions: [
          ...["word", "size"].map(name => ({name, type: "string", column: name})),
          ...["n", "part", "flags"].map(name => ({name, type: "number", column: name})),
          {name: "at", type: "timestamp", column: "at"},
        ],
        measures: [
          {name: "count", type: "count"},
          {name: "total", type: "sum", column: "price"},
          {name: "mean", type: "avg", column: "price"},
        ],
      };
      const rollup = {
        name: "kept",
        model: "things",
        dimensions: ["word", "size", "n", "part", "flags"].map(name => `things.${name}`),
        measures: ["things.count", "things.total", "things.mean"],
        time: {dimension: "things.at", grain: "hour"},
        incremental: {window: "1d", partition: "month"},
        storage,
      };
      const graph = {models: [things], rollups: [rollup]};
      const applied = await post(`/api/projects/${keptIn}/introspect`, graph);
      expect(applied.status, applied.text).toBe(201);
    });
    afterAll(async () => {
      for (const name of [reader, writer]) await admin.query(`drop user ${name}`);
      await admin.query(`drop database ${schema}`);
    });

    test("is built once the readers' user may read it, and the refusal says how to grant that", async () => {
      const {error} = (await built()).lastBuild;
      expect(await tables()).toEqual([]);
      const grant = `grant select on \`${schema}\`.* to `;
      expect(error).toEndWith(`${grant}<the user of the connection "reader">`);
      await admin.query(grant + reader);
      // In the second build the engine copies the rows before the window.
      for (let n = 0; n < 2; n++)
        expect(await build()).toMatchObject({state: "fresh", rowCount: 3, lastBuild: {error: null}});
      const made = await tables();
      expect(made).toHaveLength(2);
      const [[row]] = await admin.query<RowDataPacket[]>(`show create table ${schema}.${made[0]}`);
      const declared = String(row?.["Create Table"]);
      for (const part of [
        "`d0` varchar(40) CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci",
        "`d2` bigint(20) unsigned",
        "`d3` float",
        "`d4` bigint(20) unsigned",
        "`d5` datetime",
        "`p0` bigint(20)",
        "`p1` decimal(60,2)",
      ])
        expect(declared).toContain(part);
      expect(declared).toContain('Roll-up "kept"');
    });

    test("answers queries that its collation, types and arithmetic answer as the warehouse does", async () => {
      const measures = ["things.count", "things.total"];
      const words = await asked({dimensions: ["things.word"], measures, orderBy: ["things.word"]});
      expect(words.isKept).toBe(true);
      // By hand: either of the two equal words may represent both.
      expect(words.text.toLowerCase()).toContain(
        '"rows":[["o\'brien \\\\ \\"x\\" 😀",1,99999999999999999999.99],["paid",2,10.6],[null,1,null]]',
      );
      const of = (field: string, op: string, value: unknown) =>
        asked({measures: ["things.count", "things.mean"], filters: [{field: `things.${field}`, op, value}]});
      expect(await of("word", "=", "PAID")).toMatchObject({isKept: true, rows: [[2, 5.3]]});
      expect(await of("size", "=", "large")).toMatchObject({isKept: true, rows: [[2, 5.3]]});
      expect(await of("n", "=", "18446744073709551615")).toMatchObject({isKept: true, rows: [[2, 5.3]]});
      expect(await of("flags", "=", 5)).toMatchObject({isKept: true, rows: [[2, 5.3]]});
      expect(await of("at", "<", "2026-02-01")).toMatchObject({isKept: true, rows: [[2, 5.3]]});
      const parts = await asked({dimensions: ["things.part"], measures: ["things.count"]});
      expect(parts).toMatchObject({
        isKept: true,
        rows: [
          [0.1, 2],
          [0.2, 1],
          [null, 1],
        ],
      });
    });

    test("leaves queries to the warehouse that compare more strictly, or sort differently", async () => {
      const measures = ["things.count"];
      const filters = [{field: "things.word", op: "contains", value: "P"}];
      const found = await asked({measures, filters});
      expect(found).toMatchObject({isKept: false, rows: [[2]]});
      const sizes = await asked({dimensions: ["things.size"], measures, orderBy: ["things.size"]});
      expect(sizes).toMatchObject({
        isKept: false,
        rows: [
          ["small", 1],
          ["large", 2],
          [null, 1],
        ],
      });
    });
  });
});
