import { Type, type Static } from '../../lib/schema/type.ts';
import { Answer, Nullable } from '../../lib/schema/schema.ts';

/**
 * The invitation link, for the inviter to copy. Null if a mail server is configured, because then the link is sent by
 * mail.
 */
export const LinkToCopy = Nullable(Type.String());

export const RepeatedInvitation = Answer({ invited: Type.Literal(true), link: LinkToCopy });
export type RepeatedInvitation = Static<typeof RepeatedInvitation>;
