-- Postgres' SQL of each case, then the lines in which other dialects differ: "3|" replaces the third line, "3+|" follows
-- it. Differences in the quotes of names are not shown. These dialects are never run on the warehouse itself:
-- trino, bigquery, databricks, snowflake, redshift (how they are checked instead: shared/semantic/dialects/README.md).

-- customers are counted by their number of orders, with the total of these orders
select
  v0 as "orders",
  count(*) as "buyers",
  sum(v1) as "worth",
  percentile_cont(0.5) within group (order by v1) as "usual"
from (
  select
    "customers"."id" as k0,
    count(*) as v0,
    sum("orders"."amount") as v1
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1
) as nested
group by 1
order by "orders" nulls last
limit 21;
-- totals
select
  count(*) as "buyers",
  sum(v0) as "worth",
  percentile_cont(0.5) within group (order by v0) as "usual"
from (
  select
    "customers"."id" as d0,
    sum("orders"."amount") as v0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1
) as nested;
-- duckdb:
-- 5|   median(v1::double) as "usual"
-- 22|   median(v0::double) as "usual"
-- mysql:
-- 2|   d0 as `orders`,
-- 4|   sum(i0) as `worth`,
-- 5|   sum(i0 * greatest(0, 1 - abs(r0 - 1 - 0.5 * (n0 - 1)))) as `usual`
-- 8|     v0 as d0,
-- 9|     v1 as i0,
-- 10|     row_number() over (partition by v0 order by v1 <=> null, v1) as r0,
-- 11|     count(v1) over (partition by v0) as n0
-- 12|   from (
-- 13|     select
-- 14|       `customers`.`id` as k0,
-- 14+|       count(*) as v0,
-- 14+|       sum(`orders`.`amount`) as v1
-- 14+|     from `orders`
-- 14+|     left join `customers` on `customers`.`id` = `orders`.`customer_id`
-- 14+|     group by 1
-- 14+|   ) as nested
-- 14+| ) as ranked
-- 16| order by `orders` <=> null, `orders`
-- 21|   sum(i0) as `worth`,
-- 22|   sum(i0 * greatest(0, 1 - abs(r0 - 1 - 0.5 * (n0 - 1)))) as `usual`
-- 25|     v0 as i0,
-- 26|     row_number() over (order by v0 <=> null, v0) as r0,
-- 27|     count(v0) over () as n0
-- 28|   from (
-- 29|     select
-- 30|       `customers`.`id` as d0,
-- 30+|       sum(`orders`.`amount`) as v0
-- 30+|     from `orders`
-- 30+|     left join `customers` on `customers`.`id` = `orders`.`customer_id`
-- 30+|     group by 1
-- 30+|   ) as nested
-- 30+| ) as ranked;
-- clickhouse:
-- 4|   sumOrNull(v1 + toDecimal128(0, 0)) as "worth",
-- 5|   quantileExactInclusiveOrNull(0.5)(toFloat64(v1)) as "usual"
-- 10|     sumOrNull("orders"."amount" + toDecimal128(0, 0)) as v1
-- 16| order by 1 nulls last
-- 17| limit 21
-- 17+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- 21|   sumOrNull(v0 + toDecimal128(0, 0)) as "worth",
-- 22|   quantileExactInclusiveOrNull(0.5)(toFloat64(v0)) as "usual"
-- 26|     sumOrNull("orders"."amount" + toDecimal128(0, 0)) as v0
-- 30| ) as nested
-- 30+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 2|   d0 as "orders",
-- 4|   sum(i0) as "worth",
-- 5|   sum(cast(i0 as double) * greatest(0e0, 1e0 - abs(r0 - 1e0 - 0.5e0 * (n0 - 1e0)))) as "usual"
-- 8|     v0 as d0,
-- 9|     v1 as i0,
-- 10|     row_number() over (partition by v0 order by v1 nulls last) as r0,
-- 11|     count(v1) over (partition by v0) as n0
-- 12|   from (
-- 13|     select
-- 14|       "customers"."id" as k0,
-- 14+|       count(*) as v0,
-- 14+|       sum("orders"."amount") as v1
-- 14+|     from "orders"
-- 14+|     left join "customers" on "customers"."id" = "orders"."customer_id"
-- 14+|     group by 1
-- 14+|   ) as nested
-- 14+| ) as ranked
-- 21|   sum(i0) as "worth",
-- 22|   sum(cast(i0 as double) * greatest(0e0, 1e0 - abs(r0 - 1e0 - 0.5e0 * (n0 - 1e0)))) as "usual"
-- 25|     v0 as i0,
-- 26|     row_number() over (order by v0 nulls last) as r0,
-- 27|     count(v0) over () as n0
-- 28|   from (
-- 29|     select
-- 30|       "customers"."id" as d0,
-- 30+|       sum("orders"."amount") as v0
-- 30+|     from "orders"
-- 30+|     left join "customers" on "customers"."id" = "orders"."customer_id"
-- 30+|     group by 1
-- 30+|   ) as nested
-- 30+| ) as ranked;
-- bigquery:
-- 2|   d0 as `orders`,
-- 4|   sum(i0) as `worth`,
-- 5|   sum(cast(i0 as float64) * greatest(0e0, 1e0 - abs(r0 - 1e0 - 0.5e0 * (n0 - 1e0)))) as `usual`
-- 8|     v0 as d0,
-- 9|     v1 as i0,
-- 10|     row_number() over (partition by v0 order by v1 nulls last) as r0,
-- 11|     count(v1) over (partition by v0) as n0
-- 12|   from (
-- 13|     select
-- 14|       `customers`.`id` as k0,
-- 14+|       count(*) as v0,
-- 14+|       sum(`orders`.`amount`) as v1
-- 14+|     from `orders`
-- 14+|     left join `customers` on `customers`.`id` = `orders`.`customer_id`
-- 14+|     group by 1
-- 14+|   ) as nested
-- 14+| ) as ranked
-- 21|   sum(i0) as `worth`,
-- 22|   sum(cast(i0 as float64) * greatest(0e0, 1e0 - abs(r0 - 1e0 - 0.5e0 * (n0 - 1e0)))) as `usual`
-- 25|     v0 as i0,
-- 26|     row_number() over (order by v0 nulls last) as r0,
-- 27|     count(v0) over () as n0
-- 28|   from (
-- 29|     select
-- 30|       `customers`.`id` as d0,
-- 30+|       sum(`orders`.`amount`) as v0
-- 30+|     from `orders`
-- 30+|     left join `customers` on `customers`.`id` = `orders`.`customer_id`
-- 30+|     group by 1
-- 30+|   ) as nested
-- 30+| ) as ranked;
-- databricks:
-- 5|   percentile(cast(v1 as double), 0.5) as `usual`
-- 22|   percentile(cast(v0 as double), 0.5) as `usual`
-- snowflake:
-- 5|   median(cast(v1 as float)) as "usual"
-- 22|   median(cast(v0 as float)) as "usual"
-- redshift:
-- 2|   d0 as "orders",
-- 4|   sum(i0) as "worth",
-- 5|   sum((i0)::float8 * greatest(0, 1 - abs(r0 - 1 - 0.5::float8 * (n0 - 1)))) as "usual"
-- 8|     v0 as d0,
-- 9|     v1 as i0,
-- 10|     row_number() over (partition by v0 order by v1 nulls last) as r0,
-- 11|     count(v1) over (partition by v0) as n0
-- 12|   from (
-- 13|     select
-- 14|       "customers"."id" as k0,
-- 14+|       count(*) as v0,
-- 14+|       sum("orders"."amount") as v1
-- 14+|     from "orders"
-- 14+|     left join "customers" on "customers"."id" = "orders"."customer_id"
-- 14+|     group by 1
-- 14+|   ) as nested
-- 14+| ) as ranked
-- 21|   sum(i0) as "worth",
-- 22|   sum((i0)::float8 * greatest(0, 1 - abs(r0 - 1 - 0.5::float8 * (n0 - 1)))) as "usual"
-- 25|     v0 as i0,
-- 26|     row_number() over (order by v0 nulls last) as r0,
-- 27|     count(v0) over () as n0
-- 28|   from (
-- 29|     select
-- 30|       "customers"."id" as d0,
-- 30+|       sum("orders"."amount") as v0
-- 30+|     from "orders"
-- 30+|     left join "customers" on "customers"."id" = "orders"."customer_id"
-- 30+|     group by 1
-- 30+|   ) as nested
-- 30+| ) as ranked;

-- customers without visits are under 0 if customers are counted
select
  v0 as "visits",
  sum(v1) as "customers"
from (
  select
    d0 as k0,
    coalesce(max(m0), 0) as v0,
    coalesce(max(m1), 0) as v1
  from (
    select
      "customers"."id" as d0,
      count(*) as m0,
      null as m1
    from "visits"
    left join "customers" on "customers"."id" = "visits"."customer_id"
    group by 1
    union all
    select
      "id" as d0,
      null as m0,
      count(*) as m1
    from "customers"
    group by 1
  ) as branches
  group by 1
) as nested
group by 1
order by "visits" nulls last
limit 21;
-- duckdb, trino, bigquery, databricks, snowflake, redshift: the same
-- mysql:
-- 28| order by `visits` <=> null, `visits`
-- clickhouse:
-- 3|   sumOrNull(v1 + toDecimal128(0, 0)) as "customers"
-- 28| order by 1 nulls last
-- 29| limit 21
-- 29+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- beside a dimension, the value is that of the group there, with subtotals and totals
with results_1 as (
  select
    k0 as d0,
    v0 as d1,
    count(*) as x0,
    2 as level
  from (
    select
      "customers"."region" as k0,
      "customers"."id" as k1,
      count(*) as v0
    from "orders"
    left join "customers" on "customers"."id" = "orders"."customer_id"
    group by 1, 2
  ) as nested
  group by 1, 2
),
results_2 as (
  select
    d0,
    null::numeric as d1,
    count(*) as x0,
    1 as level
  from (
    select
      "customers"."region" as d0,
      "customers"."id" as d1
    from "orders"
    left join "customers" on "customers"."id" = "orders"."customer_id"
    group by 1, 2
  ) as nested
  group by 1
),
together_1 as (
  select d0, d1, x0, level from results_1
  union all
  select d0, d1, x0, level from results_2
)
select
  d0 as "customers.region",
  d1 as "orders",
  x0 as "buyers",
  level as "subtotal"
from together_1
order by d0 nulls last, case when level = 1 then 1 else 0 end, d1 nulls last
limit 21;
-- totals
select
  count(*) as "buyers",
  null as "subtotal"
from (
  select "customers"."id" as d0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1
) as nested;
-- duckdb, trino, bigquery, databricks, snowflake:
-- 21|     null as d1,
-- mysql:
-- 21|     null as d1,
-- 45| order by d0 <=> null, d0, case when level = 1 then 1 else 0 end, d1 <=> null, d1
-- clickhouse:
-- 21|     null as d1,
-- 46| limit 21
-- 46+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- 56| ) as nested
-- 56+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- redshift:
-- 21|     null::float8 as d1,

-- the value of groups is the first of two dimensions, before months
select
  v0 as "orders",
  k0 as "orders.placed.month",
  count(*) as "buyers",
  sum(v1) as "worth"
from (
  select
    date_trunc('month', "orders"."placed")::date as k0,
    "customers"."id" as k1,
    count(*) as v0,
    sum("orders"."amount") as v1
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1, 2
) as nested
group by 1, 2
order by "orders" desc nulls last, "orders.placed.month" nulls last
limit 21;
-- duckdb, redshift: the same
-- mysql:
-- 8|     cast(date_format(`orders`.`placed`, '%Y-%m-01') as date) as k0,
-- 17| order by `orders` desc, `orders.placed.month` <=> null, `orders.placed.month`
-- clickhouse:
-- 5|   sumOrNull(v1 + toDecimal128(0, 0)) as "worth"
-- 8|     toStartOfMonth(toDate32(toTimeZone("orders"."placed", 'UTC'))) as k0,
-- 11|     sumOrNull("orders"."amount" + toDecimal128(0, 0)) as v1
-- 17| order by 1 desc nulls last, 2 nulls last
-- 18| limit 21
-- 18+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 8|     cast(date_trunc('month', cast(cast("orders"."placed" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as k0,
-- bigquery:
-- 8|     date_trunc(cast(datetime(timestamp(`orders`.`placed`), 'UTC') as date), month) as k0,
-- databricks:
-- 8|     cast(date_trunc('month', convert_timezone('UTC', `orders`.`placed`)) as date) as k0,
-- snowflake:
-- 8|     cast(date_trunc('month', cast(convert_timezone('UTC', "orders"."placed") as timestamp_ntz)) as date) as k0,

-- bins of the value of groups, by lower edges and by labels, and none for null
with results_1 as (
  select
    (floor(cast(v0 as double precision) / 50) * 50) as d0,
    case when cast(v0 as double precision) = 'NaN' then 'NaN' when cast(v0 as double precision) >= 80 then '≥ 80' when cast(v0 as double precision) >= 10 then '10–80' when cast(v0 as double precision) < 10 then '< 10' end as d1,
    count(*) as x0
  from (
    select
      "customers"."id" as k0,
      sum("orders"."amount") as v0
    from "orders"
    left join "customers" on "customers"."id" = "orders"."customer_id"
    group by 1
  ) as nested
  group by 1, 2
)
select
  d0 as "worth",
  d1 as "size",
  x0 as "buyers"
from results_1
order by "worth" nulls last, case when d1 is null then null when d1 = '-Infinity' then 0 when d1 like '< %' then 1 when d1 = 'Infinity' then 3 when d1 = 'NaN' then 4 else 2 end nulls last, cast(nullif(substring(d1 from '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as double precision) nulls last, d1 nulls last
limit 21;
-- duckdb:
-- 3|     (floor(cast(v0 as double) / 50) * 50) as d0,
-- 4|     case when isnan(cast(v0 as double)) then 'NaN' when cast(v0 as double) >= 80 then '≥ 80' when cast(v0 as double) >= 10 then '10–80' when cast(v0 as double) < 10 then '< 10' end as d1,
-- 21| order by "worth" nulls last, case when d1 is null then null when d1 = '-Infinity' then 0 when d1 like '< %' then 1 when d1 = 'Infinity' then 3 when d1 = 'NaN' then 4 else 2 end nulls last, cast(nullif(regexp_extract(d1, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as double) nulls last, d1 nulls last
-- mysql:
-- 3|     cast((floor(cast(v0 as double) / 50) * 50) as double) as d0,
-- 4|     case when cast(v0 as double) >= 80 then '≥ 80' when cast(v0 as double) >= 10 then '10–80' when cast(v0 as double) < 10 then '< 10' end as d1,
-- 21| order by `worth` <=> null, `worth`, case when d1 is null then null when d1 = '-Infinity' then 0 when d1 like '< %' then 1 when d1 = 'Infinity' then 3 when d1 = 'NaN' then 4 else 2 end <=> null, case when d1 is null then null when d1 = '-Infinity' then 0 when d1 like '< %' then 1 when d1 = 'Infinity' then 3 when d1 = 'NaN' then 4 else 2 end, cast(nullif(regexp_substr(d1, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as double) <=> null, cast(nullif(regexp_substr(d1, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as double), d1 <=> null, d1
-- clickhouse:
-- 3|     (floor(cast(v0 as Nullable(Float64)) / 50) * 50) as d0,
-- 4|     case when isNaN(cast(v0 as Nullable(Float64))) then 'NaN' when cast(v0 as Nullable(Float64)) >= 80 then '≥ 80' when cast(v0 as Nullable(Float64)) >= 10 then '10–80' when cast(v0 as Nullable(Float64)) < 10 then '< 10' end as d1,
-- 9|       sumOrNull("orders"."amount" + toDecimal128(0, 0)) as v0
-- 21| order by 1 nulls last, case when d1 is null then null when d1 = '-Infinity' then 0 when d1 like '< %' then 1 when d1 = 'Infinity' then 3 when d1 = 'NaN' then 4 else 2 end nulls last, cast(nullif(extract(d1, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as Nullable(Float64)) nulls last, d1 nulls last
-- 22| limit 21
-- 22+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 3|     (floor(cast(v0 as double) / 50) * 50) as d0,
-- 4|     case when is_nan(cast(v0 as double)) then 'NaN' when cast(v0 as double) >= 80 then '≥ 80' when cast(v0 as double) >= 10 then '10–80' when cast(v0 as double) < 10 then '< 10' end as d1,
-- 21| order by "worth" nulls last, case when d1 is null then null when d1 = '-Infinity' then 0 when d1 like '< %' then 1 when d1 = 'Infinity' then 3 when d1 = 'NaN' then 4 else 2 end nulls last, cast(nullif(regexp_extract(d1, '(-{0,1}[0-9]+([.][0-9]+){0,1}([eE][-+]{0,1}[0-9]+){0,1})'), '') as double) nulls last, d1 nulls last
-- bigquery:
-- 3|     (floor(cast(v0 as float64) / 50) * 50) as d0,
-- 4|     case when is_nan(cast(v0 as float64)) then 'NaN' when cast(v0 as float64) >= 80 then '≥ 80' when cast(v0 as float64) >= 10 then '10–80' when cast(v0 as float64) < 10 then '< 10' end as d1,
-- 21| order by `worth` nulls last, case when d1 is null then null when d1 = '-Infinity' then 0 when d1 like '< %' then 1 when d1 = 'Infinity' then 3 when d1 = 'NaN' then 4 else 2 end nulls last, cast(nullif(regexp_extract(d1, '(-{0,1}[0-9]+(?:[.][0-9]+){0,1}(?:e[-+]{0,1}[0-9]+){0,1})'), '') as float64) nulls last, d1 nulls last
-- databricks:
-- 3|     (floor(cast(v0 as double) / 50) * 50) as d0,
-- 4|     case when isnan(cast(v0 as double)) then 'NaN' when cast(v0 as double) >= 80 then '≥ 80' when cast(v0 as double) >= 10 then '10–80' when cast(v0 as double) < 10 then '< 10' end as d1,
-- 21| order by `worth` nulls last, case when d1 is null then null when d1 = '-Infinity' then 0 when d1 like '< %' then 1 when d1 = 'Infinity' then 3 when d1 = 'NaN' then 4 else 2 end nulls last, cast(nullif(regexp_extract(d1, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})', 0), '') as double) nulls last, d1 nulls last
-- snowflake:
-- 3|     (floor(cast(v0 as float) / 50) * 50) as d0,
-- 4|     case when cast(v0 as float) = cast('NaN' as float) then 'NaN' when cast(v0 as float) >= 80 then '≥ 80' when cast(v0 as float) >= 10 then '10–80' when cast(v0 as float) < 10 then '< 10' end as d1,
-- 21| order by "worth" nulls last, case when d1 is null then null when d1 = '-Infinity' then 0 when d1 like '< %' then 1 when d1 = 'Infinity' then 3 when d1 = 'NaN' then 4 else 2 end nulls last, cast(nullif(regexp_substr(d1, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as float) nulls last, d1 nulls last
-- redshift:
-- 4|     case when lower(cast(cast(v0 as double precision) as varchar)) = 'nan' then 'NaN' when cast(v0 as double precision) >= 80 then '≥ 80' when cast(v0 as double precision) >= 10 then '10–80' when cast(v0 as double precision) < 10 then '< 10' end as d1,
-- 21| order by "worth" nulls last, case when d1 is null then null when d1 = '-Infinity' then 0 when d1 like '< %' then 1 when d1 = 'Infinity' then 3 when d1 = 'NaN' then 4 else 2 end nulls last, cast(nullif(regexp_substr(d1, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as double precision) nulls last, d1 nulls last

-- an aggregate of groups beside the value of groups
select
  (floor(cast(v0 as double precision) / 10) * 10) as "orders",
  percentile_cont(0.5) within group (order by v1) as "usual",
  max(v0) as "most"
from (
  select
    "customers"."id" as k0,
    count(*) as v0,
    sum("orders"."amount") as v1
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1
) as nested
group by 1
order by "orders" nulls last
limit 21;
-- duckdb:
-- 2|   (floor(cast(v0 as double) / 10) * 10) as "orders",
-- 3|   median(v1::double) as "usual",
-- mysql:
-- 2|   d0 as `orders`,
-- 3|   sum(i0 * greatest(0, 1 - abs(r0 - 1 - 0.5 * (n0 - 1)))) as `usual`,
-- 4|   max(i1) as `most`
-- 7|     cast((floor(cast(v0 as double) / 10) * 10) as double) as d0,
-- 8|     v1 as i0,
-- 9|     v0 as i1,
-- 10|     row_number() over (partition by cast((floor(cast(v0 as double) / 10) * 10) as double) order by v1 <=> null, v1) as r0,
-- 11|     count(v1) over (partition by cast((floor(cast(v0 as double) / 10) * 10) as double)) as n0
-- 12|   from (
-- 13|     select
-- 13+|       `customers`.`id` as k0,
-- 13+|       count(*) as v0,
-- 13+|       sum(`orders`.`amount`) as v1
-- 13+|     from `orders`
-- 13+|     left join `customers` on `customers`.`id` = `orders`.`customer_id`
-- 13+|     group by 1
-- 13+|   ) as nested
-- 13+| ) as ranked
-- 15| order by `orders` <=> null, `orders`
-- clickhouse:
-- 2|   (floor(cast(v0 as Nullable(Float64)) / 10) * 10) as "orders",
-- 3|   quantileExactInclusiveOrNull(0.5)(toFloat64(v1)) as "usual",
-- 4|   maxOrNull(v0) as "most"
-- 9|     sumOrNull("orders"."amount" + toDecimal128(0, 0)) as v1
-- 15| order by 1 nulls last
-- 16| limit 21
-- 16+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 2|   d0 as "orders",
-- 3|   sum(cast(i0 as double) * greatest(0e0, 1e0 - abs(r0 - 1e0 - 0.5e0 * (n0 - 1e0)))) as "usual",
-- 4|   max(i1) as "most"
-- 7|     (floor(cast(v0 as double) / 10) * 10) as d0,
-- 8|     v1 as i0,
-- 9|     v0 as i1,
-- 10|     row_number() over (partition by (floor(cast(v0 as double) / 10) * 10) order by v1 nulls last) as r0,
-- 11|     count(v1) over (partition by (floor(cast(v0 as double) / 10) * 10)) as n0
-- 12|   from (
-- 13|     select
-- 13+|       "customers"."id" as k0,
-- 13+|       count(*) as v0,
-- 13+|       sum("orders"."amount") as v1
-- 13+|     from "orders"
-- 13+|     left join "customers" on "customers"."id" = "orders"."customer_id"
-- 13+|     group by 1
-- 13+|   ) as nested
-- 13+| ) as ranked
-- bigquery:
-- 2|   d0 as `orders`,
-- 3|   sum(cast(i0 as float64) * greatest(0e0, 1e0 - abs(r0 - 1e0 - 0.5e0 * (n0 - 1e0)))) as `usual`,
-- 4|   max(i1) as `most`
-- 7|     (floor(cast(v0 as float64) / 10) * 10) as d0,
-- 8|     v1 as i0,
-- 9|     v0 as i1,
-- 10|     row_number() over (partition by (floor(cast(v0 as float64) / 10) * 10) order by v1 nulls last) as r0,
-- 11|     count(v1) over (partition by (floor(cast(v0 as float64) / 10) * 10)) as n0
-- 12|   from (
-- 13|     select
-- 13+|       `customers`.`id` as k0,
-- 13+|       count(*) as v0,
-- 13+|       sum(`orders`.`amount`) as v1
-- 13+|     from `orders`
-- 13+|     left join `customers` on `customers`.`id` = `orders`.`customer_id`
-- 13+|     group by 1
-- 13+|   ) as nested
-- 13+| ) as ranked
-- databricks:
-- 2|   (floor(cast(v0 as double) / 10) * 10) as `orders`,
-- 3|   percentile(cast(v1 as double), 0.5) as `usual`,
-- snowflake:
-- 2|   (floor(cast(v0 as float) / 10) * 10) as "orders",
-- 3|   median(cast(v1 as float)) as "usual",
-- redshift:
-- 2|   d0 as "orders",
-- 3|   sum((i0)::float8 * greatest(0, 1 - abs(r0 - 1 - 0.5::float8 * (n0 - 1)))) as "usual",
-- 4|   max(i1) as "most"
-- 7|     (floor(cast(v0 as double precision) / 10) * 10) as d0,
-- 8|     v1 as i0,
-- 9|     v0 as i1,
-- 10|     row_number() over (partition by (floor(cast(v0 as double precision) / 10) * 10) order by v1 nulls last) as r0,
-- 11|     count(v1) over (partition by (floor(cast(v0 as double precision) / 10) * 10)) as n0
-- 12|   from (
-- 13|     select
-- 13+|       "customers"."id" as k0,
-- 13+|       count(*) as v0,
-- 13+|       sum("orders"."amount") as v1
-- 13+|     from "orders"
-- 13+|     left join "customers" on "customers"."id" = "orders"."customer_id"
-- 13+|     group by 1
-- 13+|   ) as nested
-- 13+| ) as ranked

-- the groups have only the rows that the caller may see
-- ["north"]
select
  v0 as "orders",
  count(*) as "buyers"
from (
  select
    "customers"."id" as k0,
    count(*) as v0
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
) as nested
group by 1
order by "orders" nulls last
limit 21;
-- duckdb:
-- 12|     where "own_orders"."customer_id" in (
-- 13|       select "customers"."id"
-- 15|       where "customers"."region" in ($1)
-- 16 is left out
-- mysql:
-- 12|     where `own_orders`.`customer_id` in (
-- 13|       select `customers`.`id`
-- 15|       where `customers`.`region` in (?)
-- 16 is left out
-- 23| order by `orders` <=> null, `orders`
-- clickhouse:
-- 12|     where "own_orders"."customer_id" in (
-- 13|       select "customers"."id"
-- 15|       where "customers"."region" in ({p1:String})
-- 16 is left out
-- 23| order by 1 nulls last
-- 24| limit 21
-- 24+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino, snowflake:
-- 12|     where "own_orders"."customer_id" in (
-- 13|       select "customers"."id"
-- 15|       where "customers"."region" in (?)
-- 16 is left out
-- bigquery:
-- 12|     where `own_orders`.`customer_id` in (
-- 13|       select `customers`.`id`
-- 15|       where `customers`.`region` in (@p1)
-- 16 is left out
-- databricks:
-- 12|     where `own_orders`.`customer_id` in (
-- 13|       select `customers`.`id`
-- 15|       where `customers`.`region` in (:p1)
-- 16 is left out
-- redshift: the same

-- a caller who may see no rows gets no groups
select
  v0 as "orders",
  count(*) as "buyers"
from (
  select
    "customers"."id" as k0,
    count(*) as v0
  from (
    select *
    from "orders" as "own_orders"
    where false
  ) as "own_orders"
  left join "customers" on "customers"."id" = "own_orders"."customer_id"
  group by 1
) as nested
group by 1
order by "orders" nulls last
limit 21;
-- duckdb, trino, bigquery, databricks, snowflake, redshift: the same
-- mysql:
-- 17| order by `orders` <=> null, `orders`
-- clickhouse:
-- 17| order by 1 nulls last
-- 18| limit 21
-- 18+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- filters on rows and on measures apply to the rows of the groups
-- ["paid","1"]
select
  v0 as "orders",
  count(*) as "buyers"
from (
  select
    "customers"."id" as k0,
    count(*) as v0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  where "orders"."status" = $1
  group by 1
) as nested
group by 1
having count(*) > $2::bigint
order by "orders" nulls last
limit 21;
-- duckdb, redshift: the same
-- mysql:
-- 11|   where `orders`.`status` = ?
-- 15| having count(*) > cast(? as signed)
-- 16| order by `orders` <=> null, `orders`
-- clickhouse:
-- 11|   where "orders"."status" = {p1:String}
-- 15| having count(*) > {p2:Int64}
-- 16| order by 1 nulls last
-- 17| limit 21
-- 17+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 11|   where "orders"."status" = ?
-- 15| having count(*) > cast(? as bigint)
-- bigquery:
-- 11|   where `orders`.`status` = @p1
-- 15| having count(*) > cast(@p2 as int64)
-- databricks:
-- 11|   where `orders`.`status` = :p1
-- 15| having count(*) > cast(:p2 as bigint)
-- snowflake:
-- 11|   where "orders"."status" = ?
-- 15| having count(*) > cast(? as number(38, 0))

-- values of groups in descending order, with a limit
select
  v0 as "orders",
  count(*) as "buyers"
from (
  select
    "customers"."id" as k0,
    count(*) as v0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1
) as nested
group by 1
order by "buyers" desc nulls last, "orders" desc nulls last
limit 3;
-- duckdb, trino, bigquery, databricks, snowflake, redshift: the same
-- mysql:
-- 13| order by `buyers` desc, `orders` desc
-- clickhouse:
-- 13| order by 2 desc nulls last, 1 desc nulls last
-- 14| limit 3
-- 14+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- top of the values of groups, and the rest
-- ["Other"]
with results_1 as (
  select
    "customers"."region" as d0,
    sum("orders"."amount") as x0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1
),
asked_1 as (
  select
    d0,
    place
  from (
    select
      d0,
      row_number() over (order by x0 desc nulls last, d0 nulls last) as place
    from results_1
  ) as numbered
  where place <= 1
)
select
  v0 as "orders",
  k0 as "customers.region",
  count(*) as "buyers"
from (
  select
    case when asked_1.place is not null then "customers"."region"::text else $1 end as k0,
    "customers"."id" as k1,
    count(*) as v0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  left join asked_1 on array[asked_1.d0] = array["customers"."region"]
  group by 1, 2
) as nested
group by 1, 2
order by "orders" nulls last, "customers.region" nulls last
limit 21;
-- duckdb:
-- 33|   left join asked_1 on asked_1.d0 is not distinct from "customers"."region"
-- mysql:
-- 17|       row_number() over (order by x0 desc, d0 <=> null, d0) as place
-- 28|     case when asked_1.place is not null then `customers`.`region` else ? end as k0,
-- 33|   left join asked_1 on asked_1.d0 <=> `customers`.`region`
-- 37| order by `orders` <=> null, `orders`, `customers.region` <=> null, `customers.region`
-- clickhouse:
-- 5|     sumOrNull("orders"."amount" + toDecimal128(0, 0)) as x0
-- 17|       row_number() over (order by x0 <> x0 desc nulls last, x0 desc nulls last, d0 nulls last) as place
-- 28|     case when asked_1.place is not null then toString("customers"."region") else {p1:String} end as k0,
-- 33|   left join asked_1 on [asked_1.d0] = ["customers"."region"]
-- 37| order by 1 nulls last, 2 nulls last
-- 38| limit 21
-- 38+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 28|     case when asked_1.place is not null then cast("customers"."region" as varchar) else ? end as k0,
-- 33|   left join asked_1 on asked_1.d0 is not distinct from "customers"."region"
-- bigquery:
-- 28|     case when asked_1.place is not null then cast(`customers`.`region` as string) else @p1 end as k0,
-- 33|   left join asked_1 on to_json_string(asked_1.d0) = to_json_string(`customers`.`region`)
-- databricks:
-- 28|     case when asked_1.place is not null then cast(`customers`.`region` as string) else :p1 end as k0,
-- 33|   left join asked_1 on asked_1.d0 <=> `customers`.`region`
-- snowflake:
-- 28|     case when asked_1.place is not null then cast("customers"."region" as varchar) else ? end as k0,
-- 33|   left join asked_1 on equal_null(asked_1.d0, "customers"."region")
-- redshift:
-- 28|     case when asked_1.place is not null then "customers"."region"::varchar else $1 end as k0,
-- 33|   left join asked_1 on (asked_1.d0 = "customers"."region" or (asked_1.d0 is null and "customers"."region" is null))

-- shares, and a running total along the value of groups
with results_1 as (
  select
    v0 as d0,
    count(*) as x0
  from (
    select
      "customers"."id" as k0,
      count(*) as v0
    from "orders"
    left join "customers" on "customers"."id" = "orders"."customer_id"
    group by 1
  ) as nested
  group by 1
),
calculated_1 as (
  select
    d0,
    x0,
    1.0 * x0 / nullif(sum(x0) over (), 0) as c0,
    case when d0 is not null then sum(x0) over (order by d0 nulls last rows between unbounded preceding and current row) end as c1
  from results_1
)
select
  d0 as "orders",
  x0 as "buyers",
  c0 as "share",
  c1 as "so far"
from calculated_1
order by "orders" nulls last
limit 21;
-- duckdb:
-- 19|     x0 / nullif(sum(x0) over (), 0) as c0,
-- mysql:
-- 19|     1.0000000000000000 * x0 / nullif(sum(x0) over (), 0) as c0,
-- 20|     case when d0 is not null then sum(x0) over (order by d0 <=> null, d0 rows between unbounded preceding and current row) end as c1
-- 29| order by `orders` <=> null, `orders`
-- clickhouse:
-- 19|     1e0 * x0 / nullif(sum(x0) over (), 0) as c0,
-- 29| order by 1 nulls last
-- 30| limit 21
-- 30+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 19|     1e0 * x0 / nullif(sum(x0) over (), 0) as c0,
-- bigquery:
-- 19|     1e0 * x0 / nullif(sum(x0) over (), 0) as c0,
-- 27|   c1 as `c_so_far__2c52mem0qw515`
-- databricks:
-- 19|     1D * x0 / nullif(sum(x0) over (), 0) as c0,
-- snowflake:
-- 19|     1::float * x0 / nullif(sum(x0) over (), 0) as c0,
-- redshift:
-- 19|     1::float8 * x0 / nullif(sum(x0) over (), 0) as c0,

-- another fact is grouped by the value, also for groups without rows there
select
  d0 as "orders",
  max(m0) as "visits",
  coalesce(max(m1), 0) as "customers"
from (
  select
    v0 as d0,
    sum(v1) as m0,
    null as m1
  from (
    select
      d0 as k0,
      coalesce(max(m0), 0) as v0,
      coalesce(max(m1), 0) as v1
    from (
      select
        "customers"."id" as d0,
        count(*) as m0,
        null as m1
      from "orders"
      left join "customers" on "customers"."id" = "orders"."customer_id"
      group by 1
      union all
      select
        "customers"."id" as d0,
        null as m0,
        count(*) as m1
      from "visits"
      left join "customers" on "customers"."id" = "visits"."customer_id"
      group by 1
    ) as branches
    group by 1
  ) as nested
  group by 1
  union all
  select
    v0 as d0,
    null as m0,
    count(*) as m1
  from (
    select
      "customers"."id" as k0,
      count(*) as v0
    from "orders"
    left join "customers" on "customers"."id" = "orders"."customer_id"
    group by 1
  ) as nested
  group by 1
) as branches
group by 1
order by "orders" nulls last
limit 21;
-- duckdb, trino, bigquery, databricks, snowflake, redshift: the same
-- mysql:
-- 51| order by `orders` <=> null, `orders`
-- clickhouse:
-- 8|     sumOrNull(v1 + toDecimal128(0, 0)) as m0,
-- 51| order by 1 nulls last
-- 52| limit 21
-- 52+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- values of groups that are texts, without a measure
select distinct v0 as "first"
from (
  select
    "customers"."id" as k0,
    min("orders"."status") as v0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1
) as nested
order by "first" nulls last
limit 21;
-- duckdb, trino, bigquery, databricks, snowflake, redshift: the same
-- mysql:
-- 10| order by `first` <=> null, `first`
-- clickhouse:
-- 5|     minOrNull("orders"."status") as v0
-- 10| order by 1 nulls last
-- 11| limit 21
-- 11+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- the values of groups in an earlier period
-- ["2024-02-01 00:00:00","2024-03-01 00:00:00","2024-01-01 00:00:00","2024-02-01 00:00:00"]
select
  d0 as "orders",
  coalesce(max(m0), 0) as "buyers",
  coalesce(max(m1), 0) as "buyers@before",
  1.0 * (coalesce(max(m0), 0) - coalesce(max(m1), 0)) / nullif(coalesce(max(m1), 0), 0) as "buyers@change"
from (
  select
    v0 as d0,
    count(*) as m0,
    null as m1
  from (
    select
      "customers"."id" as k0,
      count(*) as v0
    from "orders"
    left join "customers" on "customers"."id" = "orders"."customer_id"
    where "orders"."placed" >= $1::timestamp and "orders"."placed" < $2::timestamp
    group by 1
  ) as nested
  group by 1
  union all
  select
    v0 as d0,
    null as m0,
    count(*) as m1
  from (
    select
      "customers"."id" as k0,
      count(*) as v0
    from "orders"
    left join "customers" on "customers"."id" = "orders"."customer_id"
    where "orders"."placed" >= $3::timestamp
      and "orders"."placed" < $4::timestamp
    group by 1
  ) as nested
  group by 1
) as branches
group by 1
order by "orders" nulls last
limit 21;
-- duckdb:
-- 6|   (coalesce(max(m0), 0) - coalesce(max(m1), 0)) / nullif(coalesce(max(m1), 0), 0) as "buyers@change"
-- mysql:
-- 6|   1.0000000000000000 * (coalesce(max(m0), 0) - coalesce(max(m1), 0)) / nullif(coalesce(max(m1), 0), 0) as `buyers@change`
-- 18|     where `orders`.`placed` >= cast(? as datetime(6)) and `orders`.`placed` < cast(? as datetime(6))
-- 33|     where `orders`.`placed` >= cast(? as datetime(6))
-- 34|       and `orders`.`placed` < cast(? as datetime(6))
-- 40| order by `orders` <=> null, `orders`
-- clickhouse:
-- 6|   1e0 * (coalesce(max(m0), 0) - coalesce(max(m1), 0)) / nullif(coalesce(max(m1), 0), 0) as "buyers@change"
-- 18|     where "orders"."placed" >= {p1:DateTime64(6, 'UTC')} and "orders"."placed" < {p2:DateTime64(6, 'UTC')}
-- 33|     where "orders"."placed" >= {p3:DateTime64(6, 'UTC')}
-- 34|       and "orders"."placed" < {p4:DateTime64(6, 'UTC')}
-- 40| order by 1 nulls last
-- 41| limit 21
-- 41+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 6|   1e0 * (coalesce(max(m0), 0) - coalesce(max(m1), 0)) / nullif(coalesce(max(m1), 0), 0) as "buyers@change"
-- 18|     where "orders"."placed" >= cast(? as timestamp(6)) and "orders"."placed" < cast(? as timestamp(6))
-- 33|     where "orders"."placed" >= cast(? as timestamp(6))
-- 34|       and "orders"."placed" < cast(? as timestamp(6))
-- bigquery:
-- 5|   coalesce(max(m1), 0) as `c_buyers_before__1ofu5dipmtyp4`,
-- 6|   1e0 * (coalesce(max(m0), 0) - coalesce(max(m1), 0)) / nullif(coalesce(max(m1), 0), 0) as `c_buyers_change__2npurdl405nr5`
-- 18|     where `orders`.`placed` >= @p1 and `orders`.`placed` < @p2
-- 33|     where `orders`.`placed` >= @p3
-- 34|       and `orders`.`placed` < @p4
-- databricks:
-- 6|   1D * (coalesce(max(m0), 0) - coalesce(max(m1), 0)) / nullif(coalesce(max(m1), 0), 0) as `buyers@change`
-- 18|     where `orders`.`placed` >= cast(concat(:p1, 'Z') as timestamp) and `orders`.`placed` < cast(concat(:p2, 'Z') as timestamp)
-- 33|     where `orders`.`placed` >= cast(concat(:p3, 'Z') as timestamp)
-- 34|       and `orders`.`placed` < cast(concat(:p4, 'Z') as timestamp)
-- snowflake:
-- 6|   1::float * (coalesce(max(m0), 0) - coalesce(max(m1), 0)) / nullif(coalesce(max(m1), 0), 0) as "buyers@change"
-- 18|     where "orders"."placed" >= cast(? as timestamp_ntz) and "orders"."placed" < cast(? as timestamp_ntz)
-- 33|     where "orders"."placed" >= cast(? as timestamp_ntz)
-- 34|       and "orders"."placed" < cast(? as timestamp_ntz)
-- redshift:
-- 6|   1::float8 * (coalesce(max(m0), 0) - coalesce(max(m1), 0)) / nullif(coalesce(max(m1), 0), 0) as "buyers@change"

-- bins are among the dimensions of the groups that are aggregated
select
  max(m0) as "most",
  coalesce(max(m1), 0) as "parts",
  coalesce(max(m2), 0) as "halves"
from (
  select
    max(v0) as m0,
    count(*) as m1,
    null as m2
  from (
    select
      (floor(cast("id" as double precision) / 4) * 4) as d0,
      sum("amount") as v0
    from "orders"
    group by 1
  ) as nested
  union all
  select
    null as m0,
    null as m1,
    count(*) as m2
  from (
    select cast(case when cast("id" as double precision) = 'NaN' then cast("id" as double precision) when cast("id" as double precision) >= 5 then 5 when cast("id" as double precision) >= 0 then 0 end as double precision) as d0
    from "orders"
    group by 1
  ) as nested
) as branches;
-- duckdb:
-- 12|       (floor(cast("id" as double) / 4) * 4) as d0,
-- 23|     select cast(case when isnan(cast("id" as double)) then cast("id" as double) when cast("id" as double) >= 5 then 5 when cast("id" as double) >= 0 then 0 end as double) as d0
-- mysql:
-- 12|       cast((floor(cast(`id` as double) / 4) * 4) as double) as d0,
-- 23|     select cast(case when cast(`id` as double) >= 5 then 5 when cast(`id` as double) >= 0 then 0 end as double) as d0
-- clickhouse:
-- 7|     maxOrNull(v0) as m0,
-- 12|       (floor(cast("id" as Nullable(Float64)) / 4) * 4) as d0,
-- 13|       sumOrNull("amount" + toDecimal128(0, 0)) as v0
-- 23|     select cast(case when isNaN(cast("id" as Nullable(Float64))) then cast("id" as Nullable(Float64)) when cast("id" as Nullable(Float64)) >= 5 then 5 when cast("id" as Nullable(Float64)) >= 0 then 0 end as Nullable(Float64)) as d0
-- 27| ) as branches
-- 27+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 12|       (floor(cast("id" as double) / 4) * 4) as d0,
-- 23|     select cast(case when is_nan(cast("id" as double)) then cast("id" as double) when cast("id" as double) >= 5 then 5 when cast("id" as double) >= 0 then 0 end as double) as d0
-- bigquery:
-- 12|       (floor(cast(`id` as float64) / 4) * 4) as d0,
-- 23|     select cast(case when is_nan(cast(`id` as float64)) then cast(`id` as float64) when cast(`id` as float64) >= 5 then 5 when cast(`id` as float64) >= 0 then 0 end as float64) as d0
-- databricks:
-- 12|       (floor(cast(`id` as double) / 4) * 4) as d0,
-- 23|     select cast(case when isnan(cast(`id` as double)) then cast(`id` as double) when cast(`id` as double) >= 5 then 5 when cast(`id` as double) >= 0 then 0 end as double) as d0
-- snowflake:
-- 12|       (floor(cast("id" as float) / 4) * 4) as d0,
-- 23|     select cast(case when cast("id" as float) = cast('NaN' as float) then cast("id" as float) when cast("id" as float) >= 5 then 5 when cast("id" as float) >= 0 then 0 end as float) as d0
-- redshift:
-- 23|     select cast(case when lower(cast(cast("id" as double precision) as varchar)) = 'nan' then cast("id" as double precision) when cast("id" as double precision) >= 5 then 5 when cast("id" as double precision) >= 0 then 0 end as double precision) as d0
