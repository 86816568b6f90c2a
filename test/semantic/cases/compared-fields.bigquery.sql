-- Never run on bigquery itself: see shared/semantic/dialects/README.md for what it rests on.

-- two numbers of one row
select `id` as `orders__id`
from `orders`
where `discount` >= `amount`
order by `orders__id` nulls last
limit 21;

-- a comparison with null keeps nothing, and its negation what it does not keep
select `id` as `orders__id`
from `orders`
where not coalesce(`discount` = `amount`, false)
order by `orders__id` nulls last
limit 21;

-- a negation around it is the same
select `id` as `orders__id`
from `orders`
where not coalesce(`discount` = `amount`, false)
order by `orders__id` nulls last
limit 21;

-- two truths
select `id` as `orders__id`
from `orders`
where `sent` = `paid`
order by `orders__id` nulls last
limit 21;

-- texts of two models, over a join to one
select `orders`.`id` as `orders__id`
from `orders`
left join `customers` on `customers`.`id` = `orders`.`customer_id`
where `orders`.`region` = `customers`.`region`
order by `orders__id` nulls last
limit 21;

-- orders that went elsewhere, or of which it is not known
select `orders`.`id` as `orders__id`
from `orders`
left join `customers` on `customers`.`id` = `orders`.`customer_id`
where not coalesce(`orders`.`region` = `customers`.`region`, false)
order by `orders__id` nulls last
limit 21;

-- the order of texts
select `orders`.`id` as `orders__id`
from `orders`
left join `customers` on `customers`.`id` = `orders`.`customer_id`
where `orders`.`region` > `customers`.`region`
order by `orders__id` nulls last
limit 21;

-- a moment with a zone and one without
select `id` as `orders__id`
from `orders`
where timestamp(`shipped`) < timestamp(`placed`)
order by `orders__id` nulls last
limit 21;

-- a moment is compared with a date by its day
select `id` as `orders__id`
from `orders`
where cast(datetime(timestamp(`shipped`), 'UTC') as date) > `promised`
order by `orders__id` nulls last
limit 21;

-- and that is the day of the query's timezone
select `id` as `orders__id`
from `orders`
where `promised` < cast(datetime(timestamp(`shipped`), 'America/New_York') as date)
order by `orders__id` nulls last
limit 21;

-- so is an hour
select `id` as `orders__id`
from `orders`
where cast(datetime(timestamp((timestamp_trunc(timestamp(`shipped`), hour))), 'America/New_York') as date) > `promised`
order by `orders__id` nulls last
limit 21;

-- months of two models
select `orders`.`id` as `orders__id`
from `orders`
left join `customers` on `customers`.`id` = `orders`.`customer_id`
where (date_trunc(cast(datetime(timestamp(`orders`.`placed`), 'UTC') as date), month)) = (date_trunc(cast(datetime(timestamp(`customers`.`joined`), 'UTC') as date), month))
order by `orders__id` nulls last
limit 21;

-- months are those of the query's timezone
select `orders`.`id` as `orders__id`
from `orders`
left join `customers` on `customers`.`id` = `orders`.`customer_id`
where (date_trunc(cast(datetime(timestamp(`orders`.`placed`), 'America/New_York') as date), month)) = (date_trunc(cast(datetime(timestamp(`customers`.`joined`), 'America/New_York') as date), month))
order by `orders__id` nulls last
limit 21;

-- periods of a date and of a moment
select `id` as `orders__id`
from `orders`
where not coalesce((date_trunc(cast(`promised` as date), month)) = (date_trunc(cast(datetime(timestamp(`placed`), 'UTC') as date), month)), false)
order by `orders__id` nulls last
limit 21;

-- hours of moments, and a part of a time is a number
select `id` as `orders__id`
from `orders`
where timestamp((timestamp_trunc(timestamp(`placed`), hour))) = timestamp((timestamp_trunc(timestamp(`shipped`), hour)))
  and (extract(day from datetime(timestamp(`placed`), 'UTC'))) < `amount`
order by `orders__id` nulls last
limit 21;

-- one of several conditions
-- ["Cid"]
select `orders`.`id` as `orders__id`
from `orders`
left join `customers` on `customers`.`id` = `orders`.`customer_id`
where (`orders`.`discount` > `orders`.`amount` or `customers`.`name` = @p1)
order by `orders__id` nulls last
limit 21;

-- customers with an order above their credit
select
  `customers`.`name` as `customers__name`,
  sum(`customers`.`credit`) as `customers__credits`
from `customers`
where `customers`.`id` in (
  select `orders`.`customer_id`
  from `orders`
  left join `customers` as `orders_customers` on `orders_customers`.`id` = `orders`.`customer_id`
  where `orders`.`amount` > `orders_customers`.`credit`
)
group by 1
order by `customers__name` nulls last
limit 21;

-- the same named the other way
select distinct `customers`.`name` as `customers__name`
from `customers`
where `customers`.`id` in (
  select `orders`.`customer_id`
  from `orders`
  left join `customers` as `orders_customers` on `orders_customers`.`id` = `orders`.`customer_id`
  where `orders_customers`.`credit` < `orders`.`amount`
)
order by `customers__name` nulls last
limit 21;

-- customers none of whose orders is above their credit
select distinct `customers`.`name` as `customers__name`
from `customers`
where not coalesce(`customers`.`id` in (
  select `orders`.`customer_id`
  from `orders`
  left join `customers` as `orders_customers` on `orders_customers`.`id` = `orders`.`customer_id`
  where `orders`.`amount` > `orders_customers`.`credit`
), false)
order by `customers__name` nulls last
limit 21;

-- a negated comparison asks for a row that is there
select distinct `customers`.`name` as `customers__name`
from `customers`
where `customers`.`id` in (
  select `orders`.`customer_id`
  from `orders`
  left join `customers` as `orders_customers` on `orders_customers`.`id` = `orders`.`customer_id`
  where not coalesce(`orders`.`amount` = `orders_customers`.`credit`, false)
)
order by `customers__name` nulls last
limit 21;

-- also where that side is selected
select distinct
  `customers`.`name` as `customers__name`,
  `orders`.`id` as `orders__id`
from `customers`
left join `orders` on `orders`.`customer_id` = `customers`.`id`
where (`orders`.`customer_id` is not null and not coalesce(`orders`.`amount` = `customers`.`credit`, false))
order by `customers__name` nulls last, `orders__id` nulls last
limit 21;

-- a selected many side shows the rows for which it holds
select
  d0 as `orders__id`,
  sum(v0) as `customers__credits`
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
order by `orders__id` nulls last
limit 21;
-- totals
select sum(v0) as `customers__credits`
from (
  select distinct
    `customers`.`id` as k0,
    `customers`.`credit` as v0
  from `customers`
  left join `orders` on `orders`.`customer_id` = `customers`.`id`
  where `orders`.`amount` > `customers`.`credit`
) as `customers`;

-- two fields of one many side are of one row of it
select distinct `customers`.`name` as `customers__name`
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
order by `customers__name` nulls last
limit 21;

-- and so are conditions beside it
-- ["shoe"]
select count(*) as `customers__count`
from `customers`
where `customers`.`id` in (
  select `orders`.`customer_id`
  from `orders`
  where `orders`.`id` in (
    select `items`.`order_id`
    from `items`
    where `items`.`delivered` < `items`.`quantity`
      and `items`.`sku` = @p1
  )
)
limit 21;

-- a many side behind a many side, and the side before it
select distinct `customers`.`name` as `customers__name`
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
order by `customers__name` nulls last
limit 21;

-- a many side behind a many side, and the query's own model
select distinct `customers`.`name` as `customers__name`
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
order by `customers__name` nulls last
limit 21;

-- each customer counts once for what is sold short
select
  d0 as `items__sku`,
  sum(v0) as `customers__credits`,
  count(*) as `customers__count`
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
order by `items__sku` nulls last
limit 21;

-- what is measured is the many side itself
select
  d0 as `customers__name`,
  coalesce(max(m0), 0) as `orders__count`,
  max(m1) as `customers__credits`
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
order by `customers__name` nulls last
limit 21;

-- inside of rows that are looked for
select distinct `customers`.`name` as `customers__name`
from `customers`
where `customers`.`id` in (
  select `orders`.`customer_id`
  from `orders`
  left join `customers` as `orders_customers` on `orders_customers`.`id` = `orders`.`customer_id`
  where `orders`.`amount` > `orders_customers`.`credit`
    and (date_trunc(cast(datetime(timestamp(`orders`.`placed`), 'UTC') as date), month)) = (date_trunc(cast(`orders`.`promised` as date), month))
)
order by `customers__name` nulls last
limit 21;

-- inside of rows that are not to be there
select `orders`.`id` as `orders__id`
from `orders`
where not coalesce(`orders`.`id` in (
  select `items`.`order_id`
  from `items`
  where `items`.`delivered` < `items`.`quantity`
), false)
order by `orders__id` nulls last
limit 21;

-- inside of the groups that a condition asks for
-- ["2"]
with asked_1 as (
  select `customers`.`id` as d0
  from `orders`
  left join `customers` on `customers`.`id` = `orders`.`customer_id`
  where `orders`.`amount` >= `orders`.`discount`
  group by 1
  having count(*) >= cast(@p1 as int64)
)
select distinct `customers`.`name` as `customers__name`
from `customers`
where to_json_string([to_json_string(`customers`.`id`)]) in (
  select to_json_string([to_json_string(asked_1.d0)])
  from asked_1
)
order by `customers__name` nulls last
limit 21;

-- two measures of one model
select
  `customers`.`name` as `customers__name`,
  sum(`orders`.`amount`) as `orders__total`
from `orders`
left join `customers` on `customers`.`id` = `orders`.`customer_id`
group by 1
having sum(`orders`.`amount`) < sum(`orders`.`discount`)
order by `customers__name` nulls last
limit 21;
-- totals
with picked_1 as (
  select `customers`.`name` as d0
  from `orders`
  left join `customers` on `customers`.`id` = `orders`.`customer_id`
  group by 1
  having sum(`orders`.`amount`) < sum(`orders`.`discount`)
)
select sum(`orders`.`amount`) as `orders__total`
from `orders`
left join `customers` on `customers`.`id` = `orders`.`customer_id`
where to_json_string([to_json_string(`customers`.`name`)]) in (
  select to_json_string([to_json_string(picked_1.d0)])
  from picked_1
);

-- a derived measure, inside of a negation
select
  `customers`.`name` as `customers__name`,
  sum(`orders`.`amount`) - sum(`orders`.`discount`) as `orders__net`
from `orders`
left join `customers` on `customers`.`id` = `orders`.`customer_id`
group by 1
having not coalesce(((sum(`orders`.`amount`) - sum(`orders`.`discount`)) > sum(`orders`.`discount`)), false)
order by `customers__name` nulls last
limit 21;

-- two measures of two models
select
  d0 as `customers__name`,
  max(m0) as `orders__total`
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
order by `customers__name` nulls last
limit 21;

-- a count of nothing is 0, and null is unlike everything
select
  d0 as `customers__name`,
  max(m0) as `orders__total`,
  max(m2) as `tickets__total`
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
order by `customers__name` nulls last
limit 21;

-- the greatest moment against the greatest date
select
  `customers`.`name` as `customers__name`,
  count(*) as `orders__count`
from `orders`
left join `customers` on `customers`.`id` = `orders`.`customer_id`
group by 1
having cast(datetime(timestamp(max(`orders`.`placed`)), 'UTC') as date) >= max(`orders`.`promised`)
order by `customers__name` nulls last
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
select `orders`.`id` as `orders__id`
from `orders`
left join `customers` on `customers`.`id` = `orders`.`customer_id`
where to_json_string([to_json_string(`customers`.`id`)]) in (
  select to_json_string([to_json_string(asked_1.d0)])
  from asked_1
)
order by `orders__id` nulls last
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
      where `region` in (@p1)
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
select distinct `customers`.`name` as `customers__name`
from `customers`
where not to_json_string([to_json_string(`customers`.`id`)]) in (
  select to_json_string([to_json_string(asked_1.d0)])
  from asked_1
)
order by `customers__name` nulls last
limit 21;

-- groups in which it is not so, or nothing is known
with asked_1 as (
  select `customers`.`id` as d0
  from `orders`
  left join `customers` on `customers`.`id` = `orders`.`customer_id`
  group by 1
  having sum(`orders`.`amount`) > sum(`orders`.`discount`)
)
select distinct `customers`.`name` as `customers__name`
from `customers`
where not coalesce(to_json_string([to_json_string(`customers`.`id`)]) in (
  select to_json_string([to_json_string(asked_1.d0)])
  from asked_1
), false)
order by `customers__name` nulls last
limit 21;

-- only rows that the caller sees are compared
-- ["south"]
select distinct `customers`.`name` as `customers__name`
from `customers`
where `customers`.`id` in (
  select `own_orders`.`customer_id`
  from (
    select *
    from `orders` as `own_orders`
    where `own_orders`.`region` in (@p1)
  ) as `own_orders`
  left join `customers` as `own_orders_customers` on `own_orders_customers`.`id` = `own_orders`.`customer_id`
  where `own_orders`.`amount` > `own_orders_customers`.`credit`
)
order by `customers__name` nulls last
limit 21;

-- others are as if they were not there
-- ["north"]
select distinct `customers`.`name` as `customers__name`
from `customers`
where not coalesce(`customers`.`id` in (
  select `own_orders`.`customer_id`
  from (
    select *
    from `orders` as `own_orders`
    where `own_orders`.`region` in (@p1)
  ) as `own_orders`
  left join `customers` as `own_orders_customers` on `own_orders_customers`.`id` = `own_orders`.`customer_id`
  where `own_orders`.`amount` <= `own_orders_customers`.`credit`
), false)
order by `customers__name` nulls last
limit 21;

-- what the caller does not see of a joined model is null
-- ["north"]
select `orders`.`id` as `orders__id`
from `orders`
left join (
  select *
  from `customers` as `own_customers`
  where `region` in (@p1)
) as `own_customers` on `own_customers`.`id` = `orders`.`customer_id`
where `orders`.`region` = `own_customers`.`region`
order by `orders__id` nulls last
limit 21;
