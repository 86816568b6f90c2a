import {afterEach, describe, expect, test} from "bun:test";
import {existsSync} from "node:fs";
import {getPriority} from "node:os";
import {fileURLToPath} from "node:url";
import {ChildPool} from "../../shared/core/children/child-pool.ts";
import {onBusyMachine} from "../support/busy-machine.ts";
import {until} from "../support/until.ts";

const SCRIPT = new URL("./misbehaving-child.ts", import.meta.url);
const MIB = 1024 * 1024;
const pools: ChildPool<string, string>[] = [];

function poolOf(timeoutMs: number, script = SCRIPT, more: {maxMs?: number} = {}): ChildPool<string, string> {
  const pool = new ChildPool<string, string>({
    ...more,
    script,
    maxBytes: 300 * MIB,
    maxAnswerBytes: MIB,
    timeoutMs,
    timeoutMessage: `It took longer than ${timeoutMs} ms.`,
    memoryMessage: "It was too much.",
  });
  pools.push(pool);
  return pool;
}

const {signal} = new AbortController();

afterEach(() => {
  for (const pool of pools.splice(0)) pool.stop();
});

/**
 * The state of a process; empty if its parent knows that it has ended. A process whose new parent has not yet noticed the end
 * counts as ended.
 */
const stateOf = (pid: number | string) =>
  Bun.spawnSync(["ps", "-o", "stat=", "-p", String(pid)])
    .stdout.toString()
    .trim();

const isGone = (pid: number | string) => until(() => /^(?:Z.*)?$/.test(stateOf(pid)));

describe("a pool of child processes", () => {
  test("runs one job after the other", async () => {
    const pool = poolOf(5000);
    const drawn = await Promise.all(["a", "b", "c"].map(title => pool.run("org_a", title, signal)));
    expect(drawn).toEqual(["done: a", "done: b", "done: c"]);
  });

  test("fails a job for which no child can be started", async () => {
    const pool = poolOf(5000, new URL("https://example.com/no-file.ts"));
    await expect(pool.run("org_a", "a", signal)).rejects.toThrow("a child process failed");
    await expect(pool.run("org_a", "b", signal)).rejects.toThrow("a child process failed");
  });

  test("passes megabytes in and out, in any script", async () => {
    const pool = poolOf(5000);
    const text = "Größe 日本語 🙂".repeat(40_000);
    expect(await pool.run("org_a", text, signal)).toBe(`done: ${text}`);
  });

  test("returns a complete answer that is read late", async () => {
    const pool = poolOf(5000);
    await pool.run("org_a", "counts", signal);
    const answer = pool.run("org_a", "answers 230,000 characters", signal);
    await Bun.sleep(5);
    // The answer is larger than the socket's buffer, and nobody reads it meanwhile.
    Bun.sleepSync(300);
    expect(await answer).toBe("x".repeat(230_000));
    expect(await pool.run("org_a", "counts", signal)).toBe("2");
  });

  test("does not change the priority of its children if it is lower already", async () => {
    const command = [
      "nice",
      "-n",
      "15",
      process.execPath,
      fileURLToPath(SCRIPT),
      `${process.pid}`,
      `${300 * MIB}`,
    ];
    const child = Bun.spawn(command, {stdin: "pipe", stdout: "pipe"});
    // The child reports that it is ready for work.
    await child.stdout.getReader().read();
    const niceness = Number(await Bun.$`ps -o ni= -p ${child.pid}`.text());
    child.kill();
    expect(niceness).toBe(Math.min(19, getPriority() + 15));
  });

  test("ends a job that takes too long, with its process, and continues with the next job", async () => {
    const pool = poolOf(1000);
    const pid = await pool.run("org_a", "says its id", signal);
    const endless = pool.run("org_a", "never ends", signal);
    expect(endless).rejects.toMatchObject({code: "invalid_request", message: "It took longer than 1000 ms."});
    expect(await pool.run("org_a", "next", signal)).toBe("done: next");
    await endless.catch(() => undefined);
    expect(await isGone(pid)).toBe(true);
  });

  test.skipIf(!existsSync("/proc/self/stat"))(
    "does not count the time in which a job gets no processor",
    async () => {
      const pool = poolOf(500);
      expect(await pool.run("org_a", "is held up", signal)).toBe("done");
    },
  );

  test.skipIf(!existsSync("/proc/self/stat"))(
    "ends a job that gets hardly any processor in the end, without blaming the caller",
    async () => {
      const pool = poolOf(500, SCRIPT, {maxMs: 1000});
      const pid = await pool.run("org_a", "says its id", signal);
      expect(pool.run("org_a", "is held up", signal)).rejects.toMatchObject({code: "worker_unavailable"});
      expect(await pool.run("org_a", "next", signal)).toBe("done: next");
      expect(await isGone(pid)).toBe(true);
    },
  );

  test("does not let endless jobs of one organization hold up another", async () => {
    const pool = poolOf(20_000);
    const leaving = new AbortController();
    const endless = Array.from({length: 10}, () => pool.run("org_a", "never ends", leaving.signal));
    const outcomes = Promise.allSettled(endless);
    await Bun.sleep(300);
    for (const orgId of ["org_b", "org_c"]) {
      const started = performance.now();
      expect(await pool.run(orgId, "mine", signal)).toBe("done: mine");
      expect(performance.now() - started).toBeLessThan(onBusyMachine(10_000));
    }
    leaving.abort();
    expect(new Set((await outcomes).map(({status}) => status))).toEqual(new Set(["rejected"]));
  });

  test("takes turns among organizations, however many jobs one of them has waiting", async () => {
    const pool = poolOf(20_000);
    const leaving = new AbortController();
    // All children but one are busy, so that answers come in the order in which the jobs were started.
    const endless = ["org_x", "org_y", "org_z"].map(orgId => pool.run(orgId, "never ends", leaving.signal));
    const outcomes = Promise.allSettled(endless);
    const order: string[] = [];
    const ask = (orgId: string) => pool.run(orgId, orgId, signal).then(() => order.push(orgId));
    const first = Array.from({length: 60}, () => ask("org_a"));
    await Promise.all([...first, ask("org_b"), ask("org_c")]);
    expect(order.slice(0, 4)).toEqual(["org_a", "org_b", "org_c", "org_a"]);
    leaving.abort();
    await outcomes;
  });

  test("gives no job to a child that is still starting while another child becomes free", async () => {
    const pool = poolOf(5000, new URL("./slow-child.ts", import.meta.url));
    const pid = await pool.run("org_a", "says its id", signal);
    const busy = pool.run("org_a", "takes a moment", signal);
    expect(await pool.run("org_b", "says its id", signal)).toBe(pid);
    await busy;
  });

  test("reports to each caller that a script cannot start", async () => {
    const pool = poolOf(5000, new URL("./no-such-child.ts", import.meta.url));
    const asked = ["a", "b"].map(order => pool.run("org_a", order, signal));
    for (const outcome of await Promise.allSettled(asked)) {
      expect(outcome).toMatchObject({reason: {message: expect.stringContaining("a child process failed")}});
    }
  });

  test("ends a child that takes too much memory", async () => {
    const pool = poolOf(20_000);
    const pid = await pool.run("org_a", "says its id", signal);
    expect(pool.run("org_a", "takes all memory", signal)).rejects.toMatchObject({
      code: "invalid_request",
      message: "It was too much.",
    });
    expect(await pool.run("org_a", "next", signal)).toBe("done: next");
    expect(await isGone(pid)).toBe(true);
  });

  test("refuses an answer that is too large", async () => {
    const pool = poolOf(5000);
    const pid = await pool.run("org_a", "says its id", signal);
    expect(pool.run("org_a", "answers without end", signal)).rejects.toMatchObject({
      code: "invalid_request",
      message: "It was too much.",
    });
    expect(await pool.run("org_a", "next", signal)).toBe("done: next");
    expect(await isGone(pid)).toBe(true);
  });

  test.each(["crashes", "exits"])("replaces a child that %s", async title => {
    const pool = poolOf(5000);
    expect(pool.run("org_a", title, signal)).rejects.toThrow("a child process failed");
    expect(await pool.run("org_a", "next", signal)).toBe("done: next");
  });

  test("replaces a child that was killed while idle", async () => {
    const pool = poolOf(5000);
    const pid = await pool.run("org_a", "says its id", signal);
    process.kill(Number(pid), "SIGKILL");
    await until(() => stateOf(pid) === "");
    await Bun.sleep(100);
    expect(await pool.run("org_a", "next", signal)).toBe("done: next");
  });

  test("passes on the error of a job, and keeps the child", async () => {
    const pool = poolOf(5000);
    const pid = await pool.run("org_a", "says its id", signal);
    expect(pool.run("org_a", "fails", signal)).rejects.toThrow("no such colour");
    expect(pool.run("org_a", "refuses", signal)).rejects.toMatchObject({
      code: "invalid_request",
      message: "Ask for less.",
    });
    expect(await pool.run("org_a", "prints", signal)).toBe("printed");
    expect(await pool.run("org_a", "says its id", signal)).toBe(pid);
  });

  test("replaces a child that reports itself as spent", async () => {
    const pool = poolOf(5000);
    expect(await pool.run("org_a", "counts", signal)).toBe("1");
    expect(await pool.run("org_a", "counts", signal)).toBe("2");
    expect(await pool.run("org_a", "is spent", signal).catch(({message}) => message)).toBe("Too much.");
    expect(await pool.run("org_a", "counts", signal)).toBe("1");
  });

  test("skips jobs whose caller has left, and soon ends those that are running", async () => {
    const pool = poolOf(20_000);
    const pid = await pool.run("org_a", "says its id", signal);
    const leaving = new AbortController();
    const asked = ["never ends", "never ends", "left"].map(order => pool.run("org_a", order, leaving.signal));
    const outcomes = Promise.allSettled(asked);
    await Bun.sleep(300);
    leaving.abort();
    for (const outcome of await outcomes) {
      expect(outcome).toMatchObject({status: "rejected", reason: {code: "worker_unavailable"}});
    }
    expect(await pool.run("org_a", "next", signal)).toBe("done: next");
    expect(await isGone(pid)).toBe(true);
  });

  test("refuses jobs that it cannot do soon, and leaves room for other organizations", async () => {
    const pool = poolOf(5000);
    const asked = Array.from({length: 150}, (_, i) => pool.run("org_a", String(i), signal));
    const other = pool.run("org_b", "mine", signal);
    const settled = await Promise.allSettled(asked);
    expect(settled.filter(({status}) => status === "fulfilled").length).toBeGreaterThanOrEqual(100);
    expect(settled.at(-1)).toMatchObject({reason: {code: "worker_unavailable"}});
    expect(await other).toBe("done: mine");
  });

  test("gives a child no secret and no file descriptor of its parent", async () => {
    process.env["SOME_SECRET"] = "hidden";
    const server = Bun.serve({hostname: "127.0.0.1", port: 0, fetch: () => new Response("")});
    try {
      const held = JSON.parse(await poolOf(5000).run("org_a", "says what it holds", signal));
      expect(held).toEqual({environment: {TZ: "UTC"}, descriptors: []});
    } finally {
      await server.stop(true);
      delete process.env["SOME_SECRET"];
    }
  });

  test("has children that end with their parent, however the parent ends and whatever they do", async () => {
    const parent = Bun.spawn(
      [process.execPath, Bun.fileURLToPath(new URL("./doomed-parent.ts", import.meta.url))],
      {stdout: "pipe"},
    );
    const {value} = await parent.stdout.getReader().read();
    const pids = new TextDecoder().decode(value).trim().split(" ");
    expect(pids).toHaveLength(2);
    parent.kill("SIGKILL");
    await parent.exited;
    expect(await Promise.all(pids.map(isGone))).toEqual([true, true]);
  });
});
