import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const path = (relative: string) => new URL(relative, import.meta.url).pathname;

export default defineConfig({
  root: path('./client'),
  // Each page names its own base, so everything is found beside it, whatever stands in front of the path.
  base: './',
  plugins: [react(), tailwindcss()],
  resolve: { alias: { '@mailroom/client': path('../../packages/client/src/index.ts') } },
  // The server puts another nonce into each answer.
  html: { cspNonce: '__NONCE__' },
  build: {
    outDir: path('./dist/site'),
    emptyOutDir: true,
    target: 'es2022',
    // These know light-dark(), so that a part of a page can be dark by itself.
    cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    // A page under the policy may load nothing that is written into it.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: ['app', 'webmail', 'admin', 'reader'].map((name) => path(`./client/${name}.html`)) },
  },
});
