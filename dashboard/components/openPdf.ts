import { getDocument } from 'unpdf/pdfjs';
import type { PdfSource } from './PdfPages.tsx';

export type PdfDocument = {
  pageCount: number;
  draw: (number: number, canvas: HTMLCanvasElement) => Promise<void>;
  close: () => void;
};

const SETTINGS = { verbosity: 0, isEvalSupported: false, useSystemFonts: true, maxImageSize: 64_000_000 };
const WIDTH_PX = 800;

export async function openPdf(source: PdfSource): Promise<PdfDocument> {
  const pdf = await getDocument({ data: await readBytes(source), ...SETTINGS }).promise;
  return {
    pageCount: pdf.numPages,
    async draw(number, canvas) {
      const page = await pdf.getPage(number);
      const { width } = page.getViewport({ scale: 1 });
      const viewport = page.getViewport({ scale: WIDTH_PX / width });
      canvas.width = viewport.width;
      canvas.height = viewport.height;
      await page.render({ canvas, viewport }).promise;
      page.cleanup();
    },
    close: () => void pdf.loadingTask.destroy(),
  };
}

/** Data URLs are decoded here, because the Content-Security-Policy forbids fetching them. */
async function readBytes(source: PdfSource): Promise<Uint8Array> {
  if (source instanceof File) return new Uint8Array(await source.arrayBuffer());
  if (source.startsWith('data:'))
    return Uint8Array.from(atob(source.slice(source.indexOf(',') + 1)), (letter) => letter.charCodeAt(0));
  const answer = await fetch(source, { cache: 'no-cache' });
  if (!answer.ok) throw new Error(`the PDF was answered with ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}
