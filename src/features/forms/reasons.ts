import { defineReasons } from '../../lib/text/reasons.ts';

export const formReasons = defineReasons({
  data_url_incomplete: 'is not a complete data URL',
  data_url_not_base64: 'the data URL must be base64',
  data_url_type: 'is {declared}, but the data URL says {found}',
  heic_picture:
    'is a HEIC, HEIF or AVIF picture, which is not supported; save it as JPEG or PNG (on an iPhone: Settings, Camera, Formats, Most Compatible)',
  no_picture: 'must be a PNG, JPEG, WebP or PDF file',
  other_picture_type: 'contains {found}, but template_mime_type is {declared}',
  template_too_large: 'must be at most {most} MB decoded',
  stored_picture_type: 'the stored picture is {found}',
  number_not_exact: 'numbers beyond ±{most} cannot be stored exactly; send them as text',
  answer_text: 'must be text',
  answer_number: 'must be a number',
  answer_date: 'must be a date, such as 2026-03-02',
  answer_time: 'must be a time, such as 14:30',
  answer_yes_no: 'must be true or false',
  answer_choice: 'must be one of {options}',
  answer_choices: 'must be a list of these options: {options}',
  no_fields: 'add at least one field, or save the form as a draft',
  no_options: 'add at least one option, or save the form as a draft',
});
