-- The charts of an action's mails as its principal knew them: a hash of each query, by the chart's id.
alter table actions add column accepted json not null default '{}';
