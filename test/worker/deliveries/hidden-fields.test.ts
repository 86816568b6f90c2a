import {afterAll, beforeAll, expect, test} from "bun:test";
import {addGrant} from "../../support/content.ts";
import {addPerson, addTeam} from "../../support/people.ts";
import {type MailService, mailService} from "./service.ts";

let t: MailService;

beforeAll(async () => {
  t = await mailService();
}, 30_000);

afterAll(() => t?.stop());

/** What a mail says beside the filters that it names. */
const figuresOf = (html: string) => html.slice(html.indexOf("Data of"));

test("who may see a chart or a dataset alone cannot ask, by filters, about fields that it does not show", async () => {
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
      expect([field, op, filtered.match(/Not filtered by/g)?.length]).toEqual([field, op, 2]);
      const shown = (text: string) => text.match(/>(paid|open|cancelled)<|>\d+</g);
      expect([field, op, shown(filtered)]).toEqual([field, op, shown(plain)]);
    }
  }
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
}, 60_000);
