import type {LlmConfig} from "../../shared/process/llm-config.ts";

const MOST_LENGTH = 300;

/**
 * What went wrong with a call, for the log. The library's errors hold the whole request, with rows and with the key, so
 * only their words are told; and a provider that quotes a key is not quoted with it.
 */
export function shortFault(error: unknown, {providers}: Pick<LlmConfig, "providers">): string {
  if (!(error instanceof Error)) return "unknown";
  const keys = Object.values(providers).flatMap(provider => provider?.apiKey ?? []);
  const message = keys.reduce((text, key) => text.replaceAll(key, "[key]"), error.message);
  return `${error.name}: ${message.slice(0, MOST_LENGTH)}`;
}
