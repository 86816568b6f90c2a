-- those who order again, by the month of their first order
with events_1 as (
  select
    `buyer` as entity,
    `at` as moment,
    cast(date_format(`at`, '%Y-%m-01') as date) as period,
    1 as step
  from `orders`
  where `buyer` is not null
    and `at` is not null
  union all
  select
    `buyer` as entity,
    `at` as moment,
    cast(date_format(`at`, '%Y-%m-01') as date) as period,
    2 as step
  from `orders`
  where `buyer` is not null
    and `at` is not null
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
    max(case when step = 2 and moment >= since and period = cohort + interval 1 month then 1 else 0 end) as r1,
    max(case when step = 2 and moment >= since and period = cohort + interval 2 month then 1 else 0 end) as r2
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
  d0 as `retention.cohort`,
  d1 as `retention.period`,
  m0 as `retention.share`,
  m1 as `retention.retained`,
  m2 as `retention.cohort_size`
from (
  select
    cohort as d0,
    number as d1,
    1.0000000000000000 * case number when 0 then n0 when 1 then n1 when 2 then n2 end / nullif(size, 0) as m0,
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
  where latest >= case number when 0 then cohort when 1 then cohort + interval 1 month when 2 then cohort + interval 2 month end
) as retention
order by `retention.cohort` <=> null, `retention.cohort`, `retention.period` <=> null, `retention.period`
limit 101;

-- a return is after the first event
with events_1 as (
  select
    `people`.`id` as entity,
    `visits`.`at` as moment,
    cast(date_format(`visits`.`at`, '%Y-%m-01') as date) as period,
    1 as step
  from `visits`
  left join `people` on `people`.`id` = `visits`.`person_id`
  where `people`.`id` is not null
    and `visits`.`at` is not null
  union all
  select
    `people`.`id` as entity,
    `orders`.`at` as moment,
    cast(date_format(`orders`.`at`, '%Y-%m-01') as date) as period,
    2 as step
  from `orders`
  left join `people` on `people`.`id` = `orders`.`buyer`
  where `people`.`id` is not null
    and `orders`.`at` is not null
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
    max(case when step = 2 and moment >= since and period = cohort + interval 1 month then 1 else 0 end) as r1,
    max(case when step = 2 and moment >= since and period = cohort + interval 2 month then 1 else 0 end) as r2
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
  d0 as `retention.cohort`,
  d1 as `retention.period`,
  m0 as `retention.share`,
  m1 as `retention.retained`,
  m2 as `retention.cohort_size`
from (
  select
    cohort as d0,
    number as d1,
    1.0000000000000000 * case number when 0 then n0 when 1 then n1 when 2 then n2 end / nullif(size, 0) as m0,
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
  where latest >= case number when 0 then cohort when 1 then cohort + interval 1 month when 2 then cohort + interval 2 month end
) as retention
order by `retention.cohort` <=> null, `retention.cohort`, `retention.period` <=> null, `retention.period`
limit 101;

-- a filter on the time chooses cohorts, and nobody comes for the first time twice
-- ["2024-02-01 00:00:00"]
with events_1 as (
  select
    `people`.`id` as entity,
    `visits`.`at` as moment,
    date '1000-01-01' + interval timestampdiff(quarter, '1000-01-01', `visits`.`at`) quarter as period,
    1 as step,
    `visits`.`channel` as d0
  from `visits`
  left join `people` on `people`.`id` = `visits`.`person_id`
  where `people`.`id` is not null
    and `visits`.`at` is not null
  union all
  select
    `people`.`id` as entity,
    `visits`.`at` as moment,
    date '1000-01-01' + interval timestampdiff(quarter, '1000-01-01', `visits`.`at`) quarter as period,
    2 as step,
    null as d0
  from `visits`
  left join `people` on `people`.`id` = `visits`.`person_id`
  where `people`.`id` is not null
    and `visits`.`at` is not null
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
    first_value(d0) over (partition by entity order by step, moment, d0 <=> null, d0 rows between unbounded preceding and unbounded following) as f0
  from periods_1
),
entities_1 as (
  select
    entity,
    cohort,
    f0 as d0,
    max(latest) as latest,
    max(case when step = 2 and moment >= since and period = cohort then 1 else 0 end) as r0,
    max(case when step = 2 and moment >= since and period = cohort + interval 1 quarter then 1 else 0 end) as r1
  from started_1
  where since is not null
    and since >= cast(? as datetime(6))
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
  d0 as `visits.channel`,
  d1 as `retention.cohort`,
  d2 as `retention.period`,
  m0 as `retention.share`,
  m1 as `retention.retained`,
  m2 as `retention.cohort_size`
from (
  select
    d0,
    cohort as d1,
    number as d2,
    1.0000000000000000 * case number when 0 then n0 when 1 then n1 end / nullif(size, 0) as m0,
    case number when 0 then n0 when 1 then n1 end as m1,
    size as m2
  from cohorts_1
  cross join (
    select 0 as number
    union all
    select 1 as number
  ) as numbers
  where latest >= case number when 0 then cohort when 1 then cohort + interval 1 quarter end
) as retention
order by m1 <=> null, `retention.retained`, `visits.channel` <=> null, `visits.channel`, `retention.cohort` <=> null, `retention.cohort`, `retention.period` <=> null, `retention.period`;

-- weeks from Sunday in a zone, other filters choose the first events
-- ["search","2024-02-01"]
with events_1 as (
  select
    `person_id` as entity,
    cast(`at` as datetime(6)) as moment,
    date '1899-12-31' + interval floor(datediff((`at` + interval 720 + 60 * mod(interval(timestampdiff(hour, '1970-01-01', `at`), 42398, 45086, 50966, 54158, 59870, 62894, 68606, 71630, 77342, 80366, 86078, 89102, 94814, 97838, 103550, 106742, 112454, 115478, 121190, 124214, 129926, 132950, 138662, 141686, 147398, 150422, 156134, 159326, 165038, 168062, 173270, 177134, 182006, 185870, 190742, 194606, 199478, 203510, 208214, 212246, 216950, 220982, 225686, 229718, 234590, 238454, 243326, 247190, 252062, 256094, 260798, 264830, 269534, 273566, 278438, 282302, 287174, 291038, 295910, 299942, 304646, 308678, 313382, 317414, 322118, 326150, 330854, 335390, 339590, 344126, 348326, 352862, 357062, 361598, 365798, 370334, 374702, 379238, 383438, 387974, 392174, 396710, 400910, 405446, 409646, 414182, 418382, 422918, 427286, 431822, 436022, 440558, 444758, 449294, 453494, 458030, 462230, 466766, 470966, 475670, 479870, 484406, 488606, 493142, 497342, 501878, 506078, 510614, 514814, 519350, 523718, 528254, 532454, 536990, 541190, 545726, 549926, 554462, 558662, 563198, 567398, 571934, 576302, 580838, 585038, 589574, 593774), 2) minute), '1899-12-31') / 7) week as period,
    1 as step
  from `visits`
  where `person_id` is not null
    and `at` is not null
    and `channel` = ?
  union all
  select
    `buyer` as entity,
    cast(`day` as datetime(6)) as moment,
    date '1899-12-31' + interval floor(datediff(`day`, '1899-12-31') / 7) week as period,
    2 as step
  from `orders` as `order_days`
  where `buyer` is not null
    and `day` is not null
    and `day` < cast(? as date)
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
    max(case when step = 2 and moment >= since and period = cohort + interval 1 week then 1 else 0 end) as r1,
    max(case when step = 2 and moment >= since and period = cohort + interval 2 week then 1 else 0 end) as r2,
    max(case when step = 2 and moment >= since and period = cohort + interval 3 week then 1 else 0 end) as r3
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
  d0 as `retention.cohort`,
  d1 as `retention.period`,
  m0 as `retention.share`,
  m1 as `retention.retained`,
  m2 as `retention.cohort_size`
from (
  select
    cohort as d0,
    number as d1,
    1.0000000000000000 * case number when 0 then n0 when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(size, 0) as m0,
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
  where latest >= case number when 0 then cohort when 1 then cohort + interval 1 week when 2 then cohort + interval 2 week when 3 then cohort + interval 3 week end
) as retention
order by `retention.cohort` <=> null, `retention.cohort`, `retention.period` <=> null, `retention.period`
limit 3;
