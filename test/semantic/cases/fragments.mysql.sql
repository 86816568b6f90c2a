-- is_null on a negation asks whether the negation is null
select distinct `name` as `people.name`
from `people`
where (not (nick = 'a')) is null
order by `people.name` <=> null, `people.name`
limit 11;

-- is_not_null on a negation
select distinct `name` as `people.name`
from `people`
where (NOT(nick = 'b')) is not null
order by `people.name` <=> null, `people.name`
limit 11;

-- unequal to a negation keeps nulls
-- [true]
select distinct `name` as `people.name`
from `people`
where not ((not (nick = 'a')) <=> cast(? as signed))
order by `people.name` <=> null, `people.name`
limit 11;

-- an expression over a negation takes it whole
select
  count(case when (not (nick = 'a')) is null then 1 end) as `people.unsure`,
  count(case when (not (nick = 'a')) is not null then 1 end) as `people.sure`
from `people`
limit 11;

-- a median is of the whole expression
select sum(v0 * greatest(0, 1 - abs(r0 - 1 - 0.5 * (n0 - 1)))) as `people.middle`
from (
  select
    height - not_counted as v0,
    row_number() over (order by height - not_counted <=> null, height - not_counted) as r0,
    count(height - not_counted) over () as n0
  from `people`
) as ranked
limit 11;

-- groups are picked and ordered by a negation of a measure
select
  `cities`.`name` as `cities.name`,
  count(*) as `people.count`
from `people`
left join `cities` on `cities`.`id` = `people`.`city_id`
group by 1
having (not (count(*) > 1)) is not null
order by (not (count(*) > 1)) desc, `cities.name` <=> null, `cities.name`
limit 11;

-- nullif of a constant is null where the join found no row
select
  case when `cities`.`id` is not null then nullif('none', `cities`.name) end as `cities.mark`,
  count(*) as `people.count`
from `people`
left join `cities` on `cities`.`id` = `people`.`city_id`
group by 1
order by `cities.mark` <=> null, `cities.mark`
limit 11;

-- nullif of a column goes without a guard
select
  nullif(`cities`.name, 'york') as `cities.known`,
  count(*) as `people.count`
from `people`
left join `cities` on `cities`.`id` = `people`.`city_id`
group by 1
order by `cities.known` <=> null, `cities.known`
limit 11;

-- equality that knows null is null where the join found no row
select distinct
  `people`.`name` as `people.name`,
  case when `cities`.`id` is not null then `cities`.code <=> 'Y' end as `cities.has_code`
from `people`
left join `cities` on `cities`.`id` = `people`.`city_id`
order by `people.name` <=> null, `people.name`, `cities.has_code` <=> null, `cities.has_code`
limit 11;

-- what may be an or is null where the join found no row
select distinct
  `people`.`name` as `people.name`,
  case when `cities`.`id` is not null then `cities`.size || 1 end as `cities.piped`
from `people`
left join `cities` on `cities`.`id` = `people`.`city_id`
order by `people.name` <=> null, `people.name`, `cities.piped` <=> null, `cities.piped`
limit 11;

-- the unit of an interval is no column
select distinct
  `people`.`name` as `people.name`,
  date((case when `cities`.`id` is not null then `cities`.opened + interval 1 day end)) as `cities.next_day.day`
from `people`
left join `cities` on `cities`.`id` = `people`.`city_id`
order by `people.name` <=> null, `people.name`, `cities.next_day.day` <=> null, `cities.next_day.day`
limit 11;

-- the unit of an interval of a column, and of a difference, is no column
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
  d0 as `pets.kind`,
  count(v0) as `people.papers`,
  count(v1) as `people.papers_of_a`,
  count(distinct v2) as `people.kinds_of_paper`
from (
  select distinct
    `pets`.`kind` as d0,
    `people`.`id` as k0,
    case when (`people`.`paper`) is not null then 1 end as v0,
    case when (case when `people`.nick = 'a' then `people`.`paper` end) is not null then 1 end as v1,
    `people`.`paper` as v2
  from `people`
  left join `pets` on `pets`.`person_id` = `people`.`id`
  where `pets`.`kind` in (?, ?)
) as `people`
group by 1
order by `pets.kind` <=> null, `pets.kind`
limit 11;

-- documents are told apart by their text
select
  count(`paper`) as `people.papers`,
  count(distinct `paper`) as `people.kinds_of_paper`
from `people`
limit 11;

-- the greatest and the least truth
select
  `cities`.`name` as `cities.name`,
  max(`people`.`is_tall`) as `people.any_tall`,
  min(`people`.`is_tall`) as `people.all_tall`
from `people`
left join `cities` on `cities`.`id` = `people`.`city_id`
group by 1
order by `cities.name` <=> null, `cities.name`
limit 11;

-- the greatest and the least of comparisons that are no dimensions
select
  `cities`.`name` as `cities.name`,
  max(`people`.height > 175) as `people.any_high`,
  min(not (`people`.height <= 175)) as `people.all_high`,
  max(case when `people`.nick = 'a' then `people`.height > 160 and `people`.height < 175 end) as `people.any_high_of_a`,
  max(case when `people`.height > 185 then true when `people`.`is_tall` then false end) as `people.any_grown`,
  min(coalesce((not (`people`.nick = 'a')), `people`.is_tall)) as `people.all_named`
from `people`
left join `cities` on `cities`.`id` = `people`.`city_id`
group by 1
order by `cities.name` <=> null, `cities.name`
limit 11;

-- comparisons of two models, under fan-out, filtered, with totals
-- [false]
select
  d0 as `pets.kind`,
  max(m0) as `people.any_high`,
  max(m1) as `people.all_high`,
  max(m2) as `cities.size`
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
having not (max(m0) <=> cast(? as signed))
order by `pets.kind` <=> null, `pets.kind`
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
  having not (max(m0) <=> cast(? as signed))
)
select
  max(m0) as `people.any_high`,
  max(m1) as `people.all_high`,
  max(m2) as `cities.size`
from (
  select
    max(`people`.height > 175) as m0,
    min(not (`people`.height <= 175)) as m1,
    null as m2
  from `people`
  left join `pets` on `pets`.`person_id` = `people`.`id`
  where exists (
    select 1
    from picked_1
    where picked_1.d0 <=> `pets`.`kind`
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
    where exists (
      select 1
      from picked_1
      where picked_1.d0 <=> `pets`.`kind`
    )
  ) as `cities`
) as branches;

-- truths of two models, and of filled groups
-- [true]
select
  d0 as `cities.name`,
  max(m0) as `people.any_tall`,
  max(m1) as `cities.size`
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
having max(m0) = cast(? as signed)
order by `cities.name` <=> null, `cities.name`
limit 11;
