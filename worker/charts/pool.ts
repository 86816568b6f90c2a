import type {DrawRequest} from "../../shared/calls.ts";
import {ServiceError} from "../../shared/errors.ts";

export interface PoolOptions {
  threads: number;
  /** Of one picture, from when its thread takes it. */
  timeoutMs: number;
  /** Answers each message, a `DrawRequest`, with a `Drawn`. */
  script: URL;
}

export interface Picture {
  /** An SVG as text, a PNG as base64. */
  content: string;
  /** Of tiles that could not be drawn; in their place the picture says so. */
  faults: string[];
}

/** What a thread answers. */
export type Drawn = Picture | {fault: string};

interface Job {
  request: DrawRequest;
  settle(drawn: Drawn | ServiceError): void;
}

const MOST_WAITING = 200;

/** Threads that draw, started when they are needed and replaced when they fail. */
export class DrawingPool {
  readonly #options: PoolOptions;
  readonly #waiting: Job[] = [];
  readonly #idle: Worker[] = [];
  #started = 0;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  async draw(request: DrawRequest, signal: AbortSignal): Promise<Picture> {
    signal.throwIfAborted();
    if (this.#waiting.length >= MOST_WAITING) {
      throw new ServiceError(
        "worker_unavailable",
        "Too many pictures are being drawn. Try again in a moment.",
      );
    }
    const {promise, resolve} = Promise.withResolvers<Drawn | ServiceError>();
    const job: Job = {request, settle: resolve};
    this.#waiting.push(job);
    const leave = () => {
      const place = this.#waiting.indexOf(job);
      if (place < 0) return;
      this.#waiting.splice(place, 1);
      resolve(new ServiceError("worker_unavailable", "Nobody waits for this picture any more."));
    };
    signal.addEventListener("abort", leave, {once: true});
    this.#next();
    try {
      const drawn = await promise;
      if (drawn instanceof ServiceError) throw drawn;
      if ("fault" in drawn) throw new Error(`a picture could not be drawn: ${drawn.fault}`);
      return drawn;
    } finally {
      signal.removeEventListener("abort", leave);
    }
  }

  /** Ends all threads; what they were drawing fails. */
  stop(): void {
    for (const thread of this.#idle.splice(0)) this.#end(thread);
  }

  #next(): void {
    if (this.#waiting.length === 0) return;
    const thread = this.#idle.pop() ?? (this.#started < this.#options.threads ? this.#start() : undefined);
    const job = thread && this.#waiting.shift();
    if (job) this.#give(thread, job);
  }

  #start(): Worker {
    this.#started += 1;
    const thread = new Worker(this.#options.script.href);
    // A process that has nothing else to do may end.
    thread.unref();
    return thread;
  }

  #end(thread: Worker): void {
    this.#started -= 1;
    thread.terminate();
  }

  #give(thread: Worker, job: Job): void {
    const {timeoutMs} = this.#options;
    let over = false;
    const finish = (drawn: Drawn | ServiceError, healthy: boolean) => {
      // A thread that is ended closes after that, and is no news then.
      if (over) return;
      over = true;
      clearTimeout(timer);
      thread.onmessage = null;
      thread.onerror = null;
      thread.removeEventListener("close", close);
      if (healthy) this.#idle.push(thread);
      else this.#end(thread);
      job.settle(drawn);
      this.#next();
    };
    const close = () => finish({fault: "the thread ended"}, false);
    const timer = setTimeout(() => {
      const message = `The picture took longer than ${timeoutMs} ms. Draw fewer rows or tiles.`;
      finish(new ServiceError("invalid_request", message), false);
    }, timeoutMs);
    thread.onmessage = ({data}: MessageEvent<Drawn>) => finish(data, true);
    thread.onerror = ({message}) => finish({fault: `the thread ended: ${message}`}, false);
    thread.addEventListener("close", close);
    thread.postMessage(job.request);
  }
}
