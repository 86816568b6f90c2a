import {expect, test} from "bun:test";
import {CompileTurns} from "../../shared/querying/layers/compile-turns.ts";

/** Keeps the event loop busy for a time, as a compilation does. */
function compute(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

test("long compilations for one request leave turns of the event loop to others", async () => {
  const turns = new CompileTurns();
  let others = 0;
  let done = false;
  const count = () => {
    others++;
    if (!done) setImmediate(count);
  };
  setImmediate(count);
  const slow = (i: number) => () => {
    compute(25);
    return i;
  };
  const compiled = await Promise.all(Array.from({length: 10}, (_, i) => turns.run("a", slow(i))));
  done = true;
  expect(compiled).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  // Each took longer than one turn may, so others had a turn between any two.
  expect(others).toBeGreaterThanOrEqual(9);
});

test("a short compilation waits for no turn", async () => {
  const turns = new CompileTurns();
  let others = 0;
  setImmediate(() => others++);
  for (let i = 0; i < 20; i++) await turns.run("a", () => i);
  expect(others).toBe(0);
});

test("a compilation that fails counts its time too, and lets the next ones compile", async () => {
  const turns = new CompileTurns();
  let others = 0;
  setImmediate(() => others++);
  const failed = turns.run("a", () => {
    compute(25);
    throw new Error("no such field");
  });
  const next = turns.run("a", () => others);
  await expect(failed).rejects.toThrow("no such field");
  expect(await next).toBe(1);
});

test("a compilation waits for at most one of another organization, however many of these came before it", async () => {
  const turns = new CompileTurns();
  const order: string[] = [];
  const run = (orgId: string, name: string, ms: number) =>
    turns.run(orgId, () => {
      compute(ms);
      order.push(name);
    });
  const many = [1, 2, 3, 4].map(i => run("a", `a${i}`, 25));
  const others = [run("b", "b1", 25), run("b", "b2", 25), run("c", "c1", 0)];
  await Promise.all([...many, ...others]);
  expect(order).toEqual(["a1", "a2", "b1", "c1", "a3", "b2", "a4"]);
});

test("compilations in earlier turns of the event loop do not make a later one wait", async () => {
  const turns = new CompileTurns();
  await turns.run("a", () => compute(25));
  await new Promise(resolve => setImmediate(resolve));
  let others = 0;
  setImmediate(() => others++);
  expect(await turns.run("a", () => others)).toBe(0);
});

test("a request that its client has left is not compiled, and takes no turn from others", async () => {
  const turns = new CompileTurns();
  const left = new AbortController();
  const compiled: string[] = [];
  const run = (name: string, signal?: AbortSignal) =>
    turns.run(
      "a",
      () => {
        compute(25);
        compiled.push(name);
      },
      signal && {signal},
    );
  const first = run("first", left.signal);
  const dropped = [1, 2, 3].map(i => run(`dropped ${i}`, left.signal));
  let passed = 0;
  const kept = run("kept").then(() => passed);
  const count = () => {
    passed++;
    if (compiled.length < 2) setImmediate(count);
  };
  setImmediate(count);
  left.abort(new Error("the client left"));
  await first;
  const outcomes = await Promise.allSettled(dropped);
  expect(outcomes.map(({status}) => status)).toEqual(["rejected", "rejected", "rejected"]);
  // The next turn of the event loop compiles the requests that are still waited for.
  expect(await kept).toBeLessThanOrEqual(1);
  expect(compiled).toEqual(["first", "kept"]);
});
