import { parentPort } from 'node:worker_threads';
import { recoverSigner, type RecoveryReport, type RecoveryRequest } from './recover-signer.js';

const report = (message: RecoveryReport) => parentPort?.postMessage(message);

parentPort?.on('message', ({ id, ...job }: RecoveryRequest) => {
  void recoverSigner(job).then((signer) => report({ id, signer }));
});
// The library is loaded before the first job comes.
await import('viem/utils');
report('ready');
