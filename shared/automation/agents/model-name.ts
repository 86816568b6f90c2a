import {invalidAt} from "../../ground/errors.ts";
import {LLM_PREFIXES, LLM_VARIABLE, type LlmConfig, type LlmPrefix} from "../../ground/process/llm-config.ts";

/** A parsed model name: the provider's prefix, and the provider's own name of the model. */
export interface ModelName {
  prefix: LlmPrefix;
  name: string;
}

/** Throws `invalid_request` at `/model` for a name without a known prefix. */
export function readModelName(model: string): ModelName {
  const at = model.indexOf("/");
  const prefix = LLM_PREFIXES.find(one => one === model.slice(0, at));
  const name = model.slice(at + 1);
  if (prefix && name.trim() !== "") return {prefix, name};
  const allowed = LLM_PREFIXES.map(one => `${one}/<name>`);
  const message = `"${model}" is no name of a model: it begins with ${LLM_PREFIXES.map(one => `${one}/`).join(", ")}.`;
  throw invalidAt("/model", message, {allowed});
}

/** The message, with the variable to set, if the model's provider is not configured; `undefined` if it is. */
export function missingProvider({providers}: LlmConfig, model: string): string | undefined {
  const {prefix} = readModelName(model);
  if (providers[prefix]) return undefined;
  return `No provider is configured for "${model}": set ${LLM_VARIABLE[prefix]} in the environment of the web process and the workers.`;
}
