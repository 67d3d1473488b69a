import { layoutsOf, writeHtml, writeText } from './layouts.mjs';
import { base36, fill, randomOf } from './random.mjs';
import { rawMail } from './raw-mail.mjs';
import { readRecords, senderOf } from './records.mjs';

const ENCODINGS = ['quoted-printable', 'base64', '8bit', 'quoted-printable'];
const layouts = new Map();

export function layoutsFor(part) {
  if (!layouts.has(part)) layouts.set(part, layoutsOf(part));
  return layouts.get(part);
}

const footers = new Map();
const WITH_FOOTER = /^(codes|ordinary)/;

/** What companies put below, with its phone numbers and postal codes; in English where a part has none in the language. */
function footerOf({ part, file, fields, options }, choose) {
  if (!WITH_FOOTER.test(file) || options.charset || choose() < 0.4) return [];
  if (!footers.has(part)) footers.set(part, readRecords(part, 'footers'));
  const inLanguage = (language) => footers.get(part).filter((footer) => footer.fields[0] === language);
  const own = inLanguage(fields[0].split('-')[0]);
  const list = own.length > 0 ? own : inLanguage('en');
  return list[Math.floor(choose() * list.length)].lines;
}

/** Where the links of companies lead that count clicks: the words of the target are gone. */
const trackers = {
  sendgrid: (random) =>
    `https://u${fill('{########}', random)}.ct.sendgrid.net/ls/click?upn=u001.${base36(random, 90)}-2F${base36(random, 60)}-3D`,
  mailchimp: (random, host) =>
    `https://${host.split('.')[0]}.us${fill('{1..21}', random)}.list-manage.com/track/click?u=${fill('{xxxxxxxxxxxxxxxxxxxxxxxxx}', random)}&id=${fill('{xxxxxxxxxx}', random)}&e=${fill('{xxxxxxxxxx}', random)}`,
  awstrack: (random, host) =>
    `https://${fill('{aaaaaa##}', random)}.r.eu-west-1.awstrack.me/L0/https:%2F%2F${host}%2F${base36(random, 22)}/1/${fill('{0102018/010001}', random)}${fill('{xxxxxxxxxxxx}', random)}-000000/${base36(random, 27)}=412`,
  hubspot: (random, host) =>
    `https://d${base36(random, 4)}04.na1.hs-sales-engage.com/Ctc/${base36(random, 60)}?h=${host.length}`,
  mandrill: (random, host) =>
    `https://mandrillapp.com/track/click/${fill('{########}', random)}/${host}?p=${base36(random, 120)}`,
  sparkpost: (random, host) =>
    `https://click.${host}/f/a/${base36(random, 22)}~~/${base36(random, 12)}~/${base36(random, 80)}`,
  salesforce: (random, host) =>
    `https://click.mail.${host}/?qs=${fill('{xxxxxxxxxxxxxxxx}', random)}${base36(random, 64)}`,
  customerio: (random, host) => `https://e.${host}/e/c/${base36(random, 140)}`,
  short: (random) => `https://t.co/${base36(random, 10)}`,
};

/** Where a link leads: `track:name` becomes the address that such a service would have written. */
export function resolve(target, random, host) {
  const [, name] = /^track:([a-z]+)$/.exec(target) ?? [];
  return name === undefined ? fill(target, random) : trackers[name](random, host);
}

/** A line with its values; a link that is shown as the address to which it leads shows the very same. */
function filled(line, random) {
  const kept = line.replaceAll('{code}', '\u0001').replace(/\[([^\]]+)\]\((\w+) \1\)/g, '[\u0002]($2 $1)');
  return fill(kept, random)
    .replaceAll('\u0001', '{code}')
    .replace(/\[\u0002\]\((\w+) ([^)]*)\)/g, '[$2]($1 $2)');
}

/**
 * Writes a mail from the record of one: its language, its sender, and lines of which the first is the subject. `form`
 * is `text`, `html`, or `both`; `change` may alter the HTML. The braces of a `literal` record are no patterns.
 */
export function compose(record, { form, code = '', href, seed = '', change = (html) => html, headers = [] }) {
  const random = randomOf(`${record.id}${seed}`);
  const [language] = record.fields;
  const sender = senderOf(record.fields[1]);
  const [subject, ...lines] = record.literal ? record.lines : record.lines.map((line) => filled(line, random));
  lines.push(...footerOf(record, randomOf(`footer ${record.id} ${seed}`)));
  const targets = new Map();
  const hrefOf = (target) => {
    if (!targets.has(target)) targets.set(target, href ? href(target, random) : resolve(target, random, sender.host));
    return targets.get(target);
  };
  const all = layoutsFor(record.part);
  const choose = randomOf(`layout ${record.id} ${seed}`);
  const pick = (list) => list[Math.floor(choose() * list.length)];
  const step = Math.floor(choose() * 60);
  const layout = all.find(({ name }) => name === record.options.layout) ?? pick(all);
  const shownSubject = subject.replace('{code}', () => code);
  const context = { code, href: hrefOf, subject: shownSubject, brand: sender.name, host: sender.host, language };
  const wraps = step % 4 === 0 && !/^(zh|ja|ko|th|lo|km|my)/.test(language);
  const written = writeText(lines, context, step, wraps ? 72 : 0);
  const text = record.options.stub ? `${shownSubject}\n\nhttps://${sender.host}/view/${base36(random, 20)}\n` : written;
  const html = record.options.raw
    ? lines.join('\n').replaceAll('{code}', code)
    : change(writeHtml(layout, lines, context), lines);
  const raw = rawMail({
    name: sender.name,
    email: sender.email,
    subject: shownSubject,
    headers: [...headers, ...(record.options.header ? [record.options.header] : [])],
    ...(form !== 'html' && { text }),
    ...(form !== 'text' && { html }),
    charset: record.options.charset ?? 'utf-8',
    encoding: pick(ENCODINGS),
  });
  return { raw, layout, targets, text: form === 'html' ? html : text };
}

/** In which form a record is sent that leaves it open: a fifth as text alone, two fifths as HTML alone. */
export function formOf({ options, index }) {
  if (options.raw) return 'html';
  return options.form ?? ['both', 'html', 'text', 'html', 'both'][index % 5];
}
