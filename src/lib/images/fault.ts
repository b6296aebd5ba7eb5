/** Why bytes are not the picture they should be: a sentence that goes behind the name of a field. */
export class PictureFault extends Error {}

export type Size = { width: number; height: number };

export const truncated = () => new PictureFault('is cut off before its end');
export const broken = (what: string) => new PictureFault(`is broken: ${what}`);
export const trailing = () => new PictureFault('holds something else behind its end');
