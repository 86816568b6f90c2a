import {afterAll, beforeAll, expect, test} from "bun:test";
import {publish} from "../../../shared/notices.ts";
import {addPerson} from "../../support/people.ts";
import {type MailService, mailService} from "./service.ts";

/** The shop's customers by region; a rule of the model keeps those of the reader's own. */
const CUSTOMERS = {
  model: "customers",
  dimensions: ["customers.region", "customers.name"],
  measures: ["customers.count"],
};

let t: MailService;
let chartId: string;

beforeAll(async () => {
  t = await mailService();
  chartId = (await t.made("/api/charts", {name: "Customers", type: "table", query: CUSTOMERS})).id;
});

afterAll(() => t?.stop());

async function authorOf(region?: string) {
  const person = await addPerson(t, {attributes: region === undefined ? {} : {region: [region]}});
  const share = {resourceType: "chart", resourceId: chartId, granteeUserId: person.id, permission: "view"};
  await t.made("/api/grants", share);
  return person;
}

const scheduleOf = (token: string, recipient: string, more: object = {}) =>
  t.made(
    "/api/schedules",
    {resourceType: "chart", resourceId: chartId, cron: "0 8 * * 1", recipients: [recipient], ...more},
    token,
  );

test("schedules of one chart that run at once carry each their own author's rows", async () => {
  const regions = ["north", "south"];
  const schedules = await Promise.all(
    Array.from({length: 12}, async (_, n) => {
      const region = regions[n % 2]!;
      const {token} = await authorOf(region);
      const recipient = `${region}${n}@example.com`;
      return {
        region,
        recipient,
        token,
        id: (await scheduleOf(token, recipient, {formats: ["html", "csv"]})).id,
      };
    }),
  );
  await Promise.all(schedules.map(({id, token}) => t.sent(id, token)));
  for (const {region, recipient} of schedules) {
    const [received] = t.mailTo(recipient);
    const csv = received?.mail.attachments.find(({filename}) => filename === "customers.csv");
    const other = regions.find(one => one !== region);
    for (const text of [received?.mail.text, String(received?.mail.html), csv?.content.toString()]) {
      expect(text).toContain(region);
      expect(text).not.toContain(other);
    }
  }
});

test("an attribute that is missing is a warning when it is saved, and a named failure when it is sent", async () => {
  const {token} = await authorOf();
  const made = await scheduleOf(token, "none@example.com", {formats: ["html", "csv", "pdf"]});
  expect(made.warnings).toEqual([expect.stringContaining('the attribute "region"')]);
  const delivery = await t.sent(made.id, token);
  expect(delivery).toMatchObject({
    status: "failed",
    resources: [
      {name: "Customers", status: "failed", error: expect.stringContaining('the attribute "region"')},
    ],
    recipients: [{status: "sent"}],
    files: [],
  });
  const [received] = t.mailTo("none@example.com");
  expect(received?.mail.text).toContain('the attribute "region"');
  expect(received?.mail.text).not.toContain("No rows");
  expect(received?.mail.attachments).toEqual([]);
});

test("an attribute that was taken away meanwhile is a named failure; another value gives its own rows", async () => {
  const person = await authorOf("north");
  const {id} = await scheduleOf(person.token, "moved@example.com");
  const become = async (attributes: object) => {
    const values = {attributes: JSON.stringify(attributes)};
    await t.db.updateTable("principals").set(values).where("id", "=", person.id).execute();
    await publish(t.db, {kind: "principal", id: person.id});
    await t.sent(id, person.token);
    return t.mailTo("moved@example.com").at(-1)?.mail.text;
  };
  expect(await become({region: ["north"]})).toContain("north");
  const moved = await become({region: ["south"]});
  expect(moved).toContain("south");
  expect(moved).not.toContain("north");
  expect(await become({})).toContain('the attribute "region"');
});

test("files are for the author and those who get the same rows; others get the record without them", async () => {
  const [author, same, other] = [await authorOf("north"), await authorOf("north"), await authorOf("south")];
  const teamId = (await t.made(`/api/orgs/${t.org.id}/teams`, {name: "Readers"})).id;
  for (const {id} of [author, same, other]) {
    const path = `/api/orgs/${t.org.id}/teams/${teamId}/members/${id}`;
    expect((await t.call("PUT", path, {body: {role: "member"}})).status).toBeLessThan(300);
  }
  const {id} = await scheduleOf(author.token, "shared@example.com", {formats: ["csv"], teamId});
  const {id: deliveryId, files} = await t.sent(id, author.token);
  expect(files).toHaveLength(1);
  const read = (token: string) => t.call("GET", `/api/deliveries/${deliveryId}`, {token});
  const fetched = (token: string) =>
    t.call("GET", `/api/deliveries/${deliveryId}/files/customers.csv`, {token, headers: {accept: "*/*"}});
  for (const {token} of [author, same]) {
    expect((await read(token)).body.files).toEqual(files);
    expect((await fetched(token)).text).toContain("north");
  }
  for (const token of [other.token, t.org.admin.token]) {
    expect((await read(token)).body).toMatchObject({files: [], redacted: true, status: "succeeded"});
    expect((await fetched(token)).status).toBe(404);
  }
});
