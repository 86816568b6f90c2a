-- Postgres' SQL of each case, then the lines in which other dialects differ: "3|" replaces the third line, "3+|" follows
-- it. Differences in the quotes of names are not shown. These dialects are never run on the warehouse itself:
-- trino, bigquery, databricks, snowflake, redshift (how they are checked instead: shared/semantic/dialects/README.md).

-- a model's rows are those of the caller's attribute
-- ["rome","oslo"]
select
  "city" as "stores.city",
  count(*) as "stores.count"
from (
  select *
  from "stores"
  where "city" in ($1, $2)
) as "stores"
group by 1
order by "stores.city" nulls last
limit 11;
-- duckdb, redshift: the same
-- mysql:
-- 8|   where `city` in (?, ?)
-- 11| order by `stores.city` <=> null, `stores.city`
-- clickhouse:
-- 8|   where "city" in ({p1:String}, {p2:String})
-- 11| order by 1 nulls last
-- 12| limit 11
-- 12+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino, snowflake:
-- 8|   where "city" in (?, ?)
-- bigquery:
-- 8|   where `city` in (@p1, @p2)
-- databricks:
-- 8|   where `city` in (:p1, :p2)

-- a missing attribute matches nothing
select count(*) as "stores.count"
from (
  select *
  from "stores"
  where false
) as "stores"
limit 11;
-- duckdb, mysql, trino, bigquery, databricks, snowflake, redshift: the same
-- clickhouse:
-- 7| limit 11
-- 7+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- a name that every object has is no attribute
select count(*) as "sales.count"
from (
  select *
  from "sales"
  where false
) as "sales"
limit 11;
-- duckdb, mysql, trino, bigquery, databricks, snowflake, redshift: the same
-- clickhouse:
-- 7| limit 11
-- 7+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- a rule over a join reads the other table without that table's own rules
-- ["10"]
select
  "kind" as "sales.kind",
  sum("amount") as "sales.total"
from (
  select *
  from "sales"
  where exists (
    select 1
    from "stores"
    where "stores"."id" = "sales"."store_id"
      and "stores"."size" in ($1::bigint)
  )
) as "sales"
group by 1
order by "sales.kind" nulls last
limit 11;
-- duckdb:
-- 8|   where "sales"."store_id" in (
-- 9|     select "stores"."id"
-- 11|     where "stores"."size" in ($1::bigint)
-- 12 is left out
-- mysql:
-- 8|   where `sales`.`store_id` in (
-- 9|     select `stores`.`id`
-- 11|     where `stores`.`size` in (cast(? as signed))
-- 12 is left out
-- 16| order by `sales.kind` <=> null, `sales.kind`
-- clickhouse:
-- 4|   sumOrNull("amount" + toDecimal128(0, 0)) as "sales.total"
-- 8|   where "sales"."store_id" in (
-- 9|     select "stores"."id"
-- 11|     where "stores"."size" in ({p1:Int64})
-- 12 is left out
-- 16| order by 1 nulls last
-- 17| limit 11
-- 17+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 8|   where "sales"."store_id" in (
-- 9|     select "stores"."id"
-- 11|     where "stores"."size" in (cast(? as bigint))
-- 12 is left out
-- bigquery:
-- 8|   where `sales`.`store_id` in (
-- 9|     select `stores`.`id`
-- 11|     where `stores`.`size` in (cast(@p1 as int64))
-- 12 is left out
-- databricks:
-- 8|   where `sales`.`store_id` in (
-- 9|     select `stores`.`id`
-- 11|     where `stores`.`size` in (cast(:p1 as bigint))
-- 12 is left out
-- snowflake:
-- 8|   where "sales"."store_id" in (
-- 9|     select "stores"."id"
-- 11|     where "stores"."size" in (cast(? as number(38, 0)))
-- 12 is left out
-- redshift: the same

-- each model has its own rules, and a hidden row joins as null
-- ["10","20","oslo"]
select
  "stores"."city" as "stores.city",
  sum("sales"."amount") as "sales.total"
from (
  select *
  from "sales"
  where exists (
    select 1
    from "stores"
    where "stores"."id" = "sales"."store_id"
      and "stores"."size" in ($1::bigint, $2::bigint)
  )
) as "sales"
left join (
  select *
  from "stores"
  where "city" in ($3)
) as "stores" on "stores"."id" = "sales"."store_id"
group by 1
order by "stores.city" nulls last
limit 11;
-- duckdb:
-- 8|   where "sales"."store_id" in (
-- 9|     select "stores"."id"
-- 11|     where "stores"."size" in ($1::bigint, $2::bigint)
-- 12 is left out
-- 18|   where "stores"."city" in ($3)
-- mysql:
-- 8|   where `sales`.`store_id` in (
-- 9|     select `stores`.`id`
-- 11|     where `stores`.`size` in (cast(? as signed), cast(? as signed))
-- 12 is left out
-- 18|   where `city` in (?)
-- 21| order by `stores.city` <=> null, `stores.city`
-- clickhouse:
-- 4|   sumOrNull("sales"."amount" + toDecimal128(0, 0)) as "sales.total"
-- 8|   where "sales"."store_id" in (
-- 9|     select "stores"."id"
-- 11|     where "stores"."size" in ({p1:Int64}, {p2:Int64})
-- 12 is left out
-- 18|   where "city" in ({p3:String})
-- 21| order by 1 nulls last
-- 22| limit 11
-- 22+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 8|   where "sales"."store_id" in (
-- 9|     select "stores"."id"
-- 11|     where "stores"."size" in (cast(? as bigint), cast(? as bigint))
-- 12 is left out
-- 18|   where "city" in (?)
-- bigquery:
-- 8|   where `sales`.`store_id` in (
-- 9|     select `stores`.`id`
-- 11|     where `stores`.`size` in (cast(@p1 as int64), cast(@p2 as int64))
-- 12 is left out
-- 18|   where `city` in (@p3)
-- databricks:
-- 8|   where `sales`.`store_id` in (
-- 9|     select `stores`.`id`
-- 11|     where `stores`.`size` in (cast(:p1 as bigint), cast(:p2 as bigint))
-- 12 is left out
-- 18|   where `city` in (:p3)
-- snowflake:
-- 8|   where "sales"."store_id" in (
-- 9|     select "stores"."id"
-- 11|     where "stores"."size" in (cast(? as number(38, 0)), cast(? as number(38, 0)))
-- 12 is left out
-- 18|   where "city" in (?)
-- redshift: the same

-- a condition on a many side reads only rows that the caller sees
-- ["rome","oslo","20","web"]
select distinct "stores"."city" as "stores.city"
from (
  select *
  from "stores"
  where "city" in ($1, $2)
) as "stores"
where exists (
  select 1
  from (
    select *
    from "sales"
    where exists (
      select 1
      from "stores"
      where "stores"."id" = "sales"."store_id"
        and "stores"."size" in ($3::bigint)
    )
  ) as "sales"
  where "sales"."store_id" = "stores"."id"
    and "sales"."kind" = $4
)
order by "stores.city" nulls last
limit 11;
-- duckdb:
-- 8| where "stores"."id" in (
-- 9|   select "sales"."store_id"
-- 13|     where "sales"."store_id" in (
-- 14|       select "stores"."id"
-- 16|       where "stores"."size" in ($3::bigint)
-- 17 is left out
-- 20|   where "sales"."kind" = $4
-- 21 is left out
-- mysql:
-- 6|   where `city` in (?, ?)
-- 8| where `stores`.`id` in (
-- 9|   select `sales`.`store_id`
-- 13|     where `sales`.`store_id` in (
-- 14|       select `stores`.`id`
-- 16|       where `stores`.`size` in (cast(? as signed))
-- 17 is left out
-- 20|   where `sales`.`kind` = ?
-- 21 is left out
-- 23| order by `stores.city` <=> null, `stores.city`
-- clickhouse:
-- 6|   where "city" in ({p1:String}, {p2:String})
-- 8| where "stores"."id" in (
-- 9|   select "sales"."store_id"
-- 13|     where "sales"."store_id" in (
-- 14|       select "stores"."id"
-- 16|       where "stores"."size" in ({p3:Int64})
-- 17 is left out
-- 20|   where "sales"."kind" = {p4:String}
-- 21 is left out
-- 23| order by 1 nulls last
-- 24| limit 11
-- 24+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 6|   where "city" in (?, ?)
-- 8| where "stores"."id" in (
-- 9|   select "sales"."store_id"
-- 13|     where "sales"."store_id" in (
-- 14|       select "stores"."id"
-- 16|       where "stores"."size" in (cast(? as bigint))
-- 17 is left out
-- 20|   where "sales"."kind" = ?
-- 21 is left out
-- bigquery:
-- 6|   where `city` in (@p1, @p2)
-- 8| where `stores`.`id` in (
-- 9|   select `sales`.`store_id`
-- 13|     where `sales`.`store_id` in (
-- 14|       select `stores`.`id`
-- 16|       where `stores`.`size` in (cast(@p3 as int64))
-- 17 is left out
-- 20|   where `sales`.`kind` = @p4
-- 21 is left out
-- databricks:
-- 6|   where `city` in (:p1, :p2)
-- 8| where `stores`.`id` in (
-- 9|   select `sales`.`store_id`
-- 13|     where `sales`.`store_id` in (
-- 14|       select `stores`.`id`
-- 16|       where `stores`.`size` in (cast(:p3 as bigint))
-- 17 is left out
-- 20|   where `sales`.`kind` = :p4
-- 21 is left out
-- snowflake:
-- 6|   where "city" in (?, ?)
-- 8| where "stores"."id" in (
-- 9|   select "sales"."store_id"
-- 13|     where "sales"."store_id" in (
-- 14|       select "stores"."id"
-- 16|       where "stores"."size" in (cast(? as number(38, 0)))
-- 17 is left out
-- 20|   where "sales"."kind" = ?
-- 21 is left out
-- redshift: the same

-- row access limits every branch of a statement
-- ["10","20","rome","rome","rome"]
select
  d0 as "stores.city",
  max(m0) as "sales.total",
  max(m1) as "visits.guests_total",
  coalesce(max(m2), 0) as "stores.count"
from (
  select
    "stores"."city" as d0,
    sum("sales"."amount") as m0,
    null::numeric as m1,
    null::bigint as m2
  from (
    select *
    from "sales"
    where exists (
      select 1
      from "stores"
      where "stores"."id" = "sales"."store_id"
        and "stores"."size" in ($1::bigint, $2::bigint)
    )
  ) as "sales"
  left join (
    select *
    from "stores"
    where "city" in ($3)
  ) as "stores" on "stores"."id" = "sales"."store_id"
  group by 1
  union all
  select
    "stores"."city" as d0,
    null::numeric as m0,
    sum("visits"."guests") as m1,
    null::bigint as m2
  from (
    select id, store_id, guests from raw_visits where guests >= 0
  ) as "visits"
  left join (
    select *
    from "stores"
    where "city" in ($4)
  ) as "stores" on "stores"."id" = "visits"."store_id"
  group by 1
  union all
  select
    "city" as d0,
    null::numeric as m0,
    null::numeric as m1,
    count(*) as m2
  from (
    select *
    from "stores"
    where "city" in ($5)
  ) as "stores"
  group by 1
) as branches
group by 1
order by "stores.city" nulls last
limit 11;
-- duckdb:
-- 11|     null as m1,
-- 12|     null as m2
-- 16|     where "sales"."store_id" in (
-- 17|       select "stores"."id"
-- 19|       where "stores"."size" in ($1::bigint, $2::bigint)
-- 20 is left out
-- 26|     where "stores"."city" in ($3)
-- 32|     null as m0,
-- 34|     null as m2
-- 41|     where "stores"."city" in ($4)
-- 47|     null as m0,
-- 48|     null as m1,
-- mysql:
-- 11|     null as m1,
-- 12|     null as m2
-- 16|     where `sales`.`store_id` in (
-- 17|       select `stores`.`id`
-- 19|       where `stores`.`size` in (cast(? as signed), cast(? as signed))
-- 20 is left out
-- 26|     where `city` in (?)
-- 32|     null as m0,
-- 34|     null as m2
-- 41|     where `city` in (?)
-- 47|     null as m0,
-- 48|     null as m1,
-- 53|     where `city` in (?)
-- 58| order by `stores.city` <=> null, `stores.city`
-- clickhouse:
-- 10|     sumOrNull("sales"."amount" + toDecimal128(0, 0)) as m0,
-- 11|     null as m1,
-- 12|     null as m2
-- 16|     where "sales"."store_id" in (
-- 17|       select "stores"."id"
-- 19|       where "stores"."size" in ({p1:Int64}, {p2:Int64})
-- 20 is left out
-- 26|     where "city" in ({p3:String})
-- 32|     null as m0,
-- 33|     sumOrNull("visits"."guests" + toDecimal128(0, 0)) as m1,
-- 34|     null as m2
-- 41|     where "city" in ({p4:String})
-- 47|     null as m0,
-- 48|     null as m1,
-- 53|     where "city" in ({p5:String})
-- 58| order by 1 nulls last
-- 59| limit 11
-- 59+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 11|     null as m1,
-- 12|     null as m2
-- 16|     where "sales"."store_id" in (
-- 17|       select "stores"."id"
-- 19|       where "stores"."size" in (cast(? as bigint), cast(? as bigint))
-- 20 is left out
-- 26|     where "city" in (?)
-- 32|     null as m0,
-- 34|     null as m2
-- 41|     where "city" in (?)
-- 47|     null as m0,
-- 48|     null as m1,
-- 53|     where "city" in (?)
-- bigquery:
-- 11|     null as m1,
-- 12|     null as m2
-- 16|     where `sales`.`store_id` in (
-- 17|       select `stores`.`id`
-- 19|       where `stores`.`size` in (cast(@p1 as int64), cast(@p2 as int64))
-- 20 is left out
-- 26|     where `city` in (@p3)
-- 32|     null as m0,
-- 34|     null as m2
-- 41|     where `city` in (@p4)
-- 47|     null as m0,
-- 48|     null as m1,
-- 53|     where `city` in (@p5)
-- databricks:
-- 11|     null as m1,
-- 12|     null as m2
-- 16|     where `sales`.`store_id` in (
-- 17|       select `stores`.`id`
-- 19|       where `stores`.`size` in (cast(:p1 as bigint), cast(:p2 as bigint))
-- 20 is left out
-- 26|     where `city` in (:p3)
-- 32|     null as m0,
-- 34|     null as m2
-- 41|     where `city` in (:p4)
-- 47|     null as m0,
-- 48|     null as m1,
-- 53|     where `city` in (:p5)
-- snowflake:
-- 11|     null as m1,
-- 12|     null as m2
-- 16|     where "sales"."store_id" in (
-- 17|       select "stores"."id"
-- 19|       where "stores"."size" in (cast(? as number(38, 0)), cast(? as number(38, 0)))
-- 20 is left out
-- 26|     where "city" in (?)
-- 32|     null as m0,
-- 34|     null as m2
-- 41|     where "city" in (?)
-- 47|     null as m0,
-- 48|     null as m1,
-- 53|     where "city" in (?)
-- redshift:
-- 11|     null::float8 as m1,
-- 32|     null::float8 as m0,
-- 47|     null::float8 as m0,
-- 48|     null::float8 as m1,

-- a join to a many side reads only visible rows
-- ["rome","oslo","20"]
select
  "sales".d0 as "sales.kind",
  count(*) as "stores.count"
from (
  select *
  from "stores"
  where "city" in ($1, $2)
) as "stores"
left join (
  select distinct
    "store_id" as j0,
    "kind" as d0
  from (
    select *
    from "sales"
    where exists (
      select 1
      from "stores"
      where "stores"."id" = "sales"."store_id"
        and "stores"."size" in ($3::bigint)
    )
  ) as "sales"
) as "sales" on "sales".j0 = "stores"."id"
group by 1
order by "sales.kind" nulls last
limit 11;
-- duckdb:
-- 12|     "sales"."store_id" as j0,
-- 13|     "sales"."kind" as d0
-- 17|     where "sales"."store_id" in (
-- 18|       select "stores"."id"
-- 20|       where "stores"."size" in ($3::bigint)
-- 21 is left out
-- mysql:
-- 8|   where `city` in (?, ?)
-- 17|     where `sales`.`store_id` in (
-- 18|       select `stores`.`id`
-- 20|       where `stores`.`size` in (cast(? as signed))
-- 21 is left out
-- 26| order by `sales.kind` <=> null, `sales.kind`
-- clickhouse:
-- 8|   where "city" in ({p1:String}, {p2:String})
-- 17|     where "sales"."store_id" in (
-- 18|       select "stores"."id"
-- 20|       where "stores"."size" in ({p3:Int64})
-- 21 is left out
-- 26| order by 1 nulls last
-- 27| limit 11
-- 27+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 8|   where "city" in (?, ?)
-- 17|     where "sales"."store_id" in (
-- 18|       select "stores"."id"
-- 20|       where "stores"."size" in (cast(? as bigint))
-- 21 is left out
-- bigquery:
-- 8|   where `city` in (@p1, @p2)
-- 17|     where `sales`.`store_id` in (
-- 18|       select `stores`.`id`
-- 20|       where `stores`.`size` in (cast(@p3 as int64))
-- 21 is left out
-- databricks:
-- 8|   where `city` in (:p1, :p2)
-- 17|     where `sales`.`store_id` in (
-- 18|       select `stores`.`id`
-- 20|       where `stores`.`size` in (cast(:p3 as bigint))
-- 21 is left out
-- snowflake:
-- 8|   where "city" in (?, ?)
-- 17|     where "sales"."store_id" in (
-- 18|       select "stores"."id"
-- 20|       where "stores"."size" in (cast(? as number(38, 0)))
-- 21 is left out
-- redshift: the same
