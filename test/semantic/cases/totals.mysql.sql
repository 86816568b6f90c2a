-- the total of a balance is the last of the months that a filter on groups has picked
-- ["2"]
select
  d0 as `balances.day.month`,
  max(m0) as `balances.closing`
from (
  select
    d0,
    sum(case when place = 1 then v0 end) as m0,
    null as m1
  from (
    select
      cast(date_format(`day`, '%Y-%m-01') as date) as d0,
      `balance` as v0,
      case when `day` is not null then rank() over (partition by cast(date_format(`day`, '%Y-%m-01') as date), `account_id` order by `day` desc) end as place
    from `balances`
  ) as `balances`
  group by 1
  union all
  select
    cast(date_format(`day`, '%Y-%m-01') as date) as d0,
    null as m0,
    count(*) as m1
  from `balances`
  group by 1
) as branches
group by 1
having coalesce(max(m1), 0) > cast(? as signed)
order by `balances.day.month` <=> null, `balances.day.month`
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
        cast(date_format(`day`, '%Y-%m-01') as date) as d0,
        case when `day` is not null then rank() over (partition by cast(date_format(`day`, '%Y-%m-01') as date), `account_id` order by `day` desc) end as place
      from `balances`
    ) as `balances`
    group by 1
    union all
    select
      cast(date_format(`day`, '%Y-%m-01') as date) as d0,
      count(*) as m0
    from `balances`
    group by 1
  ) as branches
  group by 1
  having coalesce(max(m0), 0) > cast(? as signed)
)
select sum(case when place = 1 then v0 end) as `balances.closing`
from (
  select
    `balances`.`balance` as v0,
    case when `balances`.`day` is not null then rank() over (partition by `balances`.`account_id` order by `balances`.`day` desc) end as place
  from `balances`
  where exists (
    select 1
    from picked_1
    where picked_1.d0 <=> cast(date_format(`balances`.`day`, '%Y-%m-01') as date)
  )
) as `balances`;

-- the total of a rolling sum holds each row of its periods once
-- ["2024-02-01 00:00:00","2024-02-05 00:00:00","2024-02-01 00:00:00","2024-02-01 00:00:00","2024-02-05 00:00:00","2024-02-01 00:00:00","2024-02-05 00:00:00"]
with recursive facts_1 as (
  select
    date(`placed_at`) as day,
    sum(`amount`) as s0
  from `orders`
  where `placed_at` >= cast(? as datetime(6)) - interval 1 day - interval 2 day - interval 3 day
    and `placed_at` < cast(? as datetime(6)) + interval 1 day + interval 2 day
  group by 1
),
periods_1 as (
  select
    1 as n,
    date(cast(? as datetime(6))) as d0,
    date(cast(? as datetime(6))) as first,
    date((cast(? as datetime(6)) - interval 1 microsecond)) as last
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) day, first, last
  from periods_1
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) day <= last
)
select
  d0 as `orders.placed_at.day`,
  max(m0) as `orders.three_days`,
  max(m1) as `orders.total`
from (
  select
    d0,
    sum(s0) as m0,
    null as m1
  from facts_1
  join periods_1 on day >= d0 + interval 1 day - interval 3 day and day < d0 + interval 1 day
  group by 1
  union all
  select
    date(`placed_at`) as d0,
    null as m0,
    sum(`amount`) as m1
  from `orders`
  where `placed_at` >= cast(? as datetime(6)) and `placed_at` < cast(? as datetime(6))
  group by 1
) as branches
group by 1
order by `orders.placed_at.day` <=> null, `orders.placed_at.day`
limit 21;
-- totals
-- ["2024-02-01 00:00:00","2024-02-05 00:00:00","2024-02-01 00:00:00","2024-02-01 00:00:00","2024-02-05 00:00:00","2024-02-01 00:00:00","2024-02-05 00:00:00"]
with recursive facts_1 as (
  select
    date(`placed_at`) as day,
    sum(`amount`) as s0
  from `orders`
  where `placed_at` >= cast(? as datetime(6)) - interval 1 day - interval 2 day - interval 3 day
    and `placed_at` < cast(? as datetime(6)) + interval 1 day + interval 2 day
  group by 1
),
periods_1 as (
  select
    1 as n,
    date(cast(? as datetime(6))) as d0,
    date(cast(? as datetime(6))) as first,
    date((cast(? as datetime(6)) - interval 1 microsecond)) as last
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) day, first, last
  from periods_1
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) day <= last
)
select
  max(m0) as `orders.three_days`,
  max(m1) as `orders.total`
from (
  select
    sum(s0) as m0,
    null as m1
  from facts_1
  where day in (
    select day
    from (select distinct day from facts_1) as days
    join periods_1 on day >= periods_1.d0 + interval 1 day - interval 3 day and day < periods_1.d0 + interval 1 day
  )
  union all
  select
    null as m0,
    sum(`amount`) as m1
  from `orders`
  where `placed_at` >= cast(? as datetime(6)) and `placed_at` < cast(? as datetime(6))
) as branches;

-- the total of last year is of the same periods a year ago
-- ["2024-01-01 00:00:00","2024-01-01 00:00:00","2024-01-01 00:00:00","2024-01-01 00:00:00"]
with recursive facts_1 as (
  select
    date(`placed_at`) as day,
    sum(`amount`) as s0
  from `orders`
  where `placed_at` >= cast(? as datetime(6)) - interval 1 month - interval 2 day - interval 1 year
  group by 1
),
periods_1 as (
  select
    1 as n,
    cast(date_format(cast(? as datetime(6)), '%Y-%m-01') as date) as d0,
    cast(date_format(cast(? as datetime(6)), '%Y-%m-01') as date) as first,
    max(cast(date_format(day, '%Y-%m-01') as date)) as last
  from facts_1
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
  from periods_1
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) month <= last
)
select
  d0 as `orders.placed_at.month`,
  max(m0) as `orders.total`,
  max(m1) as `orders.last_year`,
  1.0000000000000000 * max(m0) / nullif(max(m1), 0) - 1 as `orders.growth`
from (
  select
    cast(date_format(`placed_at`, '%Y-%m-01') as date) as d0,
    sum(`amount`) as m0,
    null as m1
  from `orders`
  where `placed_at` >= cast(? as datetime(6))
  group by 1
  union all
  select
    d0,
    null as m0,
    sum(s0) as m1
  from facts_1
  join periods_1 on day >= d0 - interval 1 year and day < d0 - interval 1 year + interval 1 month
  group by 1
) as branches
group by 1
order by `orders.placed_at.month` <=> null, `orders.placed_at.month`
limit 21;
-- totals
-- ["2024-01-01 00:00:00","2024-01-01 00:00:00","2024-01-01 00:00:00","2024-01-01 00:00:00"]
with recursive facts_1 as (
  select
    date(`placed_at`) as day,
    sum(`amount`) as s0
  from `orders`
  where `placed_at` >= cast(? as datetime(6)) - interval 1 month - interval 2 day - interval 1 year
  group by 1
),
periods_1 as (
  select
    1 as n,
    cast(date_format(cast(? as datetime(6)), '%Y-%m-01') as date) as d0,
    cast(date_format(cast(? as datetime(6)), '%Y-%m-01') as date) as first,
    max(cast(date_format(day, '%Y-%m-01') as date)) as last
  from facts_1
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
  from periods_1
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) month <= last
)
select
  max(m0) as `orders.total`,
  max(m1) as `orders.last_year`,
  1.0000000000000000 * max(m0) / nullif(max(m1), 0) - 1 as `orders.growth`
from (
  select
    sum(`amount`) as m0,
    null as m1
  from `orders`
  where `placed_at` >= cast(? as datetime(6))
  union all
  select
    null as m0,
    sum(s0) as m1
  from facts_1
  where day in (
    select day
    from (select distinct day from facts_1) as days
    join periods_1 on day >= periods_1.d0 - interval 1 year and day < periods_1.d0 - interval 1 year + interval 1 month
  )
) as branches;

-- totals of windows hold the rows of the groups that a filter has picked
-- ["2024-03-01 00:00:00","2024-01-01 00:00:00","2024-01-01 00:00:00","2024-03-01 00:00:00","7"]
with recursive facts_1 as (
  select
    `channel` as d0,
    date(`placed_at`) as day,
    sum(`amount`) as s0
  from `orders`
  where `placed_at` < cast(? as datetime(6)) + interval 1 month + interval 2 day
  group by 1, 2
),
periods_1 as (
  select
    1 as n,
    cast(date_format(cast(? as datetime(6)), '%Y-%m-01') as date) as d1,
    cast(date_format(cast(? as datetime(6)), '%Y-%m-01') as date) as first,
    cast(date_format((cast(? as datetime(6)) - interval 1 microsecond), '%Y-%m-01') as date) as last
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
  from periods_1
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) month <= last
),
spans_1 as (
  select distinct
    day as on_day,
    d1
  from (select distinct day from facts_1) as days
  join periods_1 on day < d1 + interval 1 month
)
select
  d0 as `orders.channel`,
  d1 as `orders.placed_at.month`,
  sum(s0) as `orders.running`
from facts_1
join spans_1 on on_day = day
group by 1, 2
having sum(s0) < cast(? as signed)
order by `orders.channel` <=> null, `orders.channel`, `orders.placed_at.month` <=> null, `orders.placed_at.month`
limit 21;
-- totals
-- ["2024-03-01 00:00:00","2024-01-01 00:00:00","2024-01-01 00:00:00","2024-03-01 00:00:00","7","2024-03-01 00:00:00","2024-01-01 00:00:00","2024-01-01 00:00:00","2024-03-01 00:00:00"]
with recursive facts_1 as (
  select
    `channel` as d0,
    date(`placed_at`) as day,
    sum(`amount`) as s0
  from `orders`
  where `placed_at` < cast(? as datetime(6)) + interval 1 month + interval 2 day
  group by 1, 2
),
periods_1 as (
  select
    1 as n,
    cast(date_format(cast(? as datetime(6)), '%Y-%m-01') as date) as d1,
    cast(date_format(cast(? as datetime(6)), '%Y-%m-01') as date) as first,
    cast(date_format((cast(? as datetime(6)) - interval 1 microsecond), '%Y-%m-01') as date) as last
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
  from periods_1
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) month <= last
),
spans_1 as (
  select distinct
    day as on_day,
    d1
  from (select distinct day from facts_1) as days
  join periods_1 on day < d1 + interval 1 month
),
picked_1 as (
  select
    d0,
    d1
  from facts_1
  join spans_1 on on_day = day
  group by 1, 2
  having sum(s0) < cast(? as signed)
),
facts_2 as (
  select
    `channel` as d0,
    date(`placed_at`) as day,
    sum(`amount`) as s0
  from `orders`
  where `placed_at` < cast(? as datetime(6)) + interval 1 month + interval 2 day
  group by 1, 2
),
periods_2 as (
  select
    1 as n,
    cast(date_format(cast(? as datetime(6)), '%Y-%m-01') as date) as d1,
    cast(date_format(cast(? as datetime(6)), '%Y-%m-01') as date) as first,
    cast(date_format((cast(? as datetime(6)) - interval 1 microsecond), '%Y-%m-01') as date) as last
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
  from periods_2
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) month <= last
)
select sum(s0) as `orders.running`
from facts_2
where exists (
  select 1
  from periods_2
  join picked_1 on picked_1.d1 <=> periods_2.d1
  where day < periods_2.d1 + interval 1 month
    and picked_1.d0 <=> facts_2.d0
);

-- in totals through a fan-out a row of several groups that pass counts once
-- ["50"]
with recursive facts_1 as (
  select distinct
    `tags`.`tag` as d0,
    date(`balances`.`day`) as day_,
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
  select
    1 as n,
    min(cast(date_format(day_, '%Y-%m-01') as date)) as d1,
    min(cast(date_format(day_, '%Y-%m-01') as date)) as first,
    max(cast(date_format(day_, '%Y-%m-01') as date)) as last
  from sums_1
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
  from periods_1
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) month <= last
),
spans_1 as (
  select distinct
    day_ as on_day,
    d1
  from (select distinct day_ from sums_1) as days
  join periods_1 on day_ < d1 + interval 1 month
),
facts_2 as (
  select distinct
    `tags`.`tag` as d0,
    date(`balances`.`day`) as day_,
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
  select
    1 as n,
    min(cast(date_format(day_, '%Y-%m-01') as date)) as d1,
    min(cast(date_format(day_, '%Y-%m-01') as date)) as first,
    max(cast(date_format(day_, '%Y-%m-01') as date)) as last
  from facts_2
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
  from periods_2
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) month <= last
),
spans_2 as (
  select distinct
    day_ as on_day,
    d1
  from (select distinct day_ from facts_2) as days
  join periods_2 on day_ < d1 + interval 1 month
)
select
  d0 as `tags.tag`,
  d1 as `balances.day.month`,
  max(m0) as `balances.added_up`,
  max(m1) as `balances.known`
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
      case when moment is not null then rank() over (partition by d0, d1, p0 order by moment desc) end as place
    from facts_2
    join spans_2 on on_day = day_
  ) as placed
  group by 1, 2
) as branches
group by 1, 2
having max(m0) > cast(? as signed)
order by `tags.tag` <=> null, `tags.tag`, `balances.day.month` <=> null, `balances.day.month`
limit 11;
-- totals
-- ["50"]
with recursive facts_1 as (
  select distinct
    `tags`.`tag` as d0,
    date(`balances`.`day`) as day_,
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
  select
    1 as n,
    min(cast(date_format(day_, '%Y-%m-01') as date)) as d1,
    min(cast(date_format(day_, '%Y-%m-01') as date)) as first,
    max(cast(date_format(day_, '%Y-%m-01') as date)) as last
  from sums_1
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
  from periods_1
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) month <= last
),
spans_1 as (
  select distinct
    day_ as on_day,
    d1
  from (select distinct day_ from sums_1) as days
  join periods_1 on day_ < d1 + interval 1 month
),
facts_2 as (
  select
    `tags`.`tag` as d0,
    date(`balances`.`day`) as day_,
    `balances`.`day` as moment,
    `balances`.`account_id` as p0
  from `balances`
  left join `accounts` on `accounts`.`id` = `balances`.`account_id`
  left join `tags` on `tags`.`account_id` = `accounts`.`id`
),
periods_2 as (
  select
    1 as n,
    min(cast(date_format(day_, '%Y-%m-01') as date)) as d1,
    min(cast(date_format(day_, '%Y-%m-01') as date)) as first,
    max(cast(date_format(day_, '%Y-%m-01') as date)) as last
  from facts_2
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
  from periods_2
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) month <= last
),
spans_2 as (
  select distinct
    day_ as on_day,
    d1
  from (select distinct day_ from facts_2) as days
  join periods_2 on day_ < d1 + interval 1 month
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
        case when moment is not null then rank() over (partition by d0, d1, p0 order by moment desc) end as place
      from facts_2
      join spans_2 on on_day = day_
    ) as placed
    group by 1, 2
  ) as branches
  group by 1, 2
  having max(m0) > cast(? as signed)
),
facts_3 as (
  select distinct
    `tags`.`tag` as d0,
    date(`balances`.`day`) as day_,
    `balances`.`account_id` as k0,
    `balances`.`day` as k1,
    `balances`.`balance` as v0
  from `balances`
  left join `accounts` on `accounts`.`id` = `balances`.`account_id`
  left join `tags` on `tags`.`account_id` = `accounts`.`id`
),
periods_3 as (
  select
    1 as n,
    min(cast(date_format(day_, '%Y-%m-01') as date)) as d1,
    min(cast(date_format(day_, '%Y-%m-01') as date)) as first,
    max(cast(date_format(day_, '%Y-%m-01') as date)) as last
  from facts_3
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
  from periods_3
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) month <= last
),
facts_4 as (
  select distinct
    `tags`.`tag` as d0,
    date(`balances`.`day`) as day_,
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
  select
    1 as n,
    min(cast(date_format(day_, '%Y-%m-01') as date)) as d1,
    min(cast(date_format(day_, '%Y-%m-01') as date)) as first,
    max(cast(date_format(day_, '%Y-%m-01') as date)) as last
  from facts_4
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
  from periods_4
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) month <= last
)
select
  max(m0) as `balances.added_up`,
  max(m1) as `balances.known`
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
      from periods_3
      join picked_1 on picked_1.d1 <=> periods_3.d1
      where day_ < periods_3.d1 + interval 1 month
        and picked_1.d0 <=> facts_3.d0
    )
  ) as single
  union all
  select
    null as m0,
    sum(case when place = 1 then v0 end) as m1
  from (
    select
      v0,
      case when moment is not null then rank() over (partition by p0 order by moment desc) end as place
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
        from periods_4
        join picked_1 on picked_1.d1 <=> periods_4.d1
        where day_ < periods_4.d1 + interval 1 month
          and picked_1.d0 <=> facts_4.d0
      )
    ) as single
  ) as placed
) as branches;

-- what is last among the groups that pass may not be last of all
-- ["25"]
with recursive facts_1 as (
  select distinct
    `tags`.`tag` as d0,
    date(`balances`.`day`) as day_,
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
  select
    1 as n,
    min(cast(date_format(day_, '%Y-%m-01') as date)) as d1,
    min(cast(date_format(day_, '%Y-%m-01') as date)) as first,
    max(cast(date_format(day_, '%Y-%m-01') as date)) as last
  from facts_1
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
  from periods_1
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) month <= last
),
spans_1 as (
  select distinct
    day_ as on_day,
    d1
  from (select distinct day_ from facts_1) as days
  join periods_1 on day_ < d1 + interval 1 month
)
select
  d0 as `tags.tag`,
  d1 as `balances.day.month`,
  sum(case when place = 1 then v0 end) as `balances.known`
from (
  select
    d0,
    d1,
    v0,
    case when moment is not null then rank() over (partition by d0, d1, p0 order by moment desc) end as place
  from facts_1
  join spans_1 on on_day = day_
) as placed
group by 1, 2
having sum(case when place = 1 then v0 end) > cast(? as signed)
order by `tags.tag` <=> null, `tags.tag`, `balances.day.month` <=> null, `balances.day.month`
limit 11;
-- totals
-- ["25"]
with recursive facts_1 as (
  select distinct
    `tags`.`tag` as d0,
    date(`balances`.`day`) as day_,
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
  select
    1 as n,
    min(cast(date_format(day_, '%Y-%m-01') as date)) as d1,
    min(cast(date_format(day_, '%Y-%m-01') as date)) as first,
    max(cast(date_format(day_, '%Y-%m-01') as date)) as last
  from facts_1
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
  from periods_1
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) month <= last
),
spans_1 as (
  select distinct
    day_ as on_day,
    d1
  from (select distinct day_ from facts_1) as days
  join periods_1 on day_ < d1 + interval 1 month
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
      case when moment is not null then rank() over (partition by d0, d1, p0 order by moment desc) end as place
    from facts_1
    join spans_1 on on_day = day_
  ) as placed
  group by 1, 2
  having sum(case when place = 1 then v0 end) > cast(? as signed)
),
facts_2 as (
  select distinct
    `tags`.`tag` as d0,
    date(`balances`.`day`) as day_,
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
  select
    1 as n,
    min(cast(date_format(day_, '%Y-%m-01') as date)) as d1,
    min(cast(date_format(day_, '%Y-%m-01') as date)) as first,
    max(cast(date_format(day_, '%Y-%m-01') as date)) as last
  from facts_2
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
  from periods_2
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) month <= last
)
select sum(case when place = 1 then v0 end) as `balances.known`
from (
  select
    v0,
    case when moment is not null then rank() over (partition by p0 order by moment desc) end as place
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
      join picked_1 on picked_1.d1 <=> periods_2.d1
      where day_ < periods_2.d1 + interval 1 month
        and picked_1.d0 <=> facts_2.d0
    )
  ) as single
) as placed;
