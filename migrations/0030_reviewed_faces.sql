-- What customers are shown of an app is what was reviewed, until the next review.
alter table oauth_apps add column reviewed jsonb;

update oauth_apps as app
set reviewed = jsonb_build_object(
  'name', app.name, 'description', app.description, 'homepage', app.homepage, 'owner_name', owner.name
)
from accounts as owner
where owner.id = app.account_id
  and app.status <> 'development';
