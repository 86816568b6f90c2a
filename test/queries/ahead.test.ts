import {expect, test} from "bun:test";
import {joinInOrder} from "../../shared/querying/queries/ordered-prefetch.ts";

const MIB = 1024 * 1024;
const {signal: stays} = new AbortController();

/** Computes answers of so many pieces of a mebibyte each, and counts the pieces that wait to be taken. */
function answersOf(pieces: readonly number[]) {
  const runs = pieces.map(() => 0);
  const counts = {waiting: 0, most: 0};
  const run = async function* (index: number, signal: AbortSignal) {
    runs[index] = (runs[index] ?? 0) + 1;
    let untaken = 0;
    try {
      for (let piece = 0; piece < (pieces[index] ?? 0) && !signal.aborted; piece++) {
        await Bun.sleep(0);
        untaken++;
        counts.waiting++;
        counts.most = Math.max(counts.most, counts.waiting);
        yield new Uint8Array(MIB).fill(97 + index);
      }
    } finally {
      // A piece that was dropped waits no more.
      if (untaken < (pieces[index] ?? 0)) counts.waiting -= untaken;
    }
  };
  return {runs, counts, run};
}

test("large answers that are computed ahead of their turn hold a few megabytes, and are sent in order", async () => {
  const pieces = [40, 40, 40];
  const {runs, counts, run} = answersOf(pieces);
  let text = "";
  for await (const part of joinInOrder([0, 1, 2], stays, ["[", "]"], run)) {
    if (part.byteLength === MIB) counts.waiting--;
    text += new TextDecoder().decode(part.byteLength === MIB ? part.subarray(0, 1) : part);
    // The reader is slower than the answers.
    await Bun.sleep(1);
  }
  expect(text).toBe(`[${"a".repeat(40)},${"b".repeat(40)},${"c".repeat(40)}]`);
  expect(counts.most).toBeLessThan(16);
  expect(Math.max(...runs)).toBe(2);
});

test("small answers are computed once, ahead of their turn", async () => {
  const {runs, run} = answersOf([1, 1, 1, 1]);
  const parts = await Array.fromAsync(joinInOrder([0, 1, 2, 3], stays, ["[", "]"], run));
  expect(parts.reduce((sum, {byteLength}) => sum + byteLength, 0)).toBe(4 * MIB + 5);
  expect(runs).toEqual([1, 1, 1, 1]);
});
