-- When a key ends by itself, and the addresses and networks that it may be used from; null for never and for any.
alter table api_keys
  add column expires_at timestamptz(3),
  add column allowed_addresses text[],
  add constraint api_keys_allowed_addresses_check check (cardinality(allowed_addresses) between 1 and 20) not valid;

-- Why a key that is known was refused: it has expired, or may not be used from that address.
alter table request_log
  add column refusal text,
  add constraint request_log_refusal_check check (refusal in ('expired', 'address')) not valid;
