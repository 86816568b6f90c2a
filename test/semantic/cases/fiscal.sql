-- Postgres' SQL of each case, then the lines in which other dialects differ: "3|" replaces the third line, "3+|" follows
-- it. Differences in the quotes of names are not shown. These dialects are never run on the warehouse itself:
-- trino, bigquery, databricks, snowflake, redshift (how they are checked instead: shared/semantic/dialects/README.md).

-- a fiscal year is returned as its first day
select
  (date_trunc('year', ("placed_at"::date - interval '1 month'))::date + interval '1 month')::date as "orders.placed_at.fiscal_year",
  sum("amount") as "orders.total"
from "orders"
group by 1
order by "orders.placed_at.fiscal_year" nulls last
limit 11;
-- duckdb: the same
-- mysql:
-- 2|   cast((cast(date_format((date(`placed_at`) - interval 1 month), '%Y-01-01') as date) + interval 1 month) as date) as `orders.placed_at.fiscal_year`,
-- 6| order by `orders.placed_at.fiscal_year` <=> null, `orders.placed_at.fiscal_year`
-- clickhouse:
-- 2|   toDate32(((toStartOfYear(toDate32(((toDate32(toTimeZone("placed_at", 'UTC')) + toIntervalMonth(-1))))) + toIntervalMonth(1)))) as "orders.placed_at.fiscal_year",
-- 3|   sumOrNull("amount" + toDecimal128(0, 0)) as "orders.total"
-- 6| order by 1 nulls last
-- 7| limit 11
-- 7+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 2|   cast((date_add('month', 1, cast(date_trunc('year', (date_add('month', -1, cast(cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date)))) as date))) as date) as "orders.placed_at.fiscal_year",
-- bigquery:
-- 2|   cast((date_add(date_trunc(cast((date_add(cast(datetime(timestamp(`placed_at`), 'UTC') as date), interval -1 month)) as date), year), interval 1 month)) as date) as `orders__placed_at__fiscal_year`,
-- databricks:
-- 2|   cast((cast(dateadd(month, 1, cast(date_trunc('year', (cast(dateadd(month, -1, cast(convert_timezone('UTC', `placed_at`) as date)) as date))) as date)) as date)) as date) as `orders.placed_at.fiscal_year`,
-- snowflake:
-- 2|   cast((dateadd(month, 1, cast(date_trunc('year', (dateadd(month, -1, cast(cast(convert_timezone('UTC', "placed_at") as timestamp_ntz) as date)))) as date))) as date) as "orders.placed_at.fiscal_year",
-- redshift:
-- 2|   (dateadd(month, 1, date_trunc('year', (dateadd(month, -1, "placed_at"::date)::date))::date)::date)::date as "orders.placed_at.fiscal_year",

-- a fiscal year begins in the query's timezone
select
  (date_trunc('year', (("placed_at"::timestamptz at time zone 'America/New_York')::date - interval '1 month'))::date + interval '1 month')::date as "orders.placed_at.fiscal_year",
  sum("amount") as "orders.total"
from "orders"
group by 1
order by "orders.placed_at.fiscal_year" nulls last
limit 11;
-- duckdb: the same
-- mysql:
-- 2|   cast((cast(date_format((date((`placed_at` + interval -300 + 60 * mod(interval(timestampdiff(hour, '1970-01-01', `placed_at`), 2767, 7134, 11503, 16038, 20407, 24774, 29143, 33510, 35191, 42246, 45103, 50982, 55351, 59886, 64087, 68622, 72991, 77358, 81727, 86094, 90463, 94830, 99199, 103566, 107935, 112470, 116671, 121206, 125575, 129942, 134311, 138678, 143047, 147414, 151279, 156150, 160015, 165054, 168751, 173790, 177487, 182526, 186391, 191262, 195127, 199998, 203863, 208902, 212599, 217638, 221335, 226374, 230239, 235110, 238975, 243846, 247711, 252582, 256447, 261486, 265183, 270222, 273919, 278958, 282823, 287694, 291559, 296430, 300295, 305334, 309031, 314070, 317767, 322806, 325999, 331710, 334735, 340446, 343471, 349182, 352375, 358086, 361111, 366822, 369847, 375558, 378583, 384294, 387319, 393030, 396055, 401766, 404959, 410670, 413695, 419406, 422431, 428142, 431167, 436878, 439903, 445614, 448807, 454518, 457543, 463254, 466279, 471990, 475015, 480726, 483751, 489462, 492487, 498198, 501391, 507102, 510127, 515838, 518863, 524574, 527599, 533310, 536335, 542046, 545239, 550950, 553975, 559686, 562711, 568422, 571447, 577158, 580183, 585894, 588919, 594630), 2) minute)) - interval 1 month), '%Y-01-01') as date) + interval 1 month) as date) as `orders.placed_at.fiscal_year`,
-- 6| order by `orders.placed_at.fiscal_year` <=> null, `orders.placed_at.fiscal_year`
-- clickhouse:
-- 2|   toDate32(((toStartOfYear(toDate32(((toDate32(toTimeZone("placed_at", 'America/New_York')) + toIntervalMonth(-1))))) + toIntervalMonth(1)))) as "orders.placed_at.fiscal_year",
-- 3|   sumOrNull("amount" + toDecimal128(0, 0)) as "orders.total"
-- 6| order by 1 nulls last
-- 7| limit 11
-- 7+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 2|   cast((date_add('month', 1, cast(date_trunc('year', (date_add('month', -1, cast(cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'America/New_York' as timestamp(6)) as date)))) as date))) as date) as "orders.placed_at.fiscal_year",
-- bigquery:
-- 2|   cast((date_add(date_trunc(cast((date_add(cast(datetime(timestamp(`placed_at`), 'America/New_York') as date), interval -1 month)) as date), year), interval 1 month)) as date) as `orders__placed_at__fiscal_year`,
-- databricks:
-- 2|   cast((cast(dateadd(month, 1, cast(date_trunc('year', (cast(dateadd(month, -1, cast(convert_timezone('America/New_York', `placed_at`) as date)) as date))) as date)) as date)) as date) as `orders.placed_at.fiscal_year`,
-- snowflake:
-- 2|   cast((dateadd(month, 1, cast(date_trunc('year', (dateadd(month, -1, cast(cast(convert_timezone('America/New_York', "placed_at") as timestamp_ntz) as date)))) as date))) as date) as "orders.placed_at.fiscal_year",
-- redshift:
-- 2|   (dateadd(month, 1, date_trunc('year', (dateadd(month, -1, ("placed_at"::timestamptz at time zone 'America/New_York')::date)::date))::date)::date)::date as "orders.placed_at.fiscal_year",

-- the quarters of a fiscal year, with those that have no rows
-- ["2023-02-01 00:00:00","2024-02-01 00:00:00","2023-02-01 00:00:00","2024-02-01 00:00:00"]
with groups_1 as (
  select
    (date_trunc('quarter', ("placed_at"::date - interval '1 month'))::date + interval '1 month')::date as d0,
    sum("amount") as m0
  from "orders"
  where "placed_at" >= $1::timestamp and "placed_at" < $2::timestamp
  group by 1
),
periods_1 as (
  select generate_series((date_trunc('quarter', ($3::timestamp::date - interval '1 month'))::date + interval '1 month')::date::timestamp, (date_trunc('quarter', (($4::timestamp - interval '1 microsecond')::date - interval '1 month'))::date + interval '1 month')::date::timestamp, interval '3 months')::date as d0
)
select
  d0 as "orders.placed_at.fiscal_quarter",
  max(m0) as "orders.total"
from (
  select d0, m0 from groups_1
  union all
  select d0, null as m0
  from periods_1
) as filled
group by 1
order by "orders.placed_at.fiscal_quarter" nulls last
limit 11;
-- duckdb:
-- 11|   select unnest(generate_series((date_trunc('quarter', ($3::timestamp::date - interval '1 month'))::date + interval '1 month')::date::timestamp, (date_trunc('quarter', (($4::timestamp - interval '1 microsecond')::date - interval '1 month'))::date + interval '1 month')::date::timestamp, interval '3 months'))::date as d0
-- mysql:
-- 1| -- ["2023-02-01 00:00:00","2024-02-01 00:00:00","2023-02-01 00:00:00","2023-02-01 00:00:00","2024-02-01 00:00:00"]
-- 2| with recursive groups_1 as (
-- 4|     cast((date '1000-01-01' + interval timestampdiff(quarter, '1000-01-01', (date(`placed_at`) - interval 1 month)) quarter + interval 1 month) as date) as d0,
-- 7|   where `placed_at` >= cast(? as datetime(6)) and `placed_at` < cast(? as datetime(6))
-- 11|   select
-- 11+|     1 as n,
-- 11+|     cast((date '1000-01-01' + interval timestampdiff(quarter, '1000-01-01', (date(cast(? as datetime(6))) - interval 1 month)) quarter + interval 1 month) as date) as d0,
-- 11+|     cast((date '1000-01-01' + interval timestampdiff(quarter, '1000-01-01', (date(cast(? as datetime(6))) - interval 1 month)) quarter + interval 1 month) as date) as first,
-- 11+|     cast((date '1000-01-01' + interval timestampdiff(quarter, '1000-01-01', (date((cast(? as datetime(6)) - interval 1 microsecond)) - interval 1 month)) quarter + interval 1 month) as date) as last
-- 11+|   having first <= last
-- 11+|   union all
-- 11+|   select n * 2 + bit, first + interval (n * 2 + bit - 1) quarter, first, last
-- 11+|   from periods_1
-- 11+|   cross join (select 0 as bit union all select 1) as bits
-- 11+|   where first + interval (n * 2 + bit - 1) quarter <= last
-- 23| order by `orders.placed_at.fiscal_quarter` <=> null, `orders.placed_at.fiscal_quarter`
-- clickhouse:
-- 1| -- ["2023-02-01 00:00:00","2024-02-01 00:00:00","2023-02-01 00:00:00","2024-01-31 23:59:59.999999"]
-- 4|     toDate32(((toStartOfQuarter(toDate32(((toDate32(toTimeZone("placed_at", 'UTC')) + toIntervalMonth(-1))))) + toIntervalMonth(1)))) as d0,
-- 5|     sumOrNull("amount" + toDecimal128(0, 0)) as m0
-- 7|   where "placed_at" >= {p1:DateTime64(6, 'UTC')} and "placed_at" < {p2:DateTime64(6, 'UTC')}
-- 11|   select arrayJoin(arrayMap(i -> lo + toIntervalQuarter(i), range(greatest(ifNull(dateDiff('quarter', lo, hi) + 1, 0), 0)))) as d0
-- 11+|   from (
-- 11+|     select toDate32(((toStartOfQuarter(toDate32(((toDate32(toTimeZone({p3:DateTime64(6, 'UTC')}, 'UTC')) + toIntervalMonth(-1))))) + toIntervalMonth(1)))) as lo, toDate32(((toStartOfQuarter(toDate32(((toDate32(toTimeZone({p4:DateTime64(6, 'UTC')}, 'UTC')) + toIntervalMonth(-1))))) + toIntervalMonth(1)))) as hi
-- 11+|   ) as bounds
-- 11+|   where lo <= hi
-- 23| order by 1 nulls last
-- 24| limit 11
-- 24+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 1| -- ["2023-02-01 00:00:00","2024-02-01 00:00:00","2023-02-01 00:00:00","2024-01-31 23:59:59.999999"]
-- 4|     cast((date_add('month', 1, cast(date_trunc('quarter', (date_add('month', -1, cast(cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date)))) as date))) as date) as d0,
-- 7|   where "placed_at" >= cast(? as timestamp(6)) and "placed_at" < cast(? as timestamp(6))
-- 11|   select date_add('quarter', many * 10000 + few, lo) as d0
-- 11+|   from (
-- 11+|     select cast((date_add('month', 1, cast(date_trunc('quarter', (date_add('month', -1, cast(cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date)))) as date))) as date) as lo, cast((date_add('month', 1, cast(date_trunc('quarter', (date_add('month', -1, cast(cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date)))) as date))) as date) as hi
-- 11+|   ) as bounds
-- 11+|   cross join unnest(sequence(0, date_diff('quarter', lo, hi) / 10000)) as outer_steps (many)
-- 11+|   cross join unnest(sequence(0, least(date_diff('quarter', lo, hi), 9999))) as inner_steps (few)
-- 11+|   where lo <= hi and many * 10000 + few <= date_diff('quarter', lo, hi)
-- bigquery:
-- 1| -- ["2023-02-01 00:00:00","2024-02-01 00:00:00","2023-02-01 00:00:00","2024-01-31 23:59:59.999999"]
-- 4|     cast((date_add(date_trunc(cast((date_add(cast(datetime(timestamp(`placed_at`), 'UTC') as date), interval -1 month)) as date), quarter), interval 1 month)) as date) as d0,
-- 7|   where `placed_at` >= @p1 and `placed_at` < @p2
-- 11|   select step as d0
-- 11+|   from (
-- 11+|     select cast((date_add(date_trunc(cast((date_add(cast(datetime(timestamp(@p3), 'UTC') as date), interval -1 month)) as date), quarter), interval 1 month)) as date) as lo, cast((date_add(date_trunc(cast((date_add(cast(datetime(timestamp(@p4), 'UTC') as date), interval -1 month)) as date), quarter), interval 1 month)) as date) as hi
-- 11+|   ) as bounds
-- 11+|   cross join unnest(generate_date_array(lo, hi, interval 1 quarter)) as step
-- databricks:
-- 1| -- ["2023-02-01 00:00:00","2024-02-01 00:00:00","2023-02-01 00:00:00","2024-01-31 23:59:59.999999"]
-- 4|     cast((cast(dateadd(month, 1, cast(date_trunc('quarter', (cast(dateadd(month, -1, cast(convert_timezone('UTC', `placed_at`) as date)) as date))) as date)) as date)) as date) as d0,
-- 7|   where `placed_at` >= cast(concat(:p1, 'Z') as timestamp) and `placed_at` < cast(concat(:p2, 'Z') as timestamp)
-- 11|   select explode(sequence(lo, hi, interval 3 month)) as d0
-- 11+|   from (
-- 11+|     select cast((cast(dateadd(month, 1, cast(date_trunc('quarter', (cast(dateadd(month, -1, cast(convert_timezone('UTC', cast(concat(:p3, 'Z') as timestamp)) as date)) as date))) as date)) as date)) as date) as lo, cast((cast(dateadd(month, 1, cast(date_trunc('quarter', (cast(dateadd(month, -1, cast(convert_timezone('UTC', cast(concat(:p4, 'Z') as timestamp)) as date)) as date))) as date)) as date)) as date) as hi
-- 11+|   ) as bounds
-- 11+|   where lo <= hi
-- snowflake:
-- 1| -- ["2023-02-01 00:00:00","2024-02-01 00:00:00","2023-02-01 00:00:00","2024-01-31 23:59:59.999999"]
-- 4|     cast((dateadd(month, 1, cast(date_trunc('quarter', (dateadd(month, -1, cast(cast(convert_timezone('UTC', "placed_at") as timestamp_ntz) as date)))) as date))) as date) as d0,
-- 7|   where "placed_at" >= cast(? as timestamp_ntz) and "placed_at" < cast(? as timestamp_ntz)
-- 11|   select dateadd(quarter, cast(steps.value as integer), lo) as d0
-- 11+|   from (
-- 11+|     select cast((dateadd(month, 1, cast(date_trunc('quarter', (dateadd(month, -1, cast(cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz) as date)))) as date))) as date) as lo, cast((dateadd(month, 1, cast(date_trunc('quarter', (dateadd(month, -1, cast(cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz) as date)))) as date))) as date) as hi
-- 11+|   ) as bounds
-- 11+|   cross join lateral flatten(input => array_generate_range(0, datediff(quarter, lo, hi) + 1)) as steps
-- redshift:
-- 1| -- ["2023-02-01 00:00:00","2024-02-01 00:00:00","2023-02-01 00:00:00","2024-01-31 23:59:59.999999"]
-- 4|     (dateadd(month, 1, date_trunc('quarter', (dateadd(month, -1, "placed_at"::date)::date))::date)::date)::date as d0,
-- 11|   select dateadd(quarter, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
-- 11+|   from (
-- 11+|     select (dateadd(month, 1, date_trunc('quarter', (dateadd(month, -1, $3::timestamp::date)::date))::date)::date)::date as lo, (dateadd(month, 1, date_trunc('quarter', (dateadd(month, -1, $4::timestamp::date)::date))::date)::date)::date as hi
-- 11+|   ) as bounds
-- 11+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(quarter, lo, hi)
-- 11+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(quarter, lo, hi)
-- 11+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(quarter, lo, hi)
-- 11+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(quarter, lo, hi)
-- 11+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(quarter, lo, hi)
-- 11+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(quarter, lo, hi)
-- 11+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(quarter, lo, hi)

-- the last days of long months are in their fiscal quarter
select
  (date_trunc('quarter', ("due"::date - interval '1 month'))::date + interval '1 month')::date as "orders.due.fiscal_quarter",
  sum("amount") as "orders.total"
from "orders"
group by 1
order by "orders.due.fiscal_quarter" nulls last
limit 11;
-- duckdb: the same
-- mysql:
-- 2|   cast((date '1000-01-01' + interval timestampdiff(quarter, '1000-01-01', (date(`due`) - interval 1 month)) quarter + interval 1 month) as date) as `orders.due.fiscal_quarter`,
-- 6| order by `orders.due.fiscal_quarter` <=> null, `orders.due.fiscal_quarter`
-- clickhouse:
-- 2|   toDate32(((toStartOfQuarter(toDate32(((toDate32("due") + toIntervalMonth(-1))))) + toIntervalMonth(1)))) as "orders.due.fiscal_quarter",
-- 3|   sumOrNull("amount" + toDecimal128(0, 0)) as "orders.total"
-- 6| order by 1 nulls last
-- 7| limit 11
-- 7+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 2|   cast((date_add('month', 1, cast(date_trunc('quarter', (date_add('month', -1, cast("due" as date)))) as date))) as date) as "orders.due.fiscal_quarter",
-- bigquery:
-- 2|   cast((date_add(date_trunc(cast((date_add(cast(`due` as date), interval -1 month)) as date), quarter), interval 1 month)) as date) as `orders__due__fiscal_quarter`,
-- databricks:
-- 2|   cast((cast(dateadd(month, 1, cast(date_trunc('quarter', (cast(dateadd(month, -1, cast(`due` as date)) as date))) as date)) as date)) as date) as `orders.due.fiscal_quarter`,
-- snowflake:
-- 2|   cast((dateadd(month, 1, cast(date_trunc('quarter', (dateadd(month, -1, cast("due" as date)))) as date))) as date) as "orders.due.fiscal_quarter",
-- redshift:
-- 2|   (dateadd(month, 1, date_trunc('quarter', (dateadd(month, -1, "due"::date)::date))::date)::date)::date as "orders.due.fiscal_quarter",

-- a fiscal year to date, beside the same part of the year before
-- ["2023-12-01 00:00:00","2024-04-01 00:00:00","2023-12-01 00:00:00","2024-04-01 00:00:00","2023-12-01 00:00:00","2024-04-01 00:00:00","2023-12-01 00:00:00","2024-04-01 00:00:00","2023-12-01 00:00:00","2024-04-01 00:00:00","2023-12-01 00:00:00","2024-04-01 00:00:00"]
with facts_1 as (
  select
    date_trunc('month', "placed_at")::date as period,
    sum("amount") as s0
  from "orders"
  where "placed_at" >= $1::timestamp - interval '1 month' - interval '2 days' - interval '1 year'
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
    generate_series(greatest(period + interval '1 month', lo)::timestamp, least(next - interval '1 month', hi, (date_trunc('year', (period::date - interval '1 month'))::date + interval '1 month')::date + interval '1 year' - interval '1 month')::timestamp, interval '1 month')::date as period,
    null as s0
  from followed_1
  cross join bounds_1
  where period < least(next - interval '1 month', hi, (date_trunc('year', (period::date - interval '1 month'))::date + interval '1 month')::date + interval '1 year' - interval '1 month')
),
framed_1 as (
  select
    period,
    sum(s0) over (partition by (date_trunc('year', (period::date - interval '1 month'))::date + interval '1 month')::date order by period rows unbounded preceding) as s0
  from spread_1
),
facts_2 as (
  select
    date_trunc('month', "placed_at")::date as period,
    sum("amount") as s0
  from "orders"
  where "placed_at" >= $5::timestamp - interval '1 month' - interval '2 days' - interval '1 year' - interval '1 year'
    and "placed_at" < $6::timestamp + interval '1 month' + interval '2 days'
  group by 1
),
bounds_2 as (
  select
    date_trunc('month', $7::timestamp)::date::date as lo,
    date_trunc('month', ($8::timestamp - interval '1 microsecond'))::date::date as hi
),
followed_2 as (
  select
    period,
    s0,
    lead(period) over (order by period) as next
  from facts_2
  where period is not null
),
spread_2 as (
  select
    period,
    s0
  from followed_2
  union all
  select
    generate_series(greatest(period + interval '1 month', (lo - interval '12 months')::date)::timestamp, least(next - interval '1 month', (hi - interval '12 months')::date, (date_trunc('year', (period::date - interval '1 month'))::date + interval '1 month')::date + interval '1 year' - interval '1 month')::timestamp, interval '1 month')::date as period,
    null as s0
  from followed_2
  cross join bounds_2
  where period < least(next - interval '1 month', (hi - interval '12 months')::date, (date_trunc('year', (period::date - interval '1 month'))::date + interval '1 month')::date + interval '1 year' - interval '1 month')
),
framed_2 as (
  select
    period,
    sum(s0) over (partition by (date_trunc('year', (period::date - interval '1 month'))::date + interval '1 month')::date order by period rows unbounded preceding) as s0
  from spread_2
),
facts_3 as (
  select
    "placed_at"::date as day,
    sum("amount") as s0
  from "orders"
  where "placed_at" >= $9::timestamp - interval '1 month' - interval '2 days' - interval '1 year'
    and "placed_at" < $10::timestamp + interval '1 month' + interval '2 days'
  group by 1
),
periods_1 as (
  select generate_series(date_trunc('month', $11::timestamp)::date::timestamp, date_trunc('month', ($12::timestamp - interval '1 microsecond'))::date::timestamp, interval '1 month')::date as d0
)
select
  d0 as "orders.placed_at.month",
  max(m0) as "orders.year_to_date",
  max(m1) as "orders.year_before",
  max(m2) as "orders.at_start"
from (
  select
    period as d0,
    max(s0) as m0,
    null::numeric as m1,
    null::numeric as m2
  from framed_1
  cross join bounds_1
  where period >= lo
    and period <= hi
  group by 1
  union all
  select
    (period + interval '12 months')::date as d0,
    null::numeric as m0,
    max(s0) as m1,
    null::numeric as m2
  from framed_2
  cross join bounds_2
  where period >= (lo - interval '12 months')::date
    and period <= (hi - interval '12 months')::date
  group by 1
  union all
  select
    d0,
    null::numeric as m0,
    null::numeric as m1,
    sum(s0) as m2
  from facts_3
  join periods_1 on day >= (date_trunc('year', (d0::date - interval '1 month'))::date + interval '1 month')::date and day < (date_trunc('year', (d0::date - interval '1 month'))::date + interval '1 month')::date + interval '1 month'
  group by 1
) as branches
group by 1
order by "orders.placed_at.month" nulls last;
-- totals
-- ["2023-12-01 00:00:00","2024-04-01 00:00:00","2023-12-01 00:00:00","2024-04-01 00:00:00","2023-12-01 00:00:00","2024-04-01 00:00:00","2023-12-01 00:00:00","2024-04-01 00:00:00","2023-12-01 00:00:00","2024-04-01 00:00:00","2023-12-01 00:00:00","2024-04-01 00:00:00"]
with facts_1 as (
  select
    "placed_at"::date as day,
    sum("amount") as s0
  from "orders"
  where "placed_at" >= $1::timestamp - interval '1 month' - interval '2 days' - interval '1 year'
    and "placed_at" < $2::timestamp + interval '1 month' + interval '2 days'
  group by 1
),
periods_1 as (
  select generate_series(date_trunc('month', $3::timestamp)::date::timestamp, date_trunc('month', ($4::timestamp - interval '1 microsecond'))::date::timestamp, interval '1 month')::date as d0
),
facts_2 as (
  select
    "placed_at"::date as day,
    sum("amount") as s0
  from "orders"
  where "placed_at" >= $5::timestamp - interval '1 month' - interval '2 days' - interval '1 year' - interval '1 year'
    and "placed_at" < $6::timestamp + interval '1 month' + interval '2 days'
  group by 1
),
periods_2 as (
  select generate_series(date_trunc('month', $7::timestamp)::date::timestamp, date_trunc('month', ($8::timestamp - interval '1 microsecond'))::date::timestamp, interval '1 month')::date as d0
),
facts_3 as (
  select
    "placed_at"::date as day,
    sum("amount") as s0
  from "orders"
  where "placed_at" >= $9::timestamp - interval '1 month' - interval '2 days' - interval '1 year'
    and "placed_at" < $10::timestamp + interval '1 month' + interval '2 days'
  group by 1
),
periods_3 as (
  select generate_series(date_trunc('month', $11::timestamp)::date::timestamp, date_trunc('month', ($12::timestamp - interval '1 microsecond'))::date::timestamp, interval '1 month')::date as d0
)
select
  max(m0) as "orders.year_to_date",
  max(m1) as "orders.year_before",
  max(m2) as "orders.at_start"
from (
  select
    sum(s0) as m0,
    null::numeric as m1,
    null::numeric as m2
  from facts_1
  where day in (
    select day
    from (select distinct day from facts_1) as days
    join periods_1 on day >= (date_trunc('year', ((periods_1.d0 + interval '1 month' - interval '1 day')::date - interval '1 month'))::date + interval '1 month')::date and day < periods_1.d0 + interval '1 month'
  )
  union all
  select
    null::numeric as m0,
    sum(s0) as m1,
    null::numeric as m2
  from facts_2
  where day in (
    select day
    from (select distinct day from facts_2) as days
    join periods_2 on day >= (date_trunc('year', ((periods_2.d0 - interval '1 year' + interval '1 month' - interval '1 day')::date - interval '1 month'))::date + interval '1 month')::date and day < periods_2.d0 - interval '1 year' + interval '1 month'
  )
  union all
  select
    null::numeric as m0,
    null::numeric as m1,
    sum(s0) as m2
  from facts_3
  where day in (
    select day
    from (select distinct day from facts_3) as days
    join periods_3 on day >= (date_trunc('year', (periods_3.d0::date - interval '1 month'))::date + interval '1 month')::date and day < (date_trunc('year', (periods_3.d0::date - interval '1 month'))::date + interval '1 month')::date + interval '1 month'
  )
) as branches;
-- duckdb:
-- 31|     unnest(generate_series(greatest(period + interval '1 month', lo)::timestamp, least(next - interval '1 month', hi, (date_trunc('year', (period::date - interval '1 month'))::date + interval '1 month')::date + interval '1 year' - interval '1 month')::timestamp, interval '1 month'))::date as period,
-- 72|     unnest(generate_series(greatest(period + interval '1 month', (lo - interval '12 months')::date)::timestamp, least(next - interval '1 month', (hi - interval '12 months')::date, (date_trunc('year', (period::date - interval '1 month'))::date + interval '1 month')::date + interval '1 year' - interval '1 month')::timestamp, interval '1 month'))::date as period,
-- 94|   select unnest(generate_series(date_trunc('month', $11::timestamp)::date::timestamp, date_trunc('month', ($12::timestamp - interval '1 microsecond'))::date::timestamp, interval '1 month'))::date as d0
-- 105|     null as m1,
-- 106|     null as m2
-- 115|     null as m0,
-- 117|     null as m2
-- 126|     null as m0,
-- 127|     null as m1,
-- 147|   select unnest(generate_series(date_trunc('month', $3::timestamp)::date::timestamp, date_trunc('month', ($4::timestamp - interval '1 microsecond'))::date::timestamp, interval '1 month'))::date as d0
-- 159|   select unnest(generate_series(date_trunc('month', $7::timestamp)::date::timestamp, date_trunc('month', ($8::timestamp - interval '1 microsecond'))::date::timestamp, interval '1 month'))::date as d0
-- 171|   select unnest(generate_series(date_trunc('month', $11::timestamp)::date::timestamp, date_trunc('month', ($12::timestamp - interval '1 microsecond'))::date::timestamp, interval '1 month'))::date as d0
-- 180|     null as m1,
-- 181|     null as m2
-- 190|     null as m0,
-- 192|     null as m2
-- 201|     null as m0,
-- 202|     null as m1,
-- mysql:
-- 1| -- ["2023-12-01 00:00:00","2024-04-01 00:00:00","2023-12-01 00:00:00","2023-12-01 00:00:00","2024-04-01 00:00:00","2023-12-01 00:00:00","2024-04-01 00:00:00","2023-12-01 00:00:00","2023-12-01 00:00:00","2024-04-01 00:00:00","2023-12-01 00:00:00","2024-04-01 00:00:00","2023-12-01 00:00:00","2023-12-01 00:00:00","2024-04-01 00:00:00"]
-- 2| with recursive facts_1 as (
-- 4|     date(`placed_at`) as day,
-- 7|   where `placed_at` >= cast(? as datetime(6)) - interval 1 month - interval 2 day - interval 1 year
-- 8|     and `placed_at` < cast(? as datetime(6)) + interval 1 month + interval 2 day
-- 11| periods_1 as (
-- 13|     1 as n,
-- 14|     cast(date_format(cast(? as datetime(6)), '%Y-%m-01') as date) as d0,
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
-- 30|   select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
-- 31|   from periods_1
-- 32|   cross join (select 0 as bit union all select 1) as bits
-- 33|   where first + interval (n * 2 + bit - 1) month <= last
-- 34 is left out
-- 35 is left out
-- 37 is left out
-- 38 is left out
-- 39 is left out
-- 40 is left out
-- 41 is left out
-- 42 is left out
-- 45|     date(`placed_at`) as day,
-- 48|   where `placed_at` >= cast(? as datetime(6)) - interval 1 month - interval 2 day - interval 1 year - interval 1 year
-- 49|     and `placed_at` < cast(? as datetime(6)) + interval 1 month + interval 2 day
-- 52| periods_2 as (
-- 54|     1 as n,
-- 55|     cast(date_format(cast(? as datetime(6)), '%Y-%m-01') as date) as d0,
-- 56|     cast(date_format(cast(? as datetime(6)), '%Y-%m-01') as date) as first,
-- 57|     cast(date_format((cast(? as datetime(6)) - interval 1 microsecond), '%Y-%m-01') as date) as last
-- 58|   having first <= last
-- 59 is left out
-- 60 is left out
-- 61 is left out
-- 62 is left out
-- 63 is left out
-- 64 is left out
-- 65 is left out
-- 66 is left out
-- 67 is left out
-- 68 is left out
-- 69 is left out
-- 71|   select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
-- 72|   from periods_2
-- 73|   cross join (select 0 as bit union all select 1) as bits
-- 74|   where first + interval (n * 2 + bit - 1) month <= last
-- 75 is left out
-- 76 is left out
-- 78 is left out
-- 79 is left out
-- 80 is left out
-- 81 is left out
-- 82 is left out
-- 83 is left out
-- 86|     date(`placed_at`) as day,
-- 89|   where `placed_at` >= cast(? as datetime(6)) - interval 1 month - interval 2 day - interval 1 year
-- 90|     and `placed_at` < cast(? as datetime(6)) + interval 1 month + interval 2 day
-- 93| periods_3 as (
-- 94|   select
-- 94+|     1 as n,
-- 94+|     cast(date_format(cast(? as datetime(6)), '%Y-%m-01') as date) as d0,
-- 94+|     cast(date_format(cast(? as datetime(6)), '%Y-%m-01') as date) as first,
-- 94+|     cast(date_format((cast(? as datetime(6)) - interval 1 microsecond), '%Y-%m-01') as date) as last
-- 94+|   having first <= last
-- 94+|   union all
-- 94+|   select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
-- 94+|   from periods_3
-- 94+|   cross join (select 0 as bit union all select 1) as bits
-- 94+|   where first + interval (n * 2 + bit - 1) month <= last
-- 103|     d0,
-- 104|     sum(s0) as m0,
-- 105|     null as m1,
-- 106|     null as m2
-- 107|   from facts_1
-- 108|   join periods_1 on day >= cast((cast(date_format((date((d0 + interval 1 month - interval 1 day)) - interval 1 month), '%Y-01-01') as date) + interval 1 month) as date) and day < d0 + interval 1 month
-- 109 is left out
-- 110 is left out
-- 114|     d0,
-- 115|     null as m0,
-- 116|     sum(s0) as m1,
-- 117|     null as m2
-- 118|   from facts_2
-- 119|   join periods_2 on day >= cast((cast(date_format((date((d0 - interval 1 year + interval 1 month - interval 1 day)) - interval 1 month), '%Y-01-01') as date) + interval 1 month) as date) and day < d0 - interval 1 year + interval 1 month
-- 120 is left out
-- 121 is left out
-- 126|     null as m0,
-- 127|     null as m1,
-- 130|   join periods_3 on day >= cast((cast(date_format((date(d0) - interval 1 month), '%Y-01-01') as date) + interval 1 month) as date) and day < cast((cast(date_format((date(d0) - interval 1 month), '%Y-01-01') as date) + interval 1 month) as date) + interval 1 month
-- 134| order by `orders.placed_at.month` <=> null, `orders.placed_at.month`;
-- 136| -- ["2023-12-01 00:00:00","2024-04-01 00:00:00","2023-12-01 00:00:00","2023-12-01 00:00:00","2024-04-01 00:00:00","2023-12-01 00:00:00","2024-04-01 00:00:00","2023-12-01 00:00:00","2023-12-01 00:00:00","2024-04-01 00:00:00","2023-12-01 00:00:00","2024-04-01 00:00:00","2023-12-01 00:00:00","2023-12-01 00:00:00","2024-04-01 00:00:00"]
-- 137| with recursive facts_1 as (
-- 139|     date(`placed_at`) as day,
-- 142|   where `placed_at` >= cast(? as datetime(6)) - interval 1 month - interval 2 day - interval 1 year
-- 143|     and `placed_at` < cast(? as datetime(6)) + interval 1 month + interval 2 day
-- 147|   select
-- 147+|     1 as n,
-- 147+|     cast(date_format(cast(? as datetime(6)), '%Y-%m-01') as date) as d0,
-- 147+|     cast(date_format(cast(? as datetime(6)), '%Y-%m-01') as date) as first,
-- 147+|     cast(date_format((cast(? as datetime(6)) - interval 1 microsecond), '%Y-%m-01') as date) as last
-- 147+|   having first <= last
-- 147+|   union all
-- 147+|   select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
-- 147+|   from periods_1
-- 147+|   cross join (select 0 as bit union all select 1) as bits
-- 147+|   where first + interval (n * 2 + bit - 1) month <= last
-- 151|     date(`placed_at`) as day,
-- 154|   where `placed_at` >= cast(? as datetime(6)) - interval 1 month - interval 2 day - interval 1 year - interval 1 year
-- 155|     and `placed_at` < cast(? as datetime(6)) + interval 1 month + interval 2 day
-- 159|   select
-- 159+|     1 as n,
-- 159+|     cast(date_format(cast(? as datetime(6)), '%Y-%m-01') as date) as d0,
-- 159+|     cast(date_format(cast(? as datetime(6)), '%Y-%m-01') as date) as first,
-- 159+|     cast(date_format((cast(? as datetime(6)) - interval 1 microsecond), '%Y-%m-01') as date) as last
-- 159+|   having first <= last
-- 159+|   union all
-- 159+|   select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
-- 159+|   from periods_2
-- 159+|   cross join (select 0 as bit union all select 1) as bits
-- 159+|   where first + interval (n * 2 + bit - 1) month <= last
-- 163|     date(`placed_at`) as day,
-- 166|   where `placed_at` >= cast(? as datetime(6)) - interval 1 month - interval 2 day - interval 1 year
-- 167|     and `placed_at` < cast(? as datetime(6)) + interval 1 month + interval 2 day
-- 171|   select
-- 171+|     1 as n,
-- 171+|     cast(date_format(cast(? as datetime(6)), '%Y-%m-01') as date) as d0,
-- 171+|     cast(date_format(cast(? as datetime(6)), '%Y-%m-01') as date) as first,
-- 171+|     cast(date_format((cast(? as datetime(6)) - interval 1 microsecond), '%Y-%m-01') as date) as last
-- 171+|   having first <= last
-- 171+|   union all
-- 171+|   select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
-- 171+|   from periods_3
-- 171+|   cross join (select 0 as bit union all select 1) as bits
-- 171+|   where first + interval (n * 2 + bit - 1) month <= last
-- 180|     null as m1,
-- 181|     null as m2
-- 186|     join periods_1 on day >= cast((cast(date_format((date((periods_1.d0 + interval 1 month - interval 1 day)) - interval 1 month), '%Y-01-01') as date) + interval 1 month) as date) and day < periods_1.d0 + interval 1 month
-- 190|     null as m0,
-- 192|     null as m2
-- 197|     join periods_2 on day >= cast((cast(date_format((date((periods_2.d0 - interval 1 year + interval 1 month - interval 1 day)) - interval 1 month), '%Y-01-01') as date) + interval 1 month) as date) and day < periods_2.d0 - interval 1 year + interval 1 month
-- 201|     null as m0,
-- 202|     null as m1,
-- 208|     join periods_3 on day >= cast((cast(date_format((date(periods_3.d0) - interval 1 month), '%Y-01-01') as date) + interval 1 month) as date) and day < cast((cast(date_format((date(periods_3.d0) - interval 1 month), '%Y-01-01') as date) + interval 1 month) as date) + interval 1 month
-- clickhouse:
-- 1| -- ["2022-10-30 00:00:00","2024-05-03 00:00:00","2023-12-01 00:00:00","2024-03-31 23:59:59.999999","2021-10-30 00:00:00","2024-05-03 00:00:00","2023-12-01 00:00:00","2024-03-31 23:59:59.999999","2022-10-30 00:00:00","2024-05-03 00:00:00","2023-12-01 00:00:00","2024-03-31 23:59:59.999999"]
-- 4|     toDate32(toTimeZone("placed_at", 'UTC')) as day,
-- 5|     sumOrNull("amount" + toDecimal128(0, 0)) as s0
-- 7|   where "placed_at" >= {p1:DateTime64(6, 'UTC')}
-- 8|     and "placed_at" < {p2:DateTime64(6, 'UTC')}
-- 11| periods_1 as (
-- 12|   select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
-- 13|   from (
-- 14|     select toStartOfMonth(toDate32(toTimeZone({p3:DateTime64(6, 'UTC')}, 'UTC'))) as lo, toStartOfMonth(toDate32(toTimeZone({p4:DateTime64(6, 'UTC')}, 'UTC'))) as hi
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
-- 53|   select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
-- 54|   from (
-- 55|     select toStartOfMonth(toDate32(toTimeZone({p7:DateTime64(6, 'UTC')}, 'UTC'))) as lo, toStartOfMonth(toDate32(toTimeZone({p8:DateTime64(6, 'UTC')}, 'UTC'))) as hi
-- 55+|   ) as bounds
-- 55+|   where lo <= hi
-- 57 is left out
-- 58 is left out
-- 59 is left out
-- 60 is left out
-- 61 is left out
-- 62 is left out
-- 63 is left out
-- 64 is left out
-- 65 is left out
-- 66 is left out
-- 67 is left out
-- 68 is left out
-- 69 is left out
-- 70 is left out
-- 71 is left out
-- 72 is left out
-- 73 is left out
-- 74 is left out
-- 75 is left out
-- 76 is left out
-- 77 is left out
-- 78 is left out
-- 79 is left out
-- 80 is left out
-- 81 is left out
-- 82 is left out
-- 83 is left out
-- 86|     toDate32(toTimeZone("placed_at", 'UTC')) as day,
-- 87|     sumOrNull("amount" + toDecimal128(0, 0)) as s0
-- 89|   where "placed_at" >= {p9:DateTime64(6, 'UTC')}
-- 90|     and "placed_at" < {p10:DateTime64(6, 'UTC')}
-- 93| periods_3 as (
-- 94|   select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
-- 94+|   from (
-- 94+|     select toStartOfMonth(toDate32(toTimeZone({p11:DateTime64(6, 'UTC')}, 'UTC'))) as lo, toStartOfMonth(toDate32(toTimeZone({p12:DateTime64(6, 'UTC')}, 'UTC'))) as hi
-- 94+|   ) as bounds
-- 94+|   where lo <= hi
-- 103|     d0,
-- 104|     sumOrNull(s0 + toDecimal128(0, 0)) as m0,
-- 105|     null as m1,
-- 106|     null as m2
-- 107|   from facts_1
-- 108|   join periods_1 on day >= toDate32(((toStartOfYear(toDate32(((toDate32((((d0 + toIntervalMonth(1)) + toIntervalDay(-1)))) + toIntervalMonth(-1))))) + toIntervalMonth(1)))) and day < (d0 + toIntervalMonth(1))
-- 109 is left out
-- 110 is left out
-- 114|     d0,
-- 115|     null as m0,
-- 116|     sumOrNull(s0 + toDecimal128(0, 0)) as m1,
-- 117|     null as m2
-- 118|   from facts_2
-- 119|   join periods_2 on day >= toDate32(((toStartOfYear(toDate32(((toDate32(((((d0 + toIntervalYear(-1)) + toIntervalMonth(1)) + toIntervalDay(-1)))) + toIntervalMonth(-1))))) + toIntervalMonth(1)))) and day < ((d0 + toIntervalYear(-1)) + toIntervalMonth(1))
-- 120 is left out
-- 121 is left out
-- 126|     null as m0,
-- 127|     null as m1,
-- 128|     sumOrNull(s0 + toDecimal128(0, 0)) as m2
-- 130|   join periods_3 on day >= toDate32(((toStartOfYear(toDate32(((toDate32(d0) + toIntervalMonth(-1))))) + toIntervalMonth(1)))) and day < (toDate32(((toStartOfYear(toDate32(((toDate32(d0) + toIntervalMonth(-1))))) + toIntervalMonth(1)))) + toIntervalMonth(1))
-- 134| order by 1 nulls last
-- 134+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- 136| -- ["2022-10-30 00:00:00","2024-05-03 00:00:00","2023-12-01 00:00:00","2024-03-31 23:59:59.999999","2021-10-30 00:00:00","2024-05-03 00:00:00","2023-12-01 00:00:00","2024-03-31 23:59:59.999999","2022-10-30 00:00:00","2024-05-03 00:00:00","2023-12-01 00:00:00","2024-03-31 23:59:59.999999"]
-- 139|     toDate32(toTimeZone("placed_at", 'UTC')) as day,
-- 140|     sumOrNull("amount" + toDecimal128(0, 0)) as s0
-- 142|   where "placed_at" >= {p1:DateTime64(6, 'UTC')}
-- 143|     and "placed_at" < {p2:DateTime64(6, 'UTC')}
-- 147|   select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
-- 147+|   from (
-- 147+|     select toStartOfMonth(toDate32(toTimeZone({p3:DateTime64(6, 'UTC')}, 'UTC'))) as lo, toStartOfMonth(toDate32(toTimeZone({p4:DateTime64(6, 'UTC')}, 'UTC'))) as hi
-- 147+|   ) as bounds
-- 147+|   where lo <= hi
-- 151|     toDate32(toTimeZone("placed_at", 'UTC')) as day,
-- 152|     sumOrNull("amount" + toDecimal128(0, 0)) as s0
-- 154|   where "placed_at" >= {p5:DateTime64(6, 'UTC')}
-- 155|     and "placed_at" < {p6:DateTime64(6, 'UTC')}
-- 159|   select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
-- 159+|   from (
-- 159+|     select toStartOfMonth(toDate32(toTimeZone({p7:DateTime64(6, 'UTC')}, 'UTC'))) as lo, toStartOfMonth(toDate32(toTimeZone({p8:DateTime64(6, 'UTC')}, 'UTC'))) as hi
-- 159+|   ) as bounds
-- 159+|   where lo <= hi
-- 163|     toDate32(toTimeZone("placed_at", 'UTC')) as day,
-- 164|     sumOrNull("amount" + toDecimal128(0, 0)) as s0
-- 166|   where "placed_at" >= {p9:DateTime64(6, 'UTC')}
-- 167|     and "placed_at" < {p10:DateTime64(6, 'UTC')}
-- 171|   select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
-- 171+|   from (
-- 171+|     select toStartOfMonth(toDate32(toTimeZone({p11:DateTime64(6, 'UTC')}, 'UTC'))) as lo, toStartOfMonth(toDate32(toTimeZone({p12:DateTime64(6, 'UTC')}, 'UTC'))) as hi
-- 171+|   ) as bounds
-- 171+|   where lo <= hi
-- 179|     sumOrNull(s0 + toDecimal128(0, 0)) as m0,
-- 180|     null as m1,
-- 181|     null as m2
-- 186|     join periods_1 on day >= toDate32(((toStartOfYear(toDate32(((toDate32((((periods_1.d0 + toIntervalMonth(1)) + toIntervalDay(-1)))) + toIntervalMonth(-1))))) + toIntervalMonth(1)))) and day < (periods_1.d0 + toIntervalMonth(1))
-- 190|     null as m0,
-- 191|     sumOrNull(s0 + toDecimal128(0, 0)) as m1,
-- 192|     null as m2
-- 197|     join periods_2 on day >= toDate32(((toStartOfYear(toDate32(((toDate32(((((periods_2.d0 + toIntervalYear(-1)) + toIntervalMonth(1)) + toIntervalDay(-1)))) + toIntervalMonth(-1))))) + toIntervalMonth(1)))) and day < ((periods_2.d0 + toIntervalYear(-1)) + toIntervalMonth(1))
-- 201|     null as m0,
-- 202|     null as m1,
-- 203|     sumOrNull(s0 + toDecimal128(0, 0)) as m2
-- 208|     join periods_3 on day >= toDate32(((toStartOfYear(toDate32(((toDate32(periods_3.d0) + toIntervalMonth(-1))))) + toIntervalMonth(1)))) and day < (toDate32(((toStartOfYear(toDate32(((toDate32(periods_3.d0) + toIntervalMonth(-1))))) + toIntervalMonth(1)))) + toIntervalMonth(1))
-- 210| ) as branches
-- 210+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 1| -- ["2022-10-30 00:00:00","2024-05-03 00:00:00","2023-12-01 00:00:00","2024-03-31 23:59:59.999999","2021-10-30 00:00:00","2024-05-03 00:00:00","2023-12-01 00:00:00","2024-03-31 23:59:59.999999","2022-10-30 00:00:00","2024-05-03 00:00:00","2023-12-01 00:00:00","2024-03-31 23:59:59.999999"]
-- 4|     cast(cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as day,
-- 7|   where "placed_at" >= cast(? as timestamp(6))
-- 8|     and "placed_at" < cast(? as timestamp(6))
-- 11| periods_1 as (
-- 12|   select date_add('month', many * 10000 + few, lo) as d0
-- 13|   from (
-- 14|     select cast(date_trunc('month', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as lo, cast(date_trunc('month', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as hi
-- 14+|   ) as bounds
-- 14+|   cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
-- 14+|   cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
-- 14+|   where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
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
-- 53|   select date_add('month', many * 10000 + few, lo) as d0
-- 54|   from (
-- 55|     select cast(date_trunc('month', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as lo, cast(date_trunc('month', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as hi
-- 55+|   ) as bounds
-- 55+|   cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
-- 55+|   cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
-- 55+|   where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
-- 57 is left out
-- 58 is left out
-- 59 is left out
-- 60 is left out
-- 61 is left out
-- 62 is left out
-- 63 is left out
-- 64 is left out
-- 65 is left out
-- 66 is left out
-- 67 is left out
-- 68 is left out
-- 69 is left out
-- 70 is left out
-- 71 is left out
-- 72 is left out
-- 73 is left out
-- 74 is left out
-- 75 is left out
-- 76 is left out
-- 77 is left out
-- 78 is left out
-- 79 is left out
-- 80 is left out
-- 81 is left out
-- 82 is left out
-- 83 is left out
-- 86|     cast(cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as day,
-- 89|   where "placed_at" >= cast(? as timestamp(6))
-- 90|     and "placed_at" < cast(? as timestamp(6))
-- 93| periods_3 as (
-- 94|   select date_add('month', many * 10000 + few, lo) as d0
-- 94+|   from (
-- 94+|     select cast(date_trunc('month', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as lo, cast(date_trunc('month', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as hi
-- 94+|   ) as bounds
-- 94+|   cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
-- 94+|   cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
-- 94+|   where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
-- 103|     d0,
-- 104|     sum(s0) as m0,
-- 105|     null as m1,
-- 106|     null as m2
-- 107|   from facts_1
-- 108|   join periods_1 on day >= cast((date_add('month', 1, cast(date_trunc('year', (date_add('month', -1, cast((date_add('day', -1, date_add('month', 1, d0))) as date)))) as date))) as date) and day < date_add('month', 1, d0)
-- 109 is left out
-- 110 is left out
-- 114|     d0,
-- 115|     null as m0,
-- 116|     sum(s0) as m1,
-- 117|     null as m2
-- 118|   from facts_2
-- 119|   join periods_2 on day >= cast((date_add('month', 1, cast(date_trunc('year', (date_add('month', -1, cast((date_add('day', -1, date_add('month', 1, date_add('year', -1, d0)))) as date)))) as date))) as date) and day < date_add('month', 1, date_add('year', -1, d0))
-- 120 is left out
-- 121 is left out
-- 126|     null as m0,
-- 127|     null as m1,
-- 130|   join periods_3 on day >= cast((date_add('month', 1, cast(date_trunc('year', (date_add('month', -1, cast(d0 as date)))) as date))) as date) and day < date_add('month', 1, cast((date_add('month', 1, cast(date_trunc('year', (date_add('month', -1, cast(d0 as date)))) as date))) as date))
-- 136| -- ["2022-10-30 00:00:00","2024-05-03 00:00:00","2023-12-01 00:00:00","2024-03-31 23:59:59.999999","2021-10-30 00:00:00","2024-05-03 00:00:00","2023-12-01 00:00:00","2024-03-31 23:59:59.999999","2022-10-30 00:00:00","2024-05-03 00:00:00","2023-12-01 00:00:00","2024-03-31 23:59:59.999999"]
-- 139|     cast(cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as day,
-- 142|   where "placed_at" >= cast(? as timestamp(6))
-- 143|     and "placed_at" < cast(? as timestamp(6))
-- 147|   select date_add('month', many * 10000 + few, lo) as d0
-- 147+|   from (
-- 147+|     select cast(date_trunc('month', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as lo, cast(date_trunc('month', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as hi
-- 147+|   ) as bounds
-- 147+|   cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
-- 147+|   cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
-- 147+|   where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
-- 151|     cast(cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as day,
-- 154|   where "placed_at" >= cast(? as timestamp(6))
-- 155|     and "placed_at" < cast(? as timestamp(6))
-- 159|   select date_add('month', many * 10000 + few, lo) as d0
-- 159+|   from (
-- 159+|     select cast(date_trunc('month', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as lo, cast(date_trunc('month', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as hi
-- 159+|   ) as bounds
-- 159+|   cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
-- 159+|   cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
-- 159+|   where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
-- 163|     cast(cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as day,
-- 166|   where "placed_at" >= cast(? as timestamp(6))
-- 167|     and "placed_at" < cast(? as timestamp(6))
-- 171|   select date_add('month', many * 10000 + few, lo) as d0
-- 171+|   from (
-- 171+|     select cast(date_trunc('month', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as lo, cast(date_trunc('month', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as hi
-- 171+|   ) as bounds
-- 171+|   cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
-- 171+|   cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
-- 171+|   where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
-- 180|     null as m1,
-- 181|     null as m2
-- 186|     join periods_1 on day >= cast((date_add('month', 1, cast(date_trunc('year', (date_add('month', -1, cast((date_add('day', -1, date_add('month', 1, periods_1.d0))) as date)))) as date))) as date) and day < date_add('month', 1, periods_1.d0)
-- 190|     null as m0,
-- 192|     null as m2
-- 197|     join periods_2 on day >= cast((date_add('month', 1, cast(date_trunc('year', (date_add('month', -1, cast((date_add('day', -1, date_add('month', 1, date_add('year', -1, periods_2.d0)))) as date)))) as date))) as date) and day < date_add('month', 1, date_add('year', -1, periods_2.d0))
-- 201|     null as m0,
-- 202|     null as m1,
-- 208|     join periods_3 on day >= cast((date_add('month', 1, cast(date_trunc('year', (date_add('month', -1, cast(periods_3.d0 as date)))) as date))) as date) and day < date_add('month', 1, cast((date_add('month', 1, cast(date_trunc('year', (date_add('month', -1, cast(periods_3.d0 as date)))) as date))) as date))
-- bigquery:
-- 1| -- ["2022-10-30 00:00:00","2024-05-03 00:00:00","2023-12-01 00:00:00","2024-03-31 23:59:59.999999","2021-10-30 00:00:00","2024-05-03 00:00:00","2023-12-01 00:00:00","2024-03-31 23:59:59.999999","2022-10-30 00:00:00","2024-05-03 00:00:00","2023-12-01 00:00:00","2024-03-31 23:59:59.999999"]
-- 4|     cast(datetime(timestamp(`placed_at`), 'UTC') as date) as day,
-- 7|   where `placed_at` >= @p1
-- 8|     and `placed_at` < @p2
-- 11| periods_1 as (
-- 12|   select step as d0
-- 13|   from (
-- 14|     select date_trunc(cast(datetime(timestamp(@p3), 'UTC') as date), month) as lo, date_trunc(cast(datetime(timestamp(@p4), 'UTC') as date), month) as hi
-- 14+|   ) as bounds
-- 14+|   cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
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
-- 54|   from (
-- 55|     select date_trunc(cast(datetime(timestamp(@p7), 'UTC') as date), month) as lo, date_trunc(cast(datetime(timestamp(@p8), 'UTC') as date), month) as hi
-- 55+|   ) as bounds
-- 55+|   cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
-- 57 is left out
-- 58 is left out
-- 59 is left out
-- 60 is left out
-- 61 is left out
-- 62 is left out
-- 63 is left out
-- 64 is left out
-- 65 is left out
-- 66 is left out
-- 67 is left out
-- 68 is left out
-- 69 is left out
-- 70 is left out
-- 71 is left out
-- 72 is left out
-- 73 is left out
-- 74 is left out
-- 75 is left out
-- 76 is left out
-- 77 is left out
-- 78 is left out
-- 79 is left out
-- 80 is left out
-- 81 is left out
-- 82 is left out
-- 83 is left out
-- 86|     cast(datetime(timestamp(`placed_at`), 'UTC') as date) as day,
-- 89|   where `placed_at` >= @p9
-- 90|     and `placed_at` < @p10
-- 93| periods_3 as (
-- 94|   select step as d0
-- 94+|   from (
-- 94+|     select date_trunc(cast(datetime(timestamp(@p11), 'UTC') as date), month) as lo, date_trunc(cast(datetime(timestamp(@p12), 'UTC') as date), month) as hi
-- 94+|   ) as bounds
-- 94+|   cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
-- 103|     d0,
-- 104|     sum(s0) as m0,
-- 105|     null as m1,
-- 106|     null as m2
-- 107|   from facts_1
-- 108|   join periods_1 on day >= cast((date_add(date_trunc(cast((date_add(cast((date_add(date_add(d0, interval 1 month), interval -1 day)) as date), interval -1 month)) as date), year), interval 1 month)) as date) and day < date_add(d0, interval 1 month)
-- 109 is left out
-- 110 is left out
-- 114|     d0,
-- 115|     null as m0,
-- 116|     sum(s0) as m1,
-- 117|     null as m2
-- 118|   from facts_2
-- 119|   join periods_2 on day >= cast((date_add(date_trunc(cast((date_add(cast((date_add(date_add(date_add(d0, interval -1 year), interval 1 month), interval -1 day)) as date), interval -1 month)) as date), year), interval 1 month)) as date) and day < date_add(date_add(d0, interval -1 year), interval 1 month)
-- 120 is left out
-- 121 is left out
-- 126|     null as m0,
-- 127|     null as m1,
-- 130|   join periods_3 on day >= cast((date_add(date_trunc(cast((date_add(cast(d0 as date), interval -1 month)) as date), year), interval 1 month)) as date) and day < date_add(cast((date_add(date_trunc(cast((date_add(cast(d0 as date), interval -1 month)) as date), year), interval 1 month)) as date), interval 1 month)
-- 136| -- ["2022-10-30 00:00:00","2024-05-03 00:00:00","2023-12-01 00:00:00","2024-03-31 23:59:59.999999","2021-10-30 00:00:00","2024-05-03 00:00:00","2023-12-01 00:00:00","2024-03-31 23:59:59.999999","2022-10-30 00:00:00","2024-05-03 00:00:00","2023-12-01 00:00:00","2024-03-31 23:59:59.999999"]
-- 139|     cast(datetime(timestamp(`placed_at`), 'UTC') as date) as day,
-- 142|   where `placed_at` >= @p1
-- 143|     and `placed_at` < @p2
-- 147|   select step as d0
-- 147+|   from (
-- 147+|     select date_trunc(cast(datetime(timestamp(@p3), 'UTC') as date), month) as lo, date_trunc(cast(datetime(timestamp(@p4), 'UTC') as date), month) as hi
-- 147+|   ) as bounds
-- 147+|   cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
-- 151|     cast(datetime(timestamp(`placed_at`), 'UTC') as date) as day,
-- 154|   where `placed_at` >= @p5
-- 155|     and `placed_at` < @p6
-- 159|   select step as d0
-- 159+|   from (
-- 159+|     select date_trunc(cast(datetime(timestamp(@p7), 'UTC') as date), month) as lo, date_trunc(cast(datetime(timestamp(@p8), 'UTC') as date), month) as hi
-- 159+|   ) as bounds
-- 159+|   cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
-- 163|     cast(datetime(timestamp(`placed_at`), 'UTC') as date) as day,
-- 166|   where `placed_at` >= @p9
-- 167|     and `placed_at` < @p10
-- 171|   select step as d0
-- 171+|   from (
-- 171+|     select date_trunc(cast(datetime(timestamp(@p11), 'UTC') as date), month) as lo, date_trunc(cast(datetime(timestamp(@p12), 'UTC') as date), month) as hi
-- 171+|   ) as bounds
-- 171+|   cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
-- 180|     null as m1,
-- 181|     null as m2
-- 186|     join periods_1 on day >= cast((date_add(date_trunc(cast((date_add(cast((date_add(date_add(periods_1.d0, interval 1 month), interval -1 day)) as date), interval -1 month)) as date), year), interval 1 month)) as date) and day < date_add(periods_1.d0, interval 1 month)
-- 190|     null as m0,
-- 192|     null as m2
-- 197|     join periods_2 on day >= cast((date_add(date_trunc(cast((date_add(cast((date_add(date_add(date_add(periods_2.d0, interval -1 year), interval 1 month), interval -1 day)) as date), interval -1 month)) as date), year), interval 1 month)) as date) and day < date_add(date_add(periods_2.d0, interval -1 year), interval 1 month)
-- 201|     null as m0,
-- 202|     null as m1,
-- 208|     join periods_3 on day >= cast((date_add(date_trunc(cast((date_add(cast(periods_3.d0 as date), interval -1 month)) as date), year), interval 1 month)) as date) and day < date_add(cast((date_add(date_trunc(cast((date_add(cast(periods_3.d0 as date), interval -1 month)) as date), year), interval 1 month)) as date), interval 1 month)
-- databricks:
-- 1| -- ["2022-10-30 00:00:00","2024-05-03 00:00:00","2023-12-01 00:00:00","2024-03-31 23:59:59.999999","2021-10-30 00:00:00","2024-05-03 00:00:00","2023-12-01 00:00:00","2024-03-31 23:59:59.999999","2022-10-30 00:00:00","2024-05-03 00:00:00","2023-12-01 00:00:00","2024-03-31 23:59:59.999999"]
-- 4|     cast(convert_timezone('UTC', `placed_at`) as date) as day,
-- 7|   where `placed_at` >= cast(concat(:p1, 'Z') as timestamp)
-- 8|     and `placed_at` < cast(concat(:p2, 'Z') as timestamp)
-- 11| periods_1 as (
-- 12|   select explode(sequence(lo, hi, interval 1 month)) as d0
-- 13|   from (
-- 14|     select cast(date_trunc('month', convert_timezone('UTC', cast(concat(:p3, 'Z') as timestamp))) as date) as lo, cast(date_trunc('month', convert_timezone('UTC', cast(concat(:p4, 'Z') as timestamp))) as date) as hi
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
-- 53|   select explode(sequence(lo, hi, interval 1 month)) as d0
-- 54|   from (
-- 55|     select cast(date_trunc('month', convert_timezone('UTC', cast(concat(:p7, 'Z') as timestamp))) as date) as lo, cast(date_trunc('month', convert_timezone('UTC', cast(concat(:p8, 'Z') as timestamp))) as date) as hi
-- 55+|   ) as bounds
-- 55+|   where lo <= hi
-- 57 is left out
-- 58 is left out
-- 59 is left out
-- 60 is left out
-- 61 is left out
-- 62 is left out
-- 63 is left out
-- 64 is left out
-- 65 is left out
-- 66 is left out
-- 67 is left out
-- 68 is left out
-- 69 is left out
-- 70 is left out
-- 71 is left out
-- 72 is left out
-- 73 is left out
-- 74 is left out
-- 75 is left out
-- 76 is left out
-- 77 is left out
-- 78 is left out
-- 79 is left out
-- 80 is left out
-- 81 is left out
-- 82 is left out
-- 83 is left out
-- 86|     cast(convert_timezone('UTC', `placed_at`) as date) as day,
-- 89|   where `placed_at` >= cast(concat(:p9, 'Z') as timestamp)
-- 90|     and `placed_at` < cast(concat(:p10, 'Z') as timestamp)
-- 93| periods_3 as (
-- 94|   select explode(sequence(lo, hi, interval 1 month)) as d0
-- 94+|   from (
-- 94+|     select cast(date_trunc('month', convert_timezone('UTC', cast(concat(:p11, 'Z') as timestamp))) as date) as lo, cast(date_trunc('month', convert_timezone('UTC', cast(concat(:p12, 'Z') as timestamp))) as date) as hi
-- 94+|   ) as bounds
-- 94+|   where lo <= hi
-- 103|     d0,
-- 104|     sum(s0) as m0,
-- 105|     null as m1,
-- 106|     null as m2
-- 107|   from facts_1
-- 108|   join periods_1 on day >= cast((cast(dateadd(month, 1, cast(date_trunc('year', (cast(dateadd(month, -1, cast((cast(dateadd(day, -1, cast(dateadd(month, 1, d0) as date)) as date)) as date)) as date))) as date)) as date)) as date) and day < cast(dateadd(month, 1, d0) as date)
-- 109 is left out
-- 110 is left out
-- 114|     d0,
-- 115|     null as m0,
-- 116|     sum(s0) as m1,
-- 117|     null as m2
-- 118|   from facts_2
-- 119|   join periods_2 on day >= cast((cast(dateadd(month, 1, cast(date_trunc('year', (cast(dateadd(month, -1, cast((cast(dateadd(day, -1, cast(dateadd(month, 1, cast(dateadd(year, -1, d0) as date)) as date)) as date)) as date)) as date))) as date)) as date)) as date) and day < cast(dateadd(month, 1, cast(dateadd(year, -1, d0) as date)) as date)
-- 120 is left out
-- 121 is left out
-- 126|     null as m0,
-- 127|     null as m1,
-- 130|   join periods_3 on day >= cast((cast(dateadd(month, 1, cast(date_trunc('year', (cast(dateadd(month, -1, cast(d0 as date)) as date))) as date)) as date)) as date) and day < cast(dateadd(month, 1, cast((cast(dateadd(month, 1, cast(date_trunc('year', (cast(dateadd(month, -1, cast(d0 as date)) as date))) as date)) as date)) as date)) as date)
-- 136| -- ["2022-10-30 00:00:00","2024-05-03 00:00:00","2023-12-01 00:00:00","2024-03-31 23:59:59.999999","2021-10-30 00:00:00","2024-05-03 00:00:00","2023-12-01 00:00:00","2024-03-31 23:59:59.999999","2022-10-30 00:00:00","2024-05-03 00:00:00","2023-12-01 00:00:00","2024-03-31 23:59:59.999999"]
-- 139|     cast(convert_timezone('UTC', `placed_at`) as date) as day,
-- 142|   where `placed_at` >= cast(concat(:p1, 'Z') as timestamp)
-- 143|     and `placed_at` < cast(concat(:p2, 'Z') as timestamp)
-- 147|   select explode(sequence(lo, hi, interval 1 month)) as d0
-- 147+|   from (
-- 147+|     select cast(date_trunc('month', convert_timezone('UTC', cast(concat(:p3, 'Z') as timestamp))) as date) as lo, cast(date_trunc('month', convert_timezone('UTC', cast(concat(:p4, 'Z') as timestamp))) as date) as hi
-- 147+|   ) as bounds
-- 147+|   where lo <= hi
-- 151|     cast(convert_timezone('UTC', `placed_at`) as date) as day,
-- 154|   where `placed_at` >= cast(concat(:p5, 'Z') as timestamp)
-- 155|     and `placed_at` < cast(concat(:p6, 'Z') as timestamp)
-- 159|   select explode(sequence(lo, hi, interval 1 month)) as d0
-- 159+|   from (
-- 159+|     select cast(date_trunc('month', convert_timezone('UTC', cast(concat(:p7, 'Z') as timestamp))) as date) as lo, cast(date_trunc('month', convert_timezone('UTC', cast(concat(:p8, 'Z') as timestamp))) as date) as hi
-- 159+|   ) as bounds
-- 159+|   where lo <= hi
-- 163|     cast(convert_timezone('UTC', `placed_at`) as date) as day,
-- 166|   where `placed_at` >= cast(concat(:p9, 'Z') as timestamp)
-- 167|     and `placed_at` < cast(concat(:p10, 'Z') as timestamp)
-- 171|   select explode(sequence(lo, hi, interval 1 month)) as d0
-- 171+|   from (
-- 171+|     select cast(date_trunc('month', convert_timezone('UTC', cast(concat(:p11, 'Z') as timestamp))) as date) as lo, cast(date_trunc('month', convert_timezone('UTC', cast(concat(:p12, 'Z') as timestamp))) as date) as hi
-- 171+|   ) as bounds
-- 171+|   where lo <= hi
-- 180|     null as m1,
-- 181|     null as m2
-- 186|     join periods_1 on day >= cast((cast(dateadd(month, 1, cast(date_trunc('year', (cast(dateadd(month, -1, cast((cast(dateadd(day, -1, cast(dateadd(month, 1, periods_1.d0) as date)) as date)) as date)) as date))) as date)) as date)) as date) and day < cast(dateadd(month, 1, periods_1.d0) as date)
-- 190|     null as m0,
-- 192|     null as m2
-- 197|     join periods_2 on day >= cast((cast(dateadd(month, 1, cast(date_trunc('year', (cast(dateadd(month, -1, cast((cast(dateadd(day, -1, cast(dateadd(month, 1, cast(dateadd(year, -1, periods_2.d0) as date)) as date)) as date)) as date)) as date))) as date)) as date)) as date) and day < cast(dateadd(month, 1, cast(dateadd(year, -1, periods_2.d0) as date)) as date)
-- 201|     null as m0,
-- 202|     null as m1,
-- 208|     join periods_3 on day >= cast((cast(dateadd(month, 1, cast(date_trunc('year', (cast(dateadd(month, -1, cast(periods_3.d0 as date)) as date))) as date)) as date)) as date) and day < cast(dateadd(month, 1, cast((cast(dateadd(month, 1, cast(date_trunc('year', (cast(dateadd(month, -1, cast(periods_3.d0 as date)) as date))) as date)) as date)) as date)) as date)
-- snowflake:
-- 1| -- ["2022-10-30 00:00:00","2024-05-03 00:00:00","2023-12-01 00:00:00","2024-03-31 23:59:59.999999","2021-10-30 00:00:00","2024-05-03 00:00:00","2023-12-01 00:00:00","2024-03-31 23:59:59.999999","2022-10-30 00:00:00","2024-05-03 00:00:00","2023-12-01 00:00:00","2024-03-31 23:59:59.999999"]
-- 4|     cast(cast(convert_timezone('UTC', "placed_at") as timestamp_ntz) as date) as day,
-- 7|   where "placed_at" >= cast(? as timestamp_ntz)
-- 8|     and "placed_at" < cast(? as timestamp_ntz)
-- 11| periods_1 as (
-- 12|   select dateadd(month, cast(steps.value as integer), lo) as d0
-- 13|   from (
-- 14|     select cast(date_trunc('month', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as date) as lo, cast(date_trunc('month', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as date) as hi
-- 14+|   ) as bounds
-- 14+|   cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
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
-- 53|   select dateadd(month, cast(steps.value as integer), lo) as d0
-- 54|   from (
-- 55|     select cast(date_trunc('month', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as date) as lo, cast(date_trunc('month', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as date) as hi
-- 55+|   ) as bounds
-- 55+|   cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
-- 57 is left out
-- 58 is left out
-- 59 is left out
-- 60 is left out
-- 61 is left out
-- 62 is left out
-- 63 is left out
-- 64 is left out
-- 65 is left out
-- 66 is left out
-- 67 is left out
-- 68 is left out
-- 69 is left out
-- 70 is left out
-- 71 is left out
-- 72 is left out
-- 73 is left out
-- 74 is left out
-- 75 is left out
-- 76 is left out
-- 77 is left out
-- 78 is left out
-- 79 is left out
-- 80 is left out
-- 81 is left out
-- 82 is left out
-- 83 is left out
-- 86|     cast(cast(convert_timezone('UTC', "placed_at") as timestamp_ntz) as date) as day,
-- 89|   where "placed_at" >= cast(? as timestamp_ntz)
-- 90|     and "placed_at" < cast(? as timestamp_ntz)
-- 93| periods_3 as (
-- 94|   select dateadd(month, cast(steps.value as integer), lo) as d0
-- 94+|   from (
-- 94+|     select cast(date_trunc('month', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as date) as lo, cast(date_trunc('month', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as date) as hi
-- 94+|   ) as bounds
-- 94+|   cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
-- 103|     d0,
-- 104|     sum(s0) as m0,
-- 105|     null as m1,
-- 106|     null as m2
-- 107|   from facts_1
-- 108|   join periods_1 on day >= cast((dateadd(month, 1, cast(date_trunc('year', (dateadd(month, -1, cast((dateadd(day, -1, dateadd(month, 1, d0))) as date)))) as date))) as date) and day < dateadd(month, 1, d0)
-- 109 is left out
-- 110 is left out
-- 114|     d0,
-- 115|     null as m0,
-- 116|     sum(s0) as m1,
-- 117|     null as m2
-- 118|   from facts_2
-- 119|   join periods_2 on day >= cast((dateadd(month, 1, cast(date_trunc('year', (dateadd(month, -1, cast((dateadd(day, -1, dateadd(month, 1, dateadd(year, -1, d0)))) as date)))) as date))) as date) and day < dateadd(month, 1, dateadd(year, -1, d0))
-- 120 is left out
-- 121 is left out
-- 126|     null as m0,
-- 127|     null as m1,
-- 130|   join periods_3 on day >= cast((dateadd(month, 1, cast(date_trunc('year', (dateadd(month, -1, cast(d0 as date)))) as date))) as date) and day < dateadd(month, 1, cast((dateadd(month, 1, cast(date_trunc('year', (dateadd(month, -1, cast(d0 as date)))) as date))) as date))
-- 136| -- ["2022-10-30 00:00:00","2024-05-03 00:00:00","2023-12-01 00:00:00","2024-03-31 23:59:59.999999","2021-10-30 00:00:00","2024-05-03 00:00:00","2023-12-01 00:00:00","2024-03-31 23:59:59.999999","2022-10-30 00:00:00","2024-05-03 00:00:00","2023-12-01 00:00:00","2024-03-31 23:59:59.999999"]
-- 139|     cast(cast(convert_timezone('UTC', "placed_at") as timestamp_ntz) as date) as day,
-- 142|   where "placed_at" >= cast(? as timestamp_ntz)
-- 143|     and "placed_at" < cast(? as timestamp_ntz)
-- 147|   select dateadd(month, cast(steps.value as integer), lo) as d0
-- 147+|   from (
-- 147+|     select cast(date_trunc('month', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as date) as lo, cast(date_trunc('month', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as date) as hi
-- 147+|   ) as bounds
-- 147+|   cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
-- 151|     cast(cast(convert_timezone('UTC', "placed_at") as timestamp_ntz) as date) as day,
-- 154|   where "placed_at" >= cast(? as timestamp_ntz)
-- 155|     and "placed_at" < cast(? as timestamp_ntz)
-- 159|   select dateadd(month, cast(steps.value as integer), lo) as d0
-- 159+|   from (
-- 159+|     select cast(date_trunc('month', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as date) as lo, cast(date_trunc('month', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as date) as hi
-- 159+|   ) as bounds
-- 159+|   cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
-- 163|     cast(cast(convert_timezone('UTC', "placed_at") as timestamp_ntz) as date) as day,
-- 166|   where "placed_at" >= cast(? as timestamp_ntz)
-- 167|     and "placed_at" < cast(? as timestamp_ntz)
-- 171|   select dateadd(month, cast(steps.value as integer), lo) as d0
-- 171+|   from (
-- 171+|     select cast(date_trunc('month', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as date) as lo, cast(date_trunc('month', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as date) as hi
-- 171+|   ) as bounds
-- 171+|   cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
-- 180|     null as m1,
-- 181|     null as m2
-- 186|     join periods_1 on day >= cast((dateadd(month, 1, cast(date_trunc('year', (dateadd(month, -1, cast((dateadd(day, -1, dateadd(month, 1, periods_1.d0))) as date)))) as date))) as date) and day < dateadd(month, 1, periods_1.d0)
-- 190|     null as m0,
-- 192|     null as m2
-- 197|     join periods_2 on day >= cast((dateadd(month, 1, cast(date_trunc('year', (dateadd(month, -1, cast((dateadd(day, -1, dateadd(month, 1, dateadd(year, -1, periods_2.d0)))) as date)))) as date))) as date) and day < dateadd(month, 1, dateadd(year, -1, periods_2.d0))
-- 201|     null as m0,
-- 202|     null as m1,
-- 208|     join periods_3 on day >= cast((dateadd(month, 1, cast(date_trunc('year', (dateadd(month, -1, cast(periods_3.d0 as date)))) as date))) as date) and day < dateadd(month, 1, cast((dateadd(month, 1, cast(date_trunc('year', (dateadd(month, -1, cast(periods_3.d0 as date)))) as date))) as date))
-- redshift:
-- 1| -- ["2022-10-30 00:00:00","2024-05-03 00:00:00","2023-12-01 00:00:00","2024-03-31 23:59:59.999999","2021-10-30 00:00:00","2024-05-03 00:00:00","2023-12-01 00:00:00","2024-03-31 23:59:59.999999","2022-10-30 00:00:00","2024-05-03 00:00:00","2023-12-01 00:00:00","2024-03-31 23:59:59.999999"]
-- 4|     "placed_at"::date as day,
-- 7|   where "placed_at" >= $1::timestamp
-- 8|     and "placed_at" < $2::timestamp
-- 11| periods_1 as (
-- 12|   select dateadd(month, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
-- 13|   from (
-- 14|     select date_trunc('month', $3::timestamp)::date as lo, date_trunc('month', $4::timestamp)::date as hi
-- 14+|   ) as bounds
-- 14+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(month, lo, hi)
-- 14+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(month, lo, hi)
-- 14+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(month, lo, hi)
-- 14+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(month, lo, hi)
-- 14+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(month, lo, hi)
-- 14+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(month, lo, hi)
-- 14+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(month, lo, hi)
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
-- 45|     "placed_at"::date as day,
-- 48|   where "placed_at" >= $5::timestamp
-- 49|     and "placed_at" < $6::timestamp
-- 52| periods_2 as (
-- 53|   select dateadd(month, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
-- 54|   from (
-- 55|     select date_trunc('month', $7::timestamp)::date as lo, date_trunc('month', $8::timestamp)::date as hi
-- 55+|   ) as bounds
-- 55+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(month, lo, hi)
-- 55+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(month, lo, hi)
-- 55+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(month, lo, hi)
-- 55+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(month, lo, hi)
-- 55+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(month, lo, hi)
-- 55+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(month, lo, hi)
-- 55+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(month, lo, hi)
-- 57 is left out
-- 58 is left out
-- 59 is left out
-- 60 is left out
-- 61 is left out
-- 62 is left out
-- 63 is left out
-- 64 is left out
-- 65 is left out
-- 66 is left out
-- 67 is left out
-- 68 is left out
-- 69 is left out
-- 70 is left out
-- 71 is left out
-- 72 is left out
-- 73 is left out
-- 74 is left out
-- 75 is left out
-- 76 is left out
-- 77 is left out
-- 78 is left out
-- 79 is left out
-- 80 is left out
-- 81 is left out
-- 82 is left out
-- 83 is left out
-- 89|   where "placed_at" >= $9::timestamp
-- 90|     and "placed_at" < $10::timestamp
-- 93| periods_3 as (
-- 94|   select dateadd(month, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
-- 94+|   from (
-- 94+|     select date_trunc('month', $11::timestamp)::date as lo, date_trunc('month', $12::timestamp)::date as hi
-- 94+|   ) as bounds
-- 94+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(month, lo, hi)
-- 94+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(month, lo, hi)
-- 94+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(month, lo, hi)
-- 94+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(month, lo, hi)
-- 94+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(month, lo, hi)
-- 94+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(month, lo, hi)
-- 94+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(month, lo, hi)
-- 103|     d0,
-- 104|     sum(s0) as m0,
-- 105|     null::float8 as m1,
-- 106|     null::float8 as m2
-- 107|   from facts_1
-- 108|   join periods_1 on day >= (dateadd(month, 1, date_trunc('year', (dateadd(month, -1, (dateadd(day, -1, dateadd(month, 1, d0)::date)::date)::date)::date))::date)::date)::date and day < dateadd(month, 1, d0)::date
-- 109 is left out
-- 110 is left out
-- 114|     d0,
-- 115|     null::float8 as m0,
-- 116|     sum(s0) as m1,
-- 117|     null::float8 as m2
-- 118|   from facts_2
-- 119|   join periods_2 on day >= (dateadd(month, 1, date_trunc('year', (dateadd(month, -1, (dateadd(day, -1, dateadd(month, 1, dateadd(year, -1, d0)::date)::date)::date)::date)::date))::date)::date)::date and day < dateadd(month, 1, dateadd(year, -1, d0)::date)::date
-- 120 is left out
-- 121 is left out
-- 126|     null::float8 as m0,
-- 127|     null::float8 as m1,
-- 130|   join periods_3 on day >= (dateadd(month, 1, date_trunc('year', (dateadd(month, -1, d0::date)::date))::date)::date)::date and day < dateadd(month, 1, (dateadd(month, 1, date_trunc('year', (dateadd(month, -1, d0::date)::date))::date)::date)::date)::date
-- 136| -- ["2022-10-30 00:00:00","2024-05-03 00:00:00","2023-12-01 00:00:00","2024-03-31 23:59:59.999999","2021-10-30 00:00:00","2024-05-03 00:00:00","2023-12-01 00:00:00","2024-03-31 23:59:59.999999","2022-10-30 00:00:00","2024-05-03 00:00:00","2023-12-01 00:00:00","2024-03-31 23:59:59.999999"]
-- 142|   where "placed_at" >= $1::timestamp
-- 143|     and "placed_at" < $2::timestamp
-- 147|   select dateadd(month, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
-- 147+|   from (
-- 147+|     select date_trunc('month', $3::timestamp)::date as lo, date_trunc('month', $4::timestamp)::date as hi
-- 147+|   ) as bounds
-- 147+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(month, lo, hi)
-- 147+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(month, lo, hi)
-- 147+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(month, lo, hi)
-- 147+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(month, lo, hi)
-- 147+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(month, lo, hi)
-- 147+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(month, lo, hi)
-- 147+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(month, lo, hi)
-- 154|   where "placed_at" >= $5::timestamp
-- 155|     and "placed_at" < $6::timestamp
-- 159|   select dateadd(month, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
-- 159+|   from (
-- 159+|     select date_trunc('month', $7::timestamp)::date as lo, date_trunc('month', $8::timestamp)::date as hi
-- 159+|   ) as bounds
-- 159+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(month, lo, hi)
-- 159+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(month, lo, hi)
-- 159+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(month, lo, hi)
-- 159+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(month, lo, hi)
-- 159+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(month, lo, hi)
-- 159+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(month, lo, hi)
-- 159+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(month, lo, hi)
-- 166|   where "placed_at" >= $9::timestamp
-- 167|     and "placed_at" < $10::timestamp
-- 171|   select dateadd(month, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
-- 171+|   from (
-- 171+|     select date_trunc('month', $11::timestamp)::date as lo, date_trunc('month', $12::timestamp)::date as hi
-- 171+|   ) as bounds
-- 171+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(month, lo, hi)
-- 171+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(month, lo, hi)
-- 171+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(month, lo, hi)
-- 171+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(month, lo, hi)
-- 171+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(month, lo, hi)
-- 171+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(month, lo, hi)
-- 171+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(month, lo, hi)
-- 180|     null::float8 as m1,
-- 181|     null::float8 as m2
-- 186|     join periods_1 on day >= (dateadd(month, 1, date_trunc('year', (dateadd(month, -1, (dateadd(day, -1, dateadd(month, 1, periods_1.d0)::date)::date)::date)::date))::date)::date)::date and day < dateadd(month, 1, periods_1.d0)::date
-- 190|     null::float8 as m0,
-- 192|     null::float8 as m2
-- 197|     join periods_2 on day >= (dateadd(month, 1, date_trunc('year', (dateadd(month, -1, (dateadd(day, -1, dateadd(month, 1, dateadd(year, -1, periods_2.d0)::date)::date)::date)::date)::date))::date)::date)::date and day < dateadd(month, 1, dateadd(year, -1, periods_2.d0)::date)::date
-- 201|     null::float8 as m0,
-- 202|     null::float8 as m1,
-- 208|     join periods_3 on day >= (dateadd(month, 1, date_trunc('year', (dateadd(month, -1, periods_3.d0::date)::date))::date)::date)::date and day < dateadd(month, 1, (dateadd(month, 1, date_trunc('year', (dateadd(month, -1, periods_3.d0::date)::date))::date)::date)::date)::date

-- a running total at the end of each fiscal quarter
with facts_1 as (
  select
    (date_trunc('quarter', ("due"::date - interval '1 month'))::date + interval '1 month')::date as period,
    sum("amount") as s0
  from "orders"
  group by 1
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
    generate_series((period + interval '3 months')::timestamp, case when not isfinite(period) or not isfinite(next) then concat('fillGaps: over 100000 periods', substr(period::text, 1, 0))::date else least(next - interval '3 months') end::timestamp, interval '3 months')::date as period,
    null as s0
  from followed_1
  where next is not null and period < least(next - interval '3 months')
),
framed_1 as (
  select
    period,
    sum(s0) over (order by period rows unbounded preceding) as s0
  from spread_1
)
select
  period as "orders.due.fiscal_quarter",
  max(s0) as "orders.running"
from framed_1
group by 1
order by "orders.due.fiscal_quarter" nulls last;
-- duckdb:
-- 23|     unnest(generate_series((period + interval '3 months')::timestamp, case when not isfinite(period) or not isfinite(next) then concat('fillGaps: over 100000 periods', substr(period::text, 1, 0))::date else least(next - interval '3 months') end::timestamp, interval '3 months'))::date as period,
-- mysql:
-- 1| with recursive facts_1 as (
-- 3|     date(`due`) as day,
-- 8| periods_1 as (
-- 10|     1 as n,
-- 11|     min(cast((date '1000-01-01' + interval timestampdiff(quarter, '1000-01-01', (date(day) - interval 1 month)) quarter + interval 1 month) as date)) as d0,
-- 12|     min(cast((date '1000-01-01' + interval timestampdiff(quarter, '1000-01-01', (date(day) - interval 1 month)) quarter + interval 1 month) as date)) as first,
-- 12+|     max(cast((date '1000-01-01' + interval timestampdiff(quarter, '1000-01-01', (date(day) - interval 1 month)) quarter + interval 1 month) as date)) as last
-- 14|   having first <= last
-- 15 is left out
-- 16 is left out
-- 17 is left out
-- 18 is left out
-- 19 is left out
-- 20 is left out
-- 22|   select n * 2 + bit, first + interval (n * 2 + bit - 1) quarter, first, last
-- 23|   from periods_1
-- 24|   cross join (select 0 as bit union all select 1) as bits
-- 25|   where first + interval (n * 2 + bit - 1) quarter <= last
-- 26 is left out
-- 27 is left out
-- 28 is left out
-- 29 is left out
-- 30 is left out
-- 31 is left out
-- 32 is left out
-- 35|   d0 as `orders.due.fiscal_quarter`,
-- 36|   sum(s0) as `orders.running`
-- 37| from facts_1
-- 37+| join periods_1 on day < d0 + interval 1 quarter
-- 39| order by `orders.due.fiscal_quarter` <=> null, `orders.due.fiscal_quarter`;
-- clickhouse:
-- 3|     toDate32("due") as day,
-- 4|     sumOrNull("amount" + toDecimal128(0, 0)) as s0
-- 8| periods_1 as (
-- 9|   select arrayJoin(arrayMap(i -> lo + toIntervalQuarter(i), range(greatest(ifNull(dateDiff('quarter', lo, hi) + 1, 0), 0)))) as d0
-- 10|   from (
-- 11|     select
-- 12|       minOrNull(toDate32(((toStartOfQuarter(toDate32(((toDate32(day) + toIntervalMonth(-1))))) + toIntervalMonth(1))))) as lo,
-- 13|       maxOrNull(toDate32(((toStartOfQuarter(toDate32(((toDate32(day) + toIntervalMonth(-1))))) + toIntervalMonth(1))))) as hi
-- 14|     from facts_1
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
-- 35|   d0 as "orders.due.fiscal_quarter",
-- 36|   sumOrNull(s0 + toDecimal128(0, 0)) as "orders.running"
-- 37| from facts_1
-- 37+| join periods_1 on day < (d0 + toIntervalQuarter(1))
-- 39| order by 1 nulls last
-- 39+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 3|     cast("due" as date) as day,
-- 8| periods_1 as (
-- 9|   select date_add('quarter', many * 10000 + few, lo) as d0
-- 10|   from (
-- 11|     select
-- 12|       min(cast((date_add('month', 1, cast(date_trunc('quarter', (date_add('month', -1, cast(day as date)))) as date))) as date)) as lo,
-- 13|       max(cast((date_add('month', 1, cast(date_trunc('quarter', (date_add('month', -1, cast(day as date)))) as date))) as date)) as hi
-- 14|     from facts_1
-- 15|   ) as bounds
-- 16|   cross join unnest(sequence(0, date_diff('quarter', lo, hi) / 10000)) as outer_steps (many)
-- 17|   cross join unnest(sequence(0, least(date_diff('quarter', lo, hi), 9999))) as inner_steps (few)
-- 18|   where lo <= hi and many * 10000 + few <= date_diff('quarter', lo, hi)
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
-- 35|   d0 as "orders.due.fiscal_quarter",
-- 36|   sum(s0) as "orders.running"
-- 37| from facts_1
-- 37+| join periods_1 on day < date_add('quarter', 1, d0)
-- bigquery:
-- 3|     cast(`due` as date) as day,
-- 8| periods_1 as (
-- 9|   select step as d0
-- 10|   from (
-- 11|     select
-- 12|       min(cast((date_add(date_trunc(cast((date_add(cast(day as date), interval -1 month)) as date), quarter), interval 1 month)) as date)) as lo,
-- 13|       max(cast((date_add(date_trunc(cast((date_add(cast(day as date), interval -1 month)) as date), quarter), interval 1 month)) as date)) as hi
-- 14|     from facts_1
-- 15|   ) as bounds
-- 16|   cross join unnest(generate_date_array(lo, hi, interval 1 quarter)) as step
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
-- 35|   d0 as `orders__due__fiscal_quarter`,
-- 36|   sum(s0) as `orders__running`
-- 37| from facts_1
-- 37+| join periods_1 on day < date_add(d0, interval 1 quarter)
-- databricks:
-- 3|     cast(`due` as date) as day,
-- 8| periods_1 as (
-- 9|   select explode(sequence(lo, hi, interval 3 month)) as d0
-- 10|   from (
-- 11|     select
-- 12|       min(cast((cast(dateadd(month, 1, cast(date_trunc('quarter', (cast(dateadd(month, -1, cast(day as date)) as date))) as date)) as date)) as date)) as lo,
-- 13|       max(cast((cast(dateadd(month, 1, cast(date_trunc('quarter', (cast(dateadd(month, -1, cast(day as date)) as date))) as date)) as date)) as date)) as hi
-- 14|     from facts_1
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
-- 35|   d0 as `orders.due.fiscal_quarter`,
-- 36|   sum(s0) as `orders.running`
-- 37| from facts_1
-- 37+| join periods_1 on day < cast(dateadd(quarter, 1, d0) as date)
-- snowflake:
-- 3|     cast("due" as date) as day,
-- 8| periods_1 as (
-- 9|   select dateadd(quarter, cast(steps.value as integer), lo) as d0
-- 10|   from (
-- 11|     select
-- 12|       min(cast((dateadd(month, 1, cast(date_trunc('quarter', (dateadd(month, -1, cast(day as date)))) as date))) as date)) as lo,
-- 13|       max(cast((dateadd(month, 1, cast(date_trunc('quarter', (dateadd(month, -1, cast(day as date)))) as date))) as date)) as hi
-- 14|     from facts_1
-- 15|   ) as bounds
-- 16|   cross join lateral flatten(input => array_generate_range(0, datediff(quarter, lo, hi) + 1)) as steps
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
-- 35|   d0 as "orders.due.fiscal_quarter",
-- 36|   sum(s0) as "orders.running"
-- 37| from facts_1
-- 37+| join periods_1 on day < dateadd(quarter, 1, d0)
-- redshift:
-- 3|     "due"::date as day,
-- 8| periods_1 as (
-- 9|   select dateadd(quarter, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
-- 10|   from (
-- 11|     select
-- 12|       min((dateadd(month, 1, date_trunc('quarter', (dateadd(month, -1, day::date)::date))::date)::date)::date) as lo,
-- 13|       max((dateadd(month, 1, date_trunc('quarter', (dateadd(month, -1, day::date)::date))::date)::date)::date) as hi
-- 14|     from facts_1
-- 15|   ) as bounds
-- 16|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(quarter, lo, hi)
-- 17|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(quarter, lo, hi)
-- 18|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(quarter, lo, hi)
-- 19|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(quarter, lo, hi)
-- 20|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(quarter, lo, hi)
-- 21|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(quarter, lo, hi)
-- 22|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(quarter, lo, hi)
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
-- 35|   d0 as "orders.due.fiscal_quarter",
-- 36|   sum(s0) as "orders.running"
-- 37| from facts_1
-- 37+| join periods_1 on day < dateadd(quarter, 1, d0)::date

-- the fiscal quarter before this one
-- ["2023-11-01 00:00:00","2024-02-01 00:00:00"]
select sum("amount") as "orders.total"
from "orders"
where "placed_at" >= $1::timestamp and "placed_at" < $2::timestamp;
-- duckdb, redshift: the same
-- mysql:
-- 4| where `placed_at` >= cast(? as datetime(6)) and `placed_at` < cast(? as datetime(6));
-- clickhouse:
-- 2| select sumOrNull("amount" + toDecimal128(0, 0)) as "orders.total"
-- 4| where "placed_at" >= {p1:DateTime64(6, 'UTC')} and "placed_at" < {p2:DateTime64(6, 'UTC')}
-- 4+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 4| where "placed_at" >= cast(? as timestamp(6)) and "placed_at" < cast(? as timestamp(6));
-- bigquery:
-- 4| where `placed_at` >= @p1 and `placed_at` < @p2;
-- databricks:
-- 4| where `placed_at` >= cast(concat(:p1, 'Z') as timestamp) and `placed_at` < cast(concat(:p2, 'Z') as timestamp);
-- snowflake:
-- 4| where "placed_at" >= cast(? as timestamp_ntz) and "placed_at" < cast(? as timestamp_ntz);

-- the quarters of this fiscal year
-- ["2024-02-01","2025-02-01"]
select
  (date_trunc('quarter', ("due"::date - interval '1 month'))::date + interval '1 month')::date as "orders.due.fiscal_quarter",
  sum("amount") as "orders.total"
from "orders"
where "due" >= $1::date and "due" < $2::date
group by 1;
-- duckdb: the same
-- mysql:
-- 3|   cast((date '1000-01-01' + interval timestampdiff(quarter, '1000-01-01', (date(`due`) - interval 1 month)) quarter + interval 1 month) as date) as `orders.due.fiscal_quarter`,
-- 6| where `due` >= cast(? as date) and `due` < cast(? as date)
-- clickhouse:
-- 3|   toDate32(((toStartOfQuarter(toDate32(((toDate32("due") + toIntervalMonth(-1))))) + toIntervalMonth(1)))) as "orders.due.fiscal_quarter",
-- 4|   sumOrNull("amount" + toDecimal128(0, 0)) as "orders.total"
-- 6| where "due" >= {p1:Date32} and "due" < {p2:Date32}
-- 7| group by 1
-- 7+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 3|   cast((date_add('month', 1, cast(date_trunc('quarter', (date_add('month', -1, cast("due" as date)))) as date))) as date) as "orders.due.fiscal_quarter",
-- 6| where "due" >= cast(? as date) and "due" < cast(? as date)
-- bigquery:
-- 3|   cast((date_add(date_trunc(cast((date_add(cast(`due` as date), interval -1 month)) as date), quarter), interval 1 month)) as date) as `orders__due__fiscal_quarter`,
-- 6| where `due` >= cast(@p1 as date) and `due` < cast(@p2 as date)
-- databricks:
-- 3|   cast((cast(dateadd(month, 1, cast(date_trunc('quarter', (cast(dateadd(month, -1, cast(`due` as date)) as date))) as date)) as date)) as date) as `orders.due.fiscal_quarter`,
-- 6| where `due` >= cast(:p1 as date) and `due` < cast(:p2 as date)
-- snowflake:
-- 3|   cast((dateadd(month, 1, cast(date_trunc('quarter', (dateadd(month, -1, cast("due" as date)))) as date))) as date) as "orders.due.fiscal_quarter",
-- 6| where "due" >= cast(? as date) and "due" < cast(? as date)
-- redshift:
-- 3|   (dateadd(month, 1, date_trunc('quarter', (dateadd(month, -1, "due"::date)::date))::date)::date)::date as "orders.due.fiscal_quarter",
