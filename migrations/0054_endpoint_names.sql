-- What the people of an account call an endpoint; null where nobody named it.
alter table webhook_endpoints add column name text;
