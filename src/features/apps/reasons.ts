import { defineReasons } from '../../lib/text/reasons.ts';

export const appReasons = defineReasons({
  redirect_uri:
    'must be https (or http on localhost, or a private scheme such as com.example.app:), without user, fragment or wildcard',
  homepage_url: 'must be a URL that begins with https://',
  name_reviewed: 'cannot be changed after the review',
  only_fewer: 'a reviewed app can remove entries but not add any',
  app_not_reviewed: 'an app with the status {status} cannot be reviewed',
  only_active_suspended: 'only an active app can be suspended; this one is {state}',
  app_changed_meanwhile: 'the app changed in the meantime; read it again',
  app_not_submitted: 'the app is not submitted for review',
  review_waiting: 'already waiting',
  nothing_to_review: 'there are no changes to review',
  client_id: 'must be a client_id: app_ and 24 letters or digits',
});
