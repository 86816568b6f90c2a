-- each row meets the version that was valid at its time, and no row is counted twice
select
  "customers"."tier" as "customers.tier",
  count(*) as "orders.count",
  sumOrNull("orders"."amount" + toDecimal128(0, 0)) as "orders.total"
from "orders"
left join (
  select
    pairs.w0 as w0,
    pairs.w1 as w1,
    "paired".*
  from (
    select distinct
      "orders"."customer_id" as w0,
      "orders"."placed_at" as w1
    from "orders"
  ) as pairs
  join "customer_versions" as "paired" on "paired"."id" = pairs.w0
  where pairs.w1 >= toDateTime64("paired"."valid_from", 6, 'UTC') and (toDateTime64("paired"."valid_to", 6, 'UTC') is null or pairs.w1 < toDateTime64("paired"."valid_to", 6, 'UTC'))
) as "customers" on "customers".w0 = "orders"."customer_id" and "customers".w1 = "orders"."placed_at"
group by 1
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', optimize_min_equality_disjunction_chain_length = 1000000;
-- totals
select
  count(*) as "orders.count",
  sumOrNull("orders"."amount" + toDecimal128(0, 0)) as "orders.total"
from "orders"
left join (
  select
    pairs.w0 as w0,
    pairs.w1 as w1,
    "paired".*
  from (
    select distinct
      "orders"."customer_id" as w0,
      "orders"."placed_at" as w1
    from "orders"
  ) as pairs
  join "customer_versions" as "paired" on "paired"."id" = pairs.w0
  where pairs.w1 >= toDateTime64("paired"."valid_from", 6, 'UTC') and (toDateTime64("paired"."valid_to", 6, 'UTC') is null or pairs.w1 < toDateTime64("paired"."valid_to", 6, 'UTC'))
) as "customers" on "customers".w0 = "orders"."customer_id" and "customers".w1 = "orders"."placed_at"
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', optimize_min_equality_disjunction_chain_length = 1000000;

-- a row between two versions meets none
select
  case when "customers"."id" is not null then coalesce("customers".tier, 'none') end as "customers.label",
  sumOrNull("orders"."amount" + toDecimal128(0, 0)) as "orders.total"
from "orders"
left join (
  select
    pairs.w0 as w0,
    pairs.w1 as w1,
    "paired".*
  from (
    select distinct
      "orders"."customer_id" as w0,
      "orders"."placed_at" as w1
    from "orders"
  ) as pairs
  join "customer_versions" as "paired" on "paired"."id" = pairs.w0
  where pairs.w1 >= toDateTime64("paired"."valid_from", 6, 'UTC') and (toDateTime64("paired"."valid_to", 6, 'UTC') is null or pairs.w1 < toDateTime64("paired"."valid_to", 6, 'UTC'))
) as "customers" on "customers".w0 = "orders"."customer_id" and "customers".w1 = "orders"."placed_at"
group by 1
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', optimize_min_equality_disjunction_chain_length = 1000000;

-- further joins start from that version
select
  "regions"."name" as "regions.name",
  sumOrNull("orders"."amount" + toDecimal128(0, 0)) as "orders.total"
from "orders"
left join (
  select
    pairs.w0 as w0,
    pairs.w1 as w1,
    "paired".*
  from (
    select distinct
      "orders"."customer_id" as w0,
      "orders"."placed_at" as w1
    from "orders"
  ) as pairs
  join "customer_versions" as "paired" on "paired"."id" = pairs.w0
  where pairs.w1 >= toDateTime64("paired"."valid_from", 6, 'UTC') and (toDateTime64("paired"."valid_to", 6, 'UTC') is null or pairs.w1 < toDateTime64("paired"."valid_to", 6, 'UTC'))
) as "customers" on "customers".w0 = "orders"."customer_id" and "customers".w1 = "orders"."placed_at"
left join "regions" on "regions"."id" = "customers"."region_id"
group by 1
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', optimize_min_equality_disjunction_chain_length = 1000000;

-- a filter and a measure's condition look at that version
select
  sumOrNull("orders"."amount" + toDecimal128(0, 0)) as "orders.total",
  sumOrNull((case when "customers"."tier" = 'gold' then "orders"."amount" end) + toDecimal128(0, 0)) as "orders.gold"
from "orders"
left join (
  select
    pairs.w0 as w0,
    pairs.w1 as w1,
    "paired".*
  from (
    select distinct
      "orders"."customer_id" as w0,
      "orders"."placed_at" as w1
    from "orders"
  ) as pairs
  join "customer_versions" as "paired" on "paired"."id" = pairs.w0
  where pairs.w1 >= toDateTime64("paired"."valid_from", 6, 'UTC') and (toDateTime64("paired"."valid_to", 6, 'UTC') is null or pairs.w1 < toDateTime64("paired"."valid_to", 6, 'UTC'))
) as "customers" on "customers".w0 = "orders"."customer_id" and "customers".w1 = "orders"."placed_at"
where "customers"."valid_to" is null
  and "customers"."tier" is not null
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', optimize_min_equality_disjunction_chain_length = 1000000;

-- a version counts once, whichever of its rows are grouped
select
  "orders".d0 as "orders.id",
  sumOrNull("customers"."credit" + toDecimal128(0, 0)) as "customers.credit"
from "customer_versions" as "customers"
left join (
  select distinct
    w0 as j0,
    w1 as j1,
    w2 as j2,
    "id" as d0
  from (
    select
      pairs.w0 as w0,
      pairs.w1 as w1,
      pairs.w2 as w2,
      "paired".*
    from (
      select distinct
        "customers"."id" as w0,
        toDateTime64("customers"."valid_from", 6, 'UTC') as w1,
        case when toDateTime64("customers"."valid_to", 6, 'UTC') is null then toDateTime64("customers"."valid_from", 6, 'UTC') when toDateTime64("customers"."valid_to", 6, 'UTC') > toDateTime64("customers"."valid_from", 6, 'UTC') then toDateTime64("customers"."valid_to", 6, 'UTC') end as w2
      from "customer_versions" as "customers"
    ) as pairs
    join "orders" as "paired" on "paired"."customer_id" = pairs.w0
    where "paired"."placed_at" >= pairs.w1 and (pairs.w2 = pairs.w1 or "paired"."placed_at" < pairs.w2)
  ) as "orders"
) as "orders" on "orders".j0 = "customers"."id" and "orders".j1 = toDateTime64("customers"."valid_from", 6, 'UTC') and "orders".j2 = case when toDateTime64("customers"."valid_to", 6, 'UTC') is null then toDateTime64("customers"."valid_from", 6, 'UTC') when toDateTime64("customers"."valid_to", 6, 'UTC') > toDateTime64("customers"."valid_from", 6, 'UTC') then toDateTime64("customers"."valid_to", 6, 'UTC') end
group by 1
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', optimize_min_equality_disjunction_chain_length = 1000000;

-- a version counts once in a group of many of its rows
-- ["basic","gold"]
select
  "orders".d0 as "items.sku",
  sumOrNull("customers"."credit" + toDecimal128(0, 0)) as "customers.credit",
  count(*) as "customers.versions"
from "customer_versions" as "customers"
left join (
  select distinct
    "orders".w0 as j0,
    "orders".w1 as j1,
    "orders".w2 as j2,
    "items"."sku" as d0
  from (
    select
      pairs.w0 as w0,
      pairs.w1 as w1,
      pairs.w2 as w2,
      "paired".*
    from (
      select distinct
        "customers"."id" as w0,
        toDateTime64("customers"."valid_from", 6, 'UTC') as w1,
        case when toDateTime64("customers"."valid_to", 6, 'UTC') is null then toDateTime64("customers"."valid_from", 6, 'UTC') when toDateTime64("customers"."valid_to", 6, 'UTC') > toDateTime64("customers"."valid_from", 6, 'UTC') then toDateTime64("customers"."valid_to", 6, 'UTC') end as w2
      from "customer_versions" as "customers"
    ) as pairs
    join "orders" as "paired" on "paired"."customer_id" = pairs.w0
    where "paired"."placed_at" >= pairs.w1 and (pairs.w2 = pairs.w1 or "paired"."placed_at" < pairs.w2)
  ) as "orders"
  left join (
    select *
    from "items"
    where "items"."order_id" in (
      select "orders"."id"
      from "orders"
      join "customer_versions" as "customers_2" on "customers_2"."id" = "orders"."customer_id"
      where "orders"."placed_at" >= toDateTime64("customers_2"."valid_from", 6, 'UTC')
        and (toDateTime64("customers_2"."valid_to", 6, 'UTC') is null or "orders"."placed_at" < toDateTime64("customers_2"."valid_to", 6, 'UTC'))
        and "customers_2"."tier" in ({p1:String}, {p2:String})
    )
  ) as "items" on "items"."order_id" = "orders"."id"
) as "orders" on "orders".j0 = "customers"."id" and "orders".j1 = toDateTime64("customers"."valid_from", 6, 'UTC') and "orders".j2 = case when toDateTime64("customers"."valid_to", 6, 'UTC') is null then toDateTime64("customers"."valid_from", 6, 'UTC') when toDateTime64("customers"."valid_to", 6, 'UTC') > toDateTime64("customers"."valid_from", 6, 'UTC') then toDateTime64("customers"."valid_to", 6, 'UTC') end
group by 1
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', optimize_min_equality_disjunction_chain_length = 1000000;

-- versions with rows of their time
-- ["1","1","0"]
select
  d0 as "customers.tier",
  max(m0) as "customers.credit"
from (
  select
    "customers"."tier" as d0,
    sumOrNull("customers"."credit" + toDecimal128(0, 0)) as m0,
    null as m1
  from "customer_versions" as "customers"
  where ("customers"."id", toDateTime64("customers"."valid_from", 6, 'UTC'), case when toDateTime64("customers"."valid_to", 6, 'UTC') is null then toDateTime64("customers"."valid_from", 6, 'UTC') when toDateTime64("customers"."valid_to", 6, 'UTC') > toDateTime64("customers"."valid_from", 6, 'UTC') then toDateTime64("customers"."valid_to", 6, 'UTC') end) in (
    select "orders".w0, "orders".w1, "orders".w2
    from (
      select
        pairs.w0 as w0,
        pairs.w1 as w1,
        pairs.w2 as w2,
        "paired".*
      from (
        select distinct
          "customers"."id" as w0,
          toDateTime64("customers"."valid_from", 6, 'UTC') as w1,
          case when toDateTime64("customers"."valid_to", 6, 'UTC') is null then toDateTime64("customers"."valid_from", 6, 'UTC') when toDateTime64("customers"."valid_to", 6, 'UTC') > toDateTime64("customers"."valid_from", 6, 'UTC') then toDateTime64("customers"."valid_to", 6, 'UTC') end as w2
        from "customer_versions" as "customers"
      ) as pairs
      join "orders" as "paired" on "paired"."customer_id" = pairs.w0
      where "paired"."placed_at" >= pairs.w1 and (pairs.w2 = pairs.w1 or "paired"."placed_at" < pairs.w2)
    ) as "orders"
    where "orders"."id" > {p1:Int64}
  )
  group by 1
  union all
  select
    "customers"."tier" as d0,
    null as m0,
    sumOrNull("orders"."amount" + toDecimal128(0, 0)) as m1
  from "orders"
  left join (
    select
      pairs.w0 as w0,
      pairs.w1 as w1,
      "paired".*
    from (
      select distinct
        "orders"."customer_id" as w0,
        "orders"."placed_at" as w1
      from "orders"
    ) as pairs
    join "customer_versions" as "paired" on "paired"."id" = pairs.w0
    where pairs.w1 >= toDateTime64("paired"."valid_from", 6, 'UTC') and (toDateTime64("paired"."valid_to", 6, 'UTC') is null or pairs.w1 < toDateTime64("paired"."valid_to", 6, 'UTC'))
  ) as "customers" on "customers".w0 = "orders"."customer_id" and "customers".w1 = "orders"."placed_at"
  where "orders"."id" > {p2:Int64}
  group by 1
) as branches
group by 1
having max(m1) > {p3:Int64}
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', optimize_min_equality_disjunction_chain_length = 1000000;

-- versions without any
select count(*) as "customers.versions"
from "customer_versions" as "customers"
where not coalesce(("customers"."id", toDateTime64("customers"."valid_from", 6, 'UTC'), case when toDateTime64("customers"."valid_to", 6, 'UTC') is null then toDateTime64("customers"."valid_from", 6, 'UTC') when toDateTime64("customers"."valid_to", 6, 'UTC') > toDateTime64("customers"."valid_from", 6, 'UTC') then toDateTime64("customers"."valid_to", 6, 'UTC') end) in (
  select "orders".w0, "orders".w1, "orders".w2
  from (
    select
      pairs.w0 as w0,
      pairs.w1 as w1,
      pairs.w2 as w2,
      "paired".*
    from (
      select distinct
        "customers"."id" as w0,
        toDateTime64("customers"."valid_from", 6, 'UTC') as w1,
        case when toDateTime64("customers"."valid_to", 6, 'UTC') is null then toDateTime64("customers"."valid_from", 6, 'UTC') when toDateTime64("customers"."valid_to", 6, 'UTC') > toDateTime64("customers"."valid_from", 6, 'UTC') then toDateTime64("customers"."valid_to", 6, 'UTC') end as w2
      from "customer_versions" as "customers"
    ) as pairs
    join "orders" as "paired" on "paired"."customer_id" = pairs.w0
    where "paired"."placed_at" >= pairs.w1 and (pairs.w2 = pairs.w1 or "paired"."placed_at" < pairs.w2)
  ) as "orders"
), false)
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', optimize_min_equality_disjunction_chain_length = 1000000;

-- row access over such a join picks the version by the row's time
-- ["basic","gold"]
select
  "sku" as "items.sku",
  count(*) as "items.count"
from (
  select *
  from "items"
  where "items"."order_id" in (
    select "orders"."id"
    from "orders"
    join "customer_versions" as "customers_2" on "customers_2"."id" = "orders"."customer_id"
    where "orders"."placed_at" >= toDateTime64("customers_2"."valid_from", 6, 'UTC')
      and (toDateTime64("customers_2"."valid_to", 6, 'UTC') is null or "orders"."placed_at" < toDateTime64("customers_2"."valid_to", 6, 'UTC'))
      and "customers_2"."tier" in ({p1:String}, {p2:String})
  )
) as "items"
group by 1
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', optimize_min_equality_disjunction_chain_length = 1000000;

-- and rows of no version are nobody's
-- ["void"]
select count(*) as "items.count"
from (
  select *
  from "items"
  where "items"."order_id" in (
    select "orders"."id"
    from "orders"
    join "customer_versions" as "customers_2" on "customers_2"."id" = "orders"."customer_id"
    where "orders"."placed_at" >= toDateTime64("customers_2"."valid_from", 6, 'UTC')
      and (toDateTime64("customers_2"."valid_to", 6, 'UTC') is null or "orders"."placed_at" < toDateTime64("customers_2"."valid_to", 6, 'UTC'))
      and "customers_2"."tier" in ({p1:String})
  )
) as "items"
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', optimize_min_equality_disjunction_chain_length = 1000000;

-- facts and versions side by side
select
  d0 as "customers.tier",
  max(m0) as "customers.credit",
  max(m1) as "orders.total"
from (
  select
    "tier" as d0,
    sumOrNull("credit" + toDecimal128(0, 0)) as m0,
    null as m1
  from "customer_versions" as "customers"
  group by 1
  union all
  select
    "customers"."tier" as d0,
    null as m0,
    sumOrNull("orders"."amount" + toDecimal128(0, 0)) as m1
  from "orders"
  left join (
    select
      pairs.w0 as w0,
      pairs.w1 as w1,
      "paired".*
    from (
      select distinct
        "orders"."customer_id" as w0,
        "orders"."placed_at" as w1
      from "orders"
    ) as pairs
    join "customer_versions" as "paired" on "paired"."id" = pairs.w0
    where pairs.w1 >= toDateTime64("paired"."valid_from", 6, 'UTC') and (toDateTime64("paired"."valid_to", 6, 'UTC') is null or pairs.w1 < toDateTime64("paired"."valid_to", 6, 'UTC'))
  ) as "customers" on "customers".w0 = "orders"."customer_id" and "customers".w1 = "orders"."placed_at"
  group by 1
) as branches
group by 1
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', optimize_min_equality_disjunction_chain_length = 1000000;
