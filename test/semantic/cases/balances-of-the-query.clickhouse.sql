-- over the whole query, a group without rows on its last day is null
select
  d0 as "accounts.branch",
  max(m0) as "balances.closing_at_last",
  max(m1) as "balances.closing_day"
from (
  select
    d0,
    sumOrNull((case when place = 1 then v0 end) + toDecimal128(0, 0)) as m0,
    null as m1
  from (
    select
      "accounts"."branch" as d0,
      "balances"."balance" as v0,
      case when "balances"."day" is not null then rank() over (order by "balances"."day" desc nulls last) end as place
    from "balances"
    left join "accounts" on "accounts"."id" = "balances"."account_id"
  ) as "balances"
  group by 1
  union all
  select
    d0,
    null as m0,
    sumOrNull((case when place = 1 then v0 end) + toDecimal128(0, 0)) as m1
  from (
    select
      "accounts"."branch" as d0,
      "balances"."balance" as v0,
      case when "balances"."day" is not null then rank() over (partition by "accounts"."branch" order by "balances"."day" desc nulls last) end as place
    from "balances"
    left join "accounts" on "accounts"."id" = "balances"."account_id"
  ) as "balances"
  group by 1
) as branches
group by 1
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- totals
select
  max(m0) as "balances.closing_at_last",
  max(m1) as "balances.closing_day"
from (
  select
    sumOrNull((case when place = 1 then v0 end) + toDecimal128(0, 0)) as m0,
    null as m1
  from (
    select
      "balances"."balance" as v0,
      case when "balances"."day" is not null then rank() over (order by "balances"."day" desc nulls last) end as place
    from "balances"
    left join "accounts" on "accounts"."id" = "balances"."account_id"
  ) as "balances"
  union all
  select
    null as m0,
    sumOrNull((case when place = 1 then v0 end) + toDecimal128(0, 0)) as m1
  from (
    select
      "balances"."balance" as v0,
      case when "balances"."day" is not null then rank() over (order by "balances"."day" desc nulls last) end as place
    from "balances"
    left join "accounts" on "accounts"."id" = "balances"."account_id"
  ) as "balances"
) as branches
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- over the whole query, each period that is asked for has its last day
select
  d0 as "balances.day.month",
  d1 as "balances.account",
  max(m0) as "balances.closing_at_last",
  max(m1) as "balances.closing_day"
from (
  select
    d0,
    d1,
    sumOrNull((case when place = 1 then v0 end) + toDecimal128(0, 0)) as m0,
    null as m1
  from (
    select
      toStartOfMonth(toDate32("day")) as d0,
      "account_id" as d1,
      "balance" as v0,
      case when "day" is not null then rank() over (partition by toStartOfMonth(toDate32("day")) order by "day" desc nulls last) end as place
    from "balances"
  ) as "balances"
  group by 1, 2
  union all
  select
    d0,
    d1,
    null as m0,
    sumOrNull((case when place = 1 then v0 end) + toDecimal128(0, 0)) as m1
  from (
    select
      toStartOfMonth(toDate32("day")) as d0,
      "account_id" as d1,
      "balance" as v0,
      case when "day" is not null then rank() over (partition by toStartOfMonth(toDate32("day")), "account_id" order by "day" desc nulls last) end as place
    from "balances"
  ) as "balances"
  group by 1, 2
) as branches
group by 1, 2
order by 1 nulls last, 2 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- over the whole query, what changes in time takes each account where it is last
select
  d0 as "balances.state",
  max(m0) as "balances.closing_of_each",
  max(m1) as "balances.closing"
from (
  select
    d0,
    sumOrNull((case when place = 1 then v0 end) + toDecimal128(0, 0)) as m0,
    null as m1
  from (
    select
      case when balance < 0 then 'overdrawn' else 'fine' end as d0,
      "balance" as v0,
      case when "day" is not null then rank() over (partition by "account_id" order by "day" desc nulls last) end as place
    from "balances"
  ) as "balances"
  group by 1
  union all
  select
    d0,
    null as m0,
    sumOrNull((case when place = 1 then v0 end) + toDecimal128(0, 0)) as m1
  from (
    select
      case when balance < 0 then 'overdrawn' else 'fine' end as d0,
      "balance" as v0,
      case when "day" is not null then rank() over (partition by case when balance < 0 then 'overdrawn' else 'fine' end, "account_id" order by "day" desc nulls last) end as place
    from "balances"
  ) as "balances"
  group by 1
) as branches
group by 1
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- over the whole query, its last day is the last that the filter lets through
-- ["2024-01-31"]
select
  d0 as "balances.account",
  sumOrNull((case when place = 1 then v0 end) + toDecimal128(0, 0)) as "balances.closing_at_last"
from (
  select
    "account_id" as d0,
    "balance" as v0,
    case when "day" is not null then rank() over (order by "day" desc nulls last) end as place
  from "balances"
  where "day" < {p1:Date32}
) as "balances"
group by 1
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- over the whole query, a measure's own filter comes before the first day
select
  d0 as "balances.account",
  count(case when place = 1 then v0 end) as "balances.count_at_first"
from (
  select
    "account_id" as d0,
    1 as v0,
    case when (case when balance < 100 then "day" end) is not null then rank() over (order by case when balance < 100 then "day" end nulls last) end as place
  from "balances"
) as "balances"
group by 1
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- over the whole query, a fan-out counts each balance once per group
select
  d0 as "tags.tag",
  max(m0) as "balances.closing_at_last",
  max(m1) as "balances.closing_of_each"
from (
  select
    d0,
    sumOrNull((case when place = 1 then v0 end) + toDecimal128(0, 0)) as m0,
    null as m1
  from (
    select distinct
      "tags"."tag" as d0,
      "balances"."account_id" as k0,
      "balances"."day" as k1,
      "balances"."balance" as v0,
      case when "balances"."day" is not null then rank() over (order by "balances"."day" desc nulls last) end as place
    from "balances"
    left join "accounts" on "accounts"."id" = "balances"."account_id"
    left join "tags" on "tags"."account_id" = "accounts"."id"
  ) as "balances"
  group by 1
  union all
  select
    d0,
    null as m0,
    sumOrNull((case when place = 1 then v0 end) + toDecimal128(0, 0)) as m1
  from (
    select distinct
      "tags"."tag" as d0,
      "balances"."account_id" as k0,
      "balances"."day" as k1,
      "balances"."balance" as v0,
      case when "balances"."day" is not null then rank() over (partition by "balances"."account_id" order by "balances"."day" desc nulls last) end as place
    from "balances"
    left join "accounts" on "accounts"."id" = "balances"."account_id"
    left join "tags" on "tags"."account_id" = "accounts"."id"
  ) as "balances"
  group by 1
) as branches
group by 1
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- over the whole query, a total behind a filter on measures is of the groups that passed
-- ["3"]
select
  d0 as "accounts.branch",
  max(m0) as "balances.closing_at_last"
from (
  select
    d0,
    sumOrNull((case when place = 1 then v0 end) + toDecimal128(0, 0)) as m0,
    null as m1
  from (
    select
      "accounts"."branch" as d0,
      "balances"."balance" as v0,
      case when "balances"."day" is not null then rank() over (order by "balances"."day" desc nulls last) end as place
    from "balances"
    left join "accounts" on "accounts"."id" = "balances"."account_id"
  ) as "balances"
  group by 1
  union all
  select
    "accounts"."branch" as d0,
    null as m0,
    count(*) as m1
  from "balances"
  left join "accounts" on "accounts"."id" = "balances"."account_id"
  group by 1
) as branches
group by 1
having coalesce(max(m1), 0) < {p1:Int64}
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- totals
-- ["3"]
with picked_1 as (
  select d0
  from (
    select
      d0,
      null as m0
    from (
      select
        "accounts"."branch" as d0,
        case when "balances"."day" is not null then rank() over (order by "balances"."day" desc nulls last) end as place
      from "balances"
      left join "accounts" on "accounts"."id" = "balances"."account_id"
    ) as "balances"
    group by 1
    union all
    select
      "accounts"."branch" as d0,
      count(*) as m0
    from "balances"
    left join "accounts" on "accounts"."id" = "balances"."account_id"
    group by 1
  ) as branches
  group by 1
  having coalesce(max(m0), 0) < {p1:Int64}
)
select sumOrNull((case when place = 1 then v0 end) + toDecimal128(0, 0)) as "balances.closing_at_last"
from (
  select
    "balances"."balance" as v0,
    case when "balances"."day" is not null then rank() over (order by "balances"."day" desc nulls last) end as place
  from "balances"
  left join "accounts" on "accounts"."id" = "balances"."account_id"
  where toJSONString(tuple("accounts"."branch")) in (
    select toJSONString(tuple(picked_1.d0))
    from picked_1
  )
) as "balances"
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- over the whole query, a balance that goes on is the one at the last day before the end of each period
with facts_1 as (
  select
    "account_id" as d1,
    toDate32("day") as day_,
    "balance" as v0,
    "day" as moment
  from "balances"
),
periods_1 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
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
    d0
  from (select distinct day_ from facts_1) as days
  join periods_1 on day_ < (d0 + toIntervalMonth(1))
)
select
  d0 as "balances.day.month",
  d1 as "balances.account",
  sumOrNull((case when place = 1 then v0 end) + toDecimal128(0, 0)) as "balances.known_at_last"
from (
  select
    d0,
    d1,
    v0,
    case when moment is not null then rank() over (partition by d0 order by moment desc nulls last) end as place
  from facts_1
  join spans_1 on on_day = day_
) as placed
group by 1, 2
order by 1 nulls last, 2 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
