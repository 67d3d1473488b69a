import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';

/** Other packages need these and leave the choice of version to us. */
const peers = new Set(['rxjs', 'reflect-metadata', '@nestjs/platform-fastify']);
const imported = /\b(?:(?:from|import)\s+|import\(\s*)['"]([^'"\s$]+)['"]/g;

/**
 * Finds where a package of ours and its package.json disagree: whatever its sources import has to be one of its
 * dependencies, or an image would lack it, and what nothing in it names must not be installed. Tests find what they
 * need among the installed packages, because a test package may itself need the package under test.
 */
export function problemsOfDeclarations(root) {
  const manifest = readManifest(root);
  const folders = manifest.workspaces.flatMap((pattern) => foldersOf(root, pattern));
  const everywhere = new Set(Object.keys(manifest.devDependencies ?? {}));
  return folders.flatMap((folder) => problemsOfPackage(root, folder, everywhere));
}

function foldersOf(root, pattern) {
  if (!pattern.endsWith('/*')) return [pattern];
  const parent = pattern.slice(0, -2);
  const names = readdirSync(join(root, parent)).map((name) => `${parent}/${name}`);
  return names.filter((folder) => existsSync(join(root, folder, 'package.json')));
}

function problemsOfPackage(root, folder, everywhere) {
  const { name, dependencies = {} } = readManifest(join(root, folder));
  const files = sourcesIn(join(root, folder));
  const isRun = ({ path }) => path.startsWith('src/') && !path.endsWith('.test.ts');
  const isOurs = (module) => module === name || everywhere.has(module);
  const text = files.map((file) => file.text).join('\n');
  const isNamed = (module) => text.includes(`'${module}`) || text.includes(`"${module}`);
  return [
    ...[...importsOf(files.filter(isRun))]
      .filter((module) => !isOurs(module) && !(module in dependencies))
      .map((module) => `imports ${module}`),
    ...Object.keys(dependencies)
      .filter((module) => !peers.has(module) && !isNamed(module))
      .map((module) => `needs no ${module}`),
  ].map((problem) => `${folder} ${problem}: change its package.json.`);
}

function sourcesIn(folder) {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return paths
    .filter((path) => /\.(ts|mjs)$/.test(path) && !/(^|\/)(dist|node_modules)\//.test(path))
    .map((path) => ({ path, text: readFileSync(join(folder, path), 'utf8') }));
}

function importsOf(files) {
  const specifiers = files.flatMap(({ text }) => [...text.matchAll(imported)].map(([, specifier]) => specifier));
  const modules = specifiers.filter((text) => !/^[./]|^node:/.test(text) && !builtinModules.includes(text));
  return new Set(modules.map((text) => text.split('/', text.startsWith('@') ? 2 : 1).join('/')));
}

function readManifest(folder) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}
