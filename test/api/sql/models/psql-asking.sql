select id, departed_at, day, price, score, is_late, details, "origin.city" from flights order by id limit 3 \gdesc
select id, departed_at, day, price, score, is_late, details, "origin.city" from flights order by id limit 3;
\x
select * from airports order by code limit 0;
select code, city, state, size from airports order by code;
\x
select carrier, "origin.state" as state, count(*) from flights group by 1, 2 order by 1, 2
\crosstabview carrier state count
select carrier, count(*) from flights group by 1 order by 1 \g
select 'select count(*) from flights' union all select 'select 2' \gexec
select count(*) as n, min(day) as first from flights \gset
\echo :n :first
\set FETCH_COUNT 7
select id, carrier from flights order by id;
\unset FETCH_COUNT
begin;
declare c scroll cursor for select id, price from flights order by id;
fetch 3 from c;
fetch backward 1 from c;
move 5 in c;
fetch all in c;
close c;
declare s scroll cursor with hold for select id from flights order by id;
fetch last from s;
fetch first from s;
fetch absolute 10 from s;
fetch relative -2 from s;
commit;
fetch next from s;
close s;
\copy (select id, carrier, day, details from flights order by id limit 5) to stdout csv header
\copy (select id, carrier, day, is_late from flights order by id limit 5) to stdout
copy (select carrier from flights order by id limit 3) to stdout (format csv, delimiter ';', force_quote *);
select nope from flights;
select carrier from nope;
select carrier, count(*) from flights;
select carrier from flights where day = 'x';
select carrier from flights where id = 'abc';
select sum(carrier) from flights;
select 1/0 from flights;
select id from flights where price > 'a'::numeric;
select day + 1, departed_at at time zone 'Asia/Tokyo' from flights order by id limit 2;
set timezone = 'Asia/Tokyo';
select departed_at, date_trunc('day', departed_at) from flights order by id limit 2;
reset timezone;
prepare p (bigint, text) as select id from flights where distance > $1 and carrier = $2 order by 1;
execute p (50, 'AA');
execute p (50, 'it''s');
deallocate p;
select id from flights where distance > $1 and carrier = $2 order by 1 limit 2 \bind 10 AA \g
with t as (select carrier, sum(price) p from flights group by 1) select carrier, p, rank() over (order by p desc) from t order by 3, 1;
select f.id, a.city from flights f left join airports a on a.code = f.origin_code order by f.id limit 4;
select f.id, a.city from flights f, airports a where a.code = f.origin_code order by f.id limit 4;
select carrier, string_agg(distinct "origin.city", ',' order by "origin.city") from flights group by 1 order by 1;
select percentile_cont(0.5) within group (order by price), stddev(price), array_agg(distinct is_late order by is_late) from flights;
select details->>'n', details->'list'->0, jsonb_array_length(details->'list') from flights order by id limit 2;
select carrier ~ '^A', carrier ilike 'a%', length(carrier), upper(carrier), md5(carrier) from flights order by id limit 5;
select to_char(departed_at, 'YYYY-MM "W"IW'), count(*) from flights group by 1 order by 1;
select extract(dow from departed_at), extract(epoch from day), date_part('hour', departed_at) from flights order by id limit 2;
select generate_series(1, 3), carrier from flights order by id limit 4;
select distinct on (carrier) carrier, id from flights order by carrier, id desc;
select carrier, count(*) filter (where is_late), sum(price) from flights group by rollup (carrier) order by 1 nulls last;
values (1, 'a'), (2, 'b');
select count(*) from flights where "origin.city" is null;
select 1 where exists (select 1 from flights where price is null);
select id from flights where (carrier, day) in (('AA', '2024-03-04'), ('AA', '2024-03-09')) order by 1;
select id from flights where day between '2024-03-01' and '2024-03-03' and origin_code = any(array['SFO', 'JFK']) order by 1;
select pg_typeof(price), pg_typeof(departed_at), pg_typeof(avg(distance) over ()) from flights limit 1;
select current_user, session_user, current_database(), current_schema(), current_schemas(true);
show search_path; show server_version; show server_encoding; show transaction_isolation;
