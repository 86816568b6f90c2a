import {Refusal} from "../service/api.ts";

/** A token is renewed when this share of its lifetime, but at most a minute, is left. */
const MARGIN_SHARE = 0.1;
const MAX_MARGIN_MS = 60_000;

interface Held {
  token: string;
  /** When the token has to be renewed, in milliseconds since 1970 by this browser's clock. */
  staleAt: number;
}

/** Caches an embed token of the page's server, and asks for the next one before it expires. */
export class TokenKeeper {
  #held: Promise<Held> | undefined;

  constructor(private readonly getToken: () => string | Promise<string>) {}

  /** A valid token. Concurrent calls share one request for it. */
  async current(): Promise<string> {
    const before = this.#held;
    const held = await before?.catch(() => undefined);
    if (held && Date.now() < held.staleAt) return held.token;
    if (this.#held === before) this.#held = this.#obtain();
    return (await (this.#held ?? this.#obtain())).token;
  }

  /** Makes the next call ask for a new token, if `token` is still the cached one. */
  async drop(token: string): Promise<void> {
    const before = this.#held;
    if ((await before?.catch(() => undefined))?.token === token && this.#held === before)
      this.#held = undefined;
  }

  async #obtain(): Promise<Held> {
    const askedAt = Date.now();
    const token: unknown = await this.getToken();
    if (typeof token !== "string" || token === "")
      throw new Refusal(401, "The page has no token for this view.");
    const lifetimeMs = lifetimeOf(token);
    return {token, staleAt: askedAt + lifetimeMs - Math.min(MAX_MARGIN_MS, lifetimeMs * MARGIN_SHARE)};
  }
}

/**
 * The token's remaining lifetime by its `exp` and this browser's clock. A token that cannot be decoded, or seems to have
 * expired because the clock is wrong, is used until the service refuses it.
 */
function lifetimeOf(token: string): number {
  try {
    const payload = token.split(".")[1] ?? "";
    const {exp} = JSON.parse(atob(payload.replaceAll("-", "+").replaceAll("_", "/")));
    const lifetimeMs = Number(exp) * 1000 - Date.now();
    return lifetimeMs > 0 ? lifetimeMs : Number.POSITIVE_INFINITY;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
