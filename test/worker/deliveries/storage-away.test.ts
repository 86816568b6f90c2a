import {afterAll, beforeAll, beforeEach, expect, test} from "bun:test";
import {type Bucket, startBucket} from "../../support/bucket.ts";
import {BY_STATUS, type MailService, mailService} from "./service.ts";

/** A bucket that refuses the files of deliveries for a while. */

let bucket: Bucket;
let t: MailService;
let chartId: string;

beforeAll(async () => {
  bucket = startBucket();
  t = await mailService({environment: bucket.environment});
  chartId = (await t.made("/api/charts", {name: "Orders by status", type: "bar", query: BY_STATUS})).id;
});

afterAll(async () => {
  await t?.stop();
  await bucket?.stop();
});

beforeEach(() => bucket.fail(0));

const schedule = async (email: string, formats: readonly string[]): Promise<string> =>
  (
    await t.made("/api/schedules", {
      resourceType: "chart",
      resourceId: chartId,
      cron: "0 8 * * 1",
      formats,
      recipients: [email],
    })
  ).id;

const isFile = (request: string) => /^PUT .*orders-by-status/.test(request);

test.each([{formats: ["csv"]}, {formats: ["xlsx"]}, {formats: ["png"]}, {formats: ["html", "csv"]}])(
  "a file that the storage refuses for now is stored later, and the mail has it ($formats)",
  async ({formats}) => {
    const email = `later-${formats.join("-")}@example.com`;
    const id = await schedule(email, formats);
    bucket.fail(1000, isFile);
    const due = t.due(id);
    const delivery = await t.putOff(id, 1);
    expect(delivery.seconds).toBeWithin(30, 61);
    expect(t.mailTo(email)).toEqual([]);
    bucket.fail(0);
    await t.later(delivery.id);
    expect(await due).toMatchObject({
      status: "succeeded",
      resources: [{status: "succeeded"}],
      recipients: [{status: "sent"}],
      files: [{}],
    });
    const [received] = t.mailTo(email);
    expect(received?.mail.subject).not.toContain("incomplete");
    expect(received?.mail.attachments.filter(({related}) => !related)).toHaveLength(1);
  },
);

test("a delivery that was started by hand waits for the storage, too", async () => {
  const email = "at-once@example.com";
  const id = await schedule(email, ["csv"]);
  bucket.fail(1000, isFile);
  const sent = t.sent(id);
  const delivery = await t.putOff(id, 1);
  bucket.fail(0);
  await t.later(delivery.id);
  expect(await sent).toMatchObject({status: "succeeded", files: [{name: "orders-by-status.csv"}]});
  expect(t.mailTo(email)[0]?.mail.attachments).toHaveLength(1);
});

test("after the last attempt the mail is sent, and names the missing file", async () => {
  const email = "missing@example.com";
  const id = await schedule(email, ["html", "csv"]);
  bucket.fail(1000, isFile);
  const due = t.due(id);
  for (let nth = 1; nth <= 3; nth++) await t.later((await t.putOff(id, nth)).id);
  expect(await due).toMatchObject({
    status: "failed",
    resources: [{status: "failed", error: expect.stringContaining("orders-by-status.csv is missing")}],
    recipients: [{status: "sent"}],
  });
  expect(t.mailTo(email)).toHaveLength(1);
  expect(t.mailTo(email)[0]?.mail.text).toContain("orders-by-status.csv is missing");
});
