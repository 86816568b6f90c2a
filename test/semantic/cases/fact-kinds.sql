-- Postgres' SQL of each case, then the lines in which other dialects differ: "3|" replaces the third line, "3+|" follows
-- it. Differences in the quotes of names are not shown. These dialects are never run on the warehouse itself:
-- trino, bigquery, databricks, snowflake, redshift (how they are checked instead: shared/semantic/dialects/README.md).

-- a dimension of one fact shows the values that its rows have, with orphans and nulls in one group
select
  "halls"."town" as "halls.town",
  sum("tickets"."price") as "tickets.sales",
  count(*) as "tickets.count",
  avg("tickets"."price") as "tickets.mean_price",
  min("tickets"."price") as "tickets.least_price"
from "tickets"
left join "concerts" on "concerts"."id" = "tickets"."concert_id"
left join "halls" on "halls"."id" = "concerts"."hall_id"
group by 1
order by "halls.town" nulls last
limit 11;
-- duckdb: the same
-- mysql:
-- 5|   avg(1.0000000000000000 * `tickets`.`price`) as `tickets.mean_price`,
-- 11| order by `halls.town` <=> null, `halls.town`
-- clickhouse:
-- 3|   sumOrNull("tickets"."price" + toDecimal128(0, 0)) as "tickets.sales",
-- 5|   avgOrNull("tickets"."price" + toDecimal128(0, 0)) as "tickets.mean_price",
-- 6|   minOrNull("tickets"."price") as "tickets.least_price"
-- 11| order by 1 nulls last
-- 12| limit 11
-- 12+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 5|   avg(cast("tickets"."price" as double)) as "tickets.mean_price",
-- bigquery:
-- 5|   avg(cast(`tickets`.`price` as float64)) as `tickets__mean_price`,
-- databricks:
-- 5|   avg(cast(`tickets`.`price` as double)) as `tickets.mean_price`,
-- snowflake:
-- 5|   avg(cast("tickets"."price" as float)) as "tickets.mean_price",
-- redshift:
-- 5|   avg(("tickets"."price")::float8) as "tickets.mean_price",

-- a dimension shows all values if its own model is counted too
select
  d0 as "halls.town",
  max(m0) as "tickets.sales",
  coalesce(max(m1), 0) as "tickets.count",
  coalesce(max(m2), 0) as "halls.count"
from (
  select
    "halls"."town" as d0,
    sum("tickets"."price") as m0,
    count(*) as m1,
    null as m2
  from "tickets"
  left join "concerts" on "concerts"."id" = "tickets"."concert_id"
  left join "halls" on "halls"."id" = "concerts"."hall_id"
  group by 1
  union all
  select
    "town" as d0,
    null as m0,
    null as m1,
    count(*) as m2
  from "halls"
  group by 1
) as branches
group by 1
order by "halls.town" nulls last
limit 11;
-- duckdb, trino, bigquery, databricks, snowflake, redshift: the same
-- mysql:
-- 26| order by `halls.town` <=> null, `halls.town`
-- clickhouse:
-- 9|     sumOrNull("tickets"."price" + toDecimal128(0, 0)) as m0,
-- 26| order by 1 nulls last
-- 27| limit 11
-- 27+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- over a bridge each row counts once in a group, with every aggregate
select
  "appearances".d0 as "players.instrument",
  sum("concerts"."cost") as "concerts.costs",
  avg("concerts"."cost") as "concerts.mean_cost",
  percentile_cont(0.5) within group (order by "concerts"."cost") as "concerts.median_cost",
  count(distinct "concerts"."title") as "concerts.titles",
  count(*) as "concerts.count"
from "concerts"
left join (
  select distinct
    "appearances"."concert_id" as j0,
    "players"."instrument" as d0
  from "appearances"
  left join "players" on "players"."id" = "appearances"."player_id"
) as "appearances" on "appearances".j0 = "concerts"."id"
group by 1
order by "players.instrument" nulls last
limit 11;
-- duckdb:
-- 5|   median("concerts"."cost"::double) as "concerts.median_cost",
-- mysql:
-- 2|   d0 as `players.instrument`,
-- 3|   sum(i0) as `concerts.costs`,
-- 4|   avg(1.0000000000000000 * i0) as `concerts.mean_cost`,
-- 5|   sum(i0 * greatest(0, 1 - abs(r0 - 1 - 0.5 * (n0 - 1)))) as `concerts.median_cost`,
-- 6|   count(distinct i1) as `concerts.titles`,
-- 8| from (
-- 9|   select
-- 10|     `appearances`.d0 as d0,
-- 11|     `concerts`.`cost` as i0,
-- 12|     `concerts`.`title` as i1,
-- 13|     row_number() over (partition by `appearances`.d0 order by `concerts`.`cost` <=> null, `concerts`.`cost`) as r0,
-- 14|     count(`concerts`.`cost`) over (partition by `appearances`.d0) as n0
-- 15|   from `concerts`
-- 15+|   left join (
-- 15+|     select distinct
-- 15+|       `appearances`.`concert_id` as j0,
-- 15+|       `players`.`instrument` as d0
-- 15+|     from `appearances`
-- 15+|     left join `players` on `players`.`id` = `appearances`.`player_id`
-- 15+|   ) as `appearances` on `appearances`.j0 = `concerts`.`id`
-- 15+| ) as ranked
-- 17| order by `players.instrument` <=> null, `players.instrument`
-- clickhouse:
-- 3|   sumOrNull("concerts"."cost" + toDecimal128(0, 0)) as "concerts.costs",
-- 4|   avgOrNull("concerts"."cost" + toDecimal128(0, 0)) as "concerts.mean_cost",
-- 5|   quantileExactInclusiveOrNull(0.5)(toFloat64("concerts"."cost")) as "concerts.median_cost",
-- 6|   uniqExact("concerts"."title") as "concerts.titles",
-- 17| order by 1 nulls last
-- 18| limit 11
-- 18+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 2|   d0 as "players.instrument",
-- 3|   sum(i0) as "concerts.costs",
-- 4|   avg(cast(i0 as double)) as "concerts.mean_cost",
-- 5|   sum(cast(i0 as double) * greatest(0e0, 1e0 - abs(r0 - 1e0 - 0.5e0 * (n0 - 1e0)))) as "concerts.median_cost",
-- 6|   count(distinct i1) as "concerts.titles",
-- 8| from (
-- 9|   select
-- 10|     "appearances".d0 as d0,
-- 11|     "concerts"."cost" as i0,
-- 12|     "concerts"."title" as i1,
-- 13|     row_number() over (partition by "appearances".d0 order by "concerts"."cost" nulls last) as r0,
-- 14|     count("concerts"."cost") over (partition by "appearances".d0) as n0
-- 15|   from "concerts"
-- 15+|   left join (
-- 15+|     select distinct
-- 15+|       "appearances"."concert_id" as j0,
-- 15+|       "players"."instrument" as d0
-- 15+|     from "appearances"
-- 15+|     left join "players" on "players"."id" = "appearances"."player_id"
-- 15+|   ) as "appearances" on "appearances".j0 = "concerts"."id"
-- 15+| ) as ranked
-- bigquery:
-- 2|   d0 as `players__instrument`,
-- 3|   sum(i0) as `concerts__costs`,
-- 4|   avg(cast(i0 as float64)) as `concerts__mean_cost`,
-- 5|   sum(cast(i0 as float64) * greatest(0e0, 1e0 - abs(r0 - 1e0 - 0.5e0 * (n0 - 1e0)))) as `concerts__median_cost`,
-- 6|   count(distinct i1) as `concerts__titles`,
-- 8| from (
-- 9|   select
-- 10|     `appearances`.d0 as d0,
-- 11|     `concerts`.`cost` as i0,
-- 12|     `concerts`.`title` as i1,
-- 13|     row_number() over (partition by `appearances`.d0 order by `concerts`.`cost` nulls last) as r0,
-- 14|     count(`concerts`.`cost`) over (partition by `appearances`.d0) as n0
-- 15|   from `concerts`
-- 15+|   left join (
-- 15+|     select distinct
-- 15+|       `appearances`.`concert_id` as j0,
-- 15+|       `players`.`instrument` as d0
-- 15+|     from `appearances`
-- 15+|     left join `players` on `players`.`id` = `appearances`.`player_id`
-- 15+|   ) as `appearances` on `appearances`.j0 = `concerts`.`id`
-- 15+| ) as ranked
-- databricks:
-- 4|   avg(cast(`concerts`.`cost` as double)) as `concerts.mean_cost`,
-- 5|   percentile(cast(`concerts`.`cost` as double), 0.5) as `concerts.median_cost`,
-- snowflake:
-- 4|   avg(cast("concerts"."cost" as float)) as "concerts.mean_cost",
-- 5|   median(cast("concerts"."cost" as float)) as "concerts.median_cost",
-- redshift:
-- 2|   d0 as "players.instrument",
-- 3|   sum(i0) as "concerts.costs",
-- 4|   avg((i0)::float8) as "concerts.mean_cost",
-- 5|   sum((i0)::float8 * greatest(0, 1 - abs(r0 - 1 - 0.5::float8 * (n0 - 1)))) as "concerts.median_cost",
-- 6|   count(distinct i1) as "concerts.titles",
-- 8| from (
-- 9|   select
-- 10|     "appearances".d0 as d0,
-- 11|     "concerts"."cost" as i0,
-- 12|     "concerts"."title" as i1,
-- 13|     row_number() over (partition by "appearances".d0 order by "concerts"."cost" nulls last) as r0,
-- 14|     count("concerts"."cost") over (partition by "appearances".d0) as n0
-- 15|   from "concerts"
-- 15+|   left join (
-- 15+|     select distinct
-- 15+|       "appearances"."concert_id" as j0,
-- 15+|       "players"."instrument" as d0
-- 15+|     from "appearances"
-- 15+|     left join "players" on "players"."id" = "appearances"."player_id"
-- 15+|   ) as "appearances" on "appearances".j0 = "concerts"."id"
-- 15+| ) as ranked

-- a fact and a count over a bridge are computed apart, and are 0 or null for a group without rows
select
  d0 as "halls.town",
  max(m0) as "tickets.sales",
  coalesce(max(m1), 0) as "players.count"
from (
  select
    "halls"."town" as d0,
    sum("tickets"."price") as m0,
    null as m1
  from "tickets"
  left join "concerts" on "concerts"."id" = "tickets"."concert_id"
  left join "halls" on "halls"."id" = "concerts"."hall_id"
  group by 1
  union all
  select
    "appearances".d0 as d0,
    null as m0,
    count(*) as m1
  from "players"
  left join (
    select distinct
      "appearances"."player_id" as j0,
      "halls"."town" as d0
    from "appearances"
    left join "concerts" on "concerts"."id" = "appearances"."concert_id"
    left join "halls" on "halls"."id" = "concerts"."hall_id"
  ) as "appearances" on "appearances".j0 = "players"."id"
  group by 1
) as branches
group by 1
order by "halls.town" nulls last
limit 11;
-- duckdb, trino, bigquery, databricks, snowflake, redshift: the same
-- mysql:
-- 31| order by `halls.town` <=> null, `halls.town`
-- clickhouse:
-- 8|     sumOrNull("tickets"."price" + toDecimal128(0, 0)) as m0,
-- 31| order by 1 nulls last
-- 32| limit 11
-- 32+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- distinct values of the many side are counted over all its rows
select
  "concerts"."title" as "concerts.title",
  count(distinct "tickets"."kind") as "tickets.kinds",
  avg("tickets"."price") as "tickets.mean_price"
from "tickets"
left join "concerts" on "concerts"."id" = "tickets"."concert_id"
group by 1
order by "concerts.title" nulls last
limit 11;
-- duckdb: the same
-- mysql:
-- 4|   avg(1.0000000000000000 * `tickets`.`price`) as `tickets.mean_price`
-- 8| order by `concerts.title` <=> null, `concerts.title`
-- clickhouse:
-- 3|   uniqExact("tickets"."kind") as "tickets.kinds",
-- 4|   avgOrNull("tickets"."price" + toDecimal128(0, 0)) as "tickets.mean_price"
-- 8| order by 1 nulls last
-- 9| limit 11
-- 9+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 4|   avg(cast("tickets"."price" as double)) as "tickets.mean_price"
-- bigquery:
-- 4|   avg(cast(`tickets`.`price` as float64)) as `tickets__mean_price`
-- databricks:
-- 4|   avg(cast(`tickets`.`price` as double)) as `tickets.mean_price`
-- snowflake:
-- 4|   avg(cast("tickets"."price" as float)) as "tickets.mean_price"
-- redshift:
-- 4|   avg(("tickets"."price")::float8) as "tickets.mean_price"

-- distinct values of the one side are counted once, however many rows the many side has
select
  "tickets".d0 as "tickets.kind",
  count(distinct "concerts"."title") as "concerts.titles",
  sum("concerts"."cost") as "concerts.costs"
from "concerts"
left join (
  select distinct
    "concert_id" as j0,
    "kind" as d0
  from "tickets"
) as "tickets" on "tickets".j0 = "concerts"."id"
group by 1
order by "tickets.kind" nulls last
limit 11;
-- duckdb:
-- 8|     "tickets"."concert_id" as j0,
-- 9|     "tickets"."kind" as d0
-- mysql:
-- 13| order by `tickets.kind` <=> null, `tickets.kind`
-- clickhouse:
-- 3|   uniqExact("concerts"."title") as "concerts.titles",
-- 4|   sumOrNull("concerts"."cost" + toDecimal128(0, 0)) as "concerts.costs"
-- 13| order by 1 nulls last
-- 14| limit 11
-- 14+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino, bigquery, databricks, snowflake, redshift: the same

-- rows with a measure of another fact, also where that has no rows
select
  d0 as "halls.town",
  d1 as "concerts.id",
  max(m0) as "tickets.sales",
  coalesce(max(m1), 0) as "concerts.count"
from (
  select
    "halls"."town" as d0,
    "concerts"."id" as d1,
    sum("tickets"."price") as m0,
    null as m1
  from "tickets"
  left join "concerts" on "concerts"."id" = "tickets"."concert_id"
  left join "halls" on "halls"."id" = "concerts"."hall_id"
  group by 1, 2
  union all
  select
    "halls"."town" as d0,
    "concerts"."id" as d1,
    null as m0,
    count(*) as m1
  from "concerts"
  left join "halls" on "halls"."id" = "concerts"."hall_id"
  group by 1, 2
) as branches
group by 1, 2
order by "halls.town" nulls last, "concerts.id" nulls last
limit 11;
-- duckdb, trino, bigquery, databricks, snowflake, redshift: the same
-- mysql:
-- 27| order by `halls.town` <=> null, `halls.town`, `concerts.id` <=> null, `concerts.id`
-- clickhouse:
-- 10|     sumOrNull("tickets"."price" + toDecimal128(0, 0)) as m0,
-- 27| order by 1 nulls last, 2 nulls last
-- 28| limit 11
-- 28+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- a condition on a count of another fact selects rows
-- ["seat","0"]
with asked_1 as (
  select "concerts"."id" as d0
  from "tickets"
  left join "concerts" on "concerts"."id" = "tickets"."concert_id"
  where "tickets"."kind" = $1
  group by 1
  having count(*) > $2::bigint
)
select
  "halls"."town" as "halls.town",
  count(*) as "concerts.count"
from "concerts"
left join "halls" on "halls"."id" = "concerts"."hall_id"
where exists (
  select 1
  from asked_1
  where array[asked_1.d0] = array["concerts"."id"]
)
group by 1
order by "halls.town" nulls last
limit 11;
-- duckdb:
-- 18|   where asked_1.d0 is not distinct from "concerts"."id"
-- mysql:
-- 6|   where `tickets`.`kind` = ?
-- 8|   having count(*) > cast(? as signed)
-- 18|   where asked_1.d0 <=> `concerts`.`id`
-- 21| order by `halls.town` <=> null, `halls.town`
-- clickhouse:
-- 6|   where "tickets"."kind" = {p1:String}
-- 8|   having count(*) > {p2:Int64}
-- 15| where toJSONString(tuple("concerts"."id")) in (
-- 16|   select toJSONString(tuple(asked_1.d0))
-- 18 is left out
-- 21| order by 1 nulls last
-- 22| limit 11
-- 22+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', output_format_json_quote_denormals = 1;
-- trino:
-- 6|   where "tickets"."kind" = ?
-- 8|   having count(*) > cast(? as bigint)
-- 15| where json_format(cast(array[cast("concerts"."id" as json)] as json)) in (
-- 16|   select json_format(cast(array[cast(asked_1.d0 as json)] as json))
-- 18 is left out
-- bigquery:
-- 6|   where `tickets`.`kind` = @p1
-- 8|   having count(*) > cast(@p2 as int64)
-- 15| where to_json_string([to_json_string(`concerts`.`id`)]) in (
-- 16|   select to_json_string([to_json_string(asked_1.d0)])
-- 18 is left out
-- databricks:
-- 6|   where `tickets`.`kind` = :p1
-- 8|   having count(*) > cast(:p2 as bigint)
-- 15| where to_json(named_struct('c0', `concerts`.`id`)) in (
-- 16|   select to_json(named_struct('c0', asked_1.d0))
-- 18 is left out
-- snowflake:
-- 6|   where "tickets"."kind" = ?
-- 8|   having count(*) > cast(? as number(38, 0))
-- 15| where to_json(array_construct("concerts"."id")) in (
-- 16|   select to_json(array_construct(asked_1.d0))
-- 18 is left out
-- redshift:
-- 18|   where (asked_1.d0 = "concerts"."id" or (asked_1.d0 is null and "concerts"."id" is null))

-- a running total and a rank go row by row
with results_1 as (
  select
    "concert_id" as d0,
    "id" as d1,
    sum("price") as x0
  from "tickets"
  where "concert_id" is not null
  group by 1, 2
),
calculated_1 as (
  select
    d0,
    d1,
    x0,
    case when d1 is not null then sum(x0) over (partition by d0 order by d1 nulls last rows between unbounded preceding and current row) end as c0,
    rank() over (partition by d0 order by x0 desc nulls last) as c1
  from results_1
)
select
  d0 as "tickets.concert",
  d1 as "tickets.id",
  x0 as "tickets.sales",
  c0 as "so far",
  c1 as "place"
from calculated_1
order by "tickets.concert" nulls last, "tickets.id" nulls last
limit 11;
-- duckdb, trino, databricks, snowflake, redshift: the same
-- mysql:
-- 15|     case when d1 is not null then sum(x0) over (partition by d0 order by d1 <=> null, d1 rows between unbounded preceding and current row) end as c0,
-- 16|     rank() over (partition by d0 order by x0 desc) as c1
-- 26| order by `tickets.concert` <=> null, `tickets.concert`, `tickets.id` <=> null, `tickets.id`
-- clickhouse:
-- 5|     sumOrNull("price" + toDecimal128(0, 0)) as x0
-- 16|     rank() over (partition by d0 order by x0 <> x0 desc nulls last, x0 desc nulls last) as c1
-- 26| order by 1 nulls last, 2 nulls last
-- 27| limit 11
-- 27+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- bigquery:
-- 23|   c0 as `c_so_far__2c52mem0qw515`,

-- a filter on a rank selects the first row of each group
-- ["1"]
with results_1 as (
  select
    "concert_id" as d0,
    "id" as d1,
    sum("price") as x0
  from "tickets"
  group by 1, 2
),
calculated_1 as (
  select
    d0,
    d1,
    x0,
    rank() over (partition by d0 order by x0 desc nulls last) as c0
  from results_1
)
select
  d0 as "tickets.concert",
  d1 as "tickets.id",
  x0 as "tickets.sales",
  c0 as "place"
from calculated_1
where c0 = $1::bigint
order by "tickets.concert" nulls last, "tickets.id" nulls last
limit 11;
-- duckdb, redshift: the same
-- mysql:
-- 15|     rank() over (partition by d0 order by x0 desc) as c0
-- 24| where c0 = cast(? as signed)
-- 25| order by `tickets.concert` <=> null, `tickets.concert`, `tickets.id` <=> null, `tickets.id`
-- clickhouse:
-- 6|     sumOrNull("price" + toDecimal128(0, 0)) as x0
-- 15|     rank() over (partition by d0 order by x0 <> x0 desc nulls last, x0 desc nulls last) as c0
-- 24| where c0 = {p1:Int64}
-- 25| order by 1 nulls last, 2 nulls last
-- 26| limit 11
-- 26+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 24| where c0 = cast(? as bigint)
-- bigquery:
-- 24| where c0 = cast(@p1 as int64)
-- databricks:
-- 24| where c0 = cast(:p1 as bigint)
-- snowflake:
-- 24| where c0 = cast(? as number(38, 0))
