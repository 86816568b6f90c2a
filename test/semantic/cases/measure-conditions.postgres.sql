-- a measure counts the rows whose partner over two joins has a value
-- ["red","blue"]
select
  "orders"."status" as "orders.status",
  sum(case when "regions"."name" = 'EU' then "orders"."amount" end) as "orders.eu",
  count(case when "regions"."name" = 'EU' and "orders".status = 'paid' then 1 end) as "orders.eu_paid",
  sum("orders"."amount") as "orders.total"
from "orders"
left join (
  select *
  from "people" as "buyer"
  where "team" in ($1, $2)
) as "buyer" on "buyer"."id" = "orders"."buyer_id"
left join "regions" on "regions"."id" = "buyer"."region_id"
group by 1
order by "orders.status" nulls last
limit 11;

-- each role is a row of its own
-- ["red","blue","red","blue"]
select
  count(case when "buyer"."region_id" = "seller"."region_id" then 1 end) as "orders.local",
  count(*) as "orders.count"
from "orders"
left join (
  select *
  from "people" as "buyer"
  where "team" in ($1, $2)
) as "buyer" on "buyer"."id" = "orders"."buyer_id"
left join (
  select *
  from "people" as "seller"
  where "team" in ($3, $4)
) as "seller" on "seller"."id" = "orders"."seller_id"
limit 11;

-- where there is no partner, an expression of it is null
-- ["red","blue"]
select count(case when (case when "buyer"."id" is not null then coalesce("buyer".tier, 'none') end) = 'none' then 1 end) as "orders.unlabelled"
from "orders"
left join (
  select *
  from "people" as "buyer"
  where "team" in ($1, $2)
) as "buyer" on "buyer"."id" = "orders"."buyer_id"
limit 11;

-- what its partners' row access hides does not fulfil it
-- ["blue"]
select
  sum(case when "regions"."name" = 'EU' then "orders"."amount" end) as "orders.eu",
  count(*) as "orders.count",
  count(case when (case when "buyer"."id" is not null then coalesce("buyer".tier, 'none') end) = 'none' then 1 end) as "orders.unlabelled"
from "orders"
left join (
  select *
  from "people" as "buyer"
  where "team" in ($1)
) as "buyer" on "buyer"."id" = "orders"."buyer_id"
left join "regions" on "regions"."id" = "buyer"."region_id"
limit 11;

-- the table that a dimension has joined is the one that the condition looks at
-- ["red","blue"]
select
  "buyer"."tier" as "buyer.tier",
  sum(case when "regions"."name" = 'EU' then "orders"."amount" end) as "orders.eu",
  max(case when "buyer"."tier" = 'gold' then "orders"."amount" end) as "orders.largest_gold"
from "orders"
left join (
  select *
  from "people" as "buyer"
  where "team" in ($1, $2)
) as "buyer" on "buyer"."id" = "orders"."buyer_id"
left join "regions" on "regions"."id" = "buyer"."region_id"
group by 1
order by "buyer.tier" nulls last
limit 11;

-- no row is counted twice where the many side is a dimension
-- ["red","blue"]
select
  "items".d0 as "items.sku",
  sum(case when "regions"."name" = 'EU' then "orders"."amount" end) as "orders.eu",
  count(*) as "orders.count"
from "orders"
left join (
  select *
  from "people" as "buyer"
  where "team" in ($1, $2)
) as "buyer" on "buyer"."id" = "orders"."buyer_id"
left join "regions" on "regions"."id" = "buyer"."region_id"
left join (
  select distinct
    "order_id" as j0,
    "sku" as d0
  from "items"
) as "items" on "items".j0 = "orders"."id"
group by 1
order by "items.sku" nulls last
limit 11;

-- nor where a filter looks at the rows of that side
-- ["red","blue","pen"]
select
  d0 as "items.sku",
  sum(v0) as "orders.eu"
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
    where "team" in ($1, $2)
  ) as "buyer" on "buyer"."id" = "orders"."buyer_id"
  left join "regions" on "regions"."id" = "buyer"."region_id"
  where "items"."sku" = $3
) as "orders"
group by 1
order by "items.sku" nulls last
limit 11;

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
    where "team" in ($1, $2)
  ) as "buyer" on "buyer"."id" = "orders"."buyer_id"
  group by 1
  union all
  select
    "items".d0 as d0,
    null as m0,
    sum(case when "regions"."name" = 'EU' then "orders"."amount" end) as m1
  from "orders"
  left join (
    select *
    from "people" as "buyer"
    where "team" in ($3, $4)
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
order by "items.sku" nulls last
limit 11;

-- a ratio, a filter on the measure, and totals
-- ["red","blue","15"]
select
  "orders"."status" as "orders.status",
  1.0 * sum(case when "regions"."name" = 'EU' then "orders"."amount" end) / nullif(sum("orders"."amount"), 0) as "orders.eu_share"
from "orders"
left join (
  select *
  from "people" as "buyer"
  where "team" in ($1, $2)
) as "buyer" on "buyer"."id" = "orders"."buyer_id"
left join "regions" on "regions"."id" = "buyer"."region_id"
group by 1
having sum(case when "regions"."name" = 'EU' then "orders"."amount" end) < $3::bigint
order by "orders.status" nulls last
limit 11;
-- totals
-- ["red","blue","15","red","blue"]
with picked_1 as (
  select "orders"."status" as d0
  from "orders"
  left join (
    select *
    from "people" as "buyer"
    where "team" in ($1, $2)
  ) as "buyer" on "buyer"."id" = "orders"."buyer_id"
  left join "regions" on "regions"."id" = "buyer"."region_id"
  group by 1
  having sum(case when "regions"."name" = 'EU' then "orders"."amount" end) < $3::bigint
)
select 1.0 * sum(case when "regions"."name" = 'EU' then "orders"."amount" end) / nullif(sum("orders"."amount"), 0) as "orders.eu_share"
from "orders"
left join (
  select *
  from "people" as "buyer"
  where "team" in ($4, $5)
) as "buyer" on "buyer"."id" = "orders"."buyer_id"
left join "regions" on "regions"."id" = "buyer"."region_id"
where exists (
  select 1
  from picked_1
  where array[picked_1.d0] = array["orders"."status"]
);

-- the last rows are those that fulfil it
-- ["red","blue"]
select sum(case when place = 1 then v0 end) as "orders.last_eu"
from (
  select
    "orders"."amount" as v0,
    case when (case when "regions"."name" = 'EU' then "orders"."placed_on" end) is not null then rank() over (order by case when "regions"."name" = 'EU' then "orders"."placed_on" end desc nulls last) end as place
  from "orders"
  left join (
    select *
    from "people" as "buyer"
    where "team" in ($1, $2)
  ) as "buyer" on "buyer"."id" = "orders"."buyer_id"
  left join "regions" on "regions"."id" = "buyer"."region_id"
) as "orders"
limit 11;

-- along time
-- ["red","blue","red","blue"]
with facts_1 as (
  select
    date_trunc('month', "orders"."placed_on")::date as period,
    sum(case when "regions"."name" = 'EU' then "orders"."amount" end) as s0
  from "orders"
  left join (
    select *
    from "people" as "buyer"
    where "team" in ($1, $2)
  ) as "buyer" on "buyer"."id" = "orders"."buyer_id"
  left join "regions" on "regions"."id" = "buyer"."region_id"
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
    generate_series(greatest(period + interval '1 month', lo)::timestamp, least(next - interval '1 month', hi)::timestamp, interval '1 month')::date as period,
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
  d0 as "orders.placed_on.month",
  max(m0) as "orders.eu_so_far",
  max(m1) as "orders.eu"
from (
  select
    period as d0,
    max(s0) as m0,
    null as m1
  from framed_1
  cross join bounds_1
  where period >= lo
    and period <= hi
  group by 1
  union all
  select
    date_trunc('month', "orders"."placed_on")::date as d0,
    null as m0,
    sum(case when "regions"."name" = 'EU' then "orders"."amount" end) as m1
  from "orders"
  left join (
    select *
    from "people" as "buyer"
    where "team" in ($3, $4)
  ) as "buyer" on "buyer"."id" = "orders"."buyer_id"
  left join "regions" on "regions"."id" = "buyer"."region_id"
  group by 1
) as branches
group by 1
order by "orders.placed_on.month" nulls last
limit 11;

-- the least and the greatest of a dimension have its type
-- ["red","blue","red","blue"]
select
  "seller"."tier" as "seller.tier",
  min("orders"."status") as "orders.first_status",
  max("orders"."placed_on") as "orders.last_placed",
  max(case when "regions"."name" = 'EU' then "orders"."placed_on" end) as "orders.last_to_eu",
  bool_and(("orders".status = 'paid')) as "orders.all_paid"
from "orders"
left join (
  select *
  from "people" as "seller"
  where "team" in ($1, $2)
) as "seller" on "seller"."id" = "orders"."seller_id"
left join (
  select *
  from "people" as "buyer"
  where "team" in ($3, $4)
) as "buyer" on "buyer"."id" = "orders"."buyer_id"
left join "regions" on "regions"."id" = "buyer"."region_id"
group by 1
order by "seller.tier" nulls last
limit 11;
-- totals
-- ["red","blue","red","blue"]
select
  min("orders"."status") as "orders.first_status",
  max("orders"."placed_on") as "orders.last_placed",
  max(case when "regions"."name" = 'EU' then "orders"."placed_on" end) as "orders.last_to_eu",
  bool_and(("orders".status = 'paid')) as "orders.all_paid"
from "orders"
left join (
  select *
  from "people" as "seller"
  where "team" in ($1, $2)
) as "seller" on "seller"."id" = "orders"."seller_id"
left join (
  select *
  from "people" as "buyer"
  where "team" in ($3, $4)
) as "buyer" on "buyer"."id" = "orders"."buyer_id"
left join "regions" on "regions"."id" = "buyer"."region_id";

-- and are compared by it
-- ["red","blue","red","blue","2024-02-01","OP%",false]
select
  "seller"."tier" as "seller.tier",
  count(*) as "orders.count"
from "orders"
left join (
  select *
  from "people" as "seller"
  where "team" in ($1, $2)
) as "seller" on "seller"."id" = "orders"."seller_id"
left join (
  select *
  from "people" as "buyer"
  where "team" in ($3, $4)
) as "buyer" on "buyer"."id" = "orders"."buyer_id"
left join "regions" on "regions"."id" = "buyer"."region_id"
group by 1
having max(case when "regions"."name" = 'EU' then "orders"."placed_on" end) >= $5::date
  and min("orders"."status")::text ilike $6 escape '~'
  and bool_and(("orders".status = 'paid')) = $7::boolean
order by "seller.tier" nulls last
limit 11;

-- and stand beside measures of other models
-- ["red","blue","red","blue"]
select
  d0 as "orders.status",
  max(m0) as "orders.last_placed",
  bool_or(m1) as "orders.all_paid",
  coalesce(max(m2), 0) as "items.gold_lines",
  coalesce(max(m3), 0) as "seller.count"
from (
  select
    "status" as d0,
    max("placed_on") as m0,
    bool_and((status = 'paid')) as m1,
    null::bigint as m2,
    null::bigint as m3
  from "orders"
  group by 1
  union all
  select
    "orders"."status" as d0,
    null::date as m0,
    null::boolean as m1,
    count(case when "buyer"."tier" = 'gold' then 1 end) as m2,
    null::bigint as m3
  from "items"
  left join "orders" on "orders"."id" = "items"."order_id"
  left join (
    select *
    from "people" as "buyer"
    where "team" in ($1, $2)
  ) as "buyer" on "buyer"."id" = "orders"."buyer_id"
  group by 1
  union all
  select
    "orders".d0 as d0,
    null::date as m0,
    null::boolean as m1,
    null::bigint as m2,
    count(*) as m3
  from (
    select *
    from "people"
    where "team" in ($3, $4)
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
order by "orders.status" nulls last
limit 11;
