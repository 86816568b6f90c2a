-- The attributes under which a question was verified: its values are open to those who get the same rows. Null where a
-- file of the repository has it, and where it was verified before this was kept: such a question is open to others only if
-- its query has no row access, until it is verified again.
alter table verified_questions add column verified_attributes jsonb;
