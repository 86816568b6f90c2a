import {afterAll, afterEach, beforeAll, expect, spyOn, test} from "bun:test";
import pg from "pg";
import {BY_STATUS, type MailService, mailService} from "./service.ts";

let t: MailService;
let chartId: string;

beforeAll(async () => {
  t = await mailService();
  chartId = (await t.made("/api/charts", {name: "Orders", type: "table", query: BY_STATUS})).id;
});
afterAll(() => t.stop());

const spy = spyOn(pg.Client.prototype, "query");
afterEach(() => spy.mockClear());

/** How many statements were sent that begin, keep, claim, mark or end a delivery. */
function countStatements(): number {
  return spy.mock.calls.filter(([given]: unknown[]) => {
    const text = typeof given === "string" ? given : String(Reflect.get(Object(given), "text"));
    return /update (deliveries|delivery_recipients)\b/.test(text);
  }).length;
}

async function delivered(recipients: number): Promise<number> {
  const schedule = {
    resourceType: "chart",
    resourceId: chartId,
    cron: "0 8 * * 1",
    recipients: Array.from({length: recipients}, (_, i) => `r${i}@example.com`),
  };
  const {id} = await t.made("/api/schedules", schedule);
  spy.mockClear();
  expect(await t.due(id)).toMatchObject({status: "succeeded"});
  return countStatements();
}

test("a delivery claims its first recipients at once, and needs one statement to end", async () => {
  // It begins, keeps its mail, claims, marks each as sent, and ends.
  expect(await delivered(3)).toBe(7);
  // Beyond the five that are sent to at once each is claimed by itself.
  expect(await delivered(7)).toBe(13);
});
