// A local resolver in a process of its own, which knows the sender of the load; it prints its address.
import { startFakeDns } from '../../../packages/testing/dist/index.js';

const dns = await startFakeDns(JSON.parse(process.argv[2]));
process.stdout.write(`${dns.address}\n`);
