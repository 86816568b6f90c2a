import {afterAll, beforeAll, expect, test} from "bun:test";
import {addGrant} from "../../support/content.ts";
import {addPerson, addTeam} from "../../support/people.ts";
import {type MailService, mailService} from "./service.ts";

let t: MailService;

beforeAll(async () => {
  t = await mailService();
});

afterAll(() => t?.stop());

/** The text of a mail without the filters that it names. */
const figuresOf = (html: string) => html.slice(html.indexOf("</style>")).replaceAll(/Data of[^<]*/g, "");

test("a person who can see only a chart or a dataset cannot probe other fields by filters", async () => {
  const {projectId} = t.shops.postgres;
  const team = await addTeam(t, "insiders");
  await t.call("PATCH", `/api/projects/${projectId}`, {body: {teamIds: [team]}});
  const query = {model: "orders", projectId, dimensions: ["orders.status"], measures: ["orders.count"]};
  const chart = await t.made("/api/charts", {name: "Orders", type: "table", query});
  const {projectId: _, ...definition} = query;
  const dataset = await t.made(`/api/projects/${projectId}/datasets`, {
    name: "Set",
    kind: "live",
    definition,
  });
  const viewer = await addPerson(t);
  for (const {id} of [chart, dataset]) await addGrant(t, id, {userId: viewer.id});
  const resources = [
    {resourceType: "chart", resourceId: chart.id},
    {resourceType: "dataset", resourceId: dataset.id},
  ];
  const {token} = viewer;
  const preview = async (filters: object[]) => {
    const answer = await t.call("POST", "/api/schedules/preview", {token, body: {resources, filters}});
    expect(answer.status).toBe(200);
    return answer.text;
  };
  const answers = new Set<string>();
  const plain = figuresOf(await preview([]));
  expect(plain).toContain("paid");
  for (const field of [
    "orders.id",
    "customers.name",
    "orders.total",
    `${dataset.slug}.total`,
    "customers.nothing",
  ]) {
    for (const [op, value] of [["is_null"], ["is_not_null"], ["=", "1"]]) {
      const filtered = figuresOf(await preview([{field, op, ...(value === undefined ? {} : {value})}]));
      const refusals = filtered.match(/Its rows are not sent without the filter on/g);
      expect([field, op, refusals?.length]).toEqual([field, op, 2]);
      for (const told of filtered.match(/(Its rows are not|Not filtered)[^<]*/g) ?? []) {
        answers.add(told.replaceAll(field, "…"));
      }
      expect(filtered).not.toMatch(/>(paid|open|cancelled)</);
    }
  }
  // Existing and missing fields get the same answer: the field cannot be filtered, with the reason.
  expect([...answers]).toHaveLength(2);
  const saved = await t.call("POST", "/api/schedules", {
    token,
    body: {
      resources,
      cron: "0 8 * * 1",
      recipients: ["me@example.com"],
      filters: [{field: "orders.id", op: "is_null"}],
    },
  });
  expect(saved.body.warnings).toHaveLength(2);
  const hidden = {type: "threshold", query, measure: "orders.count", op: ">", value: 0};
  const asked = await t.call("POST", "/api/schedules", {
    token,
    body: {resources, cron: "0 8 * * 1", recipients: ["me@example.com"], condition: hidden},
  });
  expect([404, 422]).toContain(asked.status);
});

test("rows are not sent without a filter that their principal is no longer allowed to set", async () => {
  const {projectId} = t.shops.postgres;
  const team = await addTeam(t, "others");
  await t.call("PATCH", `/api/projects/${projectId}`, {body: {teamIds: []}});
  const author = await addPerson(t);
  const made = (path: string, body: object) => t.made(path, body, author.token);
  const query = {model: "orders", projectId, dimensions: ["orders.status"], measures: ["orders.count"]};
  const chart = await made("/api/charts", {name: "Orders", type: "table", query});
  const filters = [{field: "orders.id", op: "=", value: "9007199254740993"}];
  const resource = {resourceType: "chart", resourceId: chart.id};
  const body = {...resource, cron: "0 8 * * 1", recipients: ["out@example.com"], filters};
  const {id} = await made("/api/schedules", body);
  expect((await t.sent(id, author.token)).status).toBe("succeeded");
  await t.call("PATCH", `/api/projects/${projectId}`, {body: {teamIds: [team]}});
  const delivery = await t.sent(id, author.token);
  expect(delivery.status).toBe("failed");
  expect(delivery.resources[0].error).toContain("not sent without the filter on orders.id");
  const [before, after] = t.mailTo("out@example.com").map(({mail}) => String(mail.html));
  const rowsOf = (html = "") => html.match(/>(paid|open|cancelled)</g)?.length ?? 0;
  expect([rowsOf(before), rowsOf(after)]).toEqual([1, 0]);
});
