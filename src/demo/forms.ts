import { readFileSync } from 'node:fs';
import type { PlatformContext } from '../access/platform.ts';
import type { Context } from '../access/context.ts';
import { DAY_MS } from '../lib/time/clock.ts';
import type { FormFieldType } from '../features/forms/fields.ts';
import { createLibraryForm, importLibraryForm } from '../features/forms/library.ts';
import { submitForm } from '../features/forms/submissions.ts';

const IMPORTED = ['forklift-check', 'pump-inspection'];

export type DemoField = {
  key: string;
  label: string;
  type: FormFieldType;
  required?: true;
  options?: string[];
};
export type DemoForm = {
  /** The name of the image file, which `scripts/draw-forms.ts` draws. */
  slug: string;
  name: string;
  aliases: string[];
  category: string;
  fields: DemoField[];
};

/** Seeds all demo forms into the library, imports two into the account, and adds submissions to one of them. */
export async function seedForms(
  platform: PlatformContext,
  ctx: Context,
  filled: readonly Record<string, unknown>[],
): Promise<void> {
  for (const [at, form] of DEMO_FORMS.entries()) {
    const made = { ...platform, now: new Date(platform.now.getTime() - (30 - at) * DAY_MS) };
    const { id } = await createLibraryForm(made, inputOf(form));
    if (!IMPORTED.includes(form.slug)) continue;
    const copy = await importLibraryForm({ ...ctx, now: new Date(ctx.now.getTime() - 20 * DAY_MS) }, id);
    if (form.slug !== IMPORTED[0]) continue;
    for (const [day, answers] of filled.entries()) {
      const now = new Date(ctx.now.getTime() - (filled.length - day) * DAY_MS);
      await submitForm({ ...ctx, now }, { form_id: copy.id, answers });
    }
  }
}

function inputOf({ slug, fields, ...form }: DemoForm) {
  const picture = readFileSync(new URL(`pictures/${slug}.png`, import.meta.url));
  const placed = fields.map((field, at) => ({
    ...field,
    required: field.required ?? false,
    position: at + 1,
  }));
  return { ...form, fields: placed, template_image_base64: picture.toString('base64') };
}

export const DEMO_FORMS: readonly DemoForm[] = [
  {
    slug: 'shift-handover',
    name: 'Shift handover',
    aliases: ['Handover sheet', 'Shift log'],
    category: 'Operations',
    fields: [
      { key: 'line', label: 'Line', type: 'choice', options: ['1', '2', '3'], required: true },
      { key: 'shift', label: 'Shift', type: 'choice', options: ['early', 'late', 'night'], required: true },
      { key: 'pieces', label: 'Pieces made', type: 'number' },
      { key: 'stops', label: 'Unplanned stops', type: 'number' },
      { key: 'open_work', label: 'Open work', type: 'long_text' },
      { key: 'handed_over_at', label: 'Handed over at', type: 'time', required: true },
    ],
  },
  {
    slug: 'goods-inspection',
    name: 'Incoming goods inspection',
    aliases: ['Goods-in check'],
    category: 'Quality',
    fields: [
      { key: 'delivery_note', label: 'Delivery note', type: 'text', required: true },
      { key: 'supplier', label: 'Supplier', type: 'text' },
      { key: 'packages', label: 'Packages', type: 'number', required: true },
      { key: 'packaging', label: 'Packaging', type: 'choice', options: ['intact', 'damaged'] },
      { key: 'labels_match', label: 'Labels match the order', type: 'yes_no', required: true },
      { key: 'remarks', label: 'Remarks', type: 'long_text' },
    ],
  },
  {
    slug: 'torque-record',
    name: 'Torque record',
    aliases: ['Bolt protocol', 'Tightening record'],
    category: 'Quality',
    fields: [
      { key: 'joint', label: 'Joint', type: 'text', required: true },
      { key: 'target_nm', label: 'Target in Nm', type: 'number', required: true },
      { key: 'measured_nm', label: 'Measured in Nm', type: 'number', required: true },
      { key: 'crosswise', label: 'Tightened crosswise', type: 'yes_no' },
      { key: 'tool', label: 'Tool number', type: 'text' },
      { key: 'checked_on', label: 'Checked on', type: 'date' },
    ],
  },
  {
    slug: 'pump-inspection',
    name: 'Pump inspection',
    aliases: ['Pump check'],
    category: 'Maintenance',
    fields: [
      { key: 'pump', label: 'Pump', type: 'text', required: true },
      { key: 'pressure', label: 'Pressure in bar', type: 'number', required: true },
      { key: 'temperature', label: 'Bearing temperature in °C', type: 'number' },
      { key: 'leaks', label: 'Does it leak?', type: 'yes_no', required: true },
      {
        key: 'parts',
        label: 'Parts replaced',
        type: 'choices',
        options: ['filter', 'gasket', 'bearing', 'coupling'],
      },
      { key: 'note', label: 'Note', type: 'long_text' },
    ],
  },
  {
    slug: 'lockout',
    name: 'Lockout and tagout',
    aliases: ['LOTO', 'Isolation permit'],
    category: 'Safety',
    fields: [
      { key: 'machine', label: 'Machine', type: 'text', required: true },
      {
        key: 'energies',
        label: 'Isolated energies',
        type: 'choices',
        options: ['electric', 'hydraulic', 'pneumatic', 'thermal'],
        required: true,
      },
      { key: 'lock', label: 'Lock number', type: 'text', required: true },
      { key: 'tested_dead', label: 'Tested for absence of energy', type: 'yes_no', required: true },
      { key: 'locked_at', label: 'Locked at', type: 'time' },
      { key: 'released_at', label: 'Released at', type: 'time' },
    ],
  },
  {
    slug: 'forklift-check',
    name: 'Forklift daily check',
    aliases: ['Truck check', 'Forklift inspection'],
    category: 'Safety',
    fields: [
      { key: 'truck', label: 'Truck number', type: 'text', required: true },
      { key: 'hours', label: 'Hour meter', type: 'number', required: true },
      { key: 'brakes', label: 'Brakes and steering work', type: 'yes_no', required: true },
      { key: 'forks', label: 'Forks and chains', type: 'choice', options: ['good', 'worn', 'replace'] },
      {
        key: 'missing_parts',
        label: 'Missing or broken',
        type: 'choices',
        options: ['light', 'horn', 'mirror', 'seat belt'],
      },
      { key: 'remarks', label: 'Remarks', type: 'long_text' },
    ],
  },
];
