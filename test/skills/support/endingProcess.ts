/* A sandbox program that exits with its first job. */
import { serveSandbox } from '../../../src/lib/process/sandbox/serve.ts';

serveSandbox(() => process.exit(1));
