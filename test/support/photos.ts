import sharp from 'sharp';
import { drawPng, pngChunk } from './pictures.ts';

const PLACE = 'somewhere-in-Hamburg';
const SECRETS = ['GPS', PLACE, 'exif-camera', 'Motion', 'ftypmp42', 'PK\x03\x04', '<script>', 'MPF'];
const XMP = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="53,33N" exif:UserComment="${PLACE}" GCamera:MotionPhoto="1" xmlns:GCamera="http://ns.google.com/photos/1.0/camera/"/></rdf:RDF></x:xmpmeta>`;
const EXIF = {
  IFD0: { Make: 'exif-camera', ImageDescription: PLACE },
  IFD3: {
    GPSLatitudeRef: 'N',
    GPSLatitude: '53/1 33/1 0/1',
    GPSLongitudeRef: 'E',
    GPSLongitude: '9/1 59/1 0/1',
  },
};

/** Data behind the picture, such as the video of a motion photo or an archive; it is not part of the picture. */
export const APPENDED_DATA = Buffer.from(
  '\0\0\0\x18ftypmp42\0\0\0\0mp42isom\0\0\0\x08mdatMotionPhoto_Data PK\x03\x04 <script>alert(1)</script>',
  'latin1',
);

/** Returns a photo like a phone takes: rotated, with a GPS position and a video behind it. */
export async function takePhoto(format: 'jpeg' | 'png' | 'webp', orientation = 6): Promise<Buffer> {
  const photo = await sharp(drawPng(320, 200))
    .withIccProfile('p3')
    .withExif(EXIF)
    .withXmp(XMP)
    .withMetadata({ orientation })
    .toFormat(format)
    .toBuffer();
  return Buffer.concat([
    format === 'png' ? withText(photo) : format === 'jpeg' ? withIndex(photo) : photo,
    APPENDED_DATA,
  ]);
}

/** Adds the index that phones write for pictures behind the first, and the trailer of another vendor. */
function withIndex(jpeg: Buffer): Buffer {
  const segment = (marker: number, text: string) => {
    const data = Buffer.from(text, 'latin1');
    const head = Buffer.of(0xff, marker, 0, 0);
    head.writeUInt16BE(data.length + 2, 2);
    return Buffer.concat([head, data]);
  };
  const extra = [segment(0xe2, 'MPF\0MM\0*'), segment(0xe5, 'Motion'), segment(0xfe, `<script>${PLACE}`)];
  return Buffer.concat([jpeg.subarray(0, 2), ...extra, jpeg.subarray(2), jpeg]);
}

function withText(png: Buffer): Buffer {
  const text = pngChunk('tEXt', Buffer.from(`Comment\0${PLACE}`));
  return Buffer.concat([png.subarray(0, 33), text, png.subarray(33)]);
}

/** Finds metadata and appended data of the photo that a cleaned file must not contain. */
export function findSecrets(photo: Buffer): string[] {
  const text = photo.toString('latin1');
  return SECRETS.filter((secret) => text.includes(secret));
}
