import classes from './EndpointName.module.css';
import { shortUrl } from './labels.ts';

/** The name of an endpoint above its URL, or the URL alone. */
export function EndpointName({ of: { name, url } }: { of: { name: string | null; url: string } }) {
  return (
    <>
      {name !== null && <span className={classes['name']}>{name}</span>}
      <span className={classes['url']}>{shortUrl(url)}</span>
    </>
  );
}
