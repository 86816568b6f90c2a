-- two hours are two hours in the night in which one comes twice, and after a gap
-- ["2024-10-26 23:00:00","2024-10-27 06:59:00","2024-10-26 23:00:00","2024-10-26 23:00:00","2024-10-27 06:59:00","2024-10-26 23:00:00","2024-10-27 06:59:00","2024-10-26 23:00:00","2024-10-26 23:00:00","2024-10-27 06:59:00","2024-10-26 23:00:00","2024-10-27 06:59:00"]
with recursive facts_1 as (
  select
    cast(date_format(`at`, '%Y-%m-%d %H:00:00') as datetime) as instant,
    `minutes` as v0,
    `line` as v1
  from `calls`
  where `at` >= cast(? as datetime(6)) - interval 1 hour - interval 2 day - interval 2 hour
    and `at` < cast(? as datetime(6)) + interval 1 hour + interval 2 day
),
periods_1 as (
  select
    1 as n,
    cast(date_format(cast(? as datetime(6)), '%Y-%m-%d %H:00:00') as datetime) as d0,
    cast(date_format(cast(? as datetime(6)), '%Y-%m-%d %H:00:00') as datetime) as first,
    cast(date_format(cast(? as datetime(6)), '%Y-%m-%d %H:00:00') as datetime) as last
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) hour, first, last
  from periods_1
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) hour <= last
),
spans_1 as (
  select distinct
    instant as on_day,
    d0
  from (select distinct instant from facts_1) as days
  join periods_1 on instant >= d0 + interval 1 hour - interval 2 hour and instant < d0 + interval 1 hour
),
facts_2 as (
  select
    cast(date_format(`at`, '%Y-%m-%d %H:00:00') as datetime) as instant,
    sum(`minutes`) as s0
  from `calls`
  where `at` >= cast(? as datetime(6)) - interval 1 hour - interval 2 day - interval 1 hour
    and `at` < cast(? as datetime(6)) + interval 1 hour + interval 2 day
  group by 1
),
periods_2 as (
  select
    1 as n,
    cast(date_format(cast(? as datetime(6)), '%Y-%m-%d %H:00:00') as datetime) as d0,
    cast(date_format(cast(? as datetime(6)), '%Y-%m-%d %H:00:00') as datetime) as first,
    cast(date_format(cast(? as datetime(6)), '%Y-%m-%d %H:00:00') as datetime) as last
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) hour, first, last
  from periods_2
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) hour <= last
)
select
  d0 as `calls.at.hour`,
  max(m0) as `calls.two_hours`,
  max(m2) as `calls.minutes`,
  max(m3) as `calls.hour_before`,
  max(m2) - max(m3) as `calls.gain`,
  coalesce(max(m1), 0) as `calls.lines_in_two_hours`
from (
  select
    d0,
    sum(v0) as m0,
    count(distinct v1) as m1,
    null as m2,
    null as m3
  from facts_1
  join spans_1 on on_day = instant
  group by 1
  union all
  select
    cast(date_format(`at`, '%Y-%m-%d %H:00:00') as datetime) as d0,
    null as m0,
    null as m1,
    sum(`minutes`) as m2,
    null as m3
  from `calls`
  where `at` between cast(? as datetime(6)) and cast(? as datetime(6))
  group by 1
  union all
  select
    d0,
    null as m0,
    null as m1,
    null as m2,
    sum(s0) as m3
  from facts_2
  join periods_2 on instant >= d0 - interval 1 hour and instant < d0 - interval 1 hour + interval 1 hour
  group by 1
) as branches
group by 1
order by `calls.at.hour` <=> null, `calls.at.hour`
limit 101;
-- totals
-- ["2024-10-26 23:00:00","2024-10-27 06:59:00","2024-10-26 23:00:00","2024-10-26 23:00:00","2024-10-27 06:59:00","2024-10-26 23:00:00","2024-10-27 06:59:00","2024-10-26 23:00:00","2024-10-26 23:00:00","2024-10-27 06:59:00","2024-10-26 23:00:00","2024-10-27 06:59:00"]
with recursive facts_1 as (
  select
    cast(date_format(`at`, '%Y-%m-%d %H:00:00') as datetime) as instant,
    `minutes` as v0,
    `line` as v1
  from `calls`
  where `at` >= cast(? as datetime(6)) - interval 1 hour - interval 2 day - interval 2 hour
    and `at` < cast(? as datetime(6)) + interval 1 hour + interval 2 day
),
periods_1 as (
  select
    1 as n,
    cast(date_format(cast(? as datetime(6)), '%Y-%m-%d %H:00:00') as datetime) as d0,
    cast(date_format(cast(? as datetime(6)), '%Y-%m-%d %H:00:00') as datetime) as first,
    cast(date_format(cast(? as datetime(6)), '%Y-%m-%d %H:00:00') as datetime) as last
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) hour, first, last
  from periods_1
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) hour <= last
),
facts_2 as (
  select
    cast(date_format(`at`, '%Y-%m-%d %H:00:00') as datetime) as instant,
    sum(`minutes`) as s0
  from `calls`
  where `at` >= cast(? as datetime(6)) - interval 1 hour - interval 2 day - interval 1 hour
    and `at` < cast(? as datetime(6)) + interval 1 hour + interval 2 day
  group by 1
),
periods_2 as (
  select
    1 as n,
    cast(date_format(cast(? as datetime(6)), '%Y-%m-%d %H:00:00') as datetime) as d0,
    cast(date_format(cast(? as datetime(6)), '%Y-%m-%d %H:00:00') as datetime) as first,
    cast(date_format(cast(? as datetime(6)), '%Y-%m-%d %H:00:00') as datetime) as last
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) hour, first, last
  from periods_2
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) hour <= last
)
select
  max(m0) as `calls.two_hours`,
  max(m2) as `calls.minutes`,
  max(m3) as `calls.hour_before`,
  max(m2) - max(m3) as `calls.gain`,
  coalesce(max(m1), 0) as `calls.lines_in_two_hours`
from (
  select
    sum(v0) as m0,
    count(distinct v1) as m1,
    null as m2,
    null as m3
  from facts_1
  where instant in (
    select instant
    from (select distinct instant from facts_1) as days
    join periods_1 on instant >= periods_1.d0 + interval 1 hour - interval 2 hour and instant < periods_1.d0 + interval 1 hour
  )
  union all
  select
    null as m0,
    null as m1,
    sum(`minutes`) as m2,
    null as m3
  from `calls`
  where `at` between cast(? as datetime(6)) and cast(? as datetime(6))
  union all
  select
    null as m0,
    null as m1,
    null as m2,
    sum(s0) as m3
  from facts_2
  where instant in (
    select instant
    from (select distinct instant from facts_2) as days
    join periods_2 on instant >= periods_2.d0 - interval 1 hour and instant < periods_2.d0 - interval 1 hour + interval 1 hour
  )
) as branches;

-- hours of a line, with the day and the hour of the clock, where New York has one hour twice
-- ["2024-11-03 04:00:00","2024-11-04 05:00:00","2024-11-03 04:00:00","2024-11-03 04:00:00","2024-11-04 05:00:00"]
with recursive facts_1 as (
  select
    `line` as d0,
    cast(date_format(`seen_at`, '%Y-%m-%d %H:00:00') as datetime) as instant,
    sum(1.0000000000000000 * `minutes`) as s0,
    count(`minutes`) as s1
  from `calls`
  where `seen_at` >= cast(? as datetime(6)) - interval 1 hour - interval 2 day - interval 2 hour
    and `seen_at` < cast(? as datetime(6)) + interval 1 hour + interval 2 day
  group by 1, 2
),
periods_1 as (
  select
    1 as n,
    cast(date_format(cast(? as datetime(6)), '%Y-%m-%d %H:00:00') as datetime) as d1,
    cast(date_format(cast(? as datetime(6)), '%Y-%m-%d %H:00:00') as datetime) as first,
    cast(date_format((cast(? as datetime(6)) - interval 1 microsecond), '%Y-%m-%d %H:00:00') as datetime) as last
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) hour, first, last
  from periods_1
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) hour <= last
),
told_1 as (
  select
    d1,
    date((d1 + interval -300 + 60 * mod(interval(timestampdiff(hour, '1970-01-01', d1), 2767, 7134, 11503, 16038, 20407, 24774, 29143, 33510, 35191, 42246, 45103, 50982, 55351, 59886, 64087, 68622, 72991, 77358, 81727, 86094, 90463, 94830, 99199, 103566, 107935, 112470, 116671, 121206, 125575, 129942, 134311, 138678, 143047, 147414, 151279, 156150, 160015, 165054, 168751, 173790, 177487, 182526, 186391, 191262, 195127, 199998, 203863, 208902, 212599, 217638, 221335, 226374, 230239, 235110, 238975, 243846, 247711, 252582, 256447, 261486, 265183, 270222, 273919, 278958, 282823, 287694, 291559, 296430, 300295, 305334, 309031, 314070, 317767, 322806, 325999, 331710, 334735, 340446, 343471, 349182, 352375, 358086, 361111, 366822, 369847, 375558, 378583, 384294, 387319, 393030, 396055, 401766, 404959, 410670, 413695, 419406, 422431, 428142, 431167, 436878, 439903, 445614, 448807, 454518, 457543, 463254, 466279, 471990, 475015, 480726, 483751, 489462, 492487, 498198, 501391, 507102, 510127, 515838, 518863, 524574, 527599, 533310, 536335, 542046, 545239, 550950, 553975, 559686, 562711, 568422, 571447, 577158, 580183, 585894, 588919, 594630), 2) minute)) as d2,
    hour((d1 + interval -300 + 60 * mod(interval(timestampdiff(hour, '1970-01-01', d1), 2767, 7134, 11503, 16038, 20407, 24774, 29143, 33510, 35191, 42246, 45103, 50982, 55351, 59886, 64087, 68622, 72991, 77358, 81727, 86094, 90463, 94830, 99199, 103566, 107935, 112470, 116671, 121206, 125575, 129942, 134311, 138678, 143047, 147414, 151279, 156150, 160015, 165054, 168751, 173790, 177487, 182526, 186391, 191262, 195127, 199998, 203863, 208902, 212599, 217638, 221335, 226374, 230239, 235110, 238975, 243846, 247711, 252582, 256447, 261486, 265183, 270222, 273919, 278958, 282823, 287694, 291559, 296430, 300295, 305334, 309031, 314070, 317767, 322806, 325999, 331710, 334735, 340446, 343471, 349182, 352375, 358086, 361111, 366822, 369847, 375558, 378583, 384294, 387319, 393030, 396055, 401766, 404959, 410670, 413695, 419406, 422431, 428142, 431167, 436878, 439903, 445614, 448807, 454518, 457543, 463254, 466279, 471990, 475015, 480726, 483751, 489462, 492487, 498198, 501391, 507102, 510127, 515838, 518863, 524574, 527599, 533310, 536335, 542046, 545239, 550950, 553975, 559686, 562711, 568422, 571447, 577158, 580183, 585894, 588919, 594630), 2) minute)) as d3
  from periods_1
),
spans_1 as (
  select distinct
    instant as on_day,
    d1,
    d2,
    d3
  from (select distinct instant from facts_1) as days
  join told_1 on instant >= d1 + interval 1 hour - interval 2 hour and instant < d1 + interval 1 hour
)
select
  d0 as `calls.line`,
  d1 as `calls.seen_at.hour`,
  d2 as `calls.seen_at.day`,
  d3 as `calls.seen_at.hour_of_day`,
  (sum(s0) / nullif(sum(s1), 0)) as `calls.seen_in_two_hours`
from facts_1
join spans_1 on on_day = instant
group by 1, 2, 3, 4
order by `calls.line` <=> null, `calls.line`, `calls.seen_at.hour` <=> null, `calls.seen_at.hour`, `calls.seen_at.day` <=> null, `calls.seen_at.day`, `calls.seen_at.hour_of_day` <=> null, `calls.seen_at.hour_of_day`
limit 101;

-- parts of an hour, a month and all so far, on the day that Berlin has an hour less and into the next month
-- ["2024-03-30 23:00:00","2024-03-31 22:59:00","2024-03-30 23:00:00","2024-03-30 23:00:00","2024-03-31 22:59:00","2024-03-30 23:00:00","2024-03-31 22:59:00","2024-03-30 23:00:00","2024-03-30 23:00:00","2024-03-31 22:59:00","2024-03-30 23:00:00","2024-03-31 22:59:00","2024-03-30 23:00:00","2024-03-30 23:00:00","2024-03-31 22:59:00","2024-03-31 22:59:00","2024-03-30 23:00:00","2024-03-30 23:00:00","2024-03-31 22:59:00"]
with recursive facts_1 as (
  select
    cast(date_format(`at`, '%Y-%m-%d %H:%i:00') as datetime) as instant,
    sum(`minutes`) as s0
  from `calls`
  where `at` >= cast(? as datetime(6)) - interval 1 hour - interval 2 day - interval 90 minute
    and `at` < cast(? as datetime(6)) + interval 1 hour + interval 2 day
  group by 1
),
periods_1 as (
  select
    1 as n,
    cast(date_format(cast(? as datetime(6)), '%Y-%m-%d %H:00:00') as datetime) as d0,
    cast(date_format(cast(? as datetime(6)), '%Y-%m-%d %H:00:00') as datetime) as first,
    cast(date_format(cast(? as datetime(6)), '%Y-%m-%d %H:00:00') as datetime) as last
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) hour, first, last
  from periods_1
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) hour <= last
),
facts_2 as (
  select
    cast(date_format(`at`, '%Y-%m-%d %H:%i:00') as datetime) as instant,
    sum(`minutes`) as s0
  from `calls`
  where `at` >= cast(? as datetime(6)) - interval 1 hour - interval 2 day - interval 30 minute
    and `at` < cast(? as datetime(6)) + interval 1 hour + interval 2 day
  group by 1
),
periods_2 as (
  select
    1 as n,
    cast(date_format(cast(? as datetime(6)), '%Y-%m-%d %H:00:00') as datetime) as d0,
    cast(date_format(cast(? as datetime(6)), '%Y-%m-%d %H:00:00') as datetime) as first,
    cast(date_format(cast(? as datetime(6)), '%Y-%m-%d %H:00:00') as datetime) as last
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) hour, first, last
  from periods_2
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) hour <= last
),
facts_3 as (
  select
    cast(date_format(`at`, '%Y-%m-%d %H:00:00') as datetime) as instant,
    sum(`minutes`) as s0
  from `calls`
  where `at` >= cast(? as datetime(6)) - interval 1 hour - interval 2 day - interval 1 month
    and `at` < cast(? as datetime(6)) + interval 1 hour + interval 2 day
  group by 1
),
periods_3 as (
  select
    1 as n,
    cast(date_format(cast(? as datetime(6)), '%Y-%m-%d %H:00:00') as datetime) as d0,
    cast(date_format(cast(? as datetime(6)), '%Y-%m-%d %H:00:00') as datetime) as first,
    cast(date_format(cast(? as datetime(6)), '%Y-%m-%d %H:00:00') as datetime) as last
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) hour, first, last
  from periods_3
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) hour <= last
),
facts_4 as (
  select
    cast(date_format(`at`, '%Y-%m-%d %H:00:00') as datetime) as instant,
    sum(`minutes`) as s0
  from `calls`
  where `at` < cast(? as datetime(6)) + interval 1 hour + interval 2 day
  group by 1
),
periods_4 as (
  select
    1 as n,
    cast(date_format(cast(? as datetime(6)), '%Y-%m-%d %H:00:00') as datetime) as d0,
    cast(date_format(cast(? as datetime(6)), '%Y-%m-%d %H:00:00') as datetime) as first,
    cast(date_format(cast(? as datetime(6)), '%Y-%m-%d %H:00:00') as datetime) as last
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) hour, first, last
  from periods_4
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) hour <= last
)
select
  d0 as `calls.at.hour`,
  max(m0) as `calls.ninety_minutes`,
  max(m1) as `calls.half_an_hour_before`,
  max(m2) as `calls.this_month`,
  max(m3) as `calls.so_far`
from (
  select
    d0,
    sum(s0) as m0,
    null as m1,
    null as m2,
    null as m3
  from facts_1
  join periods_1 on instant >= d0 + interval 1 hour - interval 90 minute and instant < d0 + interval 1 hour
  group by 1
  union all
  select
    d0,
    null as m0,
    sum(s0) as m1,
    null as m2,
    null as m3
  from facts_2
  join periods_2 on instant >= d0 - interval 30 minute and instant < d0 - interval 30 minute + interval 1 hour
  group by 1
  union all
  select
    d0,
    null as m0,
    null as m1,
    sum(s0) as m2,
    null as m3
  from facts_3
  join periods_3 on instant < d0 + interval 1 hour and cast(date_format((instant + interval 60 + 60 * mod(interval(timestampdiff(hour, '1970-01-01', instant), 89953, 94153, 98521, 102889, 107257, 111625, 115993, 120361, 124729, 129265, 133633, 138001, 142369, 146737, 151105, 155473, 159841, 164209, 168577, 172945, 177313, 181849, 186217, 190585, 194953, 199321, 203689, 208057, 212425, 216793, 221161, 225529, 230065, 235105, 238801, 243841, 247537, 252577, 256273, 261481, 265009, 270217, 273745, 278953, 282649, 287689, 291385, 296425, 300121, 305329, 308857, 314065, 317593, 322801, 326329, 331537, 335233, 340273, 343969, 349009, 352705, 357913, 361441, 366649, 370177, 375385, 379081, 384121, 387817, 392857, 396553, 401593, 405289, 410497, 414025, 419233, 422761, 427969, 431665, 436705, 440401, 445441, 449137, 454345, 457873, 463081, 466609, 471817, 475513, 480553, 484249, 489289, 492985, 498025, 501721, 506929, 510457, 515665, 519193, 524401, 528097, 533137, 536833, 541873, 545569, 550777, 554305, 559513, 563041, 568249, 571777, 576985, 580681, 585721, 589417, 594457), 2) minute), '%Y-%m-01') as date) = cast(date_format((d0 + interval 60 + 60 * mod(interval(timestampdiff(hour, '1970-01-01', d0), 89953, 94153, 98521, 102889, 107257, 111625, 115993, 120361, 124729, 129265, 133633, 138001, 142369, 146737, 151105, 155473, 159841, 164209, 168577, 172945, 177313, 181849, 186217, 190585, 194953, 199321, 203689, 208057, 212425, 216793, 221161, 225529, 230065, 235105, 238801, 243841, 247537, 252577, 256273, 261481, 265009, 270217, 273745, 278953, 282649, 287689, 291385, 296425, 300121, 305329, 308857, 314065, 317593, 322801, 326329, 331537, 335233, 340273, 343969, 349009, 352705, 357913, 361441, 366649, 370177, 375385, 379081, 384121, 387817, 392857, 396553, 401593, 405289, 410497, 414025, 419233, 422761, 427969, 431665, 436705, 440401, 445441, 449137, 454345, 457873, 463081, 466609, 471817, 475513, 480553, 484249, 489289, 492985, 498025, 501721, 506929, 510457, 515665, 519193, 524401, 528097, 533137, 536833, 541873, 545569, 550777, 554305, 559513, 563041, 568249, 571777, 576985, 580681, 585721, 589417, 594457), 2) minute), '%Y-%m-01') as date)
  group by 1
  union all
  select
    d0,
    null as m0,
    null as m1,
    null as m2,
    sum(s0) as m3
  from facts_4
  join periods_4 on instant < d0 + interval 1 hour
  group by 1
) as branches
group by 1
order by `calls.at.hour` <=> null, `calls.at.hour`
limit 101;
-- totals
-- ["2024-03-30 23:00:00","2024-03-31 22:59:00","2024-03-30 23:00:00","2024-03-30 23:00:00","2024-03-31 22:59:00","2024-03-30 23:00:00","2024-03-31 22:59:00","2024-03-30 23:00:00","2024-03-30 23:00:00","2024-03-31 22:59:00","2024-03-30 23:00:00","2024-03-31 22:59:00","2024-03-30 23:00:00","2024-03-30 23:00:00","2024-03-31 22:59:00","2024-03-31 22:59:00","2024-03-30 23:00:00","2024-03-30 23:00:00","2024-03-31 22:59:00"]
with recursive facts_1 as (
  select
    cast(date_format(`at`, '%Y-%m-%d %H:%i:00') as datetime) as instant,
    sum(`minutes`) as s0
  from `calls`
  where `at` >= cast(? as datetime(6)) - interval 1 hour - interval 2 day - interval 90 minute
    and `at` < cast(? as datetime(6)) + interval 1 hour + interval 2 day
  group by 1
),
periods_1 as (
  select
    1 as n,
    cast(date_format(cast(? as datetime(6)), '%Y-%m-%d %H:00:00') as datetime) as d0,
    cast(date_format(cast(? as datetime(6)), '%Y-%m-%d %H:00:00') as datetime) as first,
    cast(date_format(cast(? as datetime(6)), '%Y-%m-%d %H:00:00') as datetime) as last
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) hour, first, last
  from periods_1
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) hour <= last
),
facts_2 as (
  select
    cast(date_format(`at`, '%Y-%m-%d %H:%i:00') as datetime) as instant,
    sum(`minutes`) as s0
  from `calls`
  where `at` >= cast(? as datetime(6)) - interval 1 hour - interval 2 day - interval 30 minute
    and `at` < cast(? as datetime(6)) + interval 1 hour + interval 2 day
  group by 1
),
periods_2 as (
  select
    1 as n,
    cast(date_format(cast(? as datetime(6)), '%Y-%m-%d %H:00:00') as datetime) as d0,
    cast(date_format(cast(? as datetime(6)), '%Y-%m-%d %H:00:00') as datetime) as first,
    cast(date_format(cast(? as datetime(6)), '%Y-%m-%d %H:00:00') as datetime) as last
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) hour, first, last
  from periods_2
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) hour <= last
),
facts_3 as (
  select
    cast(date_format(`at`, '%Y-%m-%d %H:00:00') as datetime) as instant,
    sum(`minutes`) as s0
  from `calls`
  where `at` >= cast(? as datetime(6)) - interval 1 hour - interval 2 day - interval 1 month
    and `at` < cast(? as datetime(6)) + interval 1 hour + interval 2 day
  group by 1
),
periods_3 as (
  select
    1 as n,
    cast(date_format(cast(? as datetime(6)), '%Y-%m-%d %H:00:00') as datetime) as d0,
    cast(date_format(cast(? as datetime(6)), '%Y-%m-%d %H:00:00') as datetime) as first,
    cast(date_format(cast(? as datetime(6)), '%Y-%m-%d %H:00:00') as datetime) as last
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) hour, first, last
  from periods_3
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) hour <= last
),
facts_4 as (
  select
    cast(date_format(`at`, '%Y-%m-%d %H:00:00') as datetime) as instant,
    sum(`minutes`) as s0
  from `calls`
  where `at` < cast(? as datetime(6)) + interval 1 hour + interval 2 day
  group by 1
),
periods_4 as (
  select
    1 as n,
    cast(date_format(cast(? as datetime(6)), '%Y-%m-%d %H:00:00') as datetime) as d0,
    cast(date_format(cast(? as datetime(6)), '%Y-%m-%d %H:00:00') as datetime) as first,
    cast(date_format(cast(? as datetime(6)), '%Y-%m-%d %H:00:00') as datetime) as last
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) hour, first, last
  from periods_4
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) hour <= last
)
select
  max(m0) as `calls.ninety_minutes`,
  max(m1) as `calls.half_an_hour_before`,
  max(m2) as `calls.this_month`,
  max(m3) as `calls.so_far`
from (
  select
    sum(s0) as m0,
    null as m1,
    null as m2,
    null as m3
  from facts_1
  where instant in (
    select instant
    from (select distinct instant from facts_1) as days
    join periods_1 on instant >= periods_1.d0 + interval 1 hour - interval 90 minute and instant < periods_1.d0 + interval 1 hour
  )
  union all
  select
    null as m0,
    sum(s0) as m1,
    null as m2,
    null as m3
  from facts_2
  where instant in (
    select instant
    from (select distinct instant from facts_2) as days
    join periods_2 on instant >= periods_2.d0 - interval 30 minute and instant < periods_2.d0 - interval 30 minute + interval 1 hour
  )
  union all
  select
    null as m0,
    null as m1,
    sum(s0) as m2,
    null as m3
  from facts_3
  where instant in (
    select instant
    from (select distinct instant from facts_3) as days
    join periods_3 on instant < periods_3.d0 + interval 1 hour and cast(date_format((instant + interval 60 + 60 * mod(interval(timestampdiff(hour, '1970-01-01', instant), 89953, 94153, 98521, 102889, 107257, 111625, 115993, 120361, 124729, 129265, 133633, 138001, 142369, 146737, 151105, 155473, 159841, 164209, 168577, 172945, 177313, 181849, 186217, 190585, 194953, 199321, 203689, 208057, 212425, 216793, 221161, 225529, 230065, 235105, 238801, 243841, 247537, 252577, 256273, 261481, 265009, 270217, 273745, 278953, 282649, 287689, 291385, 296425, 300121, 305329, 308857, 314065, 317593, 322801, 326329, 331537, 335233, 340273, 343969, 349009, 352705, 357913, 361441, 366649, 370177, 375385, 379081, 384121, 387817, 392857, 396553, 401593, 405289, 410497, 414025, 419233, 422761, 427969, 431665, 436705, 440401, 445441, 449137, 454345, 457873, 463081, 466609, 471817, 475513, 480553, 484249, 489289, 492985, 498025, 501721, 506929, 510457, 515665, 519193, 524401, 528097, 533137, 536833, 541873, 545569, 550777, 554305, 559513, 563041, 568249, 571777, 576985, 580681, 585721, 589417, 594457), 2) minute), '%Y-%m-01') as date) = cast(date_format((periods_3.d0 + interval 60 + 60 * mod(interval(timestampdiff(hour, '1970-01-01', periods_3.d0), 89953, 94153, 98521, 102889, 107257, 111625, 115993, 120361, 124729, 129265, 133633, 138001, 142369, 146737, 151105, 155473, 159841, 164209, 168577, 172945, 177313, 181849, 186217, 190585, 194953, 199321, 203689, 208057, 212425, 216793, 221161, 225529, 230065, 235105, 238801, 243841, 247537, 252577, 256273, 261481, 265009, 270217, 273745, 278953, 282649, 287689, 291385, 296425, 300121, 305329, 308857, 314065, 317593, 322801, 326329, 331537, 335233, 340273, 343969, 349009, 352705, 357913, 361441, 366649, 370177, 375385, 379081, 384121, 387817, 392857, 396553, 401593, 405289, 410497, 414025, 419233, 422761, 427969, 431665, 436705, 440401, 445441, 449137, 454345, 457873, 463081, 466609, 471817, 475513, 480553, 484249, 489289, 492985, 498025, 501721, 506929, 510457, 515665, 519193, 524401, 528097, 533137, 536833, 541873, 545569, 550777, 554305, 559513, 563041, 568249, 571777, 576985, 580681, 585721, 589417, 594457), 2) minute), '%Y-%m-01') as date)
  )
  union all
  select
    null as m0,
    null as m1,
    null as m2,
    sum(s0) as m3
  from facts_4
  where instant in (
    select instant
    from (select distinct instant from facts_4) as days
    join periods_4 on instant < periods_4.d0 + interval 1 hour
  )
) as branches;

-- a month begins within an hour where the clocks are half an hour apart
-- ["2024-03-31 17:00:00","2024-03-31 19:59:00","2024-03-31 17:00:00","2024-03-31 17:00:00","2024-03-31 19:59:00"]
with recursive facts_1 as (
  select
    cast(date_format(`at`, '%Y-%m-%d %H:%i:00') as datetime) as instant,
    sum(`minutes`) as s0
  from `calls`
  where `at` >= cast(? as datetime(6)) - interval 1 hour - interval 2 day - interval 1 month
    and `at` < cast(? as datetime(6)) + interval 1 hour + interval 2 day
  group by 1
),
periods_1 as (
  select
    1 as n,
    cast(date_format(cast(? as datetime(6)), '%Y-%m-%d %H:00:00') as datetime) as d0,
    cast(date_format(cast(? as datetime(6)), '%Y-%m-%d %H:00:00') as datetime) as first,
    cast(date_format(cast(? as datetime(6)), '%Y-%m-%d %H:00:00') as datetime) as last
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) hour, first, last
  from periods_1
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) hour <= last
)
select
  d0 as `calls.at.hour`,
  sum(s0) as `calls.this_month`
from facts_1
join periods_1 on instant < d0 + interval 1 hour and cast(date_format((instant + interval 330 minute), '%Y-%m-01') as date) = cast(date_format(((d0 + interval 59 minute) + interval 330 minute), '%Y-%m-01') as date)
group by 1
order by `calls.at.hour` <=> null, `calls.at.hour`
limit 101;

-- minute by minute
-- ["2024-10-27 01:44:00","2024-10-27 01:46:00","2024-10-27 01:44:00","2024-10-27 01:44:00","2024-10-27 01:46:00","2024-10-27 01:44:00","2024-10-27 01:46:00","2024-10-27 01:44:00","2024-10-27 01:44:00","2024-10-27 01:46:00","2024-10-27 01:44:00","2024-10-27 01:46:00"]
with recursive facts_1 as (
  select
    cast(date_format(`at`, '%Y-%m-%d %H:%i:00') as datetime) as instant,
    sum(`minutes`) as s0
  from `calls`
  where `at` >= cast(? as datetime(6)) - interval 1 minute - interval 2 day - interval 90 minute
    and `at` < cast(? as datetime(6)) + interval 1 minute + interval 2 day
  group by 1
),
periods_1 as (
  select
    1 as n,
    cast(date_format(cast(? as datetime(6)), '%Y-%m-%d %H:%i:00') as datetime) as d0,
    cast(date_format(cast(? as datetime(6)), '%Y-%m-%d %H:%i:00') as datetime) as first,
    cast(date_format(cast(? as datetime(6)), '%Y-%m-%d %H:%i:00') as datetime) as last
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) minute, first, last
  from periods_1
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) minute <= last
),
facts_2 as (
  select
    cast(date_format(`at`, '%Y-%m-%d %H:%i:00') as datetime) as instant,
    sum(`minutes`) as s0
  from `calls`
  where `at` >= cast(? as datetime(6)) - interval 1 minute - interval 2 day - interval 2 hour
    and `at` < cast(? as datetime(6)) + interval 1 minute + interval 2 day
  group by 1
),
periods_2 as (
  select
    1 as n,
    cast(date_format(cast(? as datetime(6)), '%Y-%m-%d %H:%i:00') as datetime) as d0,
    cast(date_format(cast(? as datetime(6)), '%Y-%m-%d %H:%i:00') as datetime) as first,
    cast(date_format(cast(? as datetime(6)), '%Y-%m-%d %H:%i:00') as datetime) as last
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) minute, first, last
  from periods_2
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) minute <= last
)
select
  d0 as `calls.at.minute`,
  max(m0) as `calls.ninety_minutes`,
  max(m1) as `calls.two_hours`,
  max(m2) as `calls.minutes`
from (
  select
    d0,
    sum(s0) as m0,
    null as m1,
    null as m2
  from facts_1
  join periods_1 on instant >= d0 + interval 1 minute - interval 90 minute and instant < d0 + interval 1 minute
  group by 1
  union all
  select
    d0,
    null as m0,
    sum(s0) as m1,
    null as m2
  from facts_2
  join periods_2 on instant >= d0 + interval 1 minute - interval 2 hour and instant < d0 + interval 1 minute
  group by 1
  union all
  select
    cast(date_format(`at`, '%Y-%m-%d %H:%i:00') as datetime) as d0,
    null as m0,
    null as m1,
    sum(`minutes`) as m2
  from `calls`
  where `at` between cast(? as datetime(6)) and cast(? as datetime(6))
  group by 1
) as branches
group by 1
order by `calls.at.minute` <=> null, `calls.at.minute`
limit 101;

-- two hours, and what they were two hours before, with the hours of nothing
-- ["2024-10-27 02:00:00","2024-10-27 05:59:00","2024-10-27 02:00:00","2024-10-27 02:00:00","2024-10-27 05:59:00","2024-10-27 02:00:00","2024-10-27 05:59:00","2024-10-27 02:00:00","2024-10-27 02:00:00","2024-10-27 05:59:00","2024-10-27 02:00:00","2024-10-27 02:00:00","2024-10-27 05:59:00"]
with recursive facts_1 as (
  select
    cast(date_format(`at`, '%Y-%m-%d %H:00:00') as datetime) as instant,
    sum(`minutes`) as s0
  from `calls`
  where `at` >= cast(? as datetime(6)) - interval 1 hour - interval 2 day - interval 2 hour - interval 2 hour
    and `at` < cast(? as datetime(6)) + interval 1 hour + interval 2 day
  group by 1
),
periods_1 as (
  select
    1 as n,
    cast(date_format(cast(? as datetime(6)), '%Y-%m-%d %H:00:00') as datetime) as d0,
    cast(date_format(cast(? as datetime(6)), '%Y-%m-%d %H:00:00') as datetime) as first,
    cast(date_format(cast(? as datetime(6)), '%Y-%m-%d %H:00:00') as datetime) as last
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) hour, first, last
  from periods_1
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) hour <= last
),
facts_2 as (
  select
    cast(date_format(`at`, '%Y-%m-%d %H:00:00') as datetime) as instant,
    sum(`minutes`) as s0
  from `calls`
  where `at` >= cast(? as datetime(6)) - interval 1 hour - interval 2 day - interval 2 hour
    and `at` < cast(? as datetime(6)) + interval 1 hour + interval 2 day
  group by 1
),
periods_2 as (
  select
    1 as n,
    cast(date_format(cast(? as datetime(6)), '%Y-%m-%d %H:00:00') as datetime) as d0,
    cast(date_format(cast(? as datetime(6)), '%Y-%m-%d %H:00:00') as datetime) as first,
    cast(date_format(cast(? as datetime(6)), '%Y-%m-%d %H:00:00') as datetime) as last
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) hour, first, last
  from periods_2
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) hour <= last
),
groups_1 as (
  select
    d0,
    max(m0) as m0,
    max(m1) as m1
  from (
    select
      d0,
      sum(s0) as m0,
      null as m1
    from facts_1
    join periods_1 on instant >= d0 - interval 2 hour + interval 1 hour - interval 2 hour and instant < d0 - interval 2 hour + interval 1 hour
    group by 1
    union all
    select
      d0,
      null as m0,
      sum(s0) as m1
    from facts_2
    join periods_2 on instant >= d0 + interval 1 hour - interval 2 hour and instant < d0 + interval 1 hour
    group by 1
  ) as branches
  group by 1
),
periods_3 as (
  select
    1 as n,
    cast(date_format(cast(? as datetime(6)), '%Y-%m-%d %H:00:00') as datetime) as d0,
    cast(date_format(cast(? as datetime(6)), '%Y-%m-%d %H:00:00') as datetime) as first,
    cast(date_format(cast(? as datetime(6)), '%Y-%m-%d %H:00:00') as datetime) as last
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) hour, first, last
  from periods_3
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) hour <= last
)
select
  d0 as `calls.at.hour`,
  max(m0) as `calls.two_hours_before`,
  max(m1) as `calls.two_hours`
from (
  select d0, m0, m1 from groups_1
  union all
  select d0, null as m0, null as m1
  from periods_3
) as filled
group by 1
order by `calls.at.hour` <=> null, `calls.at.hour`
limit 101;
