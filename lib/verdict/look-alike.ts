import { clean } from '../base/text/clean-text.ts';
import { fold } from '../base/text/fold.ts';

/** Letters and signs with the Latin letter that people read: Cyrillic, Greek, others, signs. `l` stands for every bar. */
const READ_AS = [
  'аa вb сc ԁd еe ɡg һh нh кk мm оo рp ԛq гr ѕs тt ѵv ԝw хx уy јj іl ӏl пn иn',
  'αa βb εe ηn ιl κk μm νv οo ρp τt υu χx',
  'ıl łl øo đd ħh ŧt ßss æae œoe ɑa օo սu',
  '0o 1l 3e 4a 5s $s @a |l !l il',
].join(' ');
const LOOKS_LIKE = new Map(READ_AS.split(' ').map((pair) => [pair.slice(0, 1), pair.slice(1)]));

interface Look {
  readonly words: readonly string[];
  readonly joined: string;
}

/** What a name looks like to somebody who reads quickly: case, accents, script and what stands between words do not count. */
export function lookOf(name: string): Look {
  const letters = [...fold(clean(name)).text].map((one) => LOOKS_LIKE.get(one) ?? one).join('');
  const words = letters
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  return { words, joined: words.join('') };
}

/**
 * Whether somebody who reads the first name could take it for the second. A name of one word has to be that word: many people
 * are called Ada. One of several words, or an id, may stand among others and in another order, as in `Winter, Ada (SOC)`.
 */
export function looksLike(look: Look, known: Look, isId = false): boolean {
  if (look.joined === known.joined) return known.joined !== '';
  if (known.words.length < 2 && !isId) return false;
  return look.joined.includes(known.joined) || known.words.every((word) => look.words.includes(word));
}
