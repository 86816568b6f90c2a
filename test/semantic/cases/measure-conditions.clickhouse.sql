-- a measure counts the rows whose partner over two joins has a value
-- ["red","blue"]
select
  "orders"."status" as "orders.status",
  sumOrNull((case when "regions"."name" = 'EU' then "orders"."amount" end) + toDecimal128(0, 0)) as "orders.eu",
  count(case when "regions"."name" = 'EU' and "orders".status = 'paid' then 1 end) as "orders.eu_paid",
  sumOrNull("orders"."amount" + toDecimal128(0, 0)) as "orders.total"
from "orders"
left join (
  select *
  from "people" as "buyer"
  where "team" in ({p1:String}, {p2:String})
) as "buyer" on "buyer"."id" = "orders"."buyer_id"
left join "regions" on "regions"."id" = "buyer"."region_id"
group by 1
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- each role is a row of its own
-- ["red","blue","red","blue"]
select
  count(case when "buyer"."region_id" = "seller"."region_id" then 1 end) as "orders.local",
  count(*) as "orders.count"
from "orders"
left join (
  select *
  from "people" as "buyer"
  where "team" in ({p1:String}, {p2:String})
) as "buyer" on "buyer"."id" = "orders"."buyer_id"
left join (
  select *
  from "people" as "seller"
  where "team" in ({p3:String}, {p4:String})
) as "seller" on "seller"."id" = "orders"."seller_id"
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- where there is no partner, an expression of it is null
-- ["red","blue"]
select count(case when (case when "buyer"."id" is not null then coalesce("buyer".tier, 'none') end) = 'none' then 1 end) as "orders.unlabelled"
from "orders"
left join (
  select *
  from "people" as "buyer"
  where "team" in ({p1:String}, {p2:String})
) as "buyer" on "buyer"."id" = "orders"."buyer_id"
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- what its partners' row access hides does not fulfil it
-- ["blue"]
select
  sumOrNull((case when "regions"."name" = 'EU' then "orders"."amount" end) + toDecimal128(0, 0)) as "orders.eu",
  count(*) as "orders.count",
  count(case when (case when "buyer"."id" is not null then coalesce("buyer".tier, 'none') end) = 'none' then 1 end) as "orders.unlabelled"
from "orders"
left join (
  select *
  from "people" as "buyer"
  where "team" in ({p1:String})
) as "buyer" on "buyer"."id" = "orders"."buyer_id"
left join "regions" on "regions"."id" = "buyer"."region_id"
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- the table that a dimension has joined is the one that the condition looks at
-- ["red","blue"]
select
  "buyer"."tier" as "buyer.tier",
  sumOrNull((case when "regions"."name" = 'EU' then "orders"."amount" end) + toDecimal128(0, 0)) as "orders.eu",
  maxOrNull(case when "buyer"."tier" = 'gold' then "orders"."amount" end) as "orders.largest_gold"
from "orders"
left join (
  select *
  from "people" as "buyer"
  where "team" in ({p1:String}, {p2:String})
) as "buyer" on "buyer"."id" = "orders"."buyer_id"
left join "regions" on "regions"."id" = "buyer"."region_id"
group by 1
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- no row is counted twice where the many side is a dimension
-- ["red","blue"]
select
  "items".d0 as "items.sku",
  sumOrNull((case when "regions"."name" = 'EU' then "orders"."amount" end) + toDecimal128(0, 0)) as "orders.eu",
  count(*) as "orders.count"
from "orders"
left join (
  select *
  from "people" as "buyer"
  where "team" in ({p1:String}, {p2:String})
) as "buyer" on "buyer"."id" = "orders"."buyer_id"
left join "regions" on "regions"."id" = "buyer"."region_id"
left join (
  select distinct
    "order_id" as j0,
    "sku" as d0
  from "items"
) as "items" on "items".j0 = "orders"."id"
group by 1
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- nor where a filter looks at the rows of that side
-- ["red","blue","pen"]
select
  d0 as "items.sku",
  sumOrNull(v0 + toDecimal128(0, 0)) as "orders.eu"
from (
  select distinct
    "items"."sku" as d0,
    "orders"."id" as k0,
    case when "regions"."name" = 'EU' then "orders"."amount" end as v0
  from "orders"
  left join "items" on "items"."order_id" = "orders"."id"
  left join (
    select *
    from "people" as "buyer"
    where "team" in ({p1:String}, {p2:String})
  ) as "buyer" on "buyer"."id" = "orders"."buyer_id"
  left join "regions" on "regions"."id" = "buyer"."region_id"
  where "items"."sku" = {p3:String}
) as "orders"
group by 1
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- over a join to the model of the roles
-- ["red","blue","red","blue"]
select
  d0 as "items.sku",
  coalesce(max(m0), 0) as "items.gold_lines",
  max(m1) as "orders.eu"
from (
  select
    "items"."sku" as d0,
    count(case when "buyer"."tier" = 'gold' then 1 end) as m0,
    null as m1
  from "items"
  left join "orders" on "orders"."id" = "items"."order_id"
  left join (
    select *
    from "people" as "buyer"
    where "team" in ({p1:String}, {p2:String})
  ) as "buyer" on "buyer"."id" = "orders"."buyer_id"
  group by 1
  union all
  select
    "items".d0 as d0,
    null as m0,
    sumOrNull((case when "regions"."name" = 'EU' then "orders"."amount" end) + toDecimal128(0, 0)) as m1
  from "orders"
  left join (
    select *
    from "people" as "buyer"
    where "team" in ({p3:String}, {p4:String})
  ) as "buyer" on "buyer"."id" = "orders"."buyer_id"
  left join "regions" on "regions"."id" = "buyer"."region_id"
  left join (
    select distinct
      "order_id" as j0,
      "sku" as d0
    from "items"
  ) as "items" on "items".j0 = "orders"."id"
  group by 1
) as branches
group by 1
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- a ratio, a filter on the measure, and totals
-- ["red","blue","15"]
select
  "orders"."status" as "orders.status",
  1e0 * sumOrNull((case when "regions"."name" = 'EU' then "orders"."amount" end) + toDecimal128(0, 0)) / nullif(sumOrNull("orders"."amount" + toDecimal128(0, 0)), 0) as "orders.eu_share"
from "orders"
left join (
  select *
  from "people" as "buyer"
  where "team" in ({p1:String}, {p2:String})
) as "buyer" on "buyer"."id" = "orders"."buyer_id"
left join "regions" on "regions"."id" = "buyer"."region_id"
group by 1
having sumOrNull((case when "regions"."name" = 'EU' then "orders"."amount" end) + toDecimal128(0, 0)) < {p3:Int64}
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- totals
-- ["red","blue","15","red","blue"]
with picked_1 as (
  select "orders"."status" as d0
  from "orders"
  left join (
    select *
    from "people" as "buyer"
    where "team" in ({p1:String}, {p2:String})
  ) as "buyer" on "buyer"."id" = "orders"."buyer_id"
  left join "regions" on "regions"."id" = "buyer"."region_id"
  group by 1
  having sumOrNull((case when "regions"."name" = 'EU' then "orders"."amount" end) + toDecimal128(0, 0)) < {p3:Int64}
)
select 1e0 * sumOrNull((case when "regions"."name" = 'EU' then "orders"."amount" end) + toDecimal128(0, 0)) / nullif(sumOrNull("orders"."amount" + toDecimal128(0, 0)), 0) as "orders.eu_share"
from "orders"
left join (
  select *
  from "people" as "buyer"
  where "team" in ({p4:String}, {p5:String})
) as "buyer" on "buyer"."id" = "orders"."buyer_id"
left join "regions" on "regions"."id" = "buyer"."region_id"
where toJSONString(tuple("orders"."status")) in (
  select toJSONString(tuple(picked_1.d0))
  from picked_1
)
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- the last rows are those that fulfil it
-- ["red","blue"]
select sumOrNull((case when place = 1 then v0 end) + toDecimal128(0, 0)) as "orders.last_eu"
from (
  select
    "orders"."amount" as v0,
    case when (case when "regions"."name" = 'EU' then "orders"."placed_on" end) is not null then rank() over (order by case when "regions"."name" = 'EU' then "orders"."placed_on" end desc nulls last) end as place
  from "orders"
  left join (
    select *
    from "people" as "buyer"
    where "team" in ({p1:String}, {p2:String})
  ) as "buyer" on "buyer"."id" = "orders"."buyer_id"
  left join "regions" on "regions"."id" = "buyer"."region_id"
) as "orders"
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- along time
-- ["red","blue","red","blue"]
with facts_1 as (
  select
    toDate32("orders"."placed_on") as day,
    sumOrNull((case when "regions"."name" = 'EU' then "orders"."amount" end) + toDecimal128(0, 0)) as s0
  from "orders"
  left join (
    select *
    from "people" as "buyer"
    where "team" in ({p1:String}, {p2:String})
  ) as "buyer" on "buyer"."id" = "orders"."buyer_id"
  left join "regions" on "regions"."id" = "buyer"."region_id"
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
  d0 as "orders.placed_on.month",
  max(m0) as "orders.eu_so_far",
  max(m1) as "orders.eu"
from (
  select
    d0,
    sumOrNull(s0 + toDecimal128(0, 0)) as m0,
    null as m1
  from facts_1
  join periods_1 on day < (d0 + toIntervalMonth(1))
  group by 1
  union all
  select
    toStartOfMonth(toDate32("orders"."placed_on")) as d0,
    null as m0,
    sumOrNull((case when "regions"."name" = 'EU' then "orders"."amount" end) + toDecimal128(0, 0)) as m1
  from "orders"
  left join (
    select *
    from "people" as "buyer"
    where "team" in ({p3:String}, {p4:String})
  ) as "buyer" on "buyer"."id" = "orders"."buyer_id"
  left join "regions" on "regions"."id" = "buyer"."region_id"
  group by 1
) as branches
group by 1
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- the least and the greatest of a dimension have its type
-- ["red","blue","red","blue"]
select
  "seller"."tier" as "seller.tier",
  minOrNull("orders"."status") as "orders.first_status",
  maxOrNull("orders"."placed_on") as "orders.last_placed",
  maxOrNull(case when "regions"."name" = 'EU' then "orders"."placed_on" end) as "orders.last_to_eu",
  cast(minOrNull(("orders".status = 'paid')) as Nullable(Bool)) as "orders.all_paid"
from "orders"
left join (
  select *
  from "people" as "seller"
  where "team" in ({p1:String}, {p2:String})
) as "seller" on "seller"."id" = "orders"."seller_id"
left join (
  select *
  from "people" as "buyer"
  where "team" in ({p3:String}, {p4:String})
) as "buyer" on "buyer"."id" = "orders"."buyer_id"
left join "regions" on "regions"."id" = "buyer"."region_id"
group by 1
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- totals
-- ["red","blue","red","blue"]
select
  minOrNull("orders"."status") as "orders.first_status",
  maxOrNull("orders"."placed_on") as "orders.last_placed",
  maxOrNull(case when "regions"."name" = 'EU' then "orders"."placed_on" end) as "orders.last_to_eu",
  cast(minOrNull(("orders".status = 'paid')) as Nullable(Bool)) as "orders.all_paid"
from "orders"
left join (
  select *
  from "people" as "seller"
  where "team" in ({p1:String}, {p2:String})
) as "seller" on "seller"."id" = "orders"."seller_id"
left join (
  select *
  from "people" as "buyer"
  where "team" in ({p3:String}, {p4:String})
) as "buyer" on "buyer"."id" = "orders"."buyer_id"
left join "regions" on "regions"."id" = "buyer"."region_id"
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- and are compared by it
-- ["red","blue","red","blue","2024-02-01","OP%",false]
select
  "seller"."tier" as "seller.tier",
  count(*) as "orders.count"
from "orders"
left join (
  select *
  from "people" as "seller"
  where "team" in ({p1:String}, {p2:String})
) as "seller" on "seller"."id" = "orders"."seller_id"
left join (
  select *
  from "people" as "buyer"
  where "team" in ({p3:String}, {p4:String})
) as "buyer" on "buyer"."id" = "orders"."buyer_id"
left join "regions" on "regions"."id" = "buyer"."region_id"
group by 1
having maxOrNull(case when "regions"."name" = 'EU' then "orders"."placed_on" end) >= {p5:Date32}
  and lowerUTF8(toString(minOrNull("orders"."status"))) like lowerUTF8({p6:String})
  and cast(minOrNull(("orders".status = 'paid')) as Nullable(Bool)) = {p7:Bool}
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- and stand beside measures of other models
-- ["red","blue","red","blue"]
select
  d0 as "orders.status",
  max(m0) as "orders.last_placed",
  max(m1) as "orders.all_paid",
  coalesce(max(m2), 0) as "items.gold_lines",
  coalesce(max(m3), 0) as "seller.count"
from (
  select
    "status" as d0,
    maxOrNull("placed_on") as m0,
    cast(minOrNull((status = 'paid')) as Nullable(Bool)) as m1,
    null as m2,
    null as m3
  from "orders"
  group by 1
  union all
  select
    "orders"."status" as d0,
    null as m0,
    null as m1,
    count(case when "buyer"."tier" = 'gold' then 1 end) as m2,
    null as m3
  from "items"
  left join "orders" on "orders"."id" = "items"."order_id"
  left join (
    select *
    from "people" as "buyer"
    where "team" in ({p1:String}, {p2:String})
  ) as "buyer" on "buyer"."id" = "orders"."buyer_id"
  group by 1
  union all
  select
    "orders".d0 as d0,
    null as m0,
    null as m1,
    null as m2,
    count(*) as m3
  from (
    select *
    from "people"
    where "team" in ({p3:String}, {p4:String})
  ) as "people"
  left join (
    select distinct
      "seller_id" as j0,
      "status" as d0
    from "orders"
  ) as "orders" on "orders".j0 = "people"."id"
  group by 1
) as branches
group by 1
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
