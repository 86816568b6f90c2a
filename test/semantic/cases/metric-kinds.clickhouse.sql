-- joined by a key and a day
select
  "charges"."level" as "charges.level",
  sumOrNull("trips"."fare" + toDecimal128(0, 0)) as "trips.fares"
from "trips"
left join "charges" on "charges"."bike_id" = "trips"."bike_id" and "charges"."day" = "trips"."day"
group by 1
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- over several joins
select
  "depots"."city" as "depots.city",
  sumOrNull("trips"."fare" + toDecimal128(0, 0)) as "trips.fares",
  sumOrNull((case when "depots"."city" = 'Bern' then "trips"."fare" end) + toDecimal128(0, 0)) as "trips.city_fares"
from "trips"
left join "bikes" on "bikes"."id" = "trips"."bike_id"
left join "depots" on "depots"."id" = "bikes"."depot_id"
group by 1
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- dimensions alone, over joins, of groups with more than one trip
-- ["1"]
with asked_1 as (
  select "bike_id" as d0
  from "trips"
  group by 1
  having count(*) > {p1:Int64}
)
select distinct
  "trips"."bike_id" as "trips.bike",
  "depots"."city" as "depots.city"
from "trips"
left join "bikes" on "bikes"."id" = "trips"."bike_id"
left join "depots" on "depots"."id" = "bikes"."depot_id"
where toJSONString(tuple("trips"."bike_id")) in (
  select toJSONString(tuple(asked_1.d0))
  from asked_1
)
order by 1 nulls last, 2 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- the least and the greatest of a dimension, alone
select
  minOrNull("day") as "trips.first_day",
  maxOrNull("day") as "trips.last_day"
from "trips"
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- and of texts
select
  minOrNull("kind") as "bikes.least_kind",
  maxOrNull("kind") as "bikes.greatest_kind"
from "bikes"
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- every month of the axis, and none for null
-- ["2023-12-01","2024-03-31","2023-12-01","2024-03-31"]
with groups_1 as (
  select
    toStartOfMonth(toDate32("day")) as d0,
    sumOrNull("fare" + toDecimal128(0, 0)) as m0
  from "trips"
  where "day" between {p1:Date32} and {p2:Date32}
  group by 1
),
periods_1 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
  from (
    select toStartOfMonth(toDate32({p3:Date32})) as lo, toStartOfMonth(toDate32({p4:Date32})) as hi
  ) as bounds
  where lo <= hi
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
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- two facts, each by its own time, in one month
select
  d0 as "metric_time.month",
  max(m0) as "trips.fares",
  max(m1) as "repairs.cost"
from (
  select
    toStartOfMonth(toDate32("day")) as d0,
    sumOrNull("fare" + toDecimal128(0, 0)) as m0,
    null as m1
  from "trips"
  group by 1
  union all
  select
    toStartOfMonth(toDate32("done")) as d0,
    null as m0,
    sumOrNull("cost" + toDecimal128(0, 0)) as m1
  from "repairs"
  group by 1
) as branches
group by 1
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- a part of the time that is each one's own
select
  d0 as "metric_time.month_of_year",
  coalesce(max(m0), 0) as "trips.count",
  coalesce(max(m1), 0) as "repairs.count"
from (
  select
    toMonth("day") as d0,
    count(*) as m0,
    null as m1
  from "trips"
  group by 1
  union all
  select
    toMonth("done") as d0,
    null as m0,
    count(*) as m1
  from "repairs"
  group by 1
) as branches
group by 1
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- to date, before, and at the start of a quarter, by the time that is each one's own
-- ["2023-10-29","2024-06-01","2024-01-01","2024-04-30","2023-10-29","2024-06-01","2024-01-01","2024-04-30","2023-08-29","2024-06-01","2024-01-01","2024-04-30","2024-01-01","2024-04-30"]
with facts_1 as (
  select
    toDate32("day") as day_,
    sumOrNull("fare" + toDecimal128(0, 0)) as s0
  from "trips"
  where "day" >= {p1:Date32}
    and "day" < {p2:Date32}
  group by 1
),
periods_1 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
  from (
    select toStartOfMonth(toDate32({p3:Date32})) as lo, toStartOfMonth(toDate32({p4:Date32})) as hi
  ) as bounds
  where lo <= hi
),
facts_2 as (
  select
    toDate32("day") as day_,
    sumOrNull("fare" + toDecimal128(0, 0)) as s0
  from "trips"
  where "day" >= {p5:Date32}
    and "day" < {p6:Date32}
  group by 1
),
periods_2 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
  from (
    select toStartOfMonth(toDate32({p7:Date32})) as lo, toStartOfMonth(toDate32({p8:Date32})) as hi
  ) as bounds
  where lo <= hi
),
facts_3 as (
  select
    toDate32("day") as day_,
    sumOrNull("fare" + toDecimal128(0, 0)) as s0
  from "trips"
  where "day" >= {p9:Date32}
    and "day" < {p10:Date32}
  group by 1
),
periods_3 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
  from (
    select toStartOfMonth(toDate32({p11:Date32})) as lo, toStartOfMonth(toDate32({p12:Date32})) as hi
  ) as bounds
  where lo <= hi
)
select
  d0 as "metric_time.month",
  max(m0) as "trips.fares_to_date",
  max(m1) as "trips.fares_before",
  max(m2) as "trips.fares_at_start",
  max(m3) - max(m1) as "trips.growth"
from (
  select
    d0,
    sumOrNull(s0 + toDecimal128(0, 0)) as m0,
    null as m1,
    null as m2,
    null as m3
  from facts_1
  join periods_1 on day_ >= toStartOfMonth(toDate32((((d0 + toIntervalMonth(1)) + toIntervalDay(-1))))) and day_ < (d0 + toIntervalMonth(1))
  group by 1
  union all
  select
    d0,
    null as m0,
    sumOrNull(s0 + toDecimal128(0, 0)) as m1,
    null as m2,
    null as m3
  from facts_2
  join periods_2 on day_ >= (d0 + toIntervalMonth(-1)) and day_ < ((d0 + toIntervalMonth(-1)) + toIntervalMonth(1))
  group by 1
  union all
  select
    d0,
    null as m0,
    null as m1,
    sumOrNull(s0 + toDecimal128(0, 0)) as m2,
    null as m3
  from facts_3
  join periods_3 on day_ >= toStartOfQuarter(toDate32(d0)) and day_ < (toStartOfQuarter(toDate32(d0)) + toIntervalMonth(1))
  group by 1
  union all
  select
    toStartOfMonth(toDate32("day")) as d0,
    null as m0,
    null as m1,
    null as m2,
    sumOrNull("fare" + toDecimal128(0, 0)) as m3
  from "trips"
  where "day" between {p13:Date32} and {p14:Date32}
  group by 1
) as branches
group by 1
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- measures of measures, over two facts
select
  d0 as "bikes.kind",
  coalesce(max(m0), 0) - coalesce(max(m2), 0) as "trips.margin",
  1e0 * (coalesce(max(m0), 0) - coalesce(max(m2), 0)) / nullif(coalesce(max(m1), 0), 0) as "trips.margin_per_trip"
from (
  select
    "bikes"."kind" as d0,
    sumOrNull("trips"."fare" + toDecimal128(0, 0)) as m0,
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
    sumOrNull("repairs"."cost" + toDecimal128(0, 0)) as m2
  from "repairs"
  left join "bikes" on "bikes"."id" = "repairs"."bike_id"
  group by 1
) as branches
group by 1
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- what follows within a week for the same reason, under another name
select
  d0 as "trips.purpose",
  coalesce(max(m0), 0) as "trips.broken",
  1e0 * coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0) as "trips.broken_share"
from (
  select
    d0,
    count(case when step = 2 and since > (moment + toIntervalDay(-7)) then v0 end) as m0,
    null as m1
  from (
    select
      moment,
      step,
      stretch,
      v0,
      first_value_respect_nulls(moment) over (partition by entity, p0, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
      case when step = 2 then first_value_respect_nulls(d0) over (partition by entity, p0, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else d0 end as d0
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
          toString("id") as k0,
          "purpose" as d0,
          null as v0
        from "trips"
        union all
        select
          "bikes"."id" as entity,
          "repairs"."reason" as p0,
          "repairs"."done" as moment,
          2 as step,
          null as k0,
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
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- what happened in the months in which a metric over a window fell, or has no value
-- ["0"]
with facts_1 as (
  select
    toDate32("day") as day_,
    sumOrNull("fare" + toDecimal128(0, 0)) as s0
  from "trips"
  group by 1
),
periods_1 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
  from (
    select
      minOrNull(toStartOfMonth(toDate32(day_))) as lo,
      maxOrNull(toStartOfMonth(toDate32(day_))) as hi
    from facts_1
  ) as bounds
  where lo <= hi
),
asked_1 as (
  select d0
  from (
    select
      toStartOfMonth(toDate32("day")) as d0,
      sumOrNull("fare" + toDecimal128(0, 0)) as m0,
      null as m1
    from "trips"
    group by 1
    union all
    select
      d0,
      null as m0,
      sumOrNull(s0 + toDecimal128(0, 0)) as m1
    from facts_1
    join periods_1 on day_ >= (d0 + toIntervalMonth(-1)) and day_ < ((d0 + toIntervalMonth(-1)) + toIntervalMonth(1))
    group by 1
  ) as branches
  group by 1
  having (max(m0) - max(m1)) < {p1:Int64}
)
select
  toStartOfMonth(toDate32("trips"."day")) as "trips.day.month",
  count(*) as "trips.count"
from "trips"
where toJSONString(tuple(toStartOfMonth(toDate32("trips"."day")))) in (
  select toJSONString(tuple(asked_1.d0))
  from asked_1
)
group by 1
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- and in those in which it has none
with facts_1 as (
  select
    toDate32("day") as day_,
    sumOrNull("fare" + toDecimal128(0, 0)) as s0
  from "trips"
  group by 1
),
periods_1 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
  from (
    select
      minOrNull(toStartOfMonth(toDate32(day_))) as lo,
      maxOrNull(toStartOfMonth(toDate32(day_))) as hi
    from facts_1
  ) as bounds
  where lo <= hi
),
asked_1 as (
  select d0
  from (
    select
      toStartOfMonth(toDate32("day")) as d0,
      sumOrNull("fare" + toDecimal128(0, 0)) as m0,
      null as m1
    from "trips"
    group by 1
    union all
    select
      d0,
      null as m0,
      sumOrNull(s0 + toDecimal128(0, 0)) as m1
    from facts_1
    join periods_1 on day_ >= (d0 + toIntervalMonth(-1)) and day_ < ((d0 + toIntervalMonth(-1)) + toIntervalMonth(1))
    group by 1
  ) as branches
  group by 1
  having not coalesce(((max(m0) - max(m1)) is null), false)
)
select
  toStartOfMonth(toDate32("trips"."day")) as "trips.day.month",
  count(*) as "trips.count"
from "trips"
where not toJSONString(tuple(toStartOfMonth(toDate32("trips"."day")))) in (
  select toJSONString(tuple(asked_1.d0))
  from asked_1
)
group by 1
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- bikes by what two metrics of two facts say of each
-- ["40","40","40","0"]
with asked_1 as (
  select d0
  from (
    select
      "bikes"."id" as d0,
      sumOrNull("trips"."fare" + toDecimal128(0, 0)) as m0,
      null as m1
    from "trips"
    left join "bikes" on "bikes"."id" = "trips"."bike_id"
    group by 1
    union all
    select
      "bikes"."id" as d0,
      null as m0,
      sumOrNull("repairs"."cost" + toDecimal128(0, 0)) as m1
    from "repairs"
    left join "bikes" on "bikes"."id" = "repairs"."bike_id"
    group by 1
  ) as branches
  group by 1
  having (coalesce(max(m0), 0) - coalesce(max(m1), 0)) > {p1:Int64}
),
asked_2 as (
  select d0
  from (
    select
      "bikes"."id" as d0,
      sumOrNull("trips"."fare" + toDecimal128(0, 0)) as m0,
      null as m1
    from "trips"
    left join "bikes" on "bikes"."id" = "trips"."bike_id"
    group by 1
    union all
    select
      "bikes"."id" as d0,
      null as m0,
      sumOrNull("repairs"."cost" + toDecimal128(0, 0)) as m1
    from "repairs"
    left join "bikes" on "bikes"."id" = "repairs"."bike_id"
    group by 1
  ) as branches
  group by 1
  having ((coalesce(max(m0), 0) - coalesce(max(m1), 0)) > {p2:Int64} or true)
),
asked_3 as (
  select 1 as passed
  from (
    select
      sumOrNull("fare" + toDecimal128(0, 0)) as m0,
      null as m1
    from "trips"
    where false
    union all
    select
      null as m0,
      sumOrNull("cost" + toDecimal128(0, 0)) as m1
    from "repairs"
    where false
  ) as branches
  having (coalesce(max(m0), 0) - coalesce(max(m1), 0)) > {p3:Int64}
),
asked_4 as (
  select "bikes"."id" as d0
  from "repairs"
  left join "bikes" on "bikes"."id" = "repairs"."bike_id"
  group by 1
  having count(*) > {p4:Int64}
)
select
  "bikes"."kind" as "bikes.kind",
  count(*) as "bikes.count"
from "bikes"
where (toJSONString(tuple("bikes"."id")) in (
  select toJSONString(tuple(asked_1.d0))
  from asked_1
) or exists (
  select 1
  from asked_3
) and not toJSONString(tuple("bikes"."id")) in (
  select toJSONString(tuple(asked_2.d0))
  from asked_2
))
  and toJSONString(tuple("bikes"."id")) in (
    select toJSONString(tuple(asked_4.d0))
    from asked_4
  )
group by 1
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', optimize_min_equality_disjunction_chain_length = 1000000;

-- whole months of both facts, where a filter names months
-- ["2024-02-01","2024-04-01","2024-02-01","2024-04-01"]
select
  d0 as "metric_time.month",
  d1 as "metric_time.month_of_year",
  coalesce(max(m0), 0) as "trips.count",
  coalesce(max(m1), 0) as "repairs.count"
from (
  select
    toStartOfMonth(toDate32("day")) as d0,
    toMonth("day") as d1,
    count(*) as m0,
    null as m1
  from "trips"
  where "day" >= {p1:Date32} and "day" < {p2:Date32}
  group by 1, 2
  union all
  select
    toStartOfMonth(toDate32("done")) as d0,
    toMonth("done") as d1,
    null as m0,
    count(*) as m1
  from "repairs"
  where "done" >= {p3:Date32} and "done" < {p4:Date32}
  group by 1, 2
) as branches
group by 1, 2
order by 1 nulls last, 2 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- metric_time without a measure is the time of the query's model
-- ["2024-02-01"]
select distinct
  toStartOfMonth(toDate32("done")) as "metric_time.month",
  "reason" as "repairs.reason"
from "repairs"
where "done" >= {p1:Date32}
order by 1 nulls last, 2 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
