import type { Filter } from '../../components/filters.ts';
import { t, verbatim, type Label } from '../../language/t.ts';

/** Returns the filters of a grid of forms; `state` has the labels of the filter by status. */
export function formFilters(
  categories: readonly string[] = [],
  state?: readonly [active: Label, inactive: Label],
): readonly Filter[] {
  return [
    { kind: 'search', name: 'search', label: t('Name or alias') },
    {
      kind: 'select',
      name: 'category',
      label: t('Category'),
      options: categories.map((category) => ({ value: category, label: verbatim(category) })),
    },
    ...(state
      ? [
          {
            kind: 'select' as const,
            name: 'is_active',
            label: t('Status'),
            options: [
              { value: 'true', label: state[0] },
              { value: 'false', label: state[1] },
            ],
          },
        ]
      : []),
  ];
}
