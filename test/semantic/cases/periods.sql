-- Postgres' SQL of each case, then the lines in which other dialects differ: "3|" replaces the third line, "3+|" follows
-- it. Differences in the quotes of names are not shown. These dialects are never run on the warehouse itself:
-- trino, bigquery, databricks, snowflake, redshift (how they are checked instead: shared/semantic/dialects/README.md).

-- a balance is carried forward to the end of the filter, past the last row
-- ["2024-07-01","2024-04-01","2024-07-01","2024-04-01","2024-07-01"]
with facts_1 as (
  select
    date_trunc('month', "day")::date as period,
    sum("amount") as s0
  from "sales"
  where "day" < $1::date + interval '1 month' + interval '2 days'
  group by 1
),
bounds_1 as (
  select
    date_trunc('month', $2::date)::date::date as lo,
    date_trunc('month', ($3::date - interval '1 day'))::date::date as hi
),
followed_1 as (
  select
    period,
    s0,
    lead(period) over (order by period) as next
  from facts_1
  where period is not null
),
spread_1 as (
  select
    period,
    s0
  from followed_1
  union all
  select
    generate_series(greatest(period + interval '1 month', lo)::timestamp, case when not isfinite(greatest(period, lo)) or not isfinite(least(next, hi)) then concat('fillGaps: over 100000 periods', substr(period::text, 1, 0))::date else least(next - interval '1 month', hi) end::timestamp, interval '1 month')::date as period,
    null as s0
  from followed_1
  cross join bounds_1
  where period < least(next - interval '1 month', hi)
),
framed_1 as (
  select
    period,
    sum(s0) over (order by period rows unbounded preceding) as s0
  from spread_1
)
select
  d0 as "sales.day.month",
  max(m0) as "sales.running",
  max(m1) as "sales.total"
from (
  select
    period as d0,
    max(s0) as m0,
    null as m1
  from framed_1
  cross join bounds_1
  where period >= lo
    and period <= hi
  group by 1
  union all
  select
    date_trunc('month', "day")::date as d0,
    null as m0,
    sum("amount") as m1
  from "sales"
  where "day" >= $4::date and "day" < $5::date
  group by 1
) as branches
group by 1
order by "sales.day.month" nulls last
limit 11;
-- totals
-- ["2024-07-01","2024-04-01","2024-07-01","2024-04-01","2024-07-01"]
with facts_1 as (
  select
    "day"::date as day_,
    sum("amount") as s0
  from "sales"
  where "day" < $1::date + interval '1 month' + interval '2 days'
  group by 1
),
periods_1 as (
  select generate_series(date_trunc('month', $2::date)::date::timestamp, date_trunc('month', ($3::date - interval '1 day'))::date::timestamp, interval '1 month')::date as d0
)
select
  max(m0) as "sales.running",
  max(m1) as "sales.total"
from (
  select
    sum(s0) as m0,
    null as m1
  from facts_1
  where day_ in (
    select day_
    from (select distinct day_ from facts_1) as days
    join periods_1 on day_ < periods_1.d0 + interval '1 month'
  )
  union all
  select
    null as m0,
    sum("amount") as m1
  from "sales"
  where "day" >= $4::date and "day" < $5::date
) as branches;
-- duckdb:
-- 30|     unnest(generate_series(greatest(period + interval '1 month', lo)::timestamp, case when not isfinite(greatest(period, lo)) or not isfinite(least(next, hi)) then concat('fillGaps: over 100000 periods', substr(period::text, 1, 0))::date else least(next - interval '1 month', hi) end::timestamp, interval '1 month'))::date as period,
-- 79|   select unnest(generate_series(date_trunc('month', $2::date)::date::timestamp, date_trunc('month', ($3::date - interval '1 day'))::date::timestamp, interval '1 month'))::date as d0
-- mysql:
-- 1| -- ["2024-07-01","2024-04-01","2024-04-01","2024-07-01","2024-04-01","2024-07-01"]
-- 2| with recursive facts_1 as (
-- 4|     date(`day`) as day_,
-- 7|   where `day` < cast(? as date) + interval 1 month + interval 2 day
-- 10| periods_1 as (
-- 12|     1 as n,
-- 13|     cast(date_format(cast(? as date), '%Y-%m-01') as date) as d0,
-- 14|     cast(date_format(cast(? as date), '%Y-%m-01') as date) as first,
-- 15|     cast(date_format((cast(? as date) - interval 1 day), '%Y-%m-01') as date) as last
-- 16|   having first <= last
-- 17 is left out
-- 18 is left out
-- 19 is left out
-- 20 is left out
-- 21 is left out
-- 22 is left out
-- 23 is left out
-- 24 is left out
-- 25 is left out
-- 26 is left out
-- 27 is left out
-- 29|   select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
-- 30|   from periods_1
-- 31|   cross join (select 0 as bit union all select 1) as bits
-- 32|   where first + interval (n * 2 + bit - 1) month <= last
-- 33 is left out
-- 34 is left out
-- 35 is left out
-- 36 is left out
-- 37 is left out
-- 38 is left out
-- 39 is left out
-- 40 is left out
-- 48|     d0,
-- 49|     sum(s0) as m0,
-- 51|   from facts_1
-- 52|   join periods_1 on day_ < d0 + interval 1 month
-- 53 is left out
-- 54 is left out
-- 58|     cast(date_format(`day`, '%Y-%m-01') as date) as d0,
-- 62|   where `day` >= cast(? as date) and `day` < cast(? as date)
-- 66| order by `sales.day.month` <=> null, `sales.day.month`
-- 69| -- ["2024-07-01","2024-04-01","2024-04-01","2024-07-01","2024-04-01","2024-07-01"]
-- 70| with recursive facts_1 as (
-- 72|     date(`day`) as day_,
-- 75|   where `day` < cast(? as date) + interval 1 month + interval 2 day
-- 79|   select
-- 79+|     1 as n,
-- 79+|     cast(date_format(cast(? as date), '%Y-%m-01') as date) as d0,
-- 79+|     cast(date_format(cast(? as date), '%Y-%m-01') as date) as first,
-- 79+|     cast(date_format((cast(? as date) - interval 1 day), '%Y-%m-01') as date) as last
-- 79+|   having first <= last
-- 79+|   union all
-- 79+|   select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
-- 79+|   from periods_1
-- 79+|   cross join (select 0 as bit union all select 1) as bits
-- 79+|   where first + interval (n * 2 + bit - 1) month <= last
-- 92|     join periods_1 on day_ < periods_1.d0 + interval 1 month
-- 99|   where `day` >= cast(? as date) and `day` < cast(? as date)
-- clickhouse:
-- 1| -- ["2024-08-03","2024-04-01","2024-06-30","2024-04-01","2024-07-01"]
-- 4|     toDate32("day") as day_,
-- 5|     sumOrNull("amount" + toDecimal128(0, 0)) as s0
-- 7|   where "day" < {p1:Date32}
-- 10| periods_1 as (
-- 11|   select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
-- 12|   from (
-- 13|     select toStartOfMonth(toDate32({p2:Date32})) as lo, toStartOfMonth(toDate32({p3:Date32})) as hi
-- 14|   ) as bounds
-- 15|   where lo <= hi
-- 16 is left out
-- 17 is left out
-- 18 is left out
-- 19 is left out
-- 20 is left out
-- 21 is left out
-- 22 is left out
-- 23 is left out
-- 24 is left out
-- 25 is left out
-- 26 is left out
-- 27 is left out
-- 28 is left out
-- 29 is left out
-- 30 is left out
-- 31 is left out
-- 32 is left out
-- 33 is left out
-- 34 is left out
-- 35 is left out
-- 36 is left out
-- 37 is left out
-- 38 is left out
-- 39 is left out
-- 40 is left out
-- 48|     d0,
-- 49|     sumOrNull(s0 + toDecimal128(0, 0)) as m0,
-- 51|   from facts_1
-- 52|   join periods_1 on day_ < (d0 + toIntervalMonth(1))
-- 53 is left out
-- 54 is left out
-- 58|     toStartOfMonth(toDate32("day")) as d0,
-- 60|     sumOrNull("amount" + toDecimal128(0, 0)) as m1
-- 62|   where "day" >= {p4:Date32} and "day" < {p5:Date32}
-- 66| order by 1 nulls last
-- 67| limit 11
-- 67+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- 69| -- ["2024-08-03","2024-04-01","2024-06-30","2024-04-01","2024-07-01"]
-- 72|     toDate32("day") as day_,
-- 73|     sumOrNull("amount" + toDecimal128(0, 0)) as s0
-- 75|   where "day" < {p1:Date32}
-- 79|   select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
-- 79+|   from (
-- 79+|     select toStartOfMonth(toDate32({p2:Date32})) as lo, toStartOfMonth(toDate32({p3:Date32})) as hi
-- 79+|   ) as bounds
-- 79+|   where lo <= hi
-- 86|     sumOrNull(s0 + toDecimal128(0, 0)) as m0,
-- 92|     join periods_1 on day_ < (periods_1.d0 + toIntervalMonth(1))
-- 97|     sumOrNull("amount" + toDecimal128(0, 0)) as m1
-- 99|   where "day" >= {p4:Date32} and "day" < {p5:Date32}
-- 100| ) as branches
-- 100+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 1| -- ["2024-08-03","2024-04-01","2024-06-30","2024-04-01","2024-07-01"]
-- 4|     cast("day" as date) as day_,
-- 7|   where "day" < cast(? as date)
-- 10| periods_1 as (
-- 11|   select date_add('month', many * 10000 + few, lo) as d0
-- 12|   from (
-- 13|     select cast(date_trunc('month', cast(? as date)) as date) as lo, cast(date_trunc('month', cast(? as date)) as date) as hi
-- 14|   ) as bounds
-- 15|   cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
-- 16|   cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
-- 17|   where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
-- 18 is left out
-- 19 is left out
-- 20 is left out
-- 21 is left out
-- 22 is left out
-- 23 is left out
-- 24 is left out
-- 25 is left out
-- 26 is left out
-- 27 is left out
-- 28 is left out
-- 29 is left out
-- 30 is left out
-- 31 is left out
-- 32 is left out
-- 33 is left out
-- 34 is left out
-- 35 is left out
-- 36 is left out
-- 37 is left out
-- 38 is left out
-- 39 is left out
-- 40 is left out
-- 48|     d0,
-- 49|     sum(s0) as m0,
-- 51|   from facts_1
-- 52|   join periods_1 on day_ < date_add('month', 1, d0)
-- 53 is left out
-- 54 is left out
-- 58|     cast(date_trunc('month', "day") as date) as d0,
-- 62|   where "day" >= cast(? as date) and "day" < cast(? as date)
-- 69| -- ["2024-08-03","2024-04-01","2024-06-30","2024-04-01","2024-07-01"]
-- 72|     cast("day" as date) as day_,
-- 75|   where "day" < cast(? as date)
-- 79|   select date_add('month', many * 10000 + few, lo) as d0
-- 79+|   from (
-- 79+|     select cast(date_trunc('month', cast(? as date)) as date) as lo, cast(date_trunc('month', cast(? as date)) as date) as hi
-- 79+|   ) as bounds
-- 79+|   cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
-- 79+|   cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
-- 79+|   where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
-- 92|     join periods_1 on day_ < date_add('month', 1, periods_1.d0)
-- 99|   where "day" >= cast(? as date) and "day" < cast(? as date)
-- bigquery:
-- 1| -- ["2024-08-03","2024-04-01","2024-06-30","2024-04-01","2024-07-01"]
-- 4|     cast(`day` as date) as day_,
-- 7|   where `day` < cast(@p1 as date)
-- 10| periods_1 as (
-- 11|   select step as d0
-- 12|   from (
-- 13|     select date_trunc(cast(cast(@p2 as date) as date), month) as lo, date_trunc(cast(cast(@p3 as date) as date), month) as hi
-- 14|   ) as bounds
-- 15|   cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
-- 16 is left out
-- 17 is left out
-- 18 is left out
-- 19 is left out
-- 20 is left out
-- 21 is left out
-- 22 is left out
-- 23 is left out
-- 24 is left out
-- 25 is left out
-- 26 is left out
-- 27 is left out
-- 28 is left out
-- 29 is left out
-- 30 is left out
-- 31 is left out
-- 32 is left out
-- 33 is left out
-- 34 is left out
-- 35 is left out
-- 36 is left out
-- 37 is left out
-- 38 is left out
-- 39 is left out
-- 40 is left out
-- 48|     d0,
-- 49|     sum(s0) as m0,
-- 51|   from facts_1
-- 52|   join periods_1 on day_ < date_add(d0, interval 1 month)
-- 53 is left out
-- 54 is left out
-- 58|     date_trunc(cast(`day` as date), month) as d0,
-- 62|   where `day` >= cast(@p4 as date) and `day` < cast(@p5 as date)
-- 69| -- ["2024-08-03","2024-04-01","2024-06-30","2024-04-01","2024-07-01"]
-- 72|     cast(`day` as date) as day_,
-- 75|   where `day` < cast(@p1 as date)
-- 79|   select step as d0
-- 79+|   from (
-- 79+|     select date_trunc(cast(cast(@p2 as date) as date), month) as lo, date_trunc(cast(cast(@p3 as date) as date), month) as hi
-- 79+|   ) as bounds
-- 79+|   cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
-- 92|     join periods_1 on day_ < date_add(periods_1.d0, interval 1 month)
-- 99|   where `day` >= cast(@p4 as date) and `day` < cast(@p5 as date)
-- databricks:
-- 1| -- ["2024-08-03","2024-04-01","2024-06-30","2024-04-01","2024-07-01"]
-- 4|     cast(`day` as date) as day_,
-- 7|   where `day` < cast(:p1 as date)
-- 10| periods_1 as (
-- 11|   select explode(sequence(lo, hi, interval 1 month)) as d0
-- 12|   from (
-- 13|     select cast(date_trunc('month', cast(:p2 as date)) as date) as lo, cast(date_trunc('month', cast(:p3 as date)) as date) as hi
-- 14|   ) as bounds
-- 15|   where lo <= hi
-- 16 is left out
-- 17 is left out
-- 18 is left out
-- 19 is left out
-- 20 is left out
-- 21 is left out
-- 22 is left out
-- 23 is left out
-- 24 is left out
-- 25 is left out
-- 26 is left out
-- 27 is left out
-- 28 is left out
-- 29 is left out
-- 30 is left out
-- 31 is left out
-- 32 is left out
-- 33 is left out
-- 34 is left out
-- 35 is left out
-- 36 is left out
-- 37 is left out
-- 38 is left out
-- 39 is left out
-- 40 is left out
-- 48|     d0,
-- 49|     sum(s0) as m0,
-- 51|   from facts_1
-- 52|   join periods_1 on day_ < cast(dateadd(month, 1, d0) as date)
-- 53 is left out
-- 54 is left out
-- 58|     cast(date_trunc('month', `day`) as date) as d0,
-- 62|   where `day` >= cast(:p4 as date) and `day` < cast(:p5 as date)
-- 69| -- ["2024-08-03","2024-04-01","2024-06-30","2024-04-01","2024-07-01"]
-- 72|     cast(`day` as date) as day_,
-- 75|   where `day` < cast(:p1 as date)
-- 79|   select explode(sequence(lo, hi, interval 1 month)) as d0
-- 79+|   from (
-- 79+|     select cast(date_trunc('month', cast(:p2 as date)) as date) as lo, cast(date_trunc('month', cast(:p3 as date)) as date) as hi
-- 79+|   ) as bounds
-- 79+|   where lo <= hi
-- 92|     join periods_1 on day_ < cast(dateadd(month, 1, periods_1.d0) as date)
-- 99|   where `day` >= cast(:p4 as date) and `day` < cast(:p5 as date)
-- snowflake:
-- 1| -- ["2024-08-03","2024-04-01","2024-06-30","2024-04-01","2024-07-01"]
-- 4|     cast("day" as date) as day_,
-- 7|   where "day" < cast(? as date)
-- 10| periods_1 as (
-- 11|   select dateadd(month, cast(steps.value as integer), lo) as d0
-- 12|   from (
-- 13|     select cast(date_trunc('month', cast(? as date)) as date) as lo, cast(date_trunc('month', cast(? as date)) as date) as hi
-- 14|   ) as bounds
-- 15|   cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
-- 16 is left out
-- 17 is left out
-- 18 is left out
-- 19 is left out
-- 20 is left out
-- 21 is left out
-- 22 is left out
-- 23 is left out
-- 24 is left out
-- 25 is left out
-- 26 is left out
-- 27 is left out
-- 28 is left out
-- 29 is left out
-- 30 is left out
-- 31 is left out
-- 32 is left out
-- 33 is left out
-- 34 is left out
-- 35 is left out
-- 36 is left out
-- 37 is left out
-- 38 is left out
-- 39 is left out
-- 40 is left out
-- 48|     d0,
-- 49|     sum(s0) as m0,
-- 51|   from facts_1
-- 52|   join periods_1 on day_ < dateadd(month, 1, d0)
-- 53 is left out
-- 54 is left out
-- 58|     cast(date_trunc('month', "day") as date) as d0,
-- 62|   where "day" >= cast(? as date) and "day" < cast(? as date)
-- 69| -- ["2024-08-03","2024-04-01","2024-06-30","2024-04-01","2024-07-01"]
-- 72|     cast("day" as date) as day_,
-- 75|   where "day" < cast(? as date)
-- 79|   select dateadd(month, cast(steps.value as integer), lo) as d0
-- 79+|   from (
-- 79+|     select cast(date_trunc('month', cast(? as date)) as date) as lo, cast(date_trunc('month', cast(? as date)) as date) as hi
-- 79+|   ) as bounds
-- 79+|   cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
-- 92|     join periods_1 on day_ < dateadd(month, 1, periods_1.d0)
-- 99|   where "day" >= cast(? as date) and "day" < cast(? as date)
-- redshift:
-- 1| -- ["2024-08-03","2024-04-01","2024-06-30","2024-04-01","2024-07-01"]
-- 4|     "day"::date as day_,
-- 7|   where "day" < $1::date
-- 10| periods_1 as (
-- 11|   select dateadd(month, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
-- 12|   from (
-- 13|     select date_trunc('month', $2::date)::date as lo, date_trunc('month', $3::date)::date as hi
-- 14|   ) as bounds
-- 15|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(month, lo, hi)
-- 16|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(month, lo, hi)
-- 17|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(month, lo, hi)
-- 18|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(month, lo, hi)
-- 19|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(month, lo, hi)
-- 20|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(month, lo, hi)
-- 21|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(month, lo, hi)
-- 22 is left out
-- 23 is left out
-- 24 is left out
-- 25 is left out
-- 26 is left out
-- 27 is left out
-- 28 is left out
-- 29 is left out
-- 30 is left out
-- 31 is left out
-- 32 is left out
-- 33 is left out
-- 34 is left out
-- 35 is left out
-- 36 is left out
-- 37 is left out
-- 38 is left out
-- 39 is left out
-- 40 is left out
-- 48|     d0,
-- 49|     sum(s0) as m0,
-- 51|   from facts_1
-- 52|   join periods_1 on day_ < dateadd(month, 1, d0)::date
-- 53 is left out
-- 54 is left out
-- 69| -- ["2024-08-03","2024-04-01","2024-06-30","2024-04-01","2024-07-01"]
-- 75|   where "day" < $1::date
-- 79|   select dateadd(month, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
-- 79+|   from (
-- 79+|     select date_trunc('month', $2::date)::date as lo, date_trunc('month', $3::date)::date as hi
-- 79+|   ) as bounds
-- 79+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(month, lo, hi)
-- 79+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(month, lo, hi)
-- 79+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(month, lo, hi)
-- 79+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(month, lo, hi)
-- 79+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(month, lo, hi)
-- 79+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(month, lo, hi)
-- 79+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(month, lo, hi)
-- 92|     join periods_1 on day_ < dateadd(month, 1, periods_1.d0)::date

-- a balance is carried forward to a month after all rows
-- ["2024-07-01","2024-06-01","2024-07-01"]
with facts_1 as (
  select
    date_trunc('month', "day")::date as period,
    sum("amount") as s0
  from "sales"
  where "day" < $1::date + interval '1 month' + interval '2 days'
  group by 1
),
bounds_1 as (
  select
    date_trunc('month', $2::date)::date::date as lo,
    date_trunc('month', ($3::date - interval '1 day'))::date::date as hi
),
followed_1 as (
  select
    period,
    s0,
    lead(period) over (order by period) as next
  from facts_1
  where period is not null
),
spread_1 as (
  select
    period,
    s0
  from followed_1
  union all
  select
    generate_series(greatest(period + interval '1 month', lo)::timestamp, case when not isfinite(greatest(period, lo)) or not isfinite(least(next, hi)) then concat('fillGaps: over 100000 periods', substr(period::text, 1, 0))::date else least(next - interval '1 month', hi) end::timestamp, interval '1 month')::date as period,
    null as s0
  from followed_1
  cross join bounds_1
  where period < least(next - interval '1 month', hi)
),
framed_1 as (
  select
    period,
    sum(s0) over (order by period rows unbounded preceding) as s0
  from spread_1
)
select
  period as "sales.day.month",
  max(s0) as "sales.running"
from framed_1
cross join bounds_1
where period >= lo
  and period <= hi
group by 1
order by "sales.day.month" nulls last
limit 11;
-- duckdb:
-- 30|     unnest(generate_series(greatest(period + interval '1 month', lo)::timestamp, case when not isfinite(greatest(period, lo)) or not isfinite(least(next, hi)) then concat('fillGaps: over 100000 periods', substr(period::text, 1, 0))::date else least(next - interval '1 month', hi) end::timestamp, interval '1 month'))::date as period,
-- mysql:
-- 1| -- ["2024-07-01","2024-06-01","2024-06-01","2024-07-01"]
-- 2| with recursive facts_1 as (
-- 4|     date(`day`) as day_,
-- 7|   where `day` < cast(? as date) + interval 1 month + interval 2 day
-- 10| periods_1 as (
-- 12|     1 as n,
-- 13|     cast(date_format(cast(? as date), '%Y-%m-01') as date) as d0,
-- 14|     cast(date_format(cast(? as date), '%Y-%m-01') as date) as first,
-- 15|     cast(date_format((cast(? as date) - interval 1 day), '%Y-%m-01') as date) as last
-- 16|   having first <= last
-- 17 is left out
-- 18 is left out
-- 19 is left out
-- 20 is left out
-- 21 is left out
-- 22 is left out
-- 23 is left out
-- 24 is left out
-- 25 is left out
-- 26 is left out
-- 27 is left out
-- 29|   select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
-- 30|   from periods_1
-- 31|   cross join (select 0 as bit union all select 1) as bits
-- 32|   where first + interval (n * 2 + bit - 1) month <= last
-- 33 is left out
-- 34 is left out
-- 35 is left out
-- 36 is left out
-- 37 is left out
-- 38 is left out
-- 39 is left out
-- 40 is left out
-- 43|   d0 as `sales.day.month`,
-- 44|   sum(s0) as `sales.running`
-- 45| from facts_1
-- 46| join periods_1 on day_ < d0 + interval 1 month
-- 47 is left out
-- 48 is left out
-- 50| order by `sales.day.month` <=> null, `sales.day.month`
-- clickhouse:
-- 1| -- ["2024-08-03","2024-06-01","2024-06-30"]
-- 4|     toDate32("day") as day_,
-- 5|     sumOrNull("amount" + toDecimal128(0, 0)) as s0
-- 7|   where "day" < {p1:Date32}
-- 10| periods_1 as (
-- 11|   select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
-- 12|   from (
-- 13|     select toStartOfMonth(toDate32({p2:Date32})) as lo, toStartOfMonth(toDate32({p3:Date32})) as hi
-- 14|   ) as bounds
-- 15|   where lo <= hi
-- 16 is left out
-- 17 is left out
-- 18 is left out
-- 19 is left out
-- 20 is left out
-- 21 is left out
-- 22 is left out
-- 23 is left out
-- 24 is left out
-- 25 is left out
-- 26 is left out
-- 27 is left out
-- 28 is left out
-- 29 is left out
-- 30 is left out
-- 31 is left out
-- 32 is left out
-- 33 is left out
-- 34 is left out
-- 35 is left out
-- 36 is left out
-- 37 is left out
-- 38 is left out
-- 39 is left out
-- 40 is left out
-- 43|   d0 as "sales.day.month",
-- 44|   sumOrNull(s0 + toDecimal128(0, 0)) as "sales.running"
-- 45| from facts_1
-- 46| join periods_1 on day_ < (d0 + toIntervalMonth(1))
-- 47 is left out
-- 48 is left out
-- 50| order by 1 nulls last
-- 51| limit 11
-- 51+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 1| -- ["2024-08-03","2024-06-01","2024-06-30"]
-- 4|     cast("day" as date) as day_,
-- 7|   where "day" < cast(? as date)
-- 10| periods_1 as (
-- 11|   select date_add('month', many * 10000 + few, lo) as d0
-- 12|   from (
-- 13|     select cast(date_trunc('month', cast(? as date)) as date) as lo, cast(date_trunc('month', cast(? as date)) as date) as hi
-- 14|   ) as bounds
-- 15|   cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
-- 16|   cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
-- 17|   where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
-- 18 is left out
-- 19 is left out
-- 20 is left out
-- 21 is left out
-- 22 is left out
-- 23 is left out
-- 24 is left out
-- 25 is left out
-- 26 is left out
-- 27 is left out
-- 28 is left out
-- 29 is left out
-- 30 is left out
-- 31 is left out
-- 32 is left out
-- 33 is left out
-- 34 is left out
-- 35 is left out
-- 36 is left out
-- 37 is left out
-- 38 is left out
-- 39 is left out
-- 40 is left out
-- 43|   d0 as "sales.day.month",
-- 44|   sum(s0) as "sales.running"
-- 45| from facts_1
-- 46| join periods_1 on day_ < date_add('month', 1, d0)
-- 47 is left out
-- 48 is left out
-- bigquery:
-- 1| -- ["2024-08-03","2024-06-01","2024-06-30"]
-- 4|     cast(`day` as date) as day_,
-- 7|   where `day` < cast(@p1 as date)
-- 10| periods_1 as (
-- 11|   select step as d0
-- 12|   from (
-- 13|     select date_trunc(cast(cast(@p2 as date) as date), month) as lo, date_trunc(cast(cast(@p3 as date) as date), month) as hi
-- 14|   ) as bounds
-- 15|   cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
-- 16 is left out
-- 17 is left out
-- 18 is left out
-- 19 is left out
-- 20 is left out
-- 21 is left out
-- 22 is left out
-- 23 is left out
-- 24 is left out
-- 25 is left out
-- 26 is left out
-- 27 is left out
-- 28 is left out
-- 29 is left out
-- 30 is left out
-- 31 is left out
-- 32 is left out
-- 33 is left out
-- 34 is left out
-- 35 is left out
-- 36 is left out
-- 37 is left out
-- 38 is left out
-- 39 is left out
-- 40 is left out
-- 43|   d0 as `sales__day__month`,
-- 44|   sum(s0) as `sales__running`
-- 45| from facts_1
-- 46| join periods_1 on day_ < date_add(d0, interval 1 month)
-- 47 is left out
-- 48 is left out
-- databricks:
-- 1| -- ["2024-08-03","2024-06-01","2024-06-30"]
-- 4|     cast(`day` as date) as day_,
-- 7|   where `day` < cast(:p1 as date)
-- 10| periods_1 as (
-- 11|   select explode(sequence(lo, hi, interval 1 month)) as d0
-- 12|   from (
-- 13|     select cast(date_trunc('month', cast(:p2 as date)) as date) as lo, cast(date_trunc('month', cast(:p3 as date)) as date) as hi
-- 14|   ) as bounds
-- 15|   where lo <= hi
-- 16 is left out
-- 17 is left out
-- 18 is left out
-- 19 is left out
-- 20 is left out
-- 21 is left out
-- 22 is left out
-- 23 is left out
-- 24 is left out
-- 25 is left out
-- 26 is left out
-- 27 is left out
-- 28 is left out
-- 29 is left out
-- 30 is left out
-- 31 is left out
-- 32 is left out
-- 33 is left out
-- 34 is left out
-- 35 is left out
-- 36 is left out
-- 37 is left out
-- 38 is left out
-- 39 is left out
-- 40 is left out
-- 43|   d0 as `sales.day.month`,
-- 44|   sum(s0) as `sales.running`
-- 45| from facts_1
-- 46| join periods_1 on day_ < cast(dateadd(month, 1, d0) as date)
-- 47 is left out
-- 48 is left out
-- snowflake:
-- 1| -- ["2024-08-03","2024-06-01","2024-06-30"]
-- 4|     cast("day" as date) as day_,
-- 7|   where "day" < cast(? as date)
-- 10| periods_1 as (
-- 11|   select dateadd(month, cast(steps.value as integer), lo) as d0
-- 12|   from (
-- 13|     select cast(date_trunc('month', cast(? as date)) as date) as lo, cast(date_trunc('month', cast(? as date)) as date) as hi
-- 14|   ) as bounds
-- 15|   cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
-- 16 is left out
-- 17 is left out
-- 18 is left out
-- 19 is left out
-- 20 is left out
-- 21 is left out
-- 22 is left out
-- 23 is left out
-- 24 is left out
-- 25 is left out
-- 26 is left out
-- 27 is left out
-- 28 is left out
-- 29 is left out
-- 30 is left out
-- 31 is left out
-- 32 is left out
-- 33 is left out
-- 34 is left out
-- 35 is left out
-- 36 is left out
-- 37 is left out
-- 38 is left out
-- 39 is left out
-- 40 is left out
-- 43|   d0 as "sales.day.month",
-- 44|   sum(s0) as "sales.running"
-- 45| from facts_1
-- 46| join periods_1 on day_ < dateadd(month, 1, d0)
-- 47 is left out
-- 48 is left out
-- redshift:
-- 1| -- ["2024-08-03","2024-06-01","2024-06-30"]
-- 4|     "day"::date as day_,
-- 7|   where "day" < $1::date
-- 10| periods_1 as (
-- 11|   select dateadd(month, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
-- 12|   from (
-- 13|     select date_trunc('month', $2::date)::date as lo, date_trunc('month', $3::date)::date as hi
-- 14|   ) as bounds
-- 15|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(month, lo, hi)
-- 16|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(month, lo, hi)
-- 17|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(month, lo, hi)
-- 18|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(month, lo, hi)
-- 19|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(month, lo, hi)
-- 20|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(month, lo, hi)
-- 21|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(month, lo, hi)
-- 22 is left out
-- 23 is left out
-- 24 is left out
-- 25 is left out
-- 26 is left out
-- 27 is left out
-- 28 is left out
-- 29 is left out
-- 30 is left out
-- 31 is left out
-- 32 is left out
-- 33 is left out
-- 34 is left out
-- 35 is left out
-- 36 is left out
-- 37 is left out
-- 38 is left out
-- 39 is left out
-- 40 is left out
-- 43|   d0 as "sales.day.month",
-- 44|   sum(s0) as "sales.running"
-- 45| from facts_1
-- 46| join periods_1 on day_ < dateadd(month, 1, d0)::date
-- 47 is left out
-- 48 is left out

-- balances are carried into the periods that fillGaps adds, for every combination
-- ["2024-06-01","2024-03-01","2024-06-01","2024-03-01","2024-06-01"]
with facts_1 as (
  select
    "shop" as d0,
    date_trunc('month', "day")::date as period,
    sum("amount") as s0
  from "sales"
  where "day" < $1::date + interval '1 month' + interval '2 days'
  group by 1, 2
),
bounds_1 as (
  select
    date_trunc('month', $2::date)::date::date as lo,
    date_trunc('month', ($3::date - interval '1 day'))::date::date as hi
),
followed_1 as (
  select
    d0,
    period,
    s0,
    lead(period) over (partition by d0 order by period) as next
  from facts_1
  where period is not null
),
spread_1 as (
  select
    d0,
    period,
    s0
  from followed_1
  union all
  select
    d0,
    generate_series(greatest(period + interval '1 month', lo)::timestamp, case when not isfinite(greatest(period, lo)) or not isfinite(least(next, hi)) then concat('fillGaps: over 100000 periods', substr(period::text, 1, 0))::date else least(next - interval '1 month', hi) end::timestamp, interval '1 month')::date as period,
    null as s0
  from followed_1
  cross join bounds_1
  where period < least(next - interval '1 month', hi)
),
framed_1 as (
  select
    d0,
    period,
    sum(s0) over (partition by d0 order by period rows unbounded preceding) as s0
  from spread_1
),
groups_1 as (
  select
    d0,
    period as d1,
    max(s0) as m0
  from framed_1
  cross join bounds_1
  where period >= lo
    and period <= hi
  group by 1, 2
),
periods_1 as (
  select generate_series(date_trunc('month', $4::date)::date::timestamp, date_trunc('month', ($5::date - interval '1 day'))::date::timestamp, interval '1 month')::date as d1
)
select
  d0 as "sales.shop",
  d1 as "sales.day.month",
  max(m0) as "sales.running"
from (
  select d0, d1, m0 from groups_1
  union all
  select d0, d1, null as m0
  from periods_1
  cross join (select distinct d0 from groups_1) as others
) as filled
group by 1, 2
order by "sales.shop" nulls last, "sales.day.month" nulls last
limit 11;
-- duckdb:
-- 34|     unnest(generate_series(greatest(period + interval '1 month', lo)::timestamp, case when not isfinite(greatest(period, lo)) or not isfinite(least(next, hi)) then concat('fillGaps: over 100000 periods', substr(period::text, 1, 0))::date else least(next - interval '1 month', hi) end::timestamp, interval '1 month'))::date as period,
-- 59|   select unnest(generate_series(date_trunc('month', $4::date)::date::timestamp, date_trunc('month', ($5::date - interval '1 day'))::date::timestamp, interval '1 month'))::date as d1
-- mysql:
-- 1| -- ["2024-06-01","2024-03-01","2024-03-01","2024-06-01","2024-03-01","2024-03-01","2024-06-01"]
-- 2| with recursive facts_1 as (
-- 5|     date(`day`) as day_,
-- 8|   where `day` < cast(? as date) + interval 1 month + interval 2 day
-- 11| periods_1 as (
-- 13|     1 as n,
-- 14|     cast(date_format(cast(? as date), '%Y-%m-01') as date) as d1,
-- 15|     cast(date_format(cast(? as date), '%Y-%m-01') as date) as first,
-- 16|     cast(date_format((cast(? as date) - interval 1 day), '%Y-%m-01') as date) as last
-- 17|   having first <= last
-- 18 is left out
-- 19 is left out
-- 20 is left out
-- 21 is left out
-- 22 is left out
-- 23 is left out
-- 24 is left out
-- 25 is left out
-- 26 is left out
-- 27 is left out
-- 28 is left out
-- 29 is left out
-- 30 is left out
-- 32|   select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
-- 33|   from periods_1
-- 34|   cross join (select 0 as bit union all select 1) as bits
-- 35|   where first + interval (n * 2 + bit - 1) month <= last
-- 36 is left out
-- 37 is left out
-- 38 is left out
-- 40| spans_1 as (
-- 41|   select distinct
-- 42|     day_ as on_day,
-- 43|     d1
-- 44|   from (select distinct day_ from facts_1) as days
-- 45|   join periods_1 on day_ < d1 + interval 1 month
-- 50|     d1,
-- 51|     sum(s0) as m0
-- 52|   from facts_1
-- 53|   join spans_1 on on_day = day_
-- 54 is left out
-- 55 is left out
-- 58| periods_2 as (
-- 59|   select
-- 59+|     1 as n,
-- 59+|     cast(date_format(cast(? as date), '%Y-%m-01') as date) as d1,
-- 59+|     cast(date_format(cast(? as date), '%Y-%m-01') as date) as first,
-- 59+|     cast(date_format((cast(? as date) - interval 1 day), '%Y-%m-01') as date) as last
-- 59+|   having first <= last
-- 59+|   union all
-- 59+|   select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
-- 59+|   from periods_2
-- 59+|   cross join (select 0 as bit union all select 1) as bits
-- 59+|   where first + interval (n * 2 + bit - 1) month <= last
-- 69|   from periods_2
-- 73| order by `sales.shop` <=> null, `sales.shop`, `sales.day.month` <=> null, `sales.day.month`
-- clickhouse:
-- 1| -- ["2024-07-03","2024-03-01","2024-05-31","2024-03-01","2024-05-31"]
-- 5|     toDate32("day") as day_,
-- 6|     sumOrNull("amount" + toDecimal128(0, 0)) as s0
-- 8|   where "day" < {p1:Date32}
-- 11| periods_1 as (
-- 12|   select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d1
-- 13|   from (
-- 14|     select toStartOfMonth(toDate32({p2:Date32})) as lo, toStartOfMonth(toDate32({p3:Date32})) as hi
-- 14+|   ) as bounds
-- 14+|   where lo <= hi
-- 16| spans_1 as (
-- 18|     day_ as on_day,
-- 19|     d1
-- 20|   from (select distinct day_ from facts_1) as days
-- 21|   join periods_1 on day_ < (d1 + toIntervalMonth(1))
-- 22 is left out
-- 23 is left out
-- 25 is left out
-- 26 is left out
-- 27 is left out
-- 28 is left out
-- 29 is left out
-- 30 is left out
-- 31 is left out
-- 32 is left out
-- 33 is left out
-- 34 is left out
-- 35 is left out
-- 36 is left out
-- 37 is left out
-- 38 is left out
-- 39 is left out
-- 40 is left out
-- 41 is left out
-- 42 is left out
-- 43 is left out
-- 44 is left out
-- 45 is left out
-- 46 is left out
-- 50|     d1,
-- 51|     sumOrNull(s0 + toDecimal128(0, 0)) as m0
-- 52|   from facts_1
-- 53|   join spans_1 on on_day = day_
-- 54 is left out
-- 55 is left out
-- 58| periods_2 as (
-- 59|   select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d1
-- 59+|   from (
-- 59+|     select toStartOfMonth(toDate32({p4:Date32})) as lo, toStartOfMonth(toDate32({p5:Date32})) as hi
-- 59+|   ) as bounds
-- 59+|   where lo <= hi
-- 69|   from periods_2
-- 73| order by 1 nulls last, 2 nulls last
-- 74| limit 11
-- 74+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 1| -- ["2024-07-03","2024-03-01","2024-05-31","2024-03-01","2024-05-31"]
-- 5|     cast("day" as date) as day_,
-- 8|   where "day" < cast(? as date)
-- 11| periods_1 as (
-- 12|   select date_add('month', many * 10000 + few, lo) as d1
-- 13|   from (
-- 14|     select cast(date_trunc('month', cast(? as date)) as date) as lo, cast(date_trunc('month', cast(? as date)) as date) as hi
-- 14+|   ) as bounds
-- 14+|   cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
-- 14+|   cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
-- 14+|   where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
-- 16| spans_1 as (
-- 18|     day_ as on_day,
-- 19|     d1
-- 20|   from (select distinct day_ from facts_1) as days
-- 21|   join periods_1 on day_ < date_add('month', 1, d1)
-- 22 is left out
-- 23 is left out
-- 25 is left out
-- 26 is left out
-- 27 is left out
-- 28 is left out
-- 29 is left out
-- 30 is left out
-- 31 is left out
-- 32 is left out
-- 33 is left out
-- 34 is left out
-- 35 is left out
-- 36 is left out
-- 37 is left out
-- 38 is left out
-- 39 is left out
-- 40 is left out
-- 41 is left out
-- 42 is left out
-- 43 is left out
-- 44 is left out
-- 45 is left out
-- 46 is left out
-- 50|     d1,
-- 51|     sum(s0) as m0
-- 52|   from facts_1
-- 53|   join spans_1 on on_day = day_
-- 54 is left out
-- 55 is left out
-- 58| periods_2 as (
-- 59|   select date_add('month', many * 10000 + few, lo) as d1
-- 59+|   from (
-- 59+|     select cast(date_trunc('month', cast(? as date)) as date) as lo, cast(date_trunc('month', cast(? as date)) as date) as hi
-- 59+|   ) as bounds
-- 59+|   cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
-- 59+|   cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
-- 59+|   where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
-- 69|   from periods_2
-- bigquery:
-- 1| -- ["2024-07-03","2024-03-01","2024-05-31","2024-03-01","2024-05-31"]
-- 5|     cast(`day` as date) as day_,
-- 8|   where `day` < cast(@p1 as date)
-- 11| periods_1 as (
-- 12|   select step as d1
-- 13|   from (
-- 14|     select date_trunc(cast(cast(@p2 as date) as date), month) as lo, date_trunc(cast(cast(@p3 as date) as date), month) as hi
-- 14+|   ) as bounds
-- 14+|   cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
-- 16| spans_1 as (
-- 18|     day_ as on_day,
-- 19|     d1
-- 20|   from (select distinct day_ from facts_1) as days
-- 21|   join periods_1 on day_ < date_add(d1, interval 1 month)
-- 22 is left out
-- 23 is left out
-- 25 is left out
-- 26 is left out
-- 27 is left out
-- 28 is left out
-- 29 is left out
-- 30 is left out
-- 31 is left out
-- 32 is left out
-- 33 is left out
-- 34 is left out
-- 35 is left out
-- 36 is left out
-- 37 is left out
-- 38 is left out
-- 39 is left out
-- 40 is left out
-- 41 is left out
-- 42 is left out
-- 43 is left out
-- 44 is left out
-- 45 is left out
-- 46 is left out
-- 50|     d1,
-- 51|     sum(s0) as m0
-- 52|   from facts_1
-- 53|   join spans_1 on on_day = day_
-- 54 is left out
-- 55 is left out
-- 58| periods_2 as (
-- 59|   select step as d1
-- 59+|   from (
-- 59+|     select date_trunc(cast(cast(@p4 as date) as date), month) as lo, date_trunc(cast(cast(@p5 as date) as date), month) as hi
-- 59+|   ) as bounds
-- 59+|   cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
-- 69|   from periods_2
-- databricks:
-- 1| -- ["2024-07-03","2024-03-01","2024-05-31","2024-03-01","2024-05-31"]
-- 5|     cast(`day` as date) as day_,
-- 8|   where `day` < cast(:p1 as date)
-- 11| periods_1 as (
-- 12|   select explode(sequence(lo, hi, interval 1 month)) as d1
-- 13|   from (
-- 14|     select cast(date_trunc('month', cast(:p2 as date)) as date) as lo, cast(date_trunc('month', cast(:p3 as date)) as date) as hi
-- 14+|   ) as bounds
-- 14+|   where lo <= hi
-- 16| spans_1 as (
-- 18|     day_ as on_day,
-- 19|     d1
-- 20|   from (select distinct day_ from facts_1) as days
-- 21|   join periods_1 on day_ < cast(dateadd(month, 1, d1) as date)
-- 22 is left out
-- 23 is left out
-- 25 is left out
-- 26 is left out
-- 27 is left out
-- 28 is left out
-- 29 is left out
-- 30 is left out
-- 31 is left out
-- 32 is left out
-- 33 is left out
-- 34 is left out
-- 35 is left out
-- 36 is left out
-- 37 is left out
-- 38 is left out
-- 39 is left out
-- 40 is left out
-- 41 is left out
-- 42 is left out
-- 43 is left out
-- 44 is left out
-- 45 is left out
-- 46 is left out
-- 50|     d1,
-- 51|     sum(s0) as m0
-- 52|   from facts_1
-- 53|   join spans_1 on on_day = day_
-- 54 is left out
-- 55 is left out
-- 58| periods_2 as (
-- 59|   select explode(sequence(lo, hi, interval 1 month)) as d1
-- 59+|   from (
-- 59+|     select cast(date_trunc('month', cast(:p4 as date)) as date) as lo, cast(date_trunc('month', cast(:p5 as date)) as date) as hi
-- 59+|   ) as bounds
-- 59+|   where lo <= hi
-- 69|   from periods_2
-- snowflake:
-- 1| -- ["2024-07-03","2024-03-01","2024-05-31","2024-03-01","2024-05-31"]
-- 5|     cast("day" as date) as day_,
-- 8|   where "day" < cast(? as date)
-- 11| periods_1 as (
-- 12|   select dateadd(month, cast(steps.value as integer), lo) as d1
-- 13|   from (
-- 14|     select cast(date_trunc('month', cast(? as date)) as date) as lo, cast(date_trunc('month', cast(? as date)) as date) as hi
-- 14+|   ) as bounds
-- 14+|   cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
-- 16| spans_1 as (
-- 18|     day_ as on_day,
-- 19|     d1
-- 20|   from (select distinct day_ from facts_1) as days
-- 21|   join periods_1 on day_ < dateadd(month, 1, d1)
-- 22 is left out
-- 23 is left out
-- 25 is left out
-- 26 is left out
-- 27 is left out
-- 28 is left out
-- 29 is left out
-- 30 is left out
-- 31 is left out
-- 32 is left out
-- 33 is left out
-- 34 is left out
-- 35 is left out
-- 36 is left out
-- 37 is left out
-- 38 is left out
-- 39 is left out
-- 40 is left out
-- 41 is left out
-- 42 is left out
-- 43 is left out
-- 44 is left out
-- 45 is left out
-- 46 is left out
-- 50|     d1,
-- 51|     sum(s0) as m0
-- 52|   from facts_1
-- 53|   join spans_1 on on_day = day_
-- 54 is left out
-- 55 is left out
-- 58| periods_2 as (
-- 59|   select dateadd(month, cast(steps.value as integer), lo) as d1
-- 59+|   from (
-- 59+|     select cast(date_trunc('month', cast(? as date)) as date) as lo, cast(date_trunc('month', cast(? as date)) as date) as hi
-- 59+|   ) as bounds
-- 59+|   cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
-- 69|   from periods_2
-- redshift:
-- 1| -- ["2024-07-03","2024-03-01","2024-05-31","2024-03-01","2024-05-31"]
-- 5|     "day"::date as day_,
-- 8|   where "day" < $1::date
-- 11| periods_1 as (
-- 12|   select dateadd(month, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d1
-- 13|   from (
-- 14|     select date_trunc('month', $2::date)::date as lo, date_trunc('month', $3::date)::date as hi
-- 14+|   ) as bounds
-- 14+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(month, lo, hi)
-- 14+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(month, lo, hi)
-- 14+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(month, lo, hi)
-- 14+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(month, lo, hi)
-- 14+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(month, lo, hi)
-- 14+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(month, lo, hi)
-- 14+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(month, lo, hi)
-- 16| spans_1 as (
-- 18|     day_ as on_day,
-- 19|     d1
-- 20|   from (select distinct day_ from facts_1) as days
-- 21|   join periods_1 on day_ < dateadd(month, 1, d1)::date
-- 22 is left out
-- 23 is left out
-- 25 is left out
-- 26 is left out
-- 27 is left out
-- 28 is left out
-- 29 is left out
-- 30 is left out
-- 31 is left out
-- 32 is left out
-- 33 is left out
-- 34 is left out
-- 35 is left out
-- 36 is left out
-- 37 is left out
-- 38 is left out
-- 39 is left out
-- 40 is left out
-- 41 is left out
-- 42 is left out
-- 43 is left out
-- 44 is left out
-- 45 is left out
-- 46 is left out
-- 50|     d1,
-- 51|     sum(s0) as m0
-- 52|   from facts_1
-- 53|   join spans_1 on on_day = day_
-- 54 is left out
-- 55 is left out
-- 58| periods_2 as (
-- 59|   select dateadd(month, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d1
-- 59+|   from (
-- 59+|     select date_trunc('month', $4::date)::date as lo, date_trunc('month', $5::date)::date as hi
-- 59+|   ) as bounds
-- 59+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(month, lo, hi)
-- 59+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(month, lo, hi)
-- 59+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(month, lo, hi)
-- 59+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(month, lo, hi)
-- 59+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(month, lo, hi)
-- 59+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(month, lo, hi)
-- 59+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(month, lo, hi)
-- 69|   from periods_2

-- the month after the last row shows the month before
-- ["2024-04-01","2025-01-01","2024-04-01","2025-01-01","2024-04-01","2025-01-01"]
with facts_1 as (
  select
    date_trunc('month', "day")::date as period,
    sum("amount") as s0
  from "sales"
  where "day" >= $1::date - interval '1 month' - interval '2 days' - interval '1 month'
    and "day" < $2::date + interval '1 month' + interval '2 days'
  group by 1
),
bounds_1 as (
  select
    date_trunc('month', $3::date)::date::date as lo,
    date_trunc('month', ($4::date - interval '1 day'))::date::date as hi
)
select
  d0 as "sales.day.month",
  max(m0) as "sales.last_month",
  max(m1) as "sales.total"
from (
  select
    (period + interval '1 month')::date as d0,
    max(s0) as m0,
    null as m1
  from facts_1
  cross join bounds_1
  where period >= (lo - interval '1 month')::date
    and period <= (hi - interval '1 month')::date
  group by 1
  union all
  select
    date_trunc('month', "day")::date as d0,
    null as m0,
    sum("amount") as m1
  from "sales"
  where "day" >= $5::date and "day" < $6::date
  group by 1
) as branches
group by 1
order by "sales.day.month" nulls last
limit 21;
-- duckdb: the same
-- mysql:
-- 1| -- ["2024-04-01","2025-01-01","2024-04-01","2024-04-01","2025-01-01","2024-04-01","2025-01-01"]
-- 2| with recursive facts_1 as (
-- 4|     date(`day`) as day_,
-- 7|   where `day` >= cast(? as date) - interval 1 month - interval 2 day - interval 1 month
-- 8|     and `day` < cast(? as date) + interval 1 month + interval 2 day
-- 11| periods_1 as (
-- 13|     1 as n,
-- 14|     cast(date_format(cast(? as date), '%Y-%m-01') as date) as d0,
-- 14+|     cast(date_format(cast(? as date), '%Y-%m-01') as date) as first,
-- 14+|     cast(date_format((cast(? as date) - interval 1 day), '%Y-%m-01') as date) as last
-- 14+|   having first <= last
-- 14+|   union all
-- 14+|   select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
-- 14+|   from periods_1
-- 14+|   cross join (select 0 as bit union all select 1) as bits
-- 14+|   where first + interval (n * 2 + bit - 1) month <= last
-- 22|     d0,
-- 23|     sum(s0) as m0,
-- 26|   join periods_1 on day_ >= d0 - interval 1 month and day_ < d0 - interval 1 month + interval 1 month
-- 27 is left out
-- 28 is left out
-- 32|     cast(date_format(`day`, '%Y-%m-01') as date) as d0,
-- 36|   where `day` >= cast(? as date) and `day` < cast(? as date)
-- 40| order by `sales.day.month` <=> null, `sales.day.month`
-- clickhouse:
-- 1| -- ["2024-01-28","2025-02-03","2024-04-01","2024-12-31","2024-04-01","2025-01-01"]
-- 4|     toDate32("day") as day_,
-- 5|     sumOrNull("amount" + toDecimal128(0, 0)) as s0
-- 7|   where "day" >= {p1:Date32}
-- 8|     and "day" < {p2:Date32}
-- 11| periods_1 as (
-- 12|   select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
-- 13|   from (
-- 14|     select toStartOfMonth(toDate32({p3:Date32})) as lo, toStartOfMonth(toDate32({p4:Date32})) as hi
-- 14+|   ) as bounds
-- 14+|   where lo <= hi
-- 22|     d0,
-- 23|     sumOrNull(s0 + toDecimal128(0, 0)) as m0,
-- 26|   join periods_1 on day_ >= (d0 + toIntervalMonth(-1)) and day_ < ((d0 + toIntervalMonth(-1)) + toIntervalMonth(1))
-- 27 is left out
-- 28 is left out
-- 32|     toStartOfMonth(toDate32("day")) as d0,
-- 34|     sumOrNull("amount" + toDecimal128(0, 0)) as m1
-- 36|   where "day" >= {p5:Date32} and "day" < {p6:Date32}
-- 40| order by 1 nulls last
-- 41| limit 21
-- 41+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 1| -- ["2024-01-28","2025-02-03","2024-04-01","2024-12-31","2024-04-01","2025-01-01"]
-- 4|     cast("day" as date) as day_,
-- 7|   where "day" >= cast(? as date)
-- 8|     and "day" < cast(? as date)
-- 11| periods_1 as (
-- 12|   select date_add('month', many * 10000 + few, lo) as d0
-- 13|   from (
-- 14|     select cast(date_trunc('month', cast(? as date)) as date) as lo, cast(date_trunc('month', cast(? as date)) as date) as hi
-- 14+|   ) as bounds
-- 14+|   cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
-- 14+|   cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
-- 14+|   where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
-- 22|     d0,
-- 23|     sum(s0) as m0,
-- 26|   join periods_1 on day_ >= date_add('month', -1, d0) and day_ < date_add('month', 1, date_add('month', -1, d0))
-- 27 is left out
-- 28 is left out
-- 32|     cast(date_trunc('month', "day") as date) as d0,
-- 36|   where "day" >= cast(? as date) and "day" < cast(? as date)
-- bigquery:
-- 1| -- ["2024-01-28","2025-02-03","2024-04-01","2024-12-31","2024-04-01","2025-01-01"]
-- 4|     cast(`day` as date) as day_,
-- 7|   where `day` >= cast(@p1 as date)
-- 8|     and `day` < cast(@p2 as date)
-- 11| periods_1 as (
-- 12|   select step as d0
-- 13|   from (
-- 14|     select date_trunc(cast(cast(@p3 as date) as date), month) as lo, date_trunc(cast(cast(@p4 as date) as date), month) as hi
-- 14+|   ) as bounds
-- 14+|   cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
-- 22|     d0,
-- 23|     sum(s0) as m0,
-- 26|   join periods_1 on day_ >= date_add(d0, interval -1 month) and day_ < date_add(date_add(d0, interval -1 month), interval 1 month)
-- 27 is left out
-- 28 is left out
-- 32|     date_trunc(cast(`day` as date), month) as d0,
-- 36|   where `day` >= cast(@p5 as date) and `day` < cast(@p6 as date)
-- databricks:
-- 1| -- ["2024-01-28","2025-02-03","2024-04-01","2024-12-31","2024-04-01","2025-01-01"]
-- 4|     cast(`day` as date) as day_,
-- 7|   where `day` >= cast(:p1 as date)
-- 8|     and `day` < cast(:p2 as date)
-- 11| periods_1 as (
-- 12|   select explode(sequence(lo, hi, interval 1 month)) as d0
-- 13|   from (
-- 14|     select cast(date_trunc('month', cast(:p3 as date)) as date) as lo, cast(date_trunc('month', cast(:p4 as date)) as date) as hi
-- 14+|   ) as bounds
-- 14+|   where lo <= hi
-- 22|     d0,
-- 23|     sum(s0) as m0,
-- 26|   join periods_1 on day_ >= cast(dateadd(month, -1, d0) as date) and day_ < cast(dateadd(month, 1, cast(dateadd(month, -1, d0) as date)) as date)
-- 27 is left out
-- 28 is left out
-- 32|     cast(date_trunc('month', `day`) as date) as d0,
-- 36|   where `day` >= cast(:p5 as date) and `day` < cast(:p6 as date)
-- snowflake:
-- 1| -- ["2024-01-28","2025-02-03","2024-04-01","2024-12-31","2024-04-01","2025-01-01"]
-- 4|     cast("day" as date) as day_,
-- 7|   where "day" >= cast(? as date)
-- 8|     and "day" < cast(? as date)
-- 11| periods_1 as (
-- 12|   select dateadd(month, cast(steps.value as integer), lo) as d0
-- 13|   from (
-- 14|     select cast(date_trunc('month', cast(? as date)) as date) as lo, cast(date_trunc('month', cast(? as date)) as date) as hi
-- 14+|   ) as bounds
-- 14+|   cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
-- 22|     d0,
-- 23|     sum(s0) as m0,
-- 26|   join periods_1 on day_ >= dateadd(month, -1, d0) and day_ < dateadd(month, 1, dateadd(month, -1, d0))
-- 27 is left out
-- 28 is left out
-- 32|     cast(date_trunc('month', "day") as date) as d0,
-- 36|   where "day" >= cast(? as date) and "day" < cast(? as date)
-- redshift:
-- 1| -- ["2024-01-28","2025-02-03","2024-04-01","2024-12-31","2024-04-01","2025-01-01"]
-- 4|     "day"::date as day_,
-- 7|   where "day" >= $1::date
-- 8|     and "day" < $2::date
-- 11| periods_1 as (
-- 12|   select dateadd(month, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
-- 13|   from (
-- 14|     select date_trunc('month', $3::date)::date as lo, date_trunc('month', $4::date)::date as hi
-- 14+|   ) as bounds
-- 14+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(month, lo, hi)
-- 14+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(month, lo, hi)
-- 14+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(month, lo, hi)
-- 14+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(month, lo, hi)
-- 14+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(month, lo, hi)
-- 14+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(month, lo, hi)
-- 14+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(month, lo, hi)
-- 22|     d0,
-- 23|     sum(s0) as m0,
-- 26|   join periods_1 on day_ >= dateadd(month, -1, d0)::date and day_ < dateadd(month, 1, dateadd(month, -1, d0)::date)::date
-- 27 is left out
-- 28 is left out

-- the month before the first row shows the month after
-- ["2023-03-01","2022-12-31","2022-12-31","2023-03-01"]
with facts_1 as (
  select
    date_trunc('month', "day")::date as period,
    sum("amount") as s0
  from "sales"
  where "day" < $1::date + interval '1 month' + interval '2 days' + interval '1 month'
    and "day" >= $2::date - interval '1 month' - interval '2 days'
  group by 1
),
bounds_1 as (
  select
    date_trunc('month', ($3::date + interval '1 day'))::date::date as lo,
    date_trunc('month', ($4::date - interval '1 day'))::date::date as hi
)
select
  (period - interval '1 month')::date as "sales.day.month",
  max(s0) as "sales.next_month"
from facts_1
cross join bounds_1
where period >= (lo + interval '1 month')::date
  and period <= (hi + interval '1 month')::date
group by 1
order by "sales.day.month" nulls last
limit 21;
-- duckdb: the same
-- mysql:
-- 1| -- ["2023-03-01","2022-12-31","2022-12-31","2022-12-31","2023-03-01"]
-- 2| with recursive facts_1 as (
-- 4|     date(`day`) as day_,
-- 7|   where `day` < cast(? as date) + interval 1 month + interval 2 day + interval 1 month
-- 8|     and `day` >= cast(? as date) - interval 1 month - interval 2 day
-- 11| periods_1 as (
-- 13|     1 as n,
-- 14|     cast(date_format((cast(? as date) + interval 1 day), '%Y-%m-01') as date) as d0,
-- 14+|     cast(date_format((cast(? as date) + interval 1 day), '%Y-%m-01') as date) as first,
-- 14+|     cast(date_format((cast(? as date) - interval 1 day), '%Y-%m-01') as date) as last
-- 14+|   having first <= last
-- 14+|   union all
-- 14+|   select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
-- 14+|   from periods_1
-- 14+|   cross join (select 0 as bit union all select 1) as bits
-- 14+|   where first + interval (n * 2 + bit - 1) month <= last
-- 17|   d0 as `sales.day.month`,
-- 18|   sum(s0) as `sales.next_month`
-- 20| join periods_1 on day_ >= d0 + interval 1 month and day_ < d0 + interval 1 month + interval 1 month
-- 21 is left out
-- 22 is left out
-- 24| order by `sales.day.month` <=> null, `sales.day.month`
-- clickhouse:
-- 1| -- ["2023-05-03","2022-11-28","2023-01-01","2023-02-28"]
-- 4|     toDate32("day") as day_,
-- 5|     sumOrNull("amount" + toDecimal128(0, 0)) as s0
-- 7|   where "day" < {p1:Date32}
-- 8|     and "day" >= {p2:Date32}
-- 11| periods_1 as (
-- 12|   select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
-- 13|   from (
-- 14|     select toStartOfMonth(toDate32({p3:Date32})) as lo, toStartOfMonth(toDate32({p4:Date32})) as hi
-- 14+|   ) as bounds
-- 14+|   where lo <= hi
-- 17|   d0 as "sales.day.month",
-- 18|   sumOrNull(s0 + toDecimal128(0, 0)) as "sales.next_month"
-- 20| join periods_1 on day_ >= (d0 + toIntervalMonth(1)) and day_ < ((d0 + toIntervalMonth(1)) + toIntervalMonth(1))
-- 21 is left out
-- 22 is left out
-- 24| order by 1 nulls last
-- 25| limit 21
-- 25+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 1| -- ["2023-05-03","2022-11-28","2023-01-01","2023-02-28"]
-- 4|     cast("day" as date) as day_,
-- 7|   where "day" < cast(? as date)
-- 8|     and "day" >= cast(? as date)
-- 11| periods_1 as (
-- 12|   select date_add('month', many * 10000 + few, lo) as d0
-- 13|   from (
-- 14|     select cast(date_trunc('month', cast(? as date)) as date) as lo, cast(date_trunc('month', cast(? as date)) as date) as hi
-- 14+|   ) as bounds
-- 14+|   cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
-- 14+|   cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
-- 14+|   where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
-- 17|   d0 as "sales.day.month",
-- 18|   sum(s0) as "sales.next_month"
-- 20| join periods_1 on day_ >= date_add('month', 1, d0) and day_ < date_add('month', 1, date_add('month', 1, d0))
-- 21 is left out
-- 22 is left out
-- bigquery:
-- 1| -- ["2023-05-03","2022-11-28","2023-01-01","2023-02-28"]
-- 4|     cast(`day` as date) as day_,
-- 7|   where `day` < cast(@p1 as date)
-- 8|     and `day` >= cast(@p2 as date)
-- 11| periods_1 as (
-- 12|   select step as d0
-- 13|   from (
-- 14|     select date_trunc(cast(cast(@p3 as date) as date), month) as lo, date_trunc(cast(cast(@p4 as date) as date), month) as hi
-- 14+|   ) as bounds
-- 14+|   cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
-- 17|   d0 as `sales__day__month`,
-- 18|   sum(s0) as `sales__next_month`
-- 20| join periods_1 on day_ >= date_add(d0, interval 1 month) and day_ < date_add(date_add(d0, interval 1 month), interval 1 month)
-- 21 is left out
-- 22 is left out
-- databricks:
-- 1| -- ["2023-05-03","2022-11-28","2023-01-01","2023-02-28"]
-- 4|     cast(`day` as date) as day_,
-- 7|   where `day` < cast(:p1 as date)
-- 8|     and `day` >= cast(:p2 as date)
-- 11| periods_1 as (
-- 12|   select explode(sequence(lo, hi, interval 1 month)) as d0
-- 13|   from (
-- 14|     select cast(date_trunc('month', cast(:p3 as date)) as date) as lo, cast(date_trunc('month', cast(:p4 as date)) as date) as hi
-- 14+|   ) as bounds
-- 14+|   where lo <= hi
-- 17|   d0 as `sales.day.month`,
-- 18|   sum(s0) as `sales.next_month`
-- 20| join periods_1 on day_ >= cast(dateadd(month, 1, d0) as date) and day_ < cast(dateadd(month, 1, cast(dateadd(month, 1, d0) as date)) as date)
-- 21 is left out
-- 22 is left out
-- snowflake:
-- 1| -- ["2023-05-03","2022-11-28","2023-01-01","2023-02-28"]
-- 4|     cast("day" as date) as day_,
-- 7|   where "day" < cast(? as date)
-- 8|     and "day" >= cast(? as date)
-- 11| periods_1 as (
-- 12|   select dateadd(month, cast(steps.value as integer), lo) as d0
-- 13|   from (
-- 14|     select cast(date_trunc('month', cast(? as date)) as date) as lo, cast(date_trunc('month', cast(? as date)) as date) as hi
-- 14+|   ) as bounds
-- 14+|   cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
-- 17|   d0 as "sales.day.month",
-- 18|   sum(s0) as "sales.next_month"
-- 20| join periods_1 on day_ >= dateadd(month, 1, d0) and day_ < dateadd(month, 1, dateadd(month, 1, d0))
-- 21 is left out
-- 22 is left out
-- redshift:
-- 1| -- ["2023-05-03","2022-11-28","2023-01-01","2023-02-28"]
-- 4|     "day"::date as day_,
-- 7|   where "day" < $1::date
-- 8|     and "day" >= $2::date
-- 11| periods_1 as (
-- 12|   select dateadd(month, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
-- 13|   from (
-- 14|     select date_trunc('month', $3::date)::date as lo, date_trunc('month', $4::date)::date as hi
-- 14+|   ) as bounds
-- 14+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(month, lo, hi)
-- 14+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(month, lo, hi)
-- 14+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(month, lo, hi)
-- 14+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(month, lo, hi)
-- 14+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(month, lo, hi)
-- 14+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(month, lo, hi)
-- 14+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(month, lo, hi)
-- 17|   d0 as "sales.day.month",
-- 18|   sum(s0) as "sales.next_month"
-- 20| join periods_1 on day_ >= dateadd(month, 1, d0)::date and day_ < dateadd(month, 1, dateadd(month, 1, d0)::date)::date
-- 21 is left out
-- 22 is left out

-- without a filter the periods end with the rows of another fact
-- ["2024-02-01","2024-02-01","2024-02-01"]
with facts_1 as (
  select
    date_trunc('month', "days"."day")::date as period,
    sum("sales"."amount") as s0
  from "sales"
  left join "days" on "days"."day" = "sales"."day"
  group by 1
),
extent_1 as (
  select
    min(period) as earliest,
    max(period) as latest
  from facts_1
  union all
  select
    min(date_trunc('month', "days"."day")::date) as earliest,
    max(date_trunc('month', "days"."day")::date) as latest
  from "visits"
  left join "days" on "days"."day" = "visits"."day"
  where "days"."day" >= $1::date
),
bounds_1 as (
  select
    date_trunc('month', $2::date)::date::date as lo,
    max(latest)::date as hi
  from extent_1
),
followed_1 as (
  select
    period,
    s0,
    lead(period) over (order by period) as next
  from facts_1
  where period is not null
),
spread_1 as (
  select
    period,
    s0
  from followed_1
  union all
  select
    generate_series(greatest(period + interval '1 month', lo)::timestamp, case when not isfinite(greatest(period, lo)) or not isfinite(least(next, hi)) then concat('fillGaps: over 100000 periods', substr(period::text, 1, 0))::date else least(next - interval '1 month', hi) end::timestamp, interval '1 month')::date as period,
    null as s0
  from followed_1
  cross join bounds_1
  where period < least(next - interval '1 month', hi)
),
framed_1 as (
  select
    period,
    sum(s0) over (order by period rows unbounded preceding) as s0
  from spread_1
)
select
  d0 as "days.day.month",
  max(m0) as "sales.running_days",
  coalesce(max(m1), 0) as "visits.count"
from (
  select
    period as d0,
    max(s0) as m0,
    null as m1
  from framed_1
  cross join bounds_1
  where period >= lo
    and period <= hi
  group by 1
  union all
  select
    date_trunc('month', "days"."day")::date as d0,
    null as m0,
    count(*) as m1
  from "visits"
  left join "days" on "days"."day" = "visits"."day"
  where "days"."day" >= $3::date
  group by 1
) as branches
group by 1
order by "days.day.month" nulls last
limit 21;
-- totals
-- ["2024-02-01","2024-02-01","2024-02-01"]
with facts_1 as (
  select
    "days"."day"::date as day_,
    sum("sales"."amount") as s0
  from "sales"
  left join "days" on "days"."day" = "sales"."day"
  group by 1
),
extent_1 as (
  select
    min(date_trunc('month', day_)::date) as earliest,
    max(date_trunc('month', day_)::date) as latest
  from facts_1
  union all
  select
    min(date_trunc('month', "days"."day")::date) as earliest,
    max(date_trunc('month', "days"."day")::date) as latest
  from "visits"
  left join "days" on "days"."day" = "visits"."day"
  where "days"."day" >= $1::date
),
periods_1 as (
  select generate_series(date_trunc('month', $2::date)::date::timestamp, case when not isfinite(date_trunc('month', $2::date)::date) or not isfinite(max(latest)) then concat('fillGaps: over 100000 periods', substr(max(latest)::text, 1, 0))::date else max(latest) end::timestamp, interval '1 month')::date as d0
  from extent_1
)
select
  max(m0) as "sales.running_days",
  coalesce(max(m1), 0) as "visits.count"
from (
  select
    sum(s0) as m0,
    null as m1
  from facts_1
  where day_ in (
    select day_
    from (select distinct day_ from facts_1) as days_
    join periods_1 on day_ < periods_1.d0 + interval '1 month'
  )
  union all
  select
    null as m0,
    count(*) as m1
  from "visits"
  left join "days" on "days"."day" = "visits"."day"
  where "days"."day" >= $3::date
) as branches;
-- duckdb:
-- 44|     unnest(generate_series(greatest(period + interval '1 month', lo)::timestamp, case when not isfinite(greatest(period, lo)) or not isfinite(least(next, hi)) then concat('fillGaps: over 100000 periods', substr(period::text, 1, 0))::date else least(next - interval '1 month', hi) end::timestamp, interval '1 month'))::date as period,
-- 107|   select unnest(generate_series(date_trunc('month', $2::date)::date::timestamp, case when not isfinite(date_trunc('month', $2::date)::date) or not isfinite(max(latest)) then concat('fillGaps: over 100000 periods', substr(max(latest)::text, 1, 0))::date else max(latest) end::timestamp, interval '1 month'))::date as d0
-- mysql:
-- 1| -- ["2024-02-01","2024-02-01","2024-02-01","2024-02-01"]
-- 2| with recursive facts_1 as (
-- 4|     date(`days`.`day`) as day_,
-- 12|     min(cast(date_format(day_, '%Y-%m-01') as date)) as earliest,
-- 13|     max(cast(date_format(day_, '%Y-%m-01') as date)) as latest
-- 17|     min(cast(date_format(`days`.`day`, '%Y-%m-01') as date)) as earliest,
-- 18|     max(cast(date_format(`days`.`day`, '%Y-%m-01') as date)) as latest
-- 21|   where `days`.`day` >= cast(? as date)
-- 23| periods_1 as (
-- 25|     1 as n,
-- 26|     cast(date_format(cast(? as date), '%Y-%m-01') as date) as d0,
-- 26+|     cast(date_format(cast(? as date), '%Y-%m-01') as date) as first,
-- 26+|     max(latest) as last
-- 28|   having first <= last
-- 29 is left out
-- 30 is left out
-- 31 is left out
-- 32 is left out
-- 33 is left out
-- 34 is left out
-- 35 is left out
-- 36 is left out
-- 37 is left out
-- 38 is left out
-- 39 is left out
-- 40 is left out
-- 41 is left out
-- 43|   select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
-- 44|   from periods_1
-- 45|   cross join (select 0 as bit union all select 1) as bits
-- 46|   where first + interval (n * 2 + bit - 1) month <= last
-- 47 is left out
-- 48 is left out
-- 49 is left out
-- 50 is left out
-- 51 is left out
-- 52 is left out
-- 53 is left out
-- 54 is left out
-- 62|     d0,
-- 63|     sum(s0) as m0,
-- 65|   from facts_1
-- 66|   join periods_1 on day_ < d0 + interval 1 month
-- 67 is left out
-- 68 is left out
-- 72|     cast(date_format(`days`.`day`, '%Y-%m-01') as date) as d0,
-- 77|   where `days`.`day` >= cast(? as date)
-- 81| order by `days.day.month` <=> null, `days.day.month`
-- 84| -- ["2024-02-01","2024-02-01","2024-02-01","2024-02-01"]
-- 85| with recursive facts_1 as (
-- 87|     date(`days`.`day`) as day_,
-- 95|     min(cast(date_format(day_, '%Y-%m-01') as date)) as earliest,
-- 96|     max(cast(date_format(day_, '%Y-%m-01') as date)) as latest
-- 100|     min(cast(date_format(`days`.`day`, '%Y-%m-01') as date)) as earliest,
-- 101|     max(cast(date_format(`days`.`day`, '%Y-%m-01') as date)) as latest
-- 104|   where `days`.`day` >= cast(? as date)
-- 107|   select
-- 107+|     1 as n,
-- 107+|     cast(date_format(cast(? as date), '%Y-%m-01') as date) as d0,
-- 107+|     cast(date_format(cast(? as date), '%Y-%m-01') as date) as first,
-- 107+|     max(latest) as last
-- 108+|   having first <= last
-- 108+|   union all
-- 108+|   select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
-- 108+|   from periods_1
-- 108+|   cross join (select 0 as bit union all select 1) as bits
-- 108+|   where first + interval (n * 2 + bit - 1) month <= last
-- 121|     join periods_1 on day_ < periods_1.d0 + interval 1 month
-- 129|   where `days`.`day` >= cast(? as date)
-- clickhouse:
-- 4|     toDate32("days"."day") as day_,
-- 5|     sumOrNull("sales"."amount" + toDecimal128(0, 0)) as s0
-- 12|     minOrNull(toStartOfMonth(toDate32(day_))) as earliest,
-- 13|     maxOrNull(toStartOfMonth(toDate32(day_))) as latest
-- 17|     minOrNull(toStartOfMonth(toDate32("days"."day"))) as earliest,
-- 18|     maxOrNull(toStartOfMonth(toDate32("days"."day"))) as latest
-- 21|   where "days"."day" >= {p1:Date32}
-- 23| periods_1 as (
-- 24|   select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
-- 25|   from (
-- 26|     select
-- 27|       toStartOfMonth(toDate32({p2:Date32})) as lo,
-- 28|       maxOrNull(latest) as hi
-- 29|     from extent_1
-- 30|   ) as bounds
-- 31|   where lo <= hi
-- 32 is left out
-- 33 is left out
-- 34 is left out
-- 35 is left out
-- 36 is left out
-- 37 is left out
-- 38 is left out
-- 39 is left out
-- 40 is left out
-- 41 is left out
-- 42 is left out
-- 43 is left out
-- 44 is left out
-- 45 is left out
-- 46 is left out
-- 47 is left out
-- 48 is left out
-- 49 is left out
-- 50 is left out
-- 51 is left out
-- 52 is left out
-- 53 is left out
-- 54 is left out
-- 62|     d0,
-- 63|     sumOrNull(s0 + toDecimal128(0, 0)) as m0,
-- 65|   from facts_1
-- 66|   join periods_1 on day_ < (d0 + toIntervalMonth(1))
-- 67 is left out
-- 68 is left out
-- 72|     toStartOfMonth(toDate32("days"."day")) as d0,
-- 77|   where "days"."day" >= {p3:Date32}
-- 81| order by 1 nulls last
-- 82| limit 21
-- 82+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- 87|     toDate32("days"."day") as day_,
-- 88|     sumOrNull("sales"."amount" + toDecimal128(0, 0)) as s0
-- 95|     minOrNull(toStartOfMonth(toDate32(day_))) as earliest,
-- 96|     maxOrNull(toStartOfMonth(toDate32(day_))) as latest
-- 100|     minOrNull(toStartOfMonth(toDate32("days"."day"))) as earliest,
-- 101|     maxOrNull(toStartOfMonth(toDate32("days"."day"))) as latest
-- 104|   where "days"."day" >= {p1:Date32}
-- 107|   select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
-- 108|   from (
-- 108+|     select
-- 108+|       toStartOfMonth(toDate32({p2:Date32})) as lo,
-- 108+|       maxOrNull(latest) as hi
-- 108+|     from extent_1
-- 108+|   ) as bounds
-- 108+|   where lo <= hi
-- 115|     sumOrNull(s0 + toDecimal128(0, 0)) as m0,
-- 121|     join periods_1 on day_ < (periods_1.d0 + toIntervalMonth(1))
-- 129|   where "days"."day" >= {p3:Date32}
-- 130| ) as branches
-- 130+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 4|     cast("days"."day" as date) as day_,
-- 12|     min(cast(date_trunc('month', day_) as date)) as earliest,
-- 13|     max(cast(date_trunc('month', day_) as date)) as latest
-- 17|     min(cast(date_trunc('month', "days"."day") as date)) as earliest,
-- 18|     max(cast(date_trunc('month', "days"."day") as date)) as latest
-- 21|   where "days"."day" >= cast(? as date)
-- 23| periods_1 as (
-- 24|   select date_add('month', many * 10000 + few, lo) as d0
-- 25|   from (
-- 26|     select
-- 27|       cast(date_trunc('month', cast(? as date)) as date) as lo,
-- 28|       max(latest) as hi
-- 29|     from extent_1
-- 30|   ) as bounds
-- 31|   cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
-- 32|   cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
-- 33|   where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
-- 34 is left out
-- 35 is left out
-- 36 is left out
-- 37 is left out
-- 38 is left out
-- 39 is left out
-- 40 is left out
-- 41 is left out
-- 42 is left out
-- 43 is left out
-- 44 is left out
-- 45 is left out
-- 46 is left out
-- 47 is left out
-- 48 is left out
-- 49 is left out
-- 50 is left out
-- 51 is left out
-- 52 is left out
-- 53 is left out
-- 54 is left out
-- 62|     d0,
-- 63|     sum(s0) as m0,
-- 65|   from facts_1
-- 66|   join periods_1 on day_ < date_add('month', 1, d0)
-- 67 is left out
-- 68 is left out
-- 72|     cast(date_trunc('month', "days"."day") as date) as d0,
-- 77|   where "days"."day" >= cast(? as date)
-- 87|     cast("days"."day" as date) as day_,
-- 95|     min(cast(date_trunc('month', day_) as date)) as earliest,
-- 96|     max(cast(date_trunc('month', day_) as date)) as latest
-- 100|     min(cast(date_trunc('month', "days"."day") as date)) as earliest,
-- 101|     max(cast(date_trunc('month', "days"."day") as date)) as latest
-- 104|   where "days"."day" >= cast(? as date)
-- 107|   select date_add('month', many * 10000 + few, lo) as d0
-- 108|   from (
-- 108+|     select
-- 108+|       cast(date_trunc('month', cast(? as date)) as date) as lo,
-- 108+|       max(latest) as hi
-- 108+|     from extent_1
-- 108+|   ) as bounds
-- 108+|   cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
-- 108+|   cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
-- 108+|   where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
-- 121|     join periods_1 on day_ < date_add('month', 1, periods_1.d0)
-- 129|   where "days"."day" >= cast(? as date)
-- bigquery:
-- 4|     cast(`days`.`day` as date) as day_,
-- 12|     min(date_trunc(cast(day_ as date), month)) as earliest,
-- 13|     max(date_trunc(cast(day_ as date), month)) as latest
-- 17|     min(date_trunc(cast(`days`.`day` as date), month)) as earliest,
-- 18|     max(date_trunc(cast(`days`.`day` as date), month)) as latest
-- 21|   where `days`.`day` >= cast(@p1 as date)
-- 23| periods_1 as (
-- 24|   select step as d0
-- 25|   from (
-- 26|     select
-- 27|       date_trunc(cast(cast(@p2 as date) as date), month) as lo,
-- 28|       max(latest) as hi
-- 29|     from extent_1
-- 30|   ) as bounds
-- 31|   cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
-- 32 is left out
-- 33 is left out
-- 34 is left out
-- 35 is left out
-- 36 is left out
-- 37 is left out
-- 38 is left out
-- 39 is left out
-- 40 is left out
-- 41 is left out
-- 42 is left out
-- 43 is left out
-- 44 is left out
-- 45 is left out
-- 46 is left out
-- 47 is left out
-- 48 is left out
-- 49 is left out
-- 50 is left out
-- 51 is left out
-- 52 is left out
-- 53 is left out
-- 54 is left out
-- 62|     d0,
-- 63|     sum(s0) as m0,
-- 65|   from facts_1
-- 66|   join periods_1 on day_ < date_add(d0, interval 1 month)
-- 67 is left out
-- 68 is left out
-- 72|     date_trunc(cast(`days`.`day` as date), month) as d0,
-- 77|   where `days`.`day` >= cast(@p3 as date)
-- 87|     cast(`days`.`day` as date) as day_,
-- 95|     min(date_trunc(cast(day_ as date), month)) as earliest,
-- 96|     max(date_trunc(cast(day_ as date), month)) as latest
-- 100|     min(date_trunc(cast(`days`.`day` as date), month)) as earliest,
-- 101|     max(date_trunc(cast(`days`.`day` as date), month)) as latest
-- 104|   where `days`.`day` >= cast(@p1 as date)
-- 107|   select step as d0
-- 108|   from (
-- 108+|     select
-- 108+|       date_trunc(cast(cast(@p2 as date) as date), month) as lo,
-- 108+|       max(latest) as hi
-- 108+|     from extent_1
-- 108+|   ) as bounds
-- 108+|   cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
-- 121|     join periods_1 on day_ < date_add(periods_1.d0, interval 1 month)
-- 129|   where `days`.`day` >= cast(@p3 as date)
-- databricks:
-- 4|     cast(`days`.`day` as date) as day_,
-- 12|     min(cast(date_trunc('month', day_) as date)) as earliest,
-- 13|     max(cast(date_trunc('month', day_) as date)) as latest
-- 17|     min(cast(date_trunc('month', `days`.`day`) as date)) as earliest,
-- 18|     max(cast(date_trunc('month', `days`.`day`) as date)) as latest
-- 21|   where `days`.`day` >= cast(:p1 as date)
-- 23| periods_1 as (
-- 24|   select explode(sequence(lo, hi, interval 1 month)) as d0
-- 25|   from (
-- 26|     select
-- 27|       cast(date_trunc('month', cast(:p2 as date)) as date) as lo,
-- 28|       max(latest) as hi
-- 29|     from extent_1
-- 30|   ) as bounds
-- 31|   where lo <= hi
-- 32 is left out
-- 33 is left out
-- 34 is left out
-- 35 is left out
-- 36 is left out
-- 37 is left out
-- 38 is left out
-- 39 is left out
-- 40 is left out
-- 41 is left out
-- 42 is left out
-- 43 is left out
-- 44 is left out
-- 45 is left out
-- 46 is left out
-- 47 is left out
-- 48 is left out
-- 49 is left out
-- 50 is left out
-- 51 is left out
-- 52 is left out
-- 53 is left out
-- 54 is left out
-- 62|     d0,
-- 63|     sum(s0) as m0,
-- 65|   from facts_1
-- 66|   join periods_1 on day_ < cast(dateadd(month, 1, d0) as date)
-- 67 is left out
-- 68 is left out
-- 72|     cast(date_trunc('month', `days`.`day`) as date) as d0,
-- 77|   where `days`.`day` >= cast(:p3 as date)
-- 87|     cast(`days`.`day` as date) as day_,
-- 95|     min(cast(date_trunc('month', day_) as date)) as earliest,
-- 96|     max(cast(date_trunc('month', day_) as date)) as latest
-- 100|     min(cast(date_trunc('month', `days`.`day`) as date)) as earliest,
-- 101|     max(cast(date_trunc('month', `days`.`day`) as date)) as latest
-- 104|   where `days`.`day` >= cast(:p1 as date)
-- 107|   select explode(sequence(lo, hi, interval 1 month)) as d0
-- 108|   from (
-- 108+|     select
-- 108+|       cast(date_trunc('month', cast(:p2 as date)) as date) as lo,
-- 108+|       max(latest) as hi
-- 108+|     from extent_1
-- 108+|   ) as bounds
-- 108+|   where lo <= hi
-- 121|     join periods_1 on day_ < cast(dateadd(month, 1, periods_1.d0) as date)
-- 129|   where `days`.`day` >= cast(:p3 as date)
-- snowflake:
-- 4|     cast("days"."day" as date) as day_,
-- 12|     min(cast(date_trunc('month', day_) as date)) as earliest,
-- 13|     max(cast(date_trunc('month', day_) as date)) as latest
-- 17|     min(cast(date_trunc('month', "days"."day") as date)) as earliest,
-- 18|     max(cast(date_trunc('month', "days"."day") as date)) as latest
-- 21|   where "days"."day" >= cast(? as date)
-- 23| periods_1 as (
-- 24|   select dateadd(month, cast(steps.value as integer), lo) as d0
-- 25|   from (
-- 26|     select
-- 27|       cast(date_trunc('month', cast(? as date)) as date) as lo,
-- 28|       max(latest) as hi
-- 29|     from extent_1
-- 30|   ) as bounds
-- 31|   cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
-- 32 is left out
-- 33 is left out
-- 34 is left out
-- 35 is left out
-- 36 is left out
-- 37 is left out
-- 38 is left out
-- 39 is left out
-- 40 is left out
-- 41 is left out
-- 42 is left out
-- 43 is left out
-- 44 is left out
-- 45 is left out
-- 46 is left out
-- 47 is left out
-- 48 is left out
-- 49 is left out
-- 50 is left out
-- 51 is left out
-- 52 is left out
-- 53 is left out
-- 54 is left out
-- 62|     d0,
-- 63|     sum(s0) as m0,
-- 65|   from facts_1
-- 66|   join periods_1 on day_ < dateadd(month, 1, d0)
-- 67 is left out
-- 68 is left out
-- 72|     cast(date_trunc('month', "days"."day") as date) as d0,
-- 77|   where "days"."day" >= cast(? as date)
-- 87|     cast("days"."day" as date) as day_,
-- 95|     min(cast(date_trunc('month', day_) as date)) as earliest,
-- 96|     max(cast(date_trunc('month', day_) as date)) as latest
-- 100|     min(cast(date_trunc('month', "days"."day") as date)) as earliest,
-- 101|     max(cast(date_trunc('month', "days"."day") as date)) as latest
-- 104|   where "days"."day" >= cast(? as date)
-- 107|   select dateadd(month, cast(steps.value as integer), lo) as d0
-- 108|   from (
-- 108+|     select
-- 108+|       cast(date_trunc('month', cast(? as date)) as date) as lo,
-- 108+|       max(latest) as hi
-- 108+|     from extent_1
-- 108+|   ) as bounds
-- 108+|   cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
-- 121|     join periods_1 on day_ < dateadd(month, 1, periods_1.d0)
-- 129|   where "days"."day" >= cast(? as date)
-- redshift:
-- 4|     "days"."day"::date as day_,
-- 12|     min(date_trunc('month', day_)::date) as earliest,
-- 13|     max(date_trunc('month', day_)::date) as latest
-- 23| periods_1 as (
-- 24|   select dateadd(month, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
-- 25|   from (
-- 26|     select
-- 27|       date_trunc('month', $2::date)::date as lo,
-- 28|       max(latest) as hi
-- 29|     from extent_1
-- 30|   ) as bounds
-- 31|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(month, lo, hi)
-- 32|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(month, lo, hi)
-- 33|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(month, lo, hi)
-- 34|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(month, lo, hi)
-- 35|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(month, lo, hi)
-- 36|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(month, lo, hi)
-- 37|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(month, lo, hi)
-- 38 is left out
-- 39 is left out
-- 40 is left out
-- 41 is left out
-- 42 is left out
-- 43 is left out
-- 44 is left out
-- 45 is left out
-- 46 is left out
-- 47 is left out
-- 48 is left out
-- 49 is left out
-- 50 is left out
-- 51 is left out
-- 52 is left out
-- 53 is left out
-- 54 is left out
-- 62|     d0,
-- 63|     sum(s0) as m0,
-- 65|   from facts_1
-- 66|   join periods_1 on day_ < dateadd(month, 1, d0)::date
-- 67 is left out
-- 68 is left out
-- 107|   select dateadd(month, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
-- 108|   from (
-- 108+|     select
-- 108+|       date_trunc('month', $2::date)::date as lo,
-- 108+|       max(latest) as hi
-- 108+|     from extent_1
-- 108+|   ) as bounds
-- 108+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(month, lo, hi)
-- 108+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(month, lo, hi)
-- 108+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(month, lo, hi)
-- 108+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(month, lo, hi)
-- 108+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(month, lo, hi)
-- 108+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(month, lo, hi)
-- 108+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(month, lo, hi)
-- 121|     join periods_1 on day_ < dateadd(month, 1, periods_1.d0)::date

-- a filter on another fact's measure also applies to months of that fact alone
-- ["0"]
with facts_1 as (
  select
    date_trunc('month', "days"."day")::date as period,
    sum("sales"."amount") as s0
  from "sales"
  left join "days" on "days"."day" = "sales"."day"
  group by 1
),
extent_1 as (
  select
    min(period) as earliest,
    max(period) as latest
  from facts_1
  union all
  select
    min(date_trunc('month', "days"."day")::date) as earliest,
    max(date_trunc('month', "days"."day")::date) as latest
  from "visits"
  left join "days" on "days"."day" = "visits"."day"
),
bounds_1 as (
  select
    min(earliest)::date as lo,
    max(latest)::date as hi
  from extent_1
),
followed_1 as (
  select
    period,
    s0,
    lead(period) over (order by period) as next
  from facts_1
  where period is not null
),
spread_1 as (
  select
    period,
    s0
  from followed_1
  union all
  select
    generate_series(greatest(period + interval '1 month', lo)::timestamp, case when not isfinite(greatest(period, lo)) or not isfinite(least(next, hi)) then concat('fillGaps: over 100000 periods', substr(period::text, 1, 0))::date else least(next - interval '1 month', hi) end::timestamp, interval '1 month')::date as period,
    null as s0
  from followed_1
  cross join bounds_1
  where period < least(next - interval '1 month', hi)
),
framed_1 as (
  select
    period,
    sum(s0) over (order by period rows unbounded preceding) as s0
  from spread_1
)
select
  d0 as "days.day.month",
  max(m0) as "sales.running_days"
from (
  select
    period as d0,
    max(s0) as m0,
    null as m1
  from framed_1
  cross join bounds_1
  where period >= lo
    and period <= hi
  group by 1
  union all
  select
    date_trunc('month', "days"."day")::date as d0,
    null as m0,
    count(*) as m1
  from "visits"
  left join "days" on "days"."day" = "visits"."day"
  group by 1
) as branches
group by 1
having coalesce(max(m1), 0) > $1::bigint
order by "days.day.month" nulls last
limit 21;
-- totals
-- ["0"]
with facts_1 as (
  select date_trunc('month', "days"."day")::date as period
  from "sales"
  left join "days" on "days"."day" = "sales"."day"
  group by 1
),
extent_1 as (
  select
    min(period) as earliest,
    max(period) as latest
  from facts_1
  union all
  select
    min(date_trunc('month', "days"."day")::date) as earliest,
    max(date_trunc('month', "days"."day")::date) as latest
  from "visits"
  left join "days" on "days"."day" = "visits"."day"
),
bounds_1 as (
  select
    min(earliest)::date as lo,
    max(latest)::date as hi
  from extent_1
),
followed_1 as (
  select
    period,
    lead(period) over (order by period) as next
  from facts_1
  where period is not null
),
spread_1 as (
  select period
  from followed_1
  union all
  select generate_series(greatest(period + interval '1 month', lo)::timestamp, case when not isfinite(greatest(period, lo)) or not isfinite(least(next, hi)) then concat('fillGaps: over 100000 periods', substr(period::text, 1, 0))::date else least(next - interval '1 month', hi) end::timestamp, interval '1 month')::date as period
  from followed_1
  cross join bounds_1
  where period < least(next - interval '1 month', hi)
),
framed_1 as (
  select period
  from spread_1
),
picked_1 as (
  select d0
  from (
    select
      period as d0,
      null as m0
    from framed_1
    cross join bounds_1
    where period >= lo
      and period <= hi
    group by 1
    union all
    select
      date_trunc('month', "days"."day")::date as d0,
      count(*) as m0
    from "visits"
    left join "days" on "days"."day" = "visits"."day"
    group by 1
  ) as branches
  group by 1
  having coalesce(max(m0), 0) > $1::bigint
),
facts_2 as (
  select
    "days"."day"::date as day_,
    sum("sales"."amount") as s0
  from "sales"
  left join "days" on "days"."day" = "sales"."day"
  group by 1
),
extent_2 as (
  select
    min(date_trunc('month', day_)::date) as earliest,
    max(date_trunc('month', day_)::date) as latest
  from facts_2
  union all
  select
    min(date_trunc('month', "days"."day")::date) as earliest,
    max(date_trunc('month', "days"."day")::date) as latest
  from "visits"
  left join "days" on "days"."day" = "visits"."day"
),
periods_1 as (
  select generate_series(min(earliest)::timestamp, case when not isfinite(min(earliest)) or not isfinite(max(latest)) then concat('fillGaps: over 100000 periods', substr(max(latest)::text, 1, 0))::date else max(latest) end::timestamp, interval '1 month')::date as d0
  from extent_2
)
select sum(s0) as "sales.running_days"
from facts_2
where exists (
  select 1
  from periods_1
  join picked_1 on array[picked_1.d0] = array[periods_1.d0]
  where day_ < periods_1.d0 + interval '1 month'
);
-- duckdb:
-- 43|     unnest(generate_series(greatest(period + interval '1 month', lo)::timestamp, case when not isfinite(greatest(period, lo)) or not isfinite(least(next, hi)) then concat('fillGaps: over 100000 periods', substr(period::text, 1, 0))::date else least(next - interval '1 month', hi) end::timestamp, interval '1 month'))::date as period,
-- 118|   select unnest(generate_series(greatest(period + interval '1 month', lo)::timestamp, case when not isfinite(greatest(period, lo)) or not isfinite(least(next, hi)) then concat('fillGaps: over 100000 periods', substr(period::text, 1, 0))::date else least(next - interval '1 month', hi) end::timestamp, interval '1 month'))::date as period
-- 170|   select unnest(generate_series(min(earliest)::timestamp, case when not isfinite(min(earliest)) or not isfinite(max(latest)) then concat('fillGaps: over 100000 periods', substr(max(latest)::text, 1, 0))::date else max(latest) end::timestamp, interval '1 month'))::date as d0
-- 178|   join picked_1 on picked_1.d0 is not distinct from periods_1.d0
-- mysql:
-- 2| with recursive facts_1 as (
-- 4|     date(`days`.`day`) as day_,
-- 12|     min(cast(date_format(day_, '%Y-%m-01') as date)) as earliest,
-- 13|     max(cast(date_format(day_, '%Y-%m-01') as date)) as latest
-- 17|     min(cast(date_format(`days`.`day`, '%Y-%m-01') as date)) as earliest,
-- 18|     max(cast(date_format(`days`.`day`, '%Y-%m-01') as date)) as latest
-- 22| periods_1 as (
-- 24|     1 as n,
-- 25|     min(earliest) as d0,
-- 25+|     min(earliest) as first,
-- 25+|     max(latest) as last
-- 27|   having first <= last
-- 28 is left out
-- 29 is left out
-- 30 is left out
-- 31 is left out
-- 32 is left out
-- 33 is left out
-- 34 is left out
-- 35 is left out
-- 36 is left out
-- 37 is left out
-- 38 is left out
-- 39 is left out
-- 40 is left out
-- 42|   select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
-- 43|   from periods_1
-- 44|   cross join (select 0 as bit union all select 1) as bits
-- 45|   where first + interval (n * 2 + bit - 1) month <= last
-- 46 is left out
-- 47 is left out
-- 48 is left out
-- 49 is left out
-- 50 is left out
-- 51 is left out
-- 52 is left out
-- 53 is left out
-- 60|     d0,
-- 61|     sum(s0) as m0,
-- 63|   from facts_1
-- 64|   join periods_1 on day_ < d0 + interval 1 month
-- 65 is left out
-- 66 is left out
-- 70|     cast(date_format(`days`.`day`, '%Y-%m-01') as date) as d0,
-- 78| having coalesce(max(m1), 0) > cast(? as signed)
-- 79| order by `days.day.month` <=> null, `days.day.month`
-- 83| with recursive facts_1 as (
-- 84|   select date(`days`.`day`) as day_
-- 91|     min(cast(date_format(day_, '%Y-%m-01') as date)) as earliest,
-- 92|     max(cast(date_format(day_, '%Y-%m-01') as date)) as latest
-- 96|     min(cast(date_format(`days`.`day`, '%Y-%m-01') as date)) as earliest,
-- 97|     max(cast(date_format(`days`.`day`, '%Y-%m-01') as date)) as latest
-- 101| periods_1 as (
-- 103|     1 as n,
-- 104|     min(earliest) as d0,
-- 104+|     min(earliest) as first,
-- 104+|     max(latest) as last
-- 106|   having first <= last
-- 107 is left out
-- 108 is left out
-- 109 is left out
-- 110 is left out
-- 111 is left out
-- 112 is left out
-- 113 is left out
-- 114 is left out
-- 115 is left out
-- 116 is left out
-- 118|   select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
-- 119|   from periods_1
-- 120|   cross join (select 0 as bit union all select 1) as bits
-- 121|   where first + interval (n * 2 + bit - 1) month <= last
-- 123 is left out
-- 124 is left out
-- 125 is left out
-- 126 is left out
-- 131|       d0,
-- 133|     from facts_1
-- 134|     join periods_1 on day_ < d0 + interval 1 month
-- 135 is left out
-- 136 is left out
-- 140|       cast(date_format(`days`.`day`, '%Y-%m-01') as date) as d0,
-- 147|   having coalesce(max(m0), 0) > cast(? as signed)
-- 151|     date(`days`.`day`) as day_,
-- 159|     min(cast(date_format(day_, '%Y-%m-01') as date)) as earliest,
-- 160|     max(cast(date_format(day_, '%Y-%m-01') as date)) as latest
-- 164|     min(cast(date_format(`days`.`day`, '%Y-%m-01') as date)) as earliest,
-- 165|     max(cast(date_format(`days`.`day`, '%Y-%m-01') as date)) as latest
-- 169| periods_2 as (
-- 170|   select
-- 170+|     1 as n,
-- 170+|     min(earliest) as d0,
-- 170+|     min(earliest) as first,
-- 170+|     max(latest) as last
-- 171+|   having first <= last
-- 171+|   union all
-- 171+|   select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
-- 171+|   from periods_2
-- 171+|   cross join (select 0 as bit union all select 1) as bits
-- 171+|   where first + interval (n * 2 + bit - 1) month <= last
-- 177|   from periods_2
-- 178|   join picked_1 on picked_1.d0 <=> periods_2.d0
-- 179|   where day_ < periods_2.d0 + interval 1 month
-- clickhouse:
-- 4|     toDate32("days"."day") as day_,
-- 5|     sumOrNull("sales"."amount" + toDecimal128(0, 0)) as s0
-- 12|     minOrNull(toStartOfMonth(toDate32(day_))) as earliest,
-- 13|     maxOrNull(toStartOfMonth(toDate32(day_))) as latest
-- 17|     minOrNull(toStartOfMonth(toDate32("days"."day"))) as earliest,
-- 18|     maxOrNull(toStartOfMonth(toDate32("days"."day"))) as latest
-- 22| periods_1 as (
-- 23|   select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
-- 24|   from (
-- 25|     select
-- 26|       minOrNull(earliest) as lo,
-- 27|       maxOrNull(latest) as hi
-- 28|     from extent_1
-- 29|   ) as bounds
-- 30|   where lo <= hi
-- 31 is left out
-- 32 is left out
-- 33 is left out
-- 34 is left out
-- 35 is left out
-- 36 is left out
-- 37 is left out
-- 38 is left out
-- 39 is left out
-- 40 is left out
-- 41 is left out
-- 42 is left out
-- 43 is left out
-- 44 is left out
-- 45 is left out
-- 46 is left out
-- 47 is left out
-- 48 is left out
-- 49 is left out
-- 50 is left out
-- 51 is left out
-- 52 is left out
-- 53 is left out
-- 60|     d0,
-- 61|     sumOrNull(s0 + toDecimal128(0, 0)) as m0,
-- 63|   from facts_1
-- 64|   join periods_1 on day_ < (d0 + toIntervalMonth(1))
-- 65 is left out
-- 66 is left out
-- 70|     toStartOfMonth(toDate32("days"."day")) as d0,
-- 78| having coalesce(max(m1), 0) > {p1:Int64}
-- 79| order by 1 nulls last
-- 80| limit 21
-- 80+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- 84|   select toDate32("days"."day") as day_
-- 91|     minOrNull(toStartOfMonth(toDate32(day_))) as earliest,
-- 92|     maxOrNull(toStartOfMonth(toDate32(day_))) as latest
-- 96|     minOrNull(toStartOfMonth(toDate32("days"."day"))) as earliest,
-- 97|     maxOrNull(toStartOfMonth(toDate32("days"."day"))) as latest
-- 101| periods_1 as (
-- 102|   select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
-- 103|   from (
-- 104|     select
-- 105|       minOrNull(earliest) as lo,
-- 105+|       maxOrNull(latest) as hi
-- 105+|     from extent_1
-- 105+|   ) as bounds
-- 105+|   where lo <= hi
-- 107 is left out
-- 108 is left out
-- 109 is left out
-- 110 is left out
-- 111 is left out
-- 112 is left out
-- 113 is left out
-- 114 is left out
-- 115 is left out
-- 116 is left out
-- 117 is left out
-- 118 is left out
-- 119 is left out
-- 120 is left out
-- 121 is left out
-- 122 is left out
-- 123 is left out
-- 124 is left out
-- 125 is left out
-- 126 is left out
-- 131|       d0,
-- 133|     from facts_1
-- 134|     join periods_1 on day_ < (d0 + toIntervalMonth(1))
-- 135 is left out
-- 136 is left out
-- 140|       toStartOfMonth(toDate32("days"."day")) as d0,
-- 147|   having coalesce(max(m0), 0) > {p1:Int64}
-- 151|     toDate32("days"."day") as day_,
-- 152|     sumOrNull("sales"."amount" + toDecimal128(0, 0)) as s0
-- 159|     minOrNull(toStartOfMonth(toDate32(day_))) as earliest,
-- 160|     maxOrNull(toStartOfMonth(toDate32(day_))) as latest
-- 164|     minOrNull(toStartOfMonth(toDate32("days"."day"))) as earliest,
-- 165|     maxOrNull(toStartOfMonth(toDate32("days"."day"))) as latest
-- 169| periods_2 as (
-- 170|   select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
-- 171|   from (
-- 171+|     select
-- 171+|       minOrNull(earliest) as lo,
-- 171+|       maxOrNull(latest) as hi
-- 171+|     from extent_2
-- 171+|   ) as bounds
-- 171+|   where lo <= hi
-- 173| select sumOrNull(s0 + toDecimal128(0, 0)) as "sales.running_days"
-- 175| where toJSONString(tuple(facts_2.day_)) in (
-- 176|   select toJSONString(tuple(days_.day_))
-- 177|   from (select distinct day_ from facts_2) as days_
-- 178|   join periods_2 on day_ < (periods_2.d0 + toIntervalMonth(1))
-- 179|   join picked_1 on [picked_1.d0] = [periods_2.d0]
-- 180| )
-- 180+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', output_format_json_quote_denormals = 1;
-- trino:
-- 4|     cast("days"."day" as date) as day_,
-- 12|     min(cast(date_trunc('month', day_) as date)) as earliest,
-- 13|     max(cast(date_trunc('month', day_) as date)) as latest
-- 17|     min(cast(date_trunc('month', "days"."day") as date)) as earliest,
-- 18|     max(cast(date_trunc('month', "days"."day") as date)) as latest
-- 22| periods_1 as (
-- 23|   select date_add('month', many * 10000 + few, lo) as d0
-- 24|   from (
-- 25|     select
-- 26|       min(earliest) as lo,
-- 27|       max(latest) as hi
-- 28|     from extent_1
-- 29|   ) as bounds
-- 30|   cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
-- 31|   cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
-- 32|   where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
-- 33 is left out
-- 34 is left out
-- 35 is left out
-- 36 is left out
-- 37 is left out
-- 38 is left out
-- 39 is left out
-- 40 is left out
-- 41 is left out
-- 42 is left out
-- 43 is left out
-- 44 is left out
-- 45 is left out
-- 46 is left out
-- 47 is left out
-- 48 is left out
-- 49 is left out
-- 50 is left out
-- 51 is left out
-- 52 is left out
-- 53 is left out
-- 60|     d0,
-- 61|     sum(s0) as m0,
-- 63|   from facts_1
-- 64|   join periods_1 on day_ < date_add('month', 1, d0)
-- 65 is left out
-- 66 is left out
-- 70|     cast(date_trunc('month', "days"."day") as date) as d0,
-- 78| having coalesce(max(m1), 0) > cast(? as bigint)
-- 84|   select cast("days"."day" as date) as day_
-- 91|     min(cast(date_trunc('month', day_) as date)) as earliest,
-- 92|     max(cast(date_trunc('month', day_) as date)) as latest
-- 96|     min(cast(date_trunc('month', "days"."day") as date)) as earliest,
-- 97|     max(cast(date_trunc('month', "days"."day") as date)) as latest
-- 101| periods_1 as (
-- 102|   select date_add('month', many * 10000 + few, lo) as d0
-- 103|   from (
-- 104|     select
-- 105|       min(earliest) as lo,
-- 105+|       max(latest) as hi
-- 105+|     from extent_1
-- 105+|   ) as bounds
-- 105+|   cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
-- 105+|   cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
-- 105+|   where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
-- 107 is left out
-- 108 is left out
-- 109 is left out
-- 110 is left out
-- 111 is left out
-- 112 is left out
-- 113 is left out
-- 114 is left out
-- 115 is left out
-- 116 is left out
-- 117 is left out
-- 118 is left out
-- 119 is left out
-- 120 is left out
-- 121 is left out
-- 122 is left out
-- 123 is left out
-- 124 is left out
-- 125 is left out
-- 126 is left out
-- 131|       d0,
-- 133|     from facts_1
-- 134|     join periods_1 on day_ < date_add('month', 1, d0)
-- 135 is left out
-- 136 is left out
-- 140|       cast(date_trunc('month', "days"."day") as date) as d0,
-- 147|   having coalesce(max(m0), 0) > cast(? as bigint)
-- 151|     cast("days"."day" as date) as day_,
-- 159|     min(cast(date_trunc('month', day_) as date)) as earliest,
-- 160|     max(cast(date_trunc('month', day_) as date)) as latest
-- 164|     min(cast(date_trunc('month', "days"."day") as date)) as earliest,
-- 165|     max(cast(date_trunc('month', "days"."day") as date)) as latest
-- 169| periods_2 as (
-- 170|   select date_add('month', many * 10000 + few, lo) as d0
-- 171|   from (
-- 171+|     select
-- 171+|       min(earliest) as lo,
-- 171+|       max(latest) as hi
-- 171+|     from extent_2
-- 171+|   ) as bounds
-- 171+|   cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
-- 171+|   cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
-- 171+|   where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
-- 175| where json_format(cast(array[cast(facts_2.day_ as json)] as json)) in (
-- 176|   select json_format(cast(array[cast(days_.day_ as json)] as json))
-- 177|   from (select distinct day_ from facts_2) as days_
-- 178|   join periods_2 on day_ < date_add('month', 1, periods_2.d0)
-- 179|   join picked_1 on picked_1.d0 is not distinct from periods_2.d0
-- bigquery:
-- 4|     cast(`days`.`day` as date) as day_,
-- 12|     min(date_trunc(cast(day_ as date), month)) as earliest,
-- 13|     max(date_trunc(cast(day_ as date), month)) as latest
-- 17|     min(date_trunc(cast(`days`.`day` as date), month)) as earliest,
-- 18|     max(date_trunc(cast(`days`.`day` as date), month)) as latest
-- 22| periods_1 as (
-- 23|   select step as d0
-- 24|   from (
-- 25|     select
-- 26|       min(earliest) as lo,
-- 27|       max(latest) as hi
-- 28|     from extent_1
-- 29|   ) as bounds
-- 30|   cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
-- 31 is left out
-- 32 is left out
-- 33 is left out
-- 34 is left out
-- 35 is left out
-- 36 is left out
-- 37 is left out
-- 38 is left out
-- 39 is left out
-- 40 is left out
-- 41 is left out
-- 42 is left out
-- 43 is left out
-- 44 is left out
-- 45 is left out
-- 46 is left out
-- 47 is left out
-- 48 is left out
-- 49 is left out
-- 50 is left out
-- 51 is left out
-- 52 is left out
-- 53 is left out
-- 60|     d0,
-- 61|     sum(s0) as m0,
-- 63|   from facts_1
-- 64|   join periods_1 on day_ < date_add(d0, interval 1 month)
-- 65 is left out
-- 66 is left out
-- 70|     date_trunc(cast(`days`.`day` as date), month) as d0,
-- 78| having coalesce(max(m1), 0) > cast(@p1 as int64)
-- 84|   select cast(`days`.`day` as date) as day_
-- 91|     min(date_trunc(cast(day_ as date), month)) as earliest,
-- 92|     max(date_trunc(cast(day_ as date), month)) as latest
-- 96|     min(date_trunc(cast(`days`.`day` as date), month)) as earliest,
-- 97|     max(date_trunc(cast(`days`.`day` as date), month)) as latest
-- 101| periods_1 as (
-- 102|   select step as d0
-- 103|   from (
-- 104|     select
-- 105|       min(earliest) as lo,
-- 105+|       max(latest) as hi
-- 105+|     from extent_1
-- 105+|   ) as bounds
-- 105+|   cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
-- 107 is left out
-- 108 is left out
-- 109 is left out
-- 110 is left out
-- 111 is left out
-- 112 is left out
-- 113 is left out
-- 114 is left out
-- 115 is left out
-- 116 is left out
-- 117 is left out
-- 118 is left out
-- 119 is left out
-- 120 is left out
-- 121 is left out
-- 122 is left out
-- 123 is left out
-- 124 is left out
-- 125 is left out
-- 126 is left out
-- 131|       d0,
-- 133|     from facts_1
-- 134|     join periods_1 on day_ < date_add(d0, interval 1 month)
-- 135 is left out
-- 136 is left out
-- 140|       date_trunc(cast(`days`.`day` as date), month) as d0,
-- 147|   having coalesce(max(m0), 0) > cast(@p1 as int64)
-- 151|     cast(`days`.`day` as date) as day_,
-- 159|     min(date_trunc(cast(day_ as date), month)) as earliest,
-- 160|     max(date_trunc(cast(day_ as date), month)) as latest
-- 164|     min(date_trunc(cast(`days`.`day` as date), month)) as earliest,
-- 165|     max(date_trunc(cast(`days`.`day` as date), month)) as latest
-- 169| periods_2 as (
-- 170|   select step as d0
-- 171|   from (
-- 171+|     select
-- 171+|       min(earliest) as lo,
-- 171+|       max(latest) as hi
-- 171+|     from extent_2
-- 171+|   ) as bounds
-- 171+|   cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
-- 175| where to_json_string([to_json_string(facts_2.day_)]) in (
-- 176|   select to_json_string([to_json_string(days_.day_)])
-- 177|   from (select distinct day_ from facts_2) as days_
-- 178|   join periods_2 on day_ < date_add(periods_2.d0, interval 1 month)
-- 179|   join picked_1 on to_json_string(picked_1.d0) = to_json_string(periods_2.d0)
-- databricks:
-- 4|     cast(`days`.`day` as date) as day_,
-- 12|     min(cast(date_trunc('month', day_) as date)) as earliest,
-- 13|     max(cast(date_trunc('month', day_) as date)) as latest
-- 17|     min(cast(date_trunc('month', `days`.`day`) as date)) as earliest,
-- 18|     max(cast(date_trunc('month', `days`.`day`) as date)) as latest
-- 22| periods_1 as (
-- 23|   select explode(sequence(lo, hi, interval 1 month)) as d0
-- 24|   from (
-- 25|     select
-- 26|       min(earliest) as lo,
-- 27|       max(latest) as hi
-- 28|     from extent_1
-- 29|   ) as bounds
-- 30|   where lo <= hi
-- 31 is left out
-- 32 is left out
-- 33 is left out
-- 34 is left out
-- 35 is left out
-- 36 is left out
-- 37 is left out
-- 38 is left out
-- 39 is left out
-- 40 is left out
-- 41 is left out
-- 42 is left out
-- 43 is left out
-- 44 is left out
-- 45 is left out
-- 46 is left out
-- 47 is left out
-- 48 is left out
-- 49 is left out
-- 50 is left out
-- 51 is left out
-- 52 is left out
-- 53 is left out
-- 60|     d0,
-- 61|     sum(s0) as m0,
-- 63|   from facts_1
-- 64|   join periods_1 on day_ < cast(dateadd(month, 1, d0) as date)
-- 65 is left out
-- 66 is left out
-- 70|     cast(date_trunc('month', `days`.`day`) as date) as d0,
-- 78| having coalesce(max(m1), 0) > cast(:p1 as bigint)
-- 84|   select cast(`days`.`day` as date) as day_
-- 91|     min(cast(date_trunc('month', day_) as date)) as earliest,
-- 92|     max(cast(date_trunc('month', day_) as date)) as latest
-- 96|     min(cast(date_trunc('month', `days`.`day`) as date)) as earliest,
-- 97|     max(cast(date_trunc('month', `days`.`day`) as date)) as latest
-- 101| periods_1 as (
-- 102|   select explode(sequence(lo, hi, interval 1 month)) as d0
-- 103|   from (
-- 104|     select
-- 105|       min(earliest) as lo,
-- 105+|       max(latest) as hi
-- 105+|     from extent_1
-- 105+|   ) as bounds
-- 105+|   where lo <= hi
-- 107 is left out
-- 108 is left out
-- 109 is left out
-- 110 is left out
-- 111 is left out
-- 112 is left out
-- 113 is left out
-- 114 is left out
-- 115 is left out
-- 116 is left out
-- 117 is left out
-- 118 is left out
-- 119 is left out
-- 120 is left out
-- 121 is left out
-- 122 is left out
-- 123 is left out
-- 124 is left out
-- 125 is left out
-- 126 is left out
-- 131|       d0,
-- 133|     from facts_1
-- 134|     join periods_1 on day_ < cast(dateadd(month, 1, d0) as date)
-- 135 is left out
-- 136 is left out
-- 140|       cast(date_trunc('month', `days`.`day`) as date) as d0,
-- 147|   having coalesce(max(m0), 0) > cast(:p1 as bigint)
-- 151|     cast(`days`.`day` as date) as day_,
-- 159|     min(cast(date_trunc('month', day_) as date)) as earliest,
-- 160|     max(cast(date_trunc('month', day_) as date)) as latest
-- 164|     min(cast(date_trunc('month', `days`.`day`) as date)) as earliest,
-- 165|     max(cast(date_trunc('month', `days`.`day`) as date)) as latest
-- 169| periods_2 as (
-- 170|   select explode(sequence(lo, hi, interval 1 month)) as d0
-- 171|   from (
-- 171+|     select
-- 171+|       min(earliest) as lo,
-- 171+|       max(latest) as hi
-- 171+|     from extent_2
-- 171+|   ) as bounds
-- 171+|   where lo <= hi
-- 175| where to_json(named_struct('c0', facts_2.day_)) in (
-- 176|   select to_json(named_struct('c0', days_.day_))
-- 177|   from (select distinct day_ from facts_2) as days_
-- 178|   join periods_2 on day_ < cast(dateadd(month, 1, periods_2.d0) as date)
-- 179|   join picked_1 on picked_1.d0 <=> periods_2.d0
-- snowflake:
-- 4|     cast("days"."day" as date) as day_,
-- 12|     min(cast(date_trunc('month', day_) as date)) as earliest,
-- 13|     max(cast(date_trunc('month', day_) as date)) as latest
-- 17|     min(cast(date_trunc('month', "days"."day") as date)) as earliest,
-- 18|     max(cast(date_trunc('month', "days"."day") as date)) as latest
-- 22| periods_1 as (
-- 23|   select dateadd(month, cast(steps.value as integer), lo) as d0
-- 24|   from (
-- 25|     select
-- 26|       min(earliest) as lo,
-- 27|       max(latest) as hi
-- 28|     from extent_1
-- 29|   ) as bounds
-- 30|   cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
-- 31 is left out
-- 32 is left out
-- 33 is left out
-- 34 is left out
-- 35 is left out
-- 36 is left out
-- 37 is left out
-- 38 is left out
-- 39 is left out
-- 40 is left out
-- 41 is left out
-- 42 is left out
-- 43 is left out
-- 44 is left out
-- 45 is left out
-- 46 is left out
-- 47 is left out
-- 48 is left out
-- 49 is left out
-- 50 is left out
-- 51 is left out
-- 52 is left out
-- 53 is left out
-- 60|     d0,
-- 61|     sum(s0) as m0,
-- 63|   from facts_1
-- 64|   join periods_1 on day_ < dateadd(month, 1, d0)
-- 65 is left out
-- 66 is left out
-- 70|     cast(date_trunc('month', "days"."day") as date) as d0,
-- 78| having coalesce(max(m1), 0) > cast(? as number(38, 0))
-- 84|   select cast("days"."day" as date) as day_
-- 91|     min(cast(date_trunc('month', day_) as date)) as earliest,
-- 92|     max(cast(date_trunc('month', day_) as date)) as latest
-- 96|     min(cast(date_trunc('month', "days"."day") as date)) as earliest,
-- 97|     max(cast(date_trunc('month', "days"."day") as date)) as latest
-- 101| periods_1 as (
-- 102|   select dateadd(month, cast(steps.value as integer), lo) as d0
-- 103|   from (
-- 104|     select
-- 105|       min(earliest) as lo,
-- 105+|       max(latest) as hi
-- 105+|     from extent_1
-- 105+|   ) as bounds
-- 105+|   cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
-- 107 is left out
-- 108 is left out
-- 109 is left out
-- 110 is left out
-- 111 is left out
-- 112 is left out
-- 113 is left out
-- 114 is left out
-- 115 is left out
-- 116 is left out
-- 117 is left out
-- 118 is left out
-- 119 is left out
-- 120 is left out
-- 121 is left out
-- 122 is left out
-- 123 is left out
-- 124 is left out
-- 125 is left out
-- 126 is left out
-- 131|       d0,
-- 133|     from facts_1
-- 134|     join periods_1 on day_ < dateadd(month, 1, d0)
-- 135 is left out
-- 136 is left out
-- 140|       cast(date_trunc('month', "days"."day") as date) as d0,
-- 147|   having coalesce(max(m0), 0) > cast(? as number(38, 0))
-- 151|     cast("days"."day" as date) as day_,
-- 159|     min(cast(date_trunc('month', day_) as date)) as earliest,
-- 160|     max(cast(date_trunc('month', day_) as date)) as latest
-- 164|     min(cast(date_trunc('month', "days"."day") as date)) as earliest,
-- 165|     max(cast(date_trunc('month', "days"."day") as date)) as latest
-- 169| periods_2 as (
-- 170|   select dateadd(month, cast(steps.value as integer), lo) as d0
-- 171|   from (
-- 171+|     select
-- 171+|       min(earliest) as lo,
-- 171+|       max(latest) as hi
-- 171+|     from extent_2
-- 171+|   ) as bounds
-- 171+|   cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
-- 175| where to_json(array_construct(facts_2.day_)) in (
-- 176|   select to_json(array_construct(days_.day_))
-- 177|   from (select distinct day_ from facts_2) as days_
-- 178|   join periods_2 on day_ < dateadd(month, 1, periods_2.d0)
-- 179|   join picked_1 on equal_null(picked_1.d0, periods_2.d0)
-- redshift:
-- 4|     "days"."day"::date as day_,
-- 12|     min(date_trunc('month', day_)::date) as earliest,
-- 13|     max(date_trunc('month', day_)::date) as latest
-- 22| periods_1 as (
-- 23|   select dateadd(month, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
-- 24|   from (
-- 25|     select
-- 26|       min(earliest) as lo,
-- 27|       max(latest) as hi
-- 28|     from extent_1
-- 29|   ) as bounds
-- 30|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(month, lo, hi)
-- 31|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(month, lo, hi)
-- 32|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(month, lo, hi)
-- 33|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(month, lo, hi)
-- 34|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(month, lo, hi)
-- 35|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(month, lo, hi)
-- 36|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(month, lo, hi)
-- 37 is left out
-- 38 is left out
-- 39 is left out
-- 40 is left out
-- 41 is left out
-- 42 is left out
-- 43 is left out
-- 44 is left out
-- 45 is left out
-- 46 is left out
-- 47 is left out
-- 48 is left out
-- 49 is left out
-- 50 is left out
-- 51 is left out
-- 52 is left out
-- 53 is left out
-- 60|     d0,
-- 61|     sum(s0) as m0,
-- 63|   from facts_1
-- 64|   join periods_1 on day_ < dateadd(month, 1, d0)::date
-- 65 is left out
-- 66 is left out
-- 84|   select "days"."day"::date as day_
-- 91|     min(date_trunc('month', day_)::date) as earliest,
-- 92|     max(date_trunc('month', day_)::date) as latest
-- 101| periods_1 as (
-- 102|   select dateadd(month, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
-- 103|   from (
-- 104|     select
-- 105|       min(earliest) as lo,
-- 105+|       max(latest) as hi
-- 105+|     from extent_1
-- 105+|   ) as bounds
-- 105+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(month, lo, hi)
-- 105+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(month, lo, hi)
-- 105+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(month, lo, hi)
-- 105+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(month, lo, hi)
-- 105+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(month, lo, hi)
-- 105+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(month, lo, hi)
-- 105+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(month, lo, hi)
-- 107 is left out
-- 108 is left out
-- 109 is left out
-- 110 is left out
-- 111 is left out
-- 112 is left out
-- 113 is left out
-- 114 is left out
-- 115 is left out
-- 116 is left out
-- 117 is left out
-- 118 is left out
-- 119 is left out
-- 120 is left out
-- 121 is left out
-- 122 is left out
-- 123 is left out
-- 124 is left out
-- 125 is left out
-- 126 is left out
-- 131|       d0,
-- 133|     from facts_1
-- 134|     join periods_1 on day_ < dateadd(month, 1, d0)::date
-- 135 is left out
-- 136 is left out
-- 169| periods_2 as (
-- 170|   select dateadd(month, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
-- 171|   from (
-- 171+|     select
-- 171+|       min(earliest) as lo,
-- 171+|       max(latest) as hi
-- 171+|     from extent_2
-- 171+|   ) as bounds
-- 171+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(month, lo, hi)
-- 171+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(month, lo, hi)
-- 171+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(month, lo, hi)
-- 171+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(month, lo, hi)
-- 171+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(month, lo, hi)
-- 171+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(month, lo, hi)
-- 171+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(month, lo, hi)
-- 177|   from periods_2
-- 178|   join picked_1 on (picked_1.d0 = periods_2.d0 or (picked_1.d0 is null and periods_2.d0 is null))
-- 179|   where day_ < dateadd(month, 1, periods_2.d0)::date

-- a dataset's filter limits the periods as a query's filter does, and also the rows
-- ["2024-03-01","2024-06-01","2024-03-01","2024-06-01"]
with facts_1 as (
  select
    date_trunc('month', "day")::date as period,
    sum("amount") as s0
  from "sales"
  where "day" >= $1::date and "day" < $2::date
  group by 1
),
bounds_1 as (
  select
    date_trunc('month', $3::date)::date::date as lo,
    date_trunc('month', ($4::date - interval '1 day'))::date::date as hi
),
followed_1 as (
  select
    period,
    s0,
    lead(period) over (order by period) as next
  from facts_1
  where period is not null
),
spread_1 as (
  select
    period,
    s0
  from followed_1
  union all
  select
    generate_series(greatest(period + interval '1 month', lo)::timestamp, case when not isfinite(greatest(period, lo)) or not isfinite(least(next, hi)) then concat('fillGaps: over 100000 periods', substr(period::text, 1, 0))::date else least(next - interval '1 month', hi) end::timestamp, interval '1 month')::date as period,
    null as s0
  from followed_1
  cross join bounds_1
  where period < least(next - interval '1 month', hi)
),
framed_1 as (
  select
    period,
    sum(s0) over (order by period rows unbounded preceding) as s0
  from spread_1
)
select
  period as "sales.day.month",
  max(s0) as "sales.running"
from framed_1
cross join bounds_1
where period >= lo
  and period <= hi
group by 1
order by "sales.day.month" nulls last
limit 11;
-- duckdb:
-- 30|     unnest(generate_series(greatest(period + interval '1 month', lo)::timestamp, case when not isfinite(greatest(period, lo)) or not isfinite(least(next, hi)) then concat('fillGaps: over 100000 periods', substr(period::text, 1, 0))::date else least(next - interval '1 month', hi) end::timestamp, interval '1 month'))::date as period,
-- mysql:
-- 1| -- ["2024-03-01","2024-06-01","2024-03-01","2024-03-01","2024-06-01"]
-- 2| with recursive facts_1 as (
-- 4|     date(`day`) as day_,
-- 7|   where `day` >= cast(? as date) and `day` < cast(? as date)
-- 10| periods_1 as (
-- 12|     1 as n,
-- 13|     cast(date_format(cast(? as date), '%Y-%m-01') as date) as d0,
-- 14|     cast(date_format(cast(? as date), '%Y-%m-01') as date) as first,
-- 15|     cast(date_format((cast(? as date) - interval 1 day), '%Y-%m-01') as date) as last
-- 16|   having first <= last
-- 17 is left out
-- 18 is left out
-- 19 is left out
-- 20 is left out
-- 21 is left out
-- 22 is left out
-- 23 is left out
-- 24 is left out
-- 25 is left out
-- 26 is left out
-- 27 is left out
-- 29|   select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
-- 30|   from periods_1
-- 31|   cross join (select 0 as bit union all select 1) as bits
-- 32|   where first + interval (n * 2 + bit - 1) month <= last
-- 33 is left out
-- 34 is left out
-- 35 is left out
-- 36 is left out
-- 37 is left out
-- 38 is left out
-- 39 is left out
-- 40 is left out
-- 43|   d0 as `sales.day.month`,
-- 44|   sum(s0) as `sales.running`
-- 45| from facts_1
-- 46| join periods_1 on day_ < d0 + interval 1 month
-- 47 is left out
-- 48 is left out
-- 50| order by `sales.day.month` <=> null, `sales.day.month`
-- clickhouse:
-- 1| -- ["2024-03-01","2024-06-01","2024-03-01","2024-05-31"]
-- 4|     toDate32("day") as day_,
-- 5|     sumOrNull("amount" + toDecimal128(0, 0)) as s0
-- 7|   where "day" >= {p1:Date32} and "day" < {p2:Date32}
-- 10| periods_1 as (
-- 11|   select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
-- 12|   from (
-- 13|     select toStartOfMonth(toDate32({p3:Date32})) as lo, toStartOfMonth(toDate32({p4:Date32})) as hi
-- 14|   ) as bounds
-- 15|   where lo <= hi
-- 16 is left out
-- 17 is left out
-- 18 is left out
-- 19 is left out
-- 20 is left out
-- 21 is left out
-- 22 is left out
-- 23 is left out
-- 24 is left out
-- 25 is left out
-- 26 is left out
-- 27 is left out
-- 28 is left out
-- 29 is left out
-- 30 is left out
-- 31 is left out
-- 32 is left out
-- 33 is left out
-- 34 is left out
-- 35 is left out
-- 36 is left out
-- 37 is left out
-- 38 is left out
-- 39 is left out
-- 40 is left out
-- 43|   d0 as "sales.day.month",
-- 44|   sumOrNull(s0 + toDecimal128(0, 0)) as "sales.running"
-- 45| from facts_1
-- 46| join periods_1 on day_ < (d0 + toIntervalMonth(1))
-- 47 is left out
-- 48 is left out
-- 50| order by 1 nulls last
-- 51| limit 11
-- 51+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 1| -- ["2024-03-01","2024-06-01","2024-03-01","2024-05-31"]
-- 4|     cast("day" as date) as day_,
-- 7|   where "day" >= cast(? as date) and "day" < cast(? as date)
-- 10| periods_1 as (
-- 11|   select date_add('month', many * 10000 + few, lo) as d0
-- 12|   from (
-- 13|     select cast(date_trunc('month', cast(? as date)) as date) as lo, cast(date_trunc('month', cast(? as date)) as date) as hi
-- 14|   ) as bounds
-- 15|   cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
-- 16|   cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
-- 17|   where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
-- 18 is left out
-- 19 is left out
-- 20 is left out
-- 21 is left out
-- 22 is left out
-- 23 is left out
-- 24 is left out
-- 25 is left out
-- 26 is left out
-- 27 is left out
-- 28 is left out
-- 29 is left out
-- 30 is left out
-- 31 is left out
-- 32 is left out
-- 33 is left out
-- 34 is left out
-- 35 is left out
-- 36 is left out
-- 37 is left out
-- 38 is left out
-- 39 is left out
-- 40 is left out
-- 43|   d0 as "sales.day.month",
-- 44|   sum(s0) as "sales.running"
-- 45| from facts_1
-- 46| join periods_1 on day_ < date_add('month', 1, d0)
-- 47 is left out
-- 48 is left out
-- bigquery:
-- 1| -- ["2024-03-01","2024-06-01","2024-03-01","2024-05-31"]
-- 4|     cast(`day` as date) as day_,
-- 7|   where `day` >= cast(@p1 as date) and `day` < cast(@p2 as date)
-- 10| periods_1 as (
-- 11|   select step as d0
-- 12|   from (
-- 13|     select date_trunc(cast(cast(@p3 as date) as date), month) as lo, date_trunc(cast(cast(@p4 as date) as date), month) as hi
-- 14|   ) as bounds
-- 15|   cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
-- 16 is left out
-- 17 is left out
-- 18 is left out
-- 19 is left out
-- 20 is left out
-- 21 is left out
-- 22 is left out
-- 23 is left out
-- 24 is left out
-- 25 is left out
-- 26 is left out
-- 27 is left out
-- 28 is left out
-- 29 is left out
-- 30 is left out
-- 31 is left out
-- 32 is left out
-- 33 is left out
-- 34 is left out
-- 35 is left out
-- 36 is left out
-- 37 is left out
-- 38 is left out
-- 39 is left out
-- 40 is left out
-- 43|   d0 as `sales__day__month`,
-- 44|   sum(s0) as `sales__running`
-- 45| from facts_1
-- 46| join periods_1 on day_ < date_add(d0, interval 1 month)
-- 47 is left out
-- 48 is left out
-- databricks:
-- 1| -- ["2024-03-01","2024-06-01","2024-03-01","2024-05-31"]
-- 4|     cast(`day` as date) as day_,
-- 7|   where `day` >= cast(:p1 as date) and `day` < cast(:p2 as date)
-- 10| periods_1 as (
-- 11|   select explode(sequence(lo, hi, interval 1 month)) as d0
-- 12|   from (
-- 13|     select cast(date_trunc('month', cast(:p3 as date)) as date) as lo, cast(date_trunc('month', cast(:p4 as date)) as date) as hi
-- 14|   ) as bounds
-- 15|   where lo <= hi
-- 16 is left out
-- 17 is left out
-- 18 is left out
-- 19 is left out
-- 20 is left out
-- 21 is left out
-- 22 is left out
-- 23 is left out
-- 24 is left out
-- 25 is left out
-- 26 is left out
-- 27 is left out
-- 28 is left out
-- 29 is left out
-- 30 is left out
-- 31 is left out
-- 32 is left out
-- 33 is left out
-- 34 is left out
-- 35 is left out
-- 36 is left out
-- 37 is left out
-- 38 is left out
-- 39 is left out
-- 40 is left out
-- 43|   d0 as `sales.day.month`,
-- 44|   sum(s0) as `sales.running`
-- 45| from facts_1
-- 46| join periods_1 on day_ < cast(dateadd(month, 1, d0) as date)
-- 47 is left out
-- 48 is left out
-- snowflake:
-- 1| -- ["2024-03-01","2024-06-01","2024-03-01","2024-05-31"]
-- 4|     cast("day" as date) as day_,
-- 7|   where "day" >= cast(? as date) and "day" < cast(? as date)
-- 10| periods_1 as (
-- 11|   select dateadd(month, cast(steps.value as integer), lo) as d0
-- 12|   from (
-- 13|     select cast(date_trunc('month', cast(? as date)) as date) as lo, cast(date_trunc('month', cast(? as date)) as date) as hi
-- 14|   ) as bounds
-- 15|   cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
-- 16 is left out
-- 17 is left out
-- 18 is left out
-- 19 is left out
-- 20 is left out
-- 21 is left out
-- 22 is left out
-- 23 is left out
-- 24 is left out
-- 25 is left out
-- 26 is left out
-- 27 is left out
-- 28 is left out
-- 29 is left out
-- 30 is left out
-- 31 is left out
-- 32 is left out
-- 33 is left out
-- 34 is left out
-- 35 is left out
-- 36 is left out
-- 37 is left out
-- 38 is left out
-- 39 is left out
-- 40 is left out
-- 43|   d0 as "sales.day.month",
-- 44|   sum(s0) as "sales.running"
-- 45| from facts_1
-- 46| join periods_1 on day_ < dateadd(month, 1, d0)
-- 47 is left out
-- 48 is left out
-- redshift:
-- 1| -- ["2024-03-01","2024-06-01","2024-03-01","2024-05-31"]
-- 4|     "day"::date as day_,
-- 10| periods_1 as (
-- 11|   select dateadd(month, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
-- 12|   from (
-- 13|     select date_trunc('month', $3::date)::date as lo, date_trunc('month', $4::date)::date as hi
-- 14|   ) as bounds
-- 15|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(month, lo, hi)
-- 16|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(month, lo, hi)
-- 17|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(month, lo, hi)
-- 18|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(month, lo, hi)
-- 19|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(month, lo, hi)
-- 20|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(month, lo, hi)
-- 21|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(month, lo, hi)
-- 22 is left out
-- 23 is left out
-- 24 is left out
-- 25 is left out
-- 26 is left out
-- 27 is left out
-- 28 is left out
-- 29 is left out
-- 30 is left out
-- 31 is left out
-- 32 is left out
-- 33 is left out
-- 34 is left out
-- 35 is left out
-- 36 is left out
-- 37 is left out
-- 38 is left out
-- 39 is left out
-- 40 is left out
-- 43|   d0 as "sales.day.month",
-- 44|   sum(s0) as "sales.running"
-- 45| from facts_1
-- 46| join periods_1 on day_ < dateadd(month, 1, d0)::date
-- 47 is left out
-- 48 is left out

-- a week ago, by months, counts each day once
-- ["2024-01-01","2025-01-01","2024-01-01","2025-01-01","2024-01-01","2025-01-01","2024-01-01","2025-01-01"]
with facts_1 as (
  select
    "day"::date as day_,
    sum("amount") as s0
  from "sales"
  where "day" >= $1::date - interval '1 month' - interval '2 days' - interval '1 week'
    and "day" < $2::date + interval '1 month' + interval '2 days'
  group by 1
),
periods_1 as (
  select generate_series(date_trunc('month', $3::date)::date::timestamp, date_trunc('month', ($4::date - interval '1 day'))::date::timestamp, interval '1 month')::date as d0
),
facts_2 as (
  select
    "day"::date as day_,
    sum("amount") as s0
  from "sales"
  where "day" >= $5::date - interval '1 month' - interval '2 days' - interval '1 week' - interval '28 days'
    and "day" < $6::date + interval '1 month' + interval '2 days'
  group by 1
),
periods_2 as (
  select generate_series(date_trunc('month', $7::date)::date::timestamp, date_trunc('month', ($8::date - interval '1 day'))::date::timestamp, interval '1 month')::date as d0
)
select
  d0 as "sales.day.month",
  max(m0) as "sales.week_ago",
  max(m1) as "sales.rolled_week_ago"
from (
  select
    d0,
    sum(s0) as m0,
    null as m1
  from facts_1
  join periods_1 on day_ >= d0 - interval '1 week' and day_ < d0 + interval '1 month' - interval '1 week'
  group by 1
  union all
  select
    d0,
    null as m0,
    sum(s0) as m1
  from facts_2
  join periods_2 on day_ >= d0 + interval '1 month' - interval '1 week' - interval '28 days' and day_ < d0 + interval '1 month' - interval '1 week'
  group by 1
) as branches
group by 1
order by "sales.day.month" nulls last
limit 11;
-- duckdb:
-- 12|   select unnest(generate_series(date_trunc('month', $3::date)::date::timestamp, date_trunc('month', ($4::date - interval '1 day'))::date::timestamp, interval '1 month'))::date as d0
-- 24|   select unnest(generate_series(date_trunc('month', $7::date)::date::timestamp, date_trunc('month', ($8::date - interval '1 day'))::date::timestamp, interval '1 month'))::date as d0
-- mysql:
-- 1| -- ["2024-01-01","2025-01-01","2024-01-01","2024-01-01","2025-01-01","2024-01-01","2025-01-01","2024-01-01","2024-01-01","2025-01-01"]
-- 2| with recursive facts_1 as (
-- 4|     date(`day`) as day_,
-- 7|   where `day` >= cast(? as date) - interval 1 month - interval 2 day - interval 1 week
-- 8|     and `day` < cast(? as date) + interval 1 month + interval 2 day
-- 12|   select
-- 12+|     1 as n,
-- 12+|     cast(date_format(cast(? as date), '%Y-%m-01') as date) as d0,
-- 12+|     cast(date_format(cast(? as date), '%Y-%m-01') as date) as first,
-- 12+|     cast(date_format((cast(? as date) - interval 1 day), '%Y-%m-01') as date) as last
-- 12+|   having first <= last
-- 12+|   union all
-- 12+|   select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
-- 12+|   from periods_1
-- 12+|   cross join (select 0 as bit union all select 1) as bits
-- 12+|   where first + interval (n * 2 + bit - 1) month <= last
-- 16|     date(`day`) as day_,
-- 19|   where `day` >= cast(? as date) - interval 1 month - interval 2 day - interval 1 week - interval 28 day
-- 20|     and `day` < cast(? as date) + interval 1 month + interval 2 day
-- 24|   select
-- 24+|     1 as n,
-- 24+|     cast(date_format(cast(? as date), '%Y-%m-01') as date) as d0,
-- 24+|     cast(date_format(cast(? as date), '%Y-%m-01') as date) as first,
-- 24+|     cast(date_format((cast(? as date) - interval 1 day), '%Y-%m-01') as date) as last
-- 24+|   having first <= last
-- 24+|   union all
-- 24+|   select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
-- 24+|   from periods_2
-- 24+|   cross join (select 0 as bit union all select 1) as bits
-- 24+|   where first + interval (n * 2 + bit - 1) month <= last
-- 36|   join periods_1 on day_ >= d0 - interval 1 week and day_ < d0 + interval 1 month - interval 1 week
-- 44|   join periods_2 on day_ >= d0 + interval 1 month - interval 1 week - interval 28 day and day_ < d0 + interval 1 month - interval 1 week
-- 48| order by `sales.day.month` <=> null, `sales.day.month`
-- clickhouse:
-- 1| -- ["2023-11-22","2025-02-03","2024-01-01","2024-12-31","2023-10-25","2025-02-03","2024-01-01","2024-12-31"]
-- 4|     toDate32("day") as day_,
-- 5|     sumOrNull("amount" + toDecimal128(0, 0)) as s0
-- 7|   where "day" >= {p1:Date32}
-- 8|     and "day" < {p2:Date32}
-- 12|   select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
-- 12+|   from (
-- 12+|     select toStartOfMonth(toDate32({p3:Date32})) as lo, toStartOfMonth(toDate32({p4:Date32})) as hi
-- 12+|   ) as bounds
-- 12+|   where lo <= hi
-- 16|     toDate32("day") as day_,
-- 17|     sumOrNull("amount" + toDecimal128(0, 0)) as s0
-- 19|   where "day" >= {p5:Date32}
-- 20|     and "day" < {p6:Date32}
-- 24|   select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
-- 24+|   from (
-- 24+|     select toStartOfMonth(toDate32({p7:Date32})) as lo, toStartOfMonth(toDate32({p8:Date32})) as hi
-- 24+|   ) as bounds
-- 24+|   where lo <= hi
-- 33|     sumOrNull(s0 + toDecimal128(0, 0)) as m0,
-- 36|   join periods_1 on day_ >= (d0 + toIntervalWeek(-1)) and day_ < ((d0 + toIntervalMonth(1)) + toIntervalWeek(-1))
-- 42|     sumOrNull(s0 + toDecimal128(0, 0)) as m1
-- 44|   join periods_2 on day_ >= (((d0 + toIntervalMonth(1)) + toIntervalWeek(-1)) + toIntervalDay(-28)) and day_ < ((d0 + toIntervalMonth(1)) + toIntervalWeek(-1))
-- 48| order by 1 nulls last
-- 49| limit 11
-- 49+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 1| -- ["2023-11-22","2025-02-03","2024-01-01","2024-12-31","2023-10-25","2025-02-03","2024-01-01","2024-12-31"]
-- 4|     cast("day" as date) as day_,
-- 7|   where "day" >= cast(? as date)
-- 8|     and "day" < cast(? as date)
-- 12|   select date_add('month', many * 10000 + few, lo) as d0
-- 12+|   from (
-- 12+|     select cast(date_trunc('month', cast(? as date)) as date) as lo, cast(date_trunc('month', cast(? as date)) as date) as hi
-- 12+|   ) as bounds
-- 12+|   cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
-- 12+|   cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
-- 12+|   where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
-- 16|     cast("day" as date) as day_,
-- 19|   where "day" >= cast(? as date)
-- 20|     and "day" < cast(? as date)
-- 24|   select date_add('month', many * 10000 + few, lo) as d0
-- 24+|   from (
-- 24+|     select cast(date_trunc('month', cast(? as date)) as date) as lo, cast(date_trunc('month', cast(? as date)) as date) as hi
-- 24+|   ) as bounds
-- 24+|   cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
-- 24+|   cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
-- 24+|   where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
-- 36|   join periods_1 on day_ >= date_add('week', -1, d0) and day_ < date_add('week', -1, date_add('month', 1, d0))
-- 44|   join periods_2 on day_ >= date_add('day', -28, date_add('week', -1, date_add('month', 1, d0))) and day_ < date_add('week', -1, date_add('month', 1, d0))
-- bigquery:
-- 1| -- ["2023-11-22","2025-02-03","2024-01-01","2024-12-31","2023-10-25","2025-02-03","2024-01-01","2024-12-31"]
-- 4|     cast(`day` as date) as day_,
-- 7|   where `day` >= cast(@p1 as date)
-- 8|     and `day` < cast(@p2 as date)
-- 12|   select step as d0
-- 12+|   from (
-- 12+|     select date_trunc(cast(cast(@p3 as date) as date), month) as lo, date_trunc(cast(cast(@p4 as date) as date), month) as hi
-- 12+|   ) as bounds
-- 12+|   cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
-- 16|     cast(`day` as date) as day_,
-- 19|   where `day` >= cast(@p5 as date)
-- 20|     and `day` < cast(@p6 as date)
-- 24|   select step as d0
-- 24+|   from (
-- 24+|     select date_trunc(cast(cast(@p7 as date) as date), month) as lo, date_trunc(cast(cast(@p8 as date) as date), month) as hi
-- 24+|   ) as bounds
-- 24+|   cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
-- 36|   join periods_1 on day_ >= date_add(d0, interval -1 week) and day_ < date_add(date_add(d0, interval 1 month), interval -1 week)
-- 44|   join periods_2 on day_ >= date_add(date_add(date_add(d0, interval 1 month), interval -1 week), interval -28 day) and day_ < date_add(date_add(d0, interval 1 month), interval -1 week)
-- databricks:
-- 1| -- ["2023-11-22","2025-02-03","2024-01-01","2024-12-31","2023-10-25","2025-02-03","2024-01-01","2024-12-31"]
-- 4|     cast(`day` as date) as day_,
-- 7|   where `day` >= cast(:p1 as date)
-- 8|     and `day` < cast(:p2 as date)
-- 12|   select explode(sequence(lo, hi, interval 1 month)) as d0
-- 12+|   from (
-- 12+|     select cast(date_trunc('month', cast(:p3 as date)) as date) as lo, cast(date_trunc('month', cast(:p4 as date)) as date) as hi
-- 12+|   ) as bounds
-- 12+|   where lo <= hi
-- 16|     cast(`day` as date) as day_,
-- 19|   where `day` >= cast(:p5 as date)
-- 20|     and `day` < cast(:p6 as date)
-- 24|   select explode(sequence(lo, hi, interval 1 month)) as d0
-- 24+|   from (
-- 24+|     select cast(date_trunc('month', cast(:p7 as date)) as date) as lo, cast(date_trunc('month', cast(:p8 as date)) as date) as hi
-- 24+|   ) as bounds
-- 24+|   where lo <= hi
-- 36|   join periods_1 on day_ >= cast(dateadd(week, -1, d0) as date) and day_ < cast(dateadd(week, -1, cast(dateadd(month, 1, d0) as date)) as date)
-- 44|   join periods_2 on day_ >= cast(dateadd(day, -28, cast(dateadd(week, -1, cast(dateadd(month, 1, d0) as date)) as date)) as date) and day_ < cast(dateadd(week, -1, cast(dateadd(month, 1, d0) as date)) as date)
-- snowflake:
-- 1| -- ["2023-11-22","2025-02-03","2024-01-01","2024-12-31","2023-10-25","2025-02-03","2024-01-01","2024-12-31"]
-- 4|     cast("day" as date) as day_,
-- 7|   where "day" >= cast(? as date)
-- 8|     and "day" < cast(? as date)
-- 12|   select dateadd(month, cast(steps.value as integer), lo) as d0
-- 12+|   from (
-- 12+|     select cast(date_trunc('month', cast(? as date)) as date) as lo, cast(date_trunc('month', cast(? as date)) as date) as hi
-- 12+|   ) as bounds
-- 12+|   cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
-- 16|     cast("day" as date) as day_,
-- 19|   where "day" >= cast(? as date)
-- 20|     and "day" < cast(? as date)
-- 24|   select dateadd(month, cast(steps.value as integer), lo) as d0
-- 24+|   from (
-- 24+|     select cast(date_trunc('month', cast(? as date)) as date) as lo, cast(date_trunc('month', cast(? as date)) as date) as hi
-- 24+|   ) as bounds
-- 24+|   cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
-- 36|   join periods_1 on day_ >= dateadd(week, -1, d0) and day_ < dateadd(week, -1, dateadd(month, 1, d0))
-- 44|   join periods_2 on day_ >= dateadd(day, -28, dateadd(week, -1, dateadd(month, 1, d0))) and day_ < dateadd(week, -1, dateadd(month, 1, d0))
-- redshift:
-- 1| -- ["2023-11-22","2025-02-03","2024-01-01","2024-12-31","2023-10-25","2025-02-03","2024-01-01","2024-12-31"]
-- 7|   where "day" >= $1::date
-- 8|     and "day" < $2::date
-- 12|   select dateadd(month, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
-- 12+|   from (
-- 12+|     select date_trunc('month', $3::date)::date as lo, date_trunc('month', $4::date)::date as hi
-- 12+|   ) as bounds
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(month, lo, hi)
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(month, lo, hi)
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(month, lo, hi)
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(month, lo, hi)
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(month, lo, hi)
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(month, lo, hi)
-- 12+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(month, lo, hi)
-- 19|   where "day" >= $5::date
-- 20|     and "day" < $6::date
-- 24|   select dateadd(month, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
-- 24+|   from (
-- 24+|     select date_trunc('month', $7::date)::date as lo, date_trunc('month', $8::date)::date as hi
-- 24+|   ) as bounds
-- 24+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(month, lo, hi)
-- 24+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(month, lo, hi)
-- 24+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(month, lo, hi)
-- 24+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(month, lo, hi)
-- 24+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(month, lo, hi)
-- 24+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(month, lo, hi)
-- 24+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(month, lo, hi)
-- 36|   join periods_1 on day_ >= dateadd(week, -1, d0)::date and day_ < dateadd(week, -1, dateadd(month, 1, d0)::date)::date
-- 44|   join periods_2 on day_ >= dateadd(day, -28, dateadd(week, -1, dateadd(month, 1, d0)::date)::date)::date and day_ < dateadd(week, -1, dateadd(month, 1, d0)::date)::date

-- thirty days ago and five days ahead, by months
-- ["2024-01-01","2025-01-01","2024-01-01","2025-01-01","2024-01-01","2025-01-01","2024-01-01","2025-01-01"]
with facts_1 as (
  select
    "day"::date as day_,
    sum("amount") as s0
  from "sales"
  where "day" >= $1::date - interval '1 month' - interval '2 days' - interval '30 days'
    and "day" < $2::date + interval '1 month' + interval '2 days'
  group by 1
),
periods_1 as (
  select generate_series(date_trunc('month', $3::date)::date::timestamp, date_trunc('month', ($4::date - interval '1 day'))::date::timestamp, interval '1 month')::date as d0
),
facts_2 as (
  select
    "day"::date as day_,
    sum("amount") as s0
  from "sales"
  where "day" >= $5::date - interval '1 month' - interval '2 days'
    and "day" < $6::date + interval '1 month' + interval '2 days' + interval '5 days'
  group by 1
),
periods_2 as (
  select generate_series(date_trunc('month', $7::date)::date::timestamp, date_trunc('month', ($8::date - interval '1 day'))::date::timestamp, interval '1 month')::date as d0
)
select
  d0 as "sales.day.month",
  max(m0) as "sales.days30_ago",
  max(m1) as "sales.in_5_days"
from (
  select
    d0,
    sum(s0) as m0,
    null as m1
  from facts_1
  join periods_1 on day_ >= d0 - interval '30 days' and day_ < d0 + interval '1 month' - interval '30 days'
  group by 1
  union all
  select
    d0,
    null as m0,
    sum(s0) as m1
  from facts_2
  join periods_2 on day_ >= d0 + interval '5 days' and day_ < d0 + interval '1 month' + interval '5 days'
  group by 1
) as branches
group by 1
order by "sales.day.month" nulls last
limit 11;
-- duckdb:
-- 12|   select unnest(generate_series(date_trunc('month', $3::date)::date::timestamp, date_trunc('month', ($4::date - interval '1 day'))::date::timestamp, interval '1 month'))::date as d0
-- 24|   select unnest(generate_series(date_trunc('month', $7::date)::date::timestamp, date_trunc('month', ($8::date - interval '1 day'))::date::timestamp, interval '1 month'))::date as d0
-- mysql:
-- 1| -- ["2024-01-01","2025-01-01","2024-01-01","2024-01-01","2025-01-01","2024-01-01","2025-01-01","2024-01-01","2024-01-01","2025-01-01"]
-- 2| with recursive facts_1 as (
-- 4|     date(`day`) as day_,
-- 7|   where `day` >= cast(? as date) - interval 1 month - interval 2 day - interval 30 day
-- 8|     and `day` < cast(? as date) + interval 1 month + interval 2 day
-- 12|   select
-- 12+|     1 as n,
-- 12+|     cast(date_format(cast(? as date), '%Y-%m-01') as date) as d0,
-- 12+|     cast(date_format(cast(? as date), '%Y-%m-01') as date) as first,
-- 12+|     cast(date_format((cast(? as date) - interval 1 day), '%Y-%m-01') as date) as last
-- 12+|   having first <= last
-- 12+|   union all
-- 12+|   select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
-- 12+|   from periods_1
-- 12+|   cross join (select 0 as bit union all select 1) as bits
-- 12+|   where first + interval (n * 2 + bit - 1) month <= last
-- 16|     date(`day`) as day_,
-- 19|   where `day` >= cast(? as date) - interval 1 month - interval 2 day
-- 20|     and `day` < cast(? as date) + interval 1 month + interval 2 day + interval 5 day
-- 24|   select
-- 24+|     1 as n,
-- 24+|     cast(date_format(cast(? as date), '%Y-%m-01') as date) as d0,
-- 24+|     cast(date_format(cast(? as date), '%Y-%m-01') as date) as first,
-- 24+|     cast(date_format((cast(? as date) - interval 1 day), '%Y-%m-01') as date) as last
-- 24+|   having first <= last
-- 24+|   union all
-- 24+|   select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
-- 24+|   from periods_2
-- 24+|   cross join (select 0 as bit union all select 1) as bits
-- 24+|   where first + interval (n * 2 + bit - 1) month <= last
-- 36|   join periods_1 on day_ >= d0 - interval 30 day and day_ < d0 + interval 1 month - interval 30 day
-- 44|   join periods_2 on day_ >= d0 + interval 5 day and day_ < d0 + interval 1 month + interval 5 day
-- 48| order by `sales.day.month` <=> null, `sales.day.month`
-- clickhouse:
-- 1| -- ["2023-10-30","2025-02-03","2024-01-01","2024-12-31","2023-11-29","2025-02-08","2024-01-01","2024-12-31"]
-- 4|     toDate32("day") as day_,
-- 5|     sumOrNull("amount" + toDecimal128(0, 0)) as s0
-- 7|   where "day" >= {p1:Date32}
-- 8|     and "day" < {p2:Date32}
-- 12|   select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
-- 12+|   from (
-- 12+|     select toStartOfMonth(toDate32({p3:Date32})) as lo, toStartOfMonth(toDate32({p4:Date32})) as hi
-- 12+|   ) as bounds
-- 12+|   where lo <= hi
-- 16|     toDate32("day") as day_,
-- 17|     sumOrNull("amount" + toDecimal128(0, 0)) as s0
-- 19|   where "day" >= {p5:Date32}
-- 20|     and "day" < {p6:Date32}
-- 24|   select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
-- 24+|   from (
-- 24+|     select toStartOfMonth(toDate32({p7:Date32})) as lo, toStartOfMonth(toDate32({p8:Date32})) as hi
-- 24+|   ) as bounds
-- 24+|   where lo <= hi
-- 33|     sumOrNull(s0 + toDecimal128(0, 0)) as m0,
-- 36|   join periods_1 on day_ >= (d0 + toIntervalDay(-30)) and day_ < ((d0 + toIntervalMonth(1)) + toIntervalDay(-30))
-- 42|     sumOrNull(s0 + toDecimal128(0, 0)) as m1
-- 44|   join periods_2 on day_ >= (d0 + toIntervalDay(5)) and day_ < ((d0 + toIntervalMonth(1)) + toIntervalDay(5))
-- 48| order by 1 nulls last
-- 49| limit 11
-- 49+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 1| -- ["2023-10-30","2025-02-03","2024-01-01","2024-12-31","2023-11-29","2025-02-08","2024-01-01","2024-12-31"]
-- 4|     cast("day" as date) as day_,
-- 7|   where "day" >= cast(? as date)
-- 8|     and "day" < cast(? as date)
-- 12|   select date_add('month', many * 10000 + few, lo) as d0
-- 12+|   from (
-- 12+|     select cast(date_trunc('month', cast(? as date)) as date) as lo, cast(date_trunc('month', cast(? as date)) as date) as hi
-- 12+|   ) as bounds
-- 12+|   cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
-- 12+|   cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
-- 12+|   where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
-- 16|     cast("day" as date) as day_,
-- 19|   where "day" >= cast(? as date)
-- 20|     and "day" < cast(? as date)
-- 24|   select date_add('month', many * 10000 + few, lo) as d0
-- 24+|   from (
-- 24+|     select cast(date_trunc('month', cast(? as date)) as date) as lo, cast(date_trunc('month', cast(? as date)) as date) as hi
-- 24+|   ) as bounds
-- 24+|   cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
-- 24+|   cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
-- 24+|   where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
-- 36|   join periods_1 on day_ >= date_add('day', -30, d0) and day_ < date_add('day', -30, date_add('month', 1, d0))
-- 44|   join periods_2 on day_ >= date_add('day', 5, d0) and day_ < date_add('day', 5, date_add('month', 1, d0))
-- bigquery:
-- 1| -- ["2023-10-30","2025-02-03","2024-01-01","2024-12-31","2023-11-29","2025-02-08","2024-01-01","2024-12-31"]
-- 4|     cast(`day` as date) as day_,
-- 7|   where `day` >= cast(@p1 as date)
-- 8|     and `day` < cast(@p2 as date)
-- 12|   select step as d0
-- 12+|   from (
-- 12+|     select date_trunc(cast(cast(@p3 as date) as date), month) as lo, date_trunc(cast(cast(@p4 as date) as date), month) as hi
-- 12+|   ) as bounds
-- 12+|   cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
-- 16|     cast(`day` as date) as day_,
-- 19|   where `day` >= cast(@p5 as date)
-- 20|     and `day` < cast(@p6 as date)
-- 24|   select step as d0
-- 24+|   from (
-- 24+|     select date_trunc(cast(cast(@p7 as date) as date), month) as lo, date_trunc(cast(cast(@p8 as date) as date), month) as hi
-- 24+|   ) as bounds
-- 24+|   cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
-- 36|   join periods_1 on day_ >= date_add(d0, interval -30 day) and day_ < date_add(date_add(d0, interval 1 month), interval -30 day)
-- 44|   join periods_2 on day_ >= date_add(d0, interval 5 day) and day_ < date_add(date_add(d0, interval 1 month), interval 5 day)
-- databricks:
-- 1| -- ["2023-10-30","2025-02-03","2024-01-01","2024-12-31","2023-11-29","2025-02-08","2024-01-01","2024-12-31"]
-- 4|     cast(`day` as date) as day_,
-- 7|   where `day` >= cast(:p1 as date)
-- 8|     and `day` < cast(:p2 as date)
-- 12|   select explode(sequence(lo, hi, interval 1 month)) as d0
-- 12+|   from (
-- 12+|     select cast(date_trunc('month', cast(:p3 as date)) as date) as lo, cast(date_trunc('month', cast(:p4 as date)) as date) as hi
-- 12+|   ) as bounds
-- 12+|   where lo <= hi
-- 16|     cast(`day` as date) as day_,
-- 19|   where `day` >= cast(:p5 as date)
-- 20|     and `day` < cast(:p6 as date)
-- 24|   select explode(sequence(lo, hi, interval 1 month)) as d0
-- 24+|   from (
-- 24+|     select cast(date_trunc('month', cast(:p7 as date)) as date) as lo, cast(date_trunc('month', cast(:p8 as date)) as date) as hi
-- 24+|   ) as bounds
-- 24+|   where lo <= hi
-- 36|   join periods_1 on day_ >= cast(dateadd(day, -30, d0) as date) and day_ < cast(dateadd(day, -30, cast(dateadd(month, 1, d0) as date)) as date)
-- 44|   join periods_2 on day_ >= cast(dateadd(day, 5, d0) as date) and day_ < cast(dateadd(day, 5, cast(dateadd(month, 1, d0) as date)) as date)
-- snowflake:
-- 1| -- ["2023-10-30","2025-02-03","2024-01-01","2024-12-31","2023-11-29","2025-02-08","2024-01-01","2024-12-31"]
-- 4|     cast("day" as date) as day_,
-- 7|   where "day" >= cast(? as date)
-- 8|     and "day" < cast(? as date)
-- 12|   select dateadd(month, cast(steps.value as integer), lo) as d0
-- 12+|   from (
-- 12+|     select cast(date_trunc('month', cast(? as date)) as date) as lo, cast(date_trunc('month', cast(? as date)) as date) as hi
-- 12+|   ) as bounds
-- 12+|   cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
-- 16|     cast("day" as date) as day_,
-- 19|   where "day" >= cast(? as date)
-- 20|     and "day" < cast(? as date)
-- 24|   select dateadd(month, cast(steps.value as integer), lo) as d0
-- 24+|   from (
-- 24+|     select cast(date_trunc('month', cast(? as date)) as date) as lo, cast(date_trunc('month', cast(? as date)) as date) as hi
-- 24+|   ) as bounds
-- 24+|   cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
-- 36|   join periods_1 on day_ >= dateadd(day, -30, d0) and day_ < dateadd(day, -30, dateadd(month, 1, d0))
-- 44|   join periods_2 on day_ >= dateadd(day, 5, d0) and day_ < dateadd(day, 5, dateadd(month, 1, d0))
-- redshift:
-- 1| -- ["2023-10-30","2025-02-03","2024-01-01","2024-12-31","2023-11-29","2025-02-08","2024-01-01","2024-12-31"]
-- 7|   where "day" >= $1::date
-- 8|     and "day" < $2::date
-- 12|   select dateadd(month, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
-- 12+|   from (
-- 12+|     select date_trunc('month', $3::date)::date as lo, date_trunc('month', $4::date)::date as hi
-- 12+|   ) as bounds
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(month, lo, hi)
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(month, lo, hi)
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(month, lo, hi)
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(month, lo, hi)
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(month, lo, hi)
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(month, lo, hi)
-- 12+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(month, lo, hi)
-- 19|   where "day" >= $5::date
-- 20|     and "day" < $6::date
-- 24|   select dateadd(month, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
-- 24+|   from (
-- 24+|     select date_trunc('month', $7::date)::date as lo, date_trunc('month', $8::date)::date as hi
-- 24+|   ) as bounds
-- 24+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(month, lo, hi)
-- 24+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(month, lo, hi)
-- 24+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(month, lo, hi)
-- 24+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(month, lo, hi)
-- 24+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(month, lo, hi)
-- 24+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(month, lo, hi)
-- 24+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(month, lo, hi)
-- 36|   join periods_1 on day_ >= dateadd(day, -30, d0)::date and day_ < dateadd(day, -30, dateadd(month, 1, d0)::date)::date
-- 44|   join periods_2 on day_ >= dateadd(day, 5, d0)::date and day_ < dateadd(day, 5, dateadd(month, 1, d0)::date)::date

-- a year ago, by weeks, across the 29th of February
-- ["2024-01-01","2025-01-01","2024-01-01","2025-01-01"]
with facts_1 as (
  select
    "day"::date as day_,
    sum("amount") as s0
  from "sales"
  where "day" >= $1::date - interval '1 week' - interval '2 days' - interval '1 year'
    and "day" < $2::date + interval '1 week' + interval '2 days'
  group by 1
),
periods_1 as (
  select generate_series(date_trunc('week', $3::date)::date::timestamp, date_trunc('week', ($4::date - interval '1 day'))::date::timestamp, interval '1 week')::date as d0
)
select
  d0 as "sales.day.week",
  sum(s0) as "sales.year_ago"
from facts_1
join periods_1 on day_ >= d0 - interval '1 year' and day_ < d0 + interval '1 week' - interval '1 year'
group by 1
order by "sales.day.week" nulls last
limit 11;
-- duckdb:
-- 12|   select unnest(generate_series(date_trunc('week', $3::date)::date::timestamp, date_trunc('week', ($4::date - interval '1 day'))::date::timestamp, interval '1 week'))::date as d0
-- mysql:
-- 1| -- ["2024-01-01","2025-01-01","2024-01-01","2024-01-01","2025-01-01"]
-- 2| with recursive facts_1 as (
-- 4|     date(`day`) as day_,
-- 7|   where `day` >= cast(? as date) - interval 1 week - interval 2 day - interval 1 year
-- 8|     and `day` < cast(? as date) + interval 1 week + interval 2 day
-- 12|   select
-- 12+|     1 as n,
-- 12+|     date '1900-01-01' + interval floor(datediff(cast(? as date), '1900-01-01') / 7) week as d0,
-- 12+|     date '1900-01-01' + interval floor(datediff(cast(? as date), '1900-01-01') / 7) week as first,
-- 12+|     date '1900-01-01' + interval floor(datediff((cast(? as date) - interval 1 day), '1900-01-01') / 7) week as last
-- 12+|   having first <= last
-- 12+|   union all
-- 12+|   select n * 2 + bit, first + interval (n * 2 + bit - 1) week, first, last
-- 12+|   from periods_1
-- 12+|   cross join (select 0 as bit union all select 1) as bits
-- 12+|   where first + interval (n * 2 + bit - 1) week <= last
-- 18| join periods_1 on day_ >= d0 - interval 1 year and day_ < d0 + interval 1 week - interval 1 year
-- 20| order by `sales.day.week` <=> null, `sales.day.week`
-- clickhouse:
-- 1| -- ["2022-12-23","2025-01-10","2024-01-01","2024-12-31"]
-- 4|     toDate32("day") as day_,
-- 5|     sumOrNull("amount" + toDecimal128(0, 0)) as s0
-- 7|   where "day" >= {p1:Date32}
-- 8|     and "day" < {p2:Date32}
-- 12|   select arrayJoin(arrayMap(i -> lo + toIntervalWeek(i), range(greatest(ifNull(intDiv(dateDiff('day', lo, hi), 7) + 1, 0), 0)))) as d0
-- 12+|   from (
-- 12+|     select toStartOfWeek(toDate32({p3:Date32}), 1) as lo, toStartOfWeek(toDate32({p4:Date32}), 1) as hi
-- 12+|   ) as bounds
-- 12+|   where lo <= hi
-- 16|   sumOrNull(s0 + toDecimal128(0, 0)) as "sales.year_ago"
-- 18| join periods_1 on day_ >= (d0 + toIntervalYear(-1)) and day_ < ((d0 + toIntervalWeek(1)) + toIntervalYear(-1))
-- 20| order by 1 nulls last
-- 21| limit 11
-- 21+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 1| -- ["2022-12-23","2025-01-10","2024-01-01","2024-12-31"]
-- 4|     cast("day" as date) as day_,
-- 7|   where "day" >= cast(? as date)
-- 8|     and "day" < cast(? as date)
-- 12|   select date_add('week', many * 10000 + few, lo) as d0
-- 12+|   from (
-- 12+|     select cast(date_trunc('week', cast(? as date)) as date) as lo, cast(date_trunc('week', cast(? as date)) as date) as hi
-- 12+|   ) as bounds
-- 12+|   cross join unnest(sequence(0, date_diff('week', lo, hi) / 10000)) as outer_steps (many)
-- 12+|   cross join unnest(sequence(0, least(date_diff('week', lo, hi), 9999))) as inner_steps (few)
-- 12+|   where lo <= hi and many * 10000 + few <= date_diff('week', lo, hi)
-- 18| join periods_1 on day_ >= date_add('year', -1, d0) and day_ < date_add('year', -1, date_add('week', 1, d0))
-- bigquery:
-- 1| -- ["2022-12-23","2025-01-10","2024-01-01","2024-12-31"]
-- 4|     cast(`day` as date) as day_,
-- 7|   where `day` >= cast(@p1 as date)
-- 8|     and `day` < cast(@p2 as date)
-- 12|   select step as d0
-- 12+|   from (
-- 12+|     select date_trunc(cast(cast(@p3 as date) as date), week(monday)) as lo, date_trunc(cast(cast(@p4 as date) as date), week(monday)) as hi
-- 12+|   ) as bounds
-- 12+|   cross join unnest(generate_date_array(lo, hi, interval 1 week)) as step
-- 18| join periods_1 on day_ >= date_add(d0, interval -1 year) and day_ < date_add(date_add(d0, interval 1 week), interval -1 year)
-- databricks:
-- 1| -- ["2022-12-23","2025-01-10","2024-01-01","2024-12-31"]
-- 4|     cast(`day` as date) as day_,
-- 7|   where `day` >= cast(:p1 as date)
-- 8|     and `day` < cast(:p2 as date)
-- 12|   select explode(sequence(lo, hi, interval 1 week)) as d0
-- 12+|   from (
-- 12+|     select cast(date_trunc('week', cast(:p3 as date)) as date) as lo, cast(date_trunc('week', cast(:p4 as date)) as date) as hi
-- 12+|   ) as bounds
-- 12+|   where lo <= hi
-- 18| join periods_1 on day_ >= cast(dateadd(year, -1, d0) as date) and day_ < cast(dateadd(year, -1, cast(dateadd(week, 1, d0) as date)) as date)
-- snowflake:
-- 1| -- ["2022-12-23","2025-01-10","2024-01-01","2024-01-01","2024-12-31","2024-12-31"]
-- 4|     cast("day" as date) as day_,
-- 7|   where "day" >= cast(? as date)
-- 8|     and "day" < cast(? as date)
-- 12|   select dateadd(week, cast(steps.value as integer), lo) as d0
-- 12+|   from (
-- 12+|     select dateadd(day, 1 - dayofweekiso(cast(? as date)), cast(cast(? as date) as date)) as lo, dateadd(day, 1 - dayofweekiso(cast(? as date)), cast(cast(? as date) as date)) as hi
-- 12+|   ) as bounds
-- 12+|   cross join lateral flatten(input => array_generate_range(0, floor(datediff(day, lo, hi) / 7) + 1)) as steps
-- 18| join periods_1 on day_ >= dateadd(year, -1, d0) and day_ < dateadd(year, -1, dateadd(week, 1, d0))
-- redshift:
-- 1| -- ["2022-12-23","2025-01-10","2024-01-01","2024-12-31"]
-- 7|   where "day" >= $1::date
-- 8|     and "day" < $2::date
-- 12|   select dateadd(week, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
-- 12+|   from (
-- 12+|     select date_trunc('week', $3::date)::date as lo, date_trunc('week', $4::date)::date as hi
-- 12+|   ) as bounds
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(day, lo, hi) / 7
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(day, lo, hi) / 7
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(day, lo, hi) / 7
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(day, lo, hi) / 7
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(day, lo, hi) / 7
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(day, lo, hi) / 7
-- 12+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(day, lo, hi) / 7
-- 18| join periods_1 on day_ >= dateadd(year, -1, d0)::date and day_ < dateadd(year, -1, dateadd(week, 1, d0)::date)::date

-- groups without rows for a measure stay, with 0 for a count and null otherwise
select
  date_trunc('month', "day")::date as "sales.day.month",
  sum(case when amount > 32 then "amount" end) as "sales.great",
  count(case when amount > 32 then 1 end) as "sales.great_count",
  count(distinct case when amount > 32 then "shop" end) as "sales.great_shops"
from "sales"
group by 1
order by "sales.day.month" nulls last
limit 11;
-- duckdb, redshift: the same
-- mysql:
-- 2|   cast(date_format(`day`, '%Y-%m-01') as date) as `sales.day.month`,
-- 8| order by `sales.day.month` <=> null, `sales.day.month`
-- clickhouse:
-- 2|   toStartOfMonth(toDate32("day")) as "sales.day.month",
-- 3|   sumOrNull((case when amount > 32 then "amount" end) + toDecimal128(0, 0)) as "sales.great",
-- 5|   uniqExact(case when amount > 32 then "shop" end) as "sales.great_shops"
-- 8| order by 1 nulls last
-- 9| limit 11
-- 9+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino, snowflake:
-- 2|   cast(date_trunc('month', "day") as date) as "sales.day.month",
-- bigquery:
-- 2|   date_trunc(cast(`day` as date), month) as `sales__day__month`,
-- databricks:
-- 2|   cast(date_trunc('month', `day`) as date) as `sales.day.month`,
