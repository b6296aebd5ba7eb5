/* The arguments of a skill as a form generated from its schema, and as JSON. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Locator } from 'playwright-core';
import { changeSkill, createSkill } from '../../src/features/skills/skills.ts';
import { eventually } from '../../support/eventually.ts';
import { openChromium } from '../support/chromium.ts';
import { clearPageErrors, inspectPage, openDashboard, WIDTHS, storyLooks } from '../support/dashboard.ts';
import { openReceiver } from '../support/receiver.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld({ webhook_allow: ['127.0.0.0/8'] });
const receiver = await openReceiver();
after(() => receiver.close());
receiver.answer = (_request, response) => void response.writeHead(200).end('{"ordered":true}');
const tenant = await world.account();

const ORDER = {
  type: 'object',
  required: ['part_number', 'quantity', 'lines', 'is_urgent', 'address'],
  properties: {
    part_number: {
      type: 'string',
      minLength: 3,
      description: 'As it stands on the plate.',
      examples: ['P-100'],
    },
    quantity: { type: 'integer', minimum: 1, default: 1 },
    weight: { type: 'number' },
    is_urgent: { type: 'boolean' },
    sendInvoice: { type: 'boolean' },
    priority: { enum: ['low', 'high'] },
    due_on: { type: 'string', format: 'date' },
    due_at: { type: 'string', format: 'date-time' },
    contact: { type: 'string', format: 'email', title: 'Who is asked' },
    manual: { type: 'string', format: 'uri' },
    tags: { type: 'array', items: { type: 'string', maxLength: 5 } },
    lines: { type: 'array', minItems: 1, items: { $ref: '#/$defs/line' } },
    address: { type: 'object', required: ['city'], properties: { city: { type: 'string' } } },
    notes: { type: 'string', maxLength: 500 },
    anything: { type: 'object' },
  },
  $defs: {
    line: {
      type: 'object',
      required: ['sku'],
      properties: { sku: { type: 'string', pattern: '^[A-Z]' }, count: { type: 'integer' } },
    },
  },
};
const order = await createSkill(tenant.ctx(), {
  name: 'Order parts',
  kind: 'http',
  config: { url: `${receiver.url}/orders` },
  arguments_schema: ORDER,
});
const chromium = await openChromium();

for (const [width, options] of Object.entries(storyLooks(WIDTHS)))
  test(`Chromium fills in the arguments of a skill and says what is wrong at its field, ${width}`, async () => {
    const page = await openDashboard(chromium, world, tenant.admin, {
      path: `/skills?skill=${order.id}`,
      ...options,
    });
    const drawer = page.getByRole('dialog', { name: order.name });
    assert.equal(await drawer.getByLabel('Quantity').inputValue(), '1');
    await run(drawer);
    await faulty(drawer, 'Part number').waitFor();
    await focused(drawer, 'Part number').waitFor();
    await drawer.getByText('Required', { exact: true }).waitFor();
    clearPageErrors(page);
    await inspectPage(page, `arguments-fault-${width}`);

    await drawer.getByLabel('Part number').fill('P-7');
    await faulty(drawer, 'Part number').waitFor({ state: 'detached' });
    await fillIn(drawer);
    await run(drawer);
    await faulty(drawer, 'Sku').waitFor();
    await drawer.getByText('Has an invalid format').waitFor();
    await drawer.getByLabel('Sku').fill('A-1');
    await inspectPage(page, `arguments-filled-${width}`);

    const calls = receiver.received.length;
    await run(drawer);
    await drawer.getByText('Success').waitFor();
    assert.equal(receiver.received.length, calls + 1);
    assert.deepEqual(JSON.parse(receiver.received.at(-1)?.body ?? '').arguments, {
      part_number: 'P-7',
      quantity: 12,
      is_urgent: true,
      lines: [{ sku: 'A-1', count: 2 }],
      address: { city: 'Ulm' },
      weight: 1.5,
      priority: 'high',
      due_on: '2026-03-02',
      contact: 'ada@example.com',
      tags: ['red'],
      anything: { a: 1 },
    });
    await inspectPage(page, `arguments-done-${width}`);
  });

async function fillIn(drawer: Locator): Promise<void> {
  const texts = { Quantity: '12', Weight: '1.5', 'Due on': '2026-03-02', 'Who is asked': 'ada@example.com' };
  for (const [label, text] of Object.entries(texts)) await drawer.getByLabel(label).fill(text);
  await drawer.getByLabel('Is urgent').press('Space');
  await drawer.getByRole('combobox', { name: 'Priority' }).click();
  await drawer.page().getByRole('option', { name: 'high' }).click();
  await drawer.getByRole('button', { name: 'Add to Tags' }).press('Enter');
  await drawer.getByLabel('Tags 1', { exact: true }).fill('red');
  await drawer.getByRole('button', { name: 'Add to Tags' }).press('Enter');
  await drawer.getByRole('button', { name: 'Remove Tags 2' }).press('Enter');
  await drawer.getByRole('button', { name: 'Add to Lines' }).press('Enter');
  await drawer.getByLabel('Sku').fill('a');
  await drawer.getByLabel('Count').fill('2');
  await drawer.getByLabel('City').fill('Ulm');
  await drawer.getByLabel('Anything').fill('{ "a": ');
  const calls = receiver.received.length;
  await run(drawer);
  await drawer.getByText('Must be valid JSON').waitFor();
  await focused(drawer, 'Anything').waitFor();
  await drawer.getByLabel('Anything').fill('{ "a": 1 }');
  assert.equal(receiver.received.length, calls);
}

test('Chromium synchronizes the form and the JSON, and marks arguments that only JSON can express', async () => {
  const page = await openDashboard(chromium, world, tenant.admin, {
    path: `/skills?skill=${order.id}`,
  });
  const drawer = page.getByRole('dialog', { name: order.name });
  await drawer.getByLabel('Part number').fill('P-8');
  await drawer.getByLabel('Weight').fill('heavy');
  await tab(drawer, 'JSON');
  const json = drawer.getByLabel('Arguments');
  assert.deepEqual(JSON.parse(await json.inputValue()), {
    part_number: 'P-8',
    quantity: 1,
    is_urgent: false,
    lines: [],
    address: {},
    weight: 'heavy',
  });
  await json.fill(
    '{ "part_number": "P-9", "priority": 7, "due_at": "2026-03-02T09:00:00Z", "colour": "red" }',
  );
  await tab(drawer, 'Form');
  assert.equal(await drawer.getByLabel('Part number').inputValue(), 'P-9');
  assert.match(await drawer.getByLabel('Due at').inputValue(), /^2026-03-0\dT/);
  await drawer.getByText('Also sent, from the JSON tab: colour.').waitFor();
  await drawer.getByText('This value cannot be shown in a form field').waitFor();
  assert.equal(await drawer.getByLabel('Priority').inputValue(), '7');
  await drawer.getByLabel('Part number').fill('');
  await tab(drawer, 'JSON');
  assert.deepEqual(JSON.parse(await json.inputValue()), {
    priority: 7,
    due_at: '2026-03-02T09:00:00Z',
    colour: 'red',
  });
  await json.fill('{ "part_number": ');
  assert.equal(await drawer.getByRole('button', { name: 'Run' }).isDisabled(), true);
  await tab(drawer, 'Form');
  await drawer.getByText('The JSON is invalid. Fix it on the JSON tab').waitFor();
  await inspectPage(page, 'arguments-unreadable');
});

test('Chromium explains why a skill has no form, and which members need JSON', async () => {
  const { id } = await createSkill(tenant.ctx(), {
    name: 'Whatever comes',
    kind: 'http',
    config: { url: `${receiver.url}/orders` },
  });
  const page = await openDashboard(chromium, world, tenant.admin, {
    path: `/skills?skill=${id}`,
  });
  const drawer = page.getByRole('dialog', { name: 'Whatever comes' });
  await drawer.getByLabel('Arguments').waitFor();
  await tab(drawer, 'Form');
  await drawer.getByText('This value has no defined fields').waitFor();
  await changeSkill(tenant.ctx(), id, { arguments_schema: ODD });
  await page.reload();
  for (const why of ['several types', 'is nested', 'other values', 'different schemas'])
    await drawer.getByText(why).waitFor();
  await inspectPage(page, 'arguments-odd');
});

const ODD = {
  type: 'object',
  properties: {
    mixed: { type: ['string', 'number'] },
    tree: { type: 'object', properties: { below: { $ref: '#' } } },
    either: { anyOf: [{ type: 'string' }, { type: 'number' }] },
    pair: { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }] },
    maybe: { anyOf: [{ type: 'string' }, { type: 'null' }] },
  },
};

async function run(drawer: Locator): Promise<void> {
  await drawer.getByRole('button', { name: 'Run' }).click();
}

async function tab(drawer: Locator, name: string): Promise<void> {
  await eventually(
    async () => {
      await drawer.getByRole('tab', { name }).click();
      return drawer.getByRole('tab', { name }).getAttribute('aria-selected');
    },
    (selected) => selected === 'true',
  );
}

function focused(drawer: Locator, label: string): Locator {
  return drawer.getByLabel(label).and(drawer.page().locator(':focus'));
}

function faulty(drawer: Locator, label: string): Locator {
  return drawer.getByLabel(label).and(drawer.page().locator('[aria-invalid=true]'));
}
