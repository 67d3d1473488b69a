import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { OutputOptions, Plugin } from 'rolldown';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const launcher = new URL('../../jest/launch-app.mjs', import.meta.url).href;

/** The built apps with their libraries in one file, and each of their workers in another, instead of a thousand. */
export type BundledApps = {
  /** The folder of `<app>.mjs`. */
  readonly directory: string;
  remove(): Promise<void>;
};

/** Prisma comes with WebAssembly beside it, and must have the same `pg` as we. */
const APART = [/^@prisma\//, /^pg($|-)/, /\.node$/];
const ENTRY = 'the entry of all apps';
const WORKER_URL = /new URL\('([^']*\.worker\.js)', import\.meta\.url\)/g;

/**
 * Bundles the built apps. A start from there takes a third of the processor time, most of which otherwise goes into
 * finding, reading and compiling modules one by one.
 */
export async function bundleApps(): Promise<BundledApps> {
  const caches = join(root, 'node_modules', '.cache');
  await mkdir(caches, { recursive: true });
  const directory = await mkdtemp(join(caches, 'mailroom-apps-'));
  const apps = (await readdir(join(root, 'apps'))).filter((app) => existsSync(mainOf(app)));
  const workers = new Set<string>();
  const plugins = [entryOf(apps), started, workersIn(directory, workers), ownUrls, importsApart];
  await bundle({ apps: ENTRY }, plugins, { dir: directory, format: 'cjs', entryFileNames: '[name].bundle.cjs' });
  for (const app of apps) {
    const start = `import { launch } from ${JSON.stringify(launcher)};\nlaunch('${app}', ${JSON.stringify(directory)});\n`;
    await writeFile(join(directory, `${app}.mjs`), start);
  }
  for (const worker of workers)
    await bundle({ [nameOf(worker)]: worker }, [ownUrls], { dir: directory, entryFileNames: '[name].mjs' });
  return { directory, remove: () => rm(directory, { recursive: true, force: true }) };
}

const mainOf = (app: string) => join(root, 'apps', app, 'dist', 'main.js');
const nameOf = (worker: string) => basename(worker, '.js');

async function bundle(input: Record<string, string>, plugins: Plugin[], output: OutputOptions): Promise<void> {
  // Every suite imports this package, and only Jest's own process bundles.
  const { rolldown } = await import('rolldown');
  // Nest asks for packages that nobody has installed, and does without them.
  const bundled = await rolldown({ input, platform: 'node', external: APART, plugins, logLevel: 'silent' });
  try {
    await bundled.write({ keepNames: true, codeSplitting: false, ...output });
  } finally {
    await bundled.close();
  }
}

/** One module that starts whichever app is named; what the others need is not run. */
function entryOf(apps: readonly string[]): Plugin {
  const mains = apps.map((app) => `${JSON.stringify(app)}: () => import(${JSON.stringify(mainOf(app))})`);
  return {
    name: 'entry',
    resolveId: (id) => (id === ENTRY ? id : null),
    load: (id) =>
      id === ENTRY ? `const mains = {${mains.join()}};\nexport const start = (app) => mains[app]();` : null,
  };
}

/** CommonJS can't wait at the top of a module, and nothing comes after that in a main. */
const started: Plugin = {
  name: 'started',
  transform: {
    filter: { id: /apps\/[a-z-]+\/dist\/main\.js$/ },
    handler: (code) => ({ code: code.replace(/^await /m, 'void ') }),
  },
};

/** A script that comes from V8's code cache can't import: the launcher does it. */
const importsApart: Plugin = {
  name: 'imports-apart',
  renderChunk: (code) => code.replaceAll(/\bimport\(/g, 'importApart('),
};

/** Names the bundles of workers where these are started, and collects the workers. */
function workersIn(directory: string, workers: Set<string>): Plugin {
  const bundled = (worker: string) => JSON.stringify(pathToFileURL(join(directory, `${nameOf(worker)}.mjs`)).href);
  return {
    name: 'workers',
    transform: {
      filter: { code: WORKER_URL },
      handler: (code, id) => ({
        code: code.replace(WORKER_URL, (_all, path: string) => {
          const worker = fileURLToPath(new URL(path, pathToFileURL(id)));
          workers.add(worker);
          return `new URL(${bundled(worker)})`;
        }),
      }),
    },
  };
}

/** What a module finds relative to itself (migrations, pages) it finds where it was built. */
const ownUrls: Plugin = {
  name: 'own-urls',
  transform: {
    filter: { code: 'import.meta.url' },
    handler: (code, id) => ({ code: code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)) }),
  },
};
