export interface Tally {
  passed: number;
  failed: number;
  skipped: number;
}

/**
 * Reads the result of `bun test` from the end of its output, because none of its reporters counts everything. A run
 * that failed in another way, or that executed no test, counts as one failure.
 */
export function tallyOf(output: string, exitCode: number): Tally {
  const text = Bun.stripANSI(output);
  const count = (word: string) => Number(text.match(new RegExp(`^ *(\\d+) ${word}$`, "m"))?.[1] ?? 0);
  const tally = {passed: count("pass"), failed: count("fail"), skipped: count("skip") + count("todo")};
  const executed = tally.passed + tally.failed > 0;
  return tally.failed === 0 && (exitCode !== 0 || !executed) ? {...tally, failed: 1} : tally;
}

/** The closing line: `12 passed, 0 failed`, and the number of skipped tests where there are any. */
export function closingLine(tallies: readonly Tally[]): string {
  const sum = (key: keyof Tally) => tallies.reduce((total, tally) => total + tally[key], 0);
  const skipped = sum("skipped");
  return `${sum("passed")} passed, ${sum("failed")} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}
