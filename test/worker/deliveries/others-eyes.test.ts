import {afterAll, beforeAll, expect, test} from "bun:test";
import {addPerson, addTeam} from "../../support/people.ts";
import {BY_STATUS, type MailService, mailService} from "./service.ts";

let t: MailService;

beforeAll(async () => {
  t = await mailService();
});

afterAll(() => t?.stop());

const weekly = {cron: "0 8 * * 1", recipients: ["ada@example.com"]};

test("a warehouse's own error message, which may contain rows, is neither mailed nor recorded for an admin", async () => {
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

test("a person who edits a schedule learns nothing from it about resources that this person cannot see", async () => {
  const teamId = await addTeam(t, "Sales");
  const teams = [{id: teamId, role: "member" as const}];
  const [author, colleague] = [await addPerson(t, {teams}), await addPerson(t, {teams})];
  const made = (path: string, body: object) => t.made(path, body, author.token);
  const secret = await made("/api/charts", {name: "Project Falcon", type: "table", query: BY_STATUS});
  const broken = {model: "orders", measures: ["orders.broken"]};
  const wrong = await made("/api/charts", {name: "Falcon's losses", type: "table", query: broken});
  const shared = await made("/api/charts", {name: "Ours", type: "table", query: BY_STATUS, teamId});
  const resources = [shared, secret, wrong].map(({id}) => ({resourceType: "chart", resourceId: id}));
  const body = {name: "Week", resources, ...weekly, teamId};
  const {id} = await made("/api/schedules", body);
  const delivery = await t.sent(id, author.token);
  expect(delivery.resources.map(({name}: {name: string}) => name)).toEqual([
    "Ours",
    "Project Falcon",
    "Falcon's losses",
  ]);

  const {token} = colleague;
  const record = (await t.call("GET", `/api/deliveries/${delivery.id}`, {token})).body;
  expect(record.resources.map(({name, status}: {name: string; status: string}) => [name, status])).toEqual([
    ["Ours", "succeeded"],
    ["A chart that you cannot see", "succeeded"],
    ["A chart that you cannot see", "failed"],
  ]);
  const list = await t.call("GET", `/api/schedules/${id}/deliveries`, {token});
  expect(list.body).toEqual([record]);

  const later = await t.call("PUT", `/api/schedules/${id}`, {token, body: {...body, cron: "0 9 * * 1"}});
  // The rows remain those of the author, who may see everything.
  expect([later.body.runAs, later.body.warnings]).toEqual([author.id, undefined]);
  const recipients = ["me@example.com"];
  const taken = await t.call("PUT", `/api/schedules/${id}`, {token, body: {...body, recipients}});
  expect(taken.body.runAs).toBe(colleague.id);
  expect(taken.body.warnings).toEqual([
    `There is no chart "${secret.id}" that you can see.`,
    `There is no chart "${wrong.id}" that you can see.`,
  ]);
  for (const {text} of [list, later, taken]) expect(text).not.toContain("Falcon");
  const sent = await t.sent(id, t.org.admin.token);
  expect(sent.status).toBe("failed");
  const mine = await t.call("GET", `/api/deliveries/${sent.id}`, {token});
  expect(mine.text).not.toContain("Falcon");
  const [mail] = t.mailTo("me@example.com");
  expect(`${mail?.mail.text} ${mail?.mail.html}`).toContain("A chart that you cannot see");
  expect(`${mail?.mail.text} ${mail?.mail.html}`).not.toContain("Falcon");
});

test("a text cannot get the recipient's unsubscribe token into a link of its own", async () => {
  const chart = await t.made("/api/charts", {name: "Orders", type: "table", query: BY_STATUS});
  const message = "See https://evil.test/?t=0stop0token0of0the0recipient0";
  const resource = {resourceType: "chart", resourceId: chart.id};
  const {id} = await t.made("/api/schedules", {
    ...resource,
    ...weekly,
    recipients: ["bo@example.com"],
    message,
  });
  await t.sent(id);
  const {text = "", html} = t.mailTo("bo@example.com")[0]!.mail;
  expect(text).toMatch(/Stop it: https:\/\/analytics\.example\/unsubscribe\?t=[\w-]{20,}\.[\w-]{43}/);
  expect(String(html)).toMatch(/href="https:\/\/analytics\.example\/unsubscribe\?t=[\w-]{20,}\.[\w-]{43}"/);
  expect(`${text} ${html}`).not.toMatch(/evil\.test\/\?t=[\w-]+\.[\w-]{43}/);
});

test("odd characters in names and subjects change no header, text direction or path", async () => {
  const name = `\u202e../../etc/passwd\u0007 <b>&amp;"'${"n".repeat(60)}`;
  const chart = await t.made("/api/charts", {name, type: "table", query: BY_STATUS});
  const resource = {resourceType: "chart", resourceId: chart.id};
  const subject = "Invoice \u202efdp.exe\u0007\r\nBcc: eve@example.com";
  const body = {...resource, ...weekly, recipients: ["cy@example.com"], subject, formats: ["html", "csv"]};
  const {id} = await t.made("/api/schedules", body);
  const delivery = await t.sent(id);
  expect(delivery.status).toBe("succeeded");
  expect(delivery.files[0].name).toMatch(/^[a-z0-9-]{1,60}\.csv$/);
  const [received] = t.mailTo("cy@example.com");
  expect(received?.to).toEqual(["cy@example.com"]);
  expect(received?.mail.headers.has("bcc")).toBe(false);
  expect(received?.mail.subject).toBe("Invoice fdp.exe Bcc: eve@example.com");
  expect(received?.mail.html).not.toContain("<b>&");
  for (const odd of ["\u202e", "\u0007"]) {
    expect(`${received?.mail.html} ${received?.mail.text}`).not.toContain(odd);
  }
});
