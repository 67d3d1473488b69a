// Appends the digest to every image of others in the Compose file and the Dockerfile, in place.
// node scripts/pin-images.mjs [root]
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { digestOf, imagesIn, pin } from './infra/images.mjs';
import { fail, root as checkout } from './prepare.mjs';

const root = process.argv[2] ?? checkout;
const texts = ['docker-compose.yml', 'infra/Dockerfile'].map((file) => [
  join(root, file),
  readFileSync(join(root, file), 'utf8'),
]);
const images = [...new Set(texts.flatMap(([, text]) => imagesIn(text)))];
try {
  // All are asked first, so that a failure leaves both files as they are.
  const digests = new Map(await Promise.all(images.map(async (image) => [image, await digestOf(image)])));
  for (const [path, text] of texts) writeFileSync(path, pin(text, digests));
  for (const [image, digest] of digests) process.stdout.write(`${image} is ${digest}\n`);
} catch (error) {
  fail(`${error.message}${error.cause ? ` (${error.cause.message})` : ''}`);
}
