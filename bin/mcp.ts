import {createInterface} from "node:readline";
import {isThisMachine} from "./cli/this-machine.ts";

/**
 * `npm run --silent mcp`: an MCP server on standard input and output, for clients that start a program. It forwards
 * every message to the hosted endpoint at `BASE_URL` with `ANALYTICS_TOKEN`, so that it has the same tools. Standard
 * output carries only JSON-RPC; errors of the program itself go to standard error.
 */

/** The time for answers in progress after the client has disconnected. */
const GRACE_MS = 5000;
const UNREACHABLE = -32000;
const NOT_JSON = -32700;

type Id = string | number | null;

class Bridge {
  readonly #underWay = new Map<Promise<void>, {id: Id; stop: AbortController}>();
  #revision: string | undefined;

  constructor(
    private readonly endpoint: string,
    private readonly token: string,
  ) {}

  /** The reason why the bridge cannot work, or `undefined`. */
  async check(): Promise<string | undefined> {
    const {status, text} = await this.#post('{"jsonrpc":"2.0","id":0,"method":"ping"}');
    if (status === 401) return `ANALYTICS_TOKEN is not accepted by ${this.endpoint}: ${sentenceOf(text)}`;
    return status === 200 ? undefined : `${this.endpoint} answered ${status}: ${sentenceOf(text)}`;
  }

  take(line: string): void {
    const message = parse(line);
    if (message === undefined) {
      say(errorOf(null, NOT_JSON, "The line is not JSON."));
      return;
    }
    if (fieldOf(message, "method") === "notifications/cancelled") this.#cancel(fieldOf(message, "params"));
    const id = idOf(message);
    const stop = new AbortController();
    const passing = this.#pass(line, message, id, stop.signal).finally(() => this.#underWay.delete(passing));
    this.#underWay.set(passing, {id, stop});
  }

  /** Waits a short time for answers under way. */
  async end(): Promise<void> {
    await Promise.race([Promise.all(this.#underWay.keys()), Bun.sleep(GRACE_MS)]);
    for (const {stop} of this.#underWay.values()) stop.abort();
  }

  async #pass(line: string, message: unknown, id: Id, signal: AbortSignal): Promise<void> {
    try {
      const {status, text} = await this.#post(line, signal);
      if (status === 202) return;
      if (status !== 200) return this.#fail(message, id, `${status}: ${sentenceOf(text)}`);
      if (fieldOf(message, "method") === "initialize") this.#noteRevision(parse(text));
      // A line feed cannot be inside of a JSON string, and elsewhere in JSON it is white space.
      say(text.replace(/[\r\n]+/g, " "));
    } catch (error) {
      if (!signal.aborted) this.#fail(message, id, reasonOf(error, this.endpoint));
    }
  }

  /** Answers a request, or each request of a batch, with an error, so that every request gets an answer. */
  #fail(message: unknown, id: Id, reason: string): void {
    console.error(reason);
    const inBatch = Array.isArray(message) ? message.map(idOf).filter(one => one !== null) : [];
    if (inBatch.length > 0) say(`[${inBatch.map(one => errorOf(one, UNREACHABLE, reason)).join(",")}]`);
    else if (id !== null || Array.isArray(message)) say(errorOf(id, UNREACHABLE, reason));
  }

  async #post(body: string, signal?: AbortSignal): Promise<{status: number; text: string}> {
    const response = await fetch(this.endpoint, {
      method: "POST",
      headers: {
        authorization: `Bearer ${this.token}`,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        ...(this.#revision === undefined ? {} : {"mcp-protocol-version": this.#revision}),
      },
      body,
      // A proxy of the environment would get the token, and could not reach this machine by that name.
      ...(isThisMachine(new URL(this.endpoint)) ? {proxy: false} : {}),
      ...(signal ? {signal} : {}),
    });
    return {status: response.status, text: await response.text()};
  }

  #noteRevision(answer: unknown): void {
    const revision = fieldOf(fieldOf(answer, "result"), "protocolVersion");
    if (typeof revision === "string") this.#revision = revision;
  }

  /** Aborting the request also cancels its statement in the warehouse. */
  #cancel(params: unknown): void {
    const cancelled = fieldOf(params, "requestId");
    for (const {id, stop} of this.#underWay.values()) if (id !== null && id === cancelled) stop.abort();
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function fieldOf(value: unknown, key: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  return Object.entries(value).find(([name]) => name === key)?.[1];
}

function idOf(message: unknown): Id {
  const id = fieldOf(message, "id");
  return fieldOf(message, "method") !== undefined && (typeof id === "string" || typeof id === "number")
    ? id
    : null;
}

/** The message of a problem or a JSON-RPC error. */
function sentenceOf(text: string): string {
  const answer = parse(text);
  const message = fieldOf(answer, "detail") ?? fieldOf(fieldOf(answer, "error"), "message");
  return typeof message === "string" ? message : text.slice(0, 200);
}

function reasonOf(error: unknown, endpoint: string): string {
  return `${endpoint} cannot be reached: ${error instanceof Error ? error.message : String(error)}`;
}

function errorOf(id: Id, code: number, message: string): string {
  return JSON.stringify({jsonrpc: "2.0", id, error: {code, message}});
}

/** Resolves when everything was written so far: a client may read more slowly than the answers come. */
let written = Promise.resolve();

function say(line: string): void {
  const {promise, resolve} = Promise.withResolvers<void>();
  written = promise;
  process.stdout.write(`${line}\n`, () => resolve());
}

async function main(): Promise<number> {
  const address = (process.env["BASE_URL"]?.trim() || "http://127.0.0.1:3000").replace(/\/+$/, "");
  const token = process.env["ANALYTICS_TOKEN"]?.trim();
  if (!URL.canParse(address)) {
    console.error(
      `BASE_URL is "${address}": the address of the service is needed, such as https://analytics.example.com.`,
    );
    return 1;
  }
  if (!token) {
    console.error("ANALYTICS_TOKEN is missing: an API token (svc_pat_…) of the service is needed.");
    return 1;
  }
  const bridge = new Bridge(`${address}/mcp`, token);
  const fault = await bridge.check().catch(error => reasonOf(error, `${address}/mcp`));
  if (fault !== undefined) {
    console.error(fault);
    return 1;
  }
  const lines = createInterface({input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY});
  for await (const line of lines) if (line.trim() !== "") bridge.take(line);
  await bridge.end();
  await written;
  return 0;
}

process.exit(await main());
