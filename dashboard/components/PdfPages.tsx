import { Skeleton } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { importWithRetry } from '../api/importWithRetry.ts';
import { t } from '../language/t.ts';
import classes from './PdfPages.module.css';
import type { PdfDocument } from './openPdf.ts';

const MOST_PAGES = 20;

/** A chosen file, a data URL, or a path on this service. */
export type PdfSource = string | File;

/** The pages of a PDF as images. The PDF library is loaded with the first visible PDF. */
export function PdfPages({ source, name }: { source: PdfSource; name: string }) {
  const [pdf, setPdf] = useState<PdfDocument | 'broken'>();
  useEffect(() => {
    let isGone = false;
    let opened: PdfDocument | undefined;
    setPdf(undefined);
    void importWithRetry(() => import('./openPdf.ts'))
      .then(async ({ openPdf }) => {
        opened = await openPdf(source);
        if (isGone) opened.close();
        else setPdf(opened);
      })
      .catch(() => isGone || setPdf('broken'));
    return () => {
      isGone = true;
      opened?.close();
    };
  }, [source]);

  if (pdf === 'broken')
    return <p className={classes['note']}>{t('The pages of this PDF cannot be shown.')}</p>;
  if (!pdf) return <Skeleton height={180} aria-label={t('Loading pages')} data-awaited />;
  const shown = Math.min(pdf.pageCount, MOST_PAGES);
  return (
    <div>
      {/* The list is focusable, so that the keyboard can scroll it. */}
      <ol className={classes['pages']} aria-label={t('Pages of {name}', { name })} tabIndex={0}>
        {Array.from({ length: shown }, (_, index) => (
          <li key={index}>
            <PdfPage pdf={pdf} number={index + 1} />
          </li>
        ))}
      </ol>
      {pdf.pageCount > 1 && (
        <p className={classes['note']}>
          {shown < pdf.pageCount
            ? t('Shows the first {shown} of {pages} pages', { shown, pages: pdf.pageCount })
            : t('{pages} pages', { pages: pdf.pageCount })}
        </p>
      )}
    </div>
  );
}

function PdfPage({ pdf, number }: { pdf: PdfDocument; number: number }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => {
    let isGone = false;
    if (canvas.current)
      void pdf
        .draw(number, canvas.current)
        .then(() => isGone || setDrawn(true))
        .catch(() => undefined);
    return () => {
      isGone = true;
    };
  }, [pdf, number]);
  const label = t('Page {number} of {pages}', { number, pages: pdf.pageCount });
  return <canvas ref={canvas} role="img" aria-label={label} data-drawn={isDrawn} />;
}
