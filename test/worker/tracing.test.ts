import {afterAll, beforeAll, expect, test} from "bun:test";
import {shopProjects} from "../support/shop.ts";
import {type TestService, testService} from "../support/worker.ts";

/** A service that sends its spans to a collector of the test, in the wire format of OTLP over HTTP. */

interface Span {
  name: string;
  kind: number;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: {key: string; value: Record<string, unknown>}[];
  status: {code?: number; message?: string};
}

const TRACE = "0af7651916cd43dd8448eb211c80319c";
const PARENT = "b7ad6b7169203331";
const SECRET = "a-value-of-the-caller";

let t: TestService;
let shops: Awaited<ReturnType<typeof shopProjects>>;
let collector: Bun.Server<undefined>;
const received: {text: string; key: string | null}[] = [];

beforeAll(async () => {
  collector = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      if (new URL(request.url).pathname !== "/v1/traces") return new Response("", {status: 404});
      received.push({text: await request.text(), key: request.headers.get("api-key")});
      return Response.json({});
    },
  });
  t = await testService({
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${collector.port}/`,
    OTEL_EXPORTER_OTLP_HEADERS: "api-key=s%3Dcret,x-other=1",
    STATEMENT_COMMENTS: "on",
  });
  shops = await shopProjects(t);
});

afterAll(async () => {
  await shops?.drop();
  await collector?.stop(true);
});

const spans = (): Span[] =>
  received.flatMap(({text}) =>
    JSON.parse(text).resourceSpans.flatMap((resource: {scopeSpans: {spans: Span[]}[]}) =>
      resource.scopeSpans.flatMap(scope => scope.spans),
    ),
  );
const attributeOf = ({attributes}: Span, key: string) =>
  Object.values(attributes.find(one => one.key === key)?.value ?? {})[0];

test("a request is traced down to its statement, with models and fingerprints and without values", async () => {
  const ask = (body: object, requestId: string) =>
    t.call("POST", "/api/query", {
      body: {projectId: shops.postgres.projectId, ...body},
      headers: {traceparent: `00-${TRACE}-${PARENT}-01`, "x-request-id": requestId},
    });
  const filters = [{field: "orders.status", op: "!=", value: SECRET}];
  const good = await ask({model: "orders", measures: ["orders.count"], filters}, "req_good");
  expect(good.body.rows).toEqual([[4]]);
  const bad = await ask({model: "orders", measures: ["orders.broken"]}, "req_bad");
  expect(bad.status).toBe(502);
  await t.stop();

  const all = spans().filter(({traceId}) => traceId === TRACE);
  const server = all.find(span => attributeOf(span, "analytics.request.id") === "req_good");
  const query = all.find(({name}) => name === "query orders");
  const statement = all.find(({name}) => name === "statement orders");
  if (!server || !query || !statement) throw new Error(JSON.stringify(all));
  expect(server).toMatchObject({name: "POST /api/query", kind: 2, parentSpanId: PARENT});
  expect(query.parentSpanId).toBe(server.spanId);
  expect(statement).toMatchObject({kind: 3, parentSpanId: query.spanId});
  expect(attributeOf(statement, "analytics.model")).toBe("orders");
  expect(attributeOf(statement, "analytics.query.fingerprint")).toBe(
    attributeOf(query, "analytics.query.fingerprint"),
  );
  expect(attributeOf(server, "http.response.status_code")).toBe(200);
  const refused = all.find(span => attributeOf(span, "analytics.request.id") === "req_bad");
  expect(refused && attributeOf(refused, "http.response.status_code")).toBe(502);
  const failed = all.find(({name, status}) => name === "statement orders" && status.code === 2);
  expect(failed?.status.message).toBe("warehouse_error");
  expect(received.every(({key}) => key === "s=cret")).toBe(true);
  expect(JSON.stringify(received)).not.toContain(SECRET);
  expect(JSON.stringify(received)).not.toContain(t.org.admin.token);
});
