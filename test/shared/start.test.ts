import {expect, test} from "bun:test";
import {mkdtemp, rm} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {isDatabaseGone} from "../../shared/core/database/watch.ts";
import {bundled} from "../support/processes/bundle.ts";

/** Runs a process that cannot start, and returns its output. */
async function startOf(script: "api/main.ts" | "worker/main.ts", environment: Record<string, string>) {
  const dataDir = await mkdtemp(join(tmpdir(), "analytics-test-"));
  const env = {
    DATA_DIR: dataDir,
    // Nothing listens at this port.
    DATABASE_URL: "postgres://nobody:secret@127.0.0.1:1/nothing",
    ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64"),
    LOG_LEVEL: "fatal",
    ...environment,
  };
  const cwd = join(import.meta.dir, "../..");
  const child = Bun.spawn([process.execPath, await bundled(script)], {
    cwd,
    env,
    stdout: "pipe",
    stderr: "pipe",
  });
  const [code, output, errors] = await Promise.all([child.exited, child.stdout.text(), child.stderr.text()]);
  await rm(dataDir, {recursive: true});
  return {code, lines: output.trim().split("\n"), errors};
}

test("a worker without a database reports it in one line, and ends", async () => {
  const {code, lines, errors} = await startOf("worker/main.ts", {});
  expect({code, errors, lines: lines.length}).toEqual({code: 1, errors: "", lines: 1});
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({
    level: "fatal",
    process: "worker",
    msg: "the process cannot start: the service's database does not answer",
    err: {code: "ECONNREFUSED"},
  });
});

test("a web process whose port is in use reports it in one line, and ends", async () => {
  const other = Bun.serve({hostname: "127.0.0.1", port: 0, fetch: () => new Response("here")});
  const port = String(other.port);
  const {code, lines, errors} = await startOf("api/main.ts", {PORT: port});
  await other.stop();
  expect({code, errors, lines: lines.length}).toEqual({code: 1, errors: "", lines: 1});
  const {level, process, msg} = JSON.parse(lines[0] ?? "");
  expect({level, process}).toEqual({level: "fatal", process: "web"});
  expect(msg).toStartWith("the process cannot start: ");
  expect(msg).toContain(port);
});

test("a missing file is not mistaken for a database that is away", async () => {
  const missing = await Bun.file("/nothing/is/here")
    .text()
    .catch(error => error);
  expect(missing).toMatchObject({code: "ENOENT"});
  expect(isDatabaseGone(missing)).toBe(false);
});
