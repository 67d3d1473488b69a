import { expect, it } from '@jest/globals';
import { readMessage } from './parse-message.js';

const KEY = Buffer.from('what is said to be a key');
const DATA = KEY.toString('base64');
const field = (value: string) => `Autocrypt: ${value}`;
const own = (rest = '') => field(`addr=ada@far.test; ${rest}keydata=${DATA}`);
const mail = (...fields: string[]) =>
  Buffer.from(['From: Ada <Ada@FAR.test>', ...fields, 'Subject: gears', '', 'Hello'].join('\r\n'));
const brought = (raw: Buffer) => readMessage(raw).autocrypt;
const KNOWN = { address: 'ada@far.test', preferEncrypt: 'nopreference', key: new Uint8Array(KEY) };

it.each<[string, string]>([
  ['as it is usually written', own()],
  ['folded, with blanks in the data', field(`addr=ada@far.test;\r\n keydata=${DATA.slice(0, 8)}\r\n ${DATA.slice(8)}`)],
  ['with a preference that is unknown', own('prefer-encrypt=always; ')],
  ['with an attribute that may be passed over', own('_version=9; ')],
  ['in capital letters, with a semicolon at its end', field(`ADDR=ADA@far.test; KEYDATA=${DATA};`)],
])('the key of the sender is found: %s', (_, value) => {
  expect(brought(mail(value))).toEqual(KNOWN);
});

it('the wish for encryption is found', () => {
  expect(brought(mail(own('prefer-encrypt=mutual; ')))).toEqual({ ...KNOWN, preferEncrypt: 'mutual' });
});

it('the field of another address beside it says nothing', () => {
  expect(brought(mail(field(`addr=eve@far.test; keydata=${DATA}`), own()))).toEqual(KNOWN);
});

it.each<[string, string[]]>([
  ['no field', []],
  ['a field of another address', [field(`addr=eve@far.test; keydata=${DATA}`)]],
  ['two fields of the sender', [own(), own('prefer-encrypt=mutual; ')]],
  ['an attribute that one has to understand', [own('level=9; ')]],
  ['an attribute twice', [own('addr=ada@far.test; ')]],
  ['no address', [field(`keydata=${DATA}`)]],
  ['no key', [field('addr=ada@far.test')]],
  ['an empty key', [field('addr=ada@far.test; keydata=')]],
  ['a key that is not base64', [field('addr=ada@far.test; keydata=<key>')]],
  ['more than ten kilobytes', [field(`addr=ada@far.test; keydata=${'A'.repeat(10_240)}`)]],
  ['hundreds of attributes', [field(`${'_a=1; '.repeat(300)}addr=ada@far.test; keydata=${DATA}`)]],
  ['a second author', [own(), 'From: Eve <eve@far.test>']],
  ['the mark of a list', [own(), 'List-Id: <gears.far.test>']],
  ['the mark of a machine', [own(), 'Auto-Submitted: auto-generated']],
])('no key is found in a mail with %s', (_, fields) => {
  expect(brought(mail(...fields))).toBeNull();
});
