import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { StatusBadge, type BadgeState } from '../../components/StatusBadge.tsx';
import type { ThumbnailFault } from '../../../src/features/forms/files/contract.ts';
import type { FormCard } from './api.ts';
import classes from './Forms.module.css';
import { FormPicture } from './FormPicture.tsx';
import { t } from '../../language/t.ts';

const FAULTS: Readonly<Record<ThumbnailFault, string>> = {
  picture_broken: t('is broken'),
  picture_too_slow: t('takes too long to decode'),
  picture_needs_too_much_memory: t('takes too much memory to decode'),
  picture_not_decoded: t('cannot be decoded'),
  thumbnail_not_made: t('could not be processed'),
};

function wordFault(fault: string): string {
  return Object.hasOwn(FAULTS, fault) ? Reflect.get(FAULTS, fault) : FAULTS.thumbnail_not_made;
}

type FormTileProps = {
  form: FormCard;
  state?: BadgeState;
  note?: string;
  edit?: { to: '/forms/edit' | '/staff/forms/edit'; search: { id: string } };
  onOpen?: () => void;
  menu?: ReactNode;
};

export function FormTile({ form, state, note, edit, onOpen, menu }: FormTileProps) {
  return (
    <article className={classes['tile']}>
      <FormPicture form={form} />
      <div className={classes['about']}>
        <div className={classes['head']}>
          <h2>
            {edit && <Link {...edit}>{form.name}</Link>}
            {onOpen && (
              <button type="button" onClick={onOpen}>
                {form.name}
              </button>
            )}
            {!edit && !onOpen && form.name}
          </h2>
          {menu}
        </div>
        <p>
          {form.category ?? t('No category')} ·{' '}
          {t('{count, plural, one {# field} other {# fields}}', { count: form.field_count })}
        </p>
        {edit && form.thumbnail_fault !== null && (
          <small role="note">
            {t('No preview: the picture {fault}', {
              fault: wordFault(form.thumbnail_fault),
            })}
          </small>
        )}
        <footer>
          {state && <StatusBadge state={state} />}
          {note && <span>{note}</span>}
        </footer>
      </div>
    </article>
  );
}
