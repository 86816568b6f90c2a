/** For each tool, the verb phrase that describes a run which calls it. */
const TOOLS: Readonly<Record<string, string>> = {
  run_query: "asks a query",
  run_sql: "asks a query",
  validate_query: "checks a query",
  list_models: "looks through the models",
  describe_model: "reads a model",
  search_fields: "searches fields",
  list_field_values: "looks up values",
  get_data: "reads a chart",
  get_resource: "looks at content",
  give_answer: "checks its figures",
};

/** Translates the service's status of a run: "Round 2: describe_model, run_query" to "It reads a model, asks a query". */
export function doingWords(doing: string): string {
  if (doing.endsWith("is thinking")) return "It is thinking";
  const tools = /^Round \d+: (\w+(?:, \w+)*)$/.exec(doing)?.[1]?.split(", ");
  if (!tools) return doing;
  return `It ${[...new Set(tools.map(name => TOOLS[name] ?? `uses ${name.replaceAll("_", " ")}`))].join(", ")}`;
}
