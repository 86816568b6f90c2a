import {LRUCache} from "lru-cache";
import type {RenderedMail} from "../../shared/core/wire/mail-report.ts";
import type {RunAnswer} from "../../shared/querying/queries/query-runner.ts";
import {readResultText} from "../../shared/querying/queries/results/result-text.ts";
import type {Runner} from "../../shared/surfaces/tools/tool.ts";

/** How long the rows of a statement, a picture and a mail's text are shared with other deliveries. */
const SHARED_MS = 60_000;
const MAX_BYTES = 64 * 1024 * 1024;
/** The most bytes of one result: nothing that is drawn or judged may be larger. */
const MAX_RESULT_BYTES = 16 * 1024 * 1024;

interface CachedRun<T> {
  value: Promise<T>;
  at: number;
  /** The moment `at` by the clock, to compare with times of the database. */
  time: number;
}

/**
 * A runner for deliveries that run at once. For a minute, equal statements share their rows, drawings of equal bytes
 * their picture, and mails of equal content their text; nothing else is shared. Rows are shared with deliveries that
 * were due before the rows were read. Row access and the warehouse are part of the cache key. Failures are not cached.
 */
export function sharingRunner(runner: Runner): Runner {
  const rows = memoryOf<{text: string; answer: RunAnswer}>(({text}) => text.length);
  const mails = memoryOf<RenderedMail>(({html, text}) => html.length + text.length);
  const pictures = memoryOf<Awaited<ReturnType<Runner["draw"]>>>(({content}) => content.length);
  return {
    ...runner,
    async run(queryContext, query, prepared, format) {
      if (format !== "json" || queryContext.fresh) return runner.run(queryContext, query, prepared, format);
      const key = prepared.fingerprint;
      const {signal, rowsSince} = queryContext;
      const read = async () => {
        const answer = await runner.run(queryContext, query, prepared, format);
        return {text: await readResultText(answer.body, {bytes: MAX_RESULT_BYTES}), answer};
      };
      const {value, ageMs} = await rows(key, signal, read, rowsSince?.getTime());
      return {
        ...value.answer,
        body: Buffer.from(value.text),
        cache: ageMs > 0 ? "shared" : value.answer.cache,
        ageSeconds: value.answer.ageSeconds + ageMs / 1000,
      };
    },
    async renderMail(queryContext, report) {
      const key = keyOf(report);
      return (await mails(key, queryContext.signal, () => runner.renderMail(queryContext, report))).value;
    },
    async draw(queryContext, picture) {
      const key = keyOf(picture);
      return (await pictures(key, queryContext.signal, () => runner.draw(queryContext, picture))).value;
    },
  };
}

function keyOf(content: object): string {
  return Bun.CryptoHasher.hash("sha256", JSON.stringify(content), "base64");
}

/**
 * A cache that holds values by key for `SHARED_MS`. Callers that come while a value is made wait for it. A value whose
 * making began before `since` is made anew.
 */
function memoryOf<T>(sizeOf: (value: T) => number) {
  const cache = new LRUCache<string, CachedRun<T>>({
    maxSize: MAX_BYTES,
    ttl: SHARED_MS,
    sizeCalculation: () => 1,
  });
  return async (
    key: string,
    signal: AbortSignal,
    make: () => Promise<T>,
    since = 0,
  ): Promise<{value: T; ageMs: number}> => {
    for (;;) {
      const held = cache.get(key);
      if (held && held.time >= since) {
        const value = await Promise.race([held.value, aborted(signal)]).catch(() => undefined);
        signal.throwIfAborted();
        if (value !== undefined) return {value, ageMs: performance.now() - held.at};
        // The caller that made the value has failed or left, so the value is made anew.
        if (cache.get(key) === held) cache.delete(key);
        continue;
      }
      const at = performance.now();
      const time = Date.now();
      const value = make();
      const entry = {value, at, time};
      cache.set(key, entry, {size: 1});
      try {
        const made = await value;
        if (cache.get(key) === entry) cache.set(key, entry, {size: Math.max(1, sizeOf(made))});
        return {value: made, ageMs: 0};
      } catch (error) {
        if (cache.get(key) === entry) cache.delete(key);
        throw error;
      }
    }
  };
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    else signal.addEventListener("abort", () => reject(signal.reason), {once: true});
  });
}
