-- a day that the calendar does not have lies in no period
select
  "days"."retail_month" as "orders.placed_at.retail_month",
  sum("orders"."amount") as "orders.total"
from "orders"
left join "days" on "days"."day" = "orders"."placed_at"::date
group by 1
order by "orders.placed_at.retail_month" nulls last
limit 11;

-- the day is one of the query's timezone
select
  "days"."retail_month" as "orders.placed_at.retail_month",
  sum("orders"."amount") as "orders.total"
from "orders"
left join "days" on "days"."day" = ("orders"."placed_at"::timestamptz at time zone 'America/New_York')::date
group by 1
order by "orders.placed_at.retail_month" nulls last
limit 11;

-- a filter on a period of the calendar
-- ["2024-02-02"]
select
  "orders"."placed_at"::date as "orders.placed_at.day",
  sum("orders"."amount") as "orders.total"
from "orders"
left join "days" on "days"."day" = "orders"."placed_at"::date
where "days"."season" = $1::date
group by 1
order by "orders.placed_at.day" nulls last;

-- fillGaps adds the calendar's periods between those of the rows
-- ["2"]
with groups_1 as (
  select
    "days"."retail_month" as d0,
    sum("orders"."amount") as m0
  from "orders"
  left join "days" on "days"."day" = "orders"."placed_at"::date
  where ("orders"."amount" <> $1::bigint or "orders"."amount" is null)
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
-- ["2024-01-30 00:00:00","2024-02-04 00:00:00","1","2024-01-30 00:00:00","2024-02-04 00:00:00"]
with groups_1 as (
  select
    "days"."retail_month" as d0,
    "customers"."name" as d1,
    sum("orders"."amount") as m0
  from "orders"
  left join "days" on "days"."day" = "orders"."placed_at"::date
  left join "customers" on "customers"."id" = "orders"."customer_id"
  where "orders"."placed_at" >= $1::timestamp and "orders"."placed_at" < $2::timestamp
    and "orders"."amount" = $3::bigint
  group by 1, 2
),
periods_1 as (
  select distinct "retail_month" as d0
  from "days" as "calendar"
  where "retail_month" is not null
    and "day" >= $4::timestamp::date
    and "day" <= ($5::timestamp - interval '1 microsecond')::date
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
  left join "days" on "days"."day" = "orders"."placed_at"::date
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
      where "orders"."amount" in ($1::bigint, $2::bigint)
    )
  ) as "refunds"
  left join "orders" on "orders"."id" = "refunds"."order_id"
  left join "days" on "days"."day" = "orders"."placed_at"::date
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
    where "orders"."amount" in ($1::bigint, $2::bigint)
  )
) as "refunds"
left join "orders" on "orders"."id" = "refunds"."order_id"
left join "days" on "days"."day" = "orders"."placed_at"::date
left join "days" as "refunds_days" on "refunds_days"."day" = "refunds"."day"::date
group by 1, 2
order by "orders.placed_at.retail_month" nulls last, "refunds.day.retail_month" nulls last
limit 11;

-- totals of the periods that a filter on a measure keeps
-- ["2"]
select
  "days"."season" as "orders.placed_at.season",
  sum("orders"."amount") as "orders.total"
from "orders"
left join "days" on "days"."day" = "orders"."placed_at"::date
group by 1
having sum("orders"."amount") > $1::bigint
order by "orders.placed_at.season" nulls last
limit 11;
-- totals
-- ["2"]
with picked_1 as (
  select "days"."season" as d0
  from "orders"
  left join "days" on "days"."day" = "orders"."placed_at"::date
  group by 1
  having sum("orders"."amount") > $1::bigint
)
select sum("orders"."amount") as "orders.total"
from "orders"
left join "days" on "days"."day" = "orders"."placed_at"::date
where exists (
  select 1
  from picked_1
  where picked_1.d0 is not distinct from "days"."season"
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
  left join "days" on "days"."day" = "orders"."placed_at"::date
  where "days"."retail_month" = $1
)
group by 1
order by "customers.name" nulls last
limit 11;

-- the orders of periods with much
-- ["2"]
with asked_1 as (
  select "days"."retail_month" as d0
  from "orders"
  left join "days" on "days"."day" = "orders"."placed_at"::date
  group by 1
  having sum("orders"."amount") >= $1::bigint
)
select sum("orders"."amount") as "orders.total"
from "orders"
left join "days" on "days"."day" = "orders"."placed_at"::date
where exists (
  select 1
  from asked_1
  where asked_1.d0 is not distinct from "days"."retail_month"
);

-- a difference to a period of the calendar that has no rows
-- ["2"]
with groups_1 as (
  select
    "days"."retail_month" as d0,
    sum("orders"."amount") as m0
  from "orders"
  left join "days" on "days"."day" = "orders"."placed_at"::date
  where ("orders"."amount" <> $1::bigint or "orders"."amount" is null)
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
  left join "days" on "days"."day" = "orders"."placed_at"::date
) as "orders"
group by 1
order by "orders.placed_at.season" nulls last
limit 11;
