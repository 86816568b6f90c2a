-- Postgres' SQL of each case, then the lines in which other dialects differ: "3|" replaces the third line, "3+|" follows
-- it. Differences in the quotes of names are not shown. These dialects are never run on the warehouse itself:
-- trino, bigquery, databricks, snowflake, redshift (how they are checked instead: shared/semantic/dialects/README.md).

-- dimensions without measures give their distinct combinations
select distinct "status" as "orders.status"
from "orders"
order by "orders.status" nulls last
limit 101;
-- duckdb, trino, bigquery, databricks, snowflake, redshift: the same
-- mysql:
-- 3| order by `orders.status` <=> null, `orders.status`
-- clickhouse:
-- 3| order by 1 nulls last
-- 4| limit 101
-- 4+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- up to ten thousand rows are sorted by their dimensions by default
select distinct "status" as "orders.status"
from "orders"
order by "orders.status" nulls last
limit 10001;
-- duckdb, trino, bigquery, databricks, snowflake, redshift: the same
-- mysql:
-- 3| order by `orders.status` <=> null, `orders.status`
-- clickhouse:
-- 3| order by 1 nulls last
-- 4| limit 10001
-- 4+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- more rows are not sorted unless the query asks for it
-- ["open"]
select distinct "status" as "orders.status"
from "orders"
where "status" = $1
limit 10002;
-- duckdb, redshift: the same
-- mysql:
-- 4| where `status` = ?
-- clickhouse:
-- 4| where "status" = {p1:String}
-- 5| limit 10002
-- 5+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino, snowflake:
-- 4| where "status" = ?
-- bigquery:
-- 4| where `status` = @p1
-- databricks:
-- 4| where `status` = :p1

-- a row without a partner in a many-to-one join stays, under null
select
  "customers"."name" as "customers.name",
  sum("orders"."amount") as "orders.total"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
group by 1
order by "customers.name" nulls last
limit 101;
-- duckdb, trino, bigquery, databricks, snowflake, redshift: the same
-- mysql:
-- 7| order by `customers.name` <=> null, `customers.name`
-- clickhouse:
-- 3|   sumOrNull("orders"."amount" + toDecimal128(0, 0)) as "orders.total"
-- 7| order by 1 nulls last
-- 8| limit 101
-- 8+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- joins chain over models that the query does not name
select
  "regions"."name" as "regions.name",
  count(*) as "orders.count",
  sum("orders"."amount") as "orders.total"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
left join "regions" on "regions"."id" = "customers"."region_id"
group by 1
order by "regions.name" nulls last
limit 101;
-- duckdb, trino, bigquery, databricks, snowflake, redshift: the same
-- mysql:
-- 9| order by `regions.name` <=> null, `regions.name`
-- clickhouse:
-- 4|   sumOrNull("orders"."amount" + toDecimal128(0, 0)) as "orders.total"
-- 9| order by 1 nulls last
-- 10| limit 101
-- 10+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- measures without dimensions give one row
select
  coalesce(max(m0), 0) as "orders.count",
  max(m1) as "orders.total",
  coalesce(max(m2), 0) as "customers.count"
from (
  select
    count(*) as m0,
    sum("amount") as m1,
    null as m2
  from "orders"
  union all
  select
    null as m0,
    null as m1,
    count(*) as m2
  from "customers"
) as branches
limit 101;
-- duckdb, mysql, trino, bigquery, databricks, snowflake, redshift: the same
-- clickhouse:
-- 8|     sumOrNull("amount" + toDecimal128(0, 0)) as m1,
-- 18| limit 101
-- 18+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- a measure over one-to-many is not counted twice
select
  "orders".d0 as "orders.status",
  sum("customers"."credit") as "customers.credit",
  count(*) as "customers.count",
  avg("customers"."credit") as "customers.avg_credit",
  percentile_cont(0.5) within group (order by "customers"."credit") as "customers.median_credit"
from "customers"
left join (
  select distinct
    "customer_id" as j0,
    "status" as d0
  from "orders"
) as "orders" on "orders".j0 = "customers"."id"
group by 1
order by "orders.status" nulls last
limit 101;
-- duckdb:
-- 6|   median("customers"."credit"::double) as "customers.median_credit"
-- 10|     "orders"."customer_id" as j0,
-- 11|     "orders"."status" as d0
-- mysql:
-- 2|   d0 as `orders.status`,
-- 3|   sum(i0) as `customers.credit`,
-- 5|   avg(1.0000000000000000 * i0) as `customers.avg_credit`,
-- 6|   sum(i0 * greatest(0, 1 - abs(r0 - 1 - 0.5 * (n0 - 1)))) as `customers.median_credit`
-- 7| from (
-- 8|   select
-- 9|     `orders`.d0 as d0,
-- 10|     `customers`.`credit` as i0,
-- 11|     row_number() over (partition by `orders`.d0 order by `customers`.`credit` <=> null, `customers`.`credit`) as r0,
-- 12|     count(`customers`.`credit`) over (partition by `orders`.d0) as n0
-- 13|   from `customers`
-- 13+|   left join (
-- 13+|     select distinct
-- 13+|       `customer_id` as j0,
-- 13+|       `status` as d0
-- 13+|     from `orders`
-- 13+|   ) as `orders` on `orders`.j0 = `customers`.`id`
-- 13+| ) as ranked
-- 15| order by `orders.status` <=> null, `orders.status`
-- clickhouse:
-- 3|   sumOrNull("customers"."credit" + toDecimal128(0, 0)) as "customers.credit",
-- 5|   avgOrNull("customers"."credit" + toDecimal128(0, 0)) as "customers.avg_credit",
-- 6|   quantileExactInclusiveOrNull(0.5)(toFloat64("customers"."credit")) as "customers.median_credit"
-- 15| order by 1 nulls last
-- 16| limit 101
-- 16+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 2|   d0 as "orders.status",
-- 3|   sum(i0) as "customers.credit",
-- 5|   avg(cast(i0 as double)) as "customers.avg_credit",
-- 6|   sum(cast(i0 as double) * greatest(0e0, 1e0 - abs(r0 - 1e0 - 0.5e0 * (n0 - 1e0)))) as "customers.median_credit"
-- 7| from (
-- 8|   select
-- 9|     "orders".d0 as d0,
-- 10|     "customers"."credit" as i0,
-- 11|     row_number() over (partition by "orders".d0 order by "customers"."credit" nulls last) as r0,
-- 12|     count("customers"."credit") over (partition by "orders".d0) as n0
-- 13|   from "customers"
-- 13+|   left join (
-- 13+|     select distinct
-- 13+|       "customer_id" as j0,
-- 13+|       "status" as d0
-- 13+|     from "orders"
-- 13+|   ) as "orders" on "orders".j0 = "customers"."id"
-- 13+| ) as ranked
-- bigquery:
-- 2|   d0 as `orders__status`,
-- 3|   sum(i0) as `customers__credit`,
-- 5|   avg(cast(i0 as float64)) as `customers__avg_credit`,
-- 6|   sum(cast(i0 as float64) * greatest(0e0, 1e0 - abs(r0 - 1e0 - 0.5e0 * (n0 - 1e0)))) as `customers__median_credit`
-- 7| from (
-- 8|   select
-- 9|     `orders`.d0 as d0,
-- 10|     `customers`.`credit` as i0,
-- 11|     row_number() over (partition by `orders`.d0 order by `customers`.`credit` nulls last) as r0,
-- 12|     count(`customers`.`credit`) over (partition by `orders`.d0) as n0
-- 13|   from `customers`
-- 13+|   left join (
-- 13+|     select distinct
-- 13+|       `customer_id` as j0,
-- 13+|       `status` as d0
-- 13+|     from `orders`
-- 13+|   ) as `orders` on `orders`.j0 = `customers`.`id`
-- 13+| ) as ranked
-- databricks:
-- 5|   avg(cast(`customers`.`credit` as double)) as `customers.avg_credit`,
-- 6|   percentile(cast(`customers`.`credit` as double), 0.5) as `customers.median_credit`
-- snowflake:
-- 5|   avg(cast("customers"."credit" as float)) as "customers.avg_credit",
-- 6|   median(cast("customers"."credit" as float)) as "customers.median_credit"
-- redshift:
-- 2|   d0 as "orders.status",
-- 3|   sum(i0) as "customers.credit",
-- 5|   avg((i0)::float8) as "customers.avg_credit",
-- 6|   sum((i0)::float8 * greatest(0, 1 - abs(r0 - 1 - 0.5::float8 * (n0 - 1)))) as "customers.median_credit"
-- 7| from (
-- 8|   select
-- 9|     "orders".d0 as d0,
-- 10|     "customers"."credit" as i0,
-- 11|     row_number() over (partition by "orders".d0 order by "customers"."credit" nulls last) as r0,
-- 12|     count("customers"."credit") over (partition by "orders".d0) as n0
-- 13|   from "customers"
-- 13+|   left join (
-- 13+|     select distinct
-- 13+|       "customer_id" as j0,
-- 13+|       "status" as d0
-- 13+|     from "orders"
-- 13+|   ) as "orders" on "orders".j0 = "customers"."id"
-- 13+| ) as ranked

-- an aggregate that duplicates do not change needs no de-duplication
select
  "orders"."status" as "orders.status",
  max("customers"."credit") as "customers.max_credit",
  count(distinct "customers"."tier") as "customers.tiers",
  min("customers"."joined_on") as "customers.first_joined"
from "customers"
left join "orders" on "orders"."customer_id" = "customers"."id"
group by 1
order by "orders.status" nulls last
limit 101;
-- duckdb, trino, bigquery, databricks, snowflake, redshift: the same
-- mysql:
-- 9| order by `orders.status` <=> null, `orders.status`
-- clickhouse:
-- 3|   maxOrNull("customers"."credit") as "customers.max_credit",
-- 4|   uniqExact("customers"."tier") as "customers.tiers",
-- 5|   minOrNull("customers"."joined_on") as "customers.first_joined"
-- 9| order by 1 nulls last
-- 10| limit 101
-- 10+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- a fan-out two levels deep counts each row once per group
select
  "orders".d0 as "items.sku",
  sum("customers"."credit") as "customers.credit",
  percentile_cont(0.75) within group (order by "customers"."credit") as "customers.p75_credit"
from "customers"
left join (
  select distinct
    "orders"."customer_id" as j0,
    "items"."sku" as d0
  from "orders"
  left join "items" on "items"."order_id" = "orders"."id"
) as "orders" on "orders".j0 = "customers"."id"
group by 1
order by "items.sku" nulls last
limit 101;
-- duckdb:
-- 4|   quantile_cont("customers"."credit"::double, 0.75) as "customers.p75_credit"
-- mysql:
-- 2|   d0 as `items.sku`,
-- 3|   sum(i0) as `customers.credit`,
-- 4|   sum(i0 * greatest(0, 1 - abs(r0 - 1 - 0.75 * (n0 - 1)))) as `customers.p75_credit`
-- 5| from (
-- 6|   select
-- 7|     `orders`.d0 as d0,
-- 8|     `customers`.`credit` as i0,
-- 9|     row_number() over (partition by `orders`.d0 order by `customers`.`credit` <=> null, `customers`.`credit`) as r0,
-- 10|     count(`customers`.`credit`) over (partition by `orders`.d0) as n0
-- 11|   from `customers`
-- 12|   left join (
-- 12+|     select distinct
-- 12+|       `orders`.`customer_id` as j0,
-- 12+|       `items`.`sku` as d0
-- 12+|     from `orders`
-- 12+|     left join `items` on `items`.`order_id` = `orders`.`id`
-- 12+|   ) as `orders` on `orders`.j0 = `customers`.`id`
-- 12+| ) as ranked
-- 14| order by `items.sku` <=> null, `items.sku`
-- clickhouse:
-- 3|   sumOrNull("customers"."credit" + toDecimal128(0, 0)) as "customers.credit",
-- 4|   quantileExactInclusiveOrNull(0.75)(toFloat64("customers"."credit")) as "customers.p75_credit"
-- 14| order by 1 nulls last
-- 15| limit 101
-- 15+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 2|   d0 as "items.sku",
-- 3|   sum(i0) as "customers.credit",
-- 4|   sum(cast(i0 as double) * greatest(0e0, 1e0 - abs(r0 - 1e0 - 0.75e0 * (n0 - 1e0)))) as "customers.p75_credit"
-- 5| from (
-- 6|   select
-- 7|     "orders".d0 as d0,
-- 8|     "customers"."credit" as i0,
-- 9|     row_number() over (partition by "orders".d0 order by "customers"."credit" nulls last) as r0,
-- 10|     count("customers"."credit") over (partition by "orders".d0) as n0
-- 11|   from "customers"
-- 12|   left join (
-- 12+|     select distinct
-- 12+|       "orders"."customer_id" as j0,
-- 12+|       "items"."sku" as d0
-- 12+|     from "orders"
-- 12+|     left join "items" on "items"."order_id" = "orders"."id"
-- 12+|   ) as "orders" on "orders".j0 = "customers"."id"
-- 12+| ) as ranked
-- bigquery:
-- 2|   d0 as `items__sku`,
-- 3|   sum(i0) as `customers__credit`,
-- 4|   sum(cast(i0 as float64) * greatest(0e0, 1e0 - abs(r0 - 1e0 - 0.75e0 * (n0 - 1e0)))) as `customers__p75_credit`
-- 5| from (
-- 6|   select
-- 7|     `orders`.d0 as d0,
-- 8|     `customers`.`credit` as i0,
-- 9|     row_number() over (partition by `orders`.d0 order by `customers`.`credit` nulls last) as r0,
-- 10|     count(`customers`.`credit`) over (partition by `orders`.d0) as n0
-- 11|   from `customers`
-- 12|   left join (
-- 12+|     select distinct
-- 12+|       `orders`.`customer_id` as j0,
-- 12+|       `items`.`sku` as d0
-- 12+|     from `orders`
-- 12+|     left join `items` on `items`.`order_id` = `orders`.`id`
-- 12+|   ) as `orders` on `orders`.j0 = `customers`.`id`
-- 12+| ) as ranked
-- databricks:
-- 4|   percentile(cast(`customers`.`credit` as double), 0.75) as `customers.p75_credit`
-- snowflake:
-- 4|   percentile_cont(0.75) within group (order by cast("customers"."credit" as float)) as "customers.p75_credit"
-- redshift:
-- 2|   d0 as "items.sku",
-- 3|   sum(i0) as "customers.credit",
-- 4|   sum((i0)::float8 * greatest(0, 1 - abs(r0 - 1 - 0.75::float8 * (n0 - 1)))) as "customers.p75_credit"
-- 5| from (
-- 6|   select
-- 7|     "orders".d0 as d0,
-- 8|     "customers"."credit" as i0,
-- 9|     row_number() over (partition by "orders".d0 order by "customers"."credit" nulls last) as r0,
-- 10|     count("customers"."credit") over (partition by "orders".d0) as n0
-- 11|   from "customers"
-- 12|   left join (
-- 12+|     select distinct
-- 12+|       "orders"."customer_id" as j0,
-- 12+|       "items"."sku" as d0
-- 12+|     from "orders"
-- 12+|     left join "items" on "items"."order_id" = "orders"."id"
-- 12+|   ) as "orders" on "orders".j0 = "customers"."id"
-- 12+| ) as ranked

-- rows with a composite key count once each
select
  "tickets".d0 as "tickets.kind",
  sum("items"."qty") as "items.quantity",
  count(*) as "items.lines"
from "items"
left join "orders" on "orders"."id" = "items"."order_id"
left join "customers" on "customers"."id" = "orders"."customer_id"
left join (
  select distinct
    "customer_id" as j0,
    "kind" as d0
  from "tickets"
) as "tickets" on "tickets".j0 = "customers"."id"
group by 1
order by "tickets.kind" nulls last
limit 101;
-- duckdb:
-- 10|     "tickets"."customer_id" as j0,
-- 11|     "tickets"."kind" as d0
-- mysql:
-- 15| order by `tickets.kind` <=> null, `tickets.kind`
-- clickhouse:
-- 3|   sumOrNull("items"."qty" + toDecimal128(0, 0)) as "items.quantity",
-- 15| order by 1 nulls last
-- 16| limit 101
-- 16+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino, bigquery, databricks, snowflake, redshift: the same

-- a filtered measure keeps its filter through a fan-out
select
  "orders".d0 as "orders.size",
  sum(case when ("customers".tier = 'gold') then "customers"."credit" end) as "customers.gold_credit"
from "customers"
left join (
  select distinct
    "customer_id" as j0,
    case when amount >= 100 then 'large' else 'small' end as d0
  from "orders"
) as "orders" on "orders".j0 = "customers"."id"
group by 1
order by "orders.size" nulls last
limit 101;
-- duckdb:
-- 7|     "orders"."customer_id" as j0,
-- 8|     case when "orders".amount >= 100 then 'large' else 'small' end as d0
-- mysql:
-- 12| order by `orders.size` <=> null, `orders.size`
-- clickhouse:
-- 3|   sumOrNull((case when ("customers".tier = 'gold') then "customers"."credit" end) + toDecimal128(0, 0)) as "customers.gold_credit"
-- 12| order by 1 nulls last
-- 13| limit 101
-- 13+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino, bigquery, databricks, snowflake, redshift: the same

-- an expression that turns null into a value is null where a join found no row
-- ["gold"]
select
  case when "customers"."id" is not null then coalesce("customers".tier, 'none') end as "customers.label",
  count(*) as "orders.count"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
where (case when "customers"."id" is not null then coalesce("customers".tier, 'none') end) is distinct from $1
group by 1
order by "customers.label" nulls last
limit 101;
-- duckdb, redshift:
-- 7| where ((case when "customers"."id" is not null then coalesce("customers".tier, 'none') end) <> $1 or (case when "customers"."id" is not null then coalesce("customers".tier, 'none') end) is null)
-- mysql:
-- 7| where not ((case when `customers`.`id` is not null then coalesce(`customers`.tier, 'none') end) <=> ?)
-- 9| order by `customers.label` <=> null, `customers.label`
-- clickhouse:
-- 7| where ifNull((case when "customers"."id" is not null then coalesce("customers".tier, 'none') end) not in ({p1:String}), true)
-- 9| order by 1 nulls last
-- 10| limit 101
-- 10+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino, snowflake:
-- 7| where (case when "customers"."id" is not null then coalesce("customers".tier, 'none') end) is distinct from ?
-- bigquery:
-- 7| where (case when `customers`.`id` is not null then coalesce(`customers`.tier, 'none') end) is distinct from @p1
-- databricks:
-- 7| where not ((case when `customers`.`id` is not null then coalesce(`customers`.tier, 'none') end) <=> :p1)

-- measures of two facts are joined on a shared dimension, and groups of either side stay
select
  d0 as "customers.name",
  max(m0) as "orders.total",
  max(m1) as "tickets.minutes",
  coalesce(max(m2), 0) as "tickets.count"
from (
  select
    "customers"."name" as d0,
    sum("orders"."amount") as m0,
    null as m1,
    null as m2
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1
  union all
  select
    "customers"."name" as d0,
    null as m0,
    sum("tickets"."minutes") as m1,
    count(*) as m2
  from "tickets"
  left join "customers" on "customers"."id" = "tickets"."customer_id"
  group by 1
) as branches
group by 1
order by "customers.name" nulls last
limit 101;
-- duckdb, trino, bigquery, databricks, snowflake, redshift: the same
-- mysql:
-- 26| order by `customers.name` <=> null, `customers.name`
-- clickhouse:
-- 9|     sumOrNull("orders"."amount" + toDecimal128(0, 0)) as m0,
-- 19|     sumOrNull("tickets"."minutes" + toDecimal128(0, 0)) as m1,
-- 26| order by 1 nulls last
-- 27| limit 101
-- 27+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- measures of three grains in one query
select
  d0 as "regions.name",
  max(m0) as "orders.total",
  max(m1) as "items.quantity",
  max(m2) as "tickets.minutes",
  max(m3) as "customers.credit",
  coalesce(max(m4), 0) as "regions.count"
from (
  select
    "regions"."name" as d0,
    sum("orders"."amount") as m0,
    null::numeric as m1,
    null::numeric as m2,
    null::numeric as m3,
    null::bigint as m4
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  left join "regions" on "regions"."id" = "customers"."region_id"
  group by 1
  union all
  select
    "regions"."name" as d0,
    null::numeric as m0,
    sum("items"."qty") as m1,
    null::numeric as m2,
    null::numeric as m3,
    null::bigint as m4
  from "items"
  left join "orders" on "orders"."id" = "items"."order_id"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  left join "regions" on "regions"."id" = "customers"."region_id"
  group by 1
  union all
  select
    "regions"."name" as d0,
    null::numeric as m0,
    null::numeric as m1,
    sum("tickets"."minutes") as m2,
    null::numeric as m3,
    null::bigint as m4
  from "tickets"
  left join "customers" on "customers"."id" = "tickets"."customer_id"
  left join "regions" on "regions"."id" = "customers"."region_id"
  group by 1
  union all
  select
    "regions"."name" as d0,
    null::numeric as m0,
    null::numeric as m1,
    null::numeric as m2,
    sum("customers"."credit") as m3,
    null::bigint as m4
  from "customers"
  left join "regions" on "regions"."id" = "customers"."region_id"
  group by 1
  union all
  select
    "name" as d0,
    null::numeric as m0,
    null::numeric as m1,
    null::numeric as m2,
    null::numeric as m3,
    count(*) as m4
  from "regions"
  group by 1
) as branches
group by 1
order by "regions.name" nulls last
limit 101;
-- duckdb, trino, bigquery, databricks, snowflake:
-- 12|     null as m1,
-- 13|     null as m2,
-- 14|     null as m3,
-- 15|     null as m4
-- 23|     null as m0,
-- 25|     null as m2,
-- 26|     null as m3,
-- 27|     null as m4
-- 36|     null as m0,
-- 37|     null as m1,
-- 39|     null as m3,
-- 40|     null as m4
-- 48|     null as m0,
-- 49|     null as m1,
-- 50|     null as m2,
-- 52|     null as m4
-- 59|     null as m0,
-- 60|     null as m1,
-- 61|     null as m2,
-- 62|     null as m3,
-- mysql:
-- 12|     null as m1,
-- 13|     null as m2,
-- 14|     null as m3,
-- 15|     null as m4
-- 23|     null as m0,
-- 25|     null as m2,
-- 26|     null as m3,
-- 27|     null as m4
-- 36|     null as m0,
-- 37|     null as m1,
-- 39|     null as m3,
-- 40|     null as m4
-- 48|     null as m0,
-- 49|     null as m1,
-- 50|     null as m2,
-- 52|     null as m4
-- 59|     null as m0,
-- 60|     null as m1,
-- 61|     null as m2,
-- 62|     null as m3,
-- 68| order by `regions.name` <=> null, `regions.name`
-- clickhouse:
-- 11|     sumOrNull("orders"."amount" + toDecimal128(0, 0)) as m0,
-- 12|     null as m1,
-- 13|     null as m2,
-- 14|     null as m3,
-- 15|     null as m4
-- 23|     null as m0,
-- 24|     sumOrNull("items"."qty" + toDecimal128(0, 0)) as m1,
-- 25|     null as m2,
-- 26|     null as m3,
-- 27|     null as m4
-- 36|     null as m0,
-- 37|     null as m1,
-- 38|     sumOrNull("tickets"."minutes" + toDecimal128(0, 0)) as m2,
-- 39|     null as m3,
-- 40|     null as m4
-- 48|     null as m0,
-- 49|     null as m1,
-- 50|     null as m2,
-- 51|     sumOrNull("customers"."credit" + toDecimal128(0, 0)) as m3,
-- 52|     null as m4
-- 59|     null as m0,
-- 60|     null as m1,
-- 61|     null as m2,
-- 62|     null as m3,
-- 68| order by 1 nulls last
-- 69| limit 101
-- 69+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- redshift:
-- 12|     null::float8 as m1,
-- 13|     null::float8 as m2,
-- 14|     null::float8 as m3,
-- 23|     null::float8 as m0,
-- 25|     null::float8 as m2,
-- 26|     null::float8 as m3,
-- 36|     null::float8 as m0,
-- 37|     null::float8 as m1,
-- 39|     null::float8 as m3,
-- 48|     null::float8 as m0,
-- 49|     null::float8 as m1,
-- 50|     null::float8 as m2,
-- 59|     null::float8 as m0,
-- 60|     null::float8 as m1,
-- 61|     null::float8 as m2,
-- 62|     null::float8 as m3,

-- measures of three models, one of which has a type that the layer does not know
select
  d0 as "regions.name",
  coalesce(max(m0), 0) as "customers.count",
  coalesce(max(m1), 0) as "orders.count",
  max(m2) as "tickets.last_kind"
from (
  select
    "regions"."name" as d0,
    count(*) as m0,
    null::bigint as m1,
    (select max(upper(kind)) from "tickets" where false) as m2
  from "customers"
  left join "regions" on "regions"."id" = "customers"."region_id"
  group by 1
  union all
  select
    "regions"."name" as d0,
    null::bigint as m0,
    count(*) as m1,
    (select max(upper(kind)) from "tickets" where false) as m2
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  left join "regions" on "regions"."id" = "customers"."region_id"
  group by 1
  union all
  select
    "regions"."name" as d0,
    null::bigint as m0,
    null::bigint as m1,
    max(upper("tickets".kind)) as m2
  from "tickets"
  left join "customers" on "customers"."id" = "tickets"."customer_id"
  left join "regions" on "regions"."id" = "customers"."region_id"
  group by 1
) as branches
group by 1
order by "regions.name" nulls last
limit 101;
-- duckdb, trino, bigquery, databricks, snowflake:
-- 10|     null as m1,
-- 11|     null as m2
-- 18|     null as m0,
-- 20|     null as m2
-- 28|     null as m0,
-- 29|     null as m1,
-- mysql:
-- 10|     null as m1,
-- 11|     null as m2
-- 18|     null as m0,
-- 20|     null as m2
-- 28|     null as m0,
-- 29|     null as m1,
-- 37| order by `regions.name` <=> null, `regions.name`
-- clickhouse:
-- 10|     null as m1,
-- 11|     null as m2
-- 18|     null as m0,
-- 20|     null as m2
-- 28|     null as m0,
-- 29|     null as m1,
-- 30|     maxOrNull(upper("tickets".kind)) as m2
-- 37| order by 1 nulls last
-- 38| limit 101
-- 38+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- redshift: the same

-- facts without a shared dimension are in one row
select
  max(m0) as "orders.total",
  max(m1) as "tickets.minutes",
  coalesce(max(m2), 0) as "customers.count"
from (
  select
    sum("amount") as m0,
    null::numeric as m1,
    null::bigint as m2
  from "orders"
  union all
  select
    null::numeric as m0,
    sum("minutes") as m1,
    null::bigint as m2
  from "tickets"
  union all
  select
    null::numeric as m0,
    null::numeric as m1,
    count(*) as m2
  from "customers"
) as branches
limit 101;
-- duckdb, mysql, trino, bigquery, databricks, snowflake:
-- 8|     null as m1,
-- 9|     null as m2
-- 13|     null as m0,
-- 15|     null as m2
-- 19|     null as m0,
-- 20|     null as m1,
-- clickhouse:
-- 7|     sumOrNull("amount" + toDecimal128(0, 0)) as m0,
-- 8|     null as m1,
-- 9|     null as m2
-- 13|     null as m0,
-- 14|     sumOrNull("minutes" + toDecimal128(0, 0)) as m1,
-- 15|     null as m2
-- 19|     null as m0,
-- 20|     null as m1,
-- 24| limit 101
-- 24+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- redshift:
-- 8|     null::float8 as m1,
-- 13|     null::float8 as m0,
-- 19|     null::float8 as m0,
-- 20|     null::float8 as m1,

-- a derived measure divides exactly, also whole numbers
select
  "customers"."name" as "customers.name",
  1.0 * sum(case when "orders".status = 'paid' then "orders"."amount" end) / nullif(sum("orders"."amount"), 0) as "orders.paid_share",
  1.0 * count(case when "orders".status = 'paid' then 1 end) / nullif(count(*), 0) as "orders.paid_rate",
  round(100 * (1.0 * count(case when "orders".status = 'paid' then 1 end) / nullif(count(*), 0)), 1) as "orders.paid_percent"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
group by 1
order by "customers.name" nulls last
limit 101;
-- duckdb:
-- 3|   sum(case when "orders".status = 'paid' then "orders"."amount" end) / nullif(sum("orders"."amount"), 0) as "orders.paid_share",
-- 4|   count(case when "orders".status = 'paid' then 1 end) / nullif(count(*), 0) as "orders.paid_rate",
-- 5|   round(100 * (count(case when "orders".status = 'paid' then 1 end) / nullif(count(*), 0)), 1) as "orders.paid_percent"
-- mysql:
-- 3|   1.0000000000000000 * sum(case when `orders`.status = 'paid' then `orders`.`amount` end) / nullif(sum(`orders`.`amount`), 0) as `orders.paid_share`,
-- 4|   1.0000000000000000 * count(case when `orders`.status = 'paid' then 1 end) / nullif(count(*), 0) as `orders.paid_rate`,
-- 5|   round(100 * (1.0000000000000000 * count(case when `orders`.status = 'paid' then 1 end) / nullif(count(*), 0)), 1) as `orders.paid_percent`
-- 9| order by `customers.name` <=> null, `customers.name`
-- clickhouse:
-- 3|   1e0 * sumOrNull((case when "orders".status = 'paid' then "orders"."amount" end) + toDecimal128(0, 0)) / nullif(sumOrNull("orders"."amount" + toDecimal128(0, 0)), 0) as "orders.paid_share",
-- 4|   1e0 * count(case when "orders".status = 'paid' then 1 end) / nullif(count(*), 0) as "orders.paid_rate",
-- 5|   round(100 * (1e0 * count(case when "orders".status = 'paid' then 1 end) / nullif(count(*), 0)), 1) as "orders.paid_percent"
-- 9| order by 1 nulls last
-- 10| limit 101
-- 10+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 3|   1e0 * sum(case when "orders".status = 'paid' then "orders"."amount" end) / nullif(sum("orders"."amount"), 0) as "orders.paid_share",
-- 4|   1e0 * count(case when "orders".status = 'paid' then 1 end) / nullif(count(*), 0) as "orders.paid_rate",
-- 5|   round(100 * (1e0 * count(case when "orders".status = 'paid' then 1 end) / nullif(count(*), 0)), 1) as "orders.paid_percent"
-- bigquery:
-- 3|   1e0 * sum(case when `orders`.status = 'paid' then `orders`.`amount` end) / nullif(sum(`orders`.`amount`), 0) as `orders__paid_share`,
-- 4|   1e0 * count(case when `orders`.status = 'paid' then 1 end) / nullif(count(*), 0) as `orders__paid_rate`,
-- 5|   round(100 * (1e0 * count(case when `orders`.status = 'paid' then 1 end) / nullif(count(*), 0)), 1) as `orders__paid_percent`
-- databricks:
-- 3|   1D * sum(case when `orders`.status = 'paid' then `orders`.`amount` end) / nullif(sum(`orders`.`amount`), 0) as `orders.paid_share`,
-- 4|   1D * count(case when `orders`.status = 'paid' then 1 end) / nullif(count(*), 0) as `orders.paid_rate`,
-- 5|   round(100 * (1D * count(case when `orders`.status = 'paid' then 1 end) / nullif(count(*), 0)), 1) as `orders.paid_percent`
-- snowflake:
-- 3|   1::float * sum(case when "orders".status = 'paid' then "orders"."amount" end) / nullif(sum("orders"."amount"), 0) as "orders.paid_share",
-- 4|   1::float * count(case when "orders".status = 'paid' then 1 end) / nullif(count(*), 0) as "orders.paid_rate",
-- 5|   round(100 * (1::float * count(case when "orders".status = 'paid' then 1 end) / nullif(count(*), 0)), 1) as "orders.paid_percent"
-- redshift:
-- 3|   1::float8 * sum(case when "orders".status = 'paid' then "orders"."amount" end) / nullif(sum("orders"."amount"), 0) as "orders.paid_share",
-- 4|   1::float8 * count(case when "orders".status = 'paid' then 1 end) / nullif(count(*), 0) as "orders.paid_rate",
-- 5|   round(100 * (1::float8 * count(case when "orders".status = 'paid' then 1 end) / nullif(count(*), 0)), 1) as "orders.paid_percent"

-- a derived measure may be of several models
select
  d0 as "regions.name",
  1.0 * max(m0) / nullif(coalesce(max(m1), 0), 0) as "orders.per_customer",
  1.0 * max(m0) / nullif(coalesce(max(m2), 0), 0) as "orders.per_ticket"
from (
  select
    "regions"."name" as d0,
    sum("orders"."amount") as m0,
    null::bigint as m1,
    null::bigint as m2
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  left join "regions" on "regions"."id" = "customers"."region_id"
  group by 1
  union all
  select
    "regions"."name" as d0,
    null::numeric as m0,
    count(*) as m1,
    null::bigint as m2
  from "customers"
  left join "regions" on "regions"."id" = "customers"."region_id"
  group by 1
  union all
  select
    "regions"."name" as d0,
    null::numeric as m0,
    null::bigint as m1,
    count(*) as m2
  from "tickets"
  left join "customers" on "customers"."id" = "tickets"."customer_id"
  left join "regions" on "regions"."id" = "customers"."region_id"
  group by 1
) as branches
group by 1
order by "regions.name" nulls last
limit 101;
-- duckdb:
-- 3|   max(m0) / nullif(coalesce(max(m1), 0), 0) as "orders.per_customer",
-- 4|   max(m0) / nullif(coalesce(max(m2), 0), 0) as "orders.per_ticket"
-- 9|     null as m1,
-- 10|     null as m2
-- 18|     null as m0,
-- 20|     null as m2
-- 27|     null as m0,
-- 28|     null as m1,
-- mysql:
-- 3|   1.0000000000000000 * max(m0) / nullif(coalesce(max(m1), 0), 0) as `orders.per_customer`,
-- 4|   1.0000000000000000 * max(m0) / nullif(coalesce(max(m2), 0), 0) as `orders.per_ticket`
-- 9|     null as m1,
-- 10|     null as m2
-- 18|     null as m0,
-- 20|     null as m2
-- 27|     null as m0,
-- 28|     null as m1,
-- 36| order by `regions.name` <=> null, `regions.name`
-- clickhouse:
-- 3|   1e0 * max(m0) / nullif(coalesce(max(m1), 0), 0) as "orders.per_customer",
-- 4|   1e0 * max(m0) / nullif(coalesce(max(m2), 0), 0) as "orders.per_ticket"
-- 8|     sumOrNull("orders"."amount" + toDecimal128(0, 0)) as m0,
-- 9|     null as m1,
-- 10|     null as m2
-- 18|     null as m0,
-- 20|     null as m2
-- 27|     null as m0,
-- 28|     null as m1,
-- 36| order by 1 nulls last
-- 37| limit 101
-- 37+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 3|   1e0 * max(m0) / nullif(coalesce(max(m1), 0), 0) as "orders.per_customer",
-- 4|   1e0 * max(m0) / nullif(coalesce(max(m2), 0), 0) as "orders.per_ticket"
-- 9|     null as m1,
-- 10|     null as m2
-- 18|     null as m0,
-- 20|     null as m2
-- 27|     null as m0,
-- 28|     null as m1,
-- bigquery:
-- 3|   1e0 * max(m0) / nullif(coalesce(max(m1), 0), 0) as `orders__per_customer`,
-- 4|   1e0 * max(m0) / nullif(coalesce(max(m2), 0), 0) as `orders__per_ticket`
-- 9|     null as m1,
-- 10|     null as m2
-- 18|     null as m0,
-- 20|     null as m2
-- 27|     null as m0,
-- 28|     null as m1,
-- databricks:
-- 3|   1D * max(m0) / nullif(coalesce(max(m1), 0), 0) as `orders.per_customer`,
-- 4|   1D * max(m0) / nullif(coalesce(max(m2), 0), 0) as `orders.per_ticket`
-- 9|     null as m1,
-- 10|     null as m2
-- 18|     null as m0,
-- 20|     null as m2
-- 27|     null as m0,
-- 28|     null as m1,
-- snowflake:
-- 3|   1::float * max(m0) / nullif(coalesce(max(m1), 0), 0) as "orders.per_customer",
-- 4|   1::float * max(m0) / nullif(coalesce(max(m2), 0), 0) as "orders.per_ticket"
-- 9|     null as m1,
-- 10|     null as m2
-- 18|     null as m0,
-- 20|     null as m2
-- 27|     null as m0,
-- 28|     null as m1,
-- redshift:
-- 3|   1::float8 * max(m0) / nullif(coalesce(max(m1), 0), 0) as "orders.per_customer",
-- 4|   1::float8 * max(m0) / nullif(coalesce(max(m2), 0), 0) as "orders.per_ticket"
-- 18|     null::float8 as m0,
-- 27|     null::float8 as m0,

-- division by zero is null
-- ["nothing","nothing"]
select 1.0 * max(m0) / nullif(coalesce(max(m1), 0), 0) as "orders.per_ticket"
from (
  select
    sum("orders"."amount") as m0,
    null as m1
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  where exists (
    select 1
    from "tickets"
    where "tickets"."customer_id" = "customers"."id"
      and "tickets"."kind" = $1
  )
  union all
  select
    null as m0,
    count(*) as m1
  from "tickets"
  where "kind" = $2
) as branches
limit 101;
-- duckdb:
-- 2| select max(m0) / nullif(coalesce(max(m1), 0), 0) as "orders.per_ticket"
-- 9|   where "customers"."id" in (
-- 10|     select "tickets"."customer_id"
-- 12|     where "tickets"."kind" = $1
-- 13 is left out
-- mysql:
-- 2| select 1.0000000000000000 * max(m0) / nullif(coalesce(max(m1), 0), 0) as `orders.per_ticket`
-- 9|   where `customers`.`id` in (
-- 10|     select `tickets`.`customer_id`
-- 12|     where `tickets`.`kind` = ?
-- 13 is left out
-- 20|   where `kind` = ?
-- clickhouse:
-- 2| select 1e0 * max(m0) / nullif(coalesce(max(m1), 0), 0) as "orders.per_ticket"
-- 5|     sumOrNull("orders"."amount" + toDecimal128(0, 0)) as m0,
-- 9|   where "customers"."id" in (
-- 10|     select "tickets"."customer_id"
-- 12|     where "tickets"."kind" = {p1:String}
-- 13 is left out
-- 20|   where "kind" = {p2:String}
-- 22| limit 101
-- 22+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 2| select 1e0 * max(m0) / nullif(coalesce(max(m1), 0), 0) as "orders.per_ticket"
-- 9|   where "customers"."id" in (
-- 10|     select "tickets"."customer_id"
-- 12|     where "tickets"."kind" = ?
-- 13 is left out
-- 20|   where "kind" = ?
-- bigquery:
-- 2| select 1e0 * max(m0) / nullif(coalesce(max(m1), 0), 0) as `orders__per_ticket`
-- 9|   where `customers`.`id` in (
-- 10|     select `tickets`.`customer_id`
-- 12|     where `tickets`.`kind` = @p1
-- 13 is left out
-- 20|   where `kind` = @p2
-- databricks:
-- 2| select 1D * max(m0) / nullif(coalesce(max(m1), 0), 0) as `orders.per_ticket`
-- 9|   where `customers`.`id` in (
-- 10|     select `tickets`.`customer_id`
-- 12|     where `tickets`.`kind` = :p1
-- 13 is left out
-- 20|   where `kind` = :p2
-- snowflake:
-- 2| select 1::float * max(m0) / nullif(coalesce(max(m1), 0), 0) as "orders.per_ticket"
-- 9|   where "customers"."id" in (
-- 10|     select "tickets"."customer_id"
-- 12|     where "tickets"."kind" = ?
-- 13 is left out
-- 20|   where "kind" = ?
-- redshift:
-- 2| select 1::float8 * max(m0) / nullif(coalesce(max(m1), 0), 0) as "orders.per_ticket"

-- count over nothing is 0, every other aggregate null
select
  coalesce(max(m0), 0) as "orders.count",
  max(m1) as "orders.total",
  coalesce(max(m2), 0) as "orders.paid_count",
  coalesce(max(m3), 0) as "customers.tiers"
from (
  select
    count(*) as m0,
    sum("amount") as m1,
    count(case when status = 'paid' then 1 end) as m2,
    null as m3
  from "orders"
  where false
  union all
  select
    null as m0,
    null as m1,
    null as m2,
    count(distinct "customers"."tier") as m3
  from "customers"
  where exists (
    select 1
    from "orders"
    where "orders"."customer_id" = "customers"."id"
      and false
  )
) as branches
limit 101;
-- duckdb, trino, snowflake:
-- 21|   where "customers"."id" in (
-- 22|     select "orders"."customer_id"
-- 24|     where false
-- 25 is left out
-- mysql, bigquery, databricks:
-- 21|   where `customers`.`id` in (
-- 22|     select `orders`.`customer_id`
-- 24|     where false
-- 25 is left out
-- clickhouse:
-- 9|     sumOrNull("amount" + toDecimal128(0, 0)) as m1,
-- 19|     uniqExact("customers"."tier") as m3
-- 21|   where "customers"."id" in (
-- 22|     select "orders"."customer_id"
-- 24|     where false
-- 25 is left out
-- 28| limit 101
-- 28+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- redshift: the same

-- a filter on the many side selects rows and never multiplies them
-- ["apple"]
select
  "customers"."name" as "customers.name",
  sum("customers"."credit") as "customers.credit"
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
order by "customers.name" nulls last
limit 101;
-- duckdb:
-- 6| where "customers"."id" in (
-- 7|   select "orders"."customer_id"
-- 9|   where "orders"."id" in (
-- 10|     select "items"."order_id"
-- 11|     from "items"
-- 12|     where "items"."sku" = $1
-- 13|   )
-- 14 is left out
-- 15 is left out
-- mysql:
-- 6| where `customers`.`id` in (
-- 7|   select `orders`.`customer_id`
-- 9|   where `orders`.`id` in (
-- 10|     select `items`.`order_id`
-- 11|     from `items`
-- 12|     where `items`.`sku` = ?
-- 13|   )
-- 14 is left out
-- 15 is left out
-- 18| order by `customers.name` <=> null, `customers.name`
-- clickhouse:
-- 4|   sumOrNull("customers"."credit" + toDecimal128(0, 0)) as "customers.credit"
-- 6| where "customers"."id" in (
-- 7|   select "orders"."customer_id"
-- 9|   where "orders"."id" in (
-- 10|     select "items"."order_id"
-- 11|     from "items"
-- 12|     where "items"."sku" = {p1:String}
-- 13|   )
-- 14 is left out
-- 15 is left out
-- 18| order by 1 nulls last
-- 19| limit 101
-- 19+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino, snowflake:
-- 6| where "customers"."id" in (
-- 7|   select "orders"."customer_id"
-- 9|   where "orders"."id" in (
-- 10|     select "items"."order_id"
-- 11|     from "items"
-- 12|     where "items"."sku" = ?
-- 13|   )
-- 14 is left out
-- 15 is left out
-- bigquery:
-- 6| where `customers`.`id` in (
-- 7|   select `orders`.`customer_id`
-- 9|   where `orders`.`id` in (
-- 10|     select `items`.`order_id`
-- 11|     from `items`
-- 12|     where `items`.`sku` = @p1
-- 13|   )
-- 14 is left out
-- 15 is left out
-- databricks:
-- 6| where `customers`.`id` in (
-- 7|   select `orders`.`customer_id`
-- 9|   where `orders`.`id` in (
-- 10|     select `items`.`order_id`
-- 11|     from `items`
-- 12|     where `items`.`sku` = :p1
-- 13|   )
-- 14 is left out
-- 15 is left out
-- redshift: the same

-- conditions on one many side must hold in the same row
-- ["apple","4","paid"]
select count(*) as "customers.count"
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
        and "items"."qty" >= $2::bigint
    )
    and "orders"."status" = $3
)
limit 101;
-- duckdb:
-- 4| where "customers"."id" in (
-- 5|   select "orders"."customer_id"
-- 7|   where "orders"."id" in (
-- 8|     select "items"."order_id"
-- 9|     from "items"
-- 10|     where "items"."sku" = $1
-- 11|       and "items"."qty" >= $2::bigint
-- 12|   )
-- 13 is left out
-- 14 is left out
-- mysql:
-- 4| where `customers`.`id` in (
-- 5|   select `orders`.`customer_id`
-- 7|   where `orders`.`id` in (
-- 8|     select `items`.`order_id`
-- 9|     from `items`
-- 10|     where `items`.`sku` = ?
-- 11|       and `items`.`qty` >= cast(? as signed)
-- 12|   )
-- 13|     and `orders`.`status` = ?
-- 14 is left out
-- 15 is left out
-- clickhouse:
-- 4| where "customers"."id" in (
-- 5|   select "orders"."customer_id"
-- 7|   where "orders"."id" in (
-- 8|     select "items"."order_id"
-- 9|     from "items"
-- 10|     where "items"."sku" = {p1:String}
-- 11|       and "items"."qty" >= {p2:Int64}
-- 12|   )
-- 13|     and "orders"."status" = {p3:String}
-- 14 is left out
-- 15 is left out
-- 17| limit 101
-- 17+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 4| where "customers"."id" in (
-- 5|   select "orders"."customer_id"
-- 7|   where "orders"."id" in (
-- 8|     select "items"."order_id"
-- 9|     from "items"
-- 10|     where "items"."sku" = ?
-- 11|       and "items"."qty" >= cast(? as bigint)
-- 12|   )
-- 13|     and "orders"."status" = ?
-- 14 is left out
-- 15 is left out
-- bigquery:
-- 4| where `customers`.`id` in (
-- 5|   select `orders`.`customer_id`
-- 7|   where `orders`.`id` in (
-- 8|     select `items`.`order_id`
-- 9|     from `items`
-- 10|     where `items`.`sku` = @p1
-- 11|       and `items`.`qty` >= cast(@p2 as int64)
-- 12|   )
-- 13|     and `orders`.`status` = @p3
-- 14 is left out
-- 15 is left out
-- databricks:
-- 4| where `customers`.`id` in (
-- 5|   select `orders`.`customer_id`
-- 7|   where `orders`.`id` in (
-- 8|     select `items`.`order_id`
-- 9|     from `items`
-- 10|     where `items`.`sku` = :p1
-- 11|       and `items`.`qty` >= cast(:p2 as bigint)
-- 12|   )
-- 13|     and `orders`.`status` = :p3
-- 14 is left out
-- 15 is left out
-- snowflake:
-- 4| where "customers"."id" in (
-- 5|   select "orders"."customer_id"
-- 7|   where "orders"."id" in (
-- 8|     select "items"."order_id"
-- 9|     from "items"
-- 10|     where "items"."sku" = ?
-- 11|       and "items"."qty" >= cast(? as number(38, 0))
-- 12|   )
-- 13|     and "orders"."status" = ?
-- 14 is left out
-- 15 is left out
-- redshift: the same

-- a negated value on the many side requires a row there, and keeps nulls
-- ["paid"]
select distinct "customers"."name" as "customers.name"
from "customers"
where exists (
  select 1
  from "orders"
  where "orders"."customer_id" = "customers"."id"
    and "orders"."status" is distinct from $1
)
order by "customers.name" nulls last
limit 101;
-- duckdb:
-- 4| where "customers"."id" in (
-- 5|   select "orders"."customer_id"
-- 7|   where ("orders"."status" <> $1 or "orders"."status" is null)
-- 8 is left out
-- mysql:
-- 4| where `customers`.`id` in (
-- 5|   select `orders`.`customer_id`
-- 7|   where not (`orders`.`status` <=> ?)
-- 8 is left out
-- 10| order by `customers.name` <=> null, `customers.name`
-- clickhouse:
-- 4| where "customers"."id" in (
-- 5|   select "orders"."customer_id"
-- 7|   where ifNull("orders"."status" not in ({p1:String}), true)
-- 8 is left out
-- 10| order by 1 nulls last
-- 11| limit 101
-- 11+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino, snowflake:
-- 4| where "customers"."id" in (
-- 5|   select "orders"."customer_id"
-- 7|   where "orders"."status" is distinct from ?
-- 8 is left out
-- bigquery:
-- 4| where `customers`.`id` in (
-- 5|   select `orders`.`customer_id`
-- 7|   where `orders`.`status` is distinct from @p1
-- 8 is left out
-- databricks:
-- 4| where `customers`.`id` in (
-- 5|   select `orders`.`customer_id`
-- 7|   where not (`orders`.`status` <=> :p1)
-- 8 is left out
-- redshift:
-- 8|     and ("orders"."status" <> $1 or "orders"."status" is null)

-- is_null on the many side requires a row that is null there
select distinct "customers"."name" as "customers.name"
from "customers"
where exists (
  select 1
  from "tickets"
  where "tickets"."customer_id" = "customers"."id"
    and "tickets"."kind" is null
)
order by "customers.name" nulls last
limit 101;
-- duckdb, trino, snowflake:
-- 3| where "customers"."id" in (
-- 4|   select "tickets"."customer_id"
-- 6|   where "tickets"."kind" is null
-- 7 is left out
-- mysql:
-- 3| where `customers`.`id` in (
-- 4|   select `tickets`.`customer_id`
-- 6|   where `tickets`.`kind` is null
-- 7 is left out
-- 9| order by `customers.name` <=> null, `customers.name`
-- clickhouse:
-- 3| where "customers"."id" in (
-- 4|   select "tickets"."customer_id"
-- 6|   where "tickets"."kind" is null
-- 7 is left out
-- 9| order by 1 nulls last
-- 10| limit 101
-- 10+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- bigquery, databricks:
-- 3| where `customers`.`id` in (
-- 4|   select `tickets`.`customer_id`
-- 6|   where `tickets`.`kind` is null
-- 7 is left out
-- redshift: the same

-- an `or` over several models is one predicate
-- ["question"]
select distinct "customers"."name" as "customers.name"
from "customers"
where (exists (
  select 1
  from "tickets"
  where "tickets"."customer_id" = "customers"."id"
    and "tickets"."kind" = $1
) or exists (
  select 1
  from "orders"
  where "orders"."customer_id" = "customers"."id"
    and "orders"."status" is null
) or "customers"."tier" is null)
order by "customers.name" nulls last
limit 101;
-- duckdb:
-- 4| where ("customers"."id" in (
-- 5|   select "tickets"."customer_id"
-- 7|   where "tickets"."kind" = $1
-- 8| ) or "customers"."id" in (
-- 9|   select "orders"."customer_id"
-- 10 is left out
-- 12|   where "orders"."status" is null
-- 13 is left out
-- mysql:
-- 4| where (`customers`.`id` in (
-- 5|   select `tickets`.`customer_id`
-- 7|   where `tickets`.`kind` = ?
-- 8| ) or `customers`.`id` in (
-- 9|   select `orders`.`customer_id`
-- 10 is left out
-- 12|   where `orders`.`status` is null
-- 13 is left out
-- 15| order by `customers.name` <=> null, `customers.name`
-- clickhouse:
-- 4| where ("customers"."id" in (
-- 5|   select "tickets"."customer_id"
-- 7|   where "tickets"."kind" = {p1:String}
-- 8| ) or "customers"."id" in (
-- 9|   select "orders"."customer_id"
-- 10 is left out
-- 12|   where "orders"."status" is null
-- 13 is left out
-- 15| order by 1 nulls last
-- 16| limit 101
-- 16+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino, snowflake:
-- 4| where ("customers"."id" in (
-- 5|   select "tickets"."customer_id"
-- 7|   where "tickets"."kind" = ?
-- 8| ) or "customers"."id" in (
-- 9|   select "orders"."customer_id"
-- 10 is left out
-- 12|   where "orders"."status" is null
-- 13 is left out
-- bigquery:
-- 4| where (`customers`.`id` in (
-- 5|   select `tickets`.`customer_id`
-- 7|   where `tickets`.`kind` = @p1
-- 8| ) or `customers`.`id` in (
-- 9|   select `orders`.`customer_id`
-- 10 is left out
-- 12|   where `orders`.`status` is null
-- 13 is left out
-- databricks:
-- 4| where (`customers`.`id` in (
-- 5|   select `tickets`.`customer_id`
-- 7|   where `tickets`.`kind` = :p1
-- 8| ) or `customers`.`id` in (
-- 9|   select `orders`.`customer_id`
-- 10 is left out
-- 12|   where `orders`.`status` is null
-- 13 is left out
-- redshift: the same

-- a filter on a many side that is selected applies to that join itself
-- ["paid"]
select
  d0 as "orders.status",
  count(*) as "customers.count"
from (
  select distinct
    "orders"."status" as d0,
    "customers"."id" as k0
  from "customers"
  left join "orders" on "orders"."customer_id" = "customers"."id"
  where "orders"."status" = $1
) as "customers"
group by 1
order by "orders.status" nulls last
limit 101;
-- duckdb, redshift: the same
-- mysql:
-- 11|   where `orders`.`status` = ?
-- 14| order by `orders.status` <=> null, `orders.status`
-- clickhouse:
-- 11|   where "orders"."status" = {p1:String}
-- 14| order by 1 nulls last
-- 15| limit 101
-- 15+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino, snowflake:
-- 11|   where "orders"."status" = ?
-- bigquery:
-- 11|   where `orders`.`status` = @p1
-- databricks:
-- 11|   where `orders`.`status` = :p1

-- a filter on one fact applies to the other as a semi-join
-- ["open","open"]
select
  d0 as "customers.name",
  max(m0) as "orders.total",
  max(m1) as "tickets.minutes"
from (
  select
    "customers"."name" as d0,
    sum("orders"."amount") as m0,
    null as m1
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  where "orders"."status" = $1
  group by 1
  union all
  select
    "customers"."name" as d0,
    null as m0,
    sum("tickets"."minutes") as m1
  from "tickets"
  left join "customers" on "customers"."id" = "tickets"."customer_id"
  where exists (
    select 1
    from "orders"
    where "orders"."customer_id" = "customers"."id"
      and "orders"."status" = $2
  )
  group by 1
) as branches
group by 1
order by "customers.name" nulls last
limit 101;
-- duckdb:
-- 22|   where "customers"."id" in (
-- 23|     select "orders"."customer_id"
-- 25|     where "orders"."status" = $2
-- 26 is left out
-- mysql:
-- 13|   where `orders`.`status` = ?
-- 22|   where `customers`.`id` in (
-- 23|     select `orders`.`customer_id`
-- 25|     where `orders`.`status` = ?
-- 26 is left out
-- 31| order by `customers.name` <=> null, `customers.name`
-- clickhouse:
-- 9|     sumOrNull("orders"."amount" + toDecimal128(0, 0)) as m0,
-- 13|   where "orders"."status" = {p1:String}
-- 19|     sumOrNull("tickets"."minutes" + toDecimal128(0, 0)) as m1
-- 22|   where "customers"."id" in (
-- 23|     select "orders"."customer_id"
-- 25|     where "orders"."status" = {p2:String}
-- 26 is left out
-- 31| order by 1 nulls last
-- 32| limit 101
-- 32+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino, snowflake:
-- 13|   where "orders"."status" = ?
-- 22|   where "customers"."id" in (
-- 23|     select "orders"."customer_id"
-- 25|     where "orders"."status" = ?
-- 26 is left out
-- bigquery:
-- 13|   where `orders`.`status` = @p1
-- 22|   where `customers`.`id` in (
-- 23|     select `orders`.`customer_id`
-- 25|     where `orders`.`status` = @p2
-- 26 is left out
-- databricks:
-- 13|   where `orders`.`status` = :p1
-- 22|   where `customers`.`id` in (
-- 23|     select `orders`.`customer_id`
-- 25|     where `orders`.`status` = :p2
-- 26 is left out
-- redshift: the same

-- a filter on a measure applies to groups, whether or not the measure is selected
-- ["2","45"]
select
  d0 as "customers.name",
  max(m0) as "orders.total"
from (
  select
    "customers"."name" as d0,
    sum("orders"."amount") as m0,
    count(*) as m1,
    null as m2
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1
  union all
  select
    "customers"."name" as d0,
    null as m0,
    null as m1,
    sum("tickets"."minutes") as m2
  from "tickets"
  left join "customers" on "customers"."id" = "tickets"."customer_id"
  group by 1
) as branches
group by 1
having coalesce(max(m1), 0) >= $1::bigint
  and max(m2) < $2::bigint
order by "customers.name" nulls last
limit 101;
-- duckdb, redshift: the same
-- mysql:
-- 25| having coalesce(max(m1), 0) >= cast(? as signed)
-- 26|   and max(m2) < cast(? as signed)
-- 27| order by `customers.name` <=> null, `customers.name`
-- clickhouse:
-- 8|     sumOrNull("orders"."amount" + toDecimal128(0, 0)) as m0,
-- 19|     sumOrNull("tickets"."minutes" + toDecimal128(0, 0)) as m2
-- 25| having coalesce(max(m1), 0) >= {p1:Int64}
-- 26|   and max(m2) < {p2:Int64}
-- 27| order by 1 nulls last
-- 28| limit 101
-- 28+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 25| having coalesce(max(m1), 0) >= cast(? as bigint)
-- 26|   and max(m2) < cast(? as bigint)
-- bigquery:
-- 25| having coalesce(max(m1), 0) >= cast(@p1 as int64)
-- 26|   and max(m2) < cast(@p2 as int64)
-- databricks:
-- 25| having coalesce(max(m1), 0) >= cast(:p1 as bigint)
-- 26|   and max(m2) < cast(:p2 as bigint)
-- snowflake:
-- 25| having coalesce(max(m1), 0) >= cast(? as number(38, 0))
-- 26|   and max(m2) < cast(? as number(38, 0))

-- dimensions without measures can be filtered by a measure of another model
-- ["2"]
select d0 as "customers.tier"
from (
  select
    "tier" as d0,
    null as m0
  from "customers"
  group by 1
  union all
  select
    "customers"."tier" as d0,
    count(*) as m0
  from "tickets"
  left join "customers" on "customers"."id" = "tickets"."customer_id"
  group by 1
) as branches
group by 1
having coalesce(max(m0), 0) < $1::bigint
order by "customers.tier" nulls last
limit 101;
-- duckdb, redshift: the same
-- mysql:
-- 18| having coalesce(max(m0), 0) < cast(? as signed)
-- 19| order by `customers.tier` <=> null, `customers.tier`
-- clickhouse:
-- 18| having coalesce(max(m0), 0) < {p1:Int64}
-- 19| order by 1 nulls last
-- 20| limit 101
-- 20+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 18| having coalesce(max(m0), 0) < cast(? as bigint)
-- bigquery:
-- 18| having coalesce(max(m0), 0) < cast(@p1 as int64)
-- databricks:
-- 18| having coalesce(max(m0), 0) < cast(:p1 as bigint)
-- snowflake:
-- 18| having coalesce(max(m0), 0) < cast(? as number(38, 0))

-- a limit and an order apply after facts are joined
select
  d0 as "customers.name",
  max(m0) as "orders.total",
  max(m1) as "tickets.minutes"
from (
  select
    "customers"."name" as d0,
    sum("orders"."amount") as m0,
    null as m1
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1
  union all
  select
    "customers"."name" as d0,
    null as m0,
    sum("tickets"."minutes") as m1
  from "tickets"
  left join "customers" on "customers"."id" = "tickets"."customer_id"
  group by 1
) as branches
group by 1
order by "tickets.minutes" desc nulls last, "customers.name" nulls last
limit 3;
-- duckdb, trino, bigquery, databricks, snowflake, redshift: the same
-- mysql:
-- 23| order by `tickets.minutes` desc, `customers.name` <=> null, `customers.name`
-- clickhouse:
-- 8|     sumOrNull("orders"."amount" + toDecimal128(0, 0)) as m0,
-- 17|     sumOrNull("tickets"."minutes" + toDecimal128(0, 0)) as m1
-- 23| order by 3 desc nulls last, 1 nulls last
-- 24| limit 3
-- 24+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- nulls come last in both directions, and dimensions break ties
select
  "orders"."status" as "orders.status",
  "customers"."name" as "customers.name",
  count(*) as "orders.count"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
group by 1, 2
order by "orders.status" desc nulls last, "orders.count" nulls last, "customers.name" nulls last
limit 101;
-- duckdb, trino, bigquery, databricks, snowflake, redshift: the same
-- mysql:
-- 8| order by `orders.status` desc, count(*) <=> null, `orders.count`, `customers.name` <=> null, `customers.name`
-- clickhouse:
-- 8| order by 1 desc nulls last, 3 nulls last, 2 nulls last
-- 9| limit 101
-- 9+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- rows can be sorted by a measure that is not selected
select
  "customers"."name" as "customers.name",
  count(*) as "orders.count"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
group by 1
order by sum("orders"."amount") desc nulls last, "customers.name" nulls last
limit 101;
-- duckdb, trino, bigquery, databricks, snowflake, redshift: the same
-- mysql:
-- 7| order by sum(`orders`.`amount`) desc, `customers.name` <=> null, `customers.name`
-- clickhouse:
-- 7| order by sumOrNull("orders"."amount" + toDecimal128(0, 0)) desc nulls last, 1 nulls last
-- 8| limit 101
-- 8+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- dimensions without measures can be sorted by a measure
select "customers"."name" as "customers.name"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
group by 1
order by sum("orders"."amount") desc nulls last, "customers.name" nulls last
limit 3;
-- duckdb, trino, bigquery, databricks, snowflake, redshift: the same
-- mysql:
-- 5| order by sum(`orders`.`amount`) desc, `customers.name` <=> null, `customers.name`
-- clickhouse:
-- 5| order by sumOrNull("orders"."amount" + toDecimal128(0, 0)) desc nulls last, 1 nulls last
-- 6| limit 3
-- 6+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- totals are computed from the rows, not from the groups
select
  d0 as "orders.status",
  max(m0) as "customers.credit",
  coalesce(max(m1), 0) as "customers.count",
  1.0 * max(m2) / nullif(max(m3), 0) as "orders.paid_share"
from (
  select
    "orders".d0 as d0,
    sum("customers"."credit") as m0,
    count(*) as m1,
    null as m2,
    null as m3
  from "customers"
  left join (
    select distinct
      "customer_id" as j0,
      "status" as d0
    from "orders"
  ) as "orders" on "orders".j0 = "customers"."id"
  group by 1
  union all
  select
    "status" as d0,
    null as m0,
    null as m1,
    sum(case when status = 'paid' then "amount" end) as m2,
    sum("amount") as m3
  from "orders"
  group by 1
) as branches
group by 1
order by "orders.status" nulls last
limit 101;
-- totals
select
  max(m0) as "customers.credit",
  coalesce(max(m1), 0) as "customers.count",
  1.0 * max(m2) / nullif(max(m3), 0) as "orders.paid_share"
from (
  select
    sum("customers"."credit") as m0,
    count(*) as m1,
    null as m2,
    null as m3
  from "customers"
  union all
  select
    null as m0,
    null as m1,
    sum(case when status = 'paid' then "amount" end) as m2,
    sum("amount") as m3
  from "orders"
) as branches;
-- duckdb:
-- 5|   max(m2) / nullif(max(m3), 0) as "orders.paid_share"
-- 16|       "orders"."customer_id" as j0,
-- 17|       "orders"."status" as d0
-- 38|   max(m2) / nullif(max(m3), 0) as "orders.paid_share"
-- mysql:
-- 5|   1.0000000000000000 * max(m2) / nullif(max(m3), 0) as `orders.paid_share`
-- 32| order by `orders.status` <=> null, `orders.status`
-- 38|   1.0000000000000000 * max(m2) / nullif(max(m3), 0) as `orders.paid_share`
-- clickhouse:
-- 5|   1e0 * max(m2) / nullif(max(m3), 0) as "orders.paid_share"
-- 9|     sumOrNull("customers"."credit" + toDecimal128(0, 0)) as m0,
-- 26|     sumOrNull((case when status = 'paid' then "amount" end) + toDecimal128(0, 0)) as m2,
-- 27|     sumOrNull("amount" + toDecimal128(0, 0)) as m3
-- 32| order by 1 nulls last
-- 33| limit 101
-- 33+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- 38|   1e0 * max(m2) / nullif(max(m3), 0) as "orders.paid_share"
-- 41|     sumOrNull("customers"."credit" + toDecimal128(0, 0)) as m0,
-- 50|     sumOrNull((case when status = 'paid' then "amount" end) + toDecimal128(0, 0)) as m2,
-- 51|     sumOrNull("amount" + toDecimal128(0, 0)) as m3
-- 53| ) as branches
-- 53+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 5|   1e0 * max(m2) / nullif(max(m3), 0) as "orders.paid_share"
-- 38|   1e0 * max(m2) / nullif(max(m3), 0) as "orders.paid_share"
-- bigquery:
-- 5|   1e0 * max(m2) / nullif(max(m3), 0) as `orders__paid_share`
-- 38|   1e0 * max(m2) / nullif(max(m3), 0) as `orders__paid_share`
-- databricks:
-- 5|   1D * max(m2) / nullif(max(m3), 0) as `orders.paid_share`
-- 38|   1D * max(m2) / nullif(max(m3), 0) as `orders.paid_share`
-- snowflake:
-- 5|   1::float * max(m2) / nullif(max(m3), 0) as "orders.paid_share"
-- 38|   1::float * max(m2) / nullif(max(m3), 0) as "orders.paid_share"
-- redshift:
-- 5|   1::float8 * max(m2) / nullif(max(m3), 0) as "orders.paid_share"
-- 38|   1::float8 * max(m2) / nullif(max(m3), 0) as "orders.paid_share"

-- with a filter on groups, totals cover the rows of the groups that pass
-- ["100"]
select
  "customers"."name" as "customers.name",
  sum("orders"."amount") as "orders.total",
  count(*) as "orders.count",
  1.0 * count(case when "orders".status = 'paid' then 1 end) / nullif(count(*), 0) as "orders.paid_rate"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
group by 1
having sum("orders"."amount") < $1::bigint
order by "customers.name" nulls last
limit 101;
-- totals
-- ["100"]
with picked_1 as (
  select "customers"."name" as d0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1
  having sum("orders"."amount") < $1::bigint
)
select
  sum("orders"."amount") as "orders.total",
  count(*) as "orders.count",
  1.0 * count(case when "orders".status = 'paid' then 1 end) / nullif(count(*), 0) as "orders.paid_rate"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
where exists (
  select 1
  from picked_1
  where array[picked_1.d0] = array["customers"."name"]
);
-- duckdb:
-- 6|   count(case when "orders".status = 'paid' then 1 end) / nullif(count(*), 0) as "orders.paid_rate"
-- 25|   count(case when "orders".status = 'paid' then 1 end) / nullif(count(*), 0) as "orders.paid_rate"
-- 31|   where picked_1.d0 is not distinct from "customers"."name"
-- mysql:
-- 6|   1.0000000000000000 * count(case when `orders`.status = 'paid' then 1 end) / nullif(count(*), 0) as `orders.paid_rate`
-- 10| having sum(`orders`.`amount`) < cast(? as signed)
-- 11| order by `customers.name` <=> null, `customers.name`
-- 20|   having sum(`orders`.`amount`) < cast(? as signed)
-- 25|   1.0000000000000000 * count(case when `orders`.status = 'paid' then 1 end) / nullif(count(*), 0) as `orders.paid_rate`
-- 31|   where picked_1.d0 <=> `customers`.`name`
-- clickhouse:
-- 4|   sumOrNull("orders"."amount" + toDecimal128(0, 0)) as "orders.total",
-- 6|   1e0 * count(case when "orders".status = 'paid' then 1 end) / nullif(count(*), 0) as "orders.paid_rate"
-- 10| having sumOrNull("orders"."amount" + toDecimal128(0, 0)) < {p1:Int64}
-- 11| order by 1 nulls last
-- 12| limit 101
-- 12+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- 20|   having sumOrNull("orders"."amount" + toDecimal128(0, 0)) < {p1:Int64}
-- 23|   sumOrNull("orders"."amount" + toDecimal128(0, 0)) as "orders.total",
-- 25|   1e0 * count(case when "orders".status = 'paid' then 1 end) / nullif(count(*), 0) as "orders.paid_rate"
-- 28| where toJSONString(tuple("customers"."name")) in (
-- 29|   select toJSONString(tuple(picked_1.d0))
-- 31| )
-- 32| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', output_format_json_quote_denormals = 1;
-- trino:
-- 6|   1e0 * count(case when "orders".status = 'paid' then 1 end) / nullif(count(*), 0) as "orders.paid_rate"
-- 10| having sum("orders"."amount") < cast(? as bigint)
-- 20|   having sum("orders"."amount") < cast(? as bigint)
-- 25|   1e0 * count(case when "orders".status = 'paid' then 1 end) / nullif(count(*), 0) as "orders.paid_rate"
-- 28| where json_format(cast(array[cast("customers"."name" as json)] as json)) in (
-- 29|   select json_format(cast(array[cast(picked_1.d0 as json)] as json))
-- 31 is left out
-- bigquery:
-- 6|   1e0 * count(case when `orders`.status = 'paid' then 1 end) / nullif(count(*), 0) as `orders__paid_rate`
-- 10| having sum(`orders`.`amount`) < cast(@p1 as int64)
-- 20|   having sum(`orders`.`amount`) < cast(@p1 as int64)
-- 25|   1e0 * count(case when `orders`.status = 'paid' then 1 end) / nullif(count(*), 0) as `orders__paid_rate`
-- 28| where to_json_string([to_json_string(`customers`.`name`)]) in (
-- 29|   select to_json_string([to_json_string(picked_1.d0)])
-- 31 is left out
-- databricks:
-- 6|   1D * count(case when `orders`.status = 'paid' then 1 end) / nullif(count(*), 0) as `orders.paid_rate`
-- 10| having sum(`orders`.`amount`) < cast(:p1 as bigint)
-- 20|   having sum(`orders`.`amount`) < cast(:p1 as bigint)
-- 25|   1D * count(case when `orders`.status = 'paid' then 1 end) / nullif(count(*), 0) as `orders.paid_rate`
-- 28| where to_json(named_struct('c0', `customers`.`name`)) in (
-- 29|   select to_json(named_struct('c0', picked_1.d0))
-- 31 is left out
-- snowflake:
-- 6|   1::float * count(case when "orders".status = 'paid' then 1 end) / nullif(count(*), 0) as "orders.paid_rate"
-- 10| having sum("orders"."amount") < cast(? as number(38, 0))
-- 20|   having sum("orders"."amount") < cast(? as number(38, 0))
-- 25|   1::float * count(case when "orders".status = 'paid' then 1 end) / nullif(count(*), 0) as "orders.paid_rate"
-- 28| where to_json(array_construct("customers"."name")) in (
-- 29|   select to_json(array_construct(picked_1.d0))
-- 31 is left out
-- redshift:
-- 6|   1::float8 * count(case when "orders".status = 'paid' then 1 end) / nullif(count(*), 0) as "orders.paid_rate"
-- 25|   1::float8 * count(case when "orders".status = 'paid' then 1 end) / nullif(count(*), 0) as "orders.paid_rate"
-- 31|   where (picked_1.d0 = "customers"."name" or (picked_1.d0 is null and "customers"."name" is null))

-- a row of several groups that pass is in the totals once
-- ["100"]
select
  "orders".d0 as "orders.status",
  sum("customers"."credit") as "customers.credit",
  count(*) as "customers.count"
from "customers"
left join (
  select distinct
    "customer_id" as j0,
    "status" as d0
  from "orders"
) as "orders" on "orders".j0 = "customers"."id"
group by 1
having sum("customers"."credit") > $1::bigint
order by "orders.status" nulls last
limit 101;
-- totals
-- ["100"]
with picked_1 as (
  select "orders".d0 as d0
  from "customers"
  left join (
    select distinct
      "customer_id" as j0,
      "status" as d0
    from "orders"
  ) as "orders" on "orders".j0 = "customers"."id"
  group by 1
  having sum("customers"."credit") > $1::bigint
)
select
  sum(v0) as "customers.credit",
  count(*) as "customers.count"
from (
  select distinct
    "customers"."id" as k0,
    "customers"."credit" as v0
  from "customers"
  left join "orders" on "orders"."customer_id" = "customers"."id"
  where exists (
    select 1
    from picked_1
    where array[picked_1.d0] = array["orders"."status"]
  )
) as "customers";
-- duckdb:
-- 9|     "orders"."customer_id" as j0,
-- 10|     "orders"."status" as d0
-- 24|       "orders"."customer_id" as j0,
-- 25|       "orders"."status" as d0
-- 43|     where picked_1.d0 is not distinct from "orders"."status"
-- mysql:
-- 14| having sum(`customers`.`credit`) > cast(? as signed)
-- 15| order by `orders.status` <=> null, `orders.status`
-- 29|   having sum(`customers`.`credit`) > cast(? as signed)
-- 43|     where picked_1.d0 <=> `orders`.`status`
-- clickhouse:
-- 4|   sumOrNull("customers"."credit" + toDecimal128(0, 0)) as "customers.credit",
-- 14| having sumOrNull("customers"."credit" + toDecimal128(0, 0)) > {p1:Int64}
-- 15| order by 1 nulls last
-- 16| limit 101
-- 16+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- 29|   having sumOrNull("customers"."credit" + toDecimal128(0, 0)) > {p1:Int64}
-- 32|   sumOrNull(v0 + toDecimal128(0, 0)) as "customers.credit",
-- 40|   where toJSONString(tuple("orders"."status")) in (
-- 41|     select toJSONString(tuple(picked_1.d0))
-- 43 is left out
-- 45| ) as "customers"
-- 45+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', output_format_json_quote_denormals = 1;
-- trino:
-- 14| having sum("customers"."credit") > cast(? as bigint)
-- 29|   having sum("customers"."credit") > cast(? as bigint)
-- 40|   where json_format(cast(array[cast("orders"."status" as json)] as json)) in (
-- 41|     select json_format(cast(array[cast(picked_1.d0 as json)] as json))
-- 43 is left out
-- bigquery:
-- 14| having sum(`customers`.`credit`) > cast(@p1 as int64)
-- 29|   having sum(`customers`.`credit`) > cast(@p1 as int64)
-- 40|   where to_json_string([to_json_string(`orders`.`status`)]) in (
-- 41|     select to_json_string([to_json_string(picked_1.d0)])
-- 43 is left out
-- databricks:
-- 14| having sum(`customers`.`credit`) > cast(:p1 as bigint)
-- 29|   having sum(`customers`.`credit`) > cast(:p1 as bigint)
-- 40|   where to_json(named_struct('c0', `orders`.`status`)) in (
-- 41|     select to_json(named_struct('c0', picked_1.d0))
-- 43 is left out
-- snowflake:
-- 14| having sum("customers"."credit") > cast(? as number(38, 0))
-- 29|   having sum("customers"."credit") > cast(? as number(38, 0))
-- 40|   where to_json(array_construct("orders"."status")) in (
-- 41|     select to_json(array_construct(picked_1.d0))
-- 43 is left out
-- redshift:
-- 43|     where (picked_1.d0 = "orders"."status" or (picked_1.d0 is null and "orders"."status" is null))

-- totals of groups that a filter on another fact selects
-- ["35"]
select
  d0 as "customers.name",
  max(m0) as "orders.total"
from (
  select
    "customers"."name" as d0,
    sum("orders"."amount") as m0,
    null as m1
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1
  union all
  select
    "customers"."name" as d0,
    null as m0,
    sum("tickets"."minutes") as m1
  from "tickets"
  left join "customers" on "customers"."id" = "tickets"."customer_id"
  group by 1
) as branches
group by 1
having max(m1) > $1::bigint
order by "customers.name" nulls last
limit 101;
-- totals
-- ["35"]
with picked_1 as (
  select d0
  from (
    select
      "customers"."name" as d0,
      null as m0
    from "orders"
    left join "customers" on "customers"."id" = "orders"."customer_id"
    group by 1
    union all
    select
      "customers"."name" as d0,
      sum("tickets"."minutes") as m0
    from "tickets"
    left join "customers" on "customers"."id" = "tickets"."customer_id"
    group by 1
  ) as branches
  group by 1
  having max(m0) > $1::bigint
)
select sum("orders"."amount") as "orders.total"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
where exists (
  select 1
  from picked_1
  where array[picked_1.d0] = array["customers"."name"]
);
-- duckdb:
-- 54|   where picked_1.d0 is not distinct from "customers"."name"
-- mysql:
-- 23| having max(m1) > cast(? as signed)
-- 24| order by `customers.name` <=> null, `customers.name`
-- 46|   having max(m0) > cast(? as signed)
-- 54|   where picked_1.d0 <=> `customers`.`name`
-- clickhouse:
-- 8|     sumOrNull("orders"."amount" + toDecimal128(0, 0)) as m0,
-- 17|     sumOrNull("tickets"."minutes" + toDecimal128(0, 0)) as m1
-- 23| having max(m1) > {p1:Int64}
-- 24| order by 1 nulls last
-- 25| limit 101
-- 25+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- 40|       sumOrNull("tickets"."minutes" + toDecimal128(0, 0)) as m0
-- 46|   having max(m0) > {p1:Int64}
-- 48| select sumOrNull("orders"."amount" + toDecimal128(0, 0)) as "orders.total"
-- 51| where toJSONString(tuple("customers"."name")) in (
-- 52|   select toJSONString(tuple(picked_1.d0))
-- 54| )
-- 55| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', output_format_json_quote_denormals = 1;
-- trino:
-- 23| having max(m1) > cast(? as bigint)
-- 46|   having max(m0) > cast(? as bigint)
-- 51| where json_format(cast(array[cast("customers"."name" as json)] as json)) in (
-- 52|   select json_format(cast(array[cast(picked_1.d0 as json)] as json))
-- 54 is left out
-- bigquery:
-- 23| having max(m1) > cast(@p1 as int64)
-- 46|   having max(m0) > cast(@p1 as int64)
-- 51| where to_json_string([to_json_string(`customers`.`name`)]) in (
-- 52|   select to_json_string([to_json_string(picked_1.d0)])
-- 54 is left out
-- databricks:
-- 23| having max(m1) > cast(:p1 as bigint)
-- 46|   having max(m0) > cast(:p1 as bigint)
-- 51| where to_json(named_struct('c0', `customers`.`name`)) in (
-- 52|   select to_json(named_struct('c0', picked_1.d0))
-- 54 is left out
-- snowflake:
-- 23| having max(m1) > cast(? as number(38, 0))
-- 46|   having max(m0) > cast(? as number(38, 0))
-- 51| where to_json(array_construct("customers"."name")) in (
-- 52|   select to_json(array_construct(picked_1.d0))
-- 54 is left out
-- redshift:
-- 54|   where (picked_1.d0 = "customers"."name" or (picked_1.d0 is null and "customers"."name" is null))

-- totals of groups that a comparison of measures selects
-- ["1"]
select
  tier = 'gold' as "customers.is_gold",
  sum("credit") as "customers.credit"
from "customers"
group by 1
having count(*) > $1::bigint
order by "customers.is_gold" nulls last
limit 101;
-- totals
-- ["1"]
with picked_1 as (
  select tier = 'gold' as d0
  from "customers"
  group by 1
  having count(*) > $1::bigint
)
select sum("customers"."credit") as "customers.credit"
from "customers"
where exists (
  select 1
  from picked_1
  where array[picked_1.d0] = array[("customers".tier = 'gold')]
);
-- duckdb:
-- 23|   where picked_1.d0 is not distinct from ("customers".tier = 'gold')
-- mysql:
-- 7| having count(*) > cast(? as signed)
-- 8| order by `customers.is_gold` <=> null, `customers.is_gold`
-- 16|   having count(*) > cast(? as signed)
-- 23|   where picked_1.d0 <=> (`customers`.tier = 'gold')
-- clickhouse:
-- 3|   cast(tier = 'gold' as Nullable(Bool)) as "customers.is_gold",
-- 4|   sumOrNull("credit" + toDecimal128(0, 0)) as "customers.credit"
-- 7| having count(*) > {p1:Int64}
-- 8| order by 1 nulls last
-- 9| limit 101
-- 9+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- 13|   select cast(tier = 'gold' as Nullable(Bool)) as d0
-- 16|   having count(*) > {p1:Int64}
-- 18| select sumOrNull("customers"."credit" + toDecimal128(0, 0)) as "customers.credit"
-- 20| where toJSONString(tuple(cast("customers".tier = 'gold' as Nullable(Bool)))) in (
-- 21|   select toJSONString(tuple(picked_1.d0))
-- 23| )
-- 24| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, output_format_json_quote_denormals = 1;
-- trino:
-- 7| having count(*) > cast(? as bigint)
-- 16|   having count(*) > cast(? as bigint)
-- 20| where json_format(cast(array[cast("customers".tier = 'gold' as json)] as json)) in (
-- 21|   select json_format(cast(array[cast(picked_1.d0 as json)] as json))
-- 23 is left out
-- bigquery:
-- 7| having count(*) > cast(@p1 as int64)
-- 16|   having count(*) > cast(@p1 as int64)
-- 20| where to_json_string([to_json_string(`customers`.tier = 'gold')]) in (
-- 21|   select to_json_string([to_json_string(picked_1.d0)])
-- 23 is left out
-- databricks:
-- 7| having count(*) > cast(:p1 as bigint)
-- 16|   having count(*) > cast(:p1 as bigint)
-- 20| where to_json(named_struct('c0', `customers`.tier = 'gold')) in (
-- 21|   select to_json(named_struct('c0', picked_1.d0))
-- 23 is left out
-- snowflake:
-- 7| having count(*) > cast(? as number(38, 0))
-- 16|   having count(*) > cast(? as number(38, 0))
-- 20| where to_json(array_construct("customers".tier = 'gold')) in (
-- 21|   select to_json(array_construct(picked_1.d0))
-- 23 is left out
-- redshift:
-- 23|   where (picked_1.d0 = ("customers".tier = 'gold') or (picked_1.d0 is null and ("customers".tier = 'gold') is null))

-- totals of no group at all are those of no rows
-- ["100"]
select
  sum("amount") as "orders.total",
  count(*) as "orders.count"
from "orders"
having count(*) > $1::bigint
limit 101;
-- totals
-- ["100"]
with picked_1 as (
  select 1 as passed
  from "orders"
  having count(*) > $1::bigint
)
select
  sum("orders"."amount") as "orders.total",
  count(*) as "orders.count"
from "orders"
where exists (
  select 1
  from picked_1
);
-- duckdb, redshift: the same
-- mysql:
-- 6| having count(*) > cast(? as signed)
-- 13|   having count(*) > cast(? as signed)
-- clickhouse:
-- 3|   sumOrNull("amount" + toDecimal128(0, 0)) as "orders.total",
-- 6| having count(*) > {p1:Int64}
-- 7| limit 101
-- 7+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- 13|   having count(*) > {p1:Int64}
-- 16|   sumOrNull("orders"."amount" + toDecimal128(0, 0)) as "orders.total",
-- 22| )
-- 22+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 6| having count(*) > cast(? as bigint)
-- 13|   having count(*) > cast(? as bigint)
-- bigquery:
-- 6| having count(*) > cast(@p1 as int64)
-- 13|   having count(*) > cast(@p1 as int64)
-- databricks:
-- 6| having count(*) > cast(:p1 as bigint)
-- 13|   having count(*) > cast(:p1 as bigint)
-- snowflake:
-- 6| having count(*) > cast(? as number(38, 0))
-- 13|   having count(*) > cast(? as number(38, 0))

-- a limit of 0 reads a single row, to know whether there is any
select distinct "status" as "orders.status"
from "orders"
order by "orders.status" nulls last
limit 1;
-- duckdb, trino, bigquery, databricks, snowflake, redshift: the same
-- mysql:
-- 3| order by `orders.status` <=> null, `orders.status`
-- clickhouse:
-- 3| order by 1 nulls last
-- 4| limit 1
-- 4+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
