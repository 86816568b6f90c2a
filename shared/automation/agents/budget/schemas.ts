import {type Static, Type} from "@sinclair/typebox";
import {withReadOnly} from "../../../core/validate.ts";

const TokensPerMonth = Type.Union([Type.Integer({minimum: 0, maximum: 1_000_000_000_000_000}), Type.Null()], {
  description: "Tokens of prompts and answers in a calendar month (UTC); null for unlimited",
});

export const BudgetInput = withReadOnly(
  Type.Object({tokensPerMonth: TokensPerMonth}, {additionalProperties: false, $id: "LlmBudgetInput"}),
  ["used", "reserved", "resetsAt", "plan"],
);
export type BudgetInput = Static<typeof BudgetInput>;

export const BudgetView = Type.Object(
  {
    tokensPerMonth: TokensPerMonth,
    used: Type.Integer({description: "Tokens used in this month, as the providers reported them"}),
    reserved: Type.Integer({
      description: "Tokens reserved for calls under way, and for the last call of each run",
    }),
    resetsAt: Type.String({format: "date-time", description: "When the month ends"}),
    plan: Type.Optional(
      Type.Object(
        {
          tokens: Type.Integer({description: "The tokens that the plan allows in its period"}),
          used: Type.Integer({description: "The tokens used in the plan's period."}),
          resetsAt: Type.String({format: "date-time", description: "When the plan's period ends."}),
        },
        {description: "Only with a plan that limits tokens. The lower of the two limits applies"},
      ),
    ),
  },
  {$id: "LlmBudget"},
);
export type BudgetView = Static<typeof BudgetView>;

export const LlmUsage = Type.Object(
  {
    month: Type.String({description: "The calendar month (UTC): `2026-01`"}),
    agentId: Type.Union([Type.String(), Type.Null()], {
      description: "null for questions that people asked",
    }),
    agentName: Type.Union([Type.String(), Type.Null()], {
      description: "null for questions, and for an agent that was deleted",
    }),
    model: Type.String({description: "The language model."}),
    calls: Type.Integer({description: "How often the model was called."}),
    inputTokens: Type.Integer({description: "Tokens of prompts."}),
    outputTokens: Type.Integer({description: "Tokens of answers."}),
    unreportedTokens: Type.Integer({
      description: "Tokens reserved for calls whose provider reported no usage",
    }),
    cost: Type.Optional(
      Type.Number({
        description: "By the prices in LLM_MODELS, without unreported tokens. Absent if there is no price",
      }),
    ),
  },
  {$id: "LlmUsage"},
);
export type LlmUsage = Static<typeof LlmUsage>;
