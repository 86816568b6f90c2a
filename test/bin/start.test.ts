import {afterAll, beforeAll, expect, test} from "bun:test";
import {existsSync, readdirSync, readFileSync} from "node:fs";
import {mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile} from "node:fs/promises";
import {tmpdir} from "node:os";
import {basename, join} from "node:path";
import {simpleParser} from "mailparser";
import pg from "pg";
import {freePort, runningPostgresUrl} from "../../shared/core/postgres/server.ts";
import {type Provider, startProvider} from "../agents/provider/provider.ts";
import {readPage, shellBlocks} from "../docs/pages.ts";
import {onBusyMachine} from "../support/busy-machine.ts";
import {type TestDatabase, testDatabase, testServerUrl} from "../support/postgres.ts";
import {bundledClient} from "../support/processes/bundle.ts";
import {until} from "../support/until.ts";
import {install, type Launcher, launch, STARTED} from "./start/launcher.ts";

let dataDir: string;
/** The folder of the service. */
let folder: string;
let port: number;
let launcher: Launcher;
/** The answer to the demo's count as soon as the service says that it is ready. */
let atFirst: Promise<unknown[][]>;
/** The README's example of an agent needs a local model. */
let provider: Provider;

const start = (environment: Record<string, string> = {}) =>
  launch({PORT: String(port), DATA_DIR: dataDir, ...environment}, folder);

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "start-test-"));
  folder = await install(`${dataDir}-service`);
  port = await freePort();
  provider = startProvider({});
  const report = {title: "Delays", sections: [{text: "Many flights are late."}], figures: []};
  provider.script("How late are flights", [{calls: [{name: "give_answer", arguments: report}]}]);
  launcher = start({LLM_BASE_URL: provider.openAiUrl, LLM_API_KEY: "sk-test"});
  atFirst = answerWhenReady();
  await launcher.printed(STARTED);
});
afterAll(async () => {
  launcher.kill("SIGTERM");
  await launcher.exited;
  await provider.stop();
  for (const dir of [dataDir, folder]) await rm(dir, {recursive: true, force: true});
});

const api = (path: string, body?: unknown, token = "") =>
  fetch(`http://127.0.0.1:${port}${path}`, {
    headers: {authorization: `Bearer ${token}`, "content-type": "application/json"},
    ...(body === undefined ? {} : {method: "POST", body: JSON.stringify(body)}),
  });
async function rowsOf(query: unknown): Promise<unknown[][]> {
  const answer = await api("/api/query", query, await keptToken());
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(text);
  return JSON.parse(text).rows;
}
async function answerWhenReady(): Promise<unknown[][]> {
  while ((await api("/readyz").catch(() => undefined))?.status !== 200) await Bun.sleep(10);
  return rowsOf({model: "flights", measures: ["flights.count"]});
}
const keptToken = async () => (await readFile(join(dataDir, "admin-token"), "utf8")).trim();

test("the first start prints the admin token and stores it for its owner only", async () => {
  const token = await keptToken();
  expect(launcher.output()).toContain(token);
  expect((await stat(join(dataDir, "admin-token"))).mode & 0o777).toBe(0o600);
  expect((await stat(join(dataDir, "encryption-key"))).mode & 0o777).toBe(0o600);
  const whoami = await (await api("/api/whoami", undefined, token)).json();
  expect(whoami).toMatchObject({orgRole: "admin", scopes: ["read", "write", "manage"]});
});

test("the first start prints a link once, with which its user sets a password", async () => {
  const [, link = ""] = /(http\S+\/password\?token=\S+)/.exec(launcher.output()) ?? [];
  const page = await fetch(link, {redirect: "manual"});
  const cookie = page.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  const form = await fetch(`http://127.0.0.1:${port}/password`, {headers: {cookie}});
  expect(await form.text()).toContain("admin@localhost");
  expect(existsSync(join(dataDir, "password-link"))).toBe(false);
});

test("the demo can be queried when the first start says that it is ready", async () => {
  // Without the six of July.
  expect(await atFirst).toEqual([[2_999_994]]);
});

test("the query that is printed gets an answer from the demo, over both roles of the airports", async () => {
  const [, query = ""] = /-d '(\{.*\})'/.exec(launcher.output()) ?? [];
  const busiest = await rowsOf(JSON.parse(query));
  expect(busiest).toHaveLength(5);
  expect(busiest[0]?.slice(0, 2)).toEqual(["Chicago O'Hare International", 166_341]);
  const roles = {
    model: "flights",
    dimensions: ["origin.state", "destination.state"],
    measures: ["flights.count", "flights.average_delay", "flights.median_distance"],
    orderBy: ["flights.count desc"],
    limit: 1,
  };
  const [first] = await rowsOf(roles);
  expect(first?.slice(0, 2)).toEqual(["CA", "CA"]);
});

test("the demo's first mail is in the outbox, with the dashboard's numbers and pictures", async () => {
  const outbox = join(dataDir, "outbox");
  // A file has another name while it is written.
  const file = await until(async () => {
    const names = await readdir(outbox, {recursive: true}).catch(() => []);
    return names.find(name => name.endsWith(".eml"));
  });
  expect(basename(file)).toBe("you%40example.com.eml");
  const mail = await simpleParser(await readFile(join(outbox, file)));
  expect(mail.subject).toBe("Flights at a glance, on Mondays");
  expect(mail.text).toContain("2,999,994");
  expect(mail.attachments.map(({contentType}) => contentType)).toEqual([
    ...Array.from({length: 3}, () => "image/png"),
    "application/pdf",
  ]);
});

/**
 * A page's examples as one script, after the shorthands of the README. Returns their output. Commands of npm need a folder of
 * their own, or a network. Blocks that match `left` are left out.
 */
async function runExamples(
  path: string,
  replaced: Record<string, string> = {},
  left = /^\s*np[mx] /,
): Promise<string> {
  const [shorthands = "", ...others] = shellBlocks(readPage("README.md").split("## First answers")[1] ?? "");
  const examples = path === "README.md" ? others : shellBlocks(readPage(path));
  let script = ["set -euo pipefail", shorthands, ...examples.filter(block => !left.test(block))].join(
    "\necho; echo ----\n",
  );
  const here = {"http://127.0.0.1:3000": `http://127.0.0.1:${port}`, ".data/": `${dataDir}/`, ...replaced};
  for (const [from, to] of Object.entries(here)) script = script.replaceAll(from, to);
  // Each example asks Node for a value of an answer. Bun knows the same options, and starts in a sixth of the time.
  if (path !== "README.md") script = `node() { "${process.execPath}" "$@"; }\n${script}`;
  const shell = Bun.spawn(["bash", "-c", script], {cwd: dataDir, stdout: "pipe", stderr: "pipe"});
  const [code, output, errors] = await Promise.all([shell.exited, shell.stdout.text(), shell.stderr.text()]);
  expect({path, code, errors}).toEqual({path, code: 0, errors: ""});
  return output;
}

/** A pattern of answers that are errors. */
const PROBLEM = /"status":[45]\d\d/;

test("the README's first answers are those that it shows", async () => {
  const output = await runExamples("README.md");
  const [, , states, months, sql, charted, sent, reported, misspelt] = output
    .split("\n----\n")
    .map(answer => answer.trim());
  const [first] = JSON.parse(states ?? "").rows;
  expect(readPage("README.md")).toContain(`\`${JSON.stringify(first).replaceAll(",", ", ")}\``);
  expect(months?.split("\r\n")[0]).toBe("flights.date.month,flights.count,flights.median_distance");
  expect(JSON.parse(sql ?? "")).toMatchObject({dialect: "duckdb"});
  expect(charted).toBe("");
  expect(JSON.parse(sent ?? "")).toMatchObject({status: "queued"});
  expect(reported).toContain("Many flights are late.");
  expect(JSON.parse(misspelt ?? "")).toMatchObject({
    code: "unknown_field",
    errors: [{suggestions: expect.arrayContaining(["flights.count"])}],
  });
});

test("the examples of the other pages run as written", async () => {
  const outputs: Record<string, string> = {};
  for (const page of [
    "queries",
    "content",
    "deliveries",
    "actions",
    "embedding",
    "identity",
    "operations",
    "semantic-layer",
    "sql",
  ]) {
    outputs[page] = await runExamples(`docs/${page}.md`);
    expect({page, output: outputs[page]}).not.toEqual({page, output: expect.stringMatching(PROBLEM)});
  }
  expect(outputs["queries"]).toContain('"totals":[null,');
  const answers = (outputs["queries"] ?? "").split("\n").filter(line => line.startsWith('{"columns":'));
  // Thirteen questions, and the result of a run.
  expect(answers.length).toBe(14);
  expect(answers.filter(answer => JSON.parse(answer).rows.length === 0)).toEqual([]);
  expect(outputs["content"]).toContain('"rows":[["CA",370248],["TX",355904]]');
  expect(outputs["content"]).toContain('"rows":[["CA",0.15],["TX",0.18]]');
  expect(outputs["content"]).toContain('"E4":2999994');
  expect(outputs["content"]).toContain('"cascadeChartsPermission":"view"');
  expect(outputs["embedding"]).toContain(`http://127.0.0.1:${port}/embed#`);
  expect(outputs["semantic-layer"]).toContain('["2001-02-01",');
  expect(outputs["sql"]).toContain('["TX",189970]');
  expect(await readdir(dataDir)).toEqual(
    expect.arrayContaining([
      "chart.png",
      "dashboard.png",
      "Flights by state.xlsx",
      "Late flights by month.xlsx",
    ]),
  );
});

test("the examples of the command line and of verified questions run as written", async () => {
  const program = await bundledClient(join(dataDir, "client"));
  const alias = 'alias analytics="npm run --silent analytics --"';
  // Remarks are written to standard error.
  const client = `analytics() { "${process.execPath}" "${program}" "$@" 2>> remarks; }
    export ANALYTICS_URL=http://127.0.0.1:${port} ANALYTICS_TOKEN=${await keptToken()}`;
  expect(readPage("docs/cli.md")).toContain(alias);
  // The catalogue's proposals alone would break the demo's charts, and a diff ends with 1 then.
  const diff = "analytics layer diff proposed.json";
  // Without a provider for questions.
  const printed = await runExamples(
    "docs/cli.md",
    {[alias]: client, [diff]: `${diff} || [ $? = 1 ]`},
    /^analytics ask /m,
  );
  expect(printed).toMatch(/TX\s+355904/);
  expect(printed).toMatch(/CA\s+0\.15/);
  expect(printed).toContain("California is the busiest");
  expect((await readFile(join(dataDir, "flights.csv"), "utf8")).split("\n").length).toBeGreaterThan(1000);
  // Without a repository at GitHub.
  const verified = await runExamples("docs/verified-questions.md", {}, /write-back/);
  expect(verified).not.toMatch(PROBLEM);
  expect(await readFile(join(dataDir, "verified-questions.yml"), "utf8")).toContain(
    "How many flights are late?",
  );
});

test("the examples of warehouses and imports run as written", async () => {
  const shop = await shopWarehouse();
  try {
    const warehouses = await runExamples("docs/warehouses.md", {
      "postgres://reader:secret@127.0.0.1:5432/shop": shop.url,
    });
    expect(warehouses).not.toMatch(PROBLEM);
    expect(warehouses).toContain('"rows":[["east",2],["west",1]]');
    await mkdir(join(dataDir, "models"), {recursive: true});
    await writeFile(join(dataDir, "dbt_project.yml"), "name: shop\nversion: '1.0'\nprofile: shop\n");
    await writeFile(
      join(dataDir, "models", "orders.yml"),
      "semantic_models:\n  - name: dbt_orders\n    model: ref('orders')\n    entities:\n      - {name: order, type: primary, expr: id}\n",
    );
    const imported = await runExamples("docs/importing.md");
    expect(imported).not.toMatch(PROBLEM);
    expect(imported).toContain('"name":"dbt_orders"');
    expect(imported).toContain("semantic_model:");
  } finally {
    await shop.drop();
  }
});

test("a second start on the same folder or port is refused with a remedy", async () => {
  const same = start();
  expect(await same.exited).toBe(1);
  expect(same.output()).toContain(`already runs on ${dataDir} (process ${launcher.pid})`);
  const other = await mkdtemp(join(tmpdir(), "start-test-"));
  const samePort = start({DATA_DIR: other});
  expect(await samePort.exited).toBe(1);
  expect(samePort.output()).toContain(`Port ${port} is in use: set PORT to another`);
  await rm(other, {recursive: true});
});

test("a web process that is killed is restarted", async () => {
  process.kill(processOf("bundle/web.js"), "SIGKILL");
  await launcher.printed("The web process ended by itself with code 137; starting it again");
  await ready();
});

test("a worker that crashes again and again is restarted each time, and the service continues", async () => {
  const reports = () =>
    launcher.output().split("The worker process ended by itself with code 137").length - 1;
  for (let crash = 1; crash <= 3; crash++) {
    let pid: number | undefined;
    while (pid === undefined) {
      pid = findProcessOf("bundle/worker.js");
      await Bun.sleep(20);
    }
    process.kill(pid, "SIGKILL");
    while (reports() < crash) await Bun.sleep(20);
  }
  const count = () => rowsOf({model: "flights", measures: ["flights.count"]});
  expect(await within10s(count)).toEqual([[2_999_994]]);
});

test("a Postgres that is killed is restarted, and both processes reconnect", async () => {
  const pid = Number(
    (await readFile(join(dataDir, "postgres/cluster/postmaster.pid"), "utf8")).split("\n")[0],
  );
  process.kill(pid, "SIGKILL");
  await launcher.printed("The Postgres process ended by itself");
  const count = () => rowsOf({model: "flights", measures: ["flights.count"]});
  expect(await within10s(count)).toEqual([[2_999_994]]);
});

test("a stop lets a request end, takes less than 5 s and leaves nothing behind, and the next start continues", async () => {
  const all = descendants(launcher.pid);
  expect(all.length).toBeGreaterThan(3);
  const query = {model: "flights", dimensions: ["flights.date", "flights.origin"], limit: 100_000};
  const inFlight = await api("/api/query", query, await keptToken());
  const asked = performance.now();
  launcher.kill("SIGTERM");
  expect(JSON.parse(await inFlight.text()).rows).toHaveLength(100_000);
  expect(await launcher.exited).toBe(0);
  expect(performance.now() - asked).toBeLessThan(onBusyMachine(5000));
  expect(all.filter(isAlive)).toEqual([]);
  expect(await runningPostgresUrl(join(dataDir, "postgres"))).toBeUndefined();

  const token = await keptToken();
  launcher = start();
  await launcher.printed(STARTED);
  expect(launcher.output()).not.toContain(token);
  expect((await api("/api/whoami", undefined, token)).status).toBe(200);
});

test("everything ends when the launcher is killed, and the next start, even at once, continues", async () => {
  const left = descendants(launcher.pid);
  launcher.kill("SIGKILL");
  await launcher.exited;
  launcher = start();
  await launcher.printed(STARTED);
  while (left.some(isAlive)) await Bun.sleep(50);
  expect(left.filter(isAlive)).toEqual([]);
});

test("an interrupted first start is completed without creating anything twice", async () => {
  const token = await keptToken();
  launcher.kill("SIGTERM");
  await launcher.exited;
  await rm(join(dataDir, "first-start"));
  launcher = start();
  await launcher.printed(STARTED);
  expect(await keptToken()).toBe(token);
  for (const path of ["/api/connections", "/api/projects"]) {
    const entries: {name: string}[] = JSON.parse(await (await api(path, undefined, token)).text());
    expect(entries.filter(entry => entry.name === "Flights (demo)")).toHaveLength(1);
  }
});

/** A shop in Postgres, and an account that may read it. */
async function shopWarehouse(): Promise<TestDatabase> {
  const database = await testDatabase();
  const client = new pg.Client({connectionString: database.url});
  await client.connect();
  const reader = `reader_${crypto.randomUUID().slice(0, 8)}`;
  await client.query(`
    create role ${reader} login password 'secret';
    create schema shop;
    create table shop.customers (id int primary key, region text);
    create table shop.orders (id int primary key, customer_id int not null references shop.customers);
    insert into shop.customers values (1, 'east'), (2, 'west');
    insert into shop.orders values (1, 1), (2, 1), (3, 2);
    drop schema public, graphile_worker cascade;
    grant usage on schema shop to ${reader};
    grant select on all tables in schema shop to ${reader};`);
  await client.end();
  const url = new URL(database.url);
  url.username = reader;
  url.password = "secret";
  const drop = async () => {
    await database.drop();
    const server = new pg.Client({connectionString: testServerUrl()});
    await server.connect();
    await server.query(`drop role ${reader}`);
    await server.end();
  };
  return {url: url.href, drop};
}

async function ready(): Promise<void> {
  await within10s(async () => {
    const {status} = await api("/readyz");
    if (status !== 200) throw new Error(`/readyz answers ${status}`);
  });
}

/** The value of the first success; rejects with the last failure if that takes too long. */
async function within10s<T>(attempt: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      const tookMs = performance.now() - startedAt;
      if (tookMs > 10_000 && tookMs > onBusyMachine(10_000)) throw error;
    }
    await Bun.sleep(25);
  }
}

/** Whether the process is running; an ended process that was not waited for does not count. */
function isAlive(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8") !== "";
  } catch {
    return false;
  }
}

/** The service's process that runs this script. */
function processOf(script: string): number {
  const found = findProcessOf(script);
  if (found === undefined) throw new Error(`no process runs ${script}`);
  return found;
}

function findProcessOf(script: string): number | undefined {
  return descendants(launcher.pid).find(pid => {
    if (!existsSync(`/proc/${pid}/cmdline`)) return false;
    const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
    return command.includes(script) && !command.includes("guard");
  });
}

function descendants(pid: number): number[] {
  const parents = new Map<number, number>();
  for (const entry of readdirSync("/proc")) {
    if (!/^\d+$/.test(entry)) continue;
    try {
      parents.set(
        Number(entry),
        Number(readFileSync(`/proc/${entry}/stat`, "utf8").split(") ").at(-1)?.split(" ")[1]),
      );
    } catch {
      // The process ended in the meantime.
    }
  }
  const isDescendant = (child: number): boolean => {
    const parent = parents.get(child);
    return parent !== undefined && (parent === pid || isDescendant(parent));
  };
  return [...parents.keys()].filter(isDescendant);
}
