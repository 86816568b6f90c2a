import {Elysia} from "elysia";
import {Logger, makeWorkerUtils} from "graphile-worker";
import pg from "pg";

/**
 * A route that stores an event and a job, and does nothing else. Started by the benchmarks with PORT and DATABASE_URL.
 */

const {PORT, DATABASE_URL} = process.env;
const pool = new pg.Pool({connectionString: DATABASE_URL, max: 10});
const utils = await makeWorkerUtils({pgPool: pool, logger: new Logger(() => () => {})});
await utils.migrate();
await pool.query("create table events (id text primary key, received_at timestamptz not null default now())");

const RECEIVE = {
  name: "receive",
  text: `
    with received as (insert into events (id) values ($1) on conflict do nothing returning id)
    select graphile_worker.add_job('fetch', json_build_object('id', $1::text)) from received`,
};

new Elysia()
  .post("/events", async ({body}) => {
    const id = typeof body === "object" && body !== null && "id" in body ? String(body.id) : "";
    await pool.query({...RECEIVE, values: [id]});
    return {received: true};
  })
  .get("/", () => "ready")
  .listen({port: Number(PORT), hostname: "127.0.0.1"});
