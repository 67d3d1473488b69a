import { expect, it } from '@jest/globals';
import { axisTime, dueInSentence, shortTime, timeInSentence } from './time.js';
import { counted, plural } from './plural.js';

it('says the time of day of what is today, and the date of what is not, on a page and on an axis alike', () => {
  const now = new Date(2026, 10, 22, 18, 0);
  const [today, before] = [new Date(2026, 10, 22, 14, 31), new Date(2026, 10, 17, 14, 31)];
  expect([shortTime(today, now), shortTime(before, now)]).toEqual(['14:31', '17 Nov']);
  const [hour, day] = [3_600_000, 86_400_000];
  expect([axisTime(today, hour), axisTime(new Date(2026, 10, 22), hour), axisTime(before, day)]).toEqual([
    '14:31',
    '22 Nov',
    '17 Nov',
  ]);
});

it('says a time in a sentence, whether it is past or to come', () => {
  const now = new Date(2026, 10, 22, 18, 0);
  const after = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
  const said = [0, -4, -209, -9_000, 0.5, 4, 90, 9_000].map((minutes) => timeInSentence(after(minutes), now));
  expect(said).toEqual([
    'just now',
    '4 min ago',
    'at 14:31',
    'on 16 Nov',
    'in a moment',
    'in 4 min',
    'at 19:30',
    'on 29 Nov',
  ]);
  expect([-4, 4].map((minutes) => dueInSentence(after(minutes), now))).toEqual(['now', 'in 4 min']);
});

it('gives one thing its own word, and many theirs', () => {
  expect([1, 2, 0].map((count) => counted(count, 'tenant'))).toEqual(['1 tenant', '2 tenants', '0 tenants']);
  expect([counted(2_000, 'reply', 'replies'), plural(1, 'needs', 'need')]).toEqual(['2,000 replies', 'needs']);
});
