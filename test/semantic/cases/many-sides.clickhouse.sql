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
where not coalesce("customers"."id" in (
  select "customers_orders"."customer_id"
  from "orders" as "customers_orders"
  where "customers_orders"."id" in (
    select "orders_items"."order_id"
    from "items" as "orders_items"
    where "orders_items"."sku" = {p1:String}
  )
), false)
group by 1
order by 1 nulls last
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- totals
-- ["shoe"]
select count(*) as "customers.count"
from "customers"
where not coalesce("customers"."id" in (
  select "customers_orders"."customer_id"
  from "orders" as "customers_orders"
  where "customers_orders"."id" in (
    select "orders_items"."order_id"
    from "items" as "orders_items"
    where "orders_items"."sku" = {p1:String}
  )
), false)
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- the same without that side
-- ["shoe"]
select count(*) as "customers.count"
from "customers"
where not coalesce("customers"."id" in (
  select "orders"."customer_id"
  from "orders"
  where "orders"."id" in (
    select "items"."order_id"
    from "items"
    where "items"."sku" = {p1:String}
  )
), false)
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

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
group by 1
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

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
  where ("orders"."customer_id" is not null and ifNull("orders"."status" not in ({p1:String}), true))
) as "customers"
group by 1
order by 1 nulls last
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

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
order by 1 nulls last
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

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
where not coalesce("customers"."id" in (
  select "customers_orders"."customer_id"
  from "orders" as "customers_orders"
  where "customers_orders"."status" = {p1:String}
), false)
group by 1
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- no order is both paid and of January
-- ["paid","2024-01-01","2024-02-01"]
select distinct
  "orders"."status" as "orders.status",
  "customers"."name" as "customers.name"
from "customers"
left join "orders" on "orders"."customer_id" = "customers"."id"
where not coalesce("customers"."id" in (
  select "customers_orders"."customer_id"
  from "orders" as "customers_orders"
  where "customers_orders"."status" = {p1:String}
    and "customers_orders"."placed" >= {p2:Date32} and "customers_orders"."placed" < {p3:Date32}
), false)
order by 2 nulls last, 1 nulls last
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

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
  where (("orders"."customer_id" is not null and "orders"."status" is null) or "customers"."name" = {p1:String})
) as "customers"
group by 1
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- groups of statuses hold orders alone
-- ["1"]
with asked_1 as (
  select "status" as d0
  from "orders"
  group by 1
  having not coalesce((count(*) <= {p1:Int64}), false)
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
  where ("orders"."customer_id" is not null and not toJSONString(tuple("orders"."status")) in (
    select toJSONString(tuple(asked_1.d0))
    from asked_1
  ))
) as "customers"
group by 1
order by 1 nulls last
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

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
where not coalesce("customers"."id" in (
  select "customers_orders"."customer_id"
  from "orders" as "customers_orders"
  where "customers_orders"."id" in (
    select "items"."order_id"
    from "items"
    where "items"."sku" = {p1:String}
  )
), false)
group by 1
order by 1 nulls last
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

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
    where "items"."sku" = {p1:String}
      and not coalesce("customers"."id" in (
        select "customers_orders"."customer_id"
        from "orders" as "customers_orders"
        where "customers_orders"."id" in (
          select "orders_items"."order_id"
          from "items" as "orders_items"
          where "orders_items"."sku" = {p2:String}
        )
      ), false)
  ) as "customers"
  group by 1
  union all
  select
    "sku" as d0,
    null as m0,
    sumOrNull("quantity" + toDecimal128(0, 0)) as m1
  from "items"
  where "sku" = {p3:String}
    and not coalesce("sku" = {p4:String}, false)
  group by 1
) as branches
group by 1
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- what is measured is the many side itself
-- ["paid"]
select
  "customers"."name" as "customers.name",
  count(*) as "orders.count"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
where not coalesce("orders"."status" = {p1:String}, false)
group by 1
order by 1 nulls last
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
