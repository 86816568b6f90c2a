import {type Static, Type} from "@sinclair/typebox";
import type {RollupChoice} from "../../semantic/rollup-matching/index.ts";

export const QueryDetail = Type.Object(
  {
    sql: Type.String(),
    dialect: Type.String(),
    rollups: Type.Optional(
      Type.Object(
        {
          chosen: Type.Union([
            Type.Object({
              rollup: Type.String(),
              others: Type.Optional(
                Type.Array(Type.String(), {
                  description: "Those that answer the measures of further models, if it takes several",
                }),
              ),
              dataAsOf: Type.String({description: "The oldest of theirs"}),
            }),
            Type.Null(),
          ]),
          passed: Type.Array(Type.Object({rollup: Type.String(), why: Type.String()})),
          why: Type.Optional(
            Type.String({
              description:
                "Of measures of several models, where the warehouse answers: whose no roll-up could have answered",
            }),
          ),
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

export function describeChoice({chosen, passed, why}: RollupChoice): NonNullable<QueryDetail["rollups"]> {
  if (!chosen) return {chosen: null, passed, ...(why === undefined ? {} : {why})};
  const {rollup, others, dataAsOf} = chosen;
  return {chosen: {rollup, ...(others.length > 0 ? {others} : {}), dataAsOf}, passed};
}

/** The choice of a roll-up in words, one line for each roll-up. */
export function choiceLines({rollups}: QueryDetail): string[] {
  if (!rollups) return [];
  const {chosen, passed, why} = rollups;
  const lines = passed.map(one => `Not from the roll-up ${one.rollup}: ${one.why}.`);
  if (!chosen) return [`Answered by the warehouse${why === undefined ? "" : `: ${why}`}.`, ...lines];
  const {rollup, others = [], dataAsOf} = chosen;
  const names = others.length > 0 ? `roll-ups ${[rollup, ...others].join(", ")}` : `roll-up ${rollup}`;
  return [`Answered from the ${names}, as of ${dataAsOf}.`, ...lines];
}
