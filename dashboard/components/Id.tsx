import { CopyButton } from './CopyButton.tsx';
import classes from './Id.module.css';

type IdProps = { id: string; what?: string; short?: boolean };

/** An id in monospace; copied whole even where only its end is shown. */
export function Id({ id, what = 'id', short = false }: IdProps) {
  return (
    <span className={classes.id}>
      <span className={classes.text}>{short ? `…${id.slice(-8)}` : id}</span>
      <CopyButton text={id} what={what} />
    </span>
  );
}
