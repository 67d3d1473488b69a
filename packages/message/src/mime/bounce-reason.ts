/**
 * What the words of a refusal mean, as a status (RFC 3463): hosts give codes that say nothing ("5.0.0"), or none, or one
 * of another class than their words. They are tried in order, so that "mailbox full" wins over "no such user", and what
 * is held against the sender wins over both where both are said.
 */
const REASONS: readonly (readonly [status: string, words: RegExp])[] = [
  // Exchange Online says this of addresses that its directory does not have.
  ['5.1.1', /5\.[47]\.1 .{0,100}recipient address rejected: access denied|recipient address rejected\.?$/],
  [
    '5.2.2',
    /mail ?box (?:is )?(?:full|over)|over ?quota|quota (?:exceeded|is full|has been)|exceed\w* (?:\w+ ){0,3}(?:quota|storage)|(?:disk|storage|mailbox) (?:quota|is full|limit|size limit)|insufficient (?:disk|storage|system storage|quota)|not enough (?:storage|space|disk)|out of (?:storage|disk)|too much (?:mail|data) stored|account is full|inbox is full|user is over|mailfolder is full|no space left|mailbox for user is full|quota violation|容量|一杯|いっぱい|mailbox_?full/,
  ],
  // The program that was to keep the mail failed, which it says after the words for a user that it does not know.
  ['5.3.0', /(?:procmail|maildrop|deliver): (?:couldn't|can't|unable to|error writing|failed to) |can't create output/],
  [
    '5.7.1',
    /\bspf\b|\bdkim\b|\bdmarc\b|dnsbl|\brbl\b|blacklist|black list|block ?list|blocklisted|spamhaus|spamcop|barracuda|reputation|\bspam\b|(?:has been|have been|been|was|is|ip|mail|temporarily|are) blocked|unsolicited|bulk mail|reverse dns|\bptr\b|rdns|virus|malware|infected|recipient preferences|policy (?:reasons?|violation|restriction)|local policy|content (?:rejected|filter)|message content|access denied|not authori[sz]ed to|relay(?:ing)? (?:access |not |denied)|unable to relay|authentication required|must authenticate|sender (?:address )?(?:rejected|denied|verif)|sender domain|domain of sender|too many connections|rate limit|throttl|greylist|grey-list|service refused|refused by (?:the )?(?:recipient|policy)|does not accept mail from you|ブロック|迷惑|rejected by the domain.?filter|rejected by a remote mail server|junk|bad sequence|poor/,
  ],
  [
    '5.2.3',
    /message (?:size|is too (?:large|big|long))|too (?:large|big)|size (?:limit|exceeds)|exceeds (?:the )?(?:maximum|size|fixed)|max(?:imum)? message size/,
  ],
  [
    '5.1.10',
    /null ?mx|indicated no smtp service|does not accept (?:any )?(?:e-?)?mail|domain (?:that )?(?:doesn't|does not) accept|no mail(?:er)? (?:server )?is accepted|recipient domain .{0,60}does not accept/,
  ],
  [
    '5.1.6',
    /has moved|have moved|(?:address|user|account|mailbox) (?:has )?(?:been )?(?:moved|changed|replaced)|new (?:e-?mail )?address is|no longer valid.{0,40}(?:use|new)/,
  ],
  [
    '5.2.1',
    /suspend|disabled|inactive|deactivat|not active|(?:account|mailbox|user) (?:is |has been )?(?:currently )?(?:locked|closed|frozen|restricted|expired|blocked)|account temporarily|currently unable to receive|not currently accepting|is currently not accept|not be receiving/,
  ],
  [
    '5.1.1',
    /(?:user|recipient|mailbox|account|address|addressee|alias|login)[\w<>@.'" -]{0,80}? (?:is |was |does |do |has |could |can ?)?(?:not |n't )(?:found|exist|known|recogni|listed|valid|a valid|here|our|available here|have an?|be found|registered|in|identified)|(?:doesn't|does not|don't|didn't|not) (?:exist|have an? (?:[\w.]+ ){0,3}(?:account|mailbox|user))|user[ _]?unknown|unknown (?:user|recipient|mailbox|address|local|account|rcpt|or illegal|email)|(?:user|recipient|address|mailbox|rcpt)(?: \S{0,80})? (?:is )?unknown|no (?:such|valid) (?:user|mailbox|recipient|address|account|person|local|domain user|name|alias|e-?mail)|no (?:mailbox|account|user|recipient|one|alias)(?:s)? (?:here|by|of|with|at|found|under)|(?:invalid|bad|illegal|incorrect|undeliverable|nonexistent|non-existent) (?:final )?(?:recipient|mailbox|user|address|destination address|local)|recipnotfound|recipient(?: address)? (?:invalid|not found)|undeliverable address|not (?:our|a) (?:customer|known user|valid (?:mailbox|user|recipient|email|address))|not listed in|not found (?:in|by) (?:\w+ ){0,3}(?:directory|smtp|server|system)|wasn't found|could ?n(?:o|')t be found|isn't (?:a known|valid)|address (?:not found|unknown|error)|user name not found|no existe|nicht gefunden|unbekannt|存在しません|見つかりません|宛先|ユーザが|该用户不存在|用户不存在|收件人(?:地址)?不存在|recipients? (?:name )?(?:is |are )?not (?:recogni[sz]ed|valid|known|found)|vrfy|badaddress|no valid recipients|mailbox (?:unavailable|not available|does)|invalid final delivery|final delivery userid|permanently rejected recipient|dis(?:abled|continued)|account has been (?:deleted|removed|closed)|no longer (?:exist|valid|with|here|works|available|on|in use|employed)|deleted|terminated|user reject/,
  ],
  [
    '5.1.2',
    /host (?:unknown|not found|name lookup)|unknown (?:host|domain)|domain is not reachable|couldn't find a mail exchanger|illegal host\/domain|domain (?:\S{1,80} )?(?:not found|does(?:n't| not) exist|unknown|is invalid|couldn't be found|lookup)|(?:couldn't|could not|cannot|can't|unable to) (?:find|locate|resolve|look ?up)(?: any| the)? (?:host|domain|server|address of)|no such (?:host|domain)|nxdomain|non-existent domain|name or service not known|name server|dns (?:error|query|lookup|server returned)|bad destination (?:host|system)|invalid (?:host|domain)|no (?:mx|a|aaaa|dns) (?:or \w+ )?records?|illegal host|unrouteable (?:mail )?(?:domain|address)|domain name not found|mail loop to domain|address lookup|all relevant mx records point to non-existent/,
  ],
  [
    '4.4.7',
    /(?:delivery|retry) time ?(?:out|expired)|too long|retry timeout|expired|timed? ?out|time limit|in (?:the )?queue (?:for )?too|not (?:been )?delivered (?:within|for|after)|4\.4\.7|giving up|delayed|could not be delivered (?:for|within)/,
  ],
  [
    '4.4.1',
    /connection (?:refused|timed|reset|closed|lost|dropped)|no route to host|network (?:is )?unreachable|unreachable|cannot connect|unable to connect|could ?n(?:o|')t connect|host is down|not respond|temporar|try again|lost connection|no answer|loop|too many hops/,
  ],
];

const MAX_WORDS = 4_000;
const ADDRESS = /^5\.1\.(?:[0-46]|10)$/;
const CODE = /(?<![\d.])([245]\.\d{1,3}\.\d{1,3})(?![\d.])/;
/** Codes that say no more than that it failed. */
const VAGUE = /^(?:[45]\.0\.\d+|5\.[35]\.0|5\.5\.\d|5\.4\.[0146]|5\.7\.1|5\.2\.1|5\.1\.0|)$/;
/** Hosts that answer "user unknown" to the content, and not to the address, mean the content. */
const AFTER_DATA =
  /(?:after|reply to|in response to) (?:the )?(?:end of )?\(?data|end of data|smtp command\s{1,4}data|in reply to end of data|data:? command/;

/** What shows that an address was refused as such: the command, or the form in which Postfix and Hotmail answer it. */
const AT_RCPT =
  /rcpt|5\d\d:? <[^<>\s]{3,200}>: (?:recipient address rejected|user unknown)|5\d\d requested action not taken: mailbox unavailable|invalid recipient|mail\.local: unknown|delivery error: dd /;
const REPLY = /(?<![\d.])5\d\d(?![\d.])/;

/** The status that the words of a host mean; "" if they mean nothing that is known. */
export function statusOfWords(words: string): string {
  const text = words.slice(0, MAX_WORDS).toLowerCase();
  return REASONS.find(([, pattern]) => pattern.test(text))?.[0] ?? '';
}

/**
 * The status of a refusal, by its code and its words: a vague code gives way to clear words.
 *
 * @param everything all that the report says, where it may tell at which command the host refused
 */
export function statusOf(code: string, words: string, everything = words): string {
  if (code.startsWith('2')) return code;
  const meant = statusOfWords(words);
  const own = VAGUE.test(code) ? (CODE.exec(words)?.[1] ?? code) : code;
  const status = chosen(own, meant);
  if (!ADDRESS.test(status) || status === '5.1.2' || status === '5.1.10') return status;
  const said = everything.slice(0, MAX_WORDS).toLowerCase();
  if (AFTER_DATA.test(said) && !AT_RCPT.test(said)) return '5.7.1';
  // Many filters answer "user unknown" to what they don't want: a host is believed by its code, or at RCPT.
  return ADDRESS.test(own) || AT_RCPT.test(said) || !REPLY.test(words) ? status : own || '5.0.0';
}

function chosen(code: string, meant: string): string {
  // An address that is still unknown when the host gives up will stay unknown.
  if (code.startsWith('4')) return code.startsWith('4.1.') && meant === '5.1.1' ? meant : code;
  if (meant === '' || code.startsWith('2')) return code;
  if (code === '') return meant;
  if (VAGUE.test(code)) return meant.startsWith('4') ? code : meant;
  // A code about the address is believed, unless the words speak of something else and not of the address.
  return ADDRESS.test(code) && !meant.startsWith('4') ? meant : code;
}
