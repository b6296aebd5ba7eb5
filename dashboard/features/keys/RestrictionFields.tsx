import '@mantine/core/styles/SimpleGrid.layer.css';
import { Select, SimpleGrid, Textarea, TextInput } from '@mantine/core';
import { accountTimeZone } from '../../format/format.ts';
import type { ServerForm } from '../../hooks/useServerForm.ts';
import type { Key } from './api.ts';
import { expiryOptions, hasChosenExpiryDay, type RestrictionFormValues } from './restrictions.ts';
import { t } from '../../language/t.ts';

type RestrictionFieldsProps = Pick<ServerForm<RestrictionFormValues>, 'field' | 'values'> & { of?: Key };

/** The form fields for the expiry and the allowed addresses of a key. */
export function RestrictionFields({ field, values, of: key }: RestrictionFieldsProps) {
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Select data={expiryOptions(key)} allowDeselect={false} {...field('ends')} />
        {hasChosenExpiryDay(values) && (
          <TextInput
            type="date"
            required
            description={t('The key works until the end of this day ({zone}).', { zone: accountTimeZone() })}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            {...field('expires_at')}
          />
        )}
      </SimpleGrid>
      <Textarea
        description={t('One IP address or network per line. Leave empty to allow all addresses.')}
        placeholder={'203.0.113.7\n2001:db8::/48'}
        autosize
        minRows={2}
        maxRows={8}
        {...field('allowed_addresses')}
      />
    </>
  );
}
