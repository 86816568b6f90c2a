-- Never run on bigquery itself: see shared/semantic/dialects/README.md for what it rests on.

-- a balance goes on to the end that the filter names, past the last row
-- ["2024-08-03","2024-04-01","2024-06-30","2024-04-01","2024-07-01"]
with facts_1 as (
  select
    cast(`day` as date) as day_,
    sum(`amount`) as s0
  from `sales`
  where `day` < cast(@p1 as date)
  group by 1
),
periods_1 as (
  select step as d0
  from (
    select date_trunc(cast(cast(@p2 as date) as date), month) as lo, date_trunc(cast(cast(@p3 as date) as date), month) as hi
  ) as bounds
  cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
)
select
  d0 as `sales__day__month`,
  max(m0) as `sales__running`,
  max(m1) as `sales__total`
from (
  select
    d0,
    sum(s0) as m0,
    null as m1
  from facts_1
  join periods_1 on day_ < date_add(d0, interval 1 month)
  group by 1
  union all
  select
    date_trunc(cast(`day` as date), month) as d0,
    null as m0,
    sum(`amount`) as m1
  from `sales`
  where `day` >= cast(@p4 as date) and `day` < cast(@p5 as date)
  group by 1
) as branches
group by 1
order by `sales__day__month` nulls last
limit 11;
-- totals
-- ["2024-08-03","2024-04-01","2024-06-30","2024-04-01","2024-07-01"]
with facts_1 as (
  select
    cast(`day` as date) as day_,
    sum(`amount`) as s0
  from `sales`
  where `day` < cast(@p1 as date)
  group by 1
),
periods_1 as (
  select step as d0
  from (
    select date_trunc(cast(cast(@p2 as date) as date), month) as lo, date_trunc(cast(cast(@p3 as date) as date), month) as hi
  ) as bounds
  cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
)
select
  max(m0) as `sales__running`,
  max(m1) as `sales__total`
from (
  select
    sum(s0) as m0,
    null as m1
  from facts_1
  where day_ in (
    select day_
    from (select distinct day_ from facts_1) as days
    join periods_1 on day_ < date_add(periods_1.d0, interval 1 month)
  )
  union all
  select
    null as m0,
    sum(`amount`) as m1
  from `sales`
  where `day` >= cast(@p4 as date) and `day` < cast(@p5 as date)
) as branches;

-- a balance in a month after all rows
-- ["2024-08-03","2024-06-01","2024-06-30"]
with facts_1 as (
  select
    cast(`day` as date) as day_,
    sum(`amount`) as s0
  from `sales`
  where `day` < cast(@p1 as date)
  group by 1
),
periods_1 as (
  select step as d0
  from (
    select date_trunc(cast(cast(@p2 as date) as date), month) as lo, date_trunc(cast(cast(@p3 as date) as date), month) as hi
  ) as bounds
  cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
)
select
  d0 as `sales__day__month`,
  sum(s0) as `sales__running`
from facts_1
join periods_1 on day_ < date_add(d0, interval 1 month)
group by 1
order by `sales__day__month` nulls last
limit 11;

-- balances stand in the periods that fillGaps adds, for every combination
-- ["2024-07-03","2024-03-01","2024-05-31","2024-03-01","2024-05-31"]
with facts_1 as (
  select
    `shop` as d0,
    cast(`day` as date) as day_,
    sum(`amount`) as s0
  from `sales`
  where `day` < cast(@p1 as date)
  group by 1, 2
),
periods_1 as (
  select step as d1
  from (
    select date_trunc(cast(cast(@p2 as date) as date), month) as lo, date_trunc(cast(cast(@p3 as date) as date), month) as hi
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
groups_1 as (
  select
    d0,
    d1,
    sum(s0) as m0
  from facts_1
  join spans_1 on on_day = day_
  group by 1, 2
),
periods_2 as (
  select step as d1
  from (
    select date_trunc(cast(cast(@p4 as date) as date), month) as lo, date_trunc(cast(cast(@p5 as date) as date), month) as hi
  ) as bounds
  cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
)
select
  d0 as `sales__shop`,
  d1 as `sales__day__month`,
  max(m0) as `sales__running`
from (
  select d0, d1, m0 from groups_1
  union all
  select d0, d1, null as m0
  from periods_2
  cross join (select distinct d0 from groups_1) as others
) as filled
group by 1, 2
order by `sales__shop` nulls last, `sales__day__month` nulls last
limit 11;

-- the month after the last row has that row's month beside it
-- ["2024-01-28","2025-02-03","2024-04-01","2024-12-31","2024-04-01","2025-01-01"]
with facts_1 as (
  select
    cast(`day` as date) as day_,
    sum(`amount`) as s0
  from `sales`
  where `day` >= cast(@p1 as date)
    and `day` < cast(@p2 as date)
  group by 1
),
periods_1 as (
  select step as d0
  from (
    select date_trunc(cast(cast(@p3 as date) as date), month) as lo, date_trunc(cast(cast(@p4 as date) as date), month) as hi
  ) as bounds
  cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
)
select
  d0 as `sales__day__month`,
  max(m0) as `sales__last_month`,
  max(m1) as `sales__total`
from (
  select
    d0,
    sum(s0) as m0,
    null as m1
  from facts_1
  join periods_1 on day_ >= date_add(d0, interval -1 month) and day_ < date_add(date_add(d0, interval -1 month), interval 1 month)
  group by 1
  union all
  select
    date_trunc(cast(`day` as date), month) as d0,
    null as m0,
    sum(`amount`) as m1
  from `sales`
  where `day` >= cast(@p5 as date) and `day` < cast(@p6 as date)
  group by 1
) as branches
group by 1
order by `sales__day__month` nulls last
limit 21;

-- the month before the first row has that row's month after it
-- ["2023-05-03","2022-11-28","2023-01-01","2023-02-28"]
with facts_1 as (
  select
    cast(`day` as date) as day_,
    sum(`amount`) as s0
  from `sales`
  where `day` < cast(@p1 as date)
    and `day` >= cast(@p2 as date)
  group by 1
),
periods_1 as (
  select step as d0
  from (
    select date_trunc(cast(cast(@p3 as date) as date), month) as lo, date_trunc(cast(cast(@p4 as date) as date), month) as hi
  ) as bounds
  cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
)
select
  d0 as `sales__day__month`,
  sum(s0) as `sales__next_month`
from facts_1
join periods_1 on day_ >= date_add(d0, interval 1 month) and day_ < date_add(date_add(d0, interval 1 month), interval 1 month)
group by 1
order by `sales__day__month` nulls last
limit 21;

-- where no filter ends the periods, the rows of another fact do
-- ["2024-02-01","2024-02-01","2024-02-01"]
with facts_1 as (
  select
    cast(`days`.`day` as date) as day_,
    sum(`sales`.`amount`) as s0
  from `sales`
  left join `days` on `days`.`day` = `sales`.`day`
  group by 1
),
extent_1 as (
  select
    min(date_trunc(cast(day_ as date), month)) as earliest,
    max(date_trunc(cast(day_ as date), month)) as latest
  from facts_1
  union all
  select
    min(date_trunc(cast(`days`.`day` as date), month)) as earliest,
    max(date_trunc(cast(`days`.`day` as date), month)) as latest
  from `visits`
  left join `days` on `days`.`day` = `visits`.`day`
  where `days`.`day` >= cast(@p1 as date)
),
periods_1 as (
  select step as d0
  from (
    select
      date_trunc(cast(cast(@p2 as date) as date), month) as lo,
      max(latest) as hi
    from extent_1
  ) as bounds
  cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
)
select
  d0 as `days__day__month`,
  max(m0) as `sales__running_days`,
  coalesce(max(m1), 0) as `visits__count`
from (
  select
    d0,
    sum(s0) as m0,
    null as m1
  from facts_1
  join periods_1 on day_ < date_add(d0, interval 1 month)
  group by 1
  union all
  select
    date_trunc(cast(`days`.`day` as date), month) as d0,
    null as m0,
    count(*) as m1
  from `visits`
  left join `days` on `days`.`day` = `visits`.`day`
  where `days`.`day` >= cast(@p3 as date)
  group by 1
) as branches
group by 1
order by `days__day__month` nulls last
limit 21;
-- totals
-- ["2024-02-01","2024-02-01","2024-02-01"]
with facts_1 as (
  select
    cast(`days`.`day` as date) as day_,
    sum(`sales`.`amount`) as s0
  from `sales`
  left join `days` on `days`.`day` = `sales`.`day`
  group by 1
),
extent_1 as (
  select
    min(date_trunc(cast(day_ as date), month)) as earliest,
    max(date_trunc(cast(day_ as date), month)) as latest
  from facts_1
  union all
  select
    min(date_trunc(cast(`days`.`day` as date), month)) as earliest,
    max(date_trunc(cast(`days`.`day` as date), month)) as latest
  from `visits`
  left join `days` on `days`.`day` = `visits`.`day`
  where `days`.`day` >= cast(@p1 as date)
),
periods_1 as (
  select step as d0
  from (
    select
      date_trunc(cast(cast(@p2 as date) as date), month) as lo,
      max(latest) as hi
    from extent_1
  ) as bounds
  cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
)
select
  max(m0) as `sales__running_days`,
  coalesce(max(m1), 0) as `visits__count`
from (
  select
    sum(s0) as m0,
    null as m1
  from facts_1
  where day_ in (
    select day_
    from (select distinct day_ from facts_1) as days_
    join periods_1 on day_ < date_add(periods_1.d0, interval 1 month)
  )
  union all
  select
    null as m0,
    count(*) as m1
  from `visits`
  left join `days` on `days`.`day` = `visits`.`day`
  where `days`.`day` >= cast(@p3 as date)
) as branches;

-- a filter on another fact's measure picks among its months too
-- ["0"]
with facts_1 as (
  select
    cast(`days`.`day` as date) as day_,
    sum(`sales`.`amount`) as s0
  from `sales`
  left join `days` on `days`.`day` = `sales`.`day`
  group by 1
),
extent_1 as (
  select
    min(date_trunc(cast(day_ as date), month)) as earliest,
    max(date_trunc(cast(day_ as date), month)) as latest
  from facts_1
  union all
  select
    min(date_trunc(cast(`days`.`day` as date), month)) as earliest,
    max(date_trunc(cast(`days`.`day` as date), month)) as latest
  from `visits`
  left join `days` on `days`.`day` = `visits`.`day`
),
periods_1 as (
  select step as d0
  from (
    select
      min(earliest) as lo,
      max(latest) as hi
    from extent_1
  ) as bounds
  cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
)
select
  d0 as `days__day__month`,
  max(m0) as `sales__running_days`
from (
  select
    d0,
    sum(s0) as m0,
    null as m1
  from facts_1
  join periods_1 on day_ < date_add(d0, interval 1 month)
  group by 1
  union all
  select
    date_trunc(cast(`days`.`day` as date), month) as d0,
    null as m0,
    count(*) as m1
  from `visits`
  left join `days` on `days`.`day` = `visits`.`day`
  group by 1
) as branches
group by 1
having coalesce(max(m1), 0) > cast(@p1 as int64)
order by `days__day__month` nulls last
limit 21;
-- totals
-- ["0"]
with facts_1 as (
  select cast(`days`.`day` as date) as day_
  from `sales`
  left join `days` on `days`.`day` = `sales`.`day`
  group by 1
),
extent_1 as (
  select
    min(date_trunc(cast(day_ as date), month)) as earliest,
    max(date_trunc(cast(day_ as date), month)) as latest
  from facts_1
  union all
  select
    min(date_trunc(cast(`days`.`day` as date), month)) as earliest,
    max(date_trunc(cast(`days`.`day` as date), month)) as latest
  from `visits`
  left join `days` on `days`.`day` = `visits`.`day`
),
periods_1 as (
  select step as d0
  from (
    select
      min(earliest) as lo,
      max(latest) as hi
    from extent_1
  ) as bounds
  cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
),
picked_1 as (
  select d0
  from (
    select
      d0,
      null as m0
    from facts_1
    join periods_1 on day_ < date_add(d0, interval 1 month)
    group by 1
    union all
    select
      date_trunc(cast(`days`.`day` as date), month) as d0,
      count(*) as m0
    from `visits`
    left join `days` on `days`.`day` = `visits`.`day`
    group by 1
  ) as branches
  group by 1
  having coalesce(max(m0), 0) > cast(@p1 as int64)
),
facts_2 as (
  select
    cast(`days`.`day` as date) as day_,
    sum(`sales`.`amount`) as s0
  from `sales`
  left join `days` on `days`.`day` = `sales`.`day`
  group by 1
),
extent_2 as (
  select
    min(date_trunc(cast(day_ as date), month)) as earliest,
    max(date_trunc(cast(day_ as date), month)) as latest
  from facts_2
  union all
  select
    min(date_trunc(cast(`days`.`day` as date), month)) as earliest,
    max(date_trunc(cast(`days`.`day` as date), month)) as latest
  from `visits`
  left join `days` on `days`.`day` = `visits`.`day`
),
periods_2 as (
  select step as d0
  from (
    select
      min(earliest) as lo,
      max(latest) as hi
    from extent_2
  ) as bounds
  cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
)
select sum(s0) as `sales__running_days`
from facts_2
where to_json_string([to_json_string(facts_2.day_)]) in (
  select to_json_string([to_json_string(days_.day_)])
  from (select distinct day_ from facts_2) as days_
  join periods_2 on day_ < date_add(periods_2.d0, interval 1 month)
  join picked_1 on to_json_string(picked_1.d0) = to_json_string(periods_2.d0)
);

-- a dataset bounds the periods as a filter does, and the rows as well
-- ["2024-03-01","2024-06-01","2024-03-01","2024-05-31"]
with facts_1 as (
  select
    cast(`day` as date) as day_,
    sum(`amount`) as s0
  from `sales`
  where `day` >= cast(@p1 as date) and `day` < cast(@p2 as date)
  group by 1
),
periods_1 as (
  select step as d0
  from (
    select date_trunc(cast(cast(@p3 as date) as date), month) as lo, date_trunc(cast(cast(@p4 as date) as date), month) as hi
  ) as bounds
  cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
)
select
  d0 as `sales__day__month`,
  sum(s0) as `sales__running`
from facts_1
join periods_1 on day_ < date_add(d0, interval 1 month)
group by 1
order by `sales__day__month` nulls last
limit 11;

-- a week ago, of months, no day is lost or comes twice
-- ["2023-11-22","2025-02-03","2024-01-01","2024-12-31","2023-10-25","2025-02-03","2024-01-01","2024-12-31"]
with facts_1 as (
  select
    cast(`day` as date) as day_,
    sum(`amount`) as s0
  from `sales`
  where `day` >= cast(@p1 as date)
    and `day` < cast(@p2 as date)
  group by 1
),
periods_1 as (
  select step as d0
  from (
    select date_trunc(cast(cast(@p3 as date) as date), month) as lo, date_trunc(cast(cast(@p4 as date) as date), month) as hi
  ) as bounds
  cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
),
facts_2 as (
  select
    cast(`day` as date) as day_,
    sum(`amount`) as s0
  from `sales`
  where `day` >= cast(@p5 as date)
    and `day` < cast(@p6 as date)
  group by 1
),
periods_2 as (
  select step as d0
  from (
    select date_trunc(cast(cast(@p7 as date) as date), month) as lo, date_trunc(cast(cast(@p8 as date) as date), month) as hi
  ) as bounds
  cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
)
select
  d0 as `sales__day__month`,
  max(m0) as `sales__week_ago`,
  max(m1) as `sales__rolled_week_ago`
from (
  select
    d0,
    sum(s0) as m0,
    null as m1
  from facts_1
  join periods_1 on day_ >= date_add(d0, interval -1 week) and day_ < date_add(date_add(d0, interval 1 month), interval -1 week)
  group by 1
  union all
  select
    d0,
    null as m0,
    sum(s0) as m1
  from facts_2
  join periods_2 on day_ >= date_add(date_add(date_add(d0, interval 1 month), interval -1 week), interval -28 day) and day_ < date_add(date_add(d0, interval 1 month), interval -1 week)
  group by 1
) as branches
group by 1
order by `sales__day__month` nulls last
limit 11;

-- thirty days ago and in five days, of months
-- ["2023-10-30","2025-02-03","2024-01-01","2024-12-31","2023-11-29","2025-02-08","2024-01-01","2024-12-31"]
with facts_1 as (
  select
    cast(`day` as date) as day_,
    sum(`amount`) as s0
  from `sales`
  where `day` >= cast(@p1 as date)
    and `day` < cast(@p2 as date)
  group by 1
),
periods_1 as (
  select step as d0
  from (
    select date_trunc(cast(cast(@p3 as date) as date), month) as lo, date_trunc(cast(cast(@p4 as date) as date), month) as hi
  ) as bounds
  cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
),
facts_2 as (
  select
    cast(`day` as date) as day_,
    sum(`amount`) as s0
  from `sales`
  where `day` >= cast(@p5 as date)
    and `day` < cast(@p6 as date)
  group by 1
),
periods_2 as (
  select step as d0
  from (
    select date_trunc(cast(cast(@p7 as date) as date), month) as lo, date_trunc(cast(cast(@p8 as date) as date), month) as hi
  ) as bounds
  cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
)
select
  d0 as `sales__day__month`,
  max(m0) as `sales__days30_ago`,
  max(m1) as `sales__in_5_days`
from (
  select
    d0,
    sum(s0) as m0,
    null as m1
  from facts_1
  join periods_1 on day_ >= date_add(d0, interval -30 day) and day_ < date_add(date_add(d0, interval 1 month), interval -30 day)
  group by 1
  union all
  select
    d0,
    null as m0,
    sum(s0) as m1
  from facts_2
  join periods_2 on day_ >= date_add(d0, interval 5 day) and day_ < date_add(date_add(d0, interval 1 month), interval 5 day)
  group by 1
) as branches
group by 1
order by `sales__day__month` nulls last
limit 11;

-- a year ago, of weeks, over the 29th of February
-- ["2022-12-23","2025-01-10","2024-01-01","2024-12-31"]
with facts_1 as (
  select
    cast(`day` as date) as day_,
    sum(`amount`) as s0
  from `sales`
  where `day` >= cast(@p1 as date)
    and `day` < cast(@p2 as date)
  group by 1
),
periods_1 as (
  select step as d0
  from (
    select date_trunc(cast(cast(@p3 as date) as date), week(monday)) as lo, date_trunc(cast(cast(@p4 as date) as date), week(monday)) as hi
  ) as bounds
  cross join unnest(generate_date_array(lo, hi, interval 1 week)) as step
)
select
  d0 as `sales__day__week`,
  sum(s0) as `sales__year_ago`
from facts_1
join periods_1 on day_ >= date_add(d0, interval -1 year) and day_ < date_add(date_add(d0, interval 1 week), interval -1 year)
group by 1
order by `sales__day__week` nulls last
limit 11;

-- groups whose measures have no rows stay, with 0 for a count and null for all else
select
  date_trunc(cast(`day` as date), month) as `sales__day__month`,
  sum(case when amount > 32 then `amount` end) as `sales__great`,
  count(case when amount > 32 then 1 end) as `sales__great_count`,
  count(distinct case when amount > 32 then `shop` end) as `sales__great_shops`
from `sales`
group by 1
order by `sales__day__month` nulls last
limit 11;
