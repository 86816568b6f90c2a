-- customers without shoes, by what they bought
-- ["shoe"]
select
  "orders".d0 as "items.sku",
  count(*) as "customers.count"
from "customers"
left join (
  select distinct
    "orders"."customer_id" as j0,
    "items"."sku" as d0
  from "orders"
  left join "items" on "items"."order_id" = "orders"."id"
) as "orders" on "orders".j0 = "customers"."id"
where not exists (
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
-- totals
-- ["shoe"]
select count(*) as "customers.count"
from "customers"
where not exists (
  select 1
  from "orders" as "customers_orders"
  where "customers_orders"."customer_id" = "customers"."id"
    and exists (
      select 1
      from "items" as "orders_items"
      where "orders_items"."order_id" = "customers_orders"."id"
        and "orders_items"."sku" = $1
    )
);

-- the same without that side
-- ["shoe"]
select count(*) as "customers.count"
from "customers"
where not exists (
  select 1
  from "orders"
  where "orders"."customer_id" = "customers"."id"
    and exists (
      select 1
      from "items"
      where "items"."order_id" = "orders"."id"
        and "items"."sku" = $1
    )
);

-- orders whose status is unknown are orders
select
  d0 as "orders.status",
  count(*) as "customers.count"
from (
  select distinct
    "orders"."status" as d0,
    "customers"."id" as k0
  from "customers"
  left join "orders" on "orders"."customer_id" = "customers"."id"
  where ("orders"."customer_id" is not null and "orders"."status" is null)
) as "customers"
group by 1;

-- orders that are not paid, by status
-- ["paid"]
select
  d0 as "orders.status",
  count(*) as "customers.count"
from (
  select distinct
    "orders"."status" as d0,
    "customers"."id" as k0
  from "customers"
  left join "orders" on "orders"."customer_id" = "customers"."id"
  where ("orders"."customer_id" is not null and "orders"."status" is distinct from $1)
) as "customers"
group by 1
order by "orders.status" nulls last;

-- everything but nothing asks for a row, too
select
  d0 as "orders.status",
  count(*) as "customers.count"
from (
  select distinct
    "orders"."status" as d0,
    "customers"."id" as k0
  from "customers"
  left join "orders" on "orders"."customer_id" = "customers"."id"
  where ("orders"."customer_id" is not null and true)
) as "customers"
group by 1
order by "orders.status" nulls last;

-- customers with no paid order, by the status of their orders
-- ["paid"]
select
  "orders".d0 as "orders.status",
  count(*) as "customers.count"
from "customers"
left join (
  select distinct
    "customer_id" as j0,
    "status" as d0
  from "orders"
) as "orders" on "orders".j0 = "customers"."id"
where not exists (
  select 1
  from "orders" as "customers_orders"
  where "customers_orders"."customer_id" = "customers"."id"
    and "customers_orders"."status" = $1
)
group by 1;

-- no order is both paid and of January
-- ["paid","2024-01-01","2024-02-01"]
select distinct
  "orders"."status" as "orders.status",
  "customers"."name" as "customers.name"
from "customers"
left join "orders" on "orders"."customer_id" = "customers"."id"
where not exists (
  select 1
  from "orders" as "customers_orders"
  where "customers_orders"."customer_id" = "customers"."id"
    and "customers_orders"."status" = $1
    and "customers_orders"."placed" >= $2::date and "customers_orders"."placed" < $3::date
)
order by "customers.name" nulls last, "orders.status" nulls last;

-- an order whose status is unknown, or no order at all
-- ["Dee"]
select
  d0 as "orders.status",
  count(*) as "customers.count"
from (
  select distinct
    "orders"."status" as d0,
    "customers"."id" as k0
  from "customers"
  left join "orders" on "orders"."customer_id" = "customers"."id"
  where (("orders"."customer_id" is not null and "orders"."status" is null) or "customers"."name" = $1)
) as "customers"
group by 1;

-- groups of statuses hold orders alone
-- ["1"]
with asked_1 as (
  select "status" as d0
  from "orders"
  group by 1
  having not coalesce((count(*) <= $1::bigint), false)
)
select
  d0 as "orders.status",
  count(*) as "customers.count"
from (
  select distinct
    "orders"."status" as d0,
    "customers"."id" as k0
  from "customers"
  left join "orders" on "orders"."customer_id" = "customers"."id"
  where ("orders"."customer_id" is not null and not exists (
    select 1
    from asked_1
    where array[asked_1.d0] = array["orders"."status"]
  ))
) as "customers"
group by 1
order by "orders.status" nulls last;

-- orders that hold no shoes, by status
-- ["shoe"]
select
  "orders".d0 as "orders.status",
  count(*) as "customers.count"
from "customers"
left join (
  select distinct
    "customer_id" as j0,
    "status" as d0
  from "orders"
) as "orders" on "orders".j0 = "customers"."id"
where not exists (
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
group by 1
order by "orders.status" nulls last;

-- an order with shoes and none with a hat, by sku
-- ["shoe","hat","shoe","hat"]
select
  d0 as "items.sku",
  coalesce(max(m0), 0) as "customers.count",
  max(m1) as "items.quantity"
from (
  select
    d0,
    count(*) as m0,
    null as m1
  from (
    select distinct
      "items"."sku" as d0,
      "customers"."id" as k0
    from "customers"
    left join "orders" on "orders"."customer_id" = "customers"."id"
    left join "items" on "items"."order_id" = "orders"."id"
    where "items"."sku" = $1
      and not exists (
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
  ) as "customers"
  group by 1
  union all
  select
    "sku" as d0,
    null as m0,
    sum("quantity") as m1
  from "items"
  where "sku" = $3
    and not coalesce("sku" = $4, false)
  group by 1
) as branches
group by 1;

-- what is measured is the many side itself
-- ["paid"]
select
  "customers"."name" as "customers.name",
  count(*) as "orders.count"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
where not coalesce("orders"."status" = $1, false)
group by 1
order by "customers.name" nulls last;
