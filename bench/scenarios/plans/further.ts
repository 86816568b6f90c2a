import type {Model, Query} from "../../../shared/semantic/documents.ts";
import type {PlanQuestion} from "./questions.ts";

/** A model of the same three million sales, with the fields that the questions below use. */
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
    {name: "mean", type: "avg", column: "amount"},
    {name: "worth", type: "number", sql: "50 * ${count}"},
  ],
};

const TARGET = 2;
const END = "order by 1 nulls last limit 101";
const ofSales = (query: Partial<Query>): Query => ({model: "all_sales", limit: 100, ...query});
const STORES = "select region, store, sum(amount) as total from sales group by region, store";

/** An aggregate of the stores' totals, by region. */
const nested = (agg: "avg" | "median", byHand: string): PlanQuestion => ({
  measure: `the ${agg} of the stores' totals by region, 3 million rows`,
  target: TARGET,
  query: ofSales({
    dimensions: ["all_sales.region"],
    measures: [{name: "typical", agg, of: "all_sales.total", per: ["all_sales.store"]}],
  }),
  byHand: [`select region, ${byHand} from (${STORES}) as stores group by region ${END}`],
});

const BINS: PlanQuestion = {
  measure: "bins of width ten, 3 million rows",
  target: TARGET,
  query: ofSales({
    dimensions: [{field: "all_sales.amount", bin: {width: 10}}],
    measures: ["all_sales.count"],
  }),
  byHand: [
    `select floor(amount / 10) * 10, count(*) from sales group by 1 ${END}`,
    `select floor(cast(amount as double precision) / 10) * 10, count(*) from sales group by 1 ${END}`,
    `select bin * 10, count(*) from (
       select cast(floor(cast(amount as double precision) / 10) as integer) as bin from sales
     ) as t group by bin ${END}`,
  ],
};

const COMPARED_FIELDS: PlanQuestion = {
  measure: "a filter that compares two fields, 3 million rows",
  target: TARGET,
  query: ofSales({
    dimensions: ["all_sales.region"],
    measures: ["all_sales.count"],
    filters: [{field: "all_sales.store", op: "<=", other: "all_sales.amount"}],
  }),
  byHand: [`select region, count(*) from sales where store <= amount group by region ${END}`],
};

const SUBTOTALS: PlanQuestion = {
  measure: "subtotals by region and store, 3 million rows",
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

const sumOf = (condition: string) => `sum(case when ${condition} then amount end)`;
/** Reads both years in one scan, and separates the years by a condition. */
const yearsBy = (isNow: string, isBefore: string) => `
  select region, now, before, cast(now - before as double precision) / nullif(before, 0) from (
    select region, ${sumOf(isNow)} as now, ${sumOf(isBefore)} as before from sales
    where day between date '2023-01-01' and date '2024-12-31' group by region) as t ${END}`;
const COMPARE: PlanQuestion = {
  measure: "a year compared with the year before, by region, 3 million rows",
  target: TARGET,
  query: ofSales({
    dimensions: ["all_sales.region"],
    measures: ["all_sales.total"],
    filters: [{field: "all_sales.day", op: "between", value: ["2024-01-01", "2024-12-31"]}],
    compare: {offset: {unit: "year", count: 1}},
  }),
  byHand: [
    yearsBy("extract(year from day) = 2024", "extract(year from day) = 2023"),
    yearsBy("day >= date '2024-01-01'", "day < date '2024-01-01'"),
  ],
};

const SUMS = "select region, sum(amount) as total, count(*) as n from sales group by region";
const LEAST: PlanQuestion = {
  measure: "the three regions with the lowest sales, and all others, 3 million rows",
  target: TARGET,
  query: ofSales({
    dimensions: ["all_sales.region"],
    measures: ["all_sales.total", "all_sales.count"],
    top: {
      dimension: "all_sales.region",
      by: "all_sales.total",
      count: 3,
      direction: "asc",
      others: "The rest",
    },
  }),
  byHand: [
    `select case when place <= 3 then region else 'The rest' end, sum(total), sum(n)
     from (select *, row_number() over (order by total, region) as place from (${SUMS}) as regions) as ranked
     group by 1 ${END}`,
    `with least as (select region from sales group by region order by sum(amount), region limit 3)
     select case when least.region is not null then sales.region else 'The rest' end, sum(amount), count(*)
     from sales left join least on least.region = sales.region group by 1 ${END}`,
  ],
};

const MEANS =
  "select region, sum(amount) as total, count(amount) as n, avg(amount) as mean from sales group by region";
const LEAST_AVERAGE: PlanQuestion = {
  measure: "the three regions with the lowest average, and all others, 3 million rows",
  target: TARGET,
  query: ofSales({
    dimensions: ["all_sales.region"],
    measures: ["all_sales.mean"],
    top: {
      dimension: "all_sales.region",
      by: "all_sales.mean",
      count: 3,
      direction: "asc",
      others: "The rest",
    },
  }),
  byHand: [
    `select case when place <= 3 then region else 'The rest' end, sum(total) * 1.0 / sum(n)
     from (select *, row_number() over (order by mean, region) as place from (${MEANS}) as regions) as ranked
     group by 1 ${END}`,
    `with least as (select region from sales group by region order by avg(amount), region limit 3)
     select case when least.region is not null then sales.region else 'The rest' end, avg(amount)
     from sales left join least on least.region = sales.region group by 1 ${END}`,
  ],
};

/** Which stores make up four fifths of all sales. */
const PARETO: PlanQuestion = {
  measure: "the stores that make up 80 % of sales, 3 million rows",
  target: TARGET,
  query: ofSales({
    dimensions: ["all_sales.store"],
    measures: ["all_sales.total"],
    calculations: [
      {name: "share", type: "percent_of_total", of: "all_sales.total"},
      {name: "so far", type: "running_total", of: "share", along: "all_sales.total"},
    ],
    filters: [{field: "so far", op: "<=", value: 0.8}],
    orderBy: ["so far"],
  }),
  byHand: [
    `select store, total, cast(total as double precision) / whole, cast(so_far as double precision) / whole from (
       select store, total, sum(total) over () as whole,
         sum(total) over (order by total desc, store rows unbounded preceding) as so_far
       from (select store, sum(amount) as total from sales group by store) as stores
     ) as t where cast(so_far as double precision) / whole <= 0.8 order by 4 limit 101`,
  ],
};

const ofStores = {of: "all_sales.count", per: ["all_sales.store"]};
const DISTRIBUTION: PlanQuestion = {
  measure: "a histogram of stores by their number of sales, 3 million rows",
  target: TARGET,
  query: ofSales({
    dimensions: [{name: "sales", ...ofStores}],
    measures: [{name: "stores", agg: "count", ...ofStores}],
  }),
  byHand: [
    `select n, count(*) from (select count(*) as n from sales group by store) as stores group by n ${END}`,
  ],
};

const COMPARED_MEASURES: PlanQuestion = {
  measure: "a filter that compares two measures by store, 3 million rows",
  target: TARGET,
  query: ofSales({
    dimensions: ["all_sales.store"],
    measures: ["all_sales.total"],
    filters: [{field: "all_sales.total", op: "<", other: "all_sales.worth"}],
  }),
  byHand: [`select store, sum(amount) from sales group by store having sum(amount) < 50 * count(*) ${END}`],
};

export const FURTHER_QUESTIONS: readonly PlanQuestion[] = [
  nested("avg", "avg(total)"),
  nested("median", "percentile_cont(0.5) within group (order by cast(total as double precision))"),
  BINS,
  COMPARED_FIELDS,
  COMPARED_MEASURES,
  SUBTOTALS,
  COMPARE,
  LEAST,
  LEAST_AVERAGE,
  PARETO,
  DISTRIBUTION,
];
