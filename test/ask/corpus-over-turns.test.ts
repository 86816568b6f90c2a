import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {AgentAnswer} from "../../shared/automation/agents/report/answer.ts";
import {isReadable} from "../../shared/core/validate.ts";
import {type AgentCase, ALL, MONTHS} from "../agents/cases/case.ts";
import {GOOD} from "../agents/cases/good.ts";
import {HOSTILE} from "../agents/cases/hostile.ts";
import {SLOPPY} from "../agents/cases/sloppy.ts";
import {answer} from "../agents/service.ts";
import {type AskService, askService} from "./service.ts";

let t: AskService;

beforeAll(async () => {
  t = await askService();
});
afterAll(() => t?.stop());

const isAnswer = isReadable(AgentAnswer);
const QUERIES = JSON.stringify([MONTHS, ALL]);

/** The last answer of a case; `undefined` unless the turns before it are the queries of the first question. */
function answerOf({turns}: AgentCase): AgentAnswer | undefined {
  const earlier = JSON.stringify(turns.slice(0, -1));
  const given = turns.at(-1)?.calls?.find(({name}) => name === "give_answer")?.arguments;
  const isOfFirst = [QUERIES, JSON.stringify([MONTHS])].includes(earlier);
  return isOfFirst && isAnswer(given) ? given : undefined;
}

/** Inserts the ids of the first question's queries, in the order in which the cases number them. */
function withIds(given: AgentAnswer, queryRunIds: readonly string[]): AgentAnswer {
  return JSON.parse(
    JSON.stringify(given).replace(/"\$run([12])"/g, (_, n) => JSON.stringify(queryRunIds[Number(n) - 1])),
  );
}

describe.each([
  ["good", GOOD],
  ["sloppy", SLOPPY],
  ["hostile", HOSTILE],
] as const)("a later answer of a %s model, over rows of an earlier question", (_kind, cases) => {
  const later = cases.flatMap(one => {
    const given = answerOf(one);
    return given && one.expected.figures ? [{...one, given}] : [];
  });

  test.each(later.map(one => [one.name, one] as const))(
    'has the same figures in the case "%s"',
    async (_name, one) => {
      const first = await t.answered([MONTHS, ALL, answer({text: "I have looked.", figures: []})]);
      const {conversationId, evidence} = first;
      const ids = evidence.map(({queryRunId}: {queryRunId: string}) => queryRunId);
      const {sections, figures} = withIds(one.given, ids);
      const text = sections.map(section => section.text).join("\n\n");
      const run = await t.answered([answer({text, figures})], {conversationId});
      const found = run.answer.figures.map((figure: {text: string; status: string}) => [
        figure.text,
        figure.status,
      ]);
      expect(found).toEqual(one.expected.figures?.map(pair => [...pair]));
      for (const part of one.expected.lacks ?? []) expect(run.answer.markdown).not.toContain(part);
    },
  );

  test("is compared for more than a third of the corpus", () => {
    expect(later.length).toBeGreaterThan(cases.length / 3);
  });
});
