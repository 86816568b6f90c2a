import {expect, test} from "bun:test";
import {Type} from "@sinclair/typebox";
import {shorten} from "../../shared/core/one-line.ts";
import {parserOf} from "../../shared/core/validate.ts";
import {answerOf} from "../../shared/surfaces/tools/run-query.ts";

/** A text of two units each, so that every second cut would leave half of one. */
const SMILES = "😀".repeat(2000);

test("a text is cut between its characters", () => {
  for (const most of [10, 11]) expect(shorten(SMILES, most).isWellFormed()).toBe(true);
  expect(shorten(SMILES, 10)).toBe(`${"😀".repeat(5)}… (4000 characters)`);
});

test("a value in the rows for an agent, and one in an error, is cut between its characters", () => {
  const columns = [{name: "notes.text", type: "string"}];
  const parse = parserOf(Type.Object({limit: Type.Integer()}));
  for (const value of [SMILES, `x${SMILES}`]) {
    const answer = answerOf({columns, rows: [[value]], truncated: false});
    expect(answer.text.isWellFormed()).toBe(true);
    expect(JSON.stringify(answer.structured)).not.toMatch(/\\ud/);
    let message = "";
    try {
      parse({limit: value});
    } catch (error) {
      message = String(error);
    }
    expect(message).toContain("😀");
    expect(message.isWellFormed()).toBe(true);
  }
});
