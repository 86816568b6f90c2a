import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {type TestApp, testApp} from "../../support/app.ts";

let t: TestApp;
let accounts: string;
let teams: string;
beforeAll(async () => {
  t = await testApp();
  accounts = `/api/orgs/${t.org.id}/service-accounts`;
  teams = `/api/orgs/${t.org.id}/teams`;
});
afterAll(() => t.stop());

const MB = 1024 * 1024;

async function state(): Promise<string> {
  const {rows} = await t.web.pool.query(
    `select (select count(*) from principals) || ' ' || (select count(*) from teams) || ' ' ||
      (select count(*) from tokens) || ' ' || (select count(*) from audit_log) as state`,
  );
  return rows[0].state;
}

function chunked(bytes: number): ReadableStream<Uint8Array> {
  let left = bytes;
  return new ReadableStream({
    pull(controller) {
      controller.enqueue(new Uint8Array(Math.min(left, 64 * 1024)).fill(32));
      left -= 64 * 1024;
      if (left <= 0) controller.close();
    },
  });
}

describe("a body", () => {
  const valid = '{"name": "A", "scopes": ["read"]}';
  const cases: [string, unknown, Record<string, string>, number, string, RegExp][] = [
    ["that is empty", "", {}, 400, "malformed_json", /empty/],
    ["of blanks", " \n ", {}, 400, "malformed_json", /empty/],
    ["that is not JSON", "name=A", {}, 400, "malformed_json", /not JSON/],
    ["that is cut", '{"name": "A"', {}, 400, "malformed_json", /not JSON/],
    ["of two documents", `${valid}${valid}`, {}, 400, "malformed_json", /not JSON/],
    ["that is not UTF-8", new Uint8Array([0x7b, 0xff, 0x7d]), {}, 400, "malformed_json", /UTF-8/],
    ["nested without end", "[".repeat(400_000), {}, 422, "invalid_request", /nests deeper/],
    ["nested deeply", `{"name": ${"[".repeat(9000)}${"]".repeat(9000)}}`, {}, 422, "invalid_request", /./],
    [
      "that is a form",
      valid,
      {"content-type": "application/x-www-form-urlencoded"},
      415,
      "unsupported_media_type",
      /application\/json/,
    ],
    [
      "that is text",
      valid,
      {"content-type": "text/plain"},
      415,
      "unsupported_media_type",
      /application\/json/,
    ],
    [
      "that is compressed",
      Bun.gzipSync(Buffer.from(valid)),
      {"content-encoding": "gzip"},
      415,
      "unsupported_media_type",
      /"gzip"/,
    ],
    ["of 20 MB", " ".repeat(20 * MB), {}, 413, "payload_too_large", /1048576 bytes/],
    ["that announces 20 MB", valid, {"content-length": String(20 * MB)}, 413, "payload_too_large", /bytes/],
    ["of 20 MB in chunks", chunked(20 * MB), {}, 413, "payload_too_large", /bytes/],
    ["that is an array", "[]", {}, 422, "invalid_request", /object/],
    ["that is null", "null", {}, 422, "invalid_request", /object/],
    ["of nothing", "{}", {}, 422, "invalid_request", /"name" is required/],
    ["of wrong types", '{"name": 7, "scopes": "read"}', {}, 422, "invalid_request", /\/name/],
    ["with U+0000", '{"name": "a\\u0000b", "scopes": ["read"]}', {}, 422, "invalid_request", /U\+0000/],
    ["with half a pair", '{"name": "a\\ud83d", "scopes": ["read"]}', {}, 422, "invalid_request", /surrogate/],
    ["with a % in a key", '{"100%": 1}', {}, 422, "invalid_request", /./],
    ["with a bad key", '{"attributes": {"\\ud800": []}}', {}, 422, "invalid_request", /surrogate/],
    [
      "with control characters",
      '{"name": "a\\u0007", "scopes": ["read"]}',
      {},
      422,
      "invalid_request",
      /control character/,
    ],
    [
      "with a prototype",
      '{"__proto__": {"orgRole": "admin"}, "name": "A", "scopes": ["read"]}',
      {},
      422,
      "invalid_request",
      /__proto__/,
    ],
  ];

  test.each(cases)("%s is refused, and nothing is saved", async (_, body, headers, status, code, detail) => {
    const before = await state();
    const answer = await t.call("POST", accounts, {body, headers});
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(answer.body.detail).toMatch(detail);
    expect(answer.body.requestId).toBe(answer.headers.get("x-request-id"));
    expect(await state()).toBe(before);
  });

  test("with an unknown key is refused, and the nearest known key is suggested", async () => {
    const {status, body} = await t.call("POST", accounts, {body: {nmae: "A", scopes: ["read"]}});
    expect(status).toBe(422);
    expect(body.errors).toContainEqual({
      path: "/nmae",
      message: '"nmae" is not a known key. Did you mean "name"?',
      allowed: expect.arrayContaining(["name", "scopes"]),
      suggestions: ["name"],
    });
    expect(body.errors).toContainEqual({path: "/name", message: '"name" is required.'});
  });

  test("of several forms gets the error of the form whose key was misspelt", async () => {
    const ask = (filter: unknown) =>
      t.call("POST", "/api/query", {body: {model: "orders", measures: ["orders.count"], filters: [filter]}});
    const {body} = await ask({nonne: "items"});
    expect(body.errors).toMatchObject([{path: "/filters/0/nonne", suggestions: ["none"]}]);
    const list = await ask({not: [{field: "orders.status", op: "=", value: "paid"}]});
    expect(list.body.errors).toMatchObject([{path: "/filters/0/not"}]);
    expect(list.body.errors[0].message).toStartWith("One object is needed, but it is a list");
  });

  test.each([
    [{dimensions: "orders.status"}, "/dimensions", /in square brackets/],
    [{filters: {field: "orders.status", op: "=", value: "paid"}}, "/filters", /in square brackets/],
    [{filters: '[{"field": "orders.status"}]'}, "/filters", /It is text: send the list itself/],
    [{compare: '{"offset": {"unit": "day", "count": 1}}'}, "/compare", /It is text: send the object itself/],
    [{limit: "10"}, "/limit", /It is text: send the number itself/],
    [{totals: "true"}, "/totals", /It is text: send the boolean itself/],
    [{limit: "ten"}, "/limit", /but it is "ten"\.$/],
    [{limit: null}, "/limit", /but it is null\.$/],
    [{filters: ["orders.status = 'paid'"]}, "/filters/0", /Write an object .* \{field, op\} \{or\}/],
    [{filters: [null]}, "/filters/0", /Write an object .* \{field, op\} \{or\}/],
    [{measures: [5]}, "/measures/0", /Write text, or an object .* \{name, agg, of, per\}/],
  ])("of a wrong kind is refused, and the right kind is named: %j", async (more, path, message) => {
    const query = {model: "orders", measures: ["orders.count"], ...more};
    const {status, body} = await t.call("POST", "/api/query", {body: query});
    expect(status).toBe(422);
    expect(body.errors).toMatchObject([{path, message: expect.stringMatching(message)}]);
  });

  describe("of a form that is named by its type", () => {
    const effects = [{type: "email", recipients: ["ada@example.com"], subject: "A", message: "B"}];
    const action = (more: object) => [
      "/api/actions",
      {name: "A", trigger: {type: "manual"}, effects, ...more},
    ];
    const schedule = (condition: unknown) => [
      "/api/schedules",
      {resourceType: "chart", resourceId: "x", cron: "0 8 * * *", recipients: ["ada@example.com"], condition},
    ];
    const triggers = ["manual", "schedule", "threshold", "event"];
    const cases: [string, unknown[], string, RegExp, unknown?][] = [
      [
        "of an unknown type",
        action({trigger: {type: "shedule"}}),
        "/trigger/type",
        /^One of manual, schedule, .* but it is "shedule"/,
        triggers,
      ],
      [
        "without a type",
        action({trigger: {}}),
        "/trigger/type",
        /^"type" is required: one of manual, schedule,/,
        triggers,
      ],
      [
        "in a list",
        action({effects: [{type: "webhook", url: "http://x"}]}),
        "/effects/0/type",
        /^One of email, .* but it is "webhook"/,
      ],
      [
        "that lacks a key of its own",
        action({trigger: {type: "schedule"}}),
        "/trigger/cron",
        /^"cron" is required/,
      ],
      [
        "or null",
        schedule({type: "rainy"}),
        "/condition/type",
        /^One of has_rows, changed, threshold is needed/,
      ],
      [
        "or null, that lacks a key",
        schedule({type: "threshold"}),
        "/condition/query",
        /^"query" is required/,
      ],
      ["or null, of another kind", schedule(5), "/condition", /^None of the allowed forms fits 5/],
    ];
    test.each(cases)(
      "%s gets the error of what is missing",
      async (_, [path, body], at, message, allowed = expect.anything()) => {
        const answer = await t.call("POST", String(path), {body});
        expect(answer.body.errors).toMatchObject([{path: at, message: expect.stringMatching(message)}]);
        expect(answer.body.errors[0].allowed ?? allowed).toEqual(allowed);
      },
    );
  });

  test("with a key is refused by a call that takes none, which then does nothing, and may be empty", async () => {
    const {body: sheet} = await t.call("POST", "/api/sheets", {body: {name: "S"}});
    const config = {name: "C", type: "duckdb", config: {path: "x.duckdb"}};
    await t.web.pool.query(
      `insert into connections (id, org_id, name, type, config) values ('conn_c', $1, 'C', 'duckdb', '{}')`,
      [t.org.id],
    );
    const link = `/api/orgs/${t.org.id}/members/${t.org.adminUser.id}/password-link`;
    const before = await state();
    for (const [method, path, body, key] of [
      ["POST", link, {expiresAt: "2030-01-01"}, "expiresAt"],
      ["POST", "/api/connections/conn_c/test", config, "name"],
      ["POST", `/api/sheets/${sheet.id}/calculate`, {tab: "Sheet1"}, "tab"],
      ["PUT", `/api/sheets/${sheet.id}/star`, {starred: false}, "starred"],
    ] as const) {
      const {status, body: problem} = await t.call(method, path, {body});
      expect([path, status, problem.code]).toEqual([path, 422, "invalid_request"]);
      expect(problem.errors[0]).toMatchObject({path: `/${key}`, message: `"${key}" is not a known key.`});
      // The rights are checked first, and what is not there stays unknown.
      expect((await t.call(method, path, {body, token: t.org.writer.token})).status).not.toBe(422);
    }
    expect((await t.call("POST", link, {body: "nonsense"})).body.code).toBe("malformed_json");
    expect(await state()).toBe(before);
    for (const body of [undefined, "", {}, null])
      expect((await t.call("POST", link, body === undefined ? {} : {body})).status).toBe(201);
  });

  test("with an invalid text where text or null is allowed gets the error of the text's format", async () => {
    const body = {name: "A", scopes: ["read"], expiresAt: "yesterday"};
    const answer = await t.call("POST", accounts, {body});
    expect(answer.body.errors).toMatchObject([
      {
        path: "/expiresAt",
        message:
          '"yesterday" does not fit. When its token stops working: ISO 8601 with an offset or `Z`, in the future. Default null: never.',
      },
    ]);
  });

  test("with an invalid key in a map gets the error of the keys' format", async () => {
    const {body} = await t.call("POST", "/api/sheets", {
      body: {name: "S", tabs: [{name: "A", cells: {A0: 1}}]},
    });
    expect(body.errors).toMatchObject([
      {path: "/tabs/0/cells/A0", message: '"A0" does not fit. Cell, such as A1 → its content.'},
    ]);
  });

  test("with an unknown key that looks like an escape is refused with that key's own name", async () => {
    const answer = await t.call("POST", teams, {body: {name: "A", "%E0%2f~1/": 1}});
    expect(answer.body.errors).toMatchObject([{message: '"%E0%2f~1/" is not a known key.'}]);
    const asked = await t.call("GET", `/api/orgs/${t.org.id}/audit-log?100%=1`);
    expect(asked.body).toMatchObject({status: 422, code: "invalid_request"});
  });

  test("with an object in place of an enumerated word is refused, whatever its toString is", async () => {
    const {status, body} = await t.call("POST", accounts, {
      body: {name: "A", scopes: [{toString: 1, valueOf: 1}]},
    });
    expect([status, body.errors[0].path]).toEqual([422, "/scopes/0"]);
    expect(body.errors[0].allowed).toEqual(["read", "write", "manage"]);
  });

  test("with a misspelt value is refused, and the right one is suggested", async () => {
    const {body} = await t.call("POST", accounts, {body: {name: "A", scopes: ["wirte"]}});
    expect(body.errors[0]).toMatchObject({
      path: "/scopes/0",
      allowed: ["read", "write", "manage"],
      suggestions: ["write"],
    });
  });

  test("may come without a content type, with a character set, and as +json", async () => {
    for (const type of ["", "application/json; charset=utf-8", "application/merge-patch+json"]) {
      const name = crypto.randomUUID();
      const {status} = await t.call("POST", teams, {
        body: new TextEncoder().encode(JSON.stringify({name})),
        headers: type ? {"content-type": type} : {},
      });
      expect(status).toBe(201);
    }
  });
});

describe("text of any kind", () => {
  test.each([
    `it's "quoted" \\ %s %_ $1 \${x}`,
    "'; drop table teams; --",
    "🚀 مرحبا 漢字 e\u0301 \u202e",
    "<script>alert(1)</script>",
    "null",
    "x".repeat(200),
  ])("is stored unchanged: %j", async name => {
    const {status, body} = await t.call("POST", teams, {body: {name}});
    expect([status, body.name]).toEqual([201, name]);
    expect((await t.call("GET", `${teams}/${body.id}`)).body.name).toBe(name);
  });

  test("in a path finds nothing and does no harm", async () => {
    for (const id of ["'; drop table teams; --", "%", "a/b", "..", "\u0000", "🚀", "x".repeat(5000)]) {
      const {status, body} = await t.call("GET", `${teams}/x${encodeURIComponent(id)}`);
      expect([id, status, body.code]).toEqual([id, 404, "not_found"]);
    }
    for (const broken of ["%zz", "%E0%A4%A", "%00", "%ed%a0%80"]) {
      const {status} = await t.call("GET", `${teams}/${broken}`);
      expect([broken, status]).toEqual([broken, 404]);
    }
  });
});

describe("methods and media types", () => {
  test("a method that a path does not have is 405, with the methods that it has", async () => {
    for (const [method, path, allow] of [
      ["DELETE", "/api/whoami", "GET, HEAD, OPTIONS"],
      ["PUT", teams, "GET, POST, HEAD, OPTIONS"],
      ["GET", `${accounts}/x/rotate`, "POST, OPTIONS"],
      ["TRACE", "/healthz", "GET, HEAD, OPTIONS"],
      ["PROPFIND", "/", "GET, HEAD, OPTIONS"],
    ] as const) {
      const {status, body, headers} = await t.call(method, path);
      expect([method, path, status, body.code]).toEqual([method, path, 405, "method_not_allowed"]);
      expect(headers.get("allow")).toBe(allow);
    }
  });

  test("an empty id in a path is 404", async () => {
    for (const path of ["/api/projects//models", "/api/charts//image.png"]) {
      const {status, body} = await t.call("GET", path);
      expect([status, body.code, body.detail]).toEqual([404, "not_found", `There is nothing at ${path}.`]);
      expect((await t.call("HEAD", path)).status).toBe(404);
      expect((await t.call("DELETE", path)).status).toBe(405);
    }
  });

  test("a missing address is a page for a browser, and a problem for a program", async () => {
    const accept = "text/html,application/xhtml+xml,*/*;q=0.8";
    const page = await t.call("GET", "/nowhere", {token: null, headers: {accept}});
    expect([page.status, page.headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"]);
    expect(page.text).toContain('<a href="/">');
    expect((await t.call("GET", "/nowhere", {token: null})).body.code).toBe("not_found");
    expect((await t.call("GET", "/api/nowhere", {headers: {accept}})).body.code).toBe("not_found");
  });

  test("OPTIONS lists the methods of a path, without a token", async () => {
    const {status, headers, text} = await t.call("OPTIONS", teams, {token: null});
    expect([status, text, headers.get("allow")]).toEqual([204, "", "GET, POST, HEAD, OPTIONS"]);
    expect((await t.call("OPTIONS", "/nowhere", {token: null})).status).toBe(404);
  });

  test("HEAD is GET without its body", async () => {
    const get = await t.call("GET", "/api/whoami");
    const head = await t.call("HEAD", "/api/whoami");
    expect([head.status, head.text]).toEqual([200, ""]);
    expect(head.headers.get("content-type")).toBe(get.headers.get("content-type"));
    expect(head.headers.get("content-length")).toBe(String(get.text.length));
    expect((await t.call("HEAD", "/api/whoami", {token: null})).status).toBe(401);
    expect((await t.call("HEAD", "/nowhere")).status).toBe(404);
  });

  test.each([
    ["*/*", 200],
    ["application/json", 200],
    ["application/*;q=0.5, text/html", 200],
    ["text/html, */*;q=0.1", 200],
    ["APPLICATION/JSON", 200],
    ["text/html", 406],
    ["application/json;q=0", 406],
    ["application/json;q=0, */*", 406],
    ["application/xml, text/*", 406],
    ["nonsense", 406],
  ])("Accept: %s is %d", async (accept, status) => {
    const answer = await t.call("GET", "/api/whoami", {headers: {accept}});
    expect(answer.status).toBe(status);
    if (status === 406) expect(answer.body.code).toBe("not_acceptable");
  });

  test("a missing address is 404, with a problem that names it", async () => {
    for (const path of [
      "/nope",
      "/api",
      "/api/nope",
      "/API/whoami",
      "/api/whoami/x",
      "/.env",
      "//api/whoami",
    ]) {
      const {status, body} = await t.call("GET", path);
      expect([path, status, body.code]).toEqual([path, 404, "not_found"]);
    }
  });
});

describe("a request id", () => {
  test("is returned if it is a valid one, and generated if not", async () => {
    const idOf = async (given: string) => {
      const {headers} = await t.call("GET", "/api/whoami", {headers: {"x-request-id": given}});
      return headers.get("x-request-id");
    };
    expect(await idOf("trace-1.a:b_C")).toBe("trace-1.a:b_C");
    for (const given of ["", "a b", "x".repeat(129), 'a"b', "é"]) {
      expect(await idOf(given)).toMatch(/^req_[\w-]{36}$/);
    }
  });
});

describe("paging", () => {
  test("with the cursor of another list is refused, and does not start again", async () => {
    const cursor = Buffer.from(t.org.admin.id).toString("base64url");
    const answer = await t.call("GET", `/api/orgs/${t.org.id}/audit-log?cursor=${cursor}`);
    expect(answer.body).toMatchObject({status: 422, code: "invalid_request"});
  });

  test("goes through 250 rows, each once, newest first", async () => {
    const org = await t.addOrg("Long list");
    const path = `/api/orgs/${org.id}/service-accounts`;
    const {token} = org.admin;
    const made: string[] = [];
    for (let i = 0; i < 250; i++) {
      const {body} = await t.call("POST", path, {token, body: {name: `No ${i}`, scopes: ["read"]}});
      made.unshift(body.serviceAccount.id);
    }
    const seen: string[] = [];
    const sizes: number[] = [];
    let next: string | undefined = path;
    while (next) {
      const page = await t.call("GET", next, {token});
      seen.push(...page.body.map((row: {id: string}) => row.id));
      sizes.push(page.body.length);
      next = /^<([^>]+)>; rel="next"$/.exec(page.headers.get("link") ?? "")?.[1];
    }
    expect(sizes).toEqual([100, 100, 56]);
    expect(seen.slice(0, 250)).toEqual(made);
    expect(new Set(seen).size).toBe(256);

    const audited: string[] = [];
    next = `/api/orgs/${org.id}/audit-log?limit=99`;
    while (next) {
      const page = await t.call("GET", next, {token});
      audited.push(...page.body.map((row: {resourceId: string}) => row.resourceId));
      next = /^<([^>]+)>; rel="next"$/.exec(page.headers.get("link") ?? "")?.[1];
    }
    expect(audited).toEqual(made);
  });

  test.each([
    "limit=0",
    "limit=501",
    "limit=-1",
    "limit=1e2",
    "limit=abc",
    "limit=",
    "limit=1&limit=2",
    "cursor=%00",
    "cursor=JzsgZHJvcCB0YWJsZSB0ZWFtcw",
    `cursor=${"x".repeat(300)}`,
    "offset=10",
    "Limit=10",
  ])("with ?%s is refused", async query => {
    const {status, body} = await t.call("GET", `${accounts}?${query}`);
    expect([status, body.code]).toEqual([422, "invalid_request"]);
  });
});

describe("an unknown parameter of the query string", () => {
  test.each([
    ["GET", "/api/charts", "limt"],
    ["POST", "/api/query", "csf"],
    ["POST", "/api/charts", "name"],
    ["POST", "/api/actions/act_01k1jxk9m0e7btn2v4s5q6r7t8/runs", "dryRun"],
  ])("is refused by %s %s, before anything is done: %s", async (method, path, name) => {
    const body = method === "POST" ? {body: {}} : {};
    const {status, body: problem} = await t.call(method, `${path}?${name}=5`, body);
    expect([status, problem.code, problem.errors[0].path]).toEqual([422, "invalid_request", `/${name}`]);
    expect(problem.detail).toContain(`"${name}"`);
  });

  test("is ignored by a list without parameters, so that all lists can be read alike", async () => {
    const list = `/api/orgs/${t.org.id}/teams`;
    const all = await t.call("GET", list);
    const {status, body} = await t.call("GET", `${list}?limit=100`);
    expect([status, body]).toEqual([200, all.body]);
  });
});
