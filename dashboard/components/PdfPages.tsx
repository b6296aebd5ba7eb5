import { Skeleton } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { importWithRetry } from '../api/importWithRetry.ts';
import { t } from '../language/t.ts';
import classes from './PdfPages.module.css';
import type { OpenPdf } from './openPdf.ts';

const MOST_PAGES = 20;

/** A file that was chosen, its data URL, or a path of this service. */
export type PdfSource = string | File;

/** The pages of a PDF as pictures; what draws them is loaded with the first one that is shown. */
export function PdfPages({ source, name }: { source: PdfSource; name: string }) {
  const [pdf, setPdf] = useState<OpenPdf | 'broken'>();
  useEffect(() => {
    let isGone = false;
    let opened: OpenPdf | undefined;
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
  const shown = Math.min(pdf.pages, MOST_PAGES);
  return (
    <div>
      {/* Scrolled by keys too. */}
      <ol className={classes['pages']} aria-label={t('Pages of {name}', { name })} tabIndex={0}>
        {Array.from({ length: shown }, (_, index) => (
          <li key={index}>
            <PdfPage pdf={pdf} number={index + 1} />
          </li>
        ))}
      </ol>
      {pdf.pages > 1 && (
        <p className={classes['note']}>
          {shown < pdf.pages
            ? t('The first {shown} of {pages} pages', { shown, pages: pdf.pages })
            : t('{pages} pages', { pages: pdf.pages })}
        </p>
      )}
    </div>
  );
}

function PdfPage({ pdf, number }: { pdf: OpenPdf; number: number }) {
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
  const label = t('Page {number} of {pages}', { number, pages: pdf.pages });
  return <canvas ref={canvas} role="img" aria-label={label} data-drawn={isDrawn} />;
}
