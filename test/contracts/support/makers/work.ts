import type { MakerTools } from './makerTools.ts';
import type { materialMakers } from './material.ts';

export function workMakers({ ask, made, next }: MakerTools, own: ReturnType<typeof materialMakers>) {
  const session = (changes: object = {}) =>
    made('POST /device/v1/sessions', 'id', { body: { role: 'trainee', ...changes } });
  const endedSession = async (end: object = {}) => {
    const body = { session_id: await session(), status: 'completed', ...end };
    return made('POST /device/v1/sessions/complete', 'id', { body });
  };
  const submission = async (changes: object = {}) => {
    const body = { form_id: await own.form(), answers: {}, ...changes };
    return made('POST /device/v1/forms/submit', 'submission_id', { body });
  };
  return {
    session,
    endedSession,
    submission,
    task: (changes: object = {}) =>
      made('POST /v1/api-tenant-tasks', 'id', { body: { title: 'Check', ...changes } }),
    pushedTask: async () => {
      const external_id = `WO-${next()}`;
      await made('POST /inbound/v1/tasks', 'id', { body: { external_id, title: 'Check' } });
      return external_id;
    },
    deletedSession: async () => {
      const session_id = await endedSession();
      await made('DELETE /console/v1/sessions', 'core', { query: { session_id } });
      return session_id;
    },
    procedure: async () => {
      const session_id = await endedSession({
        procedures: [{ title: 'Change the seal' }, { title: 'Close the lid' }],
      });
      const { body } = await ask('GET /console/v1/procedures', { query: { session_id } });
      return String(body.procedures[0].id);
    },
    submittedForm: async () => {
      const form_id = await own.form();
      await submission({ form_id });
      return form_id;
    },
  };
}
