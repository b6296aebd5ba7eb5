/** What people read for each field, in forms and in messages of the server. */
export const LABELS = {
  access: 'Access',
  account_name: 'Account name',
  aliases: 'Also called',
  allowed_addresses: 'Allowed addresses',
  arguments: 'Arguments',
  arguments_schema: 'Schema of the arguments',
  assigned_to: 'Assignee',
  bundle_id: 'Bundle',
  category: 'Category',
  code: 'Code',
  collection: 'Collection',
  collection_ids: 'Collections',
  content: 'File',
  current_password: 'Current password',
  description: 'Description',
  device_name: 'Name of the glasses',
  due_date: 'Due',
  email: 'E-mail address',
  ends: 'Ends',
  event_id: 'Event id',
  events: 'Events',
  expires_at: 'Last day',
  external_id: 'External id',
  fields: 'Fields',
  files: 'Documents',
  form_id: 'Form',
  from: 'From',
  full_name: 'Full name',
  header: 'Secret header',
  header_value: 'Its value',
  homepage: 'Homepage',
  is_active: 'Active: it can be called',
  kind: 'Kind',
  language: 'Language of the documents',
  limit: 'Passages at most',
  method: 'Method',
  name: 'Name',
  new_password: 'New password',
  notes: 'Notes',
  options: 'Options',
  people: 'People',
  priority: 'Priority',
  procedure_ids: 'Procedures',
  provider: 'Provider',
  redirect_uri: 'Redirect URI',
  redirect_uris: 'Redirect URIs',
  response_target: 'Answer goes to',
  roles: 'Roles',
  scopes: 'Scopes',
  seat_ids: 'Seats',
  session_description: 'Description',
  session_name: 'Name',
  session_summary: 'Summary',
  skill_ids: 'Skills',
  switches_at: 'Takes over at',
  template_image_base64: 'Template',
  template_image_url: 'Template',
  template_mime_type: 'Kind of the template',
  timeout_ms: 'Timeout in ms',
  title: 'Title',
  to: 'To',
  url: 'URL',
  user_id: 'Person',
} as const satisfies Record<string, string>;

export type Labelled = keyof typeof LABELS;

/** Members that hold others and are no field themselves. */
const GROUPS = new Set(['answers', 'arguments', 'body', 'config', 'query']);

/** `fields.0.options` becomes `Fields 1, options`. */
export function labelOf(path: readonly string[]): string {
  const [first = '', ...rest] = path;
  if (rest.length > 0 && GROUPS.has(first)) return labelOf(rest);
  const words = rest.map((part) => (isIndex(part) ? ` ${Number(part) + 1}` : `, ${wordOf(part)}`));
  return (isLabelled(first) ? LABELS[first] : capitalized(wordOf(first))) + words.join('');
}

/** A name from the wire as a word within a sentence. */
export function wordOf(name: string): string {
  return isLabelled(name) ? LABELS[name].toLowerCase() : name.replaceAll('_', ' ').trim();
}

export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function isLabelled(name: string): name is Labelled {
  return Object.hasOwn(LABELS, name);
}

function isIndex(part: string): boolean {
  return /^\d+$/.test(part);
}
