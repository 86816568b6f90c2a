import {type Static, Type} from "@sinclair/typebox";

const TokensPerMonth = Type.Union([Type.Integer({minimum: 0, maximum: 1_000_000_000_000_000}), Type.Null()], {
  description: "Of prompts and answers in a calendar month (UTC); null: as many as the agents need",
});

export const BudgetInput = Type.Object(
  {tokensPerMonth: TokensPerMonth},
  {additionalProperties: false, $id: "LlmBudgetInput"},
);
export type BudgetInput = Static<typeof BudgetInput>;

export const BudgetView = Type.Object(
  {
    tokensPerMonth: TokensPerMonth,
    used: Type.Integer({description: "As the providers reported them"}),
    reserved: Type.Integer({description: "Held back for calls under way, and for the last call of each run"}),
    resetsAt: Type.String({format: "date-time"}),
    plan: Type.Optional(
      Type.Object(
        {
          tokens: Type.Integer({description: "That the plan allows in its period"}),
          used: Type.Integer(),
          resetsAt: Type.String({format: "date-time"}),
        },
        {description: "Where the organization has a plan that limits them"},
      ),
    ),
  },
  {$id: "LlmBudget"},
);
export type BudgetView = Static<typeof BudgetView>;

export const LlmUsage = Type.Object(
  {
    month: Type.String({description: "Such as 2026-01"}),
    agentId: Type.Union([Type.String(), Type.Null()], {
      description: "null for the questions that people asked",
    }),
    agentName: Type.Union([Type.String(), Type.Null()], {description: "null for one that was deleted, too"}),
    model: Type.String(),
    calls: Type.Integer(),
    inputTokens: Type.Integer(),
    outputTokens: Type.Integer(),
    unreportedTokens: Type.Integer({
      description: "Of calls that ended without an account of their provider: what was reserved for them",
    }),
    cost: Type.Optional(Type.Number({description: "By the prices of LLM_MODELS; without unreported tokens"})),
  },
  {$id: "LlmUsage"},
);
export type LlmUsage = Static<typeof LlmUsage>;
