import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {mkdir} from "node:fs/promises";
import {join} from "node:path";
import {DuckDBInstance} from "@duckdb/node-api";
import type {ResultColumn} from "../../../shared/semantic/compile.ts";
import {type CorpusCase, type CorpusFile, readCorpus} from "../../semantic/corpus.ts";
import {canonical, createTable, insertRows} from "../../semantic/engines.ts";
import {inLongRun} from "../../support/long.ts";
import {type TestService, testService} from "../../support/worker.ts";

/** Cases that depend on the clock, which a test cannot set over HTTP. */
const RELATIVE = /"in_(past|next|current)"|"sameDays":true/;
/**
 * The cases that are asked: every third in a normal run, and all in the long one. All run on every engine in
 * `test/semantic/cases.test.ts`; here they show that the service passes on what the engine returns.
 */
const EVERY = inLongRun(3, 1);
const corpus = await readCorpus();
const tokens = new Map<string, string>();
let service: TestService;

beforeAll(async () => {
  service = await testService();
});

afterAll(async () => {
  await service.stop();
});

async function post(path: string, body: unknown) {
  const answer = await service.call("POST", path, {body});
  if (answer.status !== 201) throw new Error(`POST ${path}: ${answer.status} ${answer.text}`);
  return answer.body;
}

/** Whether a case can be run over HTTP: on DuckDB, and without options that only the compiler has. */
function isAsked(one: CorpusCase): boolean {
  return (
    one.not?.includes("duckdb") !== true &&
    one.context?.dataset === undefined &&
    !RELATIVE.test(JSON.stringify(one.query))
  );
}

/** The layer without the fields that only other engines' cases use, because their SQL is not DuckDB's. */
function layerOf({layer, cases}: CorpusFile): CorpusFile["layer"] {
  const foreign = cases.filter(one => one.not?.includes("duckdb")).map(one => JSON.stringify(one.query));
  const own = cases.filter(one => !one.not?.includes("duckdb")).map(one => JSON.stringify(one.query));
  const names = (queries: readonly string[], model: string, field: string) =>
    queries.some(query => query.includes(`${model}.${field}"`));
  const isOwn = (model: string, field: string) => names(own, model, field) || !names(foreign, model, field);
  const models = layer.models.map(model => ({
    ...model,
    dimensions: model.dimensions.filter(({name}) => isOwn(model.name, name)),
  }));
  return {...layer, models};
}

/** Puts the topic's data into a DuckDB file, and applies the layer in a project for each start of the week. */
async function load(file: CorpusFile): Promise<Record<"monday" | "sunday", string>> {
  const {topic, data} = file;
  const layer = layerOf(file);
  const folder = join(service.warehouseDir, service.org.id);
  await mkdir(folder, {recursive: true});
  const instance = await DuckDBInstance.create(join(folder, `${topic}.duckdb`));
  const connection = await instance.connect();
  for (const [table, {columns, rows}] of Object.entries(data)) {
    await connection.run(createTable(table, columns));
    if (rows.length > 0) await connection.run(insertRows(table, rows, columns));
  }
  connection.closeSync();
  instance.closeSync();
  const made = await post("/api/connections", {
    name: topic,
    type: "duckdb",
    config: {path: `${topic}.duckdb`},
  });
  const project = async (weekStart: "monday" | "sunday") => {
    const {id} = await post("/api/projects", {name: topic, connectionId: made.id, weekStart});
    await post(`/api/projects/${id}/introspect`, layer);
    return String(id);
  };
  return {monday: await project("monday"), sunday: await project("sunday")};
}

/** The token of a reader with these attributes. */
async function tokenWith(attributes: object): Promise<string> {
  const key = JSON.stringify(attributes);
  const known = tokens.get(key);
  if (known) return known;
  const {token} = await post(`/api/orgs/${service.org.id}/service-accounts`, {
    name: key.slice(0, 100),
    scopes: ["read"],
    attributes,
  });
  tokens.set(key, token);
  return token;
}

async function ask(one: CorpusCase, projects: Record<"monday" | "sunday", string>) {
  const {timezone = "UTC", weekStart = "monday", attributes = {}, defaultLimit} = one.context ?? {};
  const limit = defaultLimit === undefined ? {} : {limit: defaultLimit};
  const answer = await service.call("POST", "/api/query", {
    token: await tokenWith(attributes),
    body: {timezone, ...limit, ...one.query, projectId: projects[weekStart]},
  });
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
  const {
    columns,
    rows,
    truncated,
    totals,
  }: {columns: ResultColumn[]; rows: unknown[][]; truncated: boolean; totals?: unknown[]} = JSON.parse(
    answer.text,
    keepText,
  );
  const types = columns.map(({type}) => type);
  const textOf = (row: unknown[]) => row.map((value, i) => cell(value, types[i]));
  return {rows: rows.map(textOf), truncated, totals: totals && textOf(totals), types};
}

/** Keeps numbers as they are written, because a double would round some. */
function keepText(_key: string, value: unknown, context?: {source?: string}): unknown {
  return typeof value === "number" ? {number: context?.source ?? String(value)} : value;
}

function cell(value: unknown, type: ResultColumn["type"] | undefined): string | null {
  if (value === null) return null;
  if (typeof value === "object" && "number" in value) return canonical(String(value.number), "number");
  if (type === "timestamp") return plainMoment(String(value));
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

function plainMoment(text: string): string {
  return new Date(text)
    .toISOString()
    .replace("T", " ")
    .replace(/\.?0*Z$/, "");
}

function expectedCell(value: CorpusCase["rows"][number][number], type: string | undefined): string | null {
  if (value === null) return null;
  const text = String(value);
  // The layer does not know the type of every column.
  const isNumber = typeof value === "number" || (type === "number" && Number.isFinite(Number(text)));
  return isNumber ? canonical(text, "number") : text.replace(/\+00(:00)?$/, "");
}

describe.each(corpus)("$topic, over HTTP", file => {
  let projects: Record<"monday" | "sunday", string>;
  beforeAll(async () => {
    projects = await load(file);
  });

  for (const [i, one] of file.cases.entries()) {
    if (!isAsked(one) || i % EVERY !== 0) continue;
    test(one.name, async () => {
      const {rows, truncated, totals, types} = await ask(one, projects);
      const limit = one.query.limit ?? one.context?.defaultLimit;
      const expected = limit === undefined ? one.rows : one.rows.slice(0, limit);
      expect(rows).toEqual(expected.map(row => row.map((value, i) => expectedCell(value, types[i]))));
      expect(truncated).toBe(one.rows.length > expected.length);
      if (one.totals) {
        const first = types.length - one.totals.length;
        expect(totals?.slice(first)).toEqual(
          one.totals.map((value, i) => expectedCell(value, types[first + i])),
        );
      }
    });
  }
});
