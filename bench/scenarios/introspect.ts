import {join} from "node:path";
import {DuckDBInstance} from "@duckdb/node-api";
import {say} from "../progress.ts";
import {times} from "../rounds.ts";
import {type Row, rowOf, type Scenario} from "../scenario.ts";
import {idOf} from "../stage/service.ts";
import {rowsOf, type Stage} from "../stage/stage.ts";

const TABLES = 500;
const COLUMNS = 30;
const ROWS = 100;

/** Introspection of a whole schema: from the request to the graph of 500 tables with 30 columns each. */
export const introspect: Scenario = {
  name: "introspect",
  async run(stage) {
    return [await proposal(stage, "postgres"), await proposal(stage, "duckdb")];
  },
};

async function proposal(stage: Stage, engine: "postgres" | "duckdb"): Promise<Row> {
  say(`${TABLES} tables in ${engine}`);
  const service = await stage.service();
  const connection = engine === "postgres" ? await wideSchema(stage) : await wideFile(stage);
  const connectionId = idOf(await service.api("/api/connections", {name: `wide ${engine}`, ...connection}));
  const projectId = idOf(await service.api("/api/projects", {name: `wide ${engine}`, connectionId}));
  const summary = await times(stage.quick ? 2 : 5, async () => {
    const started = performance.now();
    const answer = await service.api(`/api/projects/${projectId}/introspect/preview`, {
      inferJoins: true,
      schemas: ["wide"],
    });
    const tookS = (performance.now() - started) / 1000;
    const found = JSON.stringify(answer).split('"primaryKey"').length - 1;
    if (found < TABLES) throw new Error(`The proposal has ${found} models with a key`);
    return tookS;
  });
  return rowOf(
    `${engine}: introspecting ${TABLES} tables × ${COLUMNS} columns`,
    {atMost: 5, unit: "s"},
    summary,
  );
}

async function wideSchema(stage: Stage) {
  const {postgresUrl} = await stage.data();
  await rowsOf(postgresUrl, ["create schema wide", ...statements()].join(";\n"));
  const {hostname: host, port, username: user, password, pathname} = new URL(postgresUrl);
  const target = {host, port: Number(port), database: pathname.slice(1), user, password, ssl: "disable"};
  return {type: "postgres", config: target};
}

async function wideFile(stage: Stage) {
  const {orgId} = await stage.service();
  const instance = await DuckDBInstance.create(join(stage.dir, "warehouses", orgId, "tables.duckdb"));
  const connection = await instance.connect();
  await connection.run("create schema wide");
  for (const statement of statements()) await connection.run(statement);
  connection.closeSync();
  instance.closeSync();
  return {type: "duckdb", config: {path: "tables.duckdb"}};
}

/** Tables that refer to one another, with texts and numbers that may be dates, as in real schemas. */
function* statements(): Generator<string> {
  for (let t = 0; t < TABLES; t++) {
    const columns = Array.from({length: COLUMNS - 2}, (_, c) =>
      c % 4 === 0 ? `day_${c} varchar` : c % 4 === 1 ? `at_${c} bigint` : `value_${c} double precision`,
    );
    const parent = t === 0 ? "parent_id integer" : `parent_id integer references wide.table_${t - 1} (id)`;
    yield `create table wide.table_${t} (id integer primary key, ${parent}, ${columns.join(", ")})`;
    const values = columns.map((_, c) =>
      c % 4 === 0 ? "'2001-02-03'" : c % 4 === 1 ? "20010203" : "n * 1.5",
    );
    yield `insert into wide.table_${t} select n, ${t === 0 ? "null" : "n"}, ${values.join(", ")} from generate_series(1, ${ROWS}) as s (n)`;
  }
}
