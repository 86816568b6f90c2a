import type {Graph, Join, Model, Query} from "../../../shared/semantic/documents.ts";

/** A query, and every form of it that a person might reasonably write; all give the same rows. */
export interface PlanQuestion {
  measure: string;
  target: number;
  query: Query;
  byHand: readonly string[];
}

const text = (name: string) => ({name, type: "string" as const, column: name});
const model = (name: string, rest: Pick<Model, "dimensions" | "measures">): Model => ({
  name,
  table: {name},
  primaryKey: ["id"],
  ...rest,
});
const toOne = (from: string, to: string, column: string): Join => ({
  from,
  to,
  relationship: "many_to_one",
  on: [{from: column, to: "id"}],
});

export const FACTS_GRAPH: Graph = {
  models: [
    model("customers", {dimensions: [text("country")]}),
    model("stores", {dimensions: [text("region")]}),
    model("orders", {
      dimensions: [],
      measures: [
        {name: "count", type: "count"},
        {name: "total", type: "sum", column: "amount"},
        {name: "average", type: "avg", column: "amount"},
      ],
    }),
    model("tickets", {dimensions: [], measures: [{name: "minutes", type: "sum", column: "minutes"}]}),
    model("items", {dimensions: [text("category")]}),
  ],
  joins: [
    toOne("orders", "customers", "customer_id"),
    toOne("orders", "stores", "store_id"),
    toOne("tickets", "customers", "customer_id"),
    toOne("tickets", "stores", "store_id"),
    toOne("items", "orders", "order_id"),
  ],
};

const END = "group by 1 order by 1 nulls last limit 101";

/**
 * Measures of two fact tables by a dimension that both share. By hand, each fact table is either joined to the dimension
 * and then grouped, or grouped by its foreign key and then joined.
 */
function twoFacts(of: string, column: string, key: string): PlanQuestion {
  const joined = (fact: string) => `from ${fact} left join ${of} on ${of}.id = ${fact}.${key}`;
  const stitched = (branches: string) =>
    `select d, max(total), coalesce(max(n), 0), max(minutes) from (${branches}) as t ${END}`;
  const added = `select ${column}, sum(total), coalesce(sum(n), 0), sum(minutes)`;
  const orders = `select ${key}, sum(amount) as total, count(*) as n`;
  return {
    measure: `two facts by ${of}' ${column}`,
    target: 1.1,
    query: {
      model: of,
      dimensions: [`${of}.${column}`],
      measures: ["orders.total", "orders.count", "tickets.minutes"],
      limit: 100,
    },
    byHand: [
      stitched(
        `select ${column} as d, sum(amount) as total, count(*) as n, null as minutes ${joined("orders")} group by 1
         union all select ${column}, null, null, sum(minutes) ${joined("tickets")} group by 1`,
      ),
      `select coalesce(o.${column}, t.${column}), total, coalesce(n, 0), minutes
       from (select ${column}, sum(amount) as total, count(*) as n ${joined("orders")} group by 1) as o
       full join (select ${column}, sum(minutes) as minutes ${joined("tickets")} group by 1) as t
         on coalesce(o.${column}, '') = coalesce(t.${column}, '')
       order by 1 nulls last limit 101`,
      `select ${column}, sum(amount), count(is_order), sum(minutes)
       from (select ${key}, amount, 1 as is_order, null as minutes from orders
             union all select ${key}, null, null, minutes from tickets) as facts
       left join ${of} on ${of}.id = ${key} ${END}`,
      `${added}
       from (${orders}, null as minutes from orders group by 1
             union all select ${key}, null, null, sum(minutes) from tickets group by 1) as facts
       left join ${of} on ${of}.id = ${key} ${END}`,
    ],
  };
}

const AGGREGATES = "sum(amount), avg(amount), count(*)";

const FAN_OUT: PlanQuestion = {
  measure: "orders by their items' category",
  target: 1.2,
  query: {
    model: "orders",
    dimensions: ["items.category"],
    measures: ["orders.total", "orders.average", "orders.count"],
    limit: 100,
  },
  byHand: [
    `select category, ${AGGREGATES} from orders
     left join (select distinct order_id, category from items) as i on order_id = orders.id ${END}`,
    `select category, ${AGGREGATES} from (
       select distinct category, orders.id, amount from orders left join items on order_id = orders.id) as t ${END}`,
    `select category, ${AGGREGATES} from (
       select orders.id, category, amount from orders left join items on order_id = orders.id group by 1, 2, 3) as t
     ${END}`,
    `select category, ${AGGREGATES} from (
       select orders.id, category, min(amount) as amount from orders left join items on order_id = orders.id
       group by 1, 2) as t ${END}`,
  ],
};

export const FACT_QUESTIONS: readonly PlanQuestion[] = [
  twoFacts("customers", "country", "customer_id"),
  twoFacts("stores", "region", "store_id"),
  FAN_OUT,
];
