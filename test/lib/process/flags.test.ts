import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFlags, UsageFault } from '../../../src/lib/process/flags.ts';
import { WrongValue } from '../../../src/lib/process/settings.ts';

const FLAGS = {
  name: { value: 'NAME', about: 'A name.', read: ([text]: readonly string[]) => text ?? 'nobody' },
  count: {
    value: 'N',
    about: 'A number.',
    read: async (texts: readonly string[]) => {
      if (texts.some((text) => !/^\d+$/.test(text))) throw new WrongValue('must be a number');
      return texts.map(Number);
    },
  },
  force: {
    value: '',
    about: 'A switch.',
    is_switch: true,
    read: (texts: readonly string[]) => texts.length > 0,
  },
} as const;

const READ: [string[], object][] = [
  [[], { name: 'nobody', count: [], force: false }],
  [['--name', 'Ada', '--force'], { name: 'Ada', count: [], force: true }],
  [['--count', '1', '--count=2'], { name: 'nobody', count: [1, 2], force: false }],
  [['--name=-x'], { name: '-x', count: [], force: false }],
  [['--name', '-'], { name: '-', count: [], force: false }],
  [['--name='], { name: '', count: [], force: false }],
];
for (const [args, expected] of READ)
  test(`read: ${args.join(' ') || 'nothing'}`, async () =>
    assert.deepEqual(await readFlags(FLAGS, args), expected));

const DASHED = '; write a value that begins with a dash after an equals sign';
const REFUSED: [string[], string][] = [
  [['--other'], '--other: no such flag'],
  [['--toString', 'x'], '--toString: no such flag'],
  [['-n'], '-n: no such flag'],
  [['--force=yes'], '--force: takes no value'],
  [['--name'], '--name: needs a value'],
  [['--name', '--force'], `--name: needs a value${DASHED}`],
  [['stray'], '“stray” belongs to no flag; a value with spaces needs quotes'],
  [['--other', 'secret'], '--other: no such flag'],
  [['--count', 'x', '--name'], '--name: needs a value\n--count: must be a number'],
  [['--count', '--name=a'], `--count: needs a value${DASHED}`],
];
for (const [args, message] of REFUSED)
  test(`rejected: ${args.join(' ')}`, () => assert.rejects(readFlags(FLAGS, args), new UsageFault(message)));

test('other errors of a flag reader are not reported as usage faults', async () => {
  const broken = new TypeError('broken');
  const read = () => {
    throw broken;
  };
  await assert.rejects(readFlags({ name: { ...FLAGS.name, read } }, []), broken);
});
