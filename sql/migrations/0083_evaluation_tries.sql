-- How often the layer of another commit was looked for in vain, because GitHub was away.
alter table evaluations add column tries integer not null default 0;
