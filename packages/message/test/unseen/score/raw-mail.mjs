import iconv from 'iconv-lite';

/** ISO-2022-JP, which iconv-lite can't write: JIS X 0208 between the two escapes, made from EUC-JP. */
function iso2022jp(text) {
  const bytes = [];
  let wide = false;
  const shift = (to) => {
    if (wide !== to) bytes.push(0x1b, ...Buffer.from(to ? '$B' : '(B'));
    wide = to;
  };
  for (const character of text) {
    const coded = iconv.encode(character, 'euc-jp');
    if (coded.length === 1 && coded[0] < 0x80) {
      shift(false);
      bytes.push(coded[0]);
    } else {
      if (coded.length !== 2) throw new Error(`${character} is not in JIS X 0208`);
      shift(true);
      bytes.push(coded[0] & 0x7f, coded[1] & 0x7f);
    }
  }
  shift(false);
  return Buffer.from(bytes);
}

export function encodeText(text, charset) {
  if (charset === 'iso-2022-jp') return iso2022jp(text);
  const bytes = iconv.encode(text, charset);
  if (iconv.decode(bytes, charset) !== text) throw new Error(`${charset} can't write: ${text.slice(0, 80)}`);
  return bytes;
}

/** Encoded words of at most 75 signs (RFC 2047), as most senders write them. */
export function headerText(text, charset = 'utf-8') {
  if (/^[\x20-\x7e]*$/.test(text)) return text;
  const words = [];
  let piece = '';
  for (const character of text) {
    if (Buffer.byteLength(piece + character) > 36) {
      words.push(piece);
      piece = '';
    }
    piece += character;
  }
  return [...words, piece]
    .map((word) => `=?${charset}?B?${encodeText(word, charset).toString('base64')}?=`)
    .join('\r\n ');
}

function quotedPrintable(bytes) {
  const lines = [];
  for (const line of bytes.toString('latin1').split('\n')) {
    let written = '';
    for (const sign of line.replace(/\r$/, '')) {
      const code = sign.charCodeAt(0);
      const plain = (code >= 33 && code <= 126 && sign !== '=') || sign === ' ';
      const coded = plain ? sign : `=${code.toString(16).toUpperCase().padStart(2, '0')}`;
      if (written.length + coded.length > 75) {
        lines.push(`${written}=`);
        written = '';
      }
      written += coded;
    }
    lines.push(written.replace(/ $/, '=20'));
  }
  return lines.join('\r\n');
}

/** What a charset lacks is a reference in HTML, as mailers write it. */
function asReferences(html, charset) {
  const lacks = (character) => {
    try {
      encodeText(character, charset);
      return false;
    } catch {
      return true;
    }
  };
  return [...html].map((sign) => (sign > '\x7f' && lacks(sign) ? `&#${sign.codePointAt(0)};` : sign)).join('');
}

function part(type, text, { charset, encoding }) {
  const bytes = encodeText(type === 'text/html' && charset !== 'utf-8' ? asReferences(text, charset) : text, charset);
  const coded = {
    base64: () => (bytes.toString('base64').match(/.{1,76}/g) ?? []).join('\r\n'),
    'quoted-printable': () => quotedPrintable(bytes),
    '8bit': () => bytes.toString('latin1').replace(/\r?\n/g, '\r\n'),
  }[encoding]();
  return `Content-Type: ${type}; charset=${charset}\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n${coded}\r\n`;
}

/** The bytes of a mail, with text, HTML or both. `name` and `subject` may hold any character. */
export function rawMail({ name, email, subject, headers = [], text, html, charset = 'utf-8', encoding }) {
  const bodies = [
    ...(text === undefined ? [] : [part('text/plain', text, { charset, encoding })]),
    ...(html === undefined ? [] : [part('text/html', html, { charset, encoding })]),
  ];
  const phrase = headerText(name, charset);
  const quoted = phrase === name && /[^\w\s'-]/.test(name) ? `"${name.replace(/["\\]/g, '\\$&')}"` : phrase;
  const fields = [
    `From: ${quoted === '' ? email : `${quoted} <${email}>`}`,
    'To: <me@inbox.example>',
    `Subject: ${headerText(subject, charset)}`,
    'Date: Wed, 18 Nov 2026 09:12:44 +0000',
    `Message-ID: <1.${Buffer.byteLength(subject)}@${email.slice(email.lastIndexOf('@') + 1)}>`,
    ...headers,
    'MIME-Version: 1.0',
  ];
  const boundary = '=_unseen_1';
  const body =
    bodies.length === 1
      ? bodies[0]
      : `Content-Type: multipart/alternative; boundary="${boundary}"\r\n\r\n${bodies.map((one) => `--${boundary}\r\n${one}`).join('')}--${boundary}--\r\n`;
  return Buffer.from(`${fields.join('\r\n')}\r\n${body}`, 'latin1');
}
