-- orders count for the last visit before them, in time
select
  d0 as "visits.channel",
  coalesce(max(m0), 0) as "visits.count",
  coalesce(max(m1), 0) as "visits.bought",
  1e0 * coalesce(max(m1), 0) / nullif(coalesce(max(m0), 0), 0) as "visits.rate"
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
    count(case when step = 2 and since > (moment + toIntervalDay(-31)) then v0 end) as m1
  from (
    select
      moment,
      step,
      stretch,
      v0,
      first_value_respect_nulls(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
      case when step = 2 then first_value_respect_nulls(d0) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else d0 end as d0
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
          toString("id") as k0,
          "channel" as d0,
          null as v0
        from "visits"
        union all
        select
          "buyer" as entity,
          "at" as moment,
          2 as step,
          null as k0,
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
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- the time is that of the visit
select
  d0 as "visits.at.month",
  1e0 * coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0) as "visits.rate"
from (
  select
    d0,
    count(case when step = 2 and since > (moment + toIntervalDay(-31)) then v0 end) as m0,
    null as m1
  from (
    select
      moment,
      step,
      stretch,
      v0,
      first_value_respect_nulls(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
      case when step = 2 then first_value_respect_nulls(d0) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else d0 end as d0
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
          toString("id") as k0,
          toStartOfMonth(toDate32(toTimeZone("at", 'UTC'))) as d0,
          null as v0
        from "visits"
        union all
        select
          "buyer" as entity,
          "at" as moment,
          2 as step,
          null as k0,
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
    toStartOfMonth(toDate32(toTimeZone("at", 'UTC'))) as d0,
    null as m0,
    count(*) as m1
  from "visits"
  group by 1
) as branches
group by 1
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- any aggregate of what follows, without an end
select
  d0 as "visits.channel",
  sumOrNull((case when step = 2 then v0 end) + toDecimal128(0, 0)) as "visits.earned"
from (
  select
    moment,
    step,
    stretch,
    v0,
    first_value_respect_nulls(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
    case when step = 2 then first_value_respect_nulls(d0) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else d0 end as d0
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
        toString("visits"."id") as k0,
        "visits"."channel" as d0,
        null as v0
      from "visits"
      left join "people" on "people"."id" = "visits"."person_id"
      union all
      select
        "people"."id" as entity,
        "orders"."at" as moment,
        2 as step,
        null as k0,
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
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', optimize_min_equality_disjunction_chain_length = 1000000;

-- a condition of the measure says which visits can be followed
select
  d0 as "visits.channel",
  sumOrNull((case when step = 2 then v0 end) + toDecimal128(0, 0)) as "visits.earned_by_ads"
from (
  select
    moment,
    step,
    stretch,
    v0,
    first_value_respect_nulls(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
    case when step = 2 then first_value_respect_nulls(d0) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else d0 end as d0
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
        toString("visits"."id") as k0,
        "visits"."channel" as d0,
        null as v0
      from "visits"
      left join "people" on "people"."id" = "visits"."person_id"
      union all
      select
        "people"."id" as entity,
        "orders"."at" as moment,
        2 as step,
        null as k0,
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
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', optimize_min_equality_disjunction_chain_length = 1000000;

-- and so does a filter of the query
-- ["ad"]
select
  d0 as "visits.channel",
  sumOrNull((case when step = 2 then v0 end) + toDecimal128(0, 0)) as "visits.earned"
from (
  select
    moment,
    step,
    stretch,
    v0,
    first_value_respect_nulls(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
    case when step = 2 then first_value_respect_nulls(d0) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else d0 end as d0
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
        toString("visits"."id") as k0,
        "visits"."channel" as d0,
        null as v0
      from "visits"
      left join "people" on "people"."id" = "visits"."person_id"
      where "visits"."channel" = {p1:String}
      union all
      select
        "people"."id" as entity,
        "orders"."at" as moment,
        2 as step,
        null as k0,
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
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', optimize_min_equality_disjunction_chain_length = 1000000;

-- times cut to days follow on the same day, whichever came first
select
  d0 as "visits.channel",
  coalesce(max(m0), 0) as "visits.bought_that_day",
  coalesce(max(m1), 0) as "visits.bought"
from (
  select
    d0,
    count(case when step = 2 and since > (moment + toIntervalDay(-1)) then v0 end) as m0,
    null as m1
  from (
    select
      moment,
      step,
      stretch,
      v0,
      first_value_respect_nulls(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
      case when step = 2 then first_value_respect_nulls(d0) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else d0 end as d0
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
          toDate32(toTimeZone("at", 'UTC')) as moment,
          case when toDate32(toTimeZone("at", 'UTC')) is not null then 1 else 0 end as step,
          toString("id") as k0,
          "channel" as d0,
          null as v0
        from "visits"
        union all
        select
          "buyer" as entity,
          toDate32(toTimeZone("at", 'UTC')) as moment,
          2 as step,
          null as k0,
          null as d0,
          case when status = 'paid' then 1 end as v0
        from "orders"
        where "buyer" is not null
          and toDate32(toTimeZone("at", 'UTC')) is not null
      ) as events
    ) as ordered
  ) as attributed
  where (step < 2 or stretch > 0)
  group by 1
  union all
  select
    d0,
    null as m0,
    count(case when step = 2 and since > (moment + toIntervalDay(-31)) then v0 end) as m1
  from (
    select
      moment,
      step,
      stretch,
      v0,
      first_value_respect_nulls(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
      case when step = 2 then first_value_respect_nulls(d0) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else d0 end as d0
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
          toString("id") as k0,
          "channel" as d0,
          null as v0
        from "visits"
        union all
        select
          "buyer" as entity,
          "at" as moment,
          2 as step,
          null as k0,
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
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- nothing follows on a row of no time
select
  d0 as "carts.at.month",
  count(case when step = 2 then v0 end) as "carts.ordered"
from (
  select
    moment,
    step,
    stretch,
    v0,
    first_value_respect_nulls(moment) over (partition by entity, stretch order by moment, step rows between unbounded preceding and unbounded following) as since,
    case when step = 2 then first_value_respect_nulls(d0) over (partition by entity, stretch order by moment, step rows between unbounded preceding and unbounded following) else d0 end as d0
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
        toStartOfMonth(toDate32(toTimeZone("carts"."at", 'UTC'))) as d0,
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
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- times at two grains, one of them within the day
select
  d0 as "visits.channel",
  count(case when step = 2 and since > (moment + toIntervalHour(-180)) then v0 end) as "visits.bought_within_hours"
from (
  select
    moment,
    step,
    stretch,
    v0,
    first_value_respect_nulls(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
    case when step = 2 then first_value_respect_nulls(d0) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else d0 end as d0
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
        toDateTime64(toDate32(toTimeZone("at", 'UTC')), 6, 'UTC') as moment,
        case when toDate32(toTimeZone("at", 'UTC')) is not null then 1 else 0 end as step,
        toString("id") as k0,
        "channel" as d0,
        null as v0
      from "visits"
      union all
      select
        "buyer" as entity,
        toDateTime64(toStartOfInterval(toTimeZone("at", 'UTC'), toIntervalHour(1)), 6, 'UTC') as moment,
        2 as step,
        null as k0,
        null as d0,
        1 as v0
      from "orders"
      where "buyer" is not null
        and toStartOfInterval(toTimeZone("at", 'UTC'), toIntervalHour(1)) is not null
    ) as events
  ) as ordered
) as attributed
where (step < 2 or stretch > 0)
group by 1
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, optimize_min_equality_disjunction_chain_length = 1000000;

-- row access is inside, and properties stay the same
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
    first_value_respect_nulls(moment) over (partition by entity, p0, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
    case when step = 2 then first_value_respect_nulls(d0) over (partition by entity, p0, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else d0 end as d0
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
        toString("visits"."id") as k0,
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
        null as k0,
        null as d0,
        1 as v0
      from (
        select *
        from "orders" as "own_orders"
        where "own_orders"."buyer" in (
          select "people"."id"
          from "people"
          where "people"."team" in ({p1:String})
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
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- beside other facts, by what they share
select
  d0 as "people.team",
  coalesce(max(m0), 0) as "visits.bought",
  coalesce(max(m1), 0) as "visits.count",
  coalesce(max(m2), 0) as "orders.count"
from (
  select
    d0,
    count(case when step = 2 and since > (moment + toIntervalDay(-31)) then v0 end) as m0,
    null as m1,
    null as m2
  from (
    select
      moment,
      step,
      stretch,
      v0,
      first_value_respect_nulls(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
      case when step = 2 then first_value_respect_nulls(d0) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else d0 end as d0
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
          toString("visits"."id") as k0,
          "people"."team" as d0,
          null as v0
        from "visits"
        left join "people" on "people"."id" = "visits"."person_id"
        union all
        select
          "buyer" as entity,
          "at" as moment,
          2 as step,
          null as k0,
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
    null as m0,
    count(*) as m1,
    null as m2
  from "visits"
  left join "people" on "people"."id" = "visits"."person_id"
  group by 1
  union all
  select
    "people"."team" as d0,
    null as m0,
    null as m1,
    count(*) as m2
  from "orders"
  left join "people" on "people"."id" = "orders"."buyer"
  group by 1
) as branches
group by 1
order by 1 nulls last
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- totals of the groups that pass a filter on it
-- ["1"]
select
  d0 as "visits.channel",
  coalesce(max(m0), 0) as "visits.bought",
  max(m1) as "visits.earned"
from (
  select
    d0,
    count(case when step = 2 and since > (moment + toIntervalDay(-31)) then v0 end) as m0,
    null as m1
  from (
    select
      moment,
      step,
      stretch,
      v0,
      first_value_respect_nulls(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
      case when step = 2 then first_value_respect_nulls(d0) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else d0 end as d0
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
          toString("id") as k0,
          "channel" as d0,
          null as v0
        from "visits"
        union all
        select
          "buyer" as entity,
          "at" as moment,
          2 as step,
          null as k0,
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
    sumOrNull((case when step = 2 then v0 end) + toDecimal128(0, 0)) as m1
  from (
    select
      moment,
      step,
      stretch,
      v0,
      first_value_respect_nulls(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
      case when step = 2 then first_value_respect_nulls(d0) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else d0 end as d0
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
          toString("visits"."id") as k0,
          "visits"."channel" as d0,
          null as v0
        from "visits"
        left join "people" on "people"."id" = "visits"."person_id"
        union all
        select
          "people"."id" as entity,
          "orders"."at" as moment,
          2 as step,
          null as k0,
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
having coalesce(max(m0), 0) >= {p1:Int64}
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', optimize_min_equality_disjunction_chain_length = 1000000;
-- totals
-- ["1"]
with picked_1 as (
  select d0
  from (
    select
      d0,
      count(case when step = 2 and since > (moment + toIntervalDay(-31)) then v0 end) as m0
    from (
      select
        moment,
        step,
        stretch,
        v0,
        first_value_respect_nulls(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
        case when step = 2 then first_value_respect_nulls(d0) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else d0 end as d0
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
            toString("id") as k0,
            "channel" as d0,
            null as v0
          from "visits"
          union all
          select
            "buyer" as entity,
            "at" as moment,
            2 as step,
            null as k0,
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
        first_value_respect_nulls(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
        case when step = 2 then first_value_respect_nulls(d0) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else d0 end as d0
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
            toString("visits"."id") as k0,
            "visits"."channel" as d0
          from "visits"
          left join "people" on "people"."id" = "visits"."person_id"
          union all
          select
            "people"."id" as entity,
            "orders"."at" as moment,
            2 as step,
            null as k0,
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
  having coalesce(max(m0), 0) >= {p1:Int64}
)
select
  coalesce(max(m0), 0) as "visits.bought",
  max(m1) as "visits.earned"
from (
  select
    count(case when step = 2 and since > (moment + toIntervalDay(-31)) then v0 end) as m0,
    null as m1
  from (
    select
      moment,
      step,
      stretch,
      v0,
      first_value_respect_nulls(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
      case when step = 2 then first_value_respect_nulls(shown) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else shown end as shown
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
          toString("visits"."id") as k0,
          null as v0,
          case when toJSONString(tuple("visits"."channel")) in (
          select toJSONString(tuple(picked_1.d0))
          from picked_1
        ) then 1 else 0 end as shown
        from "visits"
        union all
        select
          "buyer" as entity,
          "at" as moment,
          2 as step,
          null as k0,
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
    sumOrNull((case when step = 2 then v0 end) + toDecimal128(0, 0)) as m1
  from (
    select
      moment,
      step,
      stretch,
      v0,
      first_value_respect_nulls(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
      case when step = 2 then first_value_respect_nulls(shown) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else shown end as shown
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
          toString("visits"."id") as k0,
          null as v0,
          case when toJSONString(tuple("visits"."channel")) in (
          select toJSONString(tuple(picked_1.d0))
          from picked_1
        ) then 1 else 0 end as shown
        from "visits"
        left join "people" on "people"."id" = "visits"."person_id"
        union all
        select
          "people"."id" as entity,
          "orders"."at" as moment,
          2 as step,
          null as k0,
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
) as branches
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', optimize_min_equality_disjunction_chain_length = 1000000;

-- an order stays with its visit where totals leave the groups of others out
-- ["2"]
select
  d0 as "visits.channel",
  coalesce(max(m0), 0) as "visits.bought",
  max(m1) as "visits.earned",
  coalesce(max(m2), 0) as "visits.count"
from (
  select
    d0,
    count(case when step = 2 and since > (moment + toIntervalDay(-31)) then v0 end) as m0,
    null as m1,
    null as m2
  from (
    select
      moment,
      step,
      stretch,
      v0,
      first_value_respect_nulls(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
      case when step = 2 then first_value_respect_nulls(d0) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else d0 end as d0
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
          toString("id") as k0,
          "channel" as d0,
          null as v0
        from "visits"
        union all
        select
          "buyer" as entity,
          "at" as moment,
          2 as step,
          null as k0,
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
    sumOrNull((case when step = 2 then v0 end) + toDecimal128(0, 0)) as m1,
    null as m2
  from (
    select
      moment,
      step,
      stretch,
      v0,
      first_value_respect_nulls(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
      case when step = 2 then first_value_respect_nulls(d0) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else d0 end as d0
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
          toString("visits"."id") as k0,
          "visits"."channel" as d0,
          null as v0
        from "visits"
        left join "people" on "people"."id" = "visits"."person_id"
        union all
        select
          "people"."id" as entity,
          "orders"."at" as moment,
          2 as step,
          null as k0,
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
    null as m0,
    null as m1,
    count(*) as m2
  from "visits"
  group by 1
) as branches
group by 1
having coalesce(max(m0), 0) >= {p1:Int64}
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', optimize_min_equality_disjunction_chain_length = 1000000;
-- totals
-- ["2"]
with picked_1 as (
  select d0
  from (
    select
      d0,
      count(case when step = 2 and since > (moment + toIntervalDay(-31)) then v0 end) as m0
    from (
      select
        moment,
        step,
        stretch,
        v0,
        first_value_respect_nulls(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
        case when step = 2 then first_value_respect_nulls(d0) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else d0 end as d0
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
            toString("id") as k0,
            "channel" as d0,
            null as v0
          from "visits"
          union all
          select
            "buyer" as entity,
            "at" as moment,
            2 as step,
            null as k0,
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
        first_value_respect_nulls(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
        case when step = 2 then first_value_respect_nulls(d0) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else d0 end as d0
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
            toString("visits"."id") as k0,
            "visits"."channel" as d0
          from "visits"
          left join "people" on "people"."id" = "visits"."person_id"
          union all
          select
            "people"."id" as entity,
            "orders"."at" as moment,
            2 as step,
            null as k0,
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
      null as m0
    from "visits"
    group by 1
  ) as branches
  group by 1
  having coalesce(max(m0), 0) >= {p1:Int64}
)
select
  coalesce(max(m0), 0) as "visits.bought",
  max(m1) as "visits.earned",
  coalesce(max(m2), 0) as "visits.count"
from (
  select
    count(case when step = 2 and since > (moment + toIntervalDay(-31)) then v0 end) as m0,
    null as m1,
    null as m2
  from (
    select
      moment,
      step,
      stretch,
      v0,
      first_value_respect_nulls(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
      case when step = 2 then first_value_respect_nulls(shown) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else shown end as shown
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
          toString("visits"."id") as k0,
          null as v0,
          case when toJSONString(tuple("visits"."channel")) in (
          select toJSONString(tuple(picked_1.d0))
          from picked_1
        ) then 1 else 0 end as shown
        from "visits"
        union all
        select
          "buyer" as entity,
          "at" as moment,
          2 as step,
          null as k0,
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
    sumOrNull((case when step = 2 then v0 end) + toDecimal128(0, 0)) as m1,
    null as m2
  from (
    select
      moment,
      step,
      stretch,
      v0,
      first_value_respect_nulls(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
      case when step = 2 then first_value_respect_nulls(shown) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else shown end as shown
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
          toString("visits"."id") as k0,
          null as v0,
          case when toJSONString(tuple("visits"."channel")) in (
          select toJSONString(tuple(picked_1.d0))
          from picked_1
        ) then 1 else 0 end as shown
        from "visits"
        left join "people" on "people"."id" = "visits"."person_id"
        union all
        select
          "people"."id" as entity,
          "orders"."at" as moment,
          2 as step,
          null as k0,
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
    null as m0,
    null as m1,
    count(*) as m2
  from "visits"
  where toJSONString(tuple("visits"."channel")) in (
    select toJSONString(tuple(picked_1.d0))
    from picked_1
  )
) as branches
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', optimize_min_equality_disjunction_chain_length = 1000000;

-- and where only the greatest are shown
with results_1 as (
  select
    d0,
    sumOrNull((case when step = 2 then v0 end) + toDecimal128(0, 0)) as x0
  from (
    select
      moment,
      step,
      stretch,
      v0,
      first_value_respect_nulls(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
      case when step = 2 then first_value_respect_nulls(d0) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else d0 end as d0
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
          toString("visits"."id") as k0,
          "visits"."channel" as d0,
          null as v0
        from "visits"
        left join "people" on "people"."id" = "visits"."person_id"
        union all
        select
          "people"."id" as entity,
          "orders"."at" as moment,
          2 as step,
          null as k0,
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
  sumOrNull((case when step = 2 then v0 end) + toDecimal128(0, 0)) as "visits.earned"
from (
  select
    moment,
    step,
    stretch,
    v0,
    first_value_respect_nulls(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
    case when step = 2 then first_value_respect_nulls(d0) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else d0 end as d0,
    case when step = 2 then first_value_respect_nulls(shown) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else shown end as shown
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
        toString("visits"."id") as k0,
        "visits"."channel" as d0,
        null as v0,
        case when toJSONString(tuple("visits"."channel")) in (
        select toJSONString(tuple(asked_1.d0))
        from asked_1
      ) then 1 else 0 end as shown
      from "visits"
      left join "people" on "people"."id" = "visits"."person_id"
      union all
      select
        "people"."id" as entity,
        "orders"."at" as moment,
        2 as step,
        null as k0,
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
group by 1
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', optimize_min_equality_disjunction_chain_length = 1000000;
-- totals
with results_1 as (
  select
    d0,
    sumOrNull((case when step = 2 then v0 end) + toDecimal128(0, 0)) as x0
  from (
    select
      moment,
      step,
      stretch,
      v0,
      first_value_respect_nulls(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
      case when step = 2 then first_value_respect_nulls(d0) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else d0 end as d0
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
          toString("visits"."id") as k0,
          "visits"."channel" as d0,
          null as v0
        from "visits"
        left join "people" on "people"."id" = "visits"."person_id"
        union all
        select
          "people"."id" as entity,
          "orders"."at" as moment,
          2 as step,
          null as k0,
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
select sumOrNull((case when step = 2 then v0 end) + toDecimal128(0, 0)) as "visits.earned"
from (
  select
    moment,
    step,
    stretch,
    v0,
    first_value_respect_nulls(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
    case when step = 2 then first_value_respect_nulls(shown) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else shown end as shown
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
        toString("visits"."id") as k0,
        null as v0,
        case when toJSONString(tuple("visits"."channel")) in (
        select toJSONString(tuple(asked_1.d0))
        from asked_1
      ) then 1 else 0 end as shown
      from "visits"
      left join "people" on "people"."id" = "visits"."person_id"
      union all
      select
        "people"."id" as entity,
        "orders"."at" as moment,
        2 as step,
        null as k0,
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
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', optimize_min_equality_disjunction_chain_length = 1000000;

-- the greatest by it, and the rest
-- ["rest"]
with results_1 as (
  select
    d0,
    count(case when step = 2 and since > (moment + toIntervalDay(-31)) then v0 end) as x0
  from (
    select
      moment,
      step,
      stretch,
      v0,
      first_value_respect_nulls(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
      case when step = 2 then first_value_respect_nulls(d0) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else d0 end as d0
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
          toString("id") as k0,
          "channel" as d0,
          null as v0
        from "visits"
        union all
        select
          "buyer" as entity,
          "at" as moment,
          2 as step,
          null as k0,
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
  count(case when step = 2 and since > (moment + toIntervalDay(-31)) then v0 end) as "visits.bought"
from (
  select
    moment,
    step,
    stretch,
    v0,
    first_value_respect_nulls(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
    case when step = 2 then first_value_respect_nulls(d0) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else d0 end as d0
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
        toString("visits"."id") as k0,
        case when asked_1.place is not null then toString("visits"."channel") else {p1:String} end as d0,
        null as v0
      from "visits"
      left join asked_1 on [asked_1.d0] = ["visits"."channel"]
      union all
      select
        "buyer" as entity,
        "at" as moment,
        2 as step,
        null as k0,
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
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- the groups on which nothing follows
-- ["0","0","0"]
with asked_1 as (
  select d0
  from (
    select
      moment,
      step,
      stretch,
      v0,
      first_value_respect_nulls(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
      case when step = 2 then first_value_respect_nulls(d0) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else d0 end as d0
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
          toString("id") as k0,
          "channel" as d0,
          null as v0
        from "visits"
        union all
        select
          "buyer" as entity,
          "at" as moment,
          2 as step,
          null as k0,
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
  having count(case when step = 2 and since > (moment + toIntervalDay(-31)) then v0 end) = {p1:Int64}
),
asked_2 as (
  select d0
  from (
    select
      moment,
      step,
      stretch,
      v0,
      first_value_respect_nulls(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
      case when step = 2 then first_value_respect_nulls(d0) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else d0 end as d0
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
          toString("id") as k0,
          "channel" as d0,
          null as v0
        from "visits"
        union all
        select
          "buyer" as entity,
          "at" as moment,
          2 as step,
          null as k0,
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
  having (count(case when step = 2 and since > (moment + toIntervalDay(-31)) then v0 end) = {p2:Int64} or true)
),
asked_3 as (
  select 1 as passed
  from (
    select
      moment,
      step,
      stretch,
      v0,
      first_value_respect_nulls(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since
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
          toString("id") as k0,
          null as v0
        from "visits"
        where false
        union all
        select
          "buyer" as entity,
          "at" as moment,
          2 as step,
          null as k0,
          1 as v0
        from "orders"
        where "buyer" is not null
          and "at" is not null
      ) as events
    ) as ordered
  ) as attributed
  where (step < 2 or stretch > 0)
  having count(case when step = 2 and since > (moment + toIntervalDay(-31)) then v0 end) = {p3:Int64}
)
select "visits"."id" as "visits.id"
from "visits"
where (toJSONString(tuple("visits"."channel")) in (
  select toJSONString(tuple(asked_1.d0))
  from asked_1
) or exists (
  select 1
  from asked_3
) and not toJSONString(tuple("visits"."channel")) in (
  select toJSONString(tuple(asked_2.d0))
  from asked_2
))
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
