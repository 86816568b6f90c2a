-- Postgres' SQL of each case, then the lines in which other dialects differ: "3|" replaces the third line, "3+|" follows
-- it. Differences in the quotes of names are not shown. These dialects are never run on the warehouse itself:
-- trino, bigquery, databricks, snowflake, redshift (how they are checked instead: shared/semantic/dialects/README.md).

-- the median over customers, and their number, in each month
select
  d0 as "orders.placed.month",
  max(m0) as "orders.total",
  max(m1) as "usual",
  coalesce(max(m2), 0) as "buyers"
from (
  select
    date_trunc('month', "placed")::date as d0,
    sum("amount") as m0,
    null as m1,
    null as m2
  from "orders"
  group by 1
  union all
  select
    d0,
    null as m0,
    percentile_cont(0.5) within group (order by v0) as m1,
    count(*) as m2
  from (
    select
      date_trunc('month', "orders"."placed")::date as d0,
      "customers"."id" as d1,
      sum("orders"."amount") as v0
    from "orders"
    left join "customers" on "customers"."id" = "orders"."customer_id"
    group by 1, 2
  ) as nested
  group by 1
) as branches
group by 1
order by "orders.placed.month" nulls last
limit 21;
-- totals
select
  max(m0) as "orders.total",
  max(m1) as "usual",
  coalesce(max(m2), 0) as "buyers"
from (
  select
    sum("amount") as m0,
    null as m1,
    null as m2
  from "orders"
  union all
  select
    null as m0,
    percentile_cont(0.5) within group (order by v0) as m1,
    count(*) as m2
  from (
    select
      "customers"."id" as d0,
      sum("orders"."amount") as v0
    from "orders"
    left join "customers" on "customers"."id" = "orders"."customer_id"
    group by 1
  ) as nested
) as branches;
-- duckdb:
-- 18|     median(v0::double) as m1,
-- 48|     median(v0::double) as m1,
-- mysql:
-- 8|     cast(date_format(`placed`, '%Y-%m-01') as date) as d0,
-- 18|     sum(i0 * greatest(0, 1 - abs(r0 - 1 - 0.5 * (n0 - 1)))) as m1,
-- 22|       d0,
-- 23|       v0 as i0,
-- 24|       row_number() over (partition by d0 order by v0 <=> null, v0) as r0,
-- 25|       count(v0) over (partition by d0) as n0
-- 26|     from (
-- 27|       select
-- 28|         cast(date_format(`orders`.`placed`, '%Y-%m-01') as date) as d0,
-- 28+|         `customers`.`id` as d1,
-- 28+|         sum(`orders`.`amount`) as v0
-- 28+|       from `orders`
-- 28+|       left join `customers` on `customers`.`id` = `orders`.`customer_id`
-- 28+|       group by 1, 2
-- 28+|     ) as nested
-- 28+|   ) as ranked
-- 32| order by `orders.placed.month` <=> null, `orders.placed.month`
-- 48|     sum(i0 * greatest(0, 1 - abs(r0 - 1 - 0.5 * (n0 - 1)))) as m1,
-- 52|       v0 as i0,
-- 53|       row_number() over (order by v0 <=> null, v0) as r0,
-- 54|       count(v0) over () as n0
-- 55|     from (
-- 56|       select
-- 57|         `customers`.`id` as d0,
-- 57+|         sum(`orders`.`amount`) as v0
-- 57+|       from `orders`
-- 57+|       left join `customers` on `customers`.`id` = `orders`.`customer_id`
-- 57+|       group by 1
-- 57+|     ) as nested
-- 57+|   ) as ranked
-- clickhouse:
-- 8|     toStartOfMonth(toDate32(toTimeZone("placed", 'UTC'))) as d0,
-- 9|     sumOrNull("amount" + toDecimal128(0, 0)) as m0,
-- 18|     quantileExactInclusiveOrNull(0.5)(toFloat64(v0)) as m1,
-- 22|       toStartOfMonth(toDate32(toTimeZone("orders"."placed", 'UTC'))) as d0,
-- 24|       sumOrNull("orders"."amount" + toDecimal128(0, 0)) as v0
-- 32| order by 1 nulls last
-- 33| limit 21
-- 33+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- 41|     sumOrNull("amount" + toDecimal128(0, 0)) as m0,
-- 48|     quantileExactInclusiveOrNull(0.5)(toFloat64(v0)) as m1,
-- 53|       sumOrNull("orders"."amount" + toDecimal128(0, 0)) as v0
-- 58| ) as branches
-- 58+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 8|     cast(date_trunc('month', cast(cast("placed" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as d0,
-- 18|     sum(cast(i0 as double) * greatest(0e0, 1e0 - abs(r0 - 1e0 - 0.5e0 * (n0 - 1e0)))) as m1,
-- 22|       d0,
-- 23|       v0 as i0,
-- 24|       row_number() over (partition by d0 order by v0 nulls last) as r0,
-- 25|       count(v0) over (partition by d0) as n0
-- 26|     from (
-- 27|       select
-- 28|         cast(date_trunc('month', cast(cast("orders"."placed" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as d0,
-- 28+|         "customers"."id" as d1,
-- 28+|         sum("orders"."amount") as v0
-- 28+|       from "orders"
-- 28+|       left join "customers" on "customers"."id" = "orders"."customer_id"
-- 28+|       group by 1, 2
-- 28+|     ) as nested
-- 28+|   ) as ranked
-- 48|     sum(cast(i0 as double) * greatest(0e0, 1e0 - abs(r0 - 1e0 - 0.5e0 * (n0 - 1e0)))) as m1,
-- 52|       v0 as i0,
-- 53|       row_number() over (order by v0 nulls last) as r0,
-- 54|       count(v0) over () as n0
-- 55|     from (
-- 56|       select
-- 57|         "customers"."id" as d0,
-- 57+|         sum("orders"."amount") as v0
-- 57+|       from "orders"
-- 57+|       left join "customers" on "customers"."id" = "orders"."customer_id"
-- 57+|       group by 1
-- 57+|     ) as nested
-- 57+|   ) as ranked
-- bigquery:
-- 8|     date_trunc(cast(datetime(timestamp(`placed`), 'UTC') as date), month) as d0,
-- 18|     sum(cast(i0 as float64) * greatest(0e0, 1e0 - abs(r0 - 1e0 - 0.5e0 * (n0 - 1e0)))) as m1,
-- 22|       d0,
-- 23|       v0 as i0,
-- 24|       row_number() over (partition by d0 order by v0 nulls last) as r0,
-- 25|       count(v0) over (partition by d0) as n0
-- 26|     from (
-- 27|       select
-- 28|         date_trunc(cast(datetime(timestamp(`orders`.`placed`), 'UTC') as date), month) as d0,
-- 28+|         `customers`.`id` as d1,
-- 28+|         sum(`orders`.`amount`) as v0
-- 28+|       from `orders`
-- 28+|       left join `customers` on `customers`.`id` = `orders`.`customer_id`
-- 28+|       group by 1, 2
-- 28+|     ) as nested
-- 28+|   ) as ranked
-- 48|     sum(cast(i0 as float64) * greatest(0e0, 1e0 - abs(r0 - 1e0 - 0.5e0 * (n0 - 1e0)))) as m1,
-- 52|       v0 as i0,
-- 53|       row_number() over (order by v0 nulls last) as r0,
-- 54|       count(v0) over () as n0
-- 55|     from (
-- 56|       select
-- 57|         `customers`.`id` as d0,
-- 57+|         sum(`orders`.`amount`) as v0
-- 57+|       from `orders`
-- 57+|       left join `customers` on `customers`.`id` = `orders`.`customer_id`
-- 57+|       group by 1
-- 57+|     ) as nested
-- 57+|   ) as ranked
-- databricks:
-- 8|     cast(date_trunc('month', convert_timezone('UTC', `placed`)) as date) as d0,
-- 18|     percentile(cast(v0 as double), 0.5) as m1,
-- 22|       cast(date_trunc('month', convert_timezone('UTC', `orders`.`placed`)) as date) as d0,
-- 48|     percentile(cast(v0 as double), 0.5) as m1,
-- snowflake:
-- 8|     cast(date_trunc('month', cast(convert_timezone('UTC', "placed") as timestamp_ntz)) as date) as d0,
-- 18|     median(cast(v0 as float)) as m1,
-- 22|       cast(date_trunc('month', cast(convert_timezone('UTC', "orders"."placed") as timestamp_ntz)) as date) as d0,
-- 48|     median(cast(v0 as float)) as m1,
-- redshift:
-- 18|     sum((i0)::float8 * greatest(0, 1 - abs(r0 - 1 - 0.5::float8 * (n0 - 1)))) as m1,
-- 22|       d0,
-- 23|       v0 as i0,
-- 24|       row_number() over (partition by d0 order by v0 nulls last) as r0,
-- 25|       count(v0) over (partition by d0) as n0
-- 26|     from (
-- 27|       select
-- 28|         date_trunc('month', "orders"."placed")::date as d0,
-- 28+|         "customers"."id" as d1,
-- 28+|         sum("orders"."amount") as v0
-- 28+|       from "orders"
-- 28+|       left join "customers" on "customers"."id" = "orders"."customer_id"
-- 28+|       group by 1, 2
-- 28+|     ) as nested
-- 28+|   ) as ranked
-- 48|     sum((i0)::float8 * greatest(0, 1 - abs(r0 - 1 - 0.5::float8 * (n0 - 1)))) as m1,
-- 52|       v0 as i0,
-- 53|       row_number() over (order by v0 nulls last) as r0,
-- 54|       count(v0) over () as n0
-- 55|     from (
-- 56|       select
-- 57|         "customers"."id" as d0,
-- 57+|         sum("orders"."amount") as v0
-- 57+|       from "orders"
-- 57+|       left join "customers" on "customers"."id" = "orders"."customer_id"
-- 57+|       group by 1
-- 57+|     ) as nested
-- 57+|   ) as ranked

-- an order with two lines of a product counts once in a group
select
  d0 as "items.sku",
  max(v0) as "most",
  sum(v0) as "whole"
from (
  select
    "items".d0 as d0,
    "customers"."name" as d1,
    sum("orders"."amount") as v0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  left join (
    select distinct
      "order_id" as j0,
      "sku" as d0
    from "items"
  ) as "items" on "items".j0 = "orders"."id"
  group by 1, 2
) as nested
group by 1
order by "items.sku" nulls last
limit 21;
-- duckdb:
-- 14|       "items"."order_id" as j0,
-- 15|       "items"."sku" as d0
-- mysql:
-- 21| order by `items.sku` <=> null, `items.sku`
-- clickhouse:
-- 3|   maxOrNull(v0) as "most",
-- 4|   sumOrNull(v0 + toDecimal128(0, 0)) as "whole"
-- 9|     sumOrNull("orders"."amount" + toDecimal128(0, 0)) as v0
-- 21| order by 1 nulls last
-- 22| limit 21
-- 22+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino, bigquery, databricks, snowflake, redshift: the same

-- groups may be by a dimension over joins
select
  d0 as "items.sku",
  avg(v0) as "mean",
  percentile_cont(0.75) within group (order by v0) as "upper",
  count(*) as "buyers"
from (
  select
    "items"."sku" as d0,
    "customers"."name" as d1,
    sum("items"."quantity") as v0
  from "items"
  left join "orders" on "orders"."id" = "items"."order_id"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1, 2
) as nested
group by 1
order by "items.sku" nulls last
limit 21;
-- totals
select
  avg(v0) as "mean",
  percentile_cont(0.75) within group (order by v0) as "upper",
  count(*) as "buyers"
from (
  select
    "customers"."name" as d0,
    sum("items"."quantity") as v0
  from "items"
  left join "orders" on "orders"."id" = "items"."order_id"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1
) as nested;
-- duckdb:
-- 4|   quantile_cont(v0::double, 0.75) as "upper",
-- 22|   quantile_cont(v0::double, 0.75) as "upper",
-- mysql:
-- 3|   avg(1.0000000000000000 * i0) as `mean`,
-- 4|   sum(i0 * greatest(0, 1 - abs(r0 - 1 - 0.75 * (n0 - 1)))) as `upper`,
-- 8|     d0,
-- 9|     v0 as i0,
-- 10|     row_number() over (partition by d0 order by v0 <=> null, v0) as r0,
-- 11|     count(v0) over (partition by d0) as n0
-- 12|   from (
-- 13|     select
-- 14|       `items`.`sku` as d0,
-- 15|       `customers`.`name` as d1,
-- 15+|       sum(`items`.`quantity`) as v0
-- 15+|     from `items`
-- 15+|     left join `orders` on `orders`.`id` = `items`.`order_id`
-- 15+|     left join `customers` on `customers`.`id` = `orders`.`customer_id`
-- 15+|     group by 1, 2
-- 15+|   ) as nested
-- 15+| ) as ranked
-- 17| order by `items.sku` <=> null, `items.sku`
-- 21|   avg(1.0000000000000000 * i0) as `mean`,
-- 22|   sum(i0 * greatest(0, 1 - abs(r0 - 1 - 0.75 * (n0 - 1)))) as `upper`,
-- 26|     v0 as i0,
-- 27|     row_number() over (order by v0 <=> null, v0) as r0,
-- 28|     count(v0) over () as n0
-- 29|   from (
-- 30|     select
-- 31|       `customers`.`name` as d0,
-- 32|       sum(`items`.`quantity`) as v0
-- 32+|     from `items`
-- 32+|     left join `orders` on `orders`.`id` = `items`.`order_id`
-- 32+|     left join `customers` on `customers`.`id` = `orders`.`customer_id`
-- 32+|     group by 1
-- 32+|   ) as nested
-- 32+| ) as ranked;
-- clickhouse:
-- 3|   avgOrNull(v0 + toDecimal128(0, 0)) as "mean",
-- 4|   quantileExactInclusiveOrNull(0.75)(toFloat64(v0)) as "upper",
-- 10|     sumOrNull("items"."quantity" + toDecimal128(0, 0)) as v0
-- 17| order by 1 nulls last
-- 18| limit 21
-- 18+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- 21|   avgOrNull(v0 + toDecimal128(0, 0)) as "mean",
-- 22|   quantileExactInclusiveOrNull(0.75)(toFloat64(v0)) as "upper",
-- 27|     sumOrNull("items"."quantity" + toDecimal128(0, 0)) as v0
-- 32| ) as nested
-- 32+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 3|   avg(cast(i0 as double)) as "mean",
-- 4|   sum(cast(i0 as double) * greatest(0e0, 1e0 - abs(r0 - 1e0 - 0.75e0 * (n0 - 1e0)))) as "upper",
-- 8|     d0,
-- 9|     v0 as i0,
-- 10|     row_number() over (partition by d0 order by v0 nulls last) as r0,
-- 11|     count(v0) over (partition by d0) as n0
-- 12|   from (
-- 13|     select
-- 14|       "items"."sku" as d0,
-- 15|       "customers"."name" as d1,
-- 15+|       sum("items"."quantity") as v0
-- 15+|     from "items"
-- 15+|     left join "orders" on "orders"."id" = "items"."order_id"
-- 15+|     left join "customers" on "customers"."id" = "orders"."customer_id"
-- 15+|     group by 1, 2
-- 15+|   ) as nested
-- 15+| ) as ranked
-- 21|   avg(cast(i0 as double)) as "mean",
-- 22|   sum(cast(i0 as double) * greatest(0e0, 1e0 - abs(r0 - 1e0 - 0.75e0 * (n0 - 1e0)))) as "upper",
-- 26|     v0 as i0,
-- 27|     row_number() over (order by v0 nulls last) as r0,
-- 28|     count(v0) over () as n0
-- 29|   from (
-- 30|     select
-- 31|       "customers"."name" as d0,
-- 32|       sum("items"."quantity") as v0
-- 32+|     from "items"
-- 32+|     left join "orders" on "orders"."id" = "items"."order_id"
-- 32+|     left join "customers" on "customers"."id" = "orders"."customer_id"
-- 32+|     group by 1
-- 32+|   ) as nested
-- 32+| ) as ranked;
-- bigquery:
-- 3|   avg(cast(i0 as float64)) as `mean`,
-- 4|   sum(cast(i0 as float64) * greatest(0e0, 1e0 - abs(r0 - 1e0 - 0.75e0 * (n0 - 1e0)))) as `upper`,
-- 8|     d0,
-- 9|     v0 as i0,
-- 10|     row_number() over (partition by d0 order by v0 nulls last) as r0,
-- 11|     count(v0) over (partition by d0) as n0
-- 12|   from (
-- 13|     select
-- 14|       `items`.`sku` as d0,
-- 15|       `customers`.`name` as d1,
-- 15+|       sum(`items`.`quantity`) as v0
-- 15+|     from `items`
-- 15+|     left join `orders` on `orders`.`id` = `items`.`order_id`
-- 15+|     left join `customers` on `customers`.`id` = `orders`.`customer_id`
-- 15+|     group by 1, 2
-- 15+|   ) as nested
-- 15+| ) as ranked
-- 21|   avg(cast(i0 as float64)) as `mean`,
-- 22|   sum(cast(i0 as float64) * greatest(0e0, 1e0 - abs(r0 - 1e0 - 0.75e0 * (n0 - 1e0)))) as `upper`,
-- 26|     v0 as i0,
-- 27|     row_number() over (order by v0 nulls last) as r0,
-- 28|     count(v0) over () as n0
-- 29|   from (
-- 30|     select
-- 31|       `customers`.`name` as d0,
-- 32|       sum(`items`.`quantity`) as v0
-- 32+|     from `items`
-- 32+|     left join `orders` on `orders`.`id` = `items`.`order_id`
-- 32+|     left join `customers` on `customers`.`id` = `orders`.`customer_id`
-- 32+|     group by 1
-- 32+|   ) as nested
-- 32+| ) as ranked;
-- databricks:
-- 3|   avg(cast(v0 as double)) as `mean`,
-- 4|   percentile(cast(v0 as double), 0.75) as `upper`,
-- 21|   avg(cast(v0 as double)) as `mean`,
-- 22|   percentile(cast(v0 as double), 0.75) as `upper`,
-- snowflake:
-- 3|   avg(cast(v0 as float)) as "mean",
-- 4|   percentile_cont(0.75) within group (order by cast(v0 as float)) as "upper",
-- 21|   avg(cast(v0 as float)) as "mean",
-- 22|   percentile_cont(0.75) within group (order by cast(v0 as float)) as "upper",
-- redshift:
-- 3|   avg((i0)::float8) as "mean",
-- 4|   sum((i0)::float8 * greatest(0, 1 - abs(r0 - 1 - 0.75::float8 * (n0 - 1)))) as "upper",
-- 8|     d0,
-- 9|     v0 as i0,
-- 10|     row_number() over (partition by d0 order by v0 nulls last) as r0,
-- 11|     count(v0) over (partition by d0) as n0
-- 12|   from (
-- 13|     select
-- 14|       "items"."sku" as d0,
-- 15|       "customers"."name" as d1,
-- 15+|       sum("items"."quantity") as v0
-- 15+|     from "items"
-- 15+|     left join "orders" on "orders"."id" = "items"."order_id"
-- 15+|     left join "customers" on "customers"."id" = "orders"."customer_id"
-- 15+|     group by 1, 2
-- 15+|   ) as nested
-- 15+| ) as ranked
-- 21|   avg((i0)::float8) as "mean",
-- 22|   sum((i0)::float8 * greatest(0, 1 - abs(r0 - 1 - 0.75::float8 * (n0 - 1)))) as "upper",
-- 26|     v0 as i0,
-- 27|     row_number() over (order by v0 nulls last) as r0,
-- 28|     count(v0) over () as n0
-- 29|   from (
-- 30|     select
-- 31|       "customers"."name" as d0,
-- 32|       sum("items"."quantity") as v0
-- 32+|     from "items"
-- 32+|     left join "orders" on "orders"."id" = "items"."order_id"
-- 32+|     left join "customers" on "customers"."id" = "orders"."customer_id"
-- 32+|     group by 1
-- 32+|   ) as nested
-- 32+| ) as ranked;

-- in subtotals and totals each group counts once, with its value there
with results_1 as (
  select
    d0,
    d1,
    avg(v0) as x0,
    count(*) as x1,
    2 as level
  from (
    select
      "customers"."region" as d0,
      date_trunc('month', "orders"."placed")::date as d1,
      "customers"."id" as d2,
      sum("orders"."amount") as v0
    from "orders"
    left join "customers" on "customers"."id" = "orders"."customer_id"
    group by 1, 2, 3
  ) as nested
  group by 1, 2
),
results_2 as (
  select
    d0,
    null::date as d1,
    avg(v0) as x0,
    count(*) as x1,
    1 as level
  from (
    select
      "customers"."region" as d0,
      "customers"."id" as d1,
      sum("orders"."amount") as v0
    from "orders"
    left join "customers" on "customers"."id" = "orders"."customer_id"
    group by 1, 2
  ) as nested
  group by 1
),
together_1 as (
  select d0, d1, x0, x1, level from results_1
  union all
  select d0, d1, x0, x1, level from results_2
)
select
  d0 as "customers.region",
  d1 as "orders.placed.month",
  x0 as "usual",
  x1 as "buyers",
  level as "subtotal"
from together_1
order by d0 nulls last, case when level = 1 then 1 else 0 end, d1 nulls last
limit 21;
-- totals
select
  avg(v0) as "usual",
  count(*) as "buyers",
  null as "subtotal"
from (
  select
    "customers"."id" as d0,
    sum("orders"."amount") as v0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1
) as nested;
-- duckdb:
-- 23|     null as d1,
-- mysql:
-- 5|     avg(1.0000000000000000 * v0) as x0,
-- 11|       cast(date_format(`orders`.`placed`, '%Y-%m-01') as date) as d1,
-- 23|     null as d1,
-- 24|     avg(1.0000000000000000 * v0) as x0,
-- 50| order by d0 <=> null, d0, case when level = 1 then 1 else 0 end, d1 <=> null, d1
-- 54|   avg(1.0000000000000000 * v0) as `usual`,
-- clickhouse:
-- 5|     avgOrNull(v0 + toDecimal128(0, 0)) as x0,
-- 11|       toStartOfMonth(toDate32(toTimeZone("orders"."placed", 'UTC'))) as d1,
-- 13|       sumOrNull("orders"."amount" + toDecimal128(0, 0)) as v0
-- 23|     null as d1,
-- 24|     avgOrNull(v0 + toDecimal128(0, 0)) as x0,
-- 31|       sumOrNull("orders"."amount" + toDecimal128(0, 0)) as v0
-- 51| limit 21
-- 51+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- 54|   avgOrNull(v0 + toDecimal128(0, 0)) as "usual",
-- 60|     sumOrNull("orders"."amount" + toDecimal128(0, 0)) as v0
-- 64| ) as nested
-- 64+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 5|     avg(cast(v0 as double)) as x0,
-- 11|       cast(date_trunc('month', cast(cast("orders"."placed" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as d1,
-- 23|     null as d1,
-- 24|     avg(cast(v0 as double)) as x0,
-- 54|   avg(cast(v0 as double)) as "usual",
-- bigquery:
-- 5|     avg(cast(v0 as float64)) as x0,
-- 11|       date_trunc(cast(datetime(timestamp(`orders`.`placed`), 'UTC') as date), month) as d1,
-- 23|     null as d1,
-- 24|     avg(cast(v0 as float64)) as x0,
-- 54|   avg(cast(v0 as float64)) as `usual`,
-- databricks:
-- 5|     avg(cast(v0 as double)) as x0,
-- 11|       cast(date_trunc('month', convert_timezone('UTC', `orders`.`placed`)) as date) as d1,
-- 23|     null as d1,
-- 24|     avg(cast(v0 as double)) as x0,
-- 54|   avg(cast(v0 as double)) as `usual`,
-- snowflake:
-- 5|     avg(cast(v0 as float)) as x0,
-- 11|       cast(date_trunc('month', cast(convert_timezone('UTC', "orders"."placed") as timestamp_ntz)) as date) as d1,
-- 23|     null as d1,
-- 24|     avg(cast(v0 as float)) as x0,
-- 54|   avg(cast(v0 as float)) as "usual",
-- redshift:
-- 5|     avg((v0)::float8) as x0,
-- 24|     avg((v0)::float8) as x0,
-- 54|   avg((v0)::float8) as "usual",

-- the groups have only the rows that the caller may see
-- ["north","north"]
select
  coalesce(max(m0), 0) as "own_orders.count",
  max(m1) as "usual",
  coalesce(max(m2), 0) as "buyers"
from (
  select
    count(*) as m0,
    null as m1,
    null as m2
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
  union all
  select
    null as m0,
    avg(v0) as m1,
    count(*) as m2
  from (
    select
      "customers"."id" as d0,
      sum("own_orders"."amount") as v0
    from (
      select *
      from "orders" as "own_orders"
      where exists (
        select 1
        from "customers"
        where "customers"."id" = "own_orders"."customer_id"
          and "customers"."region" in ($2)
      )
    ) as "own_orders"
    left join "customers" on "customers"."id" = "own_orders"."customer_id"
    group by 1
  ) as nested
) as branches;
-- totals
-- ["north","north"]
select
  coalesce(max(m0), 0) as "own_orders.count",
  max(m1) as "usual",
  coalesce(max(m2), 0) as "buyers"
from (
  select
    count(*) as m0,
    null as m1,
    null as m2
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
  union all
  select
    null as m0,
    avg(v0) as m1,
    count(*) as m2
  from (
    select
      "customers"."id" as d0,
      sum("own_orders"."amount") as v0
    from (
      select *
      from "orders" as "own_orders"
      where exists (
        select 1
        from "customers"
        where "customers"."id" = "own_orders"."customer_id"
          and "customers"."region" in ($2)
      )
    ) as "own_orders"
    left join "customers" on "customers"."id" = "own_orders"."customer_id"
    group by 1
  ) as nested
) as branches;
-- duckdb:
-- 14|     where "own_orders"."customer_id" in (
-- 15|       select "customers"."id"
-- 17|       where "customers"."region" in ($1)
-- 18 is left out
-- 33|       where "own_orders"."customer_id" in (
-- 34|         select "customers"."id"
-- 36|         where "customers"."region" in ($2)
-- 37 is left out
-- 58|     where "own_orders"."customer_id" in (
-- 59|       select "customers"."id"
-- 61|       where "customers"."region" in ($1)
-- 62 is left out
-- 77|       where "own_orders"."customer_id" in (
-- 78|         select "customers"."id"
-- 80|         where "customers"."region" in ($2)
-- 81 is left out
-- mysql:
-- 14|     where `own_orders`.`customer_id` in (
-- 15|       select `customers`.`id`
-- 17|       where `customers`.`region` in (?)
-- 18 is left out
-- 24|     avg(1.0000000000000000 * v0) as m1,
-- 33|       where `own_orders`.`customer_id` in (
-- 34|         select `customers`.`id`
-- 36|         where `customers`.`region` in (?)
-- 37 is left out
-- 58|     where `own_orders`.`customer_id` in (
-- 59|       select `customers`.`id`
-- 61|       where `customers`.`region` in (?)
-- 62 is left out
-- 68|     avg(1.0000000000000000 * v0) as m1,
-- 77|       where `own_orders`.`customer_id` in (
-- 78|         select `customers`.`id`
-- 80|         where `customers`.`region` in (?)
-- 81 is left out
-- clickhouse:
-- 14|     where "own_orders"."customer_id" in (
-- 15|       select "customers"."id"
-- 17|       where "customers"."region" in ({p1:String})
-- 18 is left out
-- 24|     avgOrNull(v0 + toDecimal128(0, 0)) as m1,
-- 29|       sumOrNull("own_orders"."amount" + toDecimal128(0, 0)) as v0
-- 33|       where "own_orders"."customer_id" in (
-- 34|         select "customers"."id"
-- 36|         where "customers"."region" in ({p2:String})
-- 37 is left out
-- 43| ) as branches
-- 43+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- 58|     where "own_orders"."customer_id" in (
-- 59|       select "customers"."id"
-- 61|       where "customers"."region" in ({p1:String})
-- 62 is left out
-- 68|     avgOrNull(v0 + toDecimal128(0, 0)) as m1,
-- 73|       sumOrNull("own_orders"."amount" + toDecimal128(0, 0)) as v0
-- 77|       where "own_orders"."customer_id" in (
-- 78|         select "customers"."id"
-- 80|         where "customers"."region" in ({p2:String})
-- 81 is left out
-- 87| ) as branches
-- 87+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 14|     where "own_orders"."customer_id" in (
-- 15|       select "customers"."id"
-- 17|       where "customers"."region" in (?)
-- 18 is left out
-- 24|     avg(cast(v0 as double)) as m1,
-- 33|       where "own_orders"."customer_id" in (
-- 34|         select "customers"."id"
-- 36|         where "customers"."region" in (?)
-- 37 is left out
-- 58|     where "own_orders"."customer_id" in (
-- 59|       select "customers"."id"
-- 61|       where "customers"."region" in (?)
-- 62 is left out
-- 68|     avg(cast(v0 as double)) as m1,
-- 77|       where "own_orders"."customer_id" in (
-- 78|         select "customers"."id"
-- 80|         where "customers"."region" in (?)
-- 81 is left out
-- bigquery:
-- 14|     where `own_orders`.`customer_id` in (
-- 15|       select `customers`.`id`
-- 17|       where `customers`.`region` in (@p1)
-- 18 is left out
-- 24|     avg(cast(v0 as float64)) as m1,
-- 33|       where `own_orders`.`customer_id` in (
-- 34|         select `customers`.`id`
-- 36|         where `customers`.`region` in (@p2)
-- 37 is left out
-- 58|     where `own_orders`.`customer_id` in (
-- 59|       select `customers`.`id`
-- 61|       where `customers`.`region` in (@p1)
-- 62 is left out
-- 68|     avg(cast(v0 as float64)) as m1,
-- 77|       where `own_orders`.`customer_id` in (
-- 78|         select `customers`.`id`
-- 80|         where `customers`.`region` in (@p2)
-- 81 is left out
-- databricks:
-- 14|     where `own_orders`.`customer_id` in (
-- 15|       select `customers`.`id`
-- 17|       where `customers`.`region` in (:p1)
-- 18 is left out
-- 24|     avg(cast(v0 as double)) as m1,
-- 33|       where `own_orders`.`customer_id` in (
-- 34|         select `customers`.`id`
-- 36|         where `customers`.`region` in (:p2)
-- 37 is left out
-- 58|     where `own_orders`.`customer_id` in (
-- 59|       select `customers`.`id`
-- 61|       where `customers`.`region` in (:p1)
-- 62 is left out
-- 68|     avg(cast(v0 as double)) as m1,
-- 77|       where `own_orders`.`customer_id` in (
-- 78|         select `customers`.`id`
-- 80|         where `customers`.`region` in (:p2)
-- 81 is left out
-- snowflake:
-- 14|     where "own_orders"."customer_id" in (
-- 15|       select "customers"."id"
-- 17|       where "customers"."region" in (?)
-- 18 is left out
-- 24|     avg(cast(v0 as float)) as m1,
-- 33|       where "own_orders"."customer_id" in (
-- 34|         select "customers"."id"
-- 36|         where "customers"."region" in (?)
-- 37 is left out
-- 58|     where "own_orders"."customer_id" in (
-- 59|       select "customers"."id"
-- 61|       where "customers"."region" in (?)
-- 62 is left out
-- 68|     avg(cast(v0 as float)) as m1,
-- 77|       where "own_orders"."customer_id" in (
-- 78|         select "customers"."id"
-- 80|         where "customers"."region" in (?)
-- 81 is left out
-- redshift:
-- 24|     avg((v0)::float8) as m1,
-- 68|     avg((v0)::float8) as m1,

-- a caller who may see no rows gets no groups
select count(*) as "buyers"
from (
  select "customers"."id" as d0
  from (
    select *
    from "orders" as "own_orders"
    where false
  ) as "own_orders"
  left join "customers" on "customers"."id" = "own_orders"."customer_id"
  group by 1
) as nested;
-- duckdb, mysql, trino, bigquery, databricks, snowflake, redshift: the same
-- clickhouse:
-- 11| ) as nested
-- 11+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- a group with a null value is counted and otherwise ignored
-- ["Cid","Dee"]
select
  sum(v0) as "sum",
  avg(v0) as "avg",
  min(v0) as "min",
  percentile_cont(0.5) within group (order by v0) as "median",
  count(*) as "count"
from (
  select
    "customers"."id" as d0,
    sum("orders"."amount") as v0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  where "customers"."name" in ($1, $2)
  group by 1
) as nested;
-- duckdb:
-- 6|   median(v0::double) as "median",
-- mysql:
-- 3|   sum(i0) as `sum`,
-- 4|   avg(1.0000000000000000 * i0) as `avg`,
-- 5|   min(i0) as `min`,
-- 6|   sum(i0 * greatest(0, 1 - abs(r0 - 1 - 0.5 * (n0 - 1)))) as `median`,
-- 10|     v0 as i0,
-- 11|     row_number() over (order by v0 <=> null, v0) as r0,
-- 12|     count(v0) over () as n0
-- 13|   from (
-- 14|     select
-- 15|       `customers`.`id` as d0,
-- 16|       sum(`orders`.`amount`) as v0
-- 16+|     from `orders`
-- 16+|     left join `customers` on `customers`.`id` = `orders`.`customer_id`
-- 16+|     where `customers`.`name` in (?, ?)
-- 16+|     group by 1
-- 16+|   ) as nested
-- 16+| ) as ranked;
-- clickhouse:
-- 3|   sumOrNull(v0 + toDecimal128(0, 0)) as "sum",
-- 4|   avgOrNull(v0 + toDecimal128(0, 0)) as "avg",
-- 5|   minOrNull(v0) as "min",
-- 6|   quantileExactInclusiveOrNull(0.5)(toFloat64(v0)) as "median",
-- 11|     sumOrNull("orders"."amount" + toDecimal128(0, 0)) as v0
-- 14|   where "customers"."name" in ({p1:String}, {p2:String})
-- 16| ) as nested
-- 16+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 3|   sum(i0) as "sum",
-- 4|   avg(cast(i0 as double)) as "avg",
-- 5|   min(i0) as "min",
-- 6|   sum(cast(i0 as double) * greatest(0e0, 1e0 - abs(r0 - 1e0 - 0.5e0 * (n0 - 1e0)))) as "median",
-- 10|     v0 as i0,
-- 11|     row_number() over (order by v0 nulls last) as r0,
-- 12|     count(v0) over () as n0
-- 13|   from (
-- 14|     select
-- 15|       "customers"."id" as d0,
-- 16|       sum("orders"."amount") as v0
-- 16+|     from "orders"
-- 16+|     left join "customers" on "customers"."id" = "orders"."customer_id"
-- 16+|     where "customers"."name" in (?, ?)
-- 16+|     group by 1
-- 16+|   ) as nested
-- 16+| ) as ranked;
-- bigquery:
-- 3|   sum(i0) as `sum`,
-- 4|   avg(cast(i0 as float64)) as `avg`,
-- 5|   min(i0) as `min`,
-- 6|   sum(cast(i0 as float64) * greatest(0e0, 1e0 - abs(r0 - 1e0 - 0.5e0 * (n0 - 1e0)))) as `median`,
-- 10|     v0 as i0,
-- 11|     row_number() over (order by v0 nulls last) as r0,
-- 12|     count(v0) over () as n0
-- 13|   from (
-- 14|     select
-- 15|       `customers`.`id` as d0,
-- 16|       sum(`orders`.`amount`) as v0
-- 16+|     from `orders`
-- 16+|     left join `customers` on `customers`.`id` = `orders`.`customer_id`
-- 16+|     where `customers`.`name` in (@p1, @p2)
-- 16+|     group by 1
-- 16+|   ) as nested
-- 16+| ) as ranked;
-- databricks:
-- 4|   avg(cast(v0 as double)) as `avg`,
-- 6|   percentile(cast(v0 as double), 0.5) as `median`,
-- 14|   where `customers`.`name` in (:p1, :p2)
-- snowflake:
-- 4|   avg(cast(v0 as float)) as "avg",
-- 6|   median(cast(v0 as float)) as "median",
-- 14|   where "customers"."name" in (?, ?)
-- redshift:
-- 3|   sum(i0) as "sum",
-- 4|   avg((i0)::float8) as "avg",
-- 5|   min(i0) as "min",
-- 6|   sum((i0)::float8 * greatest(0, 1 - abs(r0 - 1 - 0.5::float8 * (n0 - 1)))) as "median",
-- 10|     v0 as i0,
-- 11|     row_number() over (order by v0 nulls last) as r0,
-- 12|     count(v0) over () as n0
-- 13|   from (
-- 14|     select
-- 15|       "customers"."id" as d0,
-- 16|       sum("orders"."amount") as v0
-- 16+|     from "orders"
-- 16+|     left join "customers" on "customers"."id" = "orders"."customer_id"
-- 16+|     where "customers"."name" in ($1, $2)
-- 16+|     group by 1
-- 16+|   ) as nested
-- 16+| ) as ranked;

-- without values every aggregate is null except the count
-- ["Cid"]
select
  sum(v0) as "sum",
  max(v0) as "max",
  percentile_cont(0.9) within group (order by v0) as "upper",
  count(*) as "count"
from (
  select
    "customers"."id" as d0,
    sum("orders"."amount") as v0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  where "customers"."name" = $1
  group by 1
) as nested;
-- duckdb:
-- 5|   quantile_cont(v0::double, 0.9) as "upper",
-- mysql:
-- 3|   sum(i0) as `sum`,
-- 4|   max(i0) as `max`,
-- 5|   sum(i0 * greatest(0, 1 - abs(r0 - 1 - 0.9 * (n0 - 1)))) as `upper`,
-- 9|     v0 as i0,
-- 10|     row_number() over (order by v0 <=> null, v0) as r0,
-- 11|     count(v0) over () as n0
-- 12|   from (
-- 13|     select
-- 14|       `customers`.`id` as d0,
-- 15|       sum(`orders`.`amount`) as v0
-- 15+|     from `orders`
-- 15+|     left join `customers` on `customers`.`id` = `orders`.`customer_id`
-- 15+|     where `customers`.`name` = ?
-- 15+|     group by 1
-- 15+|   ) as nested
-- 15+| ) as ranked;
-- clickhouse:
-- 3|   sumOrNull(v0 + toDecimal128(0, 0)) as "sum",
-- 4|   maxOrNull(v0) as "max",
-- 5|   quantileExactInclusiveOrNull(0.9)(toFloat64(v0)) as "upper",
-- 10|     sumOrNull("orders"."amount" + toDecimal128(0, 0)) as v0
-- 13|   where "customers"."name" = {p1:String}
-- 15| ) as nested
-- 15+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 3|   sum(i0) as "sum",
-- 4|   max(i0) as "max",
-- 5|   sum(cast(i0 as double) * greatest(0e0, 1e0 - abs(r0 - 1e0 - 0.9e0 * (n0 - 1e0)))) as "upper",
-- 9|     v0 as i0,
-- 10|     row_number() over (order by v0 nulls last) as r0,
-- 11|     count(v0) over () as n0
-- 12|   from (
-- 13|     select
-- 14|       "customers"."id" as d0,
-- 15|       sum("orders"."amount") as v0
-- 15+|     from "orders"
-- 15+|     left join "customers" on "customers"."id" = "orders"."customer_id"
-- 15+|     where "customers"."name" = ?
-- 15+|     group by 1
-- 15+|   ) as nested
-- 15+| ) as ranked;
-- bigquery:
-- 3|   sum(i0) as `sum`,
-- 4|   max(i0) as `max`,
-- 5|   sum(cast(i0 as float64) * greatest(0e0, 1e0 - abs(r0 - 1e0 - 0.9e0 * (n0 - 1e0)))) as `upper`,
-- 9|     v0 as i0,
-- 10|     row_number() over (order by v0 nulls last) as r0,
-- 11|     count(v0) over () as n0
-- 12|   from (
-- 13|     select
-- 14|       `customers`.`id` as d0,
-- 15|       sum(`orders`.`amount`) as v0
-- 15+|     from `orders`
-- 15+|     left join `customers` on `customers`.`id` = `orders`.`customer_id`
-- 15+|     where `customers`.`name` = @p1
-- 15+|     group by 1
-- 15+|   ) as nested
-- 15+| ) as ranked;
-- databricks:
-- 5|   percentile(cast(v0 as double), 0.9) as `upper`,
-- 13|   where `customers`.`name` = :p1
-- snowflake:
-- 5|   percentile_cont(0.9) within group (order by cast(v0 as float)) as "upper",
-- 13|   where "customers"."name" = ?
-- redshift:
-- 3|   sum(i0) as "sum",
-- 4|   max(i0) as "max",
-- 5|   sum((i0)::float8 * greatest(0, 1 - abs(r0 - 1 - 0.9::float8 * (n0 - 1)))) as "upper",
-- 9|     v0 as i0,
-- 10|     row_number() over (order by v0 nulls last) as r0,
-- 11|     count(v0) over () as n0
-- 12|   from (
-- 13|     select
-- 14|       "customers"."id" as d0,
-- 15|       sum("orders"."amount") as v0
-- 15+|     from "orders"
-- 15+|     left join "customers" on "customers"."id" = "orders"."customer_id"
-- 15+|     where "customers"."name" = $1
-- 15+|     group by 1
-- 15+|   ) as nested
-- 15+| ) as ranked;

-- without rows there are no groups
-- ["Nobody"]
select
  sum(v0) as "sum",
  count(*) as "count"
from (
  select
    "customers"."id" as d0,
    count(*) as v0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  where "customers"."name" = $1
  group by 1
) as nested;
-- duckdb, redshift: the same
-- mysql:
-- 11|   where `customers`.`name` = ?
-- clickhouse:
-- 3|   sumOrNull(v0 + toDecimal128(0, 0)) as "sum",
-- 11|   where "customers"."name" = {p1:String}
-- 13| ) as nested
-- 13+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino, snowflake:
-- 11|   where "customers"."name" = ?
-- bigquery:
-- 11|   where `customers`.`name` = @p1
-- databricks:
-- 11|   where `customers`.`name` = :p1

-- a row of another measure without groups shows null, and a row that only the groups have is shown
select
  d0 as "customers.name",
  coalesce(max(m0), 0) as "customers.count",
  coalesce(max(m1), 0) as "days",
  max(m2) as "most"
from (
  select
    "name" as d0,
    count(*) as m0,
    null as m1,
    null as m2
  from "customers"
  group by 1
  union all
  select
    d0,
    null as m0,
    count(*) as m1,
    max(v0) as m2
  from (
    select
      "customers"."name" as d0,
      "visits"."day" as d1,
      count(*) as v0
    from "visits"
    left join "customers" on "customers"."id" = "visits"."customer_id"
    group by 1, 2
  ) as nested
  group by 1
) as branches
group by 1
order by "customers.name" nulls last
limit 21;
-- duckdb, trino, bigquery, databricks, snowflake, redshift: the same
-- mysql:
-- 32| order by `customers.name` <=> null, `customers.name`
-- clickhouse:
-- 19|     maxOrNull(v0) as m2
-- 32| order by 1 nulls last
-- 33| limit 21
-- 33+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- the minimum and maximum of texts and moments over groups
select
  d0 as "customers.region",
  max(v0) as "last status",
  min(v1) as "longest ago"
from (
  select
    "customers"."region" as d0,
    "customers"."id" as d1,
    min("orders"."status") as v0,
    max("orders"."placed") as v1
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1, 2
) as nested
group by 1
order by "customers.region" nulls last
limit 21;
-- duckdb, trino, databricks, snowflake, redshift: the same
-- mysql:
-- 16| order by `customers.region` <=> null, `customers.region`
-- clickhouse:
-- 3|   maxOrNull(v0) as "last status",
-- 4|   minOrNull(v1) as "longest ago"
-- 9|     minOrNull("orders"."status") as v0,
-- 10|     maxOrNull("orders"."placed") as v1
-- 16| order by 1 nulls last
-- 17| limit 21
-- 17+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- bigquery:
-- 3|   max(v0) as `c_last_status__28ectnu2wt70e`,
-- 4|   min(v1) as `c_longest_ago__11phq00u63kp1`

-- aggregates of a ratio over groups, also of a ratio of two facts
select
  max(m0) as "share",
  coalesce(max(m1), 0) as "shares",
  max(m2) as "per visit",
  coalesce(max(m3), 0) as "all"
from (
  select
    percentile_cont(0.5) within group (order by v0) as m0,
    count(*) as m1,
    null as m2,
    null as m3
  from (
    select
      "customers"."name" as d0,
      1.0 * sum(case when "orders".status = 'paid' then "orders"."amount" end) / nullif(sum("orders"."amount"), 0) as v0
    from "orders"
    left join "customers" on "customers"."id" = "orders"."customer_id"
    group by 1
  ) as nested
  union all
  select
    null as m0,
    null as m1,
    sum(v0) as m2,
    count(*) as m3
  from (
    select
      d0,
      1.0 * coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0) as v0
    from (
      select
        "customers"."name" as d0,
        count(*) as m0,
        null as m1
      from "orders"
      left join "customers" on "customers"."id" = "orders"."customer_id"
      group by 1
      union all
      select
        "customers"."name" as d0,
        null as m0,
        count(*) as m1
      from "visits"
      left join "customers" on "customers"."id" = "visits"."customer_id"
      group by 1
    ) as branches
    group by 1
  ) as nested
) as branches;
-- duckdb:
-- 8|     median(v0::double) as m0,
-- 15|       sum(case when "orders".status = 'paid' then "orders"."amount" end) / nullif(sum("orders"."amount"), 0) as v0
-- 29|       coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0) as v0
-- mysql:
-- 8|     sum(i0 * greatest(0, 1 - abs(r0 - 1 - 0.5 * (n0 - 1)))) as m0,
-- 14|       v0 as i0,
-- 15|       row_number() over (order by v0 <=> null, v0) as r0,
-- 16|       count(v0) over () as n0
-- 17|     from (
-- 18|       select
-- 19|         `customers`.`name` as d0,
-- 19+|         1.0000000000000000 * sum(case when `orders`.status = 'paid' then `orders`.`amount` end) / nullif(sum(`orders`.`amount`), 0) as v0
-- 19+|       from `orders`
-- 19+|       left join `customers` on `customers`.`id` = `orders`.`customer_id`
-- 19+|       group by 1
-- 19+|     ) as nested
-- 19+|   ) as ranked
-- 29|       1.0000000000000000 * coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0) as v0
-- clickhouse:
-- 8|     quantileExactInclusiveOrNull(0.5)(toFloat64(v0)) as m0,
-- 15|       1e0 * sumOrNull((case when "orders".status = 'paid' then "orders"."amount" end) + toDecimal128(0, 0)) / nullif(sumOrNull("orders"."amount" + toDecimal128(0, 0)), 0) as v0
-- 24|     sumOrNull(v0 + toDecimal128(0, 0)) as m2,
-- 29|       1e0 * coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0) as v0
-- 49| ) as branches
-- 49+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 8|     sum(cast(i0 as double) * greatest(0e0, 1e0 - abs(r0 - 1e0 - 0.5e0 * (n0 - 1e0)))) as m0,
-- 14|       v0 as i0,
-- 15|       row_number() over (order by v0 nulls last) as r0,
-- 16|       count(v0) over () as n0
-- 17|     from (
-- 18|       select
-- 19|         "customers"."name" as d0,
-- 19+|         1e0 * sum(case when "orders".status = 'paid' then "orders"."amount" end) / nullif(sum("orders"."amount"), 0) as v0
-- 19+|       from "orders"
-- 19+|       left join "customers" on "customers"."id" = "orders"."customer_id"
-- 19+|       group by 1
-- 19+|     ) as nested
-- 19+|   ) as ranked
-- 29|       1e0 * coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0) as v0
-- bigquery:
-- 4|   max(m2) as `c_per_visit__5xx1lx3smqo6`,
-- 8|     sum(cast(i0 as float64) * greatest(0e0, 1e0 - abs(r0 - 1e0 - 0.5e0 * (n0 - 1e0)))) as m0,
-- 14|       v0 as i0,
-- 15|       row_number() over (order by v0 nulls last) as r0,
-- 16|       count(v0) over () as n0
-- 17|     from (
-- 18|       select
-- 19|         `customers`.`name` as d0,
-- 19+|         1e0 * sum(case when `orders`.status = 'paid' then `orders`.`amount` end) / nullif(sum(`orders`.`amount`), 0) as v0
-- 19+|       from `orders`
-- 19+|       left join `customers` on `customers`.`id` = `orders`.`customer_id`
-- 19+|       group by 1
-- 19+|     ) as nested
-- 19+|   ) as ranked
-- 29|       1e0 * coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0) as v0
-- databricks:
-- 8|     percentile(cast(v0 as double), 0.5) as m0,
-- 15|       1D * sum(case when `orders`.status = 'paid' then `orders`.`amount` end) / nullif(sum(`orders`.`amount`), 0) as v0
-- 29|       1D * coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0) as v0
-- snowflake:
-- 8|     median(cast(v0 as float)) as m0,
-- 15|       1::float * sum(case when "orders".status = 'paid' then "orders"."amount" end) / nullif(sum("orders"."amount"), 0) as v0
-- 29|       1::float * coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0) as v0
-- redshift:
-- 8|     sum((i0)::float8 * greatest(0, 1 - abs(r0 - 1 - 0.5::float8 * (n0 - 1)))) as m0,
-- 14|       v0 as i0,
-- 15|       row_number() over (order by v0 nulls last) as r0,
-- 16|       count(v0) over () as n0
-- 17|     from (
-- 18|       select
-- 19|         "customers"."name" as d0,
-- 19+|         1::float8 * sum(case when "orders".status = 'paid' then "orders"."amount" end) / nullif(sum("orders"."amount"), 0) as v0
-- 19+|       from "orders"
-- 19+|       left join "customers" on "customers"."id" = "orders"."customer_id"
-- 19+|       group by 1
-- 19+|     ) as nested
-- 19+|   ) as ranked
-- 29|       1::float8 * coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0) as v0

-- a filter on an aggregate of groups leaves rows out of the answer and of the totals
-- ["16"]
select
  d0 as "orders.placed.month",
  max(m0) as "orders.total",
  max(m1) as "usual"
from (
  select
    date_trunc('month', "placed")::date as d0,
    sum("amount") as m0,
    null as m1
  from "orders"
  group by 1
  union all
  select
    d0,
    null as m0,
    percentile_cont(0.5) within group (order by v0) as m1
  from (
    select
      date_trunc('month', "orders"."placed")::date as d0,
      "customers"."id" as d1,
      sum("orders"."amount") as v0
    from "orders"
    left join "customers" on "customers"."id" = "orders"."customer_id"
    group by 1, 2
  ) as nested
  group by 1
) as branches
group by 1
having max(m1) > $1::bigint
order by "usual" desc nulls last, "orders.placed.month" nulls last
limit 21;
-- totals
-- ["16"]
with picked_1 as (
  select d0
  from (
    select
      date_trunc('month', "placed")::date as d0,
      null as m0
    from "orders"
    group by 1
    union all
    select
      d0,
      percentile_cont(0.5) within group (order by v0) as m0
    from (
      select
        date_trunc('month', "orders"."placed")::date as d0,
        "customers"."id" as d1,
        sum("orders"."amount") as v0
      from "orders"
      left join "customers" on "customers"."id" = "orders"."customer_id"
      group by 1, 2
    ) as nested
    group by 1
  ) as branches
  group by 1
  having max(m0) > $1::bigint
)
select
  max(m0) as "orders.total",
  max(m1) as "usual"
from (
  select
    sum("orders"."amount") as m0,
    null as m1
  from "orders"
  where exists (
    select 1
    from picked_1
    where array[picked_1.d0] = array[date_trunc('month', "orders"."placed")::date]
  )
  union all
  select
    null as m0,
    percentile_cont(0.5) within group (order by v0) as m1
  from (
    select
      "customers"."id" as d0,
      sum("orders"."amount") as v0
    from "orders"
    left join "customers" on "customers"."id" = "orders"."customer_id"
    where exists (
      select 1
      from picked_1
      where array[picked_1.d0] = array[date_trunc('month', "orders"."placed")::date]
    )
    group by 1
  ) as nested
) as branches;
-- duckdb:
-- 17|     median(v0::double) as m1
-- 46|       median(v0::double) as m0
-- 72|     where picked_1.d0 is not distinct from date_trunc('month', "orders"."placed")::date
-- 77|     median(v0::double) as m1
-- 87|       where picked_1.d0 is not distinct from date_trunc('month', "orders"."placed")::date
-- mysql:
-- 8|     cast(date_format(`placed`, '%Y-%m-01') as date) as d0,
-- 17|     sum(i0 * greatest(0, 1 - abs(r0 - 1 - 0.5 * (n0 - 1)))) as m1
-- 20|       d0,
-- 21|       v0 as i0,
-- 22|       row_number() over (partition by d0 order by v0 <=> null, v0) as r0,
-- 23|       count(v0) over (partition by d0) as n0
-- 24|     from (
-- 25|       select
-- 26|         cast(date_format(`orders`.`placed`, '%Y-%m-01') as date) as d0,
-- 26+|         `customers`.`id` as d1,
-- 26+|         sum(`orders`.`amount`) as v0
-- 26+|       from `orders`
-- 26+|       left join `customers` on `customers`.`id` = `orders`.`customer_id`
-- 26+|       group by 1, 2
-- 26+|     ) as nested
-- 26+|   ) as ranked
-- 30| having max(m1) > cast(? as signed)
-- 31| order by `usual` desc, `orders.placed.month` <=> null, `orders.placed.month`
-- 39|       cast(date_format(`placed`, '%Y-%m-01') as date) as d0,
-- 46|       sum(i0 * greatest(0, 1 - abs(r0 - 1 - 0.5 * (n0 - 1)))) as m0
-- 49|         d0,
-- 50|         v0 as i0,
-- 51|         row_number() over (partition by d0 order by v0 <=> null, v0) as r0,
-- 52|         count(v0) over (partition by d0) as n0
-- 53|       from (
-- 54|         select
-- 55|           cast(date_format(`orders`.`placed`, '%Y-%m-01') as date) as d0,
-- 55+|           `customers`.`id` as d1,
-- 55+|           sum(`orders`.`amount`) as v0
-- 55+|         from `orders`
-- 55+|         left join `customers` on `customers`.`id` = `orders`.`customer_id`
-- 55+|         group by 1, 2
-- 55+|       ) as nested
-- 55+|     ) as ranked
-- 59|   having max(m0) > cast(? as signed)
-- 72|     where picked_1.d0 <=> cast(date_format(`orders`.`placed`, '%Y-%m-01') as date)
-- 77|     sum(i0 * greatest(0, 1 - abs(r0 - 1 - 0.5 * (n0 - 1)))) as m1
-- 80|       v0 as i0,
-- 81|       row_number() over (order by v0 <=> null, v0) as r0,
-- 82|       count(v0) over () as n0
-- 83|     from (
-- 84|       select
-- 85|         `customers`.`id` as d0,
-- 86|         sum(`orders`.`amount`) as v0
-- 87|       from `orders`
-- 88|       left join `customers` on `customers`.`id` = `orders`.`customer_id`
-- 89|       where exists (
-- 90|         select 1
-- 90+|         from picked_1
-- 90+|         where picked_1.d0 <=> cast(date_format(`orders`.`placed`, '%Y-%m-01') as date)
-- 90+|       )
-- 90+|       group by 1
-- 90+|     ) as nested
-- 90+|   ) as ranked
-- clickhouse:
-- 8|     toStartOfMonth(toDate32(toTimeZone("placed", 'UTC'))) as d0,
-- 9|     sumOrNull("amount" + toDecimal128(0, 0)) as m0,
-- 17|     quantileExactInclusiveOrNull(0.5)(toFloat64(v0)) as m1
-- 20|       toStartOfMonth(toDate32(toTimeZone("orders"."placed", 'UTC'))) as d0,
-- 22|       sumOrNull("orders"."amount" + toDecimal128(0, 0)) as v0
-- 30| having max(m1) > {p1:Int64}
-- 31| order by 3 desc nulls last, 1 nulls last
-- 32| limit 21
-- 32+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- 39|       toStartOfMonth(toDate32(toTimeZone("placed", 'UTC'))) as d0,
-- 46|       quantileExactInclusiveOrNull(0.5)(toFloat64(v0)) as m0
-- 49|         toStartOfMonth(toDate32(toTimeZone("orders"."placed", 'UTC'))) as d0,
-- 51|         sumOrNull("orders"."amount" + toDecimal128(0, 0)) as v0
-- 59|   having max(m0) > {p1:Int64}
-- 66|     sumOrNull("orders"."amount" + toDecimal128(0, 0)) as m0,
-- 69|   where toJSONString(tuple(toStartOfMonth(toDate32(toTimeZone("orders"."placed", 'UTC'))))) in (
-- 70|     select toJSONString(tuple(picked_1.d0))
-- 72 is left out
-- 77|     quantileExactInclusiveOrNull(0.5)(toFloat64(v0)) as m1
-- 81|       sumOrNull("orders"."amount" + toDecimal128(0, 0)) as v0
-- 84|     where toJSONString(tuple(toStartOfMonth(toDate32(toTimeZone("orders"."placed", 'UTC'))))) in (
-- 85|       select toJSONString(tuple(picked_1.d0))
-- 87 is left out
-- 91| ) as branches
-- 91+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', output_format_json_quote_denormals = 1;
-- trino:
-- 8|     cast(date_trunc('month', cast(cast("placed" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as d0,
-- 17|     sum(cast(i0 as double) * greatest(0e0, 1e0 - abs(r0 - 1e0 - 0.5e0 * (n0 - 1e0)))) as m1
-- 20|       d0,
-- 21|       v0 as i0,
-- 22|       row_number() over (partition by d0 order by v0 nulls last) as r0,
-- 23|       count(v0) over (partition by d0) as n0
-- 24|     from (
-- 25|       select
-- 26|         cast(date_trunc('month', cast(cast("orders"."placed" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as d0,
-- 26+|         "customers"."id" as d1,
-- 26+|         sum("orders"."amount") as v0
-- 26+|       from "orders"
-- 26+|       left join "customers" on "customers"."id" = "orders"."customer_id"
-- 26+|       group by 1, 2
-- 26+|     ) as nested
-- 26+|   ) as ranked
-- 30| having max(m1) > cast(? as bigint)
-- 39|       cast(date_trunc('month', cast(cast("placed" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as d0,
-- 46|       sum(cast(i0 as double) * greatest(0e0, 1e0 - abs(r0 - 1e0 - 0.5e0 * (n0 - 1e0)))) as m0
-- 49|         d0,
-- 50|         v0 as i0,
-- 51|         row_number() over (partition by d0 order by v0 nulls last) as r0,
-- 52|         count(v0) over (partition by d0) as n0
-- 53|       from (
-- 54|         select
-- 55|           cast(date_trunc('month', cast(cast("orders"."placed" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as d0,
-- 55+|           "customers"."id" as d1,
-- 55+|           sum("orders"."amount") as v0
-- 55+|         from "orders"
-- 55+|         left join "customers" on "customers"."id" = "orders"."customer_id"
-- 55+|         group by 1, 2
-- 55+|       ) as nested
-- 55+|     ) as ranked
-- 59|   having max(m0) > cast(? as bigint)
-- 69|   where json_format(cast(array[cast(cast(date_trunc('month', cast(cast("orders"."placed" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as json)] as json)) in (
-- 70|     select json_format(cast(array[cast(picked_1.d0 as json)] as json))
-- 72 is left out
-- 77|     sum(cast(i0 as double) * greatest(0e0, 1e0 - abs(r0 - 1e0 - 0.5e0 * (n0 - 1e0)))) as m1
-- 80|       v0 as i0,
-- 81|       row_number() over (order by v0 nulls last) as r0,
-- 82|       count(v0) over () as n0
-- 83|     from (
-- 84|       select
-- 85|         "customers"."id" as d0,
-- 86|         sum("orders"."amount") as v0
-- 87|       from "orders"
-- 88|       left join "customers" on "customers"."id" = "orders"."customer_id"
-- 89|       where json_format(cast(array[cast(cast(date_trunc('month', cast(cast("orders"."placed" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as json)] as json)) in (
-- 90|         select json_format(cast(array[cast(picked_1.d0 as json)] as json))
-- 90+|         from picked_1
-- 90+|       )
-- 90+|       group by 1
-- 90+|     ) as nested
-- 90+|   ) as ranked
-- bigquery:
-- 8|     date_trunc(cast(datetime(timestamp(`placed`), 'UTC') as date), month) as d0,
-- 17|     sum(cast(i0 as float64) * greatest(0e0, 1e0 - abs(r0 - 1e0 - 0.5e0 * (n0 - 1e0)))) as m1
-- 20|       d0,
-- 21|       v0 as i0,
-- 22|       row_number() over (partition by d0 order by v0 nulls last) as r0,
-- 23|       count(v0) over (partition by d0) as n0
-- 24|     from (
-- 25|       select
-- 26|         date_trunc(cast(datetime(timestamp(`orders`.`placed`), 'UTC') as date), month) as d0,
-- 26+|         `customers`.`id` as d1,
-- 26+|         sum(`orders`.`amount`) as v0
-- 26+|       from `orders`
-- 26+|       left join `customers` on `customers`.`id` = `orders`.`customer_id`
-- 26+|       group by 1, 2
-- 26+|     ) as nested
-- 26+|   ) as ranked
-- 30| having max(m1) > cast(@p1 as int64)
-- 39|       date_trunc(cast(datetime(timestamp(`placed`), 'UTC') as date), month) as d0,
-- 46|       sum(cast(i0 as float64) * greatest(0e0, 1e0 - abs(r0 - 1e0 - 0.5e0 * (n0 - 1e0)))) as m0
-- 49|         d0,
-- 50|         v0 as i0,
-- 51|         row_number() over (partition by d0 order by v0 nulls last) as r0,
-- 52|         count(v0) over (partition by d0) as n0
-- 53|       from (
-- 54|         select
-- 55|           date_trunc(cast(datetime(timestamp(`orders`.`placed`), 'UTC') as date), month) as d0,
-- 55+|           `customers`.`id` as d1,
-- 55+|           sum(`orders`.`amount`) as v0
-- 55+|         from `orders`
-- 55+|         left join `customers` on `customers`.`id` = `orders`.`customer_id`
-- 55+|         group by 1, 2
-- 55+|       ) as nested
-- 55+|     ) as ranked
-- 59|   having max(m0) > cast(@p1 as int64)
-- 69|   where to_json_string([to_json_string(date_trunc(cast(datetime(timestamp(`orders`.`placed`), 'UTC') as date), month))]) in (
-- 70|     select to_json_string([to_json_string(picked_1.d0)])
-- 72 is left out
-- 77|     sum(cast(i0 as float64) * greatest(0e0, 1e0 - abs(r0 - 1e0 - 0.5e0 * (n0 - 1e0)))) as m1
-- 80|       v0 as i0,
-- 81|       row_number() over (order by v0 nulls last) as r0,
-- 82|       count(v0) over () as n0
-- 83|     from (
-- 84|       select
-- 85|         `customers`.`id` as d0,
-- 86|         sum(`orders`.`amount`) as v0
-- 87|       from `orders`
-- 88|       left join `customers` on `customers`.`id` = `orders`.`customer_id`
-- 89|       where to_json_string([to_json_string(date_trunc(cast(datetime(timestamp(`orders`.`placed`), 'UTC') as date), month))]) in (
-- 90|         select to_json_string([to_json_string(picked_1.d0)])
-- 90+|         from picked_1
-- 90+|       )
-- 90+|       group by 1
-- 90+|     ) as nested
-- 90+|   ) as ranked
-- databricks:
-- 8|     cast(date_trunc('month', convert_timezone('UTC', `placed`)) as date) as d0,
-- 17|     percentile(cast(v0 as double), 0.5) as m1
-- 20|       cast(date_trunc('month', convert_timezone('UTC', `orders`.`placed`)) as date) as d0,
-- 30| having max(m1) > cast(:p1 as bigint)
-- 39|       cast(date_trunc('month', convert_timezone('UTC', `placed`)) as date) as d0,
-- 46|       percentile(cast(v0 as double), 0.5) as m0
-- 49|         cast(date_trunc('month', convert_timezone('UTC', `orders`.`placed`)) as date) as d0,
-- 59|   having max(m0) > cast(:p1 as bigint)
-- 69|   where to_json(named_struct('c0', cast(date_trunc('month', convert_timezone('UTC', `orders`.`placed`)) as date))) in (
-- 70|     select to_json(named_struct('c0', picked_1.d0))
-- 72 is left out
-- 77|     percentile(cast(v0 as double), 0.5) as m1
-- 84|     where to_json(named_struct('c0', cast(date_trunc('month', convert_timezone('UTC', `orders`.`placed`)) as date))) in (
-- 85|       select to_json(named_struct('c0', picked_1.d0))
-- 87 is left out
-- snowflake:
-- 8|     cast(date_trunc('month', cast(convert_timezone('UTC', "placed") as timestamp_ntz)) as date) as d0,
-- 17|     median(cast(v0 as float)) as m1
-- 20|       cast(date_trunc('month', cast(convert_timezone('UTC', "orders"."placed") as timestamp_ntz)) as date) as d0,
-- 30| having max(m1) > cast(? as number(38, 0))
-- 39|       cast(date_trunc('month', cast(convert_timezone('UTC', "placed") as timestamp_ntz)) as date) as d0,
-- 46|       median(cast(v0 as float)) as m0
-- 49|         cast(date_trunc('month', cast(convert_timezone('UTC', "orders"."placed") as timestamp_ntz)) as date) as d0,
-- 59|   having max(m0) > cast(? as number(38, 0))
-- 69|   where to_json(array_construct(cast(date_trunc('month', cast(convert_timezone('UTC', "orders"."placed") as timestamp_ntz)) as date))) in (
-- 70|     select to_json(array_construct(picked_1.d0))
-- 72 is left out
-- 77|     median(cast(v0 as float)) as m1
-- 84|     where to_json(array_construct(cast(date_trunc('month', cast(convert_timezone('UTC', "orders"."placed") as timestamp_ntz)) as date))) in (
-- 85|       select to_json(array_construct(picked_1.d0))
-- 87 is left out
-- redshift:
-- 17|     sum((i0)::float8 * greatest(0, 1 - abs(r0 - 1 - 0.5::float8 * (n0 - 1)))) as m1
-- 20|       d0,
-- 21|       v0 as i0,
-- 22|       row_number() over (partition by d0 order by v0 nulls last) as r0,
-- 23|       count(v0) over (partition by d0) as n0
-- 24|     from (
-- 25|       select
-- 26|         date_trunc('month', "orders"."placed")::date as d0,
-- 26+|         "customers"."id" as d1,
-- 26+|         sum("orders"."amount") as v0
-- 26+|       from "orders"
-- 26+|       left join "customers" on "customers"."id" = "orders"."customer_id"
-- 26+|       group by 1, 2
-- 26+|     ) as nested
-- 26+|   ) as ranked
-- 46|       sum((i0)::float8 * greatest(0, 1 - abs(r0 - 1 - 0.5::float8 * (n0 - 1)))) as m0
-- 49|         d0,
-- 50|         v0 as i0,
-- 51|         row_number() over (partition by d0 order by v0 nulls last) as r0,
-- 52|         count(v0) over (partition by d0) as n0
-- 53|       from (
-- 54|         select
-- 55|           date_trunc('month', "orders"."placed")::date as d0,
-- 55+|           "customers"."id" as d1,
-- 55+|           sum("orders"."amount") as v0
-- 55+|         from "orders"
-- 55+|         left join "customers" on "customers"."id" = "orders"."customer_id"
-- 55+|         group by 1, 2
-- 55+|       ) as nested
-- 55+|     ) as ranked
-- 72|     where (picked_1.d0 = date_trunc('month', "orders"."placed")::date or (picked_1.d0 is null and date_trunc('month', "orders"."placed")::date is null))
-- 77|     sum((i0)::float8 * greatest(0, 1 - abs(r0 - 1 - 0.5::float8 * (n0 - 1)))) as m1
-- 80|       v0 as i0,
-- 81|       row_number() over (order by v0 nulls last) as r0,
-- 82|       count(v0) over () as n0
-- 83|     from (
-- 84|       select
-- 85|         "customers"."id" as d0,
-- 86|         sum("orders"."amount") as v0
-- 87|       from "orders"
-- 88|       left join "customers" on "customers"."id" = "orders"."customer_id"
-- 89|       where exists (
-- 90|         select 1
-- 90+|         from picked_1
-- 90+|         where (picked_1.d0 = date_trunc('month', "orders"."placed")::date or (picked_1.d0 is null and date_trunc('month', "orders"."placed")::date is null))
-- 90+|       )
-- 90+|       group by 1
-- 90+|     ) as nested
-- 90+|   ) as ranked

-- a filter on aggregates of groups, without other measures, leaves rows out of the totals
-- ["2","30"]
select
  d0 as "orders.placed.month",
  coalesce(max(m0), 0) as "buyers"
from (
  select
    d0,
    count(*) as m0,
    null as m1
  from (
    select
      date_trunc('month', "orders"."placed")::date as d0,
      "customers"."id" as d1
    from "orders"
    left join "customers" on "customers"."id" = "orders"."customer_id"
    group by 1, 2
  ) as nested
  group by 1
  union all
  select
    date_trunc('month', "placed")::date as d0,
    null as m0,
    sum("amount") as m1
  from "orders"
  group by 1
) as branches
group by 1
having (coalesce(max(m0), 0) > $1::bigint or max(m1) < $2::bigint)
order by "orders.placed.month" nulls last
limit 21;
-- totals
-- ["2","30"]
with picked_1 as (
  select d0
  from (
    select
      d0,
      count(*) as m0,
      null as m1
    from (
      select
        date_trunc('month', "orders"."placed")::date as d0,
        "customers"."id" as d1
      from "orders"
      left join "customers" on "customers"."id" = "orders"."customer_id"
      group by 1, 2
    ) as nested
    group by 1
    union all
    select
      date_trunc('month', "placed")::date as d0,
      null as m0,
      sum("amount") as m1
    from "orders"
    group by 1
  ) as branches
  group by 1
  having (coalesce(max(m0), 0) > $1::bigint or max(m1) < $2::bigint)
)
select count(*) as "buyers"
from (
  select "customers"."id" as d0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  where exists (
    select 1
    from picked_1
    where array[picked_1.d0] = array[date_trunc('month', "orders"."placed")::date]
  )
  group by 1
) as nested;
-- duckdb:
-- 68|     where picked_1.d0 is not distinct from date_trunc('month', "orders"."placed")::date
-- mysql:
-- 12|       cast(date_format(`orders`.`placed`, '%Y-%m-01') as date) as d0,
-- 21|     cast(date_format(`placed`, '%Y-%m-01') as date) as d0,
-- 28| having (coalesce(max(m0), 0) > cast(? as signed) or max(m1) < cast(? as signed))
-- 29| order by `orders.placed.month` <=> null, `orders.placed.month`
-- 42|         cast(date_format(`orders`.`placed`, '%Y-%m-01') as date) as d0,
-- 51|       cast(date_format(`placed`, '%Y-%m-01') as date) as d0,
-- 58|   having (coalesce(max(m0), 0) > cast(? as signed) or max(m1) < cast(? as signed))
-- 68|     where picked_1.d0 <=> cast(date_format(`orders`.`placed`, '%Y-%m-01') as date)
-- clickhouse:
-- 12|       toStartOfMonth(toDate32(toTimeZone("orders"."placed", 'UTC'))) as d0,
-- 21|     toStartOfMonth(toDate32(toTimeZone("placed", 'UTC'))) as d0,
-- 23|     sumOrNull("amount" + toDecimal128(0, 0)) as m1
-- 28| having (coalesce(max(m0), 0) > {p1:Int64} or max(m1) < {p2:Int64})
-- 29| order by 1 nulls last
-- 30| limit 21
-- 30+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', optimize_min_equality_disjunction_chain_length = 1000000;
-- 42|         toStartOfMonth(toDate32(toTimeZone("orders"."placed", 'UTC'))) as d0,
-- 51|       toStartOfMonth(toDate32(toTimeZone("placed", 'UTC'))) as d0,
-- 53|       sumOrNull("amount" + toDecimal128(0, 0)) as m1
-- 58|   having (coalesce(max(m0), 0) > {p1:Int64} or max(m1) < {p2:Int64})
-- 65|   where toJSONString(tuple(toStartOfMonth(toDate32(toTimeZone("orders"."placed", 'UTC'))))) in (
-- 66|     select toJSONString(tuple(picked_1.d0))
-- 68 is left out
-- 71| ) as nested
-- 71+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', output_format_json_quote_denormals = 1, optimize_min_equality_disjunction_chain_length = 1000000;
-- trino:
-- 12|       cast(date_trunc('month', cast(cast("orders"."placed" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as d0,
-- 21|     cast(date_trunc('month', cast(cast("placed" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as d0,
-- 28| having (coalesce(max(m0), 0) > cast(? as bigint) or max(m1) < cast(? as bigint))
-- 42|         cast(date_trunc('month', cast(cast("orders"."placed" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as d0,
-- 51|       cast(date_trunc('month', cast(cast("placed" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as d0,
-- 58|   having (coalesce(max(m0), 0) > cast(? as bigint) or max(m1) < cast(? as bigint))
-- 65|   where json_format(cast(array[cast(cast(date_trunc('month', cast(cast("orders"."placed" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as json)] as json)) in (
-- 66|     select json_format(cast(array[cast(picked_1.d0 as json)] as json))
-- 68 is left out
-- bigquery:
-- 12|       date_trunc(cast(datetime(timestamp(`orders`.`placed`), 'UTC') as date), month) as d0,
-- 21|     date_trunc(cast(datetime(timestamp(`placed`), 'UTC') as date), month) as d0,
-- 28| having (coalesce(max(m0), 0) > cast(@p1 as int64) or max(m1) < cast(@p2 as int64))
-- 42|         date_trunc(cast(datetime(timestamp(`orders`.`placed`), 'UTC') as date), month) as d0,
-- 51|       date_trunc(cast(datetime(timestamp(`placed`), 'UTC') as date), month) as d0,
-- 58|   having (coalesce(max(m0), 0) > cast(@p1 as int64) or max(m1) < cast(@p2 as int64))
-- 65|   where to_json_string([to_json_string(date_trunc(cast(datetime(timestamp(`orders`.`placed`), 'UTC') as date), month))]) in (
-- 66|     select to_json_string([to_json_string(picked_1.d0)])
-- 68 is left out
-- databricks:
-- 12|       cast(date_trunc('month', convert_timezone('UTC', `orders`.`placed`)) as date) as d0,
-- 21|     cast(date_trunc('month', convert_timezone('UTC', `placed`)) as date) as d0,
-- 28| having (coalesce(max(m0), 0) > cast(:p1 as bigint) or max(m1) < cast(:p2 as bigint))
-- 42|         cast(date_trunc('month', convert_timezone('UTC', `orders`.`placed`)) as date) as d0,
-- 51|       cast(date_trunc('month', convert_timezone('UTC', `placed`)) as date) as d0,
-- 58|   having (coalesce(max(m0), 0) > cast(:p1 as bigint) or max(m1) < cast(:p2 as bigint))
-- 65|   where to_json(named_struct('c0', cast(date_trunc('month', convert_timezone('UTC', `orders`.`placed`)) as date))) in (
-- 66|     select to_json(named_struct('c0', picked_1.d0))
-- 68 is left out
-- snowflake:
-- 12|       cast(date_trunc('month', cast(convert_timezone('UTC', "orders"."placed") as timestamp_ntz)) as date) as d0,
-- 21|     cast(date_trunc('month', cast(convert_timezone('UTC', "placed") as timestamp_ntz)) as date) as d0,
-- 28| having (coalesce(max(m0), 0) > cast(? as number(38, 0)) or max(m1) < cast(? as number(38, 0)))
-- 42|         cast(date_trunc('month', cast(convert_timezone('UTC', "orders"."placed") as timestamp_ntz)) as date) as d0,
-- 51|       cast(date_trunc('month', cast(convert_timezone('UTC', "placed") as timestamp_ntz)) as date) as d0,
-- 58|   having (coalesce(max(m0), 0) > cast(? as number(38, 0)) or max(m1) < cast(? as number(38, 0)))
-- 65|   where to_json(array_construct(cast(date_trunc('month', cast(convert_timezone('UTC', "orders"."placed") as timestamp_ntz)) as date))) in (
-- 66|     select to_json(array_construct(picked_1.d0))
-- 68 is left out
-- redshift:
-- 68|     where (picked_1.d0 = date_trunc('month', "orders"."placed")::date or (picked_1.d0 is null and date_trunc('month', "orders"."placed")::date is null))

-- an aggregate of groups is compared with a measure
select
  d0 as "orders.placed.month",
  max(m0) as "orders.mean",
  max(m1) as "usual"
from (
  select
    date_trunc('month', "placed")::date as d0,
    avg("amount") as m0,
    null as m1
  from "orders"
  group by 1
  union all
  select
    d0,
    null as m0,
    percentile_cont(0.5) within group (order by v0) as m1
  from (
    select
      date_trunc('month', "orders"."placed")::date as d0,
      "customers"."id" as d1,
      sum("orders"."amount") as v0
    from "orders"
    left join "customers" on "customers"."id" = "orders"."customer_id"
    group by 1, 2
  ) as nested
  group by 1
) as branches
group by 1
having max(m1) < max(m0)
order by "orders.placed.month" nulls last
limit 21;
-- duckdb:
-- 16|     median(v0::double) as m1
-- mysql:
-- 7|     cast(date_format(`placed`, '%Y-%m-01') as date) as d0,
-- 8|     avg(1.0000000000000000 * `amount`) as m0,
-- 16|     sum(i0 * greatest(0, 1 - abs(r0 - 1 - 0.5 * (n0 - 1)))) as m1
-- 19|       d0,
-- 20|       v0 as i0,
-- 21|       row_number() over (partition by d0 order by v0 <=> null, v0) as r0,
-- 22|       count(v0) over (partition by d0) as n0
-- 23|     from (
-- 24|       select
-- 25|         cast(date_format(`orders`.`placed`, '%Y-%m-01') as date) as d0,
-- 25+|         `customers`.`id` as d1,
-- 25+|         sum(`orders`.`amount`) as v0
-- 25+|       from `orders`
-- 25+|       left join `customers` on `customers`.`id` = `orders`.`customer_id`
-- 25+|       group by 1, 2
-- 25+|     ) as nested
-- 25+|   ) as ranked
-- 30| order by `orders.placed.month` <=> null, `orders.placed.month`
-- clickhouse:
-- 7|     toStartOfMonth(toDate32(toTimeZone("placed", 'UTC'))) as d0,
-- 8|     avgOrNull("amount" + toDecimal128(0, 0)) as m0,
-- 16|     quantileExactInclusiveOrNull(0.5)(toFloat64(v0)) as m1
-- 19|       toStartOfMonth(toDate32(toTimeZone("orders"."placed", 'UTC'))) as d0,
-- 21|       sumOrNull("orders"."amount" + toDecimal128(0, 0)) as v0
-- 30| order by 1 nulls last
-- 31| limit 21
-- 31+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 7|     cast(date_trunc('month', cast(cast("placed" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as d0,
-- 8|     avg(cast("amount" as double)) as m0,
-- 16|     sum(cast(i0 as double) * greatest(0e0, 1e0 - abs(r0 - 1e0 - 0.5e0 * (n0 - 1e0)))) as m1
-- 19|       d0,
-- 20|       v0 as i0,
-- 21|       row_number() over (partition by d0 order by v0 nulls last) as r0,
-- 22|       count(v0) over (partition by d0) as n0
-- 23|     from (
-- 24|       select
-- 25|         cast(date_trunc('month', cast(cast("orders"."placed" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as d0,
-- 25+|         "customers"."id" as d1,
-- 25+|         sum("orders"."amount") as v0
-- 25+|       from "orders"
-- 25+|       left join "customers" on "customers"."id" = "orders"."customer_id"
-- 25+|       group by 1, 2
-- 25+|     ) as nested
-- 25+|   ) as ranked
-- bigquery:
-- 7|     date_trunc(cast(datetime(timestamp(`placed`), 'UTC') as date), month) as d0,
-- 8|     avg(cast(`amount` as float64)) as m0,
-- 16|     sum(cast(i0 as float64) * greatest(0e0, 1e0 - abs(r0 - 1e0 - 0.5e0 * (n0 - 1e0)))) as m1
-- 19|       d0,
-- 20|       v0 as i0,
-- 21|       row_number() over (partition by d0 order by v0 nulls last) as r0,
-- 22|       count(v0) over (partition by d0) as n0
-- 23|     from (
-- 24|       select
-- 25|         date_trunc(cast(datetime(timestamp(`orders`.`placed`), 'UTC') as date), month) as d0,
-- 25+|         `customers`.`id` as d1,
-- 25+|         sum(`orders`.`amount`) as v0
-- 25+|       from `orders`
-- 25+|       left join `customers` on `customers`.`id` = `orders`.`customer_id`
-- 25+|       group by 1, 2
-- 25+|     ) as nested
-- 25+|   ) as ranked
-- databricks:
-- 7|     cast(date_trunc('month', convert_timezone('UTC', `placed`)) as date) as d0,
-- 8|     avg(cast(`amount` as double)) as m0,
-- 16|     percentile(cast(v0 as double), 0.5) as m1
-- 19|       cast(date_trunc('month', convert_timezone('UTC', `orders`.`placed`)) as date) as d0,
-- snowflake:
-- 7|     cast(date_trunc('month', cast(convert_timezone('UTC', "placed") as timestamp_ntz)) as date) as d0,
-- 8|     avg(cast("amount" as float)) as m0,
-- 16|     median(cast(v0 as float)) as m1
-- 19|       cast(date_trunc('month', cast(convert_timezone('UTC', "orders"."placed") as timestamp_ntz)) as date) as d0,
-- redshift:
-- 8|     avg(("amount")::float8) as m0,
-- 16|     sum((i0)::float8 * greatest(0, 1 - abs(r0 - 1 - 0.5::float8 * (n0 - 1)))) as m1
-- 19|       d0,
-- 20|       v0 as i0,
-- 21|       row_number() over (partition by d0 order by v0 nulls last) as r0,
-- 22|       count(v0) over (partition by d0) as n0
-- 23|     from (
-- 24|       select
-- 25|         date_trunc('month', "orders"."placed")::date as d0,
-- 25+|         "customers"."id" as d1,
-- 25+|         sum("orders"."amount") as v0
-- 25+|       from "orders"
-- 25+|       left join "customers" on "customers"."id" = "orders"."customer_id"
-- 25+|       group by 1, 2
-- 25+|     ) as nested
-- 25+|   ) as ranked

-- two aggregates of groups are compared
select
  d0 as "orders.placed.month",
  max(v0) as "most",
  sum(v0) as "whole"
from (
  select
    date_trunc('month', "orders"."placed")::date as d0,
    "customers"."id" as d1,
    sum("orders"."amount") as v0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1, 2
) as nested
group by 1
having not coalesce(max(v0) = sum(v0), false)
order by "orders.placed.month" nulls last
limit 21;
-- totals
with picked_1 as (
  select d0
  from (
    select
      date_trunc('month', "orders"."placed")::date as d0,
      "customers"."id" as d1,
      sum("orders"."amount") as v0
    from "orders"
    left join "customers" on "customers"."id" = "orders"."customer_id"
    group by 1, 2
  ) as nested
  group by 1
  having not coalesce(max(v0) = sum(v0), false)
)
select
  max(v0) as "most",
  sum(v0) as "whole"
from (
  select
    "customers"."id" as d0,
    sum("orders"."amount") as v0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  where exists (
    select 1
    from picked_1
    where array[picked_1.d0] = array[date_trunc('month', "orders"."placed")::date]
  )
  group by 1
) as nested;
-- duckdb:
-- 45|     where picked_1.d0 is not distinct from date_trunc('month', "orders"."placed")::date
-- mysql:
-- 7|     cast(date_format(`orders`.`placed`, '%Y-%m-01') as date) as d0,
-- 16| order by `orders.placed.month` <=> null, `orders.placed.month`
-- 23|       cast(date_format(`orders`.`placed`, '%Y-%m-01') as date) as d0,
-- 45|     where picked_1.d0 <=> cast(date_format(`orders`.`placed`, '%Y-%m-01') as date)
-- clickhouse:
-- 3|   maxOrNull(v0) as "most",
-- 4|   sumOrNull(v0 + toDecimal128(0, 0)) as "whole"
-- 7|     toStartOfMonth(toDate32(toTimeZone("orders"."placed", 'UTC'))) as d0,
-- 9|     sumOrNull("orders"."amount" + toDecimal128(0, 0)) as v0
-- 15| having not coalesce(maxOrNull(v0) = sumOrNull(v0 + toDecimal128(0, 0)), false)
-- 16| order by 1 nulls last
-- 17| limit 21
-- 17+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- 23|       toStartOfMonth(toDate32(toTimeZone("orders"."placed", 'UTC'))) as d0,
-- 25|       sumOrNull("orders"."amount" + toDecimal128(0, 0)) as v0
-- 31|   having not coalesce(maxOrNull(v0) = sumOrNull(v0 + toDecimal128(0, 0)), false)
-- 34|   maxOrNull(v0) as "most",
-- 35|   sumOrNull(v0 + toDecimal128(0, 0)) as "whole"
-- 39|     sumOrNull("orders"."amount" + toDecimal128(0, 0)) as v0
-- 42|   where toJSONString(tuple(toStartOfMonth(toDate32(toTimeZone("orders"."placed", 'UTC'))))) in (
-- 43|     select toJSONString(tuple(picked_1.d0))
-- 45 is left out
-- 48| ) as nested
-- 48+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', output_format_json_quote_denormals = 1;
-- trino:
-- 7|     cast(date_trunc('month', cast(cast("orders"."placed" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as d0,
-- 23|       cast(date_trunc('month', cast(cast("orders"."placed" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as d0,
-- 42|   where json_format(cast(array[cast(cast(date_trunc('month', cast(cast("orders"."placed" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as json)] as json)) in (
-- 43|     select json_format(cast(array[cast(picked_1.d0 as json)] as json))
-- 45 is left out
-- bigquery:
-- 7|     date_trunc(cast(datetime(timestamp(`orders`.`placed`), 'UTC') as date), month) as d0,
-- 23|       date_trunc(cast(datetime(timestamp(`orders`.`placed`), 'UTC') as date), month) as d0,
-- 42|   where to_json_string([to_json_string(date_trunc(cast(datetime(timestamp(`orders`.`placed`), 'UTC') as date), month))]) in (
-- 43|     select to_json_string([to_json_string(picked_1.d0)])
-- 45 is left out
-- databricks:
-- 7|     cast(date_trunc('month', convert_timezone('UTC', `orders`.`placed`)) as date) as d0,
-- 23|       cast(date_trunc('month', convert_timezone('UTC', `orders`.`placed`)) as date) as d0,
-- 42|   where to_json(named_struct('c0', cast(date_trunc('month', convert_timezone('UTC', `orders`.`placed`)) as date))) in (
-- 43|     select to_json(named_struct('c0', picked_1.d0))
-- 45 is left out
-- snowflake:
-- 7|     cast(date_trunc('month', cast(convert_timezone('UTC', "orders"."placed") as timestamp_ntz)) as date) as d0,
-- 23|       cast(date_trunc('month', cast(convert_timezone('UTC', "orders"."placed") as timestamp_ntz)) as date) as d0,
-- 42|   where to_json(array_construct(cast(date_trunc('month', cast(convert_timezone('UTC', "orders"."placed") as timestamp_ntz)) as date))) in (
-- 43|     select to_json(array_construct(picked_1.d0))
-- 45 is left out
-- redshift:
-- 45|     where (picked_1.d0 = date_trunc('month', "orders"."placed")::date or (picked_1.d0 is null and date_trunc('month', "orders"."placed")::date is null))

-- top chooses by an aggregate of groups
with results_1 as (
  select
    d0,
    avg(v0) as x0
  from (
    select
      "customers"."region" as d0,
      "customers"."id" as d1,
      sum("orders"."amount") as v0
    from "orders"
    left join "customers" on "customers"."id" = "orders"."customer_id"
    where "customers"."region" is not null
    group by 1, 2
  ) as nested
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
  d0 as "customers.region",
  d1 as "orders.status",
  coalesce(max(m0), 0) as "orders.count",
  max(m1) as "usual"
from (
  select
    "customers"."region" as d0,
    "orders"."status" as d1,
    count(*) as m0,
    null as m1
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  where "customers"."region" is not null
    and exists (
      select 1
      from asked_1
      where array[asked_1.d0] = array["customers"."region"]
    )
  group by 1, 2
  union all
  select
    d0,
    d1,
    null as m0,
    avg(v0) as m1
  from (
    select
      "customers"."region" as d0,
      "orders"."status" as d1,
      "customers"."id" as d2,
      sum("orders"."amount") as v0
    from "orders"
    left join "customers" on "customers"."id" = "orders"."customer_id"
    where "customers"."region" is not null
      and exists (
        select 1
        from asked_1
        where array[asked_1.d0] = array["customers"."region"]
      )
    group by 1, 2, 3
  ) as nested
  group by 1, 2
) as branches
group by 1, 2
order by "customers.region" nulls last, "orders.status" nulls last
limit 21;
-- duckdb:
-- 46|       where asked_1.d0 is not distinct from "customers"."region"
-- 67|         where asked_1.d0 is not distinct from "customers"."region"
-- mysql:
-- 4|     avg(1.0000000000000000 * v0) as x0
-- 24|       row_number() over (order by x0 desc, d0 <=> null, d0) as place
-- 46|       where asked_1.d0 <=> `customers`.`region`
-- 54|     avg(1.0000000000000000 * v0) as m1
-- 67|         where asked_1.d0 <=> `customers`.`region`
-- 74| order by `customers.region` <=> null, `customers.region`, `orders.status` <=> null, `orders.status`
-- clickhouse:
-- 4|     avgOrNull(v0 + toDecimal128(0, 0)) as x0
-- 9|       sumOrNull("orders"."amount" + toDecimal128(0, 0)) as v0
-- 24|       row_number() over (order by x0 <> x0 desc nulls last, x0 desc nulls last, d0 nulls last) as place
-- 43|     and toJSONString(tuple("customers"."region")) in (
-- 44|       select toJSONString(tuple(asked_1.d0))
-- 46 is left out
-- 54|     avgOrNull(v0 + toDecimal128(0, 0)) as m1
-- 60|       sumOrNull("orders"."amount" + toDecimal128(0, 0)) as v0
-- 64|       and toJSONString(tuple("customers"."region")) in (
-- 65|         select toJSONString(tuple(asked_1.d0))
-- 67 is left out
-- 74| order by 1 nulls last, 2 nulls last
-- 75| limit 21
-- 75+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', output_format_json_quote_denormals = 1;
-- trino:
-- 4|     avg(cast(v0 as double)) as x0
-- 43|     and json_format(cast(array[cast("customers"."region" as json)] as json)) in (
-- 44|       select json_format(cast(array[cast(asked_1.d0 as json)] as json))
-- 46 is left out
-- 54|     avg(cast(v0 as double)) as m1
-- 64|       and json_format(cast(array[cast("customers"."region" as json)] as json)) in (
-- 65|         select json_format(cast(array[cast(asked_1.d0 as json)] as json))
-- 67 is left out
-- bigquery:
-- 4|     avg(cast(v0 as float64)) as x0
-- 43|     and to_json_string([to_json_string(`customers`.`region`)]) in (
-- 44|       select to_json_string([to_json_string(asked_1.d0)])
-- 46 is left out
-- 54|     avg(cast(v0 as float64)) as m1
-- 64|       and to_json_string([to_json_string(`customers`.`region`)]) in (
-- 65|         select to_json_string([to_json_string(asked_1.d0)])
-- 67 is left out
-- databricks:
-- 4|     avg(cast(v0 as double)) as x0
-- 43|     and to_json(named_struct('c0', `customers`.`region`)) in (
-- 44|       select to_json(named_struct('c0', asked_1.d0))
-- 46 is left out
-- 54|     avg(cast(v0 as double)) as m1
-- 64|       and to_json(named_struct('c0', `customers`.`region`)) in (
-- 65|         select to_json(named_struct('c0', asked_1.d0))
-- 67 is left out
-- snowflake:
-- 4|     avg(cast(v0 as float)) as x0
-- 43|     and to_json(array_construct("customers"."region")) in (
-- 44|       select to_json(array_construct(asked_1.d0))
-- 46 is left out
-- 54|     avg(cast(v0 as float)) as m1
-- 64|       and to_json(array_construct("customers"."region")) in (
-- 65|         select to_json(array_construct(asked_1.d0))
-- 67 is left out
-- redshift:
-- 4|     avg((v0)::float8) as x0
-- 46|       where (asked_1.d0 = "customers"."region" or (asked_1.d0 is null and "customers"."region" is null))
-- 54|     avg((v0)::float8) as m1
-- 67|         where (asked_1.d0 = "customers"."region" or (asked_1.d0 is null and "customers"."region" is null))

-- the rest of a top has groups of its own
-- ["rest"]
with results_1 as (
  select
    d0,
    count(*) as x0
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
asked_1 as (
  select
    d0,
    place
  from (
    select
      d0,
      row_number() over (order by x0 nulls last, d0 nulls last) as place
    from results_1
  ) as numbered
  where place <= 1
)
select
  d0 as "customers.region",
  avg(v0) as "usual",
  count(*) as "buyers"
from (
  select
    case when asked_1.place is not null then "customers"."region"::text else $1 end as d0,
    "customers"."id" as d1,
    sum("orders"."amount") as v0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  left join asked_1 on array[asked_1.d0] = array["customers"."region"]
  group by 1, 2
) as nested
group by 1
order by "customers.region" nulls last
limit 21;
-- totals
with results_1 as (
  select
    d0,
    count(*) as x0
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
asked_1 as (
  select
    d0,
    place
  from (
    select
      d0,
      row_number() over (order by x0 nulls last, d0 nulls last) as place
    from results_1
  ) as numbered
  where place <= 1
)
select
  avg(v0) as "usual",
  count(*) as "buyers"
from (
  select
    "customers"."id" as d0,
    sum("orders"."amount") as v0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  left join asked_1 on array[asked_1.d0] = array["customers"."region"]
  group by 1
) as nested;
-- duckdb:
-- 39|   left join asked_1 on asked_1.d0 is not distinct from "customers"."region"
-- 81|   left join asked_1 on asked_1.d0 is not distinct from "customers"."region"
-- mysql:
-- 23|       row_number() over (order by x0 <=> null, x0, d0 <=> null, d0) as place
-- 30|   avg(1.0000000000000000 * v0) as `usual`,
-- 34|     case when asked_1.place is not null then `customers`.`region` else ? end as d0,
-- 39|   left join asked_1 on asked_1.d0 <=> `customers`.`region`
-- 43| order by `customers.region` <=> null, `customers.region`
-- 67|       row_number() over (order by x0 <=> null, x0, d0 <=> null, d0) as place
-- 73|   avg(1.0000000000000000 * v0) as `usual`,
-- 81|   left join asked_1 on asked_1.d0 <=> `customers`.`region`
-- clickhouse:
-- 30|   avgOrNull(v0 + toDecimal128(0, 0)) as "usual",
-- 34|     case when asked_1.place is not null then toString("customers"."region") else {p1:String} end as d0,
-- 36|     sumOrNull("orders"."amount" + toDecimal128(0, 0)) as v0
-- 39|   left join asked_1 on [asked_1.d0] = ["customers"."region"]
-- 43| order by 1 nulls last
-- 44| limit 21
-- 44+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- 73|   avgOrNull(v0 + toDecimal128(0, 0)) as "usual",
-- 78|     sumOrNull("orders"."amount" + toDecimal128(0, 0)) as v0
-- 81|   left join asked_1 on [asked_1.d0] = ["customers"."region"]
-- 83| ) as nested
-- 83+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 30|   avg(cast(v0 as double)) as "usual",
-- 34|     case when asked_1.place is not null then cast("customers"."region" as varchar) else ? end as d0,
-- 39|   left join asked_1 on asked_1.d0 is not distinct from "customers"."region"
-- 73|   avg(cast(v0 as double)) as "usual",
-- 81|   left join asked_1 on asked_1.d0 is not distinct from "customers"."region"
-- bigquery:
-- 30|   avg(cast(v0 as float64)) as `usual`,
-- 34|     case when asked_1.place is not null then cast(`customers`.`region` as string) else @p1 end as d0,
-- 39|   left join asked_1 on to_json_string(asked_1.d0) = to_json_string(`customers`.`region`)
-- 73|   avg(cast(v0 as float64)) as `usual`,
-- 81|   left join asked_1 on to_json_string(asked_1.d0) = to_json_string(`customers`.`region`)
-- databricks:
-- 30|   avg(cast(v0 as double)) as `usual`,
-- 34|     case when asked_1.place is not null then cast(`customers`.`region` as string) else :p1 end as d0,
-- 39|   left join asked_1 on asked_1.d0 <=> `customers`.`region`
-- 73|   avg(cast(v0 as double)) as `usual`,
-- 81|   left join asked_1 on asked_1.d0 <=> `customers`.`region`
-- snowflake:
-- 30|   avg(cast(v0 as float)) as "usual",
-- 34|     case when asked_1.place is not null then cast("customers"."region" as varchar) else ? end as d0,
-- 39|   left join asked_1 on equal_null(asked_1.d0, "customers"."region")
-- 73|   avg(cast(v0 as float)) as "usual",
-- 81|   left join asked_1 on equal_null(asked_1.d0, "customers"."region")
-- redshift:
-- 30|   avg((v0)::float8) as "usual",
-- 34|     case when asked_1.place is not null then "customers"."region"::varchar else $1 end as d0,
-- 39|   left join asked_1 on (asked_1.d0 = "customers"."region" or (asked_1.d0 is null and "customers"."region" is null))
-- 73|   avg((v0)::float8) as "usual",
-- 81|   left join asked_1 on (asked_1.d0 = "customers"."region" or (asked_1.d0 is null and "customers"."region" is null))

-- the rest of a top is grouped by the original values
-- ["rest"]
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
      row_number() over (order by x0 nulls last, d0 nulls last) as place
    from results_1
  ) as numbered
  where place <= 1
)
select
  d0 as "customers.region",
  count(*) as "regions"
from (
  select
    case when asked_1.place is not null then "customers"."region"::text else $1 end as d0,
    "customers"."region" as d1
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  left join asked_1 on array[asked_1.d0] = array["customers"."region"]
  group by 1, 2
) as nested
group by 1
order by "customers.region" nulls last
limit 21;
-- duckdb:
-- 31|   left join asked_1 on asked_1.d0 is not distinct from "customers"."region"
-- mysql:
-- 17|       row_number() over (order by x0 <=> null, x0, d0 <=> null, d0) as place
-- 27|     case when asked_1.place is not null then `customers`.`region` else ? end as d0,
-- 31|   left join asked_1 on asked_1.d0 <=> `customers`.`region`
-- 35| order by `customers.region` <=> null, `customers.region`
-- clickhouse:
-- 5|     sumOrNull("orders"."amount" + toDecimal128(0, 0)) as x0
-- 27|     case when asked_1.place is not null then toString("customers"."region") else {p1:String} end as d0,
-- 31|   left join asked_1 on [asked_1.d0] = ["customers"."region"]
-- 35| order by 1 nulls last
-- 36| limit 21
-- 36+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 27|     case when asked_1.place is not null then cast("customers"."region" as varchar) else ? end as d0,
-- 31|   left join asked_1 on asked_1.d0 is not distinct from "customers"."region"
-- bigquery:
-- 27|     case when asked_1.place is not null then cast(`customers`.`region` as string) else @p1 end as d0,
-- 31|   left join asked_1 on to_json_string(asked_1.d0) = to_json_string(`customers`.`region`)
-- databricks:
-- 27|     case when asked_1.place is not null then cast(`customers`.`region` as string) else :p1 end as d0,
-- 31|   left join asked_1 on asked_1.d0 <=> `customers`.`region`
-- snowflake:
-- 27|     case when asked_1.place is not null then cast("customers"."region" as varchar) else ? end as d0,
-- 31|   left join asked_1 on equal_null(asked_1.d0, "customers"."region")
-- redshift:
-- 27|     case when asked_1.place is not null then "customers"."region"::varchar else $1 end as d0,
-- 31|   left join asked_1 on (asked_1.d0 = "customers"."region" or (asked_1.d0 is null and "customers"."region" is null))

-- each of two facts has its own groups
select
  coalesce(max(m0), 0) as "buyers",
  coalesce(max(m1), 0) as "visitors",
  max(m2) as "most"
from (
  select
    count(*) as m0,
    null as m1,
    null as m2
  from (
    select "customers"."name" as d0
    from "orders"
    left join "customers" on "customers"."id" = "orders"."customer_id"
    group by 1
  ) as nested
  union all
  select
    null as m0,
    count(*) as m1,
    max(v0) as m2
  from (
    select
      "customers"."name" as d0,
      count(*) as v0
    from "visits"
    left join "customers" on "customers"."id" = "visits"."customer_id"
    group by 1
  ) as nested
) as branches;
-- totals
select
  coalesce(max(m0), 0) as "buyers",
  coalesce(max(m1), 0) as "visitors",
  max(m2) as "most"
from (
  select
    count(*) as m0,
    null as m1,
    null as m2
  from (
    select "customers"."name" as d0
    from "orders"
    left join "customers" on "customers"."id" = "orders"."customer_id"
    group by 1
  ) as nested
  union all
  select
    null as m0,
    count(*) as m1,
    max(v0) as m2
  from (
    select
      "customers"."name" as d0,
      count(*) as v0
    from "visits"
    left join "customers" on "customers"."id" = "visits"."customer_id"
    group by 1
  ) as nested
) as branches;
-- duckdb, mysql, trino, bigquery, databricks, snowflake, redshift: the same
-- clickhouse:
-- 20|     maxOrNull(v0) as m2
-- 29| ) as branches
-- 29+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- 50|     maxOrNull(v0) as m2
-- 59| ) as branches
-- 59+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- calculations of an aggregate of groups
-- ["7"]
with groups_1 as (
  select
    d0,
    count(*) as m0
  from (
    select
      date_trunc('month', "orders"."placed")::date as d0,
      "customers"."id" as d1
    from "orders"
    left join "customers" on "customers"."id" = "orders"."customer_id"
    group by 1, 2
  ) as nested
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
    case when d0 is not null then x0 - lag(x0, 1) over (order by d0 nulls last) end as c0,
    case when d0 is not null then sum(x0) over (partition by shown order by d0 nulls last rows between unbounded preceding and current row) end as c1
  from results_1
)
select
  d0 as "orders.placed.month",
  x0 as "buyers",
  c0 as "more",
  c1 as "so far"
from calculated_1
where shown = 1
  and c1 < $1::bigint
order by "orders.placed.month" nulls last
limit 21;
-- duckdb:
-- 17|   select unnest(generate_series(min(d0)::timestamp, case when not isfinite(min(d0)) or not isfinite(max(d0)) then concat('fillGaps: over 100000 periods', substr(max(d0)::text, 1, 0))::date else max(d0) end::timestamp, interval '1 month'))::date as d0
-- mysql:
-- 2| with recursive groups_1 as (
-- 8|       cast(date_format(`orders`.`placed`, '%Y-%m-01') as date) as d0,
-- 17|   select
-- 17+|     1 as n,
-- 17+|     min(d0) as d0,
-- 17+|     min(d0) as first,
-- 17+|     max(d0) as last
-- 18+|   having first <= last
-- 18+|   union all
-- 18+|   select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
-- 18+|   from periods_1
-- 18+|   cross join (select 0 as bit union all select 1) as bits
-- 18+|   where first + interval (n * 2 + bit - 1) month <= last
-- 38|     case when d0 is not null then x0 - lag(x0, 1) over (order by d0 <=> null, d0) end as c0,
-- 39|     case when d0 is not null then sum(x0) over (partition by shown order by d0 <=> null, d0 rows between unbounded preceding and current row) end as c1
-- 49|   and c1 < cast(? as signed)
-- 50| order by `orders.placed.month` <=> null, `orders.placed.month`
-- clickhouse:
-- 8|       toStartOfMonth(toDate32(toTimeZone("orders"."placed", 'UTC'))) as d0,
-- 17|   select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
-- 18|   from (
-- 18+|     select
-- 18+|       minOrNull(d0) as lo,
-- 18+|       maxOrNull(d0) as hi
-- 18+|     from groups_1
-- 18+|   ) as bounds
-- 18+|   where lo <= hi
-- 38|     case when d0 is not null then x0 - lagInFrame(toNullable(x0), 1) over (order by d0 nulls last rows between unbounded preceding and unbounded following) end as c0,
-- 49|   and c1 < {p1:Int64}
-- 50| order by 1 nulls last
-- 51| limit 21
-- 51+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 8|       cast(date_trunc('month', cast(cast("orders"."placed" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as d0,
-- 17|   select date_add('month', many * 10000 + few, lo) as d0
-- 18|   from (
-- 18+|     select
-- 18+|       min(d0) as lo,
-- 18+|       max(d0) as hi
-- 18+|     from groups_1
-- 18+|   ) as bounds
-- 18+|   cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
-- 18+|   cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
-- 18+|   where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
-- 49|   and c1 < cast(? as bigint)
-- bigquery:
-- 8|       date_trunc(cast(datetime(timestamp(`orders`.`placed`), 'UTC') as date), month) as d0,
-- 17|   select step as d0
-- 18|   from (
-- 18+|     select
-- 18+|       min(d0) as lo,
-- 18+|       max(d0) as hi
-- 18+|     from groups_1
-- 18+|   ) as bounds
-- 18+|   cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
-- 46|   c1 as `c_so_far__2c52mem0qw515`
-- 49|   and c1 < cast(@p1 as int64)
-- databricks:
-- 8|       cast(date_trunc('month', convert_timezone('UTC', `orders`.`placed`)) as date) as d0,
-- 17|   select explode(sequence(lo, hi, interval 1 month)) as d0
-- 18|   from (
-- 18+|     select
-- 18+|       min(d0) as lo,
-- 18+|       max(d0) as hi
-- 18+|     from groups_1
-- 18+|   ) as bounds
-- 18+|   where lo <= hi
-- 49|   and c1 < cast(:p1 as bigint)
-- snowflake:
-- 8|       cast(date_trunc('month', cast(convert_timezone('UTC', "orders"."placed") as timestamp_ntz)) as date) as d0,
-- 17|   select dateadd(month, cast(steps.value as integer), lo) as d0
-- 18|   from (
-- 18+|     select
-- 18+|       min(d0) as lo,
-- 18+|       max(d0) as hi
-- 18+|     from groups_1
-- 18+|   ) as bounds
-- 18+|   cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
-- 49|   and c1 < cast(? as number(38, 0))
-- redshift:
-- 17|   select dateadd(month, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
-- 18|   from (
-- 18+|     select
-- 18+|       min(d0) as lo,
-- 18+|       max(d0) as hi
-- 18+|     from groups_1
-- 18+|   ) as bounds
-- 18+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(month, lo, hi)
-- 18+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(month, lo, hi)
-- 18+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(month, lo, hi)
-- 18+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(month, lo, hi)
-- 18+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(month, lo, hi)
-- 18+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(month, lo, hi)
-- 18+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(month, lo, hi)

-- each period of a comparison has its own groups
-- ["2024-03-01 00:00:00","2024-04-01 00:00:00","2024-01-01 00:00:00","2024-02-01 00:00:00"]
select
  d0 as "customers.region",
  max(m0) as "usual",
  max(m2) as "usual@before",
  1.0 * (max(m0) - max(m2)) / nullif(max(m2), 0) as "usual@change",
  coalesce(max(m1), 0) as "buyers",
  coalesce(max(m3), 0) as "buyers@before",
  1.0 * (coalesce(max(m1), 0) - coalesce(max(m3), 0)) / nullif(coalesce(max(m3), 0), 0) as "buyers@change"
from (
  select
    d0,
    avg(v0) as m0,
    count(*) as m1,
    null as m2,
    null as m3
  from (
    select
      "customers"."region" as d0,
      "customers"."id" as d1,
      sum("orders"."amount") as v0
    from "orders"
    left join "customers" on "customers"."id" = "orders"."customer_id"
    where "orders"."placed" >= $1::timestamp and "orders"."placed" < $2::timestamp
    group by 1, 2
  ) as nested
  group by 1
  union all
  select
    d0,
    null as m0,
    null as m1,
    avg(v0) as m2,
    count(*) as m3
  from (
    select
      "customers"."region" as d0,
      "customers"."id" as d1,
      sum("orders"."amount") as v0
    from "orders"
    left join "customers" on "customers"."id" = "orders"."customer_id"
    where "orders"."placed" >= $3::timestamp
      and "orders"."placed" < $4::timestamp
    group by 1, 2
  ) as nested
  group by 1
) as branches
group by 1
order by "customers.region" nulls last
limit 21;
-- totals
-- ["2024-03-01 00:00:00","2024-04-01 00:00:00","2024-01-01 00:00:00","2024-02-01 00:00:00"]
select
  max(m0) as "usual",
  max(m2) as "usual@before",
  1.0 * (max(m0) - max(m2)) / nullif(max(m2), 0) as "usual@change",
  coalesce(max(m1), 0) as "buyers",
  coalesce(max(m3), 0) as "buyers@before",
  1.0 * (coalesce(max(m1), 0) - coalesce(max(m3), 0)) / nullif(coalesce(max(m3), 0), 0) as "buyers@change"
from (
  select
    avg(v0) as m0,
    count(*) as m1,
    null as m2,
    null as m3
  from (
    select
      "customers"."id" as d0,
      sum("orders"."amount") as v0
    from "orders"
    left join "customers" on "customers"."id" = "orders"."customer_id"
    where "orders"."placed" >= $1::timestamp and "orders"."placed" < $2::timestamp
    group by 1
  ) as nested
  union all
  select
    null as m0,
    null as m1,
    avg(v0) as m2,
    count(*) as m3
  from (
    select
      "customers"."id" as d0,
      sum("orders"."amount") as v0
    from "orders"
    left join "customers" on "customers"."id" = "orders"."customer_id"
    where "orders"."placed" >= $3::timestamp
      and "orders"."placed" < $4::timestamp
    group by 1
  ) as nested
) as branches;
-- duckdb:
-- 6|   (max(m0) - max(m2)) / nullif(max(m2), 0) as "usual@change",
-- 9|   (coalesce(max(m1), 0) - coalesce(max(m3), 0)) / nullif(coalesce(max(m3), 0), 0) as "buyers@change"
-- 56|   (max(m0) - max(m2)) / nullif(max(m2), 0) as "usual@change",
-- 59|   (coalesce(max(m1), 0) - coalesce(max(m3), 0)) / nullif(coalesce(max(m3), 0), 0) as "buyers@change"
-- mysql:
-- 6|   1.0000000000000000 * (max(m0) - max(m2)) / nullif(max(m2), 0) as `usual@change`,
-- 9|   1.0000000000000000 * (coalesce(max(m1), 0) - coalesce(max(m3), 0)) / nullif(coalesce(max(m3), 0), 0) as `buyers@change`
-- 13|     avg(1.0000000000000000 * v0) as m0,
-- 24|     where `orders`.`placed` >= cast(? as datetime(6)) and `orders`.`placed` < cast(? as datetime(6))
-- 33|     avg(1.0000000000000000 * v0) as m2,
-- 42|     where `orders`.`placed` >= cast(? as datetime(6))
-- 43|       and `orders`.`placed` < cast(? as datetime(6))
-- 49| order by `customers.region` <=> null, `customers.region`
-- 56|   1.0000000000000000 * (max(m0) - max(m2)) / nullif(max(m2), 0) as `usual@change`,
-- 59|   1.0000000000000000 * (coalesce(max(m1), 0) - coalesce(max(m3), 0)) / nullif(coalesce(max(m3), 0), 0) as `buyers@change`
-- 62|     avg(1.0000000000000000 * v0) as m0,
-- 72|     where `orders`.`placed` >= cast(? as datetime(6)) and `orders`.`placed` < cast(? as datetime(6))
-- 79|     avg(1.0000000000000000 * v0) as m2,
-- 87|     where `orders`.`placed` >= cast(? as datetime(6))
-- 88|       and `orders`.`placed` < cast(? as datetime(6))
-- clickhouse:
-- 6|   1e0 * (max(m0) - max(m2)) / nullif(max(m2), 0) as "usual@change",
-- 9|   1e0 * (coalesce(max(m1), 0) - coalesce(max(m3), 0)) / nullif(coalesce(max(m3), 0), 0) as "buyers@change"
-- 13|     avgOrNull(v0 + toDecimal128(0, 0)) as m0,
-- 21|       sumOrNull("orders"."amount" + toDecimal128(0, 0)) as v0
-- 24|     where "orders"."placed" >= {p1:DateTime64(6, 'UTC')} and "orders"."placed" < {p2:DateTime64(6, 'UTC')}
-- 33|     avgOrNull(v0 + toDecimal128(0, 0)) as m2,
-- 39|       sumOrNull("orders"."amount" + toDecimal128(0, 0)) as v0
-- 42|     where "orders"."placed" >= {p3:DateTime64(6, 'UTC')}
-- 43|       and "orders"."placed" < {p4:DateTime64(6, 'UTC')}
-- 49| order by 1 nulls last
-- 50| limit 21
-- 50+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- 56|   1e0 * (max(m0) - max(m2)) / nullif(max(m2), 0) as "usual@change",
-- 59|   1e0 * (coalesce(max(m1), 0) - coalesce(max(m3), 0)) / nullif(coalesce(max(m3), 0), 0) as "buyers@change"
-- 62|     avgOrNull(v0 + toDecimal128(0, 0)) as m0,
-- 69|       sumOrNull("orders"."amount" + toDecimal128(0, 0)) as v0
-- 72|     where "orders"."placed" >= {p1:DateTime64(6, 'UTC')} and "orders"."placed" < {p2:DateTime64(6, 'UTC')}
-- 79|     avgOrNull(v0 + toDecimal128(0, 0)) as m2,
-- 84|       sumOrNull("orders"."amount" + toDecimal128(0, 0)) as v0
-- 87|     where "orders"."placed" >= {p3:DateTime64(6, 'UTC')}
-- 88|       and "orders"."placed" < {p4:DateTime64(6, 'UTC')}
-- 91| ) as branches
-- 91+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 6|   1e0 * (max(m0) - max(m2)) / nullif(max(m2), 0) as "usual@change",
-- 9|   1e0 * (coalesce(max(m1), 0) - coalesce(max(m3), 0)) / nullif(coalesce(max(m3), 0), 0) as "buyers@change"
-- 13|     avg(cast(v0 as double)) as m0,
-- 24|     where "orders"."placed" >= cast(? as timestamp(6)) and "orders"."placed" < cast(? as timestamp(6))
-- 33|     avg(cast(v0 as double)) as m2,
-- 42|     where "orders"."placed" >= cast(? as timestamp(6))
-- 43|       and "orders"."placed" < cast(? as timestamp(6))
-- 56|   1e0 * (max(m0) - max(m2)) / nullif(max(m2), 0) as "usual@change",
-- 59|   1e0 * (coalesce(max(m1), 0) - coalesce(max(m3), 0)) / nullif(coalesce(max(m3), 0), 0) as "buyers@change"
-- 62|     avg(cast(v0 as double)) as m0,
-- 72|     where "orders"."placed" >= cast(? as timestamp(6)) and "orders"."placed" < cast(? as timestamp(6))
-- 79|     avg(cast(v0 as double)) as m2,
-- 87|     where "orders"."placed" >= cast(? as timestamp(6))
-- 88|       and "orders"."placed" < cast(? as timestamp(6))
-- bigquery:
-- 5|   max(m2) as `c_usual_before__2njbadl2q3ruv`,
-- 6|   1e0 * (max(m0) - max(m2)) / nullif(max(m2), 0) as `c_usual_change__dca6cm2tpu8d`,
-- 8|   coalesce(max(m3), 0) as `c_buyers_before__1ofu5dipmtyp4`,
-- 9|   1e0 * (coalesce(max(m1), 0) - coalesce(max(m3), 0)) / nullif(coalesce(max(m3), 0), 0) as `c_buyers_change__2npurdl405nr5`
-- 13|     avg(cast(v0 as float64)) as m0,
-- 24|     where `orders`.`placed` >= @p1 and `orders`.`placed` < @p2
-- 33|     avg(cast(v0 as float64)) as m2,
-- 42|     where `orders`.`placed` >= @p3
-- 43|       and `orders`.`placed` < @p4
-- 55|   max(m2) as `c_usual_before__2njbadl2q3ruv`,
-- 56|   1e0 * (max(m0) - max(m2)) / nullif(max(m2), 0) as `c_usual_change__dca6cm2tpu8d`,
-- 58|   coalesce(max(m3), 0) as `c_buyers_before__1ofu5dipmtyp4`,
-- 59|   1e0 * (coalesce(max(m1), 0) - coalesce(max(m3), 0)) / nullif(coalesce(max(m3), 0), 0) as `c_buyers_change__2npurdl405nr5`
-- 62|     avg(cast(v0 as float64)) as m0,
-- 72|     where `orders`.`placed` >= @p1 and `orders`.`placed` < @p2
-- 79|     avg(cast(v0 as float64)) as m2,
-- 87|     where `orders`.`placed` >= @p3
-- 88|       and `orders`.`placed` < @p4
-- databricks:
-- 6|   1D * (max(m0) - max(m2)) / nullif(max(m2), 0) as `usual@change`,
-- 9|   1D * (coalesce(max(m1), 0) - coalesce(max(m3), 0)) / nullif(coalesce(max(m3), 0), 0) as `buyers@change`
-- 13|     avg(cast(v0 as double)) as m0,
-- 24|     where `orders`.`placed` >= cast(concat(:p1, 'Z') as timestamp) and `orders`.`placed` < cast(concat(:p2, 'Z') as timestamp)
-- 33|     avg(cast(v0 as double)) as m2,
-- 42|     where `orders`.`placed` >= cast(concat(:p3, 'Z') as timestamp)
-- 43|       and `orders`.`placed` < cast(concat(:p4, 'Z') as timestamp)
-- 56|   1D * (max(m0) - max(m2)) / nullif(max(m2), 0) as `usual@change`,
-- 59|   1D * (coalesce(max(m1), 0) - coalesce(max(m3), 0)) / nullif(coalesce(max(m3), 0), 0) as `buyers@change`
-- 62|     avg(cast(v0 as double)) as m0,
-- 72|     where `orders`.`placed` >= cast(concat(:p1, 'Z') as timestamp) and `orders`.`placed` < cast(concat(:p2, 'Z') as timestamp)
-- 79|     avg(cast(v0 as double)) as m2,
-- 87|     where `orders`.`placed` >= cast(concat(:p3, 'Z') as timestamp)
-- 88|       and `orders`.`placed` < cast(concat(:p4, 'Z') as timestamp)
-- snowflake:
-- 6|   1::float * (max(m0) - max(m2)) / nullif(max(m2), 0) as "usual@change",
-- 9|   1::float * (coalesce(max(m1), 0) - coalesce(max(m3), 0)) / nullif(coalesce(max(m3), 0), 0) as "buyers@change"
-- 13|     avg(cast(v0 as float)) as m0,
-- 24|     where "orders"."placed" >= cast(? as timestamp_ntz) and "orders"."placed" < cast(? as timestamp_ntz)
-- 33|     avg(cast(v0 as float)) as m2,
-- 42|     where "orders"."placed" >= cast(? as timestamp_ntz)
-- 43|       and "orders"."placed" < cast(? as timestamp_ntz)
-- 56|   1::float * (max(m0) - max(m2)) / nullif(max(m2), 0) as "usual@change",
-- 59|   1::float * (coalesce(max(m1), 0) - coalesce(max(m3), 0)) / nullif(coalesce(max(m3), 0), 0) as "buyers@change"
-- 62|     avg(cast(v0 as float)) as m0,
-- 72|     where "orders"."placed" >= cast(? as timestamp_ntz) and "orders"."placed" < cast(? as timestamp_ntz)
-- 79|     avg(cast(v0 as float)) as m2,
-- 87|     where "orders"."placed" >= cast(? as timestamp_ntz)
-- 88|       and "orders"."placed" < cast(? as timestamp_ntz)
-- redshift:
-- 6|   1::float8 * (max(m0) - max(m2)) / nullif(max(m2), 0) as "usual@change",
-- 9|   1::float8 * (coalesce(max(m1), 0) - coalesce(max(m3), 0)) / nullif(coalesce(max(m3), 0), 0) as "buyers@change"
-- 13|     avg((v0)::float8) as m0,
-- 33|     avg((v0)::float8) as m2,
-- 56|   1::float8 * (max(m0) - max(m2)) / nullif(max(m2), 0) as "usual@change",
-- 59|   1::float8 * (coalesce(max(m1), 0) - coalesce(max(m3), 0)) / nullif(coalesce(max(m3), 0), 0) as "buyers@change"
-- 62|     avg((v0)::float8) as m0,
-- 79|     avg((v0)::float8) as m2,

-- groups by day are in the query's timezone
select
  d0 as "orders.placed.month",
  max(v0) as "best day"
from (
  select
    date_trunc('month', ("placed"::timestamptz at time zone 'Europe/Berlin'))::date as d0,
    ("placed"::timestamptz at time zone 'Europe/Berlin')::date as d1,
    sum("amount") as v0
  from "orders"
  group by 1, 2
) as nested
group by 1
order by "orders.placed.month" nulls last
limit 21;
-- duckdb, redshift: the same
-- mysql:
-- 6|     cast(date_format((`placed` + interval 60 + 60 * mod(interval(timestampdiff(hour, '1970-01-01', `placed`), 89953, 94153, 98521, 102889, 107257, 111625, 115993, 120361, 124729, 129265, 133633, 138001, 142369, 146737, 151105, 155473, 159841, 164209, 168577, 172945, 177313, 181849, 186217, 190585, 194953, 199321, 203689, 208057, 212425, 216793, 221161, 225529, 230065, 235105, 238801, 243841, 247537, 252577, 256273, 261481, 265009, 270217, 273745, 278953, 282649, 287689, 291385, 296425, 300121, 305329, 308857, 314065, 317593, 322801, 326329, 331537, 335233, 340273, 343969, 349009, 352705, 357913, 361441, 366649, 370177, 375385, 379081, 384121, 387817, 392857, 396553, 401593, 405289, 410497, 414025, 419233, 422761, 427969, 431665, 436705, 440401, 445441, 449137, 454345, 457873, 463081, 466609, 471817, 475513, 480553, 484249, 489289, 492985, 498025, 501721, 506929, 510457, 515665, 519193, 524401, 528097, 533137, 536833, 541873, 545569, 550777, 554305, 559513, 563041, 568249, 571777, 576985, 580681, 585721, 589417, 594457), 2) minute), '%Y-%m-01') as date) as d0,
-- 7|     date((`placed` + interval 60 + 60 * mod(interval(timestampdiff(hour, '1970-01-01', `placed`), 89953, 94153, 98521, 102889, 107257, 111625, 115993, 120361, 124729, 129265, 133633, 138001, 142369, 146737, 151105, 155473, 159841, 164209, 168577, 172945, 177313, 181849, 186217, 190585, 194953, 199321, 203689, 208057, 212425, 216793, 221161, 225529, 230065, 235105, 238801, 243841, 247537, 252577, 256273, 261481, 265009, 270217, 273745, 278953, 282649, 287689, 291385, 296425, 300121, 305329, 308857, 314065, 317593, 322801, 326329, 331537, 335233, 340273, 343969, 349009, 352705, 357913, 361441, 366649, 370177, 375385, 379081, 384121, 387817, 392857, 396553, 401593, 405289, 410497, 414025, 419233, 422761, 427969, 431665, 436705, 440401, 445441, 449137, 454345, 457873, 463081, 466609, 471817, 475513, 480553, 484249, 489289, 492985, 498025, 501721, 506929, 510457, 515665, 519193, 524401, 528097, 533137, 536833, 541873, 545569, 550777, 554305, 559513, 563041, 568249, 571777, 576985, 580681, 585721, 589417, 594457), 2) minute)) as d1,
-- 13| order by `orders.placed.month` <=> null, `orders.placed.month`
-- clickhouse:
-- 3|   maxOrNull(v0) as "best day"
-- 6|     toStartOfMonth(toDate32(toTimeZone("placed", 'Europe/Berlin'))) as d0,
-- 7|     toDate32(toTimeZone("placed", 'Europe/Berlin')) as d1,
-- 8|     sumOrNull("amount" + toDecimal128(0, 0)) as v0
-- 13| order by 1 nulls last
-- 14| limit 21
-- 14+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 6|     cast(date_trunc('month', cast(cast("placed" as timestamp(6) with time zone) at time zone 'Europe/Berlin' as timestamp(6))) as date) as d0,
-- 7|     cast(cast(cast("placed" as timestamp(6) with time zone) at time zone 'Europe/Berlin' as timestamp(6)) as date) as d1,
-- bigquery:
-- 3|   max(v0) as `c_best_day__3p13jbadflihb`
-- 6|     date_trunc(cast(datetime(timestamp(`placed`), 'Europe/Berlin') as date), month) as d0,
-- 7|     cast(datetime(timestamp(`placed`), 'Europe/Berlin') as date) as d1,
-- databricks:
-- 6|     cast(date_trunc('month', convert_timezone('Europe/Berlin', `placed`)) as date) as d0,
-- 7|     cast(convert_timezone('Europe/Berlin', `placed`) as date) as d1,
-- snowflake:
-- 6|     cast(date_trunc('month', cast(convert_timezone('Europe/Berlin', "placed") as timestamp_ntz)) as date) as d0,
-- 7|     cast(cast(convert_timezone('Europe/Berlin', "placed") as timestamp_ntz) as date) as d1,

-- aggregates of a window over periods
with facts_1 as (
  select
    date_trunc('month', "placed")::date as period,
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
    generate_series((period + interval '1 month')::timestamp, case when not isfinite(period) or not isfinite(next) then concat('fillGaps: over 100000 periods', substr(period::text, 1, 0))::date else least(next - interval '1 month') end::timestamp, interval '1 month')::date as period,
    null as s0
  from followed_1
  where next is not null and period < least(next - interval '1 month')
),
framed_1 as (
  select
    period,
    sum(s0) over (order by period rows unbounded preceding) as s0
  from spread_1
)
select
  min(v0) as "least",
  avg(v0) as "mean",
  count(*) as "months"
from (
  select
    period as d0,
    max(s0) as v0
  from framed_1
  group by 1
) as nested;
-- duckdb:
-- 23|     unnest(generate_series((period + interval '1 month')::timestamp, case when not isfinite(period) or not isfinite(next) then concat('fillGaps: over 100000 periods', substr(period::text, 1, 0))::date else least(next - interval '1 month') end::timestamp, interval '1 month'))::date as period,
-- mysql:
-- 1| with recursive facts_1 as (
-- 3|     date(`placed`) as day,
-- 8| periods_1 as (
-- 10|     1 as n,
-- 11|     min(cast(date_format(day, '%Y-%m-01') as date)) as d0,
-- 12|     min(cast(date_format(day, '%Y-%m-01') as date)) as first,
-- 12+|     max(cast(date_format(day, '%Y-%m-01') as date)) as last
-- 14|   having first <= last
-- 15 is left out
-- 16 is left out
-- 17 is left out
-- 18 is left out
-- 19 is left out
-- 20 is left out
-- 22|   select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
-- 23|   from periods_1
-- 24|   cross join (select 0 as bit union all select 1) as bits
-- 25|   where first + interval (n * 2 + bit - 1) month <= last
-- 26 is left out
-- 27 is left out
-- 28 is left out
-- 29 is left out
-- 30 is left out
-- 31 is left out
-- 32 is left out
-- 36|   avg(1.0000000000000000 * v0) as `mean`,
-- 40|     d0,
-- 41|     sum(s0) as v0
-- 42|   from facts_1
-- 42+|   join periods_1 on day < d0 + interval 1 month
-- clickhouse:
-- 3|     toDate32(toTimeZone("placed", 'UTC')) as day,
-- 4|     sumOrNull("amount" + toDecimal128(0, 0)) as s0
-- 8| periods_1 as (
-- 9|   select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
-- 10|   from (
-- 11|     select
-- 12|       minOrNull(toStartOfMonth(toDate32(day))) as lo,
-- 13|       maxOrNull(toStartOfMonth(toDate32(day))) as hi
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
-- 35|   minOrNull(v0) as "least",
-- 36|   avgOrNull(v0 + toDecimal128(0, 0)) as "mean",
-- 40|     d0,
-- 41|     sumOrNull(s0 + toDecimal128(0, 0)) as v0
-- 42|   from facts_1
-- 42+|   join periods_1 on day < (d0 + toIntervalMonth(1))
-- 44| ) as nested
-- 44+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 3|     cast(cast(cast("placed" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as day,
-- 8| periods_1 as (
-- 9|   select date_add('month', many * 10000 + few, lo) as d0
-- 10|   from (
-- 11|     select
-- 12|       min(cast(date_trunc('month', day) as date)) as lo,
-- 13|       max(cast(date_trunc('month', day) as date)) as hi
-- 14|     from facts_1
-- 15|   ) as bounds
-- 16|   cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
-- 17|   cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
-- 18|   where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
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
-- 36|   avg(cast(v0 as double)) as "mean",
-- 40|     d0,
-- 41|     sum(s0) as v0
-- 42|   from facts_1
-- 42+|   join periods_1 on day < date_add('month', 1, d0)
-- bigquery:
-- 3|     cast(datetime(timestamp(`placed`), 'UTC') as date) as day,
-- 8| periods_1 as (
-- 9|   select step as d0
-- 10|   from (
-- 11|     select
-- 12|       min(date_trunc(cast(day as date), month)) as lo,
-- 13|       max(date_trunc(cast(day as date), month)) as hi
-- 14|     from facts_1
-- 15|   ) as bounds
-- 16|   cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
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
-- 36|   avg(cast(v0 as float64)) as `mean`,
-- 40|     d0,
-- 41|     sum(s0) as v0
-- 42|   from facts_1
-- 42+|   join periods_1 on day < date_add(d0, interval 1 month)
-- databricks:
-- 3|     cast(convert_timezone('UTC', `placed`) as date) as day,
-- 8| periods_1 as (
-- 9|   select explode(sequence(lo, hi, interval 1 month)) as d0
-- 10|   from (
-- 11|     select
-- 12|       min(cast(date_trunc('month', day) as date)) as lo,
-- 13|       max(cast(date_trunc('month', day) as date)) as hi
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
-- 36|   avg(cast(v0 as double)) as `mean`,
-- 40|     d0,
-- 41|     sum(s0) as v0
-- 42|   from facts_1
-- 42+|   join periods_1 on day < cast(dateadd(month, 1, d0) as date)
-- snowflake:
-- 3|     cast(cast(convert_timezone('UTC', "placed") as timestamp_ntz) as date) as day,
-- 8| periods_1 as (
-- 9|   select dateadd(month, cast(steps.value as integer), lo) as d0
-- 10|   from (
-- 11|     select
-- 12|       min(cast(date_trunc('month', day) as date)) as lo,
-- 13|       max(cast(date_trunc('month', day) as date)) as hi
-- 14|     from facts_1
-- 15|   ) as bounds
-- 16|   cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
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
-- 36|   avg(cast(v0 as float)) as "mean",
-- 40|     d0,
-- 41|     sum(s0) as v0
-- 42|   from facts_1
-- 42+|   join periods_1 on day < dateadd(month, 1, d0)
-- redshift:
-- 3|     "placed"::date as day,
-- 8| periods_1 as (
-- 9|   select dateadd(month, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
-- 10|   from (
-- 11|     select
-- 12|       min(date_trunc('month', day)::date) as lo,
-- 13|       max(date_trunc('month', day)::date) as hi
-- 14|     from facts_1
-- 15|   ) as bounds
-- 16|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(month, lo, hi)
-- 17|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(month, lo, hi)
-- 18|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(month, lo, hi)
-- 19|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(month, lo, hi)
-- 20|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(month, lo, hi)
-- 21|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(month, lo, hi)
-- 22|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(month, lo, hi)
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
-- 36|   avg((v0)::float8) as "mean",
-- 40|     d0,
-- 41|     sum(s0) as v0
-- 42|   from facts_1
-- 42+|   join periods_1 on day < dateadd(month, 1, d0)::date

-- aggregates of a window over groups, in each period of the query
with facts_1 as (
  select
    date_trunc('month', "placed")::date as period,
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
    generate_series((period + interval '1 month')::timestamp, case when not isfinite(period) or not isfinite(next) then concat('fillGaps: over 100000 periods', substr(period::text, 1, 0))::date else least(next - interval '1 month') end::timestamp, interval '1 month')::date as period,
    null as s0
  from followed_1
  where next is not null and period < least(next - interval '1 month')
),
framed_1 as (
  select
    period,
    sum(s0) over (order by period rows unbounded preceding) as s0
  from spread_1
),
facts_2 as (
  select
    "customers"."name" as d1,
    date_trunc('month', "orders"."placed")::date as period,
    sum("orders"."amount") as s0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1, 2
),
bounds_1 as (
  select
    min(period)::date as lo,
    max(period)::date as hi
  from facts_2
),
followed_2 as (
  select
    d1,
    period,
    s0,
    lead(period) over (partition by d1 order by period) as next
  from facts_2
  where period is not null
),
spread_2 as (
  select
    d1,
    period,
    s0
  from followed_2
  union all
  select
    d1,
    generate_series((period + interval '1 month')::timestamp, case when not isfinite(period) or not isfinite(least(next, hi)) then concat('fillGaps: over 100000 periods', substr(period::text, 1, 0))::date else least(next - interval '1 month', hi) end::timestamp, interval '1 month')::date as period,
    null as s0
  from followed_2
  cross join bounds_1
  where period < least(next - interval '1 month', hi)
),
framed_2 as (
  select
    d1,
    period,
    sum(s0) over (partition by d1 order by period rows unbounded preceding) as s0
  from spread_2
)
select
  d0 as "orders.placed.month",
  max(m0) as "orders.running",
  max(m1) as "most",
  coalesce(max(m2), 0) as "so many"
from (
  select
    period as d0,
    max(s0) as m0,
    null as m1,
    null as m2
  from framed_1
  group by 1
  union all
  select
    d0,
    null as m0,
    max(v0) as m1,
    count(*) as m2
  from (
    select
      period as d0,
      d1,
      max(s0) as v0
    from framed_2
    group by 1, 2
  ) as nested
  group by 1
) as branches
group by 1
order by "orders.placed.month" nulls last
limit 21;
-- duckdb:
-- 23|     unnest(generate_series((period + interval '1 month')::timestamp, case when not isfinite(period) or not isfinite(next) then concat('fillGaps: over 100000 periods', substr(period::text, 1, 0))::date else least(next - interval '1 month') end::timestamp, interval '1 month'))::date as period,
-- 67|     unnest(generate_series((period + interval '1 month')::timestamp, case when not isfinite(period) or not isfinite(least(next, hi)) then concat('fillGaps: over 100000 periods', substr(period::text, 1, 0))::date else least(next - interval '1 month', hi) end::timestamp, interval '1 month'))::date as period,
-- mysql:
-- 1| with recursive facts_1 as (
-- 3|     date(`placed`) as day,
-- 8| periods_1 as (
-- 10|     1 as n,
-- 11|     min(cast(date_format(day, '%Y-%m-01') as date)) as d0,
-- 12|     min(cast(date_format(day, '%Y-%m-01') as date)) as first,
-- 12+|     max(cast(date_format(day, '%Y-%m-01') as date)) as last
-- 14|   having first <= last
-- 15 is left out
-- 16 is left out
-- 17 is left out
-- 18 is left out
-- 19 is left out
-- 20 is left out
-- 22|   select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
-- 23|   from periods_1
-- 24|   cross join (select 0 as bit union all select 1) as bits
-- 25|   where first + interval (n * 2 + bit - 1) month <= last
-- 26 is left out
-- 28 is left out
-- 29 is left out
-- 30 is left out
-- 31 is left out
-- 32 is left out
-- 33 is left out
-- 37|     date(`orders`.`placed`) as day,
-- 43| periods_2 as (
-- 45|     1 as n,
-- 46|     min(cast(date_format(day, '%Y-%m-01') as date)) as d0,
-- 46+|     min(cast(date_format(day, '%Y-%m-01') as date)) as first,
-- 46+|     max(cast(date_format(day, '%Y-%m-01') as date)) as last
-- 48|   having first <= last
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
-- 61 is left out
-- 62 is left out
-- 63 is left out
-- 65|   select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
-- 66|   from periods_2
-- 67|   cross join (select 0 as bit union all select 1) as bits
-- 68|   where first + interval (n * 2 + bit - 1) month <= last
-- 69 is left out
-- 70 is left out
-- 71 is left out
-- 73| spans_1 as (
-- 74|   select distinct
-- 75|     day as on_day,
-- 76|     d0
-- 77|   from (select distinct day from facts_2) as days
-- 78|   join periods_2 on day < d0 + interval 1 month
-- 87|     d0,
-- 88|     sum(s0) as m0,
-- 91|   from facts_1
-- 91+|   join periods_1 on day < d0 + interval 1 month
-- 101|       d0,
-- 103|       sum(s0) as v0
-- 104|     from facts_2
-- 104+|     join spans_1 on on_day = day
-- 110| order by `orders.placed.month` <=> null, `orders.placed.month`
-- clickhouse:
-- 3|     toDate32(toTimeZone("placed", 'UTC')) as day,
-- 4|     sumOrNull("amount" + toDecimal128(0, 0)) as s0
-- 8| periods_1 as (
-- 9|   select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
-- 10|   from (
-- 11|     select
-- 12|       minOrNull(toStartOfMonth(toDate32(day))) as lo,
-- 13|       maxOrNull(toStartOfMonth(toDate32(day))) as hi
-- 14|     from facts_1
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
-- 37|     toDate32(toTimeZone("orders"."placed", 'UTC')) as day,
-- 38|     sumOrNull("orders"."amount" + toDecimal128(0, 0)) as s0
-- 43| periods_2 as (
-- 44|   select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
-- 45|   from (
-- 46|     select
-- 47|       minOrNull(toStartOfMonth(toDate32(day))) as lo,
-- 47+|       maxOrNull(toStartOfMonth(toDate32(day))) as hi
-- 47+|     from facts_2
-- 47+|   ) as bounds
-- 47+|   where lo <= hi
-- 49| spans_1 as (
-- 51|     day as on_day,
-- 52|     d0
-- 53|   from (select distinct day from facts_2) as days
-- 54|   join periods_2 on day < (d0 + toIntervalMonth(1))
-- 55 is left out
-- 56 is left out
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
-- 87|     d0,
-- 88|     sumOrNull(s0 + toDecimal128(0, 0)) as m0,
-- 91|   from facts_1
-- 91+|   join periods_1 on day < (d0 + toIntervalMonth(1))
-- 97|     maxOrNull(v0) as m1,
-- 101|       d0,
-- 103|       sumOrNull(s0 + toDecimal128(0, 0)) as v0
-- 104|     from facts_2
-- 104+|     join spans_1 on on_day = day
-- 110| order by 1 nulls last
-- 111| limit 21
-- 111+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 3|     cast(cast(cast("placed" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as day,
-- 8| periods_1 as (
-- 9|   select date_add('month', many * 10000 + few, lo) as d0
-- 10|   from (
-- 11|     select
-- 12|       min(cast(date_trunc('month', day) as date)) as lo,
-- 13|       max(cast(date_trunc('month', day) as date)) as hi
-- 14|     from facts_1
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
-- 37|     cast(cast(cast("orders"."placed" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as day,
-- 43| periods_2 as (
-- 44|   select date_add('month', many * 10000 + few, lo) as d0
-- 45|   from (
-- 46|     select
-- 47|       min(cast(date_trunc('month', day) as date)) as lo,
-- 47+|       max(cast(date_trunc('month', day) as date)) as hi
-- 47+|     from facts_2
-- 47+|   ) as bounds
-- 47+|   cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
-- 47+|   cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
-- 47+|   where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
-- 49| spans_1 as (
-- 51|     day as on_day,
-- 52|     d0
-- 53|   from (select distinct day from facts_2) as days
-- 54|   join periods_2 on day < date_add('month', 1, d0)
-- 55 is left out
-- 56 is left out
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
-- 87|     d0,
-- 88|     sum(s0) as m0,
-- 91|   from facts_1
-- 91+|   join periods_1 on day < date_add('month', 1, d0)
-- 101|       d0,
-- 103|       sum(s0) as v0
-- 104|     from facts_2
-- 104+|     join spans_1 on on_day = day
-- bigquery:
-- 3|     cast(datetime(timestamp(`placed`), 'UTC') as date) as day,
-- 8| periods_1 as (
-- 9|   select step as d0
-- 10|   from (
-- 11|     select
-- 12|       min(date_trunc(cast(day as date), month)) as lo,
-- 13|       max(date_trunc(cast(day as date), month)) as hi
-- 14|     from facts_1
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
-- 37|     cast(datetime(timestamp(`orders`.`placed`), 'UTC') as date) as day,
-- 43| periods_2 as (
-- 44|   select step as d0
-- 45|   from (
-- 46|     select
-- 47|       min(date_trunc(cast(day as date), month)) as lo,
-- 47+|       max(date_trunc(cast(day as date), month)) as hi
-- 47+|     from facts_2
-- 47+|   ) as bounds
-- 47+|   cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
-- 49| spans_1 as (
-- 51|     day as on_day,
-- 52|     d0
-- 53|   from (select distinct day from facts_2) as days
-- 54|   join periods_2 on day < date_add(d0, interval 1 month)
-- 55 is left out
-- 56 is left out
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
-- 84|   coalesce(max(m2), 0) as `c_so_many__3uwj3jyz2yk07`
-- 87|     d0,
-- 88|     sum(s0) as m0,
-- 91|   from facts_1
-- 91+|   join periods_1 on day < date_add(d0, interval 1 month)
-- 101|       d0,
-- 103|       sum(s0) as v0
-- 104|     from facts_2
-- 104+|     join spans_1 on on_day = day
-- databricks:
-- 3|     cast(convert_timezone('UTC', `placed`) as date) as day,
-- 8| periods_1 as (
-- 9|   select explode(sequence(lo, hi, interval 1 month)) as d0
-- 10|   from (
-- 11|     select
-- 12|       min(cast(date_trunc('month', day) as date)) as lo,
-- 13|       max(cast(date_trunc('month', day) as date)) as hi
-- 14|     from facts_1
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
-- 37|     cast(convert_timezone('UTC', `orders`.`placed`) as date) as day,
-- 43| periods_2 as (
-- 44|   select explode(sequence(lo, hi, interval 1 month)) as d0
-- 45|   from (
-- 46|     select
-- 47|       min(cast(date_trunc('month', day) as date)) as lo,
-- 47+|       max(cast(date_trunc('month', day) as date)) as hi
-- 47+|     from facts_2
-- 47+|   ) as bounds
-- 47+|   where lo <= hi
-- 49| spans_1 as (
-- 51|     day as on_day,
-- 52|     d0
-- 53|   from (select distinct day from facts_2) as days
-- 54|   join periods_2 on day < cast(dateadd(month, 1, d0) as date)
-- 55 is left out
-- 56 is left out
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
-- 87|     d0,
-- 88|     sum(s0) as m0,
-- 91|   from facts_1
-- 91+|   join periods_1 on day < cast(dateadd(month, 1, d0) as date)
-- 101|       d0,
-- 103|       sum(s0) as v0
-- 104|     from facts_2
-- 104+|     join spans_1 on on_day = day
-- snowflake:
-- 3|     cast(cast(convert_timezone('UTC', "placed") as timestamp_ntz) as date) as day,
-- 8| periods_1 as (
-- 9|   select dateadd(month, cast(steps.value as integer), lo) as d0
-- 10|   from (
-- 11|     select
-- 12|       min(cast(date_trunc('month', day) as date)) as lo,
-- 13|       max(cast(date_trunc('month', day) as date)) as hi
-- 14|     from facts_1
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
-- 37|     cast(cast(convert_timezone('UTC', "orders"."placed") as timestamp_ntz) as date) as day,
-- 43| periods_2 as (
-- 44|   select dateadd(month, cast(steps.value as integer), lo) as d0
-- 45|   from (
-- 46|     select
-- 47|       min(cast(date_trunc('month', day) as date)) as lo,
-- 47+|       max(cast(date_trunc('month', day) as date)) as hi
-- 47+|     from facts_2
-- 47+|   ) as bounds
-- 47+|   cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
-- 49| spans_1 as (
-- 51|     day as on_day,
-- 52|     d0
-- 53|   from (select distinct day from facts_2) as days
-- 54|   join periods_2 on day < dateadd(month, 1, d0)
-- 55 is left out
-- 56 is left out
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
-- 87|     d0,
-- 88|     sum(s0) as m0,
-- 91|   from facts_1
-- 91+|   join periods_1 on day < dateadd(month, 1, d0)
-- 101|       d0,
-- 103|       sum(s0) as v0
-- 104|     from facts_2
-- 104+|     join spans_1 on on_day = day
-- redshift:
-- 3|     "placed"::date as day,
-- 8| periods_1 as (
-- 9|   select dateadd(month, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
-- 10|   from (
-- 11|     select
-- 12|       min(date_trunc('month', day)::date) as lo,
-- 13|       max(date_trunc('month', day)::date) as hi
-- 14|     from facts_1
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
-- 37|     "orders"."placed"::date as day,
-- 43| periods_2 as (
-- 44|   select dateadd(month, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
-- 45|   from (
-- 46|     select
-- 47|       min(date_trunc('month', day)::date) as lo,
-- 47+|       max(date_trunc('month', day)::date) as hi
-- 47+|     from facts_2
-- 47+|   ) as bounds
-- 47+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(month, lo, hi)
-- 47+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(month, lo, hi)
-- 47+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(month, lo, hi)
-- 47+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(month, lo, hi)
-- 47+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(month, lo, hi)
-- 47+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(month, lo, hi)
-- 47+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(month, lo, hi)
-- 49| spans_1 as (
-- 51|     day as on_day,
-- 52|     d0
-- 53|   from (select distinct day from facts_2) as days
-- 54|   join periods_2 on day < dateadd(month, 1, d0)::date
-- 55 is left out
-- 56 is left out
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
-- 87|     d0,
-- 88|     sum(s0) as m0,
-- 91|   from facts_1
-- 91+|   join periods_1 on day < dateadd(month, 1, d0)::date
-- 101|       d0,
-- 103|       sum(s0) as v0
-- 104|     from facts_2
-- 104+|     join spans_1 on on_day = day

-- aggregates of a window over groups, also in months with rows of another model only
with facts_1 as (
  select
    date_trunc('month', "day")::date as period,
    count(*) as s0
  from "visits"
  group by 1
),
extent_1 as (
  select
    min(period) as earliest,
    max(period) as latest
  from facts_1
  union all
  select
    min(date_trunc('month', "placed")::date) as earliest,
    max(date_trunc('month', "placed")::date) as latest
  from "orders"
),
bounds_1 as (
  select
    min(earliest)::date as lo,
    max(latest)::date as hi
  from extent_1
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
    generate_series(greatest(period + interval '1 month', lo)::timestamp, case when not isfinite(greatest(period, lo)) or not isfinite(least(next, hi)) then concat('fillGaps: over 100000 periods', substr(period::text, 1, 0))::date else least(next - interval '1 month', hi) end::timestamp, interval '1 month')::date as period,
    null as s0
  from followed_1
  cross join bounds_1
  where period < least(next - interval '1 month', hi)
),
framed_1 as (
  select
    period,
    sum(s0) over (order by period rows unbounded preceding) as s0
  from spread_1
),
facts_2 as (
  select
    "customers"."name" as d1,
    date_trunc('month', "visits"."day")::date as period,
    count(*) as s0
  from "visits"
  left join "customers" on "customers"."id" = "visits"."customer_id"
  group by 1, 2
),
extent_2 as (
  select
    min(period) as earliest,
    max(period) as latest
  from facts_2
  union all
  select
    min(date_trunc('month', "placed")::date) as earliest,
    max(date_trunc('month', "placed")::date) as latest
  from "orders"
),
bounds_2 as (
  select
    min(earliest)::date as lo,
    max(latest)::date as hi
  from extent_2
),
followed_2 as (
  select
    d1,
    period,
    s0,
    lead(period) over (partition by d1 order by period) as next
  from facts_2
  where period is not null
),
spread_2 as (
  select
    d1,
    period,
    s0
  from followed_2
  union all
  select
    d1,
    generate_series(greatest(period + interval '1 month', lo)::timestamp, case when not isfinite(greatest(period, lo)) or not isfinite(least(next, hi)) then concat('fillGaps: over 100000 periods', substr(period::text, 1, 0))::date else least(next - interval '1 month', hi) end::timestamp, interval '1 month')::date as period,
    null as s0
  from followed_2
  cross join bounds_2
  where period < least(next - interval '1 month', hi)
),
framed_2 as (
  select
    d1,
    period,
    sum(s0) over (partition by d1 order by period rows unbounded preceding) as s0
  from spread_2
)
select
  d0 as "metric_time.month",
  coalesce(max(m0), 0) as "visits.so_far",
  max(m1) as "most",
  coalesce(max(m2), 0) as "orders.count"
from (
  select
    period as d0,
    coalesce(max(s0), 0)::bigint as m0,
    null::numeric as m1,
    null::bigint as m2
  from framed_1
  cross join bounds_1
  where period >= lo
    and period <= hi
  group by 1
  union all
  select
    d0,
    null::bigint as m0,
    max(v0) as m1,
    null::bigint as m2
  from (
    select
      period as d0,
      d1,
      coalesce(max(s0), 0)::bigint as v0
    from framed_2
    cross join bounds_2
    where period >= lo
      and period <= hi
    group by 1, 2
  ) as nested
  group by 1
  union all
  select
    date_trunc('month', "placed")::date as d0,
    null::bigint as m0,
    null::numeric as m1,
    count(*) as m2
  from "orders"
  group by 1
) as branches
group by 1
order by "metric_time.month" nulls last
limit 21;
-- duckdb:
-- 40|     unnest(generate_series(greatest(period + interval '1 month', lo)::timestamp, case when not isfinite(greatest(period, lo)) or not isfinite(least(next, hi)) then concat('fillGaps: over 100000 periods', substr(period::text, 1, 0))::date else least(next - interval '1 month', hi) end::timestamp, interval '1 month'))::date as period,
-- 96|     unnest(generate_series(greatest(period + interval '1 month', lo)::timestamp, case when not isfinite(greatest(period, lo)) or not isfinite(least(next, hi)) then concat('fillGaps: over 100000 periods', substr(period::text, 1, 0))::date else least(next - interval '1 month', hi) end::timestamp, interval '1 month'))::date as period,
-- 118|     null as m1,
-- 119|     null as m2
-- 128|     null as m0,
-- 130|     null as m2
-- 146|     null as m0,
-- 147|     null as m1,
-- mysql:
-- 1| with recursive facts_1 as (
-- 3|     date(`day`) as day_,
-- 10|     min(cast(date_format(day_, '%Y-%m-01') as date)) as earliest,
-- 11|     max(cast(date_format(day_, '%Y-%m-01') as date)) as latest
-- 15|     min(cast(date_format(`placed`, '%Y-%m-01') as date)) as earliest,
-- 16|     max(cast(date_format(`placed`, '%Y-%m-01') as date)) as latest
-- 19| periods_1 as (
-- 21|     1 as n,
-- 22|     min(earliest) as d0,
-- 22+|     min(earliest) as first,
-- 22+|     max(latest) as last
-- 24|   having first <= last
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
-- 39|   select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
-- 40|   from periods_1
-- 41|   cross join (select 0 as bit union all select 1) as bits
-- 42|   where first + interval (n * 2 + bit - 1) month <= last
-- 43 is left out
-- 44 is left out
-- 46 is left out
-- 47 is left out
-- 48 is left out
-- 49 is left out
-- 50 is left out
-- 51 is left out
-- 55|     date(`visits`.`day`) as day_,
-- 63|     min(cast(date_format(day_, '%Y-%m-01') as date)) as earliest,
-- 64|     max(cast(date_format(day_, '%Y-%m-01') as date)) as latest
-- 68|     min(cast(date_format(`placed`, '%Y-%m-01') as date)) as earliest,
-- 69|     max(cast(date_format(`placed`, '%Y-%m-01') as date)) as latest
-- 72| periods_2 as (
-- 74|     1 as n,
-- 75|     min(earliest) as d0,
-- 75+|     min(earliest) as first,
-- 75+|     max(latest) as last
-- 77|   having first <= last
-- 78 is left out
-- 79 is left out
-- 80 is left out
-- 81 is left out
-- 82 is left out
-- 83 is left out
-- 84 is left out
-- 85 is left out
-- 86 is left out
-- 87 is left out
-- 88 is left out
-- 89 is left out
-- 90 is left out
-- 91 is left out
-- 92 is left out
-- 94|   select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
-- 95|   from periods_2
-- 96|   cross join (select 0 as bit union all select 1) as bits
-- 97|   where first + interval (n * 2 + bit - 1) month <= last
-- 98 is left out
-- 99 is left out
-- 100 is left out
-- 102| spans_1 as (
-- 103|   select distinct
-- 104|     day_ as on_day,
-- 105|     d0
-- 106|   from (select distinct day_ from facts_2) as days
-- 107|   join periods_2 on day_ < d0 + interval 1 month
-- 116|     d0,
-- 117|     cast(coalesce(sum(s0), 0) as signed) as m0,
-- 118|     null as m1,
-- 119|     null as m2
-- 120|   from facts_1
-- 121|   join periods_1 on day_ < d0 + interval 1 month
-- 122 is left out
-- 123 is left out
-- 128|     null as m0,
-- 130|     null as m2
-- 133|       d0,
-- 135|       cast(coalesce(sum(s0), 0) as signed) as v0
-- 136|     from facts_2
-- 137|     join spans_1 on on_day = day_
-- 138 is left out
-- 139 is left out
-- 145|     cast(date_format(`placed`, '%Y-%m-01') as date) as d0,
-- 146|     null as m0,
-- 147|     null as m1,
-- 153| order by `metric_time.month` <=> null, `metric_time.month`
-- clickhouse:
-- 3|     toDate32("day") as day_,
-- 10|     minOrNull(toStartOfMonth(toDate32(day_))) as earliest,
-- 11|     maxOrNull(toStartOfMonth(toDate32(day_))) as latest
-- 15|     minOrNull(toStartOfMonth(toDate32(toTimeZone("placed", 'UTC')))) as earliest,
-- 16|     maxOrNull(toStartOfMonth(toDate32(toTimeZone("placed", 'UTC')))) as latest
-- 19| periods_1 as (
-- 20|   select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
-- 21|   from (
-- 22|     select
-- 23|       minOrNull(earliest) as lo,
-- 23+|       maxOrNull(latest) as hi
-- 23+|     from extent_1
-- 23+|   ) as bounds
-- 23+|   where lo <= hi
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
-- 47 is left out
-- 48 is left out
-- 49 is left out
-- 50 is left out
-- 51 is left out
-- 55|     toDate32("visits"."day") as day_,
-- 63|     minOrNull(toStartOfMonth(toDate32(day_))) as earliest,
-- 64|     maxOrNull(toStartOfMonth(toDate32(day_))) as latest
-- 68|     minOrNull(toStartOfMonth(toDate32(toTimeZone("placed", 'UTC')))) as earliest,
-- 69|     maxOrNull(toStartOfMonth(toDate32(toTimeZone("placed", 'UTC')))) as latest
-- 72| periods_2 as (
-- 73|   select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
-- 74|   from (
-- 75|     select
-- 76|       minOrNull(earliest) as lo,
-- 76+|       maxOrNull(latest) as hi
-- 76+|     from extent_2
-- 76+|   ) as bounds
-- 76+|   where lo <= hi
-- 78| spans_1 as (
-- 80|     day_ as on_day,
-- 81|     d0
-- 82|   from (select distinct day_ from facts_2) as days
-- 83|   join periods_2 on day_ < (d0 + toIntervalMonth(1))
-- 84 is left out
-- 85 is left out
-- 86 is left out
-- 87 is left out
-- 88 is left out
-- 89 is left out
-- 90 is left out
-- 91 is left out
-- 92 is left out
-- 93 is left out
-- 94 is left out
-- 95 is left out
-- 96 is left out
-- 97 is left out
-- 98 is left out
-- 99 is left out
-- 100 is left out
-- 101 is left out
-- 102 is left out
-- 103 is left out
-- 104 is left out
-- 105 is left out
-- 106 is left out
-- 107 is left out
-- 116|     d0,
-- 117|     coalesce(sum(s0), 0) as m0,
-- 118|     null as m1,
-- 119|     null as m2
-- 120|   from facts_1
-- 121|   join periods_1 on day_ < (d0 + toIntervalMonth(1))
-- 122 is left out
-- 123 is left out
-- 128|     null as m0,
-- 129|     maxOrNull(v0) as m1,
-- 130|     null as m2
-- 133|       d0,
-- 135|       coalesce(sum(s0), 0) as v0
-- 136|     from facts_2
-- 137|     join spans_1 on on_day = day_
-- 138 is left out
-- 139 is left out
-- 145|     toStartOfMonth(toDate32(toTimeZone("placed", 'UTC'))) as d0,
-- 146|     null as m0,
-- 147|     null as m1,
-- 153| order by 1 nulls last
-- 154| limit 21
-- 154+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 3|     cast("day" as date) as day_,
-- 10|     min(cast(date_trunc('month', day_) as date)) as earliest,
-- 11|     max(cast(date_trunc('month', day_) as date)) as latest
-- 15|     min(cast(date_trunc('month', cast(cast("placed" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date)) as earliest,
-- 16|     max(cast(date_trunc('month', cast(cast("placed" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date)) as latest
-- 19| periods_1 as (
-- 20|   select date_add('month', many * 10000 + few, lo) as d0
-- 21|   from (
-- 22|     select
-- 23|       min(earliest) as lo,
-- 23+|       max(latest) as hi
-- 23+|     from extent_1
-- 23+|   ) as bounds
-- 23+|   cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
-- 23+|   cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
-- 23+|   where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
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
-- 47 is left out
-- 48 is left out
-- 49 is left out
-- 50 is left out
-- 51 is left out
-- 55|     cast("visits"."day" as date) as day_,
-- 63|     min(cast(date_trunc('month', day_) as date)) as earliest,
-- 64|     max(cast(date_trunc('month', day_) as date)) as latest
-- 68|     min(cast(date_trunc('month', cast(cast("placed" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date)) as earliest,
-- 69|     max(cast(date_trunc('month', cast(cast("placed" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date)) as latest
-- 72| periods_2 as (
-- 73|   select date_add('month', many * 10000 + few, lo) as d0
-- 74|   from (
-- 75|     select
-- 76|       min(earliest) as lo,
-- 76+|       max(latest) as hi
-- 76+|     from extent_2
-- 76+|   ) as bounds
-- 76+|   cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
-- 76+|   cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
-- 76+|   where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
-- 78| spans_1 as (
-- 80|     day_ as on_day,
-- 81|     d0
-- 82|   from (select distinct day_ from facts_2) as days
-- 83|   join periods_2 on day_ < date_add('month', 1, d0)
-- 84 is left out
-- 85 is left out
-- 86 is left out
-- 87 is left out
-- 88 is left out
-- 89 is left out
-- 90 is left out
-- 91 is left out
-- 92 is left out
-- 93 is left out
-- 94 is left out
-- 95 is left out
-- 96 is left out
-- 97 is left out
-- 98 is left out
-- 99 is left out
-- 100 is left out
-- 101 is left out
-- 102 is left out
-- 103 is left out
-- 104 is left out
-- 105 is left out
-- 106 is left out
-- 107 is left out
-- 116|     d0,
-- 117|     coalesce(sum(s0), 0) as m0,
-- 118|     null as m1,
-- 119|     null as m2
-- 120|   from facts_1
-- 121|   join periods_1 on day_ < date_add('month', 1, d0)
-- 122 is left out
-- 123 is left out
-- 128|     null as m0,
-- 130|     null as m2
-- 133|       d0,
-- 135|       coalesce(sum(s0), 0) as v0
-- 136|     from facts_2
-- 137|     join spans_1 on on_day = day_
-- 138 is left out
-- 139 is left out
-- 145|     cast(date_trunc('month', cast(cast("placed" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as d0,
-- 146|     null as m0,
-- 147|     null as m1,
-- bigquery:
-- 3|     cast(`day` as date) as day_,
-- 10|     min(date_trunc(cast(day_ as date), month)) as earliest,
-- 11|     max(date_trunc(cast(day_ as date), month)) as latest
-- 15|     min(date_trunc(cast(datetime(timestamp(`placed`), 'UTC') as date), month)) as earliest,
-- 16|     max(date_trunc(cast(datetime(timestamp(`placed`), 'UTC') as date), month)) as latest
-- 19| periods_1 as (
-- 20|   select step as d0
-- 21|   from (
-- 22|     select
-- 23|       min(earliest) as lo,
-- 23+|       max(latest) as hi
-- 23+|     from extent_1
-- 23+|   ) as bounds
-- 23+|   cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
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
-- 47 is left out
-- 48 is left out
-- 49 is left out
-- 50 is left out
-- 51 is left out
-- 55|     cast(`visits`.`day` as date) as day_,
-- 63|     min(date_trunc(cast(day_ as date), month)) as earliest,
-- 64|     max(date_trunc(cast(day_ as date), month)) as latest
-- 68|     min(date_trunc(cast(datetime(timestamp(`placed`), 'UTC') as date), month)) as earliest,
-- 69|     max(date_trunc(cast(datetime(timestamp(`placed`), 'UTC') as date), month)) as latest
-- 72| periods_2 as (
-- 73|   select step as d0
-- 74|   from (
-- 75|     select
-- 76|       min(earliest) as lo,
-- 76+|       max(latest) as hi
-- 76+|     from extent_2
-- 76+|   ) as bounds
-- 76+|   cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
-- 78| spans_1 as (
-- 80|     day_ as on_day,
-- 81|     d0
-- 82|   from (select distinct day_ from facts_2) as days
-- 83|   join periods_2 on day_ < date_add(d0, interval 1 month)
-- 84 is left out
-- 85 is left out
-- 86 is left out
-- 87 is left out
-- 88 is left out
-- 89 is left out
-- 90 is left out
-- 91 is left out
-- 92 is left out
-- 93 is left out
-- 94 is left out
-- 95 is left out
-- 96 is left out
-- 97 is left out
-- 98 is left out
-- 99 is left out
-- 100 is left out
-- 101 is left out
-- 102 is left out
-- 103 is left out
-- 104 is left out
-- 105 is left out
-- 106 is left out
-- 107 is left out
-- 116|     d0,
-- 117|     coalesce(sum(s0), 0) as m0,
-- 118|     null as m1,
-- 119|     null as m2
-- 120|   from facts_1
-- 121|   join periods_1 on day_ < date_add(d0, interval 1 month)
-- 122 is left out
-- 123 is left out
-- 128|     null as m0,
-- 130|     null as m2
-- 133|       d0,
-- 135|       coalesce(sum(s0), 0) as v0
-- 136|     from facts_2
-- 137|     join spans_1 on on_day = day_
-- 138 is left out
-- 139 is left out
-- 145|     date_trunc(cast(datetime(timestamp(`placed`), 'UTC') as date), month) as d0,
-- 146|     null as m0,
-- 147|     null as m1,
-- databricks:
-- 3|     cast(`day` as date) as day_,
-- 10|     min(cast(date_trunc('month', day_) as date)) as earliest,
-- 11|     max(cast(date_trunc('month', day_) as date)) as latest
-- 15|     min(cast(date_trunc('month', convert_timezone('UTC', `placed`)) as date)) as earliest,
-- 16|     max(cast(date_trunc('month', convert_timezone('UTC', `placed`)) as date)) as latest
-- 19| periods_1 as (
-- 20|   select explode(sequence(lo, hi, interval 1 month)) as d0
-- 21|   from (
-- 22|     select
-- 23|       min(earliest) as lo,
-- 23+|       max(latest) as hi
-- 23+|     from extent_1
-- 23+|   ) as bounds
-- 23+|   where lo <= hi
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
-- 47 is left out
-- 48 is left out
-- 49 is left out
-- 50 is left out
-- 51 is left out
-- 55|     cast(`visits`.`day` as date) as day_,
-- 63|     min(cast(date_trunc('month', day_) as date)) as earliest,
-- 64|     max(cast(date_trunc('month', day_) as date)) as latest
-- 68|     min(cast(date_trunc('month', convert_timezone('UTC', `placed`)) as date)) as earliest,
-- 69|     max(cast(date_trunc('month', convert_timezone('UTC', `placed`)) as date)) as latest
-- 72| periods_2 as (
-- 73|   select explode(sequence(lo, hi, interval 1 month)) as d0
-- 74|   from (
-- 75|     select
-- 76|       min(earliest) as lo,
-- 76+|       max(latest) as hi
-- 76+|     from extent_2
-- 76+|   ) as bounds
-- 76+|   where lo <= hi
-- 78| spans_1 as (
-- 80|     day_ as on_day,
-- 81|     d0
-- 82|   from (select distinct day_ from facts_2) as days
-- 83|   join periods_2 on day_ < cast(dateadd(month, 1, d0) as date)
-- 84 is left out
-- 85 is left out
-- 86 is left out
-- 87 is left out
-- 88 is left out
-- 89 is left out
-- 90 is left out
-- 91 is left out
-- 92 is left out
-- 93 is left out
-- 94 is left out
-- 95 is left out
-- 96 is left out
-- 97 is left out
-- 98 is left out
-- 99 is left out
-- 100 is left out
-- 101 is left out
-- 102 is left out
-- 103 is left out
-- 104 is left out
-- 105 is left out
-- 106 is left out
-- 107 is left out
-- 116|     d0,
-- 117|     coalesce(sum(s0), 0) as m0,
-- 118|     null as m1,
-- 119|     null as m2
-- 120|   from facts_1
-- 121|   join periods_1 on day_ < cast(dateadd(month, 1, d0) as date)
-- 122 is left out
-- 123 is left out
-- 128|     null as m0,
-- 130|     null as m2
-- 133|       d0,
-- 135|       coalesce(sum(s0), 0) as v0
-- 136|     from facts_2
-- 137|     join spans_1 on on_day = day_
-- 138 is left out
-- 139 is left out
-- 145|     cast(date_trunc('month', convert_timezone('UTC', `placed`)) as date) as d0,
-- 146|     null as m0,
-- 147|     null as m1,
-- snowflake:
-- 3|     cast("day" as date) as day_,
-- 10|     min(cast(date_trunc('month', day_) as date)) as earliest,
-- 11|     max(cast(date_trunc('month', day_) as date)) as latest
-- 15|     min(cast(date_trunc('month', cast(convert_timezone('UTC', "placed") as timestamp_ntz)) as date)) as earliest,
-- 16|     max(cast(date_trunc('month', cast(convert_timezone('UTC', "placed") as timestamp_ntz)) as date)) as latest
-- 19| periods_1 as (
-- 20|   select dateadd(month, cast(steps.value as integer), lo) as d0
-- 21|   from (
-- 22|     select
-- 23|       min(earliest) as lo,
-- 23+|       max(latest) as hi
-- 23+|     from extent_1
-- 23+|   ) as bounds
-- 23+|   cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
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
-- 47 is left out
-- 48 is left out
-- 49 is left out
-- 50 is left out
-- 51 is left out
-- 55|     cast("visits"."day" as date) as day_,
-- 63|     min(cast(date_trunc('month', day_) as date)) as earliest,
-- 64|     max(cast(date_trunc('month', day_) as date)) as latest
-- 68|     min(cast(date_trunc('month', cast(convert_timezone('UTC', "placed") as timestamp_ntz)) as date)) as earliest,
-- 69|     max(cast(date_trunc('month', cast(convert_timezone('UTC', "placed") as timestamp_ntz)) as date)) as latest
-- 72| periods_2 as (
-- 73|   select dateadd(month, cast(steps.value as integer), lo) as d0
-- 74|   from (
-- 75|     select
-- 76|       min(earliest) as lo,
-- 76+|       max(latest) as hi
-- 76+|     from extent_2
-- 76+|   ) as bounds
-- 76+|   cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
-- 78| spans_1 as (
-- 80|     day_ as on_day,
-- 81|     d0
-- 82|   from (select distinct day_ from facts_2) as days
-- 83|   join periods_2 on day_ < dateadd(month, 1, d0)
-- 84 is left out
-- 85 is left out
-- 86 is left out
-- 87 is left out
-- 88 is left out
-- 89 is left out
-- 90 is left out
-- 91 is left out
-- 92 is left out
-- 93 is left out
-- 94 is left out
-- 95 is left out
-- 96 is left out
-- 97 is left out
-- 98 is left out
-- 99 is left out
-- 100 is left out
-- 101 is left out
-- 102 is left out
-- 103 is left out
-- 104 is left out
-- 105 is left out
-- 106 is left out
-- 107 is left out
-- 116|     d0,
-- 117|     coalesce(sum(s0), 0) as m0,
-- 118|     null as m1,
-- 119|     null as m2
-- 120|   from facts_1
-- 121|   join periods_1 on day_ < dateadd(month, 1, d0)
-- 122 is left out
-- 123 is left out
-- 128|     null as m0,
-- 130|     null as m2
-- 133|       d0,
-- 135|       coalesce(sum(s0), 0) as v0
-- 136|     from facts_2
-- 137|     join spans_1 on on_day = day_
-- 138 is left out
-- 139 is left out
-- 145|     cast(date_trunc('month', cast(convert_timezone('UTC', "placed") as timestamp_ntz)) as date) as d0,
-- 146|     null as m0,
-- 147|     null as m1,
-- redshift:
-- 3|     "day"::date as day_,
-- 10|     min(date_trunc('month', day_)::date) as earliest,
-- 11|     max(date_trunc('month', day_)::date) as latest
-- 19| periods_1 as (
-- 20|   select dateadd(month, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
-- 21|   from (
-- 22|     select
-- 23|       min(earliest) as lo,
-- 23+|       max(latest) as hi
-- 23+|     from extent_1
-- 23+|   ) as bounds
-- 23+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(month, lo, hi)
-- 23+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(month, lo, hi)
-- 23+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(month, lo, hi)
-- 23+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(month, lo, hi)
-- 23+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(month, lo, hi)
-- 23+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(month, lo, hi)
-- 23+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(month, lo, hi)
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
-- 47 is left out
-- 48 is left out
-- 49 is left out
-- 50 is left out
-- 51 is left out
-- 55|     "visits"."day"::date as day_,
-- 63|     min(date_trunc('month', day_)::date) as earliest,
-- 64|     max(date_trunc('month', day_)::date) as latest
-- 72| periods_2 as (
-- 73|   select dateadd(month, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
-- 74|   from (
-- 75|     select
-- 76|       min(earliest) as lo,
-- 76+|       max(latest) as hi
-- 76+|     from extent_2
-- 76+|   ) as bounds
-- 76+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(month, lo, hi)
-- 76+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(month, lo, hi)
-- 76+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(month, lo, hi)
-- 76+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(month, lo, hi)
-- 76+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(month, lo, hi)
-- 76+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(month, lo, hi)
-- 76+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(month, lo, hi)
-- 78| spans_1 as (
-- 80|     day_ as on_day,
-- 81|     d0
-- 82|   from (select distinct day_ from facts_2) as days
-- 83|   join periods_2 on day_ < dateadd(month, 1, d0)::date
-- 84 is left out
-- 85 is left out
-- 86 is left out
-- 87 is left out
-- 88 is left out
-- 89 is left out
-- 90 is left out
-- 91 is left out
-- 92 is left out
-- 93 is left out
-- 94 is left out
-- 95 is left out
-- 96 is left out
-- 97 is left out
-- 98 is left out
-- 99 is left out
-- 100 is left out
-- 101 is left out
-- 102 is left out
-- 103 is left out
-- 104 is left out
-- 105 is left out
-- 106 is left out
-- 107 is left out
-- 116|     d0,
-- 117|     coalesce(sum(s0), 0)::bigint as m0,
-- 118|     null::float8 as m1,
-- 120|   from facts_1
-- 121|   join periods_1 on day_ < dateadd(month, 1, d0)::date
-- 122 is left out
-- 123 is left out
-- 133|       d0,
-- 135|       coalesce(sum(s0), 0)::bigint as v0
-- 136|     from facts_2
-- 137|     join spans_1 on on_day = day_
-- 138 is left out
-- 139 is left out
-- 147|     null::float8 as m1,

-- aggregates of groups that meet a condition
-- ["2"]
with asked_1 as (
  select "customers"."id" as d0_
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1
  having count(*) >= $1::bigint
)
select
  count(*) as "nested",
  avg(v0_) as "v0",
  avg(v1) as "d0"
from (
  select
    "customers"."id" as d0_,
    sum("orders"."amount") as v0_,
    count(*) as v1
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  where exists (
    select 1
    from asked_1
    where array[asked_1.d0_] = array["customers"."id"]
  )
  group by 1
) as nested_;
-- duckdb:
-- 23|     where asked_1.d0_ is not distinct from "customers"."id"
-- mysql:
-- 7|   having count(*) >= cast(? as signed)
-- 11|   avg(1.0000000000000000 * v0_) as `v0`,
-- 12|   avg(1.0000000000000000 * v1) as `d0`
-- 23|     where asked_1.d0_ <=> `customers`.`id`
-- clickhouse:
-- 7|   having count(*) >= {p1:Int64}
-- 11|   avgOrNull(v0_ + toDecimal128(0, 0)) as "v0",
-- 12|   avgOrNull(v1 + toDecimal128(0, 0)) as "d0"
-- 16|     sumOrNull("orders"."amount" + toDecimal128(0, 0)) as v0_,
-- 20|   where toJSONString(tuple("customers"."id")) in (
-- 21|     select toJSONString(tuple(asked_1.d0_))
-- 23 is left out
-- 26| ) as nested_
-- 26+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', output_format_json_quote_denormals = 1;
-- trino:
-- 7|   having count(*) >= cast(? as bigint)
-- 11|   avg(cast(v0_ as double)) as "v0",
-- 12|   avg(cast(v1 as double)) as "d0"
-- 20|   where json_format(cast(array[cast("customers"."id" as json)] as json)) in (
-- 21|     select json_format(cast(array[cast(asked_1.d0_ as json)] as json))
-- 23 is left out
-- bigquery:
-- 7|   having count(*) >= cast(@p1 as int64)
-- 11|   avg(cast(v0_ as float64)) as `v0`,
-- 12|   avg(cast(v1 as float64)) as `d0`
-- 20|   where to_json_string([to_json_string(`customers`.`id`)]) in (
-- 21|     select to_json_string([to_json_string(asked_1.d0_)])
-- 23 is left out
-- databricks:
-- 7|   having count(*) >= cast(:p1 as bigint)
-- 11|   avg(cast(v0_ as double)) as `v0`,
-- 12|   avg(cast(v1 as double)) as `d0`
-- 20|   where to_json(named_struct('c0', `customers`.`id`)) in (
-- 21|     select to_json(named_struct('c0', asked_1.d0_))
-- 23 is left out
-- snowflake:
-- 7|   having count(*) >= cast(? as number(38, 0))
-- 11|   avg(cast(v0_ as float)) as "v0",
-- 12|   avg(cast(v1 as float)) as "d0"
-- 20|   where to_json(array_construct("customers"."id")) in (
-- 21|     select to_json(array_construct(asked_1.d0_))
-- 23 is left out
-- redshift:
-- 11|   avg((v0_)::float8) as "v0",
-- 12|   avg((v1)::float8) as "d0"
-- 23|     where (asked_1.d0_ = "customers"."id" or (asked_1.d0_ is null and "customers"."id" is null))

-- months without orders have no groups
-- ["2024-03-01 00:00:00","2024-05-01 00:00:00","2024-03-01 00:00:00","2024-05-01 00:00:00"]
with groups_1 as (
  select
    d0,
    count(*) as m0,
    avg(v0) as m1
  from (
    select
      date_trunc('month', "orders"."placed")::date as d0,
      "customers"."id" as d1,
      sum("orders"."amount") as v0
    from "orders"
    left join "customers" on "customers"."id" = "orders"."customer_id"
    where "orders"."placed" >= $1::timestamp and "orders"."placed" < $2::timestamp
    group by 1, 2
  ) as nested
  group by 1
),
periods_1 as (
  select generate_series(date_trunc('month', $3::timestamp)::date::timestamp, date_trunc('month', ($4::timestamp - interval '1 microsecond'))::date::timestamp, interval '1 month')::date as d0
)
select
  d0 as "orders.placed.month",
  coalesce(max(m0), 0) as "buyers",
  max(m1) as "usual"
from (
  select d0, m0, m1 from groups_1
  union all
  select d0, null as m0, null as m1
  from periods_1
) as filled
group by 1
order by "orders.placed.month" nulls last
limit 21;
-- duckdb:
-- 20|   select unnest(generate_series(date_trunc('month', $3::timestamp)::date::timestamp, date_trunc('month', ($4::timestamp - interval '1 microsecond'))::date::timestamp, interval '1 month'))::date as d0
-- mysql:
-- 1| -- ["2024-03-01 00:00:00","2024-05-01 00:00:00","2024-03-01 00:00:00","2024-03-01 00:00:00","2024-05-01 00:00:00"]
-- 2| with recursive groups_1 as (
-- 6|     avg(1.0000000000000000 * v0) as m1
-- 9|       cast(date_format(`orders`.`placed`, '%Y-%m-01') as date) as d0,
-- 14|     where `orders`.`placed` >= cast(? as datetime(6)) and `orders`.`placed` < cast(? as datetime(6))
-- 20|   select
-- 20+|     1 as n,
-- 20+|     cast(date_format(cast(? as datetime(6)), '%Y-%m-01') as date) as d0,
-- 20+|     cast(date_format(cast(? as datetime(6)), '%Y-%m-01') as date) as first,
-- 20+|     cast(date_format((cast(? as datetime(6)) - interval 1 microsecond), '%Y-%m-01') as date) as last
-- 20+|   having first <= last
-- 20+|   union all
-- 20+|   select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
-- 20+|   from periods_1
-- 20+|   cross join (select 0 as bit union all select 1) as bits
-- 20+|   where first + interval (n * 2 + bit - 1) month <= last
-- 33| order by `orders.placed.month` <=> null, `orders.placed.month`
-- clickhouse:
-- 1| -- ["2024-03-01 00:00:00","2024-05-01 00:00:00","2024-03-01 00:00:00","2024-04-30 23:59:59.999999"]
-- 6|     avgOrNull(v0 + toDecimal128(0, 0)) as m1
-- 9|       toStartOfMonth(toDate32(toTimeZone("orders"."placed", 'UTC'))) as d0,
-- 11|       sumOrNull("orders"."amount" + toDecimal128(0, 0)) as v0
-- 14|     where "orders"."placed" >= {p1:DateTime64(6, 'UTC')} and "orders"."placed" < {p2:DateTime64(6, 'UTC')}
-- 20|   select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
-- 20+|   from (
-- 20+|     select toStartOfMonth(toDate32(toTimeZone({p3:DateTime64(6, 'UTC')}, 'UTC'))) as lo, toStartOfMonth(toDate32(toTimeZone({p4:DateTime64(6, 'UTC')}, 'UTC'))) as hi
-- 20+|   ) as bounds
-- 20+|   where lo <= hi
-- 33| order by 1 nulls last
-- 34| limit 21
-- 34+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 1| -- ["2024-03-01 00:00:00","2024-05-01 00:00:00","2024-03-01 00:00:00","2024-04-30 23:59:59.999999"]
-- 6|     avg(cast(v0 as double)) as m1
-- 9|       cast(date_trunc('month', cast(cast("orders"."placed" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as d0,
-- 14|     where "orders"."placed" >= cast(? as timestamp(6)) and "orders"."placed" < cast(? as timestamp(6))
-- 20|   select date_add('month', many * 10000 + few, lo) as d0
-- 20+|   from (
-- 20+|     select cast(date_trunc('month', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as lo, cast(date_trunc('month', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as hi
-- 20+|   ) as bounds
-- 20+|   cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
-- 20+|   cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
-- 20+|   where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
-- bigquery:
-- 1| -- ["2024-03-01 00:00:00","2024-05-01 00:00:00","2024-03-01 00:00:00","2024-04-30 23:59:59.999999"]
-- 6|     avg(cast(v0 as float64)) as m1
-- 9|       date_trunc(cast(datetime(timestamp(`orders`.`placed`), 'UTC') as date), month) as d0,
-- 14|     where `orders`.`placed` >= @p1 and `orders`.`placed` < @p2
-- 20|   select step as d0
-- 20+|   from (
-- 20+|     select date_trunc(cast(datetime(timestamp(@p3), 'UTC') as date), month) as lo, date_trunc(cast(datetime(timestamp(@p4), 'UTC') as date), month) as hi
-- 20+|   ) as bounds
-- 20+|   cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
-- databricks:
-- 1| -- ["2024-03-01 00:00:00","2024-05-01 00:00:00","2024-03-01 00:00:00","2024-04-30 23:59:59.999999"]
-- 6|     avg(cast(v0 as double)) as m1
-- 9|       cast(date_trunc('month', convert_timezone('UTC', `orders`.`placed`)) as date) as d0,
-- 14|     where `orders`.`placed` >= cast(concat(:p1, 'Z') as timestamp) and `orders`.`placed` < cast(concat(:p2, 'Z') as timestamp)
-- 20|   select explode(sequence(lo, hi, interval 1 month)) as d0
-- 20+|   from (
-- 20+|     select cast(date_trunc('month', convert_timezone('UTC', cast(concat(:p3, 'Z') as timestamp))) as date) as lo, cast(date_trunc('month', convert_timezone('UTC', cast(concat(:p4, 'Z') as timestamp))) as date) as hi
-- 20+|   ) as bounds
-- 20+|   where lo <= hi
-- snowflake:
-- 1| -- ["2024-03-01 00:00:00","2024-05-01 00:00:00","2024-03-01 00:00:00","2024-04-30 23:59:59.999999"]
-- 6|     avg(cast(v0 as float)) as m1
-- 9|       cast(date_trunc('month', cast(convert_timezone('UTC', "orders"."placed") as timestamp_ntz)) as date) as d0,
-- 14|     where "orders"."placed" >= cast(? as timestamp_ntz) and "orders"."placed" < cast(? as timestamp_ntz)
-- 20|   select dateadd(month, cast(steps.value as integer), lo) as d0
-- 20+|   from (
-- 20+|     select cast(date_trunc('month', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as date) as lo, cast(date_trunc('month', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as date) as hi
-- 20+|   ) as bounds
-- 20+|   cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
-- redshift:
-- 1| -- ["2024-03-01 00:00:00","2024-05-01 00:00:00","2024-03-01 00:00:00","2024-04-30 23:59:59.999999"]
-- 6|     avg((v0)::float8) as m1
-- 20|   select dateadd(month, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
-- 20+|   from (
-- 20+|     select date_trunc('month', $3::timestamp)::date as lo, date_trunc('month', $4::timestamp)::date as hi
-- 20+|   ) as bounds
-- 20+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(month, lo, hi)
-- 20+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(month, lo, hi)
-- 20+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(month, lo, hi)
-- 20+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(month, lo, hi)
-- 20+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(month, lo, hi)
-- 20+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(month, lo, hi)
-- 20+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(month, lo, hi)

-- groups by a dimension that the query also shows
select
  d0 as "customers.region",
  count(*) as "one",
  sum(v0) as "same"
from (
  select
    "customers"."region" as d0,
    "customers"."region" as d1,
    count(*) as v0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1, 2
) as nested
group by 1
order by "customers.region" nulls last
limit 21;
-- duckdb, trino, bigquery, databricks, snowflake, redshift: the same
-- mysql:
-- 15| order by `customers.region` <=> null, `customers.region`
-- clickhouse:
-- 4|   sumOrNull(v0 + toDecimal128(0, 0)) as "same"
-- 15| order by 1 nulls last
-- 16| limit 21
-- 16+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- groups in each of two bins
with values_1 as (
  select d0
  from (
    select
      "orders"."id" as d0,
      "customers"."id" as d1
    from "orders"
    left join "customers" on "customers"."id" = "orders"."customer_id"
    group by 1, 2
  ) as nested
),
spread_1 as (
  select
    min(cast(d0 as double precision)) as least_value,
    case when max(cast(d0 as double precision)) - min(cast(d0 as double precision)) > 0 then max(cast(d0 as double precision)) - min(cast(d0 as double precision)) else 1 end as range_value
  from values_1
  where abs(cast(d0 as double precision)) < 'Infinity'
)
select
  d0 as "orders.id.bin",
  count(*) as "buyers"
from (
  select
    case when abs(cast("orders"."id" as double precision)) < 'Infinity' then ((select spread_1.least_value from spread_1) + (case when round((cast("orders"."id" as double precision) - (select spread_1.least_value from spread_1)) * 2 / (select spread_1.range_value from spread_1)) >= 2 then 1 when cast("orders"."id" as double precision) < ((select spread_1.least_value from spread_1) + round((cast("orders"."id" as double precision) - (select spread_1.least_value from spread_1)) * 2 / (select spread_1.range_value from spread_1)) * (select spread_1.range_value from spread_1) / 2) then round((cast("orders"."id" as double precision) - (select spread_1.least_value from spread_1)) * 2 / (select spread_1.range_value from spread_1)) - 1 else round((cast("orders"."id" as double precision) - (select spread_1.least_value from spread_1)) * 2 / (select spread_1.range_value from spread_1)) end) * (select spread_1.range_value from spread_1) / 2) else cast("orders"."id" as double precision) end as d0,
    "customers"."id" as d1
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1, 2
) as nested
group by 1
order by "orders.id.bin" nulls last
limit 21;
-- totals
with values_1 as (
  select d0
  from (
    select
      "orders"."id" as d0,
      "customers"."id" as d1
    from "orders"
    left join "customers" on "customers"."id" = "orders"."customer_id"
    group by 1, 2
  ) as nested
),
spread_1 as (
  select
    min(cast(d0 as double precision)) as least_value,
    case when max(cast(d0 as double precision)) - min(cast(d0 as double precision)) > 0 then max(cast(d0 as double precision)) - min(cast(d0 as double precision)) else 1 end as range_value
  from values_1
  where abs(cast(d0 as double precision)) < 'Infinity'
)
select count(*) as "buyers"
from (
  select "customers"."id" as d0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1
) as nested;
-- duckdb:
-- 14|     min(cast(d0 as double)) as least_value,
-- 15|     case when max(cast(d0 as double)) - min(cast(d0 as double)) > 0 then max(cast(d0 as double)) - min(cast(d0 as double)) else 1 end as range_value
-- 17|   where isfinite(cast(d0 as double))
-- 24|     case when isfinite(cast("orders"."id" as double)) then ((select spread_1.least_value from spread_1) + (case when round((cast("orders"."id" as double) - (select spread_1.least_value from spread_1)) * 2 / (select spread_1.range_value from spread_1)) >= 2 then 1 when cast("orders"."id" as double) < ((select spread_1.least_value from spread_1) + round((cast("orders"."id" as double) - (select spread_1.least_value from spread_1)) * 2 / (select spread_1.range_value from spread_1)) * (select spread_1.range_value from spread_1) / 2) then round((cast("orders"."id" as double) - (select spread_1.least_value from spread_1)) * 2 / (select spread_1.range_value from spread_1)) - 1 else round((cast("orders"."id" as double) - (select spread_1.least_value from spread_1)) * 2 / (select spread_1.range_value from spread_1)) end) * (select spread_1.range_value from spread_1) / 2) else cast("orders"."id" as double) end as d0,
-- 47|     min(cast(d0 as double)) as least_value,
-- 48|     case when max(cast(d0 as double)) - min(cast(d0 as double)) > 0 then max(cast(d0 as double)) - min(cast(d0 as double)) else 1 end as range_value
-- 50|   where isfinite(cast(d0 as double))
-- mysql:
-- 14|     min(cast(d0 as double)) as least_value,
-- 15|     case when max(cast(d0 as double)) - min(cast(d0 as double)) > 0 then max(cast(d0 as double)) - min(cast(d0 as double)) else 1 end as range_value
-- 17 is left out
-- 24|     ((select spread_1.least_value from spread_1) + (case when round((cast(`orders`.`id` as double) - (select spread_1.least_value from spread_1)) * 2 / (select spread_1.range_value from spread_1)) >= 2 then 1 when cast(`orders`.`id` as double) < ((select spread_1.least_value from spread_1) + round((cast(`orders`.`id` as double) - (select spread_1.least_value from spread_1)) * 2 / (select spread_1.range_value from spread_1)) * (select spread_1.range_value from spread_1) / 2) then round((cast(`orders`.`id` as double) - (select spread_1.least_value from spread_1)) * 2 / (select spread_1.range_value from spread_1)) - 1 else round((cast(`orders`.`id` as double) - (select spread_1.least_value from spread_1)) * 2 / (select spread_1.range_value from spread_1)) end) * (select spread_1.range_value from spread_1) / 2) as d0,
-- 31| order by `orders.id.bin` <=> null, `orders.id.bin`
-- 47|     min(cast(d0 as double)) as least_value,
-- 48|     case when max(cast(d0 as double)) - min(cast(d0 as double)) > 0 then max(cast(d0 as double)) - min(cast(d0 as double)) else 1 end as range_value
-- 50 is left out
-- clickhouse:
-- 14|     min(cast(d0 as Nullable(Float64))) as least_value,
-- 15|     case when max(cast(d0 as Nullable(Float64))) - min(cast(d0 as Nullable(Float64))) > 0 then max(cast(d0 as Nullable(Float64))) - min(cast(d0 as Nullable(Float64))) else 1 end as range_value
-- 17|   where isFinite(cast(d0 as Nullable(Float64)))
-- 24|     case when isFinite(cast("orders"."id" as Nullable(Float64))) then ((select spread_1.least_value from spread_1) + (case when round((cast("orders"."id" as Nullable(Float64)) - (select spread_1.least_value from spread_1)) * 2 / (select spread_1.range_value from spread_1)) >= 2 then 1 when cast("orders"."id" as Nullable(Float64)) < ((select spread_1.least_value from spread_1) + round((cast("orders"."id" as Nullable(Float64)) - (select spread_1.least_value from spread_1)) * 2 / (select spread_1.range_value from spread_1)) * (select spread_1.range_value from spread_1) / 2) then round((cast("orders"."id" as Nullable(Float64)) - (select spread_1.least_value from spread_1)) * 2 / (select spread_1.range_value from spread_1)) - 1 else round((cast("orders"."id" as Nullable(Float64)) - (select spread_1.least_value from spread_1)) * 2 / (select spread_1.range_value from spread_1)) end) * (select spread_1.range_value from spread_1) / 2) else cast("orders"."id" as Nullable(Float64)) end as d0,
-- 31| order by 1 nulls last
-- 32| limit 21
-- 32+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- 47|     min(cast(d0 as Nullable(Float64))) as least_value,
-- 48|     case when max(cast(d0 as Nullable(Float64))) - min(cast(d0 as Nullable(Float64))) > 0 then max(cast(d0 as Nullable(Float64))) - min(cast(d0 as Nullable(Float64))) else 1 end as range_value
-- 50|   where isFinite(cast(d0 as Nullable(Float64)))
-- 58| ) as nested
-- 58+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 14|     min(cast(d0 as double)) as least_value,
-- 15|     case when max(cast(d0 as double)) - min(cast(d0 as double)) > 0 then max(cast(d0 as double)) - min(cast(d0 as double)) else 1 end as range_value
-- 17|   where is_finite(cast(d0 as double))
-- 24|     case when is_finite(cast("orders"."id" as double)) then ((select spread_1.least_value from spread_1) + (case when round((cast("orders"."id" as double) - (select spread_1.least_value from spread_1)) * 2 / (select spread_1.range_value from spread_1)) >= 2 then 1 when cast("orders"."id" as double) < ((select spread_1.least_value from spread_1) + round((cast("orders"."id" as double) - (select spread_1.least_value from spread_1)) * 2 / (select spread_1.range_value from spread_1)) * (select spread_1.range_value from spread_1) / 2) then round((cast("orders"."id" as double) - (select spread_1.least_value from spread_1)) * 2 / (select spread_1.range_value from spread_1)) - 1 else round((cast("orders"."id" as double) - (select spread_1.least_value from spread_1)) * 2 / (select spread_1.range_value from spread_1)) end) * (select spread_1.range_value from spread_1) / 2) else cast("orders"."id" as double) end as d0,
-- 47|     min(cast(d0 as double)) as least_value,
-- 48|     case when max(cast(d0 as double)) - min(cast(d0 as double)) > 0 then max(cast(d0 as double)) - min(cast(d0 as double)) else 1 end as range_value
-- 50|   where is_finite(cast(d0 as double))
-- bigquery:
-- 14|     min(cast(d0 as float64)) as least_value,
-- 15|     case when max(cast(d0 as float64)) - min(cast(d0 as float64)) > 0 then max(cast(d0 as float64)) - min(cast(d0 as float64)) else 1 end as range_value
-- 17|   where not (is_nan(cast(d0 as float64)) or is_inf(cast(d0 as float64)))
-- 24|     case when not (is_nan(cast(`orders`.`id` as float64)) or is_inf(cast(`orders`.`id` as float64))) then ((select spread_1.least_value from spread_1) + (case when round((cast(`orders`.`id` as float64) - (select spread_1.least_value from spread_1)) * 2 / (select spread_1.range_value from spread_1)) >= 2 then 1 when cast(`orders`.`id` as float64) < ((select spread_1.least_value from spread_1) + round((cast(`orders`.`id` as float64) - (select spread_1.least_value from spread_1)) * 2 / (select spread_1.range_value from spread_1)) * (select spread_1.range_value from spread_1) / 2) then round((cast(`orders`.`id` as float64) - (select spread_1.least_value from spread_1)) * 2 / (select spread_1.range_value from spread_1)) - 1 else round((cast(`orders`.`id` as float64) - (select spread_1.least_value from spread_1)) * 2 / (select spread_1.range_value from spread_1)) end) * (select spread_1.range_value from spread_1) / 2) else cast(`orders`.`id` as float64) end as d0,
-- 47|     min(cast(d0 as float64)) as least_value,
-- 48|     case when max(cast(d0 as float64)) - min(cast(d0 as float64)) > 0 then max(cast(d0 as float64)) - min(cast(d0 as float64)) else 1 end as range_value
-- 50|   where not (is_nan(cast(d0 as float64)) or is_inf(cast(d0 as float64)))
-- databricks:
-- 14|     min(cast(d0 as double)) as least_value,
-- 15|     case when max(cast(d0 as double)) - min(cast(d0 as double)) > 0 then max(cast(d0 as double)) - min(cast(d0 as double)) else 1 end as range_value
-- 17|   where abs(cast(d0 as double)) < cast('Infinity' as double)
-- 24|     case when abs(cast(`orders`.`id` as double)) < cast('Infinity' as double) then ((select spread_1.least_value from spread_1) + (case when round((cast(`orders`.`id` as double) - (select spread_1.least_value from spread_1)) * 2 / (select spread_1.range_value from spread_1)) >= 2 then 1 when cast(`orders`.`id` as double) < ((select spread_1.least_value from spread_1) + round((cast(`orders`.`id` as double) - (select spread_1.least_value from spread_1)) * 2 / (select spread_1.range_value from spread_1)) * (select spread_1.range_value from spread_1) / 2) then round((cast(`orders`.`id` as double) - (select spread_1.least_value from spread_1)) * 2 / (select spread_1.range_value from spread_1)) - 1 else round((cast(`orders`.`id` as double) - (select spread_1.least_value from spread_1)) * 2 / (select spread_1.range_value from spread_1)) end) * (select spread_1.range_value from spread_1) / 2) else cast(`orders`.`id` as double) end as d0,
-- 47|     min(cast(d0 as double)) as least_value,
-- 48|     case when max(cast(d0 as double)) - min(cast(d0 as double)) > 0 then max(cast(d0 as double)) - min(cast(d0 as double)) else 1 end as range_value
-- 50|   where abs(cast(d0 as double)) < cast('Infinity' as double)
-- snowflake:
-- 14|     min(cast(d0 as float)) as least_value,
-- 15|     case when max(cast(d0 as float)) - min(cast(d0 as float)) > 0 then max(cast(d0 as float)) - min(cast(d0 as float)) else 1 end as range_value
-- 17|   where abs(cast(d0 as float)) < cast('inf' as float)
-- 24|     case when abs(cast("orders"."id" as float)) < cast('inf' as float) then ((select spread_1.least_value from spread_1) + (case when round((cast("orders"."id" as float) - (select spread_1.least_value from spread_1)) * 2 / (select spread_1.range_value from spread_1)) >= 2 then 1 when cast("orders"."id" as float) < ((select spread_1.least_value from spread_1) + round((cast("orders"."id" as float) - (select spread_1.least_value from spread_1)) * 2 / (select spread_1.range_value from spread_1)) * (select spread_1.range_value from spread_1) / 2) then round((cast("orders"."id" as float) - (select spread_1.least_value from spread_1)) * 2 / (select spread_1.range_value from spread_1)) - 1 else round((cast("orders"."id" as float) - (select spread_1.least_value from spread_1)) * 2 / (select spread_1.range_value from spread_1)) end) * (select spread_1.range_value from spread_1) / 2) else cast("orders"."id" as float) end as d0,
-- 47|     min(cast(d0 as float)) as least_value,
-- 48|     case when max(cast(d0 as float)) - min(cast(d0 as float)) > 0 then max(cast(d0 as float)) - min(cast(d0 as float)) else 1 end as range_value
-- 50|   where abs(cast(d0 as float)) < cast('inf' as float)
-- redshift:
-- 17|   where lower(cast(cast(d0 as double precision) as varchar)) <> 'nan' and abs(cast(d0 as double precision)) < cast('Infinity' as double precision)
-- 24|     case when lower(cast(cast("orders"."id" as double precision) as varchar)) <> 'nan' and abs(cast("orders"."id" as double precision)) < cast('Infinity' as double precision) then ((select spread_1.least_value from spread_1) + (case when round((cast("orders"."id" as double precision) - (select spread_1.least_value from spread_1)) * 2 / (select spread_1.range_value from spread_1)) >= 2 then 1 when cast("orders"."id" as double precision) < ((select spread_1.least_value from spread_1) + round((cast("orders"."id" as double precision) - (select spread_1.least_value from spread_1)) * 2 / (select spread_1.range_value from spread_1)) * (select spread_1.range_value from spread_1) / 2) then round((cast("orders"."id" as double precision) - (select spread_1.least_value from spread_1)) * 2 / (select spread_1.range_value from spread_1)) - 1 else round((cast("orders"."id" as double precision) - (select spread_1.least_value from spread_1)) * 2 / (select spread_1.range_value from spread_1)) end) * (select spread_1.range_value from spread_1) / 2) else cast("orders"."id" as double precision) end as d0,
-- 50|   where lower(cast(cast(d0 as double precision) as varchar)) <> 'nan' and abs(cast(d0 as double precision)) < cast('Infinity' as double precision)

-- aggregates of days beside a total, now and in an earlier period
-- ["2024-02-01 00:00:00","2024-04-01 00:00:00","2024-02-01 00:00:00","2024-04-01 00:00:00","2024-01-01 00:00:00","2024-03-01 00:00:00","2024-01-01 00:00:00","2024-03-01 00:00:00","2024-02-01 00:00:00","2024-04-01 00:00:00"]
with groups_1 as (
  select
    d0,
    max(m0) as m0,
    max(m1) as m1,
    max(m2) as m2,
    max(m3) as m3
  from (
    select
      date_trunc('month', "placed")::date as d0,
      sum("amount") as m0,
      null::numeric as m1,
      null::numeric as m2,
      null::numeric as m3
    from "orders"
    where "placed" >= $1::timestamp and "placed" < $2::timestamp
    group by 1
    union all
    select
      d0,
      null::numeric as m0,
      max(v0) as m1,
      null::numeric as m2,
      null::numeric as m3
    from (
      select
        date_trunc('month', "placed")::date as d0,
        "placed"::date as d1,
        sum("amount") as v0
      from "orders"
      where "placed" >= $3::timestamp and "placed" < $4::timestamp
      group by 1, 2
    ) as nested
    group by 1
    union all
    select
      ((date_trunc('month', "placed")::date) + interval '1 month')::date as d0,
      null::numeric as m0,
      null::numeric as m1,
      sum("amount") as m2,
      null::numeric as m3
    from "orders"
    where "placed" >= $5::timestamp
      and "placed" < $6::timestamp
    group by 1
    union all
    select
      ((d0) + interval '1 month')::date as d0,
      null::numeric as m0,
      null::numeric as m1,
      null::numeric as m2,
      max(v0) as m3
    from (
      select
        date_trunc('month', "placed")::date as d0,
        "placed"::date as d1,
        sum("amount") as v0
      from "orders"
      where "placed" >= $7::timestamp
        and "placed" < $8::timestamp
      group by 1, 2
    ) as nested
    group by 1
  ) as branches
  group by 1
),
periods_1 as (
  select generate_series(date_trunc('month', $9::timestamp)::date::timestamp, date_trunc('month', ($10::timestamp - interval '1 microsecond'))::date::timestamp, interval '1 month')::date as d0
)
select
  d0 as "orders.placed.month",
  max(m0) as "orders.total",
  max(m2) as "orders.total@before",
  1.0 * (max(m0) - max(m2)) / nullif(max(m2), 0) as "orders.total@change",
  max(m1) as "best",
  max(m3) as "best@before",
  1.0 * (max(m1) - max(m3)) / nullif(max(m3), 0) as "best@change"
from (
  select d0, m0, m1, m2, m3 from groups_1
  union all
  select d0, null as m0, null as m1, null as m2, null as m3
  from periods_1
) as filled
group by 1
order by "orders.placed.month" nulls last
limit 21;
-- duckdb:
-- 13|       null as m1,
-- 14|       null as m2,
-- 15|       null as m3
-- 22|       null as m0,
-- 24|       null as m2,
-- 25|       null as m3
-- 39|       null as m0,
-- 40|       null as m1,
-- 42|       null as m3
-- 50|       null as m0,
-- 51|       null as m1,
-- 52|       null as m2,
-- 69|   select unnest(generate_series(date_trunc('month', $9::timestamp)::date::timestamp, date_trunc('month', ($10::timestamp - interval '1 microsecond'))::date::timestamp, interval '1 month'))::date as d0
-- 75|   (max(m0) - max(m2)) / nullif(max(m2), 0) as "orders.total@change",
-- 78|   (max(m1) - max(m3)) / nullif(max(m3), 0) as "best@change"
-- mysql:
-- 1| -- ["2024-02-01 00:00:00","2024-04-01 00:00:00","2024-02-01 00:00:00","2024-04-01 00:00:00","2024-01-01 00:00:00","2024-03-01 00:00:00","2024-01-01 00:00:00","2024-03-01 00:00:00","2024-02-01 00:00:00","2024-02-01 00:00:00","2024-04-01 00:00:00"]
-- 2| with recursive groups_1 as (
-- 11|       cast(date_format(`placed`, '%Y-%m-01') as date) as d0,
-- 13|       null as m1,
-- 14|       null as m2,
-- 15|       null as m3
-- 17|     where `placed` >= cast(? as datetime(6)) and `placed` < cast(? as datetime(6))
-- 22|       null as m0,
-- 24|       null as m2,
-- 25|       null as m3
-- 28|         cast(date_format(`placed`, '%Y-%m-01') as date) as d0,
-- 29|         date(`placed`) as d1,
-- 32|       where `placed` >= cast(? as datetime(6)) and `placed` < cast(? as datetime(6))
-- 38|       cast(((cast(date_format(`placed`, '%Y-%m-01') as date)) + interval 1 month) as date) as d0,
-- 39|       null as m0,
-- 40|       null as m1,
-- 42|       null as m3
-- 44|     where `placed` >= cast(? as datetime(6))
-- 45|       and `placed` < cast(? as datetime(6))
-- 49|       cast(((d0) + interval 1 month) as date) as d0,
-- 50|       null as m0,
-- 51|       null as m1,
-- 52|       null as m2,
-- 56|         cast(date_format(`placed`, '%Y-%m-01') as date) as d0,
-- 57|         date(`placed`) as d1,
-- 60|       where `placed` >= cast(? as datetime(6))
-- 61|         and `placed` < cast(? as datetime(6))
-- 69|   select
-- 69+|     1 as n,
-- 69+|     cast(date_format(cast(? as datetime(6)), '%Y-%m-01') as date) as d0,
-- 69+|     cast(date_format(cast(? as datetime(6)), '%Y-%m-01') as date) as first,
-- 69+|     cast(date_format((cast(? as datetime(6)) - interval 1 microsecond), '%Y-%m-01') as date) as last
-- 69+|   having first <= last
-- 69+|   union all
-- 69+|   select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
-- 69+|   from periods_1
-- 69+|   cross join (select 0 as bit union all select 1) as bits
-- 69+|   where first + interval (n * 2 + bit - 1) month <= last
-- 75|   1.0000000000000000 * (max(m0) - max(m2)) / nullif(max(m2), 0) as `orders.total@change`,
-- 78|   1.0000000000000000 * (max(m1) - max(m3)) / nullif(max(m3), 0) as `best@change`
-- 86| order by `orders.placed.month` <=> null, `orders.placed.month`
-- clickhouse:
-- 1| -- ["2024-02-01 00:00:00","2024-04-01 00:00:00","2024-02-01 00:00:00","2024-04-01 00:00:00","2024-01-01 00:00:00","2024-03-01 00:00:00","2024-01-01 00:00:00","2024-03-01 00:00:00","2024-02-01 00:00:00","2024-03-31 23:59:59.999999"]
-- 11|       toStartOfMonth(toDate32(toTimeZone("placed", 'UTC'))) as d0,
-- 12|       sumOrNull("amount" + toDecimal128(0, 0)) as m0,
-- 13|       null as m1,
-- 14|       null as m2,
-- 15|       null as m3
-- 17|     where "placed" >= {p1:DateTime64(6, 'UTC')} and "placed" < {p2:DateTime64(6, 'UTC')}
-- 22|       null as m0,
-- 23|       maxOrNull(v0) as m1,
-- 24|       null as m2,
-- 25|       null as m3
-- 28|         toStartOfMonth(toDate32(toTimeZone("placed", 'UTC'))) as d0,
-- 29|         toDate32(toTimeZone("placed", 'UTC')) as d1,
-- 30|         sumOrNull("amount" + toDecimal128(0, 0)) as v0
-- 32|       where "placed" >= {p3:DateTime64(6, 'UTC')} and "placed" < {p4:DateTime64(6, 'UTC')}
-- 38|       toDate32((((toStartOfMonth(toDate32(toTimeZone("placed", 'UTC')))) + toIntervalMonth(1)))) as d0,
-- 39|       null as m0,
-- 40|       null as m1,
-- 41|       sumOrNull("amount" + toDecimal128(0, 0)) as m2,
-- 42|       null as m3
-- 44|     where "placed" >= {p5:DateTime64(6, 'UTC')}
-- 45|       and "placed" < {p6:DateTime64(6, 'UTC')}
-- 49|       toDate32((((d0) + toIntervalMonth(1)))) as d0,
-- 50|       null as m0,
-- 51|       null as m1,
-- 52|       null as m2,
-- 53|       maxOrNull(v0) as m3
-- 56|         toStartOfMonth(toDate32(toTimeZone("placed", 'UTC'))) as d0,
-- 57|         toDate32(toTimeZone("placed", 'UTC')) as d1,
-- 58|         sumOrNull("amount" + toDecimal128(0, 0)) as v0
-- 60|       where "placed" >= {p7:DateTime64(6, 'UTC')}
-- 61|         and "placed" < {p8:DateTime64(6, 'UTC')}
-- 69|   select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
-- 69+|   from (
-- 69+|     select toStartOfMonth(toDate32(toTimeZone({p9:DateTime64(6, 'UTC')}, 'UTC'))) as lo, toStartOfMonth(toDate32(toTimeZone({p10:DateTime64(6, 'UTC')}, 'UTC'))) as hi
-- 69+|   ) as bounds
-- 69+|   where lo <= hi
-- 75|   1e0 * (max(m0) - max(m2)) / nullif(max(m2), 0) as "orders.total@change",
-- 78|   1e0 * (max(m1) - max(m3)) / nullif(max(m3), 0) as "best@change"
-- 86| order by 1 nulls last
-- 87| limit 21
-- 87+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 1| -- ["2024-02-01 00:00:00","2024-04-01 00:00:00","2024-02-01 00:00:00","2024-04-01 00:00:00","2024-01-01 00:00:00","2024-03-01 00:00:00","2024-01-01 00:00:00","2024-03-01 00:00:00","2024-02-01 00:00:00","2024-03-31 23:59:59.999999"]
-- 11|       cast(date_trunc('month', cast(cast("placed" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as d0,
-- 13|       null as m1,
-- 14|       null as m2,
-- 15|       null as m3
-- 17|     where "placed" >= cast(? as timestamp(6)) and "placed" < cast(? as timestamp(6))
-- 22|       null as m0,
-- 24|       null as m2,
-- 25|       null as m3
-- 28|         cast(date_trunc('month', cast(cast("placed" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as d0,
-- 29|         cast(cast(cast("placed" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as d1,
-- 32|       where "placed" >= cast(? as timestamp(6)) and "placed" < cast(? as timestamp(6))
-- 38|       cast((date_add('month', 1, (cast(date_trunc('month', cast(cast("placed" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date)))) as date) as d0,
-- 39|       null as m0,
-- 40|       null as m1,
-- 42|       null as m3
-- 44|     where "placed" >= cast(? as timestamp(6))
-- 45|       and "placed" < cast(? as timestamp(6))
-- 49|       cast((date_add('month', 1, (d0))) as date) as d0,
-- 50|       null as m0,
-- 51|       null as m1,
-- 52|       null as m2,
-- 56|         cast(date_trunc('month', cast(cast("placed" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as d0,
-- 57|         cast(cast(cast("placed" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as d1,
-- 60|       where "placed" >= cast(? as timestamp(6))
-- 61|         and "placed" < cast(? as timestamp(6))
-- 69|   select date_add('month', many * 10000 + few, lo) as d0
-- 69+|   from (
-- 69+|     select cast(date_trunc('month', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as lo, cast(date_trunc('month', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as hi
-- 69+|   ) as bounds
-- 69+|   cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
-- 69+|   cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
-- 69+|   where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
-- 75|   1e0 * (max(m0) - max(m2)) / nullif(max(m2), 0) as "orders.total@change",
-- 78|   1e0 * (max(m1) - max(m3)) / nullif(max(m3), 0) as "best@change"
-- bigquery:
-- 1| -- ["2024-02-01 00:00:00","2024-04-01 00:00:00","2024-02-01 00:00:00","2024-04-01 00:00:00","2024-01-01 00:00:00","2024-03-01 00:00:00","2024-01-01 00:00:00","2024-03-01 00:00:00","2024-02-01 00:00:00","2024-03-31 23:59:59.999999"]
-- 11|       date_trunc(cast(datetime(timestamp(`placed`), 'UTC') as date), month) as d0,
-- 13|       null as m1,
-- 14|       null as m2,
-- 15|       null as m3
-- 17|     where `placed` >= @p1 and `placed` < @p2
-- 22|       null as m0,
-- 24|       null as m2,
-- 25|       null as m3
-- 28|         date_trunc(cast(datetime(timestamp(`placed`), 'UTC') as date), month) as d0,
-- 29|         cast(datetime(timestamp(`placed`), 'UTC') as date) as d1,
-- 32|       where `placed` >= @p3 and `placed` < @p4
-- 38|       cast((date_add((date_trunc(cast(datetime(timestamp(`placed`), 'UTC') as date), month)), interval 1 month)) as date) as d0,
-- 39|       null as m0,
-- 40|       null as m1,
-- 42|       null as m3
-- 44|     where `placed` >= @p5
-- 45|       and `placed` < @p6
-- 49|       cast((date_add((d0), interval 1 month)) as date) as d0,
-- 50|       null as m0,
-- 51|       null as m1,
-- 52|       null as m2,
-- 56|         date_trunc(cast(datetime(timestamp(`placed`), 'UTC') as date), month) as d0,
-- 57|         cast(datetime(timestamp(`placed`), 'UTC') as date) as d1,
-- 60|       where `placed` >= @p7
-- 61|         and `placed` < @p8
-- 69|   select step as d0
-- 69+|   from (
-- 69+|     select date_trunc(cast(datetime(timestamp(@p9), 'UTC') as date), month) as lo, date_trunc(cast(datetime(timestamp(@p10), 'UTC') as date), month) as hi
-- 69+|   ) as bounds
-- 69+|   cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
-- 74|   max(m2) as `c_orders_total_before__1upa3dsfwuo04`,
-- 75|   1e0 * (max(m0) - max(m2)) / nullif(max(m2), 0) as `c_orders_total_change__2kfn9tvvw52y`,
-- 77|   max(m3) as `c_best_before__3norez0tcecjv`,
-- 78|   1e0 * (max(m1) - max(m3)) / nullif(max(m3), 0) as `c_best_change__rbgwbqq0if3r`
-- databricks:
-- 1| -- ["2024-02-01 00:00:00","2024-04-01 00:00:00","2024-02-01 00:00:00","2024-04-01 00:00:00","2024-01-01 00:00:00","2024-03-01 00:00:00","2024-01-01 00:00:00","2024-03-01 00:00:00","2024-02-01 00:00:00","2024-03-31 23:59:59.999999"]
-- 11|       cast(date_trunc('month', convert_timezone('UTC', `placed`)) as date) as d0,
-- 13|       null as m1,
-- 14|       null as m2,
-- 15|       null as m3
-- 17|     where `placed` >= cast(concat(:p1, 'Z') as timestamp) and `placed` < cast(concat(:p2, 'Z') as timestamp)
-- 22|       null as m0,
-- 24|       null as m2,
-- 25|       null as m3
-- 28|         cast(date_trunc('month', convert_timezone('UTC', `placed`)) as date) as d0,
-- 29|         cast(convert_timezone('UTC', `placed`) as date) as d1,
-- 32|       where `placed` >= cast(concat(:p3, 'Z') as timestamp) and `placed` < cast(concat(:p4, 'Z') as timestamp)
-- 38|       cast((cast(dateadd(month, 1, (cast(date_trunc('month', convert_timezone('UTC', `placed`)) as date))) as date)) as date) as d0,
-- 39|       null as m0,
-- 40|       null as m1,
-- 42|       null as m3
-- 44|     where `placed` >= cast(concat(:p5, 'Z') as timestamp)
-- 45|       and `placed` < cast(concat(:p6, 'Z') as timestamp)
-- 49|       cast((cast(dateadd(month, 1, (d0)) as date)) as date) as d0,
-- 50|       null as m0,
-- 51|       null as m1,
-- 52|       null as m2,
-- 56|         cast(date_trunc('month', convert_timezone('UTC', `placed`)) as date) as d0,
-- 57|         cast(convert_timezone('UTC', `placed`) as date) as d1,
-- 60|       where `placed` >= cast(concat(:p7, 'Z') as timestamp)
-- 61|         and `placed` < cast(concat(:p8, 'Z') as timestamp)
-- 69|   select explode(sequence(lo, hi, interval 1 month)) as d0
-- 69+|   from (
-- 69+|     select cast(date_trunc('month', convert_timezone('UTC', cast(concat(:p9, 'Z') as timestamp))) as date) as lo, cast(date_trunc('month', convert_timezone('UTC', cast(concat(:p10, 'Z') as timestamp))) as date) as hi
-- 69+|   ) as bounds
-- 69+|   where lo <= hi
-- 75|   1D * (max(m0) - max(m2)) / nullif(max(m2), 0) as `orders.total@change`,
-- 78|   1D * (max(m1) - max(m3)) / nullif(max(m3), 0) as `best@change`
-- snowflake:
-- 1| -- ["2024-02-01 00:00:00","2024-04-01 00:00:00","2024-02-01 00:00:00","2024-04-01 00:00:00","2024-01-01 00:00:00","2024-03-01 00:00:00","2024-01-01 00:00:00","2024-03-01 00:00:00","2024-02-01 00:00:00","2024-03-31 23:59:59.999999"]
-- 11|       cast(date_trunc('month', cast(convert_timezone('UTC', "placed") as timestamp_ntz)) as date) as d0,
-- 13|       null as m1,
-- 14|       null as m2,
-- 15|       null as m3
-- 17|     where "placed" >= cast(? as timestamp_ntz) and "placed" < cast(? as timestamp_ntz)
-- 22|       null as m0,
-- 24|       null as m2,
-- 25|       null as m3
-- 28|         cast(date_trunc('month', cast(convert_timezone('UTC', "placed") as timestamp_ntz)) as date) as d0,
-- 29|         cast(cast(convert_timezone('UTC', "placed") as timestamp_ntz) as date) as d1,
-- 32|       where "placed" >= cast(? as timestamp_ntz) and "placed" < cast(? as timestamp_ntz)
-- 38|       cast((dateadd(month, 1, (cast(date_trunc('month', cast(convert_timezone('UTC', "placed") as timestamp_ntz)) as date)))) as date) as d0,
-- 39|       null as m0,
-- 40|       null as m1,
-- 42|       null as m3
-- 44|     where "placed" >= cast(? as timestamp_ntz)
-- 45|       and "placed" < cast(? as timestamp_ntz)
-- 49|       cast((dateadd(month, 1, (d0))) as date) as d0,
-- 50|       null as m0,
-- 51|       null as m1,
-- 52|       null as m2,
-- 56|         cast(date_trunc('month', cast(convert_timezone('UTC', "placed") as timestamp_ntz)) as date) as d0,
-- 57|         cast(cast(convert_timezone('UTC', "placed") as timestamp_ntz) as date) as d1,
-- 60|       where "placed" >= cast(? as timestamp_ntz)
-- 61|         and "placed" < cast(? as timestamp_ntz)
-- 69|   select dateadd(month, cast(steps.value as integer), lo) as d0
-- 69+|   from (
-- 69+|     select cast(date_trunc('month', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as date) as lo, cast(date_trunc('month', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as date) as hi
-- 69+|   ) as bounds
-- 69+|   cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
-- 75|   1::float * (max(m0) - max(m2)) / nullif(max(m2), 0) as "orders.total@change",
-- 78|   1::float * (max(m1) - max(m3)) / nullif(max(m3), 0) as "best@change"
-- redshift:
-- 1| -- ["2024-02-01 00:00:00","2024-04-01 00:00:00","2024-02-01 00:00:00","2024-04-01 00:00:00","2024-01-01 00:00:00","2024-03-01 00:00:00","2024-01-01 00:00:00","2024-03-01 00:00:00","2024-02-01 00:00:00","2024-03-31 23:59:59.999999"]
-- 13|       null::float8 as m1,
-- 14|       null::float8 as m2,
-- 15|       null::float8 as m3
-- 22|       null::float8 as m0,
-- 24|       null::float8 as m2,
-- 25|       null::float8 as m3
-- 38|       (dateadd(month, 1, (date_trunc('month', "placed")::date))::date)::date as d0,
-- 39|       null::float8 as m0,
-- 40|       null::float8 as m1,
-- 42|       null::float8 as m3
-- 49|       (dateadd(month, 1, (d0))::date)::date as d0,
-- 50|       null::float8 as m0,
-- 51|       null::float8 as m1,
-- 52|       null::float8 as m2,
-- 69|   select dateadd(month, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
-- 69+|   from (
-- 69+|     select date_trunc('month', $9::timestamp)::date as lo, date_trunc('month', $10::timestamp)::date as hi
-- 69+|   ) as bounds
-- 69+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(month, lo, hi)
-- 69+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(month, lo, hi)
-- 69+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(month, lo, hi)
-- 69+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(month, lo, hi)
-- 69+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(month, lo, hi)
-- 69+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(month, lo, hi)
-- 69+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(month, lo, hi)
-- 75|   1::float8 * (max(m0) - max(m2)) / nullif(max(m2), 0) as "orders.total@change",
-- 78|   1::float8 * (max(m1) - max(m3)) / nullif(max(m3), 0) as "best@change"

-- groups by month end with their own rows, beside rows of another fact
with facts_1 as (
  select
    date_trunc('month', "day")::date as period,
    count(*) as s0
  from "visits"
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
    generate_series((period + interval '1 month')::timestamp, case when not isfinite(period) or not isfinite(next) then concat('fillGaps: over 100000 periods', substr(period::text, 1, 0))::date else least(next - interval '1 month') end::timestamp, interval '1 month')::date as period,
    null as s0
  from followed_1
  where next is not null and period < least(next - interval '1 month')
),
framed_1 as (
  select
    period,
    sum(s0) over (order by period rows unbounded preceding) as s0
  from spread_1
),
facts_2 as (
  select
    date_trunc('month', "placed")::date as period,
    sum("amount") as s0
  from "orders"
  group by 1
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
    generate_series((period + interval '1 month')::timestamp, case when not isfinite(period) or not isfinite(next) then concat('fillGaps: over 100000 periods', substr(period::text, 1, 0))::date else least(next - interval '1 month') end::timestamp, interval '1 month')::date as period,
    null as s0
  from followed_2
  where next is not null and period < least(next - interval '1 month')
),
framed_2 as (
  select
    period,
    sum(s0) over (order by period rows unbounded preceding) as s0
  from spread_2
)
select
  coalesce(max(m0), 0) as "orders.count",
  coalesce(max(m1), 0) as "months of visits",
  coalesce(max(m2), 0) as "months of orders"
from (
  select
    count(*) as m0,
    null::bigint as m1,
    null::bigint as m2
  from "orders"
  union all
  select
    null::bigint as m0,
    count(*) as m1,
    null::bigint as m2
  from (
    select period as d0
    from framed_1
    group by 1
  ) as nested
  union all
  select
    null::bigint as m0,
    null::bigint as m1,
    count(*) as m2
  from (
    select period as d0
    from framed_2
    group by 1
  ) as nested
) as branches
limit 21;
-- duckdb:
-- 23|     unnest(generate_series((period + interval '1 month')::timestamp, case when not isfinite(period) or not isfinite(next) then concat('fillGaps: over 100000 periods', substr(period::text, 1, 0))::date else least(next - interval '1 month') end::timestamp, interval '1 month'))::date as period,
-- 56|     unnest(generate_series((period + interval '1 month')::timestamp, case when not isfinite(period) or not isfinite(next) then concat('fillGaps: over 100000 periods', substr(period::text, 1, 0))::date else least(next - interval '1 month') end::timestamp, interval '1 month'))::date as period,
-- 74|     null as m1,
-- 75|     null as m2
-- 79|     null as m0,
-- 81|     null as m2
-- 89|     null as m0,
-- 90|     null as m1,
-- mysql:
-- 1| with recursive facts_1 as (
-- 3|     date(`day`) as day_,
-- 8| periods_1 as (
-- 10|     1 as n,
-- 11|     min(cast(date_format(day_, '%Y-%m-01') as date)) as d0,
-- 12|     min(cast(date_format(day_, '%Y-%m-01') as date)) as first,
-- 12+|     max(cast(date_format(day_, '%Y-%m-01') as date)) as last
-- 14|   having first <= last
-- 15 is left out
-- 16 is left out
-- 17 is left out
-- 18 is left out
-- 19 is left out
-- 20 is left out
-- 22|   select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
-- 23|   from periods_1
-- 24|   cross join (select 0 as bit union all select 1) as bits
-- 25|   where first + interval (n * 2 + bit - 1) month <= last
-- 26 is left out
-- 28 is left out
-- 29 is left out
-- 30 is left out
-- 31 is left out
-- 32 is left out
-- 33 is left out
-- 36|     date(`placed`) as day_,
-- 41| periods_2 as (
-- 43|     1 as n,
-- 44|     min(cast(date_format(day_, '%Y-%m-01') as date)) as d0,
-- 45|     min(cast(date_format(day_, '%Y-%m-01') as date)) as first,
-- 45+|     max(cast(date_format(day_, '%Y-%m-01') as date)) as last
-- 47|   having first <= last
-- 48 is left out
-- 49 is left out
-- 50 is left out
-- 51 is left out
-- 52 is left out
-- 53 is left out
-- 55|   select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
-- 56|   from periods_2
-- 57|   cross join (select 0 as bit union all select 1) as bits
-- 58|   where first + interval (n * 2 + bit - 1) month <= last
-- 59 is left out
-- 60 is left out
-- 61 is left out
-- 62 is left out
-- 63 is left out
-- 64 is left out
-- 65 is left out
-- 74|     null as m1,
-- 75|     null as m2
-- 79|     null as m0,
-- 81|     null as m2
-- 83|     select d0
-- 84|     from facts_1
-- 84+|     join periods_1 on day_ < d0 + interval 1 month
-- 89|     null as m0,
-- 90|     null as m1,
-- 93|     select d0
-- 94|     from facts_2
-- 94+|     join periods_2 on day_ < d0 + interval 1 month
-- clickhouse:
-- 3|     toDate32("day") as day_,
-- 8| periods_1 as (
-- 9|   select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
-- 10|   from (
-- 11|     select
-- 12|       minOrNull(toStartOfMonth(toDate32(day_))) as lo,
-- 13|       maxOrNull(toStartOfMonth(toDate32(day_))) as hi
-- 14|     from facts_1
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
-- 36|     toDate32(toTimeZone("placed", 'UTC')) as day_,
-- 37|     sumOrNull("amount" + toDecimal128(0, 0)) as s0
-- 41| periods_2 as (
-- 42|   select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
-- 43|   from (
-- 44|     select
-- 45|       minOrNull(toStartOfMonth(toDate32(day_))) as lo,
-- 46|       maxOrNull(toStartOfMonth(toDate32(day_))) as hi
-- 47|     from facts_2
-- 48|   ) as bounds
-- 49|   where lo <= hi
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
-- 61 is left out
-- 62 is left out
-- 63 is left out
-- 64 is left out
-- 65 is left out
-- 74|     null as m1,
-- 75|     null as m2
-- 79|     null as m0,
-- 81|     null as m2
-- 83|     select d0
-- 84|     from facts_1
-- 84+|     join periods_1 on day_ < (d0 + toIntervalMonth(1))
-- 89|     null as m0,
-- 90|     null as m1,
-- 93|     select d0
-- 94|     from facts_2
-- 94+|     join periods_2 on day_ < (d0 + toIntervalMonth(1))
-- 98| limit 21
-- 98+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 3|     cast("day" as date) as day_,
-- 8| periods_1 as (
-- 9|   select date_add('month', many * 10000 + few, lo) as d0
-- 10|   from (
-- 11|     select
-- 12|       min(cast(date_trunc('month', day_) as date)) as lo,
-- 13|       max(cast(date_trunc('month', day_) as date)) as hi
-- 14|     from facts_1
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
-- 36|     cast(cast(cast("placed" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as day_,
-- 41| periods_2 as (
-- 42|   select date_add('month', many * 10000 + few, lo) as d0
-- 43|   from (
-- 44|     select
-- 45|       min(cast(date_trunc('month', day_) as date)) as lo,
-- 46|       max(cast(date_trunc('month', day_) as date)) as hi
-- 47|     from facts_2
-- 48|   ) as bounds
-- 49|   cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
-- 50|   cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
-- 51|   where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
-- 52 is left out
-- 53 is left out
-- 54 is left out
-- 55 is left out
-- 56 is left out
-- 57 is left out
-- 58 is left out
-- 59 is left out
-- 60 is left out
-- 61 is left out
-- 62 is left out
-- 63 is left out
-- 64 is left out
-- 65 is left out
-- 74|     null as m1,
-- 75|     null as m2
-- 79|     null as m0,
-- 81|     null as m2
-- 83|     select d0
-- 84|     from facts_1
-- 84+|     join periods_1 on day_ < date_add('month', 1, d0)
-- 89|     null as m0,
-- 90|     null as m1,
-- 93|     select d0
-- 94|     from facts_2
-- 94+|     join periods_2 on day_ < date_add('month', 1, d0)
-- bigquery:
-- 3|     cast(`day` as date) as day_,
-- 8| periods_1 as (
-- 9|   select step as d0
-- 10|   from (
-- 11|     select
-- 12|       min(date_trunc(cast(day_ as date), month)) as lo,
-- 13|       max(date_trunc(cast(day_ as date), month)) as hi
-- 14|     from facts_1
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
-- 36|     cast(datetime(timestamp(`placed`), 'UTC') as date) as day_,
-- 41| periods_2 as (
-- 42|   select step as d0
-- 43|   from (
-- 44|     select
-- 45|       min(date_trunc(cast(day_ as date), month)) as lo,
-- 46|       max(date_trunc(cast(day_ as date), month)) as hi
-- 47|     from facts_2
-- 48|   ) as bounds
-- 49|   cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
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
-- 61 is left out
-- 62 is left out
-- 63 is left out
-- 64 is left out
-- 65 is left out
-- 69|   coalesce(max(m1), 0) as `c_months_of_visits__2ezoww9hhb753`,
-- 70|   coalesce(max(m2), 0) as `c_months_of_orders__28xs1x1lzcewb`
-- 74|     null as m1,
-- 75|     null as m2
-- 79|     null as m0,
-- 81|     null as m2
-- 83|     select d0
-- 84|     from facts_1
-- 84+|     join periods_1 on day_ < date_add(d0, interval 1 month)
-- 89|     null as m0,
-- 90|     null as m1,
-- 93|     select d0
-- 94|     from facts_2
-- 94+|     join periods_2 on day_ < date_add(d0, interval 1 month)
-- databricks:
-- 3|     cast(`day` as date) as day_,
-- 8| periods_1 as (
-- 9|   select explode(sequence(lo, hi, interval 1 month)) as d0
-- 10|   from (
-- 11|     select
-- 12|       min(cast(date_trunc('month', day_) as date)) as lo,
-- 13|       max(cast(date_trunc('month', day_) as date)) as hi
-- 14|     from facts_1
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
-- 36|     cast(convert_timezone('UTC', `placed`) as date) as day_,
-- 41| periods_2 as (
-- 42|   select explode(sequence(lo, hi, interval 1 month)) as d0
-- 43|   from (
-- 44|     select
-- 45|       min(cast(date_trunc('month', day_) as date)) as lo,
-- 46|       max(cast(date_trunc('month', day_) as date)) as hi
-- 47|     from facts_2
-- 48|   ) as bounds
-- 49|   where lo <= hi
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
-- 61 is left out
-- 62 is left out
-- 63 is left out
-- 64 is left out
-- 65 is left out
-- 74|     null as m1,
-- 75|     null as m2
-- 79|     null as m0,
-- 81|     null as m2
-- 83|     select d0
-- 84|     from facts_1
-- 84+|     join periods_1 on day_ < cast(dateadd(month, 1, d0) as date)
-- 89|     null as m0,
-- 90|     null as m1,
-- 93|     select d0
-- 94|     from facts_2
-- 94+|     join periods_2 on day_ < cast(dateadd(month, 1, d0) as date)
-- snowflake:
-- 3|     cast("day" as date) as day_,
-- 8| periods_1 as (
-- 9|   select dateadd(month, cast(steps.value as integer), lo) as d0
-- 10|   from (
-- 11|     select
-- 12|       min(cast(date_trunc('month', day_) as date)) as lo,
-- 13|       max(cast(date_trunc('month', day_) as date)) as hi
-- 14|     from facts_1
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
-- 36|     cast(cast(convert_timezone('UTC', "placed") as timestamp_ntz) as date) as day_,
-- 41| periods_2 as (
-- 42|   select dateadd(month, cast(steps.value as integer), lo) as d0
-- 43|   from (
-- 44|     select
-- 45|       min(cast(date_trunc('month', day_) as date)) as lo,
-- 46|       max(cast(date_trunc('month', day_) as date)) as hi
-- 47|     from facts_2
-- 48|   ) as bounds
-- 49|   cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
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
-- 61 is left out
-- 62 is left out
-- 63 is left out
-- 64 is left out
-- 65 is left out
-- 74|     null as m1,
-- 75|     null as m2
-- 79|     null as m0,
-- 81|     null as m2
-- 83|     select d0
-- 84|     from facts_1
-- 84+|     join periods_1 on day_ < dateadd(month, 1, d0)
-- 89|     null as m0,
-- 90|     null as m1,
-- 93|     select d0
-- 94|     from facts_2
-- 94+|     join periods_2 on day_ < dateadd(month, 1, d0)
-- redshift:
-- 3|     "day"::date as day_,
-- 8| periods_1 as (
-- 9|   select dateadd(month, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
-- 10|   from (
-- 11|     select
-- 12|       min(date_trunc('month', day_)::date) as lo,
-- 13|       max(date_trunc('month', day_)::date) as hi
-- 14|     from facts_1
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
-- 36|     "placed"::date as day_,
-- 41| periods_2 as (
-- 42|   select dateadd(month, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
-- 43|   from (
-- 44|     select
-- 45|       min(date_trunc('month', day_)::date) as lo,
-- 46|       max(date_trunc('month', day_)::date) as hi
-- 47|     from facts_2
-- 48|   ) as bounds
-- 49|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(month, lo, hi)
-- 50|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(month, lo, hi)
-- 51|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(month, lo, hi)
-- 52|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(month, lo, hi)
-- 53|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(month, lo, hi)
-- 54|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(month, lo, hi)
-- 55|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(month, lo, hi)
-- 56 is left out
-- 57 is left out
-- 58 is left out
-- 59 is left out
-- 60 is left out
-- 61 is left out
-- 62 is left out
-- 63 is left out
-- 64 is left out
-- 65 is left out
-- 83|     select d0
-- 84|     from facts_1
-- 84+|     join periods_1 on day_ < dateadd(month, 1, d0)::date
-- 93|     select d0
-- 94|     from facts_2
-- 94+|     join periods_2 on day_ < dateadd(month, 1, d0)::date
