-- Postgres' SQL of each case, then the lines in which other dialects differ: "3|" replaces the third line, "3+|" follows
-- it. Differences in the quotes of names are not shown. These dialects are never run on the warehouse itself:
-- trino, bigquery, databricks, snowflake, redshift (how they are checked instead: shared/semantic/dialects/README.md).

-- is_null of a negation means that the negation is null
select distinct "name" as "people.name"
from "people"
where (not (nick = 'a')) is null
order by "people.name" nulls last
limit 11;
-- duckdb, trino, bigquery, databricks, snowflake, redshift: the same
-- mysql:
-- 4| order by `people.name` <=> null, `people.name`
-- clickhouse:
-- 4| order by 1 nulls last
-- 5| limit 11
-- 5+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- is_not_null of a negation means that the negation is not null
select distinct "name" as "people.name"
from "people"
where (NOT(nick = 'b')) is not null
order by "people.name" nulls last
limit 11;
-- duckdb, trino, bigquery, databricks, snowflake, redshift: the same
-- mysql:
-- 4| order by `people.name` <=> null, `people.name`
-- clickhouse:
-- 4| order by 1 nulls last
-- 5| limit 11
-- 5+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- unequal to a negation keeps nulls
-- [true]
select distinct "name" as "people.name"
from "people"
where (not (nick = 'a')) is distinct from $1::boolean
order by "people.name" nulls last
limit 11;
-- duckdb, redshift:
-- 4| where ((not (nick = 'a')) <> $1::boolean or (not (nick = 'a')) is null)
-- mysql:
-- 1 is left out
-- 4| where (not (((not (nick = 'a')) <> 0)) or (not (nick = 'a')) is null)
-- 5| order by `people.name` <=> null, `people.name`
-- clickhouse:
-- 4| where ifNull((not (nick = 'a')) != {p1:Bool}, true)
-- 5| order by 1 nulls last
-- 6| limit 11
-- 6+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino, snowflake:
-- 4| where (not (nick = 'a')) is distinct from cast(? as boolean)
-- bigquery:
-- 4| where (not (nick = 'a')) is distinct from cast(@p1 as bool)
-- databricks:
-- 4| where not ((not (nick = 'a')) <=> cast(:p1 as boolean))

-- an expression around a negation contains all of it
select
  count(case when (not (nick = 'a')) is null then 1 end) as "people.unsure",
  count(case when (not (nick = 'a')) is not null then 1 end) as "people.sure"
from "people"
limit 11;
-- duckdb, mysql, trino, bigquery, databricks, snowflake, redshift: the same
-- clickhouse:
-- 5| limit 11
-- 5+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- a median is of the whole expression
select percentile_cont(0.5) within group (order by height - not_counted) as "people.middle"
from "people"
limit 11;
-- duckdb:
-- 1| select median(cast(height - not_counted as double)) as "people.middle"
-- mysql:
-- 1| select sum(i0 * greatest(0, 1 - abs(r0 - 1 - 0.5 * (n0 - 1)))) as `people.middle`
-- 2| from (
-- 2+|   select
-- 2+|     height - not_counted as i0,
-- 2+|     row_number() over (order by height - not_counted <=> null, height - not_counted) as r0,
-- 2+|     count(height - not_counted) over () as n0
-- 2+|   from `people`
-- 2+| ) as ranked
-- clickhouse:
-- 1| select quantileExactInclusiveOrNull(0.5)(toFloat64(height - not_counted)) as "people.middle"
-- 3| limit 11
-- 3+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 1| select sum(cast(i0 as double) * greatest(0e0, 1e0 - abs(r0 - 1e0 - 0.5e0 * (n0 - 1e0)))) as "people.middle"
-- 2| from (
-- 2+|   select
-- 2+|     height - not_counted as i0,
-- 2+|     row_number() over (order by height - not_counted nulls last) as r0,
-- 2+|     count(height - not_counted) over () as n0
-- 2+|   from "people"
-- 2+| ) as ranked
-- bigquery:
-- 1| select sum(cast(i0 as float64) * greatest(0e0, 1e0 - abs(r0 - 1e0 - 0.5e0 * (n0 - 1e0)))) as `people__middle`
-- 2| from (
-- 2+|   select
-- 2+|     height - not_counted as i0,
-- 2+|     row_number() over (order by height - not_counted nulls last) as r0,
-- 2+|     count(height - not_counted) over () as n0
-- 2+|   from `people`
-- 2+| ) as ranked
-- databricks:
-- 1| select percentile(cast(height - not_counted as double), 0.5) as `people.middle`
-- snowflake:
-- 1| select median(cast(height - not_counted as float)) as "people.middle"
-- redshift:
-- 1| select sum((i0)::float8 * greatest(0, 1 - abs(r0 - 1 - 0.5::float8 * (n0 - 1)))) as "people.middle"
-- 2| from (
-- 2+|   select
-- 2+|     height - not_counted as i0,
-- 2+|     row_number() over (order by height - not_counted nulls last) as r0,
-- 2+|     count(height - not_counted) over () as n0
-- 2+|   from "people"
-- 2+| ) as ranked

-- groups are filtered and sorted by a negation of a measure
select
  "cities"."name" as "cities.name",
  count(*) as "people.count"
from "people"
left join "cities" on "cities"."id" = "people"."city_id"
group by 1
having (not (count(*) > 1)) is not null
order by (not (count(*) > 1)) desc nulls last, "cities.name" nulls last
limit 11;
-- duckdb, trino, bigquery, databricks, snowflake, redshift: the same
-- mysql:
-- 8| order by (not (count(*) > 1)) desc, `cities.name` <=> null, `cities.name`

-- nullif of a constant is null where the join found no row
select
  case when "cities"."id" is not null then nullif('none', "cities".name) end as "cities.mark",
  count(*) as "people.count"
from "people"
left join "cities" on "cities"."id" = "people"."city_id"
group by 1
order by "cities.mark" nulls last
limit 11;
-- duckdb, trino, bigquery, databricks, snowflake, redshift: the same
-- mysql:
-- 7| order by `cities.mark` <=> null, `cities.mark`
-- clickhouse:
-- 7| order by 1 nulls last
-- 8| limit 11
-- 8+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- nullif of a column needs no guard against null
select
  nullif("cities".name, 'york') as "cities.known",
  count(*) as "people.count"
from "people"
left join "cities" on "cities"."id" = "people"."city_id"
group by 1
order by "cities.known" nulls last
limit 11;
-- duckdb, trino, bigquery, databricks, snowflake, redshift: the same
-- mysql:
-- 7| order by `cities.known` <=> null, `cities.known`
-- clickhouse:
-- 7| order by 1 nulls last
-- 8| limit 11
-- 8+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- null-safe equality is null where the join found no row (as a whole: mysql)
select distinct
  `people`.`name` as `people.name`,
  (case when `cities`.`id` is not null then `cities`.code <=> 'Y' end) <> 0 as `cities.has_code`
from `people`
left join `cities` on `cities`.`id` = `people`.`city_id`
order by `people.name` <=> null, `people.name`, `cities.has_code` <=> null, `cities.has_code`
limit 11;
-- databricks:
-- 3|   case when `cities`.`id` is not null then `cities`.code <=> 'Y' end as `cities.has_code`
-- 6| order by `people.name` nulls last, `cities.has_code` nulls last

-- an expression that may be an `or` is null where the join found no row (as a whole: mysql)
select distinct
  `people`.`name` as `people.name`,
  (case when `cities`.`id` is not null then `cities`.size || 1 end) <> 0 as `cities.piped`
from `people`
left join `cities` on `cities`.`id` = `people`.`city_id`
order by `people.name` <=> null, `people.name`, `cities.piped` <=> null, `cities.piped`
limit 11;

-- a function with a quoted name is guarded, since it may not return null for null
select distinct
  "people"."name" as "people.name",
  case when "cities"."id" is not null then "concat"("cities".name, '!') end as "cities.quoted_call"
from "people"
left join "cities" on "cities"."id" = "people"."city_id"
order by "people.name" nulls last, "cities.quoted_call" nulls last
limit 11;
-- duckdb: the same

-- the unit of an interval is not read as a column (as a whole: duckdb)
select distinct
  "people"."name" as "people.name",
  (case when "cities"."id" is not null then "cities".opened + interval 1 day end)::date as "cities.next_day.day"
from "people"
left join "cities" on "cities"."id" = "people"."city_id"
order by "people.name" nulls last, "cities.next_day.day" nulls last
limit 11;
-- mysql:
-- 3|   date((case when `cities`.`id` is not null then `cities`.opened + interval 1 day end)) as `cities.next_day.day`
-- 6| order by `people.name` <=> null, `people.name`, `cities.next_day.day` <=> null, `cities.next_day.day`
-- bigquery:
-- 3|   cast((case when `cities`.`id` is not null then `cities`.opened + interval 1 day end) as date) as `cities__next_day__day`
-- databricks:
-- 3|   cast((case when `cities`.`id` is not null then `cities`.opened + interval 1 day end) as date) as `cities.next_day.day`

-- the unit of an interval of a column, and of a difference, is not read as a column (as a whole: mysql)
select distinct
  `people`.`name` as `people.name`,
  case when `cities`.`id` is not null then date_add(`cities`.opened, interval `cities`.size day) end as `cities.next_days`,
  case when `cities`.`id` is not null then timestampdiff(day, `cities`.opened, '2024-02-10') end as `cities.age`
from `people`
left join `cities` on `cities`.`id` = `people`.`city_id`
order by `people.name` <=> null, `people.name`, `cities.next_days` <=> null, `cities.next_days`, `cities.age` <=> null, `cities.age`
limit 11;

-- documents are counted through a fan-out, each row once
-- ["cat","dog"]
select
  d0 as "pets.kind",
  count(v0) as "people.papers",
  count(v1) as "people.papers_of_a",
  count(distinct v2) as "people.kinds_of_paper"
from (
  select distinct
    "pets"."kind" as d0,
    "people"."id" as k0,
    case when ("people"."paper") is not null then 1 end as v0,
    case when (case when "people".nick = 'a' then "people"."paper" end) is not null then 1 end as v1,
    "people"."paper"::text as v2
  from "people"
  left join "pets" on "pets"."person_id" = "people"."id"
  where "pets"."kind" in ($1, $2)
) as "people"
group by 1
order by "pets.kind" nulls last
limit 11;
-- duckdb: the same
-- mysql:
-- 13|     `people`.`paper` as v2
-- 16|   where `pets`.`kind` in (?, ?)
-- 19| order by `pets.kind` <=> null, `pets.kind`
-- clickhouse:
-- 6|   uniqExact(v2) as "people.kinds_of_paper"
-- 13|     toString("people"."paper") as v2
-- 16|   where "pets"."kind" in ({p1:String}, {p2:String})
-- 19| order by 1 nulls last
-- 20| limit 11
-- 20+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 13|     json_format("people"."paper") as v2
-- 16|   where "pets"."kind" in (?, ?)
-- bigquery:
-- 13|     to_json_string(`people`.`paper`) as v2
-- 16|   where `pets`.`kind` in (@p1, @p2)
-- databricks:
-- 13|     to_json(`people`.`paper`) as v2
-- 16|   where `pets`.`kind` in (:p1, :p2)
-- snowflake:
-- 13|     to_json("people"."paper") as v2
-- 16|   where "pets"."kind" in (?, ?)
-- redshift:
-- 13|     json_serialize("people"."paper") as v2

-- documents are grouped by their text
select
  count("paper") as "people.papers",
  count(distinct "paper"::text) as "people.kinds_of_paper"
from "people"
limit 11;
-- duckdb: the same
-- mysql:
-- 3|   count(distinct `paper`) as `people.kinds_of_paper`
-- clickhouse:
-- 3|   uniqExact(toString("paper")) as "people.kinds_of_paper"
-- 5| limit 11
-- 5+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 3|   count(distinct json_format("paper")) as "people.kinds_of_paper"
-- bigquery:
-- 3|   count(distinct to_json_string(`paper`)) as `people__kinds_of_paper`
-- databricks:
-- 3|   count(distinct to_json(`paper`)) as `people.kinds_of_paper`
-- snowflake:
-- 3|   count(distinct to_json("paper")) as "people.kinds_of_paper"
-- redshift:
-- 3|   count(distinct json_serialize("paper")) as "people.kinds_of_paper"

-- the greatest and the least boolean
select
  "cities"."name" as "cities.name",
  bool_or("people"."is_tall") as "people.any_tall",
  bool_and("people"."is_tall") as "people.all_tall"
from "people"
left join "cities" on "cities"."id" = "people"."city_id"
group by 1
order by "cities.name" nulls last
limit 11;
-- duckdb, trino:
-- 3|   max("people"."is_tall") as "people.any_tall",
-- 4|   min("people"."is_tall") as "people.all_tall"
-- mysql:
-- 3|   max(`people`.`is_tall` <> 0) as `people.any_tall`,
-- 4|   min((`people`.`is_tall` <> 0)) as `people.all_tall`
-- 8| order by `cities.name` <=> null, `cities.name`
-- clickhouse:
-- 3|   maxOrNull("people"."is_tall") as "people.any_tall",
-- 4|   cast(minOrNull("people"."is_tall") as Nullable(Bool)) as "people.all_tall"
-- 8| order by 1 nulls last
-- 9| limit 11
-- 9+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- bigquery:
-- 3|   max(`people`.`is_tall`) as `people__any_tall`,
-- 4|   min(`people`.`is_tall`) as `people__all_tall`
-- databricks:
-- 3|   max(`people`.`is_tall`) as `people.any_tall`,
-- 4|   min(`people`.`is_tall`) as `people.all_tall`
-- snowflake:
-- 3|   boolor_agg("people"."is_tall") as "people.any_tall",
-- 4|   booland_agg("people"."is_tall") as "people.all_tall"
-- redshift: the same

-- the greatest and the least of comparisons that are not dimensions
select
  "cities"."name" as "cities.name",
  bool_or("people".height > 175) as "people.any_high",
  bool_and(not ("people".height <= 175)) as "people.all_high",
  bool_or(case when "people".nick = 'a' then "people".height > 160 and "people".height < 175 end) as "people.any_high_of_a",
  bool_or(case when "people".height > 185 then true when "people"."is_tall" then false end) as "people.any_grown",
  bool_and(coalesce((not ("people".nick = 'a')), "people".is_tall)) as "people.all_named"
from "people"
left join "cities" on "cities"."id" = "people"."city_id"
group by 1
order by "cities.name" nulls last
limit 11;
-- duckdb, trino:
-- 3|   max("people".height > 175) as "people.any_high",
-- 4|   min(not ("people".height <= 175)) as "people.all_high",
-- 5|   max(case when "people".nick = 'a' then "people".height > 160 and "people".height < 175 end) as "people.any_high_of_a",
-- 6|   max(case when "people".height > 185 then true when "people"."is_tall" then false end) as "people.any_grown",
-- 7|   min(coalesce((not ("people".nick = 'a')), "people".is_tall)) as "people.all_named"
-- mysql:
-- 3|   max(`people`.height > 175) as `people.any_high`,
-- 4|   min(not (`people`.height <= 175)) as `people.all_high`,
-- 5|   max(case when `people`.nick = 'a' then `people`.height > 160 and `people`.height < 175 end) as `people.any_high_of_a`,
-- 6|   max(case when `people`.height > 185 then true when (`people`.`is_tall` <> 0) then false end) as `people.any_grown`,
-- 7|   min(coalesce((not (`people`.nick = 'a')), `people`.is_tall) <> 0) as `people.all_named`
-- 11| order by `cities.name` <=> null, `cities.name`
-- clickhouse:
-- 3|   cast(maxOrNull("people".height > 175) as Nullable(Bool)) as "people.any_high",
-- 4|   cast(minOrNull(not ("people".height <= 175)) as Nullable(Bool)) as "people.all_high",
-- 5|   cast(maxOrNull(case when "people".nick = 'a' then "people".height > 160 and "people".height < 175 end) as Nullable(Bool)) as "people.any_high_of_a",
-- 6|   cast(maxOrNull(case when "people".height > 185 then true when "people"."is_tall" then false end) as Nullable(Bool)) as "people.any_grown",
-- 7|   cast(minOrNull(coalesce((not ("people".nick = 'a')), "people".is_tall)) as Nullable(Bool)) as "people.all_named"
-- 11| order by 1 nulls last
-- 12| limit 11
-- 12+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- bigquery:
-- 3|   max(`people`.height > 175) as `people__any_high`,
-- 4|   min(not (`people`.height <= 175)) as `people__all_high`,
-- 5|   max(case when `people`.nick = 'a' then `people`.height > 160 and `people`.height < 175 end) as `people__any_high_of_a`,
-- 6|   max(case when `people`.height > 185 then true when `people`.`is_tall` then false end) as `people__any_grown`,
-- 7|   min(coalesce((not (`people`.nick = 'a')), `people`.is_tall)) as `people__all_named`
-- databricks:
-- 3|   max(`people`.height > 175) as `people.any_high`,
-- 4|   min(not (`people`.height <= 175)) as `people.all_high`,
-- 5|   max(case when `people`.nick = 'a' then `people`.height > 160 and `people`.height < 175 end) as `people.any_high_of_a`,
-- 6|   max(case when `people`.height > 185 then true when `people`.`is_tall` then false end) as `people.any_grown`,
-- 7|   min(coalesce((not (`people`.nick = 'a')), `people`.is_tall)) as `people.all_named`
-- snowflake:
-- 3|   boolor_agg("people".height > 175) as "people.any_high",
-- 4|   booland_agg(not ("people".height <= 175)) as "people.all_high",
-- 5|   boolor_agg(case when "people".nick = 'a' then "people".height > 160 and "people".height < 175 end) as "people.any_high_of_a",
-- 6|   boolor_agg(case when "people".height > 185 then true when "people"."is_tall" then false end) as "people.any_grown",
-- 7|   booland_agg(coalesce((not ("people".nick = 'a')), "people".is_tall)) as "people.all_named"
-- redshift: the same

-- comparisons of two models, under fan-out, filtered, with totals
-- [false]
select
  d0 as "pets.kind",
  bool_or(m0) as "people.any_high",
  bool_or(m1) as "people.all_high",
  max(m2) as "cities.size"
from (
  select
    "pets"."kind" as d0,
    bool_or("people".height > 175) as m0,
    bool_and(not ("people".height <= 175)) as m1,
    null as m2
  from "people"
  left join "pets" on "pets"."person_id" = "people"."id"
  group by 1
  union all
  select
    "people".d0 as d0,
    null as m0,
    null as m1,
    sum("cities"."size") as m2
  from "cities"
  left join (
    select distinct
      "people"."city_id" as j0,
      "pets"."kind" as d0
    from "people"
    left join "pets" on "pets"."person_id" = "people"."id"
  ) as "people" on "people".j0 = "cities"."id"
  group by 1
) as branches
group by 1
having bool_or(m0) is distinct from $1::boolean
order by "pets.kind" nulls last
limit 11;
-- totals
-- [false]
with picked_1 as (
  select d0
  from (
    select
      "pets"."kind" as d0,
      bool_or("people".height > 175) as m0
    from "people"
    left join "pets" on "pets"."person_id" = "people"."id"
    group by 1
    union all
    select
      "pets"."kind" as d0,
      null as m0
    from "cities"
    left join "people" on "people"."city_id" = "cities"."id"
    left join "pets" on "pets"."person_id" = "people"."id"
    group by 1
  ) as branches
  group by 1
  having bool_or(m0) is distinct from $1::boolean
)
select
  bool_or(m0) as "people.any_high",
  bool_or(m1) as "people.all_high",
  max(m2) as "cities.size"
from (
  select
    bool_or("people".height > 175) as m0,
    bool_and(not ("people".height <= 175)) as m1,
    null as m2
  from "people"
  left join "pets" on "pets"."person_id" = "people"."id"
  where exists (
    select 1
    from picked_1
    where array[picked_1.d0] = array["pets"."kind"]
  )
  union all
  select
    null as m0,
    null as m1,
    sum(v0) as m2
  from (
    select distinct
      "cities"."id" as k0,
      "cities"."size" as v0
    from "cities"
    left join "people" on "people"."city_id" = "cities"."id"
    left join "pets" on "pets"."person_id" = "people"."id"
    where exists (
      select 1
      from picked_1
      where array[picked_1.d0] = array["pets"."kind"]
    )
  ) as "cities"
) as branches;
-- duckdb:
-- 4|   max(m0) as "people.any_high",
-- 5|   max(m1) as "people.all_high",
-- 10|     max("people".height > 175) as m0,
-- 11|     min(not ("people".height <= 175)) as m1,
-- 33| having (max(m0) <> $1::boolean or max(m0) is null)
-- 43|       max("people".height > 175) as m0
-- 57|   having (max(m0) <> $1::boolean or max(m0) is null)
-- 60|   max(m0) as "people.any_high",
-- 61|   max(m1) as "people.all_high",
-- 65|     max("people".height > 175) as m0,
-- 66|     min(not ("people".height <= 175)) as m1,
-- 73|     where picked_1.d0 is not distinct from "pets"."kind"
-- 90|       where picked_1.d0 is not distinct from "pets"."kind"
-- mysql:
-- 4|   max(m0) as `people.any_high`,
-- 5|   max(m1) as `people.all_high`,
-- 10|     max(`people`.height > 175) as m0,
-- 11|     min(not (`people`.height <= 175)) as m1,
-- 33| having not (max(m0) <=> cast(? as signed))
-- 34| order by `pets.kind` <=> null, `pets.kind`
-- 43|       max(`people`.height > 175) as m0
-- 57|   having not (max(m0) <=> cast(? as signed))
-- 60|   max(m0) as `people.any_high`,
-- 61|   max(m1) as `people.all_high`,
-- 65|     max(`people`.height > 175) as m0,
-- 66|     min(not (`people`.height <= 175)) as m1,
-- 73|     where picked_1.d0 <=> `pets`.`kind`
-- 90|       where picked_1.d0 <=> `pets`.`kind`
-- clickhouse:
-- 4|   max(m0) as "people.any_high",
-- 5|   max(m1) as "people.all_high",
-- 10|     cast(maxOrNull("people".height > 175) as Nullable(Bool)) as m0,
-- 11|     cast(minOrNull(not ("people".height <= 175)) as Nullable(Bool)) as m1,
-- 21|     sumOrNull("cities"."size" + toDecimal128(0, 0)) as m2
-- 33| having ifNull(max(m0) != {p1:Bool}, true)
-- 34| order by 1 nulls last
-- 35| limit 11
-- 35+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- 43|       cast(maxOrNull("people".height > 175) as Nullable(Bool)) as m0
-- 57|   having ifNull(max(m0) != {p1:Bool}, true)
-- 60|   max(m0) as "people.any_high",
-- 61|   max(m1) as "people.all_high",
-- 65|     cast(maxOrNull("people".height > 175) as Nullable(Bool)) as m0,
-- 66|     cast(minOrNull(not ("people".height <= 175)) as Nullable(Bool)) as m1,
-- 70|   where toJSONString(tuple("pets"."kind")) in (
-- 71|     select toJSONString(tuple(picked_1.d0))
-- 73 is left out
-- 79|     sumOrNull(v0 + toDecimal128(0, 0)) as m2
-- 87|     where toJSONString(tuple("pets"."kind")) in (
-- 88|       select toJSONString(tuple(picked_1.d0))
-- 90 is left out
-- 93| ) as branches
-- 93+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', output_format_json_quote_denormals = 1;
-- trino:
-- 4|   max(m0) as "people.any_high",
-- 5|   max(m1) as "people.all_high",
-- 10|     max("people".height > 175) as m0,
-- 11|     min(not ("people".height <= 175)) as m1,
-- 33| having max(m0) is distinct from cast(? as boolean)
-- 43|       max("people".height > 175) as m0
-- 57|   having max(m0) is distinct from cast(? as boolean)
-- 60|   max(m0) as "people.any_high",
-- 61|   max(m1) as "people.all_high",
-- 65|     max("people".height > 175) as m0,
-- 66|     min(not ("people".height <= 175)) as m1,
-- 70|   where json_format(cast(array[cast("pets"."kind" as json)] as json)) in (
-- 71|     select json_format(cast(array[cast(picked_1.d0 as json)] as json))
-- 73 is left out
-- 87|     where json_format(cast(array[cast("pets"."kind" as json)] as json)) in (
-- 88|       select json_format(cast(array[cast(picked_1.d0 as json)] as json))
-- 90 is left out
-- bigquery:
-- 4|   max(m0) as `people__any_high`,
-- 5|   max(m1) as `people__all_high`,
-- 10|     max(`people`.height > 175) as m0,
-- 11|     min(not (`people`.height <= 175)) as m1,
-- 33| having max(m0) is distinct from cast(@p1 as bool)
-- 43|       max(`people`.height > 175) as m0
-- 57|   having max(m0) is distinct from cast(@p1 as bool)
-- 60|   max(m0) as `people__any_high`,
-- 61|   max(m1) as `people__all_high`,
-- 65|     max(`people`.height > 175) as m0,
-- 66|     min(not (`people`.height <= 175)) as m1,
-- 70|   where to_json_string([to_json_string(`pets`.`kind`)]) in (
-- 71|     select to_json_string([to_json_string(picked_1.d0)])
-- 73 is left out
-- 87|     where to_json_string([to_json_string(`pets`.`kind`)]) in (
-- 88|       select to_json_string([to_json_string(picked_1.d0)])
-- 90 is left out
-- databricks:
-- 4|   max(m0) as `people.any_high`,
-- 5|   max(m1) as `people.all_high`,
-- 10|     max(`people`.height > 175) as m0,
-- 11|     min(not (`people`.height <= 175)) as m1,
-- 33| having not (max(m0) <=> cast(:p1 as boolean))
-- 43|       max(`people`.height > 175) as m0
-- 57|   having not (max(m0) <=> cast(:p1 as boolean))
-- 60|   max(m0) as `people.any_high`,
-- 61|   max(m1) as `people.all_high`,
-- 65|     max(`people`.height > 175) as m0,
-- 66|     min(not (`people`.height <= 175)) as m1,
-- 70|   where to_json(named_struct('c0', `pets`.`kind`)) in (
-- 71|     select to_json(named_struct('c0', picked_1.d0))
-- 73 is left out
-- 87|     where to_json(named_struct('c0', `pets`.`kind`)) in (
-- 88|       select to_json(named_struct('c0', picked_1.d0))
-- 90 is left out
-- snowflake:
-- 4|   boolor_agg(m0) as "people.any_high",
-- 5|   boolor_agg(m1) as "people.all_high",
-- 10|     boolor_agg("people".height > 175) as m0,
-- 11|     booland_agg(not ("people".height <= 175)) as m1,
-- 33| having boolor_agg(m0) is distinct from cast(? as boolean)
-- 43|       boolor_agg("people".height > 175) as m0
-- 57|   having boolor_agg(m0) is distinct from cast(? as boolean)
-- 60|   boolor_agg(m0) as "people.any_high",
-- 61|   boolor_agg(m1) as "people.all_high",
-- 65|     boolor_agg("people".height > 175) as m0,
-- 66|     booland_agg(not ("people".height <= 175)) as m1,
-- 70|   where to_json(array_construct("pets"."kind")) in (
-- 71|     select to_json(array_construct(picked_1.d0))
-- 73 is left out
-- 87|     where to_json(array_construct("pets"."kind")) in (
-- 88|       select to_json(array_construct(picked_1.d0))
-- 90 is left out
-- redshift:
-- 33| having (bool_or(m0) <> $1::boolean or bool_or(m0) is null)
-- 57|   having (bool_or(m0) <> $1::boolean or bool_or(m0) is null)
-- 73|     where (picked_1.d0 = "pets"."kind" or (picked_1.d0 is null and "pets"."kind" is null))
-- 90|       where (picked_1.d0 = "pets"."kind" or (picked_1.d0 is null and "pets"."kind" is null))

-- booleans of two models, also in filled groups
-- [true]
select
  d0 as "cities.name",
  bool_or(m0) as "people.any_tall",
  max(m1) as "cities.size"
from (
  select
    "cities"."name" as d0,
    bool_or("people"."is_tall") as m0,
    null as m1
  from "people"
  left join "cities" on "cities"."id" = "people"."city_id"
  group by 1
  union all
  select
    "name" as d0,
    null as m0,
    sum("size") as m1
  from "cities"
  group by 1
) as branches
group by 1
having bool_or(m0) = $1::boolean
order by "cities.name" nulls last
limit 11;
-- duckdb:
-- 4|   max(m0) as "people.any_tall",
-- 9|     max("people"."is_tall") as m0,
-- 23| having max(m0) = $1::boolean
-- mysql:
-- 1 is left out
-- 4|   max(m0) as `people.any_tall`,
-- 9|     max(`people`.`is_tall` <> 0) as m0,
-- 23| having (max(m0) <> 0)
-- 24| order by `cities.name` <=> null, `cities.name`
-- clickhouse:
-- 4|   max(m0) as "people.any_tall",
-- 9|     maxOrNull("people"."is_tall") as m0,
-- 18|     sumOrNull("size" + toDecimal128(0, 0)) as m1
-- 23| having max(m0) = {p1:Bool}
-- 24| order by 1 nulls last
-- 25| limit 11
-- 25+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 4|   max(m0) as "people.any_tall",
-- 9|     max("people"."is_tall") as m0,
-- 23| having max(m0) = cast(? as boolean)
-- bigquery:
-- 4|   max(m0) as `people__any_tall`,
-- 9|     max(`people`.`is_tall`) as m0,
-- 23| having max(m0) = cast(@p1 as bool)
-- databricks:
-- 4|   max(m0) as `people.any_tall`,
-- 9|     max(`people`.`is_tall`) as m0,
-- 23| having max(m0) = cast(:p1 as boolean)
-- snowflake:
-- 4|   boolor_agg(m0) as "people.any_tall",
-- 9|     boolor_agg("people"."is_tall") as m0,
-- 23| having boolor_agg(m0) = cast(? as boolean)
-- redshift: the same
