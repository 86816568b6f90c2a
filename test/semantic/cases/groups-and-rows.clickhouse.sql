-- customers with three orders or more
-- ["3"]
with asked_1 as (
  select "customers"."id" as d0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1
  having count(*) >= {p1:Int64}
)
select distinct "customers"."name" as "customers.name"
from "customers"
where toJSONString(tuple("customers"."id")) in (
  select toJSONString(tuple(asked_1.d0))
  from asked_1
)
order by 1 nulls last
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- customers with fewer than three orders, also with none
-- ["3"]
with asked_1 as (
  select "customers"."id" as d0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1
  having not coalesce((count(*) < {p1:Int64}), false)
)
select distinct "customers"."name" as "customers.name"
from "customers"
where not toJSONString(tuple("customers"."id")) in (
  select toJSONString(tuple(asked_1.d0))
  from asked_1
)
order by 1 nulls last
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- sales by status to the customers who ordered more than once
-- ["1"]
with asked_1 as (
  select "customers"."id" as d0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1
  having count(*) > {p1:Int64}
)
select
  "orders"."status" as "orders.status",
  sumOrNull("orders"."amount" + toDecimal128(0, 0)) as "orders.total"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
where toJSONString(tuple("customers"."id")) in (
  select toJSONString(tuple(asked_1.d0))
  from asked_1
)
group by 1
order by 1 nulls last
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- totals
-- ["1"]
with asked_1 as (
  select "customers"."id" as d0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1
  having count(*) > {p1:Int64}
)
select sumOrNull("orders"."amount" + toDecimal128(0, 0)) as "orders.total"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
where toJSONString(tuple("customers"."id")) in (
  select toJSONString(tuple(asked_1.d0))
  from asked_1
)
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- orders that have no customer are one group
-- ["60"]
with asked_1 as (
  select "customers"."id" as d0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1
  having sumOrNull("orders"."amount" + toDecimal128(0, 0)) >= {p1:Int64}
)
select "orders"."id" as "orders.id"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
where toJSONString(tuple("customers"."id")) in (
  select toJSONString(tuple(asked_1.d0))
  from asked_1
)
order by 1 nulls last
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- the measure of a group is of its own filters alone
-- ["paid","2","open"]
with asked_1 as (
  select "customers"."id" as d0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  where "orders"."status" = {p1:String}
  group by 1
  having count(*) >= {p2:Int64}
)
select count(*) as "orders.count"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
where "orders"."status" = {p3:String}
  and toJSONString(tuple("customers"."id")) in (
    select toJSONString(tuple(asked_1.d0))
    from asked_1
  )
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- customers a quarter of whose orders are open
-- ["0.25","0.25","0.25"]
with asked_1 as (
  select "customers"."id" as d0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1
  having (1e0 * count(case when "orders".status = 'open' then 1 end) / nullif(count(*), 0)) > {p1:Decimal(38, 2)}
),
asked_2 as (
  select "customers"."id" as d0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1
  having ((1e0 * count(case when "orders".status = 'open' then 1 end) / nullif(count(*), 0)) > {p2:Decimal(38, 2)} or true)
),
asked_3 as (
  select 1 as passed
  from "orders"
  where false
  having (1e0 * count(case when status = 'open' then 1 end) / nullif(count(*), 0)) > {p3:Decimal(38, 2)}
)
select distinct "customers"."name" as "customers.name"
from "customers"
where (toJSONString(tuple("customers"."id")) in (
  select toJSONString(tuple(asked_1.d0))
  from asked_1
) or exists (
  select 1
  from asked_3
) and not toJSONString(tuple("customers"."id")) in (
  select toJSONString(tuple(asked_2.d0))
  from asked_2
))
order by 1 nulls last
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', optimize_min_equality_disjunction_chain_length = 1000000;

-- customers who have no such share, because they have no orders
with asked_1 as (
  select "customers"."id" as d0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1
  having (1e0 * count(case when "orders".status = 'open' then 1 end) / nullif(count(*), 0)) is null
),
asked_2 as (
  select "customers"."id" as d0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1
  having ((1e0 * count(case when "orders".status = 'open' then 1 end) / nullif(count(*), 0)) is null or true)
),
asked_3 as (
  select 1 as passed
  from "orders"
  where false
  having (1e0 * count(case when status = 'open' then 1 end) / nullif(count(*), 0)) is null
)
select distinct "customers"."name" as "customers.name"
from "customers"
where (toJSONString(tuple("customers"."id")) in (
  select toJSONString(tuple(asked_1.d0))
  from asked_1
) or exists (
  select 1
  from asked_3
) and not toJSONString(tuple("customers"."id")) in (
  select toJSONString(tuple(asked_2.d0))
  from asked_2
))
order by 1 nulls last
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- months and customers with more than one order
-- ["1"]
with asked_1 as (
  select
    "customers"."name" as d0,
    toStartOfMonth(toDate32("orders"."placed")) as d1
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1, 2
  having count(*) > {p1:Int64}
)
select "orders"."id" as "orders.id"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
where toJSONString(tuple("customers"."name", toStartOfMonth(toDate32("orders"."placed")))) in (
  select toJSONString(tuple(asked_1.d0, asked_1.d1))
  from asked_1
)
order by 1 nulls last
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- customers with an order of three pieces or more
-- ["3"]
with asked_1 as (
  select "orders"."id" as d0
  from "items"
  left join "orders" on "orders"."id" = "items"."order_id"
  group by 1
  having sumOrNull("items"."quantity" + toDecimal128(0, 0)) >= {p1:Int64}
)
select
  "customers"."name" as "customers.name",
  count(*) as "customers.count"
from "customers"
where "customers"."id" in (
  select "orders"."customer_id"
  from "orders"
  where toJSONString(tuple("orders"."id")) in (
    select toJSONString(tuple(asked_1.d0))
    from asked_1
  )
)
group by 1
order by 1 nulls last
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- neither of two groups passes
-- ["60","3"]
with asked_1 as (
  select "customers"."id" as d0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1
  having sumOrNull("orders"."amount" + toDecimal128(0, 0)) >= {p1:Int64}
),
asked_2 as (
  select toStartOfMonth(toDate32("placed")) as d0
  from "orders"
  group by 1
  having count(*) = {p2:Int64}
)
select "orders"."id" as "orders.id"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
where not coalesce((toJSONString(tuple("customers"."id")) in (
  select toJSONString(tuple(asked_1.d0))
  from asked_1
) or toJSONString(tuple(toStartOfMonth(toDate32("orders"."placed")))) in (
  select toJSONString(tuple(asked_2.d0))
  from asked_2
)), false)
order by 1 nulls last
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', optimize_min_equality_disjunction_chain_length = 1000000;

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
      where "customers"."region" in ({p1:String})
    )
  ) as "own_orders"
  left join "customers" on "customers"."id" = "own_orders"."customer_id"
  group by 1
  having count(*) >= {p2:Int64}
)
select distinct "customers"."name" as "customers.name"
from "customers"
where toJSONString(tuple("customers"."id")) in (
  select toJSONString(tuple(asked_1.d0))
  from asked_1
)
order by 1 nulls last
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

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
  having not coalesce((count(*) = {p1:Int64}), false)
)
select count(*) as "customers.count"
from "customers"
where not toJSONString(tuple("customers"."id")) in (
  select toJSONString(tuple(asked_1.d0))
  from asked_1
)
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

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
    where "items"."sku" = {p1:String}
  )
)
  and "customers"."id" in (
    select "customers_orders"."customer_id"
    from "orders" as "customers_orders"
    where "customers_orders"."id" in (
      select "orders_items"."order_id"
      from "items" as "orders_items"
      where "orders_items"."sku" = {p2:String}
    )
  )
order by 1 nulls last
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

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
    where "items"."sku" = {p1:String}
      and "items"."sku" = {p2:String}
  )
)
order by 1 nulls last
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- customers who never ordered
select distinct "customers"."name" as "customers.name"
from "customers"
where not coalesce("customers"."id" in (
  select "orders"."customer_id"
  from "orders"
), false)
order by 1 nulls last
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

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
      where "items"."sku" = {p1:String}
    )
  ), false)
order by 1 nulls last
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- what those who bought shoes bought in all
-- ["shoe"]
select
  "items"."sku" as "items.sku",
  sumOrNull("items"."quantity" + toDecimal128(0, 0)) as "items.quantity"
from "items"
left join "orders" on "orders"."id" = "items"."order_id"
left join "customers" on "customers"."id" = "orders"."customer_id"
where "customers"."id" in (
  select "customers_orders"."customer_id"
  from "orders" as "customers_orders"
  where "customers_orders"."id" in (
    select "orders_items"."order_id"
    from "items" as "orders_items"
    where "orders_items"."sku" = {p1:String}
  )
)
group by 1
order by 1 nulls last
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

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
    where "items"."sku" = {p1:String}
  )
)
  and not coalesce("customers"."id" in (
    select "customers_orders_2"."customer_id"
    from "orders" as "customers_orders_2"
    where "customers_orders_2"."id" in (
      select "orders_items"."order_id"
      from "items" as "orders_items"
      where ifNull("orders_items"."sku" not in ({p2:String}), true)
    )
  ), false)
order by 1 nulls last
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- customers of whom one order alone fulfils two conditions
-- ["paid","shirt","shoe"]
select distinct "customers"."name" as "customers.name"
from "customers"
where "customers"."id" in (
  select "orders"."customer_id"
  from "orders"
  where "orders"."status" = {p1:String}
    and "orders"."id" in (
      select "items"."order_id"
      from "items"
      where "items"."sku" = {p2:String}
    )
    and not coalesce("orders"."id" in (
      select "orders_items"."order_id"
      from "items" as "orders_items"
      where "orders_items"."sku" = {p3:String}
    ), false)
)
order by 1 nulls last
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- the row that something belongs to is some row too
select sumOrNull("items"."quantity" + toDecimal128(0, 0)) as "items.quantity"
from "items"
left join "orders" on "orders"."id" = "items"."order_id"
where not coalesce("orders"."customer_id" in (
  select "customers"."id"
  from "customers"
), false)
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- a group inside of rows that belong to a row
-- ["2"]
with asked_1 as (
  select "orders"."id" as d0
  from "items"
  left join "orders" on "orders"."id" = "items"."order_id"
  group by 1
  having count(*) >= {p1:Int64}
)
select distinct "customers"."name" as "customers.name"
from "customers"
where (not coalesce("customers"."id" in (
  select "orders"."customer_id"
  from "orders"
), false) or "customers"."id" in (
  select "customers_orders"."customer_id"
  from "orders" as "customers_orders"
  where toJSONString(tuple("customers_orders"."id")) in (
    select toJSONString(tuple(asked_1.d0))
    from asked_1
  )
))
order by 1 nulls last
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

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
      where "customers"."region" in ({p1:String})
    )
  ) as "own_orders"
), false)
order by 1 nulls last
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- not keeps what is null
-- ["paid"]
select "id" as "orders.id"
from "orders"
where not coalesce("status" = {p1:String}, false)
order by 1 nulls last
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- no row of the many side fulfils what not is about
-- ["paid"]
select distinct "customers"."name" as "customers.name"
from "customers"
where not coalesce("customers"."id" in (
  select "orders"."customer_id"
  from "orders"
  where "orders"."status" = {p1:String}
), false)
order by 1 nulls last
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- not of a measure leaves groups out
-- ["20"]
select
  "status" as "orders.status",
  sumOrNull("amount" + toDecimal128(0, 0)) as "orders.total"
from "orders"
group by 1
having not coalesce((sumOrNull("amount" + toDecimal128(0, 0)) > {p1:Int64}), false)
order by 1 nulls last
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- a row that is looked for is not the one that a group is of
-- ["3"]
with asked_1 as (
  select "customers"."region" as d0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1
  having count(*) >= {p1:Int64}
)
select "orders"."id" as "orders.id"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
where "orders"."customer_id" in (
  select "orders_customers"."id"
  from "customers" as "orders_customers"
)
  and toJSONString(tuple("customers"."region")) in (
    select toJSONString(tuple(asked_1.d0))
    from asked_1
  )
order by 1 nulls last
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- the rows that are measured are those that other rows are looked for from
-- ["shoe","2"]
with asked_1 as (
  select "customers"."id" as d0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  where "orders"."id" in (
    select "items"."order_id"
    from "items"
    where "items"."sku" = {p1:String}
  )
  group by 1
  having count(*) >= {p2:Int64}
)
select distinct "customers"."name" as "customers.name"
from "customers"
where toJSONString(tuple("customers"."id")) in (
  select toJSONString(tuple(asked_1.d0))
  from asked_1
)
order by 1 nulls last
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- and those without which they are left out
-- ["shoe","1"]
with asked_1 as (
  select "customers"."id" as d0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  where not coalesce("orders"."id" in (
    select "items"."order_id"
    from "items"
    where "items"."sku" = {p1:String}
  ), false)
  group by 1
  having count(*) >= {p2:Int64}
)
select distinct "customers"."name" as "customers.name"
from "customers"
where toJSONString(tuple("customers"."id")) in (
  select toJSONString(tuple(asked_1.d0))
  from asked_1
)
order by 1 nulls last
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
