-- Postgres' SQL of each case, then the lines in which other dialects differ: "3|" replaces the third line, "3+|" follows
-- it. Differences in the quotes of names are not shown. These dialects are never run on the warehouse itself:
-- trino, bigquery, databricks, snowflake, redshift (how they are checked instead: shared/semantic/dialects/README.md).

-- a condition on groups selects customers with three orders or more
-- ["3"]
with asked_1 as (
  select "customers"."id" as d0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1
  having count(*) >= $1::bigint
)
select distinct "customers"."name" as "customers.name"
from "customers"
where exists (
  select 1
  from asked_1
  where array[asked_1.d0] = array["customers"."id"]
)
order by "customers.name" nulls last;
-- duckdb:
-- 14|   where asked_1.d0 is not distinct from "customers"."id"
-- mysql:
-- 7|   having count(*) >= cast(? as signed)
-- 14|   where asked_1.d0 <=> `customers`.`id`
-- 16| order by `customers.name` <=> null, `customers.name`;
-- clickhouse:
-- 7|   having count(*) >= {p1:Int64}
-- 11| where toJSONString(tuple("customers"."id")) in (
-- 12|   select toJSONString(tuple(asked_1.d0))
-- 14 is left out
-- 16| order by 1 nulls last
-- 16+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', output_format_json_quote_denormals = 1;
-- trino:
-- 7|   having count(*) >= cast(? as bigint)
-- 11| where json_format(cast(array[cast("customers"."id" as json)] as json)) in (
-- 12|   select json_format(cast(array[cast(asked_1.d0 as json)] as json))
-- 14 is left out
-- bigquery:
-- 7|   having count(*) >= cast(@p1 as int64)
-- 11| where to_json_string([to_json_string(`customers`.`id`)]) in (
-- 12|   select to_json_string([to_json_string(asked_1.d0)])
-- 14 is left out
-- databricks:
-- 7|   having count(*) >= cast(:p1 as bigint)
-- 11| where to_json(named_struct('c0', `customers`.`id`)) in (
-- 12|   select to_json(named_struct('c0', asked_1.d0))
-- 14 is left out
-- snowflake:
-- 7|   having count(*) >= cast(? as number(38, 0))
-- 11| where to_json(array_construct("customers"."id")) in (
-- 12|   select to_json(array_construct(asked_1.d0))
-- 14 is left out
-- redshift:
-- 14|   where (asked_1.d0 = "customers"."id" or (asked_1.d0 is null and "customers"."id" is null))

-- a condition on groups selects customers with fewer than three orders, also with none
-- ["3"]
with asked_1 as (
  select "customers"."id" as d0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1
  having not coalesce((count(*) < $1::bigint), false)
)
select distinct "customers"."name" as "customers.name"
from "customers"
where not exists (
  select 1
  from asked_1
  where array[asked_1.d0] = array["customers"."id"]
)
order by "customers.name" nulls last;
-- duckdb:
-- 14|   where asked_1.d0 is not distinct from "customers"."id"
-- mysql:
-- 7|   having not coalesce((count(*) < cast(? as signed)), false)
-- 14|   where asked_1.d0 <=> `customers`.`id`
-- 16| order by `customers.name` <=> null, `customers.name`;
-- clickhouse:
-- 7|   having not coalesce((count(*) < {p1:Int64}), false)
-- 11| where not toJSONString(tuple("customers"."id")) in (
-- 12|   select toJSONString(tuple(asked_1.d0))
-- 14 is left out
-- 16| order by 1 nulls last
-- 16+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', output_format_json_quote_denormals = 1;
-- trino:
-- 7|   having not coalesce((count(*) < cast(? as bigint)), false)
-- 11| where not json_format(cast(array[cast("customers"."id" as json)] as json)) in (
-- 12|   select json_format(cast(array[cast(asked_1.d0 as json)] as json))
-- 14 is left out
-- bigquery:
-- 7|   having not coalesce((count(*) < cast(@p1 as int64)), false)
-- 11| where not to_json_string([to_json_string(`customers`.`id`)]) in (
-- 12|   select to_json_string([to_json_string(asked_1.d0)])
-- 14 is left out
-- databricks:
-- 7|   having not coalesce((count(*) < cast(:p1 as bigint)), false)
-- 11| where not to_json(named_struct('c0', `customers`.`id`)) in (
-- 12|   select to_json(named_struct('c0', asked_1.d0))
-- 14 is left out
-- snowflake:
-- 7|   having not coalesce((count(*) < cast(? as number(38, 0))), false)
-- 11| where not to_json(array_construct("customers"."id")) in (
-- 12|   select to_json(array_construct(asked_1.d0))
-- 14 is left out
-- redshift:
-- 14|   where (asked_1.d0 = "customers"."id" or (asked_1.d0 is null and "customers"."id" is null))

-- sales by status to the customers who ordered more than once
-- ["1"]
with asked_1 as (
  select "customers"."id" as d0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1
  having count(*) > $1::bigint
)
select
  "orders"."status" as "orders.status",
  sum("orders"."amount") as "orders.total"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
where exists (
  select 1
  from asked_1
  where array[asked_1.d0] = array["customers"."id"]
)
group by 1
order by "orders.status" nulls last;
-- totals
-- ["1"]
with asked_1 as (
  select "customers"."id" as d0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1
  having count(*) > $1::bigint
)
select sum("orders"."amount") as "orders.total"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
where exists (
  select 1
  from asked_1
  where array[asked_1.d0] = array["customers"."id"]
);
-- duckdb:
-- 17|   where asked_1.d0 is not distinct from "customers"."id"
-- 36|   where asked_1.d0 is not distinct from "customers"."id"
-- mysql:
-- 7|   having count(*) > cast(? as signed)
-- 17|   where asked_1.d0 <=> `customers`.`id`
-- 20| order by `orders.status` <=> null, `orders.status`;
-- 28|   having count(*) > cast(? as signed)
-- 36|   where asked_1.d0 <=> `customers`.`id`
-- clickhouse:
-- 7|   having count(*) > {p1:Int64}
-- 11|   sumOrNull("orders"."amount" + toDecimal128(0, 0)) as "orders.total"
-- 14| where toJSONString(tuple("customers"."id")) in (
-- 15|   select toJSONString(tuple(asked_1.d0))
-- 17 is left out
-- 20| order by 1 nulls last
-- 20+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', output_format_json_quote_denormals = 1;
-- 28|   having count(*) > {p1:Int64}
-- 30| select sumOrNull("orders"."amount" + toDecimal128(0, 0)) as "orders.total"
-- 33| where toJSONString(tuple("customers"."id")) in (
-- 34|   select toJSONString(tuple(asked_1.d0))
-- 36| )
-- 37| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', output_format_json_quote_denormals = 1;
-- trino:
-- 7|   having count(*) > cast(? as bigint)
-- 14| where json_format(cast(array[cast("customers"."id" as json)] as json)) in (
-- 15|   select json_format(cast(array[cast(asked_1.d0 as json)] as json))
-- 17 is left out
-- 28|   having count(*) > cast(? as bigint)
-- 33| where json_format(cast(array[cast("customers"."id" as json)] as json)) in (
-- 34|   select json_format(cast(array[cast(asked_1.d0 as json)] as json))
-- 36 is left out
-- bigquery:
-- 7|   having count(*) > cast(@p1 as int64)
-- 14| where to_json_string([to_json_string(`customers`.`id`)]) in (
-- 15|   select to_json_string([to_json_string(asked_1.d0)])
-- 17 is left out
-- 28|   having count(*) > cast(@p1 as int64)
-- 33| where to_json_string([to_json_string(`customers`.`id`)]) in (
-- 34|   select to_json_string([to_json_string(asked_1.d0)])
-- 36 is left out
-- databricks:
-- 7|   having count(*) > cast(:p1 as bigint)
-- 14| where to_json(named_struct('c0', `customers`.`id`)) in (
-- 15|   select to_json(named_struct('c0', asked_1.d0))
-- 17 is left out
-- 28|   having count(*) > cast(:p1 as bigint)
-- 33| where to_json(named_struct('c0', `customers`.`id`)) in (
-- 34|   select to_json(named_struct('c0', asked_1.d0))
-- 36 is left out
-- snowflake:
-- 7|   having count(*) > cast(? as number(38, 0))
-- 14| where to_json(array_construct("customers"."id")) in (
-- 15|   select to_json(array_construct(asked_1.d0))
-- 17 is left out
-- 28|   having count(*) > cast(? as number(38, 0))
-- 33| where to_json(array_construct("customers"."id")) in (
-- 34|   select to_json(array_construct(asked_1.d0))
-- 36 is left out
-- redshift:
-- 17|   where (asked_1.d0 = "customers"."id" or (asked_1.d0 is null and "customers"."id" is null))
-- 36|   where (asked_1.d0 = "customers"."id" or (asked_1.d0 is null and "customers"."id" is null))

-- orders that have no customer are one group
-- ["60"]
with asked_1 as (
  select "customers"."id" as d0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1
  having sum("orders"."amount") >= $1::bigint
)
select "orders"."id" as "orders.id"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
where exists (
  select 1
  from asked_1
  where array[asked_1.d0] = array["customers"."id"]
)
order by "orders.id" nulls last;
-- duckdb:
-- 15|   where asked_1.d0 is not distinct from "customers"."id"
-- mysql:
-- 7|   having sum(`orders`.`amount`) >= cast(? as signed)
-- 15|   where asked_1.d0 <=> `customers`.`id`
-- 17| order by `orders.id` <=> null, `orders.id`;
-- clickhouse:
-- 7|   having sumOrNull("orders"."amount" + toDecimal128(0, 0)) >= {p1:Int64}
-- 12| where toJSONString(tuple("customers"."id")) in (
-- 13|   select toJSONString(tuple(asked_1.d0))
-- 15 is left out
-- 17| order by 1 nulls last
-- 17+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', output_format_json_quote_denormals = 1;
-- trino:
-- 7|   having sum("orders"."amount") >= cast(? as bigint)
-- 12| where json_format(cast(array[cast("customers"."id" as json)] as json)) in (
-- 13|   select json_format(cast(array[cast(asked_1.d0 as json)] as json))
-- 15 is left out
-- bigquery:
-- 7|   having sum(`orders`.`amount`) >= cast(@p1 as int64)
-- 12| where to_json_string([to_json_string(`customers`.`id`)]) in (
-- 13|   select to_json_string([to_json_string(asked_1.d0)])
-- 15 is left out
-- databricks:
-- 7|   having sum(`orders`.`amount`) >= cast(:p1 as bigint)
-- 12| where to_json(named_struct('c0', `customers`.`id`)) in (
-- 13|   select to_json(named_struct('c0', asked_1.d0))
-- 15 is left out
-- snowflake:
-- 7|   having sum("orders"."amount") >= cast(? as number(38, 0))
-- 12| where to_json(array_construct("customers"."id")) in (
-- 13|   select to_json(array_construct(asked_1.d0))
-- 15 is left out
-- redshift:
-- 15|   where (asked_1.d0 = "customers"."id" or (asked_1.d0 is null and "customers"."id" is null))

-- the measure of a condition on groups has only the condition's own filters
-- ["paid","2","open"]
with asked_1 as (
  select "customers"."id" as d0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  where "orders"."status" = $1
  group by 1
  having count(*) >= $2::bigint
)
select count(*) as "orders.count"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
where "orders"."status" = $3
  and exists (
    select 1
    from asked_1
    where array[asked_1.d0] = array["customers"."id"]
  );
-- duckdb:
-- 17|     where asked_1.d0 is not distinct from "customers"."id"
-- mysql:
-- 6|   where `orders`.`status` = ?
-- 8|   having count(*) >= cast(? as signed)
-- 13| where `orders`.`status` = ?
-- 17|     where asked_1.d0 <=> `customers`.`id`
-- clickhouse:
-- 6|   where "orders"."status" = {p1:String}
-- 8|   having count(*) >= {p2:Int64}
-- 13| where "orders"."status" = {p3:String}
-- 14|   and toJSONString(tuple("customers"."id")) in (
-- 15|     select toJSONString(tuple(asked_1.d0))
-- 17|   )
-- 18| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', output_format_json_quote_denormals = 1;
-- trino:
-- 6|   where "orders"."status" = ?
-- 8|   having count(*) >= cast(? as bigint)
-- 13| where "orders"."status" = ?
-- 14|   and json_format(cast(array[cast("customers"."id" as json)] as json)) in (
-- 15|     select json_format(cast(array[cast(asked_1.d0 as json)] as json))
-- 17 is left out
-- bigquery:
-- 6|   where `orders`.`status` = @p1
-- 8|   having count(*) >= cast(@p2 as int64)
-- 13| where `orders`.`status` = @p3
-- 14|   and to_json_string([to_json_string(`customers`.`id`)]) in (
-- 15|     select to_json_string([to_json_string(asked_1.d0)])
-- 17 is left out
-- databricks:
-- 6|   where `orders`.`status` = :p1
-- 8|   having count(*) >= cast(:p2 as bigint)
-- 13| where `orders`.`status` = :p3
-- 14|   and to_json(named_struct('c0', `customers`.`id`)) in (
-- 15|     select to_json(named_struct('c0', asked_1.d0))
-- 17 is left out
-- snowflake:
-- 6|   where "orders"."status" = ?
-- 8|   having count(*) >= cast(? as number(38, 0))
-- 13| where "orders"."status" = ?
-- 14|   and to_json(array_construct("customers"."id")) in (
-- 15|     select to_json(array_construct(asked_1.d0))
-- 17 is left out
-- redshift:
-- 17|     where (asked_1.d0 = "customers"."id" or (asked_1.d0 is null and "customers"."id" is null))

-- a condition on groups may be on a ratio
-- ["0.25","0.25","0.25"]
with asked_1 as (
  select "customers"."id" as d0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1
  having (1.0 * count(case when "orders".status = 'open' then 1 end) / nullif(count(*), 0)) > $1::numeric
),
asked_2 as (
  select "customers"."id" as d0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1
  having ((1.0 * count(case when "orders".status = 'open' then 1 end) / nullif(count(*), 0)) > $2::numeric or true)
),
asked_3 as (
  select 1 as passed
  from "orders"
  where false
  having (1.0 * count(case when status = 'open' then 1 end) / nullif(count(*), 0)) > $3::numeric
)
select distinct "customers"."name" as "customers.name"
from "customers"
where (exists (
  select 1
  from asked_1
  where array[asked_1.d0] = array["customers"."id"]
) or exists (
  select 1
  from asked_3
) and not exists (
  select 1
  from asked_2
  where array[asked_2.d0] = array["customers"."id"]
))
order by "customers.name" nulls last;
-- duckdb:
-- 7|   having (count(case when "orders".status = 'open' then 1 end) / nullif(count(*), 0)) > $1::decimal(3, 2)
-- 14|   having ((count(case when "orders".status = 'open' then 1 end) / nullif(count(*), 0)) > $2::decimal(3, 2) or true)
-- 20|   having (count(case when status = 'open' then 1 end) / nullif(count(*), 0)) > $3::decimal(3, 2)
-- 27|   where asked_1.d0 is not distinct from "customers"."id"
-- 34|   where asked_2.d0 is not distinct from "customers"."id"
-- mysql:
-- 7|   having (1.0000000000000000 * count(case when `orders`.status = 'open' then 1 end) / nullif(count(*), 0)) > cast(? as decimal(3, 2))
-- 14|   having ((1.0000000000000000 * count(case when `orders`.status = 'open' then 1 end) / nullif(count(*), 0)) > cast(? as decimal(3, 2)) or true)
-- 20|   having (1.0000000000000000 * count(case when status = 'open' then 1 end) / nullif(count(*), 0)) > cast(? as decimal(3, 2))
-- 27|   where asked_1.d0 <=> `customers`.`id`
-- 34|   where asked_2.d0 <=> `customers`.`id`
-- 36| order by `customers.name` <=> null, `customers.name`;
-- clickhouse:
-- 7|   having (1e0 * count(case when "orders".status = 'open' then 1 end) / nullif(count(*), 0)) > {p1:Decimal(38, 2)}
-- 14|   having ((1e0 * count(case when "orders".status = 'open' then 1 end) / nullif(count(*), 0)) > {p2:Decimal(38, 2)} or true)
-- 20|   having (1e0 * count(case when status = 'open' then 1 end) / nullif(count(*), 0)) > {p3:Decimal(38, 2)}
-- 24| where (toJSONString(tuple("customers"."id")) in (
-- 25|   select toJSONString(tuple(asked_1.d0))
-- 27 is left out
-- 31| ) and not toJSONString(tuple("customers"."id")) in (
-- 32|   select toJSONString(tuple(asked_2.d0))
-- 34 is left out
-- 36| order by 1 nulls last
-- 36+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', output_format_json_quote_denormals = 1, optimize_min_equality_disjunction_chain_length = 1000000;
-- trino:
-- 7|   having (1e0 * count(case when "orders".status = 'open' then 1 end) / nullif(count(*), 0)) > cast(? as decimal(3, 2))
-- 14|   having ((1e0 * count(case when "orders".status = 'open' then 1 end) / nullif(count(*), 0)) > cast(? as decimal(3, 2)) or true)
-- 20|   having (1e0 * count(case when status = 'open' then 1 end) / nullif(count(*), 0)) > cast(? as decimal(3, 2))
-- 24| where (json_format(cast(array[cast("customers"."id" as json)] as json)) in (
-- 25|   select json_format(cast(array[cast(asked_1.d0 as json)] as json))
-- 27 is left out
-- 31| ) and not json_format(cast(array[cast("customers"."id" as json)] as json)) in (
-- 32|   select json_format(cast(array[cast(asked_2.d0 as json)] as json))
-- 34 is left out
-- bigquery:
-- 7|   having (1e0 * count(case when `orders`.status = 'open' then 1 end) / nullif(count(*), 0)) > cast(@p1 as numeric)
-- 14|   having ((1e0 * count(case when `orders`.status = 'open' then 1 end) / nullif(count(*), 0)) > cast(@p2 as numeric) or true)
-- 20|   having (1e0 * count(case when status = 'open' then 1 end) / nullif(count(*), 0)) > cast(@p3 as numeric)
-- 24| where (to_json_string([to_json_string(`customers`.`id`)]) in (
-- 25|   select to_json_string([to_json_string(asked_1.d0)])
-- 27 is left out
-- 31| ) and not to_json_string([to_json_string(`customers`.`id`)]) in (
-- 32|   select to_json_string([to_json_string(asked_2.d0)])
-- 34 is left out
-- databricks:
-- 7|   having (1D * count(case when `orders`.status = 'open' then 1 end) / nullif(count(*), 0)) > cast(:p1 as decimal(3, 2))
-- 14|   having ((1D * count(case when `orders`.status = 'open' then 1 end) / nullif(count(*), 0)) > cast(:p2 as decimal(3, 2)) or true)
-- 20|   having (1D * count(case when status = 'open' then 1 end) / nullif(count(*), 0)) > cast(:p3 as decimal(3, 2))
-- 24| where (to_json(named_struct('c0', `customers`.`id`)) in (
-- 25|   select to_json(named_struct('c0', asked_1.d0))
-- 27 is left out
-- 31| ) and not to_json(named_struct('c0', `customers`.`id`)) in (
-- 32|   select to_json(named_struct('c0', asked_2.d0))
-- 34 is left out
-- snowflake:
-- 7|   having (1::float * count(case when "orders".status = 'open' then 1 end) / nullif(count(*), 0)) > cast(? as number(38, 2))
-- 14|   having ((1::float * count(case when "orders".status = 'open' then 1 end) / nullif(count(*), 0)) > cast(? as number(38, 2)) or true)
-- 20|   having (1::float * count(case when status = 'open' then 1 end) / nullif(count(*), 0)) > cast(? as number(38, 2))
-- 24| where (to_json(array_construct("customers"."id")) in (
-- 25|   select to_json(array_construct(asked_1.d0))
-- 27 is left out
-- 31| ) and not to_json(array_construct("customers"."id")) in (
-- 32|   select to_json(array_construct(asked_2.d0))
-- 34 is left out
-- redshift:
-- 7|   having (1::float8 * count(case when "orders".status = 'open' then 1 end) / nullif(count(*), 0)) > $1::decimal(38, 2)
-- 14|   having ((1::float8 * count(case when "orders".status = 'open' then 1 end) / nullif(count(*), 0)) > $2::decimal(38, 2) or true)
-- 20|   having (1::float8 * count(case when status = 'open' then 1 end) / nullif(count(*), 0)) > $3::decimal(38, 2)
-- 27|   where (asked_1.d0 = "customers"."id" or (asked_1.d0 is null and "customers"."id" is null))
-- 34|   where (asked_2.d0 = "customers"."id" or (asked_2.d0 is null and "customers"."id" is null))

-- a condition on groups selects groups in which a ratio is null
with asked_1 as (
  select "customers"."id" as d0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1
  having (1.0 * count(case when "orders".status = 'open' then 1 end) / nullif(count(*), 0)) is null
),
asked_2 as (
  select "customers"."id" as d0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1
  having ((1.0 * count(case when "orders".status = 'open' then 1 end) / nullif(count(*), 0)) is null or true)
),
asked_3 as (
  select 1 as passed
  from "orders"
  where false
  having (1.0 * count(case when status = 'open' then 1 end) / nullif(count(*), 0)) is null
)
select distinct "customers"."name" as "customers.name"
from "customers"
where (exists (
  select 1
  from asked_1
  where array[asked_1.d0] = array["customers"."id"]
) or exists (
  select 1
  from asked_3
) and not exists (
  select 1
  from asked_2
  where array[asked_2.d0] = array["customers"."id"]
))
order by "customers.name" nulls last;
-- duckdb:
-- 6|   having (count(case when "orders".status = 'open' then 1 end) / nullif(count(*), 0)) is null
-- 13|   having ((count(case when "orders".status = 'open' then 1 end) / nullif(count(*), 0)) is null or true)
-- 19|   having (count(case when status = 'open' then 1 end) / nullif(count(*), 0)) is null
-- 26|   where asked_1.d0 is not distinct from "customers"."id"
-- 33|   where asked_2.d0 is not distinct from "customers"."id"
-- mysql:
-- 6|   having (1.0000000000000000 * count(case when `orders`.status = 'open' then 1 end) / nullif(count(*), 0)) is null
-- 13|   having ((1.0000000000000000 * count(case when `orders`.status = 'open' then 1 end) / nullif(count(*), 0)) is null or true)
-- 19|   having (1.0000000000000000 * count(case when status = 'open' then 1 end) / nullif(count(*), 0)) is null
-- 26|   where asked_1.d0 <=> `customers`.`id`
-- 33|   where asked_2.d0 <=> `customers`.`id`
-- 35| order by `customers.name` <=> null, `customers.name`;
-- clickhouse:
-- 6|   having (1e0 * count(case when "orders".status = 'open' then 1 end) / nullif(count(*), 0)) is null
-- 13|   having ((1e0 * count(case when "orders".status = 'open' then 1 end) / nullif(count(*), 0)) is null or true)
-- 19|   having (1e0 * count(case when status = 'open' then 1 end) / nullif(count(*), 0)) is null
-- 23| where (toJSONString(tuple("customers"."id")) in (
-- 24|   select toJSONString(tuple(asked_1.d0))
-- 26 is left out
-- 30| ) and not toJSONString(tuple("customers"."id")) in (
-- 31|   select toJSONString(tuple(asked_2.d0))
-- 33 is left out
-- 35| order by 1 nulls last
-- 35+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', output_format_json_quote_denormals = 1;
-- trino:
-- 6|   having (1e0 * count(case when "orders".status = 'open' then 1 end) / nullif(count(*), 0)) is null
-- 13|   having ((1e0 * count(case when "orders".status = 'open' then 1 end) / nullif(count(*), 0)) is null or true)
-- 19|   having (1e0 * count(case when status = 'open' then 1 end) / nullif(count(*), 0)) is null
-- 23| where (json_format(cast(array[cast("customers"."id" as json)] as json)) in (
-- 24|   select json_format(cast(array[cast(asked_1.d0 as json)] as json))
-- 26 is left out
-- 30| ) and not json_format(cast(array[cast("customers"."id" as json)] as json)) in (
-- 31|   select json_format(cast(array[cast(asked_2.d0 as json)] as json))
-- 33 is left out
-- bigquery:
-- 6|   having (1e0 * count(case when `orders`.status = 'open' then 1 end) / nullif(count(*), 0)) is null
-- 13|   having ((1e0 * count(case when `orders`.status = 'open' then 1 end) / nullif(count(*), 0)) is null or true)
-- 19|   having (1e0 * count(case when status = 'open' then 1 end) / nullif(count(*), 0)) is null
-- 23| where (to_json_string([to_json_string(`customers`.`id`)]) in (
-- 24|   select to_json_string([to_json_string(asked_1.d0)])
-- 26 is left out
-- 30| ) and not to_json_string([to_json_string(`customers`.`id`)]) in (
-- 31|   select to_json_string([to_json_string(asked_2.d0)])
-- 33 is left out
-- databricks:
-- 6|   having (1D * count(case when `orders`.status = 'open' then 1 end) / nullif(count(*), 0)) is null
-- 13|   having ((1D * count(case when `orders`.status = 'open' then 1 end) / nullif(count(*), 0)) is null or true)
-- 19|   having (1D * count(case when status = 'open' then 1 end) / nullif(count(*), 0)) is null
-- 23| where (to_json(named_struct('c0', `customers`.`id`)) in (
-- 24|   select to_json(named_struct('c0', asked_1.d0))
-- 26 is left out
-- 30| ) and not to_json(named_struct('c0', `customers`.`id`)) in (
-- 31|   select to_json(named_struct('c0', asked_2.d0))
-- 33 is left out
-- snowflake:
-- 6|   having (1::float * count(case when "orders".status = 'open' then 1 end) / nullif(count(*), 0)) is null
-- 13|   having ((1::float * count(case when "orders".status = 'open' then 1 end) / nullif(count(*), 0)) is null or true)
-- 19|   having (1::float * count(case when status = 'open' then 1 end) / nullif(count(*), 0)) is null
-- 23| where (to_json(array_construct("customers"."id")) in (
-- 24|   select to_json(array_construct(asked_1.d0))
-- 26 is left out
-- 30| ) and not to_json(array_construct("customers"."id")) in (
-- 31|   select to_json(array_construct(asked_2.d0))
-- 33 is left out
-- redshift:
-- 6|   having (1::float8 * count(case when "orders".status = 'open' then 1 end) / nullif(count(*), 0)) is null
-- 13|   having ((1::float8 * count(case when "orders".status = 'open' then 1 end) / nullif(count(*), 0)) is null or true)
-- 19|   having (1::float8 * count(case when status = 'open' then 1 end) / nullif(count(*), 0)) is null
-- 26|   where (asked_1.d0 = "customers"."id" or (asked_1.d0 is null and "customers"."id" is null))
-- 33|   where (asked_2.d0 = "customers"."id" or (asked_2.d0 is null and "customers"."id" is null))

-- the groups of a condition may have several dimensions
-- ["1"]
with asked_1 as (
  select
    "customers"."name" as d0,
    date_trunc('month', "orders"."placed")::date as d1
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1, 2
  having count(*) > $1::bigint
)
select "orders"."id" as "orders.id"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
where exists (
  select 1
  from asked_1
  where array[asked_1.d0] = array["customers"."name"]
    and array[asked_1.d1] = array[date_trunc('month', "orders"."placed")::date]
)
order by "orders.id" nulls last;
-- duckdb:
-- 17|   where asked_1.d0 is not distinct from "customers"."name"
-- 18|     and asked_1.d1 is not distinct from date_trunc('month', "orders"."placed")::date
-- mysql:
-- 5|     cast(date_format(`orders`.`placed`, '%Y-%m-01') as date) as d1
-- 9|   having count(*) > cast(? as signed)
-- 17|   where asked_1.d0 <=> `customers`.`name`
-- 18|     and asked_1.d1 <=> cast(date_format(`orders`.`placed`, '%Y-%m-01') as date)
-- 20| order by `orders.id` <=> null, `orders.id`;
-- clickhouse:
-- 5|     toStartOfMonth(toDate32("orders"."placed")) as d1
-- 9|   having count(*) > {p1:Int64}
-- 14| where toJSONString(tuple("customers"."name", toStartOfMonth(toDate32("orders"."placed")))) in (
-- 15|   select toJSONString(tuple(asked_1.d0, asked_1.d1))
-- 17 is left out
-- 18 is left out
-- 20| order by 1 nulls last
-- 20+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', output_format_json_quote_denormals = 1;
-- trino:
-- 5|     cast(date_trunc('month', "orders"."placed") as date) as d1
-- 9|   having count(*) > cast(? as bigint)
-- 14| where json_format(cast(array[cast("customers"."name" as json), cast(cast(date_trunc('month', "orders"."placed") as date) as json)] as json)) in (
-- 15|   select json_format(cast(array[cast(asked_1.d0 as json), cast(asked_1.d1 as json)] as json))
-- 17 is left out
-- 18 is left out
-- bigquery:
-- 5|     date_trunc(cast(`orders`.`placed` as date), month) as d1
-- 9|   having count(*) > cast(@p1 as int64)
-- 14| where to_json_string([to_json_string(`customers`.`name`), to_json_string(date_trunc(cast(`orders`.`placed` as date), month))]) in (
-- 15|   select to_json_string([to_json_string(asked_1.d0), to_json_string(asked_1.d1)])
-- 17 is left out
-- 18 is left out
-- databricks:
-- 5|     cast(date_trunc('month', `orders`.`placed`) as date) as d1
-- 9|   having count(*) > cast(:p1 as bigint)
-- 14| where to_json(named_struct('c0', `customers`.`name`, 'c1', cast(date_trunc('month', `orders`.`placed`) as date))) in (
-- 15|   select to_json(named_struct('c0', asked_1.d0, 'c1', asked_1.d1))
-- 17 is left out
-- 18 is left out
-- snowflake:
-- 5|     cast(date_trunc('month', "orders"."placed") as date) as d1
-- 9|   having count(*) > cast(? as number(38, 0))
-- 14| where to_json(array_construct("customers"."name", cast(date_trunc('month', "orders"."placed") as date))) in (
-- 15|   select to_json(array_construct(asked_1.d0, asked_1.d1))
-- 17 is left out
-- 18 is left out
-- redshift:
-- 17|   where (asked_1.d0 = "customers"."name" or (asked_1.d0 is null and "customers"."name" is null))
-- 18|     and (asked_1.d1 = date_trunc('month', "orders"."placed")::date or (asked_1.d1 is null and date_trunc('month', "orders"."placed")::date is null))

-- the groups of a condition may be smaller than the rows of the query
-- ["3"]
with asked_1 as (
  select "orders"."id" as d0
  from "items"
  left join "orders" on "orders"."id" = "items"."order_id"
  group by 1
  having sum("items"."quantity") >= $1::bigint
)
select
  "customers"."name" as "customers.name",
  count(*) as "customers.count"
from "customers"
where exists (
  select 1
  from "orders"
  where "orders"."customer_id" = "customers"."id"
    and exists (
      select 1
      from asked_1
      where array[asked_1.d0] = array["orders"."id"]
    )
)
group by 1
order by "customers.name" nulls last;
-- duckdb:
-- 13| where "customers"."id" in (
-- 14|   select "orders"."customer_id"
-- 16|   where exists (
-- 17|     select 1
-- 18|     from asked_1
-- 19|     where asked_1.d0 is not distinct from "orders"."id"
-- 20|   )
-- 21 is left out
-- mysql:
-- 7|   having sum(`items`.`quantity`) >= cast(? as signed)
-- 13| where `customers`.`id` in (
-- 14|   select `orders`.`customer_id`
-- 16|   where exists (
-- 17|     select 1
-- 18|     from asked_1
-- 19|     where asked_1.d0 <=> `orders`.`id`
-- 20|   )
-- 21 is left out
-- 24| order by `customers.name` <=> null, `customers.name`;
-- clickhouse:
-- 7|   having sumOrNull("items"."quantity" + toDecimal128(0, 0)) >= {p1:Int64}
-- 13| where "customers"."id" in (
-- 14|   select "orders"."customer_id"
-- 16|   where toJSONString(tuple("orders"."id")) in (
-- 17|     select toJSONString(tuple(asked_1.d0))
-- 18|     from asked_1
-- 19|   )
-- 20 is left out
-- 21 is left out
-- 24| order by 1 nulls last
-- 24+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', output_format_json_quote_denormals = 1;
-- trino:
-- 7|   having sum("items"."quantity") >= cast(? as bigint)
-- 13| where "customers"."id" in (
-- 14|   select "orders"."customer_id"
-- 16|   where json_format(cast(array[cast("orders"."id" as json)] as json)) in (
-- 17|     select json_format(cast(array[cast(asked_1.d0 as json)] as json))
-- 18|     from asked_1
-- 19|   )
-- 20 is left out
-- 21 is left out
-- bigquery:
-- 7|   having sum(`items`.`quantity`) >= cast(@p1 as int64)
-- 13| where `customers`.`id` in (
-- 14|   select `orders`.`customer_id`
-- 16|   where to_json_string([to_json_string(`orders`.`id`)]) in (
-- 17|     select to_json_string([to_json_string(asked_1.d0)])
-- 18|     from asked_1
-- 19|   )
-- 20 is left out
-- 21 is left out
-- databricks:
-- 7|   having sum(`items`.`quantity`) >= cast(:p1 as bigint)
-- 13| where `customers`.`id` in (
-- 14|   select `orders`.`customer_id`
-- 16|   where to_json(named_struct('c0', `orders`.`id`)) in (
-- 17|     select to_json(named_struct('c0', asked_1.d0))
-- 18|     from asked_1
-- 19|   )
-- 20 is left out
-- 21 is left out
-- snowflake:
-- 7|   having sum("items"."quantity") >= cast(? as number(38, 0))
-- 13| where "customers"."id" in (
-- 14|   select "orders"."customer_id"
-- 16|   where to_json(array_construct("orders"."id")) in (
-- 17|     select to_json(array_construct(asked_1.d0))
-- 18|     from asked_1
-- 19|   )
-- 20 is left out
-- 21 is left out
-- redshift:
-- 20|       where (asked_1.d0 = "orders"."id" or (asked_1.d0 is null and "orders"."id" is null))

-- a negated condition on groups
-- ["60","3"]
with asked_1 as (
  select "customers"."id" as d0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1
  having sum("orders"."amount") >= $1::bigint
),
asked_2 as (
  select date_trunc('month', "placed")::date as d0
  from "orders"
  group by 1
  having count(*) = $2::bigint
)
select "orders"."id" as "orders.id"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
where not coalesce((exists (
  select 1
  from asked_1
  where array[asked_1.d0] = array["customers"."id"]
) or exists (
  select 1
  from asked_2
  where array[asked_2.d0] = array[date_trunc('month', "orders"."placed")::date]
)), false)
order by "orders.id" nulls last;
-- duckdb:
-- 21|   where asked_1.d0 is not distinct from "customers"."id"
-- 25|   where asked_2.d0 is not distinct from date_trunc('month', "orders"."placed")::date
-- mysql:
-- 7|   having sum(`orders`.`amount`) >= cast(? as signed)
-- 10|   select cast(date_format(`placed`, '%Y-%m-01') as date) as d0
-- 13|   having count(*) = cast(? as signed)
-- 21|   where asked_1.d0 <=> `customers`.`id`
-- 25|   where asked_2.d0 <=> cast(date_format(`orders`.`placed`, '%Y-%m-01') as date)
-- 27| order by `orders.id` <=> null, `orders.id`;
-- clickhouse:
-- 7|   having sumOrNull("orders"."amount" + toDecimal128(0, 0)) >= {p1:Int64}
-- 10|   select toStartOfMonth(toDate32("placed")) as d0
-- 13|   having count(*) = {p2:Int64}
-- 18| where not coalesce((toJSONString(tuple("customers"."id")) in (
-- 19|   select toJSONString(tuple(asked_1.d0))
-- 21| ) or toJSONString(tuple(toStartOfMonth(toDate32("orders"."placed")))) in (
-- 22|   select toJSONString(tuple(asked_2.d0))
-- 23 is left out
-- 25 is left out
-- 27| order by 1 nulls last
-- 27+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', output_format_json_quote_denormals = 1, optimize_min_equality_disjunction_chain_length = 1000000;
-- trino:
-- 7|   having sum("orders"."amount") >= cast(? as bigint)
-- 10|   select cast(date_trunc('month', "placed") as date) as d0
-- 13|   having count(*) = cast(? as bigint)
-- 18| where not coalesce((json_format(cast(array[cast("customers"."id" as json)] as json)) in (
-- 19|   select json_format(cast(array[cast(asked_1.d0 as json)] as json))
-- 21| ) or json_format(cast(array[cast(cast(date_trunc('month', "orders"."placed") as date) as json)] as json)) in (
-- 22|   select json_format(cast(array[cast(asked_2.d0 as json)] as json))
-- 23 is left out
-- 25 is left out
-- bigquery:
-- 7|   having sum(`orders`.`amount`) >= cast(@p1 as int64)
-- 10|   select date_trunc(cast(`placed` as date), month) as d0
-- 13|   having count(*) = cast(@p2 as int64)
-- 18| where not coalesce((to_json_string([to_json_string(`customers`.`id`)]) in (
-- 19|   select to_json_string([to_json_string(asked_1.d0)])
-- 21| ) or to_json_string([to_json_string(date_trunc(cast(`orders`.`placed` as date), month))]) in (
-- 22|   select to_json_string([to_json_string(asked_2.d0)])
-- 23 is left out
-- 25 is left out
-- databricks:
-- 7|   having sum(`orders`.`amount`) >= cast(:p1 as bigint)
-- 10|   select cast(date_trunc('month', `placed`) as date) as d0
-- 13|   having count(*) = cast(:p2 as bigint)
-- 18| where not coalesce((to_json(named_struct('c0', `customers`.`id`)) in (
-- 19|   select to_json(named_struct('c0', asked_1.d0))
-- 21| ) or to_json(named_struct('c0', cast(date_trunc('month', `orders`.`placed`) as date))) in (
-- 22|   select to_json(named_struct('c0', asked_2.d0))
-- 23 is left out
-- 25 is left out
-- snowflake:
-- 7|   having sum("orders"."amount") >= cast(? as number(38, 0))
-- 10|   select cast(date_trunc('month', "placed") as date) as d0
-- 13|   having count(*) = cast(? as number(38, 0))
-- 18| where not coalesce((to_json(array_construct("customers"."id")) in (
-- 19|   select to_json(array_construct(asked_1.d0))
-- 21| ) or to_json(array_construct(cast(date_trunc('month', "orders"."placed") as date))) in (
-- 22|   select to_json(array_construct(asked_2.d0))
-- 23 is left out
-- 25 is left out
-- redshift:
-- 21|   where (asked_1.d0 = "customers"."id" or (asked_1.d0 is null and "customers"."id" is null))
-- 25|   where (asked_2.d0 = date_trunc('month', "orders"."placed")::date or (asked_2.d0 is null and date_trunc('month', "orders"."placed")::date is null))

-- conditions on groups cover only the rows that the caller may see
-- ["north","1"]
with asked_1 as (
  select "customers"."id" as d0
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
  having count(*) >= $2::bigint
)
select distinct "customers"."name" as "customers.name"
from "customers"
where exists (
  select 1
  from asked_1
  where array[asked_1.d0] = array["customers"."id"]
)
order by "customers.name" nulls last;
-- duckdb:
-- 7|     where "own_orders"."customer_id" in (
-- 8|       select "customers"."id"
-- 10|       where "customers"."region" in ($1)
-- 11 is left out
-- 23|   where asked_1.d0 is not distinct from "customers"."id"
-- mysql:
-- 7|     where `own_orders`.`customer_id` in (
-- 8|       select `customers`.`id`
-- 10|       where `customers`.`region` in (?)
-- 11 is left out
-- 16|   having count(*) >= cast(? as signed)
-- 23|   where asked_1.d0 <=> `customers`.`id`
-- 25| order by `customers.name` <=> null, `customers.name`;
-- clickhouse:
-- 7|     where "own_orders"."customer_id" in (
-- 8|       select "customers"."id"
-- 10|       where "customers"."region" in ({p1:String})
-- 11 is left out
-- 16|   having count(*) >= {p2:Int64}
-- 20| where toJSONString(tuple("customers"."id")) in (
-- 21|   select toJSONString(tuple(asked_1.d0))
-- 23 is left out
-- 25| order by 1 nulls last
-- 25+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', output_format_json_quote_denormals = 1;
-- trino:
-- 7|     where "own_orders"."customer_id" in (
-- 8|       select "customers"."id"
-- 10|       where "customers"."region" in (?)
-- 11 is left out
-- 16|   having count(*) >= cast(? as bigint)
-- 20| where json_format(cast(array[cast("customers"."id" as json)] as json)) in (
-- 21|   select json_format(cast(array[cast(asked_1.d0 as json)] as json))
-- 23 is left out
-- bigquery:
-- 7|     where `own_orders`.`customer_id` in (
-- 8|       select `customers`.`id`
-- 10|       where `customers`.`region` in (@p1)
-- 11 is left out
-- 16|   having count(*) >= cast(@p2 as int64)
-- 20| where to_json_string([to_json_string(`customers`.`id`)]) in (
-- 21|   select to_json_string([to_json_string(asked_1.d0)])
-- 23 is left out
-- databricks:
-- 7|     where `own_orders`.`customer_id` in (
-- 8|       select `customers`.`id`
-- 10|       where `customers`.`region` in (:p1)
-- 11 is left out
-- 16|   having count(*) >= cast(:p2 as bigint)
-- 20| where to_json(named_struct('c0', `customers`.`id`)) in (
-- 21|   select to_json(named_struct('c0', asked_1.d0))
-- 23 is left out
-- snowflake:
-- 7|     where "own_orders"."customer_id" in (
-- 8|       select "customers"."id"
-- 10|       where "customers"."region" in (?)
-- 11 is left out
-- 16|   having count(*) >= cast(? as number(38, 0))
-- 20| where to_json(array_construct("customers"."id")) in (
-- 21|   select to_json(array_construct(asked_1.d0))
-- 23 is left out
-- redshift:
-- 23|   where (asked_1.d0 = "customers"."id" or (asked_1.d0 is null and "customers"."id" is null))

-- conditions on groups are of no rows if the caller may see none
-- ["0"]
with asked_1 as (
  select "customers"."id" as d0
  from (
    select *
    from "orders" as "own_orders"
    where false
  ) as "own_orders"
  left join "customers" on "customers"."id" = "own_orders"."customer_id"
  group by 1
  having not coalesce((count(*) = $1::bigint), false)
)
select count(*) as "customers.count"
from "customers"
where not exists (
  select 1
  from asked_1
  where array[asked_1.d0] = array["customers"."id"]
);
-- duckdb:
-- 18|   where asked_1.d0 is not distinct from "customers"."id"
-- mysql:
-- 11|   having not coalesce((count(*) = cast(? as signed)), false)
-- 18|   where asked_1.d0 <=> `customers`.`id`
-- clickhouse:
-- 11|   having not coalesce((count(*) = {p1:Int64}), false)
-- 15| where not toJSONString(tuple("customers"."id")) in (
-- 16|   select toJSONString(tuple(asked_1.d0))
-- 18| )
-- 19| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', output_format_json_quote_denormals = 1;
-- trino:
-- 11|   having not coalesce((count(*) = cast(? as bigint)), false)
-- 15| where not json_format(cast(array[cast("customers"."id" as json)] as json)) in (
-- 16|   select json_format(cast(array[cast(asked_1.d0 as json)] as json))
-- 18 is left out
-- bigquery:
-- 11|   having not coalesce((count(*) = cast(@p1 as int64)), false)
-- 15| where not to_json_string([to_json_string(`customers`.`id`)]) in (
-- 16|   select to_json_string([to_json_string(asked_1.d0)])
-- 18 is left out
-- databricks:
-- 11|   having not coalesce((count(*) = cast(:p1 as bigint)), false)
-- 15| where not to_json(named_struct('c0', `customers`.`id`)) in (
-- 16|   select to_json(named_struct('c0', asked_1.d0))
-- 18 is left out
-- snowflake:
-- 11|   having not coalesce((count(*) = cast(? as number(38, 0))), false)
-- 15| where not to_json(array_construct("customers"."id")) in (
-- 16|   select to_json(array_construct(asked_1.d0))
-- 18 is left out
-- redshift:
-- 18|   where (asked_1.d0 = "customers"."id" or (asked_1.d0 is null and "customers"."id" is null))

-- two conditions that some row exists may be met by different rows
-- ["shoe","shirt"]
select distinct "customers"."name" as "customers.name"
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
  and exists (
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
order by "customers.name" nulls last;
-- duckdb:
-- 4| where "customers"."id" in (
-- 5|   select "orders"."customer_id"
-- 7|   where "orders"."id" in (
-- 8|     select "items"."order_id"
-- 9|     from "items"
-- 10|     where "items"."sku" = $1
-- 11|   )
-- 12 is left out
-- 13 is left out
-- 15|   and "customers"."id" in (
-- 16|     select "customers_orders"."customer_id"
-- 18|     where "customers_orders"."id" in (
-- 19|       select "orders_items"."order_id"
-- 20|       from "items" as "orders_items"
-- 21|       where "orders_items"."sku" = $2
-- 22|     )
-- 23 is left out
-- 24 is left out
-- mysql:
-- 4| where `customers`.`id` in (
-- 5|   select `orders`.`customer_id`
-- 7|   where `orders`.`id` in (
-- 8|     select `items`.`order_id`
-- 9|     from `items`
-- 10|     where `items`.`sku` = ?
-- 11|   )
-- 12 is left out
-- 13 is left out
-- 15|   and `customers`.`id` in (
-- 16|     select `customers_orders`.`customer_id`
-- 18|     where `customers_orders`.`id` in (
-- 19|       select `orders_items`.`order_id`
-- 20|       from `items` as `orders_items`
-- 21|       where `orders_items`.`sku` = ?
-- 22|     )
-- 23 is left out
-- 24 is left out
-- 26| order by `customers.name` <=> null, `customers.name`;
-- clickhouse:
-- 4| where "customers"."id" in (
-- 5|   select "orders"."customer_id"
-- 7|   where "orders"."id" in (
-- 8|     select "items"."order_id"
-- 9|     from "items"
-- 10|     where "items"."sku" = {p1:String}
-- 11|   )
-- 12 is left out
-- 13 is left out
-- 15|   and "customers"."id" in (
-- 16|     select "customers_orders"."customer_id"
-- 18|     where "customers_orders"."id" in (
-- 19|       select "orders_items"."order_id"
-- 20|       from "items" as "orders_items"
-- 21|       where "orders_items"."sku" = {p2:String}
-- 22|     )
-- 23 is left out
-- 24 is left out
-- 26| order by 1 nulls last
-- 26+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino, snowflake:
-- 4| where "customers"."id" in (
-- 5|   select "orders"."customer_id"
-- 7|   where "orders"."id" in (
-- 8|     select "items"."order_id"
-- 9|     from "items"
-- 10|     where "items"."sku" = ?
-- 11|   )
-- 12 is left out
-- 13 is left out
-- 15|   and "customers"."id" in (
-- 16|     select "customers_orders"."customer_id"
-- 18|     where "customers_orders"."id" in (
-- 19|       select "orders_items"."order_id"
-- 20|       from "items" as "orders_items"
-- 21|       where "orders_items"."sku" = ?
-- 22|     )
-- 23 is left out
-- 24 is left out
-- bigquery:
-- 4| where `customers`.`id` in (
-- 5|   select `orders`.`customer_id`
-- 7|   where `orders`.`id` in (
-- 8|     select `items`.`order_id`
-- 9|     from `items`
-- 10|     where `items`.`sku` = @p1
-- 11|   )
-- 12 is left out
-- 13 is left out
-- 15|   and `customers`.`id` in (
-- 16|     select `customers_orders`.`customer_id`
-- 18|     where `customers_orders`.`id` in (
-- 19|       select `orders_items`.`order_id`
-- 20|       from `items` as `orders_items`
-- 21|       where `orders_items`.`sku` = @p2
-- 22|     )
-- 23 is left out
-- 24 is left out
-- databricks:
-- 4| where `customers`.`id` in (
-- 5|   select `orders`.`customer_id`
-- 7|   where `orders`.`id` in (
-- 8|     select `items`.`order_id`
-- 9|     from `items`
-- 10|     where `items`.`sku` = :p1
-- 11|   )
-- 12 is left out
-- 13 is left out
-- 15|   and `customers`.`id` in (
-- 16|     select `customers_orders`.`customer_id`
-- 18|     where `customers_orders`.`id` in (
-- 19|       select `orders_items`.`order_id`
-- 20|       from `items` as `orders_items`
-- 21|       where `orders_items`.`sku` = :p2
-- 22|     )
-- 23 is left out
-- 24 is left out
-- redshift: the same

-- two filters on one many side must hold in the same row
-- ["shoe","shirt"]
select distinct "customers"."name" as "customers.name"
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
        and "items"."sku" = $2
    )
)
order by "customers.name" nulls last;
-- duckdb:
-- 4| where "customers"."id" in (
-- 5|   select "orders"."customer_id"
-- 7|   where "orders"."id" in (
-- 8|     select "items"."order_id"
-- 9|     from "items"
-- 10|     where "items"."sku" = $1
-- 11|       and "items"."sku" = $2
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
-- 11|       and `items`.`sku` = ?
-- 12|   )
-- 13 is left out
-- 14 is left out
-- 16| order by `customers.name` <=> null, `customers.name`;
-- clickhouse:
-- 4| where "customers"."id" in (
-- 5|   select "orders"."customer_id"
-- 7|   where "orders"."id" in (
-- 8|     select "items"."order_id"
-- 9|     from "items"
-- 10|     where "items"."sku" = {p1:String}
-- 11|       and "items"."sku" = {p2:String}
-- 12|   )
-- 13 is left out
-- 14 is left out
-- 16| order by 1 nulls last
-- 16+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino, snowflake:
-- 4| where "customers"."id" in (
-- 5|   select "orders"."customer_id"
-- 7|   where "orders"."id" in (
-- 8|     select "items"."order_id"
-- 9|     from "items"
-- 10|     where "items"."sku" = ?
-- 11|       and "items"."sku" = ?
-- 12|   )
-- 13 is left out
-- 14 is left out
-- bigquery:
-- 4| where `customers`.`id` in (
-- 5|   select `orders`.`customer_id`
-- 7|   where `orders`.`id` in (
-- 8|     select `items`.`order_id`
-- 9|     from `items`
-- 10|     where `items`.`sku` = @p1
-- 11|       and `items`.`sku` = @p2
-- 12|   )
-- 13 is left out
-- 14 is left out
-- databricks:
-- 4| where `customers`.`id` in (
-- 5|   select `orders`.`customer_id`
-- 7|   where `orders`.`id` in (
-- 8|     select `items`.`order_id`
-- 9|     from `items`
-- 10|     where `items`.`sku` = :p1
-- 11|       and `items`.`sku` = :p2
-- 12|   )
-- 13 is left out
-- 14 is left out
-- redshift: the same

-- a condition that no row exists
select distinct "customers"."name" as "customers.name"
from "customers"
where not exists (
  select 1
  from "orders"
  where "orders"."customer_id" = "customers"."id"
)
order by "customers.name" nulls last;
-- duckdb, trino, snowflake:
-- 3| where not coalesce("customers"."id" in (
-- 4|   select "orders"."customer_id"
-- 6| ), false)
-- 7 is left out
-- mysql:
-- 3| where not coalesce(`customers`.`id` in (
-- 4|   select `orders`.`customer_id`
-- 6| ), false)
-- 7| order by `customers.name` <=> null, `customers.name`;
-- 8 is left out
-- clickhouse:
-- 3| where not coalesce("customers"."id" in (
-- 4|   select "orders"."customer_id"
-- 6| ), false)
-- 7| order by 1 nulls last
-- 8| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- bigquery, databricks:
-- 3| where not coalesce(`customers`.`id` in (
-- 4|   select `orders`.`customer_id`
-- 6| ), false)
-- 7 is left out
-- redshift: the same

-- a condition that some row exists beside one that no row exists
-- ["shoe"]
select distinct "customers"."name" as "customers.name"
from "customers"
where exists (
  select 1
  from "orders"
  where "orders"."customer_id" = "customers"."id"
)
  and not exists (
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
order by "customers.name" nulls last;
-- duckdb:
-- 4| where "customers"."id" in (
-- 5|   select "orders"."customer_id"
-- 7 is left out
-- 9|   and not coalesce("customers"."id" in (
-- 10|     select "customers_orders"."customer_id"
-- 12|     where "customers_orders"."id" in (
-- 13|       select "items"."order_id"
-- 14|       from "items"
-- 15|       where "items"."sku" = $1
-- 16|     )
-- 17|   ), false)
-- 18 is left out
-- 19 is left out
-- mysql:
-- 4| where `customers`.`id` in (
-- 5|   select `orders`.`customer_id`
-- 7 is left out
-- 9|   and not coalesce(`customers`.`id` in (
-- 10|     select `customers_orders`.`customer_id`
-- 12|     where `customers_orders`.`id` in (
-- 13|       select `items`.`order_id`
-- 14|       from `items`
-- 15|       where `items`.`sku` = ?
-- 16|     )
-- 17|   ), false)
-- 18| order by `customers.name` <=> null, `customers.name`;
-- 19 is left out
-- 20 is left out
-- clickhouse:
-- 4| where "customers"."id" in (
-- 5|   select "orders"."customer_id"
-- 7 is left out
-- 9|   and not coalesce("customers"."id" in (
-- 10|     select "customers_orders"."customer_id"
-- 12|     where "customers_orders"."id" in (
-- 13|       select "items"."order_id"
-- 14|       from "items"
-- 15|       where "items"."sku" = {p1:String}
-- 16|     )
-- 17|   ), false)
-- 18| order by 1 nulls last
-- 19| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- 20 is left out
-- trino, snowflake:
-- 4| where "customers"."id" in (
-- 5|   select "orders"."customer_id"
-- 7 is left out
-- 9|   and not coalesce("customers"."id" in (
-- 10|     select "customers_orders"."customer_id"
-- 12|     where "customers_orders"."id" in (
-- 13|       select "items"."order_id"
-- 14|       from "items"
-- 15|       where "items"."sku" = ?
-- 16|     )
-- 17|   ), false)
-- 18 is left out
-- 19 is left out
-- bigquery:
-- 4| where `customers`.`id` in (
-- 5|   select `orders`.`customer_id`
-- 7 is left out
-- 9|   and not coalesce(`customers`.`id` in (
-- 10|     select `customers_orders`.`customer_id`
-- 12|     where `customers_orders`.`id` in (
-- 13|       select `items`.`order_id`
-- 14|       from `items`
-- 15|       where `items`.`sku` = @p1
-- 16|     )
-- 17|   ), false)
-- 18 is left out
-- 19 is left out
-- databricks:
-- 4| where `customers`.`id` in (
-- 5|   select `orders`.`customer_id`
-- 7 is left out
-- 9|   and not coalesce(`customers`.`id` in (
-- 10|     select `customers_orders`.`customer_id`
-- 12|     where `customers_orders`.`id` in (
-- 13|       select `items`.`order_id`
-- 14|       from `items`
-- 15|       where `items`.`sku` = :p1
-- 16|     )
-- 17|   ), false)
-- 18 is left out
-- 19 is left out
-- redshift: the same

-- a condition that some row exists does not limit the rows that are measured
-- ["shoe"]
select
  "items"."sku" as "items.sku",
  sum("items"."quantity") as "items.quantity"
from "items"
left join "orders" on "orders"."id" = "items"."order_id"
left join "customers" on "customers"."id" = "orders"."customer_id"
where exists (
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
-- duckdb:
-- 8| where "customers"."id" in (
-- 9|   select "customers_orders"."customer_id"
-- 11|   where "customers_orders"."id" in (
-- 12|     select "orders_items"."order_id"
-- 13|     from "items" as "orders_items"
-- 14|     where "orders_items"."sku" = $1
-- 15|   )
-- 16 is left out
-- 17 is left out
-- mysql:
-- 8| where `customers`.`id` in (
-- 9|   select `customers_orders`.`customer_id`
-- 11|   where `customers_orders`.`id` in (
-- 12|     select `orders_items`.`order_id`
-- 13|     from `items` as `orders_items`
-- 14|     where `orders_items`.`sku` = ?
-- 15|   )
-- 16 is left out
-- 17 is left out
-- 20| order by `items.sku` <=> null, `items.sku`;
-- clickhouse:
-- 4|   sumOrNull("items"."quantity" + toDecimal128(0, 0)) as "items.quantity"
-- 8| where "customers"."id" in (
-- 9|   select "customers_orders"."customer_id"
-- 11|   where "customers_orders"."id" in (
-- 12|     select "orders_items"."order_id"
-- 13|     from "items" as "orders_items"
-- 14|     where "orders_items"."sku" = {p1:String}
-- 15|   )
-- 16 is left out
-- 17 is left out
-- 20| order by 1 nulls last
-- 20+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino, snowflake:
-- 8| where "customers"."id" in (
-- 9|   select "customers_orders"."customer_id"
-- 11|   where "customers_orders"."id" in (
-- 12|     select "orders_items"."order_id"
-- 13|     from "items" as "orders_items"
-- 14|     where "orders_items"."sku" = ?
-- 15|   )
-- 16 is left out
-- 17 is left out
-- bigquery:
-- 8| where `customers`.`id` in (
-- 9|   select `customers_orders`.`customer_id`
-- 11|   where `customers_orders`.`id` in (
-- 12|     select `orders_items`.`order_id`
-- 13|     from `items` as `orders_items`
-- 14|     where `orders_items`.`sku` = @p1
-- 15|   )
-- 16 is left out
-- 17 is left out
-- databricks:
-- 8| where `customers`.`id` in (
-- 9|   select `customers_orders`.`customer_id`
-- 11|   where `customers_orders`.`id` in (
-- 12|     select `orders_items`.`order_id`
-- 13|     from `items` as `orders_items`
-- 14|     where `orders_items`.`sku` = :p1
-- 15|   )
-- 16 is left out
-- 17 is left out
-- redshift: the same

-- conditions that rows exist or not, over a path of roles
-- ["hat","hat"]
select distinct "orders"."id" as "orders.id"
from "customers"
left join "orders" on "orders"."customer_id" = "customers"."id"
where exists (
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
  and not exists (
    select 1
    from "orders" as "customers_orders_2"
    where "customers_orders_2"."customer_id" = "customers"."id"
      and exists (
        select 1
        from "items" as "orders_items"
        where "orders_items"."order_id" = "customers_orders_2"."id"
          and "orders_items"."sku" is distinct from $2
      )
  )
order by "orders.id" nulls last;
-- duckdb:
-- 5| where "customers"."id" in (
-- 6|   select "customers_orders"."customer_id"
-- 8|   where "customers_orders"."id" in (
-- 9|     select "items"."order_id"
-- 10|     from "items"
-- 11|     where "items"."sku" = $1
-- 12|   )
-- 13 is left out
-- 14 is left out
-- 16|   and not coalesce("customers"."id" in (
-- 17|     select "customers_orders_2"."customer_id"
-- 19|     where "customers_orders_2"."id" in (
-- 20|       select "orders_items"."order_id"
-- 21|       from "items" as "orders_items"
-- 22|       where ("orders_items"."sku" <> $2 or "orders_items"."sku" is null)
-- 23|     )
-- 24|   ), false)
-- 25 is left out
-- 26 is left out
-- mysql:
-- 5| where `customers`.`id` in (
-- 6|   select `customers_orders`.`customer_id`
-- 8|   where `customers_orders`.`id` in (
-- 9|     select `items`.`order_id`
-- 10|     from `items`
-- 11|     where `items`.`sku` = ?
-- 12|   )
-- 13 is left out
-- 14 is left out
-- 16|   and not coalesce(`customers`.`id` in (
-- 17|     select `customers_orders_2`.`customer_id`
-- 19|     where `customers_orders_2`.`id` in (
-- 20|       select `orders_items`.`order_id`
-- 21|       from `items` as `orders_items`
-- 22|       where not (`orders_items`.`sku` <=> ?)
-- 23|     )
-- 24|   ), false)
-- 25| order by `orders.id` <=> null, `orders.id`;
-- 26 is left out
-- 27 is left out
-- clickhouse:
-- 5| where "customers"."id" in (
-- 6|   select "customers_orders"."customer_id"
-- 8|   where "customers_orders"."id" in (
-- 9|     select "items"."order_id"
-- 10|     from "items"
-- 11|     where "items"."sku" = {p1:String}
-- 12|   )
-- 13 is left out
-- 14 is left out
-- 16|   and not coalesce("customers"."id" in (
-- 17|     select "customers_orders_2"."customer_id"
-- 19|     where "customers_orders_2"."id" in (
-- 20|       select "orders_items"."order_id"
-- 21|       from "items" as "orders_items"
-- 22|       where ifNull("orders_items"."sku" not in ({p2:String}), true)
-- 23|     )
-- 24|   ), false)
-- 25| order by 1 nulls last
-- 26| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- 27 is left out
-- trino, snowflake:
-- 5| where "customers"."id" in (
-- 6|   select "customers_orders"."customer_id"
-- 8|   where "customers_orders"."id" in (
-- 9|     select "items"."order_id"
-- 10|     from "items"
-- 11|     where "items"."sku" = ?
-- 12|   )
-- 13 is left out
-- 14 is left out
-- 16|   and not coalesce("customers"."id" in (
-- 17|     select "customers_orders_2"."customer_id"
-- 19|     where "customers_orders_2"."id" in (
-- 20|       select "orders_items"."order_id"
-- 21|       from "items" as "orders_items"
-- 22|       where "orders_items"."sku" is distinct from ?
-- 23|     )
-- 24|   ), false)
-- 25 is left out
-- 26 is left out
-- bigquery:
-- 5| where `customers`.`id` in (
-- 6|   select `customers_orders`.`customer_id`
-- 8|   where `customers_orders`.`id` in (
-- 9|     select `items`.`order_id`
-- 10|     from `items`
-- 11|     where `items`.`sku` = @p1
-- 12|   )
-- 13 is left out
-- 14 is left out
-- 16|   and not coalesce(`customers`.`id` in (
-- 17|     select `customers_orders_2`.`customer_id`
-- 19|     where `customers_orders_2`.`id` in (
-- 20|       select `orders_items`.`order_id`
-- 21|       from `items` as `orders_items`
-- 22|       where `orders_items`.`sku` is distinct from @p2
-- 23|     )
-- 24|   ), false)
-- 25 is left out
-- 26 is left out
-- databricks:
-- 5| where `customers`.`id` in (
-- 6|   select `customers_orders`.`customer_id`
-- 8|   where `customers_orders`.`id` in (
-- 9|     select `items`.`order_id`
-- 10|     from `items`
-- 11|     where `items`.`sku` = :p1
-- 12|   )
-- 13 is left out
-- 14 is left out
-- 16|   and not coalesce(`customers`.`id` in (
-- 17|     select `customers_orders_2`.`customer_id`
-- 19|     where `customers_orders_2`.`id` in (
-- 20|       select `orders_items`.`order_id`
-- 21|       from `items` as `orders_items`
-- 22|       where not (`orders_items`.`sku` <=> :p2)
-- 23|     )
-- 24|   ), false)
-- 25 is left out
-- 26 is left out
-- redshift:
-- 24|           and ("orders_items"."sku" <> $2 or "orders_items"."sku" is null)

-- several filters of a condition that some row exists are met by one row
-- ["paid","shirt","shoe"]
select distinct "customers"."name" as "customers.name"
from "customers"
where exists (
  select 1
  from "orders"
  where "orders"."customer_id" = "customers"."id"
    and "orders"."status" = $1
    and exists (
      select 1
      from "items"
      where "items"."order_id" = "orders"."id"
        and "items"."sku" = $2
    )
    and not exists (
      select 1
      from "items" as "orders_items"
      where "orders_items"."order_id" = "orders"."id"
        and "orders_items"."sku" = $3
    )
)
order by "customers.name" nulls last;
-- duckdb:
-- 4| where "customers"."id" in (
-- 5|   select "orders"."customer_id"
-- 7|   where "orders"."status" = $1
-- 8|     and "orders"."id" in (
-- 9|       select "items"."order_id"
-- 10 is left out
-- 12|       where "items"."sku" = $2
-- 13 is left out
-- 15|     and not coalesce("orders"."id" in (
-- 16|       select "orders_items"."order_id"
-- 18|       where "orders_items"."sku" = $3
-- 19|     ), false)
-- 20 is left out
-- mysql:
-- 4| where `customers`.`id` in (
-- 5|   select `orders`.`customer_id`
-- 7|   where `orders`.`status` = ?
-- 8|     and `orders`.`id` in (
-- 9|       select `items`.`order_id`
-- 10 is left out
-- 12|       where `items`.`sku` = ?
-- 13 is left out
-- 15|     and not coalesce(`orders`.`id` in (
-- 16|       select `orders_items`.`order_id`
-- 18|       where `orders_items`.`sku` = ?
-- 19|     ), false)
-- 20 is left out
-- 22| order by `customers.name` <=> null, `customers.name`;
-- clickhouse:
-- 4| where "customers"."id" in (
-- 5|   select "orders"."customer_id"
-- 7|   where "orders"."status" = {p1:String}
-- 8|     and "orders"."id" in (
-- 9|       select "items"."order_id"
-- 10 is left out
-- 12|       where "items"."sku" = {p2:String}
-- 13 is left out
-- 15|     and not coalesce("orders"."id" in (
-- 16|       select "orders_items"."order_id"
-- 18|       where "orders_items"."sku" = {p3:String}
-- 19|     ), false)
-- 20 is left out
-- 22| order by 1 nulls last
-- 22+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino, snowflake:
-- 4| where "customers"."id" in (
-- 5|   select "orders"."customer_id"
-- 7|   where "orders"."status" = ?
-- 8|     and "orders"."id" in (
-- 9|       select "items"."order_id"
-- 10 is left out
-- 12|       where "items"."sku" = ?
-- 13 is left out
-- 15|     and not coalesce("orders"."id" in (
-- 16|       select "orders_items"."order_id"
-- 18|       where "orders_items"."sku" = ?
-- 19|     ), false)
-- 20 is left out
-- bigquery:
-- 4| where `customers`.`id` in (
-- 5|   select `orders`.`customer_id`
-- 7|   where `orders`.`status` = @p1
-- 8|     and `orders`.`id` in (
-- 9|       select `items`.`order_id`
-- 10 is left out
-- 12|       where `items`.`sku` = @p2
-- 13 is left out
-- 15|     and not coalesce(`orders`.`id` in (
-- 16|       select `orders_items`.`order_id`
-- 18|       where `orders_items`.`sku` = @p3
-- 19|     ), false)
-- 20 is left out
-- databricks:
-- 4| where `customers`.`id` in (
-- 5|   select `orders`.`customer_id`
-- 7|   where `orders`.`status` = :p1
-- 8|     and `orders`.`id` in (
-- 9|       select `items`.`order_id`
-- 10 is left out
-- 12|       where `items`.`sku` = :p2
-- 13 is left out
-- 15|     and not coalesce(`orders`.`id` in (
-- 16|       select `orders_items`.`order_id`
-- 18|       where `orders_items`.`sku` = :p3
-- 19|     ), false)
-- 20 is left out
-- redshift: the same

-- a condition that no row exists may be on the one side
select sum("items"."quantity") as "items.quantity"
from "items"
left join "orders" on "orders"."id" = "items"."order_id"
where not exists (
  select 1
  from "customers"
  where "customers"."id" = "orders"."customer_id"
);
-- duckdb, trino, snowflake:
-- 4| where not coalesce("orders"."customer_id" in (
-- 5|   select "customers"."id"
-- 7| ), false);
-- 8 is left out
-- mysql, bigquery, databricks:
-- 4| where not coalesce(`orders`.`customer_id` in (
-- 5|   select `customers`.`id`
-- 7| ), false);
-- 8 is left out
-- clickhouse:
-- 1| select sumOrNull("items"."quantity" + toDecimal128(0, 0)) as "items.quantity"
-- 4| where not coalesce("orders"."customer_id" in (
-- 5|   select "customers"."id"
-- 7| ), false)
-- 8| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- redshift: the same

-- a condition on groups inside a condition that some row exists
-- ["2"]
with asked_1 as (
  select "orders"."id" as d0
  from "items"
  left join "orders" on "orders"."id" = "items"."order_id"
  group by 1
  having count(*) >= $1::bigint
)
select distinct "customers"."name" as "customers.name"
from "customers"
where (not exists (
  select 1
  from "orders"
  where "orders"."customer_id" = "customers"."id"
) or exists (
  select 1
  from "orders" as "customers_orders"
  where "customers_orders"."customer_id" = "customers"."id"
    and exists (
      select 1
      from asked_1
      where array[asked_1.d0] = array["customers_orders"."id"]
    )
))
order by "customers.name" nulls last;
-- duckdb:
-- 11| where (not coalesce("customers"."id" in (
-- 12|   select "orders"."customer_id"
-- 14| ), false) or "customers"."id" in (
-- 15|   select "customers_orders"."customer_id"
-- 16 is left out
-- 18|   where exists (
-- 19|     select 1
-- 20|     from asked_1
-- 21|     where asked_1.d0 is not distinct from "customers_orders"."id"
-- 22|   )
-- 23 is left out
-- mysql:
-- 7|   having count(*) >= cast(? as signed)
-- 11| where (not coalesce(`customers`.`id` in (
-- 12|   select `orders`.`customer_id`
-- 14| ), false) or `customers`.`id` in (
-- 15|   select `customers_orders`.`customer_id`
-- 16 is left out
-- 18|   where exists (
-- 19|     select 1
-- 20|     from asked_1
-- 21|     where asked_1.d0 <=> `customers_orders`.`id`
-- 22|   )
-- 23 is left out
-- 25| order by `customers.name` <=> null, `customers.name`;
-- clickhouse:
-- 7|   having count(*) >= {p1:Int64}
-- 11| where (not coalesce("customers"."id" in (
-- 12|   select "orders"."customer_id"
-- 14| ), false) or "customers"."id" in (
-- 15|   select "customers_orders"."customer_id"
-- 16 is left out
-- 18|   where toJSONString(tuple("customers_orders"."id")) in (
-- 19|     select toJSONString(tuple(asked_1.d0))
-- 20|     from asked_1
-- 21|   )
-- 22 is left out
-- 23 is left out
-- 25| order by 1 nulls last
-- 25+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', output_format_json_quote_denormals = 1;
-- trino:
-- 7|   having count(*) >= cast(? as bigint)
-- 11| where (not coalesce("customers"."id" in (
-- 12|   select "orders"."customer_id"
-- 14| ), false) or "customers"."id" in (
-- 15|   select "customers_orders"."customer_id"
-- 16 is left out
-- 18|   where json_format(cast(array[cast("customers_orders"."id" as json)] as json)) in (
-- 19|     select json_format(cast(array[cast(asked_1.d0 as json)] as json))
-- 20|     from asked_1
-- 21|   )
-- 22 is left out
-- 23 is left out
-- bigquery:
-- 7|   having count(*) >= cast(@p1 as int64)
-- 11| where (not coalesce(`customers`.`id` in (
-- 12|   select `orders`.`customer_id`
-- 14| ), false) or `customers`.`id` in (
-- 15|   select `customers_orders`.`customer_id`
-- 16 is left out
-- 18|   where to_json_string([to_json_string(`customers_orders`.`id`)]) in (
-- 19|     select to_json_string([to_json_string(asked_1.d0)])
-- 20|     from asked_1
-- 21|   )
-- 22 is left out
-- 23 is left out
-- databricks:
-- 7|   having count(*) >= cast(:p1 as bigint)
-- 11| where (not coalesce(`customers`.`id` in (
-- 12|   select `orders`.`customer_id`
-- 14| ), false) or `customers`.`id` in (
-- 15|   select `customers_orders`.`customer_id`
-- 16 is left out
-- 18|   where to_json(named_struct('c0', `customers_orders`.`id`)) in (
-- 19|     select to_json(named_struct('c0', asked_1.d0))
-- 20|     from asked_1
-- 21|   )
-- 22 is left out
-- 23 is left out
-- snowflake:
-- 7|   having count(*) >= cast(? as number(38, 0))
-- 11| where (not coalesce("customers"."id" in (
-- 12|   select "orders"."customer_id"
-- 14| ), false) or "customers"."id" in (
-- 15|   select "customers_orders"."customer_id"
-- 16 is left out
-- 18|   where to_json(array_construct("customers_orders"."id")) in (
-- 19|     select to_json(array_construct(asked_1.d0))
-- 20|     from asked_1
-- 21|   )
-- 22 is left out
-- 23 is left out
-- redshift:
-- 22|       where (asked_1.d0 = "customers_orders"."id" or (asked_1.d0 is null and "customers_orders"."id" is null))

-- a condition that some row exists reads only rows that the caller may see
-- ["south"]
select distinct "customers"."name" as "customers.name"
from "customers"
where not exists (
  select 1
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
  where "own_orders"."customer_id" = "customers"."id"
)
order by "customers.name" nulls last;
-- duckdb:
-- 4| where not coalesce("customers"."id" in (
-- 5|   select "own_orders"."customer_id"
-- 9|     where "own_orders"."customer_id" in (
-- 10|       select "customers"."id"
-- 12|       where "customers"."region" in ($1)
-- 13 is left out
-- 16| ), false)
-- 17 is left out
-- mysql:
-- 4| where not coalesce(`customers`.`id` in (
-- 5|   select `own_orders`.`customer_id`
-- 9|     where `own_orders`.`customer_id` in (
-- 10|       select `customers`.`id`
-- 12|       where `customers`.`region` in (?)
-- 13 is left out
-- 16| ), false)
-- 17| order by `customers.name` <=> null, `customers.name`;
-- 18 is left out
-- clickhouse:
-- 4| where not coalesce("customers"."id" in (
-- 5|   select "own_orders"."customer_id"
-- 9|     where "own_orders"."customer_id" in (
-- 10|       select "customers"."id"
-- 12|       where "customers"."region" in ({p1:String})
-- 13 is left out
-- 16| ), false)
-- 17| order by 1 nulls last
-- 18| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino, snowflake:
-- 4| where not coalesce("customers"."id" in (
-- 5|   select "own_orders"."customer_id"
-- 9|     where "own_orders"."customer_id" in (
-- 10|       select "customers"."id"
-- 12|       where "customers"."region" in (?)
-- 13 is left out
-- 16| ), false)
-- 17 is left out
-- bigquery:
-- 4| where not coalesce(`customers`.`id` in (
-- 5|   select `own_orders`.`customer_id`
-- 9|     where `own_orders`.`customer_id` in (
-- 10|       select `customers`.`id`
-- 12|       where `customers`.`region` in (@p1)
-- 13 is left out
-- 16| ), false)
-- 17 is left out
-- databricks:
-- 4| where not coalesce(`customers`.`id` in (
-- 5|   select `own_orders`.`customer_id`
-- 9|     where `own_orders`.`customer_id` in (
-- 10|       select `customers`.`id`
-- 12|       where `customers`.`region` in (:p1)
-- 13 is left out
-- 16| ), false)
-- 17 is left out
-- redshift: the same

-- a negated condition keeps nulls
-- ["paid"]
select "id" as "orders.id"
from "orders"
where not coalesce("status" = $1, false)
order by "orders.id" nulls last;
-- duckdb, redshift: the same
-- mysql:
-- 4| where not coalesce(`status` = ?, false)
-- 5| order by `orders.id` <=> null, `orders.id`;
-- clickhouse:
-- 4| where not coalesce("status" = {p1:String}, false)
-- 5| order by 1 nulls last
-- 5+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino, snowflake:
-- 4| where not coalesce("status" = ?, false)
-- bigquery:
-- 4| where not coalesce(`status` = @p1, false)
-- databricks:
-- 4| where not coalesce(`status` = :p1, false)

-- a negated condition on a many side means that no row there meets it
-- ["paid"]
select distinct "customers"."name" as "customers.name"
from "customers"
where not exists (
  select 1
  from "orders"
  where "orders"."customer_id" = "customers"."id"
    and "orders"."status" = $1
)
order by "customers.name" nulls last;
-- duckdb:
-- 4| where not coalesce("customers"."id" in (
-- 5|   select "orders"."customer_id"
-- 7|   where "orders"."status" = $1
-- 8| ), false)
-- 9 is left out
-- mysql:
-- 4| where not coalesce(`customers`.`id` in (
-- 5|   select `orders`.`customer_id`
-- 7|   where `orders`.`status` = ?
-- 8| ), false)
-- 9| order by `customers.name` <=> null, `customers.name`;
-- 10 is left out
-- clickhouse:
-- 4| where not coalesce("customers"."id" in (
-- 5|   select "orders"."customer_id"
-- 7|   where "orders"."status" = {p1:String}
-- 8| ), false)
-- 9| order by 1 nulls last
-- 10| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino, snowflake:
-- 4| where not coalesce("customers"."id" in (
-- 5|   select "orders"."customer_id"
-- 7|   where "orders"."status" = ?
-- 8| ), false)
-- 9 is left out
-- bigquery:
-- 4| where not coalesce(`customers`.`id` in (
-- 5|   select `orders`.`customer_id`
-- 7|   where `orders`.`status` = @p1
-- 8| ), false)
-- 9 is left out
-- databricks:
-- 4| where not coalesce(`customers`.`id` in (
-- 5|   select `orders`.`customer_id`
-- 7|   where `orders`.`status` = :p1
-- 8| ), false)
-- 9 is left out
-- redshift: the same

-- a negated condition on a measure leaves groups out
-- ["20"]
select
  "status" as "orders.status",
  sum("amount") as "orders.total"
from "orders"
group by 1
having not coalesce((sum("amount") > $1::bigint), false)
order by "orders.status" nulls last;
-- duckdb, redshift: the same
-- mysql:
-- 7| having not coalesce((sum(`amount`) > cast(? as signed)), false)
-- 8| order by `orders.status` <=> null, `orders.status`;
-- clickhouse:
-- 4|   sumOrNull("amount" + toDecimal128(0, 0)) as "orders.total"
-- 7| having not coalesce((sumOrNull("amount" + toDecimal128(0, 0)) > {p1:Int64}), false)
-- 8| order by 1 nulls last
-- 8+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 7| having not coalesce((sum("amount") > cast(? as bigint)), false)
-- bigquery:
-- 7| having not coalesce((sum(`amount`) > cast(@p1 as int64)), false)
-- databricks:
-- 7| having not coalesce((sum(`amount`) > cast(:p1 as bigint)), false)
-- snowflake:
-- 7| having not coalesce((sum("amount") > cast(? as number(38, 0))), false)

-- a condition on groups is independent of a condition that some row exists
-- ["3"]
with asked_1 as (
  select "customers"."region" as d0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1
  having count(*) >= $1::bigint
)
select "orders"."id" as "orders.id"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
where exists (
  select 1
  from "customers" as "orders_customers"
  where "orders_customers"."id" = "orders"."customer_id"
)
  and exists (
    select 1
    from asked_1
    where array[asked_1.d0] = array["customers"."region"]
  )
order by "orders.id" nulls last;
-- duckdb:
-- 12| where "orders"."customer_id" in (
-- 13|   select "orders_customers"."id"
-- 15 is left out
-- 20|     where asked_1.d0 is not distinct from "customers"."region"
-- mysql:
-- 7|   having count(*) >= cast(? as signed)
-- 12| where `orders`.`customer_id` in (
-- 13|   select `orders_customers`.`id`
-- 15 is left out
-- 20|     where asked_1.d0 <=> `customers`.`region`
-- 22| order by `orders.id` <=> null, `orders.id`;
-- clickhouse:
-- 7|   having count(*) >= {p1:Int64}
-- 12| where "orders"."customer_id" in (
-- 13|   select "orders_customers"."id"
-- 15 is left out
-- 17|   and toJSONString(tuple("customers"."region")) in (
-- 18|     select toJSONString(tuple(asked_1.d0))
-- 20 is left out
-- 22| order by 1 nulls last
-- 22+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', output_format_json_quote_denormals = 1;
-- trino:
-- 7|   having count(*) >= cast(? as bigint)
-- 12| where "orders"."customer_id" in (
-- 13|   select "orders_customers"."id"
-- 15 is left out
-- 17|   and json_format(cast(array[cast("customers"."region" as json)] as json)) in (
-- 18|     select json_format(cast(array[cast(asked_1.d0 as json)] as json))
-- 20 is left out
-- bigquery:
-- 7|   having count(*) >= cast(@p1 as int64)
-- 12| where `orders`.`customer_id` in (
-- 13|   select `orders_customers`.`id`
-- 15 is left out
-- 17|   and to_json_string([to_json_string(`customers`.`region`)]) in (
-- 18|     select to_json_string([to_json_string(asked_1.d0)])
-- 20 is left out
-- databricks:
-- 7|   having count(*) >= cast(:p1 as bigint)
-- 12| where `orders`.`customer_id` in (
-- 13|   select `orders_customers`.`id`
-- 15 is left out
-- 17|   and to_json(named_struct('c0', `customers`.`region`)) in (
-- 18|     select to_json(named_struct('c0', asked_1.d0))
-- 20 is left out
-- snowflake:
-- 7|   having count(*) >= cast(? as number(38, 0))
-- 12| where "orders"."customer_id" in (
-- 13|   select "orders_customers"."id"
-- 15 is left out
-- 17|   and to_json(array_construct("customers"."region")) in (
-- 18|     select to_json(array_construct(asked_1.d0))
-- 20 is left out
-- redshift:
-- 20|     where (asked_1.d0 = "customers"."region" or (asked_1.d0 is null and "customers"."region" is null))

-- a condition that some row exists starts from the rows that are measured
-- ["shoe","2"]
with asked_1 as (
  select "customers"."id" as d0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  where exists (
    select 1
    from "items"
    where "items"."order_id" = "orders"."id"
      and "items"."sku" = $1
  )
  group by 1
  having count(*) >= $2::bigint
)
select distinct "customers"."name" as "customers.name"
from "customers"
where exists (
  select 1
  from asked_1
  where array[asked_1.d0] = array["customers"."id"]
)
order by "customers.name" nulls last;
-- duckdb:
-- 6|   where "orders"."id" in (
-- 7|     select "items"."order_id"
-- 9|     where "items"."sku" = $1
-- 10 is left out
-- 20|   where asked_1.d0 is not distinct from "customers"."id"
-- mysql:
-- 6|   where `orders`.`id` in (
-- 7|     select `items`.`order_id`
-- 9|     where `items`.`sku` = ?
-- 10 is left out
-- 13|   having count(*) >= cast(? as signed)
-- 20|   where asked_1.d0 <=> `customers`.`id`
-- 22| order by `customers.name` <=> null, `customers.name`;
-- clickhouse:
-- 6|   where "orders"."id" in (
-- 7|     select "items"."order_id"
-- 9|     where "items"."sku" = {p1:String}
-- 10 is left out
-- 13|   having count(*) >= {p2:Int64}
-- 17| where toJSONString(tuple("customers"."id")) in (
-- 18|   select toJSONString(tuple(asked_1.d0))
-- 20 is left out
-- 22| order by 1 nulls last
-- 22+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', output_format_json_quote_denormals = 1;
-- trino:
-- 6|   where "orders"."id" in (
-- 7|     select "items"."order_id"
-- 9|     where "items"."sku" = ?
-- 10 is left out
-- 13|   having count(*) >= cast(? as bigint)
-- 17| where json_format(cast(array[cast("customers"."id" as json)] as json)) in (
-- 18|   select json_format(cast(array[cast(asked_1.d0 as json)] as json))
-- 20 is left out
-- bigquery:
-- 6|   where `orders`.`id` in (
-- 7|     select `items`.`order_id`
-- 9|     where `items`.`sku` = @p1
-- 10 is left out
-- 13|   having count(*) >= cast(@p2 as int64)
-- 17| where to_json_string([to_json_string(`customers`.`id`)]) in (
-- 18|   select to_json_string([to_json_string(asked_1.d0)])
-- 20 is left out
-- databricks:
-- 6|   where `orders`.`id` in (
-- 7|     select `items`.`order_id`
-- 9|     where `items`.`sku` = :p1
-- 10 is left out
-- 13|   having count(*) >= cast(:p2 as bigint)
-- 17| where to_json(named_struct('c0', `customers`.`id`)) in (
-- 18|   select to_json(named_struct('c0', asked_1.d0))
-- 20 is left out
-- snowflake:
-- 6|   where "orders"."id" in (
-- 7|     select "items"."order_id"
-- 9|     where "items"."sku" = ?
-- 10 is left out
-- 13|   having count(*) >= cast(? as number(38, 0))
-- 17| where to_json(array_construct("customers"."id")) in (
-- 18|   select to_json(array_construct(asked_1.d0))
-- 20 is left out
-- redshift:
-- 20|   where (asked_1.d0 = "customers"."id" or (asked_1.d0 is null and "customers"."id" is null))

-- a condition that some row exists starts from the rows of a derived measure's components
-- ["shirt","10","shirt","10","shirt","10"]
with asked_1 as (
  select "customers"."id" as d0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  where exists (
    select 1
    from "items"
    where "items"."order_id" = "orders"."id"
      and "items"."sku" = $1
  )
  group by 1
  having (1.0 * sum("orders"."amount") / nullif(count(*), 0)) >= $2::bigint
),
asked_2 as (
  select "customers"."id" as d0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  where exists (
    select 1
    from "items"
    where "items"."order_id" = "orders"."id"
      and "items"."sku" = $3
  )
  group by 1
  having ((1.0 * sum("orders"."amount") / nullif(count(*), 0)) >= $4::bigint or true)
),
asked_3 as (
  select 1 as passed
  from "orders"
  where exists (
    select 1
    from "items"
    where "items"."order_id" = "orders"."id"
      and "items"."sku" = $5
  )
    and false
  having (1.0 * sum("orders"."amount") / nullif(count(*), 0)) >= $6::bigint
)
select distinct "customers"."name" as "customers.name"
from "customers"
where (exists (
  select 1
  from asked_1
  where array[asked_1.d0] = array["customers"."id"]
) or exists (
  select 1
  from asked_3
) and not exists (
  select 1
  from asked_2
  where array[asked_2.d0] = array["customers"."id"]
))
order by "customers.name" nulls last;
-- duckdb:
-- 6|   where "orders"."id" in (
-- 7|     select "items"."order_id"
-- 9|     where "items"."sku" = $1
-- 10 is left out
-- 13|   having (sum("orders"."amount") / nullif(count(*), 0)) >= $2::bigint
-- 19|   where "orders"."id" in (
-- 20|     select "items"."order_id"
-- 22|     where "items"."sku" = $3
-- 23 is left out
-- 26|   having ((sum("orders"."amount") / nullif(count(*), 0)) >= $4::bigint or true)
-- 31|   where "orders"."id" in (
-- 32|     select "items"."order_id"
-- 34|     where "items"."sku" = $5
-- 35 is left out
-- 38|   having (sum("orders"."amount") / nullif(count(*), 0)) >= $6::bigint
-- 45|   where asked_1.d0 is not distinct from "customers"."id"
-- 52|   where asked_2.d0 is not distinct from "customers"."id"
-- mysql:
-- 6|   where `orders`.`id` in (
-- 7|     select `items`.`order_id`
-- 9|     where `items`.`sku` = ?
-- 10 is left out
-- 13|   having (1.0000000000000000 * sum(`orders`.`amount`) / nullif(count(*), 0)) >= cast(? as signed)
-- 19|   where `orders`.`id` in (
-- 20|     select `items`.`order_id`
-- 22|     where `items`.`sku` = ?
-- 23 is left out
-- 26|   having ((1.0000000000000000 * sum(`orders`.`amount`) / nullif(count(*), 0)) >= cast(? as signed) or true)
-- 31|   where `orders`.`id` in (
-- 32|     select `items`.`order_id`
-- 34|     where `items`.`sku` = ?
-- 35 is left out
-- 38|   having (1.0000000000000000 * sum(`orders`.`amount`) / nullif(count(*), 0)) >= cast(? as signed)
-- 45|   where asked_1.d0 <=> `customers`.`id`
-- 52|   where asked_2.d0 <=> `customers`.`id`
-- 54| order by `customers.name` <=> null, `customers.name`;
-- clickhouse:
-- 6|   where "orders"."id" in (
-- 7|     select "items"."order_id"
-- 9|     where "items"."sku" = {p1:String}
-- 10 is left out
-- 13|   having (1e0 * sumOrNull("orders"."amount" + toDecimal128(0, 0)) / nullif(count(*), 0)) >= {p2:Int64}
-- 19|   where "orders"."id" in (
-- 20|     select "items"."order_id"
-- 22|     where "items"."sku" = {p3:String}
-- 23 is left out
-- 26|   having ((1e0 * sumOrNull("orders"."amount" + toDecimal128(0, 0)) / nullif(count(*), 0)) >= {p4:Int64} or true)
-- 31|   where "orders"."id" in (
-- 32|     select "items"."order_id"
-- 34|     where "items"."sku" = {p5:String}
-- 35 is left out
-- 38|   having (1e0 * sumOrNull("orders"."amount" + toDecimal128(0, 0)) / nullif(count(*), 0)) >= {p6:Int64}
-- 42| where (toJSONString(tuple("customers"."id")) in (
-- 43|   select toJSONString(tuple(asked_1.d0))
-- 45 is left out
-- 49| ) and not toJSONString(tuple("customers"."id")) in (
-- 50|   select toJSONString(tuple(asked_2.d0))
-- 52 is left out
-- 54| order by 1 nulls last
-- 54+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', output_format_json_quote_denormals = 1, optimize_min_equality_disjunction_chain_length = 1000000;
-- trino:
-- 6|   where "orders"."id" in (
-- 7|     select "items"."order_id"
-- 9|     where "items"."sku" = ?
-- 10 is left out
-- 13|   having (1e0 * sum("orders"."amount") / nullif(count(*), 0)) >= cast(? as bigint)
-- 19|   where "orders"."id" in (
-- 20|     select "items"."order_id"
-- 22|     where "items"."sku" = ?
-- 23 is left out
-- 26|   having ((1e0 * sum("orders"."amount") / nullif(count(*), 0)) >= cast(? as bigint) or true)
-- 31|   where "orders"."id" in (
-- 32|     select "items"."order_id"
-- 34|     where "items"."sku" = ?
-- 35 is left out
-- 38|   having (1e0 * sum("orders"."amount") / nullif(count(*), 0)) >= cast(? as bigint)
-- 42| where (json_format(cast(array[cast("customers"."id" as json)] as json)) in (
-- 43|   select json_format(cast(array[cast(asked_1.d0 as json)] as json))
-- 45 is left out
-- 49| ) and not json_format(cast(array[cast("customers"."id" as json)] as json)) in (
-- 50|   select json_format(cast(array[cast(asked_2.d0 as json)] as json))
-- 52 is left out
-- bigquery:
-- 6|   where `orders`.`id` in (
-- 7|     select `items`.`order_id`
-- 9|     where `items`.`sku` = @p1
-- 10 is left out
-- 13|   having (1e0 * sum(`orders`.`amount`) / nullif(count(*), 0)) >= cast(@p2 as int64)
-- 19|   where `orders`.`id` in (
-- 20|     select `items`.`order_id`
-- 22|     where `items`.`sku` = @p3
-- 23 is left out
-- 26|   having ((1e0 * sum(`orders`.`amount`) / nullif(count(*), 0)) >= cast(@p4 as int64) or true)
-- 31|   where `orders`.`id` in (
-- 32|     select `items`.`order_id`
-- 34|     where `items`.`sku` = @p5
-- 35 is left out
-- 38|   having (1e0 * sum(`orders`.`amount`) / nullif(count(*), 0)) >= cast(@p6 as int64)
-- 42| where (to_json_string([to_json_string(`customers`.`id`)]) in (
-- 43|   select to_json_string([to_json_string(asked_1.d0)])
-- 45 is left out
-- 49| ) and not to_json_string([to_json_string(`customers`.`id`)]) in (
-- 50|   select to_json_string([to_json_string(asked_2.d0)])
-- 52 is left out
-- databricks:
-- 6|   where `orders`.`id` in (
-- 7|     select `items`.`order_id`
-- 9|     where `items`.`sku` = :p1
-- 10 is left out
-- 13|   having (1D * sum(`orders`.`amount`) / nullif(count(*), 0)) >= cast(:p2 as bigint)
-- 19|   where `orders`.`id` in (
-- 20|     select `items`.`order_id`
-- 22|     where `items`.`sku` = :p3
-- 23 is left out
-- 26|   having ((1D * sum(`orders`.`amount`) / nullif(count(*), 0)) >= cast(:p4 as bigint) or true)
-- 31|   where `orders`.`id` in (
-- 32|     select `items`.`order_id`
-- 34|     where `items`.`sku` = :p5
-- 35 is left out
-- 38|   having (1D * sum(`orders`.`amount`) / nullif(count(*), 0)) >= cast(:p6 as bigint)
-- 42| where (to_json(named_struct('c0', `customers`.`id`)) in (
-- 43|   select to_json(named_struct('c0', asked_1.d0))
-- 45 is left out
-- 49| ) and not to_json(named_struct('c0', `customers`.`id`)) in (
-- 50|   select to_json(named_struct('c0', asked_2.d0))
-- 52 is left out
-- snowflake:
-- 6|   where "orders"."id" in (
-- 7|     select "items"."order_id"
-- 9|     where "items"."sku" = ?
-- 10 is left out
-- 13|   having (1::float * sum("orders"."amount") / nullif(count(*), 0)) >= cast(? as number(38, 0))
-- 19|   where "orders"."id" in (
-- 20|     select "items"."order_id"
-- 22|     where "items"."sku" = ?
-- 23 is left out
-- 26|   having ((1::float * sum("orders"."amount") / nullif(count(*), 0)) >= cast(? as number(38, 0)) or true)
-- 31|   where "orders"."id" in (
-- 32|     select "items"."order_id"
-- 34|     where "items"."sku" = ?
-- 35 is left out
-- 38|   having (1::float * sum("orders"."amount") / nullif(count(*), 0)) >= cast(? as number(38, 0))
-- 42| where (to_json(array_construct("customers"."id")) in (
-- 43|   select to_json(array_construct(asked_1.d0))
-- 45 is left out
-- 49| ) and not to_json(array_construct("customers"."id")) in (
-- 50|   select to_json(array_construct(asked_2.d0))
-- 52 is left out
-- redshift:
-- 13|   having (1::float8 * sum("orders"."amount") / nullif(count(*), 0)) >= $2::bigint
-- 26|   having ((1::float8 * sum("orders"."amount") / nullif(count(*), 0)) >= $4::bigint or true)
-- 38|   having (1::float8 * sum("orders"."amount") / nullif(count(*), 0)) >= $6::bigint
-- 45|   where (asked_1.d0 = "customers"."id" or (asked_1.d0 is null and "customers"."id" is null))
-- 52|   where (asked_2.d0 = "customers"."id" or (asked_2.d0 is null and "customers"."id" is null))

-- a condition that some row exists starts from the query's rows if a derived measure's components have different rows
-- ["shirt","shirt","1.5","shirt","shirt","1.5","shirt","shirt","1.5"]
with asked_1 as (
  select d0
  from (
    select
      "customers"."id" as d0,
      sum("items"."quantity") as m0,
      null as m1
    from "items"
    left join "orders" on "orders"."id" = "items"."order_id"
    left join "customers" on "customers"."id" = "orders"."customer_id"
    where exists (
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
    union all
    select
      "customers"."id" as d0,
      null as m0,
      count(*) as m1
    from "orders"
    left join "customers" on "customers"."id" = "orders"."customer_id"
    where exists (
      select 1
      from "orders" as "customers_orders"
      where "customers_orders"."customer_id" = "customers"."id"
        and exists (
          select 1
          from "items"
          where "items"."order_id" = "customers_orders"."id"
            and "items"."sku" = $2
        )
    )
    group by 1
  ) as branches
  group by 1
  having (1.0 * max(m0) / nullif(coalesce(max(m1), 0), 0)) >= $3::numeric
),
asked_2 as (
  select d0
  from (
    select
      "customers"."id" as d0,
      sum("items"."quantity") as m0,
      null as m1
    from "items"
    left join "orders" on "orders"."id" = "items"."order_id"
    left join "customers" on "customers"."id" = "orders"."customer_id"
    where exists (
      select 1
      from "orders" as "customers_orders"
      where "customers_orders"."customer_id" = "customers"."id"
        and exists (
          select 1
          from "items" as "orders_items"
          where "orders_items"."order_id" = "customers_orders"."id"
            and "orders_items"."sku" = $4
        )
    )
    group by 1
    union all
    select
      "customers"."id" as d0,
      null as m0,
      count(*) as m1
    from "orders"
    left join "customers" on "customers"."id" = "orders"."customer_id"
    where exists (
      select 1
      from "orders" as "customers_orders"
      where "customers_orders"."customer_id" = "customers"."id"
        and exists (
          select 1
          from "items"
          where "items"."order_id" = "customers_orders"."id"
            and "items"."sku" = $5
        )
    )
    group by 1
  ) as branches
  group by 1
  having ((1.0 * max(m0) / nullif(coalesce(max(m1), 0), 0)) >= $6::numeric or true)
),
asked_3 as (
  select 1 as passed
  from (
    select
      sum("items"."quantity") as m0,
      null as m1
    from "items"
    left join "orders" on "orders"."id" = "items"."order_id"
    left join "customers" on "customers"."id" = "orders"."customer_id"
    where exists (
      select 1
      from "orders" as "customers_orders"
      where "customers_orders"."customer_id" = "customers"."id"
        and exists (
          select 1
          from "items" as "orders_items"
          where "orders_items"."order_id" = "customers_orders"."id"
            and "orders_items"."sku" = $7
        )
    )
      and false
    union all
    select
      null as m0,
      count(*) as m1
    from "orders"
    left join "customers" on "customers"."id" = "orders"."customer_id"
    where exists (
      select 1
      from "orders" as "customers_orders"
      where "customers_orders"."customer_id" = "customers"."id"
        and exists (
          select 1
          from "items"
          where "items"."order_id" = "customers_orders"."id"
            and "items"."sku" = $8
        )
    )
      and false
  ) as branches
  having (1.0 * max(m0) / nullif(coalesce(max(m1), 0), 0)) >= $9::numeric
)
select distinct "customers"."name" as "customers.name"
from "customers"
where (exists (
  select 1
  from asked_1
  where array[asked_1.d0] = array["customers"."id"]
) or exists (
  select 1
  from asked_3
) and not exists (
  select 1
  from asked_2
  where array[asked_2.d0] = array["customers"."id"]
))
order by "customers.name" nulls last;
-- duckdb:
-- 12|     where "customers"."id" in (
-- 13|       select "customers_orders"."customer_id"
-- 15|       where "customers_orders"."id" in (
-- 16|         select "orders_items"."order_id"
-- 17|         from "items" as "orders_items"
-- 18|         where "orders_items"."sku" = $1
-- 19|       )
-- 20 is left out
-- 21 is left out
-- 31|     where "customers"."id" in (
-- 32|       select "customers_orders"."customer_id"
-- 34|       where "customers_orders"."id" in (
-- 35|         select "items"."order_id"
-- 36|         from "items"
-- 37|         where "items"."sku" = $2
-- 38|       )
-- 39 is left out
-- 40 is left out
-- 45|   having (max(m0) / nullif(coalesce(max(m1), 0), 0)) >= $3::decimal(2, 1)
-- 57|     where "customers"."id" in (
-- 58|       select "customers_orders"."customer_id"
-- 60|       where "customers_orders"."id" in (
-- 61|         select "orders_items"."order_id"
-- 62|         from "items" as "orders_items"
-- 63|         where "orders_items"."sku" = $4
-- 64|       )
-- 65 is left out
-- 66 is left out
-- 76|     where "customers"."id" in (
-- 77|       select "customers_orders"."customer_id"
-- 79|       where "customers_orders"."id" in (
-- 80|         select "items"."order_id"
-- 81|         from "items"
-- 82|         where "items"."sku" = $5
-- 83|       )
-- 84 is left out
-- 85 is left out
-- 90|   having ((max(m0) / nullif(coalesce(max(m1), 0), 0)) >= $6::decimal(2, 1) or true)
-- 101|     where "customers"."id" in (
-- 102|       select "customers_orders"."customer_id"
-- 104|       where "customers_orders"."id" in (
-- 105|         select "orders_items"."order_id"
-- 106|         from "items" as "orders_items"
-- 107|         where "orders_items"."sku" = $7
-- 108|       )
-- 109 is left out
-- 110 is left out
-- 119|     where "customers"."id" in (
-- 120|       select "customers_orders"."customer_id"
-- 122|       where "customers_orders"."id" in (
-- 123|         select "items"."order_id"
-- 124|         from "items"
-- 125|         where "items"."sku" = $8
-- 126|       )
-- 127 is left out
-- 128 is left out
-- 132|   having (max(m0) / nullif(coalesce(max(m1), 0), 0)) >= $9::decimal(2, 1)
-- 139|   where asked_1.d0 is not distinct from "customers"."id"
-- 146|   where asked_2.d0 is not distinct from "customers"."id"
-- mysql:
-- 12|     where `customers`.`id` in (
-- 13|       select `customers_orders`.`customer_id`
-- 15|       where `customers_orders`.`id` in (
-- 16|         select `orders_items`.`order_id`
-- 17|         from `items` as `orders_items`
-- 18|         where `orders_items`.`sku` = ?
-- 19|       )
-- 20 is left out
-- 21 is left out
-- 31|     where `customers`.`id` in (
-- 32|       select `customers_orders`.`customer_id`
-- 34|       where `customers_orders`.`id` in (
-- 35|         select `items`.`order_id`
-- 36|         from `items`
-- 37|         where `items`.`sku` = ?
-- 38|       )
-- 39 is left out
-- 40 is left out
-- 45|   having (1.0000000000000000 * max(m0) / nullif(coalesce(max(m1), 0), 0)) >= cast(? as decimal(2, 1))
-- 57|     where `customers`.`id` in (
-- 58|       select `customers_orders`.`customer_id`
-- 60|       where `customers_orders`.`id` in (
-- 61|         select `orders_items`.`order_id`
-- 62|         from `items` as `orders_items`
-- 63|         where `orders_items`.`sku` = ?
-- 64|       )
-- 65 is left out
-- 66 is left out
-- 76|     where `customers`.`id` in (
-- 77|       select `customers_orders`.`customer_id`
-- 79|       where `customers_orders`.`id` in (
-- 80|         select `items`.`order_id`
-- 81|         from `items`
-- 82|         where `items`.`sku` = ?
-- 83|       )
-- 84 is left out
-- 85 is left out
-- 90|   having ((1.0000000000000000 * max(m0) / nullif(coalesce(max(m1), 0), 0)) >= cast(? as decimal(2, 1)) or true)
-- 101|     where `customers`.`id` in (
-- 102|       select `customers_orders`.`customer_id`
-- 104|       where `customers_orders`.`id` in (
-- 105|         select `orders_items`.`order_id`
-- 106|         from `items` as `orders_items`
-- 107|         where `orders_items`.`sku` = ?
-- 108|       )
-- 109 is left out
-- 110 is left out
-- 119|     where `customers`.`id` in (
-- 120|       select `customers_orders`.`customer_id`
-- 122|       where `customers_orders`.`id` in (
-- 123|         select `items`.`order_id`
-- 124|         from `items`
-- 125|         where `items`.`sku` = ?
-- 126|       )
-- 127 is left out
-- 128 is left out
-- 132|   having (1.0000000000000000 * max(m0) / nullif(coalesce(max(m1), 0), 0)) >= cast(? as decimal(2, 1))
-- 139|   where asked_1.d0 <=> `customers`.`id`
-- 146|   where asked_2.d0 <=> `customers`.`id`
-- 148| order by `customers.name` <=> null, `customers.name`;
-- clickhouse:
-- 7|       sumOrNull("items"."quantity" + toDecimal128(0, 0)) as m0,
-- 12|     where "customers"."id" in (
-- 13|       select "customers_orders"."customer_id"
-- 15|       where "customers_orders"."id" in (
-- 16|         select "orders_items"."order_id"
-- 17|         from "items" as "orders_items"
-- 18|         where "orders_items"."sku" = {p1:String}
-- 19|       )
-- 20 is left out
-- 21 is left out
-- 31|     where "customers"."id" in (
-- 32|       select "customers_orders"."customer_id"
-- 34|       where "customers_orders"."id" in (
-- 35|         select "items"."order_id"
-- 36|         from "items"
-- 37|         where "items"."sku" = {p2:String}
-- 38|       )
-- 39 is left out
-- 40 is left out
-- 45|   having (1e0 * max(m0) / nullif(coalesce(max(m1), 0), 0)) >= {p3:Decimal(38, 1)}
-- 52|       sumOrNull("items"."quantity" + toDecimal128(0, 0)) as m0,
-- 57|     where "customers"."id" in (
-- 58|       select "customers_orders"."customer_id"
-- 60|       where "customers_orders"."id" in (
-- 61|         select "orders_items"."order_id"
-- 62|         from "items" as "orders_items"
-- 63|         where "orders_items"."sku" = {p4:String}
-- 64|       )
-- 65 is left out
-- 66 is left out
-- 76|     where "customers"."id" in (
-- 77|       select "customers_orders"."customer_id"
-- 79|       where "customers_orders"."id" in (
-- 80|         select "items"."order_id"
-- 81|         from "items"
-- 82|         where "items"."sku" = {p5:String}
-- 83|       )
-- 84 is left out
-- 85 is left out
-- 90|   having ((1e0 * max(m0) / nullif(coalesce(max(m1), 0), 0)) >= {p6:Decimal(38, 1)} or true)
-- 96|       sumOrNull("items"."quantity" + toDecimal128(0, 0)) as m0,
-- 101|     where "customers"."id" in (
-- 102|       select "customers_orders"."customer_id"
-- 104|       where "customers_orders"."id" in (
-- 105|         select "orders_items"."order_id"
-- 106|         from "items" as "orders_items"
-- 107|         where "orders_items"."sku" = {p7:String}
-- 108|       )
-- 109 is left out
-- 110 is left out
-- 119|     where "customers"."id" in (
-- 120|       select "customers_orders"."customer_id"
-- 122|       where "customers_orders"."id" in (
-- 123|         select "items"."order_id"
-- 124|         from "items"
-- 125|         where "items"."sku" = {p8:String}
-- 126|       )
-- 127 is left out
-- 128 is left out
-- 132|   having (1e0 * max(m0) / nullif(coalesce(max(m1), 0), 0)) >= {p9:Decimal(38, 1)}
-- 136| where (toJSONString(tuple("customers"."id")) in (
-- 137|   select toJSONString(tuple(asked_1.d0))
-- 139 is left out
-- 143| ) and not toJSONString(tuple("customers"."id")) in (
-- 144|   select toJSONString(tuple(asked_2.d0))
-- 146 is left out
-- 148| order by 1 nulls last
-- 148+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', output_format_json_quote_denormals = 1, optimize_min_equality_disjunction_chain_length = 1000000;
-- trino:
-- 12|     where "customers"."id" in (
-- 13|       select "customers_orders"."customer_id"
-- 15|       where "customers_orders"."id" in (
-- 16|         select "orders_items"."order_id"
-- 17|         from "items" as "orders_items"
-- 18|         where "orders_items"."sku" = ?
-- 19|       )
-- 20 is left out
-- 21 is left out
-- 31|     where "customers"."id" in (
-- 32|       select "customers_orders"."customer_id"
-- 34|       where "customers_orders"."id" in (
-- 35|         select "items"."order_id"
-- 36|         from "items"
-- 37|         where "items"."sku" = ?
-- 38|       )
-- 39 is left out
-- 40 is left out
-- 45|   having (1e0 * max(m0) / nullif(coalesce(max(m1), 0), 0)) >= cast(? as decimal(2, 1))
-- 57|     where "customers"."id" in (
-- 58|       select "customers_orders"."customer_id"
-- 60|       where "customers_orders"."id" in (
-- 61|         select "orders_items"."order_id"
-- 62|         from "items" as "orders_items"
-- 63|         where "orders_items"."sku" = ?
-- 64|       )
-- 65 is left out
-- 66 is left out
-- 76|     where "customers"."id" in (
-- 77|       select "customers_orders"."customer_id"
-- 79|       where "customers_orders"."id" in (
-- 80|         select "items"."order_id"
-- 81|         from "items"
-- 82|         where "items"."sku" = ?
-- 83|       )
-- 84 is left out
-- 85 is left out
-- 90|   having ((1e0 * max(m0) / nullif(coalesce(max(m1), 0), 0)) >= cast(? as decimal(2, 1)) or true)
-- 101|     where "customers"."id" in (
-- 102|       select "customers_orders"."customer_id"
-- 104|       where "customers_orders"."id" in (
-- 105|         select "orders_items"."order_id"
-- 106|         from "items" as "orders_items"
-- 107|         where "orders_items"."sku" = ?
-- 108|       )
-- 109 is left out
-- 110 is left out
-- 119|     where "customers"."id" in (
-- 120|       select "customers_orders"."customer_id"
-- 122|       where "customers_orders"."id" in (
-- 123|         select "items"."order_id"
-- 124|         from "items"
-- 125|         where "items"."sku" = ?
-- 126|       )
-- 127 is left out
-- 128 is left out
-- 132|   having (1e0 * max(m0) / nullif(coalesce(max(m1), 0), 0)) >= cast(? as decimal(2, 1))
-- 136| where (json_format(cast(array[cast("customers"."id" as json)] as json)) in (
-- 137|   select json_format(cast(array[cast(asked_1.d0 as json)] as json))
-- 139 is left out
-- 143| ) and not json_format(cast(array[cast("customers"."id" as json)] as json)) in (
-- 144|   select json_format(cast(array[cast(asked_2.d0 as json)] as json))
-- 146 is left out
-- bigquery:
-- 12|     where `customers`.`id` in (
-- 13|       select `customers_orders`.`customer_id`
-- 15|       where `customers_orders`.`id` in (
-- 16|         select `orders_items`.`order_id`
-- 17|         from `items` as `orders_items`
-- 18|         where `orders_items`.`sku` = @p1
-- 19|       )
-- 20 is left out
-- 21 is left out
-- 31|     where `customers`.`id` in (
-- 32|       select `customers_orders`.`customer_id`
-- 34|       where `customers_orders`.`id` in (
-- 35|         select `items`.`order_id`
-- 36|         from `items`
-- 37|         where `items`.`sku` = @p2
-- 38|       )
-- 39 is left out
-- 40 is left out
-- 45|   having (1e0 * max(m0) / nullif(coalesce(max(m1), 0), 0)) >= cast(@p3 as numeric)
-- 57|     where `customers`.`id` in (
-- 58|       select `customers_orders`.`customer_id`
-- 60|       where `customers_orders`.`id` in (
-- 61|         select `orders_items`.`order_id`
-- 62|         from `items` as `orders_items`
-- 63|         where `orders_items`.`sku` = @p4
-- 64|       )
-- 65 is left out
-- 66 is left out
-- 76|     where `customers`.`id` in (
-- 77|       select `customers_orders`.`customer_id`
-- 79|       where `customers_orders`.`id` in (
-- 80|         select `items`.`order_id`
-- 81|         from `items`
-- 82|         where `items`.`sku` = @p5
-- 83|       )
-- 84 is left out
-- 85 is left out
-- 90|   having ((1e0 * max(m0) / nullif(coalesce(max(m1), 0), 0)) >= cast(@p6 as numeric) or true)
-- 101|     where `customers`.`id` in (
-- 102|       select `customers_orders`.`customer_id`
-- 104|       where `customers_orders`.`id` in (
-- 105|         select `orders_items`.`order_id`
-- 106|         from `items` as `orders_items`
-- 107|         where `orders_items`.`sku` = @p7
-- 108|       )
-- 109 is left out
-- 110 is left out
-- 119|     where `customers`.`id` in (
-- 120|       select `customers_orders`.`customer_id`
-- 122|       where `customers_orders`.`id` in (
-- 123|         select `items`.`order_id`
-- 124|         from `items`
-- 125|         where `items`.`sku` = @p8
-- 126|       )
-- 127 is left out
-- 128 is left out
-- 132|   having (1e0 * max(m0) / nullif(coalesce(max(m1), 0), 0)) >= cast(@p9 as numeric)
-- 136| where (to_json_string([to_json_string(`customers`.`id`)]) in (
-- 137|   select to_json_string([to_json_string(asked_1.d0)])
-- 139 is left out
-- 143| ) and not to_json_string([to_json_string(`customers`.`id`)]) in (
-- 144|   select to_json_string([to_json_string(asked_2.d0)])
-- 146 is left out
-- databricks:
-- 12|     where `customers`.`id` in (
-- 13|       select `customers_orders`.`customer_id`
-- 15|       where `customers_orders`.`id` in (
-- 16|         select `orders_items`.`order_id`
-- 17|         from `items` as `orders_items`
-- 18|         where `orders_items`.`sku` = :p1
-- 19|       )
-- 20 is left out
-- 21 is left out
-- 31|     where `customers`.`id` in (
-- 32|       select `customers_orders`.`customer_id`
-- 34|       where `customers_orders`.`id` in (
-- 35|         select `items`.`order_id`
-- 36|         from `items`
-- 37|         where `items`.`sku` = :p2
-- 38|       )
-- 39 is left out
-- 40 is left out
-- 45|   having (1D * max(m0) / nullif(coalesce(max(m1), 0), 0)) >= cast(:p3 as decimal(2, 1))
-- 57|     where `customers`.`id` in (
-- 58|       select `customers_orders`.`customer_id`
-- 60|       where `customers_orders`.`id` in (
-- 61|         select `orders_items`.`order_id`
-- 62|         from `items` as `orders_items`
-- 63|         where `orders_items`.`sku` = :p4
-- 64|       )
-- 65 is left out
-- 66 is left out
-- 76|     where `customers`.`id` in (
-- 77|       select `customers_orders`.`customer_id`
-- 79|       where `customers_orders`.`id` in (
-- 80|         select `items`.`order_id`
-- 81|         from `items`
-- 82|         where `items`.`sku` = :p5
-- 83|       )
-- 84 is left out
-- 85 is left out
-- 90|   having ((1D * max(m0) / nullif(coalesce(max(m1), 0), 0)) >= cast(:p6 as decimal(2, 1)) or true)
-- 101|     where `customers`.`id` in (
-- 102|       select `customers_orders`.`customer_id`
-- 104|       where `customers_orders`.`id` in (
-- 105|         select `orders_items`.`order_id`
-- 106|         from `items` as `orders_items`
-- 107|         where `orders_items`.`sku` = :p7
-- 108|       )
-- 109 is left out
-- 110 is left out
-- 119|     where `customers`.`id` in (
-- 120|       select `customers_orders`.`customer_id`
-- 122|       where `customers_orders`.`id` in (
-- 123|         select `items`.`order_id`
-- 124|         from `items`
-- 125|         where `items`.`sku` = :p8
-- 126|       )
-- 127 is left out
-- 128 is left out
-- 132|   having (1D * max(m0) / nullif(coalesce(max(m1), 0), 0)) >= cast(:p9 as decimal(2, 1))
-- 136| where (to_json(named_struct('c0', `customers`.`id`)) in (
-- 137|   select to_json(named_struct('c0', asked_1.d0))
-- 139 is left out
-- 143| ) and not to_json(named_struct('c0', `customers`.`id`)) in (
-- 144|   select to_json(named_struct('c0', asked_2.d0))
-- 146 is left out
-- snowflake:
-- 12|     where "customers"."id" in (
-- 13|       select "customers_orders"."customer_id"
-- 15|       where "customers_orders"."id" in (
-- 16|         select "orders_items"."order_id"
-- 17|         from "items" as "orders_items"
-- 18|         where "orders_items"."sku" = ?
-- 19|       )
-- 20 is left out
-- 21 is left out
-- 31|     where "customers"."id" in (
-- 32|       select "customers_orders"."customer_id"
-- 34|       where "customers_orders"."id" in (
-- 35|         select "items"."order_id"
-- 36|         from "items"
-- 37|         where "items"."sku" = ?
-- 38|       )
-- 39 is left out
-- 40 is left out
-- 45|   having (1::float * max(m0) / nullif(coalesce(max(m1), 0), 0)) >= cast(? as number(38, 1))
-- 57|     where "customers"."id" in (
-- 58|       select "customers_orders"."customer_id"
-- 60|       where "customers_orders"."id" in (
-- 61|         select "orders_items"."order_id"
-- 62|         from "items" as "orders_items"
-- 63|         where "orders_items"."sku" = ?
-- 64|       )
-- 65 is left out
-- 66 is left out
-- 76|     where "customers"."id" in (
-- 77|       select "customers_orders"."customer_id"
-- 79|       where "customers_orders"."id" in (
-- 80|         select "items"."order_id"
-- 81|         from "items"
-- 82|         where "items"."sku" = ?
-- 83|       )
-- 84 is left out
-- 85 is left out
-- 90|   having ((1::float * max(m0) / nullif(coalesce(max(m1), 0), 0)) >= cast(? as number(38, 1)) or true)
-- 101|     where "customers"."id" in (
-- 102|       select "customers_orders"."customer_id"
-- 104|       where "customers_orders"."id" in (
-- 105|         select "orders_items"."order_id"
-- 106|         from "items" as "orders_items"
-- 107|         where "orders_items"."sku" = ?
-- 108|       )
-- 109 is left out
-- 110 is left out
-- 119|     where "customers"."id" in (
-- 120|       select "customers_orders"."customer_id"
-- 122|       where "customers_orders"."id" in (
-- 123|         select "items"."order_id"
-- 124|         from "items"
-- 125|         where "items"."sku" = ?
-- 126|       )
-- 127 is left out
-- 128 is left out
-- 132|   having (1::float * max(m0) / nullif(coalesce(max(m1), 0), 0)) >= cast(? as number(38, 1))
-- 136| where (to_json(array_construct("customers"."id")) in (
-- 137|   select to_json(array_construct(asked_1.d0))
-- 139 is left out
-- 143| ) and not to_json(array_construct("customers"."id")) in (
-- 144|   select to_json(array_construct(asked_2.d0))
-- 146 is left out
-- redshift:
-- 45|   having (1::float8 * max(m0) / nullif(coalesce(max(m1), 0), 0)) >= $3::decimal(38, 1)
-- 90|   having ((1::float8 * max(m0) / nullif(coalesce(max(m1), 0), 0)) >= $6::decimal(38, 1) or true)
-- 132|   having (1::float8 * max(m0) / nullif(coalesce(max(m1), 0), 0)) >= $9::decimal(38, 1)
-- 139|   where (asked_1.d0 = "customers"."id" or (asked_1.d0 is null and "customers"."id" is null))
-- 146|   where (asked_2.d0 = "customers"."id" or (asked_2.d0 is null and "customers"."id" is null))

-- a condition that no row exists starts from the rows that are measured
-- ["shoe","1"]
with asked_1 as (
  select "customers"."id" as d0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  where not exists (
    select 1
    from "items"
    where "items"."order_id" = "orders"."id"
      and "items"."sku" = $1
  )
  group by 1
  having count(*) >= $2::bigint
)
select distinct "customers"."name" as "customers.name"
from "customers"
where exists (
  select 1
  from asked_1
  where array[asked_1.d0] = array["customers"."id"]
)
order by "customers.name" nulls last;
-- duckdb:
-- 6|   where not coalesce("orders"."id" in (
-- 7|     select "items"."order_id"
-- 9|     where "items"."sku" = $1
-- 10|   ), false)
-- 11 is left out
-- 20|   where asked_1.d0 is not distinct from "customers"."id"
-- mysql:
-- 6|   where not coalesce(`orders`.`id` in (
-- 7|     select `items`.`order_id`
-- 9|     where `items`.`sku` = ?
-- 10|   ), false)
-- 11 is left out
-- 13|   having count(*) >= cast(? as signed)
-- 20|   where asked_1.d0 <=> `customers`.`id`
-- 22| order by `customers.name` <=> null, `customers.name`;
-- clickhouse:
-- 6|   where not coalesce("orders"."id" in (
-- 7|     select "items"."order_id"
-- 9|     where "items"."sku" = {p1:String}
-- 10|   ), false)
-- 11 is left out
-- 13|   having count(*) >= {p2:Int64}
-- 17| where toJSONString(tuple("customers"."id")) in (
-- 18|   select toJSONString(tuple(asked_1.d0))
-- 20 is left out
-- 22| order by 1 nulls last
-- 22+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', output_format_json_quote_denormals = 1;
-- trino:
-- 6|   where not coalesce("orders"."id" in (
-- 7|     select "items"."order_id"
-- 9|     where "items"."sku" = ?
-- 10|   ), false)
-- 11 is left out
-- 13|   having count(*) >= cast(? as bigint)
-- 17| where json_format(cast(array[cast("customers"."id" as json)] as json)) in (
-- 18|   select json_format(cast(array[cast(asked_1.d0 as json)] as json))
-- 20 is left out
-- bigquery:
-- 6|   where not coalesce(`orders`.`id` in (
-- 7|     select `items`.`order_id`
-- 9|     where `items`.`sku` = @p1
-- 10|   ), false)
-- 11 is left out
-- 13|   having count(*) >= cast(@p2 as int64)
-- 17| where to_json_string([to_json_string(`customers`.`id`)]) in (
-- 18|   select to_json_string([to_json_string(asked_1.d0)])
-- 20 is left out
-- databricks:
-- 6|   where not coalesce(`orders`.`id` in (
-- 7|     select `items`.`order_id`
-- 9|     where `items`.`sku` = :p1
-- 10|   ), false)
-- 11 is left out
-- 13|   having count(*) >= cast(:p2 as bigint)
-- 17| where to_json(named_struct('c0', `customers`.`id`)) in (
-- 18|   select to_json(named_struct('c0', asked_1.d0))
-- 20 is left out
-- snowflake:
-- 6|   where not coalesce("orders"."id" in (
-- 7|     select "items"."order_id"
-- 9|     where "items"."sku" = ?
-- 10|   ), false)
-- 11 is left out
-- 13|   having count(*) >= cast(? as number(38, 0))
-- 17| where to_json(array_construct("customers"."id")) in (
-- 18|   select to_json(array_construct(asked_1.d0))
-- 20 is left out
-- redshift:
-- 20|   where (asked_1.d0 = "customers"."id" or (asked_1.d0 is null and "customers"."id" is null))

-- a measure in a condition on groups, of rows without a matching row on the one side
-- ["open","3"]
with asked_1 as (
  select "customers"."id" as d0
  from "items"
  left join "orders" on "orders"."id" = "items"."order_id"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  where not exists (
    select 1
    from "orders" as "items_orders"
    where "items_orders"."id" = "items"."order_id"
      and "items_orders"."status" = $1
  )
  group by 1
  having sum("items"."quantity") >= $2::bigint
)
select distinct "customers"."name" as "customers.name"
from "customers"
where exists (
  select 1
  from asked_1
  where array[asked_1.d0] = array["customers"."id"]
)
order by "customers.name" nulls last;
-- duckdb:
-- 7|   where not coalesce("items"."order_id" in (
-- 8|     select "items_orders"."id"
-- 10|     where "items_orders"."status" = $1
-- 11|   ), false)
-- 12 is left out
-- 21|   where asked_1.d0 is not distinct from "customers"."id"
-- mysql:
-- 7|   where not coalesce(`items`.`order_id` in (
-- 8|     select `items_orders`.`id`
-- 10|     where `items_orders`.`status` = ?
-- 11|   ), false)
-- 12 is left out
-- 14|   having sum(`items`.`quantity`) >= cast(? as signed)
-- 21|   where asked_1.d0 <=> `customers`.`id`
-- 23| order by `customers.name` <=> null, `customers.name`;
-- clickhouse:
-- 7|   where not coalesce("items"."order_id" in (
-- 8|     select "items_orders"."id"
-- 10|     where "items_orders"."status" = {p1:String}
-- 11|   ), false)
-- 12 is left out
-- 14|   having sumOrNull("items"."quantity" + toDecimal128(0, 0)) >= {p2:Int64}
-- 18| where toJSONString(tuple("customers"."id")) in (
-- 19|   select toJSONString(tuple(asked_1.d0))
-- 21 is left out
-- 23| order by 1 nulls last
-- 23+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', output_format_json_quote_denormals = 1;
-- trino:
-- 7|   where not coalesce("items"."order_id" in (
-- 8|     select "items_orders"."id"
-- 10|     where "items_orders"."status" = ?
-- 11|   ), false)
-- 12 is left out
-- 14|   having sum("items"."quantity") >= cast(? as bigint)
-- 18| where json_format(cast(array[cast("customers"."id" as json)] as json)) in (
-- 19|   select json_format(cast(array[cast(asked_1.d0 as json)] as json))
-- 21 is left out
-- bigquery:
-- 7|   where not coalesce(`items`.`order_id` in (
-- 8|     select `items_orders`.`id`
-- 10|     where `items_orders`.`status` = @p1
-- 11|   ), false)
-- 12 is left out
-- 14|   having sum(`items`.`quantity`) >= cast(@p2 as int64)
-- 18| where to_json_string([to_json_string(`customers`.`id`)]) in (
-- 19|   select to_json_string([to_json_string(asked_1.d0)])
-- 21 is left out
-- databricks:
-- 7|   where not coalesce(`items`.`order_id` in (
-- 8|     select `items_orders`.`id`
-- 10|     where `items_orders`.`status` = :p1
-- 11|   ), false)
-- 12 is left out
-- 14|   having sum(`items`.`quantity`) >= cast(:p2 as bigint)
-- 18| where to_json(named_struct('c0', `customers`.`id`)) in (
-- 19|   select to_json(named_struct('c0', asked_1.d0))
-- 21 is left out
-- snowflake:
-- 7|   where not coalesce("items"."order_id" in (
-- 8|     select "items_orders"."id"
-- 10|     where "items_orders"."status" = ?
-- 11|   ), false)
-- 12 is left out
-- 14|   having sum("items"."quantity") >= cast(? as number(38, 0))
-- 18| where to_json(array_construct("customers"."id")) in (
-- 19|   select to_json(array_construct(asked_1.d0))
-- 21 is left out
-- redshift:
-- 21|   where (asked_1.d0 = "customers"."id" or (asked_1.d0 is null and "customers"."id" is null))

-- a measure in a condition on groups, of rows with some matching row on the many side
-- ["shirt","5"]
with asked_1 as (
  select "customers"."id" as d0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  where exists (
    select 1
    from "items"
    where "items"."order_id" = "orders"."id"
      and "items"."sku" = $1
  )
  group by 1
  having sum("orders"."amount") > $2::bigint
)
select distinct "customers"."name" as "customers.name"
from "customers"
where exists (
  select 1
  from asked_1
  where array[asked_1.d0] = array["customers"."id"]
)
order by "customers.name" nulls last;
-- duckdb:
-- 6|   where "orders"."id" in (
-- 7|     select "items"."order_id"
-- 9|     where "items"."sku" = $1
-- 10 is left out
-- 20|   where asked_1.d0 is not distinct from "customers"."id"
-- mysql:
-- 6|   where `orders`.`id` in (
-- 7|     select `items`.`order_id`
-- 9|     where `items`.`sku` = ?
-- 10 is left out
-- 13|   having sum(`orders`.`amount`) > cast(? as signed)
-- 20|   where asked_1.d0 <=> `customers`.`id`
-- 22| order by `customers.name` <=> null, `customers.name`;
-- clickhouse:
-- 6|   where "orders"."id" in (
-- 7|     select "items"."order_id"
-- 9|     where "items"."sku" = {p1:String}
-- 10 is left out
-- 13|   having sumOrNull("orders"."amount" + toDecimal128(0, 0)) > {p2:Int64}
-- 17| where toJSONString(tuple("customers"."id")) in (
-- 18|   select toJSONString(tuple(asked_1.d0))
-- 20 is left out
-- 22| order by 1 nulls last
-- 22+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', output_format_json_quote_denormals = 1;
-- trino:
-- 6|   where "orders"."id" in (
-- 7|     select "items"."order_id"
-- 9|     where "items"."sku" = ?
-- 10 is left out
-- 13|   having sum("orders"."amount") > cast(? as bigint)
-- 17| where json_format(cast(array[cast("customers"."id" as json)] as json)) in (
-- 18|   select json_format(cast(array[cast(asked_1.d0 as json)] as json))
-- 20 is left out
-- bigquery:
-- 6|   where `orders`.`id` in (
-- 7|     select `items`.`order_id`
-- 9|     where `items`.`sku` = @p1
-- 10 is left out
-- 13|   having sum(`orders`.`amount`) > cast(@p2 as int64)
-- 17| where to_json_string([to_json_string(`customers`.`id`)]) in (
-- 18|   select to_json_string([to_json_string(asked_1.d0)])
-- 20 is left out
-- databricks:
-- 6|   where `orders`.`id` in (
-- 7|     select `items`.`order_id`
-- 9|     where `items`.`sku` = :p1
-- 10 is left out
-- 13|   having sum(`orders`.`amount`) > cast(:p2 as bigint)
-- 17| where to_json(named_struct('c0', `customers`.`id`)) in (
-- 18|   select to_json(named_struct('c0', asked_1.d0))
-- 20 is left out
-- snowflake:
-- 6|   where "orders"."id" in (
-- 7|     select "items"."order_id"
-- 9|     where "items"."sku" = ?
-- 10 is left out
-- 13|   having sum("orders"."amount") > cast(? as number(38, 0))
-- 17| where to_json(array_construct("customers"."id")) in (
-- 18|   select to_json(array_construct(asked_1.d0))
-- 20 is left out
-- redshift:
-- 20|   where (asked_1.d0 = "customers"."id" or (asked_1.d0 is null and "customers"."id" is null))

-- a measure without dimensions, with a filter on another measure, computes only that measure besides
-- ["20"]
select max(m0) as "orders.total"
from (
  select
    sum("amount") as m0,
    null as m1
  from "orders"
  union all
  select
    null as m0,
    sum("quantity") as m1
  from "items"
) as branches
having max(m1) > $1::bigint;
-- totals
-- ["20"]
with picked_1 as (
  select 1 as passed
  from "items"
  having sum("quantity") > $1::bigint
)
select sum("orders"."amount") as "orders.total"
from "orders"
where exists (
  select 1
  from picked_1
);
-- duckdb, redshift: the same
-- mysql:
-- 14| having max(m1) > cast(? as signed);
-- 20|   having sum(`quantity`) > cast(? as signed)
-- clickhouse:
-- 5|     sumOrNull("amount" + toDecimal128(0, 0)) as m0,
-- 11|     sumOrNull("quantity" + toDecimal128(0, 0)) as m1
-- 14| having max(m1) > {p1:Int64}
-- 14+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- 20|   having sumOrNull("quantity" + toDecimal128(0, 0)) > {p1:Int64}
-- 22| select sumOrNull("orders"."amount" + toDecimal128(0, 0)) as "orders.total"
-- 27| )
-- 27+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 14| having max(m1) > cast(? as bigint);
-- 20|   having sum("quantity") > cast(? as bigint)
-- bigquery:
-- 14| having max(m1) > cast(@p1 as int64);
-- 20|   having sum(`quantity`) > cast(@p1 as int64)
-- databricks:
-- 14| having max(m1) > cast(:p1 as bigint);
-- 20|   having sum(`quantity`) > cast(:p1 as bigint)
-- snowflake:
-- 14| having max(m1) > cast(? as number(38, 0));
-- 20|   having sum("quantity") > cast(? as number(38, 0))
