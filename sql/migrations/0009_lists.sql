-- Lists are read from these alone.
drop index content_by_team;
create index content_by_team on content (team_id, type, id desc, org_id);
drop index content_of_persons;
create index content_of_persons on content (owner_id, type, id desc, org_id) where team_id is null;
drop index grants_by_team;
create index grants_by_team on grants (grantee_team_id, content_id desc, org_id);
drop index grants_by_user;
create index grants_by_user on grants (grantee_user_id, content_id desc, org_id);
