import { describe, expect, it } from '@jest/globals';
import { parseMessage } from '../src/index.js';

const RECEIVED =
  'Return-Path: <root@mail.example>\r\nReceived: from relay.example ([192.0.2.1])\r\n\tby mail.example; Tue, 24 Nov 2026 15:00:00 +0000\r\n';
const textOf = (lines: readonly string[], before = RECEIVED) => {
  const { plainText, subject, from } = parseMessage(Buffer.from(before + lines.join('\r\n')));
  return { text: plainText.trim().split(/\r?\n/), subject, from: from?.email ?? null };
};
const anonymous = { subject: '', from: null };

describe('a mail without a header', () => {
  it.each([
    ['of one line', ['Disk is full.', '']],
    ['of one line without an end', ['Disk is full.']],
    ['of several lines', ['Disk is full', 'on host a', '']],
    ['with paragraphs', ['Disk is full.', '', 'Please act.', '']],
    ['whose lines have colons', ['Disk is full:', '  /var: 100 %', 'See http://a.example/', '', 'Time: 15:00', '']],
    ['in UTF-8', ['Грüße', '']],
    ['that looks like a field', ['ERROR: the disk is full', '']],
    ['that is an address', ['https://a.example/report?id=1']],
  ])('%s is its text', (_what, lines) => {
    const text = lines.join('\r\n').trim().split('\r\n');
    expect(textOf(lines)).toEqual({ text, ...anonymous });
    expect(textOf(lines, '')).toEqual({ text, ...anonymous });
  });

  it('begins with the first line that is no field', () => {
    expect(textOf(['X-Host: a', 'Disk is full.', ''])).toEqual({ text: ['Disk is full.'], ...anonymous });
    expect(textOf(['Subject: Disk', 'From: root@a.example', 'Disk is full.', ''])).toEqual({
      text: ['Disk is full.'],
      subject: 'Disk',
      from: 'root@a.example',
    });
  });

  it('shows no field as text', () => {
    const headerOnly = ['Subject: Disk', 'X-Note: folded', '\tonce', 'From: root@a.example', ''];
    expect(textOf(headerOnly)).toEqual({ text: [''], subject: 'Disk', from: 'root@a.example' });
    expect(textOf(['X-Host: a', '', 'Disk is full.'])).toEqual({ text: ['Disk is full.'], ...anonymous });
  });

  it('that has one behind a line which is none is read by it', () => {
    const lines = ['broken', 'Subject: Disk', 'From: root@a.example', '', 'Disk is full.'];
    expect(textOf(lines)).toEqual({ text: ['Disk is full.'], subject: 'Disk', from: 'root@a.example' });
  });

  it('may be a part', () => {
    const multipart = 'Content-Type: multipart/mixed; boundary=b\r\n\r\n';
    const { text } = textOf(['--b', 'Disk is full.', '--b', '', 'Act.', '--b--', ''], multipart);
    expect(text).toEqual(['Disk is full.', 'Act.']);
  });
});
