-- joined by a key and a day
select
  "charges"."level" as "charges.level",
  sum("trips"."fare") as "trips.fares"
from "trips"
left join "charges" on "charges"."bike_id" = "trips"."bike_id" and "charges"."day" = "trips"."day"
group by 1
order by "charges.level" nulls last
limit 11;

-- over several joins
select
  "depots"."city" as "depots.city",
  sum("trips"."fare") as "trips.fares",
  sum(case when "depots"."city" = 'Bern' then "trips"."fare" end) as "trips.city_fares"
from "trips"
left join "bikes" on "bikes"."id" = "trips"."bike_id"
left join "depots" on "depots"."id" = "bikes"."depot_id"
group by 1
order by "depots.city" nulls last
limit 11;

-- dimensions alone, over joins, of groups with more than one trip
-- ["1"]
with asked_1 as (
  select "bike_id" as d0
  from "trips"
  group by 1
  having count(*) > $1::bigint
)
select distinct
  "trips"."bike_id" as "trips.bike",
  "depots"."city" as "depots.city"
from "trips"
left join "bikes" on "bikes"."id" = "trips"."bike_id"
left join "depots" on "depots"."id" = "bikes"."depot_id"
where exists (
  select 1
  from asked_1
  where array[asked_1.d0] = array["trips"."bike_id"]
)
order by "trips.bike" nulls last, "depots.city" nulls last
limit 11;

-- the least and the greatest of a dimension, alone
select
  min("day") as "trips.first_day",
  max("day") as "trips.last_day"
from "trips";

-- and of texts
select
  min("kind") as "bikes.least_kind",
  max("kind") as "bikes.greatest_kind"
from "bikes";

-- every month of the axis, and none for null
-- ["2023-12-01","2024-03-31","2023-12-01","2024-03-31"]
with groups_1 as (
  select
    date_trunc('month', "day")::date as d0,
    sum("fare") as m0
  from "trips"
  where "day" between $1::date and $2::date
  group by 1
),
periods_1 as (
  select generate_series(date_trunc('month', $3::date)::date::timestamp, date_trunc('month', $4::date)::date::timestamp, interval '1 month')::date as d0
)
select
  d0 as "trips.day.month",
  max(m0) as "trips.fares",
  coalesce(max(m0), 0) as "trips.fares_or_none"
from (
  select d0, m0 from groups_1
  union all
  select d0, null as m0
  from periods_1
) as filled
group by 1
order by "trips.day.month" nulls last
limit 11;

-- two facts, each by its own time, in one month
select
  d0 as "metric_time.month",
  max(m0) as "trips.fares",
  max(m1) as "repairs.cost"
from (
  select
    date_trunc('month', "day")::date as d0,
    sum("fare") as m0,
    null as m1
  from "trips"
  group by 1
  union all
  select
    date_trunc('month', "done")::date as d0,
    null as m0,
    sum("cost") as m1
  from "repairs"
  group by 1
) as branches
group by 1
order by "metric_time.month" nulls last
limit 11;

-- a part of the time that is each one's own
select
  d0 as "metric_time.month_of_year",
  coalesce(max(m0), 0) as "trips.count",
  coalesce(max(m1), 0) as "repairs.count"
from (
  select
    extract(month from "day")::integer as d0,
    count(*) as m0,
    null as m1
  from "trips"
  group by 1
  union all
  select
    extract(month from "done")::integer as d0,
    null as m0,
    count(*) as m1
  from "repairs"
  group by 1
) as branches
group by 1
order by "metric_time.month_of_year" nulls last
limit 11;

-- to date, before, and at the start of a quarter, by the time that is each one's own
-- ["2024-01-01","2024-04-30","2024-01-01","2024-04-30","2024-01-01","2024-04-30","2024-01-01","2024-04-30","2024-01-01","2024-04-30","2024-01-01","2024-04-30","2024-01-01","2024-04-30"]
with facts_1 as (
  select
    date_trunc('month', "day")::date as period,
    sum("fare") as s0
  from "trips"
  where "day" >= $1::date - interval '1 month' - interval '2 days' - interval '1 month'
    and "day" < $2::date + interval '1 month' + interval '2 days'
  group by 1
),
bounds_1 as (
  select
    date_trunc('month', $3::date)::date::date as lo,
    date_trunc('month', $4::date)::date::date as hi
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
    generate_series(greatest(period + interval '1 month', lo)::timestamp, least(next - interval '1 month', hi, date_trunc('month', period)::date + interval '1 month' - interval '1 month')::timestamp, interval '1 month')::date as period,
    null as s0
  from followed_1
  cross join bounds_1
  where next is null or next > period + interval '1 month'
),
framed_1 as (
  select
    period,
    sum(s0) over (partition by date_trunc('month', period)::date order by period rows unbounded preceding) as s0
  from spread_1
),
facts_2 as (
  select
    date_trunc('month', "day")::date as period,
    sum("fare") as s0
  from "trips"
  where "day" >= $5::date - interval '1 month' - interval '2 days' - interval '1 month'
    and "day" < $6::date + interval '1 month' + interval '2 days'
  group by 1
),
bounds_2 as (
  select
    date_trunc('month', $7::date)::date::date as lo,
    date_trunc('month', $8::date)::date::date as hi
),
facts_3 as (
  select
    "day"::date as day_,
    sum("fare") as s0
  from "trips"
  where "day" >= $9::date - interval '1 month' - interval '2 days' - interval '3 months'
    and "day" < $10::date + interval '1 month' + interval '2 days'
  group by 1
),
periods_1 as (
  select generate_series(date_trunc('month', $11::date)::date::timestamp, date_trunc('month', $12::date)::date::timestamp, interval '1 month')::date as d0
)
select
  d0 as "metric_time.month",
  max(m0) as "trips.fares_to_date",
  max(m1) as "trips.fares_before",
  max(m2) as "trips.fares_at_start",
  max(m3) - max(m1) as "trips.growth"
from (
  select
    period as d0,
    max(s0) as m0,
    null::numeric as m1,
    null::numeric as m2,
    null::numeric as m3
  from framed_1
  cross join bounds_1
  where period >= lo
    and period <= hi
  group by 1
  union all
  select
    (period + interval '1 month')::date as d0,
    null::numeric as m0,
    max(s0) as m1,
    null::numeric as m2,
    null::numeric as m3
  from facts_2
  cross join bounds_2
  where period >= (lo - interval '1 month')::date
    and period <= (hi - interval '1 month')::date
  group by 1
  union all
  select
    d0,
    null::numeric as m0,
    null::numeric as m1,
    sum(s0) as m2,
    null::numeric as m3
  from facts_3
  join periods_1 on day_ >= date_trunc('quarter', d0)::date and day_ < date_trunc('quarter', d0)::date + interval '1 month'
  group by 1
  union all
  select
    date_trunc('month', "day")::date as d0,
    null::numeric as m0,
    null::numeric as m1,
    null::numeric as m2,
    sum("fare") as m3
  from "trips"
  where "day" between $13::date and $14::date
  group by 1
) as branches
group by 1
order by "metric_time.month" nulls last
limit 11;

-- measures of measures, over two facts
select
  d0 as "bikes.kind",
  coalesce(max(m0), 0) - coalesce(max(m2), 0) as "trips.margin",
  1.0 * (coalesce(max(m0), 0) - coalesce(max(m2), 0)) / nullif(coalesce(max(m1), 0), 0) as "trips.margin_per_trip"
from (
  select
    "bikes"."kind" as d0,
    sum("trips"."fare") as m0,
    count(*) as m1,
    null as m2
  from "trips"
  left join "bikes" on "bikes"."id" = "trips"."bike_id"
  group by 1
  union all
  select
    "bikes"."kind" as d0,
    null as m0,
    null as m1,
    sum("repairs"."cost") as m2
  from "repairs"
  left join "bikes" on "bikes"."id" = "repairs"."bike_id"
  group by 1
) as branches
group by 1
order by "bikes.kind" nulls last
limit 11;

-- what follows within a week for the same reason, under another name
select
  d0 as "trips.purpose",
  coalesce(max(m0), 0) as "trips.broken",
  1.0 * coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0) as "trips.broken_share"
from (
  select
    d0,
    count(case when step = 2 and since > moment - interval '7 days' then v0 end) as m0,
    null as m1
  from (
    select
      moment,
      step,
      stretch,
      v0,
      first_value(moment) over (partition by entity, p0, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
      case when step = 2 then first_value(d0) over (partition by entity, p0, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else d0 end as d0
    from (
      select
        entity,
        p0,
        moment,
        step,
        k0,
        d0,
        v0,
        sum(case when step = 1 then 1 else 0 end) over (partition by entity, p0 order by moment, step, k0 rows between unbounded preceding and current row) as stretch
      from (
        select
          "bike_id" as entity,
          "purpose" as p0,
          "day" as moment,
          case when "day" is not null then 1 else 0 end as step,
          "id"::text as k0,
          "purpose" as d0,
          null as v0
        from "trips"
        union all
        select
          "bikes"."id" as entity,
          "repairs"."reason" as p0,
          "repairs"."done" as moment,
          2 as step,
          null::text as k0,
          null as d0,
          1 as v0
        from "repairs"
        left join "bikes" on "bikes"."id" = "repairs"."bike_id"
        where "bikes"."id" is not null
          and "repairs"."done" is not null
          and "repairs"."reason" is not null
      ) as events
    ) as ordered
  ) as attributed
  where (step < 2 or stretch > 0)
  group by 1
  union all
  select
    "purpose" as d0,
    null as m0,
    count(*) as m1
  from "trips"
  group by 1
) as branches
group by 1
order by "trips.purpose" nulls last
limit 11;

-- what happened in the months in which a metric over a window fell, or has no value
-- ["0"]
with facts_1 as (
  select
    date_trunc('month', "day")::date as period,
    sum("fare") as s0
  from "trips"
  group by 1
),
bounds_1 as (
  select
    min(period)::date as lo,
    max(period)::date as hi
  from facts_1
),
asked_1 as (
  select d0
  from (
    select
      date_trunc('month', "day")::date as d0,
      sum("fare") as m0,
      null as m1
    from "trips"
    group by 1
    union all
    select
      (period + interval '1 month')::date as d0,
      null as m0,
      max(s0) as m1
    from facts_1
    cross join bounds_1
    where period >= (lo - interval '1 month')::date
      and period <= (hi - interval '1 month')::date
    group by 1
  ) as branches
  group by 1
  having (max(m0) - max(m1)) < $1::bigint
)
select
  date_trunc('month', "trips"."day")::date as "trips.day.month",
  count(*) as "trips.count"
from "trips"
where exists (
  select 1
  from asked_1
  where array[asked_1.d0] = array[date_trunc('month', "trips"."day")::date]
)
group by 1
order by "trips.day.month" nulls last
limit 11;

-- and in those in which it has none
with facts_1 as (
  select
    date_trunc('month', "day")::date as period,
    sum("fare") as s0
  from "trips"
  group by 1
),
bounds_1 as (
  select
    min(period)::date as lo,
    max(period)::date as hi
  from facts_1
),
asked_1 as (
  select d0
  from (
    select
      date_trunc('month', "day")::date as d0,
      sum("fare") as m0,
      null as m1
    from "trips"
    group by 1
    union all
    select
      (period + interval '1 month')::date as d0,
      null as m0,
      max(s0) as m1
    from facts_1
    cross join bounds_1
    where period >= (lo - interval '1 month')::date
      and period <= (hi - interval '1 month')::date
    group by 1
  ) as branches
  group by 1
  having not coalesce(((max(m0) - max(m1)) is null), false)
)
select
  date_trunc('month', "trips"."day")::date as "trips.day.month",
  count(*) as "trips.count"
from "trips"
where not exists (
  select 1
  from asked_1
  where array[asked_1.d0] = array[date_trunc('month', "trips"."day")::date]
)
group by 1
order by "trips.day.month" nulls last
limit 11;

-- bikes by what two metrics of two facts say of each
-- ["40","40","40","0"]
with asked_1 as (
  select d0
  from (
    select
      "bikes"."id" as d0,
      sum("trips"."fare") as m0,
      null as m1
    from "trips"
    left join "bikes" on "bikes"."id" = "trips"."bike_id"
    group by 1
    union all
    select
      "bikes"."id" as d0,
      null as m0,
      sum("repairs"."cost") as m1
    from "repairs"
    left join "bikes" on "bikes"."id" = "repairs"."bike_id"
    group by 1
  ) as branches
  group by 1
  having (coalesce(max(m0), 0) - coalesce(max(m1), 0)) > $1::bigint
),
asked_2 as (
  select d0
  from (
    select
      "bikes"."id" as d0,
      sum("trips"."fare") as m0,
      null as m1
    from "trips"
    left join "bikes" on "bikes"."id" = "trips"."bike_id"
    group by 1
    union all
    select
      "bikes"."id" as d0,
      null as m0,
      sum("repairs"."cost") as m1
    from "repairs"
    left join "bikes" on "bikes"."id" = "repairs"."bike_id"
    group by 1
  ) as branches
  group by 1
  having ((coalesce(max(m0), 0) - coalesce(max(m1), 0)) > $2::bigint or true)
),
asked_3 as (
  select 1 as passed
  from (
    select
      sum("fare") as m0,
      null as m1
    from "trips"
    where false
    union all
    select
      null as m0,
      sum("cost") as m1
    from "repairs"
    where false
  ) as branches
  having (coalesce(max(m0), 0) - coalesce(max(m1), 0)) > $3::bigint
),
asked_4 as (
  select "bikes"."id" as d0
  from "repairs"
  left join "bikes" on "bikes"."id" = "repairs"."bike_id"
  group by 1
  having count(*) > $4::bigint
)
select
  "bikes"."kind" as "bikes.kind",
  count(*) as "bikes.count"
from "bikes"
where (exists (
  select 1
  from asked_1
  where array[asked_1.d0] = array["bikes"."id"]
) or exists (
  select 1
  from asked_3
) and not exists (
  select 1
  from asked_2
  where array[asked_2.d0] = array["bikes"."id"]
))
  and exists (
    select 1
    from asked_4
    where array[asked_4.d0] = array["bikes"."id"]
  )
group by 1
order by "bikes.kind" nulls last
limit 11;

-- whole months of both facts, where a filter names months
-- ["2024-02-01","2024-04-01","2024-02-01","2024-04-01"]
select
  d0 as "metric_time.month",
  d1 as "metric_time.month_of_year",
  coalesce(max(m0), 0) as "trips.count",
  coalesce(max(m1), 0) as "repairs.count"
from (
  select
    date_trunc('month', "day")::date as d0,
    extract(month from "day")::integer as d1,
    count(*) as m0,
    null as m1
  from "trips"
  where "day" >= $1::date and "day" < $2::date
  group by 1, 2
  union all
  select
    date_trunc('month', "done")::date as d0,
    extract(month from "done")::integer as d1,
    null as m0,
    count(*) as m1
  from "repairs"
  where "done" >= $3::date and "done" < $4::date
  group by 1, 2
) as branches
group by 1, 2
order by "metric_time.month" nulls last, "metric_time.month_of_year" nulls last
limit 11;

-- metric_time without a measure is the time of the query's model
-- ["2024-02-01"]
select distinct
  date_trunc('month', "done")::date as "metric_time.month",
  "reason" as "repairs.reason"
from "repairs"
where "done" >= $1::date
order by "metric_time.month" nulls last, "repairs.reason" nulls last
limit 11;
