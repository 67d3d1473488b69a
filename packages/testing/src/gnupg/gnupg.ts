import { execFile, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** GnuPG with a keyring of its own: whoever writes to us, and reads what we publish. */
export class GnuPg {
  private constructor(private readonly home: string) {}

  static async start(): Promise<GnuPg> {
    const home = await mkdtemp(join(tmpdir(), 'gnupg-'));
    // Its agent would choose as many rounds as take a tenth of a second, each time that it opens or locks a part.
    await writeFile(join(home, 'gpg-agent.conf'), 's2k-count 65536\n');
    return new GnuPg(home);
  }

  /** Makes a key that signs and encrypts, and returns its fingerprint in lower case. */
  async makeKey(userId: string, passphrase = ''): Promise<string> {
    const before = await this.fingerprints();
    await this.call(['--passphrase', passphrase, '--quick-generate-key', userId, 'future-default', 'default', 'never']);
    const [made] = (await this.fingerprints()).filter((fingerprint) => !before.includes(fingerprint));
    if (made === undefined) throw new Error('GnuPG made no key.');
    return made;
  }

  /** Revokes a key of its own, by what it wrote for that when it made the key. */
  async revoke(fingerprint: string): Promise<void> {
    const file = join(this.home, 'openpgp-revocs.d', `${fingerprint.toUpperCase()}.rev`);
    const written = await readFile(file, 'utf8');
    await this.import(written.slice(written.indexOf(':-----BEGIN') + 1));
  }

  async publicKey(fingerprint: string): Promise<string> {
    return (await this.call(['--armor', '--export', fingerprint])).toString();
  }

  async privateKey(fingerprint: string, passphrase = ''): Promise<string> {
    return (await this.call(['--passphrase', passphrase, '--armor', '--export-secret-keys', fingerprint])).toString();
  }

  async encrypt(
    text: string,
    recipients: readonly string[],
    options: readonly string[] = ['--armor'],
  ): Promise<Buffer> {
    const to = recipients.flatMap((recipient) => ['--recipient', recipient]);
    return this.call([...options, '--trust-model', 'always', ...to, '--encrypt'], text);
  }

  async decrypt(message: string | Buffer, passphrase = ''): Promise<string> {
    return (await this.call(['--passphrase', passphrase, '--decrypt'], message)).toString();
  }

  async import(key: string | Buffer): Promise<void> {
    await this.call(['--import'], key);
  }

  /** The fingerprints of the keys it knows, in lower case; those of subkeys are left out. */
  async fingerprints(): Promise<string[]> {
    const lines = (await this.call(['--with-colons', '--list-keys'])).toString().split('\n');
    return lines.flatMap((line, index) => {
      const [, fingerprint] = /^fpr:{9}([0-9A-F]+):/.exec(line) ?? [];
      return fingerprint !== undefined && lines[index - 1]?.startsWith('pub:') ? [fingerprint.toLowerCase()] : [];
    });
  }

  /** Whatever a command writes; its input is what it reads. */
  async call(args: readonly string[], input: string | Buffer = ''): Promise<Buffer> {
    const all = ['--homedir', this.home, '--batch', '--yes', '--no-tty', '--pinentry-mode', 'loopback', ...args];
    const child = spawn('/usr/bin/gpg', all, { stdio: ['pipe', 'pipe', 'pipe'] });
    const written: Buffer[] = [];
    const said: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => written.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => said.push(chunk));
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    if (code !== 0) throw new Error(`gpg ${args.join(' ')} ended with ${code}: ${Buffer.concat(said).toString()}`);
    return Buffer.concat(written);
  }

  /** Ends its agent, and removes all that it kept. */
  async close(): Promise<void> {
    await run('/usr/bin/gpgconf', ['--homedir', this.home, '--kill', 'all']);
    await rm(this.home, { recursive: true, force: true });
  }
}
