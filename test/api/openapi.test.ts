import {afterAll, beforeAll, expect, test} from "bun:test";
import {Ajv2020} from "ajv/dist/2020.js";
import {type TestApp, testApp} from "../support/app.ts";

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.stop());

async function document() {
  const {status, body} = await t.call("GET", "/swagger/json", {token: null});
  expect(status).toBe(200);
  return body;
}

function apiRoutes(): string[] {
  const routes = t.app.routes.filter(route => route.path.startsWith("/api/"));
  return routes.map(route => `${route.method} ${route.path.replace(/:(\w+)/g, "{$1}")}`).sort();
}

test("every route under /api is in the document, and nothing else is", async () => {
  const {paths} = await document();
  const described = Object.entries<object>(paths)
    .flatMap(([path, operations]) => Object.keys(operations).map(verb => `${verb.toUpperCase()} ${path}`))
    .filter(name => name.includes(" /api/"))
    .sort();
  expect(described).toEqual(apiRoutes());
  expect(described.length).toBeGreaterThan(20);
});

test("every operation says what it is, takes, gives, and refuses", async () => {
  const {paths, tags} = await document();
  const faults: string[] = [];
  const ids = new Set<string>();
  for (const [path, operations] of Object.entries<Record<string, Operation>>(paths)) {
    if (!path.startsWith("/api/")) continue;
    for (const [verb, operation] of Object.entries(operations)) {
      const fault = (what: string) => faults.push(`${verb.toUpperCase()} ${path}: ${what}`);
      if (!operation.summary) fault("no summary");
      if (ids.has(operation.operationId)) fault("its operationId is another's");
      ids.add(operation.operationId);
      if (
        !tags.some(
          (tag: {name: string; description?: string}) => tag.name === operation.tags[0] && tag.description,
        )
      )
        fault("its tag is not described");
      const [success] = Object.entries(operation.responses).find(([status]) => status.startsWith("2")) ?? [];
      const content = operation.responses[success ?? ""]?.content ?? {};
      const answer = content["application/json"];
      const types = Object.keys(content);
      const isFile = types.length > 0 && !types.includes("application/json");
      if (success === undefined) fault("no success");
      else if (success !== "204") {
        if (!answer?.schema && !isFile) fault("its answer has no schema");
        if (answer?.example === undefined && !isFile) fault("its answer has no example");
      }
      for (const status of ["401", "406", "429", "500"]) {
        if (!operation.responses[status]?.content?.["application/problem+json"]) fault(`no ${status}`);
      }
      const body = operation.requestBody?.content["application/json"];
      if (operation.requestBody) {
        if (!body?.schema) fault("its body has no schema");
        if (body?.example === undefined) fault("its body has no example");
        for (const status of ["400", "413", "415", "422"]) {
          if (!operation.responses[status]) fault(`no ${status}`);
        }
      }
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const named = operation.parameters.filter(one => one.in === "path").map(one => one.name);
      if (inPath.join() !== named.join()) fault("its path's parameters are not described");
      for (const one of operation.parameters) {
        if (one.$ref === undefined && !one.description) fault(`its parameter ${one.name} is not described`);
      }
    }
  }
  expect(faults).toEqual([]);
});

test("every reference leads somewhere, and every schema is one", async () => {
  const root = await document();
  const faults: string[] = [];
  const visit = (value: unknown, place: string): void => {
    if (typeof value !== "object" || value === null) return;
    for (const [key, inner] of Object.entries(value)) {
      if (key === "$id") faults.push(`${place} has an $id of its own`);
      if (key === "$ref") {
        const target = String(inner)
          .replace(/^#\//, "")
          .split("/")
          .reduce((found: unknown, step) => (isRecord(found) ? found[step] : undefined), root);
        if (!String(inner).startsWith("#/") || target === undefined) faults.push(`${place} → ${inner}`);
      }
      visit(inner, `${place}/${key}`);
    }
  };
  visit(root, "");
  expect(faults).toEqual([]);
});

test("every example fits its schema", async () => {
  const root = await document();
  const ajv = new Ajv2020({strict: false, allErrors: true, validateFormats: false});
  ajv.addSchema(root, "api");
  const faults: string[] = [];
  let checked = 0;
  const visit = (value: unknown, place: string): void => {
    if (!isRecord(value)) return;
    if ("schema" in value && "example" in value) {
      checked++;
      const fits = ajv.compile({$ref: `api#${place}/schema`});
      if (!fits(value["example"])) faults.push(`${place}: ${ajv.errorsText(fits.errors)}`);
    }
    for (const [key, inner] of Object.entries(value)) {
      visit(inner, `${place}/${encodeURIComponent(key.replaceAll("~", "~0").replaceAll("/", "~1"))}`);
    }
  };
  visit(root, "");
  expect(faults).toEqual([]);
  expect(checked).toBeGreaterThan(100);
});

test("the document says which service, address and scheme it is about", async () => {
  const root = await document();
  expect(root.openapi).toBe("3.1.0");
  expect(root.info).toMatchObject({
    title: "Analytics Service",
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
  });
  expect(root.servers).toEqual([{url: t.web.config.baseUrl, description: "This service"}]);
  expect(root.components.securitySchemes.token).toMatchObject({type: "http", scheme: "bearer"});
  expect(root.components.schemas.Problem.properties.code.enum).toContain("idempotency_conflict");
});

test.each([
  ["/", "Analytics Service"],
  ["/swagger", 'id="api"'],
])("the page at %s comes from here alone", async (path, content) => {
  const {status, headers, text} = await t.call("GET", path, {token: null});
  expect(status).toBe(200);
  expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
  const policy = headers.get("content-security-policy") ?? "";
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toMatch(/https?:|\*|script-src[^;]*unsafe/);
  expect(text).toContain(content);
  expect(text).toContain('<html lang="en">');
  expect(text).not.toMatch(/(src|href)="(https?:)?\/\//);
});

test("the page at / is styled under its own policy", async () => {
  const {headers, text} = await t.call("GET", "/", {token: null});
  const style = /<style>(.*)<\/style>/s.exec(text)?.[1] ?? "";
  const hash = new Bun.CryptoHasher("sha256").update(style).digest("base64");
  expect(headers.get("content-security-policy")).toContain(`style-src 'sha256-${hash}'`);
});

test("what the documentation page loads is there, and nothing beside it", async () => {
  for (const [file, type] of [
    ["swagger-ui.css", "text/css"],
    ["swagger-ui-bundle.js", "text/javascript"],
    ["start.js", "text/javascript"],
  ]) {
    const {status, headers, text} = await t.call("GET", `/swagger/${file}`, {token: null});
    expect(status).toBe(200);
    expect(headers.get("content-type")).toStartWith(type ?? "");
    expect(text.length).toBeGreaterThan(100);
  }
  for (const file of ["package.json", "..%2Fpackage.json", "constructor", "index.html"]) {
    expect((await t.call("GET", `/swagger/${file}`, {token: null})).status).toBe(404);
  }
});

interface Operation {
  summary?: string;
  operationId: string;
  tags: string[];
  parameters: {in?: string; name?: string; description?: string; $ref?: string}[];
  requestBody?: {content: Record<string, Media>};
  responses: Record<string, {content?: Record<string, Media>}>;
}

interface Media {
  schema?: object;
  example?: unknown;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
