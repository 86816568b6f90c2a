-- Postgres' SQL of each case, then the lines in which other dialects differ: "3|" replaces the third line, "3+|" follows
-- it. Differences in the quotes of names are not shown. These dialects are never run on the warehouse itself:
-- trino, bigquery, databricks, snowflake, redshift (how they are checked instead: shared/semantic/dialects/README.md).

-- running total of a share
with results_1 as (
  select
    date_trunc('month', "placed")::date as d0,
    sum("amount") as x0
  from "orders"
  group by 1
),
calculated_1 as (
  select
    d0,
    x0,
    1.0 * x0 / nullif(sum(x0) over (), 0) as c0,
    sum(x0) over () as w0
  from results_1
),
calculated_2 as (
  select
    d0,
    x0,
    c0,
    case when d0 is not null then 1.0 * sum(x0) over (order by d0 nulls last rows between unbounded preceding and current row) / nullif(w0, 0) end as c1
  from calculated_1
)
select
  d0 as "orders.placed.month",
  x0 as "orders.total",
  c0 as "share",
  c1 as "so far"
from calculated_2
order by "orders.placed.month" nulls last;
-- duckdb:
-- 12|     x0 / nullif(sum(x0) over (), 0) as c0,
-- 21|     case when d0 is not null then sum(x0) over (order by d0 nulls last rows between unbounded preceding and current row) / nullif(w0, 0) end as c1
-- mysql:
-- 3|     cast(date_format(`placed`, '%Y-%m-01') as date) as d0,
-- 12|     1.0000000000000000 * x0 / nullif(sum(x0) over (), 0) as c0,
-- 21|     case when d0 is not null then 1.0000000000000000 * sum(x0) over (order by d0 <=> null, d0 rows between unbounded preceding and current row) / nullif(w0, 0) end as c1
-- 30| order by `orders.placed.month` <=> null, `orders.placed.month`;
-- clickhouse:
-- 3|     toStartOfMonth(toDate32("placed")) as d0,
-- 4|     sumOrNull("amount" + toDecimal128(0, 0)) as x0
-- 12|     1e0 * x0 / nullif(sum(x0) over (), 0) as c0,
-- 21|     case when d0 is not null then 1e0 * sum(x0) over (order by d0 nulls last rows between unbounded preceding and current row) / nullif(w0, 0) end as c1
-- 30| order by 1 nulls last
-- 30+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 3|     cast(date_trunc('month', "placed") as date) as d0,
-- 12|     1e0 * x0 / nullif(sum(x0) over (), 0) as c0,
-- 21|     case when d0 is not null then 1e0 * sum(x0) over (order by d0 nulls last rows between unbounded preceding and current row) / nullif(w0, 0) end as c1
-- bigquery:
-- 3|     date_trunc(cast(`placed` as date), month) as d0,
-- 12|     1e0 * x0 / nullif(sum(x0) over (), 0) as c0,
-- 21|     case when d0 is not null then 1e0 * sum(x0) over (order by d0 nulls last rows between unbounded preceding and current row) / nullif(w0, 0) end as c1
-- 28|   c1 as `c_so_far__2c52mem0qw515`
-- databricks:
-- 3|     cast(date_trunc('month', `placed`) as date) as d0,
-- 12|     1D * x0 / nullif(sum(x0) over (), 0) as c0,
-- 21|     case when d0 is not null then 1D * sum(x0) over (order by d0 nulls last rows between unbounded preceding and current row) / nullif(w0, 0) end as c1
-- snowflake:
-- 3|     cast(date_trunc('month', "placed") as date) as d0,
-- 12|     1::float * x0 / nullif(sum(x0) over (), 0) as c0,
-- 21|     case when d0 is not null then 1::float * sum(x0) over (order by d0 nulls last rows between unbounded preceding and current row) / nullif(w0, 0) end as c1
-- redshift:
-- 12|     1::float8 * x0 / nullif(sum(x0) over (), 0) as c0,
-- 21|     case when d0 is not null then 1::float8 * sum(x0) over (order by d0 nulls last rows between unbounded preceding and current row) / nullif(w0, 0) end as c1

-- rank of a difference
with groups_1 as (
  select
    date_trunc('month', "placed")::date as d0,
    sum("amount") as m0
  from "orders"
  group by 1
),
periods_1 as (
  select generate_series(min(d0)::timestamp, case when not isfinite(min(d0)) or not isfinite(max(d0)) then concat('fillGaps: over 100000 periods', substr(max(d0)::text, 1, 0))::date else max(d0) end::timestamp, interval '1 month')::date as d0
  from groups_1
),
results_1 as (
  select
    d0,
    max(m0) as x0,
    case when max(present) = 1 then 1 else 0 end as shown
  from (
  select d0, m0, 1 as present from groups_1
  union all
  select d0, null as m0, 0 as present
  from periods_1
) as filled
  group by 1
),
calculated_1 as (
  select
    d0,
    x0,
    shown,
    case when d0 is not null then x0 - lag(x0, 1) over (order by d0 nulls last) end as c0
  from results_1
),
calculated_2 as (
  select
    d0,
    x0,
    shown,
    c0,
    rank() over (partition by shown order by c0 desc nulls last) as c1
  from calculated_1
)
select
  d0 as "orders.placed.month",
  x0 as "orders.total",
  c0 as "more",
  c1 as "place"
from calculated_2
where shown = 1
order by "place" nulls last, "orders.placed.month" nulls last;
-- duckdb:
-- 9|   select unnest(generate_series(min(d0)::timestamp, case when not isfinite(min(d0)) or not isfinite(max(d0)) then concat('fillGaps: over 100000 periods', substr(max(d0)::text, 1, 0))::date else max(d0) end::timestamp, interval '1 month'))::date as d0
-- mysql:
-- 1| with recursive groups_1 as (
-- 3|     cast(date_format(`placed`, '%Y-%m-01') as date) as d0,
-- 9|   select
-- 9+|     1 as n,
-- 9+|     min(d0) as d0,
-- 9+|     min(d0) as first,
-- 9+|     max(d0) as last
-- 10+|   having first <= last
-- 10+|   union all
-- 10+|   select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
-- 10+|   from periods_1
-- 10+|   cross join (select 0 as bit union all select 1) as bits
-- 10+|   where first + interval (n * 2 + bit - 1) month <= last
-- 30|     case when d0 is not null then x0 - lag(x0, 1) over (order by d0 <=> null, d0) end as c0
-- 39|     rank() over (partition by shown order by c0 desc) as c1
-- 49| order by `place` <=> null, `place`, `orders.placed.month` <=> null, `orders.placed.month`;
-- clickhouse:
-- 3|     toStartOfMonth(toDate32("placed")) as d0,
-- 4|     sumOrNull("amount" + toDecimal128(0, 0)) as m0
-- 9|   select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
-- 10|   from (
-- 10+|     select
-- 10+|       minOrNull(d0) as lo,
-- 10+|       maxOrNull(d0) as hi
-- 10+|     from groups_1
-- 10+|   ) as bounds
-- 10+|   where lo <= hi
-- 30|     case when d0 is not null then x0 - lagInFrame(toNullable(x0), 1) over (order by d0 nulls last rows between unbounded preceding and unbounded following) end as c0
-- 39|     rank() over (partition by shown order by c0 <> c0 desc nulls last, c0 desc nulls last) as c1
-- 49| order by 4 nulls last, 1 nulls last
-- 49+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 3|     cast(date_trunc('month', "placed") as date) as d0,
-- 9|   select date_add('month', many * 10000 + few, lo) as d0
-- 10|   from (
-- 10+|     select
-- 10+|       min(d0) as lo,
-- 10+|       max(d0) as hi
-- 10+|     from groups_1
-- 10+|   ) as bounds
-- 10+|   cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
-- 10+|   cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
-- 10+|   where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
-- bigquery:
-- 3|     date_trunc(cast(`placed` as date), month) as d0,
-- 9|   select step as d0
-- 10|   from (
-- 10+|     select
-- 10+|       min(d0) as lo,
-- 10+|       max(d0) as hi
-- 10+|     from groups_1
-- 10+|   ) as bounds
-- 10+|   cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
-- databricks:
-- 3|     cast(date_trunc('month', `placed`) as date) as d0,
-- 9|   select explode(sequence(lo, hi, interval 1 month)) as d0
-- 10|   from (
-- 10+|     select
-- 10+|       min(d0) as lo,
-- 10+|       max(d0) as hi
-- 10+|     from groups_1
-- 10+|   ) as bounds
-- 10+|   where lo <= hi
-- snowflake:
-- 3|     cast(date_trunc('month', "placed") as date) as d0,
-- 9|   select dateadd(month, cast(steps.value as integer), lo) as d0
-- 10|   from (
-- 10+|     select
-- 10+|       min(d0) as lo,
-- 10+|       max(d0) as hi
-- 10+|     from groups_1
-- 10+|   ) as bounds
-- 10+|   cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
-- redshift:
-- 9|   select dateadd(month, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
-- 10|   from (
-- 10+|     select
-- 10+|       min(d0) as lo,
-- 10+|       max(d0) as hi
-- 10+|     from groups_1
-- 10+|   ) as bounds
-- 10+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(month, lo, hi)
-- 10+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(month, lo, hi)
-- 10+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(month, lo, hi)
-- 10+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(month, lo, hi)
-- 10+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(month, lo, hi)
-- 10+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(month, lo, hi)
-- 10+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(month, lo, hi)

-- moving average of a change
with groups_1 as (
  select
    date_trunc('month', "placed")::date as d0,
    sum("amount") as m0
  from "orders"
  group by 1
),
periods_1 as (
  select generate_series(min(d0)::timestamp, case when not isfinite(min(d0)) or not isfinite(max(d0)) then concat('fillGaps: over 100000 periods', substr(max(d0)::text, 1, 0))::date else max(d0) end::timestamp, interval '1 month')::date as d0
  from groups_1
),
results_1 as (
  select
    d0,
    max(m0) as x0,
    case when max(present) = 1 then 1 else 0 end as shown
  from (
  select d0, m0, 1 as present from groups_1
  union all
  select d0, null as m0, 0 as present
  from periods_1
) as filled
  group by 1
),
calculated_1 as (
  select
    d0,
    x0,
    shown,
    case when d0 is not null then x0 - lag(x0, 1) over (order by d0 nulls last) end as c0
  from results_1
),
calculated_2 as (
  select
    d0,
    x0,
    shown,
    c0,
    case when d0 is not null then avg(case when shown = 1 then c0 end) over (order by d0 nulls last rows between 1 preceding and current row) end as c1
  from calculated_1
)
select
  d0 as "orders.placed.month",
  x0 as "orders.total",
  c0 as "more",
  c1 as "smooth"
from calculated_2
where shown = 1
order by "orders.placed.month" nulls last;
-- duckdb:
-- 9|   select unnest(generate_series(min(d0)::timestamp, case when not isfinite(min(d0)) or not isfinite(max(d0)) then concat('fillGaps: over 100000 periods', substr(max(d0)::text, 1, 0))::date else max(d0) end::timestamp, interval '1 month'))::date as d0
-- mysql:
-- 1| with recursive groups_1 as (
-- 3|     cast(date_format(`placed`, '%Y-%m-01') as date) as d0,
-- 9|   select
-- 9+|     1 as n,
-- 9+|     min(d0) as d0,
-- 9+|     min(d0) as first,
-- 9+|     max(d0) as last
-- 10+|   having first <= last
-- 10+|   union all
-- 10+|   select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
-- 10+|   from periods_1
-- 10+|   cross join (select 0 as bit union all select 1) as bits
-- 10+|   where first + interval (n * 2 + bit - 1) month <= last
-- 30|     case when d0 is not null then x0 - lag(x0, 1) over (order by d0 <=> null, d0) end as c0
-- 39|     case when d0 is not null then avg(1.0000000000000000 * (case when shown = 1 then c0 end)) over (order by d0 <=> null, d0 rows between 1 preceding and current row) end as c1
-- 49| order by `orders.placed.month` <=> null, `orders.placed.month`;
-- clickhouse:
-- 3|     toStartOfMonth(toDate32("placed")) as d0,
-- 4|     sumOrNull("amount" + toDecimal128(0, 0)) as m0
-- 9|   select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
-- 10|   from (
-- 10+|     select
-- 10+|       minOrNull(d0) as lo,
-- 10+|       maxOrNull(d0) as hi
-- 10+|     from groups_1
-- 10+|   ) as bounds
-- 10+|   where lo <= hi
-- 30|     case when d0 is not null then x0 - lagInFrame(toNullable(x0), 1) over (order by d0 nulls last rows between unbounded preceding and unbounded following) end as c0
-- 39|     case when d0 is not null then avgOrNull((case when shown = 1 then c0 end) + toDecimal128(0, 0)) over (order by d0 nulls last rows between 1 preceding and current row) end as c1
-- 49| order by 1 nulls last
-- 49+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 3|     cast(date_trunc('month', "placed") as date) as d0,
-- 9|   select date_add('month', many * 10000 + few, lo) as d0
-- 10|   from (
-- 10+|     select
-- 10+|       min(d0) as lo,
-- 10+|       max(d0) as hi
-- 10+|     from groups_1
-- 10+|   ) as bounds
-- 10+|   cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
-- 10+|   cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
-- 10+|   where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
-- 39|     case when d0 is not null then avg(cast(case when shown = 1 then c0 end as double)) over (order by d0 nulls last rows between 1 preceding and current row) end as c1
-- bigquery:
-- 3|     date_trunc(cast(`placed` as date), month) as d0,
-- 9|   select step as d0
-- 10|   from (
-- 10+|     select
-- 10+|       min(d0) as lo,
-- 10+|       max(d0) as hi
-- 10+|     from groups_1
-- 10+|   ) as bounds
-- 10+|   cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
-- 39|     case when d0 is not null then avg(cast(case when shown = 1 then c0 end as float64)) over (order by d0 nulls last rows between 1 preceding and current row) end as c1
-- databricks:
-- 3|     cast(date_trunc('month', `placed`) as date) as d0,
-- 9|   select explode(sequence(lo, hi, interval 1 month)) as d0
-- 10|   from (
-- 10+|     select
-- 10+|       min(d0) as lo,
-- 10+|       max(d0) as hi
-- 10+|     from groups_1
-- 10+|   ) as bounds
-- 10+|   where lo <= hi
-- 39|     case when d0 is not null then avg(cast(case when shown = 1 then c0 end as double)) over (order by d0 nulls last rows between 1 preceding and current row) end as c1
-- snowflake:
-- 3|     cast(date_trunc('month', "placed") as date) as d0,
-- 9|   select dateadd(month, cast(steps.value as integer), lo) as d0
-- 10|   from (
-- 10+|     select
-- 10+|       min(d0) as lo,
-- 10+|       max(d0) as hi
-- 10+|     from groups_1
-- 10+|   ) as bounds
-- 10+|   cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
-- 39|     case when d0 is not null then avg(cast(case when shown = 1 then c0 end as float)) over (order by d0 nulls last rows between 1 preceding and current row) end as c1
-- redshift:
-- 9|   select dateadd(month, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
-- 10|   from (
-- 10+|     select
-- 10+|       min(d0) as lo,
-- 10+|       max(d0) as hi
-- 10+|     from groups_1
-- 10+|   ) as bounds
-- 10+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(month, lo, hi)
-- 10+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(month, lo, hi)
-- 10+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(month, lo, hi)
-- 10+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(month, lo, hi)
-- 10+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(month, lo, hi)
-- 10+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(month, lo, hi)
-- 10+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(month, lo, hi)
-- 39|     case when d0 is not null then avg((case when shown = 1 then c0 end)::float8) over (order by d0 nulls last rows between 1 preceding and current row) end as c1

-- difference of a difference
with groups_1 as (
  select
    date_trunc('month', "placed")::date as d0,
    sum("amount") as m0
  from "orders"
  group by 1
),
periods_1 as (
  select generate_series(min(d0)::timestamp, case when not isfinite(min(d0)) or not isfinite(max(d0)) then concat('fillGaps: over 100000 periods', substr(max(d0)::text, 1, 0))::date else max(d0) end::timestamp, interval '1 month')::date as d0
  from groups_1
),
results_1 as (
  select
    d0,
    max(m0) as x0,
    case when max(present) = 1 then 1 else 0 end as shown
  from (
  select d0, m0, 1 as present from groups_1
  union all
  select d0, null as m0, 0 as present
  from periods_1
) as filled
  group by 1
),
calculated_1 as (
  select
    d0,
    x0,
    shown,
    case when d0 is not null then x0 - lag(x0, 1) over (order by d0 nulls last) end as c0,
    1.0 * x0 / nullif(sum(x0) over (partition by shown), 0) as c2
  from results_1
),
calculated_2 as (
  select
    d0,
    x0,
    shown,
    c0,
    case when d0 is not null then case when shown = 1 then c0 end - lag(case when shown = 1 then c0 end, 1) over (order by d0 nulls last) end as c1,
    c2
  from calculated_1
)
select
  d0 as "orders.placed.month",
  x0 as "orders.total",
  c0 as "more",
  c1 as "bend",
  c2 as "share"
from calculated_2
where shown = 1
order by "orders.placed.month" nulls last;
-- duckdb:
-- 9|   select unnest(generate_series(min(d0)::timestamp, case when not isfinite(min(d0)) or not isfinite(max(d0)) then concat('fillGaps: over 100000 periods', substr(max(d0)::text, 1, 0))::date else max(d0) end::timestamp, interval '1 month'))::date as d0
-- 31|     x0 / nullif(sum(x0) over (partition by shown), 0) as c2
-- mysql:
-- 1| with recursive groups_1 as (
-- 3|     cast(date_format(`placed`, '%Y-%m-01') as date) as d0,
-- 9|   select
-- 9+|     1 as n,
-- 9+|     min(d0) as d0,
-- 9+|     min(d0) as first,
-- 9+|     max(d0) as last
-- 10+|   having first <= last
-- 10+|   union all
-- 10+|   select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
-- 10+|   from periods_1
-- 10+|   cross join (select 0 as bit union all select 1) as bits
-- 10+|   where first + interval (n * 2 + bit - 1) month <= last
-- 30|     case when d0 is not null then x0 - lag(x0, 1) over (order by d0 <=> null, d0) end as c0,
-- 31|     1.0000000000000000 * x0 / nullif(sum(x0) over (partition by shown), 0) as c2
-- 40|     case when d0 is not null then case when shown = 1 then c0 end - lag(case when shown = 1 then c0 end, 1) over (order by d0 <=> null, d0) end as c1,
-- 52| order by `orders.placed.month` <=> null, `orders.placed.month`;
-- clickhouse:
-- 3|     toStartOfMonth(toDate32("placed")) as d0,
-- 4|     sumOrNull("amount" + toDecimal128(0, 0)) as m0
-- 9|   select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
-- 10|   from (
-- 10+|     select
-- 10+|       minOrNull(d0) as lo,
-- 10+|       maxOrNull(d0) as hi
-- 10+|     from groups_1
-- 10+|   ) as bounds
-- 10+|   where lo <= hi
-- 30|     case when d0 is not null then x0 - lagInFrame(toNullable(x0), 1) over (order by d0 nulls last rows between unbounded preceding and unbounded following) end as c0,
-- 31|     1e0 * x0 / nullif(sum(x0) over (partition by shown), 0) as c2
-- 40|     case when d0 is not null then case when shown = 1 then c0 end - lagInFrame(toNullable(case when shown = 1 then c0 end), 1) over (order by d0 nulls last rows between unbounded preceding and unbounded following) end as c1,
-- 52| order by 1 nulls last
-- 52+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 3|     cast(date_trunc('month', "placed") as date) as d0,
-- 9|   select date_add('month', many * 10000 + few, lo) as d0
-- 10|   from (
-- 10+|     select
-- 10+|       min(d0) as lo,
-- 10+|       max(d0) as hi
-- 10+|     from groups_1
-- 10+|   ) as bounds
-- 10+|   cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
-- 10+|   cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
-- 10+|   where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
-- 31|     1e0 * x0 / nullif(sum(x0) over (partition by shown), 0) as c2
-- bigquery:
-- 3|     date_trunc(cast(`placed` as date), month) as d0,
-- 9|   select step as d0
-- 10|   from (
-- 10+|     select
-- 10+|       min(d0) as lo,
-- 10+|       max(d0) as hi
-- 10+|     from groups_1
-- 10+|   ) as bounds
-- 10+|   cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
-- 31|     1e0 * x0 / nullif(sum(x0) over (partition by shown), 0) as c2
-- databricks:
-- 3|     cast(date_trunc('month', `placed`) as date) as d0,
-- 9|   select explode(sequence(lo, hi, interval 1 month)) as d0
-- 10|   from (
-- 10+|     select
-- 10+|       min(d0) as lo,
-- 10+|       max(d0) as hi
-- 10+|     from groups_1
-- 10+|   ) as bounds
-- 10+|   where lo <= hi
-- 31|     1D * x0 / nullif(sum(x0) over (partition by shown), 0) as c2
-- snowflake:
-- 3|     cast(date_trunc('month', "placed") as date) as d0,
-- 9|   select dateadd(month, cast(steps.value as integer), lo) as d0
-- 10|   from (
-- 10+|     select
-- 10+|       min(d0) as lo,
-- 10+|       max(d0) as hi
-- 10+|     from groups_1
-- 10+|   ) as bounds
-- 10+|   cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
-- 31|     1::float * x0 / nullif(sum(x0) over (partition by shown), 0) as c2
-- redshift:
-- 9|   select dateadd(month, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
-- 10|   from (
-- 10+|     select
-- 10+|       min(d0) as lo,
-- 10+|       max(d0) as hi
-- 10+|     from groups_1
-- 10+|   ) as bounds
-- 10+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(month, lo, hi)
-- 10+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(month, lo, hi)
-- 10+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(month, lo, hi)
-- 10+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(month, lo, hi)
-- 10+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(month, lo, hi)
-- 10+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(month, lo, hi)
-- 10+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(month, lo, hi)
-- 31|     1::float8 * x0 / nullif(sum(x0) over (partition by shown), 0) as c2

-- a filter on a running total of a share
-- ["0.75"]
with results_1 as (
  select
    date_trunc('month', "placed")::date as d0,
    sum("amount") as x0
  from "orders"
  group by 1
),
calculated_1 as (
  select
    d0,
    x0,
    1.0 * x0 / nullif(sum(x0) over (), 0) as c0,
    sum(x0) over () as w0
  from results_1
),
calculated_2 as (
  select
    d0,
    x0,
    c0,
    case when d0 is not null then 1.0 * sum(x0) over (order by d0 nulls last rows between unbounded preceding and current row) / nullif(w0, 0) end as c1
  from calculated_1
)
select
  d0 as "orders.placed.month",
  x0 as "orders.total",
  c0 as "share",
  c1 as "so far"
from calculated_2
where c1 <= $1::numeric
order by "so far" desc nulls last, "orders.placed.month" nulls last;
-- duckdb:
-- 13|     x0 / nullif(sum(x0) over (), 0) as c0,
-- 22|     case when d0 is not null then sum(x0) over (order by d0 nulls last rows between unbounded preceding and current row) / nullif(w0, 0) end as c1
-- 31| where c1 <= $1::decimal(3, 2)
-- mysql:
-- 4|     cast(date_format(`placed`, '%Y-%m-01') as date) as d0,
-- 13|     1.0000000000000000 * x0 / nullif(sum(x0) over (), 0) as c0,
-- 22|     case when d0 is not null then 1.0000000000000000 * sum(x0) over (order by d0 <=> null, d0 rows between unbounded preceding and current row) / nullif(w0, 0) end as c1
-- 31| where c1 <= cast(? as decimal(3, 2))
-- 32| order by `so far` desc, `orders.placed.month` <=> null, `orders.placed.month`;
-- clickhouse:
-- 4|     toStartOfMonth(toDate32("placed")) as d0,
-- 5|     sumOrNull("amount" + toDecimal128(0, 0)) as x0
-- 13|     1e0 * x0 / nullif(sum(x0) over (), 0) as c0,
-- 22|     case when d0 is not null then 1e0 * sum(x0) over (order by d0 nulls last rows between unbounded preceding and current row) / nullif(w0, 0) end as c1
-- 31| where c1 <= {p1:Decimal(38, 2)}
-- 32| order by 4 desc nulls last, 1 nulls last
-- 32+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 4|     cast(date_trunc('month', "placed") as date) as d0,
-- 13|     1e0 * x0 / nullif(sum(x0) over (), 0) as c0,
-- 22|     case when d0 is not null then 1e0 * sum(x0) over (order by d0 nulls last rows between unbounded preceding and current row) / nullif(w0, 0) end as c1
-- 31| where c1 <= cast(? as decimal(3, 2))
-- bigquery:
-- 4|     date_trunc(cast(`placed` as date), month) as d0,
-- 13|     1e0 * x0 / nullif(sum(x0) over (), 0) as c0,
-- 22|     case when d0 is not null then 1e0 * sum(x0) over (order by d0 nulls last rows between unbounded preceding and current row) / nullif(w0, 0) end as c1
-- 29|   c1 as `c_so_far__2c52mem0qw515`
-- 31| where c1 <= cast(@p1 as numeric)
-- 32| order by `c_so_far__2c52mem0qw515` desc nulls last, `orders__placed__month` nulls last;
-- databricks:
-- 4|     cast(date_trunc('month', `placed`) as date) as d0,
-- 13|     1D * x0 / nullif(sum(x0) over (), 0) as c0,
-- 22|     case when d0 is not null then 1D * sum(x0) over (order by d0 nulls last rows between unbounded preceding and current row) / nullif(w0, 0) end as c1
-- 31| where c1 <= cast(:p1 as decimal(3, 2))
-- snowflake:
-- 4|     cast(date_trunc('month', "placed") as date) as d0,
-- 13|     1::float * x0 / nullif(sum(x0) over (), 0) as c0,
-- 22|     case when d0 is not null then 1::float * sum(x0) over (order by d0 nulls last rows between unbounded preceding and current row) / nullif(w0, 0) end as c1
-- 31| where c1 <= cast(? as number(38, 2))
-- redshift:
-- 13|     1::float8 * x0 / nullif(sum(x0) over (), 0) as c0,
-- 22|     case when d0 is not null then 1::float8 * sum(x0) over (order by d0 nulls last rows between unbounded preceding and current row) / nullif(w0, 0) end as c1
-- 31| where c1 <= $1::decimal(38, 2)

-- a month that a filter leaves out is missing for the difference of the next month
-- ["115"]
with groups_1 as (
  select
    date_trunc('month', "placed")::date as d0,
    sum("amount") as m0
  from "orders"
  group by 1
),
periods_1 as (
  select generate_series(min(d0)::timestamp, case when not isfinite(min(d0)) or not isfinite(max(d0)) then concat('fillGaps: over 100000 periods', substr(max(d0)::text, 1, 0))::date else max(d0) end::timestamp, interval '1 month')::date as d0
  from groups_1
),
results_1 as (
  select
    d0,
    max(m0) as x0,
    case when max(present) = 1 and max(m0) is distinct from $1::bigint then 1 else 0 end as shown,
    case when max(m0) is distinct from $1::bigint then max(m0) end as y0
  from (
  select d0, m0, 1 as present from groups_1
  union all
  select d0, null as m0, 0 as present
  from periods_1
) as filled
  group by 1
),
calculated_1 as (
  select
    d0,
    x0,
    shown,
    y0,
    case when d0 is not null then sum(x0) over (partition by shown order by d0 nulls last rows between unbounded preceding and current row) end as c0,
    case when d0 is not null then 1.0 * (y0 - lag(y0, 1) over (order by d0 nulls last)) / nullif(lag(y0, 1) over (order by d0 nulls last), 0) end as c2
  from results_1
),
calculated_2 as (
  select
    d0,
    x0,
    shown,
    c0,
    case when d0 is not null then case when shown = 1 then c0 end - lag(case when shown = 1 then c0 end, 1) over (order by d0 nulls last) end as c1,
    c2
  from calculated_1
)
select
  d0 as "orders.placed.month",
  x0 as "orders.total",
  c0 as "running",
  c1 as "more",
  c2 as "growth"
from calculated_2
where shown = 1
order by "orders.placed.month" nulls last;
-- duckdb:
-- 10|   select unnest(generate_series(min(d0)::timestamp, case when not isfinite(min(d0)) or not isfinite(max(d0)) then concat('fillGaps: over 100000 periods', substr(max(d0)::text, 1, 0))::date else max(d0) end::timestamp, interval '1 month'))::date as d0
-- 17|     case when max(present) = 1 and (max(m0) <> $1::bigint or max(m0) is null) then 1 else 0 end as shown,
-- 18|     case when (max(m0) <> $1::bigint or max(m0) is null) then max(m0) end as y0
-- 34|     case when d0 is not null then (y0 - lag(y0, 1) over (order by d0 nulls last)) / nullif(lag(y0, 1) over (order by d0 nulls last), 0) end as c2
-- mysql:
-- 1| -- ["115","115"]
-- 2| with recursive groups_1 as (
-- 4|     cast(date_format(`placed`, '%Y-%m-01') as date) as d0,
-- 10|   select
-- 10+|     1 as n,
-- 10+|     min(d0) as d0,
-- 10+|     min(d0) as first,
-- 10+|     max(d0) as last
-- 11+|   having first <= last
-- 11+|   union all
-- 11+|   select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
-- 11+|   from periods_1
-- 11+|   cross join (select 0 as bit union all select 1) as bits
-- 11+|   where first + interval (n * 2 + bit - 1) month <= last
-- 17|     case when max(present) = 1 and not (max(m0) <=> cast(? as signed)) then 1 else 0 end as shown,
-- 18|     case when not (max(m0) <=> cast(? as signed)) then max(m0) end as y0
-- 33|     case when d0 is not null then sum(x0) over (partition by shown order by d0 <=> null, d0 rows between unbounded preceding and current row) end as c0,
-- 34|     case when d0 is not null then 1.0000000000000000 * (y0 - lag(y0, 1) over (order by d0 <=> null, d0)) / nullif(lag(y0, 1) over (order by d0 <=> null, d0), 0) end as c2
-- 43|     case when d0 is not null then case when shown = 1 then c0 end - lag(case when shown = 1 then c0 end, 1) over (order by d0 <=> null, d0) end as c1,
-- 55| order by `orders.placed.month` <=> null, `orders.placed.month`;
-- clickhouse:
-- 4|     toStartOfMonth(toDate32("placed")) as d0,
-- 5|     sumOrNull("amount" + toDecimal128(0, 0)) as m0
-- 10|   select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
-- 11|   from (
-- 11+|     select
-- 11+|       minOrNull(d0) as lo,
-- 11+|       maxOrNull(d0) as hi
-- 11+|     from groups_1
-- 11+|   ) as bounds
-- 11+|   where lo <= hi
-- 17|     case when max(present) = 1 and ifNull(max(m0) != {p1:Int64}, true) then 1 else 0 end as shown,
-- 18|     case when ifNull(max(m0) != {p1:Int64}, true) then max(m0) end as y0
-- 34|     case when d0 is not null then 1e0 * (y0 - lagInFrame(toNullable(y0), 1) over (order by d0 nulls last rows between unbounded preceding and unbounded following)) / nullif(lagInFrame(toNullable(y0), 1) over (order by d0 nulls last rows between unbounded preceding and unbounded following), 0) end as c2
-- 43|     case when d0 is not null then case when shown = 1 then c0 end - lagInFrame(toNullable(case when shown = 1 then c0 end), 1) over (order by d0 nulls last rows between unbounded preceding and unbounded following) end as c1,
-- 55| order by 1 nulls last
-- 55+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 1| -- ["115","115"]
-- 4|     cast(date_trunc('month', "placed") as date) as d0,
-- 10|   select date_add('month', many * 10000 + few, lo) as d0
-- 11|   from (
-- 11+|     select
-- 11+|       min(d0) as lo,
-- 11+|       max(d0) as hi
-- 11+|     from groups_1
-- 11+|   ) as bounds
-- 11+|   cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
-- 11+|   cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
-- 11+|   where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
-- 17|     case when max(present) = 1 and max(m0) is distinct from cast(? as bigint) then 1 else 0 end as shown,
-- 18|     case when max(m0) is distinct from cast(? as bigint) then max(m0) end as y0
-- 34|     case when d0 is not null then 1e0 * (y0 - lag(y0, 1) over (order by d0 nulls last)) / nullif(lag(y0, 1) over (order by d0 nulls last), 0) end as c2
-- bigquery:
-- 4|     date_trunc(cast(`placed` as date), month) as d0,
-- 10|   select step as d0
-- 11|   from (
-- 11+|     select
-- 11+|       min(d0) as lo,
-- 11+|       max(d0) as hi
-- 11+|     from groups_1
-- 11+|   ) as bounds
-- 11+|   cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
-- 17|     case when max(present) = 1 and max(m0) is distinct from cast(@p1 as int64) then 1 else 0 end as shown,
-- 18|     case when max(m0) is distinct from cast(@p1 as int64) then max(m0) end as y0
-- 34|     case when d0 is not null then 1e0 * (y0 - lag(y0, 1) over (order by d0 nulls last)) / nullif(lag(y0, 1) over (order by d0 nulls last), 0) end as c2
-- databricks:
-- 4|     cast(date_trunc('month', `placed`) as date) as d0,
-- 10|   select explode(sequence(lo, hi, interval 1 month)) as d0
-- 11|   from (
-- 11+|     select
-- 11+|       min(d0) as lo,
-- 11+|       max(d0) as hi
-- 11+|     from groups_1
-- 11+|   ) as bounds
-- 11+|   where lo <= hi
-- 17|     case when max(present) = 1 and not (max(m0) <=> cast(:p1 as bigint)) then 1 else 0 end as shown,
-- 18|     case when not (max(m0) <=> cast(:p1 as bigint)) then max(m0) end as y0
-- 34|     case when d0 is not null then 1D * (y0 - lag(y0, 1) over (order by d0 nulls last)) / nullif(lag(y0, 1) over (order by d0 nulls last), 0) end as c2
-- snowflake:
-- 1| -- ["115","115"]
-- 4|     cast(date_trunc('month', "placed") as date) as d0,
-- 10|   select dateadd(month, cast(steps.value as integer), lo) as d0
-- 11|   from (
-- 11+|     select
-- 11+|       min(d0) as lo,
-- 11+|       max(d0) as hi
-- 11+|     from groups_1
-- 11+|   ) as bounds
-- 11+|   cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
-- 17|     case when max(present) = 1 and max(m0) is distinct from cast(? as number(38, 0)) then 1 else 0 end as shown,
-- 18|     case when max(m0) is distinct from cast(? as number(38, 0)) then max(m0) end as y0
-- 34|     case when d0 is not null then 1::float * (y0 - lag(y0, 1) over (order by d0 nulls last)) / nullif(lag(y0, 1) over (order by d0 nulls last), 0) end as c2
-- redshift:
-- 10|   select dateadd(month, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
-- 11|   from (
-- 11+|     select
-- 11+|       min(d0) as lo,
-- 11+|       max(d0) as hi
-- 11+|     from groups_1
-- 11+|   ) as bounds
-- 11+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(month, lo, hi)
-- 11+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(month, lo, hi)
-- 11+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(month, lo, hi)
-- 11+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(month, lo, hi)
-- 11+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(month, lo, hi)
-- 11+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(month, lo, hi)
-- 11+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(month, lo, hi)
-- 17|     case when max(present) = 1 and (max(m0) <> $1::bigint or max(m0) is null) then 1 else 0 end as shown,
-- 18|     case when (max(m0) <> $1::bigint or max(m0) is null) then max(m0) end as y0
-- 34|     case when d0 is not null then 1::float8 * (y0 - lag(y0, 1) over (order by d0 nulls last)) / nullif(lag(y0, 1) over (order by d0 nulls last), 0) end as c2

-- the first share within each customer
-- ["Ann","Bob"]
with results_1 as (
  select
    "customers"."name" as d0,
    date_trunc('month', "orders"."placed")::date as d1,
    sum("orders"."amount") as x0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  where "customers"."name" in ($1, $2)
  group by 1, 2
),
calculated_1 as (
  select
    d0,
    d1,
    x0,
    1.0 * x0 / nullif(sum(x0) over (partition by d0), 0) as c0
  from results_1
),
calculated_2 as (
  select
    d0,
    d1,
    x0,
    c0,
    case when d1 is not null then first_value(c0) over (partition by d0 order by d1 nulls last rows between unbounded preceding and unbounded following) end as c1
  from calculated_1
),
calculated_3 as (
  select
    d0,
    d1,
    x0,
    c0,
    c1,
    rank() over (partition by d1 order by c1 nulls last) as c2
  from calculated_2
)
select
  d0 as "customers.name",
  d1 as "orders.placed.month",
  x0 as "orders.total",
  c0 as "share",
  c1 as "at first",
  c2 as "place"
from calculated_3
order by "customers.name" nulls last, "orders.placed.month" nulls last;
-- duckdb:
-- 17|     x0 / nullif(sum(x0) over (partition by d0), 0) as c0
-- mysql:
-- 5|     cast(date_format(`orders`.`placed`, '%Y-%m-01') as date) as d1,
-- 9|   where `customers`.`name` in (?, ?)
-- 17|     1.0000000000000000 * x0 / nullif(sum(x0) over (partition by d0), 0) as c0
-- 26|     case when d1 is not null then first_value(c0) over (partition by d0 order by d1 <=> null, d1 rows between unbounded preceding and unbounded following) end as c1
-- 36|     rank() over (partition by d1 order by c1 <=> null, c1) as c2
-- 47| order by `customers.name` <=> null, `customers.name`, `orders.placed.month` <=> null, `orders.placed.month`;
-- clickhouse:
-- 5|     toStartOfMonth(toDate32("orders"."placed")) as d1,
-- 6|     sumOrNull("orders"."amount" + toDecimal128(0, 0)) as x0
-- 9|   where "customers"."name" in ({p1:String}, {p2:String})
-- 17|     1e0 * x0 / nullif(sum(x0) over (partition by d0), 0) as c0
-- 26|     case when d1 is not null then first_value_respect_nulls(c0) over (partition by d0 order by d1 nulls last rows between unbounded preceding and unbounded following) end as c1
-- 47| order by 1 nulls last, 2 nulls last
-- 47+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 5|     cast(date_trunc('month', "orders"."placed") as date) as d1,
-- 9|   where "customers"."name" in (?, ?)
-- 17|     1e0 * x0 / nullif(sum(x0) over (partition by d0), 0) as c0
-- bigquery:
-- 5|     date_trunc(cast(`orders`.`placed` as date), month) as d1,
-- 9|   where `customers`.`name` in (@p1, @p2)
-- 17|     1e0 * x0 / nullif(sum(x0) over (partition by d0), 0) as c0
-- 44|   c1 as `c_at_first__eyuiet40yqlg`,
-- databricks:
-- 5|     cast(date_trunc('month', `orders`.`placed`) as date) as d1,
-- 9|   where `customers`.`name` in (:p1, :p2)
-- 17|     1D * x0 / nullif(sum(x0) over (partition by d0), 0) as c0
-- snowflake:
-- 5|     cast(date_trunc('month', "orders"."placed") as date) as d1,
-- 9|   where "customers"."name" in (?, ?)
-- 17|     1::float * x0 / nullif(sum(x0) over (partition by d0), 0) as c0
-- redshift:
-- 17|     1::float8 * x0 / nullif(sum(x0) over (partition by d0), 0) as c0

-- running total of shares within different groups
with results_1 as (
  select
    date_trunc('month', "placed")::date as d0,
    "status" as d1,
    sum("amount") as x0
  from "orders"
  where "status" is not null
  group by 1, 2
),
calculated_1 as (
  select
    d0,
    d1,
    x0,
    1.0 * x0 / nullif(sum(x0) over (partition by d0), 0) as c0
  from results_1
),
calculated_2 as (
  select
    d0,
    d1,
    x0,
    c0,
    case when d0 is not null then sum(c0) over (partition by d1 order by d0 nulls last rows between unbounded preceding and current row) end as c1
  from calculated_1
)
select
  d0 as "orders.placed.month",
  d1 as "orders.status",
  x0 as "orders.total",
  c0 as "share",
  c1 as "so far"
from calculated_2
order by "orders.placed.month" nulls last, "orders.status" nulls last;
-- duckdb:
-- 15|     x0 / nullif(sum(x0) over (partition by d0), 0) as c0
-- mysql:
-- 3|     cast(date_format(`placed`, '%Y-%m-01') as date) as d0,
-- 15|     1.0000000000000000 * x0 / nullif(sum(x0) over (partition by d0), 0) as c0
-- 24|     case when d0 is not null then sum(c0) over (partition by d1 order by d0 <=> null, d0 rows between unbounded preceding and current row) end as c1
-- 34| order by `orders.placed.month` <=> null, `orders.placed.month`, `orders.status` <=> null, `orders.status`;
-- clickhouse:
-- 3|     toStartOfMonth(toDate32("placed")) as d0,
-- 5|     sumOrNull("amount" + toDecimal128(0, 0)) as x0
-- 15|     1e0 * x0 / nullif(sum(x0) over (partition by d0), 0) as c0
-- 34| order by 1 nulls last, 2 nulls last
-- 34+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 3|     cast(date_trunc('month', "placed") as date) as d0,
-- 15|     1e0 * x0 / nullif(sum(x0) over (partition by d0), 0) as c0
-- bigquery:
-- 3|     date_trunc(cast(`placed` as date), month) as d0,
-- 15|     1e0 * x0 / nullif(sum(x0) over (partition by d0), 0) as c0
-- 32|   c1 as `c_so_far__2c52mem0qw515`
-- databricks:
-- 3|     cast(date_trunc('month', `placed`) as date) as d0,
-- 15|     1D * x0 / nullif(sum(x0) over (partition by d0), 0) as c0
-- snowflake:
-- 3|     cast(date_trunc('month', "placed") as date) as d0,
-- 15|     1::float * x0 / nullif(sum(x0) over (partition by d0), 0) as c0
-- redshift:
-- 15|     1::float8 * x0 / nullif(sum(x0) over (partition by d0), 0) as c0

-- the sum of the shares 0.1, 0.3 and 0.2 is not above 0.6, although a sum of doubles would be
-- ["1","2","3","6","0.6"]
with results_1 as (
  select
    "id" as d0,
    sum("amount") as x0
  from "orders"
  where "id" in ($1::bigint, $2::bigint, $3::bigint, $4::bigint)
  group by 1
),
calculated_1 as (
  select
    d0,
    x0,
    1.0 * x0 / nullif(sum(x0) over (), 0) as c0,
    sum(x0) over () as w0
  from results_1
),
calculated_2 as (
  select
    d0,
    x0,
    c0,
    case when d0 is not null then 1.0 * sum(x0) over (order by d0 nulls last rows between unbounded preceding and current row) / nullif(w0, 0) end as c1
  from calculated_1
)
select
  d0 as "orders.id",
  x0 as "orders.total",
  c0 as "share",
  c1 as "so far"
from calculated_2
where c1 <= $5::numeric
order by "orders.id" nulls last;
-- duckdb:
-- 14|     x0 / nullif(sum(x0) over (), 0) as c0,
-- 23|     case when d0 is not null then sum(x0) over (order by d0 nulls last rows between unbounded preceding and current row) / nullif(w0, 0) end as c1
-- 32| where c1 <= $5::decimal(2, 1)
-- mysql:
-- 7|   where `id` in (cast(? as signed), cast(? as signed), cast(? as signed), cast(? as signed))
-- 14|     1.0000000000000000 * x0 / nullif(sum(x0) over (), 0) as c0,
-- 23|     case when d0 is not null then 1.0000000000000000 * sum(x0) over (order by d0 <=> null, d0 rows between unbounded preceding and current row) / nullif(w0, 0) end as c1
-- 32| where c1 <= cast(? as decimal(2, 1))
-- 33| order by `orders.id` <=> null, `orders.id`;
-- clickhouse:
-- 5|     sumOrNull("amount" + toDecimal128(0, 0)) as x0
-- 7|   where "id" in ({p1:Int64}, {p2:Int64}, {p3:Int64}, {p4:Int64})
-- 14|     1e0 * x0 / nullif(sum(x0) over (), 0) as c0,
-- 23|     case when d0 is not null then 1e0 * sum(x0) over (order by d0 nulls last rows between unbounded preceding and current row) / nullif(w0, 0) end as c1
-- 32| where c1 <= {p5:Decimal(38, 1)}
-- 33| order by 1 nulls last
-- 33+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 7|   where "id" in (cast(? as bigint), cast(? as bigint), cast(? as bigint), cast(? as bigint))
-- 14|     1e0 * x0 / nullif(sum(x0) over (), 0) as c0,
-- 23|     case when d0 is not null then 1e0 * sum(x0) over (order by d0 nulls last rows between unbounded preceding and current row) / nullif(w0, 0) end as c1
-- 32| where c1 <= cast(? as decimal(2, 1))
-- bigquery:
-- 7|   where `id` in (cast(@p1 as int64), cast(@p2 as int64), cast(@p3 as int64), cast(@p4 as int64))
-- 14|     1e0 * x0 / nullif(sum(x0) over (), 0) as c0,
-- 23|     case when d0 is not null then 1e0 * sum(x0) over (order by d0 nulls last rows between unbounded preceding and current row) / nullif(w0, 0) end as c1
-- 30|   c1 as `c_so_far__2c52mem0qw515`
-- 32| where c1 <= cast(@p5 as numeric)
-- databricks:
-- 7|   where `id` in (cast(:p1 as bigint), cast(:p2 as bigint), cast(:p3 as bigint), cast(:p4 as bigint))
-- 14|     1D * x0 / nullif(sum(x0) over (), 0) as c0,
-- 23|     case when d0 is not null then 1D * sum(x0) over (order by d0 nulls last rows between unbounded preceding and current row) / nullif(w0, 0) end as c1
-- 32| where c1 <= cast(:p5 as decimal(2, 1))
-- snowflake:
-- 7|   where "id" in (cast(? as number(38, 0)), cast(? as number(38, 0)), cast(? as number(38, 0)), cast(? as number(38, 0)))
-- 14|     1::float * x0 / nullif(sum(x0) over (), 0) as c0,
-- 23|     case when d0 is not null then 1::float * sum(x0) over (order by d0 nulls last rows between unbounded preceding and current row) / nullif(w0, 0) end as c1
-- 32| where c1 <= cast(? as number(38, 1))
-- redshift:
-- 14|     1::float8 * x0 / nullif(sum(x0) over (), 0) as c0,
-- 23|     case when d0 is not null then 1::float8 * sum(x0) over (order by d0 nulls last rows between unbounded preceding and current row) / nullif(w0, 0) end as c1
-- 32| where c1 <= $5::decimal(38, 1)
