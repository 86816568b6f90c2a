import type {Call, Command} from "../command.ts";
import {EXIT, Refused} from "../errors.ts";
import {writeText} from "../files.ts";
import {print, printMessages, write} from "../output.ts";
import {plain} from "../printable-text.ts";
import {plural} from "../proposal.ts";
import {readAnswer} from "../query.ts";
import {faultsOf, type LayerTest, type Outcome} from "./assertions.ts";
import {junitOf} from "./junit.ts";
import {readTests} from "./test-files.ts";

/** The number of concurrent queries. */
const AT_ONCE = 4;

export const test: Command = {
  takes: "[FILE | FOLDER]",
  words: [0, 1],
  summary: "Runs the assertions of *.tests.yml, .yaml and .json files against the project's layer.",
  about: [
    "Without a file or folder: the files below the current folder. The exit code is 1 if an assertion fails.",
  ],
  options: {
    junit: {
      type: "string",
      value: "FILE",
      help: "Writes a report for a CI system into this file, as JUnit XML.",
    },
  },
  async run(call) {
    const {words, flags, format, paint} = call;
    const files = await readTests(words[0] ?? ".");
    const projectId = flags.has("project") ? await call.service.projectId() : undefined;
    const started = Date.now();
    const waiting = files.flatMap(({path, tests}) => tests.map(one => ({path, one})));
    const running = startAll(waiting, ({path, one}) => judge(call, path, one, projectId));
    const outcomes: Outcome[] = [];
    for (const each of running) {
      const outcome = await each;
      outcomes.push(outcome);
      if (format === "table") await write(`${lines(outcome, paint).join("\n")}\n`);
    }
    const failed = outcomes.filter(({passed}) => !passed).length;
    if (format !== "table") {
      const columns = ["file", "name", "passed", "found"].map(name => ({name}));
      const rows = outcomes.map(({file, name, passed, faults}) => [file, name, passed, faults.join("; ")]);
      await print(call, {table: {columns, rows}, json: outcomes});
    }
    const junit = flags.text("junit");
    if (junit !== undefined) await writeText(junit, junitOf(outcomes));
    const seconds = ((Date.now() - started) / 1000).toFixed(1);
    printMessages(
      `${plural(outcomes.length, "test")}, ${failed} failed, in ${plural(files.length, "file")}, ${seconds} s`,
    );
    return failed > 0 ? EXIT.refused : EXIT.ok;
  },
};

/** Starts the items in order, with limited concurrency. The promises are in the same order. */
function startAll<T, R>(items: readonly T[], begin: (item: T) => Promise<R>): Promise<R>[] {
  const begun: Promise<R>[] = [];
  for (const [i, item] of items.entries()) {
    const before = begun[i - AT_ONCE];
    begun.push(before === undefined ? begin(item) : before.then(() => begin(item)));
  }
  // The caller awaits the promises in order; one that rejects earlier must not count as unhandled.
  for (const each of begun) each.catch(() => undefined);
  return begun;
}

/** Runs one test. An error answer of the service fails the test; an unreachable service rejects and ends all tests. */
async function judge({service}: Call, file: string, one: LayerTest, projectId?: string): Promise<Outcome> {
  const startedAt = Date.now();
  const of = (faults: string[], rowCount: number | null): Outcome => ({
    ...{file, name: one.name, passed: faults.length === 0, faults, rowCount},
    durationMs: Date.now() - startedAt,
  });
  const body = projectId === undefined ? one.query : {...one.query, projectId};
  try {
    const answer = await readAnswer(await service.ask("POST", "/api/query", {body}));
    return of(faultsOf(one, answer), answer.rows.length);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return of([error.message, ...error.details], null);
  }
}

function lines({file, name, passed, faults, rowCount}: Outcome, paint: Call["paint"]): string[] {
  if (passed)
    return [`${paint("green", "✓")} ${plain(name)} ${paint("dim", `(${plural(rowCount ?? 0, "row")})`)}`];
  return [
    `${paint("red", "✗")} ${plain(name)} ${paint("dim", `(${plain(file)})`)}`,
    ...faults.map(fault => `    ${plain(fault)}`),
  ];
}
