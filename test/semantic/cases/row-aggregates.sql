-- Postgres' SQL of each case, then the lines in which other dialects differ: "3|" replaces the third line, "3+|" follows
-- it. Differences in the quotes of names are not shown. These dialects are never run on the warehouse itself:
-- trino, bigquery, databricks, snowflake, redshift (how they are checked instead: shared/semantic/dialects/README.md).

-- every aggregate of a dimension
select
  count(*) as "rows",
  count("amount") as "known",
  count(distinct "amount") as "kinds",
  sum("amount") as "whole",
  avg("amount") as "mean",
  min("amount") as "least",
  max("amount") as "most",
  percentile_cont(0.5) within group (order by "amount") as "middle",
  percentile_cont(0.75) within group (order by "amount") as "high"
from "orders"
limit 11;
-- duckdb:
-- 9|   median("amount"::double) as "middle",
-- 10|   quantile_cont("amount"::double, 0.75) as "high"
-- mysql:
-- 3|   count(i0) as `known`,
-- 4|   count(distinct i0) as `kinds`,
-- 5|   sum(i0) as `whole`,
-- 6|   avg(1.0000000000000000 * i0) as `mean`,
-- 7|   min(i0) as `least`,
-- 8|   max(i0) as `most`,
-- 9|   sum(i0 * greatest(0, 1 - abs(r0 - 1 - 0.5 * (n0 - 1)))) as `middle`,
-- 10|   sum(i0 * greatest(0, 1 - abs(r0 - 1 - 0.75 * (n0 - 1)))) as `high`
-- 11| from (
-- 11+|   select
-- 11+|     `amount` as i0,
-- 11+|     row_number() over (order by `amount` <=> null, `amount`) as r0,
-- 11+|     count(`amount`) over () as n0
-- 11+|   from `orders`
-- 11+| ) as ranked
-- clickhouse:
-- 4|   uniqExact("amount") as "kinds",
-- 5|   sumOrNull("amount" + toDecimal128(0, 0)) as "whole",
-- 6|   avgOrNull("amount" + toDecimal128(0, 0)) as "mean",
-- 7|   minOrNull("amount") as "least",
-- 8|   maxOrNull("amount") as "most",
-- 9|   quantileExactInclusiveOrNull(0.5)(toFloat64("amount")) as "middle",
-- 10|   quantileExactInclusiveOrNull(0.75)(toFloat64("amount")) as "high"
-- 12| limit 11
-- 12+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 3|   count(i0) as "known",
-- 4|   count(distinct i0) as "kinds",
-- 5|   sum(i0) as "whole",
-- 6|   avg(cast(i0 as double)) as "mean",
-- 7|   min(i0) as "least",
-- 8|   max(i0) as "most",
-- 9|   sum(cast(i0 as double) * greatest(0e0, 1e0 - abs(r0 - 1e0 - 0.5e0 * (n0 - 1e0)))) as "middle",
-- 10|   sum(cast(i0 as double) * greatest(0e0, 1e0 - abs(r0 - 1e0 - 0.75e0 * (n0 - 1e0)))) as "high"
-- 11| from (
-- 11+|   select
-- 11+|     "amount" as i0,
-- 11+|     row_number() over (order by "amount" nulls last) as r0,
-- 11+|     count("amount") over () as n0
-- 11+|   from "orders"
-- 11+| ) as ranked
-- bigquery:
-- 3|   count(i0) as `known`,
-- 4|   count(distinct i0) as `kinds`,
-- 5|   sum(i0) as `whole`,
-- 6|   avg(cast(i0 as float64)) as `mean`,
-- 7|   min(i0) as `least`,
-- 8|   max(i0) as `most`,
-- 9|   sum(cast(i0 as float64) * greatest(0e0, 1e0 - abs(r0 - 1e0 - 0.5e0 * (n0 - 1e0)))) as `middle`,
-- 10|   sum(cast(i0 as float64) * greatest(0e0, 1e0 - abs(r0 - 1e0 - 0.75e0 * (n0 - 1e0)))) as `high`
-- 11| from (
-- 11+|   select
-- 11+|     `amount` as i0,
-- 11+|     row_number() over (order by `amount` nulls last) as r0,
-- 11+|     count(`amount`) over () as n0
-- 11+|   from `orders`
-- 11+| ) as ranked
-- databricks:
-- 6|   avg(cast(`amount` as double)) as `mean`,
-- 9|   percentile(cast(`amount` as double), 0.5) as `middle`,
-- 10|   percentile(cast(`amount` as double), 0.75) as `high`
-- snowflake:
-- 6|   avg(cast("amount" as float)) as "mean",
-- 9|   median(cast("amount" as float)) as "middle",
-- 10|   percentile_cont(0.75) within group (order by cast("amount" as float)) as "high"
-- redshift:
-- 3|   count(i0) as "known",
-- 4|   count(distinct i0) as "kinds",
-- 5|   sum(i0) as "whole",
-- 6|   avg((i0)::float8) as "mean",
-- 7|   min(i0) as "least",
-- 8|   max(i0) as "most",
-- 9|   sum((i0)::float8 * greatest(0, 1 - abs(r0 - 1 - 0.5::float8 * (n0 - 1)))) as "middle",
-- 10|   sum((i0)::float8 * greatest(0, 1 - abs(r0 - 1 - 0.75::float8 * (n0 - 1)))) as "high"
-- 11| from (
-- 11+|   select
-- 11+|     "amount" as i0,
-- 11+|     row_number() over (order by "amount" nulls last) as r0,
-- 11+|     count("amount") over () as n0
-- 11+|   from "orders"
-- 11+| ) as ranked

-- a dimension of the one side counts for each row
select
  "orders"."status" as "orders.status",
  sum("customers"."credit") as "credits",
  avg("customers"."credit") as "credit",
  min("customers"."name") as "first",
  count(distinct case when "customers"."id" is not null then coalesce("customers".region, 'nowhere') end) as "regions"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
group by 1
order by "orders.status" nulls last
limit 11;
-- duckdb: the same
-- mysql:
-- 4|   avg(1.0000000000000000 * `customers`.`credit`) as `credit`,
-- 10| order by `orders.status` <=> null, `orders.status`
-- clickhouse:
-- 3|   sumOrNull("customers"."credit" + toDecimal128(0, 0)) as "credits",
-- 4|   avgOrNull("customers"."credit" + toDecimal128(0, 0)) as "credit",
-- 5|   minOrNull("customers"."name") as "first",
-- 6|   uniqExact(case when "customers"."id" is not null then coalesce("customers".region, 'nowhere') end) as "regions"
-- 10| order by 1 nulls last
-- 11| limit 11
-- 11+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 4|   avg(cast("customers"."credit" as double)) as "credit",
-- bigquery:
-- 4|   avg(cast(`customers`.`credit` as float64)) as `credit`,
-- databricks:
-- 4|   avg(cast(`customers`.`credit` as double)) as `credit`,
-- snowflake:
-- 4|   avg(cast("customers"."credit" as float)) as "credit",
-- redshift:
-- 4|   avg(("customers"."credit")::float8) as "credit",

-- grouped by a many side, each row counts once in each group
select
  "items".d0 as "items.sku",
  count(*) as "rows",
  sum("orders"."amount") as "amounts",
  sum("customers"."credit") as "credits",
  percentile_cont(0.5) within group (order by "orders"."amount") as "middle"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
left join (
  select distinct
    "order_id" as j0,
    "sku" as d0
  from "items"
) as "items" on "items".j0 = "orders"."id"
group by 1
order by "items.sku" nulls last
limit 11;
-- totals
select
  count(*) as "rows",
  sum("orders"."amount") as "amounts",
  sum("customers"."credit") as "credits",
  percentile_cont(0.5) within group (order by "orders"."amount") as "middle"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id";
-- duckdb:
-- 6|   median("orders"."amount"::double) as "middle"
-- 11|     "items"."order_id" as j0,
-- 12|     "items"."sku" as d0
-- 23|   median("orders"."amount"::double) as "middle"
-- mysql:
-- 2|   d0 as `items.sku`,
-- 4|   sum(i0) as `amounts`,
-- 5|   sum(i1) as `credits`,
-- 6|   sum(i0 * greatest(0, 1 - abs(r0 - 1 - 0.5 * (n0 - 1)))) as `middle`
-- 7| from (
-- 8|   select
-- 9|     `items`.d0 as d0,
-- 10|     `orders`.`amount` as i0,
-- 11|     `customers`.`credit` as i1,
-- 12|     row_number() over (partition by `items`.d0 order by `orders`.`amount` <=> null, `orders`.`amount`) as r0,
-- 13|     count(`orders`.`amount`) over (partition by `items`.d0) as n0
-- 14|   from `orders`
-- 14+|   left join `customers` on `customers`.`id` = `orders`.`customer_id`
-- 14+|   left join (
-- 14+|     select distinct
-- 14+|       `order_id` as j0,
-- 14+|       `sku` as d0
-- 14+|     from `items`
-- 14+|   ) as `items` on `items`.j0 = `orders`.`id`
-- 14+| ) as ranked
-- 16| order by `items.sku` <=> null, `items.sku`
-- 21|   sum(i0) as `amounts`,
-- 22|   sum(i1) as `credits`,
-- 23|   sum(i0 * greatest(0, 1 - abs(r0 - 1 - 0.5 * (n0 - 1)))) as `middle`
-- 24| from (
-- 25|   select
-- 25+|     `orders`.`amount` as i0,
-- 25+|     `customers`.`credit` as i1,
-- 25+|     row_number() over (order by `orders`.`amount` <=> null, `orders`.`amount`) as r0,
-- 25+|     count(`orders`.`amount`) over () as n0
-- 25+|   from `orders`
-- 25+|   left join `customers` on `customers`.`id` = `orders`.`customer_id`
-- 25+| ) as ranked;
-- clickhouse:
-- 4|   sumOrNull("orders"."amount" + toDecimal128(0, 0)) as "amounts",
-- 5|   sumOrNull("customers"."credit" + toDecimal128(0, 0)) as "credits",
-- 6|   quantileExactInclusiveOrNull(0.5)(toFloat64("orders"."amount")) as "middle"
-- 16| order by 1 nulls last
-- 17| limit 11
-- 17+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- 21|   sumOrNull("orders"."amount" + toDecimal128(0, 0)) as "amounts",
-- 22|   sumOrNull("customers"."credit" + toDecimal128(0, 0)) as "credits",
-- 23|   quantileExactInclusiveOrNull(0.5)(toFloat64("orders"."amount")) as "middle"
-- 25| left join "customers" on "customers"."id" = "orders"."customer_id"
-- 25+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 2|   d0 as "items.sku",
-- 4|   sum(i0) as "amounts",
-- 5|   sum(i1) as "credits",
-- 6|   sum(cast(i0 as double) * greatest(0e0, 1e0 - abs(r0 - 1e0 - 0.5e0 * (n0 - 1e0)))) as "middle"
-- 7| from (
-- 8|   select
-- 9|     "items".d0 as d0,
-- 10|     "orders"."amount" as i0,
-- 11|     "customers"."credit" as i1,
-- 12|     row_number() over (partition by "items".d0 order by "orders"."amount" nulls last) as r0,
-- 13|     count("orders"."amount") over (partition by "items".d0) as n0
-- 14|   from "orders"
-- 14+|   left join "customers" on "customers"."id" = "orders"."customer_id"
-- 14+|   left join (
-- 14+|     select distinct
-- 14+|       "order_id" as j0,
-- 14+|       "sku" as d0
-- 14+|     from "items"
-- 14+|   ) as "items" on "items".j0 = "orders"."id"
-- 14+| ) as ranked
-- 21|   sum(i0) as "amounts",
-- 22|   sum(i1) as "credits",
-- 23|   sum(cast(i0 as double) * greatest(0e0, 1e0 - abs(r0 - 1e0 - 0.5e0 * (n0 - 1e0)))) as "middle"
-- 24| from (
-- 25|   select
-- 25+|     "orders"."amount" as i0,
-- 25+|     "customers"."credit" as i1,
-- 25+|     row_number() over (order by "orders"."amount" nulls last) as r0,
-- 25+|     count("orders"."amount") over () as n0
-- 25+|   from "orders"
-- 25+|   left join "customers" on "customers"."id" = "orders"."customer_id"
-- 25+| ) as ranked;
-- bigquery:
-- 2|   d0 as `items__sku`,
-- 4|   sum(i0) as `amounts`,
-- 5|   sum(i1) as `credits`,
-- 6|   sum(cast(i0 as float64) * greatest(0e0, 1e0 - abs(r0 - 1e0 - 0.5e0 * (n0 - 1e0)))) as `middle`
-- 7| from (
-- 8|   select
-- 9|     `items`.d0 as d0,
-- 10|     `orders`.`amount` as i0,
-- 11|     `customers`.`credit` as i1,
-- 12|     row_number() over (partition by `items`.d0 order by `orders`.`amount` nulls last) as r0,
-- 13|     count(`orders`.`amount`) over (partition by `items`.d0) as n0
-- 14|   from `orders`
-- 14+|   left join `customers` on `customers`.`id` = `orders`.`customer_id`
-- 14+|   left join (
-- 14+|     select distinct
-- 14+|       `order_id` as j0,
-- 14+|       `sku` as d0
-- 14+|     from `items`
-- 14+|   ) as `items` on `items`.j0 = `orders`.`id`
-- 14+| ) as ranked
-- 21|   sum(i0) as `amounts`,
-- 22|   sum(i1) as `credits`,
-- 23|   sum(cast(i0 as float64) * greatest(0e0, 1e0 - abs(r0 - 1e0 - 0.5e0 * (n0 - 1e0)))) as `middle`
-- 24| from (
-- 25|   select
-- 25+|     `orders`.`amount` as i0,
-- 25+|     `customers`.`credit` as i1,
-- 25+|     row_number() over (order by `orders`.`amount` nulls last) as r0,
-- 25+|     count(`orders`.`amount`) over () as n0
-- 25+|   from `orders`
-- 25+|   left join `customers` on `customers`.`id` = `orders`.`customer_id`
-- 25+| ) as ranked;
-- databricks:
-- 6|   percentile(cast(`orders`.`amount` as double), 0.5) as `middle`
-- 23|   percentile(cast(`orders`.`amount` as double), 0.5) as `middle`
-- snowflake:
-- 6|   median(cast("orders"."amount" as float)) as "middle"
-- 23|   median(cast("orders"."amount" as float)) as "middle"
-- redshift:
-- 2|   d0 as "items.sku",
-- 4|   sum(i0) as "amounts",
-- 5|   sum(i1) as "credits",
-- 6|   sum((i0)::float8 * greatest(0, 1 - abs(r0 - 1 - 0.5::float8 * (n0 - 1)))) as "middle"
-- 7| from (
-- 8|   select
-- 9|     "items".d0 as d0,
-- 10|     "orders"."amount" as i0,
-- 11|     "customers"."credit" as i1,
-- 12|     row_number() over (partition by "items".d0 order by "orders"."amount" nulls last) as r0,
-- 13|     count("orders"."amount") over (partition by "items".d0) as n0
-- 14|   from "orders"
-- 14+|   left join "customers" on "customers"."id" = "orders"."customer_id"
-- 14+|   left join (
-- 14+|     select distinct
-- 14+|       "order_id" as j0,
-- 14+|       "sku" as d0
-- 14+|     from "items"
-- 14+|   ) as "items" on "items".j0 = "orders"."id"
-- 14+| ) as ranked
-- 21|   sum(i0) as "amounts",
-- 22|   sum(i1) as "credits",
-- 23|   sum((i0)::float8 * greatest(0, 1 - abs(r0 - 1 - 0.5::float8 * (n0 - 1)))) as "middle"
-- 24| from (
-- 25|   select
-- 25+|     "orders"."amount" as i0,
-- 25+|     "customers"."credit" as i1,
-- 25+|     row_number() over (order by "orders"."amount" nulls last) as r0,
-- 25+|     count("orders"."amount") over () as n0
-- 25+|   from "orders"
-- 25+|   left join "customers" on "customers"."id" = "orders"."customer_id"
-- 25+| ) as ranked;

-- beside a condition on the many side, each row counts once
-- ["3"]
select
  d0 as "items.sku",
  count(*) as "rows",
  sum(v0) as "credits"
from (
  select distinct
    "items"."sku" as d0,
    "orders"."id" as k0,
    "customers"."credit" as v0
  from "orders"
  left join "items" on "items"."order_id" = "orders"."id"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  where "items"."quantity" < $1::bigint
) as "orders"
group by 1
order by "items.sku" nulls last
limit 11;
-- duckdb, redshift: the same
-- mysql:
-- 14|   where `items`.`quantity` < cast(? as signed)
-- 17| order by `items.sku` <=> null, `items.sku`
-- clickhouse:
-- 5|   sumOrNull(v0 + toDecimal128(0, 0)) as "credits"
-- 14|   where "items"."quantity" < {p1:Int64}
-- 17| order by 1 nulls last
-- 18| limit 11
-- 18+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 14|   where "items"."quantity" < cast(? as bigint)
-- bigquery:
-- 14|   where `items`.`quantity` < cast(@p1 as int64)
-- databricks:
-- 14|   where `items`.`quantity` < cast(:p1 as bigint)
-- snowflake:
-- 14|   where "items"."quantity" < cast(? as number(38, 0))

-- joined with measures of the same model and of another fact
select
  d0 as "customers.name",
  max(m0) as "orders.total",
  coalesce(max(m1), 0) as "rows",
  max(m3) as "tickets.spent",
  max(m2) as "last"
from (
  select
    "customers"."name" as d0,
    sum("orders"."amount") as m0,
    count(*) as m1,
    max(date_trunc('month', "orders"."placed")::date) as m2,
    null as m3
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1
  union all
  select
    "customers"."name" as d0,
    null as m0,
    null as m1,
    null as m2,
    sum("tickets"."minutes") as m3
  from "tickets"
  left join "customers" on "customers"."id" = "tickets"."customer_id"
  group by 1
) as branches
group by 1
order by "customers.name" nulls last
limit 11;
-- duckdb, redshift: the same
-- mysql:
-- 12|     max(cast(date_format(`orders`.`placed`, '%Y-%m-01') as date)) as m2,
-- 29| order by `customers.name` <=> null, `customers.name`
-- clickhouse:
-- 10|     sumOrNull("orders"."amount" + toDecimal128(0, 0)) as m0,
-- 12|     maxOrNull(toStartOfMonth(toDate32(toTimeZone("orders"."placed", 'UTC')))) as m2,
-- 23|     sumOrNull("tickets"."minutes" + toDecimal128(0, 0)) as m3
-- 29| order by 1 nulls last
-- 30| limit 11
-- 30+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 12|     max(cast(date_trunc('month', cast(cast("orders"."placed" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date)) as m2,
-- bigquery:
-- 12|     max(date_trunc(cast(datetime(timestamp(`orders`.`placed`), 'UTC') as date), month)) as m2,
-- databricks:
-- 12|     max(cast(date_trunc('month', convert_timezone('UTC', `orders`.`placed`)) as date)) as m2,
-- snowflake:
-- 12|     max(cast(date_trunc('month', cast(convert_timezone('UTC', "orders"."placed") as timestamp_ntz)) as date)) as m2,

-- groups are filtered, sorted and limited by an aggregate of rows
-- ["5"]
with results_1 as (
  select
    "customers"."name" as d0,
    count(*) as x0
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
  where place <= 3
)
select
  "customers"."name" as "customers.name",
  count(*) as "rows",
  max("orders"."amount") as "most"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
where exists (
  select 1
  from asked_1
  where array[asked_1.d0] = array["customers"."name"]
)
group by 1
having max("orders"."amount") > $1::bigint
order by "most" nulls last, "customers.name" nulls last
limit 11;
-- totals
-- ["5"]
with results_1 as (
  select
    "customers"."name" as d0,
    count(*) as x0
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
  where place <= 3
),
results_2 as (
  select
    "customers"."name" as d0,
    count(*) as x0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1
),
asked_2 as (
  select
    d0,
    place
  from (
    select
      d0,
      row_number() over (order by x0 desc nulls last, d0 nulls last) as place
    from results_2
  ) as numbered
  where place <= 3
),
picked_1 as (
  select "customers"."name" as d0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  where exists (
    select 1
    from asked_2
    where array[asked_2.d0] = array["customers"."name"]
  )
  group by 1
  having max("orders"."amount") > $1::bigint
)
select
  count(*) as "rows",
  max("orders"."amount") as "most"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
where exists (
  select 1
  from asked_1
  where array[asked_1.d0] = array["customers"."name"]
)
  and exists (
    select 1
    from picked_1
    where array[picked_1.d0] = array["customers"."name"]
  );
-- duckdb:
-- 31|   where asked_1.d0 is not distinct from "customers"."name"
-- 86|     where asked_2.d0 is not distinct from "customers"."name"
-- 99|   where asked_1.d0 is not distinct from "customers"."name"
-- 104|     where picked_1.d0 is not distinct from "customers"."name"
-- mysql:
-- 17|       row_number() over (order by x0 desc, d0 <=> null, d0) as place
-- 31|   where asked_1.d0 <=> `customers`.`name`
-- 34| having max(`orders`.`amount`) > cast(? as signed)
-- 35| order by max(`orders`.`amount`) <=> null, `most`, `customers.name` <=> null, `customers.name`
-- 54|       row_number() over (order by x0 desc, d0 <=> null, d0) as place
-- 74|       row_number() over (order by x0 desc, d0 <=> null, d0) as place
-- 86|     where asked_2.d0 <=> `customers`.`name`
-- 89|   having max(`orders`.`amount`) > cast(? as signed)
-- 99|   where asked_1.d0 <=> `customers`.`name`
-- 104|     where picked_1.d0 <=> `customers`.`name`
-- clickhouse:
-- 17|       row_number() over (order by x0 <> x0 desc nulls last, x0 desc nulls last, d0 nulls last) as place
-- 25|   maxOrNull("orders"."amount") as "most"
-- 28| where toJSONString(tuple("customers"."name")) in (
-- 29|   select toJSONString(tuple(asked_1.d0))
-- 31 is left out
-- 34| having maxOrNull("orders"."amount") > {p1:Int64}
-- 35| order by 3 nulls last, 1 nulls last
-- 36| limit 11
-- 36+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', output_format_json_quote_denormals = 1;
-- 54|       row_number() over (order by x0 <> x0 desc nulls last, x0 desc nulls last, d0 nulls last) as place
-- 74|       row_number() over (order by x0 <> x0 desc nulls last, x0 desc nulls last, d0 nulls last) as place
-- 83|   where toJSONString(tuple("customers"."name")) in (
-- 84|     select toJSONString(tuple(asked_2.d0))
-- 86 is left out
-- 89|   having maxOrNull("orders"."amount") > {p1:Int64}
-- 93|   maxOrNull("orders"."amount") as "most"
-- 96| where toJSONString(tuple("customers"."name")) in (
-- 97|   select toJSONString(tuple(asked_1.d0))
-- 99 is left out
-- 101|   and toJSONString(tuple("customers"."name")) in (
-- 102|     select toJSONString(tuple(picked_1.d0))
-- 104|   )
-- 105| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', output_format_json_quote_denormals = 1;
-- trino:
-- 28| where json_format(cast(array[cast("customers"."name" as json)] as json)) in (
-- 29|   select json_format(cast(array[cast(asked_1.d0 as json)] as json))
-- 31 is left out
-- 34| having max("orders"."amount") > cast(? as bigint)
-- 83|   where json_format(cast(array[cast("customers"."name" as json)] as json)) in (
-- 84|     select json_format(cast(array[cast(asked_2.d0 as json)] as json))
-- 86 is left out
-- 89|   having max("orders"."amount") > cast(? as bigint)
-- 96| where json_format(cast(array[cast("customers"."name" as json)] as json)) in (
-- 97|   select json_format(cast(array[cast(asked_1.d0 as json)] as json))
-- 99 is left out
-- 101|   and json_format(cast(array[cast("customers"."name" as json)] as json)) in (
-- 102|     select json_format(cast(array[cast(picked_1.d0 as json)] as json))
-- 104 is left out
-- bigquery:
-- 28| where to_json_string([to_json_string(`customers`.`name`)]) in (
-- 29|   select to_json_string([to_json_string(asked_1.d0)])
-- 31 is left out
-- 34| having max(`orders`.`amount`) > cast(@p1 as int64)
-- 83|   where to_json_string([to_json_string(`customers`.`name`)]) in (
-- 84|     select to_json_string([to_json_string(asked_2.d0)])
-- 86 is left out
-- 89|   having max(`orders`.`amount`) > cast(@p1 as int64)
-- 96| where to_json_string([to_json_string(`customers`.`name`)]) in (
-- 97|   select to_json_string([to_json_string(asked_1.d0)])
-- 99 is left out
-- 101|   and to_json_string([to_json_string(`customers`.`name`)]) in (
-- 102|     select to_json_string([to_json_string(picked_1.d0)])
-- 104 is left out
-- databricks:
-- 28| where to_json(named_struct('c0', `customers`.`name`)) in (
-- 29|   select to_json(named_struct('c0', asked_1.d0))
-- 31 is left out
-- 34| having max(`orders`.`amount`) > cast(:p1 as bigint)
-- 83|   where to_json(named_struct('c0', `customers`.`name`)) in (
-- 84|     select to_json(named_struct('c0', asked_2.d0))
-- 86 is left out
-- 89|   having max(`orders`.`amount`) > cast(:p1 as bigint)
-- 96| where to_json(named_struct('c0', `customers`.`name`)) in (
-- 97|   select to_json(named_struct('c0', asked_1.d0))
-- 99 is left out
-- 101|   and to_json(named_struct('c0', `customers`.`name`)) in (
-- 102|     select to_json(named_struct('c0', picked_1.d0))
-- 104 is left out
-- snowflake:
-- 28| where to_json(array_construct("customers"."name")) in (
-- 29|   select to_json(array_construct(asked_1.d0))
-- 31 is left out
-- 34| having max("orders"."amount") > cast(? as number(38, 0))
-- 83|   where to_json(array_construct("customers"."name")) in (
-- 84|     select to_json(array_construct(asked_2.d0))
-- 86 is left out
-- 89|   having max("orders"."amount") > cast(? as number(38, 0))
-- 96| where to_json(array_construct("customers"."name")) in (
-- 97|   select to_json(array_construct(asked_1.d0))
-- 99 is left out
-- 101|   and to_json(array_construct("customers"."name")) in (
-- 102|     select to_json(array_construct(picked_1.d0))
-- 104 is left out
-- redshift:
-- 31|   where (asked_1.d0 = "customers"."name" or (asked_1.d0 is null and "customers"."name" is null))
-- 86|     where (asked_2.d0 = "customers"."name" or (asked_2.d0 is null and "customers"."name" is null))
-- 99|   where (asked_1.d0 = "customers"."name" or (asked_1.d0 is null and "customers"."name" is null))
-- 104|     where (picked_1.d0 = "customers"."name" or (picked_1.d0 is null and "customers"."name" is null))

-- calculations of an aggregate of rows
-- ["2"]
with results_1 as (
  select
    "status" as d0,
    count(*) as x0
  from "orders"
  group by 1
),
calculated_1 as (
  select
    d0,
    x0,
    1.0 * x0 / nullif(sum(x0) over (), 0) as c0,
    rank() over (order by x0 desc nulls last) as c1
  from results_1
)
select
  d0 as "orders.status",
  x0 as "rows",
  c0 as "share",
  c1 as "place"
from calculated_1
where c1 <= $1::bigint
order by "orders.status" nulls last
limit 11;
-- duckdb:
-- 13|     x0 / nullif(sum(x0) over (), 0) as c0,
-- mysql:
-- 13|     1.0000000000000000 * x0 / nullif(sum(x0) over (), 0) as c0,
-- 14|     rank() over (order by x0 desc) as c1
-- 23| where c1 <= cast(? as signed)
-- 24| order by `orders.status` <=> null, `orders.status`
-- clickhouse:
-- 13|     1e0 * x0 / nullif(sum(x0) over (), 0) as c0,
-- 14|     rank() over (order by x0 <> x0 desc nulls last, x0 desc nulls last) as c1
-- 23| where c1 <= {p1:Int64}
-- 24| order by 1 nulls last
-- 25| limit 11
-- 25+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 13|     1e0 * x0 / nullif(sum(x0) over (), 0) as c0,
-- 23| where c1 <= cast(? as bigint)
-- bigquery:
-- 13|     1e0 * x0 / nullif(sum(x0) over (), 0) as c0,
-- 23| where c1 <= cast(@p1 as int64)
-- databricks:
-- 13|     1D * x0 / nullif(sum(x0) over (), 0) as c0,
-- 23| where c1 <= cast(:p1 as bigint)
-- snowflake:
-- 13|     1::float * x0 / nullif(sum(x0) over (), 0) as c0,
-- 23| where c1 <= cast(? as number(38, 0))
-- redshift:
-- 13|     1::float8 * x0 / nullif(sum(x0) over (), 0) as c0,

-- subtotals of an aggregate of rows
with results_1 as (
  select
    "customers"."region" as d0,
    "orders"."status" as d1,
    count(distinct "orders"."amount") as x0,
    2 as level
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1, 2
),
results_2 as (
  select
    "customers"."region" as d0,
    null::text as d1,
    count(distinct "orders"."amount") as x0,
    1 as level
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1
),
together_1 as (
  select d0, d1, x0, level from results_1
  union all
  select d0, d1, x0, level from results_2
)
select
  d0 as "customers.region",
  d1 as "orders.status",
  x0 as "amounts",
  level as "subtotal"
from together_1
order by d0 nulls last, case when level = 1 then 1 else 0 end, d1 nulls last
limit 21;
-- duckdb, trino, bigquery, databricks, snowflake:
-- 14|     null as d1,
-- mysql:
-- 14|     null as d1,
-- 32| order by d0 <=> null, d0, case when level = 1 then 1 else 0 end, d1 <=> null, d1
-- clickhouse:
-- 5|     uniqExact("orders"."amount") as x0,
-- 14|     null as d1,
-- 15|     uniqExact("orders"."amount") as x0,
-- 33| limit 21
-- 33+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- redshift:
-- 14|     null::varchar as d1,

-- days are those of the query's timezone
-- ["2024-02-04 23:00:00"]
select
  count(distinct date_trunc('month', ("placed"::timestamptz at time zone 'Europe/Berlin'))::date) as "months",
  min(("placed"::timestamptz at time zone 'Europe/Berlin')::date) as "first",
  max(extract(hour from ("placed"::timestamptz at time zone 'Europe/Berlin'))::integer) as "hour"
from "orders"
where "placed" < $1::timestamp
limit 11;
-- duckdb, redshift: the same
-- mysql:
-- 3|   count(distinct cast(date_format((`placed` + interval 60 + 60 * mod(interval(timestampdiff(hour, '1970-01-01', `placed`), 89953, 94153, 98521, 102889, 107257, 111625, 115993, 120361, 124729, 129265, 133633, 138001, 142369, 146737, 151105, 155473, 159841, 164209, 168577, 172945, 177313, 181849, 186217, 190585, 194953, 199321, 203689, 208057, 212425, 216793, 221161, 225529, 230065, 235105, 238801, 243841, 247537, 252577, 256273, 261481, 265009, 270217, 273745, 278953, 282649, 287689, 291385, 296425, 300121, 305329, 308857, 314065, 317593, 322801, 326329, 331537, 335233, 340273, 343969, 349009, 352705, 357913, 361441, 366649, 370177, 375385, 379081, 384121, 387817, 392857, 396553, 401593, 405289, 410497, 414025, 419233, 422761, 427969, 431665, 436705, 440401, 445441, 449137, 454345, 457873, 463081, 466609, 471817, 475513, 480553, 484249, 489289, 492985, 498025, 501721, 506929, 510457, 515665, 519193, 524401, 528097, 533137, 536833, 541873, 545569, 550777, 554305, 559513, 563041, 568249, 571777, 576985, 580681, 585721, 589417, 594457), 2) minute), '%Y-%m-01') as date)) as `months`,
-- 4|   min(date((`placed` + interval 60 + 60 * mod(interval(timestampdiff(hour, '1970-01-01', `placed`), 89953, 94153, 98521, 102889, 107257, 111625, 115993, 120361, 124729, 129265, 133633, 138001, 142369, 146737, 151105, 155473, 159841, 164209, 168577, 172945, 177313, 181849, 186217, 190585, 194953, 199321, 203689, 208057, 212425, 216793, 221161, 225529, 230065, 235105, 238801, 243841, 247537, 252577, 256273, 261481, 265009, 270217, 273745, 278953, 282649, 287689, 291385, 296425, 300121, 305329, 308857, 314065, 317593, 322801, 326329, 331537, 335233, 340273, 343969, 349009, 352705, 357913, 361441, 366649, 370177, 375385, 379081, 384121, 387817, 392857, 396553, 401593, 405289, 410497, 414025, 419233, 422761, 427969, 431665, 436705, 440401, 445441, 449137, 454345, 457873, 463081, 466609, 471817, 475513, 480553, 484249, 489289, 492985, 498025, 501721, 506929, 510457, 515665, 519193, 524401, 528097, 533137, 536833, 541873, 545569, 550777, 554305, 559513, 563041, 568249, 571777, 576985, 580681, 585721, 589417, 594457), 2) minute))) as `first`,
-- 5|   max(hour((`placed` + interval 60 + 60 * mod(interval(timestampdiff(hour, '1970-01-01', `placed`), 89953, 94153, 98521, 102889, 107257, 111625, 115993, 120361, 124729, 129265, 133633, 138001, 142369, 146737, 151105, 155473, 159841, 164209, 168577, 172945, 177313, 181849, 186217, 190585, 194953, 199321, 203689, 208057, 212425, 216793, 221161, 225529, 230065, 235105, 238801, 243841, 247537, 252577, 256273, 261481, 265009, 270217, 273745, 278953, 282649, 287689, 291385, 296425, 300121, 305329, 308857, 314065, 317593, 322801, 326329, 331537, 335233, 340273, 343969, 349009, 352705, 357913, 361441, 366649, 370177, 375385, 379081, 384121, 387817, 392857, 396553, 401593, 405289, 410497, 414025, 419233, 422761, 427969, 431665, 436705, 440401, 445441, 449137, 454345, 457873, 463081, 466609, 471817, 475513, 480553, 484249, 489289, 492985, 498025, 501721, 506929, 510457, 515665, 519193, 524401, 528097, 533137, 536833, 541873, 545569, 550777, 554305, 559513, 563041, 568249, 571777, 576985, 580681, 585721, 589417, 594457), 2) minute))) as `hour`
-- 7| where `placed` < cast(? as datetime(6))
-- clickhouse:
-- 3|   uniqExact(toStartOfMonth(toDate32(toTimeZone("placed", 'Europe/Berlin')))) as "months",
-- 4|   minOrNull(toDate32(toTimeZone("placed", 'Europe/Berlin'))) as "first",
-- 5|   maxOrNull(toHour(toTimeZone("placed", 'Europe/Berlin'))) as "hour"
-- 7| where "placed" < {p1:DateTime64(6, 'UTC')}
-- 8| limit 11
-- 8+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 3|   count(distinct cast(date_trunc('month', cast(cast("placed" as timestamp(6) with time zone) at time zone 'Europe/Berlin' as timestamp(6))) as date)) as "months",
-- 4|   min(cast(cast(cast("placed" as timestamp(6) with time zone) at time zone 'Europe/Berlin' as timestamp(6)) as date)) as "first",
-- 5|   max(hour(cast(cast("placed" as timestamp(6) with time zone) at time zone 'Europe/Berlin' as timestamp(6)))) as "hour"
-- 7| where "placed" < cast(? as timestamp(6))
-- bigquery:
-- 3|   count(distinct date_trunc(cast(datetime(timestamp(`placed`), 'Europe/Berlin') as date), month)) as `months`,
-- 4|   min(cast(datetime(timestamp(`placed`), 'Europe/Berlin') as date)) as `first`,
-- 5|   max(extract(hour from datetime(timestamp(`placed`), 'Europe/Berlin'))) as `hour`
-- 7| where `placed` < @p1
-- databricks:
-- 3|   count(distinct cast(date_trunc('month', convert_timezone('Europe/Berlin', `placed`)) as date)) as `months`,
-- 4|   min(cast(convert_timezone('Europe/Berlin', `placed`) as date)) as `first`,
-- 5|   max(hour(convert_timezone('Europe/Berlin', `placed`))) as `hour`
-- 7| where `placed` < cast(concat(:p1, 'Z') as timestamp)
-- snowflake:
-- 3|   count(distinct cast(date_trunc('month', cast(convert_timezone('Europe/Berlin', "placed") as timestamp_ntz)) as date)) as "months",
-- 4|   min(cast(cast(convert_timezone('Europe/Berlin', "placed") as timestamp_ntz) as date)) as "first",
-- 5|   max(hour(cast(convert_timezone('Europe/Berlin', "placed") as timestamp_ntz))) as "hour"
-- 7| where "placed" < cast(? as timestamp_ntz)

-- the minimum and maximum of booleans and moments
select
  "orders"."status" as "orders.status",
  bool_or("orders".amount > 15) as "any",
  bool_and("orders".amount > 15) as "all",
  bool_or("customers"."vip") as "vip",
  max("orders"."placed") as "last",
  count("orders".amount > 15) as "large"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
group by 1
order by "orders.status" nulls last
limit 11;
-- duckdb, trino:
-- 3|   max("orders".amount > 15) as "any",
-- 4|   min("orders".amount > 15) as "all",
-- 5|   max("customers"."vip") as "vip",
-- mysql:
-- 3|   max(`orders`.amount > 15) as `any`,
-- 4|   min(`orders`.amount > 15) as `all`,
-- 5|   max(`customers`.`vip` <> 0) as `vip`,
-- 11| order by `orders.status` <=> null, `orders.status`
-- clickhouse:
-- 3|   cast(maxOrNull("orders".amount > 15) as Nullable(Bool)) as "any",
-- 4|   cast(minOrNull("orders".amount > 15) as Nullable(Bool)) as "all",
-- 5|   maxOrNull("customers"."vip") as "vip",
-- 6|   maxOrNull("orders"."placed") as "last",
-- 11| order by 1 nulls last
-- 12| limit 11
-- 12+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- bigquery, databricks:
-- 3|   max(`orders`.amount > 15) as `any`,
-- 4|   min(`orders`.amount > 15) as `all`,
-- 5|   max(`customers`.`vip`) as `vip`,
-- snowflake:
-- 3|   boolor_agg("orders".amount > 15) as "any",
-- 4|   booland_agg("orders".amount > 15) as "all",
-- 5|   boolor_agg("customers"."vip") as "vip",
-- redshift: the same

-- row access limits the rows that are aggregated
-- ["south"]
select
  count(*) as "rows",
  sum("customers"."credit") as "credits"
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
limit 11;
-- duckdb:
-- 8|   where "own_orders"."customer_id" in (
-- 9|     select "customers"."id"
-- 11|     where "customers"."region" in ($1)
-- 12 is left out
-- mysql:
-- 8|   where `own_orders`.`customer_id` in (
-- 9|     select `customers`.`id`
-- 11|     where `customers`.`region` in (?)
-- 12 is left out
-- clickhouse:
-- 4|   sumOrNull("customers"."credit" + toDecimal128(0, 0)) as "credits"
-- 8|   where "own_orders"."customer_id" in (
-- 9|     select "customers"."id"
-- 11|     where "customers"."region" in ({p1:String})
-- 12 is left out
-- 16| limit 11
-- 16+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino, snowflake:
-- 8|   where "own_orders"."customer_id" in (
-- 9|     select "customers"."id"
-- 11|     where "customers"."region" in (?)
-- 12 is left out
-- bigquery:
-- 8|   where `own_orders`.`customer_id` in (
-- 9|     select `customers`.`id`
-- 11|     where `customers`.`region` in (@p1)
-- 12 is left out
-- databricks:
-- 8|   where `own_orders`.`customer_id` in (
-- 9|     select `customers`.`id`
-- 11|     where `customers`.`region` in (:p1)
-- 12 is left out
-- redshift: the same

-- over no rows a count is 0 and every other aggregate null
-- ["100"]
select
  count(*) as "rows",
  count(distinct "orders"."status") as "kinds",
  min("customers"."credit") as "least"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
where "orders"."id" > $1::bigint
limit 11;
-- duckdb, redshift: the same
-- mysql:
-- 8| where `orders`.`id` > cast(? as signed)
-- clickhouse:
-- 4|   uniqExact("orders"."status") as "kinds",
-- 5|   minOrNull("customers"."credit") as "least"
-- 8| where "orders"."id" > {p1:Int64}
-- 9| limit 11
-- 9+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 8| where "orders"."id" > cast(? as bigint)
-- bigquery:
-- 8| where `orders`.`id` > cast(@p1 as int64)
-- databricks:
-- 8| where `orders`.`id` > cast(:p1 as bigint)
-- snowflake:
-- 8| where "orders"."id" > cast(? as number(38, 0))

-- aggregates of rows in an earlier period
-- ["2024-03-01 00:00:00","2024-04-01 00:00:00","2024-02-01 00:00:00","2024-03-01 00:00:00"]
select
  coalesce(max(m0), 0) as "rows",
  coalesce(max(m2), 0) as "rows@before",
  1.0 * (coalesce(max(m0), 0) - coalesce(max(m2), 0)) / nullif(coalesce(max(m2), 0), 0) as "rows@change",
  max(m1) as "amounts",
  max(m3) as "amounts@before",
  1.0 * (max(m1) - max(m3)) / nullif(max(m3), 0) as "amounts@change"
from (
  select
    count(*) as m0,
    sum("amount") as m1,
    null as m2,
    null as m3
  from "orders"
  where "placed" >= $1::timestamp and "placed" < $2::timestamp
  union all
  select
    null as m0,
    null as m1,
    count(*) as m2,
    sum("amount") as m3
  from "orders"
  where "placed" >= $3::timestamp
    and "placed" < $4::timestamp
) as branches
limit 11;
-- duckdb:
-- 5|   (coalesce(max(m0), 0) - coalesce(max(m2), 0)) / nullif(coalesce(max(m2), 0), 0) as "rows@change",
-- 8|   (max(m1) - max(m3)) / nullif(max(m3), 0) as "amounts@change"
-- mysql:
-- 5|   1.0000000000000000 * (coalesce(max(m0), 0) - coalesce(max(m2), 0)) / nullif(coalesce(max(m2), 0), 0) as `rows@change`,
-- 8|   1.0000000000000000 * (max(m1) - max(m3)) / nullif(max(m3), 0) as `amounts@change`
-- 16|   where `placed` >= cast(? as datetime(6)) and `placed` < cast(? as datetime(6))
-- 24|   where `placed` >= cast(? as datetime(6))
-- 25|     and `placed` < cast(? as datetime(6))
-- clickhouse:
-- 5|   1e0 * (coalesce(max(m0), 0) - coalesce(max(m2), 0)) / nullif(coalesce(max(m2), 0), 0) as "rows@change",
-- 8|   1e0 * (max(m1) - max(m3)) / nullif(max(m3), 0) as "amounts@change"
-- 12|     sumOrNull("amount" + toDecimal128(0, 0)) as m1,
-- 16|   where "placed" >= {p1:DateTime64(6, 'UTC')} and "placed" < {p2:DateTime64(6, 'UTC')}
-- 22|     sumOrNull("amount" + toDecimal128(0, 0)) as m3
-- 24|   where "placed" >= {p3:DateTime64(6, 'UTC')}
-- 25|     and "placed" < {p4:DateTime64(6, 'UTC')}
-- 27| limit 11
-- 27+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 5|   1e0 * (coalesce(max(m0), 0) - coalesce(max(m2), 0)) / nullif(coalesce(max(m2), 0), 0) as "rows@change",
-- 8|   1e0 * (max(m1) - max(m3)) / nullif(max(m3), 0) as "amounts@change"
-- 16|   where "placed" >= cast(? as timestamp(6)) and "placed" < cast(? as timestamp(6))
-- 24|   where "placed" >= cast(? as timestamp(6))
-- 25|     and "placed" < cast(? as timestamp(6))
-- bigquery:
-- 4|   coalesce(max(m2), 0) as `c_rows_before__2rg4yy44xrovh`,
-- 5|   1e0 * (coalesce(max(m0), 0) - coalesce(max(m2), 0)) / nullif(coalesce(max(m2), 0), 0) as `c_rows_change__2esn9zobc7lf4`,
-- 7|   max(m3) as `c_amounts_before__1rssglzqv9zca`,
-- 8|   1e0 * (max(m1) - max(m3)) / nullif(max(m3), 0) as `c_amounts_change__2nsf7wdw75llt`
-- 16|   where `placed` >= @p1 and `placed` < @p2
-- 24|   where `placed` >= @p3
-- 25|     and `placed` < @p4
-- databricks:
-- 5|   1D * (coalesce(max(m0), 0) - coalesce(max(m2), 0)) / nullif(coalesce(max(m2), 0), 0) as `rows@change`,
-- 8|   1D * (max(m1) - max(m3)) / nullif(max(m3), 0) as `amounts@change`
-- 16|   where `placed` >= cast(concat(:p1, 'Z') as timestamp) and `placed` < cast(concat(:p2, 'Z') as timestamp)
-- 24|   where `placed` >= cast(concat(:p3, 'Z') as timestamp)
-- 25|     and `placed` < cast(concat(:p4, 'Z') as timestamp)
-- snowflake:
-- 5|   1::float * (coalesce(max(m0), 0) - coalesce(max(m2), 0)) / nullif(coalesce(max(m2), 0), 0) as "rows@change",
-- 8|   1::float * (max(m1) - max(m3)) / nullif(max(m3), 0) as "amounts@change"
-- 16|   where "placed" >= cast(? as timestamp_ntz) and "placed" < cast(? as timestamp_ntz)
-- 24|   where "placed" >= cast(? as timestamp_ntz)
-- 25|     and "placed" < cast(? as timestamp_ntz)
-- redshift:
-- 5|   1::float8 * (coalesce(max(m0), 0) - coalesce(max(m2), 0)) / nullif(coalesce(max(m2), 0), 0) as "rows@change",
-- 8|   1::float8 * (max(m1) - max(m3)) / nullif(max(m3), 0) as "amounts@change"

-- an average of cents is exact
select avg("credit") as "credit"
from "customers"
limit 11;
-- duckdb: the same
-- mysql:
-- 1| select avg(1.0000000000000000 * `credit`) as `credit`
-- clickhouse:
-- 1| select avgOrNull("credit" + toDecimal128(0, 0)) as "credit"
-- 3| limit 11
-- 3+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 1| select avg(cast("credit" as double)) as "credit"
-- bigquery:
-- 1| select avg(cast(`credit` as float64)) as `credit`
-- databricks:
-- 1| select avg(cast(`credit` as double)) as `credit`
-- snowflake:
-- 1| select avg(cast("credit" as float)) as "credit"
-- redshift:
-- 1| select avg(("credit")::float8) as "credit"

-- a repeated key on the one side duplicates a row if a measure uses that side
select
  "orders"."status" as "orders.status",
  count(*) as "rows",
  sum("notes"."weight") as "weight"
from "orders"
left join "notes" on "notes"."customer_id" = "orders"."customer_id"
group by 1
order by "orders.status" nulls last
limit 11;
-- duckdb, trino, bigquery, databricks, snowflake, redshift: the same
-- mysql:
-- 8| order by `orders.status` <=> null, `orders.status`
-- clickhouse:
-- 4|   sumOrNull("notes"."weight" + toDecimal128(0, 0)) as "weight"
-- 8| order by 1 nulls last
-- 9| limit 11
-- 9+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- each row counts once beside measures of other models
-- ["shoe","shoe","shoe"]
select
  d0 as "customers.name",
  max(m0) as "credits",
  max(m1) as "orders.total",
  coalesce(max(m2), 0) as "tickets.count"
from (
  select
    "customers"."name" as d0,
    sum("customers"."credit") as m0,
    null::numeric as m1,
    null::bigint as m2
  from "customers"
  where exists (
    select 1
    from "orders"
    where "orders"."customer_id" = "customers"."id"
      and exists (
        select 1
        from "items"
        where "items"."order_id" = "orders"."id"
          and "items"."sku" = $1
      )
  )
  group by 1
  union all
  select
    "customers"."name" as d0,
    null::numeric as m0,
    sum("orders"."amount") as m1,
    null::bigint as m2
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  where exists (
    select 1
    from "items"
    where "items"."order_id" = "orders"."id"
      and "items"."sku" = $2
  )
  group by 1
  union all
  select
    "customers"."name" as d0,
    null::numeric as m0,
    null::numeric as m1,
    count(*) as m2
  from "tickets"
  left join "customers" on "customers"."id" = "tickets"."customer_id"
  where exists (
    select 1
    from "orders"
    where "orders"."customer_id" = "customers"."id"
      and exists (
        select 1
        from "items"
        where "items"."order_id" = "orders"."id"
          and "items"."sku" = $3
      )
  )
  group by 1
) as branches
group by 1
order by "customers.name" nulls last
limit 11;
-- duckdb:
-- 11|     null as m1,
-- 12|     null as m2
-- 14|   where "customers"."id" in (
-- 15|     select "orders"."customer_id"
-- 17|     where "orders"."id" in (
-- 18|       select "items"."order_id"
-- 19|       from "items"
-- 20|       where "items"."sku" = $1
-- 21|     )
-- 22 is left out
-- 23 is left out
-- 29|     null as m0,
-- 31|     null as m2
-- 34|   where "orders"."id" in (
-- 35|     select "items"."order_id"
-- 37|     where "items"."sku" = $2
-- 38 is left out
-- 44|     null as m0,
-- 45|     null as m1,
-- 49|   where "customers"."id" in (
-- 50|     select "orders"."customer_id"
-- 52|     where "orders"."id" in (
-- 53|       select "items"."order_id"
-- 54|       from "items"
-- 55|       where "items"."sku" = $3
-- 56|     )
-- 57 is left out
-- 58 is left out
-- mysql:
-- 11|     null as m1,
-- 12|     null as m2
-- 14|   where `customers`.`id` in (
-- 15|     select `orders`.`customer_id`
-- 17|     where `orders`.`id` in (
-- 18|       select `items`.`order_id`
-- 19|       from `items`
-- 20|       where `items`.`sku` = ?
-- 21|     )
-- 22 is left out
-- 23 is left out
-- 29|     null as m0,
-- 31|     null as m2
-- 34|   where `orders`.`id` in (
-- 35|     select `items`.`order_id`
-- 37|     where `items`.`sku` = ?
-- 38 is left out
-- 44|     null as m0,
-- 45|     null as m1,
-- 49|   where `customers`.`id` in (
-- 50|     select `orders`.`customer_id`
-- 52|     where `orders`.`id` in (
-- 53|       select `items`.`order_id`
-- 54|       from `items`
-- 55|       where `items`.`sku` = ?
-- 56|     )
-- 57 is left out
-- 58 is left out
-- 63| order by `customers.name` <=> null, `customers.name`
-- clickhouse:
-- 10|     sumOrNull("customers"."credit" + toDecimal128(0, 0)) as m0,
-- 11|     null as m1,
-- 12|     null as m2
-- 14|   where "customers"."id" in (
-- 15|     select "orders"."customer_id"
-- 17|     where "orders"."id" in (
-- 18|       select "items"."order_id"
-- 19|       from "items"
-- 20|       where "items"."sku" = {p1:String}
-- 21|     )
-- 22 is left out
-- 23 is left out
-- 29|     null as m0,
-- 30|     sumOrNull("orders"."amount" + toDecimal128(0, 0)) as m1,
-- 31|     null as m2
-- 34|   where "orders"."id" in (
-- 35|     select "items"."order_id"
-- 37|     where "items"."sku" = {p2:String}
-- 38 is left out
-- 44|     null as m0,
-- 45|     null as m1,
-- 49|   where "customers"."id" in (
-- 50|     select "orders"."customer_id"
-- 52|     where "orders"."id" in (
-- 53|       select "items"."order_id"
-- 54|       from "items"
-- 55|       where "items"."sku" = {p3:String}
-- 56|     )
-- 57 is left out
-- 58 is left out
-- 63| order by 1 nulls last
-- 64| limit 11
-- 64+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino, snowflake:
-- 11|     null as m1,
-- 12|     null as m2
-- 14|   where "customers"."id" in (
-- 15|     select "orders"."customer_id"
-- 17|     where "orders"."id" in (
-- 18|       select "items"."order_id"
-- 19|       from "items"
-- 20|       where "items"."sku" = ?
-- 21|     )
-- 22 is left out
-- 23 is left out
-- 29|     null as m0,
-- 31|     null as m2
-- 34|   where "orders"."id" in (
-- 35|     select "items"."order_id"
-- 37|     where "items"."sku" = ?
-- 38 is left out
-- 44|     null as m0,
-- 45|     null as m1,
-- 49|   where "customers"."id" in (
-- 50|     select "orders"."customer_id"
-- 52|     where "orders"."id" in (
-- 53|       select "items"."order_id"
-- 54|       from "items"
-- 55|       where "items"."sku" = ?
-- 56|     )
-- 57 is left out
-- 58 is left out
-- bigquery:
-- 11|     null as m1,
-- 12|     null as m2
-- 14|   where `customers`.`id` in (
-- 15|     select `orders`.`customer_id`
-- 17|     where `orders`.`id` in (
-- 18|       select `items`.`order_id`
-- 19|       from `items`
-- 20|       where `items`.`sku` = @p1
-- 21|     )
-- 22 is left out
-- 23 is left out
-- 29|     null as m0,
-- 31|     null as m2
-- 34|   where `orders`.`id` in (
-- 35|     select `items`.`order_id`
-- 37|     where `items`.`sku` = @p2
-- 38 is left out
-- 44|     null as m0,
-- 45|     null as m1,
-- 49|   where `customers`.`id` in (
-- 50|     select `orders`.`customer_id`
-- 52|     where `orders`.`id` in (
-- 53|       select `items`.`order_id`
-- 54|       from `items`
-- 55|       where `items`.`sku` = @p3
-- 56|     )
-- 57 is left out
-- 58 is left out
-- databricks:
-- 11|     null as m1,
-- 12|     null as m2
-- 14|   where `customers`.`id` in (
-- 15|     select `orders`.`customer_id`
-- 17|     where `orders`.`id` in (
-- 18|       select `items`.`order_id`
-- 19|       from `items`
-- 20|       where `items`.`sku` = :p1
-- 21|     )
-- 22 is left out
-- 23 is left out
-- 29|     null as m0,
-- 31|     null as m2
-- 34|   where `orders`.`id` in (
-- 35|     select `items`.`order_id`
-- 37|     where `items`.`sku` = :p2
-- 38 is left out
-- 44|     null as m0,
-- 45|     null as m1,
-- 49|   where `customers`.`id` in (
-- 50|     select `orders`.`customer_id`
-- 52|     where `orders`.`id` in (
-- 53|       select `items`.`order_id`
-- 54|       from `items`
-- 55|       where `items`.`sku` = :p3
-- 56|     )
-- 57 is left out
-- 58 is left out
-- redshift:
-- 11|     null::float8 as m1,
-- 29|     null::float8 as m0,
-- 44|     null::float8 as m0,
-- 45|     null::float8 as m1,
