/** The variable that tells a test where the host of this run's installations and bundles is. */
export const HOST = 'MAILROOM_TEST_INSTALLATIONS_URL';

/** Asks the host; see `hostInstallations` for the paths that there are. */
export async function askHost(path: string): Promise<unknown> {
  const host = process.env[HOST];
  if (!host) throw new Error(`${HOST} is not set: run the tests with "npm test".`);
  const response = await fetch(`${host}${path}`);
  if (!response.ok) throw new Error(await response.text());
  return response.json();
}

/** The folder of the bundled apps of this run; they are bundled for the first who asks. */
export async function bundledApps(): Promise<string> {
  return (await askHost('/bundles')) as string;
}
