-- Postgres' SQL of each case, then the lines in which other dialects differ: "3|" replaces the third line, "3+|" follows
-- it. Differences in the quotes of names are not shown. These dialects are never run on the warehouse itself:
-- trino, bigquery, databricks, snowflake, redshift (how they are checked instead: shared/semantic/dialects/README.md).

-- an order counts for the last visit before it, within the window
select
  d0 as "visits.channel",
  coalesce(max(m0), 0) as "visits.count",
  coalesce(max(m1), 0) as "visits.bought",
  1.0 * coalesce(max(m1), 0) / nullif(coalesce(max(m0), 0), 0) as "visits.rate"
from (
  select
    "channel" as d0,
    count(*) as m0,
    null as m1
  from "visits"
  group by 1
  union all
  select
    d0,
    null as m0,
    count(case when step = 2 and since > moment - interval '31 days' then v0 end) as m1
  from (
    select
      moment,
      step,
      stretch,
      v0,
      first_value(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
      case when step = 2 then first_value(d0) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else d0 end as d0
    from (
      select
        entity,
        moment,
        step,
        k0,
        d0,
        v0,
        sum(case when step = 1 then 1 else 0 end) over (partition by entity order by moment, step, k0 rows between unbounded preceding and current row) as stretch
      from (
        select
          "person_id" as entity,
          "at" as moment,
          case when "at" is not null then 1 else 0 end as step,
          "id"::text as k0,
          "channel" as d0,
          null as v0
        from "visits"
        union all
        select
          "buyer" as entity,
          "at" as moment,
          2 as step,
          null::text as k0,
          null as d0,
          1 as v0
        from "orders"
        where "buyer" is not null
          and "at" is not null
      ) as events
    ) as ordered
  ) as attributed
  where (step < 2 or stretch > 0)
  group by 1
) as branches
group by 1
order by "visits.channel" nulls last
limit 11;
-- duckdb:
-- 5|   coalesce(max(m1), 0) / nullif(coalesce(max(m0), 0), 0) as "visits.rate"
-- 49|           null as k0,
-- mysql:
-- 5|   1.0000000000000000 * coalesce(max(m1), 0) / nullif(coalesce(max(m0), 0), 0) as `visits.rate`
-- 17|     count(case when step = 2 and since > moment - interval 31 day then v0 end) as m1
-- 40|           concat(`id`) as k0,
-- 49|           null as k0,
-- 62| order by `visits.channel` <=> null, `visits.channel`
-- clickhouse:
-- 5|   1e0 * coalesce(max(m1), 0) / nullif(coalesce(max(m0), 0), 0) as "visits.rate"
-- 17|     count(case when step = 2 and since > (moment + toIntervalDay(-31)) then v0 end) as m1
-- 24|       first_value_respect_nulls(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
-- 25|       case when step = 2 then first_value_respect_nulls(d0) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else d0 end as d0
-- 40|           toString("id") as k0,
-- 49|           null as k0,
-- 62| order by 1 nulls last
-- 63| limit 11
-- 63+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 5|   1e0 * coalesce(max(m1), 0) / nullif(coalesce(max(m0), 0), 0) as "visits.rate"
-- 17|     count(case when step = 2 and since > date_add('day', -31, moment) then v0 end) as m1
-- 40|           cast("id" as varchar) as k0,
-- 49|           null as k0,
-- bigquery:
-- 5|   1e0 * coalesce(max(m1), 0) / nullif(coalesce(max(m0), 0), 0) as `visits__rate`
-- 17|     count(case when step = 2 and since > timestamp_add(moment, interval -31 day) then v0 end) as m1
-- 40|           cast(`id` as string) as k0,
-- 49|           null as k0,
-- databricks:
-- 5|   1D * coalesce(max(m1), 0) / nullif(coalesce(max(m0), 0), 0) as `visits.rate`
-- 17|     count(case when step = 2 and since > cast(dateadd(day, -31, moment) as timestamp) then v0 end) as m1
-- 40|           cast(`id` as string) as k0,
-- 49|           null as k0,
-- snowflake:
-- 5|   1::float * coalesce(max(m1), 0) / nullif(coalesce(max(m0), 0), 0) as "visits.rate"
-- 17|     count(case when step = 2 and since > dateadd(day, -31, moment) then v0 end) as m1
-- 40|           cast("id" as varchar) as k0,
-- 49|           null as k0,
-- redshift:
-- 5|   1::float8 * coalesce(max(m1), 0) / nullif(coalesce(max(m0), 0), 0) as "visits.rate"
-- 17|     count(case when step = 2 and since > dateadd(day, -31, moment)::timestamp then v0 end) as m1
-- 40|           "id"::varchar as k0,
-- 49|           null::varchar as k0,

-- the time of a conversion is that of the visit
select
  d0 as "visits.at.month",
  1.0 * coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0) as "visits.rate"
from (
  select
    d0,
    count(case when step = 2 and since > moment - interval '31 days' then v0 end) as m0,
    null as m1
  from (
    select
      moment,
      step,
      stretch,
      v0,
      first_value(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
      case when step = 2 then first_value(d0) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else d0 end as d0
    from (
      select
        entity,
        moment,
        step,
        k0,
        d0,
        v0,
        sum(case when step = 1 then 1 else 0 end) over (partition by entity order by moment, step, k0 rows between unbounded preceding and current row) as stretch
      from (
        select
          "person_id" as entity,
          "at" as moment,
          case when "at" is not null then 1 else 0 end as step,
          "id"::text as k0,
          date_trunc('month', "at")::date as d0,
          null as v0
        from "visits"
        union all
        select
          "buyer" as entity,
          "at" as moment,
          2 as step,
          null::text as k0,
          null as d0,
          1 as v0
        from "orders"
        where "buyer" is not null
          and "at" is not null
      ) as events
    ) as ordered
  ) as attributed
  where (step < 2 or stretch > 0)
  group by 1
  union all
  select
    date_trunc('month', "at")::date as d0,
    null as m0,
    count(*) as m1
  from "visits"
  group by 1
) as branches
group by 1
order by "visits.at.month" nulls last
limit 11;
-- duckdb:
-- 3|   coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0) as "visits.rate"
-- 40|           null as k0,
-- mysql:
-- 3|   1.0000000000000000 * coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0) as `visits.rate`
-- 7|     count(case when step = 2 and since > moment - interval 31 day then v0 end) as m0,
-- 31|           concat(`id`) as k0,
-- 32|           cast(date_format(`at`, '%Y-%m-01') as date) as d0,
-- 40|           null as k0,
-- 53|     cast(date_format(`at`, '%Y-%m-01') as date) as d0,
-- 60| order by `visits.at.month` <=> null, `visits.at.month`
-- clickhouse:
-- 3|   1e0 * coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0) as "visits.rate"
-- 7|     count(case when step = 2 and since > (moment + toIntervalDay(-31)) then v0 end) as m0,
-- 15|       first_value_respect_nulls(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
-- 16|       case when step = 2 then first_value_respect_nulls(d0) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else d0 end as d0
-- 31|           toString("id") as k0,
-- 32|           toStartOfMonth(toDate32(toTimeZone("at", 'UTC'))) as d0,
-- 40|           null as k0,
-- 53|     toStartOfMonth(toDate32(toTimeZone("at", 'UTC'))) as d0,
-- 60| order by 1 nulls last
-- 61| limit 11
-- 61+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 3|   1e0 * coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0) as "visits.rate"
-- 7|     count(case when step = 2 and since > date_add('day', -31, moment) then v0 end) as m0,
-- 31|           cast("id" as varchar) as k0,
-- 32|           cast(date_trunc('month', cast(cast("at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as d0,
-- 40|           null as k0,
-- 53|     cast(date_trunc('month', cast(cast("at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as d0,
-- bigquery:
-- 3|   1e0 * coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0) as `visits__rate`
-- 7|     count(case when step = 2 and since > timestamp_add(moment, interval -31 day) then v0 end) as m0,
-- 31|           cast(`id` as string) as k0,
-- 32|           date_trunc(cast(datetime(timestamp(`at`), 'UTC') as date), month) as d0,
-- 40|           null as k0,
-- 53|     date_trunc(cast(datetime(timestamp(`at`), 'UTC') as date), month) as d0,
-- databricks:
-- 3|   1D * coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0) as `visits.rate`
-- 7|     count(case when step = 2 and since > cast(dateadd(day, -31, moment) as timestamp) then v0 end) as m0,
-- 31|           cast(`id` as string) as k0,
-- 32|           cast(date_trunc('month', convert_timezone('UTC', `at`)) as date) as d0,
-- 40|           null as k0,
-- 53|     cast(date_trunc('month', convert_timezone('UTC', `at`)) as date) as d0,
-- snowflake:
-- 3|   1::float * coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0) as "visits.rate"
-- 7|     count(case when step = 2 and since > dateadd(day, -31, moment) then v0 end) as m0,
-- 31|           cast("id" as varchar) as k0,
-- 32|           cast(date_trunc('month', cast(convert_timezone('UTC', "at") as timestamp_ntz)) as date) as d0,
-- 40|           null as k0,
-- 53|     cast(date_trunc('month', cast(convert_timezone('UTC', "at") as timestamp_ntz)) as date) as d0,
-- redshift:
-- 3|   1::float8 * coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0) as "visits.rate"
-- 7|     count(case when step = 2 and since > dateadd(day, -31, moment)::timestamp then v0 end) as m0,
-- 31|           "id"::varchar as k0,
-- 40|           null::varchar as k0,

-- any aggregate of the conversions, without a window
select
  d0 as "visits.channel",
  sum(case when step = 2 then v0 end) as "visits.earned"
from (
  select
    moment,
    step,
    stretch,
    v0,
    first_value(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
    case when step = 2 then first_value(d0) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else d0 end as d0
  from (
    select
      entity,
      moment,
      step,
      k0,
      d0,
      v0,
      sum(case when step = 1 then 1 else 0 end) over (partition by entity order by moment, step, k0 rows between unbounded preceding and current row) as stretch
    from (
      select
        "people"."id" as entity,
        "visits"."at" as moment,
        case when "visits"."at" is not null then 1 else 0 end as step,
        "visits"."id"::text as k0,
        "visits"."channel" as d0,
        null as v0
      from "visits"
      left join "people" on "people"."id" = "visits"."person_id"
      union all
      select
        "people"."id" as entity,
        "orders"."at" as moment,
        2 as step,
        null::text as k0,
        null as d0,
        "orders"."amount" as v0
      from "orders"
      left join "people" on "people"."id" = "orders"."buyer"
      where "people"."id" is not null
        and "orders"."at" is not null
    ) as events
  ) as ordered
) as attributed
where (step < 2 or stretch > 0)
group by 1
order by "visits.channel" nulls last
limit 11;
-- duckdb:
-- 36|         null as k0,
-- mysql:
-- 26|         concat(`visits`.`id`) as k0,
-- 36|         null as k0,
-- 48| order by `visits.channel` <=> null, `visits.channel`
-- clickhouse:
-- 3|   sumOrNull((case when step = 2 then v0 end) + toDecimal128(0, 0)) as "visits.earned"
-- 10|     first_value_respect_nulls(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
-- 11|     case when step = 2 then first_value_respect_nulls(d0) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else d0 end as d0
-- 26|         toString("visits"."id") as k0,
-- 36|         null as k0,
-- 48| order by 1 nulls last
-- 49| limit 11
-- 49+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', optimize_min_equality_disjunction_chain_length = 1000000;
-- trino, snowflake:
-- 26|         cast("visits"."id" as varchar) as k0,
-- 36|         null as k0,
-- bigquery, databricks:
-- 26|         cast(`visits`.`id` as string) as k0,
-- 36|         null as k0,
-- redshift:
-- 26|         "visits"."id"::varchar as k0,
-- 36|         null::varchar as k0,

-- a condition of the measure selects the visits
select
  d0 as "visits.channel",
  sum(case when step = 2 then v0 end) as "visits.earned_by_ads"
from (
  select
    moment,
    step,
    stretch,
    v0,
    first_value(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
    case when step = 2 then first_value(d0) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else d0 end as d0
  from (
    select
      entity,
      moment,
      step,
      k0,
      d0,
      v0,
      sum(case when step = 1 then 1 else 0 end) over (partition by entity order by moment, step, k0 rows between unbounded preceding and current row) as stretch
    from (
      select
        "people"."id" as entity,
        "visits"."at" as moment,
        case when "visits"."at" is not null and ("visits".channel = 'ad') then 1 else 0 end as step,
        "visits"."id"::text as k0,
        "visits"."channel" as d0,
        null as v0
      from "visits"
      left join "people" on "people"."id" = "visits"."person_id"
      union all
      select
        "people"."id" as entity,
        "orders"."at" as moment,
        2 as step,
        null::text as k0,
        null as d0,
        "orders"."amount" as v0
      from "orders"
      left join "people" on "people"."id" = "orders"."buyer"
      where "people"."id" is not null
        and "orders"."at" is not null
    ) as events
  ) as ordered
) as attributed
where (step < 2 or stretch > 0)
group by 1
order by "visits.channel" nulls last
limit 11;
-- duckdb:
-- 36|         null as k0,
-- mysql:
-- 26|         concat(`visits`.`id`) as k0,
-- 36|         null as k0,
-- 48| order by `visits.channel` <=> null, `visits.channel`
-- clickhouse:
-- 3|   sumOrNull((case when step = 2 then v0 end) + toDecimal128(0, 0)) as "visits.earned_by_ads"
-- 10|     first_value_respect_nulls(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
-- 11|     case when step = 2 then first_value_respect_nulls(d0) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else d0 end as d0
-- 26|         toString("visits"."id") as k0,
-- 36|         null as k0,
-- 48| order by 1 nulls last
-- 49| limit 11
-- 49+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', optimize_min_equality_disjunction_chain_length = 1000000;
-- trino, snowflake:
-- 26|         cast("visits"."id" as varchar) as k0,
-- 36|         null as k0,
-- bigquery, databricks:
-- 26|         cast(`visits`.`id` as string) as k0,
-- 36|         null as k0,
-- redshift:
-- 26|         "visits"."id"::varchar as k0,
-- 36|         null::varchar as k0,

-- a filter of the query selects the visits
-- ["ad"]
select
  d0 as "visits.channel",
  sum(case when step = 2 then v0 end) as "visits.earned"
from (
  select
    moment,
    step,
    stretch,
    v0,
    first_value(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
    case when step = 2 then first_value(d0) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else d0 end as d0
  from (
    select
      entity,
      moment,
      step,
      k0,
      d0,
      v0,
      sum(case when step = 1 then 1 else 0 end) over (partition by entity order by moment, step, k0 rows between unbounded preceding and current row) as stretch
    from (
      select
        "people"."id" as entity,
        "visits"."at" as moment,
        case when "visits"."at" is not null then 1 else 0 end as step,
        "visits"."id"::text as k0,
        "visits"."channel" as d0,
        null as v0
      from "visits"
      left join "people" on "people"."id" = "visits"."person_id"
      where "visits"."channel" = $1
      union all
      select
        "people"."id" as entity,
        "orders"."at" as moment,
        2 as step,
        null::text as k0,
        null as d0,
        "orders"."amount" as v0
      from "orders"
      left join "people" on "people"."id" = "orders"."buyer"
      where "people"."id" is not null
        and "orders"."at" is not null
    ) as events
  ) as ordered
) as attributed
where (step < 2 or stretch > 0)
group by 1;
-- duckdb:
-- 38|         null as k0,
-- mysql:
-- 27|         concat(`visits`.`id`) as k0,
-- 32|       where `visits`.`channel` = ?
-- 38|         null as k0,
-- clickhouse:
-- 4|   sumOrNull((case when step = 2 then v0 end) + toDecimal128(0, 0)) as "visits.earned"
-- 11|     first_value_respect_nulls(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
-- 12|     case when step = 2 then first_value_respect_nulls(d0) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else d0 end as d0
-- 27|         toString("visits"."id") as k0,
-- 32|       where "visits"."channel" = {p1:String}
-- 38|         null as k0,
-- 49| group by 1
-- 49+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', optimize_min_equality_disjunction_chain_length = 1000000;
-- trino, snowflake:
-- 27|         cast("visits"."id" as varchar) as k0,
-- 32|       where "visits"."channel" = ?
-- 38|         null as k0,
-- bigquery:
-- 27|         cast(`visits`.`id` as string) as k0,
-- 32|       where `visits`.`channel` = @p1
-- 38|         null as k0,
-- databricks:
-- 27|         cast(`visits`.`id` as string) as k0,
-- 32|       where `visits`.`channel` = :p1
-- 38|         null as k0,
-- redshift:
-- 27|         "visits"."id"::varchar as k0,
-- 38|         null::varchar as k0,

-- with times cut to days, a conversion may be on the same day, whichever came first
select
  d0 as "visits.channel",
  coalesce(max(m0), 0) as "visits.bought_that_day",
  coalesce(max(m1), 0) as "visits.bought"
from (
  select
    d0,
    count(case when step = 2 and since > moment - interval '1 day' then v0 end) as m0,
    null as m1
  from (
    select
      moment,
      step,
      stretch,
      v0,
      first_value(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
      case when step = 2 then first_value(d0) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else d0 end as d0
    from (
      select
        entity,
        moment,
        step,
        k0,
        d0,
        v0,
        sum(case when step = 1 then 1 else 0 end) over (partition by entity order by moment, step, k0 rows between unbounded preceding and current row) as stretch
      from (
        select
          "person_id" as entity,
          "at"::date as moment,
          case when "at"::date is not null then 1 else 0 end as step,
          "id"::text as k0,
          "channel" as d0,
          null as v0
        from "visits"
        union all
        select
          "buyer" as entity,
          "at"::date as moment,
          2 as step,
          null::text as k0,
          null as d0,
          case when status = 'paid' then 1 end as v0
        from "orders"
        where "buyer" is not null
          and "at"::date is not null
      ) as events
    ) as ordered
  ) as attributed
  where (step < 2 or stretch > 0)
  group by 1
  union all
  select
    d0,
    null as m0,
    count(case when step = 2 and since > moment - interval '31 days' then v0 end) as m1
  from (
    select
      moment,
      step,
      stretch,
      v0,
      first_value(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
      case when step = 2 then first_value(d0) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else d0 end as d0
    from (
      select
        entity,
        moment,
        step,
        k0,
        d0,
        v0,
        sum(case when step = 1 then 1 else 0 end) over (partition by entity order by moment, step, k0 rows between unbounded preceding and current row) as stretch
      from (
        select
          "person_id" as entity,
          "at" as moment,
          case when "at" is not null then 1 else 0 end as step,
          "id"::text as k0,
          "channel" as d0,
          null as v0
        from "visits"
        union all
        select
          "buyer" as entity,
          "at" as moment,
          2 as step,
          null::text as k0,
          null as d0,
          1 as v0
        from "orders"
        where "buyer" is not null
          and "at" is not null
      ) as events
    ) as ordered
  ) as attributed
  where (step < 2 or stretch > 0)
  group by 1
) as branches
group by 1
order by "visits.channel" nulls last
limit 11;
-- duckdb:
-- 41|           null as k0,
-- 88|           null as k0,
-- mysql:
-- 8|     count(case when step = 2 and since > moment - interval 1 day then v0 end) as m0,
-- 30|           date(`at`) as moment,
-- 31|           case when date(`at`) is not null then 1 else 0 end as step,
-- 32|           concat(`id`) as k0,
-- 39|           date(`at`) as moment,
-- 41|           null as k0,
-- 46|           and date(`at`) is not null
-- 56|     count(case when step = 2 and since > moment - interval 31 day then v0 end) as m1
-- 79|           concat(`id`) as k0,
-- 88|           null as k0,
-- 101| order by `visits.channel` <=> null, `visits.channel`
-- clickhouse:
-- 8|     count(case when step = 2 and since > (moment + toIntervalDay(-1)) then v0 end) as m0,
-- 16|       first_value_respect_nulls(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
-- 17|       case when step = 2 then first_value_respect_nulls(d0) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else d0 end as d0
-- 30|           toDate32(toTimeZone("at", 'UTC')) as moment,
-- 31|           case when toDate32(toTimeZone("at", 'UTC')) is not null then 1 else 0 end as step,
-- 32|           toString("id") as k0,
-- 39|           toDate32(toTimeZone("at", 'UTC')) as moment,
-- 41|           null as k0,
-- 46|           and toDate32(toTimeZone("at", 'UTC')) is not null
-- 56|     count(case when step = 2 and since > (moment + toIntervalDay(-31)) then v0 end) as m1
-- 63|       first_value_respect_nulls(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
-- 64|       case when step = 2 then first_value_respect_nulls(d0) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else d0 end as d0
-- 79|           toString("id") as k0,
-- 88|           null as k0,
-- 101| order by 1 nulls last
-- 102| limit 11
-- 102+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 8|     count(case when step = 2 and since > date_add('day', -1, moment) then v0 end) as m0,
-- 30|           cast(cast(cast("at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as moment,
-- 31|           case when cast(cast(cast("at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) is not null then 1 else 0 end as step,
-- 32|           cast("id" as varchar) as k0,
-- 39|           cast(cast(cast("at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as moment,
-- 41|           null as k0,
-- 46|           and cast(cast(cast("at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) is not null
-- 56|     count(case when step = 2 and since > date_add('day', -31, moment) then v0 end) as m1
-- 79|           cast("id" as varchar) as k0,
-- 88|           null as k0,
-- bigquery:
-- 8|     count(case when step = 2 and since > date_add(moment, interval -1 day) then v0 end) as m0,
-- 30|           cast(datetime(timestamp(`at`), 'UTC') as date) as moment,
-- 31|           case when cast(datetime(timestamp(`at`), 'UTC') as date) is not null then 1 else 0 end as step,
-- 32|           cast(`id` as string) as k0,
-- 39|           cast(datetime(timestamp(`at`), 'UTC') as date) as moment,
-- 41|           null as k0,
-- 46|           and cast(datetime(timestamp(`at`), 'UTC') as date) is not null
-- 56|     count(case when step = 2 and since > timestamp_add(moment, interval -31 day) then v0 end) as m1
-- 79|           cast(`id` as string) as k0,
-- 88|           null as k0,
-- databricks:
-- 8|     count(case when step = 2 and since > cast(dateadd(day, -1, moment) as date) then v0 end) as m0,
-- 30|           cast(convert_timezone('UTC', `at`) as date) as moment,
-- 31|           case when cast(convert_timezone('UTC', `at`) as date) is not null then 1 else 0 end as step,
-- 32|           cast(`id` as string) as k0,
-- 39|           cast(convert_timezone('UTC', `at`) as date) as moment,
-- 41|           null as k0,
-- 46|           and cast(convert_timezone('UTC', `at`) as date) is not null
-- 56|     count(case when step = 2 and since > cast(dateadd(day, -31, moment) as timestamp) then v0 end) as m1
-- 79|           cast(`id` as string) as k0,
-- 88|           null as k0,
-- snowflake:
-- 8|     count(case when step = 2 and since > dateadd(day, -1, moment) then v0 end) as m0,
-- 30|           cast(cast(convert_timezone('UTC', "at") as timestamp_ntz) as date) as moment,
-- 31|           case when cast(cast(convert_timezone('UTC', "at") as timestamp_ntz) as date) is not null then 1 else 0 end as step,
-- 32|           cast("id" as varchar) as k0,
-- 39|           cast(cast(convert_timezone('UTC', "at") as timestamp_ntz) as date) as moment,
-- 41|           null as k0,
-- 46|           and cast(cast(convert_timezone('UTC', "at") as timestamp_ntz) as date) is not null
-- 56|     count(case when step = 2 and since > dateadd(day, -31, moment) then v0 end) as m1
-- 79|           cast("id" as varchar) as k0,
-- 88|           null as k0,
-- redshift:
-- 8|     count(case when step = 2 and since > dateadd(day, -1, moment)::date then v0 end) as m0,
-- 32|           "id"::varchar as k0,
-- 41|           null::varchar as k0,
-- 56|     count(case when step = 2 and since > dateadd(day, -31, moment)::timestamp then v0 end) as m1
-- 79|           "id"::varchar as k0,
-- 88|           null::varchar as k0,

-- a visit without a time has no conversions
select
  d0 as "carts.at.month",
  count(case when step = 2 then v0 end) as "carts.ordered"
from (
  select
    moment,
    step,
    stretch,
    v0,
    first_value(moment) over (partition by entity, stretch order by moment, step rows between unbounded preceding and unbounded following) as since,
    case when step = 2 then first_value(d0) over (partition by entity, stretch order by moment, step rows between unbounded preceding and unbounded following) else d0 end as d0
  from (
    select
      entity,
      moment,
      step,
      d0,
      v0,
      sum(case when step = 1 then 1 else 0 end) over (partition by entity order by moment, step rows between unbounded preceding and current row) as stretch
    from (
      select
        "people"."id" as entity,
        "carts"."at" as moment,
        case when "carts"."at" is not null then 1 else 0 end as step,
        date_trunc('month', "carts"."at")::date as d0,
        null as v0
      from "carts"
      left join "people" on "people"."id" = "carts"."person_id"
      union all
      select
        "people"."id" as entity,
        "orders"."at" as moment,
        2 as step,
        null as d0,
        1 as v0
      from "orders"
      left join "people" on "people"."id" = "orders"."buyer"
      where "people"."id" is not null
        and "orders"."at" is not null
    ) as events
  ) as ordered
) as attributed
where (step < 2 or stretch > 0)
group by 1
order by "carts.at.month" nulls last
limit 11;
-- duckdb, redshift: the same
-- mysql:
-- 25|         cast(date_format(`carts`.`at`, '%Y-%m-01') as date) as d0,
-- 45| order by `carts.at.month` <=> null, `carts.at.month`
-- clickhouse:
-- 10|     first_value_respect_nulls(moment) over (partition by entity, stretch order by moment, step rows between unbounded preceding and unbounded following) as since,
-- 11|     case when step = 2 then first_value_respect_nulls(d0) over (partition by entity, stretch order by moment, step rows between unbounded preceding and unbounded following) else d0 end as d0
-- 25|         toStartOfMonth(toDate32(toTimeZone("carts"."at", 'UTC'))) as d0,
-- 45| order by 1 nulls last
-- 46| limit 11
-- 46+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 25|         cast(date_trunc('month', cast(cast("carts"."at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as d0,
-- bigquery:
-- 25|         date_trunc(cast(datetime(timestamp(`carts`.`at`), 'UTC') as date), month) as d0,
-- databricks:
-- 25|         cast(date_trunc('month', convert_timezone('UTC', `carts`.`at`)) as date) as d0,
-- snowflake:
-- 25|         cast(date_trunc('month', cast(convert_timezone('UTC', "carts"."at") as timestamp_ntz)) as date) as d0,

-- times of two grains are compared, one of them shorter than a day
select
  d0 as "visits.channel",
  count(case when step = 2 and since > moment - interval '180 hours' then v0 end) as "visits.bought_within_hours"
from (
  select
    moment,
    step,
    stretch,
    v0,
    first_value(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
    case when step = 2 then first_value(d0) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else d0 end as d0
  from (
    select
      entity,
      moment,
      step,
      k0,
      d0,
      v0,
      sum(case when step = 1 then 1 else 0 end) over (partition by entity order by moment, step, k0 rows between unbounded preceding and current row) as stretch
    from (
      select
        "person_id" as entity,
        "at"::date::timestamp as moment,
        case when "at"::date is not null then 1 else 0 end as step,
        "id"::text as k0,
        "channel" as d0,
        null as v0
      from "visits"
      union all
      select
        "buyer" as entity,
        date_trunc('hour', "at")::timestamp as moment,
        2 as step,
        null::text as k0,
        null as d0,
        1 as v0
      from "orders"
      where "buyer" is not null
        and date_trunc('hour', "at") is not null
    ) as events
  ) as ordered
) as attributed
where (step < 2 or stretch > 0)
group by 1
order by "visits.channel" nulls last
limit 11;
-- duckdb:
-- 35|         null as k0,
-- mysql:
-- 3|   count(case when step = 2 and since > moment - interval 180 hour then v0 end) as `visits.bought_within_hours`
-- 24|         cast(date(`at`) as datetime(6)) as moment,
-- 25|         case when date(`at`) is not null then 1 else 0 end as step,
-- 26|         concat(`id`) as k0,
-- 33|         cast(cast(date_format(`at`, '%Y-%m-%d %H:00:00') as datetime) as datetime(6)) as moment,
-- 35|         null as k0,
-- 40|         and cast(date_format(`at`, '%Y-%m-%d %H:00:00') as datetime) is not null
-- 46| order by `visits.channel` <=> null, `visits.channel`
-- clickhouse:
-- 3|   count(case when step = 2 and since > (moment + toIntervalHour(-180)) then v0 end) as "visits.bought_within_hours"
-- 10|     first_value_respect_nulls(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
-- 11|     case when step = 2 then first_value_respect_nulls(d0) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else d0 end as d0
-- 24|         toDateTime64(toDate32(toTimeZone("at", 'UTC')), 6, 'UTC') as moment,
-- 25|         case when toDate32(toTimeZone("at", 'UTC')) is not null then 1 else 0 end as step,
-- 26|         toString("id") as k0,
-- 33|         toDateTime64(toStartOfInterval(toTimeZone("at", 'UTC'), toIntervalHour(1)), 6, 'UTC') as moment,
-- 35|         null as k0,
-- 40|         and toStartOfInterval(toTimeZone("at", 'UTC'), toIntervalHour(1)) is not null
-- 46| order by 1 nulls last
-- 47| limit 11
-- 47+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, optimize_min_equality_disjunction_chain_length = 1000000;
-- trino:
-- 3|   count(case when step = 2 and since > date_add('hour', -180, moment) then v0 end) as "visits.bought_within_hours"
-- 24|         cast(cast(cast(cast("at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as timestamp(6)) as moment,
-- 25|         case when cast(cast(cast("at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) is not null then 1 else 0 end as step,
-- 26|         cast("id" as varchar) as k0,
-- 33|         cast(date_trunc('hour', cast(cast("at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as timestamp(6)) as moment,
-- 35|         null as k0,
-- 40|         and date_trunc('hour', cast(cast("at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) is not null
-- bigquery:
-- 3|   count(case when step = 2 and since > timestamp_add(moment, interval -180 hour) then v0 end) as `visits__bought_within_hours`
-- 24|         timestamp(cast(datetime(timestamp(`at`), 'UTC') as date)) as moment,
-- 25|         case when cast(datetime(timestamp(`at`), 'UTC') as date) is not null then 1 else 0 end as step,
-- 26|         cast(`id` as string) as k0,
-- 33|         timestamp(timestamp_trunc(timestamp(`at`), hour)) as moment,
-- 35|         null as k0,
-- 40|         and timestamp_trunc(timestamp(`at`), hour) is not null
-- databricks:
-- 3|   count(case when step = 2 and since > cast(dateadd(hour, -180, moment) as timestamp) then v0 end) as `visits.bought_within_hours`
-- 24|         cast(cast(convert_timezone('UTC', `at`) as date) as timestamp) as moment,
-- 25|         case when cast(convert_timezone('UTC', `at`) as date) is not null then 1 else 0 end as step,
-- 26|         cast(`id` as string) as k0,
-- 33|         cast(date_trunc('hour', convert_timezone('UTC', `at`)) as timestamp) as moment,
-- 35|         null as k0,
-- 40|         and date_trunc('hour', convert_timezone('UTC', `at`)) is not null
-- snowflake:
-- 3|   count(case when step = 2 and since > dateadd(hour, -180, moment) then v0 end) as "visits.bought_within_hours"
-- 24|         cast(cast(cast(convert_timezone('UTC', "at") as timestamp_ntz) as date) as timestamp_ntz) as moment,
-- 25|         case when cast(cast(convert_timezone('UTC', "at") as timestamp_ntz) as date) is not null then 1 else 0 end as step,
-- 26|         cast("id" as varchar) as k0,
-- 33|         cast(date_trunc('hour', cast(convert_timezone('UTC', "at") as timestamp_ntz)) as timestamp_ntz) as moment,
-- 35|         null as k0,
-- 40|         and date_trunc('hour', cast(convert_timezone('UTC', "at") as timestamp_ntz)) is not null
-- redshift:
-- 3|   count(case when step = 2 and since > dateadd(hour, -180, moment)::timestamp then v0 end) as "visits.bought_within_hours"
-- 26|         "id"::varchar as k0,
-- 35|         null::varchar as k0,

-- row access limits visits and orders, with constant properties
-- ["red"]
select
  d0 as "visits.channel",
  count(case when step = 2 then v0 end) as "visits.bought_in_team"
from (
  select
    moment,
    step,
    stretch,
    v0,
    first_value(moment) over (partition by entity, p0, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
    case when step = 2 then first_value(d0) over (partition by entity, p0, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else d0 end as d0
  from (
    select
      entity,
      p0,
      moment,
      step,
      k0,
      d0,
      v0,
      sum(case when step = 1 then 1 else 0 end) over (partition by entity, p0 order by moment, step, k0 rows between unbounded preceding and current row) as stretch
    from (
      select
        "people"."id" as entity,
        "people"."team" as p0,
        "visits"."at" as moment,
        case when "visits"."at" is not null then 1 else 0 end as step,
        "visits"."id"::text as k0,
        "visits"."channel" as d0,
        null as v0
      from "visits"
      left join "people" on "people"."id" = "visits"."person_id"
      union all
      select
        "people"."id" as entity,
        "people"."team" as p0,
        "own_orders"."at" as moment,
        2 as step,
        null::text as k0,
        null as d0,
        1 as v0
      from (
        select *
        from "orders" as "own_orders"
        where exists (
          select 1
          from "people"
          where "people"."id" = "own_orders"."buyer"
            and "people"."team" in ($1)
        )
      ) as "own_orders"
      left join "people" on "people"."id" = "own_orders"."buyer"
      where "people"."id" is not null
        and "own_orders"."at" is not null
        and "people"."team" is not null
    ) as events
  ) as ordered
) as attributed
where (step < 2 or stretch > 0)
group by 1
order by "visits.channel" nulls last
limit 11;
-- duckdb:
-- 40|         null as k0,
-- 46|         where "own_orders"."buyer" in (
-- 47|           select "people"."id"
-- 49|           where "people"."team" in ($1)
-- 50 is left out
-- mysql:
-- 29|         concat(`visits`.`id`) as k0,
-- 40|         null as k0,
-- 46|         where `own_orders`.`buyer` in (
-- 47|           select `people`.`id`
-- 49|           where `people`.`team` in (?)
-- 50 is left out
-- 62| order by `visits.channel` <=> null, `visits.channel`
-- clickhouse:
-- 11|     first_value_respect_nulls(moment) over (partition by entity, p0, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
-- 12|     case when step = 2 then first_value_respect_nulls(d0) over (partition by entity, p0, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else d0 end as d0
-- 29|         toString("visits"."id") as k0,
-- 40|         null as k0,
-- 46|         where "own_orders"."buyer" in (
-- 47|           select "people"."id"
-- 49|           where "people"."team" in ({p1:String})
-- 50 is left out
-- 62| order by 1 nulls last
-- 63| limit 11
-- 63+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino, snowflake:
-- 29|         cast("visits"."id" as varchar) as k0,
-- 40|         null as k0,
-- 46|         where "own_orders"."buyer" in (
-- 47|           select "people"."id"
-- 49|           where "people"."team" in (?)
-- 50 is left out
-- bigquery:
-- 29|         cast(`visits`.`id` as string) as k0,
-- 40|         null as k0,
-- 46|         where `own_orders`.`buyer` in (
-- 47|           select `people`.`id`
-- 49|           where `people`.`team` in (@p1)
-- 50 is left out
-- databricks:
-- 29|         cast(`visits`.`id` as string) as k0,
-- 40|         null as k0,
-- 46|         where `own_orders`.`buyer` in (
-- 47|           select `people`.`id`
-- 49|           where `people`.`team` in (:p1)
-- 50 is left out
-- redshift:
-- 29|         "visits"."id"::varchar as k0,
-- 40|         null::varchar as k0,

-- conversions are joined with other facts on shared dimensions
select
  d0 as "people.team",
  coalesce(max(m0), 0) as "visits.bought",
  coalesce(max(m1), 0) as "visits.count",
  coalesce(max(m2), 0) as "orders.count"
from (
  select
    d0,
    count(case when step = 2 and since > moment - interval '31 days' then v0 end) as m0,
    null::bigint as m1,
    null::bigint as m2
  from (
    select
      moment,
      step,
      stretch,
      v0,
      first_value(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
      case when step = 2 then first_value(d0) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else d0 end as d0
    from (
      select
        entity,
        moment,
        step,
        k0,
        d0,
        v0,
        sum(case when step = 1 then 1 else 0 end) over (partition by entity order by moment, step, k0 rows between unbounded preceding and current row) as stretch
      from (
        select
          "visits"."person_id" as entity,
          "visits"."at" as moment,
          case when "visits"."at" is not null then 1 else 0 end as step,
          "visits"."id"::text as k0,
          "people"."team" as d0,
          null as v0
        from "visits"
        left join "people" on "people"."id" = "visits"."person_id"
        union all
        select
          "buyer" as entity,
          "at" as moment,
          2 as step,
          null::text as k0,
          null as d0,
          1 as v0
        from "orders"
        where "buyer" is not null
          and "at" is not null
      ) as events
    ) as ordered
  ) as attributed
  where (step < 2 or stretch > 0)
  group by 1
  union all
  select
    "people"."team" as d0,
    null::bigint as m0,
    count(*) as m1,
    null::bigint as m2
  from "visits"
  left join "people" on "people"."id" = "visits"."person_id"
  group by 1
  union all
  select
    "people"."team" as d0,
    null::bigint as m0,
    null::bigint as m1,
    count(*) as m2
  from "orders"
  left join "people" on "people"."id" = "orders"."buyer"
  group by 1
) as branches
group by 1
order by "people.team" nulls last;
-- duckdb:
-- 10|     null as m1,
-- 11|     null as m2
-- 44|           null as k0,
-- 58|     null as m0,
-- 60|     null as m2
-- 67|     null as m0,
-- 68|     null as m1,
-- mysql:
-- 9|     count(case when step = 2 and since > moment - interval 31 day then v0 end) as m0,
-- 10|     null as m1,
-- 11|     null as m2
-- 34|           concat(`visits`.`id`) as k0,
-- 44|           null as k0,
-- 58|     null as m0,
-- 60|     null as m2
-- 67|     null as m0,
-- 68|     null as m1,
-- 75| order by `people.team` <=> null, `people.team`;
-- clickhouse:
-- 9|     count(case when step = 2 and since > (moment + toIntervalDay(-31)) then v0 end) as m0,
-- 10|     null as m1,
-- 11|     null as m2
-- 18|       first_value_respect_nulls(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
-- 19|       case when step = 2 then first_value_respect_nulls(d0) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else d0 end as d0
-- 34|           toString("visits"."id") as k0,
-- 44|           null as k0,
-- 58|     null as m0,
-- 60|     null as m2
-- 67|     null as m0,
-- 68|     null as m1,
-- 75| order by 1 nulls last
-- 75+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 9|     count(case when step = 2 and since > date_add('day', -31, moment) then v0 end) as m0,
-- 10|     null as m1,
-- 11|     null as m2
-- 34|           cast("visits"."id" as varchar) as k0,
-- 44|           null as k0,
-- 58|     null as m0,
-- 60|     null as m2
-- 67|     null as m0,
-- 68|     null as m1,
-- bigquery:
-- 9|     count(case when step = 2 and since > timestamp_add(moment, interval -31 day) then v0 end) as m0,
-- 10|     null as m1,
-- 11|     null as m2
-- 34|           cast(`visits`.`id` as string) as k0,
-- 44|           null as k0,
-- 58|     null as m0,
-- 60|     null as m2
-- 67|     null as m0,
-- 68|     null as m1,
-- databricks:
-- 9|     count(case when step = 2 and since > cast(dateadd(day, -31, moment) as timestamp) then v0 end) as m0,
-- 10|     null as m1,
-- 11|     null as m2
-- 34|           cast(`visits`.`id` as string) as k0,
-- 44|           null as k0,
-- 58|     null as m0,
-- 60|     null as m2
-- 67|     null as m0,
-- 68|     null as m1,
-- snowflake:
-- 9|     count(case when step = 2 and since > dateadd(day, -31, moment) then v0 end) as m0,
-- 10|     null as m1,
-- 11|     null as m2
-- 34|           cast("visits"."id" as varchar) as k0,
-- 44|           null as k0,
-- 58|     null as m0,
-- 60|     null as m2
-- 67|     null as m0,
-- 68|     null as m1,
-- redshift:
-- 9|     count(case when step = 2 and since > dateadd(day, -31, moment)::timestamp then v0 end) as m0,
-- 34|           "visits"."id"::varchar as k0,
-- 44|           null::varchar as k0,

-- totals are of the groups that pass a filter on conversions
-- ["1"]
select
  d0 as "visits.channel",
  coalesce(max(m0), 0) as "visits.bought",
  max(m1) as "visits.earned"
from (
  select
    d0,
    count(case when step = 2 and since > moment - interval '31 days' then v0 end) as m0,
    null as m1
  from (
    select
      moment,
      step,
      stretch,
      v0,
      first_value(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
      case when step = 2 then first_value(d0) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else d0 end as d0
    from (
      select
        entity,
        moment,
        step,
        k0,
        d0,
        v0,
        sum(case when step = 1 then 1 else 0 end) over (partition by entity order by moment, step, k0 rows between unbounded preceding and current row) as stretch
      from (
        select
          "person_id" as entity,
          "at" as moment,
          case when "at" is not null then 1 else 0 end as step,
          "id"::text as k0,
          "channel" as d0,
          null as v0
        from "visits"
        union all
        select
          "buyer" as entity,
          "at" as moment,
          2 as step,
          null::text as k0,
          null as d0,
          1 as v0
        from "orders"
        where "buyer" is not null
          and "at" is not null
      ) as events
    ) as ordered
  ) as attributed
  where (step < 2 or stretch > 0)
  group by 1
  union all
  select
    d0,
    null as m0,
    sum(case when step = 2 then v0 end) as m1
  from (
    select
      moment,
      step,
      stretch,
      v0,
      first_value(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
      case when step = 2 then first_value(d0) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else d0 end as d0
    from (
      select
        entity,
        moment,
        step,
        k0,
        d0,
        v0,
        sum(case when step = 1 then 1 else 0 end) over (partition by entity order by moment, step, k0 rows between unbounded preceding and current row) as stretch
      from (
        select
          "people"."id" as entity,
          "visits"."at" as moment,
          case when "visits"."at" is not null then 1 else 0 end as step,
          "visits"."id"::text as k0,
          "visits"."channel" as d0,
          null as v0
        from "visits"
        left join "people" on "people"."id" = "visits"."person_id"
        union all
        select
          "people"."id" as entity,
          "orders"."at" as moment,
          2 as step,
          null::text as k0,
          null as d0,
          "orders"."amount" as v0
        from "orders"
        left join "people" on "people"."id" = "orders"."buyer"
        where "people"."id" is not null
          and "orders"."at" is not null
      ) as events
    ) as ordered
  ) as attributed
  where (step < 2 or stretch > 0)
  group by 1
) as branches
group by 1
having coalesce(max(m0), 0) >= $1::bigint
order by "visits.channel" nulls last
limit 11;
-- totals
-- ["1"]
with picked_1 as (
  select d0
  from (
    select
      d0,
      count(case when step = 2 and since > moment - interval '31 days' then v0 end) as m0
    from (
      select
        moment,
        step,
        stretch,
        v0,
        first_value(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
        case when step = 2 then first_value(d0) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else d0 end as d0
      from (
        select
          entity,
          moment,
          step,
          k0,
          d0,
          v0,
          sum(case when step = 1 then 1 else 0 end) over (partition by entity order by moment, step, k0 rows between unbounded preceding and current row) as stretch
        from (
          select
            "person_id" as entity,
            "at" as moment,
            case when "at" is not null then 1 else 0 end as step,
            "id"::text as k0,
            "channel" as d0,
            null as v0
          from "visits"
          union all
          select
            "buyer" as entity,
            "at" as moment,
            2 as step,
            null::text as k0,
            null as d0,
            1 as v0
          from "orders"
          where "buyer" is not null
            and "at" is not null
        ) as events
      ) as ordered
    ) as attributed
    where (step < 2 or stretch > 0)
    group by 1
    union all
    select
      d0,
      null as m0
    from (
      select
        moment,
        step,
        stretch,
        first_value(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
        case when step = 2 then first_value(d0) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else d0 end as d0
      from (
        select
          entity,
          moment,
          step,
          k0,
          d0,
          sum(case when step = 1 then 1 else 0 end) over (partition by entity order by moment, step, k0 rows between unbounded preceding and current row) as stretch
        from (
          select
            "people"."id" as entity,
            "visits"."at" as moment,
            case when "visits"."at" is not null then 1 else 0 end as step,
            "visits"."id"::text as k0,
            "visits"."channel" as d0
          from "visits"
          left join "people" on "people"."id" = "visits"."person_id"
          union all
          select
            "people"."id" as entity,
            "orders"."at" as moment,
            2 as step,
            null::text as k0,
            null as d0
          from "orders"
          left join "people" on "people"."id" = "orders"."buyer"
          where "people"."id" is not null
            and "orders"."at" is not null
        ) as events
      ) as ordered
    ) as attributed
    where (step < 2 or stretch > 0)
    group by 1
  ) as branches
  group by 1
  having coalesce(max(m0), 0) >= $1::bigint
)
select
  coalesce(max(m0), 0) as "visits.bought",
  max(m1) as "visits.earned"
from (
  select
    count(case when step = 2 and since > moment - interval '31 days' then v0 end) as m0,
    null as m1
  from (
    select
      moment,
      step,
      stretch,
      v0,
      first_value(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
      case when step = 2 then first_value(shown) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else shown end as shown
    from (
      select
        entity,
        moment,
        step,
        k0,
        v0,
        shown,
        sum(case when step = 1 then 1 else 0 end) over (partition by entity order by moment, step, k0 rows between unbounded preceding and current row) as stretch
      from (
        select
          "visits"."person_id" as entity,
          "visits"."at" as moment,
          case when "visits"."at" is not null then 1 else 0 end as step,
          "visits"."id"::text as k0,
          null as v0,
          case when exists (
          select 1
          from picked_1
          where array[picked_1.d0] = array["visits"."channel"]
        ) then 1 else 0 end as shown
        from "visits"
        union all
        select
          "buyer" as entity,
          "at" as moment,
          2 as step,
          null::text as k0,
          1 as v0,
          null as shown
        from "orders"
        where "buyer" is not null
          and "at" is not null
      ) as events
    ) as ordered
  ) as attributed
  where (step < 2 or stretch > 0) and shown = 1
  union all
  select
    null as m0,
    sum(case when step = 2 then v0 end) as m1
  from (
    select
      moment,
      step,
      stretch,
      v0,
      first_value(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
      case when step = 2 then first_value(shown) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else shown end as shown
    from (
      select
        entity,
        moment,
        step,
        k0,
        v0,
        shown,
        sum(case when step = 1 then 1 else 0 end) over (partition by entity order by moment, step, k0 rows between unbounded preceding and current row) as stretch
      from (
        select
          "people"."id" as entity,
          "visits"."at" as moment,
          case when "visits"."at" is not null then 1 else 0 end as step,
          "visits"."id"::text as k0,
          null as v0,
          case when exists (
          select 1
          from picked_1
          where array[picked_1.d0] = array["visits"."channel"]
        ) then 1 else 0 end as shown
        from "visits"
        left join "people" on "people"."id" = "visits"."person_id"
        union all
        select
          "people"."id" as entity,
          "orders"."at" as moment,
          2 as step,
          null::text as k0,
          "orders"."amount" as v0,
          null as shown
        from "orders"
        left join "people" on "people"."id" = "orders"."buyer"
        where "people"."id" is not null
          and "orders"."at" is not null
      ) as events
    ) as ordered
  ) as attributed
  where (step < 2 or stretch > 0) and shown = 1
) as branches;
-- duckdb:
-- 42|           null as k0,
-- 90|           null as k0,
-- 146|             null as k0,
-- 190|             null as k0,
-- 239|           where picked_1.d0 is not distinct from "visits"."channel"
-- 247|           null as k0,
-- 288|           where picked_1.d0 is not distinct from "visits"."channel"
-- 297|           null as k0,
-- mysql:
-- 9|     count(case when step = 2 and since > moment - interval 31 day then v0 end) as m0,
-- 33|           concat(`id`) as k0,
-- 42|           null as k0,
-- 80|           concat(`visits`.`id`) as k0,
-- 90|           null as k0,
-- 104| having coalesce(max(m0), 0) >= cast(? as signed)
-- 105| order by `visits.channel` <=> null, `visits.channel`
-- 114|       count(case when step = 2 and since > moment - interval 31 day then v0 end) as m0
-- 137|             concat(`id`) as k0,
-- 146|             null as k0,
-- 181|             concat(`visits`.`id`) as k0,
-- 190|             null as k0,
-- 203|   having coalesce(max(m0), 0) >= cast(? as signed)
-- 210|     count(case when step = 2 and since > moment - interval 31 day then v0 end) as m0,
-- 234|           concat(`visits`.`id`) as k0,
-- 239|           where picked_1.d0 <=> `visits`.`channel`
-- 247|           null as k0,
-- 283|           concat(`visits`.`id`) as k0,
-- 288|           where picked_1.d0 <=> `visits`.`channel`
-- 297|           null as k0,
-- clickhouse:
-- 9|     count(case when step = 2 and since > (moment + toIntervalDay(-31)) then v0 end) as m0,
-- 17|       first_value_respect_nulls(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
-- 18|       case when step = 2 then first_value_respect_nulls(d0) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else d0 end as d0
-- 33|           toString("id") as k0,
-- 42|           null as k0,
-- 57|     sumOrNull((case when step = 2 then v0 end) + toDecimal128(0, 0)) as m1
-- 64|       first_value_respect_nulls(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
-- 65|       case when step = 2 then first_value_respect_nulls(d0) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else d0 end as d0
-- 80|           toString("visits"."id") as k0,
-- 90|           null as k0,
-- 104| having coalesce(max(m0), 0) >= {p1:Int64}
-- 105| order by 1 nulls last
-- 106| limit 11
-- 106+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', optimize_min_equality_disjunction_chain_length = 1000000;
-- 114|       count(case when step = 2 and since > (moment + toIntervalDay(-31)) then v0 end) as m0
-- 121|         first_value_respect_nulls(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
-- 122|         case when step = 2 then first_value_respect_nulls(d0) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else d0 end as d0
-- 137|             toString("id") as k0,
-- 146|             null as k0,
-- 166|         first_value_respect_nulls(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
-- 167|         case when step = 2 then first_value_respect_nulls(d0) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else d0 end as d0
-- 181|             toString("visits"."id") as k0,
-- 190|             null as k0,
-- 203|   having coalesce(max(m0), 0) >= {p1:Int64}
-- 210|     count(case when step = 2 and since > (moment + toIntervalDay(-31)) then v0 end) as m0,
-- 218|       first_value_respect_nulls(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
-- 219|       case when step = 2 then first_value_respect_nulls(shown) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else shown end as shown
-- 234|           toString("visits"."id") as k0,
-- 236|           case when toJSONString(tuple("visits"."channel")) in (
-- 237|           select toJSONString(tuple(picked_1.d0))
-- 239 is left out
-- 247|           null as k0,
-- 260|     sumOrNull((case when step = 2 then v0 end) + toDecimal128(0, 0)) as m1
-- 267|       first_value_respect_nulls(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
-- 268|       case when step = 2 then first_value_respect_nulls(shown) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else shown end as shown
-- 283|           toString("visits"."id") as k0,
-- 285|           case when toJSONString(tuple("visits"."channel")) in (
-- 286|           select toJSONString(tuple(picked_1.d0))
-- 288 is left out
-- 297|           null as k0,
-- 308| ) as branches
-- 308+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', output_format_json_quote_denormals = 1, optimize_min_equality_disjunction_chain_length = 1000000;
-- trino:
-- 9|     count(case when step = 2 and since > date_add('day', -31, moment) then v0 end) as m0,
-- 33|           cast("id" as varchar) as k0,
-- 42|           null as k0,
-- 80|           cast("visits"."id" as varchar) as k0,
-- 90|           null as k0,
-- 104| having coalesce(max(m0), 0) >= cast(? as bigint)
-- 114|       count(case when step = 2 and since > date_add('day', -31, moment) then v0 end) as m0
-- 137|             cast("id" as varchar) as k0,
-- 146|             null as k0,
-- 181|             cast("visits"."id" as varchar) as k0,
-- 190|             null as k0,
-- 203|   having coalesce(max(m0), 0) >= cast(? as bigint)
-- 210|     count(case when step = 2 and since > date_add('day', -31, moment) then v0 end) as m0,
-- 234|           cast("visits"."id" as varchar) as k0,
-- 236|           case when json_format(cast(array[cast("visits"."channel" as json)] as json)) in (
-- 237|           select json_format(cast(array[cast(picked_1.d0 as json)] as json))
-- 239 is left out
-- 247|           null as k0,
-- 283|           cast("visits"."id" as varchar) as k0,
-- 285|           case when json_format(cast(array[cast("visits"."channel" as json)] as json)) in (
-- 286|           select json_format(cast(array[cast(picked_1.d0 as json)] as json))
-- 288 is left out
-- 297|           null as k0,
-- bigquery:
-- 9|     count(case when step = 2 and since > timestamp_add(moment, interval -31 day) then v0 end) as m0,
-- 33|           cast(`id` as string) as k0,
-- 42|           null as k0,
-- 80|           cast(`visits`.`id` as string) as k0,
-- 90|           null as k0,
-- 104| having coalesce(max(m0), 0) >= cast(@p1 as int64)
-- 114|       count(case when step = 2 and since > timestamp_add(moment, interval -31 day) then v0 end) as m0
-- 137|             cast(`id` as string) as k0,
-- 146|             null as k0,
-- 181|             cast(`visits`.`id` as string) as k0,
-- 190|             null as k0,
-- 203|   having coalesce(max(m0), 0) >= cast(@p1 as int64)
-- 210|     count(case when step = 2 and since > timestamp_add(moment, interval -31 day) then v0 end) as m0,
-- 234|           cast(`visits`.`id` as string) as k0,
-- 236|           case when to_json_string([to_json_string(`visits`.`channel`)]) in (
-- 237|           select to_json_string([to_json_string(picked_1.d0)])
-- 239 is left out
-- 247|           null as k0,
-- 283|           cast(`visits`.`id` as string) as k0,
-- 285|           case when to_json_string([to_json_string(`visits`.`channel`)]) in (
-- 286|           select to_json_string([to_json_string(picked_1.d0)])
-- 288 is left out
-- 297|           null as k0,
-- databricks:
-- 9|     count(case when step = 2 and since > cast(dateadd(day, -31, moment) as timestamp) then v0 end) as m0,
-- 33|           cast(`id` as string) as k0,
-- 42|           null as k0,
-- 80|           cast(`visits`.`id` as string) as k0,
-- 90|           null as k0,
-- 104| having coalesce(max(m0), 0) >= cast(:p1 as bigint)
-- 114|       count(case when step = 2 and since > cast(dateadd(day, -31, moment) as timestamp) then v0 end) as m0
-- 137|             cast(`id` as string) as k0,
-- 146|             null as k0,
-- 181|             cast(`visits`.`id` as string) as k0,
-- 190|             null as k0,
-- 203|   having coalesce(max(m0), 0) >= cast(:p1 as bigint)
-- 210|     count(case when step = 2 and since > cast(dateadd(day, -31, moment) as timestamp) then v0 end) as m0,
-- 234|           cast(`visits`.`id` as string) as k0,
-- 236|           case when to_json(named_struct('c0', `visits`.`channel`)) in (
-- 237|           select to_json(named_struct('c0', picked_1.d0))
-- 239 is left out
-- 247|           null as k0,
-- 283|           cast(`visits`.`id` as string) as k0,
-- 285|           case when to_json(named_struct('c0', `visits`.`channel`)) in (
-- 286|           select to_json(named_struct('c0', picked_1.d0))
-- 288 is left out
-- 297|           null as k0,
-- snowflake:
-- 9|     count(case when step = 2 and since > dateadd(day, -31, moment) then v0 end) as m0,
-- 33|           cast("id" as varchar) as k0,
-- 42|           null as k0,
-- 80|           cast("visits"."id" as varchar) as k0,
-- 90|           null as k0,
-- 104| having coalesce(max(m0), 0) >= cast(? as number(38, 0))
-- 114|       count(case when step = 2 and since > dateadd(day, -31, moment) then v0 end) as m0
-- 137|             cast("id" as varchar) as k0,
-- 146|             null as k0,
-- 181|             cast("visits"."id" as varchar) as k0,
-- 190|             null as k0,
-- 203|   having coalesce(max(m0), 0) >= cast(? as number(38, 0))
-- 210|     count(case when step = 2 and since > dateadd(day, -31, moment) then v0 end) as m0,
-- 234|           cast("visits"."id" as varchar) as k0,
-- 236|           case when to_json(array_construct("visits"."channel")) in (
-- 237|           select to_json(array_construct(picked_1.d0))
-- 239 is left out
-- 247|           null as k0,
-- 283|           cast("visits"."id" as varchar) as k0,
-- 285|           case when to_json(array_construct("visits"."channel")) in (
-- 286|           select to_json(array_construct(picked_1.d0))
-- 288 is left out
-- 297|           null as k0,
-- redshift:
-- 9|     count(case when step = 2 and since > dateadd(day, -31, moment)::timestamp then v0 end) as m0,
-- 33|           "id"::varchar as k0,
-- 42|           null::varchar as k0,
-- 80|           "visits"."id"::varchar as k0,
-- 90|           null::varchar as k0,
-- 114|       count(case when step = 2 and since > dateadd(day, -31, moment)::timestamp then v0 end) as m0
-- 137|             "id"::varchar as k0,
-- 146|             null::varchar as k0,
-- 181|             "visits"."id"::varchar as k0,
-- 190|             null::varchar as k0,
-- 210|     count(case when step = 2 and since > dateadd(day, -31, moment)::timestamp then v0 end) as m0,
-- 234|           "visits"."id"::varchar as k0,
-- 239|           where (picked_1.d0 = "visits"."channel" or (picked_1.d0 is null and "visits"."channel" is null))
-- 247|           null::varchar as k0,
-- 283|           "visits"."id"::varchar as k0,
-- 288|           where (picked_1.d0 = "visits"."channel" or (picked_1.d0 is null and "visits"."channel" is null))
-- 297|           null::varchar as k0,

-- in totals that leave groups out, an order still counts for its own visit
-- ["2"]
select
  d0 as "visits.channel",
  coalesce(max(m0), 0) as "visits.bought",
  max(m1) as "visits.earned",
  coalesce(max(m2), 0) as "visits.count"
from (
  select
    d0,
    count(case when step = 2 and since > moment - interval '31 days' then v0 end) as m0,
    null::numeric as m1,
    null::bigint as m2
  from (
    select
      moment,
      step,
      stretch,
      v0,
      first_value(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
      case when step = 2 then first_value(d0) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else d0 end as d0
    from (
      select
        entity,
        moment,
        step,
        k0,
        d0,
        v0,
        sum(case when step = 1 then 1 else 0 end) over (partition by entity order by moment, step, k0 rows between unbounded preceding and current row) as stretch
      from (
        select
          "person_id" as entity,
          "at" as moment,
          case when "at" is not null then 1 else 0 end as step,
          "id"::text as k0,
          "channel" as d0,
          null as v0
        from "visits"
        union all
        select
          "buyer" as entity,
          "at" as moment,
          2 as step,
          null::text as k0,
          null as d0,
          1 as v0
        from "orders"
        where "buyer" is not null
          and "at" is not null
      ) as events
    ) as ordered
  ) as attributed
  where (step < 2 or stretch > 0)
  group by 1
  union all
  select
    d0,
    null::bigint as m0,
    sum(case when step = 2 then v0 end) as m1,
    null::bigint as m2
  from (
    select
      moment,
      step,
      stretch,
      v0,
      first_value(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
      case when step = 2 then first_value(d0) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else d0 end as d0
    from (
      select
        entity,
        moment,
        step,
        k0,
        d0,
        v0,
        sum(case when step = 1 then 1 else 0 end) over (partition by entity order by moment, step, k0 rows between unbounded preceding and current row) as stretch
      from (
        select
          "people"."id" as entity,
          "visits"."at" as moment,
          case when "visits"."at" is not null then 1 else 0 end as step,
          "visits"."id"::text as k0,
          "visits"."channel" as d0,
          null as v0
        from "visits"
        left join "people" on "people"."id" = "visits"."person_id"
        union all
        select
          "people"."id" as entity,
          "orders"."at" as moment,
          2 as step,
          null::text as k0,
          null as d0,
          "orders"."amount" as v0
        from "orders"
        left join "people" on "people"."id" = "orders"."buyer"
        where "people"."id" is not null
          and "orders"."at" is not null
      ) as events
    ) as ordered
  ) as attributed
  where (step < 2 or stretch > 0)
  group by 1
  union all
  select
    "channel" as d0,
    null::bigint as m0,
    null::numeric as m1,
    count(*) as m2
  from "visits"
  group by 1
) as branches
group by 1
having coalesce(max(m0), 0) >= $1::bigint;
-- totals
-- ["2"]
with picked_1 as (
  select d0
  from (
    select
      d0,
      count(case when step = 2 and since > moment - interval '31 days' then v0 end) as m0
    from (
      select
        moment,
        step,
        stretch,
        v0,
        first_value(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
        case when step = 2 then first_value(d0) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else d0 end as d0
      from (
        select
          entity,
          moment,
          step,
          k0,
          d0,
          v0,
          sum(case when step = 1 then 1 else 0 end) over (partition by entity order by moment, step, k0 rows between unbounded preceding and current row) as stretch
        from (
          select
            "person_id" as entity,
            "at" as moment,
            case when "at" is not null then 1 else 0 end as step,
            "id"::text as k0,
            "channel" as d0,
            null as v0
          from "visits"
          union all
          select
            "buyer" as entity,
            "at" as moment,
            2 as step,
            null::text as k0,
            null as d0,
            1 as v0
          from "orders"
          where "buyer" is not null
            and "at" is not null
        ) as events
      ) as ordered
    ) as attributed
    where (step < 2 or stretch > 0)
    group by 1
    union all
    select
      d0,
      null::bigint as m0
    from (
      select
        moment,
        step,
        stretch,
        first_value(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
        case when step = 2 then first_value(d0) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else d0 end as d0
      from (
        select
          entity,
          moment,
          step,
          k0,
          d0,
          sum(case when step = 1 then 1 else 0 end) over (partition by entity order by moment, step, k0 rows between unbounded preceding and current row) as stretch
        from (
          select
            "people"."id" as entity,
            "visits"."at" as moment,
            case when "visits"."at" is not null then 1 else 0 end as step,
            "visits"."id"::text as k0,
            "visits"."channel" as d0
          from "visits"
          left join "people" on "people"."id" = "visits"."person_id"
          union all
          select
            "people"."id" as entity,
            "orders"."at" as moment,
            2 as step,
            null::text as k0,
            null as d0
          from "orders"
          left join "people" on "people"."id" = "orders"."buyer"
          where "people"."id" is not null
            and "orders"."at" is not null
        ) as events
      ) as ordered
    ) as attributed
    where (step < 2 or stretch > 0)
    group by 1
    union all
    select
      "channel" as d0,
      null::bigint as m0
    from "visits"
    group by 1
  ) as branches
  group by 1
  having coalesce(max(m0), 0) >= $1::bigint
)
select
  coalesce(max(m0), 0) as "visits.bought",
  max(m1) as "visits.earned",
  coalesce(max(m2), 0) as "visits.count"
from (
  select
    count(case when step = 2 and since > moment - interval '31 days' then v0 end) as m0,
    null::numeric as m1,
    null::bigint as m2
  from (
    select
      moment,
      step,
      stretch,
      v0,
      first_value(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
      case when step = 2 then first_value(shown) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else shown end as shown
    from (
      select
        entity,
        moment,
        step,
        k0,
        v0,
        shown,
        sum(case when step = 1 then 1 else 0 end) over (partition by entity order by moment, step, k0 rows between unbounded preceding and current row) as stretch
      from (
        select
          "visits"."person_id" as entity,
          "visits"."at" as moment,
          case when "visits"."at" is not null then 1 else 0 end as step,
          "visits"."id"::text as k0,
          null as v0,
          case when exists (
          select 1
          from picked_1
          where array[picked_1.d0] = array["visits"."channel"]
        ) then 1 else 0 end as shown
        from "visits"
        union all
        select
          "buyer" as entity,
          "at" as moment,
          2 as step,
          null::text as k0,
          1 as v0,
          null as shown
        from "orders"
        where "buyer" is not null
          and "at" is not null
      ) as events
    ) as ordered
  ) as attributed
  where (step < 2 or stretch > 0) and shown = 1
  union all
  select
    null::bigint as m0,
    sum(case when step = 2 then v0 end) as m1,
    null::bigint as m2
  from (
    select
      moment,
      step,
      stretch,
      v0,
      first_value(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
      case when step = 2 then first_value(shown) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else shown end as shown
    from (
      select
        entity,
        moment,
        step,
        k0,
        v0,
        shown,
        sum(case when step = 1 then 1 else 0 end) over (partition by entity order by moment, step, k0 rows between unbounded preceding and current row) as stretch
      from (
        select
          "people"."id" as entity,
          "visits"."at" as moment,
          case when "visits"."at" is not null then 1 else 0 end as step,
          "visits"."id"::text as k0,
          null as v0,
          case when exists (
          select 1
          from picked_1
          where array[picked_1.d0] = array["visits"."channel"]
        ) then 1 else 0 end as shown
        from "visits"
        left join "people" on "people"."id" = "visits"."person_id"
        union all
        select
          "people"."id" as entity,
          "orders"."at" as moment,
          2 as step,
          null::text as k0,
          "orders"."amount" as v0,
          null as shown
        from "orders"
        left join "people" on "people"."id" = "orders"."buyer"
        where "people"."id" is not null
          and "orders"."at" is not null
      ) as events
    ) as ordered
  ) as attributed
  where (step < 2 or stretch > 0) and shown = 1
  union all
  select
    null::bigint as m0,
    null::numeric as m1,
    count(*) as m2
  from "visits"
  where exists (
    select 1
    from picked_1
    where array[picked_1.d0] = array["visits"."channel"]
  )
) as branches;
-- duckdb:
-- 11|     null as m1,
-- 12|     null as m2
-- 44|           null as k0,
-- 58|     null as m0,
-- 60|     null as m2
-- 93|           null as k0,
-- 108|     null as m0,
-- 109|     null as m1,
-- 155|             null as k0,
-- 169|       null as m0
-- 199|             null as k0,
-- 213|       null as m0
-- 227|     null as m1,
-- 228|     null as m2
-- 256|           where picked_1.d0 is not distinct from "visits"."channel"
-- 264|           null as k0,
-- 276|     null as m0,
-- 278|     null as m2
-- 306|           where picked_1.d0 is not distinct from "visits"."channel"
-- 315|           null as k0,
-- 328|     null as m0,
-- 329|     null as m1,
-- 335|     where picked_1.d0 is not distinct from "visits"."channel"
-- mysql:
-- 10|     count(case when step = 2 and since > moment - interval 31 day then v0 end) as m0,
-- 11|     null as m1,
-- 12|     null as m2
-- 35|           concat(`id`) as k0,
-- 44|           null as k0,
-- 58|     null as m0,
-- 60|     null as m2
-- 83|           concat(`visits`.`id`) as k0,
-- 93|           null as k0,
-- 108|     null as m0,
-- 109|     null as m1,
-- 115| having coalesce(max(m0), 0) >= cast(? as signed);
-- 123|       count(case when step = 2 and since > moment - interval 31 day then v0 end) as m0
-- 146|             concat(`id`) as k0,
-- 155|             null as k0,
-- 169|       null as m0
-- 190|             concat(`visits`.`id`) as k0,
-- 199|             null as k0,
-- 213|       null as m0
-- 218|   having coalesce(max(m0), 0) >= cast(? as signed)
-- 226|     count(case when step = 2 and since > moment - interval 31 day then v0 end) as m0,
-- 227|     null as m1,
-- 228|     null as m2
-- 251|           concat(`visits`.`id`) as k0,
-- 256|           where picked_1.d0 <=> `visits`.`channel`
-- 264|           null as k0,
-- 276|     null as m0,
-- 278|     null as m2
-- 301|           concat(`visits`.`id`) as k0,
-- 306|           where picked_1.d0 <=> `visits`.`channel`
-- 315|           null as k0,
-- 328|     null as m0,
-- 329|     null as m1,
-- 335|     where picked_1.d0 <=> `visits`.`channel`
-- clickhouse:
-- 10|     count(case when step = 2 and since > (moment + toIntervalDay(-31)) then v0 end) as m0,
-- 11|     null as m1,
-- 12|     null as m2
-- 19|       first_value_respect_nulls(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
-- 20|       case when step = 2 then first_value_respect_nulls(d0) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else d0 end as d0
-- 35|           toString("id") as k0,
-- 44|           null as k0,
-- 58|     null as m0,
-- 59|     sumOrNull((case when step = 2 then v0 end) + toDecimal128(0, 0)) as m1,
-- 60|     null as m2
-- 67|       first_value_respect_nulls(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
-- 68|       case when step = 2 then first_value_respect_nulls(d0) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else d0 end as d0
-- 83|           toString("visits"."id") as k0,
-- 93|           null as k0,
-- 108|     null as m0,
-- 109|     null as m1,
-- 115| having coalesce(max(m0), 0) >= {p1:Int64}
-- 115+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', optimize_min_equality_disjunction_chain_length = 1000000;
-- 123|       count(case when step = 2 and since > (moment + toIntervalDay(-31)) then v0 end) as m0
-- 130|         first_value_respect_nulls(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
-- 131|         case when step = 2 then first_value_respect_nulls(d0) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else d0 end as d0
-- 146|             toString("id") as k0,
-- 155|             null as k0,
-- 169|       null as m0
-- 175|         first_value_respect_nulls(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
-- 176|         case when step = 2 then first_value_respect_nulls(d0) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else d0 end as d0
-- 190|             toString("visits"."id") as k0,
-- 199|             null as k0,
-- 213|       null as m0
-- 218|   having coalesce(max(m0), 0) >= {p1:Int64}
-- 226|     count(case when step = 2 and since > (moment + toIntervalDay(-31)) then v0 end) as m0,
-- 227|     null as m1,
-- 228|     null as m2
-- 235|       first_value_respect_nulls(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
-- 236|       case when step = 2 then first_value_respect_nulls(shown) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else shown end as shown
-- 251|           toString("visits"."id") as k0,
-- 253|           case when toJSONString(tuple("visits"."channel")) in (
-- 254|           select toJSONString(tuple(picked_1.d0))
-- 256 is left out
-- 264|           null as k0,
-- 276|     null as m0,
-- 277|     sumOrNull((case when step = 2 then v0 end) + toDecimal128(0, 0)) as m1,
-- 278|     null as m2
-- 285|       first_value_respect_nulls(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
-- 286|       case when step = 2 then first_value_respect_nulls(shown) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else shown end as shown
-- 301|           toString("visits"."id") as k0,
-- 303|           case when toJSONString(tuple("visits"."channel")) in (
-- 304|           select toJSONString(tuple(picked_1.d0))
-- 306 is left out
-- 315|           null as k0,
-- 328|     null as m0,
-- 329|     null as m1,
-- 332|   where toJSONString(tuple("visits"."channel")) in (
-- 333|     select toJSONString(tuple(picked_1.d0))
-- 335 is left out
-- 337| ) as branches
-- 337+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', output_format_json_quote_denormals = 1, optimize_min_equality_disjunction_chain_length = 1000000;
-- trino:
-- 10|     count(case when step = 2 and since > date_add('day', -31, moment) then v0 end) as m0,
-- 11|     null as m1,
-- 12|     null as m2
-- 35|           cast("id" as varchar) as k0,
-- 44|           null as k0,
-- 58|     null as m0,
-- 60|     null as m2
-- 83|           cast("visits"."id" as varchar) as k0,
-- 93|           null as k0,
-- 108|     null as m0,
-- 109|     null as m1,
-- 115| having coalesce(max(m0), 0) >= cast(? as bigint);
-- 123|       count(case when step = 2 and since > date_add('day', -31, moment) then v0 end) as m0
-- 146|             cast("id" as varchar) as k0,
-- 155|             null as k0,
-- 169|       null as m0
-- 190|             cast("visits"."id" as varchar) as k0,
-- 199|             null as k0,
-- 213|       null as m0
-- 218|   having coalesce(max(m0), 0) >= cast(? as bigint)
-- 226|     count(case when step = 2 and since > date_add('day', -31, moment) then v0 end) as m0,
-- 227|     null as m1,
-- 228|     null as m2
-- 251|           cast("visits"."id" as varchar) as k0,
-- 253|           case when json_format(cast(array[cast("visits"."channel" as json)] as json)) in (
-- 254|           select json_format(cast(array[cast(picked_1.d0 as json)] as json))
-- 256 is left out
-- 264|           null as k0,
-- 276|     null as m0,
-- 278|     null as m2
-- 301|           cast("visits"."id" as varchar) as k0,
-- 303|           case when json_format(cast(array[cast("visits"."channel" as json)] as json)) in (
-- 304|           select json_format(cast(array[cast(picked_1.d0 as json)] as json))
-- 306 is left out
-- 315|           null as k0,
-- 328|     null as m0,
-- 329|     null as m1,
-- 332|   where json_format(cast(array[cast("visits"."channel" as json)] as json)) in (
-- 333|     select json_format(cast(array[cast(picked_1.d0 as json)] as json))
-- 335 is left out
-- bigquery:
-- 10|     count(case when step = 2 and since > timestamp_add(moment, interval -31 day) then v0 end) as m0,
-- 11|     null as m1,
-- 12|     null as m2
-- 35|           cast(`id` as string) as k0,
-- 44|           null as k0,
-- 58|     null as m0,
-- 60|     null as m2
-- 83|           cast(`visits`.`id` as string) as k0,
-- 93|           null as k0,
-- 108|     null as m0,
-- 109|     null as m1,
-- 115| having coalesce(max(m0), 0) >= cast(@p1 as int64);
-- 123|       count(case when step = 2 and since > timestamp_add(moment, interval -31 day) then v0 end) as m0
-- 146|             cast(`id` as string) as k0,
-- 155|             null as k0,
-- 169|       null as m0
-- 190|             cast(`visits`.`id` as string) as k0,
-- 199|             null as k0,
-- 213|       null as m0
-- 218|   having coalesce(max(m0), 0) >= cast(@p1 as int64)
-- 226|     count(case when step = 2 and since > timestamp_add(moment, interval -31 day) then v0 end) as m0,
-- 227|     null as m1,
-- 228|     null as m2
-- 251|           cast(`visits`.`id` as string) as k0,
-- 253|           case when to_json_string([to_json_string(`visits`.`channel`)]) in (
-- 254|           select to_json_string([to_json_string(picked_1.d0)])
-- 256 is left out
-- 264|           null as k0,
-- 276|     null as m0,
-- 278|     null as m2
-- 301|           cast(`visits`.`id` as string) as k0,
-- 303|           case when to_json_string([to_json_string(`visits`.`channel`)]) in (
-- 304|           select to_json_string([to_json_string(picked_1.d0)])
-- 306 is left out
-- 315|           null as k0,
-- 328|     null as m0,
-- 329|     null as m1,
-- 332|   where to_json_string([to_json_string(`visits`.`channel`)]) in (
-- 333|     select to_json_string([to_json_string(picked_1.d0)])
-- 335 is left out
-- databricks:
-- 10|     count(case when step = 2 and since > cast(dateadd(day, -31, moment) as timestamp) then v0 end) as m0,
-- 11|     null as m1,
-- 12|     null as m2
-- 35|           cast(`id` as string) as k0,
-- 44|           null as k0,
-- 58|     null as m0,
-- 60|     null as m2
-- 83|           cast(`visits`.`id` as string) as k0,
-- 93|           null as k0,
-- 108|     null as m0,
-- 109|     null as m1,
-- 115| having coalesce(max(m0), 0) >= cast(:p1 as bigint);
-- 123|       count(case when step = 2 and since > cast(dateadd(day, -31, moment) as timestamp) then v0 end) as m0
-- 146|             cast(`id` as string) as k0,
-- 155|             null as k0,
-- 169|       null as m0
-- 190|             cast(`visits`.`id` as string) as k0,
-- 199|             null as k0,
-- 213|       null as m0
-- 218|   having coalesce(max(m0), 0) >= cast(:p1 as bigint)
-- 226|     count(case when step = 2 and since > cast(dateadd(day, -31, moment) as timestamp) then v0 end) as m0,
-- 227|     null as m1,
-- 228|     null as m2
-- 251|           cast(`visits`.`id` as string) as k0,
-- 253|           case when to_json(named_struct('c0', `visits`.`channel`)) in (
-- 254|           select to_json(named_struct('c0', picked_1.d0))
-- 256 is left out
-- 264|           null as k0,
-- 276|     null as m0,
-- 278|     null as m2
-- 301|           cast(`visits`.`id` as string) as k0,
-- 303|           case when to_json(named_struct('c0', `visits`.`channel`)) in (
-- 304|           select to_json(named_struct('c0', picked_1.d0))
-- 306 is left out
-- 315|           null as k0,
-- 328|     null as m0,
-- 329|     null as m1,
-- 332|   where to_json(named_struct('c0', `visits`.`channel`)) in (
-- 333|     select to_json(named_struct('c0', picked_1.d0))
-- 335 is left out
-- snowflake:
-- 10|     count(case when step = 2 and since > dateadd(day, -31, moment) then v0 end) as m0,
-- 11|     null as m1,
-- 12|     null as m2
-- 35|           cast("id" as varchar) as k0,
-- 44|           null as k0,
-- 58|     null as m0,
-- 60|     null as m2
-- 83|           cast("visits"."id" as varchar) as k0,
-- 93|           null as k0,
-- 108|     null as m0,
-- 109|     null as m1,
-- 115| having coalesce(max(m0), 0) >= cast(? as number(38, 0));
-- 123|       count(case when step = 2 and since > dateadd(day, -31, moment) then v0 end) as m0
-- 146|             cast("id" as varchar) as k0,
-- 155|             null as k0,
-- 169|       null as m0
-- 190|             cast("visits"."id" as varchar) as k0,
-- 199|             null as k0,
-- 213|       null as m0
-- 218|   having coalesce(max(m0), 0) >= cast(? as number(38, 0))
-- 226|     count(case when step = 2 and since > dateadd(day, -31, moment) then v0 end) as m0,
-- 227|     null as m1,
-- 228|     null as m2
-- 251|           cast("visits"."id" as varchar) as k0,
-- 253|           case when to_json(array_construct("visits"."channel")) in (
-- 254|           select to_json(array_construct(picked_1.d0))
-- 256 is left out
-- 264|           null as k0,
-- 276|     null as m0,
-- 278|     null as m2
-- 301|           cast("visits"."id" as varchar) as k0,
-- 303|           case when to_json(array_construct("visits"."channel")) in (
-- 304|           select to_json(array_construct(picked_1.d0))
-- 306 is left out
-- 315|           null as k0,
-- 328|     null as m0,
-- 329|     null as m1,
-- 332|   where to_json(array_construct("visits"."channel")) in (
-- 333|     select to_json(array_construct(picked_1.d0))
-- 335 is left out
-- redshift:
-- 10|     count(case when step = 2 and since > dateadd(day, -31, moment)::timestamp then v0 end) as m0,
-- 11|     null::float8 as m1,
-- 35|           "id"::varchar as k0,
-- 44|           null::varchar as k0,
-- 83|           "visits"."id"::varchar as k0,
-- 93|           null::varchar as k0,
-- 109|     null::float8 as m1,
-- 123|       count(case when step = 2 and since > dateadd(day, -31, moment)::timestamp then v0 end) as m0
-- 146|             "id"::varchar as k0,
-- 155|             null::varchar as k0,
-- 190|             "visits"."id"::varchar as k0,
-- 199|             null::varchar as k0,
-- 226|     count(case when step = 2 and since > dateadd(day, -31, moment)::timestamp then v0 end) as m0,
-- 227|     null::float8 as m1,
-- 251|           "visits"."id"::varchar as k0,
-- 256|           where (picked_1.d0 = "visits"."channel" or (picked_1.d0 is null and "visits"."channel" is null))
-- 264|           null::varchar as k0,
-- 301|           "visits"."id"::varchar as k0,
-- 306|           where (picked_1.d0 = "visits"."channel" or (picked_1.d0 is null and "visits"."channel" is null))
-- 315|           null::varchar as k0,
-- 329|     null::float8 as m1,
-- 335|     where (picked_1.d0 = "visits"."channel" or (picked_1.d0 is null and "visits"."channel" is null))

-- with top, an order still counts for its own visit
with results_1 as (
  select
    d0,
    sum(case when step = 2 then v0 end) as x0
  from (
    select
      moment,
      step,
      stretch,
      v0,
      first_value(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
      case when step = 2 then first_value(d0) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else d0 end as d0
    from (
      select
        entity,
        moment,
        step,
        k0,
        d0,
        v0,
        sum(case when step = 1 then 1 else 0 end) over (partition by entity order by moment, step, k0 rows between unbounded preceding and current row) as stretch
      from (
        select
          "people"."id" as entity,
          "visits"."at" as moment,
          case when "visits"."at" is not null then 1 else 0 end as step,
          "visits"."id"::text as k0,
          "visits"."channel" as d0,
          null as v0
        from "visits"
        left join "people" on "people"."id" = "visits"."person_id"
        union all
        select
          "people"."id" as entity,
          "orders"."at" as moment,
          2 as step,
          null::text as k0,
          null as d0,
          "orders"."amount" as v0
        from "orders"
        left join "people" on "people"."id" = "orders"."buyer"
        where "people"."id" is not null
          and "orders"."at" is not null
      ) as events
    ) as ordered
  ) as attributed
  where (step < 2 or stretch > 0)
  group by 1
),
asked_1 as (
  select
    d0,
    place
  from (
    select
      d0,
      row_number() over (order by x0 desc nulls last, d0 nulls last) as place
    from results_1
  ) as numbered
  where place <= 1
)
select
  d0 as "visits.channel",
  sum(case when step = 2 then v0 end) as "visits.earned"
from (
  select
    moment,
    step,
    stretch,
    v0,
    first_value(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
    case when step = 2 then first_value(d0) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else d0 end as d0,
    case when step = 2 then first_value(shown) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else shown end as shown
  from (
    select
      entity,
      moment,
      step,
      k0,
      d0,
      v0,
      shown,
      sum(case when step = 1 then 1 else 0 end) over (partition by entity order by moment, step, k0 rows between unbounded preceding and current row) as stretch
    from (
      select
        "people"."id" as entity,
        "visits"."at" as moment,
        case when "visits"."at" is not null then 1 else 0 end as step,
        "visits"."id"::text as k0,
        "visits"."channel" as d0,
        null as v0,
        case when exists (
        select 1
        from asked_1
        where array[asked_1.d0] = array["visits"."channel"]
      ) then 1 else 0 end as shown
      from "visits"
      left join "people" on "people"."id" = "visits"."person_id"
      union all
      select
        "people"."id" as entity,
        "orders"."at" as moment,
        2 as step,
        null::text as k0,
        null as d0,
        "orders"."amount" as v0,
        null as shown
      from "orders"
      left join "people" on "people"."id" = "orders"."buyer"
      where "people"."id" is not null
        and "orders"."at" is not null
    ) as events
  ) as ordered
) as attributed
where (step < 2 or stretch > 0) and shown = 1
group by 1;
-- totals
with results_1 as (
  select
    d0,
    sum(case when step = 2 then v0 end) as x0
  from (
    select
      moment,
      step,
      stretch,
      v0,
      first_value(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
      case when step = 2 then first_value(d0) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else d0 end as d0
    from (
      select
        entity,
        moment,
        step,
        k0,
        d0,
        v0,
        sum(case when step = 1 then 1 else 0 end) over (partition by entity order by moment, step, k0 rows between unbounded preceding and current row) as stretch
      from (
        select
          "people"."id" as entity,
          "visits"."at" as moment,
          case when "visits"."at" is not null then 1 else 0 end as step,
          "visits"."id"::text as k0,
          "visits"."channel" as d0,
          null as v0
        from "visits"
        left join "people" on "people"."id" = "visits"."person_id"
        union all
        select
          "people"."id" as entity,
          "orders"."at" as moment,
          2 as step,
          null::text as k0,
          null as d0,
          "orders"."amount" as v0
        from "orders"
        left join "people" on "people"."id" = "orders"."buyer"
        where "people"."id" is not null
          and "orders"."at" is not null
      ) as events
    ) as ordered
  ) as attributed
  where (step < 2 or stretch > 0)
  group by 1
),
asked_1 as (
  select
    d0,
    place
  from (
    select
      d0,
      row_number() over (order by x0 desc nulls last, d0 nulls last) as place
    from results_1
  ) as numbered
  where place <= 1
)
select sum(case when step = 2 then v0 end) as "visits.earned"
from (
  select
    moment,
    step,
    stretch,
    v0,
    first_value(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
    case when step = 2 then first_value(shown) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else shown end as shown
  from (
    select
      entity,
      moment,
      step,
      k0,
      v0,
      shown,
      sum(case when step = 1 then 1 else 0 end) over (partition by entity order by moment, step, k0 rows between unbounded preceding and current row) as stretch
    from (
      select
        "people"."id" as entity,
        "visits"."at" as moment,
        case when "visits"."at" is not null then 1 else 0 end as step,
        "visits"."id"::text as k0,
        null as v0,
        case when exists (
        select 1
        from asked_1
        where array[asked_1.d0] = array["visits"."channel"]
      ) then 1 else 0 end as shown
      from "visits"
      left join "people" on "people"."id" = "visits"."person_id"
      union all
      select
        "people"."id" as entity,
        "orders"."at" as moment,
        2 as step,
        null::text as k0,
        "orders"."amount" as v0,
        null as shown
      from "orders"
      left join "people" on "people"."id" = "orders"."buyer"
      where "people"."id" is not null
        and "orders"."at" is not null
    ) as events
  ) as ordered
) as attributed
where (step < 2 or stretch > 0) and shown = 1;
-- duckdb:
-- 37|           null as k0,
-- 95|         where asked_1.d0 is not distinct from "visits"."channel"
-- 104|         null as k0,
-- 154|           null as k0,
-- 207|         where asked_1.d0 is not distinct from "visits"."channel"
-- 216|         null as k0,
-- mysql:
-- 27|           concat(`visits`.`id`) as k0,
-- 37|           null as k0,
-- 57|       row_number() over (order by x0 desc, d0 <=> null, d0) as place
-- 89|         concat(`visits`.`id`) as k0,
-- 95|         where asked_1.d0 <=> `visits`.`channel`
-- 104|         null as k0,
-- 144|           concat(`visits`.`id`) as k0,
-- 154|           null as k0,
-- 174|       row_number() over (order by x0 desc, d0 <=> null, d0) as place
-- 202|         concat(`visits`.`id`) as k0,
-- 207|         where asked_1.d0 <=> `visits`.`channel`
-- 216|         null as k0,
-- clickhouse:
-- 4|     sumOrNull((case when step = 2 then v0 end) + toDecimal128(0, 0)) as x0
-- 11|       first_value_respect_nulls(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
-- 12|       case when step = 2 then first_value_respect_nulls(d0) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else d0 end as d0
-- 27|           toString("visits"."id") as k0,
-- 37|           null as k0,
-- 57|       row_number() over (order by x0 <> x0 desc nulls last, x0 desc nulls last, d0 nulls last) as place
-- 64|   sumOrNull((case when step = 2 then v0 end) + toDecimal128(0, 0)) as "visits.earned"
-- 71|     first_value_respect_nulls(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
-- 72|     case when step = 2 then first_value_respect_nulls(d0) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else d0 end as d0,
-- 73|     case when step = 2 then first_value_respect_nulls(shown) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else shown end as shown
-- 89|         toString("visits"."id") as k0,
-- 92|         case when toJSONString(tuple("visits"."channel")) in (
-- 93|         select toJSONString(tuple(asked_1.d0))
-- 95 is left out
-- 104|         null as k0,
-- 116| group by 1
-- 116+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', output_format_json_quote_denormals = 1, optimize_min_equality_disjunction_chain_length = 1000000;
-- 121|     sumOrNull((case when step = 2 then v0 end) + toDecimal128(0, 0)) as x0
-- 128|       first_value_respect_nulls(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
-- 129|       case when step = 2 then first_value_respect_nulls(d0) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else d0 end as d0
-- 144|           toString("visits"."id") as k0,
-- 154|           null as k0,
-- 174|       row_number() over (order by x0 <> x0 desc nulls last, x0 desc nulls last, d0 nulls last) as place
-- 179| select sumOrNull((case when step = 2 then v0 end) + toDecimal128(0, 0)) as "visits.earned"
-- 186|     first_value_respect_nulls(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
-- 187|     case when step = 2 then first_value_respect_nulls(shown) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else shown end as shown
-- 202|         toString("visits"."id") as k0,
-- 204|         case when toJSONString(tuple("visits"."channel")) in (
-- 205|         select toJSONString(tuple(asked_1.d0))
-- 207 is left out
-- 216|         null as k0,
-- 226| where (step < 2 or stretch > 0) and shown = 1
-- 226+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', output_format_json_quote_denormals = 1, optimize_min_equality_disjunction_chain_length = 1000000;
-- trino:
-- 27|           cast("visits"."id" as varchar) as k0,
-- 37|           null as k0,
-- 89|         cast("visits"."id" as varchar) as k0,
-- 92|         case when json_format(cast(array[cast("visits"."channel" as json)] as json)) in (
-- 93|         select json_format(cast(array[cast(asked_1.d0 as json)] as json))
-- 95 is left out
-- 104|         null as k0,
-- 144|           cast("visits"."id" as varchar) as k0,
-- 154|           null as k0,
-- 202|         cast("visits"."id" as varchar) as k0,
-- 204|         case when json_format(cast(array[cast("visits"."channel" as json)] as json)) in (
-- 205|         select json_format(cast(array[cast(asked_1.d0 as json)] as json))
-- 207 is left out
-- 216|         null as k0,
-- bigquery:
-- 27|           cast(`visits`.`id` as string) as k0,
-- 37|           null as k0,
-- 89|         cast(`visits`.`id` as string) as k0,
-- 92|         case when to_json_string([to_json_string(`visits`.`channel`)]) in (
-- 93|         select to_json_string([to_json_string(asked_1.d0)])
-- 95 is left out
-- 104|         null as k0,
-- 144|           cast(`visits`.`id` as string) as k0,
-- 154|           null as k0,
-- 202|         cast(`visits`.`id` as string) as k0,
-- 204|         case when to_json_string([to_json_string(`visits`.`channel`)]) in (
-- 205|         select to_json_string([to_json_string(asked_1.d0)])
-- 207 is left out
-- 216|         null as k0,
-- databricks:
-- 27|           cast(`visits`.`id` as string) as k0,
-- 37|           null as k0,
-- 89|         cast(`visits`.`id` as string) as k0,
-- 92|         case when to_json(named_struct('c0', `visits`.`channel`)) in (
-- 93|         select to_json(named_struct('c0', asked_1.d0))
-- 95 is left out
-- 104|         null as k0,
-- 144|           cast(`visits`.`id` as string) as k0,
-- 154|           null as k0,
-- 202|         cast(`visits`.`id` as string) as k0,
-- 204|         case when to_json(named_struct('c0', `visits`.`channel`)) in (
-- 205|         select to_json(named_struct('c0', asked_1.d0))
-- 207 is left out
-- 216|         null as k0,
-- snowflake:
-- 27|           cast("visits"."id" as varchar) as k0,
-- 37|           null as k0,
-- 89|         cast("visits"."id" as varchar) as k0,
-- 92|         case when to_json(array_construct("visits"."channel")) in (
-- 93|         select to_json(array_construct(asked_1.d0))
-- 95 is left out
-- 104|         null as k0,
-- 144|           cast("visits"."id" as varchar) as k0,
-- 154|           null as k0,
-- 202|         cast("visits"."id" as varchar) as k0,
-- 204|         case when to_json(array_construct("visits"."channel")) in (
-- 205|         select to_json(array_construct(asked_1.d0))
-- 207 is left out
-- 216|         null as k0,
-- redshift:
-- 27|           "visits"."id"::varchar as k0,
-- 37|           null::varchar as k0,
-- 89|         "visits"."id"::varchar as k0,
-- 95|         where (asked_1.d0 = "visits"."channel" or (asked_1.d0 is null and "visits"."channel" is null))
-- 104|         null::varchar as k0,
-- 144|           "visits"."id"::varchar as k0,
-- 154|           null::varchar as k0,
-- 202|         "visits"."id"::varchar as k0,
-- 207|         where (asked_1.d0 = "visits"."channel" or (asked_1.d0 is null and "visits"."channel" is null))
-- 216|         null::varchar as k0,

-- the greatest groups by conversions, and the rest
-- ["rest"]
with results_1 as (
  select
    d0,
    count(case when step = 2 and since > moment - interval '31 days' then v0 end) as x0
  from (
    select
      moment,
      step,
      stretch,
      v0,
      first_value(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
      case when step = 2 then first_value(d0) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else d0 end as d0
    from (
      select
        entity,
        moment,
        step,
        k0,
        d0,
        v0,
        sum(case when step = 1 then 1 else 0 end) over (partition by entity order by moment, step, k0 rows between unbounded preceding and current row) as stretch
      from (
        select
          "person_id" as entity,
          "at" as moment,
          case when "at" is not null then 1 else 0 end as step,
          "id"::text as k0,
          "channel" as d0,
          null as v0
        from "visits"
        union all
        select
          "buyer" as entity,
          "at" as moment,
          2 as step,
          null::text as k0,
          null as d0,
          1 as v0
        from "orders"
        where "buyer" is not null
          and "at" is not null
      ) as events
    ) as ordered
  ) as attributed
  where (step < 2 or stretch > 0)
  group by 1
),
asked_1 as (
  select
    d0,
    place
  from (
    select
      d0,
      row_number() over (order by x0 desc nulls last, d0 nulls last) as place
    from results_1
  ) as numbered
  where place <= 1
)
select
  d0 as "visits.channel",
  count(case when step = 2 and since > moment - interval '31 days' then v0 end) as "visits.bought"
from (
  select
    moment,
    step,
    stretch,
    v0,
    first_value(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
    case when step = 2 then first_value(d0) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else d0 end as d0
  from (
    select
      entity,
      moment,
      step,
      k0,
      d0,
      v0,
      sum(case when step = 1 then 1 else 0 end) over (partition by entity order by moment, step, k0 rows between unbounded preceding and current row) as stretch
    from (
      select
        "visits"."person_id" as entity,
        "visits"."at" as moment,
        case when "visits"."at" is not null then 1 else 0 end as step,
        "visits"."id"::text as k0,
        case when asked_1.place is not null then "visits"."channel"::text else $1 end as d0,
        null as v0
      from "visits"
      left join asked_1 on array[asked_1.d0] = array["visits"."channel"]
      union all
      select
        "buyer" as entity,
        "at" as moment,
        2 as step,
        null::text as k0,
        null as d0,
        1 as v0
      from "orders"
      where "buyer" is not null
        and "at" is not null
    ) as events
  ) as ordered
) as attributed
where (step < 2 or stretch > 0)
group by 1
order by "visits.channel" nulls last
limit 11;
-- duckdb:
-- 37|           null as k0,
-- 90|       left join asked_1 on asked_1.d0 is not distinct from "visits"."channel"
-- 96|         null as k0,
-- mysql:
-- 5|     count(case when step = 2 and since > moment - interval 31 day then v0 end) as x0
-- 28|           concat(`id`) as k0,
-- 37|           null as k0,
-- 56|       row_number() over (order by x0 desc, d0 <=> null, d0) as place
-- 63|   count(case when step = 2 and since > moment - interval 31 day then v0 end) as `visits.bought`
-- 86|         concat(`visits`.`id`) as k0,
-- 87|         case when asked_1.place is not null then `visits`.`channel` else ? end as d0,
-- 90|       left join asked_1 on asked_1.d0 <=> `visits`.`channel`
-- 96|         null as k0,
-- 107| order by `visits.channel` <=> null, `visits.channel`
-- clickhouse:
-- 5|     count(case when step = 2 and since > (moment + toIntervalDay(-31)) then v0 end) as x0
-- 12|       first_value_respect_nulls(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
-- 13|       case when step = 2 then first_value_respect_nulls(d0) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else d0 end as d0
-- 28|           toString("id") as k0,
-- 37|           null as k0,
-- 56|       row_number() over (order by x0 <> x0 desc nulls last, x0 desc nulls last, d0 nulls last) as place
-- 63|   count(case when step = 2 and since > (moment + toIntervalDay(-31)) then v0 end) as "visits.bought"
-- 70|     first_value_respect_nulls(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
-- 71|     case when step = 2 then first_value_respect_nulls(d0) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else d0 end as d0
-- 86|         toString("visits"."id") as k0,
-- 87|         case when asked_1.place is not null then toString("visits"."channel") else {p1:String} end as d0,
-- 90|       left join asked_1 on [asked_1.d0] = ["visits"."channel"]
-- 96|         null as k0,
-- 107| order by 1 nulls last
-- 108| limit 11
-- 108+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 5|     count(case when step = 2 and since > date_add('day', -31, moment) then v0 end) as x0
-- 28|           cast("id" as varchar) as k0,
-- 37|           null as k0,
-- 63|   count(case when step = 2 and since > date_add('day', -31, moment) then v0 end) as "visits.bought"
-- 86|         cast("visits"."id" as varchar) as k0,
-- 87|         case when asked_1.place is not null then cast("visits"."channel" as varchar) else ? end as d0,
-- 90|       left join asked_1 on asked_1.d0 is not distinct from "visits"."channel"
-- 96|         null as k0,
-- bigquery:
-- 5|     count(case when step = 2 and since > timestamp_add(moment, interval -31 day) then v0 end) as x0
-- 28|           cast(`id` as string) as k0,
-- 37|           null as k0,
-- 63|   count(case when step = 2 and since > timestamp_add(moment, interval -31 day) then v0 end) as `visits__bought`
-- 86|         cast(`visits`.`id` as string) as k0,
-- 87|         case when asked_1.place is not null then cast(`visits`.`channel` as string) else @p1 end as d0,
-- 90|       left join asked_1 on to_json_string(asked_1.d0) = to_json_string(`visits`.`channel`)
-- 96|         null as k0,
-- databricks:
-- 5|     count(case when step = 2 and since > cast(dateadd(day, -31, moment) as timestamp) then v0 end) as x0
-- 28|           cast(`id` as string) as k0,
-- 37|           null as k0,
-- 63|   count(case when step = 2 and since > cast(dateadd(day, -31, moment) as timestamp) then v0 end) as `visits.bought`
-- 86|         cast(`visits`.`id` as string) as k0,
-- 87|         case when asked_1.place is not null then cast(`visits`.`channel` as string) else :p1 end as d0,
-- 90|       left join asked_1 on asked_1.d0 <=> `visits`.`channel`
-- 96|         null as k0,
-- snowflake:
-- 5|     count(case when step = 2 and since > dateadd(day, -31, moment) then v0 end) as x0
-- 28|           cast("id" as varchar) as k0,
-- 37|           null as k0,
-- 63|   count(case when step = 2 and since > dateadd(day, -31, moment) then v0 end) as "visits.bought"
-- 86|         cast("visits"."id" as varchar) as k0,
-- 87|         case when asked_1.place is not null then cast("visits"."channel" as varchar) else ? end as d0,
-- 90|       left join asked_1 on equal_null(asked_1.d0, "visits"."channel")
-- 96|         null as k0,
-- redshift:
-- 5|     count(case when step = 2 and since > dateadd(day, -31, moment)::timestamp then v0 end) as x0
-- 28|           "id"::varchar as k0,
-- 37|           null::varchar as k0,
-- 63|   count(case when step = 2 and since > dateadd(day, -31, moment)::timestamp then v0 end) as "visits.bought"
-- 86|         "visits"."id"::varchar as k0,
-- 87|         case when asked_1.place is not null then "visits"."channel"::varchar else $1 end as d0,
-- 90|       left join asked_1 on (asked_1.d0 = "visits"."channel" or (asked_1.d0 is null and "visits"."channel" is null))
-- 96|         null::varchar as k0,

-- groups without conversions
-- ["0","0","0"]
with asked_1 as (
  select d0
  from (
    select
      moment,
      step,
      stretch,
      v0,
      first_value(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
      case when step = 2 then first_value(d0) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else d0 end as d0
    from (
      select
        entity,
        moment,
        step,
        k0,
        d0,
        v0,
        sum(case when step = 1 then 1 else 0 end) over (partition by entity order by moment, step, k0 rows between unbounded preceding and current row) as stretch
      from (
        select
          "person_id" as entity,
          "at" as moment,
          case when "at" is not null then 1 else 0 end as step,
          "id"::text as k0,
          "channel" as d0,
          null as v0
        from "visits"
        union all
        select
          "buyer" as entity,
          "at" as moment,
          2 as step,
          null::text as k0,
          null as d0,
          1 as v0
        from "orders"
        where "buyer" is not null
          and "at" is not null
      ) as events
    ) as ordered
  ) as attributed
  where (step < 2 or stretch > 0)
  group by 1
  having count(case when step = 2 and since > moment - interval '31 days' then v0 end) = $1::bigint
),
asked_2 as (
  select d0
  from (
    select
      moment,
      step,
      stretch,
      v0,
      first_value(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
      case when step = 2 then first_value(d0) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else d0 end as d0
    from (
      select
        entity,
        moment,
        step,
        k0,
        d0,
        v0,
        sum(case when step = 1 then 1 else 0 end) over (partition by entity order by moment, step, k0 rows between unbounded preceding and current row) as stretch
      from (
        select
          "person_id" as entity,
          "at" as moment,
          case when "at" is not null then 1 else 0 end as step,
          "id"::text as k0,
          "channel" as d0,
          null as v0
        from "visits"
        union all
        select
          "buyer" as entity,
          "at" as moment,
          2 as step,
          null::text as k0,
          null as d0,
          1 as v0
        from "orders"
        where "buyer" is not null
          and "at" is not null
      ) as events
    ) as ordered
  ) as attributed
  where (step < 2 or stretch > 0)
  group by 1
  having (count(case when step = 2 and since > moment - interval '31 days' then v0 end) = $2::bigint or true)
),
asked_3 as (
  select 1 as passed
  from (
    select
      moment,
      step,
      stretch,
      v0,
      first_value(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since
    from (
      select
        entity,
        moment,
        step,
        k0,
        v0,
        sum(case when step = 1 then 1 else 0 end) over (partition by entity order by moment, step, k0 rows between unbounded preceding and current row) as stretch
      from (
        select
          "person_id" as entity,
          "at" as moment,
          case when "at" is not null then 1 else 0 end as step,
          "id"::text as k0,
          null as v0
        from "visits"
        where false
        union all
        select
          "buyer" as entity,
          "at" as moment,
          2 as step,
          null::text as k0,
          1 as v0
        from "orders"
        where "buyer" is not null
          and "at" is not null
      ) as events
    ) as ordered
  ) as attributed
  where (step < 2 or stretch > 0)
  having count(case when step = 2 and since > moment - interval '31 days' then v0 end) = $3::bigint
)
select "visits"."id" as "visits.id"
from "visits"
where (exists (
  select 1
  from asked_1
  where array[asked_1.d0] = array["visits"."channel"]
) or exists (
  select 1
  from asked_3
) and not exists (
  select 1
  from asked_2
  where array[asked_2.d0] = array["visits"."channel"]
));
-- duckdb:
-- 35|           null as k0,
-- 81|           null as k0,
-- 125|           null as k0,
-- 141|   where asked_1.d0 is not distinct from "visits"."channel"
-- 148|   where asked_2.d0 is not distinct from "visits"."channel"
-- mysql:
-- 26|           concat(`id`) as k0,
-- 35|           null as k0,
-- 46|   having count(case when step = 2 and since > moment - interval 31 day then v0 end) = cast(? as signed)
-- 72|           concat(`id`) as k0,
-- 81|           null as k0,
-- 92|   having (count(case when step = 2 and since > moment - interval 31 day then v0 end) = cast(? as signed) or true)
-- 116|           concat(`id`) as k0,
-- 125|           null as k0,
-- 134|   having count(case when step = 2 and since > moment - interval 31 day then v0 end) = cast(? as signed)
-- 141|   where asked_1.d0 <=> `visits`.`channel`
-- 148|   where asked_2.d0 <=> `visits`.`channel`
-- clickhouse:
-- 10|       first_value_respect_nulls(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
-- 11|       case when step = 2 then first_value_respect_nulls(d0) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else d0 end as d0
-- 26|           toString("id") as k0,
-- 35|           null as k0,
-- 46|   having count(case when step = 2 and since > (moment + toIntervalDay(-31)) then v0 end) = {p1:Int64}
-- 56|       first_value_respect_nulls(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
-- 57|       case when step = 2 then first_value_respect_nulls(d0) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else d0 end as d0
-- 72|           toString("id") as k0,
-- 81|           null as k0,
-- 92|   having (count(case when step = 2 and since > (moment + toIntervalDay(-31)) then v0 end) = {p2:Int64} or true)
-- 102|       first_value_respect_nulls(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since
-- 116|           toString("id") as k0,
-- 125|           null as k0,
-- 134|   having count(case when step = 2 and since > (moment + toIntervalDay(-31)) then v0 end) = {p3:Int64}
-- 138| where (toJSONString(tuple("visits"."channel")) in (
-- 139|   select toJSONString(tuple(asked_1.d0))
-- 141 is left out
-- 145| ) and not toJSONString(tuple("visits"."channel")) in (
-- 146|   select toJSONString(tuple(asked_2.d0))
-- 148| ))
-- 149| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, output_format_json_quote_denormals = 1;
-- trino:
-- 26|           cast("id" as varchar) as k0,
-- 35|           null as k0,
-- 46|   having count(case when step = 2 and since > date_add('day', -31, moment) then v0 end) = cast(? as bigint)
-- 72|           cast("id" as varchar) as k0,
-- 81|           null as k0,
-- 92|   having (count(case when step = 2 and since > date_add('day', -31, moment) then v0 end) = cast(? as bigint) or true)
-- 116|           cast("id" as varchar) as k0,
-- 125|           null as k0,
-- 134|   having count(case when step = 2 and since > date_add('day', -31, moment) then v0 end) = cast(? as bigint)
-- 138| where (json_format(cast(array[cast("visits"."channel" as json)] as json)) in (
-- 139|   select json_format(cast(array[cast(asked_1.d0 as json)] as json))
-- 141 is left out
-- 145| ) and not json_format(cast(array[cast("visits"."channel" as json)] as json)) in (
-- 146|   select json_format(cast(array[cast(asked_2.d0 as json)] as json))
-- 148 is left out
-- bigquery:
-- 26|           cast(`id` as string) as k0,
-- 35|           null as k0,
-- 46|   having count(case when step = 2 and since > timestamp_add(moment, interval -31 day) then v0 end) = cast(@p1 as int64)
-- 72|           cast(`id` as string) as k0,
-- 81|           null as k0,
-- 92|   having (count(case when step = 2 and since > timestamp_add(moment, interval -31 day) then v0 end) = cast(@p2 as int64) or true)
-- 116|           cast(`id` as string) as k0,
-- 125|           null as k0,
-- 134|   having count(case when step = 2 and since > timestamp_add(moment, interval -31 day) then v0 end) = cast(@p3 as int64)
-- 138| where (to_json_string([to_json_string(`visits`.`channel`)]) in (
-- 139|   select to_json_string([to_json_string(asked_1.d0)])
-- 141 is left out
-- 145| ) and not to_json_string([to_json_string(`visits`.`channel`)]) in (
-- 146|   select to_json_string([to_json_string(asked_2.d0)])
-- 148 is left out
-- databricks:
-- 26|           cast(`id` as string) as k0,
-- 35|           null as k0,
-- 46|   having count(case when step = 2 and since > cast(dateadd(day, -31, moment) as timestamp) then v0 end) = cast(:p1 as bigint)
-- 72|           cast(`id` as string) as k0,
-- 81|           null as k0,
-- 92|   having (count(case when step = 2 and since > cast(dateadd(day, -31, moment) as timestamp) then v0 end) = cast(:p2 as bigint) or true)
-- 116|           cast(`id` as string) as k0,
-- 125|           null as k0,
-- 134|   having count(case when step = 2 and since > cast(dateadd(day, -31, moment) as timestamp) then v0 end) = cast(:p3 as bigint)
-- 138| where (to_json(named_struct('c0', `visits`.`channel`)) in (
-- 139|   select to_json(named_struct('c0', asked_1.d0))
-- 141 is left out
-- 145| ) and not to_json(named_struct('c0', `visits`.`channel`)) in (
-- 146|   select to_json(named_struct('c0', asked_2.d0))
-- 148 is left out
-- snowflake:
-- 26|           cast("id" as varchar) as k0,
-- 35|           null as k0,
-- 46|   having count(case when step = 2 and since > dateadd(day, -31, moment) then v0 end) = cast(? as number(38, 0))
-- 72|           cast("id" as varchar) as k0,
-- 81|           null as k0,
-- 92|   having (count(case when step = 2 and since > dateadd(day, -31, moment) then v0 end) = cast(? as number(38, 0)) or true)
-- 116|           cast("id" as varchar) as k0,
-- 125|           null as k0,
-- 134|   having count(case when step = 2 and since > dateadd(day, -31, moment) then v0 end) = cast(? as number(38, 0))
-- 138| where (to_json(array_construct("visits"."channel")) in (
-- 139|   select to_json(array_construct(asked_1.d0))
-- 141 is left out
-- 145| ) and not to_json(array_construct("visits"."channel")) in (
-- 146|   select to_json(array_construct(asked_2.d0))
-- 148 is left out
-- redshift:
-- 26|           "id"::varchar as k0,
-- 35|           null::varchar as k0,
-- 46|   having count(case when step = 2 and since > dateadd(day, -31, moment)::timestamp then v0 end) = $1::bigint
-- 72|           "id"::varchar as k0,
-- 81|           null::varchar as k0,
-- 92|   having (count(case when step = 2 and since > dateadd(day, -31, moment)::timestamp then v0 end) = $2::bigint or true)
-- 116|           "id"::varchar as k0,
-- 125|           null::varchar as k0,
-- 134|   having count(case when step = 2 and since > dateadd(day, -31, moment)::timestamp then v0 end) = $3::bigint
-- 141|   where (asked_1.d0 = "visits"."channel" or (asked_1.d0 is null and "visits"."channel" is null))
-- 148|   where (asked_2.d0 = "visits"."channel" or (asked_2.d0 is null and "visits"."channel" is null))
