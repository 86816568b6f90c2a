import {isPlainMap} from "../../common/document.ts";
import type {Entry} from "../../common/entry.ts";
import {cleanSynonyms, type Texts, textsOf as thoseOf} from "../../common/texts.ts";

/** The description, the hint (advice for agents) and the synonyms, for which Ossie has fields of its own. */
export function textsOf(entry: Entry): Omit<Texts, "label"> {
  const description = entry.text("description");
  return thoseOf({...(description ? {description} : {}), ...contextOf(entry)});
}

function contextOf(entry: Entry): Pick<Texts, "hint" | "synonyms"> {
  const declared = entry.plain("ai_context");
  if (!isPlainMap(declared)) {
    const hint = entry.text("ai_context");
    return hint === undefined ? {} : {hint};
  }
  const context = entry.entry("ai_context");
  const synonyms = cleanSynonyms(context?.texts("synonyms") ?? []);
  const examples = context?.texts("examples") ?? [];
  const instructions = context?.text("instructions");
  context?.rest();
  const lines = [
    ...(instructions === undefined ? [] : [instructions]),
    ...(examples.length > 0 ? [`Asked as: ${examples.join("; ")}`] : []),
  ];
  return {...(lines.length > 0 ? {hint: lines.join("\n")} : {}), synonyms};
}
