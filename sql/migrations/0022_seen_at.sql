-- When the rows were asked for that its triggers have judged last: a check of older ones decides nothing.
alter table actions add column seen_at timestamptz;
