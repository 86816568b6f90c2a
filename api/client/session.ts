import {type Asking, ask, Refusal} from "./api.ts";

/** A token is replaced this long before it ends, so that no call is under way with one that has ended. */
const MARGIN_MS = 60_000;

interface Token {
  token: string;
  endsAt: number;
}

/** Calls the API for the person who is signed in with this browser. The token is kept in memory alone. */
export class Session {
  #token: Promise<Token> | undefined;

  /** Rejects with a `Refusal`; with one of 401 when the person is signed out. */
  async ask(method: string, path: string, asking: Omit<Asking, "token"> = {}): Promise<Response> {
    const {token} = await this.#current();
    const used = this.#token;
    try {
      return await ask(method, path, {...asking, token});
    } catch (error) {
      if (!(error instanceof Refusal) || error.status !== 401) throw error;
      // The token may have ended before its time, with a session that the browser has replaced since.
      if (this.#token === used) this.#token = undefined;
      return ask(method, path, {...asking, token: (await this.#current()).token});
    }
  }

  /** Calls at the same time share one token. */
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
  const {token, expiresInSeconds, userId} = await (await ask("POST", "/session-token")).json();
  // Somebody else has signed in since, in another tab: their rows do not belong under this person's name.
  if (userId !== document.body.dataset["user"]) throw new Refusal(401, "Somebody else is signed in now.");
  return {token, endsAt: startedAt + expiresInSeconds * 1000};
}
