import { Type, type Static } from '../../lib/type.ts';
import { consoleApi } from '../../lib/declaration.ts';
import { notBlank } from '../../lib/rules.ts';
import { About, Answer, Input, Nullable, OneOf, Page, Person, Timestamp, Uuid } from '../../lib/schema.ts';

/** What a session taught, on its way into the catalogue. */
export const Procedure = Answer({
  id: Uuid,
  session_id: Uuid,
  title: Type.String(),
  description: Nullable(Type.String()),
  clip_url: Nullable(Type.String()),
  thumbnail_url: Nullable(Type.String()),
  start_seconds: Nullable(Type.Number()),
  end_seconds: Nullable(Type.Number()),
  status: OneOf(['pending', 'approved', 'rejected', 'withdrawn']),
  reviewed_by: Nullable(Uuid),
  reviewed_at: Nullable(Timestamp),
  review_notes: Nullable(Type.String()),
  created_at: Timestamp,
});
export type Procedure = Static<typeof Procedure>;

/** A procedure as glasses show it. */
export const ShownProcedure = Answer(
  {
    id: About('The id of the procedure.', Uuid),
    title: Type.String({ description: 'What the step is called.', examples: ['Open the valve'] }),
    description: Nullable(Type.String({ description: 'What is done in the step.' })),
    clip_url: Nullable(Type.String({ description: 'The https URL of the recording of the step.' })),
    thumbnail_url: Nullable(Type.String({ description: 'The https URL of a picture of the step.' })),
    start_seconds: Nullable(
      Type.Number({ description: 'Where in the recording of the session the step begins, in seconds.' }),
    ),
    end_seconds: Nullable(
      Type.Number({ description: 'Where in the recording of the session the step ends, in seconds.' }),
    ),
  },
  { title: 'Procedure', description: 'A procedure that was approved, to learn from.' },
);
export type ShownProcedure = Static<typeof ShownProcedure>;

/** With its origin and the reviewer, for the review. */
export const CatalogueEntry = Answer({
  ...Procedure.properties,
  session_name: Nullable(Type.String()),
  recorded_by: Person,
  recorded_at: Timestamp,
  reviewer: Nullable(Type.String()),
});
export type CatalogueEntry = Static<typeof CatalogueEntry>;

export const ProcedureFilter = Input({
  status: Type.Optional(OneOf(['pending', 'approved', 'rejected'])),
  session_id: Type.Optional(Uuid),
  ...Page,
});
export type ProcedureFilter = Static<typeof ProcedureFilter>;

export const ProcedurePage = Answer({
  procedures: Type.Array(CatalogueEntry),
  total: Type.Integer(),
  limit: Type.Integer(),
  offset: Type.Integer(),
});
export type ProcedurePage = Static<typeof ProcedurePage>;

const ProcedureRef = Input({ procedure_id: Uuid });

export const Review = Input({
  status: OneOf(['approved', 'rejected']),
  notes: Type.Optional(Nullable(Type.String(notBlank(2_000)))),
});
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
      answer: Procedure,
    },
  },
  { tag: 'Catalogue' },
);
