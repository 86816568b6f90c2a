-- a balance goes on to the end that the filter names, past the last row
-- ["2024-07-01","2024-04-01","2024-07-01","2024-04-01","2024-07-01"]
with facts_1 as (
  select
    date_trunc('month', "day")::date as period,
    sum("amount") as s0
  from "sales"
  where "day" < $1::date + interval '1 month' + interval '2 days'
  group by 1
),
bounds_1 as (
  select
    date_trunc('month', $2::date)::date::date as lo,
    date_trunc('month', ($3::date - interval '1 day'))::date::date as hi
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
  d0 as "sales.day.month",
  max(m0) as "sales.running",
  max(m1) as "sales.total"
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
  from "sales"
  where "day" >= $4::date and "day" < $5::date
  group by 1
) as branches
group by 1
order by "sales.day.month" nulls last
limit 11;
-- totals
-- ["2024-07-01","2024-04-01","2024-07-01","2024-04-01","2024-07-01"]
with facts_1 as (
  select
    "day"::date as day_,
    sum("amount") as s0
  from "sales"
  where "day" < $1::date + interval '1 month' + interval '2 days'
  group by 1
),
periods_1 as (
  select unnest(generate_series(date_trunc('month', $2::date)::date::timestamp, date_trunc('month', ($3::date - interval '1 day'))::date::timestamp, interval '1 month'))::date as d0
)
select
  max(m0) as "sales.running",
  max(m1) as "sales.total"
from (
  select
    sum(s0) as m0,
    null as m1
  from facts_1
  where day_ in (
    select day_
    from (select distinct day_ from facts_1) as days
    join periods_1 on day_ < periods_1.d0 + interval '1 month'
  )
  union all
  select
    null as m0,
    sum("amount") as m1
  from "sales"
  where "day" >= $4::date and "day" < $5::date
) as branches;

-- a balance in a month after all rows
-- ["2024-07-01","2024-06-01","2024-07-01"]
with facts_1 as (
  select
    date_trunc('month', "day")::date as period,
    sum("amount") as s0
  from "sales"
  where "day" < $1::date + interval '1 month' + interval '2 days'
  group by 1
),
bounds_1 as (
  select
    date_trunc('month', $2::date)::date::date as lo,
    date_trunc('month', ($3::date - interval '1 day'))::date::date as hi
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
  period as "sales.day.month",
  max(s0) as "sales.running"
from framed_1
cross join bounds_1
where period >= lo
  and period <= hi
group by 1
order by "sales.day.month" nulls last
limit 11;

-- balances stand in the periods that fillGaps adds, for every combination
-- ["2024-06-01","2024-03-01","2024-06-01","2024-03-01","2024-06-01"]
with facts_1 as (
  select
    "shop" as d0,
    date_trunc('month', "day")::date as period,
    sum("amount") as s0
  from "sales"
  where "day" < $1::date + interval '1 month' + interval '2 days'
  group by 1, 2
),
bounds_1 as (
  select
    date_trunc('month', $2::date)::date::date as lo,
    date_trunc('month', ($3::date - interval '1 day'))::date::date as hi
),
followed_1 as (
  select
    d0,
    period,
    s0,
    lead(period) over (partition by d0 order by period) as next
  from facts_1
  where period is not null
),
spread_1 as (
  select
    d0,
    period,
    s0
  from followed_1
  union all
  select
    d0,
    unnest(generate_series(greatest(period + interval '1 month', lo)::timestamp, least(next - interval '1 month', hi)::timestamp, interval '1 month'))::date as period,
    null as s0
  from followed_1
  cross join bounds_1
  where next is null or next > period + interval '1 month'
),
framed_1 as (
  select
    d0,
    period,
    sum(s0) over (partition by d0 order by period rows unbounded preceding) as s0
  from spread_1
),
groups_1 as (
  select
    d0,
    period as d1,
    max(s0) as m0
  from framed_1
  cross join bounds_1
  where period >= lo
    and period <= hi
  group by 1, 2
),
periods_1 as (
  select unnest(generate_series(date_trunc('month', $4::date)::date::timestamp, date_trunc('month', ($5::date - interval '1 day'))::date::timestamp, interval '1 month'))::date as d1
)
select
  d0 as "sales.shop",
  d1 as "sales.day.month",
  max(m0) as "sales.running"
from (
  select d0, d1, m0 from groups_1
  union all
  select d0, d1, null as m0
  from periods_1
  cross join (select distinct d0 from groups_1) as others
) as filled
group by 1, 2
order by "sales.shop" nulls last, "sales.day.month" nulls last
limit 11;

-- the month after the last row has that row's month beside it
-- ["2024-04-01","2025-01-01","2024-04-01","2025-01-01","2024-04-01","2025-01-01"]
with facts_1 as (
  select
    date_trunc('month', "day")::date as period,
    sum("amount") as s0
  from "sales"
  where "day" >= $1::date - interval '1 month' - interval '2 days' - interval '1 month'
    and "day" < $2::date + interval '1 month' + interval '2 days'
  group by 1
),
bounds_1 as (
  select
    date_trunc('month', $3::date)::date::date as lo,
    date_trunc('month', ($4::date - interval '1 day'))::date::date as hi
)
select
  d0 as "sales.day.month",
  max(m0) as "sales.last_month",
  max(m1) as "sales.total"
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
    date_trunc('month', "day")::date as d0,
    null as m0,
    sum("amount") as m1
  from "sales"
  where "day" >= $5::date and "day" < $6::date
  group by 1
) as branches
group by 1
order by "sales.day.month" nulls last
limit 21;

-- the month before the first row has that row's month after it
-- ["2023-03-01","2022-12-31","2022-12-31","2023-03-01"]
with facts_1 as (
  select
    date_trunc('month', "day")::date as period,
    sum("amount") as s0
  from "sales"
  where "day" < $1::date + interval '1 month' + interval '2 days' + interval '1 month'
    and "day" >= $2::date - interval '1 month' - interval '2 days'
  group by 1
),
bounds_1 as (
  select
    date_trunc('month', ($3::date + interval '1 day'))::date::date as lo,
    date_trunc('month', ($4::date - interval '1 day'))::date::date as hi
)
select
  (period - interval '1 month')::date as "sales.day.month",
  max(s0) as "sales.next_month"
from facts_1
cross join bounds_1
where period >= (lo + interval '1 month')::date
  and period <= (hi + interval '1 month')::date
group by 1
order by "sales.day.month" nulls last
limit 21;

-- where no filter ends the periods, the rows of another fact do
-- ["2024-02-01","2024-02-01","2024-02-01"]
with facts_1 as (
  select
    date_trunc('month', "days"."day")::date as period,
    sum("sales"."amount") as s0
  from "sales"
  left join "days" on "days"."day" = "sales"."day"
  group by 1
),
extent_1 as (
  select
    min(period) as earliest,
    max(period) as latest
  from facts_1
  union all
  select
    min(date_trunc('month', "days"."day")::date) as earliest,
    max(date_trunc('month', "days"."day")::date) as latest
  from "visits"
  left join "days" on "days"."day" = "visits"."day"
  where "days"."day" >= $1::date
),
bounds_1 as (
  select
    date_trunc('month', $2::date)::date::date as lo,
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
  d0 as "days.day.month",
  max(m0) as "sales.running_days",
  coalesce(max(m1), 0) as "visits.count"
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
    date_trunc('month', "days"."day")::date as d0,
    null as m0,
    count(*) as m1
  from "visits"
  left join "days" on "days"."day" = "visits"."day"
  where "days"."day" >= $3::date
  group by 1
) as branches
group by 1
order by "days.day.month" nulls last
limit 21;
-- totals
-- ["2024-02-01","2024-02-01","2024-02-01"]
with facts_1 as (
  select
    "days"."day"::date as day_,
    sum("sales"."amount") as s0
  from "sales"
  left join "days" on "days"."day" = "sales"."day"
  group by 1
),
extent_1 as (
  select
    min(date_trunc('month', day_)::date) as earliest,
    max(date_trunc('month', day_)::date) as latest
  from facts_1
  union all
  select
    min(date_trunc('month', "days"."day")::date) as earliest,
    max(date_trunc('month', "days"."day")::date) as latest
  from "visits"
  left join "days" on "days"."day" = "visits"."day"
  where "days"."day" >= $1::date
),
periods_1 as (
  select unnest(generate_series(date_trunc('month', $2::date)::date::timestamp, max(latest)::timestamp, interval '1 month'))::date as d0
  from extent_1
)
select
  max(m0) as "sales.running_days",
  coalesce(max(m1), 0) as "visits.count"
from (
  select
    sum(s0) as m0,
    null as m1
  from facts_1
  where day_ in (
    select day_
    from (select distinct day_ from facts_1) as days_
    join periods_1 on day_ < periods_1.d0 + interval '1 month'
  )
  union all
  select
    null as m0,
    count(*) as m1
  from "visits"
  left join "days" on "days"."day" = "visits"."day"
  where "days"."day" >= $3::date
) as branches;

-- a filter on another fact's measure picks among its months too
-- ["0"]
with facts_1 as (
  select
    date_trunc('month', "days"."day")::date as period,
    sum("sales"."amount") as s0
  from "sales"
  left join "days" on "days"."day" = "sales"."day"
  group by 1
),
extent_1 as (
  select
    min(period) as earliest,
    max(period) as latest
  from facts_1
  union all
  select
    min(date_trunc('month', "days"."day")::date) as earliest,
    max(date_trunc('month', "days"."day")::date) as latest
  from "visits"
  left join "days" on "days"."day" = "visits"."day"
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
  d0 as "days.day.month",
  max(m0) as "sales.running_days"
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
    date_trunc('month', "days"."day")::date as d0,
    null as m0,
    count(*) as m1
  from "visits"
  left join "days" on "days"."day" = "visits"."day"
  group by 1
) as branches
group by 1
having coalesce(max(m1), 0) > $1::bigint
order by "days.day.month" nulls last
limit 21;
-- totals
-- ["0"]
with facts_1 as (
  select date_trunc('month', "days"."day")::date as period
  from "sales"
  left join "days" on "days"."day" = "sales"."day"
  group by 1
),
extent_1 as (
  select
    min(period) as earliest,
    max(period) as latest
  from facts_1
  union all
  select
    min(date_trunc('month', "days"."day")::date) as earliest,
    max(date_trunc('month', "days"."day")::date) as latest
  from "visits"
  left join "days" on "days"."day" = "visits"."day"
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
    lead(period) over (order by period) as next
  from facts_1
  where period is not null
),
spread_1 as (
  select period
  from followed_1
  union all
  select unnest(generate_series(greatest(period + interval '1 month', lo)::timestamp, least(next - interval '1 month', hi)::timestamp, interval '1 month'))::date as period
  from followed_1
  cross join bounds_1
  where next is null or next > period + interval '1 month'
),
framed_1 as (
  select period
  from spread_1
),
picked_1 as (
  select d0
  from (
    select
      period as d0,
      null as m0
    from framed_1
    cross join bounds_1
    where period >= lo
      and period <= hi
    group by 1
    union all
    select
      date_trunc('month', "days"."day")::date as d0,
      count(*) as m0
    from "visits"
    left join "days" on "days"."day" = "visits"."day"
    group by 1
  ) as branches
  group by 1
  having coalesce(max(m0), 0) > $1::bigint
),
facts_2 as (
  select
    "days"."day"::date as day_,
    sum("sales"."amount") as s0
  from "sales"
  left join "days" on "days"."day" = "sales"."day"
  group by 1
),
extent_2 as (
  select
    min(date_trunc('month', day_)::date) as earliest,
    max(date_trunc('month', day_)::date) as latest
  from facts_2
  union all
  select
    min(date_trunc('month', "days"."day")::date) as earliest,
    max(date_trunc('month', "days"."day")::date) as latest
  from "visits"
  left join "days" on "days"."day" = "visits"."day"
),
periods_1 as (
  select unnest(generate_series(min(earliest)::timestamp, max(latest)::timestamp, interval '1 month'))::date as d0
  from extent_2
)
select sum(s0) as "sales.running_days"
from facts_2
where exists (
  select 1
  from periods_1
  join picked_1 on picked_1.d0 is not distinct from periods_1.d0
  where day_ < periods_1.d0 + interval '1 month'
);

-- a dataset bounds the periods as a filter does, and the rows as well
-- ["2024-03-01","2024-06-01","2024-03-01","2024-06-01"]
with facts_1 as (
  select
    date_trunc('month', "day")::date as period,
    sum("amount") as s0
  from "sales"
  where "day" >= $1::date and "day" < $2::date
  group by 1
),
bounds_1 as (
  select
    date_trunc('month', $3::date)::date::date as lo,
    date_trunc('month', ($4::date - interval '1 day'))::date::date as hi
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
  period as "sales.day.month",
  max(s0) as "sales.running"
from framed_1
cross join bounds_1
where period >= lo
  and period <= hi
group by 1
order by "sales.day.month" nulls last
limit 11;

-- a week ago, of months, no day is lost or comes twice
-- ["2024-01-01","2025-01-01","2024-01-01","2025-01-01","2024-01-01","2025-01-01","2024-01-01","2025-01-01"]
with facts_1 as (
  select
    "day"::date as day_,
    sum("amount") as s0
  from "sales"
  where "day" >= $1::date - interval '1 month' - interval '2 days' - interval '1 week'
    and "day" < $2::date + interval '1 month' + interval '2 days'
  group by 1
),
periods_1 as (
  select unnest(generate_series(date_trunc('month', $3::date)::date::timestamp, date_trunc('month', ($4::date - interval '1 day'))::date::timestamp, interval '1 month'))::date as d0
),
facts_2 as (
  select
    "day"::date as day_,
    sum("amount") as s0
  from "sales"
  where "day" >= $5::date - interval '1 month' - interval '2 days' - interval '1 week' - interval '28 days'
    and "day" < $6::date + interval '1 month' + interval '2 days'
  group by 1
),
periods_2 as (
  select unnest(generate_series(date_trunc('month', $7::date)::date::timestamp, date_trunc('month', ($8::date - interval '1 day'))::date::timestamp, interval '1 month'))::date as d0
)
select
  d0 as "sales.day.month",
  max(m0) as "sales.week_ago",
  max(m1) as "sales.rolled_week_ago"
from (
  select
    d0,
    sum(s0) as m0,
    null as m1
  from facts_1
  join periods_1 on day_ >= d0 - interval '1 week' and day_ < d0 + interval '1 month' - interval '1 week'
  group by 1
  union all
  select
    d0,
    null as m0,
    sum(s0) as m1
  from facts_2
  join periods_2 on day_ >= d0 + interval '1 month' - interval '1 week' - interval '28 days' and day_ < d0 + interval '1 month' - interval '1 week'
  group by 1
) as branches
group by 1
order by "sales.day.month" nulls last
limit 11;

-- thirty days ago and in five days, of months
-- ["2024-01-01","2025-01-01","2024-01-01","2025-01-01","2024-01-01","2025-01-01","2024-01-01","2025-01-01"]
with facts_1 as (
  select
    "day"::date as day_,
    sum("amount") as s0
  from "sales"
  where "day" >= $1::date - interval '1 month' - interval '2 days' - interval '30 days'
    and "day" < $2::date + interval '1 month' + interval '2 days'
  group by 1
),
periods_1 as (
  select unnest(generate_series(date_trunc('month', $3::date)::date::timestamp, date_trunc('month', ($4::date - interval '1 day'))::date::timestamp, interval '1 month'))::date as d0
),
facts_2 as (
  select
    "day"::date as day_,
    sum("amount") as s0
  from "sales"
  where "day" >= $5::date - interval '1 month' - interval '2 days'
    and "day" < $6::date + interval '1 month' + interval '2 days' + interval '5 days'
  group by 1
),
periods_2 as (
  select unnest(generate_series(date_trunc('month', $7::date)::date::timestamp, date_trunc('month', ($8::date - interval '1 day'))::date::timestamp, interval '1 month'))::date as d0
)
select
  d0 as "sales.day.month",
  max(m0) as "sales.days30_ago",
  max(m1) as "sales.in_5_days"
from (
  select
    d0,
    sum(s0) as m0,
    null as m1
  from facts_1
  join periods_1 on day_ >= d0 - interval '30 days' and day_ < d0 + interval '1 month' - interval '30 days'
  group by 1
  union all
  select
    d0,
    null as m0,
    sum(s0) as m1
  from facts_2
  join periods_2 on day_ >= d0 + interval '5 days' and day_ < d0 + interval '1 month' + interval '5 days'
  group by 1
) as branches
group by 1
order by "sales.day.month" nulls last
limit 11;

-- a year ago, of weeks, over the 29th of February
-- ["2024-01-01","2025-01-01","2024-01-01","2025-01-01"]
with facts_1 as (
  select
    "day"::date as day_,
    sum("amount") as s0
  from "sales"
  where "day" >= $1::date - interval '1 week' - interval '2 days' - interval '1 year'
    and "day" < $2::date + interval '1 week' + interval '2 days'
  group by 1
),
periods_1 as (
  select unnest(generate_series(date_trunc('week', $3::date)::date::timestamp, date_trunc('week', ($4::date - interval '1 day'))::date::timestamp, interval '1 week'))::date as d0
)
select
  d0 as "sales.day.week",
  sum(s0) as "sales.year_ago"
from facts_1
join periods_1 on day_ >= d0 - interval '1 year' and day_ < d0 + interval '1 week' - interval '1 year'
group by 1
order by "sales.day.week" nulls last
limit 11;

-- groups whose measures have no rows stay, with 0 for a count and null for all else
select
  date_trunc('month', "day")::date as "sales.day.month",
  sum(case when amount > 32 then "amount" end) as "sales.great",
  count(case when amount > 32 then 1 end) as "sales.great_count",
  count(distinct case when amount > 32 then "shop" end) as "sales.great_shops"
from "sales"
group by 1
order by "sales.day.month" nulls last
limit 11;
