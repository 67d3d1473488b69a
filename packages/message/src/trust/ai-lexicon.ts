import { Lexicon } from '../text/lexicon.js';
import {
  addressWords,
  becomeWords,
  concealWords,
  earlierWords,
  goodsWords,
  helperWords,
  ignoreWords,
  machineWords,
  ruleWords,
  runWords,
  secretWords,
  tellWords,
  toolWords,
  unboundWords,
  userWords,
} from './words/ai-words.js';

/** The bits of what a word says to a machine. */
export const IGNORE = 1;
export const EARLIER = 2;
export const RULE = 4;
export const MACHINE = 8;
export const HELPER = 16;
export const ADDRESS = 32;
export const BECOME = 64;
export const UNBOUND = 128;
export const TELL = 256;
export const PROMPT = 512;
export const GOODS = 1024;
export const CONCEAL = 2048;
export const USER = 4096;
export const TOOL = 8192;
export const RUN = 16384;

/** These name what only a machine has; people are asked for the rest as well. */
const OWN =
  /prompt|промпт|system|systeem|систем|sistem|提示|系统|系統|システム|プロンプト|시스템|프롬프트|النظام|سیستم|سسٹم|सिस्टम|সিস্টেম|järjestelmä|rendszer|hệ thống|ระบบ|พรอมต์|συστήματος|συστημικ|המערכת|hidden|internal inst|confidential inst|context window/;

let lexicon: Lexicon | undefined;

/** The words of all languages; built by the first mail. */
export function aiLexicon(): Lexicon {
  return (lexicon ??= build());
}

function build(): Lexicon {
  const secrets = secretWords.split(/[,\n]/);
  return new Lexicon([
    [IGNORE, ignoreWords],
    [EARLIER, earlierWords],
    [RULE, ruleWords],
    [MACHINE, machineWords],
    [HELPER, helperWords],
    [ADDRESS, addressWords],
    [BECOME, becomeWords],
    [UNBOUND, unboundWords],
    [TELL, tellWords],
    [PROMPT, secrets.filter((word) => OWN.test(word)).join(',')],
    [GOODS, secrets.filter((word) => !OWN.test(word)).join(',')],
    [GOODS, goodsWords],
    [CONCEAL, concealWords],
    [USER, userWords],
    [TOOL, toolWords],
    [RUN, runWords],
  ]);
}
