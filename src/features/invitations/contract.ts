import { Type, type Static } from '../../lib/schema/type.ts';
import { Answer, Nullable } from '../../lib/schema/schema.ts';

/** The link to copy where no mail server is configured; null where a mail brings it. */
export const LinkToCopy = Nullable(Type.String());

export const InvitedAgain = Answer({ invited: Type.Literal(true), link: LinkToCopy });
export type InvitedAgain = Static<typeof InvitedAgain>;
