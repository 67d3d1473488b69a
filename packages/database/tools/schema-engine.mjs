// Runs Prisma's schema engine from its WASM build: it does what the native binary does, with nothing to download.
import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { PrismaPg } from '@prisma/adapter-pg';
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from '@prisma/driver-adapter-utils';
import pg from 'pg';

const require = createRequire(import.meta.url);
const wasmGlue = '@prisma/schema-engine-wasm/schema_engine_bg';

async function loadEngine() {
  const glue = await import(wasmGlue);
  const wasm = readFileSync(require.resolve(wasmGlue).replace(/\.js$/, '.wasm'));
  const { instance } = await WebAssembly.instantiate(wasm, { './schema_engine_bg.js': glue });
  glue.__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start();
  return glue.SchemaEngine;
}

/** Introspection reads pg_catalog's internal "char" (oid 18), which the adapter can't map, so we present it as text. */
function readCharAsText() {
  const Result = require('pg/lib/result.js');
  const addFields = Result.prototype.addFields;
  Result.prototype.addFields = function (fields) {
    for (const field of fields) if (field.dataTypeID === 18) field.dataTypeID = 25;
    return addFields.call(this, fields);
  };
}

/** The engine wants a constraint's type as a character, which the adapter can't express. */
class CatalogueAdapter extends PrismaPg {
  async connect() {
    const connection = await super.connect();
    const queryRaw = connection.queryRaw.bind(connection);
    connection.queryRaw = async (query) => {
      const result = await queryRaw(query);
      const at = result.columnNames.indexOf('constraint_type');
      if (at >= 0) result.columnTypes[at] = ColumnTypeEnum.Character;
      return result;
    };
    return connection;
  }
}

export function readSchema(folder) {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.prisma'))
    .map((name) => ({ path: join(folder, name), content: readFileSync(join(folder, name), 'utf8') }));
}

/** The SQL that would turn `from` into `to`; each is `'empty'`, `'database'` (the one at `url`) or `'schema'` (`files`). */
export async function diff(url, files, from, to) {
  readCharAsText();
  const SchemaEngine = await loadEngine();
  const pool = new pg.Pool({ connectionString: url });
  const adapter = bindMigrationAwareSqlAdapterFactory(new CatalogueAdapter(pool));
  const engine = await SchemaEngine.new({}, () => {}, adapter);
  const target = (side) => {
    if (side === 'empty') return { tag: 'empty' };
    if (side === 'database') return { tag: 'schemaDatasource', files, configDir: '.' };
    return { tag: 'schemaDatamodel', files, configDir: '.' };
  };
  try {
    const { stdout } = await engine.diff({
      from: target(from),
      to: target(to),
      script: true,
      shadowDatabaseUrl: null,
      exitCode: null,
      filters: { externalTables: ['public._prisma_migrations'], externalEnums: [] },
    });
    return stdout ?? '';
  } finally {
    await pool.end();
  }
}
