import {invalidAt} from "../../core/errors.ts";
import {LLM_PREFIXES, LLM_VARIABLE, type LlmConfig, type LlmPrefix} from "../../core/process/llm-config.ts";

/** A parsed model name: the service's prefix for the provider, and the provider's own name of the model. */
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
  const message = `"${model}" is not the name of a model. Names begin with ${LLM_PREFIXES.map(one => `${one}/`).join(", ")}.`;
  throw invalidAt("/model", message, {allowed});
}

/** If the model's provider is not configured, the message with the variable to set; else `undefined`. */
export function missingProvider({providers}: LlmConfig, model: string): string | undefined {
  const {prefix} = readModelName(model);
  if (providers[prefix]) return undefined;
  return `No provider is configured for "${model}". Set ${LLM_VARIABLE[prefix]} in the environment of the web process and the workers.`;
}
