import type {Config} from "../../shared/core/config.ts";
import {ServiceError} from "../../shared/core/errors.ts";
import {networkOf} from "../../shared/core/network.ts";
import {addressOf} from "./request-context.ts";
import {type Holding, UnverifiedBodies} from "./unverified-bodies.ts";

type Server = Bun.Server<unknown>;

/** How long a connection may be idle between two requests. */
export const IDLE_SECONDS = 120;
/** The part of an answer that fits into the operating system's socket buffer, even if the client reads nothing. */
const SOCKET_BUFFER_BYTES = 64 * 1024;
/** The longest idle timeout of the runtime. */
const MAX_SECONDS = 255;
/**
 * The tick of the runtime's idle timer. The first tick comes at any moment, so a timeout may end up to one tick early.
 */
const TICK_SECONDS = 4;
/** The liveness check, which is answered even when too many requests are under way. */
const LIVENESS_URL = /^https?:\/\/[^/]*\/healthz$/;

interface WaitingBody {
  dueAt: number;
  reject: (error: ServiceError) => void;
}

/** The timeout of small bodies, with one timer for all of them, which costs less than a timer for each. */
export class BodyDeadline {
  /** The awaited bodies, in the order of their deadlines. */
  readonly #waiting = new Set<WaitingBody>();
  #timer: NodeJS.Timeout | undefined;

  constructor(readonly waitMs: number) {}

  /** Resolves with the body; rejects with `request_timeout` after the deadline. */
  async within<T>(body: Promise<T>): Promise<T> {
    const {promise, resolve, reject} = Promise.withResolvers<T>();
    const waiting = {dueAt: performance.now() + this.waitMs, reject};
    this.#waiting.add(waiting);
    this.#timer ??= setTimeout(this.#endOverdue, this.waitMs).unref();
    body.then(resolve, reject);
    try {
      return await promise;
    } finally {
      this.#waiting.delete(waiting);
    }
  }

  readonly #endOverdue = (): void => {
    this.#timer = undefined;
    const now = performance.now();
    for (const waiting of this.#waiting) {
      if (waiting.dueAt > now) {
        this.#timer = setTimeout(this.#endOverdue, Math.ceil(waiting.dueAt - now)).unref();
        return;
      }
      this.#waiting.delete(waiting);
      waiting.reject(tooSlow());
    }
  };
}

/** One request under way. */
interface InFlight {
  request: Request;
  server: Server | null;
  /** The client's network, whose count includes the request; `undefined` until it is counted. */
  network: string | undefined;
  bodyDeadline: BodyDeadline;
  /** Whether the body was read to its end. */
  isBodyRead: boolean;
  holding: Holding | undefined;
  /** The connection's idle timeout once the answer is made. */
  idleSeconds: number;
  /** The idle timeout of a large answer's reader: no less than `READER_STALL_MS`, at most two ticks more. */
  stallSeconds: number;
  /** Reserves memory for the body of an unauthenticated caller. */
  hold: () => Holding;
  /**
   * Reference count, which `release` decrements: one for the admission, one for a streamed body. At 0 the request is over.
   */
  holds: number;
  leave: () => void;
}

const inFlight = new WeakMap<Request, InFlight>();

/**
 * Counts the requests under way, in total and from each network. The runtime bounds the headers (12 s, 16 KB, 200 of
 * them); from there on a request counts until its answer is made and its stream has ended.
 */
export class Admission {
  readonly #fromNetwork = new Map<string, number>();
  /**
   * Requests that are not counted by network yet. While the total is below the limit of one network, no network can
   * exceed its limit. Counting earlier would cost time: reading an address from the socket takes as long as
   * authenticating a request whose answer is cached.
   */
  readonly #uncounted = new Set<InFlight>();
  readonly #bodyDeadline: BodyDeadline;
  readonly #unverifiedBodies: UnverifiedBodies;
  #all = 0;

  constructor(
    private readonly config: Pick<
      Config,
      | "trustedProxies"
      | "bodyWaitMs"
      | "requestsAtOnce"
      | "requestsPerAddress"
      | "unverifiedBodyBytes"
      | "readerStallMs"
    >,
  ) {
    this.#bodyDeadline = new BodyDeadline(config.bodyWaitMs);
    this.#unverifiedBodies = new UnverifiedBodies(config.unverifiedBodyBytes);
  }

  /**
   * Counts the request until `release`. If there are too many requests, throws `rate_limited` and closes the request's
   * connection.
   */
  admit(request: Request, server: Server | null): void {
    const {requestsAtOnce, requestsPerAddress} = this.config;
    // The runtime's idle timer would also count the time in which the handler works on the answer.
    server?.timeout(request, 0);
    if (LIVENESS_URL.test(request.url)) return;
    const entry: InFlight = {
      request,
      server,
      bodyDeadline: this.#bodyDeadline,
      isBodyRead: false,
      network: undefined,
      holding: undefined,
      idleSeconds: IDLE_SECONDS,
      stallSeconds: Math.min(MAX_SECONDS, Math.ceil(this.config.readerStallMs / 1000) + TICK_SECONDS),
      hold: () => this.#unverifiedBodies.hold(this.#networkOf(entry)),
      holds: 1,
      leave: () => this.#leave(entry),
    };
    // A request without a server comes from this process itself and is not limited.
    if (server && this.#all >= requestsAtOnce) throw tooMany("this service", requestsAtOnce);
    if (server && this.#all >= requestsPerAddress && this.#sameNetwork(entry) >= requestsPerAddress)
      throw tooMany("your address", requestsPerAddress);
    this.#all++;
    this.#uncounted.add(entry);
    inFlight.set(request, entry);
  }

  /** How many requests of this request's network are under way. */
  #sameNetwork({request, server}: InFlight): number {
    for (const entry of this.#uncounted) {
      entry.network = this.#networkOf(entry);
      this.#fromNetwork.set(entry.network, (this.#fromNetwork.get(entry.network) ?? 0) + 1);
    }
    this.#uncounted.clear();
    return this.#fromNetwork.get(this.#networkOf({request, server})) ?? 0;
  }

  #networkOf(arrived: Pick<InFlight, "request" | "server">): string {
    return networkOf(addressOf(this.config, arrived) ?? "unknown");
  }

  #leave(entry: InFlight): void {
    this.#all--;
    if (this.#uncounted.delete(entry) || entry.network === undefined) return;
    const left = (this.#fromNetwork.get(entry.network) ?? 1) - 1;
    if (left > 0) this.#fromNetwork.set(entry.network, left);
    else this.#fromNetwork.delete(entry.network);
  }

  /** How many requests are under way. */
  get underWay(): number {
    return this.#all;
  }
}

/**
 * Called when the answer is made. The next request on the connection must then come within `IDLE_SECONDS`. After a
 * large answer, the next request must come within the time that the answer's reader may stall, because the runtime has
 * one timer for both.
 */
export function release(request: Request, server: Server | null): void {
  const entry = inFlight.get(request);
  server?.timeout(request, entry?.idleSeconds ?? IDLE_SECONDS);
  entry?.holding?.release();
  if (entry && --entry.holds === 0) entry.leave();
}

/** Counts the request as under way until the returned function is called, which is idempotent. */
export function trackRequest(request: Request): () => void {
  const entry = inFlight.get(request);
  if (!entry) return () => undefined;
  entry.holds++;
  let isOver = false;
  return () => {
    if (isOver) return;
    isOver = true;
    release(request, entry.server);
  };
}

/**
 * Sets the idle timeout for an answer of this size. A large answer occupies memory, so its reader may stall only for
 * `READER_STALL_MS`.
 */
export function expectReader(request: Request, sizeBytes: number): void {
  const entry = inFlight.get(request);
  if (entry && sizeBytes > SOCKET_BUFFER_BYTES)
    entry.idleSeconds = Math.min(IDLE_SECONDS, entry.stallSeconds);
}

/** The server that received the request; `null` where it is not known. */
export function serverOf(request: Request): Server | null {
  return inFlight.get(request)?.server ?? null;
}

/** Memory for the body of an unauthenticated caller, which is released when the answer is made. */
export function holdUnverified(request: Request): Holding | undefined {
  const entry = inFlight.get(request);
  if (entry) entry.holding ??= entry.hold();
  return entry?.holding;
}

/** The deadline of the request's body; `undefined` for a request that was not admitted. */
export function bodyDeadlineOf(request: Request): BodyDeadline | undefined {
  return inFlight.get(request)?.bodyDeadline;
}

/** Records that the request's body was read to its end. */
export function noteBodyRead(request: Request): void {
  const entry = inFlight.get(request);
  if (entry) entry.isBodyRead = true;
}

/** Whether part of the request's body may still be unread. */
export function isBodyLeft(request: Request): boolean {
  const {headers} = request;
  const length = headers.get("content-length");
  if (length === null ? !headers.has("transfer-encoding") : length === "0") return false;
  return inFlight.get(request)?.isBodyRead !== true;
}

/**
 * The body of an answer. The idle timeout is off while the body's source pauses. A reader that stalls longer than
 * `READER_STALL_MS` is disconnected. The request counts as under way until the stream ends.
 */
export function patientStream(
  request: Request,
  body: ReadableStream<Uint8Array>,
): ReadableStream<Uint8Array> {
  const entry = inFlight.get(request);
  const server = entry?.server;
  // Nobody reads the body of an answer to HEAD.
  if (!entry || !server || request.method === "HEAD") return body;
  let sizeBytes = 0;
  const end = trackRequest(request);
  const reader = body.getReader();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      server.timeout(request, 0);
      try {
        const {value, done} = await reader.read();
        if (done) {
          end();
          controller.close();
          return;
        }
        sizeBytes += value.byteLength;
        expectReader(request, sizeBytes);
        server.timeout(request, entry.idleSeconds);
        controller.enqueue(value);
      } catch (error) {
        end();
        controller.error(error);
      }
    },
    async cancel(reason) {
      end();
      await reader.cancel(reason);
    },
  });
}

function tooMany(scope: string, limit: number): ServiceError {
  return new ServiceError(
    "rate_limited",
    `The limit of ${limit} concurrent requests of ${scope} is reached. Try again in a moment.`,
    {headers: {"retry-after": "1", connection: "close"}},
  );
}

/** The error for a body that does not arrive in time. The connection is closed after the answer. */
export function tooSlow(): ServiceError {
  return new ServiceError("request_timeout", "The body did not arrive in time.", {
    headers: {connection: "close"},
  });
}
