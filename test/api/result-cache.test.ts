import {expect, test} from "bun:test";
import {ResultCache} from "../../api/result-cache.ts";

const KB = 1024;

/** A result that streams in pieces of a kilobyte. */
function resultOf(pieces: number): ReadableStream<Uint8Array> {
  let given = 0;
  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (given++ < pieces) controller.enqueue(new Uint8Array(KB).fill(given));
        else controller.close();
      },
    },
    {highWaterMark: 0},
  );
}

test("results that are read slowly take no more memory than the cache may, and those that fit are cached", async () => {
  const cache = new ResultCache(64 * KB);
  const readers = Array.from({length: 40}, (_, n) => {
    const body = cache.keep(`slow ${n}`, resultOf(8), 60, performance.now());
    if (body instanceof Uint8Array) throw new Error("a stream was expected");
    return body.getReader();
  });
  for (let piece = 0; piece < 7; piece++) {
    for (const reader of readers) await reader.read();
    expect(cache.passing).toBeLessThanOrEqual(64 * KB);
  }
  let count = 0;
  for (const reader of readers) {
    let size = 7 * KB;
    for (let next = await reader.read(); !next.done; next = await reader.read())
      size += next.value.byteLength;
    expect(size).toBe(8 * KB);
    count++;
  }
  expect(count).toBe(40);
  expect(cache.passing).toBe(0);
  const kept = Array.from({length: 40}, (_, n) => cache.get(`slow ${n}`)?.body).filter(Boolean);
  expect(kept.length).toBeGreaterThan(0);
  for (const body of kept) expect(body).toHaveLength(8 * KB);
});

test("a result whose reader leaves is not cached, and takes no memory", async () => {
  const cache = new ResultCache(64 * KB);
  const body = cache.keep("left", resultOf(8), 60, performance.now());
  if (body instanceof Uint8Array) throw new Error("a stream was expected");
  const reader = body.getReader();
  await reader.read();
  await reader.cancel();
  expect(cache.passing).toBe(0);
  expect(cache.get("left")).toBeUndefined();
});

test("a result does not replace that of an equal query which was sent later", async () => {
  const cache = new ResultCache(64 * KB);
  const beginning = performance.now() - 30_000;
  const older = cache.keep("equal", resultOf(2), 60, beginning);
  if (older instanceof Uint8Array) throw new Error("a stream was expected");
  const reader = older.getReader();
  await reader.read();
  // Somebody has asked for fresh rows meanwhile.
  const fresh = new TextEncoder().encode("fresh rows");
  cache.keep("equal", fresh, 60, beginning + 20_000);
  for (let next = await reader.read(); !next.done; next = await reader.read());
  expect(cache.get("equal")?.body).toEqual(fresh);
  const newer = new TextEncoder().encode("newer rows");
  cache.keep("equal", newer, 60, beginning + 25_000);
  expect(cache.get("equal")?.body).toEqual(newer);
});
