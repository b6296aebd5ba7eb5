-- A sample goes to the endpoint that asked for it, and to no listener.
alter table events add column is_test boolean not null default false;
