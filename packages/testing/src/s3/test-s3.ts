import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type TestS3 = {
  /** `http://127.0.0.1:<port>` */
  readonly endpoint: string;
  readonly bucket: string;
  /** The directory in which the server keeps its objects. */
  readonly directory: string;
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
  close(): Promise<void>;
};

const BUCKET = 'mail';
/** It stops with its parent, whose end closes its standard input. */
const program = `
  const [module, directory, bucket] = process.argv.slice(1);
  const S3rver = require(module);
  // Clients write the address of a bucket with a slash at its end, and sign that.
  const v4 = require(require('node:path').join(module, '../signature/v4.js'));
  const { getStringToSign } = v4;
  v4.getStringToSign = ({ uri, ...request }, signature) =>
    getStringToSign({ ...request, uri: uri.lastIndexOf('/') === 0 ? uri + '/' : uri }, signature);
  process.stdin.resume().on('end', () => process.exit());
  const options = { address: '127.0.0.1', port: 0, silent: true, directory, configureBuckets: [{ name: bucket }] };
  const server = new S3rver(options);
  // It takes bytes=0-0 for bytes=0-, but nobody here asks for that.
  const getObject = server.store.getObject.bind(server.store);
  server.store.getObject = (bucket, key, range) =>
    getObject(bucket, key, range && range.start === 0 && !range.end ? { start: 0, end: '0' } : range);
  server.run().then(({ port }) => process.stdout.write(String(port) + '\\n'));
`;

/** A server that speaks S3 and checks signatures, in a process of its own, with one empty bucket. */
export async function startTestS3(): Promise<TestS3> {
  const directory = await mkdtemp(join(tmpdir(), 'mailroom-s3-'));
  const module = createRequire(import.meta.url).resolve('@20minutes/s3rver');
  const child = spawn(process.execPath, ['-e', program, module, directory, BUCKET], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const started = once(child.stdout, 'data');
  const failed = ended.then(([code]) => {
    throw new Error(`The S3 server ended with ${String(code)}.`);
  });
  failed.catch(() => {});
  const [port] = (await Promise.race([started, failed])) as [Buffer];
  return {
    endpoint: `http://127.0.0.1:${port.toString().trim()}`,
    bucket: BUCKET,
    directory,
    credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
    close: async () => {
      child.kill('SIGKILL');
      await ended;
      await rm(directory, { recursive: true, force: true });
    },
  };
}
