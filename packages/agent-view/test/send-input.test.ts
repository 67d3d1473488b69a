import { describe, expect, it } from '@jest/globals';
import { sendRequest } from '../src/index.js';

describe('a request to send', () => {
  it('remembers how its fields were written', () => {
    const { to, bodyRef, written } = sendRequest('send', { receiveEmail: ['a@b.example'], draftRef: 'brf_1' });
    expect({ to, bodyRef }).toEqual({ to: ['a@b.example'], bodyRef: 'brf_1' });
    expect(written?.names).toEqual({ to: 'receiveEmail', bodyRef: 'draftRef' });
    const both = { to: ['a@b.example'], receiveEmail: ['a@b.example'], bodyRef: 'brf_1', draftRef: 'brf_1' };
    expect(sendRequest('send', both).written?.names).toEqual({});
  });

  it('is the same with one text as with a list of one', () => {
    const one = sendRequest('send', { to: 'a@b.example', cc: 'c@b.example', text: 'x' });
    const list = sendRequest('send', { to: ['a@b.example'], cc: ['c@b.example'], text: 'x' });
    expect([one.to, one.cc, one.requestHash]).toEqual([list.to, list.cc, list.requestHash]);
    expect([one.written?.single, list.written?.single]).toEqual([['to', 'cc'], []]);
  });
});
