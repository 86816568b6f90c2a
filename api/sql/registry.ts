import {randomBytes, randomInt, timingSafeEqual} from "node:crypto";
import {SqlError} from "../../shared/surfaces/sql/sql-error.ts";
import type {Session} from "./session/session.ts";

interface Entry {
  session: Session;
  orgId: string;
  key: Buffer;
}

/**
 * The sessions of this process. The registry counts them, and finds a session by the key with which its client cancels
 * statements.
 */
export class SessionRegistry {
  readonly #sessions = new Map<number, Entry>();
  readonly #byOrg = new Map<string, number>();
  /** The reason to end every session, set by `drainAll`. */
  #leaving: SqlError | undefined;

  constructor(
    private readonly most: number,
    private readonly maxOfOrg: number,
  ) {}

  get size(): number {
    return this.#sessions.size;
  }

  /** Throws 53300 if the process or the organization has too many sessions. */
  add(session: Session, orgId: string, keyBytes: number): {processId: number; key: Buffer} {
    if (this.size >= this.most) throw new SqlError("53300", "sorry, too many clients already");
    const ofOrg = this.#byOrg.get(orgId) ?? 0;
    if (ofOrg >= this.maxOfOrg) {
      throw new SqlError(
        "53300",
        `too many connections: an organization has at most ${this.maxOfOrg} at once`,
        {
          hint: "Close some connections, or use a connection pool.",
        },
      );
    }
    let processId = 0;
    do processId = randomInt(1, 2 ** 31 - 1);
    while (this.#sessions.has(processId));
    const key = randomBytes(keyBytes);
    this.#sessions.set(processId, {session, orgId, key});
    this.#byOrg.set(orgId, ofOrg + 1);
    if (this.#leaving) session.leave(this.#leaving);
    return {processId, key};
  }

  remove(processId: number): void {
    const entry = this.#sessions.get(processId);
    if (!entry) return;
    this.#sessions.delete(processId);
    const left = (this.#byOrg.get(entry.orgId) ?? 1) - 1;
    if (left > 0) this.#byOrg.set(entry.orgId, left);
    else this.#byOrg.delete(entry.orgId);
  }

  /**
   * Cancels the statement of the session with that key. Returns whether the key is right. No client may learn the
   * result.
   */
  cancel(processId: number, key: Buffer): boolean {
    return this.cancelIf(processId, own => own.length === key.length && timingSafeEqual(own, key));
  }

  /** Cancels the statement of the session if `isKey` accepts the session's key. Returns whether `isKey` accepts it. */
  cancelIf(processId: number, isKey: (key: Buffer) => boolean): boolean {
    const entry = this.#sessions.get(processId);
    if (!entry || !isKey(entry.key)) return false;
    entry.session.cancel();
    return true;
  }

  /** Ends each session, including sessions that begin later, once the requests of the session's client are answered. */
  drainAll(reason: SqlError): void {
    this.#leaving = reason;
    for (const {session} of this.#sessions.values()) session.leave(reason);
  }

  endAll(reason: SqlError): void {
    for (const {session} of this.#sessions.values()) session.end(reason);
  }
}
