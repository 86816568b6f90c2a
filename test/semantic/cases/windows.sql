-- Postgres' SQL of each case, then the lines in which other dialects differ: "3|" replaces the third line, "3+|" follows
-- it. Differences in the quotes of names are not shown. These dialects are never run on the warehouse itself:
-- trino, bigquery, databricks, snowflake, redshift (how they are checked instead: shared/semantic/dialects/README.md).

-- a rolling sum includes days before the period, also in periods without rows
-- ["2024-01-31 00:00:00","2024-01-31 00:00:00","2024-01-31 00:00:00"]
with facts_1 as (
  select
    "placed_at"::date as day,
    sum("amount") as s0
  from "orders"
  where "placed_at" >= $1::timestamp - interval '1 day' - interval '2 days' - interval '3 days'
  group by 1
),
bounds_1 as (
  select
    $2::timestamp::date::date as lo,
    max(day)::date as hi
  from facts_1
),
followed_1 as (
  select
    day,
    s0,
    lead(day) over (order by day) as next
  from facts_1
  where day is not null
),
spread_1 as (
  select
    day,
    s0
  from followed_1
  union all
  select
    generate_series(greatest(day + interval '1 day', lo)::timestamp, least(next - interval '1 day', hi, day + interval '2 days')::timestamp, interval '1 day')::date as day,
    null as s0
  from followed_1
  cross join bounds_1
  where day < least(next - interval '1 day', hi, day + interval '2 days')
),
framed_1 as (
  select
    day,
    sum(s0) over (order by day range between interval '2 days' preceding and current row) as s0
  from spread_1
)
select
  d0 as "orders.placed_at.day",
  max(m0) as "orders.three_days",
  max(m1) as "orders.total"
from (
  select
    day as d0,
    max(s0) as m0,
    null as m1
  from framed_1
  cross join bounds_1
  where day >= lo
    and day <= hi
  group by 1
  union all
  select
    "placed_at"::date as d0,
    null as m0,
    sum("amount") as m1
  from "orders"
  where "placed_at" >= $3::timestamp
  group by 1
) as branches
group by 1
order by "orders.placed_at.day" nulls last
limit 21;
-- duckdb:
-- 31|     unnest(generate_series(greatest(day + interval '1 day', lo)::timestamp, least(next - interval '1 day', hi, day + interval '2 days')::timestamp, interval '1 day'))::date as day,
-- mysql:
-- 1| -- ["2024-01-31 00:00:00","2024-01-31 00:00:00","2024-01-31 00:00:00","2024-01-31 00:00:00"]
-- 2| with recursive facts_1 as (
-- 4|     date(`placed_at`) as day,
-- 7|   where `placed_at` >= cast(? as datetime(6)) - interval 1 day - interval 2 day - interval 3 day
-- 10| periods_1 as (
-- 12|     1 as n,
-- 13|     date(cast(? as datetime(6))) as d0,
-- 13+|     date(cast(? as datetime(6))) as first,
-- 13+|     max(day) as last
-- 15|   having first <= last
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
-- 30|   select n * 2 + bit, first + interval (n * 2 + bit - 1) day, first, last
-- 31|   from periods_1
-- 32|   cross join (select 0 as bit union all select 1) as bits
-- 33|   where first + interval (n * 2 + bit - 1) day <= last
-- 34 is left out
-- 35 is left out
-- 36 is left out
-- 37 is left out
-- 38 is left out
-- 39 is left out
-- 40 is left out
-- 41 is left out
-- 49|     d0,
-- 50|     sum(s0) as m0,
-- 52|   from facts_1
-- 53|   join periods_1 on day >= d0 + interval 1 day - interval 3 day and day < d0 + interval 1 day
-- 54 is left out
-- 55 is left out
-- 59|     date(`placed_at`) as d0,
-- 63|   where `placed_at` >= cast(? as datetime(6))
-- 67| order by `orders.placed_at.day` <=> null, `orders.placed_at.day`
-- clickhouse:
-- 1| -- ["2024-01-25 00:00:00","2024-01-31 00:00:00","2024-01-31 00:00:00"]
-- 4|     toDate32(toTimeZone("placed_at", 'UTC')) as day,
-- 5|     sumOrNull("amount" + toDecimal128(0, 0)) as s0
-- 7|   where "placed_at" >= {p1:DateTime64(6, 'UTC')}
-- 10| periods_1 as (
-- 11|   select arrayJoin(arrayMap(i -> lo + toIntervalDay(i), range(greatest(ifNull(dateDiff('day', lo, hi) + 1, 0), 0)))) as d0
-- 12|   from (
-- 13|     select
-- 14|       toDate32(toTimeZone({p2:DateTime64(6, 'UTC')}, 'UTC')) as lo,
-- 15|       maxOrNull(day) as hi
-- 16|     from facts_1
-- 17|   ) as bounds
-- 18|   where lo <= hi
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
-- 41 is left out
-- 49|     d0,
-- 50|     sumOrNull(s0 + toDecimal128(0, 0)) as m0,
-- 52|   from facts_1
-- 53|   join periods_1 on day >= ((d0 + toIntervalDay(1)) + toIntervalDay(-3)) and day < (d0 + toIntervalDay(1))
-- 54 is left out
-- 55 is left out
-- 59|     toDate32(toTimeZone("placed_at", 'UTC')) as d0,
-- 61|     sumOrNull("amount" + toDecimal128(0, 0)) as m1
-- 63|   where "placed_at" >= {p3:DateTime64(6, 'UTC')}
-- 67| order by 1 nulls last
-- 68| limit 21
-- 68+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 1| -- ["2024-01-25 00:00:00","2024-01-31 00:00:00","2024-01-31 00:00:00"]
-- 4|     cast(cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as day,
-- 7|   where "placed_at" >= cast(? as timestamp(6))
-- 10| periods_1 as (
-- 11|   select date_add('day', many * 10000 + few, lo) as d0
-- 12|   from (
-- 13|     select
-- 14|       cast(cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as lo,
-- 15|       max(day) as hi
-- 16|     from facts_1
-- 17|   ) as bounds
-- 18|   cross join unnest(sequence(0, date_diff('day', lo, hi) / 10000)) as outer_steps (many)
-- 19|   cross join unnest(sequence(0, least(date_diff('day', lo, hi), 9999))) as inner_steps (few)
-- 20|   where lo <= hi and many * 10000 + few <= date_diff('day', lo, hi)
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
-- 41 is left out
-- 49|     d0,
-- 50|     sum(s0) as m0,
-- 52|   from facts_1
-- 53|   join periods_1 on day >= date_add('day', -3, date_add('day', 1, d0)) and day < date_add('day', 1, d0)
-- 54 is left out
-- 55 is left out
-- 59|     cast(cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as d0,
-- 63|   where "placed_at" >= cast(? as timestamp(6))
-- bigquery:
-- 1| -- ["2024-01-25 00:00:00","2024-01-31 00:00:00","2024-01-31 00:00:00"]
-- 4|     cast(datetime(timestamp(`placed_at`), 'UTC') as date) as day,
-- 7|   where `placed_at` >= @p1
-- 10| periods_1 as (
-- 11|   select step as d0
-- 12|   from (
-- 13|     select
-- 14|       cast(datetime(timestamp(@p2), 'UTC') as date) as lo,
-- 15|       max(day) as hi
-- 16|     from facts_1
-- 17|   ) as bounds
-- 18|   cross join unnest(generate_date_array(lo, hi, interval 1 day)) as step
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
-- 41 is left out
-- 49|     d0,
-- 50|     sum(s0) as m0,
-- 52|   from facts_1
-- 53|   join periods_1 on day >= date_add(date_add(d0, interval 1 day), interval -3 day) and day < date_add(d0, interval 1 day)
-- 54 is left out
-- 55 is left out
-- 59|     cast(datetime(timestamp(`placed_at`), 'UTC') as date) as d0,
-- 63|   where `placed_at` >= @p3
-- databricks:
-- 1| -- ["2024-01-25 00:00:00","2024-01-31 00:00:00","2024-01-31 00:00:00"]
-- 4|     cast(convert_timezone('UTC', `placed_at`) as date) as day,
-- 7|   where `placed_at` >= cast(concat(:p1, 'Z') as timestamp)
-- 10| periods_1 as (
-- 11|   select explode(sequence(lo, hi, interval 1 day)) as d0
-- 12|   from (
-- 13|     select
-- 14|       cast(convert_timezone('UTC', cast(concat(:p2, 'Z') as timestamp)) as date) as lo,
-- 15|       max(day) as hi
-- 16|     from facts_1
-- 17|   ) as bounds
-- 18|   where lo <= hi
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
-- 41 is left out
-- 49|     d0,
-- 50|     sum(s0) as m0,
-- 52|   from facts_1
-- 53|   join periods_1 on day >= cast(dateadd(day, -3, cast(dateadd(day, 1, d0) as date)) as date) and day < cast(dateadd(day, 1, d0) as date)
-- 54 is left out
-- 55 is left out
-- 59|     cast(convert_timezone('UTC', `placed_at`) as date) as d0,
-- 63|   where `placed_at` >= cast(concat(:p3, 'Z') as timestamp)
-- snowflake:
-- 1| -- ["2024-01-25 00:00:00","2024-01-31 00:00:00","2024-01-31 00:00:00"]
-- 4|     cast(cast(convert_timezone('UTC', "placed_at") as timestamp_ntz) as date) as day,
-- 7|   where "placed_at" >= cast(? as timestamp_ntz)
-- 10| periods_1 as (
-- 11|   select dateadd(day, cast(steps.value as integer), lo) as d0
-- 12|   from (
-- 13|     select
-- 14|       cast(cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz) as date) as lo,
-- 15|       max(day) as hi
-- 16|     from facts_1
-- 17|   ) as bounds
-- 18|   cross join lateral flatten(input => array_generate_range(0, datediff(day, lo, hi) + 1)) as steps
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
-- 41 is left out
-- 49|     d0,
-- 50|     sum(s0) as m0,
-- 52|   from facts_1
-- 53|   join periods_1 on day >= dateadd(day, -3, dateadd(day, 1, d0)) and day < dateadd(day, 1, d0)
-- 54 is left out
-- 55 is left out
-- 59|     cast(cast(convert_timezone('UTC', "placed_at") as timestamp_ntz) as date) as d0,
-- 63|   where "placed_at" >= cast(? as timestamp_ntz)
-- redshift:
-- 1| -- ["2024-01-25 00:00:00","2024-01-31 00:00:00","2024-01-31 00:00:00"]
-- 7|   where "placed_at" >= $1::timestamp
-- 10| periods_1 as (
-- 11|   select dateadd(day, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
-- 12|   from (
-- 13|     select
-- 14|       $2::timestamp::date as lo,
-- 15|       max(day) as hi
-- 16|     from facts_1
-- 17|   ) as bounds
-- 18|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(day, lo, hi)
-- 19|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(day, lo, hi)
-- 20|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(day, lo, hi)
-- 21|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(day, lo, hi)
-- 22|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(day, lo, hi)
-- 23|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(day, lo, hi)
-- 24|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(day, lo, hi)
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
-- 49|     d0,
-- 50|     sum(s0) as m0,
-- 52|   from facts_1
-- 53|   join periods_1 on day >= dateadd(day, -3, dateadd(day, 1, d0)::date)::date and day < dateadd(day, 1, d0)::date
-- 54 is left out
-- 55 is left out

-- a filter on the time selects periods, not the rows of their windows
-- ["2024-02-01 00:00:00","2024-02-02 00:00:00","2024-02-01 00:00:00","2024-02-02 00:00:00"]
with facts_1 as (
  select
    "placed_at"::date as day,
    sum("amount") as s0
  from "orders"
  where "placed_at" >= $1::timestamp - interval '1 day' - interval '2 days' - interval '3 days'
    and "placed_at" < $2::timestamp + interval '1 day' + interval '2 days'
  group by 1
),
bounds_1 as (
  select
    $3::timestamp::date::date as lo,
    ($4::timestamp - interval '1 microsecond')::date::date as hi
),
followed_1 as (
  select
    day,
    s0,
    lead(day) over (order by day) as next
  from facts_1
  where day is not null
),
spread_1 as (
  select
    day,
    s0
  from followed_1
  union all
  select
    generate_series(greatest(day + interval '1 day', lo)::timestamp, least(next - interval '1 day', hi, day + interval '2 days')::timestamp, interval '1 day')::date as day,
    null as s0
  from followed_1
  cross join bounds_1
  where day < least(next - interval '1 day', hi, day + interval '2 days')
),
framed_1 as (
  select
    day,
    sum(s0) over (order by day range between interval '2 days' preceding and current row) as s0
  from spread_1
)
select
  day as "orders.placed_at.day",
  max(s0) as "orders.three_days"
from framed_1
cross join bounds_1
where day >= lo
  and day <= hi
group by 1
order by "orders.placed_at.day" nulls last
limit 21;
-- duckdb:
-- 31|     unnest(generate_series(greatest(day + interval '1 day', lo)::timestamp, least(next - interval '1 day', hi, day + interval '2 days')::timestamp, interval '1 day'))::date as day,
-- mysql:
-- 1| -- ["2024-02-01 00:00:00","2024-02-02 00:00:00","2024-02-01 00:00:00","2024-02-01 00:00:00","2024-02-02 00:00:00"]
-- 2| with recursive facts_1 as (
-- 4|     date(`placed_at`) as day,
-- 7|   where `placed_at` >= cast(? as datetime(6)) - interval 1 day - interval 2 day - interval 3 day
-- 8|     and `placed_at` < cast(? as datetime(6)) + interval 1 day + interval 2 day
-- 11| periods_1 as (
-- 13|     1 as n,
-- 14|     date(cast(? as datetime(6))) as d0,
-- 15|     date(cast(? as datetime(6))) as first,
-- 16|     date((cast(? as datetime(6)) - interval 1 microsecond)) as last
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
-- 30|   select n * 2 + bit, first + interval (n * 2 + bit - 1) day, first, last
-- 31|   from periods_1
-- 32|   cross join (select 0 as bit union all select 1) as bits
-- 33|   where first + interval (n * 2 + bit - 1) day <= last
-- 34 is left out
-- 35 is left out
-- 36 is left out
-- 37 is left out
-- 38 is left out
-- 39 is left out
-- 40 is left out
-- 41 is left out
-- 44|   d0 as `orders.placed_at.day`,
-- 45|   sum(s0) as `orders.three_days`
-- 46| from facts_1
-- 47| join periods_1 on day >= d0 + interval 1 day - interval 3 day and day < d0 + interval 1 day
-- 48 is left out
-- 49 is left out
-- 51| order by `orders.placed_at.day` <=> null, `orders.placed_at.day`
-- clickhouse:
-- 1| -- ["2024-01-26 00:00:00","2024-02-05 00:00:00","2024-02-01 00:00:00","2024-02-01 23:59:59.999999"]
-- 4|     toDate32(toTimeZone("placed_at", 'UTC')) as day,
-- 5|     sumOrNull("amount" + toDecimal128(0, 0)) as s0
-- 7|   where "placed_at" >= {p1:DateTime64(6, 'UTC')}
-- 8|     and "placed_at" < {p2:DateTime64(6, 'UTC')}
-- 11| periods_1 as (
-- 12|   select arrayJoin(arrayMap(i -> lo + toIntervalDay(i), range(greatest(ifNull(dateDiff('day', lo, hi) + 1, 0), 0)))) as d0
-- 13|   from (
-- 14|     select toDate32(toTimeZone({p3:DateTime64(6, 'UTC')}, 'UTC')) as lo, toDate32(toTimeZone({p4:DateTime64(6, 'UTC')}, 'UTC')) as hi
-- 15|   ) as bounds
-- 16|   where lo <= hi
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
-- 41 is left out
-- 44|   d0 as "orders.placed_at.day",
-- 45|   sumOrNull(s0 + toDecimal128(0, 0)) as "orders.three_days"
-- 46| from facts_1
-- 47| join periods_1 on day >= ((d0 + toIntervalDay(1)) + toIntervalDay(-3)) and day < (d0 + toIntervalDay(1))
-- 48 is left out
-- 49 is left out
-- 51| order by 1 nulls last
-- 52| limit 21
-- 52+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 1| -- ["2024-01-26 00:00:00","2024-02-05 00:00:00","2024-02-01 00:00:00","2024-02-01 23:59:59.999999"]
-- 4|     cast(cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as day,
-- 7|   where "placed_at" >= cast(? as timestamp(6))
-- 8|     and "placed_at" < cast(? as timestamp(6))
-- 11| periods_1 as (
-- 12|   select date_add('day', many * 10000 + few, lo) as d0
-- 13|   from (
-- 14|     select cast(cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as lo, cast(cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as hi
-- 15|   ) as bounds
-- 16|   cross join unnest(sequence(0, date_diff('day', lo, hi) / 10000)) as outer_steps (many)
-- 17|   cross join unnest(sequence(0, least(date_diff('day', lo, hi), 9999))) as inner_steps (few)
-- 18|   where lo <= hi and many * 10000 + few <= date_diff('day', lo, hi)
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
-- 41 is left out
-- 44|   d0 as "orders.placed_at.day",
-- 45|   sum(s0) as "orders.three_days"
-- 46| from facts_1
-- 47| join periods_1 on day >= date_add('day', -3, date_add('day', 1, d0)) and day < date_add('day', 1, d0)
-- 48 is left out
-- 49 is left out
-- bigquery:
-- 1| -- ["2024-01-26 00:00:00","2024-02-05 00:00:00","2024-02-01 00:00:00","2024-02-01 23:59:59.999999"]
-- 4|     cast(datetime(timestamp(`placed_at`), 'UTC') as date) as day,
-- 7|   where `placed_at` >= @p1
-- 8|     and `placed_at` < @p2
-- 11| periods_1 as (
-- 12|   select step as d0
-- 13|   from (
-- 14|     select cast(datetime(timestamp(@p3), 'UTC') as date) as lo, cast(datetime(timestamp(@p4), 'UTC') as date) as hi
-- 15|   ) as bounds
-- 16|   cross join unnest(generate_date_array(lo, hi, interval 1 day)) as step
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
-- 41 is left out
-- 44|   d0 as `orders__placed_at__day`,
-- 45|   sum(s0) as `orders__three_days`
-- 46| from facts_1
-- 47| join periods_1 on day >= date_add(date_add(d0, interval 1 day), interval -3 day) and day < date_add(d0, interval 1 day)
-- 48 is left out
-- 49 is left out
-- databricks:
-- 1| -- ["2024-01-26 00:00:00","2024-02-05 00:00:00","2024-02-01 00:00:00","2024-02-01 23:59:59.999999"]
-- 4|     cast(convert_timezone('UTC', `placed_at`) as date) as day,
-- 7|   where `placed_at` >= cast(concat(:p1, 'Z') as timestamp)
-- 8|     and `placed_at` < cast(concat(:p2, 'Z') as timestamp)
-- 11| periods_1 as (
-- 12|   select explode(sequence(lo, hi, interval 1 day)) as d0
-- 13|   from (
-- 14|     select cast(convert_timezone('UTC', cast(concat(:p3, 'Z') as timestamp)) as date) as lo, cast(convert_timezone('UTC', cast(concat(:p4, 'Z') as timestamp)) as date) as hi
-- 15|   ) as bounds
-- 16|   where lo <= hi
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
-- 41 is left out
-- 44|   d0 as `orders.placed_at.day`,
-- 45|   sum(s0) as `orders.three_days`
-- 46| from facts_1
-- 47| join periods_1 on day >= cast(dateadd(day, -3, cast(dateadd(day, 1, d0) as date)) as date) and day < cast(dateadd(day, 1, d0) as date)
-- 48 is left out
-- 49 is left out
-- snowflake:
-- 1| -- ["2024-01-26 00:00:00","2024-02-05 00:00:00","2024-02-01 00:00:00","2024-02-01 23:59:59.999999"]
-- 4|     cast(cast(convert_timezone('UTC', "placed_at") as timestamp_ntz) as date) as day,
-- 7|   where "placed_at" >= cast(? as timestamp_ntz)
-- 8|     and "placed_at" < cast(? as timestamp_ntz)
-- 11| periods_1 as (
-- 12|   select dateadd(day, cast(steps.value as integer), lo) as d0
-- 13|   from (
-- 14|     select cast(cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz) as date) as lo, cast(cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz) as date) as hi
-- 15|   ) as bounds
-- 16|   cross join lateral flatten(input => array_generate_range(0, datediff(day, lo, hi) + 1)) as steps
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
-- 41 is left out
-- 44|   d0 as "orders.placed_at.day",
-- 45|   sum(s0) as "orders.three_days"
-- 46| from facts_1
-- 47| join periods_1 on day >= dateadd(day, -3, dateadd(day, 1, d0)) and day < dateadd(day, 1, d0)
-- 48 is left out
-- 49 is left out
-- redshift:
-- 1| -- ["2024-01-26 00:00:00","2024-02-05 00:00:00","2024-02-01 00:00:00","2024-02-01 23:59:59.999999"]
-- 7|   where "placed_at" >= $1::timestamp
-- 8|     and "placed_at" < $2::timestamp
-- 11| periods_1 as (
-- 12|   select dateadd(day, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
-- 13|   from (
-- 14|     select $3::timestamp::date as lo, $4::timestamp::date as hi
-- 15|   ) as bounds
-- 16|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(day, lo, hi)
-- 17|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(day, lo, hi)
-- 18|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(day, lo, hi)
-- 19|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(day, lo, hi)
-- 20|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(day, lo, hi)
-- 21|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(day, lo, hi)
-- 22|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(day, lo, hi)
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
-- 41 is left out
-- 44|   d0 as "orders.placed_at.day",
-- 45|   sum(s0) as "orders.three_days"
-- 46| from facts_1
-- 47| join periods_1 on day >= dateadd(day, -3, dateadd(day, 1, d0)::date)::date and day < dateadd(day, 1, d0)::date
-- 48 is left out
-- 49 is left out

-- other filters select the rows of windows
-- ["web","2024-03-01 00:00:00","2024-01-01 00:00:00","2024-03-01 00:00:00"]
with facts_1 as (
  select
    date_trunc('month', "placed_at")::date as period,
    sum("amount") as s0,
    count(*) as s1
  from "orders"
  where "channel" = $1
    and "placed_at" < $2::timestamp + interval '1 month' + interval '2 days'
  group by 1
),
bounds_1 as (
  select
    date_trunc('month', $3::timestamp)::date::date as lo,
    date_trunc('month', ($4::timestamp - interval '1 microsecond'))::date::date as hi
),
followed_1 as (
  select
    period,
    s0,
    s1,
    lead(period) over (order by period) as next
  from facts_1
  where period is not null
),
spread_1 as (
  select
    period,
    s0,
    s1
  from followed_1
  union all
  select
    generate_series(greatest(period + interval '1 month', lo)::timestamp, case when not isfinite(greatest(period, lo)) or not isfinite(least(next, hi)) then concat('fillGaps: over 100000 periods', substr(period::text, 1, 0))::date else least(next - interval '1 month', hi) end::timestamp, interval '1 month')::date as period,
    null as s0,
    null as s1
  from followed_1
  cross join bounds_1
  where period < least(next - interval '1 month', hi)
),
framed_1 as (
  select
    period,
    sum(s0) over (order by period rows unbounded preceding) as s0,
    sum(s1) over (order by period rows unbounded preceding) as s1
  from spread_1
)
select
  period as "orders.placed_at.month",
  max(s0) as "orders.running",
  coalesce(max(s1), 0)::bigint as "orders.running_count"
from framed_1
cross join bounds_1
where period >= lo
  and period <= hi
group by 1
order by "orders.placed_at.month" nulls last
limit 21;
-- duckdb:
-- 34|     unnest(generate_series(greatest(period + interval '1 month', lo)::timestamp, case when not isfinite(greatest(period, lo)) or not isfinite(least(next, hi)) then concat('fillGaps: over 100000 periods', substr(period::text, 1, 0))::date else least(next - interval '1 month', hi) end::timestamp, interval '1 month'))::date as period,
-- mysql:
-- 1| -- ["web","2024-03-01 00:00:00","2024-01-01 00:00:00","2024-01-01 00:00:00","2024-03-01 00:00:00"]
-- 2| with recursive facts_1 as (
-- 4|     date(`placed_at`) as day,
-- 8|   where `channel` = ?
-- 9|     and `placed_at` < cast(? as datetime(6)) + interval 1 month + interval 2 day
-- 12| periods_1 as (
-- 14|     1 as n,
-- 15|     cast(date_format(cast(? as datetime(6)), '%Y-%m-01') as date) as d0,
-- 16|     cast(date_format(cast(? as datetime(6)), '%Y-%m-01') as date) as first,
-- 17|     cast(date_format((cast(? as datetime(6)) - interval 1 microsecond), '%Y-%m-01') as date) as last
-- 18|   having first <= last
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
-- 33|   select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
-- 34|   from periods_1
-- 35|   cross join (select 0 as bit union all select 1) as bits
-- 36|   where first + interval (n * 2 + bit - 1) month <= last
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
-- 49|   d0 as `orders.placed_at.month`,
-- 50|   sum(s0) as `orders.running`,
-- 51|   cast(coalesce(sum(s1), 0) as signed) as `orders.running_count`
-- 52| from facts_1
-- 53| join periods_1 on day < d0 + interval 1 month
-- 54 is left out
-- 55 is left out
-- 57| order by `orders.placed_at.month` <=> null, `orders.placed_at.month`
-- clickhouse:
-- 1| -- ["web","2024-04-03 00:00:00","2024-01-01 00:00:00","2024-02-29 23:59:59.999999"]
-- 4|     toDate32(toTimeZone("placed_at", 'UTC')) as day,
-- 5|     sumOrNull("amount" + toDecimal128(0, 0)) as s0,
-- 8|   where "channel" = {p1:String}
-- 9|     and "placed_at" < {p2:DateTime64(6, 'UTC')}
-- 12| periods_1 as (
-- 13|   select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
-- 14|   from (
-- 15|     select toStartOfMonth(toDate32(toTimeZone({p3:DateTime64(6, 'UTC')}, 'UTC'))) as lo, toStartOfMonth(toDate32(toTimeZone({p4:DateTime64(6, 'UTC')}, 'UTC'))) as hi
-- 16|   ) as bounds
-- 17|   where lo <= hi
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
-- 41 is left out
-- 42 is left out
-- 43 is left out
-- 44 is left out
-- 45 is left out
-- 46 is left out
-- 49|   d0 as "orders.placed_at.month",
-- 50|   sumOrNull(s0 + toDecimal128(0, 0)) as "orders.running",
-- 51|   coalesce(sum(s1), 0) as "orders.running_count"
-- 52| from facts_1
-- 53| join periods_1 on day < (d0 + toIntervalMonth(1))
-- 54 is left out
-- 55 is left out
-- 57| order by 1 nulls last
-- 58| limit 21
-- 58+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 1| -- ["web","2024-04-03 00:00:00","2024-01-01 00:00:00","2024-02-29 23:59:59.999999"]
-- 4|     cast(cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as day,
-- 8|   where "channel" = ?
-- 9|     and "placed_at" < cast(? as timestamp(6))
-- 12| periods_1 as (
-- 13|   select date_add('month', many * 10000 + few, lo) as d0
-- 14|   from (
-- 15|     select cast(date_trunc('month', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as lo, cast(date_trunc('month', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as hi
-- 16|   ) as bounds
-- 17|   cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
-- 18|   cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
-- 19|   where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
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
-- 41 is left out
-- 42 is left out
-- 43 is left out
-- 44 is left out
-- 45 is left out
-- 46 is left out
-- 49|   d0 as "orders.placed_at.month",
-- 50|   sum(s0) as "orders.running",
-- 51|   coalesce(sum(s1), 0) as "orders.running_count"
-- 52| from facts_1
-- 53| join periods_1 on day < date_add('month', 1, d0)
-- 54 is left out
-- 55 is left out
-- bigquery:
-- 1| -- ["web","2024-04-03 00:00:00","2024-01-01 00:00:00","2024-02-29 23:59:59.999999"]
-- 4|     cast(datetime(timestamp(`placed_at`), 'UTC') as date) as day,
-- 8|   where `channel` = @p1
-- 9|     and `placed_at` < @p2
-- 12| periods_1 as (
-- 13|   select step as d0
-- 14|   from (
-- 15|     select date_trunc(cast(datetime(timestamp(@p3), 'UTC') as date), month) as lo, date_trunc(cast(datetime(timestamp(@p4), 'UTC') as date), month) as hi
-- 16|   ) as bounds
-- 17|   cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
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
-- 41 is left out
-- 42 is left out
-- 43 is left out
-- 44 is left out
-- 45 is left out
-- 46 is left out
-- 49|   d0 as `orders__placed_at__month`,
-- 50|   sum(s0) as `orders__running`,
-- 51|   coalesce(sum(s1), 0) as `orders__running_count`
-- 52| from facts_1
-- 53| join periods_1 on day < date_add(d0, interval 1 month)
-- 54 is left out
-- 55 is left out
-- databricks:
-- 1| -- ["web","2024-04-03 00:00:00","2024-01-01 00:00:00","2024-02-29 23:59:59.999999"]
-- 4|     cast(convert_timezone('UTC', `placed_at`) as date) as day,
-- 8|   where `channel` = :p1
-- 9|     and `placed_at` < cast(concat(:p2, 'Z') as timestamp)
-- 12| periods_1 as (
-- 13|   select explode(sequence(lo, hi, interval 1 month)) as d0
-- 14|   from (
-- 15|     select cast(date_trunc('month', convert_timezone('UTC', cast(concat(:p3, 'Z') as timestamp))) as date) as lo, cast(date_trunc('month', convert_timezone('UTC', cast(concat(:p4, 'Z') as timestamp))) as date) as hi
-- 16|   ) as bounds
-- 17|   where lo <= hi
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
-- 41 is left out
-- 42 is left out
-- 43 is left out
-- 44 is left out
-- 45 is left out
-- 46 is left out
-- 49|   d0 as `orders.placed_at.month`,
-- 50|   sum(s0) as `orders.running`,
-- 51|   coalesce(sum(s1), 0) as `orders.running_count`
-- 52| from facts_1
-- 53| join periods_1 on day < cast(dateadd(month, 1, d0) as date)
-- 54 is left out
-- 55 is left out
-- snowflake:
-- 1| -- ["web","2024-04-03 00:00:00","2024-01-01 00:00:00","2024-02-29 23:59:59.999999"]
-- 4|     cast(cast(convert_timezone('UTC', "placed_at") as timestamp_ntz) as date) as day,
-- 8|   where "channel" = ?
-- 9|     and "placed_at" < cast(? as timestamp_ntz)
-- 12| periods_1 as (
-- 13|   select dateadd(month, cast(steps.value as integer), lo) as d0
-- 14|   from (
-- 15|     select cast(date_trunc('month', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as date) as lo, cast(date_trunc('month', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as date) as hi
-- 16|   ) as bounds
-- 17|   cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
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
-- 41 is left out
-- 42 is left out
-- 43 is left out
-- 44 is left out
-- 45 is left out
-- 46 is left out
-- 49|   d0 as "orders.placed_at.month",
-- 50|   sum(s0) as "orders.running",
-- 51|   coalesce(sum(s1), 0) as "orders.running_count"
-- 52| from facts_1
-- 53| join periods_1 on day < dateadd(month, 1, d0)
-- 54 is left out
-- 55 is left out
-- redshift:
-- 1| -- ["web","2024-04-03 00:00:00","2024-01-01 00:00:00","2024-02-29 23:59:59.999999"]
-- 4|     "placed_at"::date as day,
-- 9|     and "placed_at" < $2::timestamp
-- 12| periods_1 as (
-- 13|   select dateadd(month, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
-- 14|   from (
-- 15|     select date_trunc('month', $3::timestamp)::date as lo, date_trunc('month', $4::timestamp)::date as hi
-- 16|   ) as bounds
-- 17|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(month, lo, hi)
-- 18|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(month, lo, hi)
-- 19|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(month, lo, hi)
-- 20|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(month, lo, hi)
-- 21|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(month, lo, hi)
-- 22|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(month, lo, hi)
-- 23|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(month, lo, hi)
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
-- 41 is left out
-- 42 is left out
-- 43 is left out
-- 44 is left out
-- 45 is left out
-- 46 is left out
-- 49|   d0 as "orders.placed_at.month",
-- 50|   sum(s0) as "orders.running",
-- 51|   coalesce(sum(s1), 0)::bigint as "orders.running_count"
-- 52| from facts_1
-- 53| join periods_1 on day < dateadd(month, 1, d0)::date
-- 54 is left out
-- 55 is left out

-- a running total per group of another dimension
-- ["2024-03-01 00:00:00","2024-01-01 00:00:00","2024-03-01 00:00:00"]
with facts_1 as (
  select
    "channel" as d0,
    date_trunc('month', "placed_at")::date as period,
    sum("amount") as s0
  from "orders"
  where "placed_at" < $1::timestamp + interval '1 month' + interval '2 days'
  group by 1, 2
),
bounds_1 as (
  select
    date_trunc('month', $2::timestamp)::date::date as lo,
    date_trunc('month', ($3::timestamp - interval '1 microsecond'))::date::date as hi
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
)
select
  d0 as "orders.channel",
  period as "orders.placed_at.month",
  max(s0) as "orders.running"
from framed_1
cross join bounds_1
where period >= lo
  and period <= hi
group by 1, 2
order by "orders.channel" nulls last, "orders.placed_at.month" nulls last
limit 21;
-- duckdb:
-- 34|     unnest(generate_series(greatest(period + interval '1 month', lo)::timestamp, case when not isfinite(greatest(period, lo)) or not isfinite(least(next, hi)) then concat('fillGaps: over 100000 periods', substr(period::text, 1, 0))::date else least(next - interval '1 month', hi) end::timestamp, interval '1 month'))::date as period,
-- mysql:
-- 1| -- ["2024-03-01 00:00:00","2024-01-01 00:00:00","2024-01-01 00:00:00","2024-03-01 00:00:00"]
-- 2| with recursive facts_1 as (
-- 5|     date(`placed_at`) as day,
-- 8|   where `placed_at` < cast(? as datetime(6)) + interval 1 month + interval 2 day
-- 11| periods_1 as (
-- 13|     1 as n,
-- 14|     cast(date_format(cast(? as datetime(6)), '%Y-%m-01') as date) as d1,
-- 15|     cast(date_format(cast(? as datetime(6)), '%Y-%m-01') as date) as first,
-- 16|     cast(date_format((cast(? as datetime(6)) - interval 1 microsecond), '%Y-%m-01') as date) as last
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
-- 42|     day as on_day,
-- 43|     d1
-- 44|   from (select distinct day from facts_1) as days
-- 45|   join periods_1 on day < d1 + interval 1 month
-- 49|   d1 as `orders.placed_at.month`,
-- 50|   sum(s0) as `orders.running`
-- 51| from facts_1
-- 52| join spans_1 on on_day = day
-- 53 is left out
-- 54 is left out
-- 56| order by `orders.channel` <=> null, `orders.channel`, `orders.placed_at.month` <=> null, `orders.placed_at.month`
-- clickhouse:
-- 1| -- ["2024-04-03 00:00:00","2024-01-01 00:00:00","2024-02-29 23:59:59.999999"]
-- 5|     toDate32(toTimeZone("placed_at", 'UTC')) as day,
-- 6|     sumOrNull("amount" + toDecimal128(0, 0)) as s0
-- 8|   where "placed_at" < {p1:DateTime64(6, 'UTC')}
-- 11| periods_1 as (
-- 12|   select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d1
-- 13|   from (
-- 14|     select toStartOfMonth(toDate32(toTimeZone({p2:DateTime64(6, 'UTC')}, 'UTC'))) as lo, toStartOfMonth(toDate32(toTimeZone({p3:DateTime64(6, 'UTC')}, 'UTC'))) as hi
-- 14+|   ) as bounds
-- 14+|   where lo <= hi
-- 16| spans_1 as (
-- 18|     day as on_day,
-- 19|     d1
-- 20|   from (select distinct day from facts_1) as days
-- 21|   join periods_1 on day < (d1 + toIntervalMonth(1))
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
-- 41 is left out
-- 42 is left out
-- 43 is left out
-- 44 is left out
-- 45 is left out
-- 49|   d1 as "orders.placed_at.month",
-- 50|   sumOrNull(s0 + toDecimal128(0, 0)) as "orders.running"
-- 51| from facts_1
-- 52| join spans_1 on on_day = day
-- 53 is left out
-- 54 is left out
-- 56| order by 1 nulls last, 2 nulls last
-- 57| limit 21
-- 57+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 1| -- ["2024-04-03 00:00:00","2024-01-01 00:00:00","2024-02-29 23:59:59.999999"]
-- 5|     cast(cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as day,
-- 8|   where "placed_at" < cast(? as timestamp(6))
-- 11| periods_1 as (
-- 12|   select date_add('month', many * 10000 + few, lo) as d1
-- 13|   from (
-- 14|     select cast(date_trunc('month', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as lo, cast(date_trunc('month', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as hi
-- 14+|   ) as bounds
-- 14+|   cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
-- 14+|   cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
-- 14+|   where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
-- 16| spans_1 as (
-- 18|     day as on_day,
-- 19|     d1
-- 20|   from (select distinct day from facts_1) as days
-- 21|   join periods_1 on day < date_add('month', 1, d1)
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
-- 41 is left out
-- 42 is left out
-- 43 is left out
-- 44 is left out
-- 45 is left out
-- 49|   d1 as "orders.placed_at.month",
-- 50|   sum(s0) as "orders.running"
-- 51| from facts_1
-- 52| join spans_1 on on_day = day
-- 53 is left out
-- 54 is left out
-- bigquery:
-- 1| -- ["2024-04-03 00:00:00","2024-01-01 00:00:00","2024-02-29 23:59:59.999999"]
-- 5|     cast(datetime(timestamp(`placed_at`), 'UTC') as date) as day,
-- 8|   where `placed_at` < @p1
-- 11| periods_1 as (
-- 12|   select step as d1
-- 13|   from (
-- 14|     select date_trunc(cast(datetime(timestamp(@p2), 'UTC') as date), month) as lo, date_trunc(cast(datetime(timestamp(@p3), 'UTC') as date), month) as hi
-- 14+|   ) as bounds
-- 14+|   cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
-- 16| spans_1 as (
-- 18|     day as on_day,
-- 19|     d1
-- 20|   from (select distinct day from facts_1) as days
-- 21|   join periods_1 on day < date_add(d1, interval 1 month)
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
-- 41 is left out
-- 42 is left out
-- 43 is left out
-- 44 is left out
-- 45 is left out
-- 49|   d1 as `orders__placed_at__month`,
-- 50|   sum(s0) as `orders__running`
-- 51| from facts_1
-- 52| join spans_1 on on_day = day
-- 53 is left out
-- 54 is left out
-- databricks:
-- 1| -- ["2024-04-03 00:00:00","2024-01-01 00:00:00","2024-02-29 23:59:59.999999"]
-- 5|     cast(convert_timezone('UTC', `placed_at`) as date) as day,
-- 8|   where `placed_at` < cast(concat(:p1, 'Z') as timestamp)
-- 11| periods_1 as (
-- 12|   select explode(sequence(lo, hi, interval 1 month)) as d1
-- 13|   from (
-- 14|     select cast(date_trunc('month', convert_timezone('UTC', cast(concat(:p2, 'Z') as timestamp))) as date) as lo, cast(date_trunc('month', convert_timezone('UTC', cast(concat(:p3, 'Z') as timestamp))) as date) as hi
-- 14+|   ) as bounds
-- 14+|   where lo <= hi
-- 16| spans_1 as (
-- 18|     day as on_day,
-- 19|     d1
-- 20|   from (select distinct day from facts_1) as days
-- 21|   join periods_1 on day < cast(dateadd(month, 1, d1) as date)
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
-- 41 is left out
-- 42 is left out
-- 43 is left out
-- 44 is left out
-- 45 is left out
-- 49|   d1 as `orders.placed_at.month`,
-- 50|   sum(s0) as `orders.running`
-- 51| from facts_1
-- 52| join spans_1 on on_day = day
-- 53 is left out
-- 54 is left out
-- snowflake:
-- 1| -- ["2024-04-03 00:00:00","2024-01-01 00:00:00","2024-02-29 23:59:59.999999"]
-- 5|     cast(cast(convert_timezone('UTC', "placed_at") as timestamp_ntz) as date) as day,
-- 8|   where "placed_at" < cast(? as timestamp_ntz)
-- 11| periods_1 as (
-- 12|   select dateadd(month, cast(steps.value as integer), lo) as d1
-- 13|   from (
-- 14|     select cast(date_trunc('month', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as date) as lo, cast(date_trunc('month', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as date) as hi
-- 14+|   ) as bounds
-- 14+|   cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
-- 16| spans_1 as (
-- 18|     day as on_day,
-- 19|     d1
-- 20|   from (select distinct day from facts_1) as days
-- 21|   join periods_1 on day < dateadd(month, 1, d1)
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
-- 41 is left out
-- 42 is left out
-- 43 is left out
-- 44 is left out
-- 45 is left out
-- 49|   d1 as "orders.placed_at.month",
-- 50|   sum(s0) as "orders.running"
-- 51| from facts_1
-- 52| join spans_1 on on_day = day
-- 53 is left out
-- 54 is left out
-- redshift:
-- 1| -- ["2024-04-03 00:00:00","2024-01-01 00:00:00","2024-02-29 23:59:59.999999"]
-- 5|     "placed_at"::date as day,
-- 8|   where "placed_at" < $1::timestamp
-- 11| periods_1 as (
-- 12|   select dateadd(month, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d1
-- 13|   from (
-- 14|     select date_trunc('month', $2::timestamp)::date as lo, date_trunc('month', $3::timestamp)::date as hi
-- 14+|   ) as bounds
-- 14+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(month, lo, hi)
-- 14+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(month, lo, hi)
-- 14+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(month, lo, hi)
-- 14+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(month, lo, hi)
-- 14+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(month, lo, hi)
-- 14+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(month, lo, hi)
-- 14+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(month, lo, hi)
-- 16| spans_1 as (
-- 18|     day as on_day,
-- 19|     d1
-- 20|   from (select distinct day from facts_1) as days
-- 21|   join periods_1 on day < dateadd(month, 1, d1)::date
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
-- 41 is left out
-- 42 is left out
-- 43 is left out
-- 44 is left out
-- 45 is left out
-- 49|   d1 as "orders.placed_at.month",
-- 50|   sum(s0) as "orders.running"
-- 51| from facts_1
-- 52| join spans_1 on on_day = day
-- 53 is left out
-- 54 is left out

-- windows are of the query's timezone
-- ["2024-01-31 23:00:00","2024-01-31 23:00:00"]
with facts_1 as (
  select
    ("placed_at"::timestamptz at time zone 'Europe/Berlin')::date as day,
    sum("amount") as s0
  from "orders"
  where "placed_at" >= $1::timestamp - interval '1 day' - interval '2 days' - interval '3 days'
  group by 1
),
bounds_1 as (
  select
    ($2::timestamp::timestamptz at time zone 'Europe/Berlin')::date::date as lo,
    max(day)::date as hi
  from facts_1
),
followed_1 as (
  select
    day,
    s0,
    lead(day) over (order by day) as next
  from facts_1
  where day is not null
),
spread_1 as (
  select
    day,
    s0
  from followed_1
  union all
  select
    generate_series(greatest(day + interval '1 day', lo)::timestamp, least(next - interval '1 day', hi, day + interval '2 days')::timestamp, interval '1 day')::date as day,
    null as s0
  from followed_1
  cross join bounds_1
  where day < least(next - interval '1 day', hi, day + interval '2 days')
),
framed_1 as (
  select
    day,
    sum(s0) over (order by day range between interval '2 days' preceding and current row) as s0
  from spread_1
)
select
  day as "orders.placed_at.day",
  max(s0) as "orders.three_days"
from framed_1
cross join bounds_1
where day >= lo
  and day <= hi
group by 1
order by "orders.placed_at.day" nulls last
limit 21;
-- duckdb:
-- 31|     unnest(generate_series(greatest(day + interval '1 day', lo)::timestamp, least(next - interval '1 day', hi, day + interval '2 days')::timestamp, interval '1 day'))::date as day,
-- mysql:
-- 1| -- ["2024-01-31 23:00:00","2024-01-31 23:00:00","2024-01-31 23:00:00","2024-01-31 23:00:00","2024-01-31 23:00:00"]
-- 2| with recursive facts_1 as (
-- 4|     date((`placed_at` + interval 60 + 60 * mod(interval(timestampdiff(hour, '1970-01-01', `placed_at`), 89953, 94153, 98521, 102889, 107257, 111625, 115993, 120361, 124729, 129265, 133633, 138001, 142369, 146737, 151105, 155473, 159841, 164209, 168577, 172945, 177313, 181849, 186217, 190585, 194953, 199321, 203689, 208057, 212425, 216793, 221161, 225529, 230065, 235105, 238801, 243841, 247537, 252577, 256273, 261481, 265009, 270217, 273745, 278953, 282649, 287689, 291385, 296425, 300121, 305329, 308857, 314065, 317593, 322801, 326329, 331537, 335233, 340273, 343969, 349009, 352705, 357913, 361441, 366649, 370177, 375385, 379081, 384121, 387817, 392857, 396553, 401593, 405289, 410497, 414025, 419233, 422761, 427969, 431665, 436705, 440401, 445441, 449137, 454345, 457873, 463081, 466609, 471817, 475513, 480553, 484249, 489289, 492985, 498025, 501721, 506929, 510457, 515665, 519193, 524401, 528097, 533137, 536833, 541873, 545569, 550777, 554305, 559513, 563041, 568249, 571777, 576985, 580681, 585721, 589417, 594457), 2) minute)) as day,
-- 7|   where `placed_at` >= cast(? as datetime(6)) - interval 1 day - interval 2 day - interval 3 day
-- 10| periods_1 as (
-- 12|     1 as n,
-- 13|     date((cast(? as datetime(6)) + interval 60 + 60 * mod(interval(timestampdiff(hour, '1970-01-01', cast(? as datetime(6))), 89953, 94153, 98521, 102889, 107257, 111625, 115993, 120361, 124729, 129265, 133633, 138001, 142369, 146737, 151105, 155473, 159841, 164209, 168577, 172945, 177313, 181849, 186217, 190585, 194953, 199321, 203689, 208057, 212425, 216793, 221161, 225529, 230065, 235105, 238801, 243841, 247537, 252577, 256273, 261481, 265009, 270217, 273745, 278953, 282649, 287689, 291385, 296425, 300121, 305329, 308857, 314065, 317593, 322801, 326329, 331537, 335233, 340273, 343969, 349009, 352705, 357913, 361441, 366649, 370177, 375385, 379081, 384121, 387817, 392857, 396553, 401593, 405289, 410497, 414025, 419233, 422761, 427969, 431665, 436705, 440401, 445441, 449137, 454345, 457873, 463081, 466609, 471817, 475513, 480553, 484249, 489289, 492985, 498025, 501721, 506929, 510457, 515665, 519193, 524401, 528097, 533137, 536833, 541873, 545569, 550777, 554305, 559513, 563041, 568249, 571777, 576985, 580681, 585721, 589417, 594457), 2) minute)) as d0,
-- 13+|     date((cast(? as datetime(6)) + interval 60 + 60 * mod(interval(timestampdiff(hour, '1970-01-01', cast(? as datetime(6))), 89953, 94153, 98521, 102889, 107257, 111625, 115993, 120361, 124729, 129265, 133633, 138001, 142369, 146737, 151105, 155473, 159841, 164209, 168577, 172945, 177313, 181849, 186217, 190585, 194953, 199321, 203689, 208057, 212425, 216793, 221161, 225529, 230065, 235105, 238801, 243841, 247537, 252577, 256273, 261481, 265009, 270217, 273745, 278953, 282649, 287689, 291385, 296425, 300121, 305329, 308857, 314065, 317593, 322801, 326329, 331537, 335233, 340273, 343969, 349009, 352705, 357913, 361441, 366649, 370177, 375385, 379081, 384121, 387817, 392857, 396553, 401593, 405289, 410497, 414025, 419233, 422761, 427969, 431665, 436705, 440401, 445441, 449137, 454345, 457873, 463081, 466609, 471817, 475513, 480553, 484249, 489289, 492985, 498025, 501721, 506929, 510457, 515665, 519193, 524401, 528097, 533137, 536833, 541873, 545569, 550777, 554305, 559513, 563041, 568249, 571777, 576985, 580681, 585721, 589417, 594457), 2) minute)) as first,
-- 13+|     max(day) as last
-- 15|   having first <= last
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
-- 30|   select n * 2 + bit, first + interval (n * 2 + bit - 1) day, first, last
-- 31|   from periods_1
-- 32|   cross join (select 0 as bit union all select 1) as bits
-- 33|   where first + interval (n * 2 + bit - 1) day <= last
-- 34 is left out
-- 35 is left out
-- 36 is left out
-- 37 is left out
-- 38 is left out
-- 39 is left out
-- 40 is left out
-- 41 is left out
-- 44|   d0 as `orders.placed_at.day`,
-- 45|   sum(s0) as `orders.three_days`
-- 46| from facts_1
-- 47| join periods_1 on day >= d0 + interval 1 day - interval 3 day and day < d0 + interval 1 day
-- 48 is left out
-- 49 is left out
-- 51| order by `orders.placed_at.day` <=> null, `orders.placed_at.day`
-- clickhouse:
-- 1| -- ["2024-01-25 23:00:00","2024-01-31 23:00:00"]
-- 4|     toDate32(toTimeZone("placed_at", 'Europe/Berlin')) as day,
-- 5|     sumOrNull("amount" + toDecimal128(0, 0)) as s0
-- 7|   where "placed_at" >= {p1:DateTime64(6, 'UTC')}
-- 10| periods_1 as (
-- 11|   select arrayJoin(arrayMap(i -> lo + toIntervalDay(i), range(greatest(ifNull(dateDiff('day', lo, hi) + 1, 0), 0)))) as d0
-- 12|   from (
-- 13|     select
-- 14|       toDate32(toTimeZone({p2:DateTime64(6, 'UTC')}, 'Europe/Berlin')) as lo,
-- 15|       maxOrNull(day) as hi
-- 16|     from facts_1
-- 17|   ) as bounds
-- 18|   where lo <= hi
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
-- 41 is left out
-- 44|   d0 as "orders.placed_at.day",
-- 45|   sumOrNull(s0 + toDecimal128(0, 0)) as "orders.three_days"
-- 46| from facts_1
-- 47| join periods_1 on day >= ((d0 + toIntervalDay(1)) + toIntervalDay(-3)) and day < (d0 + toIntervalDay(1))
-- 48 is left out
-- 49 is left out
-- 51| order by 1 nulls last
-- 52| limit 21
-- 52+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 1| -- ["2024-01-25 23:00:00","2024-01-31 23:00:00"]
-- 4|     cast(cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'Europe/Berlin' as timestamp(6)) as date) as day,
-- 7|   where "placed_at" >= cast(? as timestamp(6))
-- 10| periods_1 as (
-- 11|   select date_add('day', many * 10000 + few, lo) as d0
-- 12|   from (
-- 13|     select
-- 14|       cast(cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'Europe/Berlin' as timestamp(6)) as date) as lo,
-- 15|       max(day) as hi
-- 16|     from facts_1
-- 17|   ) as bounds
-- 18|   cross join unnest(sequence(0, date_diff('day', lo, hi) / 10000)) as outer_steps (many)
-- 19|   cross join unnest(sequence(0, least(date_diff('day', lo, hi), 9999))) as inner_steps (few)
-- 20|   where lo <= hi and many * 10000 + few <= date_diff('day', lo, hi)
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
-- 41 is left out
-- 44|   d0 as "orders.placed_at.day",
-- 45|   sum(s0) as "orders.three_days"
-- 46| from facts_1
-- 47| join periods_1 on day >= date_add('day', -3, date_add('day', 1, d0)) and day < date_add('day', 1, d0)
-- 48 is left out
-- 49 is left out
-- bigquery:
-- 1| -- ["2024-01-25 23:00:00","2024-01-31 23:00:00"]
-- 4|     cast(datetime(timestamp(`placed_at`), 'Europe/Berlin') as date) as day,
-- 7|   where `placed_at` >= @p1
-- 10| periods_1 as (
-- 11|   select step as d0
-- 12|   from (
-- 13|     select
-- 14|       cast(datetime(timestamp(@p2), 'Europe/Berlin') as date) as lo,
-- 15|       max(day) as hi
-- 16|     from facts_1
-- 17|   ) as bounds
-- 18|   cross join unnest(generate_date_array(lo, hi, interval 1 day)) as step
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
-- 41 is left out
-- 44|   d0 as `orders__placed_at__day`,
-- 45|   sum(s0) as `orders__three_days`
-- 46| from facts_1
-- 47| join periods_1 on day >= date_add(date_add(d0, interval 1 day), interval -3 day) and day < date_add(d0, interval 1 day)
-- 48 is left out
-- 49 is left out
-- databricks:
-- 1| -- ["2024-01-25 23:00:00","2024-01-31 23:00:00"]
-- 4|     cast(convert_timezone('Europe/Berlin', `placed_at`) as date) as day,
-- 7|   where `placed_at` >= cast(concat(:p1, 'Z') as timestamp)
-- 10| periods_1 as (
-- 11|   select explode(sequence(lo, hi, interval 1 day)) as d0
-- 12|   from (
-- 13|     select
-- 14|       cast(convert_timezone('Europe/Berlin', cast(concat(:p2, 'Z') as timestamp)) as date) as lo,
-- 15|       max(day) as hi
-- 16|     from facts_1
-- 17|   ) as bounds
-- 18|   where lo <= hi
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
-- 41 is left out
-- 44|   d0 as `orders.placed_at.day`,
-- 45|   sum(s0) as `orders.three_days`
-- 46| from facts_1
-- 47| join periods_1 on day >= cast(dateadd(day, -3, cast(dateadd(day, 1, d0) as date)) as date) and day < cast(dateadd(day, 1, d0) as date)
-- 48 is left out
-- 49 is left out
-- snowflake:
-- 1| -- ["2024-01-25 23:00:00","2024-01-31 23:00:00"]
-- 4|     cast(cast(convert_timezone('Europe/Berlin', "placed_at") as timestamp_ntz) as date) as day,
-- 7|   where "placed_at" >= cast(? as timestamp_ntz)
-- 10| periods_1 as (
-- 11|   select dateadd(day, cast(steps.value as integer), lo) as d0
-- 12|   from (
-- 13|     select
-- 14|       cast(cast(convert_timezone('Europe/Berlin', cast(? as timestamp_ntz)) as timestamp_ntz) as date) as lo,
-- 15|       max(day) as hi
-- 16|     from facts_1
-- 17|   ) as bounds
-- 18|   cross join lateral flatten(input => array_generate_range(0, datediff(day, lo, hi) + 1)) as steps
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
-- 41 is left out
-- 44|   d0 as "orders.placed_at.day",
-- 45|   sum(s0) as "orders.three_days"
-- 46| from facts_1
-- 47| join periods_1 on day >= dateadd(day, -3, dateadd(day, 1, d0)) and day < dateadd(day, 1, d0)
-- 48 is left out
-- 49 is left out
-- redshift:
-- 1| -- ["2024-01-25 23:00:00","2024-01-31 23:00:00"]
-- 7|   where "placed_at" >= $1::timestamp
-- 10| periods_1 as (
-- 11|   select dateadd(day, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
-- 12|   from (
-- 13|     select
-- 14|       ($2::timestamp::timestamptz at time zone 'Europe/Berlin')::date as lo,
-- 15|       max(day) as hi
-- 16|     from facts_1
-- 17|   ) as bounds
-- 18|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(day, lo, hi)
-- 19|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(day, lo, hi)
-- 20|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(day, lo, hi)
-- 21|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(day, lo, hi)
-- 22|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(day, lo, hi)
-- 23|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(day, lo, hi)
-- 24|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(day, lo, hi)
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
-- 44|   d0 as "orders.placed_at.day",
-- 45|   sum(s0) as "orders.three_days"
-- 46| from facts_1
-- 47| join periods_1 on day >= dateadd(day, -3, dateadd(day, 1, d0)::date)::date and day < dateadd(day, 1, d0)::date
-- 48 is left out
-- 49 is left out

-- a window may go along a date of the one side
-- ["2024-01-31 00:00:00","2024-01-31 00:00:00","2024-01-31 00:00:00"]
with facts_1 as (
  select
    "orders"."placed_at"::date as day,
    sum("lines"."quantity") as s0
  from "lines"
  left join "orders" on "orders"."id" = "lines"."order_id"
  where "orders"."placed_at" >= $1::timestamp - interval '1 day' - interval '2 days' - interval '3 days'
  group by 1
),
bounds_1 as (
  select
    $2::timestamp::date::date as lo,
    max(day)::date as hi
  from facts_1
),
followed_1 as (
  select
    day,
    s0,
    lead(day) over (order by day) as next
  from facts_1
  where day is not null
),
spread_1 as (
  select
    day,
    s0
  from followed_1
  union all
  select
    generate_series(greatest(day + interval '1 day', lo)::timestamp, least(next - interval '1 day', hi, day + interval '2 days')::timestamp, interval '1 day')::date as day,
    null as s0
  from followed_1
  cross join bounds_1
  where day < least(next - interval '1 day', hi, day + interval '2 days')
),
framed_1 as (
  select
    day,
    sum(s0) over (order by day range between interval '2 days' preceding and current row) as s0
  from spread_1
)
select
  d0 as "orders.placed_at.day",
  max(m0) as "lines.three_days",
  max(m1) as "lines.quantity"
from (
  select
    day as d0,
    max(s0) as m0,
    null as m1
  from framed_1
  cross join bounds_1
  where day >= lo
    and day <= hi
  group by 1
  union all
  select
    "orders"."placed_at"::date as d0,
    null as m0,
    sum("lines"."quantity") as m1
  from "lines"
  left join "orders" on "orders"."id" = "lines"."order_id"
  where "orders"."placed_at" >= $3::timestamp
  group by 1
) as branches
group by 1
order by "orders.placed_at.day" nulls last
limit 21;
-- totals
-- ["2024-01-31 00:00:00","2024-01-31 00:00:00","2024-01-31 00:00:00"]
with facts_1 as (
  select
    "orders"."placed_at"::date as day,
    sum("lines"."quantity") as s0
  from "lines"
  left join "orders" on "orders"."id" = "lines"."order_id"
  where "orders"."placed_at" >= $1::timestamp - interval '1 day' - interval '2 days' - interval '3 days'
  group by 1
),
periods_1 as (
  select generate_series($2::timestamp::date::timestamp, case when not isfinite($2::timestamp::date) or not isfinite(max(day)) then concat('fillGaps: over 100000 periods', substr(max(day)::text, 1, 0))::date else max(day) end::timestamp, interval '1 day')::date as d0
  from facts_1
)
select
  max(m0) as "lines.three_days",
  max(m1) as "lines.quantity"
from (
  select
    sum(s0) as m0,
    null as m1
  from facts_1
  where day in (
    select day
    from (select distinct day from facts_1) as days
    join periods_1 on day >= periods_1.d0 + interval '1 day' - interval '3 days' and day < periods_1.d0 + interval '1 day'
  )
  union all
  select
    null as m0,
    sum("lines"."quantity") as m1
  from "lines"
  left join "orders" on "orders"."id" = "lines"."order_id"
  where "orders"."placed_at" >= $3::timestamp
) as branches;
-- duckdb:
-- 32|     unnest(generate_series(greatest(day + interval '1 day', lo)::timestamp, least(next - interval '1 day', hi, day + interval '2 days')::timestamp, interval '1 day'))::date as day,
-- 83|   select unnest(generate_series($2::timestamp::date::timestamp, case when not isfinite($2::timestamp::date) or not isfinite(max(day)) then concat('fillGaps: over 100000 periods', substr(max(day)::text, 1, 0))::date else max(day) end::timestamp, interval '1 day'))::date as d0
-- mysql:
-- 1| -- ["2024-01-31 00:00:00","2024-01-31 00:00:00","2024-01-31 00:00:00","2024-01-31 00:00:00"]
-- 2| with recursive facts_1 as (
-- 4|     date(`orders`.`placed_at`) as day,
-- 8|   where `orders`.`placed_at` >= cast(? as datetime(6)) - interval 1 day - interval 2 day - interval 3 day
-- 11| periods_1 as (
-- 13|     1 as n,
-- 14|     date(cast(? as datetime(6))) as d0,
-- 14+|     date(cast(? as datetime(6))) as first,
-- 14+|     max(day) as last
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
-- 28 is left out
-- 29 is left out
-- 31|   select n * 2 + bit, first + interval (n * 2 + bit - 1) day, first, last
-- 32|   from periods_1
-- 33|   cross join (select 0 as bit union all select 1) as bits
-- 34|   where first + interval (n * 2 + bit - 1) day <= last
-- 35 is left out
-- 36 is left out
-- 37 is left out
-- 38 is left out
-- 39 is left out
-- 40 is left out
-- 41 is left out
-- 42 is left out
-- 50|     d0,
-- 51|     sum(s0) as m0,
-- 53|   from facts_1
-- 54|   join periods_1 on day >= d0 + interval 1 day - interval 3 day and day < d0 + interval 1 day
-- 55 is left out
-- 56 is left out
-- 60|     date(`orders`.`placed_at`) as d0,
-- 65|   where `orders`.`placed_at` >= cast(? as datetime(6))
-- 69| order by `orders.placed_at.day` <=> null, `orders.placed_at.day`
-- 72| -- ["2024-01-31 00:00:00","2024-01-31 00:00:00","2024-01-31 00:00:00","2024-01-31 00:00:00"]
-- 73| with recursive facts_1 as (
-- 75|     date(`orders`.`placed_at`) as day,
-- 79|   where `orders`.`placed_at` >= cast(? as datetime(6)) - interval 1 day - interval 2 day - interval 3 day
-- 83|   select
-- 83+|     1 as n,
-- 83+|     date(cast(? as datetime(6))) as d0,
-- 83+|     date(cast(? as datetime(6))) as first,
-- 83+|     max(day) as last
-- 84+|   having first <= last
-- 84+|   union all
-- 84+|   select n * 2 + bit, first + interval (n * 2 + bit - 1) day, first, last
-- 84+|   from periods_1
-- 84+|   cross join (select 0 as bit union all select 1) as bits
-- 84+|   where first + interval (n * 2 + bit - 1) day <= last
-- 97|     join periods_1 on day >= periods_1.d0 + interval 1 day - interval 3 day and day < periods_1.d0 + interval 1 day
-- 105|   where `orders`.`placed_at` >= cast(? as datetime(6))
-- clickhouse:
-- 1| -- ["2024-01-25 00:00:00","2024-01-31 00:00:00","2024-01-31 00:00:00"]
-- 4|     toDate32(toTimeZone("orders"."placed_at", 'UTC')) as day,
-- 5|     sumOrNull("lines"."quantity" + toDecimal128(0, 0)) as s0
-- 8|   where "orders"."placed_at" >= {p1:DateTime64(6, 'UTC')}
-- 11| periods_1 as (
-- 12|   select arrayJoin(arrayMap(i -> lo + toIntervalDay(i), range(greatest(ifNull(dateDiff('day', lo, hi) + 1, 0), 0)))) as d0
-- 13|   from (
-- 14|     select
-- 15|       toDate32(toTimeZone({p2:DateTime64(6, 'UTC')}, 'UTC')) as lo,
-- 16|       maxOrNull(day) as hi
-- 17|     from facts_1
-- 18|   ) as bounds
-- 19|   where lo <= hi
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
-- 41 is left out
-- 42 is left out
-- 50|     d0,
-- 51|     sumOrNull(s0 + toDecimal128(0, 0)) as m0,
-- 53|   from facts_1
-- 54|   join periods_1 on day >= ((d0 + toIntervalDay(1)) + toIntervalDay(-3)) and day < (d0 + toIntervalDay(1))
-- 55 is left out
-- 56 is left out
-- 60|     toDate32(toTimeZone("orders"."placed_at", 'UTC')) as d0,
-- 62|     sumOrNull("lines"."quantity" + toDecimal128(0, 0)) as m1
-- 65|   where "orders"."placed_at" >= {p3:DateTime64(6, 'UTC')}
-- 69| order by 1 nulls last
-- 70| limit 21
-- 70+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- 72| -- ["2024-01-25 00:00:00","2024-01-31 00:00:00","2024-01-31 00:00:00"]
-- 75|     toDate32(toTimeZone("orders"."placed_at", 'UTC')) as day,
-- 76|     sumOrNull("lines"."quantity" + toDecimal128(0, 0)) as s0
-- 79|   where "orders"."placed_at" >= {p1:DateTime64(6, 'UTC')}
-- 83|   select arrayJoin(arrayMap(i -> lo + toIntervalDay(i), range(greatest(ifNull(dateDiff('day', lo, hi) + 1, 0), 0)))) as d0
-- 84|   from (
-- 84+|     select
-- 84+|       toDate32(toTimeZone({p2:DateTime64(6, 'UTC')}, 'UTC')) as lo,
-- 84+|       maxOrNull(day) as hi
-- 84+|     from facts_1
-- 84+|   ) as bounds
-- 84+|   where lo <= hi
-- 91|     sumOrNull(s0 + toDecimal128(0, 0)) as m0,
-- 97|     join periods_1 on day >= ((periods_1.d0 + toIntervalDay(1)) + toIntervalDay(-3)) and day < (periods_1.d0 + toIntervalDay(1))
-- 102|     sumOrNull("lines"."quantity" + toDecimal128(0, 0)) as m1
-- 105|   where "orders"."placed_at" >= {p3:DateTime64(6, 'UTC')}
-- 106| ) as branches
-- 106+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 1| -- ["2024-01-25 00:00:00","2024-01-31 00:00:00","2024-01-31 00:00:00"]
-- 4|     cast(cast(cast("orders"."placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as day,
-- 8|   where "orders"."placed_at" >= cast(? as timestamp(6))
-- 11| periods_1 as (
-- 12|   select date_add('day', many * 10000 + few, lo) as d0
-- 13|   from (
-- 14|     select
-- 15|       cast(cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as lo,
-- 16|       max(day) as hi
-- 17|     from facts_1
-- 18|   ) as bounds
-- 19|   cross join unnest(sequence(0, date_diff('day', lo, hi) / 10000)) as outer_steps (many)
-- 20|   cross join unnest(sequence(0, least(date_diff('day', lo, hi), 9999))) as inner_steps (few)
-- 21|   where lo <= hi and many * 10000 + few <= date_diff('day', lo, hi)
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
-- 41 is left out
-- 42 is left out
-- 50|     d0,
-- 51|     sum(s0) as m0,
-- 53|   from facts_1
-- 54|   join periods_1 on day >= date_add('day', -3, date_add('day', 1, d0)) and day < date_add('day', 1, d0)
-- 55 is left out
-- 56 is left out
-- 60|     cast(cast(cast("orders"."placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as d0,
-- 65|   where "orders"."placed_at" >= cast(? as timestamp(6))
-- 72| -- ["2024-01-25 00:00:00","2024-01-31 00:00:00","2024-01-31 00:00:00"]
-- 75|     cast(cast(cast("orders"."placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as day,
-- 79|   where "orders"."placed_at" >= cast(? as timestamp(6))
-- 83|   select date_add('day', many * 10000 + few, lo) as d0
-- 84|   from (
-- 84+|     select
-- 84+|       cast(cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as lo,
-- 84+|       max(day) as hi
-- 84+|     from facts_1
-- 84+|   ) as bounds
-- 84+|   cross join unnest(sequence(0, date_diff('day', lo, hi) / 10000)) as outer_steps (many)
-- 84+|   cross join unnest(sequence(0, least(date_diff('day', lo, hi), 9999))) as inner_steps (few)
-- 84+|   where lo <= hi and many * 10000 + few <= date_diff('day', lo, hi)
-- 97|     join periods_1 on day >= date_add('day', -3, date_add('day', 1, periods_1.d0)) and day < date_add('day', 1, periods_1.d0)
-- 105|   where "orders"."placed_at" >= cast(? as timestamp(6))
-- bigquery:
-- 1| -- ["2024-01-25 00:00:00","2024-01-31 00:00:00","2024-01-31 00:00:00"]
-- 4|     cast(datetime(timestamp(`orders`.`placed_at`), 'UTC') as date) as day,
-- 8|   where `orders`.`placed_at` >= @p1
-- 11| periods_1 as (
-- 12|   select step as d0
-- 13|   from (
-- 14|     select
-- 15|       cast(datetime(timestamp(@p2), 'UTC') as date) as lo,
-- 16|       max(day) as hi
-- 17|     from facts_1
-- 18|   ) as bounds
-- 19|   cross join unnest(generate_date_array(lo, hi, interval 1 day)) as step
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
-- 41 is left out
-- 42 is left out
-- 50|     d0,
-- 51|     sum(s0) as m0,
-- 53|   from facts_1
-- 54|   join periods_1 on day >= date_add(date_add(d0, interval 1 day), interval -3 day) and day < date_add(d0, interval 1 day)
-- 55 is left out
-- 56 is left out
-- 60|     cast(datetime(timestamp(`orders`.`placed_at`), 'UTC') as date) as d0,
-- 65|   where `orders`.`placed_at` >= @p3
-- 72| -- ["2024-01-25 00:00:00","2024-01-31 00:00:00","2024-01-31 00:00:00"]
-- 75|     cast(datetime(timestamp(`orders`.`placed_at`), 'UTC') as date) as day,
-- 79|   where `orders`.`placed_at` >= @p1
-- 83|   select step as d0
-- 84|   from (
-- 84+|     select
-- 84+|       cast(datetime(timestamp(@p2), 'UTC') as date) as lo,
-- 84+|       max(day) as hi
-- 84+|     from facts_1
-- 84+|   ) as bounds
-- 84+|   cross join unnest(generate_date_array(lo, hi, interval 1 day)) as step
-- 97|     join periods_1 on day >= date_add(date_add(periods_1.d0, interval 1 day), interval -3 day) and day < date_add(periods_1.d0, interval 1 day)
-- 105|   where `orders`.`placed_at` >= @p3
-- databricks:
-- 1| -- ["2024-01-25 00:00:00","2024-01-31 00:00:00","2024-01-31 00:00:00"]
-- 4|     cast(convert_timezone('UTC', `orders`.`placed_at`) as date) as day,
-- 8|   where `orders`.`placed_at` >= cast(concat(:p1, 'Z') as timestamp)
-- 11| periods_1 as (
-- 12|   select explode(sequence(lo, hi, interval 1 day)) as d0
-- 13|   from (
-- 14|     select
-- 15|       cast(convert_timezone('UTC', cast(concat(:p2, 'Z') as timestamp)) as date) as lo,
-- 16|       max(day) as hi
-- 17|     from facts_1
-- 18|   ) as bounds
-- 19|   where lo <= hi
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
-- 41 is left out
-- 42 is left out
-- 50|     d0,
-- 51|     sum(s0) as m0,
-- 53|   from facts_1
-- 54|   join periods_1 on day >= cast(dateadd(day, -3, cast(dateadd(day, 1, d0) as date)) as date) and day < cast(dateadd(day, 1, d0) as date)
-- 55 is left out
-- 56 is left out
-- 60|     cast(convert_timezone('UTC', `orders`.`placed_at`) as date) as d0,
-- 65|   where `orders`.`placed_at` >= cast(concat(:p3, 'Z') as timestamp)
-- 72| -- ["2024-01-25 00:00:00","2024-01-31 00:00:00","2024-01-31 00:00:00"]
-- 75|     cast(convert_timezone('UTC', `orders`.`placed_at`) as date) as day,
-- 79|   where `orders`.`placed_at` >= cast(concat(:p1, 'Z') as timestamp)
-- 83|   select explode(sequence(lo, hi, interval 1 day)) as d0
-- 84|   from (
-- 84+|     select
-- 84+|       cast(convert_timezone('UTC', cast(concat(:p2, 'Z') as timestamp)) as date) as lo,
-- 84+|       max(day) as hi
-- 84+|     from facts_1
-- 84+|   ) as bounds
-- 84+|   where lo <= hi
-- 97|     join periods_1 on day >= cast(dateadd(day, -3, cast(dateadd(day, 1, periods_1.d0) as date)) as date) and day < cast(dateadd(day, 1, periods_1.d0) as date)
-- 105|   where `orders`.`placed_at` >= cast(concat(:p3, 'Z') as timestamp)
-- snowflake:
-- 1| -- ["2024-01-25 00:00:00","2024-01-31 00:00:00","2024-01-31 00:00:00"]
-- 4|     cast(cast(convert_timezone('UTC', "orders"."placed_at") as timestamp_ntz) as date) as day,
-- 8|   where "orders"."placed_at" >= cast(? as timestamp_ntz)
-- 11| periods_1 as (
-- 12|   select dateadd(day, cast(steps.value as integer), lo) as d0
-- 13|   from (
-- 14|     select
-- 15|       cast(cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz) as date) as lo,
-- 16|       max(day) as hi
-- 17|     from facts_1
-- 18|   ) as bounds
-- 19|   cross join lateral flatten(input => array_generate_range(0, datediff(day, lo, hi) + 1)) as steps
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
-- 41 is left out
-- 42 is left out
-- 50|     d0,
-- 51|     sum(s0) as m0,
-- 53|   from facts_1
-- 54|   join periods_1 on day >= dateadd(day, -3, dateadd(day, 1, d0)) and day < dateadd(day, 1, d0)
-- 55 is left out
-- 56 is left out
-- 60|     cast(cast(convert_timezone('UTC', "orders"."placed_at") as timestamp_ntz) as date) as d0,
-- 65|   where "orders"."placed_at" >= cast(? as timestamp_ntz)
-- 72| -- ["2024-01-25 00:00:00","2024-01-31 00:00:00","2024-01-31 00:00:00"]
-- 75|     cast(cast(convert_timezone('UTC', "orders"."placed_at") as timestamp_ntz) as date) as day,
-- 79|   where "orders"."placed_at" >= cast(? as timestamp_ntz)
-- 83|   select dateadd(day, cast(steps.value as integer), lo) as d0
-- 84|   from (
-- 84+|     select
-- 84+|       cast(cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz) as date) as lo,
-- 84+|       max(day) as hi
-- 84+|     from facts_1
-- 84+|   ) as bounds
-- 84+|   cross join lateral flatten(input => array_generate_range(0, datediff(day, lo, hi) + 1)) as steps
-- 97|     join periods_1 on day >= dateadd(day, -3, dateadd(day, 1, periods_1.d0)) and day < dateadd(day, 1, periods_1.d0)
-- 105|   where "orders"."placed_at" >= cast(? as timestamp_ntz)
-- redshift:
-- 1| -- ["2024-01-25 00:00:00","2024-01-31 00:00:00","2024-01-31 00:00:00"]
-- 8|   where "orders"."placed_at" >= $1::timestamp
-- 11| periods_1 as (
-- 12|   select dateadd(day, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
-- 13|   from (
-- 14|     select
-- 15|       $2::timestamp::date as lo,
-- 16|       max(day) as hi
-- 17|     from facts_1
-- 18|   ) as bounds
-- 19|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(day, lo, hi)
-- 20|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(day, lo, hi)
-- 21|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(day, lo, hi)
-- 22|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(day, lo, hi)
-- 23|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(day, lo, hi)
-- 24|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(day, lo, hi)
-- 25|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(day, lo, hi)
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
-- 50|     d0,
-- 51|     sum(s0) as m0,
-- 53|   from facts_1
-- 54|   join periods_1 on day >= dateadd(day, -3, dateadd(day, 1, d0)::date)::date and day < dateadd(day, 1, d0)::date
-- 55 is left out
-- 56 is left out
-- 72| -- ["2024-01-25 00:00:00","2024-01-31 00:00:00","2024-01-31 00:00:00"]
-- 79|   where "orders"."placed_at" >= $1::timestamp
-- 83|   select dateadd(day, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
-- 84|   from (
-- 84+|     select
-- 84+|       $2::timestamp::date as lo,
-- 84+|       max(day) as hi
-- 84+|     from facts_1
-- 84+|   ) as bounds
-- 84+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(day, lo, hi)
-- 84+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(day, lo, hi)
-- 84+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(day, lo, hi)
-- 84+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(day, lo, hi)
-- 84+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(day, lo, hi)
-- 84+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(day, lo, hi)
-- 84+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(day, lo, hi)
-- 97|     join periods_1 on day >= dateadd(day, -3, dateadd(day, 1, periods_1.d0)::date)::date and day < dateadd(day, 1, periods_1.d0)::date

-- a group without rows on a day has the rows of the days before in its window
-- ["2024-01-31 00:00:00","2024-01-31 00:00:00"]
with facts_1 as (
  select
    "channel" as d0,
    "placed_at"::date as day,
    sum("amount") as s0
  from "orders"
  where "placed_at" >= $1::timestamp - interval '1 day' - interval '2 days' - interval '3 days'
  group by 1, 2
),
bounds_1 as (
  select
    $2::timestamp::date::date as lo,
    max(day)::date as hi
  from facts_1
),
followed_1 as (
  select
    d0,
    day,
    s0,
    lead(day) over (partition by d0 order by day) as next
  from facts_1
  where day is not null
),
spread_1 as (
  select
    d0,
    day,
    s0
  from followed_1
  union all
  select
    d0,
    generate_series(greatest(day + interval '1 day', lo)::timestamp, least(next - interval '1 day', hi, day + interval '2 days')::timestamp, interval '1 day')::date as day,
    null as s0
  from followed_1
  cross join bounds_1
  where day < least(next - interval '1 day', hi, day + interval '2 days')
),
framed_1 as (
  select
    d0,
    day,
    sum(s0) over (partition by d0 order by day range between interval '2 days' preceding and current row) as s0
  from spread_1
)
select
  d0 as "orders.channel",
  day as "orders.placed_at.day",
  max(s0) as "orders.three_days"
from framed_1
cross join bounds_1
where day >= lo
  and day <= hi
group by 1, 2
order by "orders.channel" nulls last, "orders.placed_at.day" nulls last
limit 21;
-- duckdb:
-- 35|     unnest(generate_series(greatest(day + interval '1 day', lo)::timestamp, least(next - interval '1 day', hi, day + interval '2 days')::timestamp, interval '1 day'))::date as day,
-- mysql:
-- 1| -- ["2024-01-31 00:00:00","2024-01-31 00:00:00","2024-01-31 00:00:00"]
-- 2| with recursive facts_1 as (
-- 5|     date(`placed_at`) as day,
-- 8|   where `placed_at` >= cast(? as datetime(6)) - interval 1 day - interval 2 day - interval 3 day
-- 11| periods_1 as (
-- 13|     1 as n,
-- 14|     date(cast(? as datetime(6))) as d1,
-- 14+|     date(cast(? as datetime(6))) as first,
-- 14+|     max(day) as last
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
-- 28 is left out
-- 29 is left out
-- 30 is left out
-- 31 is left out
-- 33|   select n * 2 + bit, first + interval (n * 2 + bit - 1) day, first, last
-- 34|   from periods_1
-- 35|   cross join (select 0 as bit union all select 1) as bits
-- 36|   where first + interval (n * 2 + bit - 1) day <= last
-- 37 is left out
-- 38 is left out
-- 39 is left out
-- 41| spans_1 as (
-- 42|   select distinct
-- 43|     day as on_day,
-- 44|     d1
-- 45|   from (select distinct day from facts_1) as days
-- 46|   join periods_1 on day >= d1 + interval 1 day - interval 3 day and day < d1 + interval 1 day
-- 50|   d1 as `orders.placed_at.day`,
-- 51|   sum(s0) as `orders.three_days`
-- 52| from facts_1
-- 53| join spans_1 on on_day = day
-- 54 is left out
-- 55 is left out
-- 57| order by `orders.channel` <=> null, `orders.channel`, `orders.placed_at.day` <=> null, `orders.placed_at.day`
-- clickhouse:
-- 1| -- ["2024-01-25 00:00:00","2024-01-31 00:00:00"]
-- 5|     toDate32(toTimeZone("placed_at", 'UTC')) as day,
-- 6|     sumOrNull("amount" + toDecimal128(0, 0)) as s0
-- 8|   where "placed_at" >= {p1:DateTime64(6, 'UTC')}
-- 11| periods_1 as (
-- 12|   select arrayJoin(arrayMap(i -> lo + toIntervalDay(i), range(greatest(ifNull(dateDiff('day', lo, hi) + 1, 0), 0)))) as d1
-- 13|   from (
-- 14|     select
-- 15|       toDate32(toTimeZone({p2:DateTime64(6, 'UTC')}, 'UTC')) as lo,
-- 15+|       maxOrNull(day) as hi
-- 15+|     from facts_1
-- 15+|   ) as bounds
-- 15+|   where lo <= hi
-- 17| spans_1 as (
-- 19|     day as on_day,
-- 20|     d1
-- 21|   from (select distinct day from facts_1) as days
-- 22|   join periods_1 on day >= ((d1 + toIntervalDay(1)) + toIntervalDay(-3)) and day < (d1 + toIntervalDay(1))
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
-- 41 is left out
-- 42 is left out
-- 43 is left out
-- 44 is left out
-- 45 is left out
-- 46 is left out
-- 50|   d1 as "orders.placed_at.day",
-- 51|   sumOrNull(s0 + toDecimal128(0, 0)) as "orders.three_days"
-- 52| from facts_1
-- 53| join spans_1 on on_day = day
-- 54 is left out
-- 55 is left out
-- 57| order by 1 nulls last, 2 nulls last
-- 58| limit 21
-- 58+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 1| -- ["2024-01-25 00:00:00","2024-01-31 00:00:00"]
-- 5|     cast(cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as day,
-- 8|   where "placed_at" >= cast(? as timestamp(6))
-- 11| periods_1 as (
-- 12|   select date_add('day', many * 10000 + few, lo) as d1
-- 13|   from (
-- 14|     select
-- 15|       cast(cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as lo,
-- 15+|       max(day) as hi
-- 15+|     from facts_1
-- 15+|   ) as bounds
-- 15+|   cross join unnest(sequence(0, date_diff('day', lo, hi) / 10000)) as outer_steps (many)
-- 15+|   cross join unnest(sequence(0, least(date_diff('day', lo, hi), 9999))) as inner_steps (few)
-- 15+|   where lo <= hi and many * 10000 + few <= date_diff('day', lo, hi)
-- 17| spans_1 as (
-- 19|     day as on_day,
-- 20|     d1
-- 21|   from (select distinct day from facts_1) as days
-- 22|   join periods_1 on day >= date_add('day', -3, date_add('day', 1, d1)) and day < date_add('day', 1, d1)
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
-- 41 is left out
-- 42 is left out
-- 43 is left out
-- 44 is left out
-- 45 is left out
-- 46 is left out
-- 50|   d1 as "orders.placed_at.day",
-- 51|   sum(s0) as "orders.three_days"
-- 52| from facts_1
-- 53| join spans_1 on on_day = day
-- 54 is left out
-- 55 is left out
-- bigquery:
-- 1| -- ["2024-01-25 00:00:00","2024-01-31 00:00:00"]
-- 5|     cast(datetime(timestamp(`placed_at`), 'UTC') as date) as day,
-- 8|   where `placed_at` >= @p1
-- 11| periods_1 as (
-- 12|   select step as d1
-- 13|   from (
-- 14|     select
-- 15|       cast(datetime(timestamp(@p2), 'UTC') as date) as lo,
-- 15+|       max(day) as hi
-- 15+|     from facts_1
-- 15+|   ) as bounds
-- 15+|   cross join unnest(generate_date_array(lo, hi, interval 1 day)) as step
-- 17| spans_1 as (
-- 19|     day as on_day,
-- 20|     d1
-- 21|   from (select distinct day from facts_1) as days
-- 22|   join periods_1 on day >= date_add(date_add(d1, interval 1 day), interval -3 day) and day < date_add(d1, interval 1 day)
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
-- 41 is left out
-- 42 is left out
-- 43 is left out
-- 44 is left out
-- 45 is left out
-- 46 is left out
-- 50|   d1 as `orders__placed_at__day`,
-- 51|   sum(s0) as `orders__three_days`
-- 52| from facts_1
-- 53| join spans_1 on on_day = day
-- 54 is left out
-- 55 is left out
-- databricks:
-- 1| -- ["2024-01-25 00:00:00","2024-01-31 00:00:00"]
-- 5|     cast(convert_timezone('UTC', `placed_at`) as date) as day,
-- 8|   where `placed_at` >= cast(concat(:p1, 'Z') as timestamp)
-- 11| periods_1 as (
-- 12|   select explode(sequence(lo, hi, interval 1 day)) as d1
-- 13|   from (
-- 14|     select
-- 15|       cast(convert_timezone('UTC', cast(concat(:p2, 'Z') as timestamp)) as date) as lo,
-- 15+|       max(day) as hi
-- 15+|     from facts_1
-- 15+|   ) as bounds
-- 15+|   where lo <= hi
-- 17| spans_1 as (
-- 19|     day as on_day,
-- 20|     d1
-- 21|   from (select distinct day from facts_1) as days
-- 22|   join periods_1 on day >= cast(dateadd(day, -3, cast(dateadd(day, 1, d1) as date)) as date) and day < cast(dateadd(day, 1, d1) as date)
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
-- 41 is left out
-- 42 is left out
-- 43 is left out
-- 44 is left out
-- 45 is left out
-- 46 is left out
-- 50|   d1 as `orders.placed_at.day`,
-- 51|   sum(s0) as `orders.three_days`
-- 52| from facts_1
-- 53| join spans_1 on on_day = day
-- 54 is left out
-- 55 is left out
-- snowflake:
-- 1| -- ["2024-01-25 00:00:00","2024-01-31 00:00:00"]
-- 5|     cast(cast(convert_timezone('UTC', "placed_at") as timestamp_ntz) as date) as day,
-- 8|   where "placed_at" >= cast(? as timestamp_ntz)
-- 11| periods_1 as (
-- 12|   select dateadd(day, cast(steps.value as integer), lo) as d1
-- 13|   from (
-- 14|     select
-- 15|       cast(cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz) as date) as lo,
-- 15+|       max(day) as hi
-- 15+|     from facts_1
-- 15+|   ) as bounds
-- 15+|   cross join lateral flatten(input => array_generate_range(0, datediff(day, lo, hi) + 1)) as steps
-- 17| spans_1 as (
-- 19|     day as on_day,
-- 20|     d1
-- 21|   from (select distinct day from facts_1) as days
-- 22|   join periods_1 on day >= dateadd(day, -3, dateadd(day, 1, d1)) and day < dateadd(day, 1, d1)
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
-- 41 is left out
-- 42 is left out
-- 43 is left out
-- 44 is left out
-- 45 is left out
-- 46 is left out
-- 50|   d1 as "orders.placed_at.day",
-- 51|   sum(s0) as "orders.three_days"
-- 52| from facts_1
-- 53| join spans_1 on on_day = day
-- 54 is left out
-- 55 is left out
-- redshift:
-- 1| -- ["2024-01-25 00:00:00","2024-01-31 00:00:00"]
-- 8|   where "placed_at" >= $1::timestamp
-- 11| periods_1 as (
-- 12|   select dateadd(day, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d1
-- 13|   from (
-- 14|     select
-- 15|       $2::timestamp::date as lo,
-- 15+|       max(day) as hi
-- 15+|     from facts_1
-- 15+|   ) as bounds
-- 15+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(day, lo, hi)
-- 15+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(day, lo, hi)
-- 15+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(day, lo, hi)
-- 15+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(day, lo, hi)
-- 15+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(day, lo, hi)
-- 15+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(day, lo, hi)
-- 15+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(day, lo, hi)
-- 17| spans_1 as (
-- 19|     day as on_day,
-- 20|     d1
-- 21|   from (select distinct day from facts_1) as days
-- 22|   join periods_1 on day >= dateadd(day, -3, dateadd(day, 1, d1)::date)::date and day < dateadd(day, 1, d1)::date
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
-- 41 is left out
-- 42 is left out
-- 43 is left out
-- 44 is left out
-- 45 is left out
-- 46 is left out
-- 50|   d1 as "orders.placed_at.day",
-- 51|   sum(s0) as "orders.three_days"
-- 52| from facts_1
-- 53| join spans_1 on on_day = day
-- 54 is left out
-- 55 is left out

-- a window by day, with the month and the day of the week, also of days without rows
-- ["2024-01-31 00:00:00","2024-02-05 00:00:00","2024-01-31 00:00:00","2024-02-05 00:00:00","2024-01-31 00:00:00","2024-02-05 00:00:00"]
with facts_1 as (
  select
    "placed_at"::date as day,
    sum("amount") as s0
  from "orders"
  where "placed_at" >= $1::timestamp - interval '1 day' - interval '2 days' - interval '3 days'
    and "placed_at" < $2::timestamp + interval '1 day' + interval '2 days'
  group by 1
),
bounds_1 as (
  select
    $3::timestamp::date::date as lo,
    ($4::timestamp - interval '1 microsecond')::date::date as hi
),
followed_1 as (
  select
    day,
    s0,
    lead(day) over (order by day) as next
  from facts_1
  where day is not null
),
spread_1 as (
  select
    day,
    s0
  from followed_1
  union all
  select
    generate_series(greatest(day + interval '1 day', lo)::timestamp, least(next - interval '1 day', hi, day + interval '2 days')::timestamp, interval '1 day')::date as day,
    null as s0
  from followed_1
  cross join bounds_1
  where day < least(next - interval '1 day', hi, day + interval '2 days')
),
framed_1 as (
  select
    day,
    sum(s0) over (order by day range between interval '2 days' preceding and current row) as s0
  from spread_1
)
select
  d0 as "orders.placed_at.month",
  d1 as "orders.placed_at.day",
  d2 as "orders.placed_at.day_of_week",
  max(m0) as "orders.three_days",
  max(m1) as "orders.total"
from (
  select
    date_trunc('month', day)::date as d0,
    day as d1,
    extract(isodow from day)::integer as d2,
    max(s0) as m0,
    null as m1
  from framed_1
  cross join bounds_1
  where day >= lo
    and day <= hi
  group by 1, 2, 3
  union all
  select
    date_trunc('month', "placed_at")::date as d0,
    "placed_at"::date as d1,
    extract(isodow from "placed_at")::integer as d2,
    null as m0,
    sum("amount") as m1
  from "orders"
  where "placed_at" >= $5::timestamp and "placed_at" < $6::timestamp
  group by 1, 2, 3
) as branches
group by 1, 2, 3
order by "orders.placed_at.day" nulls last, "orders.placed_at.month" nulls last, "orders.placed_at.day_of_week" nulls last;
-- duckdb:
-- 31|     unnest(generate_series(greatest(day + interval '1 day', lo)::timestamp, least(next - interval '1 day', hi, day + interval '2 days')::timestamp, interval '1 day'))::date as day,
-- mysql:
-- 1| -- ["2024-01-31 00:00:00","2024-02-05 00:00:00","2024-01-31 00:00:00","2024-01-31 00:00:00","2024-02-05 00:00:00","2024-01-31 00:00:00","2024-02-05 00:00:00"]
-- 2| with recursive facts_1 as (
-- 4|     date(`placed_at`) as day,
-- 7|   where `placed_at` >= cast(? as datetime(6)) - interval 1 day - interval 2 day - interval 3 day
-- 8|     and `placed_at` < cast(? as datetime(6)) + interval 1 day + interval 2 day
-- 11| periods_1 as (
-- 13|     1 as n,
-- 14|     date(cast(? as datetime(6))) as d1,
-- 15|     date(cast(? as datetime(6))) as first,
-- 16|     date((cast(? as datetime(6)) - interval 1 microsecond)) as last
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
-- 30|   select n * 2 + bit, first + interval (n * 2 + bit - 1) day, first, last
-- 31|   from periods_1
-- 32|   cross join (select 0 as bit union all select 1) as bits
-- 33|   where first + interval (n * 2 + bit - 1) day <= last
-- 34 is left out
-- 35 is left out
-- 37| told_1 as (
-- 39|     d1,
-- 40|     cast(date_format(d1, '%Y-%m-01') as date) as d0,
-- 41|     weekday(d1) + 1 as d2
-- 41+|   from periods_1
-- 51|     d0,
-- 52|     d1,
-- 53|     d2,
-- 54|     sum(s0) as m0,
-- 56|   from facts_1
-- 57|   join told_1 on day >= d1 + interval 1 day - interval 3 day and day < d1 + interval 1 day
-- 58 is left out
-- 59 is left out
-- 63|     cast(date_format(`placed_at`, '%Y-%m-01') as date) as d0,
-- 64|     date(`placed_at`) as d1,
-- 65|     weekday(`placed_at`) + 1 as d2,
-- 69|   where `placed_at` >= cast(? as datetime(6)) and `placed_at` < cast(? as datetime(6))
-- 73| order by `orders.placed_at.day` <=> null, `orders.placed_at.day`, `orders.placed_at.month` <=> null, `orders.placed_at.month`, `orders.placed_at.day_of_week` <=> null, `orders.placed_at.day_of_week`;
-- clickhouse:
-- 1| -- ["2024-01-25 00:00:00","2024-02-08 00:00:00","2024-01-31 00:00:00","2024-02-04 23:59:59.999999","2024-01-31 00:00:00","2024-02-05 00:00:00"]
-- 4|     toDate32(toTimeZone("placed_at", 'UTC')) as day,
-- 5|     sumOrNull("amount" + toDecimal128(0, 0)) as s0
-- 7|   where "placed_at" >= {p1:DateTime64(6, 'UTC')}
-- 8|     and "placed_at" < {p2:DateTime64(6, 'UTC')}
-- 11| periods_1 as (
-- 12|   select arrayJoin(arrayMap(i -> lo + toIntervalDay(i), range(greatest(ifNull(dateDiff('day', lo, hi) + 1, 0), 0)))) as d1
-- 13|   from (
-- 14|     select toDate32(toTimeZone({p3:DateTime64(6, 'UTC')}, 'UTC')) as lo, toDate32(toTimeZone({p4:DateTime64(6, 'UTC')}, 'UTC')) as hi
-- 14+|   ) as bounds
-- 14+|   where lo <= hi
-- 16| told_1 as (
-- 18|     d1,
-- 19|     toStartOfMonth(toDate32(d1)) as d0,
-- 20|     toDayOfWeek(d1) as d2
-- 21|   from periods_1
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
-- 41 is left out
-- 51|     d0,
-- 52|     d1,
-- 53|     d2,
-- 54|     sumOrNull(s0 + toDecimal128(0, 0)) as m0,
-- 56|   from facts_1
-- 57|   join told_1 on day >= ((d1 + toIntervalDay(1)) + toIntervalDay(-3)) and day < (d1 + toIntervalDay(1))
-- 58 is left out
-- 59 is left out
-- 63|     toStartOfMonth(toDate32(toTimeZone("placed_at", 'UTC'))) as d0,
-- 64|     toDate32(toTimeZone("placed_at", 'UTC')) as d1,
-- 65|     toDayOfWeek(toTimeZone("placed_at", 'UTC')) as d2,
-- 67|     sumOrNull("amount" + toDecimal128(0, 0)) as m1
-- 69|   where "placed_at" >= {p5:DateTime64(6, 'UTC')} and "placed_at" < {p6:DateTime64(6, 'UTC')}
-- 73| order by 2 nulls last, 1 nulls last, 3 nulls last
-- 73+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 1| -- ["2024-01-25 00:00:00","2024-02-08 00:00:00","2024-01-31 00:00:00","2024-02-04 23:59:59.999999","2024-01-31 00:00:00","2024-02-05 00:00:00"]
-- 4|     cast(cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as day,
-- 7|   where "placed_at" >= cast(? as timestamp(6))
-- 8|     and "placed_at" < cast(? as timestamp(6))
-- 11| periods_1 as (
-- 12|   select date_add('day', many * 10000 + few, lo) as d1
-- 13|   from (
-- 14|     select cast(cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as lo, cast(cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as hi
-- 14+|   ) as bounds
-- 14+|   cross join unnest(sequence(0, date_diff('day', lo, hi) / 10000)) as outer_steps (many)
-- 14+|   cross join unnest(sequence(0, least(date_diff('day', lo, hi), 9999))) as inner_steps (few)
-- 14+|   where lo <= hi and many * 10000 + few <= date_diff('day', lo, hi)
-- 16| told_1 as (
-- 18|     d1,
-- 19|     cast(date_trunc('month', d1) as date) as d0,
-- 20|     day_of_week(d1) as d2
-- 21|   from periods_1
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
-- 41 is left out
-- 51|     d0,
-- 52|     d1,
-- 53|     d2,
-- 54|     sum(s0) as m0,
-- 56|   from facts_1
-- 57|   join told_1 on day >= date_add('day', -3, date_add('day', 1, d1)) and day < date_add('day', 1, d1)
-- 58 is left out
-- 59 is left out
-- 63|     cast(date_trunc('month', cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as d0,
-- 64|     cast(cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as d1,
-- 65|     day_of_week(cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as d2,
-- 69|   where "placed_at" >= cast(? as timestamp(6)) and "placed_at" < cast(? as timestamp(6))
-- bigquery:
-- 1| -- ["2024-01-25 00:00:00","2024-02-08 00:00:00","2024-01-31 00:00:00","2024-02-04 23:59:59.999999","2024-01-31 00:00:00","2024-02-05 00:00:00"]
-- 4|     cast(datetime(timestamp(`placed_at`), 'UTC') as date) as day,
-- 7|   where `placed_at` >= @p1
-- 8|     and `placed_at` < @p2
-- 11| periods_1 as (
-- 12|   select step as d1
-- 13|   from (
-- 14|     select cast(datetime(timestamp(@p3), 'UTC') as date) as lo, cast(datetime(timestamp(@p4), 'UTC') as date) as hi
-- 14+|   ) as bounds
-- 14+|   cross join unnest(generate_date_array(lo, hi, interval 1 day)) as step
-- 16| told_1 as (
-- 18|     d1,
-- 19|     date_trunc(cast(d1 as date), month) as d0,
-- 20|     mod(extract(dayofweek from d1) + 5, 7) + 1 as d2
-- 21|   from periods_1
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
-- 41 is left out
-- 51|     d0,
-- 52|     d1,
-- 53|     d2,
-- 54|     sum(s0) as m0,
-- 56|   from facts_1
-- 57|   join told_1 on day >= date_add(date_add(d1, interval 1 day), interval -3 day) and day < date_add(d1, interval 1 day)
-- 58 is left out
-- 59 is left out
-- 63|     date_trunc(cast(datetime(timestamp(`placed_at`), 'UTC') as date), month) as d0,
-- 64|     cast(datetime(timestamp(`placed_at`), 'UTC') as date) as d1,
-- 65|     mod(extract(dayofweek from datetime(timestamp(`placed_at`), 'UTC')) + 5, 7) + 1 as d2,
-- 69|   where `placed_at` >= @p5 and `placed_at` < @p6
-- databricks:
-- 1| -- ["2024-01-25 00:00:00","2024-02-08 00:00:00","2024-01-31 00:00:00","2024-02-04 23:59:59.999999","2024-01-31 00:00:00","2024-02-05 00:00:00"]
-- 4|     cast(convert_timezone('UTC', `placed_at`) as date) as day,
-- 7|   where `placed_at` >= cast(concat(:p1, 'Z') as timestamp)
-- 8|     and `placed_at` < cast(concat(:p2, 'Z') as timestamp)
-- 11| periods_1 as (
-- 12|   select explode(sequence(lo, hi, interval 1 day)) as d1
-- 13|   from (
-- 14|     select cast(convert_timezone('UTC', cast(concat(:p3, 'Z') as timestamp)) as date) as lo, cast(convert_timezone('UTC', cast(concat(:p4, 'Z') as timestamp)) as date) as hi
-- 14+|   ) as bounds
-- 14+|   where lo <= hi
-- 16| told_1 as (
-- 18|     d1,
-- 19|     cast(date_trunc('month', d1) as date) as d0,
-- 20|     weekday(d1) + 1 as d2
-- 21|   from periods_1
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
-- 41 is left out
-- 51|     d0,
-- 52|     d1,
-- 53|     d2,
-- 54|     sum(s0) as m0,
-- 56|   from facts_1
-- 57|   join told_1 on day >= cast(dateadd(day, -3, cast(dateadd(day, 1, d1) as date)) as date) and day < cast(dateadd(day, 1, d1) as date)
-- 58 is left out
-- 59 is left out
-- 63|     cast(date_trunc('month', convert_timezone('UTC', `placed_at`)) as date) as d0,
-- 64|     cast(convert_timezone('UTC', `placed_at`) as date) as d1,
-- 65|     weekday(convert_timezone('UTC', `placed_at`)) + 1 as d2,
-- 69|   where `placed_at` >= cast(concat(:p5, 'Z') as timestamp) and `placed_at` < cast(concat(:p6, 'Z') as timestamp)
-- snowflake:
-- 1| -- ["2024-01-25 00:00:00","2024-02-08 00:00:00","2024-01-31 00:00:00","2024-02-04 23:59:59.999999","2024-01-31 00:00:00","2024-02-05 00:00:00"]
-- 4|     cast(cast(convert_timezone('UTC', "placed_at") as timestamp_ntz) as date) as day,
-- 7|   where "placed_at" >= cast(? as timestamp_ntz)
-- 8|     and "placed_at" < cast(? as timestamp_ntz)
-- 11| periods_1 as (
-- 12|   select dateadd(day, cast(steps.value as integer), lo) as d1
-- 13|   from (
-- 14|     select cast(cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz) as date) as lo, cast(cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz) as date) as hi
-- 14+|   ) as bounds
-- 14+|   cross join lateral flatten(input => array_generate_range(0, datediff(day, lo, hi) + 1)) as steps
-- 16| told_1 as (
-- 18|     d1,
-- 19|     cast(date_trunc('month', d1) as date) as d0,
-- 20|     dayofweekiso(d1) as d2
-- 21|   from periods_1
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
-- 41 is left out
-- 51|     d0,
-- 52|     d1,
-- 53|     d2,
-- 54|     sum(s0) as m0,
-- 56|   from facts_1
-- 57|   join told_1 on day >= dateadd(day, -3, dateadd(day, 1, d1)) and day < dateadd(day, 1, d1)
-- 58 is left out
-- 59 is left out
-- 63|     cast(date_trunc('month', cast(convert_timezone('UTC', "placed_at") as timestamp_ntz)) as date) as d0,
-- 64|     cast(cast(convert_timezone('UTC', "placed_at") as timestamp_ntz) as date) as d1,
-- 65|     dayofweekiso(cast(convert_timezone('UTC', "placed_at") as timestamp_ntz)) as d2,
-- 69|   where "placed_at" >= cast(? as timestamp_ntz) and "placed_at" < cast(? as timestamp_ntz)
-- redshift:
-- 1| -- ["2024-01-25 00:00:00","2024-02-08 00:00:00","2024-01-31 00:00:00","2024-02-04 23:59:59.999999","2024-01-31 00:00:00","2024-02-05 00:00:00"]
-- 7|   where "placed_at" >= $1::timestamp
-- 8|     and "placed_at" < $2::timestamp
-- 11| periods_1 as (
-- 12|   select dateadd(day, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d1
-- 13|   from (
-- 14|     select $3::timestamp::date as lo, $4::timestamp::date as hi
-- 14+|   ) as bounds
-- 14+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(day, lo, hi)
-- 14+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(day, lo, hi)
-- 14+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(day, lo, hi)
-- 14+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(day, lo, hi)
-- 14+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(day, lo, hi)
-- 14+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(day, lo, hi)
-- 14+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(day, lo, hi)
-- 16| told_1 as (
-- 18|     d1,
-- 19|     date_trunc('month', d1)::date as d0,
-- 20|     ((extract(dow from d1) + 6)::integer % 7 + 1) as d2
-- 21|   from periods_1
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
-- 41 is left out
-- 51|     d0,
-- 52|     d1,
-- 53|     d2,
-- 54|     sum(s0) as m0,
-- 56|   from facts_1
-- 57|   join told_1 on day >= dateadd(day, -3, dateadd(day, 1, d1)::date)::date and day < dateadd(day, 1, d1)::date
-- 58 is left out
-- 59 is left out
-- 65|     ((extract(dow from "placed_at") + 6)::integer % 7 + 1) as d2,

-- a window by month, with the year and the number of the month, by another dimension and in an earlier year
-- ["2024-01-01 00:00:00","2024-03-01 00:00:00","2024-01-01 00:00:00","2024-03-01 00:00:00","2024-03-01 00:00:00","2024-01-01 00:00:00","2024-03-01 00:00:00","2"]
with facts_1 as (
  select
    "channel" as d1,
    date_trunc('month', "placed_at")::date as period,
    sum("amount") as s0
  from "orders"
  where "placed_at" >= $1::timestamp - interval '1 month' - interval '2 days' - interval '1 year'
    and "placed_at" < $2::timestamp + interval '1 month' + interval '2 days'
  group by 1, 2
),
bounds_1 as (
  select
    date_trunc('month', $3::timestamp)::date::date as lo,
    date_trunc('month', ($4::timestamp - interval '1 microsecond'))::date::date as hi
),
facts_2 as (
  select
    "channel" as d1,
    date_trunc('month', "placed_at")::date as period,
    sum("amount") as s0
  from "orders"
  where "placed_at" < $5::timestamp + interval '1 month' + interval '2 days'
  group by 1, 2
),
bounds_2 as (
  select
    date_trunc('month', $6::timestamp)::date::date as lo,
    date_trunc('month', ($7::timestamp - interval '1 microsecond'))::date::date as hi
),
followed_1 as (
  select
    d1,
    period,
    s0,
    lead(period) over (partition by d1 order by period) as next
  from facts_2
  where period is not null
),
spread_1 as (
  select
    d1,
    period,
    s0
  from followed_1
  union all
  select
    d1,
    generate_series(greatest(period + interval '1 month', lo)::timestamp, case when not isfinite(greatest(period, lo)) or not isfinite(least(next, hi)) then concat('fillGaps: over 100000 periods', substr(period::text, 1, 0))::date else least(next - interval '1 month', hi) end::timestamp, interval '1 month')::date as period,
    null as s0
  from followed_1
  cross join bounds_2
  where period < least(next - interval '1 month', hi)
),
framed_1 as (
  select
    d1,
    period,
    sum(s0) over (partition by d1 order by period rows unbounded preceding) as s0
  from spread_1
)
select
  d0 as "orders.placed_at.year",
  d1 as "orders.channel",
  d2 as "orders.placed_at.month",
  d3 as "orders.placed_at.month_of_year",
  max(m0) as "orders.last_year",
  max(m1) as "orders.running"
from (
  select
    date_trunc('year', (period + interval '12 months')::date)::date as d0,
    d1,
    (period + interval '12 months')::date as d2,
    extract(month from (period + interval '12 months')::date)::integer as d3,
    max(s0) as m0,
    null as m1
  from facts_1
  cross join bounds_1
  where period >= (lo - interval '12 months')::date
    and period <= (hi - interval '12 months')::date
  group by 1, 2, 3, 4
  union all
  select
    date_trunc('year', period)::date as d0,
    d1,
    period as d2,
    extract(month from period)::integer as d3,
    null as m0,
    max(s0) as m1
  from framed_1
  cross join bounds_2
  where period >= lo
    and period <= hi
  group by 1, 2, 3, 4
) as branches
group by 1, 2, 3, 4
having max(m1) > $8::bigint
order by "orders.placed_at.month" nulls last, "orders.placed_at.year" nulls last, "orders.channel" nulls last, "orders.placed_at.month_of_year" nulls last;
-- totals
-- ["2024-01-01 00:00:00","2024-03-01 00:00:00","2024-01-01 00:00:00","2024-03-01 00:00:00","2024-03-01 00:00:00","2024-01-01 00:00:00","2024-03-01 00:00:00","2","2024-01-01 00:00:00","2024-03-01 00:00:00","2024-01-01 00:00:00","2024-03-01 00:00:00","2024-03-01 00:00:00","2024-01-01 00:00:00","2024-03-01 00:00:00"]
with facts_1 as (
  select
    "channel" as d1,
    date_trunc('month', "placed_at")::date as period
  from "orders"
  where "placed_at" >= $1::timestamp - interval '1 month' - interval '2 days' - interval '1 year'
    and "placed_at" < $2::timestamp + interval '1 month' + interval '2 days'
  group by 1, 2
),
bounds_1 as (
  select
    date_trunc('month', $3::timestamp)::date::date as lo,
    date_trunc('month', ($4::timestamp - interval '1 microsecond'))::date::date as hi
),
facts_2 as (
  select
    "channel" as d1,
    date_trunc('month', "placed_at")::date as period,
    sum("amount") as s0
  from "orders"
  where "placed_at" < $5::timestamp + interval '1 month' + interval '2 days'
  group by 1, 2
),
bounds_2 as (
  select
    date_trunc('month', $6::timestamp)::date::date as lo,
    date_trunc('month', ($7::timestamp - interval '1 microsecond'))::date::date as hi
),
followed_1 as (
  select
    d1,
    period,
    s0,
    lead(period) over (partition by d1 order by period) as next
  from facts_2
  where period is not null
),
spread_1 as (
  select
    d1,
    period,
    s0
  from followed_1
  union all
  select
    d1,
    generate_series(greatest(period + interval '1 month', lo)::timestamp, case when not isfinite(greatest(period, lo)) or not isfinite(least(next, hi)) then concat('fillGaps: over 100000 periods', substr(period::text, 1, 0))::date else least(next - interval '1 month', hi) end::timestamp, interval '1 month')::date as period,
    null as s0
  from followed_1
  cross join bounds_2
  where period < least(next - interval '1 month', hi)
),
framed_1 as (
  select
    d1,
    period,
    sum(s0) over (partition by d1 order by period rows unbounded preceding) as s0
  from spread_1
),
picked_1 as (
  select
    d0,
    d1,
    d2,
    d3
  from (
    select
      date_trunc('year', (period + interval '12 months')::date)::date as d0,
      d1,
      (period + interval '12 months')::date as d2,
      extract(month from (period + interval '12 months')::date)::integer as d3,
      null as m0
    from facts_1
    cross join bounds_1
    where period >= (lo - interval '12 months')::date
      and period <= (hi - interval '12 months')::date
    group by 1, 2, 3, 4
    union all
    select
      date_trunc('year', period)::date as d0,
      d1,
      period as d2,
      extract(month from period)::integer as d3,
      max(s0) as m0
    from framed_1
    cross join bounds_2
    where period >= lo
      and period <= hi
    group by 1, 2, 3, 4
  ) as branches
  group by 1, 2, 3, 4
  having max(m0) > $8::bigint
),
facts_3 as (
  select
    "channel" as d1,
    "placed_at"::date as day,
    sum("amount") as s0
  from "orders"
  where "placed_at" >= $9::timestamp - interval '1 month' - interval '2 days' - interval '1 year'
    and "placed_at" < $10::timestamp + interval '1 month' + interval '2 days'
  group by 1, 2
),
periods_1 as (
  select generate_series(date_trunc('month', $11::timestamp)::date::timestamp, date_trunc('month', ($12::timestamp - interval '1 microsecond'))::date::timestamp, interval '1 month')::date as d2
),
told_1 as (
  select
    d2,
    date_trunc('year', d2)::date as d0,
    extract(month from d2)::integer as d3
  from periods_1
),
facts_4 as (
  select
    "channel" as d1,
    "placed_at"::date as day,
    sum("amount") as s0
  from "orders"
  where "placed_at" < $13::timestamp + interval '1 month' + interval '2 days'
  group by 1, 2
),
periods_2 as (
  select generate_series(date_trunc('month', $14::timestamp)::date::timestamp, date_trunc('month', ($15::timestamp - interval '1 microsecond'))::date::timestamp, interval '1 month')::date as d2
),
told_2 as (
  select
    d2,
    date_trunc('year', d2)::date as d0,
    extract(month from d2)::integer as d3
  from periods_2
)
select
  max(m0) as "orders.last_year",
  max(m1) as "orders.running"
from (
  select
    sum(s0) as m0,
    null as m1
  from facts_3
  where exists (
    select 1
    from told_1
    join picked_1 on array[picked_1.d2] = array[told_1.d2]
    where day >= told_1.d2 - interval '1 year' and day < told_1.d2 - interval '1 year' + interval '1 month'
      and array[picked_1.d0] = array[told_1.d0]
      and array[picked_1.d1] = array[facts_3.d1]
      and array[picked_1.d3] = array[told_1.d3]
  )
  union all
  select
    null as m0,
    sum(s0) as m1
  from facts_4
  where exists (
    select 1
    from told_2
    join picked_1 on array[picked_1.d2] = array[told_2.d2]
    where day < told_2.d2 + interval '1 month'
      and array[picked_1.d0] = array[told_2.d0]
      and array[picked_1.d1] = array[facts_4.d1]
      and array[picked_1.d3] = array[told_2.d3]
  )
) as branches;
-- duckdb:
-- 49|     unnest(generate_series(greatest(period + interval '1 month', lo)::timestamp, case when not isfinite(greatest(period, lo)) or not isfinite(least(next, hi)) then concat('fillGaps: over 100000 periods', substr(period::text, 1, 0))::date else least(next - interval '1 month', hi) end::timestamp, interval '1 month'))::date as period,
-- 147|     unnest(generate_series(greatest(period + interval '1 month', lo)::timestamp, case when not isfinite(greatest(period, lo)) or not isfinite(least(next, hi)) then concat('fillGaps: over 100000 periods', substr(period::text, 1, 0))::date else least(next - interval '1 month', hi) end::timestamp, interval '1 month'))::date as period,
-- 205|   select unnest(generate_series(date_trunc('month', $11::timestamp)::date::timestamp, date_trunc('month', ($12::timestamp - interval '1 microsecond'))::date::timestamp, interval '1 month'))::date as d2
-- 224|   select unnest(generate_series(date_trunc('month', $14::timestamp)::date::timestamp, date_trunc('month', ($15::timestamp - interval '1 microsecond'))::date::timestamp, interval '1 month'))::date as d2
-- 244|     join picked_1 on picked_1.d2 is not distinct from told_1.d2
-- 246|       and picked_1.d0 is not distinct from told_1.d0
-- 247|       and picked_1.d1 is not distinct from facts_3.d1
-- 248|       and picked_1.d3 is not distinct from told_1.d3
-- 258|     join picked_1 on picked_1.d2 is not distinct from told_2.d2
-- 260|       and picked_1.d0 is not distinct from told_2.d0
-- 261|       and picked_1.d1 is not distinct from facts_4.d1
-- 262|       and picked_1.d3 is not distinct from told_2.d3
-- mysql:
-- 1| -- ["2024-01-01 00:00:00","2024-03-01 00:00:00","2024-01-01 00:00:00","2024-01-01 00:00:00","2024-03-01 00:00:00","2024-03-01 00:00:00","2024-01-01 00:00:00","2024-01-01 00:00:00","2024-03-01 00:00:00","2"]
-- 2| with recursive facts_1 as (
-- 5|     date(`placed_at`) as day,
-- 8|   where `placed_at` >= cast(? as datetime(6)) - interval 1 month - interval 2 day - interval 1 year
-- 9|     and `placed_at` < cast(? as datetime(6)) + interval 1 month + interval 2 day
-- 12| periods_1 as (
-- 14|     1 as n,
-- 15|     cast(date_format(cast(? as datetime(6)), '%Y-%m-01') as date) as d2,
-- 15+|     cast(date_format(cast(? as datetime(6)), '%Y-%m-01') as date) as first,
-- 15+|     cast(date_format((cast(? as datetime(6)) - interval 1 microsecond), '%Y-%m-01') as date) as last
-- 15+|   having first <= last
-- 15+|   union all
-- 15+|   select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
-- 15+|   from periods_1
-- 15+|   cross join (select 0 as bit union all select 1) as bits
-- 15+|   where first + interval (n * 2 + bit - 1) month <= last
-- 16+| told_1 as (
-- 16+|   select
-- 16+|     d2,
-- 16+|     cast(date_format(d2, '%Y-01-01') as date) as d0,
-- 16+|     month(d2) as d3
-- 16+|   from periods_1
-- 16+| ),
-- 16+| spans_1 as (
-- 16+|   select distinct
-- 16+|     day as on_day,
-- 16+|     d2,
-- 16+|     d0,
-- 16+|     d3
-- 16+|   from (select distinct day from facts_1) as days
-- 16+|   join told_1 on day >= d2 - interval 1 year and day < d2 - interval 1 year + interval 1 month
-- 16+| ),
-- 20|     date(`placed_at`) as day,
-- 23|   where `placed_at` < cast(? as datetime(6)) + interval 1 month + interval 2 day
-- 26| periods_2 as (
-- 28|     1 as n,
-- 29|     cast(date_format(cast(? as datetime(6)), '%Y-%m-01') as date) as d2,
-- 30|     cast(date_format(cast(? as datetime(6)), '%Y-%m-01') as date) as first,
-- 31|     cast(date_format((cast(? as datetime(6)) - interval 1 microsecond), '%Y-%m-01') as date) as last
-- 32|   having first <= last
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
-- 47|   select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
-- 48|   from periods_2
-- 49|   cross join (select 0 as bit union all select 1) as bits
-- 50|   where first + interval (n * 2 + bit - 1) month <= last
-- 51 is left out
-- 52 is left out
-- 53 is left out
-- 55| told_2 as (
-- 57|     d2,
-- 58|     cast(date_format(d2, '%Y-01-01') as date) as d0,
-- 59|     month(d2) as d3
-- 60|   from periods_2
-- 60+| ),
-- 60+| spans_2 as (
-- 60+|   select distinct
-- 60+|     day as on_day,
-- 60+|     d2,
-- 60+|     d0,
-- 60+|     d3
-- 60+|   from (select distinct day from facts_2) as days
-- 60+|   join told_2 on day < d2 + interval 1 month
-- 71|     d0,
-- 73|     d2,
-- 74|     d3,
-- 75|     sum(s0) as m0,
-- 78|   join spans_1 on on_day = day
-- 79 is left out
-- 80 is left out
-- 84|     d0,
-- 86|     d2,
-- 87|     d3,
-- 89|     sum(s0) as m1
-- 90|   from facts_2
-- 91|   join spans_2 on on_day = day
-- 92 is left out
-- 93 is left out
-- 97| having max(m1) > cast(? as signed)
-- 98| order by `orders.placed_at.month` <=> null, `orders.placed_at.month`, `orders.placed_at.year` <=> null, `orders.placed_at.year`, `orders.channel` <=> null, `orders.channel`, `orders.placed_at.month_of_year` <=> null, `orders.placed_at.month_of_year`;
-- 100| -- ["2024-01-01 00:00:00","2024-03-01 00:00:00","2024-01-01 00:00:00","2024-01-01 00:00:00","2024-03-01 00:00:00","2024-03-01 00:00:00","2024-01-01 00:00:00","2024-01-01 00:00:00","2024-03-01 00:00:00","2","2024-01-01 00:00:00","2024-03-01 00:00:00","2024-01-01 00:00:00","2024-01-01 00:00:00","2024-03-01 00:00:00","2024-03-01 00:00:00","2024-01-01 00:00:00","2024-01-01 00:00:00","2024-03-01 00:00:00"]
-- 101| with recursive facts_1 as (
-- 104|     date(`placed_at`) as day
-- 106|   where `placed_at` >= cast(? as datetime(6)) - interval 1 month - interval 2 day - interval 1 year
-- 107|     and `placed_at` < cast(? as datetime(6)) + interval 1 month + interval 2 day
-- 110| periods_1 as (
-- 112|     1 as n,
-- 113|     cast(date_format(cast(? as datetime(6)), '%Y-%m-01') as date) as d2,
-- 113+|     cast(date_format(cast(? as datetime(6)), '%Y-%m-01') as date) as first,
-- 113+|     cast(date_format((cast(? as datetime(6)) - interval 1 microsecond), '%Y-%m-01') as date) as last
-- 113+|   having first <= last
-- 113+|   union all
-- 113+|   select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
-- 113+|   from periods_1
-- 113+|   cross join (select 0 as bit union all select 1) as bits
-- 113+|   where first + interval (n * 2 + bit - 1) month <= last
-- 114+| told_1 as (
-- 114+|   select
-- 114+|     d2,
-- 114+|     cast(date_format(d2, '%Y-01-01') as date) as d0,
-- 114+|     month(d2) as d3
-- 114+|   from periods_1
-- 114+| ),
-- 114+| spans_1 as (
-- 114+|   select distinct
-- 114+|     day as on_day,
-- 114+|     d2,
-- 114+|     d0,
-- 114+|     d3
-- 114+|   from (select distinct day from facts_1) as days
-- 114+|   join told_1 on day >= d2 - interval 1 year and day < d2 - interval 1 year + interval 1 month
-- 114+| ),
-- 118|     date(`placed_at`) as day,
-- 121|   where `placed_at` < cast(? as datetime(6)) + interval 1 month + interval 2 day
-- 124| periods_2 as (
-- 126|     1 as n,
-- 127|     cast(date_format(cast(? as datetime(6)), '%Y-%m-01') as date) as d2,
-- 128|     cast(date_format(cast(? as datetime(6)), '%Y-%m-01') as date) as first,
-- 129|     cast(date_format((cast(? as datetime(6)) - interval 1 microsecond), '%Y-%m-01') as date) as last
-- 130|   having first <= last
-- 131 is left out
-- 132 is left out
-- 133 is left out
-- 134 is left out
-- 135 is left out
-- 136 is left out
-- 137 is left out
-- 138 is left out
-- 139 is left out
-- 140 is left out
-- 141 is left out
-- 142 is left out
-- 143 is left out
-- 145|   select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
-- 146|   from periods_2
-- 147|   cross join (select 0 as bit union all select 1) as bits
-- 148|   where first + interval (n * 2 + bit - 1) month <= last
-- 149 is left out
-- 150 is left out
-- 151 is left out
-- 153| told_2 as (
-- 155|     d2,
-- 156|     cast(date_format(d2, '%Y-01-01') as date) as d0,
-- 157|     month(d2) as d3
-- 158|   from periods_2
-- 159+| spans_2 as (
-- 159+|   select distinct
-- 159+|     day as on_day,
-- 159+|     d2,
-- 159+|     d0,
-- 159+|     d3
-- 159+|   from (select distinct day from facts_2) as days
-- 159+|   join told_2 on day < d2 + interval 1 month
-- 159+| ),
-- 168|       d0,
-- 170|       d2,
-- 171|       d3,
-- 174|     join spans_1 on on_day = day
-- 175 is left out
-- 176 is left out
-- 180|       d0,
-- 182|       d2,
-- 183|       d3,
-- 184|       sum(s0) as m0
-- 185|     from facts_2
-- 186|     join spans_2 on on_day = day
-- 187 is left out
-- 188 is left out
-- 192|   having max(m0) > cast(? as signed)
-- 197|     date(`placed_at`) as day,
-- 200|   where `placed_at` >= cast(? as datetime(6)) - interval 1 month - interval 2 day - interval 1 year
-- 201|     and `placed_at` < cast(? as datetime(6)) + interval 1 month + interval 2 day
-- 204| periods_3 as (
-- 205|   select
-- 205+|     1 as n,
-- 205+|     cast(date_format(cast(? as datetime(6)), '%Y-%m-01') as date) as d2,
-- 205+|     cast(date_format(cast(? as datetime(6)), '%Y-%m-01') as date) as first,
-- 205+|     cast(date_format((cast(? as datetime(6)) - interval 1 microsecond), '%Y-%m-01') as date) as last
-- 205+|   having first <= last
-- 205+|   union all
-- 205+|   select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
-- 205+|   from periods_3
-- 205+|   cross join (select 0 as bit union all select 1) as bits
-- 205+|   where first + interval (n * 2 + bit - 1) month <= last
-- 207| told_3 as (
-- 210|     cast(date_format(d2, '%Y-01-01') as date) as d0,
-- 211|     month(d2) as d3
-- 212|   from periods_3
-- 217|     date(`placed_at`) as day,
-- 220|   where `placed_at` < cast(? as datetime(6)) + interval 1 month + interval 2 day
-- 223| periods_4 as (
-- 224|   select
-- 224+|     1 as n,
-- 224+|     cast(date_format(cast(? as datetime(6)), '%Y-%m-01') as date) as d2,
-- 224+|     cast(date_format(cast(? as datetime(6)), '%Y-%m-01') as date) as first,
-- 224+|     cast(date_format((cast(? as datetime(6)) - interval 1 microsecond), '%Y-%m-01') as date) as last
-- 224+|   having first <= last
-- 224+|   union all
-- 224+|   select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
-- 224+|   from periods_4
-- 224+|   cross join (select 0 as bit union all select 1) as bits
-- 224+|   where first + interval (n * 2 + bit - 1) month <= last
-- 226| told_4 as (
-- 229|     cast(date_format(d2, '%Y-01-01') as date) as d0,
-- 230|     month(d2) as d3
-- 231|   from periods_4
-- 243|     from told_3
-- 244|     join picked_1 on picked_1.d2 <=> told_3.d2
-- 245|     where day >= told_3.d2 - interval 1 year and day < told_3.d2 - interval 1 year + interval 1 month
-- 246|       and picked_1.d0 <=> told_3.d0
-- 247|       and picked_1.d1 <=> facts_3.d1
-- 248|       and picked_1.d3 <=> told_3.d3
-- 257|     from told_4
-- 258|     join picked_1 on picked_1.d2 <=> told_4.d2
-- 259|     where day < told_4.d2 + interval 1 month
-- 260|       and picked_1.d0 <=> told_4.d0
-- 261|       and picked_1.d1 <=> facts_4.d1
-- 262|       and picked_1.d3 <=> told_4.d3
-- clickhouse:
-- 1| -- ["2022-11-29 00:00:00","2024-04-03 00:00:00","2024-01-01 00:00:00","2024-02-29 23:59:59.999999","2024-04-03 00:00:00","2024-01-01 00:00:00","2024-02-29 23:59:59.999999","2"]
-- 5|     toDate32(toTimeZone("placed_at", 'UTC')) as day,
-- 6|     sumOrNull("amount" + toDecimal128(0, 0)) as s0
-- 8|   where "placed_at" >= {p1:DateTime64(6, 'UTC')}
-- 9|     and "placed_at" < {p2:DateTime64(6, 'UTC')}
-- 12| periods_1 as (
-- 12+|   select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d2
-- 12+|   from (
-- 12+|     select toStartOfMonth(toDate32(toTimeZone({p3:DateTime64(6, 'UTC')}, 'UTC'))) as lo, toStartOfMonth(toDate32(toTimeZone({p4:DateTime64(6, 'UTC')}, 'UTC'))) as hi
-- 12+|   ) as bounds
-- 12+|   where lo <= hi
-- 12+| ),
-- 12+| told_1 as (
-- 14|     d2,
-- 15|     toStartOfYear(toDate32(d2)) as d0,
-- 15+|     toMonth(d2) as d3
-- 15+|   from periods_1
-- 16+| spans_1 as (
-- 16+|   select
-- 16+|     day as on_day,
-- 16+|     d2,
-- 16+|     d0,
-- 16+|     d3
-- 16+|   from (select distinct day from facts_1) as days
-- 16+|   join told_1 on day >= (d2 + toIntervalYear(-1)) and day < ((d2 + toIntervalYear(-1)) + toIntervalMonth(1))
-- 16+| ),
-- 20|     toDate32(toTimeZone("placed_at", 'UTC')) as day,
-- 21|     sumOrNull("amount" + toDecimal128(0, 0)) as s0
-- 23|   where "placed_at" < {p5:DateTime64(6, 'UTC')}
-- 26| periods_2 as (
-- 27|   select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d2
-- 28|   from (
-- 29|     select toStartOfMonth(toDate32(toTimeZone({p6:DateTime64(6, 'UTC')}, 'UTC'))) as lo, toStartOfMonth(toDate32(toTimeZone({p7:DateTime64(6, 'UTC')}, 'UTC'))) as hi
-- 29+|   ) as bounds
-- 29+|   where lo <= hi
-- 31| told_2 as (
-- 33|     d2,
-- 34|     toStartOfYear(toDate32(d2)) as d0,
-- 35|     toMonth(d2) as d3
-- 36|   from periods_2
-- 37 is left out
-- 38 is left out
-- 40| spans_2 as (
-- 42|     day as on_day,
-- 43|     d2,
-- 44|     d0,
-- 45|     d3
-- 46|   from (select distinct day from facts_2) as days
-- 47|   join told_2 on day < (d2 + toIntervalMonth(1))
-- 48 is left out
-- 49 is left out
-- 50 is left out
-- 51 is left out
-- 52 is left out
-- 53 is left out
-- 54 is left out
-- 55 is left out
-- 56 is left out
-- 57 is left out
-- 58 is left out
-- 59 is left out
-- 60 is left out
-- 71|     d0,
-- 73|     d2,
-- 74|     d3,
-- 75|     sumOrNull(s0 + toDecimal128(0, 0)) as m0,
-- 78|   join spans_1 on on_day = day
-- 79 is left out
-- 80 is left out
-- 84|     d0,
-- 86|     d2,
-- 87|     d3,
-- 89|     sumOrNull(s0 + toDecimal128(0, 0)) as m1
-- 90|   from facts_2
-- 91|   join spans_2 on on_day = day
-- 92 is left out
-- 93 is left out
-- 97| having max(m1) > {p8:Int64}
-- 98| order by 3 nulls last, 1 nulls last, 2 nulls last, 4 nulls last
-- 98+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- 100| -- ["2022-11-29 00:00:00","2024-04-03 00:00:00","2024-01-01 00:00:00","2024-02-29 23:59:59.999999","2024-04-03 00:00:00","2024-01-01 00:00:00","2024-02-29 23:59:59.999999","2","2022-11-29 00:00:00","2024-04-03 00:00:00","2024-01-01 00:00:00","2024-02-29 23:59:59.999999","2024-04-03 00:00:00","2024-01-01 00:00:00","2024-02-29 23:59:59.999999"]
-- 104|     toDate32(toTimeZone("placed_at", 'UTC')) as day
-- 106|   where "placed_at" >= {p1:DateTime64(6, 'UTC')}
-- 107|     and "placed_at" < {p2:DateTime64(6, 'UTC')}
-- 110| periods_1 as (
-- 110+|   select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d2
-- 110+|   from (
-- 110+|     select toStartOfMonth(toDate32(toTimeZone({p3:DateTime64(6, 'UTC')}, 'UTC'))) as lo, toStartOfMonth(toDate32(toTimeZone({p4:DateTime64(6, 'UTC')}, 'UTC'))) as hi
-- 110+|   ) as bounds
-- 110+|   where lo <= hi
-- 110+| ),
-- 110+| told_1 as (
-- 112|     d2,
-- 113|     toStartOfYear(toDate32(d2)) as d0,
-- 113+|     toMonth(d2) as d3
-- 113+|   from periods_1
-- 114+| spans_1 as (
-- 114+|   select
-- 114+|     day as on_day,
-- 114+|     d2,
-- 114+|     d0,
-- 114+|     d3
-- 114+|   from (select distinct day from facts_1) as days
-- 114+|   join told_1 on day >= (d2 + toIntervalYear(-1)) and day < ((d2 + toIntervalYear(-1)) + toIntervalMonth(1))
-- 114+| ),
-- 118|     toDate32(toTimeZone("placed_at", 'UTC')) as day,
-- 119|     sumOrNull("amount" + toDecimal128(0, 0)) as s0
-- 121|   where "placed_at" < {p5:DateTime64(6, 'UTC')}
-- 124| periods_2 as (
-- 125|   select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d2
-- 126|   from (
-- 127|     select toStartOfMonth(toDate32(toTimeZone({p6:DateTime64(6, 'UTC')}, 'UTC'))) as lo, toStartOfMonth(toDate32(toTimeZone({p7:DateTime64(6, 'UTC')}, 'UTC'))) as hi
-- 127+|   ) as bounds
-- 127+|   where lo <= hi
-- 129| told_2 as (
-- 131|     d2,
-- 132|     toStartOfYear(toDate32(d2)) as d0,
-- 133|     toMonth(d2) as d3
-- 134|   from periods_2
-- 135 is left out
-- 136 is left out
-- 138| spans_2 as (
-- 140|     day as on_day,
-- 141|     d2,
-- 142|     d0,
-- 143|     d3
-- 144|   from (select distinct day from facts_2) as days
-- 145|   join told_2 on day < (d2 + toIntervalMonth(1))
-- 146 is left out
-- 147 is left out
-- 148 is left out
-- 149 is left out
-- 150 is left out
-- 151 is left out
-- 153 is left out
-- 154 is left out
-- 155 is left out
-- 156 is left out
-- 157 is left out
-- 158 is left out
-- 159 is left out
-- 168|       d0,
-- 170|       d2,
-- 171|       d3,
-- 174|     join spans_1 on on_day = day
-- 175 is left out
-- 176 is left out
-- 180|       d0,
-- 182|       d2,
-- 183|       d3,
-- 184|       sumOrNull(s0 + toDecimal128(0, 0)) as m0
-- 185|     from facts_2
-- 186|     join spans_2 on on_day = day
-- 187 is left out
-- 188 is left out
-- 192|   having max(m0) > {p8:Int64}
-- 197|     toDate32(toTimeZone("placed_at", 'UTC')) as day,
-- 198|     sumOrNull("amount" + toDecimal128(0, 0)) as s0
-- 200|   where "placed_at" >= {p9:DateTime64(6, 'UTC')}
-- 201|     and "placed_at" < {p10:DateTime64(6, 'UTC')}
-- 204| periods_3 as (
-- 205|   select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d2
-- 205+|   from (
-- 205+|     select toStartOfMonth(toDate32(toTimeZone({p11:DateTime64(6, 'UTC')}, 'UTC'))) as lo, toStartOfMonth(toDate32(toTimeZone({p12:DateTime64(6, 'UTC')}, 'UTC'))) as hi
-- 205+|   ) as bounds
-- 205+|   where lo <= hi
-- 207| told_3 as (
-- 210|     toStartOfYear(toDate32(d2)) as d0,
-- 211|     toMonth(d2) as d3
-- 212|   from periods_3
-- 217|     toDate32(toTimeZone("placed_at", 'UTC')) as day,
-- 218|     sumOrNull("amount" + toDecimal128(0, 0)) as s0
-- 220|   where "placed_at" < {p13:DateTime64(6, 'UTC')}
-- 223| periods_4 as (
-- 224|   select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d2
-- 224+|   from (
-- 224+|     select toStartOfMonth(toDate32(toTimeZone({p14:DateTime64(6, 'UTC')}, 'UTC'))) as lo, toStartOfMonth(toDate32(toTimeZone({p15:DateTime64(6, 'UTC')}, 'UTC'))) as hi
-- 224+|   ) as bounds
-- 224+|   where lo <= hi
-- 226| told_4 as (
-- 229|     toStartOfYear(toDate32(d2)) as d0,
-- 230|     toMonth(d2) as d3
-- 231|   from periods_4
-- 238|     sumOrNull(s0 + toDecimal128(0, 0)) as m0,
-- 241|   where toJSONString(tuple(facts_3.day, facts_3.d1)) in (
-- 242|     select toJSONString(tuple(days.day, picked_1.d1))
-- 243|     from (select distinct day from facts_3) as days
-- 244|     join told_3 on day >= (told_3.d2 + toIntervalYear(-1)) and day < ((told_3.d2 + toIntervalYear(-1)) + toIntervalMonth(1))
-- 245|     join picked_1 on [picked_1.d0] = [told_3.d0] and [picked_1.d2] = [told_3.d2] and [picked_1.d3] = [told_3.d3]
-- 246 is left out
-- 247 is left out
-- 248 is left out
-- 253|     sumOrNull(s0 + toDecimal128(0, 0)) as m1
-- 255|   where toJSONString(tuple(facts_4.day, facts_4.d1)) in (
-- 256|     select toJSONString(tuple(days.day, picked_1.d1))
-- 257|     from (select distinct day from facts_4) as days
-- 258|     join told_4 on day < (told_4.d2 + toIntervalMonth(1))
-- 259|     join picked_1 on [picked_1.d0] = [told_4.d0] and [picked_1.d2] = [told_4.d2] and [picked_1.d3] = [told_4.d3]
-- 260 is left out
-- 261 is left out
-- 262 is left out
-- 264| ) as branches
-- 264+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', output_format_json_quote_denormals = 1;
-- trino:
-- 1| -- ["2022-11-29 00:00:00","2024-04-03 00:00:00","2024-01-01 00:00:00","2024-02-29 23:59:59.999999","2024-04-03 00:00:00","2024-01-01 00:00:00","2024-02-29 23:59:59.999999","2"]
-- 5|     cast(cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as day,
-- 8|   where "placed_at" >= cast(? as timestamp(6))
-- 9|     and "placed_at" < cast(? as timestamp(6))
-- 12| periods_1 as (
-- 12+|   select date_add('month', many * 10000 + few, lo) as d2
-- 12+|   from (
-- 12+|     select cast(date_trunc('month', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as lo, cast(date_trunc('month', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as hi
-- 12+|   ) as bounds
-- 12+|   cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
-- 12+|   cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
-- 12+|   where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
-- 12+| ),
-- 12+| told_1 as (
-- 14|     d2,
-- 15|     cast(date_trunc('year', d2) as date) as d0,
-- 15+|     month(d2) as d3
-- 15+|   from periods_1
-- 16+| spans_1 as (
-- 16+|   select
-- 16+|     day as on_day,
-- 16+|     d2,
-- 16+|     d0,
-- 16+|     d3
-- 16+|   from (select distinct day from facts_1) as days
-- 16+|   join told_1 on day >= date_add('year', -1, d2) and day < date_add('month', 1, date_add('year', -1, d2))
-- 16+| ),
-- 20|     cast(cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as day,
-- 23|   where "placed_at" < cast(? as timestamp(6))
-- 26| periods_2 as (
-- 27|   select date_add('month', many * 10000 + few, lo) as d2
-- 28|   from (
-- 29|     select cast(date_trunc('month', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as lo, cast(date_trunc('month', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as hi
-- 29+|   ) as bounds
-- 29+|   cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
-- 29+|   cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
-- 29+|   where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
-- 31| told_2 as (
-- 33|     d2,
-- 34|     cast(date_trunc('year', d2) as date) as d0,
-- 35|     month(d2) as d3
-- 36|   from periods_2
-- 37 is left out
-- 38 is left out
-- 40| spans_2 as (
-- 42|     day as on_day,
-- 43|     d2,
-- 44|     d0,
-- 45|     d3
-- 46|   from (select distinct day from facts_2) as days
-- 47|   join told_2 on day < date_add('month', 1, d2)
-- 48 is left out
-- 49 is left out
-- 50 is left out
-- 51 is left out
-- 52 is left out
-- 53 is left out
-- 54 is left out
-- 55 is left out
-- 56 is left out
-- 57 is left out
-- 58 is left out
-- 59 is left out
-- 60 is left out
-- 71|     d0,
-- 73|     d2,
-- 74|     d3,
-- 75|     sum(s0) as m0,
-- 78|   join spans_1 on on_day = day
-- 79 is left out
-- 80 is left out
-- 84|     d0,
-- 86|     d2,
-- 87|     d3,
-- 89|     sum(s0) as m1
-- 90|   from facts_2
-- 91|   join spans_2 on on_day = day
-- 92 is left out
-- 93 is left out
-- 97| having max(m1) > cast(? as bigint)
-- 100| -- ["2022-11-29 00:00:00","2024-04-03 00:00:00","2024-01-01 00:00:00","2024-02-29 23:59:59.999999","2024-04-03 00:00:00","2024-01-01 00:00:00","2024-02-29 23:59:59.999999","2","2022-11-29 00:00:00","2024-04-03 00:00:00","2024-01-01 00:00:00","2024-02-29 23:59:59.999999","2024-04-03 00:00:00","2024-01-01 00:00:00","2024-02-29 23:59:59.999999"]
-- 104|     cast(cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as day
-- 106|   where "placed_at" >= cast(? as timestamp(6))
-- 107|     and "placed_at" < cast(? as timestamp(6))
-- 110| periods_1 as (
-- 110+|   select date_add('month', many * 10000 + few, lo) as d2
-- 110+|   from (
-- 110+|     select cast(date_trunc('month', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as lo, cast(date_trunc('month', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as hi
-- 110+|   ) as bounds
-- 110+|   cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
-- 110+|   cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
-- 110+|   where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
-- 110+| ),
-- 110+| told_1 as (
-- 112|     d2,
-- 113|     cast(date_trunc('year', d2) as date) as d0,
-- 113+|     month(d2) as d3
-- 113+|   from periods_1
-- 114+| spans_1 as (
-- 114+|   select
-- 114+|     day as on_day,
-- 114+|     d2,
-- 114+|     d0,
-- 114+|     d3
-- 114+|   from (select distinct day from facts_1) as days
-- 114+|   join told_1 on day >= date_add('year', -1, d2) and day < date_add('month', 1, date_add('year', -1, d2))
-- 114+| ),
-- 118|     cast(cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as day,
-- 121|   where "placed_at" < cast(? as timestamp(6))
-- 124| periods_2 as (
-- 125|   select date_add('month', many * 10000 + few, lo) as d2
-- 126|   from (
-- 127|     select cast(date_trunc('month', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as lo, cast(date_trunc('month', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as hi
-- 127+|   ) as bounds
-- 127+|   cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
-- 127+|   cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
-- 127+|   where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
-- 129| told_2 as (
-- 131|     d2,
-- 132|     cast(date_trunc('year', d2) as date) as d0,
-- 133|     month(d2) as d3
-- 134|   from periods_2
-- 135 is left out
-- 136 is left out
-- 138| spans_2 as (
-- 140|     day as on_day,
-- 141|     d2,
-- 142|     d0,
-- 143|     d3
-- 144|   from (select distinct day from facts_2) as days
-- 145|   join told_2 on day < date_add('month', 1, d2)
-- 146 is left out
-- 147 is left out
-- 148 is left out
-- 149 is left out
-- 150 is left out
-- 151 is left out
-- 153 is left out
-- 154 is left out
-- 155 is left out
-- 156 is left out
-- 157 is left out
-- 158 is left out
-- 159 is left out
-- 168|       d0,
-- 170|       d2,
-- 171|       d3,
-- 174|     join spans_1 on on_day = day
-- 175 is left out
-- 176 is left out
-- 180|       d0,
-- 182|       d2,
-- 183|       d3,
-- 184|       sum(s0) as m0
-- 185|     from facts_2
-- 186|     join spans_2 on on_day = day
-- 187 is left out
-- 188 is left out
-- 192|   having max(m0) > cast(? as bigint)
-- 197|     cast(cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as day,
-- 200|   where "placed_at" >= cast(? as timestamp(6))
-- 201|     and "placed_at" < cast(? as timestamp(6))
-- 204| periods_3 as (
-- 205|   select date_add('month', many * 10000 + few, lo) as d2
-- 205+|   from (
-- 205+|     select cast(date_trunc('month', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as lo, cast(date_trunc('month', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as hi
-- 205+|   ) as bounds
-- 205+|   cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
-- 205+|   cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
-- 205+|   where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
-- 207| told_3 as (
-- 210|     cast(date_trunc('year', d2) as date) as d0,
-- 211|     month(d2) as d3
-- 212|   from periods_3
-- 217|     cast(cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as day,
-- 220|   where "placed_at" < cast(? as timestamp(6))
-- 223| periods_4 as (
-- 224|   select date_add('month', many * 10000 + few, lo) as d2
-- 224+|   from (
-- 224+|     select cast(date_trunc('month', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as lo, cast(date_trunc('month', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as hi
-- 224+|   ) as bounds
-- 224+|   cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
-- 224+|   cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
-- 224+|   where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
-- 226| told_4 as (
-- 229|     cast(date_trunc('year', d2) as date) as d0,
-- 230|     month(d2) as d3
-- 231|   from periods_4
-- 241|   where json_format(cast(array[cast(facts_3.day as json), cast(facts_3.d1 as json)] as json)) in (
-- 242|     select json_format(cast(array[cast(days.day as json), cast(picked_1.d1 as json)] as json))
-- 243|     from (select distinct day from facts_3) as days
-- 244|     join told_3 on day >= date_add('year', -1, told_3.d2) and day < date_add('month', 1, date_add('year', -1, told_3.d2))
-- 245|     join picked_1 on picked_1.d0 is not distinct from told_3.d0 and picked_1.d2 is not distinct from told_3.d2 and picked_1.d3 is not distinct from told_3.d3
-- 246 is left out
-- 247 is left out
-- 248 is left out
-- 255|   where json_format(cast(array[cast(facts_4.day as json), cast(facts_4.d1 as json)] as json)) in (
-- 256|     select json_format(cast(array[cast(days.day as json), cast(picked_1.d1 as json)] as json))
-- 257|     from (select distinct day from facts_4) as days
-- 258|     join told_4 on day < date_add('month', 1, told_4.d2)
-- 259|     join picked_1 on picked_1.d0 is not distinct from told_4.d0 and picked_1.d2 is not distinct from told_4.d2 and picked_1.d3 is not distinct from told_4.d3
-- 260 is left out
-- 261 is left out
-- 262 is left out
-- bigquery:
-- 1| -- ["2022-11-29 00:00:00","2024-04-03 00:00:00","2024-01-01 00:00:00","2024-02-29 23:59:59.999999","2024-04-03 00:00:00","2024-01-01 00:00:00","2024-02-29 23:59:59.999999","2"]
-- 5|     cast(datetime(timestamp(`placed_at`), 'UTC') as date) as day,
-- 8|   where `placed_at` >= @p1
-- 9|     and `placed_at` < @p2
-- 12| periods_1 as (
-- 12+|   select step as d2
-- 12+|   from (
-- 12+|     select date_trunc(cast(datetime(timestamp(@p3), 'UTC') as date), month) as lo, date_trunc(cast(datetime(timestamp(@p4), 'UTC') as date), month) as hi
-- 12+|   ) as bounds
-- 12+|   cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
-- 12+| ),
-- 12+| told_1 as (
-- 14|     d2,
-- 15|     date_trunc(cast(d2 as date), year) as d0,
-- 15+|     extract(month from d2) as d3
-- 15+|   from periods_1
-- 16+| spans_1 as (
-- 16+|   select
-- 16+|     day as on_day,
-- 16+|     d2,
-- 16+|     d0,
-- 16+|     d3
-- 16+|   from (select distinct day from facts_1) as days
-- 16+|   join told_1 on day >= date_add(d2, interval -1 year) and day < date_add(date_add(d2, interval -1 year), interval 1 month)
-- 16+| ),
-- 20|     cast(datetime(timestamp(`placed_at`), 'UTC') as date) as day,
-- 23|   where `placed_at` < @p5
-- 26| periods_2 as (
-- 27|   select step as d2
-- 28|   from (
-- 29|     select date_trunc(cast(datetime(timestamp(@p6), 'UTC') as date), month) as lo, date_trunc(cast(datetime(timestamp(@p7), 'UTC') as date), month) as hi
-- 29+|   ) as bounds
-- 29+|   cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
-- 31| told_2 as (
-- 33|     d2,
-- 34|     date_trunc(cast(d2 as date), year) as d0,
-- 35|     extract(month from d2) as d3
-- 36|   from periods_2
-- 37 is left out
-- 38 is left out
-- 40| spans_2 as (
-- 42|     day as on_day,
-- 43|     d2,
-- 44|     d0,
-- 45|     d3
-- 46|   from (select distinct day from facts_2) as days
-- 47|   join told_2 on day < date_add(d2, interval 1 month)
-- 48 is left out
-- 49 is left out
-- 50 is left out
-- 51 is left out
-- 52 is left out
-- 53 is left out
-- 54 is left out
-- 55 is left out
-- 56 is left out
-- 57 is left out
-- 58 is left out
-- 59 is left out
-- 60 is left out
-- 71|     d0,
-- 73|     d2,
-- 74|     d3,
-- 75|     sum(s0) as m0,
-- 78|   join spans_1 on on_day = day
-- 79 is left out
-- 80 is left out
-- 84|     d0,
-- 86|     d2,
-- 87|     d3,
-- 89|     sum(s0) as m1
-- 90|   from facts_2
-- 91|   join spans_2 on on_day = day
-- 92 is left out
-- 93 is left out
-- 97| having max(m1) > cast(@p8 as int64)
-- 100| -- ["2022-11-29 00:00:00","2024-04-03 00:00:00","2024-01-01 00:00:00","2024-02-29 23:59:59.999999","2024-04-03 00:00:00","2024-01-01 00:00:00","2024-02-29 23:59:59.999999","2","2022-11-29 00:00:00","2024-04-03 00:00:00","2024-01-01 00:00:00","2024-02-29 23:59:59.999999","2024-04-03 00:00:00","2024-01-01 00:00:00","2024-02-29 23:59:59.999999"]
-- 104|     cast(datetime(timestamp(`placed_at`), 'UTC') as date) as day
-- 106|   where `placed_at` >= @p1
-- 107|     and `placed_at` < @p2
-- 110| periods_1 as (
-- 110+|   select step as d2
-- 110+|   from (
-- 110+|     select date_trunc(cast(datetime(timestamp(@p3), 'UTC') as date), month) as lo, date_trunc(cast(datetime(timestamp(@p4), 'UTC') as date), month) as hi
-- 110+|   ) as bounds
-- 110+|   cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
-- 110+| ),
-- 110+| told_1 as (
-- 112|     d2,
-- 113|     date_trunc(cast(d2 as date), year) as d0,
-- 113+|     extract(month from d2) as d3
-- 113+|   from periods_1
-- 114+| spans_1 as (
-- 114+|   select
-- 114+|     day as on_day,
-- 114+|     d2,
-- 114+|     d0,
-- 114+|     d3
-- 114+|   from (select distinct day from facts_1) as days
-- 114+|   join told_1 on day >= date_add(d2, interval -1 year) and day < date_add(date_add(d2, interval -1 year), interval 1 month)
-- 114+| ),
-- 118|     cast(datetime(timestamp(`placed_at`), 'UTC') as date) as day,
-- 121|   where `placed_at` < @p5
-- 124| periods_2 as (
-- 125|   select step as d2
-- 126|   from (
-- 127|     select date_trunc(cast(datetime(timestamp(@p6), 'UTC') as date), month) as lo, date_trunc(cast(datetime(timestamp(@p7), 'UTC') as date), month) as hi
-- 127+|   ) as bounds
-- 127+|   cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
-- 129| told_2 as (
-- 131|     d2,
-- 132|     date_trunc(cast(d2 as date), year) as d0,
-- 133|     extract(month from d2) as d3
-- 134|   from periods_2
-- 135 is left out
-- 136 is left out
-- 138| spans_2 as (
-- 140|     day as on_day,
-- 141|     d2,
-- 142|     d0,
-- 143|     d3
-- 144|   from (select distinct day from facts_2) as days
-- 145|   join told_2 on day < date_add(d2, interval 1 month)
-- 146 is left out
-- 147 is left out
-- 148 is left out
-- 149 is left out
-- 150 is left out
-- 151 is left out
-- 153 is left out
-- 154 is left out
-- 155 is left out
-- 156 is left out
-- 157 is left out
-- 158 is left out
-- 159 is left out
-- 168|       d0,
-- 170|       d2,
-- 171|       d3,
-- 174|     join spans_1 on on_day = day
-- 175 is left out
-- 176 is left out
-- 180|       d0,
-- 182|       d2,
-- 183|       d3,
-- 184|       sum(s0) as m0
-- 185|     from facts_2
-- 186|     join spans_2 on on_day = day
-- 187 is left out
-- 188 is left out
-- 192|   having max(m0) > cast(@p8 as int64)
-- 197|     cast(datetime(timestamp(`placed_at`), 'UTC') as date) as day,
-- 200|   where `placed_at` >= @p9
-- 201|     and `placed_at` < @p10
-- 204| periods_3 as (
-- 205|   select step as d2
-- 205+|   from (
-- 205+|     select date_trunc(cast(datetime(timestamp(@p11), 'UTC') as date), month) as lo, date_trunc(cast(datetime(timestamp(@p12), 'UTC') as date), month) as hi
-- 205+|   ) as bounds
-- 205+|   cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
-- 207| told_3 as (
-- 210|     date_trunc(cast(d2 as date), year) as d0,
-- 211|     extract(month from d2) as d3
-- 212|   from periods_3
-- 217|     cast(datetime(timestamp(`placed_at`), 'UTC') as date) as day,
-- 220|   where `placed_at` < @p13
-- 223| periods_4 as (
-- 224|   select step as d2
-- 224+|   from (
-- 224+|     select date_trunc(cast(datetime(timestamp(@p14), 'UTC') as date), month) as lo, date_trunc(cast(datetime(timestamp(@p15), 'UTC') as date), month) as hi
-- 224+|   ) as bounds
-- 224+|   cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
-- 226| told_4 as (
-- 229|     date_trunc(cast(d2 as date), year) as d0,
-- 230|     extract(month from d2) as d3
-- 231|   from periods_4
-- 241|   where to_json_string([to_json_string(facts_3.day), to_json_string(facts_3.d1)]) in (
-- 242|     select to_json_string([to_json_string(days.day), to_json_string(picked_1.d1)])
-- 243|     from (select distinct day from facts_3) as days
-- 244|     join told_3 on day >= date_add(told_3.d2, interval -1 year) and day < date_add(date_add(told_3.d2, interval -1 year), interval 1 month)
-- 245|     join picked_1 on to_json_string(picked_1.d0) = to_json_string(told_3.d0) and to_json_string(picked_1.d2) = to_json_string(told_3.d2) and to_json_string(picked_1.d3) = to_json_string(told_3.d3)
-- 246 is left out
-- 247 is left out
-- 248 is left out
-- 255|   where to_json_string([to_json_string(facts_4.day), to_json_string(facts_4.d1)]) in (
-- 256|     select to_json_string([to_json_string(days.day), to_json_string(picked_1.d1)])
-- 257|     from (select distinct day from facts_4) as days
-- 258|     join told_4 on day < date_add(told_4.d2, interval 1 month)
-- 259|     join picked_1 on to_json_string(picked_1.d0) = to_json_string(told_4.d0) and to_json_string(picked_1.d2) = to_json_string(told_4.d2) and to_json_string(picked_1.d3) = to_json_string(told_4.d3)
-- 260 is left out
-- 261 is left out
-- 262 is left out
-- databricks:
-- 1| -- ["2022-11-29 00:00:00","2024-04-03 00:00:00","2024-01-01 00:00:00","2024-02-29 23:59:59.999999","2024-04-03 00:00:00","2024-01-01 00:00:00","2024-02-29 23:59:59.999999","2"]
-- 5|     cast(convert_timezone('UTC', `placed_at`) as date) as day,
-- 8|   where `placed_at` >= cast(concat(:p1, 'Z') as timestamp)
-- 9|     and `placed_at` < cast(concat(:p2, 'Z') as timestamp)
-- 12| periods_1 as (
-- 12+|   select explode(sequence(lo, hi, interval 1 month)) as d2
-- 12+|   from (
-- 12+|     select cast(date_trunc('month', convert_timezone('UTC', cast(concat(:p3, 'Z') as timestamp))) as date) as lo, cast(date_trunc('month', convert_timezone('UTC', cast(concat(:p4, 'Z') as timestamp))) as date) as hi
-- 12+|   ) as bounds
-- 12+|   where lo <= hi
-- 12+| ),
-- 12+| told_1 as (
-- 14|     d2,
-- 15|     cast(date_trunc('year', d2) as date) as d0,
-- 15+|     month(d2) as d3
-- 15+|   from periods_1
-- 16+| spans_1 as (
-- 16+|   select
-- 16+|     day as on_day,
-- 16+|     d2,
-- 16+|     d0,
-- 16+|     d3
-- 16+|   from (select distinct day from facts_1) as days
-- 16+|   join told_1 on day >= cast(dateadd(year, -1, d2) as date) and day < cast(dateadd(month, 1, cast(dateadd(year, -1, d2) as date)) as date)
-- 16+| ),
-- 20|     cast(convert_timezone('UTC', `placed_at`) as date) as day,
-- 23|   where `placed_at` < cast(concat(:p5, 'Z') as timestamp)
-- 26| periods_2 as (
-- 27|   select explode(sequence(lo, hi, interval 1 month)) as d2
-- 28|   from (
-- 29|     select cast(date_trunc('month', convert_timezone('UTC', cast(concat(:p6, 'Z') as timestamp))) as date) as lo, cast(date_trunc('month', convert_timezone('UTC', cast(concat(:p7, 'Z') as timestamp))) as date) as hi
-- 29+|   ) as bounds
-- 29+|   where lo <= hi
-- 31| told_2 as (
-- 33|     d2,
-- 34|     cast(date_trunc('year', d2) as date) as d0,
-- 35|     month(d2) as d3
-- 36|   from periods_2
-- 37 is left out
-- 38 is left out
-- 40| spans_2 as (
-- 42|     day as on_day,
-- 43|     d2,
-- 44|     d0,
-- 45|     d3
-- 46|   from (select distinct day from facts_2) as days
-- 47|   join told_2 on day < cast(dateadd(month, 1, d2) as date)
-- 48 is left out
-- 49 is left out
-- 50 is left out
-- 51 is left out
-- 52 is left out
-- 53 is left out
-- 54 is left out
-- 55 is left out
-- 56 is left out
-- 57 is left out
-- 58 is left out
-- 59 is left out
-- 60 is left out
-- 71|     d0,
-- 73|     d2,
-- 74|     d3,
-- 75|     sum(s0) as m0,
-- 78|   join spans_1 on on_day = day
-- 79 is left out
-- 80 is left out
-- 84|     d0,
-- 86|     d2,
-- 87|     d3,
-- 89|     sum(s0) as m1
-- 90|   from facts_2
-- 91|   join spans_2 on on_day = day
-- 92 is left out
-- 93 is left out
-- 97| having max(m1) > cast(:p8 as bigint)
-- 100| -- ["2022-11-29 00:00:00","2024-04-03 00:00:00","2024-01-01 00:00:00","2024-02-29 23:59:59.999999","2024-04-03 00:00:00","2024-01-01 00:00:00","2024-02-29 23:59:59.999999","2","2022-11-29 00:00:00","2024-04-03 00:00:00","2024-01-01 00:00:00","2024-02-29 23:59:59.999999","2024-04-03 00:00:00","2024-01-01 00:00:00","2024-02-29 23:59:59.999999"]
-- 104|     cast(convert_timezone('UTC', `placed_at`) as date) as day
-- 106|   where `placed_at` >= cast(concat(:p1, 'Z') as timestamp)
-- 107|     and `placed_at` < cast(concat(:p2, 'Z') as timestamp)
-- 110| periods_1 as (
-- 110+|   select explode(sequence(lo, hi, interval 1 month)) as d2
-- 110+|   from (
-- 110+|     select cast(date_trunc('month', convert_timezone('UTC', cast(concat(:p3, 'Z') as timestamp))) as date) as lo, cast(date_trunc('month', convert_timezone('UTC', cast(concat(:p4, 'Z') as timestamp))) as date) as hi
-- 110+|   ) as bounds
-- 110+|   where lo <= hi
-- 110+| ),
-- 110+| told_1 as (
-- 112|     d2,
-- 113|     cast(date_trunc('year', d2) as date) as d0,
-- 113+|     month(d2) as d3
-- 113+|   from periods_1
-- 114+| spans_1 as (
-- 114+|   select
-- 114+|     day as on_day,
-- 114+|     d2,
-- 114+|     d0,
-- 114+|     d3
-- 114+|   from (select distinct day from facts_1) as days
-- 114+|   join told_1 on day >= cast(dateadd(year, -1, d2) as date) and day < cast(dateadd(month, 1, cast(dateadd(year, -1, d2) as date)) as date)
-- 114+| ),
-- 118|     cast(convert_timezone('UTC', `placed_at`) as date) as day,
-- 121|   where `placed_at` < cast(concat(:p5, 'Z') as timestamp)
-- 124| periods_2 as (
-- 125|   select explode(sequence(lo, hi, interval 1 month)) as d2
-- 126|   from (
-- 127|     select cast(date_trunc('month', convert_timezone('UTC', cast(concat(:p6, 'Z') as timestamp))) as date) as lo, cast(date_trunc('month', convert_timezone('UTC', cast(concat(:p7, 'Z') as timestamp))) as date) as hi
-- 127+|   ) as bounds
-- 127+|   where lo <= hi
-- 129| told_2 as (
-- 131|     d2,
-- 132|     cast(date_trunc('year', d2) as date) as d0,
-- 133|     month(d2) as d3
-- 134|   from periods_2
-- 135 is left out
-- 136 is left out
-- 138| spans_2 as (
-- 140|     day as on_day,
-- 141|     d2,
-- 142|     d0,
-- 143|     d3
-- 144|   from (select distinct day from facts_2) as days
-- 145|   join told_2 on day < cast(dateadd(month, 1, d2) as date)
-- 146 is left out
-- 147 is left out
-- 148 is left out
-- 149 is left out
-- 150 is left out
-- 151 is left out
-- 153 is left out
-- 154 is left out
-- 155 is left out
-- 156 is left out
-- 157 is left out
-- 158 is left out
-- 159 is left out
-- 168|       d0,
-- 170|       d2,
-- 171|       d3,
-- 174|     join spans_1 on on_day = day
-- 175 is left out
-- 176 is left out
-- 180|       d0,
-- 182|       d2,
-- 183|       d3,
-- 184|       sum(s0) as m0
-- 185|     from facts_2
-- 186|     join spans_2 on on_day = day
-- 187 is left out
-- 188 is left out
-- 192|   having max(m0) > cast(:p8 as bigint)
-- 197|     cast(convert_timezone('UTC', `placed_at`) as date) as day,
-- 200|   where `placed_at` >= cast(concat(:p9, 'Z') as timestamp)
-- 201|     and `placed_at` < cast(concat(:p10, 'Z') as timestamp)
-- 204| periods_3 as (
-- 205|   select explode(sequence(lo, hi, interval 1 month)) as d2
-- 205+|   from (
-- 205+|     select cast(date_trunc('month', convert_timezone('UTC', cast(concat(:p11, 'Z') as timestamp))) as date) as lo, cast(date_trunc('month', convert_timezone('UTC', cast(concat(:p12, 'Z') as timestamp))) as date) as hi
-- 205+|   ) as bounds
-- 205+|   where lo <= hi
-- 207| told_3 as (
-- 210|     cast(date_trunc('year', d2) as date) as d0,
-- 211|     month(d2) as d3
-- 212|   from periods_3
-- 217|     cast(convert_timezone('UTC', `placed_at`) as date) as day,
-- 220|   where `placed_at` < cast(concat(:p13, 'Z') as timestamp)
-- 223| periods_4 as (
-- 224|   select explode(sequence(lo, hi, interval 1 month)) as d2
-- 224+|   from (
-- 224+|     select cast(date_trunc('month', convert_timezone('UTC', cast(concat(:p14, 'Z') as timestamp))) as date) as lo, cast(date_trunc('month', convert_timezone('UTC', cast(concat(:p15, 'Z') as timestamp))) as date) as hi
-- 224+|   ) as bounds
-- 224+|   where lo <= hi
-- 226| told_4 as (
-- 229|     cast(date_trunc('year', d2) as date) as d0,
-- 230|     month(d2) as d3
-- 231|   from periods_4
-- 241|   where to_json(named_struct('c0', facts_3.day, 'c1', facts_3.d1)) in (
-- 242|     select to_json(named_struct('c0', days.day, 'c1', picked_1.d1))
-- 243|     from (select distinct day from facts_3) as days
-- 244|     join told_3 on day >= cast(dateadd(year, -1, told_3.d2) as date) and day < cast(dateadd(month, 1, cast(dateadd(year, -1, told_3.d2) as date)) as date)
-- 245|     join picked_1 on picked_1.d0 <=> told_3.d0 and picked_1.d2 <=> told_3.d2 and picked_1.d3 <=> told_3.d3
-- 246 is left out
-- 247 is left out
-- 248 is left out
-- 255|   where to_json(named_struct('c0', facts_4.day, 'c1', facts_4.d1)) in (
-- 256|     select to_json(named_struct('c0', days.day, 'c1', picked_1.d1))
-- 257|     from (select distinct day from facts_4) as days
-- 258|     join told_4 on day < cast(dateadd(month, 1, told_4.d2) as date)
-- 259|     join picked_1 on picked_1.d0 <=> told_4.d0 and picked_1.d2 <=> told_4.d2 and picked_1.d3 <=> told_4.d3
-- 260 is left out
-- 261 is left out
-- 262 is left out
-- snowflake:
-- 1| -- ["2022-11-29 00:00:00","2024-04-03 00:00:00","2024-01-01 00:00:00","2024-02-29 23:59:59.999999","2024-04-03 00:00:00","2024-01-01 00:00:00","2024-02-29 23:59:59.999999","2"]
-- 5|     cast(cast(convert_timezone('UTC', "placed_at") as timestamp_ntz) as date) as day,
-- 8|   where "placed_at" >= cast(? as timestamp_ntz)
-- 9|     and "placed_at" < cast(? as timestamp_ntz)
-- 12| periods_1 as (
-- 12+|   select dateadd(month, cast(steps.value as integer), lo) as d2
-- 12+|   from (
-- 12+|     select cast(date_trunc('month', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as date) as lo, cast(date_trunc('month', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as date) as hi
-- 12+|   ) as bounds
-- 12+|   cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
-- 12+| ),
-- 12+| told_1 as (
-- 14|     d2,
-- 15|     cast(date_trunc('year', d2) as date) as d0,
-- 15+|     month(d2) as d3
-- 15+|   from periods_1
-- 16+| spans_1 as (
-- 16+|   select
-- 16+|     day as on_day,
-- 16+|     d2,
-- 16+|     d0,
-- 16+|     d3
-- 16+|   from (select distinct day from facts_1) as days
-- 16+|   join told_1 on day >= dateadd(year, -1, d2) and day < dateadd(month, 1, dateadd(year, -1, d2))
-- 16+| ),
-- 20|     cast(cast(convert_timezone('UTC', "placed_at") as timestamp_ntz) as date) as day,
-- 23|   where "placed_at" < cast(? as timestamp_ntz)
-- 26| periods_2 as (
-- 27|   select dateadd(month, cast(steps.value as integer), lo) as d2
-- 28|   from (
-- 29|     select cast(date_trunc('month', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as date) as lo, cast(date_trunc('month', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as date) as hi
-- 29+|   ) as bounds
-- 29+|   cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
-- 31| told_2 as (
-- 33|     d2,
-- 34|     cast(date_trunc('year', d2) as date) as d0,
-- 35|     month(d2) as d3
-- 36|   from periods_2
-- 37 is left out
-- 38 is left out
-- 40| spans_2 as (
-- 42|     day as on_day,
-- 43|     d2,
-- 44|     d0,
-- 45|     d3
-- 46|   from (select distinct day from facts_2) as days
-- 47|   join told_2 on day < dateadd(month, 1, d2)
-- 48 is left out
-- 49 is left out
-- 50 is left out
-- 51 is left out
-- 52 is left out
-- 53 is left out
-- 54 is left out
-- 55 is left out
-- 56 is left out
-- 57 is left out
-- 58 is left out
-- 59 is left out
-- 60 is left out
-- 71|     d0,
-- 73|     d2,
-- 74|     d3,
-- 75|     sum(s0) as m0,
-- 78|   join spans_1 on on_day = day
-- 79 is left out
-- 80 is left out
-- 84|     d0,
-- 86|     d2,
-- 87|     d3,
-- 89|     sum(s0) as m1
-- 90|   from facts_2
-- 91|   join spans_2 on on_day = day
-- 92 is left out
-- 93 is left out
-- 97| having max(m1) > cast(? as number(38, 0))
-- 100| -- ["2022-11-29 00:00:00","2024-04-03 00:00:00","2024-01-01 00:00:00","2024-02-29 23:59:59.999999","2024-04-03 00:00:00","2024-01-01 00:00:00","2024-02-29 23:59:59.999999","2","2022-11-29 00:00:00","2024-04-03 00:00:00","2024-01-01 00:00:00","2024-02-29 23:59:59.999999","2024-04-03 00:00:00","2024-01-01 00:00:00","2024-02-29 23:59:59.999999"]
-- 104|     cast(cast(convert_timezone('UTC', "placed_at") as timestamp_ntz) as date) as day
-- 106|   where "placed_at" >= cast(? as timestamp_ntz)
-- 107|     and "placed_at" < cast(? as timestamp_ntz)
-- 110| periods_1 as (
-- 110+|   select dateadd(month, cast(steps.value as integer), lo) as d2
-- 110+|   from (
-- 110+|     select cast(date_trunc('month', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as date) as lo, cast(date_trunc('month', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as date) as hi
-- 110+|   ) as bounds
-- 110+|   cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
-- 110+| ),
-- 110+| told_1 as (
-- 112|     d2,
-- 113|     cast(date_trunc('year', d2) as date) as d0,
-- 113+|     month(d2) as d3
-- 113+|   from periods_1
-- 114+| spans_1 as (
-- 114+|   select
-- 114+|     day as on_day,
-- 114+|     d2,
-- 114+|     d0,
-- 114+|     d3
-- 114+|   from (select distinct day from facts_1) as days
-- 114+|   join told_1 on day >= dateadd(year, -1, d2) and day < dateadd(month, 1, dateadd(year, -1, d2))
-- 114+| ),
-- 118|     cast(cast(convert_timezone('UTC', "placed_at") as timestamp_ntz) as date) as day,
-- 121|   where "placed_at" < cast(? as timestamp_ntz)
-- 124| periods_2 as (
-- 125|   select dateadd(month, cast(steps.value as integer), lo) as d2
-- 126|   from (
-- 127|     select cast(date_trunc('month', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as date) as lo, cast(date_trunc('month', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as date) as hi
-- 127+|   ) as bounds
-- 127+|   cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
-- 129| told_2 as (
-- 131|     d2,
-- 132|     cast(date_trunc('year', d2) as date) as d0,
-- 133|     month(d2) as d3
-- 134|   from periods_2
-- 135 is left out
-- 136 is left out
-- 138| spans_2 as (
-- 140|     day as on_day,
-- 141|     d2,
-- 142|     d0,
-- 143|     d3
-- 144|   from (select distinct day from facts_2) as days
-- 145|   join told_2 on day < dateadd(month, 1, d2)
-- 146 is left out
-- 147 is left out
-- 148 is left out
-- 149 is left out
-- 150 is left out
-- 151 is left out
-- 153 is left out
-- 154 is left out
-- 155 is left out
-- 156 is left out
-- 157 is left out
-- 158 is left out
-- 159 is left out
-- 168|       d0,
-- 170|       d2,
-- 171|       d3,
-- 174|     join spans_1 on on_day = day
-- 175 is left out
-- 176 is left out
-- 180|       d0,
-- 182|       d2,
-- 183|       d3,
-- 184|       sum(s0) as m0
-- 185|     from facts_2
-- 186|     join spans_2 on on_day = day
-- 187 is left out
-- 188 is left out
-- 192|   having max(m0) > cast(? as number(38, 0))
-- 197|     cast(cast(convert_timezone('UTC', "placed_at") as timestamp_ntz) as date) as day,
-- 200|   where "placed_at" >= cast(? as timestamp_ntz)
-- 201|     and "placed_at" < cast(? as timestamp_ntz)
-- 204| periods_3 as (
-- 205|   select dateadd(month, cast(steps.value as integer), lo) as d2
-- 205+|   from (
-- 205+|     select cast(date_trunc('month', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as date) as lo, cast(date_trunc('month', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as date) as hi
-- 205+|   ) as bounds
-- 205+|   cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
-- 207| told_3 as (
-- 210|     cast(date_trunc('year', d2) as date) as d0,
-- 211|     month(d2) as d3
-- 212|   from periods_3
-- 217|     cast(cast(convert_timezone('UTC', "placed_at") as timestamp_ntz) as date) as day,
-- 220|   where "placed_at" < cast(? as timestamp_ntz)
-- 223| periods_4 as (
-- 224|   select dateadd(month, cast(steps.value as integer), lo) as d2
-- 224+|   from (
-- 224+|     select cast(date_trunc('month', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as date) as lo, cast(date_trunc('month', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as date) as hi
-- 224+|   ) as bounds
-- 224+|   cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
-- 226| told_4 as (
-- 229|     cast(date_trunc('year', d2) as date) as d0,
-- 230|     month(d2) as d3
-- 231|   from periods_4
-- 241|   where to_json(array_construct(facts_3.day, facts_3.d1)) in (
-- 242|     select to_json(array_construct(days.day, picked_1.d1))
-- 243|     from (select distinct day from facts_3) as days
-- 244|     join told_3 on day >= dateadd(year, -1, told_3.d2) and day < dateadd(month, 1, dateadd(year, -1, told_3.d2))
-- 245|     join picked_1 on equal_null(picked_1.d0, told_3.d0) and equal_null(picked_1.d2, told_3.d2) and equal_null(picked_1.d3, told_3.d3)
-- 246 is left out
-- 247 is left out
-- 248 is left out
-- 255|   where to_json(array_construct(facts_4.day, facts_4.d1)) in (
-- 256|     select to_json(array_construct(days.day, picked_1.d1))
-- 257|     from (select distinct day from facts_4) as days
-- 258|     join told_4 on day < dateadd(month, 1, told_4.d2)
-- 259|     join picked_1 on equal_null(picked_1.d0, told_4.d0) and equal_null(picked_1.d2, told_4.d2) and equal_null(picked_1.d3, told_4.d3)
-- 260 is left out
-- 261 is left out
-- 262 is left out
-- redshift:
-- 1| -- ["2022-11-29 00:00:00","2024-04-03 00:00:00","2024-01-01 00:00:00","2024-02-29 23:59:59.999999","2024-04-03 00:00:00","2024-01-01 00:00:00","2024-02-29 23:59:59.999999","2"]
-- 5|     "placed_at"::date as day,
-- 8|   where "placed_at" >= $1::timestamp
-- 9|     and "placed_at" < $2::timestamp
-- 12| periods_1 as (
-- 12+|   select dateadd(month, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d2
-- 12+|   from (
-- 12+|     select date_trunc('month', $3::timestamp)::date as lo, date_trunc('month', $4::timestamp)::date as hi
-- 12+|   ) as bounds
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(month, lo, hi)
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(month, lo, hi)
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(month, lo, hi)
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(month, lo, hi)
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(month, lo, hi)
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(month, lo, hi)
-- 12+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(month, lo, hi)
-- 12+| ),
-- 12+| told_1 as (
-- 14|     d2,
-- 15|     date_trunc('year', d2)::date as d0,
-- 15+|     extract(month from d2)::integer as d3
-- 15+|   from periods_1
-- 16+| spans_1 as (
-- 16+|   select
-- 16+|     day as on_day,
-- 16+|     d2,
-- 16+|     d0,
-- 16+|     d3
-- 16+|   from (select distinct day from facts_1) as days
-- 16+|   join told_1 on day >= dateadd(year, -1, d2)::date and day < dateadd(month, 1, dateadd(year, -1, d2)::date)::date
-- 16+| ),
-- 20|     "placed_at"::date as day,
-- 23|   where "placed_at" < $5::timestamp
-- 26| periods_2 as (
-- 27|   select dateadd(month, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d2
-- 28|   from (
-- 29|     select date_trunc('month', $6::timestamp)::date as lo, date_trunc('month', $7::timestamp)::date as hi
-- 29+|   ) as bounds
-- 29+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(month, lo, hi)
-- 29+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(month, lo, hi)
-- 29+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(month, lo, hi)
-- 29+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(month, lo, hi)
-- 29+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(month, lo, hi)
-- 29+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(month, lo, hi)
-- 29+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(month, lo, hi)
-- 31| told_2 as (
-- 33|     d2,
-- 34|     date_trunc('year', d2)::date as d0,
-- 35|     extract(month from d2)::integer as d3
-- 36|   from periods_2
-- 37 is left out
-- 38 is left out
-- 40| spans_2 as (
-- 42|     day as on_day,
-- 43|     d2,
-- 44|     d0,
-- 45|     d3
-- 46|   from (select distinct day from facts_2) as days
-- 47|   join told_2 on day < dateadd(month, 1, d2)::date
-- 48 is left out
-- 49 is left out
-- 50 is left out
-- 51 is left out
-- 52 is left out
-- 53 is left out
-- 54 is left out
-- 55 is left out
-- 56 is left out
-- 57 is left out
-- 58 is left out
-- 59 is left out
-- 60 is left out
-- 71|     d0,
-- 73|     d2,
-- 74|     d3,
-- 75|     sum(s0) as m0,
-- 78|   join spans_1 on on_day = day
-- 79 is left out
-- 80 is left out
-- 84|     d0,
-- 86|     d2,
-- 87|     d3,
-- 89|     sum(s0) as m1
-- 90|   from facts_2
-- 91|   join spans_2 on on_day = day
-- 92 is left out
-- 93 is left out
-- 100| -- ["2022-11-29 00:00:00","2024-04-03 00:00:00","2024-01-01 00:00:00","2024-02-29 23:59:59.999999","2024-04-03 00:00:00","2024-01-01 00:00:00","2024-02-29 23:59:59.999999","2","2022-11-29 00:00:00","2024-04-03 00:00:00","2024-01-01 00:00:00","2024-02-29 23:59:59.999999","2024-04-03 00:00:00","2024-01-01 00:00:00","2024-02-29 23:59:59.999999"]
-- 104|     "placed_at"::date as day
-- 106|   where "placed_at" >= $1::timestamp
-- 107|     and "placed_at" < $2::timestamp
-- 110| periods_1 as (
-- 110+|   select dateadd(month, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d2
-- 110+|   from (
-- 110+|     select date_trunc('month', $3::timestamp)::date as lo, date_trunc('month', $4::timestamp)::date as hi
-- 110+|   ) as bounds
-- 110+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(month, lo, hi)
-- 110+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(month, lo, hi)
-- 110+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(month, lo, hi)
-- 110+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(month, lo, hi)
-- 110+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(month, lo, hi)
-- 110+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(month, lo, hi)
-- 110+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(month, lo, hi)
-- 110+| ),
-- 110+| told_1 as (
-- 112|     d2,
-- 113|     date_trunc('year', d2)::date as d0,
-- 113+|     extract(month from d2)::integer as d3
-- 113+|   from periods_1
-- 114+| spans_1 as (
-- 114+|   select
-- 114+|     day as on_day,
-- 114+|     d2,
-- 114+|     d0,
-- 114+|     d3
-- 114+|   from (select distinct day from facts_1) as days
-- 114+|   join told_1 on day >= dateadd(year, -1, d2)::date and day < dateadd(month, 1, dateadd(year, -1, d2)::date)::date
-- 114+| ),
-- 118|     "placed_at"::date as day,
-- 121|   where "placed_at" < $5::timestamp
-- 124| periods_2 as (
-- 125|   select dateadd(month, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d2
-- 126|   from (
-- 127|     select date_trunc('month', $6::timestamp)::date as lo, date_trunc('month', $7::timestamp)::date as hi
-- 127+|   ) as bounds
-- 127+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(month, lo, hi)
-- 127+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(month, lo, hi)
-- 127+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(month, lo, hi)
-- 127+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(month, lo, hi)
-- 127+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(month, lo, hi)
-- 127+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(month, lo, hi)
-- 127+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(month, lo, hi)
-- 129| told_2 as (
-- 131|     d2,
-- 132|     date_trunc('year', d2)::date as d0,
-- 133|     extract(month from d2)::integer as d3
-- 134|   from periods_2
-- 135 is left out
-- 136 is left out
-- 138| spans_2 as (
-- 140|     day as on_day,
-- 141|     d2,
-- 142|     d0,
-- 143|     d3
-- 144|   from (select distinct day from facts_2) as days
-- 145|   join told_2 on day < dateadd(month, 1, d2)::date
-- 146 is left out
-- 147 is left out
-- 148 is left out
-- 149 is left out
-- 150 is left out
-- 151 is left out
-- 153 is left out
-- 154 is left out
-- 155 is left out
-- 156 is left out
-- 157 is left out
-- 158 is left out
-- 159 is left out
-- 168|       d0,
-- 170|       d2,
-- 171|       d3,
-- 174|     join spans_1 on on_day = day
-- 175 is left out
-- 176 is left out
-- 180|       d0,
-- 182|       d2,
-- 183|       d3,
-- 184|       sum(s0) as m0
-- 185|     from facts_2
-- 186|     join spans_2 on on_day = day
-- 187 is left out
-- 188 is left out
-- 200|   where "placed_at" >= $9::timestamp
-- 201|     and "placed_at" < $10::timestamp
-- 204| periods_3 as (
-- 205|   select dateadd(month, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d2
-- 205+|   from (
-- 205+|     select date_trunc('month', $11::timestamp)::date as lo, date_trunc('month', $12::timestamp)::date as hi
-- 205+|   ) as bounds
-- 205+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(month, lo, hi)
-- 205+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(month, lo, hi)
-- 205+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(month, lo, hi)
-- 205+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(month, lo, hi)
-- 205+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(month, lo, hi)
-- 205+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(month, lo, hi)
-- 205+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(month, lo, hi)
-- 207| told_3 as (
-- 212|   from periods_3
-- 220|   where "placed_at" < $13::timestamp
-- 223| periods_4 as (
-- 224|   select dateadd(month, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d2
-- 224+|   from (
-- 224+|     select date_trunc('month', $14::timestamp)::date as lo, date_trunc('month', $15::timestamp)::date as hi
-- 224+|   ) as bounds
-- 224+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(month, lo, hi)
-- 224+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(month, lo, hi)
-- 224+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(month, lo, hi)
-- 224+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(month, lo, hi)
-- 224+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(month, lo, hi)
-- 224+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(month, lo, hi)
-- 224+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(month, lo, hi)
-- 226| told_4 as (
-- 231|   from periods_4
-- 243|     from told_3
-- 244|     join picked_1 on (picked_1.d2 = told_3.d2 or (picked_1.d2 is null and told_3.d2 is null))
-- 245|     where day >= dateadd(year, -1, told_3.d2)::date and day < dateadd(month, 1, dateadd(year, -1, told_3.d2)::date)::date
-- 246|       and (picked_1.d0 = told_3.d0 or (picked_1.d0 is null and told_3.d0 is null))
-- 247|       and (picked_1.d1 = facts_3.d1 or (picked_1.d1 is null and facts_3.d1 is null))
-- 248|       and (picked_1.d3 = told_3.d3 or (picked_1.d3 is null and told_3.d3 is null))
-- 257|     from told_4
-- 258|     join picked_1 on (picked_1.d2 = told_4.d2 or (picked_1.d2 is null and told_4.d2 is null))
-- 259|     where day < dateadd(month, 1, told_4.d2)::date
-- 260|       and (picked_1.d0 = told_4.d0 or (picked_1.d0 is null and told_4.d0 is null))
-- 261|       and (picked_1.d1 = facts_4.d1 or (picked_1.d1 is null and facts_4.d1 is null))
-- 262|       and (picked_1.d3 = told_4.d3 or (picked_1.d3 is null and told_4.d3 is null))

-- a window by a day and a quarter of the one side
-- ["2024-02-01 00:00:00","2024-02-03 00:00:00","2024-02-01 00:00:00","2024-02-03 00:00:00"]
with facts_1 as (
  select
    "orders"."placed_at"::date as day,
    sum("lines"."quantity") as s0
  from "lines"
  left join "orders" on "orders"."id" = "lines"."order_id"
  where "orders"."placed_at" >= $1::timestamp - interval '1 day' - interval '2 days' - interval '3 days'
    and "orders"."placed_at" < $2::timestamp + interval '1 day' + interval '2 days'
  group by 1
),
bounds_1 as (
  select
    $3::timestamp::date::date as lo,
    ($4::timestamp - interval '1 microsecond')::date::date as hi
),
followed_1 as (
  select
    day,
    s0,
    lead(day) over (order by day) as next
  from facts_1
  where day is not null
),
spread_1 as (
  select
    day,
    s0
  from followed_1
  union all
  select
    generate_series(greatest(day + interval '1 day', lo)::timestamp, least(next - interval '1 day', hi, day + interval '2 days')::timestamp, interval '1 day')::date as day,
    null as s0
  from followed_1
  cross join bounds_1
  where day < least(next - interval '1 day', hi, day + interval '2 days')
),
framed_1 as (
  select
    day,
    sum(s0) over (order by day range between interval '2 days' preceding and current row) as s0
  from spread_1
)
select
  date_trunc('quarter', day)::date as "orders.placed_at.quarter",
  day as "orders.placed_at.day",
  max(s0) as "lines.three_days"
from framed_1
cross join bounds_1
where day >= lo
  and day <= hi
group by 1, 2
order by "orders.placed_at.day" nulls last, "orders.placed_at.quarter" nulls last;
-- duckdb:
-- 32|     unnest(generate_series(greatest(day + interval '1 day', lo)::timestamp, least(next - interval '1 day', hi, day + interval '2 days')::timestamp, interval '1 day'))::date as day,
-- mysql:
-- 1| -- ["2024-02-01 00:00:00","2024-02-03 00:00:00","2024-02-01 00:00:00","2024-02-01 00:00:00","2024-02-03 00:00:00"]
-- 2| with recursive facts_1 as (
-- 4|     date(`orders`.`placed_at`) as day,
-- 8|   where `orders`.`placed_at` >= cast(? as datetime(6)) - interval 1 day - interval 2 day - interval 3 day
-- 9|     and `orders`.`placed_at` < cast(? as datetime(6)) + interval 1 day + interval 2 day
-- 12| periods_1 as (
-- 14|     1 as n,
-- 15|     date(cast(? as datetime(6))) as d1,
-- 16|     date(cast(? as datetime(6))) as first,
-- 17|     date((cast(? as datetime(6)) - interval 1 microsecond)) as last
-- 18|   having first <= last
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
-- 31|   select n * 2 + bit, first + interval (n * 2 + bit - 1) day, first, last
-- 32|   from periods_1
-- 33|   cross join (select 0 as bit union all select 1) as bits
-- 34|   where first + interval (n * 2 + bit - 1) day <= last
-- 35 is left out
-- 36 is left out
-- 38| told_1 as (
-- 40|     d1,
-- 41|     date '1000-01-01' + interval timestampdiff(quarter, '1000-01-01', d1) quarter as d0
-- 42|   from periods_1
-- 45|   d0 as `orders.placed_at.quarter`,
-- 46|   d1 as `orders.placed_at.day`,
-- 47|   sum(s0) as `lines.three_days`
-- 48| from facts_1
-- 49| join told_1 on day >= d1 + interval 1 day - interval 3 day and day < d1 + interval 1 day
-- 50 is left out
-- 51 is left out
-- 53| order by `orders.placed_at.day` <=> null, `orders.placed_at.day`, `orders.placed_at.quarter` <=> null, `orders.placed_at.quarter`;
-- clickhouse:
-- 1| -- ["2024-01-26 00:00:00","2024-02-06 00:00:00","2024-02-01 00:00:00","2024-02-02 23:59:59.999999"]
-- 4|     toDate32(toTimeZone("orders"."placed_at", 'UTC')) as day,
-- 5|     sumOrNull("lines"."quantity" + toDecimal128(0, 0)) as s0
-- 8|   where "orders"."placed_at" >= {p1:DateTime64(6, 'UTC')}
-- 9|     and "orders"."placed_at" < {p2:DateTime64(6, 'UTC')}
-- 12| periods_1 as (
-- 13|   select arrayJoin(arrayMap(i -> lo + toIntervalDay(i), range(greatest(ifNull(dateDiff('day', lo, hi) + 1, 0), 0)))) as d1
-- 14|   from (
-- 15|     select toDate32(toTimeZone({p3:DateTime64(6, 'UTC')}, 'UTC')) as lo, toDate32(toTimeZone({p4:DateTime64(6, 'UTC')}, 'UTC')) as hi
-- 15+|   ) as bounds
-- 15+|   where lo <= hi
-- 17| told_1 as (
-- 19|     d1,
-- 20|     toStartOfQuarter(toDate32(d1)) as d0
-- 21|   from periods_1
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
-- 41 is left out
-- 42 is left out
-- 45|   d0 as "orders.placed_at.quarter",
-- 46|   d1 as "orders.placed_at.day",
-- 47|   sumOrNull(s0 + toDecimal128(0, 0)) as "lines.three_days"
-- 48| from facts_1
-- 49| join told_1 on day >= ((d1 + toIntervalDay(1)) + toIntervalDay(-3)) and day < (d1 + toIntervalDay(1))
-- 50 is left out
-- 51 is left out
-- 53| order by 2 nulls last, 1 nulls last
-- 53+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 1| -- ["2024-01-26 00:00:00","2024-02-06 00:00:00","2024-02-01 00:00:00","2024-02-02 23:59:59.999999"]
-- 4|     cast(cast(cast("orders"."placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as day,
-- 8|   where "orders"."placed_at" >= cast(? as timestamp(6))
-- 9|     and "orders"."placed_at" < cast(? as timestamp(6))
-- 12| periods_1 as (
-- 13|   select date_add('day', many * 10000 + few, lo) as d1
-- 14|   from (
-- 15|     select cast(cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as lo, cast(cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as hi
-- 15+|   ) as bounds
-- 15+|   cross join unnest(sequence(0, date_diff('day', lo, hi) / 10000)) as outer_steps (many)
-- 15+|   cross join unnest(sequence(0, least(date_diff('day', lo, hi), 9999))) as inner_steps (few)
-- 15+|   where lo <= hi and many * 10000 + few <= date_diff('day', lo, hi)
-- 17| told_1 as (
-- 19|     d1,
-- 20|     cast(date_trunc('quarter', d1) as date) as d0
-- 21|   from periods_1
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
-- 41 is left out
-- 42 is left out
-- 45|   d0 as "orders.placed_at.quarter",
-- 46|   d1 as "orders.placed_at.day",
-- 47|   sum(s0) as "lines.three_days"
-- 48| from facts_1
-- 49| join told_1 on day >= date_add('day', -3, date_add('day', 1, d1)) and day < date_add('day', 1, d1)
-- 50 is left out
-- 51 is left out
-- bigquery:
-- 1| -- ["2024-01-26 00:00:00","2024-02-06 00:00:00","2024-02-01 00:00:00","2024-02-02 23:59:59.999999"]
-- 4|     cast(datetime(timestamp(`orders`.`placed_at`), 'UTC') as date) as day,
-- 8|   where `orders`.`placed_at` >= @p1
-- 9|     and `orders`.`placed_at` < @p2
-- 12| periods_1 as (
-- 13|   select step as d1
-- 14|   from (
-- 15|     select cast(datetime(timestamp(@p3), 'UTC') as date) as lo, cast(datetime(timestamp(@p4), 'UTC') as date) as hi
-- 15+|   ) as bounds
-- 15+|   cross join unnest(generate_date_array(lo, hi, interval 1 day)) as step
-- 17| told_1 as (
-- 19|     d1,
-- 20|     date_trunc(cast(d1 as date), quarter) as d0
-- 21|   from periods_1
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
-- 41 is left out
-- 42 is left out
-- 45|   d0 as `orders__placed_at__quarter`,
-- 46|   d1 as `orders__placed_at__day`,
-- 47|   sum(s0) as `lines__three_days`
-- 48| from facts_1
-- 49| join told_1 on day >= date_add(date_add(d1, interval 1 day), interval -3 day) and day < date_add(d1, interval 1 day)
-- 50 is left out
-- 51 is left out
-- databricks:
-- 1| -- ["2024-01-26 00:00:00","2024-02-06 00:00:00","2024-02-01 00:00:00","2024-02-02 23:59:59.999999"]
-- 4|     cast(convert_timezone('UTC', `orders`.`placed_at`) as date) as day,
-- 8|   where `orders`.`placed_at` >= cast(concat(:p1, 'Z') as timestamp)
-- 9|     and `orders`.`placed_at` < cast(concat(:p2, 'Z') as timestamp)
-- 12| periods_1 as (
-- 13|   select explode(sequence(lo, hi, interval 1 day)) as d1
-- 14|   from (
-- 15|     select cast(convert_timezone('UTC', cast(concat(:p3, 'Z') as timestamp)) as date) as lo, cast(convert_timezone('UTC', cast(concat(:p4, 'Z') as timestamp)) as date) as hi
-- 15+|   ) as bounds
-- 15+|   where lo <= hi
-- 17| told_1 as (
-- 19|     d1,
-- 20|     cast(date_trunc('quarter', d1) as date) as d0
-- 21|   from periods_1
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
-- 41 is left out
-- 42 is left out
-- 45|   d0 as `orders.placed_at.quarter`,
-- 46|   d1 as `orders.placed_at.day`,
-- 47|   sum(s0) as `lines.three_days`
-- 48| from facts_1
-- 49| join told_1 on day >= cast(dateadd(day, -3, cast(dateadd(day, 1, d1) as date)) as date) and day < cast(dateadd(day, 1, d1) as date)
-- 50 is left out
-- 51 is left out
-- snowflake:
-- 1| -- ["2024-01-26 00:00:00","2024-02-06 00:00:00","2024-02-01 00:00:00","2024-02-02 23:59:59.999999"]
-- 4|     cast(cast(convert_timezone('UTC', "orders"."placed_at") as timestamp_ntz) as date) as day,
-- 8|   where "orders"."placed_at" >= cast(? as timestamp_ntz)
-- 9|     and "orders"."placed_at" < cast(? as timestamp_ntz)
-- 12| periods_1 as (
-- 13|   select dateadd(day, cast(steps.value as integer), lo) as d1
-- 14|   from (
-- 15|     select cast(cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz) as date) as lo, cast(cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz) as date) as hi
-- 15+|   ) as bounds
-- 15+|   cross join lateral flatten(input => array_generate_range(0, datediff(day, lo, hi) + 1)) as steps
-- 17| told_1 as (
-- 19|     d1,
-- 20|     cast(date_trunc('quarter', d1) as date) as d0
-- 21|   from periods_1
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
-- 41 is left out
-- 42 is left out
-- 45|   d0 as "orders.placed_at.quarter",
-- 46|   d1 as "orders.placed_at.day",
-- 47|   sum(s0) as "lines.three_days"
-- 48| from facts_1
-- 49| join told_1 on day >= dateadd(day, -3, dateadd(day, 1, d1)) and day < dateadd(day, 1, d1)
-- 50 is left out
-- 51 is left out
-- redshift:
-- 1| -- ["2024-01-26 00:00:00","2024-02-06 00:00:00","2024-02-01 00:00:00","2024-02-02 23:59:59.999999"]
-- 8|   where "orders"."placed_at" >= $1::timestamp
-- 9|     and "orders"."placed_at" < $2::timestamp
-- 12| periods_1 as (
-- 13|   select dateadd(day, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d1
-- 14|   from (
-- 15|     select $3::timestamp::date as lo, $4::timestamp::date as hi
-- 15+|   ) as bounds
-- 15+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(day, lo, hi)
-- 15+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(day, lo, hi)
-- 15+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(day, lo, hi)
-- 15+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(day, lo, hi)
-- 15+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(day, lo, hi)
-- 15+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(day, lo, hi)
-- 15+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(day, lo, hi)
-- 17| told_1 as (
-- 19|     d1,
-- 20|     date_trunc('quarter', d1)::date as d0
-- 21|   from periods_1
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
-- 41 is left out
-- 42 is left out
-- 45|   d0 as "orders.placed_at.quarter",
-- 46|   d1 as "orders.placed_at.day",
-- 47|   sum(s0) as "lines.three_days"
-- 48| from facts_1
-- 49| join told_1 on day >= dateadd(day, -3, dateadd(day, 1, d1)::date)::date and day < dateadd(day, 1, d1)::date
-- 50 is left out
-- 51 is left out
