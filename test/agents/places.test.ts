import {afterAll, beforeAll, expect, test} from "bun:test";
import {type AgentService, agentService, answer, PAID} from "./service.ts";

let t: AgentService;

beforeAll(async () => {
  t = await agentService({environment: {WORKER_AGENT_CONCURRENCY: "4"}});
});

afterAll(() => t?.stop());

const NOTHING = answer({...PAID, figures: [], sections: [{text: "Nothing."}]});

test("runs of one organization leave a slot for another's, and organizations take turns", async () => {
  const many = await Promise.all(
    Array.from({length: 12}, () => t.agent([{...NOTHING, delayMs: 600}], {grounding: []})),
  );
  const {token} = (await t.addOrg("Beside")).admin;
  const few = await Promise.all(Array.from({length: 3}, () => t.agent([NOTHING], {grounding: []}, {token})));
  const started = await Promise.all(many.map(({id}) => t.made(`/api/agents/${id}/run`, {})));
  const theirs = await Promise.all(few.map(({id}) => t.made(`/api/agents/${id}/run`, {}, token)));
  const ended = await Promise.all(theirs.map(({runId}, i) => t.runEnded(few[i]!.id, runId, token)));
  const own = await Promise.all(started.map(({runId}, i) => t.runEnded(many[i]!.id, runId)));
  for (const {status} of [...ended, ...own]) expect(status).toBe("succeeded");
  const finished = own.map(({finishedAt}) => Date.parse(finishedAt)).toSorted((one, other) => one - other);
  const lastTheirs = Math.max(...ended.map(({finishedAt}) => Date.parse(finishedAt)));
  // The other organization's runs were started after these twelve, and ended before half of them.
  expect(lastTheirs).toBeLessThan(finished[6] ?? 0);
  // The model was called once for each run: a run that was put back into the queue did nothing twice.
  const asked = t.provider.asked.map(({conversation}) => conversation);
  expect(new Set(asked).size).toBe(asked.length);
  expect(asked.length).toBe(15);
  const spans = own.map(
    ({startedAt, finishedAt}) => [Date.parse(startedAt), Date.parse(finishedAt)] as const,
  );
  const atOnce = spans.map(([at]) => spans.filter(([from, to]) => from <= at && at < to).length);
  expect(Math.max(...atOnce)).toBe(3);
});
