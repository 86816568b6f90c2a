import {type Static, Type} from "@sinclair/typebox";

export const METERS = ["llm_tokens", "deliveries", "query_rows"] as const;
export type Meter = (typeof METERS)[number];

/** The limit of a plan that belongs to each meter. */
export const LIMIT_OF = {
  llm_tokens: "llmTokens",
  deliveries: "deliveries",
  query_rows: "queryRows",
} as const satisfies Record<Meter, keyof PlanLimits>;

const Limit = Type.Optional(Type.Integer({minimum: 0}));

/**
 * The limits of a plan; a missing limit means unlimited. `seats` is the number of editors, the others are per period.
 */
export const PlanLimits = Type.Object(
  {
    seats: {...Limit, description: "Editors' seats."},
    llmTokens: {...Limit, description: "Tokens of language models in a period."},
    deliveries: {...Limit, description: "Deliveries in a period."},
    queryRows: {...Limit, description: "Rows that queries may return in a period."},
  },
  {
    additionalProperties: false,
    $id: "PlanLimits",
    description: "A missing limit means unlimited. `seats` are editors; the others are per period.",
  },
);
export type PlanLimits = Static<typeof PlanLimits>;
