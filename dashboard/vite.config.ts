import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { TARGET_LANGUAGES } from '../src/lib/text/language.ts';

/** Modules of the shell, of Home and of most lists. As separate chunks, each would cost a request. */
const FIRST_LOAD = [
  'dashboard/api/list',
  'dashboard/components/(?:ActionsMenu|CreateButton|ExportButton|ListPage|NoMailServerAlert|StatusBadge|Tile|TileGrid|UserLink)',
  'dashboard/features/tasks/TableBoardSwitch',
  'dashboard/format/(?:actors|recordLinks)',
  'dashboard/hooks/(?:useCreateDialog|useListShortcuts|useSelection)',
  'dashboard/shell/(?:AccountDeletionNotice|AccountLogo|search/SearchDialog)',
  '@mantine/core/esm/core/(?:DirectionProvider/DirectionProvider|utils/create-[a-z-]+/create-[a-z-]+)',
  '@mantine/core/esm/.*/get-auto-contrast-value',
  '@mantine/hooks/esm/.*/use-(?:force-update|hotkeys)',
];

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  build: {
    target: 'es2023',
    outDir: 'dist',
    emptyOutDir: true,
    // Nothing is inlined: inlined files become data: URLs, which the Content-Security-Policy would have to allow.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The largest chunk is the PDF library; it is loaded only with the first PDF.
    chunkSizeWarningLimit: 1_700,
    reportCompressedSize: false,
    manifest: 'manifest.json',
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [{ name: 'lists', test: new RegExp(`(?:${FIRST_LOAD.join('|')})\\.(?:tsx?|mjs)$`) }],
        },
      },
      input: ['index.html', ...TARGET_LANGUAGES.map((language) => `language/page.${language}.ts`)].map(
        (name) => join(import.meta.dirname, name),
      ),
    },
  },
});
