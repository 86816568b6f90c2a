-- A list of conversations does not pass over those of evaluations, which can be thousands.
create index conversations_listed on conversations (owner_id, id desc) where evaluation_id is null;
