-- asked from what both are joined to, a ratio is the quotient of the two beside it
select
  d0 as `calendar.day.month`,
  coalesce(max(m0), 0) as `orders.count`,
  coalesce(max(m1), 0) as `customers.count`,
  1.0000000000000000 * coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0) as `orders.per_customer`,
  1.0000000000000000 * coalesce(max(m1), 0) / nullif(coalesce(max(m0), 0), 0) as `customers.per_order`
from (
  select
    cast(date_format(`calendar`.`day`, '%Y-%m-01') as date) as d0,
    count(*) as m0,
    null as m1
  from `orders`
  left join `calendar` on `calendar`.`day` = `orders`.`day`
  group by 1
  union all
  select
    cast(date_format(`calendar`.`day`, '%Y-%m-01') as date) as d0,
    null as m0,
    count(*) as m1
  from `customers`
  left join `calendar` on `calendar`.`day` = `customers`.`signed_up`
  group by 1
) as branches
group by 1
order by `calendar.day.month` <=> null, `calendar.day.month`
limit 11;
-- totals
select
  coalesce(max(m0), 0) as `orders.count`,
  coalesce(max(m1), 0) as `customers.count`,
  1.0000000000000000 * coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0) as `orders.per_customer`,
  1.0000000000000000 * coalesce(max(m1), 0) / nullif(coalesce(max(m0), 0), 0) as `customers.per_order`
from (
  select
    count(*) as m0,
    null as m1
  from `orders`
  left join `calendar` on `calendar`.`day` = `orders`.`day`
  union all
  select
    null as m0,
    count(*) as m1
  from `customers`
  left join `calendar` on `calendar`.`day` = `customers`.`signed_up`
) as branches;

-- a ratio alone is the same as beside its components
select
  d0 as `calendar.day.month`,
  1.0000000000000000 * coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0) as `orders.per_customer`
from (
  select
    cast(date_format(`calendar`.`day`, '%Y-%m-01') as date) as d0,
    count(*) as m0,
    null as m1
  from `orders`
  left join `calendar` on `calendar`.`day` = `orders`.`day`
  group by 1
  union all
  select
    cast(date_format(`calendar`.`day`, '%Y-%m-01') as date) as d0,
    null as m0,
    count(*) as m1
  from `customers`
  left join `calendar` on `calendar`.`day` = `customers`.`signed_up`
  group by 1
) as branches
group by 1
order by `calendar.day.month` <=> null, `calendar.day.month`
limit 11;

-- a ratio of ratios takes each of them as it would stand beside
select
  d0 as `calendar.day.month`,
  (1.0000000000000000 * coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0)) + (1.0000000000000000 * coalesce(max(m1), 0) / nullif(coalesce(max(m0), 0), 0)) as `orders.twice`
from (
  select
    cast(date_format(`calendar`.`day`, '%Y-%m-01') as date) as d0,
    count(*) as m0,
    null as m1
  from `orders`
  left join `calendar` on `calendar`.`day` = `orders`.`day`
  group by 1
  union all
  select
    cast(date_format(`calendar`.`day`, '%Y-%m-01') as date) as d0,
    null as m0,
    count(*) as m1
  from `customers`
  left join `calendar` on `calendar`.`day` = `customers`.`signed_up`
  group by 1
) as branches
group by 1
order by `calendar.day.month` <=> null, `calendar.day.month`
limit 11;

-- from its own model a ratio is seen from there, as what stands beside it
select
  d0 as `orders.channel`,
  coalesce(max(m0), 0) as `orders.count`,
  coalesce(max(m1), 0) as `customers.count`,
  1.0000000000000000 * coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0) as `orders.per_customer`
from (
  select
    `channel` as d0,
    count(*) as m0,
    null as m1
  from `orders`
  group by 1
  union all
  select
    `orders`.d0 as d0,
    null as m0,
    count(*) as m1
  from `customers`
  left join (
    select distinct
      `customer_id` as j0,
      `channel` as d0
    from `orders`
  ) as `orders` on `orders`.j0 = `customers`.`id`
  group by 1
) as branches
group by 1
order by `orders.channel` <=> null, `orders.channel`
limit 11;

-- where no name beside it would do, a component is seen from the measure's own place
select
  d0 as `calendar.day.month`,
  coalesce(max(m0), 0) as `orders.count`,
  1.0000000000000000 * coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0) as `orders.per_parcel`
from (
  select
    cast(date_format(`calendar`.`day`, '%Y-%m-01') as date) as d0,
    count(*) as m0,
    null as m1
  from `orders`
  left join `calendar` on `calendar`.`day` = `orders`.`day`
  group by 1
  union all
  select
    `orders`.d0 as d0,
    null as m0,
    count(*) as m1
  from `parcels`
  left join (
    select distinct
      `orders`.`parcel_id` as j0,
      cast(date_format(`calendar`.`day`, '%Y-%m-01') as date) as d0
    from `orders`
    left join `calendar` on `calendar`.`day` = `orders`.`day`
  ) as `orders` on `orders`.j0 = `parcels`.`id`
  group by 1
) as branches
group by 1
order by `calendar.day.month` <=> null, `calendar.day.month`
limit 11;

-- a ratio of a role is the quotient of what that role has
select
  d0 as `people.name`,
  coalesce(max(m0), 0) as `manager.count`,
  coalesce(max(m1), 0) as `manager.teams.count`,
  1.0000000000000000 * coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0) as `manager.per_team`
from (
  select
    `people_people`.d0 as d0,
    count(*) as m0,
    null as m1
  from `people`
  left join (
    select distinct
      `manager_id` as j0,
      `name` as d0
    from `people`
  ) as `people_people` on `people_people`.j0 = `people`.`id`
  group by 1
  union all
  select
    `people`.d0 as d0,
    null as m0,
    count(*) as m1
  from `teams`
  left join (
    select distinct
      `people`.`team_id` as j0,
      `people_people`.`name` as d0
    from `people`
    left join `people` as `people_people` on `people_people`.`manager_id` = `people`.`id`
  ) as `people` on `people`.j0 = `teams`.`id`
  group by 1
) as branches
group by 1
order by `people.name` <=> null, `people.name`
limit 11;

-- where the other measure lies on several ways, each with its own groups, it is seen from the ratio's place
select
  d0 as `countries.name`,
  coalesce(max(m0), 0) as `visits.count`,
  1.0000000000000000 * coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0) as `visits.per_guest`
from (
  select
    `countries`.`name` as d0,
    count(*) as m0,
    null as m1
  from `visits`
  left join `countries` on `countries`.`id` = `visits`.`country_id`
  group by 1
  union all
  select
    `visits`.d0 as d0,
    null as m0,
    count(*) as m1
  from `guests`
  left join (
    select distinct
      `visits`.`guest_id` as j0,
      `countries`.`name` as d0
    from `visits`
    left join `countries` on `countries`.`id` = `visits`.`country_id`
  ) as `visits` on `visits`.j0 = `guests`.`id`
  group by 1
) as branches
group by 1
order by `countries.name` <=> null, `countries.name`
limit 11;
-- totals
select
  coalesce(max(m0), 0) as `visits.count`,
  1.0000000000000000 * coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0) as `visits.per_guest`
from (
  select
    count(*) as m0,
    null as m1
  from `visits`
  left join `countries` on `countries`.`id` = `visits`.`country_id`
  union all
  select
    null as m0,
    count(*) as m1
  from `guests`
) as branches;
