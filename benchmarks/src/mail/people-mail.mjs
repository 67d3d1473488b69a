// Mail as people and services send it: letters with greetings, quotes and signatures, and newsletters of tables and styles.
import { everyday, pick, seeded, technical } from './sentences.mjs';

const NAMES = [
  'Ada Byron',
  'Tomasz Nowak',
  'Mei Lin',
  'Priya Raman',
  'Jonas Weber',
  'Chloe Martin',
  'Omar Haddad',
  'Ines Costa',
];
const SUBJECTS = ['Invoice for', 'Question about', 'Your order', 'Meeting on', 'Re: Draft of', 'Offer for', 'Notes on'];
const LINE = 76;
/** One letter in that many carries a code to type, as mail of a sign-in does. */
const LETTERS_PER_CODE = 6;
/** One message in that many is of technical prose, which the readers of codes and of instructions look at for longer. */
const MESSAGES_PER_TECHNICAL = 5;

/**
 * Makes messages one after the other, of about `bytes` each and without a Message-ID: `text` is a letter, `html` a
 * newsletter with a text part.
 */
export class PeopleMail {
  #count = 0;

  constructor({ kind = 'text', bytes = 2_000, domain = 'example.org', seed = 1 } = {}) {
    Object.assign(this, { kind, bytes, domain, seed });
    this.random = seeded(seed);
  }

  /** The message, with CRLF at the ends of lines and without the final dot. */
  next() {
    const id = `${this.seed.toString(36)}.${(this.#count += 1).toString(36)}`;
    const { random, domain } = this;
    this.sentences = random() < 1 / MESSAGES_PER_TECHNICAL ? technical : everyday;
    const name = pick(random, NAMES);
    const reference = Math.floor(random() * 90_000 + 10_000);
    const fields = [
      `Received: from mail.${domain} (mail.${domain} [11.22.33.44])`,
      `\tby relay.${domain} (Postfix) with ESMTPS id ${id.toUpperCase()}`,
      `\tfor <team@mailroom.test>; Mon, 23 Nov 2026 09:14:07 +0000 (UTC)`,
      `Date: Mon, 23 Nov 2026 09:14:05 +0000`,
      `From: ${name} <${name.toLowerCase().replace(' ', '.')}@${domain}>`,
      `Subject: ${pick(random, SUBJECTS)} ${reference}`,
      'MIME-Version: 1.0',
    ];
    return this.kind === 'html' ? this.#newsletter(fields, id, reference) : this.#letter(fields, name);
  }

  #letter(fields, name) {
    const { random } = this;
    const closing = [
      '',
      `Best regards,`,
      name,
      '',
      '-- ',
      name,
      'Phone +44 20 7946 0958 - https://www.example.org/team',
    ];
    const head = [...fields, 'Content-Type: text/plain; charset=utf-8', 'Content-Transfer-Encoding: 7bit', '', ''].join(
      '\r\n',
    );
    const lines = [`Hello ${pick(random, NAMES).split(' ')[0]},`, ''];
    if (random() < 1 / LETTERS_PER_CODE)
      lines.push(`Your verification code is ${Math.floor(random() * 900_000 + 100_000)}.`, '');
    if (random() < 0.5)
      lines.push(`Please see https://www.example.org/orders/${Math.floor(random() * 1e6)} for details.`, '');
    const quote = ['', 'On Sun, 22 Nov 2026 at 18:40, Support <support@mailroom.test> wrote:', ...this.#quoted()];
    const rest = [...closing, ...(random() < 0.3 ? quote : [])].join('\r\n').length;
    const room = Math.max(200, this.bytes - head.length - rest - lines.join('\r\n').length);
    return `${head}${[...lines, ...wrapped(this.#paragraphs(room)), ...closing, ...(rest > 250 ? quote : [])].join('\r\n')}\r\n`;
  }

  #quoted() {
    return wrapped(this.#paragraphs(300)).map((line) => `> ${line}`);
  }

  #newsletter(fields, id, reference) {
    const { domain } = this;
    const boundary = `=_${id}_part`;
    const text = wrapped(this.#paragraphs(this.bytes * 0.08)).join('\r\n');
    const rows = [];
    for (let length = 4_000 + text.length; length < this.bytes; length += rows.at(-1).length + 2)
      rows.push(this.#row(domain));
    const html = [PAGE_HEAD(reference), ...rows, PAGE_FOOT(domain, id)].join('\r\n');
    return [
      ...fields,
      `List-Unsubscribe: <https://news.${domain}/u/${id}>`,
      `Content-Type: multipart/alternative; boundary="${boundary}"`,
      '',
      `--${boundary}`,
      'Content-Type: text/plain; charset=utf-8',
      '',
      text,
      `--${boundary}`,
      'Content-Type: text/html; charset=utf-8',
      'Content-Transfer-Encoding: 8bit',
      '',
      html,
      `--${boundary}--`,
      '',
    ].join('\r\n');
  }

  #row(domain) {
    const { random } = this;
    const link = `https://click.news.${domain}/c/${Math.floor(random() * 1e12).toString(36)}?utm_source=news&amp;utm_id=${Math.floor(random() * 1e6)}`;
    const [title, ...text] = this.#paragraphs(420).flat();
    return `<tr><td class="row" style="padding:16px 24px;font-family:Helvetica,Arial,sans-serif;font-size:15px;line-height:22px;color:#333333">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td width="120" valign="top"><a href="${link}"><img src="https://img.news.${domain}/${Math.floor(random() * 1e9)}.jpg" width="120" height="90" alt="" style="display:block;border:0"></a></td>
<td class="text" style="padding-left:16px"><h3 style="margin:0 0 8px;font-size:18px;color:#111111">${escaped(title)}</h3><p style="margin:0 0 12px">${escaped(text.join(' '))}</p><a class="button" href="${link}" style="display:inline-block;padding:8px 16px;background-color:#0b57d0;color:#ffffff;text-decoration:none;border-radius:4px">Read more</a></td></tr></table></td></tr>`.replaceAll(
      '\n',
      '\r\n',
    );
  }

  /** Lists of sentences, together about as long as that. */
  #paragraphs(characters) {
    const found = [];
    for (let length = 0; length < characters;) {
      const paragraph = Array.from({ length: 1 + Math.floor(this.random() * 4) }, () =>
        pick(this.random, this.sentences),
      );
      found.push(paragraph);
      length += paragraph.join(' ').length + 4;
    }
    return found;
  }
}

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Paragraphs as lines, with an empty one between two. */
function wrapped(paragraphs) {
  return paragraphs.flatMap((paragraph) => {
    const lines = [''];
    for (const word of paragraph.join(' ').split(' ')) {
      if (lines.at(-1).length + word.length >= LINE) lines.push(word);
      else lines[lines.length - 1] += lines.at(-1) === '' ? word : ` ${word}`;
    }
    return [...lines, ''];
  });
}

const PAGE_HEAD = (reference) =>
  `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>News ${reference}</title>
<style type="text/css">
body{margin:0;padding:0;background:#f4f4f6;-webkit-text-size-adjust:100%}
table{border-collapse:collapse}img{border:0;outline:none;text-decoration:none}
.row{background:#ffffff}.text p{color:#444444}.button:hover{background-color:#0842a0 !important}
.preheader{display:none;max-height:0;overflow:hidden;mso-hide:all}
@media only screen and (max-width:600px){.row{padding:12px !important}.text{display:block;width:100% !important}}
</style></head><body><div class="preheader" style="display:none;font-size:1px;color:#f4f4f6;line-height:1px;max-height:0">What is new this week</div>
<!--[if mso]><table width="600"><tr><td><![endif]--><table role="presentation" width="600" align="center" cellpadding="0" cellspacing="0">`.replaceAll(
    '\n',
    '\r\n',
  );

const PAGE_FOOT = (domain, id) =>
  `<tr><td style="padding:24px;font-size:12px;color:#777777">You get this because you have an account with us. <a href="https://news.${domain}/u/${id}">Unsubscribe</a> or <a href="https://news.${domain}/p/${id}">change what you get</a>. Example Ltd, 12 High Street, London N1 9GU, United Kingdom</td></tr></table></body></html>`;
