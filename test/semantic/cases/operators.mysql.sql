-- an unequal value or a greater one, in a column without any value
-- ["1","5"]
select count(*) as `notes.count`
from `notes`
where (not (`never` <=> cast(? as signed)) or `never` > cast(? as signed));

-- contains takes a percent sign as itself
-- ["%0~%%"]
select `id` as `notes.id`
from `notes`
where lower(convert(`text` using utf8mb4) collate utf8mb4_bin) like lower(?) escape '~'
order by `notes.id` <=> null, `notes.id`
limit 21;

-- starts_with takes an underscore as itself
-- ["a~_%"]
select `id` as `notes.id`
from `notes`
where lower(convert(`text` using utf8mb4) collate utf8mb4_bin) like lower(?) escape '~'
order by `notes.id` <=> null, `notes.id`
limit 21;

-- ends_with takes a backslash as itself
-- ["%\\slash"]
select `id` as `notes.id`
from `notes`
where lower(convert(`text` using utf8mb4) collate utf8mb4_bin) like lower(?) escape '~'
order by `notes.id` <=> null, `notes.id`
limit 21;

-- contains finds small letters by capitals
-- ["%SMILE%"]
select `id` as `notes.id`
from `notes`
where lower(convert(`text` using utf8mb4) collate utf8mb4_bin) like lower(?) escape '~'
order by `notes.id` <=> null, `notes.id`
limit 21;

-- not_contains keeps nulls
-- ["%a%"]
select `id` as `notes.id`
from `notes`
where (lower(convert(`text` using utf8mb4) collate utf8mb4_bin) not like lower(?) escape '~' or `text` is null)
order by `notes.id` <=> null, `notes.id`
limit 21;

-- a value that looks like a statement is a value
-- ["'; drop table notes; --"]
select `id` as `notes.id`
from `notes`
where `text` = ?
order by `notes.id` <=> null, `notes.id`
limit 21;

-- quotes, backslashes, line breaks and emoji in values
-- ["it's","back\\slash","line\nbreak","smile 😀"]
select `id` as `notes.id`
from `notes`
where `text` in (?, ?, ?, ?)
order by `notes.id` <=> null, `notes.id`
limit 21;

-- unequal keeps nulls
-- ["axb"]
select count(*) as `notes.count`
from `notes`
where not (`text` <=> ?)
limit 21;

-- not_in keeps nulls, and of nothing keeps everything
-- ["axb","a_b"]
select count(*) as `notes.count`
from `notes`
where (`text` not in (?, ?) or `text` is null)
  and true
limit 21;

-- in of nothing matches nothing
select `id` as `notes.id`
from `notes`
where false
order by `notes.id` <=> null, `notes.id`
limit 21;

-- truth values
-- [true]
select
  `open` as `notes.open`,
  count(*) as `notes.count`
from `notes`
where not (`open` <=> cast(? as signed))
group by 1
order by `notes.open` <=> null, `notes.open`
limit 21;

-- a text column of another type is compared as its own type
-- ["6f3d0a58-3a1c-4a57-9a3e-1a2b3c4d5e6f"]
select distinct `key` as `notes.key`
from `notes`
where `key` = ?
order by `notes.key` <=> null, `notes.key`
limit 21;

-- part of a text column of another type is found
-- ["%3a1c%"]
select `id` as `notes.id`
from `notes`
where lower(convert(`key` using utf8mb4) collate utf8mb4_bin) like lower(?) escape '~'
order by `notes.id` <=> null, `notes.id`
limit 21;

-- aliases of operators
-- ["1.5","4"]
select `id` as `notes.id`
from `notes`
where `score` >= cast(? as decimal(2, 1))
  and `score` < cast(? as signed)
  and `text` is not null
order by `notes.id` <=> null, `notes.id`
limit 21;

-- or inside of and inside of or
-- ["3",true,"6","-1","0"]
select `id` as `notes.id`
from `notes`
where (`id` = cast(? as signed) or (`open` = cast(? as signed) and (`score` > cast(? as signed) or `score` between cast(? as signed) and cast(? as signed))))
order by `notes.id` <=> null, `notes.id`
limit 21;

-- an empty or holds of nothing, an empty and of everything
select count(*) as `notes.count`
from `notes`
where true
limit 21;

-- a field's name is never part of the statement but quoted
-- ["AXB"]
select distinct upper(`notes`.text) as `notes.we"ird name`
from `notes`
where upper(`notes`.text) = ?
order by `notes.we"ird name` desc
limit 21;

-- a measure that is a text is filtered as one
-- ["it%"]
select
  `open` as `notes.open`,
  max(`text`) as `notes.longest`
from `notes`
group by 1
having lower(convert(max(`text`) using utf8mb4) collate utf8mb4_bin) like lower(?) escape '~'
order by `notes.open` <=> null, `notes.open`
limit 21;
