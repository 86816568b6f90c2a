import {afterAll, beforeAll, expect, test} from "bun:test";
import {onPostgres, type ShopDatabase, shopInPostgres} from "../support/warehouse.ts";
import {type GitService, gitService} from "./service.ts";

let t: GitService;
let database: ShopDatabase;
let connectionId: string;
let isDropped = false;

/** A dbt project whose own files give the type of one column only. */
const FILES = {
  "dbt_project.yml": "name: shop\nmodel-paths: [models]\n",
  "models/parcels.yml": `version: 2
models:
  - name: parcels
    config: {schema: depot}
    columns:
      - {name: code, data_type: varchar}
semantic_models:
  - name: parcels
    model: ref('parcels')
    entities:
      - {name: parcel, type: primary, expr: id}
    dimensions:
      - {name: fragile, type: categorical}
      - {name: weight, type: categorical}
      - {name: sent, type: categorical}
      - {name: code, type: categorical}
      - {name: tags, type: categorical}
      - {name: took, type: categorical}
      - {name: heavy, type: categorical, expr: weight > 10}
    measures:
      - {name: parcels, agg: count, expr: id, create_metric: true}
`,
};

beforeAll(async () => {
  [t, database] = await Promise.all([gitService(), shopInPostgres()]);
  await onPostgres(database.url, [
    "create schema depot",
    `create table depot.parcels (
      id bigint primary key, fragile boolean, weight numeric(8, 2), sent date, code integer, tags integer[],
      took interval)`,
    "insert into depot.parcels values (1, true, 3.5, '2026-01-02', 7, '{1,2}', '1 hour'), (2, false, 12, null, 8, '{}', null)",
    // A table with the same name in another schema.
    "create table public.parcels (fragile text)",
  ]);
  const config = {url: `${database.url}?sslmode=disable`};
  connectionId = (await t.made("/api/connections", {name: "depot", type: "postgres", config})).id;
});
afterAll(async () => {
  await t?.stop();
  if (!isDropped) await database?.drop();
});

const EXPECTED = {
  parcel: "number",
  fragile: "boolean",
  weight: "number",
  sent: "date",
  // A type in the project's files takes precedence.
  code: "string",
  tags: "json",
  // A column type that no field can have, and a field that is no column.
  took: "string",
  heavy: "string",
};

function typesIn(layer: {models: {dimensions: {name: string; type: string}[]}[]}) {
  return Object.fromEntries(layer.models.flatMap(model => model.dimensions.map(one => [one.name, one.type])));
}

test("a sync takes types that a dbt project does not give from the warehouse's catalog", async () => {
  const shop = await t.shop({}, FILES, connectionId);
  expect(await t.syncs(shop.projectId)).toMatchObject([{status: "succeeded"}]);
  expect(typesIn(await t.layer(shop.projectId))).toEqual(EXPECTED);
  const query = {
    projectId: shop.projectId,
    model: "parcels",
    dimensions: ["parcels.fragile", "parcels.weight"],
    filters: [{field: "parcels.fragile", op: "=", value: true}],
  };
  expect((await t.call("POST", "/api/query", {body: query})).body.rows).toEqual([[true, 3.5]]);
});

test("an import into a project also takes types from the catalog, and reports a catalog that it could not read", async () => {
  const {id: projectId} = await t.made("/api/projects", {name: "Depot", connectionId});
  const imported = async () => {
    const archive = await new Bun.Archive(FILES).bytes();
    const path = `/api/projects/${projectId}/import`;
    const headers = {"content-type": "application/x-tar"};
    const {status, body} = await t.call("POST", path, {body: new Uint8Array(archive), headers});
    expect(status).toBe(200);
    return body;
  };
  const known = await imported();
  expect(typesIn(known.graph)).toEqual(EXPECTED);
  const codes = ({notes}: {notes: {code: string}[]}) => notes.map(({code}) => code);
  expect(codes(known)).not.toContain("catalog_unread");
  expect(known.notes.find(({code}: {code: string}) => code === "type_assumed").message).toContain(
    'for "took", "heavy": text',
  );

  await database.drop();
  isDropped = true;
  expect(codes(await imported())).toContain("catalog_unread");
});
