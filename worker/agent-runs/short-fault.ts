import type {LlmConfig} from "../../shared/core/process/llm-config.ts";

const MAX_LENGTH = 300;

/**
 * The error of a call, for the log. The library's errors contain the whole request, with rows and the key. So only the
 * messages of these errors are logged, and any key in a message is replaced.
 */
export function shortFault(error: unknown, {providers}: Pick<LlmConfig, "providers">): string {
  if (!(error instanceof Error)) return "unknown";
  const keys = Object.values(providers).flatMap(provider => provider?.apiKey ?? []);
  const message = keys.reduce((text, key) => text.replaceAll(key, "[key]"), error.message);
  return `${error.name}: ${message.slice(0, MAX_LENGTH)}`;
}
