-- Never run on bigquery itself: see shared/semantic/dialects/README.md for what it rests on.

-- is_null on a negation asks whether the negation is null
select distinct `name` as `people__name`
from `people`
where (not (nick = 'a')) is null
order by `people__name` nulls last
limit 11;

-- is_not_null on a negation
select distinct `name` as `people__name`
from `people`
where (NOT(nick = 'b')) is not null
order by `people__name` nulls last
limit 11;

-- unequal to a negation keeps nulls
-- [true]
select distinct `name` as `people__name`
from `people`
where (not (nick = 'a')) is distinct from cast(@p1 as bool)
order by `people__name` nulls last
limit 11;

-- an expression over a negation takes it whole
select
  count(case when (not (nick = 'a')) is null then 1 end) as `people__unsure`,
  count(case when (not (nick = 'a')) is not null then 1 end) as `people__sure`
from `people`
limit 11;

-- a median is of the whole expression
select sum(cast(v0 as float64) * greatest(0e0, 1e0 - abs(r0 - 1e0 - 0.5e0 * (n0 - 1e0)))) as `people__middle`
from (
  select
    height - not_counted as v0,
    row_number() over (order by height - not_counted nulls last) as r0,
    count(height - not_counted) over () as n0
  from `people`
) as ranked
limit 11;

-- groups are picked and ordered by a negation of a measure
select
  `cities`.`name` as `cities__name`,
  count(*) as `people__count`
from `people`
left join `cities` on `cities`.`id` = `people`.`city_id`
group by 1
having (not (count(*) > 1)) is not null
order by (not (count(*) > 1)) desc nulls last, `cities__name` nulls last
limit 11;

-- nullif of a constant is null where the join found no row
select
  case when `cities`.`id` is not null then nullif('none', `cities`.name) end as `cities__mark`,
  count(*) as `people__count`
from `people`
left join `cities` on `cities`.`id` = `people`.`city_id`
group by 1
order by `cities__mark` nulls last
limit 11;

-- nullif of a column goes without a guard
select
  nullif(`cities`.name, 'york') as `cities__known`,
  count(*) as `people__count`
from `people`
left join `cities` on `cities`.`id` = `people`.`city_id`
group by 1
order by `cities__known` nulls last
limit 11;

-- the unit of an interval is no column
select distinct
  `people`.`name` as `people__name`,
  cast((case when `cities`.`id` is not null then `cities`.opened + interval 1 day end) as date) as `cities__next_day__day`
from `people`
left join `cities` on `cities`.`id` = `people`.`city_id`
order by `people__name` nulls last, `cities__next_day__day` nulls last
limit 11;

-- documents are counted through a fan-out, each row once
-- ["cat","dog"]
select
  d0 as `pets__kind`,
  count(v0) as `people__papers`,
  count(v1) as `people__papers_of_a`,
  count(distinct v2) as `people__kinds_of_paper`
from (
  select distinct
    `pets`.`kind` as d0,
    `people`.`id` as k0,
    case when (`people`.`paper`) is not null then 1 end as v0,
    case when (case when `people`.nick = 'a' then `people`.`paper` end) is not null then 1 end as v1,
    to_json_string(`people`.`paper`) as v2
  from `people`
  left join `pets` on `pets`.`person_id` = `people`.`id`
  where `pets`.`kind` in (@p1, @p2)
) as `people`
group by 1
order by `pets__kind` nulls last
limit 11;

-- documents are told apart by their text
select
  count(`paper`) as `people__papers`,
  count(distinct to_json_string(`paper`)) as `people__kinds_of_paper`
from `people`
limit 11;

-- the greatest and the least truth
select
  `cities`.`name` as `cities__name`,
  max(`people`.`is_tall`) as `people__any_tall`,
  min(`people`.`is_tall`) as `people__all_tall`
from `people`
left join `cities` on `cities`.`id` = `people`.`city_id`
group by 1
order by `cities__name` nulls last
limit 11;

-- the greatest and the least of comparisons that are no dimensions
select
  `cities`.`name` as `cities__name`,
  max(`people`.height > 175) as `people__any_high`,
  min(not (`people`.height <= 175)) as `people__all_high`,
  max(case when `people`.nick = 'a' then `people`.height > 160 and `people`.height < 175 end) as `people__any_high_of_a`,
  max(case when `people`.height > 185 then true when `people`.`is_tall` then false end) as `people__any_grown`,
  min(coalesce((not (`people`.nick = 'a')), `people`.is_tall)) as `people__all_named`
from `people`
left join `cities` on `cities`.`id` = `people`.`city_id`
group by 1
order by `cities__name` nulls last
limit 11;

-- comparisons of two models, under fan-out, filtered, with totals
-- [false]
select
  d0 as `pets__kind`,
  max(m0) as `people__any_high`,
  max(m1) as `people__all_high`,
  max(m2) as `cities__size`
from (
  select
    `pets`.`kind` as d0,
    max(`people`.height > 175) as m0,
    min(not (`people`.height <= 175)) as m1,
    null as m2
  from `people`
  left join `pets` on `pets`.`person_id` = `people`.`id`
  group by 1
  union all
  select
    `people`.d0 as d0,
    null as m0,
    null as m1,
    sum(`cities`.`size`) as m2
  from `cities`
  left join (
    select distinct
      `people`.`city_id` as j0,
      `pets`.`kind` as d0
    from `people`
    left join `pets` on `pets`.`person_id` = `people`.`id`
  ) as `people` on `people`.j0 = `cities`.`id`
  group by 1
) as branches
group by 1
having max(m0) is distinct from cast(@p1 as bool)
order by `pets__kind` nulls last
limit 11;
-- totals
-- [false]
with picked_1 as (
  select d0
  from (
    select
      `pets`.`kind` as d0,
      max(`people`.height > 175) as m0
    from `people`
    left join `pets` on `pets`.`person_id` = `people`.`id`
    group by 1
    union all
    select
      `pets`.`kind` as d0,
      null as m0
    from `cities`
    left join `people` on `people`.`city_id` = `cities`.`id`
    left join `pets` on `pets`.`person_id` = `people`.`id`
    group by 1
  ) as branches
  group by 1
  having max(m0) is distinct from cast(@p1 as bool)
)
select
  max(m0) as `people__any_high`,
  max(m1) as `people__all_high`,
  max(m2) as `cities__size`
from (
  select
    max(`people`.height > 175) as m0,
    min(not (`people`.height <= 175)) as m1,
    null as m2
  from `people`
  left join `pets` on `pets`.`person_id` = `people`.`id`
  where to_json_string([to_json_string(`pets`.`kind`)]) in (
    select to_json_string([to_json_string(picked_1.d0)])
    from picked_1
  )
  union all
  select
    null as m0,
    null as m1,
    sum(v0) as m2
  from (
    select distinct
      `cities`.`id` as k0,
      `cities`.`size` as v0
    from `cities`
    left join `people` on `people`.`city_id` = `cities`.`id`
    left join `pets` on `pets`.`person_id` = `people`.`id`
    where to_json_string([to_json_string(`pets`.`kind`)]) in (
      select to_json_string([to_json_string(picked_1.d0)])
      from picked_1
    )
  ) as `cities`
) as branches;

-- truths of two models, and of filled groups
-- [true]
select
  d0 as `cities__name`,
  max(m0) as `people__any_tall`,
  max(m1) as `cities__size`
from (
  select
    `cities`.`name` as d0,
    max(`people`.`is_tall`) as m0,
    null as m1
  from `people`
  left join `cities` on `cities`.`id` = `people`.`city_id`
  group by 1
  union all
  select
    `name` as d0,
    null as m0,
    sum(`size`) as m1
  from `cities`
  group by 1
) as branches
group by 1
having max(m0) = cast(@p1 as bool)
order by `cities__name` nulls last
limit 11;
