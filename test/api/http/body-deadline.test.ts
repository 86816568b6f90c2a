import {expect, test} from "bun:test";
import {BodyDeadline} from "../../../api/http/admission.ts";

test("each body has its own time, and what comes or breaks in it is passed on", async () => {
  const deadline = new BodyDeadline(100);
  const never = new Promise<string>(() => undefined);
  const overdue = expect.objectContaining({code: "request_timeout"});
  const startedAt = performance.now();
  const first = expect(deadline.within(never)).rejects.toEqual(overdue);
  expect(await deadline.within(Promise.resolve("body"))).toBe("body");
  await expect(deadline.within(Promise.reject(new Error("left")))).rejects.toThrow("left");
  await Bun.sleep(50);
  const secondAt = performance.now();
  // Awaited first: it comes later, and is ended although the timer was set for another.
  await expect(deadline.within(never)).rejects.toEqual(overdue);
  expect(performance.now() - secondAt).toBeGreaterThan(95);
  await first;
  expect(performance.now() - startedAt).toBeGreaterThan(95);
  await expect(deadline.within(never)).rejects.toEqual(overdue);
});
