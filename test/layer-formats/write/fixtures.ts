/** Layers in each format, with comments and in styles as people write them. */

export type Files = Record<string, string>;

export const DBT: Files = {
  "dbt_project.yml": "name: shop\n",
  "models/orders.sql": "select 1",
  "models/customers.sql": "select 1",
  "models/regions.sql": "select 1",
  "models/orders.yml": `version: 2

models:
  - name: orders
    columns:
      - {name: status, data_type: varchar}
  - name: regions

semantic_models:
  - name: orders   # the facts
    model: ref('orders')
    defaults: {agg_time_dimension: placed_at}
    entities:
      - {name: order, type: primary, expr: id}
      - name: customer
        type: foreign
        expr: customer_id
    dimensions:
      - {name: status, type: categorical}
      # When it was placed.
      - name: placed_at
        type: time
        description: 'When'  # short
        type_params:
          time_granularity: day
    measures:
      - {name: total, agg: sum, expr: amount, create_metric: true}
      - name: order_count
        agg: count
        expr: "1"

metrics:
  - name: orders_placed
    label: Orders
    type: simple
    type_params: {measure: order_count}
  - name: mean
    type: derived
    type_params:
      expr: total / orders_placed
      metrics: [total, orders_placed]
`,
  "models/customers.yml": `semantic_models:
- name: customers
  model: ref('customers')
  entities:
  - {name: customer, type: primary, expr: id}
  dimensions:
  - {name: region, type: categorical}
`,
};

export const DBT_MODELS: Files = {
  "dbt_project.yml": "name: shop\n",
  "models/orders.yml": `models:
  - name: orders
    semantic_model: true
    agg_time_dimension: placed_at
    columns:
      - name: id
        data_type: bigint
        entity: {type: primary, name: order}
      - name: status   # open, paid
        data_type: varchar
        description: >-
          Where the order
          stands
        dimension: categorical
      - {name: placed_at, data_type: timestamp, granularity: day, dimension: time}
      - name: amount
        data_type: numeric
    metrics:
      - {name: total, type: simple, agg: sum, expr: amount}
      - name: order_count
        type: simple
        agg: count
        expr: id
`,
};

export const LIGHTDASH: Files = {
  "dbt_project.yml": "name: shop\n",
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
        description: "Where it stands" # open or paid
        data_type: varchar
      - name: amount
        data_type: numeric
        meta:
          metrics:
            total: {type: sum}
            # the mean
            mean:
              type: average
`,
  "models/customers.yml": `models:
  - name: customers
    config: {meta: {primary_key: id}}
    columns:
      - {name: id, data_type: integer}
      - {name: name, data_type: varchar}
      - {name: region_id, data_type: integer}
`,
  "models/regions.yml": "models:\n  - name: regions\n    columns:\n      - {name: id, data_type: integer}\n",
};

export const CUBE: Files = {
  "model/orders.yml": `cubes:
  - name: orders
    sql_table: main.orders

    joins:
      - {name: customers, relationship: many_to_one, sql: "{CUBE}.customer_id = {customers}.id"}

    dimensions:
      - {name: id, sql: id, type: number, primary_key: true}
      - name: status
        sql: "{CUBE}.status"
        type: string

    measures:
      - name: total
        sql: amount
        type: sum
`,
  "model/customers.yml":
    "cubes:\r\n- name: customers\r\n  sql_table: main.customers\r\n  dimensions:\r\n  - {name: id, sql: id, type: number, primary_key: true}\r\n",
};

export const OSSIE: Files = {
  "shop.yml": `version: 0.2.0.dev0
semantic_model:
  - name: shop
    datasets:
      - name: orders
        source: main.orders
        primary_key: [id]
        fields:
          - name: status   # open, paid
            expression: {dialects: [{dialect: ANSI_SQL, expression: status}]}
            datatype: String
          - name: customer_id
            expression: {dialects: [{dialect: ANSI_SQL, expression: customer_id}]}
            datatype: Integer
      - name: customers
        source: main.customers
        primary_key: [id]
        fields:
          - name: id
            expression: {dialects: [{dialect: ANSI_SQL, expression: id}]}
            datatype: Integer
    relationships:
      - {name: r, from: orders, to: customers, from_columns: [customer_id], to_columns: [id]}
    metrics:
      - name: total
        expression:
          dialects:
            - dialect: ANSI_SQL
              expression: SUM(orders.amount)
`,
};
