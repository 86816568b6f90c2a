import {mkdir} from "node:fs/promises";
import {join} from "node:path";
import {DuckDBInstance} from "@duckdb/node-api";
import pg from "pg";
import type {Graph} from "../../shared/semantic/layer/graph.ts";
import type {Query} from "../../shared/semantic/query/query.ts";
import {type Renamed, renameLayer} from "../semantic/differential/hostile-names.ts";
import {addConversions} from "../semantic/differential/random-conversions.ts";
import {Chance, graphFor, type RandomLayer, randomLayer} from "../semantic/differential/random-layer.ts";
import {randomStar} from "../semantic/differential/random-star.ts";
import {createTable, insertRows, quoteName} from "../semantic/engines.ts";
import {emptyDatabase} from "../support/postgres.ts";
import type {TestService} from "../support/worker.ts";

/** A project whose layer is random and has row access, and a warehouse that has the tables of the layer. */
export interface World {
  seed: number;
  random: RandomLayer;
  renamed: Renamed;
  projectId: string;
  /** Whether results are cached for later callers with the same query. */
  isCached: boolean;
}

type EngineName = "postgres" | "duckdb";

interface Planned {
  seed: number;
  random: RandomLayer;
  renamed: Renamed;
}

/** Creates worlds from the first seeds whose layers limit the rows of some tables, in turn in Postgres and DuckDB. */
export async function makeWorlds(
  service: TestService,
  {first, count}: {first: number; count: number},
): Promise<{worlds: World[]; drop(): Promise<void>}> {
  const planned: Planned[] = [];
  for (let seed = first; planned.length < count; seed++) {
    const chance = new Chance(seed);
    const random = seed % 2 === 0 ? randomLayer(chance) : randomStar(chance);
    if (random.graph.models.filter(({rowAccess}) => rowAccess !== undefined).length < 2) continue;
    addConversions(new Chance(seed + 5_000_003), random);
    planned.push({seed, random, renamed: renameLayer(new Chance(seed + 1_000_003), random)});
  }
  const halves = {
    postgres: planned.filter((_, i) => i % 2 === 0),
    duckdb: planned.filter((_, i) => i % 2 === 1),
  };
  const database = await loadPostgres(halves.postgres);
  await loadDuckdb(join(service.warehouseDir, service.org.id), halves.duckdb);
  const connections = {
    postgres: await made(service, "/api/connections", {
      name: "postgres",
      type: "postgres",
      config: {url: `${database.url}?sslmode=disable`},
    }),
    duckdb: await made(service, "/api/connections", {
      name: "duckdb",
      type: "duckdb",
      config: {path: "worlds.duckdb"},
    }),
  };
  const worlds: World[] = [];
  for (const engine of ["postgres", "duckdb"] as const) {
    for (const [i, world] of halves[engine].entries()) {
      const isCached = i % 2 === 0;
      const projectId = await makeProject(service, {engine, world, isCached, ...connections[engine]});
      worlds.push({...world, projectId, isCached});
    }
  }
  return {worlds, drop: () => database.drop()};
}

async function makeProject(
  service: TestService,
  {engine, world, isCached, id}: {engine: EngineName; world: Planned; isCached: boolean; id: string},
): Promise<string> {
  const project = await made(service, "/api/projects", {
    name: `world ${world.seed}`,
    connectionId: id,
    ...(isCached ? {cacheTtlSeconds: 300} : {}),
  });
  const graph = world.renamed.graph(graphFor(engine, world.random.graph));
  await made(service, `/api/projects/${project.id}/introspect`, inSchema(graph, schemaOf(world)));
  return project.id;
}

function inSchema(graph: Graph, schema: string): Graph {
  const models = graph.models.map(model =>
    "name" in model.table ? {...model, table: {...model.table, schema}} : model,
  );
  return {...graph, models};
}

function schemaOf({seed}: Planned): string {
  return `world_${seed}`;
}

/** Creates a resource and returns the body of the answer; throws if the service refuses it. */
export async function made(
  service: TestService,
  path: string,
  body: unknown,
  token = service.org.admin.token,
): Promise<{id: string; slug?: string; token?: string}> {
  const answer = await service.call("POST", path, {body, token});
  if (answer.status !== 201) throw new Error(`POST ${path}: ${answer.status} ${answer.text}`);
  return answer.body;
}

/** A query with the names and the project of its world. */
export function inWorld({renamed, projectId}: World, query: Query): Query {
  return {...renamed.query(query), projectId};
}

function statements(worlds: readonly Planned[]): string[] {
  return worlds.flatMap(world => {
    const schema = schemaOf(world);
    const tables = Object.entries(world.renamed.data).flatMap(([name, {columns, rows}]) => {
      const inSchema = (sql: string) => sql.replace(quoteName(name), () => `${schema}.${quoteName(name)}`);
      return [createTable(name, columns), ...(rows.length > 0 ? [insertRows(name, rows, columns)] : [])].map(
        inSchema,
      );
    });
    return [`create schema ${schema}`, ...tables];
  });
}

async function loadPostgres(worlds: readonly Planned[]): Promise<{url: string; drop(): Promise<void>}> {
  const database = await emptyDatabase();
  const client = new pg.Client({connectionString: database.url});
  await client.connect();
  for (const sql of statements(worlds)) await client.query(sql);
  await client.end();
  return database;
}

async function loadDuckdb(folder: string, worlds: readonly Planned[]): Promise<void> {
  await mkdir(folder, {recursive: true});
  const instance = await DuckDBInstance.create(join(folder, "worlds.duckdb"));
  const connection = await instance.connect();
  await connection.run("set TimeZone = 'UTC'");
  for (const sql of statements(worlds)) await connection.run(sql);
  connection.closeSync();
  instance.closeSync();
}
