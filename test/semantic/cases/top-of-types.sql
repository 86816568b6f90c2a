-- Postgres' SQL of each case, and below it the lines in which other dialects differ: "3|" stands in place of its third
-- line, "3+|" after it. How names are quoted is left out. Never run on the warehouse itself:
-- trino, bigquery, databricks, snowflake, redshift (shared/semantic/dialects/README.md says what they rest on).

-- a uuid, beside the rest
-- ["Other"]
with grouped_1 as (
  select
    "key" as d0,
    count(*) as s0,
    sum("id") as s1
  from "notes"
  group by 1
),
results_1 as (
  select
    d0,
    coalesce(sum(s0), 0)::bigint as x0
  from grouped_1
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
  case when asked_1.place is not null then grouped_1.d0::text else $1 end as "notes.key",
  coalesce(sum(s0), 0)::bigint as "notes.count",
  sum(s1) as "notes.total"
from grouped_1
left join asked_1 on array[asked_1.d0] = array[grouped_1.d0]
group by 1
order by "notes.count" nulls last, "notes.key" nulls last;
-- duckdb:
-- 34| left join asked_1 on asked_1.d0 is not distinct from grouped_1.d0
-- mysql:
-- 13|     cast(coalesce(sum(s0), 0) as signed) as x0
-- 24|       row_number() over (order by x0 desc, d0 <=> null, d0) as place
-- 30|   case when asked_1.place is not null then grouped_1.d0 else ? end as `notes.key`,
-- 31|   cast(coalesce(sum(s0), 0) as signed) as `notes.count`,
-- 34| left join asked_1 on asked_1.d0 <=> grouped_1.d0
-- 36| order by cast(coalesce(sum(s0), 0) as signed) <=> null, `notes.count`, `notes.key` <=> null, `notes.key`;
-- clickhouse:
-- 6|     sumOrNull("id" + toDecimal128(0, 0)) as s1
-- 13|     coalesce(sum(s0), 0) as x0
-- 30|   case when asked_1.place is not null then toString(grouped_1.d0) else {p1:String} end as "notes.key",
-- 31|   coalesce(sum(s0), 0) as "notes.count",
-- 32|   sumOrNull(s1 + toDecimal128(0, 0)) as "notes.total"
-- 34| left join asked_1 on [asked_1.d0] = [grouped_1.d0]
-- 36| order by 2 nulls last, 1 nulls last
-- 36+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 13|     coalesce(sum(s0), 0) as x0
-- 30|   case when asked_1.place is not null then cast(grouped_1.d0 as varchar) else ? end as "notes.key",
-- 31|   coalesce(sum(s0), 0) as "notes.count",
-- 34| left join asked_1 on asked_1.d0 is not distinct from grouped_1.d0
-- bigquery:
-- 13|     coalesce(sum(s0), 0) as x0
-- 30|   case when asked_1.place is not null then cast(grouped_1.d0 as string) else @p1 end as `notes__key`,
-- 31|   coalesce(sum(s0), 0) as `notes__count`,
-- 34| left join asked_1 on to_json_string(asked_1.d0) = to_json_string(grouped_1.d0)
-- databricks:
-- 13|     coalesce(sum(s0), 0) as x0
-- 30|   case when asked_1.place is not null then cast(grouped_1.d0 as string) else :p1 end as `notes.key`,
-- 31|   coalesce(sum(s0), 0) as `notes.count`,
-- 34| left join asked_1 on asked_1.d0 <=> grouped_1.d0
-- snowflake:
-- 13|     coalesce(sum(s0), 0) as x0
-- 30|   case when asked_1.place is not null then cast(grouped_1.d0 as varchar) else ? end as "notes.key",
-- 31|   coalesce(sum(s0), 0) as "notes.count",
-- 34| left join asked_1 on equal_null(asked_1.d0, grouped_1.d0)
-- redshift:
-- 30|   case when asked_1.place is not null then grouped_1.d0::varchar else $1 end as "notes.key",
-- 34| left join asked_1 on (asked_1.d0 = grouped_1.d0 or (asked_1.d0 is null and grouped_1.d0 is null))

-- a number with a fraction, beside the rest
-- ["Other","Other"]
with grouped_1 as (
  select
    "score" as d0,
    count(*) as s0,
    sum("id") as s1
  from "notes"
  group by 1
),
results_1 as (
  select
    d0,
    coalesce(sum(s0), 0)::bigint as x0
  from grouped_1
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
),
results_2 as (
  select
    case when asked_1.place is not null then case when grouped_1.d0::text like '%.%0' and lower(grouped_1.d0::text) not like '%e%' then rtrim(rtrim(grouped_1.d0::text, '0'), '.') else grouped_1.d0::text end else $1 end as d0,
    coalesce(sum(s0), 0)::bigint as x0,
    sum(s1) as x1
  from grouped_1
  left join asked_1 on array[asked_1.d0] = array[grouped_1.d0]
  group by 1
)
select
  d0 as "notes.score",
  x0 as "notes.count",
  x1 as "notes.total"
from results_2
order by "notes.count" nulls last, case when d0 is null then null when d0 = $2 then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = $2 then null else cast(nullif(substring(d0 from '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as double precision) end nulls last, d0 nulls last;
-- duckdb:
-- 31|     case when asked_1.place is not null then case when grouped_1.d0::text like '%.%0' and lower(grouped_1.d0::text) not like '%e%' then rtrim(rtrim(grouped_1.d0::text, '0'), '.') when grouped_1.d0::text = 'inf' then 'Infinity' when grouped_1.d0::text = '-inf' then '-Infinity' when grouped_1.d0::text = 'nan' then 'NaN' else grouped_1.d0::text end else $1 end as d0,
-- 35|   left join asked_1 on asked_1.d0 is not distinct from grouped_1.d0
-- 43| order by "notes.count" nulls last, case when d0 is null then null when d0 = $2 then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = $2 then null else cast(nullif(regexp_extract(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as double) end nulls last, d0 nulls last;
-- mysql:
-- 1| -- ["Other","Other","Other","Other","Other"]
-- 13|     cast(coalesce(sum(s0), 0) as signed) as x0
-- 24|       row_number() over (order by x0 desc, d0 <=> null, d0) as place
-- 31|     case when asked_1.place is not null then case when grouped_1.d0 like '%.%0' and lower(grouped_1.d0) not like '%e%' then trim(trailing '.' from trim(trailing '0' from grouped_1.d0)) else grouped_1.d0 end else ? end as d0,
-- 32|     cast(coalesce(sum(s0), 0) as signed) as x0,
-- 35|   left join asked_1 on asked_1.d0 <=> grouped_1.d0
-- 43| order by x0 <=> null, `notes.count`, case when d0 is null then null when d0 = ? then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end <=> null, case when d0 is null then null when d0 = ? then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end, case when d0 = ? then null else cast(nullif(regexp_substr(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as double) end <=> null, case when d0 = ? then null else cast(nullif(regexp_substr(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as double) end, d0 <=> null, d0;
-- clickhouse:
-- 6|     sumOrNull("id" + toDecimal128(0, 0)) as s1
-- 13|     coalesce(sum(s0), 0) as x0
-- 31|     case when asked_1.place is not null then case when toString(grouped_1.d0) = 'inf' then 'Infinity' when toString(grouped_1.d0) = '-inf' then '-Infinity' when toString(grouped_1.d0) = 'nan' then 'NaN' else toString(grouped_1.d0) end else {p1:String} end as d0,
-- 32|     coalesce(sum(s0), 0) as x0,
-- 33|     sumOrNull(s1 + toDecimal128(0, 0)) as x1
-- 35|   left join asked_1 on [asked_1.d0] = [grouped_1.d0]
-- 43| order by 2 nulls last, case when d0 is null then null when d0 = {p2:String} then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = {p2:String} then null else cast(nullif(extract(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as Nullable(Float64)) end nulls last, d0 nulls last
-- 43+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 1| -- ["Other","Other","Other"]
-- 13|     coalesce(sum(s0), 0) as x0
-- 31|     case when asked_1.place is not null then case when cast(grouped_1.d0 as varchar) like '%.%0' and lower(cast(grouped_1.d0 as varchar)) not like '%e%' then regexp_replace(cast(grouped_1.d0 as varchar), '[.]?0+$', '') else cast(grouped_1.d0 as varchar) end else ? end as d0,
-- 32|     coalesce(sum(s0), 0) as x0,
-- 35|   left join asked_1 on asked_1.d0 is not distinct from grouped_1.d0
-- 43| order by "notes.count" nulls last, case when d0 is null then null when d0 = ? then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = ? then null else cast(nullif(regexp_extract(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}([eE][-+]{0,1}[0-9]+){0,1})'), '') as double) end nulls last, d0 nulls last;
-- bigquery:
-- 13|     coalesce(sum(s0), 0) as x0
-- 31|     case when asked_1.place is not null then case when cast(grouped_1.d0 as string) = 'inf' then 'Infinity' when cast(grouped_1.d0 as string) = '-inf' then '-Infinity' when cast(grouped_1.d0 as string) = 'NaN' then 'NaN' else cast(grouped_1.d0 as string) end else @p1 end as d0,
-- 32|     coalesce(sum(s0), 0) as x0,
-- 35|   left join asked_1 on to_json_string(asked_1.d0) = to_json_string(grouped_1.d0)
-- 43| order by `notes__count` nulls last, case when d0 is null then null when d0 = @p2 then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = @p2 then null else cast(nullif(regexp_extract(d0, '(-{0,1}[0-9]+(?:[.][0-9]+){0,1}(?:e[-+]{0,1}[0-9]+){0,1})'), '') as float64) end nulls last, d0 nulls last;
-- databricks:
-- 13|     coalesce(sum(s0), 0) as x0
-- 31|     case when asked_1.place is not null then case when cast(grouped_1.d0 as string) like '%.%0' and lower(cast(grouped_1.d0 as string)) not like '%e%' then regexp_replace(cast(grouped_1.d0 as string), '[.]?0+$', '') else cast(grouped_1.d0 as string) end else :p1 end as d0,
-- 32|     coalesce(sum(s0), 0) as x0,
-- 35|   left join asked_1 on asked_1.d0 <=> grouped_1.d0
-- 43| order by `notes.count` nulls last, case when d0 is null then null when d0 = :p2 then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = :p2 then null else cast(nullif(regexp_extract(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})', 0), '') as double) end nulls last, d0 nulls last;
-- snowflake:
-- 1| -- ["Other","Other","Other"]
-- 13|     coalesce(sum(s0), 0) as x0
-- 31|     case when asked_1.place is not null then case when cast(grouped_1.d0 as varchar) like '%.%0' and lower(cast(grouped_1.d0 as varchar)) not like '%e%' then rtrim(rtrim(cast(grouped_1.d0 as varchar), '0'), '.') when cast(grouped_1.d0 as varchar) = 'inf' then 'Infinity' when cast(grouped_1.d0 as varchar) = '-inf' then '-Infinity' when cast(grouped_1.d0 as varchar) = 'NaN' then 'NaN' else cast(grouped_1.d0 as varchar) end else ? end as d0,
-- 32|     coalesce(sum(s0), 0) as x0,
-- 35|   left join asked_1 on equal_null(asked_1.d0, grouped_1.d0)
-- 43| order by "notes.count" nulls last, case when d0 is null then null when d0 = ? then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = ? then null else cast(nullif(regexp_substr(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as float) end nulls last, d0 nulls last;
-- redshift:
-- 31|     case when asked_1.place is not null then case when grouped_1.d0::varchar like '%.%0' and lower(grouped_1.d0::varchar) not like '%e%' then rtrim(rtrim(grouped_1.d0::varchar, '0'), '.') else grouped_1.d0::varchar end else $1 end as d0,
-- 35|   left join asked_1 on (asked_1.d0 = grouped_1.d0 or (asked_1.d0 is null and grouped_1.d0 is null))
-- 43| order by "notes.count" nulls last, case when d0 is null then null when d0 = $2 then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = $2 then null else cast(nullif(regexp_substr(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as double precision) end nulls last, d0 nulls last;

-- numbers beside the rest have no zeros at their end, and stand in their own order
-- ["5","7 of them","7 of them"]
with grouped_1 as (
  select
    "size" as d0,
    count(*) as s0,
    sum("id") as s1
  from "notes"
  where "id" < $1::bigint
  group by 1
),
results_1 as (
  select
    d0,
    sum(s1) as x0
  from grouped_1
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
  where place <= 4
),
results_2 as (
  select
    case when asked_1.place is not null then case when grouped_1.d0::text like '%.%0' and lower(grouped_1.d0::text) not like '%e%' then rtrim(rtrim(grouped_1.d0::text, '0'), '.') else grouped_1.d0::text end else $2 end as d0,
    coalesce(sum(s0), 0)::bigint as x0,
    sum(s1) as x1
  from grouped_1
  left join asked_1 on array[asked_1.d0] = array[grouped_1.d0]
  group by 1
)
select
  d0 as "notes.size",
  x0 as "notes.count",
  x1 as "notes.total"
from results_2
order by case when d0 is null then null when d0 = $3 then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = $3 then null else cast(nullif(substring(d0 from '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as double precision) end nulls last, d0 nulls last;
-- duckdb:
-- 32|     case when asked_1.place is not null then case when grouped_1.d0::text like '%.%0' and lower(grouped_1.d0::text) not like '%e%' then rtrim(rtrim(grouped_1.d0::text, '0'), '.') when grouped_1.d0::text = 'inf' then 'Infinity' when grouped_1.d0::text = '-inf' then '-Infinity' when grouped_1.d0::text = 'nan' then 'NaN' else grouped_1.d0::text end else $2 end as d0,
-- 36|   left join asked_1 on asked_1.d0 is not distinct from grouped_1.d0
-- 44| order by case when d0 is null then null when d0 = $3 then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = $3 then null else cast(nullif(regexp_extract(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as double) end nulls last, d0 nulls last;
-- mysql:
-- 1| -- ["5","7 of them","7 of them","7 of them","7 of them","7 of them"]
-- 8|   where `id` < cast(? as signed)
-- 25|       row_number() over (order by x0 desc, d0 <=> null, d0) as place
-- 32|     case when asked_1.place is not null then case when grouped_1.d0 like '%.%0' and lower(grouped_1.d0) not like '%e%' then trim(trailing '.' from trim(trailing '0' from grouped_1.d0)) else grouped_1.d0 end else ? end as d0,
-- 33|     cast(coalesce(sum(s0), 0) as signed) as x0,
-- 36|   left join asked_1 on asked_1.d0 <=> grouped_1.d0
-- 44| order by case when d0 is null then null when d0 = ? then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end <=> null, case when d0 is null then null when d0 = ? then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end, case when d0 = ? then null else cast(nullif(regexp_substr(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as double) end <=> null, case when d0 = ? then null else cast(nullif(regexp_substr(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as double) end, d0 <=> null, d0;
-- clickhouse:
-- 6|     sumOrNull("id" + toDecimal128(0, 0)) as s1
-- 8|   where "id" < {p1:Int64}
-- 14|     sumOrNull(s1 + toDecimal128(0, 0)) as x0
-- 32|     case when asked_1.place is not null then case when toString(grouped_1.d0) = 'inf' then 'Infinity' when toString(grouped_1.d0) = '-inf' then '-Infinity' when toString(grouped_1.d0) = 'nan' then 'NaN' else toString(grouped_1.d0) end else {p2:String} end as d0,
-- 33|     coalesce(sum(s0), 0) as x0,
-- 34|     sumOrNull(s1 + toDecimal128(0, 0)) as x1
-- 36|   left join asked_1 on [asked_1.d0] = [grouped_1.d0]
-- 44| order by case when d0 is null then null when d0 = {p3:String} then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = {p3:String} then null else cast(nullif(extract(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as Nullable(Float64)) end nulls last, d0 nulls last
-- 44+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 1| -- ["5","7 of them","7 of them","7 of them"]
-- 8|   where "id" < cast(? as bigint)
-- 32|     case when asked_1.place is not null then case when cast(grouped_1.d0 as varchar) like '%.%0' and lower(cast(grouped_1.d0 as varchar)) not like '%e%' then regexp_replace(cast(grouped_1.d0 as varchar), '[.]?0+$', '') else cast(grouped_1.d0 as varchar) end else ? end as d0,
-- 33|     coalesce(sum(s0), 0) as x0,
-- 36|   left join asked_1 on asked_1.d0 is not distinct from grouped_1.d0
-- 44| order by case when d0 is null then null when d0 = ? then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = ? then null else cast(nullif(regexp_extract(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}([eE][-+]{0,1}[0-9]+){0,1})'), '') as double) end nulls last, d0 nulls last;
-- bigquery:
-- 8|   where `id` < cast(@p1 as int64)
-- 32|     case when asked_1.place is not null then case when cast(grouped_1.d0 as string) = 'inf' then 'Infinity' when cast(grouped_1.d0 as string) = '-inf' then '-Infinity' when cast(grouped_1.d0 as string) = 'NaN' then 'NaN' else cast(grouped_1.d0 as string) end else @p2 end as d0,
-- 33|     coalesce(sum(s0), 0) as x0,
-- 36|   left join asked_1 on to_json_string(asked_1.d0) = to_json_string(grouped_1.d0)
-- 44| order by case when d0 is null then null when d0 = @p3 then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = @p3 then null else cast(nullif(regexp_extract(d0, '(-{0,1}[0-9]+(?:[.][0-9]+){0,1}(?:e[-+]{0,1}[0-9]+){0,1})'), '') as float64) end nulls last, d0 nulls last;
-- databricks:
-- 8|   where `id` < cast(:p1 as bigint)
-- 32|     case when asked_1.place is not null then case when cast(grouped_1.d0 as string) like '%.%0' and lower(cast(grouped_1.d0 as string)) not like '%e%' then regexp_replace(cast(grouped_1.d0 as string), '[.]?0+$', '') else cast(grouped_1.d0 as string) end else :p2 end as d0,
-- 33|     coalesce(sum(s0), 0) as x0,
-- 36|   left join asked_1 on asked_1.d0 <=> grouped_1.d0
-- 44| order by case when d0 is null then null when d0 = :p3 then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = :p3 then null else cast(nullif(regexp_extract(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})', 0), '') as double) end nulls last, d0 nulls last;
-- snowflake:
-- 1| -- ["5","7 of them","7 of them","7 of them"]
-- 8|   where "id" < cast(? as number(38, 0))
-- 32|     case when asked_1.place is not null then case when cast(grouped_1.d0 as varchar) like '%.%0' and lower(cast(grouped_1.d0 as varchar)) not like '%e%' then rtrim(rtrim(cast(grouped_1.d0 as varchar), '0'), '.') when cast(grouped_1.d0 as varchar) = 'inf' then 'Infinity' when cast(grouped_1.d0 as varchar) = '-inf' then '-Infinity' when cast(grouped_1.d0 as varchar) = 'NaN' then 'NaN' else cast(grouped_1.d0 as varchar) end else ? end as d0,
-- 33|     coalesce(sum(s0), 0) as x0,
-- 36|   left join asked_1 on equal_null(asked_1.d0, grouped_1.d0)
-- 44| order by case when d0 is null then null when d0 = ? then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = ? then null else cast(nullif(regexp_substr(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as float) end nulls last, d0 nulls last;
-- redshift:
-- 32|     case when asked_1.place is not null then case when grouped_1.d0::varchar like '%.%0' and lower(grouped_1.d0::varchar) not like '%e%' then rtrim(rtrim(grouped_1.d0::varchar, '0'), '.') else grouped_1.d0::varchar end else $2 end as d0,
-- 36|   left join asked_1 on (asked_1.d0 = grouped_1.d0 or (asked_1.d0 is null and grouped_1.d0 is null))
-- 44| order by case when d0 is null then null when d0 = $3 then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = $3 then null else cast(nullif(regexp_substr(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as double precision) end nulls last, d0 nulls last;

-- doubles beside the rest, which comes after them all
-- ["-5 and less","-5 and less"]
with grouped_1 as (
  select
    "score" as d0,
    count(*) as s0,
    sum("id") as s1
  from "notes"
  group by 1
),
results_1 as (
  select
    d0,
    coalesce(sum(s0), 0)::bigint as x0
  from grouped_1
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
  where place <= 3
),
results_2 as (
  select
    case when asked_1.place is not null then case when grouped_1.d0::text like '%.%0' and lower(grouped_1.d0::text) not like '%e%' then rtrim(rtrim(grouped_1.d0::text, '0'), '.') else grouped_1.d0::text end else $1 end as d0,
    coalesce(sum(s0), 0)::bigint as x0,
    sum(s1) as x1
  from grouped_1
  left join asked_1 on array[asked_1.d0] = array[grouped_1.d0]
  group by 1
)
select
  d0 as "notes.score",
  x0 as "notes.count",
  x1 as "notes.total"
from results_2
order by case when d0 is null then null when d0 = $2 then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = $2 then null else cast(nullif(substring(d0 from '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as double precision) end nulls last, d0 nulls last;
-- duckdb:
-- 31|     case when asked_1.place is not null then case when grouped_1.d0::text like '%.%0' and lower(grouped_1.d0::text) not like '%e%' then rtrim(rtrim(grouped_1.d0::text, '0'), '.') when grouped_1.d0::text = 'inf' then 'Infinity' when grouped_1.d0::text = '-inf' then '-Infinity' when grouped_1.d0::text = 'nan' then 'NaN' else grouped_1.d0::text end else $1 end as d0,
-- 35|   left join asked_1 on asked_1.d0 is not distinct from grouped_1.d0
-- 43| order by case when d0 is null then null when d0 = $2 then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = $2 then null else cast(nullif(regexp_extract(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as double) end nulls last, d0 nulls last;
-- mysql:
-- 1| -- ["-5 and less","-5 and less","-5 and less","-5 and less","-5 and less"]
-- 13|     cast(coalesce(sum(s0), 0) as signed) as x0
-- 24|       row_number() over (order by x0 desc, d0 <=> null, d0) as place
-- 31|     case when asked_1.place is not null then case when grouped_1.d0 like '%.%0' and lower(grouped_1.d0) not like '%e%' then trim(trailing '.' from trim(trailing '0' from grouped_1.d0)) else grouped_1.d0 end else ? end as d0,
-- 32|     cast(coalesce(sum(s0), 0) as signed) as x0,
-- 35|   left join asked_1 on asked_1.d0 <=> grouped_1.d0
-- 43| order by case when d0 is null then null when d0 = ? then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end <=> null, case when d0 is null then null when d0 = ? then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end, case when d0 = ? then null else cast(nullif(regexp_substr(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as double) end <=> null, case when d0 = ? then null else cast(nullif(regexp_substr(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as double) end, d0 <=> null, d0;
-- clickhouse:
-- 6|     sumOrNull("id" + toDecimal128(0, 0)) as s1
-- 13|     coalesce(sum(s0), 0) as x0
-- 31|     case when asked_1.place is not null then case when toString(grouped_1.d0) = 'inf' then 'Infinity' when toString(grouped_1.d0) = '-inf' then '-Infinity' when toString(grouped_1.d0) = 'nan' then 'NaN' else toString(grouped_1.d0) end else {p1:String} end as d0,
-- 32|     coalesce(sum(s0), 0) as x0,
-- 33|     sumOrNull(s1 + toDecimal128(0, 0)) as x1
-- 35|   left join asked_1 on [asked_1.d0] = [grouped_1.d0]
-- 43| order by case when d0 is null then null when d0 = {p2:String} then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = {p2:String} then null else cast(nullif(extract(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as Nullable(Float64)) end nulls last, d0 nulls last
-- 43+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 1| -- ["-5 and less","-5 and less","-5 and less"]
-- 13|     coalesce(sum(s0), 0) as x0
-- 31|     case when asked_1.place is not null then case when cast(grouped_1.d0 as varchar) like '%.%0' and lower(cast(grouped_1.d0 as varchar)) not like '%e%' then regexp_replace(cast(grouped_1.d0 as varchar), '[.]?0+$', '') else cast(grouped_1.d0 as varchar) end else ? end as d0,
-- 32|     coalesce(sum(s0), 0) as x0,
-- 35|   left join asked_1 on asked_1.d0 is not distinct from grouped_1.d0
-- 43| order by case when d0 is null then null when d0 = ? then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = ? then null else cast(nullif(regexp_extract(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}([eE][-+]{0,1}[0-9]+){0,1})'), '') as double) end nulls last, d0 nulls last;
-- bigquery:
-- 13|     coalesce(sum(s0), 0) as x0
-- 31|     case when asked_1.place is not null then case when cast(grouped_1.d0 as string) = 'inf' then 'Infinity' when cast(grouped_1.d0 as string) = '-inf' then '-Infinity' when cast(grouped_1.d0 as string) = 'NaN' then 'NaN' else cast(grouped_1.d0 as string) end else @p1 end as d0,
-- 32|     coalesce(sum(s0), 0) as x0,
-- 35|   left join asked_1 on to_json_string(asked_1.d0) = to_json_string(grouped_1.d0)
-- 43| order by case when d0 is null then null when d0 = @p2 then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = @p2 then null else cast(nullif(regexp_extract(d0, '(-{0,1}[0-9]+(?:[.][0-9]+){0,1}(?:e[-+]{0,1}[0-9]+){0,1})'), '') as float64) end nulls last, d0 nulls last;
-- databricks:
-- 13|     coalesce(sum(s0), 0) as x0
-- 31|     case when asked_1.place is not null then case when cast(grouped_1.d0 as string) like '%.%0' and lower(cast(grouped_1.d0 as string)) not like '%e%' then regexp_replace(cast(grouped_1.d0 as string), '[.]?0+$', '') else cast(grouped_1.d0 as string) end else :p1 end as d0,
-- 32|     coalesce(sum(s0), 0) as x0,
-- 35|   left join asked_1 on asked_1.d0 <=> grouped_1.d0
-- 43| order by case when d0 is null then null when d0 = :p2 then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = :p2 then null else cast(nullif(regexp_extract(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})', 0), '') as double) end nulls last, d0 nulls last;
-- snowflake:
-- 1| -- ["-5 and less","-5 and less","-5 and less"]
-- 13|     coalesce(sum(s0), 0) as x0
-- 31|     case when asked_1.place is not null then case when cast(grouped_1.d0 as varchar) like '%.%0' and lower(cast(grouped_1.d0 as varchar)) not like '%e%' then rtrim(rtrim(cast(grouped_1.d0 as varchar), '0'), '.') when cast(grouped_1.d0 as varchar) = 'inf' then 'Infinity' when cast(grouped_1.d0 as varchar) = '-inf' then '-Infinity' when cast(grouped_1.d0 as varchar) = 'NaN' then 'NaN' else cast(grouped_1.d0 as varchar) end else ? end as d0,
-- 32|     coalesce(sum(s0), 0) as x0,
-- 35|   left join asked_1 on equal_null(asked_1.d0, grouped_1.d0)
-- 43| order by case when d0 is null then null when d0 = ? then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = ? then null else cast(nullif(regexp_substr(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as float) end nulls last, d0 nulls last;
-- redshift:
-- 31|     case when asked_1.place is not null then case when grouped_1.d0::varchar like '%.%0' and lower(grouped_1.d0::varchar) not like '%e%' then rtrim(rtrim(grouped_1.d0::varchar, '0'), '.') else grouped_1.d0::varchar end else $1 end as d0,
-- 35|   left join asked_1 on (asked_1.d0 = grouped_1.d0 or (asked_1.d0 is null and grouped_1.d0 is null))
-- 43| order by case when d0 is null then null when d0 = $2 then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = $2 then null else cast(nullif(regexp_substr(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as double precision) end nulls last, d0 nulls last;

-- numbers in the reverse order, before all the rest
-- ["Other","Other"]
with grouped_1 as (
  select
    "size" as d0,
    sum("id") as s0
  from "notes"
  group by 1
),
results_1 as (
  select
    d0,
    sum(s0) as x0
  from grouped_1
  group by 1
),
asked_1 as (
  select
    d0,
    place
  from (
    select
      d0,
      row_number() over (order by x0 nulls last, d0 nulls last) as place
    from results_1
  ) as numbered
  where place <= 3
),
results_2 as (
  select
    case when asked_1.place is not null then case when grouped_1.d0::text like '%.%0' and lower(grouped_1.d0::text) not like '%e%' then rtrim(rtrim(grouped_1.d0::text, '0'), '.') else grouped_1.d0::text end else $1 end as d0,
    sum(s0) as x0
  from grouped_1
  left join asked_1 on array[asked_1.d0] = array[grouped_1.d0]
  group by 1
)
select
  d0 as "notes.size",
  x0 as "notes.total"
from results_2
order by case when d0 is null then null when d0 = $2 then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end desc nulls last, case when d0 = $2 then null else cast(nullif(substring(d0 from '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as double precision) end desc nulls last, d0 desc nulls last;
-- duckdb:
-- 30|     case when asked_1.place is not null then case when grouped_1.d0::text like '%.%0' and lower(grouped_1.d0::text) not like '%e%' then rtrim(rtrim(grouped_1.d0::text, '0'), '.') when grouped_1.d0::text = 'inf' then 'Infinity' when grouped_1.d0::text = '-inf' then '-Infinity' when grouped_1.d0::text = 'nan' then 'NaN' else grouped_1.d0::text end else $1 end as d0,
-- 33|   left join asked_1 on asked_1.d0 is not distinct from grouped_1.d0
-- 40| order by case when d0 is null then null when d0 = $2 then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end desc nulls last, case when d0 = $2 then null else cast(nullif(regexp_extract(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as double) end desc nulls last, d0 desc nulls last;
-- mysql:
-- 1| -- ["Other","Other","Other"]
-- 23|       row_number() over (order by x0 <=> null, x0, d0 <=> null, d0) as place
-- 30|     case when asked_1.place is not null then case when grouped_1.d0 like '%.%0' and lower(grouped_1.d0) not like '%e%' then trim(trailing '.' from trim(trailing '0' from grouped_1.d0)) else grouped_1.d0 end else ? end as d0,
-- 33|   left join asked_1 on asked_1.d0 <=> grouped_1.d0
-- 40| order by case when d0 is null then null when d0 = ? then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end desc, case when d0 = ? then null else cast(nullif(regexp_substr(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as double) end desc, d0 desc;
-- clickhouse:
-- 5|     sumOrNull("id" + toDecimal128(0, 0)) as s0
-- 12|     sumOrNull(s0 + toDecimal128(0, 0)) as x0
-- 30|     case when asked_1.place is not null then case when toString(grouped_1.d0) = 'inf' then 'Infinity' when toString(grouped_1.d0) = '-inf' then '-Infinity' when toString(grouped_1.d0) = 'nan' then 'NaN' else toString(grouped_1.d0) end else {p1:String} end as d0,
-- 31|     sumOrNull(s0 + toDecimal128(0, 0)) as x0
-- 33|   left join asked_1 on [asked_1.d0] = [grouped_1.d0]
-- 40| order by case when d0 is null then null when d0 = {p2:String} then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end desc nulls last, case when d0 = {p2:String} then null else cast(nullif(extract(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as Nullable(Float64)) end desc nulls last, d0 desc nulls last
-- 40+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 1| -- ["Other","Other","Other"]
-- 30|     case when asked_1.place is not null then case when cast(grouped_1.d0 as varchar) like '%.%0' and lower(cast(grouped_1.d0 as varchar)) not like '%e%' then regexp_replace(cast(grouped_1.d0 as varchar), '[.]?0+$', '') else cast(grouped_1.d0 as varchar) end else ? end as d0,
-- 33|   left join asked_1 on asked_1.d0 is not distinct from grouped_1.d0
-- 40| order by case when d0 is null then null when d0 = ? then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end desc nulls last, case when d0 = ? then null else cast(nullif(regexp_extract(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}([eE][-+]{0,1}[0-9]+){0,1})'), '') as double) end desc nulls last, d0 desc nulls last;
-- bigquery:
-- 30|     case when asked_1.place is not null then case when cast(grouped_1.d0 as string) = 'inf' then 'Infinity' when cast(grouped_1.d0 as string) = '-inf' then '-Infinity' when cast(grouped_1.d0 as string) = 'NaN' then 'NaN' else cast(grouped_1.d0 as string) end else @p1 end as d0,
-- 33|   left join asked_1 on to_json_string(asked_1.d0) = to_json_string(grouped_1.d0)
-- 40| order by case when d0 is null then null when d0 = @p2 then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end desc nulls last, case when d0 = @p2 then null else cast(nullif(regexp_extract(d0, '(-{0,1}[0-9]+(?:[.][0-9]+){0,1}(?:e[-+]{0,1}[0-9]+){0,1})'), '') as float64) end desc nulls last, d0 desc nulls last;
-- databricks:
-- 30|     case when asked_1.place is not null then case when cast(grouped_1.d0 as string) like '%.%0' and lower(cast(grouped_1.d0 as string)) not like '%e%' then regexp_replace(cast(grouped_1.d0 as string), '[.]?0+$', '') else cast(grouped_1.d0 as string) end else :p1 end as d0,
-- 33|   left join asked_1 on asked_1.d0 <=> grouped_1.d0
-- 40| order by case when d0 is null then null when d0 = :p2 then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end desc nulls last, case when d0 = :p2 then null else cast(nullif(regexp_extract(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})', 0), '') as double) end desc nulls last, d0 desc nulls last;
-- snowflake:
-- 1| -- ["Other","Other","Other"]
-- 30|     case when asked_1.place is not null then case when cast(grouped_1.d0 as varchar) like '%.%0' and lower(cast(grouped_1.d0 as varchar)) not like '%e%' then rtrim(rtrim(cast(grouped_1.d0 as varchar), '0'), '.') when cast(grouped_1.d0 as varchar) = 'inf' then 'Infinity' when cast(grouped_1.d0 as varchar) = '-inf' then '-Infinity' when cast(grouped_1.d0 as varchar) = 'NaN' then 'NaN' else cast(grouped_1.d0 as varchar) end else ? end as d0,
-- 33|   left join asked_1 on equal_null(asked_1.d0, grouped_1.d0)
-- 40| order by case when d0 is null then null when d0 = ? then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end desc nulls last, case when d0 = ? then null else cast(nullif(regexp_substr(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as float) end desc nulls last, d0 desc nulls last;
-- redshift:
-- 30|     case when asked_1.place is not null then case when grouped_1.d0::varchar like '%.%0' and lower(grouped_1.d0::varchar) not like '%e%' then rtrim(rtrim(grouped_1.d0::varchar, '0'), '.') else grouped_1.d0::varchar end else $1 end as d0,
-- 33|   left join asked_1 on (asked_1.d0 = grouped_1.d0 or (asked_1.d0 is null and grouped_1.d0 is null))
-- 40| order by case when d0 is null then null when d0 = $2 then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end desc nulls last, case when d0 = $2 then null else cast(nullif(regexp_substr(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as double precision) end desc nulls last, d0 desc nulls last;

-- months of the year beside the rest
-- ["Other","Other","Other"]
with grouped_1 as (
  select
    extract(month from "day")::integer as d0,
    count(*) as s0
  from "notes"
  group by 1
),
results_1 as (
  select
    d0,
    coalesce(sum(s0), 0)::bigint as x0
  from grouped_1
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
  where place <= 3
),
results_2 as (
  select
    case when asked_1.place is not null then case when grouped_1.d0::text like '%.%0' and lower(grouped_1.d0::text) not like '%e%' then rtrim(rtrim(grouped_1.d0::text, '0'), '.') else grouped_1.d0::text end else $1 end as d0,
    coalesce(sum(s0), 0)::bigint as x0
  from grouped_1
  left join asked_1 on array[asked_1.d0] = array[grouped_1.d0]
  group by 1
),
calculated_1 as (
  select
    d0,
    x0,
    case when d0 is not null then sum(x0) over (order by case when d0 is null then null when d0 = $2 then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = $2 then null else cast(nullif(substring(d0 from '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as double precision) end nulls last, d0 nulls last rows between unbounded preceding and current row) end as c0
  from results_2
)
select
  d0 as "notes.day.month_of_year",
  x0 as "notes.count",
  c0 as "so far"
from calculated_1
order by case when d0 is null then null when d0 = $3 then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = $3 then null else cast(nullif(substring(d0 from '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as double precision) end nulls last, d0 nulls last;
-- duckdb:
-- 30|     case when asked_1.place is not null then case when grouped_1.d0::text like '%.%0' and lower(grouped_1.d0::text) not like '%e%' then rtrim(rtrim(grouped_1.d0::text, '0'), '.') when grouped_1.d0::text = 'inf' then 'Infinity' when grouped_1.d0::text = '-inf' then '-Infinity' when grouped_1.d0::text = 'nan' then 'NaN' else grouped_1.d0::text end else $1 end as d0,
-- 33|   left join asked_1 on asked_1.d0 is not distinct from grouped_1.d0
-- 40|     case when d0 is not null then sum(x0) over (order by case when d0 is null then null when d0 = $2 then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = $2 then null else cast(nullif(regexp_extract(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as double) end nulls last, d0 nulls last rows between unbounded preceding and current row) end as c0
-- 48| order by case when d0 is null then null when d0 = $3 then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = $3 then null else cast(nullif(regexp_extract(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as double) end nulls last, d0 nulls last;
-- mysql:
-- 1| -- ["Other","Other","Other","Other","Other","Other","Other","Other","Other"]
-- 4|     month(`day`) as d0,
-- 12|     cast(coalesce(sum(s0), 0) as signed) as x0
-- 23|       row_number() over (order by x0 desc, d0 <=> null, d0) as place
-- 30|     case when asked_1.place is not null then case when grouped_1.d0 like '%.%0' and lower(grouped_1.d0) not like '%e%' then trim(trailing '.' from trim(trailing '0' from grouped_1.d0)) else grouped_1.d0 end else ? end as d0,
-- 31|     cast(coalesce(sum(s0), 0) as signed) as x0
-- 33|   left join asked_1 on asked_1.d0 <=> grouped_1.d0
-- 40|     case when d0 is not null then sum(x0) over (order by case when d0 is null then null when d0 = ? then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end <=> null, case when d0 is null then null when d0 = ? then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end, case when d0 = ? then null else cast(nullif(regexp_substr(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as double) end <=> null, case when d0 = ? then null else cast(nullif(regexp_substr(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as double) end, d0 <=> null, d0 rows between unbounded preceding and current row) end as c0
-- 48| order by case when d0 is null then null when d0 = ? then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end <=> null, case when d0 is null then null when d0 = ? then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end, case when d0 = ? then null else cast(nullif(regexp_substr(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as double) end <=> null, case when d0 = ? then null else cast(nullif(regexp_substr(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as double) end, d0 <=> null, d0;
-- clickhouse:
-- 4|     toMonth("day") as d0,
-- 12|     coalesce(sum(s0), 0) as x0
-- 30|     case when asked_1.place is not null then case when toString(grouped_1.d0) = 'inf' then 'Infinity' when toString(grouped_1.d0) = '-inf' then '-Infinity' when toString(grouped_1.d0) = 'nan' then 'NaN' else toString(grouped_1.d0) end else {p1:String} end as d0,
-- 31|     coalesce(sum(s0), 0) as x0
-- 33|   left join asked_1 on [asked_1.d0] = [grouped_1.d0]
-- 40|     case when d0 is not null then sum(x0) over (order by case when d0 is null then null when d0 = {p2:String} then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = {p2:String} then null else cast(nullif(extract(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as Nullable(Float64)) end nulls last, d0 nulls last rows between unbounded preceding and current row) end as c0
-- 48| order by case when d0 is null then null when d0 = {p3:String} then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = {p3:String} then null else cast(nullif(extract(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as Nullable(Float64)) end nulls last, d0 nulls last
-- 48+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 1| -- ["Other","Other","Other","Other","Other"]
-- 4|     month("day") as d0,
-- 12|     coalesce(sum(s0), 0) as x0
-- 30|     case when asked_1.place is not null then case when cast(grouped_1.d0 as varchar) like '%.%0' and lower(cast(grouped_1.d0 as varchar)) not like '%e%' then regexp_replace(cast(grouped_1.d0 as varchar), '[.]?0+$', '') else cast(grouped_1.d0 as varchar) end else ? end as d0,
-- 31|     coalesce(sum(s0), 0) as x0
-- 33|   left join asked_1 on asked_1.d0 is not distinct from grouped_1.d0
-- 40|     case when d0 is not null then sum(x0) over (order by case when d0 is null then null when d0 = ? then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = ? then null else cast(nullif(regexp_extract(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}([eE][-+]{0,1}[0-9]+){0,1})'), '') as double) end nulls last, d0 nulls last rows between unbounded preceding and current row) end as c0
-- 48| order by case when d0 is null then null when d0 = ? then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = ? then null else cast(nullif(regexp_extract(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}([eE][-+]{0,1}[0-9]+){0,1})'), '') as double) end nulls last, d0 nulls last;
-- bigquery:
-- 4|     extract(month from `day`) as d0,
-- 12|     coalesce(sum(s0), 0) as x0
-- 30|     case when asked_1.place is not null then case when cast(grouped_1.d0 as string) = 'inf' then 'Infinity' when cast(grouped_1.d0 as string) = '-inf' then '-Infinity' when cast(grouped_1.d0 as string) = 'NaN' then 'NaN' else cast(grouped_1.d0 as string) end else @p1 end as d0,
-- 31|     coalesce(sum(s0), 0) as x0
-- 33|   left join asked_1 on to_json_string(asked_1.d0) = to_json_string(grouped_1.d0)
-- 40|     case when d0 is not null then sum(x0) over (order by case when d0 is null then null when d0 = @p2 then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = @p2 then null else cast(nullif(regexp_extract(d0, '(-{0,1}[0-9]+(?:[.][0-9]+){0,1}(?:e[-+]{0,1}[0-9]+){0,1})'), '') as float64) end nulls last, d0 nulls last rows between unbounded preceding and current row) end as c0
-- 46|   c0 as `c_so_far__2c52mem0qw515`
-- 48| order by case when d0 is null then null when d0 = @p3 then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = @p3 then null else cast(nullif(regexp_extract(d0, '(-{0,1}[0-9]+(?:[.][0-9]+){0,1}(?:e[-+]{0,1}[0-9]+){0,1})'), '') as float64) end nulls last, d0 nulls last;
-- databricks:
-- 4|     month(`day`) as d0,
-- 12|     coalesce(sum(s0), 0) as x0
-- 30|     case when asked_1.place is not null then case when cast(grouped_1.d0 as string) like '%.%0' and lower(cast(grouped_1.d0 as string)) not like '%e%' then regexp_replace(cast(grouped_1.d0 as string), '[.]?0+$', '') else cast(grouped_1.d0 as string) end else :p1 end as d0,
-- 31|     coalesce(sum(s0), 0) as x0
-- 33|   left join asked_1 on asked_1.d0 <=> grouped_1.d0
-- 40|     case when d0 is not null then sum(x0) over (order by case when d0 is null then null when d0 = :p2 then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = :p2 then null else cast(nullif(regexp_extract(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})', 0), '') as double) end nulls last, d0 nulls last rows between unbounded preceding and current row) end as c0
-- 48| order by case when d0 is null then null when d0 = :p3 then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = :p3 then null else cast(nullif(regexp_extract(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})', 0), '') as double) end nulls last, d0 nulls last;
-- snowflake:
-- 1| -- ["Other","Other","Other","Other","Other"]
-- 4|     month("day") as d0,
-- 12|     coalesce(sum(s0), 0) as x0
-- 30|     case when asked_1.place is not null then case when cast(grouped_1.d0 as varchar) like '%.%0' and lower(cast(grouped_1.d0 as varchar)) not like '%e%' then rtrim(rtrim(cast(grouped_1.d0 as varchar), '0'), '.') when cast(grouped_1.d0 as varchar) = 'inf' then 'Infinity' when cast(grouped_1.d0 as varchar) = '-inf' then '-Infinity' when cast(grouped_1.d0 as varchar) = 'NaN' then 'NaN' else cast(grouped_1.d0 as varchar) end else ? end as d0,
-- 31|     coalesce(sum(s0), 0) as x0
-- 33|   left join asked_1 on equal_null(asked_1.d0, grouped_1.d0)
-- 40|     case when d0 is not null then sum(x0) over (order by case when d0 is null then null when d0 = ? then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = ? then null else cast(nullif(regexp_substr(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as float) end nulls last, d0 nulls last rows between unbounded preceding and current row) end as c0
-- 48| order by case when d0 is null then null when d0 = ? then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = ? then null else cast(nullif(regexp_substr(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as float) end nulls last, d0 nulls last;
-- redshift:
-- 30|     case when asked_1.place is not null then case when grouped_1.d0::varchar like '%.%0' and lower(grouped_1.d0::varchar) not like '%e%' then rtrim(rtrim(grouped_1.d0::varchar, '0'), '.') else grouped_1.d0::varchar end else $1 end as d0,
-- 33|   left join asked_1 on (asked_1.d0 = grouped_1.d0 or (asked_1.d0 is null and grouped_1.d0 is null))
-- 40|     case when d0 is not null then sum(x0) over (order by case when d0 is null then null when d0 = $2 then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = $2 then null else cast(nullif(regexp_substr(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as double precision) end nulls last, d0 nulls last rows between unbounded preceding and current row) end as c0
-- 48| order by case when d0 is null then null when d0 = $3 then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = $3 then null else cast(nullif(regexp_substr(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as double precision) end nulls last, d0 nulls last;

-- subtotals of numbers beside the rest
-- ["Other","Other","Other"]
with results_1 as (
  select
    "size" as d0,
    count(*) as x0
  from "notes"
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
  where place <= 3
),
results_2 as (
  select
    "size" as d0,
    count(*) as x0
  from "notes"
  group by 1
),
asked_2 as (
  select
    d0,
    place
  from (
    select
      d0,
      row_number() over (order by x0 desc nulls last, d0 nulls last) as place
    from results_2
  ) as numbered
  where place <= 3
),
results_3 as (
  select
    case when asked_1.place is not null then case when "notes"."size"::text like '%.%0' and lower("notes"."size"::text) not like '%e%' then rtrim(rtrim("notes"."size"::text, '0'), '.') else "notes"."size"::text end else $1 end as d0,
    "notes"."score" as d1,
    count(*) as x0,
    2 as level
  from "notes"
  left join asked_1 on array[asked_1.d0] = array["notes"."size"]
  group by 1, 2
),
results_4 as (
  select
    case when asked_2.place is not null then case when "notes"."size"::text like '%.%0' and lower("notes"."size"::text) not like '%e%' then rtrim(rtrim("notes"."size"::text, '0'), '.') else "notes"."size"::text end else $2 end as d0,
    null::numeric as d1,
    count(*) as x0,
    1 as level
  from "notes"
  left join asked_2 on array[asked_2.d0] = array["notes"."size"]
  group by 1
),
together_1 as (
  select d0, d1, x0, level from results_3
  union all
  select d0, d1, x0, level from results_4
)
select
  d0 as "notes.size",
  d1 as "notes.score",
  x0 as "notes.count",
  level as "subtotal"
from together_1
order by case when d0 is null then null when d0 = $3 then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = $3 then null else cast(nullif(substring(d0 from '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as double precision) end nulls last, d0 nulls last, case when level = 1 then 1 else 0 end, d1 nulls last;
-- duckdb:
-- 42|     case when asked_1.place is not null then case when "notes"."size"::text like '%.%0' and lower("notes"."size"::text) not like '%e%' then rtrim(rtrim("notes"."size"::text, '0'), '.') when "notes"."size"::text = 'inf' then 'Infinity' when "notes"."size"::text = '-inf' then '-Infinity' when "notes"."size"::text = 'nan' then 'NaN' else "notes"."size"::text end else $1 end as d0,
-- 47|   left join asked_1 on asked_1.d0 is not distinct from "notes"."size"
-- 52|     case when asked_2.place is not null then case when "notes"."size"::text like '%.%0' and lower("notes"."size"::text) not like '%e%' then rtrim(rtrim("notes"."size"::text, '0'), '.') when "notes"."size"::text = 'inf' then 'Infinity' when "notes"."size"::text = '-inf' then '-Infinity' when "notes"."size"::text = 'nan' then 'NaN' else "notes"."size"::text end else $2 end as d0,
-- 53|     null as d1,
-- 57|   left join asked_2 on asked_2.d0 is not distinct from "notes"."size"
-- 71| order by case when d0 is null then null when d0 = $3 then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = $3 then null else cast(nullif(regexp_extract(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as double) end nulls last, d0 nulls last, case when level = 1 then 1 else 0 end, d1 nulls last;
-- mysql:
-- 1| -- ["Other","Other","Other","Other","Other","Other"]
-- 16|       row_number() over (order by x0 desc, d0 <=> null, d0) as place
-- 35|       row_number() over (order by x0 desc, d0 <=> null, d0) as place
-- 42|     case when asked_1.place is not null then case when `notes`.`size` like '%.%0' and lower(`notes`.`size`) not like '%e%' then trim(trailing '.' from trim(trailing '0' from `notes`.`size`)) else `notes`.`size` end else ? end as d0,
-- 47|   left join asked_1 on asked_1.d0 <=> `notes`.`size`
-- 52|     case when asked_2.place is not null then case when `notes`.`size` like '%.%0' and lower(`notes`.`size`) not like '%e%' then trim(trailing '.' from trim(trailing '0' from `notes`.`size`)) else `notes`.`size` end else ? end as d0,
-- 53|     null as d1,
-- 57|   left join asked_2 on asked_2.d0 <=> `notes`.`size`
-- 71| order by case when d0 is null then null when d0 = ? then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end <=> null, case when d0 is null then null when d0 = ? then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end, case when d0 = ? then null else cast(nullif(regexp_substr(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as double) end <=> null, case when d0 = ? then null else cast(nullif(regexp_substr(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as double) end, d0 <=> null, d0, case when level = 1 then 1 else 0 end, d1 <=> null, d1;
-- clickhouse:
-- 42|     case when asked_1.place is not null then case when toString("notes"."size") = 'inf' then 'Infinity' when toString("notes"."size") = '-inf' then '-Infinity' when toString("notes"."size") = 'nan' then 'NaN' else toString("notes"."size") end else {p1:String} end as d0,
-- 47|   left join asked_1 on [asked_1.d0] = ["notes"."size"]
-- 52|     case when asked_2.place is not null then case when toString("notes"."size") = 'inf' then 'Infinity' when toString("notes"."size") = '-inf' then '-Infinity' when toString("notes"."size") = 'nan' then 'NaN' else toString("notes"."size") end else {p2:String} end as d0,
-- 53|     null as d1,
-- 57|   left join asked_2 on [asked_2.d0] = ["notes"."size"]
-- 71| order by case when d0 is null then null when d0 = {p3:String} then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = {p3:String} then null else cast(nullif(extract(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as Nullable(Float64)) end nulls last, d0 nulls last, case when level = 1 then 1 else 0 end, d1 nulls last
-- 71+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 1| -- ["Other","Other","Other","Other"]
-- 42|     case when asked_1.place is not null then case when cast("notes"."size" as varchar) like '%.%0' and lower(cast("notes"."size" as varchar)) not like '%e%' then regexp_replace(cast("notes"."size" as varchar), '[.]?0+$', '') else cast("notes"."size" as varchar) end else ? end as d0,
-- 47|   left join asked_1 on asked_1.d0 is not distinct from "notes"."size"
-- 52|     case when asked_2.place is not null then case when cast("notes"."size" as varchar) like '%.%0' and lower(cast("notes"."size" as varchar)) not like '%e%' then regexp_replace(cast("notes"."size" as varchar), '[.]?0+$', '') else cast("notes"."size" as varchar) end else ? end as d0,
-- 53|     null as d1,
-- 57|   left join asked_2 on asked_2.d0 is not distinct from "notes"."size"
-- 71| order by case when d0 is null then null when d0 = ? then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = ? then null else cast(nullif(regexp_extract(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}([eE][-+]{0,1}[0-9]+){0,1})'), '') as double) end nulls last, d0 nulls last, case when level = 1 then 1 else 0 end, d1 nulls last;
-- bigquery:
-- 42|     case when asked_1.place is not null then case when cast(`notes`.`size` as string) = 'inf' then 'Infinity' when cast(`notes`.`size` as string) = '-inf' then '-Infinity' when cast(`notes`.`size` as string) = 'NaN' then 'NaN' else cast(`notes`.`size` as string) end else @p1 end as d0,
-- 47|   left join asked_1 on to_json_string(asked_1.d0) = to_json_string(`notes`.`size`)
-- 52|     case when asked_2.place is not null then case when cast(`notes`.`size` as string) = 'inf' then 'Infinity' when cast(`notes`.`size` as string) = '-inf' then '-Infinity' when cast(`notes`.`size` as string) = 'NaN' then 'NaN' else cast(`notes`.`size` as string) end else @p2 end as d0,
-- 53|     null as d1,
-- 57|   left join asked_2 on to_json_string(asked_2.d0) = to_json_string(`notes`.`size`)
-- 71| order by case when d0 is null then null when d0 = @p3 then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = @p3 then null else cast(nullif(regexp_extract(d0, '(-{0,1}[0-9]+(?:[.][0-9]+){0,1}(?:e[-+]{0,1}[0-9]+){0,1})'), '') as float64) end nulls last, d0 nulls last, case when level = 1 then 1 else 0 end, d1 nulls last;
-- databricks:
-- 42|     case when asked_1.place is not null then case when cast(`notes`.`size` as string) like '%.%0' and lower(cast(`notes`.`size` as string)) not like '%e%' then regexp_replace(cast(`notes`.`size` as string), '[.]?0+$', '') else cast(`notes`.`size` as string) end else :p1 end as d0,
-- 47|   left join asked_1 on asked_1.d0 <=> `notes`.`size`
-- 52|     case when asked_2.place is not null then case when cast(`notes`.`size` as string) like '%.%0' and lower(cast(`notes`.`size` as string)) not like '%e%' then regexp_replace(cast(`notes`.`size` as string), '[.]?0+$', '') else cast(`notes`.`size` as string) end else :p2 end as d0,
-- 53|     null as d1,
-- 57|   left join asked_2 on asked_2.d0 <=> `notes`.`size`
-- 71| order by case when d0 is null then null when d0 = :p3 then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = :p3 then null else cast(nullif(regexp_extract(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})', 0), '') as double) end nulls last, d0 nulls last, case when level = 1 then 1 else 0 end, d1 nulls last;
-- snowflake:
-- 1| -- ["Other","Other","Other","Other"]
-- 42|     case when asked_1.place is not null then case when cast("notes"."size" as varchar) like '%.%0' and lower(cast("notes"."size" as varchar)) not like '%e%' then rtrim(rtrim(cast("notes"."size" as varchar), '0'), '.') when cast("notes"."size" as varchar) = 'inf' then 'Infinity' when cast("notes"."size" as varchar) = '-inf' then '-Infinity' when cast("notes"."size" as varchar) = 'NaN' then 'NaN' else cast("notes"."size" as varchar) end else ? end as d0,
-- 47|   left join asked_1 on equal_null(asked_1.d0, "notes"."size")
-- 52|     case when asked_2.place is not null then case when cast("notes"."size" as varchar) like '%.%0' and lower(cast("notes"."size" as varchar)) not like '%e%' then rtrim(rtrim(cast("notes"."size" as varchar), '0'), '.') when cast("notes"."size" as varchar) = 'inf' then 'Infinity' when cast("notes"."size" as varchar) = '-inf' then '-Infinity' when cast("notes"."size" as varchar) = 'NaN' then 'NaN' else cast("notes"."size" as varchar) end else ? end as d0,
-- 53|     null as d1,
-- 57|   left join asked_2 on equal_null(asked_2.d0, "notes"."size")
-- 71| order by case when d0 is null then null when d0 = ? then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = ? then null else cast(nullif(regexp_substr(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as float) end nulls last, d0 nulls last, case when level = 1 then 1 else 0 end, d1 nulls last;
-- redshift:
-- 42|     case when asked_1.place is not null then case when "notes"."size"::varchar like '%.%0' and lower("notes"."size"::varchar) not like '%e%' then rtrim(rtrim("notes"."size"::varchar, '0'), '.') else "notes"."size"::varchar end else $1 end as d0,
-- 47|   left join asked_1 on (asked_1.d0 = "notes"."size" or (asked_1.d0 is null and "notes"."size" is null))
-- 52|     case when asked_2.place is not null then case when "notes"."size"::varchar like '%.%0' and lower("notes"."size"::varchar) not like '%e%' then rtrim(rtrim("notes"."size"::varchar, '0'), '.') else "notes"."size"::varchar end else $2 end as d0,
-- 53|     null::float8 as d1,
-- 57|   left join asked_2 on (asked_2.d0 = "notes"."size" or (asked_2.d0 is null and "notes"."size" is null))
-- 71| order by case when d0 is null then null when d0 = $3 then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = $3 then null else cast(nullif(regexp_substr(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as double precision) end nulls last, d0 nulls last, case when level = 1 then 1 else 0 end, d1 nulls last;

-- what is no finite number, spelled as everywhere
-- ["Other","Other"]
with grouped_1 as (
  select
    case "id" when 1 then cast('NaN' as double precision) when 3 then cast('Infinity' as double precision) when 4 then cast('-Infinity' as double precision) else "score" end as d0,
    count(*) as s0,
    sum("id") as s1
  from "notes"
  group by 1
),
results_1 as (
  select
    d0,
    sum(s1) as x0
  from grouped_1
  group by 1
),
asked_1 as (
  select
    d0,
    place
  from (
    select
      d0,
      row_number() over (order by x0 nulls last, d0 nulls last) as place
    from results_1
  ) as numbered
  where place <= 4
),
results_2 as (
  select
    case when asked_1.place is not null then case when grouped_1.d0::text like '%.%0' and lower(grouped_1.d0::text) not like '%e%' then rtrim(rtrim(grouped_1.d0::text, '0'), '.') else grouped_1.d0::text end else $1 end as d0,
    coalesce(sum(s0), 0)::bigint as x0
  from grouped_1
  left join asked_1 on array[asked_1.d0] = array[grouped_1.d0]
  group by 1
)
select
  d0 as "notes.wild",
  x0 as "notes.count"
from results_2
order by case when d0 is null then null when d0 = $2 then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = $2 then null else cast(nullif(substring(d0 from '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as double precision) end nulls last, d0 nulls last;
-- duckdb:
-- 31|     case when asked_1.place is not null then case when grouped_1.d0::text like '%.%0' and lower(grouped_1.d0::text) not like '%e%' then rtrim(rtrim(grouped_1.d0::text, '0'), '.') when grouped_1.d0::text = 'inf' then 'Infinity' when grouped_1.d0::text = '-inf' then '-Infinity' when grouped_1.d0::text = 'nan' then 'NaN' else grouped_1.d0::text end else $1 end as d0,
-- 34|   left join asked_1 on asked_1.d0 is not distinct from grouped_1.d0
-- 41| order by case when d0 is null then null when d0 = $2 then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = $2 then null else cast(nullif(regexp_extract(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as double) end nulls last, d0 nulls last;
-- clickhouse:
-- 6|     sumOrNull("id" + toDecimal128(0, 0)) as s1
-- 13|     sumOrNull(s1 + toDecimal128(0, 0)) as x0
-- 31|     case when asked_1.place is not null then case when toString(grouped_1.d0) = 'inf' then 'Infinity' when toString(grouped_1.d0) = '-inf' then '-Infinity' when toString(grouped_1.d0) = 'nan' then 'NaN' else toString(grouped_1.d0) end else {p1:String} end as d0,
-- 32|     coalesce(sum(s0), 0) as x0
-- 34|   left join asked_1 on [asked_1.d0] = [grouped_1.d0]
-- 41| order by case when d0 is null then null when d0 = {p2:String} then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = {p2:String} then null else cast(nullif(extract(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as Nullable(Float64)) end nulls last, d0 nulls last
-- 41+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 1| -- ["Other","Other","Other"]
-- 31|     case when asked_1.place is not null then case when cast(grouped_1.d0 as varchar) like '%.%0' and lower(cast(grouped_1.d0 as varchar)) not like '%e%' then regexp_replace(cast(grouped_1.d0 as varchar), '[.]?0+$', '') else cast(grouped_1.d0 as varchar) end else ? end as d0,
-- 32|     coalesce(sum(s0), 0) as x0
-- 34|   left join asked_1 on asked_1.d0 is not distinct from grouped_1.d0
-- 41| order by case when d0 is null then null when d0 = ? then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = ? then null else cast(nullif(regexp_extract(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}([eE][-+]{0,1}[0-9]+){0,1})'), '') as double) end nulls last, d0 nulls last;
-- bigquery:
-- 31|     case when asked_1.place is not null then case when cast(grouped_1.d0 as string) = 'inf' then 'Infinity' when cast(grouped_1.d0 as string) = '-inf' then '-Infinity' when cast(grouped_1.d0 as string) = 'NaN' then 'NaN' else cast(grouped_1.d0 as string) end else @p1 end as d0,
-- 32|     coalesce(sum(s0), 0) as x0
-- 34|   left join asked_1 on to_json_string(asked_1.d0) = to_json_string(grouped_1.d0)
-- 41| order by case when d0 is null then null when d0 = @p2 then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = @p2 then null else cast(nullif(regexp_extract(d0, '(-{0,1}[0-9]+(?:[.][0-9]+){0,1}(?:e[-+]{0,1}[0-9]+){0,1})'), '') as float64) end nulls last, d0 nulls last;
-- databricks:
-- 31|     case when asked_1.place is not null then case when cast(grouped_1.d0 as string) like '%.%0' and lower(cast(grouped_1.d0 as string)) not like '%e%' then regexp_replace(cast(grouped_1.d0 as string), '[.]?0+$', '') else cast(grouped_1.d0 as string) end else :p1 end as d0,
-- 32|     coalesce(sum(s0), 0) as x0
-- 34|   left join asked_1 on asked_1.d0 <=> grouped_1.d0
-- 41| order by case when d0 is null then null when d0 = :p2 then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = :p2 then null else cast(nullif(regexp_extract(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})', 0), '') as double) end nulls last, d0 nulls last;
-- snowflake:
-- 1| -- ["Other","Other","Other"]
-- 31|     case when asked_1.place is not null then case when cast(grouped_1.d0 as varchar) like '%.%0' and lower(cast(grouped_1.d0 as varchar)) not like '%e%' then rtrim(rtrim(cast(grouped_1.d0 as varchar), '0'), '.') when cast(grouped_1.d0 as varchar) = 'inf' then 'Infinity' when cast(grouped_1.d0 as varchar) = '-inf' then '-Infinity' when cast(grouped_1.d0 as varchar) = 'NaN' then 'NaN' else cast(grouped_1.d0 as varchar) end else ? end as d0,
-- 32|     coalesce(sum(s0), 0) as x0
-- 34|   left join asked_1 on equal_null(asked_1.d0, grouped_1.d0)
-- 41| order by case when d0 is null then null when d0 = ? then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = ? then null else cast(nullif(regexp_substr(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as float) end nulls last, d0 nulls last;
-- redshift:
-- 31|     case when asked_1.place is not null then case when grouped_1.d0::varchar like '%.%0' and lower(grouped_1.d0::varchar) not like '%e%' then rtrim(rtrim(grouped_1.d0::varchar, '0'), '.') else grouped_1.d0::varchar end else $1 end as d0,
-- 34|   left join asked_1 on (asked_1.d0 = grouped_1.d0 or (asked_1.d0 is null and grouped_1.d0 is null))
-- 41| order by case when d0 is null then null when d0 = $2 then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = $2 then null else cast(nullif(regexp_substr(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as double precision) end nulls last, d0 nulls last;

-- the first and the last of numbers beside the rest, which stands behind them
-- ["Other","Other","Other","Other"]
with grouped_1 as (
  select
    "size" as d0,
    sum("id") as s0
  from "notes"
  group by 1
),
results_1 as (
  select
    d0,
    sum(s0) as x0
  from grouped_1
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
  where place <= 3
),
results_2 as (
  select
    case when asked_1.place is not null then case when grouped_1.d0::text like '%.%0' and lower(grouped_1.d0::text) not like '%e%' then rtrim(rtrim(grouped_1.d0::text, '0'), '.') else grouped_1.d0::text end else $1 end as d0,
    sum(s0) as x0
  from grouped_1
  left join asked_1 on array[asked_1.d0] = array[grouped_1.d0]
  group by 1
),
calculated_1 as (
  select
    d0,
    x0,
    case when d0 is not null then first_value(x0) over (order by case when d0 is null then null when d0 = $2 then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = $2 then null else cast(nullif(substring(d0 from '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as double precision) end nulls last, d0 nulls last rows between unbounded preceding and unbounded following) end as c0,
    case when d0 is not null then first_value(x0) over (order by case when d0 is null then null when d0 = $3 then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end desc nulls last, case when d0 = $3 then null else cast(nullif(substring(d0 from '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as double precision) end desc nulls last, d0 desc nulls last rows between unbounded preceding and unbounded following) end as c1
  from results_2
)
select
  d0 as "notes.size",
  x0 as "notes.total",
  c0 as "begins",
  c1 as "ends"
from calculated_1
order by case when d0 is null then null when d0 = $4 then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = $4 then null else cast(nullif(substring(d0 from '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as double precision) end nulls last, d0 nulls last;
-- duckdb:
-- 30|     case when asked_1.place is not null then case when grouped_1.d0::text like '%.%0' and lower(grouped_1.d0::text) not like '%e%' then rtrim(rtrim(grouped_1.d0::text, '0'), '.') when grouped_1.d0::text = 'inf' then 'Infinity' when grouped_1.d0::text = '-inf' then '-Infinity' when grouped_1.d0::text = 'nan' then 'NaN' else grouped_1.d0::text end else $1 end as d0,
-- 33|   left join asked_1 on asked_1.d0 is not distinct from grouped_1.d0
-- 40|     case when d0 is not null then first_value(x0) over (order by case when d0 is null then null when d0 = $2 then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = $2 then null else cast(nullif(regexp_extract(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as double) end nulls last, d0 nulls last rows between unbounded preceding and unbounded following) end as c0,
-- 41|     case when d0 is not null then first_value(x0) over (order by case when d0 is null then null when d0 = $3 then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end desc nulls last, case when d0 = $3 then null else cast(nullif(regexp_extract(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as double) end desc nulls last, d0 desc nulls last rows between unbounded preceding and unbounded following) end as c1
-- 50| order by case when d0 is null then null when d0 = $4 then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = $4 then null else cast(nullif(regexp_extract(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as double) end nulls last, d0 nulls last;
-- mysql:
-- 1| -- ["Other","Other","Other","Other","Other","Other","Other","Other","Other","Other","Other"]
-- 23|       row_number() over (order by x0 desc, d0 <=> null, d0) as place
-- 30|     case when asked_1.place is not null then case when grouped_1.d0 like '%.%0' and lower(grouped_1.d0) not like '%e%' then trim(trailing '.' from trim(trailing '0' from grouped_1.d0)) else grouped_1.d0 end else ? end as d0,
-- 33|   left join asked_1 on asked_1.d0 <=> grouped_1.d0
-- 40|     case when d0 is not null then first_value(x0) over (order by case when d0 is null then null when d0 = ? then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end <=> null, case when d0 is null then null when d0 = ? then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end, case when d0 = ? then null else cast(nullif(regexp_substr(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as double) end <=> null, case when d0 = ? then null else cast(nullif(regexp_substr(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as double) end, d0 <=> null, d0 rows between unbounded preceding and unbounded following) end as c0,
-- 41|     case when d0 is not null then first_value(x0) over (order by case when d0 is null then null when d0 = ? then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end desc, case when d0 = ? then null else cast(nullif(regexp_substr(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as double) end desc, d0 desc rows between unbounded preceding and unbounded following) end as c1
-- 50| order by case when d0 is null then null when d0 = ? then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end <=> null, case when d0 is null then null when d0 = ? then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end, case when d0 = ? then null else cast(nullif(regexp_substr(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as double) end <=> null, case when d0 = ? then null else cast(nullif(regexp_substr(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as double) end, d0 <=> null, d0;
-- clickhouse:
-- 5|     sumOrNull("id" + toDecimal128(0, 0)) as s0
-- 12|     sumOrNull(s0 + toDecimal128(0, 0)) as x0
-- 30|     case when asked_1.place is not null then case when toString(grouped_1.d0) = 'inf' then 'Infinity' when toString(grouped_1.d0) = '-inf' then '-Infinity' when toString(grouped_1.d0) = 'nan' then 'NaN' else toString(grouped_1.d0) end else {p1:String} end as d0,
-- 31|     sumOrNull(s0 + toDecimal128(0, 0)) as x0
-- 33|   left join asked_1 on [asked_1.d0] = [grouped_1.d0]
-- 40|     case when d0 is not null then first_value_respect_nulls(x0) over (order by case when d0 is null then null when d0 = {p2:String} then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = {p2:String} then null else cast(nullif(extract(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as Nullable(Float64)) end nulls last, d0 nulls last rows between unbounded preceding and unbounded following) end as c0,
-- 41|     case when d0 is not null then first_value_respect_nulls(x0) over (order by case when d0 is null then null when d0 = {p3:String} then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end desc nulls last, case when d0 = {p3:String} then null else cast(nullif(extract(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as Nullable(Float64)) end desc nulls last, d0 desc nulls last rows between unbounded preceding and unbounded following) end as c1
-- 50| order by case when d0 is null then null when d0 = {p4:String} then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = {p4:String} then null else cast(nullif(extract(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as Nullable(Float64)) end nulls last, d0 nulls last
-- 50+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 1| -- ["Other","Other","Other","Other","Other","Other","Other"]
-- 30|     case when asked_1.place is not null then case when cast(grouped_1.d0 as varchar) like '%.%0' and lower(cast(grouped_1.d0 as varchar)) not like '%e%' then regexp_replace(cast(grouped_1.d0 as varchar), '[.]?0+$', '') else cast(grouped_1.d0 as varchar) end else ? end as d0,
-- 33|   left join asked_1 on asked_1.d0 is not distinct from grouped_1.d0
-- 40|     case when d0 is not null then first_value(x0) over (order by case when d0 is null then null when d0 = ? then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = ? then null else cast(nullif(regexp_extract(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}([eE][-+]{0,1}[0-9]+){0,1})'), '') as double) end nulls last, d0 nulls last rows between unbounded preceding and unbounded following) end as c0,
-- 41|     case when d0 is not null then first_value(x0) over (order by case when d0 is null then null when d0 = ? then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end desc nulls last, case when d0 = ? then null else cast(nullif(regexp_extract(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}([eE][-+]{0,1}[0-9]+){0,1})'), '') as double) end desc nulls last, d0 desc nulls last rows between unbounded preceding and unbounded following) end as c1
-- 50| order by case when d0 is null then null when d0 = ? then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = ? then null else cast(nullif(regexp_extract(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}([eE][-+]{0,1}[0-9]+){0,1})'), '') as double) end nulls last, d0 nulls last;
-- bigquery:
-- 30|     case when asked_1.place is not null then case when cast(grouped_1.d0 as string) = 'inf' then 'Infinity' when cast(grouped_1.d0 as string) = '-inf' then '-Infinity' when cast(grouped_1.d0 as string) = 'NaN' then 'NaN' else cast(grouped_1.d0 as string) end else @p1 end as d0,
-- 33|   left join asked_1 on to_json_string(asked_1.d0) = to_json_string(grouped_1.d0)
-- 40|     case when d0 is not null then first_value(x0) over (order by case when d0 is null then null when d0 = @p2 then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = @p2 then null else cast(nullif(regexp_extract(d0, '(-{0,1}[0-9]+(?:[.][0-9]+){0,1}(?:e[-+]{0,1}[0-9]+){0,1})'), '') as float64) end nulls last, d0 nulls last rows between unbounded preceding and unbounded following) end as c0,
-- 41|     case when d0 is not null then first_value(x0) over (order by case when d0 is null then null when d0 = @p3 then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end desc nulls last, case when d0 = @p3 then null else cast(nullif(regexp_extract(d0, '(-{0,1}[0-9]+(?:[.][0-9]+){0,1}(?:e[-+]{0,1}[0-9]+){0,1})'), '') as float64) end desc nulls last, d0 desc nulls last rows between unbounded preceding and unbounded following) end as c1
-- 50| order by case when d0 is null then null when d0 = @p4 then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = @p4 then null else cast(nullif(regexp_extract(d0, '(-{0,1}[0-9]+(?:[.][0-9]+){0,1}(?:e[-+]{0,1}[0-9]+){0,1})'), '') as float64) end nulls last, d0 nulls last;
-- databricks:
-- 30|     case when asked_1.place is not null then case when cast(grouped_1.d0 as string) like '%.%0' and lower(cast(grouped_1.d0 as string)) not like '%e%' then regexp_replace(cast(grouped_1.d0 as string), '[.]?0+$', '') else cast(grouped_1.d0 as string) end else :p1 end as d0,
-- 33|   left join asked_1 on asked_1.d0 <=> grouped_1.d0
-- 40|     case when d0 is not null then first_value(x0) over (order by case when d0 is null then null when d0 = :p2 then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = :p2 then null else cast(nullif(regexp_extract(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})', 0), '') as double) end nulls last, d0 nulls last rows between unbounded preceding and unbounded following) end as c0,
-- 41|     case when d0 is not null then first_value(x0) over (order by case when d0 is null then null when d0 = :p3 then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end desc nulls last, case when d0 = :p3 then null else cast(nullif(regexp_extract(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})', 0), '') as double) end desc nulls last, d0 desc nulls last rows between unbounded preceding and unbounded following) end as c1
-- 50| order by case when d0 is null then null when d0 = :p4 then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = :p4 then null else cast(nullif(regexp_extract(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})', 0), '') as double) end nulls last, d0 nulls last;
-- snowflake:
-- 1| -- ["Other","Other","Other","Other","Other","Other","Other"]
-- 30|     case when asked_1.place is not null then case when cast(grouped_1.d0 as varchar) like '%.%0' and lower(cast(grouped_1.d0 as varchar)) not like '%e%' then rtrim(rtrim(cast(grouped_1.d0 as varchar), '0'), '.') when cast(grouped_1.d0 as varchar) = 'inf' then 'Infinity' when cast(grouped_1.d0 as varchar) = '-inf' then '-Infinity' when cast(grouped_1.d0 as varchar) = 'NaN' then 'NaN' else cast(grouped_1.d0 as varchar) end else ? end as d0,
-- 33|   left join asked_1 on equal_null(asked_1.d0, grouped_1.d0)
-- 40|     case when d0 is not null then first_value(x0) over (order by case when d0 is null then null when d0 = ? then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = ? then null else cast(nullif(regexp_substr(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as float) end nulls last, d0 nulls last rows between unbounded preceding and unbounded following) end as c0,
-- 41|     case when d0 is not null then first_value(x0) over (order by case when d0 is null then null when d0 = ? then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end desc nulls last, case when d0 = ? then null else cast(nullif(regexp_substr(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as float) end desc nulls last, d0 desc nulls last rows between unbounded preceding and unbounded following) end as c1
-- 50| order by case when d0 is null then null when d0 = ? then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = ? then null else cast(nullif(regexp_substr(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as float) end nulls last, d0 nulls last;
-- redshift:
-- 30|     case when asked_1.place is not null then case when grouped_1.d0::varchar like '%.%0' and lower(grouped_1.d0::varchar) not like '%e%' then rtrim(rtrim(grouped_1.d0::varchar, '0'), '.') else grouped_1.d0::varchar end else $1 end as d0,
-- 33|   left join asked_1 on (asked_1.d0 = grouped_1.d0 or (asked_1.d0 is null and grouped_1.d0 is null))
-- 40|     case when d0 is not null then first_value(x0) over (order by case when d0 is null then null when d0 = $2 then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = $2 then null else cast(nullif(regexp_substr(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as double precision) end nulls last, d0 nulls last rows between unbounded preceding and unbounded following) end as c0,
-- 41|     case when d0 is not null then first_value(x0) over (order by case when d0 is null then null when d0 = $3 then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end desc nulls last, case when d0 = $3 then null else cast(nullif(regexp_substr(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as double precision) end desc nulls last, d0 desc nulls last rows between unbounded preceding and unbounded following) end as c1
-- 50| order by case when d0 is null then null when d0 = $4 then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = $4 then null else cast(nullif(regexp_substr(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as double precision) end nulls last, d0 nulls last;
