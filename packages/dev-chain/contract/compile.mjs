// Compiles DevDollar.sol into ../src/contract.artifact.ts; see README.md.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const solc = createRequire(join(process.cwd(), 'here.js'))('solc');
const file = (path) => new URL(path, import.meta.url);
const source = 'DevDollar.sol';
const input = {
  language: 'Solidity',
  sources: { [source]: { content: readFileSync(file(source), 'utf8') } },
  settings: {
    optimizer: { enabled: true, runs: 200 },
    evmVersion: 'paris',
    outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object', 'evm.deployedBytecode.object'] } },
  },
};
const { errors = [], contracts } = JSON.parse(solc.compile(JSON.stringify(input)));
for (const { formattedMessage } of errors) process.stderr.write(formattedMessage);
const { DevDollar, DevMulticall } = contracts[source];
writeFileSync(
  file('../src/contract.artifact.ts'),
  `// Made from contract/${source} by contract/compile.mjs.

export const dollarAbi = ${JSON.stringify(DevDollar.abi)} as const;

export const dollarBytecode =
  '0x${DevDollar.evm.bytecode.object}';

export const multicallRuntime =
  '0x${DevMulticall.evm.deployedBytecode.object}';
`,
);
