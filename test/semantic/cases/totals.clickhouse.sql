-- the total of a balance is the last of the months that a filter on groups has picked
-- ["2"]
select
  d0 as "balances.day.month",
  max(m0) as "balances.closing"
from (
  select
    d0,
    sumOrNull((case when place = 1 then v0 end) + toDecimal128(0, 0)) as m0,
    null as m1
  from (
    select
      toStartOfMonth(toDate32("day")) as d0,
      "balance" as v0,
      case when "day" is not null then rank() over (partition by toStartOfMonth(toDate32("day")), "account_id" order by "day" desc nulls last) end as place
    from "balances"
  ) as "balances"
  group by 1
  union all
  select
    toStartOfMonth(toDate32("day")) as d0,
    null as m0,
    count(*) as m1
  from "balances"
  group by 1
) as branches
group by 1
having coalesce(max(m1), 0) > {p1:Int64}
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
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
        toStartOfMonth(toDate32("day")) as d0,
        case when "day" is not null then rank() over (partition by toStartOfMonth(toDate32("day")), "account_id" order by "day" desc nulls last) end as place
      from "balances"
    ) as "balances"
    group by 1
    union all
    select
      toStartOfMonth(toDate32("day")) as d0,
      count(*) as m0
    from "balances"
    group by 1
  ) as branches
  group by 1
  having coalesce(max(m0), 0) > {p1:Int64}
)
select sumOrNull((case when place = 1 then v0 end) + toDecimal128(0, 0)) as "balances.closing"
from (
  select
    "balances"."balance" as v0,
    case when "balances"."day" is not null then rank() over (partition by "balances"."account_id" order by "balances"."day" desc nulls last) end as place
  from "balances"
  where toJSONString(tuple(toStartOfMonth(toDate32("balances"."day")))) in (
    select toJSONString(tuple(picked_1.d0))
    from picked_1
  )
) as "balances"
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- the total of a rolling sum holds each row of its periods once
-- ["2024-01-26 00:00:00","2024-02-08 00:00:00","2024-02-01 00:00:00","2024-02-04 23:59:59.999999","2024-02-01 00:00:00","2024-02-05 00:00:00"]
with facts_1 as (
  select
    toDate32(toTimeZone("placed_at", 'UTC')) as day,
    sumOrNull("amount" + toDecimal128(0, 0)) as s0
  from "orders"
  where "placed_at" >= {p1:DateTime64(6, 'UTC')}
    and "placed_at" < {p2:DateTime64(6, 'UTC')}
  group by 1
),
periods_1 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalDay(i), range(greatest(ifNull(dateDiff('day', lo, hi) + 1, 0), 0)))) as d0
  from (
    select toDate32(toTimeZone({p3:DateTime64(6, 'UTC')}, 'UTC')) as lo, toDate32(toTimeZone({p4:DateTime64(6, 'UTC')}, 'UTC')) as hi
  ) as bounds
  where lo <= hi
)
select
  d0 as "orders.placed_at.day",
  max(m0) as "orders.three_days",
  max(m1) as "orders.total"
from (
  select
    d0,
    sumOrNull(s0 + toDecimal128(0, 0)) as m0,
    null as m1
  from facts_1
  join periods_1 on day >= ((d0 + toIntervalDay(1)) + toIntervalDay(-3)) and day < (d0 + toIntervalDay(1))
  group by 1
  union all
  select
    toDate32(toTimeZone("placed_at", 'UTC')) as d0,
    null as m0,
    sumOrNull("amount" + toDecimal128(0, 0)) as m1
  from "orders"
  where "placed_at" >= {p5:DateTime64(6, 'UTC')} and "placed_at" < {p6:DateTime64(6, 'UTC')}
  group by 1
) as branches
group by 1
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- totals
-- ["2024-01-26 00:00:00","2024-02-08 00:00:00","2024-02-01 00:00:00","2024-02-04 23:59:59.999999","2024-02-01 00:00:00","2024-02-05 00:00:00"]
with facts_1 as (
  select
    toDate32(toTimeZone("placed_at", 'UTC')) as day,
    sumOrNull("amount" + toDecimal128(0, 0)) as s0
  from "orders"
  where "placed_at" >= {p1:DateTime64(6, 'UTC')}
    and "placed_at" < {p2:DateTime64(6, 'UTC')}
  group by 1
),
periods_1 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalDay(i), range(greatest(ifNull(dateDiff('day', lo, hi) + 1, 0), 0)))) as d0
  from (
    select toDate32(toTimeZone({p3:DateTime64(6, 'UTC')}, 'UTC')) as lo, toDate32(toTimeZone({p4:DateTime64(6, 'UTC')}, 'UTC')) as hi
  ) as bounds
  where lo <= hi
)
select
  max(m0) as "orders.three_days",
  max(m1) as "orders.total"
from (
  select
    sumOrNull(s0 + toDecimal128(0, 0)) as m0,
    null as m1
  from facts_1
  where day in (
    select day
    from (select distinct day from facts_1) as days
    join periods_1 on day >= ((periods_1.d0 + toIntervalDay(1)) + toIntervalDay(-3)) and day < (periods_1.d0 + toIntervalDay(1))
  )
  union all
  select
    null as m0,
    sumOrNull("amount" + toDecimal128(0, 0)) as m1
  from "orders"
  where "placed_at" >= {p5:DateTime64(6, 'UTC')} and "placed_at" < {p6:DateTime64(6, 'UTC')}
) as branches
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- the total of last year is of the same periods a year ago
-- ["2024-01-01 00:00:00","2022-11-29 00:00:00","2024-01-01 00:00:00"]
with facts_1 as (
  select
    toDate32(toTimeZone("placed_at", 'UTC')) as day,
    sumOrNull("amount" + toDecimal128(0, 0)) as s0
  from "orders"
  where "placed_at" >= {p2:DateTime64(6, 'UTC')}
  group by 1
),
periods_1 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
  from (
    select
      toStartOfMonth(toDate32(toTimeZone({p3:DateTime64(6, 'UTC')}, 'UTC'))) as lo,
      maxOrNull(toStartOfMonth(toDate32(day))) as hi
    from facts_1
  ) as bounds
  where lo <= hi
)
select
  d0 as "orders.placed_at.month",
  max(m0) as "orders.total",
  max(m1) as "orders.last_year",
  1e0 * max(m0) / nullif(max(m1), 0) - 1 as "orders.growth"
from (
  select
    toStartOfMonth(toDate32(toTimeZone("placed_at", 'UTC'))) as d0,
    sumOrNull("amount" + toDecimal128(0, 0)) as m0,
    null as m1
  from "orders"
  where "placed_at" >= {p1:DateTime64(6, 'UTC')}
  group by 1
  union all
  select
    d0,
    null as m0,
    sumOrNull(s0 + toDecimal128(0, 0)) as m1
  from facts_1
  join periods_1 on day >= (d0 + toIntervalYear(-1)) and day < ((d0 + toIntervalYear(-1)) + toIntervalMonth(1))
  group by 1
) as branches
group by 1
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- totals
-- ["2024-01-01 00:00:00","2022-11-29 00:00:00","2024-01-01 00:00:00"]
with facts_1 as (
  select
    toDate32(toTimeZone("placed_at", 'UTC')) as day,
    sumOrNull("amount" + toDecimal128(0, 0)) as s0
  from "orders"
  where "placed_at" >= {p2:DateTime64(6, 'UTC')}
  group by 1
),
periods_1 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
  from (
    select
      toStartOfMonth(toDate32(toTimeZone({p3:DateTime64(6, 'UTC')}, 'UTC'))) as lo,
      maxOrNull(toStartOfMonth(toDate32(day))) as hi
    from facts_1
  ) as bounds
  where lo <= hi
)
select
  max(m0) as "orders.total",
  max(m1) as "orders.last_year",
  1e0 * max(m0) / nullif(max(m1), 0) - 1 as "orders.growth"
from (
  select
    sumOrNull("amount" + toDecimal128(0, 0)) as m0,
    null as m1
  from "orders"
  where "placed_at" >= {p1:DateTime64(6, 'UTC')}
  union all
  select
    null as m0,
    sumOrNull(s0 + toDecimal128(0, 0)) as m1
  from facts_1
  where day in (
    select day
    from (select distinct day from facts_1) as days
    join periods_1 on day >= (periods_1.d0 + toIntervalYear(-1)) and day < ((periods_1.d0 + toIntervalYear(-1)) + toIntervalMonth(1))
  )
) as branches
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- totals of windows hold the rows of the groups that a filter has picked
-- ["2024-04-03 00:00:00","2024-01-01 00:00:00","2024-02-29 23:59:59.999999","7"]
with facts_1 as (
  select
    "channel" as d0,
    toDate32(toTimeZone("placed_at", 'UTC')) as day,
    sumOrNull("amount" + toDecimal128(0, 0)) as s0
  from "orders"
  where "placed_at" < {p1:DateTime64(6, 'UTC')}
  group by 1, 2
),
periods_1 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d1
  from (
    select toStartOfMonth(toDate32(toTimeZone({p2:DateTime64(6, 'UTC')}, 'UTC'))) as lo, toStartOfMonth(toDate32(toTimeZone({p3:DateTime64(6, 'UTC')}, 'UTC'))) as hi
  ) as bounds
  where lo <= hi
),
spans_1 as (
  select
    day as on_day,
    d1
  from (select distinct day from facts_1) as days
  join periods_1 on day < (d1 + toIntervalMonth(1))
)
select
  d0 as "orders.channel",
  d1 as "orders.placed_at.month",
  sumOrNull(s0 + toDecimal128(0, 0)) as "orders.running"
from facts_1
join spans_1 on on_day = day
group by 1, 2
having sumOrNull(s0 + toDecimal128(0, 0)) < {p4:Int64}
order by 1 nulls last, 2 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- totals
-- ["2024-04-03 00:00:00","2024-01-01 00:00:00","2024-02-29 23:59:59.999999","7","2024-04-03 00:00:00","2024-01-01 00:00:00","2024-02-29 23:59:59.999999"]
with facts_1 as (
  select
    "channel" as d0,
    toDate32(toTimeZone("placed_at", 'UTC')) as day,
    sumOrNull("amount" + toDecimal128(0, 0)) as s0
  from "orders"
  where "placed_at" < {p1:DateTime64(6, 'UTC')}
  group by 1, 2
),
periods_1 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d1
  from (
    select toStartOfMonth(toDate32(toTimeZone({p2:DateTime64(6, 'UTC')}, 'UTC'))) as lo, toStartOfMonth(toDate32(toTimeZone({p3:DateTime64(6, 'UTC')}, 'UTC'))) as hi
  ) as bounds
  where lo <= hi
),
spans_1 as (
  select
    day as on_day,
    d1
  from (select distinct day from facts_1) as days
  join periods_1 on day < (d1 + toIntervalMonth(1))
),
picked_1 as (
  select
    d0,
    d1
  from facts_1
  join spans_1 on on_day = day
  group by 1, 2
  having sumOrNull(s0 + toDecimal128(0, 0)) < {p4:Int64}
),
facts_2 as (
  select
    "channel" as d0,
    toDate32(toTimeZone("placed_at", 'UTC')) as day,
    sumOrNull("amount" + toDecimal128(0, 0)) as s0
  from "orders"
  where "placed_at" < {p5:DateTime64(6, 'UTC')}
  group by 1, 2
),
periods_2 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d1
  from (
    select toStartOfMonth(toDate32(toTimeZone({p6:DateTime64(6, 'UTC')}, 'UTC'))) as lo, toStartOfMonth(toDate32(toTimeZone({p7:DateTime64(6, 'UTC')}, 'UTC'))) as hi
  ) as bounds
  where lo <= hi
)
select sumOrNull(s0 + toDecimal128(0, 0)) as "orders.running"
from facts_2
where toJSONString(tuple(facts_2.day, facts_2.d0)) in (
  select toJSONString(tuple(days.day, picked_1.d0))
  from (select distinct day from facts_2) as days
  join periods_2 on day < (periods_2.d1 + toIntervalMonth(1))
  join picked_1 on [picked_1.d1] = [periods_2.d1]
)
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- in totals through a fan-out a row of several groups that pass counts once
-- ["50"]
with facts_1 as (
  select distinct
    "tags"."tag" as d0,
    toDate32("balances"."day") as day_,
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
    sumOrNull(v0 + toDecimal128(0, 0)) as s0
  from facts_1
  group by 1, 2
),
periods_1 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d1
  from (
    select
      minOrNull(toStartOfMonth(toDate32(day_))) as lo,
      maxOrNull(toStartOfMonth(toDate32(day_))) as hi
    from sums_1
  ) as bounds
  where lo <= hi
),
spans_1 as (
  select
    day_ as on_day,
    d1
  from (select distinct day_ from sums_1) as days
  join periods_1 on day_ < (d1 + toIntervalMonth(1))
),
facts_2 as (
  select distinct
    "tags"."tag" as d0,
    toDate32("balances"."day") as day_,
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
  select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d1
  from (
    select
      minOrNull(toStartOfMonth(toDate32(day_))) as lo,
      maxOrNull(toStartOfMonth(toDate32(day_))) as hi
    from facts_2
  ) as bounds
  where lo <= hi
),
spans_2 as (
  select
    day_ as on_day,
    d1
  from (select distinct day_ from facts_2) as days
  join periods_2 on day_ < (d1 + toIntervalMonth(1))
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
    sumOrNull(s0 + toDecimal128(0, 0)) as m0,
    null as m1
  from sums_1
  join spans_1 on on_day = day_
  group by 1, 2
  union all
  select
    d0,
    d1,
    null as m0,
    sumOrNull((case when place = 1 then v0 end) + toDecimal128(0, 0)) as m1
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
having max(m0) > {p1:Int64}
order by 1 nulls last, 2 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- totals
-- ["50"]
with facts_1 as (
  select distinct
    "tags"."tag" as d0,
    toDate32("balances"."day") as day_,
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
    sumOrNull(v0 + toDecimal128(0, 0)) as s0
  from facts_1
  group by 1, 2
),
periods_1 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d1
  from (
    select
      minOrNull(toStartOfMonth(toDate32(day_))) as lo,
      maxOrNull(toStartOfMonth(toDate32(day_))) as hi
    from sums_1
  ) as bounds
  where lo <= hi
),
spans_1 as (
  select
    day_ as on_day,
    d1
  from (select distinct day_ from sums_1) as days
  join periods_1 on day_ < (d1 + toIntervalMonth(1))
),
facts_2 as (
  select
    "tags"."tag" as d0,
    toDate32("balances"."day") as day_,
    "balances"."day" as moment,
    "balances"."account_id" as p0
  from "balances"
  left join "accounts" on "accounts"."id" = "balances"."account_id"
  left join "tags" on "tags"."account_id" = "accounts"."id"
),
periods_2 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d1
  from (
    select
      minOrNull(toStartOfMonth(toDate32(day_))) as lo,
      maxOrNull(toStartOfMonth(toDate32(day_))) as hi
    from facts_2
  ) as bounds
  where lo <= hi
),
spans_2 as (
  select
    day_ as on_day,
    d1
  from (select distinct day_ from facts_2) as days
  join periods_2 on day_ < (d1 + toIntervalMonth(1))
),
picked_1 as (
  select
    d0,
    d1
  from (
    select
      d0,
      d1,
      sumOrNull(s0 + toDecimal128(0, 0)) as m0
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
  having max(m0) > {p1:Int64}
),
facts_3 as (
  select distinct
    "tags"."tag" as d0,
    toDate32("balances"."day") as day_,
    "balances"."account_id" as k0,
    "balances"."day" as k1,
    "balances"."balance" as v0
  from "balances"
  left join "accounts" on "accounts"."id" = "balances"."account_id"
  left join "tags" on "tags"."account_id" = "accounts"."id"
),
periods_3 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d1
  from (
    select
      minOrNull(toStartOfMonth(toDate32(day_))) as lo,
      maxOrNull(toStartOfMonth(toDate32(day_))) as hi
    from facts_3
  ) as bounds
  where lo <= hi
),
facts_4 as (
  select distinct
    "tags"."tag" as d0,
    toDate32("balances"."day") as day_,
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
  select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d1
  from (
    select
      minOrNull(toStartOfMonth(toDate32(day_))) as lo,
      maxOrNull(toStartOfMonth(toDate32(day_))) as hi
    from facts_4
  ) as bounds
  where lo <= hi
)
select
  max(m0) as "balances.added_up",
  max(m1) as "balances.known"
from (
  select
    sumOrNull(v0 + toDecimal128(0, 0)) as m0,
    null as m1
  from (
    select distinct
      k0,
      k1,
      v0
    from facts_3
    where toJSONString(tuple(facts_3.day_, facts_3.d0)) in (
      select toJSONString(tuple(days.day_, picked_1.d0))
      from (select distinct day_ from facts_3) as days
      join periods_3 on day_ < (periods_3.d1 + toIntervalMonth(1))
      join picked_1 on [picked_1.d1] = [periods_3.d1]
    )
  ) as single
  union all
  select
    null as m0,
    sumOrNull((case when place = 1 then v0 end) + toDecimal128(0, 0)) as m1
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
      where toJSONString(tuple(facts_4.day_, facts_4.d0)) in (
        select toJSONString(tuple(days.day_, picked_1.d0))
        from (select distinct day_ from facts_4) as days
        join periods_4 on day_ < (periods_4.d1 + toIntervalMonth(1))
        join picked_1 on [picked_1.d1] = [periods_4.d1]
      )
    ) as single
  ) as placed
) as branches
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- what is last among the groups that pass may not be last of all
-- ["25"]
with facts_1 as (
  select distinct
    "tags"."tag" as d0,
    toDate32("balances"."day") as day_,
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
  select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d1
  from (
    select
      minOrNull(toStartOfMonth(toDate32(day_))) as lo,
      maxOrNull(toStartOfMonth(toDate32(day_))) as hi
    from facts_1
  ) as bounds
  where lo <= hi
),
spans_1 as (
  select
    day_ as on_day,
    d1
  from (select distinct day_ from facts_1) as days
  join periods_1 on day_ < (d1 + toIntervalMonth(1))
)
select
  d0 as "tags.tag",
  d1 as "balances.day.month",
  sumOrNull((case when place = 1 then v0 end) + toDecimal128(0, 0)) as "balances.known"
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
having sumOrNull((case when place = 1 then v0 end) + toDecimal128(0, 0)) > {p1:Int64}
order by 1 nulls last, 2 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- totals
-- ["25"]
with facts_1 as (
  select distinct
    "tags"."tag" as d0,
    toDate32("balances"."day") as day_,
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
  select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d1
  from (
    select
      minOrNull(toStartOfMonth(toDate32(day_))) as lo,
      maxOrNull(toStartOfMonth(toDate32(day_))) as hi
    from facts_1
  ) as bounds
  where lo <= hi
),
spans_1 as (
  select
    day_ as on_day,
    d1
  from (select distinct day_ from facts_1) as days
  join periods_1 on day_ < (d1 + toIntervalMonth(1))
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
  having sumOrNull((case when place = 1 then v0 end) + toDecimal128(0, 0)) > {p1:Int64}
),
facts_2 as (
  select distinct
    "tags"."tag" as d0,
    toDate32("balances"."day") as day_,
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
  select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d1
  from (
    select
      minOrNull(toStartOfMonth(toDate32(day_))) as lo,
      maxOrNull(toStartOfMonth(toDate32(day_))) as hi
    from facts_2
  ) as bounds
  where lo <= hi
)
select sumOrNull((case when place = 1 then v0 end) + toDecimal128(0, 0)) as "balances.known"
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
    where toJSONString(tuple(facts_2.day_, facts_2.d0)) in (
      select toJSONString(tuple(days.day_, picked_1.d0))
      from (select distinct day_ from facts_2) as days
      join periods_2 on day_ < (periods_2.d1 + toIntervalMonth(1))
      join picked_1 on [picked_1.d1] = [periods_2.d1]
    )
  ) as single
) as placed
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
