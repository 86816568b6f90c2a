-- an unequal value or a greater one, in a column without any value
-- ["1","5"]
select count(*) as "notes.count"
from "notes"
where (ifNull("never" != {p1:Int64}, true) or "never" > {p2:Int64})
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- contains takes a percent sign as itself
-- ["%0\\%%"]
select "id" as "notes.id"
from "notes"
where lowerUTF8(toString("text")) like lowerUTF8({p1:String})
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- starts_with takes an underscore as itself
-- ["a\\_%"]
select "id" as "notes.id"
from "notes"
where lowerUTF8(toString("text")) like lowerUTF8({p1:String})
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- ends_with takes a backslash as itself
-- ["%\\\\slash"]
select "id" as "notes.id"
from "notes"
where lowerUTF8(toString("text")) like lowerUTF8({p1:String})
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- contains finds small letters by capitals
-- ["%SMILE%"]
select "id" as "notes.id"
from "notes"
where lowerUTF8(toString("text")) like lowerUTF8({p1:String})
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- not_contains keeps nulls
-- ["%a%"]
select "id" as "notes.id"
from "notes"
where (lowerUTF8(toString("text")) not like lowerUTF8({p1:String}) or "text" is null)
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- a value that looks like a statement is a value
-- ["'; drop table notes; --"]
select "id" as "notes.id"
from "notes"
where "text" = {p1:String}
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- quotes, backslashes, line breaks and emoji in values
-- ["it's","back\\slash","line\nbreak","smile 😀"]
select "id" as "notes.id"
from "notes"
where "text" in ({p1:String}, {p2:String}, {p3:String}, {p4:String})
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- unequal keeps nulls
-- ["axb"]
select count(*) as "notes.count"
from "notes"
where ifNull("text" not in ({p1:String}), true)
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- not_in keeps nulls, and of nothing keeps everything
-- ["axb","a_b"]
select count(*) as "notes.count"
from "notes"
where ("text" not in ({p1:String}, {p2:String}) or "text" is null)
  and true
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- in of nothing matches nothing
select "id" as "notes.id"
from "notes"
where false
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- truth values
-- [true]
select
  "open" as "notes.open",
  count(*) as "notes.count"
from "notes"
where ifNull("open" != {p1:Bool}, true)
group by 1
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- a text column of another type is compared as its own type
-- ["6f3d0a58-3a1c-4a57-9a3e-1a2b3c4d5e6f"]
select distinct "key" as "notes.key"
from "notes"
where "key" = {p1:String}
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- part of a text column of another type is found
-- ["%3a1c%"]
select "id" as "notes.id"
from "notes"
where lowerUTF8(toString("key")) like lowerUTF8({p1:String})
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- aliases of operators
-- ["1.5","4"]
select "id" as "notes.id"
from "notes"
where "score" >= {p1:Decimal(38, 1)}
  and "score" < {p2:Int64}
  and "text" is not null
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- or inside of and inside of or
-- ["3",true,"6","-1","0"]
select "id" as "notes.id"
from "notes"
where ("id" = {p1:Int64} or ("open" = {p2:Bool} and ("score" > {p3:Int64} or "score" between {p4:Int64} and {p5:Int64})))
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- an empty or holds of nothing, an empty and of everything
select count(*) as "notes.count"
from "notes"
where true
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- a field's name is never part of the statement but quoted
-- ["AXB"]
select distinct upper("notes".text) as "notes.we\"ird name"
from "notes"
where upper("notes".text) = {p1:String}
order by 1 desc nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- a measure that is a text is filtered as one
-- ["it%"]
select
  "open" as "notes.open",
  maxOrNull("text") as "notes.longest"
from "notes"
group by 1
having lowerUTF8(toString(maxOrNull("text"))) like lowerUTF8({p1:String})
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
