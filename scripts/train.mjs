// Learns from packages/message/training what instructions to an AI and codes read like, and writes the weights by which
// mail is read.
import { prepare, root } from './prepare.mjs';

await prepare();
const { trainCodes, trainInstructions } = await import(`${root}/packages/message/training/train.mjs`);
const tell = (what, { learned, bytes }) => process.stdout.write(`${what}: ${learned}, ${bytes} bytes of weights\n`);
tell('Texts and mails about instructions', trainInstructions());
tell('Numbers that may be codes', trainCodes());
