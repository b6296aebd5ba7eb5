import type { ImportList } from '../../components/import/importAction.ts';
import { translateWords } from '../../components/import/importList.ts';
import { toAccountMinute } from '../../format/format.ts';
import { t } from '../../language/t.ts';
import { toDueDate } from './dueDate.ts';

export const TASK_IMPORT: ImportList = {
  title: t('Import tasks'),
  about: t('A task is recognized by its external id. A row without an external id is always a new task.'),
  columns: [
    {
      name: 'title',
      label: t('Title'),
      headings: ['title', 'subject', 'task', 'name', 'titel', 'betreff', 'aufgabe'],
      isRequired: true,
    },
    {
      name: 'external_id',
      label: t('External id'),
      headings: ['externalid', 'reference', 'externeid', 'externekennung', 'kennung', 'auftragsnummer'],
    },
    {
      name: 'description',
      label: t('Description'),
      headings: ['description', 'details', 'notes', 'beschreibung', 'notizen', 'bemerkung'],
      most_characters: 50_001,
    },
    {
      name: 'status',
      label: t('Status'),
      headings: ['status', 'state', 'zustand'],
      convert: translateWords({
        open: ['offen', 'new', 'neu'],
        in_progress: ['inarbeit', 'inbearbeitung'],
        completed: ['done', 'erledigt', 'abgeschlossen'],
        cancelled: ['canceled', 'abgebrochen', 'storniert'],
      }),
    },
    {
      name: 'priority',
      label: t('Priority'),
      headings: ['priority', 'priorität', 'prioritaet'],
      convert: translateWords({
        low: ['niedrig'],
        medium: ['normal', 'mittel'],
        high: ['hoch'],
        urgent: ['dringend'],
      }),
    },
    {
      name: 'due_date',
      label: t('Due'),
      headings: ['duedate', 'due', 'deadline', 'frist', 'fällig', 'fälligam', 'fälligkeit'],
      convert: toDueDate,
      format: (cell) => toAccountMinute(cell).replace('T', ' ') || cell,
    },
    {
      name: 'assigned_to',
      label: t('Assignee (email address)'),
      headings: [
        'assigneeemail',
        'assigneeid',
        'assignee',
        'assignedto',
        'zuständigeemail',
        'zuständig',
        'zugewiesenan',
        'bearbeiter',
      ],
    },
  ],
  batch_size: 100,
  identify: ({ external_id = '' }) => (external_id.trim() === '' ? undefined : external_id),
  changes: ['tasks', 'home'],
  send: async (callApi, lines, options) =>
    (await callApi('POST /tasks/import', { body: { lines: [...lines], ...options } })).lines,
};
