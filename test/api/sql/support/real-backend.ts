import type {
  PreparedSql,
  ResultField,
  ResultRows,
  SessionSettings,
  SqlBackend,
  SqlSession,
  Startup,
} from "../../../../api/sql/backend.ts";
import {SqlError} from "../../../../shared/surfaces/sql/sql-error.ts";
import type {Message} from "../../../support/postgres-messages.ts";
import * as frontend from "./frontend.ts";
import {errorFields, RawClient, type Target} from "./raw-client.ts";

const PASSWORD = "secret";

/**
 * A backend in which a real Postgres plans and runs each statement. A client must see the same through the server under test as
 * directly.
 */
export class RealBackend implements SqlBackend {
  /** Ends all sessions when aborted. */
  readonly ended = new AbortController();
  /** Cancelled runs, current runs, returned rows, and opened and closed sessions. */
  readonly counts = {cancelled: 0, running: 0, rows: 0, opened: 0, closed: 0};
  version = 0;
  /** The calls that all sessions have left. */
  allowance = Number.POSITIVE_INFINITY;

  constructor(readonly target: Target) {}

  async open(startup: Startup): Promise<SqlSession> {
    if (startup.password !== PASSWORD)
      throw new SqlError("28P01", `password authentication failed for user "${startup.user}"`);
    if (startup.database === "nowhere") throw new SqlError("3D000", 'database "nowhere" does not exist');
    this.counts.opened++;
    return new RealSession(this, startup);
  }
}

class RealSession implements SqlSession {
  readonly orgId = "org_1";
  readonly timezone = "UTC";
  readonly #idle: RawClient[] = [];

  constructor(
    readonly backend: RealBackend,
    private readonly startup: Startup,
  ) {}

  get user(): string {
    return this.startup.user;
  }

  get database(): string {
    return this.startup.database || this.startup.user;
  }

  get ended(): AbortSignal {
    return this.backend.ended.signal;
  }

  async version(): Promise<string> {
    return String(this.backend.version);
  }

  close(): void {
    this.backend.counts.closed++;
    for (const client of this.#idle) client.end();
  }

  async prepare(
    sql: string,
    parameterTypes: readonly number[],
    settings: SessionSettings,
  ): Promise<PreparedSql> {
    const client = await this.take(settings);
    client.send(frontend.parse("", sql, parameterTypes), frontend.describe("S"), frontend.SYNC);
    const messages = await client.untilReady();
    this.give(client);
    const failed = messages.find(({type}) => type === "E");
    if (failed) throw sqlErrorOf(failed);
    const described = messages.find(({type}) => type === "t")?.body;
    const types = Array.from(
      {length: described?.readInt16BE(5) ?? 0},
      (_, i) => described?.readUInt32BE(7 + 4 * i) ?? 0,
    );
    const fields = fieldsOf(messages.find(({type}) => type === "T"));
    const run = (parameters: readonly (string | null)[], signal: AbortSignal): Promise<ResultRows> =>
      this.run(sql, types, fields, parameters, settings, signal);
    return {
      parameterTypes: types,
      fields,
      run,
      explain: async () => linesOf(sql),
    };
  }

  async explain(sql: string): Promise<string[]> {
    return linesOf(sql);
  }

  charge(): void {
    if (this.backend.allowance === 0)
      throw new SqlError("53400", "This token has used up its calls a minute.");
    this.backend.allowance--;
  }

  private async run(
    sql: string,
    types: readonly number[],
    fields: readonly ResultField[],
    parameters: readonly (string | null)[],
    settings: SessionSettings,
    signal: AbortSignal,
  ): Promise<ResultRows> {
    const client = await this.take(settings);
    client.send(
      frontend.parse("", sql, types),
      frontend.bind({parameters}),
      frontend.execute(),
      frontend.SYNC,
    );
    return {fields, chunks: this.chunks(client, signal)};
  }

  private async *chunks(client: RawClient, signal: AbortSignal): AsyncGenerator<Uint8Array> {
    const {counts, target} = this.backend;
    counts.running++;
    let isCancelled = false;
    const cancel = () => {
      isCancelled = true;
      counts.cancelled++;
      void RawClient.open(target).then(other => {
        other.send(frontend.cancelPacket(client.processId, client.key));
        client.socket.resume();
      });
    };
    if (signal.aborted) cancel();
    signal.addEventListener("abort", cancel, {once: true});
    let isOver = false;
    let failure: Message | undefined;
    try {
      let rows: Buffer[] = [];
      while (!isOver) {
        const message = await client.receive();
        if (!message || message.type === "Z") isOver = true;
        else if (message.type === "D") rows.push(message.body);
        else if (message.type === "E") failure = message;
        if (rows.length >= 500 || (isOver && rows.length > 0)) {
          counts.rows += rows.length;
          yield Buffer.concat(rows);
          rows = [];
        }
      }
      if (failure) throw sqlErrorOf(failure);
    } finally {
      counts.running--;
      signal.removeEventListener("abort", cancel);
      // A late cancel request would end the next statement.
      if (isOver && !isCancelled) this.give(client);
      else client.socket.destroy();
    }
  }

  private async take(settings: SessionSettings): Promise<RawClient> {
    const client = this.#idle.pop() ?? (await RawClient.signIn(this.backend.target));
    const set = [["TimeZone", settings.timezone], ...settings.values];
    const calls = set
      .filter(([name]) => !NOT_PASSED.has(name ?? ""))
      .map(([name, value]) => `set_config('${name}', '${String(value).replaceAll("'", "''")}', false)`);
    client.send(frontend.query(`select ${calls.join(", ")}`));
    await client.untilReady();
    return client;
  }

  private give(client: RawClient): void {
    this.#idle.push(client);
  }
}

const linesOf = (sql: string) => ["Result", `  Statement: ${sql.replaceAll("\n", " ")}`];

/** Settings of the transaction, which the server manages itself. */
const NOT_PASSED = new Set([
  "transaction_isolation",
  "transaction_read_only",
  "transaction_deferrable",
  "statement_timeout",
]);

function sqlErrorOf({body}: Message): SqlError {
  const fields = errorFields(body);
  const [detail, hint, position] = ["D", "H", "P"].map(letter => fields.get(letter));
  return new SqlError(fields.get("C") ?? "XX000", fields.get("M") ?? "", {
    ...(detail === undefined ? {} : {detail}),
    ...(hint === undefined ? {} : {hint}),
    ...(position === undefined ? {} : {position: Number(position)}),
  });
}

function fieldsOf(message: Message | undefined): ResultField[] {
  if (!message) return [];
  const {body} = message;
  let at = 7;
  return Array.from({length: body.readInt16BE(5)}, () => {
    const end = body.indexOf(0, at);
    const name = body.toString("utf8", at, end);
    at = end + 19;
    return {
      name,
      typeOid: body.readUInt32BE(end + 7),
      typeSize: body.readInt16BE(end + 11),
      typeModifier: body.readInt32BE(end + 13),
    };
  });
}
