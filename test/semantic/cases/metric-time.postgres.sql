-- each measure is counted by the time of its own model
-- ["ann","bob"]
select
  d0 as "metric_time.month",
  max(m0) as "orders.total",
  max(m1) as "refunds.total"
from (
  select
    date_trunc('month', "placed_at")::date as d0,
    sum("amount") as m0,
    null as m1
  from "orders"
  group by 1
  union all
  select
    date_trunc('month', "day")::date as d0,
    null as m0,
    sum("amount") as m1
  from (
    select *
    from "refunds"
    where exists (
      select 1
      from "customers"
      where "customers"."id" = "refunds"."customer_id"
        and "customers"."name" in ($1, $2)
    )
  ) as "refunds"
  group by 1
) as branches
group by 1
order by "metric_time.month" nulls last
limit 11;

-- a filter on it acts on each model's own time, dates and moments of the query's timezone
-- ["2024-02-01 05:00:00","2024-04-01 04:00:00","ann","bob","2024-02-01","2024-03-31"]
select
  d0 as "customers.name",
  max(m0) as "orders.total",
  max(m1) as "refunds.total"
from (
  select
    "customers"."name" as d0,
    sum("orders"."amount") as m0,
    null as m1
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  where "orders"."placed_at" >= $1::timestamp and "orders"."placed_at" < $2::timestamp
  group by 1
  union all
  select
    "customers"."name" as d0,
    null as m0,
    sum("refunds"."amount") as m1
  from (
    select *
    from "refunds"
    where exists (
      select 1
      from "customers"
      where "customers"."id" = "refunds"."customer_id"
        and "customers"."name" in ($3, $4)
    )
  ) as "refunds"
  left join "customers" on "customers"."id" = "refunds"."customer_id"
  where "refunds"."day" between $5::date and $6::date
  group by 1
) as branches
group by 1
order by "customers.name" nulls last
limit 11;

-- fillGaps adds the months in which no fact has rows
-- ["ann","bob"]
with groups_1 as (
  select
    d0,
    max(m0) as m0,
    max(m1) as m1
  from (
    select
      date_trunc('month', "placed_at")::date as d0,
      sum("amount") as m0,
      null as m1
    from "orders"
    where "placed_at" is not null
    group by 1
    union all
    select
      date_trunc('month', "day")::date as d0,
      null as m0,
      sum("amount") as m1
    from (
      select *
      from "refunds"
      where exists (
        select 1
        from "customers"
        where "customers"."id" = "refunds"."customer_id"
          and "customers"."name" in ($1, $2)
      )
    ) as "refunds"
    where "day" is not null
    group by 1
  ) as branches
  group by 1
),
periods_1 as (
  select generate_series(min(d0)::timestamp, max(d0)::timestamp, interval '1 month')::date as d0
  from groups_1
)
select
  d0 as "metric_time.month",
  max(m0) as "orders.total",
  max(m1) as "refunds.total"
from (
  select d0, m0, m1 from groups_1
  union all
  select d0, null as m0, null as m1
  from periods_1
) as filled
group by 1
order by "metric_time.month" nulls last
limit 11;

-- totals of the periods that a filter on one fact keeps
-- ["ann","bob","0"]
select
  d0 as "metric_time.quarter",
  max(m0) as "orders.total",
  max(m1) as "refunds.total"
from (
  select
    date_trunc('quarter', "placed_at")::date as d0,
    sum("amount") as m0,
    null as m1
  from "orders"
  group by 1
  union all
  select
    date_trunc('quarter', "day")::date as d0,
    null as m0,
    sum("amount") as m1
  from (
    select *
    from "refunds"
    where exists (
      select 1
      from "customers"
      where "customers"."id" = "refunds"."customer_id"
        and "customers"."name" in ($1, $2)
    )
  ) as "refunds"
  group by 1
) as branches
group by 1
having max(m1) > $3::bigint
order by "metric_time.quarter" nulls last
limit 11;
-- totals
-- ["ann","bob","0","ann","bob"]
with picked_1 as (
  select d0
  from (
    select
      date_trunc('quarter', "placed_at")::date as d0,
      null as m0
    from "orders"
    group by 1
    union all
    select
      date_trunc('quarter', "day")::date as d0,
      sum("amount") as m0
    from (
      select *
      from "refunds"
      where exists (
        select 1
        from "customers"
        where "customers"."id" = "refunds"."customer_id"
          and "customers"."name" in ($1, $2)
      )
    ) as "refunds"
    group by 1
  ) as branches
  group by 1
  having max(m0) > $3::bigint
)
select
  max(m0) as "orders.total",
  max(m1) as "refunds.total"
from (
  select
    sum("orders"."amount") as m0,
    null as m1
  from "orders"
  where exists (
    select 1
    from picked_1
    where array[picked_1.d0] = array[date_trunc('quarter', "orders"."placed_at")::date]
  )
  union all
  select
    null as m0,
    sum("refunds"."amount") as m1
  from (
    select *
    from "refunds"
    where exists (
      select 1
      from "customers"
      where "customers"."id" = "refunds"."customer_id"
        and "customers"."name" in ($4, $5)
    )
  ) as "refunds"
  where exists (
    select 1
    from picked_1
    where array[picked_1.d0] = array[date_trunc('quarter', "refunds"."day")::date]
  )
) as branches;

-- a window along a model's time goes along it
-- ["ann","bob","ann","bob"]
with facts_1 as (
  select
    date_trunc('month', "placed_at")::date as period,
    sum("amount") as s0
  from "orders"
  group by 1
),
extent_1 as (
  select
    min(period) as earliest,
    max(period) as latest
  from facts_1
  union all
  select
    min(date_trunc('month', "day")::date) as earliest,
    max(date_trunc('month', "day")::date) as latest
  from (
    select *
    from "refunds"
    where exists (
      select 1
      from "customers"
      where "customers"."id" = "refunds"."customer_id"
        and "customers"."name" in ($1, $2)
    )
  ) as "refunds"
),
bounds_1 as (
  select
    min(earliest)::date as lo,
    max(latest)::date as hi
  from extent_1
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
  d0 as "metric_time.month",
  max(m0) as "orders.running",
  max(m1) as "refunds.total"
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
    date_trunc('month', "day")::date as d0,
    null as m0,
    sum("amount") as m1
  from (
    select *
    from "refunds"
    where exists (
      select 1
      from "customers"
      where "customers"."id" = "refunds"."customer_id"
        and "customers"."name" in ($3, $4)
    )
  ) as "refunds"
  group by 1
) as branches
group by 1
order by "metric_time.month" nulls last
limit 11;

-- the orders of months with many refunds
-- ["ann","bob","30"]
with asked_1 as (
  select date_trunc('month', "day")::date as d0
  from (
    select *
    from "refunds"
    where exists (
      select 1
      from "customers"
      where "customers"."id" = "refunds"."customer_id"
        and "customers"."name" in ($1, $2)
    )
  ) as "refunds"
  group by 1
  having sum("amount") > $3::bigint
)
select sum("orders"."amount") as "orders.total"
from "orders"
where exists (
  select 1
  from asked_1
  where array[asked_1.d0] = array[date_trunc('month', "orders"."placed_at")::date]
);

-- fillGaps reaches to the bounds of a filter on the same time by its own name
-- ["2023-12-01 00:00:00","2024-06-01 00:00:00","2023-12-01 00:00:00","2024-06-01 00:00:00"]
with groups_1 as (
  select
    date_trunc('month', "placed_at")::date as d0,
    sum("amount") as m0
  from "orders"
  where "placed_at" >= $1::timestamp and "placed_at" < $2::timestamp
  group by 1
),
periods_1 as (
  select generate_series(date_trunc('month', $3::timestamp)::date::timestamp, date_trunc('month', ($4::timestamp - interval '1 microsecond'))::date::timestamp, interval '1 month')::date as d0
)
select
  d0 as "metric_time.month",
  max(m0) as "orders.total"
from (
  select d0, m0 from groups_1
  union all
  select d0, null as m0
  from periods_1
) as filled
group by 1
order by "metric_time.month" nulls last
limit 11;

-- and of one on it, where the time has its own name
-- ["2023-12-01 00:00:00","2024-06-01 00:00:00","2023-12-01 00:00:00","2024-06-01 00:00:00"]
with groups_1 as (
  select
    date_trunc('month', "placed_at")::date as d0,
    sum("amount") as m0
  from "orders"
  where "placed_at" >= $1::timestamp and "placed_at" < $2::timestamp
  group by 1
),
periods_1 as (
  select generate_series(date_trunc('month', $3::timestamp)::date::timestamp, date_trunc('month', ($4::timestamp - interval '1 microsecond'))::date::timestamp, interval '1 month')::date as d0
)
select
  d0 as "orders.placed_at.month",
  max(m0) as "orders.total"
from (
  select d0, m0 from groups_1
  union all
  select d0, null as m0
  from periods_1
) as filled
group by 1
order by "orders.placed_at.month" nulls last
limit 11;

-- the days of another model's time, which the measure alone is measured by
-- ["ann","bob","2024-02-27","2024-03-01","2024-02-27","2024-02-27","2024-03-01"]
with groups_1 as (
  select
    "day"::date as d0,
    sum("amount") as m0
  from (
    select *
    from "refunds"
    where exists (
      select 1
      from "customers"
      where "customers"."id" = "refunds"."customer_id"
        and "customers"."name" in ($1, $2)
    )
  ) as "refunds"
  where "day" between $3::date and $4::date
    and "day" > $5::date
  group by 1
),
periods_1 as (
  select generate_series(($6::date + interval '1 day')::date::timestamp, $7::date::date::timestamp, interval '1 day')::date as d0
)
select
  d0 as "metric_time.day",
  max(m0) as "refunds.total"
from (
  select d0, m0 from groups_1
  union all
  select d0, null as m0
  from periods_1
) as filled
group by 1
order by "metric_time.day" nulls last
limit 11;

-- a filter on the time of one fact bounds no periods of another
-- ["2024-04-01 00:00:00","2024-05-01 00:00:00","ann","bob","2024-04-01 00:00:00","2024-05-01 00:00:00"]
with groups_1 as (
  select
    d0,
    max(m0) as m0,
    max(m1) as m1
  from (
    select
      date_trunc('month', "placed_at")::date as d0,
      sum("amount") as m0,
      null as m1
    from "orders"
    where "placed_at" >= $1::timestamp and "placed_at" < $2::timestamp
    group by 1
    union all
    select
      date_trunc('month', "refunds"."day")::date as d0,
      null as m0,
      sum("refunds"."amount") as m1
    from (
      select *
      from "refunds"
      where exists (
        select 1
        from "customers"
        where "customers"."id" = "refunds"."customer_id"
          and "customers"."name" in ($3, $4)
      )
    ) as "refunds"
    left join "customers" on "customers"."id" = "refunds"."customer_id"
    where exists (
      select 1
      from "orders"
      where "orders"."customer_id" = "customers"."id"
        and "orders"."placed_at" >= $5::timestamp and "orders"."placed_at" < $6::timestamp
    )
    group by 1
  ) as branches
  group by 1
),
periods_1 as (
  select generate_series(min(d0)::timestamp, max(d0)::timestamp, interval '1 month')::date as d0
  from groups_1
)
select
  d0 as "metric_time.month",
  max(m0) as "orders.total",
  max(m1) as "refunds.total"
from (
  select d0, m0, m1 from groups_1
  union all
  select d0, null as m0, null as m1
  from periods_1
) as filled
group by 1
order by "metric_time.month" nulls last
limit 11;

-- a window by day, told by the month of the same time under its other name
-- ["2024-04-02 00:00:00","2024-03-31 00:00:00","2024-04-02 00:00:00"]
with facts_1 as (
  select
    "placed_at"::date as day,
    sum("amount") as s0
  from "orders"
  where "placed_at" < $1::timestamp + interval '1 day' + interval '2 days'
  group by 1
),
bounds_1 as (
  select
    $2::timestamp::date::date as lo,
    ($3::timestamp - interval '1 microsecond')::date::date as hi
),
followed_1 as (
  select
    day,
    s0,
    lead(day) over (order by day) as next
  from facts_1
  where day is not null
),
spread_1 as (
  select
    day,
    s0
  from followed_1
  union all
  select
    generate_series(greatest(day + interval '1 day', lo)::timestamp, least(next - interval '1 day', hi)::timestamp, interval '1 day')::date as day,
    null as s0
  from followed_1
  cross join bounds_1
  where next is null or next > day + interval '1 day'
),
framed_1 as (
  select
    day,
    sum(s0) over (order by day rows unbounded preceding) as s0
  from spread_1
)
select
  date_trunc('month', day)::date as "metric_time.month",
  day as "orders.placed_at.day",
  max(s0) as "orders.running"
from framed_1
cross join bounds_1
where day >= lo
  and day <= hi
group by 1, 2
order by "metric_time.month" nulls last, "orders.placed_at.day" nulls last
limit 11;

-- what one fact gains along its own time, for each month of another fact's
with groups_1 as (
  select
    date_trunc('month', "placed_at")::date as d0,
    date_trunc('month', "paid_on")::date as d1,
    sum("amount") as m0
  from "orders"
  group by 1, 2
),
periods_1 as (
  select generate_series(min(d0)::timestamp, max(d0)::timestamp, interval '1 month')::date as d0
  from groups_1
),
results_1 as (
  select
    d0,
    d1,
    max(m0) as x0,
    case when max(present) = 1 then 1 else 0 end as shown
  from (
  select d0, d1, m0, 1 as present from groups_1
  union all
  select d0, d1, null as m0, 0 as present
  from periods_1
  cross join (select distinct d1 from groups_1) as others
) as filled
  group by 1, 2
),
calculated_1 as (
  select
    d0,
    d1,
    x0,
    shown,
    case when d0 is not null then x0 - lag(x0, 1) over (partition by d1 order by d0 nulls last) end as c0
  from results_1
)
select
  d0 as "metric_time.month",
  d1 as "customers.orders.paid_on.month",
  x0 as "orders.total",
  c0 as "gain"
from calculated_1
where shown = 1
order by "metric_time.month" nulls last, "customers.orders.paid_on.month" nulls last
limit 11;
