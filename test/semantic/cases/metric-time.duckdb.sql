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
    where "refunds"."customer_id" in (
      select "customers"."id"
      from "customers"
      where "customers"."name" in ($1, $2)
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
    where "refunds"."customer_id" in (
      select "customers"."id"
      from "customers"
      where "customers"."name" in ($3, $4)
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
      where "refunds"."customer_id" in (
        select "customers"."id"
        from "customers"
        where "customers"."name" in ($1, $2)
      )
    ) as "refunds"
    where "day" is not null
    group by 1
  ) as branches
  group by 1
),
periods_1 as (
  select unnest(generate_series(min(d0)::timestamp, max(d0)::timestamp, interval '1 month'))::date as d0
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
    where "refunds"."customer_id" in (
      select "customers"."id"
      from "customers"
      where "customers"."name" in ($1, $2)
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
      where "refunds"."customer_id" in (
        select "customers"."id"
        from "customers"
        where "customers"."name" in ($1, $2)
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
    where picked_1.d0 is not distinct from date_trunc('quarter', "orders"."placed_at")::date
  )
  union all
  select
    null as m0,
    sum("refunds"."amount") as m1
  from (
    select *
    from "refunds"
    where "refunds"."customer_id" in (
      select "customers"."id"
      from "customers"
      where "customers"."name" in ($4, $5)
    )
  ) as "refunds"
  where exists (
    select 1
    from picked_1
    where picked_1.d0 is not distinct from date_trunc('quarter', "refunds"."day")::date
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
    where "refunds"."customer_id" in (
      select "customers"."id"
      from "customers"
      where "customers"."name" in ($1, $2)
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
    unnest(generate_series(greatest(period + interval '1 month', lo)::timestamp, least(next - interval '1 month', hi)::timestamp, interval '1 month'))::date as period,
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
    where "refunds"."customer_id" in (
      select "customers"."id"
      from "customers"
      where "customers"."name" in ($3, $4)
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
    where "refunds"."customer_id" in (
      select "customers"."id"
      from "customers"
      where "customers"."name" in ($1, $2)
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
  where asked_1.d0 is not distinct from date_trunc('month', "orders"."placed_at")::date
);
