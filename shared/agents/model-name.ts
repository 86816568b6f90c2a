import {ServiceError} from "../errors.ts";
import {LLM_PREFIXES, LLM_VARIABLE, type LlmConfig, type LlmPrefix} from "../process/llm-config.ts";

/** A model's name, read: whose it is, and what its provider calls it. */
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
  throw new ServiceError("invalid_request", message, {errors: [{path: "/model", message, allowed}]});
}

/** Why a model cannot be used now, with the variable to set; `undefined` where its provider is configured. */
export function missingProvider({providers}: LlmConfig, model: string): string | undefined {
  const {prefix} = readModelName(model);
  if (providers[prefix]) return undefined;
  return `No provider is configured for "${model}": set ${LLM_VARIABLE[prefix]} in the environment of the web process and the workers.`;
}
