-- a balance is taken of the last day of each account, then added up
select
  d0 as `balances__day__month`,
  max(m0) as `balances__closing`,
  max(m1) as `balances__opening`,
  max(m0) - max(m1) as `balances__growth`
from (
  select
    d0,
    sum(case when place = 1 then v0 end) as m0,
    null as m1
  from (
    select
      date_trunc(cast(`day` as date), month) as d0,
      `balance` as v0,
      case when `day` is not null then rank() over (partition by date_trunc(cast(`day` as date), month), `account_id` order by `day` desc nulls last) end as place
    from `balances`
  ) as `balances`
  group by 1
  union all
  select
    d0,
    null as m0,
    sum(case when place = 1 then v0 end) as m1
  from (
    select
      date_trunc(cast(`day` as date), month) as d0,
      `balance` as v0,
      case when `day` is not null then rank() over (partition by date_trunc(cast(`day` as date), month), `account_id` order by `day` nulls last) end as place
    from `balances`
  ) as `balances`
  group by 1
) as branches
group by 1
order by `balances__day__month` nulls last
limit 11;

-- without per, only the last day of the group counts
select
  d0 as `balances__day__month`,
  max(m0) as `balances__closing_day`,
  coalesce(max(m1), 0) as `balances__count`
from (
  select
    d0,
    sum(case when place = 1 then v0 end) as m0,
    null as m1
  from (
    select
      date_trunc(cast(`day` as date), month) as d0,
      `balance` as v0,
      case when `day` is not null then rank() over (partition by date_trunc(cast(`day` as date), month) order by `day` desc nulls last) end as place
    from `balances`
  ) as `balances`
  group by 1
  union all
  select
    date_trunc(cast(`day` as date), month) as d0,
    null as m0,
    count(*) as m1
  from `balances`
  group by 1
) as branches
group by 1
order by `balances__day__month` nulls last
limit 11;

-- a balance over all time is the last there is
select sum(case when place = 1 then v0 end) as `balances__closing`
from (
  select
    `balance` as v0,
    case when `day` is not null then rank() over (partition by `account_id` order by `day` desc nulls last) end as place
  from `balances`
) as `balances`
limit 11;
-- totals
select sum(case when place = 1 then v0 end) as `balances__closing`
from (
  select
    `balance` as v0,
    case when `day` is not null then rank() over (partition by `account_id` order by `day` desc nulls last) end as place
  from `balances`
) as `balances`;

-- a balance by a dimension of another model
select
  d0 as `accounts__branch`,
  sum(case when place = 1 then v0 end) as `balances__closing`
from (
  select
    `accounts`.`branch` as d0,
    `balances`.`balance` as v0,
    case when `balances`.`day` is not null then rank() over (partition by `accounts`.`branch`, `balances`.`account_id` order by `balances`.`day` desc nulls last) end as place
  from `balances`
  left join `accounts` on `accounts`.`id` = `balances`.`account_id`
) as `balances`
group by 1
order by `accounts__branch` nulls last
limit 11;

-- the last day is the last that the filter lets through
-- ["2024-01-31"]
select
  d0 as `accounts__branch`,
  sum(case when place = 1 then v0 end) as `balances__closing`
from (
  select
    `accounts`.`branch` as d0,
    `balances`.`balance` as v0,
    case when `balances`.`day` is not null then rank() over (partition by `accounts`.`branch`, `balances`.`account_id` order by `balances`.`day` desc nulls last) end as place
  from `balances`
  left join `accounts` on `accounts`.`id` = `balances`.`account_id`
  where `balances`.`day` < cast(@p1 as date)
) as `balances`
group by 1
order by `accounts__branch` nulls last
limit 11;

-- a measure's own filter comes before the last day
select sum(case when place = 1 then v0 end) as `balances__closing_positive`
from (
  select
    `balance` as v0,
    case when (case when balance > 0 then `day` end) is not null then rank() over (partition by `account_id` order by case when balance > 0 then `day` end desc nulls last) end as place
  from `balances`
) as `balances`
limit 11;

-- a balance through a fan-out is counted once per group
select
  d0 as `tags__tag`,
  sum(case when place = 1 then v0 end) as `balances__closing`
from (
  select distinct
    `tags`.`tag` as d0,
    `balances`.`account_id` as k0,
    `balances`.`day` as k1,
    `balances`.`balance` as v0,
    case when `balances`.`day` is not null then rank() over (partition by `tags`.`tag`, `balances`.`account_id` order by `balances`.`day` desc nulls last) end as place
  from `balances`
  left join `accounts` on `accounts`.`id` = `balances`.`account_id`
  left join `tags` on `tags`.`account_id` = `accounts`.`id`
) as `balances`
group by 1
order by `tags__tag` nulls last
limit 11;

-- a rolling sum takes the days before the period too, also in periods without rows
-- ["2024-01-31 00:00:00","2024-01-25 00:00:00","2024-01-31 00:00:00"]
with facts_1 as (
  select
    cast(datetime(timestamp(`placed_at`), 'UTC') as date) as day,
    `placed_at` >= @p1 as asked,
    `amount` as v0
  from `orders`
  where `placed_at` >= @p2
),
periods_1 as (
  select step as d0
  from (
    select
      min(day) as lo,
      max(day) as hi
    from facts_1
    where asked
  ) as bounds
  cross join unnest(generate_date_array(lo, hi, interval 1 day)) as step
)
select
  d0 as `orders__placed_at__day`,
  max(m0) as `orders__three_days`,
  max(m1) as `orders__total`
from (
  select
    d0,
    sum(v0) as m0,
    null as m1
  from facts_1
  join periods_1 on day >= date_add(date_add(d0, interval 1 day), interval -3 day) and day < date_add(d0, interval 1 day)
  group by 1
  union all
  select
    cast(datetime(timestamp(`placed_at`), 'UTC') as date) as d0,
    null as m0,
    sum(`amount`) as m1
  from `orders`
  where `placed_at` >= @p3
  group by 1
) as branches
group by 1
order by `orders__placed_at__day` nulls last
limit 21;

-- a filter on the time chooses periods, not what rolls into them
-- ["2024-02-01 00:00:00","2024-02-02 00:00:00","2024-01-26 00:00:00","2024-02-05 00:00:00"]
with facts_1 as (
  select
    cast(datetime(timestamp(`placed_at`), 'UTC') as date) as day,
    `placed_at` >= @p1 and `placed_at` < @p2 as asked,
    `amount` as v0
  from `orders`
  where `placed_at` >= @p3
    and `placed_at` < @p4
),
periods_1 as (
  select step as d0
  from (
    select
      min(day) as lo,
      max(day) as hi
    from facts_1
    where asked
  ) as bounds
  cross join unnest(generate_date_array(lo, hi, interval 1 day)) as step
)
select
  d0 as `orders__placed_at__day`,
  sum(v0) as `orders__three_days`
from facts_1
join periods_1 on day >= date_add(date_add(d0, interval 1 day), interval -3 day) and day < date_add(d0, interval 1 day)
group by 1
order by `orders__placed_at__day` nulls last
limit 21;

-- other filters choose rows
-- ["2024-01-01 00:00:00","2025-01-01 00:00:00","web","2025-02-03 00:00:00"]
with facts_1 as (
  select
    cast(datetime(timestamp(`placed_at`), 'UTC') as date) as day,
    date_trunc(cast(datetime(timestamp(`placed_at`), 'UTC') as date), month) as period,
    `placed_at` >= @p1 and `placed_at` < @p2 as asked,
    `amount` as v0
  from `orders`
  where `channel` = @p3
    and `placed_at` < @p4
),
periods_1 as (
  select step as d0
  from (
    select
      min(period) as lo,
      max(period) as hi
    from facts_1
    where asked
  ) as bounds
  cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
)
select
  d0 as `orders__placed_at__month`,
  sum(v0) as `orders__running`,
  count(*) as `orders__running_count`
from facts_1
join periods_1 on day < date_add(d0, interval 1 month)
group by 1
order by `orders__placed_at__month` nulls last
limit 21;

-- a running sum per group of another dimension
-- ["2024-01-01 00:00:00","2025-01-01 00:00:00","2025-02-03 00:00:00"]
with facts_1 as (
  select
    `channel` as d0,
    cast(datetime(timestamp(`placed_at`), 'UTC') as date) as day,
    date_trunc(cast(datetime(timestamp(`placed_at`), 'UTC') as date), month) as period,
    `placed_at` >= @p1 and `placed_at` < @p2 as asked,
    `amount` as v0
  from `orders`
  where `placed_at` < @p3
),
periods_1 as (
  select step as d1
  from (
    select
      min(period) as lo,
      max(period) as hi
    from facts_1
    where asked
  ) as bounds
  cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
)
select
  d0 as `orders__channel`,
  d1 as `orders__placed_at__month`,
  sum(v0) as `orders__running`
from facts_1
join periods_1 on day < date_add(d1, interval 1 month)
group by 1, 2
order by `orders__channel` nulls last, `orders__placed_at__month` nulls last
limit 21;

-- windows are of the query's timezone
-- ["2024-01-31 23:00:00","2024-01-25 23:00:00"]
with facts_1 as (
  select
    cast(datetime(timestamp(`placed_at`), 'Europe/Berlin') as date) as day,
    `placed_at` >= @p1 as asked,
    `amount` as v0
  from `orders`
  where `placed_at` >= @p2
),
periods_1 as (
  select step as d0
  from (
    select
      min(day) as lo,
      max(day) as hi
    from facts_1
    where asked
  ) as bounds
  cross join unnest(generate_date_array(lo, hi, interval 1 day)) as step
)
select
  d0 as `orders__placed_at__day`,
  sum(v0) as `orders__three_days`
from facts_1
join periods_1 on day >= date_add(date_add(d0, interval 1 day), interval -3 day) and day < date_add(d0, interval 1 day)
group by 1
order by `orders__placed_at__day` nulls last
limit 21;

-- last year stands beside this year
-- ["2024-01-01 00:00:00","2024-01-01 00:00:00","2022-11-29 00:00:00"]
with facts_1 as (
  select
    cast(datetime(timestamp(`placed_at`), 'UTC') as date) as day,
    date_trunc(cast(datetime(timestamp(`placed_at`), 'UTC') as date), month) as period,
    `placed_at` >= @p2 as asked,
    `amount` as v0
  from `orders`
  where `placed_at` >= @p3
),
periods_1 as (
  select step as d0
  from (
    select
      min(period) as lo,
      max(period) as hi
    from facts_1
    where asked
  ) as bounds
  cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
)
select
  d0 as `orders__placed_at__month`,
  max(m0) as `orders__total`,
  max(m1) as `orders__last_year`,
  1e0 * max(m0) / nullif(max(m1), 0) - 1 as `orders__growth`
from (
  select
    date_trunc(cast(datetime(timestamp(`placed_at`), 'UTC') as date), month) as d0,
    sum(`amount`) as m0,
    null as m1
  from `orders`
  where `placed_at` >= @p1
  group by 1
  union all
  select
    d0,
    null as m0,
    sum(v0) as m1
  from facts_1
  join periods_1 on day >= date_add(d0, interval -1 year) and day < date_add(date_add(d0, interval -1 year), interval 1 month)
  group by 1
) as branches
group by 1
order by `orders__placed_at__month` nulls last
limit 21;

-- the month before, also where this month has no rows
with facts_1 as (
  select
    cast(datetime(timestamp(`placed_at`), 'UTC') as date) as day,
    date_trunc(cast(datetime(timestamp(`placed_at`), 'UTC') as date), month) as period,
    `amount` as v0
  from `orders`
),
periods_1 as (
  select step as d0
  from (
    select
      min(period) as lo,
      max(period) as hi
    from facts_1
  ) as bounds
  cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
),
facts_2 as (
  select
    cast(datetime(timestamp(`placed_at`), 'UTC') as date) as day,
    date_trunc(cast(datetime(timestamp(`placed_at`), 'UTC') as date), month) as period,
    `amount` as v0
  from `orders`
),
periods_2 as (
  select step as d0
  from (
    select
      min(period) as lo,
      max(period) as hi
    from facts_2
  ) as bounds
  cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
)
select
  d0 as `orders__placed_at__month`,
  max(m0) as `orders__last_month`,
  max(m1) as `orders__running_last_month`
from (
  select
    d0,
    sum(v0) as m0,
    null as m1
  from facts_1
  join periods_1 on day >= date_add(d0, interval -1 month) and day < date_add(date_add(d0, interval -1 month), interval 1 month)
  group by 1
  union all
  select
    d0,
    null as m0,
    sum(v0) as m1
  from facts_2
  join periods_2 on day < date_add(date_add(d0, interval -1 month), interval 1 month)
  group by 1
) as branches
group by 1
order by `orders__placed_at__month` nulls last
limit 21;

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
      max(d0) as hi
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

-- the total of a balance is the last of the months that a filter on groups has picked
-- ["2"]
select
  d0 as `balances__day__month`,
  max(m0) as `balances__closing`
from (
  select
    d0,
    sum(case when place = 1 then v0 end) as m0,
    null as m1
  from (
    select
      date_trunc(cast(`day` as date), month) as d0,
      `balance` as v0,
      case when `day` is not null then rank() over (partition by date_trunc(cast(`day` as date), month), `account_id` order by `day` desc nulls last) end as place
    from `balances`
  ) as `balances`
  group by 1
  union all
  select
    date_trunc(cast(`day` as date), month) as d0,
    null as m0,
    count(*) as m1
  from `balances`
  group by 1
) as branches
group by 1
having coalesce(max(m1), 0) > cast(@p1 as int64)
order by `balances__day__month` nulls last
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
        date_trunc(cast(`day` as date), month) as d0,
        case when `day` is not null then rank() over (partition by date_trunc(cast(`day` as date), month), `account_id` order by `day` desc nulls last) end as place
      from `balances`
    ) as `balances`
    group by 1
    union all
    select
      date_trunc(cast(`day` as date), month) as d0,
      count(*) as m0
    from `balances`
    group by 1
  ) as branches
  group by 1
  having coalesce(max(m0), 0) > cast(@p1 as int64)
)
select sum(case when place = 1 then v0 end) as `balances__closing`
from (
  select
    `balances`.`balance` as v0,
    case when `balances`.`day` is not null then rank() over (partition by `balances`.`account_id` order by `balances`.`day` desc nulls last) end as place
  from `balances`
  where to_json_string([to_json_string(date_trunc(cast(`balances`.`day` as date), month))]) in (
    select to_json_string([to_json_string(picked_1.d0)])
    from picked_1
  )
) as `balances`;

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

-- a window goes along the date of what a row belongs to
-- ["2024-01-31 00:00:00","2024-01-25 00:00:00","2024-01-31 00:00:00"]
with facts_1 as (
  select
    cast(datetime(timestamp(`orders`.`placed_at`), 'UTC') as date) as day,
    `orders`.`placed_at` >= @p1 as asked,
    `lines`.`quantity` as v0
  from `lines`
  left join `orders` on `orders`.`id` = `lines`.`order_id`
  where `orders`.`placed_at` >= @p2
),
periods_1 as (
  select step as d0
  from (
    select
      min(day) as lo,
      max(day) as hi
    from facts_1
    where asked
  ) as bounds
  cross join unnest(generate_date_array(lo, hi, interval 1 day)) as step
)
select
  d0 as `orders__placed_at__day`,
  max(m0) as `lines__three_days`,
  max(m1) as `lines__quantity`
from (
  select
    d0,
    sum(v0) as m0,
    null as m1
  from facts_1
  join periods_1 on day >= date_add(date_add(d0, interval 1 day), interval -3 day) and day < date_add(d0, interval 1 day)
  group by 1
  union all
  select
    cast(datetime(timestamp(`orders`.`placed_at`), 'UTC') as date) as d0,
    null as m0,
    sum(`lines`.`quantity`) as m1
  from `lines`
  left join `orders` on `orders`.`id` = `lines`.`order_id`
  where `orders`.`placed_at` >= @p3
  group by 1
) as branches
group by 1
order by `orders__placed_at__day` nulls last
limit 21;
-- totals
-- ["2024-01-31 00:00:00","2024-01-25 00:00:00","2024-01-31 00:00:00"]
with facts_1 as (
  select
    cast(datetime(timestamp(`orders`.`placed_at`), 'UTC') as date) as day,
    `orders`.`placed_at` >= @p1 as asked,
    `lines`.`quantity` as v0
  from `lines`
  left join `orders` on `orders`.`id` = `lines`.`order_id`
  where `orders`.`placed_at` >= @p2
),
periods_1 as (
  select step as d0
  from (
    select
      min(day) as lo,
      max(day) as hi
    from facts_1
    where asked
  ) as bounds
  cross join unnest(generate_date_array(lo, hi, interval 1 day)) as step
)
select
  max(m0) as `lines__three_days`,
  max(m1) as `lines__quantity`
from (
  select
    sum(v0) as m0,
    null as m1
  from facts_1
  where day in (
    select day
    from (select distinct day from facts_1) as days
    join periods_1 on day >= date_add(date_add(periods_1.d0, interval 1 day), interval -3 day) and day < date_add(periods_1.d0, interval 1 day)
  )
  union all
  select
    null as m0,
    sum(`lines`.`quantity`) as m1
  from `lines`
  left join `orders` on `orders`.`id` = `lines`.`order_id`
  where `orders`.`placed_at` >= @p3
) as branches;

-- last month's rows of a child, asked from its parent
-- ["2024-01-01 00:00:00","2023-10-29 00:00:00","2024-01-01 00:00:00"]
with facts_1 as (
  select
    `lines`.`sku` as d0,
    cast(datetime(timestamp(`orders`.`placed_at`), 'UTC') as date) as day,
    date_trunc(cast(datetime(timestamp(`orders`.`placed_at`), 'UTC') as date), month) as period,
    `orders`.`placed_at` >= @p1 as asked,
    `lines`.`quantity` as v0
  from `lines`
  left join `orders` on `orders`.`id` = `lines`.`order_id`
  where `orders`.`placed_at` >= @p2
),
periods_1 as (
  select step as d1
  from (
    select
      min(period) as lo,
      max(period) as hi
    from facts_1
    where asked
  ) as bounds
  cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
)
select
  d0 as `lines__sku`,
  d1 as `orders__placed_at__month`,
  max(m0) as `lines__last_month`,
  max(m1) as `lines__quantity`
from (
  select
    d0,
    d1,
    sum(v0) as m0,
    null as m1
  from facts_1
  join periods_1 on day >= date_add(d1, interval -1 month) and day < date_add(date_add(d1, interval -1 month), interval 1 month)
  group by 1, 2
  union all
  select
    `lines`.`sku` as d0,
    date_trunc(cast(datetime(timestamp(`orders`.`placed_at`), 'UTC') as date), month) as d1,
    null as m0,
    sum(`lines`.`quantity`) as m1
  from `lines`
  left join `orders` on `orders`.`id` = `lines`.`order_id`
  where `orders`.`placed_at` >= @p3
  group by 1, 2
) as branches
group by 1, 2
order by `lines__sku` nulls last, `orders__placed_at__month` nulls last
limit 21;

-- the total of a rolling sum holds each row of its periods once
-- ["2024-02-01 00:00:00","2024-02-05 00:00:00","2024-01-26 00:00:00","2024-02-08 00:00:00","2024-02-01 00:00:00","2024-02-05 00:00:00"]
with facts_1 as (
  select
    cast(datetime(timestamp(`placed_at`), 'UTC') as date) as day,
    `placed_at` >= @p1 and `placed_at` < @p2 as asked,
    `amount` as v0
  from `orders`
  where `placed_at` >= @p3
    and `placed_at` < @p4
),
periods_1 as (
  select step as d0
  from (
    select
      min(day) as lo,
      max(day) as hi
    from facts_1
    where asked
  ) as bounds
  cross join unnest(generate_date_array(lo, hi, interval 1 day)) as step
)
select
  d0 as `orders__placed_at__day`,
  max(m0) as `orders__three_days`,
  max(m1) as `orders__total`
from (
  select
    d0,
    sum(v0) as m0,
    null as m1
  from facts_1
  join periods_1 on day >= date_add(date_add(d0, interval 1 day), interval -3 day) and day < date_add(d0, interval 1 day)
  group by 1
  union all
  select
    cast(datetime(timestamp(`placed_at`), 'UTC') as date) as d0,
    null as m0,
    sum(`amount`) as m1
  from `orders`
  where `placed_at` >= @p5 and `placed_at` < @p6
  group by 1
) as branches
group by 1
order by `orders__placed_at__day` nulls last
limit 21;
-- totals
-- ["2024-02-01 00:00:00","2024-02-05 00:00:00","2024-01-26 00:00:00","2024-02-08 00:00:00","2024-02-01 00:00:00","2024-02-05 00:00:00"]
with facts_1 as (
  select
    cast(datetime(timestamp(`placed_at`), 'UTC') as date) as day,
    `placed_at` >= @p1 and `placed_at` < @p2 as asked,
    `amount` as v0
  from `orders`
  where `placed_at` >= @p3
    and `placed_at` < @p4
),
periods_1 as (
  select step as d0
  from (
    select
      min(day) as lo,
      max(day) as hi
    from facts_1
    where asked
  ) as bounds
  cross join unnest(generate_date_array(lo, hi, interval 1 day)) as step
)
select
  max(m0) as `orders__three_days`,
  max(m1) as `orders__total`
from (
  select
    sum(v0) as m0,
    null as m1
  from facts_1
  where day in (
    select day
    from (select distinct day from facts_1) as days
    join periods_1 on day >= date_add(date_add(periods_1.d0, interval 1 day), interval -3 day) and day < date_add(periods_1.d0, interval 1 day)
  )
  union all
  select
    null as m0,
    sum(`amount`) as m1
  from `orders`
  where `placed_at` >= @p5 and `placed_at` < @p6
) as branches;

-- the total of last year is of the same periods a year ago
-- ["2024-01-01 00:00:00","2024-01-01 00:00:00","2022-11-29 00:00:00"]
with facts_1 as (
  select
    cast(datetime(timestamp(`placed_at`), 'UTC') as date) as day,
    date_trunc(cast(datetime(timestamp(`placed_at`), 'UTC') as date), month) as period,
    `placed_at` >= @p2 as asked,
    `amount` as v0
  from `orders`
  where `placed_at` >= @p3
),
periods_1 as (
  select step as d0
  from (
    select
      min(period) as lo,
      max(period) as hi
    from facts_1
    where asked
  ) as bounds
  cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
)
select
  d0 as `orders__placed_at__month`,
  max(m0) as `orders__total`,
  max(m1) as `orders__last_year`,
  1e0 * max(m0) / nullif(max(m1), 0) - 1 as `orders__growth`
from (
  select
    date_trunc(cast(datetime(timestamp(`placed_at`), 'UTC') as date), month) as d0,
    sum(`amount`) as m0,
    null as m1
  from `orders`
  where `placed_at` >= @p1
  group by 1
  union all
  select
    d0,
    null as m0,
    sum(v0) as m1
  from facts_1
  join periods_1 on day >= date_add(d0, interval -1 year) and day < date_add(date_add(d0, interval -1 year), interval 1 month)
  group by 1
) as branches
group by 1
order by `orders__placed_at__month` nulls last
limit 21;
-- totals
-- ["2024-01-01 00:00:00","2024-01-01 00:00:00","2022-11-29 00:00:00"]
with facts_1 as (
  select
    cast(datetime(timestamp(`placed_at`), 'UTC') as date) as day,
    date_trunc(cast(datetime(timestamp(`placed_at`), 'UTC') as date), month) as period,
    `placed_at` >= @p2 as asked,
    `amount` as v0
  from `orders`
  where `placed_at` >= @p3
),
periods_1 as (
  select step as d0
  from (
    select
      min(period) as lo,
      max(period) as hi
    from facts_1
    where asked
  ) as bounds
  cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
)
select
  max(m0) as `orders__total`,
  max(m1) as `orders__last_year`,
  1e0 * max(m0) / nullif(max(m1), 0) - 1 as `orders__growth`
from (
  select
    sum(`amount`) as m0,
    null as m1
  from `orders`
  where `placed_at` >= @p1
  union all
  select
    null as m0,
    sum(v0) as m1
  from facts_1
  where day in (
    select day
    from (select distinct day from facts_1) as days
    join periods_1 on day >= date_add(periods_1.d0, interval -1 year) and day < date_add(date_add(periods_1.d0, interval -1 year), interval 1 month)
  )
) as branches;

-- totals of windows hold the rows of the groups that a filter has picked
-- ["2024-01-01 00:00:00","2025-01-01 00:00:00","2025-02-03 00:00:00","7"]
with facts_1 as (
  select
    `channel` as d0,
    cast(datetime(timestamp(`placed_at`), 'UTC') as date) as day,
    date_trunc(cast(datetime(timestamp(`placed_at`), 'UTC') as date), month) as period,
    `placed_at` >= @p1 and `placed_at` < @p2 as asked,
    `amount` as v0
  from `orders`
  where `placed_at` < @p3
),
periods_1 as (
  select step as d1
  from (
    select
      min(period) as lo,
      max(period) as hi
    from facts_1
    where asked
  ) as bounds
  cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
)
select
  d0 as `orders__channel`,
  d1 as `orders__placed_at__month`,
  sum(v0) as `orders__running`
from facts_1
join periods_1 on day < date_add(d1, interval 1 month)
group by 1, 2
having sum(v0) < cast(@p4 as int64)
order by `orders__channel` nulls last, `orders__placed_at__month` nulls last
limit 21;
-- totals
-- ["2024-01-01 00:00:00","2025-01-01 00:00:00","2025-02-03 00:00:00","7","2024-01-01 00:00:00","2025-01-01 00:00:00","2025-02-03 00:00:00"]
with facts_1 as (
  select
    `channel` as d0,
    cast(datetime(timestamp(`placed_at`), 'UTC') as date) as day,
    date_trunc(cast(datetime(timestamp(`placed_at`), 'UTC') as date), month) as period,
    `placed_at` >= @p1 and `placed_at` < @p2 as asked,
    `amount` as v0
  from `orders`
  where `placed_at` < @p3
),
periods_1 as (
  select step as d1
  from (
    select
      min(period) as lo,
      max(period) as hi
    from facts_1
    where asked
  ) as bounds
  cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
),
picked_1 as (
  select
    d0,
    d1
  from facts_1
  join periods_1 on day < date_add(d1, interval 1 month)
  group by 1, 2
  having sum(v0) < cast(@p4 as int64)
),
facts_2 as (
  select
    `channel` as d0,
    cast(datetime(timestamp(`placed_at`), 'UTC') as date) as day,
    date_trunc(cast(datetime(timestamp(`placed_at`), 'UTC') as date), month) as period,
    `placed_at` >= @p5 and `placed_at` < @p6 as asked,
    `amount` as v0
  from `orders`
  where `placed_at` < @p7
),
periods_2 as (
  select step as d1
  from (
    select
      min(period) as lo,
      max(period) as hi
    from facts_2
    where asked
  ) as bounds
  cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
)
select sum(v0) as `orders__running`
from facts_2
where to_json_string([to_json_string(facts_2.day), to_json_string(facts_2.d0)]) in (
  select to_json_string([to_json_string(days.day), to_json_string(picked_1.d0)])
  from (select distinct day from facts_2) as days
  join periods_2 on day < date_add(periods_2.d1, interval 1 month)
  join picked_1 on to_json_string(picked_1.d1) = to_json_string(periods_2.d1)
);

-- the balance last known goes on where a month has none
with facts_1 as (
  select
    cast(`day` as date) as day,
    date_trunc(cast(`day` as date), month) as period,
    `balance` as v0,
    `day` as moment,
    `account_id` as p0
  from `balances`
),
periods_1 as (
  select step as d0
  from (
    select
      min(period) as lo,
      max(period) as hi
    from facts_1
  ) as bounds
  cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
)
select
  d0 as `balances__day__month`,
  max(m0) as `balances__known`,
  max(m1) as `balances__closing`
from (
  select
    d0,
    sum(case when place = 1 then v0 end) as m0,
    null as m1
  from (
    select
      d0,
      v0,
      case when moment is not null then rank() over (partition by d0, p0 order by moment desc nulls last) end as place
    from facts_1
    join periods_1 on day < date_add(d0, interval 1 month)
  ) as placed
  group by 1
  union all
  select
    d0,
    null as m0,
    sum(case when place = 1 then v0 end) as m1
  from (
    select
      date_trunc(cast(`day` as date), month) as d0,
      `balance` as v0,
      case when `day` is not null then rank() over (partition by date_trunc(cast(`day` as date), month), `account_id` order by `day` desc nulls last) end as place
    from `balances`
  ) as `balances`
  group by 1
) as branches
group by 1
order by `balances__day__month` nulls last
limit 11;
-- totals
with facts_1 as (
  select
    cast(`day` as date) as day,
    date_trunc(cast(`day` as date), month) as period,
    `balance` as v0,
    `day` as moment,
    `account_id` as p0
  from `balances`
),
periods_1 as (
  select step as d0
  from (
    select
      min(period) as lo,
      max(period) as hi
    from facts_1
  ) as bounds
  cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
)
select
  max(m0) as `balances__known`,
  max(m1) as `balances__closing`
from (
  select
    sum(case when place = 1 then v0 end) as m0,
    null as m1
  from (
    select
      v0,
      case when moment is not null then rank() over (partition by p0 order by moment desc nulls last) end as place
    from facts_1
    where day in (
      select day
      from (select distinct day from facts_1) as days
      join periods_1 on day < date_add(periods_1.d0, interval 1 month)
    )
  ) as placed
  union all
  select
    null as m0,
    sum(case when place = 1 then v0 end) as m1
  from (
    select
      `balance` as v0,
      case when `day` is not null then rank() over (partition by `account_id` order by `day` desc nulls last) end as place
    from `balances`
  ) as `balances`
) as branches;

-- last month's closing balance stands beside this month's
with facts_1 as (
  select
    cast(`day` as date) as day,
    date_trunc(cast(`day` as date), month) as period,
    `balance` as v0,
    `day` as moment,
    `account_id` as p0
  from `balances`
),
periods_1 as (
  select step as d0
  from (
    select
      min(period) as lo,
      max(period) as hi
    from facts_1
  ) as bounds
  cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
)
select
  d0 as `balances__day__month`,
  max(m0) as `balances__closing`,
  max(m1) as `balances__closing_last_month`
from (
  select
    d0,
    sum(case when place = 1 then v0 end) as m0,
    null as m1
  from (
    select
      date_trunc(cast(`day` as date), month) as d0,
      `balance` as v0,
      case when `day` is not null then rank() over (partition by date_trunc(cast(`day` as date), month), `account_id` order by `day` desc nulls last) end as place
    from `balances`
  ) as `balances`
  group by 1
  union all
  select
    d0,
    null as m0,
    sum(case when place = 1 then v0 end) as m1
  from (
    select
      d0,
      v0,
      case when moment is not null then rank() over (partition by d0, p0 order by moment desc nulls last) end as place
    from facts_1
    join periods_1 on day >= date_add(d0, interval -1 month) and day < date_add(date_add(d0, interval -1 month), interval 1 month)
  ) as placed
  group by 1
) as branches
group by 1
order by `balances__day__month` nulls last
limit 11;

-- in totals through a fan-out a row of several groups that pass counts once
-- ["50"]
with facts_1 as (
  select distinct
    `tags`.`tag` as d0,
    cast(`balances`.`day` as date) as day,
    date_trunc(cast(`balances`.`day` as date), month) as period,
    `balances`.`account_id` as k0,
    `balances`.`day` as k1,
    `balances`.`balance` as v0
  from `balances`
  left join `accounts` on `accounts`.`id` = `balances`.`account_id`
  left join `tags` on `tags`.`account_id` = `accounts`.`id`
),
periods_1 as (
  select step as d1
  from (
    select
      min(period) as lo,
      max(period) as hi
    from facts_1
  ) as bounds
  cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
),
facts_2 as (
  select distinct
    `tags`.`tag` as d0,
    cast(`balances`.`day` as date) as day,
    date_trunc(cast(`balances`.`day` as date), month) as period,
    `balances`.`account_id` as k0,
    `balances`.`day` as k1,
    `balances`.`balance` as v0,
    `balances`.`day` as moment,
    `balances`.`account_id` as p0
  from `balances`
  left join `accounts` on `accounts`.`id` = `balances`.`account_id`
  left join `tags` on `tags`.`account_id` = `accounts`.`id`
),
periods_2 as (
  select step as d1
  from (
    select
      min(period) as lo,
      max(period) as hi
    from facts_2
  ) as bounds
  cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
)
select
  d0 as `tags__tag`,
  d1 as `balances__day__month`,
  max(m0) as `balances__added_up`,
  max(m1) as `balances__known`
from (
  select
    d0,
    d1,
    sum(v0) as m0,
    null as m1
  from facts_1
  join periods_1 on day < date_add(d1, interval 1 month)
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
    join periods_2 on day < date_add(d1, interval 1 month)
  ) as placed
  group by 1, 2
) as branches
group by 1, 2
having max(m0) > cast(@p1 as int64)
order by `tags__tag` nulls last, `balances__day__month` nulls last
limit 11;
-- totals
-- ["50"]
with facts_1 as (
  select distinct
    `tags`.`tag` as d0,
    cast(`balances`.`day` as date) as day,
    date_trunc(cast(`balances`.`day` as date), month) as period,
    `balances`.`account_id` as k0,
    `balances`.`day` as k1,
    `balances`.`balance` as v0
  from `balances`
  left join `accounts` on `accounts`.`id` = `balances`.`account_id`
  left join `tags` on `tags`.`account_id` = `accounts`.`id`
),
periods_1 as (
  select step as d1
  from (
    select
      min(period) as lo,
      max(period) as hi
    from facts_1
  ) as bounds
  cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
),
facts_2 as (
  select
    `tags`.`tag` as d0,
    cast(`balances`.`day` as date) as day,
    date_trunc(cast(`balances`.`day` as date), month) as period,
    `balances`.`day` as moment,
    `balances`.`account_id` as p0
  from `balances`
  left join `accounts` on `accounts`.`id` = `balances`.`account_id`
  left join `tags` on `tags`.`account_id` = `accounts`.`id`
),
periods_2 as (
  select step as d1
  from (
    select
      min(period) as lo,
      max(period) as hi
    from facts_2
  ) as bounds
  cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
),
picked_1 as (
  select
    d0,
    d1
  from (
    select
      d0,
      d1,
      sum(v0) as m0
    from facts_1
    join periods_1 on day < date_add(d1, interval 1 month)
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
      join periods_2 on day < date_add(d1, interval 1 month)
    ) as placed
    group by 1, 2
  ) as branches
  group by 1, 2
  having max(m0) > cast(@p1 as int64)
),
facts_3 as (
  select distinct
    `tags`.`tag` as d0,
    cast(`balances`.`day` as date) as day,
    date_trunc(cast(`balances`.`day` as date), month) as period,
    `balances`.`account_id` as k0,
    `balances`.`day` as k1,
    `balances`.`balance` as v0
  from `balances`
  left join `accounts` on `accounts`.`id` = `balances`.`account_id`
  left join `tags` on `tags`.`account_id` = `accounts`.`id`
),
periods_3 as (
  select step as d1
  from (
    select
      min(period) as lo,
      max(period) as hi
    from facts_3
  ) as bounds
  cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
),
facts_4 as (
  select distinct
    `tags`.`tag` as d0,
    cast(`balances`.`day` as date) as day,
    date_trunc(cast(`balances`.`day` as date), month) as period,
    `balances`.`account_id` as k0,
    `balances`.`day` as k1,
    `balances`.`balance` as v0,
    `balances`.`day` as moment,
    `balances`.`account_id` as p0
  from `balances`
  left join `accounts` on `accounts`.`id` = `balances`.`account_id`
  left join `tags` on `tags`.`account_id` = `accounts`.`id`
),
periods_4 as (
  select step as d1
  from (
    select
      min(period) as lo,
      max(period) as hi
    from facts_4
  ) as bounds
  cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
)
select
  max(m0) as `balances__added_up`,
  max(m1) as `balances__known`
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
    where to_json_string([to_json_string(facts_3.day), to_json_string(facts_3.d0)]) in (
      select to_json_string([to_json_string(days.day), to_json_string(picked_1.d0)])
      from (select distinct day from facts_3) as days
      join periods_3 on day < date_add(periods_3.d1, interval 1 month)
      join picked_1 on to_json_string(picked_1.d1) = to_json_string(periods_3.d1)
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
      where to_json_string([to_json_string(facts_4.day), to_json_string(facts_4.d0)]) in (
        select to_json_string([to_json_string(days.day), to_json_string(picked_1.d0)])
        from (select distinct day from facts_4) as days
        join periods_4 on day < date_add(periods_4.d1, interval 1 month)
        join picked_1 on to_json_string(picked_1.d1) = to_json_string(periods_4.d1)
      )
    ) as single
  ) as placed
) as branches;

-- what is last among the groups that pass may not be last of all
-- ["25"]
with facts_1 as (
  select distinct
    `tags`.`tag` as d0,
    cast(`balances`.`day` as date) as day,
    date_trunc(cast(`balances`.`day` as date), month) as period,
    `balances`.`account_id` as k0,
    `balances`.`day` as k1,
    `balances`.`balance` as v0,
    `balances`.`day` as moment,
    `balances`.`account_id` as p0
  from `balances`
  left join `accounts` on `accounts`.`id` = `balances`.`account_id`
  left join `tags` on `tags`.`account_id` = `accounts`.`id`
),
periods_1 as (
  select step as d1
  from (
    select
      min(period) as lo,
      max(period) as hi
    from facts_1
  ) as bounds
  cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
)
select
  d0 as `tags__tag`,
  d1 as `balances__day__month`,
  sum(case when place = 1 then v0 end) as `balances__known`
from (
  select
    d0,
    d1,
    v0,
    case when moment is not null then rank() over (partition by d0, d1, p0 order by moment desc nulls last) end as place
  from facts_1
  join periods_1 on day < date_add(d1, interval 1 month)
) as placed
group by 1, 2
having sum(case when place = 1 then v0 end) > cast(@p1 as int64)
order by `tags__tag` nulls last, `balances__day__month` nulls last
limit 11;
-- totals
-- ["25"]
with facts_1 as (
  select distinct
    `tags`.`tag` as d0,
    cast(`balances`.`day` as date) as day,
    date_trunc(cast(`balances`.`day` as date), month) as period,
    `balances`.`account_id` as k0,
    `balances`.`day` as k1,
    `balances`.`balance` as v0,
    `balances`.`day` as moment,
    `balances`.`account_id` as p0
  from `balances`
  left join `accounts` on `accounts`.`id` = `balances`.`account_id`
  left join `tags` on `tags`.`account_id` = `accounts`.`id`
),
periods_1 as (
  select step as d1
  from (
    select
      min(period) as lo,
      max(period) as hi
    from facts_1
  ) as bounds
  cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
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
    join periods_1 on day < date_add(d1, interval 1 month)
  ) as placed
  group by 1, 2
  having sum(case when place = 1 then v0 end) > cast(@p1 as int64)
),
facts_2 as (
  select distinct
    `tags`.`tag` as d0,
    cast(`balances`.`day` as date) as day,
    date_trunc(cast(`balances`.`day` as date), month) as period,
    `balances`.`account_id` as k0,
    `balances`.`day` as k1,
    `balances`.`balance` as v0,
    `balances`.`day` as moment,
    `balances`.`account_id` as p0
  from `balances`
  left join `accounts` on `accounts`.`id` = `balances`.`account_id`
  left join `tags` on `tags`.`account_id` = `accounts`.`id`
),
periods_2 as (
  select step as d1
  from (
    select
      min(period) as lo,
      max(period) as hi
    from facts_2
  ) as bounds
  cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
)
select sum(case when place = 1 then v0 end) as `balances__known`
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
    where to_json_string([to_json_string(facts_2.day), to_json_string(facts_2.d0)]) in (
      select to_json_string([to_json_string(days.day), to_json_string(picked_1.d0)])
      from (select distinct day from facts_2) as days
      join periods_2 on day < date_add(periods_2.d1, interval 1 month)
      join picked_1 on to_json_string(picked_1.d1) = to_json_string(periods_2.d1)
    )
  ) as single
) as placed;
