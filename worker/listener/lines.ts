import {ServiceError} from "../../shared/core/errors.ts";
import {readRunRequest} from "../../shared/core/wire/run-request.ts";
import {
  FRAME_KINDS,
  type Frame,
  FrameBatch,
  MAX_MESSAGE_BYTES,
  MAX_PAYLOAD_BYTES,
  readFrames,
} from "../../shared/core/workers/line.ts";
import type {Executor, Run} from "../execute/executor.ts";

/** How long an outcome waits to be read at `/rest`. */
const OUTCOME_TTL_MS = 10_000;
/** A line whose reader is so slow that more than this waits to be sent is closed. */
const MAX_UNSENT_BYTES = 256 * 1024 * 1024;
/** A line whose other end does not answer a ping for so long is closed. */
const IDLE_SECONDS = 30;

const NOTHING = new Uint8Array();
const encoder = new TextEncoder();
const decoder = new TextDecoder();

type Socket = Bun.ServerWebSocket<undefined>;

interface Line {
  batch: FrameBatch;
  /** The running requests, by id. */
  runs: Map<number, AbortController>;
  /** The requests whose outcome waits to be read at `/rest`, by id. */
  waiting: Map<number, AbortController>;
}

type Outcome = {run: Run} | {error: unknown};

/** An outcome that is too large for a frame and waits to be read at `/rest`. */
interface WaitingOutcome {
  outcome: Outcome;
  controller: AbortController;
  /** Removes the outcome from the outcomes that wait to be sent. */
  release(): void;
}

/** The lines, which are WebSockets that web processes have opened to this worker; see `shared/core/workers/line.ts`. */
export class Lines {
  readonly #open = new Map<Socket, Line>();
  readonly #waiting = new Map<string, WaitingOutcome>();
  #isLeaving = false;
  #isEnding = false;

  constructor(
    private readonly executor: Executor,
    /** Turns a thrown error into a `WireError`, as JSON. */
    private readonly refusalOf: (thrown: unknown, requestId: string, signal: AbortSignal) => string,
  ) {}

  readonly handler: Bun.WebSocketHandler<undefined> = {
    maxPayloadLength: MAX_MESSAGE_BYTES,
    backpressureLimit: MAX_UNSENT_BYTES,
    closeOnBackpressureLimit: true,
    idleTimeout: IDLE_SECONDS,
    open: socket => {
      const batch = new FrameBatch(message => void socket.sendBinary(message));
      this.#open.set(socket, {batch, runs: new Map(), waiting: new Map()});
    },
    message: (socket, message) => {
      const line = this.#open.get(socket);
      try {
        if (!line || typeof message === "string") throw new Error("a message is not binary");
        readFrames(message, frame => this.#take(socket, line, frame));
      } catch {
        // A sender of malformed frames is not a web process of this service.
        socket.close();
      }
    },
    close: socket => {
      const line = this.#open.get(socket);
      this.#open.delete(socket);
      for (const controller of line?.runs.values() ?? []) controller.abort();
      // When the worker leaves, a web process closes the line before it reads the outcomes that wait for it.
      if (!this.#isLeaving) for (const controller of line?.waiting.values() ?? []) controller.abort();
    },
  };

  /** Upgrades a request to a line; `undefined` where that has happened, or else the response that refuses it. */
  upgrade(request: Request, server: Bun.Server<undefined>): Response | undefined {
    if (!this.#isLeaving && server.upgrade(request)) return undefined;
    return new Response("this path accepts only WebSockets", {status: 426, headers: {upgrade: "websocket"}});
  }

  /** Takes the outcome that waits under a token. `signal` is that of its reader. */
  takeRest(token: string, signal: AbortSignal): Run {
    const found = this.#waiting.get(token);
    if (!found) throw new ServiceError("worker_unavailable", "The result is gone. Ask again.");
    const {outcome, controller, release} = found;
    release();
    signal.addEventListener("abort", () => controller.abort(), {once: true});
    if ("error" in outcome) throw outcome.error;
    return outcome.run;
  }

  /**
   * Accepts no further lines, and asks the web processes to close theirs, so that no request that they have sent is
   * lost. Resolves when all lines are closed and all waiting outcomes are read, or after `graceMs`.
   */
  async leave(graceMs: number): Promise<void> {
    this.#isLeaving = true;
    for (const {batch} of this.#open.values()) batch.add(FRAME_KINDS.leaving, 0, NOTHING);
    const until = performance.now() + graceMs;
    while (this.#open.size + this.#waiting.size > 0 && performance.now() < until) await Bun.sleep(10);
  }

  /** Closes each line as soon as no request is running on it. */
  end(): void {
    this.#isEnding = true;
    for (const [socket, line] of this.#open) closeIfDone(socket, line);
  }

  #take(socket: Socket, line: Line, {kind, id, payload}: Frame): void {
    const {runs, waiting} = line;
    if (kind === FRAME_KINDS.cancel) (runs.get(id) ?? waiting.get(id))?.abort();
    else if (kind === FRAME_KINDS.run && !runs.has(id) && !waiting.has(id)) {
      const controller = new AbortController();
      runs.set(id, controller);
      void this.#run(socket, line, id, decoder.decode(payload), controller);
    } else throw new Error("a frame is not a request");
  }

  async #run(
    socket: Socket,
    line: Line,
    id: number,
    text: string,
    controller: AbortController,
  ): Promise<void> {
    const {batch, runs} = line;
    const {signal} = controller;
    let requestId = "";
    try {
      const request = readRunRequest(JSON.parse(text));
      requestId = request.record.requestId;
      const run = await this.executor.run(request, signal);
      const {shared, warehouseMs, first, whole} = run;
      if (whole && first.byteLength <= MAX_PAYLOAD_BYTES)
        batch.add(FRAME_KINDS.whole, id, first, shared, warehouseMs);
      else batch.add(FRAME_KINDS.rest, id, this.#addWaiting(line, id, {run}, controller));
    } catch (error) {
      const refusal = encoder.encode(this.refusalOf(error, requestId, signal));
      if (refusal.byteLength <= MAX_PAYLOAD_BYTES) batch.add(FRAME_KINDS.refused, id, refusal);
      else batch.add(FRAME_KINDS.rest, id, this.#addWaiting(line, id, {error}, controller));
    }
    runs.delete(id);
    if (this.#isEnding) closeIfDone(socket, line);
  }

  /**
   * Lets an outcome wait until it is read, its caller leaves or its time is over. Returns the token under which it is
   * read.
   */
  #addWaiting({waiting}: Line, id: number, outcome: Outcome, controller: AbortController): Uint8Array {
    const token = crypto.randomUUID();
    const leave = () => {
      release();
      // Ending the iterator of a run also ends the run's record.
      if ("run" in outcome) void outcome.run.rest.return?.();
    };
    const timer = setTimeout(() => controller.abort(), OUTCOME_TTL_MS);
    const release = () => {
      clearTimeout(timer);
      controller.signal.removeEventListener("abort", leave);
      this.#waiting.delete(token);
      waiting.delete(id);
    };
    controller.signal.addEventListener("abort", leave);
    this.#waiting.set(token, {outcome, controller, release});
    waiting.set(id, controller);
    return encoder.encode(token);
  }
}

function closeIfDone(socket: Socket, {runs, batch}: Line): void {
  if (runs.size > 0) return;
  batch.flush();
  socket.close();
}
