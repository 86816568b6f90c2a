import type {ChartType} from "../../shared/core/wire/chart-config.ts";
import type {Graph} from "../../shared/semantic/layer/graph.ts";
import type {Query} from "../../shared/semantic/query/query.ts";

/** Sales of two regions, in which a customer of the north has bought in the south too. */
const SALES = `select * from (values
  (1, date '2024-01-05', 'north', 'Ada', 10, 10), (2, date '2024-01-06', 'north', 'Bo', 20, 5),
  (3, date '2024-01-07', 'south', 'Cy', 30, 30), (4, date '2024-01-19', 'north', 'Eve', 35, 50),
  (5, date '2024-02-01', 'north', 'Ada', 40, 40), (6, date '2024-02-03', 'south', 'Cy', 60, 10),
  (7, date '2024-02-05', 'south', 'Di', 120, 120), (8, date '2024-02-14', 'north', 'Bo', 75, 80),
  (9, date '2024-02-20', 'south', 'Ada', 500, 510), (10, date '2024-03-02', 'north', 'Ada', 90, 90),
  (11, date '2024-03-09', 'north', 'Flo', 15, 0), (12, date '2024-03-11', 'south', 'Di', 45, 45)
) as s(id, day, region, customer, amount, paid)`;
/** What customers do before they buy. Ada's steps continue in the south. */
const STEPS = `select * from (values
  (1, timestamp '2024-01-01 08:00:00', 'north', 'Ada', 'seen'), (2, timestamp '2024-01-01 08:10:00', 'north', 'Ada', 'asked'),
  (3, timestamp '2024-01-01 08:11:00', 'south', 'Ada', 'bought'), (4, timestamp '2024-01-02 10:00:00', 'north', 'Bo', 'seen'),
  (5, timestamp '2024-01-02 11:00:00', 'north', 'Bo', 'asked'), (6, timestamp '2024-01-04 11:00:00', 'north', 'Bo', 'bought'),
  (7, timestamp '2024-01-03 09:00:00', 'south', 'Cy', 'seen'), (8, timestamp '2024-01-03 09:02:00', 'south', 'Cy', 'asked'),
  (9, timestamp '2024-01-05 12:00:00', 'north', 'Eve', 'seen')
) as e(id, happened, region, customer, step)`;

const column = (name: string, type: "string" | "number" | "date" | "timestamp") => ({
  name,
  type,
  column: name,
});
const rowAccess = [{dimension: "region", attribute: "region"}];

/** Both models show the rows of the reader's regions. */
export const QUESTIONS_LAYER: Graph = {
  models: [
    {
      name: "sales",
      table: {sql: SALES},
      primaryKey: ["id"],
      time: "day",
      dimensions: [
        column("day", "date"),
        column("region", "string"),
        column("customer", "string"),
        column("amount", "number"),
        column("paid", "number"),
      ],
      measures: [
        {name: "count", type: "count"},
        {name: "total", type: "sum", column: "amount"},
        {name: "received", type: "sum", column: "paid"},
      ],
      rowAccess,
    },
    {
      name: "steps",
      table: {sql: STEPS},
      primaryKey: ["id"],
      time: "happened",
      dimensions: [
        column("happened", "timestamp"),
        column("region", "string"),
        column("customer", "string"),
        column("step", "string"),
      ],
      measures: [{name: "count", type: "count"}],
      rowAccess,
    },
  ],
};

/** Statements that create the tables of the handwritten statements, with the rows of these regions. */
export function seenTables(regions: readonly string[]): string[] {
  const list = regions.map(region => `'${region}'`).join(", ");
  return [
    `create or replace temp view sales as select * from (${SALES}) where region in (${list})`,
    `create or replace temp view steps as select * from (${STEPS}) where region in (${list})`,
  ];
}

export interface Question {
  query: Query;
  /** SQL over `sales` and `steps` that returns the rows in the order of the query. */
  byHand: string;
  /** The types of charts that show the result. */
  charts: readonly ChartType[];
}

const step = (name: string) => ({
  name,
  filters: [{field: "steps.step", op: "=" as const, value: name}],
});

export const QUESTIONS: Record<string, Question> = {
  "aggregates of groups": {
    query: {
      model: "sales",
      dimensions: ["sales.day.month"],
      measures: [
        {name: "usual customer", agg: "median", of: "sales.total", per: ["sales.customer"]},
        {name: "best customer", agg: "max", of: "sales.total", per: ["sales.customer"]},
        {name: "customers", agg: "count", of: "sales.total", per: ["sales.customer"]},
      ],
      orderBy: ["sales.day.month"],
    },
    byHand: `select m, median(t), max(t), count(*) from
      (select date_trunc('month', day) as m, customer, sum(amount) as t from sales group by 1, 2) group by 1 order by 1`,
    charts: ["line", "bar"],
  },
  "values of groups": {
    query: {
      model: "sales",
      dimensions: [{name: "purchases", of: "sales.count", per: ["sales.customer"]}],
      measures: [{name: "customers", agg: "count", of: "sales.count", per: ["sales.customer"]}],
      orderBy: ["purchases"],
    },
    byHand: `select n, count(*) from (select customer, count(*) as n from sales group by 1) group by 1 order by 1`,
    charts: ["bar"],
  },
  bins: {
    query: {
      model: "sales",
      dimensions: [{field: "sales.amount", bin: {width: 50}, name: "amount from"}],
      measures: ["sales.count"],
      orderBy: ["amount from"],
    },
    byHand: "select floor(amount / 50) * 50, count(*) from sales group by 1 order by 1",
    charts: ["bar", "line"],
  },
  "bins with labels": {
    query: {
      model: "sales",
      dimensions: [{field: "sales.amount", bin: {edges: [0, 20, 100], labels: true}, name: "size"}],
      measures: ["sales.count", "sales.total"],
      orderBy: ["size"],
    },
    byHand: `select case when amount < 20 then '0–20' when amount < 100 then '20–100' else '≥ 100' end as s,
      count(*), sum(amount) from sales group by 1 order by 1`,
    charts: ["pie", "horizontal_bar"],
  },
  "compared fields": {
    query: {
      model: "sales",
      dimensions: ["sales.customer"],
      measures: ["sales.total", "sales.received"],
      filters: [
        {field: "sales.paid", op: "<=", other: "sales.amount"},
        {field: "sales.received", op: "<", other: "sales.total"},
      ],
      orderBy: ["sales.customer"],
    },
    byHand: `select customer, sum(amount), sum(paid) from sales where paid <= amount group by 1
      having sum(paid) < sum(amount) order by 1`,
    charts: ["bar", "scatter"],
  },
  "the bottom two with the rest": {
    query: {
      model: "sales",
      dimensions: ["sales.customer"],
      measures: ["sales.total"],
      top: {dimension: "sales.customer", by: "sales.total", count: 2, direction: "asc", others: "The rest"},
      orderBy: ["sales.total", "sales.customer"],
    },
    byHand: `select case when n <= 2 then customer else 'The rest' end as c, sum(t) from
      (select customer, sum(amount) as t, row_number() over (order by sum(amount), customer) as n from sales group by 1)
      group by 1 order by 2, 1`,
    charts: ["pie", "bar"],
  },
  "calculations of calculations": {
    query: {
      model: "sales",
      dimensions: ["sales.customer"],
      measures: ["sales.total"],
      calculations: [
        {name: "share", type: "percent_of_total", of: "sales.total"},
        {name: "so far", type: "running_total", of: "share", along: "sales.customer"},
      ],
      orderBy: ["sales.customer"],
    },
    byHand: `select customer, t, t / sum(t) over (), sum(t) over (order by customer) / sum(t) over () from
      (select customer, sum(amount) as t from sales group by 1) order by 1`,
    charts: ["mixed", "line"],
  },
  subtotals: {
    query: {
      model: "sales",
      dimensions: ["sales.region", "sales.day.month"],
      measures: ["sales.total"],
      subtotals: true,
    },
    byHand: `select region, m, sum(amount), 2 - grouping(m) from
      (select region, date_trunc('month', day) as m, amount from sales) group by grouping sets ((region, m), (region))
      order by 1, 4 desc, 2`,
    charts: ["bar"],
  },
  "compared with an earlier month": {
    query: {
      model: "sales",
      dimensions: ["sales.customer"],
      measures: ["sales.total"],
      filters: [{field: "sales.day", op: "=", value: "2024-02"}],
      compare: {offset: {unit: "month", count: 1}},
      orderBy: ["sales.customer"],
    },
    byHand: `select customer, now, before, (now - before) / before from (select customer,
      sum(amount) filter (month(day) = 2) as now, sum(amount) filter (month(day) = 1) as before
      from sales where month(day) in (1, 2) group by 1) order by 1`,
    charts: ["bar", "horizontal_bar"],
  },
  "retention with measures": {
    query: {
      model: "sales",
      retention: {entity: "sales.customer", grain: "month", periods: 2, measures: ["sales.total"]},
    },
    byHand: `with firsts as (select customer, date_trunc('month', min(day)) as c from sales group by 1),
      cells as (select c, p, count(*) as size from firsts, (values (0), (1), (2)) as n(p)
        where c + to_months(p) <= (select max(day) from sales) group by 1, 2),
      back as (select f.c, f.customer, datediff('month', f.c, s.day) as p, amount from firsts f join sales s using (customer))
      select cells.c, cells.p, count(distinct customer) / size, count(distinct customer), size, sum(amount)
      from cells left join back on back.c = cells.c and back.p = cells.p group by cells.c, cells.p, size order by 1, 2`,
    charts: ["heatmap", "line"],
  },
  "a funnel with its timing": {
    query: {
      model: "steps",
      funnel: {entity: "steps.customer", steps: [step("seen"), step("asked"), step("bought")], timing: true},
    },
    byHand: `with firsts as (select customer, min(happened) filter (step = 'seen') as s, min(happened) filter (step = 'asked') as a,
        min(happened) filter (step = 'bought') as b from steps group by 1),
      n as (select count(s) as n1, count(a) as n2, count(case when a is not null then b end) as n3,
        median(date_diff('second', s, a)) as t2, median(date_diff('second', a, b)) as t3 from firsts where s is not null)
      select s, e, of_first, of_previous, t from (
        select 1 as i, 'seen' as s, n1 as e, 1.0 as of_first, null as of_previous, null as t from n
        union all select 2, 'asked', n2, n2 / n1, n2 / n1, t2 from n
        union all select 3, 'bought', n3, n3 / n1, n3 / n2, t3 from n) order by i`,
    charts: ["funnel", "bar"],
  },
};
