-- Postgres' SQL of each case, then the lines in which other dialects differ: "3|" replaces the third line, "3+|" follows
-- it. Differences in the quotes of names are not shown. These dialects are never run on the warehouse itself:
-- trino, bigquery, databricks, snowflake, redshift (how they are checked instead: shared/semantic/dialects/README.md).

-- a model is joined in two roles
select
  "origin"."city" as "origin.city",
  "destination"."city" as "destination.city",
  count(*) as "flights.count"
from "flights"
left join "airports" as "origin" on "origin"."code" = "flights"."origin"
left join "airports" as "destination" on "destination"."code" = "flights"."destination"
group by 1, 2
order by "origin.city" nulls last, "destination.city" nulls last
limit 11;
-- duckdb, trino, bigquery, databricks, snowflake, redshift: the same
-- mysql:
-- 9| order by `origin.city` <=> null, `origin.city`, `destination.city` <=> null, `destination.city`
-- clickhouse:
-- 2|   "flights_origin"."city" as "origin.city",
-- 3|   "flights_destination"."city" as "destination.city",
-- 6| left join "airports" as "flights_origin" on "flights_origin"."code" = "flights"."origin"
-- 7| left join "airports" as "flights_destination" on "flights_destination"."code" = "flights"."destination"
-- 9| order by 1 nulls last, 2 nulls last
-- 10| limit 11
-- 10+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- a measure of a role counts the rows of that role
select
  d0 as "destination.city",
  coalesce(max(m0), 0) as "origin.count",
  1.0 * max(m1) / nullif(coalesce(max(m0), 0), 0) as "flights.per_airport"
from (
  select
    "flights".d0 as d0,
    count(*) as m0,
    null as m1
  from "airports"
  left join (
    select distinct
      "flights"."origin" as j0,
      "destination"."city" as d0
    from "flights"
    left join "airports" as "destination" on "destination"."code" = "flights"."destination"
  ) as "flights" on "flights".j0 = "airports"."code"
  group by 1
  union all
  select
    "destination"."city" as d0,
    null as m0,
    sum("flights"."distance") as m1
  from "flights"
  left join "airports" as "destination" on "destination"."code" = "flights"."destination"
  group by 1
) as branches
group by 1
order by "destination.city" nulls last
limit 11;
-- duckdb:
-- 4|   max(m1) / nullif(coalesce(max(m0), 0), 0) as "flights.per_airport"
-- mysql:
-- 4|   1.0000000000000000 * max(m1) / nullif(coalesce(max(m0), 0), 0) as `flights.per_airport`
-- 29| order by `destination.city` <=> null, `destination.city`
-- clickhouse:
-- 4|   1e0 * max(m1) / nullif(coalesce(max(m0), 0), 0) as "flights.per_airport"
-- 14|       "flights_destination"."city" as d0
-- 16|     left join "airports" as "flights_destination" on "flights_destination"."code" = "flights"."destination"
-- 21|     "flights_destination"."city" as d0,
-- 23|     sumOrNull("flights"."distance" + toDecimal128(0, 0)) as m1
-- 25|   left join "airports" as "flights_destination" on "flights_destination"."code" = "flights"."destination"
-- 29| order by 1 nulls last
-- 30| limit 11
-- 30+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 4|   1e0 * max(m1) / nullif(coalesce(max(m0), 0), 0) as "flights.per_airport"
-- bigquery:
-- 4|   1e0 * max(m1) / nullif(coalesce(max(m0), 0), 0) as `flights__per_airport`
-- databricks:
-- 4|   1D * max(m1) / nullif(coalesce(max(m0), 0), 0) as `flights.per_airport`
-- snowflake:
-- 4|   1::float * max(m1) / nullif(coalesce(max(m0), 0), 0) as "flights.per_airport"
-- redshift:
-- 4|   1::float8 * max(m1) / nullif(coalesce(max(m0), 0), 0) as "flights.per_airport"

-- a model is joined to itself
select
  "manager"."name" as "manager.name",
  count(*) as "employees.count",
  sum("employees"."pay") as "employees.pay"
from "employees"
left join "employees" as "manager" on "manager"."id" = "employees"."manager_id"
group by 1
order by "manager.name" nulls last
limit 11;
-- duckdb, trino, bigquery, databricks, snowflake, redshift: the same
-- mysql:
-- 8| order by `manager.name` <=> null, `manager.name`
-- clickhouse:
-- 4|   sumOrNull("employees"."pay" + toDecimal128(0, 0)) as "employees.pay"
-- 8| order by 1 nulls last
-- 9| limit 11
-- 9+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- roles are joined one after another
select
  "manager_manager"."name" as "manager.manager.name",
  "base"."city" as "manager.base.city",
  count(*) as "employees.count"
from "employees"
left join "employees" as "manager" on "manager"."id" = "employees"."manager_id"
left join "employees" as "manager_manager" on "manager_manager"."id" = "manager"."manager_id"
left join "airports" as "base" on "base"."code" = "manager"."base"
group by 1, 2
order by "manager.manager.name" nulls last, "manager.base.city" nulls last
limit 11;
-- duckdb, trino, bigquery, databricks, snowflake, redshift: the same
-- mysql:
-- 10| order by `manager.manager.name` <=> null, `manager.manager.name`, `manager.base.city` <=> null, `manager.base.city`
-- clickhouse:
-- 3|   "manager_base"."city" as "manager.base.city",
-- 8| left join "airports" as "manager_base" on "manager_base"."code" = "manager"."base"
-- 10| order by 1 nulls last, 2 nulls last
-- 11| limit 11
-- 11+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- many-to-many through a bridge counts each row once per group
select
  "pilots".d0 as "employees.name",
  sum("flights"."distance") as "flights.distance",
  count(*) as "flights.count"
from "flights"
left join (
  select distinct
    "pilots"."flight_id" as j0,
    "employees"."name" as d0
  from "pilots"
  left join "employees" on "employees"."id" = "pilots"."employee_id"
) as "pilots" on "pilots".j0 = "flights"."id"
group by 1
order by "employees.name" nulls last
limit 11;
-- totals
select
  sum("flights"."distance") as "flights.distance",
  count(*) as "flights.count"
from "flights";
-- duckdb, trino, bigquery, databricks, snowflake, redshift: the same
-- mysql:
-- 14| order by `employees.name` <=> null, `employees.name`
-- clickhouse:
-- 3|   sumOrNull("flights"."distance" + toDecimal128(0, 0)) as "flights.distance",
-- 14| order by 1 nulls last
-- 15| limit 11
-- 15+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- 18|   sumOrNull("flights"."distance" + toDecimal128(0, 0)) as "flights.distance",
-- 20| from "flights"
-- 20+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- a filter over a bridge selects rows
-- ["bob","cyd","left"]
select sum("flights"."distance") as "flights.distance"
from "flights"
where exists (
  select 1
  from "pilots"
  left join "employees" on "employees"."id" = "pilots"."employee_id"
  where "pilots"."flight_id" = "flights"."id"
    and "employees"."name" in ($1, $2)
    and "pilots"."seat" = $3
)
limit 11;
-- duckdb:
-- 4| where "flights"."id" in (
-- 5|   select "pilots"."flight_id"
-- 8|   where "employees"."name" in ($1, $2)
-- 9 is left out
-- mysql:
-- 4| where `flights`.`id` in (
-- 5|   select `pilots`.`flight_id`
-- 8|   where `employees`.`name` in (?, ?)
-- 9|     and `pilots`.`seat` = ?
-- 10 is left out
-- clickhouse:
-- 2| select sumOrNull("flights"."distance" + toDecimal128(0, 0)) as "flights.distance"
-- 4| where "flights"."id" in (
-- 5|   select "pilots"."flight_id"
-- 8|   where "employees"."name" in ({p1:String}, {p2:String})
-- 9|     and "pilots"."seat" = {p3:String}
-- 10 is left out
-- 12| limit 11
-- 12+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino, snowflake:
-- 4| where "flights"."id" in (
-- 5|   select "pilots"."flight_id"
-- 8|   where "employees"."name" in (?, ?)
-- 9|     and "pilots"."seat" = ?
-- 10 is left out
-- bigquery:
-- 4| where `flights`.`id` in (
-- 5|   select `pilots`.`flight_id`
-- 8|   where `employees`.`name` in (@p1, @p2)
-- 9|     and `pilots`.`seat` = @p3
-- 10 is left out
-- databricks:
-- 4| where `flights`.`id` in (
-- 5|   select `pilots`.`flight_id`
-- 8|   where `employees`.`name` in (:p1, :p2)
-- 9|     and `pilots`.`seat` = :p3
-- 10 is left out
-- redshift: the same

-- a bridge queried from the other side
select
  "pilots".d0 as "flights.origin.city",
  sum("employees"."pay") as "employees.pay"
from "employees"
left join (
  select distinct
    "pilots"."employee_id" as j0,
    "origin"."city" as d0
  from "pilots"
  left join "flights" on "flights"."id" = "pilots"."flight_id"
  left join "airports" as "origin" on "origin"."code" = "flights"."origin"
) as "pilots" on "pilots".j0 = "employees"."id"
group by 1
order by "flights.origin.city" nulls last
limit 11;
-- duckdb, trino, bigquery, databricks, snowflake, redshift: the same
-- mysql:
-- 14| order by `flights.origin.city` <=> null, `flights.origin.city`
-- clickhouse:
-- 3|   sumOrNull("employees"."pay" + toDecimal128(0, 0)) as "employees.pay"
-- 8|     "flights_origin"."city" as d0
-- 11|   left join "airports" as "flights_origin" on "flights_origin"."code" = "flights"."origin"
-- 14| order by 1 nulls last
-- 15| limit 11
-- 15+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- the query's model decides which path of a diamond is joined
select
  "origin"."city" as "flights.origin.city",
  "base"."city" as "employees.base.city",
  count(*) as "pilots.count"
from "pilots"
left join "flights" on "flights"."id" = "pilots"."flight_id"
left join "airports" as "origin" on "origin"."code" = "flights"."origin"
left join "employees" on "employees"."id" = "pilots"."employee_id"
left join "airports" as "base" on "base"."code" = "employees"."base"
group by 1, 2
order by "flights.origin.city" nulls last, "employees.base.city" nulls last
limit 11;
-- duckdb, trino, bigquery, databricks, snowflake, redshift: the same
-- mysql:
-- 11| order by `flights.origin.city` <=> null, `flights.origin.city`, `employees.base.city` <=> null, `employees.base.city`
-- clickhouse:
-- 2|   "flights_origin"."city" as "flights.origin.city",
-- 3|   "employees_base"."city" as "employees.base.city",
-- 7| left join "airports" as "flights_origin" on "flights_origin"."code" = "flights"."origin"
-- 9| left join "airports" as "employees_base" on "employees_base"."code" = "employees"."base"
-- 11| order by 1 nulls last, 2 nulls last
-- 12| limit 11
-- 12+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- a comparison of fields decides between two join paths to a measure
select count(*) as "airports.count"
from "airports"
where exists (
  select 1
  from "flights"
  left join "airports" as "destination" on "destination"."code" = "flights"."destination"
  where "flights"."destination" = "airports"."code"
    and not coalesce("flights"."origin" = "destination"."code", false)
)
limit 11;
-- duckdb, trino, snowflake:
-- 3| where "airports"."code" in (
-- 4|   select "flights"."destination"
-- 7|   where not coalesce("flights"."origin" = "destination"."code", false)
-- 8 is left out
-- mysql, bigquery, databricks:
-- 3| where `airports`.`code` in (
-- 4|   select `flights`.`destination`
-- 7|   where not coalesce(`flights`.`origin` = `destination`.`code`, false)
-- 8 is left out
-- clickhouse:
-- 3| where "airports"."code" in (
-- 4|   select "flights"."destination"
-- 6|   left join "airports" as "flights_destination" on "flights_destination"."code" = "flights"."destination"
-- 7|   where not coalesce(toString("flights"."origin") = toString("flights_destination"."code"), false)
-- 8 is left out
-- 10| limit 11
-- 10+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- redshift: the same
