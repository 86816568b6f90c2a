import type {AnyElysia} from "elysia";
import {ServiceError} from "../../shared/core/errors.ts";
import type {Web} from "../dependencies.ts";
import {Admission, IDLE_SECONDS, isBodyLeft, release} from "../http/admission.ts";
import {setEmbedCors} from "../http/cors.ts";
import {respondThenDrain} from "../http/drain-body.ts";
import {problemResponse} from "../http/problem.ts";
import {requestIdOf} from "../http/request-context.ts";

/** The routes, behind the rules for every request: the number of concurrent requests, time limits, and safe headers. */
export class WebServer {
  readonly #admission: Admission;

  constructor(
    private readonly web: Pick<Web, "config" | "stopping">,
    private readonly app: AnyElysia,
  ) {
    this.#admission = new Admission(web.config);
  }

  get routes() {
    return this.app.routes;
  }

  /** The running server, if there is one. */
  get server() {
    return this.app.server;
  }

  set server(server) {
    this.app.server = server;
  }

  /** How many requests are under way, including answers that are still streamed. */
  get underWay(): number {
    return this.#admission.underWay;
  }

  /** Answers one request, from a connection or from this process itself. */
  async handle(request: Request): Promise<Response> {
    const {server} = this.app;
    let response = await this.#answer(request).catch((error: unknown) =>
      problemResponse(error, requestIdOf(request)),
    );
    setSafeHeaders(response.headers);
    setEmbedCors(this.web.config, request, response.headers);
    // A client that already has its answer could keep sending the body without being counted as a request. A client
    // that keeps its connection to a stopping process would lose its next request.
    const bodyLeft = isBodyLeft(request);
    if (bodyLeft || this.web.stopping.aborted) response.headers.set("connection", "close");
    if (bodyLeft) response = respondThenDrain(request, response);
    release(request, server);
    return response;
  }

  async #answer(request: Request): Promise<Response> {
    this.#admission.admit(request, this.app.server);
    if (!URL.canParse(request.url)) {
      throw new ServiceError("malformed_request", "The Host header or the address cannot be read.", {
        headers: {connection: "close"},
      });
    }
    return this.app.fetch(request);
  }

  listen({port, hostname}: {port: number; hostname: string}): this {
    this.app.compile();
    this.app.server = Bun.serve({
      port,
      hostname,
      // Several processes may share the port.
      reusePort: true,
      development: false,
      idleTimeout: IDLE_SECONDS,
      // The runtime's limit is off, because it would close the connection without an answer. Routes have their own limits
      // and answer 413; bytes beyond a limit are not read.
      maxRequestBodySize: Number.MAX_SAFE_INTEGER,
      fetch: request => this.handle(request),
    });
    return this;
  }

  /** Accepts no new connection; resolves when the open ones have ended. */
  async stop(): Promise<void> {
    await this.app.server?.stop();
  }
}

/** The content security policy of every answer that has none of its own: load, run, submit and frame nothing. */
const POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * Sets the headers that every answer has. Proxies and browsers must not store rows. The caller's private cache may
 * store an answer with an `ETag`, and has to revalidate it each time.
 */
function setSafeHeaders(headers: Headers): void {
  headers.set("x-content-type-options", "nosniff");
  if (!headers.has("content-security-policy")) headers.set("content-security-policy", POLICY);
  if (!headers.has("cache-control")) {
    headers.set("cache-control", headers.has("etag") ? "private, no-cache" : "private, no-store");
  }
}
