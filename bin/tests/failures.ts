/** A test that failed, as the output of `bun test` names it. */
export interface Failure {
  file: string;
  /** The first line of the test's name, after the names of the blocks around the test. */
  name: string;
}

/** The heading that `bun test` gives to an error outside of every test. */
const BETWEEN_TESTS = "# Unhandled error between tests";

/**
 * The tests that failed, in the order of the output of `bun test`, which names a file before its tests. Errors between
 * tests, such as of a connection that is lost after its test has ended, are listed without a test.
 */
export function failuresIn(output: string): Failure[] {
  const failures: Failure[] = [];
  let file = "";
  let isBetween = false;
  for (const line of Bun.stripANSI(output).split("\n")) {
    // The summary names the failed tests again, without their files.
    if (/^\d+ tests? failed:$/.test(line)) break;
    file = /^(\S+\.test\.tsx?):$/.exec(line)?.[1] ?? file;
    if (line === BETWEEN_TESTS) isBetween = true;
    const error = isBetween ? /^(?:\w*Error|error): .*$/.exec(line)?.[0] : undefined;
    if (error !== undefined) {
      isBetween = false;
      failures.push({file, name: `between tests: ${error}`});
    }
    // On a terminal a sign replaces the word.
    const name = /^(?:\(fail\)|✗) (.*?)(?: \[[\d.]+m?s\])?$/.exec(line)?.[1];
    if (name !== undefined) failures.push({file, name});
  }
  return failures;
}

/** If tests in more files than this fail, the failures are hardly races, and no file runs again. */
const MAX_FILES = 3;

/** The files to run again alone; none where more tests failed than the output names, or in too many files. */
export function filesToRerun(failures: readonly Failure[], failed: number): string[] {
  const files = [...new Set(failures.map(({file}) => file))];
  const areAllNamed = failures.length === failed && failures.every(({file}) => file !== "");
  return areAllNamed && files.length <= MAX_FILES ? files : [];
}
