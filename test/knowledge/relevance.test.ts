import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { searchKnowledge } from '../../src/features/knowledge/search.ts';
import { openLibrary } from './support/library.ts';

const { tenant, add } = await openLibrary();
const HANDBOOK = new URL('../../src/demo/files/handbook.md', import.meta.url);
await add(tenant, 'handbook.md', await readFile(HANDBOOK));

/** Questions in the words of users, with the section that answers each. */
const QUESTIONS: [string, string][] = [
  ['How long do I have to wait before touching the inverter?', '1.1'],
  ['which refrigerant is in the unit and how much', '1.2'],
  ['what gloves do I need for the refrigerant hose', '1.3'],
  ['how heavy is the outdoor unit', '1.4'],
  ['distance to the neighbours window', '2.1'],
  ['where does the condensate go', '2.2'],
  ['where is the dirt separator installed', '2.3'],
  ['which type of residual current device', '2.4'],
  ['terminals for the grid operator contact', '2.5'],
  ['what pressure do I fill the heating circuit with', '3.1'],
  ['How do I bleed the heating circuit?', '3.2'],
  ['how many hours must the crankcase heater run before the first start', '3.3'],
  ['heating curve for radiators', '3.4'],
  ['legionella temperature', '3.5'],
  ['what belongs to the yearly maintenance', '4.1'],
  ['can I clean the fins with a pressure washer', '4.2'],
  ['black sludge in the separator', '4.3'],
  ['expansion vessel gas pressure', '4.4'],
  ['how do I test for leaks', '4.5'],
  ['fan nut left-hand thread', '4.6'],
  ['which direction does the circulation pump go in', '4.7'],
  ['heat paste on the inverter board', '4.8'],
  ['display dark after firmware update', '4.9'],
  ['What does E04 mean?', '5.1'],
  ['error E11', '5.2'],
  ['unit shows low pressure', '5.3'],
  ['inverter overheats', '5.4'],
  ['resistance of a temperature sensor', '5.5'],
  ['display has no communication with the board', '5.6'],
  ['why is it defrosting so often', '5.7'],
  ['rattling noise', '5.8'],
  ['customer says the rooms are cold', '5.9'],
  ['safety valve drips', '5.10'],
  ['how long does the battery of the glasses last', '6.1'],
  ['how do I pair my glasses', '6.2'],
  ['start a recording session by voice', '6.3'],
  ['how many steps should a procedure have', '6.4'],
  ['does recording work without internet', '6.6'],
  ['can I use alcohol on the lenses', '6.8'],
  ['the picture is blurred', '6.9'],
  ['may I film in the home of a customer', '6.10'],
  ['somebody stole my glasses', '6.11'],
  ['swollen battery', '6.12'],
  ['torque of the service valves', '7.2'],
  ['when is the torque wrench calibrated', '7.3'],
];

const places: number[] = [];
for (const [query, section] of QUESTIONS) {
  const { passages } = await searchKnowledge(tenant.ctx(), { query, limit: 5 });
  places.push(passages.findIndex(({ heading }) => heading?.startsWith(`${section} `)));
}
const missed = QUESTIONS.filter((_, at) => places[at] === -1).map(([query]) => query);

test(`90 of 100 questions find their passage among the first five`, () => {
  const found = QUESTIONS.length - missed.length;
  assert.ok(QUESTIONS.length >= 30);
  assert.ok(found / QUESTIONS.length >= 0.9, `${found} of ${QUESTIONS.length}; not ${missed.join(', ')}`);
});

test('60 of 100 questions find their passage in the first position', (context) => {
  const first = places.filter((place) => place === 0).length;
  context.diagnostic(`${first} of ${QUESTIONS.length} first, ${QUESTIONS.length - missed.length} among five`);
  assert.ok(first / QUESTIONS.length >= 0.6);
});
