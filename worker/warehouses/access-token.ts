export interface AccessToken {
  token: string;
  expiresInMs: number;
}

/** A token is asked for anew so long before it expires. */
const MARGIN_MS = 60_000;

/** A token that is fetched when first needed and again when it is about to expire, once for all who wait for it. */
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

  /** Takes back a token that was refused, so that the next is a new one. */
  drop(token: string): void {
    if (this.#current?.token === token) this.#current = undefined;
  }

  async #fetch(): Promise<string> {
    const {token, expiresInMs} = await this.fetchToken();
    this.#current = {token, until: performance.now() + expiresInMs - Math.min(MARGIN_MS, expiresInMs / 2)};
    return token;
  }
}
