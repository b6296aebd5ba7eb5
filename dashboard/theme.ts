import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';
import { t } from './language/t.ts';

const teal: MantineColorsTuple = [
  '#effcf9',
  '#d3f5ee',
  '#a8eadd',
  '#73d8c8',
  '#3dbfae',
  '#1ba394',
  '#0f8579',
  '#0f766e',
  '#115e58',
  '#134e4a',
];

const red: MantineColorsTuple = [
  '#fef2f2',
  '#fee2e2',
  '#fecaca',
  '#fca5a5',
  '#f87171',
  '#ef4444',
  '#dc2626',
  '#c22626',
  '#991b1b',
  '#7f1d1d',
];

const gray: MantineColorsTuple = [
  '#fafafa',
  '#f4f4f5',
  '#e9e9ec',
  '#dddde1',
  '#c4c4cb',
  '#9b9ba5',
  '#6b6b76',
  '#4c4c56',
  '#2f2f37',
  '#1b1b20',
];

const dark: MantineColorsTuple = [
  '#ededf0',
  '#cfcfd5',
  '#a3a3ad',
  '#82828d',
  '#3b3b44',
  '#2b2b32',
  '#212127',
  '#17171b',
  '#111114',
  '#0b0b0d',
];

/** The background colours of dialogs. */
const DIALOG = { content: { background: 'var(--surface)' }, header: { background: 'var(--surface)' } };

const CLOSE = { 'aria-label': t('Close') };

const SYSTEM = 'system-ui, -apple-system, "Segoe UI", sans-serif';

export const theme = createTheme({
  respectReducedMotion: true,
  primaryColor: 'teal',
  primaryShade: { light: 7, dark: 6 },
  autoContrast: true,
  luminanceThreshold: 0.32,
  colors: { teal, red, gray, dark },
  defaultRadius: 'md',
  cursorType: 'pointer',
  fontFamily: `"Inter Variable", ${SYSTEM}`,
  fontFamilyMonospace: '"JetBrains Mono Variable", ui-monospace, "SF Mono", Menlo, Consolas, monospace',
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.125rem' },
  headings: {
    fontWeight: '620',
    sizes: {
      h1: { fontSize: '1.3125rem', lineHeight: '1.3' },
      h2: { fontSize: '1rem', lineHeight: '1.4' },
      h3: { fontSize: '0.875rem', lineHeight: '1.4' },
    },
  },
  shadows: {
    md: '0 1px 2px rgb(0 0 0 / 4%), 0 8px 24px -6px rgb(0 0 0 / 14%)',
    xl: '0 2px 4px rgb(0 0 0 / 4%), 0 24px 60px -12px rgb(0 0 0 / 28%)',
  },
  components: {
    Button: { defaultProps: { size: 'sm' } },
    TextInput: { defaultProps: { size: 'sm' } },
    Textarea: { defaultProps: { size: 'sm' } },
    Select: { defaultProps: { size: 'sm', checkIconPosition: 'right' } },
    Notification: { defaultProps: { closeButtonProps: CLOSE } },
    // The library's focus placeholder is not a menu item, and a menu may contain only items.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    Modal: {
      defaultProps: { centered: true, overlayProps: { backgroundOpacity: 0.4 }, closeButtonProps: CLOSE },
      styles: DIALOG,
    },
    Drawer: { defaultProps: { overlayProps: { backgroundOpacity: 0.24 } } },
  },
});

/** CSS variables for surfaces and borders that the theme does not define. */
export const themeVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#62626d',
    '--mantine-color-default-border': '#dcdce1',

    '--mantine-color-error': '#c22626',
    '--line': '#e7e7ea',
    '--surface': '#ffffff',
    '--sunken': '#f8f8f9',
    '--hover': '#f4f4f6',
    '--good': '#15803d',
    '--bad': '#c22626',
    '--warn': '#a15c07',
    '--chart-1': '#0f8579',
    '--chart-2': '#2f6fd6',
    '--chart-3': '#c26a0a',
    '--chart-4': '#9333a8',
    '--chart-5': '#5f7a0a',
    '--chart-6': '#c02a86',
    '--chart-7': '#5d6b7d',
  },
  dark: {
    '--mantine-color-body': '#111114',
    '--mantine-color-dimmed': '#9a9aa5',
    '--mantine-color-error': '#f87171',
    '--line': '#29292f',
    '--surface': '#17171b',
    '--sunken': '#0d0d10',
    '--hover': '#1f1f25',
    '--good': '#4ade80',
    '--bad': '#f87171',
    '--warn': '#fbbf24',
    '--chart-1': '#2dd4bf',
    '--chart-2': '#78a9ff',
    '--chart-3': '#f5b04c',
    '--chart-4': '#d08be0',
    '--chart-5': '#a9cf46',
    '--chart-6': '#f58ac8',
    '--chart-7': '#a7b4c6',
  },
});
