import {expect, test} from "bun:test";
import {SharedWork} from "../../../shared/surfaces/sql/shared-work.ts";

function begin() {
  const result = Promise.withResolvers<number>();
  let given: AbortSignal | undefined;
  const work = new SharedWork(signal => {
    given = signal;
    signal.addEventListener("abort", () => result.reject(signal.reason));
    return result.promise;
  });
  if (!given) throw new Error("the work has not begun");
  return {work, signal: given, result};
}

test("a caller who leaves does not end the work for the callers who stay", async () => {
  const {work, signal, result} = begin();
  const [first, second] = [new AbortController(), new AbortController()];
  const left = work.wait(first.signal).catch((error: unknown) => error);
  const stays = work.wait(second.signal);
  first.abort("gone");
  expect(await left).toBe("gone");
  expect(signal.aborted).toBe(false);
  result.resolve(7);
  expect(await stays).toBe(7);
  expect(await work.wait(new AbortController().signal)).toBe(7);
  expect(work.isAbandoned).toBe(false);
});

test("work that no caller waits for any more is ended", async () => {
  const {work, signal} = begin();
  const callers = [new AbortController(), new AbortController()];
  const waits = callers.map(({signal: own}) => work.wait(own).catch((error: unknown) => error));
  for (const caller of callers) caller.abort("gone");
  expect(await Promise.all(waits)).toEqual(["gone", "gone"]);
  expect(signal.aborted).toBe(true);
  expect(work.isAbandoned).toBe(true);
});

test("work that fails rejects for all callers who wait", async () => {
  const {work, result} = begin();
  const waits = [1, 2].map(() => work.wait(new AbortController().signal));
  result.reject(new Error("no warehouse"));
  const outcomes = await Promise.allSettled(waits);
  expect(outcomes.map(({status}) => status)).toEqual(["rejected", "rejected"]);
  expect(work.isAbandoned).toBe(false);
});
