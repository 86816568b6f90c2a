-- Postgres' SQL of each case, then the lines in which other dialects differ: "3|" replaces the third line, "3+|" follows
-- it. Differences in the quotes of names are not shown. These dialects are never run on the warehouse itself:
-- trino, bigquery, databricks, snowflake, redshift (how they are checked instead: shared/semantic/dialects/README.md).

-- a share is of all groups, whatever the limit
-- ["Ann","Cid"]
with results_1 as (
  select
    "customers"."name" as d0,
    sum("orders"."amount") as x0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  where "customers"."name" in ($1, $2)
  group by 1
),
calculated_1 as (
  select
    d0,
    x0,
    1.0 * x0 / nullif(sum(x0) over (), 0) as c0
  from results_1
)
select
  d0 as "customers.name",
  x0 as "orders.total",
  c0 as "share"
from calculated_1
order by "share" nulls last, "customers.name" nulls last
limit 2;
-- totals
-- ["Ann","Cid"]
select
  sum("orders"."amount") as "orders.total",
  null as "share"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
where "customers"."name" in ($1, $2);
-- duckdb:
-- 15|     x0 / nullif(sum(x0) over (), 0) as c0
-- mysql:
-- 8|   where `customers`.`name` in (?, ?)
-- 15|     1.0000000000000000 * x0 / nullif(sum(x0) over (), 0) as c0
-- 23| order by `share` <=> null, `share`, `customers.name` <=> null, `customers.name`
-- 32| where `customers`.`name` in (?, ?);
-- clickhouse:
-- 5|     sumOrNull("orders"."amount" + toDecimal128(0, 0)) as x0
-- 8|   where "customers"."name" in ({p1:String}, {p2:String})
-- 15|     1e0 * x0 / nullif(sum(x0) over (), 0) as c0
-- 23| order by 3 nulls last, 1 nulls last
-- 24| limit 2
-- 24+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- 28|   sumOrNull("orders"."amount" + toDecimal128(0, 0)) as "orders.total",
-- 32| where "customers"."name" in ({p1:String}, {p2:String})
-- 32+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 8|   where "customers"."name" in (?, ?)
-- 15|     1e0 * x0 / nullif(sum(x0) over (), 0) as c0
-- 32| where "customers"."name" in (?, ?);
-- bigquery:
-- 8|   where `customers`.`name` in (@p1, @p2)
-- 15|     1e0 * x0 / nullif(sum(x0) over (), 0) as c0
-- 32| where `customers`.`name` in (@p1, @p2);
-- databricks:
-- 8|   where `customers`.`name` in (:p1, :p2)
-- 15|     1D * x0 / nullif(sum(x0) over (), 0) as c0
-- 32| where `customers`.`name` in (:p1, :p2);
-- snowflake:
-- 8|   where "customers"."name" in (?, ?)
-- 15|     1::float * x0 / nullif(sum(x0) over (), 0) as c0
-- 32| where "customers"."name" in (?, ?);
-- redshift:
-- 15|     1::float8 * x0 / nullif(sum(x0) over (), 0) as c0

-- a share within the groups of a dimension
-- ["open","paid","4"]
with results_1 as (
  select
    date_trunc('month', "placed")::date as d0,
    "status" as d1,
    count(*) as x0
  from "orders"
  where "status" in ($1, $2)
    and "id" is distinct from $3::bigint
  group by 1, 2
),
calculated_1 as (
  select
    d0,
    d1,
    x0,
    1.0 * x0 / nullif(sum(x0) over (partition by d0), 0) as c0
  from results_1
)
select
  d0 as "orders.placed.month",
  d1 as "orders.status",
  x0 as "orders.count",
  c0 as "share"
from calculated_1
order by "orders.placed.month" nulls last, "orders.status" nulls last;
-- duckdb:
-- 9|     and ("id" <> $3::bigint or "id" is null)
-- 17|     x0 / nullif(sum(x0) over (partition by d0), 0) as c0
-- mysql:
-- 4|     cast(date_format(`placed`, '%Y-%m-01') as date) as d0,
-- 8|   where `status` in (?, ?)
-- 9|     and not (`id` <=> cast(? as signed))
-- 17|     1.0000000000000000 * x0 / nullif(sum(x0) over (partition by d0), 0) as c0
-- 26| order by `orders.placed.month` <=> null, `orders.placed.month`, `orders.status` <=> null, `orders.status`;
-- clickhouse:
-- 4|     toStartOfMonth(toDate32("placed")) as d0,
-- 8|   where "status" in ({p1:String}, {p2:String})
-- 9|     and ifNull("id" != {p3:Int64}, true)
-- 17|     1e0 * x0 / nullif(sum(x0) over (partition by d0), 0) as c0
-- 26| order by 1 nulls last, 2 nulls last
-- 26+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 4|     cast(date_trunc('month', "placed") as date) as d0,
-- 8|   where "status" in (?, ?)
-- 9|     and "id" is distinct from cast(? as bigint)
-- 17|     1e0 * x0 / nullif(sum(x0) over (partition by d0), 0) as c0
-- bigquery:
-- 4|     date_trunc(cast(`placed` as date), month) as d0,
-- 8|   where `status` in (@p1, @p2)
-- 9|     and `id` is distinct from cast(@p3 as int64)
-- 17|     1e0 * x0 / nullif(sum(x0) over (partition by d0), 0) as c0
-- databricks:
-- 4|     cast(date_trunc('month', `placed`) as date) as d0,
-- 8|   where `status` in (:p1, :p2)
-- 9|     and not (`id` <=> cast(:p3 as bigint))
-- 17|     1D * x0 / nullif(sum(x0) over (partition by d0), 0) as c0
-- snowflake:
-- 4|     cast(date_trunc('month', "placed") as date) as d0,
-- 8|   where "status" in (?, ?)
-- 9|     and "id" is distinct from cast(? as number(38, 0))
-- 17|     1::float * x0 / nullif(sum(x0) over (partition by d0), 0) as c0
-- redshift:
-- 9|     and ("id" <> $3::bigint or "id" is null)
-- 17|     1::float8 * x0 / nullif(sum(x0) over (partition by d0), 0) as c0

-- equal values share a rank, and a filter on the rank applies last
-- ["2"]
with results_1 as (
  select
    "customers"."name" as d0,
    count(*) as x0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1
),
calculated_1 as (
  select
    d0,
    x0,
    rank() over (order by x0 desc nulls last) as c0,
    rank() over (order by x0 nulls last) as c1
  from results_1
)
select
  d0 as "customers.name",
  x0 as "orders.count",
  c0 as "place",
  c1 as "from below"
from calculated_1
where c0 >= $1::bigint
order by "place" nulls last, "customers.name" nulls last;
-- totals
-- ["2"]
with results_1 as (
  select
    "customers"."name" as d0,
    count(*) as x0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1
),
calculated_1 as (
  select
    d0,
    x0,
    rank() over (order by x0 desc nulls last) as c0,
    rank() over (order by x0 nulls last) as c1
  from results_1
),
picked_1 as (
  select d0
  from calculated_1
  where c0 >= $1::bigint
)
select
  count(*) as "orders.count",
  null as "place",
  null as "from below"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
where exists (
  select 1
  from picked_1
  where array[picked_1.d0] = array["customers"."name"]
);
-- duckdb:
-- 58|   where picked_1.d0 is not distinct from "customers"."name"
-- mysql:
-- 14|     rank() over (order by x0 desc) as c0,
-- 15|     rank() over (order by x0 <=> null, x0) as c1
-- 24| where c0 >= cast(? as signed)
-- 25| order by `place` <=> null, `place`, `customers.name` <=> null, `customers.name`;
-- 40|     rank() over (order by x0 desc) as c0,
-- 41|     rank() over (order by x0 <=> null, x0) as c1
-- 47|   where c0 >= cast(? as signed)
-- 58|   where picked_1.d0 <=> `customers`.`name`
-- clickhouse:
-- 14|     rank() over (order by x0 <> x0 desc nulls last, x0 desc nulls last) as c0,
-- 24| where c0 >= {p1:Int64}
-- 25| order by 3 nulls last, 1 nulls last
-- 25+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- 40|     rank() over (order by x0 <> x0 desc nulls last, x0 desc nulls last) as c0,
-- 47|   where c0 >= {p1:Int64}
-- 55| where toJSONString(tuple("customers"."name")) in (
-- 56|   select toJSONString(tuple(picked_1.d0))
-- 58| )
-- 59| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', output_format_json_quote_denormals = 1;
-- trino:
-- 24| where c0 >= cast(? as bigint)
-- 47|   where c0 >= cast(? as bigint)
-- 55| where json_format(cast(array[cast("customers"."name" as json)] as json)) in (
-- 56|   select json_format(cast(array[cast(picked_1.d0 as json)] as json))
-- 58 is left out
-- bigquery:
-- 22|   c1 as `c_from_below__3hc1feao13jq2`
-- 24| where c0 >= cast(@p1 as int64)
-- 47|   where c0 >= cast(@p1 as int64)
-- 52|   null as `c_from_below__3hc1feao13jq2`
-- 55| where to_json_string([to_json_string(`customers`.`name`)]) in (
-- 56|   select to_json_string([to_json_string(picked_1.d0)])
-- 58 is left out
-- databricks:
-- 24| where c0 >= cast(:p1 as bigint)
-- 47|   where c0 >= cast(:p1 as bigint)
-- 55| where to_json(named_struct('c0', `customers`.`name`)) in (
-- 56|   select to_json(named_struct('c0', picked_1.d0))
-- 58 is left out
-- snowflake:
-- 24| where c0 >= cast(? as number(38, 0))
-- 47|   where c0 >= cast(? as number(38, 0))
-- 55| where to_json(array_construct("customers"."name")) in (
-- 56|   select to_json(array_construct(picked_1.d0))
-- 58 is left out
-- redshift:
-- 58|   where (picked_1.d0 = "customers"."name" or (picked_1.d0 is null and "customers"."name" is null))

-- calculations are of the groups that pass the filters on measures
-- ["50"]
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
    case when max(present) = 1 and max(m0) > $1::bigint then 1 else 0 end as shown,
    case when max(m0) > $1::bigint then max(m0) end as y0
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
    case when d0 is not null then sum(x0) over (partition by shown order by d0 nulls last rows between unbounded preceding and current row) end as c0,
    case when d0 is not null then y0 - lag(y0, 1) over (order by d0 nulls last) end as c1
  from results_1
)
select
  d0 as "orders.placed.month",
  x0 as "orders.total",
  c0 as "so far",
  c1 as "change"
from calculated_1
where shown = 1
order by "orders.placed.month" nulls last;
-- duckdb:
-- 10|   select unnest(generate_series(min(d0)::timestamp, case when not isfinite(min(d0)) or not isfinite(max(d0)) then concat('fillGaps: over 100000 periods', substr(max(d0)::text, 1, 0))::date else max(d0) end::timestamp, interval '1 month'))::date as d0
-- mysql:
-- 1| -- ["50","50"]
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
-- 17|     case when max(present) = 1 and max(m0) > cast(? as signed) then 1 else 0 end as shown,
-- 18|     case when max(m0) > cast(? as signed) then max(m0) end as y0
-- 32|     case when d0 is not null then sum(x0) over (partition by shown order by d0 <=> null, d0 rows between unbounded preceding and current row) end as c0,
-- 33|     case when d0 is not null then y0 - lag(y0, 1) over (order by d0 <=> null, d0) end as c1
-- 43| order by `orders.placed.month` <=> null, `orders.placed.month`;
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
-- 17|     case when max(present) = 1 and max(m0) > {p1:Int64} then 1 else 0 end as shown,
-- 18|     case when max(m0) > {p1:Int64} then max(m0) end as y0
-- 33|     case when d0 is not null then y0 - lagInFrame(toNullable(y0), 1) over (order by d0 nulls last rows between unbounded preceding and unbounded following) end as c1
-- 43| order by 1 nulls last
-- 43+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 1| -- ["50","50"]
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
-- 17|     case when max(present) = 1 and max(m0) > cast(? as bigint) then 1 else 0 end as shown,
-- 18|     case when max(m0) > cast(? as bigint) then max(m0) end as y0
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
-- 17|     case when max(present) = 1 and max(m0) > cast(@p1 as int64) then 1 else 0 end as shown,
-- 18|     case when max(m0) > cast(@p1 as int64) then max(m0) end as y0
-- 39|   c0 as `c_so_far__2c52mem0qw515`,
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
-- 17|     case when max(present) = 1 and max(m0) > cast(:p1 as bigint) then 1 else 0 end as shown,
-- 18|     case when max(m0) > cast(:p1 as bigint) then max(m0) end as y0
-- snowflake:
-- 1| -- ["50","50"]
-- 4|     cast(date_trunc('month', "placed") as date) as d0,
-- 10|   select dateadd(month, cast(steps.value as integer), lo) as d0
-- 11|   from (
-- 11+|     select
-- 11+|       min(d0) as lo,
-- 11+|       max(d0) as hi
-- 11+|     from groups_1
-- 11+|   ) as bounds
-- 11+|   cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
-- 17|     case when max(present) = 1 and max(m0) > cast(? as number(38, 0)) then 1 else 0 end as shown,
-- 18|     case when max(m0) > cast(? as number(38, 0)) then max(m0) end as y0
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

-- along the only time, within each combination of the other dimensions, a missing month counts as a period
with groups_1 as (
  select
    "customers"."name" as d0,
    date_trunc('month', "orders"."placed")::date as d1,
    sum("orders"."amount") as m0,
    count(*) as m1
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1, 2
),
periods_1 as (
  select generate_series(min(d1)::timestamp, case when not isfinite(min(d1)) or not isfinite(max(d1)) then concat('fillGaps: over 100000 periods', substr(max(d1)::text, 1, 0))::date else max(d1) end::timestamp, interval '1 month')::date as d1
  from groups_1
),
results_1 as (
  select
    d0,
    d1,
    max(m0) as x0,
    coalesce(max(m1), 0) as x1,
    case when max(present) = 1 then 1 else 0 end as shown
  from (
  select d0, d1, m0, m1, 1 as present from groups_1
  union all
  select d0, d1, null as m0, null as m1, 0 as present
  from periods_1
  cross join (select distinct d0 from groups_1) as others
) as filled
  group by 1, 2
),
calculated_1 as (
  select
    d0,
    d1,
    x0,
    x1,
    shown,
    case when d1 is not null then sum(x0) over (partition by shown, d0 order by d1 nulls last rows between unbounded preceding and current row) end as c0,
    case when d1 is not null then x0 - lag(x0, 1) over (partition by d0 order by d1 nulls last) end as c1,
    case when d1 is not null then x1 - lag(x1, 1) over (partition by d0 order by d1 nulls last) end as c2,
    case when d1 is not null then x0 - lag(x0, 2) over (partition by d0 order by d1 nulls last) end as c3
  from results_1
)
select
  d0 as "customers.name",
  d1 as "orders.placed.month",
  x0 as "orders.total",
  x1 as "orders.count",
  c0 as "so far",
  c1 as "more",
  c2 as "more orders",
  c3 as "since January"
from calculated_1
where shown = 1
order by "customers.name" nulls last, "orders.placed.month" nulls last;
-- duckdb:
-- 12|   select unnest(generate_series(min(d1)::timestamp, case when not isfinite(min(d1)) or not isfinite(max(d1)) then concat('fillGaps: over 100000 periods', substr(max(d1)::text, 1, 0))::date else max(d1) end::timestamp, interval '1 month'))::date as d1
-- mysql:
-- 1| with recursive groups_1 as (
-- 4|     cast(date_format(`orders`.`placed`, '%Y-%m-01') as date) as d1,
-- 12|   select
-- 12+|     1 as n,
-- 12+|     min(d1) as d1,
-- 12+|     min(d1) as first,
-- 12+|     max(d1) as last
-- 13+|   having first <= last
-- 13+|   union all
-- 13+|   select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
-- 13+|   from periods_1
-- 13+|   cross join (select 0 as bit union all select 1) as bits
-- 13+|   where first + interval (n * 2 + bit - 1) month <= last
-- 38|     case when d1 is not null then sum(x0) over (partition by shown, d0 order by d1 <=> null, d1 rows between unbounded preceding and current row) end as c0,
-- 39|     case when d1 is not null then x0 - lag(x0, 1) over (partition by d0 order by d1 <=> null, d1) end as c1,
-- 40|     case when d1 is not null then x1 - lag(x1, 1) over (partition by d0 order by d1 <=> null, d1) end as c2,
-- 41|     case when d1 is not null then x0 - lag(x0, 2) over (partition by d0 order by d1 <=> null, d1) end as c3
-- 55| order by `customers.name` <=> null, `customers.name`, `orders.placed.month` <=> null, `orders.placed.month`;
-- clickhouse:
-- 4|     toStartOfMonth(toDate32("orders"."placed")) as d1,
-- 5|     sumOrNull("orders"."amount" + toDecimal128(0, 0)) as m0,
-- 12|   select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d1
-- 13|   from (
-- 13+|     select
-- 13+|       minOrNull(d1) as lo,
-- 13+|       maxOrNull(d1) as hi
-- 13+|     from groups_1
-- 13+|   ) as bounds
-- 13+|   where lo <= hi
-- 39|     case when d1 is not null then x0 - lagInFrame(toNullable(x0), 1) over (partition by d0 order by d1 nulls last rows between unbounded preceding and unbounded following) end as c1,
-- 40|     case when d1 is not null then x1 - lagInFrame(toNullable(x1), 1) over (partition by d0 order by d1 nulls last rows between unbounded preceding and unbounded following) end as c2,
-- 41|     case when d1 is not null then x0 - lagInFrame(toNullable(x0), 2) over (partition by d0 order by d1 nulls last rows between unbounded preceding and unbounded following) end as c3
-- 55| order by 1 nulls last, 2 nulls last
-- 55+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 4|     cast(date_trunc('month', "orders"."placed") as date) as d1,
-- 12|   select date_add('month', many * 10000 + few, lo) as d1
-- 13|   from (
-- 13+|     select
-- 13+|       min(d1) as lo,
-- 13+|       max(d1) as hi
-- 13+|     from groups_1
-- 13+|   ) as bounds
-- 13+|   cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
-- 13+|   cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
-- 13+|   where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
-- bigquery:
-- 4|     date_trunc(cast(`orders`.`placed` as date), month) as d1,
-- 12|   select step as d1
-- 13|   from (
-- 13+|     select
-- 13+|       min(d1) as lo,
-- 13+|       max(d1) as hi
-- 13+|     from groups_1
-- 13+|   ) as bounds
-- 13+|   cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
-- 49|   c0 as `c_so_far__2c52mem0qw515`,
-- 51|   c2 as `c_more_orders__e25r3mcua7bq`,
-- 52|   c3 as `c_since_January__zo95b625sza7`
-- databricks:
-- 4|     cast(date_trunc('month', `orders`.`placed`) as date) as d1,
-- 12|   select explode(sequence(lo, hi, interval 1 month)) as d1
-- 13|   from (
-- 13+|     select
-- 13+|       min(d1) as lo,
-- 13+|       max(d1) as hi
-- 13+|     from groups_1
-- 13+|   ) as bounds
-- 13+|   where lo <= hi
-- snowflake:
-- 4|     cast(date_trunc('month', "orders"."placed") as date) as d1,
-- 12|   select dateadd(month, cast(steps.value as integer), lo) as d1
-- 13|   from (
-- 13+|     select
-- 13+|       min(d1) as lo,
-- 13+|       max(d1) as hi
-- 13+|     from groups_1
-- 13+|   ) as bounds
-- 13+|   cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
-- redshift:
-- 12|   select dateadd(month, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d1
-- 13|   from (
-- 13+|     select
-- 13+|       min(d1) as lo,
-- 13+|       max(d1) as hi
-- 13+|     from groups_1
-- 13+|   ) as bounds
-- 13+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(month, lo, hi)
-- 13+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(month, lo, hi)
-- 13+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(month, lo, hi)
-- 13+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(month, lo, hi)
-- 13+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(month, lo, hi)
-- 13+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(month, lo, hi)
-- 13+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(month, lo, hi)

-- calculations of filled gaps
-- ["Ann"]
with groups_1 as (
  select
    date_trunc('month', "orders"."placed")::date as d0,
    sum("orders"."amount") as m0,
    count(*) as m1
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  where "customers"."name" = $1
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
    coalesce(max(m1), 0) as x1
  from (
  select d0, m0, m1 from groups_1
  union all
  select d0, null as m0, null as m1
  from periods_1
) as filled
  group by 1
),
calculated_1 as (
  select
    d0,
    x0,
    x1,
    case when d0 is not null then avg(x0) over (order by d0 nulls last rows between 1 preceding and current row) end as c0,
    case when d0 is not null then avg(x1) over (order by d0 nulls last rows between 1 preceding and current row) end as c1,
    case when d0 is not null then x1 - lag(x1, 1) over (order by d0 nulls last) end as c2
  from results_1
)
select
  d0 as "orders.placed.month",
  x0 as "orders.total",
  x1 as "orders.count",
  c0 as "smooth",
  c1 as "smooth count",
  c2 as "more"
from calculated_1
order by "orders.placed.month" nulls last;
-- duckdb:
-- 13|   select unnest(generate_series(min(d0)::timestamp, case when not isfinite(min(d0)) or not isfinite(max(d0)) then concat('fillGaps: over 100000 periods', substr(max(d0)::text, 1, 0))::date else max(d0) end::timestamp, interval '1 month'))::date as d0
-- mysql:
-- 2| with recursive groups_1 as (
-- 4|     cast(date_format(`orders`.`placed`, '%Y-%m-01') as date) as d0,
-- 9|   where `customers`.`name` = ?
-- 13|   select
-- 13+|     1 as n,
-- 13+|     min(d0) as d0,
-- 13+|     min(d0) as first,
-- 13+|     max(d0) as last
-- 14+|   having first <= last
-- 14+|   union all
-- 14+|   select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
-- 14+|   from periods_1
-- 14+|   cross join (select 0 as bit union all select 1) as bits
-- 14+|   where first + interval (n * 2 + bit - 1) month <= last
-- 34|     case when d0 is not null then avg(1.0000000000000000 * x0) over (order by d0 <=> null, d0 rows between 1 preceding and current row) end as c0,
-- 35|     case when d0 is not null then avg(1.0000000000000000 * x1) over (order by d0 <=> null, d0 rows between 1 preceding and current row) end as c1,
-- 36|     case when d0 is not null then x1 - lag(x1, 1) over (order by d0 <=> null, d0) end as c2
-- 47| order by `orders.placed.month` <=> null, `orders.placed.month`;
-- clickhouse:
-- 4|     toStartOfMonth(toDate32("orders"."placed")) as d0,
-- 5|     sumOrNull("orders"."amount" + toDecimal128(0, 0)) as m0,
-- 9|   where "customers"."name" = {p1:String}
-- 13|   select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
-- 14|   from (
-- 14+|     select
-- 14+|       minOrNull(d0) as lo,
-- 14+|       maxOrNull(d0) as hi
-- 14+|     from groups_1
-- 14+|   ) as bounds
-- 14+|   where lo <= hi
-- 34|     case when d0 is not null then avgOrNull(x0 + toDecimal128(0, 0)) over (order by d0 nulls last rows between 1 preceding and current row) end as c0,
-- 35|     case when d0 is not null then avgOrNull(x1 + toDecimal128(0, 0)) over (order by d0 nulls last rows between 1 preceding and current row) end as c1,
-- 36|     case when d0 is not null then x1 - lagInFrame(toNullable(x1), 1) over (order by d0 nulls last rows between unbounded preceding and unbounded following) end as c2
-- 47| order by 1 nulls last
-- 47+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 4|     cast(date_trunc('month', "orders"."placed") as date) as d0,
-- 9|   where "customers"."name" = ?
-- 13|   select date_add('month', many * 10000 + few, lo) as d0
-- 14|   from (
-- 14+|     select
-- 14+|       min(d0) as lo,
-- 14+|       max(d0) as hi
-- 14+|     from groups_1
-- 14+|   ) as bounds
-- 14+|   cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
-- 14+|   cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
-- 14+|   where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
-- 34|     case when d0 is not null then avg(cast(x0 as double)) over (order by d0 nulls last rows between 1 preceding and current row) end as c0,
-- 35|     case when d0 is not null then avg(cast(x1 as double)) over (order by d0 nulls last rows between 1 preceding and current row) end as c1,
-- bigquery:
-- 4|     date_trunc(cast(`orders`.`placed` as date), month) as d0,
-- 9|   where `customers`.`name` = @p1
-- 13|   select step as d0
-- 14|   from (
-- 14+|     select
-- 14+|       min(d0) as lo,
-- 14+|       max(d0) as hi
-- 14+|     from groups_1
-- 14+|   ) as bounds
-- 14+|   cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
-- 34|     case when d0 is not null then avg(cast(x0 as float64)) over (order by d0 nulls last rows between 1 preceding and current row) end as c0,
-- 35|     case when d0 is not null then avg(cast(x1 as float64)) over (order by d0 nulls last rows between 1 preceding and current row) end as c1,
-- 44|   c1 as `c_smooth_count__8bkucj2xixxw`,
-- databricks:
-- 4|     cast(date_trunc('month', `orders`.`placed`) as date) as d0,
-- 9|   where `customers`.`name` = :p1
-- 13|   select explode(sequence(lo, hi, interval 1 month)) as d0
-- 14|   from (
-- 14+|     select
-- 14+|       min(d0) as lo,
-- 14+|       max(d0) as hi
-- 14+|     from groups_1
-- 14+|   ) as bounds
-- 14+|   where lo <= hi
-- 34|     case when d0 is not null then avg(cast(x0 as double)) over (order by d0 nulls last rows between 1 preceding and current row) end as c0,
-- 35|     case when d0 is not null then avg(cast(x1 as double)) over (order by d0 nulls last rows between 1 preceding and current row) end as c1,
-- snowflake:
-- 4|     cast(date_trunc('month', "orders"."placed") as date) as d0,
-- 9|   where "customers"."name" = ?
-- 13|   select dateadd(month, cast(steps.value as integer), lo) as d0
-- 14|   from (
-- 14+|     select
-- 14+|       min(d0) as lo,
-- 14+|       max(d0) as hi
-- 14+|     from groups_1
-- 14+|   ) as bounds
-- 14+|   cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
-- 34|     case when d0 is not null then avg(cast(x0 as float)) over (order by d0 nulls last rows between 1 preceding and current row) end as c0,
-- 35|     case when d0 is not null then avg(cast(x1 as float)) over (order by d0 nulls last rows between 1 preceding and current row) end as c1,
-- redshift:
-- 13|   select dateadd(month, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
-- 14|   from (
-- 14+|     select
-- 14+|       min(d0) as lo,
-- 14+|       max(d0) as hi
-- 14+|     from groups_1
-- 14+|   ) as bounds
-- 14+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(month, lo, hi)
-- 14+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(month, lo, hi)
-- 14+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(month, lo, hi)
-- 14+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(month, lo, hi)
-- 14+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(month, lo, hi)
-- 14+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(month, lo, hi)
-- 14+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(month, lo, hi)
-- 34|     case when d0 is not null then avg((x0)::float8) over (order by d0 nulls last rows between 1 preceding and current row) end as c0,
-- 35|     case when d0 is not null then avg((x1)::float8) over (order by d0 nulls last rows between 1 preceding and current row) end as c1,

-- a change relative to the period before
-- ["Bob"]
with groups_1 as (
  select
    date_trunc('month', "orders"."placed")::date as d0,
    sum("orders"."amount") as m0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  where "customers"."name" = $1
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
    case when d0 is not null then 1.0 * (x0 - lag(x0, 1) over (order by d0 nulls last)) / nullif(lag(x0, 1) over (order by d0 nulls last), 0) end as c0
  from results_1
)
select
  d0 as "orders.placed.month",
  x0 as "orders.total",
  c0 as "growth"
from calculated_1
where shown = 1
  and c0 is not null;
-- duckdb:
-- 12|   select unnest(generate_series(min(d0)::timestamp, case when not isfinite(min(d0)) or not isfinite(max(d0)) then concat('fillGaps: over 100000 periods', substr(max(d0)::text, 1, 0))::date else max(d0) end::timestamp, interval '1 month'))::date as d0
-- 33|     case when d0 is not null then (x0 - lag(x0, 1) over (order by d0 nulls last)) / nullif(lag(x0, 1) over (order by d0 nulls last), 0) end as c0
-- mysql:
-- 2| with recursive groups_1 as (
-- 4|     cast(date_format(`orders`.`placed`, '%Y-%m-01') as date) as d0,
-- 8|   where `customers`.`name` = ?
-- 12|   select
-- 12+|     1 as n,
-- 12+|     min(d0) as d0,
-- 12+|     min(d0) as first,
-- 12+|     max(d0) as last
-- 13+|   having first <= last
-- 13+|   union all
-- 13+|   select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
-- 13+|   from periods_1
-- 13+|   cross join (select 0 as bit union all select 1) as bits
-- 13+|   where first + interval (n * 2 + bit - 1) month <= last
-- 33|     case when d0 is not null then 1.0000000000000000 * (x0 - lag(x0, 1) over (order by d0 <=> null, d0)) / nullif(lag(x0, 1) over (order by d0 <=> null, d0), 0) end as c0
-- clickhouse:
-- 4|     toStartOfMonth(toDate32("orders"."placed")) as d0,
-- 5|     sumOrNull("orders"."amount" + toDecimal128(0, 0)) as m0
-- 8|   where "customers"."name" = {p1:String}
-- 12|   select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
-- 13|   from (
-- 13+|     select
-- 13+|       minOrNull(d0) as lo,
-- 13+|       maxOrNull(d0) as hi
-- 13+|     from groups_1
-- 13+|   ) as bounds
-- 13+|   where lo <= hi
-- 33|     case when d0 is not null then 1e0 * (x0 - lagInFrame(toNullable(x0), 1) over (order by d0 nulls last rows between unbounded preceding and unbounded following)) / nullif(lagInFrame(toNullable(x0), 1) over (order by d0 nulls last rows between unbounded preceding and unbounded following), 0) end as c0
-- 42|   and c0 is not null
-- 42+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 4|     cast(date_trunc('month', "orders"."placed") as date) as d0,
-- 8|   where "customers"."name" = ?
-- 12|   select date_add('month', many * 10000 + few, lo) as d0
-- 13|   from (
-- 13+|     select
-- 13+|       min(d0) as lo,
-- 13+|       max(d0) as hi
-- 13+|     from groups_1
-- 13+|   ) as bounds
-- 13+|   cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
-- 13+|   cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
-- 13+|   where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
-- 33|     case when d0 is not null then 1e0 * (x0 - lag(x0, 1) over (order by d0 nulls last)) / nullif(lag(x0, 1) over (order by d0 nulls last), 0) end as c0
-- bigquery:
-- 4|     date_trunc(cast(`orders`.`placed` as date), month) as d0,
-- 8|   where `customers`.`name` = @p1
-- 12|   select step as d0
-- 13|   from (
-- 13+|     select
-- 13+|       min(d0) as lo,
-- 13+|       max(d0) as hi
-- 13+|     from groups_1
-- 13+|   ) as bounds
-- 13+|   cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
-- 33|     case when d0 is not null then 1e0 * (x0 - lag(x0, 1) over (order by d0 nulls last)) / nullif(lag(x0, 1) over (order by d0 nulls last), 0) end as c0
-- databricks:
-- 4|     cast(date_trunc('month', `orders`.`placed`) as date) as d0,
-- 8|   where `customers`.`name` = :p1
-- 12|   select explode(sequence(lo, hi, interval 1 month)) as d0
-- 13|   from (
-- 13+|     select
-- 13+|       min(d0) as lo,
-- 13+|       max(d0) as hi
-- 13+|     from groups_1
-- 13+|   ) as bounds
-- 13+|   where lo <= hi
-- 33|     case when d0 is not null then 1D * (x0 - lag(x0, 1) over (order by d0 nulls last)) / nullif(lag(x0, 1) over (order by d0 nulls last), 0) end as c0
-- snowflake:
-- 4|     cast(date_trunc('month', "orders"."placed") as date) as d0,
-- 8|   where "customers"."name" = ?
-- 12|   select dateadd(month, cast(steps.value as integer), lo) as d0
-- 13|   from (
-- 13+|     select
-- 13+|       min(d0) as lo,
-- 13+|       max(d0) as hi
-- 13+|     from groups_1
-- 13+|   ) as bounds
-- 13+|   cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
-- 33|     case when d0 is not null then 1::float * (x0 - lag(x0, 1) over (order by d0 nulls last)) / nullif(lag(x0, 1) over (order by d0 nulls last), 0) end as c0
-- redshift:
-- 12|   select dateadd(month, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
-- 13|   from (
-- 13+|     select
-- 13+|       min(d0) as lo,
-- 13+|       max(d0) as hi
-- 13+|     from groups_1
-- 13+|   ) as bounds
-- 13+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(month, lo, hi)
-- 13+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(month, lo, hi)
-- 13+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(month, lo, hi)
-- 13+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(month, lo, hi)
-- 13+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(month, lo, hi)
-- 13+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(month, lo, hi)
-- 13+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(month, lo, hi)
-- 33|     case when d0 is not null then 1::float8 * (x0 - lag(x0, 1) over (order by d0 nulls last)) / nullif(lag(x0, 1) over (order by d0 nulls last), 0) end as c0

-- the first and the last value along the time, for each combination of the other dimensions
-- ["Ann","Bob"]
with results_1 as (
  select
    "customers"."name" as d0,
    date_trunc('month', "orders"."placed")::date as d1,
    sum("orders"."amount") as x0,
    max("orders"."placed") as x1
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
    x1,
    case when d1 is not null then first_value(x0) over (partition by d0 order by d1 nulls last rows between unbounded preceding and unbounded following) end as c0,
    case when d1 is not null then first_value(x0) over (partition by d0 order by d1 desc nulls last rows between unbounded preceding and unbounded following) end as c1,
    case when d1 is not null then first_value(x1) over (partition by d0 order by d1 desc nulls last rows between unbounded preceding and unbounded following) end as c2
  from results_1
)
select
  d0 as "customers.name",
  d1 as "orders.placed.month",
  x0 as "orders.total",
  x1 as "orders.latest",
  c0 as "at first",
  c1 as "at last",
  c2 as "day"
from calculated_1
order by "customers.name" nulls last, "orders.placed.month" nulls last;
-- duckdb, redshift: the same
-- mysql:
-- 5|     cast(date_format(`orders`.`placed`, '%Y-%m-01') as date) as d1,
-- 10|   where `customers`.`name` in (?, ?)
-- 19|     case when d1 is not null then first_value(x0) over (partition by d0 order by d1 <=> null, d1 rows between unbounded preceding and unbounded following) end as c0,
-- 20|     case when d1 is not null then first_value(x0) over (partition by d0 order by d1 desc rows between unbounded preceding and unbounded following) end as c1,
-- 21|     case when d1 is not null then first_value(x1) over (partition by d0 order by d1 desc rows between unbounded preceding and unbounded following) end as c2
-- 33| order by `customers.name` <=> null, `customers.name`, `orders.placed.month` <=> null, `orders.placed.month`;
-- clickhouse:
-- 5|     toStartOfMonth(toDate32("orders"."placed")) as d1,
-- 6|     sumOrNull("orders"."amount" + toDecimal128(0, 0)) as x0,
-- 7|     maxOrNull("orders"."placed") as x1
-- 10|   where "customers"."name" in ({p1:String}, {p2:String})
-- 19|     case when d1 is not null then first_value_respect_nulls(x0) over (partition by d0 order by d1 nulls last rows between unbounded preceding and unbounded following) end as c0,
-- 20|     case when d1 is not null then first_value_respect_nulls(x0) over (partition by d0 order by d1 desc nulls last rows between unbounded preceding and unbounded following) end as c1,
-- 21|     case when d1 is not null then first_value_respect_nulls(x1) over (partition by d0 order by d1 desc nulls last rows between unbounded preceding and unbounded following) end as c2
-- 33| order by 1 nulls last, 2 nulls last
-- 33+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino, snowflake:
-- 5|     cast(date_trunc('month', "orders"."placed") as date) as d1,
-- 10|   where "customers"."name" in (?, ?)
-- bigquery:
-- 5|     date_trunc(cast(`orders`.`placed` as date), month) as d1,
-- 10|   where `customers`.`name` in (@p1, @p2)
-- 29|   c0 as `c_at_first__eyuiet40yqlg`,
-- 30|   c1 as `c_at_last__1ssyvyb260w12`,
-- databricks:
-- 5|     cast(date_trunc('month', `orders`.`placed`) as date) as d1,
-- 10|   where `customers`.`name` in (:p1, :p2)

-- along values that are not periods, calculations go row by row
with results_1 as (
  select
    "customers"."name" as d0,
    sum("orders"."amount") as x0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1
),
calculated_1 as (
  select
    d0,
    x0,
    case when d0 is not null then x0 - lag(x0, 1) over (order by d0 nulls last) end as c0,
    case when d0 is not null then sum(x0) over (order by d0 nulls last rows between unbounded preceding and current row) end as c1
  from results_1
)
select
  d0 as "customers.name",
  x0 as "orders.total",
  c0 as "more",
  c1 as "so far"
from calculated_1
order by "customers.name" nulls last;
-- duckdb, trino, databricks, snowflake, redshift: the same
-- mysql:
-- 13|     case when d0 is not null then x0 - lag(x0, 1) over (order by d0 <=> null, d0) end as c0,
-- 14|     case when d0 is not null then sum(x0) over (order by d0 <=> null, d0 rows between unbounded preceding and current row) end as c1
-- 23| order by `customers.name` <=> null, `customers.name`;
-- clickhouse:
-- 4|     sumOrNull("orders"."amount" + toDecimal128(0, 0)) as x0
-- 13|     case when d0 is not null then x0 - lagInFrame(toNullable(x0), 1) over (order by d0 nulls last rows between unbounded preceding and unbounded following) end as c0,
-- 23| order by 1 nulls last
-- 23+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- bigquery:
-- 21|   c1 as `c_so_far__2c52mem0qw515`

-- calculations ordered by a measure that is not selected
-- ["1","3"]
with results_1 as (
  select
    "customers"."name" as d0,
    count(*) as x0,
    sum("orders"."amount") as o0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1
),
calculated_1 as (
  select
    d0,
    x0,
    o0,
    rank() over (order by x0 desc nulls last) as c0
  from results_1
)
select
  d0 as "customers.name",
  x0 as "orders.count",
  c0 as "place"
from calculated_1
where (c0 = $1::bigint or c0 = $2::bigint)
order by o0 desc nulls last, "customers.name" nulls last;
-- duckdb, redshift: the same
-- mysql:
-- 16|     rank() over (order by x0 desc) as c0
-- 24| where (c0 = cast(? as signed) or c0 = cast(? as signed))
-- 25| order by o0 desc, `customers.name` <=> null, `customers.name`;
-- clickhouse:
-- 6|     sumOrNull("orders"."amount" + toDecimal128(0, 0)) as o0
-- 16|     rank() over (order by x0 <> x0 desc nulls last, x0 desc nulls last) as c0
-- 24| where (c0 = {p1:Int64} or c0 = {p2:Int64})
-- 25| order by o0 desc nulls last, 1 nulls last
-- 25+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', optimize_min_equality_disjunction_chain_length = 1000000;
-- trino:
-- 24| where (c0 = cast(? as bigint) or c0 = cast(? as bigint))
-- bigquery:
-- 24| where (c0 = cast(@p1 as int64) or c0 = cast(@p2 as int64))
-- databricks:
-- 24| where (c0 = cast(:p1 as bigint) or c0 = cast(:p2 as bigint))
-- snowflake:
-- 24| where (c0 = cast(? as number(38, 0)) or c0 = cast(? as number(38, 0)))

-- calculations cover only the rows that the caller may see
-- ["north"]
with results_1 as (
  select
    "customers"."name" as d0,
    count(*) as x0
  from (
    select *
    from "orders" as "own_orders"
    where exists (
      select 1
      from "customers"
      where "customers"."id" = "own_orders"."customer_id"
        and "customers"."region" in ($1)
    )
  ) as "own_orders"
  left join "customers" on "customers"."id" = "own_orders"."customer_id"
  group by 1
),
calculated_1 as (
  select
    d0,
    x0,
    1.0 * x0 / nullif(sum(x0) over (), 0) as c0
  from results_1
)
select
  d0 as "customers.name",
  x0 as "own_orders.count",
  c0 as "share"
from calculated_1;
-- duckdb:
-- 9|     where "own_orders"."customer_id" in (
-- 10|       select "customers"."id"
-- 12|       where "customers"."region" in ($1)
-- 13 is left out
-- 23|     x0 / nullif(sum(x0) over (), 0) as c0
-- mysql:
-- 9|     where `own_orders`.`customer_id` in (
-- 10|       select `customers`.`id`
-- 12|       where `customers`.`region` in (?)
-- 13 is left out
-- 23|     1.0000000000000000 * x0 / nullif(sum(x0) over (), 0) as c0
-- clickhouse:
-- 9|     where "own_orders"."customer_id" in (
-- 10|       select "customers"."id"
-- 12|       where "customers"."region" in ({p1:String})
-- 13 is left out
-- 23|     1e0 * x0 / nullif(sum(x0) over (), 0) as c0
-- 30| from calculated_1
-- 30+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 9|     where "own_orders"."customer_id" in (
-- 10|       select "customers"."id"
-- 12|       where "customers"."region" in (?)
-- 13 is left out
-- 23|     1e0 * x0 / nullif(sum(x0) over (), 0) as c0
-- bigquery:
-- 9|     where `own_orders`.`customer_id` in (
-- 10|       select `customers`.`id`
-- 12|       where `customers`.`region` in (@p1)
-- 13 is left out
-- 23|     1e0 * x0 / nullif(sum(x0) over (), 0) as c0
-- databricks:
-- 9|     where `own_orders`.`customer_id` in (
-- 10|       select `customers`.`id`
-- 12|       where `customers`.`region` in (:p1)
-- 13 is left out
-- 23|     1D * x0 / nullif(sum(x0) over (), 0) as c0
-- snowflake:
-- 9|     where "own_orders"."customer_id" in (
-- 10|       select "customers"."id"
-- 12|       where "customers"."region" in (?)
-- 13 is left out
-- 23|     1::float * x0 / nullif(sum(x0) over (), 0) as c0
-- redshift:
-- 23|     1::float8 * x0 / nullif(sum(x0) over (), 0) as c0
