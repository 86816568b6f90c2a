import type {LlmModels} from "../parts/no-provider.tsx";
import {service} from "../service/service.ts";

/** Whether a language model can answer questions, from an attribute of the document, which needs no request. */
export function canAskInWords(): boolean {
  return document.body.dataset["asks"] !== undefined;
}

let models: Promise<LlmModels> | undefined;

/** The language models that are configured. Asked once for a document. */
export function languageModels(): Promise<LlmModels> {
  models ??= service.get<LlmModels>("/api/agents/models").catch(error => {
    models = undefined;
    throw error;
  });
  return models;
}
