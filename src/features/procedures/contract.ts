import { Type, type Static } from '../../lib/schema/type.ts';
import { consoleApi } from '../../access/consoleApi.ts';
import { notBlank } from '../../lib/schema/rules.ts';
import {
  About,
  Answer,
  CountedPage,
  Input,
  Nullable,
  OneOf,
  Page,
  Person,
  Timestamp,
  Uuid,
} from '../../lib/schema/schema.ts';

/** A procedure as glasses show it. */
export const ShownProcedure = Answer(
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
  { title: 'Procedure', description: 'A procedure that was approved, to learn from.' },
);
export type ShownProcedure = Static<typeof ShownProcedure>;

const STATUSES = ['pending', 'approved', 'rejected'] as const;
const Status = OneOf(STATUSES, { description: 'The review status of the procedure.' });

/** A procedure that a session taught, with its origin and its review. */
export const CatalogueEntry = Answer(
  {
    ...ShownProcedure.properties,
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
export type CatalogueEntry = Static<typeof CatalogueEntry>;

export const ProcedureFilter = Input({
  status: Type.Optional(About('Only procedures in this state.', Status)),
  session_id: Type.Optional(About('Only procedures of the session with this id.', Uuid)),
  ...Page,
});
export type ProcedureFilter = Static<typeof ProcedureFilter>;

export const ProcedurePage = Answer(
  {
    procedures: Type.Array(CatalogueEntry, { description: 'The procedures of this page, newest first.' }),
    ...CountedPage,
  },
  { title: 'ProcedurePage', description: 'A page of procedures.' },
);
export type ProcedurePage = Static<typeof ProcedurePage>;

export const ProcedureRef = Input({ procedure_id: About('The id of the procedure.', Uuid) });

export const Review = Input(
  {
    status: OneOf(['approved', 'rejected'], { description: 'The decision.' }),
    notes: Type.Optional(
      Nullable(
        Type.String({
          ...notBlank(2_000),
          description: 'The notes of the reviewer; required for a rejection.',
        }),
      ),
    ),
  },
  { title: 'Review', description: 'A decision about a procedure.' },
);
export type Review = Static<typeof Review>;

export const proceduresApi = consoleApi(
  {
    'GET /procedures': {
      summary: 'List procedures',
      role: 'member',
      query: ProcedureFilter,
      answer: ProcedurePage,
    },
    'PATCH /procedures': {
      summary: 'Approve or reject a procedure',
      role: 'admin',
      query: ProcedureRef,
      body: Review,
      answer: CatalogueEntry,
    },
  },
  { tag: 'Catalogue' },
);
