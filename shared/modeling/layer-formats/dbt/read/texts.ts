import {isEmpty, isPlainMap} from "../../common/document.ts";
import type {Entry} from "../../common/entry.ts";

/** Advice for agents in `meta`, if there is any; the rest of `meta` is noted as unused. */
export function hintOf(entry: Entry): string | undefined {
  const {config} = entry.value;
  const metas = [entry.plain("meta"), isPlainMap(config) ? config["meta"] : undefined];
  let hint: string | undefined;
  for (const meta of metas) {
    if (!isPlainMap(meta)) continue;
    for (const [key, value] of Object.entries(meta)) {
      if (key === "ai_hint" || key === "hint" || key === "ai_context") {
        if (typeof value === "string") hint ??= value;
        else if (Array.isArray(value)) hint ??= value.map(String).join("\n");
      } else if (!isEmpty(value)) {
        entry.notes.unused(`${entry.kind}.meta`, key, entry.place, "what it means is not known");
      }
    }
  }
  return hint;
}

export function described(entry: Entry): {label?: string; description?: string; hint?: string} {
  const label = entry.text("label");
  const description = entry.text("description");
  const hint = hintOf(entry);
  return {...(label ? {label} : {}), ...(description ? {description} : {}), ...(hint ? {hint} : {})};
}

/**
 * A word of a fixed list in the forms that dbt accepts: any case, or with the list's name, as in `MetricType.SIMPLE`.
 */
export function spelled(word: string): string {
  return word
    .trim()
    .toLowerCase()
    .replace(/^\w+\./, "");
}
