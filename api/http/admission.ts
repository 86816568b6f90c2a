import type {Config} from "../../shared/config.ts";
import {ServiceError} from "../../shared/errors.ts";
import {networkOf} from "../../shared/network.ts";
import {addressOf} from "./arrival.ts";
import {BodyDeadline} from "./body-deadline.ts";
import {type Holding, UnverifiedBodies} from "./unverified-bodies.ts";

type Server = Bun.Server<unknown>;

/** How long a connection may be idle between two requests. */
export const IDLE_SECONDS = 120;
/** What the system takes of an answer even where its reader takes nothing. */
const SYSTEM_HOLDS_BYTES = 64 * 1024;
/** The longest idle timeout of the runtime. */
const LONGEST_SECONDS = 255;
/**
 * The runtime's idle timer has ticks of this length, and its first one comes at any moment: a timeout ends up to one
 * tick early.
 */
const TICK_SECONDS = 4;
/** The liveness check, which is answered even when too many requests are under way. */
const ALWAYS = /^https?:\/\/[^/]*\/healthz$/;

/** One request under way. */
interface Place {
  request: Request;
  server: Server | null;
  /** The network that counts it; `undefined` as long as none does. */
  network: string | undefined;
  bodyDeadline: BodyDeadline;
  holding: Holding | undefined;
  /** How long the connection may be idle when the answer is made. */
  idleSeconds: number;
  /** The idle timeout of a large answer's reader: no less than `READER_STALL_MS`, at most two ticks more. */
  stallSeconds: number;
  /** Takes memory for a body of a caller who is not known yet. */
  hold: () => Holding;
  /**
   * How many `release` calls are still due: one for the admission, one for a streamed body. At 0 the request is over.
   */
  holds: number;
  leave: () => void;
}

const places = new WeakMap<Request, Place>();

/**
 * Counts the requests under way, in total and from each network. The runtime bounds the headers (12 s, 16 KB, 200 of
 * them); from there on a request counts until its answer is made and its stream has ended.
 */
export class Admission {
  readonly #fromNetwork = new Map<string, number>();
  /**
   * Requests that no network counts yet. As long as fewer are under way than one network may have, none can have too
   * many, and the runtime's look at the socket for an address costs as much as a cached answer's authentication.
   */
  readonly #uncounted = new Set<Place>();
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
   * Counts the request until `release`. Throws `rate_limited` when there are too many; that request's connection is
   * then closed.
   */
  admit(request: Request, server: Server | null): void {
    const {requestsAtOnce, requestsPerAddress} = this.config;
    // The runtime's idle timer would also count the time that the handler works on the answer.
    server?.timeout(request, 0);
    if (ALWAYS.test(request.url)) return;
    const place: Place = {
      request,
      server,
      bodyDeadline: this.#bodyDeadline,
      network: undefined,
      holding: undefined,
      idleSeconds: IDLE_SECONDS,
      stallSeconds: Math.min(LONGEST_SECONDS, Math.ceil(this.config.readerStallMs / 1000) + TICK_SECONDS),
      hold: () => this.#unverifiedBodies.hold(this.#networkOf(place)),
      holds: 1,
      leave: () => this.#leave(place),
    };
    // Without a server the request comes from this process itself and is not limited.
    if (server && this.#all >= requestsAtOnce) throw tooMany("this service", requestsAtOnce);
    if (server && this.#all >= requestsPerAddress && this.#sameNetwork(place) >= requestsPerAddress)
      throw tooMany("your address", requestsPerAddress);
    this.#all++;
    this.#uncounted.add(place);
    places.set(request, place);
  }

  /** How many requests of the place's network are under way. */
  #sameNetwork({request, server}: Place): number {
    for (const place of this.#uncounted) {
      place.network = this.#networkOf(place);
      this.#fromNetwork.set(place.network, (this.#fromNetwork.get(place.network) ?? 0) + 1);
    }
    this.#uncounted.clear();
    return this.#fromNetwork.get(this.#networkOf({request, server})) ?? 0;
  }

  #networkOf(arrived: Pick<Place, "request" | "server">): string {
    return networkOf(addressOf(this.config, arrived) ?? "unknown");
  }

  #leave(place: Place): void {
    this.#all--;
    if (this.#uncounted.delete(place) || place.network === undefined) return;
    const left = (this.#fromNetwork.get(place.network) ?? 1) - 1;
    if (left > 0) this.#fromNetwork.set(place.network, left);
    else this.#fromNetwork.delete(place.network);
  }

  /** How many requests are under way. */
  get underWay(): number {
    return this.#all;
  }
}

/**
 * Called when the answer is made: from now on the next request has `IDLE_SECONDS`. Behind a large answer it has as long
 * as that answer's reader, because the runtime has one timer for both.
 */
export function release(request: Request, server: Server | null): void {
  const place = places.get(request);
  server?.timeout(request, place?.idleSeconds ?? IDLE_SECONDS);
  place?.holding?.release();
  if (place && --place.holds === 0) place.leave();
}

/** Counts the request as under way until the function that it returns is called, which `release`s it once. */
export function keepUnderWay(request: Request): () => void {
  const place = places.get(request);
  if (!place) return () => undefined;
  place.holds++;
  let isOver = false;
  return () => {
    if (isOver) return;
    isOver = true;
    release(request, place.server);
  };
}

/** Says how large the answer is: a reader who leaves a large one in this process's memory has `READER_STALL_MS`. */
export function expectReader(request: Request, sizeBytes: number): void {
  const place = places.get(request);
  if (place && sizeBytes > SYSTEM_HOLDS_BYTES) place.idleSeconds = Math.min(IDLE_SECONDS, place.stallSeconds);
}

/** The server that received the request; `null` where it is not known. */
export function serverOf(request: Request): Server | null {
  return places.get(request)?.server ?? null;
}

/** Memory for the body of a caller who is not known yet, which is given back when the answer is made. */
export function holdUnverified(request: Request): Holding | undefined {
  const place = places.get(request);
  if (place) place.holding ??= place.hold();
  return place?.holding;
}

/** How long to wait for the request's body; `undefined` for a request that was not admitted. */
export function bodyDeadlineOf(request: Request): BodyDeadline | undefined {
  return places.get(request)?.bodyDeadline;
}

/**
 * The body of an answer, without the idle timeout while its source pauses. A reader that pauses longer than
 * `READER_STALL_MS` is cut off. The request counts as under way until the stream ends.
 */
export function patientStream(
  request: Request,
  body: ReadableStream<Uint8Array>,
): ReadableStream<Uint8Array> {
  const place = places.get(request);
  const server = place?.server;
  // Nobody reads the body of an answer to HEAD.
  if (!place || !server || request.method === "HEAD") return body;
  let sizeBytes = 0;
  const end = keepUnderWay(request);
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
        server.timeout(request, place.idleSeconds);
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

function tooMany(who: string, most: number): ServiceError {
  return new ServiceError(
    "rate_limited",
    `${most} requests of ${who} are running, which is the limit. Try again in a moment.`,
    {headers: {"retry-after": "1", connection: "close"}},
  );
}
