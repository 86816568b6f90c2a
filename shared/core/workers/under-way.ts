/** Thrown if a worker misses its heartbeats while it has a request: it is suspended, or cut off. */
export class WorkerSilent extends Error {
  override readonly name = "WorkerSilent";

  constructor() {
    super("the worker has missed its heartbeat");
  }
}

/**
 * The requests that are under way at workers, so that all requests at a silent worker can be ended. `AbortSignal.any`
 * is not used, because it keeps a reference to each request as long as the worker's signal lives.
 */
export class UnderWay {
  readonly #requests = new Map<string, Set<AbortController>>();

  /** Sends a request, and reads its answer to the end unless that is a stream. */
  async during(
    address: string,
    signal: AbortSignal,
    send: (signal: AbortSignal) => Promise<Response>,
  ): Promise<Response> {
    const {controller, end} = this.#begin(address, signal);
    try {
      const response = await send(controller.signal);
      const {status, headers, body} = response;
      if (!body) end();
      else if (headers.has("content-length")) {
        const bytes = await response.arrayBuffer();
        end();
        return new Response(bytes, {status, headers});
      } else return new Response(untilEnd(body, controller.signal, end), {status, headers});
      return response;
    } catch (error) {
      end();
      throw controller.signal.aborted ? controller.signal.reason : error;
    }
  }

  /** Ends the requests that are under way at a worker with `WorkerSilent`. */
  abandon(address: string): void {
    for (const controller of this.#requests.get(address) ?? []) controller.abort(new WorkerSilent());
  }

  #begin(address: string, signal: AbortSignal): {controller: AbortController; end(): void} {
    signal.throwIfAborted();
    const controller = new AbortController();
    const requests = this.#requests.get(address) ?? new Set();
    this.#requests.set(address, requests.add(controller));
    const onAbort = () => controller.abort(signal.reason);
    signal.addEventListener("abort", onAbort, {once: true});
    const end = () => {
      signal.removeEventListener("abort", onAbort);
      requests.delete(controller);
      if (requests.size === 0 && this.#requests.get(address) === requests) this.#requests.delete(address);
    };
    return {controller, end};
  }
}

function untilEnd(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal,
  end: () => void,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const {value, done} = await reader.read();
        if (!done) return controller.enqueue(value);
        end();
        controller.close();
      } catch (error) {
        end();
        controller.error(signal.aborted ? signal.reason : error);
      }
    },
    async cancel(reason) {
      end();
      await reader.cancel(reason);
    },
  });
}
