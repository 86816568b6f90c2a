-- The history of queries becomes partitioned by day. What is there goes on as its first partition, for which Postgres has
-- to know that no run in it began later than a week from now. The next migration checks that, so that nobody waits here.
create or replace function pg_temp.run_id_at(start timestamptz) returns text language sql as $$
  select 'run_' || string_agg(substr('0123456789abcdefghjkmnpqrstvwxyz', ((ms >> (45 - 5 * i)) & 31)::int + 1, 1), '' order by i)
  from (select (extract(epoch from start) * 1000)::bigint as ms) t, generate_series(0, 9) i
$$;

do $$
begin
  execute format('alter table query_runs add constraint query_runs_early check (id < %L) not valid',
    pg_temp.run_id_at((((now() at time zone 'UTC')::date + 7)::timestamp at time zone 'UTC')));
end
$$;
