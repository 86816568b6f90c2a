import {afterAll, beforeAll, expect, test} from "bun:test";
import {simpleParser} from "mailparser";
import {addDashboard} from "../../support/content.ts";
import {BY_STATUS, type MailService, mailService} from "./service.ts";

let t: MailService;
let chartId: string;
const weekly = {cron: "0 8 * * 1", recipients: ["ada@example.com"]};

beforeAll(async () => {
  t = await mailService();
  chartId = (await t.made("/api/charts", {name: "Orders", type: "bar", query: BY_STATUS})).id;
});

afterAll(() => t?.stop());

/** The newest mail, with its pictures as references and not inside the HTML. */
async function lastMail() {
  const {
    html,
    text = "",
    attachments,
  } = await simpleParser(t.mailTo("ada@example.com").at(-1)!.raw, {
    skipImageLinks: true,
  });
  return {html: String(html), text, attachments};
}

const dashboards = async (count: number, tiles: number) => {
  const ownerId = t.org.admin.id;
  const placed = Array.from({length: tiles}, () => ({chartId, placedBy: ownerId}));
  const ids = await Promise.all(Array.from({length: count}, () => addDashboard(t, {ownerId, tiles: placed})));
  return ids.map(resourceId => ({resourceType: "dashboard", resourceId}));
};

test("a text that looks like a picture's address remains text in a preview", async () => {
  const message = "cid:picture-1-1@report ".repeat(200);
  const answer = await t.call("POST", "/api/schedules/preview", {
    body: {resourceType: "chart", resourceId: chartId, message},
  });
  expect(answer.status).toBe(200);
  expect(answer.text.match(/data:image\/png;base64/g)).toHaveLength(1);
  expect(answer.text.match(/cid:picture-1-1@report/g)).toHaveLength(200);
});

test("a mail of 20 dashboards with 100 tiles each has a size that mail servers accept, and names what is missing", async () => {
  const resources = await dashboards(20, 100);
  const {id} = await t.made("/api/schedules", {name: "Everything", resources, ...weekly});
  const delivery = await t.sent(id);
  expect(delivery.status).toBe("succeeded");
  const mail = await lastMail();
  expect(Buffer.byteLength(mail.html)).toBeLessThan(100_000);
  expect(mail.attachments.length).toBeLessThanOrEqual(120);
  const shown = [...mail.html.matchAll(/src="cid:([^"]+)"/g)].map(([, cid]) => cid);
  expect(mail.attachments.map(({cid}) => cid).sort()).toEqual(shown.sort());
  expect(mail.text).toContain("94 more parts of this dashboard do not fit into this mail");
});

test("filters with thousands of values and a hundred files do not fill a mail", async () => {
  const [dashboard] = await dashboards(1, 100);
  const values = Array.from({length: 40}, (_, n) => `a value of a filter, number ${n}`);
  const filters = Array.from({length: 40}, () => ({field: "orders.status", op: "not_in", value: values}));
  const body = {resources: [dashboard], filters, formats: ["html", "csv"], ...weekly};
  const {id} = await t.made("/api/schedules", {name: "Filtered", ...body});
  const delivery = await t.sent(id);
  const {rows} = await t.web.pool.query("select statements, files from deliveries where id = $1", [
    delivery.id,
  ]);
  expect(rows[0].statements).toEqual([]);
  // Nobody is known to get the same rows, so that the files are in the mail alone.
  expect([delivery.status, delivery.files.length, rows[0].files.length]).toEqual(["succeeded", 0, 100]);
  const mail = await lastMail();
  expect(Buffer.byteLength(mail.html)).toBeLessThan(100_000);
  expect(mail.text).toContain("… and 20 more");
  expect(mail.text).toContain("… and 50 more");
});
