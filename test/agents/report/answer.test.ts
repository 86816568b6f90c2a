import {describe, expect, test} from "bun:test";
import {AgentAnswer} from "../../../shared/automation/agents/report/answer.ts";
import {isReadable} from "../../../shared/core/validate.ts";

const isAnswer = isReadable(AgentAnswer);
const query = {model: "orders", dimensions: [], measures: ["orders.count"]};
const chart = {name: "Orders", type: "table", query};
const answer = {title: "Orders", sections: [{text: "Done."}], figures: [], charts: [chart]};
/** The maximum length of a title or a name, as for content. */
const MOST = 200;

describe("the answer of a model", () => {
  test.each([
    ["title", (text: string) => ({...answer, title: text})],
    ["heading", (heading: string) => ({...answer, sections: [{heading, text: "Done."}]})],
    ["chart's name", (name: string) => ({...answer, charts: [{...chart, name}]})],
  ])("has a %s of at most 200 characters", (_what, withText) => {
    expect(isAnswer(withText("x".repeat(MOST)))).toBe(true);
    expect(isAnswer(withText("x".repeat(MOST + 1)))).toBe(false);
  });

  test.each([
    ["sections", 30, (length: number) => ({...answer, sections: Array(length).fill({text: "Done."})})],
    ["charts", 20, (length: number) => ({...answer, charts: Array(length).fill(chart)})],
  ])("has a limited number of %s: %d", (_what, most, withMany) => {
    expect(isAnswer(withMany(most))).toBe(true);
    expect(isAnswer(withMany(most + 1))).toBe(false);
  });

  test("needs a title, a section, and names of its charts", () => {
    expect(isAnswer({...answer, title: ""})).toBe(false);
    expect(isAnswer({...answer, sections: []})).toBe(false);
    expect(isAnswer({...answer, charts: [{...chart, name: ""}]})).toBe(false);
  });
});
