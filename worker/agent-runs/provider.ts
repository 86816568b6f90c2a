import {createAnthropic} from "@ai-sdk/anthropic";
import {createOpenAICompatible} from "@ai-sdk/openai-compatible";
import {readModelName} from "../../shared/automation/agents/model-name.ts";
import {ServiceError} from "../../shared/core/errors.ts";
import type {LlmConfig, LlmPrefix, LlmProvider} from "../../shared/core/process/llm-config.ts";

import type {Model} from "./call-model.ts";
import {asStream} from "./whole-answer.ts";

type Make = (provider: LlmProvider, name: string, fetch: typeof globalThis.fetch) => Model;

// The addresses are always passed to the packages. Otherwise the packages would read environment variables themselves.
const ANTHROPIC = "https://api.anthropic.com/v1";
const OPENAI = "https://api.openai.com/v1";

const MB = 1024 * 1024;
/** How many bytes of a response a token of the longest answer may take, including the bytes of the format. */
const BYTES_PER_TOKEN = 1024;

/**
 * A `fetch` that follows no redirect, because the rows and the key are only meant for the configured address. Its
 * responses fail beyond `maxBytes`.
 */
function boundedFetch(maxBytes: number): typeof fetch {
  const bounded = async (...[input, init]: Parameters<typeof fetch>): Promise<Response> => {
    const response = await fetch(input, {...init, redirect: "manual"});
    if (!response.body) return response;
    let bytes = 0;
    const counter = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        bytes += chunk.byteLength;
        if (bytes > maxBytes) controller.error(new Error(`the response has more than ${maxBytes} bytes`));
        else controller.enqueue(chunk);
      },
    });
    return new Response(response.body.pipeThrough(counter), response);
  };
  return Object.assign(bounded, {preconnect: fetch.preconnect});
}

/** A `fetch` whose responses are streams. */
function streamingFetch(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  const streaming = async (...given: Parameters<typeof fetch>) => asStream(await fetch(...given));
  return Object.assign(streaming, {preconnect: fetch.preconnect});
}

const MAKERS: Record<LlmPrefix, Make> = {
  anthropic: ({baseUrl = ANTHROPIC, apiKey}, name, fetch) =>
    createAnthropic({apiKey: apiKey ?? "", fetch, baseURL: baseUrl})(name),
  openai: ({baseUrl = OPENAI, apiKey}, name, fetch) =>
    createOpenAICompatible({
      name: "openai",
      baseURL: baseUrl,
      fetch: streamingFetch(fetch),
      ...(apiKey === undefined ? {} : {apiKey}),
      includeUsage: true,
      transformRequestBody: withCompletionTokens,
    })(name),
  local: ({baseUrl = "", apiKey}, name, fetch) =>
    createOpenAICompatible({
      name: "local",
      baseURL: baseUrl,
      fetch: streamingFetch(fetch),
      ...(apiKey === undefined ? {} : {apiKey}),
      includeUsage: true,
    })(name),
};

/** The model with this name. Throws `invalid_request` if the model's provider is not configured. */
export function modelOf(
  {providers, maxOutputTokens}: Pick<LlmConfig, "providers" | "maxOutputTokens">,
  model: string,
): Model {
  const {prefix, name} = readModelName(model);
  const provider = providers[prefix];
  if (!provider)
    throw new ServiceError("invalid_request", `No provider is configured for "${model}" in this worker.`);
  return MAKERS[prefix](provider, name, boundedFetch(4 * MB + maxOutputTokens * BYTES_PER_TOKEN));
}

/**
 * Renames `max_tokens`, which OpenAI's newer models reject: https://platform.openai.com/docs/api-reference/chat/create
 */
function withCompletionTokens({max_tokens, ...body}: Record<string, unknown>): Record<string, unknown> {
  return max_tokens === undefined ? body : {...body, max_completion_tokens: max_tokens};
}
