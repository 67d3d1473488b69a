// Copies one built app with only the workspaces that it needs, for `npm ci --omit=dev`:
// node scripts/stage-app.mjs <app> <folder>
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fail, root } from './prepare.mjs';

const [app = '', target = ''] = process.argv.slice(2);
if (!/^[a-z-]+$/.test(app) || target === '' || !existsSync(join(root, 'apps', app))) {
  fail('node scripts/stage-app.mjs <folder in apps> <new folder>');
}
const needed = new Map();
const need = (folder) => {
  if (needed.has(folder)) return;
  const manifest = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
  needed.set(folder, manifest);
  for (const name of Object.keys(manifest.dependencies ?? {})) {
    if (!name.startsWith('@mailroom/')) continue;
    const short = name.slice('@mailroom/'.length);
    need(existsSync(join(root, 'packages', short)) ? `packages/${short}` : `apps/${short}`);
  }
};
need(`apps/${app}`);

mkdirSync(target, { recursive: true });
for (const file of ['package.json', 'package-lock.json', 'LICENSE']) cpSync(join(root, file), join(target, file));
for (const folder of needed.keys()) {
  for (const part of ['package.json', 'dist', 'data', 'prisma/migrations']) {
    const source = join(root, folder, part);
    if (existsSync(source)) cpSync(source, join(target, folder, part), { recursive: true });
    else if (part === 'dist') fail(`${folder} is not built: run npm run build.`);
  }
}
process.stdout.write(`${[...needed.keys()].join('\n')}\n`);
