import {afterAll, beforeAll, expect, test} from "bun:test";
import {SqlServer} from "../../api/sql/server.ts";
import {ServiceBackend} from "../../api/sql/service/service-backend.ts";
import type {Filter} from "../../shared/semantic/query/filter.ts";
import type {Query} from "../../shared/semantic/query/query.ts";
import {dimensionNames, fieldsOfMeasure, measureNames} from "../../shared/semantic/query/selected-names.ts";
import {Refusal} from "../semantic/differential/naive/field-paths.ts";
import {Naive} from "../semantic/differential/naive/naive.ts";
import {nestedMeasures} from "../semantic/differential/naive/nested.ts";
import {randomFollowing} from "../semantic/differential/random-conversions.ts";
import {randomFilterOn} from "../semantic/differential/random-filter.ts";
import {randomJourney} from "../semantic/differential/random-journey.ts";
import {Chance, type RandomLayer} from "../semantic/differential/random-layer.ts";
import {withNested} from "../semantic/differential/random-nested.ts";
import {randomQuery} from "../semantic/differential/random-query.ts";
import type {Cell} from "../semantic/engines.ts";
import {inLongRun, longTimeoutMs} from "../support/long.ts";
import {addPerson, addTeam} from "../support/people.ts";
import {type TestService, testService} from "../support/worker.ts";
import {CALL_PATHS, type Caller, type QueryCase, withFilter} from "./call-paths.ts";
import {sorted} from "./read-answers.ts";
import {inWorld, makeWorlds, type World} from "./world.ts";

/**
 * Row access as a property: for every query, caller and call path, the rows of the answer are those of an evaluator.
 * The evaluator knows the rows and what the caller may see of them, and nothing of the compiler.
 */
const ALL = ["a", "b", "c", "small", "large", "-1", "0", "1", "2", "3", "4", "5"];
const ATTRIBUTES: Record<string, string[]>[] = [
  {},
  {x: ["a", "b", "small", "2", "5"], y: ["c", "large", "1", "a"]},
  {x: ALL, y: ALL},
  {x: ALL.slice(0, 3)},
  {x: ["large", "0", "c"], y: ["a", "small", "3"]},
];
const WORLDS = inLongRun(5, 240);
const QUERIES = inLongRun(7, 10);
/** How many other call paths each query takes besides `query`. The others take turns. */
const OTHERS = inLongRun(1, 2);

let t: TestService;
let teamId: string;
let callers: Caller[];
let backend: ServiceBackend;
let server: SqlServer;
let sqlPort: number;

beforeAll(async () => {
  t = await testService();
  backend = new ServiceBackend(t.web);
  server = new SqlServer(backend, t.web.log, {
    host: "127.0.0.1",
    port: 0,
    allowsPlaintext: false,
    maxSessions: 100,
    maxSessionsOfOrg: 50,
    stallMs: 60_000,
    cursorBytes: {session: 64 * 1024 * 1024, org: 256 * 1024 * 1024, all: 256 * 1024 * 1024},
  });
  sqlPort = await server.listen();
  teamId = await addTeam(t, "everybody");
  callers = await Promise.all(
    ATTRIBUTES.map(async (attributes, i) => {
      const {token} = await addPerson(t, {
        teams: [{id: teamId, role: "member"}],
        attributes,
        // An org-admin sees no more rows than others.
        role: i === 0 ? "admin" : "member",
      });
      return {token, attributes};
    }),
  );
});
afterAll(async () => {
  backend.stop();
  await server.stop();
  await t.stop();
});

test(
  "over every call path, each answer has the rows that its caller may see",
  async () => {
    const tally = new Map<string, number>();
    const {worlds, drop} = await makeWorlds(t, {first: 1, count: WORLDS});
    for (const world of worlds) await searchWorld(world, tally);
    await drop();
    const checks = [...tally.values()].reduce((sum, count) => sum + count, 0);
    expect([...tally.keys()].sort()).toEqual(Object.keys(CALL_PATHS).sort());
    // In some worlds all names are short enough for SQL.
    expect(tally.get("sql")).toBeGreaterThan(0);
    expect(tally.get("sqlOverWire")).toBeGreaterThan(0);
    expect(checks).toBeGreaterThanOrEqual(inLongRun(300, 20_000));
  },
  longTimeoutMs(),
);

const names = Object.keys(CALL_PATHS).filter(name => name !== "query");
let turn = 0;

async function searchWorld(world: World, tally: Map<string, number>): Promise<void> {
  const chance = new Chance(world.seed + 500_009);
  for (let i = 0; i < QUERIES; i++) {
    const one = await answerable(world, chance);
    const queryCase: QueryCase = {service: t, world, ...one, author: chance.pick(callers), teamId, sqlPort};
    const others = Array.from({length: OTHERS}, (_, n) => names[(turn + n) % names.length] ?? "");
    turn += OTHERS;
    for (const name of new Set(["query", ...others])) {
      const checks = await askOverPath(queryCase, name, `seed ${world.seed}, query ${i}, ${name}`);
      tally.set(name, (tally.get(name) ?? 0) + checks);
    }
  }
  for (const make of [randomJourney, randomJourney, randomFollowing, randomOfGroups]) {
    const query = await answerableOf(world, () => make(chance, world.random));
    if (query === undefined) continue;
    const filter = randomFilterOn(chance, query.model);
    const queryCase: QueryCase = {
      service: t,
      world,
      query,
      filter,
      author: chance.pick(callers),
      teamId,
      sqlPort,
    };
    const checks = await askOverPath(queryCase, "query", `seed ${world.seed}, ${make.name}`);
    tally.set("query", (tally.get("query") ?? 0) + checks);
  }
}

/** A random query with sums or counts over groups; `undefined` if no try finds one. */
function randomOfGroups(chance: Chance, random: RandomLayer): Query | undefined {
  for (let tries = 0; tries < TRIES; tries++) {
    const query = withNested(chance, random, randomQuery(chance, random));
    const nested = nestedMeasures(query);
    if (nested.length > 0 && nested.every(({agg}) => agg === "sum" || agg === "count")) return query;
  }
  return undefined;
}

/** A query that the service answers, with few rows, but some for a caller; `undefined` if no try finds one. */
async function answerableOf(world: World, make: () => Query | undefined): Promise<Query | undefined> {
  for (let tries = 0; tries < TRIES; tries++) {
    const made = make();
    if (made === undefined) return undefined;
    const query = {...made, limit: 200};
    delete query.totals;
    const own = (query.measures ?? []).flatMap(fieldsOfMeasure);
    const measures = [...own, ...(query.retention?.measures ?? [])];
    if ([...dimensionNames(query), ...measures].some(name => LOOSE.test(name))) continue;
    const answers = answersOf(world.random, query);
    if (answers?.some(rows => rows.length > 0) !== true || !(await isAnswered(world, query))) continue;
    return query;
  }
  return undefined;
}

/**
 * Runs the query as all callers at once, so that a mix-up of their answers would show. Returns how many were compared.
 */
async function askOverPath(queryCase: QueryCase, name: string, place: string): Promise<number> {
  const callPath = await CALL_PATHS[name]?.(queryCase);
  if (callPath === undefined) return 0;
  const outcomes = await Promise.all(
    callers.map(async caller => {
      const {
        rows,
        query = queryCase.query,
        nullsAreEmpty = false,
        lacking,
      } = await callPath(caller).catch((fault: unknown) => {
        throw new Error(`${place}: ${JSON.stringify(queryCase.query)} ${JSON.stringify(caller.attributes)}`, {
          cause: fault,
        });
      });
      const expected = answerOf(queryCase.world.random, query, caller);
      if (expected instanceof Refusal) return 0;
      if (lacking) {
        expect(lacking.filter(name => name in caller.attributes)).toEqual([]);
        return 1;
      }
      expect({place, attributes: caller.attributes, query, rows: sorted(rows, {nullsAreEmpty})}).toEqual({
        place,
        attributes: caller.attributes,
        query,
        rows: sorted(expected, {nullsAreEmpty}),
      });
      return 1;
    }),
  );
  return outcomes.reduce<number>((sum, count) => sum + count, 0);
}

function answerOf(random: RandomLayer, query: Query, {attributes}: Caller): Cell[][] | Refusal {
  try {
    return new Naive(random, attributes).answer(query);
  } catch (fault) {
    if (fault instanceof Refusal) return fault;
    throw fault;
  }
}

/** Fields whose values the formats write differently. */
const LOOSE = /\.(hour|minute|at|(?:running_)?latest|j|kinds)$/;
const TRIES = 40;

/**
 * A random query without too many rows, and one more condition for it. The first tries require that a rule of row
 * access changes the answers.
 */
async function answerable(world: World, chance: Chance): Promise<{query: Query; filter: Filter}> {
  const open = withoutRule(chance, world.random);
  for (let tries = 0; ; tries++) {
    const query = {...randomQuery(chance, world.random), limit: 200};
    delete query.totals;
    const fields = [...dimensionNames(query), ...measureNames(query)];
    if (fields.some(name => LOOSE.test(name))) continue;
    if (!(tries < TRIES ? dependsOnRule(world.random, open, query) : isShort(world.random, query))) continue;
    const filter = randomFilterOn(chance, query.model);
    const further = withFilter(world, query, filter);
    if (
      isShort(world.random, further) &&
      (await isAnswered(world, query)) &&
      (await isAnswered(world, further))
    ) {
      return {query, filter};
    }
  }
}

/** Whether the service answers the query; throws if it refuses it for an unknown reason. */
async function isAnswered(world: World, query: Query): Promise<boolean> {
  const answer = await t.call("POST", "/api/query", {body: inWorld(world, query)});
  if (answer.status === 200) return true;
  // Known refusals: counts of a model without a key, windows and filled gaps along a time that the query does not
  // allow, and join paths that are missing or ambiguous.
  if (
    /primaryKey|window along|is computed along|belongs to the same time|can be reached|cannot be reached|in \d+ ways/.test(
      answer.text,
    )
  )
    return false;
  // Known refusals of funnels, conversions and retentions: groups on the many side of an event, and a filter on the
  // time of a retention.
  if (/on a many side|on the many side|filter on the time of a retention/.test(answer.text)) return false;
  // A known refusal: a retention measures only its returning rows.
  if (/measures the returning rows|measured over the returning rows/.test(answer.text)) return false;
  throw new Error(`seed ${world.seed}: ${JSON.stringify(query)} ${answer.text}`);
}

/** Whether any caller is answered differently if the rule that `open` lacks is removed. */
function dependsOnRule(random: RandomLayer, open: RandomLayer, query: Query): boolean {
  const guarded = answersOf(random, query);
  const others = answersOf(open, query);
  return guarded !== undefined && others !== undefined && JSON.stringify(guarded) !== JSON.stringify(others);
}

function isShort(random: RandomLayer, query: Query): boolean {
  return answersOf(random, query) !== undefined;
}

/** The answers to all callers; `undefined` if one has too many rows, or if the evaluator does not support the query. */
function answersOf(random: RandomLayer, query: Query): Cell[][][] | undefined {
  const answers: Cell[][][] = [];
  for (const caller of callers) {
    // The evaluator throws a RangeError for a window along no period, which the service refuses.
    const answer = withoutRange(() => answerOf(random, query, caller));
    if (answer === undefined || answer instanceof Refusal || answer.length > 150) return undefined;
    answers.push(answer);
  }
  return answers;
}

function withoutRange<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (fault) {
    if (fault instanceof RangeError) return undefined;
    throw fault;
  }
}

/** The same layer, in which everybody sees all of one guarded table. */
function withoutRule(chance: Chance, random: RandomLayer): RandomLayer {
  const {models} = random.graph;
  const guarded = chance.pick(models.filter(({rowAccess}) => rowAccess !== undefined));
  const open = models.map(({rowAccess, ...model}) =>
    model.name === guarded.name || rowAccess === undefined ? model : {...model, rowAccess},
  );
  return {...random, graph: {...random.graph, models: open}};
}
