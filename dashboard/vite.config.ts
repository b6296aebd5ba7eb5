import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  build: {
    target: 'es2023',
    outDir: 'dist',
    emptyOutDir: true,
    // Anything inlined would be a data: URL that the security policy has to allow.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The code that draws PDFs is the largest chunk; it is loaded with the first PDF only.
    chunkSizeWarningLimit: 1_700,
    reportCompressedSize: false,
    manifest: 'manifest.json',
    rolldownOptions: {
      input: ['index.html', 'language/german/page.ts'].map((name) => join(import.meta.dirname, name)),
    },
  },
});
