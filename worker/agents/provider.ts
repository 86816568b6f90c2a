import {createAnthropic} from "@ai-sdk/anthropic";
import {createOpenAICompatible} from "@ai-sdk/openai-compatible";
import {readModelName} from "../../shared/automation/agents/model-name.ts";
import {ServiceError} from "../../shared/ground/errors.ts";
import type {LlmConfig, LlmPrefix, LlmProvider} from "../../shared/ground/process/llm-config.ts";

import type {Model} from "./call-model.ts";

type Make = (provider: LlmProvider, name: string) => Model;

// Given to the packages in any case, since they would look for variables of the environment themselves.
const ANTHROPIC = "https://api.anthropic.com/v1";
const OPENAI = "https://api.openai.com/v1";

/** A `fetch` that follows no redirect, because the rows and the key are meant for the configured address alone. */
const staying = Object.assign(
  (...[input, init]: Parameters<typeof fetch>) => fetch(input, {...init, redirect: "manual"}),
  {preconnect: fetch.preconnect},
);

const MAKERS: Record<LlmPrefix, Make> = {
  anthropic: ({baseUrl = ANTHROPIC, apiKey}, name) =>
    createAnthropic({apiKey: apiKey ?? "", fetch: staying, baseURL: baseUrl})(name),
  openai: ({baseUrl = OPENAI, apiKey}, name) =>
    createOpenAICompatible({
      name: "openai",
      baseURL: baseUrl,
      fetch: staying,
      ...(apiKey === undefined ? {} : {apiKey}),
      includeUsage: true,
      transformRequestBody: withCompletionTokens,
    })(name),
  local: ({baseUrl = "", apiKey}, name) =>
    createOpenAICompatible({
      name: "local",
      baseURL: baseUrl,
      fetch: staying,
      ...(apiKey === undefined ? {} : {apiKey}),
      includeUsage: true,
    })(name),
};

/** The model with this name. `invalid_request` where its provider is not configured. */
export function modelOf({providers}: LlmConfig, model: string): Model {
  const {prefix, name} = readModelName(model);
  const provider = providers[prefix];
  if (!provider)
    throw new ServiceError("invalid_request", `No provider is configured for "${model}" in this worker.`);
  return MAKERS[prefix](provider, name);
}

/**
 * Renames `max_tokens`, which OpenAI's newer models reject: https://platform.openai.com/docs/api-reference/chat/create
 */
function withCompletionTokens({max_tokens, ...body}: Record<string, unknown>): Record<string, unknown> {
  return max_tokens === undefined ? body : {...body, max_completion_tokens: max_tokens};
}
