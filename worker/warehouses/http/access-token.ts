export interface AccessToken {
  token: string;
  expiresInMs: number;
}

/** How long before its expiry a token is renewed. */
const MARGIN_MS = 60_000;

/** A token that is fetched when first needed and renewed before it expires. Concurrent callers share one request. */
export class TokenSource {
  #current: {token: string; until: number} | undefined;
  #fetching: Promise<string> | undefined;

  constructor(private readonly fetchToken: () => Promise<AccessToken>) {}

  async get(): Promise<string> {
    if (this.#current !== undefined && performance.now() < this.#current.until) return this.#current.token;
    this.#fetching ??= this.#fetch().finally(() => {
      this.#fetching = undefined;
    });
    return await this.#fetching;
  }

  /** Drops a token that was refused, so that the next call fetches a new one. */
  drop(token: string): void {
    if (this.#current?.token === token) this.#current = undefined;
  }

  async #fetch(): Promise<string> {
    const {token, expiresInMs} = await this.fetchToken();
    this.#current = {token, until: performance.now() + expiresInMs - Math.min(MARGIN_MS, expiresInMs / 2)};
    return token;
  }
}
