import {expect, test} from "bun:test";
import {mkdtemp, readFile, rm, stat} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {forwardLog, type Level, LogFile, linesFrom} from "../../../bin/start/log-file.ts";

const entry = (level: string, msg: string, more = {}) =>
  `${JSON.stringify({level, time: "2026-01-31T12:30:01.000Z", msg, ...more})}\n`;

async function keep(chunks: readonly string[], from: Level = "warn") {
  const dir = await mkdtemp(join(tmpdir(), "log-test-"));
  const file = new LogFile(join(dir, "web.log"));
  const shown: string[] = [];
  const output = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk));
      controller.close();
    },
  });
  const level = linesFrom("web", () => from);
  await forwardLog(output, file, line => shown.push(line), level);
  file.close();
  const kept = await readFile(file.path, "utf8");
  const {mode} = await stat(file.path);
  await rm(dir, {recursive: true});
  return {shown, kept, mode: mode & 0o777};
}

test("everything is stored, and warnings and errors are also shown in words", async () => {
  const all = [
    entry("info", "a request"),
    entry("warn", "careful"),
    entry("error", "broken", {err: {message: "why"}}),
  ];
  const {shown, kept, mode} = await keep(all);
  expect(kept).toBe(all.join(""));
  expect(mode).toBe(0o600);
  expect(shown).toEqual(["12:30:01 web warn: careful", "12:30:01 web error: broken: why"]);
});

test("warnings are held back until the service is up", async () => {
  const {shown} = await keep([entry("warn", "no worker yet"), entry("error", "broken")], "error");
  expect(shown).toEqual(["12:30:01 web error: broken"]);
});

test("other lines than log entries are shown unchanged, and entries may be split between chunks", async () => {
  const warning = entry("warn", "cut");
  const {shown} = await keep([warning.slice(0, 20), `${warning.slice(20)}error: boom\n`, "the end"]);
  expect(shown).toEqual(["12:30:01 web warn: cut", "web: error: boom", "web: the end"]);
});
