-- Never run on bigquery itself: see shared/semantic/dialects/README.md for what it rests on.

-- of one fact the values that it reaches, orphans and what is null in one group
select
  `halls`.`town` as `halls__town`,
  sum(`tickets`.`price`) as `tickets__sales`,
  count(*) as `tickets__count`,
  avg(cast(`tickets`.`price` as float64)) as `tickets__mean_price`,
  min(`tickets`.`price`) as `tickets__least_price`
from `tickets`
left join `concerts` on `concerts`.`id` = `tickets`.`concert_id`
left join `halls` on `halls`.`id` = `concerts`.`hall_id`
group by 1
order by `halls__town` nulls last
limit 11;

-- all values, where the dimension's own model is counted beside it
select
  d0 as `halls__town`,
  max(m0) as `tickets__sales`,
  coalesce(max(m1), 0) as `tickets__count`,
  coalesce(max(m2), 0) as `halls__count`
from (
  select
    `halls`.`town` as d0,
    sum(`tickets`.`price`) as m0,
    count(*) as m1,
    null as m2
  from `tickets`
  left join `concerts` on `concerts`.`id` = `tickets`.`concert_id`
  left join `halls` on `halls`.`id` = `concerts`.`hall_id`
  group by 1
  union all
  select
    `town` as d0,
    null as m0,
    null as m1,
    count(*) as m2
  from `halls`
  group by 1
) as branches
group by 1
order by `halls__town` nulls last
limit 11;

-- over a bridge each row counts once in a group, whatever aggregates it
select
  d0 as `players__instrument`,
  sum(v0) as `concerts__costs`,
  avg(cast(v0 as float64)) as `concerts__mean_cost`,
  sum(cast(v0 as float64) * greatest(0e0, 1e0 - abs(r0 - 1e0 - 0.5e0 * (n0 - 1e0)))) as `concerts__median_cost`,
  count(distinct v1) as `concerts__titles`,
  count(*) as `concerts__count`
from (
  select
    `appearances`.d0 as d0,
    `concerts`.`cost` as v0,
    `concerts`.`title` as v1,
    row_number() over (partition by `appearances`.d0 order by `concerts`.`cost` nulls last) as r0,
    count(`concerts`.`cost`) over (partition by `appearances`.d0) as n0
  from `concerts`
  left join (
    select distinct
      `appearances`.`concert_id` as j0,
      `players`.`instrument` as d0
    from `appearances`
    left join `players` on `players`.`id` = `appearances`.`player_id`
  ) as `appearances` on `appearances`.j0 = `concerts`.`id`
) as ranked
group by 1
order by `players__instrument` nulls last
limit 11;

-- a fact and a count over a bridge, each by itself, and 0 or null where it has nothing
select
  d0 as `halls__town`,
  max(m0) as `tickets__sales`,
  coalesce(max(m1), 0) as `players__count`
from (
  select
    `halls`.`town` as d0,
    sum(`tickets`.`price`) as m0,
    null as m1
  from `tickets`
  left join `concerts` on `concerts`.`id` = `tickets`.`concert_id`
  left join `halls` on `halls`.`id` = `concerts`.`hall_id`
  group by 1
  union all
  select
    `appearances`.d0 as d0,
    null as m0,
    count(*) as m1
  from `players`
  left join (
    select distinct
      `appearances`.`player_id` as j0,
      `halls`.`town` as d0
    from `appearances`
    left join `concerts` on `concerts`.`id` = `appearances`.`concert_id`
    left join `halls` on `halls`.`id` = `concerts`.`hall_id`
  ) as `appearances` on `appearances`.j0 = `players`.`id`
  group by 1
) as branches
group by 1
order by `halls__town` nulls last
limit 11;

-- distinct values of the many side are counted over all its rows
select
  `concerts`.`title` as `concerts__title`,
  count(distinct `tickets`.`kind`) as `tickets__kinds`,
  avg(cast(`tickets`.`price` as float64)) as `tickets__mean_price`
from `tickets`
left join `concerts` on `concerts`.`id` = `tickets`.`concert_id`
group by 1
order by `concerts__title` nulls last
limit 11;

-- and values of the one side once, however many rows of the many side there are
select
  `tickets`.d0 as `tickets__kind`,
  count(distinct `concerts`.`title`) as `concerts__titles`,
  sum(`concerts`.`cost`) as `concerts__costs`
from `concerts`
left join (
  select distinct
    `concert_id` as j0,
    `kind` as d0
  from `tickets`
) as `tickets` on `tickets`.j0 = `concerts`.`id`
group by 1
order by `tickets__kind` nulls last
limit 11;

-- rows with what is counted of another fact, those with none too
select
  d0 as `halls__town`,
  d1 as `concerts__id`,
  max(m0) as `tickets__sales`,
  coalesce(max(m1), 0) as `concerts__count`
from (
  select
    `halls`.`town` as d0,
    `concerts`.`id` as d1,
    sum(`tickets`.`price`) as m0,
    null as m1
  from `tickets`
  left join `concerts` on `concerts`.`id` = `tickets`.`concert_id`
  left join `halls` on `halls`.`id` = `concerts`.`hall_id`
  group by 1, 2
  union all
  select
    `halls`.`town` as d0,
    `concerts`.`id` as d1,
    null as m0,
    count(*) as m1
  from `concerts`
  left join `halls` on `halls`.`id` = `concerts`.`hall_id`
  group by 1, 2
) as branches
group by 1, 2
order by `halls__town` nulls last, `concerts__id` nulls last
limit 11;

-- a condition on what is counted of another fact selects rows
-- ["seat","0"]
with asked_1 as (
  select `concerts`.`id` as d0
  from `tickets`
  left join `concerts` on `concerts`.`id` = `tickets`.`concert_id`
  where `tickets`.`kind` = @p1
  group by 1
  having count(*) > cast(@p2 as int64)
)
select
  `halls`.`town` as `halls__town`,
  count(*) as `concerts__count`
from `concerts`
left join `halls` on `halls`.`id` = `concerts`.`hall_id`
where to_json_string([to_json_string(`concerts`.`id`)]) in (
  select to_json_string([to_json_string(asked_1.d0)])
  from asked_1
)
group by 1
order by `halls__town` nulls last
limit 11;

-- a running total and a rank, row by row
with results_1 as (
  select
    `concert_id` as d0,
    `id` as d1,
    sum(`price`) as x0
  from `tickets`
  where `concert_id` is not null
  group by 1, 2
),
calculated_1 as (
  select
    d0,
    d1,
    x0,
    case when d1 is not null then sum(x0) over (partition by d0 order by d1 nulls last rows between unbounded preceding and current row) end as c0,
    rank() over (partition by d0 order by x0 desc nulls last) as c1
  from results_1
)
select
  d0 as `tickets__concert`,
  d1 as `tickets__id`,
  x0 as `tickets__sales`,
  c0 as `c_so_far__2c52mem0qw515`,
  c1 as `place`
from calculated_1
order by `tickets__concert` nulls last, `tickets__id` nulls last
limit 11;

-- the first of each, by the rank
-- ["1"]
with results_1 as (
  select
    `concert_id` as d0,
    `id` as d1,
    sum(`price`) as x0
  from `tickets`
  group by 1, 2
),
calculated_1 as (
  select
    d0,
    d1,
    x0,
    rank() over (partition by d0 order by x0 desc nulls last) as c0
  from results_1
)
select
  d0 as `tickets__concert`,
  d1 as `tickets__id`,
  x0 as `tickets__sales`,
  c0 as `place`
from calculated_1
where c0 = cast(@p1 as int64)
order by `tickets__concert` nulls last, `tickets__id` nulls last
limit 11;
