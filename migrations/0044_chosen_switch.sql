-- From when a newest secret signs, and when it was made; null where it signed from the rotation on.
alter table webhook_endpoints
  add column secret_switches_at timestamptz(3),
  add column secret_rotated_at timestamptz(3);
