-- a rolling sum takes the days before the period too, also in periods without rows
-- ["2024-01-31 00:00:00","2024-01-31 00:00:00","2024-01-31 00:00:00"]
with facts_1 as (
  select
    "placed_at"::date as day,
    "amount" as v0
  from "orders"
  where "placed_at" >= $1::timestamp - interval '1 day' - interval '2 days' - interval '3 days'
),
periods_1 as (
  select unnest(generate_series($2::timestamp::date::timestamp, max(day)::timestamp, interval '1 day'))::date as d0
  from facts_1
)
select
  d0 as "orders.placed_at.day",
  max(m0) as "orders.three_days",
  max(m1) as "orders.total"
from (
  select
    d0,
    sum(v0) as m0,
    null as m1
  from facts_1
  join periods_1 on day >= d0 + interval '1 day' - interval '3 days' and day < d0 + interval '1 day'
  group by 1
  union all
  select
    "placed_at"::date as d0,
    null as m0,
    sum("amount") as m1
  from "orders"
  where "placed_at" >= $3::timestamp
  group by 1
) as branches
group by 1
order by "orders.placed_at.day" nulls last
limit 21;

-- a filter on the time chooses periods, not what rolls into them
-- ["2024-02-01 00:00:00","2024-02-02 00:00:00","2024-02-01 00:00:00","2024-02-02 00:00:00"]
with facts_1 as (
  select
    "placed_at"::date as day,
    "amount" as v0
  from "orders"
  where "placed_at" >= $1::timestamp - interval '1 day' - interval '2 days' - interval '3 days'
    and "placed_at" < $2::timestamp + interval '1 day' + interval '2 days'
),
periods_1 as (
  select unnest(generate_series($3::timestamp::date::timestamp, ($4::timestamp - interval '1 microsecond')::date::timestamp, interval '1 day'))::date as d0
)
select
  d0 as "orders.placed_at.day",
  sum(v0) as "orders.three_days"
from facts_1
join periods_1 on day >= d0 + interval '1 day' - interval '3 days' and day < d0 + interval '1 day'
group by 1
order by "orders.placed_at.day" nulls last
limit 21;

-- other filters choose rows
-- ["web","2024-03-01 00:00:00","2024-01-01 00:00:00","2024-03-01 00:00:00"]
with facts_1 as (
  select
    "placed_at"::date as day,
    date_trunc('month', "placed_at")::date as period,
    "amount" as v0
  from "orders"
  where "channel" = $1
    and "placed_at" < $2::timestamp + interval '1 month' + interval '2 days'
),
periods_1 as (
  select unnest(generate_series(date_trunc('month', $3::timestamp)::date::timestamp, date_trunc('month', ($4::timestamp - interval '1 microsecond'))::date::timestamp, interval '1 month'))::date as d0
)
select
  d0 as "orders.placed_at.month",
  sum(v0) as "orders.running",
  count(*) as "orders.running_count"
from facts_1
join periods_1 on day < d0 + interval '1 month'
group by 1
order by "orders.placed_at.month" nulls last
limit 21;

-- a running sum per group of another dimension
-- ["2024-03-01 00:00:00","2024-01-01 00:00:00","2024-03-01 00:00:00"]
with facts_1 as (
  select
    "channel" as d0,
    "placed_at"::date as day,
    date_trunc('month', "placed_at")::date as period,
    "amount" as v0
  from "orders"
  where "placed_at" < $1::timestamp + interval '1 month' + interval '2 days'
),
periods_1 as (
  select unnest(generate_series(date_trunc('month', $2::timestamp)::date::timestamp, date_trunc('month', ($3::timestamp - interval '1 microsecond'))::date::timestamp, interval '1 month'))::date as d1
)
select
  d0 as "orders.channel",
  d1 as "orders.placed_at.month",
  sum(v0) as "orders.running"
from facts_1
join periods_1 on day < d1 + interval '1 month'
group by 1, 2
order by "orders.channel" nulls last, "orders.placed_at.month" nulls last
limit 21;

-- windows are of the query's timezone
-- ["2024-01-31 23:00:00","2024-01-31 23:00:00"]
with facts_1 as (
  select
    ("placed_at"::timestamptz at time zone 'Europe/Berlin')::date as day,
    "amount" as v0
  from "orders"
  where "placed_at" >= $1::timestamp - interval '1 day' - interval '2 days' - interval '3 days'
),
periods_1 as (
  select unnest(generate_series(($2::timestamp::timestamptz at time zone 'Europe/Berlin')::date::timestamp, max(day)::timestamp, interval '1 day'))::date as d0
  from facts_1
)
select
  d0 as "orders.placed_at.day",
  sum(v0) as "orders.three_days"
from facts_1
join periods_1 on day >= d0 + interval '1 day' - interval '3 days' and day < d0 + interval '1 day'
group by 1
order by "orders.placed_at.day" nulls last
limit 21;

-- a window goes along the date of what a row belongs to
-- ["2024-01-31 00:00:00","2024-01-31 00:00:00","2024-01-31 00:00:00"]
with facts_1 as (
  select
    "orders"."placed_at"::date as day,
    "lines"."quantity" as v0
  from "lines"
  left join "orders" on "orders"."id" = "lines"."order_id"
  where "orders"."placed_at" >= $1::timestamp - interval '1 day' - interval '2 days' - interval '3 days'
),
periods_1 as (
  select unnest(generate_series($2::timestamp::date::timestamp, max(day)::timestamp, interval '1 day'))::date as d0
  from facts_1
)
select
  d0 as "orders.placed_at.day",
  max(m0) as "lines.three_days",
  max(m1) as "lines.quantity"
from (
  select
    d0,
    sum(v0) as m0,
    null as m1
  from facts_1
  join periods_1 on day >= d0 + interval '1 day' - interval '3 days' and day < d0 + interval '1 day'
  group by 1
  union all
  select
    "orders"."placed_at"::date as d0,
    null as m0,
    sum("lines"."quantity") as m1
  from "lines"
  left join "orders" on "orders"."id" = "lines"."order_id"
  where "orders"."placed_at" >= $3::timestamp
  group by 1
) as branches
group by 1
order by "orders.placed_at.day" nulls last
limit 21;
-- totals
-- ["2024-01-31 00:00:00","2024-01-31 00:00:00","2024-01-31 00:00:00"]
with facts_1 as (
  select
    "orders"."placed_at"::date as day,
    "lines"."quantity" as v0
  from "lines"
  left join "orders" on "orders"."id" = "lines"."order_id"
  where "orders"."placed_at" >= $1::timestamp - interval '1 day' - interval '2 days' - interval '3 days'
),
periods_1 as (
  select unnest(generate_series($2::timestamp::date::timestamp, max(day)::timestamp, interval '1 day'))::date as d0
  from facts_1
)
select
  max(m0) as "lines.three_days",
  max(m1) as "lines.quantity"
from (
  select
    sum(v0) as m0,
    null as m1
  from facts_1
  where exists (
    select 1
    from periods_1
    where day >= periods_1.d0 + interval '1 day' - interval '3 days' and day < periods_1.d0 + interval '1 day'
  )
  union all
  select
    null as m0,
    sum("lines"."quantity") as m1
  from "lines"
  left join "orders" on "orders"."id" = "lines"."order_id"
  where "orders"."placed_at" >= $3::timestamp
) as branches;
