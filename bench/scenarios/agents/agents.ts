import {Type} from "@sinclair/typebox";
import {forEachConcurrently} from "../../../shared/core/for-each-concurrently.ts";
import {parserOf} from "../../../shared/core/validate.ts";
import type {Turn} from "../../../test/agents/provider/script.ts";
import {besideForeignLoad, meanwhile} from "../../foreign-load.ts";
import {say} from "../../progress.ts";
import {COUNTRY, smallQuery} from "../../questions.ts";
import {summaryOf} from "../../rounds.ts";
import {type Row, rowOf, type Scenario} from "../../scenario.ts";
import {type Caller, caller, idOf, type Service, tokenOf} from "../../stage/service.ts";
import {rowsOf, type Stage} from "../../stage/stage.ts";

const ROUNDS = 50;
/** The last rounds, which are measured: each has at least forty before it. */
const MEASURED = 10;
const RUNS = 200;
const CALLS = 2;
const THINKING_MS = 1000;
/** The default of `WORKER_AGENT_CONCURRENCY`, and how many of these one organization can take. */
const SLOTS = 8;
const OPEN_SLOTS = 7;

const parseStarted = parserOf(Type.Object({runId: Type.String()}, {additionalProperties: true}));

/** Runs of agents whose model answers at once, and two hundred at once whose model thinks for a second. */
export const agents: Scenario = {
  name: "agents",
  async run(stage) {
    const service = await stage.service();
    const call = await newAuthor(service);
    return [await round(stage, service, call), ...(await crowd(stage, service, call))];
  },
};

/** Agents are made by the service account of an org-admin, with the attribute that row access needs. */
async function newAuthor({api, orgId, address}: Service): Promise<Caller> {
  const account = await api(`/api/orgs/${orgId}/service-accounts`, {
    name: "Operator",
    scopes: ["read", "write"],
    orgRole: "admin",
    attributes: {country: [COUNTRY]},
  });
  return caller(address, tokenOf(account));
}

const asks = (n: number, delayMs = 0): Turn => ({
  delayMs,
  calls: [
    {
      name: "run_query",
      arguments: {
        model: "airports",
        dimensions: ["airports.state"],
        measures: ["airports.airports"],
        limit: 5 + n,
      },
    },
  ],
});

const answers = (delayMs = 0): Turn => ({
  delayMs,
  calls: [
    {name: "give_answer", arguments: {title: "Airports", sections: [{text: "They are there."}], figures: []}},
  ],
});

async function newAgent(
  {projects, models}: Service,
  call: Caller,
  about: string,
  turns: Turn[],
): Promise<string> {
  models.script(about, turns);
  const agent = {
    instructions: about,
    model: "local/bench",
    grounding: [{resourceType: "model", resourceId: `${projects.postgres}/airports`}],
    maxRounds: ROUNDS + 10,
    maxTokensPerRun: 50_000_000,
  };
  return idOf(await call("/api/agents", agent));
}

/** A round's time from the end of one call to the end of the next, without its query; the provider answers at once. */
async function round(stage: Stage, service: Service, call: Caller): Promise<Row> {
  say(`a run of ${ROUNDS} rounds`);
  const turns = [...Array.from({length: ROUNDS}, (_, n) => asks(n)), answers()];
  const id = await newAgent(service, call, "A long conversation.", turns);
  const {runId} = parseStarted(await call(`/api/agents/${id}/run`, {}));
  await ended(stage, service, [runId]);
  // Records of queries are written in batches.
  await Bun.sleep(2000);
  const rows = await rowsOf<{ms: number}>(
    service.databaseUrl,
    `select extract(epoch from r.finished_at - lag(r.finished_at) over (order by r.round))::float8 * 1000
       - coalesce(lag(q.duration_ms) over (order by r.round), 0) as ms
     from agent_rounds r
       left join agent_evidence e on e.run_id = r.run_id and e.round = r.round
       left join query_runs q on q.id = e.query_run_id
     where r.run_id = '${runId}' order by r.round desc limit ${MEASURED}`,
  );
  return rowOf(
    `one of ${ROUNDS} rounds of a run: without its query, with the provider's answer`,
    {atMost: 20, unit: "ms"},
    summaryOf(rows.map(({ms}) => ms)),
  );
}

async function crowd(stage: Stage, service: Service, call: Caller): Promise<Row[]> {
  const count = stage.quick ? RUNS / 5 : RUNS;
  say(`${count} runs at once`);
  const ids: string[] = [];
  await forEachConcurrently(Array.from({length: count}).keys(), 8, async n => {
    const turns = [asks(n % 5, THINKING_MS), answers(THINKING_MS)];
    ids.push(await newAgent(service, call, `Question ${n} of the crowd.`, turns));
  });
  const tiny = service.ask(service.projects.postgres, smallQuery());
  const beside = await besideForeignLoad(tiny);
  const before = await service.worker.residentMb();
  const [tookMs, during] = await meanwhile(tiny, async () => {
    const runs: string[] = [];
    await forEachConcurrently(ids, 16, async id => {
      runs.push(parseStarted(await call(`/api/agents/${id}/run`, {})).runId);
    });
    await ended(stage, service, runs);
  });
  const after = await service.worker.residentMb();
  const least = (Math.ceil(count / OPEN_SLOTS) * CALLS * THINKING_MS) / 1000;
  return [
    rowOf(
      `${count} runs at once on ${SLOTS} slots, ${OPEN_SLOTS} of them open to one organization ÷ the time of the provider alone`,
      {atMost: 1.5},
      summaryOf([tookMs / 1000 / least]),
      `${(tookMs / 1000).toFixed(1)} s, ${least} s`,
    ),
    rowOf(
      "p99 of a small query during these runs ÷ during an unrelated load",
      {atMost: 3},
      summaryOf([during / beside]),
      `${during.toFixed(1)} ms, ${beside.toFixed(1)} ms`,
    ),
    rowOf("memory growth of the worker", {atMost: 300, unit: "MB"}, summaryOf([after - before])),
  ];
}

/** Waits until all have ended. Rejects if one has not succeeded. */
async function ended(_stage: Stage, {databaseUrl}: Service, runs: readonly string[]): Promise<void> {
  for (;;) {
    const rows = await rowsOf<{status: string; error: string | null; count: number}>(
      databaseUrl,
      `select status, min(error) as error, count(*)::int as count from agent_runs
       where id in (${runs.map(id => `'${id}'`).join()}) group by status`,
    );
    const done = rows.find(({status}) => status === "succeeded")?.count ?? 0;
    if (done === runs.length) return;
    const fault = rows.find(({status}) => !["queued", "running", "succeeded"].includes(status));
    if (fault) throw new Error(`${fault.count} runs are ${fault.status}: ${fault.error}`);
    await Bun.sleep(50);
  }
}
