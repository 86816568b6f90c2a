import type {Reading} from "./mail-config.ts";

/** The address and key of a provider. */
export interface LlmProvider {
  baseUrl: string | undefined;
  apiKey: string | undefined;
}

/** A model that is offered by name, with its prices for a million tokens, if known. */
export interface OfferedModel {
  name: string;
  prices: {input: number; output: number} | undefined;
}

/** The language models that agents may use, and the bounds of their runs. */
export interface LlmConfig {
  /** Providers by the prefix of a model's name; `undefined` for one that is not configured. */
  providers: Record<LlmPrefix, LlmProvider | undefined>;
  models: OfferedModel[];
  /** The model that answers questions which name none. */
  askModel: string | undefined;
  /** The most tokens of one call's answer, and those of its prompt and answer together. */
  maxOutputTokens: number;
  contextTokens: number;
  /** Time limits of one call of a model: in all, and without any output. */
  callTimeoutMs: number;
  /** Time limit of a whole run. */
  runTimeoutMs: number;
  /** Limit of the bytes that the tools of a run may return in all. */
  resultBytes: number;
  /** How long a run waits for values of fields, which its model gets before its first call; 0: no values. */
  valuesTimeoutMs: number;
}

export const LLM_PREFIXES = ["anthropic", "openai", "local"] as const;
export type LlmPrefix = (typeof LLM_PREFIXES)[number];
const PREFIXES = LLM_PREFIXES.map(prefix => `${prefix}/`).join(", ");

/** The variable without which a provider is not configured. */
export const LLM_VARIABLE: Record<LlmPrefix, string> = {
  anthropic: "ANTHROPIC_API_KEY",
  openai: "OPENAI_API_KEY",
  local: "LLM_BASE_URL",
};

export function readLlmConfig(reading: Reading): LlmConfig {
  const {integer, text} = reading;
  const anthropic = {
    apiKey: text("ANTHROPIC_API_KEY", "") || undefined,
    baseUrl: addressOf(reading, "ANTHROPIC_BASE_URL", text("ANTHROPIC_BASE_URL", "")),
  };
  const openai = {
    apiKey: text("OPENAI_API_KEY", "") || undefined,
    baseUrl: addressOf(reading, "OPENAI_BASE_URL", text("OPENAI_BASE_URL", "")),
  };
  const local = {
    apiKey: text("LLM_API_KEY", "") || undefined,
    baseUrl: addressOf(reading, "LLM_BASE_URL", text("LLM_BASE_URL", "")),
  };
  return {
    providers: {
      anthropic: anthropic.apiKey === undefined ? undefined : anthropic,
      openai: openai.apiKey === undefined ? undefined : openai,
      local: local.baseUrl === undefined ? undefined : local,
    },
    models: (reading.list("LLM_MODELS") ?? []).flatMap(entry => offered(reading, entry)),
    askModel: askModelIn(reading),
    maxOutputTokens: integer("LLM_MAX_OUTPUT_TOKENS", 8192, 256, 1_000_000),
    contextTokens: integer("LLM_CONTEXT_TOKENS", 128_000, 4096, 100_000_000),
    callTimeoutMs: integer("LLM_TIMEOUT_MS", 120_000, 100, 3_600_000),
    runTimeoutMs: integer("AGENT_TIMEOUT_MS", 600_000, 1000, 86_400_000),
    resultBytes: integer("AGENT_RESULTS_KB", 512, 8, 65_536) * 1024,
    valuesTimeoutMs: integer("LLM_VALUES_TIMEOUT_MS", 1000, 0, 60_000),
  };
}

function addressOf({fault}: Reading, name: string, value: string): string | undefined {
  if (value === "") return undefined;
  const url = URL.parse(value);
  // The address may hold a password, so the fault does not repeat it.
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash) {
    fault(`${name} is not an address of a model server: http(s)://host/v1 is needed`);
  }
  return value.replace(/\/+$/, "");
}

function askModelIn({fault, text}: Reading): string | undefined {
  const name = text("ASK_MODEL", "");
  if (name !== "" && !isModelName(name)) {
    fault(`ASK_MODEL is "${name}": a name that begins with ${PREFIXES} is needed`);
  }
  return name || undefined;
}

function isModelName(name: string): boolean {
  return LLM_PREFIXES.some(prefix => name.startsWith(`${prefix}/`) && name.length > prefix.length + 1);
}

/** `anthropic/name`, or `anthropic/name=3/15` with its prices for a million tokens of prompt and answer. */
function offered({fault}: Reading, entry: string): OfferedModel[] {
  const [name = "", prices] = entry.split("=");
  const isKnown = isModelName(name);
  const [input, output, more] = prices?.split("/").map(Number) ?? [];
  const arePrices = more === undefined && isPrice(input) && isPrice(output);
  if (!isKnown || (prices !== undefined && !arePrices)) {
    fault(
      `LLM_MODELS has "${entry}": a name that begins with ${PREFIXES} is needed, ` +
        "and behind = the prices for a million tokens of prompt and answer, such as anthropic/name=3/15",
    );
    return [];
  }
  return [{name, prices: isPrice(input) && isPrice(output) ? {input, output} : undefined}];
}

function isPrice(value: number | undefined): value is number {
  return value !== undefined && Number.isFinite(value) && value >= 0;
}
