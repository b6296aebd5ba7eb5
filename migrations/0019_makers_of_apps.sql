-- Whoever makes an app may see which accounts connected it; what they agreed to stays with them.
create policy seen_by_maker on oauth_grants for select using (
  exists (
    select 1
    from oauth_apps as app
    where app.client_id = oauth_grants.client_id
      and app.account_id = current_account()
  )
);
