import { open, truncate, type FileHandle } from 'node:fs/promises';

type OpenFile = (path: string, flags: string, mode?: number) => Promise<FileHandle>;

/** What goes wrong next: a sync of a file or a directory (EIO), a write (ENOSPC), or one that takes only a part. */
export type DiskFault = 'sync' | 'directory' | 'full' | 'short';

/**
 * A disk that fails when told to. As on a real disk, what was not synced when a sync failed is gone even though later
 * syncs of the same file succeed: the kernel has marked its pages as clean.
 */
export class FailingDisk {
  /** How often each fault has happened. */
  readonly faults: Record<DiskFault, number> = { sync: 0, directory: 0, full: 0, short: 0 };
  /** Asked before each operation. */
  next: () => DiskFault | null = () => null;
  /** Files that are still open. */
  openFiles = 0;

  readonly open: OpenFile = async (path, flags, mode) => {
    const file = await open(path, flags, mode);
    this.openFiles += 1;
    const replaced = this.#replacements(file, path);
    return new Proxy(file, {
      get: (target, name) => {
        const own: unknown = Reflect.get(replaced, name) ?? Reflect.get(target, name, target);
        return typeof own === 'function' ? own.bind(target) : own;
      },
    });
  };

  #replacements(file: FileHandle, path: string) {
    let synced = 0;
    return {
      writev: async (buffers: readonly Uint8Array[]) => {
        const fault = this.#take('full', 'short');
        if (fault === 'full') throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
        return file.writev(fault === 'short' ? buffers.slice(0, -1) : [...buffers]);
      },
      datasync: async () => {
        if (this.#take('sync')) {
          await truncate(path, synced);
          throw Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO' });
        }
        await file.datasync();
        synced = (await file.stat()).size;
      },
      sync: async () => {
        if (this.#take('directory')) throw Object.assign(new Error('EIO: i/o error, fsync'), { code: 'EIO' });
        await file.sync();
      },
      close: async () => {
        this.openFiles -= 1;
        await file.close();
      },
    };
  }

  #take(...possible: DiskFault[]): DiskFault | null {
    const fault = this.next();
    if (fault === null || !possible.includes(fault)) return null;
    this.faults[fault] += 1;
    return fault;
  }
}
