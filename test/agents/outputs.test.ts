import {afterAll, beforeAll, expect, test} from "bun:test";
import {sql} from "../../shared/core/db.ts";
import {stopToken} from "../../shared/core/recipients/unsubscribes.ts";
import {addPerson, addTeam} from "../support/people.ts";
import {until} from "../support/until.ts";
import {type AgentService, agentService, answer, BY_STATUS, GOOD, PAID} from "./service.ts";

let t: AgentService;

beforeAll(async () => {
  t = await agentService();
});

afterAll(async () => {
  await t?.stop();
});

const CHART = {
  name: "By status",
  type: "bar",
  query: {model: "orders", dimensions: ["orders.status"], measures: ["orders.count"]},
};
const OTHER = {
  name: "Sums",
  type: "table",
  query: {model: "orders", dimensions: ["orders.status"], measures: ["orders.total"]},
};
const withCharts = (...charts: object[]) => [GOOD[0]!, answer({...PAID, charts})];

test("the report is mailed to the configured recipients, with its charts as pictures", async () => {
  const recipients = ["ada@example.com", "bo@example.com"];
  const outputs = [{type: "report"}, {type: "email", recipients}];
  const {id} = await t.agent(withCharts(CHART), {outputs, name: "Orders"});
  const run = await t.ran(id);
  expect(run).toMatchObject({status: "succeeded", outputs: [{type: "report"}, {type: "email"}]});
  const delivery = await t.ended(run.outputs[1].deliveryId);
  expect(delivery).toMatchObject({
    status: "succeeded",
    source: {type: "agent", id},
    trigger: "agent",
    scheduleId: null,
    recipients: recipients.map(email => ({email, status: "sent"})),
  });
  const [mail] = t.mailTo("ada@example.com");
  expect(mail?.mail.subject).toBe("Orders: Orders");
  expect(mail?.mail.text).toContain("Paid are 3 orders.");
  expect(mail?.mail.text).toContain("orders.count, row 2");
  expect(mail?.mail.attachments.map(({contentType}) => contentType)).toEqual(["image/png"]);
});

test("a figure that no query returned is marked in the mail, in words", async () => {
  const outputs = [{type: "email", recipients: ["cy@example.com"]}];
  const wrong = {...PAID, sections: [{text: "Paid are {{paid}} orders, and 41 are lost."}]};
  const run = await t.ran((await t.agent([GOOD[0]!, answer(wrong)], {outputs})).id);
  await t.ended(run.outputs[0].deliveryId);
  const [mail] = t.mailTo("cy@example.com");
  expect(mail?.mail.text).toContain("41 (unverified)");
  expect(String(mail?.mail.html).replace(/<[^>]*>|\s+/g, " ")).toMatch(/41\s+\(unverified\)/);
});

test("a number in a chart's name is marked, too, in the mail and in created content", async () => {
  const outputs = [
    {type: "email", recipients: ["di@example.com"]},
    {type: "dashboard", name: "Lost board"},
    {type: "chart", name: "Kept"},
  ];
  const charts = [
    {...CHART, name: "Paid fell by 87%"},
    {...OTHER, name: "{{paid}} are paid"},
  ];
  const run = await t.ran((await t.agent(withCharts(...charts), {outputs})).id);
  await t.ended(run.outputs[0].deliveryId);
  const [mail] = t.mailTo("di@example.com");
  expect(mail?.mail.text).toContain("Paid fell by 87% (unverified)");
  const {tiles} = (await t.call("GET", `/api/dashboards/${run.outputs[1].id}`)).body;
  const names: string[] = tiles.map(({chart}: {chart: {name: string}}) => chart.name);
  expect(names).toEqual(["Paid fell by 87% (unverified)", "3 are paid"]);
  expect((await t.call("GET", `/api/charts/${run.outputs[2].id}`)).body.name).toBe("Kept");
});

test("a chart queries the grounding's project, even if another project has a model of that name", async () => {
  const {projectId} = t.shops.postgres;
  const grounding = [{resourceType: "model", resourceId: `${projectId}/orders`}];
  const outputs = [
    {type: "chart", name: "Mine"},
    {type: "email", recipients: ["ed@example.com"]},
  ];
  const turns = [{calls: [BY_STATUS]}, answer({...PAID, charts: [CHART]})];
  const run = await t.ran((await t.agent(turns, {outputs, grounding})).id);
  const [{id: chartId}, {deliveryId}] = run.outputs;
  const chart = (await t.call("GET", `/api/charts/${chartId}`)).body;
  expect(chart.projectId).toBe(projectId);
  await t.ended(deliveryId);
  const {rows} = await sql<{project_id: string}>`
    select s ->> 'projectId' as project_id from deliveries d, json_array_elements(d.statements) s
    where d.id = ${deliveryId}`.execute(t.db);
  expect(rows).toEqual([{project_id: projectId}]);
});

test("a recipient who has unsubscribed from an agent gets none of its mail", async () => {
  const outputs = [{type: "email", recipients: ["stop@example.com", "go@example.com"]}];
  const {id} = await t.agent([...GOOD], {outputs});
  await sql`insert into mail_stops (org_id, source_id, email) values (${t.org.id}, ${id}, 'stop@example.com')`.execute(
    t.db,
  );
  const run = await t.ran(id);
  const delivery = await t.ended(run.outputs[0].deliveryId);
  expect(delivery.recipients).toMatchObject([{status: "skipped"}, {status: "sent"}]);
});

test("a chart and a dashboard are created once, for the owner and its team, and then updated in place", async () => {
  const teamId = await addTeam(t, "analysts");
  const outputs = [
    {type: "chart", name: "Orders now"},
    {type: "dashboard", name: "Orders board"},
  ];
  const {id, instructions} = await t.agent(withCharts(CHART, OTHER), {outputs, teamId});
  const first = await t.ran(id);
  expect(first.status).toBe("succeeded");
  const [chart, dashboard] = first.outputs;
  expect((await t.call("GET", `/api/charts/${chart.id}`)).body).toMatchObject({
    name: "Orders now",
    type: "bar",
    teamId,
    ownerId: t.org.admin.id,
    query: CHART.query,
  });
  const shown = (await t.call("GET", `/api/dashboards/${dashboard.id}`)).body;
  expect(shown).toMatchObject({
    name: "Orders board",
    teamId,
    tiles: [{chart: {name: "By status"}}, {chart: {name: "Sums"}}],
  });
  t.provider.script(instructions, withCharts({...CHART, type: "pie"}));
  const second = await t.ran(id);
  expect(second.outputs).toEqual([chart, dashboard]);
  expect((await t.call("GET", `/api/charts/${chart.id}`)).body.type).toBe("pie");
  const now = (await t.call("GET", `/api/dashboards/${dashboard.id}`)).body;
  expect(now.tiles).toMatchObject([{chartId: shown.tiles[0].chartId, chart: {type: "pie"}}]);
  expect(
    (await t.call("GET", "/api/charts")).body.filter(({teamId: of}: {teamId: string}) => of === teamId)
      .length,
  ).toBe(3);
});

test("content that was given to somebody else, or deleted, is not touched, and new content is created", async () => {
  const outputs = [{type: "chart", name: "Mine"}];
  const {id, instructions} = await t.agent(withCharts(CHART), {outputs});
  const [{id: chartId}] = (await t.ran(id)).outputs;
  const person = await addPerson(t);
  await sql`update content set owner_id = ${person.id} where id = ${chartId}`.execute(t.db);
  t.provider.script(instructions, withCharts({...CHART, type: "pie"}));
  const [{id: otherId}] = (await t.ran(id)).outputs;
  expect(otherId).not.toBe(chartId);
  expect((await t.call("GET", `/api/charts/${chartId}`)).body.type).toBe("bar");
});

const MISSPELLED = {...CHART, name: "Wrong", query: {...CHART.query, dimensions: ["orders.statsu"]}};
const ALL = (email: string) => [
  {type: "report"},
  {type: "email", recipients: [email]},
  {type: "dashboard", name: "Board"},
];

test("a chart with an invalid query is reported to the model, which corrects it", async () => {
  const turns = [
    ...withCharts(CHART, MISSPELLED),
    answer({...PAID, charts: [CHART, {...CHART, name: "Right"}]}),
  ];
  const agent = await t.agent(turns, {outputs: ALL("mended@example.com"), maxRounds: 2});
  const run = await t.ran(agent.id);
  expect(run).toMatchObject({status: "succeeded", rounds: 2});
  expect(run.transcript[1].toolCalls[0].result).toContain("/charts/1/query");
  expect(run.transcript[1].toolCalls[0].result).toContain("orders.statsu");
  for (const output of run.outputs) expect(output.error).toBeUndefined();
  await t.ended(run.outputs[1].deliveryId);
  expect(t.mailTo("mended@example.com")[0]?.mail.attachments.length).toBe(2);
});

test.each([
  ["says nothing", "silent", {text: "I do not know."}],
  ["misspells it again", "again", answer({...PAID, charts: [CHART, MISSPELLED]})],
  ["is not to be reached", "gone", {fault: {status: 400 as const}}],
])(
  "if the model then %s, everything is created without that chart, with a note",
  async (_what, name, turn) => {
    const email = `${name}@example.com`;
    const agent = await t.agent([...withCharts(CHART, MISSPELLED), turn], {outputs: ALL(email)});
    const run = await t.ran(agent.id);
    expect(run.status).toBe("succeeded");
    const without = expect.stringMatching(/^Without the chart "Wrong": .*orders\.statsu/);
    expect(run.outputs).toMatchObject([
      {type: "report"},
      {type: "email", error: without},
      {type: "dashboard", error: without},
    ]);
    const {tiles} = (await t.call("GET", `/api/dashboards/${run.outputs[2].id}`)).body;
    expect(tiles.length).toBe(1);
    await t.ended(run.outputs[1].deliveryId);
    const [mail] = t.mailTo(email);
    expect(mail?.mail.text).toContain('The chart "Wrong" is missing, because its query could not be run.');
    expect(mail?.mail.text).toContain("Paid are 3 orders.");
    expect(mail?.mail.attachments.length).toBe(1);
  },
);

test("an output that cannot be created says why, and the others are created", async () => {
  const outputs = [
    {type: "chart", name: "x"},
    {type: "report"},
    {type: "email", recipients: ["x@example.com"]},
    {type: "dashboard", name: "x"},
  ];
  const beyond = {...CHART, query: {model: "customers", dimensions: [], measures: ["customers.count"]}};
  const turns = [...withCharts(beyond), answer({...PAID, charts: [beyond]})];
  const run = await t.ran((await t.agent(turns, {outputs})).id);
  expect(run.outputs).toMatchObject([
    {type: "chart", error: expect.stringContaining("customers")},
    {type: "report"},
    {type: "email", error: expect.stringContaining("customers")},
    {type: "dashboard", error: expect.stringContaining("customers")},
  ]);
  expect(run.outputs[3].id).toBeUndefined();
  await t.ended(run.outputs[2].deliveryId);
  expect(t.mailTo("x@example.com")[0]?.mail.attachments).toEqual([]);
  const none = await t.ran((await t.agent([...GOOD], {outputs: [{type: "dashboard", name: "x"}]})).id);
  expect(none.outputs).toMatchObject([{type: "dashboard", error: "The answer has no charts."}]);
});

test("an erased address is removed from agents and their runs, and an agent without any recipient is paused", async () => {
  const email = "gone@example.com";
  const outputs = [{type: "email", recipients: [email]}];
  const {id} = await t.agent([...GOOD], {outputs, cadence: {cron: "0 8 * * 1"}});
  const run = await t.ran(id);
  await t.ended(run.outputs[0].deliveryId);
  expect((await t.call("DELETE", `/api/orgs/${t.org.id}/recipients/${email}`)).status).toBe(204);
  const agent = (await t.call("GET", `/api/agents/${id}`)).body;
  expect(agent).toMatchObject({active: false, nextRun: null, outputs: [{type: "email", recipients: []}]});
  const {rows} = await sql<{text: string}>`
    select definition::text as text from agent_runs where id = ${run.id}
    union all select outputs::text from agents where id = ${id}`.execute(t.db);
  expect(rows.map(({text}) => text).join("")).not.toContain(email);
});

test("an address that is erased while the model answers gets no mail, and is not stored again", async () => {
  const [gone, stays] = ["just.erased@example.com", "stays@example.com"];
  const gate = Promise.withResolvers<void>();
  const turns = [GOOD[0]!, {...answer(PAID), after: gate.promise}];
  const {id, instructions} = await t.agent(turns, {outputs: [{type: "email", recipients: [gone, stays]}]});
  const {runId} = await t.made(`/api/agents/${id}/run`, {});
  await until(() => t.provider.asked.filter(({conversation}) => conversation === instructions).length === 2);
  expect((await t.call("DELETE", `/api/orgs/${t.org.id}/recipients/${gone}`)).status).toBe(204);
  gate.resolve();
  const run = await t.runEnded(id, runId);
  const delivery = await t.ended(run.outputs[0].deliveryId);
  expect(delivery.recipients).toMatchObject([{email: stays, status: "sent"}]);
  expect(t.mailTo(gone)).toEqual([]);
});

test("a recipient of an agent who was erased and is named again can stop the mail", async () => {
  const outputs = [{type: "email", recipients: ["back@example.com", "stays@example.com"]}];
  const {id, ...agent} = await t.agent(GOOD, {outputs}, {repeats: true});
  expect((await t.call("DELETE", `/api/orgs/${t.org.id}/recipients/back@example.com`)).status).toBe(204);
  const body = {instructions: agent.instructions, model: agent.model, grounding: agent.grounding, outputs};
  expect((await t.call("PUT", `/api/agents/${id}`, {body})).status).toBe(200);
  const token = stopToken(t.web.config.encryptionKeys, id, "back@example.com");
  const stopped = await t.call("POST", `/unsubscribe?t=${token}`, {
    token: null,
    body: "List-Unsubscribe=One-Click",
    headers: {"content-type": "application/x-www-form-urlencoded"},
  });
  expect(stopped.status).toBe(200);
  const run = await t.ran(id);
  expect((await t.ended(run.outputs[0].deliveryId)).recipients).toMatchObject([
    {email: "back@example.com", status: "skipped"},
    {email: "stays@example.com", status: "sent"},
  ]);
});
