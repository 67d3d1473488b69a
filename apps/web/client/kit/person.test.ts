import { expect, it } from '@jest/globals';
import { calledBy, initialsOf } from './person.js';

const email = 'evil@x.example';

it.each([['Ada Lovelace'], [email], ['EVIL@X.example'], [`Ada <${email}>`], [`'${email}'`], ['Ada at work'], ['社長']])(
  'somebody is called by the name %j',
  (name) => {
    expect(calledBy({ name, email })).toBe(name);
  },
);

it.each([
  ['none', ''],
  ['one of marks alone', '\u200e\u202e '],
  ['another address', 'ceo@bank.example'],
  ['one in quotes', "'ceo@bank.example'"],
  ['one beside a name', 'The CEO (ceo@bank.example)'],
  ['one beside the real one', `ceo@bank.example <${email}>`],
  ['one that begins with the real one', `${email}.bank.example`],
  ['one that ends with the real one', `ceo@bank.example@${email}`],
  ['one with spaces', 'ceo @ bank.example'],
  ['one with a wide at sign', 'ceo＠bank.example'],
  ['one with a small at sign', 'ceo﹫bank.example'],
  ['one with a letter in a circle', 'ceoⓐbank.example'],
  ['one with letters that are not seen', 'ceo\u200b@\u2060bank.example'],
  ['one that is turned round', '\u202eelpmaxe.knab@oec'],
  ['one in bold', '𝐜𝐞𝐨@𝐛𝐚𝐧𝐤.example'],
])('somebody is called by the address where the name is %s', (_what, name) => {
  expect(calledBy({ name, email })).toBe(email);
});

it.each([
  ['Ada King Lovelace', 'AK'],
  ['', 'EX'],
  ['🎉 party', '🎉P'],
  ['𝓐da', '𝓐'],
  ['محمد علي', 'مع'],
])('the initials of %j are whole letters', (name, initials) => {
  expect(initialsOf({ name, email })).toBe(initials);
});
