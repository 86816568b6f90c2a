import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {type Connection, createConnection} from "mysql2/promise";
import {mysqlUrl} from "../../support/mysql-url.ts";
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
    (9223372036854775809, 1, 'paid', 10.50, '2026-01-31 23:30:00', '2026-01-31 23:30:00', true, b'101', '{"a": 1}', '838:59:59', 2026, null),
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

  test("a connection is shown without its password, and says what it leads to", async () => {
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
  ])("%p is refused in a sentence", async (changes, words) => {
    const {status, body} = await create(configOf(changes));
    expect({status, code: body.code}).toEqual({status: 422, code: "connection_failed"});
    expect(body.detail).toMatch(words);
  });

  test("the parameters of a URL are known ones", async () => {
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

  test("fan-outs, months of a zone and exact sums come through the service", async () => {
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

  test("what is pasted elsewhere, under the server's own settings, gives the same rows", async () => {
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

  test("a faulty fragment is refused by the server's own words when the layer is applied", async () => {
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
});
