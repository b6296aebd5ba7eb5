import { ImportDialog } from '../../components/import/ImportDialog.tsx';
import type { ImportList } from '../../components/import/importAction.ts';
import { t } from '../../language/t.ts';

export function ImportSeats({ onClose }: { onClose: () => void }) {
  return <ImportDialog list={SEAT_IMPORT} onClose={onClose} />;
}

const SEAT_IMPORT: ImportList = {
  title: t('Import seats'),
  about: t('A seat is recognized by the name of its glasses.'),
  columns: [
    {
      name: 'device_name',
      label: t('Name of the glasses'),
      headings: [
        'glasses',
        'nameoftheglasses',
        'devicename',
        'seat',
        'name',
        'brille',
        'namederbrille',
        'platz',
      ],
      isRequired: true,
    },
    {
      name: 'role',
      label: t('Roles'),
      headings: ['role', 'roles', 'rolle', 'rollen'],
      convert: (cell) => cell.replaceAll(/\bund\b/gi, 'and'),
    },
    {
      name: 'user',
      label: t('Wearer (email address)'),
      headings: [
        'personemail',
        'weareremail',
        'email',
        'emailaddress',
        'wearer',
        'person',
        'user',
        'emailadresse',
        'träger',
      ],
    },
  ],
  batch_size: 100,
  identify: ({ device_name = '' }) => device_name.trim().toLowerCase() || undefined,
  changes: ['seats', 'people'],
  send: async (callApi, lines, options) =>
    (await callApi('POST /seats/import', { body: { lines: [...lines], ...options } })).lines,
};
