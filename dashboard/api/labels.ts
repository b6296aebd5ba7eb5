import { labelInSentence, t, verbatim, type Label } from '../language/t.ts';
/** The label of each field, for forms and for error messages of the server. */
export const FIELD_LABELS = {
  access: t('Access'),
  account_name: t('Account name'),
  aliases: t('Aliases'),
  allowed_addresses: t('Allowed addresses'),
  arguments: t('Arguments'),
  arguments_schema: t('Argument schema'),
  assigned_to: t('Assignee'),
  bundle_id: t('Bundle'),
  category: t('Category'),
  code: t('Code'),
  collection: t('Collection'),
  collection_ids: t('Collections'),
  content: t('File'),
  current_password: t('Current password'),
  description: t('Description'),
  device_name: t('Name of the glasses'),
  due_date: t('Due'),
  email: t('Email address'),
  ends: t('Expires'),
  event_id: t('Event id'),
  events: t('Events'),
  expires_at: t('Expiry date'),
  external_id: t('External id'),
  fields: t('Fields'),
  files: t('Documents'),
  form_id: t('Form'),
  from: t('From'),
  full_name: t('Full name'),
  header: t('Secret header'),
  header_value: t('Value of the header'),
  homepage: t('Homepage'),
  is_active: t('Active: the skill can be called'),
  kind: t('Type'),
  language: t('Language of the documents'),
  limit: t('Maximum number of passages'),
  locale: t('Date and number format'),
  method: t('Method'),
  name: t('Name'),
  new_password: t('New password'),
  notes: t('Notes'),
  options: t('Options'),
  people: t('People'),
  priority: t('Priority'),
  procedure_ids: t('Procedures'),
  provider: t('Provider'),
  redirect_uri: t('Redirect URI'),
  redirect_uris: t('Redirect URIs'),
  response_target: t('Send the answer to'),
  roles: t('Roles'),
  scopes: t('Scopes'),
  seat_ids: t('Seats'),
  secret: t('Secret'),
  session_description: t('Description'),
  session_name: t('Name'),
  session_summary: t('Summary'),
  skill_ids: t('Skills'),
  switches_at: t('Takes effect at'),
  template_image_base64: t('Template'),
  template_image_url: t('Template'),
  template_mime_type: t('Template type'),
  time_zone: t('Time zone'),
  timeout_ms: t('Timeout in ms'),
  title: t('Title'),
  to: t('To'),
  url: verbatim('URL'),
  user_id: t('Person'),
  body: t('Request'),
  account_id: t('Account'),
  apps: t('Apps'),
  collections: t('Collections'),
  delivery: t('Delivery'),
  documents: t('Documents'),
  endpoint_id: t('Endpoint'),
  endpoints: t('Endpoints'),
  file: t('Document'),
  forms: t('Forms'),
  integrations: t('Integrations'),
  invitations: t('Invitations'),
  key_id: t('Key'),
  keys: t('API keys'),
  logo: t('Logo'),
  password: t('Password'),
  review: t('Review'),
  revision: t('App'),
  seat_id: t('Seat'),
  seats: t('Seats'),
  session_context: t('Session'),
  session_id: t('Session'),
  skills: t('Skills'),
  state: t('Status'),
  status: t('Status'),
  task_id: t('Task'),
  user: t('Person'),
  users: t('People'),
  address: t('Address'),
  browser: t('Browser'),
  days: t('Days'),
  grant_id: t('Connection id'),
  host: t('Host'),
  is_admin: t('Admin'),
  made_by: t('Created by'),
  members: t('Changed fields'),
  model: t('Model'),
  replaced_by: t('Replaced by'),
  sessions: t('Sessions'),
  signed_out: t('Signed-out browsers'),
  subject: t('Subject'),
} as const satisfies Record<string, Label>;

export type FieldName = keyof typeof FIELD_LABELS;

/** Members that contain fields but are no field themselves. */
const GROUPS = new Set(['answers', 'arguments', 'body', 'config', 'query']);

/** Returns the label for a path of members: `fields.0.options` becomes `Fields 1, options`. */
export function fieldLabel(path: readonly string[]): string {
  const [first = '', ...rest] = path;
  if (rest.length > 0 && GROUPS.has(first)) return fieldLabel(rest);
  const words = rest.map((part) =>
    isIndex(part) ? ` ${Number(part) + 1}` : `, ${memberLabelInSentence(part)}`,
  );
  return (
    (isLabelled(first) ? FIELD_LABELS[first] : capitalized(memberLabelInSentence(first))) + words.join('')
  );
}

/** Formats a member name of the API as a word for the middle of a sentence. */
export function memberLabelInSentence(name: string): string {
  return isLabelled(name) ? labelInSentence(FIELD_LABELS[name]) : name.replaceAll('_', ' ').trim();
}

export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function isLabelled(name: string): name is FieldName {
  return Object.hasOwn(FIELD_LABELS, name);
}

function isIndex(part: string): boolean {
  return /^\d+$/.test(part);
}
