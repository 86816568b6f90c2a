/** For each tool, the verb phrase that describes a call of it. */
const TOOLS: Readonly<Record<string, string>> = {
  run_query: "runs a query",
  run_sql: "runs a query",
  validate_query: "checks a query",
  list_models: "lists the models",
  describe_model: "reads a model",
  search_fields: "searches fields",
  list_field_values: "looks up values",
  get_data: "reads a chart",
  get_resource: "reads content",
  give_answer: "checks its figures",
};

/**
 * Describes the service's status of a run: "Round 2: describe_model, run_query" to "The language model reads a model,
 * runs a query".
 */
export function describeProgress(doing: string): string {
  if (doing.endsWith("is thinking")) return "The language model is thinking";
  const tools = /^Round \d+: (\w+(?:, \w+)*)$/.exec(doing)?.[1]?.split(", ");
  if (!tools) return doing;
  return `The language model ${[...new Set(tools.map(name => TOOLS[name] ?? `uses ${name.replaceAll("_", " ")}`))].join(", ")}`;
}
