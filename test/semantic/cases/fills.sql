-- Postgres' SQL of each case, then the lines in which other dialects differ: "3|" replaces the third line, "3+|" follows
-- it. Differences in the quotes of names are not shown. These dialects are never run on the warehouse itself:
-- trino, bigquery, databricks, snowflake, redshift (how they are checked instead: shared/semantic/dialects/README.md).

-- fillGaps adds the periods between the first and the last
-- ["2024-01-01 00:00:00","2024-01-01 00:00:00"]
with groups_1 as (
  select
    "placed_at"::date as d0,
    sum("amount") as m0,
    count(*) as m1
  from "orders"
  where "placed_at" >= $1::timestamp
  group by 1
),
periods_1 as (
  select generate_series($2::timestamp::date::timestamp, case when max(d0) >= $2::timestamp::date + interval '100000 days' then concat('fillGaps: over 100000 periods', substr(max(d0)::text, 1, 0))::date else max(d0) end::timestamp, interval '1 day')::date as d0
  from groups_1
)
select
  d0 as "orders.placed_at.day",
  max(m0) as "orders.total",
  coalesce(max(m1), 0) as "orders.count"
from (
  select d0, m0, m1 from groups_1
  union all
  select d0, null as m0, null as m1
  from periods_1
) as filled
group by 1
order by "orders.placed_at.day" nulls last
limit 21;
-- duckdb:
-- 12|   select unnest(generate_series($2::timestamp::date::timestamp, case when max(d0) >= $2::timestamp::date + interval '100000 days' then concat('fillGaps: over 100000 periods', substr(max(d0)::text, 1, 0))::date else max(d0) end::timestamp, interval '1 day'))::date as d0
-- mysql:
-- 1| -- ["2024-01-01 00:00:00","2024-01-01 00:00:00","2024-01-01 00:00:00","2024-01-01 00:00:00"]
-- 2| with recursive groups_1 as (
-- 4|     date(`placed_at`) as d0,
-- 8|   where `placed_at` >= cast(? as datetime(6))
-- 12|   select
-- 12+|     1 as n,
-- 12+|     date(cast(? as datetime(6))) as d0,
-- 12+|     date(cast(? as datetime(6))) as first,
-- 12+|     case when max(d0) >= date(cast(? as datetime(6))) + interval 100000 day then from_days(18446744073709551615 + length(concat('fillGaps: over 100000 periods', substr(max(d0), 1, 0)))) else max(d0) end as last
-- 13+|   having first <= last
-- 13+|   union all
-- 13+|   select n * 2 + bit, first + interval (n * 2 + bit - 1) day, first, last
-- 13+|   from periods_1
-- 13+|   cross join (select 0 as bit union all select 1) as bits
-- 13+|   where first + interval (n * 2 + bit - 1) day <= last
-- 26| order by `orders.placed_at.day` <=> null, `orders.placed_at.day`
-- clickhouse:
-- 4|     toDate32(toTimeZone("placed_at", 'UTC')) as d0,
-- 5|     sumOrNull("amount" + toDecimal128(0, 0)) as m0,
-- 8|   where "placed_at" >= {p1:DateTime64(6, 'UTC')}
-- 12|   select arrayJoin(arrayMap(i -> lo + toIntervalDay(i), range(greatest(ifNull(dateDiff('day', lo, hi) + 1, 0), 0)))) as d0
-- 13|   from (
-- 13+|     select
-- 13+|       toDate32(toTimeZone({p2:DateTime64(6, 'UTC')}, 'UTC')) as lo,
-- 13+|       maxOrNull(d0) as hi
-- 13+|     from groups_1
-- 13+|   ) as bounds
-- 13+|   where lo <= hi
-- 26| order by 1 nulls last
-- 27| limit 21
-- 27+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 1| -- ["2024-01-01 00:00:00","2024-01-01 00:00:00","2024-01-01 00:00:00"]
-- 4|     cast(cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as d0,
-- 8|   where "placed_at" >= cast(? as timestamp(6))
-- 12|   select date_add('day', many * 10000 + few, lo) as d0
-- 13|   from (
-- 13+|     select
-- 13+|       cast(cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as lo,
-- 13+|       case when max(d0) >= date_add('day', 100000, cast(cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date)) then cast(concat('fillGaps: over 100000 periods', substr(cast(max(d0) as varchar), 1, 0)) as date) else max(d0) end as hi
-- 13+|     from groups_1
-- 13+|   ) as bounds
-- 13+|   cross join unnest(sequence(0, date_diff('day', lo, hi) / 10000)) as outer_steps (many)
-- 13+|   cross join unnest(sequence(0, least(date_diff('day', lo, hi), 9999))) as inner_steps (few)
-- 13+|   where lo <= hi and many * 10000 + few <= date_diff('day', lo, hi)
-- bigquery:
-- 4|     cast(datetime(timestamp(`placed_at`), 'UTC') as date) as d0,
-- 8|   where `placed_at` >= @p1
-- 12|   select step as d0
-- 13|   from (
-- 13+|     select
-- 13+|       cast(datetime(timestamp(@p2), 'UTC') as date) as lo,
-- 13+|       case when max(d0) >= date_add(cast(datetime(timestamp(@p2), 'UTC') as date), interval 100000 day) then cast(concat('fillGaps: over 100000 periods', substr(cast(max(d0) as string), 1, 0)) as date) else max(d0) end as hi
-- 13+|     from groups_1
-- 13+|   ) as bounds
-- 13+|   cross join unnest(generate_date_array(lo, hi, interval 1 day)) as step
-- databricks:
-- 4|     cast(convert_timezone('UTC', `placed_at`) as date) as d0,
-- 8|   where `placed_at` >= cast(concat(:p1, 'Z') as timestamp)
-- 12|   select explode(sequence(lo, hi, interval 1 day)) as d0
-- 13|   from (
-- 13+|     select
-- 13+|       cast(convert_timezone('UTC', cast(concat(:p2, 'Z') as timestamp)) as date) as lo,
-- 13+|       case when max(d0) >= cast(dateadd(day, 100000, cast(convert_timezone('UTC', cast(concat(:p2, 'Z') as timestamp)) as date)) as date) then raise_error(concat('fillGaps: over 100000 periods', substr(cast(max(d0) as string), 1, 0))) else max(d0) end as hi
-- 13+|     from groups_1
-- 13+|   ) as bounds
-- 13+|   where lo <= hi
-- snowflake:
-- 1| -- ["2024-01-01 00:00:00","2024-01-01 00:00:00","2024-01-01 00:00:00"]
-- 4|     cast(cast(convert_timezone('UTC', "placed_at") as timestamp_ntz) as date) as d0,
-- 8|   where "placed_at" >= cast(? as timestamp_ntz)
-- 12|   select dateadd(day, cast(steps.value as integer), lo) as d0
-- 13|   from (
-- 13+|     select
-- 13+|       cast(cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz) as date) as lo,
-- 13+|       case when max(d0) >= dateadd(day, 100000, cast(cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz) as date)) then cast(concat('fillGaps: over 100000 periods', substr(cast(max(d0) as varchar), 1, 0)) as date) else max(d0) end as hi
-- 13+|     from groups_1
-- 13+|   ) as bounds
-- 13+|   cross join lateral flatten(input => array_generate_range(0, datediff(day, lo, hi) + 1)) as steps
-- redshift:
-- 12|   select dateadd(day, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
-- 13|   from (
-- 13+|     select
-- 13+|       $2::timestamp::date as lo,
-- 13+|       case when max(d0) >= dateadd(day, 100000, $2::timestamp::date)::date then concat('fillGaps: over 100000 periods', substr(max(d0)::varchar, 1, 0))::date else max(d0) end as hi
-- 13+|     from groups_1
-- 13+|   ) as bounds
-- 13+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(day, lo, hi)
-- 13+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(day, lo, hi)
-- 13+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(day, lo, hi)
-- 13+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(day, lo, hi)
-- 13+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(day, lo, hi)
-- 13+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(day, lo, hi)
-- 13+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(day, lo, hi)

-- fillGaps follows the bounds of the filters
-- ["2024-01-14 23:00:00","2024-04-30 22:00:00","2024-01-14 23:00:00","2024-04-30 22:00:00"]
with groups_1 as (
  select
    date_trunc('month', ("placed_at"::timestamptz at time zone 'Europe/Berlin'))::date as d0,
    sum("amount") as m0,
    count(*) as m1
  from "orders"
  where "placed_at" >= $1::timestamp and "placed_at" < $2::timestamp
  group by 1
),
periods_1 as (
  select generate_series(date_trunc('month', ($3::timestamp::timestamptz at time zone 'Europe/Berlin'))::date::timestamp, date_trunc('month', (($4::timestamp - interval '1 microsecond')::timestamptz at time zone 'Europe/Berlin'))::date::timestamp, interval '1 month')::date as d0
)
select
  d0 as "orders.placed_at.month",
  max(m0) as "orders.total",
  coalesce(max(m1), 0) as "orders.count"
from (
  select d0, m0, m1 from groups_1
  union all
  select d0, null as m0, null as m1
  from periods_1
) as filled
group by 1
order by "orders.placed_at.month" nulls last
limit 21;
-- duckdb:
-- 12|   select unnest(generate_series(date_trunc('month', ($3::timestamp::timestamptz at time zone 'Europe/Berlin'))::date::timestamp, date_trunc('month', (($4::timestamp - interval '1 microsecond')::timestamptz at time zone 'Europe/Berlin'))::date::timestamp, interval '1 month'))::date as d0
-- mysql:
-- 1| -- ["2024-01-14 23:00:00","2024-04-30 22:00:00","2024-01-14 23:00:00","2024-01-14 23:00:00","2024-01-14 23:00:00","2024-01-14 23:00:00","2024-04-30 22:00:00","2024-04-30 22:00:00"]
-- 2| with recursive groups_1 as (
-- 4|     cast(date_format((`placed_at` + interval 60 + 60 * mod(interval(timestampdiff(hour, '1970-01-01', `placed_at`), 89953, 94153, 98521, 102889, 107257, 111625, 115993, 120361, 124729, 129265, 133633, 138001, 142369, 146737, 151105, 155473, 159841, 164209, 168577, 172945, 177313, 181849, 186217, 190585, 194953, 199321, 203689, 208057, 212425, 216793, 221161, 225529, 230065, 235105, 238801, 243841, 247537, 252577, 256273, 261481, 265009, 270217, 273745, 278953, 282649, 287689, 291385, 296425, 300121, 305329, 308857, 314065, 317593, 322801, 326329, 331537, 335233, 340273, 343969, 349009, 352705, 357913, 361441, 366649, 370177, 375385, 379081, 384121, 387817, 392857, 396553, 401593, 405289, 410497, 414025, 419233, 422761, 427969, 431665, 436705, 440401, 445441, 449137, 454345, 457873, 463081, 466609, 471817, 475513, 480553, 484249, 489289, 492985, 498025, 501721, 506929, 510457, 515665, 519193, 524401, 528097, 533137, 536833, 541873, 545569, 550777, 554305, 559513, 563041, 568249, 571777, 576985, 580681, 585721, 589417, 594457), 2) minute), '%Y-%m-01') as date) as d0,
-- 8|   where `placed_at` >= cast(? as datetime(6)) and `placed_at` < cast(? as datetime(6))
-- 12|   select
-- 12+|     1 as n,
-- 12+|     cast(date_format((cast(? as datetime(6)) + interval 60 + 60 * mod(interval(timestampdiff(hour, '1970-01-01', cast(? as datetime(6))), 89953, 94153, 98521, 102889, 107257, 111625, 115993, 120361, 124729, 129265, 133633, 138001, 142369, 146737, 151105, 155473, 159841, 164209, 168577, 172945, 177313, 181849, 186217, 190585, 194953, 199321, 203689, 208057, 212425, 216793, 221161, 225529, 230065, 235105, 238801, 243841, 247537, 252577, 256273, 261481, 265009, 270217, 273745, 278953, 282649, 287689, 291385, 296425, 300121, 305329, 308857, 314065, 317593, 322801, 326329, 331537, 335233, 340273, 343969, 349009, 352705, 357913, 361441, 366649, 370177, 375385, 379081, 384121, 387817, 392857, 396553, 401593, 405289, 410497, 414025, 419233, 422761, 427969, 431665, 436705, 440401, 445441, 449137, 454345, 457873, 463081, 466609, 471817, 475513, 480553, 484249, 489289, 492985, 498025, 501721, 506929, 510457, 515665, 519193, 524401, 528097, 533137, 536833, 541873, 545569, 550777, 554305, 559513, 563041, 568249, 571777, 576985, 580681, 585721, 589417, 594457), 2) minute), '%Y-%m-01') as date) as d0,
-- 12+|     cast(date_format((cast(? as datetime(6)) + interval 60 + 60 * mod(interval(timestampdiff(hour, '1970-01-01', cast(? as datetime(6))), 89953, 94153, 98521, 102889, 107257, 111625, 115993, 120361, 124729, 129265, 133633, 138001, 142369, 146737, 151105, 155473, 159841, 164209, 168577, 172945, 177313, 181849, 186217, 190585, 194953, 199321, 203689, 208057, 212425, 216793, 221161, 225529, 230065, 235105, 238801, 243841, 247537, 252577, 256273, 261481, 265009, 270217, 273745, 278953, 282649, 287689, 291385, 296425, 300121, 305329, 308857, 314065, 317593, 322801, 326329, 331537, 335233, 340273, 343969, 349009, 352705, 357913, 361441, 366649, 370177, 375385, 379081, 384121, 387817, 392857, 396553, 401593, 405289, 410497, 414025, 419233, 422761, 427969, 431665, 436705, 440401, 445441, 449137, 454345, 457873, 463081, 466609, 471817, 475513, 480553, 484249, 489289, 492985, 498025, 501721, 506929, 510457, 515665, 519193, 524401, 528097, 533137, 536833, 541873, 545569, 550777, 554305, 559513, 563041, 568249, 571777, 576985, 580681, 585721, 589417, 594457), 2) minute), '%Y-%m-01') as date) as first,
-- 12+|     cast(date_format(((cast(? as datetime(6)) - interval 1 microsecond) + interval 60 + 60 * mod(interval(timestampdiff(hour, '1970-01-01', (cast(? as datetime(6)) - interval 1 microsecond)), 89953, 94153, 98521, 102889, 107257, 111625, 115993, 120361, 124729, 129265, 133633, 138001, 142369, 146737, 151105, 155473, 159841, 164209, 168577, 172945, 177313, 181849, 186217, 190585, 194953, 199321, 203689, 208057, 212425, 216793, 221161, 225529, 230065, 235105, 238801, 243841, 247537, 252577, 256273, 261481, 265009, 270217, 273745, 278953, 282649, 287689, 291385, 296425, 300121, 305329, 308857, 314065, 317593, 322801, 326329, 331537, 335233, 340273, 343969, 349009, 352705, 357913, 361441, 366649, 370177, 375385, 379081, 384121, 387817, 392857, 396553, 401593, 405289, 410497, 414025, 419233, 422761, 427969, 431665, 436705, 440401, 445441, 449137, 454345, 457873, 463081, 466609, 471817, 475513, 480553, 484249, 489289, 492985, 498025, 501721, 506929, 510457, 515665, 519193, 524401, 528097, 533137, 536833, 541873, 545569, 550777, 554305, 559513, 563041, 568249, 571777, 576985, 580681, 585721, 589417, 594457), 2) minute), '%Y-%m-01') as date) as last
-- 12+|   having first <= last
-- 12+|   union all
-- 12+|   select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
-- 12+|   from periods_1
-- 12+|   cross join (select 0 as bit union all select 1) as bits
-- 12+|   where first + interval (n * 2 + bit - 1) month <= last
-- 25| order by `orders.placed_at.month` <=> null, `orders.placed_at.month`
-- clickhouse:
-- 1| -- ["2024-01-14 23:00:00","2024-04-30 22:00:00","2024-01-14 23:00:00","2024-04-30 21:59:59.999999"]
-- 4|     toStartOfMonth(toDate32(toTimeZone("placed_at", 'Europe/Berlin'))) as d0,
-- 5|     sumOrNull("amount" + toDecimal128(0, 0)) as m0,
-- 8|   where "placed_at" >= {p1:DateTime64(6, 'UTC')} and "placed_at" < {p2:DateTime64(6, 'UTC')}
-- 12|   select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
-- 12+|   from (
-- 12+|     select toStartOfMonth(toDate32(toTimeZone({p3:DateTime64(6, 'UTC')}, 'Europe/Berlin'))) as lo, toStartOfMonth(toDate32(toTimeZone({p4:DateTime64(6, 'UTC')}, 'Europe/Berlin'))) as hi
-- 12+|   ) as bounds
-- 12+|   where lo <= hi
-- 25| order by 1 nulls last
-- 26| limit 21
-- 26+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 1| -- ["2024-01-14 23:00:00","2024-04-30 22:00:00","2024-01-14 23:00:00","2024-04-30 21:59:59.999999"]
-- 4|     cast(date_trunc('month', cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'Europe/Berlin' as timestamp(6))) as date) as d0,
-- 8|   where "placed_at" >= cast(? as timestamp(6)) and "placed_at" < cast(? as timestamp(6))
-- 12|   select date_add('month', many * 10000 + few, lo) as d0
-- 12+|   from (
-- 12+|     select cast(date_trunc('month', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'Europe/Berlin' as timestamp(6))) as date) as lo, cast(date_trunc('month', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'Europe/Berlin' as timestamp(6))) as date) as hi
-- 12+|   ) as bounds
-- 12+|   cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
-- 12+|   cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
-- 12+|   where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
-- bigquery:
-- 1| -- ["2024-01-14 23:00:00","2024-04-30 22:00:00","2024-01-14 23:00:00","2024-04-30 21:59:59.999999"]
-- 4|     date_trunc(cast(datetime(timestamp(`placed_at`), 'Europe/Berlin') as date), month) as d0,
-- 8|   where `placed_at` >= @p1 and `placed_at` < @p2
-- 12|   select step as d0
-- 12+|   from (
-- 12+|     select date_trunc(cast(datetime(timestamp(@p3), 'Europe/Berlin') as date), month) as lo, date_trunc(cast(datetime(timestamp(@p4), 'Europe/Berlin') as date), month) as hi
-- 12+|   ) as bounds
-- 12+|   cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
-- databricks:
-- 1| -- ["2024-01-14 23:00:00","2024-04-30 22:00:00","2024-01-14 23:00:00","2024-04-30 21:59:59.999999"]
-- 4|     cast(date_trunc('month', convert_timezone('Europe/Berlin', `placed_at`)) as date) as d0,
-- 8|   where `placed_at` >= cast(concat(:p1, 'Z') as timestamp) and `placed_at` < cast(concat(:p2, 'Z') as timestamp)
-- 12|   select explode(sequence(lo, hi, interval 1 month)) as d0
-- 12+|   from (
-- 12+|     select cast(date_trunc('month', convert_timezone('Europe/Berlin', cast(concat(:p3, 'Z') as timestamp))) as date) as lo, cast(date_trunc('month', convert_timezone('Europe/Berlin', cast(concat(:p4, 'Z') as timestamp))) as date) as hi
-- 12+|   ) as bounds
-- 12+|   where lo <= hi
-- snowflake:
-- 1| -- ["2024-01-14 23:00:00","2024-04-30 22:00:00","2024-01-14 23:00:00","2024-04-30 21:59:59.999999"]
-- 4|     cast(date_trunc('month', cast(convert_timezone('Europe/Berlin', "placed_at") as timestamp_ntz)) as date) as d0,
-- 8|   where "placed_at" >= cast(? as timestamp_ntz) and "placed_at" < cast(? as timestamp_ntz)
-- 12|   select dateadd(month, cast(steps.value as integer), lo) as d0
-- 12+|   from (
-- 12+|     select cast(date_trunc('month', cast(convert_timezone('Europe/Berlin', cast(? as timestamp_ntz)) as timestamp_ntz)) as date) as lo, cast(date_trunc('month', cast(convert_timezone('Europe/Berlin', cast(? as timestamp_ntz)) as timestamp_ntz)) as date) as hi
-- 12+|   ) as bounds
-- 12+|   cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
-- redshift:
-- 1| -- ["2024-01-14 23:00:00","2024-04-30 22:00:00","2024-01-14 23:00:00","2024-04-30 21:59:59.999999"]
-- 12|   select dateadd(month, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
-- 12+|   from (
-- 12+|     select date_trunc('month', ($3::timestamp::timestamptz at time zone 'Europe/Berlin'))::date as lo, date_trunc('month', ($4::timestamp::timestamptz at time zone 'Europe/Berlin'))::date as hi
-- 12+|   ) as bounds
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(month, lo, hi)
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(month, lo, hi)
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(month, lo, hi)
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(month, lo, hi)
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(month, lo, hi)
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(month, lo, hi)
-- 12+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(month, lo, hi)

-- fillGaps fills every combination of the other dimensions, and keeps null
with groups_1 as (
  select
    "channel" as d0,
    date_trunc('year', "placed_at")::date as d1,
    sum("amount") as m0
  from "orders"
  group by 1, 2
),
periods_1 as (
  select generate_series(min(d1)::timestamp, case when not isfinite(min(d1)) or not isfinite(max(d1)) then concat('fillGaps: over 100000 periods', substr(max(d1)::text, 1, 0))::date else max(d1) end::timestamp, interval '1 year')::date as d1
  from groups_1
)
select
  d0 as "orders.channel",
  d1 as "orders.placed_at.year",
  max(m0) as "orders.total"
from (
  select d0, d1, m0 from groups_1
  union all
  select d0, d1, null as m0
  from periods_1
  cross join (select distinct d0 from groups_1) as others
) as filled
group by 1, 2
order by "orders.channel" nulls last, "orders.placed_at.year" nulls last
limit 21;
-- duckdb:
-- 10|   select unnest(generate_series(min(d1)::timestamp, case when not isfinite(min(d1)) or not isfinite(max(d1)) then concat('fillGaps: over 100000 periods', substr(max(d1)::text, 1, 0))::date else max(d1) end::timestamp, interval '1 year'))::date as d1
-- mysql:
-- 1| with recursive groups_1 as (
-- 4|     cast(date_format(`placed_at`, '%Y-01-01') as date) as d1,
-- 10|   select
-- 10+|     1 as n,
-- 10+|     min(d1) as d1,
-- 10+|     min(d1) as first,
-- 10+|     max(d1) as last
-- 11+|   having first <= last
-- 11+|   union all
-- 11+|   select n * 2 + bit, first + interval (n * 2 + bit - 1) year, first, last
-- 11+|   from periods_1
-- 11+|   cross join (select 0 as bit union all select 1) as bits
-- 11+|   where first + interval (n * 2 + bit - 1) year <= last
-- 25| order by `orders.channel` <=> null, `orders.channel`, `orders.placed_at.year` <=> null, `orders.placed_at.year`
-- clickhouse:
-- 4|     toStartOfYear(toDate32(toTimeZone("placed_at", 'UTC'))) as d1,
-- 5|     sumOrNull("amount" + toDecimal128(0, 0)) as m0
-- 10|   select arrayJoin(arrayMap(i -> lo + toIntervalYear(i), range(greatest(ifNull(dateDiff('year', lo, hi) + 1, 0), 0)))) as d1
-- 11|   from (
-- 11+|     select
-- 11+|       minOrNull(d1) as lo,
-- 11+|       maxOrNull(d1) as hi
-- 11+|     from groups_1
-- 11+|   ) as bounds
-- 11+|   where lo <= hi
-- 25| order by 1 nulls last, 2 nulls last
-- 26| limit 21
-- 26+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 4|     cast(date_trunc('year', cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as d1,
-- 10|   select date_add('year', many * 10000 + few, lo) as d1
-- 11|   from (
-- 11+|     select
-- 11+|       min(d1) as lo,
-- 11+|       max(d1) as hi
-- 11+|     from groups_1
-- 11+|   ) as bounds
-- 11+|   cross join unnest(sequence(0, date_diff('year', lo, hi) / 10000)) as outer_steps (many)
-- 11+|   cross join unnest(sequence(0, least(date_diff('year', lo, hi), 9999))) as inner_steps (few)
-- 11+|   where lo <= hi and many * 10000 + few <= date_diff('year', lo, hi)
-- bigquery:
-- 4|     date_trunc(cast(datetime(timestamp(`placed_at`), 'UTC') as date), year) as d1,
-- 10|   select step as d1
-- 11|   from (
-- 11+|     select
-- 11+|       min(d1) as lo,
-- 11+|       max(d1) as hi
-- 11+|     from groups_1
-- 11+|   ) as bounds
-- 11+|   cross join unnest(generate_date_array(lo, hi, interval 1 year)) as step
-- databricks:
-- 4|     cast(date_trunc('year', convert_timezone('UTC', `placed_at`)) as date) as d1,
-- 10|   select explode(sequence(lo, hi, interval 1 year)) as d1
-- 11|   from (
-- 11+|     select
-- 11+|       min(d1) as lo,
-- 11+|       max(d1) as hi
-- 11+|     from groups_1
-- 11+|   ) as bounds
-- 11+|   where lo <= hi
-- snowflake:
-- 4|     cast(date_trunc('year', cast(convert_timezone('UTC', "placed_at") as timestamp_ntz)) as date) as d1,
-- 10|   select dateadd(year, cast(steps.value as integer), lo) as d1
-- 11|   from (
-- 11+|     select
-- 11+|       min(d1) as lo,
-- 11+|       max(d1) as hi
-- 11+|     from groups_1
-- 11+|   ) as bounds
-- 11+|   cross join lateral flatten(input => array_generate_range(0, datediff(year, lo, hi) + 1)) as steps
-- redshift:
-- 10|   select dateadd(year, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d1
-- 11|   from (
-- 11+|     select
-- 11+|       min(d1) as lo,
-- 11+|       max(d1) as hi
-- 11+|     from groups_1
-- 11+|   ) as bounds
-- 11+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(year, lo, hi)
-- 11+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(year, lo, hi)
-- 11+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(year, lo, hi)
-- 11+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(year, lo, hi)
-- 11+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(year, lo, hi)
-- 11+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(year, lo, hi)
-- 11+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(year, lo, hi)

-- fillGaps over two facts, and before a filter on groups
-- ["2023-12-01","2023-12-01","2023-12-01","4"]
with groups_1 as (
  select
    d0,
    max(m0) as m0,
    max(m1) as m1
  from (
    select
      date_trunc('month', "day")::date as d0,
      count(*) as m0,
      null as m1
    from "balances"
    where "day" >= $1::date
    group by 1
    union all
    select
      d0,
      null as m0,
      count(*) as m1
    from (
      select distinct
        date_trunc('month', "balances"."day")::date as d0,
        "accounts"."id" as k0
      from "accounts"
      left join "balances" on "balances"."account_id" = "accounts"."id"
      where "balances"."day" >= $2::date
    ) as "accounts"
    group by 1
  ) as branches
  group by 1
),
periods_1 as (
  select generate_series(date_trunc('month', $3::date)::date::timestamp, case when not isfinite(date_trunc('month', $3::date)::date) or not isfinite(max(d0)) then concat('fillGaps: over 100000 periods', substr(max(d0)::text, 1, 0))::date else max(d0) end::timestamp, interval '1 month')::date as d0
  from groups_1
)
select
  d0 as "balances.day.month",
  coalesce(max(m0), 0) as "balances.count",
  coalesce(max(m1), 0) as "accounts.count"
from (
  select d0, m0, m1 from groups_1
  union all
  select d0, null as m0, null as m1
  from periods_1
) as filled
group by 1
having coalesce(max(m0), 0) < $4::bigint
order by "balances.day.month" nulls last
limit 21;
-- duckdb:
-- 33|   select unnest(generate_series(date_trunc('month', $3::date)::date::timestamp, case when not isfinite(date_trunc('month', $3::date)::date) or not isfinite(max(d0)) then concat('fillGaps: over 100000 periods', substr(max(d0)::text, 1, 0))::date else max(d0) end::timestamp, interval '1 month'))::date as d0
-- mysql:
-- 1| -- ["2023-12-01","2023-12-01","2023-12-01","2023-12-01","4"]
-- 2| with recursive groups_1 as (
-- 9|       cast(date_format(`day`, '%Y-%m-01') as date) as d0,
-- 13|     where `day` >= cast(? as date)
-- 22|         cast(date_format(`balances`.`day`, '%Y-%m-01') as date) as d0,
-- 26|       where `balances`.`day` >= cast(? as date)
-- 33|   select
-- 33+|     1 as n,
-- 33+|     cast(date_format(cast(? as date), '%Y-%m-01') as date) as d0,
-- 33+|     cast(date_format(cast(? as date), '%Y-%m-01') as date) as first,
-- 33+|     max(d0) as last
-- 34+|   having first <= last
-- 34+|   union all
-- 34+|   select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
-- 34+|   from periods_1
-- 34+|   cross join (select 0 as bit union all select 1) as bits
-- 34+|   where first + interval (n * 2 + bit - 1) month <= last
-- 47| having coalesce(max(m0), 0) < cast(? as signed)
-- 48| order by `balances.day.month` <=> null, `balances.day.month`
-- clickhouse:
-- 9|       toStartOfMonth(toDate32("day")) as d0,
-- 13|     where "day" >= {p1:Date32}
-- 22|         toStartOfMonth(toDate32("balances"."day")) as d0,
-- 26|       where "balances"."day" >= {p2:Date32}
-- 33|   select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
-- 34|   from (
-- 34+|     select
-- 34+|       toStartOfMonth(toDate32({p3:Date32})) as lo,
-- 34+|       maxOrNull(d0) as hi
-- 34+|     from groups_1
-- 34+|   ) as bounds
-- 34+|   where lo <= hi
-- 47| having coalesce(max(m0), 0) < {p4:Int64}
-- 48| order by 1 nulls last
-- 49| limit 21
-- 49+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 9|       cast(date_trunc('month', "day") as date) as d0,
-- 13|     where "day" >= cast(? as date)
-- 22|         cast(date_trunc('month', "balances"."day") as date) as d0,
-- 26|       where "balances"."day" >= cast(? as date)
-- 33|   select date_add('month', many * 10000 + few, lo) as d0
-- 34|   from (
-- 34+|     select
-- 34+|       cast(date_trunc('month', cast(? as date)) as date) as lo,
-- 34+|       max(d0) as hi
-- 34+|     from groups_1
-- 34+|   ) as bounds
-- 34+|   cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
-- 34+|   cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
-- 34+|   where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
-- 47| having coalesce(max(m0), 0) < cast(? as bigint)
-- bigquery:
-- 9|       date_trunc(cast(`day` as date), month) as d0,
-- 13|     where `day` >= cast(@p1 as date)
-- 22|         date_trunc(cast(`balances`.`day` as date), month) as d0,
-- 26|       where `balances`.`day` >= cast(@p2 as date)
-- 33|   select step as d0
-- 34|   from (
-- 34+|     select
-- 34+|       date_trunc(cast(cast(@p3 as date) as date), month) as lo,
-- 34+|       max(d0) as hi
-- 34+|     from groups_1
-- 34+|   ) as bounds
-- 34+|   cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
-- 47| having coalesce(max(m0), 0) < cast(@p4 as int64)
-- databricks:
-- 9|       cast(date_trunc('month', `day`) as date) as d0,
-- 13|     where `day` >= cast(:p1 as date)
-- 22|         cast(date_trunc('month', `balances`.`day`) as date) as d0,
-- 26|       where `balances`.`day` >= cast(:p2 as date)
-- 33|   select explode(sequence(lo, hi, interval 1 month)) as d0
-- 34|   from (
-- 34+|     select
-- 34+|       cast(date_trunc('month', cast(:p3 as date)) as date) as lo,
-- 34+|       max(d0) as hi
-- 34+|     from groups_1
-- 34+|   ) as bounds
-- 34+|   where lo <= hi
-- 47| having coalesce(max(m0), 0) < cast(:p4 as bigint)
-- snowflake:
-- 9|       cast(date_trunc('month', "day") as date) as d0,
-- 13|     where "day" >= cast(? as date)
-- 22|         cast(date_trunc('month', "balances"."day") as date) as d0,
-- 26|       where "balances"."day" >= cast(? as date)
-- 33|   select dateadd(month, cast(steps.value as integer), lo) as d0
-- 34|   from (
-- 34+|     select
-- 34+|       cast(date_trunc('month', cast(? as date)) as date) as lo,
-- 34+|       max(d0) as hi
-- 34+|     from groups_1
-- 34+|   ) as bounds
-- 34+|   cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
-- 47| having coalesce(max(m0), 0) < cast(? as number(38, 0))
-- redshift:
-- 33|   select dateadd(month, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
-- 34|   from (
-- 34+|     select
-- 34+|       date_trunc('month', $3::date)::date as lo,
-- 34+|       max(d0) as hi
-- 34+|     from groups_1
-- 34+|   ) as bounds
-- 34+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(month, lo, hi)
-- 34+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(month, lo, hi)
-- 34+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(month, lo, hi)
-- 34+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(month, lo, hi)
-- 34+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(month, lo, hi)
-- 34+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(month, lo, hi)
-- 34+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(month, lo, hi)

-- fillGaps of hours
-- ["2024-02-04 21:30:00","2024-02-05 01:00:00","2024-02-04 21:30:00","2024-02-05 01:00:00"]
with groups_1 as (
  select
    date_trunc('hour', "placed_at") as d0,
    count(*) as m0
  from "orders"
  where "placed_at" >= $1::timestamp
    and "placed_at" < $2::timestamp
  group by 1
),
periods_1 as (
  select generate_series(date_trunc('hour', $3::timestamp), date_trunc('hour', ($4::timestamp - interval '1 microsecond')), interval '1 hour') as d0
)
select
  d0 as "orders.placed_at.hour",
  coalesce(max(m0), 0) as "orders.count"
from (
  select d0, m0 from groups_1
  union all
  select d0, null as m0
  from periods_1
) as filled
group by 1
order by "orders.placed_at.hour" nulls last
limit 21;
-- duckdb:
-- 12|   select unnest(generate_series(date_trunc('hour', $3::timestamp), date_trunc('hour', ($4::timestamp - interval '1 microsecond')), interval '1 hour')) as d0
-- mysql:
-- 1| -- ["2024-02-04 21:30:00","2024-02-05 01:00:00","2024-02-04 21:30:00","2024-02-04 21:30:00","2024-02-05 01:00:00"]
-- 2| with recursive groups_1 as (
-- 4|     cast(date_format(`placed_at`, '%Y-%m-%d %H:00:00') as datetime) as d0,
-- 7|   where `placed_at` >= cast(? as datetime(6))
-- 8|     and `placed_at` < cast(? as datetime(6))
-- 12|   select
-- 12+|     1 as n,
-- 12+|     cast(date_format(cast(? as datetime(6)), '%Y-%m-%d %H:00:00') as datetime) as d0,
-- 12+|     cast(date_format(cast(? as datetime(6)), '%Y-%m-%d %H:00:00') as datetime) as first,
-- 12+|     cast(date_format((cast(? as datetime(6)) - interval 1 microsecond), '%Y-%m-%d %H:00:00') as datetime) as last
-- 12+|   having first <= last
-- 12+|   union all
-- 12+|   select n * 2 + bit, first + interval (n * 2 + bit - 1) hour, first, last
-- 12+|   from periods_1
-- 12+|   cross join (select 0 as bit union all select 1) as bits
-- 12+|   where first + interval (n * 2 + bit - 1) hour <= last
-- 24| order by `orders.placed_at.hour` <=> null, `orders.placed_at.hour`
-- clickhouse:
-- 1| -- ["2024-02-04 21:30:00","2024-02-05 01:00:00","2024-02-04 21:30:00","2024-02-05 00:59:59.999999"]
-- 4|     toStartOfInterval(toTimeZone("placed_at", 'UTC'), toIntervalHour(1)) as d0,
-- 7|   where "placed_at" >= {p1:DateTime64(6, 'UTC')}
-- 8|     and "placed_at" < {p2:DateTime64(6, 'UTC')}
-- 12|   select arrayJoin(arrayMap(i -> lo + toIntervalHour(i), range(greatest(ifNull(dateDiff('hour', lo, hi) + 1, 0), 0)))) as d0
-- 12+|   from (
-- 12+|     select toStartOfInterval(toTimeZone({p3:DateTime64(6, 'UTC')}, 'UTC'), toIntervalHour(1)) as lo, toStartOfInterval(toTimeZone({p4:DateTime64(6, 'UTC')}, 'UTC'), toIntervalHour(1)) as hi
-- 12+|   ) as bounds
-- 12+|   where lo <= hi
-- 24| order by 1 nulls last
-- 25| limit 21
-- 25+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 1| -- ["2024-02-04 21:30:00","2024-02-05 01:00:00","2024-02-04 21:30:00","2024-02-05 00:59:59.999999"]
-- 4|     date_trunc('hour', cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as d0,
-- 7|   where "placed_at" >= cast(? as timestamp(6))
-- 8|     and "placed_at" < cast(? as timestamp(6))
-- 12|   select date_add('hour', many * 10000 + few, lo) as d0
-- 12+|   from (
-- 12+|     select date_trunc('hour', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as lo, date_trunc('hour', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as hi
-- 12+|   ) as bounds
-- 12+|   cross join unnest(sequence(0, date_diff('hour', lo, hi) / 10000)) as outer_steps (many)
-- 12+|   cross join unnest(sequence(0, least(date_diff('hour', lo, hi), 9999))) as inner_steps (few)
-- 12+|   where lo <= hi and many * 10000 + few <= date_diff('hour', lo, hi)
-- bigquery:
-- 1| -- ["2024-02-04 21:30:00","2024-02-05 01:00:00","2024-02-04 21:30:00","2024-02-05 00:59:59.999999"]
-- 4|     timestamp_trunc(timestamp(`placed_at`), hour) as d0,
-- 7|   where `placed_at` >= @p1
-- 8|     and `placed_at` < @p2
-- 12|   select step as d0
-- 12+|   from (
-- 12+|     select timestamp_trunc(timestamp(@p3), hour) as lo, timestamp_trunc(timestamp(@p4), hour) as hi
-- 12+|   ) as bounds
-- 12+|   cross join unnest(generate_timestamp_array(lo, hi, interval 1 hour)) as step
-- databricks:
-- 1| -- ["2024-02-04 21:30:00","2024-02-05 01:00:00","2024-02-04 21:30:00","2024-02-05 00:59:59.999999"]
-- 4|     date_trunc('hour', convert_timezone('UTC', `placed_at`)) as d0,
-- 7|   where `placed_at` >= cast(concat(:p1, 'Z') as timestamp)
-- 8|     and `placed_at` < cast(concat(:p2, 'Z') as timestamp)
-- 12|   select explode(sequence(lo, hi, interval 1 hour)) as d0
-- 12+|   from (
-- 12+|     select date_trunc('hour', convert_timezone('UTC', cast(concat(:p3, 'Z') as timestamp))) as lo, date_trunc('hour', convert_timezone('UTC', cast(concat(:p4, 'Z') as timestamp))) as hi
-- 12+|   ) as bounds
-- 12+|   where lo <= hi
-- snowflake:
-- 1| -- ["2024-02-04 21:30:00","2024-02-05 01:00:00","2024-02-04 21:30:00","2024-02-05 00:59:59.999999"]
-- 4|     date_trunc('hour', cast(convert_timezone('UTC', "placed_at") as timestamp_ntz)) as d0,
-- 7|   where "placed_at" >= cast(? as timestamp_ntz)
-- 8|     and "placed_at" < cast(? as timestamp_ntz)
-- 12|   select dateadd(hour, cast(steps.value as integer), lo) as d0
-- 12+|   from (
-- 12+|     select date_trunc('hour', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as lo, date_trunc('hour', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as hi
-- 12+|   ) as bounds
-- 12+|   cross join lateral flatten(input => array_generate_range(0, datediff(hour, lo, hi) + 1)) as steps
-- redshift:
-- 1| -- ["2024-02-04 21:30:00","2024-02-05 01:00:00","2024-02-04 21:30:00","2024-02-05 00:59:59.999999"]
-- 12|   select dateadd(hour, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::timestamp as d0
-- 12+|   from (
-- 12+|     select date_trunc('hour', $3::timestamp) as lo, date_trunc('hour', $4::timestamp) as hi
-- 12+|   ) as bounds
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(hour, lo, hi)
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(hour, lo, hi)
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(hour, lo, hi)
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(hour, lo, hi)
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(hour, lo, hi)
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(hour, lo, hi)
-- 12+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(hour, lo, hi)

-- added periods can pass a filter on groups, and add nothing to the totals
-- ["2023-12-01","2023-12-01","4"]
with groups_1 as (
  select
    date_trunc('month', "day")::date as d0,
    count(*) as m0
  from "balances"
  where "day" >= $1::date
  group by 1
),
periods_1 as (
  select generate_series(date_trunc('month', $2::date)::date::timestamp, case when not isfinite(date_trunc('month', $2::date)::date) or not isfinite(max(d0)) then concat('fillGaps: over 100000 periods', substr(max(d0)::text, 1, 0))::date else max(d0) end::timestamp, interval '1 month')::date as d0
  from groups_1
)
select
  d0 as "balances.day.month",
  coalesce(max(m0), 0) as "balances.count"
from (
  select d0, m0 from groups_1
  union all
  select d0, null as m0
  from periods_1
) as filled
group by 1
having coalesce(max(m0), 0) < $3::bigint
order by "balances.day.month" nulls last
limit 11;
-- totals
-- ["2023-12-01","4","2023-12-01"]
with picked_1 as (
  select date_trunc('month', "day")::date as d0
  from "balances"
  where "day" >= $1::date
  group by 1
  having count(*) < $2::bigint
)
select count(*) as "balances.count"
from "balances"
where "balances"."day" >= $3::date
  and exists (
    select 1
    from picked_1
    where array[picked_1.d0] = array[date_trunc('month', "balances"."day")::date]
  );
-- duckdb:
-- 11|   select unnest(generate_series(date_trunc('month', $2::date)::date::timestamp, case when not isfinite(date_trunc('month', $2::date)::date) or not isfinite(max(d0)) then concat('fillGaps: over 100000 periods', substr(max(d0)::text, 1, 0))::date else max(d0) end::timestamp, interval '1 month'))::date as d0
-- 42|     where picked_1.d0 is not distinct from date_trunc('month', "balances"."day")::date
-- mysql:
-- 1| -- ["2023-12-01","2023-12-01","2023-12-01","4"]
-- 2| with recursive groups_1 as (
-- 4|     cast(date_format(`day`, '%Y-%m-01') as date) as d0,
-- 7|   where `day` >= cast(? as date)
-- 11|   select
-- 11+|     1 as n,
-- 11+|     cast(date_format(cast(? as date), '%Y-%m-01') as date) as d0,
-- 11+|     cast(date_format(cast(? as date), '%Y-%m-01') as date) as first,
-- 11+|     max(d0) as last
-- 12+|   having first <= last
-- 12+|   union all
-- 12+|   select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
-- 12+|   from periods_1
-- 12+|   cross join (select 0 as bit union all select 1) as bits
-- 12+|   where first + interval (n * 2 + bit - 1) month <= last
-- 24| having coalesce(max(m0), 0) < cast(? as signed)
-- 25| order by `balances.day.month` <=> null, `balances.day.month`
-- 30|   select cast(date_format(`day`, '%Y-%m-01') as date) as d0
-- 32|   where `day` >= cast(? as date)
-- 34|   having count(*) < cast(? as signed)
-- 38| where `balances`.`day` >= cast(? as date)
-- 42|     where picked_1.d0 <=> cast(date_format(`balances`.`day`, '%Y-%m-01') as date)
-- clickhouse:
-- 4|     toStartOfMonth(toDate32("day")) as d0,
-- 7|   where "day" >= {p1:Date32}
-- 11|   select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
-- 12|   from (
-- 12+|     select
-- 12+|       toStartOfMonth(toDate32({p2:Date32})) as lo,
-- 12+|       maxOrNull(d0) as hi
-- 12+|     from groups_1
-- 12+|   ) as bounds
-- 12+|   where lo <= hi
-- 24| having coalesce(max(m0), 0) < {p3:Int64}
-- 25| order by 1 nulls last
-- 26| limit 11
-- 26+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- 30|   select toStartOfMonth(toDate32("day")) as d0
-- 32|   where "day" >= {p1:Date32}
-- 34|   having count(*) < {p2:Int64}
-- 38| where "balances"."day" >= {p3:Date32}
-- 39|   and toJSONString(tuple(toStartOfMonth(toDate32("balances"."day")))) in (
-- 40|     select toJSONString(tuple(picked_1.d0))
-- 42|   )
-- 43| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, output_format_json_quote_denormals = 1;
-- trino:
-- 4|     cast(date_trunc('month', "day") as date) as d0,
-- 7|   where "day" >= cast(? as date)
-- 11|   select date_add('month', many * 10000 + few, lo) as d0
-- 12|   from (
-- 12+|     select
-- 12+|       cast(date_trunc('month', cast(? as date)) as date) as lo,
-- 12+|       max(d0) as hi
-- 12+|     from groups_1
-- 12+|   ) as bounds
-- 12+|   cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
-- 12+|   cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
-- 12+|   where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
-- 24| having coalesce(max(m0), 0) < cast(? as bigint)
-- 30|   select cast(date_trunc('month', "day") as date) as d0
-- 32|   where "day" >= cast(? as date)
-- 34|   having count(*) < cast(? as bigint)
-- 38| where "balances"."day" >= cast(? as date)
-- 39|   and json_format(cast(array[cast(cast(date_trunc('month', "balances"."day") as date) as json)] as json)) in (
-- 40|     select json_format(cast(array[cast(picked_1.d0 as json)] as json))
-- 42 is left out
-- bigquery:
-- 4|     date_trunc(cast(`day` as date), month) as d0,
-- 7|   where `day` >= cast(@p1 as date)
-- 11|   select step as d0
-- 12|   from (
-- 12+|     select
-- 12+|       date_trunc(cast(cast(@p2 as date) as date), month) as lo,
-- 12+|       max(d0) as hi
-- 12+|     from groups_1
-- 12+|   ) as bounds
-- 12+|   cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
-- 24| having coalesce(max(m0), 0) < cast(@p3 as int64)
-- 30|   select date_trunc(cast(`day` as date), month) as d0
-- 32|   where `day` >= cast(@p1 as date)
-- 34|   having count(*) < cast(@p2 as int64)
-- 38| where `balances`.`day` >= cast(@p3 as date)
-- 39|   and to_json_string([to_json_string(date_trunc(cast(`balances`.`day` as date), month))]) in (
-- 40|     select to_json_string([to_json_string(picked_1.d0)])
-- 42 is left out
-- databricks:
-- 4|     cast(date_trunc('month', `day`) as date) as d0,
-- 7|   where `day` >= cast(:p1 as date)
-- 11|   select explode(sequence(lo, hi, interval 1 month)) as d0
-- 12|   from (
-- 12+|     select
-- 12+|       cast(date_trunc('month', cast(:p2 as date)) as date) as lo,
-- 12+|       max(d0) as hi
-- 12+|     from groups_1
-- 12+|   ) as bounds
-- 12+|   where lo <= hi
-- 24| having coalesce(max(m0), 0) < cast(:p3 as bigint)
-- 30|   select cast(date_trunc('month', `day`) as date) as d0
-- 32|   where `day` >= cast(:p1 as date)
-- 34|   having count(*) < cast(:p2 as bigint)
-- 38| where `balances`.`day` >= cast(:p3 as date)
-- 39|   and to_json(named_struct('c0', cast(date_trunc('month', `balances`.`day`) as date))) in (
-- 40|     select to_json(named_struct('c0', picked_1.d0))
-- 42 is left out
-- snowflake:
-- 4|     cast(date_trunc('month', "day") as date) as d0,
-- 7|   where "day" >= cast(? as date)
-- 11|   select dateadd(month, cast(steps.value as integer), lo) as d0
-- 12|   from (
-- 12+|     select
-- 12+|       cast(date_trunc('month', cast(? as date)) as date) as lo,
-- 12+|       max(d0) as hi
-- 12+|     from groups_1
-- 12+|   ) as bounds
-- 12+|   cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
-- 24| having coalesce(max(m0), 0) < cast(? as number(38, 0))
-- 30|   select cast(date_trunc('month', "day") as date) as d0
-- 32|   where "day" >= cast(? as date)
-- 34|   having count(*) < cast(? as number(38, 0))
-- 38| where "balances"."day" >= cast(? as date)
-- 39|   and to_json(array_construct(cast(date_trunc('month', "balances"."day") as date))) in (
-- 40|     select to_json(array_construct(picked_1.d0))
-- 42 is left out
-- redshift:
-- 11|   select dateadd(month, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
-- 12|   from (
-- 12+|     select
-- 12+|       date_trunc('month', $2::date)::date as lo,
-- 12+|       max(d0) as hi
-- 12+|     from groups_1
-- 12+|   ) as bounds
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(month, lo, hi)
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(month, lo, hi)
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(month, lo, hi)
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(month, lo, hi)
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(month, lo, hi)
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(month, lo, hi)
-- 12+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(month, lo, hi)
-- 42|     where (picked_1.d0 = date_trunc('month', "balances"."day")::date or (picked_1.d0 is null and date_trunc('month', "balances"."day")::date is null))
