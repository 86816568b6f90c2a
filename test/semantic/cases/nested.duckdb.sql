-- in each month the median of what customers ordered, and how many ordered
select
  d0 as "orders.placed.month",
  max(m0) as "orders.total",
  max(m1) as "usual",
  coalesce(max(m2), 0) as "buyers"
from (
  select
    date_trunc('month', "placed")::date as d0,
    sum("amount") as m0,
    null as m1,
    null as m2
  from "orders"
  group by 1
  union all
  select
    d0,
    null as m0,
    median(v0::double) as m1,
    count(*) as m2
  from (
    select
      date_trunc('month', "orders"."placed")::date as d0,
      "customers"."id" as d1,
      sum("orders"."amount") as v0
    from "orders"
    left join "customers" on "customers"."id" = "orders"."customer_id"
    group by 1, 2
  ) as nested
  group by 1
) as branches
group by 1
order by "orders.placed.month" nulls last
limit 21;
-- totals
select
  max(m0) as "orders.total",
  max(m1) as "usual",
  coalesce(max(m2), 0) as "buyers"
from (
  select
    sum("amount") as m0,
    null as m1,
    null as m2
  from "orders"
  union all
  select
    null as m0,
    median(v0::double) as m1,
    count(*) as m2
  from (
    select
      "customers"."id" as d0,
      sum("orders"."amount") as v0
    from "orders"
    left join "customers" on "customers"."id" = "orders"."customer_id"
    group by 1
  ) as nested
) as branches;

-- an order with two lines of a product counts once for its customer
select
  d0 as "items.sku",
  max(v0) as "most",
  sum(v0) as "whole"
from (
  select
    "items".d0 as d0,
    "customers"."name" as d1,
    sum("orders"."amount") as v0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  left join (
    select distinct
      "items"."order_id" as j0,
      "items"."sku" as d0
    from "items"
  ) as "items" on "items".j0 = "orders"."id"
  group by 1, 2
) as nested
group by 1
order by "items.sku" nulls last
limit 21;

-- lines are grouped by the customer of their order
select
  d0 as "items.sku",
  avg(v0) as "mean",
  quantile_cont(v0::double, 0.75) as "upper",
  count(*) as "buyers"
from (
  select
    "items"."sku" as d0,
    "customers"."name" as d1,
    sum("items"."quantity") as v0
  from "items"
  left join "orders" on "orders"."id" = "items"."order_id"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1, 2
) as nested
group by 1
order by "items.sku" nulls last
limit 21;
-- totals
select
  avg(v0) as "mean",
  quantile_cont(v0::double, 0.75) as "upper",
  count(*) as "buyers"
from (
  select
    "customers"."name" as d0,
    sum("items"."quantity") as v0
  from "items"
  left join "orders" on "orders"."id" = "items"."order_id"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1
) as nested;

-- in a subtotal and in the totals each customer counts once, with what is theirs there
with results_1 as (
  select
    d0,
    d1,
    avg(v0) as x0,
    count(*) as x1,
    2 as level
  from (
    select
      "customers"."region" as d0,
      date_trunc('month', "orders"."placed")::date as d1,
      "customers"."id" as d2,
      sum("orders"."amount") as v0
    from "orders"
    left join "customers" on "customers"."id" = "orders"."customer_id"
    group by 1, 2, 3
  ) as nested
  group by 1, 2
),
results_2 as (
  select
    d0,
    null as d1,
    avg(v0) as x0,
    count(*) as x1,
    1 as level
  from (
    select
      "customers"."region" as d0,
      "customers"."id" as d1,
      sum("orders"."amount") as v0
    from "orders"
    left join "customers" on "customers"."id" = "orders"."customer_id"
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
  d0 as "customers.region",
  d1 as "orders.placed.month",
  x0 as "usual",
  x1 as "buyers",
  level as "subtotal"
from together_1
order by d0 nulls last, case when level = 1 then 1 else 0 end, d1 nulls last
limit 21;
-- totals
select
  avg(v0) as "usual",
  count(*) as "buyers",
  null as "subtotal"
from (
  select
    "customers"."id" as d0,
    sum("orders"."amount") as v0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1
) as nested;

-- the groups are of the rows that the caller may see
-- ["north","north"]
select
  coalesce(max(m0), 0) as "own_orders.count",
  max(m1) as "usual",
  coalesce(max(m2), 0) as "buyers"
from (
  select
    count(*) as m0,
    null as m1,
    null as m2
  from (
    select *
    from "orders" as "own_orders"
    where "own_orders"."customer_id" in (
      select "customers"."id"
      from "customers"
      where "customers"."region" in ($1)
    )
  ) as "own_orders"
  union all
  select
    null as m0,
    avg(v0) as m1,
    count(*) as m2
  from (
    select
      "customers"."id" as d0,
      sum("own_orders"."amount") as v0
    from (
      select *
      from "orders" as "own_orders"
      where "own_orders"."customer_id" in (
        select "customers"."id"
        from "customers"
        where "customers"."region" in ($2)
      )
    ) as "own_orders"
    left join "customers" on "customers"."id" = "own_orders"."customer_id"
    group by 1
  ) as nested
) as branches;
-- totals
-- ["north","north"]
select
  coalesce(max(m0), 0) as "own_orders.count",
  max(m1) as "usual",
  coalesce(max(m2), 0) as "buyers"
from (
  select
    count(*) as m0,
    null as m1,
    null as m2
  from (
    select *
    from "orders" as "own_orders"
    where "own_orders"."customer_id" in (
      select "customers"."id"
      from "customers"
      where "customers"."region" in ($1)
    )
  ) as "own_orders"
  union all
  select
    null as m0,
    avg(v0) as m1,
    count(*) as m2
  from (
    select
      "customers"."id" as d0,
      sum("own_orders"."amount") as v0
    from (
      select *
      from "orders" as "own_orders"
      where "own_orders"."customer_id" in (
        select "customers"."id"
        from "customers"
        where "customers"."region" in ($2)
      )
    ) as "own_orders"
    left join "customers" on "customers"."id" = "own_orders"."customer_id"
    group by 1
  ) as nested
) as branches;

-- who may see no rows gets no groups
select count(*) as "buyers"
from (
  select "customers"."id" as d0
  from (
    select *
    from "orders" as "own_orders"
    where false
  ) as "own_orders"
  left join "customers" on "customers"."id" = "own_orders"."customer_id"
  group by 1
) as nested;

-- a group without a value is counted and otherwise left out
-- ["Cid","Dee"]
select
  sum(v0) as "sum",
  avg(v0) as "avg",
  min(v0) as "min",
  median(v0::double) as "median",
  count(*) as "count"
from (
  select
    "customers"."id" as d0,
    sum("orders"."amount") as v0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  where "customers"."name" in ($1, $2)
  group by 1
) as nested;

-- of no values all is null but the count
-- ["Cid"]
select
  sum(v0) as "sum",
  max(v0) as "max",
  quantile_cont(v0::double, 0.9) as "upper",
  count(*) as "count"
from (
  select
    "customers"."id" as d0,
    sum("orders"."amount") as v0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  where "customers"."name" = $1
  group by 1
) as nested;

-- without rows there are no groups
-- ["Nobody"]
select
  sum(v0) as "sum",
  count(*) as "count"
from (
  select
    "customers"."id" as d0,
    count(*) as v0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  where "customers"."name" = $1
  group by 1
) as nested;

-- a group that another measure has is empty, and one that only the groups have is shown
select
  d0 as "customers.name",
  coalesce(max(m0), 0) as "customers.count",
  coalesce(max(m1), 0) as "days",
  max(m2) as "most"
from (
  select
    "name" as d0,
    count(*) as m0,
    null as m1,
    null as m2
  from "customers"
  group by 1
  union all
  select
    d0,
    null as m0,
    count(*) as m1,
    max(v0) as m2
  from (
    select
      "customers"."name" as d0,
      "visits"."day" as d1,
      count(*) as v0
    from "visits"
    left join "customers" on "customers"."id" = "visits"."customer_id"
    group by 1, 2
  ) as nested
  group by 1
) as branches
group by 1
order by "customers.name" nulls last
limit 21;

-- the least and greatest of texts and moments
select
  d0 as "customers.region",
  max(v0) as "last status",
  min(v1) as "longest ago"
from (
  select
    "customers"."region" as d0,
    "customers"."id" as d1,
    min("orders"."status") as v0,
    max("orders"."placed") as v1
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1, 2
) as nested
group by 1
order by "customers.region" nulls last
limit 21;

-- of a quotient, and of one over two facts
select
  max(m0) as "share",
  coalesce(max(m1), 0) as "shares",
  max(m2) as "per visit",
  coalesce(max(m3), 0) as "all"
from (
  select
    median(v0::double) as m0,
    count(*) as m1,
    null as m2,
    null as m3
  from (
    select
      "customers"."name" as d0,
      sum(case when "orders".status = 'paid' then "orders"."amount" end) / nullif(sum("orders"."amount"), 0) as v0
    from "orders"
    left join "customers" on "customers"."id" = "orders"."customer_id"
    group by 1
  ) as nested
  union all
  select
    null as m0,
    null as m1,
    sum(v0) as m2,
    count(*) as m3
  from (
    select
      d0,
      coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0) as v0
    from (
      select
        "customers"."name" as d0,
        count(*) as m0,
        null as m1
      from "orders"
      left join "customers" on "customers"."id" = "orders"."customer_id"
      group by 1
      union all
      select
        "customers"."name" as d0,
        null as m0,
        count(*) as m1
      from "visits"
      left join "customers" on "customers"."id" = "visits"."customer_id"
      group by 1
    ) as branches
    group by 1
  ) as nested
) as branches;

-- a filter on it leaves groups out, and their rows out of the totals
-- ["16"]
select
  d0 as "orders.placed.month",
  max(m0) as "orders.total",
  max(m1) as "usual"
from (
  select
    date_trunc('month', "placed")::date as d0,
    sum("amount") as m0,
    null as m1
  from "orders"
  group by 1
  union all
  select
    d0,
    null as m0,
    median(v0::double) as m1
  from (
    select
      date_trunc('month', "orders"."placed")::date as d0,
      "customers"."id" as d1,
      sum("orders"."amount") as v0
    from "orders"
    left join "customers" on "customers"."id" = "orders"."customer_id"
    group by 1, 2
  ) as nested
  group by 1
) as branches
group by 1
having max(m1) > $1::bigint
order by "usual" desc nulls last, "orders.placed.month" nulls last
limit 21;
-- totals
-- ["16"]
with picked_1 as (
  select d0
  from (
    select
      date_trunc('month', "placed")::date as d0,
      null as m0
    from "orders"
    group by 1
    union all
    select
      d0,
      median(v0::double) as m0
    from (
      select
        date_trunc('month', "orders"."placed")::date as d0,
        "customers"."id" as d1,
        sum("orders"."amount") as v0
      from "orders"
      left join "customers" on "customers"."id" = "orders"."customer_id"
      group by 1, 2
    ) as nested
    group by 1
  ) as branches
  group by 1
  having max(m0) > $1::bigint
)
select
  max(m0) as "orders.total",
  max(m1) as "usual"
from (
  select
    sum("orders"."amount") as m0,
    null as m1
  from "orders"
  where exists (
    select 1
    from picked_1
    where picked_1.d0 is not distinct from date_trunc('month', "orders"."placed")::date
  )
  union all
  select
    null as m0,
    median(v0::double) as m1
  from (
    select
      "customers"."id" as d0,
      sum("orders"."amount") as v0
    from "orders"
    left join "customers" on "customers"."id" = "orders"."customer_id"
    where exists (
      select 1
      from picked_1
      where picked_1.d0 is not distinct from date_trunc('month', "orders"."placed")::date
    )
    group by 1
  ) as nested
) as branches;

-- a filter on measures of it alone leaves rows out of its totals
-- ["2","30"]
select
  d0 as "orders.placed.month",
  coalesce(max(m0), 0) as "buyers"
from (
  select
    d0,
    count(*) as m0,
    null as m1
  from (
    select
      date_trunc('month', "orders"."placed")::date as d0,
      "customers"."id" as d1
    from "orders"
    left join "customers" on "customers"."id" = "orders"."customer_id"
    group by 1, 2
  ) as nested
  group by 1
  union all
  select
    date_trunc('month', "placed")::date as d0,
    null as m0,
    sum("amount") as m1
  from "orders"
  group by 1
) as branches
group by 1
having (coalesce(max(m0), 0) > $1::bigint or max(m1) < $2::bigint)
order by "orders.placed.month" nulls last
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
        date_trunc('month', "orders"."placed")::date as d0,
        "customers"."id" as d1
      from "orders"
      left join "customers" on "customers"."id" = "orders"."customer_id"
      group by 1, 2
    ) as nested
    group by 1
    union all
    select
      date_trunc('month', "placed")::date as d0,
      null as m0,
      sum("amount") as m1
    from "orders"
    group by 1
  ) as branches
  group by 1
  having (coalesce(max(m0), 0) > $1::bigint or max(m1) < $2::bigint)
)
select count(*) as "buyers"
from (
  select "customers"."id" as d0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  where exists (
    select 1
    from picked_1
    where picked_1.d0 is not distinct from date_trunc('month', "orders"."placed")::date
  )
  group by 1
) as nested;

-- months in which the usual customer spends less than the orders are on average
select
  d0 as "orders.placed.month",
  max(m0) as "orders.mean",
  max(m1) as "usual"
from (
  select
    date_trunc('month', "placed")::date as d0,
    avg("amount") as m0,
    null as m1
  from "orders"
  group by 1
  union all
  select
    d0,
    null as m0,
    median(v0::double) as m1
  from (
    select
      date_trunc('month', "orders"."placed")::date as d0,
      "customers"."id" as d1,
      sum("orders"."amount") as v0
    from "orders"
    left join "customers" on "customers"."id" = "orders"."customer_id"
    group by 1, 2
  ) as nested
  group by 1
) as branches
group by 1
having max(m1) < max(m0)
order by "orders.placed.month" nulls last
limit 21;

-- months in which the best customer is not the only one
select
  d0 as "orders.placed.month",
  max(v0) as "most",
  sum(v0) as "whole"
from (
  select
    date_trunc('month', "orders"."placed")::date as d0,
    "customers"."id" as d1,
    sum("orders"."amount") as v0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1, 2
) as nested
group by 1
having not coalesce(max(v0) = sum(v0), false)
order by "orders.placed.month" nulls last
limit 21;
-- totals
with picked_1 as (
  select d0
  from (
    select
      date_trunc('month', "orders"."placed")::date as d0,
      "customers"."id" as d1,
      sum("orders"."amount") as v0
    from "orders"
    left join "customers" on "customers"."id" = "orders"."customer_id"
    group by 1, 2
  ) as nested
  group by 1
  having not coalesce(max(v0) = sum(v0), false)
)
select
  max(v0) as "most",
  sum(v0) as "whole"
from (
  select
    "customers"."id" as d0,
    sum("orders"."amount") as v0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  where exists (
    select 1
    from picked_1
    where picked_1.d0 is not distinct from date_trunc('month', "orders"."placed")::date
  )
  group by 1
) as nested;

-- top by it keeps the regions whose customers spend the most
with results_1 as (
  select
    d0,
    avg(v0) as x0
  from (
    select
      "customers"."region" as d0,
      "customers"."id" as d1,
      sum("orders"."amount") as v0
    from "orders"
    left join "customers" on "customers"."id" = "orders"."customer_id"
    where "customers"."region" is not null
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
      row_number() over (order by x0 desc nulls last, d0 nulls last) as place
    from results_1
  ) as numbered
  where place <= 1
)
select
  d0 as "customers.region",
  d1 as "orders.status",
  coalesce(max(m0), 0) as "orders.count",
  max(m1) as "usual"
from (
  select
    "customers"."region" as d0,
    "orders"."status" as d1,
    count(*) as m0,
    null as m1
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  where "customers"."region" is not null
    and exists (
      select 1
      from asked_1
      where asked_1.d0 is not distinct from "customers"."region"
    )
  group by 1, 2
  union all
  select
    d0,
    d1,
    null as m0,
    avg(v0) as m1
  from (
    select
      "customers"."region" as d0,
      "orders"."status" as d1,
      "customers"."id" as d2,
      sum("orders"."amount") as v0
    from "orders"
    left join "customers" on "customers"."id" = "orders"."customer_id"
    where "customers"."region" is not null
      and exists (
        select 1
        from asked_1
        where asked_1.d0 is not distinct from "customers"."region"
      )
    group by 1, 2, 3
  ) as nested
  group by 1, 2
) as branches
group by 1, 2
order by "customers.region" nulls last, "orders.status" nulls last
limit 21;

-- the rest beside the greatest has groups of its own
-- ["rest"]
with results_1 as (
  select
    d0,
    count(*) as x0
  from (
    select
      "customers"."region" as d0,
      "customers"."id" as d1
    from "orders"
    left join "customers" on "customers"."id" = "orders"."customer_id"
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
      row_number() over (order by x0 nulls last, d0 nulls last) as place
    from results_1
  ) as numbered
  where place <= 1
)
select
  d0 as "customers.region",
  avg(v0) as "usual",
  count(*) as "buyers"
from (
  select
    case when asked_1.place is not null then "customers"."region"::text else $1 end as d0,
    "customers"."id" as d1,
    sum("orders"."amount") as v0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  left join asked_1 on asked_1.d0 is not distinct from "customers"."region"
  group by 1, 2
) as nested
group by 1
order by "customers.region" nulls last
limit 21;
-- totals
with results_1 as (
  select
    d0,
    count(*) as x0
  from (
    select
      "customers"."region" as d0,
      "customers"."id" as d1
    from "orders"
    left join "customers" on "customers"."id" = "orders"."customer_id"
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
      row_number() over (order by x0 nulls last, d0 nulls last) as place
    from results_1
  ) as numbered
  where place <= 1
)
select
  avg(v0) as "usual",
  count(*) as "buyers"
from (
  select
    "customers"."id" as d0,
    sum("orders"."amount") as v0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  left join asked_1 on asked_1.d0 is not distinct from "customers"."region"
  group by 1
) as nested;

-- the rest still has its own values among the groups
-- ["rest"]
with results_1 as (
  select
    "customers"."region" as d0,
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
      row_number() over (order by x0 nulls last, d0 nulls last) as place
    from results_1
  ) as numbered
  where place <= 1
)
select
  d0 as "customers.region",
  count(*) as "regions"
from (
  select
    case when asked_1.place is not null then "customers"."region"::text else $1 end as d0,
    "customers"."region" as d1
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  left join asked_1 on asked_1.d0 is not distinct from "customers"."region"
  group by 1, 2
) as nested
group by 1
order by "customers.region" nulls last
limit 21;

-- each of two facts has its own groups
select
  coalesce(max(m0), 0) as "buyers",
  coalesce(max(m1), 0) as "visitors",
  max(m2) as "most"
from (
  select
    count(*) as m0,
    null as m1,
    null as m2
  from (
    select "customers"."name" as d0
    from "orders"
    left join "customers" on "customers"."id" = "orders"."customer_id"
    group by 1
  ) as nested
  union all
  select
    null as m0,
    count(*) as m1,
    max(v0) as m2
  from (
    select
      "customers"."name" as d0,
      count(*) as v0
    from "visits"
    left join "customers" on "customers"."id" = "visits"."customer_id"
    group by 1
  ) as nested
) as branches;
-- totals
select
  coalesce(max(m0), 0) as "buyers",
  coalesce(max(m1), 0) as "visitors",
  max(m2) as "most"
from (
  select
    count(*) as m0,
    null as m1,
    null as m2
  from (
    select "customers"."name" as d0
    from "orders"
    left join "customers" on "customers"."id" = "orders"."customer_id"
    group by 1
  ) as nested
  union all
  select
    null as m0,
    count(*) as m1,
    max(v0) as m2
  from (
    select
      "customers"."name" as d0,
      count(*) as v0
    from "visits"
    left join "customers" on "customers"."id" = "visits"."customer_id"
    group by 1
  ) as nested
) as branches;

-- calculations of it
-- ["7"]
with groups_1 as (
  select
    d0,
    count(*) as m0
  from (
    select
      date_trunc('month', "orders"."placed")::date as d0,
      "customers"."id" as d1
    from "orders"
    left join "customers" on "customers"."id" = "orders"."customer_id"
    group by 1, 2
  ) as nested
  group by 1
),
periods_1 as (
  select unnest(generate_series(min(d0)::timestamp, max(d0)::timestamp, interval '1 month'))::date as d0
  from groups_1
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
    case when d0 is not null then x0 - lag(x0, 1) over (order by d0 nulls last) end as c0,
    case when d0 is not null then sum(x0) over (partition by shown order by d0 nulls last rows between unbounded preceding and current row) end as c1
  from results_1
)
select
  d0 as "orders.placed.month",
  x0 as "buyers",
  c0 as "more",
  c1 as "so far"
from calculated_1
where shown = 1
  and c1 < $1::bigint
order by "orders.placed.month" nulls last
limit 21;

-- beside an earlier span each has its own groups
-- ["2024-03-01 00:00:00","2024-04-01 00:00:00","2024-01-01 00:00:00","2024-02-01 00:00:00"]
select
  d0 as "customers.region",
  max(m0) as "usual",
  max(m2) as "usual@before",
  (max(m0) - max(m2)) / nullif(max(m2), 0) as "usual@change",
  coalesce(max(m1), 0) as "buyers",
  coalesce(max(m3), 0) as "buyers@before",
  (coalesce(max(m1), 0) - coalesce(max(m3), 0)) / nullif(coalesce(max(m3), 0), 0) as "buyers@change"
from (
  select
    d0,
    avg(v0) as m0,
    count(*) as m1,
    null as m2,
    null as m3
  from (
    select
      "customers"."region" as d0,
      "customers"."id" as d1,
      sum("orders"."amount") as v0
    from "orders"
    left join "customers" on "customers"."id" = "orders"."customer_id"
    where "orders"."placed" >= $1::timestamp and "orders"."placed" < $2::timestamp
    group by 1, 2
  ) as nested
  group by 1
  union all
  select
    d0,
    null as m0,
    null as m1,
    avg(v0) as m2,
    count(*) as m3
  from (
    select
      "customers"."region" as d0,
      "customers"."id" as d1,
      sum("orders"."amount") as v0
    from "orders"
    left join "customers" on "customers"."id" = "orders"."customer_id"
    where "orders"."placed" >= $3::timestamp
      and "orders"."placed" < $4::timestamp
    group by 1, 2
  ) as nested
  group by 1
) as branches
group by 1
order by "customers.region" nulls last
limit 21;
-- totals
-- ["2024-03-01 00:00:00","2024-04-01 00:00:00","2024-01-01 00:00:00","2024-02-01 00:00:00"]
select
  max(m0) as "usual",
  max(m2) as "usual@before",
  (max(m0) - max(m2)) / nullif(max(m2), 0) as "usual@change",
  coalesce(max(m1), 0) as "buyers",
  coalesce(max(m3), 0) as "buyers@before",
  (coalesce(max(m1), 0) - coalesce(max(m3), 0)) / nullif(coalesce(max(m3), 0), 0) as "buyers@change"
from (
  select
    avg(v0) as m0,
    count(*) as m1,
    null as m2,
    null as m3
  from (
    select
      "customers"."id" as d0,
      sum("orders"."amount") as v0
    from "orders"
    left join "customers" on "customers"."id" = "orders"."customer_id"
    where "orders"."placed" >= $1::timestamp and "orders"."placed" < $2::timestamp
    group by 1
  ) as nested
  union all
  select
    null as m0,
    null as m1,
    avg(v0) as m2,
    count(*) as m3
  from (
    select
      "customers"."id" as d0,
      sum("orders"."amount") as v0
    from "orders"
    left join "customers" on "customers"."id" = "orders"."customer_id"
    where "orders"."placed" >= $3::timestamp
      and "orders"."placed" < $4::timestamp
    group by 1
  ) as nested
) as branches;

-- the best day of each month, in the query's timezone
select
  d0 as "orders.placed.month",
  max(v0) as "best day"
from (
  select
    date_trunc('month', ("placed"::timestamptz at time zone 'Europe/Berlin'))::date as d0,
    ("placed"::timestamptz at time zone 'Europe/Berlin')::date as d1,
    sum("amount") as v0
  from "orders"
  group by 1, 2
) as nested
group by 1
order by "orders.placed.month" nulls last
limit 21;

-- of the periods of a window
with facts_1 as (
  select
    date_trunc('month', "placed")::date as period,
    sum("amount") as s0
  from "orders"
  group by 1
),
bounds_1 as (
  select
    min(period)::date as lo,
    max(period)::date as hi
  from facts_1
),
followed_1 as (
  select
    period,
    s0,
    lead(period) over (order by period) as next
  from facts_1
  where period is not null
),
spread_1 as (
  select
    period,
    s0
  from followed_1
  union all
  select
    unnest(generate_series(greatest(period + interval '1 month', lo)::timestamp, least(next - interval '1 month', hi)::timestamp, interval '1 month'))::date as period,
    null as s0
  from followed_1
  cross join bounds_1
  where next is null or next > period + interval '1 month'
),
framed_1 as (
  select
    period,
    sum(s0) over (order by period rows unbounded preceding) as s0
  from spread_1
)
select
  min(v0) as "least",
  avg(v0) as "mean",
  count(*) as "months"
from (
  select
    period as d0,
    max(s0) as v0
  from framed_1
  cross join bounds_1
  where period >= lo
    and period <= hi
  group by 1
) as nested;

-- of a window in each period of the query
with facts_1 as (
  select
    date_trunc('month', "placed")::date as period,
    sum("amount") as s0
  from "orders"
  group by 1
),
bounds_1 as (
  select
    min(period)::date as lo,
    max(period)::date as hi
  from facts_1
),
followed_1 as (
  select
    period,
    s0,
    lead(period) over (order by period) as next
  from facts_1
  where period is not null
),
spread_1 as (
  select
    period,
    s0
  from followed_1
  union all
  select
    unnest(generate_series(greatest(period + interval '1 month', lo)::timestamp, least(next - interval '1 month', hi)::timestamp, interval '1 month'))::date as period,
    null as s0
  from followed_1
  cross join bounds_1
  where next is null or next > period + interval '1 month'
),
framed_1 as (
  select
    period,
    sum(s0) over (order by period rows unbounded preceding) as s0
  from spread_1
),
facts_2 as (
  select
    "customers"."name" as d1,
    date_trunc('month', "orders"."placed")::date as period,
    sum("orders"."amount") as s0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1, 2
),
bounds_2 as (
  select
    min(period)::date as lo,
    max(period)::date as hi
  from facts_2
),
followed_2 as (
  select
    d1,
    period,
    s0,
    lead(period) over (partition by d1 order by period) as next
  from facts_2
  where period is not null
),
spread_2 as (
  select
    d1,
    period,
    s0
  from followed_2
  union all
  select
    d1,
    unnest(generate_series(greatest(period + interval '1 month', lo)::timestamp, least(next - interval '1 month', hi)::timestamp, interval '1 month'))::date as period,
    null as s0
  from followed_2
  cross join bounds_2
  where next is null or next > period + interval '1 month'
),
framed_2 as (
  select
    d1,
    period,
    sum(s0) over (partition by d1 order by period rows unbounded preceding) as s0
  from spread_2
)
select
  d0 as "orders.placed.month",
  max(m0) as "orders.running",
  max(m1) as "most",
  coalesce(max(m2), 0) as "so many"
from (
  select
    period as d0,
    max(s0) as m0,
    null as m1,
    null as m2
  from framed_1
  cross join bounds_1
  where period >= lo
    and period <= hi
  group by 1
  union all
  select
    d0,
    null as m0,
    max(v0) as m1,
    count(*) as m2
  from (
    select
      period as d0,
      d1,
      max(s0) as v0
    from framed_2
    cross join bounds_2
    where period >= lo
      and period <= hi
    group by 1, 2
  ) as nested
  group by 1
) as branches
group by 1
order by "orders.placed.month" nulls last
limit 21;

-- those who ordered twice or more, and how much they spend
-- ["2"]
with asked_1 as (
  select "customers"."id" as d0_
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1
  having count(*) >= $1::bigint
)
select
  count(*) as "nested",
  avg(v0_) as "v0",
  avg(v1) as "d0"
from (
  select
    "customers"."id" as d0_,
    sum("orders"."amount") as v0_,
    count(*) as v1
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  where exists (
    select 1
    from asked_1
    where asked_1.d0_ is not distinct from "customers"."id"
  )
  group by 1
) as nested_;

-- months without orders have no groups
-- ["2024-03-01 00:00:00","2024-05-01 00:00:00","2024-03-01 00:00:00","2024-05-01 00:00:00"]
with groups_1 as (
  select
    d0,
    count(*) as m0,
    avg(v0) as m1
  from (
    select
      date_trunc('month', "orders"."placed")::date as d0,
      "customers"."id" as d1,
      sum("orders"."amount") as v0
    from "orders"
    left join "customers" on "customers"."id" = "orders"."customer_id"
    where "orders"."placed" >= $1::timestamp and "orders"."placed" < $2::timestamp
    group by 1, 2
  ) as nested
  group by 1
),
periods_1 as (
  select unnest(generate_series(date_trunc('month', $3::timestamp)::date::timestamp, date_trunc('month', ($4::timestamp - interval '1 microsecond'))::date::timestamp, interval '1 month'))::date as d0
)
select
  d0 as "orders.placed.month",
  coalesce(max(m0), 0) as "buyers",
  max(m1) as "usual"
from (
  select d0, m0, m1 from groups_1
  union all
  select d0, null as m0, null as m1
  from periods_1
) as filled
group by 1
order by "orders.placed.month" nulls last
limit 21;

-- by a dimension that the query shows each of its groups is one
select
  d0 as "customers.region",
  count(*) as "one",
  sum(v0) as "same"
from (
  select
    "customers"."region" as d0,
    "customers"."region" as d1,
    count(*) as v0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1, 2
) as nested
group by 1
order by "customers.region" nulls last
limit 21;

-- in each of two bins of orders the customers who placed them
with values_1 as (
  select d0
  from (
    select
      "orders"."id" as d0,
      "customers"."id" as d1
    from "orders"
    left join "customers" on "customers"."id" = "orders"."customer_id"
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
  d0 as "orders.id.bin",
  count(*) as "buyers"
from (
  select
    ((select spread_1.least_value from spread_1) + (case when round((cast("orders"."id" as double) - (select spread_1.least_value from spread_1)) * 2 / (select spread_1.range_value from spread_1)) >= 2 then 1 when cast("orders"."id" as double) < ((select spread_1.least_value from spread_1) + round((cast("orders"."id" as double) - (select spread_1.least_value from spread_1)) * 2 / (select spread_1.range_value from spread_1)) * (select spread_1.range_value from spread_1) / 2) then round((cast("orders"."id" as double) - (select spread_1.least_value from spread_1)) * 2 / (select spread_1.range_value from spread_1)) - 1 else round((cast("orders"."id" as double) - (select spread_1.least_value from spread_1)) * 2 / (select spread_1.range_value from spread_1)) end) * (select spread_1.range_value from spread_1) / 2) as d0,
    "customers"."id" as d1
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1, 2
) as nested
group by 1
order by "orders.id.bin" nulls last
limit 21;
-- totals
with values_1 as (
  select d0
  from (
    select
      "orders"."id" as d0,
      "customers"."id" as d1
    from "orders"
    left join "customers" on "customers"."id" = "orders"."customer_id"
    group by 1, 2
  ) as nested
),
spread_1 as (
  select
    min(cast(d0 as double)) as least_value,
    case when max(cast(d0 as double)) - min(cast(d0 as double)) > 0 then max(cast(d0 as double)) - min(cast(d0 as double)) else 1 end as range_value
  from values_1
)
select count(*) as "buyers"
from (
  select "customers"."id" as d0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1
) as nested;

-- what was and what is, of the days of a month beside its total
-- ["2024-02-01 00:00:00","2024-04-01 00:00:00","2024-02-01 00:00:00","2024-04-01 00:00:00","2024-01-01 00:00:00","2024-03-01 00:00:00","2024-01-01 00:00:00","2024-03-01 00:00:00","2024-02-01 00:00:00","2024-04-01 00:00:00"]
with groups_1 as (
  select
    d0,
    max(m0) as m0,
    max(m1) as m1,
    max(m2) as m2,
    max(m3) as m3
  from (
    select
      date_trunc('month', "placed")::date as d0,
      sum("amount") as m0,
      null as m1,
      null as m2,
      null as m3
    from "orders"
    where "placed" >= $1::timestamp and "placed" < $2::timestamp
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
        date_trunc('month', "placed")::date as d0,
        "placed"::date as d1,
        sum("amount") as v0
      from "orders"
      where "placed" >= $3::timestamp and "placed" < $4::timestamp
      group by 1, 2
    ) as nested
    group by 1
    union all
    select
      ((date_trunc('month', "placed")::date) + interval '1 month')::date as d0,
      null as m0,
      null as m1,
      sum("amount") as m2,
      null as m3
    from "orders"
    where "placed" >= $5::timestamp
      and "placed" < $6::timestamp
    group by 1
    union all
    select
      ((d0) + interval '1 month')::date as d0,
      null as m0,
      null as m1,
      null as m2,
      max(v0) as m3
    from (
      select
        date_trunc('month', "placed")::date as d0,
        "placed"::date as d1,
        sum("amount") as v0
      from "orders"
      where "placed" >= $7::timestamp
        and "placed" < $8::timestamp
      group by 1, 2
    ) as nested
    group by 1
  ) as branches
  group by 1
),
periods_1 as (
  select unnest(generate_series(date_trunc('month', $9::timestamp)::date::timestamp, date_trunc('month', ($10::timestamp - interval '1 microsecond'))::date::timestamp, interval '1 month'))::date as d0
)
select
  d0 as "orders.placed.month",
  max(m0) as "orders.total",
  max(m2) as "orders.total@before",
  (max(m0) - max(m2)) / nullif(max(m2), 0) as "orders.total@change",
  max(m1) as "best",
  max(m3) as "best@before",
  (max(m1) - max(m3)) / nullif(max(m3), 0) as "best@change"
from (
  select d0, m0, m1, m2, m3 from groups_1
  union all
  select d0, null as m0, null as m1, null as m2, null as m3
  from periods_1
) as filled
group by 1
order by "orders.placed.month" nulls last
limit 21;
