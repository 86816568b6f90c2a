import pg from "pg";
import type {Provider} from "../agents/provider/provider.ts";
import {answer} from "../agents/service.ts";
import {inLongRun} from "../support/long.ts";
import {MCP_HEADERS} from "../support/mcp.ts";
import type {ReceivedMail} from "../support/smtp.ts";
import {until} from "../support/until.ts";
import known from "./known.json";

/** A kind of request. An early release cannot serve all of them. */
export type Kind = "query" | "picture" | "mcp" | "run" | "upload" | "sql" | "question" | "schedule";

/** The addresses of a web process. */
export interface Entrance {
  origin: string;
  sqlPort: number;
}

export interface Surroundings {
  /** The service's database. */
  database: pg.Pool;
  provider: Provider;
  mails: readonly ReceivedMail[];
}

interface SqlSession {
  client: pg.Client;
  /** Whether the server has sent the message that it stops. */
  isStopping: boolean;
}

type Json = ReturnType<typeof JSON.parse>;

const PAUSE_MS = inLongRun(250, 50);
/** How many rounds a client may be ahead of the slowest. */
const MAX_AHEAD = 2;
const PEOPLE = ["ada@example.com", "bo@example.com"];
const BY_STATUS = {model: "orders", dimensions: ["orders.status"], measures: ["orders.count"]};
const CSV = "region,amount\nnorth,1\nsouth,2\n";

/**
 * Clients that send requests to the web processes in turn, as through a proxy, until they are stopped; and a record of
 * the answers.
 */
export class SteadyLoad {
  /** Answers other than expected, and broken connections. */
  readonly faults: string[] = [];
  /** How often SQL clients got the message that the server stops. */
  sqlGoodbyes = 0;
  readonly #rounds = new Map<Kind, number>();
  readonly #entrances: Entrance[] = [];
  readonly #clients: Promise<void>[];
  readonly #runs: string[] = [];
  readonly #questions: string[] = [];
  readonly #schedules: string[] = [];
  readonly #datasets: string[] = [];
  #isOver = false;
  #turn = 0;
  #unique = 0;

  constructor(
    private readonly around: Surroundings,
    kinds: readonly Kind[],
    first: Entrance,
  ) {
    this.#entrances.push(first);
    this.#clients = kinds.map(kind => this.#work(kind));
  }

  /** Sends requests to this web process, too, from now on. */
  add(entrance: Entrance): void {
    this.#entrances.push(entrance);
  }

  /** Sends no new requests to this web process from now on. */
  remove(entrance: Entrance): void {
    this.#entrances.splice(this.#entrances.indexOf(entrance), 1);
  }

  /** Resolves when each client has done `count` more rounds. */
  async rounds(count: number): Promise<void> {
    const goals = [...this.#rounds].map(([kind, done]) => [kind, done + count] as const);
    const slow = () => goals.filter(([kind, goal]) => (this.#rounds.get(kind) ?? 0) < goal);
    await until(() => slow().length === 0).catch(error => {
      throw new Error(
        `some clients have not done their rounds: ${slow().map(([kind]) => kind)}: ${this.faults}`,
        {cause: error},
      );
    });
  }

  /** Stops the clients after their current round. */
  async stop(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#clients);
  }

  /** Accepted work that has not ended as it must: each as a sentence. */
  async losses(): Promise<string[]> {
    const losses: string[] = [];
    for (const id of this.#runs) {
      const ended = await this.#ended("query_runs", "status not in ('queued', 'running')", id);
      if (ended !== "succeeded") losses.push(`the run ${id} is ${ended}`);
    }
    for (const id of this.#questions) {
      const ended = await this.#ended("agent_runs", "finished_at is not null", id);
      if (ended !== "succeeded") losses.push(`the question ${id} is ${ended}`);
    }
    for (const id of this.#datasets) {
      const data = await this.#ask("GET", `/api/datasets/${id}/data`);
      const rows = JSON.stringify(data?.rows);
      if (rows !== '[["north",1],["south",2]]') losses.push(`the dataset ${id} holds ${rows}`);
    }
    for (const id of this.#schedules) losses.push(...(await this.#lossesOfSchedule(id)));
    return losses;
  }

  async #lossesOfSchedule(id: string): Promise<string[]> {
    const rows = await until(async () => {
      const found = await this.around.database.query<{status: string; ended: boolean}>(
        "select status, finished_at is not null as ended from deliveries where source_id = $1",
        [id],
      );
      return found.rows.length > 0 && found.rows.every(({ended}) => ended) && found.rows;
    });
    const statuses = rows.map(({status}) => status);
    const losses = statuses.join() === "succeeded" ? [] : [`the deliveries of ${id} are ${statuses}`];
    for (const person of PEOPLE) {
      const got = this.around.mails.filter(({to, mail}) => to.includes(person) && mail.subject === id).length;
      if (got !== 1) losses.push(`${person} got the mail of ${id} ${got} times`);
    }
    return losses;
  }

  async #ended(table: "query_runs" | "agent_runs", condition: string, id: string): Promise<string> {
    return until(async () => {
      const {rows} = await this.around.database.query<{status: string}>(
        `select status from ${table} where id = $1 and ${condition}`,
        [id],
      );
      return rows[0]?.status;
    });
  }

  async #work(kind: Kind): Promise<void> {
    const round = this.#roundOf(kind);
    this.#rounds.set(kind, 0);
    for (let done = 1; !this.#isOver; done++) {
      await round();
      this.#rounds.set(kind, done);
      do await Bun.sleep(PAUSE_MS);
      while (!this.#isOver && done > Math.min(...this.#rounds.values()) + MAX_AHEAD);
    }
    if (kind === "sql") this.#leaveSql();
  }

  #roundOf(kind: Kind): () => Promise<void> {
    switch (kind) {
      case "query":
        return () => this.#query();
      case "picture":
        return () => this.#picture();
      case "mcp":
        return () => this.#callTool();
      case "run":
        return () => this.#startRun();
      case "upload":
        return () => this.#upload();
      case "sql":
        return () => this.#select();
      case "question":
        return () => this.#askQuestion();
      case "schedule":
        return () => this.#createDueSchedule();
    }
  }

  /** A query that no client has sent before, so that none is answered from a cache. */
  #newQuery(): object {
    const filters = [{field: "orders.id", op: "!=", value: ++this.#unique}];
    return {projectId: known.projectId, ...BY_STATUS, filters, orderBy: ["orders.status"]};
  }

  async #query(): Promise<void> {
    const body = await this.#ask("POST", "/api/query", this.#newQuery());
    this.#holds("a query", body?.rows);
  }

  async #picture(): Promise<void> {
    const id = known.charts["By status"];
    const headers = {"cache-control": "no-cache"};
    const text = await this.#ask("GET", `/api/charts/${id}/image.svg`, undefined, headers);
    if (text !== undefined && !String(text).startsWith("<svg")) this.faults.push(`a picture is ${text}`);
  }

  async #callTool(): Promise<void> {
    const params = {name: "run_query", arguments: this.#newQuery()};
    const call = {jsonrpc: "2.0", id: 1, method: "tools/call", params};
    const body = await this.#ask("POST", "/mcp", call, MCP_HEADERS);
    if (body !== undefined) this.#holds("a tool", body.result?.structuredContent?.rows ?? body);
  }

  async #startRun(): Promise<void> {
    const body = await this.#ask("POST", "/api/query", this.#newQuery(), {prefer: "respond-async"}, 202);
    if (body !== undefined) this.#runs.push(body.id);
  }

  async #upload(): Promise<void> {
    const dataset = {name: `Upload ${++this.#unique}`, kind: "snapshot", snapshotCsv: CSV};
    const path = `/api/projects/${known.projectId}/datasets`;
    const body = await this.#ask("POST", path, dataset, {"idempotency-key": crypto.randomUUID()}, 201);
    if (body !== undefined) this.#datasets.push(body.id);
  }

  async #askQuestion(): Promise<void> {
    const question = `Question number ${++this.#unique}: how many orders are paid?`;
    const figures = [{id: "paid", value: "3", queryRunId: "$run1", row: 2, column: "orders.count"}];
    const query = {...BY_STATUS, orderBy: ["orders.status"]};
    this.around.provider.script(`The question:\n${question}`, [
      {calls: [{name: "run_query", arguments: query}], delayMs: 200},
      {...answer({text: "Paid are {{paid}} orders.", figures}), delayMs: 200},
    ]);
    const grounding = [{resourceType: "model", resourceId: `${known.projectId}/orders`}];
    const body = await this.#ask("POST", "/api/ask", {question, grounding}, {}, 202);
    if (body === undefined) return;
    this.#questions.push(body.runId);
    // The number of questions that a person may have in progress is limited.
    await this.#ended("agent_runs", "finished_at is not null", body.runId);
  }

  /** Creates a schedule that is due at once, and then not for up to a year. */
  async #createDueSchedule(): Promise<void> {
    const schedule = {
      resourceType: "chart",
      resourceId: known.charts["By status"],
      cron: "0 0 1 1 *",
      recipients: PEOPLE,
    };
    const body = await this.#ask("POST", "/api/schedules", schedule, {}, 201);
    if (body === undefined) return;
    // The subject identifies the mails of this schedule.
    const named = {...schedule, subject: body.id};
    if (!(await this.#ask("PUT", `/api/schedules/${body.id}`, named))) return;
    const {database} = this.around;
    await database.query("update cadences set next_at = date_trunc('minute', now()) where id = $1", [
      body.id,
    ]);
    await database.query("select graphile_worker.add_job('take_due')");
    this.#schedules.push(body.id);
  }

  #sql: SqlSession | undefined;

  /** Uses one session until its server stops, and then opens another. */
  async #select(): Promise<void> {
    this.#sql ??= await this.#openSql();
    const session = this.#sql;
    const text = `select status, measure(count) from orders where id <> ${++this.#unique} group by 1 order by 1`;
    try {
      const {rows} = await session.client.query({text, rowMode: "array"});
      this.#holds("a statement", rows);
    } catch (error) {
      this.#handleError(session, error);
    }
  }

  async #openSql(): Promise<SqlSession> {
    const client = new pg.Client({
      host: "127.0.0.1",
      port: this.#next().sqlPort,
      user: "me",
      password: known.adminToken,
      database: known.projectId,
    });
    const session = {client, isStopping: false};
    client.on("error", error => this.#handleError(session, error));
    await client.connect();
    return session;
  }

  /** The driver also reports the end of a connection, after the message that the server stops. */
  #handleError(session: SqlSession, error: unknown): void {
    if (isGoodbye(error) && !session.isStopping) {
      session.isStopping = true;
      this.sqlGoodbyes++;
    }
    if (!session.isStopping) this.faults.push(`a session of SQL: ${String(error)}`);
    if (this.#sql === session) this.#leaveSql();
  }

  #leaveSql(): void {
    // A session that has ended already rejects.
    this.#sql?.client.end().catch(() => undefined);
    this.#sql = undefined;
  }

  #holds(what: string, rows: unknown): void {
    // Counts are numbers in JSON, and text over the wire of Postgres.
    const text = JSON.stringify(rows)?.replaceAll(/"(\d+)"/g, "$1");
    if (rows !== undefined && text !== '[["open",1],["paid",3]]') this.faults.push(`${what}: ${text}`);
  }

  #next(): Entrance {
    const entrance = this.#entrances[this.#turn++ % this.#entrances.length];
    if (!entrance) throw new Error("there is no web process");
    return entrance;
  }

  /**
   * Sends a request. Returns the body of an answer with `status`; records anything else as a fault and returns
   * `undefined`.
   */
  async #ask(
    method: string,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
    status = 200,
  ): Promise<Json | undefined> {
    for (;;) {
      const {origin} = this.#next();
      try {
        const response = await fetch(`${origin}${path}`, {
          method,
          headers: {
            authorization: `Bearer ${known.adminToken}`,
            ...(body === undefined ? {} : {"content-type": "application/json"}),
            ...headers,
          },
          ...(body === undefined ? {} : {body: JSON.stringify(body)}),
        });
        const text = await response.text();
        if (response.status === status) return text.startsWith("{") ? JSON.parse(text) : text;
        this.faults.push(`${method} ${path}: ${response.status} ${text.slice(0, 300)}`);
        return undefined;
      } catch (error) {
        // Where nothing listens, nothing was sent, and a proxy tries the next web process.
        if (/ECONNREFUSED|ConnectionRefused/.test(String(error)) && this.#entrances.length > 1) continue;
        this.faults.push(`${method} ${path} at ${origin}: ${String(error)}`);
        return undefined;
      }
    }
  }
}

/** Whether the error says that the server stops. A client then connects again, as documented. */
function isGoodbye(error: unknown): boolean {
  return error instanceof Error && Reflect.get(error, "code") === "57P01";
}
