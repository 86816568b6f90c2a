-- is_null on a negation asks whether the negation is null
select distinct "name" as "people.name"
from "people"
where (not (nick = 'a')) is null
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- is_not_null on a negation
select distinct "name" as "people.name"
from "people"
where (NOT(nick = 'b')) is not null
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- unequal to a negation keeps nulls
-- [true]
select distinct "name" as "people.name"
from "people"
where ifNull((not (nick = 'a')) != {p1:Bool}, true)
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- an expression over a negation takes it whole
select
  count(case when (not (nick = 'a')) is null then 1 end) as "people.unsure",
  count(case when (not (nick = 'a')) is not null then 1 end) as "people.sure"
from "people"
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- a median is of the whole expression
select quantileExactInclusiveOrNull(0.5)(toFloat64(height - not_counted)) as "people.middle"
from "people"
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- nullif of a constant is null where the join found no row
select
  case when "cities"."id" is not null then nullif('none', "cities".name) end as "cities.mark",
  count(*) as "people.count"
from "people"
left join "cities" on "cities"."id" = "people"."city_id"
group by 1
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- nullif of a column goes without a guard
select
  nullif("cities".name, 'york') as "cities.known",
  count(*) as "people.count"
from "people"
left join "cities" on "cities"."id" = "people"."city_id"
group by 1
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- documents are counted through a fan-out, each row once
-- ["cat","dog"]
select
  d0 as "pets.kind",
  count(v0) as "people.papers",
  count(v1) as "people.papers_of_a",
  uniqExact(v2) as "people.kinds_of_paper"
from (
  select distinct
    "pets"."kind" as d0,
    "people"."id" as k0,
    case when ("people"."paper") is not null then 1 end as v0,
    case when (case when "people".nick = 'a' then "people"."paper" end) is not null then 1 end as v1,
    toString("people"."paper") as v2
  from "people"
  left join "pets" on "pets"."person_id" = "people"."id"
  where "pets"."kind" in ({p1:String}, {p2:String})
) as "people"
group by 1
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- documents are told apart by their text
select
  count("paper") as "people.papers",
  uniqExact(toString("paper")) as "people.kinds_of_paper"
from "people"
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- the greatest and the least truth
select
  "cities"."name" as "cities.name",
  maxOrNull("people"."is_tall") as "people.any_tall",
  cast(minOrNull("people"."is_tall") as Nullable(Bool)) as "people.all_tall"
from "people"
left join "cities" on "cities"."id" = "people"."city_id"
group by 1
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- the greatest and the least of comparisons that are no dimensions
select
  "cities"."name" as "cities.name",
  cast(maxOrNull("people".height > 175) as Nullable(Bool)) as "people.any_high",
  cast(minOrNull(not ("people".height <= 175)) as Nullable(Bool)) as "people.all_high",
  cast(maxOrNull(case when "people".nick = 'a' then "people".height > 160 and "people".height < 175 end) as Nullable(Bool)) as "people.any_high_of_a",
  cast(maxOrNull(case when "people".height > 185 then true when "people"."is_tall" then false end) as Nullable(Bool)) as "people.any_grown",
  cast(minOrNull(coalesce((not ("people".nick = 'a')), "people".is_tall)) as Nullable(Bool)) as "people.all_named"
from "people"
left join "cities" on "cities"."id" = "people"."city_id"
group by 1
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- comparisons of two models, under fan-out, filtered, with totals
-- [false]
select
  d0 as "pets.kind",
  max(m0) as "people.any_high",
  max(m1) as "people.all_high",
  max(m2) as "cities.size"
from (
  select
    "pets"."kind" as d0,
    cast(maxOrNull("people".height > 175) as Nullable(Bool)) as m0,
    cast(minOrNull(not ("people".height <= 175)) as Nullable(Bool)) as m1,
    null as m2
  from "people"
  left join "pets" on "pets"."person_id" = "people"."id"
  group by 1
  union all
  select
    "people".d0 as d0,
    null as m0,
    null as m1,
    sumOrNull("cities"."size" + toDecimal128(0, 0)) as m2
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
having ifNull(max(m0) != {p1:Bool}, true)
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- totals
-- [false]
with picked_1 as (
  select d0
  from (
    select
      "pets"."kind" as d0,
      cast(maxOrNull("people".height > 175) as Nullable(Bool)) as m0
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
  having ifNull(max(m0) != {p1:Bool}, true)
)
select
  max(m0) as "people.any_high",
  max(m1) as "people.all_high",
  max(m2) as "cities.size"
from (
  select
    cast(maxOrNull("people".height > 175) as Nullable(Bool)) as m0,
    cast(minOrNull(not ("people".height <= 175)) as Nullable(Bool)) as m1,
    null as m2
  from "people"
  left join "pets" on "pets"."person_id" = "people"."id"
  where toJSONString(tuple("pets"."kind")) in (
    select toJSONString(tuple(picked_1.d0))
    from picked_1
  )
  union all
  select
    null as m0,
    null as m1,
    sumOrNull(v0 + toDecimal128(0, 0)) as m2
  from (
    select distinct
      "cities"."id" as k0,
      "cities"."size" as v0
    from "cities"
    left join "people" on "people"."city_id" = "cities"."id"
    left join "pets" on "pets"."person_id" = "people"."id"
    where toJSONString(tuple("pets"."kind")) in (
      select toJSONString(tuple(picked_1.d0))
      from picked_1
    )
  ) as "cities"
) as branches
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- truths of two models, and of filled groups
-- [true]
select
  d0 as "cities.name",
  max(m0) as "people.any_tall",
  max(m1) as "cities.size"
from (
  select
    "cities"."name" as d0,
    maxOrNull("people"."is_tall") as m0,
    null as m1
  from "people"
  left join "cities" on "cities"."id" = "people"."city_id"
  group by 1
  union all
  select
    "name" as d0,
    null as m0,
    sumOrNull("size" + toDecimal128(0, 0)) as m1
  from "cities"
  group by 1
) as branches
group by 1
having max(m0) = {p1:Bool}
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
