-- a rolling sum takes the days before the period too, also in periods without rows
-- ["2024-01-31 00:00:00","2024-01-31 00:00:00","2024-01-31 00:00:00","2024-01-31 00:00:00"]
with recursive facts_1 as (
  select
    date(`placed_at`) as day,
    sum(`amount`) as s0
  from `orders`
  where `placed_at` >= cast(? as datetime(6)) - interval 1 day - interval 2 day - interval 3 day
  group by 1
),
periods_1 as (
  select
    1 as n,
    date(cast(? as datetime(6))) as d0,
    date(cast(? as datetime(6))) as first,
    max(day) as last
  from facts_1
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
  where `placed_at` >= cast(? as datetime(6))
  group by 1
) as branches
group by 1
order by `orders.placed_at.day` <=> null, `orders.placed_at.day`
limit 21;

-- a filter on the time chooses periods, not what rolls into them
-- ["2024-02-01 00:00:00","2024-02-02 00:00:00","2024-02-01 00:00:00","2024-02-01 00:00:00","2024-02-02 00:00:00"]
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
  sum(s0) as `orders.three_days`
from facts_1
join periods_1 on day >= d0 + interval 1 day - interval 3 day and day < d0 + interval 1 day
group by 1
order by `orders.placed_at.day` <=> null, `orders.placed_at.day`
limit 21;

-- other filters choose rows
-- ["web","2024-03-01 00:00:00","2024-01-01 00:00:00","2024-01-01 00:00:00","2024-03-01 00:00:00"]
with recursive facts_1 as (
  select
    date(`placed_at`) as day,
    sum(`amount`) as s0,
    count(*) as s1
  from `orders`
  where `channel` = ?
    and `placed_at` < cast(? as datetime(6)) + interval 1 month + interval 2 day
  group by 1
),
periods_1 as (
  select
    1 as n,
    cast(date_format(cast(? as datetime(6)), '%Y-%m-01') as date) as d0,
    cast(date_format(cast(? as datetime(6)), '%Y-%m-01') as date) as first,
    cast(date_format((cast(? as datetime(6)) - interval 1 microsecond), '%Y-%m-01') as date) as last
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
  from periods_1
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) month <= last
)
select
  d0 as `orders.placed_at.month`,
  sum(s0) as `orders.running`,
  cast(coalesce(sum(s1), 0) as signed) as `orders.running_count`
from facts_1
join periods_1 on day < d0 + interval 1 month
group by 1
order by `orders.placed_at.month` <=> null, `orders.placed_at.month`
limit 21;

-- a running sum per group of another dimension
-- ["2024-03-01 00:00:00","2024-01-01 00:00:00","2024-01-01 00:00:00","2024-03-01 00:00:00"]
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
order by `orders.channel` <=> null, `orders.channel`, `orders.placed_at.month` <=> null, `orders.placed_at.month`
limit 21;

-- windows are of the query's timezone
-- ["2024-01-31 23:00:00","2024-01-31 23:00:00","2024-01-31 23:00:00","2024-01-31 23:00:00","2024-01-31 23:00:00"]
with recursive facts_1 as (
  select
    date((`placed_at` + interval 60 + 60 * mod(interval(timestampdiff(hour, '1970-01-01', `placed_at`), 89953, 94153, 98521, 102889, 107257, 111625, 115993, 120361, 124729, 129265, 133633, 138001, 142369, 146737, 151105, 155473, 159841, 164209, 168577, 172945, 177313, 181849, 186217, 190585, 194953, 199321, 203689, 208057, 212425, 216793, 221161, 225529, 230065, 235105, 238801, 243841, 247537, 252577, 256273, 261481, 265009, 270217, 273745, 278953, 282649, 287689, 291385, 296425, 300121, 305329, 308857, 314065, 317593, 322801, 326329, 331537, 335233, 340273, 343969, 349009, 352705, 357913, 361441, 366649, 370177, 375385, 379081, 384121, 387817, 392857, 396553, 401593, 405289, 410497, 414025, 419233, 422761, 427969, 431665, 436705, 440401, 445441, 449137, 454345, 457873, 463081, 466609, 471817, 475513, 480553, 484249, 489289, 492985, 498025, 501721, 506929, 510457, 515665, 519193, 524401, 528097, 533137, 536833, 541873, 545569, 550777, 554305, 559513, 563041, 568249, 571777, 576985, 580681, 585721, 589417, 594457), 2) minute)) as day,
    sum(`amount`) as s0
  from `orders`
  where `placed_at` >= cast(? as datetime(6)) - interval 1 day - interval 2 day - interval 3 day
  group by 1
),
periods_1 as (
  select
    1 as n,
    date((cast(? as datetime(6)) + interval 60 + 60 * mod(interval(timestampdiff(hour, '1970-01-01', cast(? as datetime(6))), 89953, 94153, 98521, 102889, 107257, 111625, 115993, 120361, 124729, 129265, 133633, 138001, 142369, 146737, 151105, 155473, 159841, 164209, 168577, 172945, 177313, 181849, 186217, 190585, 194953, 199321, 203689, 208057, 212425, 216793, 221161, 225529, 230065, 235105, 238801, 243841, 247537, 252577, 256273, 261481, 265009, 270217, 273745, 278953, 282649, 287689, 291385, 296425, 300121, 305329, 308857, 314065, 317593, 322801, 326329, 331537, 335233, 340273, 343969, 349009, 352705, 357913, 361441, 366649, 370177, 375385, 379081, 384121, 387817, 392857, 396553, 401593, 405289, 410497, 414025, 419233, 422761, 427969, 431665, 436705, 440401, 445441, 449137, 454345, 457873, 463081, 466609, 471817, 475513, 480553, 484249, 489289, 492985, 498025, 501721, 506929, 510457, 515665, 519193, 524401, 528097, 533137, 536833, 541873, 545569, 550777, 554305, 559513, 563041, 568249, 571777, 576985, 580681, 585721, 589417, 594457), 2) minute)) as d0,
    date((cast(? as datetime(6)) + interval 60 + 60 * mod(interval(timestampdiff(hour, '1970-01-01', cast(? as datetime(6))), 89953, 94153, 98521, 102889, 107257, 111625, 115993, 120361, 124729, 129265, 133633, 138001, 142369, 146737, 151105, 155473, 159841, 164209, 168577, 172945, 177313, 181849, 186217, 190585, 194953, 199321, 203689, 208057, 212425, 216793, 221161, 225529, 230065, 235105, 238801, 243841, 247537, 252577, 256273, 261481, 265009, 270217, 273745, 278953, 282649, 287689, 291385, 296425, 300121, 305329, 308857, 314065, 317593, 322801, 326329, 331537, 335233, 340273, 343969, 349009, 352705, 357913, 361441, 366649, 370177, 375385, 379081, 384121, 387817, 392857, 396553, 401593, 405289, 410497, 414025, 419233, 422761, 427969, 431665, 436705, 440401, 445441, 449137, 454345, 457873, 463081, 466609, 471817, 475513, 480553, 484249, 489289, 492985, 498025, 501721, 506929, 510457, 515665, 519193, 524401, 528097, 533137, 536833, 541873, 545569, 550777, 554305, 559513, 563041, 568249, 571777, 576985, 580681, 585721, 589417, 594457), 2) minute)) as first,
    max(day) as last
  from facts_1
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) day, first, last
  from periods_1
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) day <= last
)
select
  d0 as `orders.placed_at.day`,
  sum(s0) as `orders.three_days`
from facts_1
join periods_1 on day >= d0 + interval 1 day - interval 3 day and day < d0 + interval 1 day
group by 1
order by `orders.placed_at.day` <=> null, `orders.placed_at.day`
limit 21;

-- a window goes along the date of what a row belongs to
-- ["2024-01-31 00:00:00","2024-01-31 00:00:00","2024-01-31 00:00:00","2024-01-31 00:00:00"]
with recursive facts_1 as (
  select
    date(`orders`.`placed_at`) as day,
    sum(`lines`.`quantity`) as s0
  from `lines`
  left join `orders` on `orders`.`id` = `lines`.`order_id`
  where `orders`.`placed_at` >= cast(? as datetime(6)) - interval 1 day - interval 2 day - interval 3 day
  group by 1
),
periods_1 as (
  select
    1 as n,
    date(cast(? as datetime(6))) as d0,
    date(cast(? as datetime(6))) as first,
    max(day) as last
  from facts_1
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) day, first, last
  from periods_1
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) day <= last
)
select
  d0 as `orders.placed_at.day`,
  max(m0) as `lines.three_days`,
  max(m1) as `lines.quantity`
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
    date(`orders`.`placed_at`) as d0,
    null as m0,
    sum(`lines`.`quantity`) as m1
  from `lines`
  left join `orders` on `orders`.`id` = `lines`.`order_id`
  where `orders`.`placed_at` >= cast(? as datetime(6))
  group by 1
) as branches
group by 1
order by `orders.placed_at.day` <=> null, `orders.placed_at.day`
limit 21;
-- totals
-- ["2024-01-31 00:00:00","2024-01-31 00:00:00","2024-01-31 00:00:00","2024-01-31 00:00:00"]
with recursive facts_1 as (
  select
    date(`orders`.`placed_at`) as day,
    sum(`lines`.`quantity`) as s0
  from `lines`
  left join `orders` on `orders`.`id` = `lines`.`order_id`
  where `orders`.`placed_at` >= cast(? as datetime(6)) - interval 1 day - interval 2 day - interval 3 day
  group by 1
),
periods_1 as (
  select
    1 as n,
    date(cast(? as datetime(6))) as d0,
    date(cast(? as datetime(6))) as first,
    max(day) as last
  from facts_1
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) day, first, last
  from periods_1
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) day <= last
)
select
  max(m0) as `lines.three_days`,
  max(m1) as `lines.quantity`
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
    sum(`lines`.`quantity`) as m1
  from `lines`
  left join `orders` on `orders`.`id` = `lines`.`order_id`
  where `orders`.`placed_at` >= cast(? as datetime(6))
) as branches;

-- a group without rows on a day has those of the days before
-- ["2024-01-31 00:00:00","2024-01-31 00:00:00","2024-01-31 00:00:00"]
with recursive facts_1 as (
  select
    `channel` as d0,
    date(`placed_at`) as day,
    sum(`amount`) as s0
  from `orders`
  where `placed_at` >= cast(? as datetime(6)) - interval 1 day - interval 2 day - interval 3 day
  group by 1, 2
),
periods_1 as (
  select
    1 as n,
    date(cast(? as datetime(6))) as d1,
    date(cast(? as datetime(6))) as first,
    max(day) as last
  from facts_1
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) day, first, last
  from periods_1
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) day <= last
),
spans_1 as (
  select distinct
    day as on_day,
    d1
  from (select distinct day from facts_1) as days
  join periods_1 on day >= d1 + interval 1 day - interval 3 day and day < d1 + interval 1 day
)
select
  d0 as `orders.channel`,
  d1 as `orders.placed_at.day`,
  sum(s0) as `orders.three_days`
from facts_1
join spans_1 on on_day = day
group by 1, 2
order by `orders.channel` <=> null, `orders.channel`, `orders.placed_at.day` <=> null, `orders.placed_at.day`
limit 21;

-- beside the day its month and its day of the week, also of days without rows
-- ["2024-01-31 00:00:00","2024-02-05 00:00:00","2024-01-31 00:00:00","2024-01-31 00:00:00","2024-02-05 00:00:00","2024-01-31 00:00:00","2024-02-05 00:00:00"]
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
    date(cast(? as datetime(6))) as d1,
    date(cast(? as datetime(6))) as first,
    date((cast(? as datetime(6)) - interval 1 microsecond)) as last
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) day, first, last
  from periods_1
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) day <= last
),
told_1 as (
  select
    d1,
    cast(date_format(d1, '%Y-%m-01') as date) as d0,
    weekday(d1) + 1 as d2
  from periods_1
)
select
  d0 as `orders.placed_at.month`,
  d1 as `orders.placed_at.day`,
  d2 as `orders.placed_at.day_of_week`,
  max(m0) as `orders.three_days`,
  max(m1) as `orders.total`
from (
  select
    d0,
    d1,
    d2,
    sum(s0) as m0,
    null as m1
  from facts_1
  join told_1 on day >= d1 + interval 1 day - interval 3 day and day < d1 + interval 1 day
  group by 1, 2, 3
  union all
  select
    cast(date_format(`placed_at`, '%Y-%m-01') as date) as d0,
    date(`placed_at`) as d1,
    weekday(`placed_at`) + 1 as d2,
    null as m0,
    sum(`amount`) as m1
  from `orders`
  where `placed_at` >= cast(? as datetime(6)) and `placed_at` < cast(? as datetime(6))
  group by 1, 2, 3
) as branches
group by 1, 2, 3
order by `orders.placed_at.day` <=> null, `orders.placed_at.day`, `orders.placed_at.month` <=> null, `orders.placed_at.month`, `orders.placed_at.day_of_week` <=> null, `orders.placed_at.day_of_week`;

-- beside the month its year and its number, by another dimension, an earlier year
-- ["2024-01-01 00:00:00","2024-03-01 00:00:00","2024-01-01 00:00:00","2024-01-01 00:00:00","2024-03-01 00:00:00","2024-03-01 00:00:00","2024-01-01 00:00:00","2024-01-01 00:00:00","2024-03-01 00:00:00","2"]
with recursive facts_1 as (
  select
    `channel` as d1,
    date(`placed_at`) as day,
    sum(`amount`) as s0
  from `orders`
  where `placed_at` >= cast(? as datetime(6)) - interval 1 month - interval 2 day - interval 1 year
    and `placed_at` < cast(? as datetime(6)) + interval 1 month + interval 2 day
  group by 1, 2
),
periods_1 as (
  select
    1 as n,
    cast(date_format(cast(? as datetime(6)), '%Y-%m-01') as date) as d2,
    cast(date_format(cast(? as datetime(6)), '%Y-%m-01') as date) as first,
    cast(date_format((cast(? as datetime(6)) - interval 1 microsecond), '%Y-%m-01') as date) as last
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
  from periods_1
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) month <= last
),
told_1 as (
  select
    d2,
    makedate(year(d2), 1) as d0,
    month(d2) as d3
  from periods_1
),
spans_1 as (
  select distinct
    day as on_day,
    d2,
    d0,
    d3
  from (select distinct day from facts_1) as days
  join told_1 on day >= d2 - interval 1 year and day < d2 - interval 1 year + interval 1 month
),
facts_2 as (
  select
    `channel` as d1,
    date(`placed_at`) as day,
    sum(`amount`) as s0
  from `orders`
  where `placed_at` < cast(? as datetime(6)) + interval 1 month + interval 2 day
  group by 1, 2
),
periods_2 as (
  select
    1 as n,
    cast(date_format(cast(? as datetime(6)), '%Y-%m-01') as date) as d2,
    cast(date_format(cast(? as datetime(6)), '%Y-%m-01') as date) as first,
    cast(date_format((cast(? as datetime(6)) - interval 1 microsecond), '%Y-%m-01') as date) as last
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
  from periods_2
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) month <= last
),
told_2 as (
  select
    d2,
    makedate(year(d2), 1) as d0,
    month(d2) as d3
  from periods_2
),
spans_2 as (
  select distinct
    day as on_day,
    d2,
    d0,
    d3
  from (select distinct day from facts_2) as days
  join told_2 on day < d2 + interval 1 month
)
select
  d0 as `orders.placed_at.year`,
  d1 as `orders.channel`,
  d2 as `orders.placed_at.month`,
  d3 as `orders.placed_at.month_of_year`,
  max(m0) as `orders.last_year`,
  max(m1) as `orders.running`
from (
  select
    d0,
    d1,
    d2,
    d3,
    sum(s0) as m0,
    null as m1
  from facts_1
  join spans_1 on on_day = day
  group by 1, 2, 3, 4
  union all
  select
    d0,
    d1,
    d2,
    d3,
    null as m0,
    sum(s0) as m1
  from facts_2
  join spans_2 on on_day = day
  group by 1, 2, 3, 4
) as branches
group by 1, 2, 3, 4
having max(m1) > cast(? as signed)
order by `orders.placed_at.month` <=> null, `orders.placed_at.month`, `orders.placed_at.year` <=> null, `orders.placed_at.year`, `orders.channel` <=> null, `orders.channel`, `orders.placed_at.month_of_year` <=> null, `orders.placed_at.month_of_year`;
-- totals
-- ["2024-01-01 00:00:00","2024-03-01 00:00:00","2024-01-01 00:00:00","2024-01-01 00:00:00","2024-03-01 00:00:00","2024-03-01 00:00:00","2024-01-01 00:00:00","2024-01-01 00:00:00","2024-03-01 00:00:00","2","2024-01-01 00:00:00","2024-03-01 00:00:00","2024-01-01 00:00:00","2024-01-01 00:00:00","2024-03-01 00:00:00","2024-03-01 00:00:00","2024-01-01 00:00:00","2024-01-01 00:00:00","2024-03-01 00:00:00"]
with recursive facts_1 as (
  select
    `channel` as d1,
    date(`placed_at`) as day
  from `orders`
  where `placed_at` >= cast(? as datetime(6)) - interval 1 month - interval 2 day - interval 1 year
    and `placed_at` < cast(? as datetime(6)) + interval 1 month + interval 2 day
  group by 1, 2
),
periods_1 as (
  select
    1 as n,
    cast(date_format(cast(? as datetime(6)), '%Y-%m-01') as date) as d2,
    cast(date_format(cast(? as datetime(6)), '%Y-%m-01') as date) as first,
    cast(date_format((cast(? as datetime(6)) - interval 1 microsecond), '%Y-%m-01') as date) as last
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
  from periods_1
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) month <= last
),
told_1 as (
  select
    d2,
    makedate(year(d2), 1) as d0,
    month(d2) as d3
  from periods_1
),
spans_1 as (
  select distinct
    day as on_day,
    d2,
    d0,
    d3
  from (select distinct day from facts_1) as days
  join told_1 on day >= d2 - interval 1 year and day < d2 - interval 1 year + interval 1 month
),
facts_2 as (
  select
    `channel` as d1,
    date(`placed_at`) as day,
    sum(`amount`) as s0
  from `orders`
  where `placed_at` < cast(? as datetime(6)) + interval 1 month + interval 2 day
  group by 1, 2
),
periods_2 as (
  select
    1 as n,
    cast(date_format(cast(? as datetime(6)), '%Y-%m-01') as date) as d2,
    cast(date_format(cast(? as datetime(6)), '%Y-%m-01') as date) as first,
    cast(date_format((cast(? as datetime(6)) - interval 1 microsecond), '%Y-%m-01') as date) as last
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
  from periods_2
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) month <= last
),
told_2 as (
  select
    d2,
    makedate(year(d2), 1) as d0,
    month(d2) as d3
  from periods_2
),
spans_2 as (
  select distinct
    day as on_day,
    d2,
    d0,
    d3
  from (select distinct day from facts_2) as days
  join told_2 on day < d2 + interval 1 month
),
picked_1 as (
  select
    d0,
    d1,
    d2,
    d3
  from (
    select
      d0,
      d1,
      d2,
      d3,
      null as m0
    from facts_1
    join spans_1 on on_day = day
    group by 1, 2, 3, 4
    union all
    select
      d0,
      d1,
      d2,
      d3,
      sum(s0) as m0
    from facts_2
    join spans_2 on on_day = day
    group by 1, 2, 3, 4
  ) as branches
  group by 1, 2, 3, 4
  having max(m0) > cast(? as signed)
),
facts_3 as (
  select
    `channel` as d1,
    date(`placed_at`) as day,
    sum(`amount`) as s0
  from `orders`
  where `placed_at` >= cast(? as datetime(6)) - interval 1 month - interval 2 day - interval 1 year
    and `placed_at` < cast(? as datetime(6)) + interval 1 month + interval 2 day
  group by 1, 2
),
periods_3 as (
  select
    1 as n,
    cast(date_format(cast(? as datetime(6)), '%Y-%m-01') as date) as d2,
    cast(date_format(cast(? as datetime(6)), '%Y-%m-01') as date) as first,
    cast(date_format((cast(? as datetime(6)) - interval 1 microsecond), '%Y-%m-01') as date) as last
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
  from periods_3
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) month <= last
),
facts_4 as (
  select
    `channel` as d1,
    date(`placed_at`) as day,
    sum(`amount`) as s0
  from `orders`
  where `placed_at` < cast(? as datetime(6)) + interval 1 month + interval 2 day
  group by 1, 2
),
periods_4 as (
  select
    1 as n,
    cast(date_format(cast(? as datetime(6)), '%Y-%m-01') as date) as d2,
    cast(date_format(cast(? as datetime(6)), '%Y-%m-01') as date) as first,
    cast(date_format((cast(? as datetime(6)) - interval 1 microsecond), '%Y-%m-01') as date) as last
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
  from periods_4
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) month <= last
)
select
  max(m0) as `orders.last_year`,
  max(m1) as `orders.running`
from (
  select
    sum(s0) as m0,
    null as m1
  from facts_3
  where exists (
    select 1
    from periods_3
    join picked_1 on picked_1.d2 <=> periods_3.d2
    where day >= periods_3.d2 - interval 1 year and day < periods_3.d2 - interval 1 year + interval 1 month
      and picked_1.d1 <=> facts_3.d1
  )
  union all
  select
    null as m0,
    sum(s0) as m1
  from facts_4
  where exists (
    select 1
    from periods_4
    join picked_1 on picked_1.d2 <=> periods_4.d2
    where day < periods_4.d2 + interval 1 month
      and picked_1.d1 <=> facts_4.d1
  )
) as branches;

-- lines of an order by its day and quarter, what is not added up
-- ["2024-02-01 00:00:00","2024-02-03 00:00:00","2024-02-01 00:00:00","2024-02-01 00:00:00","2024-02-03 00:00:00"]
with recursive facts_1 as (
  select
    date(`orders`.`placed_at`) as day,
    sum(`lines`.`quantity`) as s0
  from `lines`
  left join `orders` on `orders`.`id` = `lines`.`order_id`
  where `orders`.`placed_at` >= cast(? as datetime(6)) - interval 1 day - interval 2 day - interval 3 day
    and `orders`.`placed_at` < cast(? as datetime(6)) + interval 1 day + interval 2 day
  group by 1
),
periods_1 as (
  select
    1 as n,
    date(cast(? as datetime(6))) as d1,
    date(cast(? as datetime(6))) as first,
    date((cast(? as datetime(6)) - interval 1 microsecond)) as last
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) day, first, last
  from periods_1
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) day <= last
),
told_1 as (
  select
    d1,
    date '1000-01-01' + interval timestampdiff(quarter, '1000-01-01', d1) quarter as d0
  from periods_1
)
select
  d0 as `orders.placed_at.quarter`,
  d1 as `orders.placed_at.day`,
  sum(s0) as `lines.three_days`
from facts_1
join told_1 on day >= d1 + interval 1 day - interval 3 day and day < d1 + interval 1 day
group by 1, 2
order by `orders.placed_at.day` <=> null, `orders.placed_at.day`, `orders.placed_at.quarter` <=> null, `orders.placed_at.quarter`;
