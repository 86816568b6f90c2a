import {afterAll, beforeAll, expect, test} from "bun:test";
import {type MailService, mailService} from "./service.ts";

let t: MailService;

beforeAll(async () => {
  t = await mailService();
}, 30_000);

afterAll(() => t?.stop());

const weekly = {cron: "0 8 * * 1", recipients: ["ada@example.com"]};

test("what a warehouse says in its own words, with values of rows, is neither mailed nor recorded for an admin", async () => {
  const query = {model: "orders", measures: ["orders.broken"]};
  const chart = await t.made("/api/charts", {name: "Broken", type: "table", query});
  const own = await t.call("GET", `/api/charts/${chart.id}/data`);
  expect(own.body.detail).toContain("The warehouse said");
  const resource = {resourceType: "chart", resourceId: chart.id};
  const {id} = await t.made("/api/schedules", {...resource, ...weekly, formats: ["html", "csv"]});
  const delivery = await t.sent(id);
  expect(delivery.resources[0].error).toStartWith("Broken: ");
  expect(JSON.stringify(delivery)).not.toContain("The warehouse said");
  const [mail] = t.mailTo("ada@example.com");
  expect(mail?.mail.text).toContain("Broken");
  expect(`${mail?.mail.text} ${mail?.mail.html}`).not.toContain("The warehouse said");
});
