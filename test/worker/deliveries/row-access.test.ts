import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {publish} from "../../../shared/core/change-notices.ts";
import {addPerson} from "../../support/people.ts";
import {type MailService, mailService} from "./service.ts";

/** The shop's customers by region. A rule of the model restricts them to the reader's own region. */
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

test("schedules of one chart that run at once each send their own author's rows", async () => {
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

test("a missing attribute is a warning when the schedule is saved, and a failure with a reason when it is sent", async () => {
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

test("a removed attribute makes the delivery fail with a reason; a changed one gives other rows", async () => {
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

test("files are readable by the author and by people with the same rows; others see only the record", async () => {
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

describe("a resource that somebody else changes", () => {
  const team = async () => {
    const teamId = (await t.made(`/api/orgs/${t.org.id}/teams`, {name: crypto.randomUUID()})).id;
    const member = (region: string) =>
      addPerson(t, {teams: [{id: teamId, role: "member"}], attributes: {region: [region]}});
    return {teamId, alice: await member("north"), same: await member("north"), bo: await member("south")};
  };
  const byName = {...CUSTOMERS, dimensions: ["customers.name"]};
  const changed = "It was changed by somebody who gets other rows";

  test("is sent only after the author has saved it, if the other person would get other rows", async () => {
    const {teamId, alice, same, bo} = await team();
    const {id: ours} = await t.made(
      "/api/charts",
      {name: "Ours", type: "table", query: CUSTOMERS, teamId},
      alice.token,
    );
    const body = {
      resourceType: "chart",
      resourceId: ours,
      cron: "0 8 * * 1",
      recipients: ["deputy@example.com"],
      teamId,
    };
    const {id} = await t.made("/api/schedules", body, alice.token);
    const edit = async (token: string, query: object) =>
      expect((await t.call("PATCH", `/api/charts/${ours}`, {token, body: {query}})).status).toBe(200);
    const text = async () => {
      const {status} = await t.sent(id, alice.token);
      return {status, text: t.mailTo("deputy@example.com").at(-1)?.mail.text};
    };
    expect(await text()).toMatchObject({status: "succeeded", text: expect.stringContaining("Ada")});
    await edit(bo.token, byName);
    const refused = await text();
    expect(refused.status).toBe("failed");
    expect(refused.text).toContain(changed);
    expect(refused.text).not.toContain("Ada");
    expect((await t.call("PUT", `/api/schedules/${id}`, {token: alice.token, body})).status).toBe(200);
    expect(await text()).toMatchObject({status: "succeeded", text: expect.stringContaining("Ada")});
    await edit(same.token, CUSTOMERS);
    expect(await text()).toMatchObject({status: "succeeded", text: expect.stringContaining("Ada")});
  });

  test("is sent as it is if its rows depend on nobody's attributes", async () => {
    const {teamId, alice, bo} = await team();
    const orders = {model: "orders", dimensions: ["orders.status"], measures: ["orders.count"]};
    const {id: ours} = await t.made(
      "/api/charts",
      {name: "Orders", type: "table", query: orders, teamId},
      alice.token,
    );
    const body = {
      resourceType: "chart",
      resourceId: ours,
      cron: "0 8 * * 1",
      recipients: ["free@example.com"],
      teamId,
    };
    const {id} = await t.made("/api/schedules", body, alice.token);
    await t.call("PATCH", `/api/charts/${ours}`, {token: bo.token, body: {query: {...orders, limit: 2}}});
    expect((await t.sent(id, alice.token)).status).toBe("succeeded");
  });

  test("is left out of a dashboard, of which the other tiles are sent", async () => {
    const {teamId, alice, bo} = await team();
    const chart = (name: string, token: string) =>
      t.made(
        "/api/charts",
        {name, type: "table", query: name === "Mine" ? CUSTOMERS : byName, teamId},
        token,
      );
    // The chart is older than the schedule: what counts is when it was added to the dashboard.
    const [mine, planted] = [await chart("Mine", alice.token), await chart("Planted", bo.token)];
    const {id: dashboardId} = await t.made("/api/dashboards", {name: "Board", teamId}, alice.token);
    const layout = (token: string, ids: string[]) =>
      t.call("PUT", `/api/dashboards/${dashboardId}/layout`, {
        token,
        body: {tiles: ids.map((id, y) => ({chartId: id, x: 0, y: y * 5, w: 36, h: 5}))},
      });
    await layout(alice.token, [mine.id]);
    const body = {
      resourceType: "dashboard",
      resourceId: dashboardId,
      cron: "0 8 * * 1",
      recipients: ["board@example.com"],
      teamId,
    };
    const {id} = await t.made("/api/schedules", body, alice.token);
    expect((await layout(bo.token, [mine.id, planted.id])).status).toBe(200);
    const delivery = await t.sent(id, alice.token);
    expect(delivery.resources).toMatchObject([
      {status: "failed", error: expect.stringContaining(`Planted: ${changed}`)},
    ]);
    const text = t.mailTo("board@example.com")[0]?.mail.text ?? "";
    expect(text.split("Ada")).toHaveLength(2);
  });
});
