/* A thread that ends with its first job. */
import { serveThread } from '../../../src/lib/thread/serve.ts';

serveThread(() => process.exit(1));
