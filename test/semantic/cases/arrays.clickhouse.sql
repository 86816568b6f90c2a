-- an array has a value, whose letters are as they are
-- ["red"]
select "id" as "articles.id"
from "articles"
where hasAny("tags", [{p1:String}])
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- any of some values
-- ["blue","Red","green"]
select "id" as "articles.id"
from "articles"
where hasAny("tags", [{p1:String}, {p2:String}, {p3:String}])
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- all of some values
-- ["blue","red"]
select
  count(*) as "articles.count",
  sumOrNull("reads" + toDecimal128(0, 0)) as "articles.reads_total"
from "articles"
where hasAll("tags", [{p1:String}, {p2:String}])
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- none of some values, which keeps arrays that are null and nulls in arrays
-- ["blue","green"]
select "id" as "articles.id"
from "articles"
where not coalesce(hasAny("tags", [{p1:String}, {p2:String}]), false)
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- the negation of what an array has
-- ["blue","red"]
select "id" as "articles.id"
from "articles"
where not coalesce(hasAll("tags", [{p1:String}, {p2:String}]), false)
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- what an array is asked for is never read as anything else
-- ["it's a \"tag\", {x}","%","50%","it's a","tag","{x}","null",""]
select "id" as "articles.id"
from "articles"
where hasAny("tags", [{p1:String}])
  and hasAny("tags", [{p2:String}, {p3:String}])
  and not coalesce(hasAny(tags, [{p4:String}, {p5:String}, {p6:String}, {p7:String}, {p8:String}]), false)
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- numbers are compared as numbers
-- ["2","-1","1.5"]
select "id" as "articles.id"
from "articles"
where (arrayExists(item -> item = {p1:Int64}, "scores") or arrayExists(item -> item = {p2:Int64}, "scores") or arrayExists(item -> item = {p3:Decimal(38, 1)}, "scores"))
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, optimize_min_equality_disjunction_chain_length = 1000000;

-- all of some numbers, and none that has a fraction
-- ["2","1","2.5"]
select "id" as "articles.id"
from "articles"
where arrayExists(item -> item = {p1:Int64}, "scores")
  and not coalesce((arrayExists(item -> item = {p2:Int64}, "scores") or arrayExists(item -> item = {p3:Decimal(38, 1)}, "scores")), false)
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, optimize_min_equality_disjunction_chain_length = 1000000;

-- truths
-- [true]
select "id" as "articles.id"
from "articles"
where arrayExists(item -> item = {p1:Bool}, "answers")
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- no truth that is false
-- [false]
select "id" as "articles.id"
from "articles"
where not coalesce(arrayExists(item -> item = {p1:Bool}, "answers"), false)
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- one of nothing is in no array, all and none of nothing is in each
-- ["20"]
select "id" as "articles.id"
from "articles"
where (false or arrayExists(item -> item = {p1:Int64}, "scores"))
  and true
  and true
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- an array is grouped by as a whole
-- ["2","3"]
select
  toJSONString("tags") as "articles.tags",
  count(*) as "articles.count"
from "articles"
where "id" in ({p1:Int64}, {p2:Int64})
group by 1
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- an array of the one side, and rows without a partner
-- ["north"]
select "articles"."id" as "articles.id"
from "articles"
left join "authors" on "authors"."id" = "articles"."author_id"
where not coalesce(hasAny("authors"."regions", [{p1:String}]), false)
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- an array on the many side picks rows and repeats none
-- ["blue","Red"]
select
  "authors"."name" as "authors.name",
  count(*) as "authors.count"
from "authors"
where "authors"."id" in (
  select "articles"."author_id"
  from "articles"
  where hasAny("articles"."tags", [{p1:String}, {p2:String}])
)
group by 1
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- each of two tags in some article of its own
-- ["red","green"]
select distinct "authors"."name" as "authors.name"
from "authors"
where "authors"."id" in (
  select "articles"."author_id"
  from "articles"
  where hasAny("articles"."tags", [{p1:String}])
)
  and not coalesce("authors"."id" in (
    select "authors_articles"."author_id"
    from "articles" as "authors_articles"
    where hasAny("authors_articles"."tags", [{p2:String}])
  ), false)
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- row access by what is among the values of an array, over a join
-- ["north","east"]
select "id" as "notes.id"
from (
  select *
  from "notes"
  where "notes"."author_id" in (
    select "author"."id"
    from "authors" as "author"
    where hasAny("author"."regions", [{p1:String}, {p2:String}])
  )
) as "notes"
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- row access by numbers in an array
-- ["2024"]
select "id" as "own_notes.id"
from (
  select *
  from "notes" as "own_notes"
  where arrayExists(item -> item = {p1:Int64}, "years")
) as "own_notes"
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- row access by an array without a value of the attribute
select count(*) as "own_notes.count"
from (
  select *
  from "notes" as "own_notes"
  where false
) as "own_notes"
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
