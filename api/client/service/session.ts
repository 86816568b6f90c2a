import {askToSignIn} from "../document/interruptions.ts";
import {Refusal, type RequestOptions} from "./api.ts";
import {requestWithRetries} from "./repeat.ts";

/** A token is renewed this long before it expires, so that it does not expire during a call. */
const MARGIN_MS = 60_000;

interface Token {
  token: string;
  endsAt: number;
}

/** Calls the API for the person who is signed in with this browser. The token is kept only in memory. */
export class Session {
  #token: Promise<Token> | undefined;

  /** Sends a request. Rejects with a `Refusal`, whose status is 401 when the person is signed out. */
  async request(
    method: string,
    path: string,
    options: Omit<RequestOptions, "token"> = {},
  ): Promise<Response> {
    const {token} = await this.#current();
    const used = this.#token;
    try {
      return await requestWithRetries(method, path, {...options, token});
    } catch (error) {
      if (!(error instanceof Refusal) || error.status !== 401) throw error;
      // The token ends early with its session, which the browser may have replaced since.
      if (this.#token === used) this.#token = undefined;
      return requestWithRetries(method, path, {...options, token: (await this.#current()).token});
    }
  }

  /**
   * Like `request`, for a page that may have unsaved input: a person who is signed out is asked to sign in, and the call is
   * repeated.
   */
  async requestWithSignIn(
    method: string,
    path: string,
    options: Omit<RequestOptions, "token"> = {},
  ): Promise<Response> {
    for (;;) {
      try {
        return await this.request(method, path, options);
      } catch (error) {
        if (!(error instanceof Refusal) || error.status !== 401) throw error;
        if (!(await askToSignIn(() => this.#isBack()))) throw error;
      }
    }
  }

  async #isBack(): Promise<boolean> {
    this.#token = undefined;
    return this.#current().then(
      () => true,
      () => false,
    );
  }

  /** A valid token, for a call that `fetch` cannot make. */
  async token(): Promise<string> {
    return (await this.#current()).token;
  }

  /** A valid token. Concurrent calls share one request for it. */
  async #current(): Promise<Token> {
    const before = this.#token;
    const held = await before?.catch(() => undefined);
    if (held && held.endsAt - Date.now() > MARGIN_MS) return held;
    if (this.#token === before) this.#token = undefined;
    this.#token ??= obtain();
    return this.#token;
  }
}

async function obtain(): Promise<Token> {
  const startedAt = Date.now();
  const {token, expiresInSeconds, userId} = await (await requestWithRetries("POST", "/session-token")).json();
  // If somebody else has signed in meanwhile in another tab, their rows must not be shown on this person's page.
  if (userId !== document.body.dataset["user"]) throw new Refusal(401, "Somebody else is signed in now.");
  return {token, endsAt: startedAt + expiresInSeconds * 1000};
}
