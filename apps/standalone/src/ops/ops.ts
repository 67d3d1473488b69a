import { runOps } from './run-ops.js';

// `npm run ops -- <noun> <verb> [arguments] [--json]`
const { code, stdout, stderr } = await runOps(process.argv.slice(2), process.env);
process.stdout.write(stdout);
process.stderr.write(stderr);
process.exitCode = code;
