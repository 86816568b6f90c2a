import {ServiceError} from "../../shared/errors.ts";
import {readRunRequest} from "../../shared/wire/run-request.ts";
import {
  FRAME_KINDS,
  type Frame,
  FrameBatch,
  MAX_MESSAGE_BYTES,
  MAX_PAYLOAD_BYTES,
  readFrames,
} from "../../shared/workers/frames.ts";
import type {Executor, Run} from "../execute/executor.ts";

/** How long a result is kept to be read at `/rest`. */
const KEPT_MS = 10_000;
/** What waits for a line that does not read. */
const MOST_UNSENT_BYTES = 256 * 1024 * 1024;
/** A line whose other end does not answer a ping in this time is closed. */
const IDLE_SECONDS = 30;

const NOTHING = new Uint8Array();
const encoder = new TextEncoder();
const decoder = new TextDecoder();

type Socket = Bun.ServerWebSocket<undefined>;

interface Line {
  batch: FrameBatch;
  /** The requests under way, by id. */
  runs: Map<number, AbortController>;
  /** Those whose outcome is kept to be read at `/rest`. */
  kept: Map<number, AbortController>;
}

type Outcome = {run: Run} | {error: unknown};

/** An outcome that is too large for a frame. */
interface Kept {
  outcome: Outcome;
  controller: AbortController;
  /** Keeps it no longer. */
  release(): void;
}

/** The lines that web processes have opened to this worker; see `shared/workers/frames.ts`. */
export class Lines {
  readonly #open = new Map<Socket, Line>();
  readonly #kept = new Map<string, Kept>();
  #isLeaving = false;
  #isEnding = false;

  constructor(
    private readonly executor: Executor,
    /** The `WireError` of what was thrown, as JSON. */
    private readonly refusalOf: (thrown: unknown, requestId: string, signal: AbortSignal) => string,
  ) {}

  readonly handler: Bun.WebSocketHandler<undefined> = {
    maxPayloadLength: MAX_MESSAGE_BYTES,
    backpressureLimit: MOST_UNSENT_BYTES,
    closeOnBackpressureLimit: true,
    idleTimeout: IDLE_SECONDS,
    open: socket => {
      const batch = new FrameBatch(message => void socket.sendBinary(message));
      this.#open.set(socket, {batch, runs: new Map(), kept: new Map()});
    },
    message: (socket, message) => {
      const line = this.#open.get(socket);
      try {
        if (!line || typeof message === "string") throw new Error("a message is no bytes");
        readFrames(message, frame => this.#take(socket, line, frame));
      } catch {
        // Whoever sends this is no web process of ours.
        socket.close();
      }
    },
    close: socket => {
      const line = this.#open.get(socket);
      this.#open.delete(socket);
      for (const controller of line?.runs.values() ?? []) controller.abort();
      // When the worker leaves, a web process closes the line before it has read what is kept for it.
      if (!this.#isLeaving) for (const controller of line?.kept.values() ?? []) controller.abort();
    },
  };

  /** Answers nothing where the request has become a line. */
  upgrade(request: Request, server: Bun.Server<undefined>): Response | undefined {
    if (!this.#isLeaving && server.upgrade(request)) return undefined;
    return new Response("this is for lines", {status: 426, headers: {upgrade: "websocket"}});
  }

  /** The result that is kept under a token. `signal` is its reader's. */
  takeRest(token: string, signal: AbortSignal): Run {
    const kept = this.#kept.get(token);
    if (!kept) throw new ServiceError("worker_unavailable", "The result is gone. Ask again.");
    const {outcome, controller, release} = kept;
    release();
    signal.addEventListener("abort", () => controller.abort(), {once: true});
    if ("error" in outcome) throw outcome.error;
    return outcome.run;
  }

  /**
   * Takes no further lines, and asks the web processes to close theirs, so that none of what they have sent is lost.
   * Resolves when they have, and have read what is kept for them; at the latest after `graceMs`.
   */
  async leave(graceMs: number): Promise<void> {
    this.#isLeaving = true;
    for (const {batch} of this.#open.values()) batch.add(FRAME_KINDS.leaving, 0, NOTHING);
    const until = performance.now() + graceMs;
    while (this.#open.size + this.#kept.size > 0 && performance.now() < until) await Bun.sleep(10);
  }

  /** Closes each line as soon as nothing is under way on it. */
  end(): void {
    this.#isEnding = true;
    for (const [socket, line] of this.#open) closeIfDone(socket, line);
  }

  #take(socket: Socket, line: Line, {kind, id, payload}: Frame): void {
    const {runs, kept} = line;
    if (kind === FRAME_KINDS.cancel) (runs.get(id) ?? kept.get(id))?.abort();
    else if (kind === FRAME_KINDS.run && !runs.has(id) && !kept.has(id)) {
      const controller = new AbortController();
      runs.set(id, controller);
      void this.#run(socket, line, id, decoder.decode(payload), controller);
    } else throw new Error("a frame is no request");
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
      else batch.add(FRAME_KINDS.rest, id, this.#keep(line, id, {run}, controller));
    } catch (error) {
      const refusal = encoder.encode(this.refusalOf(error, requestId, signal));
      if (refusal.byteLength <= MAX_PAYLOAD_BYTES) batch.add(FRAME_KINDS.refused, id, refusal);
      else batch.add(FRAME_KINDS.rest, id, this.#keep(line, id, {error}, controller));
    }
    runs.delete(id);
    if (this.#isEnding) closeIfDone(socket, line);
  }

  /** The token under which an outcome is kept until it is taken, or its caller leaves, or its time is over. */
  #keep({kept}: Line, id: number, outcome: Outcome, controller: AbortController): Uint8Array {
    const token = crypto.randomUUID();
    const leave = () => {
      release();
      // Ends the run's record, too.
      if ("run" in outcome) void outcome.run.rest.return?.();
    };
    const timer = setTimeout(() => controller.abort(), KEPT_MS);
    const release = () => {
      clearTimeout(timer);
      controller.signal.removeEventListener("abort", leave);
      this.#kept.delete(token);
      kept.delete(id);
    };
    controller.signal.addEventListener("abort", leave);
    this.#kept.set(token, {outcome, controller, release});
    kept.set(id, controller);
    return encoder.encode(token);
  }
}

function closeIfDone(socket: Socket, {runs, batch}: Line): void {
  if (runs.size > 0) return;
  batch.flush();
  socket.close();
}
