import {type Static, Type} from "@sinclair/typebox";
import type {RollupChoice} from "../../semantic/rollup-matching/index.ts";

export const QueryDetail = Type.Object(
  {
    sql: Type.String({
      description:
        "The statement, with the query's values as literals; empty for a caller who sees the dataset but not its project",
    }),
    dialect: Type.String({description: "The warehouse's dialect, such as `postgres`"}),
    rollups: Type.Optional(
      Type.Object(
        {
          chosen: Type.Union(
            [
              Type.Object({
                rollup: Type.String({description: "The name of the roll-up"}),
                others: Type.Optional(
                  Type.Array(Type.String(), {
                    description: "Further roll-ups, for measures of other models",
                  }),
                ),
                dataAsOf: Type.String({description: "The time of the oldest data among them"}),
              }),
              Type.Null(),
            ],
            {description: "The roll-up that answers; null: the warehouse answers"},
          ),
          passed: Type.Array(
            Type.Object({
              rollup: Type.String({description: "The name of the roll-up"}),
              why: Type.String({description: "Why it does not answer"}),
            }),
            {description: "The roll-ups that do not answer"},
          ),
          why: Type.Optional(
            Type.String({
              description:
                "Where the warehouse answers a query over several models: for which of their measures no roll-up fits",
            }),
          ),
        },
        {
          description:
            "Only for layers with roll-ups: the one that answers in place of the warehouse (`chosen`; null: the warehouse answers), and why the others (`passed`) do not",
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
