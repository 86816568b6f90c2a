import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import pg from "pg";
import {publish} from "../../../shared/core/change-notices.ts";
import {sql} from "../../../shared/core/db.ts";
import {onBusyMachine} from "../../support/busy-machine.ts";
import {addDataset} from "../../support/content.ts";
import {addPerson, addTeam} from "../../support/people.ts";
import {until} from "../../support/until.ts";
import {shopGraph} from "../../support/warehouse.ts";
import type {TestService} from "../../support/worker.ts";
import {type Place, type SqlOverShops, sqlOverShops} from "./support/sql-over-shops.ts";

let sides: SqlOverShops;
let service: TestService;
let shops: SqlOverShops["shops"];
let open: SqlOverShops["open"];
let rowsOf: SqlOverShops["rowsOf"];

beforeAll(async () => {
  sides = await sqlOverShops();
  ({service, shops, open, rowsOf} = sides);
});
afterAll(() => sides.stop());

const faultOf = async (place: Place, text = "select 1") => {
  const fault: unknown = await rowsOf(place, text).catch(error => error);
  if (!(fault instanceof pg.DatabaseError)) throw new Error(`no fault, but ${JSON.stringify(fault)}`);
  return fault;
};

async function change(id: string, column: "attributes" | "scopes", value: unknown): Promise<void> {
  const text = column === "scopes" ? sql`${value}` : sql`${JSON.stringify(value)}`;
  await sql`update principals set ${sql.ref(column)} = ${text} where id = ${id}`.execute(service.db);
  await publish(service.db, {kind: "principal", id});
  await service.web.notices.caughtUp();
}

async function revoke(id: string): Promise<void> {
  await sql`delete from tokens where principal_id = ${id}`.execute(service.db);
  await publish(service.db, {kind: "principal", id});
}

async function editLayer(edit: (graph: ReturnType<typeof shopGraph>) => void): Promise<void> {
  const graph = shopGraph("postgres", "public");
  edit(graph);
  const path = `/api/projects/${shops.postgres.projectId}/introspect`;
  const answer = await service.call("POST", path, {body: graph});
  if (answer.status >= 300) throw new Error(answer.text);
  await service.web.notices.caughtUp();
}

describe("signing in", () => {
  test("is refused with an embed token, and with a token without the scope read", async () => {
    const {body} = await service.call("POST", `/api/orgs/${service.org.id}/embed-tokens`, {
      body: {resourceType: "dashboard", resourceId: "none"},
    });
    const writer = await addPerson(service);
    await change(writer.id, "scopes", ["write", "manage"]);
    for (const password of [body.token ?? "embed", writer.token, "svc_pat_none"])
      expect(await faultOf({password})).toMatchObject({code: "28P01"});
  });

  test("to a project of another organization or of another team is refused as to a missing one", async () => {
    const other = await service.addOrg("Elsewhere");
    const teamId = await addTeam(service, "closed");
    const closed = await service.call("POST", "/api/projects", {
      body: {name: "closed one", connectionId: shops.postgres.connectionId, teamIds: [teamId]},
    });
    const outsider = await addPerson(service);
    const foreign = await faultOf({password: other.admin.token, database: shops.postgres.projectId});
    expect(foreign).toMatchObject({code: "3D000"});
    expect(JSON.stringify(foreign)).not.toContain("shop");
    for (const database of [closed.body.id, "closed one"]) {
      const fault = await faultOf({password: outsider.token, database});
      expect(fault).toMatchObject({code: "3D000"});
      expect(fault.hint).not.toContain("closed");
    }
    const insider = await addPerson(service, {teams: [{id: teamId, role: "member"}]});
    expect(await rowsOf({password: insider.token, database: "closed one"}, "select 1")).toHaveLength(1);
  });

  test("ends when the project is closed to the caller: the session answers no more", async () => {
    const teamId = await addTeam(service, "later");
    const member = await addPerson(service);
    const client = await open({password: member.token, database: "shop duckdb"});
    await client.query("select count(*) from orders");
    const path = `/api/projects/${shops.duckdb.projectId}`;
    await service.call("PATCH", path, {body: {teamIds: [teamId]}});
    await service.web.notices.caughtUp();
    await expect(client.query("select count(*) from orders")).rejects.toMatchObject({code: "3D000"});
    await expect(client.query("select 1")).rejects.toMatchObject({code: "3D000"});
    await service.call("PATCH", path, {body: {teamIds: []}});
    await service.web.notices.caughtUp();
    await client.end();
  });

  test("ends when the token is revoked, with the session and its running statement", async () => {
    const {id, token} = await addPerson(service);
    const [idle, busy] = [await open({password: token}), await open({password: token})];
    const ended = new Promise<unknown>(resolve => idle.once("error", resolve));
    const running = busy.query("select measure(count) from slow").catch((error: unknown) => error);
    await until(() => service.worker.executor.running > 0);
    const startedAt = performance.now();
    await revoke(id);
    expect(await ended).toMatchObject({code: "57P01"});
    expect(await running).toMatchObject({code: "57P01"});
    expect(performance.now() - startedAt).toBeLessThan(onBusyMachine(8000));
  });
});

describe("the rows of statements", () => {
  /** Statements that read `customers` in different ways. A caller sees the customers of their own regions. */
  const STATEMENTS = [
    "select name, region from customers order by 1, 2",
    "select count(*), count(region), min(name), max(region) from customers",
    'select id, "customers.name" from orders order by 1, 2',
    'select "customers.region", count(*) from orders group by 1 order by 1, 2',
    'select o.id, c.name from orders o left join customers c on c.name = o."customers.name" order by 1, 2',
    'select o.id, c.name from orders o full join customers c on c.name = o."customers.name" order by 1, 2',
    "select status from orders where exists (select from customers) order by 1",
    'select count(*) from orders where "customers.name" not in (select name from customers)',
    "select region, row_number() over (partition by region order by name) from customers order by 1, 2",
    "with recursive r (n) as (select 1 union all select n + 1 from r where n < (select count(*) from customers)) select sum(n) from r",
    "select name from customers union all select status from orders order by 1",
    "select (select string_agg(c.name, ',' order by c.name) from customers c where c.region = d.region) from customers d order by 1",
    "select count(*) from customers a, customers b, lateral (select a.name || b.name) x (y) where y > 'm'",
    "select to_jsonb(c) ->> 'region' as r, jsonb_agg(c.name order by c.name)::text from customers c group by 1 order by 1",
    "table customers order by 1, 2",
  ];

  test("are those of a Postgres whose tables contain only the caller's rows", async () => {
    const direct = new pg.Client({connectionString: shops.postgresUrl});
    await direct.connect();
    const {rows: found} = await direct.query<{region: string}>(
      "select distinct region from customers order by 1",
    );
    const all = found.flatMap(({region}) => region ?? []);
    const sets = [undefined, [], all.slice(0, 1), all.slice(1), all];
    expect(all.length).toBeGreaterThan(1);
    await direct.query("set timezone = 'UTC'");
    for (const [i, set] of sets.entries()) {
      await direct.query("drop table if exists pg_temp.customers, pg_temp.orders");
      await direct.query(
        "create temp table customers as select name, region from public.customers where region = any ($1)",
        [set ?? []],
      );
      await direct.query(
        `create temp table orders as select o.id, o.status, o.placed_at, c.name as "customers.name",
          c.region as "customers.region"
        from public.orders o left join public.customers c on c.id = o.customer_id and c.region = any ($1)`,
        [set ?? []],
      );
      const {token} = await addPerson(service, {
        attributes: set ? {region: set} : {},
        role: i === 1 ? "admin" : "member",
      });
      const databases = ["shop postgres", "shop duckdb"];
      const clients = await Promise.all(databases.map(database => open({password: token, database})));
      for (const [n, statement] of STATEMENTS.entries()) {
        const ask = async (one: pg.Client | undefined) =>
          (await one?.query({text: statement, rowMode: "array"}))?.rows.map(row => row.map(String));
        const rows = await ask(clients[(i + n) % 2]);
        expect({set, statement, rows}).toEqual({set, statement, rows: await ask(direct)});
      }
      await Promise.all(clients.map(client => client.end()));
    }
    await direct.end();
  });

  test("are each caller's own, even if equal statements run at the same time", async () => {
    const people = await Promise.all(
      [["north"], ["south"], []].map(region => addPerson(service, {attributes: {region}})),
    );
    const statement =
      "select current_user, session_user, current_user || '!', (select count(*) from customers), random() < 2";
    const answers = await Promise.all(
      [...people, ...people].map(({token}) => rowsOf({password: token}, statement)),
    );
    for (const [i, [row]] of answers.entries()) {
      const {id} = people[i % people.length] ?? {};
      expect(row?.slice(0, 3)).toEqual([id, id, `${id}!`]);
    }
  });

  test("are grouped by Postgres' weeks, whatever the project's weeks become while a statement is prepared", async () => {
    const {token} = await addPerson(service);
    const client = await open({password: token});
    const weeks = async (name: string) => {
      const text =
        "select date_trunc('week', placed_at)::date::text, count(*) from orders group by 1 order by 1";
      return (await client.query({name, text, rowMode: "array"})).rows;
    };
    const mondays = [
      ["2026-01-26", "2"],
      ["2026-02-23", "2"],
    ];
    const path = `/api/projects/${shops.postgres.projectId}`;
    expect(await weeks("weeks")).toEqual(mondays);
    await service.call("PATCH", path, {body: {weekStart: "sunday"}});
    await service.web.notices.caughtUp();
    expect(await weeks("others")).toEqual(mondays);
    expect(await weeks("weeks")).toEqual(mondays);
    await service.call("PATCH", path, {body: {weekStart: "monday"}});
    await service.web.notices.caughtUp();
    await client.end();
  });

  test("follow the attributes at the time when a prepared statement is run", async () => {
    const direct = new pg.Client({connectionString: shops.postgresUrl});
    await direct.connect();
    const {rows} = await direct.query<{region: string; count: string}>(
      "select region, count(*) from customers where region is not null group by 1 order by 1 limit 2",
    );
    await direct.end();
    const [one, two] = rows;
    const {id, token} = await addPerson(service, {attributes: {region: [one?.region ?? ""]}});
    const client = await open({password: token});
    const ask = async (name: string, text: string) =>
      Number((await client.query({name, text, rowMode: "array"})).rows[0]?.[0]);
    const statements: [string, string][] = [
      ["query", "select measure(count) from customers"],
      ["rest", "select count(*) from (select name, row_number() over () from customers) x"],
    ];
    for (const [name, text] of statements) expect(await ask(name, text)).toBe(Number(one?.count));
    await change(id, "attributes", {region: [two?.region, one?.region]});
    const both = Number(one?.count) + Number(two?.count);
    for (const [name, text] of statements) expect(await ask(name, text)).toBe(both);
    await change(id, "attributes", {});
    for (const [name, text] of statements) expect(await ask(name, text)).toBe(0);
    await client.end();
  });
});

describe("names", () => {
  test("of hidden models and fields, and of other people's datasets, appear nowhere", async () => {
    const owner = await addPerson(service);
    const mine = await addDataset(service, shops.postgres.projectId, {ownerId: owner.id});
    const stranger = await addPerson(service);
    await editLayer(graph => {
      for (const model of graph.models) if (model.name === "numbers") model.hidden = true;
      for (const model of graph.models)
        for (const dimension of model.dimensions) if (dimension.name === "status") dimension.hidden = true;
    });
    const place = {password: stranger.token};
    for (const [statement, code] of [
      ["select * from numbers", "42P01"],
      ["select * from number", "42P01"],
      ["select status from orders", "42703"],
      ["select statu from orders", "42703"],
      [`select * from datasets."${mine.slug}"`, "42P01"],
      [`select * from "${mine.slug}x"`, "42P01"],
      ["select 'numbers'::regclass", "42P01"],
      [`select 'datasets."${mine.slug}"'::regclass`, "42P01"],
    ] as const) {
      const fault = await faultOf(place, statement);
      expect({statement, code: fault.code, hint: fault.hint}).toEqual({statement, code, hint: undefined});
    }
    for (const statement of [
      "select string_agg(relname, ' ') from pg_class",
      "select string_agg(attname, ' ') from pg_attribute where attnum > 0 and attrelid > 16384",
      "select string_agg(description, ' ') from pg_description where objoid > 16384",
      "select string_agg(table_schema || table_name || column_name, ' ') from information_schema.columns",
      "select string_agg(rolname, ' ') from pg_roles",
      "select string_agg(datname, ' ') from pg_database",
      "select string_agg(query || usename || datname, ' ') from pg_stat_activity",
      "select string_agg(tablename || attname, ' ') from pg_stats where schemaname not in ('pg_catalog', 'information_schema')",
    ]) {
      const fault = await rowsOf(place, statement).catch((error: unknown) => error);
      const text = JSON.stringify(fault);
      const told = [mine.slug, "numbers", "status", owner.id, "shop duckdb"].filter(word =>
        text.includes(word),
      );
      // Postgres' own catalog has the word, too.
      expect({
        statement,
        told: told.filter(word => statement.includes("> 16384") || word !== "status"),
      }).toEqual({
        statement,
        told: [],
      });
    }
    expect(
      await rowsOf({password: owner.token}, `select count(*) from datasets."${mine.slug}"`),
    ).toHaveLength(1);
    await editLayer(() => undefined);
  });

  test("of a deleted dataset that another one takes have the types of the other one", async () => {
    const {token} = await addPerson(service);
    await editLayer(graph => {
      graph.models.push({
        name: "amounts",
        table: {schema: "public", name: "orders"},
        dimensions: [{name: "n", type: "number", column: "amount"}],
        measures: [{name: "count", type: "count"}],
      });
    });
    const addLive = async (model: string) => {
      const path = `/api/projects/${shops.postgres.projectId}/datasets`;
      const definition = {model, dimensions: [`${model}.n`], measures: [`${model}.count`]};
      const made = await service.call("POST", path, {
        body: {name: "Figures", kind: "live", definition},
        token,
      });
      expect(made.status).toBe(201);
      return made.body;
    };
    /** The least value and its type, for an administrator whose tables nothing has cached. */
    const least = async () => {
      const admin = await addPerson(service, {role: "admin"});
      const client = await open({password: admin.token});
      const text =
        "select n from (select n, row_number() over (order by n) as i from datasets.figures) s where i = 1";
      const {rows, fields} = await client.query({text, rowMode: "array"});
      await client.end();
      return [rows[0]?.[0], fields[0]?.dataTypeID];
    };
    const before = await addLive("numbers");
    expect(await least()).toEqual(["1", pg.types.builtins.INT8]);
    expect(await service.call("DELETE", `/api/datasets/${before.id}`)).toMatchObject({status: 204});
    const after = await addLive("amounts");
    expect(after.slug).toBe(before.slug);
    expect(await least()).toEqual(["0.10", pg.types.builtins.NUMERIC]);
    await service.call("DELETE", `/api/datasets/${after.id}`);
    await editLayer(() => undefined);
  });

  test("that a layer has changed are never answered with the old columns", async () => {
    const {token} = await addPerson(service);
    const client = await open({password: token});
    const ask = (name: string, text: string) => client.query({name, text, rowMode: "array"});
    const statements: [string, string][] = [
      ["query", "select status, measure(count) from orders group by 1"],
      ["rows", "select status from orders"],
      ["rest", "select status, row_number() over () from orders"],
    ];
    for (const [name, text] of statements) await ask(name, text);
    await editLayer(graph => {
      for (const model of graph.models)
        for (const dimension of model.dimensions)
          if (dimension.name === "status")
            Object.assign(dimension, {type: "number", sql: "length(status)", column: undefined});
    });
    for (const [name, text] of statements)
      await expect(ask(name, text)).rejects.toMatchObject({code: "0A000"});
    await editLayer(graph => {
      for (const model of graph.models)
        for (const dimension of model.dimensions) if (dimension.name === "status") dimension.hidden = true;
    });
    for (const [name, text] of statements)
      await expect(ask(name, text)).rejects.toMatchObject({code: "42703"});
    await editLayer(() => undefined);
    for (const [name, text] of statements) expect((await ask(name, text)).rows.length).toBeGreaterThan(0);
    await client.end();
  });
});
