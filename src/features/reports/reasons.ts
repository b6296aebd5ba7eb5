import { defineReasons } from '../../lib/text/reasons.ts';

export const reportReasons = defineReasons({
  too_many_rows: 'more than {most} rows, choose longer steps or a shorter period',
  before_1970: 'must not lie before 1970',
  after_9999: 'must lie before 9999-12-31',
  end_before_start: 'lies before from',
});
