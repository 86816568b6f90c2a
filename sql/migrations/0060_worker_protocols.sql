-- The versions of the protocol between the processes that a worker reads; null for a worker from before there were any.
-- `endpoint` is where it listens. `address` stays null beside it: a web process that knows of no versions asks whoever
-- has an address, and would be misread.
alter table workers
  add column endpoint text,
  add column protocol_oldest integer,
  add column protocol_newest integer,
  add constraint workers_protocols_check check ((protocol_oldest is null) = (protocol_newest is null)
    and protocol_oldest <= protocol_newest and (endpoint is null or address is null and protocol_newest is not null));
