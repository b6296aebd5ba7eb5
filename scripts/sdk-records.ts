import { writeFileSync } from 'node:fs';
import { writeOperationMembers } from './sdkMembers.ts';
import type { ServedDocument } from './sdkOperations.ts';
import { writePythonRecords } from './sdkPython.ts';
import { writeAsyncPythonResources, writePythonResources } from './sdkPythonResources.ts';
import { writeRecords } from './sdkRecords.ts';
import { writeResources } from './sdkResources.ts';
import { describeServedApi } from './describeApi.ts';

/* Writes what the SDKs and the command line know of the service from its declarations. */
const SOURCES = new URL('../sdk/src/', import.meta.url);
const PYTHON = new URL('../sdk/python/src/tenant_ops/', import.meta.url);

const served: ServedDocument = JSON.parse(JSON.stringify(describeServedApi()));
writeFileSync(new URL('records.ts', SOURCES), writeRecords(served));
writeFileSync(new URL('resources.ts', SOURCES), writeResources(served));
writeFileSync(new URL('cli/operations.ts', SOURCES), writeOperationMembers(served));
writeFileSync(new URL('records.py', PYTHON), writePythonRecords(served));
writeFileSync(new URL('resources.py', PYTHON), writePythonResources(served));
writeFileSync(new URL('async_resources.py', PYTHON), writeAsyncPythonResources(served));
