-- Postgres' SQL of each case, then the lines in which other dialects differ: "3|" replaces the third line, "3+|" follows
-- it. Differences in the quotes of names are not shown. These dialects are never run on the warehouse itself:
-- trino, bigquery, databricks, snowflake, redshift (how they are checked instead: shared/semantic/dialects/README.md).

-- a balance is that of the last day of each account, added up over accounts
select
  d0 as "balances.day.month",
  max(m0) as "balances.closing",
  max(m1) as "balances.opening",
  max(m0) - max(m1) as "balances.growth"
from (
  select
    d0,
    sum(case when place = 1 then v0 end) as m0,
    null as m1
  from (
    select
      date_trunc('month', "day")::date as d0,
      "balance" as v0,
      case when "day" is not null then rank() over (partition by date_trunc('month', "day")::date, "account_id" order by "day" desc nulls last) end as place
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
      date_trunc('month', "day")::date as d0,
      "balance" as v0,
      case when "day" is not null then rank() over (partition by date_trunc('month', "day")::date, "account_id" order by "day" nulls last) end as place
    from "balances"
  ) as "balances"
  group by 1
) as branches
group by 1
order by "balances.day.month" nulls last
limit 11;
-- duckdb, redshift: the same
-- mysql:
-- 13|       cast(date_format(`day`, '%Y-%m-01') as date) as d0,
-- 15|       case when `day` is not null then rank() over (partition by cast(date_format(`day`, '%Y-%m-01') as date), `account_id` order by `day` desc) end as place
-- 26|       cast(date_format(`day`, '%Y-%m-01') as date) as d0,
-- 28|       case when `day` is not null then rank() over (partition by cast(date_format(`day`, '%Y-%m-01') as date), `account_id` order by `day` <=> null, `day`) end as place
-- 34| order by `balances.day.month` <=> null, `balances.day.month`
-- clickhouse:
-- 9|     sumOrNull((case when place = 1 then v0 end) + toDecimal128(0, 0)) as m0,
-- 13|       toStartOfMonth(toDate32("day")) as d0,
-- 15|       case when "day" is not null then rank() over (partition by toStartOfMonth(toDate32("day")), "account_id" order by "day" desc nulls last) end as place
-- 23|     sumOrNull((case when place = 1 then v0 end) + toDecimal128(0, 0)) as m1
-- 26|       toStartOfMonth(toDate32("day")) as d0,
-- 28|       case when "day" is not null then rank() over (partition by toStartOfMonth(toDate32("day")), "account_id" order by "day" nulls last) end as place
-- 34| order by 1 nulls last
-- 35| limit 11
-- 35+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino, snowflake:
-- 13|       cast(date_trunc('month', "day") as date) as d0,
-- 15|       case when "day" is not null then rank() over (partition by cast(date_trunc('month', "day") as date), "account_id" order by "day" desc nulls last) end as place
-- 26|       cast(date_trunc('month', "day") as date) as d0,
-- 28|       case when "day" is not null then rank() over (partition by cast(date_trunc('month', "day") as date), "account_id" order by "day" nulls last) end as place
-- bigquery:
-- 13|       date_trunc(cast(`day` as date), month) as d0,
-- 15|       case when `day` is not null then rank() over (partition by date_trunc(cast(`day` as date), month), `account_id` order by `day` desc nulls last) end as place
-- 26|       date_trunc(cast(`day` as date), month) as d0,
-- 28|       case when `day` is not null then rank() over (partition by date_trunc(cast(`day` as date), month), `account_id` order by `day` nulls last) end as place
-- databricks:
-- 13|       cast(date_trunc('month', `day`) as date) as d0,
-- 15|       case when `day` is not null then rank() over (partition by cast(date_trunc('month', `day`) as date), `account_id` order by `day` desc nulls last) end as place
-- 26|       cast(date_trunc('month', `day`) as date) as d0,
-- 28|       case when `day` is not null then rank() over (partition by cast(date_trunc('month', `day`) as date), `account_id` order by `day` nulls last) end as place

-- without per, only the last day of the group counts
select
  d0 as "balances.day.month",
  max(m0) as "balances.closing_day",
  coalesce(max(m1), 0) as "balances.count"
from (
  select
    d0,
    sum(case when place = 1 then v0 end) as m0,
    null as m1
  from (
    select
      date_trunc('month', "day")::date as d0,
      "balance" as v0,
      case when "day" is not null then rank() over (partition by date_trunc('month', "day")::date order by "day" desc nulls last) end as place
    from "balances"
  ) as "balances"
  group by 1
  union all
  select
    date_trunc('month', "day")::date as d0,
    null as m0,
    count(*) as m1
  from "balances"
  group by 1
) as branches
group by 1
order by "balances.day.month" nulls last
limit 11;
-- duckdb, redshift: the same
-- mysql:
-- 12|       cast(date_format(`day`, '%Y-%m-01') as date) as d0,
-- 14|       case when `day` is not null then rank() over (partition by cast(date_format(`day`, '%Y-%m-01') as date) order by `day` desc) end as place
-- 20|     cast(date_format(`day`, '%Y-%m-01') as date) as d0,
-- 27| order by `balances.day.month` <=> null, `balances.day.month`
-- clickhouse:
-- 8|     sumOrNull((case when place = 1 then v0 end) + toDecimal128(0, 0)) as m0,
-- 12|       toStartOfMonth(toDate32("day")) as d0,
-- 14|       case when "day" is not null then rank() over (partition by toStartOfMonth(toDate32("day")) order by "day" desc nulls last) end as place
-- 20|     toStartOfMonth(toDate32("day")) as d0,
-- 27| order by 1 nulls last
-- 28| limit 11
-- 28+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino, snowflake:
-- 12|       cast(date_trunc('month', "day") as date) as d0,
-- 14|       case when "day" is not null then rank() over (partition by cast(date_trunc('month', "day") as date) order by "day" desc nulls last) end as place
-- 20|     cast(date_trunc('month', "day") as date) as d0,
-- bigquery:
-- 12|       date_trunc(cast(`day` as date), month) as d0,
-- 14|       case when `day` is not null then rank() over (partition by date_trunc(cast(`day` as date), month) order by `day` desc nulls last) end as place
-- 20|     date_trunc(cast(`day` as date), month) as d0,
-- databricks:
-- 12|       cast(date_trunc('month', `day`) as date) as d0,
-- 14|       case when `day` is not null then rank() over (partition by cast(date_trunc('month', `day`) as date) order by `day` desc nulls last) end as place
-- 20|     cast(date_trunc('month', `day`) as date) as d0,

-- a balance over all time is the last one
select sum(case when place = 1 then v0 end) as "balances.closing"
from (
  select
    "balance" as v0,
    case when "day" is not null then rank() over (partition by "account_id" order by "day" desc nulls last) end as place
  from "balances"
) as "balances"
limit 11;
-- totals
select sum(case when place = 1 then v0 end) as "balances.closing"
from (
  select
    "balance" as v0,
    case when "day" is not null then rank() over (partition by "account_id" order by "day" desc nulls last) end as place
  from "balances"
) as "balances";
-- duckdb, trino, bigquery, databricks, snowflake, redshift: the same
-- mysql:
-- 5|     case when `day` is not null then rank() over (partition by `account_id` order by `day` desc) end as place
-- 14|     case when `day` is not null then rank() over (partition by `account_id` order by `day` desc) end as place
-- clickhouse:
-- 1| select sumOrNull((case when place = 1 then v0 end) + toDecimal128(0, 0)) as "balances.closing"
-- 8| limit 11
-- 8+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- 10| select sumOrNull((case when place = 1 then v0 end) + toDecimal128(0, 0)) as "balances.closing"
-- 16| ) as "balances"
-- 16+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- a balance can be grouped by a dimension of another model
select
  d0 as "accounts.branch",
  sum(case when place = 1 then v0 end) as "balances.closing"
from (
  select
    "accounts"."branch" as d0,
    "balances"."balance" as v0,
    case when "balances"."day" is not null then rank() over (partition by "accounts"."branch", "balances"."account_id" order by "balances"."day" desc nulls last) end as place
  from "balances"
  left join "accounts" on "accounts"."id" = "balances"."account_id"
) as "balances"
group by 1
order by "accounts.branch" nulls last
limit 11;
-- duckdb, trino, bigquery, databricks, snowflake, redshift: the same
-- mysql:
-- 8|     case when `balances`.`day` is not null then rank() over (partition by `accounts`.`branch`, `balances`.`account_id` order by `balances`.`day` desc) end as place
-- 13| order by `accounts.branch` <=> null, `accounts.branch`
-- clickhouse:
-- 3|   sumOrNull((case when place = 1 then v0 end) + toDecimal128(0, 0)) as "balances.closing"
-- 13| order by 1 nulls last
-- 14| limit 11
-- 14+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- the last day is the last one that passes the filter
-- ["2024-01-31"]
select
  d0 as "accounts.branch",
  sum(case when place = 1 then v0 end) as "balances.closing"
from (
  select
    "accounts"."branch" as d0,
    "balances"."balance" as v0,
    case when "balances"."day" is not null then rank() over (partition by "accounts"."branch", "balances"."account_id" order by "balances"."day" desc nulls last) end as place
  from "balances"
  left join "accounts" on "accounts"."id" = "balances"."account_id"
  where "balances"."day" < $1::date
) as "balances"
group by 1
order by "accounts.branch" nulls last
limit 11;
-- duckdb, redshift: the same
-- mysql:
-- 9|     case when `balances`.`day` is not null then rank() over (partition by `accounts`.`branch`, `balances`.`account_id` order by `balances`.`day` desc) end as place
-- 12|   where `balances`.`day` < cast(? as date)
-- 15| order by `accounts.branch` <=> null, `accounts.branch`
-- clickhouse:
-- 4|   sumOrNull((case when place = 1 then v0 end) + toDecimal128(0, 0)) as "balances.closing"
-- 12|   where "balances"."day" < {p1:Date32}
-- 15| order by 1 nulls last
-- 16| limit 11
-- 16+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino, snowflake:
-- 12|   where "balances"."day" < cast(? as date)
-- bigquery:
-- 12|   where `balances`.`day` < cast(@p1 as date)
-- databricks:
-- 12|   where `balances`.`day` < cast(:p1 as date)

-- a measure's own filter applies before the last day is chosen
select sum(case when place = 1 then v0 end) as "balances.closing_positive"
from (
  select
    "balance" as v0,
    case when (case when balance > 0 then "day" end) is not null then rank() over (partition by "account_id" order by case when balance > 0 then "day" end desc nulls last) end as place
  from "balances"
) as "balances"
limit 11;
-- duckdb, trino, bigquery, databricks, snowflake, redshift: the same
-- mysql:
-- 5|     case when (case when balance > 0 then `day` end) is not null then rank() over (partition by `account_id` order by case when balance > 0 then `day` end desc) end as place
-- clickhouse:
-- 1| select sumOrNull((case when place = 1 then v0 end) + toDecimal128(0, 0)) as "balances.closing_positive"
-- 8| limit 11
-- 8+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- a balance grouped by a many side counts once per group
select
  d0 as "tags.tag",
  sum(case when place = 1 then v0 end) as "balances.closing"
from (
  select distinct
    "tags"."tag" as d0,
    "balances"."account_id" as k0,
    "balances"."day" as k1,
    "balances"."balance" as v0,
    case when "balances"."day" is not null then rank() over (partition by "tags"."tag", "balances"."account_id" order by "balances"."day" desc nulls last) end as place
  from "balances"
  left join "accounts" on "accounts"."id" = "balances"."account_id"
  left join "tags" on "tags"."account_id" = "accounts"."id"
) as "balances"
group by 1
order by "tags.tag" nulls last
limit 11;
-- duckdb, trino, bigquery, databricks, snowflake, redshift: the same
-- mysql:
-- 10|     case when `balances`.`day` is not null then rank() over (partition by `tags`.`tag`, `balances`.`account_id` order by `balances`.`day` desc) end as place
-- 16| order by `tags.tag` <=> null, `tags.tag`
-- clickhouse:
-- 3|   sumOrNull((case when place = 1 then v0 end) + toDecimal128(0, 0)) as "balances.closing"
-- 16| order by 1 nulls last
-- 17| limit 11
-- 17+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- the last known balance is carried forward to a month without one
with facts_1 as (
  select
    "day"::date as day_,
    "balance" as v0,
    "day" as moment,
    "account_id" as p0
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
  max(m0) as "balances.known",
  max(m1) as "balances.closing"
from (
  select
    d0,
    sum(case when place = 1 then v0 end) as m0,
    null as m1
  from (
    select
      d0,
      v0,
      case when moment is not null then rank() over (partition by d0, p0 order by moment desc nulls last) end as place
    from facts_1
    join spans_1 on on_day = day_
  ) as placed
  group by 1
  union all
  select
    d0,
    null as m0,
    sum(case when place = 1 then v0 end) as m1
  from (
    select
      date_trunc('month', "day")::date as d0,
      "balance" as v0,
      case when "day" is not null then rank() over (partition by date_trunc('month', "day")::date, "account_id" order by "day" desc nulls last) end as place
    from "balances"
  ) as "balances"
  group by 1
) as branches
group by 1
order by "balances.day.month" nulls last
limit 11;
-- totals
with facts_1 as (
  select
    "day"::date as day_,
    "balance" as v0,
    "day" as moment,
    "account_id" as p0
  from "balances"
),
periods_1 as (
  select generate_series(min(date_trunc('month', day_)::date)::timestamp, case when not isfinite(min(date_trunc('month', day_)::date)) or not isfinite(max(date_trunc('month', day_)::date)) then concat('fillGaps: over 100000 periods', substr(max(date_trunc('month', day_)::date)::text, 1, 0))::date else max(date_trunc('month', day_)::date) end::timestamp, interval '1 month')::date as d0
  from facts_1
)
select
  max(m0) as "balances.known",
  max(m1) as "balances.closing"
from (
  select
    sum(case when place = 1 then v0 end) as m0,
    null as m1
  from (
    select
      v0,
      case when moment is not null then rank() over (partition by p0 order by moment desc nulls last) end as place
    from facts_1
    where day_ in (
      select day_
      from (select distinct day_ from facts_1) as days
      join periods_1 on day_ < periods_1.d0 + interval '1 month'
    )
  ) as placed
  union all
  select
    null as m0,
    sum(case when place = 1 then v0 end) as m1
  from (
    select
      "balance" as v0,
      case when "day" is not null then rank() over (partition by "account_id" order by "day" desc nulls last) end as place
    from "balances"
  ) as "balances"
) as branches;
-- duckdb:
-- 10|   select unnest(generate_series(min(date_trunc('month', day_)::date)::timestamp, case when not isfinite(min(date_trunc('month', day_)::date)) or not isfinite(max(date_trunc('month', day_)::date)) then concat('fillGaps: over 100000 periods', substr(max(date_trunc('month', day_)::date)::text, 1, 0))::date else max(date_trunc('month', day_)::date) end::timestamp, interval '1 month'))::date as d0
-- 65|   select unnest(generate_series(min(date_trunc('month', day_)::date)::timestamp, case when not isfinite(min(date_trunc('month', day_)::date)) or not isfinite(max(date_trunc('month', day_)::date)) then concat('fillGaps: over 100000 periods', substr(max(date_trunc('month', day_)::date)::text, 1, 0))::date else max(date_trunc('month', day_)::date) end::timestamp, interval '1 month'))::date as d0
-- mysql:
-- 1| with recursive facts_1 as (
-- 3|     date(`day`) as day_,
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
-- 33|       case when moment is not null then rank() over (partition by d0, p0 order by moment desc) end as place
-- 45|       cast(date_format(`day`, '%Y-%m-01') as date) as d0,
-- 47|       case when `day` is not null then rank() over (partition by cast(date_format(`day`, '%Y-%m-01') as date), `account_id` order by `day` desc) end as place
-- 53| order by `balances.day.month` <=> null, `balances.day.month`
-- 56| with recursive facts_1 as (
-- 58|     date(`day`) as day_,
-- 65|   select
-- 65+|     1 as n,
-- 65+|     min(cast(date_format(day_, '%Y-%m-01') as date)) as d0,
-- 65+|     min(cast(date_format(day_, '%Y-%m-01') as date)) as first,
-- 65+|     max(cast(date_format(day_, '%Y-%m-01') as date)) as last
-- 66+|   having first <= last
-- 66+|   union all
-- 66+|   select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
-- 66+|   from periods_1
-- 66+|   cross join (select 0 as bit union all select 1) as bits
-- 66+|   where first + interval (n * 2 + bit - 1) month <= last
-- 78|       case when moment is not null then rank() over (partition by p0 order by moment desc) end as place
-- 83|       join periods_1 on day_ < periods_1.d0 + interval 1 month
-- 93|       case when `day` is not null then rank() over (partition by `account_id` order by `day` desc) end as place
-- clickhouse:
-- 3|     toDate32("day") as day_,
-- 10|   select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
-- 11|   from (
-- 11+|     select
-- 11+|       minOrNull(toStartOfMonth(toDate32(day_))) as lo,
-- 11+|       maxOrNull(toStartOfMonth(toDate32(day_))) as hi
-- 11+|     from facts_1
-- 11+|   ) as bounds
-- 11+|   where lo <= hi
-- 18|   join periods_1 on day_ < (d0 + toIntervalMonth(1))
-- 27|     sumOrNull((case when place = 1 then v0 end) + toDecimal128(0, 0)) as m0,
-- 42|     sumOrNull((case when place = 1 then v0 end) + toDecimal128(0, 0)) as m1
-- 45|       toStartOfMonth(toDate32("day")) as d0,
-- 47|       case when "day" is not null then rank() over (partition by toStartOfMonth(toDate32("day")), "account_id" order by "day" desc nulls last) end as place
-- 53| order by 1 nulls last
-- 54| limit 11
-- 54+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- 58|     toDate32("day") as day_,
-- 65|   select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
-- 66|   from (
-- 66+|     select
-- 66+|       minOrNull(toStartOfMonth(toDate32(day_))) as lo,
-- 66+|       maxOrNull(toStartOfMonth(toDate32(day_))) as hi
-- 66+|     from facts_1
-- 66+|   ) as bounds
-- 66+|   where lo <= hi
-- 73|     sumOrNull((case when place = 1 then v0 end) + toDecimal128(0, 0)) as m0,
-- 83|       join periods_1 on day_ < (periods_1.d0 + toIntervalMonth(1))
-- 89|     sumOrNull((case when place = 1 then v0 end) + toDecimal128(0, 0)) as m1
-- 96| ) as branches
-- 96+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 3|     cast("day" as date) as day_,
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
-- 45|       cast(date_trunc('month', "day") as date) as d0,
-- 47|       case when "day" is not null then rank() over (partition by cast(date_trunc('month', "day") as date), "account_id" order by "day" desc nulls last) end as place
-- 58|     cast("day" as date) as day_,
-- 65|   select date_add('month', many * 10000 + few, lo) as d0
-- 66|   from (
-- 66+|     select
-- 66+|       min(cast(date_trunc('month', day_) as date)) as lo,
-- 66+|       max(cast(date_trunc('month', day_) as date)) as hi
-- 66+|     from facts_1
-- 66+|   ) as bounds
-- 66+|   cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
-- 66+|   cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
-- 66+|   where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
-- 83|       join periods_1 on day_ < date_add('month', 1, periods_1.d0)
-- bigquery:
-- 3|     cast(`day` as date) as day_,
-- 10|   select step as d0
-- 11|   from (
-- 11+|     select
-- 11+|       min(date_trunc(cast(day_ as date), month)) as lo,
-- 11+|       max(date_trunc(cast(day_ as date), month)) as hi
-- 11+|     from facts_1
-- 11+|   ) as bounds
-- 11+|   cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
-- 18|   join periods_1 on day_ < date_add(d0, interval 1 month)
-- 45|       date_trunc(cast(`day` as date), month) as d0,
-- 47|       case when `day` is not null then rank() over (partition by date_trunc(cast(`day` as date), month), `account_id` order by `day` desc nulls last) end as place
-- 58|     cast(`day` as date) as day_,
-- 65|   select step as d0
-- 66|   from (
-- 66+|     select
-- 66+|       min(date_trunc(cast(day_ as date), month)) as lo,
-- 66+|       max(date_trunc(cast(day_ as date), month)) as hi
-- 66+|     from facts_1
-- 66+|   ) as bounds
-- 66+|   cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
-- 83|       join periods_1 on day_ < date_add(periods_1.d0, interval 1 month)
-- databricks:
-- 3|     cast(`day` as date) as day_,
-- 10|   select explode(sequence(lo, hi, interval 1 month)) as d0
-- 11|   from (
-- 11+|     select
-- 11+|       min(cast(date_trunc('month', day_) as date)) as lo,
-- 11+|       max(cast(date_trunc('month', day_) as date)) as hi
-- 11+|     from facts_1
-- 11+|   ) as bounds
-- 11+|   where lo <= hi
-- 18|   join periods_1 on day_ < cast(dateadd(month, 1, d0) as date)
-- 45|       cast(date_trunc('month', `day`) as date) as d0,
-- 47|       case when `day` is not null then rank() over (partition by cast(date_trunc('month', `day`) as date), `account_id` order by `day` desc nulls last) end as place
-- 58|     cast(`day` as date) as day_,
-- 65|   select explode(sequence(lo, hi, interval 1 month)) as d0
-- 66|   from (
-- 66+|     select
-- 66+|       min(cast(date_trunc('month', day_) as date)) as lo,
-- 66+|       max(cast(date_trunc('month', day_) as date)) as hi
-- 66+|     from facts_1
-- 66+|   ) as bounds
-- 66+|   where lo <= hi
-- 83|       join periods_1 on day_ < cast(dateadd(month, 1, periods_1.d0) as date)
-- snowflake:
-- 3|     cast("day" as date) as day_,
-- 10|   select dateadd(month, cast(steps.value as integer), lo) as d0
-- 11|   from (
-- 11+|     select
-- 11+|       min(cast(date_trunc('month', day_) as date)) as lo,
-- 11+|       max(cast(date_trunc('month', day_) as date)) as hi
-- 11+|     from facts_1
-- 11+|   ) as bounds
-- 11+|   cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
-- 18|   join periods_1 on day_ < dateadd(month, 1, d0)
-- 45|       cast(date_trunc('month', "day") as date) as d0,
-- 47|       case when "day" is not null then rank() over (partition by cast(date_trunc('month', "day") as date), "account_id" order by "day" desc nulls last) end as place
-- 58|     cast("day" as date) as day_,
-- 65|   select dateadd(month, cast(steps.value as integer), lo) as d0
-- 66|   from (
-- 66+|     select
-- 66+|       min(cast(date_trunc('month', day_) as date)) as lo,
-- 66+|       max(cast(date_trunc('month', day_) as date)) as hi
-- 66+|     from facts_1
-- 66+|   ) as bounds
-- 66+|   cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
-- 83|       join periods_1 on day_ < dateadd(month, 1, periods_1.d0)
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
-- 65|   select dateadd(month, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
-- 66|   from (
-- 66+|     select
-- 66+|       min(date_trunc('month', day_)::date) as lo,
-- 66+|       max(date_trunc('month', day_)::date) as hi
-- 66+|     from facts_1
-- 66+|   ) as bounds
-- 66+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(month, lo, hi)
-- 66+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(month, lo, hi)
-- 66+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(month, lo, hi)
-- 66+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(month, lo, hi)
-- 66+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(month, lo, hi)
-- 66+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(month, lo, hi)
-- 66+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(month, lo, hi)
-- 83|       join periods_1 on day_ < dateadd(month, 1, periods_1.d0)::date
