/** A `manifest.json` as dbt writes it, with the parts that an import reads. */

interface Parts {
  models?: object[];
  metrics?: object[];
  /** dbt model → its columns and their `data_type`. */
  columns?: Record<string, Record<string, string>>;
}

export function manifest({models = [orders, customers], metrics = [], columns = {}}: Parts = {}): string {
  const named = (kind: string, things: object[]) =>
    Object.fromEntries(
      things.map(thing => {
        const name = "name" in thing ? String(thing.name) : "";
        const id = `${kind}.shop.${name}`;
        const origin = {unique_id: id, package_name: "shop", original_file_path: `models/${name}.yml`};
        return [id, {...origin, resource_type: kind, fqn: ["shop", name], created_at: 1.5, ...thing}];
      }),
    );
  const nodes = Object.fromEntries(
    Object.entries(columns).map(([name, types]) => [
      `model.shop.${name}`,
      {
        unique_id: `model.shop.${name}`,
        name,
        columns: Object.fromEntries(
          Object.entries(types).map(([column, data_type]) => [column, {name: column, data_type}]),
        ),
      },
    ]),
  );
  return JSON.stringify({
    metadata: {dbt_schema_version: "https://schemas.getdbt.com/dbt/manifest/v12.json"},
    nodes,
    semantic_models: named("semantic_model", models),
    metrics: named("metric", metrics),
  });
}

function relation(alias: string) {
  return {
    model: `ref('${alias}')`,
    node_relation: {alias, schema_name: "marts", database: "wh", relation_name: `"wh"."marts"."${alias}"`},
    depends_on: {nodes: [`model.shop.${alias}`], macros: []},
  };
}

export const orders = {
  name: "orders",
  label: "Orders",
  description: "One row per order",
  ...relation("fct_orders"),
  defaults: {agg_time_dimension: "ordered_at"},
  entities: [
    {name: "order", type: "primary", expr: "order_id", description: null},
    {name: "customer", type: "foreign", expr: "customer_id"},
  ],
  dimensions: [
    {name: "ordered_at", type: "time", type_params: {time_granularity: "day", validity_params: null}},
    {name: "status", type: "categorical", expr: null, is_partition: false},
    {name: "is_large", type: "categorical", expr: "amount > 100"},
  ],
  measures: [
    {name: "revenue", agg: "sum", expr: "amount", create_metric: false, agg_params: null},
    {name: "order_count", agg: "count", expr: "1"},
    {name: "p90", agg: "percentile", expr: "amount", agg_params: {percentile: 0.9}},
    {
      name: "balance",
      agg: "sum",
      expr: "open_amount",
      non_additive_dimension: {name: "ordered_at", window_choice: "max", window_groupings: ["customer"]},
    },
  ],
};

export const customers = {
  name: "customers",
  ...relation("dim_customers"),
  entities: [{name: "customer", type: "primary", expr: "id"}],
  dimensions: [{name: "country", type: "categorical"}],
  measures: [{name: "customers", agg: "count_distinct", expr: "id"}],
};

const where = (...templates: string[]) => ({
  where_filters: templates.map(where_sql_template => ({where_sql_template})),
});

export function simple(name: string, measure: string, ...filters: string[]) {
  return {
    name,
    type: "simple",
    type_params: {measure: {name: measure, filter: null, alias: null}, input_measures: [{name: measure}]},
    filter: filters.length > 0 ? where(...filters) : null,
  };
}

export function derived(name: string, expr: string, ...metrics: object[]) {
  return {name, type: "derived", type_params: {expr, metrics}, filter: null};
}

export function ratio(name: string, numerator: string, denominator: string, ...filters: string[]) {
  return {
    name,
    type: "ratio",
    type_params: {
      numerator: {name: numerator, filter: filters.length > 0 ? where(...filters) : null},
      denominator: {name: denominator},
    },
  };
}
