// Learns from packages/message/training what instructions to an AI read like, and writes the weights by which mail is read.
import { prepare, root } from './prepare.mjs';

await prepare();
const { train } = await import(`${root}/packages/message/training/train.mjs`);
const { documents, bytes } = train();
process.stdout.write(`${documents} texts and mails, ${bytes} bytes of weights\n`);
