import { declareFiles } from '../support/series.ts';

/* Runs the tests of forms and pictures again, with a bucket instead of a folder. */
process.env['FILES'] = 's3';
declareFiles(['test/forms/forms.test.ts', 'test/forms/pictures.test.ts']);
