import {Type} from "@sinclair/typebox";
import pg from "pg";
import {forEachConcurrently} from "../../../shared/core/for-each-concurrently.ts";
import {parserOf} from "../../../shared/core/validate.ts";
import type {Turn} from "../../../test/agents/provider/script.ts";
import {besideForeignLoad, meanwhile} from "../../foreign-load.ts";
import {say} from "../../progress.ts";
import {COUNTRY, smallQuery} from "../../questions.ts";
import {summaryOf} from "../../rounds.ts";
import {type Row, rowOf, type Scenario} from "../../scenario.ts";
import {type Caller, caller, type Service, tokenOf} from "../../stage/service.ts";
import {rowsOf, type Stage} from "../../stage/stage.ts";

/** Rounds of the long question: as many as a question may have, without its last call. */
const ROUNDS = 11;
const QUESTIONS = 40;
const PEOPLE = 10;
/** The number of concurrent questions of one person, which is the maximum. */
const MAX_PER_PERSON = 20;
const THINKING_MS = 1000;

const lenient = {additionalProperties: true} as const;
const parseFound = parserOf(Type.Array(Type.Unknown()));
const parseStarted = parserOf(Type.Object({runId: Type.String()}, lenient));

/** A person who asks. */
interface Asker {
  call: Caller;
  token: string;
}

/** From a question to its first event, its rounds, and two hundred questions at once. */
export const ask: Scenario = {
  name: "ask",
  async run(stage) {
    const service = await stage.service();
    const asker = await newAsker(service, "Asker");
    return [
      await firstEvent(stage, service, asker),
      await rounds(stage, service, asker),
      ...(await crowd(stage, service)),
      // Last, because the questions above would otherwise be compared with its ten thousand verified questions.
      ...(await examples(stage, service)),
    ];
  },
};

async function newAsker({api, orgId, address}: Service, name: string, country = COUNTRY): Promise<Asker> {
  const account = await api(`/api/orgs/${orgId}/service-accounts`, {
    name,
    scopes: ["read"],
    attributes: {country: [country]},
  });
  const token = tokenOf(account);
  return {token, call: caller(address, token)};
}

const asks = (projectId: string, n: number, delayMs = 0): Turn => ({
  delayMs,
  calls: [
    {
      name: "run_query",
      arguments: {
        model: "airports",
        projectId,
        dimensions: ["airports.state"],
        measures: ["airports.airports"],
        limit: 5 + n,
      },
    },
  ],
});

const answers = (delayMs = 0): Turn => ({
  delayMs,
  calls: [{name: "give_answer", arguments: {text: "They are there.", figures: []}}],
});

async function asked({models}: Service, {call}: Asker, question: string, turns: Turn[]): Promise<string> {
  models.script(`The question:\n${question}`, turns);
  const {runId} = parseStarted(await call("/api/ask", {question, model: "local/bench"}));
  return runId;
}

/** From the question to the first event of its stream: two requests. */
async function firstEvent(stage: Stage, service: Service, asker: Asker): Promise<Row> {
  say("questions and their first events");
  const tookMs: number[] = [];
  for (let n = 0; n < (stage.quick ? QUESTIONS / 4 : QUESTIONS); n++) {
    const startedAt = performance.now();
    const runId = await asked(service, asker, `What is first, ${n}?`, [answers()]);
    const stream = await fetch(`${service.address}/api/ask/${runId}/events`, {
      headers: {authorization: `Bearer ${asker.token}`},
    });
    const reader = stream.body?.getReader();
    const {value} = (await reader?.read()) ?? {};
    tookMs.push(performance.now() - startedAt);
    const text = new TextDecoder().decode(value);
    if (!text.startsWith("event: status\n")) throw new Error(`The first event is another: ${text}`);
    await reader?.cancel();
    await ended(service, [runId]);
  }
  return rowOf("from a question to its first event", {atMost: 50, unit: "ms"}, summaryOf(tookMs));
}

const VERIFIED_QUESTIONS = 10_000;
/** A text that is similar to none of the questions. */
const UNLIKE_QUESTION = "hello there";
const SEARCHES = [
  "revenue by country in March",
  "What was the revenu by countrie in Mrach",
  "What was the revenue by country in March for account 4711?",
  UNLIKE_QUESTION,
];

/**
 * The search, over the API, for the three of ten thousand verified questions that are most similar to a question: for a
 * caller who may see all of them, and for one who may see none, so that the search goes through more and more of them.
 */
async function examples(stage: Stage, service: Service): Promise<Row[]> {
  say(`${VERIFIED_QUESTIONS} verified questions`);
  const {databaseUrl, orgId, projects} = service;
  const project = projects.postgres;
  const query = {
    model: "airports",
    measures: ["airports.airports"],
    filters: [{field: "airports.state", op: "=", value: "TX"}],
  };
  await rowsOf(
    databaseUrl,
    `with asked as (
       select i, 'What was the ' || (array['revenue','orders','profit','customers','refunds'])[1 + i % 5] || ' by '
         || (array['country','region','product','month','channel'])[1 + i / 10 % 5] || ' in '
         || (array['January','February','March','April','May'])[1 + i / 90 % 5] || ' for account ' || i || '?' as question
       from generate_series(1, ${VERIFIED_QUESTIONS}) as i)
     insert into verified_questions (id, org_id, project_id, question, query, verified_by, verified_attributes, wording, terms)
     select 'vq_' || i, '${orgId}', '${project}', question, '${JSON.stringify(query)}',
       (select id from principals where org_id = '${orgId}' and org_role = 'admin' limit 1), '{"country": ["${COUNTRY}"]}',
       question, (select array_to_tsvector(array_agg('${project} ' || stem))
         from unnest(tsvector_to_array(to_tsvector('english', question))) as stem)
     from asked`,
  );
  await rowsOf(databaseUrl, "vacuum analyze verified_questions");
  const all = await newAsker(service, "Sees all");
  const none = await newAsker(service, "Sees none", "nowhere");
  const tookMs = async ({token}: Asker, expected: number) => {
    const took: number[] = [];
    for (let n = 0; n < (stage.quick ? 5 : 25); n++) {
      for (const words of SEARCHES) {
        const startedAt = performance.now();
        const path = `/api/projects/${project}/verified-questions?limit=3&q=${encodeURIComponent(words)}`;
        const response = await fetch(`${service.address}${path}`, {
          headers: {authorization: `Bearer ${token}`},
        });
        if (!response.ok) throw new Error(`${path}: ${response.status}`);
        const found = parseFound(await response.json()).length;
        const expectedCount = words === UNLIKE_QUESTION ? 0 : expected;
        if (found !== expectedCount)
          throw new Error(`${path}: ${found} examples instead of ${expectedCount}`);
        took.push(performance.now() - startedAt);
      }
    }
    return summaryOf(took);
  };
  const limit = {atMost: 10, unit: "ms"} as const;
  return [
    rowOf("finding the 3 most similar of 10,000 verified questions", limit, await tookMs(all, 3)),
    rowOf("finding similar questions if the caller may see none of 10,000", limit, await tookMs(none, 0)),
  ];
}

/** A round's time from the end of one call to the end of the next, without its query; the provider answers at once. */
async function rounds(stage: Stage, service: Service, asker: Asker): Promise<Row> {
  say(`questions of ${ROUNDS} rounds`);
  const {databaseUrl, projects} = service;
  const runs: string[] = [];
  for (let n = 0; n < (stage.quick ? 1 : 4); n++) {
    const turns = [...Array.from({length: ROUNDS}, (_, round) => asks(projects.postgres, round)), answers()];
    const runId = await asked(service, asker, `What takes long, ${n}?`, turns);
    await ended(service, [runId]);
    runs.push(runId);
  }
  // Records of queries are written in batches.
  await Bun.sleep(2000);
  const rows = await rowsOf<{ms: number}>(
    databaseUrl,
    `select ms from (
       select extract(epoch from r.finished_at - lag(r.finished_at) over ofRun)::float8 * 1000
         - coalesce(lag(q.duration_ms) over ofRun, 0) as ms
       from agent_rounds r
         left join agent_evidence e on e.run_id = r.run_id and e.round = r.round
         left join query_runs q on q.id = e.query_run_id
       where r.run_id in (${listOf(runs)})
       window ofRun as (partition by r.run_id order by r.round)) rounds
     where ms is not null`,
  );
  return rowOf(
    "a round of a question: without its query, with the provider's answer",
    {atMost: 20, unit: "ms"},
    summaryOf(rows.map(({ms}) => ms)),
  );
}

/** Two hundred conversations at once, of ten people, with a model that thinks for a second. */
async function crowd(stage: Stage, service: Service): Promise<Row[]> {
  const count = stage.quick ? 2 * MAX_PER_PERSON : PEOPLE * MAX_PER_PERSON;
  say(`${count} questions at once`);
  const people: Asker[] = [];
  while (people.length * MAX_PER_PERSON < count)
    people.push(await newAsker(service, `Person ${people.length}`));
  const tiny = service.ask(service.projects.postgres, smallQuery());
  const beside = await besideForeignLoad(tiny);
  const [tookMs, during] = await meanwhile(tiny, async () => {
    const runs: string[] = [];
    await forEachConcurrently(Array.from({length: count}).keys(), 16, async n => {
      const person = people[n % people.length];
      if (!person) throw new Error("nobody asks");
      const turns = [asks(service.projects.postgres, n % 5, THINKING_MS), answers(THINKING_MS)];
      runs.push(await asked(service, person, `Question ${n} of the crowd?`, turns));
    });
    await ended(service, runs);
  });
  return [
    rowOf(
      `p99 of a small query during ${count} questions ÷ during an unrelated load`,
      {atMost: 3},
      summaryOf([during / beside]),
      `${during.toFixed(1)} ms, ${beside.toFixed(1)} ms; all answered in ${(tookMs / 1000).toFixed(1)} s`,
    ),
  ];
}

/**
 * Waits until every run has its answer, over one connection: a new connection for each look would take as much of the
 * machine as the measured work. Rejects if a run has ended without an answer.
 */
async function ended({databaseUrl}: Service, runs: readonly string[]): Promise<void> {
  const client = new pg.Client({connectionString: databaseUrl});
  await client.connect();
  try {
    for (;;) {
      const {rows} = await client.query<{status: string; error: string | null; count: number}>(
        `select status, min(error) as error, count(*)::int as count from agent_runs
         where id in (${listOf(runs)}) group by status`,
      );
      const done = rows.find(({status}) => status === "succeeded")?.count ?? 0;
      if (done === runs.length) return;
      const fault = rows.find(({status}) => !["queued", "running", "succeeded"].includes(status));
      if (fault) throw new Error(`${fault.count} questions are ${fault.status}: ${fault.error}`);
      await Bun.sleep(20);
    }
  } finally {
    await client.end();
  }
}

const listOf = (ids: readonly string[]) => ids.map(id => `'${id}'`).join();
