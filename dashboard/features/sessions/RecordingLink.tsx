import { Icon } from '../../components/Icon.tsx';
import { Thumbnail } from '../../components/Thumbnail.tsx';
import type { Session } from './api.ts';
import classes from './Sessions.module.css';
import { t } from '../../language/t.ts';

/** Recordings are stored at other hosts. The page only links to them and loads nothing from those hosts. */
export function RecordingLink({ session }: { session: Session }) {
  const { id, video_url, thumbnail_url, duration_seconds } = session;
  if (video_url === null) {
    return (
      <p className={classes['unrecorded']}>
        <Icon name="sessions" size={16} /> {t('No recording')}
      </p>
    );
  }
  return (
    <a className={classes['recording']} href={video_url} target="_blank" rel="noopener noreferrer">
      <Thumbnail seed={id} url={thumbnail_url} seconds={duration_seconds} isPlayable isLarge />
      <span className={classes['watch']}>
        <Icon name="external" size={15} />{' '}
        {t('Open the recording at {video_url}', { video_url: hostOf(video_url) })}
      </span>
    </a>
  );
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
