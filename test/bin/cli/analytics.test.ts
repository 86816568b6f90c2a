import {afterAll, beforeAll, describe, expect, spyOn, test} from "bun:test";
import {mkdir, mkdtemp, rm} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {run} from "../../../bin/cli/main.ts";
import {freePort} from "../../../shared/core/postgres/server.ts";
import {bundledClient} from "../../support/processes/bundle.ts";
import {shopProjects} from "../../support/shop.ts";
import {until} from "../../support/until.ts";
import {type TestService, testService} from "../../support/worker.ts";

let t: TestService;
let shops: Awaited<ReturnType<typeof shopProjects>>;
let address: string;
let folder: string;
/** The client as one file, as it is packed: finding its modules takes half of the processor time of a command. */
let program: string;

beforeAll(async () => {
  t = await testService();
  shops = await shopProjects(t);
  t.app.listen({port: 0, hostname: "127.0.0.1"});
  address = `http://127.0.0.1:${t.app.server?.port}`;
  folder = await mkdtemp(join(tmpdir(), "analytics-cli-"));
  program = await bundledClient(join(folder, "client"));
});

afterAll(async () => {
  await t.app.stop();
  await t.stop();
  await shops.drop();
  await rm(folder, {recursive: true, force: true});
});

interface Started {
  env?: Record<string, string>;
  input?: string;
}

/** Runs the program as a shell does, in a folder of the test. */
async function analytics(args: readonly string[], {env = {}, input = ""}: Started = {}) {
  const child = Bun.spawn([process.execPath, program, ...args], {
    cwd: folder,
    env: {ANALYTICS_URL: address, ANALYTICS_TOKEN: t.org.admin.token, ...env},
    stdin: new Blob([input]),
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  expect(out + err).not.toContain(t.org.admin.token);
  return {out, err, code};
}

/**
 * Runs the program in this process, where neither a folder, a pipe nor a terminal matters: starting it for each of many
 * questions takes more computing than the questions. One call at a time.
 */
async function inThisProcess(args: readonly string[]) {
  let [out, err] = ["", ""];
  const stdout = spyOn(process.stdout, "write").mockImplementation((content, ...rest) => {
    out += typeof content === "string" ? content : Buffer.from(content).toString();
    for (const done of rest) if (typeof done === "function") done();
    return true;
  });
  const stderr = spyOn(console, "error").mockImplementation(line => {
    err += `${line}\n`;
  });
  try {
    const code = await run(args, {ANALYTICS_URL: address, ANALYTICS_TOKEN: t.org.admin.token});
    return {out, err, code};
  } finally {
    stdout.mockRestore();
    stderr.mockRestore();
  }
}

function put(name: string, content: unknown): Promise<number> {
  return Bun.write(join(folder, name), typeof content === "string" ? content : JSON.stringify(content));
}

const byStatus = {
  model: "orders",
  dimensions: ["orders.status"],
  measures: ["orders.count", "orders.total"],
  orderBy: ["orders.status"],
};

describe("analytics query", () => {
  test("prints a table, with numbers on the right and all of their digits", async () => {
    const {out, err, code} = await analytics(["query", JSON.stringify(byStatus)]);
    expect([out.split("\n"), err, code]).toEqual([
      [
        "orders.status  orders.count              orders.total",
        "open                      1                       0.1",
        "paid                      3  100000000000000000010.49",
        "",
      ],
      "2 rows\n",
      0,
    ]);
  });

  test("takes the same query from an argument, a file, standard input and flags", async () => {
    await put("query.json", byStatus);
    await put(
      "query.yml",
      "model: orders\ndimensions: [orders.status]\nmeasures: [orders.count, orders.total]\n",
    );
    const text = JSON.stringify(byStatus);
    const flags = [
      "--model",
      "orders",
      "--dimensions",
      "orders.status",
      "--measures",
      "orders.count,orders.total",
    ];
    const answers = await Promise.all([
      analytics(["query", text, "--format", "json"]),
      analytics(["query", "query.json", "--format", "json"]),
      analytics(["query", "query.yml", "--format", "json"]),
      analytics(["query", "--format", "json"], {input: text}),
      analytics(["query", "-", "--format", "json"], {input: text}),
      analytics(["query", ...flags, "--order", "orders.status", "--format", "json"]),
    ]);
    const rows = answers.map(({out}) =>
      JSON.parse(out).rows.map(([status, count]: unknown[]) => [status, count]),
    );
    for (const one of rows)
      expect(one).toEqual([
        ["open", 1],
        ["paid", 3],
      ]);
    expect(answers.map(({code}) => code)).toEqual([0, 0, 0, 0, 0, 0]);
  });

  test("keeps all digits of the numbers in a query, and of the rows that a test of the layer expects", async () => {
    const text = `{"model": "orders", "dimensions": ["orders.status"], "measures": ["orders.total"],
      "filters": [{"field": "orders.total", "op": "=", "value": 100000000000000000010.49}]}`;
    const asked = await inThisProcess(["query", text, "--format", "csv"]);
    expect([asked.out.split("\r\n")[1], asked.code]).toEqual(["paid,100000000000000000010.49", 0]);
    const rows = (total: string) => `tests: [{name: a, query: ${text}, expect: {rows: [[paid, ${total}]]}}]`;
    await put("digits/long.tests.yml", rows("100000000000000000010.49"));
    await put("digits/other.tests.yml", rows("100000000000000000010.50"));
    const open =
      "{model: orders, measures: [orders.total], filters: [{field: orders.status, op: '=', value: open}]}";
    await put(
      "digits/fraction.tests.yml",
      `tests: [{name: a, query: ${open}, expect: {rows: [[0.1000000000000000055]]}}]`,
    );
    const checked = await inThisProcess(["layer", "test", join(folder, "digits"), "--format", "json"]);
    const passed = JSON.parse(checked.out).map(({passed}: {passed: boolean}) => passed);
    expect(passed).toEqual([true, true, false]);
  });

  test("reads conditions as people write them", async () => {
    const counts = {
      "orders.status = paid": 3,
      "orders.status=open": 1,
      "orders.status is not open": 3,
      "orders.status not in paid, 'closed, gone'": 1,
      "orders.id > 9007199254740994": 2,
      "orders.id between 9007199254740993 and 9007199254740994": 2,
      "orders.placed_at between 2026-02-01, 2026-02-28": 2,
      "orders.placed_at in_past 900 months completed": 4,
      "orders.placed_at in_current minute": 0,
      "orders.status starts_with PA": 3,
      "orders.status is not null": 4,
      "orders.status isNull": 0,
    };
    const asked = ["query", "--model", "orders", "--measures", "orders.count", "--format", "csv"];
    const found: Record<string, number> = {};
    for (const condition of Object.keys(counts)) {
      const {out} = await inThisProcess([...asked, "--filter", condition, "--filter", "orders.id >= 0"]);
      found[condition] = Number(out.trim().split(/\r?\n/)[1]);
    }
    expect(found).toEqual(counts);
  });

  test("says that a limit cut rows off, and survives a reader that leaves", async () => {
    const {err} = await analytics([
      "query",
      "--model",
      "numbers",
      "--dimensions",
      "numbers.n",
      "--limit",
      "2",
    ]);
    expect(err).toBe("2 rows\nThere are more: --limit cut them off at 2.\n");
    const piped = `"${process.execPath}" "${program}" query --model numbers --dimensions numbers.n --limit 50000 --format csv | head -n 2; echo "\${PIPESTATUS[0]}"`;
    const child = Bun.spawn(["bash", "-c", piped], {
      env: {PATH: process.env["PATH"] ?? "", ANALYTICS_URL: address, ANALYTICS_TOKEN: t.org.admin.token},
      stderr: "pipe",
    });
    expect(await Promise.all([child.stdout.text(), child.stderr.text()])).toEqual([
      "numbers.n\r\n1\r\n0\n",
      "",
    ]);
  });

  test("prints each fault of a query with its path and the nearest names", async () => {
    const query = {
      model: "orders",
      measures: ["orders.cuont"],
      dimensions: ["orders.status", "orders.nowhere"],
    };
    const {out, err, code} = await analytics(["query", JSON.stringify(query)]);
    expect([out, code]).toEqual(["", 1]);
    expect(err).toContain("/measures/0");
    expect(err).toContain("orders.count");
    expect(err).toContain("/dimensions/1");
  });

  test("shows the statement without running it", async () => {
    const {out, code} = await analytics(["query", JSON.stringify(byStatus), "--sql"]);
    expect([/^select/i.test(out), code]).toEqual([true, 0]);
  });

  test("uses the named project", async () => {
    const args = ["query", JSON.stringify(byStatus), "--format", "csv", "--project"];
    const [named, identified, unknown] = await Promise.all([
      analytics([...args, "shop postgres"]),
      analytics([...args, shops.postgres.projectId]),
      analytics([...args, "shop oracle"]),
    ]);
    expect([named?.out, named?.code]).toEqual([identified?.out, 0]);
    expect(unknown).toMatchObject({out: "", code: 1});
    expect(unknown?.err).toContain('There is no project "shop oracle"');
    expect(unknown?.err).toContain('"shop postgres"');
  });
});

describe("the command line", () => {
  test("has help for each command", async () => {
    const asked = [[], ["help"], ["query", "--help"], ["layer", "test", "-h"]];
    const answers = await Promise.all(asked.map(args => analytics(args)));
    expect(answers.map(({code}) => code)).toEqual([2, 0, 0, 0]);
    const texts = ["Usage: analytics <command>", "layer test", "--dimensions A,B", "--junit FILE"];
    for (const [i, text] of texts.entries()) expect(answers[i]?.out).toContain(text);
  });

  test("prints what is wrong with it, and sends nothing", async () => {
    await mkdir(join(folder, "empty"), {recursive: true});
    const wrong: [string[], string][] = [
      [["qurey"], 'Did you mean "query"?'],
      [["layer"], '"layer" is not a command'],
      [["--url", "http://x"], "A command is missing"],
      [["query", "--dimension", "a"], "Did you mean --dimensions?"],
      [["query", "{}"], '/model: "model" is required.'],
      [["query", "{"], "The query is neither YAML nor JSON"],
      [["query", "nowhere.json"], '"nowhere.json" cannot be read'],
      [["query", "--model", "orders", "--filter", "orders.status ~ x"], "is not a condition"],
      [["query", "--model", "orders", "--limit", "many"], "--limit is a number"],
      [["query", "{}", "--limit", "1"], "not both"],
      [["models", "a", "b"], "Usage: analytics models [MODEL]"],
      [["models", "--format", "xml"], "--format is one of table, json, csv."],
      [["models", "--url", "analytics"], 'The service\'s address is "analytics"'],
      [["import", "nowhere"], '"nowhere" cannot be read'],
      [["layer", "test", join(folder, "empty")], "is named *.tests.yml"],
    ];
    for (const [args, fault] of wrong) {
      const {out, err, code} = await inThisProcess(args);
      expect(err).toContain(fault);
      expect([out, code]).toEqual(["", 2]);
    }
    // The exit code of the process is the program's.
    expect(await analytics(["qurey"])).toMatchObject({out: "", code: 2});
  });

  test("ends with 3 if nobody answers, and with 1 if the token is refused", async () => {
    const dead = `http://127.0.0.1:${await freePort()}`;
    const unreachable = await analytics(["models", "--url", dead]);
    expect([unreachable.err.includes(`${dead} cannot be reached`), unreachable.code]).toEqual([true, 3]);
    const refused = await analytics(["models"], {env: {ANALYTICS_TOKEN: "svc_pat_wrong"}});
    expect([refused.err.includes("svc_pat_wrong"), refused.code]).toEqual([false, 1]);
  });

  test("uses the stored token for this machine only", async () => {
    await put(".data/admin-token", `${t.org.admin.token}\n`);
    const env = {ANALYTICS_TOKEN: ""};
    expect((await analytics(["models", "--format", "csv"], {env})).code).toBe(0);
    const proxied: string[] = [];
    const proxy = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch(request) {
        proxied.push(request.url);
        return Response.json([]);
      },
    });
    const http_proxy = `http://127.0.0.1:${proxy.port}`;
    const direct = await analytics(["models"], {env: {...env, http_proxy, HTTP_PROXY: http_proxy}});
    await proxy.stop(true);
    expect([direct.code, proxied]).toEqual([0, []]);
    const elsewhere = await analytics(["models", "--url", "http://analytics.example.com"], {env});
    expect([elsewhere.err.includes("A token is needed"), elsewhere.code]).toEqual([true, 2]);
    const wrong = await analytics(["models"], {env: {ANALYTICS_TOKEN: "two words"}});
    expect([wrong.err.includes("words"), wrong.code]).toEqual([false, 2]);
  });

  test("does not follow a redirect with its token", async () => {
    const seen: (string | null)[] = [];
    const other = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch(request) {
        seen.push(request.headers.get("authorization"));
        return Response.redirect("/elsewhere", 302);
      },
    });
    const {err, code} = await analytics(["models", "--url", `http://127.0.0.1:${other.port}`]);
    await other.stop(true);
    expect([seen.length, err.includes("leads to"), code]).toEqual([1, true, 2]);
  });
});

describe("the command line with a busy service", () => {
  /** A server in front of the service that answers each path with these statuses first. */
  async function behind(refusals: readonly number[], after: string | undefined, args: readonly string[]) {
    const seen: string[] = [];
    const front = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch(request) {
        const {pathname, search} = new URL(request.url);
        const status = refusals[seen.filter(path => path === pathname + search).length];
        seen.push(pathname + search);
        if (status === undefined) return fetch(new Request(`${address}${pathname}${search}`, request));
        const headers = after === undefined ? {} : {"retry-after": after};
        return Response.json({detail: "Too much at once.", code: "rate_limited"}, {status, headers});
      },
    });
    const said = await analytics([...args, "--url", `http://127.0.0.1:${front.port}`]);
    await front.stop(true);
    return {...said, seen};
  }
  const count = ["query", "--model", "orders", "--measures", "orders.count", "--format", "csv"];

  test("waits as long as the answer says, and tries again", async () => {
    const since = performance.now();
    const {out, err, code} = await behind([429, 503], "1", count);
    expect([out, code]).toEqual(["orders.count\r\n4\r\n", 0]);
    expect(performance.now() - since).toBeGreaterThan(2000);
    expect(err).toContain("The service is busy (429): trying again in 1 s.");
    const date = await behind([503], new Date(0).toUTCString(), count);
    expect([date.seen.length, date.code]).toEqual([2, 0]);
  });

  test("gives up if that takes too long, and after some tries", async () => {
    const long = await behind([429], "3600", count);
    expect([long.seen.length, long.err, long.code]).toEqual([1, "Too much at once.\n", 1]);
    const often = await behind(new Array(9).fill(503), "0", count);
    expect([often.seen.length, often.code]).toEqual([6, 1]);
  });

  test("waits for the answer to a question whose events break off", async () => {
    const seen: string[] = [];
    const event = (data: object) => `event: status\ndata: ${JSON.stringify(data)}\n\n`;
    const ended = {
      ...{conversationId: "conv_1", status: "succeeded", clarify: null},
      answer: {markdown: "A fifth of them.\n", followUps: []},
    };
    const front = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch(request) {
        seen.push(new URL(request.url).pathname);
        if (request.method === "POST") return Response.json({runId: "run_1"}, {status: 202});
        if (!request.url.endsWith("/events")) return Response.json(ended);
        const isFirst = seen.filter(path => path.endsWith("/events")).length === 1;
        return new Response(
          new ReadableStream({
            async pull(controller) {
              if (!isFirst) {
                controller.enqueue(event({status: "succeeded"}));
                return controller.close();
              }
              controller.enqueue(event({status: "running", doing: "Looking at flights"}));
              await until(() => said.includes("Looking"));
              controller.error(new Error("The process has ended"));
            },
          }),
          {headers: {"content-type": "text/event-stream"}},
        );
      },
    });
    let said = "";
    const child = Bun.spawn([process.execPath, program, "ask", "How many are late?"], {
      env: {ANALYTICS_URL: `http://127.0.0.1:${front.port}`, ANALYTICS_TOKEN: "svc_pat_any"},
      stdout: "pipe",
      stderr: "pipe",
    });
    const listening = (async () => {
      for await (const part of child.stderr.pipeThrough(new TextDecoderStream())) said += part;
    })();
    const [out, code] = await Promise.all([child.stdout.text(), child.exited, listening]);
    await front.stop(true);
    expect([out, code]).toEqual(["A fifth of them.\n", 0]);
    expect(seen.filter(path => path.endsWith("/events"))).toHaveLength(2);
  });

  test("applies a layer only once, unless nothing was done", async () => {
    await put("again.json", {models: [{name: "again", table: {sql: "select 1 as n"}, dimensions: []}]});
    const apply = ["layer", "apply", "again.json", "--break", "--project", shops.duckdb.projectId];
    const applied = ({seen}: {seen: string[]}) => seen.filter(path => path.endsWith("/introspect")).length;
    const maybe = await behind([503], "0", apply);
    expect([applied(maybe), maybe.code]).toEqual([1, 1]);
    const nothing = await behind([429], "0", apply);
    expect([applied(nothing), nothing.code]).toEqual([2, 0]);
  });
});

describe("analytics upload", () => {
  test("makes a dataset of a file, named after the file or otherwise", async () => {
    await put("Store visits.csv", "day,visits\n2026-01-01,7\n2026-01-02,9\n");
    const {out, err, code} = await analytics(["upload", "Store visits.csv"]);
    expect([code, out.split("\n").map(line => line.trim())]).toEqual([
      0,
      ["field                type", "store_visits.day     date", "store_visits.visits  number", ""],
    ]);
    expect(err).toMatch(/^2 rows are in ds_\w+, which queries name "store_visits"\.\n$/);
    const other = await analytics(["upload", "Store visits.csv", "--name", "Visits", "--format", "json"]);
    expect(JSON.parse(other.out)).toMatchObject({name: "Visits", slug: "visits", rowCount: 2});
    const query = {model: "visits", measures: ["visits.visits_sum"]};
    expect((await analytics(["query", JSON.stringify(query), "--format", "csv"])).out).toContain("16");
  });

  test("prints what is wrong with a file, a team or the CSV", async () => {
    expect(await analytics(["upload", "nowhere.csv"])).toMatchObject({code: 2, out: ""});
    expect(await analytics(["upload", "."])).toMatchObject({code: 2, out: ""});
    await put("bad.csv", 'a,b\n1,"2\n');
    const bad = await analytics(["upload", "bad.csv"]);
    expect([bad.code, bad.err]).toEqual([1, expect.stringContaining("Line 2")]);
    await put("good.csv", "a\n1\n");
    expect((await analytics(["upload", "good.csv", "--team", "team_none"])).code).toBe(1);
  });
});

describe("on a terminal", () => {
  /** Runs the program on a terminal of this width, and returns its output. */
  async function onTerminal(args: readonly string[], columns: number, env: Record<string, string> = {}) {
    let out = "";
    const whole = Promise.withResolvers<void>();
    const child = Bun.spawn([process.execPath, program, ...args], {
      cwd: folder,
      env: {ANALYTICS_URL: address, ANALYTICS_TOKEN: t.org.admin.token, TERM: "xterm", ...env},
      terminal: {
        cols: columns,
        rows: 24,
        data: (_, data) => {
          out += new TextDecoder().decode(data);
        },
        exit: () => whole.resolve(),
      },
    });
    await Promise.all([child.exited, whole.promise]);
    child.terminal?.close();
    return out;
  }

  test("an upload shows how much of the file was sent", async () => {
    await put("long.csv", `n\n${"12345\n".repeat(400_000)}`);
    expect(await onTerminal(["upload", "long.csv"], 80)).toMatch(/[\d.]+ of 2\.3 MB sent/);
  });

  test("a table is as wide as the terminal, in colours unless NO_COLOR is set", async () => {
    const wide = await onTerminal(["models", "orders"], 40);
    expect(wide).toContain("\x1b[1m");
    const bare = await onTerminal(["models", "orders"], 20, {NO_COLOR: "1"});
    expect(bare).not.toContain("\x1b[");
    const lines = bare.split("\r\n");
    expect(Math.max(...lines.map(line => line.length))).toBeLessThanOrEqual(40);
    expect(bare).toContain("…");
  });

  test("data cannot move the cursor", async () => {
    const label = "\x1b[2J\x1b]0;owned\x07 \u202E";
    const graph = {
      models: [
        {
          name: "odd",
          table: {sql: "select 1 as n, chr(27) || '[2J' || chr(155) || 'K' as text"},
          dimensions: [
            {name: "n", type: "number", column: "n", label},
            {name: "text", type: "string", column: "text"},
          ],
        },
      ],
    };
    await t.call("POST", `/api/projects/${shops.duckdb.projectId}/introspect`, {body: graph});
    const {out} = await analytics(["models", "odd"]);
    expect(out).not.toMatch(/[^\P{Cc}\n]|\p{Bidi_Control}/u);
    expect(out).toContain("\\u001b[2J");
    const asked = ["query", "--model", "odd", "--dimensions", "odd.text", "--format"];
    for (const format of ["csv", "json"]) {
      const seen = await onTerminal([...asked, format], 200);
      expect(seen).not.toMatch(/[^\P{Cc}\r\n]|\p{Bidi_Control}/u);
      expect(seen).toMatch(/\\u001b\[2J/i);
    }
    // Another program that reads the output gets the data unchanged.
    expect((await analytics([...asked, "csv"])).out).toBe("odd.text\r\n\x1b[2J\x9bK\r\n");
  });
});

describe("the command line on layers", () => {
  const project = ["--project", "shop postgres"];
  const small = {
    models: [
      {
        name: "cities",
        table: {schema: "public", name: "customers"},
        dimensions: [{name: "region", type: "string", column: "region"}],
        measures: [{name: "count", type: "count"}],
      },
    ],
  };

  test("imports a folder, with notes that name file and line", async () => {
    await put(
      "dbt/models/shop.yml",
      `version: 2
models:
  - name: orders
    columns: [{name: id}, {name: status}, {name: amount}]
semantic_models:
  - name: orders
    model: ref('orders')
    entities: [{name: order, type: primary, expr: id}]
    dimensions: [{name: status, type: categorical}]
    measures: [{name: order_total, agg: sum, expr: amount}]
metrics:
  - {name: total, label: Total, type: simple, type_params: {measure: order_total}}
  - {name: turned, label: Turned, type: conversion, type_params: {}}
`,
    );
    await put("dbt/dbt_project.yml", "name: shop\nversion: '1'\nprofile: shop\nmodel-paths: [models]\n");
    await put("dbt/models/orders.sql", "select 1");
    await put("dbt/node_modules/broken.yml", "{");
    const args = ["import", "dbt", "--schema", "public", "--out", "imported.json", ...project];
    const {out, err, code} = await analytics([...args, "--format", "json"]);
    expect([code, err.startsWith("1 model, 0 joins, ")]).toEqual([0, true]);
    const {graph, notes} = JSON.parse(out);
    expect(graph.models[0].table).toMatchObject({schema: "public", name: "orders"});
    expect(notes.filter((note: {file?: string}) => note.file?.includes("broken"))).toEqual([]);
    const dropped = notes.find((note: {code: string}) => note.code === "metric_dropped");
    expect(dropped).toMatchObject({file: "models/shop.yml", line: 13});
    expect((await analytics(args)).out).toContain("models/shop.yml:13");
    expect((await Bun.file(join(folder, "imported.json")).json()).graph).toEqual(graph);
  });

  test("ends an import of an unreadable file with 1, and applies it only if that is allowed", async () => {
    await put("half/dbt_project.yml", "name: shop\nversion: '1'\nprofile: shop\nmodel-paths: [models]\n");
    await put("half/models/orders.sql", "select 1");
    await put("half/models/torn.yml", "models: [{");
    const orders =
      "{name: orders, model: ref('orders'), entities: [{name: order, type: primary, expr: id}], measures: [{name: total, agg: sum, expr: amount}]}";
    await put("half/models/orders.yml", `version: 2\nsemantic_models:\n  - ${orders}\n`);
    const args = ["import", "half", "--schema", "public", "--out", "half.json", ...project];
    const refused = await analytics(args);
    expect([refused.code, refused.err.includes("models/torn.yml")]).toEqual([1, true]);
    expect((await analytics([...args, "--allow-broken"])).code).toBe(0);
    const {projectId} = shops.postgres;
    const layer = async () => (await t.call("GET", `/api/projects/${projectId}/layer`)).body;
    const versions = async () =>
      (await t.call("GET", `/api/projects/${projectId}/layer/versions`)).body.length;
    const before = await layer();
    const apply = ["layer", "apply", "half.json", ...project];
    const kept = await analytics(apply);
    expect([kept.code, kept.err.includes("Nothing was applied")]).toEqual([1, true]);
    expect(await layer()).toEqual(before);
    const count = await versions();
    expect((await analytics([...apply, "--allow-broken", "--break"])).code).toBe(0);
    expect(await versions()).toBe(count + 1);
    await put("whole.json", JSON.stringify({graph: {models: before.models, joins: before.joins}}));
    await analytics(["layer", "apply", "whole.json", "--replace", "--break", ...project]);
  });

  test("proposes a layer from the catalogue, and ends a refused import with 1", async () => {
    const {out, code} = await analytics(["introspect", "--table", "orders", "--format", "json", ...project]);
    expect([JSON.parse(out).graph.models.map(({name}: {name: string}) => name), code]).toEqual([
      ["orders"],
      0,
    ]);
    await put("nothing/readme.md", "# Nothing");
    expect((await analytics(["import", "nothing", ...project])).code).toBe(1);
  });

  test("compares and applies a layer, and refuses one that breaks content unless told otherwise", async () => {
    await put("small.json", small);
    const compared = await analytics(["layer", "diff", "small.json", "--format", "csv", ...project]);
    expect([compared.out, compared.code]).toEqual(["change,name,why\r\nadded,cities,\r\n", 0]);
    expect((await analytics(["layer", "apply", "small.json", ...project])).code).toBe(0);
    expect(await analytics(["layer", "diff", "small.json", ...project])).toEqual({
      out: "",
      err: "No differences.\n",
      code: 0,
    });
    const query = {model: "cities", measures: ["cities.count"], projectId: shops.postgres.projectId};
    await t.call("POST", "/api/charts", {body: {name: "How many", type: "big_number", query}});
    const without = {models: [{...small.models[0], measures: [{name: "number", type: "count"}]}]};
    await put("without.yml", `# in YAML\n${JSON.stringify(without)}`);
    const breaking = await analytics(["layer", "diff", "without.yml", "--format", "json", ...project]);
    expect(JSON.parse(breaking.out)).toMatchObject({
      added: ["cities.number"],
      changed: [],
      removed: ["cities.count"],
      broken: [{resourceType: "chart", name: "How many"}],
    });
    expect(breaking.code).toBe(1);
    const refused = await analytics(["layer", "apply", "without.yml", ...project]);
    expect([refused.out.includes("How many"), refused.code]).toEqual([true, 1]);
    expect((await analytics(["models", "cities", ...project])).out).toContain("cities.count");
    const forced = await analytics([
      "layer",
      "apply",
      "without.yml",
      "--break",
      "--format",
      "json",
      ...project,
    ]);
    expect([JSON.parse(forced.out).broken.length, forced.code]).toEqual([1, 0]);
    expect((await analytics(["models", "cities", ...project])).out).toContain("cities.number");
  });

  test("refuses a layer with faults, each with its path", async () => {
    const model = {...small.models[0], dimensions: [{name: "nowhere", type: "string", column: "nowhere"}]};
    await put("faulty.json", {graph: {models: [model]}, notes: []});
    const {err, code} = await analytics(["layer", "diff", "faulty.json", ...project]);
    expect([err.includes("/graph/models/0/dimensions/0"), code]).toEqual([true, 1]);
  });

  test("exports a layer as Ossie and as the graph that can be imported", async () => {
    expect((await analytics(["export", ...project])).out).toContain("semantic_model");
    const {code} = await analytics(["export", "--as", "graph", "-o", "out.json", ...project]);
    expect(code).toBe(0);
    const again = await analytics(["layer", "diff", "out.json", "--replace", ...project]);
    // The chart that was broken before is reported, and is no fault of this graph.
    expect(again.out).toContain('broken already  chart "How many"');
    expect(again.code).toBe(0);
  });

  test("tests a layer by assertions, reported in their order with the findings", async () => {
    const paid = `{model: orders, dimensions: [orders.status], measures: [orders.count, orders.total], orderBy: [orders.status]}`;
    await put(
      "tests/shop.tests.yml",
      `tests:
  - {name: rows hold, query: ${paid}, expect: {rows: [[open, 1, 0.1], [paid, 3, "100000000000000000010.49"]], row_count: 2}}
  - {name: rows differ, query: ${paid}, expect: {rows: [[open, 1, 0.1], [paid, 4, 0]]}}
  - {name: rows are missing, query: ${paid}, expect: {rows: [[open, 1, 0.1]]}}
  - {name: nothing, query: {model: orders, measures: [orders.count], filters: [{field: orders.count, op: ">", value: 9}]}, expect: {empty: true}}
  - {name: something, query: ${paid}, expect: {not_empty: true, unique: [orders.status], measure: {name: orders.total, op: ">", value: 0}}}
  - {name: too few, query: ${paid}, expect: {row_count: {op: ">", value: 2}, measure: [{name: orders.count, op: ">=", value: 2}]}}
  - {name: repeats, query: {model: orders, dimensions: [orders.id, orders.status]}, expect: {unique: [orders.status]}}
  - {name: unlimited, query: {model: numbers, dimensions: [numbers.n]}, expect: {unique: [numbers.n]}}
  - {name: "<refused> & 'told'", query: {model: orders, measures: [orders.cuont]}, expect: {not_empty: true}}
`,
    );
    const {out, err, code} = await analytics(["layer", "test", "tests", "--junit", "junit.xml"]);
    expect(code).toBe(1);
    expect(err).toMatch(/^9 tests, 6 failed, in 1 file, /);
    expect(out.split("\n").slice(0, 17)).toEqual([
      "✓ rows hold (2 rows)",
      "✗ rows differ (tests/shop.tests.yml)",
      '    row 2 is ["paid",3,"100000000000000000010.49"], not ["paid",4,0]',
      "✗ rows are missing (tests/shop.tests.yml)",
      '    there are 2 rows, not 1; row 2 is ["paid",3,"100000000000000000010.49"]',
      "✓ nothing (0 rows)",
      "✓ something (2 rows)",
      "✗ too few (tests/shop.tests.yml)",
      "    there are 2 rows, not > 2",
      '    orders.count is 1, not >= 2 in 1 of 2 rows, the first ["open",1,0.1]',
      "✗ repeats (tests/shop.tests.yml)",
      '    orders.status repeats: ["paid"] is in 3 rows (1 such)',
      "✗ unlimited (tests/shop.tests.yml)",
      "    there are more than the 1000 rows that a query without a limit gives: set its limit",
      "✗ <refused> & 'told' (tests/shop.tests.yml)",
      expect.stringContaining("orders.cuont"),
      expect.stringContaining("/measures/0"),
    ]);
    const xml = await Bun.file(join(folder, "junit.xml")).text();
    expect(xml).toContain('<testsuite name="tests/shop.tests.yml" tests="9" failures="6">');
    expect(xml).toContain("name=\"&lt;refused&gt; &amp; 'told'\"");
    await put("tests/shop.tests.yml", "tests: [{name: a, query: {model: orders}, expect: {emptyy: true}}]");
    const wrong = await analytics(["layer", "test", "tests/shop.tests.yml"]);
    expect([wrong.err.includes("/tests/0/expect/emptyy"), wrong.code]).toEqual([true, 2]);
    await put("tests/shop.tests.yml", {tests: [{name: "a", query: byStatus, expect: {not_empty: true}}]});
    const good = await analytics(["layer", "test", "--format", "json", "tests"]);
    expect([JSON.parse(good.out)[0], good.code]).toMatchObject([{name: "a", passed: true, rowCount: 2}, 0]);
    const dead = `http://127.0.0.1:${await freePort()}`;
    expect((await analytics(["layer", "test", "tests", "--url", dead])).code).toBe(3);
  });
});

describe("the command line itself", () => {
  test("prints its version", async () => {
    const {version} = await Bun.file(join(import.meta.dir, "..", "..", "..", "package.json")).json();
    expect(await analytics(["--version"])).toEqual({out: `${version}\n`, err: "", code: 0});
  });

  test("takes options before the command, too", async () => {
    await put("status.json", byStatus);
    const after = await analytics(["query", "status.json", "--format", "csv", "--url", address]);
    const before = await analytics(["--format", "csv", `--url=${address}`, "query", "status.json"]);
    expect(after.code).toBe(0);
    expect(before).toEqual(after);
    const none = await analytics(["--format", "csv"]);
    expect([none.code, none.err]).toEqual([2, expect.stringContaining("A command is missing")]);
  });

  test("explains how to export a layer if no format is given", async () => {
    const {code, err} = await analytics(["export", "--format", "csv"]);
    expect([code, err]).toEqual([2, expect.stringContaining("--as graph")]);
  });
});
