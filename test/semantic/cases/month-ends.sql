-- Postgres' SQL of each case, then the lines in which other dialects differ: "3|" replaces the third line, "3+|" follows
-- it. Differences in the quotes of names are not shown. These dialects are never run on the warehouse itself:
-- trino, bigquery, databricks, snowflake, redshift (how they are checked instead: shared/semantic/dialects/README.md).

-- a month before the 28th to the 31st of March is each time the 28th of February
-- ["2023-03-27","2023-03-31","2023-03-27","2023-03-31","2023-03-27","2023-03-31"]
with facts_1 as (
  select
    "day"::date as day_,
    sum("amount") as s0
  from "sales"
  where "day" >= $1::date - interval '1 day' - interval '2 days' - interval '1 month'
    and "day" < $2::date + interval '1 day' + interval '2 days'
  group by 1
),
periods_1 as (
  select generate_series($3::date::date::timestamp, $4::date::date::timestamp, interval '1 day')::date as d0
)
select
  d0 as "sales.day.day",
  max(m0) as "sales.month_ago",
  max(m1) as "sales.total"
from (
  select
    d0,
    sum(s0) as m0,
    null as m1
  from facts_1
  join periods_1 on day_ >= d0 - interval '1 month' and day_ < d0 - interval '1 month' + interval '1 day'
  group by 1
  union all
  select
    "day"::date as d0,
    null as m0,
    sum("amount") as m1
  from "sales"
  where "day" between $5::date and $6::date
  group by 1
) as branches
group by 1
order by "sales.day.day" nulls last;
-- duckdb:
-- 12|   select unnest(generate_series($3::date::date::timestamp, $4::date::date::timestamp, interval '1 day'))::date as d0
-- mysql:
-- 1| -- ["2023-03-27","2023-03-31","2023-03-27","2023-03-27","2023-03-31","2023-03-27","2023-03-31"]
-- 2| with recursive facts_1 as (
-- 4|     date(`day`) as day_,
-- 7|   where `day` >= cast(? as date) - interval 1 day - interval 2 day - interval 1 month
-- 8|     and `day` < cast(? as date) + interval 1 day + interval 2 day
-- 12|   select
-- 12+|     1 as n,
-- 12+|     date(cast(? as date)) as d0,
-- 12+|     date(cast(? as date)) as first,
-- 12+|     date(cast(? as date)) as last
-- 12+|   having first <= last
-- 12+|   union all
-- 12+|   select n * 2 + bit, first + interval (n * 2 + bit - 1) day, first, last
-- 12+|   from periods_1
-- 12+|   cross join (select 0 as bit union all select 1) as bits
-- 12+|   where first + interval (n * 2 + bit - 1) day <= last
-- 24|   join periods_1 on day_ >= d0 - interval 1 month and day_ < d0 - interval 1 month + interval 1 day
-- 28|     date(`day`) as d0,
-- 32|   where `day` between cast(? as date) and cast(? as date)
-- 36| order by `sales.day.day` <=> null, `sales.day.day`;
-- clickhouse:
-- 1| -- ["2023-02-24","2023-04-03","2023-03-27","2023-03-31","2023-03-27","2023-03-31"]
-- 4|     toDate32("day") as day_,
-- 5|     sumOrNull("amount" + toDecimal128(0, 0)) as s0
-- 7|   where "day" >= {p1:Date32}
-- 8|     and "day" < {p2:Date32}
-- 12|   select arrayJoin(arrayMap(i -> lo + toIntervalDay(i), range(greatest(ifNull(dateDiff('day', lo, hi) + 1, 0), 0)))) as d0
-- 12+|   from (
-- 12+|     select toDate32({p3:Date32}) as lo, toDate32({p4:Date32}) as hi
-- 12+|   ) as bounds
-- 12+|   where lo <= hi
-- 21|     sumOrNull(s0 + toDecimal128(0, 0)) as m0,
-- 24|   join periods_1 on day_ >= (d0 + toIntervalMonth(-1)) and day_ < ((d0 + toIntervalMonth(-1)) + toIntervalDay(1))
-- 28|     toDate32("day") as d0,
-- 30|     sumOrNull("amount" + toDecimal128(0, 0)) as m1
-- 32|   where "day" between {p5:Date32} and {p6:Date32}
-- 36| order by 1 nulls last
-- 36+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 1| -- ["2023-02-24","2023-04-03","2023-03-27","2023-03-31","2023-03-27","2023-03-31"]
-- 4|     cast("day" as date) as day_,
-- 7|   where "day" >= cast(? as date)
-- 8|     and "day" < cast(? as date)
-- 12|   select date_add('day', many * 10000 + few, lo) as d0
-- 12+|   from (
-- 12+|     select cast(cast(? as date) as date) as lo, cast(cast(? as date) as date) as hi
-- 12+|   ) as bounds
-- 12+|   cross join unnest(sequence(0, date_diff('day', lo, hi) / 10000)) as outer_steps (many)
-- 12+|   cross join unnest(sequence(0, least(date_diff('day', lo, hi), 9999))) as inner_steps (few)
-- 12+|   where lo <= hi and many * 10000 + few <= date_diff('day', lo, hi)
-- 24|   join periods_1 on day_ >= date_add('month', -1, d0) and day_ < date_add('day', 1, date_add('month', -1, d0))
-- 28|     cast("day" as date) as d0,
-- 32|   where "day" between cast(? as date) and cast(? as date)
-- bigquery:
-- 1| -- ["2023-02-24","2023-04-03","2023-03-27","2023-03-31","2023-03-27","2023-03-31"]
-- 4|     cast(`day` as date) as day_,
-- 7|   where `day` >= cast(@p1 as date)
-- 8|     and `day` < cast(@p2 as date)
-- 12|   select step as d0
-- 12+|   from (
-- 12+|     select cast(cast(@p3 as date) as date) as lo, cast(cast(@p4 as date) as date) as hi
-- 12+|   ) as bounds
-- 12+|   cross join unnest(generate_date_array(lo, hi, interval 1 day)) as step
-- 24|   join periods_1 on day_ >= date_add(d0, interval -1 month) and day_ < date_add(date_add(d0, interval -1 month), interval 1 day)
-- 28|     cast(`day` as date) as d0,
-- 32|   where `day` between cast(@p5 as date) and cast(@p6 as date)
-- databricks:
-- 1| -- ["2023-02-24","2023-04-03","2023-03-27","2023-03-31","2023-03-27","2023-03-31"]
-- 4|     cast(`day` as date) as day_,
-- 7|   where `day` >= cast(:p1 as date)
-- 8|     and `day` < cast(:p2 as date)
-- 12|   select explode(sequence(lo, hi, interval 1 day)) as d0
-- 12+|   from (
-- 12+|     select cast(cast(:p3 as date) as date) as lo, cast(cast(:p4 as date) as date) as hi
-- 12+|   ) as bounds
-- 12+|   where lo <= hi
-- 24|   join periods_1 on day_ >= cast(dateadd(month, -1, d0) as date) and day_ < cast(dateadd(day, 1, cast(dateadd(month, -1, d0) as date)) as date)
-- 28|     cast(`day` as date) as d0,
-- 32|   where `day` between cast(:p5 as date) and cast(:p6 as date)
-- snowflake:
-- 1| -- ["2023-02-24","2023-04-03","2023-03-27","2023-03-31","2023-03-27","2023-03-31"]
-- 4|     cast("day" as date) as day_,
-- 7|   where "day" >= cast(? as date)
-- 8|     and "day" < cast(? as date)
-- 12|   select dateadd(day, cast(steps.value as integer), lo) as d0
-- 12+|   from (
-- 12+|     select cast(cast(? as date) as date) as lo, cast(cast(? as date) as date) as hi
-- 12+|   ) as bounds
-- 12+|   cross join lateral flatten(input => array_generate_range(0, datediff(day, lo, hi) + 1)) as steps
-- 24|   join periods_1 on day_ >= dateadd(month, -1, d0) and day_ < dateadd(day, 1, dateadd(month, -1, d0))
-- 28|     cast("day" as date) as d0,
-- 32|   where "day" between cast(? as date) and cast(? as date)
-- redshift:
-- 1| -- ["2023-02-24","2023-04-03","2023-03-27","2023-03-31","2023-03-27","2023-03-31"]
-- 7|   where "day" >= $1::date
-- 8|     and "day" < $2::date
-- 12|   select dateadd(day, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
-- 12+|   from (
-- 12+|     select $3::date::date as lo, $4::date::date as hi
-- 12+|   ) as bounds
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(day, lo, hi)
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(day, lo, hi)
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(day, lo, hi)
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(day, lo, hi)
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(day, lo, hi)
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(day, lo, hi)
-- 12+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(day, lo, hi)
-- 24|   join periods_1 on day_ >= dateadd(month, -1, d0)::date and day_ < dateadd(day, 1, dateadd(month, -1, d0)::date)::date

-- a month after the 28th to the 31st of January is the last day of February
-- ["2023-01-27","2023-01-31","2023-01-27","2023-01-31"]
with facts_1 as (
  select
    "day"::date as day_,
    sum("amount") as s0
  from "sales"
  where "day" >= $1::date - interval '1 day' - interval '2 days'
    and "day" < $2::date + interval '1 day' + interval '2 days' + interval '1 month'
  group by 1
),
periods_1 as (
  select generate_series($3::date::date::timestamp, $4::date::date::timestamp, interval '1 day')::date as d0
)
select
  d0 as "sales.day.day",
  sum(s0) as "sales.in_a_month"
from facts_1
join periods_1 on day_ >= d0 + interval '1 month' and day_ < d0 + interval '1 month' + interval '1 day'
group by 1
order by "sales.day.day" nulls last;
-- duckdb:
-- 12|   select unnest(generate_series($3::date::date::timestamp, $4::date::date::timestamp, interval '1 day'))::date as d0
-- mysql:
-- 1| -- ["2023-01-27","2023-01-31","2023-01-27","2023-01-27","2023-01-31"]
-- 2| with recursive facts_1 as (
-- 4|     date(`day`) as day_,
-- 7|   where `day` >= cast(? as date) - interval 1 day - interval 2 day
-- 8|     and `day` < cast(? as date) + interval 1 day + interval 2 day + interval 1 month
-- 12|   select
-- 12+|     1 as n,
-- 12+|     date(cast(? as date)) as d0,
-- 12+|     date(cast(? as date)) as first,
-- 12+|     date(cast(? as date)) as last
-- 12+|   having first <= last
-- 12+|   union all
-- 12+|   select n * 2 + bit, first + interval (n * 2 + bit - 1) day, first, last
-- 12+|   from periods_1
-- 12+|   cross join (select 0 as bit union all select 1) as bits
-- 12+|   where first + interval (n * 2 + bit - 1) day <= last
-- 18| join periods_1 on day_ >= d0 + interval 1 month and day_ < d0 + interval 1 month + interval 1 day
-- 20| order by `sales.day.day` <=> null, `sales.day.day`;
-- clickhouse:
-- 1| -- ["2023-01-24","2023-03-03","2023-01-27","2023-01-31"]
-- 4|     toDate32("day") as day_,
-- 5|     sumOrNull("amount" + toDecimal128(0, 0)) as s0
-- 7|   where "day" >= {p1:Date32}
-- 8|     and "day" < {p2:Date32}
-- 12|   select arrayJoin(arrayMap(i -> lo + toIntervalDay(i), range(greatest(ifNull(dateDiff('day', lo, hi) + 1, 0), 0)))) as d0
-- 12+|   from (
-- 12+|     select toDate32({p3:Date32}) as lo, toDate32({p4:Date32}) as hi
-- 12+|   ) as bounds
-- 12+|   where lo <= hi
-- 16|   sumOrNull(s0 + toDecimal128(0, 0)) as "sales.in_a_month"
-- 18| join periods_1 on day_ >= (d0 + toIntervalMonth(1)) and day_ < ((d0 + toIntervalMonth(1)) + toIntervalDay(1))
-- 20| order by 1 nulls last
-- 20+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 1| -- ["2023-01-24","2023-03-03","2023-01-27","2023-01-31"]
-- 4|     cast("day" as date) as day_,
-- 7|   where "day" >= cast(? as date)
-- 8|     and "day" < cast(? as date)
-- 12|   select date_add('day', many * 10000 + few, lo) as d0
-- 12+|   from (
-- 12+|     select cast(cast(? as date) as date) as lo, cast(cast(? as date) as date) as hi
-- 12+|   ) as bounds
-- 12+|   cross join unnest(sequence(0, date_diff('day', lo, hi) / 10000)) as outer_steps (many)
-- 12+|   cross join unnest(sequence(0, least(date_diff('day', lo, hi), 9999))) as inner_steps (few)
-- 12+|   where lo <= hi and many * 10000 + few <= date_diff('day', lo, hi)
-- 18| join periods_1 on day_ >= date_add('month', 1, d0) and day_ < date_add('day', 1, date_add('month', 1, d0))
-- bigquery:
-- 1| -- ["2023-01-24","2023-03-03","2023-01-27","2023-01-31"]
-- 4|     cast(`day` as date) as day_,
-- 7|   where `day` >= cast(@p1 as date)
-- 8|     and `day` < cast(@p2 as date)
-- 12|   select step as d0
-- 12+|   from (
-- 12+|     select cast(cast(@p3 as date) as date) as lo, cast(cast(@p4 as date) as date) as hi
-- 12+|   ) as bounds
-- 12+|   cross join unnest(generate_date_array(lo, hi, interval 1 day)) as step
-- 18| join periods_1 on day_ >= date_add(d0, interval 1 month) and day_ < date_add(date_add(d0, interval 1 month), interval 1 day)
-- databricks:
-- 1| -- ["2023-01-24","2023-03-03","2023-01-27","2023-01-31"]
-- 4|     cast(`day` as date) as day_,
-- 7|   where `day` >= cast(:p1 as date)
-- 8|     and `day` < cast(:p2 as date)
-- 12|   select explode(sequence(lo, hi, interval 1 day)) as d0
-- 12+|   from (
-- 12+|     select cast(cast(:p3 as date) as date) as lo, cast(cast(:p4 as date) as date) as hi
-- 12+|   ) as bounds
-- 12+|   where lo <= hi
-- 18| join periods_1 on day_ >= cast(dateadd(month, 1, d0) as date) and day_ < cast(dateadd(day, 1, cast(dateadd(month, 1, d0) as date)) as date)
-- snowflake:
-- 1| -- ["2023-01-24","2023-03-03","2023-01-27","2023-01-31"]
-- 4|     cast("day" as date) as day_,
-- 7|   where "day" >= cast(? as date)
-- 8|     and "day" < cast(? as date)
-- 12|   select dateadd(day, cast(steps.value as integer), lo) as d0
-- 12+|   from (
-- 12+|     select cast(cast(? as date) as date) as lo, cast(cast(? as date) as date) as hi
-- 12+|   ) as bounds
-- 12+|   cross join lateral flatten(input => array_generate_range(0, datediff(day, lo, hi) + 1)) as steps
-- 18| join periods_1 on day_ >= dateadd(month, 1, d0) and day_ < dateadd(day, 1, dateadd(month, 1, d0))
-- redshift:
-- 1| -- ["2023-01-24","2023-03-03","2023-01-27","2023-01-31"]
-- 7|   where "day" >= $1::date
-- 8|     and "day" < $2::date
-- 12|   select dateadd(day, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
-- 12+|   from (
-- 12+|     select $3::date::date as lo, $4::date::date as hi
-- 12+|   ) as bounds
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(day, lo, hi)
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(day, lo, hi)
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(day, lo, hi)
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(day, lo, hi)
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(day, lo, hi)
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(day, lo, hi)
-- 12+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(day, lo, hi)
-- 18| join periods_1 on day_ >= dateadd(month, 1, d0)::date and day_ < dateadd(day, 1, dateadd(month, 1, d0)::date)::date

-- a year before the 29th of February and a quarter before the 31st of May
-- ["2024-02-28","2024-05-31","2024-02-28","2024-05-31","2024-02-28","2024-05-31","2024-02-28","2024-05-31"]
with facts_1 as (
  select
    "day"::date as day_,
    sum("amount") as s0
  from "sales"
  where "day" >= $1::date - interval '1 day' - interval '2 days' - interval '1 year'
    and "day" < $2::date + interval '1 day' + interval '2 days'
  group by 1
),
periods_1 as (
  select generate_series($3::date::date::timestamp, $4::date::date::timestamp, interval '1 day')::date as d0
),
facts_2 as (
  select
    "day"::date as day_,
    sum("amount") as s0
  from "sales"
  where "day" >= $5::date - interval '1 day' - interval '2 days' - interval '3 months'
    and "day" < $6::date + interval '1 day' + interval '2 days'
  group by 1
),
periods_2 as (
  select generate_series($7::date::date::timestamp, $8::date::date::timestamp, interval '1 day')::date as d0
)
select
  d0 as "sales.day.day",
  max(m0) as "sales.year_ago",
  max(m1) as "sales.quarter_ago"
from (
  select
    d0,
    sum(s0) as m0,
    null as m1
  from facts_1
  join periods_1 on day_ >= d0 - interval '1 year' and day_ < d0 - interval '1 year' + interval '1 day'
  group by 1
  union all
  select
    d0,
    null as m0,
    sum(s0) as m1
  from facts_2
  join periods_2 on day_ >= d0 - interval '3 months' and day_ < d0 - interval '3 months' + interval '1 day'
  group by 1
) as branches
group by 1
having max(m0) is not null
order by "sales.day.day" nulls last;
-- duckdb:
-- 12|   select unnest(generate_series($3::date::date::timestamp, $4::date::date::timestamp, interval '1 day'))::date as d0
-- 24|   select unnest(generate_series($7::date::date::timestamp, $8::date::date::timestamp, interval '1 day'))::date as d0
-- mysql:
-- 1| -- ["2024-02-28","2024-05-31","2024-02-28","2024-02-28","2024-05-31","2024-02-28","2024-05-31","2024-02-28","2024-02-28","2024-05-31"]
-- 2| with recursive facts_1 as (
-- 4|     date(`day`) as day_,
-- 7|   where `day` >= cast(? as date) - interval 1 day - interval 2 day - interval 1 year
-- 8|     and `day` < cast(? as date) + interval 1 day + interval 2 day
-- 12|   select
-- 12+|     1 as n,
-- 12+|     date(cast(? as date)) as d0,
-- 12+|     date(cast(? as date)) as first,
-- 12+|     date(cast(? as date)) as last
-- 12+|   having first <= last
-- 12+|   union all
-- 12+|   select n * 2 + bit, first + interval (n * 2 + bit - 1) day, first, last
-- 12+|   from periods_1
-- 12+|   cross join (select 0 as bit union all select 1) as bits
-- 12+|   where first + interval (n * 2 + bit - 1) day <= last
-- 16|     date(`day`) as day_,
-- 19|   where `day` >= cast(? as date) - interval 1 day - interval 2 day - interval 1 quarter
-- 20|     and `day` < cast(? as date) + interval 1 day + interval 2 day
-- 24|   select
-- 24+|     1 as n,
-- 24+|     date(cast(? as date)) as d0,
-- 24+|     date(cast(? as date)) as first,
-- 24+|     date(cast(? as date)) as last
-- 24+|   having first <= last
-- 24+|   union all
-- 24+|   select n * 2 + bit, first + interval (n * 2 + bit - 1) day, first, last
-- 24+|   from periods_2
-- 24+|   cross join (select 0 as bit union all select 1) as bits
-- 24+|   where first + interval (n * 2 + bit - 1) day <= last
-- 36|   join periods_1 on day_ >= d0 - interval 1 year and day_ < d0 - interval 1 year + interval 1 day
-- 44|   join periods_2 on day_ >= d0 - interval 1 quarter and day_ < d0 - interval 1 quarter + interval 1 day
-- 49| order by `sales.day.day` <=> null, `sales.day.day`;
-- clickhouse:
-- 1| -- ["2023-02-25","2024-06-03","2024-02-28","2024-05-31","2023-11-25","2024-06-03","2024-02-28","2024-05-31"]
-- 4|     toDate32("day") as day_,
-- 5|     sumOrNull("amount" + toDecimal128(0, 0)) as s0
-- 7|   where "day" >= {p1:Date32}
-- 8|     and "day" < {p2:Date32}
-- 12|   select arrayJoin(arrayMap(i -> lo + toIntervalDay(i), range(greatest(ifNull(dateDiff('day', lo, hi) + 1, 0), 0)))) as d0
-- 12+|   from (
-- 12+|     select toDate32({p3:Date32}) as lo, toDate32({p4:Date32}) as hi
-- 12+|   ) as bounds
-- 12+|   where lo <= hi
-- 16|     toDate32("day") as day_,
-- 17|     sumOrNull("amount" + toDecimal128(0, 0)) as s0
-- 19|   where "day" >= {p5:Date32}
-- 20|     and "day" < {p6:Date32}
-- 24|   select arrayJoin(arrayMap(i -> lo + toIntervalDay(i), range(greatest(ifNull(dateDiff('day', lo, hi) + 1, 0), 0)))) as d0
-- 24+|   from (
-- 24+|     select toDate32({p7:Date32}) as lo, toDate32({p8:Date32}) as hi
-- 24+|   ) as bounds
-- 24+|   where lo <= hi
-- 33|     sumOrNull(s0 + toDecimal128(0, 0)) as m0,
-- 36|   join periods_1 on day_ >= (d0 + toIntervalYear(-1)) and day_ < ((d0 + toIntervalYear(-1)) + toIntervalDay(1))
-- 42|     sumOrNull(s0 + toDecimal128(0, 0)) as m1
-- 44|   join periods_2 on day_ >= (d0 + toIntervalQuarter(-1)) and day_ < ((d0 + toIntervalQuarter(-1)) + toIntervalDay(1))
-- 49| order by 1 nulls last
-- 49+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 1| -- ["2023-02-25","2024-06-03","2024-02-28","2024-05-31","2023-11-25","2024-06-03","2024-02-28","2024-05-31"]
-- 4|     cast("day" as date) as day_,
-- 7|   where "day" >= cast(? as date)
-- 8|     and "day" < cast(? as date)
-- 12|   select date_add('day', many * 10000 + few, lo) as d0
-- 12+|   from (
-- 12+|     select cast(cast(? as date) as date) as lo, cast(cast(? as date) as date) as hi
-- 12+|   ) as bounds
-- 12+|   cross join unnest(sequence(0, date_diff('day', lo, hi) / 10000)) as outer_steps (many)
-- 12+|   cross join unnest(sequence(0, least(date_diff('day', lo, hi), 9999))) as inner_steps (few)
-- 12+|   where lo <= hi and many * 10000 + few <= date_diff('day', lo, hi)
-- 16|     cast("day" as date) as day_,
-- 19|   where "day" >= cast(? as date)
-- 20|     and "day" < cast(? as date)
-- 24|   select date_add('day', many * 10000 + few, lo) as d0
-- 24+|   from (
-- 24+|     select cast(cast(? as date) as date) as lo, cast(cast(? as date) as date) as hi
-- 24+|   ) as bounds
-- 24+|   cross join unnest(sequence(0, date_diff('day', lo, hi) / 10000)) as outer_steps (many)
-- 24+|   cross join unnest(sequence(0, least(date_diff('day', lo, hi), 9999))) as inner_steps (few)
-- 24+|   where lo <= hi and many * 10000 + few <= date_diff('day', lo, hi)
-- 36|   join periods_1 on day_ >= date_add('year', -1, d0) and day_ < date_add('day', 1, date_add('year', -1, d0))
-- 44|   join periods_2 on day_ >= date_add('quarter', -1, d0) and day_ < date_add('day', 1, date_add('quarter', -1, d0))
-- bigquery:
-- 1| -- ["2023-02-25","2024-06-03","2024-02-28","2024-05-31","2023-11-25","2024-06-03","2024-02-28","2024-05-31"]
-- 4|     cast(`day` as date) as day_,
-- 7|   where `day` >= cast(@p1 as date)
-- 8|     and `day` < cast(@p2 as date)
-- 12|   select step as d0
-- 12+|   from (
-- 12+|     select cast(cast(@p3 as date) as date) as lo, cast(cast(@p4 as date) as date) as hi
-- 12+|   ) as bounds
-- 12+|   cross join unnest(generate_date_array(lo, hi, interval 1 day)) as step
-- 16|     cast(`day` as date) as day_,
-- 19|   where `day` >= cast(@p5 as date)
-- 20|     and `day` < cast(@p6 as date)
-- 24|   select step as d0
-- 24+|   from (
-- 24+|     select cast(cast(@p7 as date) as date) as lo, cast(cast(@p8 as date) as date) as hi
-- 24+|   ) as bounds
-- 24+|   cross join unnest(generate_date_array(lo, hi, interval 1 day)) as step
-- 36|   join periods_1 on day_ >= date_add(d0, interval -1 year) and day_ < date_add(date_add(d0, interval -1 year), interval 1 day)
-- 44|   join periods_2 on day_ >= date_add(d0, interval -1 quarter) and day_ < date_add(date_add(d0, interval -1 quarter), interval 1 day)
-- databricks:
-- 1| -- ["2023-02-25","2024-06-03","2024-02-28","2024-05-31","2023-11-25","2024-06-03","2024-02-28","2024-05-31"]
-- 4|     cast(`day` as date) as day_,
-- 7|   where `day` >= cast(:p1 as date)
-- 8|     and `day` < cast(:p2 as date)
-- 12|   select explode(sequence(lo, hi, interval 1 day)) as d0
-- 12+|   from (
-- 12+|     select cast(cast(:p3 as date) as date) as lo, cast(cast(:p4 as date) as date) as hi
-- 12+|   ) as bounds
-- 12+|   where lo <= hi
-- 16|     cast(`day` as date) as day_,
-- 19|   where `day` >= cast(:p5 as date)
-- 20|     and `day` < cast(:p6 as date)
-- 24|   select explode(sequence(lo, hi, interval 1 day)) as d0
-- 24+|   from (
-- 24+|     select cast(cast(:p7 as date) as date) as lo, cast(cast(:p8 as date) as date) as hi
-- 24+|   ) as bounds
-- 24+|   where lo <= hi
-- 36|   join periods_1 on day_ >= cast(dateadd(year, -1, d0) as date) and day_ < cast(dateadd(day, 1, cast(dateadd(year, -1, d0) as date)) as date)
-- 44|   join periods_2 on day_ >= cast(dateadd(quarter, -1, d0) as date) and day_ < cast(dateadd(day, 1, cast(dateadd(quarter, -1, d0) as date)) as date)
-- snowflake:
-- 1| -- ["2023-02-25","2024-06-03","2024-02-28","2024-05-31","2023-11-25","2024-06-03","2024-02-28","2024-05-31"]
-- 4|     cast("day" as date) as day_,
-- 7|   where "day" >= cast(? as date)
-- 8|     and "day" < cast(? as date)
-- 12|   select dateadd(day, cast(steps.value as integer), lo) as d0
-- 12+|   from (
-- 12+|     select cast(cast(? as date) as date) as lo, cast(cast(? as date) as date) as hi
-- 12+|   ) as bounds
-- 12+|   cross join lateral flatten(input => array_generate_range(0, datediff(day, lo, hi) + 1)) as steps
-- 16|     cast("day" as date) as day_,
-- 19|   where "day" >= cast(? as date)
-- 20|     and "day" < cast(? as date)
-- 24|   select dateadd(day, cast(steps.value as integer), lo) as d0
-- 24+|   from (
-- 24+|     select cast(cast(? as date) as date) as lo, cast(cast(? as date) as date) as hi
-- 24+|   ) as bounds
-- 24+|   cross join lateral flatten(input => array_generate_range(0, datediff(day, lo, hi) + 1)) as steps
-- 36|   join periods_1 on day_ >= dateadd(year, -1, d0) and day_ < dateadd(day, 1, dateadd(year, -1, d0))
-- 44|   join periods_2 on day_ >= dateadd(quarter, -1, d0) and day_ < dateadd(day, 1, dateadd(quarter, -1, d0))
-- redshift:
-- 1| -- ["2023-02-25","2024-06-03","2024-02-28","2024-05-31","2023-11-25","2024-06-03","2024-02-28","2024-05-31"]
-- 7|   where "day" >= $1::date
-- 8|     and "day" < $2::date
-- 12|   select dateadd(day, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
-- 12+|   from (
-- 12+|     select $3::date::date as lo, $4::date::date as hi
-- 12+|   ) as bounds
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(day, lo, hi)
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(day, lo, hi)
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(day, lo, hi)
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(day, lo, hi)
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(day, lo, hi)
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(day, lo, hi)
-- 12+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(day, lo, hi)
-- 19|   where "day" >= $5::date
-- 20|     and "day" < $6::date
-- 24|   select dateadd(day, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
-- 24+|   from (
-- 24+|     select $7::date::date as lo, $8::date::date as hi
-- 24+|   ) as bounds
-- 24+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(day, lo, hi)
-- 24+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(day, lo, hi)
-- 24+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(day, lo, hi)
-- 24+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(day, lo, hi)
-- 24+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(day, lo, hi)
-- 24+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(day, lo, hi)
-- 24+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(day, lo, hi)
-- 36|   join periods_1 on day_ >= dateadd(year, -1, d0)::date and day_ < dateadd(day, 1, dateadd(year, -1, d0)::date)::date
-- 44|   join periods_2 on day_ >= dateadd(quarter, -1, d0)::date and day_ < dateadd(day, 1, dateadd(quarter, -1, d0)::date)::date

-- a quarter before each day of the end of May is the end of February
-- ["2024-05-28","2024-05-31","2024-05-28","2024-05-31"]
with facts_1 as (
  select
    "day"::date as day_,
    sum("amount") as s0
  from "sales"
  where "day" >= $1::date - interval '1 day' - interval '2 days' - interval '3 months'
    and "day" < $2::date + interval '1 day' + interval '2 days'
  group by 1
),
periods_1 as (
  select generate_series($3::date::date::timestamp, $4::date::date::timestamp, interval '1 day')::date as d0
)
select
  d0 as "sales.day.day",
  sum(s0) as "sales.quarter_ago"
from facts_1
join periods_1 on day_ >= d0 - interval '3 months' and day_ < d0 - interval '3 months' + interval '1 day'
group by 1
order by "sales.day.day" nulls last;
-- duckdb:
-- 12|   select unnest(generate_series($3::date::date::timestamp, $4::date::date::timestamp, interval '1 day'))::date as d0
-- mysql:
-- 1| -- ["2024-05-28","2024-05-31","2024-05-28","2024-05-28","2024-05-31"]
-- 2| with recursive facts_1 as (
-- 4|     date(`day`) as day_,
-- 7|   where `day` >= cast(? as date) - interval 1 day - interval 2 day - interval 1 quarter
-- 8|     and `day` < cast(? as date) + interval 1 day + interval 2 day
-- 12|   select
-- 12+|     1 as n,
-- 12+|     date(cast(? as date)) as d0,
-- 12+|     date(cast(? as date)) as first,
-- 12+|     date(cast(? as date)) as last
-- 12+|   having first <= last
-- 12+|   union all
-- 12+|   select n * 2 + bit, first + interval (n * 2 + bit - 1) day, first, last
-- 12+|   from periods_1
-- 12+|   cross join (select 0 as bit union all select 1) as bits
-- 12+|   where first + interval (n * 2 + bit - 1) day <= last
-- 18| join periods_1 on day_ >= d0 - interval 1 quarter and day_ < d0 - interval 1 quarter + interval 1 day
-- 20| order by `sales.day.day` <=> null, `sales.day.day`;
-- clickhouse:
-- 1| -- ["2024-02-25","2024-06-03","2024-05-28","2024-05-31"]
-- 4|     toDate32("day") as day_,
-- 5|     sumOrNull("amount" + toDecimal128(0, 0)) as s0
-- 7|   where "day" >= {p1:Date32}
-- 8|     and "day" < {p2:Date32}
-- 12|   select arrayJoin(arrayMap(i -> lo + toIntervalDay(i), range(greatest(ifNull(dateDiff('day', lo, hi) + 1, 0), 0)))) as d0
-- 12+|   from (
-- 12+|     select toDate32({p3:Date32}) as lo, toDate32({p4:Date32}) as hi
-- 12+|   ) as bounds
-- 12+|   where lo <= hi
-- 16|   sumOrNull(s0 + toDecimal128(0, 0)) as "sales.quarter_ago"
-- 18| join periods_1 on day_ >= (d0 + toIntervalQuarter(-1)) and day_ < ((d0 + toIntervalQuarter(-1)) + toIntervalDay(1))
-- 20| order by 1 nulls last
-- 20+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 1| -- ["2024-02-25","2024-06-03","2024-05-28","2024-05-31"]
-- 4|     cast("day" as date) as day_,
-- 7|   where "day" >= cast(? as date)
-- 8|     and "day" < cast(? as date)
-- 12|   select date_add('day', many * 10000 + few, lo) as d0
-- 12+|   from (
-- 12+|     select cast(cast(? as date) as date) as lo, cast(cast(? as date) as date) as hi
-- 12+|   ) as bounds
-- 12+|   cross join unnest(sequence(0, date_diff('day', lo, hi) / 10000)) as outer_steps (many)
-- 12+|   cross join unnest(sequence(0, least(date_diff('day', lo, hi), 9999))) as inner_steps (few)
-- 12+|   where lo <= hi and many * 10000 + few <= date_diff('day', lo, hi)
-- 18| join periods_1 on day_ >= date_add('quarter', -1, d0) and day_ < date_add('day', 1, date_add('quarter', -1, d0))
-- bigquery:
-- 1| -- ["2024-02-25","2024-06-03","2024-05-28","2024-05-31"]
-- 4|     cast(`day` as date) as day_,
-- 7|   where `day` >= cast(@p1 as date)
-- 8|     and `day` < cast(@p2 as date)
-- 12|   select step as d0
-- 12+|   from (
-- 12+|     select cast(cast(@p3 as date) as date) as lo, cast(cast(@p4 as date) as date) as hi
-- 12+|   ) as bounds
-- 12+|   cross join unnest(generate_date_array(lo, hi, interval 1 day)) as step
-- 18| join periods_1 on day_ >= date_add(d0, interval -1 quarter) and day_ < date_add(date_add(d0, interval -1 quarter), interval 1 day)
-- databricks:
-- 1| -- ["2024-02-25","2024-06-03","2024-05-28","2024-05-31"]
-- 4|     cast(`day` as date) as day_,
-- 7|   where `day` >= cast(:p1 as date)
-- 8|     and `day` < cast(:p2 as date)
-- 12|   select explode(sequence(lo, hi, interval 1 day)) as d0
-- 12+|   from (
-- 12+|     select cast(cast(:p3 as date) as date) as lo, cast(cast(:p4 as date) as date) as hi
-- 12+|   ) as bounds
-- 12+|   where lo <= hi
-- 18| join periods_1 on day_ >= cast(dateadd(quarter, -1, d0) as date) and day_ < cast(dateadd(day, 1, cast(dateadd(quarter, -1, d0) as date)) as date)
-- snowflake:
-- 1| -- ["2024-02-25","2024-06-03","2024-05-28","2024-05-31"]
-- 4|     cast("day" as date) as day_,
-- 7|   where "day" >= cast(? as date)
-- 8|     and "day" < cast(? as date)
-- 12|   select dateadd(day, cast(steps.value as integer), lo) as d0
-- 12+|   from (
-- 12+|     select cast(cast(? as date) as date) as lo, cast(cast(? as date) as date) as hi
-- 12+|   ) as bounds
-- 12+|   cross join lateral flatten(input => array_generate_range(0, datediff(day, lo, hi) + 1)) as steps
-- 18| join periods_1 on day_ >= dateadd(quarter, -1, d0) and day_ < dateadd(day, 1, dateadd(quarter, -1, d0))
-- redshift:
-- 1| -- ["2024-02-25","2024-06-03","2024-05-28","2024-05-31"]
-- 7|   where "day" >= $1::date
-- 8|     and "day" < $2::date
-- 12|   select dateadd(day, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
-- 12+|   from (
-- 12+|     select $3::date::date as lo, $4::date::date as hi
-- 12+|   ) as bounds
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(day, lo, hi)
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(day, lo, hi)
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(day, lo, hi)
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(day, lo, hi)
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(day, lo, hi)
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(day, lo, hi)
-- 12+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(day, lo, hi)
-- 18| join periods_1 on day_ >= dateadd(quarter, -1, d0)::date and day_ < dateadd(day, 1, dateadd(quarter, -1, d0)::date)::date

-- the month before, to date, ends at its last day if it has no such day
-- ["2023-03-27","2023-03-31","2023-03-27","2023-03-31"]
with facts_1 as (
  select
    "day"::date as day_,
    sum("amount") as s0
  from "sales"
  where "day" >= $1::date - interval '1 day' - interval '2 days' - interval '1 month' - interval '1 month'
    and "day" < $2::date + interval '1 day' + interval '2 days'
  group by 1
),
periods_1 as (
  select generate_series($3::date::date::timestamp, $4::date::date::timestamp, interval '1 day')::date as d0
)
select
  d0 as "sales.day.day",
  sum(s0) as "sales.to_date_month_ago"
from facts_1
join periods_1 on day_ >= date_trunc('month', (d0 - interval '1 month' + interval '1 day' - interval '1 day'))::date and day_ < d0 - interval '1 month' + interval '1 day'
group by 1
order by "sales.day.day" nulls last;
-- duckdb:
-- 12|   select unnest(generate_series($3::date::date::timestamp, $4::date::date::timestamp, interval '1 day'))::date as d0
-- mysql:
-- 1| -- ["2023-03-27","2023-03-31","2023-03-27","2023-03-27","2023-03-31"]
-- 2| with recursive facts_1 as (
-- 4|     date(`day`) as day_,
-- 7|   where `day` >= cast(? as date) - interval 1 day - interval 2 day - interval 1 month - interval 1 month
-- 8|     and `day` < cast(? as date) + interval 1 day + interval 2 day
-- 12|   select
-- 12+|     1 as n,
-- 12+|     date(cast(? as date)) as d0,
-- 12+|     date(cast(? as date)) as first,
-- 12+|     date(cast(? as date)) as last
-- 12+|   having first <= last
-- 12+|   union all
-- 12+|   select n * 2 + bit, first + interval (n * 2 + bit - 1) day, first, last
-- 12+|   from periods_1
-- 12+|   cross join (select 0 as bit union all select 1) as bits
-- 12+|   where first + interval (n * 2 + bit - 1) day <= last
-- 18| join periods_1 on day_ >= cast(date_format((d0 - interval 1 month + interval 1 day - interval 1 day), '%Y-%m-01') as date) and day_ < d0 - interval 1 month + interval 1 day
-- 20| order by `sales.day.day` <=> null, `sales.day.day`;
-- clickhouse:
-- 1| -- ["2023-01-24","2023-04-03","2023-03-27","2023-03-31"]
-- 4|     toDate32("day") as day_,
-- 5|     sumOrNull("amount" + toDecimal128(0, 0)) as s0
-- 7|   where "day" >= {p1:Date32}
-- 8|     and "day" < {p2:Date32}
-- 12|   select arrayJoin(arrayMap(i -> lo + toIntervalDay(i), range(greatest(ifNull(dateDiff('day', lo, hi) + 1, 0), 0)))) as d0
-- 12+|   from (
-- 12+|     select toDate32({p3:Date32}) as lo, toDate32({p4:Date32}) as hi
-- 12+|   ) as bounds
-- 12+|   where lo <= hi
-- 16|   sumOrNull(s0 + toDecimal128(0, 0)) as "sales.to_date_month_ago"
-- 18| join periods_1 on day_ >= toStartOfMonth(toDate32(((((d0 + toIntervalMonth(-1)) + toIntervalDay(1)) + toIntervalDay(-1))))) and day_ < ((d0 + toIntervalMonth(-1)) + toIntervalDay(1))
-- 20| order by 1 nulls last
-- 20+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 1| -- ["2023-01-24","2023-04-03","2023-03-27","2023-03-31"]
-- 4|     cast("day" as date) as day_,
-- 7|   where "day" >= cast(? as date)
-- 8|     and "day" < cast(? as date)
-- 12|   select date_add('day', many * 10000 + few, lo) as d0
-- 12+|   from (
-- 12+|     select cast(cast(? as date) as date) as lo, cast(cast(? as date) as date) as hi
-- 12+|   ) as bounds
-- 12+|   cross join unnest(sequence(0, date_diff('day', lo, hi) / 10000)) as outer_steps (many)
-- 12+|   cross join unnest(sequence(0, least(date_diff('day', lo, hi), 9999))) as inner_steps (few)
-- 12+|   where lo <= hi and many * 10000 + few <= date_diff('day', lo, hi)
-- 18| join periods_1 on day_ >= cast(date_trunc('month', (date_add('day', -1, date_add('day', 1, date_add('month', -1, d0))))) as date) and day_ < date_add('day', 1, date_add('month', -1, d0))
-- bigquery:
-- 1| -- ["2023-01-24","2023-04-03","2023-03-27","2023-03-31"]
-- 4|     cast(`day` as date) as day_,
-- 7|   where `day` >= cast(@p1 as date)
-- 8|     and `day` < cast(@p2 as date)
-- 12|   select step as d0
-- 12+|   from (
-- 12+|     select cast(cast(@p3 as date) as date) as lo, cast(cast(@p4 as date) as date) as hi
-- 12+|   ) as bounds
-- 12+|   cross join unnest(generate_date_array(lo, hi, interval 1 day)) as step
-- 18| join periods_1 on day_ >= date_trunc(cast((date_add(date_add(date_add(d0, interval -1 month), interval 1 day), interval -1 day)) as date), month) and day_ < date_add(date_add(d0, interval -1 month), interval 1 day)
-- databricks:
-- 1| -- ["2023-01-24","2023-04-03","2023-03-27","2023-03-31"]
-- 4|     cast(`day` as date) as day_,
-- 7|   where `day` >= cast(:p1 as date)
-- 8|     and `day` < cast(:p2 as date)
-- 12|   select explode(sequence(lo, hi, interval 1 day)) as d0
-- 12+|   from (
-- 12+|     select cast(cast(:p3 as date) as date) as lo, cast(cast(:p4 as date) as date) as hi
-- 12+|   ) as bounds
-- 12+|   where lo <= hi
-- 18| join periods_1 on day_ >= cast(date_trunc('month', (cast(dateadd(day, -1, cast(dateadd(day, 1, cast(dateadd(month, -1, d0) as date)) as date)) as date))) as date) and day_ < cast(dateadd(day, 1, cast(dateadd(month, -1, d0) as date)) as date)
-- snowflake:
-- 1| -- ["2023-01-24","2023-04-03","2023-03-27","2023-03-31"]
-- 4|     cast("day" as date) as day_,
-- 7|   where "day" >= cast(? as date)
-- 8|     and "day" < cast(? as date)
-- 12|   select dateadd(day, cast(steps.value as integer), lo) as d0
-- 12+|   from (
-- 12+|     select cast(cast(? as date) as date) as lo, cast(cast(? as date) as date) as hi
-- 12+|   ) as bounds
-- 12+|   cross join lateral flatten(input => array_generate_range(0, datediff(day, lo, hi) + 1)) as steps
-- 18| join periods_1 on day_ >= cast(date_trunc('month', (dateadd(day, -1, dateadd(day, 1, dateadd(month, -1, d0))))) as date) and day_ < dateadd(day, 1, dateadd(month, -1, d0))
-- redshift:
-- 1| -- ["2023-01-24","2023-04-03","2023-03-27","2023-03-31"]
-- 7|   where "day" >= $1::date
-- 8|     and "day" < $2::date
-- 12|   select dateadd(day, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
-- 12+|   from (
-- 12+|     select $3::date::date as lo, $4::date::date as hi
-- 12+|   ) as bounds
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(day, lo, hi)
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(day, lo, hi)
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(day, lo, hi)
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(day, lo, hi)
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(day, lo, hi)
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(day, lo, hi)
-- 12+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(day, lo, hi)
-- 18| join periods_1 on day_ >= date_trunc('month', (dateadd(day, -1, dateadd(day, 1, dateadd(month, -1, d0)::date)::date)::date))::date and day_ < dateadd(day, 1, dateadd(month, -1, d0)::date)::date

-- the month before, to date, of a week that ends on the 30th of March, ends at the last day of February
-- ["2024-03-17","2024-04-06","2024-03-17","2024-04-06"]
with facts_1 as (
  select
    "day"::date as day_,
    sum("amount") as s0
  from "sales"
  where "day" >= $1::date - interval '1 week' - interval '2 days' - interval '1 month' - interval '1 month'
    and "day" < $2::date + interval '1 week' + interval '2 days'
  group by 1
),
periods_1 as (
  select generate_series((date_trunc('week', $3::date + interval '1 day') - interval '1 day')::date::timestamp, (date_trunc('week', $4::date + interval '1 day') - interval '1 day')::date::timestamp, interval '1 week')::date as d0
)
select
  d0 as "sales.day.week",
  sum(s0) as "sales.to_date_month_ago"
from facts_1
join periods_1 on day_ >= date_trunc('month', (d0 + interval '1 week' - interval '1 day' - interval '1 month' + interval '1 day' - interval '1 day'))::date and day_ < d0 + interval '1 week' - interval '1 day' - interval '1 month' + interval '1 day'
group by 1
order by "sales.day.week" nulls last;
-- duckdb:
-- 12|   select unnest(generate_series((date_trunc('week', $3::date + interval '1 day') - interval '1 day')::date::timestamp, (date_trunc('week', $4::date + interval '1 day') - interval '1 day')::date::timestamp, interval '1 week'))::date as d0
-- mysql:
-- 1| -- ["2024-03-17","2024-04-06","2024-03-17","2024-03-17","2024-04-06"]
-- 2| with recursive facts_1 as (
-- 4|     date(`day`) as day_,
-- 7|   where `day` >= cast(? as date) - interval 1 week - interval 2 day - interval 1 month - interval 1 month
-- 8|     and `day` < cast(? as date) + interval 1 week + interval 2 day
-- 12|   select
-- 12+|     1 as n,
-- 12+|     date '1899-12-31' + interval floor(datediff(cast(? as date), '1899-12-31') / 7) week as d0,
-- 12+|     date '1899-12-31' + interval floor(datediff(cast(? as date), '1899-12-31') / 7) week as first,
-- 12+|     date '1899-12-31' + interval floor(datediff(cast(? as date), '1899-12-31') / 7) week as last
-- 12+|   having first <= last
-- 12+|   union all
-- 12+|   select n * 2 + bit, first + interval (n * 2 + bit - 1) week, first, last
-- 12+|   from periods_1
-- 12+|   cross join (select 0 as bit union all select 1) as bits
-- 12+|   where first + interval (n * 2 + bit - 1) week <= last
-- 18| join periods_1 on day_ >= cast(date_format((d0 + interval 1 week - interval 1 day - interval 1 month + interval 1 day - interval 1 day), '%Y-%m-01') as date) and day_ < d0 + interval 1 week - interval 1 day - interval 1 month + interval 1 day
-- 20| order by `sales.day.week` <=> null, `sales.day.week`;
-- clickhouse:
-- 1| -- ["2024-01-08","2024-04-15","2024-03-17","2024-04-06"]
-- 4|     toDate32("day") as day_,
-- 5|     sumOrNull("amount" + toDecimal128(0, 0)) as s0
-- 7|   where "day" >= {p1:Date32}
-- 8|     and "day" < {p2:Date32}
-- 12|   select arrayJoin(arrayMap(i -> lo + toIntervalWeek(i), range(greatest(ifNull(intDiv(dateDiff('day', lo, hi), 7) + 1, 0), 0)))) as d0
-- 12+|   from (
-- 12+|     select toStartOfWeek(toDate32({p3:Date32}), 0) as lo, toStartOfWeek(toDate32({p4:Date32}), 0) as hi
-- 12+|   ) as bounds
-- 12+|   where lo <= hi
-- 16|   sumOrNull(s0 + toDecimal128(0, 0)) as "sales.to_date_month_ago"
-- 18| join periods_1 on day_ >= toStartOfMonth(toDate32(((((((d0 + toIntervalWeek(1)) + toIntervalDay(-1)) + toIntervalMonth(-1)) + toIntervalDay(1)) + toIntervalDay(-1))))) and day_ < ((((d0 + toIntervalWeek(1)) + toIntervalDay(-1)) + toIntervalMonth(-1)) + toIntervalDay(1))
-- 20| order by 1 nulls last
-- 20+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 1| -- ["2024-01-08","2024-04-15","2024-03-17","2024-04-06"]
-- 4|     cast("day" as date) as day_,
-- 7|   where "day" >= cast(? as date)
-- 8|     and "day" < cast(? as date)
-- 12|   select date_add('week', many * 10000 + few, lo) as d0
-- 12+|   from (
-- 12+|     select cast(date_add('day', -1, date_trunc('week', date_add('day', 1, cast(? as date)))) as date) as lo, cast(date_add('day', -1, date_trunc('week', date_add('day', 1, cast(? as date)))) as date) as hi
-- 12+|   ) as bounds
-- 12+|   cross join unnest(sequence(0, date_diff('week', lo, hi) / 10000)) as outer_steps (many)
-- 12+|   cross join unnest(sequence(0, least(date_diff('week', lo, hi), 9999))) as inner_steps (few)
-- 12+|   where lo <= hi and many * 10000 + few <= date_diff('week', lo, hi)
-- 18| join periods_1 on day_ >= cast(date_trunc('month', (date_add('day', -1, date_add('day', 1, date_add('month', -1, date_add('day', -1, date_add('week', 1, d0))))))) as date) and day_ < date_add('day', 1, date_add('month', -1, date_add('day', -1, date_add('week', 1, d0))))
-- bigquery:
-- 1| -- ["2024-01-08","2024-04-15","2024-03-17","2024-04-06"]
-- 4|     cast(`day` as date) as day_,
-- 7|   where `day` >= cast(@p1 as date)
-- 8|     and `day` < cast(@p2 as date)
-- 12|   select step as d0
-- 12+|   from (
-- 12+|     select date_trunc(cast(cast(@p3 as date) as date), week(sunday)) as lo, date_trunc(cast(cast(@p4 as date) as date), week(sunday)) as hi
-- 12+|   ) as bounds
-- 12+|   cross join unnest(generate_date_array(lo, hi, interval 1 week)) as step
-- 18| join periods_1 on day_ >= date_trunc(cast((date_add(date_add(date_add(date_add(date_add(d0, interval 1 week), interval -1 day), interval -1 month), interval 1 day), interval -1 day)) as date), month) and day_ < date_add(date_add(date_add(date_add(d0, interval 1 week), interval -1 day), interval -1 month), interval 1 day)
-- databricks:
-- 1| -- ["2024-01-08","2024-04-15","2024-03-17","2024-04-06"]
-- 4|     cast(`day` as date) as day_,
-- 7|   where `day` >= cast(:p1 as date)
-- 8|     and `day` < cast(:p2 as date)
-- 12|   select explode(sequence(lo, hi, interval 1 week)) as d0
-- 12+|   from (
-- 12+|     select date_add(cast(date_trunc('week', date_add(cast(cast(:p3 as date) as date), 1)) as date), -1) as lo, date_add(cast(date_trunc('week', date_add(cast(cast(:p4 as date) as date), 1)) as date), -1) as hi
-- 12+|   ) as bounds
-- 12+|   where lo <= hi
-- 18| join periods_1 on day_ >= cast(date_trunc('month', (cast(dateadd(day, -1, cast(dateadd(day, 1, cast(dateadd(month, -1, cast(dateadd(day, -1, cast(dateadd(week, 1, d0) as date)) as date)) as date)) as date)) as date))) as date) and day_ < cast(dateadd(day, 1, cast(dateadd(month, -1, cast(dateadd(day, -1, cast(dateadd(week, 1, d0) as date)) as date)) as date)) as date)
-- snowflake:
-- 1| -- ["2024-01-08","2024-04-15","2024-03-17","2024-03-17","2024-04-06","2024-04-06"]
-- 4|     cast("day" as date) as day_,
-- 7|   where "day" >= cast(? as date)
-- 8|     and "day" < cast(? as date)
-- 12|   select dateadd(week, cast(steps.value as integer), lo) as d0
-- 12+|   from (
-- 12+|     select dateadd(day, 0 - mod(dayofweekiso(cast(? as date)), 7), cast(cast(? as date) as date)) as lo, dateadd(day, 0 - mod(dayofweekiso(cast(? as date)), 7), cast(cast(? as date) as date)) as hi
-- 12+|   ) as bounds
-- 12+|   cross join lateral flatten(input => array_generate_range(0, floor(datediff(day, lo, hi) / 7) + 1)) as steps
-- 18| join periods_1 on day_ >= cast(date_trunc('month', (dateadd(day, -1, dateadd(day, 1, dateadd(month, -1, dateadd(day, -1, dateadd(week, 1, d0))))))) as date) and day_ < dateadd(day, 1, dateadd(month, -1, dateadd(day, -1, dateadd(week, 1, d0))))
-- redshift:
-- 1| -- ["2024-01-08","2024-04-15","2024-03-17","2024-04-06"]
-- 7|   where "day" >= $1::date
-- 8|     and "day" < $2::date
-- 12|   select dateadd(week, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
-- 12+|   from (
-- 12+|     select (date_trunc('week', $3::date + interval '1 day') - interval '1 day')::date as lo, (date_trunc('week', $4::date + interval '1 day') - interval '1 day')::date as hi
-- 12+|   ) as bounds
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(day, lo, hi) / 7
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(day, lo, hi) / 7
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(day, lo, hi) / 7
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(day, lo, hi) / 7
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(day, lo, hi) / 7
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(day, lo, hi) / 7
-- 12+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(day, lo, hi) / 7
-- 18| join periods_1 on day_ >= date_trunc('month', (dateadd(day, -1, dateadd(day, 1, dateadd(month, -1, dateadd(day, -1, dateadd(week, 1, d0)::date)::date)::date)::date)::date))::date and day_ < dateadd(day, 1, dateadd(month, -1, dateadd(day, -1, dateadd(week, 1, d0)::date)::date)::date)::date

-- a month before, by weeks, counts each day once
-- ["2024-03-18","2024-04-07","2024-03-18","2024-04-07"]
with facts_1 as (
  select
    "day"::date as day_,
    sum("amount") as s0
  from "sales"
  where "day" >= $1::date - interval '1 week' - interval '2 days' - interval '1 month'
    and "day" < $2::date + interval '1 week' + interval '2 days'
  group by 1
),
periods_1 as (
  select generate_series(date_trunc('week', $3::date)::date::timestamp, date_trunc('week', $4::date)::date::timestamp, interval '1 week')::date as d0
)
select
  d0 as "sales.day.week",
  sum(s0) as "sales.month_ago"
from facts_1
join periods_1 on day_ >= d0 - interval '1 month' and day_ < d0 + interval '1 week' - interval '1 month'
group by 1
order by "sales.day.week" nulls last;
-- totals
-- ["2024-03-18","2024-04-07","2024-03-18","2024-04-07"]
with facts_1 as (
  select
    "day"::date as day_,
    sum("amount") as s0
  from "sales"
  where "day" >= $1::date - interval '1 week' - interval '2 days' - interval '1 month'
    and "day" < $2::date + interval '1 week' + interval '2 days'
  group by 1
),
periods_1 as (
  select generate_series(date_trunc('week', $3::date)::date::timestamp, date_trunc('week', $4::date)::date::timestamp, interval '1 week')::date as d0
)
select sum(s0) as "sales.month_ago"
from facts_1
where day_ in (
  select day_
  from (select distinct day_ from facts_1) as days
  join periods_1 on day_ >= periods_1.d0 - interval '1 month' and day_ < periods_1.d0 + interval '1 week' - interval '1 month'
);
-- duckdb:
-- 12|   select unnest(generate_series(date_trunc('week', $3::date)::date::timestamp, date_trunc('week', $4::date)::date::timestamp, interval '1 week'))::date as d0
-- 33|   select unnest(generate_series(date_trunc('week', $3::date)::date::timestamp, date_trunc('week', $4::date)::date::timestamp, interval '1 week'))::date as d0
-- mysql:
-- 1| -- ["2024-03-18","2024-04-07","2024-03-18","2024-03-18","2024-04-07"]
-- 2| with recursive facts_1 as (
-- 4|     date(`day`) as day_,
-- 7|   where `day` >= cast(? as date) - interval 1 week - interval 2 day - interval 1 month
-- 8|     and `day` < cast(? as date) + interval 1 week + interval 2 day
-- 12|   select
-- 12+|     1 as n,
-- 12+|     date '1900-01-01' + interval floor(datediff(cast(? as date), '1900-01-01') / 7) week as d0,
-- 12+|     date '1900-01-01' + interval floor(datediff(cast(? as date), '1900-01-01') / 7) week as first,
-- 12+|     date '1900-01-01' + interval floor(datediff(cast(? as date), '1900-01-01') / 7) week as last
-- 12+|   having first <= last
-- 12+|   union all
-- 12+|   select n * 2 + bit, first + interval (n * 2 + bit - 1) week, first, last
-- 12+|   from periods_1
-- 12+|   cross join (select 0 as bit union all select 1) as bits
-- 12+|   where first + interval (n * 2 + bit - 1) week <= last
-- 18| join periods_1 on day_ >= d0 - interval 1 month and day_ < d0 + interval 1 week - interval 1 month
-- 20| order by `sales.day.week` <=> null, `sales.day.week`;
-- 22| -- ["2024-03-18","2024-04-07","2024-03-18","2024-03-18","2024-04-07"]
-- 23| with recursive facts_1 as (
-- 25|     date(`day`) as day_,
-- 28|   where `day` >= cast(? as date) - interval 1 week - interval 2 day - interval 1 month
-- 29|     and `day` < cast(? as date) + interval 1 week + interval 2 day
-- 33|   select
-- 33+|     1 as n,
-- 33+|     date '1900-01-01' + interval floor(datediff(cast(? as date), '1900-01-01') / 7) week as d0,
-- 33+|     date '1900-01-01' + interval floor(datediff(cast(? as date), '1900-01-01') / 7) week as first,
-- 33+|     date '1900-01-01' + interval floor(datediff(cast(? as date), '1900-01-01') / 7) week as last
-- 33+|   having first <= last
-- 33+|   union all
-- 33+|   select n * 2 + bit, first + interval (n * 2 + bit - 1) week, first, last
-- 33+|   from periods_1
-- 33+|   cross join (select 0 as bit union all select 1) as bits
-- 33+|   where first + interval (n * 2 + bit - 1) week <= last
-- 40|   join periods_1 on day_ >= periods_1.d0 - interval 1 month and day_ < periods_1.d0 + interval 1 week - interval 1 month
-- clickhouse:
-- 1| -- ["2024-02-09","2024-04-16","2024-03-18","2024-04-07"]
-- 4|     toDate32("day") as day_,
-- 5|     sumOrNull("amount" + toDecimal128(0, 0)) as s0
-- 7|   where "day" >= {p1:Date32}
-- 8|     and "day" < {p2:Date32}
-- 12|   select arrayJoin(arrayMap(i -> lo + toIntervalWeek(i), range(greatest(ifNull(intDiv(dateDiff('day', lo, hi), 7) + 1, 0), 0)))) as d0
-- 12+|   from (
-- 12+|     select toStartOfWeek(toDate32({p3:Date32}), 1) as lo, toStartOfWeek(toDate32({p4:Date32}), 1) as hi
-- 12+|   ) as bounds
-- 12+|   where lo <= hi
-- 16|   sumOrNull(s0 + toDecimal128(0, 0)) as "sales.month_ago"
-- 18| join periods_1 on day_ >= (d0 + toIntervalMonth(-1)) and day_ < ((d0 + toIntervalWeek(1)) + toIntervalMonth(-1))
-- 20| order by 1 nulls last
-- 20+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- 22| -- ["2024-02-09","2024-04-16","2024-03-18","2024-04-07"]
-- 25|     toDate32("day") as day_,
-- 26|     sumOrNull("amount" + toDecimal128(0, 0)) as s0
-- 28|   where "day" >= {p1:Date32}
-- 29|     and "day" < {p2:Date32}
-- 33|   select arrayJoin(arrayMap(i -> lo + toIntervalWeek(i), range(greatest(ifNull(intDiv(dateDiff('day', lo, hi), 7) + 1, 0), 0)))) as d0
-- 33+|   from (
-- 33+|     select toStartOfWeek(toDate32({p3:Date32}), 1) as lo, toStartOfWeek(toDate32({p4:Date32}), 1) as hi
-- 33+|   ) as bounds
-- 33+|   where lo <= hi
-- 35| select sumOrNull(s0 + toDecimal128(0, 0)) as "sales.month_ago"
-- 40|   join periods_1 on day_ >= (periods_1.d0 + toIntervalMonth(-1)) and day_ < ((periods_1.d0 + toIntervalWeek(1)) + toIntervalMonth(-1))
-- 41| )
-- 41+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 1| -- ["2024-02-09","2024-04-16","2024-03-18","2024-04-07"]
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
-- 18| join periods_1 on day_ >= date_add('month', -1, d0) and day_ < date_add('month', -1, date_add('week', 1, d0))
-- 22| -- ["2024-02-09","2024-04-16","2024-03-18","2024-04-07"]
-- 25|     cast("day" as date) as day_,
-- 28|   where "day" >= cast(? as date)
-- 29|     and "day" < cast(? as date)
-- 33|   select date_add('week', many * 10000 + few, lo) as d0
-- 33+|   from (
-- 33+|     select cast(date_trunc('week', cast(? as date)) as date) as lo, cast(date_trunc('week', cast(? as date)) as date) as hi
-- 33+|   ) as bounds
-- 33+|   cross join unnest(sequence(0, date_diff('week', lo, hi) / 10000)) as outer_steps (many)
-- 33+|   cross join unnest(sequence(0, least(date_diff('week', lo, hi), 9999))) as inner_steps (few)
-- 33+|   where lo <= hi and many * 10000 + few <= date_diff('week', lo, hi)
-- 40|   join periods_1 on day_ >= date_add('month', -1, periods_1.d0) and day_ < date_add('month', -1, date_add('week', 1, periods_1.d0))
-- bigquery:
-- 1| -- ["2024-02-09","2024-04-16","2024-03-18","2024-04-07"]
-- 4|     cast(`day` as date) as day_,
-- 7|   where `day` >= cast(@p1 as date)
-- 8|     and `day` < cast(@p2 as date)
-- 12|   select step as d0
-- 12+|   from (
-- 12+|     select date_trunc(cast(cast(@p3 as date) as date), week(monday)) as lo, date_trunc(cast(cast(@p4 as date) as date), week(monday)) as hi
-- 12+|   ) as bounds
-- 12+|   cross join unnest(generate_date_array(lo, hi, interval 1 week)) as step
-- 18| join periods_1 on day_ >= date_add(d0, interval -1 month) and day_ < date_add(date_add(d0, interval 1 week), interval -1 month)
-- 22| -- ["2024-02-09","2024-04-16","2024-03-18","2024-04-07"]
-- 25|     cast(`day` as date) as day_,
-- 28|   where `day` >= cast(@p1 as date)
-- 29|     and `day` < cast(@p2 as date)
-- 33|   select step as d0
-- 33+|   from (
-- 33+|     select date_trunc(cast(cast(@p3 as date) as date), week(monday)) as lo, date_trunc(cast(cast(@p4 as date) as date), week(monday)) as hi
-- 33+|   ) as bounds
-- 33+|   cross join unnest(generate_date_array(lo, hi, interval 1 week)) as step
-- 40|   join periods_1 on day_ >= date_add(periods_1.d0, interval -1 month) and day_ < date_add(date_add(periods_1.d0, interval 1 week), interval -1 month)
-- databricks:
-- 1| -- ["2024-02-09","2024-04-16","2024-03-18","2024-04-07"]
-- 4|     cast(`day` as date) as day_,
-- 7|   where `day` >= cast(:p1 as date)
-- 8|     and `day` < cast(:p2 as date)
-- 12|   select explode(sequence(lo, hi, interval 1 week)) as d0
-- 12+|   from (
-- 12+|     select cast(date_trunc('week', cast(:p3 as date)) as date) as lo, cast(date_trunc('week', cast(:p4 as date)) as date) as hi
-- 12+|   ) as bounds
-- 12+|   where lo <= hi
-- 18| join periods_1 on day_ >= cast(dateadd(month, -1, d0) as date) and day_ < cast(dateadd(month, -1, cast(dateadd(week, 1, d0) as date)) as date)
-- 22| -- ["2024-02-09","2024-04-16","2024-03-18","2024-04-07"]
-- 25|     cast(`day` as date) as day_,
-- 28|   where `day` >= cast(:p1 as date)
-- 29|     and `day` < cast(:p2 as date)
-- 33|   select explode(sequence(lo, hi, interval 1 week)) as d0
-- 33+|   from (
-- 33+|     select cast(date_trunc('week', cast(:p3 as date)) as date) as lo, cast(date_trunc('week', cast(:p4 as date)) as date) as hi
-- 33+|   ) as bounds
-- 33+|   where lo <= hi
-- 40|   join periods_1 on day_ >= cast(dateadd(month, -1, periods_1.d0) as date) and day_ < cast(dateadd(month, -1, cast(dateadd(week, 1, periods_1.d0) as date)) as date)
-- snowflake:
-- 1| -- ["2024-02-09","2024-04-16","2024-03-18","2024-03-18","2024-04-07","2024-04-07"]
-- 4|     cast("day" as date) as day_,
-- 7|   where "day" >= cast(? as date)
-- 8|     and "day" < cast(? as date)
-- 12|   select dateadd(week, cast(steps.value as integer), lo) as d0
-- 12+|   from (
-- 12+|     select dateadd(day, 1 - dayofweekiso(cast(? as date)), cast(cast(? as date) as date)) as lo, dateadd(day, 1 - dayofweekiso(cast(? as date)), cast(cast(? as date) as date)) as hi
-- 12+|   ) as bounds
-- 12+|   cross join lateral flatten(input => array_generate_range(0, floor(datediff(day, lo, hi) / 7) + 1)) as steps
-- 18| join periods_1 on day_ >= dateadd(month, -1, d0) and day_ < dateadd(month, -1, dateadd(week, 1, d0))
-- 22| -- ["2024-02-09","2024-04-16","2024-03-18","2024-03-18","2024-04-07","2024-04-07"]
-- 25|     cast("day" as date) as day_,
-- 28|   where "day" >= cast(? as date)
-- 29|     and "day" < cast(? as date)
-- 33|   select dateadd(week, cast(steps.value as integer), lo) as d0
-- 33+|   from (
-- 33+|     select dateadd(day, 1 - dayofweekiso(cast(? as date)), cast(cast(? as date) as date)) as lo, dateadd(day, 1 - dayofweekiso(cast(? as date)), cast(cast(? as date) as date)) as hi
-- 33+|   ) as bounds
-- 33+|   cross join lateral flatten(input => array_generate_range(0, floor(datediff(day, lo, hi) / 7) + 1)) as steps
-- 40|   join periods_1 on day_ >= dateadd(month, -1, periods_1.d0) and day_ < dateadd(month, -1, dateadd(week, 1, periods_1.d0))
-- redshift:
-- 1| -- ["2024-02-09","2024-04-16","2024-03-18","2024-04-07"]
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
-- 18| join periods_1 on day_ >= dateadd(month, -1, d0)::date and day_ < dateadd(month, -1, dateadd(week, 1, d0)::date)::date
-- 22| -- ["2024-02-09","2024-04-16","2024-03-18","2024-04-07"]
-- 28|   where "day" >= $1::date
-- 29|     and "day" < $2::date
-- 33|   select dateadd(week, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
-- 33+|   from (
-- 33+|     select date_trunc('week', $3::date)::date as lo, date_trunc('week', $4::date)::date as hi
-- 33+|   ) as bounds
-- 33+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(day, lo, hi) / 7
-- 33+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(day, lo, hi) / 7
-- 33+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(day, lo, hi) / 7
-- 33+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(day, lo, hi) / 7
-- 33+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(day, lo, hi) / 7
-- 33+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(day, lo, hi) / 7
-- 33+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(day, lo, hi) / 7
-- 40|   join periods_1 on day_ >= dateadd(month, -1, periods_1.d0)::date and day_ < dateadd(month, -1, dateadd(week, 1, periods_1.d0)::date)::date

-- a rolling sum a year ago ends at the same day
-- ["2024-02-28","2024-03-01","2024-02-28","2024-03-01","2024-02-28","2024-03-01","2024-02-28","2024-03-01"]
with facts_1 as (
  select
    "day"::date as day_,
    sum("amount") as s0
  from "sales"
  where "day" >= $1::date - interval '1 day' - interval '2 days' - interval '28 days'
    and "day" < $2::date + interval '1 day' + interval '2 days'
  group by 1
),
bounds_1 as (
  select
    $3::date::date::date as lo,
    $4::date::date::date as hi
),
followed_1 as (
  select
    day_,
    s0,
    lead(day_) over (order by day_) as next
  from facts_1
  where day_ is not null
),
spread_1 as (
  select
    day_,
    s0
  from followed_1
  union all
  select
    generate_series(greatest(day_ + interval '1 day', lo)::timestamp, least(next - interval '1 day', hi, day_ + interval '27 days')::timestamp, interval '1 day')::date as day_,
    null as s0
  from followed_1
  cross join bounds_1
  where day_ < least(next - interval '1 day', hi, day_ + interval '27 days')
),
framed_1 as (
  select
    day_,
    sum(s0) over (order by day_ range between interval '27 days' preceding and current row) as s0
  from spread_1
),
facts_2 as (
  select
    "day"::date as day_,
    sum("amount") as s0
  from "sales"
  where "day" >= $5::date - interval '1 day' - interval '2 days' - interval '1 year' - interval '28 days'
    and "day" < $6::date + interval '1 day' + interval '2 days'
  group by 1
),
periods_1 as (
  select generate_series($7::date::date::timestamp, $8::date::date::timestamp, interval '1 day')::date as d0
)
select
  d0 as "sales.day.day",
  max(m0) as "sales.month_rolled",
  max(m1) as "sales.month_rolled_year_ago"
from (
  select
    day_ as d0,
    max(s0) as m0,
    null as m1
  from framed_1
  cross join bounds_1
  where day_ >= lo
    and day_ <= hi
  group by 1
  union all
  select
    d0,
    null as m0,
    sum(s0) as m1
  from facts_2
  join periods_1 on day_ >= d0 - interval '1 year' + interval '1 day' - interval '28 days' and day_ < d0 - interval '1 year' + interval '1 day'
  group by 1
) as branches
group by 1
order by "sales.day.day" nulls last;
-- duckdb:
-- 31|     unnest(generate_series(greatest(day_ + interval '1 day', lo)::timestamp, least(next - interval '1 day', hi, day_ + interval '27 days')::timestamp, interval '1 day'))::date as day_,
-- 53|   select unnest(generate_series($7::date::date::timestamp, $8::date::date::timestamp, interval '1 day'))::date as d0
-- mysql:
-- 1| -- ["2024-02-28","2024-03-01","2024-02-28","2024-02-28","2024-03-01","2024-02-28","2024-03-01","2024-02-28","2024-02-28","2024-03-01"]
-- 2| with recursive facts_1 as (
-- 4|     date(`day`) as day_,
-- 7|   where `day` >= cast(? as date) - interval 1 day - interval 2 day - interval 28 day
-- 8|     and `day` < cast(? as date) + interval 1 day + interval 2 day
-- 11| periods_1 as (
-- 13|     1 as n,
-- 14|     date(cast(? as date)) as d0,
-- 15|     date(cast(? as date)) as first,
-- 16|     date(cast(? as date)) as last
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
-- 45|     date(`day`) as day_,
-- 48|   where `day` >= cast(? as date) - interval 1 day - interval 2 day - interval 1 year - interval 28 day
-- 49|     and `day` < cast(? as date) + interval 1 day + interval 2 day
-- 52| periods_2 as (
-- 53|   select
-- 53+|     1 as n,
-- 53+|     date(cast(? as date)) as d0,
-- 53+|     date(cast(? as date)) as first,
-- 53+|     date(cast(? as date)) as last
-- 53+|   having first <= last
-- 53+|   union all
-- 53+|   select n * 2 + bit, first + interval (n * 2 + bit - 1) day, first, last
-- 53+|   from periods_2
-- 53+|   cross join (select 0 as bit union all select 1) as bits
-- 53+|   where first + interval (n * 2 + bit - 1) day <= last
-- 61|     d0,
-- 62|     sum(s0) as m0,
-- 64|   from facts_1
-- 65|   join periods_1 on day_ >= d0 + interval 1 day - interval 28 day and day_ < d0 + interval 1 day
-- 66 is left out
-- 67 is left out
-- 75|   join periods_2 on day_ >= d0 - interval 1 year + interval 1 day - interval 28 day and day_ < d0 - interval 1 year + interval 1 day
-- 79| order by `sales.day.day` <=> null, `sales.day.day`;
-- clickhouse:
-- 1| -- ["2024-01-28","2024-03-04","2024-02-28","2024-03-01","2023-01-28","2024-03-04","2024-02-28","2024-03-01"]
-- 4|     toDate32("day") as day_,
-- 5|     sumOrNull("amount" + toDecimal128(0, 0)) as s0
-- 7|   where "day" >= {p1:Date32}
-- 8|     and "day" < {p2:Date32}
-- 11| periods_1 as (
-- 12|   select arrayJoin(arrayMap(i -> lo + toIntervalDay(i), range(greatest(ifNull(dateDiff('day', lo, hi) + 1, 0), 0)))) as d0
-- 13|   from (
-- 14|     select toDate32({p3:Date32}) as lo, toDate32({p4:Date32}) as hi
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
-- 45|     toDate32("day") as day_,
-- 46|     sumOrNull("amount" + toDecimal128(0, 0)) as s0
-- 48|   where "day" >= {p5:Date32}
-- 49|     and "day" < {p6:Date32}
-- 52| periods_2 as (
-- 53|   select arrayJoin(arrayMap(i -> lo + toIntervalDay(i), range(greatest(ifNull(dateDiff('day', lo, hi) + 1, 0), 0)))) as d0
-- 53+|   from (
-- 53+|     select toDate32({p7:Date32}) as lo, toDate32({p8:Date32}) as hi
-- 53+|   ) as bounds
-- 53+|   where lo <= hi
-- 61|     d0,
-- 62|     sumOrNull(s0 + toDecimal128(0, 0)) as m0,
-- 64|   from facts_1
-- 65|   join periods_1 on day_ >= ((d0 + toIntervalDay(1)) + toIntervalDay(-28)) and day_ < (d0 + toIntervalDay(1))
-- 66 is left out
-- 67 is left out
-- 73|     sumOrNull(s0 + toDecimal128(0, 0)) as m1
-- 75|   join periods_2 on day_ >= (((d0 + toIntervalYear(-1)) + toIntervalDay(1)) + toIntervalDay(-28)) and day_ < ((d0 + toIntervalYear(-1)) + toIntervalDay(1))
-- 79| order by 1 nulls last
-- 79+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 1| -- ["2024-01-28","2024-03-04","2024-02-28","2024-03-01","2023-01-28","2024-03-04","2024-02-28","2024-03-01"]
-- 4|     cast("day" as date) as day_,
-- 7|   where "day" >= cast(? as date)
-- 8|     and "day" < cast(? as date)
-- 11| periods_1 as (
-- 12|   select date_add('day', many * 10000 + few, lo) as d0
-- 13|   from (
-- 14|     select cast(cast(? as date) as date) as lo, cast(cast(? as date) as date) as hi
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
-- 45|     cast("day" as date) as day_,
-- 48|   where "day" >= cast(? as date)
-- 49|     and "day" < cast(? as date)
-- 52| periods_2 as (
-- 53|   select date_add('day', many * 10000 + few, lo) as d0
-- 53+|   from (
-- 53+|     select cast(cast(? as date) as date) as lo, cast(cast(? as date) as date) as hi
-- 53+|   ) as bounds
-- 53+|   cross join unnest(sequence(0, date_diff('day', lo, hi) / 10000)) as outer_steps (many)
-- 53+|   cross join unnest(sequence(0, least(date_diff('day', lo, hi), 9999))) as inner_steps (few)
-- 53+|   where lo <= hi and many * 10000 + few <= date_diff('day', lo, hi)
-- 61|     d0,
-- 62|     sum(s0) as m0,
-- 64|   from facts_1
-- 65|   join periods_1 on day_ >= date_add('day', -28, date_add('day', 1, d0)) and day_ < date_add('day', 1, d0)
-- 66 is left out
-- 67 is left out
-- 75|   join periods_2 on day_ >= date_add('day', -28, date_add('day', 1, date_add('year', -1, d0))) and day_ < date_add('day', 1, date_add('year', -1, d0))
-- bigquery:
-- 1| -- ["2024-01-28","2024-03-04","2024-02-28","2024-03-01","2023-01-28","2024-03-04","2024-02-28","2024-03-01"]
-- 4|     cast(`day` as date) as day_,
-- 7|   where `day` >= cast(@p1 as date)
-- 8|     and `day` < cast(@p2 as date)
-- 11| periods_1 as (
-- 12|   select step as d0
-- 13|   from (
-- 14|     select cast(cast(@p3 as date) as date) as lo, cast(cast(@p4 as date) as date) as hi
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
-- 45|     cast(`day` as date) as day_,
-- 48|   where `day` >= cast(@p5 as date)
-- 49|     and `day` < cast(@p6 as date)
-- 52| periods_2 as (
-- 53|   select step as d0
-- 53+|   from (
-- 53+|     select cast(cast(@p7 as date) as date) as lo, cast(cast(@p8 as date) as date) as hi
-- 53+|   ) as bounds
-- 53+|   cross join unnest(generate_date_array(lo, hi, interval 1 day)) as step
-- 61|     d0,
-- 62|     sum(s0) as m0,
-- 64|   from facts_1
-- 65|   join periods_1 on day_ >= date_add(date_add(d0, interval 1 day), interval -28 day) and day_ < date_add(d0, interval 1 day)
-- 66 is left out
-- 67 is left out
-- 75|   join periods_2 on day_ >= date_add(date_add(date_add(d0, interval -1 year), interval 1 day), interval -28 day) and day_ < date_add(date_add(d0, interval -1 year), interval 1 day)
-- databricks:
-- 1| -- ["2024-01-28","2024-03-04","2024-02-28","2024-03-01","2023-01-28","2024-03-04","2024-02-28","2024-03-01"]
-- 4|     cast(`day` as date) as day_,
-- 7|   where `day` >= cast(:p1 as date)
-- 8|     and `day` < cast(:p2 as date)
-- 11| periods_1 as (
-- 12|   select explode(sequence(lo, hi, interval 1 day)) as d0
-- 13|   from (
-- 14|     select cast(cast(:p3 as date) as date) as lo, cast(cast(:p4 as date) as date) as hi
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
-- 45|     cast(`day` as date) as day_,
-- 48|   where `day` >= cast(:p5 as date)
-- 49|     and `day` < cast(:p6 as date)
-- 52| periods_2 as (
-- 53|   select explode(sequence(lo, hi, interval 1 day)) as d0
-- 53+|   from (
-- 53+|     select cast(cast(:p7 as date) as date) as lo, cast(cast(:p8 as date) as date) as hi
-- 53+|   ) as bounds
-- 53+|   where lo <= hi
-- 61|     d0,
-- 62|     sum(s0) as m0,
-- 64|   from facts_1
-- 65|   join periods_1 on day_ >= cast(dateadd(day, -28, cast(dateadd(day, 1, d0) as date)) as date) and day_ < cast(dateadd(day, 1, d0) as date)
-- 66 is left out
-- 67 is left out
-- 75|   join periods_2 on day_ >= cast(dateadd(day, -28, cast(dateadd(day, 1, cast(dateadd(year, -1, d0) as date)) as date)) as date) and day_ < cast(dateadd(day, 1, cast(dateadd(year, -1, d0) as date)) as date)
-- snowflake:
-- 1| -- ["2024-01-28","2024-03-04","2024-02-28","2024-03-01","2023-01-28","2024-03-04","2024-02-28","2024-03-01"]
-- 4|     cast("day" as date) as day_,
-- 7|   where "day" >= cast(? as date)
-- 8|     and "day" < cast(? as date)
-- 11| periods_1 as (
-- 12|   select dateadd(day, cast(steps.value as integer), lo) as d0
-- 13|   from (
-- 14|     select cast(cast(? as date) as date) as lo, cast(cast(? as date) as date) as hi
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
-- 45|     cast("day" as date) as day_,
-- 48|   where "day" >= cast(? as date)
-- 49|     and "day" < cast(? as date)
-- 52| periods_2 as (
-- 53|   select dateadd(day, cast(steps.value as integer), lo) as d0
-- 53+|   from (
-- 53+|     select cast(cast(? as date) as date) as lo, cast(cast(? as date) as date) as hi
-- 53+|   ) as bounds
-- 53+|   cross join lateral flatten(input => array_generate_range(0, datediff(day, lo, hi) + 1)) as steps
-- 61|     d0,
-- 62|     sum(s0) as m0,
-- 64|   from facts_1
-- 65|   join periods_1 on day_ >= dateadd(day, -28, dateadd(day, 1, d0)) and day_ < dateadd(day, 1, d0)
-- 66 is left out
-- 67 is left out
-- 75|   join periods_2 on day_ >= dateadd(day, -28, dateadd(day, 1, dateadd(year, -1, d0))) and day_ < dateadd(day, 1, dateadd(year, -1, d0))
-- redshift:
-- 1| -- ["2024-01-28","2024-03-04","2024-02-28","2024-03-01","2023-01-28","2024-03-04","2024-02-28","2024-03-01"]
-- 7|   where "day" >= $1::date
-- 8|     and "day" < $2::date
-- 11| periods_1 as (
-- 12|   select dateadd(day, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
-- 13|   from (
-- 14|     select $3::date::date as lo, $4::date::date as hi
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
-- 48|   where "day" >= $5::date
-- 49|     and "day" < $6::date
-- 52| periods_2 as (
-- 53|   select dateadd(day, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
-- 53+|   from (
-- 53+|     select $7::date::date as lo, $8::date::date as hi
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
-- 65|   join periods_1 on day_ >= dateadd(day, -28, dateadd(day, 1, d0)::date)::date and day_ < dateadd(day, 1, d0)::date
-- 66 is left out
-- 67 is left out
-- 75|   join periods_2 on day_ >= dateadd(day, -28, dateadd(day, 1, dateadd(year, -1, d0)::date)::date)::date and day_ < dateadd(day, 1, dateadd(year, -1, d0)::date)::date

-- two offsets in one unit are added, and in two units applied one after the other
-- ["2023-03-28","2023-04-01","2023-03-28","2023-04-01","2023-03-28","2023-04-01","2023-03-28","2023-04-01","2023-03-28","2023-04-01","2023-03-28","2023-04-01"]
with facts_1 as (
  select
    "day"::date as day_,
    sum("amount") as s0
  from "sales"
  where "day" >= $1::date - interval '1 day' - interval '2 days' - interval '2 months'
    and "day" < $2::date + interval '1 day' + interval '2 days'
  group by 1
),
periods_1 as (
  select generate_series($3::date::date::timestamp, $4::date::date::timestamp, interval '1 day')::date as d0
),
facts_2 as (
  select
    "day"::date as day_,
    sum("amount") as s0
  from "sales"
  where "day" >= $5::date - interval '1 day' - interval '2 days' - interval '1 day' - interval '1 month'
    and "day" < $6::date + interval '1 day' + interval '2 days'
  group by 1
),
periods_2 as (
  select generate_series($7::date::date::timestamp, $8::date::date::timestamp, interval '1 day')::date as d0
),
facts_3 as (
  select
    "day"::date as day_,
    sum("amount") as s0
  from "sales"
  where "day" >= $9::date - interval '1 day' - interval '2 days'
    and "day" < $10::date + interval '1 day' + interval '2 days'
  group by 1
),
bounds_1 as (
  select
    $11::date::date::date as lo,
    $12::date::date::date as hi
)
select
  d0 as "sales.day.day",
  max(m0) as "sales.two_months_ago",
  max(m1) as "sales.day_and_month_ago",
  max(m2) as "sales.there_and_back"
from (
  select
    d0,
    sum(s0) as m0,
    null::numeric as m1,
    null::numeric as m2
  from facts_1
  join periods_1 on day_ >= d0 - interval '2 months' and day_ < d0 - interval '2 months' + interval '1 day'
  group by 1
  union all
  select
    d0,
    null::numeric as m0,
    sum(s0) as m1,
    null::numeric as m2
  from facts_2
  join periods_2 on day_ >= d0 - interval '1 day' - interval '1 month' and day_ < d0 - interval '1 day' - interval '1 month' + interval '1 day'
  group by 1
  union all
  select
    day_ as d0,
    null::numeric as m0,
    null::numeric as m1,
    max(s0) as m2
  from facts_3
  cross join bounds_1
  where day_ >= lo
    and day_ <= hi
  group by 1
) as branches
group by 1
order by "sales.day.day" nulls last;
-- duckdb:
-- 12|   select unnest(generate_series($3::date::date::timestamp, $4::date::date::timestamp, interval '1 day'))::date as d0
-- 24|   select unnest(generate_series($7::date::date::timestamp, $8::date::date::timestamp, interval '1 day'))::date as d0
-- 49|     null as m1,
-- 50|     null as m2
-- 57|     null as m0,
-- 59|     null as m2
-- 66|     null as m0,
-- 67|     null as m1,
-- mysql:
-- 1| -- ["2023-03-28","2023-04-01","2023-03-28","2023-03-28","2023-04-01","2023-03-28","2023-04-01","2023-03-28","2023-03-28","2023-04-01","2023-03-28","2023-04-01","2023-03-28","2023-03-28","2023-04-01"]
-- 2| with recursive facts_1 as (
-- 4|     date(`day`) as day_,
-- 7|   where `day` >= cast(? as date) - interval 1 day - interval 2 day - interval 2 month
-- 8|     and `day` < cast(? as date) + interval 1 day + interval 2 day
-- 12|   select
-- 12+|     1 as n,
-- 12+|     date(cast(? as date)) as d0,
-- 12+|     date(cast(? as date)) as first,
-- 12+|     date(cast(? as date)) as last
-- 12+|   having first <= last
-- 12+|   union all
-- 12+|   select n * 2 + bit, first + interval (n * 2 + bit - 1) day, first, last
-- 12+|   from periods_1
-- 12+|   cross join (select 0 as bit union all select 1) as bits
-- 12+|   where first + interval (n * 2 + bit - 1) day <= last
-- 16|     date(`day`) as day_,
-- 19|   where `day` >= cast(? as date) - interval 1 day - interval 2 day - interval 1 day - interval 1 month
-- 20|     and `day` < cast(? as date) + interval 1 day + interval 2 day
-- 24|   select
-- 24+|     1 as n,
-- 24+|     date(cast(? as date)) as d0,
-- 24+|     date(cast(? as date)) as first,
-- 24+|     date(cast(? as date)) as last
-- 24+|   having first <= last
-- 24+|   union all
-- 24+|   select n * 2 + bit, first + interval (n * 2 + bit - 1) day, first, last
-- 24+|   from periods_2
-- 24+|   cross join (select 0 as bit union all select 1) as bits
-- 24+|   where first + interval (n * 2 + bit - 1) day <= last
-- 28|     date(`day`) as day_,
-- 31|   where `day` >= cast(? as date) - interval 1 day - interval 2 day
-- 32|     and `day` < cast(? as date) + interval 1 day + interval 2 day
-- 35| periods_3 as (
-- 37|     1 as n,
-- 38|     date(cast(? as date)) as d0,
-- 38+|     date(cast(? as date)) as first,
-- 38+|     date(cast(? as date)) as last
-- 38+|   having first <= last
-- 38+|   union all
-- 38+|   select n * 2 + bit, first + interval (n * 2 + bit - 1) day, first, last
-- 38+|   from periods_3
-- 38+|   cross join (select 0 as bit union all select 1) as bits
-- 38+|   where first + interval (n * 2 + bit - 1) day <= last
-- 49|     null as m1,
-- 50|     null as m2
-- 52|   join periods_1 on day_ >= d0 - interval 2 month and day_ < d0 - interval 2 month + interval 1 day
-- 57|     null as m0,
-- 59|     null as m2
-- 61|   join periods_2 on day_ >= d0 - interval 1 day - interval 1 month and day_ < d0 - interval 1 day - interval 1 month + interval 1 day
-- 65|     d0,
-- 66|     null as m0,
-- 67|     null as m1,
-- 68|     sum(s0) as m2
-- 70|   join periods_3 on day_ >= d0 and day_ < d0 + interval 1 day
-- 71 is left out
-- 72 is left out
-- 76| order by `sales.day.day` <=> null, `sales.day.day`;
-- clickhouse:
-- 1| -- ["2023-01-25","2023-04-04","2023-03-28","2023-04-01","2023-02-24","2023-04-04","2023-03-28","2023-04-01","2023-03-25","2023-04-04","2023-03-28","2023-04-01"]
-- 4|     toDate32("day") as day_,
-- 5|     sumOrNull("amount" + toDecimal128(0, 0)) as s0
-- 7|   where "day" >= {p1:Date32}
-- 8|     and "day" < {p2:Date32}
-- 12|   select arrayJoin(arrayMap(i -> lo + toIntervalDay(i), range(greatest(ifNull(dateDiff('day', lo, hi) + 1, 0), 0)))) as d0
-- 12+|   from (
-- 12+|     select toDate32({p3:Date32}) as lo, toDate32({p4:Date32}) as hi
-- 12+|   ) as bounds
-- 12+|   where lo <= hi
-- 16|     toDate32("day") as day_,
-- 17|     sumOrNull("amount" + toDecimal128(0, 0)) as s0
-- 19|   where "day" >= {p5:Date32}
-- 20|     and "day" < {p6:Date32}
-- 24|   select arrayJoin(arrayMap(i -> lo + toIntervalDay(i), range(greatest(ifNull(dateDiff('day', lo, hi) + 1, 0), 0)))) as d0
-- 24+|   from (
-- 24+|     select toDate32({p7:Date32}) as lo, toDate32({p8:Date32}) as hi
-- 24+|   ) as bounds
-- 24+|   where lo <= hi
-- 28|     toDate32("day") as day_,
-- 29|     sumOrNull("amount" + toDecimal128(0, 0)) as s0
-- 31|   where "day" >= {p9:Date32}
-- 32|     and "day" < {p10:Date32}
-- 35| periods_3 as (
-- 36|   select arrayJoin(arrayMap(i -> lo + toIntervalDay(i), range(greatest(ifNull(dateDiff('day', lo, hi) + 1, 0), 0)))) as d0
-- 37|   from (
-- 38|     select toDate32({p11:Date32}) as lo, toDate32({p12:Date32}) as hi
-- 38+|   ) as bounds
-- 38+|   where lo <= hi
-- 48|     sumOrNull(s0 + toDecimal128(0, 0)) as m0,
-- 49|     null as m1,
-- 50|     null as m2
-- 52|   join periods_1 on day_ >= (d0 + toIntervalMonth(-2)) and day_ < ((d0 + toIntervalMonth(-2)) + toIntervalDay(1))
-- 57|     null as m0,
-- 58|     sumOrNull(s0 + toDecimal128(0, 0)) as m1,
-- 59|     null as m2
-- 61|   join periods_2 on day_ >= ((d0 + toIntervalDay(-1)) + toIntervalMonth(-1)) and day_ < (((d0 + toIntervalDay(-1)) + toIntervalMonth(-1)) + toIntervalDay(1))
-- 65|     d0,
-- 66|     null as m0,
-- 67|     null as m1,
-- 68|     sumOrNull(s0 + toDecimal128(0, 0)) as m2
-- 70|   join periods_3 on day_ >= d0 and day_ < (d0 + toIntervalDay(1))
-- 71 is left out
-- 72 is left out
-- 76| order by 1 nulls last
-- 76+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 1| -- ["2023-01-25","2023-04-04","2023-03-28","2023-04-01","2023-02-24","2023-04-04","2023-03-28","2023-04-01","2023-03-25","2023-04-04","2023-03-28","2023-04-01"]
-- 4|     cast("day" as date) as day_,
-- 7|   where "day" >= cast(? as date)
-- 8|     and "day" < cast(? as date)
-- 12|   select date_add('day', many * 10000 + few, lo) as d0
-- 12+|   from (
-- 12+|     select cast(cast(? as date) as date) as lo, cast(cast(? as date) as date) as hi
-- 12+|   ) as bounds
-- 12+|   cross join unnest(sequence(0, date_diff('day', lo, hi) / 10000)) as outer_steps (many)
-- 12+|   cross join unnest(sequence(0, least(date_diff('day', lo, hi), 9999))) as inner_steps (few)
-- 12+|   where lo <= hi and many * 10000 + few <= date_diff('day', lo, hi)
-- 16|     cast("day" as date) as day_,
-- 19|   where "day" >= cast(? as date)
-- 20|     and "day" < cast(? as date)
-- 24|   select date_add('day', many * 10000 + few, lo) as d0
-- 24+|   from (
-- 24+|     select cast(cast(? as date) as date) as lo, cast(cast(? as date) as date) as hi
-- 24+|   ) as bounds
-- 24+|   cross join unnest(sequence(0, date_diff('day', lo, hi) / 10000)) as outer_steps (many)
-- 24+|   cross join unnest(sequence(0, least(date_diff('day', lo, hi), 9999))) as inner_steps (few)
-- 24+|   where lo <= hi and many * 10000 + few <= date_diff('day', lo, hi)
-- 28|     cast("day" as date) as day_,
-- 31|   where "day" >= cast(? as date)
-- 32|     and "day" < cast(? as date)
-- 35| periods_3 as (
-- 36|   select date_add('day', many * 10000 + few, lo) as d0
-- 37|   from (
-- 38|     select cast(cast(? as date) as date) as lo, cast(cast(? as date) as date) as hi
-- 38+|   ) as bounds
-- 38+|   cross join unnest(sequence(0, date_diff('day', lo, hi) / 10000)) as outer_steps (many)
-- 38+|   cross join unnest(sequence(0, least(date_diff('day', lo, hi), 9999))) as inner_steps (few)
-- 38+|   where lo <= hi and many * 10000 + few <= date_diff('day', lo, hi)
-- 49|     null as m1,
-- 50|     null as m2
-- 52|   join periods_1 on day_ >= date_add('month', -2, d0) and day_ < date_add('day', 1, date_add('month', -2, d0))
-- 57|     null as m0,
-- 59|     null as m2
-- 61|   join periods_2 on day_ >= date_add('month', -1, date_add('day', -1, d0)) and day_ < date_add('day', 1, date_add('month', -1, date_add('day', -1, d0)))
-- 65|     d0,
-- 66|     null as m0,
-- 67|     null as m1,
-- 68|     sum(s0) as m2
-- 70|   join periods_3 on day_ >= d0 and day_ < date_add('day', 1, d0)
-- 71 is left out
-- 72 is left out
-- bigquery:
-- 1| -- ["2023-01-25","2023-04-04","2023-03-28","2023-04-01","2023-02-24","2023-04-04","2023-03-28","2023-04-01","2023-03-25","2023-04-04","2023-03-28","2023-04-01"]
-- 4|     cast(`day` as date) as day_,
-- 7|   where `day` >= cast(@p1 as date)
-- 8|     and `day` < cast(@p2 as date)
-- 12|   select step as d0
-- 12+|   from (
-- 12+|     select cast(cast(@p3 as date) as date) as lo, cast(cast(@p4 as date) as date) as hi
-- 12+|   ) as bounds
-- 12+|   cross join unnest(generate_date_array(lo, hi, interval 1 day)) as step
-- 16|     cast(`day` as date) as day_,
-- 19|   where `day` >= cast(@p5 as date)
-- 20|     and `day` < cast(@p6 as date)
-- 24|   select step as d0
-- 24+|   from (
-- 24+|     select cast(cast(@p7 as date) as date) as lo, cast(cast(@p8 as date) as date) as hi
-- 24+|   ) as bounds
-- 24+|   cross join unnest(generate_date_array(lo, hi, interval 1 day)) as step
-- 28|     cast(`day` as date) as day_,
-- 31|   where `day` >= cast(@p9 as date)
-- 32|     and `day` < cast(@p10 as date)
-- 35| periods_3 as (
-- 36|   select step as d0
-- 37|   from (
-- 38|     select cast(cast(@p11 as date) as date) as lo, cast(cast(@p12 as date) as date) as hi
-- 38+|   ) as bounds
-- 38+|   cross join unnest(generate_date_array(lo, hi, interval 1 day)) as step
-- 49|     null as m1,
-- 50|     null as m2
-- 52|   join periods_1 on day_ >= date_add(d0, interval -2 month) and day_ < date_add(date_add(d0, interval -2 month), interval 1 day)
-- 57|     null as m0,
-- 59|     null as m2
-- 61|   join periods_2 on day_ >= date_add(date_add(d0, interval -1 day), interval -1 month) and day_ < date_add(date_add(date_add(d0, interval -1 day), interval -1 month), interval 1 day)
-- 65|     d0,
-- 66|     null as m0,
-- 67|     null as m1,
-- 68|     sum(s0) as m2
-- 70|   join periods_3 on day_ >= d0 and day_ < date_add(d0, interval 1 day)
-- 71 is left out
-- 72 is left out
-- databricks:
-- 1| -- ["2023-01-25","2023-04-04","2023-03-28","2023-04-01","2023-02-24","2023-04-04","2023-03-28","2023-04-01","2023-03-25","2023-04-04","2023-03-28","2023-04-01"]
-- 4|     cast(`day` as date) as day_,
-- 7|   where `day` >= cast(:p1 as date)
-- 8|     and `day` < cast(:p2 as date)
-- 12|   select explode(sequence(lo, hi, interval 1 day)) as d0
-- 12+|   from (
-- 12+|     select cast(cast(:p3 as date) as date) as lo, cast(cast(:p4 as date) as date) as hi
-- 12+|   ) as bounds
-- 12+|   where lo <= hi
-- 16|     cast(`day` as date) as day_,
-- 19|   where `day` >= cast(:p5 as date)
-- 20|     and `day` < cast(:p6 as date)
-- 24|   select explode(sequence(lo, hi, interval 1 day)) as d0
-- 24+|   from (
-- 24+|     select cast(cast(:p7 as date) as date) as lo, cast(cast(:p8 as date) as date) as hi
-- 24+|   ) as bounds
-- 24+|   where lo <= hi
-- 28|     cast(`day` as date) as day_,
-- 31|   where `day` >= cast(:p9 as date)
-- 32|     and `day` < cast(:p10 as date)
-- 35| periods_3 as (
-- 36|   select explode(sequence(lo, hi, interval 1 day)) as d0
-- 37|   from (
-- 38|     select cast(cast(:p11 as date) as date) as lo, cast(cast(:p12 as date) as date) as hi
-- 38+|   ) as bounds
-- 38+|   where lo <= hi
-- 49|     null as m1,
-- 50|     null as m2
-- 52|   join periods_1 on day_ >= cast(dateadd(month, -2, d0) as date) and day_ < cast(dateadd(day, 1, cast(dateadd(month, -2, d0) as date)) as date)
-- 57|     null as m0,
-- 59|     null as m2
-- 61|   join periods_2 on day_ >= cast(dateadd(month, -1, cast(dateadd(day, -1, d0) as date)) as date) and day_ < cast(dateadd(day, 1, cast(dateadd(month, -1, cast(dateadd(day, -1, d0) as date)) as date)) as date)
-- 65|     d0,
-- 66|     null as m0,
-- 67|     null as m1,
-- 68|     sum(s0) as m2
-- 70|   join periods_3 on day_ >= d0 and day_ < cast(dateadd(day, 1, d0) as date)
-- 71 is left out
-- 72 is left out
-- snowflake:
-- 1| -- ["2023-01-25","2023-04-04","2023-03-28","2023-04-01","2023-02-24","2023-04-04","2023-03-28","2023-04-01","2023-03-25","2023-04-04","2023-03-28","2023-04-01"]
-- 4|     cast("day" as date) as day_,
-- 7|   where "day" >= cast(? as date)
-- 8|     and "day" < cast(? as date)
-- 12|   select dateadd(day, cast(steps.value as integer), lo) as d0
-- 12+|   from (
-- 12+|     select cast(cast(? as date) as date) as lo, cast(cast(? as date) as date) as hi
-- 12+|   ) as bounds
-- 12+|   cross join lateral flatten(input => array_generate_range(0, datediff(day, lo, hi) + 1)) as steps
-- 16|     cast("day" as date) as day_,
-- 19|   where "day" >= cast(? as date)
-- 20|     and "day" < cast(? as date)
-- 24|   select dateadd(day, cast(steps.value as integer), lo) as d0
-- 24+|   from (
-- 24+|     select cast(cast(? as date) as date) as lo, cast(cast(? as date) as date) as hi
-- 24+|   ) as bounds
-- 24+|   cross join lateral flatten(input => array_generate_range(0, datediff(day, lo, hi) + 1)) as steps
-- 28|     cast("day" as date) as day_,
-- 31|   where "day" >= cast(? as date)
-- 32|     and "day" < cast(? as date)
-- 35| periods_3 as (
-- 36|   select dateadd(day, cast(steps.value as integer), lo) as d0
-- 37|   from (
-- 38|     select cast(cast(? as date) as date) as lo, cast(cast(? as date) as date) as hi
-- 38+|   ) as bounds
-- 38+|   cross join lateral flatten(input => array_generate_range(0, datediff(day, lo, hi) + 1)) as steps
-- 49|     null as m1,
-- 50|     null as m2
-- 52|   join periods_1 on day_ >= dateadd(month, -2, d0) and day_ < dateadd(day, 1, dateadd(month, -2, d0))
-- 57|     null as m0,
-- 59|     null as m2
-- 61|   join periods_2 on day_ >= dateadd(month, -1, dateadd(day, -1, d0)) and day_ < dateadd(day, 1, dateadd(month, -1, dateadd(day, -1, d0)))
-- 65|     d0,
-- 66|     null as m0,
-- 67|     null as m1,
-- 68|     sum(s0) as m2
-- 70|   join periods_3 on day_ >= d0 and day_ < dateadd(day, 1, d0)
-- 71 is left out
-- 72 is left out
-- redshift:
-- 1| -- ["2023-01-25","2023-04-04","2023-03-28","2023-04-01","2023-02-24","2023-04-04","2023-03-28","2023-04-01","2023-03-25","2023-04-04","2023-03-28","2023-04-01"]
-- 7|   where "day" >= $1::date
-- 8|     and "day" < $2::date
-- 12|   select dateadd(day, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
-- 12+|   from (
-- 12+|     select $3::date::date as lo, $4::date::date as hi
-- 12+|   ) as bounds
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(day, lo, hi)
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(day, lo, hi)
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(day, lo, hi)
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(day, lo, hi)
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(day, lo, hi)
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(day, lo, hi)
-- 12+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(day, lo, hi)
-- 19|   where "day" >= $5::date
-- 20|     and "day" < $6::date
-- 24|   select dateadd(day, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
-- 24+|   from (
-- 24+|     select $7::date::date as lo, $8::date::date as hi
-- 24+|   ) as bounds
-- 24+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(day, lo, hi)
-- 24+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(day, lo, hi)
-- 24+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(day, lo, hi)
-- 24+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(day, lo, hi)
-- 24+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(day, lo, hi)
-- 24+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(day, lo, hi)
-- 24+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(day, lo, hi)
-- 31|   where "day" >= $9::date
-- 32|     and "day" < $10::date
-- 35| periods_3 as (
-- 36|   select dateadd(day, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
-- 37|   from (
-- 38|     select $11::date::date as lo, $12::date::date as hi
-- 38+|   ) as bounds
-- 38+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(day, lo, hi)
-- 38+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(day, lo, hi)
-- 38+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(day, lo, hi)
-- 38+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(day, lo, hi)
-- 38+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(day, lo, hi)
-- 38+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(day, lo, hi)
-- 38+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(day, lo, hi)
-- 49|     null::float8 as m1,
-- 50|     null::float8 as m2
-- 52|   join periods_1 on day_ >= dateadd(month, -2, d0)::date and day_ < dateadd(day, 1, dateadd(month, -2, d0)::date)::date
-- 57|     null::float8 as m0,
-- 59|     null::float8 as m2
-- 61|   join periods_2 on day_ >= dateadd(month, -1, dateadd(day, -1, d0)::date)::date and day_ < dateadd(day, 1, dateadd(month, -1, dateadd(day, -1, d0)::date)::date)::date
-- 65|     d0,
-- 66|     null::float8 as m0,
-- 67|     null::float8 as m1,
-- 68|     sum(s0) as m2
-- 70|   join periods_3 on day_ >= d0 and day_ < dateadd(day, 1, d0)::date
-- 71 is left out
-- 72 is left out

-- a ratio can be offset by a year
-- ["2024-02-01","2024-04-01","2024-02-01","2024-04-01","2024-02-01","2024-04-01"]
with facts_1 as (
  select
    date_trunc('month', "day")::date as period,
    sum("amount") as s0,
    count(*) as s1
  from "sales"
  where "day" >= $3::date - interval '1 month' - interval '2 days' - interval '1 year'
    and "day" < $4::date + interval '1 month' + interval '2 days'
  group by 1
),
bounds_1 as (
  select
    date_trunc('month', $5::date)::date::date as lo,
    date_trunc('month', ($6::date - interval '1 day'))::date::date as hi
)
select
  d0 as "sales.day.month",
  1.0 * max(m0) / nullif(coalesce(max(m1), 0), 0) as "sales.mean",
  (1.0 * max(m2) / nullif(coalesce(max(m3), 0), 0)) as "sales.mean_year_ago",
  1.0 * (1.0 * max(m0) / nullif(coalesce(max(m1), 0), 0)) / nullif((1.0 * max(m2) / nullif(coalesce(max(m3), 0), 0)), 0) as "sales.mean_growth"
from (
  select
    date_trunc('month', "day")::date as d0,
    sum("amount") as m0,
    count(*) as m1,
    null as m2,
    null as m3
  from "sales"
  where "day" >= $1::date and "day" < $2::date
  group by 1
  union all
  select
    (period + interval '12 months')::date as d0,
    null as m0,
    null as m1,
    max(s0) as m2,
    coalesce(max(s1), 0)::bigint as m3
  from facts_1
  cross join bounds_1
  where period >= (lo - interval '12 months')::date
    and period <= (hi - interval '12 months')::date
  group by 1
) as branches
group by 1
order by "sales.day.month" nulls last;
-- totals
-- ["2024-02-01","2024-04-01","2024-02-01","2024-04-01","2024-02-01","2024-04-01"]
with facts_1 as (
  select
    "day"::date as day_,
    sum("amount") as s0,
    count(*) as s1
  from "sales"
  where "day" >= $3::date - interval '1 month' - interval '2 days' - interval '1 year'
    and "day" < $4::date + interval '1 month' + interval '2 days'
  group by 1
),
periods_1 as (
  select generate_series(date_trunc('month', $5::date)::date::timestamp, date_trunc('month', ($6::date - interval '1 day'))::date::timestamp, interval '1 month')::date as d0
)
select
  1.0 * max(m0) / nullif(coalesce(max(m1), 0), 0) as "sales.mean",
  (1.0 * max(m2) / nullif(coalesce(max(m3), 0), 0)) as "sales.mean_year_ago",
  1.0 * (1.0 * max(m0) / nullif(coalesce(max(m1), 0), 0)) / nullif((1.0 * max(m2) / nullif(coalesce(max(m3), 0), 0)), 0) as "sales.mean_growth"
from (
  select
    sum("amount") as m0,
    count(*) as m1,
    null as m2,
    null as m3
  from "sales"
  where "day" >= $1::date and "day" < $2::date
  union all
  select
    null as m0,
    null as m1,
    sum(s0) as m2,
    coalesce(sum(s1), 0)::bigint as m3
  from facts_1
  where day_ in (
    select day_
    from (select distinct day_ from facts_1) as days
    join periods_1 on day_ >= periods_1.d0 - interval '1 year' and day_ < periods_1.d0 - interval '1 year' + interval '1 month'
  )
) as branches;
-- duckdb:
-- 19|   max(m0) / nullif(coalesce(max(m1), 0), 0) as "sales.mean",
-- 20|   (max(m2) / nullif(coalesce(max(m3), 0), 0)) as "sales.mean_year_ago",
-- 21|   (max(m0) / nullif(coalesce(max(m1), 0), 0)) / nullif((max(m2) / nullif(coalesce(max(m3), 0), 0)), 0) as "sales.mean_growth"
-- 60|   select unnest(generate_series(date_trunc('month', $5::date)::date::timestamp, date_trunc('month', ($6::date - interval '1 day'))::date::timestamp, interval '1 month'))::date as d0
-- 63|   max(m0) / nullif(coalesce(max(m1), 0), 0) as "sales.mean",
-- 64|   (max(m2) / nullif(coalesce(max(m3), 0), 0)) as "sales.mean_year_ago",
-- 65|   (max(m0) / nullif(coalesce(max(m1), 0), 0)) / nullif((max(m2) / nullif(coalesce(max(m3), 0), 0)), 0) as "sales.mean_growth"
-- mysql:
-- 1| -- ["2024-02-01","2024-04-01","2024-02-01","2024-02-01","2024-04-01","2024-02-01","2024-04-01"]
-- 2| with recursive facts_1 as (
-- 4|     date(`day`) as day_,
-- 8|   where `day` >= cast(? as date) - interval 1 month - interval 2 day - interval 1 year
-- 9|     and `day` < cast(? as date) + interval 1 month + interval 2 day
-- 12| periods_1 as (
-- 14|     1 as n,
-- 15|     cast(date_format(cast(? as date), '%Y-%m-01') as date) as d0,
-- 15+|     cast(date_format(cast(? as date), '%Y-%m-01') as date) as first,
-- 15+|     cast(date_format((cast(? as date) - interval 1 day), '%Y-%m-01') as date) as last
-- 15+|   having first <= last
-- 15+|   union all
-- 15+|   select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
-- 15+|   from periods_1
-- 15+|   cross join (select 0 as bit union all select 1) as bits
-- 15+|   where first + interval (n * 2 + bit - 1) month <= last
-- 19|   1.0000000000000000 * max(m0) / nullif(coalesce(max(m1), 0), 0) as `sales.mean`,
-- 20|   (1.0000000000000000 * max(m2) / nullif(coalesce(max(m3), 0), 0)) as `sales.mean_year_ago`,
-- 21|   1.0000000000000000 * (1.0000000000000000 * max(m0) / nullif(coalesce(max(m1), 0), 0)) / nullif((1.0000000000000000 * max(m2) / nullif(coalesce(max(m3), 0), 0)), 0) as `sales.mean_growth`
-- 24|     cast(date_format(`day`, '%Y-%m-01') as date) as d0,
-- 30|   where `day` >= cast(? as date) and `day` < cast(? as date)
-- 34|     d0,
-- 37|     sum(s0) as m2,
-- 38|     cast(coalesce(sum(s1), 0) as signed) as m3
-- 40|   join periods_1 on day_ >= d0 - interval 1 year and day_ < d0 - interval 1 year + interval 1 month
-- 41 is left out
-- 42 is left out
-- 46| order by `sales.day.month` <=> null, `sales.day.month`;
-- 48| -- ["2024-02-01","2024-04-01","2024-02-01","2024-02-01","2024-04-01","2024-02-01","2024-04-01"]
-- 49| with recursive facts_1 as (
-- 51|     date(`day`) as day_,
-- 55|   where `day` >= cast(? as date) - interval 1 month - interval 2 day - interval 1 year
-- 56|     and `day` < cast(? as date) + interval 1 month + interval 2 day
-- 60|   select
-- 60+|     1 as n,
-- 60+|     cast(date_format(cast(? as date), '%Y-%m-01') as date) as d0,
-- 60+|     cast(date_format(cast(? as date), '%Y-%m-01') as date) as first,
-- 60+|     cast(date_format((cast(? as date) - interval 1 day), '%Y-%m-01') as date) as last
-- 60+|   having first <= last
-- 60+|   union all
-- 60+|   select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
-- 60+|   from periods_1
-- 60+|   cross join (select 0 as bit union all select 1) as bits
-- 60+|   where first + interval (n * 2 + bit - 1) month <= last
-- 63|   1.0000000000000000 * max(m0) / nullif(coalesce(max(m1), 0), 0) as `sales.mean`,
-- 64|   (1.0000000000000000 * max(m2) / nullif(coalesce(max(m3), 0), 0)) as `sales.mean_year_ago`,
-- 65|   1.0000000000000000 * (1.0000000000000000 * max(m0) / nullif(coalesce(max(m1), 0), 0)) / nullif((1.0000000000000000 * max(m2) / nullif(coalesce(max(m3), 0), 0)), 0) as `sales.mean_growth`
-- 73|   where `day` >= cast(? as date) and `day` < cast(? as date)
-- 79|     cast(coalesce(sum(s1), 0) as signed) as m3
-- 84|     join periods_1 on day_ >= periods_1.d0 - interval 1 year and day_ < periods_1.d0 - interval 1 year + interval 1 month
-- clickhouse:
-- 1| -- ["2024-02-01","2024-04-01","2022-12-30","2024-05-03","2024-02-01","2024-03-31"]
-- 4|     toDate32("day") as day_,
-- 5|     sumOrNull("amount" + toDecimal128(0, 0)) as s0,
-- 8|   where "day" >= {p3:Date32}
-- 9|     and "day" < {p4:Date32}
-- 12| periods_1 as (
-- 13|   select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
-- 14|   from (
-- 15|     select toStartOfMonth(toDate32({p5:Date32})) as lo, toStartOfMonth(toDate32({p6:Date32})) as hi
-- 15+|   ) as bounds
-- 15+|   where lo <= hi
-- 19|   1e0 * max(m0) / nullif(coalesce(max(m1), 0), 0) as "sales.mean",
-- 20|   (1e0 * max(m2) / nullif(coalesce(max(m3), 0), 0)) as "sales.mean_year_ago",
-- 21|   1e0 * (1e0 * max(m0) / nullif(coalesce(max(m1), 0), 0)) / nullif((1e0 * max(m2) / nullif(coalesce(max(m3), 0), 0)), 0) as "sales.mean_growth"
-- 24|     toStartOfMonth(toDate32("day")) as d0,
-- 25|     sumOrNull("amount" + toDecimal128(0, 0)) as m0,
-- 30|   where "day" >= {p1:Date32} and "day" < {p2:Date32}
-- 34|     d0,
-- 37|     sumOrNull(s0 + toDecimal128(0, 0)) as m2,
-- 38|     coalesce(sum(s1), 0) as m3
-- 40|   join periods_1 on day_ >= (d0 + toIntervalYear(-1)) and day_ < ((d0 + toIntervalYear(-1)) + toIntervalMonth(1))
-- 41 is left out
-- 42 is left out
-- 46| order by 1 nulls last
-- 46+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- 48| -- ["2024-02-01","2024-04-01","2022-12-30","2024-05-03","2024-02-01","2024-03-31"]
-- 51|     toDate32("day") as day_,
-- 52|     sumOrNull("amount" + toDecimal128(0, 0)) as s0,
-- 55|   where "day" >= {p3:Date32}
-- 56|     and "day" < {p4:Date32}
-- 60|   select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
-- 60+|   from (
-- 60+|     select toStartOfMonth(toDate32({p5:Date32})) as lo, toStartOfMonth(toDate32({p6:Date32})) as hi
-- 60+|   ) as bounds
-- 60+|   where lo <= hi
-- 63|   1e0 * max(m0) / nullif(coalesce(max(m1), 0), 0) as "sales.mean",
-- 64|   (1e0 * max(m2) / nullif(coalesce(max(m3), 0), 0)) as "sales.mean_year_ago",
-- 65|   1e0 * (1e0 * max(m0) / nullif(coalesce(max(m1), 0), 0)) / nullif((1e0 * max(m2) / nullif(coalesce(max(m3), 0), 0)), 0) as "sales.mean_growth"
-- 68|     sumOrNull("amount" + toDecimal128(0, 0)) as m0,
-- 73|   where "day" >= {p1:Date32} and "day" < {p2:Date32}
-- 78|     sumOrNull(s0 + toDecimal128(0, 0)) as m2,
-- 79|     coalesce(sum(s1), 0) as m3
-- 84|     join periods_1 on day_ >= (periods_1.d0 + toIntervalYear(-1)) and day_ < ((periods_1.d0 + toIntervalYear(-1)) + toIntervalMonth(1))
-- 86| ) as branches
-- 86+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 1| -- ["2022-12-30","2024-05-03","2024-02-01","2024-03-31","2024-02-01","2024-04-01"]
-- 4|     cast("day" as date) as day_,
-- 8|   where "day" >= cast(? as date)
-- 9|     and "day" < cast(? as date)
-- 12| periods_1 as (
-- 13|   select date_add('month', many * 10000 + few, lo) as d0
-- 14|   from (
-- 15|     select cast(date_trunc('month', cast(? as date)) as date) as lo, cast(date_trunc('month', cast(? as date)) as date) as hi
-- 15+|   ) as bounds
-- 15+|   cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
-- 15+|   cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
-- 15+|   where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
-- 19|   1e0 * max(m0) / nullif(coalesce(max(m1), 0), 0) as "sales.mean",
-- 20|   (1e0 * max(m2) / nullif(coalesce(max(m3), 0), 0)) as "sales.mean_year_ago",
-- 21|   1e0 * (1e0 * max(m0) / nullif(coalesce(max(m1), 0), 0)) / nullif((1e0 * max(m2) / nullif(coalesce(max(m3), 0), 0)), 0) as "sales.mean_growth"
-- 24|     cast(date_trunc('month', "day") as date) as d0,
-- 30|   where "day" >= cast(? as date) and "day" < cast(? as date)
-- 34|     d0,
-- 37|     sum(s0) as m2,
-- 38|     coalesce(sum(s1), 0) as m3
-- 40|   join periods_1 on day_ >= date_add('year', -1, d0) and day_ < date_add('month', 1, date_add('year', -1, d0))
-- 41 is left out
-- 42 is left out
-- 48| -- ["2022-12-30","2024-05-03","2024-02-01","2024-03-31","2024-02-01","2024-04-01"]
-- 51|     cast("day" as date) as day_,
-- 55|   where "day" >= cast(? as date)
-- 56|     and "day" < cast(? as date)
-- 60|   select date_add('month', many * 10000 + few, lo) as d0
-- 60+|   from (
-- 60+|     select cast(date_trunc('month', cast(? as date)) as date) as lo, cast(date_trunc('month', cast(? as date)) as date) as hi
-- 60+|   ) as bounds
-- 60+|   cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
-- 60+|   cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
-- 60+|   where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
-- 63|   1e0 * max(m0) / nullif(coalesce(max(m1), 0), 0) as "sales.mean",
-- 64|   (1e0 * max(m2) / nullif(coalesce(max(m3), 0), 0)) as "sales.mean_year_ago",
-- 65|   1e0 * (1e0 * max(m0) / nullif(coalesce(max(m1), 0), 0)) / nullif((1e0 * max(m2) / nullif(coalesce(max(m3), 0), 0)), 0) as "sales.mean_growth"
-- 73|   where "day" >= cast(? as date) and "day" < cast(? as date)
-- 79|     coalesce(sum(s1), 0) as m3
-- 84|     join periods_1 on day_ >= date_add('year', -1, periods_1.d0) and day_ < date_add('month', 1, date_add('year', -1, periods_1.d0))
-- bigquery:
-- 1| -- ["2024-02-01","2024-04-01","2022-12-30","2024-05-03","2024-02-01","2024-03-31"]
-- 4|     cast(`day` as date) as day_,
-- 8|   where `day` >= cast(@p3 as date)
-- 9|     and `day` < cast(@p4 as date)
-- 12| periods_1 as (
-- 13|   select step as d0
-- 14|   from (
-- 15|     select date_trunc(cast(cast(@p5 as date) as date), month) as lo, date_trunc(cast(cast(@p6 as date) as date), month) as hi
-- 15+|   ) as bounds
-- 15+|   cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
-- 19|   1e0 * max(m0) / nullif(coalesce(max(m1), 0), 0) as `sales__mean`,
-- 20|   (1e0 * max(m2) / nullif(coalesce(max(m3), 0), 0)) as `sales__mean_year_ago`,
-- 21|   1e0 * (1e0 * max(m0) / nullif(coalesce(max(m1), 0), 0)) / nullif((1e0 * max(m2) / nullif(coalesce(max(m3), 0), 0)), 0) as `sales__mean_growth`
-- 24|     date_trunc(cast(`day` as date), month) as d0,
-- 30|   where `day` >= cast(@p1 as date) and `day` < cast(@p2 as date)
-- 34|     d0,
-- 37|     sum(s0) as m2,
-- 38|     coalesce(sum(s1), 0) as m3
-- 40|   join periods_1 on day_ >= date_add(d0, interval -1 year) and day_ < date_add(date_add(d0, interval -1 year), interval 1 month)
-- 41 is left out
-- 42 is left out
-- 48| -- ["2024-02-01","2024-04-01","2022-12-30","2024-05-03","2024-02-01","2024-03-31"]
-- 51|     cast(`day` as date) as day_,
-- 55|   where `day` >= cast(@p3 as date)
-- 56|     and `day` < cast(@p4 as date)
-- 60|   select step as d0
-- 60+|   from (
-- 60+|     select date_trunc(cast(cast(@p5 as date) as date), month) as lo, date_trunc(cast(cast(@p6 as date) as date), month) as hi
-- 60+|   ) as bounds
-- 60+|   cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
-- 63|   1e0 * max(m0) / nullif(coalesce(max(m1), 0), 0) as `sales__mean`,
-- 64|   (1e0 * max(m2) / nullif(coalesce(max(m3), 0), 0)) as `sales__mean_year_ago`,
-- 65|   1e0 * (1e0 * max(m0) / nullif(coalesce(max(m1), 0), 0)) / nullif((1e0 * max(m2) / nullif(coalesce(max(m3), 0), 0)), 0) as `sales__mean_growth`
-- 73|   where `day` >= cast(@p1 as date) and `day` < cast(@p2 as date)
-- 79|     coalesce(sum(s1), 0) as m3
-- 84|     join periods_1 on day_ >= date_add(periods_1.d0, interval -1 year) and day_ < date_add(date_add(periods_1.d0, interval -1 year), interval 1 month)
-- databricks:
-- 1| -- ["2024-02-01","2024-04-01","2022-12-30","2024-05-03","2024-02-01","2024-03-31"]
-- 4|     cast(`day` as date) as day_,
-- 8|   where `day` >= cast(:p3 as date)
-- 9|     and `day` < cast(:p4 as date)
-- 12| periods_1 as (
-- 13|   select explode(sequence(lo, hi, interval 1 month)) as d0
-- 14|   from (
-- 15|     select cast(date_trunc('month', cast(:p5 as date)) as date) as lo, cast(date_trunc('month', cast(:p6 as date)) as date) as hi
-- 15+|   ) as bounds
-- 15+|   where lo <= hi
-- 19|   1D * max(m0) / nullif(coalesce(max(m1), 0), 0) as `sales.mean`,
-- 20|   (1D * max(m2) / nullif(coalesce(max(m3), 0), 0)) as `sales.mean_year_ago`,
-- 21|   1D * (1D * max(m0) / nullif(coalesce(max(m1), 0), 0)) / nullif((1D * max(m2) / nullif(coalesce(max(m3), 0), 0)), 0) as `sales.mean_growth`
-- 24|     cast(date_trunc('month', `day`) as date) as d0,
-- 30|   where `day` >= cast(:p1 as date) and `day` < cast(:p2 as date)
-- 34|     d0,
-- 37|     sum(s0) as m2,
-- 38|     coalesce(sum(s1), 0) as m3
-- 40|   join periods_1 on day_ >= cast(dateadd(year, -1, d0) as date) and day_ < cast(dateadd(month, 1, cast(dateadd(year, -1, d0) as date)) as date)
-- 41 is left out
-- 42 is left out
-- 48| -- ["2024-02-01","2024-04-01","2022-12-30","2024-05-03","2024-02-01","2024-03-31"]
-- 51|     cast(`day` as date) as day_,
-- 55|   where `day` >= cast(:p3 as date)
-- 56|     and `day` < cast(:p4 as date)
-- 60|   select explode(sequence(lo, hi, interval 1 month)) as d0
-- 60+|   from (
-- 60+|     select cast(date_trunc('month', cast(:p5 as date)) as date) as lo, cast(date_trunc('month', cast(:p6 as date)) as date) as hi
-- 60+|   ) as bounds
-- 60+|   where lo <= hi
-- 63|   1D * max(m0) / nullif(coalesce(max(m1), 0), 0) as `sales.mean`,
-- 64|   (1D * max(m2) / nullif(coalesce(max(m3), 0), 0)) as `sales.mean_year_ago`,
-- 65|   1D * (1D * max(m0) / nullif(coalesce(max(m1), 0), 0)) / nullif((1D * max(m2) / nullif(coalesce(max(m3), 0), 0)), 0) as `sales.mean_growth`
-- 73|   where `day` >= cast(:p1 as date) and `day` < cast(:p2 as date)
-- 79|     coalesce(sum(s1), 0) as m3
-- 84|     join periods_1 on day_ >= cast(dateadd(year, -1, periods_1.d0) as date) and day_ < cast(dateadd(month, 1, cast(dateadd(year, -1, periods_1.d0) as date)) as date)
-- snowflake:
-- 1| -- ["2022-12-30","2024-05-03","2024-02-01","2024-03-31","2024-02-01","2024-04-01"]
-- 4|     cast("day" as date) as day_,
-- 8|   where "day" >= cast(? as date)
-- 9|     and "day" < cast(? as date)
-- 12| periods_1 as (
-- 13|   select dateadd(month, cast(steps.value as integer), lo) as d0
-- 14|   from (
-- 15|     select cast(date_trunc('month', cast(? as date)) as date) as lo, cast(date_trunc('month', cast(? as date)) as date) as hi
-- 15+|   ) as bounds
-- 15+|   cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
-- 19|   1::float * max(m0) / nullif(coalesce(max(m1), 0), 0) as "sales.mean",
-- 20|   (1::float * max(m2) / nullif(coalesce(max(m3), 0), 0)) as "sales.mean_year_ago",
-- 21|   1::float * (1::float * max(m0) / nullif(coalesce(max(m1), 0), 0)) / nullif((1::float * max(m2) / nullif(coalesce(max(m3), 0), 0)), 0) as "sales.mean_growth"
-- 24|     cast(date_trunc('month', "day") as date) as d0,
-- 30|   where "day" >= cast(? as date) and "day" < cast(? as date)
-- 34|     d0,
-- 37|     sum(s0) as m2,
-- 38|     coalesce(sum(s1), 0) as m3
-- 40|   join periods_1 on day_ >= dateadd(year, -1, d0) and day_ < dateadd(month, 1, dateadd(year, -1, d0))
-- 41 is left out
-- 42 is left out
-- 48| -- ["2022-12-30","2024-05-03","2024-02-01","2024-03-31","2024-02-01","2024-04-01"]
-- 51|     cast("day" as date) as day_,
-- 55|   where "day" >= cast(? as date)
-- 56|     and "day" < cast(? as date)
-- 60|   select dateadd(month, cast(steps.value as integer), lo) as d0
-- 60+|   from (
-- 60+|     select cast(date_trunc('month', cast(? as date)) as date) as lo, cast(date_trunc('month', cast(? as date)) as date) as hi
-- 60+|   ) as bounds
-- 60+|   cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
-- 63|   1::float * max(m0) / nullif(coalesce(max(m1), 0), 0) as "sales.mean",
-- 64|   (1::float * max(m2) / nullif(coalesce(max(m3), 0), 0)) as "sales.mean_year_ago",
-- 65|   1::float * (1::float * max(m0) / nullif(coalesce(max(m1), 0), 0)) / nullif((1::float * max(m2) / nullif(coalesce(max(m3), 0), 0)), 0) as "sales.mean_growth"
-- 73|   where "day" >= cast(? as date) and "day" < cast(? as date)
-- 79|     coalesce(sum(s1), 0) as m3
-- 84|     join periods_1 on day_ >= dateadd(year, -1, periods_1.d0) and day_ < dateadd(month, 1, dateadd(year, -1, periods_1.d0))
-- redshift:
-- 1| -- ["2024-02-01","2024-04-01","2022-12-30","2024-05-03","2024-02-01","2024-03-31"]
-- 4|     "day"::date as day_,
-- 8|   where "day" >= $3::date
-- 9|     and "day" < $4::date
-- 12| periods_1 as (
-- 13|   select dateadd(month, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
-- 14|   from (
-- 15|     select date_trunc('month', $5::date)::date as lo, date_trunc('month', $6::date)::date as hi
-- 15+|   ) as bounds
-- 15+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(month, lo, hi)
-- 15+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(month, lo, hi)
-- 15+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(month, lo, hi)
-- 15+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(month, lo, hi)
-- 15+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(month, lo, hi)
-- 15+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(month, lo, hi)
-- 15+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(month, lo, hi)
-- 19|   1::float8 * max(m0) / nullif(coalesce(max(m1), 0), 0) as "sales.mean",
-- 20|   (1::float8 * max(m2) / nullif(coalesce(max(m3), 0), 0)) as "sales.mean_year_ago",
-- 21|   1::float8 * (1::float8 * max(m0) / nullif(coalesce(max(m1), 0), 0)) / nullif((1::float8 * max(m2) / nullif(coalesce(max(m3), 0), 0)), 0) as "sales.mean_growth"
-- 34|     d0,
-- 37|     sum(s0) as m2,
-- 38|     coalesce(sum(s1), 0)::bigint as m3
-- 40|   join periods_1 on day_ >= dateadd(year, -1, d0)::date and day_ < dateadd(month, 1, dateadd(year, -1, d0)::date)::date
-- 41 is left out
-- 42 is left out
-- 48| -- ["2024-02-01","2024-04-01","2022-12-30","2024-05-03","2024-02-01","2024-03-31"]
-- 55|   where "day" >= $3::date
-- 56|     and "day" < $4::date
-- 60|   select dateadd(month, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
-- 60+|   from (
-- 60+|     select date_trunc('month', $5::date)::date as lo, date_trunc('month', $6::date)::date as hi
-- 60+|   ) as bounds
-- 60+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(month, lo, hi)
-- 60+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(month, lo, hi)
-- 60+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(month, lo, hi)
-- 60+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(month, lo, hi)
-- 60+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(month, lo, hi)
-- 60+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(month, lo, hi)
-- 60+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(month, lo, hi)
-- 63|   1::float8 * max(m0) / nullif(coalesce(max(m1), 0), 0) as "sales.mean",
-- 64|   (1::float8 * max(m2) / nullif(coalesce(max(m3), 0), 0)) as "sales.mean_year_ago",
-- 65|   1::float8 * (1::float8 * max(m0) / nullif(coalesce(max(m1), 0), 0)) / nullif((1::float8 * max(m2) / nullif(coalesce(max(m3), 0), 0)), 0) as "sales.mean_growth"
-- 84|     join periods_1 on day_ >= dateadd(year, -1, periods_1.d0)::date and day_ < dateadd(month, 1, dateadd(year, -1, periods_1.d0)::date)::date

-- row access applies in the periods that offsets reach
-- ["west","2024-03-28","2024-03-29","2024-03-28","2024-03-29"]
with facts_1 as (
  select
    "day"::date as day_,
    sum("amount") as s0
  from (
    select *
    from "sales" as "own_sales"
    where "region" in ($1)
  ) as "own_sales"
  where "day" >= $2::date - interval '1 day' - interval '2 days' - interval '1 month' - interval '1 year'
    and "day" < $3::date + interval '1 day' + interval '2 days'
  group by 1
),
periods_1 as (
  select generate_series($4::date::date::timestamp, $5::date::date::timestamp, interval '1 day')::date as d0
)
select
  d0 as "own_sales.day.day",
  sum(s0) as "own_sales.year_and_month_ago"
from facts_1
join periods_1 on day_ >= d0 - interval '1 month' - interval '1 year' and day_ < d0 - interval '1 month' - interval '1 year' + interval '1 day'
group by 1
order by "own_sales.day.day" nulls last;
-- duckdb:
-- 16|   select unnest(generate_series($4::date::date::timestamp, $5::date::date::timestamp, interval '1 day'))::date as d0
-- mysql:
-- 1| -- ["west","2024-03-28","2024-03-29","2024-03-28","2024-03-28","2024-03-29"]
-- 2| with recursive facts_1 as (
-- 4|     date(`day`) as day_,
-- 9|     where `region` in (?)
-- 11|   where `day` >= cast(? as date) - interval 1 day - interval 2 day - interval 1 month - interval 1 year
-- 12|     and `day` < cast(? as date) + interval 1 day + interval 2 day
-- 16|   select
-- 16+|     1 as n,
-- 16+|     date(cast(? as date)) as d0,
-- 16+|     date(cast(? as date)) as first,
-- 16+|     date(cast(? as date)) as last
-- 16+|   having first <= last
-- 16+|   union all
-- 16+|   select n * 2 + bit, first + interval (n * 2 + bit - 1) day, first, last
-- 16+|   from periods_1
-- 16+|   cross join (select 0 as bit union all select 1) as bits
-- 16+|   where first + interval (n * 2 + bit - 1) day <= last
-- 22| join periods_1 on day_ >= d0 - interval 1 month - interval 1 year and day_ < d0 - interval 1 month - interval 1 year + interval 1 day
-- 24| order by `own_sales.day.day` <=> null, `own_sales.day.day`;
-- clickhouse:
-- 1| -- ["west","2023-02-25","2024-04-01","2024-03-28","2024-03-29"]
-- 4|     toDate32("day") as day_,
-- 5|     sumOrNull("amount" + toDecimal128(0, 0)) as s0
-- 9|     where "region" in ({p1:String})
-- 11|   where "day" >= {p2:Date32}
-- 12|     and "day" < {p3:Date32}
-- 16|   select arrayJoin(arrayMap(i -> lo + toIntervalDay(i), range(greatest(ifNull(dateDiff('day', lo, hi) + 1, 0), 0)))) as d0
-- 16+|   from (
-- 16+|     select toDate32({p4:Date32}) as lo, toDate32({p5:Date32}) as hi
-- 16+|   ) as bounds
-- 16+|   where lo <= hi
-- 20|   sumOrNull(s0 + toDecimal128(0, 0)) as "own_sales.year_and_month_ago"
-- 22| join periods_1 on day_ >= ((d0 + toIntervalMonth(-1)) + toIntervalYear(-1)) and day_ < (((d0 + toIntervalMonth(-1)) + toIntervalYear(-1)) + toIntervalDay(1))
-- 24| order by 1 nulls last
-- 24+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 1| -- ["west","2023-02-25","2024-04-01","2024-03-28","2024-03-29"]
-- 4|     cast("day" as date) as day_,
-- 9|     where "region" in (?)
-- 11|   where "day" >= cast(? as date)
-- 12|     and "day" < cast(? as date)
-- 16|   select date_add('day', many * 10000 + few, lo) as d0
-- 16+|   from (
-- 16+|     select cast(cast(? as date) as date) as lo, cast(cast(? as date) as date) as hi
-- 16+|   ) as bounds
-- 16+|   cross join unnest(sequence(0, date_diff('day', lo, hi) / 10000)) as outer_steps (many)
-- 16+|   cross join unnest(sequence(0, least(date_diff('day', lo, hi), 9999))) as inner_steps (few)
-- 16+|   where lo <= hi and many * 10000 + few <= date_diff('day', lo, hi)
-- 22| join periods_1 on day_ >= date_add('year', -1, date_add('month', -1, d0)) and day_ < date_add('day', 1, date_add('year', -1, date_add('month', -1, d0)))
-- bigquery:
-- 1| -- ["west","2023-02-25","2024-04-01","2024-03-28","2024-03-29"]
-- 4|     cast(`day` as date) as day_,
-- 9|     where `region` in (@p1)
-- 11|   where `day` >= cast(@p2 as date)
-- 12|     and `day` < cast(@p3 as date)
-- 16|   select step as d0
-- 16+|   from (
-- 16+|     select cast(cast(@p4 as date) as date) as lo, cast(cast(@p5 as date) as date) as hi
-- 16+|   ) as bounds
-- 16+|   cross join unnest(generate_date_array(lo, hi, interval 1 day)) as step
-- 22| join periods_1 on day_ >= date_add(date_add(d0, interval -1 month), interval -1 year) and day_ < date_add(date_add(date_add(d0, interval -1 month), interval -1 year), interval 1 day)
-- databricks:
-- 1| -- ["west","2023-02-25","2024-04-01","2024-03-28","2024-03-29"]
-- 4|     cast(`day` as date) as day_,
-- 9|     where `region` in (:p1)
-- 11|   where `day` >= cast(:p2 as date)
-- 12|     and `day` < cast(:p3 as date)
-- 16|   select explode(sequence(lo, hi, interval 1 day)) as d0
-- 16+|   from (
-- 16+|     select cast(cast(:p4 as date) as date) as lo, cast(cast(:p5 as date) as date) as hi
-- 16+|   ) as bounds
-- 16+|   where lo <= hi
-- 22| join periods_1 on day_ >= cast(dateadd(year, -1, cast(dateadd(month, -1, d0) as date)) as date) and day_ < cast(dateadd(day, 1, cast(dateadd(year, -1, cast(dateadd(month, -1, d0) as date)) as date)) as date)
-- snowflake:
-- 1| -- ["west","2023-02-25","2024-04-01","2024-03-28","2024-03-29"]
-- 4|     cast("day" as date) as day_,
-- 9|     where "region" in (?)
-- 11|   where "day" >= cast(? as date)
-- 12|     and "day" < cast(? as date)
-- 16|   select dateadd(day, cast(steps.value as integer), lo) as d0
-- 16+|   from (
-- 16+|     select cast(cast(? as date) as date) as lo, cast(cast(? as date) as date) as hi
-- 16+|   ) as bounds
-- 16+|   cross join lateral flatten(input => array_generate_range(0, datediff(day, lo, hi) + 1)) as steps
-- 22| join periods_1 on day_ >= dateadd(year, -1, dateadd(month, -1, d0)) and day_ < dateadd(day, 1, dateadd(year, -1, dateadd(month, -1, d0)))
-- redshift:
-- 1| -- ["west","2023-02-25","2024-04-01","2024-03-28","2024-03-29"]
-- 11|   where "day" >= $2::date
-- 12|     and "day" < $3::date
-- 16|   select dateadd(day, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
-- 16+|   from (
-- 16+|     select $4::date::date as lo, $5::date::date as hi
-- 16+|   ) as bounds
-- 16+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(day, lo, hi)
-- 16+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(day, lo, hi)
-- 16+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(day, lo, hi)
-- 16+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(day, lo, hi)
-- 16+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(day, lo, hi)
-- 16+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(day, lo, hi)
-- 16+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(day, lo, hi)
-- 22| join periods_1 on day_ >= dateadd(year, -1, dateadd(month, -1, d0)::date)::date and day_ < dateadd(day, 1, dateadd(year, -1, dateadd(month, -1, d0)::date)::date)::date
