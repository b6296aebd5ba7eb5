/** The reasons for a missing thumbnail. Rows of earlier versions contain sentences instead. */
export const THUMBNAIL_FAULTS = [
  'picture_broken',
  'picture_too_slow',
  'picture_needs_too_much_memory',
  'picture_not_decoded',
  'thumbnail_not_made',
] as const;
export type ThumbnailFault = (typeof THUMBNAIL_FAULTS)[number];
