import {expect, test} from "bun:test";
import {join} from "node:path";

const ROOT = join(import.meta.dir, "../../..");

/** Runs a process with one rejection that nobody handles, and then a timer. Returns its exit code and its log. */
async function afterRejection(rejection: string) {
  const script = `
    import {ServiceError} from "${ROOT}/shared/core/errors.ts";
    import {makeLogger} from "${ROOT}/shared/core/log.ts";
    import {isDatabaseUnavailable} from "${ROOT}/shared/core/database/watch.ts";
    import {onUnhandledRejection} from "${ROOT}/shared/core/process/unhandled.ts";
    onUnhandledRejection(makeLogger("test", "info"), isDatabaseUnavailable);
    void Promise.reject(${rejection});
    setTimeout(() => process.exit(7), 100);`;
  const child = Bun.spawn([process.execPath, "-e", script], {cwd: ROOT, stdout: "pipe", stderr: "pipe"});
  const [code, output] = await Promise.all([child.exited, child.stdout.text()]);
  const entries: unknown[] = output.split("\n").flatMap(line => (line === "" ? [] : [JSON.parse(line)]));
  return {code, entries};
}

test("a rejection that nobody handles does not end the process if the database is unavailable", async () => {
  const {code, entries} = await afterRejection(
    'new ServiceError("database_unavailable", "The database does not answer.")',
  );
  expect(code).toBe(7);
  expect(entries).toMatchObject([{level: "warn"}]);
});

test.each([
  ["a bug", 'new TypeError("a bug")'],
  ["connect", 'Object.assign(new Error("connect"), {code: "ECONNREFUSED"})'],
])(
  "any other rejection that nobody handles ends the process with the error in its log: %s",
  async (message, rejection) => {
    const {code, entries} = await afterRejection(rejection);
    expect(code).toBe(1);
    expect(entries).toMatchObject([{level: "fatal", err: {message}}]);
  },
);
