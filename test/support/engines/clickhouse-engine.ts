import {mkdtempSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";

/**
 * ClickHouse's own engine behind the part of its HTTP interface that the adapter uses. It is a separate process,
 * started by `clickhouse.ts` as `bun clickhouse-engine.ts <chdb's folder> <user> <password> <compiles: 1 or 0>`, and prints
 * its port on the first line. As on a server, every request has its own session and is stopped by `kill query` or when
 * its client leaves. Unlike on a server, an answer is complete before its first byte is sent, as with `wait_end_of_query`.
 */

interface Answer {
  bytes(): Uint8Array;
}

interface Session {
  query(sql: string): string;
  queryAsync(sql: string, options: {format: string}): Promise<Answer>;
  close(): void;
}

const [folder = "", user = "", password = "", compiles = "0"] = process.argv.slice(2);
const {Session}: {Session: new (path: string) => Session} = await import(join(folder, "index.mjs"));
const data = mkdtempSync(join(tmpdir(), "analytics-clickhouse-"));
/** Keeps the engine open between requests. */
const keeper = new Session(data);
keeper.query("select 1");

/**
 * Whether expressions that are met for the third time are compiled, as on a server. Over few rows compiling takes a
 * quarter of the processor time of all statements, and saves nothing.
 */
const COMPILING = ["compile_expressions", "compile_aggregate_expressions", "compile_sort_description"].map(
  name => `${name} = ${Number(compiles)}`,
);

/** Parameters of the interface that are not settings. */
const OWN = new Set(["database", "default_format", "query_id", "query", "user", "password"]);

async function answer(request: Request): Promise<Response> {
  const url = new URL(request.url);
  if (url.pathname === "/ping") return new Response("Ok.\n");
  const expected = `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
  if (request.headers.get("authorization") !== expected) {
    return fault("Code: 516. DB::Exception: Authentication failed. (AUTHENTICATION_FAILED)");
  }
  const isForm = request.headers.get("content-type")?.startsWith("multipart/") === true;
  const form = isForm ? await request.formData() : undefined;
  const sql = form ? String(form.get("query")) : await request.text();
  const id = url.searchParams.get("query_id") ?? crypto.randomUUID();
  const session = new Session(data);
  const leave = () => void kill(id);
  try {
    const database = url.searchParams.get("database");
    if (database) session.query(`use ${named(database)}`);
    // With `readonly` no later setting can be changed, so it comes last.
    const settings = [...url.searchParams, ...(form ?? [])].filter(([name]) => !OWN.has(name));
    settings.sort(([a], [b]) => Number(a === "readonly") - Number(b === "readonly"));
    session.query(
      `set ${[COMPILING, ...settings.map(([name, value]) => `${name} = ${text(String(value))}`)]}`,
    );
    const killed = /^kill query where query_id = '([\w-]+)'/.exec(sql);
    if (killed) {
      await kill(killed[1]!);
      return new Response("");
    }
    request.signal.addEventListener("abort", leave, {once: true});
    const format = url.searchParams.get("default_format") ?? "TabSeparated";
    const made = await session.queryAsync(`/* ${id} */ ${sql}`, {format});
    return new Response(made.bytes().slice(), {headers: {"x-clickhouse-query-id": id}});
  } catch (error) {
    return fault(error instanceof Error ? error.message : String(error));
  } finally {
    request.signal.removeEventListener("abort", leave);
    session.close();
  }
}

/** A session generates its own query ids, so the statement is found by the comment at its beginning. */
async function kill(id: string): Promise<void> {
  const session = new Session(data);
  try {
    await session.queryAsync(`kill query where startsWith(query, '/* ${id} */') async`, {format: "Null"});
  } finally {
    session.close();
  }
}

function fault(message: string): Response {
  const code = /Code: (\d+)/.exec(message)?.[1];
  return new Response(message, {
    status: code === "516" ? 403 : code === "394" ? 499 : 500,
    headers: code === undefined ? {} : {"x-clickhouse-exception-code": code},
  });
}

function text(value: string): string {
  return `'${value.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}

function named(name: string): string {
  return `\`${name.replaceAll("\\", "\\\\").replaceAll("`", "\\`")}\``;
}

const server = Bun.serve({port: 0, hostname: "127.0.0.1", idleTimeout: 0, fetch: answer});
process.stdout.write(`${server.port}\n`);
// The parent process holds the other end of the pipe, which closes when the parent ends, however that happens.
for await (const _ of Bun.stdin.stream());
rmSync(data, {recursive: true, force: true});
process.exit();
