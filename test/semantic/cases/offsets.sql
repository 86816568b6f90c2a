-- Postgres' SQL of each case, then the lines in which other dialects differ: "3|" replaces the third line, "3+|" follows
-- it. Differences in the quotes of names are not shown. These dialects are never run on the warehouse itself:
-- trino, bigquery, databricks, snowflake, redshift (how they are checked instead: shared/semantic/dialects/README.md).

-- a measure a year ago beside the current one
-- ["2024-01-01 00:00:00","2024-01-01 00:00:00","2024-01-01 00:00:00"]
with facts_1 as (
  select
    date_trunc('month', "placed_at")::date as period,
    sum("amount") as s0
  from "orders"
  where "placed_at" >= $2::timestamp - interval '1 month' - interval '2 days' - interval '1 year'
  group by 1
),
bounds_1 as (
  select
    date_trunc('month', $3::timestamp)::date::date as lo,
    max(period)::date as hi
  from facts_1
)
select
  d0 as "orders.placed_at.month",
  max(m0) as "orders.total",
  max(m1) as "orders.last_year",
  1.0 * max(m0) / nullif(max(m1), 0) - 1 as "orders.growth"
from (
  select
    date_trunc('month', "placed_at")::date as d0,
    sum("amount") as m0,
    null as m1
  from "orders"
  where "placed_at" >= $1::timestamp
  group by 1
  union all
  select
    (period + interval '12 months')::date as d0,
    null as m0,
    max(s0) as m1
  from facts_1
  cross join bounds_1
  where period >= (lo - interval '12 months')::date
    and period <= (hi - interval '12 months')::date
  group by 1
) as branches
group by 1
order by "orders.placed_at.month" nulls last
limit 21;
-- duckdb:
-- 20|   max(m0) / nullif(max(m1), 0) - 1 as "orders.growth"
-- mysql:
-- 1| -- ["2024-01-01 00:00:00","2024-01-01 00:00:00","2024-01-01 00:00:00","2024-01-01 00:00:00"]
-- 2| with recursive facts_1 as (
-- 4|     date(`placed_at`) as day,
-- 7|   where `placed_at` >= cast(? as datetime(6)) - interval 1 month - interval 2 day - interval 1 year
-- 10| periods_1 as (
-- 12|     1 as n,
-- 13|     cast(date_format(cast(? as datetime(6)), '%Y-%m-01') as date) as d0,
-- 13+|     cast(date_format(cast(? as datetime(6)), '%Y-%m-01') as date) as first,
-- 13+|     max(cast(date_format(day, '%Y-%m-01') as date)) as last
-- 14+|   having first <= last
-- 14+|   union all
-- 14+|   select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
-- 14+|   from periods_1
-- 14+|   cross join (select 0 as bit union all select 1) as bits
-- 14+|   where first + interval (n * 2 + bit - 1) month <= last
-- 20|   1.0000000000000000 * max(m0) / nullif(max(m1), 0) - 1 as `orders.growth`
-- 23|     cast(date_format(`placed_at`, '%Y-%m-01') as date) as d0,
-- 27|   where `placed_at` >= cast(? as datetime(6))
-- 31|     d0,
-- 33|     sum(s0) as m1
-- 35|   join periods_1 on day >= d0 - interval 1 year and day < d0 - interval 1 year + interval 1 month
-- 36 is left out
-- 37 is left out
-- 41| order by `orders.placed_at.month` <=> null, `orders.placed_at.month`
-- clickhouse:
-- 1| -- ["2024-01-01 00:00:00","2022-11-29 00:00:00","2024-01-01 00:00:00"]
-- 4|     toDate32(toTimeZone("placed_at", 'UTC')) as day,
-- 5|     sumOrNull("amount" + toDecimal128(0, 0)) as s0
-- 7|   where "placed_at" >= {p2:DateTime64(6, 'UTC')}
-- 10| periods_1 as (
-- 11|   select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
-- 12|   from (
-- 13|     select
-- 14|       toStartOfMonth(toDate32(toTimeZone({p3:DateTime64(6, 'UTC')}, 'UTC'))) as lo,
-- 14+|       maxOrNull(toStartOfMonth(toDate32(day))) as hi
-- 14+|     from facts_1
-- 14+|   ) as bounds
-- 14+|   where lo <= hi
-- 20|   1e0 * max(m0) / nullif(max(m1), 0) - 1 as "orders.growth"
-- 23|     toStartOfMonth(toDate32(toTimeZone("placed_at", 'UTC'))) as d0,
-- 24|     sumOrNull("amount" + toDecimal128(0, 0)) as m0,
-- 27|   where "placed_at" >= {p1:DateTime64(6, 'UTC')}
-- 31|     d0,
-- 33|     sumOrNull(s0 + toDecimal128(0, 0)) as m1
-- 35|   join periods_1 on day >= (d0 + toIntervalYear(-1)) and day < ((d0 + toIntervalYear(-1)) + toIntervalMonth(1))
-- 36 is left out
-- 37 is left out
-- 41| order by 1 nulls last
-- 42| limit 21
-- 42+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 1| -- ["2022-11-29 00:00:00","2024-01-01 00:00:00","2024-01-01 00:00:00"]
-- 4|     cast(cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as day,
-- 7|   where "placed_at" >= cast(? as timestamp(6))
-- 10| periods_1 as (
-- 11|   select date_add('month', many * 10000 + few, lo) as d0
-- 12|   from (
-- 13|     select
-- 14|       cast(date_trunc('month', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as lo,
-- 14+|       max(cast(date_trunc('month', day) as date)) as hi
-- 14+|     from facts_1
-- 14+|   ) as bounds
-- 14+|   cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
-- 14+|   cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
-- 14+|   where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
-- 20|   1e0 * max(m0) / nullif(max(m1), 0) - 1 as "orders.growth"
-- 23|     cast(date_trunc('month', cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as d0,
-- 27|   where "placed_at" >= cast(? as timestamp(6))
-- 31|     d0,
-- 33|     sum(s0) as m1
-- 35|   join periods_1 on day >= date_add('year', -1, d0) and day < date_add('month', 1, date_add('year', -1, d0))
-- 36 is left out
-- 37 is left out
-- bigquery:
-- 1| -- ["2024-01-01 00:00:00","2022-11-29 00:00:00","2024-01-01 00:00:00"]
-- 4|     cast(datetime(timestamp(`placed_at`), 'UTC') as date) as day,
-- 7|   where `placed_at` >= @p2
-- 10| periods_1 as (
-- 11|   select step as d0
-- 12|   from (
-- 13|     select
-- 14|       date_trunc(cast(datetime(timestamp(@p3), 'UTC') as date), month) as lo,
-- 14+|       max(date_trunc(cast(day as date), month)) as hi
-- 14+|     from facts_1
-- 14+|   ) as bounds
-- 14+|   cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
-- 20|   1e0 * max(m0) / nullif(max(m1), 0) - 1 as `orders__growth`
-- 23|     date_trunc(cast(datetime(timestamp(`placed_at`), 'UTC') as date), month) as d0,
-- 27|   where `placed_at` >= @p1
-- 31|     d0,
-- 33|     sum(s0) as m1
-- 35|   join periods_1 on day >= date_add(d0, interval -1 year) and day < date_add(date_add(d0, interval -1 year), interval 1 month)
-- 36 is left out
-- 37 is left out
-- databricks:
-- 1| -- ["2024-01-01 00:00:00","2022-11-29 00:00:00","2024-01-01 00:00:00"]
-- 4|     cast(convert_timezone('UTC', `placed_at`) as date) as day,
-- 7|   where `placed_at` >= cast(concat(:p2, 'Z') as timestamp)
-- 10| periods_1 as (
-- 11|   select explode(sequence(lo, hi, interval 1 month)) as d0
-- 12|   from (
-- 13|     select
-- 14|       cast(date_trunc('month', convert_timezone('UTC', cast(concat(:p3, 'Z') as timestamp))) as date) as lo,
-- 14+|       max(cast(date_trunc('month', day) as date)) as hi
-- 14+|     from facts_1
-- 14+|   ) as bounds
-- 14+|   where lo <= hi
-- 20|   1D * max(m0) / nullif(max(m1), 0) - 1 as `orders.growth`
-- 23|     cast(date_trunc('month', convert_timezone('UTC', `placed_at`)) as date) as d0,
-- 27|   where `placed_at` >= cast(concat(:p1, 'Z') as timestamp)
-- 31|     d0,
-- 33|     sum(s0) as m1
-- 35|   join periods_1 on day >= cast(dateadd(year, -1, d0) as date) and day < cast(dateadd(month, 1, cast(dateadd(year, -1, d0) as date)) as date)
-- 36 is left out
-- 37 is left out
-- snowflake:
-- 1| -- ["2022-11-29 00:00:00","2024-01-01 00:00:00","2024-01-01 00:00:00"]
-- 4|     cast(cast(convert_timezone('UTC', "placed_at") as timestamp_ntz) as date) as day,
-- 7|   where "placed_at" >= cast(? as timestamp_ntz)
-- 10| periods_1 as (
-- 11|   select dateadd(month, cast(steps.value as integer), lo) as d0
-- 12|   from (
-- 13|     select
-- 14|       cast(date_trunc('month', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as date) as lo,
-- 14+|       max(cast(date_trunc('month', day) as date)) as hi
-- 14+|     from facts_1
-- 14+|   ) as bounds
-- 14+|   cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
-- 20|   1::float * max(m0) / nullif(max(m1), 0) - 1 as "orders.growth"
-- 23|     cast(date_trunc('month', cast(convert_timezone('UTC', "placed_at") as timestamp_ntz)) as date) as d0,
-- 27|   where "placed_at" >= cast(? as timestamp_ntz)
-- 31|     d0,
-- 33|     sum(s0) as m1
-- 35|   join periods_1 on day >= dateadd(year, -1, d0) and day < dateadd(month, 1, dateadd(year, -1, d0))
-- 36 is left out
-- 37 is left out
-- redshift:
-- 1| -- ["2024-01-01 00:00:00","2022-11-29 00:00:00","2024-01-01 00:00:00"]
-- 4|     "placed_at"::date as day,
-- 7|   where "placed_at" >= $2::timestamp
-- 10| periods_1 as (
-- 11|   select dateadd(month, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
-- 12|   from (
-- 13|     select
-- 14|       date_trunc('month', $3::timestamp)::date as lo,
-- 14+|       max(date_trunc('month', day)::date) as hi
-- 14+|     from facts_1
-- 14+|   ) as bounds
-- 14+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(month, lo, hi)
-- 14+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(month, lo, hi)
-- 14+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(month, lo, hi)
-- 14+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(month, lo, hi)
-- 14+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(month, lo, hi)
-- 14+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(month, lo, hi)
-- 14+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(month, lo, hi)
-- 20|   1::float8 * max(m0) / nullif(max(m1), 0) - 1 as "orders.growth"
-- 31|     d0,
-- 33|     sum(s0) as m1
-- 35|   join periods_1 on day >= dateadd(year, -1, d0)::date and day < dateadd(month, 1, dateadd(year, -1, d0)::date)::date
-- 36 is left out
-- 37 is left out

-- a measure a month ago, also in a month without rows
with facts_1 as (
  select
    date_trunc('month', "placed_at")::date as period,
    sum("amount") as s0
  from "orders"
  group by 1
),
bounds_1 as (
  select
    min(period)::date as lo,
    max(period)::date as hi
  from facts_1
),
facts_2 as (
  select
    date_trunc('month', "placed_at")::date as period,
    sum("amount") as s0
  from "orders"
  group by 1
),
bounds_2 as (
  select
    min(period)::date as lo,
    max(period)::date as hi
  from facts_2
),
followed_1 as (
  select
    period,
    s0,
    lead(period) over (order by period) as next
  from facts_2
  where period is not null
),
spread_1 as (
  select
    period,
    s0
  from followed_1
  union all
  select
    generate_series(greatest(period + interval '1 month', (lo - interval '1 month')::date)::timestamp, case when not isfinite(greatest(period, (lo - interval '1 month')::date)) or not isfinite(least(next, (hi - interval '1 month')::date)) then concat('fillGaps: over 100000 periods', substr(period::text, 1, 0))::date else least(next - interval '1 month', (hi - interval '1 month')::date) end::timestamp, interval '1 month')::date as period,
    null as s0
  from followed_1
  cross join bounds_2
  where period < least(next - interval '1 month', (hi - interval '1 month')::date)
),
framed_1 as (
  select
    period,
    sum(s0) over (order by period rows unbounded preceding) as s0
  from spread_1
)
select
  d0 as "orders.placed_at.month",
  max(m0) as "orders.last_month",
  max(m1) as "orders.running_last_month"
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
    (period + interval '1 month')::date as d0,
    null as m0,
    max(s0) as m1
  from framed_1
  cross join bounds_2
  where period >= (lo - interval '1 month')::date
    and period <= (hi - interval '1 month')::date
  group by 1
) as branches
group by 1
order by "orders.placed_at.month" nulls last
limit 21;
-- duckdb:
-- 42|     unnest(generate_series(greatest(period + interval '1 month', (lo - interval '1 month')::date)::timestamp, case when not isfinite(greatest(period, (lo - interval '1 month')::date)) or not isfinite(least(next, (hi - interval '1 month')::date)) then concat('fillGaps: over 100000 periods', substr(period::text, 1, 0))::date else least(next - interval '1 month', (hi - interval '1 month')::date) end::timestamp, interval '1 month'))::date as period,
-- mysql:
-- 1| with recursive facts_1 as (
-- 3|     date(`placed_at`) as day,
-- 8| periods_1 as (
-- 10|     1 as n,
-- 11|     min(cast(date_format(day, '%Y-%m-01') as date)) as d0,
-- 11+|     min(cast(date_format(day, '%Y-%m-01') as date)) as first,
-- 11+|     max(cast(date_format(day, '%Y-%m-01') as date)) as last
-- 12+|   having first <= last
-- 12+|   union all
-- 12+|   select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
-- 12+|   from periods_1
-- 12+|   cross join (select 0 as bit union all select 1) as bits
-- 12+|   where first + interval (n * 2 + bit - 1) month <= last
-- 16|     date(`placed_at`) as day,
-- 21| periods_2 as (
-- 23|     1 as n,
-- 24|     min(cast(date_format(day, '%Y-%m-01') as date)) as d0,
-- 24+|     min(cast(date_format(day, '%Y-%m-01') as date)) as first,
-- 24+|     max(cast(date_format(day, '%Y-%m-01') as date)) as last
-- 26|   having first <= last
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
-- 41|   select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
-- 42|   from periods_2
-- 43|   cross join (select 0 as bit union all select 1) as bits
-- 44|   where first + interval (n * 2 + bit - 1) month <= last
-- 45 is left out
-- 46 is left out
-- 47 is left out
-- 48 is left out
-- 49 is left out
-- 50 is left out
-- 51 is left out
-- 52 is left out
-- 60|     d0,
-- 61|     sum(s0) as m0,
-- 64|   join periods_1 on day >= d0 - interval 1 month and day < d0 - interval 1 month + interval 1 month
-- 65 is left out
-- 66 is left out
-- 70|     d0,
-- 72|     sum(s0) as m1
-- 73|   from facts_2
-- 74|   join periods_2 on day < d0 - interval 1 month + interval 1 month
-- 75 is left out
-- 76 is left out
-- 80| order by `orders.placed_at.month` <=> null, `orders.placed_at.month`
-- clickhouse:
-- 3|     toDate32(toTimeZone("placed_at", 'UTC')) as day,
-- 4|     sumOrNull("amount" + toDecimal128(0, 0)) as s0
-- 8| periods_1 as (
-- 9|   select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
-- 10|   from (
-- 11|     select
-- 12|       minOrNull(toStartOfMonth(toDate32(day))) as lo,
-- 12+|       maxOrNull(toStartOfMonth(toDate32(day))) as hi
-- 12+|     from facts_1
-- 12+|   ) as bounds
-- 12+|   where lo <= hi
-- 16|     toDate32(toTimeZone("placed_at", 'UTC')) as day,
-- 17|     sumOrNull("amount" + toDecimal128(0, 0)) as s0
-- 21| periods_2 as (
-- 22|   select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
-- 23|   from (
-- 24|     select
-- 25|       minOrNull(toStartOfMonth(toDate32(day))) as lo,
-- 26|       maxOrNull(toStartOfMonth(toDate32(day))) as hi
-- 27|     from facts_2
-- 28|   ) as bounds
-- 29|   where lo <= hi
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
-- 47 is left out
-- 48 is left out
-- 49 is left out
-- 50 is left out
-- 51 is left out
-- 52 is left out
-- 60|     d0,
-- 61|     sumOrNull(s0 + toDecimal128(0, 0)) as m0,
-- 64|   join periods_1 on day >= (d0 + toIntervalMonth(-1)) and day < ((d0 + toIntervalMonth(-1)) + toIntervalMonth(1))
-- 65 is left out
-- 66 is left out
-- 70|     d0,
-- 72|     sumOrNull(s0 + toDecimal128(0, 0)) as m1
-- 73|   from facts_2
-- 74|   join periods_2 on day < ((d0 + toIntervalMonth(-1)) + toIntervalMonth(1))
-- 75 is left out
-- 76 is left out
-- 80| order by 1 nulls last
-- 81| limit 21
-- 81+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 3|     cast(cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as day,
-- 8| periods_1 as (
-- 9|   select date_add('month', many * 10000 + few, lo) as d0
-- 10|   from (
-- 11|     select
-- 12|       min(cast(date_trunc('month', day) as date)) as lo,
-- 12+|       max(cast(date_trunc('month', day) as date)) as hi
-- 12+|     from facts_1
-- 12+|   ) as bounds
-- 12+|   cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
-- 12+|   cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
-- 12+|   where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
-- 16|     cast(cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as day,
-- 21| periods_2 as (
-- 22|   select date_add('month', many * 10000 + few, lo) as d0
-- 23|   from (
-- 24|     select
-- 25|       min(cast(date_trunc('month', day) as date)) as lo,
-- 26|       max(cast(date_trunc('month', day) as date)) as hi
-- 27|     from facts_2
-- 28|   ) as bounds
-- 29|   cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
-- 30|   cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
-- 31|   where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
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
-- 60|     d0,
-- 61|     sum(s0) as m0,
-- 64|   join periods_1 on day >= date_add('month', -1, d0) and day < date_add('month', 1, date_add('month', -1, d0))
-- 65 is left out
-- 66 is left out
-- 70|     d0,
-- 72|     sum(s0) as m1
-- 73|   from facts_2
-- 74|   join periods_2 on day < date_add('month', 1, date_add('month', -1, d0))
-- 75 is left out
-- 76 is left out
-- bigquery:
-- 3|     cast(datetime(timestamp(`placed_at`), 'UTC') as date) as day,
-- 8| periods_1 as (
-- 9|   select step as d0
-- 10|   from (
-- 11|     select
-- 12|       min(date_trunc(cast(day as date), month)) as lo,
-- 12+|       max(date_trunc(cast(day as date), month)) as hi
-- 12+|     from facts_1
-- 12+|   ) as bounds
-- 12+|   cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
-- 16|     cast(datetime(timestamp(`placed_at`), 'UTC') as date) as day,
-- 21| periods_2 as (
-- 22|   select step as d0
-- 23|   from (
-- 24|     select
-- 25|       min(date_trunc(cast(day as date), month)) as lo,
-- 26|       max(date_trunc(cast(day as date), month)) as hi
-- 27|     from facts_2
-- 28|   ) as bounds
-- 29|   cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
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
-- 47 is left out
-- 48 is left out
-- 49 is left out
-- 50 is left out
-- 51 is left out
-- 52 is left out
-- 60|     d0,
-- 61|     sum(s0) as m0,
-- 64|   join periods_1 on day >= date_add(d0, interval -1 month) and day < date_add(date_add(d0, interval -1 month), interval 1 month)
-- 65 is left out
-- 66 is left out
-- 70|     d0,
-- 72|     sum(s0) as m1
-- 73|   from facts_2
-- 74|   join periods_2 on day < date_add(date_add(d0, interval -1 month), interval 1 month)
-- 75 is left out
-- 76 is left out
-- databricks:
-- 3|     cast(convert_timezone('UTC', `placed_at`) as date) as day,
-- 8| periods_1 as (
-- 9|   select explode(sequence(lo, hi, interval 1 month)) as d0
-- 10|   from (
-- 11|     select
-- 12|       min(cast(date_trunc('month', day) as date)) as lo,
-- 12+|       max(cast(date_trunc('month', day) as date)) as hi
-- 12+|     from facts_1
-- 12+|   ) as bounds
-- 12+|   where lo <= hi
-- 16|     cast(convert_timezone('UTC', `placed_at`) as date) as day,
-- 21| periods_2 as (
-- 22|   select explode(sequence(lo, hi, interval 1 month)) as d0
-- 23|   from (
-- 24|     select
-- 25|       min(cast(date_trunc('month', day) as date)) as lo,
-- 26|       max(cast(date_trunc('month', day) as date)) as hi
-- 27|     from facts_2
-- 28|   ) as bounds
-- 29|   where lo <= hi
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
-- 47 is left out
-- 48 is left out
-- 49 is left out
-- 50 is left out
-- 51 is left out
-- 52 is left out
-- 60|     d0,
-- 61|     sum(s0) as m0,
-- 64|   join periods_1 on day >= cast(dateadd(month, -1, d0) as date) and day < cast(dateadd(month, 1, cast(dateadd(month, -1, d0) as date)) as date)
-- 65 is left out
-- 66 is left out
-- 70|     d0,
-- 72|     sum(s0) as m1
-- 73|   from facts_2
-- 74|   join periods_2 on day < cast(dateadd(month, 1, cast(dateadd(month, -1, d0) as date)) as date)
-- 75 is left out
-- 76 is left out
-- snowflake:
-- 3|     cast(cast(convert_timezone('UTC', "placed_at") as timestamp_ntz) as date) as day,
-- 8| periods_1 as (
-- 9|   select dateadd(month, cast(steps.value as integer), lo) as d0
-- 10|   from (
-- 11|     select
-- 12|       min(cast(date_trunc('month', day) as date)) as lo,
-- 12+|       max(cast(date_trunc('month', day) as date)) as hi
-- 12+|     from facts_1
-- 12+|   ) as bounds
-- 12+|   cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
-- 16|     cast(cast(convert_timezone('UTC', "placed_at") as timestamp_ntz) as date) as day,
-- 21| periods_2 as (
-- 22|   select dateadd(month, cast(steps.value as integer), lo) as d0
-- 23|   from (
-- 24|     select
-- 25|       min(cast(date_trunc('month', day) as date)) as lo,
-- 26|       max(cast(date_trunc('month', day) as date)) as hi
-- 27|     from facts_2
-- 28|   ) as bounds
-- 29|   cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
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
-- 47 is left out
-- 48 is left out
-- 49 is left out
-- 50 is left out
-- 51 is left out
-- 52 is left out
-- 60|     d0,
-- 61|     sum(s0) as m0,
-- 64|   join periods_1 on day >= dateadd(month, -1, d0) and day < dateadd(month, 1, dateadd(month, -1, d0))
-- 65 is left out
-- 66 is left out
-- 70|     d0,
-- 72|     sum(s0) as m1
-- 73|   from facts_2
-- 74|   join periods_2 on day < dateadd(month, 1, dateadd(month, -1, d0))
-- 75 is left out
-- 76 is left out
-- redshift:
-- 3|     "placed_at"::date as day,
-- 8| periods_1 as (
-- 9|   select dateadd(month, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
-- 10|   from (
-- 11|     select
-- 12|       min(date_trunc('month', day)::date) as lo,
-- 12+|       max(date_trunc('month', day)::date) as hi
-- 12+|     from facts_1
-- 12+|   ) as bounds
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(month, lo, hi)
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(month, lo, hi)
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(month, lo, hi)
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(month, lo, hi)
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(month, lo, hi)
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(month, lo, hi)
-- 12+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(month, lo, hi)
-- 16|     "placed_at"::date as day,
-- 21| periods_2 as (
-- 22|   select dateadd(month, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
-- 23|   from (
-- 24|     select
-- 25|       min(date_trunc('month', day)::date) as lo,
-- 26|       max(date_trunc('month', day)::date) as hi
-- 27|     from facts_2
-- 28|   ) as bounds
-- 29|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(month, lo, hi)
-- 30|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(month, lo, hi)
-- 31|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(month, lo, hi)
-- 32|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(month, lo, hi)
-- 33|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(month, lo, hi)
-- 34|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(month, lo, hi)
-- 35|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(month, lo, hi)
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
-- 60|     d0,
-- 61|     sum(s0) as m0,
-- 64|   join periods_1 on day >= dateadd(month, -1, d0)::date and day < dateadd(month, 1, dateadd(month, -1, d0)::date)::date
-- 65 is left out
-- 66 is left out
-- 70|     d0,
-- 72|     sum(s0) as m1
-- 73|   from facts_2
-- 74|   join periods_2 on day < dateadd(month, 1, dateadd(month, -1, d0)::date)::date
-- 75 is left out
-- 76 is left out

-- a measure of a child model a month ago, queried from its parent
-- ["2024-01-01 00:00:00","2024-01-01 00:00:00","2024-01-01 00:00:00"]
with facts_1 as (
  select
    "lines"."sku" as d0,
    date_trunc('month', "orders"."placed_at")::date as period,
    sum("lines"."quantity") as s0
  from "lines"
  left join "orders" on "orders"."id" = "lines"."order_id"
  where "orders"."placed_at" >= $1::timestamp - interval '1 month' - interval '2 days' - interval '1 month'
  group by 1, 2
),
bounds_1 as (
  select
    date_trunc('month', $2::timestamp)::date::date as lo,
    max(period)::date as hi
  from facts_1
)
select
  d0 as "lines.sku",
  d1 as "orders.placed_at.month",
  max(m0) as "lines.last_month",
  max(m1) as "lines.quantity"
from (
  select
    d0,
    (period + interval '1 month')::date as d1,
    max(s0) as m0,
    null as m1
  from facts_1
  cross join bounds_1
  where period >= (lo - interval '1 month')::date
    and period <= (hi - interval '1 month')::date
  group by 1, 2
  union all
  select
    "lines"."sku" as d0,
    date_trunc('month', "orders"."placed_at")::date as d1,
    null as m0,
    sum("lines"."quantity") as m1
  from "lines"
  left join "orders" on "orders"."id" = "lines"."order_id"
  where "orders"."placed_at" >= $3::timestamp
  group by 1, 2
) as branches
group by 1, 2
order by "lines.sku" nulls last, "orders.placed_at.month" nulls last
limit 21;
-- duckdb: the same
-- mysql:
-- 1| -- ["2024-01-01 00:00:00","2024-01-01 00:00:00","2024-01-01 00:00:00","2024-01-01 00:00:00"]
-- 2| with recursive facts_1 as (
-- 5|     date(`orders`.`placed_at`) as day,
-- 9|   where `orders`.`placed_at` >= cast(? as datetime(6)) - interval 1 month - interval 2 day - interval 1 month
-- 12| periods_1 as (
-- 14|     1 as n,
-- 15|     cast(date_format(cast(? as datetime(6)), '%Y-%m-01') as date) as d1,
-- 15+|     cast(date_format(cast(? as datetime(6)), '%Y-%m-01') as date) as first,
-- 15+|     max(cast(date_format(day, '%Y-%m-01') as date)) as last
-- 16+|   having first <= last
-- 16+|   union all
-- 16+|   select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
-- 16+|   from periods_1
-- 16+|   cross join (select 0 as bit union all select 1) as bits
-- 16+|   where first + interval (n * 2 + bit - 1) month <= last
-- 16+| ),
-- 16+| spans_1 as (
-- 16+|   select distinct
-- 16+|     day as on_day,
-- 16+|     d1
-- 16+|   from (select distinct day from facts_1) as days
-- 16+|   join periods_1 on day >= d1 - interval 1 month and day < d1 - interval 1 month + interval 1 month
-- 26|     d1,
-- 27|     sum(s0) as m0,
-- 30|   join spans_1 on on_day = day
-- 31 is left out
-- 32 is left out
-- 37|     cast(date_format(`orders`.`placed_at`, '%Y-%m-01') as date) as d1,
-- 42|   where `orders`.`placed_at` >= cast(? as datetime(6))
-- 46| order by `lines.sku` <=> null, `lines.sku`, `orders.placed_at.month` <=> null, `orders.placed_at.month`
-- clickhouse:
-- 1| -- ["2023-10-29 00:00:00","2024-01-01 00:00:00","2024-01-01 00:00:00"]
-- 5|     toDate32(toTimeZone("orders"."placed_at", 'UTC')) as day,
-- 6|     sumOrNull("lines"."quantity" + toDecimal128(0, 0)) as s0
-- 9|   where "orders"."placed_at" >= {p1:DateTime64(6, 'UTC')}
-- 12| periods_1 as (
-- 12+|   select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d1
-- 12+|   from (
-- 12+|     select
-- 12+|       toStartOfMonth(toDate32(toTimeZone({p2:DateTime64(6, 'UTC')}, 'UTC'))) as lo,
-- 12+|       maxOrNull(toStartOfMonth(toDate32(day))) as hi
-- 12+|     from facts_1
-- 12+|   ) as bounds
-- 12+|   where lo <= hi
-- 12+| ),
-- 12+| spans_1 as (
-- 14|     day as on_day,
-- 15|     d1
-- 16|   from (select distinct day from facts_1) as days
-- 16+|   join periods_1 on day >= (d1 + toIntervalMonth(-1)) and day < ((d1 + toIntervalMonth(-1)) + toIntervalMonth(1))
-- 26|     d1,
-- 27|     sumOrNull(s0 + toDecimal128(0, 0)) as m0,
-- 30|   join spans_1 on on_day = day
-- 31 is left out
-- 32 is left out
-- 37|     toStartOfMonth(toDate32(toTimeZone("orders"."placed_at", 'UTC'))) as d1,
-- 39|     sumOrNull("lines"."quantity" + toDecimal128(0, 0)) as m1
-- 42|   where "orders"."placed_at" >= {p3:DateTime64(6, 'UTC')}
-- 46| order by 1 nulls last, 2 nulls last
-- 47| limit 21
-- 47+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 1| -- ["2023-10-29 00:00:00","2024-01-01 00:00:00","2024-01-01 00:00:00"]
-- 5|     cast(cast(cast("orders"."placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as day,
-- 9|   where "orders"."placed_at" >= cast(? as timestamp(6))
-- 12| periods_1 as (
-- 12+|   select date_add('month', many * 10000 + few, lo) as d1
-- 12+|   from (
-- 12+|     select
-- 12+|       cast(date_trunc('month', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as lo,
-- 12+|       max(cast(date_trunc('month', day) as date)) as hi
-- 12+|     from facts_1
-- 12+|   ) as bounds
-- 12+|   cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
-- 12+|   cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
-- 12+|   where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
-- 12+| ),
-- 12+| spans_1 as (
-- 14|     day as on_day,
-- 15|     d1
-- 16|   from (select distinct day from facts_1) as days
-- 16+|   join periods_1 on day >= date_add('month', -1, d1) and day < date_add('month', 1, date_add('month', -1, d1))
-- 26|     d1,
-- 27|     sum(s0) as m0,
-- 30|   join spans_1 on on_day = day
-- 31 is left out
-- 32 is left out
-- 37|     cast(date_trunc('month', cast(cast("orders"."placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as d1,
-- 42|   where "orders"."placed_at" >= cast(? as timestamp(6))
-- bigquery:
-- 1| -- ["2023-10-29 00:00:00","2024-01-01 00:00:00","2024-01-01 00:00:00"]
-- 5|     cast(datetime(timestamp(`orders`.`placed_at`), 'UTC') as date) as day,
-- 9|   where `orders`.`placed_at` >= @p1
-- 12| periods_1 as (
-- 12+|   select step as d1
-- 12+|   from (
-- 12+|     select
-- 12+|       date_trunc(cast(datetime(timestamp(@p2), 'UTC') as date), month) as lo,
-- 12+|       max(date_trunc(cast(day as date), month)) as hi
-- 12+|     from facts_1
-- 12+|   ) as bounds
-- 12+|   cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
-- 12+| ),
-- 12+| spans_1 as (
-- 14|     day as on_day,
-- 15|     d1
-- 16|   from (select distinct day from facts_1) as days
-- 16+|   join periods_1 on day >= date_add(d1, interval -1 month) and day < date_add(date_add(d1, interval -1 month), interval 1 month)
-- 26|     d1,
-- 27|     sum(s0) as m0,
-- 30|   join spans_1 on on_day = day
-- 31 is left out
-- 32 is left out
-- 37|     date_trunc(cast(datetime(timestamp(`orders`.`placed_at`), 'UTC') as date), month) as d1,
-- 42|   where `orders`.`placed_at` >= @p3
-- databricks:
-- 1| -- ["2023-10-29 00:00:00","2024-01-01 00:00:00","2024-01-01 00:00:00"]
-- 5|     cast(convert_timezone('UTC', `orders`.`placed_at`) as date) as day,
-- 9|   where `orders`.`placed_at` >= cast(concat(:p1, 'Z') as timestamp)
-- 12| periods_1 as (
-- 12+|   select explode(sequence(lo, hi, interval 1 month)) as d1
-- 12+|   from (
-- 12+|     select
-- 12+|       cast(date_trunc('month', convert_timezone('UTC', cast(concat(:p2, 'Z') as timestamp))) as date) as lo,
-- 12+|       max(cast(date_trunc('month', day) as date)) as hi
-- 12+|     from facts_1
-- 12+|   ) as bounds
-- 12+|   where lo <= hi
-- 12+| ),
-- 12+| spans_1 as (
-- 14|     day as on_day,
-- 15|     d1
-- 16|   from (select distinct day from facts_1) as days
-- 16+|   join periods_1 on day >= cast(dateadd(month, -1, d1) as date) and day < cast(dateadd(month, 1, cast(dateadd(month, -1, d1) as date)) as date)
-- 26|     d1,
-- 27|     sum(s0) as m0,
-- 30|   join spans_1 on on_day = day
-- 31 is left out
-- 32 is left out
-- 37|     cast(date_trunc('month', convert_timezone('UTC', `orders`.`placed_at`)) as date) as d1,
-- 42|   where `orders`.`placed_at` >= cast(concat(:p3, 'Z') as timestamp)
-- snowflake:
-- 1| -- ["2023-10-29 00:00:00","2024-01-01 00:00:00","2024-01-01 00:00:00"]
-- 5|     cast(cast(convert_timezone('UTC', "orders"."placed_at") as timestamp_ntz) as date) as day,
-- 9|   where "orders"."placed_at" >= cast(? as timestamp_ntz)
-- 12| periods_1 as (
-- 12+|   select dateadd(month, cast(steps.value as integer), lo) as d1
-- 12+|   from (
-- 12+|     select
-- 12+|       cast(date_trunc('month', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as date) as lo,
-- 12+|       max(cast(date_trunc('month', day) as date)) as hi
-- 12+|     from facts_1
-- 12+|   ) as bounds
-- 12+|   cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
-- 12+| ),
-- 12+| spans_1 as (
-- 14|     day as on_day,
-- 15|     d1
-- 16|   from (select distinct day from facts_1) as days
-- 16+|   join periods_1 on day >= dateadd(month, -1, d1) and day < dateadd(month, 1, dateadd(month, -1, d1))
-- 26|     d1,
-- 27|     sum(s0) as m0,
-- 30|   join spans_1 on on_day = day
-- 31 is left out
-- 32 is left out
-- 37|     cast(date_trunc('month', cast(convert_timezone('UTC', "orders"."placed_at") as timestamp_ntz)) as date) as d1,
-- 42|   where "orders"."placed_at" >= cast(? as timestamp_ntz)
-- redshift:
-- 1| -- ["2023-10-29 00:00:00","2024-01-01 00:00:00","2024-01-01 00:00:00"]
-- 5|     "orders"."placed_at"::date as day,
-- 9|   where "orders"."placed_at" >= $1::timestamp
-- 12| periods_1 as (
-- 12+|   select dateadd(month, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d1
-- 12+|   from (
-- 12+|     select
-- 12+|       date_trunc('month', $2::timestamp)::date as lo,
-- 12+|       max(date_trunc('month', day)::date) as hi
-- 12+|     from facts_1
-- 12+|   ) as bounds
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(month, lo, hi)
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(month, lo, hi)
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(month, lo, hi)
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(month, lo, hi)
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(month, lo, hi)
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(month, lo, hi)
-- 12+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(month, lo, hi)
-- 12+| ),
-- 12+| spans_1 as (
-- 14|     day as on_day,
-- 15|     d1
-- 16|   from (select distinct day from facts_1) as days
-- 16+|   join periods_1 on day >= dateadd(month, -1, d1)::date and day < dateadd(month, 1, dateadd(month, -1, d1)::date)::date
-- 26|     d1,
-- 27|     sum(s0) as m0,
-- 30|   join spans_1 on on_day = day
-- 31 is left out
-- 32 is left out

-- a closing balance a month ago beside the current one
with facts_1 as (
  select
    "day"::date as day_,
    "balance" as v0,
    "day" as moment,
    "account_id" as p0
  from "balances"
),
periods_1 as (
  select generate_series(min(date_trunc('month', day_)::date)::timestamp, case when not isfinite(min(date_trunc('month', day_)::date)) or not isfinite(max(date_trunc('month', day_)::date)) then concat('fillGaps: over 100000 periods', substr(max(date_trunc('month', day_)::date)::text, 1, 0))::date else max(date_trunc('month', day_)::date) end::timestamp, interval '1 month')::date as d0
  from facts_1
),
spans_1 as (
  select
    day_ as on_day,
    d0
  from (select distinct day_ from facts_1) as days
  join periods_1 on day_ >= d0 - interval '1 month' and day_ < d0 - interval '1 month' + interval '1 month'
)
select
  d0 as "balances.day.month",
  max(m0) as "balances.closing",
  max(m1) as "balances.closing_last_month"
from (
  select
    d0,
    sum(case when place = 1 then v0 end) as m0,
    null as m1
  from (
    select
      date_trunc('month', "day")::date as d0,
      "balance" as v0,
      case when "day" is not null then rank() over (partition by date_trunc('month', "day")::date, "account_id" order by "day" desc nulls last) end as place
    from "balances"
  ) as "balances"
  group by 1
  union all
  select
    d0,
    null as m0,
    sum(case when place = 1 then v0 end) as m1
  from (
    select
      d0,
      v0,
      case when moment is not null then rank() over (partition by d0, p0 order by moment desc nulls last) end as place
    from facts_1
    join spans_1 on on_day = day_
  ) as placed
  group by 1
) as branches
group by 1
order by "balances.day.month" nulls last
limit 11;
-- duckdb:
-- 10|   select unnest(generate_series(min(date_trunc('month', day_)::date)::timestamp, case when not isfinite(min(date_trunc('month', day_)::date)) or not isfinite(max(date_trunc('month', day_)::date)) then concat('fillGaps: over 100000 periods', substr(max(date_trunc('month', day_)::date)::text, 1, 0))::date else max(date_trunc('month', day_)::date) end::timestamp, interval '1 month'))::date as d0
-- mysql:
-- 1| with recursive facts_1 as (
-- 3|     date(`day`) as day_,
-- 10|   select
-- 10+|     1 as n,
-- 10+|     min(cast(date_format(day_, '%Y-%m-01') as date)) as d0,
-- 10+|     min(cast(date_format(day_, '%Y-%m-01') as date)) as first,
-- 10+|     max(cast(date_format(day_, '%Y-%m-01') as date)) as last
-- 11+|   having first <= last
-- 11+|   union all
-- 11+|   select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
-- 11+|   from periods_1
-- 11+|   cross join (select 0 as bit union all select 1) as bits
-- 11+|   where first + interval (n * 2 + bit - 1) month <= last
-- 14|   select distinct
-- 18|   join periods_1 on day_ >= d0 - interval 1 month and day_ < d0 - interval 1 month + interval 1 month
-- 31|       cast(date_format(`day`, '%Y-%m-01') as date) as d0,
-- 33|       case when `day` is not null then rank() over (partition by cast(date_format(`day`, '%Y-%m-01') as date), `account_id` order by `day` desc) end as place
-- 46|       case when moment is not null then rank() over (partition by d0, p0 order by moment desc) end as place
-- 53| order by `balances.day.month` <=> null, `balances.day.month`
-- clickhouse:
-- 3|     toDate32("day") as day_,
-- 10|   select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
-- 11|   from (
-- 11+|     select
-- 11+|       minOrNull(toStartOfMonth(toDate32(day_))) as lo,
-- 11+|       maxOrNull(toStartOfMonth(toDate32(day_))) as hi
-- 11+|     from facts_1
-- 11+|   ) as bounds
-- 11+|   where lo <= hi
-- 18|   join periods_1 on day_ >= (d0 + toIntervalMonth(-1)) and day_ < ((d0 + toIntervalMonth(-1)) + toIntervalMonth(1))
-- 27|     sumOrNull((case when place = 1 then v0 end) + toDecimal128(0, 0)) as m0,
-- 31|       toStartOfMonth(toDate32("day")) as d0,
-- 33|       case when "day" is not null then rank() over (partition by toStartOfMonth(toDate32("day")), "account_id" order by "day" desc nulls last) end as place
-- 41|     sumOrNull((case when place = 1 then v0 end) + toDecimal128(0, 0)) as m1
-- 53| order by 1 nulls last
-- 54| limit 11
-- 54+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 3|     cast("day" as date) as day_,
-- 10|   select date_add('month', many * 10000 + few, lo) as d0
-- 11|   from (
-- 11+|     select
-- 11+|       min(cast(date_trunc('month', day_) as date)) as lo,
-- 11+|       max(cast(date_trunc('month', day_) as date)) as hi
-- 11+|     from facts_1
-- 11+|   ) as bounds
-- 11+|   cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
-- 11+|   cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
-- 11+|   where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
-- 18|   join periods_1 on day_ >= date_add('month', -1, d0) and day_ < date_add('month', 1, date_add('month', -1, d0))
-- 31|       cast(date_trunc('month', "day") as date) as d0,
-- 33|       case when "day" is not null then rank() over (partition by cast(date_trunc('month', "day") as date), "account_id" order by "day" desc nulls last) end as place
-- bigquery:
-- 3|     cast(`day` as date) as day_,
-- 10|   select step as d0
-- 11|   from (
-- 11+|     select
-- 11+|       min(date_trunc(cast(day_ as date), month)) as lo,
-- 11+|       max(date_trunc(cast(day_ as date), month)) as hi
-- 11+|     from facts_1
-- 11+|   ) as bounds
-- 11+|   cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
-- 18|   join periods_1 on day_ >= date_add(d0, interval -1 month) and day_ < date_add(date_add(d0, interval -1 month), interval 1 month)
-- 31|       date_trunc(cast(`day` as date), month) as d0,
-- 33|       case when `day` is not null then rank() over (partition by date_trunc(cast(`day` as date), month), `account_id` order by `day` desc nulls last) end as place
-- databricks:
-- 3|     cast(`day` as date) as day_,
-- 10|   select explode(sequence(lo, hi, interval 1 month)) as d0
-- 11|   from (
-- 11+|     select
-- 11+|       min(cast(date_trunc('month', day_) as date)) as lo,
-- 11+|       max(cast(date_trunc('month', day_) as date)) as hi
-- 11+|     from facts_1
-- 11+|   ) as bounds
-- 11+|   where lo <= hi
-- 18|   join periods_1 on day_ >= cast(dateadd(month, -1, d0) as date) and day_ < cast(dateadd(month, 1, cast(dateadd(month, -1, d0) as date)) as date)
-- 31|       cast(date_trunc('month', `day`) as date) as d0,
-- 33|       case when `day` is not null then rank() over (partition by cast(date_trunc('month', `day`) as date), `account_id` order by `day` desc nulls last) end as place
-- snowflake:
-- 3|     cast("day" as date) as day_,
-- 10|   select dateadd(month, cast(steps.value as integer), lo) as d0
-- 11|   from (
-- 11+|     select
-- 11+|       min(cast(date_trunc('month', day_) as date)) as lo,
-- 11+|       max(cast(date_trunc('month', day_) as date)) as hi
-- 11+|     from facts_1
-- 11+|   ) as bounds
-- 11+|   cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
-- 18|   join periods_1 on day_ >= dateadd(month, -1, d0) and day_ < dateadd(month, 1, dateadd(month, -1, d0))
-- 31|       cast(date_trunc('month', "day") as date) as d0,
-- 33|       case when "day" is not null then rank() over (partition by cast(date_trunc('month', "day") as date), "account_id" order by "day" desc nulls last) end as place
-- redshift:
-- 10|   select dateadd(month, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
-- 11|   from (
-- 11+|     select
-- 11+|       min(date_trunc('month', day_)::date) as lo,
-- 11+|       max(date_trunc('month', day_)::date) as hi
-- 11+|     from facts_1
-- 11+|   ) as bounds
-- 11+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(month, lo, hi)
-- 11+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(month, lo, hi)
-- 11+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(month, lo, hi)
-- 11+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(month, lo, hi)
-- 11+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(month, lo, hi)
-- 11+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(month, lo, hi)
-- 11+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(month, lo, hi)
-- 18|   join periods_1 on day_ >= dateadd(month, -1, d0)::date and day_ < dateadd(month, 1, dateadd(month, -1, d0)::date)::date
