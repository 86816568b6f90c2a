-- a month before the 28th to the 31st of March is each time the 28th of February
-- ["2023-03-27","2023-03-31","2023-03-27","2023-03-31","2023-03-27","2023-03-31"]
with facts_1 as (
  select
    "day"::date as day_,
    sum("amount") as s0
  from "sales"
  where "day" >= $1::date - interval '1 day' - interval '2 days' - interval '1 month'
    and "day" < $2::date + interval '1 day' + interval '2 days'
  group by 1
),
periods_1 as (
  select generate_series($3::date::date::timestamp, $4::date::date::timestamp, interval '1 day')::date as d0
)
select
  d0 as "sales.day.day",
  max(m0) as "sales.month_ago",
  max(m1) as "sales.total"
from (
  select
    d0,
    sum(s0) as m0,
    null as m1
  from facts_1
  join periods_1 on day_ >= d0 - interval '1 month' and day_ < d0 - interval '1 month' + interval '1 day'
  group by 1
  union all
  select
    "day"::date as d0,
    null as m0,
    sum("amount") as m1
  from "sales"
  where "day" between $5::date and $6::date
  group by 1
) as branches
group by 1
order by "sales.day.day" nulls last;

-- a month after the 28th to the 31st of January is the last day of February
-- ["2023-01-27","2023-01-31","2023-01-27","2023-01-31"]
with facts_1 as (
  select
    "day"::date as day_,
    sum("amount") as s0
  from "sales"
  where "day" >= $1::date - interval '1 day' - interval '2 days'
    and "day" < $2::date + interval '1 day' + interval '2 days' + interval '1 month'
  group by 1
),
periods_1 as (
  select generate_series($3::date::date::timestamp, $4::date::date::timestamp, interval '1 day')::date as d0
)
select
  d0 as "sales.day.day",
  sum(s0) as "sales.in_a_month"
from facts_1
join periods_1 on day_ >= d0 + interval '1 month' and day_ < d0 + interval '1 month' + interval '1 day'
group by 1
order by "sales.day.day" nulls last;

-- a year before the 29th of February and a quarter before the 31st of May
-- ["2024-02-28","2024-05-31","2024-02-28","2024-05-31","2024-02-28","2024-05-31","2024-02-28","2024-05-31"]
with facts_1 as (
  select
    "day"::date as day_,
    sum("amount") as s0
  from "sales"
  where "day" >= $1::date - interval '1 day' - interval '2 days' - interval '1 year'
    and "day" < $2::date + interval '1 day' + interval '2 days'
  group by 1
),
periods_1 as (
  select generate_series($3::date::date::timestamp, $4::date::date::timestamp, interval '1 day')::date as d0
),
facts_2 as (
  select
    "day"::date as day_,
    sum("amount") as s0
  from "sales"
  where "day" >= $5::date - interval '1 day' - interval '2 days' - interval '3 months'
    and "day" < $6::date + interval '1 day' + interval '2 days'
  group by 1
),
periods_2 as (
  select generate_series($7::date::date::timestamp, $8::date::date::timestamp, interval '1 day')::date as d0
)
select
  d0 as "sales.day.day",
  max(m0) as "sales.year_ago",
  max(m1) as "sales.quarter_ago"
from (
  select
    d0,
    sum(s0) as m0,
    null as m1
  from facts_1
  join periods_1 on day_ >= d0 - interval '1 year' and day_ < d0 - interval '1 year' + interval '1 day'
  group by 1
  union all
  select
    d0,
    null as m0,
    sum(s0) as m1
  from facts_2
  join periods_2 on day_ >= d0 - interval '3 months' and day_ < d0 - interval '3 months' + interval '1 day'
  group by 1
) as branches
group by 1
having max(m0) is not null
order by "sales.day.day" nulls last;

-- a quarter before each day of the end of May is the end of February
-- ["2024-05-28","2024-05-31","2024-05-28","2024-05-31"]
with facts_1 as (
  select
    "day"::date as day_,
    sum("amount") as s0
  from "sales"
  where "day" >= $1::date - interval '1 day' - interval '2 days' - interval '3 months'
    and "day" < $2::date + interval '1 day' + interval '2 days'
  group by 1
),
periods_1 as (
  select generate_series($3::date::date::timestamp, $4::date::date::timestamp, interval '1 day')::date as d0
)
select
  d0 as "sales.day.day",
  sum(s0) as "sales.quarter_ago"
from facts_1
join periods_1 on day_ >= d0 - interval '3 months' and day_ < d0 - interval '3 months' + interval '1 day'
group by 1
order by "sales.day.day" nulls last;

-- the month before to date goes up to its last day where it has no such day
-- ["2023-03-27","2023-03-31","2023-03-27","2023-03-31"]
with facts_1 as (
  select
    "day"::date as day_,
    sum("amount") as s0
  from "sales"
  where "day" >= $1::date - interval '1 day' - interval '2 days' - interval '1 month' - interval '1 month'
    and "day" < $2::date + interval '1 day' + interval '2 days'
  group by 1
),
periods_1 as (
  select generate_series($3::date::date::timestamp, $4::date::date::timestamp, interval '1 day')::date as d0
)
select
  d0 as "sales.day.day",
  sum(s0) as "sales.to_date_month_ago"
from facts_1
join periods_1 on day_ >= date_trunc('month', (d0 - interval '1 month' + interval '1 day' - interval '1 day'))::date and day_ < d0 - interval '1 month' + interval '1 day'
group by 1
order by "sales.day.day" nulls last;

-- of a week that ends on the 30th of March too
-- ["2024-03-17","2024-04-06","2024-03-17","2024-04-06"]
with facts_1 as (
  select
    "day"::date as day_,
    sum("amount") as s0
  from "sales"
  where "day" >= $1::date - interval '1 week' - interval '2 days' - interval '1 month' - interval '1 month'
    and "day" < $2::date + interval '1 week' + interval '2 days'
  group by 1
),
periods_1 as (
  select generate_series((date_trunc('week', $3::date + interval '1 day') - interval '1 day')::date::timestamp, (date_trunc('week', $4::date + interval '1 day') - interval '1 day')::date::timestamp, interval '1 week')::date as d0
)
select
  d0 as "sales.day.week",
  sum(s0) as "sales.to_date_month_ago"
from facts_1
join periods_1 on day_ >= date_trunc('month', (d0 + interval '1 week' - interval '1 day' - interval '1 month' + interval '1 day' - interval '1 day'))::date and day_ < d0 + interval '1 week' - interval '1 day' - interval '1 month' + interval '1 day'
group by 1
order by "sales.day.week" nulls last;

-- a month before whole weeks counts each day once
-- ["2024-03-18","2024-04-07","2024-03-18","2024-04-07"]
with facts_1 as (
  select
    "day"::date as day_,
    sum("amount") as s0
  from "sales"
  where "day" >= $1::date - interval '1 week' - interval '2 days' - interval '1 month'
    and "day" < $2::date + interval '1 week' + interval '2 days'
  group by 1
),
periods_1 as (
  select generate_series(date_trunc('week', $3::date)::date::timestamp, date_trunc('week', $4::date)::date::timestamp, interval '1 week')::date as d0
)
select
  d0 as "sales.day.week",
  sum(s0) as "sales.month_ago"
from facts_1
join periods_1 on day_ >= d0 - interval '1 month' and day_ < d0 + interval '1 week' - interval '1 month'
group by 1
order by "sales.day.week" nulls last;
-- totals
-- ["2024-03-18","2024-04-07","2024-03-18","2024-04-07"]
with facts_1 as (
  select
    "day"::date as day_,
    sum("amount") as s0
  from "sales"
  where "day" >= $1::date - interval '1 week' - interval '2 days' - interval '1 month'
    and "day" < $2::date + interval '1 week' + interval '2 days'
  group by 1
),
periods_1 as (
  select generate_series(date_trunc('week', $3::date)::date::timestamp, date_trunc('week', $4::date)::date::timestamp, interval '1 week')::date as d0
)
select sum(s0) as "sales.month_ago"
from facts_1
where day_ in (
  select day_
  from (select distinct day_ from facts_1) as days
  join periods_1 on day_ >= periods_1.d0 - interval '1 month' and day_ < periods_1.d0 + interval '1 week' - interval '1 month'
);

-- what has rolled up to the same day a year ago
-- ["2024-02-28","2024-03-01","2024-02-28","2024-03-01","2024-02-28","2024-03-01","2024-02-28","2024-03-01"]
with facts_1 as (
  select
    "day"::date as day_,
    sum("amount") as s0
  from "sales"
  where "day" >= $1::date - interval '1 day' - interval '2 days' - interval '28 days'
    and "day" < $2::date + interval '1 day' + interval '2 days'
  group by 1
),
bounds_1 as (
  select
    $3::date::date::date as lo,
    $4::date::date::date as hi
),
followed_1 as (
  select
    day_,
    s0,
    lead(day_) over (order by day_) as next
  from facts_1
  where day_ is not null
),
spread_1 as (
  select
    day_,
    s0
  from followed_1
  union all
  select
    generate_series(greatest(day_ + interval '1 day', lo)::timestamp, least(next - interval '1 day', hi, day_ + interval '27 days')::timestamp, interval '1 day')::date as day_,
    null as s0
  from followed_1
  cross join bounds_1
  where next is null or next > day_ + interval '1 day'
),
framed_1 as (
  select
    day_,
    sum(s0) over (order by day_ range between interval '27 days' preceding and current row) as s0
  from spread_1
),
facts_2 as (
  select
    "day"::date as day_,
    sum("amount") as s0
  from "sales"
  where "day" >= $5::date - interval '1 day' - interval '2 days' - interval '1 year' - interval '28 days'
    and "day" < $6::date + interval '1 day' + interval '2 days'
  group by 1
),
periods_1 as (
  select generate_series($7::date::date::timestamp, $8::date::date::timestamp, interval '1 day')::date as d0
)
select
  d0 as "sales.day.day",
  max(m0) as "sales.month_rolled",
  max(m1) as "sales.month_rolled_year_ago"
from (
  select
    day_ as d0,
    max(s0) as m0,
    null as m1
  from framed_1
  cross join bounds_1
  where day_ >= lo
    and day_ <= hi
  group by 1
  union all
  select
    d0,
    null as m0,
    sum(s0) as m1
  from facts_2
  join periods_1 on day_ >= d0 - interval '1 year' + interval '1 day' - interval '28 days' and day_ < d0 - interval '1 year' + interval '1 day'
  group by 1
) as branches
group by 1
order by "sales.day.day" nulls last;

-- two offsets in one unit are one, in two units one after the other
-- ["2023-03-28","2023-04-01","2023-03-28","2023-04-01","2023-03-28","2023-04-01","2023-03-28","2023-04-01","2023-03-28","2023-04-01","2023-03-28","2023-04-01"]
with facts_1 as (
  select
    "day"::date as day_,
    sum("amount") as s0
  from "sales"
  where "day" >= $1::date - interval '1 day' - interval '2 days' - interval '2 months'
    and "day" < $2::date + interval '1 day' + interval '2 days'
  group by 1
),
periods_1 as (
  select generate_series($3::date::date::timestamp, $4::date::date::timestamp, interval '1 day')::date as d0
),
facts_2 as (
  select
    "day"::date as day_,
    sum("amount") as s0
  from "sales"
  where "day" >= $5::date - interval '1 day' - interval '2 days' - interval '1 day' - interval '1 month'
    and "day" < $6::date + interval '1 day' + interval '2 days'
  group by 1
),
periods_2 as (
  select generate_series($7::date::date::timestamp, $8::date::date::timestamp, interval '1 day')::date as d0
),
facts_3 as (
  select
    "day"::date as day_,
    sum("amount") as s0
  from "sales"
  where "day" >= $9::date - interval '1 day' - interval '2 days'
    and "day" < $10::date + interval '1 day' + interval '2 days'
  group by 1
),
bounds_1 as (
  select
    $11::date::date::date as lo,
    $12::date::date::date as hi
)
select
  d0 as "sales.day.day",
  max(m0) as "sales.two_months_ago",
  max(m1) as "sales.day_and_month_ago",
  max(m2) as "sales.there_and_back"
from (
  select
    d0,
    sum(s0) as m0,
    null::numeric as m1,
    null::numeric as m2
  from facts_1
  join periods_1 on day_ >= d0 - interval '2 months' and day_ < d0 - interval '2 months' + interval '1 day'
  group by 1
  union all
  select
    d0,
    null::numeric as m0,
    sum(s0) as m1,
    null::numeric as m2
  from facts_2
  join periods_2 on day_ >= d0 - interval '1 day' - interval '1 month' and day_ < d0 - interval '1 day' - interval '1 month' + interval '1 day'
  group by 1
  union all
  select
    day_ as d0,
    null::numeric as m0,
    null::numeric as m1,
    max(s0) as m2
  from facts_3
  cross join bounds_1
  where day_ >= lo
    and day_ <= hi
  group by 1
) as branches
group by 1
order by "sales.day.day" nulls last;

-- a ratio a year ago
-- ["2024-02-01","2024-04-01","2024-02-01","2024-04-01","2024-02-01","2024-04-01"]
with facts_1 as (
  select
    date_trunc('month', "day")::date as period,
    sum("amount") as s0,
    count(*) as s1
  from "sales"
  where "day" >= $3::date - interval '1 month' - interval '2 days' - interval '1 year'
    and "day" < $4::date + interval '1 month' + interval '2 days'
  group by 1
),
bounds_1 as (
  select
    date_trunc('month', $5::date)::date::date as lo,
    date_trunc('month', ($6::date - interval '1 day'))::date::date as hi
)
select
  d0 as "sales.day.month",
  1.0 * max(m0) / nullif(coalesce(max(m1), 0), 0) as "sales.mean",
  (1.0 * max(m2) / nullif(coalesce(max(m3), 0), 0)) as "sales.mean_year_ago",
  1.0 * (1.0 * max(m0) / nullif(coalesce(max(m1), 0), 0)) / nullif((1.0 * max(m2) / nullif(coalesce(max(m3), 0), 0)), 0) as "sales.mean_growth"
from (
  select
    date_trunc('month', "day")::date as d0,
    sum("amount") as m0,
    count(*) as m1,
    null as m2,
    null as m3
  from "sales"
  where "day" >= $1::date and "day" < $2::date
  group by 1
  union all
  select
    (period + interval '12 months')::date as d0,
    null as m0,
    null as m1,
    max(s0) as m2,
    coalesce(max(s1), 0)::bigint as m3
  from facts_1
  cross join bounds_1
  where period >= (lo - interval '12 months')::date
    and period <= (hi - interval '12 months')::date
  group by 1
) as branches
group by 1
order by "sales.day.month" nulls last;
-- totals
-- ["2024-02-01","2024-04-01","2024-02-01","2024-04-01","2024-02-01","2024-04-01"]
with facts_1 as (
  select
    "day"::date as day_,
    sum("amount") as s0,
    count(*) as s1
  from "sales"
  where "day" >= $3::date - interval '1 month' - interval '2 days' - interval '1 year'
    and "day" < $4::date + interval '1 month' + interval '2 days'
  group by 1
),
periods_1 as (
  select generate_series(date_trunc('month', $5::date)::date::timestamp, date_trunc('month', ($6::date - interval '1 day'))::date::timestamp, interval '1 month')::date as d0
)
select
  1.0 * max(m0) / nullif(coalesce(max(m1), 0), 0) as "sales.mean",
  (1.0 * max(m2) / nullif(coalesce(max(m3), 0), 0)) as "sales.mean_year_ago",
  1.0 * (1.0 * max(m0) / nullif(coalesce(max(m1), 0), 0)) / nullif((1.0 * max(m2) / nullif(coalesce(max(m3), 0), 0)), 0) as "sales.mean_growth"
from (
  select
    sum("amount") as m0,
    count(*) as m1,
    null as m2,
    null as m3
  from "sales"
  where "day" >= $1::date and "day" < $2::date
  union all
  select
    null as m0,
    null as m1,
    sum(s0) as m2,
    coalesce(sum(s1), 0)::bigint as m3
  from facts_1
  where day_ in (
    select day_
    from (select distinct day_ from facts_1) as days
    join periods_1 on day_ >= periods_1.d0 - interval '1 year' and day_ < periods_1.d0 - interval '1 year' + interval '1 month'
  )
) as branches;

-- row access holds in the periods that offsets lead to
-- ["west","2024-03-28","2024-03-29","2024-03-28","2024-03-29"]
with facts_1 as (
  select
    "day"::date as day_,
    sum("amount") as s0
  from (
    select *
    from "sales" as "own_sales"
    where "region" in ($1)
  ) as "own_sales"
  where "day" >= $2::date - interval '1 day' - interval '2 days' - interval '1 month' - interval '1 year'
    and "day" < $3::date + interval '1 day' + interval '2 days'
  group by 1
),
periods_1 as (
  select generate_series($4::date::date::timestamp, $5::date::date::timestamp, interval '1 day')::date as d0
)
select
  d0 as "own_sales.day.day",
  sum(s0) as "own_sales.year_and_month_ago"
from facts_1
join periods_1 on day_ >= d0 - interval '1 month' - interval '1 year' and day_ < d0 - interval '1 month' - interval '1 year' + interval '1 day'
group by 1
order by "own_sales.day.day" nulls last;
