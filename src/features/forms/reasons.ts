import { defineReasons } from '../../lib/text/reasons.ts';

export const formReasons = defineReasons({
  data_url_incomplete: 'is no complete data URL',
  data_url_not_base64: 'the data URL must be base64',
  data_url_type: 'says {declared}, the data URL says {found}',
  heic_picture:
    'is a HEIC, HEIF or AVIF picture, which many programs cannot show: save it as JPEG or PNG (an iPhone takes JPEG with Settings, Camera, Formats, Most Compatible)',
  no_picture: 'is no PNG, JPEG, WebP or PDF',
  other_picture_type: 'holds {found}, but template_mime_type says {declared}',
  template_too_large: 'must be at most {most} MB decoded',
  stored_picture_type: 'the stored picture is {found}',
  number_not_exact: 'a number beyond ±{most} cannot be kept exactly, send it as text',
  answer_text: 'must be text',
  answer_number: 'must be a number',
  answer_date: 'must be a date, such as 2026-03-02',
  answer_time: 'must be a time, such as 14:30',
  answer_yes_no: 'must be true or false',
  answer_choice: 'must be one of {options}',
  answer_choices: 'must be a list of any of {options}',
  no_fields: 'add at least one field, or save the form as a draft',
  no_options: 'a choice needs options, add one or save the form as a draft',
});
