import {isEmpty, isPlainMap} from "../../common/document.ts";
import type {Entry} from "../../common/entry.ts";
import {cleanSynonyms, type Texts, textsOf} from "../../common/texts.ts";

/** Advice for agents and synonyms in `meta`, if there are any; the rest of `meta` is noted as unused. */
function metaTexts(entry: Entry): Pick<Texts, "hint" | "synonyms"> {
  const {config} = entry.value;
  const metas = [entry.plain("meta"), isPlainMap(config) ? config["meta"] : undefined];
  let hint: string | undefined;
  let synonyms: string[] | undefined;
  for (const meta of metas) {
    if (!isPlainMap(meta)) continue;
    for (const [key, value] of Object.entries(meta)) {
      if (key === "ai_hint" || key === "hint" || key === "ai_context") {
        if (typeof value === "string") hint ??= value;
        else if (Array.isArray(value)) hint ??= value.map(String).join("\n");
      } else if (key === "synonyms" && Array.isArray(value)) {
        synonyms ??= cleanSynonyms(
          value.flatMap(one => (isPlainMap(one) || Array.isArray(one) ? [] : String(one))),
        );
      } else if (!isEmpty(value)) {
        entry.notes.unused(`${entry.kind}.meta`, key, entry.place, "its meaning is not known");
      }
    }
  }
  return {...(hint ? {hint} : {}), ...(synonyms ? {synonyms} : {})};
}

export function described(entry: Entry): Texts {
  const label = entry.text("label");
  const description = entry.text("description");
  return textsOf({...(label ? {label} : {}), ...(description ? {description} : {}), ...metaTexts(entry)});
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
