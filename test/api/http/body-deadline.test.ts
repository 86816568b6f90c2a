import {expect, test} from "bun:test";
import {BodyDeadline} from "../../../api/http/admission.ts";

test("each body has a deadline of its own, and passes on its value or its error in time", async () => {
  const deadline = new BodyDeadline(100);
  const never = new Promise<string>(() => undefined);
  const overdue = expect.objectContaining({code: "request_timeout"});
  const startedAt = performance.now();
  const first = expect(deadline.within(never)).rejects.toEqual(overdue);
  expect(await deadline.within(Promise.resolve("body"))).toBe("body");
  await expect(deadline.within(Promise.reject(new Error("left")))).rejects.toThrow("left");
  await Bun.sleep(50);
  const secondAt = performance.now();
  // This one is awaited first although its deadline is later, and it ends although the timer was set for another one.
  await expect(deadline.within(never)).rejects.toEqual(overdue);
  expect(performance.now() - secondAt).toBeGreaterThan(95);
  await first;
  expect(performance.now() - startedAt).toBeGreaterThan(95);
  await expect(deadline.within(never)).rejects.toEqual(overdue);
});
