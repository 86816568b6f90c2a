import {expect, test} from "bun:test";
import {join} from "node:path";

const ROOT = join(import.meta.dir, "../../..");

/** Runs a process with one rejection that nobody handles, and then a timer. Returns its exit code and its log. */
async function afterRejection(rejection: string) {
  const script = `
    import pg from "${ROOT}/node_modules/pg/lib/index.js";
    import {ServiceError} from "${ROOT}/shared/core/errors.ts";
    import {makeLogger} from "${ROOT}/shared/core/log.ts";
    import {onUnhandledRejection} from "${ROOT}/shared/core/process/unhandled.ts";
    onUnhandledRejection(makeLogger("test", "info"));
    void Promise.reject(${rejection});
    setTimeout(() => process.exit(7), 100);`;
  const child = Bun.spawn([process.execPath, "-e", script], {cwd: ROOT, stdout: "pipe", stderr: "pipe"});
  const [code, output] = await Promise.all([child.exited, child.stdout.text()]);
  const entries: unknown[] = output.split("\n").flatMap(line => (line === "" ? [] : [JSON.parse(line)]));
  return {code, entries};
}

test.each([
  ["is unavailable", 'new ServiceError("database_unavailable", "The database does not answer.")'],
  ["was lost", 'Object.assign(new Error("connect"), {code: "ECONNREFUSED"})'],
  ["refuses for now", 'Object.assign(new pg.DatabaseError("full", 4, "error"), {code: "53100"})'],
])("a rejection that nobody handles does not end the process if the database %s", async (_, rejection) => {
  const {code, entries} = await afterRejection(rejection);
  expect(code).toBe(7);
  expect(entries).toMatchObject([{level: "warn"}]);
});

test("any other rejection that nobody handles ends the process with the error in its log", async () => {
  const {code, entries} = await afterRejection('new TypeError("a bug")');
  expect(code).toBe(1);
  expect(entries).toMatchObject([{level: "fatal", err: {message: "a bug"}}]);
});
