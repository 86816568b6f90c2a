import {afterAll, beforeAll, expect, test} from "bun:test";
import {loadRunAs} from "../../shared/core/load-run-as.ts";
import type {Graph} from "../../shared/semantic/layer/graph.ts";
import {groundAll} from "../../worker/agent-runs/grounding.ts";
import {relevantModels} from "../../worker/agent-runs/relevant-models.ts";
import {SampleValues} from "../../worker/agent-runs/sample-values.ts";
import {addPerson, addTeam} from "../support/people.ts";
import {shopProjects} from "../support/shop.ts";
import {type TestService, testService} from "../support/worker.ts";

let t: TestService;
let shops: Awaited<ReturnType<typeof shopProjects>>;
let projectId: string;
let team: string;

beforeAll(async () => {
  t = await testService();
  shops = await shopProjects(t);
  team = await addTeam(t, "readers");
  const project = {name: "Wide", connectionId: shops.duckdb.connectionId, teamIds: [team]};
  projectId = (await t.call("POST", "/api/projects", {body: project})).body.id;
  const applied = await t.call("POST", `/api/projects/${projectId}/introspect`, {body: wideGraph(500)});
  expect(applied.status).toBe(201);
});

afterAll(async () => {
  await t.stop();
  await shops.drop();
});

/** Models over one table, one of which has turnover under another name. */
function wideGraph(count: number): Graph {
  return {
    models: Array.from({length: count}, (_, i) => ({
      name: `m${i}`,
      table: {schema: "main", name: "orders"},
      primaryKey: ["id"],
      dimensions: [
        {name: "id", type: "number", column: "id"},
        {name: `kind_${i}`, type: "string", column: "status"},
      ],
      measures: [
        {name: "rows", type: "count"},
        ...(i === 317
          ? [{name: "amt", type: "sum" as const, column: "amount", synonyms: ["turnover", "Umsatz"]}]
          : []),
      ],
    })),
    joins: [],
  };
}

async function linesFor(person: {id: string}, question: string, tokens = 200_000) {
  const actor = await loadRunAs(t.db, t.org.id, person.id);
  const {lines} = await relevantModels(groundAll(t.web.runner, actor), question, {
    maxTokensPerRun: tokens,
    samples: new SampleValues(1000, t.web.runLog),
  });
  return {lines, models: lines.map(line => JSON.parse(line))};
}

test.each(["turnover by kind", "Umsatz", "what was the turnovr?"])(
  "of 500 models the one that the words refer to comes first, with its field: %s",
  async question => {
    const reader = await addPerson(t, {teams: [{id: team, role: "member"}]});
    const {lines, models} = await linesFor(reader, question);
    expect(models[0]).toMatchObject({
      projectId,
      model: "m317",
      fields: [{name: "m317.amt", kind: "measure", synonyms: "turnover, Umsatz"}, {}, {}, {}],
    });
    expect(lines.join("").length).toBeLessThan(8001);
    expect(models.length).toBeLessThan(7);
  },
);

test("of a long task only the first hundred words count", async () => {
  const reader = await addPerson(t, {teams: [{id: team, role: "member"}]});
  const long = await linesFor(reader, `kind ${"x ".repeat(500)}turnover`);
  expect(long.models.length).toBeGreaterThan(0);
  expect(long.models.map(({model}) => model)).not.toContain("m317");
  const many = Array.from({length: 110}, (_, i) => `${i}`).join(" ");
  expect((await linesFor(reader, `turnover ${many}`)).models.map(({model}) => model)).toContain("m317");
  expect((await linesFor(reader, `${many} turnover`)).models.map(({model}) => model)).not.toContain("m317");
});

test("the description of a layer is as long as the run's tokens allow", async () => {
  const reader = await addPerson(t, {teams: [{id: team, role: "member"}]});
  const {lines} = await linesFor(reader, "turnover by kind", 20_000);
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.join("").length).toBeLessThan(2001);
  expect((await linesFor(reader, "turnover by kind", 15_000)).lines).toEqual([]);
});

test("a small layer is described completely, whatever the question's words", async () => {
  const outsider = await addPerson(t);
  const {models} = await linesFor(outsider, "zzz");
  const own = models.filter(one => one.projectId === shops.duckdb.projectId);
  expect(own.map(({model}) => model).sort()).toEqual(["customers", "numbers", "orders", "slow"]);
});

test("models of a project that the asker does not see are never described", async () => {
  const outsider = await addPerson(t);
  const {models} = await linesFor(outsider, "turnover by kind");
  expect(models.filter(one => one.projectId === projectId)).toEqual([]);
});
