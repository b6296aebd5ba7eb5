/* A program that ends its process with its first job. */
import { serveSandbox } from '../../../src/lib/process/sandbox/serve.ts';

serveSandbox(() => process.exit(1));
