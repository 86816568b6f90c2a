-- a day that the calendar does not have lies in no period
select
  "days"."retail_month" as "orders.placed_at.retail_month",
  sumOrNull("orders"."amount" + toDecimal128(0, 0)) as "orders.total"
from "orders"
left join "days" on "days"."day" = toDate32(toTimeZone("orders"."placed_at", 'UTC'))
group by 1
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- the day is one of the query's timezone
select
  "days"."retail_month" as "orders.placed_at.retail_month",
  sumOrNull("orders"."amount" + toDecimal128(0, 0)) as "orders.total"
from "orders"
left join "days" on "days"."day" = toDate32(toTimeZone("orders"."placed_at", 'America/New_York'))
group by 1
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- a filter on a period of the calendar
-- ["2024-02-02"]
select
  toDate32(toTimeZone("orders"."placed_at", 'UTC')) as "orders.placed_at.day",
  sumOrNull("orders"."amount" + toDecimal128(0, 0)) as "orders.total"
from "orders"
left join "days" on "days"."day" = toDate32(toTimeZone("orders"."placed_at", 'UTC'))
where "days"."season" = {p1:Date32}
group by 1
order by 1 nulls last
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- fillGaps adds the calendar's periods between those of the rows
-- ["2"]
with groups_1 as (
  select
    "days"."retail_month" as d0,
    sumOrNull("orders"."amount" + toDecimal128(0, 0)) as m0
  from "orders"
  left join "days" on "days"."day" = toDate32(toTimeZone("orders"."placed_at", 'UTC'))
  where ifNull("orders"."amount" != {p1:Int64}, true)
  group by 1
),
periods_1 as (
  select distinct "retail_month" as d0
  from "days" as "calendar"
  where "retail_month" is not null
    and "day" >= (
    select minOrNull("day")
    from "days" as "calendar"
    where "retail_month" in (select d0 from groups_1)
  )
    and "day" <= (
    select maxOrNull("day")
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
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- and up to those of the days that filters name
-- ["2024-01-30 00:00:00","2024-02-04 00:00:00","1","2024-01-30 00:00:00","2024-02-03 23:59:59.999999"]
with groups_1 as (
  select
    "days"."retail_month" as d0,
    "customers"."name" as d1,
    sumOrNull("orders"."amount" + toDecimal128(0, 0)) as m0
  from "orders"
  left join "days" on "days"."day" = toDate32(toTimeZone("orders"."placed_at", 'UTC'))
  left join "customers" on "customers"."id" = "orders"."customer_id"
  where "orders"."placed_at" >= {p1:DateTime64(6, 'UTC')} and "orders"."placed_at" < {p2:DateTime64(6, 'UTC')}
    and "orders"."amount" = {p3:Int64}
  group by 1, 2
),
periods_1 as (
  select distinct "retail_month" as d0
  from "days" as "calendar"
  where "retail_month" is not null
    and "day" >= toDate32(toTimeZone({p4:DateTime64(6, 'UTC')}, 'UTC'))
    and "day" <= toDate32(toTimeZone({p5:DateTime64(6, 'UTC')}, 'UTC'))
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
order by 1 nulls last, 2 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- facts meet in the periods of a time that they share
-- ["1","4"]
select
  d0 as "orders.placed_at.retail_month",
  max(m0) as "orders.total",
  max(m1) as "refunds.total"
from (
  select
    "days"."retail_month" as d0,
    sumOrNull("orders"."amount" + toDecimal128(0, 0)) as m0,
    null as m1
  from "orders"
  left join "days" on "days"."day" = toDate32(toTimeZone("orders"."placed_at", 'UTC'))
  group by 1
  union all
  select
    "days"."retail_month" as d0,
    null as m0,
    sumOrNull("refunds"."amount" + toDecimal128(0, 0)) as m1
  from (
    select *
    from "refunds"
    where "refunds"."order_id" in (
      select "orders"."id"
      from "orders"
      where "orders"."amount" in ({p1:Int64}, {p2:Int64})
    )
  ) as "refunds"
  left join "orders" on "orders"."id" = "refunds"."order_id"
  left join "days" on "days"."day" = toDate32(toTimeZone("orders"."placed_at", 'UTC'))
  group by 1
) as branches
group by 1
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- two times of one query look at the calendar each by itself
-- ["1","2"]
select
  "days"."retail_month" as "orders.placed_at.retail_month",
  "refunds_days"."retail_month" as "refunds.day.retail_month",
  sumOrNull("refunds"."amount" + toDecimal128(0, 0)) as "refunds.total"
from (
  select *
  from "refunds"
  where "refunds"."order_id" in (
    select "orders"."id"
    from "orders"
    where "orders"."amount" in ({p1:Int64}, {p2:Int64})
  )
) as "refunds"
left join "orders" on "orders"."id" = "refunds"."order_id"
left join "days" on "days"."day" = toDate32(toTimeZone("orders"."placed_at", 'UTC'))
left join "days" as "refunds_days" on "refunds_days"."day" = toDate32("refunds"."day")
group by 1, 2
order by 1 nulls last, 2 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- totals of the periods that a filter on a measure keeps
-- ["2"]
select
  "days"."season" as "orders.placed_at.season",
  sumOrNull("orders"."amount" + toDecimal128(0, 0)) as "orders.total"
from "orders"
left join "days" on "days"."day" = toDate32(toTimeZone("orders"."placed_at", 'UTC'))
group by 1
having sumOrNull("orders"."amount" + toDecimal128(0, 0)) > {p1:Int64}
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- totals
-- ["2"]
with picked_1 as (
  select "days"."season" as d0
  from "orders"
  left join "days" on "days"."day" = toDate32(toTimeZone("orders"."placed_at", 'UTC'))
  group by 1
  having sumOrNull("orders"."amount" + toDecimal128(0, 0)) > {p1:Int64}
)
select sumOrNull("orders"."amount" + toDecimal128(0, 0)) as "orders.total"
from "orders"
left join "days" on "days"."day" = toDate32(toTimeZone("orders"."placed_at", 'UTC'))
where toJSONString(tuple("days"."season")) in (
  select toJSONString(tuple(picked_1.d0))
  from picked_1
)
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- customers with an order in a period
-- ["2024-R01"]
select
  "customers"."name" as "customers.name",
  count(*) as "customers.count"
from "customers"
where "customers"."id" in (
  select "orders"."customer_id"
  from "orders"
  left join "days" on "days"."day" = toDate32(toTimeZone("orders"."placed_at", 'UTC'))
  where "days"."retail_month" = {p1:String}
)
group by 1
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- the orders of periods with much
-- ["2"]
with asked_1 as (
  select "days"."retail_month" as d0
  from "orders"
  left join "days" on "days"."day" = toDate32(toTimeZone("orders"."placed_at", 'UTC'))
  group by 1
  having sumOrNull("orders"."amount" + toDecimal128(0, 0)) >= {p1:Int64}
)
select sumOrNull("orders"."amount" + toDecimal128(0, 0)) as "orders.total"
from "orders"
left join "days" on "days"."day" = toDate32(toTimeZone("orders"."placed_at", 'UTC'))
where toJSONString(tuple("days"."retail_month")) in (
  select toJSONString(tuple(asked_1.d0))
  from asked_1
)
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- a difference to a period of the calendar that has no rows
-- ["2"]
with groups_1 as (
  select
    "days"."retail_month" as d0,
    sumOrNull("orders"."amount" + toDecimal128(0, 0)) as m0
  from "orders"
  left join "days" on "days"."day" = toDate32(toTimeZone("orders"."placed_at", 'UTC'))
  where ifNull("orders"."amount" != {p1:Int64}, true)
    and "days"."retail_month" is not null
  group by 1
),
periods_1 as (
  select distinct "retail_month" as d0
  from "days" as "calendar"
  where "retail_month" is not null
    and "day" >= (
    select minOrNull("day")
    from "days" as "calendar"
    where "retail_month" in (select d0 from groups_1)
  )
    and "day" <= (
    select maxOrNull("day")
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
    case when d0 is not null then x0 - lagInFrame(toNullable(x0), 1) over (order by d0 nulls last rows between unbounded preceding and unbounded following) end as c0,
    case when d0 is not null then x0 - lagInFrame(toNullable(x0), 2) over (order by d0 nulls last rows between unbounded preceding and unbounded following) end as c1
  from results_1
)
select
  d0 as "orders.placed_at.retail_month",
  x0 as "orders.total",
  c0 as "before",
  c1 as "two before"
from calculated_1
where shown = 1
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- what a balance was at the end of each period
select
  d0 as "orders.placed_at.season",
  sumOrNull((case when place = 1 then v0 end) + toDecimal128(0, 0)) as "orders.closing"
from (
  select
    "days"."season" as d0,
    "orders"."amount" as v0,
    case when "orders"."placed_at" is not null then rank() over (partition by "days"."season" order by "orders"."placed_at" desc nulls last) end as place
  from "orders"
  left join "days" on "days"."day" = toDate32(toTimeZone("orders"."placed_at", 'UTC'))
) as "orders"
group by 1
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
