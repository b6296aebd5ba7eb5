import type { Filter } from '../../components/FilterBar.tsx';

/** What grids of forms are searched by; `state` says what active means there. */
export function filtersOf(
  categories: readonly string[] = [],
  state?: readonly [active: string, inactive: string],
): readonly Filter[] {
  return [
    { kind: 'text', name: 'search', label: 'Name or alias' },
    {
      kind: 'select',
      name: 'category',
      label: 'Category',
      options: categories.map((category) => ({ value: category, label: category })),
    },
    ...(state
      ? [
          {
            kind: 'select' as const,
            name: 'is_active',
            label: 'State',
            options: [
              { value: 'true', label: state[0] },
              { value: 'false', label: state[1] },
            ],
          },
        ]
      : []),
  ];
}
