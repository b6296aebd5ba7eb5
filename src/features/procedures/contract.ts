import { Type, type Static } from '../../lib/schema/type.ts';
import { defineDashboardApi } from '../../access/dashboardApi.ts';
import { notBlankRule } from '../../lib/schema/rules.ts';
import {
  About,
  Answer,
  CountedPage,
  ExpectedValuesInput,
  Input,
  Nullable,
  OneOf,
  Page,
  Person,
  Timestamp,
  Uuid,
} from '../../lib/schema/schema.ts';

/** A procedure as the glasses display it. */
export const DeviceProcedure = Answer(
  {
    id: About('The id of the procedure.', Uuid),
    title: Type.String({ description: 'The name of the step.', examples: ['Open the valve'] }),
    description: Nullable(Type.String({ description: 'The instructions of the step.' })),
    clip_url: Nullable(Type.String({ description: 'The https URL of the recording of the step.' })),
    thumbnail_url: Nullable(Type.String({ description: 'The https URL of a picture of the step.' })),
    start_seconds: Nullable(
      Type.Number({ description: 'The start of the step in the recording of the session, in seconds.' }),
    ),
    end_seconds: Nullable(
      Type.Number({ description: 'The end of the step in the recording of the session, in seconds.' }),
    ),
  },
  { title: 'Procedure', description: 'An approved procedure.' },
);
export type DeviceProcedure = Static<typeof DeviceProcedure>;

const STATUSES = ['pending', 'approved', 'rejected'] as const;
const Status = OneOf(STATUSES, { description: 'The review status of the procedure.' });

/** A procedure that was recorded in a session, with that session and the state of the review. */
export const CatalogueProcedure = Answer(
  {
    ...DeviceProcedure.properties,
    session_id: About('The id of the session that taught it.', Uuid),
    session_name: Nullable(Type.String({ description: 'The name of that session.' })),
    recorded_by: Person,
    recorded_at: About('The time at which that session started.', Timestamp),
    status: Status,
    reviewed_by: Nullable(
      About('The id of the user who decided; null before the decision and for a key or an app.', Uuid),
    ),
    reviewer: Nullable(Type.String({ description: 'The name of the user who decided.' })),
    reviewed_at: Nullable(About('The time of the decision.', Timestamp)),
    review_notes: Nullable(Type.String({ description: 'The notes of the reviewer.' })),
    created_at: About('The time at which the session submitted the procedure.', Timestamp),
  },
  { title: 'CatalogueEntry', description: 'A procedure that a session taught, with its review.' },
);
export type CatalogueProcedure = Static<typeof CatalogueProcedure>;

export const ProcedureFilter = Input({
  status: Type.Optional(About('Only procedures in this state.', Status)),
  session_id: Type.Optional(About('Only procedures of the session with this id.', Uuid)),
  recorded_by: Type.Optional(About('Only procedures that the user with this id recorded.', Uuid)),
  search: Type.Optional(
    Type.String({
      maxLength: 200,
      description: 'Words of the title, in any order. Each can be the beginning of a word.',
    }),
  ),
  ...Page,
});
export type ProcedureFilter = Static<typeof ProcedureFilter>;

export const ProcedurePage = Answer(
  {
    procedures: Type.Array(CatalogueProcedure, { description: 'The procedures of this page, newest first.' }),
    ...CountedPage,
  },
  { title: 'ProcedurePage', description: 'A page of procedures.' },
);
export type ProcedurePage = Static<typeof ProcedurePage>;

export const ProcedureRef = Input({ procedure_id: About('The id of the procedure.', Uuid) });

const Notes = Type.Optional(
  Nullable(
    Type.String({
      ...notBlankRule(2_000),
      description: 'The notes of the reviewer; required for a rejection.',
    }),
  ),
);

export const ProcedureReview = Input(
  {
    status: OneOf(['approved', 'rejected'], { description: 'The decision.' }),
    notes: Notes,
  },
  { title: 'Review', description: 'A decision about a procedure.' },
);

/** A decision in the dashboard. `pending` withdraws an earlier decision. */
const ProcedureReviewEdit = Input({ status: OneOf(STATUSES), notes: Notes, expected: ExpectedValuesInput });
export type ProcedureReviewEdit = Static<typeof ProcedureReviewEdit>;

export const proceduresApi = defineDashboardApi({
  'GET /procedures': { role: 'member', query: ProcedureFilter, answer: ProcedurePage },
  'PATCH /procedures': {
    role: 'admin',
    query: ProcedureRef,
    body: ProcedureReviewEdit,
    answer: CatalogueProcedure,
  },
});
