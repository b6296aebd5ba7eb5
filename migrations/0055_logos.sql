-- Small pictures as data URLs, made by the service. Of an app customers see the reviewed one, null where there is none.
alter table accounts add column logo text;
alter table oauth_apps
  add column logo text,
  add column reviewed_logo text;
