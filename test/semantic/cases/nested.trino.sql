-- Never run on trino itself: see shared/semantic/dialects/README.md for what it rests on.

-- in each month the median of what customers ordered, and how many ordered
select
  d0 as "orders.placed.month",
  max(m0) as "orders.total",
  max(m1) as "usual",
  coalesce(max(m2), 0) as "buyers"
from (
  select
    cast(date_trunc('month', cast(cast("placed" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as d0,
    sum("amount") as m0,
    null as m1,
    null as m2
  from "orders"
  group by 1
  union all
  select
    d0,
    null as m0,
    sum(cast(v0 as double) * greatest(0e0, 1e0 - abs(r0 - 1e0 - 0.5e0 * (n0 - 1e0)))) as m1,
    count(*) as m2
  from (
    select
      d0,
      v0,
      row_number() over (partition by d0 order by v0 nulls last) as r0,
      count(v0) over (partition by d0) as n0
    from (
      select
        cast(date_trunc('month', cast(cast("orders"."placed" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as d0,
        "customers"."id" as d1,
        sum("orders"."amount") as v0
      from "orders"
      left join "customers" on "customers"."id" = "orders"."customer_id"
      group by 1, 2
    ) as nested
  ) as ranked
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
    sum(cast(v0 as double) * greatest(0e0, 1e0 - abs(r0 - 1e0 - 0.5e0 * (n0 - 1e0)))) as m1,
    count(*) as m2
  from (
    select
      v0,
      row_number() over (order by v0 nulls last) as r0,
      count(v0) over () as n0
    from (
      select
        "customers"."id" as d0,
        sum("orders"."amount") as v0
      from "orders"
      left join "customers" on "customers"."id" = "orders"."customer_id"
      group by 1
    ) as nested
  ) as ranked
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
      "order_id" as j0,
      "sku" as d0
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
  avg(cast(v0 as double)) as "mean",
  sum(cast(v0 as double) * greatest(0e0, 1e0 - abs(r0 - 1e0 - 0.75e0 * (n0 - 1e0)))) as "upper",
  count(*) as "buyers"
from (
  select
    d0,
    v0,
    row_number() over (partition by d0 order by v0 nulls last) as r0,
    count(v0) over (partition by d0) as n0
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
) as ranked
group by 1
order by "items.sku" nulls last
limit 21;
-- totals
select
  avg(cast(v0 as double)) as "mean",
  sum(cast(v0 as double) * greatest(0e0, 1e0 - abs(r0 - 1e0 - 0.75e0 * (n0 - 1e0)))) as "upper",
  count(*) as "buyers"
from (
  select
    v0,
    row_number() over (order by v0 nulls last) as r0,
    count(v0) over () as n0
  from (
    select
      "customers"."name" as d0,
      sum("items"."quantity") as v0
    from "items"
    left join "orders" on "orders"."id" = "items"."order_id"
    left join "customers" on "customers"."id" = "orders"."customer_id"
    group by 1
  ) as nested
) as ranked;

-- in a subtotal and in the totals each customer counts once, with what is theirs there
with results_1 as (
  select
    d0,
    d1,
    avg(cast(v0 as double)) as x0,
    count(*) as x1,
    2 as level
  from (
    select
      "customers"."region" as d0,
      cast(date_trunc('month', cast(cast("orders"."placed" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as d1,
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
    avg(cast(v0 as double)) as x0,
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
  avg(cast(v0 as double)) as "usual",
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
      where "customers"."region" in (?)
    )
  ) as "own_orders"
  union all
  select
    null as m0,
    avg(cast(v0 as double)) as m1,
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
        where "customers"."region" in (?)
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
      where "customers"."region" in (?)
    )
  ) as "own_orders"
  union all
  select
    null as m0,
    avg(cast(v0 as double)) as m1,
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
        where "customers"."region" in (?)
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
  avg(cast(v0 as double)) as "avg",
  min(v0) as "min",
  sum(cast(v0 as double) * greatest(0e0, 1e0 - abs(r0 - 1e0 - 0.5e0 * (n0 - 1e0)))) as "median",
  count(*) as "count"
from (
  select
    v0,
    row_number() over (order by v0 nulls last) as r0,
    count(v0) over () as n0
  from (
    select
      "customers"."id" as d0,
      sum("orders"."amount") as v0
    from "orders"
    left join "customers" on "customers"."id" = "orders"."customer_id"
    where "customers"."name" in (?, ?)
    group by 1
  ) as nested
) as ranked;

-- of no values all is null but the count
-- ["Cid"]
select
  sum(v0) as "sum",
  max(v0) as "max",
  sum(cast(v0 as double) * greatest(0e0, 1e0 - abs(r0 - 1e0 - 0.9e0 * (n0 - 1e0)))) as "upper",
  count(*) as "count"
from (
  select
    v0,
    row_number() over (order by v0 nulls last) as r0,
    count(v0) over () as n0
  from (
    select
      "customers"."id" as d0,
      sum("orders"."amount") as v0
    from "orders"
    left join "customers" on "customers"."id" = "orders"."customer_id"
    where "customers"."name" = ?
    group by 1
  ) as nested
) as ranked;

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
  where "customers"."name" = ?
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
    sum(cast(v0 as double) * greatest(0e0, 1e0 - abs(r0 - 1e0 - 0.5e0 * (n0 - 1e0)))) as m0,
    count(*) as m1,
    null as m2,
    null as m3
  from (
    select
      v0,
      row_number() over (order by v0 nulls last) as r0,
      count(v0) over () as n0
    from (
      select
        "customers"."name" as d0,
        1e0 * sum(case when "orders".status = 'paid' then "orders"."amount" end) / nullif(sum("orders"."amount"), 0) as v0
      from "orders"
      left join "customers" on "customers"."id" = "orders"."customer_id"
      group by 1
    ) as nested
  ) as ranked
  union all
  select
    null as m0,
    null as m1,
    sum(v0) as m2,
    count(*) as m3
  from (
    select
      d0,
      1e0 * coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0) as v0
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
    cast(date_trunc('month', cast(cast("placed" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as d0,
    sum("amount") as m0,
    null as m1
  from "orders"
  group by 1
  union all
  select
    d0,
    null as m0,
    sum(cast(v0 as double) * greatest(0e0, 1e0 - abs(r0 - 1e0 - 0.5e0 * (n0 - 1e0)))) as m1
  from (
    select
      d0,
      v0,
      row_number() over (partition by d0 order by v0 nulls last) as r0,
      count(v0) over (partition by d0) as n0
    from (
      select
        cast(date_trunc('month', cast(cast("orders"."placed" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as d0,
        "customers"."id" as d1,
        sum("orders"."amount") as v0
      from "orders"
      left join "customers" on "customers"."id" = "orders"."customer_id"
      group by 1, 2
    ) as nested
  ) as ranked
  group by 1
) as branches
group by 1
having max(m1) > cast(? as bigint)
order by "usual" desc nulls last, "orders.placed.month" nulls last
limit 21;
-- totals
-- ["16"]
with picked_1 as (
  select d0
  from (
    select
      cast(date_trunc('month', cast(cast("placed" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as d0,
      null as m0
    from "orders"
    group by 1
    union all
    select
      d0,
      sum(cast(v0 as double) * greatest(0e0, 1e0 - abs(r0 - 1e0 - 0.5e0 * (n0 - 1e0)))) as m0
    from (
      select
        d0,
        v0,
        row_number() over (partition by d0 order by v0 nulls last) as r0,
        count(v0) over (partition by d0) as n0
      from (
        select
          cast(date_trunc('month', cast(cast("orders"."placed" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as d0,
          "customers"."id" as d1,
          sum("orders"."amount") as v0
        from "orders"
        left join "customers" on "customers"."id" = "orders"."customer_id"
        group by 1, 2
      ) as nested
    ) as ranked
    group by 1
  ) as branches
  group by 1
  having max(m0) > cast(? as bigint)
)
select
  max(m0) as "orders.total",
  max(m1) as "usual"
from (
  select
    sum("orders"."amount") as m0,
    null as m1
  from "orders"
  where json_format(cast(array[cast(cast(date_trunc('month', cast(cast("orders"."placed" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as json)] as json)) in (
    select json_format(cast(array[cast(picked_1.d0 as json)] as json))
    from picked_1
  )
  union all
  select
    null as m0,
    sum(cast(v0 as double) * greatest(0e0, 1e0 - abs(r0 - 1e0 - 0.5e0 * (n0 - 1e0)))) as m1
  from (
    select
      v0,
      row_number() over (order by v0 nulls last) as r0,
      count(v0) over () as n0
    from (
      select
        "customers"."id" as d0,
        sum("orders"."amount") as v0
      from "orders"
      left join "customers" on "customers"."id" = "orders"."customer_id"
      where json_format(cast(array[cast(cast(date_trunc('month', cast(cast("orders"."placed" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as json)] as json)) in (
        select json_format(cast(array[cast(picked_1.d0 as json)] as json))
        from picked_1
      )
      group by 1
    ) as nested
  ) as ranked
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
      cast(date_trunc('month', cast(cast("orders"."placed" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as d0,
      "customers"."id" as d1
    from "orders"
    left join "customers" on "customers"."id" = "orders"."customer_id"
    group by 1, 2
  ) as nested
  group by 1
  union all
  select
    cast(date_trunc('month', cast(cast("placed" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as d0,
    null as m0,
    sum("amount") as m1
  from "orders"
  group by 1
) as branches
group by 1
having (coalesce(max(m0), 0) > cast(? as bigint) or max(m1) < cast(? as bigint))
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
        cast(date_trunc('month', cast(cast("orders"."placed" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as d0,
        "customers"."id" as d1
      from "orders"
      left join "customers" on "customers"."id" = "orders"."customer_id"
      group by 1, 2
    ) as nested
    group by 1
    union all
    select
      cast(date_trunc('month', cast(cast("placed" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as d0,
      null as m0,
      sum("amount") as m1
    from "orders"
    group by 1
  ) as branches
  group by 1
  having (coalesce(max(m0), 0) > cast(? as bigint) or max(m1) < cast(? as bigint))
)
select count(*) as "buyers"
from (
  select "customers"."id" as d0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  where json_format(cast(array[cast(cast(date_trunc('month', cast(cast("orders"."placed" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as json)] as json)) in (
    select json_format(cast(array[cast(picked_1.d0 as json)] as json))
    from picked_1
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
    cast(date_trunc('month', cast(cast("placed" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as d0,
    avg(cast("amount" as double)) as m0,
    null as m1
  from "orders"
  group by 1
  union all
  select
    d0,
    null as m0,
    sum(cast(v0 as double) * greatest(0e0, 1e0 - abs(r0 - 1e0 - 0.5e0 * (n0 - 1e0)))) as m1
  from (
    select
      d0,
      v0,
      row_number() over (partition by d0 order by v0 nulls last) as r0,
      count(v0) over (partition by d0) as n0
    from (
      select
        cast(date_trunc('month', cast(cast("orders"."placed" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as d0,
        "customers"."id" as d1,
        sum("orders"."amount") as v0
      from "orders"
      left join "customers" on "customers"."id" = "orders"."customer_id"
      group by 1, 2
    ) as nested
  ) as ranked
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
    cast(date_trunc('month', cast(cast("orders"."placed" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as d0,
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
      cast(date_trunc('month', cast(cast("orders"."placed" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as d0,
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
  where json_format(cast(array[cast(cast(date_trunc('month', cast(cast("orders"."placed" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as json)] as json)) in (
    select json_format(cast(array[cast(picked_1.d0 as json)] as json))
    from picked_1
  )
  group by 1
) as nested;

-- top by it keeps the regions whose customers spend the most
with results_1 as (
  select
    d0,
    avg(cast(v0 as double)) as x0
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
    and json_format(cast(array[cast("customers"."region" as json)] as json)) in (
      select json_format(cast(array[cast(asked_1.d0 as json)] as json))
      from asked_1
    )
  group by 1, 2
  union all
  select
    d0,
    d1,
    null as m0,
    avg(cast(v0 as double)) as m1
  from (
    select
      "customers"."region" as d0,
      "orders"."status" as d1,
      "customers"."id" as d2,
      sum("orders"."amount") as v0
    from "orders"
    left join "customers" on "customers"."id" = "orders"."customer_id"
    where "customers"."region" is not null
      and json_format(cast(array[cast("customers"."region" as json)] as json)) in (
        select json_format(cast(array[cast(asked_1.d0 as json)] as json))
        from asked_1
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
  avg(cast(v0 as double)) as "usual",
  count(*) as "buyers"
from (
  select
    case when asked_1.place is not null then cast("customers"."region" as varchar) else ? end as d0,
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
  avg(cast(v0 as double)) as "usual",
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
    case when asked_1.place is not null then cast("customers"."region" as varchar) else ? end as d0,
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
      cast(date_trunc('month', cast(cast("orders"."placed" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as d0,
      "customers"."id" as d1
    from "orders"
    left join "customers" on "customers"."id" = "orders"."customer_id"
    group by 1, 2
  ) as nested
  group by 1
),
periods_1 as (
  select date_add('month', many * 10000 + few, lo) as d0
  from (
    select
      min(d0) as lo,
      max(d0) as hi
    from groups_1
  ) as bounds
  cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
  cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
  where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
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
  and c1 < cast(? as bigint)
order by "orders.placed.month" nulls last
limit 21;

-- beside an earlier span each has its own groups
-- ["2024-03-01 00:00:00","2024-04-01 00:00:00","2024-01-01 00:00:00","2024-02-01 00:00:00"]
select
  d0 as "customers.region",
  max(m0) as "usual",
  max(m2) as "usual@before",
  1e0 * (max(m0) - max(m2)) / nullif(max(m2), 0) as "usual@change",
  coalesce(max(m1), 0) as "buyers",
  coalesce(max(m3), 0) as "buyers@before",
  1e0 * (coalesce(max(m1), 0) - coalesce(max(m3), 0)) / nullif(coalesce(max(m3), 0), 0) as "buyers@change"
from (
  select
    d0,
    avg(cast(v0 as double)) as m0,
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
    where "orders"."placed" >= cast(? as timestamp(6)) and "orders"."placed" < cast(? as timestamp(6))
    group by 1, 2
  ) as nested
  group by 1
  union all
  select
    d0,
    null as m0,
    null as m1,
    avg(cast(v0 as double)) as m2,
    count(*) as m3
  from (
    select
      "customers"."region" as d0,
      "customers"."id" as d1,
      sum("orders"."amount") as v0
    from "orders"
    left join "customers" on "customers"."id" = "orders"."customer_id"
    where "orders"."placed" >= cast(? as timestamp(6))
      and "orders"."placed" < cast(? as timestamp(6))
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
  1e0 * (max(m0) - max(m2)) / nullif(max(m2), 0) as "usual@change",
  coalesce(max(m1), 0) as "buyers",
  coalesce(max(m3), 0) as "buyers@before",
  1e0 * (coalesce(max(m1), 0) - coalesce(max(m3), 0)) / nullif(coalesce(max(m3), 0), 0) as "buyers@change"
from (
  select
    avg(cast(v0 as double)) as m0,
    count(*) as m1,
    null as m2,
    null as m3
  from (
    select
      "customers"."id" as d0,
      sum("orders"."amount") as v0
    from "orders"
    left join "customers" on "customers"."id" = "orders"."customer_id"
    where "orders"."placed" >= cast(? as timestamp(6)) and "orders"."placed" < cast(? as timestamp(6))
    group by 1
  ) as nested
  union all
  select
    null as m0,
    null as m1,
    avg(cast(v0 as double)) as m2,
    count(*) as m3
  from (
    select
      "customers"."id" as d0,
      sum("orders"."amount") as v0
    from "orders"
    left join "customers" on "customers"."id" = "orders"."customer_id"
    where "orders"."placed" >= cast(? as timestamp(6))
      and "orders"."placed" < cast(? as timestamp(6))
    group by 1
  ) as nested
) as branches;

-- the best day of each month, in the query's timezone
select
  d0 as "orders.placed.month",
  max(v0) as "best day"
from (
  select
    cast(date_trunc('month', cast(cast("placed" as timestamp(6) with time zone) at time zone 'Europe/Berlin' as timestamp(6))) as date) as d0,
    cast(cast(cast("placed" as timestamp(6) with time zone) at time zone 'Europe/Berlin' as timestamp(6)) as date) as d1,
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
    cast(cast(cast("placed" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as day,
    sum("amount") as s0
  from "orders"
  group by 1
),
periods_1 as (
  select date_add('month', many * 10000 + few, lo) as d0
  from (
    select
      min(cast(date_trunc('month', day) as date)) as lo,
      max(cast(date_trunc('month', day) as date)) as hi
    from facts_1
  ) as bounds
  cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
  cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
  where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
)
select
  min(v0) as "least",
  avg(cast(v0 as double)) as "mean",
  count(*) as "months"
from (
  select
    d0,
    sum(s0) as v0
  from facts_1
  join periods_1 on day < date_add('month', 1, d0)
  group by 1
) as nested;

-- of a window in each period of the query
with facts_1 as (
  select
    cast(cast(cast("placed" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as day,
    sum("amount") as s0
  from "orders"
  group by 1
),
periods_1 as (
  select date_add('month', many * 10000 + few, lo) as d0
  from (
    select
      min(cast(date_trunc('month', day) as date)) as lo,
      max(cast(date_trunc('month', day) as date)) as hi
    from facts_1
  ) as bounds
  cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
  cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
  where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
),
facts_2 as (
  select
    "customers"."name" as d1,
    cast(cast(cast("orders"."placed" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as day,
    sum("orders"."amount") as s0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1, 2
),
periods_2 as (
  select date_add('month', many * 10000 + few, lo) as d0
  from (
    select
      min(cast(date_trunc('month', day) as date)) as lo,
      max(cast(date_trunc('month', day) as date)) as hi
    from facts_2
  ) as bounds
  cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
  cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
  where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
),
spans_1 as (
  select
    day as on_day,
    d0
  from (select distinct day from facts_2) as days
  join periods_2 on day < date_add('month', 1, d0)
)
select
  d0 as "orders.placed.month",
  max(m0) as "orders.running",
  max(m1) as "most",
  coalesce(max(m2), 0) as "so many"
from (
  select
    d0,
    sum(s0) as m0,
    null as m1,
    null as m2
  from facts_1
  join periods_1 on day < date_add('month', 1, d0)
  group by 1
  union all
  select
    d0,
    null as m0,
    max(v0) as m1,
    count(*) as m2
  from (
    select
      d0,
      d1,
      sum(s0) as v0
    from facts_2
    join spans_1 on on_day = day
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
  having count(*) >= cast(? as bigint)
)
select
  count(*) as "nested",
  avg(cast(v0_ as double)) as "v0",
  avg(cast(v1 as double)) as "d0"
from (
  select
    "customers"."id" as d0_,
    sum("orders"."amount") as v0_,
    count(*) as v1
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  where json_format(cast(array[cast("customers"."id" as json)] as json)) in (
    select json_format(cast(array[cast(asked_1.d0_ as json)] as json))
    from asked_1
  )
  group by 1
) as nested_;

-- months without orders have no groups
-- ["2024-03-01 00:00:00","2024-05-01 00:00:00","2024-03-01 00:00:00","2024-04-30 23:59:59.999999"]
with groups_1 as (
  select
    d0,
    count(*) as m0,
    avg(cast(v0 as double)) as m1
  from (
    select
      cast(date_trunc('month', cast(cast("orders"."placed" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as d0,
      "customers"."id" as d1,
      sum("orders"."amount") as v0
    from "orders"
    left join "customers" on "customers"."id" = "orders"."customer_id"
    where "orders"."placed" >= cast(? as timestamp(6)) and "orders"."placed" < cast(? as timestamp(6))
    group by 1, 2
  ) as nested
  group by 1
),
periods_1 as (
  select date_add('month', many * 10000 + few, lo) as d0
  from (
    select cast(date_trunc('month', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as lo, cast(date_trunc('month', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as hi
  ) as bounds
  cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
  cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
  where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
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
-- ["2024-02-01 00:00:00","2024-04-01 00:00:00","2024-02-01 00:00:00","2024-04-01 00:00:00","2024-01-01 00:00:00","2024-03-01 00:00:00","2024-01-01 00:00:00","2024-03-01 00:00:00","2024-02-01 00:00:00","2024-03-31 23:59:59.999999"]
with groups_1 as (
  select
    d0,
    max(m0) as m0,
    max(m1) as m1,
    max(m2) as m2,
    max(m3) as m3
  from (
    select
      cast(date_trunc('month', cast(cast("placed" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as d0,
      sum("amount") as m0,
      null as m1,
      null as m2,
      null as m3
    from "orders"
    where "placed" >= cast(? as timestamp(6)) and "placed" < cast(? as timestamp(6))
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
        cast(date_trunc('month', cast(cast("placed" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as d0,
        cast(cast(cast("placed" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as d1,
        sum("amount") as v0
      from "orders"
      where "placed" >= cast(? as timestamp(6)) and "placed" < cast(? as timestamp(6))
      group by 1, 2
    ) as nested
    group by 1
    union all
    select
      cast((date_add('month', 1, (cast(date_trunc('month', cast(cast("placed" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date)))) as date) as d0,
      null as m0,
      null as m1,
      sum("amount") as m2,
      null as m3
    from "orders"
    where "placed" >= cast(? as timestamp(6))
      and "placed" < cast(? as timestamp(6))
    group by 1
    union all
    select
      cast((date_add('month', 1, (d0))) as date) as d0,
      null as m0,
      null as m1,
      null as m2,
      max(v0) as m3
    from (
      select
        cast(date_trunc('month', cast(cast("placed" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as d0,
        cast(cast(cast("placed" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as d1,
        sum("amount") as v0
      from "orders"
      where "placed" >= cast(? as timestamp(6))
        and "placed" < cast(? as timestamp(6))
      group by 1, 2
    ) as nested
    group by 1
  ) as branches
  group by 1
),
periods_1 as (
  select date_add('month', many * 10000 + few, lo) as d0
  from (
    select cast(date_trunc('month', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as lo, cast(date_trunc('month', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as hi
  ) as bounds
  cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
  cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
  where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
)
select
  d0 as "orders.placed.month",
  max(m0) as "orders.total",
  max(m2) as "orders.total@before",
  1e0 * (max(m0) - max(m2)) / nullif(max(m2), 0) as "orders.total@change",
  max(m1) as "best",
  max(m3) as "best@before",
  1e0 * (max(m1) - max(m3)) / nullif(max(m3), 0) as "best@change"
from (
  select d0, m0, m1, m2, m3 from groups_1
  union all
  select d0, null as m0, null as m1, null as m2, null as m3
  from periods_1
) as filled
group by 1
order by "orders.placed.month" nulls last
limit 21;
