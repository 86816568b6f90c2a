-- Postgres' SQL of each case, then the lines in which other dialects differ: "3|" replaces the third line, "3+|" follows
-- it. Differences in the quotes of names are not shown. These dialects are never run on the warehouse itself:
-- trino, bigquery, databricks, snowflake, redshift (how they are checked instead: shared/semantic/dialects/README.md).

-- a negated condition on the selected many side selects rows without a matching row there
-- ["shoe"]
select
  "orders".d0 as "items.sku",
  count(*) as "customers.count"
from "customers"
left join (
  select distinct
    "orders"."customer_id" as j0,
    "items"."sku" as d0
  from "orders"
  left join "items" on "items"."order_id" = "orders"."id"
) as "orders" on "orders".j0 = "customers"."id"
where not exists (
  select 1
  from "orders" as "customers_orders"
  where "customers_orders"."customer_id" = "customers"."id"
    and exists (
      select 1
      from "items" as "orders_items"
      where "orders_items"."order_id" = "customers_orders"."id"
        and "orders_items"."sku" = $1
    )
)
group by 1
order by "items.sku" nulls last;
-- totals
-- ["shoe"]
select count(*) as "customers.count"
from "customers"
where not exists (
  select 1
  from "orders" as "customers_orders"
  where "customers_orders"."customer_id" = "customers"."id"
    and exists (
      select 1
      from "items" as "orders_items"
      where "orders_items"."order_id" = "customers_orders"."id"
        and "orders_items"."sku" = $1
    )
);
-- duckdb:
-- 13| where not coalesce("customers"."id" in (
-- 14|   select "customers_orders"."customer_id"
-- 16|   where "customers_orders"."id" in (
-- 17|     select "orders_items"."order_id"
-- 18|     from "items" as "orders_items"
-- 19|     where "orders_items"."sku" = $1
-- 20|   )
-- 21| ), false)
-- 22 is left out
-- 23 is left out
-- 30| where not coalesce("customers"."id" in (
-- 31|   select "customers_orders"."customer_id"
-- 33|   where "customers_orders"."id" in (
-- 34|     select "orders_items"."order_id"
-- 35|     from "items" as "orders_items"
-- 36|     where "orders_items"."sku" = $1
-- 37|   )
-- 38| ), false);
-- 39 is left out
-- 40 is left out
-- mysql:
-- 13| where not coalesce(`customers`.`id` in (
-- 14|   select `customers_orders`.`customer_id`
-- 16|   where `customers_orders`.`id` in (
-- 17|     select `orders_items`.`order_id`
-- 18|     from `items` as `orders_items`
-- 19|     where `orders_items`.`sku` = ?
-- 20|   )
-- 21| ), false)
-- 22 is left out
-- 23 is left out
-- 25| order by `items.sku` <=> null, `items.sku`;
-- 30| where not coalesce(`customers`.`id` in (
-- 31|   select `customers_orders`.`customer_id`
-- 33|   where `customers_orders`.`id` in (
-- 34|     select `orders_items`.`order_id`
-- 35|     from `items` as `orders_items`
-- 36|     where `orders_items`.`sku` = ?
-- 37|   )
-- 38| ), false);
-- 39 is left out
-- 40 is left out
-- clickhouse:
-- 13| where not coalesce("customers"."id" in (
-- 14|   select "customers_orders"."customer_id"
-- 16|   where "customers_orders"."id" in (
-- 17|     select "orders_items"."order_id"
-- 18|     from "items" as "orders_items"
-- 19|     where "orders_items"."sku" = {p1:String}
-- 20|   )
-- 21| ), false)
-- 22 is left out
-- 23 is left out
-- 25| order by 1 nulls last
-- 25+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- 30| where not coalesce("customers"."id" in (
-- 31|   select "customers_orders"."customer_id"
-- 33|   where "customers_orders"."id" in (
-- 34|     select "orders_items"."order_id"
-- 35|     from "items" as "orders_items"
-- 36|     where "orders_items"."sku" = {p1:String}
-- 37|   )
-- 38| ), false)
-- 39| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- 40 is left out
-- trino, snowflake:
-- 13| where not coalesce("customers"."id" in (
-- 14|   select "customers_orders"."customer_id"
-- 16|   where "customers_orders"."id" in (
-- 17|     select "orders_items"."order_id"
-- 18|     from "items" as "orders_items"
-- 19|     where "orders_items"."sku" = ?
-- 20|   )
-- 21| ), false)
-- 22 is left out
-- 23 is left out
-- 30| where not coalesce("customers"."id" in (
-- 31|   select "customers_orders"."customer_id"
-- 33|   where "customers_orders"."id" in (
-- 34|     select "orders_items"."order_id"
-- 35|     from "items" as "orders_items"
-- 36|     where "orders_items"."sku" = ?
-- 37|   )
-- 38| ), false);
-- 39 is left out
-- 40 is left out
-- bigquery:
-- 13| where not coalesce(`customers`.`id` in (
-- 14|   select `customers_orders`.`customer_id`
-- 16|   where `customers_orders`.`id` in (
-- 17|     select `orders_items`.`order_id`
-- 18|     from `items` as `orders_items`
-- 19|     where `orders_items`.`sku` = @p1
-- 20|   )
-- 21| ), false)
-- 22 is left out
-- 23 is left out
-- 30| where not coalesce(`customers`.`id` in (
-- 31|   select `customers_orders`.`customer_id`
-- 33|   where `customers_orders`.`id` in (
-- 34|     select `orders_items`.`order_id`
-- 35|     from `items` as `orders_items`
-- 36|     where `orders_items`.`sku` = @p1
-- 37|   )
-- 38| ), false);
-- 39 is left out
-- 40 is left out
-- databricks:
-- 13| where not coalesce(`customers`.`id` in (
-- 14|   select `customers_orders`.`customer_id`
-- 16|   where `customers_orders`.`id` in (
-- 17|     select `orders_items`.`order_id`
-- 18|     from `items` as `orders_items`
-- 19|     where `orders_items`.`sku` = :p1
-- 20|   )
-- 21| ), false)
-- 22 is left out
-- 23 is left out
-- 30| where not coalesce(`customers`.`id` in (
-- 31|   select `customers_orders`.`customer_id`
-- 33|   where `customers_orders`.`id` in (
-- 34|     select `orders_items`.`order_id`
-- 35|     from `items` as `orders_items`
-- 36|     where `orders_items`.`sku` = :p1
-- 37|   )
-- 38| ), false);
-- 39 is left out
-- 40 is left out
-- redshift: the same

-- a negated condition on a many side that is not selected selects the same rows
-- ["shoe"]
select count(*) as "customers.count"
from "customers"
where not exists (
  select 1
  from "orders"
  where "orders"."customer_id" = "customers"."id"
    and exists (
      select 1
      from "items"
      where "items"."order_id" = "orders"."id"
        and "items"."sku" = $1
    )
);
-- duckdb:
-- 4| where not coalesce("customers"."id" in (
-- 5|   select "orders"."customer_id"
-- 7|   where "orders"."id" in (
-- 8|     select "items"."order_id"
-- 9|     from "items"
-- 10|     where "items"."sku" = $1
-- 11|   )
-- 12| ), false);
-- 13 is left out
-- 14 is left out
-- mysql:
-- 4| where not coalesce(`customers`.`id` in (
-- 5|   select `orders`.`customer_id`
-- 7|   where `orders`.`id` in (
-- 8|     select `items`.`order_id`
-- 9|     from `items`
-- 10|     where `items`.`sku` = ?
-- 11|   )
-- 12| ), false);
-- 13 is left out
-- 14 is left out
-- clickhouse:
-- 4| where not coalesce("customers"."id" in (
-- 5|   select "orders"."customer_id"
-- 7|   where "orders"."id" in (
-- 8|     select "items"."order_id"
-- 9|     from "items"
-- 10|     where "items"."sku" = {p1:String}
-- 11|   )
-- 12| ), false)
-- 13| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- 14 is left out
-- trino, snowflake:
-- 4| where not coalesce("customers"."id" in (
-- 5|   select "orders"."customer_id"
-- 7|   where "orders"."id" in (
-- 8|     select "items"."order_id"
-- 9|     from "items"
-- 10|     where "items"."sku" = ?
-- 11|   )
-- 12| ), false);
-- 13 is left out
-- 14 is left out
-- bigquery:
-- 4| where not coalesce(`customers`.`id` in (
-- 5|   select `orders`.`customer_id`
-- 7|   where `orders`.`id` in (
-- 8|     select `items`.`order_id`
-- 9|     from `items`
-- 10|     where `items`.`sku` = @p1
-- 11|   )
-- 12| ), false);
-- 13 is left out
-- 14 is left out
-- databricks:
-- 4| where not coalesce(`customers`.`id` in (
-- 5|   select `orders`.`customer_id`
-- 7|   where `orders`.`id` in (
-- 8|     select `items`.`order_id`
-- 9|     from `items`
-- 10|     where `items`.`sku` = :p1
-- 11|   )
-- 12| ), false);
-- 13 is left out
-- 14 is left out
-- redshift: the same

-- is_null on the selected many side requires a row there
select
  d0 as "orders.status",
  count(*) as "customers.count"
from (
  select distinct
    "orders"."status" as d0,
    "customers"."id" as k0
  from "customers"
  left join "orders" on "orders"."customer_id" = "customers"."id"
  where ("orders"."customer_id" is not null and "orders"."status" is null)
) as "customers"
group by 1;
-- duckdb, mysql, trino, bigquery, databricks, snowflake, redshift: the same
-- clickhouse:
-- 12| group by 1
-- 12+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- an unequal value on the selected many side shows the rows that meet it
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
  where ("orders"."customer_id" is not null and "orders"."status" is distinct from $1)
) as "customers"
group by 1
order by "orders.status" nulls last;
-- duckdb, redshift:
-- 11|   where ("orders"."customer_id" is not null and ("orders"."status" <> $1 or "orders"."status" is null))
-- mysql:
-- 11|   where (`orders`.`customer_id` is not null and not (`orders`.`status` <=> ?))
-- 14| order by `orders.status` <=> null, `orders.status`;
-- clickhouse:
-- 11|   where ("orders"."customer_id" is not null and ifNull("orders"."status" not in ({p1:String}), true))
-- 14| order by 1 nulls last
-- 14+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino, snowflake:
-- 11|   where ("orders"."customer_id" is not null and "orders"."status" is distinct from ?)
-- bigquery:
-- 11|   where (`orders`.`customer_id` is not null and `orders`.`status` is distinct from @p1)
-- databricks:
-- 11|   where (`orders`.`customer_id` is not null and not (`orders`.`status` <=> :p1))

-- not_in of an empty list requires a row of the many side
select
  d0 as "orders.status",
  count(*) as "customers.count"
from (
  select distinct
    "orders"."status" as d0,
    "customers"."id" as k0
  from "customers"
  left join "orders" on "orders"."customer_id" = "customers"."id"
  where ("orders"."customer_id" is not null and true)
) as "customers"
group by 1
order by "orders.status" nulls last;
-- duckdb, trino, bigquery, databricks, snowflake, redshift: the same
-- mysql:
-- 13| order by `orders.status` <=> null, `orders.status`;
-- clickhouse:
-- 13| order by 1 nulls last
-- 13+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- a negated condition on the many side, by a dimension of that side
-- ["paid"]
select
  "orders".d0 as "orders.status",
  count(*) as "customers.count"
from "customers"
left join (
  select distinct
    "customer_id" as j0,
    "status" as d0
  from "orders"
) as "orders" on "orders".j0 = "customers"."id"
where not exists (
  select 1
  from "orders" as "customers_orders"
  where "customers_orders"."customer_id" = "customers"."id"
    and "customers_orders"."status" = $1
)
group by 1;
-- duckdb:
-- 8|     "orders"."customer_id" as j0,
-- 9|     "orders"."status" as d0
-- 12| where not coalesce("customers"."id" in (
-- 13|   select "customers_orders"."customer_id"
-- 15|   where "customers_orders"."status" = $1
-- 16| ), false)
-- 17 is left out
-- mysql:
-- 12| where not coalesce(`customers`.`id` in (
-- 13|   select `customers_orders`.`customer_id`
-- 15|   where `customers_orders`.`status` = ?
-- 16| ), false)
-- 17 is left out
-- clickhouse:
-- 12| where not coalesce("customers"."id" in (
-- 13|   select "customers_orders"."customer_id"
-- 15|   where "customers_orders"."status" = {p1:String}
-- 16| ), false)
-- 17| group by 1
-- 18| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino, snowflake:
-- 12| where not coalesce("customers"."id" in (
-- 13|   select "customers_orders"."customer_id"
-- 15|   where "customers_orders"."status" = ?
-- 16| ), false)
-- 17 is left out
-- bigquery:
-- 12| where not coalesce(`customers`.`id` in (
-- 13|   select `customers_orders`.`customer_id`
-- 15|   where `customers_orders`.`status` = @p1
-- 16| ), false)
-- 17 is left out
-- databricks:
-- 12| where not coalesce(`customers`.`id` in (
-- 13|   select `customers_orders`.`customer_id`
-- 15|   where `customers_orders`.`status` = :p1
-- 16| ), false)
-- 17 is left out
-- redshift: the same

-- a negated `and` means that no row of the many side meets both conditions
-- ["paid","2024-01-01","2024-02-01"]
select distinct
  "orders"."status" as "orders.status",
  "customers"."name" as "customers.name"
from "customers"
left join "orders" on "orders"."customer_id" = "customers"."id"
where not exists (
  select 1
  from "orders" as "customers_orders"
  where "customers_orders"."customer_id" = "customers"."id"
    and "customers_orders"."status" = $1
    and "customers_orders"."placed" >= $2::date and "customers_orders"."placed" < $3::date
)
order by "customers.name" nulls last, "orders.status" nulls last;
-- duckdb:
-- 7| where not coalesce("customers"."id" in (
-- 8|   select "customers_orders"."customer_id"
-- 10|   where "customers_orders"."status" = $1
-- 11 is left out
-- 13| ), false)
-- mysql:
-- 7| where not coalesce(`customers`.`id` in (
-- 8|   select `customers_orders`.`customer_id`
-- 10|   where `customers_orders`.`status` = ?
-- 11|     and `customers_orders`.`placed` >= cast(? as date) and `customers_orders`.`placed` < cast(? as date)
-- 12| ), false)
-- 13| order by `customers.name` <=> null, `customers.name`, `orders.status` <=> null, `orders.status`;
-- 14 is left out
-- clickhouse:
-- 7| where not coalesce("customers"."id" in (
-- 8|   select "customers_orders"."customer_id"
-- 10|   where "customers_orders"."status" = {p1:String}
-- 11|     and "customers_orders"."placed" >= {p2:Date32} and "customers_orders"."placed" < {p3:Date32}
-- 12| ), false)
-- 13| order by 2 nulls last, 1 nulls last
-- 14| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino, snowflake:
-- 7| where not coalesce("customers"."id" in (
-- 8|   select "customers_orders"."customer_id"
-- 10|   where "customers_orders"."status" = ?
-- 11|     and "customers_orders"."placed" >= cast(? as date) and "customers_orders"."placed" < cast(? as date)
-- 12| ), false)
-- 13 is left out
-- bigquery:
-- 7| where not coalesce(`customers`.`id` in (
-- 8|   select `customers_orders`.`customer_id`
-- 10|   where `customers_orders`.`status` = @p1
-- 11|     and `customers_orders`.`placed` >= cast(@p2 as date) and `customers_orders`.`placed` < cast(@p3 as date)
-- 12| ), false)
-- 13 is left out
-- databricks:
-- 7| where not coalesce(`customers`.`id` in (
-- 8|   select `customers_orders`.`customer_id`
-- 10|   where `customers_orders`.`status` = :p1
-- 11|     and `customers_orders`.`placed` >= cast(:p2 as date) and `customers_orders`.`placed` < cast(:p3 as date)
-- 12| ), false)
-- 13 is left out
-- redshift: the same

-- an `or` of is_null on the many side and a condition on the model itself
-- ["Dee"]
select
  d0 as "orders.status",
  count(*) as "customers.count"
from (
  select distinct
    "orders"."status" as d0,
    "customers"."id" as k0
  from "customers"
  left join "orders" on "orders"."customer_id" = "customers"."id"
  where (("orders"."customer_id" is not null and "orders"."status" is null) or "customers"."name" = $1)
) as "customers"
group by 1;
-- duckdb, redshift: the same
-- mysql:
-- 11|   where ((`orders`.`customer_id` is not null and `orders`.`status` is null) or `customers`.`name` = ?)
-- clickhouse:
-- 11|   where (("orders"."customer_id" is not null and "orders"."status" is null) or "customers"."name" = {p1:String})
-- 13| group by 1
-- 13+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino, snowflake:
-- 11|   where (("orders"."customer_id" is not null and "orders"."status" is null) or "customers"."name" = ?)
-- bigquery:
-- 11|   where ((`orders`.`customer_id` is not null and `orders`.`status` is null) or `customers`.`name` = @p1)
-- databricks:
-- 11|   where ((`orders`.`customer_id` is not null and `orders`.`status` is null) or `customers`.`name` = :p1)

-- a condition on groups of the many side requires a row there
-- ["1"]
with asked_1 as (
  select "status" as d0
  from "orders"
  group by 1
  having not coalesce((count(*) <= $1::bigint), false)
)
select
  d0 as "orders.status",
  count(*) as "customers.count"
from (
  select distinct
    "orders"."status" as d0,
    "customers"."id" as k0
  from "customers"
  left join "orders" on "orders"."customer_id" = "customers"."id"
  where ("orders"."customer_id" is not null and not exists (
    select 1
    from asked_1
    where array[asked_1.d0] = array["orders"."status"]
  ))
) as "customers"
group by 1
order by "orders.status" nulls last;
-- duckdb:
-- 20|     where asked_1.d0 is not distinct from "orders"."status"
-- mysql:
-- 6|   having not coalesce((count(*) <= cast(? as signed)), false)
-- 20|     where asked_1.d0 <=> `orders`.`status`
-- 24| order by `orders.status` <=> null, `orders.status`;
-- clickhouse:
-- 6|   having not coalesce((count(*) <= {p1:Int64}), false)
-- 17|   where ("orders"."customer_id" is not null and not toJSONString(tuple("orders"."status")) in (
-- 18|     select toJSONString(tuple(asked_1.d0))
-- 20 is left out
-- 24| order by 1 nulls last
-- 24+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', output_format_json_quote_denormals = 1;
-- trino:
-- 6|   having not coalesce((count(*) <= cast(? as bigint)), false)
-- 17|   where ("orders"."customer_id" is not null and not json_format(cast(array[cast("orders"."status" as json)] as json)) in (
-- 18|     select json_format(cast(array[cast(asked_1.d0 as json)] as json))
-- 20 is left out
-- bigquery:
-- 6|   having not coalesce((count(*) <= cast(@p1 as int64)), false)
-- 17|   where (`orders`.`customer_id` is not null and not to_json_string([to_json_string(`orders`.`status`)]) in (
-- 18|     select to_json_string([to_json_string(asked_1.d0)])
-- 20 is left out
-- databricks:
-- 6|   having not coalesce((count(*) <= cast(:p1 as bigint)), false)
-- 17|   where (`orders`.`customer_id` is not null and not to_json(named_struct('c0', `orders`.`status`)) in (
-- 18|     select to_json(named_struct('c0', asked_1.d0))
-- 20 is left out
-- snowflake:
-- 6|   having not coalesce((count(*) <= cast(? as number(38, 0))), false)
-- 17|   where ("orders"."customer_id" is not null and not to_json(array_construct("orders"."status")) in (
-- 18|     select to_json(array_construct(asked_1.d0))
-- 20 is left out
-- redshift:
-- 20|     where (asked_1.d0 = "orders"."status" or (asked_1.d0 is null and "orders"."status" is null))

-- a negated condition that some row exists, by a dimension of a many side
-- ["shoe"]
select
  "orders".d0 as "orders.status",
  count(*) as "customers.count"
from "customers"
left join (
  select distinct
    "customer_id" as j0,
    "status" as d0
  from "orders"
) as "orders" on "orders".j0 = "customers"."id"
where not exists (
  select 1
  from "orders" as "customers_orders"
  where "customers_orders"."customer_id" = "customers"."id"
    and exists (
      select 1
      from "items"
      where "items"."order_id" = "customers_orders"."id"
        and "items"."sku" = $1
    )
)
group by 1
order by "orders.status" nulls last;
-- duckdb:
-- 8|     "orders"."customer_id" as j0,
-- 9|     "orders"."status" as d0
-- 12| where not coalesce("customers"."id" in (
-- 13|   select "customers_orders"."customer_id"
-- 15|   where "customers_orders"."id" in (
-- 16|     select "items"."order_id"
-- 17|     from "items"
-- 18|     where "items"."sku" = $1
-- 19|   )
-- 20| ), false)
-- 21 is left out
-- 22 is left out
-- mysql:
-- 12| where not coalesce(`customers`.`id` in (
-- 13|   select `customers_orders`.`customer_id`
-- 15|   where `customers_orders`.`id` in (
-- 16|     select `items`.`order_id`
-- 17|     from `items`
-- 18|     where `items`.`sku` = ?
-- 19|   )
-- 20| ), false)
-- 21 is left out
-- 22 is left out
-- 24| order by `orders.status` <=> null, `orders.status`;
-- clickhouse:
-- 12| where not coalesce("customers"."id" in (
-- 13|   select "customers_orders"."customer_id"
-- 15|   where "customers_orders"."id" in (
-- 16|     select "items"."order_id"
-- 17|     from "items"
-- 18|     where "items"."sku" = {p1:String}
-- 19|   )
-- 20| ), false)
-- 21 is left out
-- 22 is left out
-- 24| order by 1 nulls last
-- 24+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino, snowflake:
-- 12| where not coalesce("customers"."id" in (
-- 13|   select "customers_orders"."customer_id"
-- 15|   where "customers_orders"."id" in (
-- 16|     select "items"."order_id"
-- 17|     from "items"
-- 18|     where "items"."sku" = ?
-- 19|   )
-- 20| ), false)
-- 21 is left out
-- 22 is left out
-- bigquery:
-- 12| where not coalesce(`customers`.`id` in (
-- 13|   select `customers_orders`.`customer_id`
-- 15|   where `customers_orders`.`id` in (
-- 16|     select `items`.`order_id`
-- 17|     from `items`
-- 18|     where `items`.`sku` = @p1
-- 19|   )
-- 20| ), false)
-- 21 is left out
-- 22 is left out
-- databricks:
-- 12| where not coalesce(`customers`.`id` in (
-- 13|   select `customers_orders`.`customer_id`
-- 15|   where `customers_orders`.`id` in (
-- 16|     select `items`.`order_id`
-- 17|     from `items`
-- 18|     where `items`.`sku` = :p1
-- 19|   )
-- 20| ), false)
-- 21 is left out
-- 22 is left out
-- redshift: the same

-- a condition and a negated condition on one many side, by a dimension of that side
-- ["shoe","hat","shoe","hat"]
select
  d0 as "items.sku",
  coalesce(max(m0), 0) as "customers.count",
  max(m1) as "items.quantity"
from (
  select
    d0,
    count(*) as m0,
    null as m1
  from (
    select distinct
      "items"."sku" as d0,
      "customers"."id" as k0
    from "customers"
    left join "orders" on "orders"."customer_id" = "customers"."id"
    left join "items" on "items"."order_id" = "orders"."id"
    where "items"."sku" = $1
      and not exists (
        select 1
        from "orders" as "customers_orders"
        where "customers_orders"."customer_id" = "customers"."id"
          and exists (
            select 1
            from "items" as "orders_items"
            where "orders_items"."order_id" = "customers_orders"."id"
              and "orders_items"."sku" = $2
          )
      )
  ) as "customers"
  group by 1
  union all
  select
    "sku" as d0,
    null as m0,
    sum("quantity") as m1
  from "items"
  where "sku" = $3
    and not coalesce("sku" = $4, false)
  group by 1
) as branches
group by 1;
-- duckdb:
-- 19|       and not coalesce("customers"."id" in (
-- 20|         select "customers_orders"."customer_id"
-- 22|         where "customers_orders"."id" in (
-- 23|           select "orders_items"."order_id"
-- 24|           from "items" as "orders_items"
-- 25|           where "orders_items"."sku" = $2
-- 26|         )
-- 27|       ), false)
-- 28 is left out
-- 29 is left out
-- mysql:
-- 18|     where `items`.`sku` = ?
-- 19|       and not coalesce(`customers`.`id` in (
-- 20|         select `customers_orders`.`customer_id`
-- 22|         where `customers_orders`.`id` in (
-- 23|           select `orders_items`.`order_id`
-- 24|           from `items` as `orders_items`
-- 25|           where `orders_items`.`sku` = ?
-- 26|         )
-- 27|       ), false)
-- 28 is left out
-- 29 is left out
-- 38|   where `sku` = ?
-- 39|     and not coalesce(`sku` = ?, false)
-- clickhouse:
-- 18|     where "items"."sku" = {p1:String}
-- 19|       and not coalesce("customers"."id" in (
-- 20|         select "customers_orders"."customer_id"
-- 22|         where "customers_orders"."id" in (
-- 23|           select "orders_items"."order_id"
-- 24|           from "items" as "orders_items"
-- 25|           where "orders_items"."sku" = {p2:String}
-- 26|         )
-- 27|       ), false)
-- 28 is left out
-- 29 is left out
-- 36|     sumOrNull("quantity" + toDecimal128(0, 0)) as m1
-- 38|   where "sku" = {p3:String}
-- 39|     and not coalesce("sku" = {p4:String}, false)
-- 42| group by 1
-- 42+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino, snowflake:
-- 18|     where "items"."sku" = ?
-- 19|       and not coalesce("customers"."id" in (
-- 20|         select "customers_orders"."customer_id"
-- 22|         where "customers_orders"."id" in (
-- 23|           select "orders_items"."order_id"
-- 24|           from "items" as "orders_items"
-- 25|           where "orders_items"."sku" = ?
-- 26|         )
-- 27|       ), false)
-- 28 is left out
-- 29 is left out
-- 38|   where "sku" = ?
-- 39|     and not coalesce("sku" = ?, false)
-- bigquery:
-- 18|     where `items`.`sku` = @p1
-- 19|       and not coalesce(`customers`.`id` in (
-- 20|         select `customers_orders`.`customer_id`
-- 22|         where `customers_orders`.`id` in (
-- 23|           select `orders_items`.`order_id`
-- 24|           from `items` as `orders_items`
-- 25|           where `orders_items`.`sku` = @p2
-- 26|         )
-- 27|       ), false)
-- 28 is left out
-- 29 is left out
-- 38|   where `sku` = @p3
-- 39|     and not coalesce(`sku` = @p4, false)
-- databricks:
-- 18|     where `items`.`sku` = :p1
-- 19|       and not coalesce(`customers`.`id` in (
-- 20|         select `customers_orders`.`customer_id`
-- 22|         where `customers_orders`.`id` in (
-- 23|           select `orders_items`.`order_id`
-- 24|           from `items` as `orders_items`
-- 25|           where `orders_items`.`sku` = :p2
-- 26|         )
-- 27|       ), false)
-- 28 is left out
-- 29 is left out
-- 38|   where `sku` = :p3
-- 39|     and not coalesce(`sku` = :p4, false)
-- redshift: the same

-- conditions apply to the rows that are measured, if these are the many side
-- ["paid"]
select
  "customers"."name" as "customers.name",
  count(*) as "orders.count"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
where not coalesce("orders"."status" = $1, false)
group by 1
order by "customers.name" nulls last;
-- duckdb, redshift: the same
-- mysql:
-- 7| where not coalesce(`orders`.`status` = ?, false)
-- 9| order by `customers.name` <=> null, `customers.name`;
-- clickhouse:
-- 7| where not coalesce("orders"."status" = {p1:String}, false)
-- 9| order by 1 nulls last
-- 9+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino, snowflake:
-- 7| where not coalesce("orders"."status" = ?, false)
-- bigquery:
-- 7| where not coalesce(`orders`.`status` = @p1, false)
-- databricks:
-- 7| where not coalesce(`orders`.`status` = :p1, false)
