-- Never run on bigquery itself: see shared/semantic/dialects/README.md for what it rests on.

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

-- the total of a rolling sum holds each row of its periods once
-- ["2024-01-26 00:00:00","2024-02-08 00:00:00","2024-02-01 00:00:00","2024-02-04 23:59:59.999999","2024-02-01 00:00:00","2024-02-05 00:00:00"]
with facts_1 as (
  select
    cast(datetime(timestamp(`placed_at`), 'UTC') as date) as day,
    sum(`amount`) as s0
  from `orders`
  where `placed_at` >= @p1
    and `placed_at` < @p2
  group by 1
),
periods_1 as (
  select step as d0
  from (
    select cast(datetime(timestamp(@p3), 'UTC') as date) as lo, cast(datetime(timestamp(@p4), 'UTC') as date) as hi
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
    sum(s0) as m0,
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
-- ["2024-01-26 00:00:00","2024-02-08 00:00:00","2024-02-01 00:00:00","2024-02-04 23:59:59.999999","2024-02-01 00:00:00","2024-02-05 00:00:00"]
with facts_1 as (
  select
    cast(datetime(timestamp(`placed_at`), 'UTC') as date) as day,
    sum(`amount`) as s0
  from `orders`
  where `placed_at` >= @p1
    and `placed_at` < @p2
  group by 1
),
periods_1 as (
  select step as d0
  from (
    select cast(datetime(timestamp(@p3), 'UTC') as date) as lo, cast(datetime(timestamp(@p4), 'UTC') as date) as hi
  ) as bounds
  cross join unnest(generate_date_array(lo, hi, interval 1 day)) as step
)
select
  max(m0) as `orders__three_days`,
  max(m1) as `orders__total`
from (
  select
    sum(s0) as m0,
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
-- ["2024-01-01 00:00:00","2022-11-29 00:00:00","2024-01-01 00:00:00"]
with facts_1 as (
  select
    cast(datetime(timestamp(`placed_at`), 'UTC') as date) as day,
    sum(`amount`) as s0
  from `orders`
  where `placed_at` >= @p2
  group by 1
),
periods_1 as (
  select step as d0
  from (
    select
      date_trunc(cast(datetime(timestamp(@p3), 'UTC') as date), month) as lo,
      max(date_trunc(cast(day as date), month)) as hi
    from facts_1
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
    sum(s0) as m1
  from facts_1
  join periods_1 on day >= date_add(d0, interval -1 year) and day < date_add(date_add(d0, interval -1 year), interval 1 month)
  group by 1
) as branches
group by 1
order by `orders__placed_at__month` nulls last
limit 21;
-- totals
-- ["2024-01-01 00:00:00","2022-11-29 00:00:00","2024-01-01 00:00:00"]
with facts_1 as (
  select
    cast(datetime(timestamp(`placed_at`), 'UTC') as date) as day,
    sum(`amount`) as s0
  from `orders`
  where `placed_at` >= @p2
  group by 1
),
periods_1 as (
  select step as d0
  from (
    select
      date_trunc(cast(datetime(timestamp(@p3), 'UTC') as date), month) as lo,
      max(date_trunc(cast(day as date), month)) as hi
    from facts_1
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
    sum(s0) as m1
  from facts_1
  where day in (
    select day
    from (select distinct day from facts_1) as days
    join periods_1 on day >= date_add(periods_1.d0, interval -1 year) and day < date_add(date_add(periods_1.d0, interval -1 year), interval 1 month)
  )
) as branches;

-- totals of windows hold the rows of the groups that a filter has picked
-- ["2024-04-03 00:00:00","2024-01-01 00:00:00","2024-02-29 23:59:59.999999","7"]
with facts_1 as (
  select
    `channel` as d0,
    cast(datetime(timestamp(`placed_at`), 'UTC') as date) as day,
    sum(`amount`) as s0
  from `orders`
  where `placed_at` < @p1
  group by 1, 2
),
periods_1 as (
  select step as d1
  from (
    select date_trunc(cast(datetime(timestamp(@p2), 'UTC') as date), month) as lo, date_trunc(cast(datetime(timestamp(@p3), 'UTC') as date), month) as hi
  ) as bounds
  cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
),
spans_1 as (
  select
    day as on_day,
    d1
  from (select distinct day from facts_1) as days
  join periods_1 on day < date_add(d1, interval 1 month)
)
select
  d0 as `orders__channel`,
  d1 as `orders__placed_at__month`,
  sum(s0) as `orders__running`
from facts_1
join spans_1 on on_day = day
group by 1, 2
having sum(s0) < cast(@p4 as int64)
order by `orders__channel` nulls last, `orders__placed_at__month` nulls last
limit 21;
-- totals
-- ["2024-04-03 00:00:00","2024-01-01 00:00:00","2024-02-29 23:59:59.999999","7","2024-04-03 00:00:00","2024-01-01 00:00:00","2024-02-29 23:59:59.999999"]
with facts_1 as (
  select
    `channel` as d0,
    cast(datetime(timestamp(`placed_at`), 'UTC') as date) as day,
    sum(`amount`) as s0
  from `orders`
  where `placed_at` < @p1
  group by 1, 2
),
periods_1 as (
  select step as d1
  from (
    select date_trunc(cast(datetime(timestamp(@p2), 'UTC') as date), month) as lo, date_trunc(cast(datetime(timestamp(@p3), 'UTC') as date), month) as hi
  ) as bounds
  cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
),
spans_1 as (
  select
    day as on_day,
    d1
  from (select distinct day from facts_1) as days
  join periods_1 on day < date_add(d1, interval 1 month)
),
picked_1 as (
  select
    d0,
    d1
  from facts_1
  join spans_1 on on_day = day
  group by 1, 2
  having sum(s0) < cast(@p4 as int64)
),
facts_2 as (
  select
    `channel` as d0,
    cast(datetime(timestamp(`placed_at`), 'UTC') as date) as day,
    sum(`amount`) as s0
  from `orders`
  where `placed_at` < @p5
  group by 1, 2
),
periods_2 as (
  select step as d1
  from (
    select date_trunc(cast(datetime(timestamp(@p6), 'UTC') as date), month) as lo, date_trunc(cast(datetime(timestamp(@p7), 'UTC') as date), month) as hi
  ) as bounds
  cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
)
select sum(s0) as `orders__running`
from facts_2
where to_json_string([to_json_string(facts_2.day), to_json_string(facts_2.d0)]) in (
  select to_json_string([to_json_string(days.day), to_json_string(picked_1.d0)])
  from (select distinct day from facts_2) as days
  join periods_2 on day < date_add(periods_2.d1, interval 1 month)
  join picked_1 on to_json_string(picked_1.d1) = to_json_string(periods_2.d1)
);

-- in totals through a fan-out a row of several groups that pass counts once
-- ["50"]
with facts_1 as (
  select distinct
    `tags`.`tag` as d0,
    cast(`balances`.`day` as date) as day_,
    `balances`.`account_id` as k0,
    `balances`.`day` as k1,
    `balances`.`balance` as v0
  from `balances`
  left join `accounts` on `accounts`.`id` = `balances`.`account_id`
  left join `tags` on `tags`.`account_id` = `accounts`.`id`
),
sums_1 as (
  select
    d0,
    day_,
    sum(v0) as s0
  from facts_1
  group by 1, 2
),
periods_1 as (
  select step as d1
  from (
    select
      min(date_trunc(cast(day_ as date), month)) as lo,
      max(date_trunc(cast(day_ as date), month)) as hi
    from sums_1
  ) as bounds
  cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
),
spans_1 as (
  select
    day_ as on_day,
    d1
  from (select distinct day_ from sums_1) as days
  join periods_1 on day_ < date_add(d1, interval 1 month)
),
facts_2 as (
  select distinct
    `tags`.`tag` as d0,
    cast(`balances`.`day` as date) as day_,
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
      min(date_trunc(cast(day_ as date), month)) as lo,
      max(date_trunc(cast(day_ as date), month)) as hi
    from facts_2
  ) as bounds
  cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
),
spans_2 as (
  select
    day_ as on_day,
    d1
  from (select distinct day_ from facts_2) as days
  join periods_2 on day_ < date_add(d1, interval 1 month)
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
    sum(s0) as m0,
    null as m1
  from sums_1
  join spans_1 on on_day = day_
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
    join spans_2 on on_day = day_
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
    cast(`balances`.`day` as date) as day_,
    `balances`.`account_id` as k0,
    `balances`.`day` as k1,
    `balances`.`balance` as v0
  from `balances`
  left join `accounts` on `accounts`.`id` = `balances`.`account_id`
  left join `tags` on `tags`.`account_id` = `accounts`.`id`
),
sums_1 as (
  select
    d0,
    day_,
    sum(v0) as s0
  from facts_1
  group by 1, 2
),
periods_1 as (
  select step as d1
  from (
    select
      min(date_trunc(cast(day_ as date), month)) as lo,
      max(date_trunc(cast(day_ as date), month)) as hi
    from sums_1
  ) as bounds
  cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
),
spans_1 as (
  select
    day_ as on_day,
    d1
  from (select distinct day_ from sums_1) as days
  join periods_1 on day_ < date_add(d1, interval 1 month)
),
facts_2 as (
  select
    `tags`.`tag` as d0,
    cast(`balances`.`day` as date) as day_,
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
      min(date_trunc(cast(day_ as date), month)) as lo,
      max(date_trunc(cast(day_ as date), month)) as hi
    from facts_2
  ) as bounds
  cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
),
spans_2 as (
  select
    day_ as on_day,
    d1
  from (select distinct day_ from facts_2) as days
  join periods_2 on day_ < date_add(d1, interval 1 month)
),
picked_1 as (
  select
    d0,
    d1
  from (
    select
      d0,
      d1,
      sum(s0) as m0
    from sums_1
    join spans_1 on on_day = day_
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
      join spans_2 on on_day = day_
    ) as placed
    group by 1, 2
  ) as branches
  group by 1, 2
  having max(m0) > cast(@p1 as int64)
),
facts_3 as (
  select distinct
    `tags`.`tag` as d0,
    cast(`balances`.`day` as date) as day_,
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
      min(date_trunc(cast(day_ as date), month)) as lo,
      max(date_trunc(cast(day_ as date), month)) as hi
    from facts_3
  ) as bounds
  cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
),
facts_4 as (
  select distinct
    `tags`.`tag` as d0,
    cast(`balances`.`day` as date) as day_,
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
      min(date_trunc(cast(day_ as date), month)) as lo,
      max(date_trunc(cast(day_ as date), month)) as hi
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
    where to_json_string([to_json_string(facts_3.day_), to_json_string(facts_3.d0)]) in (
      select to_json_string([to_json_string(days.day_), to_json_string(picked_1.d0)])
      from (select distinct day_ from facts_3) as days
      join periods_3 on day_ < date_add(periods_3.d1, interval 1 month)
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
      where to_json_string([to_json_string(facts_4.day_), to_json_string(facts_4.d0)]) in (
        select to_json_string([to_json_string(days.day_), to_json_string(picked_1.d0)])
        from (select distinct day_ from facts_4) as days
        join periods_4 on day_ < date_add(periods_4.d1, interval 1 month)
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
    cast(`balances`.`day` as date) as day_,
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
      min(date_trunc(cast(day_ as date), month)) as lo,
      max(date_trunc(cast(day_ as date), month)) as hi
    from facts_1
  ) as bounds
  cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
),
spans_1 as (
  select
    day_ as on_day,
    d1
  from (select distinct day_ from facts_1) as days
  join periods_1 on day_ < date_add(d1, interval 1 month)
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
  join spans_1 on on_day = day_
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
    cast(`balances`.`day` as date) as day_,
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
      min(date_trunc(cast(day_ as date), month)) as lo,
      max(date_trunc(cast(day_ as date), month)) as hi
    from facts_1
  ) as bounds
  cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
),
spans_1 as (
  select
    day_ as on_day,
    d1
  from (select distinct day_ from facts_1) as days
  join periods_1 on day_ < date_add(d1, interval 1 month)
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
  having sum(case when place = 1 then v0 end) > cast(@p1 as int64)
),
facts_2 as (
  select distinct
    `tags`.`tag` as d0,
    cast(`balances`.`day` as date) as day_,
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
      min(date_trunc(cast(day_ as date), month)) as lo,
      max(date_trunc(cast(day_ as date), month)) as hi
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
    where to_json_string([to_json_string(facts_2.day_), to_json_string(facts_2.d0)]) in (
      select to_json_string([to_json_string(days.day_), to_json_string(picked_1.d0)])
      from (select distinct day_ from facts_2) as days
      join periods_2 on day_ < date_add(periods_2.d1, interval 1 month)
      join picked_1 on to_json_string(picked_1.d1) = to_json_string(periods_2.d1)
    )
  ) as single
) as placed;
