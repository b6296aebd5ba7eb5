import { queryString } from '../api/client.ts';
import { convertFilterDaysToInstants } from '../format/format.ts';
import { t } from '../language/t.ts';
import { DownloadButton } from './DownloadButton.tsx';

type ExportButtonProps = {
  path: `/${string}.csv`;
  /** The filter of the list, with or without a page. */
  filter: Record<string, string | undefined>;
};

/** Downloads all records that match the filter of a list as CSV. */
export function ExportButton({ path, filter }: ExportButtonProps) {
  const { offset: _, limit: __, ...selection } = filter;
  return (
    <DownloadButton
      href={`${path}${queryString(convertFilterDaysToInstants(selection))}`}
      label={t('Export CSV')}
    />
  );
}
