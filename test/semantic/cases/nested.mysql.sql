-- in each month the median of what customers ordered, and how many ordered
select
  d0 as `orders.placed.month`,
  max(m0) as `orders.total`,
  max(m1) as `usual`,
  coalesce(max(m2), 0) as `buyers`
from (
  select
    cast(date_format(`placed`, '%Y-%m-01') as date) as d0,
    sum(`amount`) as m0,
    null as m1,
    null as m2
  from `orders`
  group by 1
  union all
  select
    d0,
    null as m0,
    sum(v0 * greatest(0, 1 - abs(r0 - 1 - 0.5 * (n0 - 1)))) as m1,
    count(*) as m2
  from (
    select
      d0,
      v0,
      row_number() over (partition by d0 order by v0 <=> null, v0) as r0,
      count(v0) over (partition by d0) as n0
    from (
      select
        cast(date_format(`orders`.`placed`, '%Y-%m-01') as date) as d0,
        `customers`.`id` as d1,
        sum(`orders`.`amount`) as v0
      from `orders`
      left join `customers` on `customers`.`id` = `orders`.`customer_id`
      group by 1, 2
    ) as nested
  ) as ranked
  group by 1
) as branches
group by 1
order by `orders.placed.month` <=> null, `orders.placed.month`
limit 21;
-- totals
select
  max(m0) as `orders.total`,
  max(m1) as `usual`,
  coalesce(max(m2), 0) as `buyers`
from (
  select
    sum(`amount`) as m0,
    null as m1,
    null as m2
  from `orders`
  union all
  select
    null as m0,
    sum(v0 * greatest(0, 1 - abs(r0 - 1 - 0.5 * (n0 - 1)))) as m1,
    count(*) as m2
  from (
    select
      v0,
      row_number() over (order by v0 <=> null, v0) as r0,
      count(v0) over () as n0
    from (
      select
        `customers`.`id` as d0,
        sum(`orders`.`amount`) as v0
      from `orders`
      left join `customers` on `customers`.`id` = `orders`.`customer_id`
      group by 1
    ) as nested
  ) as ranked
) as branches;

-- an order with two lines of a product counts once for its customer
select
  d0 as `items.sku`,
  max(v0) as `most`,
  sum(v0) as `whole`
from (
  select
    `items`.d0 as d0,
    `customers`.`name` as d1,
    sum(`orders`.`amount`) as v0
  from `orders`
  left join `customers` on `customers`.`id` = `orders`.`customer_id`
  left join (
    select distinct
      `order_id` as j0,
      `sku` as d0
    from `items`
  ) as `items` on `items`.j0 = `orders`.`id`
  group by 1, 2
) as nested
group by 1
order by `items.sku` <=> null, `items.sku`
limit 21;

-- lines are grouped by the customer of their order
select
  d0 as `items.sku`,
  avg(1.0000000000000000 * v0) as `mean`,
  sum(v0 * greatest(0, 1 - abs(r0 - 1 - 0.75 * (n0 - 1)))) as `upper`,
  count(*) as `buyers`
from (
  select
    d0,
    v0,
    row_number() over (partition by d0 order by v0 <=> null, v0) as r0,
    count(v0) over (partition by d0) as n0
  from (
    select
      `items`.`sku` as d0,
      `customers`.`name` as d1,
      sum(`items`.`quantity`) as v0
    from `items`
    left join `orders` on `orders`.`id` = `items`.`order_id`
    left join `customers` on `customers`.`id` = `orders`.`customer_id`
    group by 1, 2
  ) as nested
) as ranked
group by 1
order by `items.sku` <=> null, `items.sku`
limit 21;
-- totals
select
  avg(1.0000000000000000 * v0) as `mean`,
  sum(v0 * greatest(0, 1 - abs(r0 - 1 - 0.75 * (n0 - 1)))) as `upper`,
  count(*) as `buyers`
from (
  select
    v0,
    row_number() over (order by v0 <=> null, v0) as r0,
    count(v0) over () as n0
  from (
    select
      `customers`.`name` as d0,
      sum(`items`.`quantity`) as v0
    from `items`
    left join `orders` on `orders`.`id` = `items`.`order_id`
    left join `customers` on `customers`.`id` = `orders`.`customer_id`
    group by 1
  ) as nested
) as ranked;

-- in a subtotal and in the totals each customer counts once, with what is theirs there
with results_1 as (
  select
    d0,
    d1,
    avg(1.0000000000000000 * v0) as x0,
    count(*) as x1,
    2 as level
  from (
    select
      `customers`.`region` as d0,
      cast(date_format(`orders`.`placed`, '%Y-%m-01') as date) as d1,
      `customers`.`id` as d2,
      sum(`orders`.`amount`) as v0
    from `orders`
    left join `customers` on `customers`.`id` = `orders`.`customer_id`
    group by 1, 2, 3
  ) as nested
  group by 1, 2
),
results_2 as (
  select
    d0,
    null as d1,
    avg(1.0000000000000000 * v0) as x0,
    count(*) as x1,
    1 as level
  from (
    select
      `customers`.`region` as d0,
      `customers`.`id` as d1,
      sum(`orders`.`amount`) as v0
    from `orders`
    left join `customers` on `customers`.`id` = `orders`.`customer_id`
    group by 1, 2
  ) as nested
  group by 1
),
together_1 as (
  select d0, d1, x0, x1, level from results_1
  union all
  select d0, d1, x0, x1, level from results_2
)
select
  d0 as `customers.region`,
  d1 as `orders.placed.month`,
  x0 as `usual`,
  x1 as `buyers`,
  level as `subtotal`
from together_1
order by d0 <=> null, d0, case when level = 1 then 1 else 0 end, d1 <=> null, d1
limit 21;
-- totals
select
  avg(1.0000000000000000 * v0) as `usual`,
  count(*) as `buyers`,
  null as `subtotal`
from (
  select
    `customers`.`id` as d0,
    sum(`orders`.`amount`) as v0
  from `orders`
  left join `customers` on `customers`.`id` = `orders`.`customer_id`
  group by 1
) as nested;

-- the groups are of the rows that the caller may see
-- ["north","north"]
select
  coalesce(max(m0), 0) as `own_orders.count`,
  max(m1) as `usual`,
  coalesce(max(m2), 0) as `buyers`
from (
  select
    count(*) as m0,
    null as m1,
    null as m2
  from (
    select *
    from `orders` as `own_orders`
    where `own_orders`.`customer_id` in (
      select `customers`.`id`
      from `customers`
      where `customers`.`region` in (?)
    )
  ) as `own_orders`
  union all
  select
    null as m0,
    avg(1.0000000000000000 * v0) as m1,
    count(*) as m2
  from (
    select
      `customers`.`id` as d0,
      sum(`own_orders`.`amount`) as v0
    from (
      select *
      from `orders` as `own_orders`
      where `own_orders`.`customer_id` in (
        select `customers`.`id`
        from `customers`
        where `customers`.`region` in (?)
      )
    ) as `own_orders`
    left join `customers` on `customers`.`id` = `own_orders`.`customer_id`
    group by 1
  ) as nested
) as branches;
-- totals
-- ["north","north"]
select
  coalesce(max(m0), 0) as `own_orders.count`,
  max(m1) as `usual`,
  coalesce(max(m2), 0) as `buyers`
from (
  select
    count(*) as m0,
    null as m1,
    null as m2
  from (
    select *
    from `orders` as `own_orders`
    where `own_orders`.`customer_id` in (
      select `customers`.`id`
      from `customers`
      where `customers`.`region` in (?)
    )
  ) as `own_orders`
  union all
  select
    null as m0,
    avg(1.0000000000000000 * v0) as m1,
    count(*) as m2
  from (
    select
      `customers`.`id` as d0,
      sum(`own_orders`.`amount`) as v0
    from (
      select *
      from `orders` as `own_orders`
      where `own_orders`.`customer_id` in (
        select `customers`.`id`
        from `customers`
        where `customers`.`region` in (?)
      )
    ) as `own_orders`
    left join `customers` on `customers`.`id` = `own_orders`.`customer_id`
    group by 1
  ) as nested
) as branches;

-- who may see no rows gets no groups
select count(*) as `buyers`
from (
  select `customers`.`id` as d0
  from (
    select *
    from `orders` as `own_orders`
    where false
  ) as `own_orders`
  left join `customers` on `customers`.`id` = `own_orders`.`customer_id`
  group by 1
) as nested;

-- a group without a value is counted and otherwise left out
-- ["Cid","Dee"]
select
  sum(v0) as `sum`,
  avg(1.0000000000000000 * v0) as `avg`,
  min(v0) as `min`,
  sum(v0 * greatest(0, 1 - abs(r0 - 1 - 0.5 * (n0 - 1)))) as `median`,
  count(*) as `count`
from (
  select
    v0,
    row_number() over (order by v0 <=> null, v0) as r0,
    count(v0) over () as n0
  from (
    select
      `customers`.`id` as d0,
      sum(`orders`.`amount`) as v0
    from `orders`
    left join `customers` on `customers`.`id` = `orders`.`customer_id`
    where `customers`.`name` in (?, ?)
    group by 1
  ) as nested
) as ranked;

-- of no values all is null but the count
-- ["Cid"]
select
  sum(v0) as `sum`,
  max(v0) as `max`,
  sum(v0 * greatest(0, 1 - abs(r0 - 1 - 0.9 * (n0 - 1)))) as `upper`,
  count(*) as `count`
from (
  select
    v0,
    row_number() over (order by v0 <=> null, v0) as r0,
    count(v0) over () as n0
  from (
    select
      `customers`.`id` as d0,
      sum(`orders`.`amount`) as v0
    from `orders`
    left join `customers` on `customers`.`id` = `orders`.`customer_id`
    where `customers`.`name` = ?
    group by 1
  ) as nested
) as ranked;

-- without rows there are no groups
-- ["Nobody"]
select
  sum(v0) as `sum`,
  count(*) as `count`
from (
  select
    `customers`.`id` as d0,
    count(*) as v0
  from `orders`
  left join `customers` on `customers`.`id` = `orders`.`customer_id`
  where `customers`.`name` = ?
  group by 1
) as nested;

-- a group that another measure has is empty, and one that only the groups have is shown
select
  d0 as `customers.name`,
  coalesce(max(m0), 0) as `customers.count`,
  coalesce(max(m1), 0) as `days`,
  max(m2) as `most`
from (
  select
    `name` as d0,
    count(*) as m0,
    null as m1,
    null as m2
  from `customers`
  group by 1
  union all
  select
    d0,
    null as m0,
    count(*) as m1,
    max(v0) as m2
  from (
    select
      `customers`.`name` as d0,
      `visits`.`day` as d1,
      count(*) as v0
    from `visits`
    left join `customers` on `customers`.`id` = `visits`.`customer_id`
    group by 1, 2
  ) as nested
  group by 1
) as branches
group by 1
order by `customers.name` <=> null, `customers.name`
limit 21;

-- the least and greatest of texts and moments
select
  d0 as `customers.region`,
  max(v0) as `last status`,
  min(v1) as `longest ago`
from (
  select
    `customers`.`region` as d0,
    `customers`.`id` as d1,
    min(`orders`.`status`) as v0,
    max(`orders`.`placed`) as v1
  from `orders`
  left join `customers` on `customers`.`id` = `orders`.`customer_id`
  group by 1, 2
) as nested
group by 1
order by `customers.region` <=> null, `customers.region`
limit 21;

-- of a quotient, and of one over two facts
select
  max(m0) as `share`,
  coalesce(max(m1), 0) as `shares`,
  max(m2) as `per visit`,
  coalesce(max(m3), 0) as `all`
from (
  select
    sum(v0 * greatest(0, 1 - abs(r0 - 1 - 0.5 * (n0 - 1)))) as m0,
    count(*) as m1,
    null as m2,
    null as m3
  from (
    select
      v0,
      row_number() over (order by v0 <=> null, v0) as r0,
      count(v0) over () as n0
    from (
      select
        `customers`.`name` as d0,
        1.0000000000000000 * sum(case when `orders`.status = 'paid' then `orders`.`amount` end) / nullif(sum(`orders`.`amount`), 0) as v0
      from `orders`
      left join `customers` on `customers`.`id` = `orders`.`customer_id`
      group by 1
    ) as nested
  ) as ranked
  union all
  select
    null as m0,
    null as m1,
    sum(v0) as m2,
    count(*) as m3
  from (
    select
      d0,
      1.0000000000000000 * coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0) as v0
    from (
      select
        `customers`.`name` as d0,
        count(*) as m0,
        null as m1
      from `orders`
      left join `customers` on `customers`.`id` = `orders`.`customer_id`
      group by 1
      union all
      select
        `customers`.`name` as d0,
        null as m0,
        count(*) as m1
      from `visits`
      left join `customers` on `customers`.`id` = `visits`.`customer_id`
      group by 1
    ) as branches
    group by 1
  ) as nested
) as branches;

-- a filter on it leaves groups out, and their rows out of the totals
-- ["16"]
select
  d0 as `orders.placed.month`,
  max(m0) as `orders.total`,
  max(m1) as `usual`
from (
  select
    cast(date_format(`placed`, '%Y-%m-01') as date) as d0,
    sum(`amount`) as m0,
    null as m1
  from `orders`
  group by 1
  union all
  select
    d0,
    null as m0,
    sum(v0 * greatest(0, 1 - abs(r0 - 1 - 0.5 * (n0 - 1)))) as m1
  from (
    select
      d0,
      v0,
      row_number() over (partition by d0 order by v0 <=> null, v0) as r0,
      count(v0) over (partition by d0) as n0
    from (
      select
        cast(date_format(`orders`.`placed`, '%Y-%m-01') as date) as d0,
        `customers`.`id` as d1,
        sum(`orders`.`amount`) as v0
      from `orders`
      left join `customers` on `customers`.`id` = `orders`.`customer_id`
      group by 1, 2
    ) as nested
  ) as ranked
  group by 1
) as branches
group by 1
having max(m1) > cast(? as signed)
order by `usual` desc, `orders.placed.month` <=> null, `orders.placed.month`
limit 21;
-- totals
-- ["16"]
with picked_1 as (
  select d0
  from (
    select
      cast(date_format(`placed`, '%Y-%m-01') as date) as d0,
      null as m0
    from `orders`
    group by 1
    union all
    select
      d0,
      sum(v0 * greatest(0, 1 - abs(r0 - 1 - 0.5 * (n0 - 1)))) as m0
    from (
      select
        d0,
        v0,
        row_number() over (partition by d0 order by v0 <=> null, v0) as r0,
        count(v0) over (partition by d0) as n0
      from (
        select
          cast(date_format(`orders`.`placed`, '%Y-%m-01') as date) as d0,
          `customers`.`id` as d1,
          sum(`orders`.`amount`) as v0
        from `orders`
        left join `customers` on `customers`.`id` = `orders`.`customer_id`
        group by 1, 2
      ) as nested
    ) as ranked
    group by 1
  ) as branches
  group by 1
  having max(m0) > cast(? as signed)
)
select
  max(m0) as `orders.total`,
  max(m1) as `usual`
from (
  select
    sum(`orders`.`amount`) as m0,
    null as m1
  from `orders`
  where exists (
    select 1
    from picked_1
    where picked_1.d0 <=> cast(date_format(`orders`.`placed`, '%Y-%m-01') as date)
  )
  union all
  select
    null as m0,
    sum(v0 * greatest(0, 1 - abs(r0 - 1 - 0.5 * (n0 - 1)))) as m1
  from (
    select
      v0,
      row_number() over (order by v0 <=> null, v0) as r0,
      count(v0) over () as n0
    from (
      select
        `customers`.`id` as d0,
        sum(`orders`.`amount`) as v0
      from `orders`
      left join `customers` on `customers`.`id` = `orders`.`customer_id`
      where exists (
        select 1
        from picked_1
        where picked_1.d0 <=> cast(date_format(`orders`.`placed`, '%Y-%m-01') as date)
      )
      group by 1
    ) as nested
  ) as ranked
) as branches;

-- a filter on measures of it alone leaves rows out of its totals
-- ["2","30"]
select
  d0 as `orders.placed.month`,
  coalesce(max(m0), 0) as `buyers`
from (
  select
    d0,
    count(*) as m0,
    null as m1
  from (
    select
      cast(date_format(`orders`.`placed`, '%Y-%m-01') as date) as d0,
      `customers`.`id` as d1
    from `orders`
    left join `customers` on `customers`.`id` = `orders`.`customer_id`
    group by 1, 2
  ) as nested
  group by 1
  union all
  select
    cast(date_format(`placed`, '%Y-%m-01') as date) as d0,
    null as m0,
    sum(`amount`) as m1
  from `orders`
  group by 1
) as branches
group by 1
having (coalesce(max(m0), 0) > cast(? as signed) or max(m1) < cast(? as signed))
order by `orders.placed.month` <=> null, `orders.placed.month`
limit 21;
-- totals
-- ["2","30"]
with picked_1 as (
  select d0
  from (
    select
      d0,
      count(*) as m0,
      null as m1
    from (
      select
        cast(date_format(`orders`.`placed`, '%Y-%m-01') as date) as d0,
        `customers`.`id` as d1
      from `orders`
      left join `customers` on `customers`.`id` = `orders`.`customer_id`
      group by 1, 2
    ) as nested
    group by 1
    union all
    select
      cast(date_format(`placed`, '%Y-%m-01') as date) as d0,
      null as m0,
      sum(`amount`) as m1
    from `orders`
    group by 1
  ) as branches
  group by 1
  having (coalesce(max(m0), 0) > cast(? as signed) or max(m1) < cast(? as signed))
)
select count(*) as `buyers`
from (
  select `customers`.`id` as d0
  from `orders`
  left join `customers` on `customers`.`id` = `orders`.`customer_id`
  where exists (
    select 1
    from picked_1
    where picked_1.d0 <=> cast(date_format(`orders`.`placed`, '%Y-%m-01') as date)
  )
  group by 1
) as nested;

-- months in which the usual customer spends less than the orders are on average
select
  d0 as `orders.placed.month`,
  max(m0) as `orders.mean`,
  max(m1) as `usual`
from (
  select
    cast(date_format(`placed`, '%Y-%m-01') as date) as d0,
    avg(1.0000000000000000 * `amount`) as m0,
    null as m1
  from `orders`
  group by 1
  union all
  select
    d0,
    null as m0,
    sum(v0 * greatest(0, 1 - abs(r0 - 1 - 0.5 * (n0 - 1)))) as m1
  from (
    select
      d0,
      v0,
      row_number() over (partition by d0 order by v0 <=> null, v0) as r0,
      count(v0) over (partition by d0) as n0
    from (
      select
        cast(date_format(`orders`.`placed`, '%Y-%m-01') as date) as d0,
        `customers`.`id` as d1,
        sum(`orders`.`amount`) as v0
      from `orders`
      left join `customers` on `customers`.`id` = `orders`.`customer_id`
      group by 1, 2
    ) as nested
  ) as ranked
  group by 1
) as branches
group by 1
having max(m1) < max(m0)
order by `orders.placed.month` <=> null, `orders.placed.month`
limit 21;

-- months in which the best customer is not the only one
select
  d0 as `orders.placed.month`,
  max(v0) as `most`,
  sum(v0) as `whole`
from (
  select
    cast(date_format(`orders`.`placed`, '%Y-%m-01') as date) as d0,
    `customers`.`id` as d1,
    sum(`orders`.`amount`) as v0
  from `orders`
  left join `customers` on `customers`.`id` = `orders`.`customer_id`
  group by 1, 2
) as nested
group by 1
having not coalesce(max(v0) = sum(v0), false)
order by `orders.placed.month` <=> null, `orders.placed.month`
limit 21;
-- totals
with picked_1 as (
  select d0
  from (
    select
      cast(date_format(`orders`.`placed`, '%Y-%m-01') as date) as d0,
      `customers`.`id` as d1,
      sum(`orders`.`amount`) as v0
    from `orders`
    left join `customers` on `customers`.`id` = `orders`.`customer_id`
    group by 1, 2
  ) as nested
  group by 1
  having not coalesce(max(v0) = sum(v0), false)
)
select
  max(v0) as `most`,
  sum(v0) as `whole`
from (
  select
    `customers`.`id` as d0,
    sum(`orders`.`amount`) as v0
  from `orders`
  left join `customers` on `customers`.`id` = `orders`.`customer_id`
  where exists (
    select 1
    from picked_1
    where picked_1.d0 <=> cast(date_format(`orders`.`placed`, '%Y-%m-01') as date)
  )
  group by 1
) as nested;

-- top by it keeps the regions whose customers spend the most
with results_1 as (
  select
    d0,
    avg(1.0000000000000000 * v0) as x0
  from (
    select
      `customers`.`region` as d0,
      `customers`.`id` as d1,
      sum(`orders`.`amount`) as v0
    from `orders`
    left join `customers` on `customers`.`id` = `orders`.`customer_id`
    where `customers`.`region` is not null
    group by 1, 2
  ) as nested
  group by 1
),
asked_1 as (
  select
    d0,
    place
  from (
    select
      d0,
      row_number() over (order by x0 desc, d0 <=> null, d0) as place
    from results_1
  ) as numbered
  where place <= 1
)
select
  d0 as `customers.region`,
  d1 as `orders.status`,
  coalesce(max(m0), 0) as `orders.count`,
  max(m1) as `usual`
from (
  select
    `customers`.`region` as d0,
    `orders`.`status` as d1,
    count(*) as m0,
    null as m1
  from `orders`
  left join `customers` on `customers`.`id` = `orders`.`customer_id`
  where `customers`.`region` is not null
    and exists (
      select 1
      from asked_1
      where asked_1.d0 <=> `customers`.`region`
    )
  group by 1, 2
  union all
  select
    d0,
    d1,
    null as m0,
    avg(1.0000000000000000 * v0) as m1
  from (
    select
      `customers`.`region` as d0,
      `orders`.`status` as d1,
      `customers`.`id` as d2,
      sum(`orders`.`amount`) as v0
    from `orders`
    left join `customers` on `customers`.`id` = `orders`.`customer_id`
    where `customers`.`region` is not null
      and exists (
        select 1
        from asked_1
        where asked_1.d0 <=> `customers`.`region`
      )
    group by 1, 2, 3
  ) as nested
  group by 1, 2
) as branches
group by 1, 2
order by `customers.region` <=> null, `customers.region`, `orders.status` <=> null, `orders.status`
limit 21;

-- the rest beside the greatest has groups of its own
-- ["rest"]
with results_1 as (
  select
    d0,
    count(*) as x0
  from (
    select
      `customers`.`region` as d0,
      `customers`.`id` as d1
    from `orders`
    left join `customers` on `customers`.`id` = `orders`.`customer_id`
    group by 1, 2
  ) as nested
  group by 1
),
asked_1 as (
  select
    d0,
    place
  from (
    select
      d0,
      row_number() over (order by x0 <=> null, x0, d0 <=> null, d0) as place
    from results_1
  ) as numbered
  where place <= 1
)
select
  d0 as `customers.region`,
  avg(1.0000000000000000 * v0) as `usual`,
  count(*) as `buyers`
from (
  select
    case when asked_1.place is not null then `customers`.`region` else ? end as d0,
    `customers`.`id` as d1,
    sum(`orders`.`amount`) as v0
  from `orders`
  left join `customers` on `customers`.`id` = `orders`.`customer_id`
  left join asked_1 on asked_1.d0 <=> `customers`.`region`
  group by 1, 2
) as nested
group by 1
order by `customers.region` <=> null, `customers.region`
limit 21;
-- totals
with results_1 as (
  select
    d0,
    count(*) as x0
  from (
    select
      `customers`.`region` as d0,
      `customers`.`id` as d1
    from `orders`
    left join `customers` on `customers`.`id` = `orders`.`customer_id`
    group by 1, 2
  ) as nested
  group by 1
),
asked_1 as (
  select
    d0,
    place
  from (
    select
      d0,
      row_number() over (order by x0 <=> null, x0, d0 <=> null, d0) as place
    from results_1
  ) as numbered
  where place <= 1
)
select
  avg(1.0000000000000000 * v0) as `usual`,
  count(*) as `buyers`
from (
  select
    `customers`.`id` as d0,
    sum(`orders`.`amount`) as v0
  from `orders`
  left join `customers` on `customers`.`id` = `orders`.`customer_id`
  left join asked_1 on asked_1.d0 <=> `customers`.`region`
  group by 1
) as nested;

-- the rest still has its own values among the groups
-- ["rest"]
with results_1 as (
  select
    `customers`.`region` as d0,
    sum(`orders`.`amount`) as x0
  from `orders`
  left join `customers` on `customers`.`id` = `orders`.`customer_id`
  group by 1
),
asked_1 as (
  select
    d0,
    place
  from (
    select
      d0,
      row_number() over (order by x0 <=> null, x0, d0 <=> null, d0) as place
    from results_1
  ) as numbered
  where place <= 1
)
select
  d0 as `customers.region`,
  count(*) as `regions`
from (
  select
    case when asked_1.place is not null then `customers`.`region` else ? end as d0,
    `customers`.`region` as d1
  from `orders`
  left join `customers` on `customers`.`id` = `orders`.`customer_id`
  left join asked_1 on asked_1.d0 <=> `customers`.`region`
  group by 1, 2
) as nested
group by 1
order by `customers.region` <=> null, `customers.region`
limit 21;

-- each of two facts has its own groups
select
  coalesce(max(m0), 0) as `buyers`,
  coalesce(max(m1), 0) as `visitors`,
  max(m2) as `most`
from (
  select
    count(*) as m0,
    null as m1,
    null as m2
  from (
    select `customers`.`name` as d0
    from `orders`
    left join `customers` on `customers`.`id` = `orders`.`customer_id`
    group by 1
  ) as nested
  union all
  select
    null as m0,
    count(*) as m1,
    max(v0) as m2
  from (
    select
      `customers`.`name` as d0,
      count(*) as v0
    from `visits`
    left join `customers` on `customers`.`id` = `visits`.`customer_id`
    group by 1
  ) as nested
) as branches;
-- totals
select
  coalesce(max(m0), 0) as `buyers`,
  coalesce(max(m1), 0) as `visitors`,
  max(m2) as `most`
from (
  select
    count(*) as m0,
    null as m1,
    null as m2
  from (
    select `customers`.`name` as d0
    from `orders`
    left join `customers` on `customers`.`id` = `orders`.`customer_id`
    group by 1
  ) as nested
  union all
  select
    null as m0,
    count(*) as m1,
    max(v0) as m2
  from (
    select
      `customers`.`name` as d0,
      count(*) as v0
    from `visits`
    left join `customers` on `customers`.`id` = `visits`.`customer_id`
    group by 1
  ) as nested
) as branches;

-- calculations of it
-- ["7"]
with recursive groups_1 as (
  select
    d0,
    count(*) as m0
  from (
    select
      cast(date_format(`orders`.`placed`, '%Y-%m-01') as date) as d0,
      `customers`.`id` as d1
    from `orders`
    left join `customers` on `customers`.`id` = `orders`.`customer_id`
    group by 1, 2
  ) as nested
  group by 1
),
periods_1 as (
  select
    1 as n,
    min(d0) as d0,
    min(d0) as first,
    max(d0) as last
  from groups_1
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
  from periods_1
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) month <= last
),
results_1 as (
  select
    d0,
    coalesce(max(m0), 0) as x0,
    case when max(present) = 1 then 1 else 0 end as shown
  from (
  select d0, m0, 1 as present from groups_1
  union all
  select d0, null as m0, 0 as present
  from periods_1
) as filled
  group by 1
),
calculated_1 as (
  select
    d0,
    x0,
    shown,
    case when d0 is not null then x0 - lag(x0, 1) over (order by d0 <=> null, d0) end as c0,
    case when d0 is not null then sum(x0) over (partition by shown order by d0 <=> null, d0 rows between unbounded preceding and current row) end as c1
  from results_1
)
select
  d0 as `orders.placed.month`,
  x0 as `buyers`,
  c0 as `more`,
  c1 as `so far`
from calculated_1
where shown = 1
  and c1 < cast(? as signed)
order by `orders.placed.month` <=> null, `orders.placed.month`
limit 21;

-- beside an earlier span each has its own groups
-- ["2024-03-01 00:00:00","2024-04-01 00:00:00","2024-01-01 00:00:00","2024-02-01 00:00:00"]
select
  d0 as `customers.region`,
  max(m0) as `usual`,
  max(m2) as `usual@before`,
  1.0000000000000000 * (max(m0) - max(m2)) / nullif(max(m2), 0) as `usual@change`,
  coalesce(max(m1), 0) as `buyers`,
  coalesce(max(m3), 0) as `buyers@before`,
  1.0000000000000000 * (coalesce(max(m1), 0) - coalesce(max(m3), 0)) / nullif(coalesce(max(m3), 0), 0) as `buyers@change`
from (
  select
    d0,
    avg(1.0000000000000000 * v0) as m0,
    count(*) as m1,
    null as m2,
    null as m3
  from (
    select
      `customers`.`region` as d0,
      `customers`.`id` as d1,
      sum(`orders`.`amount`) as v0
    from `orders`
    left join `customers` on `customers`.`id` = `orders`.`customer_id`
    where `orders`.`placed` >= cast(? as datetime(6)) and `orders`.`placed` < cast(? as datetime(6))
    group by 1, 2
  ) as nested
  group by 1
  union all
  select
    d0,
    null as m0,
    null as m1,
    avg(1.0000000000000000 * v0) as m2,
    count(*) as m3
  from (
    select
      `customers`.`region` as d0,
      `customers`.`id` as d1,
      sum(`orders`.`amount`) as v0
    from `orders`
    left join `customers` on `customers`.`id` = `orders`.`customer_id`
    where `orders`.`placed` >= cast(? as datetime(6))
      and `orders`.`placed` < cast(? as datetime(6))
    group by 1, 2
  ) as nested
  group by 1
) as branches
group by 1
order by `customers.region` <=> null, `customers.region`
limit 21;
-- totals
-- ["2024-03-01 00:00:00","2024-04-01 00:00:00","2024-01-01 00:00:00","2024-02-01 00:00:00"]
select
  max(m0) as `usual`,
  max(m2) as `usual@before`,
  1.0000000000000000 * (max(m0) - max(m2)) / nullif(max(m2), 0) as `usual@change`,
  coalesce(max(m1), 0) as `buyers`,
  coalesce(max(m3), 0) as `buyers@before`,
  1.0000000000000000 * (coalesce(max(m1), 0) - coalesce(max(m3), 0)) / nullif(coalesce(max(m3), 0), 0) as `buyers@change`
from (
  select
    avg(1.0000000000000000 * v0) as m0,
    count(*) as m1,
    null as m2,
    null as m3
  from (
    select
      `customers`.`id` as d0,
      sum(`orders`.`amount`) as v0
    from `orders`
    left join `customers` on `customers`.`id` = `orders`.`customer_id`
    where `orders`.`placed` >= cast(? as datetime(6)) and `orders`.`placed` < cast(? as datetime(6))
    group by 1
  ) as nested
  union all
  select
    null as m0,
    null as m1,
    avg(1.0000000000000000 * v0) as m2,
    count(*) as m3
  from (
    select
      `customers`.`id` as d0,
      sum(`orders`.`amount`) as v0
    from `orders`
    left join `customers` on `customers`.`id` = `orders`.`customer_id`
    where `orders`.`placed` >= cast(? as datetime(6))
      and `orders`.`placed` < cast(? as datetime(6))
    group by 1
  ) as nested
) as branches;

-- the best day of each month, in the query's timezone
select
  d0 as `orders.placed.month`,
  max(v0) as `best day`
from (
  select
    cast(date_format((`placed` + interval 60 + 60 * mod(interval(timestampdiff(hour, '1970-01-01', `placed`), 89953, 94153, 98521, 102889, 107257, 111625, 115993, 120361, 124729, 129265, 133633, 138001, 142369, 146737, 151105, 155473, 159841, 164209, 168577, 172945, 177313, 181849, 186217, 190585, 194953, 199321, 203689, 208057, 212425, 216793, 221161, 225529, 230065, 235105, 238801, 243841, 247537, 252577, 256273, 261481, 265009, 270217, 273745, 278953, 282649, 287689, 291385, 296425, 300121, 305329, 308857, 314065, 317593, 322801, 326329, 331537, 335233, 340273, 343969, 349009, 352705, 357913, 361441, 366649, 370177, 375385, 379081, 384121, 387817, 392857, 396553, 401593, 405289, 410497, 414025, 419233, 422761, 427969, 431665, 436705, 440401, 445441, 449137, 454345, 457873, 463081, 466609, 471817, 475513, 480553, 484249, 489289, 492985, 498025, 501721, 506929, 510457, 515665, 519193, 524401, 528097, 533137, 536833, 541873, 545569, 550777, 554305, 559513, 563041, 568249, 571777, 576985, 580681, 585721, 589417, 594457), 2) minute), '%Y-%m-01') as date) as d0,
    date((`placed` + interval 60 + 60 * mod(interval(timestampdiff(hour, '1970-01-01', `placed`), 89953, 94153, 98521, 102889, 107257, 111625, 115993, 120361, 124729, 129265, 133633, 138001, 142369, 146737, 151105, 155473, 159841, 164209, 168577, 172945, 177313, 181849, 186217, 190585, 194953, 199321, 203689, 208057, 212425, 216793, 221161, 225529, 230065, 235105, 238801, 243841, 247537, 252577, 256273, 261481, 265009, 270217, 273745, 278953, 282649, 287689, 291385, 296425, 300121, 305329, 308857, 314065, 317593, 322801, 326329, 331537, 335233, 340273, 343969, 349009, 352705, 357913, 361441, 366649, 370177, 375385, 379081, 384121, 387817, 392857, 396553, 401593, 405289, 410497, 414025, 419233, 422761, 427969, 431665, 436705, 440401, 445441, 449137, 454345, 457873, 463081, 466609, 471817, 475513, 480553, 484249, 489289, 492985, 498025, 501721, 506929, 510457, 515665, 519193, 524401, 528097, 533137, 536833, 541873, 545569, 550777, 554305, 559513, 563041, 568249, 571777, 576985, 580681, 585721, 589417, 594457), 2) minute)) as d1,
    sum(`amount`) as v0
  from `orders`
  group by 1, 2
) as nested
group by 1
order by `orders.placed.month` <=> null, `orders.placed.month`
limit 21;

-- of the periods of a window
with recursive facts_1 as (
  select
    date(`placed`) as day,
    sum(`amount`) as s0
  from `orders`
  group by 1
),
periods_1 as (
  select
    1 as n,
    min(cast(date_format(day, '%Y-%m-01') as date)) as d0,
    min(cast(date_format(day, '%Y-%m-01') as date)) as first,
    max(cast(date_format(day, '%Y-%m-01') as date)) as last
  from facts_1
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
  from periods_1
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) month <= last
)
select
  min(v0) as `least`,
  avg(1.0000000000000000 * v0) as `mean`,
  count(*) as `months`
from (
  select
    d0,
    sum(s0) as v0
  from facts_1
  join periods_1 on day < d0 + interval 1 month
  group by 1
) as nested;

-- of a window in each period of the query
with recursive facts_1 as (
  select
    date(`placed`) as day,
    sum(`amount`) as s0
  from `orders`
  group by 1
),
periods_1 as (
  select
    1 as n,
    min(cast(date_format(day, '%Y-%m-01') as date)) as d0,
    min(cast(date_format(day, '%Y-%m-01') as date)) as first,
    max(cast(date_format(day, '%Y-%m-01') as date)) as last
  from facts_1
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
  from periods_1
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) month <= last
),
facts_2 as (
  select
    `customers`.`name` as d1,
    date(`orders`.`placed`) as day,
    sum(`orders`.`amount`) as s0
  from `orders`
  left join `customers` on `customers`.`id` = `orders`.`customer_id`
  group by 1, 2
),
periods_2 as (
  select
    1 as n,
    min(cast(date_format(day, '%Y-%m-01') as date)) as d0,
    min(cast(date_format(day, '%Y-%m-01') as date)) as first,
    max(cast(date_format(day, '%Y-%m-01') as date)) as last
  from facts_2
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
  from periods_2
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) month <= last
),
spans_1 as (
  select distinct
    day as on_day,
    d0
  from (select distinct day from facts_2) as days
  join periods_2 on day < d0 + interval 1 month
)
select
  d0 as `orders.placed.month`,
  max(m0) as `orders.running`,
  max(m1) as `most`,
  coalesce(max(m2), 0) as `so many`
from (
  select
    d0,
    sum(s0) as m0,
    null as m1,
    null as m2
  from facts_1
  join periods_1 on day < d0 + interval 1 month
  group by 1
  union all
  select
    d0,
    null as m0,
    max(v0) as m1,
    count(*) as m2
  from (
    select
      d0,
      d1,
      sum(s0) as v0
    from facts_2
    join spans_1 on on_day = day
    group by 1, 2
  ) as nested
  group by 1
) as branches
group by 1
order by `orders.placed.month` <=> null, `orders.placed.month`
limit 21;

-- those who ordered twice or more, and how much they spend
-- ["2"]
with asked_1 as (
  select `customers`.`id` as d0_
  from `orders`
  left join `customers` on `customers`.`id` = `orders`.`customer_id`
  group by 1
  having count(*) >= cast(? as signed)
)
select
  count(*) as `nested`,
  avg(1.0000000000000000 * v0_) as `v0`,
  avg(1.0000000000000000 * v1) as `d0`
from (
  select
    `customers`.`id` as d0_,
    sum(`orders`.`amount`) as v0_,
    count(*) as v1
  from `orders`
  left join `customers` on `customers`.`id` = `orders`.`customer_id`
  where exists (
    select 1
    from asked_1
    where asked_1.d0_ <=> `customers`.`id`
  )
  group by 1
) as nested_;

-- months without orders have no groups
-- ["2024-03-01 00:00:00","2024-05-01 00:00:00","2024-03-01 00:00:00","2024-03-01 00:00:00","2024-05-01 00:00:00"]
with recursive groups_1 as (
  select
    d0,
    count(*) as m0,
    avg(1.0000000000000000 * v0) as m1
  from (
    select
      cast(date_format(`orders`.`placed`, '%Y-%m-01') as date) as d0,
      `customers`.`id` as d1,
      sum(`orders`.`amount`) as v0
    from `orders`
    left join `customers` on `customers`.`id` = `orders`.`customer_id`
    where `orders`.`placed` >= cast(? as datetime(6)) and `orders`.`placed` < cast(? as datetime(6))
    group by 1, 2
  ) as nested
  group by 1
),
periods_1 as (
  select
    1 as n,
    cast(date_format(cast(? as datetime(6)), '%Y-%m-01') as date) as d0,
    cast(date_format(cast(? as datetime(6)), '%Y-%m-01') as date) as first,
    cast(date_format((cast(? as datetime(6)) - interval 1 microsecond), '%Y-%m-01') as date) as last
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
  from periods_1
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) month <= last
)
select
  d0 as `orders.placed.month`,
  coalesce(max(m0), 0) as `buyers`,
  max(m1) as `usual`
from (
  select d0, m0, m1 from groups_1
  union all
  select d0, null as m0, null as m1
  from periods_1
) as filled
group by 1
order by `orders.placed.month` <=> null, `orders.placed.month`
limit 21;

-- by a dimension that the query shows each of its groups is one
select
  d0 as `customers.region`,
  count(*) as `one`,
  sum(v0) as `same`
from (
  select
    `customers`.`region` as d0,
    `customers`.`region` as d1,
    count(*) as v0
  from `orders`
  left join `customers` on `customers`.`id` = `orders`.`customer_id`
  group by 1, 2
) as nested
group by 1
order by `customers.region` <=> null, `customers.region`
limit 21;

-- in each of two bins of orders the customers who placed them
with values_1 as (
  select d0
  from (
    select
      `orders`.`id` as d0,
      `customers`.`id` as d1
    from `orders`
    left join `customers` on `customers`.`id` = `orders`.`customer_id`
    group by 1, 2
  ) as nested
),
spread_1 as (
  select
    min(cast(d0 as double)) as least_value,
    case when max(cast(d0 as double)) - min(cast(d0 as double)) > 0 then max(cast(d0 as double)) - min(cast(d0 as double)) else 1 end as range_value
  from values_1
)
select
  d0 as `orders.id.bin`,
  count(*) as `buyers`
from (
  select
    ((select spread_1.least_value from spread_1) + (case when round((cast(`orders`.`id` as double) - (select spread_1.least_value from spread_1)) * 2 / (select spread_1.range_value from spread_1)) >= 2 then 1 when cast(`orders`.`id` as double) < ((select spread_1.least_value from spread_1) + round((cast(`orders`.`id` as double) - (select spread_1.least_value from spread_1)) * 2 / (select spread_1.range_value from spread_1)) * (select spread_1.range_value from spread_1) / 2) then round((cast(`orders`.`id` as double) - (select spread_1.least_value from spread_1)) * 2 / (select spread_1.range_value from spread_1)) - 1 else round((cast(`orders`.`id` as double) - (select spread_1.least_value from spread_1)) * 2 / (select spread_1.range_value from spread_1)) end) * (select spread_1.range_value from spread_1) / 2) as d0,
    `customers`.`id` as d1
  from `orders`
  left join `customers` on `customers`.`id` = `orders`.`customer_id`
  group by 1, 2
) as nested
group by 1
order by `orders.id.bin` <=> null, `orders.id.bin`
limit 21;
-- totals
with values_1 as (
  select d0
  from (
    select
      `orders`.`id` as d0,
      `customers`.`id` as d1
    from `orders`
    left join `customers` on `customers`.`id` = `orders`.`customer_id`
    group by 1, 2
  ) as nested
),
spread_1 as (
  select
    min(cast(d0 as double)) as least_value,
    case when max(cast(d0 as double)) - min(cast(d0 as double)) > 0 then max(cast(d0 as double)) - min(cast(d0 as double)) else 1 end as range_value
  from values_1
)
select count(*) as `buyers`
from (
  select `customers`.`id` as d0
  from `orders`
  left join `customers` on `customers`.`id` = `orders`.`customer_id`
  group by 1
) as nested;

-- what was and what is, of the days of a month beside its total
-- ["2024-02-01 00:00:00","2024-04-01 00:00:00","2024-02-01 00:00:00","2024-04-01 00:00:00","2024-01-01 00:00:00","2024-03-01 00:00:00","2024-01-01 00:00:00","2024-03-01 00:00:00","2024-02-01 00:00:00","2024-02-01 00:00:00","2024-04-01 00:00:00"]
with recursive groups_1 as (
  select
    d0,
    max(m0) as m0,
    max(m1) as m1,
    max(m2) as m2,
    max(m3) as m3
  from (
    select
      cast(date_format(`placed`, '%Y-%m-01') as date) as d0,
      sum(`amount`) as m0,
      null as m1,
      null as m2,
      null as m3
    from `orders`
    where `placed` >= cast(? as datetime(6)) and `placed` < cast(? as datetime(6))
    group by 1
    union all
    select
      d0,
      null as m0,
      max(v0) as m1,
      null as m2,
      null as m3
    from (
      select
        cast(date_format(`placed`, '%Y-%m-01') as date) as d0,
        date(`placed`) as d1,
        sum(`amount`) as v0
      from `orders`
      where `placed` >= cast(? as datetime(6)) and `placed` < cast(? as datetime(6))
      group by 1, 2
    ) as nested
    group by 1
    union all
    select
      cast(((cast(date_format(`placed`, '%Y-%m-01') as date)) + interval 1 month) as date) as d0,
      null as m0,
      null as m1,
      sum(`amount`) as m2,
      null as m3
    from `orders`
    where `placed` >= cast(? as datetime(6))
      and `placed` < cast(? as datetime(6))
    group by 1
    union all
    select
      cast(((d0) + interval 1 month) as date) as d0,
      null as m0,
      null as m1,
      null as m2,
      max(v0) as m3
    from (
      select
        cast(date_format(`placed`, '%Y-%m-01') as date) as d0,
        date(`placed`) as d1,
        sum(`amount`) as v0
      from `orders`
      where `placed` >= cast(? as datetime(6))
        and `placed` < cast(? as datetime(6))
      group by 1, 2
    ) as nested
    group by 1
  ) as branches
  group by 1
),
periods_1 as (
  select
    1 as n,
    cast(date_format(cast(? as datetime(6)), '%Y-%m-01') as date) as d0,
    cast(date_format(cast(? as datetime(6)), '%Y-%m-01') as date) as first,
    cast(date_format((cast(? as datetime(6)) - interval 1 microsecond), '%Y-%m-01') as date) as last
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
  from periods_1
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) month <= last
)
select
  d0 as `orders.placed.month`,
  max(m0) as `orders.total`,
  max(m2) as `orders.total@before`,
  1.0000000000000000 * (max(m0) - max(m2)) / nullif(max(m2), 0) as `orders.total@change`,
  max(m1) as `best`,
  max(m3) as `best@before`,
  1.0000000000000000 * (max(m1) - max(m3)) / nullif(max(m3), 0) as `best@change`
from (
  select d0, m0, m1, m2, m3 from groups_1
  union all
  select d0, null as m0, null as m1, null as m2, null as m3
  from periods_1
) as filled
group by 1
order by `orders.placed.month` <=> null, `orders.placed.month`
limit 21;
