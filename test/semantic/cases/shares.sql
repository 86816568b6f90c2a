-- Postgres' SQL of each case, then the lines in which other dialects differ: "3|" replaces the third line, "3+|" follows
-- it. Differences in the quotes of names are not shown. These dialects are never run on the warehouse itself:
-- trino, bigquery, databricks, snowflake, redshift (how they are checked instead: shared/semantic/dialects/README.md).

-- the sum of the shares 0.1 and 0.2 is exactly 0.3
-- ["0.3"]
with results_1 as (
  select
    "channel" as d0,
    count(*) as x0
  from "visits"
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
  d0 as "visits.channel",
  x0 as "visits.count",
  c0 as "share",
  c1 as "so far"
from calculated_2
where c1 <= $1::numeric
order by "visits.channel" nulls last;
-- duckdb:
-- 13|     x0 / nullif(sum(x0) over (), 0) as c0,
-- 22|     case when d0 is not null then sum(x0) over (order by d0 nulls last rows between unbounded preceding and current row) / nullif(w0, 0) end as c1
-- 31| where c1 <= $1::decimal(2, 1)
-- mysql:
-- 13|     1.0000000000000000 * x0 / nullif(sum(x0) over (), 0) as c0,
-- 22|     case when d0 is not null then 1.0000000000000000 * sum(x0) over (order by d0 <=> null, d0 rows between unbounded preceding and current row) / nullif(w0, 0) end as c1
-- 31| where c1 <= cast(? as decimal(2, 1))
-- 32| order by `visits.channel` <=> null, `visits.channel`;
-- clickhouse:
-- 13|     1e0 * x0 / nullif(sum(x0) over (), 0) as c0,
-- 22|     case when d0 is not null then 1e0 * sum(x0) over (order by d0 nulls last rows between unbounded preceding and current row) / nullif(w0, 0) end as c1
-- 31| where c1 <= {p1:Decimal(38, 1)}
-- 32| order by 1 nulls last
-- 32+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 13|     1e0 * x0 / nullif(sum(x0) over (), 0) as c0,
-- 22|     case when d0 is not null then 1e0 * sum(x0) over (order by d0 nulls last rows between unbounded preceding and current row) / nullif(w0, 0) end as c1
-- 31| where c1 <= cast(? as decimal(2, 1))
-- bigquery:
-- 13|     1e0 * x0 / nullif(sum(x0) over (), 0) as c0,
-- 22|     case when d0 is not null then 1e0 * sum(x0) over (order by d0 nulls last rows between unbounded preceding and current row) / nullif(w0, 0) end as c1
-- 29|   c1 as `c_so_far__2c52mem0qw515`
-- 31| where c1 <= cast(@p1 as numeric)
-- databricks:
-- 13|     1D * x0 / nullif(sum(x0) over (), 0) as c0,
-- 22|     case when d0 is not null then 1D * sum(x0) over (order by d0 nulls last rows between unbounded preceding and current row) / nullif(w0, 0) end as c1
-- 31| where c1 <= cast(:p1 as decimal(2, 1))
-- snowflake:
-- 13|     1::float * x0 / nullif(sum(x0) over (), 0) as c0,
-- 22|     case when d0 is not null then 1::float * sum(x0) over (order by d0 nulls last rows between unbounded preceding and current row) / nullif(w0, 0) end as c1
-- 31| where c1 <= cast(? as number(38, 1))
-- redshift:
-- 13|     1::float8 * x0 / nullif(sum(x0) over (), 0) as c0,
-- 22|     case when d0 is not null then 1::float8 * sum(x0) over (order by d0 nulls last rows between unbounded preceding and current row) / nullif(w0, 0) end as c1
-- 31| where c1 <= $1::decimal(38, 1)

-- the sum of three thirds is exactly 1
-- ["1"]
with results_1 as (
  select
    "channel" as d0,
    sum("minutes") as x0
  from "visits"
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
  d0 as "visits.channel",
  x0 as "visits.minutes",
  c0 as "share",
  c1 as "so far"
from calculated_2
where c1 >= $1::bigint;
-- duckdb:
-- 13|     x0 / nullif(sum(x0) over (), 0) as c0,
-- 22|     case when d0 is not null then sum(x0) over (order by d0 nulls last rows between unbounded preceding and current row) / nullif(w0, 0) end as c1
-- mysql:
-- 13|     1.0000000000000000 * x0 / nullif(sum(x0) over (), 0) as c0,
-- 22|     case when d0 is not null then 1.0000000000000000 * sum(x0) over (order by d0 <=> null, d0 rows between unbounded preceding and current row) / nullif(w0, 0) end as c1
-- 31| where c1 >= cast(? as signed);
-- clickhouse:
-- 5|     sumOrNull("minutes" + toDecimal128(0, 0)) as x0
-- 13|     1e0 * x0 / nullif(sum(x0) over (), 0) as c0,
-- 22|     case when d0 is not null then 1e0 * sum(x0) over (order by d0 nulls last rows between unbounded preceding and current row) / nullif(w0, 0) end as c1
-- 31| where c1 >= {p1:Int64}
-- 31+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 13|     1e0 * x0 / nullif(sum(x0) over (), 0) as c0,
-- 22|     case when d0 is not null then 1e0 * sum(x0) over (order by d0 nulls last rows between unbounded preceding and current row) / nullif(w0, 0) end as c1
-- 31| where c1 >= cast(? as bigint);
-- bigquery:
-- 13|     1e0 * x0 / nullif(sum(x0) over (), 0) as c0,
-- 22|     case when d0 is not null then 1e0 * sum(x0) over (order by d0 nulls last rows between unbounded preceding and current row) / nullif(w0, 0) end as c1
-- 29|   c1 as `c_so_far__2c52mem0qw515`
-- 31| where c1 >= cast(@p1 as int64);
-- databricks:
-- 13|     1D * x0 / nullif(sum(x0) over (), 0) as c0,
-- 22|     case when d0 is not null then 1D * sum(x0) over (order by d0 nulls last rows between unbounded preceding and current row) / nullif(w0, 0) end as c1
-- 31| where c1 >= cast(:p1 as bigint);
-- snowflake:
-- 13|     1::float * x0 / nullif(sum(x0) over (), 0) as c0,
-- 22|     case when d0 is not null then 1::float * sum(x0) over (order by d0 nulls last rows between unbounded preceding and current row) / nullif(w0, 0) end as c1
-- 31| where c1 >= cast(? as number(38, 0));
-- redshift:
-- 13|     1::float8 * x0 / nullif(sum(x0) over (), 0) as c0,
-- 22|     case when d0 is not null then 1::float8 * sum(x0) over (order by d0 nulls last rows between unbounded preceding and current row) / nullif(w0, 0) end as c1

-- a running total of shares, from the greatest on, is compared exactly with 0.9
-- ["0.9"]
with results_1 as (
  select
    "channel" as d0,
    count(*) as x0
  from "visits"
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
    case when c0 is not null then 1.0 * sum(x0) over (order by c0 desc nulls last, d0 nulls last rows between unbounded preceding and current row) / nullif(w0, 0) end as c1
  from calculated_1
)
select
  d0 as "visits.channel",
  x0 as "visits.count",
  c0 as "share",
  c1 as "so far"
from calculated_2
where c1 <= $1::numeric
order by "so far" nulls last, "visits.channel" nulls last;
-- duckdb:
-- 13|     x0 / nullif(sum(x0) over (), 0) as c0,
-- 22|     case when c0 is not null then sum(x0) over (order by c0 desc nulls last, d0 nulls last rows between unbounded preceding and current row) / nullif(w0, 0) end as c1
-- 31| where c1 <= $1::decimal(2, 1)
-- mysql:
-- 13|     1.0000000000000000 * x0 / nullif(sum(x0) over (), 0) as c0,
-- 22|     case when c0 is not null then 1.0000000000000000 * sum(x0) over (order by c0 desc, d0 <=> null, d0 rows between unbounded preceding and current row) / nullif(w0, 0) end as c1
-- 31| where c1 <= cast(? as decimal(2, 1))
-- 32| order by `so far` <=> null, `so far`, `visits.channel` <=> null, `visits.channel`;
-- clickhouse:
-- 13|     1e0 * x0 / nullif(sum(x0) over (), 0) as c0,
-- 22|     case when c0 is not null then 1e0 * sum(x0) over (order by c0 <> c0 desc nulls last, c0 desc nulls last, d0 nulls last rows between unbounded preceding and current row) / nullif(w0, 0) end as c1
-- 31| where c1 <= {p1:Decimal(38, 1)}
-- 32| order by 4 nulls last, 1 nulls last
-- 32+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 13|     1e0 * x0 / nullif(sum(x0) over (), 0) as c0,
-- 22|     case when c0 is not null then 1e0 * sum(x0) over (order by c0 desc nulls last, d0 nulls last rows between unbounded preceding and current row) / nullif(w0, 0) end as c1
-- 31| where c1 <= cast(? as decimal(2, 1))
-- bigquery:
-- 13|     1e0 * x0 / nullif(sum(x0) over (), 0) as c0,
-- 22|     case when c0 is not null then 1e0 * sum(x0) over (order by c0 desc nulls last, d0 nulls last rows between unbounded preceding and current row) / nullif(w0, 0) end as c1
-- 29|   c1 as `c_so_far__2c52mem0qw515`
-- 31| where c1 <= cast(@p1 as numeric)
-- 32| order by `c_so_far__2c52mem0qw515` nulls last, `visits__channel` nulls last;
-- databricks:
-- 13|     1D * x0 / nullif(sum(x0) over (), 0) as c0,
-- 22|     case when c0 is not null then 1D * sum(x0) over (order by c0 desc nulls last, d0 nulls last rows between unbounded preceding and current row) / nullif(w0, 0) end as c1
-- 31| where c1 <= cast(:p1 as decimal(2, 1))
-- snowflake:
-- 13|     1::float * x0 / nullif(sum(x0) over (), 0) as c0,
-- 22|     case when c0 is not null then 1::float * sum(x0) over (order by c0 desc nulls last, d0 nulls last rows between unbounded preceding and current row) / nullif(w0, 0) end as c1
-- 31| where c1 <= cast(? as number(38, 1))
-- redshift:
-- 13|     1::float8 * x0 / nullif(sum(x0) over (), 0) as c0,
-- 22|     case when c0 is not null then 1::float8 * sum(x0) over (order by c0 desc nulls last, d0 nulls last rows between unbounded preceding and current row) / nullif(w0, 0) end as c1
-- 31| where c1 <= $1::decimal(38, 1)

-- the difference of the shares 0.3 and 0.2 is exactly 0.1
-- ["0.1"]
with groups_1 as (
  select
    date_trunc('month', "made")::date as d0,
    count(*) as m0
  from "visits"
  group by 1
),
periods_1 as (
  select generate_series(min(d0)::timestamp, case when not isfinite(min(d0)) or not isfinite(max(d0)) then concat('fillGaps: over 100000 periods', substr(max(d0)::text, 1, 0))::date else max(d0) end::timestamp, interval '1 month')::date as d0
  from groups_1
),
results_1 as (
  select
    d0,
    coalesce(max(m0), 0) as x0,
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
    1.0 * x0 / nullif(sum(x0) over (partition by shown), 0) as c0,
    sum(x0) over (partition by shown) as w0
  from results_1
),
calculated_2 as (
  select
    d0,
    x0,
    shown,
    c0,
    case when d0 is not null then 1.0 * (case when shown = 1 then x0 end - lag(case when shown = 1 then x0 end, 1) over (order by d0 nulls last)) / nullif(w0, 0) end as c1
  from calculated_1
)
select
  d0 as "visits.made.month",
  x0 as "visits.count",
  c0 as "share",
  c1 as "more"
from calculated_2
where shown = 1
  and c1 >= $1::numeric
order by "visits.made.month" nulls last;
-- duckdb:
-- 10|   select unnest(generate_series(min(d0)::timestamp, case when not isfinite(min(d0)) or not isfinite(max(d0)) then concat('fillGaps: over 100000 periods', substr(max(d0)::text, 1, 0))::date else max(d0) end::timestamp, interval '1 month'))::date as d0
-- 31|     x0 / nullif(sum(x0) over (partition by shown), 0) as c0,
-- 41|     case when d0 is not null then (case when shown = 1 then x0 end - lag(case when shown = 1 then x0 end, 1) over (order by d0 nulls last)) / nullif(w0, 0) end as c1
-- 51|   and c1 >= $1::decimal(2, 1)
-- mysql:
-- 2| with recursive groups_1 as (
-- 4|     cast(date_format(`made`, '%Y-%m-01') as date) as d0,
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
-- 31|     1.0000000000000000 * x0 / nullif(sum(x0) over (partition by shown), 0) as c0,
-- 41|     case when d0 is not null then 1.0000000000000000 * (case when shown = 1 then x0 end - lag(case when shown = 1 then x0 end, 1) over (order by d0 <=> null, d0)) / nullif(w0, 0) end as c1
-- 51|   and c1 >= cast(? as decimal(2, 1))
-- 52| order by `visits.made.month` <=> null, `visits.made.month`;
-- clickhouse:
-- 4|     toStartOfMonth(toDate32("made")) as d0,
-- 10|   select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
-- 11|   from (
-- 11+|     select
-- 11+|       minOrNull(d0) as lo,
-- 11+|       maxOrNull(d0) as hi
-- 11+|     from groups_1
-- 11+|   ) as bounds
-- 11+|   where lo <= hi
-- 31|     1e0 * x0 / nullif(sum(x0) over (partition by shown), 0) as c0,
-- 41|     case when d0 is not null then 1e0 * (case when shown = 1 then x0 end - lagInFrame(toNullable(case when shown = 1 then x0 end), 1) over (order by d0 nulls last rows between unbounded preceding and unbounded following)) / nullif(w0, 0) end as c1
-- 51|   and c1 >= {p1:Decimal(38, 1)}
-- 52| order by 1 nulls last
-- 52+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 4|     cast(date_trunc('month', "made") as date) as d0,
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
-- 31|     1e0 * x0 / nullif(sum(x0) over (partition by shown), 0) as c0,
-- 41|     case when d0 is not null then 1e0 * (case when shown = 1 then x0 end - lag(case when shown = 1 then x0 end, 1) over (order by d0 nulls last)) / nullif(w0, 0) end as c1
-- 51|   and c1 >= cast(? as decimal(2, 1))
-- bigquery:
-- 4|     date_trunc(cast(`made` as date), month) as d0,
-- 10|   select step as d0
-- 11|   from (
-- 11+|     select
-- 11+|       min(d0) as lo,
-- 11+|       max(d0) as hi
-- 11+|     from groups_1
-- 11+|   ) as bounds
-- 11+|   cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
-- 31|     1e0 * x0 / nullif(sum(x0) over (partition by shown), 0) as c0,
-- 41|     case when d0 is not null then 1e0 * (case when shown = 1 then x0 end - lag(case when shown = 1 then x0 end, 1) over (order by d0 nulls last)) / nullif(w0, 0) end as c1
-- 51|   and c1 >= cast(@p1 as numeric)
-- databricks:
-- 4|     cast(date_trunc('month', `made`) as date) as d0,
-- 10|   select explode(sequence(lo, hi, interval 1 month)) as d0
-- 11|   from (
-- 11+|     select
-- 11+|       min(d0) as lo,
-- 11+|       max(d0) as hi
-- 11+|     from groups_1
-- 11+|   ) as bounds
-- 11+|   where lo <= hi
-- 31|     1D * x0 / nullif(sum(x0) over (partition by shown), 0) as c0,
-- 41|     case when d0 is not null then 1D * (case when shown = 1 then x0 end - lag(case when shown = 1 then x0 end, 1) over (order by d0 nulls last)) / nullif(w0, 0) end as c1
-- 51|   and c1 >= cast(:p1 as decimal(2, 1))
-- snowflake:
-- 4|     cast(date_trunc('month', "made") as date) as d0,
-- 10|   select dateadd(month, cast(steps.value as integer), lo) as d0
-- 11|   from (
-- 11+|     select
-- 11+|       min(d0) as lo,
-- 11+|       max(d0) as hi
-- 11+|     from groups_1
-- 11+|   ) as bounds
-- 11+|   cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
-- 31|     1::float * x0 / nullif(sum(x0) over (partition by shown), 0) as c0,
-- 41|     case when d0 is not null then 1::float * (case when shown = 1 then x0 end - lag(case when shown = 1 then x0 end, 1) over (order by d0 nulls last)) / nullif(w0, 0) end as c1
-- 51|   and c1 >= cast(? as number(38, 1))
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
-- 31|     1::float8 * x0 / nullif(sum(x0) over (partition by shown), 0) as c0,
-- 41|     case when d0 is not null then 1::float8 * (case when shown = 1 then x0 end - lag(case when shown = 1 then x0 end, 1) over (order by d0 nulls last)) / nullif(w0, 0) end as c1
-- 51|   and c1 >= $1::decimal(38, 1)

-- running totals of shares of everything and of shares within a group
-- ["0.4"]
with results_1 as (
  select
    "device" as d0,
    "channel" as d1,
    count(*) as x0
  from "visits"
  group by 1, 2
),
calculated_1 as (
  select
    d0,
    d1,
    x0,
    1.0 * x0 / nullif(sum(x0) over (), 0) as c0,
    sum(x0) over () as w0,
    1.0 * x0 / nullif(sum(x0) over (partition by d0), 0) as c2,
    sum(x0) over (partition by d0) as w2
  from results_1
),
calculated_2 as (
  select
    d0,
    d1,
    x0,
    c0,
    case when d1 is not null then 1.0 * sum(x0) over (partition by d0 order by d1 nulls last rows between unbounded preceding and current row) / nullif(w0, 0) end as c1,
    c2,
    case when d1 is not null then 1.0 * sum(x0) over (partition by d0 order by d1 nulls last rows between unbounded preceding and current row) / nullif(w2, 0) end as c3,
    case when x0 is not null then sum(c2) over (order by x0 desc nulls last, d0 nulls last, d1 nulls last rows between unbounded preceding and current row) end as c4
  from calculated_1
)
select
  d0 as "visits.device",
  d1 as "visits.channel",
  x0 as "visits.count",
  c0 as "share",
  c1 as "so far",
  c2 as "own",
  c3 as "own so far",
  c4 as "all own"
from calculated_2
where c3 <= $1::numeric
order by "visits.device" nulls last, "visits.channel" nulls last;
-- duckdb:
-- 15|     x0 / nullif(sum(x0) over (), 0) as c0,
-- 17|     x0 / nullif(sum(x0) over (partition by d0), 0) as c2,
-- 27|     case when d1 is not null then sum(x0) over (partition by d0 order by d1 nulls last rows between unbounded preceding and current row) / nullif(w0, 0) end as c1,
-- 29|     case when d1 is not null then sum(x0) over (partition by d0 order by d1 nulls last rows between unbounded preceding and current row) / nullif(w2, 0) end as c3,
-- 43| where c3 <= $1::decimal(2, 1)
-- mysql:
-- 15|     1.0000000000000000 * x0 / nullif(sum(x0) over (), 0) as c0,
-- 17|     1.0000000000000000 * x0 / nullif(sum(x0) over (partition by d0), 0) as c2,
-- 27|     case when d1 is not null then 1.0000000000000000 * sum(x0) over (partition by d0 order by d1 <=> null, d1 rows between unbounded preceding and current row) / nullif(w0, 0) end as c1,
-- 29|     case when d1 is not null then 1.0000000000000000 * sum(x0) over (partition by d0 order by d1 <=> null, d1 rows between unbounded preceding and current row) / nullif(w2, 0) end as c3,
-- 30|     case when x0 is not null then sum(c2) over (order by x0 desc, d0 <=> null, d0, d1 <=> null, d1 rows between unbounded preceding and current row) end as c4
-- 43| where c3 <= cast(? as decimal(2, 1))
-- 44| order by `visits.device` <=> null, `visits.device`, `visits.channel` <=> null, `visits.channel`;
-- clickhouse:
-- 15|     1e0 * x0 / nullif(sum(x0) over (), 0) as c0,
-- 17|     1e0 * x0 / nullif(sum(x0) over (partition by d0), 0) as c2,
-- 27|     case when d1 is not null then 1e0 * sum(x0) over (partition by d0 order by d1 nulls last rows between unbounded preceding and current row) / nullif(w0, 0) end as c1,
-- 29|     case when d1 is not null then 1e0 * sum(x0) over (partition by d0 order by d1 nulls last rows between unbounded preceding and current row) / nullif(w2, 0) end as c3,
-- 30|     case when x0 is not null then sum(c2) over (order by x0 <> x0 desc nulls last, x0 desc nulls last, d0 nulls last, d1 nulls last rows between unbounded preceding and current row) end as c4
-- 43| where c3 <= {p1:Decimal(38, 1)}
-- 44| order by 1 nulls last, 2 nulls last
-- 44+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 15|     1e0 * x0 / nullif(sum(x0) over (), 0) as c0,
-- 17|     1e0 * x0 / nullif(sum(x0) over (partition by d0), 0) as c2,
-- 27|     case when d1 is not null then 1e0 * sum(x0) over (partition by d0 order by d1 nulls last rows between unbounded preceding and current row) / nullif(w0, 0) end as c1,
-- 29|     case when d1 is not null then 1e0 * sum(x0) over (partition by d0 order by d1 nulls last rows between unbounded preceding and current row) / nullif(w2, 0) end as c3,
-- 43| where c3 <= cast(? as decimal(2, 1))
-- bigquery:
-- 15|     1e0 * x0 / nullif(sum(x0) over (), 0) as c0,
-- 17|     1e0 * x0 / nullif(sum(x0) over (partition by d0), 0) as c2,
-- 27|     case when d1 is not null then 1e0 * sum(x0) over (partition by d0 order by d1 nulls last rows between unbounded preceding and current row) / nullif(w0, 0) end as c1,
-- 29|     case when d1 is not null then 1e0 * sum(x0) over (partition by d0 order by d1 nulls last rows between unbounded preceding and current row) / nullif(w2, 0) end as c3,
-- 38|   c1 as `c_so_far__2c52mem0qw515`,
-- 40|   c3 as `c_own_so_far__2p0fe8us5ksag`,
-- 41|   c4 as `c_all_own__2rcc0gn5mjdwe`
-- 43| where c3 <= cast(@p1 as numeric)
-- databricks:
-- 15|     1D * x0 / nullif(sum(x0) over (), 0) as c0,
-- 17|     1D * x0 / nullif(sum(x0) over (partition by d0), 0) as c2,
-- 27|     case when d1 is not null then 1D * sum(x0) over (partition by d0 order by d1 nulls last rows between unbounded preceding and current row) / nullif(w0, 0) end as c1,
-- 29|     case when d1 is not null then 1D * sum(x0) over (partition by d0 order by d1 nulls last rows between unbounded preceding and current row) / nullif(w2, 0) end as c3,
-- 43| where c3 <= cast(:p1 as decimal(2, 1))
-- snowflake:
-- 15|     1::float * x0 / nullif(sum(x0) over (), 0) as c0,
-- 17|     1::float * x0 / nullif(sum(x0) over (partition by d0), 0) as c2,
-- 27|     case when d1 is not null then 1::float * sum(x0) over (partition by d0 order by d1 nulls last rows between unbounded preceding and current row) / nullif(w0, 0) end as c1,
-- 29|     case when d1 is not null then 1::float * sum(x0) over (partition by d0 order by d1 nulls last rows between unbounded preceding and current row) / nullif(w2, 0) end as c3,
-- 43| where c3 <= cast(? as number(38, 1))
-- redshift:
-- 15|     1::float8 * x0 / nullif(sum(x0) over (), 0) as c0,
-- 17|     1::float8 * x0 / nullif(sum(x0) over (partition by d0), 0) as c2,
-- 27|     case when d1 is not null then 1::float8 * sum(x0) over (partition by d0 order by d1 nulls last rows between unbounded preceding and current row) / nullif(w0, 0) end as c1,
-- 29|     case when d1 is not null then 1::float8 * sum(x0) over (partition by d0 order by d1 nulls last rows between unbounded preceding and current row) / nullif(w2, 0) end as c3,
-- 43| where c3 <= $1::decimal(38, 1)

-- groups that a filter leaves out are not part of the whole
-- ["3","1"]
with groups_1 as (
  select
    date_trunc('month', "made")::date as d0,
    count(*) as m0
  from "visits"
  group by 1
),
periods_1 as (
  select generate_series(min(d0)::timestamp, case when not isfinite(min(d0)) or not isfinite(max(d0)) then concat('fillGaps: over 100000 periods', substr(max(d0)::text, 1, 0))::date else max(d0) end::timestamp, interval '1 month')::date as d0
  from groups_1
),
results_1 as (
  select
    d0,
    coalesce(max(m0), 0) as x0,
    case when max(present) = 1 and coalesce(max(m0), 0) is distinct from $1::bigint then 1 else 0 end as shown,
    case when coalesce(max(m0), 0) is distinct from $1::bigint then coalesce(max(m0), 0) end as y0
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
    1.0 * x0 / nullif(sum(x0) over (partition by shown), 0) as c0,
    sum(x0) over (partition by shown) as w0
  from results_1
),
calculated_2 as (
  select
    d0,
    x0,
    shown,
    c0,
    case when d0 is not null then 1.0 * sum(x0) over (partition by shown order by d0 nulls last rows between unbounded preceding and current row) / nullif(w0, 0) end as c1,
    case when d0 is not null then 1.0 * (case when shown = 1 then x0 end - lag(case when shown = 1 then x0 end, 1) over (order by d0 nulls last)) / nullif(w0, 0) end as c2
  from calculated_1
)
select
  d0 as "visits.made.month",
  x0 as "visits.count",
  c0 as "share",
  c1 as "so far",
  c2 as "more"
from calculated_2
where shown = 1
  and c1 <= $2::bigint
order by "visits.made.month" nulls last;
-- duckdb:
-- 10|   select unnest(generate_series(min(d0)::timestamp, case when not isfinite(min(d0)) or not isfinite(max(d0)) then concat('fillGaps: over 100000 periods', substr(max(d0)::text, 1, 0))::date else max(d0) end::timestamp, interval '1 month'))::date as d0
-- 17|     case when max(present) = 1 and (coalesce(max(m0), 0) <> $1::bigint or coalesce(max(m0), 0) is null) then 1 else 0 end as shown,
-- 18|     case when (coalesce(max(m0), 0) <> $1::bigint or coalesce(max(m0), 0) is null) then coalesce(max(m0), 0) end as y0
-- 33|     x0 / nullif(sum(x0) over (partition by shown), 0) as c0,
-- 43|     case when d0 is not null then sum(x0) over (partition by shown order by d0 nulls last rows between unbounded preceding and current row) / nullif(w0, 0) end as c1,
-- 44|     case when d0 is not null then (case when shown = 1 then x0 end - lag(case when shown = 1 then x0 end, 1) over (order by d0 nulls last)) / nullif(w0, 0) end as c2
-- mysql:
-- 1| -- ["3","3","1"]
-- 2| with recursive groups_1 as (
-- 4|     cast(date_format(`made`, '%Y-%m-01') as date) as d0,
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
-- 17|     case when max(present) = 1 and not (coalesce(max(m0), 0) <=> cast(? as signed)) then 1 else 0 end as shown,
-- 18|     case when not (coalesce(max(m0), 0) <=> cast(? as signed)) then coalesce(max(m0), 0) end as y0
-- 33|     1.0000000000000000 * x0 / nullif(sum(x0) over (partition by shown), 0) as c0,
-- 43|     case when d0 is not null then 1.0000000000000000 * sum(x0) over (partition by shown order by d0 <=> null, d0 rows between unbounded preceding and current row) / nullif(w0, 0) end as c1,
-- 44|     case when d0 is not null then 1.0000000000000000 * (case when shown = 1 then x0 end - lag(case when shown = 1 then x0 end, 1) over (order by d0 <=> null, d0)) / nullif(w0, 0) end as c2
-- 55|   and c1 <= cast(? as signed)
-- 56| order by `visits.made.month` <=> null, `visits.made.month`;
-- clickhouse:
-- 4|     toStartOfMonth(toDate32("made")) as d0,
-- 10|   select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
-- 11|   from (
-- 11+|     select
-- 11+|       minOrNull(d0) as lo,
-- 11+|       maxOrNull(d0) as hi
-- 11+|     from groups_1
-- 11+|   ) as bounds
-- 11+|   where lo <= hi
-- 17|     case when max(present) = 1 and ifNull(coalesce(max(m0), 0) != {p1:Int64}, true) then 1 else 0 end as shown,
-- 18|     case when ifNull(coalesce(max(m0), 0) != {p1:Int64}, true) then coalesce(max(m0), 0) end as y0
-- 33|     1e0 * x0 / nullif(sum(x0) over (partition by shown), 0) as c0,
-- 43|     case when d0 is not null then 1e0 * sum(x0) over (partition by shown order by d0 nulls last rows between unbounded preceding and current row) / nullif(w0, 0) end as c1,
-- 44|     case when d0 is not null then 1e0 * (case when shown = 1 then x0 end - lagInFrame(toNullable(case when shown = 1 then x0 end), 1) over (order by d0 nulls last rows between unbounded preceding and unbounded following)) / nullif(w0, 0) end as c2
-- 55|   and c1 <= {p2:Int64}
-- 56| order by 1 nulls last
-- 56+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 1| -- ["3","3","1"]
-- 4|     cast(date_trunc('month', "made") as date) as d0,
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
-- 17|     case when max(present) = 1 and coalesce(max(m0), 0) is distinct from cast(? as bigint) then 1 else 0 end as shown,
-- 18|     case when coalesce(max(m0), 0) is distinct from cast(? as bigint) then coalesce(max(m0), 0) end as y0
-- 33|     1e0 * x0 / nullif(sum(x0) over (partition by shown), 0) as c0,
-- 43|     case when d0 is not null then 1e0 * sum(x0) over (partition by shown order by d0 nulls last rows between unbounded preceding and current row) / nullif(w0, 0) end as c1,
-- 44|     case when d0 is not null then 1e0 * (case when shown = 1 then x0 end - lag(case when shown = 1 then x0 end, 1) over (order by d0 nulls last)) / nullif(w0, 0) end as c2
-- 55|   and c1 <= cast(? as bigint)
-- bigquery:
-- 4|     date_trunc(cast(`made` as date), month) as d0,
-- 10|   select step as d0
-- 11|   from (
-- 11+|     select
-- 11+|       min(d0) as lo,
-- 11+|       max(d0) as hi
-- 11+|     from groups_1
-- 11+|   ) as bounds
-- 11+|   cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
-- 17|     case when max(present) = 1 and coalesce(max(m0), 0) is distinct from cast(@p1 as int64) then 1 else 0 end as shown,
-- 18|     case when coalesce(max(m0), 0) is distinct from cast(@p1 as int64) then coalesce(max(m0), 0) end as y0
-- 33|     1e0 * x0 / nullif(sum(x0) over (partition by shown), 0) as c0,
-- 43|     case when d0 is not null then 1e0 * sum(x0) over (partition by shown order by d0 nulls last rows between unbounded preceding and current row) / nullif(w0, 0) end as c1,
-- 44|     case when d0 is not null then 1e0 * (case when shown = 1 then x0 end - lag(case when shown = 1 then x0 end, 1) over (order by d0 nulls last)) / nullif(w0, 0) end as c2
-- 51|   c1 as `c_so_far__2c52mem0qw515`,
-- 55|   and c1 <= cast(@p2 as int64)
-- databricks:
-- 4|     cast(date_trunc('month', `made`) as date) as d0,
-- 10|   select explode(sequence(lo, hi, interval 1 month)) as d0
-- 11|   from (
-- 11+|     select
-- 11+|       min(d0) as lo,
-- 11+|       max(d0) as hi
-- 11+|     from groups_1
-- 11+|   ) as bounds
-- 11+|   where lo <= hi
-- 17|     case when max(present) = 1 and not (coalesce(max(m0), 0) <=> cast(:p1 as bigint)) then 1 else 0 end as shown,
-- 18|     case when not (coalesce(max(m0), 0) <=> cast(:p1 as bigint)) then coalesce(max(m0), 0) end as y0
-- 33|     1D * x0 / nullif(sum(x0) over (partition by shown), 0) as c0,
-- 43|     case when d0 is not null then 1D * sum(x0) over (partition by shown order by d0 nulls last rows between unbounded preceding and current row) / nullif(w0, 0) end as c1,
-- 44|     case when d0 is not null then 1D * (case when shown = 1 then x0 end - lag(case when shown = 1 then x0 end, 1) over (order by d0 nulls last)) / nullif(w0, 0) end as c2
-- 55|   and c1 <= cast(:p2 as bigint)
-- snowflake:
-- 1| -- ["3","3","1"]
-- 4|     cast(date_trunc('month', "made") as date) as d0,
-- 10|   select dateadd(month, cast(steps.value as integer), lo) as d0
-- 11|   from (
-- 11+|     select
-- 11+|       min(d0) as lo,
-- 11+|       max(d0) as hi
-- 11+|     from groups_1
-- 11+|   ) as bounds
-- 11+|   cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
-- 17|     case when max(present) = 1 and coalesce(max(m0), 0) is distinct from cast(? as number(38, 0)) then 1 else 0 end as shown,
-- 18|     case when coalesce(max(m0), 0) is distinct from cast(? as number(38, 0)) then coalesce(max(m0), 0) end as y0
-- 33|     1::float * x0 / nullif(sum(x0) over (partition by shown), 0) as c0,
-- 43|     case when d0 is not null then 1::float * sum(x0) over (partition by shown order by d0 nulls last rows between unbounded preceding and current row) / nullif(w0, 0) end as c1,
-- 44|     case when d0 is not null then 1::float * (case when shown = 1 then x0 end - lag(case when shown = 1 then x0 end, 1) over (order by d0 nulls last)) / nullif(w0, 0) end as c2
-- 55|   and c1 <= cast(? as number(38, 0))
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
-- 17|     case when max(present) = 1 and (coalesce(max(m0), 0) <> $1::bigint or coalesce(max(m0), 0) is null) then 1 else 0 end as shown,
-- 18|     case when (coalesce(max(m0), 0) <> $1::bigint or coalesce(max(m0), 0) is null) then coalesce(max(m0), 0) end as y0
-- 33|     1::float8 * x0 / nullif(sum(x0) over (partition by shown), 0) as c0,
-- 43|     case when d0 is not null then 1::float8 * sum(x0) over (partition by shown order by d0 nulls last rows between unbounded preceding and current row) / nullif(w0, 0) end as c1,
-- 44|     case when d0 is not null then 1::float8 * (case when shown = 1 then x0 end - lag(case when shown = 1 then x0 end, 1) over (order by d0 nulls last)) / nullif(w0, 0) end as c2
