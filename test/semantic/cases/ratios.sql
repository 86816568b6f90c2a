-- Postgres' SQL of each case, then the lines in which other dialects differ: "3|" replaces the third line, "3+|" follows
-- it. Differences in the quotes of names are not shown. These dialects are never run on the warehouse itself:
-- trino, bigquery, databricks, snowflake, redshift (how they are checked instead: shared/semantic/dialects/README.md).

-- queried from a model that both are joined to, a ratio is the quotient of its components in the same row
select
  d0 as "calendar.day.month",
  coalesce(max(m0), 0) as "orders.count",
  coalesce(max(m1), 0) as "customers.count",
  1.0 * coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0) as "orders.per_customer",
  1.0 * coalesce(max(m1), 0) / nullif(coalesce(max(m0), 0), 0) as "customers.per_order"
from (
  select
    date_trunc('month', "calendar"."day")::date as d0,
    count(*) as m0,
    null as m1
  from "orders"
  left join "calendar" on "calendar"."day" = "orders"."day"
  group by 1
  union all
  select
    date_trunc('month', "calendar"."day")::date as d0,
    null as m0,
    count(*) as m1
  from "customers"
  left join "calendar" on "calendar"."day" = "customers"."signed_up"
  group by 1
) as branches
group by 1
order by "calendar.day.month" nulls last
limit 11;
-- totals
select
  coalesce(max(m0), 0) as "orders.count",
  coalesce(max(m1), 0) as "customers.count",
  1.0 * coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0) as "orders.per_customer",
  1.0 * coalesce(max(m1), 0) / nullif(coalesce(max(m0), 0), 0) as "customers.per_order"
from (
  select
    count(*) as m0,
    null as m1
  from "orders"
  left join "calendar" on "calendar"."day" = "orders"."day"
  union all
  select
    null as m0,
    count(*) as m1
  from "customers"
  left join "calendar" on "calendar"."day" = "customers"."signed_up"
) as branches;
-- duckdb:
-- 5|   coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0) as "orders.per_customer",
-- 6|   coalesce(max(m1), 0) / nullif(coalesce(max(m0), 0), 0) as "customers.per_order"
-- 31|   coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0) as "orders.per_customer",
-- 32|   coalesce(max(m1), 0) / nullif(coalesce(max(m0), 0), 0) as "customers.per_order"
-- mysql:
-- 5|   1.0000000000000000 * coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0) as `orders.per_customer`,
-- 6|   1.0000000000000000 * coalesce(max(m1), 0) / nullif(coalesce(max(m0), 0), 0) as `customers.per_order`
-- 9|     cast(date_format(`calendar`.`day`, '%Y-%m-01') as date) as d0,
-- 17|     cast(date_format(`calendar`.`day`, '%Y-%m-01') as date) as d0,
-- 25| order by `calendar.day.month` <=> null, `calendar.day.month`
-- 31|   1.0000000000000000 * coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0) as `orders.per_customer`,
-- 32|   1.0000000000000000 * coalesce(max(m1), 0) / nullif(coalesce(max(m0), 0), 0) as `customers.per_order`
-- clickhouse:
-- 5|   1e0 * coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0) as "orders.per_customer",
-- 6|   1e0 * coalesce(max(m1), 0) / nullif(coalesce(max(m0), 0), 0) as "customers.per_order"
-- 9|     toStartOfMonth(toDate32("calendar"."day")) as d0,
-- 17|     toStartOfMonth(toDate32("calendar"."day")) as d0,
-- 25| order by 1 nulls last
-- 26| limit 11
-- 26+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- 31|   1e0 * coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0) as "orders.per_customer",
-- 32|   1e0 * coalesce(max(m1), 0) / nullif(coalesce(max(m0), 0), 0) as "customers.per_order"
-- 45| ) as branches
-- 45+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 5|   1e0 * coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0) as "orders.per_customer",
-- 6|   1e0 * coalesce(max(m1), 0) / nullif(coalesce(max(m0), 0), 0) as "customers.per_order"
-- 9|     cast(date_trunc('month', "calendar"."day") as date) as d0,
-- 17|     cast(date_trunc('month', "calendar"."day") as date) as d0,
-- 31|   1e0 * coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0) as "orders.per_customer",
-- 32|   1e0 * coalesce(max(m1), 0) / nullif(coalesce(max(m0), 0), 0) as "customers.per_order"
-- bigquery:
-- 5|   1e0 * coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0) as `orders__per_customer`,
-- 6|   1e0 * coalesce(max(m1), 0) / nullif(coalesce(max(m0), 0), 0) as `customers__per_order`
-- 9|     date_trunc(cast(`calendar`.`day` as date), month) as d0,
-- 17|     date_trunc(cast(`calendar`.`day` as date), month) as d0,
-- 31|   1e0 * coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0) as `orders__per_customer`,
-- 32|   1e0 * coalesce(max(m1), 0) / nullif(coalesce(max(m0), 0), 0) as `customers__per_order`
-- databricks:
-- 5|   1D * coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0) as `orders.per_customer`,
-- 6|   1D * coalesce(max(m1), 0) / nullif(coalesce(max(m0), 0), 0) as `customers.per_order`
-- 9|     cast(date_trunc('month', `calendar`.`day`) as date) as d0,
-- 17|     cast(date_trunc('month', `calendar`.`day`) as date) as d0,
-- 31|   1D * coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0) as `orders.per_customer`,
-- 32|   1D * coalesce(max(m1), 0) / nullif(coalesce(max(m0), 0), 0) as `customers.per_order`
-- snowflake:
-- 5|   1::float * coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0) as "orders.per_customer",
-- 6|   1::float * coalesce(max(m1), 0) / nullif(coalesce(max(m0), 0), 0) as "customers.per_order"
-- 9|     cast(date_trunc('month', "calendar"."day") as date) as d0,
-- 17|     cast(date_trunc('month', "calendar"."day") as date) as d0,
-- 31|   1::float * coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0) as "orders.per_customer",
-- 32|   1::float * coalesce(max(m1), 0) / nullif(coalesce(max(m0), 0), 0) as "customers.per_order"
-- redshift:
-- 5|   1::float8 * coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0) as "orders.per_customer",
-- 6|   1::float8 * coalesce(max(m1), 0) / nullif(coalesce(max(m0), 0), 0) as "customers.per_order"
-- 31|   1::float8 * coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0) as "orders.per_customer",
-- 32|   1::float8 * coalesce(max(m1), 0) / nullif(coalesce(max(m0), 0), 0) as "customers.per_order"

-- a ratio alone is the same as with its components
select
  d0 as "calendar.day.month",
  1.0 * coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0) as "orders.per_customer"
from (
  select
    date_trunc('month', "calendar"."day")::date as d0,
    count(*) as m0,
    null as m1
  from "orders"
  left join "calendar" on "calendar"."day" = "orders"."day"
  group by 1
  union all
  select
    date_trunc('month', "calendar"."day")::date as d0,
    null as m0,
    count(*) as m1
  from "customers"
  left join "calendar" on "calendar"."day" = "customers"."signed_up"
  group by 1
) as branches
group by 1
order by "calendar.day.month" nulls last
limit 11;
-- duckdb:
-- 3|   coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0) as "orders.per_customer"
-- mysql:
-- 3|   1.0000000000000000 * coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0) as `orders.per_customer`
-- 6|     cast(date_format(`calendar`.`day`, '%Y-%m-01') as date) as d0,
-- 14|     cast(date_format(`calendar`.`day`, '%Y-%m-01') as date) as d0,
-- 22| order by `calendar.day.month` <=> null, `calendar.day.month`
-- clickhouse:
-- 3|   1e0 * coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0) as "orders.per_customer"
-- 6|     toStartOfMonth(toDate32("calendar"."day")) as d0,
-- 14|     toStartOfMonth(toDate32("calendar"."day")) as d0,
-- 22| order by 1 nulls last
-- 23| limit 11
-- 23+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 3|   1e0 * coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0) as "orders.per_customer"
-- 6|     cast(date_trunc('month', "calendar"."day") as date) as d0,
-- 14|     cast(date_trunc('month', "calendar"."day") as date) as d0,
-- bigquery:
-- 3|   1e0 * coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0) as `orders__per_customer`
-- 6|     date_trunc(cast(`calendar`.`day` as date), month) as d0,
-- 14|     date_trunc(cast(`calendar`.`day` as date), month) as d0,
-- databricks:
-- 3|   1D * coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0) as `orders.per_customer`
-- 6|     cast(date_trunc('month', `calendar`.`day`) as date) as d0,
-- 14|     cast(date_trunc('month', `calendar`.`day`) as date) as d0,
-- snowflake:
-- 3|   1::float * coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0) as "orders.per_customer"
-- 6|     cast(date_trunc('month', "calendar"."day") as date) as d0,
-- 14|     cast(date_trunc('month', "calendar"."day") as date) as d0,
-- redshift:
-- 3|   1::float8 * coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0) as "orders.per_customer"

-- a ratio of ratios uses each as the query would compute it
select
  d0 as "calendar.day.month",
  (1.0 * coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0)) + (1.0 * coalesce(max(m1), 0) / nullif(coalesce(max(m0), 0), 0)) as "orders.twice"
from (
  select
    date_trunc('month', "calendar"."day")::date as d0,
    count(*) as m0,
    null as m1
  from "orders"
  left join "calendar" on "calendar"."day" = "orders"."day"
  group by 1
  union all
  select
    date_trunc('month', "calendar"."day")::date as d0,
    null as m0,
    count(*) as m1
  from "customers"
  left join "calendar" on "calendar"."day" = "customers"."signed_up"
  group by 1
) as branches
group by 1
order by "calendar.day.month" nulls last
limit 11;
-- duckdb:
-- 3|   (coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0)) + (coalesce(max(m1), 0) / nullif(coalesce(max(m0), 0), 0)) as "orders.twice"
-- mysql:
-- 3|   (1.0000000000000000 * coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0)) + (1.0000000000000000 * coalesce(max(m1), 0) / nullif(coalesce(max(m0), 0), 0)) as `orders.twice`
-- 6|     cast(date_format(`calendar`.`day`, '%Y-%m-01') as date) as d0,
-- 14|     cast(date_format(`calendar`.`day`, '%Y-%m-01') as date) as d0,
-- 22| order by `calendar.day.month` <=> null, `calendar.day.month`
-- clickhouse:
-- 3|   (1e0 * coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0)) + (1e0 * coalesce(max(m1), 0) / nullif(coalesce(max(m0), 0), 0)) as "orders.twice"
-- 6|     toStartOfMonth(toDate32("calendar"."day")) as d0,
-- 14|     toStartOfMonth(toDate32("calendar"."day")) as d0,
-- 22| order by 1 nulls last
-- 23| limit 11
-- 23+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 3|   (1e0 * coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0)) + (1e0 * coalesce(max(m1), 0) / nullif(coalesce(max(m0), 0), 0)) as "orders.twice"
-- 6|     cast(date_trunc('month', "calendar"."day") as date) as d0,
-- 14|     cast(date_trunc('month', "calendar"."day") as date) as d0,
-- bigquery:
-- 3|   (1e0 * coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0)) + (1e0 * coalesce(max(m1), 0) / nullif(coalesce(max(m0), 0), 0)) as `orders__twice`
-- 6|     date_trunc(cast(`calendar`.`day` as date), month) as d0,
-- 14|     date_trunc(cast(`calendar`.`day` as date), month) as d0,
-- databricks:
-- 3|   (1D * coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0)) + (1D * coalesce(max(m1), 0) / nullif(coalesce(max(m0), 0), 0)) as `orders.twice`
-- 6|     cast(date_trunc('month', `calendar`.`day`) as date) as d0,
-- 14|     cast(date_trunc('month', `calendar`.`day`) as date) as d0,
-- snowflake:
-- 3|   (1::float * coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0)) + (1::float * coalesce(max(m1), 0) / nullif(coalesce(max(m0), 0), 0)) as "orders.twice"
-- 6|     cast(date_trunc('month', "calendar"."day") as date) as d0,
-- 14|     cast(date_trunc('month', "calendar"."day") as date) as d0,
-- redshift:
-- 3|   (1::float8 * coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0)) + (1::float8 * coalesce(max(m1), 0) / nullif(coalesce(max(m0), 0), 0)) as "orders.twice"

-- queried from its own model, a ratio is computed from there, as its components are
select
  d0 as "orders.channel",
  coalesce(max(m0), 0) as "orders.count",
  coalesce(max(m1), 0) as "customers.count",
  1.0 * coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0) as "orders.per_customer"
from (
  select
    "channel" as d0,
    count(*) as m0,
    null as m1
  from "orders"
  group by 1
  union all
  select
    "orders".d0 as d0,
    null as m0,
    count(*) as m1
  from "customers"
  left join (
    select distinct
      "customer_id" as j0,
      "channel" as d0
    from "orders"
  ) as "orders" on "orders".j0 = "customers"."id"
  group by 1
) as branches
group by 1
order by "orders.channel" nulls last
limit 11;
-- duckdb:
-- 5|   coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0) as "orders.per_customer"
-- 21|       "orders"."customer_id" as j0,
-- 22|       "orders"."channel" as d0
-- mysql:
-- 5|   1.0000000000000000 * coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0) as `orders.per_customer`
-- 28| order by `orders.channel` <=> null, `orders.channel`
-- clickhouse:
-- 5|   1e0 * coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0) as "orders.per_customer"
-- 28| order by 1 nulls last
-- 29| limit 11
-- 29+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 5|   1e0 * coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0) as "orders.per_customer"
-- bigquery:
-- 5|   1e0 * coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0) as `orders__per_customer`
-- databricks:
-- 5|   1D * coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0) as `orders.per_customer`
-- snowflake:
-- 5|   1::float * coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0) as "orders.per_customer"
-- redshift:
-- 5|   1::float8 * coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0) as "orders.per_customer"

-- a component that the query cannot name is computed from the ratio's own model
select
  d0 as "calendar.day.month",
  coalesce(max(m0), 0) as "orders.count",
  1.0 * coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0) as "orders.per_parcel"
from (
  select
    date_trunc('month', "calendar"."day")::date as d0,
    count(*) as m0,
    null as m1
  from "orders"
  left join "calendar" on "calendar"."day" = "orders"."day"
  group by 1
  union all
  select
    "orders".d0 as d0,
    null as m0,
    count(*) as m1
  from "parcels"
  left join (
    select distinct
      "orders"."parcel_id" as j0,
      date_trunc('month', "calendar"."day")::date as d0
    from "orders"
    left join "calendar" on "calendar"."day" = "orders"."day"
  ) as "orders" on "orders".j0 = "parcels"."id"
  group by 1
) as branches
group by 1
order by "calendar.day.month" nulls last
limit 11;
-- duckdb:
-- 4|   coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0) as "orders.per_parcel"
-- mysql:
-- 4|   1.0000000000000000 * coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0) as `orders.per_parcel`
-- 7|     cast(date_format(`calendar`.`day`, '%Y-%m-01') as date) as d0,
-- 22|       cast(date_format(`calendar`.`day`, '%Y-%m-01') as date) as d0
-- 29| order by `calendar.day.month` <=> null, `calendar.day.month`
-- clickhouse:
-- 4|   1e0 * coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0) as "orders.per_parcel"
-- 7|     toStartOfMonth(toDate32("calendar"."day")) as d0,
-- 22|       toStartOfMonth(toDate32("calendar"."day")) as d0
-- 29| order by 1 nulls last
-- 30| limit 11
-- 30+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 4|   1e0 * coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0) as "orders.per_parcel"
-- 7|     cast(date_trunc('month', "calendar"."day") as date) as d0,
-- 22|       cast(date_trunc('month', "calendar"."day") as date) as d0
-- bigquery:
-- 4|   1e0 * coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0) as `orders__per_parcel`
-- 7|     date_trunc(cast(`calendar`.`day` as date), month) as d0,
-- 22|       date_trunc(cast(`calendar`.`day` as date), month) as d0
-- databricks:
-- 4|   1D * coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0) as `orders.per_parcel`
-- 7|     cast(date_trunc('month', `calendar`.`day`) as date) as d0,
-- 22|       cast(date_trunc('month', `calendar`.`day`) as date) as d0
-- snowflake:
-- 4|   1::float * coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0) as "orders.per_parcel"
-- 7|     cast(date_trunc('month', "calendar"."day") as date) as d0,
-- 22|       cast(date_trunc('month', "calendar"."day") as date) as d0
-- redshift:
-- 4|   1::float8 * coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0) as "orders.per_parcel"

-- a ratio of a role is the quotient of the role's components
select
  d0 as "people.name",
  coalesce(max(m0), 0) as "manager.count",
  coalesce(max(m1), 0) as "manager.teams.count",
  1.0 * coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0) as "manager.per_team"
from (
  select
    "people_people".d0 as d0,
    count(*) as m0,
    null as m1
  from "people"
  left join (
    select distinct
      "manager_id" as j0,
      "name" as d0
    from "people"
  ) as "people_people" on "people_people".j0 = "people"."id"
  group by 1
  union all
  select
    "people".d0 as d0,
    null as m0,
    count(*) as m1
  from "teams"
  left join (
    select distinct
      "people"."team_id" as j0,
      "people_people"."name" as d0
    from "people"
    left join "people" as "people_people" on "people_people"."manager_id" = "people"."id"
  ) as "people" on "people".j0 = "teams"."id"
  group by 1
) as branches
group by 1
order by "people.name" nulls last
limit 11;
-- duckdb:
-- 5|   coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0) as "manager.per_team"
-- 14|       "people"."manager_id" as j0,
-- 15|       "people"."name" as d0
-- mysql:
-- 5|   1.0000000000000000 * coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0) as `manager.per_team`
-- 35| order by `people.name` <=> null, `people.name`
-- clickhouse:
-- 5|   1e0 * coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0) as "manager.per_team"
-- 35| order by 1 nulls last
-- 36| limit 11
-- 36+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 5|   1e0 * coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0) as "manager.per_team"
-- bigquery:
-- 5|   1e0 * coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0) as `manager__per_team`
-- databricks:
-- 5|   1D * coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0) as `manager.per_team`
-- snowflake:
-- 5|   1::float * coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0) as "manager.per_team"
-- redshift:
-- 5|   1::float8 * coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0) as "manager.per_team"

-- a component that several join paths reach is computed from the ratio's own model
select
  d0 as "countries.name",
  coalesce(max(m0), 0) as "visits.count",
  1.0 * coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0) as "visits.per_guest"
from (
  select
    "countries"."name" as d0,
    count(*) as m0,
    null as m1
  from "visits"
  left join "countries" on "countries"."id" = "visits"."country_id"
  group by 1
  union all
  select
    "visits".d0 as d0,
    null as m0,
    count(*) as m1
  from "guests"
  left join (
    select distinct
      "visits"."guest_id" as j0,
      "countries"."name" as d0
    from "visits"
    left join "countries" on "countries"."id" = "visits"."country_id"
  ) as "visits" on "visits".j0 = "guests"."id"
  group by 1
) as branches
group by 1
order by "countries.name" nulls last
limit 11;
-- totals
select
  coalesce(max(m0), 0) as "visits.count",
  1.0 * coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0) as "visits.per_guest"
from (
  select
    count(*) as m0,
    null as m1
  from "visits"
  left join "countries" on "countries"."id" = "visits"."country_id"
  union all
  select
    null as m0,
    count(*) as m1
  from "guests"
) as branches;
-- duckdb:
-- 4|   coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0) as "visits.per_guest"
-- 34|   coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0) as "visits.per_guest"
-- mysql:
-- 4|   1.0000000000000000 * coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0) as `visits.per_guest`
-- 29| order by `countries.name` <=> null, `countries.name`
-- 34|   1.0000000000000000 * coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0) as `visits.per_guest`
-- clickhouse:
-- 4|   1e0 * coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0) as "visits.per_guest"
-- 29| order by 1 nulls last
-- 30| limit 11
-- 30+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- 34|   1e0 * coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0) as "visits.per_guest"
-- 46| ) as branches
-- 46+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 4|   1e0 * coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0) as "visits.per_guest"
-- 34|   1e0 * coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0) as "visits.per_guest"
-- bigquery:
-- 4|   1e0 * coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0) as `visits__per_guest`
-- 34|   1e0 * coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0) as `visits__per_guest`
-- databricks:
-- 4|   1D * coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0) as `visits.per_guest`
-- 34|   1D * coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0) as `visits.per_guest`
-- snowflake:
-- 4|   1::float * coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0) as "visits.per_guest"
-- 34|   1::float * coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0) as "visits.per_guest"
-- redshift:
-- 4|   1::float8 * coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0) as "visits.per_guest"
-- 34|   1::float8 * coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0) as "visits.per_guest"
