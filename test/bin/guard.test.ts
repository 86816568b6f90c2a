import {expect, test} from "bun:test";
import {mkdtemp, readFile, rm} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {runGuarded} from "../../shared/core/children/guarded-command.ts";
import {until} from "../support/until.ts";

const shell = (script: string) => ({
  command: ["sh", "-c", script],
  stopSignal: "TERM" as const,
  env: {PATH: process.env["PATH"]},
});

test("the exit code and the output are those of the command", async () => {
  const {exited, stdout, stderr} = runGuarded(shell("echo out; echo err >&2; exit 7"));
  expect(await stdout.text()).toBe("out\n");
  expect(await stderr.text()).toBe("err\n");
  expect(await exited).toBe(7);
});

test("a stop lets the command end in its own way", async () => {
  const {exited, stdout, stop} = runGuarded(
    shell("trap 'echo bye; exit 3' TERM; echo up; while :; do sleep 0.05; done"),
  );
  const [start, rest] = stdout.tee();
  await start.getReader().read();
  stop();
  expect(await exited).toBe(3);
  expect(await new Response(rest).text()).toBe("up\nbye\n");
});

test("a command that ignores the stop is killed", async () => {
  const {exited, stdout, stop, kill, running} = runGuarded(
    shell("trap '' TERM; echo deaf; while :; do sleep 0.05; done"),
  );
  await stdout.getReader().read();
  stop();
  await Bun.sleep(200);
  expect(running()).toBe(true);
  kill();
  expect(await exited).toBe(137);
});

test("a command is stopped when its launcher is killed", async () => {
  const dir = await mkdtemp(join(tmpdir(), "guard-test-"));
  const script = join(dir, "launcher.ts");
  const stopped = join(dir, "stopped");
  await Bun.write(
    script,
    `import {runGuarded} from ${JSON.stringify(join(import.meta.dir, "../../shared/core/children/guarded-command.ts"))};
     const command = ["sh", "-c", "trap 'echo yes > ${stopped}; exit' TERM; echo up; while :; do sleep 0.05; done"];
     for await (const chunk of runGuarded({command, stopSignal: "TERM", env: process.env}).stdout) process.stdout.write(chunk);`,
  );
  const launcher = Bun.spawn([process.execPath, script], {stdout: "pipe"});
  await launcher.stdout.getReader().read();
  launcher.kill("SIGKILL");
  // The file exists a moment before its content.
  await until(async () => (await readFile(stopped, "utf8").catch(() => "")) === "yes\n");
  await rm(dir, {recursive: true});
});
