import {type Static, Type} from "@sinclair/typebox";
import type {RollupChoice} from "../semantic/rollups/answer.ts";

export const QueryDetail = Type.Object(
  {
    sql: Type.String(),
    dialect: Type.String(),
    rollups: Type.Optional(
      Type.Object(
        {
          chosen: Type.Union([Type.Object({rollup: Type.String(), dataAsOf: Type.String()}), Type.Null()]),
          passed: Type.Array(Type.Object({rollup: Type.String(), why: Type.String()})),
        },
        {
          description:
            "Of a layer with roll-ups: which answers in the warehouse's place, and why others do not",
        },
      ),
    ),
  },
  {$id: "CompiledQuery"},
);
export type QueryDetail = Static<typeof QueryDetail>;

export function toldChoice({chosen, passed}: RollupChoice): NonNullable<QueryDetail["rollups"]> {
  const named = chosen ? {rollup: chosen.rollup, dataAsOf: chosen.dataAsOf} : null;
  return {chosen: named, passed};
}

/** The same in words, a line each. */
export function choiceLines({rollups}: QueryDetail): string[] {
  if (!rollups) return [];
  const {chosen, passed} = rollups;
  const answers = chosen
    ? `Answered from the roll-up ${chosen.rollup}, as of ${chosen.dataAsOf}.`
    : "Answered by the warehouse.";
  return [answers, ...passed.map(({rollup, why}) => `Not from the roll-up ${rollup}: ${why}.`)];
}
