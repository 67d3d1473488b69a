/** Tells how many bytes of the process are in memory now. */
export const residentBytes = () => process.memoryUsage.rss();

/**
 * Gives back to the system what the C library keeps of the memory that was freed. It gives back by itself only what lies
 * above everything that is still used, and after a flood of mail something always does. Only glibc has a call for that
 * (malloc_trim(3)), which takes some tens of milliseconds in a thread of libuv's pool; elsewhere this does nothing.
 *
 * @returns whether the C library gave anything back
 */
export async function returnFreedMemory(): Promise<boolean> {
  trim ??= findTrim();
  const call = await trim;
  return call ? call() : false;
}

let trim: Promise<(() => Promise<boolean>) | null> | undefined;

/** Null where the C library has no such call, or where the bridge to it was not installed for this platform. */
async function findTrim(): Promise<(() => Promise<boolean>) | null> {
  try {
    const { load } = await import('koffi');
    const mallocTrim = load(null).func('malloc_trim', 'int', ['size_t']);
    return () =>
      new Promise((resolve, reject) => {
        mallocTrim.async(0, (error: Error | null, given: number) => (error ? reject(error) : resolve(given === 1)));
      });
  } catch {
    return null;
  }
}
