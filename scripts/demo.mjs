import { fail, prepare } from './prepare.mjs';

/** What a demo shows, by the word that names it; without one it is the main job. */
const demos = {
  '': '../apps/standalone/dist/demo/demo.js',
  hosted: './demo/hosted.mjs',
  wallet: './demo/wallet.mjs',
};

const [name = ''] = process.argv.slice(2);
const demo = Object.hasOwn(demos, name) ? demos[name] : undefined;
if (demo === undefined)
  fail(
    `There is no demo "${name}"; there are ${Object.keys(demos).filter(Boolean).join(' and ')}, and the main one without a name.`,
  );
await prepare();
await import(demo);
