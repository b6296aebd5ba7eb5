import assert from 'node:assert/strict';
import type { RecordMakers } from './makers/makers.ts';

/** Creates in another account the record whose id a member of the body contains. */
const MAKERS: Record<string, (make: RecordMakers) => Promise<string>> = {
  account_id: async () => '0198f0c4-7c5e-7a10-9d3e-5b1f6a2c8e40',
  bundle_id: async () => '0198f0c4-7c5e-7a10-9d3e-5b1f6a2c8e40',
  assigned_to: (make) => make.user(),
  user_id: (make) => make.user(),
  task_id: (make) => make.task(),
  session_id: (make) => make.session(),
  form_id: (make) => make.form(),
  template_id: (make) => make.form(),
  skill_id: (make) => make.skill(),
  skill_ids: (make) => make.skill(),
  collection_ids: (make) => make.emptyCollection(),
  // Only approved procedures can be shared with other accounts; this one is not approved.
  procedure_ids: (make) => make.procedure(),
  seat_id: (make) => make.seat(),
  seat_ids: (make) => make.account(),
  endpoint_id: (make) => make.endpoint(),
};

export async function foreignIdFor(member: string, make: RecordMakers): Promise<string | string[]> {
  const maker = MAKERS[member];
  assert.ok(maker, `say in foreignIds.ts how what ${member} names is made in another account`);
  const id = await maker(make);
  return member.endsWith('_ids') ? [id] : id;
}

export function replaceMember(
  body: unknown,
  [member = '', ...rest]: readonly string[],
  value: unknown,
): object {
  const members: Record<string, unknown> = { ...Object(body) };
  return { ...members, [member]: rest.length === 0 ? value : replaceMember(members[member], rest, value) };
}
