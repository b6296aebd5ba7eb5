import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { TARGET_LANGUAGES } from '../src/lib/text/language.ts';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  build: {
    target: 'es2023',
    outDir: 'dist',
    emptyOutDir: true,
    // No inlining: inlined files become data: URLs, which the Content-Security-Policy would have to allow.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The largest chunk is the PDF library; it is loaded only with the first PDF.
    chunkSizeWarningLimit: 1_700,
    reportCompressedSize: false,
    manifest: 'manifest.json',
    rolldownOptions: {
      // Most lists import these modules. As separate chunks, each would cost a request.
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'lists',
              test: /dashboard\/(?:components\/CreateButton|hooks\/useCreateDialog|api\/list)\.tsx?$/,
            },
          ],
        },
      },
      input: ['index.html', ...TARGET_LANGUAGES.map((language) => `language/page.${language}.ts`)].map(
        (name) => join(import.meta.dirname, name),
      ),
    },
  },
});
