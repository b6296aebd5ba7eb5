// node --test-reporter=testReporter.ts tests.ts FILE …: runs test files one after the other in this process.
import { declareFiles } from '../../support/series.ts';

declareFiles(process.argv.slice(2));
