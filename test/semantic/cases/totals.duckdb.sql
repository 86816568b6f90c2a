-- the total of a balance is the last of the months that a filter on groups has picked
-- ["2"]
select
  d0 as "balances.day.month",
  max(m0) as "balances.closing"
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
    date_trunc('month', "day")::date as d0,
    null as m0,
    count(*) as m1
  from "balances"
  group by 1
) as branches
group by 1
having coalesce(max(m1), 0) > $1::bigint
order by "balances.day.month" nulls last
limit 11;
-- totals
-- ["2"]
with picked_1 as (
  select d0
  from (
    select
      d0,
      null as m0
    from (
      select
        date_trunc('month', "day")::date as d0,
        case when "day" is not null then rank() over (partition by date_trunc('month', "day")::date, "account_id" order by "day" desc nulls last) end as place
      from "balances"
    ) as "balances"
    group by 1
    union all
    select
      date_trunc('month', "day")::date as d0,
      count(*) as m0
    from "balances"
    group by 1
  ) as branches
  group by 1
  having coalesce(max(m0), 0) > $1::bigint
)
select sum(case when place = 1 then v0 end) as "balances.closing"
from (
  select
    "balances"."balance" as v0,
    case when "balances"."day" is not null then rank() over (partition by "balances"."account_id" order by "balances"."day" desc nulls last) end as place
  from "balances"
  where exists (
    select 1
    from picked_1
    where picked_1.d0 is not distinct from date_trunc('month', "balances"."day")::date
  )
) as "balances";

-- the total of a rolling sum holds each row of its periods once
-- ["2024-02-01 00:00:00","2024-02-05 00:00:00","2024-02-01 00:00:00","2024-02-05 00:00:00","2024-02-01 00:00:00","2024-02-05 00:00:00"]
with facts_1 as (
  select
    "placed_at"::date as day,
    sum("amount") as s0
  from "orders"
  where "placed_at" >= $1::timestamp - interval '1 day' - interval '2 days' - interval '3 days'
    and "placed_at" < $2::timestamp + interval '1 day' + interval '2 days'
  group by 1
),
bounds_1 as (
  select
    $3::timestamp::date::date as lo,
    ($4::timestamp - interval '1 microsecond')::date::date as hi
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
    unnest(generate_series(greatest(day + interval '1 day', lo)::timestamp, least(next - interval '1 day', hi, day + interval '2 days')::timestamp, interval '1 day'))::date as day,
    null as s0
  from followed_1
  cross join bounds_1
  where next is null or next > day + interval '1 day'
),
framed_1 as (
  select
    day,
    sum(s0) over (order by day range between interval '2 days' preceding and current row) as s0
  from spread_1
)
select
  d0 as "orders.placed_at.day",
  max(m0) as "orders.three_days",
  max(m1) as "orders.total"
from (
  select
    day as d0,
    max(s0) as m0,
    null as m1
  from framed_1
  cross join bounds_1
  where day >= lo
    and day <= hi
  group by 1
  union all
  select
    "placed_at"::date as d0,
    null as m0,
    sum("amount") as m1
  from "orders"
  where "placed_at" >= $5::timestamp and "placed_at" < $6::timestamp
  group by 1
) as branches
group by 1
order by "orders.placed_at.day" nulls last
limit 21;
-- totals
-- ["2024-02-01 00:00:00","2024-02-05 00:00:00","2024-02-01 00:00:00","2024-02-05 00:00:00","2024-02-01 00:00:00","2024-02-05 00:00:00"]
with facts_1 as (
  select
    "placed_at"::date as day,
    sum("amount") as s0
  from "orders"
  where "placed_at" >= $1::timestamp - interval '1 day' - interval '2 days' - interval '3 days'
    and "placed_at" < $2::timestamp + interval '1 day' + interval '2 days'
  group by 1
),
periods_1 as (
  select unnest(generate_series($3::timestamp::date::timestamp, ($4::timestamp - interval '1 microsecond')::date::timestamp, interval '1 day'))::date as d0
)
select
  max(m0) as "orders.three_days",
  max(m1) as "orders.total"
from (
  select
    sum(s0) as m0,
    null as m1
  from facts_1
  where day in (
    select day
    from (select distinct day from facts_1) as days
    join periods_1 on day >= periods_1.d0 + interval '1 day' - interval '3 days' and day < periods_1.d0 + interval '1 day'
  )
  union all
  select
    null as m0,
    sum("amount") as m1
  from "orders"
  where "placed_at" >= $5::timestamp and "placed_at" < $6::timestamp
) as branches;

-- the total of last year is of the same periods a year ago
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
-- totals
-- ["2024-01-01 00:00:00","2024-01-01 00:00:00","2024-01-01 00:00:00"]
with facts_1 as (
  select
    "placed_at"::date as day,
    sum("amount") as s0
  from "orders"
  where "placed_at" >= $2::timestamp - interval '1 month' - interval '2 days' - interval '1 year'
  group by 1
),
periods_1 as (
  select unnest(generate_series(date_trunc('month', $3::timestamp)::date::timestamp, max(date_trunc('month', day)::date)::timestamp, interval '1 month'))::date as d0
  from facts_1
)
select
  max(m0) as "orders.total",
  max(m1) as "orders.last_year",
  max(m0) / nullif(max(m1), 0) - 1 as "orders.growth"
from (
  select
    sum("amount") as m0,
    null as m1
  from "orders"
  where "placed_at" >= $1::timestamp
  union all
  select
    null as m0,
    sum(s0) as m1
  from facts_1
  where day in (
    select day
    from (select distinct day from facts_1) as days
    join periods_1 on day >= periods_1.d0 - interval '1 year' and day < periods_1.d0 - interval '1 year' + interval '1 month'
  )
) as branches;

-- totals of windows hold the rows of the groups that a filter has picked
-- ["2024-03-01 00:00:00","2024-01-01 00:00:00","2024-03-01 00:00:00","7"]
with facts_1 as (
  select
    "channel" as d0,
    date_trunc('month', "placed_at")::date as period,
    sum("amount") as s0
  from "orders"
  where "placed_at" < $1::timestamp + interval '1 month' + interval '2 days'
  group by 1, 2
),
bounds_1 as (
  select
    date_trunc('month', $2::timestamp)::date::date as lo,
    date_trunc('month', ($3::timestamp - interval '1 microsecond'))::date::date as hi
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
)
select
  d0 as "orders.channel",
  period as "orders.placed_at.month",
  max(s0) as "orders.running"
from framed_1
cross join bounds_1
where period >= lo
  and period <= hi
group by 1, 2
having max(s0) < $4::bigint
order by "orders.channel" nulls last, "orders.placed_at.month" nulls last
limit 21;
-- totals
-- ["2024-03-01 00:00:00","2024-01-01 00:00:00","2024-03-01 00:00:00","7","2024-03-01 00:00:00","2024-01-01 00:00:00","2024-03-01 00:00:00"]
with facts_1 as (
  select
    "channel" as d0,
    date_trunc('month', "placed_at")::date as period,
    sum("amount") as s0
  from "orders"
  where "placed_at" < $1::timestamp + interval '1 month' + interval '2 days'
  group by 1, 2
),
bounds_1 as (
  select
    date_trunc('month', $2::timestamp)::date::date as lo,
    date_trunc('month', ($3::timestamp - interval '1 microsecond'))::date::date as hi
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
picked_1 as (
  select
    d0,
    period as d1
  from framed_1
  cross join bounds_1
  where period >= lo
    and period <= hi
  group by 1, 2
  having max(s0) < $4::bigint
),
facts_2 as (
  select
    "channel" as d0,
    "placed_at"::date as day,
    sum("amount") as s0
  from "orders"
  where "placed_at" < $5::timestamp + interval '1 month' + interval '2 days'
  group by 1, 2
),
periods_1 as (
  select unnest(generate_series(date_trunc('month', $6::timestamp)::date::timestamp, date_trunc('month', ($7::timestamp - interval '1 microsecond'))::date::timestamp, interval '1 month'))::date as d1
)
select sum(s0) as "orders.running"
from facts_2
where exists (
  select 1
  from periods_1
  join picked_1 on picked_1.d1 is not distinct from periods_1.d1
  where day < periods_1.d1 + interval '1 month'
    and picked_1.d0 is not distinct from facts_2.d0
);

-- in totals through a fan-out a row of several groups that pass counts once
-- ["50"]
with facts_1 as (
  select distinct
    "tags"."tag" as d0,
    date_trunc('month', "balances"."day")::date as period,
    "balances"."account_id" as k0,
    "balances"."day" as k1,
    "balances"."balance" as v0
  from "balances"
  left join "accounts" on "accounts"."id" = "balances"."account_id"
  left join "tags" on "tags"."account_id" = "accounts"."id"
),
sums_1 as (
  select
    d0,
    period,
    sum(v0) as s0
  from facts_1
  group by 1, 2
),
bounds_1 as (
  select
    min(period)::date as lo,
    max(period)::date as hi
  from sums_1
),
followed_1 as (
  select
    d0,
    period,
    s0,
    lead(period) over (partition by d0 order by period) as next
  from sums_1
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
facts_2 as (
  select distinct
    "tags"."tag" as d0,
    "balances"."day"::date as day_,
    "balances"."account_id" as k0,
    "balances"."day" as k1,
    "balances"."balance" as v0,
    "balances"."day" as moment,
    "balances"."account_id" as p0
  from "balances"
  left join "accounts" on "accounts"."id" = "balances"."account_id"
  left join "tags" on "tags"."account_id" = "accounts"."id"
),
periods_1 as (
  select unnest(generate_series(min(date_trunc('month', day_)::date)::timestamp, max(date_trunc('month', day_)::date)::timestamp, interval '1 month'))::date as d1
  from facts_2
),
spans_1 as (
  select
    day_ as on_day,
    d1
  from (select distinct day_ from facts_2) as days
  join periods_1 on day_ < d1 + interval '1 month'
)
select
  d0 as "tags.tag",
  d1 as "balances.day.month",
  max(m0) as "balances.added_up",
  max(m1) as "balances.known"
from (
  select
    d0,
    period as d1,
    max(s0) as m0,
    null as m1
  from framed_1
  cross join bounds_1
  where period >= lo
    and period <= hi
  group by 1, 2
  union all
  select
    d0,
    d1,
    null as m0,
    sum(case when place = 1 then v0 end) as m1
  from (
    select
      d0,
      d1,
      v0,
      case when moment is not null then rank() over (partition by d0, d1, p0 order by moment desc nulls last) end as place
    from facts_2
    join spans_1 on on_day = day_
  ) as placed
  group by 1, 2
) as branches
group by 1, 2
having max(m0) > $1::bigint
order by "tags.tag" nulls last, "balances.day.month" nulls last
limit 11;
-- totals
-- ["50"]
with facts_1 as (
  select distinct
    "tags"."tag" as d0,
    date_trunc('month', "balances"."day")::date as period,
    "balances"."account_id" as k0,
    "balances"."day" as k1,
    "balances"."balance" as v0
  from "balances"
  left join "accounts" on "accounts"."id" = "balances"."account_id"
  left join "tags" on "tags"."account_id" = "accounts"."id"
),
sums_1 as (
  select
    d0,
    period,
    sum(v0) as s0
  from facts_1
  group by 1, 2
),
bounds_1 as (
  select
    min(period)::date as lo,
    max(period)::date as hi
  from sums_1
),
followed_1 as (
  select
    d0,
    period,
    s0,
    lead(period) over (partition by d0 order by period) as next
  from sums_1
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
facts_2 as (
  select
    "tags"."tag" as d0,
    "balances"."day"::date as day_,
    "balances"."day" as moment,
    "balances"."account_id" as p0
  from "balances"
  left join "accounts" on "accounts"."id" = "balances"."account_id"
  left join "tags" on "tags"."account_id" = "accounts"."id"
),
periods_1 as (
  select unnest(generate_series(min(date_trunc('month', day_)::date)::timestamp, max(date_trunc('month', day_)::date)::timestamp, interval '1 month'))::date as d1
  from facts_2
),
spans_1 as (
  select
    day_ as on_day,
    d1
  from (select distinct day_ from facts_2) as days
  join periods_1 on day_ < d1 + interval '1 month'
),
picked_1 as (
  select
    d0,
    d1
  from (
    select
      d0,
      period as d1,
      max(s0) as m0
    from framed_1
    cross join bounds_1
    where period >= lo
      and period <= hi
    group by 1, 2
    union all
    select
      d0,
      d1,
      null as m0
    from (
      select
        d0,
        d1,
        case when moment is not null then rank() over (partition by d0, d1, p0 order by moment desc nulls last) end as place
      from facts_2
      join spans_1 on on_day = day_
    ) as placed
    group by 1, 2
  ) as branches
  group by 1, 2
  having max(m0) > $1::bigint
),
facts_3 as (
  select distinct
    "tags"."tag" as d0,
    "balances"."day"::date as day_,
    "balances"."account_id" as k0,
    "balances"."day" as k1,
    "balances"."balance" as v0
  from "balances"
  left join "accounts" on "accounts"."id" = "balances"."account_id"
  left join "tags" on "tags"."account_id" = "accounts"."id"
),
periods_2 as (
  select unnest(generate_series(min(date_trunc('month', day_)::date)::timestamp, max(date_trunc('month', day_)::date)::timestamp, interval '1 month'))::date as d1
  from facts_3
),
facts_4 as (
  select distinct
    "tags"."tag" as d0,
    "balances"."day"::date as day_,
    "balances"."account_id" as k0,
    "balances"."day" as k1,
    "balances"."balance" as v0,
    "balances"."day" as moment,
    "balances"."account_id" as p0
  from "balances"
  left join "accounts" on "accounts"."id" = "balances"."account_id"
  left join "tags" on "tags"."account_id" = "accounts"."id"
),
periods_3 as (
  select unnest(generate_series(min(date_trunc('month', day_)::date)::timestamp, max(date_trunc('month', day_)::date)::timestamp, interval '1 month'))::date as d1
  from facts_4
)
select
  max(m0) as "balances.added_up",
  max(m1) as "balances.known"
from (
  select
    sum(v0) as m0,
    null as m1
  from (
    select distinct
      k0,
      k1,
      v0
    from facts_3
    where exists (
      select 1
      from periods_2
      join picked_1 on picked_1.d1 is not distinct from periods_2.d1
      where day_ < periods_2.d1 + interval '1 month'
        and picked_1.d0 is not distinct from facts_3.d0
    )
  ) as single
  union all
  select
    null as m0,
    sum(case when place = 1 then v0 end) as m1
  from (
    select
      v0,
      case when moment is not null then rank() over (partition by p0 order by moment desc nulls last) end as place
    from (
      select distinct
        k0,
        k1,
        v0,
        moment,
        p0
      from facts_4
      where exists (
        select 1
        from periods_3
        join picked_1 on picked_1.d1 is not distinct from periods_3.d1
        where day_ < periods_3.d1 + interval '1 month'
          and picked_1.d0 is not distinct from facts_4.d0
      )
    ) as single
  ) as placed
) as branches;

-- what is last among the groups that pass may not be last of all
-- ["25"]
with facts_1 as (
  select distinct
    "tags"."tag" as d0,
    "balances"."day"::date as day_,
    "balances"."account_id" as k0,
    "balances"."day" as k1,
    "balances"."balance" as v0,
    "balances"."day" as moment,
    "balances"."account_id" as p0
  from "balances"
  left join "accounts" on "accounts"."id" = "balances"."account_id"
  left join "tags" on "tags"."account_id" = "accounts"."id"
),
periods_1 as (
  select unnest(generate_series(min(date_trunc('month', day_)::date)::timestamp, max(date_trunc('month', day_)::date)::timestamp, interval '1 month'))::date as d1
  from facts_1
),
spans_1 as (
  select
    day_ as on_day,
    d1
  from (select distinct day_ from facts_1) as days
  join periods_1 on day_ < d1 + interval '1 month'
)
select
  d0 as "tags.tag",
  d1 as "balances.day.month",
  sum(case when place = 1 then v0 end) as "balances.known"
from (
  select
    d0,
    d1,
    v0,
    case when moment is not null then rank() over (partition by d0, d1, p0 order by moment desc nulls last) end as place
  from facts_1
  join spans_1 on on_day = day_
) as placed
group by 1, 2
having sum(case when place = 1 then v0 end) > $1::bigint
order by "tags.tag" nulls last, "balances.day.month" nulls last
limit 11;
-- totals
-- ["25"]
with facts_1 as (
  select distinct
    "tags"."tag" as d0,
    "balances"."day"::date as day_,
    "balances"."account_id" as k0,
    "balances"."day" as k1,
    "balances"."balance" as v0,
    "balances"."day" as moment,
    "balances"."account_id" as p0
  from "balances"
  left join "accounts" on "accounts"."id" = "balances"."account_id"
  left join "tags" on "tags"."account_id" = "accounts"."id"
),
periods_1 as (
  select unnest(generate_series(min(date_trunc('month', day_)::date)::timestamp, max(date_trunc('month', day_)::date)::timestamp, interval '1 month'))::date as d1
  from facts_1
),
spans_1 as (
  select
    day_ as on_day,
    d1
  from (select distinct day_ from facts_1) as days
  join periods_1 on day_ < d1 + interval '1 month'
),
picked_1 as (
  select
    d0,
    d1
  from (
    select
      d0,
      d1,
      v0,
      case when moment is not null then rank() over (partition by d0, d1, p0 order by moment desc nulls last) end as place
    from facts_1
    join spans_1 on on_day = day_
  ) as placed
  group by 1, 2
  having sum(case when place = 1 then v0 end) > $1::bigint
),
facts_2 as (
  select distinct
    "tags"."tag" as d0,
    "balances"."day"::date as day_,
    "balances"."account_id" as k0,
    "balances"."day" as k1,
    "balances"."balance" as v0,
    "balances"."day" as moment,
    "balances"."account_id" as p0
  from "balances"
  left join "accounts" on "accounts"."id" = "balances"."account_id"
  left join "tags" on "tags"."account_id" = "accounts"."id"
),
periods_2 as (
  select unnest(generate_series(min(date_trunc('month', day_)::date)::timestamp, max(date_trunc('month', day_)::date)::timestamp, interval '1 month'))::date as d1
  from facts_2
)
select sum(case when place = 1 then v0 end) as "balances.known"
from (
  select
    v0,
    case when moment is not null then rank() over (partition by p0 order by moment desc nulls last) end as place
  from (
    select distinct
      k0,
      k1,
      v0,
      moment,
      p0
    from facts_2
    where exists (
      select 1
      from periods_2
      join picked_1 on picked_1.d1 is not distinct from periods_2.d1
      where day_ < periods_2.d1 + interval '1 month'
        and picked_1.d0 is not distinct from facts_2.d0
    )
  ) as single
) as placed;
