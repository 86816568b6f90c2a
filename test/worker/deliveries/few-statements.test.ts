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

/** The number of statements that begin, store, claim, mark or end a delivery. */
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

test("a delivery claims its first recipients together, and needs one statement to end", async () => {
  // One statement each to begin, to store the mail, to claim and to end, and one for each of the three recipients.
  expect(await delivered(3)).toBe(7);
  // Five recipients are claimed together; each further one is claimed by itself.
  expect(await delivered(7)).toBe(13);
});
