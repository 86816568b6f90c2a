import {ServiceError} from "../errors.ts";
import {Child, type ChildOptions, ChildOverrun} from "./child.ts";
import type {Outcome} from "./frames.ts";

export interface ChildPoolOptions extends ChildOptions {
  /**
   * Limit of the processor time of one job. On an idle machine this is about the job's elapsed time; on a busy machine
   * a job takes longer, because children have a low priority.
   */
  timeoutMs: number;
  /** The longest time of a job, however little of it the child could compute. Default 90 s. */
  maxMs?: number;
  /** The error message for a job that exceeds the time limit. It contains the remedy: how to ask for less. */
  timeoutMessage: string;
  /** The message for a job that exceeds its memory, or whose answer is too large. */
  memoryMessage: string;
}

interface Job<Q, A> {
  orgId: string;
  request: Q;
  /** Milliseconds of `performance.now()`. */
  since: number;
  signal: AbortSignal;
  settle(outcome: Outcome<A> | ServiceError): void;
}

/** Limits of one pool: children, and waiting jobs. One organization gets at most half of each. */
const CHILDREN = 4;
const MAX_WAITING = 200;
/** The first child starts at once. Another starts when a job has waited this long. */
const GROW_AFTER_MS = 50;
/** On a busy machine a process takes a hundred times as long to start. */
const START_TIMEOUT_MS = 60_000;
const MAX_MS = 90_000;
/** How long an abandoned job may continue: most jobs end soon by themselves, and then their child can be reused. */
const ABANDONED_JOB_MS = 1000;
/** Idle children end after this time, except the last one. */
const IDLE_MS = 60_000;

/**
 * Child processes for work on untrusted input. They are started when needed, ended when they exceed a limit, and
 * replaced.
 */
export class ChildPool<Q, A> {
  /** Waiting jobs by organization, in the order of their turns. */
  readonly #waiting = new Map<string, Job<Q, A>[]>();
  readonly #running = new Map<string, number>();
  readonly #children = new Set<Child>();
  readonly #idle: {child: Child; timer: Timer}[] = [];
  #starting = false;
  #stopped = false;
  #growTimer: Timer | undefined;

  constructor(private readonly options: ChildPoolOptions) {}

  /**
   * The child's answer. `invalid_request` for a job that is refused, or takes too long or too much memory;
   * `worker_unavailable` if too many of the organization's jobs wait already.
   */
  async run(orgId: string, request: Q, signal: AbortSignal): Promise<A> {
    signal.throwIfAborted();
    this.#requirePlace(orgId);
    const {promise, resolve} = Promise.withResolvers<Outcome<A> | ServiceError>();
    const job = {orgId, request, since: performance.now(), signal, settle: resolve};
    const own = this.#waiting.get(orgId) ?? [];
    own.push(job);
    this.#waiting.set(orgId, own);
    const leave = () => {
      this.#remove(job);
      resolve(new ServiceError("worker_unavailable", "The caller no longer waits for this."));
    };
    signal.addEventListener("abort", leave, {once: true});
    this.#next();
    try {
      const outcome = await promise;
      if (outcome instanceof ServiceError) throw outcome;
      if ("refused" in outcome) throw new ServiceError("invalid_request", outcome.refused);
      if ("fault" in outcome) throw new Error(`a child process failed: ${outcome.fault}`);
      return outcome.answer;
    } finally {
      signal.removeEventListener("abort", leave);
    }
  }

  /** Ends the idle children, and the busy ones when they have finished their jobs. */
  stop(): void {
    this.#stopped = true;
    for (const {child} of [...this.#idle]) this.#end(child);
  }

  #requirePlace(orgId: string): void {
    const own = this.#waiting.get(orgId)?.length ?? 0;
    const all = this.#waiting.values().reduce((sum, {length}) => sum + length, 0);
    if (own < MAX_WAITING / 2 && all < MAX_WAITING) return;
    throw new ServiceError(
      "worker_unavailable",
      "Too much work of this kind is waiting. Try again in a moment.",
    );
  }

  #remove(job: Job<Q, A>): void {
    const own = this.#waiting.get(job.orgId)?.filter(one => one !== job) ?? [];
    if (own.length > 0) this.#waiting.set(job.orgId, own);
    else this.#waiting.delete(job.orgId);
  }

  /** Gives jobs to idle children, one organization after the other; remaining jobs may start another child. */
  #next(): void {
    for (;;) {
      const turns = this.#turns();
      const [job] = turns;
      if (!job) return;
      const child = this.#takeIdle();
      if (!child) {
        this.#grow(Math.min(...turns.map(({since}) => since)));
        return;
      }
      this.#take(job);
      void this.#give(child, job);
    }
  }

  /** The next job of each organization that may use one more child, in the order of their turns. */
  #turns(): Job<Q, A>[] {
    return [...this.#waiting].flatMap(([orgId, [job]]) =>
      job && (this.#running.get(orgId) ?? 0) < CHILDREN / 2 ? [job] : [],
    );
  }

  /** Removes the job, the first of its organization, and puts the organization last in turn. */
  #take({orgId}: Job<Q, A>): void {
    const rest = this.#waiting.get(orgId)?.slice(1) ?? [];
    this.#waiting.delete(orgId);
    if (rest.length > 0) this.#waiting.set(orgId, rest);
  }

  #takeIdle(): Child | undefined {
    const idle = this.#idle.pop();
    clearTimeout(idle?.timer);
    return idle?.child;
  }

  /**
   * Starts a child if the limits allow it. The child gets a job when it is ready, not before: until then another child
   * may have become idle. `since`: when the oldest job began to wait.
   */
  #grow(since: number): void {
    if (this.#children.size >= CHILDREN || this.#starting) return;
    const waitMs = GROW_AFTER_MS - (performance.now() - since);
    if (this.#children.size === 0 || waitMs <= 0) void this.#start();
    else
      this.#growTimer ??= setTimeout(() => {
        this.#growTimer = undefined;
        this.#next();
      }, Math.ceil(waitMs));
  }

  async #start(): Promise<void> {
    this.#starting = true;
    let child: Child | undefined;
    let limit: Timer | undefined;
    try {
      const started = new Child(this.options);
      child = started;
      this.#children.add(started);
      started.exited.then(() => this.#end(started));
      limit = setTimeout(() => started.end(), START_TIMEOUT_MS);
      await child.loaded;
      if (this.#stopped && this.#waiting.size === 0) this.#end(child);
      else this.#keep(child);
    } catch (error) {
      // The system may have no room for another process; then there is no child.
      if (child) this.#end(child);
      // The next job fails, so that a script that cannot start is not started for ever.
      const [job] = this.#turns();
      if (job) this.#take(job);
      job?.settle(faultOf(error));
    } finally {
      clearTimeout(limit);
      this.#starting = false;
      this.#next();
    }
  }

  #end(child: Child): void {
    this.#children.delete(child);
    const place = this.#idle.findIndex(one => one.child === child);
    if (place >= 0) clearTimeout(this.#idle.splice(place, 1)[0]?.timer);
    child.end();
  }

  async #give(child: Child, job: Job<Q, A>): Promise<void> {
    const {orgId} = job;
    this.#running.set(orgId, (this.#running.get(orgId) ?? 0) + 1);
    const outcome = await this.#ask(child, job);
    if (this.#stopped || outcome instanceof ServiceError || outcome.retired) this.#end(child);
    else this.#keep(child);
    const running = (this.#running.get(orgId) ?? 1) - 1;
    if (running > 0) this.#running.set(orgId, running);
    else this.#running.delete(orgId);
    job.settle(outcome);
    this.#next();
  }

  #keep(child: Child): void {
    const timer = setTimeout(() => {
      if (this.#children.size > 1) this.#end(child);
    }, IDLE_MS);
    timer.unref();
    this.#idle.push({child, timer});
  }

  async #ask(child: Child, {request, signal}: Job<Q, A>): Promise<Outcome<A> | ServiceError> {
    const {timeoutMs, maxMs = MAX_MS, timeoutMessage, memoryMessage} = this.options;
    let late: ServiceError | undefined;
    const limit = jobLimit(child, {timeoutMs, maxMs}, hasComputed => {
      late = hasComputed ? new ServiceError("invalid_request", timeoutMessage) : tooBusy();
      child.end();
    });
    let leaving: Timer | undefined;
    const left = () => {
      leaving = setTimeout(() => child.end(), ABANDONED_JOB_MS);
    };
    signal.addEventListener("abort", left, {once: true});
    try {
      const outcome: Outcome<A> = JSON.parse(await child.ask(JSON.stringify(request)));
      return outcome;
    } catch (error) {
      if (late) return late;
      if (error instanceof ChildOverrun) return new ServiceError("invalid_request", memoryMessage);
      return faultOf(error);
    } finally {
      limit.clear();
      clearTimeout(leaving);
      signal.removeEventListener("abort", left);
    }
  }
}

/**
 * Calls `onOver` when the child has had `timeoutMs` of processor time for its job, or `maxMs` are over. Where the
 * system does not report the processor time, elapsed time counts.
 */
function jobLimit(
  child: Child,
  {timeoutMs, maxMs}: {timeoutMs: number; maxMs: number},
  onOver: (hasComputed: boolean) => void,
): {clear(): void} {
  const startedAt = performance.now();
  const before = child.processorMs();
  const check = () => {
    const passed = performance.now() - startedAt;
    const now = child.processorMs();
    const used = before === undefined || now === undefined ? passed : now - before;
    const left = Math.min(timeoutMs - used, maxMs - passed);
    if (left > 0) timer = setTimeout(check, Math.ceil(left));
    else onOver(used >= timeoutMs);
  };
  let timer = setTimeout(check, timeoutMs);
  return {clear: () => clearTimeout(timer)};
}

function tooBusy(): ServiceError {
  return new ServiceError(
    "worker_unavailable",
    "The machine is too busy for this now. Try again in a moment.",
  );
}

function faultOf(error: unknown): Outcome<never> {
  return {fault: error instanceof Error ? error.message : String(error), retired: true};
}
