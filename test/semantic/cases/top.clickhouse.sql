-- the two customers who bought most
with results_1 as (
  select
    "customers"."name" as d0,
    sumOrNull("orders"."amount" + toDecimal128(0, 0)) as x0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  where "customers"."id" is not null
  group by 1
),
asked_1 as (
  select
    d0,
    place
  from (
    select
      d0,
      row_number() over (order by x0 desc nulls last, d0 nulls last) as place
    from results_1
  ) as numbered
  where place <= 2
)
select
  "customers"."name" as "customers.name",
  sumOrNull("orders"."amount" + toDecimal128(0, 0)) as "orders.total"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
where "customers"."id" is not null
  and toJSONString(tuple("customers"."name")) in (
    select toJSONString(tuple(asked_1.d0))
    from asked_1
  )
group by 1
order by 2 desc nulls last, 1 nulls last
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- totals
with results_1 as (
  select
    "customers"."name" as d0,
    sumOrNull("orders"."amount" + toDecimal128(0, 0)) as x0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  where "customers"."id" is not null
  group by 1
),
asked_1 as (
  select
    d0,
    place
  from (
    select
      d0,
      row_number() over (order by x0 desc nulls last, d0 nulls last) as place
    from results_1
  ) as numbered
  where place <= 2
)
select sumOrNull("orders"."amount" + toDecimal128(0, 0)) as "orders.total"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
where "customers"."id" is not null
  and toJSONString(tuple("customers"."name")) in (
    select toJSONString(tuple(asked_1.d0))
    from asked_1
  )
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- an average and a distinct count of the rest are of its rows
-- ["Other"]
with results_1 as (
  select
    "customers"."region" as d0,
    count(*) as x0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1
),
asked_1 as (
  select
    d0,
    place
  from (
    select
      d0,
      row_number() over (order by x0 desc nulls last, d0 nulls last) as place
    from results_1
  ) as numbered
  where place <= 1
)
select
  case when asked_1.place is not null then toString("customers"."region") else {p1:String} end as "customers.region",
  sumOrNull("orders"."amount" + toDecimal128(0, 0)) as "orders.total",
  avgOrNull("orders"."amount") as "orders.mean",
  uniqExact("orders"."customer_id") as "orders.buyers",
  count(*) as "orders.count"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
left join asked_1 on [asked_1.d0] = ["customers"."region"]
group by 1
order by 1 nulls last
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- totals
with results_1 as (
  select
    "customers"."region" as d0,
    count(*) as x0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1
),
asked_1 as (
  select
    d0,
    place
  from (
    select
      d0,
      row_number() over (order by x0 desc nulls last, d0 nulls last) as place
    from results_1
  ) as numbered
  where place <= 1
)
select
  sumOrNull("orders"."amount" + toDecimal128(0, 0)) as "orders.total",
  avgOrNull("orders"."amount") as "orders.mean",
  uniqExact("orders"."customer_id") as "orders.buyers",
  count(*) as "orders.count"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
left join asked_1 on [asked_1.d0] = ["customers"."region"]
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- values with equal measures are told apart by their own order, and null is a value
-- ["the rest"]
with results_1 as (
  select
    "customers"."name" as d0,
    count(*) as x0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1
),
asked_1 as (
  select
    d0,
    place
  from (
    select
      d0,
      row_number() over (order by x0 desc nulls last, d0 nulls last) as place
    from results_1
  ) as numbered
  where place <= 3
)
select
  case when asked_1.place is not null then toString("customers"."name") else {p1:String} end as "customers.name",
  count(*) as "orders.count"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
left join asked_1 on [asked_1.d0] = ["customers"."name"]
group by 1
order by 2 desc nulls last, 1 nulls last
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- the best of each month, and the rest of it
-- ["2024-03-01","Other","2024-03-01"]
with results_1 as (
  select
    toStartOfMonth(toDate32("orders"."placed")) as d0,
    "customers"."name" as d1,
    sumOrNull("orders"."amount" + toDecimal128(0, 0)) as x0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  where "orders"."placed" >= {p1:Date32}
  group by 1, 2
),
asked_1 as (
  select
    d0,
    d1,
    place
  from (
    select
      d0,
      d1,
      row_number() over (partition by d0 order by x0 desc nulls last, d1 nulls last) as place
    from results_1
  ) as numbered
  where place <= 1
),
results_2 as (
  select
    toStartOfMonth(toDate32("orders"."placed")) as d0,
    case when asked_1.place is not null then toString("customers"."name") else {p2:String} end as d1,
    sumOrNull("orders"."amount" + toDecimal128(0, 0)) as x0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  left join asked_1 on [asked_1.d0] = [toStartOfMonth(toDate32("orders"."placed"))] and [asked_1.d1] = ["customers"."name"]
  where "orders"."placed" >= {p3:Date32}
  group by 1, 2
),
calculated_1 as (
  select
    d0,
    d1,
    x0,
    1e0 * x0 / nullif(sum(x0) over (partition by d0), 0) as c0
  from results_2
)
select
  d0 as "orders.placed.month",
  d1 as "customers.name",
  x0 as "orders.total",
  c0 as "share"
from calculated_1
order by 1 nulls last, 3 desc nulls last, 2 nulls last
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- the best of all, month by month
-- ["Other"]
with results_1 as (
  select
    "customers"."name" as d0,
    sumOrNull("orders"."amount" + toDecimal128(0, 0)) as x0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  where "customers"."id" is not null
  group by 1
),
asked_1 as (
  select
    d0,
    place
  from (
    select
      d0,
      row_number() over (order by x0 desc nulls last, d0 nulls last) as place
    from results_1
  ) as numbered
  where place <= 1
)
select
  toStartOfMonth(toDate32("orders"."placed")) as "orders.placed.month",
  case when asked_1.place is not null then toString("customers"."name") else {p1:String} end as "customers.name",
  sumOrNull("orders"."amount" + toDecimal128(0, 0)) as "orders.total"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
left join asked_1 on [asked_1.d0] = ["customers"."name"]
where "customers"."id" is not null
group by 1, 2
order by 1 nulls last, 2 nulls last
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- an order of several things of the rest counts once
-- ["Other","Other"]
with results_1 as (
  select
    "sku" as d0,
    sumOrNull("quantity" + toDecimal128(0, 0)) as x0
  from "items"
  group by 1
),
asked_1 as (
  select
    d0,
    place
  from (
    select
      d0,
      row_number() over (order by x0 desc nulls last, d0 nulls last) as place
    from results_1
  ) as numbered
  where place <= 1
)
select
  d0 as "items.sku",
  coalesce(max(m0), 0) as "orders.count",
  max(m1) as "orders.total",
  max(m2) as "items.quantity"
from (
  select
    d0,
    count(*) as m0,
    sumOrNull(v0 + toDecimal128(0, 0)) as m1,
    null as m2
  from (
    select distinct
      case when asked_1.place is not null then toString("items"."sku") else {p1:String} end as d0,
      "orders"."id" as k0,
      "orders"."amount" as v0
    from "orders"
    left join "items" on "items"."order_id" = "orders"."id"
    left join asked_1 on [asked_1.d0] = ["items"."sku"]
  ) as "orders"
  group by 1
  union all
  select
    case when asked_1.place is not null then toString("items"."sku") else {p2:String} end as d0,
    null as m0,
    null as m1,
    sumOrNull("items"."quantity" + toDecimal128(0, 0)) as m2
  from "items"
  left join asked_1 on [asked_1.d0] = ["items"."sku"]
  group by 1
) as branches
group by 1
order by 1 nulls last
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- filters on measures come after, on the rest too
-- ["Other","110"]
with results_1 as (
  select
    "customers"."name" as d0,
    sumOrNull("orders"."amount" + toDecimal128(0, 0)) as x0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1
),
asked_1 as (
  select
    d0,
    place
  from (
    select
      d0,
      row_number() over (order by x0 desc nulls last, d0 nulls last) as place
    from results_1
  ) as numbered
  where place <= 1
)
select
  case when asked_1.place is not null then toString("customers"."name") else {p1:String} end as "customers.name",
  sumOrNull("orders"."amount" + toDecimal128(0, 0)) as "orders.total"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
left join asked_1 on [asked_1.d0] = ["customers"."name"]
group by 1
having sumOrNull("orders"."amount" + toDecimal128(0, 0)) > {p2:Int64}
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- totals
-- ["Other","110","Other"]
with results_1 as (
  select
    "customers"."name" as d0,
    sumOrNull("orders"."amount" + toDecimal128(0, 0)) as x0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1
),
asked_1 as (
  select
    d0,
    place
  from (
    select
      d0,
      row_number() over (order by x0 desc nulls last, d0 nulls last) as place
    from results_1
  ) as numbered
  where place <= 1
),
results_2 as (
  select
    "customers"."name" as d0,
    sumOrNull("orders"."amount" + toDecimal128(0, 0)) as x0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1
),
asked_2 as (
  select
    d0,
    place
  from (
    select
      d0,
      row_number() over (order by x0 desc nulls last, d0 nulls last) as place
    from results_2
  ) as numbered
  where place <= 1
),
picked_1 as (
  select case when asked_2.place is not null then toString("customers"."name") else {p1:String} end as d0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  left join asked_2 on [asked_2.d0] = ["customers"."name"]
  group by 1
  having sumOrNull("orders"."amount" + toDecimal128(0, 0)) > {p2:Int64}
)
select sumOrNull("orders"."amount" + toDecimal128(0, 0)) as "orders.total"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
left join asked_1 on [asked_1.d0] = ["customers"."name"]
where toJSONString(tuple(case when asked_1.place is not null then toString("customers"."name") else {p3:String} end)) in (
  select toJSONString(tuple(picked_1.d0))
  from picked_1
)
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- of the rows that the caller may see
-- ["south","Other"]
with results_1 as (
  select
    "customers"."name" as d0,
    count(*) as x0
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
),
asked_1 as (
  select
    d0,
    place
  from (
    select
      d0,
      row_number() over (order by x0 desc nulls last, d0 nulls last) as place
    from results_1
  ) as numbered
  where place <= 1
)
select
  case when asked_1.place is not null then toString("customers"."name") else {p2:String} end as "customers.name",
  count(*) as "customers.count"
from "customers"
left join asked_1 on [asked_1.d0] = ["customers"."name"]
group by 1
order by 1 nulls last
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- numbers beside the name of their rest are texts
-- ["Other"]
with results_1 as (
  select
    "customers"."id" as d0,
    sumOrNull("orders"."amount" + toDecimal128(0, 0)) as x0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  where "customers"."id" is not null
  group by 1
),
asked_1 as (
  select
    d0,
    place
  from (
    select
      d0,
      row_number() over (order by x0 desc nulls last, d0 nulls last) as place
    from results_1
  ) as numbered
  where place <= 1
)
select
  case when asked_1.place is not null then toString("customers"."id") else {p1:String} end as "customers.id",
  sumOrNull("orders"."amount" + toDecimal128(0, 0)) as "orders.total"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
left join asked_1 on [asked_1.d0] = ["customers"."id"]
where "customers"."id" is not null
group by 1
order by 1 nulls last
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- the two customers who bought least
with results_1 as (
  select
    "customers"."name" as d0,
    sumOrNull("orders"."amount" + toDecimal128(0, 0)) as x0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  where "customers"."id" is not null
  group by 1
),
asked_1 as (
  select
    d0,
    place
  from (
    select
      d0,
      row_number() over (order by x0 nulls last, d0 nulls last) as place
    from results_1
  ) as numbered
  where place <= 2
)
select
  "customers"."name" as "customers.name",
  sumOrNull("orders"."amount" + toDecimal128(0, 0)) as "orders.total"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
where "customers"."id" is not null
  and toJSONString(tuple("customers"."name")) in (
    select toJSONString(tuple(asked_1.d0))
    from asked_1
  )
group by 1
order by 2 nulls last, 1 nulls last
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- totals
with results_1 as (
  select
    "customers"."name" as d0,
    sumOrNull("orders"."amount" + toDecimal128(0, 0)) as x0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  where "customers"."id" is not null
  group by 1
),
asked_1 as (
  select
    d0,
    place
  from (
    select
      d0,
      row_number() over (order by x0 nulls last, d0 nulls last) as place
    from results_1
  ) as numbered
  where place <= 2
)
select sumOrNull("orders"."amount" + toDecimal128(0, 0)) as "orders.total"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
where "customers"."id" is not null
  and toJSONString(tuple("customers"."name")) in (
    select toJSONString(tuple(asked_1.d0))
    from asked_1
  )
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- what is sold least, and the rest
-- ["Other"]
with results_1 as (
  select
    "sku" as d0,
    sumOrNull("quantity" + toDecimal128(0, 0)) as x0
  from "items"
  group by 1
),
asked_1 as (
  select
    d0,
    place
  from (
    select
      d0,
      row_number() over (order by x0 nulls last, d0 nulls last) as place
    from results_1
  ) as numbered
  where place <= 1
)
select
  case when asked_1.place is not null then toString("items"."sku") else {p1:String} end as "items.sku",
  sumOrNull("items"."quantity" + toDecimal128(0, 0)) as "items.quantity",
  count(*) as "items.count"
from "items"
left join asked_1 on [asked_1.d0] = ["items"."sku"]
group by 1
order by 1 nulls last
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- totals
with results_1 as (
  select
    "sku" as d0,
    sumOrNull("quantity" + toDecimal128(0, 0)) as x0
  from "items"
  group by 1
),
asked_1 as (
  select
    d0,
    place
  from (
    select
      d0,
      row_number() over (order by x0 nulls last, d0 nulls last) as place
    from results_1
  ) as numbered
  where place <= 1
)
select
  sumOrNull("items"."quantity" + toDecimal128(0, 0)) as "items.quantity",
  count(*) as "items.count"
from "items"
left join asked_1 on [asked_1.d0] = ["items"."sku"]
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- the least of each month
with results_1 as (
  select
    toStartOfMonth(toDate32("orders"."placed")) as d0,
    "customers"."name" as d1,
    sumOrNull("orders"."amount" + toDecimal128(0, 0)) as x0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1, 2
),
asked_1 as (
  select
    d0,
    d1,
    place
  from (
    select
      d0,
      d1,
      row_number() over (partition by d0 order by x0 nulls last, d1 nulls last) as place
    from results_1
  ) as numbered
  where place <= 1
)
select
  toStartOfMonth(toDate32("orders"."placed")) as "orders.placed.month",
  "customers"."name" as "customers.name",
  sumOrNull("orders"."amount" + toDecimal128(0, 0)) as "orders.total"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
where toJSONString(tuple(toStartOfMonth(toDate32("orders"."placed")), "customers"."name")) in (
  select toJSONString(tuple(asked_1.d0, asked_1.d1))
  from asked_1
)
group by 1, 2
order by 1 nulls last, 2 nulls last
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- of equal ones the first by the dimension, and null after all of them
with results_1 as (
  select
    "customers"."name" as d0,
    count(*) as x0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1
),
asked_1 as (
  select
    d0,
    place
  from (
    select
      d0,
      row_number() over (order by x0 nulls last, d0 nulls last) as place
    from results_1
  ) as numbered
  where place <= 1
)
select
  "customers"."name" as "customers.name",
  count(*) as "orders.count"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
where toJSONString(tuple("customers"."name")) in (
  select toJSONString(tuple(asked_1.d0))
  from asked_1
)
group by 1
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- what has no value is neither the least nor the greatest
with results_1 as (
  select
    "customers"."name" as d0,
    avgOrNull("orders"."amount") as x0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1
),
asked_1 as (
  select
    d0,
    place
  from (
    select
      d0,
      row_number() over (order by x0 nulls last, d0 nulls last) as place
    from results_1
  ) as numbered
  where place <= 2
)
select
  "customers"."name" as "customers.name",
  count(*) as "customers.count"
from "customers"
where toJSONString(tuple("customers"."name")) in (
  select toJSONString(tuple(asked_1.d0))
  from asked_1
)
group by 1
order by 1 nulls last
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- the least by a number, beside the rest
-- ["more"]
with results_1 as (
  select
    "customers"."id" as d0,
    sumOrNull("orders"."amount" + toDecimal128(0, 0)) as x0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  where "customers"."id" is not null
  group by 1
),
asked_1 as (
  select
    d0,
    place
  from (
    select
      d0,
      row_number() over (order by x0 nulls last, d0 nulls last) as place
    from results_1
  ) as numbered
  where place <= 2
)
select
  case when asked_1.place is not null then toString("customers"."id") else {p1:String} end as "customers.id",
  sumOrNull("orders"."amount" + toDecimal128(0, 0)) as "orders.total"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
left join asked_1 on [asked_1.d0] = ["customers"."id"]
where "customers"."id" is not null
group by 1
order by 1 nulls last
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
