-- Postgres' SQL of each case, then the lines in which other dialects differ: "3|" replaces the third line, "3+|" follows
-- it. Differences in the quotes of names are not shown. These dialects are never run on the warehouse itself:
-- trino, bigquery, databricks, snowflake, redshift (how they are checked instead: shared/semantic/dialects/README.md).

-- an array contains a value, in its exact letter case
-- ["red"]
select "id" as "articles.id"
from "articles"
where "tags"::text[] && array[$1]::text[]
order by "articles.id" nulls last
limit 11;
-- duckdb:
-- 4| where list_has_any(cast("tags" as varchar[]), [$1::varchar])
-- mysql:
-- 4| where json_contains(`tags`, json_quote(?))
-- 5| order by `articles.id` <=> null, `articles.id`
-- clickhouse:
-- 4| where hasAny("tags", [{p1:String}])
-- 5| order by 1 nulls last
-- 6| limit 11
-- 6+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 4| where contains("tags", ?)
-- bigquery:
-- 4| where @p1 in unnest(`tags`)
-- databricks:
-- 4| where array_contains(`tags`, :p1)
-- snowflake:
-- 4| where array_contains(to_variant(?), "tags")
-- redshift:
-- 4| where array_contains("tags", $1)

-- an array contains any of some values
-- ["blue","Red","green"]
select "id" as "articles.id"
from "articles"
where "tags"::text[] && array[$1, $2, $3]::text[]
order by "articles.id" nulls last
limit 11;
-- duckdb:
-- 4| where list_has_any(cast("tags" as varchar[]), [$1::varchar, $2::varchar, $3::varchar])
-- mysql:
-- 4| where (json_contains(`tags`, json_quote(?)) or json_contains(`tags`, json_quote(?)) or json_contains(`tags`, json_quote(?)))
-- 5| order by `articles.id` <=> null, `articles.id`
-- clickhouse:
-- 4| where hasAny("tags", [{p1:String}, {p2:String}, {p3:String}])
-- 5| order by 1 nulls last
-- 6| limit 11
-- 6+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 4| where (contains("tags", ?) or contains("tags", ?) or contains("tags", ?))
-- bigquery:
-- 4| where (@p1 in unnest(`tags`) or @p2 in unnest(`tags`) or @p3 in unnest(`tags`))
-- databricks:
-- 4| where (array_contains(`tags`, :p1) or array_contains(`tags`, :p2) or array_contains(`tags`, :p3))
-- snowflake:
-- 4| where (array_contains(to_variant(?), "tags") or array_contains(to_variant(?), "tags") or array_contains(to_variant(?), "tags"))
-- redshift:
-- 4| where (array_contains("tags", $1) or array_contains("tags", $2) or array_contains("tags", $3))

-- an array contains all of some values
-- ["blue","red"]
select
  count(*) as "articles.count",
  sum("reads") as "articles.reads_total"
from "articles"
where "tags"::text[] @> array[$1, $2]::text[];
-- duckdb:
-- 6| where list_has_all(cast("tags" as varchar[]), [$1::varchar, $2::varchar]);
-- mysql:
-- 6| where (json_contains(`tags`, json_quote(?)) and json_contains(`tags`, json_quote(?)));
-- clickhouse:
-- 4|   sumOrNull("reads" + toDecimal128(0, 0)) as "articles.reads_total"
-- 6| where hasAll("tags", [{p1:String}, {p2:String}])
-- 6+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 6| where (contains("tags", ?) and contains("tags", ?));
-- bigquery:
-- 6| where (@p1 in unnest(`tags`) and @p2 in unnest(`tags`));
-- databricks:
-- 6| where (array_contains(`tags`, :p1) and array_contains(`tags`, :p2));
-- snowflake:
-- 6| where (array_contains(to_variant(?), "tags") and array_contains(to_variant(?), "tags"));
-- redshift:
-- 6| where (array_contains("tags", $1) and array_contains("tags", $2));

-- an array contains none of some values, which keeps null arrays and arrays with nulls
-- ["blue","green"]
select "id" as "articles.id"
from "articles"
where not coalesce("tags"::text[] && array[$1, $2]::text[], false)
order by "articles.id" nulls last
limit 11;
-- duckdb:
-- 4| where not coalesce(list_has_any(cast("tags" as varchar[]), [$1::varchar, $2::varchar]), false)
-- mysql:
-- 4| where not coalesce((json_contains(`tags`, json_quote(?)) or json_contains(`tags`, json_quote(?))), false)
-- 5| order by `articles.id` <=> null, `articles.id`
-- clickhouse:
-- 4| where not coalesce(hasAny("tags", [{p1:String}, {p2:String}]), false)
-- 5| order by 1 nulls last
-- 6| limit 11
-- 6+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 4| where not coalesce((contains("tags", ?) or contains("tags", ?)), false)
-- bigquery:
-- 4| where not coalesce((@p1 in unnest(`tags`) or @p2 in unnest(`tags`)), false)
-- databricks:
-- 4| where not coalesce((array_contains(`tags`, :p1) or array_contains(`tags`, :p2)), false)
-- snowflake:
-- 4| where not coalesce((array_contains(to_variant(?), "tags") or array_contains(to_variant(?), "tags")), false)
-- redshift:
-- 4| where not coalesce((array_contains("tags", $1) or array_contains("tags", $2)), false)

-- a negated condition on the values of an array
-- ["blue","red"]
select "id" as "articles.id"
from "articles"
where not coalesce("tags"::text[] @> array[$1, $2]::text[], false)
order by "articles.id" nulls last
limit 11;
-- duckdb:
-- 4| where not coalesce(list_has_all(cast("tags" as varchar[]), [$1::varchar, $2::varchar]), false)
-- mysql:
-- 4| where not coalesce((json_contains(`tags`, json_quote(?)) and json_contains(`tags`, json_quote(?))), false)
-- 5| order by `articles.id` <=> null, `articles.id`
-- clickhouse:
-- 4| where not coalesce(hasAll("tags", [{p1:String}, {p2:String}]), false)
-- 5| order by 1 nulls last
-- 6| limit 11
-- 6+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 4| where not coalesce((contains("tags", ?) and contains("tags", ?)), false)
-- bigquery:
-- 4| where not coalesce((@p1 in unnest(`tags`) and @p2 in unnest(`tags`)), false)
-- databricks:
-- 4| where not coalesce((array_contains(`tags`, :p1) and array_contains(`tags`, :p2)), false)
-- snowflake:
-- 4| where not coalesce((array_contains(to_variant(?), "tags") and array_contains(to_variant(?), "tags")), false)
-- redshift:
-- 4| where not coalesce((array_contains("tags", $1) and array_contains("tags", $2)), false)

-- a searched value is always a value, whatever it looks like
-- ["it's a \"tag\", {x}","%","50%","it's a","tag","{x}","null",""]
select "id" as "articles.id"
from "articles"
where "tags"::text[] && array[$1]::text[]
  and "tags"::text[] && array[$2, $3]::text[]
  and not coalesce(tags::text[] && array[$4, $5, $6, $7, $8]::text[], false)
order by "articles.id" nulls last
limit 11;
-- duckdb:
-- 4| where list_has_any(cast("tags" as varchar[]), [$1::varchar])
-- 5|   and list_has_any(cast("tags" as varchar[]), [$2::varchar, $3::varchar])
-- 6|   and not coalesce(list_has_any(cast(tags as varchar[]), [$4::varchar, $5::varchar, $6::varchar, $7::varchar, $8::varchar]), false)
-- mysql:
-- 4| where json_contains(`tags`, json_quote(?))
-- 5|   and (json_contains(`tags`, json_quote(?)) or json_contains(`tags`, json_quote(?)))
-- 6|   and not coalesce((json_contains(tags, json_quote(?)) or json_contains(tags, json_quote(?)) or json_contains(tags, json_quote(?)) or json_contains(tags, json_quote(?)) or json_contains(tags, json_quote(?))), false)
-- 7| order by `articles.id` <=> null, `articles.id`
-- clickhouse:
-- 4| where hasAny("tags", [{p1:String}])
-- 5|   and hasAny("tags", [{p2:String}, {p3:String}])
-- 6|   and not coalesce(hasAny(tags, [{p4:String}, {p5:String}, {p6:String}, {p7:String}, {p8:String}]), false)
-- 7| order by 1 nulls last
-- 8| limit 11
-- 8+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 4| where contains("tags", ?)
-- 5|   and (contains("tags", ?) or contains("tags", ?))
-- 6|   and not coalesce((contains(tags, ?) or contains(tags, ?) or contains(tags, ?) or contains(tags, ?) or contains(tags, ?)), false)
-- bigquery:
-- 4| where @p1 in unnest(`tags`)
-- 5|   and (@p2 in unnest(`tags`) or @p3 in unnest(`tags`))
-- 6|   and not coalesce((@p4 in unnest(tags) or @p5 in unnest(tags) or @p6 in unnest(tags) or @p7 in unnest(tags) or @p8 in unnest(tags)), false)
-- databricks:
-- 4| where array_contains(`tags`, :p1)
-- 5|   and (array_contains(`tags`, :p2) or array_contains(`tags`, :p3))
-- 6|   and not coalesce((array_contains(tags, :p4) or array_contains(tags, :p5) or array_contains(tags, :p6) or array_contains(tags, :p7) or array_contains(tags, :p8)), false)
-- snowflake:
-- 4| where array_contains(to_variant(?), "tags")
-- 5|   and (array_contains(to_variant(?), "tags") or array_contains(to_variant(?), "tags"))
-- 6|   and not coalesce((array_contains(to_variant(?), tags) or array_contains(to_variant(?), tags) or array_contains(to_variant(?), tags) or array_contains(to_variant(?), tags) or array_contains(to_variant(?), tags)), false)
-- redshift:
-- 4| where array_contains("tags", $1)
-- 5|   and (array_contains("tags", $2) or array_contains("tags", $3))
-- 6|   and not coalesce((array_contains(tags, $4) or array_contains(tags, $5) or array_contains(tags, $6) or array_contains(tags, $7) or array_contains(tags, $8)), false)

-- numbers in arrays are compared as numbers
-- ["2","-1","1.5"]
select "id" as "articles.id"
from "articles"
where ($1::bigint = any("scores") or $2::bigint = any("scores") or $3::numeric = any("scores"))
order by "articles.id" nulls last
limit 11;
-- duckdb:
-- 4| where (list_contains("scores", $1::bigint) or list_contains("scores", $2::bigint) or list_contains("scores", $3::decimal(2, 1)))
-- mysql:
-- 4| where (json_contains(`scores`, concat(cast(? as signed), '')) or json_contains(`scores`, concat(cast(? as signed), '')) or json_contains(`scores`, concat(cast(? as decimal(2, 1)), '')))
-- 5| order by `articles.id` <=> null, `articles.id`
-- clickhouse:
-- 4| where (arrayExists(item -> item = {p1:Int64}, "scores") or arrayExists(item -> item = {p2:Int64}, "scores") or arrayExists(item -> item = {p3:Decimal(38, 1)}, "scores"))
-- 5| order by 1 nulls last
-- 6| limit 11
-- 6+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, optimize_min_equality_disjunction_chain_length = 1000000;
-- trino:
-- 4| where (contains("scores", cast(? as bigint)) or contains("scores", cast(? as bigint)) or contains("scores", cast(? as decimal(2, 1))))
-- bigquery:
-- 4| where (cast(@p1 as int64) in unnest(`scores`) or cast(@p2 as int64) in unnest(`scores`) or cast(@p3 as numeric) in unnest(`scores`))
-- databricks:
-- 4| where (array_contains(`scores`, cast(:p1 as bigint)) or array_contains(`scores`, cast(:p2 as bigint)) or array_contains(`scores`, cast(:p3 as decimal(2, 1))))
-- snowflake:
-- 4| where (array_contains(to_variant(cast(? as number(38, 0))), "scores") or array_contains(to_variant(cast(? as number(38, 0))), "scores") or array_contains(to_variant(cast(? as number(38, 1))), "scores"))
-- redshift:
-- 4| where (array_contains("scores", $1::bigint) or array_contains("scores", $2::bigint) or array_contains("scores", $3::decimal(38, 1)))

-- an array of whole numbers contains all of some numbers, but none with a fraction
-- ["2","1","2.5"]
select "id" as "articles.id"
from "articles"
where $1::bigint = any("scores")
  and not coalesce(($2::bigint = any("scores") or $3::numeric = any("scores")), false)
order by "articles.id" nulls last
limit 11;
-- duckdb:
-- 4| where list_contains("scores", $1::bigint)
-- 5|   and not coalesce((list_contains("scores", $2::bigint) or list_contains("scores", $3::decimal(2, 1))), false)
-- mysql:
-- 4| where json_contains(`scores`, concat(cast(? as signed), ''))
-- 5|   and not coalesce((json_contains(`scores`, concat(cast(? as signed), '')) or json_contains(`scores`, concat(cast(? as decimal(2, 1)), ''))), false)
-- 6| order by `articles.id` <=> null, `articles.id`
-- clickhouse:
-- 4| where arrayExists(item -> item = {p1:Int64}, "scores")
-- 5|   and not coalesce((arrayExists(item -> item = {p2:Int64}, "scores") or arrayExists(item -> item = {p3:Decimal(38, 1)}, "scores")), false)
-- 6| order by 1 nulls last
-- 7| limit 11
-- 7+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, optimize_min_equality_disjunction_chain_length = 1000000;
-- trino:
-- 4| where contains("scores", cast(? as bigint))
-- 5|   and not coalesce((contains("scores", cast(? as bigint)) or contains("scores", cast(? as decimal(2, 1)))), false)
-- bigquery:
-- 4| where cast(@p1 as int64) in unnest(`scores`)
-- 5|   and not coalesce((cast(@p2 as int64) in unnest(`scores`) or cast(@p3 as numeric) in unnest(`scores`)), false)
-- databricks:
-- 4| where array_contains(`scores`, cast(:p1 as bigint))
-- 5|   and not coalesce((array_contains(`scores`, cast(:p2 as bigint)) or array_contains(`scores`, cast(:p3 as decimal(2, 1)))), false)
-- snowflake:
-- 4| where array_contains(to_variant(cast(? as number(38, 0))), "scores")
-- 5|   and not coalesce((array_contains(to_variant(cast(? as number(38, 0))), "scores") or array_contains(to_variant(cast(? as number(38, 1))), "scores")), false)
-- redshift:
-- 4| where array_contains("scores", $1::bigint)
-- 5|   and not coalesce((array_contains("scores", $2::bigint) or array_contains("scores", $3::decimal(38, 1))), false)

-- an array contains a boolean
-- [true]
select "id" as "articles.id"
from "articles"
where $1::boolean = any("answers")
order by "articles.id" nulls last
limit 11;
-- duckdb:
-- 4| where list_contains("answers", $1::boolean)
-- mysql:
-- 4| where json_contains(`answers`, if(cast(? as signed), 'true', 'false'))
-- 5| order by `articles.id` <=> null, `articles.id`
-- clickhouse:
-- 4| where arrayExists(item -> item = {p1:Bool}, "answers")
-- 5| order by 1 nulls last
-- 6| limit 11
-- 6+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 4| where contains("answers", cast(? as boolean))
-- bigquery:
-- 4| where cast(@p1 as bool) in unnest(`answers`)
-- databricks:
-- 4| where array_contains(`answers`, cast(:p1 as boolean))
-- snowflake:
-- 4| where array_contains(to_variant(cast(? as boolean)), "answers")
-- redshift:
-- 4| where array_contains("answers", $1::boolean)

-- an array of booleans does not contain false
-- [false]
select "id" as "articles.id"
from "articles"
where not coalesce($1::boolean = any("answers"), false)
order by "articles.id" nulls last
limit 11;
-- duckdb:
-- 4| where not coalesce(list_contains("answers", $1::boolean), false)
-- mysql:
-- 4| where not coalesce(json_contains(`answers`, if(cast(? as signed), 'true', 'false')), false)
-- 5| order by `articles.id` <=> null, `articles.id`
-- clickhouse:
-- 4| where not coalesce(arrayExists(item -> item = {p1:Bool}, "answers"), false)
-- 5| order by 1 nulls last
-- 6| limit 11
-- 6+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 4| where not coalesce(contains("answers", cast(? as boolean)), false)
-- bigquery:
-- 4| where not coalesce(cast(@p1 as bool) in unnest(`answers`), false)
-- databricks:
-- 4| where not coalesce(array_contains(`answers`, cast(:p1 as boolean)), false)
-- snowflake:
-- 4| where not coalesce(array_contains(to_variant(cast(? as boolean)), "answers"), false)
-- redshift:
-- 4| where not coalesce(array_contains("answers", $1::boolean), false)

-- of an empty list, any is in no array, and all and none are in every array
-- ["20"]
select "id" as "articles.id"
from "articles"
where (false or $1::bigint = any("scores"))
  and true
  and true
order by "articles.id" nulls last
limit 11;
-- duckdb:
-- 4| where (false or list_contains("scores", $1::bigint))
-- mysql:
-- 4| where (false or json_contains(`scores`, concat(cast(? as signed), '')))
-- 7| order by `articles.id` <=> null, `articles.id`
-- clickhouse:
-- 4| where (false or arrayExists(item -> item = {p1:Int64}, "scores"))
-- 7| order by 1 nulls last
-- 8| limit 11
-- 8+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 4| where (false or contains("scores", cast(? as bigint)))
-- bigquery:
-- 4| where (false or cast(@p1 as int64) in unnest(`scores`))
-- databricks:
-- 4| where (false or array_contains(`scores`, cast(:p1 as bigint)))
-- snowflake:
-- 4| where (false or array_contains(to_variant(cast(? as number(38, 0))), "scores"))
-- redshift:
-- 4| where (false or array_contains("scores", $1::bigint))

-- null arrays are found
select "id" as "articles.id"
from "articles"
where "tags" is null
order by "articles.id" nulls last
limit 11;
-- duckdb, trino, bigquery, databricks, snowflake, redshift: the same
-- mysql:
-- 4| order by `articles.id` <=> null, `articles.id`

-- an array is grouped by as a whole
-- ["2","3"]
select
  to_jsonb("tags")::text as "articles.tags",
  count(*) as "articles.count"
from "articles"
where "id" in ($1::bigint, $2::bigint)
group by 1
order by "articles.tags" nulls last
limit 11;
-- duckdb:
-- 3|   to_json("tags")::text as "articles.tags",
-- mysql:
-- 3|   `tags` as `articles.tags`,
-- 6| where `id` in (cast(? as signed), cast(? as signed))
-- 8| order by `articles.tags` <=> null, `articles.tags`
-- clickhouse:
-- 3|   toJSONString("tags") as "articles.tags",
-- 6| where "id" in ({p1:Int64}, {p2:Int64})
-- 8| order by 1 nulls last
-- 9| limit 11
-- 9+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 3|   json_format(cast("tags" as json)) as "articles.tags",
-- 6| where "id" in (cast(? as bigint), cast(? as bigint))
-- bigquery:
-- 3|   to_json_string(`tags`) as `articles__tags`,
-- 6| where `id` in (cast(@p1 as int64), cast(@p2 as int64))
-- databricks:
-- 3|   to_json(`tags`) as `articles.tags`,
-- 6| where `id` in (cast(:p1 as bigint), cast(:p2 as bigint))
-- snowflake:
-- 3|   to_json("tags") as "articles.tags",
-- 6| where "id" in (cast(? as number(38, 0)), cast(? as number(38, 0)))
-- redshift:
-- 3|   json_serialize("tags") as "articles.tags",

-- a condition on an array of the one side, with rows without a partner
-- ["north"]
select "articles"."id" as "articles.id"
from "articles"
left join "authors" on "authors"."id" = "articles"."author_id"
where not coalesce("authors"."regions"::text[] && array[$1]::text[], false)
order by "articles.id" nulls last
limit 11;
-- duckdb:
-- 5| where not coalesce(list_has_any(cast("authors"."regions" as varchar[]), [$1::varchar]), false)
-- mysql:
-- 5| where not coalesce(json_contains(`authors`.`regions`, json_quote(?)), false)
-- 6| order by `articles.id` <=> null, `articles.id`
-- clickhouse:
-- 5| where not coalesce(hasAny("authors"."regions", [{p1:String}]), false)
-- 6| order by 1 nulls last
-- 7| limit 11
-- 7+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 5| where not coalesce(contains("authors"."regions", ?), false)
-- bigquery:
-- 5| where not coalesce(@p1 in unnest(`authors`.`regions`), false)
-- databricks:
-- 5| where not coalesce(array_contains(`authors`.`regions`, :p1), false)
-- snowflake:
-- 5| where not coalesce(array_contains(to_variant(?), "authors"."regions"), false)
-- redshift:
-- 5| where not coalesce(array_contains("authors"."regions", $1), false)

-- a condition on an array of the many side repeats no row
-- ["blue","Red"]
select
  "authors"."name" as "authors.name",
  count(*) as "authors.count"
from "authors"
where exists (
  select 1
  from "articles"
  where "articles"."author_id" = "authors"."id"
    and "articles"."tags"::text[] && array[$1, $2]::text[]
)
group by 1
order by "authors.name" nulls last
limit 11;
-- duckdb:
-- 6| where "authors"."id" in (
-- 7|   select "articles"."author_id"
-- 9|   where list_has_any(cast("articles"."tags" as varchar[]), [$1::varchar, $2::varchar])
-- 10 is left out
-- mysql:
-- 6| where `authors`.`id` in (
-- 7|   select `articles`.`author_id`
-- 9|   where (json_contains(`articles`.`tags`, json_quote(?)) or json_contains(`articles`.`tags`, json_quote(?)))
-- 10 is left out
-- 13| order by `authors.name` <=> null, `authors.name`
-- clickhouse:
-- 6| where "authors"."id" in (
-- 7|   select "articles"."author_id"
-- 9|   where hasAny("articles"."tags", [{p1:String}, {p2:String}])
-- 10 is left out
-- 13| order by 1 nulls last
-- 14| limit 11
-- 14+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 6| where "authors"."id" in (
-- 7|   select "articles"."author_id"
-- 9|   where (contains("articles"."tags", ?) or contains("articles"."tags", ?))
-- 10 is left out
-- bigquery:
-- 6| where `authors`.`id` in (
-- 7|   select `articles`.`author_id`
-- 9|   where (@p1 in unnest(`articles`.`tags`) or @p2 in unnest(`articles`.`tags`))
-- 10 is left out
-- databricks:
-- 6| where `authors`.`id` in (
-- 7|   select `articles`.`author_id`
-- 9|   where (array_contains(`articles`.`tags`, :p1) or array_contains(`articles`.`tags`, :p2))
-- 10 is left out
-- snowflake:
-- 6| where "authors"."id" in (
-- 7|   select "articles"."author_id"
-- 9|   where (array_contains(to_variant(?), "articles"."tags") or array_contains(to_variant(?), "articles"."tags"))
-- 10 is left out
-- redshift:
-- 10|     and (array_contains("articles"."tags", $1) or array_contains("articles"."tags", $2))

-- each of two tags may be in a different article
-- ["red","green"]
select distinct "authors"."name" as "authors.name"
from "authors"
where exists (
  select 1
  from "articles"
  where "articles"."author_id" = "authors"."id"
    and "articles"."tags"::text[] && array[$1]::text[]
)
  and not exists (
    select 1
    from "articles" as "authors_articles"
    where "authors_articles"."author_id" = "authors"."id"
      and "authors_articles"."tags"::text[] && array[$2]::text[]
  )
order by "authors.name" nulls last
limit 11;
-- duckdb:
-- 4| where "authors"."id" in (
-- 5|   select "articles"."author_id"
-- 7|   where list_has_any(cast("articles"."tags" as varchar[]), [$1::varchar])
-- 8 is left out
-- 10|   and not coalesce("authors"."id" in (
-- 11|     select "authors_articles"."author_id"
-- 13|     where list_has_any(cast("authors_articles"."tags" as varchar[]), [$2::varchar])
-- 14|   ), false)
-- 15 is left out
-- mysql:
-- 4| where `authors`.`id` in (
-- 5|   select `articles`.`author_id`
-- 7|   where json_contains(`articles`.`tags`, json_quote(?))
-- 8 is left out
-- 10|   and not coalesce(`authors`.`id` in (
-- 11|     select `authors_articles`.`author_id`
-- 13|     where json_contains(`authors_articles`.`tags`, json_quote(?))
-- 14|   ), false)
-- 15| order by `authors.name` <=> null, `authors.name`
-- 16 is left out
-- clickhouse:
-- 4| where "authors"."id" in (
-- 5|   select "articles"."author_id"
-- 7|   where hasAny("articles"."tags", [{p1:String}])
-- 8 is left out
-- 10|   and not coalesce("authors"."id" in (
-- 11|     select "authors_articles"."author_id"
-- 13|     where hasAny("authors_articles"."tags", [{p2:String}])
-- 14|   ), false)
-- 15| order by 1 nulls last
-- 16| limit 11
-- 17| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 4| where "authors"."id" in (
-- 5|   select "articles"."author_id"
-- 7|   where contains("articles"."tags", ?)
-- 8 is left out
-- 10|   and not coalesce("authors"."id" in (
-- 11|     select "authors_articles"."author_id"
-- 13|     where contains("authors_articles"."tags", ?)
-- 14|   ), false)
-- 15 is left out
-- bigquery:
-- 4| where `authors`.`id` in (
-- 5|   select `articles`.`author_id`
-- 7|   where @p1 in unnest(`articles`.`tags`)
-- 8 is left out
-- 10|   and not coalesce(`authors`.`id` in (
-- 11|     select `authors_articles`.`author_id`
-- 13|     where @p2 in unnest(`authors_articles`.`tags`)
-- 14|   ), false)
-- 15 is left out
-- databricks:
-- 4| where `authors`.`id` in (
-- 5|   select `articles`.`author_id`
-- 7|   where array_contains(`articles`.`tags`, :p1)
-- 8 is left out
-- 10|   and not coalesce(`authors`.`id` in (
-- 11|     select `authors_articles`.`author_id`
-- 13|     where array_contains(`authors_articles`.`tags`, :p2)
-- 14|   ), false)
-- 15 is left out
-- snowflake:
-- 4| where "authors"."id" in (
-- 5|   select "articles"."author_id"
-- 7|   where array_contains(to_variant(?), "articles"."tags")
-- 8 is left out
-- 10|   and not coalesce("authors"."id" in (
-- 11|     select "authors_articles"."author_id"
-- 13|     where array_contains(to_variant(?), "authors_articles"."tags")
-- 14|   ), false)
-- 15 is left out
-- redshift:
-- 8|     and array_contains("articles"."tags", $1)
-- 14|       and array_contains("authors_articles"."tags", $2)

-- row access by the values of an array, over a join
-- ["north","east"]
select "id" as "notes.id"
from (
  select *
  from "notes"
  where exists (
    select 1
    from "authors" as "author"
    where "author"."id" = "notes"."author_id"
      and "author"."regions"::text[] && array[$1, $2]::text[]
  )
) as "notes"
order by "notes.id" nulls last
limit 11;
-- duckdb:
-- 6|   where "notes"."author_id" in (
-- 7|     select "author"."id"
-- 9|     where list_has_any(cast("author"."regions" as varchar[]), [$1::varchar, $2::varchar])
-- 10 is left out
-- mysql:
-- 6|   where `notes`.`author_id` in (
-- 7|     select `author`.`id`
-- 9|     where (json_contains(`author`.`regions`, json_quote(?)) or json_contains(`author`.`regions`, json_quote(?)))
-- 10 is left out
-- 13| order by `notes.id` <=> null, `notes.id`
-- clickhouse:
-- 6|   where "notes"."author_id" in (
-- 7|     select "author"."id"
-- 9|     where hasAny("author"."regions", [{p1:String}, {p2:String}])
-- 10 is left out
-- 13| order by 1 nulls last
-- 14| limit 11
-- 14+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 6|   where "notes"."author_id" in (
-- 7|     select "author"."id"
-- 9|     where (contains("author"."regions", ?) or contains("author"."regions", ?))
-- 10 is left out
-- bigquery:
-- 6|   where `notes`.`author_id` in (
-- 7|     select `author`.`id`
-- 9|     where (@p1 in unnest(`author`.`regions`) or @p2 in unnest(`author`.`regions`))
-- 10 is left out
-- databricks:
-- 6|   where `notes`.`author_id` in (
-- 7|     select `author`.`id`
-- 9|     where (array_contains(`author`.`regions`, :p1) or array_contains(`author`.`regions`, :p2))
-- 10 is left out
-- snowflake:
-- 6|   where "notes"."author_id" in (
-- 7|     select "author"."id"
-- 9|     where (array_contains(to_variant(?), "author"."regions") or array_contains(to_variant(?), "author"."regions"))
-- 10 is left out
-- redshift:
-- 10|       and (array_contains("author"."regions", $1) or array_contains("author"."regions", $2))

-- row access by numbers in an array
-- ["2024"]
select "id" as "own_notes.id"
from (
  select *
  from "notes" as "own_notes"
  where $1::bigint = any("years")
) as "own_notes"
order by "own_notes.id" nulls last
limit 11;
-- duckdb:
-- 6|   where list_contains("years", $1::bigint)
-- mysql:
-- 6|   where json_contains(`years`, concat(cast(? as signed), ''))
-- 8| order by `own_notes.id` <=> null, `own_notes.id`
-- clickhouse:
-- 6|   where arrayExists(item -> item = {p1:Int64}, "years")
-- 8| order by 1 nulls last
-- 9| limit 11
-- 9+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 6|   where contains("years", cast(? as bigint))
-- bigquery:
-- 6|   where cast(@p1 as int64) in unnest(`years`)
-- databricks:
-- 6|   where array_contains(`years`, cast(:p1 as bigint))
-- snowflake:
-- 6|   where array_contains(to_variant(cast(? as number(38, 0))), "years")
-- redshift:
-- 6|   where array_contains("years", $1::bigint)

-- row access by an array without a value of the attribute
select count(*) as "own_notes.count"
from (
  select *
  from "notes" as "own_notes"
  where false
) as "own_notes";
-- duckdb, mysql, trino, bigquery, databricks, snowflake, redshift: the same
-- clickhouse:
-- 6| ) as "own_notes"
-- 6+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
