import { defineReasons } from '../lib/text/reasons.ts';

export const doorReasons = defineReasons({
  page_out_of_date: 'This page is out of date. Go back, reload it and try again.',
  not_signed_in: 'Sign in first',
  sign_in_ended: 'Your sign-in has ended; sign in again',
  took_too_long: 'The request took too long; try again',
});
