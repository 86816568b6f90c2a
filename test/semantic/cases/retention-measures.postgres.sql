-- the revenue of each cohort in each month after it
with returns_1 as (
  select
    "people"."id" as entity,
    "orders"."at" as moment,
    date_trunc('month', "orders"."at")::date as period,
    "orders"."amount" as v0,
    "orders"."buyer" as v1
  from "orders"
  left join "people" on "people"."id" = "orders"."buyer"
  where "people"."id" is not null
    and "orders"."at" is not null
),
events_1 as (
  select
    "people"."id" as entity,
    "visits"."at" as moment,
    date_trunc('month', "visits"."at")::date as period,
    1 as step
  from "visits"
  left join "people" on "people"."id" = "visits"."person_id"
  where "people"."id" is not null
    and "visits"."at" is not null
  union all
  select
    entity,
    moment,
    period,
    2 as step
  from returns_1
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
    max(since) as since,
    max(case when step = 2 and moment >= since and period = cohort then 1 else 0 end) as r0,
    max(case when step = 2 and moment >= since and period = cohort + interval '1 month' then 1 else 0 end) as r1,
    max(case when step = 2 and moment >= since and period = cohort + interval '2 months' then 1 else 0 end) as r2,
    max(case when step = 2 and moment >= since and period = cohort + interval '3 months' then 1 else 0 end) as r3
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
),
measured_1 as (
  select
    cohort as begun,
    number as place,
    sum(v0) as x0,
    count(*) as x1,
    percentile_cont(0.5) within group (order by v0) as x2,
    count(distinct v1) as x3
  from (
    select
      cohort,
      case when period = cohort then 0 when period = cohort + interval '1 month' then 1 when period = cohort + interval '2 months' then 2 when period = cohort + interval '3 months' then 3 end as number,
      v0,
      v1
    from returns_1
    join entities_1 on entities_1.entity = returns_1.entity
    where moment >= since
  ) as returned
  where number is not null
  group by 1, 2
)
select
  d0 as "retention.cohort",
  d1 as "retention.period",
  m0 as "retention.share",
  m1 as "retention.retained",
  m2 as "retention.cohort_size",
  m3 as "orders.total",
  m4 as "orders.count",
  1.0 * m3 / nullif(m4, 0) as "orders.average",
  m5 as "orders.middle",
  m6 as "orders.buyers"
from (
  select
    cohort as d0,
    number as d1,
    1.0 * case number when 0 then n0 when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(size, 0) as m0,
    case number when 0 then n0 when 1 then n1 when 2 then n2 when 3 then n3 end as m1,
    size as m2,
    x0 as m3,
    coalesce(x1, 0) as m4,
    x2 as m5,
    coalesce(x3, 0) as m6
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
  left join measured_1 on begun = cohort and place = number
  where latest >= case number when 0 then cohort when 1 then cohort + interval '1 month' when 2 then cohort + interval '2 months' when 3 then cohort + interval '3 months' end
) as retention
order by "retention.cohort" nulls last, "retention.period" nulls last
limit 101;

-- of the query's own rows, by what is known of the first of them
with returns_1 as (
  select
    "people"."id" as entity,
    "visits"."at" as moment,
    date_trunc('week', "visits"."at")::date as period,
    "visits"."channel" as v0,
    "visits"."at" as v1
  from "visits"
  left join "people" on "people"."id" = "visits"."person_id"
  where "people"."id" is not null
    and "visits"."at" is not null
),
events_1 as (
  select
    "people"."id" as entity,
    "visits"."at" as moment,
    date_trunc('week', "visits"."at")::date as period,
    1 as step,
    "visits"."channel" as d0
  from "visits"
  left join "people" on "people"."id" = "visits"."person_id"
  where "people"."id" is not null
    and "visits"."at" is not null
  union all
  select
    entity,
    moment,
    period,
    2 as step,
    null::text as d0
  from returns_1
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
    max(since) as since,
    max(case when step = 2 and moment >= since and period = cohort then 1 else 0 end) as r0,
    max(case when step = 2 and moment >= since and period = cohort + interval '1 week' then 1 else 0 end) as r1
  from started_1
  where since is not null
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
),
measured_1 as (
  select
    d0 as g0,
    cohort as begun,
    number as place,
    count(*) as x0,
    count(distinct v0) as x1,
    max(v1) as x2
  from (
    select
      d0,
      cohort,
      case when period = cohort then 0 when period = cohort + interval '1 week' then 1 end as number,
      v0,
      v1
    from returns_1
    join entities_1 on entities_1.entity = returns_1.entity
    where moment >= since
  ) as returned
  where number is not null
  group by 1, 2, 3
)
select
  d0 as "visits.channel",
  d1 as "retention.cohort",
  d2 as "retention.period",
  m0 as "retention.share",
  m1 as "retention.retained",
  m2 as "retention.cohort_size",
  m3 as "visits.count",
  m4 as "visits.channels",
  m5 as "visits.last"
from (
  select
    d0,
    cohort as d1,
    number as d2,
    1.0 * case number when 0 then n0 when 1 then n1 end / nullif(size, 0) as m0,
    case number when 0 then n0 when 1 then n1 end as m1,
    size as m2,
    coalesce(x0, 0) as m3,
    coalesce(x1, 0) as m4,
    x2 as m5
  from cohorts_1
  cross join (
    select 0 as number
    union all
    select 1 as number
  ) as numbers
  left join measured_1 on array[g0] = array[d0] and begun = cohort and place = number
  where latest >= case number when 0 then cohort when 1 then cohort + interval '1 week' end
) as retention
order by "visits.channel" nulls last, "retention.cohort" nulls last, "retention.period" nulls last
limit 101;

-- what comes before the first event is measured no more than it counts
-- ["5"]
with returns_1 as (
  select
    "people"."id" as entity,
    "orders"."at" as moment,
    date_trunc('month', "orders"."at")::date as period,
    "orders"."amount" as v0
  from "orders"
  left join "people" on "people"."id" = "orders"."buyer"
  where "people"."id" is not null
    and "orders"."at" is not null
),
events_1 as (
  select
    "people"."id" as entity,
    "visits"."at" as moment,
    date_trunc('month', "visits"."at")::date as period,
    1 as step
  from "visits"
  left join "people" on "people"."id" = "visits"."person_id"
  where "people"."id" is not null
    and "visits"."at" is not null
    and "people"."id" = $1::bigint
  union all
  select
    entity,
    moment,
    period,
    2 as step
  from returns_1
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
    max(since) as since,
    max(case when step = 2 and moment >= since and period = cohort then 1 else 0 end) as r0,
    max(case when step = 2 and moment >= since and period = cohort + interval '1 month' then 1 else 0 end) as r1
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
    sum(r1) as n1
  from entities_1
  group by 1
),
measured_1 as (
  select
    cohort as begun,
    number as place,
    sum(v0) as x0
  from (
    select
      cohort,
      case when period = cohort then 0 when period = cohort + interval '1 month' then 1 end as number,
      v0
    from returns_1
    join entities_1 on entities_1.entity = returns_1.entity
    where moment >= since
  ) as returned
  where number is not null
  group by 1, 2
)
select
  d0 as "retention.cohort",
  d1 as "retention.period",
  m0 as "retention.share",
  m1 as "retention.retained",
  m2 as "retention.cohort_size",
  m3 as "orders.total"
from (
  select
    cohort as d0,
    number as d1,
    1.0 * case number when 0 then n0 when 1 then n1 end / nullif(size, 0) as m0,
    case number when 0 then n0 when 1 then n1 end as m1,
    size as m2,
    x0 as m3
  from cohorts_1
  cross join (
    select 0 as number
    union all
    select 1 as number
  ) as numbers
  left join measured_1 on begun = cohort and place = number
  where latest >= case number when 0 then cohort when 1 then cohort + interval '1 month' end
) as retention
order by "retention.cohort" nulls last, "retention.period" nulls last
limit 101;

-- filters choose cohorts and returns, measures have conditions of their own
-- ["9","2024-02-01 00:00:00"]
with returns_1 as (
  select
    "orders"."buyer" as entity,
    "orders"."at" as moment,
    date_trunc('quarter', "orders"."at")::date as period,
    case when "orders".status = 'paid' then "orders"."amount" end as v0,
    case when "people"."team" = 'red' then 1 end as v1,
    "orders".status = 'open' as v2
  from "orders"
  left join "people" on "people"."id" = "orders"."buyer"
  where "orders"."buyer" is not null
    and "orders"."at" is not null
    and "orders"."id" is distinct from $1::bigint
),
events_1 as (
  select
    "person_id" as entity,
    "at" as moment,
    date_trunc('quarter', "at")::date as period,
    1 as step
  from "visits"
  where "person_id" is not null
    and "at" is not null
  union all
  select
    entity,
    moment,
    period,
    2 as step
  from returns_1
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
    max(since) as since,
    max(case when step = 2 and moment >= since and period = cohort then 1 else 0 end) as r0,
    max(case when step = 2 and moment >= since and period = cohort + interval '3 months' then 1 else 0 end) as r1
  from started_1
  where since is not null
    and since < $2::timestamp
  group by 1, 2
),
cohorts_1 as (
  select
    cohort,
    max(latest) as latest,
    count(*) as size,
    sum(r0) as n0,
    sum(r1) as n1
  from entities_1
  group by 1
),
measured_1 as (
  select
    cohort as begun,
    number as place,
    sum(v0) as x0,
    count(v1) as x1,
    bool_or(v2) as x2
  from (
    select
      cohort,
      case when period = cohort then 0 when period = cohort + interval '3 months' then 1 end as number,
      v0,
      v1,
      v2
    from returns_1
    join entities_1 on entities_1.entity = returns_1.entity
    where moment >= since
  ) as returned
  where number is not null
  group by 1, 2
)
select
  d0 as "retention.cohort",
  d1 as "retention.period",
  m0 as "retention.share",
  m1 as "retention.retained",
  m2 as "retention.cohort_size",
  m3 as "orders.paid",
  m4 as "orders.of_red",
  m5 as "orders.any_open"
from (
  select
    cohort as d0,
    number as d1,
    1.0 * case number when 0 then n0 when 1 then n1 end / nullif(size, 0) as m0,
    case number when 0 then n0 when 1 then n1 end as m1,
    size as m2,
    x0 as m3,
    coalesce(x1, 0) as m4,
    x2 as m5
  from cohorts_1
  cross join (
    select 0 as number
    union all
    select 1 as number
  ) as numbers
  left join measured_1 on begun = cohort and place = number
  where latest >= case number when 0 then cohort when 1 then cohort + interval '3 months' end
) as retention
order by "retention.cohort" nulls last, "retention.period" nulls last
limit 101;

-- row access is inside of what is measured
-- ["blue"]
with returns_1 as (
  select
    "people"."id" as entity,
    "own_orders"."at" as moment,
    date_trunc('month', "own_orders"."at")::date as period,
    "own_orders"."amount" as v0
  from (
    select *
    from "orders" as "own_orders"
    where exists (
      select 1
      from "people"
      where "people"."id" = "own_orders"."buyer"
        and "people"."team" in ($1)
    )
  ) as "own_orders"
  left join "people" on "people"."id" = "own_orders"."buyer"
  where "people"."id" is not null
    and "own_orders"."at" is not null
),
events_1 as (
  select
    "people"."id" as entity,
    "visits"."at" as moment,
    date_trunc('month', "visits"."at")::date as period,
    1 as step
  from "visits"
  left join "people" on "people"."id" = "visits"."person_id"
  where "people"."id" is not null
    and "visits"."at" is not null
  union all
  select
    entity,
    moment,
    period,
    2 as step
  from returns_1
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
    max(since) as since,
    max(case when step = 2 and moment >= since and period = cohort then 1 else 0 end) as r0,
    max(case when step = 2 and moment >= since and period = cohort + interval '1 month' then 1 else 0 end) as r1
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
    sum(r1) as n1
  from entities_1
  group by 1
),
measured_1 as (
  select
    cohort as begun,
    number as place,
    sum(v0) as x0,
    count(*) as x1
  from (
    select
      cohort,
      case when period = cohort then 0 when period = cohort + interval '1 month' then 1 end as number,
      v0
    from returns_1
    join entities_1 on entities_1.entity = returns_1.entity
    where moment >= since
  ) as returned
  where number is not null
  group by 1, 2
)
select
  d0 as "retention.cohort",
  d1 as "retention.period",
  m0 as "retention.share",
  m1 as "retention.retained",
  m2 as "retention.cohort_size",
  m3 as "own_orders.total",
  m4 as "own_orders.count"
from (
  select
    cohort as d0,
    number as d1,
    1.0 * case number when 0 then n0 when 1 then n1 end / nullif(size, 0) as m0,
    case number when 0 then n0 when 1 then n1 end as m1,
    size as m2,
    x0 as m3,
    coalesce(x1, 0) as m4
  from cohorts_1
  cross join (
    select 0 as number
    union all
    select 1 as number
  ) as numbers
  left join measured_1 on begun = cohort and place = number
  where latest >= case number when 0 then cohort when 1 then cohort + interval '1 month' end
) as retention
order by "retention.cohort" nulls last, "retention.period" nulls last
limit 101;

-- by rows that nobody may see
with returns_1 as (
  select
    "people"."id" as entity,
    "own_orders"."at" as moment,
    date_trunc('quarter', "own_orders"."at")::date as period
  from (
    select *
    from "orders" as "own_orders"
    where false
  ) as "own_orders"
  left join "people" on "people"."id" = "own_orders"."buyer"
  where "people"."id" is not null
    and "own_orders"."at" is not null
),
events_1 as (
  select
    "people"."id" as entity,
    "visits"."at" as moment,
    date_trunc('quarter', "visits"."at")::date as period,
    1 as step
  from "visits"
  left join "people" on "people"."id" = "visits"."person_id"
  where "people"."id" is not null
    and "visits"."at" is not null
  union all
  select
    entity,
    moment,
    period,
    2 as step
  from returns_1
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
    max(since) as since,
    max(case when step = 2 and moment >= since and period = cohort then 1 else 0 end) as r0,
    max(case when step = 2 and moment >= since and period = cohort + interval '3 months' then 1 else 0 end) as r1
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
    sum(r1) as n1
  from entities_1
  group by 1
),
measured_1 as (
  select
    cohort as begun,
    number as place,
    count(*) as x0
  from (
    select
      cohort,
      case when period = cohort then 0 when period = cohort + interval '3 months' then 1 end as number
    from returns_1
    join entities_1 on entities_1.entity = returns_1.entity
    where moment >= since
  ) as returned
  where number is not null
  group by 1, 2
)
select
  d0 as "retention.cohort",
  d1 as "retention.period",
  m0 as "retention.share",
  m1 as "retention.retained",
  m2 as "retention.cohort_size",
  m3 as "own_orders.count"
from (
  select
    cohort as d0,
    number as d1,
    1.0 * case number when 0 then n0 when 1 then n1 end / nullif(size, 0) as m0,
    case number when 0 then n0 when 1 then n1 end as m1,
    size as m2,
    coalesce(x0, 0) as m3
  from cohorts_1
  cross join (
    select 0 as number
    union all
    select 1 as number
  ) as numbers
  left join measured_1 on begun = cohort and place = number
  where latest >= case number when 0 then cohort when 1 then cohort + interval '3 months' end
) as retention
order by "retention.cohort" nulls last, "retention.period" nulls last
limit 101;

-- the greatest first, and weeks from Sunday in a zone
with returns_1 as (
  select
    "people"."id" as entity,
    "orders"."at" as moment,
    (date_trunc('week', ("orders"."at"::timestamptz at time zone 'Pacific/Auckland') + interval '1 day') - interval '1 day')::date as period,
    "orders"."amount" as v0
  from "orders"
  left join "people" on "people"."id" = "orders"."buyer"
  where "people"."id" is not null
    and "orders"."at" is not null
),
events_1 as (
  select
    "people"."id" as entity,
    "visits"."at" as moment,
    (date_trunc('week', ("visits"."at"::timestamptz at time zone 'Pacific/Auckland') + interval '1 day') - interval '1 day')::date as period,
    1 as step
  from "visits"
  left join "people" on "people"."id" = "visits"."person_id"
  where "people"."id" is not null
    and "visits"."at" is not null
  union all
  select
    entity,
    moment,
    period,
    2 as step
  from returns_1
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
    max(since) as since,
    max(case when step = 2 and moment >= since and period = cohort then 1 else 0 end) as r0,
    max(case when step = 2 and moment >= since and period = cohort + interval '1 week' then 1 else 0 end) as r1,
    max(case when step = 2 and moment >= since and period = cohort + interval '2 weeks' then 1 else 0 end) as r2,
    max(case when step = 2 and moment >= since and period = cohort + interval '3 weeks' then 1 else 0 end) as r3,
    max(case when step = 2 and moment >= since and period = cohort + interval '4 weeks' then 1 else 0 end) as r4,
    max(case when step = 2 and moment >= since and period = cohort + interval '5 weeks' then 1 else 0 end) as r5,
    max(case when step = 2 and moment >= since and period = cohort + interval '6 weeks' then 1 else 0 end) as r6,
    max(case when step = 2 and moment >= since and period = cohort + interval '7 weeks' then 1 else 0 end) as r7,
    max(case when step = 2 and moment >= since and period = cohort + interval '8 weeks' then 1 else 0 end) as r8,
    max(case when step = 2 and moment >= since and period = cohort + interval '9 weeks' then 1 else 0 end) as r9,
    max(case when step = 2 and moment >= since and period = cohort + interval '10 weeks' then 1 else 0 end) as r10,
    max(case when step = 2 and moment >= since and period = cohort + interval '11 weeks' then 1 else 0 end) as r11,
    max(case when step = 2 and moment >= since and period = cohort + interval '12 weeks' then 1 else 0 end) as r12
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
    sum(r3) as n3,
    sum(r4) as n4,
    sum(r5) as n5,
    sum(r6) as n6,
    sum(r7) as n7,
    sum(r8) as n8,
    sum(r9) as n9,
    sum(r10) as n10,
    sum(r11) as n11,
    sum(r12) as n12
  from entities_1
  group by 1
),
measured_1 as (
  select
    cohort as begun,
    number as place,
    sum(v0) as x0,
    count(*) as x1
  from (
    select
      cohort,
      case when period = cohort then 0 when period = cohort + interval '1 week' then 1 when period = cohort + interval '2 weeks' then 2 when period = cohort + interval '3 weeks' then 3 when period = cohort + interval '4 weeks' then 4 when period = cohort + interval '5 weeks' then 5 when period = cohort + interval '6 weeks' then 6 when period = cohort + interval '7 weeks' then 7 when period = cohort + interval '8 weeks' then 8 when period = cohort + interval '9 weeks' then 9 when period = cohort + interval '10 weeks' then 10 when period = cohort + interval '11 weeks' then 11 when period = cohort + interval '12 weeks' then 12 end as number,
      v0
    from returns_1
    join entities_1 on entities_1.entity = returns_1.entity
    where moment >= since
  ) as returned
  where number is not null
  group by 1, 2
)
select
  d0 as "retention.cohort",
  d1 as "retention.period",
  m0 as "retention.share",
  m1 as "retention.retained",
  m2 as "retention.cohort_size",
  m3 as "orders.total",
  1.0 * m3 / nullif(m4, 0) as "orders.average"
from (
  select
    cohort as d0,
    number as d1,
    1.0 * case number when 0 then n0 when 1 then n1 when 2 then n2 when 3 then n3 when 4 then n4 when 5 then n5 when 6 then n6 when 7 then n7 when 8 then n8 when 9 then n9 when 10 then n10 when 11 then n11 when 12 then n12 end / nullif(size, 0) as m0,
    case number when 0 then n0 when 1 then n1 when 2 then n2 when 3 then n3 when 4 then n4 when 5 then n5 when 6 then n6 when 7 then n7 when 8 then n8 when 9 then n9 when 10 then n10 when 11 then n11 when 12 then n12 end as m1,
    size as m2,
    x0 as m3,
    coalesce(x1, 0) as m4
  from cohorts_1
  cross join (
    select 0 as number
    union all
    select 1 as number
    union all
    select 2 as number
    union all
    select 3 as number
    union all
    select 4 as number
    union all
    select 5 as number
    union all
    select 6 as number
    union all
    select 7 as number
    union all
    select 8 as number
    union all
    select 9 as number
    union all
    select 10 as number
    union all
    select 11 as number
    union all
    select 12 as number
  ) as numbers
  left join measured_1 on begun = cohort and place = number
  where latest >= case number when 0 then cohort when 1 then cohort + interval '1 week' when 2 then cohort + interval '2 weeks' when 3 then cohort + interval '3 weeks' when 4 then cohort + interval '4 weeks' when 5 then cohort + interval '5 weeks' when 6 then cohort + interval '6 weeks' when 7 then cohort + interval '7 weeks' when 8 then cohort + interval '8 weeks' when 9 then cohort + interval '9 weeks' when 10 then cohort + interval '10 weeks' when 11 then cohort + interval '11 weeks' when 12 then cohort + interval '12 weeks' end
) as retention
order by "orders.total" desc nulls last, "retention.cohort" nulls last, "retention.period" nulls last
limit 4;
