-- A member of the staff who was invited has a password that nobody knows until they choose one. The moment stays
-- until then; the token goes when the link ends.
alter table staff
  add column invitation_hash bytea,
  add column invited_until timestamptz(3);
