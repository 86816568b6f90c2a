import {expect, test} from "bun:test";
import {existsSync} from "node:fs";
import {appendFile, cp, mkdir, mkdtemp, rm, symlink, writeFile} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {readableLines} from "../../bin/start/readable-log.ts";
import {freePort} from "../../shared/core/postgres/server.ts";
import {testDatabase} from "../support/postgres.ts";

const root = join(import.meta.dir, "..", "..");

test("a log entry is shown as one readable line: its message, then its other keys; an error by its message", () => {
  const shown = readableLines("web");
  const line = shown(
    JSON.stringify({
      level: "error",
      time: "2026-01-31T12:30:01.000Z",
      process: "web",
      path: "/api/query",
      durationMs: 12.3456,
      tasks: ["a", "b"],
      err: {type: "Error", message: "two\nlines", stack: "Error: two\n    at run"},
      msg: "a request failed",
    }),
  );
  expect(line).toMatch(
    /^\[\d\d:30:01\.000\] ERROR: web {4}a request failed path=\/api\/query durationMs=12\.3 tasks=a,b err="two lines"$/,
  );
  expect(shown("error: boom")).toBe("web    error: boom");
});

test("an edit restarts the process that has loaded the file, and a stop ends both processes", async () => {
  const database = await testDatabase();
  const copy = await copyOfSources();
  const dataDir = join(copy, "data");
  await mkdir(dataDir);
  // With this file there is no demo to load.
  await writeFile(join(dataDir, "first-start"), "");
  const dev = Bun.spawn([process.execPath, "bin/dev.ts"], {
    cwd: copy,
    env: {
      ...process.env,
      PORT: String(await freePort()),
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      ENCRYPTION_KEY: Buffer.alloc(32).toString("base64"),
    },
    stdout: "pipe",
    stderr: "pipe",
  });
  let output = "";
  const reading = Promise.all([dev.stdout, dev.stderr].map(read));
  const times = (text: string) => output.split(text).length - 1;
  const seen = async (text: string, count: number) => {
    while (times(text) < count && dev.exitCode === null) await Bun.sleep(20);
    if (times(text) < count) throw new Error(`"${text}" was not shown ${count} times:\n${output}`);
  };
  try {
    await seen("Ctrl-C stops it.", 1);
    await appendFile(join(copy, "api/main.ts"), "// an edit\n");
    await seen("web    the web process is ready", 2);
    expect(times("worker the worker is ready")).toBe(1);
    await appendFile(join(copy, "worker/main.ts"), "// an edit\n");
    await seen("worker the worker is ready", 2);
    expect(times("web    the web process is ready")).toBe(2);
    expect(output).not.toContain('{"level"');
  } finally {
    dev.kill("SIGINT");
  }
  expect(await dev.exited).toBe(0);
  await reading;
  expect(existsSync(join(dataDir, "start.pid"))).toBe(false);
  await rm(copy, {recursive: true});
  await database.drop();

  async function read(stream: ReadableStream<Uint8Array>): Promise<void> {
    const decoder = new TextDecoder();
    for await (const chunk of stream) output += decoder.decode(chunk, {stream: true});
  }
});

/** Files whose edits disturb no other test. */
async function copyOfSources(): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), "dev-test-"));
  for (const name of ["api", "worker", "shared", "bin", "sql", "Procfile", "package.json", "tsconfig.json"])
    await cp(join(root, name), join(copy, name), {recursive: true});
  await symlink(join(root, "node_modules"), join(copy, "node_modules"));
  return copy;
}
