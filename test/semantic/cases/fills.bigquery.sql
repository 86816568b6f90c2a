-- Never run on bigquery itself: see shared/semantic/dialects/README.md for what it rests on.

-- fillGaps adds the periods between the first and the last
-- ["2024-01-01 00:00:00","2024-01-01 00:00:00"]
with groups_1 as (
  select
    cast(datetime(timestamp(`placed_at`), 'UTC') as date) as d0,
    sum(`amount`) as m0,
    count(*) as m1
  from `orders`
  where `placed_at` >= @p1
  group by 1
),
periods_1 as (
  select step as d0
  from (
    select
      cast(datetime(timestamp(@p2), 'UTC') as date) as lo,
      case when max(d0) >= date_add(cast(datetime(timestamp(@p2), 'UTC') as date), interval 100000 day) then cast(concat('fillGaps: over 100000 periods', substr(cast(max(d0) as string), 1, 0)) as date) else max(d0) end as hi
    from groups_1
  ) as bounds
  cross join unnest(generate_date_array(lo, hi, interval 1 day)) as step
)
select
  d0 as `orders__placed_at__day`,
  max(m0) as `orders__total`,
  coalesce(max(m1), 0) as `orders__count`
from (
  select d0, m0, m1 from groups_1
  union all
  select d0, null as m0, null as m1
  from periods_1
) as filled
group by 1
order by `orders__placed_at__day` nulls last
limit 21;

-- fillGaps follows the bounds of the filters
-- ["2024-01-14 23:00:00","2024-04-30 22:00:00","2024-01-14 23:00:00","2024-04-30 21:59:59.999999"]
with groups_1 as (
  select
    date_trunc(cast(datetime(timestamp(`placed_at`), 'Europe/Berlin') as date), month) as d0,
    sum(`amount`) as m0,
    count(*) as m1
  from `orders`
  where `placed_at` >= @p1 and `placed_at` < @p2
  group by 1
),
periods_1 as (
  select step as d0
  from (
    select date_trunc(cast(datetime(timestamp(@p3), 'Europe/Berlin') as date), month) as lo, date_trunc(cast(datetime(timestamp(@p4), 'Europe/Berlin') as date), month) as hi
  ) as bounds
  cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
)
select
  d0 as `orders__placed_at__month`,
  max(m0) as `orders__total`,
  coalesce(max(m1), 0) as `orders__count`
from (
  select d0, m0, m1 from groups_1
  union all
  select d0, null as m0, null as m1
  from periods_1
) as filled
group by 1
order by `orders__placed_at__month` nulls last
limit 21;

-- fillGaps fills every combination of the other dimensions, and keeps null
with groups_1 as (
  select
    `channel` as d0,
    date_trunc(cast(datetime(timestamp(`placed_at`), 'UTC') as date), year) as d1,
    sum(`amount`) as m0
  from `orders`
  group by 1, 2
),
periods_1 as (
  select step as d1
  from (
    select
      min(d1) as lo,
      max(d1) as hi
    from groups_1
  ) as bounds
  cross join unnest(generate_date_array(lo, hi, interval 1 year)) as step
)
select
  d0 as `orders__channel`,
  d1 as `orders__placed_at__year`,
  max(m0) as `orders__total`
from (
  select d0, d1, m0 from groups_1
  union all
  select d0, d1, null as m0
  from periods_1
  cross join (select distinct d0 from groups_1) as others
) as filled
group by 1, 2
order by `orders__channel` nulls last, `orders__placed_at__year` nulls last
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
      date_trunc(cast(`day` as date), month) as d0,
      count(*) as m0,
      null as m1
    from `balances`
    where `day` >= cast(@p1 as date)
    group by 1
    union all
    select
      d0,
      null as m0,
      count(*) as m1
    from (
      select distinct
        date_trunc(cast(`balances`.`day` as date), month) as d0,
        `accounts`.`id` as k0
      from `accounts`
      left join `balances` on `balances`.`account_id` = `accounts`.`id`
      where `balances`.`day` >= cast(@p2 as date)
    ) as `accounts`
    group by 1
  ) as branches
  group by 1
),
periods_1 as (
  select step as d0
  from (
    select
      date_trunc(cast(cast(@p3 as date) as date), month) as lo,
      max(d0) as hi
    from groups_1
  ) as bounds
  cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
)
select
  d0 as `balances__day__month`,
  coalesce(max(m0), 0) as `balances__count`,
  coalesce(max(m1), 0) as `accounts__count`
from (
  select d0, m0, m1 from groups_1
  union all
  select d0, null as m0, null as m1
  from periods_1
) as filled
group by 1
having coalesce(max(m0), 0) < cast(@p4 as int64)
order by `balances__day__month` nulls last
limit 21;

-- fillGaps of hours
-- ["2024-02-04 21:30:00","2024-02-05 01:00:00","2024-02-04 21:30:00","2024-02-05 00:59:59.999999"]
with groups_1 as (
  select
    timestamp_trunc(timestamp(`placed_at`), hour) as d0,
    count(*) as m0
  from `orders`
  where `placed_at` >= @p1
    and `placed_at` < @p2
  group by 1
),
periods_1 as (
  select step as d0
  from (
    select timestamp_trunc(timestamp(@p3), hour) as lo, timestamp_trunc(timestamp(@p4), hour) as hi
  ) as bounds
  cross join unnest(generate_timestamp_array(lo, hi, interval 1 hour)) as step
)
select
  d0 as `orders__placed_at__hour`,
  coalesce(max(m0), 0) as `orders__count`
from (
  select d0, m0 from groups_1
  union all
  select d0, null as m0
  from periods_1
) as filled
group by 1
order by `orders__placed_at__hour` nulls last
limit 21;

-- periods that fillGaps adds pass a filter on groups, and add nothing to the totals
-- ["2023-12-01","2023-12-01","4"]
with groups_1 as (
  select
    date_trunc(cast(`day` as date), month) as d0,
    count(*) as m0
  from `balances`
  where `day` >= cast(@p1 as date)
  group by 1
),
periods_1 as (
  select step as d0
  from (
    select
      date_trunc(cast(cast(@p2 as date) as date), month) as lo,
      max(d0) as hi
    from groups_1
  ) as bounds
  cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
)
select
  d0 as `balances__day__month`,
  coalesce(max(m0), 0) as `balances__count`
from (
  select d0, m0 from groups_1
  union all
  select d0, null as m0
  from periods_1
) as filled
group by 1
having coalesce(max(m0), 0) < cast(@p3 as int64)
order by `balances__day__month` nulls last
limit 11;
-- totals
-- ["2023-12-01","4","2023-12-01"]
with picked_1 as (
  select date_trunc(cast(`day` as date), month) as d0
  from `balances`
  where `day` >= cast(@p1 as date)
  group by 1
  having count(*) < cast(@p2 as int64)
)
select count(*) as `balances__count`
from `balances`
where `balances`.`day` >= cast(@p3 as date)
  and to_json_string([to_json_string(date_trunc(cast(`balances`.`day` as date), month))]) in (
    select to_json_string([to_json_string(picked_1.d0)])
    from picked_1
  );
