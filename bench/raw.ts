import {Elysia} from "elysia";
import {COUNTRY, IATA, type QuestionName} from "./questions.ts";
import {rawDuckdb} from "./raw/duckdb.ts";
import {rawPostgres} from "./raw/postgres.ts";
import {plainQueue} from "./raw/queue.ts";

/**
 * The baseline of the benchmarks: Elysia routes in one process with hand-written statements. Started by the benchmarks
 * with PORT, POSTGRES_URL, DUCKDB_FILE and QUEUE_URL.
 */

const {PORT, POSTGRES_URL = "", DUCKDB_FILE = "", QUEUE_URL = ""} = process.env;
const engines = {postgres: rawPostgres(POSTGRES_URL), duckdb: await rawDuckdb(DUCKDB_FILE)};
const queue = await plainQueue(QUEUE_URL, () => engines.postgres.answer("small", [COUNTRY, ...IATA]));
const json = {headers: {"content-type": "application/json"}};
let bytes = "";

const app = new Elysia()
  .put("/bytes", async ({body}) => {
    bytes = JSON.stringify(body);
    return "stored";
  })
  .post("/bytes", () => new Response(bytes, json))
  .post("/jobs", async () => new Response(await queue.add(), json));

for (const [engine, {answer, drain}] of Object.entries(engines)) {
  for (const name of ["small", "scan"] satisfies QuestionName[]) {
    app.post(`/${engine}/${name}`, async ({body}) => new Response(await answer(name, valuesOf(body)), json));
  }
  app.post(`/${engine}/drain`, async () => new Response(String(await drain("big")), json));
}

function valuesOf(body: unknown): string[] {
  return Array.isArray(body) ? body : [];
}

app.listen({port: Number(PORT), hostname: "127.0.0.1", idleTimeout: 0});
