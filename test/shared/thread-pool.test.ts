import {afterEach, describe, expect, test} from "bun:test";
import {ThreadPool} from "../../shared/thread-pool.ts";

const SCRIPT = new URL("./misbehaving-thread.ts", import.meta.url);
const pools: ThreadPool<string, string>[] = [];

function poolOf(timeoutMs: number): ThreadPool<string, string> {
  const tooLong = `It took longer than ${timeoutMs} ms.`;
  const pool = new ThreadPool<string, string>({
    threads: 1,
    timeoutMs,
    script: SCRIPT,
    tooLong,
    mostWaiting: 200,
  });
  pools.push(pool);
  return pool;
}

const {signal} = new AbortController();

afterEach(() => {
  for (const pool of pools.splice(0)) pool.stop();
});

describe("a pool of threads", () => {
  test("does one thing after the other", async () => {
    const pool = poolOf(5000);
    const drawn = await Promise.all(["a", "b", "c"].map(title => pool.run(title, signal)));
    expect(drawn).toEqual(["done: a", "done: b", "done: c"]);
  });

  test("ends what takes too long, and goes on with the next", async () => {
    const pool = poolOf(300);
    const endless = pool.run("never ends", signal);
    const next = pool.run("next", signal);
    expect(endless).rejects.toThrow("took longer than 300 ms");
    expect(await next).toBe("done: next");
  });

  test.each(["crashes", "exits"])("replaces a thread that %s", async title => {
    const pool = poolOf(5000);
    expect(pool.run(title, signal)).rejects.toThrow("a thread failed");
    expect(await pool.run("next", signal)).toBe("done: next");
  });

  test("starts no more threads than it may, however many have failed", async () => {
    const pool = poolOf(150);
    for (const title of ["never ends", "crashes", "exits", "never ends"]) {
      await pool.run(title, signal).catch(() => {});
    }
    // Two threads would each take one of these, and both would be ended at once.
    const started = performance.now();
    await Promise.allSettled([pool.run("never ends", signal), pool.run("never ends", signal)]);
    expect(performance.now() - started).toBeGreaterThan(290);
  });

  test("says what a thread found fault with, and keeps it", async () => {
    const pool = poolOf(5000);
    expect(pool.run("fails", signal)).rejects.toThrow("no such colour");
    expect(pool.run("refuses", signal)).rejects.toMatchObject({
      code: "invalid_request",
      message: "Ask for less.",
    });
    expect(await pool.run("next", signal)).toBe("done: next");
  });

  test("replaces a thread that says it is spent", async () => {
    const pool = poolOf(5000);
    expect(await pool.run("counts", signal)).toBe("1");
    expect(await pool.run("counts", signal)).toBe("2");
    expect(await pool.run("is spent", signal).catch(({message}) => message)).toBe("Too much.");
    expect(await pool.run("counts", signal)).toBe("1");
  });

  test("does nothing that nobody waits for any more", async () => {
    const pool = poolOf(400);
    const leaving = new AbortController();
    const endless = pool.run("never ends", signal);
    const left = pool.run("left", leaving.signal);
    leaving.abort();
    expect(left).rejects.toThrow("Nobody waits");
    expect(endless).rejects.toThrow("took longer");
    expect(await pool.run("next", signal)).toBe("done: next");
  });

  test("takes no more than it can do before long", async () => {
    const pool = poolOf(5000);
    const drawn = Array.from({length: 300}, (_, i) => pool.run(String(i), signal));
    const settled = await Promise.allSettled(drawn);
    expect(settled.filter(({status}) => status === "fulfilled").length).toBeGreaterThan(199);
    expect(settled.at(-1)).toMatchObject({reason: {code: "worker_unavailable"}});
  });
});
