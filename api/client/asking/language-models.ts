import type {LlmModels} from "../parts/no-provider.tsx";
import {service} from "../service/service.ts";

/**
 * Whether a language model can answer questions. The answer is in an attribute of the document, and needs no request.
 */
export function canAskInWords(): boolean {
  return document.body.dataset["asks"] !== undefined;
}

let models: Promise<LlmModels> | undefined;

/** The configured language models, requested once per document. */
export function languageModels(): Promise<LlmModels> {
  models ??= service.get<LlmModels>("/api/agents/models").catch(error => {
    models = undefined;
    throw error;
  });
  return models;
}
