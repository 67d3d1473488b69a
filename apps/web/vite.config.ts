import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const path = (relative: string) => new URL(relative, import.meta.url).pathname;

/** A script that runs before the page is drawn; as a file of its own, since a page under the policy runs none that is written into it. */
function firstTheme(): Plugin {
  const source = readFileSync(path('./client/kit/first-theme.js'), 'utf8');
  const fileName = `assets/first-theme-${createHash('sha256').update(source).digest('base64url').slice(0, 8)}.js`;
  return {
    name: 'first-theme',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName, source });
    },
    transformIndexHtml: (_html, { filename }) =>
      filename.endsWith('reader.html') ? [] : [{ tag: 'script', attrs: { src: `./${fileName}` }, injectTo: 'head' }],
  };
}

export default defineConfig({
  root: path('./client'),
  // Each page names its own base, so everything is found beside it, whatever stands in front of the path.
  base: './',
  plugins: [react(), tailwindcss(), firstTheme()],
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
