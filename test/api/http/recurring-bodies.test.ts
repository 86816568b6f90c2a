import {expect, test} from "bun:test";
import {RecurringBodies} from "../../../api/http/body.ts";

test("a body that recurs is not parsed again, and its parsed value cannot be changed", () => {
  let parsed = 0;
  const bodies = new RecurringBodies<{filters: {value: string[]}[]}>();
  const parse = (text: string) => {
    parsed++;
    return JSON.parse(text);
  };
  const text = '{"filters":[{"value":["a"]}]}';
  const first = bodies.get(text, parse);
  const again = bodies.get(text, parse);
  expect(again).toBe(first);
  expect(bodies.get(`${text} `, parse)).toEqual(first);
  expect(parsed).toBe(2);
  expect(() => again.filters[0]?.value.push("b")).toThrow(TypeError);
  expect(() => again.filters.pop()).toThrow(TypeError);
  expect(bodies.get(text, parse)).toEqual({filters: [{value: ["a"]}]});
});

test("a body that is invalid is refused each time", () => {
  const bodies = new RecurringBodies<object>();
  const refuse = () => {
    throw new Error("not valid");
  };
  expect(() => bodies.get("{}", refuse)).toThrow("not valid");
  expect(() => bodies.get("{}", refuse)).toThrow("not valid");
  expect(bodies.size).toBe(0);
});

test("bodies are cached up to a total number of characters, and long ones not at all", () => {
  const bodies = new RecurringBodies<string>();
  bodies.get("x".repeat(20_001), text => text);
  expect(bodies.size).toBe(0);
  for (let i = 0; i < 300; i++) bodies.get(String(i).padEnd(10_000), text => text);
  expect(bodies.size).toBeLessThanOrEqual(200);
  expect(bodies.size).toBeGreaterThan(150);
  for (let i = 0; i < 6000; i++) bodies.get(`short ${i}`, text => text);
  expect(bodies.size).toBeLessThanOrEqual(5000);
});
