import { useMemo, useState } from 'react';
import { useMe } from '../../api/me.ts';
import { ImportDialog } from '../../components/import/ImportDialog.tsx';
import type { ImportList, LineResult } from '../../components/import/importAction.ts';
import { translateWords } from '../../components/import/importList.ts';
import { joinLabels, t } from '../../language/t.ts';
import type { InvitationLineResult } from './api.ts';
import { InvitationLinks, type InvitationLink } from './InvitationLinks.tsx';

export function ImportPeople({ onClose }: { onClose: () => void }) {
  const { sends_mail } = useMe();
  const [links, setLinks] = useState<readonly InvitationLink[]>([]);
  const list = useMemo(
    () => createPeopleImport(sends_mail, (added) => setLinks((shown) => [...shown, ...added])),
    [sends_mail],
  );
  const result = links.length > 0 && <InvitationLinks links={links} />;
  return <ImportDialog list={list} result={result} onClose={onClose} />;
}

const STATES: Record<InvitationLineResult['state'], LineResult['state']> = {
  invited: 'created',
  updated: 'updated',
  waiting: 'skipped',
  known: 'skipped',
  repeated: 'repeated',
  refused: 'refused',
};

const ABOUT = t(
  'A person is recognized by the email address. New people are invited. An update changes only the access.',
);
const NO_MAIL_SERVER = t(
  'No mail server is configured, so you can download a link for each new person after the import.',
);

type OnLinks = (links: readonly InvitationLink[]) => void;

const createPeopleImport = (sends_mail: boolean, onLinks: OnLinks): ImportList => ({
  title: t('Import people'),
  about: joinLabels([ABOUT, !sends_mail && NO_MAIL_SERVER], ' '),
  columns: COLUMNS,
  batch_size: 50,
  identify: ({ email = '' }) => email.trim().toLowerCase() || undefined,
  changes: ['people', 'home', 'seats'],
  send: async (callApi, lines, options) => {
    const people = lines.map(({ email = '', full_name = '', access = '', device_name = '', role = '' }) => ({
      email,
      full_name,
      access,
      device_name,
      role,
    }));
    const results = await callApi('POST /people/list', { body: { people, ...options } });
    onLinks(
      results.lines.flatMap(({ email, full_name, link }) =>
        link === null ? [] : [{ email, full_name, link }],
      ),
    );
    return results.lines.map(({ state, fault, details }) => ({ state: STATES[state], fault, details }));
  },
});

const COLUMNS: ImportList['columns'] = [
  {
    name: 'email',
    label: t('Email address'),
    headings: ['email', 'emailaddress', 'mail', 'emailadresse'],
    isRequired: true,
  },
  {
    name: 'full_name',
    label: t('Full name'),
    headings: ['name', 'fullname', 'person', 'vollständigername'],
    isRequired: true,
  },
  {
    name: 'access',
    label: t('Access'),
    headings: ['access', 'zugang', 'zugriff'],
    convert: translateWords({ admin: ['administrator'], member: ['mitglied'] }),
  },
  {
    name: 'device_name',
    label: t('Name of the glasses'),
    headings: ['glasses', 'nameoftheglasses', 'seat', 'brille', 'namederbrille', 'platz'],
  },
  {
    name: 'role',
    label: t('Roles'),
    headings: ['role', 'roles', 'rolle', 'rollen'],
    convert: (cell) => cell.replaceAll(/\bund\b/gi, 'and'),
  },
];
