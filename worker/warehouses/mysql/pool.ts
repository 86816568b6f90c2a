import type {Logger} from "../../../shared/core/log.ts";
import {WarehouseError, type WarehouseLimits} from "../warehouse.ts";
import type {MysqlTarget} from "./connect.ts";
import {MysqlSession} from "./session.ts";

const IDLE_MS = 60_000;

interface Waiter {
  left: boolean;
  resolve(session: MysqlSession): void;
  reject(error: unknown): void;
}

/** A pool with a limited number of sessions. A waiting caller can leave the queue. */
export class MysqlPool {
  readonly #idle: {session: MysqlSession; timer: NodeJS.Timeout}[] = [];
  readonly #waiting: Waiter[] = [];
  /** The number of sessions that are open or being opened, including idle ones. */
  #size = 0;
  #busy = 0;
  #closing: PromiseWithResolvers<void> | undefined;

  constructor(
    private readonly target: MysqlTarget,
    private readonly limits: WarehouseLimits,
    private readonly log: Logger,
  ) {}

  async take(signal: AbortSignal): Promise<MysqlSession> {
    signal.throwIfAborted();
    if (this.#closing) throw closed();
    const waiter = {...Promise.withResolvers<MysqlSession>(), left: false};
    const onAbort = () => {
      waiter.left = true;
      const place = this.#waiting.indexOf(waiter);
      if (place >= 0) this.#waiting.splice(place, 1);
      waiter.reject(signal.reason);
    };
    this.#waiting.push(waiter);
    signal.addEventListener("abort", onAbort, {once: true});
    this.#serve();
    try {
      return await waiter.promise;
    } finally {
      signal.removeEventListener("abort", onAbort);
    }
  }

  /** Makes a session available to other statements, after it was reset. */
  async give(session: MysqlSession): Promise<void> {
    try {
      await session.reset();
      this.#busy--;
      if (session.broken) this.#size--;
      else this.#rest(session);
    } catch (error) {
      this.log.debug({err: error}, "a warehouse session could not be reset");
      this.#busy--;
      this.#size--;
      session.destroy();
    }
    this.#serve();
  }

  drop(session: MysqlSession): void {
    session.destroy();
    this.#busy--;
    this.#size--;
    this.#serve();
  }

  close(): Promise<void> {
    if (!this.#closing) {
      this.#closing = Promise.withResolvers();
      for (const waiter of this.#waiting.splice(0)) waiter.reject(closed());
      this.#serve();
    }
    return this.#closing.promise;
  }

  #rest(session: MysqlSession): void {
    const timer = setTimeout(() => this.#retire(session), IDLE_MS);
    timer.unref();
    this.#idle.push({session, timer});
  }

  #retire(session: MysqlSession): void {
    const place = this.#idle.findIndex(idle => idle.session === session);
    if (place < 0) return;
    this.#idle.splice(place, 1);
    this.#size--;
    void session.end();
  }

  #serve(): void {
    if (this.#closing && this.#busy === 0) {
      const sessions = this.#idle.splice(0);
      for (const {timer} of sessions) clearTimeout(timer);
      const {resolve} = this.#closing;
      void Promise.all(sessions.map(({session}) => session.end())).then(() => resolve());
      return;
    }
    while (this.#waiting.length > 0) {
      const idle = this.#idle.pop();
      if (idle) {
        clearTimeout(idle.timer);
        if (idle.session.broken) this.#size--;
        else {
          this.#busy++;
          this.#waiting.shift()!.resolve(idle.session);
        }
        continue;
      }
      if (this.#size >= this.limits.concurrency) return;
      this.#size++;
      this.#busy++;
      void this.#open(this.#waiting.shift()!);
    }
  }

  async #open(waiter: Waiter): Promise<void> {
    try {
      const session = await MysqlSession.open(this.target, this.limits, this.log);
      if (waiter.left) {
        this.#busy--;
        this.#rest(session);
        this.#serve();
      } else waiter.resolve(session);
    } catch (error) {
      this.#busy--;
      this.#size--;
      waiter.reject(error);
      this.#serve();
    }
  }
}

function closed(): WarehouseError {
  return new WarehouseError("The connection is closed.", {errorClass: "connection", kind: "unreachable"});
}
