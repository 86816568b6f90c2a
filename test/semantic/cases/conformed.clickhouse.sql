-- two facts meet on two shared dimensions at once
select
  d0 as "customers.name",
  d1 as "days.season",
  max(m0) as "orders.total",
  max(m1) as "returns.total"
from (
  select
    "customers"."name" as d0,
    "days"."season" as d1,
    sumOrNull("orders"."amount" + toDecimal128(0, 0)) as m0,
    null as m1
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  left join "days" on "days"."day" = "orders"."day"
  group by 1, 2
  union all
  select
    "customers"."name" as d0,
    "days"."season" as d1,
    null as m0,
    sumOrNull("returns"."amount" + toDecimal128(0, 0)) as m1
  from "returns"
  left join "customers" on "customers"."id" = "returns"."customer_id"
  left join "days" on "days"."day" = "returns"."day"
  group by 1, 2
) as branches
group by 1, 2
order by 1 nulls last, 2 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- a filter on a shared dimension acts on each fact itself
-- ["summer","ann","summer","ann"]
select
  max(m0) as "orders.total",
  max(m1) as "returns.total"
from (
  select
    sumOrNull("orders"."amount" + toDecimal128(0, 0)) as m0,
    null as m1
  from "orders"
  left join "days" on "days"."day" = "orders"."day"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  where "days"."season" = {p1:String}
    and "customers"."name" = {p2:String}
  union all
  select
    null as m0,
    sumOrNull("returns"."amount" + toDecimal128(0, 0)) as m1
  from "returns"
  left join "days" on "days"."day" = "returns"."day"
  left join "customers" on "customers"."id" = "returns"."customer_id"
  where "days"."season" = {p3:String}
    and "customers"."name" = {p4:String}
) as branches
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- three facts meet on what all of them share
select
  d0 as "days.season",
  max(m0) as "orders.total",
  max(m1) as "returns.total",
  coalesce(max(m2), 0) as "deliveries.count"
from (
  select
    "days"."season" as d0,
    sumOrNull("orders"."amount" + toDecimal128(0, 0)) as m0,
    null as m1,
    null as m2
  from "orders"
  left join "days" on "days"."day" = "orders"."day"
  group by 1
  union all
  select
    "days"."season" as d0,
    null as m0,
    sumOrNull("returns"."amount" + toDecimal128(0, 0)) as m1,
    null as m2
  from "returns"
  left join "days" on "days"."day" = "returns"."day"
  group by 1
  union all
  select
    "days"."season" as d0,
    null as m0,
    null as m1,
    count(*) as m2
  from "deliveries"
  left join "days" on "days"."day" = "deliveries"."day"
  group by 1
) as branches
group by 1
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- a ratio across facts, a filter on it, and an order after the stitch
-- ["0"]
select
  d0 as "customers.name",
  1e0 * max(m0) / nullif(max(m1), 0) as "orders.return_rate",
  max(m1) as "orders.total"
from (
  select
    "customers"."name" as d0,
    sumOrNull("returns"."amount" + toDecimal128(0, 0)) as m0,
    null as m1
  from "returns"
  left join "customers" on "customers"."id" = "returns"."customer_id"
  group by 1
  union all
  select
    "customers"."name" as d0,
    null as m0,
    sumOrNull("orders"."amount" + toDecimal128(0, 0)) as m1
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1
) as branches
group by 1
having (1e0 * max(m0) / nullif(max(m1), 0)) > {p1:Int64}
order by 2 desc nulls last, 1 nulls last
limit 2
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- a fact that shares only a coarser dimension is counted once per group
select
  d0 as "orders.channel",
  max(m0) as "orders.total",
  coalesce(max(m1), 0) as "customers.count"
from (
  select
    "channel" as d0,
    sumOrNull("amount" + toDecimal128(0, 0)) as m0,
    null as m1
  from "orders"
  group by 1
  union all
  select
    "orders".d0 as d0,
    null as m0,
    count(*) as m1
  from "customers"
  left join (
    select distinct
      "customer_id" as j0,
      "channel" as d0
    from "orders"
  ) as "orders" on "orders".j0 = "customers"."id"
  group by 1
) as branches
group by 1
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- where a query names every step to a measure, its dimensions lie on that way
select
  "orders".d0 as "days.season",
  sumOrNull("returns"."amount" + toDecimal128(0, 0)) as "customers.returns.total"
from "returns"
left join "customers" on "customers"."id" = "returns"."customer_id"
left join (
  select distinct
    "orders"."customer_id" as j0,
    "days"."season" as d0
  from "orders"
  left join "days" on "days"."day" = "orders"."day"
) as "orders" on "orders".j0 = "customers"."id"
group by 1
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- totals of two facts in the groups that a filter on one of them picks
-- ["10"]
select
  d0 as "customers.name",
  d1 as "days.season",
  max(m0) as "orders.total",
  max(m1) as "returns.total"
from (
  select
    "customers"."name" as d0,
    "days"."season" as d1,
    sumOrNull("orders"."amount" + toDecimal128(0, 0)) as m0,
    null as m1
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  left join "days" on "days"."day" = "orders"."day"
  group by 1, 2
  union all
  select
    "customers"."name" as d0,
    "days"."season" as d1,
    null as m0,
    sumOrNull("returns"."amount" + toDecimal128(0, 0)) as m1
  from "returns"
  left join "customers" on "customers"."id" = "returns"."customer_id"
  left join "days" on "days"."day" = "returns"."day"
  group by 1, 2
) as branches
group by 1, 2
having max(m1) < {p1:Int64}
order by 1 nulls last, 2 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- totals
-- ["10"]
with picked_1 as (
  select
    d0,
    d1
  from (
    select
      "customers"."name" as d0,
      "days"."season" as d1,
      null as m0
    from "orders"
    left join "customers" on "customers"."id" = "orders"."customer_id"
    left join "days" on "days"."day" = "orders"."day"
    group by 1, 2
    union all
    select
      "customers"."name" as d0,
      "days"."season" as d1,
      sumOrNull("returns"."amount" + toDecimal128(0, 0)) as m0
    from "returns"
    left join "customers" on "customers"."id" = "returns"."customer_id"
    left join "days" on "days"."day" = "returns"."day"
    group by 1, 2
  ) as branches
  group by 1, 2
  having max(m0) < {p1:Int64}
)
select
  max(m0) as "orders.total",
  max(m1) as "returns.total"
from (
  select
    sumOrNull("orders"."amount" + toDecimal128(0, 0)) as m0,
    null as m1
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  left join "days" on "days"."day" = "orders"."day"
  where toJSONString(tuple("customers"."name", "days"."season")) in (
    select toJSONString(tuple(picked_1.d0, picked_1.d1))
    from picked_1
  )
  union all
  select
    null as m0,
    sumOrNull("returns"."amount" + toDecimal128(0, 0)) as m1
  from "returns"
  left join "customers" on "customers"."id" = "returns"."customer_id"
  left join "days" on "days"."day" = "returns"."day"
  where toJSONString(tuple("customers"."name", "days"."season")) in (
    select toJSONString(tuple(picked_1.d0, picked_1.d1))
    from picked_1
  )
) as branches
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
