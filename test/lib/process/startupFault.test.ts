import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  cannotListenFault,
  describeStartFailure,
  StartupFault,
} from '../../../src/lib/process/startupFault.ts';

const refusal = (code: string) => Object.assign(new Error(`listen ${code}`), { code });
const at = (port: number) => ({ host: '0.0.0.0', port, setting: 'PORT' });

test('the message for a port below 1024 without the privilege names both solutions', () => {
  const { message } = cannotListenFault(at(443), refusal('EACCES'));
  assert.match(message, /^Cannot listen on 0\.0\.0\.0:443: listen EACCES; ports below 1024 need a privilege/);
  assert.match(message, /set PORT to a higher port .* CAP_NET_BIND_SERVICE$/);
});

test('the message for a port from 1024 on has no such hint', () => {
  assert.equal(
    cannotListenFault(at(1024), refusal('EACCES')).message,
    'Cannot listen on 0.0.0.0:1024: listen EACCES',
  );
});

test('the message for a port in use names the setting to change', () => {
  const address = { ...at(9090), setting: 'METRICS' };
  assert.match(cannotListenFault(address, refusal('EADDRINUSE')).message, /; set METRICS to another port/);
});

test('system errors are printed in one line, and defects with their stack', () => {
  const denied = Object.assign(new Error('EACCES: permission denied, open x'), { syscall: 'open' });
  assert.equal(describeStartFailure(denied), 'The service cannot start: EACCES: permission denied, open x');
  assert.equal(describeStartFailure(new StartupFault('No.')), 'No.');
  assert.equal(describeStartFailure(new TypeError('x is not a function')), undefined);
});
