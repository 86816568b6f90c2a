import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {gzipSync} from "node:zlib";
import {newId} from "../../../shared/core/ids.ts";
import {manifest, simple} from "../../layer-formats/read/dbt-manifest.ts";
import {type TestApp, testApp} from "../../support/app.ts";
import {tarOf, zipOf} from "../../support/archives.ts";
import {processorMs} from "../../support/processor-time.ts";

let t: TestApp;
let path: string;

beforeAll(async () => {
  // So short because there is no worker to wait for.
  t = await testApp({WORKER_WAIT_MS: "100"});
  const id = newId("proj");
  const connection = newId("conn");
  await t.db
    .insertInto("connections")
    .values({id: connection, org_id: t.org.id, name: "c", type: "duckdb", config: "{}"})
    .execute();
  await t.db
    .insertInto("projects")
    .values({id, org_id: t.org.id, name: "p", connection_id: connection})
    .execute();
  path = `/api/projects/${id}/import`;
});
afterAll(() => t.stop());

const project = manifest({
  metrics: [simple("sales", "revenue", "{{ Dimension('order__status') }} = 'paid'")],
});

function send(body: Uint8Array | string, type: string, token?: string) {
  return t.call("POST", path, {body, headers: {"content-type": type}, ...(token ? {token} : {})});
}

async function sendForm(files: Record<string, string | Uint8Array>) {
  const form = new FormData();
  for (const [name, content] of Object.entries(files)) form.append("files", new Blob([content]), name);
  const request = new Request("http://service.test/", {method: "POST", body: form});
  const type = request.headers.get("content-type") ?? "";
  return send(new Uint8Array(await request.arrayBuffer()), type);
}

describe("an import", () => {
  test("of one document returns a graph that can be applied unchanged", async () => {
    const {status, body} = await send(project, "application/json");
    expect(status).toBe(200);
    expect(body.graph.models.map((model: {name: string}) => model.name)).toEqual(["orders", "customers"]);
    expect(body.graph.models[0].measures[0]).toMatchObject({name: "sales", where: "${status} = 'paid'"});
    expect(body.graph.joins).toHaveLength(1);
  });

  test("of a form, a tar, a tar.gz and a zip of the same files returns the same graph", async () => {
    const entries = [{path: "shop/target/manifest.json", content: project}];
    const sent = [
      await sendForm({"target/manifest.json": project}),
      await send(tarOf(entries), "application/x-tar"),
      await send(gzipSync(tarOf(entries)), "application/gzip"),
      await send(zipOf(entries), "application/zip"),
      await sendForm({"shop.zip": zipOf(entries)}),
      await sendForm({"shop.tar.gz": gzipSync(tarOf(entries))}),
    ];
    expect(sent.map(({status}) => status)).toEqual(sent.map(() => 200));
    expect(new Set(sent.map(({text}) => text)).size).toBe(1);
  });

  test("saves nothing", async () => {
    await send(project, "application/json");
    const layer = await t.call("GET", path.replace("/import", "/layer"));
    expect(layer.body).toEqual({models: [], joins: []});
  });
});

describe("an invalid import", () => {
  test("with links, or paths that leave the project, names them and does not read them", async () => {
    const entries = [
      {path: "target/manifest.json", content: project},
      {path: "../outside.yml", content: "a: 1"},
      {path: "/etc/passwd.yml", content: "a: 1"},
      {path: "models/link.yml", link: "/etc/passwd"},
    ];
    for (const body of [
      (await send(tarOf(entries), "application/x-tar")).body,
      (await send(zipOf(entries), "application/zip")).body,
    ]) {
      const refused = body.notes.filter((note: {code: string}) => note.code === "file_refused");
      expect(refused.map((note: {file: string}) => note.file)).toEqual([
        "../outside.yml",
        "/etc/passwd.yml",
        "models/link.yml",
      ]);
    }
  });

  test("of an archive that unpacks to too much takes no more memory than the limit", async () => {
    const zeros = {path: "models/a.yml", content: new Uint8Array(150_000_000)};
    const before = process.memoryUsage.rss();
    for (const [body, type] of [
      [zipOf([zeros], 10), "application/zip"],
      [gzipSync(tarOf([zeros])), "application/gzip"],
    ] as const) {
      const started = processorMs();
      const {status, body: problem} = await send(body, type);
      expect(status).toBe(422);
      expect(problem.detail).toContain("unpacks to more than");
      expect(processorMs() - started).toBeLessThan(2000);
    }
    expect(process.memoryUsage.rss() - before).toBeLessThan(700_000_000);
  });

  test.each([
    ["a cut zip", zipOf([{path: "a.yml", content: "a: 1"}]).subarray(0, 40), "application/zip"],
    ["a cut gzip", gzipSync(tarOf([{path: "a.yml", content: "a: 1"}])).subarray(0, 30), "application/gzip"],
    ["gzip of no tar", gzipSync("models: []"), "application/gzip"],
    ["a cut tar", tarOf([{path: "a.yml", content: "a".repeat(3000)}]).subarray(0, 1024), "application/x-tar"],
    ["no form", "what", "multipart/form-data; boundary=x"],
    ["nothing", "", "application/yaml"],
    ["a document of no known form", "a: 1\nb: 2\n", "application/yaml"],
    ["a text", "just words", "text/yaml"],
  ])("of %s is 422", async (_what, body, type) => {
    const answer = await send(body, type);
    expect(answer.status).toBe(422);
    expect(answer.body.code).toBe("invalid_request");
  });

  test("of broken YAML is refused with its file and line", async () => {
    const {status, body} = await sendForm({"models/a.yml": "models:\n  - name: a\n   bad: [\n"});
    expect(status).toBe(422);
    expect(body.errors[0].path).toBe("/models/a.yml");
    expect(body.errors[0].message).toMatch(/^Line [34]: /);
  });

  test("of another media type is 415, and of too large a body 413", async () => {
    expect((await send("x", "text/html")).status).toBe(415);
    expect((await send(new Uint8Array(25 * 1024 * 1024 + 1), "application/zip")).status).toBe(413);
  });

  test.each([
    ["reader", 403],
    ["member", 403],
    ["adminUser", 403],
    ["adminReader", 403],
    ["admin", 200],
  ] as const)("by %s gets %i", async (kind, status) => {
    expect((await send(project, "application/json", t.org[kind].token)).status).toBe(status);
  });

  test("into a project of another organization is 404", async () => {
    const other = await t.addOrg("Other");
    expect((await send(project, "application/json", other.admin.token)).status).toBe(404);
  });
});

describe("files of a dbt project", () => {
  const files = {
    "dbt_project.yml": "name: shop\nvars: {layer: gold}\n",
    "models/orders.sql": "{{ config(schema=var('layer') ~ env_var('SUFFIX', '')) }} select 1",
    "models/orders.yml":
      "models:\n  - name: orders\n    semantic_model: true\n    metrics:\n      - {name: rows, agg: count, expr: 1}\n",
  };

  test("have their templates evaluated with the values in the query string", async () => {
    const entries = Object.entries(files).map(([name, content]) => ({path: `shop/${name}`, content}));
    const env = encodeURIComponent('{"SUFFIX":"_x"}');
    const answer = await t.call("POST", `${path}?schema=prod&database=wh&env=${env}`, {
      body: tarOf(entries),
      headers: {"content-type": "application/x-tar"},
    });
    expect(answer.status).toBe(200);
    expect(answer.body.graph.models[0]).toMatchObject({
      table: {catalog: "wh", schema: "prod_gold_x", name: "orders"},
      measures: [{name: "rows", type: "count"}],
    });
  });

  test("cannot read the service's own environment in their templates", async () => {
    const {body} = await sendForm({
      ...files,
      "models/orders.sql": "{{ config(schema=env_var('DATABASE_URL')) }}",
    });
    expect(body.notes[0]).toMatchObject({code: "template_failed", file: "models/orders.sql", line: 1});
  });

  test("with settings that are not JSON are refused with the setting's name", async () => {
    const {status, body} = await t.call("POST", `${path}?vars=x`, {body: project});
    expect(status).toBe(422);
    expect(body.errors[0].path).toBe("/vars");
  });
});

describe("a layer in the Ossie format", () => {
  const layer = () => path.replace("/import", "/layer");

  test("is exported, and imported unchanged", async () => {
    const {graph} = (await send(project, "application/json")).body;
    const id = path.split("/")[3] ?? "";
    await t.db
      .insertInto("layer_versions")
      .values({
        org_id: t.org.id,
        project_id: id,
        version: 1,
        graph: JSON.stringify(graph),
        model_count: 2,
        note: "test",
        created_by: t.org.admin.id,
      })
      .execute();
    await t.db.updateTable("projects").set({layer_version: 1}).where("id", "=", id).execute();
    const out = await t.call("GET", `${layer()}?format=ossie`, {token: t.org.reader.token});
    expect(out.status).toBe(200);
    expect(out.headers.get("content-type")).toBe("application/yaml");
    expect(out.text).toStartWith("version: 0.2.0.dev0\nsemantic_model:\n  - name: p\n");
    const again = await send(out.text, "application/yaml");
    expect(again.body).toEqual({graph, notes: []});
    expect((await t.call("GET", `${layer()}?format=graph`)).body).toEqual(graph);
  });

  test("is the only export: another format is refused", async () => {
    const {status, body} = await t.call("GET", `${layer()}?format=lookml`);
    expect(status).toBe(422);
    expect(body.errors[0].path).toBe("/format");
  });
});

test("an import that no graph can hold is refused with its place in the graph", async () => {
  const {status, body} = await send(
    `cubes:\n  - name: a\n    sql_table: ${"t".repeat(300)}\n`,
    "application/yaml",
  );
  expect(status).toBe(422);
  expect(body.errors[0].path).toStartWith("/graph/models/0/table");
});

test("a query that is ambiguous between two imported joins is 422 and names both", async () => {
  const orders = `models:
  - name: orders
    semantic_model: true
    columns:
      - {name: buyer_id, data_type: int, entity: {type: foreign, name: buyer}}
      - {name: payer_id, data_type: int, entity: {type: foreign, name: payer}}
    metrics: [{name: rows, agg: count, expr: "1"}]
  - name: people
    semantic_model: true
    columns:
      - {name: id, data_type: int, entity: {type: primary, name: buyer}}
      - {name: city, data_type: text, dimension: categorical}
    derived_semantics: {entities: [{name: payer, type: unique, expr: id}]}
`;
  const {graph} = (await send(orders, "application/yaml")).body;
  const id = newId("proj");
  const connection = newId("conn");
  const org = {org_id: t.org.id};
  await t.db
    .insertInto("connections")
    .values({...org, id: connection, name: "twins", type: "duckdb", config: "{}"})
    .execute();
  await t.db
    .insertInto("projects")
    .values({...org, id, name: "q", connection_id: connection})
    .execute();
  await t.db
    .insertInto("layer_versions")
    .values({
      ...org,
      project_id: id,
      version: 1,
      graph: JSON.stringify(graph),
      model_count: 2,
      note: "test",
      created_by: t.org.admin.id,
    })
    .execute();
  await t.db.updateTable("projects").set({layer_version: 1}).where("id", "=", id).execute();
  const ask = (dimension: string) =>
    t.call("POST", "/api/query/detail", {
      body: {projectId: id, model: "orders", dimensions: [dimension], measures: ["orders.rows"]},
    });
  const {status, body} = await ask("people.city");
  expect([status, body.code]).toEqual([422, "ambiguous_join_path"]);
  expect(body.errors[0].suggestions).toEqual(["buyer.city", "payer.city"]);
  expect((await ask("payer.city")).status).toBe(200);
});
