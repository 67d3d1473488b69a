// Starts an app from the bundle of all apps. What V8 compiled for the first process of an app is kept beside the bundle
// (its code cache), so that later ones need not compile it again.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Script } from 'node:vm';

/** By then a process has compiled what its start and its first calls need. */
const KEEP_AFTER_MS = 6_000;

export function launch(app, directory) {
  const file = join(directory, 'apps.bundle.cjs');
  const cache = join(directory, `${app}.cache`);
  // A script that comes from the cache can't import; this module can.
  globalThis.importApart = (id) => import(id);
  const cachedData = existsSync(cache) ? readFileSync(cache) : undefined;
  const source = `(function (exports, require) {${readFileSync(file, 'utf8')}\n})`;
  const script = new Script(source, { filename: file, cachedData });
  if (cachedData === undefined) setTimeout(keep, KEEP_AFTER_MS, script, cache).unref();
  const bundle = {};
  script.runInThisContext()(bundle, createRequire(file));
  bundle.start(app);
}

/** Two processes that keep at once don't write into one file. */
function keep(script, cache) {
  const own = `${cache}.${process.pid}`;
  writeFileSync(own, script.createCachedData());
  renameSync(own, cache);
}
