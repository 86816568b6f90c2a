-- the two customers who bought most
with results_1 as (
  select
    "customers"."name" as d0,
    sum("orders"."amount") as x0
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
  sum("orders"."amount") as "orders.total"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
where "customers"."id" is not null
  and exists (
    select 1
    from asked_1
    where array[asked_1.d0] = array["customers"."name"]
  )
group by 1
order by "orders.total" desc nulls last, "customers.name" nulls last;
-- totals
with results_1 as (
  select
    "customers"."name" as d0,
    sum("orders"."amount") as x0
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
select sum("orders"."amount") as "orders.total"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
where "customers"."id" is not null
  and exists (
    select 1
    from asked_1
    where array[asked_1.d0] = array["customers"."name"]
  );

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
  case when asked_1.place is not null then "customers"."region"::text else $1 end as "customers.region",
  sum("orders"."amount") as "orders.total",
  avg("orders"."amount") as "orders.mean",
  count(distinct "orders"."customer_id") as "orders.buyers",
  count(*) as "orders.count"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
left join asked_1 on array[asked_1.d0] = array["customers"."region"]
group by 1
order by "customers.region" nulls last;
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
  sum("orders"."amount") as "orders.total",
  avg("orders"."amount") as "orders.mean",
  count(distinct "orders"."customer_id") as "orders.buyers",
  count(*) as "orders.count"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
left join asked_1 on array[asked_1.d0] = array["customers"."region"];

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
  case when asked_1.place is not null then "customers"."name"::text else $1 end as "customers.name",
  count(*) as "orders.count"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
left join asked_1 on array[asked_1.d0] = array["customers"."name"]
group by 1
order by "orders.count" desc nulls last, "customers.name" nulls last;

-- the best of each month, and the rest of it
-- ["2024-03-01","Other","2024-03-01"]
with results_1 as (
  select
    date_trunc('month', "orders"."placed")::date as d0,
    "customers"."name" as d1,
    sum("orders"."amount") as x0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  where "orders"."placed" >= $1::date
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
    date_trunc('month', "orders"."placed")::date as d0,
    case when asked_1.place is not null then "customers"."name"::text else $2 end as d1,
    sum("orders"."amount") as x0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  left join asked_1 on array[asked_1.d0] = array[date_trunc('month', "orders"."placed")::date] and array[asked_1.d1] = array["customers"."name"]
  where "orders"."placed" >= $3::date
  group by 1, 2
),
calculated_1 as (
  select
    d0,
    d1,
    x0,
    1.0 * x0 / nullif(sum(x0) over (partition by d0), 0) as c0
  from results_2
)
select
  d0 as "orders.placed.month",
  d1 as "customers.name",
  x0 as "orders.total",
  c0 as "share"
from calculated_1
order by "orders.placed.month" nulls last, "orders.total" desc nulls last, "customers.name" nulls last;

-- the best of all, month by month
-- ["Other"]
with results_1 as (
  select
    "customers"."name" as d0,
    sum("orders"."amount") as x0
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
  date_trunc('month', "orders"."placed")::date as "orders.placed.month",
  case when asked_1.place is not null then "customers"."name"::text else $1 end as "customers.name",
  sum("orders"."amount") as "orders.total"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
left join asked_1 on array[asked_1.d0] = array["customers"."name"]
where "customers"."id" is not null
group by 1, 2
order by "orders.placed.month" nulls last, "customers.name" nulls last;

-- an order of several things of the rest counts once
-- ["Other","Other"]
with results_1 as (
  select
    "sku" as d0,
    sum("quantity") as x0
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
    sum(v0) as m1,
    null as m2
  from (
    select distinct
      case when asked_1.place is not null then "items"."sku"::text else $1 end as d0,
      "orders"."id" as k0,
      "orders"."amount" as v0
    from "orders"
    left join "items" on "items"."order_id" = "orders"."id"
    left join asked_1 on array[asked_1.d0] = array["items"."sku"]
  ) as "orders"
  group by 1
  union all
  select
    case when asked_1.place is not null then "items"."sku"::text else $2 end as d0,
    null as m0,
    null as m1,
    sum("items"."quantity") as m2
  from "items"
  left join asked_1 on array[asked_1.d0] = array["items"."sku"]
  group by 1
) as branches
group by 1
order by "items.sku" nulls last;

-- filters on measures come after, on the rest too
-- ["Other","110"]
with results_1 as (
  select
    "customers"."name" as d0,
    sum("orders"."amount") as x0
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
  case when asked_1.place is not null then "customers"."name"::text else $1 end as "customers.name",
  sum("orders"."amount") as "orders.total"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
left join asked_1 on array[asked_1.d0] = array["customers"."name"]
group by 1
having sum("orders"."amount") > $2::bigint;
-- totals
-- ["Other","110","Other"]
with results_1 as (
  select
    "customers"."name" as d0,
    sum("orders"."amount") as x0
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
    sum("orders"."amount") as x0
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
  select case when asked_2.place is not null then "customers"."name"::text else $1 end as d0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  left join asked_2 on array[asked_2.d0] = array["customers"."name"]
  group by 1
  having sum("orders"."amount") > $2::bigint
)
select sum("orders"."amount") as "orders.total"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
left join asked_1 on array[asked_1.d0] = array["customers"."name"]
where exists (
  select 1
  from picked_1
  where array[picked_1.d0] = array[(case when asked_1.place is not null then "customers"."name"::text else $3 end)]
);

-- of the rows that the caller may see
-- ["south","Other"]
with results_1 as (
  select
    "customers"."name" as d0,
    count(*) as x0
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
  case when asked_1.place is not null then "customers"."name"::text else $2 end as "customers.name",
  count(*) as "customers.count"
from "customers"
left join asked_1 on array[asked_1.d0] = array["customers"."name"]
group by 1
order by "customers.name" nulls last;

-- numbers beside the name of their rest are texts
-- ["Other"]
with results_1 as (
  select
    "customers"."id" as d0,
    sum("orders"."amount") as x0
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
  case when asked_1.place is not null then "customers"."id"::text else $1 end as "customers.id",
  sum("orders"."amount") as "orders.total"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
left join asked_1 on array[asked_1.d0] = array["customers"."id"]
where "customers"."id" is not null
group by 1
order by "customers.id" nulls last;

-- the two customers who bought least
with results_1 as (
  select
    "customers"."name" as d0,
    sum("orders"."amount") as x0
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
  sum("orders"."amount") as "orders.total"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
where "customers"."id" is not null
  and exists (
    select 1
    from asked_1
    where array[asked_1.d0] = array["customers"."name"]
  )
group by 1
order by "orders.total" nulls last, "customers.name" nulls last;
-- totals
with results_1 as (
  select
    "customers"."name" as d0,
    sum("orders"."amount") as x0
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
select sum("orders"."amount") as "orders.total"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
where "customers"."id" is not null
  and exists (
    select 1
    from asked_1
    where array[asked_1.d0] = array["customers"."name"]
  );

-- what is sold least, and the rest
-- ["Other"]
with results_1 as (
  select
    "sku" as d0,
    sum("quantity") as x0
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
  case when asked_1.place is not null then "items"."sku"::text else $1 end as "items.sku",
  sum("items"."quantity") as "items.quantity",
  count(*) as "items.count"
from "items"
left join asked_1 on array[asked_1.d0] = array["items"."sku"]
group by 1
order by "items.sku" nulls last;
-- totals
with results_1 as (
  select
    "sku" as d0,
    sum("quantity") as x0
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
  sum("items"."quantity") as "items.quantity",
  count(*) as "items.count"
from "items"
left join asked_1 on array[asked_1.d0] = array["items"."sku"];

-- the least of each month
with results_1 as (
  select
    date_trunc('month', "orders"."placed")::date as d0,
    "customers"."name" as d1,
    sum("orders"."amount") as x0
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
  date_trunc('month', "orders"."placed")::date as "orders.placed.month",
  "customers"."name" as "customers.name",
  sum("orders"."amount") as "orders.total"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
where exists (
  select 1
  from asked_1
  where array[asked_1.d0] = array[date_trunc('month', "orders"."placed")::date]
    and array[asked_1.d1] = array["customers"."name"]
)
group by 1, 2
order by "orders.placed.month" nulls last, "customers.name" nulls last;

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
where exists (
  select 1
  from asked_1
  where array[asked_1.d0] = array["customers"."name"]
)
group by 1;

-- what has no value is neither the least nor the greatest
with results_1 as (
  select
    "customers"."name" as d0,
    avg("orders"."amount") as x0
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
where exists (
  select 1
  from asked_1
  where array[asked_1.d0] = array["customers"."name"]
)
group by 1
order by "customers.name" nulls last;

-- the least by a number, beside the rest
-- ["more"]
with results_1 as (
  select
    "customers"."id" as d0,
    sum("orders"."amount") as x0
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
  case when asked_1.place is not null then "customers"."id"::text else $1 end as "customers.id",
  sum("orders"."amount") as "orders.total"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
left join asked_1 on array[asked_1.d0] = array["customers"."id"]
where "customers"."id" is not null
group by 1
order by "customers.id" nulls last;
