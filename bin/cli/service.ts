import {setTimeout} from "node:timers/promises";
import {Type} from "@sinclair/typebox";
import {isReadable} from "../../shared/core/validate.ts";
import {Refused, refusalOf, Unreachable, UsageError} from "./errors.ts";
import {printMessages} from "./output.ts";
import {RetryPolicy} from "./retry-policy.ts";
import type {Settings} from "./settings.ts";
import {isThisMachine} from "./this-machine.ts";

const MAX_UNREACHABLE_MS = 60_000;
const UNREACHABLE_PAUSE_MS = 1000;

interface RequestOptions {
  accept?: string;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent unchanged. */
  bytes?: {type: string; content: Uint8Array<ArrayBuffer>};
  /** Sent as a stream, which each attempt opens anew. */
  stream?: {type: string; open: () => ReadableStream<Uint8Array>};
  headers?: Readonly<Record<string, string>>;
  /** The request changes something: it is retried only where the status (429) says that nothing was done. */
  changes?: boolean;
}

const isProjects = isReadable(
  Type.Array(Type.Object({id: Type.String(), name: Type.String(), default: Type.Boolean()})),
);

/** A client of the service's API with the settings' token. No error or result contains the token. */
export class Service {
  #projectId: Promise<string> | undefined;

  constructor(private readonly settings: Settings) {}

  /** Sends a request, with retries while the service is too busy. Rejects with `Refused` or `Unreachable`. */
  async ask(method: string, path: string, asking: RequestOptions = {}): Promise<Response> {
    const retries = new RetryPolicy();
    for (;;) {
      const response = await this.#send(method, path, asking);
      if (response.ok) return response;
      if (response.status < 400) {
        const to = response.headers.get("location") ?? "elsewhere";
        throw new UsageError(`${this.#address(path)} leads to ${to}: use the address that it ends at.`);
      }
      const mayBeDone = asking.changes === true && response.status !== 429;
      const waitMs = mayBeDone ? undefined : retries.next(response);
      if (waitMs === undefined) throw await refusalOf(response);
      await response.body?.cancel();
      printMessages(
        `The service is busy (${response.status}): trying again in ${Math.ceil(waitMs / 1000)} s.`,
      );
      await setTimeout(waitMs);
    }
  }

  #address(path: string): string {
    return `${this.settings.url.href.replace(/\/+$/, "")}${path}`;
  }

  #send(
    method: string,
    path: string,
    {accept, body, bytes, stream, headers}: RequestOptions,
  ): Promise<Response> {
    const type = stream?.type ?? bytes?.type ?? (body === undefined ? undefined : "application/json");
    const content =
      stream?.open() ?? bytes?.content ?? (body === undefined ? undefined : JSON.stringify(body));
    return fetch(this.#address(path), {
      method,
      headers: {
        authorization: `Bearer ${this.settings.token}`,
        accept: accept ?? "application/json",
        ...headers,
        ...(type === undefined ? {} : {"content-type": type}),
      },
      ...(content === undefined ? {} : {body: content}),
      // Node requires this option where the body is a stream.
      ...(stream === undefined ? {} : {duplex: "half"}),
      // The token is sent only to the configured address: redirects are not followed, and loopback bypasses a proxy.
      redirect: "manual",
      ...(isThisMachine(this.settings.url) ? {proxy: false} : {}),
      // The service has its own timeout for queries.
      timeout: false,
    }).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Unreachable(`${this.settings.url.origin} cannot be reached: ${reason}`);
    });
  }

  /** The JSON of a successful answer, validated by `read`. */
  async json<T>(
    method: string,
    path: string,
    read: (answer: unknown) => T,
    asking: RequestOptions = {},
  ): Promise<T> {
    return read(await jsonOf(await this.ask(method, path, asking)));
  }

  /** The path `/api/projects/{id}` of the requested project, else of the default one. */
  async projectPath(): Promise<string> {
    return `/api/projects/${encodeURIComponent(await this.projectId())}`;
  }

  projectId(): Promise<string> {
    this.#projectId ??= this.#findProject();
    return this.#projectId;
  }

  async #findProject(): Promise<string> {
    const {project: requestedProject} = this.settings;
    const all: {id: string; name: string; default: boolean}[] = [];
    for (let path: string | undefined = "/api/projects?limit=500"; path !== undefined; ) {
      const page: Response = await this.ask("GET", path);
      const listed = await jsonOf(page);
      if (!isProjects(listed)) throw foreign(path);
      all.push(...listed);
      path = /<(\/[^>]+)>;\s*rel="next"/.exec(page.headers.get("link") ?? "")?.[1];
    }
    const found = all.filter(({id, name, default: is}) =>
      requestedProject === undefined ? is : [id, name].includes(requestedProject),
    );
    if (found.length === 1 && found[0]) return found[0].id;
    if (found.length > 1) {
      throw new UsageError(
        `Several projects are named "${requestedProject}": ${found.map(({id}) => id).join(", ")}.`,
      );
    }
    const known = all.map(({name}) => `"${name}"`).join(", ") || "none";
    throw new Refused(
      requestedProject === undefined
        ? `You see no default project; name one with --project. There is: ${known}.`
        : `There is no project "${requestedProject}" that you can see. There is: ${known}.`,
    );
  }
}

/**
 * Resolves with the result of `read`, which is repeated for a minute while the service cannot be reached: a restart of
 * the service loses no result of a run that goes on without this program.
 */
export async function whenReachable<T>(read: () => Promise<T>): Promise<T> {
  const until = performance.now() + MAX_UNREACHABLE_MS;
  for (;;) {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof Unreachable) || performance.now() > until) throw error;
      await setTimeout(UNREACHABLE_PAUSE_MS);
    }
  }
}

/** The text of an answer. Rejects with `Refused` where the connection breaks off. */
export async function responseText(response: Response): Promise<string> {
  try {
    return await response.text();
  } catch (error) {
    throw interruptedResponse(error);
  }
}

export function interruptedResponse(error: unknown): Refused {
  return new Refused(
    `The service broke off its answer: ${error instanceof Error ? error.message : String(error)}`,
  );
}

async function jsonOf(response: Response): Promise<unknown> {
  const text = await responseText(response);
  try {
    return JSON.parse(text);
  } catch {
    throw foreign(new URL(response.url).pathname);
  }
}

function foreign(path: string): Refused {
  return new Refused(`${path} was not answered by the service. Is the address right?`);
}
