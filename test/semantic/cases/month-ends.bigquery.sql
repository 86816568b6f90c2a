-- Never run on bigquery itself: see shared/semantic/dialects/README.md for what it rests on.

-- a month before the 28th to the 31st of March is each time the 28th of February
-- ["2023-02-24","2023-04-03","2023-03-27","2023-03-31","2023-03-27","2023-03-31"]
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
    select cast(cast(@p3 as date) as date) as lo, cast(cast(@p4 as date) as date) as hi
  ) as bounds
  cross join unnest(generate_date_array(lo, hi, interval 1 day)) as step
)
select
  d0 as `sales__day__day`,
  max(m0) as `sales__month_ago`,
  max(m1) as `sales__total`
from (
  select
    d0,
    sum(s0) as m0,
    null as m1
  from facts_1
  join periods_1 on day_ >= date_add(d0, interval -1 month) and day_ < date_add(date_add(d0, interval -1 month), interval 1 day)
  group by 1
  union all
  select
    cast(`day` as date) as d0,
    null as m0,
    sum(`amount`) as m1
  from `sales`
  where `day` between cast(@p5 as date) and cast(@p6 as date)
  group by 1
) as branches
group by 1
order by `sales__day__day` nulls last;

-- a month after the 28th to the 31st of January is the last day of February
-- ["2023-01-24","2023-03-03","2023-01-27","2023-01-31"]
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
    select cast(cast(@p3 as date) as date) as lo, cast(cast(@p4 as date) as date) as hi
  ) as bounds
  cross join unnest(generate_date_array(lo, hi, interval 1 day)) as step
)
select
  d0 as `sales__day__day`,
  sum(s0) as `sales__in_a_month`
from facts_1
join periods_1 on day_ >= date_add(d0, interval 1 month) and day_ < date_add(date_add(d0, interval 1 month), interval 1 day)
group by 1
order by `sales__day__day` nulls last;

-- a year before the 29th of February and a quarter before the 31st of May
-- ["2023-02-25","2024-06-03","2024-02-28","2024-05-31","2023-11-25","2024-06-03","2024-02-28","2024-05-31"]
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
    select cast(cast(@p3 as date) as date) as lo, cast(cast(@p4 as date) as date) as hi
  ) as bounds
  cross join unnest(generate_date_array(lo, hi, interval 1 day)) as step
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
    select cast(cast(@p7 as date) as date) as lo, cast(cast(@p8 as date) as date) as hi
  ) as bounds
  cross join unnest(generate_date_array(lo, hi, interval 1 day)) as step
)
select
  d0 as `sales__day__day`,
  max(m0) as `sales__year_ago`,
  max(m1) as `sales__quarter_ago`
from (
  select
    d0,
    sum(s0) as m0,
    null as m1
  from facts_1
  join periods_1 on day_ >= date_add(d0, interval -1 year) and day_ < date_add(date_add(d0, interval -1 year), interval 1 day)
  group by 1
  union all
  select
    d0,
    null as m0,
    sum(s0) as m1
  from facts_2
  join periods_2 on day_ >= date_add(d0, interval -1 quarter) and day_ < date_add(date_add(d0, interval -1 quarter), interval 1 day)
  group by 1
) as branches
group by 1
having max(m0) is not null
order by `sales__day__day` nulls last;

-- a quarter before each day of the end of May is the end of February
-- ["2024-02-25","2024-06-03","2024-05-28","2024-05-31"]
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
    select cast(cast(@p3 as date) as date) as lo, cast(cast(@p4 as date) as date) as hi
  ) as bounds
  cross join unnest(generate_date_array(lo, hi, interval 1 day)) as step
)
select
  d0 as `sales__day__day`,
  sum(s0) as `sales__quarter_ago`
from facts_1
join periods_1 on day_ >= date_add(d0, interval -1 quarter) and day_ < date_add(date_add(d0, interval -1 quarter), interval 1 day)
group by 1
order by `sales__day__day` nulls last;

-- the month before to date goes up to its last day where it has no such day
-- ["2023-01-24","2023-04-03","2023-03-27","2023-03-31"]
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
    select cast(cast(@p3 as date) as date) as lo, cast(cast(@p4 as date) as date) as hi
  ) as bounds
  cross join unnest(generate_date_array(lo, hi, interval 1 day)) as step
)
select
  d0 as `sales__day__day`,
  sum(s0) as `sales__to_date_month_ago`
from facts_1
join periods_1 on day_ >= date_trunc(cast((date_add(date_add(date_add(d0, interval -1 month), interval 1 day), interval -1 day)) as date), month) and day_ < date_add(date_add(d0, interval -1 month), interval 1 day)
group by 1
order by `sales__day__day` nulls last;

-- of a week that ends on the 30th of March too
-- ["2024-01-08","2024-04-15","2024-03-17","2024-04-06"]
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
    select date_trunc(cast(cast(@p3 as date) as date), week(sunday)) as lo, date_trunc(cast(cast(@p4 as date) as date), week(sunday)) as hi
  ) as bounds
  cross join unnest(generate_date_array(lo, hi, interval 1 week)) as step
)
select
  d0 as `sales__day__week`,
  sum(s0) as `sales__to_date_month_ago`
from facts_1
join periods_1 on day_ >= date_trunc(cast((date_add(date_add(date_add(date_add(date_add(d0, interval 1 week), interval -1 day), interval -1 month), interval 1 day), interval -1 day)) as date), month) and day_ < date_add(date_add(date_add(date_add(d0, interval 1 week), interval -1 day), interval -1 month), interval 1 day)
group by 1
order by `sales__day__week` nulls last;

-- a month before whole weeks counts each day once
-- ["2024-02-09","2024-04-16","2024-03-18","2024-04-07"]
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
  sum(s0) as `sales__month_ago`
from facts_1
join periods_1 on day_ >= date_add(d0, interval -1 month) and day_ < date_add(date_add(d0, interval 1 week), interval -1 month)
group by 1
order by `sales__day__week` nulls last;
-- totals
-- ["2024-02-09","2024-04-16","2024-03-18","2024-04-07"]
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
select sum(s0) as `sales__month_ago`
from facts_1
where day_ in (
  select day_
  from (select distinct day_ from facts_1) as days
  join periods_1 on day_ >= date_add(periods_1.d0, interval -1 month) and day_ < date_add(date_add(periods_1.d0, interval 1 week), interval -1 month)
);

-- what has rolled up to the same day a year ago
-- ["2024-01-28","2024-03-04","2024-02-28","2024-03-01","2023-01-28","2024-03-04","2024-02-28","2024-03-01"]
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
    select cast(cast(@p3 as date) as date) as lo, cast(cast(@p4 as date) as date) as hi
  ) as bounds
  cross join unnest(generate_date_array(lo, hi, interval 1 day)) as step
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
    select cast(cast(@p7 as date) as date) as lo, cast(cast(@p8 as date) as date) as hi
  ) as bounds
  cross join unnest(generate_date_array(lo, hi, interval 1 day)) as step
)
select
  d0 as `sales__day__day`,
  max(m0) as `sales__month_rolled`,
  max(m1) as `sales__month_rolled_year_ago`
from (
  select
    d0,
    sum(s0) as m0,
    null as m1
  from facts_1
  join periods_1 on day_ >= date_add(date_add(d0, interval 1 day), interval -28 day) and day_ < date_add(d0, interval 1 day)
  group by 1
  union all
  select
    d0,
    null as m0,
    sum(s0) as m1
  from facts_2
  join periods_2 on day_ >= date_add(date_add(date_add(d0, interval -1 year), interval 1 day), interval -28 day) and day_ < date_add(date_add(d0, interval -1 year), interval 1 day)
  group by 1
) as branches
group by 1
order by `sales__day__day` nulls last;

-- two offsets in one unit are one, in two units one after the other
-- ["2023-01-25","2023-04-04","2023-03-28","2023-04-01","2023-02-24","2023-04-04","2023-03-28","2023-04-01","2023-03-25","2023-04-04","2023-03-28","2023-04-01"]
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
    select cast(cast(@p3 as date) as date) as lo, cast(cast(@p4 as date) as date) as hi
  ) as bounds
  cross join unnest(generate_date_array(lo, hi, interval 1 day)) as step
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
    select cast(cast(@p7 as date) as date) as lo, cast(cast(@p8 as date) as date) as hi
  ) as bounds
  cross join unnest(generate_date_array(lo, hi, interval 1 day)) as step
),
facts_3 as (
  select
    cast(`day` as date) as day_,
    sum(`amount`) as s0
  from `sales`
  where `day` >= cast(@p9 as date)
    and `day` < cast(@p10 as date)
  group by 1
),
periods_3 as (
  select step as d0
  from (
    select cast(cast(@p11 as date) as date) as lo, cast(cast(@p12 as date) as date) as hi
  ) as bounds
  cross join unnest(generate_date_array(lo, hi, interval 1 day)) as step
)
select
  d0 as `sales__day__day`,
  max(m0) as `sales__two_months_ago`,
  max(m1) as `sales__day_and_month_ago`,
  max(m2) as `sales__there_and_back`
from (
  select
    d0,
    sum(s0) as m0,
    null as m1,
    null as m2
  from facts_1
  join periods_1 on day_ >= date_add(d0, interval -2 month) and day_ < date_add(date_add(d0, interval -2 month), interval 1 day)
  group by 1
  union all
  select
    d0,
    null as m0,
    sum(s0) as m1,
    null as m2
  from facts_2
  join periods_2 on day_ >= date_add(date_add(d0, interval -1 day), interval -1 month) and day_ < date_add(date_add(date_add(d0, interval -1 day), interval -1 month), interval 1 day)
  group by 1
  union all
  select
    d0,
    null as m0,
    null as m1,
    sum(s0) as m2
  from facts_3
  join periods_3 on day_ >= d0 and day_ < date_add(d0, interval 1 day)
  group by 1
) as branches
group by 1
order by `sales__day__day` nulls last;

-- a ratio a year ago
-- ["2024-02-01","2024-04-01","2022-12-30","2024-05-03","2024-02-01","2024-03-31"]
with facts_1 as (
  select
    cast(`day` as date) as day_,
    sum(`amount`) as s0,
    count(*) as s1
  from `sales`
  where `day` >= cast(@p3 as date)
    and `day` < cast(@p4 as date)
  group by 1
),
periods_1 as (
  select step as d0
  from (
    select date_trunc(cast(cast(@p5 as date) as date), month) as lo, date_trunc(cast(cast(@p6 as date) as date), month) as hi
  ) as bounds
  cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
)
select
  d0 as `sales__day__month`,
  1e0 * max(m0) / nullif(coalesce(max(m1), 0), 0) as `sales__mean`,
  (1e0 * max(m2) / nullif(coalesce(max(m3), 0), 0)) as `sales__mean_year_ago`,
  1e0 * (1e0 * max(m0) / nullif(coalesce(max(m1), 0), 0)) / nullif((1e0 * max(m2) / nullif(coalesce(max(m3), 0), 0)), 0) as `sales__mean_growth`
from (
  select
    date_trunc(cast(`day` as date), month) as d0,
    sum(`amount`) as m0,
    count(*) as m1,
    null as m2,
    null as m3
  from `sales`
  where `day` >= cast(@p1 as date) and `day` < cast(@p2 as date)
  group by 1
  union all
  select
    d0,
    null as m0,
    null as m1,
    sum(s0) as m2,
    coalesce(sum(s1), 0) as m3
  from facts_1
  join periods_1 on day_ >= date_add(d0, interval -1 year) and day_ < date_add(date_add(d0, interval -1 year), interval 1 month)
  group by 1
) as branches
group by 1
order by `sales__day__month` nulls last;
-- totals
-- ["2024-02-01","2024-04-01","2022-12-30","2024-05-03","2024-02-01","2024-03-31"]
with facts_1 as (
  select
    cast(`day` as date) as day_,
    sum(`amount`) as s0,
    count(*) as s1
  from `sales`
  where `day` >= cast(@p3 as date)
    and `day` < cast(@p4 as date)
  group by 1
),
periods_1 as (
  select step as d0
  from (
    select date_trunc(cast(cast(@p5 as date) as date), month) as lo, date_trunc(cast(cast(@p6 as date) as date), month) as hi
  ) as bounds
  cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
)
select
  1e0 * max(m0) / nullif(coalesce(max(m1), 0), 0) as `sales__mean`,
  (1e0 * max(m2) / nullif(coalesce(max(m3), 0), 0)) as `sales__mean_year_ago`,
  1e0 * (1e0 * max(m0) / nullif(coalesce(max(m1), 0), 0)) / nullif((1e0 * max(m2) / nullif(coalesce(max(m3), 0), 0)), 0) as `sales__mean_growth`
from (
  select
    sum(`amount`) as m0,
    count(*) as m1,
    null as m2,
    null as m3
  from `sales`
  where `day` >= cast(@p1 as date) and `day` < cast(@p2 as date)
  union all
  select
    null as m0,
    null as m1,
    sum(s0) as m2,
    coalesce(sum(s1), 0) as m3
  from facts_1
  where day_ in (
    select day_
    from (select distinct day_ from facts_1) as days
    join periods_1 on day_ >= date_add(periods_1.d0, interval -1 year) and day_ < date_add(date_add(periods_1.d0, interval -1 year), interval 1 month)
  )
) as branches;

-- row access holds in the periods that offsets lead to
-- ["west","2023-02-25","2024-04-01","2024-03-28","2024-03-29"]
with facts_1 as (
  select
    cast(`day` as date) as day_,
    sum(`amount`) as s0
  from (
    select *
    from `sales` as `own_sales`
    where `region` in (@p1)
  ) as `own_sales`
  where `day` >= cast(@p2 as date)
    and `day` < cast(@p3 as date)
  group by 1
),
periods_1 as (
  select step as d0
  from (
    select cast(cast(@p4 as date) as date) as lo, cast(cast(@p5 as date) as date) as hi
  ) as bounds
  cross join unnest(generate_date_array(lo, hi, interval 1 day)) as step
)
select
  d0 as `own_sales__day__day`,
  sum(s0) as `own_sales__year_and_month_ago`
from facts_1
join periods_1 on day_ >= date_add(date_add(d0, interval -1 month), interval -1 year) and day_ < date_add(date_add(date_add(d0, interval -1 month), interval -1 year), interval 1 day)
group by 1
order by `own_sales__day__day` nulls last;
