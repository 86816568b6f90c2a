-- Postgres' SQL of each case, then the lines in which other dialects differ: "3|" replaces the third line, "3+|" follows
-- it. Differences in the quotes of names are not shown. These dialects are never run on the warehouse itself:
-- trino, bigquery, databricks, snowflake, redshift (how they are checked instead: shared/semantic/dialects/README.md).

-- a measure to date, from the first of the month to each day
-- ["2024-01-31 00:00:00","2024-02-06 00:00:00","2024-01-31 00:00:00","2024-02-06 00:00:00"]
with facts_1 as (
  select
    "placed_at"::date as day,
    sum("amount") as s0
  from "orders"
  where "placed_at" >= $1::timestamp - interval '1 day' - interval '2 days' - interval '1 month'
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
    generate_series(greatest(day + interval '1 day', lo)::timestamp, least(next - interval '1 day', hi, date_trunc('month', day)::date + interval '1 month' - interval '1 day')::timestamp, interval '1 day')::date as day,
    null as s0
  from followed_1
  cross join bounds_1
  where day < least(next - interval '1 day', hi, date_trunc('month', day)::date + interval '1 month' - interval '1 day')
),
framed_1 as (
  select
    day,
    sum(s0) over (partition by date_trunc('month', day)::date order by day rows unbounded preceding) as s0
  from spread_1
)
select
  day as "orders.placed_at.day",
  max(s0) as "orders.month_to_date"
from framed_1
cross join bounds_1
where day >= lo
  and day <= hi
group by 1
order by "orders.placed_at.day" nulls last;
-- totals
-- ["2024-01-31 00:00:00","2024-02-06 00:00:00","2024-01-31 00:00:00","2024-02-06 00:00:00"]
with facts_1 as (
  select
    "placed_at"::date as day,
    sum("amount") as s0
  from "orders"
  where "placed_at" >= $1::timestamp - interval '1 day' - interval '2 days' - interval '1 month'
    and "placed_at" < $2::timestamp + interval '1 day' + interval '2 days'
  group by 1
),
periods_1 as (
  select generate_series($3::timestamp::date::timestamp, ($4::timestamp - interval '1 microsecond')::date::timestamp, interval '1 day')::date as d0
)
select sum(s0) as "orders.month_to_date"
from facts_1
where day in (
  select day
  from (select distinct day from facts_1) as days
  join periods_1 on day >= date_trunc('month', (periods_1.d0 + interval '1 day' - interval '1 day'))::date and day < periods_1.d0 + interval '1 day'
);
-- duckdb:
-- 31|     unnest(generate_series(greatest(day + interval '1 day', lo)::timestamp, least(next - interval '1 day', hi, date_trunc('month', day)::date + interval '1 month' - interval '1 day')::timestamp, interval '1 day'))::date as day,
-- 64|   select unnest(generate_series($3::timestamp::date::timestamp, ($4::timestamp - interval '1 microsecond')::date::timestamp, interval '1 day'))::date as d0
-- mysql:
-- 1| -- ["2024-01-31 00:00:00","2024-02-06 00:00:00","2024-01-31 00:00:00","2024-01-31 00:00:00","2024-02-06 00:00:00"]
-- 2| with recursive facts_1 as (
-- 4|     date(`placed_at`) as day,
-- 7|   where `placed_at` >= cast(? as datetime(6)) - interval 1 day - interval 2 day - interval 1 month
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
-- 45|   sum(s0) as `orders.month_to_date`
-- 46| from facts_1
-- 47| join periods_1 on day >= cast(date_format((d0 + interval 1 day - interval 1 day), '%Y-%m-01') as date) and day < d0 + interval 1 day
-- 48 is left out
-- 49 is left out
-- 51| order by `orders.placed_at.day` <=> null, `orders.placed_at.day`;
-- 53| -- ["2024-01-31 00:00:00","2024-02-06 00:00:00","2024-01-31 00:00:00","2024-01-31 00:00:00","2024-02-06 00:00:00"]
-- 54| with recursive facts_1 as (
-- 56|     date(`placed_at`) as day,
-- 59|   where `placed_at` >= cast(? as datetime(6)) - interval 1 day - interval 2 day - interval 1 month
-- 60|     and `placed_at` < cast(? as datetime(6)) + interval 1 day + interval 2 day
-- 64|   select
-- 64+|     1 as n,
-- 64+|     date(cast(? as datetime(6))) as d0,
-- 64+|     date(cast(? as datetime(6))) as first,
-- 64+|     date((cast(? as datetime(6)) - interval 1 microsecond)) as last
-- 64+|   having first <= last
-- 64+|   union all
-- 64+|   select n * 2 + bit, first + interval (n * 2 + bit - 1) day, first, last
-- 64+|   from periods_1
-- 64+|   cross join (select 0 as bit union all select 1) as bits
-- 64+|   where first + interval (n * 2 + bit - 1) day <= last
-- 71|   join periods_1 on day >= cast(date_format((periods_1.d0 + interval 1 day - interval 1 day), '%Y-%m-01') as date) and day < periods_1.d0 + interval 1 day
-- clickhouse:
-- 1| -- ["2023-12-28 00:00:00","2024-02-09 00:00:00","2024-01-31 00:00:00","2024-02-05 23:59:59.999999"]
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
-- 45|   sumOrNull(s0 + toDecimal128(0, 0)) as "orders.month_to_date"
-- 46| from facts_1
-- 47| join periods_1 on day >= toStartOfMonth(toDate32((((d0 + toIntervalDay(1)) + toIntervalDay(-1))))) and day < (d0 + toIntervalDay(1))
-- 48 is left out
-- 49 is left out
-- 51| order by 1 nulls last
-- 51+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- 53| -- ["2023-12-28 00:00:00","2024-02-09 00:00:00","2024-01-31 00:00:00","2024-02-05 23:59:59.999999"]
-- 56|     toDate32(toTimeZone("placed_at", 'UTC')) as day,
-- 57|     sumOrNull("amount" + toDecimal128(0, 0)) as s0
-- 59|   where "placed_at" >= {p1:DateTime64(6, 'UTC')}
-- 60|     and "placed_at" < {p2:DateTime64(6, 'UTC')}
-- 64|   select arrayJoin(arrayMap(i -> lo + toIntervalDay(i), range(greatest(ifNull(dateDiff('day', lo, hi) + 1, 0), 0)))) as d0
-- 64+|   from (
-- 64+|     select toDate32(toTimeZone({p3:DateTime64(6, 'UTC')}, 'UTC')) as lo, toDate32(toTimeZone({p4:DateTime64(6, 'UTC')}, 'UTC')) as hi
-- 64+|   ) as bounds
-- 64+|   where lo <= hi
-- 66| select sumOrNull(s0 + toDecimal128(0, 0)) as "orders.month_to_date"
-- 71|   join periods_1 on day >= toStartOfMonth(toDate32((((periods_1.d0 + toIntervalDay(1)) + toIntervalDay(-1))))) and day < (periods_1.d0 + toIntervalDay(1))
-- 72| )
-- 72+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 1| -- ["2023-12-28 00:00:00","2024-02-09 00:00:00","2024-01-31 00:00:00","2024-02-05 23:59:59.999999"]
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
-- 45|   sum(s0) as "orders.month_to_date"
-- 46| from facts_1
-- 47| join periods_1 on day >= cast(date_trunc('month', (date_add('day', -1, date_add('day', 1, d0)))) as date) and day < date_add('day', 1, d0)
-- 48 is left out
-- 49 is left out
-- 53| -- ["2023-12-28 00:00:00","2024-02-09 00:00:00","2024-01-31 00:00:00","2024-02-05 23:59:59.999999"]
-- 56|     cast(cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as day,
-- 59|   where "placed_at" >= cast(? as timestamp(6))
-- 60|     and "placed_at" < cast(? as timestamp(6))
-- 64|   select date_add('day', many * 10000 + few, lo) as d0
-- 64+|   from (
-- 64+|     select cast(cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as lo, cast(cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as hi
-- 64+|   ) as bounds
-- 64+|   cross join unnest(sequence(0, date_diff('day', lo, hi) / 10000)) as outer_steps (many)
-- 64+|   cross join unnest(sequence(0, least(date_diff('day', lo, hi), 9999))) as inner_steps (few)
-- 64+|   where lo <= hi and many * 10000 + few <= date_diff('day', lo, hi)
-- 71|   join periods_1 on day >= cast(date_trunc('month', (date_add('day', -1, date_add('day', 1, periods_1.d0)))) as date) and day < date_add('day', 1, periods_1.d0)
-- bigquery:
-- 1| -- ["2023-12-28 00:00:00","2024-02-09 00:00:00","2024-01-31 00:00:00","2024-02-05 23:59:59.999999"]
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
-- 45|   sum(s0) as `orders__month_to_date`
-- 46| from facts_1
-- 47| join periods_1 on day >= date_trunc(cast((date_add(date_add(d0, interval 1 day), interval -1 day)) as date), month) and day < date_add(d0, interval 1 day)
-- 48 is left out
-- 49 is left out
-- 53| -- ["2023-12-28 00:00:00","2024-02-09 00:00:00","2024-01-31 00:00:00","2024-02-05 23:59:59.999999"]
-- 56|     cast(datetime(timestamp(`placed_at`), 'UTC') as date) as day,
-- 59|   where `placed_at` >= @p1
-- 60|     and `placed_at` < @p2
-- 64|   select step as d0
-- 64+|   from (
-- 64+|     select cast(datetime(timestamp(@p3), 'UTC') as date) as lo, cast(datetime(timestamp(@p4), 'UTC') as date) as hi
-- 64+|   ) as bounds
-- 64+|   cross join unnest(generate_date_array(lo, hi, interval 1 day)) as step
-- 71|   join periods_1 on day >= date_trunc(cast((date_add(date_add(periods_1.d0, interval 1 day), interval -1 day)) as date), month) and day < date_add(periods_1.d0, interval 1 day)
-- databricks:
-- 1| -- ["2023-12-28 00:00:00","2024-02-09 00:00:00","2024-01-31 00:00:00","2024-02-05 23:59:59.999999"]
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
-- 45|   sum(s0) as `orders.month_to_date`
-- 46| from facts_1
-- 47| join periods_1 on day >= cast(date_trunc('month', (cast(dateadd(day, -1, cast(dateadd(day, 1, d0) as date)) as date))) as date) and day < cast(dateadd(day, 1, d0) as date)
-- 48 is left out
-- 49 is left out
-- 53| -- ["2023-12-28 00:00:00","2024-02-09 00:00:00","2024-01-31 00:00:00","2024-02-05 23:59:59.999999"]
-- 56|     cast(convert_timezone('UTC', `placed_at`) as date) as day,
-- 59|   where `placed_at` >= cast(concat(:p1, 'Z') as timestamp)
-- 60|     and `placed_at` < cast(concat(:p2, 'Z') as timestamp)
-- 64|   select explode(sequence(lo, hi, interval 1 day)) as d0
-- 64+|   from (
-- 64+|     select cast(convert_timezone('UTC', cast(concat(:p3, 'Z') as timestamp)) as date) as lo, cast(convert_timezone('UTC', cast(concat(:p4, 'Z') as timestamp)) as date) as hi
-- 64+|   ) as bounds
-- 64+|   where lo <= hi
-- 71|   join periods_1 on day >= cast(date_trunc('month', (cast(dateadd(day, -1, cast(dateadd(day, 1, periods_1.d0) as date)) as date))) as date) and day < cast(dateadd(day, 1, periods_1.d0) as date)
-- snowflake:
-- 1| -- ["2023-12-28 00:00:00","2024-02-09 00:00:00","2024-01-31 00:00:00","2024-02-05 23:59:59.999999"]
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
-- 45|   sum(s0) as "orders.month_to_date"
-- 46| from facts_1
-- 47| join periods_1 on day >= cast(date_trunc('month', (dateadd(day, -1, dateadd(day, 1, d0)))) as date) and day < dateadd(day, 1, d0)
-- 48 is left out
-- 49 is left out
-- 53| -- ["2023-12-28 00:00:00","2024-02-09 00:00:00","2024-01-31 00:00:00","2024-02-05 23:59:59.999999"]
-- 56|     cast(cast(convert_timezone('UTC', "placed_at") as timestamp_ntz) as date) as day,
-- 59|   where "placed_at" >= cast(? as timestamp_ntz)
-- 60|     and "placed_at" < cast(? as timestamp_ntz)
-- 64|   select dateadd(day, cast(steps.value as integer), lo) as d0
-- 64+|   from (
-- 64+|     select cast(cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz) as date) as lo, cast(cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz) as date) as hi
-- 64+|   ) as bounds
-- 64+|   cross join lateral flatten(input => array_generate_range(0, datediff(day, lo, hi) + 1)) as steps
-- 71|   join periods_1 on day >= cast(date_trunc('month', (dateadd(day, -1, dateadd(day, 1, periods_1.d0)))) as date) and day < dateadd(day, 1, periods_1.d0)
-- redshift:
-- 1| -- ["2023-12-28 00:00:00","2024-02-09 00:00:00","2024-01-31 00:00:00","2024-02-05 23:59:59.999999"]
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
-- 45|   sum(s0) as "orders.month_to_date"
-- 46| from facts_1
-- 47| join periods_1 on day >= date_trunc('month', (dateadd(day, -1, dateadd(day, 1, d0)::date)::date))::date and day < dateadd(day, 1, d0)::date
-- 48 is left out
-- 49 is left out
-- 53| -- ["2023-12-28 00:00:00","2024-02-09 00:00:00","2024-01-31 00:00:00","2024-02-05 23:59:59.999999"]
-- 59|   where "placed_at" >= $1::timestamp
-- 60|     and "placed_at" < $2::timestamp
-- 64|   select dateadd(day, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
-- 64+|   from (
-- 64+|     select $3::timestamp::date as lo, $4::timestamp::date as hi
-- 64+|   ) as bounds
-- 64+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(day, lo, hi)
-- 64+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(day, lo, hi)
-- 64+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(day, lo, hi)
-- 64+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(day, lo, hi)
-- 64+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(day, lo, hi)
-- 64+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(day, lo, hi)
-- 64+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(day, lo, hi)
-- 71|   join periods_1 on day >= date_trunc('month', (dateadd(day, -1, dateadd(day, 1, periods_1.d0)::date)::date))::date and day < dateadd(day, 1, periods_1.d0)::date

-- a week that begins in another month counts from the first of the month that it ends in
-- ["2024-01-29 00:00:00","2024-02-12 00:00:00","2024-01-29 00:00:00","2024-02-12 00:00:00"]
with facts_1 as (
  select
    "placed_at"::date as day,
    sum("amount") as s0
  from "orders"
  where "placed_at" >= $1::timestamp - interval '1 week' - interval '2 days' - interval '1 month'
    and "placed_at" < $2::timestamp + interval '1 week' + interval '2 days'
  group by 1
),
periods_1 as (
  select generate_series(date_trunc('week', $3::timestamp)::date::timestamp, date_trunc('week', ($4::timestamp - interval '1 microsecond'))::date::timestamp, interval '1 week')::date as d0
)
select
  d0 as "orders.placed_at.week",
  sum(s0) as "orders.month_to_date"
from facts_1
join periods_1 on day >= date_trunc('month', (d0 + interval '1 week' - interval '1 day'))::date and day < d0 + interval '1 week'
group by 1
order by "orders.placed_at.week" nulls last;
-- duckdb:
-- 12|   select unnest(generate_series(date_trunc('week', $3::timestamp)::date::timestamp, date_trunc('week', ($4::timestamp - interval '1 microsecond'))::date::timestamp, interval '1 week'))::date as d0
-- mysql:
-- 1| -- ["2024-01-29 00:00:00","2024-02-12 00:00:00","2024-01-29 00:00:00","2024-01-29 00:00:00","2024-02-12 00:00:00"]
-- 2| with recursive facts_1 as (
-- 4|     date(`placed_at`) as day,
-- 7|   where `placed_at` >= cast(? as datetime(6)) - interval 1 week - interval 2 day - interval 1 month
-- 8|     and `placed_at` < cast(? as datetime(6)) + interval 1 week + interval 2 day
-- 12|   select
-- 12+|     1 as n,
-- 12+|     date '1900-01-01' + interval floor(datediff(cast(? as datetime(6)), '1900-01-01') / 7) week as d0,
-- 12+|     date '1900-01-01' + interval floor(datediff(cast(? as datetime(6)), '1900-01-01') / 7) week as first,
-- 12+|     date '1900-01-01' + interval floor(datediff((cast(? as datetime(6)) - interval 1 microsecond), '1900-01-01') / 7) week as last
-- 12+|   having first <= last
-- 12+|   union all
-- 12+|   select n * 2 + bit, first + interval (n * 2 + bit - 1) week, first, last
-- 12+|   from periods_1
-- 12+|   cross join (select 0 as bit union all select 1) as bits
-- 12+|   where first + interval (n * 2 + bit - 1) week <= last
-- 18| join periods_1 on day >= cast(date_format((d0 + interval 1 week - interval 1 day), '%Y-%m-01') as date) and day < d0 + interval 1 week
-- 20| order by `orders.placed_at.week` <=> null, `orders.placed_at.week`;
-- clickhouse:
-- 1| -- ["2023-12-20 00:00:00","2024-02-21 00:00:00","2024-01-29 00:00:00","2024-02-11 23:59:59.999999"]
-- 4|     toDate32(toTimeZone("placed_at", 'UTC')) as day,
-- 5|     sumOrNull("amount" + toDecimal128(0, 0)) as s0
-- 7|   where "placed_at" >= {p1:DateTime64(6, 'UTC')}
-- 8|     and "placed_at" < {p2:DateTime64(6, 'UTC')}
-- 12|   select arrayJoin(arrayMap(i -> lo + toIntervalWeek(i), range(greatest(ifNull(intDiv(dateDiff('day', lo, hi), 7) + 1, 0), 0)))) as d0
-- 12+|   from (
-- 12+|     select toStartOfWeek(toDate32(toTimeZone({p3:DateTime64(6, 'UTC')}, 'UTC')), 1) as lo, toStartOfWeek(toDate32(toTimeZone({p4:DateTime64(6, 'UTC')}, 'UTC')), 1) as hi
-- 12+|   ) as bounds
-- 12+|   where lo <= hi
-- 16|   sumOrNull(s0 + toDecimal128(0, 0)) as "orders.month_to_date"
-- 18| join periods_1 on day >= toStartOfMonth(toDate32((((d0 + toIntervalWeek(1)) + toIntervalDay(-1))))) and day < (d0 + toIntervalWeek(1))
-- 20| order by 1 nulls last
-- 20+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 1| -- ["2023-12-20 00:00:00","2024-02-21 00:00:00","2024-01-29 00:00:00","2024-02-11 23:59:59.999999"]
-- 4|     cast(cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as day,
-- 7|   where "placed_at" >= cast(? as timestamp(6))
-- 8|     and "placed_at" < cast(? as timestamp(6))
-- 12|   select date_add('week', many * 10000 + few, lo) as d0
-- 12+|   from (
-- 12+|     select cast(date_trunc('week', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as lo, cast(date_trunc('week', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as hi
-- 12+|   ) as bounds
-- 12+|   cross join unnest(sequence(0, date_diff('week', lo, hi) / 10000)) as outer_steps (many)
-- 12+|   cross join unnest(sequence(0, least(date_diff('week', lo, hi), 9999))) as inner_steps (few)
-- 12+|   where lo <= hi and many * 10000 + few <= date_diff('week', lo, hi)
-- 18| join periods_1 on day >= cast(date_trunc('month', (date_add('day', -1, date_add('week', 1, d0)))) as date) and day < date_add('week', 1, d0)
-- bigquery:
-- 1| -- ["2023-12-20 00:00:00","2024-02-21 00:00:00","2024-01-29 00:00:00","2024-02-11 23:59:59.999999"]
-- 4|     cast(datetime(timestamp(`placed_at`), 'UTC') as date) as day,
-- 7|   where `placed_at` >= @p1
-- 8|     and `placed_at` < @p2
-- 12|   select step as d0
-- 12+|   from (
-- 12+|     select date_trunc(cast(datetime(timestamp(@p3), 'UTC') as date), week(monday)) as lo, date_trunc(cast(datetime(timestamp(@p4), 'UTC') as date), week(monday)) as hi
-- 12+|   ) as bounds
-- 12+|   cross join unnest(generate_date_array(lo, hi, interval 1 week)) as step
-- 18| join periods_1 on day >= date_trunc(cast((date_add(date_add(d0, interval 1 week), interval -1 day)) as date), month) and day < date_add(d0, interval 1 week)
-- databricks:
-- 1| -- ["2023-12-20 00:00:00","2024-02-21 00:00:00","2024-01-29 00:00:00","2024-02-11 23:59:59.999999"]
-- 4|     cast(convert_timezone('UTC', `placed_at`) as date) as day,
-- 7|   where `placed_at` >= cast(concat(:p1, 'Z') as timestamp)
-- 8|     and `placed_at` < cast(concat(:p2, 'Z') as timestamp)
-- 12|   select explode(sequence(lo, hi, interval 1 week)) as d0
-- 12+|   from (
-- 12+|     select cast(date_trunc('week', convert_timezone('UTC', cast(concat(:p3, 'Z') as timestamp))) as date) as lo, cast(date_trunc('week', convert_timezone('UTC', cast(concat(:p4, 'Z') as timestamp))) as date) as hi
-- 12+|   ) as bounds
-- 12+|   where lo <= hi
-- 18| join periods_1 on day >= cast(date_trunc('month', (cast(dateadd(day, -1, cast(dateadd(week, 1, d0) as date)) as date))) as date) and day < cast(dateadd(week, 1, d0) as date)
-- snowflake:
-- 1| -- ["2023-12-20 00:00:00","2024-02-21 00:00:00","2024-01-29 00:00:00","2024-01-29 00:00:00","2024-02-11 23:59:59.999999","2024-02-11 23:59:59.999999"]
-- 4|     cast(cast(convert_timezone('UTC', "placed_at") as timestamp_ntz) as date) as day,
-- 7|   where "placed_at" >= cast(? as timestamp_ntz)
-- 8|     and "placed_at" < cast(? as timestamp_ntz)
-- 12|   select dateadd(week, cast(steps.value as integer), lo) as d0
-- 12+|   from (
-- 12+|     select dateadd(day, 1 - dayofweekiso(cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)), cast(cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz) as date)) as lo, dateadd(day, 1 - dayofweekiso(cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)), cast(cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz) as date)) as hi
-- 12+|   ) as bounds
-- 12+|   cross join lateral flatten(input => array_generate_range(0, floor(datediff(day, lo, hi) / 7) + 1)) as steps
-- 18| join periods_1 on day >= cast(date_trunc('month', (dateadd(day, -1, dateadd(week, 1, d0)))) as date) and day < dateadd(week, 1, d0)
-- redshift:
-- 1| -- ["2023-12-20 00:00:00","2024-02-21 00:00:00","2024-01-29 00:00:00","2024-02-11 23:59:59.999999"]
-- 7|   where "placed_at" >= $1::timestamp
-- 8|     and "placed_at" < $2::timestamp
-- 12|   select dateadd(week, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
-- 12+|   from (
-- 12+|     select date_trunc('week', $3::timestamp)::date as lo, date_trunc('week', $4::timestamp)::date as hi
-- 12+|   ) as bounds
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(day, lo, hi) / 7
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(day, lo, hi) / 7
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(day, lo, hi) / 7
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(day, lo, hi) / 7
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(day, lo, hi) / 7
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(day, lo, hi) / 7
-- 12+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(day, lo, hi) / 7
-- 18| join periods_1 on day >= date_trunc('month', (dateadd(day, -1, dateadd(week, 1, d0)::date)::date))::date and day < dateadd(week, 1, d0)::date

-- a measure to the same date of the month before
-- ["2024-03-01 00:00:00","2024-03-05 00:00:00","2024-03-01 00:00:00","2024-03-05 00:00:00","2024-03-01 00:00:00","2024-03-05 00:00:00","2024-03-01 00:00:00","2024-03-05 00:00:00"]
with facts_1 as (
  select
    "placed_at"::date as day,
    sum("amount") as s0
  from "orders"
  where "placed_at" >= $1::timestamp - interval '1 day' - interval '2 days' - interval '1 month'
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
    generate_series(greatest(day + interval '1 day', lo)::timestamp, least(next - interval '1 day', hi, date_trunc('month', day)::date + interval '1 month' - interval '1 day')::timestamp, interval '1 day')::date as day,
    null as s0
  from followed_1
  cross join bounds_1
  where day < least(next - interval '1 day', hi, date_trunc('month', day)::date + interval '1 month' - interval '1 day')
),
framed_1 as (
  select
    day,
    sum(s0) over (partition by date_trunc('month', day)::date order by day rows unbounded preceding) as s0
  from spread_1
),
facts_2 as (
  select
    "placed_at"::date as day,
    sum("amount") as s0
  from "orders"
  where "placed_at" >= $5::timestamp - interval '1 day' - interval '2 days' - interval '1 month' - interval '1 month'
    and "placed_at" < $6::timestamp + interval '1 day' + interval '2 days'
  group by 1
),
periods_1 as (
  select generate_series($7::timestamp::date::timestamp, ($8::timestamp - interval '1 microsecond')::date::timestamp, interval '1 day')::date as d0
)
select
  d0 as "orders.placed_at.day",
  max(m0) as "orders.month_to_date",
  max(m1) as "orders.month_before_to_date"
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
    d0,
    null as m0,
    sum(s0) as m1
  from facts_2
  join periods_1 on day >= date_trunc('month', (d0 - interval '1 month' + interval '1 day' - interval '1 day'))::date and day < d0 - interval '1 month' + interval '1 day'
  group by 1
) as branches
group by 1
order by "orders.placed_at.day" nulls last;
-- duckdb:
-- 31|     unnest(generate_series(greatest(day + interval '1 day', lo)::timestamp, least(next - interval '1 day', hi, date_trunc('month', day)::date + interval '1 month' - interval '1 day')::timestamp, interval '1 day'))::date as day,
-- 53|   select unnest(generate_series($7::timestamp::date::timestamp, ($8::timestamp - interval '1 microsecond')::date::timestamp, interval '1 day'))::date as d0
-- mysql:
-- 1| -- ["2024-03-01 00:00:00","2024-03-05 00:00:00","2024-03-01 00:00:00","2024-03-01 00:00:00","2024-03-05 00:00:00","2024-03-01 00:00:00","2024-03-05 00:00:00","2024-03-01 00:00:00","2024-03-01 00:00:00","2024-03-05 00:00:00"]
-- 2| with recursive facts_1 as (
-- 4|     date(`placed_at`) as day,
-- 7|   where `placed_at` >= cast(? as datetime(6)) - interval 1 day - interval 2 day - interval 1 month
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
-- 37 is left out
-- 38 is left out
-- 39 is left out
-- 40 is left out
-- 41 is left out
-- 42 is left out
-- 45|     date(`placed_at`) as day,
-- 48|   where `placed_at` >= cast(? as datetime(6)) - interval 1 day - interval 2 day - interval 1 month - interval 1 month
-- 49|     and `placed_at` < cast(? as datetime(6)) + interval 1 day + interval 2 day
-- 52| periods_2 as (
-- 53|   select
-- 53+|     1 as n,
-- 53+|     date(cast(? as datetime(6))) as d0,
-- 53+|     date(cast(? as datetime(6))) as first,
-- 53+|     date((cast(? as datetime(6)) - interval 1 microsecond)) as last
-- 53+|   having first <= last
-- 53+|   union all
-- 53+|   select n * 2 + bit, first + interval (n * 2 + bit - 1) day, first, last
-- 53+|   from periods_2
-- 53+|   cross join (select 0 as bit union all select 1) as bits
-- 53+|   where first + interval (n * 2 + bit - 1) day <= last
-- 61|     d0,
-- 62|     sum(s0) as m0,
-- 64|   from facts_1
-- 65|   join periods_1 on day >= cast(date_format((d0 + interval 1 day - interval 1 day), '%Y-%m-01') as date) and day < d0 + interval 1 day
-- 66 is left out
-- 67 is left out
-- 75|   join periods_2 on day >= cast(date_format((d0 - interval 1 month + interval 1 day - interval 1 day), '%Y-%m-01') as date) and day < d0 - interval 1 month + interval 1 day
-- 79| order by `orders.placed_at.day` <=> null, `orders.placed_at.day`;
-- clickhouse:
-- 1| -- ["2024-01-27 00:00:00","2024-03-08 00:00:00","2024-03-01 00:00:00","2024-03-04 23:59:59.999999","2023-12-27 00:00:00","2024-03-08 00:00:00","2024-03-01 00:00:00","2024-03-04 23:59:59.999999"]
-- 4|     toDate32(toTimeZone("placed_at", 'UTC')) as day,
-- 5|     sumOrNull("amount" + toDecimal128(0, 0)) as s0
-- 7|   where "placed_at" >= {p1:DateTime64(6, 'UTC')}
-- 8|     and "placed_at" < {p2:DateTime64(6, 'UTC')}
-- 11| periods_1 as (
-- 12|   select arrayJoin(arrayMap(i -> lo + toIntervalDay(i), range(greatest(ifNull(dateDiff('day', lo, hi) + 1, 0), 0)))) as d0
-- 13|   from (
-- 14|     select toDate32(toTimeZone({p3:DateTime64(6, 'UTC')}, 'UTC')) as lo, toDate32(toTimeZone({p4:DateTime64(6, 'UTC')}, 'UTC')) as hi
-- 14+|   ) as bounds
-- 14+|   where lo <= hi
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
-- 41 is left out
-- 42 is left out
-- 45|     toDate32(toTimeZone("placed_at", 'UTC')) as day,
-- 46|     sumOrNull("amount" + toDecimal128(0, 0)) as s0
-- 48|   where "placed_at" >= {p5:DateTime64(6, 'UTC')}
-- 49|     and "placed_at" < {p6:DateTime64(6, 'UTC')}
-- 52| periods_2 as (
-- 53|   select arrayJoin(arrayMap(i -> lo + toIntervalDay(i), range(greatest(ifNull(dateDiff('day', lo, hi) + 1, 0), 0)))) as d0
-- 53+|   from (
-- 53+|     select toDate32(toTimeZone({p7:DateTime64(6, 'UTC')}, 'UTC')) as lo, toDate32(toTimeZone({p8:DateTime64(6, 'UTC')}, 'UTC')) as hi
-- 53+|   ) as bounds
-- 53+|   where lo <= hi
-- 61|     d0,
-- 62|     sumOrNull(s0 + toDecimal128(0, 0)) as m0,
-- 64|   from facts_1
-- 65|   join periods_1 on day >= toStartOfMonth(toDate32((((d0 + toIntervalDay(1)) + toIntervalDay(-1))))) and day < (d0 + toIntervalDay(1))
-- 66 is left out
-- 67 is left out
-- 73|     sumOrNull(s0 + toDecimal128(0, 0)) as m1
-- 75|   join periods_2 on day >= toStartOfMonth(toDate32(((((d0 + toIntervalMonth(-1)) + toIntervalDay(1)) + toIntervalDay(-1))))) and day < ((d0 + toIntervalMonth(-1)) + toIntervalDay(1))
-- 79| order by 1 nulls last
-- 79+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 1| -- ["2024-01-27 00:00:00","2024-03-08 00:00:00","2024-03-01 00:00:00","2024-03-04 23:59:59.999999","2023-12-27 00:00:00","2024-03-08 00:00:00","2024-03-01 00:00:00","2024-03-04 23:59:59.999999"]
-- 4|     cast(cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as day,
-- 7|   where "placed_at" >= cast(? as timestamp(6))
-- 8|     and "placed_at" < cast(? as timestamp(6))
-- 11| periods_1 as (
-- 12|   select date_add('day', many * 10000 + few, lo) as d0
-- 13|   from (
-- 14|     select cast(cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as lo, cast(cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as hi
-- 14+|   ) as bounds
-- 14+|   cross join unnest(sequence(0, date_diff('day', lo, hi) / 10000)) as outer_steps (many)
-- 14+|   cross join unnest(sequence(0, least(date_diff('day', lo, hi), 9999))) as inner_steps (few)
-- 14+|   where lo <= hi and many * 10000 + few <= date_diff('day', lo, hi)
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
-- 41 is left out
-- 42 is left out
-- 45|     cast(cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as day,
-- 48|   where "placed_at" >= cast(? as timestamp(6))
-- 49|     and "placed_at" < cast(? as timestamp(6))
-- 52| periods_2 as (
-- 53|   select date_add('day', many * 10000 + few, lo) as d0
-- 53+|   from (
-- 53+|     select cast(cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as lo, cast(cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as hi
-- 53+|   ) as bounds
-- 53+|   cross join unnest(sequence(0, date_diff('day', lo, hi) / 10000)) as outer_steps (many)
-- 53+|   cross join unnest(sequence(0, least(date_diff('day', lo, hi), 9999))) as inner_steps (few)
-- 53+|   where lo <= hi and many * 10000 + few <= date_diff('day', lo, hi)
-- 61|     d0,
-- 62|     sum(s0) as m0,
-- 64|   from facts_1
-- 65|   join periods_1 on day >= cast(date_trunc('month', (date_add('day', -1, date_add('day', 1, d0)))) as date) and day < date_add('day', 1, d0)
-- 66 is left out
-- 67 is left out
-- 75|   join periods_2 on day >= cast(date_trunc('month', (date_add('day', -1, date_add('day', 1, date_add('month', -1, d0))))) as date) and day < date_add('day', 1, date_add('month', -1, d0))
-- bigquery:
-- 1| -- ["2024-01-27 00:00:00","2024-03-08 00:00:00","2024-03-01 00:00:00","2024-03-04 23:59:59.999999","2023-12-27 00:00:00","2024-03-08 00:00:00","2024-03-01 00:00:00","2024-03-04 23:59:59.999999"]
-- 4|     cast(datetime(timestamp(`placed_at`), 'UTC') as date) as day,
-- 7|   where `placed_at` >= @p1
-- 8|     and `placed_at` < @p2
-- 11| periods_1 as (
-- 12|   select step as d0
-- 13|   from (
-- 14|     select cast(datetime(timestamp(@p3), 'UTC') as date) as lo, cast(datetime(timestamp(@p4), 'UTC') as date) as hi
-- 14+|   ) as bounds
-- 14+|   cross join unnest(generate_date_array(lo, hi, interval 1 day)) as step
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
-- 41 is left out
-- 42 is left out
-- 45|     cast(datetime(timestamp(`placed_at`), 'UTC') as date) as day,
-- 48|   where `placed_at` >= @p5
-- 49|     and `placed_at` < @p6
-- 52| periods_2 as (
-- 53|   select step as d0
-- 53+|   from (
-- 53+|     select cast(datetime(timestamp(@p7), 'UTC') as date) as lo, cast(datetime(timestamp(@p8), 'UTC') as date) as hi
-- 53+|   ) as bounds
-- 53+|   cross join unnest(generate_date_array(lo, hi, interval 1 day)) as step
-- 61|     d0,
-- 62|     sum(s0) as m0,
-- 64|   from facts_1
-- 65|   join periods_1 on day >= date_trunc(cast((date_add(date_add(d0, interval 1 day), interval -1 day)) as date), month) and day < date_add(d0, interval 1 day)
-- 66 is left out
-- 67 is left out
-- 75|   join periods_2 on day >= date_trunc(cast((date_add(date_add(date_add(d0, interval -1 month), interval 1 day), interval -1 day)) as date), month) and day < date_add(date_add(d0, interval -1 month), interval 1 day)
-- databricks:
-- 1| -- ["2024-01-27 00:00:00","2024-03-08 00:00:00","2024-03-01 00:00:00","2024-03-04 23:59:59.999999","2023-12-27 00:00:00","2024-03-08 00:00:00","2024-03-01 00:00:00","2024-03-04 23:59:59.999999"]
-- 4|     cast(convert_timezone('UTC', `placed_at`) as date) as day,
-- 7|   where `placed_at` >= cast(concat(:p1, 'Z') as timestamp)
-- 8|     and `placed_at` < cast(concat(:p2, 'Z') as timestamp)
-- 11| periods_1 as (
-- 12|   select explode(sequence(lo, hi, interval 1 day)) as d0
-- 13|   from (
-- 14|     select cast(convert_timezone('UTC', cast(concat(:p3, 'Z') as timestamp)) as date) as lo, cast(convert_timezone('UTC', cast(concat(:p4, 'Z') as timestamp)) as date) as hi
-- 14+|   ) as bounds
-- 14+|   where lo <= hi
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
-- 41 is left out
-- 42 is left out
-- 45|     cast(convert_timezone('UTC', `placed_at`) as date) as day,
-- 48|   where `placed_at` >= cast(concat(:p5, 'Z') as timestamp)
-- 49|     and `placed_at` < cast(concat(:p6, 'Z') as timestamp)
-- 52| periods_2 as (
-- 53|   select explode(sequence(lo, hi, interval 1 day)) as d0
-- 53+|   from (
-- 53+|     select cast(convert_timezone('UTC', cast(concat(:p7, 'Z') as timestamp)) as date) as lo, cast(convert_timezone('UTC', cast(concat(:p8, 'Z') as timestamp)) as date) as hi
-- 53+|   ) as bounds
-- 53+|   where lo <= hi
-- 61|     d0,
-- 62|     sum(s0) as m0,
-- 64|   from facts_1
-- 65|   join periods_1 on day >= cast(date_trunc('month', (cast(dateadd(day, -1, cast(dateadd(day, 1, d0) as date)) as date))) as date) and day < cast(dateadd(day, 1, d0) as date)
-- 66 is left out
-- 67 is left out
-- 75|   join periods_2 on day >= cast(date_trunc('month', (cast(dateadd(day, -1, cast(dateadd(day, 1, cast(dateadd(month, -1, d0) as date)) as date)) as date))) as date) and day < cast(dateadd(day, 1, cast(dateadd(month, -1, d0) as date)) as date)
-- snowflake:
-- 1| -- ["2024-01-27 00:00:00","2024-03-08 00:00:00","2024-03-01 00:00:00","2024-03-04 23:59:59.999999","2023-12-27 00:00:00","2024-03-08 00:00:00","2024-03-01 00:00:00","2024-03-04 23:59:59.999999"]
-- 4|     cast(cast(convert_timezone('UTC', "placed_at") as timestamp_ntz) as date) as day,
-- 7|   where "placed_at" >= cast(? as timestamp_ntz)
-- 8|     and "placed_at" < cast(? as timestamp_ntz)
-- 11| periods_1 as (
-- 12|   select dateadd(day, cast(steps.value as integer), lo) as d0
-- 13|   from (
-- 14|     select cast(cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz) as date) as lo, cast(cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz) as date) as hi
-- 14+|   ) as bounds
-- 14+|   cross join lateral flatten(input => array_generate_range(0, datediff(day, lo, hi) + 1)) as steps
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
-- 41 is left out
-- 42 is left out
-- 45|     cast(cast(convert_timezone('UTC', "placed_at") as timestamp_ntz) as date) as day,
-- 48|   where "placed_at" >= cast(? as timestamp_ntz)
-- 49|     and "placed_at" < cast(? as timestamp_ntz)
-- 52| periods_2 as (
-- 53|   select dateadd(day, cast(steps.value as integer), lo) as d0
-- 53+|   from (
-- 53+|     select cast(cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz) as date) as lo, cast(cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz) as date) as hi
-- 53+|   ) as bounds
-- 53+|   cross join lateral flatten(input => array_generate_range(0, datediff(day, lo, hi) + 1)) as steps
-- 61|     d0,
-- 62|     sum(s0) as m0,
-- 64|   from facts_1
-- 65|   join periods_1 on day >= cast(date_trunc('month', (dateadd(day, -1, dateadd(day, 1, d0)))) as date) and day < dateadd(day, 1, d0)
-- 66 is left out
-- 67 is left out
-- 75|   join periods_2 on day >= cast(date_trunc('month', (dateadd(day, -1, dateadd(day, 1, dateadd(month, -1, d0))))) as date) and day < dateadd(day, 1, dateadd(month, -1, d0))
-- redshift:
-- 1| -- ["2024-01-27 00:00:00","2024-03-08 00:00:00","2024-03-01 00:00:00","2024-03-04 23:59:59.999999","2023-12-27 00:00:00","2024-03-08 00:00:00","2024-03-01 00:00:00","2024-03-04 23:59:59.999999"]
-- 7|   where "placed_at" >= $1::timestamp
-- 8|     and "placed_at" < $2::timestamp
-- 11| periods_1 as (
-- 12|   select dateadd(day, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
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
-- 41 is left out
-- 42 is left out
-- 48|   where "placed_at" >= $5::timestamp
-- 49|     and "placed_at" < $6::timestamp
-- 52| periods_2 as (
-- 53|   select dateadd(day, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
-- 53+|   from (
-- 53+|     select $7::timestamp::date as lo, $8::timestamp::date as hi
-- 53+|   ) as bounds
-- 53+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(day, lo, hi)
-- 53+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(day, lo, hi)
-- 53+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(day, lo, hi)
-- 53+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(day, lo, hi)
-- 53+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(day, lo, hi)
-- 53+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(day, lo, hi)
-- 53+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(day, lo, hi)
-- 61|     d0,
-- 62|     sum(s0) as m0,
-- 64|   from facts_1
-- 65|   join periods_1 on day >= date_trunc('month', (dateadd(day, -1, dateadd(day, 1, d0)::date)::date))::date and day < dateadd(day, 1, d0)::date
-- 66 is left out
-- 67 is left out
-- 75|   join periods_2 on day >= date_trunc('month', (dateadd(day, -1, dateadd(day, 1, dateadd(month, -1, d0)::date)::date)::date))::date and day < dateadd(day, 1, dateadd(month, -1, d0)::date)::date

-- a measure to date beside the first month of the year
-- ["2024-01-01 00:00:00","2024-04-01 00:00:00","2024-01-01 00:00:00","2024-04-01 00:00:00","2024-01-01 00:00:00","2024-04-01 00:00:00"]
with facts_1 as (
  select
    "placed_at"::date as day,
    sum("amount") as s0
  from "orders"
  where "placed_at" >= $3::timestamp - interval '1 month' - interval '2 days' - interval '1 year'
    and "placed_at" < $4::timestamp + interval '1 month' + interval '2 days'
  group by 1
),
periods_1 as (
  select generate_series(date_trunc('month', $5::timestamp)::date::timestamp, date_trunc('month', ($6::timestamp - interval '1 microsecond'))::date::timestamp, interval '1 month')::date as d0
)
select
  d0 as "orders.placed_at.month",
  max(m0) as "orders.total",
  max(m1) as "orders.at_year_start"
from (
  select
    date_trunc('month', "placed_at")::date as d0,
    sum("amount") as m0,
    null as m1
  from "orders"
  where "placed_at" >= $1::timestamp and "placed_at" < $2::timestamp
  group by 1
  union all
  select
    d0,
    null as m0,
    sum(s0) as m1
  from facts_1
  join periods_1 on day >= date_trunc('year', d0)::date and day < date_trunc('year', d0)::date + interval '1 month'
  group by 1
) as branches
group by 1
order by "orders.placed_at.month" nulls last;
-- duckdb:
-- 12|   select unnest(generate_series(date_trunc('month', $5::timestamp)::date::timestamp, date_trunc('month', ($6::timestamp - interval '1 microsecond'))::date::timestamp, interval '1 month'))::date as d0
-- mysql:
-- 1| -- ["2024-01-01 00:00:00","2024-04-01 00:00:00","2024-01-01 00:00:00","2024-01-01 00:00:00","2024-04-01 00:00:00","2024-01-01 00:00:00","2024-04-01 00:00:00"]
-- 2| with recursive facts_1 as (
-- 4|     date(`placed_at`) as day,
-- 7|   where `placed_at` >= cast(? as datetime(6)) - interval 1 month - interval 2 day - interval 1 year
-- 8|     and `placed_at` < cast(? as datetime(6)) + interval 1 month + interval 2 day
-- 12|   select
-- 12+|     1 as n,
-- 12+|     cast(date_format(cast(? as datetime(6)), '%Y-%m-01') as date) as d0,
-- 12+|     cast(date_format(cast(? as datetime(6)), '%Y-%m-01') as date) as first,
-- 12+|     cast(date_format((cast(? as datetime(6)) - interval 1 microsecond), '%Y-%m-01') as date) as last
-- 12+|   having first <= last
-- 12+|   union all
-- 12+|   select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
-- 12+|   from periods_1
-- 12+|   cross join (select 0 as bit union all select 1) as bits
-- 12+|   where first + interval (n * 2 + bit - 1) month <= last
-- 20|     cast(date_format(`placed_at`, '%Y-%m-01') as date) as d0,
-- 24|   where `placed_at` >= cast(? as datetime(6)) and `placed_at` < cast(? as datetime(6))
-- 32|   join periods_1 on day >= cast(date_format(d0, '%Y-01-01') as date) and day < cast(date_format(d0, '%Y-01-01') as date) + interval 1 month
-- 36| order by `orders.placed_at.month` <=> null, `orders.placed_at.month`;
-- clickhouse:
-- 1| -- ["2024-01-01 00:00:00","2024-04-01 00:00:00","2022-11-29 00:00:00","2024-05-03 00:00:00","2024-01-01 00:00:00","2024-03-31 23:59:59.999999"]
-- 4|     toDate32(toTimeZone("placed_at", 'UTC')) as day,
-- 5|     sumOrNull("amount" + toDecimal128(0, 0)) as s0
-- 7|   where "placed_at" >= {p3:DateTime64(6, 'UTC')}
-- 8|     and "placed_at" < {p4:DateTime64(6, 'UTC')}
-- 12|   select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
-- 12+|   from (
-- 12+|     select toStartOfMonth(toDate32(toTimeZone({p5:DateTime64(6, 'UTC')}, 'UTC'))) as lo, toStartOfMonth(toDate32(toTimeZone({p6:DateTime64(6, 'UTC')}, 'UTC'))) as hi
-- 12+|   ) as bounds
-- 12+|   where lo <= hi
-- 20|     toStartOfMonth(toDate32(toTimeZone("placed_at", 'UTC'))) as d0,
-- 21|     sumOrNull("amount" + toDecimal128(0, 0)) as m0,
-- 24|   where "placed_at" >= {p1:DateTime64(6, 'UTC')} and "placed_at" < {p2:DateTime64(6, 'UTC')}
-- 30|     sumOrNull(s0 + toDecimal128(0, 0)) as m1
-- 32|   join periods_1 on day >= toStartOfYear(toDate32(d0)) and day < (toStartOfYear(toDate32(d0)) + toIntervalMonth(1))
-- 36| order by 1 nulls last
-- 36+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 1| -- ["2022-11-29 00:00:00","2024-05-03 00:00:00","2024-01-01 00:00:00","2024-03-31 23:59:59.999999","2024-01-01 00:00:00","2024-04-01 00:00:00"]
-- 4|     cast(cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as day,
-- 7|   where "placed_at" >= cast(? as timestamp(6))
-- 8|     and "placed_at" < cast(? as timestamp(6))
-- 12|   select date_add('month', many * 10000 + few, lo) as d0
-- 12+|   from (
-- 12+|     select cast(date_trunc('month', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as lo, cast(date_trunc('month', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as hi
-- 12+|   ) as bounds
-- 12+|   cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
-- 12+|   cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
-- 12+|   where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
-- 20|     cast(date_trunc('month', cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as d0,
-- 24|   where "placed_at" >= cast(? as timestamp(6)) and "placed_at" < cast(? as timestamp(6))
-- 32|   join periods_1 on day >= cast(date_trunc('year', d0) as date) and day < date_add('month', 1, cast(date_trunc('year', d0) as date))
-- bigquery:
-- 1| -- ["2024-01-01 00:00:00","2024-04-01 00:00:00","2022-11-29 00:00:00","2024-05-03 00:00:00","2024-01-01 00:00:00","2024-03-31 23:59:59.999999"]
-- 4|     cast(datetime(timestamp(`placed_at`), 'UTC') as date) as day,
-- 7|   where `placed_at` >= @p3
-- 8|     and `placed_at` < @p4
-- 12|   select step as d0
-- 12+|   from (
-- 12+|     select date_trunc(cast(datetime(timestamp(@p5), 'UTC') as date), month) as lo, date_trunc(cast(datetime(timestamp(@p6), 'UTC') as date), month) as hi
-- 12+|   ) as bounds
-- 12+|   cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
-- 20|     date_trunc(cast(datetime(timestamp(`placed_at`), 'UTC') as date), month) as d0,
-- 24|   where `placed_at` >= @p1 and `placed_at` < @p2
-- 32|   join periods_1 on day >= date_trunc(cast(d0 as date), year) and day < date_add(date_trunc(cast(d0 as date), year), interval 1 month)
-- databricks:
-- 1| -- ["2024-01-01 00:00:00","2024-04-01 00:00:00","2022-11-29 00:00:00","2024-05-03 00:00:00","2024-01-01 00:00:00","2024-03-31 23:59:59.999999"]
-- 4|     cast(convert_timezone('UTC', `placed_at`) as date) as day,
-- 7|   where `placed_at` >= cast(concat(:p3, 'Z') as timestamp)
-- 8|     and `placed_at` < cast(concat(:p4, 'Z') as timestamp)
-- 12|   select explode(sequence(lo, hi, interval 1 month)) as d0
-- 12+|   from (
-- 12+|     select cast(date_trunc('month', convert_timezone('UTC', cast(concat(:p5, 'Z') as timestamp))) as date) as lo, cast(date_trunc('month', convert_timezone('UTC', cast(concat(:p6, 'Z') as timestamp))) as date) as hi
-- 12+|   ) as bounds
-- 12+|   where lo <= hi
-- 20|     cast(date_trunc('month', convert_timezone('UTC', `placed_at`)) as date) as d0,
-- 24|   where `placed_at` >= cast(concat(:p1, 'Z') as timestamp) and `placed_at` < cast(concat(:p2, 'Z') as timestamp)
-- 32|   join periods_1 on day >= cast(date_trunc('year', d0) as date) and day < cast(dateadd(month, 1, cast(date_trunc('year', d0) as date)) as date)
-- snowflake:
-- 1| -- ["2022-11-29 00:00:00","2024-05-03 00:00:00","2024-01-01 00:00:00","2024-03-31 23:59:59.999999","2024-01-01 00:00:00","2024-04-01 00:00:00"]
-- 4|     cast(cast(convert_timezone('UTC', "placed_at") as timestamp_ntz) as date) as day,
-- 7|   where "placed_at" >= cast(? as timestamp_ntz)
-- 8|     and "placed_at" < cast(? as timestamp_ntz)
-- 12|   select dateadd(month, cast(steps.value as integer), lo) as d0
-- 12+|   from (
-- 12+|     select cast(date_trunc('month', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as date) as lo, cast(date_trunc('month', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as date) as hi
-- 12+|   ) as bounds
-- 12+|   cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
-- 20|     cast(date_trunc('month', cast(convert_timezone('UTC', "placed_at") as timestamp_ntz)) as date) as d0,
-- 24|   where "placed_at" >= cast(? as timestamp_ntz) and "placed_at" < cast(? as timestamp_ntz)
-- 32|   join periods_1 on day >= cast(date_trunc('year', d0) as date) and day < dateadd(month, 1, cast(date_trunc('year', d0) as date))
-- redshift:
-- 1| -- ["2024-01-01 00:00:00","2024-04-01 00:00:00","2022-11-29 00:00:00","2024-05-03 00:00:00","2024-01-01 00:00:00","2024-03-31 23:59:59.999999"]
-- 7|   where "placed_at" >= $3::timestamp
-- 8|     and "placed_at" < $4::timestamp
-- 12|   select dateadd(month, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
-- 12+|   from (
-- 12+|     select date_trunc('month', $5::timestamp)::date as lo, date_trunc('month', $6::timestamp)::date as hi
-- 12+|   ) as bounds
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(month, lo, hi)
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(month, lo, hi)
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(month, lo, hi)
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(month, lo, hi)
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(month, lo, hi)
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(month, lo, hi)
-- 12+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(month, lo, hi)
-- 32|   join periods_1 on day >= date_trunc('year', d0)::date and day < dateadd(month, 1, date_trunc('year', d0)::date)::date
