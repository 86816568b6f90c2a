import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {type AgentService, agentService} from "../service.ts";
import {GOOD} from "./good.ts";
import {HOSTILE} from "./hostile.ts";
import {SLOPPY} from "./sloppy.ts";

let t: AgentService;

beforeAll(async () => {
  t = await agentService();
});

afterAll(() => t?.stop());

interface Report {
  type: string;
  markdown: string;
  figures: {text: string; status: string}[];
}

describe.each([
  ["anthropic", "good", GOOD],
  ["local", "good", GOOD],
  ["anthropic", "sloppy", SLOPPY],
  ["local", "sloppy", SLOPPY],
  ["anthropic", "hostile", HOSTILE],
  ["local", "hostile", HOSTILE],
] as const)("with %s, a %s model", (prefix, _kind, cases) => {
  test.each(cases.map(one => [one.name, one] as const))("that %s", async (_name, one) => {
    const {question, turns, repeats = false, agent = {}, expected} = one;
    const about = `${question} (${prefix})`;
    t.provider.script(about, turns, {repeats});
    const given = {...agent, instructions: about, model: `${prefix}/test`, grounding: t.orders};
    const {id} = await t.made("/api/agents", given);
    const run = await t.ran(id);
    expect({status: run.status, error: run.error}).toMatchObject({status: expected.status});
    const report: Report | undefined = run.outputs.find(({type}: {type: string}) => type === "report");
    if (expected.figures === undefined) expect(report).toBeUndefined();
    else
      expect(report?.figures.map(({text, status}) => [text, status])).toEqual(
        expected.figures.map(pair => [...pair]),
      );
    for (const part of expected.has ?? []) expect(report?.markdown).toContain(part);
    for (const part of expected.lacks ?? []) expect(report?.markdown).not.toContain(part);
    // Whatever the model called, nothing was created but the report.
    expect(run.outputs.filter(({type}: {type: string}) => type !== "report")).toEqual([]);
    expect((await t.call("GET", "/api/charts")).body).toEqual([]);
  });
});
