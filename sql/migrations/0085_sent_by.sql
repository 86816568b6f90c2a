-- Who has sent it at once, by their id; absent where it has come due, and where an earlier version has begun it.
alter table deliveries add column sent_by text;
