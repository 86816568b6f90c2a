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
  where array[asked_1.d0] = array["customers"."id"]
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
  where array[asked_1.d0] = array["customers"."id"]
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
  where array[asked_1.d0] = array["customers"."id"]
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
  where array[asked_1.d0] = array["customers"."id"]
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
  where array[asked_1.d0] = array["customers"."id"]
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
    where array[asked_1.d0] = array["customers"."id"]
  );

-- customers a quarter of whose orders are open
-- ["0.25","0.25","0.25"]
with asked_1 as (
  select "customers"."id" as d0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1
  having (1.0 * count(case when "orders".status = 'open' then 1 end) / nullif(count(*), 0)) > $1::numeric
),
asked_2 as (
  select "customers"."id" as d0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1
  having ((1.0 * count(case when "orders".status = 'open' then 1 end) / nullif(count(*), 0)) > $2::numeric or true)
),
asked_3 as (
  select 1 as passed
  from "orders"
  where false
  having (1.0 * count(case when status = 'open' then 1 end) / nullif(count(*), 0)) > $3::numeric
)
select distinct "customers"."name" as "customers.name"
from "customers"
where (exists (
  select 1
  from asked_1
  where array[asked_1.d0] = array["customers"."id"]
) or exists (
  select 1
  from asked_3
) and not exists (
  select 1
  from asked_2
  where array[asked_2.d0] = array["customers"."id"]
))
order by "customers.name" nulls last;

-- customers who have no such share, because they have no orders
with asked_1 as (
  select "customers"."id" as d0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1
  having (1.0 * count(case when "orders".status = 'open' then 1 end) / nullif(count(*), 0)) is null
),
asked_2 as (
  select "customers"."id" as d0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1
  having ((1.0 * count(case when "orders".status = 'open' then 1 end) / nullif(count(*), 0)) is null or true)
),
asked_3 as (
  select 1 as passed
  from "orders"
  where false
  having (1.0 * count(case when status = 'open' then 1 end) / nullif(count(*), 0)) is null
)
select distinct "customers"."name" as "customers.name"
from "customers"
where (exists (
  select 1
  from asked_1
  where array[asked_1.d0] = array["customers"."id"]
) or exists (
  select 1
  from asked_3
) and not exists (
  select 1
  from asked_2
  where array[asked_2.d0] = array["customers"."id"]
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
  where array[asked_1.d0] = array["customers"."name"]
    and array[asked_1.d1] = array[date_trunc('month', "orders"."placed")::date]
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
where exists (
  select 1
  from "orders"
  where "orders"."customer_id" = "customers"."id"
    and exists (
      select 1
      from asked_1
      where array[asked_1.d0] = array["orders"."id"]
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
  where array[asked_1.d0] = array["customers"."id"]
) or exists (
  select 1
  from asked_2
  where array[asked_2.d0] = array[date_trunc('month', "orders"."placed")::date]
)), false)
order by "orders.id" nulls last;

-- the groups are of the rows that the caller may see
-- ["north","1"]
with asked_1 as (
  select "customers"."id" as d0
  from (
    select *
    from "orders" as "own_orders"
    where exists (
      select 1
      from "customers"
      where "customers"."id" = "own_orders"."customer_id"
        and "customers"."region" in ($1)
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
  where array[asked_1.d0] = array["customers"."id"]
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
  where array[asked_1.d0] = array["customers"."id"]
);

-- customers who bought shoes and who bought shirts
-- ["shoe","shirt"]
select distinct "customers"."name" as "customers.name"
from "customers"
where exists (
  select 1
  from "orders"
  where "orders"."customer_id" = "customers"."id"
    and exists (
      select 1
      from "items"
      where "items"."order_id" = "orders"."id"
        and "items"."sku" = $1
    )
)
  and exists (
    select 1
    from "orders" as "customers_orders"
    where "customers_orders"."customer_id" = "customers"."id"
      and exists (
        select 1
        from "items" as "orders_items"
        where "orders_items"."order_id" = "customers_orders"."id"
          and "orders_items"."sku" = $2
      )
  )
order by "customers.name" nulls last;

-- no item is both
-- ["shoe","shirt"]
select distinct "customers"."name" as "customers.name"
from "customers"
where exists (
  select 1
  from "orders"
  where "orders"."customer_id" = "customers"."id"
    and exists (
      select 1
      from "items"
      where "items"."order_id" = "orders"."id"
        and "items"."sku" = $1
        and "items"."sku" = $2
    )
)
order by "customers.name" nulls last;

-- customers who never ordered
select distinct "customers"."name" as "customers.name"
from "customers"
where not exists (
  select 1
  from "orders"
  where "orders"."customer_id" = "customers"."id"
)
order by "customers.name" nulls last;

-- customers who have an order, and bought no shoes
-- ["shoe"]
select distinct "customers"."name" as "customers.name"
from "customers"
where exists (
  select 1
  from "orders"
  where "orders"."customer_id" = "customers"."id"
)
  and not exists (
    select 1
    from "orders" as "customers_orders"
    where "customers_orders"."customer_id" = "customers"."id"
      and exists (
        select 1
        from "items"
        where "items"."order_id" = "customers_orders"."id"
          and "items"."sku" = $1
      )
  )
order by "customers.name" nulls last;

-- what those who bought shoes bought in all
-- ["shoe"]
select
  "items"."sku" as "items.sku",
  sum("items"."quantity") as "items.quantity"
from "items"
left join "orders" on "orders"."id" = "items"."order_id"
left join "customers" on "customers"."id" = "orders"."customer_id"
where exists (
  select 1
  from "orders" as "customers_orders"
  where "customers_orders"."customer_id" = "customers"."id"
    and exists (
      select 1
      from "items" as "orders_items"
      where "orders_items"."order_id" = "customers_orders"."id"
        and "orders_items"."sku" = $1
    )
)
group by 1
order by "items.sku" nulls last;

-- orders that hold nothing but hats, by a path of roles
-- ["hat","hat"]
select distinct "orders"."id" as "orders.id"
from "customers"
left join "orders" on "orders"."customer_id" = "customers"."id"
where exists (
  select 1
  from "orders" as "customers_orders"
  where "customers_orders"."customer_id" = "customers"."id"
    and exists (
      select 1
      from "items"
      where "items"."order_id" = "customers_orders"."id"
        and "items"."sku" = $1
    )
)
  and not exists (
    select 1
    from "orders" as "customers_orders_2"
    where "customers_orders_2"."customer_id" = "customers"."id"
      and exists (
        select 1
        from "items" as "orders_items"
        where "orders_items"."order_id" = "customers_orders_2"."id"
          and "orders_items"."sku" is distinct from $2
      )
  )
order by "orders.id" nulls last;

-- customers of whom one order alone fulfils two conditions
-- ["paid","shirt","shoe"]
select distinct "customers"."name" as "customers.name"
from "customers"
where exists (
  select 1
  from "orders"
  where "orders"."customer_id" = "customers"."id"
    and "orders"."status" = $1
    and exists (
      select 1
      from "items"
      where "items"."order_id" = "orders"."id"
        and "items"."sku" = $2
    )
    and not exists (
      select 1
      from "items" as "orders_items"
      where "orders_items"."order_id" = "orders"."id"
        and "orders_items"."sku" = $3
    )
)
order by "customers.name" nulls last;

-- the row that something belongs to is some row too
select sum("items"."quantity") as "items.quantity"
from "items"
left join "orders" on "orders"."id" = "items"."order_id"
where not exists (
  select 1
  from "customers"
  where "customers"."id" = "orders"."customer_id"
);

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
where (not exists (
  select 1
  from "orders"
  where "orders"."customer_id" = "customers"."id"
) or exists (
  select 1
  from "orders" as "customers_orders"
  where "customers_orders"."customer_id" = "customers"."id"
    and exists (
      select 1
      from asked_1
      where array[asked_1.d0] = array["customers_orders"."id"]
    )
))
order by "customers.name" nulls last;

-- only rows that the caller may see belong to a row
-- ["south"]
select distinct "customers"."name" as "customers.name"
from "customers"
where not exists (
  select 1
  from (
    select *
    from "orders" as "own_orders"
    where exists (
      select 1
      from "customers"
      where "customers"."id" = "own_orders"."customer_id"
        and "customers"."region" in ($1)
    )
  ) as "own_orders"
  where "own_orders"."customer_id" = "customers"."id"
)
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
where not exists (
  select 1
  from "orders"
  where "orders"."customer_id" = "customers"."id"
    and "orders"."status" = $1
)
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
where exists (
  select 1
  from "customers" as "orders_customers"
  where "orders_customers"."id" = "orders"."customer_id"
)
  and exists (
    select 1
    from asked_1
    where array[asked_1.d0] = array["customers"."region"]
  )
order by "orders.id" nulls last;

-- the rows that are measured are those that other rows are looked for from
-- ["shoe","2"]
with asked_1 as (
  select "customers"."id" as d0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  where exists (
    select 1
    from "items"
    where "items"."order_id" = "orders"."id"
      and "items"."sku" = $1
  )
  group by 1
  having count(*) >= $2::bigint
)
select distinct "customers"."name" as "customers.name"
from "customers"
where exists (
  select 1
  from asked_1
  where array[asked_1.d0] = array["customers"."id"]
)
order by "customers.name" nulls last;

-- and those without which they are left out
-- ["shoe","1"]
with asked_1 as (
  select "customers"."id" as d0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  where not exists (
    select 1
    from "items"
    where "items"."order_id" = "orders"."id"
      and "items"."sku" = $1
  )
  group by 1
  having count(*) >= $2::bigint
)
select distinct "customers"."name" as "customers.name"
from "customers"
where exists (
  select 1
  from asked_1
  where array[asked_1.d0] = array["customers"."id"]
)
order by "customers.name" nulls last;
