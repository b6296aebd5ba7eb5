import { useMemo } from 'react';
import classes from './Seats.module.css';
import { t } from '../../language/t.ts';

/** Draws the server's QR code from its size and its path only. The markup of the server is never inserted. */
export function QrPicture({ svg }: { svg: string }) {
  const { box, path } = useMemo(() => readPicture(svg), [svg]);
  return (
    <svg
      className={classes['qr']}
      viewBox={box}
      role="img"
      aria-label={t('Pairing code as a picture')}
      shapeRendering="crispEdges"
    >
      <rect width="100%" height="100%" fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

function readPicture(svg: string): { box: string; path: string } {
  const root = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement;
  return {
    box: root.getAttribute('viewBox') ?? '0 0 1 1',
    path: root.querySelector('path')?.getAttribute('d') ?? '',
  };
}
