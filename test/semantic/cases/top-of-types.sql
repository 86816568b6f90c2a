-- Postgres' SQL of each case, then the lines in which other dialects differ: "3|" replaces the third line, "3+|" follows
-- it. Differences in the quotes of names are not shown. These dialects are never run on the warehouse itself:
-- trino, bigquery, databricks, snowflake, redshift (how they are checked instead: shared/semantic/dialects/README.md).

-- uuids beside the rest
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
-- 2| with results_1 as (
-- 5|     count(*) as x0
-- 6 is left out
-- 10 is left out
-- 11 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 24|       row_number() over (order by x0 desc, d0 <=> null, d0) as place
-- 30|   case when asked_1.place is not null then `notes`.`key` else ? end as `notes.key`,
-- 31|   count(*) as `notes.count`,
-- 32|   sum(`notes`.`id`) as `notes.total`
-- 33| from `notes`
-- 34| left join asked_1 on asked_1.d0 <=> `notes`.`key`
-- 36| order by count(*) <=> null, `notes.count`, `notes.key` <=> null, `notes.key`;
-- clickhouse:
-- 2| with results_1 as (
-- 5|     count(*) as x0
-- 6 is left out
-- 10 is left out
-- 11 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 24|       row_number() over (order by x0 <> x0 desc nulls last, x0 desc nulls last, d0 nulls last) as place
-- 30|   case when asked_1.place is not null then toString("notes"."key") else {p1:String} end as "notes.key",
-- 31|   count(*) as "notes.count",
-- 32|   sumOrNull("notes"."id" + toDecimal128(0, 0)) as "notes.total"
-- 33| from "notes"
-- 34| left join asked_1 on [asked_1.d0] = ["notes"."key"]
-- 36| order by 2 nulls last, 1 nulls last
-- 36+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 2| with results_1 as (
-- 5|     count(*) as x0
-- 6 is left out
-- 10 is left out
-- 11 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 30|   case when asked_1.place is not null then cast("notes"."key" as varchar) else ? end as "notes.key",
-- 31|   count(*) as "notes.count",
-- 32|   sum("notes"."id") as "notes.total"
-- 33| from "notes"
-- 34| left join asked_1 on asked_1.d0 is not distinct from "notes"."key"
-- bigquery:
-- 2| with results_1 as (
-- 5|     count(*) as x0
-- 6 is left out
-- 10 is left out
-- 11 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 30|   case when asked_1.place is not null then cast(`notes`.`key` as string) else @p1 end as `notes__key`,
-- 31|   count(*) as `notes__count`,
-- 32|   sum(`notes`.`id`) as `notes__total`
-- 33| from `notes`
-- 34| left join asked_1 on to_json_string(asked_1.d0) = to_json_string(`notes`.`key`)
-- databricks:
-- 2| with results_1 as (
-- 5|     count(*) as x0
-- 6 is left out
-- 10 is left out
-- 11 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 30|   case when asked_1.place is not null then cast(`notes`.`key` as string) else :p1 end as `notes.key`,
-- 31|   count(*) as `notes.count`,
-- 32|   sum(`notes`.`id`) as `notes.total`
-- 33| from `notes`
-- 34| left join asked_1 on asked_1.d0 <=> `notes`.`key`
-- snowflake:
-- 2| with results_1 as (
-- 5|     count(*) as x0
-- 6 is left out
-- 10 is left out
-- 11 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 30|   case when asked_1.place is not null then cast("notes"."key" as varchar) else ? end as "notes.key",
-- 31|   count(*) as "notes.count",
-- 32|   sum("notes"."id") as "notes.total"
-- 33| from "notes"
-- 34| left join asked_1 on equal_null(asked_1.d0, "notes"."key")
-- redshift:
-- 2| with results_1 as (
-- 5|     count(*) as x0
-- 6 is left out
-- 10 is left out
-- 11 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 30|   case when asked_1.place is not null then "notes"."key"::varchar else $1 end as "notes.key",
-- 31|   count(*) as "notes.count",
-- 32|   sum("notes"."id") as "notes.total"
-- 33| from "notes"
-- 34| left join asked_1 on (asked_1.d0 = "notes"."key" or (asked_1.d0 is null and "notes"."key" is null))

-- numbers with fractions beside the rest
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
    case when asked_1.place is not null then case when cast(pg_typeof(coalesce(grouped_1.d0, null)) as varchar) = 'money' then regexp_replace(cast(cast(cast(cast(grouped_1.d0 as varchar) as money) as numeric) as varchar), '[.]0*$|([.][0-9]*[1-9])0+$', '\1') when grouped_1.d0::text like '%.%0' and lower(grouped_1.d0::text) not like '%e%' then rtrim(rtrim(grouped_1.d0::text, '0'), '.') else grouped_1.d0::text end else $1 end as d0,
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
-- 2| with results_1 as (
-- 5|     count(*) as x0
-- 6 is left out
-- 10 is left out
-- 11 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 24|       row_number() over (order by x0 desc, d0 <=> null, d0) as place
-- 31|     case when asked_1.place is not null then case when `notes`.`score` like '%.%0' and lower(`notes`.`score`) not like '%e%' then trim(trailing '.' from trim(trailing '0' from `notes`.`score`)) else `notes`.`score` end else ? end as d0,
-- 32|     count(*) as x0,
-- 33|     sum(`notes`.`id`) as x1
-- 34|   from `notes`
-- 35|   left join asked_1 on asked_1.d0 <=> `notes`.`score`
-- 43| order by x0 <=> null, `notes.count`, case when d0 is null then null when d0 = ? then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end <=> null, case when d0 is null then null when d0 = ? then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end, case when d0 = ? then null else cast(nullif(regexp_substr(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as double) end <=> null, case when d0 = ? then null else cast(nullif(regexp_substr(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as double) end, d0 <=> null, d0;
-- clickhouse:
-- 2| with results_1 as (
-- 5|     count(*) as x0
-- 6 is left out
-- 10 is left out
-- 11 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 24|       row_number() over (order by x0 <> x0 desc nulls last, x0 desc nulls last, d0 nulls last) as place
-- 31|     case when asked_1.place is not null then case when toString("notes"."score") = 'inf' then 'Infinity' when toString("notes"."score") = '-inf' then '-Infinity' when toString("notes"."score") = 'nan' then 'NaN' else toString("notes"."score") end else {p1:String} end as d0,
-- 32|     count(*) as x0,
-- 33|     sumOrNull("notes"."id" + toDecimal128(0, 0)) as x1
-- 34|   from "notes"
-- 35|   left join asked_1 on [asked_1.d0] = ["notes"."score"]
-- 43| order by 2 nulls last, case when d0 is null then null when d0 = {p2:String} then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = {p2:String} then null else cast(nullif(extract(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as Nullable(Float64)) end nulls last, d0 nulls last
-- 43+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 1| -- ["Other","Other","Other"]
-- 2| with results_1 as (
-- 5|     count(*) as x0
-- 6 is left out
-- 10 is left out
-- 11 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 31|     case when asked_1.place is not null then case when cast("notes"."score" as varchar) like '%.%0' and lower(cast("notes"."score" as varchar)) not like '%e%' then regexp_replace(cast("notes"."score" as varchar), '[.]?0+$', '') else cast("notes"."score" as varchar) end else ? end as d0,
-- 32|     count(*) as x0,
-- 33|     sum("notes"."id") as x1
-- 34|   from "notes"
-- 35|   left join asked_1 on asked_1.d0 is not distinct from "notes"."score"
-- 43| order by "notes.count" nulls last, case when d0 is null then null when d0 = ? then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = ? then null else cast(nullif(regexp_extract(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}([eE][-+]{0,1}[0-9]+){0,1})'), '') as double) end nulls last, d0 nulls last;
-- bigquery:
-- 2| with results_1 as (
-- 5|     count(*) as x0
-- 6 is left out
-- 10 is left out
-- 11 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 31|     case when asked_1.place is not null then case when cast(`notes`.`score` as string) = 'inf' then 'Infinity' when cast(`notes`.`score` as string) = '-inf' then '-Infinity' when cast(`notes`.`score` as string) = 'NaN' then 'NaN' else cast(`notes`.`score` as string) end else @p1 end as d0,
-- 32|     count(*) as x0,
-- 33|     sum(`notes`.`id`) as x1
-- 34|   from `notes`
-- 35|   left join asked_1 on to_json_string(asked_1.d0) = to_json_string(`notes`.`score`)
-- 43| order by `notes__count` nulls last, case when d0 is null then null when d0 = @p2 then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = @p2 then null else cast(nullif(regexp_extract(d0, '(-{0,1}[0-9]+(?:[.][0-9]+){0,1}(?:e[-+]{0,1}[0-9]+){0,1})'), '') as float64) end nulls last, d0 nulls last;
-- databricks:
-- 2| with results_1 as (
-- 5|     count(*) as x0
-- 6 is left out
-- 10 is left out
-- 11 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 31|     case when asked_1.place is not null then case when cast(`notes`.`score` as string) like '%.%0' and lower(cast(`notes`.`score` as string)) not like '%e%' then regexp_replace(cast(`notes`.`score` as string), '[.]?0+$', '') else cast(`notes`.`score` as string) end else :p1 end as d0,
-- 32|     count(*) as x0,
-- 33|     sum(`notes`.`id`) as x1
-- 34|   from `notes`
-- 35|   left join asked_1 on asked_1.d0 <=> `notes`.`score`
-- 43| order by `notes.count` nulls last, case when d0 is null then null when d0 = :p2 then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = :p2 then null else cast(nullif(regexp_extract(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})', 0), '') as double) end nulls last, d0 nulls last;
-- snowflake:
-- 1| -- ["Other","Other","Other"]
-- 2| with results_1 as (
-- 5|     count(*) as x0
-- 6 is left out
-- 10 is left out
-- 11 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 31|     case when asked_1.place is not null then case when cast("notes"."score" as varchar) like '%.%0' and lower(cast("notes"."score" as varchar)) not like '%e%' then rtrim(rtrim(cast("notes"."score" as varchar), '0'), '.') when cast("notes"."score" as varchar) = 'inf' then 'Infinity' when cast("notes"."score" as varchar) = '-inf' then '-Infinity' when cast("notes"."score" as varchar) = 'NaN' then 'NaN' else cast("notes"."score" as varchar) end else ? end as d0,
-- 32|     count(*) as x0,
-- 33|     sum("notes"."id") as x1
-- 34|   from "notes"
-- 35|   left join asked_1 on equal_null(asked_1.d0, "notes"."score")
-- 43| order by "notes.count" nulls last, case when d0 is null then null when d0 = ? then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = ? then null else cast(nullif(regexp_substr(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as float) end nulls last, d0 nulls last;
-- redshift:
-- 2| with results_1 as (
-- 5|     count(*) as x0
-- 6 is left out
-- 10 is left out
-- 11 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 31|     case when asked_1.place is not null then case when "notes"."score"::varchar like '%.%0' and lower("notes"."score"::varchar) not like '%e%' then rtrim(rtrim("notes"."score"::varchar, '0'), '.') else "notes"."score"::varchar end else $1 end as d0,
-- 32|     count(*) as x0,
-- 33|     sum("notes"."id") as x1
-- 34|   from "notes"
-- 35|   left join asked_1 on (asked_1.d0 = "notes"."score" or (asked_1.d0 is null and "notes"."score" is null))
-- 43| order by "notes.count" nulls last, case when d0 is null then null when d0 = $2 then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = $2 then null else cast(nullif(regexp_substr(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as double precision) end nulls last, d0 nulls last;

-- numbers beside the rest have no trailing zeros, and are sorted as numbers
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
    case when asked_1.place is not null then case when cast(pg_typeof(coalesce(grouped_1.d0, null)) as varchar) = 'money' then regexp_replace(cast(cast(cast(cast(grouped_1.d0 as varchar) as money) as numeric) as varchar), '[.]0*$|([.][0-9]*[1-9])0+$', '\1') when grouped_1.d0::text like '%.%0' and lower(grouped_1.d0::text) not like '%e%' then rtrim(rtrim(grouped_1.d0::text, '0'), '.') else grouped_1.d0::text end else $2 end as d0,
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
-- 1| -- ["5","7 of them","5","7 of them","7 of them","7 of them","7 of them"]
-- 2| with results_1 as (
-- 5|     sum(`id`) as x0
-- 6 is left out
-- 8|   where `id` < cast(? as signed)
-- 11 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 17 is left out
-- 25|       row_number() over (order by x0 desc, d0 <=> null, d0) as place
-- 32|     case when asked_1.place is not null then case when `notes`.`size` like '%.%0' and lower(`notes`.`size`) not like '%e%' then trim(trailing '.' from trim(trailing '0' from `notes`.`size`)) else `notes`.`size` end else ? end as d0,
-- 33|     count(*) as x0,
-- 34|     sum(`notes`.`id`) as x1
-- 35|   from `notes`
-- 36|   left join asked_1 on asked_1.d0 <=> `notes`.`size`
-- 36+|   where `notes`.`id` < cast(? as signed)
-- 44| order by case when d0 is null then null when d0 = ? then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end <=> null, case when d0 is null then null when d0 = ? then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end, case when d0 = ? then null else cast(nullif(regexp_substr(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as double) end <=> null, case when d0 = ? then null else cast(nullif(regexp_substr(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as double) end, d0 <=> null, d0;
-- clickhouse:
-- 1| -- ["5","7 of them","5","7 of them"]
-- 2| with results_1 as (
-- 5|     sumOrNull("id" + toDecimal128(0, 0)) as x0
-- 6 is left out
-- 8|   where "id" < {p1:Int64}
-- 11 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 17 is left out
-- 25|       row_number() over (order by x0 <> x0 desc nulls last, x0 desc nulls last, d0 nulls last) as place
-- 32|     case when asked_1.place is not null then case when toString("notes"."size") = 'inf' then 'Infinity' when toString("notes"."size") = '-inf' then '-Infinity' when toString("notes"."size") = 'nan' then 'NaN' else toString("notes"."size") end else {p2:String} end as d0,
-- 33|     count(*) as x0,
-- 34|     sumOrNull("notes"."id" + toDecimal128(0, 0)) as x1
-- 35|   from "notes"
-- 36|   left join asked_1 on [asked_1.d0] = ["notes"."size"]
-- 36+|   where "notes"."id" < {p3:Int64}
-- 44| order by case when d0 is null then null when d0 = {p4:String} then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = {p4:String} then null else cast(nullif(extract(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as Nullable(Float64)) end nulls last, d0 nulls last
-- 44+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 1| -- ["5","7 of them","5","7 of them","7 of them"]
-- 2| with results_1 as (
-- 5|     sum("id") as x0
-- 6 is left out
-- 8|   where "id" < cast(? as bigint)
-- 11 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 17 is left out
-- 32|     case when asked_1.place is not null then case when cast("notes"."size" as varchar) like '%.%0' and lower(cast("notes"."size" as varchar)) not like '%e%' then regexp_replace(cast("notes"."size" as varchar), '[.]?0+$', '') else cast("notes"."size" as varchar) end else ? end as d0,
-- 33|     count(*) as x0,
-- 34|     sum("notes"."id") as x1
-- 35|   from "notes"
-- 36|   left join asked_1 on asked_1.d0 is not distinct from "notes"."size"
-- 36+|   where "notes"."id" < cast(? as bigint)
-- 44| order by case when d0 is null then null when d0 = ? then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = ? then null else cast(nullif(regexp_extract(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}([eE][-+]{0,1}[0-9]+){0,1})'), '') as double) end nulls last, d0 nulls last;
-- bigquery:
-- 1| -- ["5","7 of them","5","7 of them"]
-- 2| with results_1 as (
-- 5|     sum(`id`) as x0
-- 6 is left out
-- 8|   where `id` < cast(@p1 as int64)
-- 11 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 17 is left out
-- 32|     case when asked_1.place is not null then case when cast(`notes`.`size` as string) = 'inf' then 'Infinity' when cast(`notes`.`size` as string) = '-inf' then '-Infinity' when cast(`notes`.`size` as string) = 'NaN' then 'NaN' else cast(`notes`.`size` as string) end else @p2 end as d0,
-- 33|     count(*) as x0,
-- 34|     sum(`notes`.`id`) as x1
-- 35|   from `notes`
-- 36|   left join asked_1 on to_json_string(asked_1.d0) = to_json_string(`notes`.`size`)
-- 36+|   where `notes`.`id` < cast(@p3 as int64)
-- 44| order by case when d0 is null then null when d0 = @p4 then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = @p4 then null else cast(nullif(regexp_extract(d0, '(-{0,1}[0-9]+(?:[.][0-9]+){0,1}(?:e[-+]{0,1}[0-9]+){0,1})'), '') as float64) end nulls last, d0 nulls last;
-- databricks:
-- 1| -- ["5","7 of them","5","7 of them"]
-- 2| with results_1 as (
-- 5|     sum(`id`) as x0
-- 6 is left out
-- 8|   where `id` < cast(:p1 as bigint)
-- 11 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 17 is left out
-- 32|     case when asked_1.place is not null then case when cast(`notes`.`size` as string) like '%.%0' and lower(cast(`notes`.`size` as string)) not like '%e%' then regexp_replace(cast(`notes`.`size` as string), '[.]?0+$', '') else cast(`notes`.`size` as string) end else :p2 end as d0,
-- 33|     count(*) as x0,
-- 34|     sum(`notes`.`id`) as x1
-- 35|   from `notes`
-- 36|   left join asked_1 on asked_1.d0 <=> `notes`.`size`
-- 36+|   where `notes`.`id` < cast(:p3 as bigint)
-- 44| order by case when d0 is null then null when d0 = :p4 then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = :p4 then null else cast(nullif(regexp_extract(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})', 0), '') as double) end nulls last, d0 nulls last;
-- snowflake:
-- 1| -- ["5","7 of them","5","7 of them","7 of them"]
-- 2| with results_1 as (
-- 5|     sum("id") as x0
-- 6 is left out
-- 8|   where "id" < cast(? as number(38, 0))
-- 11 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 17 is left out
-- 32|     case when asked_1.place is not null then case when cast("notes"."size" as varchar) like '%.%0' and lower(cast("notes"."size" as varchar)) not like '%e%' then rtrim(rtrim(cast("notes"."size" as varchar), '0'), '.') when cast("notes"."size" as varchar) = 'inf' then 'Infinity' when cast("notes"."size" as varchar) = '-inf' then '-Infinity' when cast("notes"."size" as varchar) = 'NaN' then 'NaN' else cast("notes"."size" as varchar) end else ? end as d0,
-- 33|     count(*) as x0,
-- 34|     sum("notes"."id") as x1
-- 35|   from "notes"
-- 36|   left join asked_1 on equal_null(asked_1.d0, "notes"."size")
-- 36+|   where "notes"."id" < cast(? as number(38, 0))
-- 44| order by case when d0 is null then null when d0 = ? then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = ? then null else cast(nullif(regexp_substr(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as float) end nulls last, d0 nulls last;
-- redshift:
-- 1| -- ["5","7 of them","5","7 of them"]
-- 2| with results_1 as (
-- 5|     sum("id") as x0
-- 6 is left out
-- 11 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 17 is left out
-- 32|     case when asked_1.place is not null then case when "notes"."size"::varchar like '%.%0' and lower("notes"."size"::varchar) not like '%e%' then rtrim(rtrim("notes"."size"::varchar, '0'), '.') else "notes"."size"::varchar end else $2 end as d0,
-- 33|     count(*) as x0,
-- 34|     sum("notes"."id") as x1
-- 35|   from "notes"
-- 36|   left join asked_1 on (asked_1.d0 = "notes"."size" or (asked_1.d0 is null and "notes"."size" is null))
-- 36+|   where "notes"."id" < $3::bigint
-- 44| order by case when d0 is null then null when d0 = $4 then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = $4 then null else cast(nullif(regexp_substr(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as double precision) end nulls last, d0 nulls last;

-- doubles beside the rest, which is sorted last
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
    case when asked_1.place is not null then case when cast(pg_typeof(coalesce(grouped_1.d0, null)) as varchar) = 'money' then regexp_replace(cast(cast(cast(cast(grouped_1.d0 as varchar) as money) as numeric) as varchar), '[.]0*$|([.][0-9]*[1-9])0+$', '\1') when grouped_1.d0::text like '%.%0' and lower(grouped_1.d0::text) not like '%e%' then rtrim(rtrim(grouped_1.d0::text, '0'), '.') else grouped_1.d0::text end else $1 end as d0,
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
-- 2| with results_1 as (
-- 5|     count(*) as x0
-- 6 is left out
-- 10 is left out
-- 11 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 24|       row_number() over (order by x0 desc, d0 <=> null, d0) as place
-- 31|     case when asked_1.place is not null then case when `notes`.`score` like '%.%0' and lower(`notes`.`score`) not like '%e%' then trim(trailing '.' from trim(trailing '0' from `notes`.`score`)) else `notes`.`score` end else ? end as d0,
-- 32|     count(*) as x0,
-- 33|     sum(`notes`.`id`) as x1
-- 34|   from `notes`
-- 35|   left join asked_1 on asked_1.d0 <=> `notes`.`score`
-- 43| order by case when d0 is null then null when d0 = ? then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end <=> null, case when d0 is null then null when d0 = ? then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end, case when d0 = ? then null else cast(nullif(regexp_substr(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as double) end <=> null, case when d0 = ? then null else cast(nullif(regexp_substr(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as double) end, d0 <=> null, d0;
-- clickhouse:
-- 2| with results_1 as (
-- 5|     count(*) as x0
-- 6 is left out
-- 10 is left out
-- 11 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 24|       row_number() over (order by x0 <> x0 desc nulls last, x0 desc nulls last, d0 nulls last) as place
-- 31|     case when asked_1.place is not null then case when toString("notes"."score") = 'inf' then 'Infinity' when toString("notes"."score") = '-inf' then '-Infinity' when toString("notes"."score") = 'nan' then 'NaN' else toString("notes"."score") end else {p1:String} end as d0,
-- 32|     count(*) as x0,
-- 33|     sumOrNull("notes"."id" + toDecimal128(0, 0)) as x1
-- 34|   from "notes"
-- 35|   left join asked_1 on [asked_1.d0] = ["notes"."score"]
-- 43| order by case when d0 is null then null when d0 = {p2:String} then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = {p2:String} then null else cast(nullif(extract(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as Nullable(Float64)) end nulls last, d0 nulls last
-- 43+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 1| -- ["-5 and less","-5 and less","-5 and less"]
-- 2| with results_1 as (
-- 5|     count(*) as x0
-- 6 is left out
-- 10 is left out
-- 11 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 31|     case when asked_1.place is not null then case when cast("notes"."score" as varchar) like '%.%0' and lower(cast("notes"."score" as varchar)) not like '%e%' then regexp_replace(cast("notes"."score" as varchar), '[.]?0+$', '') else cast("notes"."score" as varchar) end else ? end as d0,
-- 32|     count(*) as x0,
-- 33|     sum("notes"."id") as x1
-- 34|   from "notes"
-- 35|   left join asked_1 on asked_1.d0 is not distinct from "notes"."score"
-- 43| order by case when d0 is null then null when d0 = ? then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = ? then null else cast(nullif(regexp_extract(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}([eE][-+]{0,1}[0-9]+){0,1})'), '') as double) end nulls last, d0 nulls last;
-- bigquery:
-- 2| with results_1 as (
-- 5|     count(*) as x0
-- 6 is left out
-- 10 is left out
-- 11 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 31|     case when asked_1.place is not null then case when cast(`notes`.`score` as string) = 'inf' then 'Infinity' when cast(`notes`.`score` as string) = '-inf' then '-Infinity' when cast(`notes`.`score` as string) = 'NaN' then 'NaN' else cast(`notes`.`score` as string) end else @p1 end as d0,
-- 32|     count(*) as x0,
-- 33|     sum(`notes`.`id`) as x1
-- 34|   from `notes`
-- 35|   left join asked_1 on to_json_string(asked_1.d0) = to_json_string(`notes`.`score`)
-- 43| order by case when d0 is null then null when d0 = @p2 then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = @p2 then null else cast(nullif(regexp_extract(d0, '(-{0,1}[0-9]+(?:[.][0-9]+){0,1}(?:e[-+]{0,1}[0-9]+){0,1})'), '') as float64) end nulls last, d0 nulls last;
-- databricks:
-- 2| with results_1 as (
-- 5|     count(*) as x0
-- 6 is left out
-- 10 is left out
-- 11 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 31|     case when asked_1.place is not null then case when cast(`notes`.`score` as string) like '%.%0' and lower(cast(`notes`.`score` as string)) not like '%e%' then regexp_replace(cast(`notes`.`score` as string), '[.]?0+$', '') else cast(`notes`.`score` as string) end else :p1 end as d0,
-- 32|     count(*) as x0,
-- 33|     sum(`notes`.`id`) as x1
-- 34|   from `notes`
-- 35|   left join asked_1 on asked_1.d0 <=> `notes`.`score`
-- 43| order by case when d0 is null then null when d0 = :p2 then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = :p2 then null else cast(nullif(regexp_extract(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})', 0), '') as double) end nulls last, d0 nulls last;
-- snowflake:
-- 1| -- ["-5 and less","-5 and less","-5 and less"]
-- 2| with results_1 as (
-- 5|     count(*) as x0
-- 6 is left out
-- 10 is left out
-- 11 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 31|     case when asked_1.place is not null then case when cast("notes"."score" as varchar) like '%.%0' and lower(cast("notes"."score" as varchar)) not like '%e%' then rtrim(rtrim(cast("notes"."score" as varchar), '0'), '.') when cast("notes"."score" as varchar) = 'inf' then 'Infinity' when cast("notes"."score" as varchar) = '-inf' then '-Infinity' when cast("notes"."score" as varchar) = 'NaN' then 'NaN' else cast("notes"."score" as varchar) end else ? end as d0,
-- 32|     count(*) as x0,
-- 33|     sum("notes"."id") as x1
-- 34|   from "notes"
-- 35|   left join asked_1 on equal_null(asked_1.d0, "notes"."score")
-- 43| order by case when d0 is null then null when d0 = ? then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = ? then null else cast(nullif(regexp_substr(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as float) end nulls last, d0 nulls last;
-- redshift:
-- 2| with results_1 as (
-- 5|     count(*) as x0
-- 6 is left out
-- 10 is left out
-- 11 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 31|     case when asked_1.place is not null then case when "notes"."score"::varchar like '%.%0' and lower("notes"."score"::varchar) not like '%e%' then rtrim(rtrim("notes"."score"::varchar, '0'), '.') else "notes"."score"::varchar end else $1 end as d0,
-- 32|     count(*) as x0,
-- 33|     sum("notes"."id") as x1
-- 34|   from "notes"
-- 35|   left join asked_1 on (asked_1.d0 = "notes"."score" or (asked_1.d0 is null and "notes"."score" is null))
-- 43| order by case when d0 is null then null when d0 = $2 then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = $2 then null else cast(nullif(regexp_substr(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as double precision) end nulls last, d0 nulls last;

-- numbers in descending order, before the rest
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
    case when asked_1.place is not null then case when cast(pg_typeof(coalesce(grouped_1.d0, null)) as varchar) = 'money' then regexp_replace(cast(cast(cast(cast(grouped_1.d0 as varchar) as money) as numeric) as varchar), '[.]0*$|([.][0-9]*[1-9])0+$', '\1') when grouped_1.d0::text like '%.%0' and lower(grouped_1.d0::text) not like '%e%' then rtrim(rtrim(grouped_1.d0::text, '0'), '.') else grouped_1.d0::text end else $1 end as d0,
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
-- 2| with results_1 as (
-- 5|     sum(`id`) as x0
-- 9 is left out
-- 10 is left out
-- 11 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 23|       row_number() over (order by x0 <=> null, x0, d0 <=> null, d0) as place
-- 30|     case when asked_1.place is not null then case when `notes`.`size` like '%.%0' and lower(`notes`.`size`) not like '%e%' then trim(trailing '.' from trim(trailing '0' from `notes`.`size`)) else `notes`.`size` end else ? end as d0,
-- 31|     sum(`notes`.`id`) as x0
-- 32|   from `notes`
-- 33|   left join asked_1 on asked_1.d0 <=> `notes`.`size`
-- 40| order by case when d0 is null then null when d0 = ? then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end desc, case when d0 = ? then null else cast(nullif(regexp_substr(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as double) end desc, d0 desc;
-- clickhouse:
-- 2| with results_1 as (
-- 5|     sumOrNull("id" + toDecimal128(0, 0)) as x0
-- 9 is left out
-- 10 is left out
-- 11 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 30|     case when asked_1.place is not null then case when toString("notes"."size") = 'inf' then 'Infinity' when toString("notes"."size") = '-inf' then '-Infinity' when toString("notes"."size") = 'nan' then 'NaN' else toString("notes"."size") end else {p1:String} end as d0,
-- 31|     sumOrNull("notes"."id" + toDecimal128(0, 0)) as x0
-- 32|   from "notes"
-- 33|   left join asked_1 on [asked_1.d0] = ["notes"."size"]
-- 40| order by case when d0 is null then null when d0 = {p2:String} then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end desc nulls last, case when d0 = {p2:String} then null else cast(nullif(extract(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as Nullable(Float64)) end desc nulls last, d0 desc nulls last
-- 40+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 1| -- ["Other","Other","Other"]
-- 2| with results_1 as (
-- 5|     sum("id") as x0
-- 9 is left out
-- 10 is left out
-- 11 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 30|     case when asked_1.place is not null then case when cast("notes"."size" as varchar) like '%.%0' and lower(cast("notes"."size" as varchar)) not like '%e%' then regexp_replace(cast("notes"."size" as varchar), '[.]?0+$', '') else cast("notes"."size" as varchar) end else ? end as d0,
-- 31|     sum("notes"."id") as x0
-- 32|   from "notes"
-- 33|   left join asked_1 on asked_1.d0 is not distinct from "notes"."size"
-- 40| order by case when d0 is null then null when d0 = ? then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end desc nulls last, case when d0 = ? then null else cast(nullif(regexp_extract(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}([eE][-+]{0,1}[0-9]+){0,1})'), '') as double) end desc nulls last, d0 desc nulls last;
-- bigquery:
-- 2| with results_1 as (
-- 5|     sum(`id`) as x0
-- 9 is left out
-- 10 is left out
-- 11 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 30|     case when asked_1.place is not null then case when cast(`notes`.`size` as string) = 'inf' then 'Infinity' when cast(`notes`.`size` as string) = '-inf' then '-Infinity' when cast(`notes`.`size` as string) = 'NaN' then 'NaN' else cast(`notes`.`size` as string) end else @p1 end as d0,
-- 31|     sum(`notes`.`id`) as x0
-- 32|   from `notes`
-- 33|   left join asked_1 on to_json_string(asked_1.d0) = to_json_string(`notes`.`size`)
-- 40| order by case when d0 is null then null when d0 = @p2 then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end desc nulls last, case when d0 = @p2 then null else cast(nullif(regexp_extract(d0, '(-{0,1}[0-9]+(?:[.][0-9]+){0,1}(?:e[-+]{0,1}[0-9]+){0,1})'), '') as float64) end desc nulls last, d0 desc nulls last;
-- databricks:
-- 2| with results_1 as (
-- 5|     sum(`id`) as x0
-- 9 is left out
-- 10 is left out
-- 11 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 30|     case when asked_1.place is not null then case when cast(`notes`.`size` as string) like '%.%0' and lower(cast(`notes`.`size` as string)) not like '%e%' then regexp_replace(cast(`notes`.`size` as string), '[.]?0+$', '') else cast(`notes`.`size` as string) end else :p1 end as d0,
-- 31|     sum(`notes`.`id`) as x0
-- 32|   from `notes`
-- 33|   left join asked_1 on asked_1.d0 <=> `notes`.`size`
-- 40| order by case when d0 is null then null when d0 = :p2 then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end desc nulls last, case when d0 = :p2 then null else cast(nullif(regexp_extract(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})', 0), '') as double) end desc nulls last, d0 desc nulls last;
-- snowflake:
-- 1| -- ["Other","Other","Other"]
-- 2| with results_1 as (
-- 5|     sum("id") as x0
-- 9 is left out
-- 10 is left out
-- 11 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 30|     case when asked_1.place is not null then case when cast("notes"."size" as varchar) like '%.%0' and lower(cast("notes"."size" as varchar)) not like '%e%' then rtrim(rtrim(cast("notes"."size" as varchar), '0'), '.') when cast("notes"."size" as varchar) = 'inf' then 'Infinity' when cast("notes"."size" as varchar) = '-inf' then '-Infinity' when cast("notes"."size" as varchar) = 'NaN' then 'NaN' else cast("notes"."size" as varchar) end else ? end as d0,
-- 31|     sum("notes"."id") as x0
-- 32|   from "notes"
-- 33|   left join asked_1 on equal_null(asked_1.d0, "notes"."size")
-- 40| order by case when d0 is null then null when d0 = ? then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end desc nulls last, case when d0 = ? then null else cast(nullif(regexp_substr(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as float) end desc nulls last, d0 desc nulls last;
-- redshift:
-- 2| with results_1 as (
-- 5|     sum("id") as x0
-- 9 is left out
-- 10 is left out
-- 11 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 30|     case when asked_1.place is not null then case when "notes"."size"::varchar like '%.%0' and lower("notes"."size"::varchar) not like '%e%' then rtrim(rtrim("notes"."size"::varchar, '0'), '.') else "notes"."size"::varchar end else $1 end as d0,
-- 31|     sum("notes"."id") as x0
-- 32|   from "notes"
-- 33|   left join asked_1 on (asked_1.d0 = "notes"."size" or (asked_1.d0 is null and "notes"."size" is null))
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
    case when asked_1.place is not null then case when cast(pg_typeof(coalesce(grouped_1.d0, null)) as varchar) = 'money' then regexp_replace(cast(cast(cast(cast(grouped_1.d0 as varchar) as money) as numeric) as varchar), '[.]0*$|([.][0-9]*[1-9])0+$', '\1') when grouped_1.d0::text like '%.%0' and lower(grouped_1.d0::text) not like '%e%' then rtrim(rtrim(grouped_1.d0::text, '0'), '.') else grouped_1.d0::text end else $1 end as d0,
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
-- 2| with results_1 as (
-- 4|     month(`day`) as d0,
-- 5|     count(*) as x0
-- 9 is left out
-- 10 is left out
-- 11 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 23|       row_number() over (order by x0 desc, d0 <=> null, d0) as place
-- 30|     case when asked_1.place is not null then case when (month(`notes`.`day`)) like '%.%0' and lower((month(`notes`.`day`))) not like '%e%' then trim(trailing '.' from trim(trailing '0' from (month(`notes`.`day`)))) else (month(`notes`.`day`)) end else ? end as d0,
-- 31|     count(*) as x0
-- 32|   from `notes`
-- 33|   left join asked_1 on asked_1.d0 <=> month(`notes`.`day`)
-- 40|     case when d0 is not null then sum(x0) over (order by case when d0 is null then null when d0 = ? then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end <=> null, case when d0 is null then null when d0 = ? then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end, case when d0 = ? then null else cast(nullif(regexp_substr(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as double) end <=> null, case when d0 = ? then null else cast(nullif(regexp_substr(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as double) end, d0 <=> null, d0 rows between unbounded preceding and current row) end as c0
-- 48| order by case when d0 is null then null when d0 = ? then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end <=> null, case when d0 is null then null when d0 = ? then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end, case when d0 = ? then null else cast(nullif(regexp_substr(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as double) end <=> null, case when d0 = ? then null else cast(nullif(regexp_substr(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as double) end, d0 <=> null, d0;
-- clickhouse:
-- 2| with results_1 as (
-- 4|     toMonth("day") as d0,
-- 5|     count(*) as x0
-- 9 is left out
-- 10 is left out
-- 11 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 23|       row_number() over (order by x0 <> x0 desc nulls last, x0 desc nulls last, d0 nulls last) as place
-- 30|     case when asked_1.place is not null then case when toString((toMonth("notes"."day"))) = 'inf' then 'Infinity' when toString((toMonth("notes"."day"))) = '-inf' then '-Infinity' when toString((toMonth("notes"."day"))) = 'nan' then 'NaN' else toString((toMonth("notes"."day"))) end else {p1:String} end as d0,
-- 31|     count(*) as x0
-- 32|   from "notes"
-- 33|   left join asked_1 on [asked_1.d0] = [toMonth("notes"."day")]
-- 40|     case when d0 is not null then sum(x0) over (order by case when d0 is null then null when d0 = {p2:String} then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = {p2:String} then null else cast(nullif(extract(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as Nullable(Float64)) end nulls last, d0 nulls last rows between unbounded preceding and current row) end as c0
-- 48| order by case when d0 is null then null when d0 = {p3:String} then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = {p3:String} then null else cast(nullif(extract(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as Nullable(Float64)) end nulls last, d0 nulls last
-- 48+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 1| -- ["Other","Other","Other","Other","Other"]
-- 2| with results_1 as (
-- 4|     month("day") as d0,
-- 5|     count(*) as x0
-- 9 is left out
-- 10 is left out
-- 11 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 30|     case when asked_1.place is not null then case when cast((month("notes"."day")) as varchar) like '%.%0' and lower(cast((month("notes"."day")) as varchar)) not like '%e%' then regexp_replace(cast((month("notes"."day")) as varchar), '[.]?0+$', '') else cast((month("notes"."day")) as varchar) end else ? end as d0,
-- 31|     count(*) as x0
-- 32|   from "notes"
-- 33|   left join asked_1 on asked_1.d0 is not distinct from month("notes"."day")
-- 40|     case when d0 is not null then sum(x0) over (order by case when d0 is null then null when d0 = ? then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = ? then null else cast(nullif(regexp_extract(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}([eE][-+]{0,1}[0-9]+){0,1})'), '') as double) end nulls last, d0 nulls last rows between unbounded preceding and current row) end as c0
-- 48| order by case when d0 is null then null when d0 = ? then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = ? then null else cast(nullif(regexp_extract(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}([eE][-+]{0,1}[0-9]+){0,1})'), '') as double) end nulls last, d0 nulls last;
-- bigquery:
-- 2| with results_1 as (
-- 4|     extract(month from `day`) as d0,
-- 5|     count(*) as x0
-- 9 is left out
-- 10 is left out
-- 11 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 30|     case when asked_1.place is not null then case when cast((extract(month from `notes`.`day`)) as string) = 'inf' then 'Infinity' when cast((extract(month from `notes`.`day`)) as string) = '-inf' then '-Infinity' when cast((extract(month from `notes`.`day`)) as string) = 'NaN' then 'NaN' else cast((extract(month from `notes`.`day`)) as string) end else @p1 end as d0,
-- 31|     count(*) as x0
-- 32|   from `notes`
-- 33|   left join asked_1 on to_json_string(asked_1.d0) = to_json_string(extract(month from `notes`.`day`))
-- 40|     case when d0 is not null then sum(x0) over (order by case when d0 is null then null when d0 = @p2 then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = @p2 then null else cast(nullif(regexp_extract(d0, '(-{0,1}[0-9]+(?:[.][0-9]+){0,1}(?:e[-+]{0,1}[0-9]+){0,1})'), '') as float64) end nulls last, d0 nulls last rows between unbounded preceding and current row) end as c0
-- 46|   c0 as `c_so_far__2c52mem0qw515`
-- 48| order by case when d0 is null then null when d0 = @p3 then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = @p3 then null else cast(nullif(regexp_extract(d0, '(-{0,1}[0-9]+(?:[.][0-9]+){0,1}(?:e[-+]{0,1}[0-9]+){0,1})'), '') as float64) end nulls last, d0 nulls last;
-- databricks:
-- 2| with results_1 as (
-- 4|     month(`day`) as d0,
-- 5|     count(*) as x0
-- 9 is left out
-- 10 is left out
-- 11 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 30|     case when asked_1.place is not null then case when cast((month(`notes`.`day`)) as string) like '%.%0' and lower(cast((month(`notes`.`day`)) as string)) not like '%e%' then regexp_replace(cast((month(`notes`.`day`)) as string), '[.]?0+$', '') else cast((month(`notes`.`day`)) as string) end else :p1 end as d0,
-- 31|     count(*) as x0
-- 32|   from `notes`
-- 33|   left join asked_1 on asked_1.d0 <=> month(`notes`.`day`)
-- 40|     case when d0 is not null then sum(x0) over (order by case when d0 is null then null when d0 = :p2 then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = :p2 then null else cast(nullif(regexp_extract(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})', 0), '') as double) end nulls last, d0 nulls last rows between unbounded preceding and current row) end as c0
-- 48| order by case when d0 is null then null when d0 = :p3 then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = :p3 then null else cast(nullif(regexp_extract(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})', 0), '') as double) end nulls last, d0 nulls last;
-- snowflake:
-- 1| -- ["Other","Other","Other","Other","Other"]
-- 2| with results_1 as (
-- 4|     month("day") as d0,
-- 5|     count(*) as x0
-- 9 is left out
-- 10 is left out
-- 11 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 30|     case when asked_1.place is not null then case when cast((month("notes"."day")) as varchar) like '%.%0' and lower(cast((month("notes"."day")) as varchar)) not like '%e%' then rtrim(rtrim(cast((month("notes"."day")) as varchar), '0'), '.') when cast((month("notes"."day")) as varchar) = 'inf' then 'Infinity' when cast((month("notes"."day")) as varchar) = '-inf' then '-Infinity' when cast((month("notes"."day")) as varchar) = 'NaN' then 'NaN' else cast((month("notes"."day")) as varchar) end else ? end as d0,
-- 31|     count(*) as x0
-- 32|   from "notes"
-- 33|   left join asked_1 on equal_null(asked_1.d0, month("notes"."day"))
-- 40|     case when d0 is not null then sum(x0) over (order by case when d0 is null then null when d0 = ? then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = ? then null else cast(nullif(regexp_substr(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as float) end nulls last, d0 nulls last rows between unbounded preceding and current row) end as c0
-- 48| order by case when d0 is null then null when d0 = ? then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = ? then null else cast(nullif(regexp_substr(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as float) end nulls last, d0 nulls last;
-- redshift:
-- 2| with results_1 as (
-- 5|     count(*) as x0
-- 9 is left out
-- 10 is left out
-- 11 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 30|     case when asked_1.place is not null then case when (extract(month from "notes"."day")::integer)::varchar like '%.%0' and lower((extract(month from "notes"."day")::integer)::varchar) not like '%e%' then rtrim(rtrim((extract(month from "notes"."day")::integer)::varchar, '0'), '.') else (extract(month from "notes"."day")::integer)::varchar end else $1 end as d0,
-- 31|     count(*) as x0
-- 32|   from "notes"
-- 33|   left join asked_1 on (asked_1.d0 = extract(month from "notes"."day")::integer or (asked_1.d0 is null and extract(month from "notes"."day")::integer is null))
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
    case when asked_1.place is not null then case when cast(pg_typeof(coalesce("notes"."size", null)) as varchar) = 'money' then regexp_replace(cast(cast(cast(cast("notes"."size" as varchar) as money) as numeric) as varchar), '[.]0*$|([.][0-9]*[1-9])0+$', '\1') when "notes"."size"::text like '%.%0' and lower("notes"."size"::text) not like '%e%' then rtrim(rtrim("notes"."size"::text, '0'), '.') else "notes"."size"::text end else $1 end as d0,
    "notes"."score" as d1,
    count(*) as x0,
    2 as level
  from "notes"
  left join asked_1 on array[asked_1.d0] = array["notes"."size"]
  group by 1, 2
),
results_4 as (
  select
    case when asked_2.place is not null then case when cast(pg_typeof(coalesce("notes"."size", null)) as varchar) = 'money' then regexp_replace(cast(cast(cast(cast("notes"."size" as varchar) as money) as numeric) as varchar), '[.]0*$|([.][0-9]*[1-9])0+$', '\1') when "notes"."size"::text like '%.%0' and lower("notes"."size"::text) not like '%e%' then rtrim(rtrim("notes"."size"::text, '0'), '.') else "notes"."size"::text end else $2 end as d0,
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
-- 16|       row_number() over (order by x0 <> x0 desc nulls last, x0 desc nulls last, d0 nulls last) as place
-- 35|       row_number() over (order by x0 <> x0 desc nulls last, x0 desc nulls last, d0 nulls last) as place
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

-- infinities and NaN beside the rest are spelled as everywhere
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
    case when asked_1.place is not null then case when cast(pg_typeof(coalesce(grouped_1.d0, null)) as varchar) = 'money' then regexp_replace(cast(cast(cast(cast(grouped_1.d0 as varchar) as money) as numeric) as varchar), '[.]0*$|([.][0-9]*[1-9])0+$', '\1') when grouped_1.d0::text like '%.%0' and lower(grouped_1.d0::text) not like '%e%' then rtrim(rtrim(grouped_1.d0::text, '0'), '.') else grouped_1.d0::text end else $1 end as d0,
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
-- 2| with results_1 as (
-- 5|     sumOrNull("id" + toDecimal128(0, 0)) as x0
-- 6 is left out
-- 10 is left out
-- 11 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 31|     case when asked_1.place is not null then case when toString((case "notes"."id" when 1 then cast('NaN' as double precision) when 3 then cast('Infinity' as double precision) when 4 then cast('-Infinity' as double precision) else "notes"."score" end)) = 'inf' then 'Infinity' when toString((case "notes"."id" when 1 then cast('NaN' as double precision) when 3 then cast('Infinity' as double precision) when 4 then cast('-Infinity' as double precision) else "notes"."score" end)) = '-inf' then '-Infinity' when toString((case "notes"."id" when 1 then cast('NaN' as double precision) when 3 then cast('Infinity' as double precision) when 4 then cast('-Infinity' as double precision) else "notes"."score" end)) = 'nan' then 'NaN' else toString((case "notes"."id" when 1 then cast('NaN' as double precision) when 3 then cast('Infinity' as double precision) when 4 then cast('-Infinity' as double precision) else "notes"."score" end)) end else {p1:String} end as d0,
-- 32|     count(*) as x0
-- 33|   from "notes"
-- 34|   left join asked_1 on [asked_1.d0] = [(case "notes"."id" when 1 then cast('NaN' as double precision) when 3 then cast('Infinity' as double precision) when 4 then cast('-Infinity' as double precision) else "notes"."score" end)]
-- 41| order by case when d0 is null then null when d0 = {p2:String} then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = {p2:String} then null else cast(nullif(extract(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as Nullable(Float64)) end nulls last, d0 nulls last
-- 41+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 1| -- ["Other","Other","Other"]
-- 2| with results_1 as (
-- 5|     sum("id") as x0
-- 6 is left out
-- 10 is left out
-- 11 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 31|     case when asked_1.place is not null then case when cast((case "notes"."id" when 1 then cast('NaN' as double precision) when 3 then cast('Infinity' as double precision) when 4 then cast('-Infinity' as double precision) else "notes"."score" end) as varchar) like '%.%0' and lower(cast((case "notes"."id" when 1 then cast('NaN' as double precision) when 3 then cast('Infinity' as double precision) when 4 then cast('-Infinity' as double precision) else "notes"."score" end) as varchar)) not like '%e%' then regexp_replace(cast((case "notes"."id" when 1 then cast('NaN' as double precision) when 3 then cast('Infinity' as double precision) when 4 then cast('-Infinity' as double precision) else "notes"."score" end) as varchar), '[.]?0+$', '') else cast((case "notes"."id" when 1 then cast('NaN' as double precision) when 3 then cast('Infinity' as double precision) when 4 then cast('-Infinity' as double precision) else "notes"."score" end) as varchar) end else ? end as d0,
-- 32|     count(*) as x0
-- 33|   from "notes"
-- 34|   left join asked_1 on asked_1.d0 is not distinct from (case "notes"."id" when 1 then cast('NaN' as double precision) when 3 then cast('Infinity' as double precision) when 4 then cast('-Infinity' as double precision) else "notes"."score" end)
-- 41| order by case when d0 is null then null when d0 = ? then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = ? then null else cast(nullif(regexp_extract(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}([eE][-+]{0,1}[0-9]+){0,1})'), '') as double) end nulls last, d0 nulls last;
-- bigquery:
-- 2| with results_1 as (
-- 5|     sum(`id`) as x0
-- 6 is left out
-- 10 is left out
-- 11 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 31|     case when asked_1.place is not null then case when cast((case `notes`.`id` when 1 then cast('NaN' as double precision) when 3 then cast('Infinity' as double precision) when 4 then cast('-Infinity' as double precision) else `notes`.`score` end) as string) = 'inf' then 'Infinity' when cast((case `notes`.`id` when 1 then cast('NaN' as double precision) when 3 then cast('Infinity' as double precision) when 4 then cast('-Infinity' as double precision) else `notes`.`score` end) as string) = '-inf' then '-Infinity' when cast((case `notes`.`id` when 1 then cast('NaN' as double precision) when 3 then cast('Infinity' as double precision) when 4 then cast('-Infinity' as double precision) else `notes`.`score` end) as string) = 'NaN' then 'NaN' else cast((case `notes`.`id` when 1 then cast('NaN' as double precision) when 3 then cast('Infinity' as double precision) when 4 then cast('-Infinity' as double precision) else `notes`.`score` end) as string) end else @p1 end as d0,
-- 32|     count(*) as x0
-- 33|   from `notes`
-- 34|   left join asked_1 on to_json_string(asked_1.d0) = to_json_string((case `notes`.`id` when 1 then cast('NaN' as double precision) when 3 then cast('Infinity' as double precision) when 4 then cast('-Infinity' as double precision) else `notes`.`score` end))
-- 41| order by case when d0 is null then null when d0 = @p2 then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = @p2 then null else cast(nullif(regexp_extract(d0, '(-{0,1}[0-9]+(?:[.][0-9]+){0,1}(?:e[-+]{0,1}[0-9]+){0,1})'), '') as float64) end nulls last, d0 nulls last;
-- databricks:
-- 2| with results_1 as (
-- 5|     sum(`id`) as x0
-- 6 is left out
-- 10 is left out
-- 11 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 31|     case when asked_1.place is not null then case when cast((case `notes`.`id` when 1 then cast('NaN' as double precision) when 3 then cast('Infinity' as double precision) when 4 then cast('-Infinity' as double precision) else `notes`.`score` end) as string) like '%.%0' and lower(cast((case `notes`.`id` when 1 then cast('NaN' as double precision) when 3 then cast('Infinity' as double precision) when 4 then cast('-Infinity' as double precision) else `notes`.`score` end) as string)) not like '%e%' then regexp_replace(cast((case `notes`.`id` when 1 then cast('NaN' as double precision) when 3 then cast('Infinity' as double precision) when 4 then cast('-Infinity' as double precision) else `notes`.`score` end) as string), '[.]?0+$', '') else cast((case `notes`.`id` when 1 then cast('NaN' as double precision) when 3 then cast('Infinity' as double precision) when 4 then cast('-Infinity' as double precision) else `notes`.`score` end) as string) end else :p1 end as d0,
-- 32|     count(*) as x0
-- 33|   from `notes`
-- 34|   left join asked_1 on asked_1.d0 <=> (case `notes`.`id` when 1 then cast('NaN' as double precision) when 3 then cast('Infinity' as double precision) when 4 then cast('-Infinity' as double precision) else `notes`.`score` end)
-- 41| order by case when d0 is null then null when d0 = :p2 then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = :p2 then null else cast(nullif(regexp_extract(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})', 0), '') as double) end nulls last, d0 nulls last;
-- snowflake:
-- 1| -- ["Other","Other","Other"]
-- 2| with results_1 as (
-- 5|     sum("id") as x0
-- 6 is left out
-- 10 is left out
-- 11 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 31|     case when asked_1.place is not null then case when cast((case "notes"."id" when 1 then cast('NaN' as double precision) when 3 then cast('Infinity' as double precision) when 4 then cast('-Infinity' as double precision) else "notes"."score" end) as varchar) like '%.%0' and lower(cast((case "notes"."id" when 1 then cast('NaN' as double precision) when 3 then cast('Infinity' as double precision) when 4 then cast('-Infinity' as double precision) else "notes"."score" end) as varchar)) not like '%e%' then rtrim(rtrim(cast((case "notes"."id" when 1 then cast('NaN' as double precision) when 3 then cast('Infinity' as double precision) when 4 then cast('-Infinity' as double precision) else "notes"."score" end) as varchar), '0'), '.') when cast((case "notes"."id" when 1 then cast('NaN' as double precision) when 3 then cast('Infinity' as double precision) when 4 then cast('-Infinity' as double precision) else "notes"."score" end) as varchar) = 'inf' then 'Infinity' when cast((case "notes"."id" when 1 then cast('NaN' as double precision) when 3 then cast('Infinity' as double precision) when 4 then cast('-Infinity' as double precision) else "notes"."score" end) as varchar) = '-inf' then '-Infinity' when cast((case "notes"."id" when 1 then cast('NaN' as double precision) when 3 then cast('Infinity' as double precision) when 4 then cast('-Infinity' as double precision) else "notes"."score" end) as varchar) = 'NaN' then 'NaN' else cast((case "notes"."id" when 1 then cast('NaN' as double precision) when 3 then cast('Infinity' as double precision) when 4 then cast('-Infinity' as double precision) else "notes"."score" end) as varchar) end else ? end as d0,
-- 32|     count(*) as x0
-- 33|   from "notes"
-- 34|   left join asked_1 on equal_null(asked_1.d0, (case "notes"."id" when 1 then cast('NaN' as double precision) when 3 then cast('Infinity' as double precision) when 4 then cast('-Infinity' as double precision) else "notes"."score" end))
-- 41| order by case when d0 is null then null when d0 = ? then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = ? then null else cast(nullif(regexp_substr(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as float) end nulls last, d0 nulls last;
-- redshift:
-- 2| with results_1 as (
-- 5|     sum("id") as x0
-- 6 is left out
-- 10 is left out
-- 11 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 31|     case when asked_1.place is not null then case when (case "notes"."id" when 1 then cast('NaN' as double precision) when 3 then cast('Infinity' as double precision) when 4 then cast('-Infinity' as double precision) else "notes"."score" end)::varchar like '%.%0' and lower((case "notes"."id" when 1 then cast('NaN' as double precision) when 3 then cast('Infinity' as double precision) when 4 then cast('-Infinity' as double precision) else "notes"."score" end)::varchar) not like '%e%' then rtrim(rtrim((case "notes"."id" when 1 then cast('NaN' as double precision) when 3 then cast('Infinity' as double precision) when 4 then cast('-Infinity' as double precision) else "notes"."score" end)::varchar, '0'), '.') else (case "notes"."id" when 1 then cast('NaN' as double precision) when 3 then cast('Infinity' as double precision) when 4 then cast('-Infinity' as double precision) else "notes"."score" end)::varchar end else $1 end as d0,
-- 32|     count(*) as x0
-- 33|   from "notes"
-- 34|   left join asked_1 on (asked_1.d0 = (case "notes"."id" when 1 then cast('NaN' as double precision) when 3 then cast('Infinity' as double precision) when 4 then cast('-Infinity' as double precision) else "notes"."score" end) or (asked_1.d0 is null and (case "notes"."id" when 1 then cast('NaN' as double precision) when 3 then cast('Infinity' as double precision) when 4 then cast('-Infinity' as double precision) else "notes"."score" end) is null))
-- 41| order by case when d0 is null then null when d0 = $2 then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = $2 then null else cast(nullif(regexp_substr(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as double precision) end nulls last, d0 nulls last;

-- along numbers beside the rest, the rest is last
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
    case when asked_1.place is not null then case when cast(pg_typeof(coalesce(grouped_1.d0, null)) as varchar) = 'money' then regexp_replace(cast(cast(cast(cast(grouped_1.d0 as varchar) as money) as numeric) as varchar), '[.]0*$|([.][0-9]*[1-9])0+$', '\1') when grouped_1.d0::text like '%.%0' and lower(grouped_1.d0::text) not like '%e%' then rtrim(rtrim(grouped_1.d0::text, '0'), '.') else grouped_1.d0::text end else $1 end as d0,
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
-- 2| with results_1 as (
-- 5|     sum(`id`) as x0
-- 9 is left out
-- 10 is left out
-- 11 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 23|       row_number() over (order by x0 desc, d0 <=> null, d0) as place
-- 30|     case when asked_1.place is not null then case when `notes`.`size` like '%.%0' and lower(`notes`.`size`) not like '%e%' then trim(trailing '.' from trim(trailing '0' from `notes`.`size`)) else `notes`.`size` end else ? end as d0,
-- 31|     sum(`notes`.`id`) as x0
-- 32|   from `notes`
-- 33|   left join asked_1 on asked_1.d0 <=> `notes`.`size`
-- 40|     case when d0 is not null then first_value(x0) over (order by case when d0 is null then null when d0 = ? then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end <=> null, case when d0 is null then null when d0 = ? then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end, case when d0 = ? then null else cast(nullif(regexp_substr(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as double) end <=> null, case when d0 = ? then null else cast(nullif(regexp_substr(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as double) end, d0 <=> null, d0 rows between unbounded preceding and unbounded following) end as c0,
-- 41|     case when d0 is not null then first_value(x0) over (order by case when d0 is null then null when d0 = ? then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end desc, case when d0 = ? then null else cast(nullif(regexp_substr(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as double) end desc, d0 desc rows between unbounded preceding and unbounded following) end as c1
-- 50| order by case when d0 is null then null when d0 = ? then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end <=> null, case when d0 is null then null when d0 = ? then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end, case when d0 = ? then null else cast(nullif(regexp_substr(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as double) end <=> null, case when d0 = ? then null else cast(nullif(regexp_substr(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as double) end, d0 <=> null, d0;
-- clickhouse:
-- 2| with results_1 as (
-- 5|     sumOrNull("id" + toDecimal128(0, 0)) as x0
-- 9 is left out
-- 10 is left out
-- 11 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 23|       row_number() over (order by x0 <> x0 desc nulls last, x0 desc nulls last, d0 nulls last) as place
-- 30|     case when asked_1.place is not null then case when toString("notes"."size") = 'inf' then 'Infinity' when toString("notes"."size") = '-inf' then '-Infinity' when toString("notes"."size") = 'nan' then 'NaN' else toString("notes"."size") end else {p1:String} end as d0,
-- 31|     sumOrNull("notes"."id" + toDecimal128(0, 0)) as x0
-- 32|   from "notes"
-- 33|   left join asked_1 on [asked_1.d0] = ["notes"."size"]
-- 40|     case when d0 is not null then first_value_respect_nulls(x0) over (order by case when d0 is null then null when d0 = {p2:String} then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = {p2:String} then null else cast(nullif(extract(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as Nullable(Float64)) end nulls last, d0 nulls last rows between unbounded preceding and unbounded following) end as c0,
-- 41|     case when d0 is not null then first_value_respect_nulls(x0) over (order by case when d0 is null then null when d0 = {p3:String} then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end desc nulls last, case when d0 = {p3:String} then null else cast(nullif(extract(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as Nullable(Float64)) end desc nulls last, d0 desc nulls last rows between unbounded preceding and unbounded following) end as c1
-- 50| order by case when d0 is null then null when d0 = {p4:String} then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = {p4:String} then null else cast(nullif(extract(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as Nullable(Float64)) end nulls last, d0 nulls last
-- 50+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 1| -- ["Other","Other","Other","Other","Other","Other","Other"]
-- 2| with results_1 as (
-- 5|     sum("id") as x0
-- 9 is left out
-- 10 is left out
-- 11 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 30|     case when asked_1.place is not null then case when cast("notes"."size" as varchar) like '%.%0' and lower(cast("notes"."size" as varchar)) not like '%e%' then regexp_replace(cast("notes"."size" as varchar), '[.]?0+$', '') else cast("notes"."size" as varchar) end else ? end as d0,
-- 31|     sum("notes"."id") as x0
-- 32|   from "notes"
-- 33|   left join asked_1 on asked_1.d0 is not distinct from "notes"."size"
-- 40|     case when d0 is not null then first_value(x0) over (order by case when d0 is null then null when d0 = ? then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = ? then null else cast(nullif(regexp_extract(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}([eE][-+]{0,1}[0-9]+){0,1})'), '') as double) end nulls last, d0 nulls last rows between unbounded preceding and unbounded following) end as c0,
-- 41|     case when d0 is not null then first_value(x0) over (order by case when d0 is null then null when d0 = ? then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end desc nulls last, case when d0 = ? then null else cast(nullif(regexp_extract(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}([eE][-+]{0,1}[0-9]+){0,1})'), '') as double) end desc nulls last, d0 desc nulls last rows between unbounded preceding and unbounded following) end as c1
-- 50| order by case when d0 is null then null when d0 = ? then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = ? then null else cast(nullif(regexp_extract(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}([eE][-+]{0,1}[0-9]+){0,1})'), '') as double) end nulls last, d0 nulls last;
-- bigquery:
-- 2| with results_1 as (
-- 5|     sum(`id`) as x0
-- 9 is left out
-- 10 is left out
-- 11 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 30|     case when asked_1.place is not null then case when cast(`notes`.`size` as string) = 'inf' then 'Infinity' when cast(`notes`.`size` as string) = '-inf' then '-Infinity' when cast(`notes`.`size` as string) = 'NaN' then 'NaN' else cast(`notes`.`size` as string) end else @p1 end as d0,
-- 31|     sum(`notes`.`id`) as x0
-- 32|   from `notes`
-- 33|   left join asked_1 on to_json_string(asked_1.d0) = to_json_string(`notes`.`size`)
-- 40|     case when d0 is not null then first_value(x0) over (order by case when d0 is null then null when d0 = @p2 then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = @p2 then null else cast(nullif(regexp_extract(d0, '(-{0,1}[0-9]+(?:[.][0-9]+){0,1}(?:e[-+]{0,1}[0-9]+){0,1})'), '') as float64) end nulls last, d0 nulls last rows between unbounded preceding and unbounded following) end as c0,
-- 41|     case when d0 is not null then first_value(x0) over (order by case when d0 is null then null when d0 = @p3 then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end desc nulls last, case when d0 = @p3 then null else cast(nullif(regexp_extract(d0, '(-{0,1}[0-9]+(?:[.][0-9]+){0,1}(?:e[-+]{0,1}[0-9]+){0,1})'), '') as float64) end desc nulls last, d0 desc nulls last rows between unbounded preceding and unbounded following) end as c1
-- 50| order by case when d0 is null then null when d0 = @p4 then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = @p4 then null else cast(nullif(regexp_extract(d0, '(-{0,1}[0-9]+(?:[.][0-9]+){0,1}(?:e[-+]{0,1}[0-9]+){0,1})'), '') as float64) end nulls last, d0 nulls last;
-- databricks:
-- 2| with results_1 as (
-- 5|     sum(`id`) as x0
-- 9 is left out
-- 10 is left out
-- 11 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 30|     case when asked_1.place is not null then case when cast(`notes`.`size` as string) like '%.%0' and lower(cast(`notes`.`size` as string)) not like '%e%' then regexp_replace(cast(`notes`.`size` as string), '[.]?0+$', '') else cast(`notes`.`size` as string) end else :p1 end as d0,
-- 31|     sum(`notes`.`id`) as x0
-- 32|   from `notes`
-- 33|   left join asked_1 on asked_1.d0 <=> `notes`.`size`
-- 40|     case when d0 is not null then first_value(x0) over (order by case when d0 is null then null when d0 = :p2 then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = :p2 then null else cast(nullif(regexp_extract(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})', 0), '') as double) end nulls last, d0 nulls last rows between unbounded preceding and unbounded following) end as c0,
-- 41|     case when d0 is not null then first_value(x0) over (order by case when d0 is null then null when d0 = :p3 then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end desc nulls last, case when d0 = :p3 then null else cast(nullif(regexp_extract(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})', 0), '') as double) end desc nulls last, d0 desc nulls last rows between unbounded preceding and unbounded following) end as c1
-- 50| order by case when d0 is null then null when d0 = :p4 then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = :p4 then null else cast(nullif(regexp_extract(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})', 0), '') as double) end nulls last, d0 nulls last;
-- snowflake:
-- 1| -- ["Other","Other","Other","Other","Other","Other","Other"]
-- 2| with results_1 as (
-- 5|     sum("id") as x0
-- 9 is left out
-- 10 is left out
-- 11 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 30|     case when asked_1.place is not null then case when cast("notes"."size" as varchar) like '%.%0' and lower(cast("notes"."size" as varchar)) not like '%e%' then rtrim(rtrim(cast("notes"."size" as varchar), '0'), '.') when cast("notes"."size" as varchar) = 'inf' then 'Infinity' when cast("notes"."size" as varchar) = '-inf' then '-Infinity' when cast("notes"."size" as varchar) = 'NaN' then 'NaN' else cast("notes"."size" as varchar) end else ? end as d0,
-- 31|     sum("notes"."id") as x0
-- 32|   from "notes"
-- 33|   left join asked_1 on equal_null(asked_1.d0, "notes"."size")
-- 40|     case when d0 is not null then first_value(x0) over (order by case when d0 is null then null when d0 = ? then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = ? then null else cast(nullif(regexp_substr(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as float) end nulls last, d0 nulls last rows between unbounded preceding and unbounded following) end as c0,
-- 41|     case when d0 is not null then first_value(x0) over (order by case when d0 is null then null when d0 = ? then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end desc nulls last, case when d0 = ? then null else cast(nullif(regexp_substr(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as float) end desc nulls last, d0 desc nulls last rows between unbounded preceding and unbounded following) end as c1
-- 50| order by case when d0 is null then null when d0 = ? then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = ? then null else cast(nullif(regexp_substr(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as float) end nulls last, d0 nulls last;
-- redshift:
-- 2| with results_1 as (
-- 5|     sum("id") as x0
-- 9 is left out
-- 10 is left out
-- 11 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 30|     case when asked_1.place is not null then case when "notes"."size"::varchar like '%.%0' and lower("notes"."size"::varchar) not like '%e%' then rtrim(rtrim("notes"."size"::varchar, '0'), '.') else "notes"."size"::varchar end else $1 end as d0,
-- 31|     sum("notes"."id") as x0
-- 32|   from "notes"
-- 33|   left join asked_1 on (asked_1.d0 = "notes"."size" or (asked_1.d0 is null and "notes"."size" is null))
-- 40|     case when d0 is not null then first_value(x0) over (order by case when d0 is null then null when d0 = $2 then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = $2 then null else cast(nullif(regexp_substr(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as double precision) end nulls last, d0 nulls last rows between unbounded preceding and unbounded following) end as c0,
-- 41|     case when d0 is not null then first_value(x0) over (order by case when d0 is null then null when d0 = $3 then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end desc nulls last, case when d0 = $3 then null else cast(nullif(regexp_substr(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as double precision) end desc nulls last, d0 desc nulls last rows between unbounded preceding and unbounded following) end as c1
-- 50| order by case when d0 is null then null when d0 = $4 then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = $4 then null else cast(nullif(regexp_substr(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as double precision) end nulls last, d0 nulls last;
