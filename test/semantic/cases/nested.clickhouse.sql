-- in each month the median of what customers ordered, and how many ordered
select
  d0 as "orders.placed.month",
  max(m0) as "orders.total",
  max(m1) as "usual",
  coalesce(max(m2), 0) as "buyers"
from (
  select
    toStartOfMonth(toDate32(toTimeZone("placed", 'UTC'))) as d0,
    sumOrNull("amount" + toDecimal128(0, 0)) as m0,
    null as m1,
    null as m2
  from "orders"
  group by 1
  union all
  select
    d0,
    null as m0,
    quantileExactInclusiveOrNull(0.5)(toFloat64(v0)) as m1,
    count(*) as m2
  from (
    select
      toStartOfMonth(toDate32(toTimeZone("orders"."placed", 'UTC'))) as d0,
      "customers"."id" as d1,
      sumOrNull("orders"."amount" + toDecimal128(0, 0)) as v0
    from "orders"
    left join "customers" on "customers"."id" = "orders"."customer_id"
    group by 1, 2
  ) as nested
  group by 1
) as branches
group by 1
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- totals
select
  max(m0) as "orders.total",
  max(m1) as "usual",
  coalesce(max(m2), 0) as "buyers"
from (
  select
    sumOrNull("amount" + toDecimal128(0, 0)) as m0,
    null as m1,
    null as m2
  from "orders"
  union all
  select
    null as m0,
    quantileExactInclusiveOrNull(0.5)(toFloat64(v0)) as m1,
    count(*) as m2
  from (
    select
      "customers"."id" as d0,
      sumOrNull("orders"."amount" + toDecimal128(0, 0)) as v0
    from "orders"
    left join "customers" on "customers"."id" = "orders"."customer_id"
    group by 1
  ) as nested
) as branches
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- an order with two lines of a product counts once for its customer
select
  d0 as "items.sku",
  maxOrNull(v0) as "most",
  sumOrNull(v0 + toDecimal128(0, 0)) as "whole"
from (
  select
    "items".d0 as d0,
    "customers"."name" as d1,
    sumOrNull("orders"."amount" + toDecimal128(0, 0)) as v0
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
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- lines are grouped by the customer of their order
select
  d0 as "items.sku",
  avgOrNull(v0) as "mean",
  quantileExactInclusiveOrNull(0.75)(toFloat64(v0)) as "upper",
  count(*) as "buyers"
from (
  select
    "items"."sku" as d0,
    "customers"."name" as d1,
    sumOrNull("items"."quantity" + toDecimal128(0, 0)) as v0
  from "items"
  left join "orders" on "orders"."id" = "items"."order_id"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1, 2
) as nested
group by 1
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- totals
select
  avgOrNull(v0) as "mean",
  quantileExactInclusiveOrNull(0.75)(toFloat64(v0)) as "upper",
  count(*) as "buyers"
from (
  select
    "customers"."name" as d0,
    sumOrNull("items"."quantity" + toDecimal128(0, 0)) as v0
  from "items"
  left join "orders" on "orders"."id" = "items"."order_id"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1
) as nested
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- in a subtotal and in the totals each customer counts once, with what is theirs there
with results_1 as (
  select
    d0,
    d1,
    avgOrNull(v0) as x0,
    count(*) as x1,
    2 as level
  from (
    select
      "customers"."region" as d0,
      toStartOfMonth(toDate32(toTimeZone("orders"."placed", 'UTC'))) as d1,
      "customers"."id" as d2,
      sumOrNull("orders"."amount" + toDecimal128(0, 0)) as v0
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
    avgOrNull(v0) as x0,
    count(*) as x1,
    1 as level
  from (
    select
      "customers"."region" as d0,
      "customers"."id" as d1,
      sumOrNull("orders"."amount" + toDecimal128(0, 0)) as v0
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
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- totals
select
  avgOrNull(v0) as "usual",
  count(*) as "buyers",
  null as "subtotal"
from (
  select
    "customers"."id" as d0,
    sumOrNull("orders"."amount" + toDecimal128(0, 0)) as v0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1
) as nested
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

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
      where "customers"."region" in ({p1:String})
    )
  ) as "own_orders"
  union all
  select
    null as m0,
    avgOrNull(v0) as m1,
    count(*) as m2
  from (
    select
      "customers"."id" as d0,
      sumOrNull("own_orders"."amount" + toDecimal128(0, 0)) as v0
    from (
      select *
      from "orders" as "own_orders"
      where "own_orders"."customer_id" in (
        select "customers"."id"
        from "customers"
        where "customers"."region" in ({p2:String})
      )
    ) as "own_orders"
    left join "customers" on "customers"."id" = "own_orders"."customer_id"
    group by 1
  ) as nested
) as branches
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
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
      where "customers"."region" in ({p1:String})
    )
  ) as "own_orders"
  union all
  select
    null as m0,
    avgOrNull(v0) as m1,
    count(*) as m2
  from (
    select
      "customers"."id" as d0,
      sumOrNull("own_orders"."amount" + toDecimal128(0, 0)) as v0
    from (
      select *
      from "orders" as "own_orders"
      where "own_orders"."customer_id" in (
        select "customers"."id"
        from "customers"
        where "customers"."region" in ({p2:String})
      )
    ) as "own_orders"
    left join "customers" on "customers"."id" = "own_orders"."customer_id"
    group by 1
  ) as nested
) as branches
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

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
) as nested
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- a group without a value is counted and otherwise left out
-- ["Cid","Dee"]
select
  sumOrNull(v0 + toDecimal128(0, 0)) as "sum",
  avgOrNull(v0) as "avg",
  minOrNull(v0) as "min",
  quantileExactInclusiveOrNull(0.5)(toFloat64(v0)) as "median",
  count(*) as "count"
from (
  select
    "customers"."id" as d0,
    sumOrNull("orders"."amount" + toDecimal128(0, 0)) as v0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  where "customers"."name" in ({p1:String}, {p2:String})
  group by 1
) as nested
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- of no values all is null but the count
-- ["Cid"]
select
  sumOrNull(v0 + toDecimal128(0, 0)) as "sum",
  maxOrNull(v0) as "max",
  quantileExactInclusiveOrNull(0.9)(toFloat64(v0)) as "upper",
  count(*) as "count"
from (
  select
    "customers"."id" as d0,
    sumOrNull("orders"."amount" + toDecimal128(0, 0)) as v0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  where "customers"."name" = {p1:String}
  group by 1
) as nested
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- without rows there are no groups
-- ["Nobody"]
select
  sumOrNull(v0 + toDecimal128(0, 0)) as "sum",
  count(*) as "count"
from (
  select
    "customers"."id" as d0,
    count(*) as v0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  where "customers"."name" = {p1:String}
  group by 1
) as nested
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

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
    maxOrNull(v0) as m2
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
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- the least and greatest of texts and moments
select
  d0 as "customers.region",
  maxOrNull(v0) as "last status",
  minOrNull(v1) as "longest ago"
from (
  select
    "customers"."region" as d0,
    "customers"."id" as d1,
    minOrNull("orders"."status") as v0,
    maxOrNull("orders"."placed") as v1
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1, 2
) as nested
group by 1
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- of a quotient, and of one over two facts
select
  max(m0) as "share",
  coalesce(max(m1), 0) as "shares",
  max(m2) as "per visit",
  coalesce(max(m3), 0) as "all"
from (
  select
    quantileExactInclusiveOrNull(0.5)(toFloat64(v0)) as m0,
    count(*) as m1,
    null as m2,
    null as m3
  from (
    select
      "customers"."name" as d0,
      1e0 * sumOrNull((case when "orders".status = 'paid' then "orders"."amount" end) + toDecimal128(0, 0)) / nullif(sumOrNull("orders"."amount" + toDecimal128(0, 0)), 0) as v0
    from "orders"
    left join "customers" on "customers"."id" = "orders"."customer_id"
    group by 1
  ) as nested
  union all
  select
    null as m0,
    null as m1,
    sumOrNull(v0 + toDecimal128(0, 0)) as m2,
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
) as branches
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- a filter on it leaves groups out, and their rows out of the totals
-- ["16"]
select
  d0 as "orders.placed.month",
  max(m0) as "orders.total",
  max(m1) as "usual"
from (
  select
    toStartOfMonth(toDate32(toTimeZone("placed", 'UTC'))) as d0,
    sumOrNull("amount" + toDecimal128(0, 0)) as m0,
    null as m1
  from "orders"
  group by 1
  union all
  select
    d0,
    null as m0,
    quantileExactInclusiveOrNull(0.5)(toFloat64(v0)) as m1
  from (
    select
      toStartOfMonth(toDate32(toTimeZone("orders"."placed", 'UTC'))) as d0,
      "customers"."id" as d1,
      sumOrNull("orders"."amount" + toDecimal128(0, 0)) as v0
    from "orders"
    left join "customers" on "customers"."id" = "orders"."customer_id"
    group by 1, 2
  ) as nested
  group by 1
) as branches
group by 1
having max(m1) > {p1:Int64}
order by 3 desc nulls last, 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- totals
-- ["16"]
with picked_1 as (
  select d0
  from (
    select
      toStartOfMonth(toDate32(toTimeZone("placed", 'UTC'))) as d0,
      null as m0
    from "orders"
    group by 1
    union all
    select
      d0,
      quantileExactInclusiveOrNull(0.5)(toFloat64(v0)) as m0
    from (
      select
        toStartOfMonth(toDate32(toTimeZone("orders"."placed", 'UTC'))) as d0,
        "customers"."id" as d1,
        sumOrNull("orders"."amount" + toDecimal128(0, 0)) as v0
      from "orders"
      left join "customers" on "customers"."id" = "orders"."customer_id"
      group by 1, 2
    ) as nested
    group by 1
  ) as branches
  group by 1
  having max(m0) > {p1:Int64}
)
select
  max(m0) as "orders.total",
  max(m1) as "usual"
from (
  select
    sumOrNull("orders"."amount" + toDecimal128(0, 0)) as m0,
    null as m1
  from "orders"
  where toJSONString(tuple(toStartOfMonth(toDate32(toTimeZone("orders"."placed", 'UTC'))))) in (
    select toJSONString(tuple(picked_1.d0))
    from picked_1
  )
  union all
  select
    null as m0,
    quantileExactInclusiveOrNull(0.5)(toFloat64(v0)) as m1
  from (
    select
      "customers"."id" as d0,
      sumOrNull("orders"."amount" + toDecimal128(0, 0)) as v0
    from "orders"
    left join "customers" on "customers"."id" = "orders"."customer_id"
    where toJSONString(tuple(toStartOfMonth(toDate32(toTimeZone("orders"."placed", 'UTC'))))) in (
      select toJSONString(tuple(picked_1.d0))
      from picked_1
    )
    group by 1
  ) as nested
) as branches
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

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
      toStartOfMonth(toDate32(toTimeZone("orders"."placed", 'UTC'))) as d0,
      "customers"."id" as d1
    from "orders"
    left join "customers" on "customers"."id" = "orders"."customer_id"
    group by 1, 2
  ) as nested
  group by 1
  union all
  select
    toStartOfMonth(toDate32(toTimeZone("placed", 'UTC'))) as d0,
    null as m0,
    sumOrNull("amount" + toDecimal128(0, 0)) as m1
  from "orders"
  group by 1
) as branches
group by 1
having (coalesce(max(m0), 0) > {p1:Int64} or max(m1) < {p2:Int64})
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', optimize_min_equality_disjunction_chain_length = 1000000;
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
        toStartOfMonth(toDate32(toTimeZone("orders"."placed", 'UTC'))) as d0,
        "customers"."id" as d1
      from "orders"
      left join "customers" on "customers"."id" = "orders"."customer_id"
      group by 1, 2
    ) as nested
    group by 1
    union all
    select
      toStartOfMonth(toDate32(toTimeZone("placed", 'UTC'))) as d0,
      null as m0,
      sumOrNull("amount" + toDecimal128(0, 0)) as m1
    from "orders"
    group by 1
  ) as branches
  group by 1
  having (coalesce(max(m0), 0) > {p1:Int64} or max(m1) < {p2:Int64})
)
select count(*) as "buyers"
from (
  select "customers"."id" as d0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  where toJSONString(tuple(toStartOfMonth(toDate32(toTimeZone("orders"."placed", 'UTC'))))) in (
    select toJSONString(tuple(picked_1.d0))
    from picked_1
  )
  group by 1
) as nested
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', optimize_min_equality_disjunction_chain_length = 1000000;

-- months in which the usual customer spends less than the orders are on average
select
  d0 as "orders.placed.month",
  max(m0) as "orders.mean",
  max(m1) as "usual"
from (
  select
    toStartOfMonth(toDate32(toTimeZone("placed", 'UTC'))) as d0,
    avgOrNull("amount") as m0,
    null as m1
  from "orders"
  group by 1
  union all
  select
    d0,
    null as m0,
    quantileExactInclusiveOrNull(0.5)(toFloat64(v0)) as m1
  from (
    select
      toStartOfMonth(toDate32(toTimeZone("orders"."placed", 'UTC'))) as d0,
      "customers"."id" as d1,
      sumOrNull("orders"."amount" + toDecimal128(0, 0)) as v0
    from "orders"
    left join "customers" on "customers"."id" = "orders"."customer_id"
    group by 1, 2
  ) as nested
  group by 1
) as branches
group by 1
having max(m1) < max(m0)
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- months in which the best customer is not the only one
select
  d0 as "orders.placed.month",
  maxOrNull(v0) as "most",
  sumOrNull(v0 + toDecimal128(0, 0)) as "whole"
from (
  select
    toStartOfMonth(toDate32(toTimeZone("orders"."placed", 'UTC'))) as d0,
    "customers"."id" as d1,
    sumOrNull("orders"."amount" + toDecimal128(0, 0)) as v0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1, 2
) as nested
group by 1
having not coalesce(maxOrNull(v0) = sumOrNull(v0 + toDecimal128(0, 0)), false)
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- totals
with picked_1 as (
  select d0
  from (
    select
      toStartOfMonth(toDate32(toTimeZone("orders"."placed", 'UTC'))) as d0,
      "customers"."id" as d1,
      sumOrNull("orders"."amount" + toDecimal128(0, 0)) as v0
    from "orders"
    left join "customers" on "customers"."id" = "orders"."customer_id"
    group by 1, 2
  ) as nested
  group by 1
  having not coalesce(maxOrNull(v0) = sumOrNull(v0 + toDecimal128(0, 0)), false)
)
select
  maxOrNull(v0) as "most",
  sumOrNull(v0 + toDecimal128(0, 0)) as "whole"
from (
  select
    "customers"."id" as d0,
    sumOrNull("orders"."amount" + toDecimal128(0, 0)) as v0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  where toJSONString(tuple(toStartOfMonth(toDate32(toTimeZone("orders"."placed", 'UTC'))))) in (
    select toJSONString(tuple(picked_1.d0))
    from picked_1
  )
  group by 1
) as nested
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- top by it keeps the regions whose customers spend the most
with results_1 as (
  select
    d0,
    avgOrNull(v0) as x0
  from (
    select
      "customers"."region" as d0,
      "customers"."id" as d1,
      sumOrNull("orders"."amount" + toDecimal128(0, 0)) as v0
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
    and toJSONString(tuple("customers"."region")) in (
      select toJSONString(tuple(asked_1.d0))
      from asked_1
    )
  group by 1, 2
  union all
  select
    d0,
    d1,
    null as m0,
    avgOrNull(v0) as m1
  from (
    select
      "customers"."region" as d0,
      "orders"."status" as d1,
      "customers"."id" as d2,
      sumOrNull("orders"."amount" + toDecimal128(0, 0)) as v0
    from "orders"
    left join "customers" on "customers"."id" = "orders"."customer_id"
    where "customers"."region" is not null
      and toJSONString(tuple("customers"."region")) in (
        select toJSONString(tuple(asked_1.d0))
        from asked_1
      )
    group by 1, 2, 3
  ) as nested
  group by 1, 2
) as branches
group by 1, 2
order by 1 nulls last, 2 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

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
  avgOrNull(v0) as "usual",
  count(*) as "buyers"
from (
  select
    case when asked_1.place is not null then toString("customers"."region") else {p1:String} end as d0,
    "customers"."id" as d1,
    sumOrNull("orders"."amount" + toDecimal128(0, 0)) as v0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  left join asked_1 on [asked_1.d0] = ["customers"."region"]
  group by 1, 2
) as nested
group by 1
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
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
  avgOrNull(v0) as "usual",
  count(*) as "buyers"
from (
  select
    "customers"."id" as d0,
    sumOrNull("orders"."amount" + toDecimal128(0, 0)) as v0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  left join asked_1 on [asked_1.d0] = ["customers"."region"]
  group by 1
) as nested
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- the rest still has its own values among the groups
-- ["rest"]
with results_1 as (
  select
    "customers"."region" as d0,
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
    case when asked_1.place is not null then toString("customers"."region") else {p1:String} end as d0,
    "customers"."region" as d1
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  left join asked_1 on [asked_1.d0] = ["customers"."region"]
  group by 1, 2
) as nested
group by 1
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

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
    maxOrNull(v0) as m2
  from (
    select
      "customers"."name" as d0,
      count(*) as v0
    from "visits"
    left join "customers" on "customers"."id" = "visits"."customer_id"
    group by 1
  ) as nested
) as branches
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
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
    maxOrNull(v0) as m2
  from (
    select
      "customers"."name" as d0,
      count(*) as v0
    from "visits"
    left join "customers" on "customers"."id" = "visits"."customer_id"
    group by 1
  ) as nested
) as branches
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- calculations of it
-- ["7"]
with groups_1 as (
  select
    d0,
    count(*) as m0
  from (
    select
      toStartOfMonth(toDate32(toTimeZone("orders"."placed", 'UTC'))) as d0,
      "customers"."id" as d1
    from "orders"
    left join "customers" on "customers"."id" = "orders"."customer_id"
    group by 1, 2
  ) as nested
  group by 1
),
periods_1 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
  from (
    select
      minOrNull(d0) as lo,
      maxOrNull(d0) as hi
    from groups_1
  ) as bounds
  where lo <= hi
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
    case when d0 is not null then x0 - lagInFrame(toNullable(x0), 1) over (order by d0 nulls last rows between unbounded preceding and unbounded following) end as c0,
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
  and c1 < {p1:Int64}
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

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
    avgOrNull(v0) as m0,
    count(*) as m1,
    null as m2,
    null as m3
  from (
    select
      "customers"."region" as d0,
      "customers"."id" as d1,
      sumOrNull("orders"."amount" + toDecimal128(0, 0)) as v0
    from "orders"
    left join "customers" on "customers"."id" = "orders"."customer_id"
    where "orders"."placed" >= {p1:DateTime64(6, 'UTC')} and "orders"."placed" < {p2:DateTime64(6, 'UTC')}
    group by 1, 2
  ) as nested
  group by 1
  union all
  select
    d0,
    null as m0,
    null as m1,
    avgOrNull(v0) as m2,
    count(*) as m3
  from (
    select
      "customers"."region" as d0,
      "customers"."id" as d1,
      sumOrNull("orders"."amount" + toDecimal128(0, 0)) as v0
    from "orders"
    left join "customers" on "customers"."id" = "orders"."customer_id"
    where "orders"."placed" >= {p3:DateTime64(6, 'UTC')}
      and "orders"."placed" < {p4:DateTime64(6, 'UTC')}
    group by 1, 2
  ) as nested
  group by 1
) as branches
group by 1
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
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
    avgOrNull(v0) as m0,
    count(*) as m1,
    null as m2,
    null as m3
  from (
    select
      "customers"."id" as d0,
      sumOrNull("orders"."amount" + toDecimal128(0, 0)) as v0
    from "orders"
    left join "customers" on "customers"."id" = "orders"."customer_id"
    where "orders"."placed" >= {p1:DateTime64(6, 'UTC')} and "orders"."placed" < {p2:DateTime64(6, 'UTC')}
    group by 1
  ) as nested
  union all
  select
    null as m0,
    null as m1,
    avgOrNull(v0) as m2,
    count(*) as m3
  from (
    select
      "customers"."id" as d0,
      sumOrNull("orders"."amount" + toDecimal128(0, 0)) as v0
    from "orders"
    left join "customers" on "customers"."id" = "orders"."customer_id"
    where "orders"."placed" >= {p3:DateTime64(6, 'UTC')}
      and "orders"."placed" < {p4:DateTime64(6, 'UTC')}
    group by 1
  ) as nested
) as branches
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- the best day of each month, in the query's timezone
select
  d0 as "orders.placed.month",
  maxOrNull(v0) as "best day"
from (
  select
    toStartOfMonth(toDate32(toTimeZone("placed", 'Europe/Berlin'))) as d0,
    toDate32(toTimeZone("placed", 'Europe/Berlin')) as d1,
    sumOrNull("amount" + toDecimal128(0, 0)) as v0
  from "orders"
  group by 1, 2
) as nested
group by 1
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- of the periods of a window
with facts_1 as (
  select
    toDate32(toTimeZone("placed", 'UTC')) as day,
    sumOrNull("amount" + toDecimal128(0, 0)) as s0
  from "orders"
  group by 1
),
periods_1 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
  from (
    select
      minOrNull(toStartOfMonth(toDate32(day))) as lo,
      maxOrNull(toStartOfMonth(toDate32(day))) as hi
    from facts_1
  ) as bounds
  where lo <= hi
)
select
  minOrNull(v0) as "least",
  avgOrNull(v0) as "mean",
  count(*) as "months"
from (
  select
    d0,
    sumOrNull(s0 + toDecimal128(0, 0)) as v0
  from facts_1
  join periods_1 on day < (d0 + toIntervalMonth(1))
  group by 1
) as nested
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- of a window in each period of the query
with facts_1 as (
  select
    toDate32(toTimeZone("placed", 'UTC')) as day,
    sumOrNull("amount" + toDecimal128(0, 0)) as s0
  from "orders"
  group by 1
),
periods_1 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
  from (
    select
      minOrNull(toStartOfMonth(toDate32(day))) as lo,
      maxOrNull(toStartOfMonth(toDate32(day))) as hi
    from facts_1
  ) as bounds
  where lo <= hi
),
facts_2 as (
  select
    "customers"."name" as d1,
    toDate32(toTimeZone("orders"."placed", 'UTC')) as day,
    sumOrNull("orders"."amount" + toDecimal128(0, 0)) as s0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1, 2
),
periods_2 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
  from (
    select
      minOrNull(toStartOfMonth(toDate32(day))) as lo,
      maxOrNull(toStartOfMonth(toDate32(day))) as hi
    from facts_2
  ) as bounds
  where lo <= hi
),
spans_1 as (
  select
    day as on_day,
    d0
  from (select distinct day from facts_2) as days
  join periods_2 on day < (d0 + toIntervalMonth(1))
)
select
  d0 as "orders.placed.month",
  max(m0) as "orders.running",
  max(m1) as "most",
  coalesce(max(m2), 0) as "so many"
from (
  select
    d0,
    sumOrNull(s0 + toDecimal128(0, 0)) as m0,
    null as m1,
    null as m2
  from facts_1
  join periods_1 on day < (d0 + toIntervalMonth(1))
  group by 1
  union all
  select
    d0,
    null as m0,
    maxOrNull(v0) as m1,
    count(*) as m2
  from (
    select
      d0,
      d1,
      sumOrNull(s0 + toDecimal128(0, 0)) as v0
    from facts_2
    join spans_1 on on_day = day
    group by 1, 2
  ) as nested
  group by 1
) as branches
group by 1
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- those who ordered twice or more, and how much they spend
-- ["2"]
with asked_1 as (
  select "customers"."id" as d0_
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1
  having count(*) >= {p1:Int64}
)
select
  count(*) as "nested",
  avgOrNull(v0_) as "v0",
  avgOrNull(v1) as "d0"
from (
  select
    "customers"."id" as d0_,
    sumOrNull("orders"."amount" + toDecimal128(0, 0)) as v0_,
    count(*) as v1
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  where toJSONString(tuple("customers"."id")) in (
    select toJSONString(tuple(asked_1.d0_))
    from asked_1
  )
  group by 1
) as nested_
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- months without orders have no groups
-- ["2024-03-01 00:00:00","2024-05-01 00:00:00","2024-03-01 00:00:00","2024-04-30 23:59:59.999999"]
with groups_1 as (
  select
    d0,
    count(*) as m0,
    avgOrNull(v0) as m1
  from (
    select
      toStartOfMonth(toDate32(toTimeZone("orders"."placed", 'UTC'))) as d0,
      "customers"."id" as d1,
      sumOrNull("orders"."amount" + toDecimal128(0, 0)) as v0
    from "orders"
    left join "customers" on "customers"."id" = "orders"."customer_id"
    where "orders"."placed" >= {p1:DateTime64(6, 'UTC')} and "orders"."placed" < {p2:DateTime64(6, 'UTC')}
    group by 1, 2
  ) as nested
  group by 1
),
periods_1 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
  from (
    select toStartOfMonth(toDate32(toTimeZone({p3:DateTime64(6, 'UTC')}, 'UTC'))) as lo, toStartOfMonth(toDate32(toTimeZone({p4:DateTime64(6, 'UTC')}, 'UTC'))) as hi
  ) as bounds
  where lo <= hi
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
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- by a dimension that the query shows each of its groups is one
select
  d0 as "customers.region",
  count(*) as "one",
  sumOrNull(v0 + toDecimal128(0, 0)) as "same"
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
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

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
    min(cast(d0 as Nullable(Float64))) as least_value,
    case when max(cast(d0 as Nullable(Float64))) - min(cast(d0 as Nullable(Float64))) > 0 then max(cast(d0 as Nullable(Float64))) - min(cast(d0 as Nullable(Float64))) else 1 end as range_value
  from values_1
)
select
  d0 as "orders.id.bin",
  count(*) as "buyers"
from (
  select
    ((select spread_1.least_value from spread_1) + (case when round((cast("orders"."id" as Nullable(Float64)) - (select spread_1.least_value from spread_1)) * 2 / (select spread_1.range_value from spread_1)) >= 2 then 1 when cast("orders"."id" as Nullable(Float64)) < ((select spread_1.least_value from spread_1) + round((cast("orders"."id" as Nullable(Float64)) - (select spread_1.least_value from spread_1)) * 2 / (select spread_1.range_value from spread_1)) * (select spread_1.range_value from spread_1) / 2) then round((cast("orders"."id" as Nullable(Float64)) - (select spread_1.least_value from spread_1)) * 2 / (select spread_1.range_value from spread_1)) - 1 else round((cast("orders"."id" as Nullable(Float64)) - (select spread_1.least_value from spread_1)) * 2 / (select spread_1.range_value from spread_1)) end) * (select spread_1.range_value from spread_1) / 2) as d0,
    "customers"."id" as d1
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1, 2
) as nested
group by 1
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
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
    min(cast(d0 as Nullable(Float64))) as least_value,
    case when max(cast(d0 as Nullable(Float64))) - min(cast(d0 as Nullable(Float64))) > 0 then max(cast(d0 as Nullable(Float64))) - min(cast(d0 as Nullable(Float64))) else 1 end as range_value
  from values_1
)
select count(*) as "buyers"
from (
  select "customers"."id" as d0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1
) as nested
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

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
      toStartOfMonth(toDate32(toTimeZone("placed", 'UTC'))) as d0,
      sumOrNull("amount" + toDecimal128(0, 0)) as m0,
      null as m1,
      null as m2,
      null as m3
    from "orders"
    where "placed" >= {p1:DateTime64(6, 'UTC')} and "placed" < {p2:DateTime64(6, 'UTC')}
    group by 1
    union all
    select
      d0,
      null as m0,
      maxOrNull(v0) as m1,
      null as m2,
      null as m3
    from (
      select
        toStartOfMonth(toDate32(toTimeZone("placed", 'UTC'))) as d0,
        toDate32(toTimeZone("placed", 'UTC')) as d1,
        sumOrNull("amount" + toDecimal128(0, 0)) as v0
      from "orders"
      where "placed" >= {p3:DateTime64(6, 'UTC')} and "placed" < {p4:DateTime64(6, 'UTC')}
      group by 1, 2
    ) as nested
    group by 1
    union all
    select
      toDate32((((toStartOfMonth(toDate32(toTimeZone("placed", 'UTC')))) + toIntervalMonth(1)))) as d0,
      null as m0,
      null as m1,
      sumOrNull("amount" + toDecimal128(0, 0)) as m2,
      null as m3
    from "orders"
    where "placed" >= {p5:DateTime64(6, 'UTC')}
      and "placed" < {p6:DateTime64(6, 'UTC')}
    group by 1
    union all
    select
      toDate32((((d0) + toIntervalMonth(1)))) as d0,
      null as m0,
      null as m1,
      null as m2,
      maxOrNull(v0) as m3
    from (
      select
        toStartOfMonth(toDate32(toTimeZone("placed", 'UTC'))) as d0,
        toDate32(toTimeZone("placed", 'UTC')) as d1,
        sumOrNull("amount" + toDecimal128(0, 0)) as v0
      from "orders"
      where "placed" >= {p7:DateTime64(6, 'UTC')}
        and "placed" < {p8:DateTime64(6, 'UTC')}
      group by 1, 2
    ) as nested
    group by 1
  ) as branches
  group by 1
),
periods_1 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
  from (
    select toStartOfMonth(toDate32(toTimeZone({p9:DateTime64(6, 'UTC')}, 'UTC'))) as lo, toStartOfMonth(toDate32(toTimeZone({p10:DateTime64(6, 'UTC')}, 'UTC'))) as hi
  ) as bounds
  where lo <= hi
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
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
