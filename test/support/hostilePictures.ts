import { deflateSync } from 'node:zlib';
import { dataUrl, drawJpeg, drawLongPng, drawPng, drawWebp, PDF, pngChunk } from './pictures.ts';

export type HostilePicture = { what: string; body: object; says: RegExp };

const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
const HTML = Buffer.from('<!doctype html><script>alert(1)</script>');
const GIF = Buffer.from('GIF89a\x01\x00\x01\x00\x80\x00\x00=1;alert(1)//', 'latin1');
const ZIP = Buffer.from('PK\x03\x04\x14\x00\x00\x00\x00\x00', 'latin1');

/** Returns pictures that must be rejected as templates, each with the expected error. */
export async function hostilePictures(): Promise<HostilePicture[]> {
  const png = drawPng();
  const jpeg = await drawJpeg();
  const webp = await drawWebp();
  const longest = drawLongPng(10 * 1024 * 1024);
  return [
    bytes('an SVG as PNG', SVG, 'image/png', /must be a PNG, JPEG, WebP or PDF file/),
    bytes('HTML as PNG', HTML, 'image/png', /must be a PNG/),
    bytes('a GIF as PNG', GIF, 'image/png', /must be a PNG/),
    bytes('a ZIP as PDF', ZIP, 'application/pdf', /must be a PNG/),
    bytes('a JPEG as PNG', jpeg, 'image/png', /contains image\/jpeg, but template_mime_type is image\/png/),
    bytes('a PNG as JPEG', png, 'image/jpeg', /contains image\/png/),
    bytes('a PDF as WebP', PDF, 'image/webp', /contains application\/pdf/),
    bytes('a WebP as PDF', webp, 'application/pdf', /contains image\/webp/),
    bytes('an SVG by its own name', SVG, 'image/svg+xml', /^template_mime_type: must be one of/),
    bytes(
      'a PDF with a page behind it',
      Buffer.concat([PDF, HTML]),
      'application/pdf',
      /extra data after its end/,
    ),
    bytes('a PDF behind a page', Buffer.concat([HTML, PDF]), 'application/pdf', /must be a PNG/),
    bytes('a PNG cut in half', png.subarray(0, png.length >> 1), 'image/png', /is cut off/),
    bytes('a PNG without its last byte', png.subarray(0, -1), 'image/png', /is cut off/),
    bytes('nothing but the first bytes of a PNG', png.subarray(0, 8), 'image/png', /is cut off/),
    bytes('a JPEG cut in half', jpeg.subarray(0, jpeg.length >> 1), 'image/jpeg', /is cut off/),
    bytes('a WebP cut in half', webp.subarray(0, webp.length >> 1), 'image/webp', /is cut off/),
    bytes('a PDF cut in half', PDF.subarray(0, PDF.length >> 1), 'application/pdf', /is cut off/),
    bytes('a PNG with a turned bit', turnBit(png), 'image/png', /a checksum does not match/),
    bytes('a PNG without pixels', withoutPixels(png), 'image/png', /no pixels/),
    bytes(
      'a PNG of 40,000 × 40,000 pixels',
      drawPng(1, 1, { width: 40_000, height: 40_000 }),
      'image/png',
      /has 40000 × 40000 pixels/,
    ),
    ...tooLargePictures(),
    bytes('a JPEG of 65,500 × 65,500 pixels', resized(jpeg), 'image/jpeg', /has 65500 × 65500 pixels/),
    bytes(
      'a PNG of no pixels at all',
      drawPng(1, 1, { width: 0, height: 9 }),
      'image/png',
      /width or height is zero/,
    ),
    bytes('a bomb that inflates to a gigabyte', bomb(), 'image/png', /has 19999 × 19999 pixels/),
    bytes('a PNG of 11 MB', drawLongPng(11_000_000), 'image/png', /at most 10 MB/),
    bytes(
      'a PNG of one byte more than 10 MB',
      Buffer.concat([longest, HTML.subarray(0, 1)]),
      'image/png',
      /at most 10 MB/,
    ),
    ...wrongSpellings(png),
  ];
}

/** Pictures one pixel beyond a limit: width, height, and total pixels. */
function tooLargePictures(): HostilePicture[] {
  const sizes = [
    { width: 20_001, height: 1 },
    { width: 1, height: 20_001 },
    { width: 20_000, height: 3_201 },
  ];
  return sizes.map((said) => {
    const pixels = `${said.width} × ${said.height} pixels`;
    const says = new RegExp(`has ${pixels}, more than 64 million, or more than 20000 per side`);
    return bytes(`a PNG of ${pixels}`, drawPng(1, 1, said), 'image/png', says);
  });
}

function wrongSpellings(png: Buffer): HostilePicture[] {
  const base64 = png.toString('base64');
  return [
    sent('base64 with junk', `${base64.slice(0, 40)}!*${base64.slice(40)}`, /is not valid base64/),
    sent('base64 of the alphabet for URLs', '-_-_', /is not valid base64/),
    sent(
      'base64 with padding in the middle',
      `${base64.slice(0, 40)}==${base64.slice(42)}`,
      /is not valid base64/,
    ),
    sent('base64 that is cut off', base64.replaceAll('=', '').slice(0, 41), /is not valid base64/),
    sent('nothing', '', /is empty/),
    sent('a data URL of nothing', 'data:image/png;base64,', /is empty/),
    sent('a data URL without base64', `data:image/png,${encodeURIComponent('x')}`, /must be base64/),
    sent('a data URL without an end', 'data:image/png;base64', /not a complete data URL/),
    sent('a data URL of HTML', dataUrl('text/html', HTML), /^template_image_base64: must be one of/),
    {
      what: 'a data URL that contradicts its member',
      body: { template_image_base64: dataUrl('image/png', png), template_mime_type: 'image/jpeg' },
      says: /^template_mime_type: is image\/jpeg, but the data URL says image\/png/,
    },
    { what: 'a picture that is no text', body: { template_image_base64: 7 }, says: /must be a string/ },
  ];
}

function bytes(what: string, content: Buffer, template_mime_type: string, says: RegExp): HostilePicture {
  return { what, body: { template_image_base64: content.toString('base64'), template_mime_type }, says };
}

function sent(what: string, template_image_base64: string, says: RegExp): HostilePicture {
  return { what, body: { template_image_base64 }, says };
}

function turnBit(png: Buffer): Buffer {
  const turned = Buffer.from(png);
  turned[60] = (turned[60] ?? 0) ^ 1;
  return turned;
}

function withoutPixels(png: Buffer): Buffer {
  return Buffer.concat([png.subarray(0, 33), pngChunk('IEND')]);
}

/** Changes height and width in the frame header of a JPEG, which follow its length and precision. */
function resized(jpeg: Buffer): Buffer {
  const copy = Buffer.from(jpeg);
  const frame = [0xc0, 0xc2].map((marker) => copy.indexOf(Buffer.of(0xff, marker))).find((at) => at > 0) ?? 0;
  copy.writeUInt16BE(65_500, frame + 5);
  copy.writeUInt16BE(65_500, frame + 7);
  return copy;
}

/** Returns a small file that is enormous after decompression. */
function bomb(): Buffer {
  const honest = drawPng(1, 1, { width: 19_999, height: 19_999 });
  const zeros = pngChunk('IDAT', deflateSync(Buffer.alloc(64 * 1024 * 1024)));
  return Buffer.concat([honest.subarray(0, 33), zeros, pngChunk('IEND')]);
}
