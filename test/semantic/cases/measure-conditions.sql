-- Postgres' SQL of each case, then the lines in which other dialects differ: "3|" replaces the third line, "3+|" follows
-- it. Differences in the quotes of names are not shown. These dialects are never run on the warehouse itself:
-- trino, bigquery, databricks, snowflake, redshift (how they are checked instead: shared/semantic/dialects/README.md).

-- a measure's condition may be on a model two joins away
-- ["red","blue"]
select
  "orders"."status" as "orders.status",
  sum(case when "regions"."name" = 'EU' then "orders"."amount" end) as "orders.eu",
  count(case when "regions"."name" = 'EU' and "orders".status = 'paid' then 1 end) as "orders.eu_paid",
  sum("orders"."amount") as "orders.total"
from "orders"
left join (
  select *
  from "people" as "buyer"
  where "team" in ($1, $2)
) as "buyer" on "buyer"."id" = "orders"."buyer_id"
left join "regions" on "regions"."id" = "buyer"."region_id"
group by 1
order by "orders.status" nulls last
limit 11;
-- duckdb:
-- 11|   where "buyer"."team" in ($1, $2)
-- mysql:
-- 11|   where `team` in (?, ?)
-- 15| order by `orders.status` <=> null, `orders.status`
-- clickhouse:
-- 4|   sumOrNull((case when "regions"."name" = 'EU' then "orders"."amount" end) + toDecimal128(0, 0)) as "orders.eu",
-- 6|   sumOrNull("orders"."amount" + toDecimal128(0, 0)) as "orders.total"
-- 11|   where "team" in ({p1:String}, {p2:String})
-- 15| order by 1 nulls last
-- 16| limit 11
-- 16+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino, snowflake:
-- 11|   where "team" in (?, ?)
-- bigquery:
-- 11|   where `team` in (@p1, @p2)
-- databricks:
-- 11|   where `team` in (:p1, :p2)
-- redshift: the same

-- each role of a measure's condition is joined apart
-- ["red","blue","red","blue"]
select
  count(case when "buyer"."region_id" = "seller"."region_id" then 1 end) as "orders.local",
  count(*) as "orders.count"
from "orders"
left join (
  select *
  from "people" as "buyer"
  where "team" in ($1, $2)
) as "buyer" on "buyer"."id" = "orders"."buyer_id"
left join (
  select *
  from "people" as "seller"
  where "team" in ($3, $4)
) as "seller" on "seller"."id" = "orders"."seller_id"
limit 11;
-- duckdb:
-- 9|   where "buyer"."team" in ($1, $2)
-- 14|   where "seller"."team" in ($3, $4)
-- mysql:
-- 9|   where `team` in (?, ?)
-- 14|   where `team` in (?, ?)
-- clickhouse:
-- 9|   where "team" in ({p1:String}, {p2:String})
-- 14|   where "team" in ({p3:String}, {p4:String})
-- 16| limit 11
-- 16+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino, snowflake:
-- 9|   where "team" in (?, ?)
-- 14|   where "team" in (?, ?)
-- bigquery:
-- 9|   where `team` in (@p1, @p2)
-- 14|   where `team` in (@p3, @p4)
-- databricks:
-- 9|   where `team` in (:p1, :p2)
-- 14|   where `team` in (:p3, :p4)
-- redshift: the same

-- a measure's condition on an expression is null for a row without a partner
-- ["red","blue"]
select count(case when (case when "buyer"."id" is not null then coalesce("buyer".tier, 'none') end) = 'none' then 1 end) as "orders.unlabelled"
from "orders"
left join (
  select *
  from "people" as "buyer"
  where "team" in ($1, $2)
) as "buyer" on "buyer"."id" = "orders"."buyer_id"
limit 11;
-- duckdb:
-- 7|   where "buyer"."team" in ($1, $2)
-- mysql:
-- 7|   where `team` in (?, ?)
-- clickhouse:
-- 7|   where "team" in ({p1:String}, {p2:String})
-- 9| limit 11
-- 9+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino, snowflake:
-- 7|   where "team" in (?, ?)
-- bigquery:
-- 7|   where `team` in (@p1, @p2)
-- databricks:
-- 7|   where `team` in (:p1, :p2)
-- redshift: the same

-- a partner that row access hides does not meet a measure's condition
-- ["blue"]
select
  sum(case when "regions"."name" = 'EU' then "orders"."amount" end) as "orders.eu",
  count(*) as "orders.count",
  count(case when (case when "buyer"."id" is not null then coalesce("buyer".tier, 'none') end) = 'none' then 1 end) as "orders.unlabelled"
from "orders"
left join (
  select *
  from "people" as "buyer"
  where "team" in ($1)
) as "buyer" on "buyer"."id" = "orders"."buyer_id"
left join "regions" on "regions"."id" = "buyer"."region_id"
limit 11;
-- duckdb:
-- 10|   where "buyer"."team" in ($1)
-- mysql:
-- 10|   where `team` in (?)
-- clickhouse:
-- 3|   sumOrNull((case when "regions"."name" = 'EU' then "orders"."amount" end) + toDecimal128(0, 0)) as "orders.eu",
-- 10|   where "team" in ({p1:String})
-- 13| limit 11
-- 13+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino, snowflake:
-- 10|   where "team" in (?)
-- bigquery:
-- 10|   where `team` in (@p1)
-- databricks:
-- 10|   where `team` in (:p1)
-- redshift: the same

-- a measure's condition uses the join of a selected dimension
-- ["red","blue"]
select
  "buyer"."tier" as "buyer.tier",
  sum(case when "regions"."name" = 'EU' then "orders"."amount" end) as "orders.eu",
  max(case when "buyer"."tier" = 'gold' then "orders"."amount" end) as "orders.largest_gold"
from "orders"
left join (
  select *
  from "people" as "buyer"
  where "team" in ($1, $2)
) as "buyer" on "buyer"."id" = "orders"."buyer_id"
left join "regions" on "regions"."id" = "buyer"."region_id"
group by 1
order by "buyer.tier" nulls last
limit 11;
-- duckdb:
-- 10|   where "buyer"."team" in ($1, $2)
-- mysql:
-- 10|   where `team` in (?, ?)
-- 14| order by `buyer.tier` <=> null, `buyer.tier`
-- clickhouse:
-- 4|   sumOrNull((case when "regions"."name" = 'EU' then "orders"."amount" end) + toDecimal128(0, 0)) as "orders.eu",
-- 5|   maxOrNull(case when "buyer"."tier" = 'gold' then "orders"."amount" end) as "orders.largest_gold"
-- 10|   where "team" in ({p1:String}, {p2:String})
-- 14| order by 1 nulls last
-- 15| limit 11
-- 15+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino, snowflake:
-- 10|   where "team" in (?, ?)
-- bigquery:
-- 10|   where `team` in (@p1, @p2)
-- databricks:
-- 10|   where `team` in (:p1, :p2)
-- redshift: the same

-- with a dimension of the many side, a measure with a condition counts no row twice
-- ["red","blue"]
select
  "items".d0 as "items.sku",
  sum(case when "regions"."name" = 'EU' then "orders"."amount" end) as "orders.eu",
  count(*) as "orders.count"
from "orders"
left join (
  select *
  from "people" as "buyer"
  where "team" in ($1, $2)
) as "buyer" on "buyer"."id" = "orders"."buyer_id"
left join "regions" on "regions"."id" = "buyer"."region_id"
left join (
  select distinct
    "order_id" as j0,
    "sku" as d0
  from "items"
) as "items" on "items".j0 = "orders"."id"
group by 1
order by "items.sku" nulls last
limit 11;
-- duckdb:
-- 10|   where "buyer"."team" in ($1, $2)
-- 15|     "items"."order_id" as j0,
-- 16|     "items"."sku" as d0
-- mysql:
-- 10|   where `team` in (?, ?)
-- 20| order by `items.sku` <=> null, `items.sku`
-- clickhouse:
-- 4|   sumOrNull((case when "regions"."name" = 'EU' then "orders"."amount" end) + toDecimal128(0, 0)) as "orders.eu",
-- 10|   where "team" in ({p1:String}, {p2:String})
-- 20| order by 1 nulls last
-- 21| limit 11
-- 21+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino, snowflake:
-- 10|   where "team" in (?, ?)
-- bigquery:
-- 10|   where `team` in (@p1, @p2)
-- databricks:
-- 10|   where `team` in (:p1, :p2)
-- redshift: the same

-- with a filter on the many side, a measure with a condition counts no row twice
-- ["red","blue","pen"]
select
  d0 as "items.sku",
  sum(v0) as "orders.eu"
from (
  select distinct
    "items"."sku" as d0,
    "orders"."id" as k0,
    case when "regions"."name" = 'EU' then "orders"."amount" end as v0
  from "orders"
  left join "items" on "items"."order_id" = "orders"."id"
  left join (
    select *
    from "people" as "buyer"
    where "team" in ($1, $2)
  ) as "buyer" on "buyer"."id" = "orders"."buyer_id"
  left join "regions" on "regions"."id" = "buyer"."region_id"
  where "items"."sku" = $3
) as "orders"
group by 1
order by "items.sku" nulls last
limit 11;
-- duckdb:
-- 15|     where "buyer"."team" in ($1, $2)
-- mysql:
-- 15|     where `team` in (?, ?)
-- 18|   where `items`.`sku` = ?
-- 21| order by `items.sku` <=> null, `items.sku`
-- clickhouse:
-- 4|   sumOrNull(v0 + toDecimal128(0, 0)) as "orders.eu"
-- 15|     where "team" in ({p1:String}, {p2:String})
-- 18|   where "items"."sku" = {p3:String}
-- 21| order by 1 nulls last
-- 22| limit 11
-- 22+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino, snowflake:
-- 15|     where "team" in (?, ?)
-- 18|   where "items"."sku" = ?
-- bigquery:
-- 15|     where `team` in (@p1, @p2)
-- 18|   where `items`.`sku` = @p3
-- databricks:
-- 15|     where `team` in (:p1, :p2)
-- 18|   where `items`.`sku` = :p3
-- redshift: the same

-- measures with conditions, by a dimension over a join to the model of the roles
-- ["red","blue","red","blue"]
select
  d0 as "items.sku",
  coalesce(max(m0), 0) as "items.gold_lines",
  max(m1) as "orders.eu"
from (
  select
    "items"."sku" as d0,
    count(case when "buyer"."tier" = 'gold' then 1 end) as m0,
    null as m1
  from "items"
  left join "orders" on "orders"."id" = "items"."order_id"
  left join (
    select *
    from "people" as "buyer"
    where "team" in ($1, $2)
  ) as "buyer" on "buyer"."id" = "orders"."buyer_id"
  group by 1
  union all
  select
    "items".d0 as d0,
    null as m0,
    sum(case when "regions"."name" = 'EU' then "orders"."amount" end) as m1
  from "orders"
  left join (
    select *
    from "people" as "buyer"
    where "team" in ($3, $4)
  ) as "buyer" on "buyer"."id" = "orders"."buyer_id"
  left join "regions" on "regions"."id" = "buyer"."region_id"
  left join (
    select distinct
      "order_id" as j0,
      "sku" as d0
    from "items"
  ) as "items" on "items".j0 = "orders"."id"
  group by 1
) as branches
group by 1
order by "items.sku" nulls last
limit 11;
-- duckdb:
-- 16|     where "buyer"."team" in ($1, $2)
-- 28|     where "buyer"."team" in ($3, $4)
-- 33|       "items"."order_id" as j0,
-- 34|       "items"."sku" as d0
-- mysql:
-- 16|     where `team` in (?, ?)
-- 28|     where `team` in (?, ?)
-- 40| order by `items.sku` <=> null, `items.sku`
-- clickhouse:
-- 16|     where "team" in ({p1:String}, {p2:String})
-- 23|     sumOrNull((case when "regions"."name" = 'EU' then "orders"."amount" end) + toDecimal128(0, 0)) as m1
-- 28|     where "team" in ({p3:String}, {p4:String})
-- 40| order by 1 nulls last
-- 41| limit 11
-- 41+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino, snowflake:
-- 16|     where "team" in (?, ?)
-- 28|     where "team" in (?, ?)
-- bigquery:
-- 16|     where `team` in (@p1, @p2)
-- 28|     where `team` in (@p3, @p4)
-- databricks:
-- 16|     where `team` in (:p1, :p2)
-- 28|     where `team` in (:p3, :p4)
-- redshift: the same

-- a measure with a condition in a ratio, in a filter and in totals
-- ["red","blue","15"]
select
  "orders"."status" as "orders.status",
  1.0 * sum(case when "regions"."name" = 'EU' then "orders"."amount" end) / nullif(sum("orders"."amount"), 0) as "orders.eu_share"
from "orders"
left join (
  select *
  from "people" as "buyer"
  where "team" in ($1, $2)
) as "buyer" on "buyer"."id" = "orders"."buyer_id"
left join "regions" on "regions"."id" = "buyer"."region_id"
group by 1
having sum(case when "regions"."name" = 'EU' then "orders"."amount" end) < $3::bigint
order by "orders.status" nulls last
limit 11;
-- totals
-- ["red","blue","15","red","blue"]
with picked_1 as (
  select "orders"."status" as d0
  from "orders"
  left join (
    select *
    from "people" as "buyer"
    where "team" in ($1, $2)
  ) as "buyer" on "buyer"."id" = "orders"."buyer_id"
  left join "regions" on "regions"."id" = "buyer"."region_id"
  group by 1
  having sum(case when "regions"."name" = 'EU' then "orders"."amount" end) < $3::bigint
)
select 1.0 * sum(case when "regions"."name" = 'EU' then "orders"."amount" end) / nullif(sum("orders"."amount"), 0) as "orders.eu_share"
from "orders"
left join (
  select *
  from "people" as "buyer"
  where "team" in ($4, $5)
) as "buyer" on "buyer"."id" = "orders"."buyer_id"
left join "regions" on "regions"."id" = "buyer"."region_id"
where exists (
  select 1
  from picked_1
  where array[picked_1.d0] = array["orders"."status"]
);
-- duckdb:
-- 4|   sum(case when "regions"."name" = 'EU' then "orders"."amount" end) / nullif(sum("orders"."amount"), 0) as "orders.eu_share"
-- 9|   where "buyer"."team" in ($1, $2)
-- 24|     where "buyer"."team" in ($1, $2)
-- 30| select sum(case when "regions"."name" = 'EU' then "orders"."amount" end) / nullif(sum("orders"."amount"), 0) as "orders.eu_share"
-- 35|   where "buyer"."team" in ($4, $5)
-- 41|   where picked_1.d0 is not distinct from "orders"."status"
-- mysql:
-- 4|   1.0000000000000000 * sum(case when `regions`.`name` = 'EU' then `orders`.`amount` end) / nullif(sum(`orders`.`amount`), 0) as `orders.eu_share`
-- 9|   where `team` in (?, ?)
-- 13| having sum(case when `regions`.`name` = 'EU' then `orders`.`amount` end) < cast(? as signed)
-- 14| order by `orders.status` <=> null, `orders.status`
-- 24|     where `team` in (?, ?)
-- 28|   having sum(case when `regions`.`name` = 'EU' then `orders`.`amount` end) < cast(? as signed)
-- 30| select 1.0000000000000000 * sum(case when `regions`.`name` = 'EU' then `orders`.`amount` end) / nullif(sum(`orders`.`amount`), 0) as `orders.eu_share`
-- 35|   where `team` in (?, ?)
-- 41|   where picked_1.d0 <=> `orders`.`status`
-- clickhouse:
-- 4|   1e0 * sumOrNull((case when "regions"."name" = 'EU' then "orders"."amount" end) + toDecimal128(0, 0)) / nullif(sumOrNull("orders"."amount" + toDecimal128(0, 0)), 0) as "orders.eu_share"
-- 9|   where "team" in ({p1:String}, {p2:String})
-- 13| having sumOrNull((case when "regions"."name" = 'EU' then "orders"."amount" end) + toDecimal128(0, 0)) < {p3:Int64}
-- 14| order by 1 nulls last
-- 15| limit 11
-- 15+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- 24|     where "team" in ({p1:String}, {p2:String})
-- 28|   having sumOrNull((case when "regions"."name" = 'EU' then "orders"."amount" end) + toDecimal128(0, 0)) < {p3:Int64}
-- 30| select 1e0 * sumOrNull((case when "regions"."name" = 'EU' then "orders"."amount" end) + toDecimal128(0, 0)) / nullif(sumOrNull("orders"."amount" + toDecimal128(0, 0)), 0) as "orders.eu_share"
-- 35|   where "team" in ({p4:String}, {p5:String})
-- 38| where toJSONString(tuple("orders"."status")) in (
-- 39|   select toJSONString(tuple(picked_1.d0))
-- 41| )
-- 42| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', output_format_json_quote_denormals = 1;
-- trino:
-- 4|   1e0 * sum(case when "regions"."name" = 'EU' then "orders"."amount" end) / nullif(sum("orders"."amount"), 0) as "orders.eu_share"
-- 9|   where "team" in (?, ?)
-- 13| having sum(case when "regions"."name" = 'EU' then "orders"."amount" end) < cast(? as bigint)
-- 24|     where "team" in (?, ?)
-- 28|   having sum(case when "regions"."name" = 'EU' then "orders"."amount" end) < cast(? as bigint)
-- 30| select 1e0 * sum(case when "regions"."name" = 'EU' then "orders"."amount" end) / nullif(sum("orders"."amount"), 0) as "orders.eu_share"
-- 35|   where "team" in (?, ?)
-- 38| where json_format(cast(array[cast("orders"."status" as json)] as json)) in (
-- 39|   select json_format(cast(array[cast(picked_1.d0 as json)] as json))
-- 41 is left out
-- bigquery:
-- 4|   1e0 * sum(case when `regions`.`name` = 'EU' then `orders`.`amount` end) / nullif(sum(`orders`.`amount`), 0) as `orders__eu_share`
-- 9|   where `team` in (@p1, @p2)
-- 13| having sum(case when `regions`.`name` = 'EU' then `orders`.`amount` end) < cast(@p3 as int64)
-- 24|     where `team` in (@p1, @p2)
-- 28|   having sum(case when `regions`.`name` = 'EU' then `orders`.`amount` end) < cast(@p3 as int64)
-- 30| select 1e0 * sum(case when `regions`.`name` = 'EU' then `orders`.`amount` end) / nullif(sum(`orders`.`amount`), 0) as `orders__eu_share`
-- 35|   where `team` in (@p4, @p5)
-- 38| where to_json_string([to_json_string(`orders`.`status`)]) in (
-- 39|   select to_json_string([to_json_string(picked_1.d0)])
-- 41 is left out
-- databricks:
-- 4|   1D * sum(case when `regions`.`name` = 'EU' then `orders`.`amount` end) / nullif(sum(`orders`.`amount`), 0) as `orders.eu_share`
-- 9|   where `team` in (:p1, :p2)
-- 13| having sum(case when `regions`.`name` = 'EU' then `orders`.`amount` end) < cast(:p3 as bigint)
-- 24|     where `team` in (:p1, :p2)
-- 28|   having sum(case when `regions`.`name` = 'EU' then `orders`.`amount` end) < cast(:p3 as bigint)
-- 30| select 1D * sum(case when `regions`.`name` = 'EU' then `orders`.`amount` end) / nullif(sum(`orders`.`amount`), 0) as `orders.eu_share`
-- 35|   where `team` in (:p4, :p5)
-- 38| where to_json(named_struct('c0', `orders`.`status`)) in (
-- 39|   select to_json(named_struct('c0', picked_1.d0))
-- 41 is left out
-- snowflake:
-- 4|   1::float * sum(case when "regions"."name" = 'EU' then "orders"."amount" end) / nullif(sum("orders"."amount"), 0) as "orders.eu_share"
-- 9|   where "team" in (?, ?)
-- 13| having sum(case when "regions"."name" = 'EU' then "orders"."amount" end) < cast(? as number(38, 0))
-- 24|     where "team" in (?, ?)
-- 28|   having sum(case when "regions"."name" = 'EU' then "orders"."amount" end) < cast(? as number(38, 0))
-- 30| select 1::float * sum(case when "regions"."name" = 'EU' then "orders"."amount" end) / nullif(sum("orders"."amount"), 0) as "orders.eu_share"
-- 35|   where "team" in (?, ?)
-- 38| where to_json(array_construct("orders"."status")) in (
-- 39|   select to_json(array_construct(picked_1.d0))
-- 41 is left out
-- redshift:
-- 4|   1::float8 * sum(case when "regions"."name" = 'EU' then "orders"."amount" end) / nullif(sum("orders"."amount"), 0) as "orders.eu_share"
-- 30| select 1::float8 * sum(case when "regions"."name" = 'EU' then "orders"."amount" end) / nullif(sum("orders"."amount"), 0) as "orders.eu_share"
-- 41|   where (picked_1.d0 = "orders"."status" or (picked_1.d0 is null and "orders"."status" is null))

-- the last rows of a balance are those that meet its condition
-- ["red","blue"]
select sum(case when place = 1 then v0 end) as "orders.last_eu"
from (
  select
    "orders"."amount" as v0,
    case when (case when "regions"."name" = 'EU' then "orders"."placed_on" end) is not null then rank() over (order by case when "regions"."name" = 'EU' then "orders"."placed_on" end desc nulls last) end as place
  from "orders"
  left join (
    select *
    from "people" as "buyer"
    where "team" in ($1, $2)
  ) as "buyer" on "buyer"."id" = "orders"."buyer_id"
  left join "regions" on "regions"."id" = "buyer"."region_id"
) as "orders"
limit 11;
-- duckdb:
-- 11|     where "buyer"."team" in ($1, $2)
-- mysql:
-- 6|     case when (case when `regions`.`name` = 'EU' then `orders`.`placed_on` end) is not null then rank() over (order by case when `regions`.`name` = 'EU' then `orders`.`placed_on` end desc) end as place
-- 11|     where `team` in (?, ?)
-- clickhouse:
-- 2| select sumOrNull((case when place = 1 then v0 end) + toDecimal128(0, 0)) as "orders.last_eu"
-- 11|     where "team" in ({p1:String}, {p2:String})
-- 15| limit 11
-- 15+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino, snowflake:
-- 11|     where "team" in (?, ?)
-- bigquery:
-- 11|     where `team` in (@p1, @p2)
-- databricks:
-- 11|     where `team` in (:p1, :p2)
-- redshift: the same

-- a running total of a measure with a condition
-- ["red","blue","red","blue"]
with facts_1 as (
  select
    date_trunc('month', "orders"."placed_on")::date as period,
    sum(case when "regions"."name" = 'EU' then "orders"."amount" end) as s0
  from "orders"
  left join (
    select *
    from "people" as "buyer"
    where "team" in ($1, $2)
  ) as "buyer" on "buyer"."id" = "orders"."buyer_id"
  left join "regions" on "regions"."id" = "buyer"."region_id"
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
  d0 as "orders.placed_on.month",
  max(m0) as "orders.eu_so_far",
  max(m1) as "orders.eu"
from (
  select
    period as d0,
    max(s0) as m0,
    null as m1
  from framed_1
  group by 1
  union all
  select
    date_trunc('month', "orders"."placed_on")::date as d0,
    null as m0,
    sum(case when "regions"."name" = 'EU' then "orders"."amount" end) as m1
  from "orders"
  left join (
    select *
    from "people" as "buyer"
    where "team" in ($3, $4)
  ) as "buyer" on "buyer"."id" = "orders"."buyer_id"
  left join "regions" on "regions"."id" = "buyer"."region_id"
  group by 1
) as branches
group by 1
order by "orders.placed_on.month" nulls last
limit 11;
-- duckdb:
-- 10|     where "buyer"."team" in ($1, $2)
-- 30|     unnest(generate_series((period + interval '1 month')::timestamp, case when not isfinite(period) or not isfinite(next) then concat('fillGaps: over 100000 periods', substr(period::text, 1, 0))::date else least(next - interval '1 month') end::timestamp, interval '1 month'))::date as period,
-- 61|     where "buyer"."team" in ($3, $4)
-- mysql:
-- 2| with recursive facts_1 as (
-- 4|     date(`orders`.`placed_on`) as day,
-- 10|     where `team` in (?, ?)
-- 15| periods_1 as (
-- 17|     1 as n,
-- 18|     min(cast(date_format(day, '%Y-%m-01') as date)) as d0,
-- 19|     min(cast(date_format(day, '%Y-%m-01') as date)) as first,
-- 19+|     max(cast(date_format(day, '%Y-%m-01') as date)) as last
-- 21|   having first <= last
-- 22 is left out
-- 23 is left out
-- 24 is left out
-- 25 is left out
-- 26 is left out
-- 27 is left out
-- 29|   select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
-- 30|   from periods_1
-- 31|   cross join (select 0 as bit union all select 1) as bits
-- 32|   where first + interval (n * 2 + bit - 1) month <= last
-- 33 is left out
-- 34 is left out
-- 35 is left out
-- 36 is left out
-- 37 is left out
-- 38 is left out
-- 39 is left out
-- 47|     d0,
-- 48|     sum(s0) as m0,
-- 50|   from facts_1
-- 50+|   join periods_1 on day < d0 + interval 1 month
-- 54|     cast(date_format(`orders`.`placed_on`, '%Y-%m-01') as date) as d0,
-- 61|     where `team` in (?, ?)
-- 67| order by `orders.placed_on.month` <=> null, `orders.placed_on.month`
-- clickhouse:
-- 4|     toDate32("orders"."placed_on") as day,
-- 5|     sumOrNull((case when "regions"."name" = 'EU' then "orders"."amount" end) + toDecimal128(0, 0)) as s0
-- 10|     where "team" in ({p1:String}, {p2:String})
-- 15| periods_1 as (
-- 16|   select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
-- 17|   from (
-- 18|     select
-- 19|       minOrNull(toStartOfMonth(toDate32(day))) as lo,
-- 20|       maxOrNull(toStartOfMonth(toDate32(day))) as hi
-- 21|     from facts_1
-- 22|   ) as bounds
-- 23|   where lo <= hi
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
-- 47|     d0,
-- 48|     sumOrNull(s0 + toDecimal128(0, 0)) as m0,
-- 50|   from facts_1
-- 50+|   join periods_1 on day < (d0 + toIntervalMonth(1))
-- 54|     toStartOfMonth(toDate32("orders"."placed_on")) as d0,
-- 56|     sumOrNull((case when "regions"."name" = 'EU' then "orders"."amount" end) + toDecimal128(0, 0)) as m1
-- 61|     where "team" in ({p3:String}, {p4:String})
-- 67| order by 1 nulls last
-- 68| limit 11
-- 68+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 4|     cast("orders"."placed_on" as date) as day,
-- 10|     where "team" in (?, ?)
-- 15| periods_1 as (
-- 16|   select date_add('month', many * 10000 + few, lo) as d0
-- 17|   from (
-- 18|     select
-- 19|       min(cast(date_trunc('month', day) as date)) as lo,
-- 20|       max(cast(date_trunc('month', day) as date)) as hi
-- 21|     from facts_1
-- 22|   ) as bounds
-- 23|   cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
-- 24|   cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
-- 25|   where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
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
-- 47|     d0,
-- 48|     sum(s0) as m0,
-- 50|   from facts_1
-- 50+|   join periods_1 on day < date_add('month', 1, d0)
-- 54|     cast(date_trunc('month', "orders"."placed_on") as date) as d0,
-- 61|     where "team" in (?, ?)
-- bigquery:
-- 4|     cast(`orders`.`placed_on` as date) as day,
-- 10|     where `team` in (@p1, @p2)
-- 15| periods_1 as (
-- 16|   select step as d0
-- 17|   from (
-- 18|     select
-- 19|       min(date_trunc(cast(day as date), month)) as lo,
-- 20|       max(date_trunc(cast(day as date), month)) as hi
-- 21|     from facts_1
-- 22|   ) as bounds
-- 23|   cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
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
-- 47|     d0,
-- 48|     sum(s0) as m0,
-- 50|   from facts_1
-- 50+|   join periods_1 on day < date_add(d0, interval 1 month)
-- 54|     date_trunc(cast(`orders`.`placed_on` as date), month) as d0,
-- 61|     where `team` in (@p3, @p4)
-- databricks:
-- 4|     cast(`orders`.`placed_on` as date) as day,
-- 10|     where `team` in (:p1, :p2)
-- 15| periods_1 as (
-- 16|   select explode(sequence(lo, hi, interval 1 month)) as d0
-- 17|   from (
-- 18|     select
-- 19|       min(cast(date_trunc('month', day) as date)) as lo,
-- 20|       max(cast(date_trunc('month', day) as date)) as hi
-- 21|     from facts_1
-- 22|   ) as bounds
-- 23|   where lo <= hi
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
-- 47|     d0,
-- 48|     sum(s0) as m0,
-- 50|   from facts_1
-- 50+|   join periods_1 on day < cast(dateadd(month, 1, d0) as date)
-- 54|     cast(date_trunc('month', `orders`.`placed_on`) as date) as d0,
-- 61|     where `team` in (:p3, :p4)
-- snowflake:
-- 4|     cast("orders"."placed_on" as date) as day,
-- 10|     where "team" in (?, ?)
-- 15| periods_1 as (
-- 16|   select dateadd(month, cast(steps.value as integer), lo) as d0
-- 17|   from (
-- 18|     select
-- 19|       min(cast(date_trunc('month', day) as date)) as lo,
-- 20|       max(cast(date_trunc('month', day) as date)) as hi
-- 21|     from facts_1
-- 22|   ) as bounds
-- 23|   cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
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
-- 47|     d0,
-- 48|     sum(s0) as m0,
-- 50|   from facts_1
-- 50+|   join periods_1 on day < dateadd(month, 1, d0)
-- 54|     cast(date_trunc('month', "orders"."placed_on") as date) as d0,
-- 61|     where "team" in (?, ?)
-- redshift:
-- 4|     "orders"."placed_on"::date as day,
-- 15| periods_1 as (
-- 16|   select dateadd(month, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
-- 17|   from (
-- 18|     select
-- 19|       min(date_trunc('month', day)::date) as lo,
-- 20|       max(date_trunc('month', day)::date) as hi
-- 21|     from facts_1
-- 22|   ) as bounds
-- 23|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(month, lo, hi)
-- 24|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(month, lo, hi)
-- 25|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(month, lo, hi)
-- 26|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(month, lo, hi)
-- 27|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(month, lo, hi)
-- 28|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(month, lo, hi)
-- 29|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(month, lo, hi)
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
-- 47|     d0,
-- 48|     sum(s0) as m0,
-- 50|   from facts_1
-- 50+|   join periods_1 on day < dateadd(month, 1, d0)::date

-- the minimum and maximum of a dimension have its type
-- ["red","blue","red","blue"]
select
  "seller"."tier" as "seller.tier",
  min("orders"."status") as "orders.first_status",
  max("orders"."placed_on") as "orders.last_placed",
  max(case when "regions"."name" = 'EU' then "orders"."placed_on" end) as "orders.last_to_eu",
  bool_and(("orders".status = 'paid')) as "orders.all_paid"
from "orders"
left join (
  select *
  from "people" as "seller"
  where "team" in ($1, $2)
) as "seller" on "seller"."id" = "orders"."seller_id"
left join (
  select *
  from "people" as "buyer"
  where "team" in ($3, $4)
) as "buyer" on "buyer"."id" = "orders"."buyer_id"
left join "regions" on "regions"."id" = "buyer"."region_id"
group by 1
order by "seller.tier" nulls last
limit 11;
-- totals
-- ["red","blue","red","blue"]
select
  min("orders"."status") as "orders.first_status",
  max("orders"."placed_on") as "orders.last_placed",
  max(case when "regions"."name" = 'EU' then "orders"."placed_on" end) as "orders.last_to_eu",
  bool_and(("orders".status = 'paid')) as "orders.all_paid"
from "orders"
left join (
  select *
  from "people" as "seller"
  where "team" in ($1, $2)
) as "seller" on "seller"."id" = "orders"."seller_id"
left join (
  select *
  from "people" as "buyer"
  where "team" in ($3, $4)
) as "buyer" on "buyer"."id" = "orders"."buyer_id"
left join "regions" on "regions"."id" = "buyer"."region_id";
-- duckdb:
-- 7|   min(("orders".status = 'paid')) as "orders.all_paid"
-- 12|   where "seller"."team" in ($1, $2)
-- 17|   where "buyer"."team" in ($3, $4)
-- 29|   min(("orders".status = 'paid')) as "orders.all_paid"
-- 34|   where "seller"."team" in ($1, $2)
-- 39|   where "buyer"."team" in ($3, $4)
-- mysql:
-- 7|   min((`orders`.status = 'paid')) as `orders.all_paid`
-- 12|   where `team` in (?, ?)
-- 17|   where `team` in (?, ?)
-- 21| order by `seller.tier` <=> null, `seller.tier`
-- 29|   min((`orders`.status = 'paid')) as `orders.all_paid`
-- 34|   where `team` in (?, ?)
-- 39|   where `team` in (?, ?)
-- clickhouse:
-- 4|   minOrNull("orders"."status") as "orders.first_status",
-- 5|   maxOrNull("orders"."placed_on") as "orders.last_placed",
-- 6|   maxOrNull(case when "regions"."name" = 'EU' then "orders"."placed_on" end) as "orders.last_to_eu",
-- 7|   cast(minOrNull(("orders".status = 'paid')) as Nullable(Bool)) as "orders.all_paid"
-- 12|   where "team" in ({p1:String}, {p2:String})
-- 17|   where "team" in ({p3:String}, {p4:String})
-- 21| order by 1 nulls last
-- 22| limit 11
-- 22+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- 26|   minOrNull("orders"."status") as "orders.first_status",
-- 27|   maxOrNull("orders"."placed_on") as "orders.last_placed",
-- 28|   maxOrNull(case when "regions"."name" = 'EU' then "orders"."placed_on" end) as "orders.last_to_eu",
-- 29|   cast(minOrNull(("orders".status = 'paid')) as Nullable(Bool)) as "orders.all_paid"
-- 34|   where "team" in ({p1:String}, {p2:String})
-- 39|   where "team" in ({p3:String}, {p4:String})
-- 41| left join "regions" on "regions"."id" = "buyer"."region_id"
-- 41+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 7|   min(("orders".status = 'paid')) as "orders.all_paid"
-- 12|   where "team" in (?, ?)
-- 17|   where "team" in (?, ?)
-- 29|   min(("orders".status = 'paid')) as "orders.all_paid"
-- 34|   where "team" in (?, ?)
-- 39|   where "team" in (?, ?)
-- bigquery:
-- 7|   min((`orders`.status = 'paid')) as `orders__all_paid`
-- 12|   where `team` in (@p1, @p2)
-- 17|   where `team` in (@p3, @p4)
-- 29|   min((`orders`.status = 'paid')) as `orders__all_paid`
-- 34|   where `team` in (@p1, @p2)
-- 39|   where `team` in (@p3, @p4)
-- databricks:
-- 7|   min((`orders`.status = 'paid')) as `orders.all_paid`
-- 12|   where `team` in (:p1, :p2)
-- 17|   where `team` in (:p3, :p4)
-- 29|   min((`orders`.status = 'paid')) as `orders.all_paid`
-- 34|   where `team` in (:p1, :p2)
-- 39|   where `team` in (:p3, :p4)
-- snowflake:
-- 7|   booland_agg(("orders".status = 'paid')) as "orders.all_paid"
-- 12|   where "team" in (?, ?)
-- 17|   where "team" in (?, ?)
-- 29|   booland_agg(("orders".status = 'paid')) as "orders.all_paid"
-- 34|   where "team" in (?, ?)
-- 39|   where "team" in (?, ?)
-- redshift: the same

-- the minimum and maximum of a dimension are compared by its type
-- ["red","blue","red","blue","2024-02-01","OP%",false]
select
  "seller"."tier" as "seller.tier",
  count(*) as "orders.count"
from "orders"
left join (
  select *
  from "people" as "seller"
  where "team" in ($1, $2)
) as "seller" on "seller"."id" = "orders"."seller_id"
left join (
  select *
  from "people" as "buyer"
  where "team" in ($3, $4)
) as "buyer" on "buyer"."id" = "orders"."buyer_id"
left join "regions" on "regions"."id" = "buyer"."region_id"
group by 1
having max(case when "regions"."name" = 'EU' then "orders"."placed_on" end) >= $5::date
  and min("orders"."status")::text ilike $6 escape '~'
  and bool_and(("orders".status = 'paid')) = $7::boolean
order by "seller.tier" nulls last
limit 11;
-- duckdb:
-- 9|   where "seller"."team" in ($1, $2)
-- 14|   where "buyer"."team" in ($3, $4)
-- 20|   and min(("orders".status = 'paid')) = $7::boolean
-- mysql:
-- 9|   where `team` in (?, ?)
-- 14|   where `team` in (?, ?)
-- 18| having max(case when `regions`.`name` = 'EU' then `orders`.`placed_on` end) >= cast(? as date)
-- 19|   and lower(convert(min(`orders`.`status`) using utf8mb4) collate utf8mb4_bin) like lower(?) escape '~'
-- 20|   and min((`orders`.status = 'paid')) = cast(? as signed)
-- 21| order by `seller.tier` <=> null, `seller.tier`
-- clickhouse:
-- 9|   where "team" in ({p1:String}, {p2:String})
-- 14|   where "team" in ({p3:String}, {p4:String})
-- 18| having maxOrNull(case when "regions"."name" = 'EU' then "orders"."placed_on" end) >= {p5:Date32}
-- 19|   and lowerUTF8(toString(minOrNull("orders"."status"))) like lowerUTF8({p6:String})
-- 20|   and cast(minOrNull(("orders".status = 'paid')) as Nullable(Bool)) = {p7:Bool}
-- 21| order by 1 nulls last
-- 22| limit 11
-- 22+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 9|   where "team" in (?, ?)
-- 14|   where "team" in (?, ?)
-- 18| having max(case when "regions"."name" = 'EU' then "orders"."placed_on" end) >= cast(? as date)
-- 19|   and lower(cast(min("orders"."status") as varchar)) like lower(?) escape '~'
-- 20|   and min(("orders".status = 'paid')) = cast(? as boolean)
-- bigquery:
-- 9|   where `team` in (@p1, @p2)
-- 14|   where `team` in (@p3, @p4)
-- 18| having max(case when `regions`.`name` = 'EU' then `orders`.`placed_on` end) >= cast(@p5 as date)
-- 19|   and lower(cast(min(`orders`.`status`) as string)) like lower(@p6)
-- 20|   and min((`orders`.status = 'paid')) = cast(@p7 as bool)
-- databricks:
-- 9|   where `team` in (:p1, :p2)
-- 14|   where `team` in (:p3, :p4)
-- 18| having max(case when `regions`.`name` = 'EU' then `orders`.`placed_on` end) >= cast(:p5 as date)
-- 19|   and lower(cast(min(`orders`.`status`) as string)) like lower(:p6) escape '~'
-- 20|   and min((`orders`.status = 'paid')) = cast(:p7 as boolean)
-- snowflake:
-- 9|   where "team" in (?, ?)
-- 14|   where "team" in (?, ?)
-- 18| having max(case when "regions"."name" = 'EU' then "orders"."placed_on" end) >= cast(? as date)
-- 19|   and lower(cast(min("orders"."status") as varchar)) like lower(?) escape '~'
-- 20|   and booland_agg(("orders".status = 'paid')) = cast(? as boolean)
-- redshift:
-- 19|   and lower(min("orders"."status")::varchar) like lower($6) escape '~'

-- the minimum and maximum of a dimension are joined with measures of other models
-- ["red","blue","red","blue"]
select
  d0 as "orders.status",
  max(m0) as "orders.last_placed",
  bool_or(m1) as "orders.all_paid",
  coalesce(max(m2), 0) as "items.gold_lines",
  coalesce(max(m3), 0) as "seller.count"
from (
  select
    "status" as d0,
    max("placed_on") as m0,
    bool_and((status = 'paid')) as m1,
    null::bigint as m2,
    null::bigint as m3
  from "orders"
  group by 1
  union all
  select
    "orders"."status" as d0,
    null::date as m0,
    null::boolean as m1,
    count(case when "buyer"."tier" = 'gold' then 1 end) as m2,
    null::bigint as m3
  from "items"
  left join "orders" on "orders"."id" = "items"."order_id"
  left join (
    select *
    from "people" as "buyer"
    where "team" in ($1, $2)
  ) as "buyer" on "buyer"."id" = "orders"."buyer_id"
  group by 1
  union all
  select
    "orders".d0 as d0,
    null::date as m0,
    null::boolean as m1,
    null::bigint as m2,
    count(*) as m3
  from (
    select *
    from "people"
    where "team" in ($3, $4)
  ) as "people"
  left join (
    select distinct
      "seller_id" as j0,
      "status" as d0
    from "orders"
  ) as "orders" on "orders".j0 = "people"."id"
  group by 1
) as branches
group by 1
order by "orders.status" nulls last
limit 11;
-- duckdb:
-- 5|   max(m1) as "orders.all_paid",
-- 12|     min((status = 'paid')) as m1,
-- 13|     null as m2,
-- 14|     null as m3
-- 20|     null as m0,
-- 21|     null as m1,
-- 23|     null as m3
-- 29|     where "buyer"."team" in ($1, $2)
-- 35|     null as m0,
-- 36|     null as m1,
-- 37|     null as m2,
-- 46|       "orders"."seller_id" as j0,
-- 47|       "orders"."status" as d0
-- mysql:
-- 5|   max(m1) as `orders.all_paid`,
-- 12|     min((status = 'paid')) as m1,
-- 13|     null as m2,
-- 14|     null as m3
-- 20|     null as m0,
-- 21|     null as m1,
-- 23|     null as m3
-- 29|     where `team` in (?, ?)
-- 35|     null as m0,
-- 36|     null as m1,
-- 37|     null as m2,
-- 42|     where `team` in (?, ?)
-- 53| order by `orders.status` <=> null, `orders.status`
-- clickhouse:
-- 5|   max(m1) as "orders.all_paid",
-- 11|     maxOrNull("placed_on") as m0,
-- 12|     cast(minOrNull((status = 'paid')) as Nullable(Bool)) as m1,
-- 13|     null as m2,
-- 14|     null as m3
-- 20|     null as m0,
-- 21|     null as m1,
-- 23|     null as m3
-- 29|     where "team" in ({p1:String}, {p2:String})
-- 35|     null as m0,
-- 36|     null as m1,
-- 37|     null as m2,
-- 42|     where "team" in ({p3:String}, {p4:String})
-- 53| order by 1 nulls last
-- 54| limit 11
-- 54+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 5|   max(m1) as "orders.all_paid",
-- 12|     min((status = 'paid')) as m1,
-- 13|     null as m2,
-- 14|     null as m3
-- 20|     null as m0,
-- 21|     null as m1,
-- 23|     null as m3
-- 29|     where "team" in (?, ?)
-- 35|     null as m0,
-- 36|     null as m1,
-- 37|     null as m2,
-- 42|     where "team" in (?, ?)
-- bigquery:
-- 5|   max(m1) as `orders__all_paid`,
-- 12|     min((status = 'paid')) as m1,
-- 13|     null as m2,
-- 14|     null as m3
-- 20|     null as m0,
-- 21|     null as m1,
-- 23|     null as m3
-- 29|     where `team` in (@p1, @p2)
-- 35|     null as m0,
-- 36|     null as m1,
-- 37|     null as m2,
-- 42|     where `team` in (@p3, @p4)
-- databricks:
-- 5|   max(m1) as `orders.all_paid`,
-- 12|     min((status = 'paid')) as m1,
-- 13|     null as m2,
-- 14|     null as m3
-- 20|     null as m0,
-- 21|     null as m1,
-- 23|     null as m3
-- 29|     where `team` in (:p1, :p2)
-- 35|     null as m0,
-- 36|     null as m1,
-- 37|     null as m2,
-- 42|     where `team` in (:p3, :p4)
-- snowflake:
-- 5|   boolor_agg(m1) as "orders.all_paid",
-- 12|     booland_agg((status = 'paid')) as m1,
-- 13|     null as m2,
-- 14|     null as m3
-- 20|     null as m0,
-- 21|     null as m1,
-- 23|     null as m3
-- 29|     where "team" in (?, ?)
-- 35|     null as m0,
-- 36|     null as m1,
-- 37|     null as m2,
-- 42|     where "team" in (?, ?)
-- redshift: the same
