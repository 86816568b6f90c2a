const MOST_TRIES = 6;
/** How long one call waits in all for a service that is busy. */
const MOST_WAIT_MS = 60_000;
const FIRST_WAIT_MS = 1000;

/** How often, and how long, one call waits for a service that is too busy to answer (429, 503). */
export class Patience {
  #tries = 1;
  #leftMs = MOST_WAIT_MS;

  /** Milliseconds to wait before the call is made again, as the answer says; `undefined` to give up. */
  next({status, headers}: Response): number | undefined {
    if (status !== 429 && status !== 503) return undefined;
    const waitMs = retryAfterMs(headers) ?? FIRST_WAIT_MS * 2 ** (this.#tries - 1);
    this.#tries++;
    this.#leftMs -= waitMs;
    return this.#tries > MOST_TRIES || this.#leftMs < 0 ? undefined : waitMs;
  }
}

/** Seconds or a date: https://www.rfc-editor.org/rfc/rfc9110#field.retry-after */
function retryAfterMs(headers: Headers): number | undefined {
  const said = headers.get("retry-after")?.trim() ?? "";
  if (/^\d{1,9}$/.test(said)) return Number(said) * 1000;
  const at = Date.parse(said);
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now());
}
