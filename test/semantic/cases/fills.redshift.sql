-- Never run on redshift itself: see shared/semantic/dialects/README.md for what it rests on.

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
  select dateadd(day, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
  from (
    select
      $2::timestamp::date as lo,
      case when max(d0) >= dateadd(day, 100000, $2::timestamp::date)::date then concat('fillGaps: over 100000 periods', substr(max(d0)::varchar, 1, 0))::date else max(d0) end as hi
    from groups_1
  ) as bounds
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(day, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(day, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(day, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(day, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(day, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(day, lo, hi)
  where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(day, lo, hi)
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
-- ["2024-01-14 23:00:00","2024-04-30 22:00:00","2024-01-14 23:00:00","2024-04-30 21:59:59.999999"]
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
  select dateadd(month, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
  from (
    select date_trunc('month', ($3::timestamp::timestamptz at time zone 'Europe/Berlin'))::date as lo, date_trunc('month', ($4::timestamp::timestamptz at time zone 'Europe/Berlin'))::date as hi
  ) as bounds
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(month, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(month, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(month, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(month, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(month, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(month, lo, hi)
  where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(month, lo, hi)
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
  select dateadd(year, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d1
  from (
    select
      min(d1) as lo,
      max(d1) as hi
    from groups_1
  ) as bounds
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(year, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(year, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(year, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(year, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(year, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(year, lo, hi)
  where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(year, lo, hi)
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
  select dateadd(month, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
  from (
    select
      date_trunc('month', $3::date)::date as lo,
      max(d0) as hi
    from groups_1
  ) as bounds
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(month, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(month, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(month, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(month, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(month, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(month, lo, hi)
  where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(month, lo, hi)
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
-- ["2024-02-04 21:30:00","2024-02-05 01:00:00","2024-02-04 21:30:00","2024-02-05 00:59:59.999999"]
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
  select dateadd(hour, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::timestamp as d0
  from (
    select date_trunc('hour', $3::timestamp) as lo, date_trunc('hour', $4::timestamp) as hi
  ) as bounds
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(hour, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(hour, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(hour, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(hour, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(hour, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(hour, lo, hi)
  where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(hour, lo, hi)
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
  select dateadd(month, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
  from (
    select
      date_trunc('month', $2::date)::date as lo,
      max(d0) as hi
    from groups_1
  ) as bounds
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(month, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(month, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(month, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(month, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(month, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(month, lo, hi)
  where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(month, lo, hi)
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
    where (picked_1.d0 = date_trunc('month', "balances"."day")::date or (picked_1.d0 is null and date_trunc('month', "balances"."day")::date is null))
  );
