import {describe, expect, test} from "bun:test";
import {AgentAnswer} from "../../../shared/automation/agents/report/answer.ts";
import {checkFigures} from "../../../shared/automation/agents/report/check-figures.ts";
import {isReadable} from "../../../shared/core/validate.ts";
import type {AgentCase} from "./case.ts";
import {GOOD} from "./good.ts";
import {HOSTILE} from "./hostile.ts";
import {SLOPPY} from "./sloppy.ts";

const isAnswer = isReadable(AgentAnswer);

/** The answer with which the run ends, if it is a valid one. */
function lastAnswer({turns}: AgentCase): AgentAnswer | undefined {
  const given = turns.at(-1)?.calls?.find(({name}) => name === "give_answer")?.arguments;
  const withoutNulls: unknown = JSON.parse(
    JSON.stringify(given ?? null, (_, value) => value ?? undefined) ?? "null",
  );
  return isAnswer(withoutNulls) ? withoutNulls : undefined;
}

describe.each([
  ["good", GOOD],
  ["sloppy", SLOPPY],
  ["hostile", HOSTILE],
] as const)("the report of a %s model", (_kind, cases) => {
  const reports = cases.flatMap(one => {
    const answer = lastAnswer(one);
    return answer ? [{...one, answer}] : [];
  });

  test.each(reports.map(one => [one.name, one] as const))("that %s", (_name, {answer, results, expected}) => {
    const now = new Date("2026-04-01T08:00:00Z");
    const {markdown, figures} = checkFigures(answer, results, {base: "https://analytics.example.com", now});
    expect(figures.map(({text, status}) => [text, status] as const)).toEqual([...(expected.figures ?? [])]);
    for (const part of expected.has ?? []) expect(markdown).toContain(part);
    for (const part of expected.lacks ?? []) expect(markdown).not.toContain(part);
  });

  test("is given in every case with expected figures", () => {
    expect(reports.length).toBe(cases.filter(({expected}) => expected.figures !== undefined).length);
  });
});
