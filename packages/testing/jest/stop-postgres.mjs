import { rm } from 'node:fs/promises';

export default async function stopPostgres() {
  const { postgres, dataDirectory } = globalThis.mailroomTest ?? {};
  await postgres?.stop();
  if (dataDirectory) await rm(dataDirectory, { recursive: true, force: true });
}
