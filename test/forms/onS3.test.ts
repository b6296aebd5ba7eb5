import { declareFiles } from '../support/series.ts';

/* The tests of forms and of their pictures, once more and with a bucket in place of the folder. */
process.env['FILES'] = 's3';
declareFiles(['test/forms/forms.test.ts', 'test/forms/pictures.test.ts']);
