import type {EngineKind} from "../batch.ts";
import {plainMoment} from "../http/json.ts";

interface Column {
  type_name: string;
  type_text?: string;
}

export function kindsOf(columns: readonly Column[]): EngineKind[] {
  return columns.map(({type_name: name, type_text: text = ""}): EngineKind => {
    if (/^(BYTE|SHORT|INT|LONG)$/.test(name)) return "integer";
    if (name === "FLOAT" || name === "DOUBLE") return "float";
    if (name === "DECIMAL") {
      const parts = /\((\d+),\s*(\d+)\)/.exec(text);
      return parts ? `decimal(${Number(parts[1])},${Number(parts[2])})` : "decimal";
    }
    if (isTimestamp({type_name: name, type_text: text})) return "timestamp";
    return name === "VARIANT" ? "json" : "other";
  });
}

/** Functions that turn the values of each column into text. */
export function textsOf(columns: readonly Column[]): (((text: string) => string) | undefined)[] {
  return columns.map(column => (isTimestamp(column) ? plainMoment : undefined));
}

function isTimestamp({type_name: name, type_text: text = ""}: Column): boolean {
  return name.startsWith("TIMESTAMP") || /^timestamp/i.test(text);
}
