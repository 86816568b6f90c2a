import {ServiceError} from "./errors.ts";

export interface ThreadPoolOptions {
  threads: number;
  /** Of one piece of work, from when its thread takes it. */
  timeoutMs: number;
  /** Answers each message with an `Outcome`, in its order; see `serveThread`. */
  script: URL;
  /** What is said of work that takes longer: how to ask for less. */
  tooLong: string;
  mostWaiting: number;
}

/** What a thread answers. `refused` is for the caller, `fault` is a bug of ours. */
export type Outcome<A> = ({answer: A} | {refused: string} | {fault: string}) & {
  /** The thread is good for nothing more. */
  spent?: boolean;
};

interface Job<Q, A> {
  request: Q;
  settle(outcome: Outcome<A> | ServiceError): void;
}

/** Threads for work that would hold up the event loop: started when they are needed, replaced when they fail. */
export class ThreadPool<Q, A> {
  readonly #waiting: Job<Q, A>[] = [];
  readonly #idle: Worker[] = [];
  #started = 0;

  constructor(private readonly options: ThreadPoolOptions) {}

  async run(request: Q, signal: AbortSignal): Promise<A> {
    signal.throwIfAborted();
    if (this.#waiting.length >= this.options.mostWaiting) {
      throw new ServiceError(
        "worker_unavailable",
        "Too much of this kind is waiting. Try again in a moment.",
      );
    }
    const {promise, resolve} = Promise.withResolvers<Outcome<A> | ServiceError>();
    const job = {request, settle: resolve};
    this.#waiting.push(job);
    const leave = () => {
      const place = this.#waiting.indexOf(job);
      if (place < 0) return;
      this.#waiting.splice(place, 1);
      resolve(new ServiceError("worker_unavailable", "Nobody waits for this any more."));
    };
    signal.addEventListener("abort", leave, {once: true});
    this.#next();
    try {
      const outcome = await promise;
      if (outcome instanceof ServiceError) throw outcome;
      if ("refused" in outcome) throw new ServiceError("invalid_request", outcome.refused);
      if ("fault" in outcome) throw new Error(`a thread failed: ${outcome.fault}`);
      return outcome.answer;
    } finally {
      signal.removeEventListener("abort", leave);
    }
  }

  /** Ends the threads that have nothing to do. */
  stop(): void {
    for (const thread of this.#idle.splice(0)) this.#end(thread);
  }

  #next(): void {
    if (this.#waiting.length === 0) return;
    const thread = this.#idle.pop() ?? (this.#started < this.options.threads ? this.#start() : undefined);
    const job = thread && this.#waiting.shift();
    if (job) this.#give(thread, job);
  }

  #start(): Worker {
    this.#started += 1;
    const thread = new Worker(this.options.script.href);
    // A process that has nothing else to do may end.
    thread.unref();
    return thread;
  }

  #end(thread: Worker): void {
    this.#started -= 1;
    thread.terminate();
  }

  #give(thread: Worker, job: Job<Q, A>): void {
    const over = new AbortController();
    const finish = (outcome: Outcome<A> | ServiceError, healthy: boolean) => {
      if (over.signal.aborted) return;
      over.abort();
      clearTimeout(timer);
      if (healthy) {
        this.#idle.push(thread);
      } else {
        this.#end(thread);
      }
      job.settle(outcome);
      this.#next();
    };
    const timer = setTimeout(
      () => finish(new ServiceError("invalid_request", this.options.tooLong), false),
      this.options.timeoutMs,
    );
    const {signal} = over;
    thread.addEventListener("message", ({data}: MessageEvent<Outcome<A>>) => finish(data, !data.spent), {
      signal,
    });
    thread.addEventListener("error", ({message}) => finish({fault: message}, false), {signal});
    thread.addEventListener("close", () => finish({fault: "the thread ended"}, false), {signal});
    thread.postMessage(job.request);
  }
}

/** What a caller can mend, thrown inside a thread. */
export class Refused extends Error {}

let isSpent = false;

/** Has this thread replaced once it has answered: what it works with is broken, or holds more than it should. */
export function spendThread(): void {
  isSpent = true;
}

declare const self: {
  onmessage: (event: {data: never}) => void;
  postMessage(message: unknown): void;
};

/** The body of a pool's script: answers each message by `work`. */
export function serveThread<Q, A>(work: (request: Q) => Promise<A>): void {
  self.onmessage = async ({data}: {data: Q}) => {
    let outcome: Outcome<A>;
    try {
      outcome = {answer: await work(data)};
    } catch (error) {
      if (error instanceof Refused) outcome = {refused: error.message};
      else outcome = {fault: error instanceof Error ? (error.stack ?? error.message) : String(error)};
    }
    self.postMessage(isSpent ? {...outcome, spent: true} : outcome);
  };
}
