-- Whether what a refresh token or code gave has been used is asked of the tokens of its grant.
create index oauth_refresh_tokens_by_grant on oauth_refresh_tokens (account_id, grant_id);
