import {ServiceError} from "../../shared/errors.ts";
import {readRunRequest} from "../../shared/queries/run-request.ts";
import {
  FRAME_KINDS,
  type Frame,
  FrameBatch,
  MAX_MESSAGE_BYTES,
  MAX_PAYLOAD_BYTES,
  readFrames,
} from "../../shared/workers/frames.ts";
import type {Executor, Run} from "../executor.ts";

/** How long a result waits to be read at `/rest`. */
const REST_MS = 10_000;
/** What waits for a line that does not read. */
const MOST_UNSENT_BYTES = 256 * 1024 * 1024;
/** A line whose other end does not answer a ping in this time is closed. */
const IDLE_SECONDS = 120;

const NOTHING = new Uint8Array();
const encoder = new TextEncoder();
const decoder = new TextDecoder();

type Socket = Bun.ServerWebSocket<undefined>;

interface Line {
  batch: FrameBatch;
  /** The requests under way, by id. */
  runs: Map<number, AbortController>;
}

/** A result, or an error, that is too large for a frame. */
interface Waiting {
  take(): Run;
  controller: AbortController;
  timer: NodeJS.Timeout;
}

/** The lines that web processes have opened to this worker; see `shared/workers/frames.ts`. */
export class Lines {
  readonly #open = new Map<Socket, Line>();
  readonly #rests = new Map<string, Waiting>();
  #isLeaving = false;

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
      this.#open.set(socket, {batch, runs: new Map()});
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
    },
  };

  /** Answers nothing where the request has become a line. */
  upgrade(request: Request, server: Bun.Server<undefined>): Response | undefined {
    if (!this.#isLeaving && server.upgrade(request)) return undefined;
    return new Response("this is for lines", {status: 426, headers: {upgrade: "websocket"}});
  }

  /** The result that waits under a token. `signal` is its reader's. */
  takeRest(token: string, signal: AbortSignal): Run {
    const waiting = this.#rests.get(token);
    if (!waiting) throw new ServiceError("worker_unavailable", "The result is gone. Ask again.");
    clearTimeout(waiting.timer);
    this.#rests.delete(token);
    signal.addEventListener("abort", () => waiting.controller.abort(), {once: true});
    return waiting.take();
  }

  /** Takes no further requests, and closes each line when those under way have ended. */
  leave(): void {
    this.#isLeaving = true;
    for (const [socket, line] of this.#open) {
      line.batch.add(FRAME_KINDS.leaving, 0, NOTHING);
      closeIfDone(socket, line);
    }
  }

  #take(socket: Socket, line: Line, {kind, id, payload}: Frame): void {
    if (kind === FRAME_KINDS.run) {
      const controller = new AbortController();
      line.runs.set(id, controller);
      void this.#run(socket, line, id, decoder.decode(payload), controller);
    } else if (kind === FRAME_KINDS.cancel) line.runs.get(id)?.abort();
    else socket.close();
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
      const {shared, warehouseMs, first} = run;
      if (run.whole && first.byteLength <= MAX_PAYLOAD_BYTES)
        batch.add(FRAME_KINDS.whole, id, first, shared, warehouseMs);
      else
        batch.add(
          FRAME_KINDS.rest,
          id,
          this.#keep(() => run, controller),
        );
    } catch (error) {
      const refusal = encoder.encode(this.refusalOf(error, requestId, signal));
      if (refusal.byteLength <= MAX_PAYLOAD_BYTES) batch.add(FRAME_KINDS.refused, id, refusal);
      else
        batch.add(
          FRAME_KINDS.rest,
          id,
          this.#keep(() => raise(error), controller),
        );
    }
    runs.delete(id);
    if (this.#isLeaving) closeIfDone(socket, line);
  }

  #keep(take: () => Run, controller: AbortController): Uint8Array {
    const token = crypto.randomUUID();
    const timer = setTimeout(() => {
      this.#rests.delete(token);
      controller.abort();
    }, REST_MS);
    this.#rests.set(token, {take, controller, timer});
    return encoder.encode(token);
  }
}

function raise(error: unknown): never {
  throw error;
}

function closeIfDone(socket: Socket, {runs, batch}: Line): void {
  if (runs.size > 0) return;
  batch.flush();
  socket.close();
}
