-- Postgres' SQL of each case, then the lines in which other dialects differ: "3|" replaces the third line, "3+|" follows
-- it. Differences in the quotes of names are not shown. These dialects are never run on the warehouse itself:
-- trino, bigquery, databricks, snowflake, redshift (how they are checked instead: shared/semantic/dialects/README.md).

-- each row is joined to the version that was valid at its time, and no row is counted twice
select
  "customers"."tier" as "customers.tier",
  count(*) as "orders.count",
  sum("orders"."amount") as "orders.total"
from "orders"
left join "customer_versions" as "customers" on "customers"."id" = "orders"."customer_id" and "orders"."placed_at" >= "customers"."valid_from"::timestamp and ("customers"."valid_to"::timestamp is null or "orders"."placed_at" < "customers"."valid_to"::timestamp)
group by 1
order by "customers.tier" nulls last
limit 11;
-- totals
select
  count(*) as "orders.count",
  sum("orders"."amount") as "orders.total"
from "orders"
left join "customer_versions" as "customers" on "customers"."id" = "orders"."customer_id" and "orders"."placed_at" >= "customers"."valid_from"::timestamp and ("customers"."valid_to"::timestamp is null or "orders"."placed_at" < "customers"."valid_to"::timestamp);
-- duckdb, redshift: the same
-- mysql:
-- 6| left join `customer_versions` as `customers` on `customers`.`id` = `orders`.`customer_id` and `orders`.`placed_at` >= cast(`customers`.`valid_from` as datetime(6)) and (cast(`customers`.`valid_to` as datetime(6)) is null or `orders`.`placed_at` < cast(`customers`.`valid_to` as datetime(6)))
-- 8| order by `customers.tier` <=> null, `customers.tier`
-- 15| left join `customer_versions` as `customers` on `customers`.`id` = `orders`.`customer_id` and `orders`.`placed_at` >= cast(`customers`.`valid_from` as datetime(6)) and (cast(`customers`.`valid_to` as datetime(6)) is null or `orders`.`placed_at` < cast(`customers`.`valid_to` as datetime(6)));
-- clickhouse:
-- 4|   sumOrNull("orders"."amount" + toDecimal128(0, 0)) as "orders.total"
-- 6| left join (
-- 6+|   select
-- 6+|     pairs.w0 as w0,
-- 6+|     pairs.w1 as w1,
-- 6+|     "paired".*
-- 6+|   from (
-- 6+|     select distinct
-- 6+|       "orders"."customer_id" as w0,
-- 6+|       "orders"."placed_at" as w1
-- 6+|     from "orders"
-- 6+|   ) as pairs
-- 6+|   join "customer_versions" as "paired" on "paired"."id" = pairs.w0
-- 6+|   where pairs.w1 >= toDateTime64("paired"."valid_from", 6, 'UTC') and (toDateTime64("paired"."valid_to", 6, 'UTC') is null or pairs.w1 < toDateTime64("paired"."valid_to", 6, 'UTC'))
-- 6+| ) as "customers" on "customers".w0 = "orders"."customer_id" and "customers".w1 = "orders"."placed_at"
-- 8| order by 1 nulls last
-- 9| limit 11
-- 9+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', optimize_min_equality_disjunction_chain_length = 1000000;
-- 13|   sumOrNull("orders"."amount" + toDecimal128(0, 0)) as "orders.total"
-- 15| left join (
-- 15+|   select
-- 15+|     pairs.w0 as w0,
-- 15+|     pairs.w1 as w1,
-- 15+|     "paired".*
-- 15+|   from (
-- 15+|     select distinct
-- 15+|       "orders"."customer_id" as w0,
-- 15+|       "orders"."placed_at" as w1
-- 15+|     from "orders"
-- 15+|   ) as pairs
-- 15+|   join "customer_versions" as "paired" on "paired"."id" = pairs.w0
-- 15+|   where pairs.w1 >= toDateTime64("paired"."valid_from", 6, 'UTC') and (toDateTime64("paired"."valid_to", 6, 'UTC') is null or pairs.w1 < toDateTime64("paired"."valid_to", 6, 'UTC'))
-- 15+| ) as "customers" on "customers".w0 = "orders"."customer_id" and "customers".w1 = "orders"."placed_at"
-- 15+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', optimize_min_equality_disjunction_chain_length = 1000000;
-- trino:
-- 6| left join "customer_versions" as "customers" on "customers"."id" = "orders"."customer_id" and "orders"."placed_at" >= cast("customers"."valid_from" as timestamp(6)) and (cast("customers"."valid_to" as timestamp(6)) is null or "orders"."placed_at" < cast("customers"."valid_to" as timestamp(6)))
-- 15| left join "customer_versions" as "customers" on "customers"."id" = "orders"."customer_id" and "orders"."placed_at" >= cast("customers"."valid_from" as timestamp(6)) and (cast("customers"."valid_to" as timestamp(6)) is null or "orders"."placed_at" < cast("customers"."valid_to" as timestamp(6)));
-- bigquery:
-- 6| left join `customer_versions` as `customers` on `customers`.`id` = `orders`.`customer_id` and `orders`.`placed_at` >= timestamp(`customers`.`valid_from`) and (timestamp(`customers`.`valid_to`) is null or `orders`.`placed_at` < timestamp(`customers`.`valid_to`))
-- 15| left join `customer_versions` as `customers` on `customers`.`id` = `orders`.`customer_id` and `orders`.`placed_at` >= timestamp(`customers`.`valid_from`) and (timestamp(`customers`.`valid_to`) is null or `orders`.`placed_at` < timestamp(`customers`.`valid_to`));
-- databricks:
-- 6| left join `customer_versions` as `customers` on `customers`.`id` = `orders`.`customer_id` and `orders`.`placed_at` >= cast(`customers`.`valid_from` as timestamp) and (cast(`customers`.`valid_to` as timestamp) is null or `orders`.`placed_at` < cast(`customers`.`valid_to` as timestamp))
-- 15| left join `customer_versions` as `customers` on `customers`.`id` = `orders`.`customer_id` and `orders`.`placed_at` >= cast(`customers`.`valid_from` as timestamp) and (cast(`customers`.`valid_to` as timestamp) is null or `orders`.`placed_at` < cast(`customers`.`valid_to` as timestamp));
-- snowflake:
-- 6| left join "customer_versions" as "customers" on "customers"."id" = "orders"."customer_id" and "orders"."placed_at" >= cast("customers"."valid_from" as timestamp_ntz) and (cast("customers"."valid_to" as timestamp_ntz) is null or "orders"."placed_at" < cast("customers"."valid_to" as timestamp_ntz))
-- 15| left join "customer_versions" as "customers" on "customers"."id" = "orders"."customer_id" and "orders"."placed_at" >= cast("customers"."valid_from" as timestamp_ntz) and (cast("customers"."valid_to" as timestamp_ntz) is null or "orders"."placed_at" < cast("customers"."valid_to" as timestamp_ntz));

-- a row in a gap between two versions is joined to none
select
  case when "customers"."id" is not null then coalesce("customers".tier, 'none') end as "customers.label",
  sum("orders"."amount") as "orders.total"
from "orders"
left join "customer_versions" as "customers" on "customers"."id" = "orders"."customer_id" and "orders"."placed_at" >= "customers"."valid_from"::timestamp and ("customers"."valid_to"::timestamp is null or "orders"."placed_at" < "customers"."valid_to"::timestamp)
group by 1
order by "customers.label" nulls last
limit 11;
-- duckdb, redshift: the same
-- mysql:
-- 5| left join `customer_versions` as `customers` on `customers`.`id` = `orders`.`customer_id` and `orders`.`placed_at` >= cast(`customers`.`valid_from` as datetime(6)) and (cast(`customers`.`valid_to` as datetime(6)) is null or `orders`.`placed_at` < cast(`customers`.`valid_to` as datetime(6)))
-- 7| order by `customers.label` <=> null, `customers.label`
-- clickhouse:
-- 3|   sumOrNull("orders"."amount" + toDecimal128(0, 0)) as "orders.total"
-- 5| left join (
-- 5+|   select
-- 5+|     pairs.w0 as w0,
-- 5+|     pairs.w1 as w1,
-- 5+|     "paired".*
-- 5+|   from (
-- 5+|     select distinct
-- 5+|       "orders"."customer_id" as w0,
-- 5+|       "orders"."placed_at" as w1
-- 5+|     from "orders"
-- 5+|   ) as pairs
-- 5+|   join "customer_versions" as "paired" on "paired"."id" = pairs.w0
-- 5+|   where pairs.w1 >= toDateTime64("paired"."valid_from", 6, 'UTC') and (toDateTime64("paired"."valid_to", 6, 'UTC') is null or pairs.w1 < toDateTime64("paired"."valid_to", 6, 'UTC'))
-- 5+| ) as "customers" on "customers".w0 = "orders"."customer_id" and "customers".w1 = "orders"."placed_at"
-- 7| order by 1 nulls last
-- 8| limit 11
-- 8+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', optimize_min_equality_disjunction_chain_length = 1000000;
-- trino:
-- 5| left join "customer_versions" as "customers" on "customers"."id" = "orders"."customer_id" and "orders"."placed_at" >= cast("customers"."valid_from" as timestamp(6)) and (cast("customers"."valid_to" as timestamp(6)) is null or "orders"."placed_at" < cast("customers"."valid_to" as timestamp(6)))
-- bigquery:
-- 5| left join `customer_versions` as `customers` on `customers`.`id` = `orders`.`customer_id` and `orders`.`placed_at` >= timestamp(`customers`.`valid_from`) and (timestamp(`customers`.`valid_to`) is null or `orders`.`placed_at` < timestamp(`customers`.`valid_to`))
-- databricks:
-- 5| left join `customer_versions` as `customers` on `customers`.`id` = `orders`.`customer_id` and `orders`.`placed_at` >= cast(`customers`.`valid_from` as timestamp) and (cast(`customers`.`valid_to` as timestamp) is null or `orders`.`placed_at` < cast(`customers`.`valid_to` as timestamp))
-- snowflake:
-- 5| left join "customer_versions" as "customers" on "customers"."id" = "orders"."customer_id" and "orders"."placed_at" >= cast("customers"."valid_from" as timestamp_ntz) and (cast("customers"."valid_to" as timestamp_ntz) is null or "orders"."placed_at" < cast("customers"."valid_to" as timestamp_ntz))

-- further joins start from that version
select
  "regions"."name" as "regions.name",
  sum("orders"."amount") as "orders.total"
from "orders"
left join "customer_versions" as "customers" on "customers"."id" = "orders"."customer_id" and "orders"."placed_at" >= "customers"."valid_from"::timestamp and ("customers"."valid_to"::timestamp is null or "orders"."placed_at" < "customers"."valid_to"::timestamp)
left join "regions" on "regions"."id" = "customers"."region_id"
group by 1
order by "regions.name" nulls last
limit 11;
-- duckdb, redshift: the same
-- mysql:
-- 5| left join `customer_versions` as `customers` on `customers`.`id` = `orders`.`customer_id` and `orders`.`placed_at` >= cast(`customers`.`valid_from` as datetime(6)) and (cast(`customers`.`valid_to` as datetime(6)) is null or `orders`.`placed_at` < cast(`customers`.`valid_to` as datetime(6)))
-- 8| order by `regions.name` <=> null, `regions.name`
-- clickhouse:
-- 3|   sumOrNull("orders"."amount" + toDecimal128(0, 0)) as "orders.total"
-- 5| left join (
-- 5+|   select
-- 5+|     pairs.w0 as w0,
-- 5+|     pairs.w1 as w1,
-- 5+|     "paired".*
-- 5+|   from (
-- 5+|     select distinct
-- 5+|       "orders"."customer_id" as w0,
-- 5+|       "orders"."placed_at" as w1
-- 5+|     from "orders"
-- 5+|   ) as pairs
-- 5+|   join "customer_versions" as "paired" on "paired"."id" = pairs.w0
-- 5+|   where pairs.w1 >= toDateTime64("paired"."valid_from", 6, 'UTC') and (toDateTime64("paired"."valid_to", 6, 'UTC') is null or pairs.w1 < toDateTime64("paired"."valid_to", 6, 'UTC'))
-- 5+| ) as "customers" on "customers".w0 = "orders"."customer_id" and "customers".w1 = "orders"."placed_at"
-- 8| order by 1 nulls last
-- 9| limit 11
-- 9+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', optimize_min_equality_disjunction_chain_length = 1000000;
-- trino:
-- 5| left join "customer_versions" as "customers" on "customers"."id" = "orders"."customer_id" and "orders"."placed_at" >= cast("customers"."valid_from" as timestamp(6)) and (cast("customers"."valid_to" as timestamp(6)) is null or "orders"."placed_at" < cast("customers"."valid_to" as timestamp(6)))
-- bigquery:
-- 5| left join `customer_versions` as `customers` on `customers`.`id` = `orders`.`customer_id` and `orders`.`placed_at` >= timestamp(`customers`.`valid_from`) and (timestamp(`customers`.`valid_to`) is null or `orders`.`placed_at` < timestamp(`customers`.`valid_to`))
-- databricks:
-- 5| left join `customer_versions` as `customers` on `customers`.`id` = `orders`.`customer_id` and `orders`.`placed_at` >= cast(`customers`.`valid_from` as timestamp) and (cast(`customers`.`valid_to` as timestamp) is null or `orders`.`placed_at` < cast(`customers`.`valid_to` as timestamp))
-- snowflake:
-- 5| left join "customer_versions" as "customers" on "customers"."id" = "orders"."customer_id" and "orders"."placed_at" >= cast("customers"."valid_from" as timestamp_ntz) and (cast("customers"."valid_to" as timestamp_ntz) is null or "orders"."placed_at" < cast("customers"."valid_to" as timestamp_ntz))

-- a filter and a measure's condition use that version
select
  sum("orders"."amount") as "orders.total",
  sum(case when "customers"."tier" = 'gold' then "orders"."amount" end) as "orders.gold"
from "orders"
left join "customer_versions" as "customers" on "customers"."id" = "orders"."customer_id" and "orders"."placed_at" >= "customers"."valid_from"::timestamp and ("customers"."valid_to"::timestamp is null or "orders"."placed_at" < "customers"."valid_to"::timestamp)
where "customers"."valid_to" is null
  and "customers"."tier" is not null
limit 11;
-- duckdb, redshift: the same
-- mysql:
-- 5| left join `customer_versions` as `customers` on `customers`.`id` = `orders`.`customer_id` and `orders`.`placed_at` >= cast(`customers`.`valid_from` as datetime(6)) and (cast(`customers`.`valid_to` as datetime(6)) is null or `orders`.`placed_at` < cast(`customers`.`valid_to` as datetime(6)))
-- clickhouse:
-- 2|   sumOrNull("orders"."amount" + toDecimal128(0, 0)) as "orders.total",
-- 3|   sumOrNull((case when "customers"."tier" = 'gold' then "orders"."amount" end) + toDecimal128(0, 0)) as "orders.gold"
-- 5| left join (
-- 5+|   select
-- 5+|     pairs.w0 as w0,
-- 5+|     pairs.w1 as w1,
-- 5+|     "paired".*
-- 5+|   from (
-- 5+|     select distinct
-- 5+|       "orders"."customer_id" as w0,
-- 5+|       "orders"."placed_at" as w1
-- 5+|     from "orders"
-- 5+|   ) as pairs
-- 5+|   join "customer_versions" as "paired" on "paired"."id" = pairs.w0
-- 5+|   where pairs.w1 >= toDateTime64("paired"."valid_from", 6, 'UTC') and (toDateTime64("paired"."valid_to", 6, 'UTC') is null or pairs.w1 < toDateTime64("paired"."valid_to", 6, 'UTC'))
-- 5+| ) as "customers" on "customers".w0 = "orders"."customer_id" and "customers".w1 = "orders"."placed_at"
-- 8| limit 11
-- 8+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', optimize_min_equality_disjunction_chain_length = 1000000;
-- trino:
-- 5| left join "customer_versions" as "customers" on "customers"."id" = "orders"."customer_id" and "orders"."placed_at" >= cast("customers"."valid_from" as timestamp(6)) and (cast("customers"."valid_to" as timestamp(6)) is null or "orders"."placed_at" < cast("customers"."valid_to" as timestamp(6)))
-- bigquery:
-- 5| left join `customer_versions` as `customers` on `customers`.`id` = `orders`.`customer_id` and `orders`.`placed_at` >= timestamp(`customers`.`valid_from`) and (timestamp(`customers`.`valid_to`) is null or `orders`.`placed_at` < timestamp(`customers`.`valid_to`))
-- databricks:
-- 5| left join `customer_versions` as `customers` on `customers`.`id` = `orders`.`customer_id` and `orders`.`placed_at` >= cast(`customers`.`valid_from` as timestamp) and (cast(`customers`.`valid_to` as timestamp) is null or `orders`.`placed_at` < cast(`customers`.`valid_to` as timestamp))
-- snowflake:
-- 5| left join "customer_versions" as "customers" on "customers"."id" = "orders"."customer_id" and "orders"."placed_at" >= cast("customers"."valid_from" as timestamp_ntz) and (cast("customers"."valid_to" as timestamp_ntz) is null or "orders"."placed_at" < cast("customers"."valid_to" as timestamp_ntz))

-- a version counts once, whatever its rows are grouped by
select
  "orders".d0 as "orders.id",
  sum("customers"."credit") as "customers.credit"
from "customer_versions" as "customers"
left join (
  select distinct
    w0 as j0,
    w1 as j1,
    w2 as j2,
    "id" as d0
  from (
    select
      pairs.w0 as w0,
      pairs.w1 as w1,
      pairs.w2 as w2,
      "paired".*
    from (
      select distinct
        "customers"."id" as w0,
        "customers"."valid_from"::timestamp as w1,
        case when "customers"."valid_to"::timestamp is null then "customers"."valid_from"::timestamp when "customers"."valid_to"::timestamp > "customers"."valid_from"::timestamp then "customers"."valid_to"::timestamp end as w2
      from "customer_versions" as "customers"
    ) as pairs
    join "orders" as "paired" on "paired"."customer_id" = pairs.w0
    where "paired"."placed_at" >= pairs.w1 and (pairs.w2 = pairs.w1 or "paired"."placed_at" < pairs.w2)
  ) as "orders"
) as "orders" on "orders".j0 = "customers"."id" and "orders".j1 = "customers"."valid_from"::timestamp and "orders".j2 = case when "customers"."valid_to"::timestamp is null then "customers"."valid_from"::timestamp when "customers"."valid_to"::timestamp > "customers"."valid_from"::timestamp then "customers"."valid_to"::timestamp end
group by 1
order by "orders.id" nulls last
limit 21;
-- duckdb:
-- 7|     "orders".w0 as j0,
-- 8|     "orders".w1 as j1,
-- 9|     "orders".w2 as j2,
-- 10|     "orders"."id" as d0
-- mysql:
-- 20|         cast(`customers`.`valid_from` as datetime(6)) as w1,
-- 21|         case when cast(`customers`.`valid_to` as datetime(6)) is null then cast(`customers`.`valid_from` as datetime(6)) when cast(`customers`.`valid_to` as datetime(6)) > cast(`customers`.`valid_from` as datetime(6)) then cast(`customers`.`valid_to` as datetime(6)) end as w2
-- 27| ) as `orders` on `orders`.j0 = `customers`.`id` and `orders`.j1 = cast(`customers`.`valid_from` as datetime(6)) and `orders`.j2 = case when cast(`customers`.`valid_to` as datetime(6)) is null then cast(`customers`.`valid_from` as datetime(6)) when cast(`customers`.`valid_to` as datetime(6)) > cast(`customers`.`valid_from` as datetime(6)) then cast(`customers`.`valid_to` as datetime(6)) end
-- 29| order by `orders.id` <=> null, `orders.id`
-- clickhouse:
-- 3|   sumOrNull("customers"."credit" + toDecimal128(0, 0)) as "customers.credit"
-- 20|         toDateTime64("customers"."valid_from", 6, 'UTC') as w1,
-- 21|         case when toDateTime64("customers"."valid_to", 6, 'UTC') is null then toDateTime64("customers"."valid_from", 6, 'UTC') when toDateTime64("customers"."valid_to", 6, 'UTC') > toDateTime64("customers"."valid_from", 6, 'UTC') then toDateTime64("customers"."valid_to", 6, 'UTC') end as w2
-- 27| ) as "orders" on "orders".j0 = "customers"."id" and "orders".j1 = toDateTime64("customers"."valid_from", 6, 'UTC') and "orders".j2 = case when toDateTime64("customers"."valid_to", 6, 'UTC') is null then toDateTime64("customers"."valid_from", 6, 'UTC') when toDateTime64("customers"."valid_to", 6, 'UTC') > toDateTime64("customers"."valid_from", 6, 'UTC') then toDateTime64("customers"."valid_to", 6, 'UTC') end
-- 29| order by 1 nulls last
-- 30| limit 21
-- 30+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', optimize_min_equality_disjunction_chain_length = 1000000;
-- trino:
-- 20|         cast("customers"."valid_from" as timestamp(6)) as w1,
-- 21|         case when cast("customers"."valid_to" as timestamp(6)) is null then cast("customers"."valid_from" as timestamp(6)) when cast("customers"."valid_to" as timestamp(6)) > cast("customers"."valid_from" as timestamp(6)) then cast("customers"."valid_to" as timestamp(6)) end as w2
-- 27| ) as "orders" on "orders".j0 = "customers"."id" and "orders".j1 = cast("customers"."valid_from" as timestamp(6)) and "orders".j2 = case when cast("customers"."valid_to" as timestamp(6)) is null then cast("customers"."valid_from" as timestamp(6)) when cast("customers"."valid_to" as timestamp(6)) > cast("customers"."valid_from" as timestamp(6)) then cast("customers"."valid_to" as timestamp(6)) end
-- bigquery:
-- 20|         timestamp(`customers`.`valid_from`) as w1,
-- 21|         case when timestamp(`customers`.`valid_to`) is null then timestamp(`customers`.`valid_from`) when timestamp(`customers`.`valid_to`) > timestamp(`customers`.`valid_from`) then timestamp(`customers`.`valid_to`) end as w2
-- 27| ) as `orders` on `orders`.j0 = `customers`.`id` and `orders`.j1 = timestamp(`customers`.`valid_from`) and `orders`.j2 = case when timestamp(`customers`.`valid_to`) is null then timestamp(`customers`.`valid_from`) when timestamp(`customers`.`valid_to`) > timestamp(`customers`.`valid_from`) then timestamp(`customers`.`valid_to`) end
-- databricks:
-- 20|         cast(`customers`.`valid_from` as timestamp) as w1,
-- 21|         case when cast(`customers`.`valid_to` as timestamp) is null then cast(`customers`.`valid_from` as timestamp) when cast(`customers`.`valid_to` as timestamp) > cast(`customers`.`valid_from` as timestamp) then cast(`customers`.`valid_to` as timestamp) end as w2
-- 27| ) as `orders` on `orders`.j0 = `customers`.`id` and `orders`.j1 = cast(`customers`.`valid_from` as timestamp) and `orders`.j2 = case when cast(`customers`.`valid_to` as timestamp) is null then cast(`customers`.`valid_from` as timestamp) when cast(`customers`.`valid_to` as timestamp) > cast(`customers`.`valid_from` as timestamp) then cast(`customers`.`valid_to` as timestamp) end
-- snowflake:
-- 20|         cast("customers"."valid_from" as timestamp_ntz) as w1,
-- 21|         case when cast("customers"."valid_to" as timestamp_ntz) is null then cast("customers"."valid_from" as timestamp_ntz) when cast("customers"."valid_to" as timestamp_ntz) > cast("customers"."valid_from" as timestamp_ntz) then cast("customers"."valid_to" as timestamp_ntz) end as w2
-- 27| ) as "orders" on "orders".j0 = "customers"."id" and "orders".j1 = cast("customers"."valid_from" as timestamp_ntz) and "orders".j2 = case when cast("customers"."valid_to" as timestamp_ntz) is null then cast("customers"."valid_from" as timestamp_ntz) when cast("customers"."valid_to" as timestamp_ntz) > cast("customers"."valid_from" as timestamp_ntz) then cast("customers"."valid_to" as timestamp_ntz) end
-- redshift: the same

-- a version counts once in a group of many of its rows
-- ["basic","gold"]
select
  "orders".d0 as "items.sku",
  sum("customers"."credit") as "customers.credit",
  count(*) as "customers.versions"
from "customer_versions" as "customers"
left join (
  select distinct
    "orders".w0 as j0,
    "orders".w1 as j1,
    "orders".w2 as j2,
    "items"."sku" as d0
  from (
    select
      pairs.w0 as w0,
      pairs.w1 as w1,
      pairs.w2 as w2,
      "paired".*
    from (
      select distinct
        "customers"."id" as w0,
        "customers"."valid_from"::timestamp as w1,
        case when "customers"."valid_to"::timestamp is null then "customers"."valid_from"::timestamp when "customers"."valid_to"::timestamp > "customers"."valid_from"::timestamp then "customers"."valid_to"::timestamp end as w2
      from "customer_versions" as "customers"
    ) as pairs
    join "orders" as "paired" on "paired"."customer_id" = pairs.w0
    where "paired"."placed_at" >= pairs.w1 and (pairs.w2 = pairs.w1 or "paired"."placed_at" < pairs.w2)
  ) as "orders"
  left join (
    select *
    from "items"
    where exists (
      select 1
      from "orders"
      join "customer_versions" as "customers_2" on "customers_2"."id" = "orders"."customer_id"
      where "orders"."id" = "items"."order_id"
        and "orders"."placed_at" >= "customers_2"."valid_from"::timestamp
        and ("customers_2"."valid_to"::timestamp is null or "orders"."placed_at" < "customers_2"."valid_to"::timestamp)
        and "customers_2"."tier" in ($1, $2)
    )
  ) as "items" on "items"."order_id" = "orders"."id"
) as "orders" on "orders".j0 = "customers"."id" and "orders".j1 = "customers"."valid_from"::timestamp and "orders".j2 = case when "customers"."valid_to"::timestamp is null then "customers"."valid_from"::timestamp when "customers"."valid_to"::timestamp > "customers"."valid_from"::timestamp then "customers"."valid_to"::timestamp end
group by 1
order by "items.sku" nulls last
limit 21;
-- duckdb:
-- 32|     where "items"."order_id" in (
-- 33|       select "orders"."id"
-- 36|       where "orders"."placed_at" >= "customers_2"."valid_from"::timestamp
-- 37 is left out
-- mysql:
-- 22|         cast(`customers`.`valid_from` as datetime(6)) as w1,
-- 23|         case when cast(`customers`.`valid_to` as datetime(6)) is null then cast(`customers`.`valid_from` as datetime(6)) when cast(`customers`.`valid_to` as datetime(6)) > cast(`customers`.`valid_from` as datetime(6)) then cast(`customers`.`valid_to` as datetime(6)) end as w2
-- 32|     where `items`.`order_id` in (
-- 33|       select `orders`.`id`
-- 36|       where `orders`.`placed_at` >= cast(`customers_2`.`valid_from` as datetime(6))
-- 37|         and (cast(`customers_2`.`valid_to` as datetime(6)) is null or `orders`.`placed_at` < cast(`customers_2`.`valid_to` as datetime(6)))
-- 38|         and `customers_2`.`tier` in (?, ?)
-- 39 is left out
-- 42| ) as `orders` on `orders`.j0 = `customers`.`id` and `orders`.j1 = cast(`customers`.`valid_from` as datetime(6)) and `orders`.j2 = case when cast(`customers`.`valid_to` as datetime(6)) is null then cast(`customers`.`valid_from` as datetime(6)) when cast(`customers`.`valid_to` as datetime(6)) > cast(`customers`.`valid_from` as datetime(6)) then cast(`customers`.`valid_to` as datetime(6)) end
-- 44| order by `items.sku` <=> null, `items.sku`
-- clickhouse:
-- 4|   sumOrNull("customers"."credit" + toDecimal128(0, 0)) as "customers.credit",
-- 22|         toDateTime64("customers"."valid_from", 6, 'UTC') as w1,
-- 23|         case when toDateTime64("customers"."valid_to", 6, 'UTC') is null then toDateTime64("customers"."valid_from", 6, 'UTC') when toDateTime64("customers"."valid_to", 6, 'UTC') > toDateTime64("customers"."valid_from", 6, 'UTC') then toDateTime64("customers"."valid_to", 6, 'UTC') end as w2
-- 32|     where "items"."order_id" in (
-- 33|       select "orders"."id"
-- 36|       where "orders"."placed_at" >= toDateTime64("customers_2"."valid_from", 6, 'UTC')
-- 37|         and (toDateTime64("customers_2"."valid_to", 6, 'UTC') is null or "orders"."placed_at" < toDateTime64("customers_2"."valid_to", 6, 'UTC'))
-- 38|         and "customers_2"."tier" in ({p1:String}, {p2:String})
-- 39 is left out
-- 42| ) as "orders" on "orders".j0 = "customers"."id" and "orders".j1 = toDateTime64("customers"."valid_from", 6, 'UTC') and "orders".j2 = case when toDateTime64("customers"."valid_to", 6, 'UTC') is null then toDateTime64("customers"."valid_from", 6, 'UTC') when toDateTime64("customers"."valid_to", 6, 'UTC') > toDateTime64("customers"."valid_from", 6, 'UTC') then toDateTime64("customers"."valid_to", 6, 'UTC') end
-- 44| order by 1 nulls last
-- 45| limit 21
-- 45+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', optimize_min_equality_disjunction_chain_length = 1000000;
-- trino:
-- 22|         cast("customers"."valid_from" as timestamp(6)) as w1,
-- 23|         case when cast("customers"."valid_to" as timestamp(6)) is null then cast("customers"."valid_from" as timestamp(6)) when cast("customers"."valid_to" as timestamp(6)) > cast("customers"."valid_from" as timestamp(6)) then cast("customers"."valid_to" as timestamp(6)) end as w2
-- 32|     where "items"."order_id" in (
-- 33|       select "orders"."id"
-- 36|       where "orders"."placed_at" >= cast("customers_2"."valid_from" as timestamp(6))
-- 37|         and (cast("customers_2"."valid_to" as timestamp(6)) is null or "orders"."placed_at" < cast("customers_2"."valid_to" as timestamp(6)))
-- 38|         and "customers_2"."tier" in (?, ?)
-- 39 is left out
-- 42| ) as "orders" on "orders".j0 = "customers"."id" and "orders".j1 = cast("customers"."valid_from" as timestamp(6)) and "orders".j2 = case when cast("customers"."valid_to" as timestamp(6)) is null then cast("customers"."valid_from" as timestamp(6)) when cast("customers"."valid_to" as timestamp(6)) > cast("customers"."valid_from" as timestamp(6)) then cast("customers"."valid_to" as timestamp(6)) end
-- bigquery:
-- 22|         timestamp(`customers`.`valid_from`) as w1,
-- 23|         case when timestamp(`customers`.`valid_to`) is null then timestamp(`customers`.`valid_from`) when timestamp(`customers`.`valid_to`) > timestamp(`customers`.`valid_from`) then timestamp(`customers`.`valid_to`) end as w2
-- 32|     where `items`.`order_id` in (
-- 33|       select `orders`.`id`
-- 36|       where `orders`.`placed_at` >= timestamp(`customers_2`.`valid_from`)
-- 37|         and (timestamp(`customers_2`.`valid_to`) is null or `orders`.`placed_at` < timestamp(`customers_2`.`valid_to`))
-- 38|         and `customers_2`.`tier` in (@p1, @p2)
-- 39 is left out
-- 42| ) as `orders` on `orders`.j0 = `customers`.`id` and `orders`.j1 = timestamp(`customers`.`valid_from`) and `orders`.j2 = case when timestamp(`customers`.`valid_to`) is null then timestamp(`customers`.`valid_from`) when timestamp(`customers`.`valid_to`) > timestamp(`customers`.`valid_from`) then timestamp(`customers`.`valid_to`) end
-- databricks:
-- 22|         cast(`customers`.`valid_from` as timestamp) as w1,
-- 23|         case when cast(`customers`.`valid_to` as timestamp) is null then cast(`customers`.`valid_from` as timestamp) when cast(`customers`.`valid_to` as timestamp) > cast(`customers`.`valid_from` as timestamp) then cast(`customers`.`valid_to` as timestamp) end as w2
-- 32|     where `items`.`order_id` in (
-- 33|       select `orders`.`id`
-- 36|       where `orders`.`placed_at` >= cast(`customers_2`.`valid_from` as timestamp)
-- 37|         and (cast(`customers_2`.`valid_to` as timestamp) is null or `orders`.`placed_at` < cast(`customers_2`.`valid_to` as timestamp))
-- 38|         and `customers_2`.`tier` in (:p1, :p2)
-- 39 is left out
-- 42| ) as `orders` on `orders`.j0 = `customers`.`id` and `orders`.j1 = cast(`customers`.`valid_from` as timestamp) and `orders`.j2 = case when cast(`customers`.`valid_to` as timestamp) is null then cast(`customers`.`valid_from` as timestamp) when cast(`customers`.`valid_to` as timestamp) > cast(`customers`.`valid_from` as timestamp) then cast(`customers`.`valid_to` as timestamp) end
-- snowflake:
-- 22|         cast("customers"."valid_from" as timestamp_ntz) as w1,
-- 23|         case when cast("customers"."valid_to" as timestamp_ntz) is null then cast("customers"."valid_from" as timestamp_ntz) when cast("customers"."valid_to" as timestamp_ntz) > cast("customers"."valid_from" as timestamp_ntz) then cast("customers"."valid_to" as timestamp_ntz) end as w2
-- 32|     where "items"."order_id" in (
-- 33|       select "orders"."id"
-- 36|       where "orders"."placed_at" >= cast("customers_2"."valid_from" as timestamp_ntz)
-- 37|         and (cast("customers_2"."valid_to" as timestamp_ntz) is null or "orders"."placed_at" < cast("customers_2"."valid_to" as timestamp_ntz))
-- 38|         and "customers_2"."tier" in (?, ?)
-- 39 is left out
-- 42| ) as "orders" on "orders".j0 = "customers"."id" and "orders".j1 = cast("customers"."valid_from" as timestamp_ntz) and "orders".j2 = case when cast("customers"."valid_to" as timestamp_ntz) is null then cast("customers"."valid_from" as timestamp_ntz) when cast("customers"."valid_to" as timestamp_ntz) > cast("customers"."valid_from" as timestamp_ntz) then cast("customers"."valid_to" as timestamp_ntz) end
-- redshift: the same

-- a filter on a measure selects versions with rows of the time in which they were valid
-- ["1","1","0"]
select
  d0 as "customers.tier",
  max(m0) as "customers.credit"
from (
  select
    "customers"."tier" as d0,
    sum("customers"."credit") as m0,
    null as m1
  from "customer_versions" as "customers"
  where exists (
    select 1
    from "orders"
    where "orders"."customer_id" = "customers"."id" and "orders"."placed_at" >= "customers"."valid_from"::timestamp and ("customers"."valid_to"::timestamp is null or "orders"."placed_at" < "customers"."valid_to"::timestamp)
      and "orders"."id" > $1::bigint
  )
  group by 1
  union all
  select
    "customers"."tier" as d0,
    null as m0,
    sum("orders"."amount") as m1
  from "orders"
  left join "customer_versions" as "customers" on "customers"."id" = "orders"."customer_id" and "orders"."placed_at" >= "customers"."valid_from"::timestamp and ("customers"."valid_to"::timestamp is null or "orders"."placed_at" < "customers"."valid_to"::timestamp)
  where "orders"."id" > $2::bigint
  group by 1
) as branches
group by 1
having max(m1) > $3::bigint
order by "customers.tier" nulls last
limit 11;
-- duckdb:
-- 11|   where ("customers"."id", "customers"."valid_from"::timestamp, case when "customers"."valid_to"::timestamp is null then "customers"."valid_from"::timestamp when "customers"."valid_to"::timestamp > "customers"."valid_from"::timestamp then "customers"."valid_to"::timestamp end) in (
-- 12|     select "orders".w0, "orders".w1, "orders".w2
-- 13|     from (
-- 14|       select
-- 15|         pairs.w0 as w0,
-- 15+|         pairs.w1 as w1,
-- 15+|         pairs.w2 as w2,
-- 15+|         "paired".*
-- 15+|       from (
-- 15+|         select distinct
-- 15+|           "customers"."id" as w0,
-- 15+|           "customers"."valid_from"::timestamp as w1,
-- 15+|           case when "customers"."valid_to"::timestamp is null then "customers"."valid_from"::timestamp when "customers"."valid_to"::timestamp > "customers"."valid_from"::timestamp then "customers"."valid_to"::timestamp end as w2
-- 15+|         from "customer_versions" as "customers"
-- 15+|       ) as pairs
-- 15+|       join "orders" as "paired" on "paired"."customer_id" = pairs.w0
-- 15+|       where "paired"."placed_at" >= pairs.w1 and (pairs.w2 = pairs.w1 or "paired"."placed_at" < pairs.w2)
-- 15+|     ) as "orders"
-- 15+|     where "orders"."id" > $1::bigint
-- mysql:
-- 11|   where (`customers`.`id`, cast(`customers`.`valid_from` as datetime(6)), case when cast(`customers`.`valid_to` as datetime(6)) is null then cast(`customers`.`valid_from` as datetime(6)) when cast(`customers`.`valid_to` as datetime(6)) > cast(`customers`.`valid_from` as datetime(6)) then cast(`customers`.`valid_to` as datetime(6)) end) in (
-- 12|     select `orders`.w0, `orders`.w1, `orders`.w2
-- 13|     from (
-- 14|       select
-- 15|         pairs.w0 as w0,
-- 15+|         pairs.w1 as w1,
-- 15+|         pairs.w2 as w2,
-- 15+|         `paired`.*
-- 15+|       from (
-- 15+|         select distinct
-- 15+|           `customers`.`id` as w0,
-- 15+|           cast(`customers`.`valid_from` as datetime(6)) as w1,
-- 15+|           case when cast(`customers`.`valid_to` as datetime(6)) is null then cast(`customers`.`valid_from` as datetime(6)) when cast(`customers`.`valid_to` as datetime(6)) > cast(`customers`.`valid_from` as datetime(6)) then cast(`customers`.`valid_to` as datetime(6)) end as w2
-- 15+|         from `customer_versions` as `customers`
-- 15+|       ) as pairs
-- 15+|       join `orders` as `paired` on `paired`.`customer_id` = pairs.w0
-- 15+|       where `paired`.`placed_at` >= pairs.w1 and (pairs.w2 = pairs.w1 or `paired`.`placed_at` < pairs.w2)
-- 15+|     ) as `orders`
-- 15+|     where `orders`.`id` > cast(? as signed)
-- 24|   left join `customer_versions` as `customers` on `customers`.`id` = `orders`.`customer_id` and `orders`.`placed_at` >= cast(`customers`.`valid_from` as datetime(6)) and (cast(`customers`.`valid_to` as datetime(6)) is null or `orders`.`placed_at` < cast(`customers`.`valid_to` as datetime(6)))
-- 25|   where `orders`.`id` > cast(? as signed)
-- 29| having max(m1) > cast(? as signed)
-- 30| order by `customers.tier` <=> null, `customers.tier`
-- clickhouse:
-- 8|     sumOrNull("customers"."credit" + toDecimal128(0, 0)) as m0,
-- 11|   where ("customers"."id", toDateTime64("customers"."valid_from", 6, 'UTC'), case when toDateTime64("customers"."valid_to", 6, 'UTC') is null then toDateTime64("customers"."valid_from", 6, 'UTC') when toDateTime64("customers"."valid_to", 6, 'UTC') > toDateTime64("customers"."valid_from", 6, 'UTC') then toDateTime64("customers"."valid_to", 6, 'UTC') end) in (
-- 12|     select "orders".w0, "orders".w1, "orders".w2
-- 13|     from (
-- 14|       select
-- 15|         pairs.w0 as w0,
-- 15+|         pairs.w1 as w1,
-- 15+|         pairs.w2 as w2,
-- 15+|         "paired".*
-- 15+|       from (
-- 15+|         select distinct
-- 15+|           "customers"."id" as w0,
-- 15+|           toDateTime64("customers"."valid_from", 6, 'UTC') as w1,
-- 15+|           case when toDateTime64("customers"."valid_to", 6, 'UTC') is null then toDateTime64("customers"."valid_from", 6, 'UTC') when toDateTime64("customers"."valid_to", 6, 'UTC') > toDateTime64("customers"."valid_from", 6, 'UTC') then toDateTime64("customers"."valid_to", 6, 'UTC') end as w2
-- 15+|         from "customer_versions" as "customers"
-- 15+|       ) as pairs
-- 15+|       join "orders" as "paired" on "paired"."customer_id" = pairs.w0
-- 15+|       where "paired"."placed_at" >= pairs.w1 and (pairs.w2 = pairs.w1 or "paired"."placed_at" < pairs.w2)
-- 15+|     ) as "orders"
-- 15+|     where "orders"."id" > {p1:Int64}
-- 22|     sumOrNull("orders"."amount" + toDecimal128(0, 0)) as m1
-- 24|   left join (
-- 25|     select
-- 25+|       pairs.w0 as w0,
-- 25+|       pairs.w1 as w1,
-- 25+|       "paired".*
-- 25+|     from (
-- 25+|       select distinct
-- 25+|         "orders"."customer_id" as w0,
-- 25+|         "orders"."placed_at" as w1
-- 25+|       from "orders"
-- 25+|     ) as pairs
-- 25+|     join "customer_versions" as "paired" on "paired"."id" = pairs.w0
-- 25+|     where pairs.w1 >= toDateTime64("paired"."valid_from", 6, 'UTC') and (toDateTime64("paired"."valid_to", 6, 'UTC') is null or pairs.w1 < toDateTime64("paired"."valid_to", 6, 'UTC'))
-- 25+|   ) as "customers" on "customers".w0 = "orders"."customer_id" and "customers".w1 = "orders"."placed_at"
-- 25+|   where "orders"."id" > {p2:Int64}
-- 29| having max(m1) > {p3:Int64}
-- 30| order by 1 nulls last
-- 31| limit 11
-- 31+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', optimize_min_equality_disjunction_chain_length = 1000000;
-- trino:
-- 11|   where ("customers"."id", cast("customers"."valid_from" as timestamp(6)), case when cast("customers"."valid_to" as timestamp(6)) is null then cast("customers"."valid_from" as timestamp(6)) when cast("customers"."valid_to" as timestamp(6)) > cast("customers"."valid_from" as timestamp(6)) then cast("customers"."valid_to" as timestamp(6)) end) in (
-- 12|     select "orders".w0, "orders".w1, "orders".w2
-- 13|     from (
-- 14|       select
-- 15|         pairs.w0 as w0,
-- 15+|         pairs.w1 as w1,
-- 15+|         pairs.w2 as w2,
-- 15+|         "paired".*
-- 15+|       from (
-- 15+|         select distinct
-- 15+|           "customers"."id" as w0,
-- 15+|           cast("customers"."valid_from" as timestamp(6)) as w1,
-- 15+|           case when cast("customers"."valid_to" as timestamp(6)) is null then cast("customers"."valid_from" as timestamp(6)) when cast("customers"."valid_to" as timestamp(6)) > cast("customers"."valid_from" as timestamp(6)) then cast("customers"."valid_to" as timestamp(6)) end as w2
-- 15+|         from "customer_versions" as "customers"
-- 15+|       ) as pairs
-- 15+|       join "orders" as "paired" on "paired"."customer_id" = pairs.w0
-- 15+|       where "paired"."placed_at" >= pairs.w1 and (pairs.w2 = pairs.w1 or "paired"."placed_at" < pairs.w2)
-- 15+|     ) as "orders"
-- 15+|     where "orders"."id" > cast(? as bigint)
-- 24|   left join "customer_versions" as "customers" on "customers"."id" = "orders"."customer_id" and "orders"."placed_at" >= cast("customers"."valid_from" as timestamp(6)) and (cast("customers"."valid_to" as timestamp(6)) is null or "orders"."placed_at" < cast("customers"."valid_to" as timestamp(6)))
-- 25|   where "orders"."id" > cast(? as bigint)
-- 29| having max(m1) > cast(? as bigint)
-- bigquery:
-- 11|   where (`customers`.`id`, timestamp(`customers`.`valid_from`), case when timestamp(`customers`.`valid_to`) is null then timestamp(`customers`.`valid_from`) when timestamp(`customers`.`valid_to`) > timestamp(`customers`.`valid_from`) then timestamp(`customers`.`valid_to`) end) in (
-- 12|     select (`orders`.w0, `orders`.w1, `orders`.w2)
-- 13|     from (
-- 14|       select
-- 15|         pairs.w0 as w0,
-- 15+|         pairs.w1 as w1,
-- 15+|         pairs.w2 as w2,
-- 15+|         `paired`.*
-- 15+|       from (
-- 15+|         select distinct
-- 15+|           `customers`.`id` as w0,
-- 15+|           timestamp(`customers`.`valid_from`) as w1,
-- 15+|           case when timestamp(`customers`.`valid_to`) is null then timestamp(`customers`.`valid_from`) when timestamp(`customers`.`valid_to`) > timestamp(`customers`.`valid_from`) then timestamp(`customers`.`valid_to`) end as w2
-- 15+|         from `customer_versions` as `customers`
-- 15+|       ) as pairs
-- 15+|       join `orders` as `paired` on `paired`.`customer_id` = pairs.w0
-- 15+|       where `paired`.`placed_at` >= pairs.w1 and (pairs.w2 = pairs.w1 or `paired`.`placed_at` < pairs.w2)
-- 15+|     ) as `orders`
-- 15+|     where `orders`.`id` > cast(@p1 as int64)
-- 24|   left join `customer_versions` as `customers` on `customers`.`id` = `orders`.`customer_id` and `orders`.`placed_at` >= timestamp(`customers`.`valid_from`) and (timestamp(`customers`.`valid_to`) is null or `orders`.`placed_at` < timestamp(`customers`.`valid_to`))
-- 25|   where `orders`.`id` > cast(@p2 as int64)
-- 29| having max(m1) > cast(@p3 as int64)
-- databricks:
-- 11|   where (`customers`.`id`, cast(`customers`.`valid_from` as timestamp), case when cast(`customers`.`valid_to` as timestamp) is null then cast(`customers`.`valid_from` as timestamp) when cast(`customers`.`valid_to` as timestamp) > cast(`customers`.`valid_from` as timestamp) then cast(`customers`.`valid_to` as timestamp) end) in (
-- 12|     select `orders`.w0, `orders`.w1, `orders`.w2
-- 13|     from (
-- 14|       select
-- 15|         pairs.w0 as w0,
-- 15+|         pairs.w1 as w1,
-- 15+|         pairs.w2 as w2,
-- 15+|         `paired`.*
-- 15+|       from (
-- 15+|         select distinct
-- 15+|           `customers`.`id` as w0,
-- 15+|           cast(`customers`.`valid_from` as timestamp) as w1,
-- 15+|           case when cast(`customers`.`valid_to` as timestamp) is null then cast(`customers`.`valid_from` as timestamp) when cast(`customers`.`valid_to` as timestamp) > cast(`customers`.`valid_from` as timestamp) then cast(`customers`.`valid_to` as timestamp) end as w2
-- 15+|         from `customer_versions` as `customers`
-- 15+|       ) as pairs
-- 15+|       join `orders` as `paired` on `paired`.`customer_id` = pairs.w0
-- 15+|       where `paired`.`placed_at` >= pairs.w1 and (pairs.w2 = pairs.w1 or `paired`.`placed_at` < pairs.w2)
-- 15+|     ) as `orders`
-- 15+|     where `orders`.`id` > cast(:p1 as bigint)
-- 24|   left join `customer_versions` as `customers` on `customers`.`id` = `orders`.`customer_id` and `orders`.`placed_at` >= cast(`customers`.`valid_from` as timestamp) and (cast(`customers`.`valid_to` as timestamp) is null or `orders`.`placed_at` < cast(`customers`.`valid_to` as timestamp))
-- 25|   where `orders`.`id` > cast(:p2 as bigint)
-- 29| having max(m1) > cast(:p3 as bigint)
-- snowflake:
-- 11|   where ("customers"."id", cast("customers"."valid_from" as timestamp_ntz), case when cast("customers"."valid_to" as timestamp_ntz) is null then cast("customers"."valid_from" as timestamp_ntz) when cast("customers"."valid_to" as timestamp_ntz) > cast("customers"."valid_from" as timestamp_ntz) then cast("customers"."valid_to" as timestamp_ntz) end) in (
-- 12|     select "orders".w0, "orders".w1, "orders".w2
-- 13|     from (
-- 14|       select
-- 15|         pairs.w0 as w0,
-- 15+|         pairs.w1 as w1,
-- 15+|         pairs.w2 as w2,
-- 15+|         "paired".*
-- 15+|       from (
-- 15+|         select distinct
-- 15+|           "customers"."id" as w0,
-- 15+|           cast("customers"."valid_from" as timestamp_ntz) as w1,
-- 15+|           case when cast("customers"."valid_to" as timestamp_ntz) is null then cast("customers"."valid_from" as timestamp_ntz) when cast("customers"."valid_to" as timestamp_ntz) > cast("customers"."valid_from" as timestamp_ntz) then cast("customers"."valid_to" as timestamp_ntz) end as w2
-- 15+|         from "customer_versions" as "customers"
-- 15+|       ) as pairs
-- 15+|       join "orders" as "paired" on "paired"."customer_id" = pairs.w0
-- 15+|       where "paired"."placed_at" >= pairs.w1 and (pairs.w2 = pairs.w1 or "paired"."placed_at" < pairs.w2)
-- 15+|     ) as "orders"
-- 15+|     where "orders"."id" > cast(? as number(38, 0))
-- 24|   left join "customer_versions" as "customers" on "customers"."id" = "orders"."customer_id" and "orders"."placed_at" >= cast("customers"."valid_from" as timestamp_ntz) and (cast("customers"."valid_to" as timestamp_ntz) is null or "orders"."placed_at" < cast("customers"."valid_to" as timestamp_ntz))
-- 25|   where "orders"."id" > cast(? as number(38, 0))
-- 29| having max(m1) > cast(? as number(38, 0))
-- redshift: the same

-- versions without rows of that time
select count(*) as "customers.versions"
from "customer_versions" as "customers"
where not exists (
  select 1
  from "orders"
  where "orders"."customer_id" = "customers"."id" and "orders"."placed_at" >= "customers"."valid_from"::timestamp and ("customers"."valid_to"::timestamp is null or "orders"."placed_at" < "customers"."valid_to"::timestamp)
)
limit 11;
-- duckdb:
-- 3| where not coalesce(("customers"."id", "customers"."valid_from"::timestamp, case when "customers"."valid_to"::timestamp is null then "customers"."valid_from"::timestamp when "customers"."valid_to"::timestamp > "customers"."valid_from"::timestamp then "customers"."valid_to"::timestamp end) in (
-- 4|   select "orders".w0, "orders".w1, "orders".w2
-- 5|   from (
-- 6|     select
-- 7|       pairs.w0 as w0,
-- 7+|       pairs.w1 as w1,
-- 7+|       pairs.w2 as w2,
-- 7+|       "paired".*
-- 7+|     from (
-- 7+|       select distinct
-- 7+|         "customers"."id" as w0,
-- 7+|         "customers"."valid_from"::timestamp as w1,
-- 7+|         case when "customers"."valid_to"::timestamp is null then "customers"."valid_from"::timestamp when "customers"."valid_to"::timestamp > "customers"."valid_from"::timestamp then "customers"."valid_to"::timestamp end as w2
-- 7+|       from "customer_versions" as "customers"
-- 7+|     ) as pairs
-- 7+|     join "orders" as "paired" on "paired"."customer_id" = pairs.w0
-- 7+|     where "paired"."placed_at" >= pairs.w1 and (pairs.w2 = pairs.w1 or "paired"."placed_at" < pairs.w2)
-- 7+|   ) as "orders"
-- 7+| ), false)
-- mysql:
-- 3| where not coalesce((`customers`.`id`, cast(`customers`.`valid_from` as datetime(6)), case when cast(`customers`.`valid_to` as datetime(6)) is null then cast(`customers`.`valid_from` as datetime(6)) when cast(`customers`.`valid_to` as datetime(6)) > cast(`customers`.`valid_from` as datetime(6)) then cast(`customers`.`valid_to` as datetime(6)) end) in (
-- 4|   select `orders`.w0, `orders`.w1, `orders`.w2
-- 5|   from (
-- 6|     select
-- 7|       pairs.w0 as w0,
-- 7+|       pairs.w1 as w1,
-- 7+|       pairs.w2 as w2,
-- 7+|       `paired`.*
-- 7+|     from (
-- 7+|       select distinct
-- 7+|         `customers`.`id` as w0,
-- 7+|         cast(`customers`.`valid_from` as datetime(6)) as w1,
-- 7+|         case when cast(`customers`.`valid_to` as datetime(6)) is null then cast(`customers`.`valid_from` as datetime(6)) when cast(`customers`.`valid_to` as datetime(6)) > cast(`customers`.`valid_from` as datetime(6)) then cast(`customers`.`valid_to` as datetime(6)) end as w2
-- 7+|       from `customer_versions` as `customers`
-- 7+|     ) as pairs
-- 7+|     join `orders` as `paired` on `paired`.`customer_id` = pairs.w0
-- 7+|     where `paired`.`placed_at` >= pairs.w1 and (pairs.w2 = pairs.w1 or `paired`.`placed_at` < pairs.w2)
-- 7+|   ) as `orders`
-- 7+| ), false)
-- clickhouse:
-- 3| where not coalesce(("customers"."id", toDateTime64("customers"."valid_from", 6, 'UTC'), case when toDateTime64("customers"."valid_to", 6, 'UTC') is null then toDateTime64("customers"."valid_from", 6, 'UTC') when toDateTime64("customers"."valid_to", 6, 'UTC') > toDateTime64("customers"."valid_from", 6, 'UTC') then toDateTime64("customers"."valid_to", 6, 'UTC') end) in (
-- 4|   select "orders".w0, "orders".w1, "orders".w2
-- 5|   from (
-- 6|     select
-- 7|       pairs.w0 as w0,
-- 8|       pairs.w1 as w1,
-- 8+|       pairs.w2 as w2,
-- 8+|       "paired".*
-- 8+|     from (
-- 8+|       select distinct
-- 8+|         "customers"."id" as w0,
-- 8+|         toDateTime64("customers"."valid_from", 6, 'UTC') as w1,
-- 8+|         case when toDateTime64("customers"."valid_to", 6, 'UTC') is null then toDateTime64("customers"."valid_from", 6, 'UTC') when toDateTime64("customers"."valid_to", 6, 'UTC') > toDateTime64("customers"."valid_from", 6, 'UTC') then toDateTime64("customers"."valid_to", 6, 'UTC') end as w2
-- 8+|       from "customer_versions" as "customers"
-- 8+|     ) as pairs
-- 8+|     join "orders" as "paired" on "paired"."customer_id" = pairs.w0
-- 8+|     where "paired"."placed_at" >= pairs.w1 and (pairs.w2 = pairs.w1 or "paired"."placed_at" < pairs.w2)
-- 8+|   ) as "orders"
-- 8+| ), false)
-- 8+| limit 11
-- 8+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', optimize_min_equality_disjunction_chain_length = 1000000;
-- trino:
-- 3| where not coalesce(("customers"."id", cast("customers"."valid_from" as timestamp(6)), case when cast("customers"."valid_to" as timestamp(6)) is null then cast("customers"."valid_from" as timestamp(6)) when cast("customers"."valid_to" as timestamp(6)) > cast("customers"."valid_from" as timestamp(6)) then cast("customers"."valid_to" as timestamp(6)) end) in (
-- 4|   select "orders".w0, "orders".w1, "orders".w2
-- 5|   from (
-- 6|     select
-- 7|       pairs.w0 as w0,
-- 7+|       pairs.w1 as w1,
-- 7+|       pairs.w2 as w2,
-- 7+|       "paired".*
-- 7+|     from (
-- 7+|       select distinct
-- 7+|         "customers"."id" as w0,
-- 7+|         cast("customers"."valid_from" as timestamp(6)) as w1,
-- 7+|         case when cast("customers"."valid_to" as timestamp(6)) is null then cast("customers"."valid_from" as timestamp(6)) when cast("customers"."valid_to" as timestamp(6)) > cast("customers"."valid_from" as timestamp(6)) then cast("customers"."valid_to" as timestamp(6)) end as w2
-- 7+|       from "customer_versions" as "customers"
-- 7+|     ) as pairs
-- 7+|     join "orders" as "paired" on "paired"."customer_id" = pairs.w0
-- 7+|     where "paired"."placed_at" >= pairs.w1 and (pairs.w2 = pairs.w1 or "paired"."placed_at" < pairs.w2)
-- 7+|   ) as "orders"
-- 7+| ), false)
-- bigquery:
-- 3| where not coalesce((`customers`.`id`, timestamp(`customers`.`valid_from`), case when timestamp(`customers`.`valid_to`) is null then timestamp(`customers`.`valid_from`) when timestamp(`customers`.`valid_to`) > timestamp(`customers`.`valid_from`) then timestamp(`customers`.`valid_to`) end) in (
-- 4|   select (`orders`.w0, `orders`.w1, `orders`.w2)
-- 5|   from (
-- 6|     select
-- 7|       pairs.w0 as w0,
-- 7+|       pairs.w1 as w1,
-- 7+|       pairs.w2 as w2,
-- 7+|       `paired`.*
-- 7+|     from (
-- 7+|       select distinct
-- 7+|         `customers`.`id` as w0,
-- 7+|         timestamp(`customers`.`valid_from`) as w1,
-- 7+|         case when timestamp(`customers`.`valid_to`) is null then timestamp(`customers`.`valid_from`) when timestamp(`customers`.`valid_to`) > timestamp(`customers`.`valid_from`) then timestamp(`customers`.`valid_to`) end as w2
-- 7+|       from `customer_versions` as `customers`
-- 7+|     ) as pairs
-- 7+|     join `orders` as `paired` on `paired`.`customer_id` = pairs.w0
-- 7+|     where `paired`.`placed_at` >= pairs.w1 and (pairs.w2 = pairs.w1 or `paired`.`placed_at` < pairs.w2)
-- 7+|   ) as `orders`
-- 7+| ), false)
-- databricks:
-- 3| where not coalesce((`customers`.`id`, cast(`customers`.`valid_from` as timestamp), case when cast(`customers`.`valid_to` as timestamp) is null then cast(`customers`.`valid_from` as timestamp) when cast(`customers`.`valid_to` as timestamp) > cast(`customers`.`valid_from` as timestamp) then cast(`customers`.`valid_to` as timestamp) end) in (
-- 4|   select `orders`.w0, `orders`.w1, `orders`.w2
-- 5|   from (
-- 6|     select
-- 7|       pairs.w0 as w0,
-- 7+|       pairs.w1 as w1,
-- 7+|       pairs.w2 as w2,
-- 7+|       `paired`.*
-- 7+|     from (
-- 7+|       select distinct
-- 7+|         `customers`.`id` as w0,
-- 7+|         cast(`customers`.`valid_from` as timestamp) as w1,
-- 7+|         case when cast(`customers`.`valid_to` as timestamp) is null then cast(`customers`.`valid_from` as timestamp) when cast(`customers`.`valid_to` as timestamp) > cast(`customers`.`valid_from` as timestamp) then cast(`customers`.`valid_to` as timestamp) end as w2
-- 7+|       from `customer_versions` as `customers`
-- 7+|     ) as pairs
-- 7+|     join `orders` as `paired` on `paired`.`customer_id` = pairs.w0
-- 7+|     where `paired`.`placed_at` >= pairs.w1 and (pairs.w2 = pairs.w1 or `paired`.`placed_at` < pairs.w2)
-- 7+|   ) as `orders`
-- 7+| ), false)
-- snowflake:
-- 3| where not coalesce(("customers"."id", cast("customers"."valid_from" as timestamp_ntz), case when cast("customers"."valid_to" as timestamp_ntz) is null then cast("customers"."valid_from" as timestamp_ntz) when cast("customers"."valid_to" as timestamp_ntz) > cast("customers"."valid_from" as timestamp_ntz) then cast("customers"."valid_to" as timestamp_ntz) end) in (
-- 4|   select "orders".w0, "orders".w1, "orders".w2
-- 5|   from (
-- 6|     select
-- 7|       pairs.w0 as w0,
-- 7+|       pairs.w1 as w1,
-- 7+|       pairs.w2 as w2,
-- 7+|       "paired".*
-- 7+|     from (
-- 7+|       select distinct
-- 7+|         "customers"."id" as w0,
-- 7+|         cast("customers"."valid_from" as timestamp_ntz) as w1,
-- 7+|         case when cast("customers"."valid_to" as timestamp_ntz) is null then cast("customers"."valid_from" as timestamp_ntz) when cast("customers"."valid_to" as timestamp_ntz) > cast("customers"."valid_from" as timestamp_ntz) then cast("customers"."valid_to" as timestamp_ntz) end as w2
-- 7+|       from "customer_versions" as "customers"
-- 7+|     ) as pairs
-- 7+|     join "orders" as "paired" on "paired"."customer_id" = pairs.w0
-- 7+|     where "paired"."placed_at" >= pairs.w1 and (pairs.w2 = pairs.w1 or "paired"."placed_at" < pairs.w2)
-- 7+|   ) as "orders"
-- 7+| ), false)
-- redshift: the same

-- row access over such a join picks the version by the row's time
-- ["basic","gold"]
select
  "sku" as "items.sku",
  count(*) as "items.count"
from (
  select *
  from "items"
  where exists (
    select 1
    from "orders"
    join "customer_versions" as "customers_2" on "customers_2"."id" = "orders"."customer_id"
    where "orders"."id" = "items"."order_id"
      and "orders"."placed_at" >= "customers_2"."valid_from"::timestamp
      and ("customers_2"."valid_to"::timestamp is null or "orders"."placed_at" < "customers_2"."valid_to"::timestamp)
      and "customers_2"."tier" in ($1, $2)
  )
) as "items"
group by 1
order by "items.sku" nulls last
limit 11;
-- duckdb:
-- 8|   where "items"."order_id" in (
-- 9|     select "orders"."id"
-- 12|     where "orders"."placed_at" >= "customers_2"."valid_from"::timestamp
-- 13 is left out
-- mysql:
-- 8|   where `items`.`order_id` in (
-- 9|     select `orders`.`id`
-- 12|     where `orders`.`placed_at` >= cast(`customers_2`.`valid_from` as datetime(6))
-- 13|       and (cast(`customers_2`.`valid_to` as datetime(6)) is null or `orders`.`placed_at` < cast(`customers_2`.`valid_to` as datetime(6)))
-- 14|       and `customers_2`.`tier` in (?, ?)
-- 15 is left out
-- 19| order by `items.sku` <=> null, `items.sku`
-- clickhouse:
-- 8|   where "items"."order_id" in (
-- 9|     select "orders"."id"
-- 12|     where "orders"."placed_at" >= toDateTime64("customers_2"."valid_from", 6, 'UTC')
-- 13|       and (toDateTime64("customers_2"."valid_to", 6, 'UTC') is null or "orders"."placed_at" < toDateTime64("customers_2"."valid_to", 6, 'UTC'))
-- 14|       and "customers_2"."tier" in ({p1:String}, {p2:String})
-- 15 is left out
-- 19| order by 1 nulls last
-- 20| limit 11
-- 20+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', optimize_min_equality_disjunction_chain_length = 1000000;
-- trino:
-- 8|   where "items"."order_id" in (
-- 9|     select "orders"."id"
-- 12|     where "orders"."placed_at" >= cast("customers_2"."valid_from" as timestamp(6))
-- 13|       and (cast("customers_2"."valid_to" as timestamp(6)) is null or "orders"."placed_at" < cast("customers_2"."valid_to" as timestamp(6)))
-- 14|       and "customers_2"."tier" in (?, ?)
-- 15 is left out
-- bigquery:
-- 8|   where `items`.`order_id` in (
-- 9|     select `orders`.`id`
-- 12|     where `orders`.`placed_at` >= timestamp(`customers_2`.`valid_from`)
-- 13|       and (timestamp(`customers_2`.`valid_to`) is null or `orders`.`placed_at` < timestamp(`customers_2`.`valid_to`))
-- 14|       and `customers_2`.`tier` in (@p1, @p2)
-- 15 is left out
-- databricks:
-- 8|   where `items`.`order_id` in (
-- 9|     select `orders`.`id`
-- 12|     where `orders`.`placed_at` >= cast(`customers_2`.`valid_from` as timestamp)
-- 13|       and (cast(`customers_2`.`valid_to` as timestamp) is null or `orders`.`placed_at` < cast(`customers_2`.`valid_to` as timestamp))
-- 14|       and `customers_2`.`tier` in (:p1, :p2)
-- 15 is left out
-- snowflake:
-- 8|   where "items"."order_id" in (
-- 9|     select "orders"."id"
-- 12|     where "orders"."placed_at" >= cast("customers_2"."valid_from" as timestamp_ntz)
-- 13|       and (cast("customers_2"."valid_to" as timestamp_ntz) is null or "orders"."placed_at" < cast("customers_2"."valid_to" as timestamp_ntz))
-- 14|       and "customers_2"."tier" in (?, ?)
-- 15 is left out
-- redshift: the same

-- row access over a versioned join hides rows without a version
-- ["void"]
select count(*) as "items.count"
from (
  select *
  from "items"
  where exists (
    select 1
    from "orders"
    join "customer_versions" as "customers_2" on "customers_2"."id" = "orders"."customer_id"
    where "orders"."id" = "items"."order_id"
      and "orders"."placed_at" >= "customers_2"."valid_from"::timestamp
      and ("customers_2"."valid_to"::timestamp is null or "orders"."placed_at" < "customers_2"."valid_to"::timestamp)
      and "customers_2"."tier" in ($1)
  )
) as "items"
limit 11;
-- duckdb:
-- 6|   where "items"."order_id" in (
-- 7|     select "orders"."id"
-- 10|     where "orders"."placed_at" >= "customers_2"."valid_from"::timestamp
-- 11 is left out
-- mysql:
-- 6|   where `items`.`order_id` in (
-- 7|     select `orders`.`id`
-- 10|     where `orders`.`placed_at` >= cast(`customers_2`.`valid_from` as datetime(6))
-- 11|       and (cast(`customers_2`.`valid_to` as datetime(6)) is null or `orders`.`placed_at` < cast(`customers_2`.`valid_to` as datetime(6)))
-- 12|       and `customers_2`.`tier` in (?)
-- 13 is left out
-- clickhouse:
-- 6|   where "items"."order_id" in (
-- 7|     select "orders"."id"
-- 10|     where "orders"."placed_at" >= toDateTime64("customers_2"."valid_from", 6, 'UTC')
-- 11|       and (toDateTime64("customers_2"."valid_to", 6, 'UTC') is null or "orders"."placed_at" < toDateTime64("customers_2"."valid_to", 6, 'UTC'))
-- 12|       and "customers_2"."tier" in ({p1:String})
-- 13 is left out
-- 16| limit 11
-- 16+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', optimize_min_equality_disjunction_chain_length = 1000000;
-- trino:
-- 6|   where "items"."order_id" in (
-- 7|     select "orders"."id"
-- 10|     where "orders"."placed_at" >= cast("customers_2"."valid_from" as timestamp(6))
-- 11|       and (cast("customers_2"."valid_to" as timestamp(6)) is null or "orders"."placed_at" < cast("customers_2"."valid_to" as timestamp(6)))
-- 12|       and "customers_2"."tier" in (?)
-- 13 is left out
-- bigquery:
-- 6|   where `items`.`order_id` in (
-- 7|     select `orders`.`id`
-- 10|     where `orders`.`placed_at` >= timestamp(`customers_2`.`valid_from`)
-- 11|       and (timestamp(`customers_2`.`valid_to`) is null or `orders`.`placed_at` < timestamp(`customers_2`.`valid_to`))
-- 12|       and `customers_2`.`tier` in (@p1)
-- 13 is left out
-- databricks:
-- 6|   where `items`.`order_id` in (
-- 7|     select `orders`.`id`
-- 10|     where `orders`.`placed_at` >= cast(`customers_2`.`valid_from` as timestamp)
-- 11|       and (cast(`customers_2`.`valid_to` as timestamp) is null or `orders`.`placed_at` < cast(`customers_2`.`valid_to` as timestamp))
-- 12|       and `customers_2`.`tier` in (:p1)
-- 13 is left out
-- snowflake:
-- 6|   where "items"."order_id" in (
-- 7|     select "orders"."id"
-- 10|     where "orders"."placed_at" >= cast("customers_2"."valid_from" as timestamp_ntz)
-- 11|       and (cast("customers_2"."valid_to" as timestamp_ntz) is null or "orders"."placed_at" < cast("customers_2"."valid_to" as timestamp_ntz))
-- 12|       and "customers_2"."tier" in (?)
-- 13 is left out
-- redshift: the same

-- measures of facts and of versions in one answer
select
  d0 as "customers.tier",
  max(m0) as "customers.credit",
  max(m1) as "orders.total"
from (
  select
    "tier" as d0,
    sum("credit") as m0,
    null as m1
  from "customer_versions" as "customers"
  group by 1
  union all
  select
    "customers"."tier" as d0,
    null as m0,
    sum("orders"."amount") as m1
  from "orders"
  left join "customer_versions" as "customers" on "customers"."id" = "orders"."customer_id" and "orders"."placed_at" >= "customers"."valid_from"::timestamp and ("customers"."valid_to"::timestamp is null or "orders"."placed_at" < "customers"."valid_to"::timestamp)
  group by 1
) as branches
group by 1
order by "customers.tier" nulls last
limit 11;
-- duckdb, redshift: the same
-- mysql:
-- 18|   left join `customer_versions` as `customers` on `customers`.`id` = `orders`.`customer_id` and `orders`.`placed_at` >= cast(`customers`.`valid_from` as datetime(6)) and (cast(`customers`.`valid_to` as datetime(6)) is null or `orders`.`placed_at` < cast(`customers`.`valid_to` as datetime(6)))
-- 22| order by `customers.tier` <=> null, `customers.tier`
-- clickhouse:
-- 8|     sumOrNull("credit" + toDecimal128(0, 0)) as m0,
-- 16|     sumOrNull("orders"."amount" + toDecimal128(0, 0)) as m1
-- 18|   left join (
-- 18+|     select
-- 18+|       pairs.w0 as w0,
-- 18+|       pairs.w1 as w1,
-- 18+|       "paired".*
-- 18+|     from (
-- 18+|       select distinct
-- 18+|         "orders"."customer_id" as w0,
-- 18+|         "orders"."placed_at" as w1
-- 18+|       from "orders"
-- 18+|     ) as pairs
-- 18+|     join "customer_versions" as "paired" on "paired"."id" = pairs.w0
-- 18+|     where pairs.w1 >= toDateTime64("paired"."valid_from", 6, 'UTC') and (toDateTime64("paired"."valid_to", 6, 'UTC') is null or pairs.w1 < toDateTime64("paired"."valid_to", 6, 'UTC'))
-- 18+|   ) as "customers" on "customers".w0 = "orders"."customer_id" and "customers".w1 = "orders"."placed_at"
-- 22| order by 1 nulls last
-- 23| limit 11
-- 23+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', optimize_min_equality_disjunction_chain_length = 1000000;
-- trino:
-- 18|   left join "customer_versions" as "customers" on "customers"."id" = "orders"."customer_id" and "orders"."placed_at" >= cast("customers"."valid_from" as timestamp(6)) and (cast("customers"."valid_to" as timestamp(6)) is null or "orders"."placed_at" < cast("customers"."valid_to" as timestamp(6)))
-- bigquery:
-- 18|   left join `customer_versions` as `customers` on `customers`.`id` = `orders`.`customer_id` and `orders`.`placed_at` >= timestamp(`customers`.`valid_from`) and (timestamp(`customers`.`valid_to`) is null or `orders`.`placed_at` < timestamp(`customers`.`valid_to`))
-- databricks:
-- 18|   left join `customer_versions` as `customers` on `customers`.`id` = `orders`.`customer_id` and `orders`.`placed_at` >= cast(`customers`.`valid_from` as timestamp) and (cast(`customers`.`valid_to` as timestamp) is null or `orders`.`placed_at` < cast(`customers`.`valid_to` as timestamp))
-- snowflake:
-- 18|   left join "customer_versions" as "customers" on "customers"."id" = "orders"."customer_id" and "orders"."placed_at" >= cast("customers"."valid_from" as timestamp_ntz) and (cast("customers"."valid_to" as timestamp_ntz) is null or "orders"."placed_at" < cast("customers"."valid_to" as timestamp_ntz))
