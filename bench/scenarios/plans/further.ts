import type {Model, Query} from "../../../shared/semantic/documents.ts";
import type {PlanQuestion} from "./questions.ts";

/** The same three million sales, as the kinds of questions below ask for them. */
export const FURTHER_MODEL: Model = {
  name: "all_sales",
  table: {name: "sales"},
  primaryKey: ["id"],
  dimensions: [
    {name: "day", type: "date", column: "day"},
    {name: "region", type: "string", column: "region"},
    {name: "store", type: "number", column: "store"},
    {name: "amount", type: "number", column: "amount"},
  ],
  measures: [
    {name: "count", type: "count"},
    {name: "total", type: "sum", column: "amount"},
  ],
};

const TARGET = 2;
const END = "order by 1 nulls last limit 101";
const ofSales = (query: Partial<Query>): Query => ({model: "all_sales", limit: 100, ...query});
const STORES = "select region, store, sum(amount) as total from sales group by region, store";

/** What each region's stores sell, as an aggregate of them. */
const nested = (agg: "avg" | "median", byHand: string): PlanQuestion => ({
  measure: `the ${agg} of the stores' totals by region, of 3 million`,
  target: TARGET,
  query: ofSales({
    dimensions: ["all_sales.region"],
    measures: [{name: "typical", agg, of: "all_sales.total", per: ["all_sales.store"]}],
  }),
  byHand: [`select region, ${byHand} from (${STORES}) as stores group by region ${END}`],
});

const BINS: PlanQuestion = {
  measure: "3 million in bins of ten",
  target: TARGET,
  query: ofSales({
    dimensions: [{field: "all_sales.amount", bin: {width: 10}}],
    measures: ["all_sales.count"],
  }),
  byHand: [
    `select floor(amount / 10) * 10, count(*) from sales group by 1 ${END}`,
    `select floor(cast(amount as double precision) / 10) * 10, count(*) from sales group by 1 ${END}`,
  ],
};

const COMPARED_FIELDS: PlanQuestion = {
  measure: "3 million, of which a field is compared with another",
  target: TARGET,
  query: ofSales({
    dimensions: ["all_sales.region"],
    measures: ["all_sales.count"],
    filters: [{field: "all_sales.store", op: "<=", other: "all_sales.amount"}],
  }),
  byHand: [`select region, count(*) from sales where store <= amount group by region ${END}`],
};

const SUBTOTALS: PlanQuestion = {
  measure: "3 million by region and store with subtotals",
  target: TARGET,
  query: ofSales({
    dimensions: ["all_sales.region", "all_sales.store"],
    measures: ["all_sales.total"],
    subtotals: true,
  }),
  byHand: [
    `select region, store, sum(amount), 2 - grouping(store) from sales
     group by grouping sets ((region, store), (region)) order by region nulls last, grouping(store), store nulls last
     limit 101`,
    `with stores as (${STORES})
     select region, store, total, level from (
       select region, store, total, 2 as level from stores
       union all select region, null, sum(total), 1 from stores group by region) as t
     order by region nulls last, level desc, store nulls last limit 101`,
  ],
};

const sumOf = (year: number) => `sum(case when extract(year from day) = ${year} then amount end)`;
const COMPARE: PlanQuestion = {
  measure: "a year of 3 million beside the year before, by region",
  target: TARGET,
  query: ofSales({
    dimensions: ["all_sales.region"],
    measures: ["all_sales.total"],
    filters: [{field: "all_sales.day", op: "between", value: ["2024-01-01", "2024-12-31"]}],
    compare: {offset: {unit: "year", count: 1}},
  }),
  byHand: [
    `select region, now, before, cast(now - before as double precision) / nullif(before, 0) from (
       select region, ${sumOf(2024)} as now, ${sumOf(2023)} as before from sales
       where day between date '2023-01-01' and date '2024-12-31' group by region) as t ${END}`,
  ],
};

export const FURTHER_QUESTIONS: readonly PlanQuestion[] = [
  nested("avg", "avg(total)"),
  nested("median", "percentile_cont(0.5) within group (order by cast(total as double precision))"),
  BINS,
  COMPARED_FIELDS,
  SUBTOTALS,
  COMPARE,
];
