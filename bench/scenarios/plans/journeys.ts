import type {Model, Query} from "../../../shared/semantic/documents.ts";
import type {PlanQuestion} from "./questions.ts";

/** Three million visits, carts and orders of 300,000 people in half a year, no two at one second. */
export const EVENTS = `select n as id, cast(n as bigint) * 69621 % 1000003 % 300000 as person,
    timestamp '2024-01-01 00:00:00' + interval '1 second' * cast(cast(n as bigint) * 48271 % 15552000 as integer) as happened,
    case when n % 10 = 0 then 'order' when n % 10 < 3 then 'cart' else 'visit' end as kind,
    cast(n % 9973 / 100.0 as numeric(10, 2)) as amount
  from generate_series(1, 3000000) as t(n)`;

export const EVENTS_MODEL: Model = {
  name: "events",
  table: {name: "events"},
  primaryKey: ["id"],
  dimensions: [
    {name: "person", type: "number", column: "person"},
    {name: "happened", type: "timestamp", column: "happened"},
    {name: "kind", type: "string", column: "kind"},
  ],
  measures: [
    {name: "count", type: "count"},
    {name: "total", type: "sum", column: "amount"},
  ],
};

const ofKind = (value: string) => [{field: "events.kind", op: "=", value}] as const;
const ofVisits: Query = {model: "events", filters: [...ofKind("visit")], limit: 100};

/**
 * Each visit with the earliest later cart, the earliest order after such a cart, and the number of steps (`depth`) that
 * are reached within seven days.
 */
const TRIES = `
  select person, happened, cart_at, order_at,
    case when order_at < happened + interval '7 days' then 3 when cart_at < happened + interval '7 days' then 2 else 1 end as depth
  from (
    select person, happened, kind, min(case when kind = 'cart' then happened end) over later as cart_at,
      min(case when kind = 'cart' then next_order end) over later as order_at
    from (
      select person, happened, kind, min(case when kind = 'order' then happened end) over later as next_order from events
      window later as (partition by person order by happened desc rows between unbounded preceding and current row)
    ) as orders
    window later as (partition by person order by happened desc rows between unbounded preceding and current row)
  ) as carts
  where kind = 'visit'`;
const secondsOf = (interval: string) => `cast(extract(epoch from (${interval})) as double precision)`;
const median = (interval: string, depth: number) =>
  `percentile_cont(0.5) within group (order by case when depth >= ${depth} then ${secondsOf(interval)} end)`;
/** A row for each step. `best` selects each person's best try; of several equally good ones, the earliest. */
const stepsOf = (best: string) => `
  with all_steps as (
    select count(*) as n1, count(case when depth >= 2 then 1 end) as n2, count(case when depth >= 3 then 1 end) as n3,
      ${median("cart_at - happened", 2)} as s2, ${median("order_at - cart_at", 3)} as s3
    from (${best}) as best
  )
  select 'visit', n1, 1.0, null, null from all_steps
  union all select 'cart', n2, 1.0 * n2 / n1, 1.0 * n2 / n1, s2 from all_steps
  union all select 'order', n3, 1.0 * n3 / n1, 1.0 * n3 / n2, s3 from all_steps`;

const FUNNEL: PlanQuestion = {
  measure: "a funnel of three steps with the time between steps, 3 million events",
  target: 2,
  query: {
    ...ofVisits,
    funnel: {
      entity: "events.person",
      steps: [
        {name: "visit"},
        {name: "cart", filters: [...ofKind("cart")]},
        {name: "order", filters: [...ofKind("order")]},
      ],
      within: {unit: "day", count: 7},
      timing: true,
    },
  },
  byHand: [
    stepsOf(`select distinct on (person) * from (${TRIES}) as tries order by person, depth desc, happened`),
    stepsOf(`select * from (
      select *, row_number() over (partition by person order by depth desc, happened) as place from (${TRIES}) as tries
    ) as ranked where place = 1`),
  ],
};

const MONTHS =
  "(extract(year from happened) - extract(year from first)) * 12 + extract(month from happened) - extract(month from first)";
/** What each cohort pays in each month; `returns` has a row for each month of a cohort in which somebody came again. */
const cohortsOf = (returns: string) => `
  with firsts as (select person, min(happened) as first from events where kind = 'visit' group by person),
  sizes as (select cast(date_trunc('month', first) as date) as cohort, count(*) as size from firsts group by 1),
  returns as (${returns})
  select sizes.cohort, n, 1.0 * coalesce(retained, 0) / size, coalesce(retained, 0), size, total
  from sizes cross join generate_series(0, 5) as periods(n)
  left join returns on returns.cohort = sizes.cohort and returns.period = n
  where sizes.cohort + n * interval '1 month' <= (select max(happened) from events where kind in ('visit', 'order'))
  order by 1, 2 limit 101`;

const RETENTION: PlanQuestion = {
  measure: "revenue by cohort and month, 3 million events",
  target: 2,
  query: {
    ...ofVisits,
    retention: {
      entity: "events.person",
      grain: "month",
      periods: 5,
      returns: {filters: [...ofKind("order")]},
      measures: ["events.total"],
    },
  },
  byHand: [
    cohortsOf(`select cast(date_trunc('month', first) as date) as cohort, ${MONTHS} as period,
        count(distinct person) as retained, sum(amount) as total
      from events join firsts using (person) where kind = 'order' and happened >= first group by 1, 2`),
    cohortsOf(`select cohort, period, count(*) as retained, sum(total) as total from (
        select person, cast(date_trunc('month', first) as date) as cohort, ${MONTHS} as period, sum(amount) as total
        from events join firsts using (person) where kind = 'order' and happened >= first group by 1, 2, 3
      ) as people group by 1, 2`),
  ],
};

export const JOURNEY_QUESTIONS: readonly PlanQuestion[] = [FUNNEL, RETENTION];
