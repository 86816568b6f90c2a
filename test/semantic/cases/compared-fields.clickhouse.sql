-- two numbers of one row
select "id" as "orders.id"
from "orders"
where "discount" >= "amount"
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- a comparison with null keeps nothing, and its negation what it does not keep
select "id" as "orders.id"
from "orders"
where not coalesce("discount" = "amount", false)
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- a negation around it is the same
select "id" as "orders.id"
from "orders"
where not coalesce("discount" = "amount", false)
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- two truths
select "id" as "orders.id"
from "orders"
where "sent" = "paid"
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- texts of two models, over a join to one
select "orders"."id" as "orders.id"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
where toString("orders"."region") = toString("customers"."region")
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- orders that went elsewhere, or of which it is not known
select "orders"."id" as "orders.id"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
where not coalesce(toString("orders"."region") = toString("customers"."region"), false)
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- the order of texts
select "orders"."id" as "orders.id"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
where toString("orders"."region") > toString("customers"."region")
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- a moment with a zone and one without
select "id" as "orders.id"
from "orders"
where "shipped" < "placed"
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- a moment is compared with a date by its day
select "id" as "orders.id"
from "orders"
where toDate32(toTimeZone("shipped", 'UTC')) > "promised"
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- and that is the day of the query's timezone
select "id" as "orders.id"
from "orders"
where "promised" < toDate32(toTimeZone("shipped", 'America/New_York'))
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- so is an hour
select "id" as "orders.id"
from "orders"
where toDate32(toTimeZone((toStartOfInterval(toTimeZone("shipped", 'UTC'), toIntervalHour(1))), 'America/New_York')) > "promised"
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- months of two models
select "orders"."id" as "orders.id"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
where (toStartOfMonth(toDate32(toTimeZone("orders"."placed", 'UTC')))) = (toStartOfMonth(toDate32(toTimeZone("customers"."joined", 'UTC'))))
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- months are those of the query's timezone
select "orders"."id" as "orders.id"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
where (toStartOfMonth(toDate32(toTimeZone("orders"."placed", 'America/New_York')))) = (toStartOfMonth(toDate32(toTimeZone("customers"."joined", 'America/New_York'))))
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- periods of a date and of a moment
select "id" as "orders.id"
from "orders"
where not coalesce((toStartOfMonth(toDate32("promised"))) = (toStartOfMonth(toDate32(toTimeZone("placed", 'UTC')))), false)
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- hours of moments, and a part of a time is a number
select "id" as "orders.id"
from "orders"
where (toStartOfInterval(toTimeZone("placed", 'UTC'), toIntervalHour(1))) = (toStartOfInterval(toTimeZone("shipped", 'UTC'), toIntervalHour(1)))
  and (toDayOfMonth(toTimeZone("placed", 'UTC'))) < "amount"
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- one of several conditions
-- ["Cid"]
select "orders"."id" as "orders.id"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
where ("orders"."discount" > "orders"."amount" or "customers"."name" = {p1:String})
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- customers with an order above their credit
select
  "customers"."name" as "customers.name",
  sumOrNull("customers"."credit" + toDecimal128(0, 0)) as "customers.credits"
from "customers"
where "customers"."id" in (
  select "orders"."customer_id"
  from "orders"
  left join "customers" as "orders_customers" on "orders_customers"."id" = "orders"."customer_id"
  where "orders"."amount" > "orders_customers"."credit"
)
group by 1
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- the same named the other way
select distinct "customers"."name" as "customers.name"
from "customers"
where "customers"."id" in (
  select "orders"."customer_id"
  from "orders"
  left join "customers" as "orders_customers" on "orders_customers"."id" = "orders"."customer_id"
  where "orders_customers"."credit" < "orders"."amount"
)
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- customers none of whose orders is above their credit
select distinct "customers"."name" as "customers.name"
from "customers"
where not coalesce("customers"."id" in (
  select "orders"."customer_id"
  from "orders"
  left join "customers" as "orders_customers" on "orders_customers"."id" = "orders"."customer_id"
  where "orders"."amount" > "orders_customers"."credit"
), false)
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- a negated comparison asks for a row that is there
select distinct "customers"."name" as "customers.name"
from "customers"
where "customers"."id" in (
  select "orders"."customer_id"
  from "orders"
  left join "customers" as "orders_customers" on "orders_customers"."id" = "orders"."customer_id"
  where not coalesce("orders"."amount" = "orders_customers"."credit", false)
)
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- also where that side is selected
select distinct
  "customers"."name" as "customers.name",
  "orders"."id" as "orders.id"
from "customers"
left join "orders" on "orders"."customer_id" = "customers"."id"
where ("orders"."customer_id" is not null and not coalesce("orders"."amount" = "customers"."credit", false))
order by 1 nulls last, 2 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- a selected many side shows the rows for which it holds
select
  d0 as "orders.id",
  sumOrNull(v0 + toDecimal128(0, 0)) as "customers.credits"
from (
  select distinct
    "orders"."id" as d0,
    "customers"."id" as k0,
    "customers"."credit" as v0
  from "customers"
  left join "orders" on "orders"."customer_id" = "customers"."id"
  where "orders"."amount" > "customers"."credit"
) as "customers"
group by 1
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- totals
select sumOrNull(v0 + toDecimal128(0, 0)) as "customers.credits"
from (
  select distinct
    "customers"."id" as k0,
    "customers"."credit" as v0
  from "customers"
  left join "orders" on "orders"."customer_id" = "customers"."id"
  where "orders"."amount" > "customers"."credit"
) as "customers"
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- two fields of one many side are of one row of it
select distinct "customers"."name" as "customers.name"
from "customers"
where "customers"."id" in (
  select "orders"."customer_id"
  from "orders"
  where "orders"."id" in (
    select "items"."order_id"
    from "items"
    where "items"."delivered" < "items"."quantity"
  )
)
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- and so are conditions beside it
-- ["shoe"]
select count(*) as "customers.count"
from "customers"
where "customers"."id" in (
  select "orders"."customer_id"
  from "orders"
  where "orders"."id" in (
    select "items"."order_id"
    from "items"
    where "items"."delivered" < "items"."quantity"
      and "items"."sku" = {p1:String}
  )
)
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- a many side behind a many side, and the side before it
select distinct "customers"."name" as "customers.name"
from "customers"
where "customers"."id" in (
  select "orders"."customer_id"
  from "orders"
  where "orders"."id" in (
    select "items"."order_id"
    from "items"
    left join "orders" as "items_orders" on "items_orders"."id" = "items"."order_id"
    where "items"."quantity" >= "items_orders"."discount"
  )
)
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- a many side behind a many side, and the query's own model
select distinct "customers"."name" as "customers.name"
from "customers"
where not coalesce("customers"."id" in (
  select "orders"."customer_id"
  from "orders"
  where "orders"."id" in (
    select "items"."order_id"
    from "items"
    left join "orders" as "items_orders" on "items_orders"."id" = "items"."order_id"
    left join "customers" as "orders_customers" on "orders_customers"."id" = "items_orders"."customer_id"
    where "items"."delivered" < "orders_customers"."credit"
  )
), false)
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- each customer counts once for what is sold short
select
  d0 as "items.sku",
  sumOrNull(v0 + toDecimal128(0, 0)) as "customers.credits",
  count(*) as "customers.count"
from (
  select distinct
    "items"."sku" as d0,
    "customers"."id" as k0,
    "customers"."credit" as v0
  from "customers"
  left join "orders" on "orders"."customer_id" = "customers"."id"
  left join "items" on "items"."order_id" = "orders"."id"
  where "items"."delivered" < "items"."quantity"
) as "customers"
group by 1
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- what is measured is the many side itself
select
  d0 as "customers.name",
  coalesce(max(m0), 0) as "orders.count",
  max(m1) as "customers.credits"
from (
  select
    "customers"."name" as d0,
    count(*) as m0,
    null as m1
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  where "orders"."amount" > "customers"."credit"
  group by 1
  union all
  select
    "customers"."name" as d0,
    null as m0,
    sumOrNull("customers"."credit" + toDecimal128(0, 0)) as m1
  from "customers"
  where "customers"."id" in (
    select "orders"."customer_id"
    from "orders"
    left join "customers" as "orders_customers" on "orders_customers"."id" = "orders"."customer_id"
    where "orders"."amount" > "orders_customers"."credit"
  )
  group by 1
) as branches
group by 1
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- inside of rows that are looked for
select distinct "customers"."name" as "customers.name"
from "customers"
where "customers"."id" in (
  select "orders"."customer_id"
  from "orders"
  left join "customers" as "orders_customers" on "orders_customers"."id" = "orders"."customer_id"
  where "orders"."amount" > "orders_customers"."credit"
    and (toStartOfMonth(toDate32(toTimeZone("orders"."placed", 'UTC')))) = (toStartOfMonth(toDate32("orders"."promised")))
)
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- inside of rows that are not to be there
select "orders"."id" as "orders.id"
from "orders"
where not coalesce("orders"."id" in (
  select "items"."order_id"
  from "items"
  where "items"."delivered" < "items"."quantity"
), false)
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- inside of the groups that a condition asks for
-- ["2"]
with asked_1 as (
  select "customers"."id" as d0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  where "orders"."amount" >= "orders"."discount"
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
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- two measures of one model
select
  "customers"."name" as "customers.name",
  sumOrNull("orders"."amount" + toDecimal128(0, 0)) as "orders.total"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
group by 1
having sumOrNull("orders"."amount" + toDecimal128(0, 0)) < sumOrNull("orders"."discount" + toDecimal128(0, 0))
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- totals
with picked_1 as (
  select "customers"."name" as d0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1
  having sumOrNull("orders"."amount" + toDecimal128(0, 0)) < sumOrNull("orders"."discount" + toDecimal128(0, 0))
)
select sumOrNull("orders"."amount" + toDecimal128(0, 0)) as "orders.total"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
where toJSONString(tuple("customers"."name")) in (
  select toJSONString(tuple(picked_1.d0))
  from picked_1
)
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- a derived measure, inside of a negation
select
  "customers"."name" as "customers.name",
  sumOrNull("orders"."amount" + toDecimal128(0, 0)) - sumOrNull("orders"."discount" + toDecimal128(0, 0)) as "orders.net"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
group by 1
having not coalesce(((sumOrNull("orders"."amount" + toDecimal128(0, 0)) - sumOrNull("orders"."discount" + toDecimal128(0, 0))) > sumOrNull("orders"."discount" + toDecimal128(0, 0))), false)
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- two measures of two models
select
  d0 as "customers.name",
  max(m0) as "orders.total"
from (
  select
    "customers"."name" as d0,
    sumOrNull("orders"."amount" + toDecimal128(0, 0)) as m0,
    null as m1
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1
  union all
  select
    "customers"."name" as d0,
    null as m0,
    sumOrNull("tickets"."minutes" + toDecimal128(0, 0)) as m1
  from "tickets"
  left join "customers" on "customers"."id" = "tickets"."customer_id"
  group by 1
) as branches
group by 1
having max(m0) < max(m1)
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- a count of nothing is 0, and null is unlike everything
select
  d0 as "customers.name",
  max(m0) as "orders.total",
  max(m2) as "tickets.total"
from (
  select
    "customers"."name" as d0,
    sumOrNull("orders"."amount" + toDecimal128(0, 0)) as m0,
    count(*) as m1,
    null as m2,
    null as m3
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1
  union all
  select
    "customers"."name" as d0,
    null as m0,
    null as m1,
    sumOrNull("tickets"."minutes" + toDecimal128(0, 0)) as m2,
    count(*) as m3
  from "tickets"
  left join "customers" on "customers"."id" = "tickets"."customer_id"
  group by 1
) as branches
group by 1
having (coalesce(max(m1), 0) < coalesce(max(m3), 0) or not coalesce(max(m0) = max(m2), false))
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', optimize_min_equality_disjunction_chain_length = 1000000;

-- the greatest moment against the greatest date
select
  "customers"."name" as "customers.name",
  count(*) as "orders.count"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
group by 1
having toDate32(toTimeZone(maxOrNull("orders"."placed"), 'UTC')) >= maxOrNull("orders"."promised")
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- rows of groups in which one measure is less than another
with asked_1 as (
  select d0
  from (
    select
      "customers"."id" as d0,
      sumOrNull("orders"."amount" + toDecimal128(0, 0)) as m0,
      null as m1
    from "orders"
    left join "customers" on "customers"."id" = "orders"."customer_id"
    group by 1
    union all
    select
      "customers"."id" as d0,
      null as m0,
      sumOrNull("tickets"."minutes" + toDecimal128(0, 0)) as m1
    from "tickets"
    left join "customers" on "customers"."id" = "tickets"."customer_id"
    group by 1
  ) as branches
  group by 1
  having max(m0) < max(m1)
)
select "orders"."id" as "orders.id"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
where toJSONString(tuple("customers"."id")) in (
  select toJSONString(tuple(asked_1.d0))
  from asked_1
)
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- groups in which there is nothing of either
-- ["nowhere"]
with asked_1 as (
  select d0
  from (
    select
      "customers"."id" as d0,
      count(*) as m0,
      null as m1
    from (
      select *
      from "orders" as "own_orders"
      where "region" in ({p1:String})
    ) as "own_orders"
    left join "customers" on "customers"."id" = "own_orders"."customer_id"
    group by 1
    union all
    select
      "customers"."id" as d0,
      null as m0,
      count(*) as m1
    from "tickets"
    left join "customers" on "customers"."id" = "tickets"."customer_id"
    group by 1
  ) as branches
  group by 1
  having not coalesce((coalesce(max(m0), 0) = coalesce(max(m1), 0)), false)
)
select distinct "customers"."name" as "customers.name"
from "customers"
where not toJSONString(tuple("customers"."id")) in (
  select toJSONString(tuple(asked_1.d0))
  from asked_1
)
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- groups in which it is not so, or nothing is known
with asked_1 as (
  select "customers"."id" as d0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1
  having sumOrNull("orders"."amount" + toDecimal128(0, 0)) > sumOrNull("orders"."discount" + toDecimal128(0, 0))
)
select distinct "customers"."name" as "customers.name"
from "customers"
where not coalesce(toJSONString(tuple("customers"."id")) in (
  select toJSONString(tuple(asked_1.d0))
  from asked_1
), false)
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- only rows that the caller sees are compared
-- ["south"]
select distinct "customers"."name" as "customers.name"
from "customers"
where "customers"."id" in (
  select "own_orders"."customer_id"
  from (
    select *
    from "orders" as "own_orders"
    where "own_orders"."region" in ({p1:String})
  ) as "own_orders"
  left join "customers" as "own_orders_customers" on "own_orders_customers"."id" = "own_orders"."customer_id"
  where "own_orders"."amount" > "own_orders_customers"."credit"
)
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- others are as if they were not there
-- ["north"]
select distinct "customers"."name" as "customers.name"
from "customers"
where not coalesce("customers"."id" in (
  select "own_orders"."customer_id"
  from (
    select *
    from "orders" as "own_orders"
    where "own_orders"."region" in ({p1:String})
  ) as "own_orders"
  left join "customers" as "own_orders_customers" on "own_orders_customers"."id" = "own_orders"."customer_id"
  where "own_orders"."amount" <= "own_orders_customers"."credit"
), false)
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- what the caller does not see of a joined model is null
-- ["north"]
select "orders"."id" as "orders.id"
from "orders"
left join (
  select *
  from "customers" as "own_customers"
  where "region" in ({p1:String})
) as "own_customers" on "own_customers"."id" = "orders"."customer_id"
where toString("orders"."region") = toString("own_customers"."region")
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
