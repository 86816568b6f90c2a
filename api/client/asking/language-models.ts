import type {LlmModels} from "../parts/no-provider.tsx";
import {service} from "../service/service.ts";

/** Whether a language model can answer questions: the document says so, so that nothing on it has to wait for that. */
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
