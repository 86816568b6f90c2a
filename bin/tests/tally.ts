import type {Failure} from "./failures.ts";

export interface Tally {
  passed: number;
  /** Includes the errors between tests. */
  failed: number;
  skipped: number;
  /** Tests that failed beside all others, but passed when their file was run again alone. */
  passedAlone?: readonly Failure[];
}

/**
 * Reads the result of `bun test` from the end of its output, because none of its reporters counts everything. A run
 * that failed in another way, or that executed no test, counts as one failure.
 */
export function tallyOf(output: string, exitCode: number): Tally {
  const text = Bun.stripANSI(output);
  const count = (word: string) => Number(text.match(new RegExp(`^ *(\\d+) ${word}$`, "m"))?.[1] ?? 0);
  const tally = {
    passed: count("pass"),
    failed: count("fail") + count("errors?"),
    skipped: count("skip") + count("todo"),
  };
  const executed = tally.passed + tally.failed > 0;
  return tally.failed === 0 && (exitCode !== 0 || !executed) ? {...tally, failed: 1} : tally;
}

/**
 * The whole run's tally after the files of `failures` were run again alone. The number of failed tests is that of the
 * second run. `passedAlone` has the failures of the first run that passed in the second. If the second run does not
 * name all of its failures, the tally of the first run is returned.
 */
export function withRerun(
  tally: Tally,
  failures: readonly Failure[],
  again: {tally: Tally; failures: readonly Failure[]},
): Tally {
  if (again.tally.failed !== again.failures.length) return tally;
  const failed = new Set(again.failures.map(nameOf));
  const passedAlone = failures.filter(failure => !failed.has(nameOf(failure)));
  return {
    ...tally,
    passed: tally.passed + tally.failed - again.failures.length,
    failed: again.failures.length,
    passedAlone,
  };
}

function nameOf({file, name}: Failure): string {
  return `${file}: ${name}`;
}

/** A line for each test that passed only alone: a race, in the test or in the service. */
export function racesIn(tallies: readonly Tally[]): string[] {
  const races = tallies.flatMap(({passedAlone = []}) => passedAlone);
  return races.map(
    race =>
      `${nameOf(race)}\n  failed beside the other tests, as is shown above, and passed alone: look for the race`,
  );
}

/**
 * The closing line: `12 passed, 0 failed`, the number of skipped tests where there are any, and of those that passed
 * only when they were run again.
 */
export function closingLine(tallies: readonly Tally[]): string {
  const sum = (key: "passed" | "failed" | "skipped") =>
    tallies.reduce((total, tally) => total + tally[key], 0);
  const skipped = sum("skipped");
  const races = racesIn(tallies).length;
  return [
    `${sum("passed")} passed${races > 0 ? ` (${races} only when run again alone)` : ""}`,
    `${sum("failed")} failed`,
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
  ].join(", ");
}
