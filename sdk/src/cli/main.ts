#!/usr/bin/env node
import { print } from './print.ts';
import { runCommand } from './run.ts';

print(await runCommand(process.argv.slice(2), { env: process.env, call: 'tenant-ops' }));
