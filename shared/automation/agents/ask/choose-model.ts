import {ServiceError} from "../../../core/errors.ts";
import {LLM_PREFIXES, LLM_VARIABLE, type LlmConfig} from "../../../core/process/llm-config.ts";
import {missingProvider, readModelName} from "../model-name.ts";

/**
 * The model that answers a question: the model that the question names, else ASK_MODEL, else the first model in
 * LLM_MODELS of the only configured provider. If LLM_MODELS has models, a question may name only these models and
 * ASK_MODEL, because everybody with read access may ask. If no model is found, throws `invalid_request` with the
 * variable to set.
 */
export function askModel(llm: LlmConfig, given: string | undefined): string {
  const model = given ?? llm.askModel ?? onlyModel(llm);
  readModelName(model);
  const offered = [
    ...new Set([...(llm.askModel ? [llm.askModel] : []), ...llm.models.map(({name}) => name)]),
  ];
  if (given !== undefined && llm.models.length > 0 && !offered.includes(given)) {
    throw refusal(`"${given}" is not a model that questions may name.`, offered);
  }
  const missing = missingProvider(llm, model);
  if (missing !== undefined) throw refusal(missing);
  return model;
}

function onlyModel({providers, models}: LlmConfig): string {
  const [prefix, ...others] = LLM_PREFIXES.filter(one => providers[one]);
  if (!prefix) {
    const variables = LLM_PREFIXES.map(one => LLM_VARIABLE[one]).join(", ");
    throw refusal(
      `No provider of language models is configured. Set one of ${variables}, and ASK_MODEL, in the environment of the web process and the workers.`,
    );
  }
  const first = models.find(({name}) => name.startsWith(`${prefix}/`));
  if (first && others.length === 0) return first.name;
  throw refusal(
    "No model is configured for questions. Set ASK_MODEL in the environment of the web process, or name a model.",
    models.map(({name}) => name),
  );
}

function refusal(message: string, allowed?: readonly string[]): ServiceError {
  const errors = [
    {path: "/model", message, ...(allowed && allowed.length > 0 ? {allowed: [...allowed]} : {})},
  ];
  return new ServiceError("invalid_request", message, {errors});
}
