-- dimensions alone give their distinct combinations
select distinct "status" as "orders.status"
from "orders"
order by 1 nulls last
limit 101
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- a row with no partner in a many-to-one join stays, under null
select
  "customers"."name" as "customers.name",
  sumOrNull("orders"."amount" + toDecimal128(0, 0)) as "orders.total"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
group by 1
order by 1 nulls last
limit 101
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- joins chain over models that the query does not name
select
  "regions"."name" as "regions.name",
  count(*) as "orders.count",
  sumOrNull("orders"."amount" + toDecimal128(0, 0)) as "orders.total"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
left join "regions" on "regions"."id" = "customers"."region_id"
group by 1
order by 1 nulls last
limit 101
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- measures alone give one row
select
  coalesce(max(m0), 0) as "orders.count",
  max(m1) as "orders.total",
  coalesce(max(m2), 0) as "customers.count"
from (
  select
    count(*) as m0,
    sumOrNull("amount" + toDecimal128(0, 0)) as m1,
    null as m2
  from "orders"
  union all
  select
    null as m0,
    null as m1,
    count(*) as m2
  from "customers"
) as branches
limit 101
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- a measure over one-to-many is not counted twice
select
  "orders".d0 as "orders.status",
  sumOrNull("customers"."credit" + toDecimal128(0, 0)) as "customers.credit",
  count(*) as "customers.count",
  avgOrNull("customers"."credit") as "customers.avg_credit",
  quantileExactInclusiveOrNull(0.5)(toFloat64("customers"."credit")) as "customers.median_credit"
from "customers"
left join (
  select distinct
    "customer_id" as j0,
    "status" as d0
  from "orders"
) as "orders" on "orders".j0 = "customers"."id"
group by 1
order by 1 nulls last
limit 101
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- what duplicates do not change needs no de-duplication
select
  "orders"."status" as "orders.status",
  maxOrNull("customers"."credit") as "customers.max_credit",
  uniqExact("customers"."tier") as "customers.tiers",
  minOrNull("customers"."joined_on") as "customers.first_joined"
from "customers"
left join "orders" on "orders"."customer_id" = "customers"."id"
group by 1
order by 1 nulls last
limit 101
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- a fan-out two levels deep counts each row once per group
select
  "orders".d0 as "items.sku",
  sumOrNull("customers"."credit" + toDecimal128(0, 0)) as "customers.credit",
  quantileExactInclusiveOrNull(0.75)(toFloat64("customers"."credit")) as "customers.p75_credit"
from "customers"
left join (
  select distinct
    "orders"."customer_id" as j0,
    "items"."sku" as d0
  from "orders"
  left join "items" on "items"."order_id" = "orders"."id"
) as "orders" on "orders".j0 = "customers"."id"
group by 1
order by 1 nulls last
limit 101
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- a composite key makes its rows single
select
  "tickets".d0 as "tickets.kind",
  sumOrNull("items"."qty" + toDecimal128(0, 0)) as "items.quantity",
  count(*) as "items.lines"
from "items"
left join "orders" on "orders"."id" = "items"."order_id"
left join "customers" on "customers"."id" = "orders"."customer_id"
left join (
  select distinct
    "customer_id" as j0,
    "kind" as d0
  from "tickets"
) as "tickets" on "tickets".j0 = "customers"."id"
group by 1
order by 1 nulls last
limit 101
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- a filtered measure keeps its filter through a fan-out
select
  "orders".d0 as "orders.size",
  sumOrNull((case when ("customers".tier = 'gold') then "customers"."credit" end) + toDecimal128(0, 0)) as "customers.gold_credit"
from "customers"
left join (
  select distinct
    "customer_id" as j0,
    case when amount >= 100 then 'large' else 'small' end as d0
  from "orders"
) as "orders" on "orders".j0 = "customers"."id"
group by 1
order by 1 nulls last
limit 101
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- an expression that turns null into a value is null where a join found no row
-- ["gold"]
select
  case when "customers"."id" is not null then coalesce("customers".tier, 'none') end as "customers.label",
  count(*) as "orders.count"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
where ifNull((case when "customers"."id" is not null then coalesce("customers".tier, 'none') end) not in ({p1:String}), true)
group by 1
order by 1 nulls last
limit 101
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- measures of two facts meet on a shared dimension, and groups of either side stay
select
  d0 as "customers.name",
  max(m0) as "orders.total",
  max(m1) as "tickets.minutes",
  coalesce(max(m2), 0) as "tickets.count"
from (
  select
    "customers"."name" as d0,
    sumOrNull("orders"."amount" + toDecimal128(0, 0)) as m0,
    null as m1,
    null as m2
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1
  union all
  select
    "customers"."name" as d0,
    null as m0,
    sumOrNull("tickets"."minutes" + toDecimal128(0, 0)) as m1,
    count(*) as m2
  from "tickets"
  left join "customers" on "customers"."id" = "tickets"."customer_id"
  group by 1
) as branches
group by 1
order by 1 nulls last
limit 101
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- measures of three grains in one query
select
  d0 as "regions.name",
  max(m0) as "orders.total",
  max(m1) as "items.quantity",
  max(m2) as "tickets.minutes",
  max(m3) as "customers.credit",
  coalesce(max(m4), 0) as "regions.count"
from (
  select
    "regions"."name" as d0,
    sumOrNull("orders"."amount" + toDecimal128(0, 0)) as m0,
    null as m1,
    null as m2,
    null as m3,
    null as m4
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  left join "regions" on "regions"."id" = "customers"."region_id"
  group by 1
  union all
  select
    "regions"."name" as d0,
    null as m0,
    sumOrNull("items"."qty" + toDecimal128(0, 0)) as m1,
    null as m2,
    null as m3,
    null as m4
  from "items"
  left join "orders" on "orders"."id" = "items"."order_id"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  left join "regions" on "regions"."id" = "customers"."region_id"
  group by 1
  union all
  select
    "regions"."name" as d0,
    null as m0,
    null as m1,
    sumOrNull("tickets"."minutes" + toDecimal128(0, 0)) as m2,
    null as m3,
    null as m4
  from "tickets"
  left join "customers" on "customers"."id" = "tickets"."customer_id"
  left join "regions" on "regions"."id" = "customers"."region_id"
  group by 1
  union all
  select
    "regions"."name" as d0,
    null as m0,
    null as m1,
    null as m2,
    sumOrNull("customers"."credit" + toDecimal128(0, 0)) as m3,
    null as m4
  from "customers"
  left join "regions" on "regions"."id" = "customers"."region_id"
  group by 1
  union all
  select
    "name" as d0,
    null as m0,
    null as m1,
    null as m2,
    null as m3,
    count(*) as m4
  from "regions"
  group by 1
) as branches
group by 1
order by 1 nulls last
limit 101
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- measures of three models, of which one has a type that the layer does not tell
select
  d0 as "regions.name",
  coalesce(max(m0), 0) as "customers.count",
  coalesce(max(m1), 0) as "orders.count",
  max(m2) as "tickets.last_kind"
from (
  select
    "regions"."name" as d0,
    count(*) as m0,
    null as m1,
    null as m2
  from "customers"
  left join "regions" on "regions"."id" = "customers"."region_id"
  group by 1
  union all
  select
    "regions"."name" as d0,
    null as m0,
    count(*) as m1,
    null as m2
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  left join "regions" on "regions"."id" = "customers"."region_id"
  group by 1
  union all
  select
    "regions"."name" as d0,
    null as m0,
    null as m1,
    maxOrNull(upper("tickets".kind)) as m2
  from "tickets"
  left join "customers" on "customers"."id" = "tickets"."customer_id"
  left join "regions" on "regions"."id" = "customers"."region_id"
  group by 1
) as branches
group by 1
order by 1 nulls last
limit 101
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- facts without a shared dimension stand in one row
select
  max(m0) as "orders.total",
  max(m1) as "tickets.minutes",
  coalesce(max(m2), 0) as "customers.count"
from (
  select
    sumOrNull("amount" + toDecimal128(0, 0)) as m0,
    null as m1,
    null as m2
  from "orders"
  union all
  select
    null as m0,
    sumOrNull("minutes" + toDecimal128(0, 0)) as m1,
    null as m2
  from "tickets"
  union all
  select
    null as m0,
    null as m1,
    count(*) as m2
  from "customers"
) as branches
limit 101
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- a derived measure divides exactly, also whole numbers
select
  "customers"."name" as "customers.name",
  1e0 * sumOrNull((case when "orders".status = 'paid' then "orders"."amount" end) + toDecimal128(0, 0)) / nullif(sumOrNull("orders"."amount" + toDecimal128(0, 0)), 0) as "orders.paid_share",
  1e0 * count(case when "orders".status = 'paid' then 1 end) / nullif(count(*), 0) as "orders.paid_rate",
  round(100 * (1e0 * count(case when "orders".status = 'paid' then 1 end) / nullif(count(*), 0)), 1) as "orders.paid_percent"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
group by 1
order by 1 nulls last
limit 101
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- a derived measure spans models
select
  d0 as "regions.name",
  1e0 * max(m0) / nullif(coalesce(max(m1), 0), 0) as "orders.per_customer",
  1e0 * max(m0) / nullif(coalesce(max(m2), 0), 0) as "orders.per_ticket"
from (
  select
    "regions"."name" as d0,
    sumOrNull("orders"."amount" + toDecimal128(0, 0)) as m0,
    null as m1,
    null as m2
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  left join "regions" on "regions"."id" = "customers"."region_id"
  group by 1
  union all
  select
    "regions"."name" as d0,
    null as m0,
    count(*) as m1,
    null as m2
  from "customers"
  left join "regions" on "regions"."id" = "customers"."region_id"
  group by 1
  union all
  select
    "regions"."name" as d0,
    null as m0,
    null as m1,
    count(*) as m2
  from "tickets"
  left join "customers" on "customers"."id" = "tickets"."customer_id"
  left join "regions" on "regions"."id" = "customers"."region_id"
  group by 1
) as branches
group by 1
order by 1 nulls last
limit 101
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- division by zero is null
-- ["nothing","nothing"]
select 1e0 * max(m0) / nullif(coalesce(max(m1), 0), 0) as "orders.per_ticket"
from (
  select
    sumOrNull("orders"."amount" + toDecimal128(0, 0)) as m0,
    null as m1
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  where "customers"."id" in (
    select "tickets"."customer_id"
    from "tickets"
    where "tickets"."kind" = {p1:String}
  )
  union all
  select
    null as m0,
    count(*) as m1
  from "tickets"
  where "kind" = {p2:String}
) as branches
limit 101
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- count over nothing is 0, every other aggregate null
select
  coalesce(max(m0), 0) as "orders.count",
  max(m1) as "orders.total",
  coalesce(max(m2), 0) as "orders.paid_count",
  coalesce(max(m3), 0) as "customers.tiers"
from (
  select
    count(*) as m0,
    sumOrNull("amount" + toDecimal128(0, 0)) as m1,
    count(case when status = 'paid' then 1 end) as m2,
    null as m3
  from "orders"
  where false
  union all
  select
    null as m0,
    null as m1,
    null as m2,
    uniqExact("customers"."tier") as m3
  from "customers"
  where "customers"."id" in (
    select "orders"."customer_id"
    from "orders"
    where false
  )
) as branches
limit 101
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- a filter on the many side selects and never multiplies
-- ["apple"]
select
  "customers"."name" as "customers.name",
  sumOrNull("customers"."credit" + toDecimal128(0, 0)) as "customers.credit"
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
group by 1
order by 1 nulls last
limit 101
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- conditions on one branch hold in one same row of it
-- ["apple","4","paid"]
select count(*) as "customers.count"
from "customers"
where "customers"."id" in (
  select "orders"."customer_id"
  from "orders"
  where "orders"."id" in (
    select "items"."order_id"
    from "items"
    where "items"."sku" = {p1:String}
      and "items"."qty" >= {p2:Int64}
  )
    and "orders"."status" = {p3:String}
)
limit 101
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- a negation on the many side asks for a row too, and keeps nulls
-- ["paid"]
select distinct "customers"."name" as "customers.name"
from "customers"
where "customers"."id" in (
  select "orders"."customer_id"
  from "orders"
  where ifNull("orders"."status" not in ({p1:String}), true)
)
order by 1 nulls last
limit 101
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- is_null on the many side asks for a row that is null there
select distinct "customers"."name" as "customers.name"
from "customers"
where "customers"."id" in (
  select "tickets"."customer_id"
  from "tickets"
  where "tickets"."kind" is null
)
order by 1 nulls last
limit 101
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- an or across branches is one predicate
-- ["question"]
select distinct "customers"."name" as "customers.name"
from "customers"
where ("customers"."id" in (
  select "tickets"."customer_id"
  from "tickets"
  where "tickets"."kind" = {p1:String}
) or "customers"."id" in (
  select "orders"."customer_id"
  from "orders"
  where "orders"."status" is null
) or "customers"."tier" is null)
order by 1 nulls last
limit 101
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- a filter on a branch that is selected acts on that join itself
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
  where "orders"."status" = {p1:String}
) as "customers"
group by 1
order by 1 nulls last
limit 101
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- a filter on one branch reaches the other as a semi-join
-- ["open","open"]
select
  d0 as "customers.name",
  max(m0) as "orders.total",
  max(m1) as "tickets.minutes"
from (
  select
    "customers"."name" as d0,
    sumOrNull("orders"."amount" + toDecimal128(0, 0)) as m0,
    null as m1
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  where "orders"."status" = {p1:String}
  group by 1
  union all
  select
    "customers"."name" as d0,
    null as m0,
    sumOrNull("tickets"."minutes" + toDecimal128(0, 0)) as m1
  from "tickets"
  left join "customers" on "customers"."id" = "tickets"."customer_id"
  where "customers"."id" in (
    select "orders"."customer_id"
    from "orders"
    where "orders"."status" = {p2:String}
  )
  group by 1
) as branches
group by 1
order by 1 nulls last
limit 101
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- a filter on a measure acts on groups, selected or not
-- ["2","45"]
select
  d0 as "customers.name",
  max(m0) as "orders.total"
from (
  select
    "customers"."name" as d0,
    sumOrNull("orders"."amount" + toDecimal128(0, 0)) as m0,
    count(*) as m1,
    null as m2
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1
  union all
  select
    "customers"."name" as d0,
    null as m0,
    null as m1,
    sumOrNull("tickets"."minutes" + toDecimal128(0, 0)) as m2
  from "tickets"
  left join "customers" on "customers"."id" = "tickets"."customer_id"
  group by 1
) as branches
group by 1
having coalesce(max(m1), 0) >= {p1:Int64}
  and max(m2) < {p2:Int64}
order by 1 nulls last
limit 101
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- dimensions alone are filtered by a measure of another model
-- ["2"]
select d0 as "customers.tier"
from (
  select
    "tier" as d0,
    null as m0
  from "customers"
  group by 1
  union all
  select
    "customers"."tier" as d0,
    count(*) as m0
  from "tickets"
  left join "customers" on "customers"."id" = "tickets"."customer_id"
  group by 1
) as branches
group by 1
having coalesce(max(m0), 0) < {p1:Int64}
order by 1 nulls last
limit 101
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- a limit and an order apply after the stitch
select
  d0 as "customers.name",
  max(m0) as "orders.total",
  max(m1) as "tickets.minutes"
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
order by 3 desc nulls last, 1 nulls last
limit 3
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- nulls come last in both directions, and dimensions break ties
select
  "orders"."status" as "orders.status",
  "customers"."name" as "customers.name",
  count(*) as "orders.count"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
group by 1, 2
order by 1 desc nulls last, 3 nulls last, 2 nulls last
limit 101
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- a measure that is not selected can order
select
  "customers"."name" as "customers.name",
  count(*) as "orders.count"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
group by 1
order by sumOrNull("orders"."amount" + toDecimal128(0, 0)) desc nulls last, 1 nulls last
limit 101
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- dimensions alone can be ordered by a measure
select "customers"."name" as "customers.name"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
group by 1
order by sumOrNull("orders"."amount" + toDecimal128(0, 0)) desc nulls last, 1 nulls last
limit 3
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- totals are computed from the rows, not from the groups
select
  d0 as "orders.status",
  max(m0) as "customers.credit",
  coalesce(max(m1), 0) as "customers.count",
  1e0 * max(m2) / nullif(max(m3), 0) as "orders.paid_share"
from (
  select
    "orders".d0 as d0,
    sumOrNull("customers"."credit" + toDecimal128(0, 0)) as m0,
    count(*) as m1,
    null as m2,
    null as m3
  from "customers"
  left join (
    select distinct
      "customer_id" as j0,
      "status" as d0
    from "orders"
  ) as "orders" on "orders".j0 = "customers"."id"
  group by 1
  union all
  select
    "status" as d0,
    null as m0,
    null as m1,
    sumOrNull((case when status = 'paid' then "amount" end) + toDecimal128(0, 0)) as m2,
    sumOrNull("amount" + toDecimal128(0, 0)) as m3
  from "orders"
  group by 1
) as branches
group by 1
order by 1 nulls last
limit 101
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- totals
select
  max(m0) as "customers.credit",
  coalesce(max(m1), 0) as "customers.count",
  1e0 * max(m2) / nullif(max(m3), 0) as "orders.paid_share"
from (
  select
    sumOrNull("customers"."credit" + toDecimal128(0, 0)) as m0,
    count(*) as m1,
    null as m2,
    null as m3
  from "customers"
  union all
  select
    null as m0,
    null as m1,
    sumOrNull((case when status = 'paid' then "amount" end) + toDecimal128(0, 0)) as m2,
    sumOrNull("amount" + toDecimal128(0, 0)) as m3
  from "orders"
) as branches
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- behind a filter on groups, totals are of the rows of the groups that pass
-- ["100"]
select
  "customers"."name" as "customers.name",
  sumOrNull("orders"."amount" + toDecimal128(0, 0)) as "orders.total",
  count(*) as "orders.count",
  1e0 * count(case when "orders".status = 'paid' then 1 end) / nullif(count(*), 0) as "orders.paid_rate"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
group by 1
having sumOrNull("orders"."amount" + toDecimal128(0, 0)) < {p1:Int64}
order by 1 nulls last
limit 101
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- totals
-- ["100"]
with picked_1 as (
  select "customers"."name" as d0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1
  having sumOrNull("orders"."amount" + toDecimal128(0, 0)) < {p1:Int64}
)
select
  sumOrNull("orders"."amount" + toDecimal128(0, 0)) as "orders.total",
  count(*) as "orders.count",
  1e0 * count(case when "orders".status = 'paid' then 1 end) / nullif(count(*), 0) as "orders.paid_rate"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
where toJSONString(tuple("customers"."name")) in (
  select toJSONString(tuple(picked_1.d0))
  from picked_1
)
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- a row of several groups that pass is in the totals once
-- ["100"]
select
  "orders".d0 as "orders.status",
  sumOrNull("customers"."credit" + toDecimal128(0, 0)) as "customers.credit",
  count(*) as "customers.count"
from "customers"
left join (
  select distinct
    "customer_id" as j0,
    "status" as d0
  from "orders"
) as "orders" on "orders".j0 = "customers"."id"
group by 1
having sumOrNull("customers"."credit" + toDecimal128(0, 0)) > {p1:Int64}
order by 1 nulls last
limit 101
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- totals
-- ["100"]
with picked_1 as (
  select "orders".d0 as d0
  from "customers"
  left join (
    select distinct
      "customer_id" as j0,
      "status" as d0
    from "orders"
  ) as "orders" on "orders".j0 = "customers"."id"
  group by 1
  having sumOrNull("customers"."credit" + toDecimal128(0, 0)) > {p1:Int64}
)
select
  sumOrNull(v0 + toDecimal128(0, 0)) as "customers.credit",
  count(*) as "customers.count"
from (
  select distinct
    "customers"."id" as k0,
    "customers"."credit" as v0
  from "customers"
  left join "orders" on "orders"."customer_id" = "customers"."id"
  where toJSONString(tuple("orders"."status")) in (
    select toJSONString(tuple(picked_1.d0))
    from picked_1
  )
) as "customers"
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- totals of groups that another fact has picked
-- ["35"]
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
having max(m1) > {p1:Int64}
order by 1 nulls last
limit 101
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- totals
-- ["35"]
with picked_1 as (
  select d0
  from (
    select
      "customers"."name" as d0,
      null as m0
    from "orders"
    left join "customers" on "customers"."id" = "orders"."customer_id"
    group by 1
    union all
    select
      "customers"."name" as d0,
      sumOrNull("tickets"."minutes" + toDecimal128(0, 0)) as m0
    from "tickets"
    left join "customers" on "customers"."id" = "tickets"."customer_id"
    group by 1
  ) as branches
  group by 1
  having max(m0) > {p1:Int64}
)
select sumOrNull("orders"."amount" + toDecimal128(0, 0)) as "orders.total"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
where toJSONString(tuple("customers"."name")) in (
  select toJSONString(tuple(picked_1.d0))
  from picked_1
)
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- totals of groups by a comparison
-- ["1"]
select
  cast(tier = 'gold' as Nullable(Bool)) as "customers.is_gold",
  sumOrNull("credit" + toDecimal128(0, 0)) as "customers.credit"
from "customers"
group by 1
having count(*) > {p1:Int64}
order by 1 nulls last
limit 101
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- totals
-- ["1"]
with picked_1 as (
  select cast(tier = 'gold' as Nullable(Bool)) as d0
  from "customers"
  group by 1
  having count(*) > {p1:Int64}
)
select sumOrNull("customers"."credit" + toDecimal128(0, 0)) as "customers.credit"
from "customers"
where toJSONString(tuple(cast("customers".tier = 'gold' as Nullable(Bool)))) in (
  select toJSONString(tuple(picked_1.d0))
  from picked_1
)
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- totals of no group at all are those of no rows
-- ["100"]
select
  sumOrNull("amount" + toDecimal128(0, 0)) as "orders.total",
  count(*) as "orders.count"
from "orders"
having count(*) > {p1:Int64}
limit 101
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- totals
-- ["100"]
with picked_1 as (
  select 1 as passed
  from "orders"
  having count(*) > {p1:Int64}
)
select
  sumOrNull("orders"."amount" + toDecimal128(0, 0)) as "orders.total",
  count(*) as "orders.count"
from "orders"
where exists (
  select 1
  from picked_1
)
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- a limit of none asks for a single row, to tell whether there is any
select distinct "status" as "orders.status"
from "orders"
order by 1 nulls last
limit 1
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
