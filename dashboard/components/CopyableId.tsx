import { CopyButton } from './CopyButton.tsx';
import classes from './CopyableId.module.css';
import { t, type Label } from '../language/t.ts';

type CopyableIdProps = { id: string; what?: Label; short?: boolean };

/** An id in monospace. The copy button copies the full id even if only its end is shown. */
export function CopyableId({ id, what = t('id'), short = false }: CopyableIdProps) {
  return (
    <span className={classes.id}>
      <span className={classes.text}>{short ? `…${id.slice(-8)}` : id}</span>
      <CopyButton text={id} what={what} />
    </span>
  );
}
