-- Postgres' SQL of each case, then the lines in which other dialects differ: "3|" replaces the third line, "3+|" follows
-- it. Differences in the quotes of names are not shown. These dialects are never run on the warehouse itself:
-- trino, bigquery, databricks, snowflake, redshift (how they are checked instead: shared/semantic/dialects/README.md).

-- over the whole query, a group without rows on its last day is null
select
  d0 as "accounts.branch",
  max(m0) as "balances.closing_at_last",
  max(m1) as "balances.closing_day"
from (
  select
    d0,
    sum(case when place = 1 then v0 end) as m0,
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
    sum(case when place = 1 then v0 end) as m1
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
order by "accounts.branch" nulls last
limit 11;
-- totals
select
  max(m0) as "balances.closing_at_last",
  max(m1) as "balances.closing_day"
from (
  select
    sum(case when place = 1 then v0 end) as m0,
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
    sum(case when place = 1 then v0 end) as m1
  from (
    select
      "balances"."balance" as v0,
      case when "balances"."day" is not null then rank() over (order by "balances"."day" desc nulls last) end as place
    from "balances"
    left join "accounts" on "accounts"."id" = "balances"."account_id"
  ) as "balances"
) as branches;
-- duckdb, trino, bigquery, databricks, snowflake, redshift: the same
-- mysql:
-- 14|       case when `balances`.`day` is not null then rank() over (order by `balances`.`day` desc) end as place
-- 28|       case when `balances`.`day` is not null then rank() over (partition by `accounts`.`branch` order by `balances`.`day` desc) end as place
-- 35| order by `accounts.branch` <=> null, `accounts.branch`
-- 48|       case when `balances`.`day` is not null then rank() over (order by `balances`.`day` desc) end as place
-- 59|       case when `balances`.`day` is not null then rank() over (order by `balances`.`day` desc) end as place
-- clickhouse:
-- 8|     sumOrNull((case when place = 1 then v0 end) + toDecimal128(0, 0)) as m0,
-- 23|     sumOrNull((case when place = 1 then v0 end) + toDecimal128(0, 0)) as m1
-- 35| order by 1 nulls last
-- 36| limit 11
-- 36+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- 43|     sumOrNull((case when place = 1 then v0 end) + toDecimal128(0, 0)) as m0,
-- 55|     sumOrNull((case when place = 1 then v0 end) + toDecimal128(0, 0)) as m1
-- 63| ) as branches
-- 63+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- over the whole query, each requested period has its last day
select
  d0 as "balances.day.month",
  d1 as "balances.account",
  max(m0) as "balances.closing_at_last",
  max(m1) as "balances.closing_day"
from (
  select
    d0,
    d1,
    sum(case when place = 1 then v0 end) as m0,
    null as m1
  from (
    select
      date_trunc('month', "day")::date as d0,
      "account_id" as d1,
      "balance" as v0,
      case when "day" is not null then rank() over (partition by date_trunc('month', "day")::date order by "day" desc nulls last) end as place
    from "balances"
  ) as "balances"
  group by 1, 2
  union all
  select
    d0,
    d1,
    null as m0,
    sum(case when place = 1 then v0 end) as m1
  from (
    select
      date_trunc('month', "day")::date as d0,
      "account_id" as d1,
      "balance" as v0,
      case when "day" is not null then rank() over (partition by date_trunc('month', "day")::date, "account_id" order by "day" desc nulls last) end as place
    from "balances"
  ) as "balances"
  group by 1, 2
) as branches
group by 1, 2
order by "balances.day.month" nulls last, "balances.account" nulls last
limit 11;
-- duckdb, redshift: the same
-- mysql:
-- 14|       cast(date_format(`day`, '%Y-%m-01') as date) as d0,
-- 17|       case when `day` is not null then rank() over (partition by cast(date_format(`day`, '%Y-%m-01') as date) order by `day` desc) end as place
-- 29|       cast(date_format(`day`, '%Y-%m-01') as date) as d0,
-- 32|       case when `day` is not null then rank() over (partition by cast(date_format(`day`, '%Y-%m-01') as date), `account_id` order by `day` desc) end as place
-- 38| order by `balances.day.month` <=> null, `balances.day.month`, `balances.account` <=> null, `balances.account`
-- clickhouse:
-- 10|     sumOrNull((case when place = 1 then v0 end) + toDecimal128(0, 0)) as m0,
-- 14|       toStartOfMonth(toDate32("day")) as d0,
-- 17|       case when "day" is not null then rank() over (partition by toStartOfMonth(toDate32("day")) order by "day" desc nulls last) end as place
-- 26|     sumOrNull((case when place = 1 then v0 end) + toDecimal128(0, 0)) as m1
-- 29|       toStartOfMonth(toDate32("day")) as d0,
-- 32|       case when "day" is not null then rank() over (partition by toStartOfMonth(toDate32("day")), "account_id" order by "day" desc nulls last) end as place
-- 38| order by 1 nulls last, 2 nulls last
-- 39| limit 11
-- 39+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino, snowflake:
-- 14|       cast(date_trunc('month', "day") as date) as d0,
-- 17|       case when "day" is not null then rank() over (partition by cast(date_trunc('month', "day") as date) order by "day" desc nulls last) end as place
-- 29|       cast(date_trunc('month', "day") as date) as d0,
-- 32|       case when "day" is not null then rank() over (partition by cast(date_trunc('month', "day") as date), "account_id" order by "day" desc nulls last) end as place
-- bigquery:
-- 14|       date_trunc(cast(`day` as date), month) as d0,
-- 17|       case when `day` is not null then rank() over (partition by date_trunc(cast(`day` as date), month) order by `day` desc nulls last) end as place
-- 29|       date_trunc(cast(`day` as date), month) as d0,
-- 32|       case when `day` is not null then rank() over (partition by date_trunc(cast(`day` as date), month), `account_id` order by `day` desc nulls last) end as place
-- databricks:
-- 14|       cast(date_trunc('month', `day`) as date) as d0,
-- 17|       case when `day` is not null then rank() over (partition by cast(date_trunc('month', `day`) as date) order by `day` desc nulls last) end as place
-- 29|       cast(date_trunc('month', `day`) as date) as d0,
-- 32|       case when `day` is not null then rank() over (partition by cast(date_trunc('month', `day`) as date), `account_id` order by `day` desc nulls last) end as place

-- over the whole query, a dimension that changes in time has its last value for each account
select
  d0 as "balances.state",
  max(m0) as "balances.closing_of_each",
  max(m1) as "balances.closing"
from (
  select
    d0,
    sum(case when place = 1 then v0 end) as m0,
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
    sum(case when place = 1 then v0 end) as m1
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
order by "balances.state" nulls last
limit 11;
-- duckdb, trino, bigquery, databricks, snowflake, redshift: the same
-- mysql:
-- 14|       case when `day` is not null then rank() over (partition by `account_id` order by `day` desc) end as place
-- 27|       case when `day` is not null then rank() over (partition by case when balance < 0 then 'overdrawn' else 'fine' end, `account_id` order by `day` desc) end as place
-- 33| order by `balances.state` <=> null, `balances.state`
-- clickhouse:
-- 8|     sumOrNull((case when place = 1 then v0 end) + toDecimal128(0, 0)) as m0,
-- 22|     sumOrNull((case when place = 1 then v0 end) + toDecimal128(0, 0)) as m1
-- 33| order by 1 nulls last
-- 34| limit 11
-- 34+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- over the whole query, the last day is the last one that passes the filter
-- ["2024-01-31"]
select
  d0 as "balances.account",
  sum(case when place = 1 then v0 end) as "balances.closing_at_last"
from (
  select
    "account_id" as d0,
    "balance" as v0,
    case when "day" is not null then rank() over (order by "day" desc nulls last) end as place
  from "balances"
  where "day" < $1::date
) as "balances"
group by 1
order by "balances.account" nulls last
limit 11;
-- duckdb, redshift: the same
-- mysql:
-- 9|     case when `day` is not null then rank() over (order by `day` desc) end as place
-- 11|   where `day` < cast(? as date)
-- 14| order by `balances.account` <=> null, `balances.account`
-- clickhouse:
-- 4|   sumOrNull((case when place = 1 then v0 end) + toDecimal128(0, 0)) as "balances.closing_at_last"
-- 11|   where "day" < {p1:Date32}
-- 14| order by 1 nulls last
-- 15| limit 11
-- 15+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino, snowflake:
-- 11|   where "day" < cast(? as date)
-- bigquery:
-- 11|   where `day` < cast(@p1 as date)
-- databricks:
-- 11|   where `day` < cast(:p1 as date)

-- over the whole query, a measure's own filter applies before the first day is chosen
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
order by "balances.account" nulls last
limit 11;
-- duckdb, trino, bigquery, databricks, snowflake, redshift: the same
-- mysql:
-- 8|     case when (case when balance < 100 then `day` end) is not null then rank() over (order by case when balance < 100 then `day` end <=> null, case when balance < 100 then `day` end) end as place
-- 12| order by `balances.account` <=> null, `balances.account`
-- clickhouse:
-- 12| order by 1 nulls last
-- 13| limit 11
-- 13+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- over the whole query, a fan-out counts each balance once per group
select
  d0 as "tags.tag",
  max(m0) as "balances.closing_at_last",
  max(m1) as "balances.closing_of_each"
from (
  select
    d0,
    sum(case when place = 1 then v0 end) as m0,
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
    sum(case when place = 1 then v0 end) as m1
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
order by "tags.tag" nulls last
limit 11;
-- duckdb, trino, bigquery, databricks, snowflake, redshift: the same
-- mysql:
-- 16|       case when `balances`.`day` is not null then rank() over (order by `balances`.`day` desc) end as place
-- 33|       case when `balances`.`day` is not null then rank() over (partition by `balances`.`account_id` order by `balances`.`day` desc) end as place
-- 41| order by `tags.tag` <=> null, `tags.tag`
-- clickhouse:
-- 8|     sumOrNull((case when place = 1 then v0 end) + toDecimal128(0, 0)) as m0,
-- 26|     sumOrNull((case when place = 1 then v0 end) + toDecimal128(0, 0)) as m1
-- 41| order by 1 nulls last
-- 42| limit 11
-- 42+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- over the whole query, a total with a filter on measures is of the groups that pass
-- ["3"]
select
  d0 as "accounts.branch",
  max(m0) as "balances.closing_at_last"
from (
  select
    d0,
    sum(case when place = 1 then v0 end) as m0,
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
having coalesce(max(m1), 0) < $1::bigint
order by "accounts.branch" nulls last
limit 11;
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
  having coalesce(max(m0), 0) < $1::bigint
)
select sum(case when place = 1 then v0 end) as "balances.closing_at_last"
from (
  select
    "balances"."balance" as v0,
    case when "balances"."day" is not null then rank() over (order by "balances"."day" desc nulls last) end as place
  from "balances"
  left join "accounts" on "accounts"."id" = "balances"."account_id"
  where exists (
    select 1
    from picked_1
    where array[picked_1.d0] = array["accounts"."branch"]
  )
) as "balances";
-- duckdb:
-- 69|     where picked_1.d0 is not distinct from "accounts"."branch"
-- mysql:
-- 14|       case when `balances`.`day` is not null then rank() over (order by `balances`.`day` desc) end as place
-- 29| having coalesce(max(m1), 0) < cast(? as signed)
-- 30| order by `accounts.branch` <=> null, `accounts.branch`
-- 43|         case when `balances`.`day` is not null then rank() over (order by `balances`.`day` desc) end as place
-- 57|   having coalesce(max(m0), 0) < cast(? as signed)
-- 63|     case when `balances`.`day` is not null then rank() over (order by `balances`.`day` desc) end as place
-- 69|     where picked_1.d0 <=> `accounts`.`branch`
-- clickhouse:
-- 8|     sumOrNull((case when place = 1 then v0 end) + toDecimal128(0, 0)) as m0,
-- 29| having coalesce(max(m1), 0) < {p1:Int64}
-- 30| order by 1 nulls last
-- 31| limit 11
-- 31+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- 57|   having coalesce(max(m0), 0) < {p1:Int64}
-- 59| select sumOrNull((case when place = 1 then v0 end) + toDecimal128(0, 0)) as "balances.closing_at_last"
-- 66|   where toJSONString(tuple("accounts"."branch")) in (
-- 67|     select toJSONString(tuple(picked_1.d0))
-- 69 is left out
-- 71| ) as "balances"
-- 71+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', output_format_json_quote_denormals = 1;
-- trino:
-- 29| having coalesce(max(m1), 0) < cast(? as bigint)
-- 57|   having coalesce(max(m0), 0) < cast(? as bigint)
-- 66|   where json_format(cast(array[cast("accounts"."branch" as json)] as json)) in (
-- 67|     select json_format(cast(array[cast(picked_1.d0 as json)] as json))
-- 69 is left out
-- bigquery:
-- 29| having coalesce(max(m1), 0) < cast(@p1 as int64)
-- 57|   having coalesce(max(m0), 0) < cast(@p1 as int64)
-- 66|   where to_json_string([to_json_string(`accounts`.`branch`)]) in (
-- 67|     select to_json_string([to_json_string(picked_1.d0)])
-- 69 is left out
-- databricks:
-- 29| having coalesce(max(m1), 0) < cast(:p1 as bigint)
-- 57|   having coalesce(max(m0), 0) < cast(:p1 as bigint)
-- 66|   where to_json(named_struct('c0', `accounts`.`branch`)) in (
-- 67|     select to_json(named_struct('c0', picked_1.d0))
-- 69 is left out
-- snowflake:
-- 29| having coalesce(max(m1), 0) < cast(? as number(38, 0))
-- 57|   having coalesce(max(m0), 0) < cast(? as number(38, 0))
-- 66|   where to_json(array_construct("accounts"."branch")) in (
-- 67|     select to_json(array_construct(picked_1.d0))
-- 69 is left out
-- redshift:
-- 69|     where (picked_1.d0 = "accounts"."branch" or (picked_1.d0 is null and "accounts"."branch" is null))

-- over the whole query, a balance that is carried forward is that of the last day before the end of each period
with facts_1 as (
  select
    "account_id" as d1,
    "day"::date as day_,
    "balance" as v0,
    "day" as moment
  from "balances"
),
periods_1 as (
  select generate_series(min(date_trunc('month', day_)::date)::timestamp, case when not isfinite(min(date_trunc('month', day_)::date)) or not isfinite(max(date_trunc('month', day_)::date)) then concat('fillGaps: over 100000 periods', substr(max(date_trunc('month', day_)::date)::text, 1, 0))::date else max(date_trunc('month', day_)::date) end::timestamp, interval '1 month')::date as d0
  from facts_1
),
spans_1 as (
  select
    day_ as on_day,
    d0
  from (select distinct day_ from facts_1) as days
  join periods_1 on day_ < d0 + interval '1 month'
)
select
  d0 as "balances.day.month",
  d1 as "balances.account",
  sum(case when place = 1 then v0 end) as "balances.known_at_last"
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
order by "balances.day.month" nulls last, "balances.account" nulls last
limit 11;
-- duckdb:
-- 10|   select unnest(generate_series(min(date_trunc('month', day_)::date)::timestamp, case when not isfinite(min(date_trunc('month', day_)::date)) or not isfinite(max(date_trunc('month', day_)::date)) then concat('fillGaps: over 100000 periods', substr(max(date_trunc('month', day_)::date)::text, 1, 0))::date else max(date_trunc('month', day_)::date) end::timestamp, interval '1 month'))::date as d0
-- mysql:
-- 1| with recursive facts_1 as (
-- 4|     date(`day`) as day_,
-- 10|   select
-- 10+|     1 as n,
-- 10+|     min(cast(date_format(day_, '%Y-%m-01') as date)) as d0,
-- 10+|     min(cast(date_format(day_, '%Y-%m-01') as date)) as first,
-- 10+|     max(cast(date_format(day_, '%Y-%m-01') as date)) as last
-- 11+|   having first <= last
-- 11+|   union all
-- 11+|   select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
-- 11+|   from periods_1
-- 11+|   cross join (select 0 as bit union all select 1) as bits
-- 11+|   where first + interval (n * 2 + bit - 1) month <= last
-- 14|   select distinct
-- 18|   join periods_1 on day_ < d0 + interval 1 month
-- 29|     case when moment is not null then rank() over (partition by d0 order by moment desc) end as place
-- 34| order by `balances.day.month` <=> null, `balances.day.month`, `balances.account` <=> null, `balances.account`
-- clickhouse:
-- 4|     toDate32("day") as day_,
-- 10|   select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
-- 11|   from (
-- 11+|     select
-- 11+|       minOrNull(toStartOfMonth(toDate32(day_))) as lo,
-- 11+|       maxOrNull(toStartOfMonth(toDate32(day_))) as hi
-- 11+|     from facts_1
-- 11+|   ) as bounds
-- 11+|   where lo <= hi
-- 18|   join periods_1 on day_ < (d0 + toIntervalMonth(1))
-- 23|   sumOrNull((case when place = 1 then v0 end) + toDecimal128(0, 0)) as "balances.known_at_last"
-- 34| order by 1 nulls last, 2 nulls last
-- 35| limit 11
-- 35+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 4|     cast("day" as date) as day_,
-- 10|   select date_add('month', many * 10000 + few, lo) as d0
-- 11|   from (
-- 11+|     select
-- 11+|       min(cast(date_trunc('month', day_) as date)) as lo,
-- 11+|       max(cast(date_trunc('month', day_) as date)) as hi
-- 11+|     from facts_1
-- 11+|   ) as bounds
-- 11+|   cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
-- 11+|   cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
-- 11+|   where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
-- 18|   join periods_1 on day_ < date_add('month', 1, d0)
-- bigquery:
-- 4|     cast(`day` as date) as day_,
-- 10|   select step as d0
-- 11|   from (
-- 11+|     select
-- 11+|       min(date_trunc(cast(day_ as date), month)) as lo,
-- 11+|       max(date_trunc(cast(day_ as date), month)) as hi
-- 11+|     from facts_1
-- 11+|   ) as bounds
-- 11+|   cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
-- 18|   join periods_1 on day_ < date_add(d0, interval 1 month)
-- databricks:
-- 4|     cast(`day` as date) as day_,
-- 10|   select explode(sequence(lo, hi, interval 1 month)) as d0
-- 11|   from (
-- 11+|     select
-- 11+|       min(cast(date_trunc('month', day_) as date)) as lo,
-- 11+|       max(cast(date_trunc('month', day_) as date)) as hi
-- 11+|     from facts_1
-- 11+|   ) as bounds
-- 11+|   where lo <= hi
-- 18|   join periods_1 on day_ < cast(dateadd(month, 1, d0) as date)
-- snowflake:
-- 4|     cast("day" as date) as day_,
-- 10|   select dateadd(month, cast(steps.value as integer), lo) as d0
-- 11|   from (
-- 11+|     select
-- 11+|       min(cast(date_trunc('month', day_) as date)) as lo,
-- 11+|       max(cast(date_trunc('month', day_) as date)) as hi
-- 11+|     from facts_1
-- 11+|   ) as bounds
-- 11+|   cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
-- 18|   join periods_1 on day_ < dateadd(month, 1, d0)
-- redshift:
-- 10|   select dateadd(month, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
-- 11|   from (
-- 11+|     select
-- 11+|       min(date_trunc('month', day_)::date) as lo,
-- 11+|       max(date_trunc('month', day_)::date) as hi
-- 11+|     from facts_1
-- 11+|   ) as bounds
-- 11+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(month, lo, hi)
-- 11+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(month, lo, hi)
-- 11+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(month, lo, hi)
-- 11+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(month, lo, hi)
-- 11+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(month, lo, hi)
-- 11+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(month, lo, hi)
-- 11+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(month, lo, hi)
-- 18|   join periods_1 on day_ < dateadd(month, 1, d0)::date
