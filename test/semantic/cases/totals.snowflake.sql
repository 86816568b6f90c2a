-- Never run on snowflake itself: see shared/semantic/dialects/README.md for what it rests on.

-- the total of a balance is the last of the months that a filter on groups has picked
-- ["2"]
select
  d0 as "balances.day.month",
  max(m0) as "balances.closing"
from (
  select
    d0,
    sum(case when place = 1 then v0 end) as m0,
    null as m1
  from (
    select
      cast(date_trunc('month', "day") as date) as d0,
      "balance" as v0,
      case when "day" is not null then rank() over (partition by cast(date_trunc('month', "day") as date), "account_id" order by "day" desc nulls last) end as place
    from "balances"
  ) as "balances"
  group by 1
  union all
  select
    cast(date_trunc('month', "day") as date) as d0,
    null as m0,
    count(*) as m1
  from "balances"
  group by 1
) as branches
group by 1
having coalesce(max(m1), 0) > cast(? as number(38, 0))
order by "balances.day.month" nulls last
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
        cast(date_trunc('month', "day") as date) as d0,
        case when "day" is not null then rank() over (partition by cast(date_trunc('month', "day") as date), "account_id" order by "day" desc nulls last) end as place
      from "balances"
    ) as "balances"
    group by 1
    union all
    select
      cast(date_trunc('month', "day") as date) as d0,
      count(*) as m0
    from "balances"
    group by 1
  ) as branches
  group by 1
  having coalesce(max(m0), 0) > cast(? as number(38, 0))
)
select sum(case when place = 1 then v0 end) as "balances.closing"
from (
  select
    "balances"."balance" as v0,
    case when "balances"."day" is not null then rank() over (partition by "balances"."account_id" order by "balances"."day" desc nulls last) end as place
  from "balances"
  where to_json(array_construct(cast(date_trunc('month', "balances"."day") as date))) in (
    select to_json(array_construct(picked_1.d0))
    from picked_1
  )
) as "balances";

-- the total of a rolling sum holds each row of its periods once
-- ["2024-01-26 00:00:00","2024-02-08 00:00:00","2024-02-01 00:00:00","2024-02-04 23:59:59.999999","2024-02-01 00:00:00","2024-02-05 00:00:00"]
with facts_1 as (
  select
    cast(cast(convert_timezone('UTC', "placed_at") as timestamp_ntz) as date) as day,
    sum("amount") as s0
  from "orders"
  where "placed_at" >= cast(? as timestamp_ntz)
    and "placed_at" < cast(? as timestamp_ntz)
  group by 1
),
periods_1 as (
  select dateadd(day, cast(steps.value as integer), lo) as d0
  from (
    select cast(cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz) as date) as lo, cast(cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz) as date) as hi
  ) as bounds
  cross join lateral flatten(input => array_generate_range(0, datediff(day, lo, hi) + 1)) as steps
)
select
  d0 as "orders.placed_at.day",
  max(m0) as "orders.three_days",
  max(m1) as "orders.total"
from (
  select
    d0,
    sum(s0) as m0,
    null as m1
  from facts_1
  join periods_1 on day >= dateadd(day, -3, dateadd(day, 1, d0)) and day < dateadd(day, 1, d0)
  group by 1
  union all
  select
    cast(cast(convert_timezone('UTC', "placed_at") as timestamp_ntz) as date) as d0,
    null as m0,
    sum("amount") as m1
  from "orders"
  where "placed_at" >= cast(? as timestamp_ntz) and "placed_at" < cast(? as timestamp_ntz)
  group by 1
) as branches
group by 1
order by "orders.placed_at.day" nulls last
limit 21;
-- totals
-- ["2024-01-26 00:00:00","2024-02-08 00:00:00","2024-02-01 00:00:00","2024-02-04 23:59:59.999999","2024-02-01 00:00:00","2024-02-05 00:00:00"]
with facts_1 as (
  select
    cast(cast(convert_timezone('UTC', "placed_at") as timestamp_ntz) as date) as day,
    sum("amount") as s0
  from "orders"
  where "placed_at" >= cast(? as timestamp_ntz)
    and "placed_at" < cast(? as timestamp_ntz)
  group by 1
),
periods_1 as (
  select dateadd(day, cast(steps.value as integer), lo) as d0
  from (
    select cast(cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz) as date) as lo, cast(cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz) as date) as hi
  ) as bounds
  cross join lateral flatten(input => array_generate_range(0, datediff(day, lo, hi) + 1)) as steps
)
select
  max(m0) as "orders.three_days",
  max(m1) as "orders.total"
from (
  select
    sum(s0) as m0,
    null as m1
  from facts_1
  where day in (
    select day
    from (select distinct day from facts_1) as days
    join periods_1 on day >= dateadd(day, -3, dateadd(day, 1, periods_1.d0)) and day < dateadd(day, 1, periods_1.d0)
  )
  union all
  select
    null as m0,
    sum("amount") as m1
  from "orders"
  where "placed_at" >= cast(? as timestamp_ntz) and "placed_at" < cast(? as timestamp_ntz)
) as branches;

-- the total of last year is of the same periods a year ago
-- ["2022-11-29 00:00:00","2024-01-01 00:00:00","2024-01-01 00:00:00"]
with facts_1 as (
  select
    cast(cast(convert_timezone('UTC', "placed_at") as timestamp_ntz) as date) as day,
    sum("amount") as s0
  from "orders"
  where "placed_at" >= cast(? as timestamp_ntz)
  group by 1
),
periods_1 as (
  select dateadd(month, cast(steps.value as integer), lo) as d0
  from (
    select
      cast(date_trunc('month', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as date) as lo,
      max(cast(date_trunc('month', day) as date)) as hi
    from facts_1
  ) as bounds
  cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
)
select
  d0 as "orders.placed_at.month",
  max(m0) as "orders.total",
  max(m1) as "orders.last_year",
  1::float * max(m0) / nullif(max(m1), 0) - 1 as "orders.growth"
from (
  select
    cast(date_trunc('month', cast(convert_timezone('UTC', "placed_at") as timestamp_ntz)) as date) as d0,
    sum("amount") as m0,
    null as m1
  from "orders"
  where "placed_at" >= cast(? as timestamp_ntz)
  group by 1
  union all
  select
    d0,
    null as m0,
    sum(s0) as m1
  from facts_1
  join periods_1 on day >= dateadd(year, -1, d0) and day < dateadd(month, 1, dateadd(year, -1, d0))
  group by 1
) as branches
group by 1
order by "orders.placed_at.month" nulls last
limit 21;
-- totals
-- ["2022-11-29 00:00:00","2024-01-01 00:00:00","2024-01-01 00:00:00"]
with facts_1 as (
  select
    cast(cast(convert_timezone('UTC', "placed_at") as timestamp_ntz) as date) as day,
    sum("amount") as s0
  from "orders"
  where "placed_at" >= cast(? as timestamp_ntz)
  group by 1
),
periods_1 as (
  select dateadd(month, cast(steps.value as integer), lo) as d0
  from (
    select
      cast(date_trunc('month', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as date) as lo,
      max(cast(date_trunc('month', day) as date)) as hi
    from facts_1
  ) as bounds
  cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
)
select
  max(m0) as "orders.total",
  max(m1) as "orders.last_year",
  1::float * max(m0) / nullif(max(m1), 0) - 1 as "orders.growth"
from (
  select
    sum("amount") as m0,
    null as m1
  from "orders"
  where "placed_at" >= cast(? as timestamp_ntz)
  union all
  select
    null as m0,
    sum(s0) as m1
  from facts_1
  where day in (
    select day
    from (select distinct day from facts_1) as days
    join periods_1 on day >= dateadd(year, -1, periods_1.d0) and day < dateadd(month, 1, dateadd(year, -1, periods_1.d0))
  )
) as branches;

-- totals of windows hold the rows of the groups that a filter has picked
-- ["2024-04-03 00:00:00","2024-01-01 00:00:00","2024-02-29 23:59:59.999999","7"]
with facts_1 as (
  select
    "channel" as d0,
    cast(cast(convert_timezone('UTC', "placed_at") as timestamp_ntz) as date) as day,
    sum("amount") as s0
  from "orders"
  where "placed_at" < cast(? as timestamp_ntz)
  group by 1, 2
),
periods_1 as (
  select dateadd(month, cast(steps.value as integer), lo) as d1
  from (
    select cast(date_trunc('month', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as date) as lo, cast(date_trunc('month', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as date) as hi
  ) as bounds
  cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
),
spans_1 as (
  select
    day as on_day,
    d1
  from (select distinct day from facts_1) as days
  join periods_1 on day < dateadd(month, 1, d1)
)
select
  d0 as "orders.channel",
  d1 as "orders.placed_at.month",
  sum(s0) as "orders.running"
from facts_1
join spans_1 on on_day = day
group by 1, 2
having sum(s0) < cast(? as number(38, 0))
order by "orders.channel" nulls last, "orders.placed_at.month" nulls last
limit 21;
-- totals
-- ["2024-04-03 00:00:00","2024-01-01 00:00:00","2024-02-29 23:59:59.999999","7","2024-04-03 00:00:00","2024-01-01 00:00:00","2024-02-29 23:59:59.999999"]
with facts_1 as (
  select
    "channel" as d0,
    cast(cast(convert_timezone('UTC', "placed_at") as timestamp_ntz) as date) as day,
    sum("amount") as s0
  from "orders"
  where "placed_at" < cast(? as timestamp_ntz)
  group by 1, 2
),
periods_1 as (
  select dateadd(month, cast(steps.value as integer), lo) as d1
  from (
    select cast(date_trunc('month', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as date) as lo, cast(date_trunc('month', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as date) as hi
  ) as bounds
  cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
),
spans_1 as (
  select
    day as on_day,
    d1
  from (select distinct day from facts_1) as days
  join periods_1 on day < dateadd(month, 1, d1)
),
picked_1 as (
  select
    d0,
    d1
  from facts_1
  join spans_1 on on_day = day
  group by 1, 2
  having sum(s0) < cast(? as number(38, 0))
),
facts_2 as (
  select
    "channel" as d0,
    cast(cast(convert_timezone('UTC', "placed_at") as timestamp_ntz) as date) as day,
    sum("amount") as s0
  from "orders"
  where "placed_at" < cast(? as timestamp_ntz)
  group by 1, 2
),
periods_2 as (
  select dateadd(month, cast(steps.value as integer), lo) as d1
  from (
    select cast(date_trunc('month', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as date) as lo, cast(date_trunc('month', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as date) as hi
  ) as bounds
  cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
)
select sum(s0) as "orders.running"
from facts_2
where to_json(array_construct(facts_2.day, facts_2.d0)) in (
  select to_json(array_construct(days.day, picked_1.d0))
  from (select distinct day from facts_2) as days
  join periods_2 on day < dateadd(month, 1, periods_2.d1)
  join picked_1 on equal_null(picked_1.d1, periods_2.d1)
);

-- in totals through a fan-out a row of several groups that pass counts once
-- ["50"]
with facts_1 as (
  select distinct
    "tags"."tag" as d0,
    cast("balances"."day" as date) as day_,
    "balances"."account_id" as k0,
    "balances"."day" as k1,
    "balances"."balance" as v0
  from "balances"
  left join "accounts" on "accounts"."id" = "balances"."account_id"
  left join "tags" on "tags"."account_id" = "accounts"."id"
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
  select dateadd(month, cast(steps.value as integer), lo) as d1
  from (
    select
      min(cast(date_trunc('month', day_) as date)) as lo,
      max(cast(date_trunc('month', day_) as date)) as hi
    from sums_1
  ) as bounds
  cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
),
spans_1 as (
  select
    day_ as on_day,
    d1
  from (select distinct day_ from sums_1) as days
  join periods_1 on day_ < dateadd(month, 1, d1)
),
facts_2 as (
  select distinct
    "tags"."tag" as d0,
    cast("balances"."day" as date) as day_,
    "balances"."account_id" as k0,
    "balances"."day" as k1,
    "balances"."balance" as v0,
    "balances"."day" as moment,
    "balances"."account_id" as p0
  from "balances"
  left join "accounts" on "accounts"."id" = "balances"."account_id"
  left join "tags" on "tags"."account_id" = "accounts"."id"
),
periods_2 as (
  select dateadd(month, cast(steps.value as integer), lo) as d1
  from (
    select
      min(cast(date_trunc('month', day_) as date)) as lo,
      max(cast(date_trunc('month', day_) as date)) as hi
    from facts_2
  ) as bounds
  cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
),
spans_2 as (
  select
    day_ as on_day,
    d1
  from (select distinct day_ from facts_2) as days
  join periods_2 on day_ < dateadd(month, 1, d1)
)
select
  d0 as "tags.tag",
  d1 as "balances.day.month",
  max(m0) as "balances.added_up",
  max(m1) as "balances.known"
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
having max(m0) > cast(? as number(38, 0))
order by "tags.tag" nulls last, "balances.day.month" nulls last
limit 11;
-- totals
-- ["50"]
with facts_1 as (
  select distinct
    "tags"."tag" as d0,
    cast("balances"."day" as date) as day_,
    "balances"."account_id" as k0,
    "balances"."day" as k1,
    "balances"."balance" as v0
  from "balances"
  left join "accounts" on "accounts"."id" = "balances"."account_id"
  left join "tags" on "tags"."account_id" = "accounts"."id"
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
  select dateadd(month, cast(steps.value as integer), lo) as d1
  from (
    select
      min(cast(date_trunc('month', day_) as date)) as lo,
      max(cast(date_trunc('month', day_) as date)) as hi
    from sums_1
  ) as bounds
  cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
),
spans_1 as (
  select
    day_ as on_day,
    d1
  from (select distinct day_ from sums_1) as days
  join periods_1 on day_ < dateadd(month, 1, d1)
),
facts_2 as (
  select
    "tags"."tag" as d0,
    cast("balances"."day" as date) as day_,
    "balances"."day" as moment,
    "balances"."account_id" as p0
  from "balances"
  left join "accounts" on "accounts"."id" = "balances"."account_id"
  left join "tags" on "tags"."account_id" = "accounts"."id"
),
periods_2 as (
  select dateadd(month, cast(steps.value as integer), lo) as d1
  from (
    select
      min(cast(date_trunc('month', day_) as date)) as lo,
      max(cast(date_trunc('month', day_) as date)) as hi
    from facts_2
  ) as bounds
  cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
),
spans_2 as (
  select
    day_ as on_day,
    d1
  from (select distinct day_ from facts_2) as days
  join periods_2 on day_ < dateadd(month, 1, d1)
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
  having max(m0) > cast(? as number(38, 0))
),
facts_3 as (
  select distinct
    "tags"."tag" as d0,
    cast("balances"."day" as date) as day_,
    "balances"."account_id" as k0,
    "balances"."day" as k1,
    "balances"."balance" as v0
  from "balances"
  left join "accounts" on "accounts"."id" = "balances"."account_id"
  left join "tags" on "tags"."account_id" = "accounts"."id"
),
periods_3 as (
  select dateadd(month, cast(steps.value as integer), lo) as d1
  from (
    select
      min(cast(date_trunc('month', day_) as date)) as lo,
      max(cast(date_trunc('month', day_) as date)) as hi
    from facts_3
  ) as bounds
  cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
),
facts_4 as (
  select distinct
    "tags"."tag" as d0,
    cast("balances"."day" as date) as day_,
    "balances"."account_id" as k0,
    "balances"."day" as k1,
    "balances"."balance" as v0,
    "balances"."day" as moment,
    "balances"."account_id" as p0
  from "balances"
  left join "accounts" on "accounts"."id" = "balances"."account_id"
  left join "tags" on "tags"."account_id" = "accounts"."id"
),
periods_4 as (
  select dateadd(month, cast(steps.value as integer), lo) as d1
  from (
    select
      min(cast(date_trunc('month', day_) as date)) as lo,
      max(cast(date_trunc('month', day_) as date)) as hi
    from facts_4
  ) as bounds
  cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
)
select
  max(m0) as "balances.added_up",
  max(m1) as "balances.known"
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
    where to_json(array_construct(facts_3.day_, facts_3.d0)) in (
      select to_json(array_construct(days.day_, picked_1.d0))
      from (select distinct day_ from facts_3) as days
      join periods_3 on day_ < dateadd(month, 1, periods_3.d1)
      join picked_1 on equal_null(picked_1.d1, periods_3.d1)
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
      where to_json(array_construct(facts_4.day_, facts_4.d0)) in (
        select to_json(array_construct(days.day_, picked_1.d0))
        from (select distinct day_ from facts_4) as days
        join periods_4 on day_ < dateadd(month, 1, periods_4.d1)
        join picked_1 on equal_null(picked_1.d1, periods_4.d1)
      )
    ) as single
  ) as placed
) as branches;

-- what is last among the groups that pass may not be last of all
-- ["25"]
with facts_1 as (
  select distinct
    "tags"."tag" as d0,
    cast("balances"."day" as date) as day_,
    "balances"."account_id" as k0,
    "balances"."day" as k1,
    "balances"."balance" as v0,
    "balances"."day" as moment,
    "balances"."account_id" as p0
  from "balances"
  left join "accounts" on "accounts"."id" = "balances"."account_id"
  left join "tags" on "tags"."account_id" = "accounts"."id"
),
periods_1 as (
  select dateadd(month, cast(steps.value as integer), lo) as d1
  from (
    select
      min(cast(date_trunc('month', day_) as date)) as lo,
      max(cast(date_trunc('month', day_) as date)) as hi
    from facts_1
  ) as bounds
  cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
),
spans_1 as (
  select
    day_ as on_day,
    d1
  from (select distinct day_ from facts_1) as days
  join periods_1 on day_ < dateadd(month, 1, d1)
)
select
  d0 as "tags.tag",
  d1 as "balances.day.month",
  sum(case when place = 1 then v0 end) as "balances.known"
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
having sum(case when place = 1 then v0 end) > cast(? as number(38, 0))
order by "tags.tag" nulls last, "balances.day.month" nulls last
limit 11;
-- totals
-- ["25"]
with facts_1 as (
  select distinct
    "tags"."tag" as d0,
    cast("balances"."day" as date) as day_,
    "balances"."account_id" as k0,
    "balances"."day" as k1,
    "balances"."balance" as v0,
    "balances"."day" as moment,
    "balances"."account_id" as p0
  from "balances"
  left join "accounts" on "accounts"."id" = "balances"."account_id"
  left join "tags" on "tags"."account_id" = "accounts"."id"
),
periods_1 as (
  select dateadd(month, cast(steps.value as integer), lo) as d1
  from (
    select
      min(cast(date_trunc('month', day_) as date)) as lo,
      max(cast(date_trunc('month', day_) as date)) as hi
    from facts_1
  ) as bounds
  cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
),
spans_1 as (
  select
    day_ as on_day,
    d1
  from (select distinct day_ from facts_1) as days
  join periods_1 on day_ < dateadd(month, 1, d1)
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
  having sum(case when place = 1 then v0 end) > cast(? as number(38, 0))
),
facts_2 as (
  select distinct
    "tags"."tag" as d0,
    cast("balances"."day" as date) as day_,
    "balances"."account_id" as k0,
    "balances"."day" as k1,
    "balances"."balance" as v0,
    "balances"."day" as moment,
    "balances"."account_id" as p0
  from "balances"
  left join "accounts" on "accounts"."id" = "balances"."account_id"
  left join "tags" on "tags"."account_id" = "accounts"."id"
),
periods_2 as (
  select dateadd(month, cast(steps.value as integer), lo) as d1
  from (
    select
      min(cast(date_trunc('month', day_) as date)) as lo,
      max(cast(date_trunc('month', day_) as date)) as hi
    from facts_2
  ) as bounds
  cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
)
select sum(case when place = 1 then v0 end) as "balances.known"
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
    where to_json(array_construct(facts_2.day_, facts_2.d0)) in (
      select to_json(array_construct(days.day_, picked_1.d0))
      from (select distinct day_ from facts_2) as days
      join periods_2 on day_ < dateadd(month, 1, periods_2.d1)
      join picked_1 on equal_null(picked_1.d1, periods_2.d1)
    )
  ) as single
) as placed;
