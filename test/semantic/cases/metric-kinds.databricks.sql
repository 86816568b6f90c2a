-- Never run on databricks itself: see shared/semantic/dialects/README.md for what it rests on.

-- joined by a key and a day
select
  `charges`.`level` as `charges.level`,
  sum(`trips`.`fare`) as `trips.fares`
from `trips`
left join `charges` on `charges`.`bike_id` = `trips`.`bike_id` and `charges`.`day` = `trips`.`day`
group by 1
order by `charges.level` nulls last
limit 11;

-- over several joins
select
  `depots`.`city` as `depots.city`,
  sum(`trips`.`fare`) as `trips.fares`,
  sum(case when `depots`.`city` = 'Bern' then `trips`.`fare` end) as `trips.city_fares`
from `trips`
left join `bikes` on `bikes`.`id` = `trips`.`bike_id`
left join `depots` on `depots`.`id` = `bikes`.`depot_id`
group by 1
order by `depots.city` nulls last
limit 11;

-- dimensions alone, over joins, of groups with more than one trip
-- ["1"]
with asked_1 as (
  select `bike_id` as d0
  from `trips`
  group by 1
  having count(*) > cast(:p1 as bigint)
)
select distinct
  `trips`.`bike_id` as `trips.bike`,
  `depots`.`city` as `depots.city`
from `trips`
left join `bikes` on `bikes`.`id` = `trips`.`bike_id`
left join `depots` on `depots`.`id` = `bikes`.`depot_id`
where to_json(named_struct('c0', `trips`.`bike_id`)) in (
  select to_json(named_struct('c0', asked_1.d0))
  from asked_1
)
order by `trips.bike` nulls last, `depots.city` nulls last
limit 11;

-- the least and the greatest of a dimension, alone
select
  min(`day`) as `trips.first_day`,
  max(`day`) as `trips.last_day`
from `trips`;

-- and of texts
select
  min(`kind`) as `bikes.least_kind`,
  max(`kind`) as `bikes.greatest_kind`
from `bikes`;

-- every month of the axis, and none for null
-- ["2023-12-01","2024-03-31","2023-12-01","2024-03-31"]
with groups_1 as (
  select
    cast(date_trunc('month', `day`) as date) as d0,
    sum(`fare`) as m0
  from `trips`
  where `day` between cast(:p1 as date) and cast(:p2 as date)
  group by 1
),
periods_1 as (
  select explode(sequence(lo, hi, interval 1 month)) as d0
  from (
    select cast(date_trunc('month', cast(:p3 as date)) as date) as lo, cast(date_trunc('month', cast(:p4 as date)) as date) as hi
  ) as bounds
  where lo <= hi
)
select
  d0 as `trips.day.month`,
  max(m0) as `trips.fares`,
  coalesce(max(m0), 0) as `trips.fares_or_none`
from (
  select d0, m0 from groups_1
  union all
  select d0, null as m0
  from periods_1
) as filled
group by 1
order by `trips.day.month` nulls last
limit 11;

-- two facts, each by its own time, in one month
select
  d0 as `metric_time.month`,
  max(m0) as `trips.fares`,
  max(m1) as `repairs.cost`
from (
  select
    cast(date_trunc('month', `day`) as date) as d0,
    sum(`fare`) as m0,
    null as m1
  from `trips`
  group by 1
  union all
  select
    cast(date_trunc('month', `done`) as date) as d0,
    null as m0,
    sum(`cost`) as m1
  from `repairs`
  group by 1
) as branches
group by 1
order by `metric_time.month` nulls last
limit 11;

-- a part of the time that is each one's own
select
  d0 as `metric_time.month_of_year`,
  coalesce(max(m0), 0) as `trips.count`,
  coalesce(max(m1), 0) as `repairs.count`
from (
  select
    month(`day`) as d0,
    count(*) as m0,
    null as m1
  from `trips`
  group by 1
  union all
  select
    month(`done`) as d0,
    null as m0,
    count(*) as m1
  from `repairs`
  group by 1
) as branches
group by 1
order by `metric_time.month_of_year` nulls last
limit 11;

-- to date, before, and at the start of a quarter, by the time that is each one's own
-- ["2023-10-29","2024-06-01","2024-01-01","2024-04-30","2023-10-29","2024-06-01","2024-01-01","2024-04-30","2023-08-29","2024-06-01","2024-01-01","2024-04-30","2024-01-01","2024-04-30"]
with facts_1 as (
  select
    cast(`day` as date) as day_,
    sum(`fare`) as s0
  from `trips`
  where `day` >= cast(:p1 as date)
    and `day` < cast(:p2 as date)
  group by 1
),
periods_1 as (
  select explode(sequence(lo, hi, interval 1 month)) as d0
  from (
    select cast(date_trunc('month', cast(:p3 as date)) as date) as lo, cast(date_trunc('month', cast(:p4 as date)) as date) as hi
  ) as bounds
  where lo <= hi
),
facts_2 as (
  select
    cast(`day` as date) as day_,
    sum(`fare`) as s0
  from `trips`
  where `day` >= cast(:p5 as date)
    and `day` < cast(:p6 as date)
  group by 1
),
periods_2 as (
  select explode(sequence(lo, hi, interval 1 month)) as d0
  from (
    select cast(date_trunc('month', cast(:p7 as date)) as date) as lo, cast(date_trunc('month', cast(:p8 as date)) as date) as hi
  ) as bounds
  where lo <= hi
),
facts_3 as (
  select
    cast(`day` as date) as day_,
    sum(`fare`) as s0
  from `trips`
  where `day` >= cast(:p9 as date)
    and `day` < cast(:p10 as date)
  group by 1
),
periods_3 as (
  select explode(sequence(lo, hi, interval 1 month)) as d0
  from (
    select cast(date_trunc('month', cast(:p11 as date)) as date) as lo, cast(date_trunc('month', cast(:p12 as date)) as date) as hi
  ) as bounds
  where lo <= hi
)
select
  d0 as `metric_time.month`,
  max(m0) as `trips.fares_to_date`,
  max(m1) as `trips.fares_before`,
  max(m2) as `trips.fares_at_start`,
  max(m3) - max(m1) as `trips.growth`
from (
  select
    d0,
    sum(s0) as m0,
    null as m1,
    null as m2,
    null as m3
  from facts_1
  join periods_1 on day_ >= cast(date_trunc('month', (cast(dateadd(day, -1, cast(dateadd(month, 1, d0) as date)) as date))) as date) and day_ < cast(dateadd(month, 1, d0) as date)
  group by 1
  union all
  select
    d0,
    null as m0,
    sum(s0) as m1,
    null as m2,
    null as m3
  from facts_2
  join periods_2 on day_ >= cast(dateadd(month, -1, d0) as date) and day_ < cast(dateadd(month, 1, cast(dateadd(month, -1, d0) as date)) as date)
  group by 1
  union all
  select
    d0,
    null as m0,
    null as m1,
    sum(s0) as m2,
    null as m3
  from facts_3
  join periods_3 on day_ >= cast(date_trunc('quarter', d0) as date) and day_ < cast(dateadd(month, 1, cast(date_trunc('quarter', d0) as date)) as date)
  group by 1
  union all
  select
    cast(date_trunc('month', `day`) as date) as d0,
    null as m0,
    null as m1,
    null as m2,
    sum(`fare`) as m3
  from `trips`
  where `day` between cast(:p13 as date) and cast(:p14 as date)
  group by 1
) as branches
group by 1
order by `metric_time.month` nulls last
limit 11;

-- measures of measures, over two facts
select
  d0 as `bikes.kind`,
  coalesce(max(m0), 0) - coalesce(max(m2), 0) as `trips.margin`,
  1D * (coalesce(max(m0), 0) - coalesce(max(m2), 0)) / nullif(coalesce(max(m1), 0), 0) as `trips.margin_per_trip`
from (
  select
    `bikes`.`kind` as d0,
    sum(`trips`.`fare`) as m0,
    count(*) as m1,
    null as m2
  from `trips`
  left join `bikes` on `bikes`.`id` = `trips`.`bike_id`
  group by 1
  union all
  select
    `bikes`.`kind` as d0,
    null as m0,
    null as m1,
    sum(`repairs`.`cost`) as m2
  from `repairs`
  left join `bikes` on `bikes`.`id` = `repairs`.`bike_id`
  group by 1
) as branches
group by 1
order by `bikes.kind` nulls last
limit 11;

-- what follows within a week for the same reason, under another name
select
  d0 as `trips.purpose`,
  coalesce(max(m0), 0) as `trips.broken`,
  1D * coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0) as `trips.broken_share`
from (
  select
    d0,
    count(case when step = 2 and since > cast(dateadd(day, -7, moment) as date) then v0 end) as m0,
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
          `bike_id` as entity,
          `purpose` as p0,
          `day` as moment,
          case when `day` is not null then 1 else 0 end as step,
          cast(`id` as string) as k0,
          `purpose` as d0,
          null as v0
        from `trips`
        union all
        select
          `bikes`.`id` as entity,
          `repairs`.`reason` as p0,
          `repairs`.`done` as moment,
          2 as step,
          null as k0,
          null as d0,
          1 as v0
        from `repairs`
        left join `bikes` on `bikes`.`id` = `repairs`.`bike_id`
        where `bikes`.`id` is not null
          and `repairs`.`done` is not null
          and `repairs`.`reason` is not null
      ) as events
    ) as ordered
  ) as attributed
  where (step < 2 or stretch > 0)
  group by 1
  union all
  select
    `purpose` as d0,
    null as m0,
    count(*) as m1
  from `trips`
  group by 1
) as branches
group by 1
order by `trips.purpose` nulls last
limit 11;

-- what happened in the months in which a metric over a window fell, or has no value
-- ["0"]
with facts_1 as (
  select
    cast(`day` as date) as day_,
    sum(`fare`) as s0
  from `trips`
  group by 1
),
periods_1 as (
  select explode(sequence(lo, hi, interval 1 month)) as d0
  from (
    select
      min(cast(date_trunc('month', day_) as date)) as lo,
      max(cast(date_trunc('month', day_) as date)) as hi
    from facts_1
  ) as bounds
  where lo <= hi
),
asked_1 as (
  select d0
  from (
    select
      cast(date_trunc('month', `day`) as date) as d0,
      sum(`fare`) as m0,
      null as m1
    from `trips`
    group by 1
    union all
    select
      d0,
      null as m0,
      sum(s0) as m1
    from facts_1
    join periods_1 on day_ >= cast(dateadd(month, -1, d0) as date) and day_ < cast(dateadd(month, 1, cast(dateadd(month, -1, d0) as date)) as date)
    group by 1
  ) as branches
  group by 1
  having (max(m0) - max(m1)) < cast(:p1 as bigint)
)
select
  cast(date_trunc('month', `trips`.`day`) as date) as `trips.day.month`,
  count(*) as `trips.count`
from `trips`
where to_json(named_struct('c0', cast(date_trunc('month', `trips`.`day`) as date))) in (
  select to_json(named_struct('c0', asked_1.d0))
  from asked_1
)
group by 1
order by `trips.day.month` nulls last
limit 11;

-- and in those in which it has none
with facts_1 as (
  select
    cast(`day` as date) as day_,
    sum(`fare`) as s0
  from `trips`
  group by 1
),
periods_1 as (
  select explode(sequence(lo, hi, interval 1 month)) as d0
  from (
    select
      min(cast(date_trunc('month', day_) as date)) as lo,
      max(cast(date_trunc('month', day_) as date)) as hi
    from facts_1
  ) as bounds
  where lo <= hi
),
asked_1 as (
  select d0
  from (
    select
      cast(date_trunc('month', `day`) as date) as d0,
      sum(`fare`) as m0,
      null as m1
    from `trips`
    group by 1
    union all
    select
      d0,
      null as m0,
      sum(s0) as m1
    from facts_1
    join periods_1 on day_ >= cast(dateadd(month, -1, d0) as date) and day_ < cast(dateadd(month, 1, cast(dateadd(month, -1, d0) as date)) as date)
    group by 1
  ) as branches
  group by 1
  having not coalesce(((max(m0) - max(m1)) is null), false)
)
select
  cast(date_trunc('month', `trips`.`day`) as date) as `trips.day.month`,
  count(*) as `trips.count`
from `trips`
where not to_json(named_struct('c0', cast(date_trunc('month', `trips`.`day`) as date))) in (
  select to_json(named_struct('c0', asked_1.d0))
  from asked_1
)
group by 1
order by `trips.day.month` nulls last
limit 11;

-- bikes by what two metrics of two facts say of each
-- ["40","40","40","0"]
with asked_1 as (
  select d0
  from (
    select
      `bikes`.`id` as d0,
      sum(`trips`.`fare`) as m0,
      null as m1
    from `trips`
    left join `bikes` on `bikes`.`id` = `trips`.`bike_id`
    group by 1
    union all
    select
      `bikes`.`id` as d0,
      null as m0,
      sum(`repairs`.`cost`) as m1
    from `repairs`
    left join `bikes` on `bikes`.`id` = `repairs`.`bike_id`
    group by 1
  ) as branches
  group by 1
  having (coalesce(max(m0), 0) - coalesce(max(m1), 0)) > cast(:p1 as bigint)
),
asked_2 as (
  select d0
  from (
    select
      `bikes`.`id` as d0,
      sum(`trips`.`fare`) as m0,
      null as m1
    from `trips`
    left join `bikes` on `bikes`.`id` = `trips`.`bike_id`
    group by 1
    union all
    select
      `bikes`.`id` as d0,
      null as m0,
      sum(`repairs`.`cost`) as m1
    from `repairs`
    left join `bikes` on `bikes`.`id` = `repairs`.`bike_id`
    group by 1
  ) as branches
  group by 1
  having ((coalesce(max(m0), 0) - coalesce(max(m1), 0)) > cast(:p2 as bigint) or true)
),
asked_3 as (
  select 1 as passed
  from (
    select
      sum(`fare`) as m0,
      null as m1
    from `trips`
    where false
    union all
    select
      null as m0,
      sum(`cost`) as m1
    from `repairs`
    where false
  ) as branches
  having (coalesce(max(m0), 0) - coalesce(max(m1), 0)) > cast(:p3 as bigint)
),
asked_4 as (
  select `bikes`.`id` as d0
  from `repairs`
  left join `bikes` on `bikes`.`id` = `repairs`.`bike_id`
  group by 1
  having count(*) > cast(:p4 as bigint)
)
select
  `bikes`.`kind` as `bikes.kind`,
  count(*) as `bikes.count`
from `bikes`
where (to_json(named_struct('c0', `bikes`.`id`)) in (
  select to_json(named_struct('c0', asked_1.d0))
  from asked_1
) or exists (
  select 1
  from asked_3
) and not to_json(named_struct('c0', `bikes`.`id`)) in (
  select to_json(named_struct('c0', asked_2.d0))
  from asked_2
))
  and to_json(named_struct('c0', `bikes`.`id`)) in (
    select to_json(named_struct('c0', asked_4.d0))
    from asked_4
  )
group by 1
order by `bikes.kind` nulls last
limit 11;

-- whole months of both facts, where a filter names months
-- ["2024-02-01","2024-04-01","2024-02-01","2024-04-01"]
select
  d0 as `metric_time.month`,
  d1 as `metric_time.month_of_year`,
  coalesce(max(m0), 0) as `trips.count`,
  coalesce(max(m1), 0) as `repairs.count`
from (
  select
    cast(date_trunc('month', `day`) as date) as d0,
    month(`day`) as d1,
    count(*) as m0,
    null as m1
  from `trips`
  where `day` >= cast(:p1 as date) and `day` < cast(:p2 as date)
  group by 1, 2
  union all
  select
    cast(date_trunc('month', `done`) as date) as d0,
    month(`done`) as d1,
    null as m0,
    count(*) as m1
  from `repairs`
  where `done` >= cast(:p3 as date) and `done` < cast(:p4 as date)
  group by 1, 2
) as branches
group by 1, 2
order by `metric_time.month` nulls last, `metric_time.month_of_year` nulls last
limit 11;

-- metric_time without a measure is the time of the query's model
-- ["2024-02-01"]
select distinct
  cast(date_trunc('month', `done`) as date) as `metric_time.month`,
  `reason` as `repairs.reason`
from `repairs`
where `done` >= cast(:p1 as date)
order by `metric_time.month` nulls last, `repairs.reason` nulls last
limit 11;
