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

/**
 * OpenPGP.js as its package has it, beside our own scripts and not within one: its licence is the LGPL, and whoever runs this
 * may put another version in its place (ADR 0057). Its licence lies beside it.
 */
const openpgp = {
  source: readFileSync(path('../../node_modules/openpgp/dist/openpgp.min.mjs'), 'utf8'),
  version: (JSON.parse(readFileSync(path('../../node_modules/openpgp/package.json'), 'utf8')) as { version: string })
    .version,
  licence: readFileSync(path('../../node_modules/openpgp/LICENSE'), 'utf8'),
};
const openpgpName = `openpgp-${openpgp.version}-${createHash('sha256').update(openpgp.source).digest('base64url').slice(0, 8)}`;

function openpgpBeside(): Plugin {
  return {
    name: 'openpgp-beside',
    enforce: 'pre',
    resolveId: (id) => (id === 'openpgp' ? { id: `./${openpgpName}.js`, external: true } : null),
  };
}

function openpgpFiles(): Plugin {
  return {
    name: 'openpgp-files',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: `assets/${openpgpName}.js`, source: openpgp.source });
      this.emitFile({ type: 'asset', fileName: 'assets/openpgp-LICENSE.txt', source: openpgp.licence });
    },
  };
}

export default defineConfig({
  root: path('./client'),
  // Each page names its own base, so everything is found beside it, whatever stands in front of the path.
  base: './',
  plugins: [react(), tailwindcss(), firstTheme(), openpgpFiles()],
  resolve: {
    alias: {
      '@mailroom/client': path('../../packages/client/src/index.ts'),
      '@mailroom/pgp-mail': path('../../packages/pgp-mail/src/index.ts'),
    },
  },
  worker: {
    format: 'es',
    plugins: () => [openpgpBeside()],
    // The server knows by its name which script is a worker, and what it may do.
    rolldownOptions: { output: { entryFileNames: 'assets/pgp-worker-[hash].js' } },
  },
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
