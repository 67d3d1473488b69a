import { rm } from 'node:fs/promises';

export default async function endRun() {
  const { installations, postgres, dataDirectory } = globalThis.mailroomTest ?? {};
  await installations?.close();
  await postgres?.stop();
  if (dataDirectory) await rm(dataDirectory, { recursive: true, force: true });
}
