import {afterAll, beforeAll, expect, test} from "bun:test";
import {Ajv2020} from "ajv/dist/2020.js";
import {OPERATORS} from "../../../shared/semantic/vocabulary.ts";
import {type TestApp, testApp} from "../../support/app.ts";

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

function operationsOf(paths: Record<string, Record<string, Operation>>): Operation[] {
  return Object.values(paths).flatMap(path => Object.values(path));
}

/** The document with its shared responses and parameters inserted where they are referred to. */
async function resolvedDocument() {
  const root = await document();
  for (const operation of operationsOf(root.paths)) {
    operation.parameters = operation.parameters.map(({$ref, ...own}) =>
      $ref === undefined ? own : root.components.parameters[$ref.split("/").at(-1) ?? ""],
    );
    for (const [status, {$ref}] of Object.entries(operation.responses)) {
      if ($ref) operation.responses[status] = root.components.responses[$ref.split("/").at(-1) ?? ""];
    }
  }
  return root;
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

/** Webhooks that other services call with a signature in place of a token. They accept any answer. */
const RECEIVERS = ["/api/billing/webhook", "/api/webhooks/github"];

test("every operation documents its purpose, input, output and errors", async () => {
  const {paths, tags} = await resolvedDocument();
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
      const isReceiver = RECEIVERS.includes(path);
      for (const status of isReceiver ? ["400", "500", "503"] : ["400", "401", "406", "429", "500", "503"]) {
        if (!operation.responses[status]?.content?.["application/problem+json"]) fault(`no ${status}`);
      }
      const body = operation.requestBody?.content["application/json"];
      if (operation.requestBody) {
        if (!body?.schema) fault("its body has no schema");
        if (body?.example === undefined && body?.examples === undefined) fault("its body has no example");
        for (const status of isReceiver ? ["408", "413"] : ["408", "413", "415", "422"]) {
          if (!operation.responses[status]) fault(`no ${status}`);
        }
      }
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const named = operation.parameters.filter(one => one.in === "path").map(one => one.name);
      if (inPath.join() !== named.join()) fault("its path's parameters are not described");
      for (const one of operation.parameters) {
        if (!one.description) fault(`its parameter ${one.name} is not described`);
      }
    }
  }
  expect(faults).toEqual([]);
});

/** The places of a schema, at any depth, in which a property has neither a description nor a component with one. */
function undescribed(root: unknown, schema: unknown, place: string, seen = new Set<string>()): string[] {
  if (Array.isArray(schema)) return schema.flatMap(one => undescribed(root, one, place, seen));
  if (!isRecord(schema)) return [];
  const {$ref, properties = {}, ...others} = schema;
  if (typeof $ref === "string") {
    if (seen.has($ref)) return [];
    seen.add($ref);
    return undescribed(root, resolve(root, $ref), $ref.split("/").at(-1) ?? "", seen);
  }
  const named = isRecord(properties) ? Object.entries(properties) : [];
  return [
    ...named.flatMap(([name, property]) => [
      ...(isDescribed(root, property) ? [] : [`${place}.${name}`]),
      ...undescribed(root, property, `${place}.${name}`, seen),
    ]),
    ...SUBSCHEMAS.flatMap(keyword => undescribed(root, others[keyword], place, seen)),
  ];
}

const SUBSCHEMAS = ["items", "anyOf", "allOf", "oneOf", "additionalProperties"];

function isDescribed(root: unknown, property: unknown): boolean {
  if (!isRecord(property)) return false;
  const {description, $ref} = property;
  if (typeof description === "string") return description.length > 5;
  return typeof $ref === "string" && isDescribed(root, resolve(root, $ref));
}

test("every property of a request and of an answer says what it is", async () => {
  const root = await resolvedDocument();
  const missing = Object.entries<Record<string, Operation>>(root.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([verb, {requestBody, parameters, responses}]) => {
      const place = `${verb.toUpperCase()} ${path}`;
      const bodies = [requestBody, ...Object.values(responses)];
      const schemas = [...bodies.flatMap(body => Object.values(body?.content ?? {})), ...parameters];
      return schemas.flatMap(({schema}) => undescribed(root, schema, place));
    }),
  );
  expect([...new Set(missing)].sort()).toEqual([]);
  const {properties} = root.components.schemas.ChartInput;
  expect(undescribed(root, {properties: {...properties, plain: {type: "string"}}}, "Chart")).toEqual([
    "Chart.plain",
  ]);
});

/** Codes without an operation: the method does not exist on the path. */
const OF_NO_OPERATION = ["method_not_allowed"];

test("every error code is documented at an operation that returns it", async () => {
  const {paths, components} = await resolvedDocument();
  const told = JSON.stringify(Object.values<object>(paths).map(path => Object.values(path)));
  const codes: string[] = components.schemas.Problem.properties.code.enum;
  expect(codes.length).toBeGreaterThan(25);
  const missing = codes.filter(code => !told.includes(`\`${code}\`: `));
  expect(missing.sort()).toEqual(OF_NO_OPERATION);
});

test("every reference leads to a schema, and every schema is valid", async () => {
  const root = await document();
  const faults: string[] = [];
  const visit = (value: unknown, place: string): void => {
    if (typeof value !== "object" || value === null) return;
    for (const [key, inner] of Object.entries(value)) {
      if (key === "$id") faults.push(`${place} has an $id of its own`);
      if (key === "$ref") {
        const target = resolve(root, String(inner));
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
    const check = (schema: string, example: unknown) => {
      checked++;
      const fits = ajv.compile({$ref: `api#${schema}`});
      if (!fits(example)) faults.push(`${place}: ${ajv.errorsText(fits.errors)}`);
    };
    if ("schema" in value && "example" in value) check(`${place}/schema`, value["example"]);
    if ("schema" in value && isRecord(value["examples"])) {
      for (const one of Object.values(value["examples"]))
        if (isRecord(one)) check(`${place}/schema`, one["value"]);
    }
    const own = Array.isArray(value["examples"]) ? value["examples"] : [];
    for (const example of own) check(place, example);
    for (const [key, inner] of Object.entries(value)) {
      visit(inner, `${place}/${encodeURIComponent(key.replaceAll("~", "~0").replaceAll("/", "~1"))}`);
    }
  };
  visit(root, "");
  expect(faults).toEqual([]);
  expect(checked).toBeGreaterThan(100);
});

test("what was read can be sent back, with the keys that only the service sets", async () => {
  const {paths, components} = await document();
  const schemaOf = (one: Schema = {}): Schema =>
    one.$ref === undefined ? one : components.schemas[one.$ref.split("/").at(-1) ?? ""];
  const jsonOf = (place?: {content?: Record<string, Media>}) =>
    schemaOf(place?.content?.["application/json"]?.schema);
  const keysOf = ({properties, anyOf = []}: Schema): string[] => [
    ...Object.keys(properties ?? {}),
    ...anyOf.flatMap(variant => keysOf(schemaOf(variant))),
  ];
  const refused: string[] = [];
  let compared = 0;
  for (const [path, operations] of Object.entries<Record<string, Operation>>(paths)) {
    for (const method of ["put", "patch"]) {
      const taken = new Set(keysOf(jsonOf(operations[method]?.requestBody)));
      const given = keysOf(jsonOf(operations["get"]?.responses["200"]));
      if (taken.size === 0 || given.length === 0) continue;
      compared++;
      refused.push(...given.filter(key => !taken.has(key)).map(key => `${method} ${path}: ${key}`));
    }
  }
  expect(refused).toEqual([]);
  expect(compared).toBeGreaterThan(10);
});

test("every schema with a name is a component, and is defined once", async () => {
  const {components, paths} = await document();
  const names = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    if ("$id" in value && typeof value.$id === "string") names.add(value.$id);
    for (const inner of Object.values(value)) visit(inner);
  };
  for (const {hooks} of t.app.routes) visit(hooks.detail);
  expect(names.size).toBeGreaterThan(100);
  expect(Object.keys(components.schemas).sort()).toEqual([...names, "Problem"].sort());
  expect(paths["/api/charts/{chartId}"].get.responses["200"].content["application/json"].schema).toEqual({
    $ref: "#/components/schemas/Chart",
  });
  const text = JSON.stringify([components, paths]);
  const objects = Object.entries<{properties?: object}>(components.schemas).filter(
    ([, one]) => one.properties,
  );
  const copied = objects.filter(([, one]) => text.split(JSON.stringify(one)).length !== 2);
  expect(copied.map(([name]) => name)).toEqual([]);
  expect(text.length).toBeLessThan(700_000);
});

test("a number in an address has a numeric type, and a switch is a boolean", async () => {
  const {paths} = await resolvedDocument();
  const types: Record<string, unknown> = {};
  for (const operation of operationsOf(paths)) {
    for (const {name = "", schema} of operation.parameters) {
      const pattern = schema?.pattern ?? "";
      // A pattern of digits would be a number with the type of a string.
      if (/^\^\(?(0\||\[?[01]-9|\\d)/.test(pattern)) types[name] = pattern;
      if (["limit", "width", "height", "version", "scale", "force", "dryRun"].includes(name)) {
        types[name] = schema?.type;
      }
    }
  }
  expect(types).toEqual({
    limit: "integer",
    width: "integer",
    height: "integer",
    version: "integer",
    scale: "number",
    force: "boolean",
    dryRun: "boolean",
  });
});

test("every operator of a filter is named", async () => {
  const {components} = await document();
  const {description} = components.schemas.FilterCondition.properties.op;
  expect([...description.split(". ")[0].matchAll(/`([^`]+)`/g)].map(([, name]) => name)).toEqual([
    ...OPERATORS,
  ]);
});

test("a query is documented with one type of JSON, and with its rows in other formats", async () => {
  const {paths} = await document();
  const {responses} = paths["/api/query"].post;
  const {content} = responses["200"];
  expect(content["application/json"].schema).toEqual({$ref: "#/components/schemas/QueryResult"});
  expect(Object.keys(content)).toEqual([
    "application/json",
    "text/csv",
    "application/x-ndjson",
    "application/vnd.apache.arrow.stream",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  ]);
  expect(content["text/csv"].schema).toEqual({type: "string"});
  expect(content["application/vnd.apache.arrow.stream"].schema).toEqual({type: "string", format: "binary"});
  expect(Object.keys(responses).filter(status => responses[status].content?.["application/json"])).toEqual([
    "200",
  ]);
  expect(responses["202"].headers.Location).toEqual({$ref: "#/components/headers/Location"});
});

test("the document names the service, its address and its authentication", async () => {
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

test("operations and parameters have names that are readable in a generated client", async () => {
  const {paths, components} = await document();
  const idOf = (method: string, path: string) => paths[path][method].operationId;
  expect(
    [
      ["get", "/api/charts"],
      ["get", "/api/charts/{chartId}"],
      ["put", "/api/charts/{chartId}/star"],
      ["get", "/api/charts/{chartId}/star"],
      ["post", "/api/orgs/{orgId}/service-accounts/{serviceAccountId}/rotate"],
      ["get", "/api/deliveries/{deliveryId}"],
      ["delete", "/api/query/runs/{runId}"],
      ["patch", "/api/schedules/{scheduleId}/active"],
      ["post", "/api/query"],
    ].map(([method = "", path = ""]) => idOf(method, path)),
  ).toEqual([
    "listCharts",
    "getChart",
    "starChart",
    "getChartStar",
    "rotateServiceAccount",
    "getDelivery",
    "cancelQueryRun",
    "updateScheduleActive",
    "runQuery",
  ]);
  const ids = operationsOf(paths).map(({operationId}) => operationId);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter(id => !/^[a-z][A-Za-z]{1,39}$/.test(id) || /Api|Id[A-Z]/.test(id))).toEqual([]);
  // The component has the parameter's own name, so that none has a name like `cursor-2`.
  for (const [key, {name}] of Object.entries<Parameter>(components.parameters)) expect(key).toBe(name ?? "");
});

interface Operation {
  summary?: string;
  operationId: string;
  tags: string[];
  parameters: Parameter[];
  requestBody?: {content: Record<string, Media>};
  responses: Record<string, {content?: Record<string, Media>; $ref?: string}>;
}

interface Parameter {
  in?: string;
  name?: string;
  description?: string;
  schema?: {type?: string; pattern?: string};
  $ref?: string;
}

interface Schema {
  $ref?: string;
  properties?: object;
  anyOf?: Schema[];
}

interface Media {
  schema?: Schema;
  example?: unknown;
  examples?: object;
}

/** What a reference leads to; `undefined` if it leads nowhere. */
function resolve(root: unknown, $ref: string): unknown {
  return $ref
    .replace(/^#\//, "")
    .split("/")
    .reduce((found: unknown, step) => (isRecord(found) ? found[step] : undefined), root);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
