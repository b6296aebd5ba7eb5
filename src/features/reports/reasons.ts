import { defineReasons } from '../../lib/text/reasons.ts';

export const reportReasons = defineReasons({
  too_many_rows: 'more than {most} rows; choose larger steps or a shorter period',
  before_1970: 'must not be before 1970',
  after_9999: 'must be before 9999-12-31',
  end_before_start: 'must not be before from',
});
