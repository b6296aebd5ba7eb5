import { defineReasons } from '../text/reasons.ts';

export const schemaReasons = defineReasons({
  length: 'must be {least} to {most} characters',
  length_not_blank: 'must be {least} to {most} characters, not blank',
  name_characters:
    'must be 1 to {most} characters, not blank, without control, direction or invisible characters',
  https_url: 'must be an https URL',
  url_of_length: 'must be a URL of at most {most} characters',
  http_url_of_length: 'must be an http or https URL of at most {most} characters',
  valid_url: 'must be a valid URL',
  one_of: 'must be one of {values}',
  not_finite: 'must be a finite number',
  not_base64: 'is not valid base64',
  date: 'must be a date, YYYY-MM-DD',
});
