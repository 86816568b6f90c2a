import {isPlainMap} from "../../common/document.ts";
import type {Entry} from "../../common/entry.ts";

/** The description and the hint (advice for agents), for which Ossie has fields of its own. */
export function textsOf(entry: Entry): {description?: string; hint?: string} {
  const description = entry.text("description");
  const hint = hintOf(entry);
  return {...(description ? {description} : {}), ...(hint ? {hint} : {})};
}

function hintOf(entry: Entry): string | undefined {
  const declared = entry.plain("ai_context");
  if (!isPlainMap(declared)) return entry.text("ai_context");
  const context = entry.entry("ai_context");
  const synonyms = context?.texts("synonyms") ?? [];
  const examples = context?.texts("examples") ?? [];
  const instructions = context?.text("instructions");
  context?.rest();
  const lines = [
    ...(instructions === undefined ? [] : [instructions]),
    ...(synonyms.length > 0 ? [`Also called: ${synonyms.join(", ")}.`] : []),
    ...(examples.length > 0 ? [`Asked as: ${examples.join("; ")}`] : []),
  ];
  return lines.length > 0 ? lines.join("\n") : undefined;
}
