/** A dbt project as Lightdash reads it, over the tables of the test's shop. */
export function lightdashFiles(more = "", prefix = ""): Record<string, string> {
  return under(prefix, {
    "dbt_project.yml": "name: shop\nmodel-paths: [models]\n",
    "README.md": "# Shop\n",
    "models/orders.sql": "select * from raw\n",
    "models/orders.yml": `version: 2
models:
  - name: orders
    meta:
      primary_key: id
      joins:
        - join: customers
          sql_on: \${orders.customer_id} = \${customers.id}
          relationship: many-to-one
    columns:
      - name: id
        data_type: bigint
        meta:
          metrics:
            count: {type: count}
      - name: customer_id
        data_type: integer
      - name: status
        data_type: varchar
      - name: amount
        data_type: numeric
        meta:
          metrics:
            total: {type: sum}
${more}`,
    "models/customers.yml": `version: 2
models:
  - name: customers
    meta: {primary_key: id}
    columns:
      - {name: id, data_type: integer}
      - {name: name, data_type: varchar}
      - name: region
        data_type: varchar
`,
  });
}

/** The same orders in dbt's older semantic models. */
export const SEMANTIC_FILES: Record<string, string> = {
  "dbt_project.yml": "name: shop\nmodel-paths: [models]\n",
  "models/orders.yml": `version: 2
models:
  - name: orders
    columns:
      - {name: status, data_type: varchar}
semantic_models:
  - name: orders
    model: ref('orders')
    entities:
      - {name: order, type: primary, expr: id}
    dimensions:
      - {name: status, type: categorical}
    measures:
      - {name: total, agg: sum, expr: amount, create_metric: true}
`,
};

/** The same orders in dbt's newer form, declared at the model. */
export const MODEL_FILES: Record<string, string> = {
  "dbt_project.yml": "name: shop\nmodel-paths: [models]\n",
  "models/orders.yml": `models:
  - name: orders
    semantic_model:
      enabled: true
    columns:
      - name: id
        data_type: bigint
        entity: {type: primary, name: order}
      - name: status
        data_type: varchar
        dimension: {type: categorical}
    metrics:
      - {name: total, type: simple, agg: sum, expr: amount}
`,
};

/** The same orders as a cube. */
export const CUBE_FILES: Record<string, string> = {
  "model/orders.yml": `cubes:
  - name: orders
    sql_table: main.orders
    dimensions:
      - {name: id, sql: id, type: number, primary_key: true}
      - {name: status, sql: status, type: string}
    measures:
      - {name: total, sql: amount, type: sum}
`,
};

export function under(prefix: string, files: Record<string, string>): Record<string, string> {
  if (prefix === "") return files;
  return Object.fromEntries(Object.entries(files).map(([path, text]) => [`${prefix}/${path}`, text]));
}
