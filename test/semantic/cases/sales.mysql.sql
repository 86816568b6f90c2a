-- dimensions alone give their distinct combinations
select distinct `status` as `orders.status`
from `orders`
order by `orders.status` <=> null, `orders.status`
limit 101;

-- a row with no partner in a many-to-one join stays, under null
select
  `customers`.`name` as `customers.name`,
  sum(`orders`.`amount`) as `orders.total`
from `orders`
left join `customers` on `customers`.`id` = `orders`.`customer_id`
group by 1
order by `customers.name` <=> null, `customers.name`
limit 101;

-- joins chain over models that the query does not name
select
  `regions`.`name` as `regions.name`,
  count(*) as `orders.count`,
  sum(`orders`.`amount`) as `orders.total`
from `orders`
left join `customers` on `customers`.`id` = `orders`.`customer_id`
left join `regions` on `regions`.`id` = `customers`.`region_id`
group by 1
order by `regions.name` <=> null, `regions.name`
limit 101;

-- measures alone give one row
select
  coalesce(max(m0), 0) as `orders.count`,
  max(m1) as `orders.total`,
  coalesce(max(m2), 0) as `customers.count`
from (
  select
    count(*) as m0,
    sum(`amount`) as m1,
    null as m2
  from `orders`
  union all
  select
    null as m0,
    null as m1,
    count(*) as m2
  from `customers`
) as branches
limit 101;

-- a measure over one-to-many is not counted twice
select
  d0 as `orders.status`,
  sum(v0) as `customers.credit`,
  count(*) as `customers.count`,
  avg(1.0000000000000000 * v0) as `customers.avg_credit`,
  sum(v0 * greatest(0, 1 - abs(r0 - 1 - 0.5 * (n0 - 1)))) as `customers.median_credit`
from (
  select
    `orders`.d0 as d0,
    `customers`.`credit` as v0,
    row_number() over (partition by `orders`.d0 order by `customers`.`credit` <=> null, `customers`.`credit`) as r0,
    count(`customers`.`credit`) over (partition by `orders`.d0) as n0
  from `customers`
  left join (
    select distinct
      `customer_id` as j0,
      `status` as d0
    from `orders`
  ) as `orders` on `orders`.j0 = `customers`.`id`
) as ranked
group by 1
order by `orders.status` <=> null, `orders.status`
limit 101;

-- what duplicates do not change needs no de-duplication
select
  `orders`.`status` as `orders.status`,
  max(`customers`.`credit`) as `customers.max_credit`,
  count(distinct `customers`.`tier`) as `customers.tiers`,
  min(`customers`.`joined_on`) as `customers.first_joined`
from `customers`
left join `orders` on `orders`.`customer_id` = `customers`.`id`
group by 1
order by `orders.status` <=> null, `orders.status`
limit 101;

-- a fan-out two levels deep counts each row once per group
select
  d0 as `items.sku`,
  sum(v0) as `customers.credit`,
  sum(v0 * greatest(0, 1 - abs(r0 - 1 - 0.75 * (n0 - 1)))) as `customers.p75_credit`
from (
  select
    `orders`.d0 as d0,
    `customers`.`credit` as v0,
    row_number() over (partition by `orders`.d0 order by `customers`.`credit` <=> null, `customers`.`credit`) as r0,
    count(`customers`.`credit`) over (partition by `orders`.d0) as n0
  from `customers`
  left join (
    select distinct
      `orders`.`customer_id` as j0,
      `items`.`sku` as d0
    from `orders`
    left join `items` on `items`.`order_id` = `orders`.`id`
  ) as `orders` on `orders`.j0 = `customers`.`id`
) as ranked
group by 1
order by `items.sku` <=> null, `items.sku`
limit 101;

-- a composite key makes its rows single
select
  `tickets`.d0 as `tickets.kind`,
  sum(`items`.`qty`) as `items.quantity`,
  count(*) as `items.lines`
from `items`
left join `orders` on `orders`.`id` = `items`.`order_id`
left join `customers` on `customers`.`id` = `orders`.`customer_id`
left join (
  select distinct
    `customer_id` as j0,
    `kind` as d0
  from `tickets`
) as `tickets` on `tickets`.j0 = `customers`.`id`
group by 1
order by `tickets.kind` <=> null, `tickets.kind`
limit 101;

-- a filtered measure keeps its filter through a fan-out
select
  `orders`.d0 as `orders.size`,
  sum(case when (`customers`.tier = 'gold') then `customers`.`credit` end) as `customers.gold_credit`
from `customers`
left join (
  select distinct
    `customer_id` as j0,
    case when amount >= 100 then 'large' else 'small' end as d0
  from `orders`
) as `orders` on `orders`.j0 = `customers`.`id`
group by 1
order by `orders.size` <=> null, `orders.size`
limit 101;

-- an expression that turns null into a value is null where a join found no row
-- ["gold"]
select
  case when `customers`.`id` is not null then coalesce(`customers`.tier, 'none') end as `customers.label`,
  count(*) as `orders.count`
from `orders`
left join `customers` on `customers`.`id` = `orders`.`customer_id`
where not ((case when `customers`.`id` is not null then coalesce(`customers`.tier, 'none') end) <=> ?)
group by 1
order by `customers.label` <=> null, `customers.label`
limit 101;

-- measures of two facts meet on a shared dimension, and groups of either side stay
select
  d0 as `customers.name`,
  max(m0) as `orders.total`,
  max(m1) as `tickets.minutes`,
  coalesce(max(m2), 0) as `tickets.count`
from (
  select
    `customers`.`name` as d0,
    sum(`orders`.`amount`) as m0,
    null as m1,
    null as m2
  from `orders`
  left join `customers` on `customers`.`id` = `orders`.`customer_id`
  group by 1
  union all
  select
    `customers`.`name` as d0,
    null as m0,
    sum(`tickets`.`minutes`) as m1,
    count(*) as m2
  from `tickets`
  left join `customers` on `customers`.`id` = `tickets`.`customer_id`
  group by 1
) as branches
group by 1
order by `customers.name` <=> null, `customers.name`
limit 101;

-- measures of three grains in one query
select
  d0 as `regions.name`,
  max(m0) as `orders.total`,
  max(m1) as `items.quantity`,
  max(m2) as `tickets.minutes`,
  max(m3) as `customers.credit`,
  coalesce(max(m4), 0) as `regions.count`
from (
  select
    `regions`.`name` as d0,
    sum(`orders`.`amount`) as m0,
    null as m1,
    null as m2,
    null as m3,
    null as m4
  from `orders`
  left join `customers` on `customers`.`id` = `orders`.`customer_id`
  left join `regions` on `regions`.`id` = `customers`.`region_id`
  group by 1
  union all
  select
    `regions`.`name` as d0,
    null as m0,
    sum(`items`.`qty`) as m1,
    null as m2,
    null as m3,
    null as m4
  from `items`
  left join `orders` on `orders`.`id` = `items`.`order_id`
  left join `customers` on `customers`.`id` = `orders`.`customer_id`
  left join `regions` on `regions`.`id` = `customers`.`region_id`
  group by 1
  union all
  select
    `regions`.`name` as d0,
    null as m0,
    null as m1,
    sum(`tickets`.`minutes`) as m2,
    null as m3,
    null as m4
  from `tickets`
  left join `customers` on `customers`.`id` = `tickets`.`customer_id`
  left join `regions` on `regions`.`id` = `customers`.`region_id`
  group by 1
  union all
  select
    `regions`.`name` as d0,
    null as m0,
    null as m1,
    null as m2,
    sum(`customers`.`credit`) as m3,
    null as m4
  from `customers`
  left join `regions` on `regions`.`id` = `customers`.`region_id`
  group by 1
  union all
  select
    `name` as d0,
    null as m0,
    null as m1,
    null as m2,
    null as m3,
    count(*) as m4
  from `regions`
  group by 1
) as branches
group by 1
order by `regions.name` <=> null, `regions.name`
limit 101;

-- measures of three models, of which one has a type that the layer does not tell
select
  d0 as `regions.name`,
  coalesce(max(m0), 0) as `customers.count`,
  coalesce(max(m1), 0) as `orders.count`,
  max(m2) as `tickets.last_kind`
from (
  select
    `regions`.`name` as d0,
    count(*) as m0,
    null as m1,
    null as m2
  from `customers`
  left join `regions` on `regions`.`id` = `customers`.`region_id`
  group by 1
  union all
  select
    `regions`.`name` as d0,
    null as m0,
    count(*) as m1,
    null as m2
  from `orders`
  left join `customers` on `customers`.`id` = `orders`.`customer_id`
  left join `regions` on `regions`.`id` = `customers`.`region_id`
  group by 1
  union all
  select
    `regions`.`name` as d0,
    null as m0,
    null as m1,
    max(upper(`tickets`.kind)) as m2
  from `tickets`
  left join `customers` on `customers`.`id` = `tickets`.`customer_id`
  left join `regions` on `regions`.`id` = `customers`.`region_id`
  group by 1
) as branches
group by 1
order by `regions.name` <=> null, `regions.name`
limit 101;

-- facts without a shared dimension stand in one row
select
  max(m0) as `orders.total`,
  max(m1) as `tickets.minutes`,
  coalesce(max(m2), 0) as `customers.count`
from (
  select
    sum(`amount`) as m0,
    null as m1,
    null as m2
  from `orders`
  union all
  select
    null as m0,
    sum(`minutes`) as m1,
    null as m2
  from `tickets`
  union all
  select
    null as m0,
    null as m1,
    count(*) as m2
  from `customers`
) as branches
limit 101;

-- a derived measure divides exactly, also whole numbers
select
  `customers`.`name` as `customers.name`,
  1.0000000000000000 * sum(case when `orders`.status = 'paid' then `orders`.`amount` end) / nullif(sum(`orders`.`amount`), 0) as `orders.paid_share`,
  1.0000000000000000 * count(case when `orders`.status = 'paid' then 1 end) / nullif(count(*), 0) as `orders.paid_rate`,
  round(100 * (1.0000000000000000 * count(case when `orders`.status = 'paid' then 1 end) / nullif(count(*), 0)), 1) as `orders.paid_percent`
from `orders`
left join `customers` on `customers`.`id` = `orders`.`customer_id`
group by 1
order by `customers.name` <=> null, `customers.name`
limit 101;

-- a derived measure spans models
select
  d0 as `regions.name`,
  1.0000000000000000 * max(m0) / nullif(coalesce(max(m1), 0), 0) as `orders.per_customer`,
  1.0000000000000000 * max(m0) / nullif(coalesce(max(m2), 0), 0) as `orders.per_ticket`
from (
  select
    `regions`.`name` as d0,
    sum(`orders`.`amount`) as m0,
    null as m1,
    null as m2
  from `orders`
  left join `customers` on `customers`.`id` = `orders`.`customer_id`
  left join `regions` on `regions`.`id` = `customers`.`region_id`
  group by 1
  union all
  select
    `regions`.`name` as d0,
    null as m0,
    count(*) as m1,
    null as m2
  from `customers`
  left join `regions` on `regions`.`id` = `customers`.`region_id`
  group by 1
  union all
  select
    `regions`.`name` as d0,
    null as m0,
    null as m1,
    count(*) as m2
  from `tickets`
  left join `customers` on `customers`.`id` = `tickets`.`customer_id`
  left join `regions` on `regions`.`id` = `customers`.`region_id`
  group by 1
) as branches
group by 1
order by `regions.name` <=> null, `regions.name`
limit 101;

-- division by zero is null
-- ["nothing","nothing"]
select 1.0000000000000000 * max(m0) / nullif(coalesce(max(m1), 0), 0) as `orders.per_ticket`
from (
  select
    sum(`orders`.`amount`) as m0,
    null as m1
  from `orders`
  left join `customers` on `customers`.`id` = `orders`.`customer_id`
  where `customers`.`id` in (
    select `tickets`.`customer_id`
    from `tickets`
    where `tickets`.`kind` = ?
  )
  union all
  select
    null as m0,
    count(*) as m1
  from `tickets`
  where `kind` = ?
) as branches
limit 101;

-- count over nothing is 0, every other aggregate null
select
  coalesce(max(m0), 0) as `orders.count`,
  max(m1) as `orders.total`,
  coalesce(max(m2), 0) as `orders.paid_count`,
  coalesce(max(m3), 0) as `customers.tiers`
from (
  select
    count(*) as m0,
    sum(`amount`) as m1,
    count(case when status = 'paid' then 1 end) as m2,
    null as m3
  from `orders`
  where false
  union all
  select
    null as m0,
    null as m1,
    null as m2,
    count(distinct `customers`.`tier`) as m3
  from `customers`
  where `customers`.`id` in (
    select `orders`.`customer_id`
    from `orders`
    where false
  )
) as branches
limit 101;

-- a filter on the many side selects and never multiplies
-- ["apple"]
select
  `customers`.`name` as `customers.name`,
  sum(`customers`.`credit`) as `customers.credit`
from `customers`
where `customers`.`id` in (
  select `orders`.`customer_id`
  from `orders`
  where `orders`.`id` in (
    select `items`.`order_id`
    from `items`
    where `items`.`sku` = ?
  )
)
group by 1
order by `customers.name` <=> null, `customers.name`
limit 101;

-- conditions on one branch hold in one same row of it
-- ["apple","4","paid"]
select count(*) as `customers.count`
from `customers`
where `customers`.`id` in (
  select `orders`.`customer_id`
  from `orders`
  where `orders`.`id` in (
    select `items`.`order_id`
    from `items`
    where `items`.`sku` = ?
      and `items`.`qty` >= cast(? as signed)
  )
    and `orders`.`status` = ?
)
limit 101;

-- a negation on the many side asks for a row too, and keeps nulls
-- ["paid"]
select distinct `customers`.`name` as `customers.name`
from `customers`
where `customers`.`id` in (
  select `orders`.`customer_id`
  from `orders`
  where not (`orders`.`status` <=> ?)
)
order by `customers.name` <=> null, `customers.name`
limit 101;

-- is_null on the many side asks for a row that is null there
select distinct `customers`.`name` as `customers.name`
from `customers`
where `customers`.`id` in (
  select `tickets`.`customer_id`
  from `tickets`
  where `tickets`.`kind` is null
)
order by `customers.name` <=> null, `customers.name`
limit 101;

-- an or across branches is one predicate
-- ["question"]
select distinct `customers`.`name` as `customers.name`
from `customers`
where (`customers`.`id` in (
  select `tickets`.`customer_id`
  from `tickets`
  where `tickets`.`kind` = ?
) or `customers`.`id` in (
  select `orders`.`customer_id`
  from `orders`
  where `orders`.`status` is null
) or `customers`.`tier` is null)
order by `customers.name` <=> null, `customers.name`
limit 101;

-- a filter on a branch that is selected acts on that join itself
-- ["paid"]
select
  d0 as `orders.status`,
  count(*) as `customers.count`
from (
  select distinct
    `orders`.`status` as d0,
    `customers`.`id` as k0
  from `customers`
  left join `orders` on `orders`.`customer_id` = `customers`.`id`
  where `orders`.`status` = ?
) as `customers`
group by 1
order by `orders.status` <=> null, `orders.status`
limit 101;

-- a filter on one branch reaches the other as a semi-join
-- ["open","open"]
select
  d0 as `customers.name`,
  max(m0) as `orders.total`,
  max(m1) as `tickets.minutes`
from (
  select
    `customers`.`name` as d0,
    sum(`orders`.`amount`) as m0,
    null as m1
  from `orders`
  left join `customers` on `customers`.`id` = `orders`.`customer_id`
  where `orders`.`status` = ?
  group by 1
  union all
  select
    `customers`.`name` as d0,
    null as m0,
    sum(`tickets`.`minutes`) as m1
  from `tickets`
  left join `customers` on `customers`.`id` = `tickets`.`customer_id`
  where `customers`.`id` in (
    select `orders`.`customer_id`
    from `orders`
    where `orders`.`status` = ?
  )
  group by 1
) as branches
group by 1
order by `customers.name` <=> null, `customers.name`
limit 101;

-- a filter on a measure acts on groups, selected or not
-- ["2","45"]
select
  d0 as `customers.name`,
  max(m0) as `orders.total`
from (
  select
    `customers`.`name` as d0,
    sum(`orders`.`amount`) as m0,
    count(*) as m1,
    null as m2
  from `orders`
  left join `customers` on `customers`.`id` = `orders`.`customer_id`
  group by 1
  union all
  select
    `customers`.`name` as d0,
    null as m0,
    null as m1,
    sum(`tickets`.`minutes`) as m2
  from `tickets`
  left join `customers` on `customers`.`id` = `tickets`.`customer_id`
  group by 1
) as branches
group by 1
having coalesce(max(m1), 0) >= cast(? as signed)
  and max(m2) < cast(? as signed)
order by `customers.name` <=> null, `customers.name`
limit 101;

-- dimensions alone are filtered by a measure of another model
-- ["2"]
select d0 as `customers.tier`
from (
  select
    `tier` as d0,
    null as m0
  from `customers`
  group by 1
  union all
  select
    `customers`.`tier` as d0,
    count(*) as m0
  from `tickets`
  left join `customers` on `customers`.`id` = `tickets`.`customer_id`
  group by 1
) as branches
group by 1
having coalesce(max(m0), 0) < cast(? as signed)
order by `customers.tier` <=> null, `customers.tier`
limit 101;

-- a limit and an order apply after the stitch
select
  d0 as `customers.name`,
  max(m0) as `orders.total`,
  max(m1) as `tickets.minutes`
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
order by `tickets.minutes` desc, `customers.name` <=> null, `customers.name`
limit 3;

-- nulls come last in both directions, and dimensions break ties
select
  `orders`.`status` as `orders.status`,
  `customers`.`name` as `customers.name`,
  count(*) as `orders.count`
from `orders`
left join `customers` on `customers`.`id` = `orders`.`customer_id`
group by 1, 2
order by `orders.status` desc, count(*) <=> null, `orders.count`, `customers.name` <=> null, `customers.name`
limit 101;

-- a measure that is not selected can order
select
  `customers`.`name` as `customers.name`,
  count(*) as `orders.count`
from `orders`
left join `customers` on `customers`.`id` = `orders`.`customer_id`
group by 1
order by sum(`orders`.`amount`) desc, `customers.name` <=> null, `customers.name`
limit 101;

-- dimensions alone can be ordered by a measure
select `customers`.`name` as `customers.name`
from `orders`
left join `customers` on `customers`.`id` = `orders`.`customer_id`
group by 1
order by sum(`orders`.`amount`) desc, `customers.name` <=> null, `customers.name`
limit 3;

-- totals are computed from the rows, not from the groups
select
  d0 as `orders.status`,
  max(m0) as `customers.credit`,
  coalesce(max(m1), 0) as `customers.count`,
  1.0000000000000000 * max(m2) / nullif(max(m3), 0) as `orders.paid_share`
from (
  select
    `orders`.d0 as d0,
    sum(`customers`.`credit`) as m0,
    count(*) as m1,
    null as m2,
    null as m3
  from `customers`
  left join (
    select distinct
      `customer_id` as j0,
      `status` as d0
    from `orders`
  ) as `orders` on `orders`.j0 = `customers`.`id`
  group by 1
  union all
  select
    `status` as d0,
    null as m0,
    null as m1,
    sum(case when status = 'paid' then `amount` end) as m2,
    sum(`amount`) as m3
  from `orders`
  group by 1
) as branches
group by 1
order by `orders.status` <=> null, `orders.status`
limit 101;
-- totals
select
  max(m0) as `customers.credit`,
  coalesce(max(m1), 0) as `customers.count`,
  1.0000000000000000 * max(m2) / nullif(max(m3), 0) as `orders.paid_share`
from (
  select
    sum(`customers`.`credit`) as m0,
    count(*) as m1,
    null as m2,
    null as m3
  from `customers`
  union all
  select
    null as m0,
    null as m1,
    sum(case when status = 'paid' then `amount` end) as m2,
    sum(`amount`) as m3
  from `orders`
) as branches;

-- behind a filter on groups, totals are of the rows of the groups that pass
-- ["100"]
select
  `customers`.`name` as `customers.name`,
  sum(`orders`.`amount`) as `orders.total`,
  count(*) as `orders.count`,
  1.0000000000000000 * count(case when `orders`.status = 'paid' then 1 end) / nullif(count(*), 0) as `orders.paid_rate`
from `orders`
left join `customers` on `customers`.`id` = `orders`.`customer_id`
group by 1
having sum(`orders`.`amount`) < cast(? as signed)
order by `customers.name` <=> null, `customers.name`
limit 101;
-- totals
-- ["100"]
with picked_1 as (
  select `customers`.`name` as d0
  from `orders`
  left join `customers` on `customers`.`id` = `orders`.`customer_id`
  group by 1
  having sum(`orders`.`amount`) < cast(? as signed)
)
select
  sum(`orders`.`amount`) as `orders.total`,
  count(*) as `orders.count`,
  1.0000000000000000 * count(case when `orders`.status = 'paid' then 1 end) / nullif(count(*), 0) as `orders.paid_rate`
from `orders`
left join `customers` on `customers`.`id` = `orders`.`customer_id`
where exists (
  select 1
  from picked_1
  where picked_1.d0 <=> `customers`.`name`
);

-- a row of several groups that pass is in the totals once
-- ["100"]
select
  `orders`.d0 as `orders.status`,
  sum(`customers`.`credit`) as `customers.credit`,
  count(*) as `customers.count`
from `customers`
left join (
  select distinct
    `customer_id` as j0,
    `status` as d0
  from `orders`
) as `orders` on `orders`.j0 = `customers`.`id`
group by 1
having sum(`customers`.`credit`) > cast(? as signed)
order by `orders.status` <=> null, `orders.status`
limit 101;
-- totals
-- ["100"]
with picked_1 as (
  select `orders`.d0 as d0
  from `customers`
  left join (
    select distinct
      `customer_id` as j0,
      `status` as d0
    from `orders`
  ) as `orders` on `orders`.j0 = `customers`.`id`
  group by 1
  having sum(`customers`.`credit`) > cast(? as signed)
)
select
  sum(v0) as `customers.credit`,
  count(*) as `customers.count`
from (
  select distinct
    `customers`.`id` as k0,
    `customers`.`credit` as v0
  from `customers`
  left join `orders` on `orders`.`customer_id` = `customers`.`id`
  where exists (
    select 1
    from picked_1
    where picked_1.d0 <=> `orders`.`status`
  )
) as `customers`;

-- totals of groups that another fact has picked
-- ["35"]
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
having max(m1) > cast(? as signed)
order by `customers.name` <=> null, `customers.name`
limit 101;
-- totals
-- ["35"]
with picked_1 as (
  select d0
  from (
    select
      `customers`.`name` as d0,
      null as m0
    from `orders`
    left join `customers` on `customers`.`id` = `orders`.`customer_id`
    group by 1
    union all
    select
      `customers`.`name` as d0,
      sum(`tickets`.`minutes`) as m0
    from `tickets`
    left join `customers` on `customers`.`id` = `tickets`.`customer_id`
    group by 1
  ) as branches
  group by 1
  having max(m0) > cast(? as signed)
)
select sum(`orders`.`amount`) as `orders.total`
from `orders`
left join `customers` on `customers`.`id` = `orders`.`customer_id`
where exists (
  select 1
  from picked_1
  where picked_1.d0 <=> `customers`.`name`
);

-- totals of groups by a comparison
-- ["1"]
select
  tier = 'gold' as `customers.is_gold`,
  sum(`credit`) as `customers.credit`
from `customers`
group by 1
having count(*) > cast(? as signed)
order by `customers.is_gold` <=> null, `customers.is_gold`
limit 101;
-- totals
-- ["1"]
with picked_1 as (
  select tier = 'gold' as d0
  from `customers`
  group by 1
  having count(*) > cast(? as signed)
)
select sum(`customers`.`credit`) as `customers.credit`
from `customers`
where exists (
  select 1
  from picked_1
  where picked_1.d0 <=> (`customers`.tier = 'gold')
);

-- totals of no group at all are those of no rows
-- ["100"]
select
  sum(`amount`) as `orders.total`,
  count(*) as `orders.count`
from `orders`
having count(*) > cast(? as signed)
limit 101;
-- totals
-- ["100"]
with picked_1 as (
  select 1 as passed
  from `orders`
  having count(*) > cast(? as signed)
)
select
  sum(`orders`.`amount`) as `orders.total`,
  count(*) as `orders.count`
from `orders`
where exists (
  select 1
  from picked_1
);

-- a limit of none asks for a single row, to tell whether there is any
select distinct `status` as `orders.status`
from `orders`
order by `orders.status` <=> null, `orders.status`
limit 1;
