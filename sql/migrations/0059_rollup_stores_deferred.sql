-- An organization goes with everything that it has, in whichever order: what is left at the end counts.
alter table rollups alter constraint rollups_org_id_store_id_fkey deferrable initially deferred;
