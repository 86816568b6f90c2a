import type {Whoami as Me} from "../../../shared/identity/organization/schemas.ts";
import type {RequestOptions} from "./api.ts";
import {requestWithRetries} from "./repeat.ts";
import {Session} from "./session.ts";

export type {Me};

/** The session of this document's signed-in person. */
export const session = new Session();

/** A page of a list, and the address of the next one. */
export interface Listed<T> {
  rows: T[];
  next: string | undefined;
}

/** An answer with the ETag that a later change must name. */
export interface Versioned<T> {
  value: T;
  etag: string | undefined;
}

export interface Options {
  signal?: AbortSignal;
  /** The version that a change replaces. Rejects with 412 if somebody has changed the resource since. */
  ifMatch?: string | undefined;
}

/** Calls of the API. All reject with a `Refusal`, whose `faults` point into the body. */
export class Service {
  constructor(
    private readonly send: (method: string, path: string, options: RequestOptions) => Promise<Response>,
  ) {}

  async get<T>(path: string, options: Options = {}): Promise<T> {
    return (await this.call("GET", path, undefined, options)).json();
  }

  async getVersioned<T>(path: string, options: Options = {}): Promise<Versioned<T>> {
    const response = await this.call("GET", path, undefined, options);
    return {value: await response.json(), etag: response.headers.get("etag") ?? undefined};
  }

  /** A page of a list. `path` is the list's path, or the `next` of the page before. */
  async list<T>(path: string, options: Options = {}): Promise<Listed<T>> {
    const response = await this.call("GET", path, undefined, options);
    const next = /<([^>]+)>; rel="next"/.exec(response.headers.get("link") ?? "")?.[1];
    return {rows: await response.json(), next};
  }

  async post<T>(path: string, body?: unknown, options: Options = {}): Promise<T> {
    return jsonOf(await this.call("POST", path, body, options));
  }

  async put<T>(path: string, body: unknown, options: Options = {}): Promise<T> {
    return jsonOf(await this.call("PUT", path, body, options));
  }

  async patch<T>(path: string, body: unknown, options: Options = {}): Promise<T> {
    return jsonOf(await this.call("PATCH", path, body, options));
  }

  /** A change; the answer has the ETag of the new version. */
  async change<T>(
    method: "PUT" | "PATCH",
    path: string,
    body: unknown,
    options: Options = {},
  ): Promise<Versioned<T>> {
    const response = await this.call(method, path, body, options);
    return {value: await response.json(), etag: response.headers.get("etag") ?? undefined};
  }

  async delete(path: string): Promise<void> {
    await this.call("DELETE", path);
  }

  /** The whole answer: for downloads, streams, and headers. */
  call(method: string, path: string, body?: unknown, {signal, ifMatch}: Options = {}, accept?: string) {
    return this.send(method, path, {
      body,
      ...(signal && {signal}),
      ...(accept && {accept}),
      ...(ifMatch !== undefined && {headers: {"if-match": ifMatch}}),
    });
  }
}

async function jsonOf<T>(response: Response): Promise<T> {
  const text = await response.text();
  return text === "" ? (undefined as T) : JSON.parse(text);
}

/** The client of the API for the person who is signed in. */
export const service = new Service((method, path, options) =>
  session.requestWithSignIn(method, path, options),
);

/** A token of the person, for calls that `fetch` cannot make. */
export function sessionToken(): Promise<string> {
  return session.token();
}

let me: Promise<Me> | undefined;

/** Who is signed in; requested once for each document. */
export function whoAmI(): Promise<Me> {
  me ??= service.get<Me>("/api/whoami").catch(error => {
    me = undefined;
    throw error;
  });
  return me;
}

/** A client of the API that authenticates by this token, and not by the session. */
export function serviceOf(token: string): Service {
  return new Service((method, path, options) => requestWithRetries(method, path, {...options, token}));
}

/** Encodes one segment of a path. */
export function segment(text: string): string {
  return encodeURIComponent(text);
}
