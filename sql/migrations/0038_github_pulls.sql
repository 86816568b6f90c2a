-- Of a delivery about a pull request: its number.
alter table github_deliveries add column pull_number int;
