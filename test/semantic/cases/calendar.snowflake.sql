-- Never run on snowflake itself: see shared/semantic/dialects/README.md for what it rests on.

-- a day that the calendar does not have lies in no period
select
  "days"."retail_month" as "orders.placed_at.retail_month",
  sum("orders"."amount") as "orders.total"
from "orders"
left join "days" on "days"."day" = cast(cast(convert_timezone('UTC', "orders"."placed_at") as timestamp_ntz) as date)
group by 1
order by "orders.placed_at.retail_month" nulls last
limit 11;

-- the day is one of the query's timezone
select
  "days"."retail_month" as "orders.placed_at.retail_month",
  sum("orders"."amount") as "orders.total"
from "orders"
left join "days" on "days"."day" = cast(cast(convert_timezone('America/New_York', "orders"."placed_at") as timestamp_ntz) as date)
group by 1
order by "orders.placed_at.retail_month" nulls last
limit 11;

-- a filter on a period of the calendar
-- ["2024-02-02"]
select
  cast(cast(convert_timezone('UTC', "orders"."placed_at") as timestamp_ntz) as date) as "orders.placed_at.day",
  sum("orders"."amount") as "orders.total"
from "orders"
left join "days" on "days"."day" = cast(cast(convert_timezone('UTC', "orders"."placed_at") as timestamp_ntz) as date)
where "days"."season" = cast(? as date)
group by 1
order by "orders.placed_at.day" nulls last;

-- fillGaps adds the calendar's periods between those of the rows
-- ["2"]
with groups_1 as (
  select
    "days"."retail_month" as d0,
    sum("orders"."amount") as m0
  from "orders"
  left join "days" on "days"."day" = cast(cast(convert_timezone('UTC', "orders"."placed_at") as timestamp_ntz) as date)
  where "orders"."amount" is distinct from cast(? as number(38, 0))
  group by 1
),
periods_1 as (
  select distinct "retail_month" as d0
  from "days" as "calendar"
  where "retail_month" is not null
    and "day" >= (
    select min("day")
    from "days" as "calendar"
    where "retail_month" in (select d0 from groups_1)
  )
    and "day" <= (
    select max("day")
    from "days" as "calendar"
    where "retail_month" in (select d0 from groups_1)
  )
)
select
  d0 as "orders.placed_at.retail_month",
  max(m0) as "orders.total"
from (
  select d0, m0 from groups_1
  union all
  select d0, null as m0
  from periods_1
) as filled
group by 1
order by "orders.placed_at.retail_month" nulls last
limit 11;

-- and up to those of the days that filters name
-- ["2024-01-30 00:00:00","2024-02-04 00:00:00","1","2024-01-30 00:00:00","2024-02-03 23:59:59.999999"]
with groups_1 as (
  select
    "days"."retail_month" as d0,
    "customers"."name" as d1,
    sum("orders"."amount") as m0
  from "orders"
  left join "days" on "days"."day" = cast(cast(convert_timezone('UTC', "orders"."placed_at") as timestamp_ntz) as date)
  left join "customers" on "customers"."id" = "orders"."customer_id"
  where "orders"."placed_at" >= cast(? as timestamp_ntz) and "orders"."placed_at" < cast(? as timestamp_ntz)
    and "orders"."amount" = cast(? as number(38, 0))
  group by 1, 2
),
periods_1 as (
  select distinct "retail_month" as d0
  from "days" as "calendar"
  where "retail_month" is not null
    and "day" >= cast(cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz) as date)
    and "day" <= cast(cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz) as date)
)
select
  d0 as "orders.placed_at.retail_month",
  d1 as "customers.name",
  max(m0) as "orders.total"
from (
  select d0, d1, m0 from groups_1
  union all
  select d0, d1, null as m0
  from periods_1
  cross join (select distinct d1 from groups_1) as others
) as filled
group by 1, 2
order by "orders.placed_at.retail_month" nulls last, "customers.name" nulls last
limit 11;

-- facts meet in the periods of a time that they share
-- ["1","4"]
select
  d0 as "orders.placed_at.retail_month",
  max(m0) as "orders.total",
  max(m1) as "refunds.total"
from (
  select
    "days"."retail_month" as d0,
    sum("orders"."amount") as m0,
    null as m1
  from "orders"
  left join "days" on "days"."day" = cast(cast(convert_timezone('UTC', "orders"."placed_at") as timestamp_ntz) as date)
  group by 1
  union all
  select
    "days"."retail_month" as d0,
    null as m0,
    sum("refunds"."amount") as m1
  from (
    select *
    from "refunds"
    where "refunds"."order_id" in (
      select "orders"."id"
      from "orders"
      where "orders"."amount" in (cast(? as number(38, 0)), cast(? as number(38, 0)))
    )
  ) as "refunds"
  left join "orders" on "orders"."id" = "refunds"."order_id"
  left join "days" on "days"."day" = cast(cast(convert_timezone('UTC', "orders"."placed_at") as timestamp_ntz) as date)
  group by 1
) as branches
group by 1
order by "orders.placed_at.retail_month" nulls last
limit 11;

-- two times of one query look at the calendar each by itself
-- ["1","2"]
select
  "days"."retail_month" as "orders.placed_at.retail_month",
  "refunds_days"."retail_month" as "refunds.day.retail_month",
  sum("refunds"."amount") as "refunds.total"
from (
  select *
  from "refunds"
  where "refunds"."order_id" in (
    select "orders"."id"
    from "orders"
    where "orders"."amount" in (cast(? as number(38, 0)), cast(? as number(38, 0)))
  )
) as "refunds"
left join "orders" on "orders"."id" = "refunds"."order_id"
left join "days" on "days"."day" = cast(cast(convert_timezone('UTC', "orders"."placed_at") as timestamp_ntz) as date)
left join "days" as "refunds_days" on "refunds_days"."day" = cast("refunds"."day" as date)
group by 1, 2
order by "orders.placed_at.retail_month" nulls last, "refunds.day.retail_month" nulls last
limit 11;

-- totals of the periods that a filter on a measure keeps
-- ["2"]
select
  "days"."season" as "orders.placed_at.season",
  sum("orders"."amount") as "orders.total"
from "orders"
left join "days" on "days"."day" = cast(cast(convert_timezone('UTC', "orders"."placed_at") as timestamp_ntz) as date)
group by 1
having sum("orders"."amount") > cast(? as number(38, 0))
order by "orders.placed_at.season" nulls last
limit 11;
-- totals
-- ["2"]
with picked_1 as (
  select "days"."season" as d0
  from "orders"
  left join "days" on "days"."day" = cast(cast(convert_timezone('UTC', "orders"."placed_at") as timestamp_ntz) as date)
  group by 1
  having sum("orders"."amount") > cast(? as number(38, 0))
)
select sum("orders"."amount") as "orders.total"
from "orders"
left join "days" on "days"."day" = cast(cast(convert_timezone('UTC', "orders"."placed_at") as timestamp_ntz) as date)
where to_json(array_construct("days"."season")) in (
  select to_json(array_construct(picked_1.d0))
  from picked_1
);

-- customers with an order in a period
-- ["2024-R01"]
select
  "customers"."name" as "customers.name",
  count(*) as "customers.count"
from "customers"
where "customers"."id" in (
  select "orders"."customer_id"
  from "orders"
  left join "days" on "days"."day" = cast(cast(convert_timezone('UTC', "orders"."placed_at") as timestamp_ntz) as date)
  where "days"."retail_month" = ?
)
group by 1
order by "customers.name" nulls last
limit 11;

-- the orders of periods with much
-- ["2"]
with asked_1 as (
  select "days"."retail_month" as d0
  from "orders"
  left join "days" on "days"."day" = cast(cast(convert_timezone('UTC', "orders"."placed_at") as timestamp_ntz) as date)
  group by 1
  having sum("orders"."amount") >= cast(? as number(38, 0))
)
select sum("orders"."amount") as "orders.total"
from "orders"
left join "days" on "days"."day" = cast(cast(convert_timezone('UTC', "orders"."placed_at") as timestamp_ntz) as date)
where to_json(array_construct("days"."retail_month")) in (
  select to_json(array_construct(asked_1.d0))
  from asked_1
);

-- a difference to a period of the calendar that has no rows
-- ["2"]
with groups_1 as (
  select
    "days"."retail_month" as d0,
    sum("orders"."amount") as m0
  from "orders"
  left join "days" on "days"."day" = cast(cast(convert_timezone('UTC', "orders"."placed_at") as timestamp_ntz) as date)
  where "orders"."amount" is distinct from cast(? as number(38, 0))
    and "days"."retail_month" is not null
  group by 1
),
periods_1 as (
  select distinct "retail_month" as d0
  from "days" as "calendar"
  where "retail_month" is not null
    and "day" >= (
    select min("day")
    from "days" as "calendar"
    where "retail_month" in (select d0 from groups_1)
  )
    and "day" <= (
    select max("day")
    from "days" as "calendar"
    where "retail_month" in (select d0 from groups_1)
  )
),
results_1 as (
  select
    d0,
    max(m0) as x0,
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
    case when d0 is not null then x0 - lag(x0, 2) over (order by d0 nulls last) end as c1
  from results_1
)
select
  d0 as "orders.placed_at.retail_month",
  x0 as "orders.total",
  c0 as "before",
  c1 as "two before"
from calculated_1
where shown = 1
order by "orders.placed_at.retail_month" nulls last
limit 11;

-- what a balance was at the end of each period
select
  d0 as "orders.placed_at.season",
  sum(case when place = 1 then v0 end) as "orders.closing"
from (
  select
    "days"."season" as d0,
    "orders"."amount" as v0,
    case when "orders"."placed_at" is not null then rank() over (partition by "days"."season" order by "orders"."placed_at" desc nulls last) end as place
  from "orders"
  left join "days" on "days"."day" = cast(cast(convert_timezone('UTC', "orders"."placed_at") as timestamp_ntz) as date)
) as "orders"
group by 1
order by "orders.placed_at.season" nulls last
limit 11;
