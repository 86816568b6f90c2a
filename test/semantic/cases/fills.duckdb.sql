-- fillGaps adds the periods between the first and the last
-- ["2024-01-01 00:00:00","2024-01-01 00:00:00"]
with groups_1 as (
  select
    "placed_at"::date as d0,
    sum("amount") as m0,
    count(*) as m1
  from "orders"
  where "placed_at" >= $1::timestamp
  group by 1
),
periods_1 as (
  select unnest(generate_series($2::timestamp::date::timestamp, case when max(d0) >= $2::timestamp::date + interval '100000 days' then concat('fillGaps: over 100000 periods', substr(max(d0)::text, 1, 0))::date else max(d0) end::timestamp, interval '1 day'))::date as d0
  from groups_1
)
select
  d0 as "orders.placed_at.day",
  max(m0) as "orders.total",
  coalesce(max(m1), 0) as "orders.count"
from (
  select d0, m0, m1 from groups_1
  union all
  select d0, null as m0, null as m1
  from periods_1
) as filled
group by 1
order by "orders.placed_at.day" nulls last
limit 21;

-- fillGaps follows the bounds of the filters
-- ["2024-01-14 23:00:00","2024-04-30 22:00:00","2024-01-14 23:00:00","2024-04-30 22:00:00"]
with groups_1 as (
  select
    date_trunc('month', ("placed_at"::timestamptz at time zone 'Europe/Berlin'))::date as d0,
    sum("amount") as m0,
    count(*) as m1
  from "orders"
  where "placed_at" >= $1::timestamp and "placed_at" < $2::timestamp
  group by 1
),
periods_1 as (
  select unnest(generate_series(date_trunc('month', ($3::timestamp::timestamptz at time zone 'Europe/Berlin'))::date::timestamp, date_trunc('month', (($4::timestamp - interval '1 microsecond')::timestamptz at time zone 'Europe/Berlin'))::date::timestamp, interval '1 month'))::date as d0
)
select
  d0 as "orders.placed_at.month",
  max(m0) as "orders.total",
  coalesce(max(m1), 0) as "orders.count"
from (
  select d0, m0, m1 from groups_1
  union all
  select d0, null as m0, null as m1
  from periods_1
) as filled
group by 1
order by "orders.placed_at.month" nulls last
limit 21;

-- fillGaps fills every combination of the other dimensions, and keeps null
with groups_1 as (
  select
    "channel" as d0,
    date_trunc('year', "placed_at")::date as d1,
    sum("amount") as m0
  from "orders"
  group by 1, 2
),
periods_1 as (
  select unnest(generate_series(min(d1)::timestamp, max(d1)::timestamp, interval '1 year'))::date as d1
  from groups_1
)
select
  d0 as "orders.channel",
  d1 as "orders.placed_at.year",
  max(m0) as "orders.total"
from (
  select d0, d1, m0 from groups_1
  union all
  select d0, d1, null as m0
  from periods_1
  cross join (select distinct d0 from groups_1) as others
) as filled
group by 1, 2
order by "orders.channel" nulls last, "orders.placed_at.year" nulls last
limit 21;

-- fillGaps over two facts, and before a filter on groups
-- ["2023-12-01","2023-12-01","2023-12-01","4"]
with groups_1 as (
  select
    d0,
    max(m0) as m0,
    max(m1) as m1
  from (
    select
      date_trunc('month', "day")::date as d0,
      count(*) as m0,
      null as m1
    from "balances"
    where "day" >= $1::date
    group by 1
    union all
    select
      d0,
      null as m0,
      count(*) as m1
    from (
      select distinct
        date_trunc('month', "balances"."day")::date as d0,
        "accounts"."id" as k0
      from "accounts"
      left join "balances" on "balances"."account_id" = "accounts"."id"
      where "balances"."day" >= $2::date
    ) as "accounts"
    group by 1
  ) as branches
  group by 1
),
periods_1 as (
  select unnest(generate_series(date_trunc('month', $3::date)::date::timestamp, max(d0)::timestamp, interval '1 month'))::date as d0
  from groups_1
)
select
  d0 as "balances.day.month",
  coalesce(max(m0), 0) as "balances.count",
  coalesce(max(m1), 0) as "accounts.count"
from (
  select d0, m0, m1 from groups_1
  union all
  select d0, null as m0, null as m1
  from periods_1
) as filled
group by 1
having coalesce(max(m0), 0) < $4::bigint
order by "balances.day.month" nulls last
limit 21;

-- fillGaps of hours
-- ["2024-02-04 21:30:00","2024-02-05 01:00:00","2024-02-04 21:30:00","2024-02-05 01:00:00"]
with groups_1 as (
  select
    date_trunc('hour', "placed_at") as d0,
    count(*) as m0
  from "orders"
  where "placed_at" >= $1::timestamp
    and "placed_at" < $2::timestamp
  group by 1
),
periods_1 as (
  select unnest(generate_series(date_trunc('hour', $3::timestamp), date_trunc('hour', ($4::timestamp - interval '1 microsecond')), interval '1 hour')) as d0
)
select
  d0 as "orders.placed_at.hour",
  coalesce(max(m0), 0) as "orders.count"
from (
  select d0, m0 from groups_1
  union all
  select d0, null as m0
  from periods_1
) as filled
group by 1
order by "orders.placed_at.hour" nulls last
limit 21;

-- periods that fillGaps adds pass a filter on groups, and add nothing to the totals
-- ["2023-12-01","2023-12-01","4"]
with groups_1 as (
  select
    date_trunc('month', "day")::date as d0,
    count(*) as m0
  from "balances"
  where "day" >= $1::date
  group by 1
),
periods_1 as (
  select unnest(generate_series(date_trunc('month', $2::date)::date::timestamp, max(d0)::timestamp, interval '1 month'))::date as d0
  from groups_1
)
select
  d0 as "balances.day.month",
  coalesce(max(m0), 0) as "balances.count"
from (
  select d0, m0 from groups_1
  union all
  select d0, null as m0
  from periods_1
) as filled
group by 1
having coalesce(max(m0), 0) < $3::bigint
order by "balances.day.month" nulls last
limit 11;
-- totals
-- ["2023-12-01","4","2023-12-01"]
with picked_1 as (
  select date_trunc('month', "day")::date as d0
  from "balances"
  where "day" >= $1::date
  group by 1
  having count(*) < $2::bigint
)
select count(*) as "balances.count"
from "balances"
where "balances"."day" >= $3::date
  and exists (
    select 1
    from picked_1
    where picked_1.d0 is not distinct from date_trunc('month', "balances"."day")::date
  );
