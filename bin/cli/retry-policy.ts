const MAX_TRIES = 6;
/** The total wait of one call for a busy service. */
const MAX_WAIT_MS = 60_000;
const FIRST_WAIT_MS = 1000;

/** Decides about retries of one call while the service is too busy (429, 503): `Retry-After`, else exponential backoff. */
export class RetryPolicy {
  #tries = 1;
  #leftMs = MAX_WAIT_MS;

  /** Milliseconds to wait before the retry; `undefined` to give up. */
  next({status, headers}: Response): number | undefined {
    if (status !== 429 && status !== 503) return undefined;
    const waitMs = retryAfterMs(headers) ?? FIRST_WAIT_MS * 2 ** (this.#tries - 1);
    this.#tries++;
    this.#leftMs -= waitMs;
    return this.#tries > MAX_TRIES || this.#leftMs < 0 ? undefined : waitMs;
  }
}

/** `Retry-After`, which is a number of seconds or a date: https://www.rfc-editor.org/rfc/rfc9110#field.retry-after */
function retryAfterMs(headers: Headers): number | undefined {
  const text = headers.get("retry-after")?.trim() ?? "";
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now());
}
