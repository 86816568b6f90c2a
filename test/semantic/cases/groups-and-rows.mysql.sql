-- customers with three orders or more
-- ["3"]
with asked_1 as (
  select `customers`.`id` as d0
  from `orders`
  left join `customers` on `customers`.`id` = `orders`.`customer_id`
  group by 1
  having count(*) >= cast(? as signed)
)
select distinct `customers`.`name` as `customers.name`
from `customers`
where exists (
  select 1
  from asked_1
  where asked_1.d0 <=> `customers`.`id`
)
order by `customers.name` <=> null, `customers.name`;

-- customers with fewer than three orders, also with none
-- ["3"]
with asked_1 as (
  select `customers`.`id` as d0
  from `orders`
  left join `customers` on `customers`.`id` = `orders`.`customer_id`
  group by 1
  having not coalesce((count(*) < cast(? as signed)), false)
)
select distinct `customers`.`name` as `customers.name`
from `customers`
where not exists (
  select 1
  from asked_1
  where asked_1.d0 <=> `customers`.`id`
)
order by `customers.name` <=> null, `customers.name`;

-- sales by status to the customers who ordered more than once
-- ["1"]
with asked_1 as (
  select `customers`.`id` as d0
  from `orders`
  left join `customers` on `customers`.`id` = `orders`.`customer_id`
  group by 1
  having count(*) > cast(? as signed)
)
select
  `orders`.`status` as `orders.status`,
  sum(`orders`.`amount`) as `orders.total`
from `orders`
left join `customers` on `customers`.`id` = `orders`.`customer_id`
where exists (
  select 1
  from asked_1
  where asked_1.d0 <=> `customers`.`id`
)
group by 1
order by `orders.status` <=> null, `orders.status`;
-- totals
-- ["1"]
with asked_1 as (
  select `customers`.`id` as d0
  from `orders`
  left join `customers` on `customers`.`id` = `orders`.`customer_id`
  group by 1
  having count(*) > cast(? as signed)
)
select sum(`orders`.`amount`) as `orders.total`
from `orders`
left join `customers` on `customers`.`id` = `orders`.`customer_id`
where exists (
  select 1
  from asked_1
  where asked_1.d0 <=> `customers`.`id`
);

-- orders that have no customer are one group
-- ["60"]
with asked_1 as (
  select `customers`.`id` as d0
  from `orders`
  left join `customers` on `customers`.`id` = `orders`.`customer_id`
  group by 1
  having sum(`orders`.`amount`) >= cast(? as signed)
)
select `orders`.`id` as `orders.id`
from `orders`
left join `customers` on `customers`.`id` = `orders`.`customer_id`
where exists (
  select 1
  from asked_1
  where asked_1.d0 <=> `customers`.`id`
)
order by `orders.id` <=> null, `orders.id`;

-- the measure of a group is of its own filters alone
-- ["paid","2","open"]
with asked_1 as (
  select `customers`.`id` as d0
  from `orders`
  left join `customers` on `customers`.`id` = `orders`.`customer_id`
  where `orders`.`status` = ?
  group by 1
  having count(*) >= cast(? as signed)
)
select count(*) as `orders.count`
from `orders`
left join `customers` on `customers`.`id` = `orders`.`customer_id`
where `orders`.`status` = ?
  and exists (
    select 1
    from asked_1
    where asked_1.d0 <=> `customers`.`id`
  );

-- customers a quarter of whose orders are open
-- ["0.25","0.25","0.25"]
with asked_1 as (
  select `customers`.`id` as d0
  from `orders`
  left join `customers` on `customers`.`id` = `orders`.`customer_id`
  group by 1
  having (1.0000000000000000 * count(case when `orders`.status = 'open' then 1 end) / nullif(count(*), 0)) > cast(? as decimal(3, 2))
),
asked_2 as (
  select `customers`.`id` as d0
  from `orders`
  left join `customers` on `customers`.`id` = `orders`.`customer_id`
  group by 1
  having ((1.0000000000000000 * count(case when `orders`.status = 'open' then 1 end) / nullif(count(*), 0)) > cast(? as decimal(3, 2)) or true)
),
asked_3 as (
  select 1 as passed
  from `orders`
  where false
  having (1.0000000000000000 * count(case when status = 'open' then 1 end) / nullif(count(*), 0)) > cast(? as decimal(3, 2))
)
select distinct `customers`.`name` as `customers.name`
from `customers`
where (exists (
  select 1
  from asked_1
  where asked_1.d0 <=> `customers`.`id`
) or exists (
  select 1
  from asked_3
) and not exists (
  select 1
  from asked_2
  where asked_2.d0 <=> `customers`.`id`
))
order by `customers.name` <=> null, `customers.name`;

-- customers who have no such share, because they have no orders
with asked_1 as (
  select `customers`.`id` as d0
  from `orders`
  left join `customers` on `customers`.`id` = `orders`.`customer_id`
  group by 1
  having (1.0000000000000000 * count(case when `orders`.status = 'open' then 1 end) / nullif(count(*), 0)) is null
),
asked_2 as (
  select `customers`.`id` as d0
  from `orders`
  left join `customers` on `customers`.`id` = `orders`.`customer_id`
  group by 1
  having ((1.0000000000000000 * count(case when `orders`.status = 'open' then 1 end) / nullif(count(*), 0)) is null or true)
),
asked_3 as (
  select 1 as passed
  from `orders`
  where false
  having (1.0000000000000000 * count(case when status = 'open' then 1 end) / nullif(count(*), 0)) is null
)
select distinct `customers`.`name` as `customers.name`
from `customers`
where (exists (
  select 1
  from asked_1
  where asked_1.d0 <=> `customers`.`id`
) or exists (
  select 1
  from asked_3
) and not exists (
  select 1
  from asked_2
  where asked_2.d0 <=> `customers`.`id`
))
order by `customers.name` <=> null, `customers.name`;

-- months and customers with more than one order
-- ["1"]
with asked_1 as (
  select
    `customers`.`name` as d0,
    cast(date_format(`orders`.`placed`, '%Y-%m-01') as date) as d1
  from `orders`
  left join `customers` on `customers`.`id` = `orders`.`customer_id`
  group by 1, 2
  having count(*) > cast(? as signed)
)
select `orders`.`id` as `orders.id`
from `orders`
left join `customers` on `customers`.`id` = `orders`.`customer_id`
where exists (
  select 1
  from asked_1
  where asked_1.d0 <=> `customers`.`name`
    and asked_1.d1 <=> cast(date_format(`orders`.`placed`, '%Y-%m-01') as date)
)
order by `orders.id` <=> null, `orders.id`;

-- customers with an order of three pieces or more
-- ["3"]
with asked_1 as (
  select `orders`.`id` as d0
  from `items`
  left join `orders` on `orders`.`id` = `items`.`order_id`
  group by 1
  having sum(`items`.`quantity`) >= cast(? as signed)
)
select
  `customers`.`name` as `customers.name`,
  count(*) as `customers.count`
from `customers`
where `customers`.`id` in (
  select `orders`.`customer_id`
  from `orders`
  where exists (
    select 1
    from asked_1
    where asked_1.d0 <=> `orders`.`id`
  )
)
group by 1
order by `customers.name` <=> null, `customers.name`;

-- neither of two groups passes
-- ["60","3"]
with asked_1 as (
  select `customers`.`id` as d0
  from `orders`
  left join `customers` on `customers`.`id` = `orders`.`customer_id`
  group by 1
  having sum(`orders`.`amount`) >= cast(? as signed)
),
asked_2 as (
  select cast(date_format(`placed`, '%Y-%m-01') as date) as d0
  from `orders`
  group by 1
  having count(*) = cast(? as signed)
)
select `orders`.`id` as `orders.id`
from `orders`
left join `customers` on `customers`.`id` = `orders`.`customer_id`
where not coalesce((exists (
  select 1
  from asked_1
  where asked_1.d0 <=> `customers`.`id`
) or exists (
  select 1
  from asked_2
  where asked_2.d0 <=> cast(date_format(`orders`.`placed`, '%Y-%m-01') as date)
)), false)
order by `orders.id` <=> null, `orders.id`;

-- the groups are of the rows that the caller may see
-- ["north","1"]
with asked_1 as (
  select `customers`.`id` as d0
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
  having count(*) >= cast(? as signed)
)
select distinct `customers`.`name` as `customers.name`
from `customers`
where exists (
  select 1
  from asked_1
  where asked_1.d0 <=> `customers`.`id`
)
order by `customers.name` <=> null, `customers.name`;

-- of no rows, where the caller may see none
-- ["0"]
with asked_1 as (
  select `customers`.`id` as d0
  from (
    select *
    from `orders` as `own_orders`
    where false
  ) as `own_orders`
  left join `customers` on `customers`.`id` = `own_orders`.`customer_id`
  group by 1
  having not coalesce((count(*) = cast(? as signed)), false)
)
select count(*) as `customers.count`
from `customers`
where not exists (
  select 1
  from asked_1
  where asked_1.d0 <=> `customers`.`id`
);

-- customers who bought shoes and who bought shirts
-- ["shoe","shirt"]
select distinct `customers`.`name` as `customers.name`
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
  and `customers`.`id` in (
    select `customers_orders`.`customer_id`
    from `orders` as `customers_orders`
    where `customers_orders`.`id` in (
      select `orders_items`.`order_id`
      from `items` as `orders_items`
      where `orders_items`.`sku` = ?
    )
  )
order by `customers.name` <=> null, `customers.name`;

-- no item is both
-- ["shoe","shirt"]
select distinct `customers`.`name` as `customers.name`
from `customers`
where `customers`.`id` in (
  select `orders`.`customer_id`
  from `orders`
  where `orders`.`id` in (
    select `items`.`order_id`
    from `items`
    where `items`.`sku` = ?
      and `items`.`sku` = ?
  )
)
order by `customers.name` <=> null, `customers.name`;

-- customers who never ordered
select distinct `customers`.`name` as `customers.name`
from `customers`
where not coalesce(`customers`.`id` in (
  select `orders`.`customer_id`
  from `orders`
), false)
order by `customers.name` <=> null, `customers.name`;

-- customers who have an order, and bought no shoes
-- ["shoe"]
select distinct `customers`.`name` as `customers.name`
from `customers`
where `customers`.`id` in (
  select `orders`.`customer_id`
  from `orders`
)
  and not coalesce(`customers`.`id` in (
    select `customers_orders`.`customer_id`
    from `orders` as `customers_orders`
    where `customers_orders`.`id` in (
      select `items`.`order_id`
      from `items`
      where `items`.`sku` = ?
    )
  ), false)
order by `customers.name` <=> null, `customers.name`;

-- what those who bought shoes bought in all
-- ["shoe"]
select
  `items`.`sku` as `items.sku`,
  sum(`items`.`quantity`) as `items.quantity`
from `items`
left join `orders` on `orders`.`id` = `items`.`order_id`
left join `customers` on `customers`.`id` = `orders`.`customer_id`
where `customers`.`id` in (
  select `customers_orders`.`customer_id`
  from `orders` as `customers_orders`
  where `customers_orders`.`id` in (
    select `orders_items`.`order_id`
    from `items` as `orders_items`
    where `orders_items`.`sku` = ?
  )
)
group by 1
order by `items.sku` <=> null, `items.sku`;

-- orders that hold nothing but hats, by a path of roles
-- ["hat","hat"]
select distinct `orders`.`id` as `orders.id`
from `customers`
left join `orders` on `orders`.`customer_id` = `customers`.`id`
where `customers`.`id` in (
  select `customers_orders`.`customer_id`
  from `orders` as `customers_orders`
  where `customers_orders`.`id` in (
    select `items`.`order_id`
    from `items`
    where `items`.`sku` = ?
  )
)
  and not coalesce(`customers`.`id` in (
    select `customers_orders_2`.`customer_id`
    from `orders` as `customers_orders_2`
    where `customers_orders_2`.`id` in (
      select `orders_items`.`order_id`
      from `items` as `orders_items`
      where not (`orders_items`.`sku` <=> ?)
    )
  ), false)
order by `orders.id` <=> null, `orders.id`;

-- customers of whom one order alone fulfils two conditions
-- ["paid","shirt","shoe"]
select distinct `customers`.`name` as `customers.name`
from `customers`
where `customers`.`id` in (
  select `orders`.`customer_id`
  from `orders`
  where `orders`.`status` = ?
    and `orders`.`id` in (
      select `items`.`order_id`
      from `items`
      where `items`.`sku` = ?
    )
    and not coalesce(`orders`.`id` in (
      select `orders_items`.`order_id`
      from `items` as `orders_items`
      where `orders_items`.`sku` = ?
    ), false)
)
order by `customers.name` <=> null, `customers.name`;

-- the row that something belongs to is some row too
select sum(`items`.`quantity`) as `items.quantity`
from `items`
left join `orders` on `orders`.`id` = `items`.`order_id`
where not coalesce(`orders`.`customer_id` in (
  select `customers`.`id`
  from `customers`
), false);

-- a group inside of rows that belong to a row
-- ["2"]
with asked_1 as (
  select `orders`.`id` as d0
  from `items`
  left join `orders` on `orders`.`id` = `items`.`order_id`
  group by 1
  having count(*) >= cast(? as signed)
)
select distinct `customers`.`name` as `customers.name`
from `customers`
where (not coalesce(`customers`.`id` in (
  select `orders`.`customer_id`
  from `orders`
), false) or `customers`.`id` in (
  select `customers_orders`.`customer_id`
  from `orders` as `customers_orders`
  where exists (
    select 1
    from asked_1
    where asked_1.d0 <=> `customers_orders`.`id`
  )
))
order by `customers.name` <=> null, `customers.name`;

-- only rows that the caller may see belong to a row
-- ["south"]
select distinct `customers`.`name` as `customers.name`
from `customers`
where not coalesce(`customers`.`id` in (
  select `own_orders`.`customer_id`
  from (
    select *
    from `orders` as `own_orders`
    where `own_orders`.`customer_id` in (
      select `customers`.`id`
      from `customers`
      where `customers`.`region` in (?)
    )
  ) as `own_orders`
), false)
order by `customers.name` <=> null, `customers.name`;

-- not keeps what is null
-- ["paid"]
select `id` as `orders.id`
from `orders`
where not coalesce(`status` = ?, false)
order by `orders.id` <=> null, `orders.id`;

-- no row of the many side fulfils what not is about
-- ["paid"]
select distinct `customers`.`name` as `customers.name`
from `customers`
where not coalesce(`customers`.`id` in (
  select `orders`.`customer_id`
  from `orders`
  where `orders`.`status` = ?
), false)
order by `customers.name` <=> null, `customers.name`;

-- not of a measure leaves groups out
-- ["20"]
select
  `status` as `orders.status`,
  sum(`amount`) as `orders.total`
from `orders`
group by 1
having not coalesce((sum(`amount`) > cast(? as signed)), false)
order by `orders.status` <=> null, `orders.status`;

-- a row that is looked for is not the one that a group is of
-- ["3"]
with asked_1 as (
  select `customers`.`region` as d0
  from `orders`
  left join `customers` on `customers`.`id` = `orders`.`customer_id`
  group by 1
  having count(*) >= cast(? as signed)
)
select `orders`.`id` as `orders.id`
from `orders`
left join `customers` on `customers`.`id` = `orders`.`customer_id`
where `orders`.`customer_id` in (
  select `orders_customers`.`id`
  from `customers` as `orders_customers`
)
  and exists (
    select 1
    from asked_1
    where asked_1.d0 <=> `customers`.`region`
  )
order by `orders.id` <=> null, `orders.id`;

-- the rows that are measured are those that other rows are looked for from
-- ["shoe","2"]
with asked_1 as (
  select `customers`.`id` as d0
  from `orders`
  left join `customers` on `customers`.`id` = `orders`.`customer_id`
  where `orders`.`id` in (
    select `items`.`order_id`
    from `items`
    where `items`.`sku` = ?
  )
  group by 1
  having count(*) >= cast(? as signed)
)
select distinct `customers`.`name` as `customers.name`
from `customers`
where exists (
  select 1
  from asked_1
  where asked_1.d0 <=> `customers`.`id`
)
order by `customers.name` <=> null, `customers.name`;

-- and those without which they are left out
-- ["shoe","1"]
with asked_1 as (
  select `customers`.`id` as d0
  from `orders`
  left join `customers` on `customers`.`id` = `orders`.`customer_id`
  where not coalesce(`orders`.`id` in (
    select `items`.`order_id`
    from `items`
    where `items`.`sku` = ?
  ), false)
  group by 1
  having count(*) >= cast(? as signed)
)
select distinct `customers`.`name` as `customers.name`
from `customers`
where exists (
  select 1
  from asked_1
  where asked_1.d0 <=> `customers`.`id`
)
order by `customers.name` <=> null, `customers.name`;
