-- customers with three orders or more
-- ["3"]
with asked_1 as (
  select "customers"."id" as d0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1
  having count(*) >= $1::bigint
)
select distinct "customers"."name" as "customers.name"
from "customers"
where exists (
  select 1
  from asked_1
  where asked_1.d0 is not distinct from "customers"."id"
)
order by "customers.name" nulls last;

-- customers with fewer than three orders, also with none
-- ["3"]
with asked_1 as (
  select "customers"."id" as d0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1
  having not coalesce((count(*) < $1::bigint), false)
)
select distinct "customers"."name" as "customers.name"
from "customers"
where not exists (
  select 1
  from asked_1
  where asked_1.d0 is not distinct from "customers"."id"
)
order by "customers.name" nulls last;

-- sales by status to the customers who ordered more than once
-- ["1"]
with asked_1 as (
  select "customers"."id" as d0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1
  having count(*) > $1::bigint
)
select
  "orders"."status" as "orders.status",
  sum("orders"."amount") as "orders.total"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
where exists (
  select 1
  from asked_1
  where asked_1.d0 is not distinct from "customers"."id"
)
group by 1
order by "orders.status" nulls last;
-- totals
-- ["1"]
with asked_1 as (
  select "customers"."id" as d0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1
  having count(*) > $1::bigint
)
select sum("orders"."amount") as "orders.total"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
where exists (
  select 1
  from asked_1
  where asked_1.d0 is not distinct from "customers"."id"
);

-- orders that have no customer are one group
-- ["60"]
with asked_1 as (
  select "customers"."id" as d0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1
  having sum("orders"."amount") >= $1::bigint
)
select "orders"."id" as "orders.id"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
where exists (
  select 1
  from asked_1
  where asked_1.d0 is not distinct from "customers"."id"
)
order by "orders.id" nulls last;

-- the measure of a group is of its own filters alone
-- ["paid","2","open"]
with asked_1 as (
  select "customers"."id" as d0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  where "orders"."status" = $1
  group by 1
  having count(*) >= $2::bigint
)
select count(*) as "orders.count"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
where "orders"."status" = $3
  and exists (
    select 1
    from asked_1
    where asked_1.d0 is not distinct from "customers"."id"
  );

-- customers a quarter of whose orders are open
-- ["0.25","0.25","0.25"]
with asked_1 as (
  select "customers"."id" as d0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1
  having (count(case when "orders".status = 'open' then 1 end) / nullif(count(*), 0)) > $1::decimal(3, 2)
),
asked_2 as (
  select "customers"."id" as d0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1
  having ((count(case when "orders".status = 'open' then 1 end) / nullif(count(*), 0)) > $2::decimal(3, 2) or true)
),
asked_3 as (
  select 1 as passed
  from "orders"
  where false
  having (count(case when status = 'open' then 1 end) / nullif(count(*), 0)) > $3::decimal(3, 2)
)
select distinct "customers"."name" as "customers.name"
from "customers"
where (exists (
  select 1
  from asked_1
  where asked_1.d0 is not distinct from "customers"."id"
) or exists (
  select 1
  from asked_3
) and not exists (
  select 1
  from asked_2
  where asked_2.d0 is not distinct from "customers"."id"
))
order by "customers.name" nulls last;

-- customers who have no such share, because they have no orders
with asked_1 as (
  select "customers"."id" as d0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1
  having (count(case when "orders".status = 'open' then 1 end) / nullif(count(*), 0)) is null
),
asked_2 as (
  select "customers"."id" as d0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1
  having ((count(case when "orders".status = 'open' then 1 end) / nullif(count(*), 0)) is null or true)
),
asked_3 as (
  select 1 as passed
  from "orders"
  where false
  having (count(case when status = 'open' then 1 end) / nullif(count(*), 0)) is null
)
select distinct "customers"."name" as "customers.name"
from "customers"
where (exists (
  select 1
  from asked_1
  where asked_1.d0 is not distinct from "customers"."id"
) or exists (
  select 1
  from asked_3
) and not exists (
  select 1
  from asked_2
  where asked_2.d0 is not distinct from "customers"."id"
))
order by "customers.name" nulls last;

-- months and customers with more than one order
-- ["1"]
with asked_1 as (
  select
    "customers"."name" as d0,
    date_trunc('month', "orders"."placed")::date as d1
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1, 2
  having count(*) > $1::bigint
)
select "orders"."id" as "orders.id"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
where exists (
  select 1
  from asked_1
  where asked_1.d0 is not distinct from "customers"."name"
    and asked_1.d1 is not distinct from date_trunc('month', "orders"."placed")::date
)
order by "orders.id" nulls last;

-- customers with an order of three pieces or more
-- ["3"]
with asked_1 as (
  select "orders"."id" as d0
  from "items"
  left join "orders" on "orders"."id" = "items"."order_id"
  group by 1
  having sum("items"."quantity") >= $1::bigint
)
select
  "customers"."name" as "customers.name",
  count(*) as "customers.count"
from "customers"
where "customers"."id" in (
  select "orders"."customer_id"
  from "orders"
  where exists (
    select 1
    from asked_1
    where asked_1.d0 is not distinct from "orders"."id"
  )
)
group by 1
order by "customers.name" nulls last;

-- neither of two groups passes
-- ["60","3"]
with asked_1 as (
  select "customers"."id" as d0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1
  having sum("orders"."amount") >= $1::bigint
),
asked_2 as (
  select date_trunc('month', "placed")::date as d0
  from "orders"
  group by 1
  having count(*) = $2::bigint
)
select "orders"."id" as "orders.id"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
where not coalesce((exists (
  select 1
  from asked_1
  where asked_1.d0 is not distinct from "customers"."id"
) or exists (
  select 1
  from asked_2
  where asked_2.d0 is not distinct from date_trunc('month', "orders"."placed")::date
)), false)
order by "orders.id" nulls last;

-- the groups are of the rows that the caller may see
-- ["north","1"]
with asked_1 as (
  select "customers"."id" as d0
  from (
    select *
    from "orders" as "own_orders"
    where "own_orders"."customer_id" in (
      select "customers"."id"
      from "customers"
      where "customers"."region" in ($1)
    )
  ) as "own_orders"
  left join "customers" on "customers"."id" = "own_orders"."customer_id"
  group by 1
  having count(*) >= $2::bigint
)
select distinct "customers"."name" as "customers.name"
from "customers"
where exists (
  select 1
  from asked_1
  where asked_1.d0 is not distinct from "customers"."id"
)
order by "customers.name" nulls last;

-- of no rows, where the caller may see none
-- ["0"]
with asked_1 as (
  select "customers"."id" as d0
  from (
    select *
    from "orders" as "own_orders"
    where false
  ) as "own_orders"
  left join "customers" on "customers"."id" = "own_orders"."customer_id"
  group by 1
  having not coalesce((count(*) = $1::bigint), false)
)
select count(*) as "customers.count"
from "customers"
where not exists (
  select 1
  from asked_1
  where asked_1.d0 is not distinct from "customers"."id"
);

-- customers who bought shoes and who bought shirts
-- ["shoe","shirt"]
select distinct "customers"."name" as "customers.name"
from "customers"
where "customers"."id" in (
  select "orders"."customer_id"
  from "orders"
  where "orders"."id" in (
    select "items"."order_id"
    from "items"
    where "items"."sku" = $1
  )
)
  and "customers"."id" in (
    select "customers_orders"."customer_id"
    from "orders" as "customers_orders"
    where "customers_orders"."id" in (
      select "orders_items"."order_id"
      from "items" as "orders_items"
      where "orders_items"."sku" = $2
    )
  )
order by "customers.name" nulls last;

-- no item is both
-- ["shoe","shirt"]
select distinct "customers"."name" as "customers.name"
from "customers"
where "customers"."id" in (
  select "orders"."customer_id"
  from "orders"
  where "orders"."id" in (
    select "items"."order_id"
    from "items"
    where "items"."sku" = $1
      and "items"."sku" = $2
  )
)
order by "customers.name" nulls last;

-- customers who never ordered
select distinct "customers"."name" as "customers.name"
from "customers"
where not coalesce("customers"."id" in (
  select "orders"."customer_id"
  from "orders"
), false)
order by "customers.name" nulls last;

-- customers who have an order, and bought no shoes
-- ["shoe"]
select distinct "customers"."name" as "customers.name"
from "customers"
where "customers"."id" in (
  select "orders"."customer_id"
  from "orders"
)
  and not coalesce("customers"."id" in (
    select "customers_orders"."customer_id"
    from "orders" as "customers_orders"
    where "customers_orders"."id" in (
      select "items"."order_id"
      from "items"
      where "items"."sku" = $1
    )
  ), false)
order by "customers.name" nulls last;

-- what those who bought shoes bought in all
-- ["shoe"]
select
  "items"."sku" as "items.sku",
  sum("items"."quantity") as "items.quantity"
from "items"
left join "orders" on "orders"."id" = "items"."order_id"
left join "customers" on "customers"."id" = "orders"."customer_id"
where "customers"."id" in (
  select "customers_orders"."customer_id"
  from "orders" as "customers_orders"
  where "customers_orders"."id" in (
    select "orders_items"."order_id"
    from "items" as "orders_items"
    where "orders_items"."sku" = $1
  )
)
group by 1
order by "items.sku" nulls last;

-- orders that hold nothing but hats, by a path of roles
-- ["hat","hat"]
select distinct "orders"."id" as "orders.id"
from "customers"
left join "orders" on "orders"."customer_id" = "customers"."id"
where "customers"."id" in (
  select "customers_orders"."customer_id"
  from "orders" as "customers_orders"
  where "customers_orders"."id" in (
    select "items"."order_id"
    from "items"
    where "items"."sku" = $1
  )
)
  and not coalesce("customers"."id" in (
    select "customers_orders_2"."customer_id"
    from "orders" as "customers_orders_2"
    where "customers_orders_2"."id" in (
      select "orders_items"."order_id"
      from "items" as "orders_items"
      where ("orders_items"."sku" <> $2 or "orders_items"."sku" is null)
    )
  ), false)
order by "orders.id" nulls last;

-- customers of whom one order alone fulfils two conditions
-- ["paid","shirt","shoe"]
select distinct "customers"."name" as "customers.name"
from "customers"
where "customers"."id" in (
  select "orders"."customer_id"
  from "orders"
  where "orders"."status" = $1
    and "orders"."id" in (
      select "items"."order_id"
      from "items"
      where "items"."sku" = $2
    )
    and not coalesce("orders"."id" in (
      select "orders_items"."order_id"
      from "items" as "orders_items"
      where "orders_items"."sku" = $3
    ), false)
)
order by "customers.name" nulls last;

-- the row that something belongs to is some row too
select sum("items"."quantity") as "items.quantity"
from "items"
left join "orders" on "orders"."id" = "items"."order_id"
where not coalesce("orders"."customer_id" in (
  select "customers"."id"
  from "customers"
), false);

-- a group inside of rows that belong to a row
-- ["2"]
with asked_1 as (
  select "orders"."id" as d0
  from "items"
  left join "orders" on "orders"."id" = "items"."order_id"
  group by 1
  having count(*) >= $1::bigint
)
select distinct "customers"."name" as "customers.name"
from "customers"
where (not coalesce("customers"."id" in (
  select "orders"."customer_id"
  from "orders"
), false) or "customers"."id" in (
  select "customers_orders"."customer_id"
  from "orders" as "customers_orders"
  where exists (
    select 1
    from asked_1
    where asked_1.d0 is not distinct from "customers_orders"."id"
  )
))
order by "customers.name" nulls last;

-- only rows that the caller may see belong to a row
-- ["south"]
select distinct "customers"."name" as "customers.name"
from "customers"
where not coalesce("customers"."id" in (
  select "own_orders"."customer_id"
  from (
    select *
    from "orders" as "own_orders"
    where "own_orders"."customer_id" in (
      select "customers"."id"
      from "customers"
      where "customers"."region" in ($1)
    )
  ) as "own_orders"
), false)
order by "customers.name" nulls last;

-- not keeps what is null
-- ["paid"]
select "id" as "orders.id"
from "orders"
where not coalesce("status" = $1, false)
order by "orders.id" nulls last;

-- no row of the many side fulfils what not is about
-- ["paid"]
select distinct "customers"."name" as "customers.name"
from "customers"
where not coalesce("customers"."id" in (
  select "orders"."customer_id"
  from "orders"
  where "orders"."status" = $1
), false)
order by "customers.name" nulls last;

-- not of a measure leaves groups out
-- ["20"]
select
  "status" as "orders.status",
  sum("amount") as "orders.total"
from "orders"
group by 1
having not coalesce((sum("amount") > $1::bigint), false)
order by "orders.status" nulls last;

-- a row that is looked for is not the one that a group is of
-- ["3"]
with asked_1 as (
  select "customers"."region" as d0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1
  having count(*) >= $1::bigint
)
select "orders"."id" as "orders.id"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
where "orders"."customer_id" in (
  select "orders_customers"."id"
  from "customers" as "orders_customers"
)
  and exists (
    select 1
    from asked_1
    where asked_1.d0 is not distinct from "customers"."region"
  )
order by "orders.id" nulls last;

-- the rows that are measured are those that other rows are looked for from
-- ["shoe","2"]
with asked_1 as (
  select "customers"."id" as d0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  where "orders"."id" in (
    select "items"."order_id"
    from "items"
    where "items"."sku" = $1
  )
  group by 1
  having count(*) >= $2::bigint
)
select distinct "customers"."name" as "customers.name"
from "customers"
where exists (
  select 1
  from asked_1
  where asked_1.d0 is not distinct from "customers"."id"
)
order by "customers.name" nulls last;

-- and those without which they are left out
-- ["shoe","1"]
with asked_1 as (
  select "customers"."id" as d0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  where not coalesce("orders"."id" in (
    select "items"."order_id"
    from "items"
    where "items"."sku" = $1
  ), false)
  group by 1
  having count(*) >= $2::bigint
)
select distinct "customers"."name" as "customers.name"
from "customers"
where exists (
  select 1
  from asked_1
  where asked_1.d0 is not distinct from "customers"."id"
)
order by "customers.name" nulls last;
