import { defineReasons } from '../text/reasons.ts';

export const imageReasons = defineReasons({
  picture_cut_off: 'is cut off before its end',
  picture_broken: 'is broken: {problem}',
  picture_followed_by_data: 'contains extra data after its end',
  picture_too_large:
    'has {width} × {height} pixels, more than {most_million} million, or more than {most_side} per side',
  picture_too_slow: 'takes longer than {seconds} seconds to decode',
  picture_needs_too_much_memory: 'takes too much memory to decode',
  picture_not_decoded: 'cannot be decoded',
  not_png_or_jpeg: 'must be a PNG or JPEG picture',
  too_many_pictures: 'Too many pictures of this account are being processed; try again',
});
