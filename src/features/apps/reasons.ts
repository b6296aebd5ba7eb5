import { defineReasons } from '../../lib/text/reasons.ts';

export const appReasons = defineReasons({
  redirect_uri:
    'must be https (or http on localhost, or a private scheme such as com.example.app:), without user, fragment or wildcard',
  homepage_url: 'must be a URL that begins with https://',
  name_reviewed: 'stays as it was reviewed',
  only_fewer: 'a reviewed app may drop some, but not add any',
  app_not_reviewed: 'an app that is {status} is not reviewed',
  only_active_suspended: 'only an active app can be suspended, and this one is {state}',
  app_changed_meanwhile: 'the app has changed since you looked at it, look again',
  app_not_submitted: 'nobody submitted this app, there is nothing to decide',
  review_waiting: 'already waiting',
  nothing_to_review: 'customers see this app as it is, there is nothing to review',
  client_id: 'must be a client_id, app_ and 24 letters or digits',
});
