import {afterAll, beforeAll, expect, test} from "bun:test";
import {sql} from "../../shared/core/db.ts";
import {loadRunAs} from "../../shared/core/load-run-as.ts";
import {findExamples} from "../../shared/modeling/verified-questions/find-similar.ts";
import {termsSql} from "../../shared/modeling/verified-questions/terms.ts";
import {addPerson} from "../support/people.ts";
import {shopProjects} from "../support/shop.ts";
import {type TestService, testService} from "../support/worker.ts";

const COUNT = 10_000;

let t: TestService;
let shops: Awaited<ReturnType<typeof shopProjects>>;

beforeAll(async () => {
  t = await testService();
  shops = await shopProjects(t);
  const of = (i: number, words: string) => words.split(" ")[i % words.split(" ").length];
  const questions = Array.from({length: COUNT}, (_, i) => {
    const measure = of(
      i * 7,
      "revenue orders profit customers discounts refunds freight margin visits churn",
    );
    const by = of(Math.floor(i / 10), "country region product category month status channel supplier city");
    const time = of(Math.floor(i / 90), "January February March April May June July August 2024 2025");
    return `What was the ${measure} by ${by} in ${time} for account ${i}?`;
  });
  await verify("vq", questions);
  await sql`vacuum analyze verified_questions`.execute(t.db);
});

afterAll(async () => {
  await t.stop();
  await shops.drop();
});

/** Adds verified questions, in this order. A question whose measure is missing in the model is shown to nobody. */
async function verify(prefix: string, questions: readonly string[], measure = "orders.total"): Promise<void> {
  const {projectId} = shops.duckdb;
  const query = JSON.stringify({model: "orders", dimensions: ["orders.status"], measures: [measure]});
  await sql`
    insert into verified_questions (id, org_id, project_id, question, query, verified_by, wording, terms)
    select ${prefix}::text || '_' || place, ${t.org.id}, ${projectId}, question, ${query}::json, ${t.org.admin.id}, question,
      ${termsSql(projectId, sql`question`, ["orders.status", measure])}
    from unnest(${questions}::text[]) with ordinality as asked (question, place)`.execute(t.db);
}

test.each([
  ["revenue by country in March", /^What was the revenue by country in March for account \d+\?$/],
  ["What was the revenu by countrie in Mrach", /^What was the revenue by country in \w+ for account \d+\?$/],
])("similar questions are found among 10,000 verified ones: %s", async (question, like) => {
  const {id} = await addPerson(t);
  const actor = await loadRunAs(t.db, t.org.id, id);
  const found = await findExamples(t.web, actor, question);
  expect(found.map(one => one.question)).toEqual(Array(3).fill(expect.stringMatching(like)));
});

test("the question with exactly the asked words comes first among 10,000 verified questions", async () => {
  const {id} = await addPerson(t);
  const actor = await loadRunAs(t.db, t.org.id, id);
  const {rows} = await sql<{question: string}>`
    select question from verified_questions where question like '% account 4711?'`.execute(t.db);
  const [best] = await findExamples(t.web, actor, rows[0]?.question ?? "");
  expect(best?.question).toBe(rows[0]?.question);
});

test.each([40, 300])(
  "the question with exactly the asked words comes first among %d questions that have all of these words",
  async count => {
    const words = `walrus${count} tusks and whiskers of Greenland`;
    const others = Array.from(
      {length: count},
      (_, i) => `${words}, counted with seals and gulls at place ${i}`,
    );
    await verify(`same${count}`, [...others, words]);
    const {id} = await addPerson(t);
    const [best] = await findExamples(t.web, await loadRunAs(t.db, t.org.id, id), words);
    expect(best?.question).toBe(words);
  },
);

test("a hundred hidden questions that are more similar do not displace one that can be shown", async () => {
  const words = "penguin feathers and beaks of Patagonia";
  const hidden = Array.from({length: 100}, (_, i) => `${words} ${i}`);
  await verify("hidden", hidden, "orders.no_such_measure");
  const open = `${words}, counted with all seals and gulls of the coast`;
  await verify("open", [open]);
  const {id} = await addPerson(t);
  const found = await findExamples(t.web, await loadRunAs(t.db, t.org.id, id), words);
  expect(found.map(one => one.question)).toContain(open);
});

test("three hundred hidden questions with the asked words as a phrasing hide neither a visible one with the same words nor a similar one", async () => {
  const words = "How many puffins breed on Lundy";
  const hidden = Array.from({length: 300}, (_, i) => `Seabirds, list ${i}`);
  await verify("phrased", hidden, "orders.no_such_measure");
  // The ids of these two questions come after those of the hidden ones.
  const shown = "Auks of the Bristol Channel by year of the count";
  const like = "How many puffins breed on Lundy and on Skomer";
  await verify("visible", [shown, like]);
  await sql`
    update verified_questions set phrasings = ${[words]}::text[], wording = question || E'\n' || ${words}
    where question = ${shown} or question = any (${hidden}::text[])`.execute(t.db);
  const {id} = await addPerson(t);
  const found = await findExamples(t.web, await loadRunAs(t.db, t.org.id, id), words);
  expect(found.map(({question}) => question).slice(0, 2)).toEqual([shown, like]);
});

test.each(["the question", "a phrasing"])(
  "three hundred hidden questions do not displace the one with exactly the asked words: %s",
  async by => {
    const words = `How many ${by === "the question" ? "herons" : "storks"} nest in Iceland`;
    await verify(
      `covering ${by}`,
      Array.from({length: 300}, (_, i) => `${words}, ${i}`),
      "orders.no_such_measure",
    );
    const asked =
      by === "the question" ? words : `Nests of large wading birds by island, counted once a year (${by})`;
    await verify(`covered ${by}`, [asked]);
    await sql`update verified_questions set phrasings = ${asked === words ? [] : [words]}::text[],
        wording = ${asked} || case when ${asked !== words} then E'\n' || ${words} else '' end
      where question = ${asked}`.execute(t.db);
    const {id} = await addPerson(t);
    const actor = await loadRunAs(t.db, t.org.id, id);
    for (const spelling of [words, `  ${words.toUpperCase().replaceAll(" ", "  ")}? `]) {
      const [best] = await findExamples(t.web, actor, spelling);
      expect(best?.question).toBe(asked);
    }
  },
);
