/** One setting of a `config()`: a literal, or an expression that Jinja must evaluate. */
export interface SqlSetting {
  literal?: string;
  template?: string;
  line: number;
}

const START = /\{\{-?\s*config\s*\(/g;

/** The settings in the `config()` calls of a dbt model's SQL, where later ones win. The SQL is not rendered. */
export function readSqlConfig(sql: string): Map<string, SqlSetting> {
  const settings = new Map<string, SqlSetting>();
  const text = sql.replace(/\{#[\s\S]*?#\}/g, comment => comment.replace(/[^\n]/g, " "));
  for (const match of text.matchAll(START)) {
    const open = match.index + match[0].length;
    const line = text.slice(0, open).split("\n").length;
    for (const argument of argumentsAt(text, open)) {
      const [, key, value] = /^\s*(\w+)\s*=\s*([\s\S]+?)\s*$/.exec(argument) ?? [];
      if (key === undefined || value === undefined) continue;
      const literal = literalOf(value);
      settings.set(key, literal === undefined ? {template: `{{ ${value} }}`, line} : {literal, line});
    }
  }
  return settings;
}

function literalOf(value: string): string | undefined {
  const text = /^'([^'\\]*)'$/.exec(value)?.[1] ?? /^"([^"\\]*)"$/.exec(value)?.[1];
  if (text !== undefined) return text;
  return /^(true|false|none|null|-?\d+(\.\d+)?)$/i.test(value) ? value.toLowerCase() : undefined;
}

/** The arguments of the call whose parenthesis opens before `from`, split at its own commas. */
function argumentsAt(text: string, from: number): string[] {
  const found: string[] = [];
  let depth = 0;
  let start = from;
  for (let i = from; i < text.length; i++) {
    const char = text[i]!;
    if (char === "'" || char === '"') {
      i = quoteEnd(text, i);
    } else if ("([{".includes(char)) depth++;
    else if (")]}".includes(char)) {
      if (depth === 0) return [...found, text.slice(start, i)];
      depth--;
    } else if (char === "," && depth === 0) {
      found.push(text.slice(start, i));
      start = i + 1;
    }
  }
  return [];
}

function quoteEnd(text: string, at: number): number {
  for (let i = at + 1; i < text.length; i++) {
    if (text[i] === "\\") i++;
    else if (text[i] === text[at]) return i;
  }
  return text.length;
}
