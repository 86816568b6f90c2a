/** Roughly the largest answer, in bytes: everything that an agent reads fills its context. */
export const MAX_ANSWER_BYTES = 20_000;

/** How many of the rows fit into one answer, in text or JSON, whichever is longer. The first one is always included. */
export function countFitting(rows: readonly unknown[], linesOf: (index: number) => string): number {
  let [asJson, asText] = [0, 0];
  for (const [index, row] of rows.entries()) {
    asJson += Buffer.byteLength(JSON.stringify(row)) + 1;
    asText += Buffer.byteLength(linesOf(index)) + 1;
    if (index > 0 && Math.max(asJson, asText) > MAX_ANSWER_BYTES) return index;
  }
  return rows.length;
}
