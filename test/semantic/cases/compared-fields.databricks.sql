-- Never run on databricks itself: see shared/semantic/dialects/README.md for what it rests on.

-- two numbers of one row
select `id` as `orders.id`
from `orders`
where `discount` >= `amount`
order by `orders.id` nulls last
limit 21;

-- a comparison with null keeps nothing, and its negation what it does not keep
select `id` as `orders.id`
from `orders`
where not coalesce(`discount` = `amount`, false)
order by `orders.id` nulls last
limit 21;

-- a negation around it is the same
select `id` as `orders.id`
from `orders`
where not coalesce(`discount` = `amount`, false)
order by `orders.id` nulls last
limit 21;

-- two truths
select `id` as `orders.id`
from `orders`
where `sent` = `paid`
order by `orders.id` nulls last
limit 21;

-- texts of two models, over a join to one
select `orders`.`id` as `orders.id`
from `orders`
left join `customers` on `customers`.`id` = `orders`.`customer_id`
where `orders`.`region` = `customers`.`region`
order by `orders.id` nulls last
limit 21;

-- orders that went elsewhere, or of which it is not known
select `orders`.`id` as `orders.id`
from `orders`
left join `customers` on `customers`.`id` = `orders`.`customer_id`
where not coalesce(`orders`.`region` = `customers`.`region`, false)
order by `orders.id` nulls last
limit 21;

-- the order of texts
select `orders`.`id` as `orders.id`
from `orders`
left join `customers` on `customers`.`id` = `orders`.`customer_id`
where `orders`.`region` > `customers`.`region`
order by `orders.id` nulls last
limit 21;

-- a moment with a zone and one without
select `id` as `orders.id`
from `orders`
where `shipped` < `placed`
order by `orders.id` nulls last
limit 21;

-- a moment is compared with a date by its day
select `id` as `orders.id`
from `orders`
where cast(convert_timezone('UTC', `shipped`) as date) > `promised`
order by `orders.id` nulls last
limit 21;

-- and that is the day of the query's timezone
select `id` as `orders.id`
from `orders`
where `promised` < cast(convert_timezone('America/New_York', `shipped`) as date)
order by `orders.id` nulls last
limit 21;

-- so is an hour
select `id` as `orders.id`
from `orders`
where cast(convert_timezone('America/New_York', (date_trunc('hour', convert_timezone('UTC', `shipped`)))) as date) > `promised`
order by `orders.id` nulls last
limit 21;

-- months of two models
select `orders`.`id` as `orders.id`
from `orders`
left join `customers` on `customers`.`id` = `orders`.`customer_id`
where (cast(date_trunc('month', convert_timezone('UTC', `orders`.`placed`)) as date)) = (cast(date_trunc('month', convert_timezone('UTC', `customers`.`joined`)) as date))
order by `orders.id` nulls last
limit 21;

-- months are those of the query's timezone
select `orders`.`id` as `orders.id`
from `orders`
left join `customers` on `customers`.`id` = `orders`.`customer_id`
where (cast(date_trunc('month', convert_timezone('America/New_York', `orders`.`placed`)) as date)) = (cast(date_trunc('month', convert_timezone('America/New_York', `customers`.`joined`)) as date))
order by `orders.id` nulls last
limit 21;

-- periods of a date and of a moment
select `id` as `orders.id`
from `orders`
where not coalesce((cast(date_trunc('month', `promised`) as date)) = (cast(date_trunc('month', convert_timezone('UTC', `placed`)) as date)), false)
order by `orders.id` nulls last
limit 21;

-- hours of moments, and a part of a time is a number
select `id` as `orders.id`
from `orders`
where (date_trunc('hour', convert_timezone('UTC', `placed`))) = (date_trunc('hour', convert_timezone('UTC', `shipped`)))
  and (dayofmonth(convert_timezone('UTC', `placed`))) < `amount`
order by `orders.id` nulls last
limit 21;

-- one of several conditions
-- ["Cid"]
select `orders`.`id` as `orders.id`
from `orders`
left join `customers` on `customers`.`id` = `orders`.`customer_id`
where (`orders`.`discount` > `orders`.`amount` or `customers`.`name` = :p1)
order by `orders.id` nulls last
limit 21;

-- customers with an order above their credit
select
  `customers`.`name` as `customers.name`,
  sum(`customers`.`credit`) as `customers.credits`
from `customers`
where `customers`.`id` in (
  select `orders`.`customer_id`
  from `orders`
  left join `customers` as `orders_customers` on `orders_customers`.`id` = `orders`.`customer_id`
  where `orders`.`amount` > `orders_customers`.`credit`
)
group by 1
order by `customers.name` nulls last
limit 21;

-- the same named the other way
select distinct `customers`.`name` as `customers.name`
from `customers`
where `customers`.`id` in (
  select `orders`.`customer_id`
  from `orders`
  left join `customers` as `orders_customers` on `orders_customers`.`id` = `orders`.`customer_id`
  where `orders_customers`.`credit` < `orders`.`amount`
)
order by `customers.name` nulls last
limit 21;

-- customers none of whose orders is above their credit
select distinct `customers`.`name` as `customers.name`
from `customers`
where not coalesce(`customers`.`id` in (
  select `orders`.`customer_id`
  from `orders`
  left join `customers` as `orders_customers` on `orders_customers`.`id` = `orders`.`customer_id`
  where `orders`.`amount` > `orders_customers`.`credit`
), false)
order by `customers.name` nulls last
limit 21;

-- a negated comparison asks for a row that is there
select distinct `customers`.`name` as `customers.name`
from `customers`
where `customers`.`id` in (
  select `orders`.`customer_id`
  from `orders`
  left join `customers` as `orders_customers` on `orders_customers`.`id` = `orders`.`customer_id`
  where not coalesce(`orders`.`amount` = `orders_customers`.`credit`, false)
)
order by `customers.name` nulls last
limit 21;

-- also where that side is selected
select distinct
  `customers`.`name` as `customers.name`,
  `orders`.`id` as `orders.id`
from `customers`
left join `orders` on `orders`.`customer_id` = `customers`.`id`
where (`orders`.`customer_id` is not null and not coalesce(`orders`.`amount` = `customers`.`credit`, false))
order by `customers.name` nulls last, `orders.id` nulls last
limit 21;

-- a selected many side shows the rows for which it holds
select
  d0 as `orders.id`,
  sum(v0) as `customers.credits`
from (
  select distinct
    `orders`.`id` as d0,
    `customers`.`id` as k0,
    `customers`.`credit` as v0
  from `customers`
  left join `orders` on `orders`.`customer_id` = `customers`.`id`
  where `orders`.`amount` > `customers`.`credit`
) as `customers`
group by 1
order by `orders.id` nulls last
limit 21;
-- totals
select sum(v0) as `customers.credits`
from (
  select distinct
    `customers`.`id` as k0,
    `customers`.`credit` as v0
  from `customers`
  left join `orders` on `orders`.`customer_id` = `customers`.`id`
  where `orders`.`amount` > `customers`.`credit`
) as `customers`;

-- two fields of one many side are of one row of it
select distinct `customers`.`name` as `customers.name`
from `customers`
where `customers`.`id` in (
  select `orders`.`customer_id`
  from `orders`
  where `orders`.`id` in (
    select `items`.`order_id`
    from `items`
    where `items`.`delivered` < `items`.`quantity`
  )
)
order by `customers.name` nulls last
limit 21;

-- and so are conditions beside it
-- ["shoe"]
select count(*) as `customers.count`
from `customers`
where `customers`.`id` in (
  select `orders`.`customer_id`
  from `orders`
  where `orders`.`id` in (
    select `items`.`order_id`
    from `items`
    where `items`.`delivered` < `items`.`quantity`
      and `items`.`sku` = :p1
  )
)
limit 21;

-- a many side behind a many side, and the side before it
select distinct `customers`.`name` as `customers.name`
from `customers`
where `customers`.`id` in (
  select `orders`.`customer_id`
  from `orders`
  where `orders`.`id` in (
    select `items`.`order_id`
    from `items`
    left join `orders` as `items_orders` on `items_orders`.`id` = `items`.`order_id`
    where `items`.`quantity` >= `items_orders`.`discount`
  )
)
order by `customers.name` nulls last
limit 21;

-- a many side behind a many side, and the query's own model
select distinct `customers`.`name` as `customers.name`
from `customers`
where not coalesce(`customers`.`id` in (
  select `orders`.`customer_id`
  from `orders`
  where `orders`.`id` in (
    select `items`.`order_id`
    from `items`
    left join `orders` as `items_orders` on `items_orders`.`id` = `items`.`order_id`
    left join `customers` as `orders_customers` on `orders_customers`.`id` = `items_orders`.`customer_id`
    where `items`.`delivered` < `orders_customers`.`credit`
  )
), false)
order by `customers.name` nulls last
limit 21;

-- each customer counts once for what is sold short
select
  d0 as `items.sku`,
  sum(v0) as `customers.credits`,
  count(*) as `customers.count`
from (
  select distinct
    `items`.`sku` as d0,
    `customers`.`id` as k0,
    `customers`.`credit` as v0
  from `customers`
  left join `orders` on `orders`.`customer_id` = `customers`.`id`
  left join `items` on `items`.`order_id` = `orders`.`id`
  where `items`.`delivered` < `items`.`quantity`
) as `customers`
group by 1
order by `items.sku` nulls last
limit 21;

-- what is measured is the many side itself
select
  d0 as `customers.name`,
  coalesce(max(m0), 0) as `orders.count`,
  max(m1) as `customers.credits`
from (
  select
    `customers`.`name` as d0,
    count(*) as m0,
    null as m1
  from `orders`
  left join `customers` on `customers`.`id` = `orders`.`customer_id`
  where `orders`.`amount` > `customers`.`credit`
  group by 1
  union all
  select
    `customers`.`name` as d0,
    null as m0,
    sum(`customers`.`credit`) as m1
  from `customers`
  where `customers`.`id` in (
    select `orders`.`customer_id`
    from `orders`
    left join `customers` as `orders_customers` on `orders_customers`.`id` = `orders`.`customer_id`
    where `orders`.`amount` > `orders_customers`.`credit`
  )
  group by 1
) as branches
group by 1
order by `customers.name` nulls last
limit 21;

-- inside of rows that are looked for
select distinct `customers`.`name` as `customers.name`
from `customers`
where `customers`.`id` in (
  select `orders`.`customer_id`
  from `orders`
  left join `customers` as `orders_customers` on `orders_customers`.`id` = `orders`.`customer_id`
  where `orders`.`amount` > `orders_customers`.`credit`
    and (cast(date_trunc('month', convert_timezone('UTC', `orders`.`placed`)) as date)) = (cast(date_trunc('month', `orders`.`promised`) as date))
)
order by `customers.name` nulls last
limit 21;

-- inside of rows that are not to be there
select `orders`.`id` as `orders.id`
from `orders`
where not coalesce(`orders`.`id` in (
  select `items`.`order_id`
  from `items`
  where `items`.`delivered` < `items`.`quantity`
), false)
order by `orders.id` nulls last
limit 21;

-- inside of the groups that a condition asks for
-- ["2"]
with asked_1 as (
  select `customers`.`id` as d0
  from `orders`
  left join `customers` on `customers`.`id` = `orders`.`customer_id`
  where `orders`.`amount` >= `orders`.`discount`
  group by 1
  having count(*) >= cast(:p1 as bigint)
)
select distinct `customers`.`name` as `customers.name`
from `customers`
where to_json(named_struct('c0', `customers`.`id`)) in (
  select to_json(named_struct('c0', asked_1.d0))
  from asked_1
)
order by `customers.name` nulls last
limit 21;

-- two measures of one model
select
  `customers`.`name` as `customers.name`,
  sum(`orders`.`amount`) as `orders.total`
from `orders`
left join `customers` on `customers`.`id` = `orders`.`customer_id`
group by 1
having sum(`orders`.`amount`) < sum(`orders`.`discount`)
order by `customers.name` nulls last
limit 21;
-- totals
with picked_1 as (
  select `customers`.`name` as d0
  from `orders`
  left join `customers` on `customers`.`id` = `orders`.`customer_id`
  group by 1
  having sum(`orders`.`amount`) < sum(`orders`.`discount`)
)
select sum(`orders`.`amount`) as `orders.total`
from `orders`
left join `customers` on `customers`.`id` = `orders`.`customer_id`
where to_json(named_struct('c0', `customers`.`name`)) in (
  select to_json(named_struct('c0', picked_1.d0))
  from picked_1
);

-- a derived measure, inside of a negation
select
  `customers`.`name` as `customers.name`,
  sum(`orders`.`amount`) - sum(`orders`.`discount`) as `orders.net`
from `orders`
left join `customers` on `customers`.`id` = `orders`.`customer_id`
group by 1
having not coalesce(((sum(`orders`.`amount`) - sum(`orders`.`discount`)) > sum(`orders`.`discount`)), false)
order by `customers.name` nulls last
limit 21;

-- two measures of two models
select
  d0 as `customers.name`,
  max(m0) as `orders.total`
from (
  select
    `customers`.`name` as d0,
    sum(`orders`.`amount`) as m0,
    null as m1
  from `orders`
  left join `customers` on `customers`.`id` = `orders`.`customer_id`
  group by 1
  union all
  select
    `customers`.`name` as d0,
    null as m0,
    sum(`tickets`.`minutes`) as m1
  from `tickets`
  left join `customers` on `customers`.`id` = `tickets`.`customer_id`
  group by 1
) as branches
group by 1
having max(m0) < max(m1)
order by `customers.name` nulls last
limit 21;

-- a count of nothing is 0, and null is unlike everything
select
  d0 as `customers.name`,
  max(m0) as `orders.total`,
  max(m2) as `tickets.total`
from (
  select
    `customers`.`name` as d0,
    sum(`orders`.`amount`) as m0,
    count(*) as m1,
    null as m2,
    null as m3
  from `orders`
  left join `customers` on `customers`.`id` = `orders`.`customer_id`
  group by 1
  union all
  select
    `customers`.`name` as d0,
    null as m0,
    null as m1,
    sum(`tickets`.`minutes`) as m2,
    count(*) as m3
  from `tickets`
  left join `customers` on `customers`.`id` = `tickets`.`customer_id`
  group by 1
) as branches
group by 1
having (coalesce(max(m1), 0) < coalesce(max(m3), 0) or not coalesce(max(m0) = max(m2), false))
order by `customers.name` nulls last
limit 21;

-- the greatest moment against the greatest date
select
  `customers`.`name` as `customers.name`,
  count(*) as `orders.count`
from `orders`
left join `customers` on `customers`.`id` = `orders`.`customer_id`
group by 1
having cast(convert_timezone('UTC', max(`orders`.`placed`)) as date) >= max(`orders`.`promised`)
order by `customers.name` nulls last
limit 21;

-- rows of groups in which one measure is less than another
with asked_1 as (
  select d0
  from (
    select
      `customers`.`id` as d0,
      sum(`orders`.`amount`) as m0,
      null as m1
    from `orders`
    left join `customers` on `customers`.`id` = `orders`.`customer_id`
    group by 1
    union all
    select
      `customers`.`id` as d0,
      null as m0,
      sum(`tickets`.`minutes`) as m1
    from `tickets`
    left join `customers` on `customers`.`id` = `tickets`.`customer_id`
    group by 1
  ) as branches
  group by 1
  having max(m0) < max(m1)
)
select `orders`.`id` as `orders.id`
from `orders`
left join `customers` on `customers`.`id` = `orders`.`customer_id`
where to_json(named_struct('c0', `customers`.`id`)) in (
  select to_json(named_struct('c0', asked_1.d0))
  from asked_1
)
order by `orders.id` nulls last
limit 21;

-- groups in which there is nothing of either
-- ["nowhere"]
with asked_1 as (
  select d0
  from (
    select
      `customers`.`id` as d0,
      count(*) as m0,
      null as m1
    from (
      select *
      from `orders` as `own_orders`
      where `region` in (:p1)
    ) as `own_orders`
    left join `customers` on `customers`.`id` = `own_orders`.`customer_id`
    group by 1
    union all
    select
      `customers`.`id` as d0,
      null as m0,
      count(*) as m1
    from `tickets`
    left join `customers` on `customers`.`id` = `tickets`.`customer_id`
    group by 1
  ) as branches
  group by 1
  having not coalesce((coalesce(max(m0), 0) = coalesce(max(m1), 0)), false)
)
select distinct `customers`.`name` as `customers.name`
from `customers`
where not to_json(named_struct('c0', `customers`.`id`)) in (
  select to_json(named_struct('c0', asked_1.d0))
  from asked_1
)
order by `customers.name` nulls last
limit 21;

-- groups in which it is not so, or nothing is known
with asked_1 as (
  select `customers`.`id` as d0
  from `orders`
  left join `customers` on `customers`.`id` = `orders`.`customer_id`
  group by 1
  having sum(`orders`.`amount`) > sum(`orders`.`discount`)
)
select distinct `customers`.`name` as `customers.name`
from `customers`
where not coalesce(to_json(named_struct('c0', `customers`.`id`)) in (
  select to_json(named_struct('c0', asked_1.d0))
  from asked_1
), false)
order by `customers.name` nulls last
limit 21;

-- only rows that the caller sees are compared
-- ["south"]
select distinct `customers`.`name` as `customers.name`
from `customers`
where `customers`.`id` in (
  select `own_orders`.`customer_id`
  from (
    select *
    from `orders` as `own_orders`
    where `own_orders`.`region` in (:p1)
  ) as `own_orders`
  left join `customers` as `own_orders_customers` on `own_orders_customers`.`id` = `own_orders`.`customer_id`
  where `own_orders`.`amount` > `own_orders_customers`.`credit`
)
order by `customers.name` nulls last
limit 21;

-- others are as if they were not there
-- ["north"]
select distinct `customers`.`name` as `customers.name`
from `customers`
where not coalesce(`customers`.`id` in (
  select `own_orders`.`customer_id`
  from (
    select *
    from `orders` as `own_orders`
    where `own_orders`.`region` in (:p1)
  ) as `own_orders`
  left join `customers` as `own_orders_customers` on `own_orders_customers`.`id` = `own_orders`.`customer_id`
  where `own_orders`.`amount` <= `own_orders_customers`.`credit`
), false)
order by `customers.name` nulls last
limit 21;

-- what the caller does not see of a joined model is null
-- ["north"]
select `orders`.`id` as `orders.id`
from `orders`
left join (
  select *
  from `customers` as `own_customers`
  where `region` in (:p1)
) as `own_customers` on `own_customers`.`id` = `orders`.`customer_id`
where `orders`.`region` = `own_customers`.`region`
order by `orders.id` nulls last
limit 21;
