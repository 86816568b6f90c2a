import {expect, test} from "bun:test";
import type {DialectName} from "../../shared/semantic/dialects/dialect.ts";
import type {Graph} from "../../shared/semantic/documents.ts";
import {withProjectRules as withRulesIn} from "../../worker/tasks/evaluations/project-rules.ts";

const withProjectRules = (current: Graph, next: Graph, dialect: DialectName = "postgres") =>
  withRulesIn(current, next, dialect);

const dimensions = [{name: "region", type: "string" as const, column: "region"}];
const rowAccess = [{dimension: "region", attribute: "region"}];
const layer = (...models: Graph["models"]): Graph => ({models});
const table = {schema: "main", name: "customers"};
const current = layer(
  {name: "customers", table, dimensions, rowAccess},
  {name: "everyone", table, dimensions},
  {name: "orders", table: {name: "orders"}, dimensions},
);

test("a rule of the project stays, whatever the model of that name declares", () => {
  for (const declared of [undefined, [], [{dimension: "region", attribute: "anything"}]]) {
    const model = {name: "customers", table, dimensions, ...(declared && {rowAccess: declared})};
    expect(withProjectRules(current, layer(model)).models[0]?.rowAccess).toEqual(rowAccess);
  }
});

test("a model without a rule in the project keeps the rule that it declares", () => {
  const model = {name: "orders", table: {name: "orders"}, dimensions, rowAccess};
  expect(withProjectRules(current, layer(model)).models[0]?.rowAccess).toEqual(rowAccess);
});

test("a model with another name over the table of a rule is refused", () => {
  for (const [name, source] of [
    ["clients", table],
    ["clients", {name: "CUSTOMERS"}],
    ["clients", {catalog: "shop", schema: "main", name: "customers"}],
    ["orders", table],
  ] as const) {
    const next = layer({name, table: source, dimensions, rowAccess});
    expect(() => withProjectRules(current, next)).toThrow(`The model "${name}" reads the table`);
  }
});

test("a model that the project already has over that table is accepted, and so is one over a table of another schema", () => {
  const next = layer(
    {name: "everyone", table, dimensions},
    {name: "clients", table: {schema: "other", name: "customers"}, dimensions},
  );
  expect(withProjectRules(current, next)).toEqual(next);
});

test("a table counts as the same however its path is spelled", () => {
  const spelled = (dialect: DialectName, ruled: object, other: object) => {
    const source = (table: object) => ({name: "customers", ...table});
    const project = layer({name: "customers", table: source(ruled), dimensions, rowAccess});
    const next = layer({name: "clients", table: source(other), dimensions});
    try {
      withProjectRules(project, next, dialect);
      return false;
    } catch {
      return true;
    }
  };
  const sales = {catalog: "acme", schema: "sales"};
  for (const same of [
    {name: "sales.customers"},
    {name: "ACME.sales.customers"},
    {name: "`acme.sales.customers`"},
    {schema: "acme.sales"},
  ]) {
    expect(spelled("bigquery", sales, same)).toBe(true);
    expect(spelled("bigquery", same, sales)).toBe(true);
  }
  expect(spelled("bigquery", sales, {name: "other.customers"})).toBe(false);
  expect(spelled("bigquery", sales, {name: "acme.sales.orders"})).toBe(false);
  for (const same of [
    {schema: "shop"},
    {catalog: "shop", schema: "main"},
    {schema: "shop.main"},
    {name: "shop.customers"},
  ]) {
    expect(spelled("duckdb", {schema: "main"}, same)).toBe(true);
    expect(spelled("duckdb", same, {schema: "main"})).toBe(true);
  }
  expect(spelled("duckdb", {catalog: "shop", schema: "main"}, {catalog: "shop", schema: "other"})).toBe(
    false,
  );
  expect(spelled("postgres", {schema: "main"}, {schema: "shop"})).toBe(false);
});

const sqlSource = {sql: "select region from main.customers"};

test("tables by a pattern, of a partition or as of a moment are refused, unless the project reads them", () => {
  const own = {name: "sales_*"};
  const project = layer(...current.models, {name: "sales", table: own, dimensions});
  const read = (dialect: DialectName, name: string) => () =>
    withProjectRules(project, layer({name: "clients", table: {schema: "main", name}, dimensions}), dialect);
  for (const name of ["custom*", "customers$20240101", "customers@-3600000"]) {
    expect(read("bigquery", name)).toThrow('The model "clients" reads tables by a pattern');
  }
  expect(read("trino", "customers$files")).toThrow('The model "clients" reads tables by a pattern');
  for (const [dialect, name] of [
    ["trino", "orders@old"],
    ["postgres", "orders$old"],
    ["bigquery", "orders_old"],
  ] as const) {
    expect(read(dialect, name)).not.toThrow();
  }
  const renamed = layer({name: "revenue", table: own, dimensions});
  expect(withProjectRules(project, renamed, "bigquery")).toEqual(renamed);
});

test("a catalog of the warehouse is refused, which has values of tables or texts of statements", () => {
  const read = (dialect: DialectName, table: Graph["models"][number]["table"]) => () =>
    withProjectRules(current, layer({name: "clients", table, dimensions}), dialect);
  for (const [dialect, table] of [
    ["postgres", {name: "pg_stats"}],
    ["postgres", {schema: "pg_catalog", name: "pg_stats"}],
    ["postgres", {schema: "PG_TOAST", name: "pg_toast_16384"}],
    ["redshift", {name: "stl_query"}],
    ["mysql", {schema: "information_schema", name: "COLUMN_STATISTICS"}],
    ["mysql", {name: "performance_schema.events_statements_history"}],
    ["clickhouse", {schema: "system", name: "query_log"}],
    ["trino", {catalog: "system", schema: "runtime", name: "queries"}],
    ["bigquery", {name: "`region-eu`.INFORMATION_SCHEMA.JOBS"}],
    ["databricks", {catalog: "system", schema: "query", name: "history"}],
    ["snowflake", {catalog: "SNOWFLAKE", schema: "ACCOUNT_USAGE", name: "QUERY_HISTORY"}],
    ["snowflake", {name: "SNOWFLAKE.ORGANIZATION_USAGE.QUERY_HISTORY"}],
    ["snowflake", {schema: "READER_ACCOUNT_USAGE", name: "QUERY_HISTORY"}],
    // An extension's, in the schema that it was created in.
    ["postgres", {schema: "public", name: "pg_stat_statements"}],
  ] as const)
    expect(read(dialect, table)).toThrow('The model "clients" reads a catalog of the warehouse');
  const stats = {schema: "pg_catalog", name: "pg_stats"};
  const known = layer(...current.models, {name: "stats", table: stats, dimensions});
  expect(withProjectRules(known, layer({name: "clients", table: stats, dimensions})).models).toHaveLength(1);
  // Only the schema or the catalog says that a table of such a name is the warehouse's own.
  for (const [dialect, table] of [
    ["postgres", {schema: "main", name: "systems"}],
    ["redshift", {schema: "erp", name: "sys_orders"}],
    ["mysql", {schema: "shop", name: "sys"}],
    ["clickhouse", {schema: "shop", name: "system"}],
    ["databricks", {catalog: "main", schema: "shop", name: "system"}],
    ["snowflake", {schema: "shop", name: "account_usage"}],
  ] as const)
    expect(read(dialect, table)).not.toThrow();
});

test("a statement that the project does not have is refused while the project has rules; one that it has is accepted", () => {
  const fresh = layer(
    {name: "customers", table, dimensions},
    {name: "clients", table: sqlSource, dimensions},
  );
  expect(() => withProjectRules(current, fresh)).toThrow('The model "clients" reads an SQL statement');
  const changed = layer({name: "customers", table: sqlSource, dimensions});
  expect(() => withProjectRules(current, changed)).toThrow('The model "customers" reads an SQL statement');
  const known = layer(...current.models, {name: "clients", table: sqlSource, dimensions});
  expect(withProjectRules(known, fresh).models[1]).toEqual(fresh.models[1]!);
  const free = layer({name: "orders", table: {name: "orders"}, dimensions});
  expect(withProjectRules(free, fresh)).toEqual(fresh);
});

test("a dimension that a rule compares must equal the project's, except for its descriptions", () => {
  const of = (dimension: object) =>
    layer({name: "customers", table, dimensions: [{...dimensions[0]!, ...dimension}]});
  expect(() => withProjectRules(current, of({column: "land"}))).toThrow('compares "region"');
  expect(withProjectRules(current, of({label: "Region of sale"})).models[0]?.rowAccess).toEqual(rowAccess);
});

test("what a dimension of a rule refers to must equal the project's, however indirectly", () => {
  const of = (column: string) =>
    layer({
      name: "customers",
      table,
      dimensions: [
        {name: "region", type: "string", sql: "lower(${land})"},
        {name: "land", type: "string", sql: "trim(${customers.raw})"},
        {name: "raw", type: "string", column},
        {name: "other", type: "string", column: `other_${column}`},
      ],
    });
  const [model] = of("raw").models;
  const project = layer({...model!, rowAccess});
  expect(withProjectRules(project, of("raw")).models[0]?.rowAccess).toEqual(rowAccess);
  expect(() => withProjectRules(project, of("anything"))).toThrow('compares "region"');
});

test("while a model with a rule reads a statement, every source that the project does not have is refused", () => {
  const project = layer(
    {name: "customers", table: sqlSource, dimensions, rowAccess},
    {name: "orders", table: {name: "orders"}, dimensions},
  );
  const own = {name: "customers", table: sqlSource, dimensions};
  for (const [name, source] of [
    ["clients", table],
    ["orders", table],
    ["customers", table],
  ] as const)
    expect(() => withProjectRules(project, layer({name, table: source, dimensions}))).toThrow(
      `The model "${name}" reads a table that no model of the project's layer reads, which the SQL statement of its model "customers"`,
    );
  const renamed = layer(own, {name: "sales", table: {name: "orders"}, dimensions});
  expect(withProjectRules(project, renamed).models).toEqual([{...own, rowAccess}, renamed.models[1]!]);
});

test("a rule over joins needs the tables in between, and the dimensions that say which version is valid", () => {
  const on = [{from: "id", to: "id"}];
  const joins = [
    {from: "orders", to: "accounts", relationship: "many_to_one" as const, on},
    {
      from: "accounts",
      to: "customers",
      relationship: "many_to_one" as const,
      on,
      validity: {from: "since", to: "until", at: "orders.placed"},
    },
  ];
  const date = (name: string, column = name) => ({name, type: "date" as const, column});
  const graph = (changed: {accounts?: string; since?: string; placed?: string}, rules = {}): Graph => ({
    models: [
      {name: "orders", table: {name: "orders"}, dimensions: [date("placed", changed.placed)], ...rules},
      {name: "accounts", table: {name: changed.accounts ?? "accounts"}, dimensions: []},
      {
        name: "customers",
        table,
        dimensions: [...dimensions, date("since", changed.since), date("until")],
      },
    ],
    joins,
  });
  const ruled = {rowAccess: [{dimension: "customers.region", attribute: "region"}]};
  const project = graph({}, ruled);
  expect(withProjectRules(project, graph({}))).toEqual(project);
  const reordered = {...graph({}), models: graph({}).models.toReversed()};
  expect(withProjectRules(project, reordered).models.at(-1)?.rowAccess).toEqual(ruled.rowAccess);
  for (const changed of [{accounts: "others"}, {since: "born"}, {placed: "paid"}])
    expect(() => withProjectRules(project, graph(changed))).toThrow('compares "customers.region"');
});

test("a rule over joins needs the project's joins, and the dimension and table at their end", () => {
  const joins = [
    {
      from: "orders",
      to: "customers",
      relationship: "many_to_one" as const,
      on: [{from: "customer_id", to: "id"}],
    },
  ];
  const orders = {name: "orders", table: {name: "orders"}, dimensions: []};
  const ruled = {...orders, rowAccess: [{dimension: "customers.region", attribute: "region"}]};
  const customers = {name: "customers", table, dimensions};
  const project = {models: [ruled, customers], joins};
  expect(withProjectRules(project, {models: [orders, customers], joins})).toEqual(project);
  for (const changed of [
    {models: [orders, customers], joins: [{...joins[0]!, on: [{from: "id", to: "id"}]}]},
    {models: [orders, {...customers, table: {name: "others"}}], joins},
    {models: [orders, {...customers, dimensions: [{...dimensions[0]!, column: "land"}]}], joins},
  ]) {
    expect(() => withProjectRules(project, changed)).toThrow('compares "customers.region"');
  }
});
