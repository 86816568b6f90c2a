import {type Static, Type} from "@sinclair/typebox";
import {LLM_PREFIXES, LLM_VARIABLE, type LlmConfig} from "../../core/process/llm-config.ts";

const Prices = Type.Object(
  {
    input: Type.Number({description: "The price of a million tokens of prompt."}),
    output: Type.Number({description: "The price of a million tokens of answer."}),
  },
  {
    description:
      "The price of a million tokens of prompt (`input`) and of answer (`output`), in the currency of LLM_MODELS",
  },
);

export const LlmModels = Type.Object(
  {
    providers: Type.Array(
      Type.Object({
        prefix: Type.String({description: "The prefix of the names of the provider's models: `anthropic/`"}),
        configured: Type.Boolean({description: "Whether the provider's models can be used"}),
        variable: Type.String({description: "The environment variable that configures the provider"}),
      }),
      {description: "The providers that the service can use."},
    ),
    models: Type.Array(
      Type.Object({
        name: Type.String({description: "The name of the model, as in an agent's `model`."}),
        prices: Type.Optional(Prices),
      }),
      {
        description:
          "The models that the operator offers by name (LLM_MODELS). All other models of a configured provider also work",
      },
    ),
  },
  {$id: "LlmModels"},
);

/** The configured providers and models. */
export function listLlmModels({providers, models}: LlmConfig): Static<typeof LlmModels> {
  return {
    providers: LLM_PREFIXES.map(prefix => ({
      prefix: `${prefix}/`,
      configured: providers[prefix] !== undefined,
      variable: LLM_VARIABLE[prefix],
    })),
    models: models
      .filter(({name}) => LLM_PREFIXES.some(prefix => name.startsWith(`${prefix}/`) && providers[prefix]))
      .map(({name, prices}) => (prices ? {name, prices} : {name})),
  };
}
