import { useId } from 'react';
import classes from './Thumbnail.module.css';

type ThumbnailProps = {
  /** The seed of the drawing; equal seeds give equal drawings. */
  seed: string;
  url: string | null;
  seconds?: number | null;
  /** True if there is a recording. */
  isPlayable?: boolean;
  isLarge?: boolean;
};

/**
 * A thumbnail of a recording. Only images of this service's origin are loaded, because another host would learn which
 * recordings a user views. For other URLs a drawing is shown.
 */
export function Thumbnail({ seed, url, seconds = null, isPlayable, isLarge }: ThumbnailProps) {
  return (
    <span className={`${classes['thumbnail']} ${isLarge ? classes['large'] : ''}`} aria-hidden="true">
      {url !== null && isOwn(url) ? (
        <img className={classes['picture']} src={url} alt="" loading="lazy" />
      ) : (
        <Drawn seed={seed} />
      )}
      {isPlayable && (
        <svg className={classes['play']} viewBox="0 0 24 24">
          <circle cx="12" cy="12" r="12" fill="rgb(0 0 0 / 46%)" />
          <path
            d="M9.6 7.9v8.2a.7.7 0 0 0 1.1.6l6.2-4.1a.7.7 0 0 0 0-1.2l-6.2-4.1a.7.7 0 0 0-1.1.6Z"
            fill="#fff"
          />
        </svg>
      )}
      {seconds !== null && <span className={classes['length']}>{clock(seconds)}</span>}
    </span>
  );
}

function Drawn({ seed }: { seed: string }) {
  const fill = useId();
  const [one, two, three] = numbersOf(seed);
  const hue = 160 + (one % 90);
  return (
    <svg className={classes['picture']} viewBox="0 0 64 36" preserveAspectRatio="xMidYMid slice">
      <defs>
        <linearGradient id={fill} x1="0" y1="0" x2="1" y2="1">
          <stop offset="0" stopColor={`hsl(${hue} 42% 34%)`} />
          <stop offset="1" stopColor={`hsl(${hue + 28} 46% 18%)`} />
        </linearGradient>
      </defs>
      <rect width="64" height="36" fill={`url(#${fill})`} />
      <circle cx={8 + (two % 48)} cy={4 + (three % 12)} r="17" fill={`hsl(${hue - 14} 50% 52% / 0.26)`} />
      <circle cx={60 - (two % 40)} cy={34 - (one % 8)} r="12" fill={`hsl(${hue + 46} 55% 60% / 0.2)`} />
    </svg>
  );
}

function isOwn(url: string): boolean {
  return URL.canParse(url) && new URL(url).origin === location.origin;
}

/** Derives three numbers from the end of an id, because only the end is random. */
function numbersOf(seed: string): [number, number, number] {
  const digits = seed.replaceAll('-', '').slice(-9).padStart(9, '7');
  const at = (start: number) => Number.parseInt(digits.slice(start, start + 3), 16) || 0;
  return [at(0), at(3), at(6)];
}

function clock(seconds: number): string {
  const rest = String(Math.round(seconds) % 60).padStart(2, '0');
  const minutes = Math.floor(Math.round(seconds) / 60);
  if (minutes < 60) return `${minutes}:${rest}`;
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}:${rest}`;
}
