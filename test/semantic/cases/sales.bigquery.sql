-- Never run on bigquery itself: see shared/semantic/dialects/README.md for what it rests on.

-- dimensions alone give their distinct combinations
select distinct `status` as `orders__status`
from `orders`
order by `orders__status` nulls last
limit 101;

-- a row with no partner in a many-to-one join stays, under null
select
  `customers`.`name` as `customers__name`,
  sum(`orders`.`amount`) as `orders__total`
from `orders`
left join `customers` on `customers`.`id` = `orders`.`customer_id`
group by 1
order by `customers__name` nulls last
limit 101;

-- joins chain over models that the query does not name
select
  `regions`.`name` as `regions__name`,
  count(*) as `orders__count`,
  sum(`orders`.`amount`) as `orders__total`
from `orders`
left join `customers` on `customers`.`id` = `orders`.`customer_id`
left join `regions` on `regions`.`id` = `customers`.`region_id`
group by 1
order by `regions__name` nulls last
limit 101;

-- measures alone give one row
select
  coalesce(max(m0), 0) as `orders__count`,
  max(m1) as `orders__total`,
  coalesce(max(m2), 0) as `customers__count`
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
  d0 as `orders__status`,
  sum(v0) as `customers__credit`,
  count(*) as `customers__count`,
  avg(cast(v0 as float64)) as `customers__avg_credit`,
  sum(cast(v0 as float64) * greatest(0e0, 1e0 - abs(r0 - 1e0 - 0.5e0 * (n0 - 1e0)))) as `customers__median_credit`
from (
  select
    `orders`.d0 as d0,
    `customers`.`credit` as v0,
    row_number() over (partition by `orders`.d0 order by `customers`.`credit` nulls last) as r0,
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
order by `orders__status` nulls last
limit 101;

-- what duplicates do not change needs no de-duplication
select
  `orders`.`status` as `orders__status`,
  max(`customers`.`credit`) as `customers__max_credit`,
  count(distinct `customers`.`tier`) as `customers__tiers`,
  min(`customers`.`joined_on`) as `customers__first_joined`
from `customers`
left join `orders` on `orders`.`customer_id` = `customers`.`id`
group by 1
order by `orders__status` nulls last
limit 101;

-- a fan-out two levels deep counts each row once per group
select
  d0 as `items__sku`,
  sum(v0) as `customers__credit`,
  sum(cast(v0 as float64) * greatest(0e0, 1e0 - abs(r0 - 1e0 - 0.75e0 * (n0 - 1e0)))) as `customers__p75_credit`
from (
  select
    `orders`.d0 as d0,
    `customers`.`credit` as v0,
    row_number() over (partition by `orders`.d0 order by `customers`.`credit` nulls last) as r0,
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
order by `items__sku` nulls last
limit 101;

-- a composite key makes its rows single
select
  `tickets`.d0 as `tickets__kind`,
  sum(`items`.`qty`) as `items__quantity`,
  count(*) as `items__lines`
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
order by `tickets__kind` nulls last
limit 101;

-- a filtered measure keeps its filter through a fan-out
select
  `orders`.d0 as `orders__size`,
  sum(case when (`customers`.tier = 'gold') then `customers`.`credit` end) as `customers__gold_credit`
from `customers`
left join (
  select distinct
    `customer_id` as j0,
    case when amount >= 100 then 'large' else 'small' end as d0
  from `orders`
) as `orders` on `orders`.j0 = `customers`.`id`
group by 1
order by `orders__size` nulls last
limit 101;

-- an expression that turns null into a value is null where a join found no row
-- ["gold"]
select
  case when `customers`.`id` is not null then coalesce(`customers`.tier, 'none') end as `customers__label`,
  count(*) as `orders__count`
from `orders`
left join `customers` on `customers`.`id` = `orders`.`customer_id`
where (case when `customers`.`id` is not null then coalesce(`customers`.tier, 'none') end) is distinct from @p1
group by 1
order by `customers__label` nulls last
limit 101;

-- measures of two facts meet on a shared dimension, and groups of either side stay
select
  d0 as `customers__name`,
  max(m0) as `orders__total`,
  max(m1) as `tickets__minutes`,
  coalesce(max(m2), 0) as `tickets__count`
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
order by `customers__name` nulls last
limit 101;

-- measures of three grains in one query
select
  d0 as `regions__name`,
  max(m0) as `orders__total`,
  max(m1) as `items__quantity`,
  max(m2) as `tickets__minutes`,
  max(m3) as `customers__credit`,
  coalesce(max(m4), 0) as `regions__count`
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
order by `regions__name` nulls last
limit 101;

-- measures of three models, of which one has a type that the layer does not tell
select
  d0 as `regions__name`,
  coalesce(max(m0), 0) as `customers__count`,
  coalesce(max(m1), 0) as `orders__count`,
  max(m2) as `tickets__last_kind`
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
order by `regions__name` nulls last
limit 101;

-- facts without a shared dimension stand in one row
select
  max(m0) as `orders__total`,
  max(m1) as `tickets__minutes`,
  coalesce(max(m2), 0) as `customers__count`
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
  `customers`.`name` as `customers__name`,
  1e0 * sum(case when `orders`.status = 'paid' then `orders`.`amount` end) / nullif(sum(`orders`.`amount`), 0) as `orders__paid_share`,
  1e0 * count(case when `orders`.status = 'paid' then 1 end) / nullif(count(*), 0) as `orders__paid_rate`,
  round(100 * (1e0 * count(case when `orders`.status = 'paid' then 1 end) / nullif(count(*), 0)), 1) as `orders__paid_percent`
from `orders`
left join `customers` on `customers`.`id` = `orders`.`customer_id`
group by 1
order by `customers__name` nulls last
limit 101;

-- a derived measure spans models
select
  d0 as `regions__name`,
  1e0 * max(m0) / nullif(coalesce(max(m1), 0), 0) as `orders__per_customer`,
  1e0 * max(m0) / nullif(coalesce(max(m2), 0), 0) as `orders__per_ticket`
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
order by `regions__name` nulls last
limit 101;

-- division by zero is null
-- ["nothing","nothing"]
select 1e0 * max(m0) / nullif(coalesce(max(m1), 0), 0) as `orders__per_ticket`
from (
  select
    sum(`orders`.`amount`) as m0,
    null as m1
  from `orders`
  left join `customers` on `customers`.`id` = `orders`.`customer_id`
  where `customers`.`id` in (
    select `tickets`.`customer_id`
    from `tickets`
    where `tickets`.`kind` = @p1
  )
  union all
  select
    null as m0,
    count(*) as m1
  from `tickets`
  where `kind` = @p2
) as branches
limit 101;

-- count over nothing is 0, every other aggregate null
select
  coalesce(max(m0), 0) as `orders__count`,
  max(m1) as `orders__total`,
  coalesce(max(m2), 0) as `orders__paid_count`,
  coalesce(max(m3), 0) as `customers__tiers`
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
  `customers`.`name` as `customers__name`,
  sum(`customers`.`credit`) as `customers__credit`
from `customers`
where `customers`.`id` in (
  select `orders`.`customer_id`
  from `orders`
  where `orders`.`id` in (
    select `items`.`order_id`
    from `items`
    where `items`.`sku` = @p1
  )
)
group by 1
order by `customers__name` nulls last
limit 101;

-- conditions on one branch hold in one same row of it
-- ["apple","4","paid"]
select count(*) as `customers__count`
from `customers`
where `customers`.`id` in (
  select `orders`.`customer_id`
  from `orders`
  where `orders`.`id` in (
    select `items`.`order_id`
    from `items`
    where `items`.`sku` = @p1
      and `items`.`qty` >= cast(@p2 as int64)
  )
    and `orders`.`status` = @p3
)
limit 101;

-- a negation on the many side asks for a row too, and keeps nulls
-- ["paid"]
select distinct `customers`.`name` as `customers__name`
from `customers`
where `customers`.`id` in (
  select `orders`.`customer_id`
  from `orders`
  where `orders`.`status` is distinct from @p1
)
order by `customers__name` nulls last
limit 101;

-- is_null on the many side asks for a row that is null there
select distinct `customers`.`name` as `customers__name`
from `customers`
where `customers`.`id` in (
  select `tickets`.`customer_id`
  from `tickets`
  where `tickets`.`kind` is null
)
order by `customers__name` nulls last
limit 101;

-- an or across branches is one predicate
-- ["question"]
select distinct `customers`.`name` as `customers__name`
from `customers`
where (`customers`.`id` in (
  select `tickets`.`customer_id`
  from `tickets`
  where `tickets`.`kind` = @p1
) or `customers`.`id` in (
  select `orders`.`customer_id`
  from `orders`
  where `orders`.`status` is null
) or `customers`.`tier` is null)
order by `customers__name` nulls last
limit 101;

-- a filter on a branch that is selected acts on that join itself
-- ["paid"]
select
  d0 as `orders__status`,
  count(*) as `customers__count`
from (
  select distinct
    `orders`.`status` as d0,
    `customers`.`id` as k0
  from `customers`
  left join `orders` on `orders`.`customer_id` = `customers`.`id`
  where `orders`.`status` = @p1
) as `customers`
group by 1
order by `orders__status` nulls last
limit 101;

-- a filter on one branch reaches the other as a semi-join
-- ["open","open"]
select
  d0 as `customers__name`,
  max(m0) as `orders__total`,
  max(m1) as `tickets__minutes`
from (
  select
    `customers`.`name` as d0,
    sum(`orders`.`amount`) as m0,
    null as m1
  from `orders`
  left join `customers` on `customers`.`id` = `orders`.`customer_id`
  where `orders`.`status` = @p1
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
    where `orders`.`status` = @p2
  )
  group by 1
) as branches
group by 1
order by `customers__name` nulls last
limit 101;

-- a filter on a measure acts on groups, selected or not
-- ["2","45"]
select
  d0 as `customers__name`,
  max(m0) as `orders__total`
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
having coalesce(max(m1), 0) >= cast(@p1 as int64)
  and max(m2) < cast(@p2 as int64)
order by `customers__name` nulls last
limit 101;

-- dimensions alone are filtered by a measure of another model
-- ["2"]
select d0 as `customers__tier`
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
having coalesce(max(m0), 0) < cast(@p1 as int64)
order by `customers__tier` nulls last
limit 101;

-- a limit and an order apply after the stitch
select
  d0 as `customers__name`,
  max(m0) as `orders__total`,
  max(m1) as `tickets__minutes`
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
order by `tickets__minutes` desc nulls last, `customers__name` nulls last
limit 3;

-- nulls come last in both directions, and dimensions break ties
select
  `orders`.`status` as `orders__status`,
  `customers`.`name` as `customers__name`,
  count(*) as `orders__count`
from `orders`
left join `customers` on `customers`.`id` = `orders`.`customer_id`
group by 1, 2
order by `orders__status` desc nulls last, `orders__count` nulls last, `customers__name` nulls last
limit 101;

-- a measure that is not selected can order
select
  `customers`.`name` as `customers__name`,
  count(*) as `orders__count`
from `orders`
left join `customers` on `customers`.`id` = `orders`.`customer_id`
group by 1
order by sum(`orders`.`amount`) desc nulls last, `customers__name` nulls last
limit 101;

-- dimensions alone can be ordered by a measure
select `customers`.`name` as `customers__name`
from `orders`
left join `customers` on `customers`.`id` = `orders`.`customer_id`
group by 1
order by sum(`orders`.`amount`) desc nulls last, `customers__name` nulls last
limit 3;

-- totals are computed from the rows, not from the groups
select
  d0 as `orders__status`,
  max(m0) as `customers__credit`,
  coalesce(max(m1), 0) as `customers__count`,
  1e0 * max(m2) / nullif(max(m3), 0) as `orders__paid_share`
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
order by `orders__status` nulls last
limit 101;
-- totals
select
  max(m0) as `customers__credit`,
  coalesce(max(m1), 0) as `customers__count`,
  1e0 * max(m2) / nullif(max(m3), 0) as `orders__paid_share`
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
  `customers`.`name` as `customers__name`,
  sum(`orders`.`amount`) as `orders__total`,
  count(*) as `orders__count`,
  1e0 * count(case when `orders`.status = 'paid' then 1 end) / nullif(count(*), 0) as `orders__paid_rate`
from `orders`
left join `customers` on `customers`.`id` = `orders`.`customer_id`
group by 1
having sum(`orders`.`amount`) < cast(@p1 as int64)
order by `customers__name` nulls last
limit 101;
-- totals
-- ["100"]
with picked_1 as (
  select `customers`.`name` as d0
  from `orders`
  left join `customers` on `customers`.`id` = `orders`.`customer_id`
  group by 1
  having sum(`orders`.`amount`) < cast(@p1 as int64)
)
select
  sum(`orders`.`amount`) as `orders__total`,
  count(*) as `orders__count`,
  1e0 * count(case when `orders`.status = 'paid' then 1 end) / nullif(count(*), 0) as `orders__paid_rate`
from `orders`
left join `customers` on `customers`.`id` = `orders`.`customer_id`
where to_json_string([to_json_string(`customers`.`name`)]) in (
  select to_json_string([to_json_string(picked_1.d0)])
  from picked_1
);

-- a row of several groups that pass is in the totals once
-- ["100"]
select
  `orders`.d0 as `orders__status`,
  sum(`customers`.`credit`) as `customers__credit`,
  count(*) as `customers__count`
from `customers`
left join (
  select distinct
    `customer_id` as j0,
    `status` as d0
  from `orders`
) as `orders` on `orders`.j0 = `customers`.`id`
group by 1
having sum(`customers`.`credit`) > cast(@p1 as int64)
order by `orders__status` nulls last
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
  having sum(`customers`.`credit`) > cast(@p1 as int64)
)
select
  sum(v0) as `customers__credit`,
  count(*) as `customers__count`
from (
  select distinct
    `customers`.`id` as k0,
    `customers`.`credit` as v0
  from `customers`
  left join `orders` on `orders`.`customer_id` = `customers`.`id`
  where to_json_string([to_json_string(`orders`.`status`)]) in (
    select to_json_string([to_json_string(picked_1.d0)])
    from picked_1
  )
) as `customers`;

-- totals of groups that another fact has picked
-- ["35"]
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
having max(m1) > cast(@p1 as int64)
order by `customers__name` nulls last
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
  having max(m0) > cast(@p1 as int64)
)
select sum(`orders`.`amount`) as `orders__total`
from `orders`
left join `customers` on `customers`.`id` = `orders`.`customer_id`
where to_json_string([to_json_string(`customers`.`name`)]) in (
  select to_json_string([to_json_string(picked_1.d0)])
  from picked_1
);

-- totals of groups by a comparison
-- ["1"]
select
  tier = 'gold' as `customers__is_gold`,
  sum(`credit`) as `customers__credit`
from `customers`
group by 1
having count(*) > cast(@p1 as int64)
order by `customers__is_gold` nulls last
limit 101;
-- totals
-- ["1"]
with picked_1 as (
  select tier = 'gold' as d0
  from `customers`
  group by 1
  having count(*) > cast(@p1 as int64)
)
select sum(`customers`.`credit`) as `customers__credit`
from `customers`
where to_json_string([to_json_string(`customers`.tier = 'gold')]) in (
  select to_json_string([to_json_string(picked_1.d0)])
  from picked_1
);

-- totals of no group at all are those of no rows
-- ["100"]
select
  sum(`amount`) as `orders__total`,
  count(*) as `orders__count`
from `orders`
having count(*) > cast(@p1 as int64)
limit 101;
-- totals
-- ["100"]
with picked_1 as (
  select 1 as passed
  from `orders`
  having count(*) > cast(@p1 as int64)
)
select
  sum(`orders`.`amount`) as `orders__total`,
  count(*) as `orders__count`
from `orders`
where exists (
  select 1
  from picked_1
);

-- a limit of none asks for a single row, to tell whether there is any
select distinct `status` as `orders__status`
from `orders`
order by `orders__status` nulls last
limit 1;
