/** Set by `npm run test:long`, which runs the tests that can search longer in their long form. */
const isLong = process.env["TEST_LONG"] === "1";

/** How often, or how far, a test searches: the first number in a normal run, the second in the long one. */
export function inLongRun(short: number, long: number): number {
  return isLong ? long : short;
}

/** The timeout of a test in milliseconds, in a normal run and in the long one. By default as long as `bin/test.ts` gives. */
export function longTimeoutMs(shortMs = 600_000): number {
  return isLong ? 4 * 60 * 60 * 1000 : shortMs;
}
