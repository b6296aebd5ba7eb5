-- Two clicks on Allow may be answered in either order, and the browser keeps one of the answers: until one of the two
-- codes is used, both are good.
alter table oauth_authorizations
  add column other_code_hash bytea,
  add unique (account_id, other_code_hash);
