-- Never run on snowflake itself: see shared/semantic/dialects/README.md for what it rests on.

-- those who order again, by the month of their first order
with events_1 as (
  select
    "buyer" as entity,
    "at" as moment,
    cast(date_trunc('month', cast(convert_timezone('UTC', "at") as timestamp_ntz)) as date) as period,
    1 as step
  from "orders"
  where "buyer" is not null
    and "at" is not null
  union all
  select
    "buyer" as entity,
    "at" as moment,
    cast(date_trunc('month', cast(convert_timezone('UTC', "at") as timestamp_ntz)) as date) as period,
    2 as step
  from "orders"
  where "buyer" is not null
    and "at" is not null
),
periods_1 as (
  select
    entity,
    period,
    step,
    case when step = 1 then min(moment) else max(moment) end as moment
  from events_1
  group by 1, 2, 3
),
started_1 as (
  select
    entity,
    moment,
    period,
    step,
    min(case when step = 1 then moment end) over (partition by entity) as since,
    min(case when step = 1 then period end) over (partition by entity) as cohort,
    max(period) over () as latest
  from periods_1
),
entities_1 as (
  select
    entity,
    cohort,
    max(latest) as latest,
    max(case when step = 2 and moment >= since and period = cohort then 1 else 0 end) as r0,
    max(case when step = 2 and moment >= since and period = dateadd(month, 1, cohort) then 1 else 0 end) as r1,
    max(case when step = 2 and moment >= since and period = dateadd(month, 2, cohort) then 1 else 0 end) as r2
  from started_1
  where since is not null
  group by 1, 2
),
cohorts_1 as (
  select
    cohort,
    max(latest) as latest,
    count(*) as size,
    sum(r0) as n0,
    sum(r1) as n1,
    sum(r2) as n2
  from entities_1
  group by 1
)
select
  d0 as "retention.cohort",
  d1 as "retention.period",
  m0 as "retention.share",
  m1 as "retention.retained",
  m2 as "retention.cohort_size"
from (
  select
    cohort as d0,
    number as d1,
    1::float * case number when 0 then n0 when 1 then n1 when 2 then n2 end / nullif(size, 0) as m0,
    case number when 0 then n0 when 1 then n1 when 2 then n2 end as m1,
    size as m2
  from cohorts_1
  cross join (
    select 0 as number
    union all
    select 1 as number
    union all
    select 2 as number
  ) as numbers
  where latest >= case number when 0 then cohort when 1 then dateadd(month, 1, cohort) when 2 then dateadd(month, 2, cohort) end
) as retention
order by "retention.cohort" nulls last, "retention.period" nulls last
limit 101;

-- a return is after the first event
with events_1 as (
  select
    "people"."id" as entity,
    "visits"."at" as moment,
    cast(date_trunc('month', cast(convert_timezone('UTC', "visits"."at") as timestamp_ntz)) as date) as period,
    1 as step
  from "visits"
  left join "people" on "people"."id" = "visits"."person_id"
  where "people"."id" is not null
    and "visits"."at" is not null
  union all
  select
    "people"."id" as entity,
    "orders"."at" as moment,
    cast(date_trunc('month', cast(convert_timezone('UTC', "orders"."at") as timestamp_ntz)) as date) as period,
    2 as step
  from "orders"
  left join "people" on "people"."id" = "orders"."buyer"
  where "people"."id" is not null
    and "orders"."at" is not null
),
periods_1 as (
  select
    entity,
    period,
    step,
    case when step = 1 then min(moment) else max(moment) end as moment
  from events_1
  group by 1, 2, 3
),
started_1 as (
  select
    entity,
    moment,
    period,
    step,
    min(case when step = 1 then moment end) over (partition by entity) as since,
    min(case when step = 1 then period end) over (partition by entity) as cohort,
    max(period) over () as latest
  from periods_1
),
entities_1 as (
  select
    entity,
    cohort,
    max(latest) as latest,
    max(case when step = 2 and moment >= since and period = cohort then 1 else 0 end) as r0,
    max(case when step = 2 and moment >= since and period = dateadd(month, 1, cohort) then 1 else 0 end) as r1,
    max(case when step = 2 and moment >= since and period = dateadd(month, 2, cohort) then 1 else 0 end) as r2
  from started_1
  where since is not null
  group by 1, 2
),
cohorts_1 as (
  select
    cohort,
    max(latest) as latest,
    count(*) as size,
    sum(r0) as n0,
    sum(r1) as n1,
    sum(r2) as n2
  from entities_1
  group by 1
)
select
  d0 as "retention.cohort",
  d1 as "retention.period",
  m0 as "retention.share",
  m1 as "retention.retained",
  m2 as "retention.cohort_size"
from (
  select
    cohort as d0,
    number as d1,
    1::float * case number when 0 then n0 when 1 then n1 when 2 then n2 end / nullif(size, 0) as m0,
    case number when 0 then n0 when 1 then n1 when 2 then n2 end as m1,
    size as m2
  from cohorts_1
  cross join (
    select 0 as number
    union all
    select 1 as number
    union all
    select 2 as number
  ) as numbers
  where latest >= case number when 0 then cohort when 1 then dateadd(month, 1, cohort) when 2 then dateadd(month, 2, cohort) end
) as retention
order by "retention.cohort" nulls last, "retention.period" nulls last
limit 101;

-- a filter on the time chooses cohorts, and nobody comes for the first time twice
-- ["2024-02-01 00:00:00"]
with events_1 as (
  select
    "people"."id" as entity,
    "visits"."at" as moment,
    cast(date_trunc('quarter', cast(convert_timezone('UTC', "visits"."at") as timestamp_ntz)) as date) as period,
    1 as step,
    "visits"."channel" as d0
  from "visits"
  left join "people" on "people"."id" = "visits"."person_id"
  where "people"."id" is not null
    and "visits"."at" is not null
  union all
  select
    "people"."id" as entity,
    "visits"."at" as moment,
    cast(date_trunc('quarter', cast(convert_timezone('UTC', "visits"."at") as timestamp_ntz)) as date) as period,
    2 as step,
    null as d0
  from "visits"
  left join "people" on "people"."id" = "visits"."person_id"
  where "people"."id" is not null
    and "visits"."at" is not null
),
periods_1 as (
  select
    entity,
    period,
    step,
    d0,
    case when step = 1 then min(moment) else max(moment) end as moment
  from events_1
  group by 1, 2, 3, 4
),
started_1 as (
  select
    entity,
    moment,
    period,
    step,
    min(case when step = 1 then moment end) over (partition by entity) as since,
    min(case when step = 1 then period end) over (partition by entity) as cohort,
    max(period) over () as latest,
    first_value(d0) over (partition by entity order by step, moment, d0 nulls last rows between unbounded preceding and unbounded following) as f0
  from periods_1
),
entities_1 as (
  select
    entity,
    cohort,
    f0 as d0,
    max(latest) as latest,
    max(case when step = 2 and moment >= since and period = cohort then 1 else 0 end) as r0,
    max(case when step = 2 and moment >= since and period = dateadd(quarter, 1, cohort) then 1 else 0 end) as r1
  from started_1
  where since is not null
    and since >= cast(? as timestamp_ntz)
  group by 1, 2, 3
),
cohorts_1 as (
  select
    d0,
    cohort,
    max(latest) as latest,
    count(*) as size,
    sum(r0) as n0,
    sum(r1) as n1
  from entities_1
  group by 1, 2
)
select
  d0 as "visits.channel",
  d1 as "retention.cohort",
  d2 as "retention.period",
  m0 as "retention.share",
  m1 as "retention.retained",
  m2 as "retention.cohort_size"
from (
  select
    d0,
    cohort as d1,
    number as d2,
    1::float * case number when 0 then n0 when 1 then n1 end / nullif(size, 0) as m0,
    case number when 0 then n0 when 1 then n1 end as m1,
    size as m2
  from cohorts_1
  cross join (
    select 0 as number
    union all
    select 1 as number
  ) as numbers
  where latest >= case number when 0 then cohort when 1 then dateadd(quarter, 1, cohort) end
) as retention
order by "retention.retained" nulls last, "visits.channel" nulls last, "retention.cohort" nulls last, "retention.period" nulls last;

-- weeks from Sunday in a zone, other filters choose the first events
-- ["search","2024-02-01"]
with events_1 as (
  select
    "person_id" as entity,
    cast("at" as timestamp_ntz) as moment,
    dateadd(day, 0 - mod(dayofweekiso(cast(convert_timezone('Pacific/Auckland', "at") as timestamp_ntz)), 7), cast(cast(convert_timezone('Pacific/Auckland', "at") as timestamp_ntz) as date)) as period,
    1 as step
  from "visits"
  where "person_id" is not null
    and "at" is not null
    and "channel" = ?
  union all
  select
    "buyer" as entity,
    cast("day" as timestamp_ntz) as moment,
    dateadd(day, 0 - mod(dayofweekiso("day"), 7), cast("day" as date)) as period,
    2 as step
  from "orders" as "order_days"
  where "buyer" is not null
    and "day" is not null
    and "day" < cast(? as date)
),
periods_1 as (
  select
    entity,
    period,
    step,
    case when step = 1 then min(moment) else max(moment) end as moment
  from events_1
  group by 1, 2, 3
),
started_1 as (
  select
    entity,
    moment,
    period,
    step,
    min(case when step = 1 then moment end) over (partition by entity) as since,
    min(case when step = 1 then period end) over (partition by entity) as cohort,
    max(period) over () as latest
  from periods_1
),
entities_1 as (
  select
    entity,
    cohort,
    max(latest) as latest,
    max(case when step = 2 and moment >= since and period = cohort then 1 else 0 end) as r0,
    max(case when step = 2 and moment >= since and period = dateadd(week, 1, cohort) then 1 else 0 end) as r1,
    max(case when step = 2 and moment >= since and period = dateadd(week, 2, cohort) then 1 else 0 end) as r2,
    max(case when step = 2 and moment >= since and period = dateadd(week, 3, cohort) then 1 else 0 end) as r3
  from started_1
  where since is not null
  group by 1, 2
),
cohorts_1 as (
  select
    cohort,
    max(latest) as latest,
    count(*) as size,
    sum(r0) as n0,
    sum(r1) as n1,
    sum(r2) as n2,
    sum(r3) as n3
  from entities_1
  group by 1
)
select
  d0 as "retention.cohort",
  d1 as "retention.period",
  m0 as "retention.share",
  m1 as "retention.retained",
  m2 as "retention.cohort_size"
from (
  select
    cohort as d0,
    number as d1,
    1::float * case number when 0 then n0 when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(size, 0) as m0,
    case number when 0 then n0 when 1 then n1 when 2 then n2 when 3 then n3 end as m1,
    size as m2
  from cohorts_1
  cross join (
    select 0 as number
    union all
    select 1 as number
    union all
    select 2 as number
    union all
    select 3 as number
  ) as numbers
  where latest >= case number when 0 then cohort when 1 then dateadd(week, 1, cohort) when 2 then dateadd(week, 2, cohort) when 3 then dateadd(week, 3, cohort) end
) as retention
order by "retention.cohort" nulls last, "retention.period" nulls last
limit 3;
