import type { Filter } from '../../components/FilterBar.tsx';
import { t } from '../../language/t.ts';

/** The filters of a grid of forms; `state` names the active filter. */
export function formFilters(
  categories: readonly string[] = [],
  state?: readonly [active: string, inactive: string],
): readonly Filter[] {
  return [
    { kind: 'text', name: 'search', label: t('Name or alias') },
    {
      kind: 'select',
      name: 'category',
      label: t('Category'),
      options: categories.map((category) => ({ value: category, label: category })),
    },
    ...(state
      ? [
          {
            kind: 'select' as const,
            name: 'is_active',
            label: t('State'),
            options: [
              { value: 'true', label: state[0] },
              { value: 'false', label: state[1] },
            ],
          },
        ]
      : []),
  ];
}
