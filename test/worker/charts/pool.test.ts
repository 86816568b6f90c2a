import {afterEach, describe, expect, test} from "bun:test";
import type {DrawRequest} from "../../../shared/calls.ts";
import {DrawingPool} from "../../../worker/charts/pool.ts";

const SCRIPT = new URL("./misbehaving-thread.ts", import.meta.url);
const pools: DrawingPool[] = [];

function poolOf(timeoutMs: number): DrawingPool {
  const pool = new DrawingPool({threads: 1, timeoutMs, script: SCRIPT});
  pools.push(pool);
  return pool;
}

function titled(title: string): DrawRequest {
  return {format: "svg", scale: 1, width: 10, height: 10, theme: "light", title, pieces: []};
}

const {signal} = new AbortController();

afterEach(() => {
  for (const pool of pools.splice(0)) pool.stop();
});

describe("a pool of drawing threads", () => {
  test("draws one after the other", async () => {
    const pool = poolOf(5000);
    const drawn = await Promise.all(["a", "b", "c"].map(title => pool.draw(titled(title), signal)));
    expect(drawn.map(({content}) => content)).toEqual(["drawn: a", "drawn: b", "drawn: c"]);
  });

  test("ends a drawing that takes too long, and goes on with the next", async () => {
    const pool = poolOf(300);
    const endless = pool.draw(titled("never ends"), signal);
    const next = pool.draw(titled("next"), signal);
    expect(endless).rejects.toThrow("took longer than 300 ms");
    expect(await next).toMatchObject({content: "drawn: next"});
  });

  test.each(["crashes", "exits"])("replaces a thread that %s", async title => {
    const pool = poolOf(5000);
    expect(pool.draw(titled(title), signal)).rejects.toThrow("could not be drawn");
    expect(await pool.draw(titled("next"), signal)).toMatchObject({content: "drawn: next"});
  });

  test("starts no more threads than it may, however many have failed", async () => {
    const pool = poolOf(150);
    for (const title of ["never ends", "crashes", "exits", "never ends"]) {
      await pool.draw(titled(title), signal).catch(() => {});
    }
    // Two threads would each take one of these, and both would be ended at once.
    const started = performance.now();
    await Promise.allSettled([
      pool.draw(titled("never ends"), signal),
      pool.draw(titled("never ends"), signal),
    ]);
    expect(performance.now() - started).toBeGreaterThan(290);
  });

  test("says what a thread found fault with, and keeps it", async () => {
    const pool = poolOf(5000);
    expect(pool.draw(titled("fails"), signal)).rejects.toThrow("no such colour");
    expect(await pool.draw(titled("next"), signal)).toMatchObject({content: "drawn: next"});
  });

  test("does not draw what nobody waits for any more", async () => {
    const pool = poolOf(400);
    const leaving = new AbortController();
    const endless = pool.draw(titled("never ends"), signal);
    const left = pool.draw(titled("left"), leaving.signal);
    leaving.abort();
    expect(left).rejects.toThrow("Nobody waits");
    expect(endless).rejects.toThrow("took longer");
    expect(await pool.draw(titled("next"), signal)).toMatchObject({content: "drawn: next"});
  });

  test("takes no more than it can draw before long", async () => {
    const pool = poolOf(5000);
    const drawn = Array.from({length: 300}, (_, i) => pool.draw(titled(String(i)), signal));
    const settled = await Promise.allSettled(drawn);
    expect(settled.filter(({status}) => status === "fulfilled").length).toBeGreaterThan(199);
    expect(settled.at(-1)).toMatchObject({reason: {code: "worker_unavailable"}});
  });
});
