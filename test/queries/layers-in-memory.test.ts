import {afterAll, beforeAll, expect, test} from "bun:test";
import {sql} from "../../shared/core/db.ts";
import {newId} from "../../shared/core/ids.ts";
import {projectsOf} from "../../shared/querying/layers/query-caches.ts";
import type {Graph} from "../../shared/semantic/layer/graph.ts";
import {type TestApp, testApp} from "../support/app.ts";

let t: TestApp;

beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.stop());

/** A layer of 100 models, stored as the project's first version. */
async function addProject(fields: number): Promise<string> {
  const connection = {id: newId("conn"), org_id: t.org.id, name: "Shop", type: "duckdb", config: "{}"};
  await t.db.insertInto("connections").values(connection).execute();
  const id = newId("proj");
  const project = {id, org_id: t.org.id, name: id, connection_id: connection.id, layer_version: 1};
  await t.db.insertInto("projects").values(project).execute();
  const dimensions = Array.from({length: fields}, (_, n) => ({
    name: `f${n}`,
    type: "string" as const,
    column: "c",
  }));
  const models = Array.from({length: 100}, (_, n) => ({
    name: `model_${n}`,
    table: {name: "t"},
    dimensions,
  }));
  const graph: Graph = {models};
  await sql`
    insert into layer_versions (org_id, project_id, version, graph, model_count, note, created_by)
    values (${t.org.id}, ${id}, 1, ${JSON.stringify(graph)}, 100, '', 'test')`.execute(t.db);
  return id;
}

test("layers stay in memory until others with half a million models, fields and joins have been used after them", async () => {
  const small = await addProject(10);
  const wide = [await addProject(1700), await addProject(1700), await addProject(1700)];
  const projects = await projectsOf(t.web, t.org.id);
  const layerOf = (id: string) => t.web.memory.layers.get(t.web.db, projects.get(id)!);
  const isHeld = (id: string) => {
    const layer = layerOf(id);
    return !(layer instanceof Promise);
  };
  const [first, second, third] = wide as [string, string, string];

  for (const id of [first, small, second]) await layerOf(id);
  // 170,100 parts each, and 1,100 of the small one.
  expect([first, small, second].map(isHeld)).toEqual([true, true, true]);
  await layerOf(third);
  expect([small, second, third].map(isHeld)).toEqual([true, true, true]);
  expect(isHeld(first)).toBe(false);
  await layerOf(first);
});
