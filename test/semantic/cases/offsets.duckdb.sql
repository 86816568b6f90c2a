-- last year stands beside this year
-- ["2024-01-01 00:00:00","2024-01-01 00:00:00","2024-01-01 00:00:00"]
with facts_1 as (
  select
    date_trunc('month', "placed_at")::date as period,
    sum("amount") as s0
  from "orders"
  where "placed_at" >= $2::timestamp - interval '1 month' - interval '2 days' - interval '1 year'
  group by 1
),
bounds_1 as (
  select
    date_trunc('month', $3::timestamp)::date::date as lo,
    max(period)::date as hi
  from facts_1
)
select
  d0 as "orders.placed_at.month",
  max(m0) as "orders.total",
  max(m1) as "orders.last_year",
  max(m0) / nullif(max(m1), 0) - 1 as "orders.growth"
from (
  select
    date_trunc('month', "placed_at")::date as d0,
    sum("amount") as m0,
    null as m1
  from "orders"
  where "placed_at" >= $1::timestamp
  group by 1
  union all
  select
    (period + interval '12 months')::date as d0,
    null as m0,
    max(s0) as m1
  from facts_1
  cross join bounds_1
  where period >= (lo - interval '12 months')::date
    and period <= (hi - interval '12 months')::date
  group by 1
) as branches
group by 1
order by "orders.placed_at.month" nulls last
limit 21;

-- the month before, also where this month has no rows
with facts_1 as (
  select
    date_trunc('month', "placed_at")::date as period,
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
facts_2 as (
  select
    date_trunc('month', "placed_at")::date as period,
    sum("amount") as s0
  from "orders"
  group by 1
),
bounds_2 as (
  select
    min(period)::date as lo,
    max(period)::date as hi
  from facts_2
),
followed_1 as (
  select
    period,
    s0,
    lead(period) over (order by period) as next
  from facts_2
  where period is not null
),
spread_1 as (
  select
    period,
    s0
  from followed_1
  union all
  select
    unnest(generate_series(greatest(period + interval '1 month', (lo - interval '1 month')::date)::timestamp, least(next - interval '1 month', (hi - interval '1 month')::date)::timestamp, interval '1 month'))::date as period,
    null as s0
  from followed_1
  cross join bounds_2
  where next is null or next > period + interval '1 month'
),
framed_1 as (
  select
    period,
    sum(s0) over (order by period rows unbounded preceding) as s0
  from spread_1
)
select
  d0 as "orders.placed_at.month",
  max(m0) as "orders.last_month",
  max(m1) as "orders.running_last_month"
from (
  select
    (period + interval '1 month')::date as d0,
    max(s0) as m0,
    null as m1
  from facts_1
  cross join bounds_1
  where period >= (lo - interval '1 month')::date
    and period <= (hi - interval '1 month')::date
  group by 1
  union all
  select
    (period + interval '1 month')::date as d0,
    null as m0,
    max(s0) as m1
  from framed_1
  cross join bounds_2
  where period >= (lo - interval '1 month')::date
    and period <= (hi - interval '1 month')::date
  group by 1
) as branches
group by 1
order by "orders.placed_at.month" nulls last
limit 21;

-- last month's rows of a child, asked from its parent
-- ["2024-01-01 00:00:00","2024-01-01 00:00:00","2024-01-01 00:00:00"]
with facts_1 as (
  select
    "lines"."sku" as d0,
    date_trunc('month', "orders"."placed_at")::date as period,
    sum("lines"."quantity") as s0
  from "lines"
  left join "orders" on "orders"."id" = "lines"."order_id"
  where "orders"."placed_at" >= $1::timestamp - interval '1 month' - interval '2 days' - interval '1 month'
  group by 1, 2
),
bounds_1 as (
  select
    date_trunc('month', $2::timestamp)::date::date as lo,
    max(period)::date as hi
  from facts_1
)
select
  d0 as "lines.sku",
  d1 as "orders.placed_at.month",
  max(m0) as "lines.last_month",
  max(m1) as "lines.quantity"
from (
  select
    d0,
    (period + interval '1 month')::date as d1,
    max(s0) as m0,
    null as m1
  from facts_1
  cross join bounds_1
  where period >= (lo - interval '1 month')::date
    and period <= (hi - interval '1 month')::date
  group by 1, 2
  union all
  select
    "lines"."sku" as d0,
    date_trunc('month', "orders"."placed_at")::date as d1,
    null as m0,
    sum("lines"."quantity") as m1
  from "lines"
  left join "orders" on "orders"."id" = "lines"."order_id"
  where "orders"."placed_at" >= $3::timestamp
  group by 1, 2
) as branches
group by 1, 2
order by "lines.sku" nulls last, "orders.placed_at.month" nulls last
limit 21;

-- last month's closing balance stands beside this month's
with facts_1 as (
  select
    "day"::date as day_,
    "balance" as v0,
    "day" as moment,
    "account_id" as p0
  from "balances"
),
periods_1 as (
  select unnest(generate_series(min(date_trunc('month', day_)::date)::timestamp, max(date_trunc('month', day_)::date)::timestamp, interval '1 month'))::date as d0
  from facts_1
),
spans_1 as (
  select
    day_ as on_day,
    d0
  from (select distinct day_ from facts_1) as days
  join periods_1 on day_ >= d0 - interval '1 month' and day_ < d0 - interval '1 month' + interval '1 month'
)
select
  d0 as "balances.day.month",
  max(m0) as "balances.closing",
  max(m1) as "balances.closing_last_month"
from (
  select
    d0,
    sum(case when place = 1 then v0 end) as m0,
    null as m1
  from (
    select
      date_trunc('month', "day")::date as d0,
      "balance" as v0,
      case when "day" is not null then rank() over (partition by date_trunc('month', "day")::date, "account_id" order by "day" desc nulls last) end as place
    from "balances"
  ) as "balances"
  group by 1
  union all
  select
    d0,
    null as m0,
    sum(case when place = 1 then v0 end) as m1
  from (
    select
      d0,
      v0,
      case when moment is not null then rank() over (partition by d0, p0 order by moment desc nulls last) end as place
    from facts_1
    join spans_1 on on_day = day_
  ) as placed
  group by 1
) as branches
group by 1
order by "balances.day.month" nulls last
limit 11;
