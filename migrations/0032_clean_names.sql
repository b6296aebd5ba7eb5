-- Names refuse control, direction and zero-width characters; those that lie here already lose them. Line ends and other
-- controls become a space. Where names must differ, what is left is followed by the end of the id.
do $$
declare
  control constant text := '[\u0001-\u001F\u007F-\u009F\u2028\u2029]+';
  unseen constant text := '[\u00AD\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF]';
  place record;
begin
  for place in
    select *
    from (values
      ('accounts', 'name', false),
      ('users', 'full_name', false),
      ('staff', 'full_name', false),
      ('api_keys', 'name', false),
      ('seats', 'device_name', false),
      ('integrations', 'provider', false),
      ('oauth_apps', 'name', false),
      ('forms', 'name', false),
      ('forms', 'category', false),
      ('skills', 'name', false),
      ('bundles', 'name', true),
      ('knowledge_collections', 'name', true),
      ('knowledge_documents', 'name', false)
    ) as places (table_name, column_name, must_differ)
  loop
    execute format(
      'update %I set %2$I = coalesce(nullif(btrim(regexp_replace(regexp_replace(%2$I, $1, '' '', ''g''), $2, '''', ''g'')), ''''), ''Unnamed'')'
        || case when place.must_differ then ' || '' '' || right(id::text, 12)' else '' end
        || ' where %2$I ~ $1 or %2$I ~ $2',
      place.table_name, place.column_name
    ) using control, unseen;
  end loop;

  update forms
  set aliases = array(
    select coalesce(nullif(btrim(regexp_replace(regexp_replace(alias, control, ' ', 'g'), unseen, '', 'g')), ''), 'Unnamed')
    from unnest(aliases) with ordinality as given (alias, position)
    order by position
  )
  where array_to_string(aliases, '') ~ control
    or array_to_string(aliases, '') ~ unseen;

  -- What an app was reviewed as is compared with what it is, and is shown.
  update oauth_app_reviews
  set submitted = jsonb_set(submitted, '{name}', to_jsonb(
    coalesce(nullif(btrim(regexp_replace(regexp_replace(submitted ->> 'name', control, ' ', 'g'), unseen, '', 'g')), ''), 'Unnamed')
  ))
  where submitted ->> 'name' ~ control
    or submitted ->> 'name' ~ unseen;
end
$$;
