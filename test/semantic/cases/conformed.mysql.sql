-- two facts meet on two shared dimensions at once
select
  d0 as `customers.name`,
  d1 as `days.season`,
  max(m0) as `orders.total`,
  max(m1) as `returns.total`
from (
  select
    `customers`.`name` as d0,
    `days`.`season` as d1,
    sum(`orders`.`amount`) as m0,
    null as m1
  from `orders`
  left join `customers` on `customers`.`id` = `orders`.`customer_id`
  left join `days` on `days`.`day` = `orders`.`day`
  group by 1, 2
  union all
  select
    `customers`.`name` as d0,
    `days`.`season` as d1,
    null as m0,
    sum(`returns`.`amount`) as m1
  from `returns`
  left join `customers` on `customers`.`id` = `returns`.`customer_id`
  left join `days` on `days`.`day` = `returns`.`day`
  group by 1, 2
) as branches
group by 1, 2
order by `customers.name` <=> null, `customers.name`, `days.season` <=> null, `days.season`
limit 11;

-- a filter on a shared dimension acts on each fact itself
-- ["summer","ann","summer","ann"]
select
  max(m0) as `orders.total`,
  max(m1) as `returns.total`
from (
  select
    sum(`orders`.`amount`) as m0,
    null as m1
  from `orders`
  left join `days` on `days`.`day` = `orders`.`day`
  left join `customers` on `customers`.`id` = `orders`.`customer_id`
  where `days`.`season` = ?
    and `customers`.`name` = ?
  union all
  select
    null as m0,
    sum(`returns`.`amount`) as m1
  from `returns`
  left join `days` on `days`.`day` = `returns`.`day`
  left join `customers` on `customers`.`id` = `returns`.`customer_id`
  where `days`.`season` = ?
    and `customers`.`name` = ?
) as branches
limit 11;

-- three facts meet on what all of them share
select
  d0 as `days.season`,
  max(m0) as `orders.total`,
  max(m1) as `returns.total`,
  coalesce(max(m2), 0) as `deliveries.count`
from (
  select
    `days`.`season` as d0,
    sum(`orders`.`amount`) as m0,
    null as m1,
    null as m2
  from `orders`
  left join `days` on `days`.`day` = `orders`.`day`
  group by 1
  union all
  select
    `days`.`season` as d0,
    null as m0,
    sum(`returns`.`amount`) as m1,
    null as m2
  from `returns`
  left join `days` on `days`.`day` = `returns`.`day`
  group by 1
  union all
  select
    `days`.`season` as d0,
    null as m0,
    null as m1,
    count(*) as m2
  from `deliveries`
  left join `days` on `days`.`day` = `deliveries`.`day`
  group by 1
) as branches
group by 1
order by `days.season` <=> null, `days.season`
limit 11;

-- a ratio across facts, a filter on it, and an order after the stitch
-- ["0"]
select
  d0 as `customers.name`,
  1.0000000000000000 * max(m0) / nullif(max(m1), 0) as `orders.return_rate`,
  max(m1) as `orders.total`
from (
  select
    `customers`.`name` as d0,
    sum(`returns`.`amount`) as m0,
    null as m1
  from `returns`
  left join `customers` on `customers`.`id` = `returns`.`customer_id`
  group by 1
  union all
  select
    `customers`.`name` as d0,
    null as m0,
    sum(`orders`.`amount`) as m1
  from `orders`
  left join `customers` on `customers`.`id` = `orders`.`customer_id`
  group by 1
) as branches
group by 1
having (1.0000000000000000 * max(m0) / nullif(max(m1), 0)) > cast(? as signed)
order by `orders.return_rate` desc, `customers.name` <=> null, `customers.name`
limit 2;

-- a fact that shares only a coarser dimension is counted once per group
select
  d0 as `orders.channel`,
  max(m0) as `orders.total`,
  coalesce(max(m1), 0) as `customers.count`
from (
  select
    `channel` as d0,
    sum(`amount`) as m0,
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

-- where a query names every step to a measure, its dimensions lie on that way
select
  `orders`.d0 as `days.season`,
  sum(`returns`.`amount`) as `customers.returns.total`
from `returns`
left join `customers` on `customers`.`id` = `returns`.`customer_id`
left join (
  select distinct
    `orders`.`customer_id` as j0,
    `days`.`season` as d0
  from `orders`
  left join `days` on `days`.`day` = `orders`.`day`
) as `orders` on `orders`.j0 = `customers`.`id`
group by 1
order by `days.season` <=> null, `days.season`
limit 11;

-- totals of two facts in the groups that a filter on one of them picks
-- ["10"]
select
  d0 as `customers.name`,
  d1 as `days.season`,
  max(m0) as `orders.total`,
  max(m1) as `returns.total`
from (
  select
    `customers`.`name` as d0,
    `days`.`season` as d1,
    sum(`orders`.`amount`) as m0,
    null as m1
  from `orders`
  left join `customers` on `customers`.`id` = `orders`.`customer_id`
  left join `days` on `days`.`day` = `orders`.`day`
  group by 1, 2
  union all
  select
    `customers`.`name` as d0,
    `days`.`season` as d1,
    null as m0,
    sum(`returns`.`amount`) as m1
  from `returns`
  left join `customers` on `customers`.`id` = `returns`.`customer_id`
  left join `days` on `days`.`day` = `returns`.`day`
  group by 1, 2
) as branches
group by 1, 2
having max(m1) < cast(? as signed)
order by `customers.name` <=> null, `customers.name`, `days.season` <=> null, `days.season`
limit 11;
-- totals
-- ["10"]
with picked_1 as (
  select
    d0,
    d1
  from (
    select
      `customers`.`name` as d0,
      `days`.`season` as d1,
      null as m0
    from `orders`
    left join `customers` on `customers`.`id` = `orders`.`customer_id`
    left join `days` on `days`.`day` = `orders`.`day`
    group by 1, 2
    union all
    select
      `customers`.`name` as d0,
      `days`.`season` as d1,
      sum(`returns`.`amount`) as m0
    from `returns`
    left join `customers` on `customers`.`id` = `returns`.`customer_id`
    left join `days` on `days`.`day` = `returns`.`day`
    group by 1, 2
  ) as branches
  group by 1, 2
  having max(m0) < cast(? as signed)
)
select
  max(m0) as `orders.total`,
  max(m1) as `returns.total`
from (
  select
    sum(`orders`.`amount`) as m0,
    null as m1
  from `orders`
  left join `customers` on `customers`.`id` = `orders`.`customer_id`
  left join `days` on `days`.`day` = `orders`.`day`
  where exists (
    select 1
    from picked_1
    where picked_1.d0 <=> `customers`.`name`
      and picked_1.d1 <=> `days`.`season`
  )
  union all
  select
    null as m0,
    sum(`returns`.`amount`) as m1
  from `returns`
  left join `customers` on `customers`.`id` = `returns`.`customer_id`
  left join `days` on `days`.`day` = `returns`.`day`
  where exists (
    select 1
    from picked_1
    where picked_1.d0 <=> `customers`.`name`
      and picked_1.d1 <=> `days`.`season`
  )
) as branches;
