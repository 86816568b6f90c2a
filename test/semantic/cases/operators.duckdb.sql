-- an unequal value or a greater one, in a column without any value
-- ["1","5"]
select count(*) as "notes.count"
from "notes"
where (("never" <> $1::bigint or "never" is null) or "never" > $2::bigint);

-- contains takes a percent sign as itself
-- ["%0~%%"]
select "id" as "notes.id"
from "notes"
where "text"::text ilike $1 escape '~'
order by "notes.id" nulls last
limit 21;

-- starts_with takes an underscore as itself
-- ["a~_%"]
select "id" as "notes.id"
from "notes"
where "text"::text ilike $1 escape '~'
order by "notes.id" nulls last
limit 21;

-- ends_with takes a backslash as itself
-- ["%\\slash"]
select "id" as "notes.id"
from "notes"
where "text"::text ilike $1 escape '~'
order by "notes.id" nulls last
limit 21;

-- contains finds small letters by capitals
-- ["%SMILE%"]
select "id" as "notes.id"
from "notes"
where "text"::text ilike $1 escape '~'
order by "notes.id" nulls last
limit 21;

-- not_contains keeps nulls
-- ["%a%"]
select "id" as "notes.id"
from "notes"
where ("text"::text not ilike $1 escape '~' or "text" is null)
order by "notes.id" nulls last
limit 21;

-- a value that looks like a statement is a value
-- ["'; drop table notes; --"]
select "id" as "notes.id"
from "notes"
where "text" = $1
order by "notes.id" nulls last
limit 21;

-- quotes, backslashes, line breaks and emoji in values
-- ["it's","back\\slash","line\nbreak","smile 😀"]
select "id" as "notes.id"
from "notes"
where "text" in ($1, $2, $3, $4)
order by "notes.id" nulls last
limit 21;

-- unequal keeps nulls
-- ["axb"]
select count(*) as "notes.count"
from "notes"
where ("text" <> $1 or "text" is null)
limit 21;

-- not_in keeps nulls, and of nothing keeps everything
-- ["axb","a_b"]
select count(*) as "notes.count"
from "notes"
where ("text" not in ($1, $2) or "text" is null)
  and true
limit 21;

-- in of nothing matches nothing
select "id" as "notes.id"
from "notes"
where false
order by "notes.id" nulls last
limit 21;

-- truth values
-- [true]
select
  "open" as "notes.open",
  count(*) as "notes.count"
from "notes"
where ("open" <> $1::boolean or "open" is null)
group by 1
order by "notes.open" nulls last
limit 21;

-- a text column of another type is compared as its own type
-- ["6f3d0a58-3a1c-4a57-9a3e-1a2b3c4d5e6f"]
select distinct "key" as "notes.key"
from "notes"
where "key" = $1
order by "notes.key" nulls last
limit 21;

-- part of a text column of another type is found
-- ["%3a1c%"]
select "id" as "notes.id"
from "notes"
where "key"::text ilike $1 escape '~'
order by "notes.id" nulls last
limit 21;

-- aliases of operators
-- ["1.5","4"]
select "id" as "notes.id"
from "notes"
where "score" >= $1::decimal(2, 1)
  and "score" < $2::bigint
  and "text" is not null
order by "notes.id" nulls last
limit 21;

-- or inside of and inside of or
-- ["3",true,"6","-1","0"]
select "id" as "notes.id"
from "notes"
where ("id" = $1::bigint or ("open" = $2::boolean and ("score" > $3::bigint or "score" between $4::bigint and $5::bigint)))
order by "notes.id" nulls last
limit 21;

-- an empty or holds of nothing, an empty and of everything
select count(*) as "notes.count"
from "notes"
where true
limit 21;

-- a field's name is never part of the statement but quoted
-- ["AXB"]
select distinct upper("notes".text) as "notes.we""ird name"
from "notes"
where upper("notes".text) = $1
order by "notes.we""ird name" desc nulls last
limit 21;

-- a measure that is a text is filtered as one
-- ["it%"]
select
  "open" as "notes.open",
  max("text") as "notes.longest"
from "notes"
group by 1
having max("text")::text ilike $1 escape '~'
order by "notes.open" nulls last
limit 21;
