import {afterAll, beforeAll, expect, test} from "bun:test";
import {sql} from "../../shared/core/db.ts";
import {newId} from "../../shared/core/ids.ts";
import {packVersions} from "../../shared/modeling/layer-versions/pack-versions.ts";
import {applyDifference, differenceOf} from "../../shared/querying/layers/layer-difference.ts";
import {readGraph} from "../../shared/querying/layers/stored-graph.ts";
import type {Graph} from "../../shared/semantic/layer/graph.ts";
import {type TestApp, testApp} from "../support/app.ts";

let t: TestApp;
const projectId = newId("proj");

beforeAll(async () => {
  t = await testApp();
  const connection = {id: newId("conn"), org_id: t.org.id, name: "Shop", type: "duckdb", config: "{}"};
  await t.db.insertInto("connections").values(connection).execute();
  const project = {id: projectId, org_id: t.org.id, name: "Shop", connection_id: connection.id};
  await t.db.insertInto("projects").values(project).execute();
});
afterAll(() => t.stop());

const model = (n: number, label = `Model ${n} ü "x"`): Graph["models"][number] => ({
  name: `model_${n}`,
  label,
  description: Bun.hash(`${n}`).toString(36).repeat(20),
  table: {schema: "main", name: `table_${n}`},
  primaryKey: ["id"],
  dimensions: [{name: "id", type: "number", column: "id"}],
});

/** Forty versions of a hundred models: changed, added, removed, moved, and replaced as a whole. */
function versions(): Graph[] {
  let models = Array.from({length: 100}, (_, n) => model(n));
  const made: Graph[] = [];
  for (let v = 1; v <= 40; v++) {
    if (v % 5 === 0) models = [...models.slice(3), model(1000 + v)];
    else if (v % 7 === 0) models = [...models.slice(50), ...models.slice(0, 50)];
    else if (v === 22) models = Array.from({length: 100}, (_, n) => model(5000 + n));
    else models = models.map((old, i) => (i === v ? {...old, label: `Changed in ${v}`} : old));
    const [first, second] = models;
    const join = {from: first!.name, to: second!.name, on: [{from: "id", to: "id"}]};
    made.push({models, ...(v > 2 ? {joins: [{...join, relationship: "many_to_one"}]} : {})});
  }
  return made;
}

test("old versions of a layer take a fraction of their former space, and each can be read and restored", async () => {
  const graphs = versions();
  for (const [i, graph] of graphs.entries()) {
    await sql`
      insert into layer_versions (org_id, project_id, version, graph, model_count, note, created_by)
      values (${t.org.id}, ${projectId}, ${i + 1}, ${JSON.stringify(graph)}, ${graph.models.length}, '', 'test')`.execute(
      t.db,
    );
  }
  await t.db.updateTable("projects").set({layer_version: 40}).where("id", "=", projectId).execute();
  const size = async () => {
    const {rows} = await sql<{bytes: number; whole: number}>`
      select sum(coalesce(pg_column_size(graph), 0) + coalesce(pg_column_size(packed), 0))::int as bytes,
        count(graph)::int as whole
      from layer_versions where project_id = ${projectId}`.execute(t.db);
    return rows[0]!;
  };
  const before = await size();
  // Two workers may pack at once.
  await Promise.all([packVersions(t.db), packVersions(t.db)]);
  const after = await size();
  expect([before.whole, after.whole]).toEqual([40, 1]);
  expect(after.bytes).toBeLessThan(before.bytes / 6);

  for (const [i, graph] of graphs.entries())
    expect(await readGraph(t.db, t.org.id, projectId, i + 1)).toEqual(graph);
  const path = `/api/projects/${projectId}/layer`;
  expect((await t.call("POST", `${path}/versions/3/restore`)).body.version).toBe(41);
  await packVersions(t.db);
  expect((await t.call("GET", `${path}?format=graph`)).body).toEqual(graphs[2]);
  expect(await readGraph(t.db, t.org.id, projectId, 40)).toEqual(graphs[39]!);
  expect((await t.call("POST", `${path}/versions/99/restore`)).status).toBe(404);
});

test("a layer is rebuilt from its difference to another, whatever the two have in common", () => {
  const random = (most: number) => Math.floor(Math.random() * most);
  const layer = () => ({
    models: Array.from({length: random(8)}, () => ({name: `m${random(6)}`, deep: [random(2)]})),
    ...(random(2) ? {joins: Array.from({length: random(3)}, () => ({from: random(3)}))} : {}),
  });
  for (let i = 0; i < 2000; i++) {
    const [one, other] = [layer(), layer()];
    const difference = JSON.parse(JSON.stringify(differenceOf(one, other)));
    expect(applyDifference(difference, other)).toEqual(one);
  }
});
